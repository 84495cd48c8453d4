//! Rules written a second time, slowly and from their wording, to compare the program with: by the tests (`tests/it`) and
//! by the fuzzer (`tests/fuzz`).

pub mod draughts;
pub mod renju;
