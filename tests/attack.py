"""attack.py PROGRAM FOLDER [CONNECTIONS SECONDS]: hostile clients from five addresses attack a server while two people play.

The attackers follow the protocol or break it: they watch and sync long games, do not read, flood, undo, reconnect and so on (ATTACKS).
Without CONNECTIONS, the daily test: one connection of each kind and address attacks until each address has used up its burst of the loop's
processor time, and two seconds more. Then no address has used more than its share, and the two people were refused nothing. This does not depend on the speed of
the machine. With CONNECTIONS and SECONDS, the program also measures how long the two people wait for pings and moves, and prints it."""

import base64
import json
import os
import selectors
import signal
import socket
import subprocess
import sys
import time

from bots_client import Client

cornet, work = sys.argv[1:3]
seconds = float(sys.argv[4]) if len(sys.argv) > 4 else None
ADDRESSES = [f"127.0.0.{i}" for i in range(2, 7)]
SHARE = 0.01 if seconds is None else 0.05  # --loop-share; with the smaller one the daily test ends early
BURST = 5  # WORK_BURST of src/server/addresses.c
SLACK = 0.03  # seconds: one message may overdraw the share by its own cost
TARGET = 0.25  # seconds: 99 of 100 pings and moves are faster
BUSY = 0.1  # of the time that the loop waits for a processor
WAIT = float(os.environ.get("PATIENCE", 60))
CREATE = {"do": "create", "game": "wazabi", "players": 6, "options": {"games": "99"}, "seats": ["bot:random"] * 6}


def check(what, good, *details):
    if not good:
        sys.exit(f"FAILED {what}: {details}")


def frame(payload, opcode=0x81):
    """A masked frame; the mask is zero, so that the payload needs no work."""
    payload = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
    head = bytes([opcode, 0x80 | len(payload)]) if len(payload) < 126 else bytes([opcode, 0xFE]) + len(payload).to_bytes(2, "big")
    return head + bytes(4) + payload


