//! The fields of a request, taken one by one.
//!
//! A field of the wrong type is an error. A number out of range is replaced by the nearest bound, with a warning. An
//! unknown field is ignored with a warning. A field with the value `null` counts as absent.

use serde::Serialize;

use super::json::Json;
use crate::wire::message::quoted;

/// Maximum length of an id in bytes: every answer repeats it.
const MAX_ID_BYTES: usize = 1000;

/// The name that a client gives to a request. A string never equals a number.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Id {
    Text(String),
    Number(i128),
}

/// Why a request is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct RequestError {
    #[serde(rename = "error")]
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
}

/// A note on a request that is executed anyway.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Warning {
    #[serde(rename = "warning")]
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
}

impl RequestError {
    /// An error that is not about a single field.
    pub fn of_line(message: String) -> RequestError {
        RequestError { message, field: None, id: None }
    }
}

/// The fields of one request that have not been taken yet.
pub(super) struct Fields {
    id: Option<Id>,
    pairs: Vec<(String, Json)>,
    pub warnings: Vec<Warning>,
}

impl Fields {
    /// Reads a line.
    ///
    /// # Errors
    /// The line is not a JSON object, a field is given twice, or the id is invalid.
    pub fn read(line: &str) -> Result<Fields, RequestError> {
        let pairs = match Json::parse(line).map_err(RequestError::of_line)? {
            Json::Object(pairs) => pairs,
            other => {
                return Err(RequestError::of_line(format!("expected a JSON object, not {}", other.shown())));
            }
        };
        let mut fields = Fields { id: None, pairs, warnings: Vec::new() };
        fields.check_duplicate("id")?;
        if let Some(id) = fields.take("id") {
            let expected = "takes a text of at most 1000 bytes or a whole number of up to 64 bits";
            let id = match id {
                Json::Text(text) if text.len() <= MAX_ID_BYTES => Id::Text(text),
                Json::Whole(number) => Id::Number(number),
                other => return Err(fields.refused("id", expected, &other)),
            };
            fields.id = Some(id);
        }
        let names: Vec<&String> = fields.pairs.iter().map(|(name, _)| name).collect();
        match first_duplicate(&names) {
            Some(name) => Err(fields.twice(name)),
            None => Ok(fields),
        }
    }

    fn check_duplicate(&self, name: &str) -> Result<(), RequestError> {
        let times = self.pairs.iter().filter(|(known, _)| known == name).count();
        if times > 1 { Err(self.twice(name)) } else { Ok(()) }
    }

    fn twice(&self, name: &str) -> RequestError {
        self.error(name, format!("field {} is given twice", quoted(name)))
    }

    /// The id; `None` if there is none.
    pub fn id(&self) -> Option<Id> {
        self.id.clone()
    }

    /// An error about a field.
    pub fn error(&self, field: &str, message: String) -> RequestError {
        RequestError { message, field: Some(shortened(field)), id: self.id.clone() }
    }

    /// "field 'depth' takes ..., not 'x'"
    pub fn refused(&self, field: &str, takes: &str, found: &Json) -> RequestError {
        self.error(field, format!("field '{field}' {takes}, not {}", found.shown()))
    }

    /// Adds a warning about a field.
    pub fn warn(&mut self, field: &str, message: String) {
        let warning = Warning { message, field: Some(shortened(field)), id: self.id.clone() };
        self.warnings.push(warning);
    }

    /// Takes a field; `None` if it is absent or `null`.
    pub fn take(&mut self, name: &str) -> Option<Json> {
        let at = self.pairs.iter().position(|(known, _)| known == name)?;
        Some(self.pairs.swap_remove(at).1).filter(|value| *value != Json::Null)
    }

