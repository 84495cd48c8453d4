//! The only list of games.

pub mod draughts;
