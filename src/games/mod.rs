//! The only list of games.

pub mod connect_four;
