"""Lines of every protocol: made from its words, mutated, of any bytes, too long, in floods, and with pipes that close.

What must hold: after each block of lines the session answers a mark and then a search; every search that was begun is
answered; the end is clean and memory stays bounded.
"""

import re

from common import expect, mutated, running, tame

NUMBERS = ["0", "1", "-1", "7", "200", "999", "99999999999999999999", "-5", "1.5", "x", "", "é", "\u202e", "\ufeff"]
WORDS = {
    "ugi": """position startpos moves 4 4 h8 i9 32-28 19-23 d10-e11|position fen W:W27,28,32:B11,18,22 moves 28x6|query moves
        |query fen|d|position fen 7/7/7/7/3p3/3P3[PP...pp...] w - - 0 2|query islegal 4|go nodes 40|go depth 2|go infinite
        |go ponder wtime 10 btime 10|eval|stop|ponderhit|go perft 30|perft 2|bench|go mate 3|go searchmoves 4 d1 nodes 9
        |go wtime 500 btime 500 movestogo 3|debug on|debug off|setoption name UCI_Variant value GAME
        |setoption name Hash value 2|setoption name MultiPV value 3|setoption name Threads value 2
        |setoption name Players value 3|setoption name BoardSize value 9|setoption name Skill Level value 0|uginewgame|uci
        |isready|help""",
    "gtp": """boardsize 9|clear_board|play b J8|play w 32-28|genmove b|genmove w|reg_genmove b|undo|gg-undo 2|showboard|final_score
        |komi 6.5|lz-analyze b 10|kata-analyze w interval 20 maxmoves 3|lz-genmove_analyze b|time_settings 1 1 1
        |time_left b 1 0|loadsgf a.sgf|printsgf|kata-time_settings fischer 1 0.1|quadriga-game GAME|quadriga-fen
        |quadriga-fen W:WK50:BK1|quadriga-threats|gogui-rules_board_gfx|quadriga-eval|gogui-play_sequence b J8 w J9
        |gogui-rules_legal_moves|known_command x|list_commands|clear_cache|cputime|final_status_list dead|stop
        |quadriga-setoption Move_Style native|rectangular_boardsize 5 4|quadriga-move_values|help""",
    "hub": """init|new-game|pos start moves="32-28 19-23"|pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww|level depth=3
        |level move-time=0.05|level time=1 inc=0.1 moves=3|go think|go analyze|go ponder|ponder-hit|stop|ping
        |set-param name=variant value=frisian|set-param name=threads value=2|set-param name=tt-size value=18
        |set-param name=skill-level value=0|pos pos="WeeeeeWeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeB" wolf="W6=2"|hub""",
    "gomocup": """START 15|START 20|RECTSTART 9,9|RESTART|BEGIN|TURN 7,7|TURN 8,8|TAKEBACK 7,7|PLAY 6,6|BOARD|7,7,1|8,8,2|9,9|-1,-1,1
        |DONE|SWAP2BOARD|INFO rule 4|INFO rule 8|INFO max_depth 3|INFO timeout_turn 50|INFO timeout_match 1000
        |INFO time_left 100|INFO analysis_mode 1|INFO evaluate 7,7|INFO show_detail 3|INFO thread_num 2
        |INFO max_memory 83886080|PONDER 50|PONDER|STOP|YXBOARD|YXNBEST 3|YXSHOWFORBID|YXBALANCEONE 0|YXBLOCK|YXBLOCKRESET
        |YXSEARCHDEFEND|YXSWAP2STEP1|YXSHOWINFO|YXHASHCLEAR|YXSOOSORVSTEP1|ABOUT""",
    "json": """{"id":"a","game":"GAME","moves":[4,"h8","32-28"],"nodes":50}
        |{"id":2,"game":"GAME","depth":2,"multipv":3,"turns":"all"}
        |{"id":"i","game":"GAME","infinite":true,"report_every":0.01}|{"action":"terminate","terminate":"i"}
        |{"action":"terminate_all"}|{"id":"b","action":"board","game":"GAME","threads":1,"paths":true,"threats":true}
        |{"id":"l","action":"legal_moves","game":"GAME","paths":true}|{"id":"p","action":"perft","game":"GAME","depth":3}
        |{"id":"y","action":"play","game":"GAME","level":3,"seed":4,"paths":true}|{"action":"clear_hash"}
        |{"id":"r","action":"board","game":"connect4-5x4","rows":["1....","12...","12...","12..."],"player":2}
        |{"action":"games"}|{"action":"version"}
        |{"id":"o","game":"chinesecheckers","options":{"Players":3,"Hops":"long"},"nodes":9,"search_moves":["d10-e11"],"keep":true}
        |{"id":"d","action":"board","game":"draughts","fen":"W:W32,49:B28,19,10","moves":["32x5"],"turns":[0,1]}""",
    "play": """4|d1|h8|32 28|undo|redo|hint|now||go|level 3|level 0|swap|draw|draw yes|draw no|resign|moves|board|flip|save a.pdn
        |load a.pdn|save a.txt|load a.txt|saved|open 1|new|new GAME|help|悔棋|提示|帮助""",
    "solve": """4455|6561757735324411 2|10,4,5|d,d,e|-|""|1212121|44 x|#""",
}
# What ends a search that its client waits for, a mark that is answered by its name, and a search with its answer.
FORMS = {
    "ugi": (b"stop", "position startpos moves MARK", "position startpos\ngo nodes 30", rb"bestmove "),
    "hub": (b"stop", "pos pos=WMARK", "pos start\nlevel nodes=30\ngo think", rb"done"),
    "gomocup": (b"STOP", "DONE\nMARK", "INFO analysis_mode 0\nSTART 15\nINFO max_node 30\nBEGIN", rb"\d+,\d+$"),
    "json": (
        b'{"action":"terminate_all"}',
        '{"id":"MARK","action":"version"}',
        '{"id":"probe","game":"draughts","nodes":30}',
        rb'.*"probe".*"final":true',
    ),
    "play": (b"", "load MARK.pdn", "new connect4-5x4\nhint", rb"Hint: "),
    "solve": (b"", "MARK", "4455", rb"4455 -?\d"),
}
END = re.compile(r"(?i)^\W*(end|exit)\b|quit|退出")


