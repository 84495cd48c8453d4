"""What the scripts share: options before `--`, the engine's arguments behind it, how errors are told."""

import argparse
import os
import sys
from pathlib import Path

import clusters
import quadriga_worker
from driver import SchedulerLost, WorkError, run_name
from environment import ROOT
from journal import JournalError

# Options of which there must be at least one of what they count.
COUNTS = ("chunk", "games", "games_per_task", "pairs_per_task")
NOT_ON_A_CLUSTER = "not on a cluster, which places the games itself"


def parser(description, behind):
    """Options of every script; `behind` is what stands behind `--`."""
    made = argparse.ArgumentParser(
        description=description,
        usage=f"%(prog)s [options] -- {behind}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    clusters.add_arguments(made)
    made.add_argument(
        "--binary",
        default=str(ROOT / "target" / "release" / "quadriga"),
        metavar="PATH",
        help="the engine on this machine (default: the release build of this checkout)",
    )
    there = made.add_mutually_exclusive_group()
    there.add_argument(
        "--worker-binary", metavar="PATH", help="the engine on the workers (default: the same)"
    )
    there.add_argument("--send-binary", action="store_true", help="send the engine to the workers")
    made.add_argument(
        "--directory",
        default=os.getcwd(),
        metavar="DIR",
        help="folder on the workers in which engines start (default: this one)",
    )
    return made


def add_pairs_per_task(made, count):
    """How large the tasks of a match are."""
    made.add_argument(
        "--pairs-per-task",
        type=int,
        default=count,
        metavar="N",
        help=f"pairs of games of a task: more where openings take long to make (default: {count})",
    )


def parse(made):
    """The options, and the words behind `--`."""
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    options = made.parse_args(words[:split])
    for name in COUNTS:
        if (count := getattr(options, name, 1)) < 1:
            raise Usage(f"--{name.replace('_', '-')} {count}: expected 1 or more")
    # A name with a folder is looked up from here, whatever folder the workers start in.
    if os.sep in options.binary:
        options.binary = str(Path(options.binary).resolve())
    return options, words[split + 1 :]


def run_for(options, kind, output, games):
    """The run as the workers get to know it: the engine they must have is the one that is here."""
    return quadriga_worker.Quadriga(
        name=run_name(kind, output),
        binary=options.binary if options.send_binary else options.worker_binary or options.binary,
        directory=options.directory,
        expected=quadriga_worker.identity(options.binary, sorted(games)),
        sent=options.send_binary,
    )


class Usage(Exception):
    """A command line that cannot be obeyed."""


def take(words, names, flags=()):
    """Take options out of a command line: their values by name, and the words that are left."""
    taken, rest = {}, []
    words = iter(words)
    for word in words:
        name, equals, value = word.partition("=")
        if name in names:
            value = value if equals else next(words, None)
            if value is None:
                raise Usage(f"{name}: expected a value")
            taken[name] = value
        elif word in flags:
            taken[word] = True
        else:
            rest.append(word)
    return taken, rest


def refuse(words, names, why):
    """Options that are not for the engine may not stand behind `--`."""
    for word in words:
        if word.partition("=")[0] in names:
            raise Usage(f"{word}: {why}")


def main(do, again="--resume"):
    """Run a script: errors are one line; the status is 2 for the command line, 1 for what failed later.

    `again` continues what was interrupted.
    """
    try:
        sys.exit(do())
    except (Usage, clusters.ClusterError) as error:
        status, told = 2, error
    except (JournalError, WorkError, quadriga_worker.Refused, OSError) as error:
        status, told = 1, error
    except SchedulerLost as error:
        status, told = 1, f"{error}; {again} goes on from here"
    except KeyboardInterrupt:
        status, told = 130, f"interrupted; {again} goes on from here"
    print(f"{Path(sys.argv[0]).name}: {told}", file=sys.stderr)
    sys.exit(status)
