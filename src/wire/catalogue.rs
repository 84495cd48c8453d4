//! The games as a protocol sees them: names, and a way to open one.

use serde_json::{Map, Value, json};

use crate::contract::card::{Boards, Paint, RuleKind};
use crate::contract::{OptionKind, OptionSpec};
use crate::engine::AnyEngine;
use crate::games::{self, ListedName, Variant, listed_names};

/// Names of variants and how to open them. A value, so that tests can bring games of their own.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// Every name worth listing, aliases included.
    pub variants: fn() -> Vec<&'static str>,
    /// Opens a variant by name, without regard to case; `None` if it is unknown.
    pub open: fn(&str) -> Option<Box<dyn AnyEngine>>,
}

impl Catalogue {
    /// The games of this crate.
    pub const GAMES: Catalogue = Catalogue { variants: games::variants, open: games::open };

    /// The games again, with faults: `connect4!Tree` is Connect Four whose first search panics there. With
    /// `draughts!Tree!name` only one search panics, however often it is opened.
    #[cfg(test)]
    pub const FAULTY: Catalogue = Catalogue { variants: games::variants, open: faulty::open };

    /// What to write for a name that cannot be opened: the sizes of its game, else all names.
    pub fn alternatives(&self, name: &str) -> String {
        games::sizes_of(name).unwrap_or_else(|| format!("expected one of {}", (self.variants)().join(", ")))
    }
}

/// All games with their options, for scripts: a list of objects.
pub fn list_games() -> Value {
    listed_names().map(|listed| describe(&listed)).collect()
}

fn describe(listed: &ListedName) -> Value {
    let (card, rules) = (listed.variant.card(), listed.variant.rules);
    let options: Vec<Value> = listed.variant.open().options().iter().map(option).collect();
    let mut object = json!({
        "name": listed.name,
        "about": listed.about,
        "options": options,
        "family": card.family,
        "rules": rules.name,
        "title": rules.title,
        "players": card.players(),
        "pieces": card.pieces.name(),
        "colours": rules.colours.iter().map(colour).collect::<Vec<_>>(),
        "handicap": card.handicap,
    });
    if !card.ballots.is_empty() {
        let ballot = |(name, about): &(&str, &str)| json!({ "name": name, "about": about });
        object["ballots"] = card.ballots.iter().map(ballot).collect();
    }
    if let Some(board) = board(&listed.variant) {
        object["board"] = board;
    }
    object
}

fn colour(paint: &Paint) -> Value {
    json!({ "name": paint.name, "fill": paint.fill, "rim": paint.rim, "detail": paint.detail })
}

/// The board of a game with several sizes: the shortest and the longest side, and the option that sets it, if it is not
/// part of the name.
fn board(variant: &Variant) -> Option<Value> {
    match variant.card().boards {
        Boards::Fixed => None,
        Boards::ByName { usual, min, max } => {
            let [width, height] = variant.size.unwrap_or(usual);
            Some(json!({ "width": width, "height": height, "min": min, "max": max }))
        }
        Boards::ByOption(option) => match variant.card().option(option)?.kind {
            RuleKind::Number { default, min, max } => {
                Some(json!({ "width": default, "height": default, "min": min, "max": max, "option": option }))
            }
            _ => None,
        },
    }
}

fn option(spec: &OptionSpec) -> Value {
    let mut object = Map::new();
    object.insert("name".to_string(), json!(spec.name));
    object.insert("help".to_string(), json!(spec.help));
    let fields = match &spec.kind {
        OptionKind::Spin { default, min, max } => {
            json!({ "type": "spin", "default": default, "min": min, "max": max })
        }
        OptionKind::Check { default } => json!({ "type": "check", "default": default }),
        OptionKind::Combo { default, values } => {
            json!({ "type": "combo", "default": default, "values": values })
        }
        OptionKind::Text => json!({ "type": "string", "default": "" }),
        OptionKind::Button => json!({ "type": "button" }),
    };
    if let Value::Object(fields) = fields {
        object.extend(fields);
    }
    Value::Object(object)
}

#[cfg(test)]
mod faulty {
    use parking_lot::Mutex;

    use super::*;
    use crate::contract::StopHandle;
    use crate::contract::fault::Stage;

    /// The engines that were opened for one fault between them.
    static OPENED: Mutex<Vec<(String, StopHandle)>> = Mutex::new(Vec::new());

    pub(super) fn open(name: &str) -> Option<Box<dyn AnyEngine>> {
        let Some((game, fault)) = name.split_once('!') else { return games::open(name) };
        let engine = games::open(game)?;
        let (stage, only_one) = fault.split_once('!').map_or((fault, false), |(stage, _)| (stage, true));
        let stage = Stage::ALL.into_iter().find(|known| format!("{known:?}").eq_ignore_ascii_case(stage))?;
        let mut opened = OPENED.lock();
        let had_it = |(known, handle): &(String, StopHandle)| known == name && !handle.fault().is_armed();
        if !only_one || !opened.iter().any(had_it) {
            engine.stop_handle().fault().arm(stage);
            opened.push((name.to_string(), engine.stop_handle()));
        }
        Some(engine)
    }
}
