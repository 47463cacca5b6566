#!/usr/bin/env python3
"""Checks the dice and the moves of a game by fair dice, version 3: docs/design/fair-dice.md.

    tools/verify_fair3.py [--cornet PROGRAM] RECORD [TRANSCRIPT]

This program shares no code with Cornet. It asks `cornet engine` for the rules of the games only: which lines are legal,
and the odds of a draw. The first line of its output is the grade; one line follows for each reason.
Exit status: 0 proved, 1 proved in part, not proved or refused (no record at all), 2 contradicted,
3 wrong usage, or a file or the program is missing. Uses only the standard library."""

import bisect
import functools
import hashlib
import hmac
import itertools
import json
import math
import os
import re
import subprocess
import sys

L = 8192  # links of a chain
WINDOW = 50  # a seat that missed two of the last 50 asks is not asked
HEX, SIG, NUM = r"[0-9a-f]{64}", r"(?:-|[0-9a-f]{128})", r"(?:0|[1-9][0-9]{0,14})"
TABLE, KEY, SEATS = "[0-9a-z]{1,32}", rf"(?:-|{HEX})", rf"(?:-|{NUM}(?: {NUM})*)"
NOTES = {name: re.compile(rf"#3 {name} {form}") for name, form in {
    "seat": rf"({NUM}) (person|plain|bot|stand-in|left)",
    "chain": rf"({NUM}) ({NUM}) ({HEX}) ({KEY})",
    "ask": rf"({NUM}) ({SEATS})",
    "step": rf"({NUM}) ({HEX}):({HEX})((?: {NUM}:{HEX}:{SIG})+)",
    "miss": rf"({NUM}) ({SEATS})",
    "by": rf"({NUM}) ({NUM}) ({NUM}) ({HEX}) ({SIG})",
    "yes": rf"({NUM}) ({NUM}) ({NUM}) ({HEX}) ({SIG})",
    "late": rf"({NUM}) ({NUM})",
    "hide": rf"({KEY})",
    "undo": rf"({NUM}) (own|all)",
}.items()}


# The second words of lines that the rules hide from spectators. Hiding changes the key of a draw, so it is no choice.
HIDDEN = {"wazabi": {"draw", "steal", "keep"}, "toy": {"draw", "keep"}}
MOST_SEATS = 6


class Contradiction(Exception):
    """The record, or the record and the transcript, cannot be of an honest game."""


class Refused(Exception):
    """The file is no record or no transcript of version 3."""


def demand(condition, reason, error=Contradiction):
    if not condition:
        raise error(reason)


# Section 1: texts, hashes and signatures.


def T(*parts):
    return "".join(f"{part}\n" for part in parts).encode()


def H(*parts):
    return hashlib.sha256(T(*parts)).hexdigest()


P = 2**255 - 19  # Ed25519, RFC 8032: points are (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z
ORDER = 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, P) % P
NEUTRAL = (0, 1, 1, 0)


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * CURVE % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    result = NEUTRAL
    while number:
        if number & 1:
            result = add(result, point)
        point, number = add(point, point), number >> 1
    return result


def encode(point):
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def decode(data):
    """The point, or None if the bytes are not the one encoding of a point whose order is large."""
    number = int.from_bytes(data, "little")
    y, odd = number & (2**255 - 1), number >> 255
    if y >= P:
        return None
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or (x == 0 and odd):
        return None
    x = P - x if x & 1 != odd else x
    point = (x, y, 1, x * y % P)
    return None if times(8, point)[0] == 0 else point


BASE = decode(bytes([0x58] + [0x66] * 31))
POWERS = [BASE]  # 2^i times the base point
while len(POWERS) < 256:
    POWERS.append(add(POWERS[-1], POWERS[-1]))


def times_base(number):
    result = NEUTRAL
    for i, power in enumerate(POWERS):
        if number >> i & 1:
            result = add(result, power)
    return result


@functools.lru_cache(10000)
def signed(key, signature, *parts):
    """Whether the signature, in hex, is that of the key over T(parts); `-` is that of who has no key."""
    if key == "-" or signature == "-":
        return key == signature
    public, signature = bytes.fromhex(key), bytes.fromhex(signature)
    point, s = decode(public), int.from_bytes(signature[32:], "little")
    if not point or s >= ORDER or not decode(signature[:32]):
        return False
    digest = hashlib.sha512(signature[:32] + public + T(*parts)).digest()
    negative = (P - point[0], point[1], 1, P - point[3])
    product = times(int.from_bytes(digest, "little") % ORDER, negative)
    return encode(add(times_base(s), product)) == signature[:32]


# Section 5: the outcome of a draw.


