//! Rights.
