"""The JSON Schema of the analysis: every line that is sent and answered fits it, and it leaves nothing open."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from quadriga import find_binary

ROOT = Path(__file__).resolve().parents[3]
SCHEMA: dict[str, Any] = json.loads((ROOT / "docs" / "protocol" / "analysis.schema.json").read_text(encoding="utf-8"))
GAMES = [
    {"game": "connect4", "moves": [4, "4", "c1"]},
    {"game": "connect4-5x4", "moves": [1, 2, 1, 2, 1, 2, 1]},
    {"game": "renju", "moves": ["h8", "i9", "h9"]},
    {"game": "draughts", "fen": "W:WK32,49:B28,19,10"},
    {"game": "russian"},
    {"game": "chinesecheckers", "options": {"Players": 3, "NoShuttle": True}},
    {
        "game": "gomoku",
        "rows": [".........", *["........."] * 7, "12......."],
        "player": 1,
        "options": {"BoardSize": 9},
    },
]
TASKS: list[dict[str, Any]] = [
    {"nodes": 1e3, "multipv": 3.0, "report_every": 0.001, "turns": "all"},
    {"depth": 2, "avoid": [], "search_moves": None, "keep": True, "priority": -1},
    {"action": "legal_moves", "paths": True},
    {"action": "board", "paths": True, "threats": True, "names": True},
    {"action": "perft", "depth": 2, "threads": 1},
    {"action": "play", "level": 3, "seed": 7, "paths": True},
    {"action": "play", "nodes": 50, "elo": None},
    {"action": "eval"},
    {"action": "encode"},
    {"action": "solve", "nodes": 300},
    {"action": "solve", "movetime": 50, "all": True, "line": True},
    {"action": "solve", "nodes": 300, "weak": True},
]
OTHERS: list[dict[str, Any]] = [
    {"id": "o", "action": "opening", "game": "renju", "rule": "soosyrv8", "steps": ["h8", "h9", "i9", "stay", "a1", 2]},
    {"id": "p", "action": "opening", "game": "gomoku", "rule": "swap", "steps": ["h8", "h9", "i9"], "choose": True}
    | {"movetime": 50},
    {"id": "q", "action": "opening", "game": "renju", "rule": "rif", "steps": ["h8", "h9", "i9", "swap", "a1", "b1"]},
    {"action": "version"},
    {"action": "games", "id": "g"},
    {"action": "clear_hash"},
    {"action": "puzzles"},
    {"id": "e", "game": "draughts", "infinite": True, "priority": 9},
    {"action": "terminate", "terminate": "e", "turns": [0]},
    {"id": "w", "game": "connect4", "depth": 900},
    {"id": "x", "game": "connect4", "moves": ["9"], "depth": 1},
]
WRONG: list[dict[str, Any]] = [
    {"id": 1, "game": "draughts", "dept": 3},
    {"id": 1.5, "depth": 3},
    {"id": 1, "depth": 3.5},
    {"id": 1, "moves": [["B", "H8"]], "depth": 1},
    {"id": 1, "action": "board", "rows": [[0, 0]], "player": 1},
    {"id": 1, "action": "fly"},
    {"id": 1, "action": "perft"},
    {"action": "terminate"},
]


def validator(part: str) -> Draft202012Validator:
    """For requests or answers. In answers all fields must be described, though a client ignores unknown ones."""
    definitions = {
        name: {**one, "unevaluatedProperties": False} if "title" in one else one
        for name, one in SCHEMA["$defs"].items()
    }
    return Draft202012Validator({"$ref": f"#/$defs/{part}", "$defs": definitions})


def problem(part: str, line: str | dict[str, Any]) -> str | None:
    value = json.loads(line) if isinstance(line, str) else line
    return None if validator(part).is_valid(value) else f"{part}: {value}"


def answered(requests: list[dict[str, Any]]) -> list[str]:
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    command = [find_binary(), "analyze", "--positions", "1"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout.splitlines()


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_the_sessions_of_the_document_fit() -> None:
    text = (ROOT / "protocol.md").read_text(encoding="utf-8")
    sessions = re.findall(r"^```json\n(.*?)^```$", text, flags=re.S | re.M)
    lines = [line for session in sessions for line in session.splitlines()]
    asked = [line[2:] for line in lines if line.startswith("> ")]
    told = [line for line in lines if not line.startswith("> ")]
    # One of them shows a field of the wrong kind.
    assert [line for line in asked if problem("request", line)] == [line for line in asked if '"depth":"x"' in line]
    assert len(told) > 5
    assert [line for line in told if problem("answer", line)] == []


@pytest.mark.parametrize("position", GAMES, ids=lambda position: str(position["game"]))
def test_every_question_about_a_position_and_its_answers_fit(position: dict[str, Any]) -> None:
    requests = [{"id": number, **position, **task} for number, task in enumerate(TASKS)]
    assert [problem("request", request) for request in requests if problem("request", request)] == []
    lines = answered(requests)
    assert {json.loads(line).get("id") for line in lines} == set(range(len(TASKS)))
    assert [problem("answer", line) for line in lines if problem("answer", line)] == []


def test_actions_warnings_and_errors_fit() -> None:
    assert [problem("request", request) for request in OTHERS if problem("request", request)] == []
    lines = answered(OTHERS)
    assert {"error", "warning", "games"} <= {name for line in lines for name in json.loads(line)}
    assert [problem("answer", line) for line in lines if problem("answer", line)] == []


@pytest.mark.parametrize("request_", WRONG, ids=str)
def test_what_the_engine_refuses_or_warns_of_does_not_fit(request_: dict[str, Any]) -> None:
    assert problem("request", request_) is not None
    assert any("error" in line or "warning" in line for line in answered([request_]))
