//! JSON for requests: an object keeps all its fields, so that duplicates are noticed, and integers are distinguished
//! from other numbers. A number without a fraction is an integer, however it is written: `1000`, `1000.0`, `1e3`.
//!
//! `serde_json` limits the depth to 128, so no line can exhaust the stack.

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::wire::message::quoted;

/// Longest quotation of a list or an object in a message, in characters.
const MAX_SHOWN_CHARS: usize = 60;
/// A number of this size is not taken for an integer: no field has such values.
const TOO_LARGE: f64 = 18_446_744_073_709_551_616.0;

/// Below this, numbers with a point or an exponent are what is written.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A JSON value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Json {
    Null,
    Flag(bool),
    Whole(i128),
    /// A whole number with a point or an exponent, of more digits than such numbers keep: it may be another one than written.
    Rounded(i128),
    Real(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads one line.
    ///
    /// # Errors
    /// One line: the error and its column.
    pub fn parse(line: &str) -> Result<Json, String> {
        serde_json::from_str(line).map_err(|error| {
            let text = error.to_string();
            let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
            format!("not JSON: {what} in column {}", error.column())
        })
    }

    /// The value as a message quotes it.
    pub fn shown(&self) -> String {
        match self {
            Json::Null => "null".to_string(),
            Json::Flag(flag) => flag.to_string(),
            Json::Whole(number) => number.to_string(),
            Json::Rounded(number) => format!("about {number}"),
            Json::Real(number) if number.abs() >= TOO_LARGE => format!("{number:e}"),
            Json::Real(number) => number.to_string(),
            Json::Text(text) => quoted(text),
            Json::List(_) | Json::Object(_) => {
                let text = self.compact();
                match text.char_indices().nth(MAX_SHOWN_CHARS) {
                    Some((end, _)) => format!("{}...", &text[..end]),
                    None => text,
                }
            }
        }
    }

    /// The value as JSON without blanks.
    pub fn compact(&self) -> String {
        let text = |text: &String| serde_json::Value::from(text.as_str()).to_string();
        match self {
            Json::Text(value) => text(value),
            Json::List(list) => {
                let values: Vec<String> = list.iter().map(Json::compact).collect();
                format!("[{}]", values.join(","))
            }
            Json::Object(pairs) => {
                let pairs: Vec<String> =
                    pairs.iter().map(|(name, value)| format!("{}:{}", text(name), value.compact())).collect();
                format!("{{{}}}", pairs.join(","))
            }
            other => other.shown(),
        }
    }

    /// The value as one word: a string, a number, `true` or `false`.
    pub fn word(&self) -> Option<String> {
        match self {
            Json::Text(text) => Some(text.clone()),
            Json::Rounded(number) => Some(number.to_string()),
            Json::Flag(_) | Json::Whole(_) | Json::Real(_) => Some(self.shown()),
            Json::Null | Json::List(_) | Json::Object(_) => None,
        }
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Json;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Json, E> {
        Ok(Json::Flag(flag))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Whole(number.into()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Whole(number.into()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Json, E> {
        let is_whole = number.fract() == 0.0 && number.abs() < TOO_LARGE;
        Ok(match is_whole {
            true if number.abs() < EXACT => Json::Whole(number as i128),
            true => Json::Rounded(number as i128),
            false => Json::Real(number),
        })
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_string()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Json, E> {
        Ok(Json::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = access.next_element()? {
            list.push(value);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Json, A::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = access.next_entry()? {
            pairs.push(pair);
        }
        Ok(Json::Object(pairs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_kind_and_fields_their_order() {
        let read = Json::parse(r#"{"b":1,"a":1.5,"b":-18446744073709551616,"c":[null,true,"x"]}"#).unwrap();
        let pairs = vec![
            ("b".to_string(), Json::Whole(1)),
            ("a".to_string(), Json::Real(1.5)),
            ("b".to_string(), Json::Real(-18_446_744_073_709_551_616.0)),
            ("c".to_string(), Json::List(vec![Json::Null, Json::Flag(true), Json::Text("x".to_string())])),
        ];
        assert_eq!(read, Json::Object(pairs));
    }

    #[test]
    fn a_number_without_a_fraction_is_whole_in_every_form() {
        for (text, number) in [("1e6", 1_000_000), ("1000.0", 1000), ("-3.0E0", -3), ("-0.0", 0)] {
            assert_eq!(Json::parse(text), Ok(Json::Whole(number)), "{text}");
        }
        assert_eq!(Json::parse("25e-1"), Ok(Json::Real(2.5)));
        assert_eq!(Json::parse("1e300").unwrap().shown(), "1e300");
        let rounded = Json::parse("9007199254740993.0").unwrap();
        assert_eq!(
            (rounded.shown(), rounded.word()),
            ("about 9007199254740992".to_string(), Some("9007199254740992".to_string()))
        );
    }

    #[test]
    fn lists_and_objects_are_quoted_as_they_are_but_not_at_any_length() {
        let shown = |text: &str| Json::parse(text).unwrap().shown();
        assert_eq!(shown(r#"[ "B", 1.0, {"a": null} ]"#), r#"["B",1,{"a":null}]"#);
        let long = shown(&format!("[\"{}\"]", "ä".repeat(5000)));
        assert_eq!((long.chars().count(), long.ends_with("ä...")), (63, true));
    }

    #[test]
    fn what_is_not_json_is_refused_with_its_column() {
        for (line, message) in [
            ("{\"a\":}", "not JSON: expected value in column 6"),
            ("{\"a\":1} x", "not JSON: trailing characters in column 9"),
            ("{\"a\":1e999}", "not JSON: number out of range in column 10"),
            ("{\"a\":\"\0\"}", "not JSON: control character"),
        ] {
            let error = Json::parse(line).unwrap_err();
            assert!(error.starts_with(message), "{line}: {error}");
        }
    }

    #[test]
    fn endless_nesting_is_refused() {
        for open in ["[", "{\"a\":"] {
            let error = Json::parse(&open.repeat(1_000_000)).unwrap_err();
            assert!(error.contains("recursion limit exceeded"), "{error}");
        }
    }
}
