"""statistics.py PROGRAM FOLDER [DATABASE]: the statistics of a person with a name (docs/develop/people.md): games that are played to the
end, analysed in the background and counted once, whatever happens to the server. With DATABASE two servers share it."""

import atexit
import http.client
import itertools
import json
import os
import signal
import subprocess
import sys
import time

from bots_client import Client

cornet, work = sys.argv[1:3]
database = sys.argv[3] if len(sys.argv) > 3 else None
store = database or os.path.join(work, "statistics.db")
WAIT = float(os.environ.get("PATIENCE", 60))
checks = 0


def check(what, good, *details):
    global checks
    checks += 1
    if not good:
        sys.exit(f"FAILED {what}: {details}")


class Server:
    def __init__(self, name):
        self.name = name
        self.start()

    def start(self):
        options = ["--name", self.name] if database else []
        self.process = subprocess.Popen([cornet, "serve", "--port", "0", "--store", store, "--lang", "en", "--messages", "0",
                                         *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        atexit.register(self.process.kill)
        line = self.process.stdout.readline()
        check("the server starts", "Cornet is at" in line, line, "" if line else self.process.stderr.read())
        self.port = int(line.rstrip("/\n").rsplit(":", 1)[1])

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(WAIT)
        return self.process.stderr.read()


addresses = (f"127.7.{i}.{k}" for i in range(1, 255) for k in range(2, 250))


class Person:
    """Somebody with a name. Each request comes from another address, so that no limit is reached."""

    def __init__(self, name):
        self.name, self.token = name, None
        self.token = self.ask("POST", "/api/people", {"name": name, "token": True})["token"]

    def ask(self, method, path, body=None):
        server = next(turns)
        connection = http.client.HTTPConnection("localhost", server.port, timeout=WAIT, source_address=(next(addresses), 0))
        head = {"host": f"localhost:{server.port}", "content-type": "application/json"}
        if self.token:
            head["authorization"] = "Bearer " + self.token
        connection.request(method, path, json.dumps(body) if body is not None else None, head)
        answer = connection.getresponse()
        data = answer.read()
        check(f"{method} {path}", answer.status == 200, answer.status, data[:300])
        return json.loads(data) if answer.headers["content-type"] == "application/json" else data.decode()

    def numbers(self):
        return self.ask("GET", "/api/me/statistics")

    def analysed(self, count):
        """The statistics once this many games are analysed and none waits."""
        until = time.monotonic() + WAIT
        while True:
            numbers = self.numbers()
            check("no game is analysed twice", numbers["analysed"] <= count, numbers)
            if numbers["analysed"] == count and numbers["waiting"] == 0:
                return numbers
            check("analysed in time", time.monotonic() < until, numbers)
            time.sleep(0.2)


class Player(Client):
    """Plays its first legal move."""

    def __init__(self, person=None):
        super().__init__(servers[0].port)
        self.socket.settimeout(WAIT)
        self.came = self.messages()
        self.send({"do": "hello", "protocol": 1, **({"person": person.ask("GET", "/api/me")["ticket"]} if person else {})})
        self.sits = {} if person else {"name": "Gast"}

    def play(self, seats, game="easycome", hint=False):
        self.send({"do": "create", "id": 1, "game": game, "players": len(seats), "seats": list(seats), **self.sits})
        over = False
        while not over:
            message = next(self.came)
            check("no error", message["type"] != "error" or message.get("code") in ("stale", "not-now"), message)
            if message["type"] == "joined":
                self.joined = message
            if hint and message.get("legal"):
                hint = False
                self.send({"do": "hint", "id": 7})
                while next(self.came)["type"] not in ("hint", "error"):
                    pass
            if message.get("legal"):
                self.send({"do": "move", "line": message["legal"][0]})
            over = (message.get("state") or {}).get("mover") == "over"
        return self.joined["table"]


THREE = ("me", "bot:random", "bot:random")


def total(numbers, member):
    return sum(row[member] for row in numbers["ledger"])


def plays(lea):
    table = Player(lea).play(THREE)
    numbers = lea.analysed(1)
    [game], [sums], [row] = numbers["luck"], numbers["ledger"], numbers["by_game"]
    check("luck of a game", game["table"] == table and game["game"] == "easycome" and 0 < game["spread"] < 2 and -1 < game["luck"] < 1, game)
    check("its sum", sums["games"] == 1 and abs(sums["luck"] - game["luck"]) < 1e-5 and abs(sums["spread"] - game["spread"]) < 1e-5, sums)
    check("its costs are those of its mistakes", abs(sum(m["cost"] for m in numbers["mistakes"]) - game["cost"]) < 1e-4, numbers["mistakes"], game)
    check("in the list of games", lea.ask("GET", "/api/me/games")["games"][0]["luck"] == game["luck"])
    check("counts", row["played"] == 1 and sum(row[r] for r in ("won", "drawn", "lost", "left")) == 1, row)
    [level], [month] = numbers["by_level"], numbers["by_month"]
    check("by level and month", level["bot"] == "random" and level["played"] == 1 and len(month["month"]) == 7 and month["played"] == 1,
          level, month)


def killed(lea):
    """Servers are killed at several moments between the end of a game and the end of its analysis."""
    for i in range(3):
        Player(lea).play(THREE)
        time.sleep(0.4 * i)
        for server in servers:
            server.end(signal.SIGKILL)
            server.start()
    numbers = lea.analysed(4)
    check("each game once", numbers["games"] == 4 and numbers["by_game"][0]["played"] == 4 and total(numbers, "games") == 4 and
          len(numbers["luck"]) == 4, numbers)
    check("the sums are those of the games", abs(total(numbers, "luck") - sum(g["luck"] for g in numbers["luck"])) < 1e-4 and
          abs(total(numbers, "cost") - sum(g["cost"] for g in numbers["luck"])) < 1e-4, numbers)


def apart(lea, marie):
    Player(lea).play(THREE, hint=True)
    numbers = lea.analysed(5)
    check("with hints", numbers["hinted"] == 1 and numbers["with_hints"][0]["played"] == 1 and numbers["by_game"][0]["played"] == 4, numbers)
    check("luck is luck", total(numbers, "games") == 5)
    game = lea.ask("GET", "/api/me/games?hints=0")["games"][0]
    record = lea.ask("GET", f"/api/me/record?table={game['table']}&seat={game['seat']}")
    marie.ask("POST", "/api/me/import", {"record": record, "seat": 1, "ended": 1700000000000})
    numbers = marie.analysed(1)
    check("imported", numbers["imported"] == 1 and numbers["from_imports"][0]["played"] == 1 and not numbers["by_game"] and
          not numbers["ledger"] and not numbers["luck"] and not numbers["mistakes"], numbers)
    same = marie.ask("GET", "/api/me/games")["games"][0]
    check("the same game has the same numbers", same["luck"] == game["luck"] and same["cost"] == game["cost"], same, game)
    guest = Player()
    guest.play(THREE)
    seat = {k: guest.joined[k] for k in ("table", "seat", "secret")}
    for _ in range(2):
        marie.ask("POST", "/api/me/claim", {"seats": [seat]})
    numbers = marie.analysed(2)
    check("claimed", numbers["by_game"][0]["played"] == 1 and total(numbers, "games") == 1, numbers)


def opponents(lea, marie):
    anne, bruno = Player(lea), Player(marie)
    anne.send({"do": "create", "id": 1, "game": "debacle", "players": 2, "seats": ["me", "open"]})
    table = next(m for m in anne.came if m["type"] == "joined")["table"]
    bruno.send({"do": "join", "table": table})
    next(m for m in bruno.came if m["type"] == "joined")
    next(m for m in bruno.came if (m.get("state") or {}).get("mover") not in (None, "over"))
    bruno.send({"do": "move", "line": "2 forfeits"})
    next(m for m in bruno.came if (m.get("state") or {}).get("mover") == "over")
    for person, other, won in ((lea, "Marie", 1), (marie, "Léa", 0)):
        [row] = person.numbers()["by_opponent"]
        check("by opponent", row == {"name": other, "played": 1, "won": won, "drawn": 0, "lost": 1 - won, "left": 0}, row)
    part = lea.ask("GET", "/api/me/export")
    check("exported", part["account"]["statistics"]["by_opponent"][0]["name"] == "Marie" and "spread" in part["games"][-1] and
          part["games"][-1]["detail"]["mistakes"] is not None, part["games"][-1])
    lea.ask("POST", "/api/me/delete", {"name": "Léa"})
    until = time.monotonic() + WAIT
    while (rows := marie.numbers()["by_opponent"]):
        check("the name goes", time.monotonic() < until, rows)
        time.sleep(0.2)
    check("her game stays", {r["game"] for r in marie.numbers()["by_game"]} == {"debacle", "easycome"})


servers = [Server("a"), Server("b")] if database else [Server("a")]
turns = itertools.cycle(servers)
lea, marie = Person("Léa"), Person("Marie")
plays(lea)
killed(lea)
apart(lea, marie)
opponents(lea, marie)
for server in servers:
    said = server.end()
    check("a clean end", server.process.returncode == 0 and "error" not in said and "warning" not in said, said)
if not database:
    import sqlite3
    rows = sqlite3.connect(store)
    left = {t: rows.execute(f"SELECT count(DISTINCT person) FROM {t}").fetchone()[0] for t in ("tally", "ledger", "habit", "effort", "played")}
    check("rows of a deleted account are gone", set(left.values()) <= {0, 1} and left["tally"] == 1, left)
    check("no game is being analysed", rows.execute("SELECT count(*) FROM study").fetchone()[0] == 0)
print(f"{checks} checks passed")
