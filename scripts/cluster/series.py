"""A file of `quadriga selfplay`: a line of JSON that says how its games were made, then a record of each.

A record is the number of bytes that follow, then the number of the game, its result, the number of plies,
two numbers for each ply and four bytes; numbers are LEB128. What the plies say is the engine's business. Each
game says its number, so the file needs no other beside it, and may be continued here or by `quadriga
selfplay`.

What must always hold: each game is in the file once; only a record that is cut short at the end is cut off,
and a file with anything else in it is left as it is.
"""

import json

from journal import Appender, JournalError, differences

# A byte from here on is not the last of its number.
MORE = 0x80
CONTINUED = bytes(range(MORE, 0x100))
LONGEST_NUMBER = 10
KEY = 4


class Series:
    """The file of a series, held against other drivers."""

    def __init__(self, path, line):
        """`line` is the first line of the series, with its end; a file with another one is refused."""
        self.path, self.games = path, set()
        self.appender = Appender(path)
        data = self.appender.read()
        if line.startswith(data):
            self.appender.begin(line)
            return
        end = first = self.first_line(data, json.loads(line))
        for number, end in records(data, first):
            self.games.add(number)
        if not is_cut_short(data, end):
            where = f"{end - first} bytes behind the first line"
            raise JournalError(f"{path}: after game {len(self.games)} there is something else, {where}")
        if end < len(data):
            self.appender.cut(end)

    def first_line(self, data, expected):
        """The length of the first line, which tells that this is the series."""
        length = data.find(b"\n") + 1
        try:
            found = json.loads(data[:length])
        except ValueError:
            raise JournalError(f"{self.path}: no file of self-play") from None
        if difference := differences(found, expected):
            raise JournalError(f"{self.path}: is another series: {difference}")
        return length

    def add(self, pieces):
        """Append the games that came in together, those that are not there yet, and say how many they are."""
        new = [game for piece in pieces for number, game in games_of(piece) if self.is_new(number)]
        self.appender.add(b"".join(new))
        return len(new)

    def is_new(self, number):
        """Note that this game is in; false if it was already."""
        new = number not in self.games
        self.games.add(number)
        return new


def games_of(piece):
    """Whole records: the number and the bytes of each."""
    begin = 0
    for number, end in records(piece):
        yield number, piece[begin:end]
        begin = end
    if begin < len(piece):
        raise JournalError("a worker gave something that is no game")


def records(data, at=0):
    """The number and the end of each record, until one is cut short or something else comes."""
    while found := record_at(data, at):
        yield found
        at = found[1]


def record_at(data, at):
    """The number and the end of the record that begins here; nothing if there is no whole one."""
    length = number_at(data, at)
    if not length or sum(length) > len(data):
        return None
    body = data[length[1] : sum(length)]
    numbers, found, place = body[:-KEY], [], 0
    while len(found) < 3:
        value, place = number_at(numbers, place) or (None, None)
        if value is None:
            return None
        found.append(value)
    game, half_points, plies = found
    # A count by `translate` takes no longer for long games.
    count = len(numbers.translate(None, CONTINUED))
    if half_points > 2 or count != 3 + 2 * plies or numbers[-1] >= MORE:
        return None
    return game, sum(length)


def is_cut_short(data, at):
    """Is what begins here no more than the beginning of a record, or nothing?"""
    length = number_at(data, at)
    if length:
        return sum(length) > len(data)
    return all(byte >= MORE for byte in data[at:])


def number_at(data, at):
    """A number and the place behind it; nothing if it does not end."""
    value = 0
    for place in range(at, min(at + LONGEST_NUMBER, len(data))):
        value |= data[place] % MORE << 7 * (place - at)
        if data[place] < MORE:
            return value, place + 1
    return None