    /// Takes a string.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, RequestError> {
        match self.take(name) {
            None => Ok(None),
            Some(Json::Text(text)) => Ok(Some(text)),
            Some(other) => Err(self.refused(name, "takes a text", &other)),
        }
    }

    /// Takes `true` or `false`; `false` if it is absent.
    pub fn flag(&mut self, name: &str) -> Result<bool, RequestError> {
        match self.take(name) {
            None => Ok(false),
            Some(Json::Flag(flag)) => Ok(flag),
            Some(other) => Err(self.refused(name, "takes true or false", &other)),
        }
    }

    /// Takes an integer, limited to the range.
    pub fn whole(&mut self, name: &str, min: i64, max: i64) -> Result<Option<i64>, RequestError> {
        match self.take(name) {
            None => Ok(None),
            Some(Json::Whole(number) | Json::Rounded(number)) => {
                // The result fits, because the bounds do.
                let used = number.clamp(min.into(), max.into()) as i64;
                if i128::from(used) != number {
                    self.warn(name, format!("field '{name}': {number} is out of range, {used} is used"));
                }
                Ok(Some(used))
            }
            Some(other) => {
                let takes = match (min, max) {
                    (i64::MIN, i64::MAX) => "takes a whole number".to_string(),
                    (min, i64::MAX) => format!("takes a whole number from {min}"),
                    (min, max) => format!("takes a whole number from {min} to {max}"),
                };
                Err(self.refused(name, &takes, &other))
            }
        }
    }

    /// Takes a list of moves; empty if it is absent. Numbers are moves too: columns of Connect Four.
    pub fn moves(&mut self, name: &str) -> Result<Vec<String>, RequestError> {
        let word = |value: &Json| match value {
            Json::Text(text) => Ok(text.clone()),
            Json::Whole(number) => Ok(number.to_string()),
            Json::List(pair) => Err(colour_and_move(pair)),
            _ => Err(None),
        };
        self.list(name, "takes a list of moves", word)
    }

    /// Takes a list of texts, which are rows of a board; empty if it is absent.
    pub fn rows(&mut self, name: &str) -> Result<Vec<String>, RequestError> {
        let word = |value: &Json| match value {
            Json::Text(text) => Ok(text.clone()),
            _ => Err(Some("a row is a text with a character for each cell, such as \"..12...\"".to_string())),
        };
        self.list(name, "takes a list of texts, one for each row", word)
    }

    /// Takes a list. `word` reads one of its values, or returns a hint.
    fn list(
        &mut self,
        name: &str,
        takes: &str,
        word: impl Fn(&Json) -> Result<String, Option<String>>,
    ) -> Result<Vec<String>, RequestError> {
        let list = match self.take(name) {
            None => return Ok(Vec::new()),
            Some(Json::List(list)) => list,
            Some(other) => return Err(self.refused(name, takes, &other)),
        };
        let refused = |place: usize, hint: Option<String>| {
            let mut error = self.refused(name, takes, &list[place]);
            error.message += &format!(" in place {}", place + 1);
            error.message.extend(hint.map(|hint| format!("; {hint}")));
            error
        };
        let read =
            list.iter().enumerate().map(|(place, value)| word(value).map_err(|hint| refused(place, hint)));
        read.collect()
    }

    /// Takes an object of names and words.
    pub fn settings(&mut self, name: &str) -> Result<Vec<(String, String)>, RequestError> {
        const TAKES: &str = "takes an object of names and values";
        let pairs = match self.take(name) {
            None => return Ok(Vec::new()),
            Some(Json::Object(pairs)) => pairs,
            Some(other) => return Err(self.refused(name, TAKES, &other)),
        };
        let names: Vec<String> = pairs.iter().map(|(key, _)| key.to_ascii_lowercase()).collect();
        if let Some(twice) = first_duplicate(&names) {
            return Err(self.error(name, format!("option {} is given twice", quoted(twice))));
        }
        let set = pairs.into_iter().filter(|(_, value)| *value != Json::Null);
        set.map(|(key, value)| {
            let refused = || {
                let (key, value) = (quoted(&key), value.shown());
                self.error(name, format!("option {key} takes a text, a number, true or false, not {value}"))
            };
            let word = value.word().ok_or_else(refused)?;
            Ok((key, word))
        })
        .collect()
    }

    /// Ignores the remaining fields, with a warning for each.
    pub fn end(mut self) -> Vec<Warning> {
        for (name, _) in std::mem::take(&mut self.pairs) {
            self.warn(&name, format!("field {} is unknown and ignored", quoted(&name)));
        }
        self.warnings
    }
}

/// What to write in place of `["B","H8"]`, as KataGo has it.
fn colour_and_move(pair: &[Json]) -> Option<String> {
    let [Json::Text(_), Json::Text(mv)] = pair else { return None };
    Some(format!("players take turns, so a move has no colour: {}", Json::Text(mv.clone()).compact()))
}

/// The first name that occurs twice.
fn first_duplicate<T: Ord>(names: &[T]) -> Option<&T> {
    let mut sorted: Vec<&T> = names.iter().collect();
    sorted.sort();
    sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
}

