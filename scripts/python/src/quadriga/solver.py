"""Exact values of Connect Four, by `quadriga solve`: one process for each question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .errors import EngineProtocolError, EngineTerminatedError, RefusedError, refusal
from .line_process import LineProcess, within
from .values import Solution

WRONG_COMMAND_LINE = 2


async def solve(
    command: Sequence[str],
    game: str,
    fen: str | None,
    moves: Sequence[str],
    flags: Mapping[str, object],
    timeout: float,
) -> Solution:
    """The value of the position and of every legal move."""
    words = [*command, "solve", "--all", "--game", game]
    for name, value in flags.items():
        words += [f"--{name}", str(value)]
    process = await LineProcess.start([*words, *([] if fen is None else [f"--fen={fen}"]), "-"])
    try:
        await process.send(",".join(moves) or "-")
        return solution(await within(process.read(), timeout, f"not solved within {timeout} s"))
    except EngineTerminatedError as error:
        if await process.exit_status() == WRONG_COMMAND_LINE:
            raise RefusedError(str(error).partition("error: ")[2] or str(error)) from None
        raise
    finally:
        process.kill()
        await process.close()


def solution(answer: str) -> Solution:
    """An answer line: moves, score, nodes, microseconds, then a value or `.` for each column."""
    words = answer.split()
    if words[1:2] == ["error"]:
        raise refusal(" ".join(words[2:]), "moves")
    try:
        score, nodes, microseconds = (int(word) for word in words[1:4])
        columns = {str(column): int(word) for column, word in enumerate(words[4:], 1) if word != "."}
    except ValueError:
        raise EngineProtocolError(f"the solver answered {answer[:200]!r}") from None
    return Solution(score=score, moves=columns, nodes=nodes, time=microseconds / 1e6)
