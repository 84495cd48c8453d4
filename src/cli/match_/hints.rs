//! Flags of other match runners, and what they are called here: fastchess, cutechess-cli, c-gomoku-cli.

use std::ffi::OsString;

/// A flag of another program, and what to do instead.
const FLAGS: [(&str, &str); 30] = [
    ("-engine", "use --engine 'cmd=./a name=A', one text for each engine"),
    ("-each", "use --each 'tc=10+0.1', one text"),
    ("-games", "use --rounds N: each round plays its opening once from every side"),
    ("-rounds", "use --rounds N"),
    ("-repeat", "leave it out: every opening is played from both sides"),
    ("-noswap", "leave it out: engines always change sides"),
    ("-concurrency", "use --concurrency N"),
    ("-openings", "use --openings FILE, --order and --opening-plies"),
    ("-drawopenings", "use --random-plies N with --balance CP"),
    ("-pgnout", "use --games-out FILE.pgn and --games-comments"),
    ("-pgn", "use --games-out FILE.pgn"),
    ("-sgf", "use --games-out FILE.sgf"),
    ("-srand", "use --seed S"),
    ("-seeds", "use --seed S"),
    ("-sprt", "use --sprt 'elo0=0 elo1=5'"),
    ("-draw", "use --draw 'from=40 moves=8 score=10'"),
    ("-resign", "use --resign 'moves=3 score=400'"),
    ("-drawafter", "use --max-plies N"),
    ("-maxmoves", "use --max-plies N"),
    ("-tb", "use --bitbase"),
    ("-ratinginterval", "use --ratings-interval N"),
    ("-tournament", "use --format round-robin, gauntlet, swiss or knockout"),
    ("-gauntlet", "use --format gauntlet"),
    ("-variant", "use --game G"),
    ("-rule", "use --game gomoku, freestyle or renju"),
    ("-boardsize", "use --option BoardSize=N"),
    ("-recover", "leave it out: an engine that fails is started again for its next game"),
    ("-debug", "use --debug FILE"),
    ("-log", "use --debug FILE"),
    ("-config", "use --log FILE with --resume"),
];

/// What to write instead of the first flag of another match runner in a command line of `match`.
pub(in crate::cli) fn hint(arguments: &[OsString]) -> Option<String> {
    let flags = arguments.get(2..).filter(|_| arguments[1] == "match")?;
    let texts = flags.iter().filter_map(|argument| argument.to_str());
    let mut known = texts.filter_map(|text| FLAGS.iter().find(|(flag, _)| *flag == text));
    known.next().map(|(flag, instead)| format!("'{flag}' is a flag of other match runners; {instead}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_of_another_runner_is_explained() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let hint = |text| super::hint(&words(text));
        let expected =
            "'-pgnout' is a flag of other match runners; use --games-out FILE.pgn and --games-comments";
        assert_eq!(hint("quadriga match -pgnout a.pgn -srand 1").as_deref(), Some(expected));
        assert_eq!(hint("quadriga match --log -x"), None);
        assert_eq!(hint("quadriga selfplay -srand 1"), None);
        assert_eq!(hint("quadriga"), None);
    }
}
