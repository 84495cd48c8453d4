"""All games as PettingZoo environments, for learning: `env("draughts")`, `env("chinesecheckers", Players=3)`.

This module alone needs other packages: `pip install quadriga[pettingzoo]`. The rules are the program's, as everywhere.
How boards are seen and moves are numbered is the same for all games, the action `encode` of the program:

- An observation is a stack of planes, one for the pieces and one for the kings of each player, the observer's first and
  the others in turn order, and one for the cells where a piece may stand. The board is not turned.
- An action is a column where pieces fall, a cell where they are put, and a pair of cells (from, to) where they move.
  Captures that share both ends are told apart by a third number. The last action is a pass, except where pieces fall.

Rewards are 1 for the winner, -1 for the others, and 0 for a draw. `max_moves` cuts games off that find no end.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .answers import Record
from .errors import IllegalMoveError
from .position import Position


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
        self._seen = self._start.encoding()
        self.possible_agents = [f"player_{number}" for number in range(1, self._start.players + 1)]
        planes, height, width = self._seen.shape
        seen = {
            "observation": spaces.Box(0, 1, (height, width, planes), np.int8),
            "action_mask": spaces.Box(0, 1, (self._seen.actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self._seen.actions) for agent in self.possible_agents}

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
        if action is None or action not in self._seen.numbers:
            raise IllegalMoveError(f"action {action} is not legal: see the action mask")
        self._cumulative_rewards[self.agent_selection] = 0
        self._position.push(self._seen.numbers[int(action)])
        self._look()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _look(self) -> None:
        """What the new position means for the agents."""
        self._seen = self._position.encoding()
        self._planes = self._seen.array()
        self.agent_selection = self.possible_agents[self._seen.player - 1]
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
        mask: Any = np.zeros(self._seen.actions, np.int8)
        planes, number = self._planes, self.possible_agents.index(agent)
        if agent == self.agent_selection:
            mask[list(self._seen.numbers)] = 1
        else:
            first = (number + 1 - self._seen.player) % len(self.possible_agents)
            planes = np.concatenate([planes[2 * first : -1], planes[: 2 * first], planes[-1:]])
        return {"observation": planes.transpose(1, 2, 0), "action_mask": mask}

    def render(self) -> str | None:
        """The board as text, printed in the mode `human`."""
        if self.render_mode == "human":
            print(self._position)
            return None
        return str(self._position)

    def close(self) -> None:
        """There is nothing to close: positions share one process."""
