//! All tests that see the engine from outside, in one executable: linking one program takes seconds, linking one for
//! each subject took minutes.
//!
//! A subject is a module here and its tests are named as sentences: `cargo test --test it rules_draughts` runs one
//! subject. Tests share the process and run side by side, so none may change the environment, the folder it runs in
//! or anything else of the whole process, and files a test writes have a name of their own. None may depend on how
//! fast the machine is: a test waits for what must happen, not for a time in which it should have.

mod common;
#[path = "../reference/mod.rs"]
mod reference;

mod analyze;
mod analyze_board;
mod analyze_values;
mod annotate;
mod architecture;
mod ballots;
mod beginners;
mod bitbase;
#[cfg(feature = "board")]
mod board_attacks;
mod chinese_checkers_endings;
mod chinese_checkers_games;
mod chinese_checkers_plans;
mod cli;
mod cli_bitbase;
mod cli_book;
mod cli_convert;
mod cli_pictures;
mod cli_solve;
mod compliance;
mod composition;
mod conformance;
mod convert_losses;
mod database;
mod draughts_reference;
mod dxp;
mod endings_won;
#[cfg(all(target_os = "linux", feature = "board"))]
mod engines_left;
mod escapes;
mod facts;
mod facts_checked;
mod facts_weaker;
mod facts_withheld;
mod fast_games;
mod files_found;
mod first_words;
mod full_disk;
mod fuzz_corpus;
mod generated_files;
mod gomocup;
mod gtp;
mod hub;
mod imports;
mod longest_defence;
mod match_drivers;
mod match_endings;
mod match_files;
mod match_games;
#[cfg(feature = "board")]
mod match_live;
mod match_runner;
mod match_tournaments;
mod network_files;
mod nothing_dropped;
mod openings;
mod outputs;
mod pdn_rules;
mod perft;
#[cfg(feature = "png")]
mod pictures;
mod proofs_in_play;
mod protocol_fuzz;
mod puzzles;
mod puzzles_gomoku;
mod races_chinese_checkers;
mod record;
mod records;
mod records_keeper;
mod records_lib;
mod records_rif;
mod records_yixin;
mod refused_threads;
mod renju_reference;
mod root_choice;
mod rules_chinese_checkers;
mod rules_connect_four;
mod rules_draughts;
mod rules_gomoku;
mod search_equivalence;
mod search_limits;
mod shots_draughts;
mod soak;
mod solver_exact;
mod strategy_reference;
mod table_answers;
mod table_driver;
mod table_games;
mod table_library;
mod table_offers;
mod table_openings;
mod table_pace;
mod table_ratings;
mod table_records;
mod table_refusals;
mod table_rights;
mod table_state;
mod table_tree;
mod table_trees_kept;
mod terminal;
mod threats_in_play;
mod training;
mod transcripts;
mod two_writers;
mod ugi;
