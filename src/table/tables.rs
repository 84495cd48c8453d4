//! All tables.

use std::sync::Arc;

use super::client::Client;
use super::{Setup, Sink, token};

/// All tables of a program. Clones are the same tables.
#[derive(Clone)]
pub struct Tables(Arc<Setup>);

impl Tables {
    /// Opens the tables.
    ///
    /// # Errors
    /// One line: the folder of records cannot be made or read, or a thread cannot be started.
    pub fn open(setup: Setup) -> Result<Tables, String> {
        Ok(Tables(Arc::new(setup)))
    }

    /// A new window. It has no right before it has said hello.
    pub fn client(&self, sink: Sink) -> Client {
        Client::new(self.clone(), sink)
    }

    /// Ends all searches, engines and tables; what is recorded stays.
    pub fn close(&self) {}

    pub(super) fn is_host(&self, given: &str) -> bool {
        token::same(&self.0.host_token, given)
    }
}
