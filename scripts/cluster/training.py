#!/usr/bin/env python3
"""Games for training on a Dask cluster: `quadriga selfplay`, its games played by the workers.

    scripts/cluster/training.py --scheduler local:3 --games 100000 --out one.games -- \\
        --game draughts --nodes 1000 --random-plies 8-14 --seed 6

The file is that of `quadriga selfplay`, for `quadriga fit`. The same command again continues it, and so does
`quadriga selfplay`. A game follows from seed and number, so the games are the same, whatever the cluster and
however often it is interrupted; only their order in the file differs.
"""

import environment

environment.enter()

import json  # noqa: E402

import command_line  # noqa: E402
import quadriga_worker  # noqa: E402
from clusters import connect, show_job_script  # noqa: E402
from driver import Progress, Task, shares, work  # noqa: E402
from series import Series  # noqa: E402

# The engine plays the games of a task one after the other.
CORES = 1


def make():
    """The script."""
    made = command_line.parser(__doc__, "<--game G and what else quadriga selfplay takes>")
    made.add_argument("--games", type=int, required=True, metavar="N", help="games of the series")
    made.add_argument("--first", type=int, default=0, metavar="N", help="number of the first (default: 0)")
    made.add_argument(
        "--games-per-task",
        type=int,
        default=100,
        metavar="N",
        help="games of a task: less where a game takes long (default: 100)",
    )
    made.add_argument(
        "--out", required=True, metavar="FILE", help="the games; those that it has are not played again"
    )
    options, words = command_line.parse(made)
    command_line.refuse(words, ("--games", "--first"), "stands before --")
    command_line.refuse(words, ("--threads",), command_line.NOT_ON_A_CLUSTER)
    show_job_script(options, CORES)

    def engine_here(command):
        return quadriga_worker.execute_here([options.binary, *command])

    line, _ = quadriga_worker.series_of(engine_here, words, options.first, 0)
    series = Series(options.out, line)
    asked = range(options.first, options.first + options.games)
    missing = [number for number in asked if number not in series.games]
    if missing:
        play(options, words, line, series, missing)
    return 0


def play(options, words, line, series, missing):
    """Play the games that are not in the file."""
    run = command_line.run_for(options, "training", options.out, [json.loads(line)["game"]])
    with connect(options, CORES) as client:
        progress = Progress(client, "games", options.games - len(missing), options.games)

        def accept(results):
            progress.add(series.add(games for _, games in results))
            return False

        tasks = (
            Task(share.start, quadriga_worker.play_series, (words, line, share.start, len(share)))
            for share in shares(missing, options.games_per_task)
        )
        work(client, run, CORES, tasks, accept)
        progress.close()


if __name__ == "__main__":
    command_line.main(make, again="the same command")
