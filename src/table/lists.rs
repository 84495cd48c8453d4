//! The list of games for the board.

use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::games::{ListedName, listed_names, sizes_of};
use crate::openings::OpeningRule;
use crate::records::Format;
use crate::wire::catalogue::list_games;

/// The answer to `games`.
pub(super) fn games() -> &'static Value {
    static GAMES: OnceLock<Value> = OnceLock::new();
    GAMES.get_or_init(|| {
        let mut games = list_games();
        for (game, listed) in games.as_array_mut().into_iter().flatten().zip(listed_names()) {
            complete(game, &listed);
        }
        json!({ "games": games })
    })
}

/// Adds a table's data of a game, and leaves out options that are not rules.
fn complete(game: &mut Value, listed: &ListedName) {
    let ListedName { name, variant, .. } = listed;
    if let Some(options) = game["options"].as_array_mut() {
        let is_rule = |option: &Value| {
            let name = option["name"].as_str();
            name.is_some_and(|name| variant.card().option(name).is_some())
        };
        options.retain(is_rule);
    }
    game["sizes"] = json!(sizes_of(&format!("{name}-0x0")).unwrap_or_default());
    let openings = openings_of(variant.card().family, variant.rules.name);
    if !openings.is_empty() {
        game["openings"] = json!(openings);
    }
    let keeps_games = |format: Format| {
        format != Format::Fen && !format.is_binary() && format.is_written() && format.has(variant.rules.name)
    };
    let formats = Format::NAMES.into_iter().filter(|name| Format::from_name(name).is_some_and(keeps_games));
    game["formats"] = json!(formats.collect::<Vec<_>>());
}

/// The opening rules of a rule set, with the number of rows of the only board that has them, if there is one.
fn openings_of(family: &str, rules: &str) -> Vec<Value> {
    const USUAL: usize = 15;
    let on = |rule: OpeningRule, size: usize| rule.fits(family, rules, size, size);
    let of = |rule: OpeningRule| {
        let mut opening = json!({ "name": rule.name(), "title": rule.title() });
        if !on(rule, USUAL + 1) {
            opening["board"] = json!(USUAL);
        }
        opening
    };
    OpeningRule::ALL.into_iter().filter(|&rule| on(rule, USUAL)).map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str) -> &'static Value {
        let games = games()["games"].as_array().expect("a list");
        games.iter().find(|game| game["name"] == name).expect(name)
    }

    #[test]
    fn names_are_listed_with_what_a_page_needs_to_offer_them() {
        let named = entry("connect4");
        assert_eq!(named["board"], json!({ "width": 7, "height": 6, "min": 4, "max": 10 }));
        assert_eq!(named["colours"][1]["fill"], "#f3dc4b");
        assert_eq!((&named["formats"], &named["players"]), (&json!(["text"]), &json!([2, 2])));
        assert_eq!(
            (&entry("cfour")["rules"], &entry("connect4-8x8")["rules"]),
            (&json!("connect4"), &json!("connect4"))
        );
        assert_eq!(entry("connect4-8x8")["board"]["width"], 8);

        let square = entry("renju");
        assert_eq!(
            square["board"],
            json!({ "width": 15, "height": 15, "min": 5, "max": 22, "option": "BoardSize" })
        );
        assert_eq!(square["formats"], json!(["sgf", "psq", "text"]));
        assert_eq!(
            (&square["openings"][1], &square["openings"][3]),
            (
                &json!({ "name": "swap2", "title": "Swap2" }),
                &json!({ "name": "soosyrv8", "title": "Soosyrv-8", "board": 15 })
            )
        );
        assert_eq!(entry("caro")["openings"].as_array().map(Vec::len), Some(2));
        assert!(named.get("openings").is_none());

        let men = entry("english");
        assert_eq!(
            (&men["family"], &men["handicap"], &men["board"]),
            (&json!("draughts"), &json!(true), &Value::Null)
        );
        assert_eq!(men["colours"][0]["name"], "black");

        let many = entry("chinesecheckers");
        assert_eq!(many["players"], json!([2, 6]));
        let options = many["options"].as_array().expect("options");
        let names: Vec<&str> = options.iter().filter_map(|option| option["name"].as_str()).collect();
        assert_eq!(names, ["Players", "Hops", "Rest", "NoShuttle", "LeaveHome", "Win"]);
    }
}
