"""Whatever the Python program does, no engine is left behind and nobody hangs."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import time
from typing import Callable

import pytest

from quadriga import BinaryNotFoundError, Engine, EngineTerminatedError, Limit, Position, find_binary, rules

Gone = Callable[[int], bool]


def run(program: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A Python program in a process of its own."""
    environment = {**os.environ, **variables}
    command = [sys.executable, "-W", "error::ResourceWarning", "-c", program]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False, env=environment, start_new_session=True
    )


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    pytest.fail("it did not happen within 30 s")


def test_a_program_that_forgets_to_close_leaves_no_engine(is_gone: Gone) -> None:
    done = run(
        "from quadriga import *\n"
        "engine = Engine.popen(positions=1)\n"
        "analysis = engine.analysis(Position('draughts'))\n"
        "next(analysis)\n"
        "print(engine.pid)\n"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert is_gone(int(done.stdout))


def test_a_program_that_is_killed_leaves_no_engine(is_gone: Gone) -> None:
    done = run(
        "import os\n"
        "from quadriga import *\n"
        "engine = Engine.popen(positions=1)\n"
        "next(engine.analysis(Position('draughts')))\n"
        "print(engine.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    assert done.returncode == -signal.SIGKILL
    wait_until(lambda: is_gone(int(done.stdout)))


def test_an_engine_that_is_forgotten_is_closed(is_gone: Gone) -> None:
    pid = Engine.popen(positions=1).pid
    gc.collect()
    wait_until(lambda: is_gone(pid))


def test_control_c_interrupts_a_search_and_not_the_engine() -> None:
    done = run(
        "import os, signal, threading\n"
        # A shell without job control has it ignored in what it starts in the background.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from quadriga import *\n"
        "with Engine.popen(positions=1) as engine:\n"
        "    threading.Timer(0.5, os.killpg, (0, signal.SIGINT)).start()\n"
        "    try:\n"
        "        engine.analyse(Position('draughts'), Limit(depth=200))\n"
        "    except KeyboardInterrupt:\n"
        "        print(engine.analyse(Position('draughts'), Limit(depth=3)).depth)\n"
    )
    assert (done.stdout, done.stderr) == ("3\n", "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_asks_engines_of_its_own() -> None:
    done = run(
        "import os\n"
        "from quadriga import *\n"
        "engine = Engine.popen(positions=1)\n"
        "position = Position('connect4')\n"
        "child = os.fork()\n"
        "position.push('4')\n"
        "if child == 0:\n"
        "    try:\n"
        "        engine.version()\n"
        "    except EngineTerminatedError:\n"
        "        with Engine.popen(positions=1) as own:\n"
        "            print(own.version(), flush=True)\n"
        "else:\n"
        "    os.waitpid(child, 0)\n"
        "    print(engine.version(), flush=True)\n"
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["Quadriga 0.2.0"] * 2


def test_a_closed_engine_says_so(is_gone: Gone) -> None:
    engine = Engine.popen(positions=1)
    engine.close()
    engine.close()
    assert is_gone(engine.pid)
    with pytest.raises(EngineTerminatedError, match="closed"):
        engine.analyse(Position("connect4"), Limit(depth=1))


def test_a_rules_engine_that_was_lost_is_replaced() -> None:
    position = Position("connect4")
    assert rules._pipe is not None
    os.kill(rules._pipe.pid, signal.SIGKILL)
    with pytest.raises(EngineTerminatedError):
        position.push("d1")
    assert position.push("d1") == "4"


def test_an_interrupted_question_about_the_rules_leaves_the_next_one_alone() -> None:
    done = run(
        "import os, signal, threading\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "from quadriga import Position\n"
        "position = Position('draughts')\n"
        "threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    while True:\n"
        "        position.push('32-28'), position.legal_moves, position.pop()\n"
        "        position._known[-1].clear()\n"
        "except KeyboardInterrupt:\n"
        "    print(len(Position('connect4', moves='4').legal_moves))\n"
    )
    assert (done.stdout, done.stderr) == ("7\n", "")


def test_the_module_is_the_program() -> None:
    module = [sys.executable, "-m", "quadriga"]
    command = [*module, "solve", "4455"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.startswith("score: 18\n")
    wrong = subprocess.run([*module, "--nonsense"], capture_output=True, timeout=60, check=False)
    assert wrong.returncode == 2


def test_the_program_is_that_of_the_environment() -> None:
    assert os.path.samefile(os.path.dirname(find_binary()), os.path.dirname(sys.executable))


def test_a_variable_names_another_program() -> None:
    done = run("import quadriga; quadriga.Position('connect4')", QUADRIGA="/nowhere/quadriga")
    assert "EngineTerminatedError: /nowhere/quadriga cannot be started" in done.stderr


def test_without_a_program_the_error_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quadriga.binary._folders", list)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BinaryNotFoundError, match="pip"):
        find_binary()
