//! Which numbers are tuned, and from where.

use quadriga::contract::{OptionKind, OptionSpec, SearchParams};
use quadriga::games;

use crate::gradient::Parameter;

/// The numbers of a game that are to be tuned: those named, or all of rules that are on. `starts` are words
/// `name=value` for those that do not start from the game's own value.
///
/// # Errors
/// One line: no such game or tunable, a value that is out of range or of a number that is not tuned.
pub fn of_game(game: &str, names: &[String], starts: &[String]) -> Result<Vec<Parameter>, String> {
    let engine =
        games::open(game).ok_or_else(|| format!("'{game}' is not a game that 'quadriga games' lists"))?;
    if engine.status().players != 2 {
        return Err(format!("'{game}' is not a game of two players"));
    }
    let all: Vec<Parameter> = engine.tunables().iter().filter_map(parameter).collect();
    let mut chosen = Vec::new();
    for name in names {
        let known = all.iter().find(|parameter| parameter.name == *name);
        chosen.push(known.ok_or_else(|| format!("--params: there is no tunable '{name}'"))?.clone());
    }
    if names.is_empty() {
        chosen = all.iter().filter(|parameter| is_on(&parameter.name, &all)).cloned().collect();
    }
    for word in starts {
        start(&mut chosen, word)?;
    }
    for parameter in &mut chosen {
        // Nought switches a rule off: what is on stays on.
        if parameter.min == 0 && parameter.start > 0 {
            parameter.min = 1;
        }
    }
    Ok(chosen)
}

fn parameter(spec: &OptionSpec) -> Option<Parameter> {
    let OptionKind::Spin { default, .. } = spec.kind else { return None };
    let tunable = SearchParams::TUNABLES.iter().find(|tunable| tunable.name == spec.name)?;
    let start = i32::try_from(default).ok()?;
    Some(Parameter { name: spec.name.clone(), start, min: tunable.min, max: tunable.max, step: tunable.step })
}

/// Does a number belong to a rule that is on? A rule is the numbers `rule_*`, one of which is `rule_depth`; where that is
/// nought, or a `rule_window`, the rule is off. Numbers without such a depth are no rules: the clock, the scale.
fn is_on(name: &str, all: &[Parameter]) -> bool {
    let value =
        |name: &str| all.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.start);
    let Some((rule, _)) = name.rsplit_once('_') else { return false };
    let is_set = |part: &str| value(&format!("{rule}_{part}")).map(|value| value != 0);
    let own = all.iter().find(|parameter| parameter.name == name);
    is_set("depth") == Some(true)
        && is_set("window") != Some(false)
        && own.is_some_and(|own| own.start != 0 || own.min < 0)
}

fn start(chosen: &mut [Parameter], word: &str) -> Result<(), String> {
    let (name, value) =
        word.split_once('=').ok_or_else(|| format!("--start '{word}': expected name=value"))?;
    let parameter = chosen.iter_mut().find(|parameter| parameter.name == name);
    let parameter = parameter.ok_or_else(|| format!("--start '{word}': '{name}' is not tuned"))?;
    let range = parameter.min..=parameter.max;
    let value = value.parse().ok().filter(|value| range.contains(value));
    parameter.start = value
        .ok_or_else(|| format!("--start '{word}': expected a number {}..{}", range.start(), range.end()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|word| (*word).to_string()).collect()
    }

    #[test]
    fn without_names_it_is_the_numbers_of_rules_that_are_on() {
        let chosen = of_game("draughts", &[], &[]).expect("tunables");
        let engine = games::open("draughts").expect("a game");
        let value = |name: &str| {
            let spec = engine.tunables().into_iter().find(|spec| spec.name == name).expect("a tunable");
            spec.default_text().parse::<i32>().expect("a number")
        };
        for (rule, number) in [
            ("lmr_depth", "lmr_divisor"),
            ("probcut_depth", "probcut_margin"),
            ("null_move_depth", "null_move_reduction"),
            ("futility_depth", "futility_margin"),
        ] {
            let is_tuned = chosen.iter().any(|parameter| parameter.name == number);
            assert_eq!(is_tuned, value(rule) != 0, "{number}");
        }
        for name in ["horizon", "wdl_scale"] {
            assert!(chosen.iter().all(|parameter| parameter.name != name), "{name}");
        }
    }

    #[test]
    fn a_rule_that_is_on_is_not_tuned_away() {
        let chosen = of_game("draughts", &words(&["lmr_depth", "lmr_base"]), &[]).expect("tunables");
        assert_eq!((chosen[0].min, chosen[1].min), (1, -200));
    }

    #[test]
    fn a_start_is_taken_and_mistakes_are_named() {
        let tune = |names: &[&str], starts: &[&str]| of_game("draughts", &words(names), &words(starts));
        assert_eq!(tune(&["lmr_divisor"], &["lmr_divisor=600"]).expect("a tunable")[0].start, 600);
        for (names, starts, why) in [
            (&["no_such"][..], &[][..], "'no_such'"),
            (&["lmr_divisor"], &["lmr_divisor"], "expected name=value"),
            (&["lmr_divisor"], &["lmr_base=3"], "'lmr_base' is not tuned"),
            (&["lmr_divisor"], &["lmr_divisor=9999"], "50..1000"),
        ] {
            let error = tune(names, starts).expect_err("a mistake");
            assert!(error.contains(why), "{error}");
        }
        assert!(of_game("chess", &[], &[]).expect_err("no game").contains("'chess'"));
    }
}