HELLO = frame({"do": "hello", "protocol": 1, "states": True})
UPGRADE = (b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
           b"Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)) + b"\r\nSec-WebSocket-Protocol: cornet.1\r\n\r\n")


def watch(table):
    return frame({"do": "watch", "table": table})


# What a connection sends after the upgrade: once, and then again and again. `reads`: whether it reads the answers.
ATTACKS = {
    "sync": (lambda t: HELLO + watch(t), lambda t: frame({"do": "sync"}) * 4, True),
    "watch": (lambda t: HELLO, lambda t: watch(t) * 4, True),
    "deaf": (lambda t: HELLO + watch(t), lambda t: frame({"do": "sync"}) * 8, False),
    "ping": (lambda t: HELLO, lambda t: frame({"do": "ping"}) * 64, True),
    "control": (lambda t: HELLO, lambda t: (frame(b"", 0x89) + frame(b"", 0x8A)) * 32, True),
    "empty": (lambda t: HELLO + frame(b"{", 0x01), lambda t: frame(b"", 0x00) * 256, True),
    "undo": (lambda t: HELLO + frame({"do": "create", "game": "debacle", "seats": ["me", "bot:random"], "name": "Eve", "players": 2}),
             lambda t: frame({"do": "propose", "what": "undo"}) + frame({"do": "hint", "id": 1}) + frame({"do": "throw"}), True),
    "create": (lambda t: HELLO, lambda t: frame(CREATE) * 2, True),
    "join": (lambda t: HELLO, lambda t: frame({"do": "join", "table": t, "name": "Eve", "seat": 1}) + frame({"do": "quit"}), True),
    "junk": (lambda t: HELLO, lambda t: frame(b"[" * 4096) + frame(b"\xff" * 5000), True),
    "again": (lambda t: HELLO + watch(t), None, True),  # disconnects and reconnects
    "http": (None, lambda t: f"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(), True),
    "steps": (None, lambda t: f"GET /api/tables/{t}/steps HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(), True),
    "silent": (None, None, True),
}


connections = int(sys.argv[3]) if seconds else len(ATTACKS) * len(ADDRESSES)


class Attacker:
    def __init__(self, port, address, kind, table):
        self.port, self.address, self.kind, self.table = port, address, kind, table
        self.first, self.more, self.reads = ATTACKS[kind]
        self.socket = None

    def connect(self, selector):
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.bind((self.address, 0))
        self.socket.connect_ex(("127.0.0.1", self.port))
        self.waiting = UPGRADE if self.first else self.more(self.table) if self.more else b""
        self.upgrades = self.first is not None  # nothing may follow the upgrade before its answer
        selector.register(self.socket, selectors.EVENT_WRITE | selectors.EVENT_READ, self)

    def end(self, selector):
        selector.unregister(self.socket)
        self.socket.close()
        self.connect(selector)

    def act(self, selector, events):
        """One step: reads what there is, and sends as much as the server takes."""
        try:
            if events & selectors.EVENT_READ and not self.socket.recv(1 << 18):
                self.end(selector)
                return
            if events & selectors.EVENT_READ and self.upgrades:
                self.upgrades = False
                self.waiting = self.first(self.table)
            elif events & selectors.EVENT_READ and not self.first and self.more and not self.waiting:
                self.waiting = self.more(self.table)  # the next request follows the answer
            if events & selectors.EVENT_WRITE and self.waiting:
                self.waiting = self.waiting[self.socket.send(self.waiting):]
            elif self.kind == "again" and not self.upgrades:
                self.end(selector)
                return
            if not self.waiting and self.first and self.more and not self.upgrades:
                self.waiting = self.more(self.table)
            selector.modify(self.socket, (selectors.EVENT_WRITE if self.waiting else 0) |
                            (selectors.EVENT_READ if self.reads or self.upgrades else 0) or selectors.EVENT_READ, self)
        except BlockingIOError:
            pass
        except OSError:
            self.end(selector)


def attack(port, address, table, count):
    """The attackers of one address, until the process is killed. In earnest they have processors of their own."""
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))  # the rest may have a real-time priority: chrt
    os.setpriority(os.PRIO_PROCESS, 0, 5)
    selector = selectors.DefaultSelector()
    kinds = list(ATTACKS)
    for i in range(count):
        Attacker(port, address, kinds[i % len(kinds)], table).connect(selector)
    while True:
        for key, events in selector.select(1):
            key.data.act(selector, events)


class Person(Client):
    """One of the two people. Counts what was refused."""

    def __init__(self, port, name):
        super().__init__(port)
        self.socket.settimeout(WAIT)
        self.came, self.name = self.messages(), name
        self.send({"do": "hello", "protocol": 1})
        self.wait("hello")

    def wait(self, kind):
        try:
            for message in self.came:
                check(f"{self.name} is refused nothing", message["type"] != "error", message)
                if message["type"] == kind:
                    return message
        except TimeoutError:
            pass
        sys.exit(f"FAILED {self.name} waits for {kind}")


def meet(port):
    anne, bruno = Person(port, "Anne"), Person(port, "Bruno")
    anne.send({"do": "create", "game": "easycome", "players": 2, "name": "Anne", "seats": ["me", "open"]})
    table = anne.wait("joined")["table"]
    bruno.send({"do": "join", "table": table, "name": "Bruno"})
    for person in (anne, bruno):
        person.now = person.wait("table")
        while person.now["phase"] != "playing":
            person.now = person.wait("table")
    return anne, bruno


def ping(person):
    began = time.monotonic()
    person.send({"do": "ping"})
    person.wait("pong")
    return time.monotonic() - began


def move(people):
    """One of the two plays a move; how long it waits for its confirmation. None: the game is over."""
    mover = next((p for p in people if p.now["legal"]), None)
    if not mover:
        return None
    began = time.monotonic()
    mover.send({"do": "move", "line": mover.now["legal"][0]})
    mover.now = mover.wait("moves")
    took = time.monotonic() - began
    for other in people:
        if other != mover:
            other.now = other.wait("moves")
    return took


def p99(times):
    return sorted(times)[len(times) * 99 // 100]


def admin(store, *words):
    done = subprocess.run([cornet, "admin", *words, "--json", "--store", store], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)[0]


def play(port, until):
    """Two people play game after game; how long their pings and moves took."""
    pings, moves = [], []
    people = meet(port)
    while not until():
        pings.append(ping(people[0]))
        took = move(people)
        if took is None:
            people = meet(port)
        else:
            moves.append(took)
        time.sleep(0.12)
    return pings, moves


def long_table(port):
    """A table of bots with as many lines as an address may have at once."""
    client = Client(port, ADDRESSES[0])
    client.send({"do": "hello", "protocol": 1})
    client.send(CREATE)
    for message in client.messages():
        check("a table of bots can be made", message["type"] != "error", message)
        if message["type"] == "table":
            table = message["table"]
        if message["type"] == "moves" and message["from"] > (1000 if seconds is None else 15000):
            return table


def main():
    store = f"{work}/attack.db"
    options = ["--loop-share", os.environ.get("LOOP_SHARE", str(round(SHARE * 100))), "--peraddress", str(max(200, connections // 5))]
    began = time.monotonic()
    server = subprocess.Popen([cornet, "serve", "--port", "0", "--store", store, "--lang", "en", *options], stdout=subprocess.PIPE, text=True)
    children = []
    try:
        port = int(server.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
        table = long_table(port)
        for address in ADDRESSES:
            child = os.fork()
            if not child:
                attack(port, address, table, connections // len(ADDRESSES))
            children.append(child)

        def rows():
            return [row for row in admin(store, "addresses")["rows"] if row["address"] in ADDRESSES]

        asked = used_up = 0

        def has_met_limits():
            """Whether every address used up its burst, two seconds ago."""
            nonlocal asked, used_up
            now = time.monotonic()
            if now < asked + 1:
                return False
            asked = now
            found = rows()
            check("every address uses up its burst", now < began + WAIT * 5, found)
            if not used_up and len(found) == len(ADDRESSES) and all(row["seconds"] > SHARE * BURST for row in found):
                used_up = now
            return used_up and now > used_up + 2
        end = time.monotonic() + (seconds or 0)

        def queued():
            """Seconds that the loop's thread was ready to run and had no processor."""
            with open(f"/proc/{server.pid}/task/{server.pid}/schedstat") as stat:
                return int(stat.read().split()[1]) / 1e9
        waited = queued() if seconds else 0
        pings, moves = play(port, has_met_limits if seconds is None else lambda: time.monotonic() > end)
        waited = (queued() - waited) / seconds if seconds else 0
        used = rows()
        allowed = SHARE * (time.monotonic() - began + BURST) + SLACK
        check("no address has more than its share of the loop", all(row["seconds"] <= allowed for row in used), allowed, used)
        check("the people have played", len(pings) > 0 and len(moves) > 0)
        with open(f"/proc/{server.pid}/stat") as stat:
            ticks = stat.read().rsplit(")", 1)[1].split()[11:13]
        cpu = sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK") / (time.monotonic() - began)
        print(f"{connections} connections: p99 of {len(pings)} pings {p99(pings) * 1e3:.1f} ms, of {len(moves)} moves {p99(moves) * 1e3:.1f} ms; "
              f"the server used {cpu:.0%} of a core; the attackers' shares {[round(row['seconds'], 2) for row in used]} of {allowed:.2f} s")
        if seconds is not None and waited > BUSY:
            print(f"The server waited {waited:.0%} of the time for a processor: the machine is too busy to judge these times.")
        elif seconds is not None:
            check("p99 of pings and moves", p99(pings) < TARGET and p99(moves) < TARGET)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
        server.terminate()
    check("the server ends normally", server.wait(WAIT) == 0)


if __name__ == "__main__":
    main()
