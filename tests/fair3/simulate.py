"""Plays honest games by fair dice, version 3, with a server, people, bots and old clients, and writes records and transcripts.

It follows docs/design/fair-dice.md and knows, without the verifier, which grade each transcript deserves."""

import hashlib
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools"))
import verify_fair3 as fair  # noqa: E402

H, T = fair.H, fair.T


class Key:
    """An Ed25519 key pair."""

    def __init__(self, secret):
        digest = hashlib.sha512(secret).digest()
        self.scalar = int.from_bytes(digest[:32], "little") & (2**254 - 8) | 2**254
        self.prefix = digest[32:]
        self.public = fair.encode(fair.times_base(self.scalar))
        self.hex = self.public.hex()

    def sign(self, *parts):
        message = T(*parts)
        nonce = int.from_bytes(hashlib.sha512(self.prefix + message).digest(), "little") % fair.ORDER
        point = fair.encode(fair.times_base(nonce))
        digest = int.from_bytes(hashlib.sha512(point + self.public + message).digest(), "little")
        return (point + ((nonce + digest * self.scalar) % fair.ORDER).to_bytes(32, "little")).hex()


class NoKey:
    hex = "-"

    def sign(self, *_):
        return "-"


class Chain:
    """A chain from x_base on. It is as long as the games need, which nobody can see."""

    def __init__(self, rng, table, who, base=0, length=1200):
        self.base = base
        self.links = {base + length: rng.randbytes(32).hex()}
        for i in range(base + length, base, -1):
            self.links[i - 1] = H("cornet fair 3 link", table, who, i, self.links[i])

    @property
    def end(self):
        return self.links[self.base]


class Client:
    """A person's client: one chain and its transcript."""

    def __init__(self, table, seat, key, chain):
        self.table, self.seat, self.key, self.chain = table, seat, key, chain
        self.here, self.word, self.kept = True, 0, 0  # kept: the last entry noted
        self.start = table.secret.randrange(10**6)
        self.lines = ["cornet-transcript 3", f"table {table.name}", f"seat {seat}", f"head {table.h[0]}"]
        self.fails = set()  # why the grade is not `proved`
        self.steps = 0
        if chain:
            self.lines.append(f"chain {chain.base} {chain.end} {key.hex}")

    def note(self, line):
        self.lines.append(line)

    def now(self):
        return self.table.time - self.start + 10**7

    def receive(self):
        """Notes the entries that are new to it, and the seal."""
        table = self.table
        if self.here and self.kept < len(table.entries):
            for i in range(self.kept + 1, len(table.entries) + 1):
                self.note(f"saw {i} {self.now()} {table.shown(i, self.seat)}")
            self.kept = len(table.entries)
            seal = table.key.sign("cornet fair 3 seal", table.name, self.kept, table.h[self.kept])
            self.note(f"seal {self.kept} {table.h[self.kept]} {seal}")

    def say(self, kind, text, salt="-"):
        """Notes a word and returns its entry."""
        self.word += self.table.luck.choice((1, 1, 1, 2))
        digest = H("cornet fair 3 act", salt, text)
        self.note(f"sent {self.word} {self.kept} {self.now()} {digest} {salt} {text}")
        sign = self.key.sign(f"cornet fair 3 {kind}", self.table.name, self.seat, self.word, self.kept, self.table.h[self.kept], digest)
        return f"#3 {kind} {self.seat} {self.word} {self.kept} {digest} {sign}"

    def refuse(self):
        self.note(f"{self.table.luck.choice(('refused', 'refused', 'lost'))} {self.word}")

    def transcript(self):
        return "".join(f"{line}\n" for line in self.lines).encode()




