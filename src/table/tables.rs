//! All tables, as front-ends see them.

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
    /// One line: the folder of records cannot be created, or a thread cannot be started.
    pub fn open(setup: Setup) -> Result<Tables, String> {
        Ok(Tables(Arc::new(Shared::open(setup)?)))
    }

    /// A new window. It has no rights before it has sent hello.
    pub fn client(&self, send_text: SendText) -> Client {
        Client::new(Arc::clone(&self.0), send_text, false)
    }

    /// The same from the local network, where the token of the host opens nothing.
    pub fn guest(&self, send_text: SendText) -> Client {
        Client::new(Arc::clone(&self.0), send_text, true)
    }

    /// Ends all searches, engines and tables; records stay. Pending commands are refused. Waits until all tables have
    /// released their records, so it must not be called from a [`SendText`].
    pub fn close(&self) {
        self.0.close();
    }
}
