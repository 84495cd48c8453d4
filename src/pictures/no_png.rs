//! PNG in a build without it.

/// Refuses every picture.
///
/// # Errors
/// Always.
pub fn png(_: &str) -> Result<Vec<u8>, String> {
    Err("this build cannot write PNG: it was made without the feature 'png' of Cargo.toml".to_string())
}
