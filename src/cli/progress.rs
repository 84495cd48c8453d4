//! How far a command has come, for a person at a terminal.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error that counts `things`, `ready` of them done before; hidden where that is not a terminal.
pub(super) fn progress(things: &str, open: usize, ready: usize) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some((open + ready) as u64), ProgressDrawTarget::stderr());
    let template = format!("{{bar:24}} {{pos}}/{{len}} {things} [{{elapsed}}<{{eta}}]");
    bar.set_style(ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.set_position(ready as u64);
    bar
}
