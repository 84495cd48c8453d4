"""Engines that die, write nonsense or fall silent: an exception each time, and no process is left."""

from __future__ import annotations

import os
import signal
from typing import Callable

import pytest

from quadriga import (
    Engine,
    EngineError,
    EngineProtocolError,
    EngineTerminatedError,
    EngineTimeoutError,
    Limit,
    Position,
    QuadrigaError,
    rules,
)

Fake = Callable[[str], "list[str]"]
Gone = Callable[[int], bool]

# Long enough for a slow machine to start a process, short enough to wait for.
PATIENCE = 3.0


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        ("dies", EngineTerminatedError, "status 7: out of luck"),
        ("speaks no JSON", EngineProtocolError, "'hello'"),
        ("answers with a list", EngineProtocolError, "no answer"),
        ("nests deeply", EngineProtocolError, "no answer"),
        ("answers half", EngineProtocolError, "no answer"),
        ("writes no line end", EngineProtocolError, "bytes"),
        ("answers others", EngineProtocolError, "nobody asked"),
        ("errs without a cause", EngineProtocolError, "something is wrong"),
        ("falls silent", EngineTimeoutError, "silent"),
        ("stops reading", EngineTimeoutError, "silent"),
    ],
)
def test_an_engine_that_fails_ends_with_an_exception(
    fake: Fake, is_gone: Gone, fault: str, error: type[EngineError], words: str
) -> None:
    with Engine.popen(command=fake(fault), timeout=PATIENCE) as engine:
        with pytest.raises(error, match=words):
            engine.analyse(Position("connect4"), Limit(depth=3))
        with pytest.raises(error, match=words):
            engine.version()
    assert is_gone(engine.pid)


def test_all_that_waits_gets_the_exception(fake: Fake) -> None:
    with Engine.popen(command=fake("speaks no JSON"), timeout=PATIENCE) as engine:
        infos = engine.analyse_many([Position("connect4")] * 50, Limit(depth=3))
        with pytest.raises(EngineProtocolError):
            list(infos)
        with pytest.raises(EngineProtocolError):
            engine.analysis(Position("connect4")).wait()


@pytest.mark.parametrize("fault", ["leaves fields out", "confuses kinds"])
def test_an_answer_of_the_wrong_form_names_the_field(fake: Fake, fault: str) -> None:
    with Engine.popen(command=fake(fault), timeout=PATIENCE) as engine:
        with pytest.raises(EngineProtocolError, match=r"score|depth"):
            engine.analyse(Position("connect4"), Limit(depth=3))
        assert engine.version() == "Fake 1"


def test_an_engine_that_never_answers_is_ended_after_the_limit_of_time(fake: Fake, is_gone: Gone) -> None:
    silent = pytest.raises(EngineTimeoutError, match="silent")
    with Engine.popen(command=fake("answers nothing"), timeout=PATIENCE) as engine, silent:
        engine.analyse(Position("connect4"), Limit(time=0.1))
    assert is_gone(engine.pid)


def test_a_search_that_takes_long_is_not_taken_for_silence(fake: Fake) -> None:
    with Engine.popen(command=fake("answers nothing"), timeout=1.0) as engine:
        with pytest.raises(EngineTimeoutError, match=r"no answer within 3.0 s"):
            engine.analyse(Position("connect4"), Limit(depth=3), timeout=3.0)
        assert engine.version() == "Fake 1"


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        ("dies at once", EngineTerminatedError, "no memory"),
        ("never begins", EngineTimeoutError, "silent"),
    ],
)
def test_an_engine_that_does_not_start_is_an_exception(
    fake: Fake, fault: str, error: type[EngineError], words: str
) -> None:
    with pytest.raises(error, match=words):
        Engine.popen(command=fake(fault), timeout=PATIENCE)


@pytest.mark.parametrize("command", [["/nowhere/quadriga"], [""], ["."], ["a\0b"]])
def test_a_command_that_is_no_program_is_an_exception(command: list[str]) -> None:
    with pytest.raises(EngineTerminatedError, match="cannot be started"):
        Engine.popen(command=command)


def test_an_engine_that_ignores_its_end_is_killed(fake: Fake, is_gone: Gone) -> None:
    with Engine.popen(command=fake("ignores the end"), timeout=PATIENCE) as engine:
        pid = engine.pid
    assert is_gone(pid)


def test_an_engine_that_is_killed_is_an_exception(is_gone: Gone) -> None:
    with Engine.popen(positions=1) as engine, engine.analysis(Position("draughts")) as analysis:
        next(analysis)
        os.kill(engine.pid, signal.SIGKILL)
        with pytest.raises(EngineTerminatedError, match="status -9"):
            list(analysis)
    assert is_gone(engine.pid)


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        ("dies", EngineTerminatedError, "status 7: out of luck"),
        ("reports nonsense", EngineProtocolError, "'lots'|'many'"),
        ("says nothing", EngineTimeoutError, "no move within"),
    ],
)
def test_a_clock_loop_that_fails_is_an_exception(fake: Fake, fault: str, error: type[EngineError], words: str) -> None:
    with Engine.popen(command=fake(fault), timeout=PATIENCE) as engine:
        for _ in range(2):
            with pytest.raises(error, match=words):
                engine.play(Position("connect4"), Limit(clocks=(0.1, 0.1)))


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        ("dies", EngineTerminatedError, "out of luck"),
        ("leaves fields out", EngineProtocolError, "result"),
        ("answers nothing", EngineTimeoutError, "not solved"),
    ],
)
def test_a_solver_that_fails_is_an_exception(fake: Fake, fault: str, error: type[EngineError], words: str) -> None:
    with Engine.popen(command=fake(fault), timeout=PATIENCE) as engine, pytest.raises(error, match=words):
        engine.solve(Position("connect4"), timeout=PATIENCE)


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        ("dies", EngineTerminatedError, "status 7: out of luck"),
        ("speaks no JSON", EngineProtocolError, "'hello'"),
        ("answers with a list", EngineProtocolError, "no answer"),
        ("nests deeply", EngineProtocolError, "no answer"),
        ("answers half", EngineTerminatedError, "status 0"),
        ("answers others", EngineProtocolError, "no answer"),
        ("falls silent", EngineTimeoutError, "no answer about the rules within 1.0 s"),
    ],
)
def test_a_rules_engine_that_fails_is_an_exception(
    fake: Fake,
    is_gone: Gone,
    monkeypatch: pytest.MonkeyPatch,
    fault: str,
    error: type[EngineError],
    words: str,
) -> None:
    monkeypatch.setattr(rules, "SECONDS", 1.0)
    pipe = rules.RulesPipe([*fake(fault), "analyze"])
    with pytest.raises(error, match=words):
        pipe.ask({"action": "legal_moves", "game": "connect4"})
    pipe.end()
    assert is_gone(pipe.pid)


def test_all_exceptions_are_of_one_family() -> None:
    assert issubclass(EngineTimeoutError, (EngineError, TimeoutError))
    assert issubclass(EngineError, QuadrigaError)
