#!/usr/bin/env python3
"""Self-play data on a Dask cluster: the engine against itself at fixed nodes, a line for each position.

    scripts/cluster/selfplay.py --scheduler local:3 --pairs 10000 --nodes 5000 --out data -- \\
        --game draughts --random-plies 8 --seed 1

Makes DIR/games.jsonl, a log that `quadriga match --from` reads, and DIR/positions.jsonl; the fields of its
lines are in the README of this folder. Behind `--` stands what `quadriga match` takes, but engines and
rounds. The same arguments give the same games, whatever the cluster and however often it is interrupted; only
their order in the files differs.
"""

import environment

environment.enter()

from pathlib import Path  # noqa: E402

import command_line  # noqa: E402
import quadriga_worker  # noqa: E402
from clusters import connect, show_job_script  # noqa: E402
from driver import Progress, work  # noqa: E402
from journal import MatchLog, Shards  # noqa: E402
from matches import Match  # noqa: E402


def engines(nodes, options):
    """Twice this engine. Two that are equal in all would play the second game of each pair like the first, so
    one thinks a little longer.
    """
    extra = "".join(f' "option.{option}"' for option in options)
    names = [("first", nodes), ("second", nodes + max(1, nodes // 16))]
    return [word for name, limit in names for word in ("--engine", f"name={name} nodes={limit}{extra}")]


def make():
    """The script."""
    made = command_line.parser(__doc__, "<--game G and what else quadriga match takes>")
    made.add_argument("--pairs", type=int, required=True, metavar="N", help="openings, each played twice")
    made.add_argument("--nodes", type=int, default=5000, metavar="N", help="nodes a move (default: 5000)")
    made.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the engine")
    made.add_argument("--out", required=True, metavar="DIR", help="folder of the two files")
    made.add_argument("--resume", action="store_true", help="continue the files that are there")
    command_line.add_pairs_per_task(made, 20)
    options, words = command_line.parse(made)
    players = engines(options.nodes, options.option)
    match = Match(options.binary, [*words, *players, "--rounds", str(options.pairs)])
    show_job_script(options, match.cores())

    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    log = MatchLog(folder / "games.jsonl", match.line, options.resume)
    size = options.pairs_per_task
    about = {"work": "self-play", "match": match.about, "pairs per task": size}
    data = Shards(folder / "positions.jsonl", about, options.resume)
    missing = [pair for pair in match.pairs if pair - pair % size not in data.done]
    if missing:
        play(options, match, log, data, missing)
    return match.conclude(log.path)


def play(options, match, log, data, missing):
    """Play the pairs whose positions are not there."""
    run = command_line.run_for(options, "self-play", log.path, [match.about["variant"]])
    with connect(options, match.cores()) as client:
        progress = Progress(client, "pairs", len(match.pairs) - len(missing), len(match.pairs))

        def accept(results):
            # Games first: a task is done when its positions are there, and games that come twice count once.
            log.add(games for _, (games, _) in results)
            data.add((number, "".join(line + "\n" for line in lines)) for number, (_, lines) in results)
            progress.add(len(results) * options.pairs_per_task)
            return False

        tasks = match.tasks(quadriga_worker.self_play, missing, options.pairs_per_task)
        work(client, run, match.cores(), tasks, accept)
        progress.close()


if __name__ == "__main__":
    command_line.main(make)
