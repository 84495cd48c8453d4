#!/usr/bin/env python3
"""Bulk analysis on a Dask cluster: a file of questions through `quadriga analyze`, some hundred lines a task.

    scripts/cluster/analyze.py --scheduler local:3 --out answers.jsonl questions.jsonl -- --hash 64

Answers come in the order in which they are ready and are joined by `id`, as on one machine. Each chunk of
lines is given to a new process, so that its answers depend on the chunk alone and not on what a worker did
before it.
"""

import environment

environment.enter()

import hashlib  # noqa: E402
import itertools  # noqa: E402
import json  # noqa: E402

import command_line  # noqa: E402
import quadriga_worker  # noqa: E402
from clusters import connect, show_job_script  # noqa: E402
from driver import Progress, Task, work  # noqa: E402
from journal import Shards  # noqa: E402


def analyze():
    """The script."""
    made = command_line.parser(__doc__, "<arguments of quadriga analyze>")
    made.add_argument("questions", metavar="FILE", help="JSON lines, as quadriga analyze reads them")
    made.add_argument("--out", required=True, metavar="FILE", help="the answers")
    made.add_argument("--chunk", type=int, default=250, metavar="N", help="lines of a task (default: 250)")
    made.add_argument("--resume", action="store_true", help="continue the answers that are there")
    options, words = command_line.parse(made)
    arguments, cores = searches(words)
    show_job_script(options, cores)
    about, games = survey(options.questions, games_of(options.binary))
    about |= {"chunk": options.chunk, "arguments": arguments}
    answers = Shards(options.out, about, options.resume)

    total = -(-about["lines"] // options.chunk)
    missing = [number for number in range(total) if number not in answers.done]
    if not missing:
        return 0
    run = command_line.run_for(options, "analyze", options.out, games)
    with connect(options, cores) as client:
        progress = Progress(client, f"chunks of {options.chunk}", total - len(missing), total)

        def accept(results):
            answers.add(results)
            progress.add(len(results))
            return False

        tasks = (
            Task(number, quadriga_worker.analyze_chunk, (arguments, text))
            for number, text in chunks(options.questions, options.chunk)
            if number not in answers.done
        )
        work(client, run, cores, tasks, accept)
        progress.close()
    return 0


def searches(words):
    """The engine's arguments, and the cores that they keep busy: positions at once, and threads for each."""
    taken, rest = command_line.take(words, ("--positions", "--threads"))
    counts = {name: taken.get(name, "1") for name in ("--positions", "--threads")}
    for name, count in counts.items():
        if not count.isascii() or not count.isdigit() or int(count) < 1:
            raise command_line.Usage(f"{name} {count}: expected a number from 1")
    told = [word for name, count in counts.items() for word in (name, count)]
    return [*rest, *told], int(counts["--positions"]) * int(counts["--threads"])


def games_of(binary):
    """Names of the games that the engine knows."""
    told = quadriga_worker.execute_here([binary, "games", "--json"])
    return {game["name"] for game in json.loads(told)}


def survey(path, known):
    """What a file of questions is: its digest and lines; and which games are in it."""
    digest, lines, games = hashlib.sha256(), 0, set()
    with open(path, "rb") as file:
        for line in file:
            digest.update(line)
            lines += 1
            try:
                games.add(json.loads(line)["game"])
            except (ValueError, TypeError, KeyError):
                # The engine answers such a line with an error, or knows which game is meant.
                continue
    return {"work": "analyze", "questions": digest.hexdigest(), "lines": lines}, games & known


def chunks(path, size):
    """Pieces of the file: number and text."""
    with open(path, newline="\n", **quadriga_worker.TEXT) as file:
        for number in itertools.count():
            text = "".join(itertools.islice(file, size))
            if not text:
                return
            yield number, text


if __name__ == "__main__":
    command_line.main(analyze)
