"""What the tests share: an engine, engines that misbehave, and whether a process is gone."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Callable

import pytest

from quadriga import Engine

FAKE = Path(__file__).with_name("fake_engine.py")


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    with Engine.popen(positions=2) as engine:
        yield engine


@pytest.fixture
def fake() -> Callable[[str], list[str]]:
    """The command of an engine that misbehaves in this way."""
    return lambda fault: [sys.executable, str(FAKE), fault]


@pytest.fixture
def is_gone() -> Callable[[int], bool]:
    """Whether there is no such process, not even one that nobody has waited for."""

    def is_gone(pid: int) -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return False

    return is_gone