def arguments_of(attack, protocol, game):
    if protocol == "play":
        folder = attack.folder / "data"
        return ["play", "--plain", "--level", "0", "--think", "0.1", "--data", str(folder), "--game", game]
    if protocol == "solve":
        return ["solve", "--game", "connect4-5x4", "--hash", "1"]
    if protocol == "json":
        return ["analyze", "--positions", "2", "--hash", "2"]
    fits = {"hub": "draughts", "gomocup": "renju"}
    return ["--protocol", protocol, "--hash", "1", "--game", fits.get(protocol, game)]


def junk(chance, protocol, games):
    """A line that may be good, is like a good one, or is nothing at all."""
    words = [line.strip() for line in WORDS[protocol].split("|")]
    line = chance.choice(words).replace("GAME", chance.choice(games))
    kind = chance.randrange(6)
    if kind == 0:
        parts = line.split(" ")
        parts[chance.randrange(len(parts))] = chance.choice(NUMBERS)
        line = " ".join(parts)
    elif kind == 1:
        line = " ".join(chance.choice(chance.choice(words).split(" ")) for _ in range(chance.randint(1, 12)))
    elif kind == 2:
        line = line + " " + chance.choice(words)
    data = line.encode()
    if kind == 3:
        data = mutated(chance, data)
    elif kind == 4:
        data = bytes(chance.randrange(256) for _ in range(chance.choice([1, 9, 90, 900])))
    data = tame(data.replace(b"\n", b" "))
    return b"" if END.search(data.decode(errors="replace")) else data


def block(attack, program, protocol, number):
    """Lines of junk; then the session must take a mark and answer a search."""
    lines = [junk(attack.random, protocol, attack.games) for _ in range(25)]
    attack.counts[f"{protocol} lines"] += len(lines)
    attack.counts["searches answered"] += 1
    if protocol == "gtp":
        return commands_with_ids(program, lines, 100 * number + 100)
    nudge, mark, probe, answer = FORMS[protocol]
    program.send(b"\n".join([*lines, nudge, mark.replace("MARK", f"mark{number}x").encode()]) + b"\n")
    # Junk may have begun searches behind others, that each want to be stopped.
    program.until(lambda line: b"mark%dx" % number in line, nudge and nudge + b"\n")
    program.send(probe.encode() + b"\n")
    program.until(lambda line: re.match(answer, line))


