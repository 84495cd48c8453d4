//! The way in for guests from the local network, which the server opens and closes. The tables only pass on the wish of the
//! host.

use std::fmt::Debug;

/// Lets guests in.
pub trait Door: Debug + Send + Sync {
    /// Opens it, if it is closed; the addresses for guests, the best one first.
    ///
    /// # Errors
    /// One line: this machine is in no local network, or no port is free.
    fn open(&self) -> Result<Vec<String>, String>;

    /// Closes it, and ends the connections of guests.
    fn close(&self);

    /// The addresses for guests; empty: it is closed.
    fn addresses(&self) -> Vec<String>;
}
