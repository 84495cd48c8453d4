//! Formats of results.

use std::time::Duration;

use crate::contract::{Bound, OptionSpec, Score, SearchInfo, SearchObserver, SearchResult, nodes_per_second};
use crate::engine::Status;
use crate::protocol::vampirc::{self, Attribute};
use crate::wire::message::one_line;
use crate::wire::output::Output;
use crate::wire::result_word;
use crate::wire::value::Value;

use super::Handshake;

/// Prints the reports of a running search.
pub(super) struct InfoPrinter {
    pub output: Output,
    pub show_wdl: bool,
    pub players: usize,
    /// The last report of each line.
    pub printed: Vec<Option<SearchInfo<String>>>,
}

impl SearchObserver<String> for InfoPrinter {
    /// A proof of what the search has just found adds only that it is one.
    fn on_info(&mut self, info: &SearchInfo<String>) {
        self.printed.resize(self.printed.len().max(info.multi_pv), None);
        let last = self.printed[info.multi_pv - 1].replace(info.clone());
        if !info.proved || last.is_none_or(|last| !is_repeated(&last, info)) {
            self.output.line(&info_line(info, self.show_wdl, self.players));
        }
        if let Some(line) = proof_line(info) {
            self.output.line(&line);
        }
    }

    fn on_note(&mut self, note: &str) {
        self.output.line(&note_line(note));
    }
}

/// Does a report say the same of its line as the one before?
fn is_repeated(last: &SearchInfo<String>, info: &SearchInfo<String>) -> bool {
    (last.depth, last.score, last.bound, &last.pv) == (info.depth, info.score, info.bound, &info.pv)
}

/// A note for users.
pub(super) fn note_line(note: &str) -> String {
    format!("info string note: {}", one_line(note))
}

/// `info string proved draw [multipv K]`, after the report of a proved value, since a score of 0 alone does not show
/// that.
fn proof_line(info: &SearchInfo<String>) -> Option<String> {
    if !info.proved || info.bound != Bound::Exact {
        return None;
    }
    let result = match info.score {
        score if score.is_win() => "win",
        score if score.is_loss() => "loss",
        _ => "draw",
    };
    let rank = if info.multi_pv > 1 { format!(" multipv {}", info.multi_pv) } else { String::new() };
    Some(format!("info string proved {result}{rank}"))
}

/// The answer to the handshake.
pub(super) fn handshake(handshake: Handshake, options: &[OptionSpec]) -> String {
    let name = concat!("Quadriga ", env!("CARGO_PKG_VERSION"));
    let mut lines = vec![vampirc::id_lines(name, "the Quadriga authors")];
    lines.extend(options.iter().map(vampirc::option_line));
    lines.push(if handshake == Handshake::Uci { "uciok" } else { "ugiok" }.to_string());
    lines.join("\n")
}

/// `info depth ... pv ...`
pub(super) fn info_line(info: &SearchInfo<String>, show_wdl: bool, players: usize) -> String {
    let mut attributes = vec![
        Attribute::Other("depth", info.depth.to_string()),
        Attribute::Other("seldepth", info.seldepth.to_string()),
        Attribute::Other("multipv", info.multi_pv.to_string()),
        Attribute::Other("score", score(info.score, info.bound, players)),
    ];
    if show_wdl {
        let [win, draw, loss] = info.wdl;
        attributes.push(Attribute::Other("wdl", format!("{win} {draw} {loss}")));
    }
    attributes.extend([
        Attribute::Nodes(info.nodes),
        Attribute::Nps(info.nps()),
        Attribute::Other("hashfull", info.hashfull.to_string()),
        Attribute::TbHits(info.tb_hits),
        Attribute::TimeMs(i64::try_from(info.time.as_millis()).unwrap_or(i64::MAX)),
    ]);
    if !info.pv.is_empty() {
        attributes.push(Attribute::Other("pv", info.pv.join(" ")));
    }
    vampirc::info_line(attributes)
}

/// `cp C` or `mate N`, with the kind of bound if it is one.
fn score(score: Score, bound: Bound, players: usize) -> String {
    let value = Value::of(score, players);
    match bound {
        Bound::Exact => value.to_string(),
        Bound::Lower => format!("{value} lowerbound"),
        Bound::Upper => format!("{value} upperbound"),
    }
}

/// `bestmove M [ponder P]`; if there is no move, the reason first.
pub(super) fn best_move(
    result: &SearchResult<String>,
    handshake: Option<Handshake>,
    status: &Status,
) -> String {
    let Some(best) = &result.best_move else {
        return format!("{}\nbestmove (none)", game_over(status));
    };
    match &result.ponder_move {
        Some(ponder) if handshake != Some(Handshake::Ugi) => format!("bestmove {best} ponder {ponder}"),
        _ => format!("bestmove {best}"),
    }
}

