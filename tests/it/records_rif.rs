//! Databases of RenjuNet: the tables and the games that refer to them.

use quadriga::contract::{Outcome, Player};
use quadriga::records::{Defaults, Format, GameResult, Reading};

const DATABASE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<database>
<countries><country id="1" name="Estonia" abbr="EST"/></countries>
<cities><city id="4" country="1" name="Tallinn"/></cities>
<months><month id="8" name="August"/></months>
<rules><rule id="1" name="RIF"><info>swap</info></rule><rule id="2" name="Taraguchi-10"/></rules>
<openings><opening id="9" name="Hanagetsu" abbr="4D"/></openings>
<players>
<player id="12" name="Ando" surname="Meritee" country="1" city="4"/>
<player id="40" name="Bob &amp; Co" surname=""/>
</players>
<tournaments>
<tournament id="3" name="World &quot;Cup&quot;" country="1" city="4" year="2008" month="8" start="2008-08-07" end="2008-08-09" rule="1" rated="1"/>
<tournament id="4" name="Mail" country="1" city="" year="1999" month="0" start="0000-00-00" end="" rule="2" rated="0"/>
</tournaments>
<games>
<game id="7" publisher="12" tournament="3" round="2" rule="1" black="12" white="40" bresult="1" btime="0" wtime="70" opening="9" alt="g9 g7" swap="1">
<move>h8 i9 g7</move>
<info>a comment</info>
</game>
<game id="8" tournament="4" rule="2" black="40" white="12" bresult="0.5"><move>H8 H9</move><info/></game>
<game id="9" tournament="4" rule="2" black="40" white="99" bresult="2"><move>h8 h8</move><info/></game>
<game id="10" rule="5" black="40" white="99" bresult="0"><move/></game>
</games>
</database>
"#;

fn read(text: &str) -> Reading {
    Format::Rif.read(text.as_bytes(), &Defaults::default())
}

#[test]
fn a_game_has_the_names_that_its_numbers_refer_to() {
    let reading = read(DATABASE);
    let game = &reading.games[0].record;
    assert_eq!(
        (game.variant.as_str(), &game.moves[..]),
        ("renju", &["h8", "i9", "g7"].map(String::from)[..])
    );
    assert_eq!(game.players, ["Ando Meritee", "Bob & Co"]);
    assert_eq!(game.result, GameResult::Ended(Outcome::Win(Player::FIRST)));
    assert_eq!(game.comments, [(0, "a comment".to_string())]);
    for (tag, value) in [
        ("Event", "World \"Cup\""),
        ("Site", "Tallinn, Estonia"),
        ("Date", "2008.08.07"),
        ("Round", "2"),
        ("Opening", "Hanagetsu"),
        ("Rules", "RIF"),
        ("FifthMoves", "g9 g7"),
        ("Swap", "1"),
        ("WhiteTime", "70"),
        ("GameId", "7"),
        ("Publisher", "Ando Meritee"),
    ] {
        assert_eq!(game.tag(tag), Some(value), "{tag}");
    }
    assert_eq!(game.tag("BlackTime"), None);
    let second = &reading.games[1].record;
    assert_eq!((second.tag("Date"), second.tag("Site")), (Some("1999.??.??"), Some("Estonia")));
    assert_eq!(second.result, GameResult::Ended(Outcome::Draw));
}

#[test]
fn what_is_wrong_with_a_game_is_said_by_its_line() {
    let reading = read(DATABASE);
    let errors: Vec<String> =
        reading.errors.iter().map(|error| format!("{}: {}", error.line, error.reason)).collect();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].starts_with("22: move 2: 'h8' is not legal"), "{errors:?}");
    assert_eq!(reading.notes, ["rule '' is unknown, read as renju: 1 (line 23)"]);
    assert_eq!(reading.changes.to_string(), "players that the file does not list: 1 (line 23)");
}

#[test]
fn a_database_that_is_cut_off_keeps_its_whole_games() {
    let end = DATABASE.find("<game id=\"8\"").expect("a second game");
    for (length, said) in [
        (end, "elements cut off by the end of the file: 1 (line 20)"),
        (end + 30, "elements cut off by the end of the file: 1 (line 20)"),
        (end + 90, "games cut off by the end of the file, left out: 1 (line 21)"),
    ] {
        let reading = read(&DATABASE[..length]);
        assert_eq!((reading.games.len(), &reading.errors[..]), (1, &[][..]), "{length}");
        assert_eq!(reading.changes.to_string(), said, "{length}");
    }
    for none in ["<?xml version=\"1.0\"?><games></games>", "<game><move>h8 h7</move>", "<game><move>"] {
        let reason = &read(none).errors[0].reason;
        assert_eq!(reason, "no whole game: expected elements <game> with <move>", "{none}");
    }
}

#[test]
fn the_user_may_choose_the_game() {
    let defaults =
        Defaults { variant: Some("gomokufreestyle".to_string()), is_chosen: true, ..Defaults::default() };
    let reading = Format::Rif.read(DATABASE.as_bytes(), &defaults);
    assert!(reading.games.iter().all(|game| game.record.variant == "gomokufreestyle"));
}

#[test]
fn the_name_of_the_rules_is_kept_by_sgf() {
    let game = read(DATABASE).games.swap_remove(1);
    let text = Format::Sgf.write(&game.record).expect("a game");
    assert!(text.contains("RU[Taraguchi-10]"), "{text}");
    let back = Format::Sgf.read(text.as_bytes(), &Defaults::default()).games.swap_remove(0).record;
    assert_eq!((back.variant.as_str(), back.tag("Rules")), ("renju", Some("Taraguchi-10")));
    // A name of other rules would be read as those.
    let mut other = game.record.clone();
    other.set_tag("Rules", "free");
    assert!(Format::Sgf.write(&other).expect("a game").contains("RU[renju]"));
}

#[test]
fn a_comment_keeps_its_lines_and_what_is_marked_up_in_it() {
    let game =
        |inside: &str| format!("<?xml?><d><games><game id=\"1\" colour=\"x\">{inside}</game></games></d>");
    for (inside, comment) in [
        ("<move>h8</move><info>\none\r\ntwo  lines\n\nthree\n</info>", "one\ntwo  lines\n\nthree"),
        ("<move>h8 <!-- x -->i9</move><info>a <b>bold</b> word &lt;</info>", "a bold word <"),
        ("<move>h8</move><info><![CDATA[<b> & ]]>c</info><info>more</info>", "<b> & c\nmore"),
    ] {
        let reading = read(&game(inside));
        let found = &reading.games[0].record;
        assert_eq!(found.comments, [(0, comment.to_string())], "{inside}");
        assert_eq!(found.moves.len(), if inside.contains("i9") { 2 } else { 1 });
        let said = "attributes of games that are unknown here, left out: 1 (line 1)";
        assert!(reading.changes.to_string().contains(said), "{}", reading.changes);
        let text = Format::Text.write(found).expect("a game");
        let again = Format::Text.read(text.as_bytes(), &Defaults::default());
        assert_eq!(again.games[0].record.comments, found.comments, "{text}");
    }
}
