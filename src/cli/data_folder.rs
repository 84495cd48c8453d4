//! The default folder of games: the platform's application data directory.

use std::ffi::OsString;
use std::path::PathBuf;

/// Name of the folder within the platform's data folder.
const NAME: &str = "quadriga";

/// The folder for this user's data: `$XDG_DATA_HOME/quadriga` or `~/.local/share/quadriga`, on macOS
/// `~/Library/Application Support/quadriga`, on Windows `%APPDATA%\quadriga`. `None`: the system names no home.
pub(super) fn data_folder() -> Option<PathBuf> {
    Some(system_folder(&|name| std::env::var_os(name))?.join(NAME))
}

fn system_folder(variable: &dyn Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // A relative path would depend on the current folder.
    let path = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    if cfg!(windows) {
        path("APPDATA")
    } else if cfg!(target_os = "macos") {
        Some(path("HOME")?.join("Library/Application Support"))
    } else {
        path("XDG_DATA_HOME").or_else(|| Some(path("HOME")?.join(".local/share")))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn folder(variables: &[(&str, &str)]) -> Option<PathBuf> {
        system_folder(&|name| Some(variables.iter().find(|(known, _)| *known == name)?.1.into()))
    }

    #[test]
    fn the_named_folder_comes_before_the_usual_one() {
        assert_eq!(folder(&[("HOME", "/home/ann")]), Some("/home/ann/.local/share".into()));
        assert_eq!(folder(&[("HOME", "/home/ann"), ("XDG_DATA_HOME", "/data")]), Some("/data".into()));
        assert_eq!(
            folder(&[("HOME", "/home/ann"), ("XDG_DATA_HOME", "data")]),
            Some("/home/ann/.local/share".into())
        );
        assert_eq!(folder(&[]), None);
    }
}
