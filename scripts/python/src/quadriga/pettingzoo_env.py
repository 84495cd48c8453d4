"""All games as PettingZoo environments, for learning: `env("draughts")`, `env("chinesecheckers", Players=3)`.

This module alone needs other packages: `pip install quadriga[pettingzoo]`. The rules are the program's, as everywhere.
How boards are seen and moves are named is said once for all games, from the grid and the ways of moves that the
program tells:

- An observation is a stack of planes, one for the pieces and one for the kings of each player, the observer's first and
  the others in turn order, and one for the cells where a piece may stand. The board is not turned.
- An action is a column where pieces fall, a cell where they are put, and a pair of cells (from, to) where they move.
  Captures that share both ends are told apart by a third number. The last action of moving games is a pass.

Rewards are 1 for the winner, -1 for the others, and 0 for a draw. `max_moves` cuts games off that find no end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import rules
from .answers import Record
from .position import Position

# Ten thousand random positions full of kings have 4 at most; what goes beyond could not be chosen.
CAPTURES_WITH_THE_SAME_ENDS = 8
PIECES, KINGS = "123456", "ABCDEF"


def env(game: str, *, max_moves: int = 1000, render_mode: str | None = None, **options: Any) -> Any:
    """The environment with PettingZoo's usual wrappers: an illegal action loses, and calls must come in order."""
    raw = QuadrigaEnv(game, max_moves=max_moves, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    )


class QuadrigaEnv(AECEnv):
    """One game of any kind; its players are `player_1` to `player_6`."""

    def __init__(self, game: str, *, max_moves: int = 1000, render_mode: str | None = None, **options: Any) -> None:
        super().__init__()
        self.metadata = {"name": f"quadriga_{game}_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}
        self.render_mode = render_mode
        self._max_moves = max_moves
        self._start = Position(game, **options)
        self._position = self._start
        self._codes = Codes(described(self._start))
        self.possible_agents = [f"player_{number}" for number in range(1, self._start.players + 1)]
        height, width = len(self._start.rows), len(self._start.rows[0])
        planes = 2 * len(self.possible_agents) + 1
        seen = {
            "observation": spaces.Box(0, 1, (height, width, planes), np.int8),
            "action_mask": spaces.Box(0, 1, (self._codes.count,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._codes.count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The same for all agents."""
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The game so far."""
        return self._position.copy()

    def reset(self, seed: int | None = None, options: Record | None = None) -> None:
        """Begin a game. There is no chance in it, so the seed changes nothing."""
        self._position = self._start.copy()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look()

    def step(self, action: int | None) -> None:
        """Play the move of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action not in self._moves:
            raise ValueError(f"action {action} is not legal: see the action mask")
        self._cumulative_rewards[self.agent_selection] = 0
        self._position.push(self._moves[int(action)])
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """What the new position means for the agents."""
        self._moves = self._codes.moves(described(self._position))
        self.agent_selection = self.possible_agents[self._position.turn - 1]
        outcome = self._position.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                self.rewards = dict.fromkeys(self.agents, -1)
                self.rewards[self.possible_agents[outcome.winner - 1]] = 1
        elif len(self._position.moves) >= self._max_moves:
            self.truncations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, Any]:
        """The board as this agent sees it. Only who is to move has actions."""
        mask: Any = np.zeros(self._codes.count, np.int8)
        if agent == self.agent_selection and self._position.outcome is None:
            mask[list(self._moves)] = 1
        cells = np.array([list(row) for row in self._position.rows])
        number, players = self.possible_agents.index(agent), len(self.possible_agents)
        order = [(number + offset) % players for offset in range(players)]
        planes = [cells == piece[player] for player in order for piece in (PIECES, KINGS)]
        return {"observation": np.stack([*planes, cells != " "], axis=-1).astype(np.int8), "action_mask": mask}

    def render(self) -> str | None:
        """The board as text, printed in the mode `human`."""
        if self.render_mode == "human":
            print(self._position)
            return None
        return str(self._position)

    def close(self) -> None:
        """There is nothing to close: positions share one process."""


def described(position: Position) -> Record:
    """The position as a grid, with the ways of its legal moves."""
    return rules.ask({"action": "board", "paths": True, **position.request()})


class Codes:
    """Numbers for the moves of a game."""

    def __init__(self, start: Record) -> None:
        rows: list[str] = start["rows"]
        self._falls: bool = start["face"]["falls"]
        self._moving = any(len(path["cells"]) > 1 for path in start["paths"])
        places = [(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell != " "]
        self._numbers = {place: number for number, place in enumerate(places)}
        self._captures = CAPTURES_WITH_THE_SAME_ENDS if start["face"]["pieces"] == "men" else 1
        self._passing = len(places) ** 2 * self._captures
        self.count: int = self._passing + 1 if self._moving else len(rows[0]) if self._falls else len(places)

    def moves(self, board: Record) -> dict[int, str]:
        """The legal moves of a position by their numbers."""
        named: dict[int, str] = {}
        for path in board["paths"]:
            code = self._code(path["cells"])
            codes = range(code, code + self._captures) if self._moving and path["cells"] else (code,)
            free = next((code for code in codes if code not in named), None)
            if free is not None:
                named[free] = path["move"]
        return named

    def _code(self, cells: list[list[int]]) -> int:
        if not cells:
            return self._passing
        first, last = (self._numbers[x, y] for x, y in (cells[0], cells[-1]))
        if self._moving:
            return (first * len(self._numbers) + last) * self._captures
        return cells[0][0] if self._falls else first
