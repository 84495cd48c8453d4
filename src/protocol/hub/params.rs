//! What can be set: `param` lines and `set-param`.

use super::Hub;
use super::level::seconds;
use crate::contract::MoveStyle;
use crate::engine::AnyEngine;
use crate::wire::hub::{Line, variant_word, written};

/// Bytes of an entry of the transposition table, as a power of two; `tt-size` counts entries as a power of two.
const ENTRY_BITS: u32 = 4;
/// The same of a mebibyte.
const MIB_BITS: u32 = 20;
/// Range of `tt-size`: from 1 MiB to 1 TiB.
const TT_SIZES: std::ops::RangeInclusive<u32> = 16..=36;

impl Hub {
    /// The answer to `hub`.
    pub(super) fn introduction(&self, engine: &dyn AnyEngine) -> String {
        let variant = variant_word(&engine.identity().variant).unwrap_or_default();
        let names: Vec<&str> = self.hub_variants().into_iter().map(|(hub, _)| hub).collect();
        [
            concat!(
                "id name=Quadriga version=",
                env!("CARGO_PKG_VERSION"),
                " author=\"the Quadriga authors\" country=International"
            )
            .to_string(),
            format!("param name=variant value={variant} type=enum values={}", written(&names.join(" "))),
            "param name=ponder value=false type=bool".to_string(),
            "param name=threads value=1 type=int min=1 max=512".to_string(),
            format!("param name=tt-size value=22 type=int min={} max={}", TT_SIZES.start(), TT_SIZES.end()),
            "param name=move-overhead value=0.01 type=real min=0 max=5".to_string(),
            "param name=skill-level value=20 type=int min=0 max=20".to_string(),
            "param name=multi-pv value=1 type=int min=1 max=256".to_string(),
            "param name=database value=\"\" type=string".to_string(),
            "wait".to_string(),
        ]
        .join("\n")
    }

    /// The variants that the protocol has, by its name and by ours.
    fn hub_variants(&self) -> Vec<(&'static str, &'static str)> {
        let named = |name| Some((variant_word(name)?, name));
        self.settings.variants().into_iter().filter_map(named).collect()
    }

    /// `set-param name= value=`. Unknown parameters are ignored, as the protocol requires.
    pub(super) fn set_param(&mut self, line: &Line, engine: &mut Box<dyn AnyEngine>) -> Result<(), String> {
        let name = line.get("name").filter(|name| !name.is_empty()).ok_or("set-param: missing name")?;
        let value = line.get("value").unwrap_or_default();
        let (option, value) = match name {
            "variant" => return self.set_variant(value, engine),
            "ponder" => ("Ponder", value.to_string()),
            "threads" => ("Threads", value.to_string()),
            "skill-level" => ("Skill Level", value.to_string()),
            "multi-pv" => ("MultiPV", value.to_string()),
            "database" => ("Database", value.to_string()),
            "tt-size" => ("Hash", mebibytes(value)?.to_string()),
            "move-overhead" => ("Move Overhead", seconds(name, value)?.to_string()),
            _ => return Ok(()),
        };
        self.settings.set(engine.as_mut(), option, &value).map_err(|error| format!("{name}: {error}"))?;
        Ok(())
    }

    fn set_variant(&mut self, value: &str, engine: &mut Box<dyn AnyEngine>) -> Result<(), String> {
        let variants = self.hub_variants();
        let Some((_, name)) = variants.iter().find(|(hub, name)| [*hub, *name].contains(&value)) else {
            let names: Vec<&str> = variants.into_iter().map(|(hub, _)| hub).collect();
            return Err(format!("unknown variant '{value}'; expected one of {}", names.join(" ")));
        };
        self.settings.change_variant(engine, name).map_err(|error| error.to_string())?;
        engine.set_move_style(MoveStyle::Numeric);
        self.lost = false;
        Ok(())
    }
}

/// MiB of a table with two to the power of `value` entries.
fn mebibytes(value: &str) -> Result<u64, String> {
    let size: u32 =
        value.parse().map_err(|_| format!("tt-size={value}: expected a whole number, such as 22"))?;
    let size = size.clamp(*TT_SIZES.start(), *TT_SIZES.end());
    Ok(1 << (size + ENTRY_BITS - MIB_BITS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sized_by_entries_of_sixteen_bytes() {
        assert_eq!(mebibytes("16"), Ok(1));
        assert_eq!(mebibytes("22"), Ok(64));
        assert_eq!(mebibytes("0"), Ok(1));
        assert_eq!(mebibytes("99"), Ok(1 << 20));
        assert!(mebibytes("big").is_err());
    }
}