def commands_with_ids(program, lines, first):
    """GTP: one response to each command, in order, whatever it is."""
    ids = range(first, first + len(lines))
    program.send(b"".join(b"%d %s\n" % pair for pair in zip(ids, lines)) + b"99 known_command x\n")
    said = program.until(lambda line: line.startswith((b"=99", b"?99")), b"# interrupt\n")
    answered = [int(found.group(1)) for line in said if (found := re.match(rb"[=?](\d+)", line))]
    expect(answered == [*ids, 99], f"responses {answered} to commands {[*ids, 99]}")
    program.send(b"quadriga-setoption Move_Nodes 30\nclear_board\n77 reg_genmove b\n78 reg_genmove w\n")
    said = program.until(lambda line: line.startswith((b"=78", b"?78")), b"# interrupt\n")
    expect(any(line.startswith((b"=77 ", b"=78 ")) for line in said), f"neither colour can be searched for: {said}")


def conversation(attack, protocol, blocks=8):
    game = attack.random.choice(attack.games)
    with running(attack, arguments_of(attack, protocol, game)) as program:
        with attack.trial(f"{protocol} ({game})", program.sent):
            for number in range(blocks):
                block(attack, program, protocol, number)
                if not attack.goes_on():
                    break
            if protocol == "play":
                program.send(b"quit\n")
            program.end(codes=(0, 1) if protocol in ("solve", "json") else (0,))


def huge_lines(attack, protocol):
    """Lines of more than 4 MiB, and a last one without an end, cost no memory and no session."""
    with running(attack, arguments_of(attack, protocol, "connect4")) as program:
        with attack.trial(f"{protocol}: huge lines", b"see huge_lines"):
            for size in (3 << 20, 5 << 20, 24 << 20):
                program.send(
                    attack.random.choice([b"position startpos moves 4 ", b"{", b"", b"\xff"])
                    + attack.random.choice([b"9 ", b"x", b"[", b"\0"]) * size
                    + b"\n"
                )
            block(attack, program, protocol, 1)
            program.send(b"quit " * (8 << 20) if protocol != "play" else b"x" * (8 << 20) + b"\nquit\n")
            program.end(codes=(0, 1))
            attack.counts["huge lines"] += 4


def flood(attack):
    """Floods before and behind searches: as many answers as questions."""
    with running(attack, ["--protocol", "ugi", "--hash", "1"]) as program, attack.trial("ugi: flood"):
        program.send(b"position startpos\ngo infinite\n" + b"isready\n" * 20000 + b"position startpos moves 4\n" * 20000 + b"stop\n")
        program.send(
            b"go movetime 200\n"
            + b"position startpos moves 4\ngo nodes 1\n" * 6000
            + b"d "
            + b"x" * (3 << 20)
            + b"\nposition startpos moves last\n"
        )
        said = program.until(lambda line: b"'last'" in line)
        ready, moves = (sum(line.startswith(word) for line in said) for word in (b"readyok", b"bestmove "))
        expect((ready, moves) == (20000, 6002), f"{ready} of 20000 readyok, {moves} of 6002 bestmove")
        program.end()
        attack.counts["lines of floods"] += 52004


def closed_pipes(attack):
    """Whoever closes the output, or the input in the middle of a search, is left quietly."""
    for protocol, line in [
        ("ugi", b"uci\nd\ngo nodes 500\n"),
        ("gtp", b"list_commands\nlz-analyze b 1\n"),
        ("hub", b"hub\ngo think\n"),
        ("gomocup", b"ABOUT\nSTART 15\nBEGIN\n"),
        ("json", b'{"action":"games"}\n'),
    ]:
        for which in ("output", "input"):
            with running(attack, arguments_of(attack, protocol, "connect4")) as program, attack.trial(f"{protocol}: closed {which}"):
                program.send(line)
                if which == "output":
                    program.until(lambda line: line)
                    program.close_output()
                    program.send(line * 3000)
                program.end()
                attack.counts["closed pipes"] += 1


def run(attack):
    flood(attack)
    closed_pipes(attack)
    protocols = list(WORDS)
    for number in attack.stretch(1, least=len(protocols)):
        conversation(attack, protocols[number % len(protocols)])
        if number % 40 == 0:
            huge_lines(attack, attack.random.choice(["ugi", "gtp", "hub", "gomocup", "json"]))
