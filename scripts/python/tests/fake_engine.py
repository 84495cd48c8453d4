"""An engine with one fault, named by its first argument. It answers the ping, until the fault says otherwise."""

from __future__ import annotations

import json
import signal
import sys
import time

FAULT = sys.argv[1]


def say(text: str, end: str = "\n") -> None:
    sys.stdout.write(text + end)
    sys.stdout.flush()


def die(status: int, words: str) -> None:
    print(words, file=sys.stderr)
    sys.exit(status)


def answer(number: object) -> None:
    """Answer a search, or do what this fault does instead."""
    record = {"id": number, "final": True, "player": 1, "score": {"cp": 1}, "pv": [], "bestmove": "4"}
    written = {
        "speaks no JSON": "hello",
        "answers with a list": "[1, 2]",
        "nests deeply": "[" * 200_000,
        "answers others": json.dumps({**record, "id": 999}),
        "errs without a cause": json.dumps({"error": "something is wrong"}),
        "leaves fields out": json.dumps(record),
        "confuses kinds": json.dumps({**record, "score": "good", "depth": "deep"}),
    }
    if FAULT in written:
        say(written[FAULT])
    elif FAULT == "dies":
        die(7, "out of luck")
    elif FAULT == "answers half":
        say('{"id":2,"tu', end="")
        sys.exit(0)
    elif FAULT == "falls silent":
        time.sleep(1000)
    while FAULT == "writes no line end":
        say(" " * 1_000_000, end="")


def analyze() -> None:
    for line in sys.stdin:
        query = json.loads(line)
        if query.get("action") == "version":
            say(json.dumps({"id": query["id"], "action": "version", "name": "Fake", "version": "1"}))
            if FAULT == "stops reading":
                time.sleep(1000)
        elif query.get("action") != "terminate":
            answer(query["id"])
    if FAULT == "ignores the end":
        time.sleep(1000)


def ugi() -> None:
    for line in sys.stdin:
        word = line.split()[0]
        if word == "ugi":
            say("id name Fake\nugiok")
        elif word == "isready":
            say("readyok")
        elif word == "go" and FAULT == "reports nonsense":
            say("info depth many score cp lots\nbestmove 4")
        elif word == "go" and FAULT == "dies":
            die(7, "out of luck")


def main() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if FAULT == "dies at once":
        die(3, "no memory")
    if FAULT == "never begins":
        time.sleep(1000)
    (ugi if "ugi" in sys.argv else analyze)()


if __name__ == "__main__":
    main()
