//! All tables, as those see them who bring clients.

use std::sync::Arc;

use super::client::Client;
use super::shared::Shared;
use super::{SendText, Setup};

/// All tables of a program. Clones are the same tables.
#[derive(Clone)]
pub struct Tables(pub(super) Arc<Shared>);

impl Tables {
    /// Opens the tables.
    ///
    /// # Errors
    /// One line: the folder of records cannot be made, or a thread cannot be started.
    pub fn open(setup: Setup) -> Result<Tables, String> {
        Ok(Tables(Arc::new(Shared::open(setup)?)))
    }

    /// A new window. It has no right before it has said hello.
    pub fn client(&self, send_text: SendText) -> Client {
        Client::new(Arc::clone(&self.0), send_text)
    }

    /// Ends all searches, engines and tables; what is recorded stays. What has no answer yet is refused. Waits until
    /// all tables have let go of their records, so it is not called from a [`SendText`].
    pub fn close(&self) {
        self.0.close();
    }
}
