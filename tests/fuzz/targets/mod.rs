//! What is done with arbitrary bytes: one function for each reader of the program.
//!
//! A target fails by a panic: of the program (with overflow checks when it is fuzzed), or by an assertion here on what a
//! reader that accepts its input must keep. `scripts/fuzz` looks for such bytes, and `tests/it/fuzz_corpus.rs` feeds all
//! that were interesting once to the same functions in every run of the tests.

mod board;
mod files;
mod lines;
mod positions;
pub mod rules;

/// A target takes any bytes.
pub type Target = fn(&[u8]);

/// Every target by name; its corpus is the folder `tests/fuzz/corpus/<name>`.
pub const ALL: [(&str, Target); 28] = [
    ("ugi", lines::ugi),
    ("hub", lines::hub),
    ("gtp", lines::gtp),
    ("gomocup", lines::gomocup),
    ("json", lines::json),
    ("first_line", lines::first_line),
    ("dxp", lines::dxp),
    ("board", board::board),
    ("ratings", board::ratings),
    ("pdn", files::pdn),
    ("sgf", files::sgf),
    ("psq", files::psq),
    ("text", files::text),
    ("fen_list", files::fen_list),
    ("lib", files::lib),
    ("rif", files::rif),
    ("pos", files::pos),
    ("sav", files::sav),
    ("csv", files::csv),
    ("match_log", files::match_log),
    ("packed", files::packed),
    ("database", files::database),
    ("book", files::book),
    ("book_work", files::book_work),
    ("fen", positions::fen),
    ("moves", positions::moves),
    ("draughts_rules", rules::draughts_rules),
    ("renju_rules", rules::renju_rules),
];
