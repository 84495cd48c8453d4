//! The games as a protocol sees them: names, and a way to open one.

use serde_json::{Map, Value, json};

use crate::contract::{OptionKind, OptionSpec};
use crate::engine::AnyEngine;
use crate::games::{self, GameKind};

/// Names of variants and how to open them. A value, so that tests can bring games of their own.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// Every name worth listing, aliases included.
    pub variants: fn() -> Vec<&'static str>,
    /// Opens a variant by name, without regard to case; `None` where there is no such variant.
    pub open: fn(&str) -> Option<Box<dyn AnyEngine>>,
}

impl Catalogue {
    /// The games of this crate.
    pub const GAMES: Catalogue = Catalogue { variants: games::variants, open: games::open };

    /// What there is in place of a name that cannot be opened: the sizes of its game, else all names.
    pub fn alternatives(&self, name: &str) -> String {
        games::sizes_of(name).unwrap_or_else(|| (self.variants)().join(", "))
    }
}

/// All games with their options, for scripts: a list of objects.
pub fn list_games() -> Value {
    let list = |&(name, kind, about): &(&str, GameKind, &str)| {
        let options: Vec<Value> = kind.open().options().iter().map(option).collect();
        json!({ "name": name, "about": about, "options": options })
    };
    GameKind::ALL.iter().map(list).collect()
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
        OptionKind::Button => json!({ "type": "button" }),
    };
    if let Value::Object(fields) = fields {
        object.extend(fields);
    }
    Value::Object(object)
}
