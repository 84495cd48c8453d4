//! The games that can be played, as the board lists them.

use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::contract::{OptionKind, OptionSpec};
use crate::games::{GameKind, sizes_of};
use crate::wire::catalogue::list_games;

/// Options of some games that are not rules.
const NO_RULES: [&str; 2] = ["Solver", "Book"];

/// Options that are not rules: those that all games have, and those of proofs.
pub(super) fn general_options() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let games: Vec<Vec<OptionSpec>> =
            GameKind::ALL.iter().map(|(_, kind, _)| kind.open().options()).collect();
        let has = |game: &[OptionSpec], name: &str| game.iter().any(|spec| spec.name == name);
        let first = games.first().into_iter().flatten().map(|spec| spec.name.to_string());
        let everywhere = first.filter(|name| games.iter().all(|game| has(game, name)));
        everywhere.chain(NO_RULES.map(str::to_string)).collect()
    })
}

/// The answer to `games`.
pub(super) fn games() -> &'static Value {
    static GAMES: OnceLock<Value> = OnceLock::new();
    GAMES.get_or_init(|| {
        let mut games = list_games();
        for (game, (name, kind, _)) in games.as_array_mut().into_iter().flatten().zip(GameKind::ALL) {
            describe(game, name, *kind);
        }
        json!({ "games": games })
    })
}

fn describe(game: &mut Value, name: &str, kind: GameKind) {
    let engine = kind.open();
    let players = engine.status().players as i64;
    let players = engine
        .options()
        .iter()
        .find_map(|spec| match spec.kind {
            OptionKind::Spin { min, max, .. } if spec.name == "Players" => Some([min, max]),
            _ => None,
        })
        .unwrap_or([players; 2]);
    if let Some(options) = game["options"].as_array_mut() {
        options.retain(|option| !general_options().iter().any(|name| option["name"] == **name));
    }
    game["title"] = json!(engine.identity().title);
    game["family"] = json!(kind.family());
    game["players"] = json!(players);
    game["sizes"] = json!(sizes_of(&format!("{name}-0x0")).unwrap_or_default());
}
