"""admin.py PROGRAM FOLDER [DATABASE]: an operator's hour. Starts servers, seats people, and gives the commands of docs/operate/admin.md.

With DATABASE two servers share it, else each has a file. DATABASE may be full-disk: FOLDER is a small file system."""

import json
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time

from bots_client import Client

cornet, work = sys.argv[1:3]
database = sys.argv[3] if len(sys.argv) > 3 else None
WAIT = float(os.environ.get("PATIENCE", 60))
# A table of bots that play for long, and how many lines they play in about 2,000 moves.
if os.path.isdir("games/wazabi"):
    LONG, LINES = {"game": "wazabi", "players": 6, "options": {"games": "99"}, "seats": ["bot:random"] * 6}, 10000
else:
    LONG, LINES = {"game": "debacle", "players": 2, "options": {"target": "999"}, "seats": ["bot:random"] * 2}, 3000
running = []
checks = 0


def check(what, good, *details):
    global checks
    checks += 1
    if not good:
        sys.exit(f"FAILED {what}: {details}")


class Server:
    def __init__(self, store, *options):
        self.store = store
        self.process = subprocess.Popen([cornet, "serve", "--port", "0", "--store", store, "--lang", "en", *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        running.append(self.process)
        line = self.process.stdout.readline()
        check("the server starts", "Cornet is at" in line, line, "" if line else self.process.stderr.read())
        self.port = int(line.rstrip("/\n").rsplit(":", 1)[1])

    def admin(self, *words, code=0, user=None):
        command = [cornet, "admin", *words, "--store", self.store, "--lang", "en"]
        if user:
            command = ["setpriv", f"--reuid={user}", "--clear-groups", *command]
        done = subprocess.run(command, capture_output=True, text=True, timeout=WAIT)
        check(" ".join(words) + f" ends with {code}", done.returncode == code, done)
        wide = [line for line in done.stdout.splitlines() if len(line) > 80]
        check(" ".join(words) + " fits 80 columns", "--json" in words or not wide, wide)
        return done.stdout if code == 0 else done.stderr

    def rows(self, *words):
        return [row for answer in json.loads(self.admin(*words, "--json")) for row in answer["rows"]]

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(WAIT)
        return self.process.stderr.read()


class Person(Client):
    def __init__(self, server, lang="en"):
        super().__init__(server.port)
        self.socket.settimeout(WAIT)
        self.came = self.until_late()
        self.seen = []
        self.send({"do": "hello", "protocol": 1, "lang": lang})

    def until_late(self):
        try:
            yield from self.messages()
        except TimeoutError:
            sys.exit(f"FAILED nothing came for {WAIT} s after {str(self.seen[-3:])[-600:]}")

    def wait(self, kind, **members):
        until = time.monotonic() + WAIT
        self.socket.settimeout(WAIT)
        for message in self.came:
            self.seen.append(message)
            check(f"{kind} {members} comes within {WAIT} s", time.monotonic() < until, self.seen[-3:])
            if message["type"] == kind and all(message.get(k) == v for k, v in members.items()):
                return message
        sys.exit(f"FAILED the connection ended before {kind} {members}: {self.seen[-3:]}")

    def answer(self, number):
        return next(m for m in self.came if m.get("id") == number and m["type"] in ("joined", "error"))

    def error(self):
        return self.wait("error")

    def is_closed(self):
        return not list(self.came)

    def create(self, name, listed=False, seats=("me", "open"), game="easycome"):
        self.send({"do": "create", "id": 1, "game": game, "players": len(seats), "name": name, "listed": listed, "seats": list(seats)})
        self.joined = self.wait("joined")
        return self.joined["table"]

    def join(self, table, name):
        self.send({"do": "join", "id": 2, "table": table, "name": name})
        self.joined = self.wait("joined")

    def resume(self, table):
        self.send({"do": "resume", "table": table, "seat": self.joined["seat"], "secret": self.joined["secret"]})


def look(server):
    """What the operator sees."""
    anne, bruno = Person(server), Person(server, "fr")
    table = anne.create("Anne", seats=("me", "open", "open"))
    bruno.join(table, "Bruno")
    status = server.admin()
    check("people are counted", "people with a seat: 2" in status, status)
    check("the state is printed", "State: normal" in status, status)
    tables = server.rows("tables")
    check("the table is listed", [(row["table"], row["names"], row["people"]) for row in tables] == [(table, ["Anne", "Bruno", ""], 2)], tables)
    people = server.rows("people")
    check("both people are listed", sorted(row["name"] for row in people) == ["Anne", "Bruno"], people)
    check("with their seats", {row["name"]: row["seat"] for row in people} == {"Anne": 1, "Bruno": 2}, people)
    check("a text selects rows", [row["name"] for row in server.rows("people", "Bru")] == ["Bruno"])
    check("addresses are listed", [(row["address"], row["connections"]) for row in server.rows("addresses")] == [("127.0.0.1", 2)])
    for words in (["tables"], ["people"], ["addresses"], ["bans"], ["log"]):
        server.admin(*words)
    check("a name is in the table", "Anne" in server.admin("people") and table in server.admin("tables"))
    return anne, bruno, table


def announce(server, anne, bruno):
    server.admin("announce", "Tea at five", "--text-fr", "Le thé à cinq heures")
    check("the announcement in English", anne.wait("notice")["text"] == "Tea at five")
    check("and in French", bruno.wait("notice")["text"] == "Le thé à cinq heures")
    late = Person(server)
    check("a later client sees it too", late.wait("notice")["text"] == "Tea at five")
    check("and the operator", "Tea at five" in server.admin())
    server.admin("retract")
    check("it is retracted", anne.wait("notice")["text"] == "")
    server.admin("announce", "--in", "10")
    check("maintenance has a sentence", "Maintenance in 10 minutes" in anne.wait("notice")["text"])
    bruno.wait("notice", text="")
    check("in French too", "Maintenance dans 10" in bruno.wait("notice")["text"], bruno.seen[-1])
    server.admin("retract")
    for words in (["announce"], ["announce", "a", "--in", "5"], ["announce", "two", "words"], ["announce", "x" * 301], ["announce", "--in", "0"]):
        server.admin(*words, code=2)


def act(server, anne, bruno, table):
    server.admin("mute", "bruno", "--for", "1h", "--reason", "shouting")
    bruno.send({"do": "chat", "text": "hello"})
    refused = bruno.error()
    check("the muted person reads why", refused["code"] == "muted" and "shouting" in refused["text"], refused)
    anne.send({"do": "chat", "id": 3, "text": "hello"})
    check("others may chat", anne.wait("chat")["text"] == "hello")
    check("the mute is listed", "shouting" in server.admin("bans"))
    server.admin("unmute", "bruno")
    bruno.send({"do": "chat", "text": "thanks"})
    check("the mute has ended", bruno.wait("chat")["text"])
    output = server.admin("kick", f"{table}/2", "--reason", "slow")
    check("one was kicked", output == "1 connection was closed.\n", output)
    kicked = bruno.error()
    check("the kicked person reads why", kicked["code"] == "kicked" and "slow" in kicked["text"], kicked)
    check("and disconnected", bruno.is_closed())
    check("nobody like that", "nobody like" in server.admin("kick", "Zoe", code=1))
    again = Person(server)
    again.send({"do": "resume", "table": table, "seat": 2, "secret": bruno.joined["secret"]})
    check("the seat is no longer theirs", again.error()["code"] == "bad-secret")
    again.join(table, "Bruno")
    check("but they may return", again.joined["seat"] == 2)
    server.admin("ban", "Brunó", "--for", "7d", "--reason", "insults", code=0)  # another name
    server.admin("unban", "Brunó")
    output = server.admin("ban", "BRUNO", "--for", "7d", "--reason", "insults")
    check("a banned name is kicked", "1 connection was closed" in output, output)
    banned = again.wait("error", code="banned")
    check("with the reason and the end", "insults" in banned["text"] and "Until 2" in banned["text"], banned)
    third = Person(server)
    third.send({"do": "join", "table": table, "name": "Bruno"})
    check("the name is refused", third.error()["code"] == "banned")
    third.join(table, "Clara")
    return third


def close(server, anne, clara, table):
    server.admin("close", table[:4], code=2)
    output = server.admin("close", table, "--reason", "test")
    check("both are disconnected", "2 connections were closed" in output, output)
    check("and sees the reason", all("test" in person.wait("error", code="closed")["text"] for person in (anne, clara)))
    back = Person(server)
    back.send({"do": "resume", "table": table, "seat": 1, "secret": anne.joined["secret"]})
    check("nobody may return", back.error()["code"] == "closed")
    return back


def survive(server, anne, table, options):
    """Rules and seats after a restart."""
    log = server.admin("log")
    check("the log has all commands", all(word in log for word in ("announce", "mute", "kick", "ban", "close")), log)
    output = server.end()
    check("the server reports the commands", "ban BRUNO" in output, output)
    check("but no whole table id", table not in output, output)
    failed = server.admin("people", code=1)
    check("the error names the missing server", "no server is running" in failed, failed)
    check("what is stored can be read without it", "BRUNO" in server.admin("bans"))
    output = server.admin("ban", "203.0.113.0/24")
    check("a ban works without a server", "applies when one starts" in output, output)
    server.admin("kick", "anybody", code=1)
    server = Server(server.store, *options)
    bans = json.loads(server.admin("bans", "--json"))
    check("rules survive a restart", {(rule["rule"], rule["who"]) for rule in bans} ==
          {("ban", "BRUNO"), ("ban", "203.0.113.0/24"), ("close", table)}, bans)
    back = Person(server)
    back.send({"do": "resume", "table": table, "seat": 1, "secret": anne.joined["secret"]})
    check("the table is still closed", back.error()["code"] == "closed")
    server.admin("reopen", table)
    back.send({"do": "resume", "table": table, "seat": 1, "secret": anne.joined["secret"]})
    check("a reopened table continues", back.wait("table")["you"] == 1)
    return server, back


def ban_address(server, back):
    output = server.admin("ban", "127.0.0.0/8", "--reason", "spam", "--for", "90m")
    check("people of the network are kicked", "connection" in output, output)
    check("and sees the reason", "spam" in back.wait("error", code="banned")["text"])
    refused = Client(server.port)
    check("the network cannot connect", next(refused.messages())["code"] == "banned")
    with socket.create_connection(("127.0.0.1", server.port)) as plain:
        plain.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{server.port}\r\n\r\n".encode())
        page = plain.makefile("rb").read().decode()
    check("nor see a page", page.startswith("HTTP/1.1 403") and "spam" in page, page)
    check("an address is no network", "no such rule" in server.admin("unban", "127.0.0.1", code=1))
    server.admin("unban", "127.0.0.0/8")
    check("what is no address", "neither" in server.admin("ban", "300.1.1.1", code=2))
    server.admin("ban", "  Zoé ", code=0)
    server.admin("unban", "zoé", code=0)  # a name that looks alike
    Person(server).wait("hello")


def drain(server):
    person = Person(server)
    server.admin("drain")
    person.send({"do": "create", "game": "easycome", "players": 2, "name": "Dora"})
    check("a draining server takes no tables", person.error()["code"] == "limit")
    check("and says so", "draining" in server.admin())
    server.admin("resume")
    person.create("Dora")


def strangers(server):
    """Nobody else may give commands; old sockets do no harm."""
    mode = os.stat(server.store + ".control").st_mode
    check("only the owner reaches the socket", stat.S_IMODE(mode) == 0o600, oct(mode))
    if os.getuid() == 0:
        os.chmod(work, 0o755)
        failed = server.admin("people", code=1, user="nobody")
        check("another user learns what to do", "runuser -u root" in failed, failed)
        os.chmod(server.store, 0o644)
        os.chmod(server.store + ".control", 0o666)
        script = ("import socket, sys\ns = socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\n"
                  "try:\n s.sendall(b'{\"do\":\"people\"}\\n')\n print(s.recv(100))\nexcept OSError: print(b'')")
        done = subprocess.run(["setpriv", "--reuid=nobody", "--clear-groups", "python3", "-c", script, server.store + ".control"],
                              capture_output=True, text=True, timeout=WAIT)
        check("nor does the server answer another user", done.stdout == "b''\n", done)
        os.chmod(server.store + ".control", 0o600)
        os.chmod(server.store, 0o600)
    # Eight callers that say nothing do not lock the operator out for good; nor does nonsense.
    silent = [socket.socket(socket.AF_UNIX) for _ in range(12)]
    for one in silent:
        one.connect(server.store + ".control")
    for one in silent:
        one.close()
    for nonsense in (b"{\n", b"{}\n", b"[1]\n", b'{"do":7}\n', b'{"do":"kick"}\n', b'{"do":"close","who":5}\n', b"x" * 5000):
        with socket.socket(socket.AF_UNIX) as one:
            one.connect(server.store + ".control")
            try:
                one.sendall(nonsense)
                one.recv(1000)
            except OSError:
                pass
    check("the server still answers", "State: normal" in server.admin())


def killed(server, options):
    server.end(signal.SIGKILL)
    check("the socket of a killed server is there", os.path.exists(server.store + ".control"))
    check("and known to be dead", "no server is running" in server.admin("people", code=1))
    return Server(server.store, *options)


def limits():
    """Seats of strangers, a full server, rematches."""
    server = Server(f"{work}/limits.db", "--newtables", "8")
    hosts = [Person(server) for _ in range(8)]
    tables = [host.create(f"Host {i}", listed=True) for i, host in enumerate(hosts)]
    greedy, codes, began = Person(server), [], time.monotonic()
    for i, table in enumerate(tables):
        greedy.send({"do": "join", "id": 50 + i, "table": table, "name": "Greedy"})
        codes.append(greedy.answer(50 + i).get("code", "joined"))
    allowed = 6 + int((time.monotonic() - began) / 20) + 1
    check("one address cannot take all open seats", 6 <= codes.count("joined") <= allowed and (allowed > 7 or "limit" in codes), codes)
    hosts[0].send({"do": "create", "id": 6, "game": "easycome", "players": 2, "name": "Host"})
    check("no more tables", hosts[0].wait("error", id=6)["code"] == "limit")
    server.end()


def rematch():
    server = Server(f"{work}/rematch.db", "--newtables", "1")
    anne = Person(server)
    anne.create("Anne", seats=("me", "bot:random"))
    anne.wait("table", phase="playing")
    anne.send({"do": "move", "line": "1 forfeits"})
    anne.wait("moves")
    anne.send({"do": "propose", "id": 9, "what": "rematch"})
    refused = anne.wait("error", id=9)
    check("a rematch counts as a new table", refused["code"] == "limit", refused)
    server.end()


def full():
    """A full server lets a person in, in the place of the address that has most idle connections."""
    server = Server(f"{work}/full.db", "--connections", "5", "--trusted-proxy", "127.0.0.1")

    def come(address):
        client = Client.__new__(Client)
        client.socket = socket.create_connection(("127.0.0.1", server.port))
        client.socket.settimeout(WAIT)
        client.socket.sendall((f"GET /ws HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\nUpgrade: websocket\r\n"
                               "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Protocol: cornet.1\r\n\r\n").encode())
        client.input = client.socket.makefile("rb")
        status = client.input.readline()
        while client.input.readline() not in (b"\r\n", b""):
            pass
        return client, status.split()[1]

    began = time.monotonic()
    idle = [come("198.51.100.1")[0] for _ in range(5)]
    _, status = come("203.0.113.9")
    check("a full server refuses while the idle ones are young", status == b"503" or time.monotonic() > began + 9, status)
    until = time.monotonic() + WAIT
    while status != b"101":
        check("an idle connection makes room", time.monotonic() < until, status)
        time.sleep(0.5)
        kept, status = come("203.0.113.9")
    _, status = come("198.51.100.1")
    check("but not for the same address", status == b"503", status)
    rows = {row["address"]: row["connections"] for row in server.rows("addresses") if row["connections"]}
    check("one of the many went", rows == {"198.51.100.1": 4, "203.0.113.9": 1}, rows)
    del idle, kept
    server.end()


def bots_watched(server):
    """A table of bots, and a spectator who reads everything: without one they do not play."""

    def read():
        try:
            for _ in person.messages():
                pass
        except OSError:
            pass

    person = Person(server)
    person.send({"do": "create", "id": 1, **LONG})
    threading.Thread(target=read, daemon=True).start()
    return person


def bots():
    """Bots among themselves are as fast as their address may be, and no faster."""
    server = Server(f"{work}/bots.db")
    people = [bots_watched(server) for _ in range(4)]
    began, total = time.monotonic(), 0
    while total < LINES:  # four whole tables have 80,000
        check("bots play", time.monotonic() < began + WAIT, total)
        time.sleep(0.5)
        total = sum(row["lines"] for row in server.rows("tables"))
    time.sleep(3)
    total = sum(row["lines"] for row in server.rows("tables"))
    seconds = time.monotonic() - began
    # A move has at most a few lines: 2,000 moves at once, and then 100 per second.
    check("with a spectator at each table", len(people) == 4 and all(row["watching"] for row in server.rows("tables")))
    check("but not without end", total < 4 * (2000 + 100 * (seconds + 2)), total, seconds)
    server.end()


def quota():
    """Who has filled the store makes no more tables until later."""
    server = Server(f"{work}/quota.db", "--storage", "1", "--messages", "0", "--newtables", "100000")
    people = [bots_watched(server) for _ in range(4)]
    until = time.monotonic() + WAIT
    code, number = "", 1000
    other = Person(server)
    while code != "limit":
        check("the quota is used up", time.monotonic() < until)
        if len(people) < 100:
            people.append(bots_watched(server))  # a spectator who is too slow is dropped, and that table stops
        time.sleep(0.5)
        number += 1
        other.send({"do": "create", "id": number, "game": "easycome", "players": 2, "name": "Otto"})
        code = other.answer(number).get("code", "")
    server.end()


def purge():
    """Old tables go by themselves; others stay."""
    store = f"{work}/purge.db"
    shutil.copy("tests/corpus/store/1.db", store)
    count = len(subprocess.run([cornet, "export", "--store", store], capture_output=True, text=True).stdout.splitlines())
    check("there are old tables", count > 0)
    server = Server(store, "--keep", "1", "--keep-unfinished", "1")
    person = Person(server)
    person.create("Paula")
    until = time.monotonic() + WAIT
    while True:
        listed = subprocess.run([cornet, "export", "--store", store], capture_output=True, text=True).stdout.splitlines()
        if len(listed) == 1:
            break
        check("old tables are deleted", time.monotonic() < until, listed)
        time.sleep(0.5)
    check("the new one is not", server.rows("tables")[0]["table"] in listed[0], listed)
    check("the server reports it", "old tables were deleted" in server.end())


def full_disk():
    """In a small file system of its own: see full_disk_elsewhere."""
    server = Server(f"{work}/disk.db")
    anne = Person(server)
    table = anne.create("Anne", seats=("me", "bot:random"))
    anne.wait("table", phase="playing")
    server.end()
    with open(f"{work}/fill", "wb", buffering=0) as fill:
        try:
            while True:
                fill.write(b"x" * 1024)
        except OSError:
            pass
    server = Server(f"{work}/disk.db")
    check("the server starts on a full disk, and says so", "disk is full" in server.admin(), server.admin())
    with socket.create_connection(("127.0.0.1", server.port)) as plain:
        plain.sendall(f"GET /api/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        check("it is not ready", plain.makefile("rb").readline().split()[1] == b"503")
    back = Person(server)
    back.send({"do": "resume", "table": table, "seat": 1, "secret": anne.joined["secret"]})
    seen = back.wait("table")
    check("games can be seen", seen["phase"] == "playing")
    os.remove(f"{work}/fill")
    until = time.monotonic() + WAIT
    while "State: normal" not in server.admin():
        check("with room it is normal again", time.monotonic() < until, server.admin())
        back.send({"do": "chat", "text": "still here"})
        back.send({"do": "move", "line": (seen.get("legal") or ["1 forfeits"])[0]})
        time.sleep(0.5)
    server.end()


def full_disk_elsewhere():
    folder = f"{work}/small"
    os.mkdir(folder)
    name_space = ["unshare", "-rm", "sh", "-c"]
    mount = f"mount -t tmpfs -o size=2m tmpfs {folder}"
    if subprocess.run([*name_space, mount], capture_output=True).returncode:
        print("left out: a full disk (no small file system can be made here)")
        return
    done = subprocess.run([*name_space, f"{mount} && exec python3 tests/admin.py {cornet} {folder} full-disk"], text=True,
                          capture_output=True, timeout=4 * WAIT)
    check("a full disk", done.returncode == 0, done)


def two_servers():
    """Two servers on one machine: each command reaches its own."""
    one, other = Server(f"{work}/one.db"), Server(f"{work}/other.db")
    Person(one).create("Una")
    check("the first has the table", len(one.rows("tables")) == 1)
    check("the second has none", not other.rows("tables"))
    one.end()
    other.end()


def slow_store(server):
    """A spectator who reads everything is not dropped while the database does not commit."""
    watcher = Client(server.port)
    watcher.socket.settimeout(WAIT)
    came = watcher.messages()
    watcher.send({"do": "hello", "protocol": 1, "states": True})
    lock = subprocess.Popen(["psql", "-q", database, "-c", "BEGIN", "-c", "LOCK TABLE cornet.event IN EXCLUSIVE MODE", "-c", "\\echo locked",
                             "-c", "SELECT pg_sleep(2)", "-c", "COMMIT"], stdout=subprocess.PIPE, text=True)
    check("the table of events is locked", lock.stdout.readline() == "locked\n")
    watcher.send({"do": "create", **LONG})
    size = 0
    for message in came:
        size += len(json.dumps(message)) if message["type"] == "moves" else 0
        if size > 1 << 20:
            break
    check("the spectator gets all of a megabyte", size > 1 << 20, size)
    lock.communicate()


def cluster():
    """Two servers on one database."""
    a, b = Server(database, "--name", "anna-1"), Server(database, "--name", "b")
    anne, bruno = Person(a), Person(b)
    table = anne.create("Anne")
    bruno.create("Bruno")
    people = a.rows("people")
    check("people of both servers", sorted(row["name"] for row in people) == ["Anne", "Bruno"], people)
    check("or of one", [row["name"] for row in a.rows("people", "--server", "b")] == ["Bruno"])
    output = a.admin("kick", "Bruno", "--reason", "test")
    check("a kick finds the right server", "1 connection was closed" in output, output)
    bruno.wait("error", code="kicked")
    other = Person(b)
    other.send({"do": "resume", "table": table, "seat": 1, "secret": anne.joined["secret"]})
    check("a table is at a server with a long name", other.error().get("at") == "anna-1")
    slow_store(a)
    a.admin("close", table)
    anne.wait("error", code="closed")
    other = Person(b)
    other.send({"do": "resume", "table": table, "seat": 1, "secret": anne.joined["secret"]})
    check("closed on both", other.error()["code"] == "closed")
    a.admin("announce", "Soon")
    check("announced on both", other.wait("notice")["text"] == "Soon")
    b.admin("drain", code=2)
    b.process.send_signal(signal.SIGSTOP)
    output = a.admin("people", code=1)
    check("a server that hangs is named", "did not answer" in output, output)
    a.admin("ban", "Emil")  # its lease is over by now, so it is not waited for
    b.process.send_signal(signal.SIGCONT)
    until = time.monotonic() + WAIT
    while True:
        answer = {}
        try:  # the server closes connections until it holds a lease again
            late = Person(b)
            late.send({"do": "create", "game": "easycome", "players": 2, "name": "Emil"})
            answer = next((m for m in late.came if m["type"] in ("joined", "error")), {})
        except OSError:
            pass
        if answer.get("code") == "banned":
            break
        check("it applies what it has missed", time.monotonic() < until, answer)
        time.sleep(0.5)
    a.admin("people", "--server", "z", code=1)
    b.end()
    check("a server that has gone is not asked", a.rows("people") is not None)
    a.end()


def main():
    if database == "full-disk":
        full_disk()
    elif database:
        cluster()
    else:
        options = ["--newtables", "1000"]
        server = Server(f"{work}/tables.db", *options)
        anne, bruno, table = look(server)
        announce(server, anne, bruno)
        clara = act(server, anne, bruno, table)
        back = close(server, anne, clara, table)
        server, back = survive(server, anne, table, options)
        ban_address(server, back)
        drain(server)
        strangers(server)
        server = killed(server, options)
        server.end()
        limits()
        rematch()
        full()
        bots()
        quota()
        purge()
        full_disk_elsewhere()
        two_servers()
    print(f"{checks} passed, 0 failed")


try:
    main()
finally:
    for process in running:
        if process.poll() is None:
            process.kill()