/// The report for a search of a finished game.
fn game_over(status: &Status) -> String {
    let score = Value::of_end(status);
    format!("info depth 0 score {score}\ninfo string game over: {}, {}", result_word(status), status.reason)
}

/// `N nodes N nps`, the format that rating frameworks expect.
pub(super) fn bench(nodes: u64, time: Duration) -> String {
    format!("{nodes} nodes {} nps", nodes_per_second(nodes, time))
}

/// The answer to `help`.
pub(super) const HELP: &str = "\
uci, ugi                      handshake; lists the options
isready                       answered by readyok, also during a search
setoption name N [value V]    e.g. setoption name UCI_Variant value draughts
ucinewgame, uginewgame        forget earlier searches
position startpos|fen F [moves M...]
go [wtime T] [btime T] [winc T] [binc T] [p1time T ... p6time T] [p1inc T ... p6inc T] [movestogo N]
   [movetime T] [depth N] [nodes N] [mate N] [infinite] [ponder] [searchmoves M...]
go perft N, perft N           count the leaves of the move tree
stop, ponderhit               end a search; the expected move was played
query gameover|p1turn|result|islegal M|fen|moves
d                             diagram, position string, key
eval                          the evaluation, term by term
database [note TEXT | mark M | delete [after]]
                              what the file of the option Database knows of the position
bench                         nodes of a fixed set of searches
debug on|off                  print more
quit";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Outcome, Player};

    fn report(score: Score, bound: Bound) -> SearchInfo<String> {
        SearchInfo {
            depth: 300,
            seldepth: 301,
            multi_pv: 2,
            score,
            bound,
            proved: false,
            nodes: 5000,
            time: Duration::from_millis(10),
            hashfull: 7,
            tb_hits: 0,
            wdl: [500, 300, 200],
            pv: vec!["32-28".to_string(), "19-23".to_string()],
        }
    }

    #[test]
    fn info_lines_carry_every_field_in_the_usual_order() {
        assert_eq!(
            info_line(&report(Score(-12), Bound::Lower), true, 2),
            "info depth 300 seldepth 301 multipv 2 score cp -12 lowerbound wdl 500 300 200 nodes 5000 nps 500000 \
             hashfull 7 tbhits 0 time 10 pv 32-28 19-23"
        );
    }

    #[test]
    fn mates_are_counted_in_moves_of_the_root_player() {
        for (plies, players, moves) in
            [(1, 2, 1), (2, 2, 1), (3, 2, 2), (299, 2, 150), (1, 3, 1), (3, 3, 1), (4, 3, 2)]
        {
            assert_eq!(score(Score::win_in(plies), Bound::Exact, players), format!("mate {moves}"));
            assert_eq!(
                score(Score::loss_in(plies), Bound::Upper, players),
                format!("mate -{moves} upperbound")
            );
        }
    }

    fn ended(outcome: Outcome) -> Status {
        Status { to_move: Player::FIRST, players: 2, outcome: Some(outcome), reason: "four in a line" }
    }

    #[test]
    fn best_moves_name_the_reply_in_uci_only() {
        let result = SearchResult {
            best_move: Some("4".to_string()),
            ponder_move: Some("5".to_string()),
            lines: Vec::new(),
            nodes: 1,
            time: Duration::ZERO,
        };
        let status = ended(Outcome::Draw);
        assert_eq!(best_move(&result, None, &status), "bestmove 4 ponder 5");
        assert_eq!(best_move(&result, Some(Handshake::Ugi), &status), "bestmove 4");
    }

    #[test]
    fn a_finished_game_has_no_best_move_and_a_reason() {
        let none = SearchResult {
            best_move: None,
            ponder_move: None,
            lines: Vec::new(),
            nodes: 0,
            time: Duration::ZERO,
        };
        assert_eq!(
            best_move(&none, Some(Handshake::Uci), &ended(Outcome::Win(Player::SECOND))),
            "info depth 0 score mate 0\ninfo string game over: p2win, four in a line\nbestmove (none)"
        );
        assert!(
            best_move(&none, Some(Handshake::Uci), &ended(Outcome::Win(Player::FIRST)))
                .contains("score cp 30000\n")
        );
        assert!(best_move(&none, Some(Handshake::Ugi), &ended(Outcome::Draw)).contains("score cp 0\n"));
    }
}
