#!/usr/bin/env python3
"""A match on a Dask cluster: `quadriga match`, its pairs of games played by the workers.

    scripts/cluster/match.py --scheduler local:3 -- --game draughts --engine "name=new" \\
        --engine "name=old cmd=./old" --each "nodes=20000" --random-plies 6 --rounds 1000 \\
        --sprt "elo0=0 elo1=5" --log match.jsonl

The log is that of `quadriga match`: with --resume either continues what the other began. With --sprt the
match ends as soon as the test does; games still under way are ended and do not count.
"""

import environment

environment.enter()

import command_line  # noqa: E402
import quadriga_worker  # noqa: E402
from clusters import connect, show_job_script  # noqa: E402
from driver import Progress, work  # noqa: E402
from journal import MatchLog  # noqa: E402
from matches import Match  # noqa: E402


def play():
    """The script."""
    made = command_line.parser(__doc__, "<arguments of quadriga match>")
    made.add_argument(
        "--cores-per-game",
        type=int,
        metavar="N",
        help="cores that a game takes (default: the greatest option.Threads)",
    )
    command_line.add_pairs_per_task(made, 1)
    options, words = command_line.parse(made)
    match = Match(options.binary, words)
    cores = options.cores_per_game or match.cores()
    show_job_script(options, cores)
    if not match.log or match.log == "-":
        raise command_line.Usage("--log FILE is needed: the match is continued from it")
    log = MatchLog(match.log, match.line, match.resume)
    play_missing(options, match, log, cores)
    return match.conclude(log.path)


def play_missing(options, match, log, cores):
    """Play the pairs that are not in the log, until the test ends."""
    missing = [pair for pair in match.pairs if not log.has(pair)]
    if not missing or (match.sprt and match.judge(log.path)[1]):
        return
    run = command_line.run_for(options, "match", log.path, [match.about["variant"]])
    with connect(options, cores) as client:
        progress = Progress(client, "pairs", len(match.pairs) - len(missing), len(match.pairs))

        def accept(results):
            before = len(log.games)
            log.add(games for _, games in results)
            state, ended = match.judge(log.path) if match.sprt else ("", False)
            progress.add(len(log.games) - before, state)
            return ended

        tasks = match.tasks(quadriga_worker.play, missing, options.pairs_per_task)
        work(client, run, cores, tasks, accept)
        progress.close()


if __name__ == "__main__":
    command_line.main(play)
