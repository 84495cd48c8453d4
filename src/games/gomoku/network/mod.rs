//! A small network that looks at the empty points: what stands on the lines through a point chooses rows of a table, see
//! `contract/point_network.rs`.

mod file;
mod model;
mod shapes;

pub(super) use model::Model;
