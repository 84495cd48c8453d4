//! Draughts.
pub mod captures;
pub mod draws;
pub mod geometry;
pub mod moves;
pub mod position;
pub mod rules;
