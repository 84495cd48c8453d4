//! Options, and the one place where their values are checked.

use super::EngineError;

/// Kind, range and default of an option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// A whole number.
    Spin {
        /// Value before it is set.
        default: i64,
        /// Smallest value.
        min: i64,
        /// Largest value.
        max: i64,
    },
    /// `true` or `false`.
    Check {
        /// Value before it is set.
        default: bool,
    },
    /// One of a list of words.
    Combo {
        /// Value before it is set.
        default: String,
        /// All values.
        values: Vec<String>,
    },
    /// Any text, empty before it is set.
    Text,
    /// An action without a value.
    Button,
}

/// An option that can be set by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptionSpec {
    /// Name as printed; matched without regard to case.
    pub name: String,
    /// Its type and range.
    pub kind: OptionKind,
    /// What it does, in one sentence without a final stop.
    pub help: &'static str,
}

impl OptionSpec {
    /// A whole number in a range.
    pub fn spin(name: &str, default: i64, min: i64, max: i64, help: &'static str) -> OptionSpec {
        OptionSpec { name: name.to_string(), kind: OptionKind::Spin { default, min, max }, help }
    }

    /// A switch.
    pub fn check(name: &str, default: bool, help: &'static str) -> OptionSpec {
        OptionSpec { name: name.to_string(), kind: OptionKind::Check { default }, help }
    }

    /// One of several words; the first is the default.
    pub fn combo(name: &str, values: &[&str], help: &'static str) -> OptionSpec {
        let values: Vec<String> = values.iter().map(|v| (*v).to_string()).collect();
        OptionSpec {
            name: name.to_string(),
            kind: OptionKind::Combo { default: values[0].clone(), values },
            help,
        }
    }

    /// Any text.
    pub fn text(name: &str, help: &'static str) -> OptionSpec {
        OptionSpec { name: name.to_string(), kind: OptionKind::Text, help }
    }

    /// An action.
    pub fn button(name: &str, help: &'static str) -> OptionSpec {
        OptionSpec { name: name.to_string(), kind: OptionKind::Button, help }
    }
}

impl OptionSpec {
    /// The value before it is set, as [`OptionSpec::check_value`] spells it; empty for a button.
    pub fn default_text(&self) -> String {
        match &self.kind {
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::Check { default } => default.to_string(),
            OptionKind::Combo { default, .. } => default.clone(),
            OptionKind::Text | OptionKind::Button => String::new(),
        }
    }

    /// Checks a value for this option. Returns it in canonical spelling, and a note if it had to be
    /// changed to fit its range.
    ///
    /// # Errors
    /// The value is of the wrong kind.
    pub fn check_value(&self, value: &str) -> Result<(String, Option<String>), EngineError> {
        let value = value.trim();
        let name = &self.name;
        match &self.kind {
            OptionKind::Button => Ok((String::new(), None)),
            // As UCI writes an empty text.
            OptionKind::Text if value == "<empty>" => Ok((String::new(), None)),
            OptionKind::Text => Ok((value.to_string(), None)),
            OptionKind::Check { .. } => match value.to_ascii_lowercase().as_str() {
                word @ ("true" | "false") => Ok((word.to_string(), None)),
                _ => Err(EngineError(format!("option '{name}' takes true or false, not '{value}'"))),
            },
            OptionKind::Combo { values, .. } => {
                let known = values.iter().find(|v| v.eq_ignore_ascii_case(value));
                let known = known.ok_or_else(|| {
                    EngineError(format!("option '{name}' takes one of {}, not '{value}'", values.join(" ")))
                })?;
                Ok((known.clone(), None))
            }
            OptionKind::Spin { min, max, .. } => {
                let number = parse_saturating(value).ok_or_else(|| {
                    EngineError(format!("option '{name}' takes a number {min}..{max}, not '{value}'"))
                })?;
                let fitted = number.clamp(*min, *max);
                let note =
                    (fitted != number).then(|| format!("option '{name}' set to {fitted}, not {value}"));
                Ok((fitted.to_string(), note))
            }
        }
    }
}

/// Reads a whole number, clamped to 64 bits.
fn parse_saturating(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(text.parse().unwrap_or(limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_clamped_with_a_note() {
        let spec = OptionSpec::spin("Threads", 1, 1, 512, "");
        assert_eq!(spec.check_value("7"), Ok(("7".to_string(), None)));
        let (value, note) = spec.check_value("99999999999999999999999").expect("a number");
        assert_eq!(value, "512");
        assert!(note.expect("a note").contains("512"));
        assert_eq!(spec.check_value("-9").expect("a number").0, "1");
        assert!(spec.check_value("abc").is_err());
        assert!(spec.check_value("").is_err());
        assert!(spec.check_value("1e3").is_err());
    }

    #[test]
    fn words_are_matched_without_regard_to_case_and_kept_as_listed() {
        let spec = OptionSpec::combo("Hops", &["adjacent", "long"], "");
        assert_eq!(spec.check_value(" LONG "), Ok(("long".to_string(), None)));
        assert!(spec.check_value("short").expect_err("unknown").0.contains("'short'"));
        let check = OptionSpec::check("Ponder", false, "");
        assert_eq!(check.check_value("True"), Ok(("true".to_string(), None)));
        assert!(check.check_value("yes").is_err());
    }
}
