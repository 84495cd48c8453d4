//! Ids and tokens: 128 random bits as 32 hexadecimal digits.

/// Bytes of a token.
const BYTES: usize = 16;
/// Digits of a token.
pub(super) const LENGTH: usize = 2 * BYTES;

/// A new token.
///
/// # Errors
/// One line: the system provides no random numbers.
pub fn new_token() -> Result<String, String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| format!("the system provides no random numbers: {error}"))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Are they the same, in constant time? An empty token is never the same.
pub(super) fn same(secret: &str, given: &str) -> bool {
    use subtle::ConstantTimeEq;
    !secret.is_empty() && bool::from(secret.as_bytes().ct_eq(given.as_bytes()))
}

/// Can this be an id? Ids are names of files, so other texts must not be looked up.
pub(super) fn is_id(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_are_ids() {
        let [one, other] = [(), ()].map(|()| new_token().expect("random numbers"));
        assert_ne!(one, other);
        assert!(is_id(&one) && is_id(&other));
        assert!(!is_id("../../../../../../../etc/passwd/") && !is_id(""));
    }

    #[test]
    fn only_the_whole_token_is_the_same() {
        assert!(same("abc", "abc"));
        assert!(!same("abc", "abd") && !same("abc", "ab") && !same("", ""));
    }
}
