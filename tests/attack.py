"""attack.py PROGRAM FOLDER [CONNECTIONS SECONDS]: hostile clients from five addresses attack a server while two people play.

The attackers follow the protocol or break it: they watch and sync long games, do not read, flood, undo, take open seats, reconnect and so on
(ATTACKS).
While a person waits for an answer, the loop may work for others: 99 of 100 pings and moves wait for less than 250 ms of its processor time.
That is how long they take on a machine that gives the server a processor whenever it wants one. The attackers get only processors that nobody
else wants (SCHED_IDLE).
Without CONNECTIONS, the daily test: one connection of each kind and address attacks until each address has used up its burst of the loop's
processor time, and two seconds more. Then no address has used more than its share, most open seats are still open, and the two people were
refused nothing. It judges no elapsed time. With CONNECTIONS and SECONDS, the server has room for half of them, so that they also compete for
connections, and elapsed time is judged too, without the time in which the loop, the commit or the two people wait for a processor; and then the same with
TLS, while the attackers only begin handshakes."""

import base64
import json
import os
import selectors
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.request

from bots_client import Client

cornet, work = sys.argv[1:3]
seconds = float(sys.argv[4]) if len(sys.argv) > 4 else None
ADDRESSES = [f"127.0.0.{i}" for i in range(2, 7)]
SHARE = 0.01 if seconds is None else 0.05  # --loop-share; with the smaller one the daily test ends early
BURST = 5  # WORK_BURST of src/server/addresses.c
SLACK = 0.03  # seconds: one message may overdraw the share by its own cost
TARGET = 0.25  # seconds: 99 of 100 pings and moves are faster
LONG = 10000  # lines of the table that is watched
WAIT = float(os.environ.get("PATIENCE", 60))
LISTED = 80  # tables with an open seat each
SEATS = lambda time: 6 + 0.05 * time + 1  # noqa: E731: that an address may take: SEATS_BURST, SEATS_RATE
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


def client_hello():
    """The first bytes of a TLS handshake."""
    out = ssl.MemoryBIO()
    try:
        ssl.create_default_context().wrap_bio(ssl.MemoryBIO(), out, server_hostname="localhost").do_handshake()
    except ssl.SSLWantReadError:
        pass
    return out.read()


HANDSHAKE = client_hello()


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
    "seats": (lambda t: HELLO, lambda t: b"".join(frame({"do": "join", "table": one, "name": "Eve"}) for one in listed) + frame({"do": "leave"}), True),
    "join": (lambda t: HELLO, lambda t: frame({"do": "join", "table": t, "name": "Eve", "seat": 1}) + frame({"do": "quit"}), True),
    "junk": (lambda t: HELLO, lambda t: frame(b"[" * 4096) + frame(b"\xff" * 5000), True),
    "again": (lambda t: HELLO + watch(t), None, True),  # disconnects and reconnects
    "http": (None, lambda t: f"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(), True),
    "steps": (None, lambda t: f"GET /api/tables/{t}/steps HTTP/1.1\r\nHost: localhost\r\n\r\n".encode(), True),
    "silent": (None, None, True),
}
TLS_ATTACKS = {
    "handshake": (None, lambda t: HANDSHAKE, True),  # goes away when the server has answered
    "slow": (None, lambda t: HANDSHAKE[:100], True),
    "again": (None, None, True),
}
listed = []  # tables with an open seat

connections = int(sys.argv[3]) if seconds else len(ATTACKS) * len(ADDRESSES)


class Attacker:
    def __init__(self, port, address, kind, attack, table):
        self.port, self.address, self.kind, self.table = port, address, kind, table
        self.first, self.more, self.reads = attack
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
            if events & selectors.EVENT_READ and self.kind == "handshake":
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


def attack(port, address, table, count, attacks):
    """The attackers of one address, until the process is killed. In earnest they have processors of their own: here they get what is left."""
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    selector = selectors.DefaultSelector()
    kinds = list(attacks)
    for i in range(count):
        kind = kinds[i % len(kinds)]
        Attacker(port, address, kind, attacks[kind], table).connect(selector)
    while True:
        for key, events in selector.select(1):
            key.data.act(selector, events)


class Person(Client):
    """One of the two people. Counts what was refused."""

    def __init__(self, port, name, tls=None, address="127.0.0.1"):
        super().__init__(port, address, tls)
        self.socket.settimeout(WAIT)
        self.came, self.name = self.messages(), name
        self.send({"do": "hello", "protocol": 1})
        self.wait("hello")

    def wait(self, kind):
        seen = []
        try:
            for message in self.came:
                seen.append(str(message)[:80])
                check(f"{self.name} is refused nothing", message["type"] != "error", message)
                if message["type"] == kind:
                    return message
        except TimeoutError:
            pass
        sys.exit(f"FAILED {self.name} waits for {kind}: {seen}")