class Outcomes:
    """The outcomes of a draw. `pairs` are a line and its weight, any positive integer."""

    def __init__(self, pairs):
        pairs = sorted(pairs, key=lambda pair: pair[0].encode())
        divisor = math.gcd(*(weight for _, weight in pairs))
        self.lines = [line for line, _ in pairs]
        self.sums = list(itertools.accumulate(weight // divisor for _, weight in pairs))


def value(key, draw, number):
    """The number below `number` that the key, 32 bytes, gives for draw number `draw`."""
    for block in itertools.count():
        digest = hmac.digest(key, T(f"{draw} {block}"), "sha256")
        for i in range(0, 32, 8):
            r = int.from_bytes(digest[i:i + 8], "big")
            if r >= 2**64 % number:
                return r % number


def outcome(key, draw, outcomes):
    """The line that the key gives for draw number `draw`."""
    return outcomes.lines[bisect.bisect_right(outcomes.sums, value(key, draw, outcomes.sums[-1]))]


def draw_key(table, n, h_ask, links, hidden=None):
    """The key of the draws of step n; with V, 32 bytes, that of its hidden draws. `links` are pairs of a seat and a link."""
    key = H("cornet fair 3 key", table, n, h_ask, *(f"{seat} {link}" for seat, link in links))
    return bytes.fromhex(key) if hidden is None else hmac.digest(hidden, T("cornet fair 3 hidden draw", key), "sha256")


# The rules of the games.


class Engine:
    """The rules by `cornet engine`. After `start` and `play`, `mover` is a seat, "chance", "anyone" or "over".
    In a word game the server rules on a word by `* yes` or `* no`; these lines are no draws, and `mover` is then "ruling"."""

    def __init__(self, program):
        self.process = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.cache = {}

    def close(self):
        self.process.communicate(b"quit\n")

    def command(self, *lines):
        """Sends lines that are one command, and returns the bytes of the answer, or raises Contradiction."""
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()
        answer = b"\n"
        while not answer.endswith(b"\nok\n"):
            part = os.read(self.process.stdout.fileno(), 1 << 20)
            if not part:
                raise OSError("cornet engine has ended")
            answer += part
            demand(not answer.startswith(b"\nerror ") or answer[-1:] != b"\n", "the rules say: " + answer[7:-1].decode(errors="replace"))
        return answer[1:-3]

    def start(self, lines):
        """Starts the game of the lines of a header. Returns its settings in their one spelling, without defaults."""
        self.command("record", "cornet 1", *lines, "---", ".")
        self.look()
        saved = [line[5:] for line in self.command("save").decode().splitlines()]
        return [line for line in saved if line.split()[0] in ("game", "option", "players")]

    def play(self, line):
        self.command(f"play {line}")
        self.look()

    def undo(self, count):
        for _ in range(count):
            self.command("undo")
        self.look()

    def look(self):
        self.answer = self.command("legal")
        if not self.answer:
            self.mover = self.state()["mover"]
        else:
            actor, word = self.answer.split(b" ", 3)[1:3]
            self.mover = int(actor) if actor != b"*" else "ruling" if word in (b"yes", b"no") else "chance"

    def state(self):
        return json.loads(self.command("state")[6:])

    def turn(self):
        """The seat whose turn it is."""
        return self.state().get("turn", self.mover)

    def time_out(self):
        """The time that a word game has, in ms, and the line that ends it. A vote has 15 s. Where nobody who is left can score
        any more, the others pass after a second, the lowest seat first."""
        state = self.state()
        if state.get("in_hand"):
            return 15000, "* vote"
        if state.get("places") == 0:
            return 1000, f"{min(set(range(1, state['players'] + 1)) - set(state['out']))} pass"
        return 1000 * state.get("seconds", 0), "* time"

    def legal(self):
        return [line[6:] for line in self.answer.decode().splitlines()]

    def outcomes(self):
        """The outcomes of chance. Long lists repeat, so some are kept."""
        if self.answer not in self.cache:
            pairs = [line.split("\t") for line in self.legal()]
            pairs = [(line, odds.partition("/")) for line, odds in pairs]
            total = math.lcm(*(int(odds[2] or 1) for _, odds in pairs))
            if len(self.cache) > 100:
                self.cache.clear()
            self.cache[self.answer] = Outcomes([(line, int(odds[0]) * total // int(odds[2] or 1)) for line, odds in pairs])
        return self.cache[self.answer]


class Toy:
    """A game for tests. Each seat gets a hidden card. In each of three rounds a seat rolls, and goes on, keeps or stops."""

    CARDS = Outcomes([("* draw ace", 4), ("* draw king", 2), ("* draw ten", 10)])
    FACES = Outcomes([(f"* roll {face}", 1) for face in range(1, 7)])

    def start(self, lines):
        self.players = next((int(line[8:]) for line in lines if re.fullmatch("players [2-4]", line)), 0)
        demand(self.players and "game toy" in lines, "a toy is for 2 to 4 players")
        self.lines = []
        self.look()
        return ["game toy", f"players {self.players}"]

    def play(self, line):
        legal = self.outcomes().lines if self.mover == "chance" else self.legal()
        ends = re.fullmatch("([1-4]) (?:forfeits|accepts draw)", line)
        demand(line in legal or (ends and self.mover != "over" and int(ends[1]) <= self.players), f"{line!r} is not legal")
        self.lines.append(line)
        self.look()

    def undo(self, count):
        del self.lines[len(self.lines) - count:]
        self.look()

    def turn(self):
        return sum(1 for line in self.lines if line.endswith(" stop")) % self.players + 1

    def look(self):
        turns = sum(1 for line in self.lines if line.endswith(" stop"))
        last = self.lines[-1] if self.lines else "* deal"
        if last.endswith((" forfeits", " accepts draw")) or turns == 3 * self.players:
            self.mover = "over"
        else:
            dealt = len(self.lines) > self.players
            self.mover = self.turn() if dealt and last.startswith("* roll") or " keep " in last else "chance"

    def legal(self):
        words = () if self.mover == "over" else ("go", "stop") if " keep " in self.lines[-1] else ("go", "keep ace", "keep king", "stop")
        return [f"{self.mover} {word}" for word in words]

    def outcomes(self):
        return self.CARDS if len(self.lines) < self.players else self.FACES


# Section 9: records and transcripts.


def read_lines(data, what):
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise Refused(f"the {what} is not UTF-8") from None
    lines = text.split("\n")
    return lines[:-1], lines[-1]


class Entry:
    """One entry of the ledger. `text` is its complete line; `undone` tells whether the record has it as undone.
    A note has `note`, its name, and `args`; a move line has `seat`, a number or "*"."""

    def __init__(self, text, undone):
        self.text, self.undone, self.public = text, undone, text
        self.note = self.seat = None
        words = text.split(" ")
        if text.startswith("#3"):
            self.note = words[1] if len(words) > 1 and words[1] in NOTES else "unknown"
            found = NOTES[self.note].fullmatch(text) if self.note in NOTES else None
            self.args = found.groups() if found and not undone and len(text.encode()) <= 2047 else None
        else:
            self.seat = "*" if words[0] == "*" else int(words[0]) if re.fullmatch("[1-9]", words[0]) else 0

    def seats(self, arg):
        """A list of seats in the arguments of a note."""
        seats = [] if self.args[arg] == "-" else [int(seat) for seat in self.args[arg].split(" ")]
        demand(seats == sorted(set(seats)) and 0 not in seats, "seats are in ascending order")
        return seats


class Record:
    """The header and the entries of a record."""

    ORDER = ["version", "table", "clock", "server", "from", "hidden", "salt"]
    FORMS = {"version": "3", "table": TABLE, "clock": f"-|move {NUM}|bank {NUM} {NUM}", "server": f"{HEX} {HEX} {KEY}",
             "from": f"{NUM} {TABLE}", "hidden": HEX, "salt": f"{NUM} {HEX}"}

    def __init__(self, data):
        lines, rest = read_lines(data, "record")
        lines += [rest] if rest else []
        demand(lines and re.fullmatch("cornet [12]", lines[0]), "a record starts with the line 'cornet 1'", Refused)
        demand("---" in lines, "the header ends with '---'", Refused)
        end = lines.index("---")
        bad = [n for n, line in enumerate(lines) if not line or line[0] == " " or re.search(r"[\x00-\x08\x0a-\x1f\x7f]", line)]
        demand(not any(re.match("cornet ", line) for line in lines[1:end]), "the line 'cornet' comes once", Refused)
        demand(not bad or bad[0] > end, "an empty line, a space before the first word, or a control character", Refused)
        self.settings = [line for line in lines[1:end] if re.match("(game|option|players|seat) ", line)]
        self.names = {line.split(" ")[1]: line.split(" ", 2)[2] for line in self.settings if line.startswith("seat ") and line.count(" ") > 1}
        self.game = next((line[5:] for line in self.settings if line.startswith("game ")), "")
        self.own_dice = "dice own" in lines[1:end]
        self.fair, self.salts = {}, {}
        self.read_fair([line for line in lines[1:end] if line.startswith("fair-")])
        self.fault = "an empty line, a space before the first word, or a control character" if bad else None  # of the body
        self.read_body(lines[end + 1:])
        last = [line for line in lines[end + 1:] if line[:1] != "#"][-1:]
        if last and re.fullmatch("[1-9] (forfeits|accepts draw)", last[0]) and lines[0] != "cornet 2":
            self.fault = "a forfeit or an agreed draw requires 'cornet 2'"

    def read_fair(self, lines):
        before = -1
        for line in lines:
            name, _, value = line[5:].partition(" ")
            demand(name in self.ORDER and re.fullmatch(self.FORMS[name], value), f"{line!r} is no line of version 3", Refused)
            place = self.ORDER.index(name)
            if name == "salt":
                entry, salt = value.split(" ")
                demand(place >= before and int(entry) > max(self.salts, default=0), "the fair- lines have one order", Refused)
                self.salts[int(entry)] = salt
            else:
                demand(place > before, "the fair- lines have one order", Refused)
                self.fair[name] = value
            before = place
        if lines:
            demand(all(name in self.fair for name in self.ORDER[:4]), "a fair- line is missing", Refused)
            demand(not self.own_dice, "real dice have no fair- lines", Refused)

    def read_body(self, lines):
        self.earlier, self.entries = [], []
        count = int(self.fair["from"].split(" ")[0]) if "from" in self.fair else 0
        for line in lines:
            if len(self.earlier) < count and not line.startswith("#3"):
                self.earlier += [line] if line[:1] != "#" else []
            elif line[:1] != "#" or line.startswith(("#3", "# undone: ")):
                undone = line.startswith("# undone: ")
                self.entries.append(Entry(line[10:] if undone else line, undone))
            if self.entries and len(self.earlier) < count:
                self.fault = "a note stands among the lines of the other table"
        if len(self.earlier) < count:
            self.fault = "lines of the other table are missing"


class Transcript:
    """What a client noted."""

    FORMS = {"table": f"({TABLE})", "seat": f"({NUM})", "head": f"({HEX})", "chain": f"({NUM}) ({HEX}) ({KEY})",
             "open": f"({NUM}) ({NUM}) ({HEX}) ({HEX})", "got": f"({NUM}) ({SIG})",
             "sent": f"({NUM}) ({NUM}) ({NUM}) ({HEX}) ({KEY}) (.+)", "refused": f"({NUM})", "lost": f"({NUM})", "saw": f"({NUM}) ({NUM}) (.+)",
             "clock": f"({NUM}) ({NUM}) ({NUM}) ({NUM})", "seal": f"({NUM}) ({HEX}) ({SIG})", "left-out": f"({NUM})",
             "contradiction": "(.*)"}

    def __init__(self, data):
        lines, _ = read_lines(data, "transcript")  # a last line without LF does not count
        demand(lines[:1] == ["cornet-transcript 3"], "this is no transcript of version 3", Refused)
        self.all = {name: [] for name in self.FORMS}
        for number, line in enumerate(lines[1:]):
            name, _, value = line.partition(" ")
            found = re.fullmatch(self.FORMS[name], value) if name in self.FORMS else None
            top = ("table", "seat", "head")
            demand(found and (name == top[number] if number < 3 else name not in top), f"{line!r} is no line of a transcript", Refused)
            demand(name != "chain" or not self.all["open"] and self.all["seat"] != [(0,)], "no chain follows an open, or is a spectator's", Refused)
            demand(name != "open" or self.all["chain"], "a chain comes before an open", Refused)
            demand(name not in ("refused", "lost") or found[1] in [str(m) for m, *_ in self.all["sent"]], f"a sent comes before a {name}", Refused)
            demand(name != "got" or found[1] in [str(n) for n, *_ in self.all["open"]], "an open comes before a got", Refused)
            texts = {"table": (0,), "sent": (5,), "saw": (2,), "contradiction": (0,)}.get(name, ())
            values = found.groups()
            self.all[name].append(tuple(int(x) if i not in texts and re.fullmatch(NUM, x) else x for i, x in enumerate(values)))
        demand(self.all["head"], "the transcript has no head", Refused)
        self.table, self.seat, self.head = (self.all[name][0][0] for name in ("table", "seat", "head"))
        seats = [self.seat] + [seat for _, seat, _, _ in self.all["clock"]]
        demand(max(seats) <= MOST_SEATS, "there is no such seat", Refused)
        self.chain = self.all["chain"][-1] if self.all["chain"] else None  # the last one counts
        self.open, self.sent, self.saw = self.growing("open"), self.growing("sent"), self.growing("saw")
        self.refused, self.lost = ({values[0] for values in self.all[name]} for name in ("refused", "lost"))
        for m, _, _, digest, salt, text in self.all["sent"]:
            demand(digest == H("cornet fair 3 act", salt, text), f"word {m} has another D", Refused)

    def growing(self, name):
        found = {}
        for values in self.all[name]:
            demand(values[0] > max(found, default=0), f"the numbers of '{name}' grow", Refused)
            found[values[0]] = values
        return found


# Sections 2 to 6: the ledger.


class Seat:
    """What the ledger says of a seat."""

    def __init__(self):
        self.kind = None
        self.chain, self.link = 0, None  # the entry of its promise, 0 for none; its highest known link, with its number
        self.key, self.word = "-", 0  # its key and its last M
        self.missed = []  # the asks that it missed
        self.chained, self.clean, self.vouched = False, True, False  # clean: nobody was taken from the seat without a word


class Step:
    """An ask with what came of it. `seats` are the seats asked, each with the entry of its chain."""

    def __init__(self, n, entry, seats):
        self.n, self.entry, self.seats = n, entry, seats
        self.links, self.missed, self.draws = None, None, 0


class Word:
    """A `by` or `yes`. `place` is its entry, `chain` the entry of the seat's chain, `act` the entry that it is about."""

    def __init__(self, kind, place, chain, seat, m, seen, digest):
        self.kind, self.place, self.chain, self.act = kind, place, chain, None
        self.seat, self.m, self.seen, self.digest = int(seat), int(m), int(seen), digest


class Ledger:
    """Replays a record. Raises Contradiction if anything in sections 2 to 6 fails."""

    def __init__(self, record, rules):
        self.record, self.rules, self.entries = record, rules, record.entries
        self.start()
        self.seats = {n: Seat() for n in range(1, self.players + 1)}
        self.steps, self.words, self.group = [], [], []
        self.open = self.run = None  # the step that waits for its links; the step whose draws follow
        self.next_ask = None  # after a miss: the seats of the next ask, or "any"
        self.leaving = set()  # after a miss that named all: the seats that leave before the next ask
        self.late = self.hide = None
        self.standing, self.made = [], {}  # entries of move lines that stand; who made each line, see `maker`
        self.turns = {}  # whose turn it was before each undone line
        self.hidden, self.missing_salts = set(), []
        self.lates, self.changed_hands = [], set()
        self.ended_by = []  # who gave up or agreed to a draw: the seat, its chain, and whether that needs no belief
        self.rulings = 0
        for i, entry in enumerate(self.entries, 1):
            try:
                self.read(i, entry)
            except Contradiction as reason:
                raise Contradiction(f"entry {i}: {reason}") from None
        for i in self.standing:
            demand(not self.entries[i - 1].undone, f"entry {i}: undone, but no undo says so")
        for i in record.salts:
            demand(i in self.hidden, f"fair-salt {i}: this entry is no hidden line of a player")
        for number, seat in self.seats.items():
            named = record.names.get(str(number), "").startswith("bot:")
            demand(seat.kind is None or named == (seat.kind == "bot"), f"seat {number} is named as what it is not")
        self.over = rules.mover == "over"
        demand(self.over or not record.salts and self.V is None, "V is shown, and the game is not over")

    def start(self):
        """Section 2 and the head of section 3."""
        fair, earlier = self.record.fair, self.record.earlier
        try:
            settings = self.rules.start(self.record.settings)
        except Contradiction as reason:
            raise Refused(str(reason)) from None
        demand(not self.record.fault, self.record.fault)
        for line in earlier:
            self.rules.play(line)
        self.table = fair["table"]
        self.promised, promise, self.server_key = fair["server"].split(" ")
        self.players = int(next(line for line in settings if line.startswith("players "))[8:])
        settings += [f"from {fair['from']} {H(*earlier)}"] if "from" in fair else []
        settings.sort(key=str.encode)
        self.h = [H("cornet fair 3 head", f"table {self.table}", *settings, f"clock {fair['clock']}", f"server {fair['server']}")]
        self.V = bytes.fromhex(fair["hidden"]) if "hidden" in fair else None
        demand(self.V is None or H("cornet fair 3 hidden", self.table, fair["hidden"]) == promise, "V is not the promised one")

    def read(self, i, entry):
        note, due = entry.note, self.rules.mover == "chance"
        demand(note != "unknown" and (not note or entry.args), "this is no note")
        demand(self.rules.mover != "over", "the game is over")
        demand(not self.open or note in ("step", "miss"), "nothing stands between an ask and its step or miss")
        demand(self.hide is None or not note, "the line after 'hide' is a move line")
        demand(self.late is None or not note or note == "hide", "after 'late' comes a line")
        demand(not self.group or not note or note in ("yes", "hide", "undo", "seat", "chain"), "after words comes their act")
        if self.run and due:
            demand(note == "hide" or entry.seat == "*", "nothing but draws follows a step, as long as one is due")
        if self.leaving:
            demand(note in ("by", "yes") or note == "seat" and int(entry.args[0]) in self.leaving, "who missed the ask leaves first")
        elif self.next_ask not in (None, "any"):
            demand(note == "ask", "after a miss comes the next ask")
        if note in ("ask", None):
            demand(all(seat.kind for seat in self.seats.values()), "a seat has no note yet")
        if note:
            getattr(self, "read_" + note)(i, entry, *entry.args)
        else:
            self.read_line(i, entry)
        if note not in ("by", "yes", "late", "hide"):
            self.group, self.late, self.hide = [], None, None
        if not self.rules.mover == "chance":
            self.run = None
        self.h.append(H("cornet fair 3 entry", self.h[-1], entry.public))

    # Seats and chains.

    def seat(self, number):
        demand(int(number) in self.seats, f"there is no seat {number}")
        return self.seats[int(number)]

    def people(self):
        return {number for number, seat in self.seats.items() if seat.kind == "person"}

    def read_seat(self, i, entry, number, kind):
        seat, number = self.seat(number), int(number)
        own = [(word.kind, word.seat) for word in self.group] == [("by", number)]
        demand(not self.leaving or kind in ("left", "stand-in"), "who missed the ask leaves first")
        demand(seat.kind != "bot" or kind == "bot", "a bot stays a bot")
        if kind == "bot":
            demand(not self.steps and seat.kind not in ("person", "stand-in"), "a seat becomes a bot's only at the start")
        if kind == "stand-in":
            demand(not self.group or self.group[0].kind == "by", "one 'by' is the first word")
            demand({word.seat for word in self.group} <= self.people(), "only a person's word counts")
            demand(self.group or seat.kind != "person" or not self.people() - {number}, "nobody asked for a stand-in")
        elif kind in ("left", "plain"):
            demand(own and seat.kind in ("person", "stand-in") or not self.group and (seat.kind != "person" or seat.key == "-"), "the seat does not say so")
        else:
            demand(not self.group, "nobody says this")
        self.check_words(i, entry)
        if kind in ("left", "plain", "stand-in") or seat.kind == "plain":
            seat.clean = seat.clean and (own or seat.kind not in ("person", "plain"))
        seat.kind = kind
        self.leaving.discard(number)

    def read_chain(self, i, entry, number, base, end, key):
        seat, number = self.seat(number), int(number)
        demand(seat.kind == "person", "a chain is a person's")
        demand(int(base) == len(self.steps), f"there were {len(self.steps)} asks")
        demand(not self.group or [(word.kind, word.seat) for word in self.group] == [("by", number)], "another seat says this")
        demand(seat.chained or not self.group, "nobody says this")
        self.check_words(i, entry)
        follows = bool(self.group) and seat.key != "-"
        if seat.chained and not follows:
            self.changed_hands.add(number)
        seat.vouched = key != "-" and (seat.vouched and follows or not seat.chained and seat.clean)
        seat.chained = True
        seat.chain, seat.link, seat.key, seat.word = i, (int(base), end), key, 0

    # Steps.

    def read_ask(self, i, entry, n, _):
        n, seats = int(n), entry.seats(1)
        demand(n == len(self.steps) + 1 and n <= L, "asks are counted")
        demand(self.rules.mover == "chance", "no draw is due")
        demand(self.next_ask in (None, "any", seats), "after a miss the same seats are asked, without the missing ones")
        for number in seats:
            seat = self.seat(number)
            demand(seat.kind == "person" and seat.chain, f"seat {number} has no chain")
            demand(sum(n - WINDOW <= ask for ask in seat.missed) < 2, f"seat {number} missed two steps")
        self.open, self.next_ask = Step(n, i, {number: self.seats[number].chain for number in seats}), None
        self.steps.append(self.open)

    def check_link(self, who, n, link, known):
        """Hashes the link down to the one known, and returns it as known."""
        value = link
        for number in range(n, known[0], -1):
            value = H("cornet fair 3 link", self.table, who, number, value)
        demand(value == known[1], f"the link of {who} is not of its chain")
        return n, link

    def read_step(self, i, entry, n, link, promise, rest):
        step = self.open
        demand(step and int(n) == step.n, "no such ask is open")
        demand(H("cornet fair 3 server", self.table, link) == self.promised, "the server's link is not the promised one")
        self.promised = promise
        parts = [part.split(":") for part in rest[1:].split(" ")]
        demand([int(part[0]) for part in parts] == (list(step.seats) or [0]), "a step has the links of the seats asked")
        for number, value, signature in parts:
            if step.seats:
                seat = self.seats[int(number)]
                seat.link = self.check_link(number, step.n, value, seat.link)
                text = ("cornet fair 3 open", self.table, number, step.n, self.h[step.entry], value)
                demand(signed(seat.key, signature, *text), f"the signature of seat {number} is wrong")
            else:
                demand(signature == "-", "R is not signed")
        step.links = [("0", link)] + [(number, value) for number, value, _ in parts]
        self.open, self.run = None, step

    def read_miss(self, i, entry, n, _):
        step, missing = self.open, entry.seats(1)
        demand(step and int(n) == step.n, "no such ask is open")
        demand(missing and set(missing) <= set(step.seats), "a miss names seats that were asked")
        for number in missing:
            self.seats[number].missed.append(step.n)
        step.missed, self.open = missing, None
        self.next_ask = [number for number in step.seats if number not in missing]
        if not self.next_ask:
            self.next_ask, self.leaving = "any", set(missing)

    def read_draw(self, i, entry):
        demand(self.run, "a draw without a step")
        demand(not self.group and self.late is None and self.hide in (None, "-"), "nobody decides a draw")
        if self.hide is None or self.V:
            key = draw_key(self.table, self.run.n, self.h[self.run.entry], self.run.links, None if self.hide is None else self.V)
            right = outcome(key, self.run.draws, self.rules.outcomes())
            demand(entry.text == right, f"the draw is {right!r} by the links, and here {entry.text!r}")
        self.run.draws += 1

    # Words, clocks, undo.

    def read_by(self, i, entry, number, m, seen, digest, signature, kind="by"):
        seat = self.seat(number)
        demand(kind == "yes" or not self.group, "one 'by' is the first word")
        demand(seat.kind in ("person", "stand-in"), "only a person's word counts")  # of a stand-in's seat: that its person leaves
        word = Word(kind, i, seat.chain, number, m, seen, digest)
        demand(word.seat not in [other.seat for other in self.group], "a seat says one word")
        demand(word.m > seat.word and word.seen < i, "M grows, and SEEN is an earlier entry")
        demand(not self.group or self.group[0].digest == digest, "the words are for one act")
        text = (f"cornet fair 3 {kind}", self.table, number, m, seen, self.h[word.seen], digest)
        demand(signed(seat.key, signature, *text), f"the signature of seat {number} is wrong")
        seat.word = word.m
        self.group.append(word)
        self.words.append(word)

    def read_yes(self, i, entry, *args):
        self.read_by(i, entry, *args, kind="yes")

    def check_words(self, i, entry, salt="-"):
        """The words before an act have its D, and nothing that matters came after what they saw."""
        for word in self.group:
            word.act = i
            demand(salt is None or word.digest == H("cornet fair 3 act", salt, entry.text), "the words are for another act")
            for other in self.entries[word.seen:self.group[0].place - 1]:
                if entry.note == "seat":
                    apart = other.note not in ("seat", "chain") or other.args[0] != entry.args[0]
                else:
                    apart = not entry.note and self.rules.mover == "anyone" and other.note not in ("ask", "step", "miss", "undo")
                demand(apart, "the words came before something that matters")

    def demand_words(self, by, yes):
        """The words are `by` of the one seat and `yes` of the others; if `by` is no person's seat, nobody says `by`."""
        by = [by] if by in self.people() else []
        demand([word.seat for word in self.group if word.kind == "by"] == by, "the seat does not say so")
        demand({word.seat for word in self.group if word.kind == "yes"} == yes - set(by), "not everybody agreed")

    def read_late(self, i, entry, number, ms):
        clock, number, ms = self.record.fair["clock"].split(" "), int(number), int(ms)
        if number:
            demand(self.seat(number).kind in ("person", "plain"), "this seat has no clock")
            demand(clock[0] != "-", "this table has no clock")
            demand(clock[0] != "move" or ms == 1000 * int(clock[1]), "this is not the time of a move")
        self.late = number
        self.lates.append((i, number, ms))

    def read_hide(self, i, entry, digest):
        demand(not self.group or self.group[0].digest == digest, "'hide' has the act's D")
        self.hide = digest

    def read_undo(self, i, entry, first, how):
        first = int(first)
        demand(first in self.standing, "there is no such line to take back")
        lines = self.standing[self.standing.index(first):]
        undone = [self.entries[line - 1] for line in lines]
        owner = undone[0].seat
        demand(all(line.seat != "*" and line.public == line.text for line in undone), "a draw or a hidden line is never undone")
        demand(not self.steps or self.steps[-1].entry < first, "an undo does not reach behind an ask")
        demand(all(line.undone for line in undone), "a line that was taken back stands in the record")
        if how == "own":
            demand(all(line.seat == owner for line in undone), "these lines are not only its player's")
            demand(self.turns[first] == self.rules.turn() and self.rules.mover in (owner, "chance"), "the turn has ended")
        self.demand_words(owner, self.people() if how == "all" else set())
        self.check_words(i, entry)
        self.rules.undo(len(lines))
        del self.standing[-len(lines):]

    # Move lines.

    def read_line(self, i, entry):
        words = entry.text.split(" ")
        hides = len(words) > 1 and words[1] in HIDDEN.get(self.record.game, ())
        demand(hides == (self.hide is not None), "the rules say which lines are hidden")
        if hides:
            entry.public = " ".join(words[:2] + ["?"])
        if entry.undone:
            self.turns[i] = self.rules.turn()
        if entry.seat != "*":
            self.made[i] = self.maker(i, entry)
        elif self.rules.mover == "chance":
            self.made[i] = "draw"
            self.read_draw(i, entry)
        else:
            self.made[i] = self.read_ruling(entry)
        demand(self.rules.mover != "ruling" or self.made[i] == "ruling", "a ruling is written")
        self.rules.play(entry.text)
        self.standing.append(i)

    def read_ruling(self, entry):
        demand(not self.group, "nobody says this")
        if self.late == 0:
            return self.check_time(entry)
        demand(self.late is None and self.rules.mover == "ruling", "no ruling is due")
        self.rulings += 1
        return "ruling"

    def check_time(self, entry):
        demand(self.rules.mover == "anyone" and self.rules.time_out() == (self.lates[-1][2], entry.text), "the time of the game is not out")
        return "late"

    def maker(self, i, entry):
        """Who made a seat's line: the entry of a chain for a person's word, "late", or "server"."""
        seat, salt = self.seat(entry.seat), "-"
        ends = entry.text.partition(" ")[2] in ("forfeits", "accepts draw")
        if self.hide is not None:
            salt = self.record.salts.get(i)
            self.hidden.add(i)
            self.missing_salts += [] if salt else [i]
            demand(self.hide != "-" and (not salt or self.hide == H("cornet fair 3 act", salt, entry.text)), "the salt gives another D")
        if self.late == 0:
            return self.check_time(entry)
        if self.late is not None:
            demand(self.late == entry.seat and not ends, "after a time-out the server makes a move of this seat")
            return "late"
        self.demand_words(entry.seat, self.people() if entry.text.endswith(" accepts draw") else set())
        self.check_words(i, entry, salt)
        if ends:
            for number, other in self.seats.items() if entry.text.endswith(" accepts draw") else [(entry.seat, seat)]:
                chain = other.chain if other.kind == "person" else 0
                self.ended_by.append((number, chain, other.kind == "bot" or chain and other.vouched))
        return ("chain", seat.chain) if seat.kind == "person" else "server"


# Section 10: the verdict.


class Verdict:
    """`grade`, `reasons` in sentences, and some numbers."""

    STATUS = {"proved": 0, "proved in part": 1, "not proved": 1, "refused": 1, "contradicted": 2}

    def __init__(self, grade, reasons, **facts):
        self.grade, self.reasons, self.facts, self.status = grade, reasons, facts, self.STATUS[grade]


class Comparison:
    """A ledger and the transcript of one chain. Raises Contradiction."""

    def __init__(self, ledger, transcript):
        self.ledger, self.t, self.s = ledger, transcript, transcript.seat
        t, entries = transcript, ledger.entries
        for text, in t.all["contradiction"]:
            raise Contradiction(f"your client noted: {text}")
        demand(t.table == ledger.table and t.head == ledger.h[0], "the head differs")
        self.later = max(0, max(t.saw, default=0) - len(entries))
        if self.later:  # the record was saved during the game
            demand(not ledger.over and ledger.V is None, f"entry {len(entries) + 1} was shown, and is missing")
            t.saw = {i: saw for i, saw in t.saw.items() if i <= len(entries)}
            t.open = {n: link for n, link in t.open.items() if n <= len(ledger.steps)}
            t.all["seal"] = [seal for seal in t.all["seal"] if seal[0] <= len(entries)]
        for i, _, shown in t.saw.values():
            demand(1 <= i <= len(entries), f"entry {i} was shown, and is missing")
            demand(shown in (entries[i - 1].text, entries[i - 1].public), f"entry {i} was shown as {shown!r}")
        for i, value, signature in t.all["seal"]:
            if signed(ledger.server_key, signature, "cornet fair 3 seal", ledger.table, i, value):
                demand(i < len(ledger.h) and ledger.h[i] == value, f"entry {i} was sealed with another hash")
        line = f"#3 chain {self.s} {t.chain[0]} {t.chain[1]} {t.chain[2]}" if t.chain else None
        self.chain = next((i for i, entry in enumerate(entries, 1) if entry.text == line), 0)
        demand(self.chain or not t.open, "the promise of your chain is missing")
        chains = [i for i, entry in enumerate(entries, 1) if entry.text.startswith(f"#3 chain {self.s} ")]
        self.end = next((i for i in chains if i > self.chain), len(entries) + 1)  # the seat is s's up to this entry
        self.check_links()
        self.check_words()
        self.check_clocks()

    def check_links(self):
        ledger, t = self.ledger, self.t
        for n, _, h_ask, _ in t.open.values():
            demand(n <= len(ledger.steps) and ledger.h[ledger.steps[n - 1].entry] == h_ask, f"step {n} was opened under another hash")
        text = ("cornet fair 3 got", ledger.table, self.s)
        gots = {n for n, sig in t.all["got"] if n in t.open and signed(ledger.server_key, sig, *text, n, t.open[n][3])}
        self.with_link, self.void = [], []
        for step in ledger.steps:
            mine = self.chain and step.seats.get(self.s) == self.chain
            if step.missed is not None:
                demand(not (mine and self.s in step.missed and step.n in gots), f"step {step.n} names you as missing; your link had come")
                self.void += [step] if step.n in t.open else []
            elif mine and step.links:
                demand(step.n in t.open, f"your link of step {step.n} was never opened")
                demand(t.open[step.n][3] == dict(step.links)[str(self.s)], f"your link of step {step.n} is another")
                self.with_link += [step] if step.draws else []

    def check_words(self):
        ledger, t = self.ledger, self.t
        self.said = set()
        for word in ledger.words:
            if self.chain and word.chain == self.chain:
                sent = t.sent.get(word.m)
                demand(sent and (sent[1], sent[3]) == (word.seen, word.digest), f"entry {word.place}: you did not send this")
                demand(word.m not in t.refused, f"entry {word.place}: the server had refused this")
                demand(not word.act or ledger.entries[word.act - 1].text == sent[5], f"entry {word.act}: you did not send this")
                self.said.add(word.m)

    def check_clocks(self):
        """A time-out is timed by the clocks told after the last entry that set its clock."""
        ledger, t = self.ledger, self.t
        self.untimed, self.early = [], []
        for i, number, ms in ledger.lates:
            setters = [j for j, e in enumerate(ledger.entries[:i - 1], 1)
                       if e.note in ("step", "undo") or not e.note and (number or ledger.made[j] == "draw")]
            told = [c for c in t.all["clock"] if c[1] == number and max(setters, default=0) <= c[0] < i]
            demand(not number or all(ms >= left for _, _, left, _ in told), f"entry {i}: more time was announced")
            if not any(left >= ms - 2000 for _, _, left, _ in told) or i not in t.saw:
                self.untimed.append(i)
            elif any(t.saw[i][1] - when < min(left, ms) - 2000 for _, _, left, when in told):
                self.early.append(i)

    def conditions(self):
        """The conditions of `proved` that fail."""
        ledger, t, s = self.ledger, self.t, self.s
        drawn = [step for step in ledger.steps if step.draws]
        self.k = len(drawn)
        without = [step.n for step in drawn if step not in self.with_link]
        if without:
            yield f"Steps without your link: {without}. The others could foresee and choose these draws."
        if self.void:
            bits = math.log2(math.comb(self.k + len(self.void), len(self.void)))
            names = sorted({seat for step in self.void for seat in step.missed})
            yield f"Void steps: {len(self.void)}, without seats {names}. The server with them, or alone if it lied, had {bits:.2f} bits of choice."
        unseen = [i for i in range(1, len(ledger.entries) + 1) if i not in t.saw]
        if unseen:
            yield f"Entries that you were not shown: {unseen}."
        mine = ("chain", self.chain)
        others = [i for i in range(self.chain + 1, self.end) if ledger.entries[i - 1].seat == s and ledger.made[i] != mine]
        if others:
            yield f"Lines of your seat that others made: {others}."
        dropped = [m for m in t.sent if m not in self.said and m not in t.refused and m not in t.lost]
        if self.later:
            yield f"You were shown {self.later} entries more than the record has."
        elif dropped:
            yield f"Words of yours that are missing: {dropped}."
        if self.untimed:
            yield f"Time-outs that your client could not time: entries {self.untimed}."
        if self.early:
            yield f"Time-outs that came early by your clock: entries {self.early}."
        if self.end <= len(ledger.entries):
            yield f"Your chain was replaced: entry {self.end}."
        for number, chain, vouched in ledger.ended_by:
            if not vouched and not (number == s and chain == self.chain != 0):
                yield f"That seat {number} gave up or agreed to a draw is the server's word."
        yield from ledger_conditions(ledger)


def ledger_conditions(ledger):
    if not ledger.over:
        yield "The game is not over."
    if ledger.V is None:
        yield "The server has not shown V."
    if ledger.missing_salts:
        yield f"The server has not shown the salts of entries {ledger.missing_salts}."
    if ledger.steps and not ledger.steps[-1].draws:
        yield "The last draw is missing: the server could stop, knowing it."


def remarks(ledger):
    """What the grade does not cover."""
    if ledger.record.earlier:
        yield f"The first {len(ledger.record.earlier)} lines are of another table and were not checked."
    if ledger.rulings:
        yield f"Rulings are the server's word: {ledger.rulings}."
    if ledger.changed_hands:
        yield f"Seats that changed hands: {sorted(ledger.changed_hands)}."
    unsigned = [n for n, seat in ledger.seats.items() if seat.kind == "plain" or seat.kind == "person" and seat.key == "-"]
    if unsigned:
        yield f"Seats whose lines are not signed: {unsigned}."


def verify(record, transcript, rules):
    """The verdict on a record and a transcript (or None), both bytes. `rules` is a function from a game's name to its rules."""
    try:
        record = Record(record)
        if not record.fair:
            return Verdict("not proved", ["The record has no fair dice, or real dice."])
        transcript = Transcript(transcript) if transcript is not None else None
        ledger = Ledger(record, rules(record.game))
        if transcript is None:
            return Verdict("not proved", ["There is no transcript.", *ledger_conditions(ledger), *remarks(ledger)])
        comparison = Comparison(ledger, transcript)
    except Contradiction as reason:
        return Verdict("contradicted", [f"This is not the game you played: {reason}."])
    except Refused as reason:
        return Verdict("refused", [f"This is no game of version 3: {reason}."])
    failed = list(comparison.conditions())
    facts = {"seat": comparison.s, "steps": len(comparison.with_link), "of": comparison.k, "void": len(comparison.void)}
    if not comparison.with_link or ledger.table.startswith("0"):
        return Verdict("not proved", ["No step has an opened link of yours.", *failed, *remarks(ledger)], **facts)
    if failed:
        return Verdict("proved in part", [*failed, *remarks(ledger)], **facts)
    sentence = "Nobody could foresee or choose a draw, and your lines are those you sent."
    return Verdict("proved", [sentence, *remarks(ledger)], **facts)


class Rules:
    """Finds the rules of a game: the toy's are here, the others come from one `cornet engine`."""

    def __init__(self, program="cornet"):
        self.program, self.engine = program, None

    def __call__(self, game):
        if game == "toy":
            return Toy()
        self.engine = self.engine or Engine(self.program)
        return self.engine

    def close(self):
        if self.engine:
            self.engine.close()


def main(args):
    program = "cornet"
    if args[:1] == ["--cornet"] and len(args) > 1:
        program, args = args[1], args[2:]
    if not 1 <= len(args) <= 2:
        print(__doc__, file=sys.stderr)
        return 3
    rules = Rules(program)
    try:
        files = [open(name, "rb").read() for name in args] + [None]
        verdict = verify(files[0], files[1], rules)
    except OSError as error:
        print(error, file=sys.stderr)
        return 3
    finally:
        rules.close()
    print(f"grade: {verdict.grade}")
    if verdict.facts:
        print(" ".join(f"{name}: {value}" for name, value in verdict.facts.items()))
    for reason in verdict.reasons:
        print(reason)
    return verdict.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
