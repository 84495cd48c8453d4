//! Progress of a command, for a user at a terminal.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Interval between updates of a spinner.
const TICK: Duration = Duration::from_millis(100);

/// A bar on standard error that counts `things`, `ready` of them done before; hidden if that is not a terminal.
pub(super) fn progress(things: &str, open: usize, ready: usize) -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some((open + ready) as u64), ProgressDrawTarget::stderr());
    let template = format!("{{bar:24}} {{pos}}/{{len}} {things} [{{elapsed}}<{{eta}}]");
    bar.set_style(ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_position(ready as u64);
    bar
}

/// What is being done and for how long, on standard error; hidden if that is not a terminal.
pub(super) fn spinner() -> ProgressBar {
    if !stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
        spinner.set_style(style);
    }
    let turning = spinner.clone();
    let turn = move || {
        while !turning.is_finished() {
            turning.tick();
            std::thread::sleep(TICK);
        }
    };
    // Without a thread the spinner turns when its text changes.
    let _ = std::thread::Builder::new().name("spinner".to_string()).spawn(turn);
    spinner
}