def meet(port, tls):
    anne, bruno = Person(port, "Anne", tls), Person(port, "Bruno", tls)
    anne.send({"do": "create", "game": "easycome", "players": 2, "name": "Anne", "seats": ["me", "open"]})
    table = anne.wait("joined")["table"]
    bruno.send({"do": "join", "table": table, "name": "Bruno"})
    for person in (anne, bruno):
        person.now = person.wait("table")
        while person.now["phase"] != "playing":
            person.now = person.wait("table")
    return anne, bruno


def ping(person):
    person.send({"do": "ping"})
    person.wait("pong")


def move(people):
    """One of the two plays a move, until its confirmation. False: the game is over."""
    mover = next((p for p in people if p.now["legal"]), None)
    if not mover:
        return False
    mover.send({"do": "move", "line": mover.now["legal"][0]})
    mover.now = mover.wait("moves")
    return mover


def follow(people, mover):
    """The others see that move too."""
    for other in people:
        if other != mover:
            other.now = other.wait("moves")


def p99(times):
    return sorted(times)[len(times) * 99 // 100]


def admin(store, *words):
    done = subprocess.run([cornet, "admin", *words, "--json", "--store", store], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)[0]


class Waits:
    """How long answers took: elapsed seconds without those in which the loop, the commit or the people waited for a processor, and the
    processor seconds that the loop used meanwhile."""

    def __init__(self, siege):
        self.siege, self.elapsed, self.worked = siege, [], []

    def measure(self, act):
        before, began = self.siege.scheduled(), time.monotonic()
        what = act()
        elapsed, after = time.monotonic() - began, self.siege.scheduled()
        if what is not False:
            self.elapsed.append(max(0, elapsed - (after[1] - before[1])))
            self.worked.append(min(self.elapsed[-1], after[0] - before[0]))
        return what

    def __str__(self):
        return (f"{p99(self.elapsed) * 1e3:.1f} ms, of which the loop worked {p99(self.worked) * 1e3:.1f} ms (longest {max(self.worked) * 1e3:.1f}; "
                f"{len(self.worked)} of them)")


def play(siege, until, tls=None):
    """Two people play game after game; how long their pings and moves took."""
    pings, moves = Waits(siege), Waits(siege)
    people = meet(siege.port, tls)
    while not until():
        pings.measure(lambda: ping(people[0]))
        mover = moves.measure(lambda: move(people))
        if mover:
            follow(people, mover)
        else:
            people = meet(siege.port, tls)
        time.sleep(0.12)
    return pings, moves


def long_table(store):
    """A table of bots with LONG lines in a new store: a server without limits plays it while somebody watches."""
    server, port = serve(store, "--messages", "0", "--loop-share", "0", "--storage", "0")
    maker, lines, began = Client(port), 0, time.monotonic()
    maker.send({"do": "hello", "protocol": 1})
    maker.send(CREATE)
    table = next(message["table"] for message in maker.messages() if message["type"] == "table")
    while lines < LONG:
        check("the bots play a long game", time.monotonic() < began + WAIT * 5, lines)
        viewer = Client(port)  # until it is dropped, since it may be slower than the bots
        viewer.send({"do": "hello", "protocol": 1})
        viewer.send({"do": "watch", "table": table})
        while viewer.socket.recv(1 << 20) and lines < LONG:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/{table}", timeout=WAIT) as answer:
                lines = json.loads(answer.read())["moves"]
    end(server)
    return table


def serve(store, *options):
    """A server and its port."""
    server = subprocess.Popen([cornet, "serve", "--port", "0", "--store", store, "--lang", "en", *options], stdout=subprocess.PIPE, text=True)
    return server, int(server.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])


def scheduled(task):
    """Seconds that it had a processor, and that it waited for one."""
    with open(f"/proc/{task}/schedstat") as stat:
        return [int(field) / 1e9 for field in stat.read().split()[:2]]


def writer_of(server):
    """The number of the thread that commits, which names itself when it starts."""
    began = time.monotonic()
    while True:
        for thread in os.listdir(f"/proc/{server.pid}/task"):
            with open(f"/proc/{server.pid}/task/{thread}/comm") as name:
                if name.read() == "writer\n":
                    return thread
        check("the server has a writer", time.monotonic() < began + WAIT)
        time.sleep(0.01)


def end(server):
    server.terminate()
    check("the server ends normally", server.wait(WAIT) == 0)


def list_tables(port):
    """Makes tables with an open seat, which everybody can find."""
    for i in range(LISTED):
        if i % 40 == 0:  # one connection may send 60 messages at once
            host = Person(port, "Dora")
        host.send({"do": "create", "game": "easycome", "players": 2, "name": "Dora", "seats": ["me", "open"], "listed": True})
        listed.append(host.wait("joined")["table"])


