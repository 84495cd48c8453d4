//! Signals that ask the program to end.

use super::Failure;

/// A request to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Signal {
    /// Ctrl-C: from a user, who may press it again.
    Interrupt,
    /// SIGTERM or SIGHUP: the system asks, or the terminal has gone.
    #[cfg_attr(not(unix), allow(dead_code))]
    End,
}

fn failure(error: &dyn std::fmt::Display) -> Failure {
    Failure::Failed(format!("cannot listen to signals: {error}"))
}

/// Calls `handler`, on a thread of its own, for each request from now on.
///
/// # Errors
/// The system refuses the signal handler.
#[cfg(unix)]
pub(super) fn listen(mut handler: impl FnMut(Signal) + Send + 'static) -> Result<(), Failure> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals =
        signal_hook::iterator::Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(|error| failure(&error))?;
    let work = move || {
        for number in signals.forever() {
            handler(if number == SIGINT { Signal::Interrupt } else { Signal::End });
        }
    };
    let thread = std::thread::Builder::new().name("signals".to_string()).spawn(work);
    thread.map(drop).map_err(|error| failure(&error))
}

/// The same; the requests of this system are not distinguished.
#[cfg(not(unix))]
pub(super) fn listen(mut handler: impl FnMut(Signal) + Send + 'static) -> Result<(), Failure> {
    ctrlc::set_handler(move || handler(Signal::Interrupt)).map_err(|error| failure(&error))
}
