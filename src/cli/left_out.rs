//! Commands of a feature that this build was made without: they take any arguments and say what is missing.

/// Any arguments.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _any: Vec<String>,
}

/// The message for what is missing, such as `plays no matches`, without a feature of `Cargo.toml`.
pub(super) fn refusal(lack: &str, feature: &str) -> String {
    format!("this build {lack}: it was made without the feature '{feature}' of Cargo.toml")
}