def come_again(port):
    """Eve, whom the host has removed, takes no seat again, but a person of another address does."""
    anne, eve, bruno = Person(port, "Anne"), Person(port, "Eve", address=ADDRESSES[0]), Person(port, "Bruno", address=ADDRESSES[1])
    anne.send({"do": "create", "game": "easycome", "players": 3, "name": "Anne", "seats": ["me", "open", "open"]})
    table = anne.wait("joined")["table"]
    eve.send({"do": "join", "table": table, "name": "Eve"})
    check("Eve sits", eve.wait("joined")["seat"] == 2)
    anne.send({"do": "host", "remove": 2})
    check("Eve watches", eve.wait("joined")["seat"] == 0)
    eve.send({"do": "join", "table": table, "name": "Eva"})
    refused = next(message for message in eve.came if message["type"] in ("error", "joined"))
    check("Eve is refused", refused["type"] == "error" and refused["code"] == "no-seat" and "removed" in refused["text"], refused)
    bruno.send({"do": "join", "table": table, "name": "Bruno"})
    check("Bruno sits", bruno.wait("joined")["seat"] == 2)


def open_seats(port):
    answer = urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables", timeout=WAIT).read()
    return sum(row["table"] in listed and row["phase"] == "waiting" for row in json.loads(answer)["tables"])


class Siege:
    """A server under attack."""

    def __init__(self, attacks, *options):
        self.store = f"{work}/attack{len(attacks)}.db"
        limits = ["--loop-share", os.environ.get("LOOP_SHARE", str(round(SHARE * 100))), "--peraddress", str(max(200, connections // 5)),
                  "--connections", str(connections // 2 if seconds else connections * 2)]
        self.attacks, self.children = attacks, []
        self.table = long_table(self.store)
        self.began = time.monotonic()
        self.server, self.port = serve(self.store, *limits, *options)
        self.writer = writer_of(self.server)

    def __enter__(self):
        return self

    def __exit__(self, *why):
        for child in self.children:
            os.kill(child, signal.SIGKILL)
        end(self.server)

    def begin(self):
        for address in ADDRESSES:
            child = os.fork()
            if not child:
                attack(self.port, address, self.table, connections // len(ADDRESSES), self.attacks)
            self.children.append(child)

    def rows(self):
        return [row for row in admin(self.store, "addresses")["rows"] if row["address"] in ADDRESSES]

    def scheduled(self):
        """Seconds that the loop's thread has worked; and that it, the thread that commits, or this process was ready to run and had no processor."""
        loop, *others = [scheduled(pid) for pid in (f"{self.server.pid}/task/{self.server.pid}", f"{self.server.pid}/task/{self.writer}", "self")]
        return loop[0], loop[1] + sum(waited for _, waited in others)

    def cpu(self):
        """Of all threads, as a part of the time since the start."""
        with open(f"/proc/{self.server.pid}/stat") as stat:
            ticks = stat.read().rsplit(")", 1)[1].split()[11:13]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK") / (time.monotonic() - self.began)

    def used_up(self):
        """A function: whether every address used up its burst, two seconds ago."""
        asked = used = 0

        def is_over():
            nonlocal asked, used
            now = time.monotonic()
            if now < asked + 1:
                return False
            asked, found = now, self.rows()
            check("every address uses up its burst", now < self.began + WAIT * 5, found)
            if not used and len(found) == len(ADDRESSES) and all(row["seconds"] > SHARE * BURST for row in found):
                used = now
            return used and now > used + 2
        return is_over

    def judge(self, pings, moves):
        used, allowed = self.rows(), SHARE * (time.monotonic() - self.began + BURST) + SLACK
        check("the people have played", len(pings.worked) > 0 and len(moves.worked) > 0)
        print(f"{connections} connections: p99 of pings {pings}, of moves {moves}; the server used {self.cpu():.0%} of a core; "
              f"the attackers' shares {[round(row['seconds'], 2) for row in used]} of {allowed:.2f} s", flush=True)
        for waits in pings, moves:
            check("the loop works for others while a person waits", p99(waits.worked) < TARGET, p99(waits.worked))
            check("the time that a person waits", not seconds or p99(waits.elapsed) < TARGET, p99(waits.elapsed))
        check("no address has more than its share of the loop", all(row["seconds"] <= allowed for row in used), allowed, used)

    def endure(self, until=None, tls=None):
        """The people play until then, or for `seconds`."""
        over = time.monotonic() + (seconds or 0)
        self.judge(*play(self, until or (lambda: time.monotonic() > over), tls))


def main():
    with Siege(ATTACKS) as siege:
        come_again(siege.port)
        list_tables(siege.port)
        began = time.monotonic()
        siege.begin()
        siege.endure(None if seconds else siege.used_up())
        left, taken = open_seats(siege.port), len(ADDRESSES) * SEATS(time.monotonic() - began)
        check("open seats were taken, and most are left", LISTED - taken <= left < LISTED, left, taken)
    if not seconds:
        return
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{work}/key", "-out", f"{work}/certificate",
                    "-days", "2", "-subj", "/CN=localhost"], check=True, stderr=subprocess.DEVNULL)
    tls = ssl.create_default_context(cafile=f"{work}/certificate")
    tls.check_hostname = False
    with Siege(TLS_ATTACKS, "--certificate", f"{work}/certificate", "--key", f"{work}/key") as siege:
        siege.begin()
        siege.endure(tls=tls)


if __name__ == "__main__":
    main()
