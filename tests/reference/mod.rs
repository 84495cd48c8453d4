//! Rules written a second time, slowly and from their wording, to compare the program with: by the tests (`tests/it`) and
//! by the fuzzer (`tests/fuzz`).

#[allow(dead_code, reason = "the fuzzer does not play it")]
pub mod chinese_checkers;
pub mod draughts;
pub mod renju;
#[allow(dead_code, reason = "it is a program as well, and the fuzzer does not use it")]
pub mod strategy;
