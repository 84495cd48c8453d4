//! Every input that the fuzzer found worth keeping (`scripts/fuzz`) goes through the same target again.

use std::fs;
use std::path::Path;

#[path = "../fuzz/targets/mod.rs"]
pub mod targets;

fn replay(name: &str) {
    let (_, target) = targets::ALL.iter().find(|(known, _)| *known == name).expect("a target");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(name);
    let files = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut inputs = 0;
    for file in files {
        let path = file.expect("a file").path();
        target(&fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        inputs += 1;
    }
    assert!(inputs > 0, "{} is empty", folder.display());
}

macro_rules! corpora {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                replay(stringify!($name));
            }
        )*

        #[test]
        fn every_target_has_a_corpus() {
            let names = targets::ALL.map(|(name, _)| name);
            assert_eq!(names, [$(stringify!($name)),*]);
        }
    };
}

corpora! {
    ugi hub gtp gomocup json first_line dxp board ratings
    pdn sgf psq text fen_list lib rif pos sav csv match_log packed database book book_work
    fen moves draughts_rules renju_rules
}