/// A name, shortened for an answer.
fn shortened(name: &str) -> String {
    name.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(line: &str) -> Fields {
        Fields::read(line).unwrap_or_else(|error| panic!("{line}: {}", error.message))
    }

    fn error(line: &str) -> (String, Option<String>) {
        let error = Fields::read(line).err().expect("an error");
        (error.message, error.field)
    }

    #[test]
    fn ids_are_text_or_whole_numbers() {
        assert_eq!(fields(r#"{"id":"a"}"#).id(), Some(Id::Text("a".to_string())));
        assert_eq!(fields(r#"{"id":7}"#).id(), Some(Id::Number(7)));
        assert_eq!(fields(r#"{"id":7.0}"#).id(), Some(Id::Number(7)));
        assert_eq!(fields(r#"{"id":18446744073709551615}"#).id(), Some(Id::Number(u64::MAX.into())));
        for id in [
            "1.5",
            "1e300",
            "-9223372036854775900",
            "9007199254740993.0",
            "-1e19",
            "true",
            "[]",
            "{}",
            &format!("\"{}\"", "x".repeat(1001)),
        ] {
            assert_eq!(error(&format!("{{\"id\":{id}}}")).1.as_deref(), Some("id"), "{id}");
        }
    }

    #[test]
    fn a_field_may_be_given_once() {
        assert_eq!(error(r#"{"depth":1,"id":"a","depth":2}"#).0, "field 'depth' is given twice");
        assert_eq!(error(r#"{"id":"a","id":"b"}"#).0, "field 'id' is given twice");
        let twice = fields(r#"{"options":{"Players":2,"players":3}}"#).settings("options").unwrap_err();
        assert_eq!(twice.message, "option 'players' is given twice");
        let list = fields(r#"{"options":{"Book":true,"Hash":[1,2]}}"#).settings("options").unwrap_err();
        assert_eq!(list.message, "option 'Hash' takes a text, a number, true or false, not [1,2]");
    }

    #[test]
    fn only_objects_are_requests() {
        assert_eq!(error("[1]").0, "expected a JSON object, not [1]");
        assert_eq!(error("\"x\"").0, "expected a JSON object, not 'x'");
    }

    #[test]
    fn numbers_out_of_range_are_brought_into_it() {
        let mut read = fields(r#"{"depth":999,"nodes":"x","movetime":1.5,"mate":null,"more":1e30}"#);
        assert_eq!(read.whole("depth", 1, 200), Ok(Some(200)));
        assert_eq!(read.warnings[0].message, "field 'depth': 999 is out of range, 200 is used");
        let nodes = read.whole("nodes", 1, i64::MAX).unwrap_err();
        assert_eq!(nodes.message, "field 'nodes' takes a whole number from 1, not 'x'");
        let time = read.whole("movetime", 1, 9).unwrap_err();
        assert_eq!(time.message, "field 'movetime' takes a whole number from 1 to 9, not 1.5");
        assert_eq!(read.whole("mate", 1, 9), Ok(None));
        let more = read.whole("more", 1, 9).unwrap_err();
        assert_eq!(more.message, "field 'more' takes a whole number from 1 to 9, not 1e30");
    }

    #[test]
    fn a_wrong_word_of_a_list_is_named_with_its_place() {
        let mut read = fields(r#"{"id":1,"moves":["h8",["B","H8"]],"rows":["..",[0,0]],"avoid":{"a":1}}"#);
        assert_eq!(
            read.moves("moves").unwrap_err().message,
            "field 'moves' takes a list of moves, not [\"B\",\"H8\"] in place 2; players take turns, so a move has no \
             colour: \"H8\""
        );
        assert_eq!(
            read.rows("rows").unwrap_err().message,
            "field 'rows' takes a list of texts, one for each row, not [0,0] in place 2; a row is a text with a character \
             for each cell, such as \"..12...\""
        );
        let avoid = read.moves("avoid").unwrap_err().message;
        assert_eq!(avoid, "field 'avoid' takes a list of moves, not {\"a\":1}");
    }

    #[test]
    fn unknown_fields_are_warned_of() {
        let mut read = fields(r#"{"id":1,"deep":3,"moves":[4,"5"]}"#);
        assert_eq!(read.moves("moves").unwrap(), ["4", "5"]);
        let warnings = read.end();
        assert_eq!(warnings.len(), 1);
        assert_eq!(warnings[0].message, "field 'deep' is unknown and ignored");
    }
}