class Table:
    """A game with an honest server. `secret` makes keys and links, `luck` all that people and the network do."""

    CHANCES = {"miss": 0.0, "lost": 0.0, "undo": 0.0, "ask_undo": 0.0, "stand_in": 0.0, "away": 0.0, "late": 0.0, "device": 0.0,
               "leave": 0.0, "join": 0.0, "give_up": 0.0, "refused": 0.0, "hands": 0.0, "quit": 0.0}

    def __init__(self, rules, secret, luck, game="toy", players=2, options=(), kinds=None, keyed=(), server_key=False, clock="-",
                 earlier=None, chances=None, limit=400):
        self.secret, self.luck, self.rules, self.game, self.limit = random.Random(secret), random.Random(luck), rules, game, limit
        self.chances = {**self.CHANCES, **(chances or {})}
        self.name = "".join(self.secret.choice("23456789abcdefghjkmnpqrstvwxyz") for _ in range(16))
        self.settings = [f"game {game}", f"players {players}", *(f"option {option}" for option in options)]
        self.clock, self.players = clock, players
        self.key = Key(self.secret.randbytes(32)) if server_key else NoKey()
        self.link = self.secret.randbytes(32).hex()  # the server's next
        self.V = self.secret.randbytes(32)
        self.fair_server = f"{self.promise()} {H('cornet fair 3 hidden', self.name, self.V.hex())} {self.key.hex}"
        self.earlier = earlier  # a pair of lines and a table
        lines = rules.start(self.settings)
        if earlier:
            for line in earlier[0]:
                rules.play(line)
            lines.append(f"from {len(earlier[0])} {earlier[1]} {H(*earlier[0])}")
        head = ["cornet fair 3 head", f"table {self.name}", *sorted(lines), f"clock {clock}", f"server {self.fair_server}"]
        self.h = [H(*head)]
        self.entries, self.owners, self.undone, self.salts, self.hidden = [], {}, set(), {}, set()
        self.standing = []  # entries of move lines that stand
        self.time, self.asks, self.drawn, self.missed = 0, 0, 0, {seat: [] for seat in range(1, players + 1)}
        self.clients, self.all_clients = {}, []
        self.kinds = {}
        self.taken, self.left_word, self.given_up = set(), set(), None
        self.sit(kinds or ["person"] * players, keyed)

    # The ledger.

    def append(self, text, hidden_for=None, salt=None):
        """Appends an entry. `hidden_for` are the seats that may see a hidden line."""
        public = text if hidden_for is None else " ".join(text.split(" ")[:2] + ["?"])
        self.entries.append(text)
        i = len(self.entries)
        if hidden_for is not None:
            self.hidden.add(i)
            self.owners[i] = hidden_for
            if salt:
                self.salts[i] = salt
        self.h.append(H("cornet fair 3 entry", self.h[-1], public))
        return i

    def shown(self, i, seat):
        text = self.entries[i - 1]
        return " ".join(text.split(" ")[:2] + ["?"]) if i in self.hidden and seat not in self.owners[i] else text

    def tell(self):
        self.time += self.luck.randrange(5, 60)
        for client in self.all_clients:
            if self.clients.get(client.seat) is client:
                client.receive()

    def tell_clock(self, seat):
        left = self.full_time(seat)
        if left:
            for client in self.clients.values():
                if client.here:
                    client.note(f"clock {len(self.entries)} {seat} {left} {client.now()}")
        return left

    def full_time(self, seat):
        words = self.clock.split(" ")
        if seat == 0:
            return self.rules.time_out()[0]
        return 0 if words[0] == "-" else 1000 * int(words[1])

    # Seats.

    def sit(self, kinds, keyed):
        for seat, kind in enumerate(kinds, 1):
            self.kinds[seat] = kind
            self.append(f"#3 seat {seat} {kind}")
        for seat, kind in enumerate(kinds, 1):
            if kind == "person":
                self.new_client(seat, seat in keyed)
        self.tell()

    def new_client(self, seat, keyed, by=None):
        """A person promises a chain. `by` is the client of the same person that had the seat before."""
        key = Key(self.secret.randbytes(32)) if keyed else NoKey()
        chain = Chain(self.secret, self.name, seat, self.asks)
        text = f"#3 chain {seat} {self.asks} {chain.end} {key.hex}"
        if by:
            by.receive()
            self.append(by.say("by", text))
        self.append(text)
        client = Client(self, seat, key, chain)
        first = not any(other.seat == seat for other in self.all_clients)
        client.vouched = keyed and (by.vouched if by else first and seat not in self.taken)
        self.clients[seat] = client
        self.all_clients.append(client)
        if self.drawn:
            client.fails.add("steps")
        return client

    def actor(self, i):
        return self.entries[i - 1].split(" ")[0]

    def people(self):
        return [seat for seat, kind in self.kinds.items() if kind == "person"]

    def lose_client(self, seat):
        client = self.clients.pop(seat, None)
        if client:
            client.fails |= {"unseen", "over"}

    # Draws.

    def may_ask(self):
        return [seat for seat in self.people() if seat in self.clients and self.clients[seat].here and not self.banned(seat)]

    def draws(self):
        """A step, again without those who miss it, and its draws."""
        asked = self.may_ask()
        while True:
            ask = self.ask(asked)
            missing = [seat for seat in asked if self.luck.random() < self.chances["miss"]]
            missing = missing[:-1] if missing == asked else missing
            answers = self.collect(asked, missing, ask)
            if not missing:
                break
            self.miss(missing)
            asked = [seat for seat in asked if seat not in missing]
        self.step(asked, answers, ask)
        self.tell()

    def ask(self, asked):
        self.asks += 1
        ask = self.append(f"#3 ask {self.asks} {' '.join(map(str, asked)) or '-'}")
        self.tell()
        return ask

    def miss(self, missing):
        self.append(f"#3 miss {self.asks} {' '.join(map(str, missing))}")
        self.time += 5000
        for seat in missing:
            self.missed[seat].append(self.asks)

    def promise(self):
        return H("cornet fair 3 server", self.name, self.link)

    def step(self, asked, answers, ask, draws=10**6):
        """Appends the step and its draws, or some of them."""
        link, self.link = self.link, self.secret.randbytes(32).hex()
        answers = answers or [(0, self.luck.randbytes(32).hex(), "-")]
        self.append(f"#3 step {self.asks} {link}:{self.promise()} " + " ".join(f"{seat}:{value}:{sign}" for seat, value, sign in answers))
        self.run(ask, [(0, link)] + [(seat, value) for seat, value, _ in answers], draws)
        self.drawn += 1
        for client in self.all_clients:
            if client.seat in asked and self.clients.get(client.seat) is client:
                client.steps += 1
            else:
                client.fails.add("steps")

    def banned(self, seat):
        """Whether the seat missed two of the last 50 asks."""
        return sum(n >= self.asks + 1 - 50 for n in self.missed[seat]) >= 2

    def collect(self, asked, missing, ask):
        answers = []
        for seat in asked:
            client, n = self.clients[seat], self.asks
            lost = self.luck.random() < self.chances["lost"]
            if seat in missing and not lost:
                continue
            link = client.chain.links[n]
            client.note(f"open {n} {client.now()} {self.h[ask]} {link}")
            if seat not in missing:
                answers.append((seat, link, client.key.sign("cornet fair 3 open", self.name, seat, n, self.h[ask], link)))
                client.note(f"got {n} {self.key.sign('cornet fair 3 got', self.name, seat, n, link)}")
            if missing:
                client.fails.add("void")
        return answers

    def run(self, ask, links, draws):
        b = 0
        while self.rules.mover == "chance" and b < draws:
            outcomes = self.rules.outcomes()
            hidden = outcomes.lines[0].split(" ")[1] in fair.HIDDEN.get(self.game, ())
            key = fair.draw_key(self.name, self.asks, self.h[ask], links, self.V if hidden else None)
            line = fair.outcome(key, b, outcomes)
            if hidden:
                self.append("#3 hide -")
            self.line(line, {self.seat_of_turn()} if hidden else None)
            b += 1

    def seat_of_turn(self):
        if self.game == "toy":
            return len(self.standing) + 1
        return self.rules.turn()

    def line(self, text, hidden_for=None, salt=None):
        self.rules.play(text)
        i = self.append(text, hidden_for, salt)
        self.standing.append(i)
        return i

    # Moves.

    def act(self, seat, text):
        """A seat's line, with what stands before it."""
        words = text.split(" ")
        hidden = {seat} if words[1] in fair.HIDDEN.get(self.game, ()) else None
        salt = self.luck.randbytes(32).hex() if hidden else "-"
        if self.kinds[seat] == "person":
            client = self.clients[seat]
            if self.luck.random() < self.chances["refused"]:
                client.say("by", f"{seat} nonsense")
                client.refuse()
            self.append(client.say("by", text, salt))
        else:
            self.mark_others(seat)
        if hidden:
            self.append(f"#3 hide {H('cornet fair 3 act', salt, text)}")
        i = self.line(text, hidden, salt if hidden else None)
        self.tell()
        return i

    def mark_others(self, seat):
        for client in self.all_clients:
            if client.seat == seat:
                client.fails.add("others")

    def time_out(self, seat, text):
        hidden = {seat} if text.split(" ")[1] in fair.HIDDEN.get(self.game, ()) else None
        full = self.full_time(seat)
        self.time += full + 100
        self.append(f"#3 late {seat} {full}")
        salt = self.luck.randbytes(32).hex()
        if hidden:
            self.append(f"#3 hide {H('cornet fair 3 act', salt, text)}")
        self.line(text, hidden, salt if hidden else None)
        self.mark_others(int(text[0]) if text[0] != "*" else 0)
        for client in self.clients.values():
            client.here or client.fails.add("timed")
        self.tell()

    def undo(self, first, how, words):
        for word in words:
            self.append(word)
        lines = self.standing[self.standing.index(first):]
        self.append(f"#3 undo {first} {how}")
        self.undone.update(lines)
        del self.standing[-len(lines):]
        self.rules.undo(len(lines))
        self.tell()

    def try_undo(self, seat, first, turn):
        """The person takes back the line just made, if it may be: no hidden one."""
        if first in self.hidden:
            return False
        client = self.clients[seat]
        if turn == self.rules.turn() and self.rules.mover in (seat, "chance") and self.luck.random() < self.chances["undo"]:
            self.undo(first, "own", [client.say("by", f"#3 undo {first} own")])
            return True
        others = [self.clients.get(other) for other in self.people() if other != seat]
        if self.luck.random() < self.chances["ask_undo"] and all(other and other.here for other in others):
            text = f"#3 undo {first} all"
            words = [client.say("by", text)] + [other.say("yes", text) for other in others]
            if self.luck.random() < 0.3:  # the proposal lapsed
                for other in [client] + others:
                    other.refuse()
                return False
            self.undo(first, "all", words)
            return True
        return False

    # What happens between moves.

    def events(self):
        chance = lambda name: self.luck.random() < self.chances[name]  # noqa: E731
        for seat in list(self.people()):
            client = self.clients.get(seat)
            if not client:
                continue
            here = [other for other in self.people() if other != seat and other in self.clients and self.clients[other].here]
            if not client.here and self.luck.random() < 0.5:
                client.here = True
                client.receive()
            elif client.here and here and chance("away"):
                client.here = False
            if client.here and chance("device"):
                client.receive()
                client.fails |= {"unseen", "over"}
                keyed = client.key.hex != "-"
                old = self.clients.pop(seat)
                self.new_client(seat, keyed, old if keyed else None)
                if not keyed:
                    self.taken.add(seat)
                self.tell()
            elif not client.here and here and chance("stand_in"):
                self.stand_in(seat, here)
            elif client.here and here and chance("leave"):
                self.leave(seat, client)
        for seat, kind in list(self.kinds.items()):
            if kind == "stand-in" and self.luck.random() < 0.4:
                self.kinds[seat] = "person"
                self.append(f"#3 seat {seat} person")
                self.clients[seat].here = True
                self.tell()
            elif kind in ("left", "plain") and chance("join"):
                self.taken.add(seat)
                self.kinds[seat] = "person"
                self.append(f"#3 seat {seat} person")
                self.new_client(seat, self.luck.random() < 0.5)
                self.tell()

    def stand_in(self, seat, here):
        text = f"#3 seat {seat} stand-in"
        words = [self.clients[other].say("yes" if k else "by", text) for k, other in enumerate(here)]
        for word in words + [text]:
            self.append(word)
        self.kinds[seat] = "stand-in"
        self.taken.add(seat)
        self.tell()

    def leave(self, seat, client):
        text = f"#3 seat {seat} left"
        self.append(client.say("by", text))
        self.append(text)
        self.kinds[seat] = "left"
        self.tell()
        if client.key.hex == "-":
            self.taken.add(seat)
        self.lose_client(seat)

    def give_up(self, seat):
        client = self.clients[seat]
        text = f"{seat} forfeits"
        self.append(client.say("by", text))
        self.line(text)
        self.tell()
        for other in self.all_clients:
            if other is not client and not client.vouched:
                other.fails.add("gave up")

    def choose(self, seat):
        legal = self.rules.legal()
        takes = [line for line in legal if " take " in line or " x" in line]
        return self.luck.choice(takes if takes and self.luck.random() < 0.8 else legal)

    def play(self):
        """Plays until the game is over, or the limit of lines or the chance `quit` ends it."""
        while self.rules.mover != "over" and len(self.standing) < self.limit and self.luck.random() >= self.chances["quit"]:
            self.once()
        return self.finish()

    def once(self):
        """What happens between moves, and a step, a move, or some words."""
        self.events()
        mover = self.rules.mover
        if mover == "chance":
            self.draws()
        elif mover == "anyone":
            self.anyone()
        else:
            self.turn(mover)

    def turn(self, seat):
        client = self.clients.get(seat)
        person = self.kinds[seat] == "person"
        if person and (not client or not client.here):
            if client:
                client.here = True
                client.receive()
        if person and self.luck.random() < self.chances["give_up"]:
            self.give_up(seat)
            return
        full = self.tell_clock(seat) if self.kinds[seat] in ("person", "plain") else 0
        text = self.choose(seat)
        if full and self.luck.random() < self.chances["late"]:
            self.time_out(seat, text)
            return
        turn = self.rules.turn()
        i = self.act(seat, text)
        if person and self.rules.mover != "over":
            self.try_undo(seat, i, turn)

    def anyone(self):
        """One word, pass or time-out of Thémots."""
        if not self.entries[-1].startswith(tuple("123456#")):
            self.tell_clock(0)
        full, line = self.rules.time_out()
        if full == 1000 or self.luck.random() < 0.1:
            self.time_out(0, line)
            return
        seats = list(range(1, self.players + 1))
        self.luck.shuffle(seats)
        for seat in seats[:2]:  # the second one has not seen the first one's word
            client = self.clients.get(seat)
            if self.kinds[seat] == "person" and (not client or not client.here):
                continue
            text = f"{seat} pass" if self.luck.random() < 0.5 else f"{seat} say {self.luck.choice(('Azerty', 'Bono', 'chat'))}"
            try:
                self.rules.play(text)
            except fair.Contradiction:
                continue  # out of the round
            self.rules.undo(1)
            if self.kinds[seat] == "person":
                self.append(client.say("by", text))
            else:
                self.mark_others(seat)
            self.line(text)
            if self.rules.mover == "ruling":
                ruling = self.luck.choice(("* no unknown", "* yes 1"))
                try:
                    self.line(ruling)
                except fair.Contradiction:
                    self.line("* no unknown")
            if self.rules.mover != "anyone":
                break
        self.tell()

    def finish(self):
        over = self.rules.mover == "over"
        for client in self.all_clients:
            if self.clients.get(client.seat) is client and over and client.kept == len(self.entries):
                client.fails.discard("over")
            elif not over:
                client.fails.add("over")
            if client.kept < len(self.entries):
                client.fails.add("unseen")
        self.over = over
        return self

    # Files.

    def header(self):
        ends = self.entries[-1].endswith((" forfeits", " accepts draw")) if self.entries else False
        names = [f"seat {seat} {'bot:random' if kind == 'bot' else f'P{seat}'}" for seat, kind in sorted(self.kinds.items())]
        lines = [f"cornet {2 if ends else 1}", *self.settings, *names]
        lines += ["fair-version 3", f"fair-table {self.name}", f"fair-clock {self.clock}", f"fair-server {self.fair_server}"]
        lines += [f"fair-from {len(self.earlier[0])} {self.earlier[1]}"] if self.earlier else []
        if self.over:
            lines.append(f"fair-hidden {self.V.hex()}")
            lines += [f"fair-salt {i} {salt}" for i, salt in sorted(self.salts.items())]
        return lines

    def record_lines(self):
        body = [f"# undone: {text}" if i in self.undone else text for i, text in enumerate(self.entries, 1)]
        return self.header() + ["---"] + (self.earlier[0] if self.earlier else []) + body

    def record(self):
        return "".join(f"{line}\n" for line in self.record_lines()).encode()

    def grade(self, client):
        if not client.chain or not client.steps or self.name.startswith("0"):
            return "not proved"
        return "proved in part" if client.fails else "proved"
