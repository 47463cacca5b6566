"""people.py PROGRAM FOLDER [DATABASE]: people with a name, over HTTP and the WebSocket (docs/develop/people.md). Two people on three
devices, a guest, a stranger, a killed server. With DATABASE two servers share it: every request goes to the other one than before."""

import hashlib
import http.client
import itertools
import json
import os
import signal
import subprocess
import sys
import time
import urllib.parse

from bots_client import Client

cornet, work = sys.argv[1:3]
database = sys.argv[3] if len(sys.argv) > 3 else None
store = database or os.path.join(work, "people.db")
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
        self.process = subprocess.Popen([cornet, "serve", "--port", "0", "--store", store, "--lang", "en",
                                         "--contact", "mailto:me@dice.example", "--keep", "1", *options],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        check("the server starts", "Cornet is at" in line, line, "" if line else self.process.stderr.read())
        self.port = int(line.rstrip("/\n").rsplit(":", 1)[1])

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(WAIT)
        return self.process.stderr.read()


addresses = (f"127.0.{i}.{k}" for i in range(1, 255) for k in range(2, 250))


class Device:
    """A browser or a program. Each has an address of its own, so that limits hit only who is meant."""

    def __init__(self, address=None):
        self.address = address or next(addresses)
        self.cookie = self.token = None
        self.lang = "en"

    def ask(self, method, path, body=None, code=200, headers=None, raw=None):
        server = next(turns)
        connection = http.client.HTTPConnection("localhost", server.port, timeout=WAIT, source_address=(self.address, 0))
        head = {"host": f"localhost:{server.port}", **(headers or {})}
        if self.cookie:
            head["cookie"] = "other=1; " + self.cookie
            head.setdefault("origin", f"http://localhost:{server.port}")
        if self.token:
            head["authorization"] = "Bearer " + self.token
        if body is not None:
            head.setdefault("content-type", "application/json")
            raw = json.dumps(body)
        connection.request(method, path, raw, {k: v for k, v in head.items() if v is not None})
        answer = connection.getresponse()
        data = answer.read()
        self.head = answer.headers
        check(f"{method} {path} {str(body)[:80]} is {code}", answer.status == code, answer.status, data[:300])
        if (cookie := answer.headers["set-cookie"]):
            check("cookies are kept from scripts and other sites", "HttpOnly; SameSite=Strict" in cookie and "Path=/;" in cookie)
            self.cookie = None if "Max-Age=0" in cookie else cookie.split(";")[0]
        return json.loads(data) if answer.headers["content-type"] == "application/json" else data.decode()

    def get(self, path, code=200, **arguments):
        query = "?" + urllib.parse.urlencode(arguments) if arguments else ""
        return self.ask("GET", path + query, code=code)

    def post(self, path, code=200, **body):
        return self.ask("POST", path, body, code)

    def keep_name(self, name):
        answer = self.post("/api/people", name=name, device="Firefox")
        check("six words", len(answer["words"]) == 6 and answer["person"]["name"] == name)
        return answer["words"]


class Player(Client):
    together = {}  # by table

    def __init__(self, device=None, server=None):
        self.server = server or servers[0]
        super().__init__(self.server.port)
        self.socket.settimeout(WAIT)
        self.came = self.messages()
        hello = {"do": "hello", "protocol": 1}
        if device:
            hello["person"] = device.get("/api/me")["ticket"]
        self.send(hello)
        self.hello = self.wait("hello")

    def wait(self, kind, **members):
        for message in self.came:
            check(f"{kind}, not an error", kind == "error" or message["type"] != "error", message)
            if message["type"] == kind and all(message.get(k) == v for k, v in members.items()):
                return message
        sys.exit(f"FAILED the connection ended before {kind}")

    def create(self, name=None, seats=("me", "open"), game="debacle"):
        message = {"do": "create", "id": 1, "game": game, "players": len(seats), "seats": list(seats), "fair": self.commit()}
        self.send({**message, "name": name} if name else message)
        return self.sit()

    def join(self, table, name=None):
        self.send({"do": "join", "table": table, "fair": self.commit(), **({"name": name} if name else {})})
        self.sit()

    def sit(self):
        self.joined = self.wait("joined")
        self.table = self.wait("table")
        self.started = False
        self.together.setdefault(self.joined["table"], []).append(self)
        return self.joined["table"]

    def commit(self):
        self.seed = os.urandom(32)
        return hashlib.sha256(self.seed).hexdigest()

    def look(self, message):
        self.started = self.started or message["type"] == "start" or message.get("phase") == "playing"
        if (message.get("fair") or {}).get("step") == "reveal" and self.seed:
            self.send({"do": "fair", "seed": self.seed.hex()})
            self.seed = None

    def begin(self):
        """The fair dice need the seeds of all, before the game begins."""
        players = self.together[self.joined["table"]]
        for player in players:
            player.look(player.table)
            while player.seed and not player.started:
                player.look(next(player.came))
        while not self.started:
            self.look(next(self.came))

    def over(self):
        while True:
            message = next(self.came)
            check("no error", message["type"] != "error", message)
            if (message.get("state") or {}).get("mover") == "over":
                return

    def resign(self):
        self.begin()
        self.send({"do": "move", "line": f"{self.joined['seat']} forfeits"})
        self.over()


def games(device, **arguments):
    return device.get("/api/me/games", **arguments)["games"]


def accounts():
    lea, other = Device(), Device()
    check("a stranger is nobody", lea.get("/api/me")["person"] is None)
    words = lea.keep_name("Léa")
    me = lea.get("/api/me")
    check("the cookie is a session", me["person"]["name"] == "Léa" and me["devices"][0]["device"] == "Firefox" and me["ticket"])
    for name in ("Léa", "LEA", " lea"[1:], "Lеа"[:1] + "éa", "L-é-a", "1ea"):
        check(f"{name} is taken", other.post("/api/people", name=name, code=409)["code"] == "name-taken")
    for name in ("L", "", "x" * 25, "bot:normal", "a\u200bb", "Lа" + "b", "someone", "--", None):
        answer = other.post("/api/people", code=400, **({"name": name} if name is not None else {}))
        check(f"{name!r} is no name", answer["code"] in ("bad-name", "bad-message"), answer)
    # Another device.
    check("words with a typo", other.post("/api/session", words="x" + " ".join(words), code=400)["word"] == 1)
    answer = other.post("/api/session", words=", ".join(words).upper(), device="Phone")
    check("the words open the account", answer["person"]["name"] == "Léa" and len(answer["devices"]) == 2)
    check("French sentences", "le mot 1" in other.ask("POST", "/api/session?lang=fr", {"words": "un"}, 400)["text"])
    # A link, once.
    link = lea.post("/api/me/link")
    third = Device()
    check("a link has a picture", link["url"].endswith("/l/" + link["code"]) and "<svg" in link["qr"])
    check("the page of a link", "<!doctype html>" in third.get("/l/" + link["code"]))
    answer = third.ask("POST", "/api/session", {"code": link["code"][:4].lower() + "-" + link["code"][4:], "device": "Tablet"})
    check("the link opens the account", answer["person"]["name"] == "Léa" and len(answer["devices"]) == 3)
    check("but once", Device().ask("POST", "/api/session", {"code": link["code"]}, 403)["code"] == "no-code")
    old = lea.post("/api/me/link")["code"]
    lea.post("/api/me/link")
    Device().ask("POST", "/api/session", {"code": old}, 403)
    # A lost device.
    tablet = next(d for d in lea.get("/api/me")["devices"] if d["device"] == "Tablet")
    lea.post("/api/session/end", device=tablet["id"])
    check("it is signed out", third.get("/api/me")["person"] is None)
    third.get("/api/me/games", code=401)
    new = lea.post("/api/me/words")["words"]
    check("new words", lea.post("/api/me/words", check=" ".join(new))["right"])
    check("the old ones are void", Device().post("/api/session", words=" ".join(words), code=403)["code"] == "no-words")
    other.post("/api/session/end", device="others")
    check("only this device is left", len(other.get("/api/me")["devices"]) == 1 and lea.get("/api/me")["person"] is None)
    other.post("/api/session/end")
    check("signed out", other.get("/api/me")["person"] is None and other.cookie is None)
    lea.cookie = None
    lea.post("/api/session", words=" ".join(new))
    return lea, new


def names(lea):
    lea.post("/api/me", name="Léo")
    check("the old name is reserved", Device().post("/api/people", name="Lea", code=409)["code"] == "name-taken")
    lea.post("/api/me", name="Lea")
    lea.post("/api/me", name="Léa")
    for name in ("Lou", "Lison"):
        lea.post("/api/me", name=name, code=200)
    check("not too often", lea.post("/api/me", name="Lucie", code=403)["code"] == "limit")
    done = subprocess.run([cornet, "admin", "rename", "Lison", "--to", "Léa", "--store", store], capture_output=True, text=True, timeout=WAIT)
    check("the operator renames", done.returncode == 0 and lea.get("/api/me")["person"]["name"] == "Léa", done)


def crosswise(lea):
    """What a page of another site can do."""
    for headers in ({"origin": "https://evil.example"}, {"origin": "null"}, {"origin": None}):
        check("not from there", lea.ask("POST", "/api/me/words", {}, 403, {**headers})["code"] == "origin")
    lea.ask("POST", "/api/me/words", raw="{}", code=400, headers={"content-type": "text/plain"})
    lea.ask("POST", "/api/me/words", raw="[1", code=400, headers={"content-type": "application/json"})
    lea.get("/api/me/words", code=405)
    lea.ask("POST", "/api/tables", {}, 405)
    lea.ask("POST", "/", {}, 413)
    lea.ask("POST", "/api/me", raw="x" * 100000, code=413, headers={"content-type": "application/json"})
    check("another token", Device().ask("GET", "/api/me", headers={"authorization": "Bearer " + "0" * 64})["person"] is None)
    check("the words' list", len(Device().get("/api/words").split()) == 8192)
    check("the footer", Device().get("/api/server")["contact"] == "mailto:me@dice.example")


def play(lea):
    """A game of two people, on several devices, with a killed server."""
    marie = Device()
    marie.words = " ".join(marie.keep_name("Marie"))
    anne = Player(lea)
    check("hello knows her", anne.hello["person"]["name"] == "Léa")
    table = anne.create("Nobody")
    check("she sits under her name", anne.table["seats"][0]["name"] == "Léa" and anne.table["seats"][0].get("person") is True, anne.table["seats"])
    waiting = games(lea, running=1)
    check("a table that waits", waiting[0]["phase"] == "waiting" and not waiting[0]["turn"] and waiting[0]["table"] == table)
    bruno = Player(marie)
    bruno.join(table)
    bruno.begin()
    ours, theirs = games(lea, running=1)[0], games(marie, running=1)[0]
    check("whose turn it is", ours["turn"] != theirs["turn"] and ours["phase"] == theirs["phase"] == "playing", ours, theirs)
    check("the players", [p["name"] for p in ours["players"]] == ["Léa", "Marie"])
    # Another device takes the seat by its key; a key of another seat does not.
    again = Player()
    again.send({"do": "resume", "table": table, "seat": 1, "secret": theirs["key"]})
    again.wait("error", code="bad-secret")
    again.send({"do": "resume", "table": table, "seat": 1, "secret": ours["key"]})
    check("the key opens the seat", again.wait("joined")["seat"] == 1)
    bruno.resign()
    for device, result in ((lea, "won"), (marie, "lost")):
        [game] = games(device)
        check("the result", game["result"] == result and game["table"] == table and not game["hints"], game)
        check("no running game", not games(device, running=1))
    return marie


def results(lea, marie):
    before = len(games(lea))
    bruno, anne = Player(marie), Player(lea)
    table = anne.create()
    bruno.join(table)
    bruno.resign()
    for server in servers:
        server.end(signal.SIGKILL)
        server.start()
    check("kill -9: once", len(games(lea)) == before + 1 and games(lea)[0]["table"] == table)
    # Somebody who leaves a waiting table has played nothing; one who leaves a game has left.
    anne, bruno = Player(lea), Player(marie)
    table = anne.create()
    anne.send({"do": "quit", "id": 9})
    anne.wait("ok", id=9)
    check("not played", not games(lea, running=1) and len(games(lea)) == before + 1)
    # Hints count apart.
    anne = Player(lea)
    anne.create(seats=("me", "bot:easy"))
    anne.begin()
    anne.send({"do": "hint", "id": 5})
    for message in anne.came:
        if message["type"] == "hint" or message.get("code") == "not-now":
            break
    anne.resign()
    [hinted] = games(lea, hints=1)
    check("with hints", hinted["result"] == "lost" and hinted["opponents"][0]["bot"] == "easy", hinted)
    check("filters", len(games(lea, opponent="MARIÉ")) == before + 1 and not games(lea, opponent="Nobody") and
          games(lea, opponent="bot:easy") == [hinted] and games(lea, result="lost") == [hinted] and games(lea, game="debacle", hints=0) and
          not games(lea, game="wazabi") and not games(lea, to=1) and games(lea, **{"from": hinted["ended"]}) == [hinted])
    first = lea.get("/api/me/games", limit=1)
    second = lea.get("/api/me/games", limit=1, cursor=first["next"])
    check("pages", first["games"] == [hinted] and second["games"][0]["table"] != hinted["table"])
    lea.get("/api/me/games", code=400, result="great")
    lea.get("/api/me/games", code=400, cursor="1.2")
    lea.get("/api/me/games", code=400, limit=0)
    counts = lea.get("/api/me/statistics")
    check("statistics", counts["games"] == before + 2 and counts["hinted"] == 1 and counts["by_game"][0]["won"] == before + 1, counts)
    record = lea.get("/api/me/record", table=hinted["table"], seat=hinted["seat"])
    check("the record", "game debacle" in record and "forfeits" in record, record)


def claims(marie):
    guest, stranger = Player(), Device()
    table = guest.create("Gast", seats=("me", "bot:easy"))
    guest.resign()
    running = Player()
    waits = running.create("Gast", seats=("me", "open"))
    seats = [{"table": table, "seat": 1, "secret": guest.joined["secret"]}, {"table": waits, "seat": 1, "secret": running.joined["secret"]},
             {"table": table, "seat": 1, "secret": "0" * 32}, {"table": "a" * 16, "seat": 1, "secret": "0" * 32}]
    answer = marie.post("/api/me/claim", seats=seats)
    check("a guest's games", answer["claimed"] == 2 and [r["code"] for r in answer["refused"]] == ["bad-secret", "no-table"], answer)
    check("a finished one", games(marie)[0]["table"] == table and games(marie)[0]["result"] == "lost")
    check("a running one", games(marie, running=1)[0]["table"] == waits)
    check("twice changes nothing", marie.post("/api/me/claim", seats=seats)["claimed"] == 2 and
          [g["table"] for g in games(marie)].count(table) == 1)
    stranger.keep_name("Stranger")
    check("nobody else's", stranger.post("/api/me/claim", seats=seats[:1])["refused"][0]["code"] == "taken")
    other = Player()
    other.join(waits, "Opponent")
    other.resign()
    check("the claimed game counts", games(marie)[0]["table"] == waits and games(marie)[0]["result"] == "won")
    return stranger


def imports(stranger, marie):
    record = marie.get("/api/me/record", table=games(marie)[0]["table"], seat=games(marie)[0]["seat"])
    first = stranger.post("/api/me/import", record=record, seat=1, ended=1700000000000)
    check("new", first["new"] and first["table"].startswith("-"))
    check("once", not stranger.post("/api/me/import", record=record, seat=1)["new"])
    [game] = games(stranger)
    check("marked", game["imported"] and game["ended"] == 1700000000000 and stranger.get("/api/me/statistics")["imported"] == 1, game)
    check("its record", stranger.get("/api/me/record", table=game["table"], seat=1) == record)
    lines = record.splitlines(keepends=True)
    for bad in ("nonsense", "", "".join(lines[:-1]), record.replace("forfeits", "flies"), record * 2):
        check("refused", stranger.post("/api/me/import", record=bad, seat=1, code=400)["text"], bad)
    stranger.post("/api/me/import", record=record, seat=9, code=400)
    everything, part = [], {"next": ""}
    while part["next"] is not None:
        part = marie.get("/api/me/export", **({"cursor": part["next"]} if part["next"] else {}))
        everything += part["games"]
    check("everything", len(everything) == len(games(marie, limit=100)) and all(g["record"] for g in everything))


def profiles(lea):
    stranger = Device()
    hidden, none = stranger.get("/api/people/L%C3%A9a", code=404), stranger.get("/api/people/Nobody", code=404)
    check("a hidden profile is like none", hidden == none)
    check("and so is its page", stranger.get("/p/L%C3%A9a", code=404) == stranger.get("/p/Nobody", code=404))
    lea.post("/api/me", visible="results")
    profile = stranger.get("/api/people/lea")
    check("results", profile["name"] == "Léa" and profile["by_game"] and "games" not in profile)
    page = stranger.get("/p/L%C3%A9a")
    check("a preview", 'property="og:title" content="Léa"' in page and "played" in page)
    lea.post("/api/me", visible="games")
    check("games", "luck" not in stranger.get("/api/people/lea")["games"][0])
    lea.post("/api/me", visible="everybody", code=400)


def limits():
    device = Device()
    for i in range(10):
        device.ask("POST", "/api/people", {"name": f"Kid {i + 10}", "token": True})
    answer = device.ask("POST", "/api/people", {"name": "Kid 99", "token": True}, 429)
    check("not too many names", answer["code"] == "too-many" and 0 < answer["wait"] <= 3600, answer)
    for i in range(25 * len(servers)):
        device = Device(device.address)
        answer = device.ask("POST", "/api/session", {"code": "ABCDEFGH"}, code=429 if i >= 20 * len(servers) else 403)
    check("not too many tries", answer["code"] == "too-many" and answer["wait"] > 0)
    check("others may", Device().ask("POST", "/api/session", {"code": "ABCDEFGH"}, 403))


def delete(lea, marie):
    running = Player(lea)
    table = running.create()
    old = games(lea)[-1]["table"]
    lea.post("/api/me/delete", name="Marie", code=400)
    lea.post("/api/me/delete", name="LÉA")
    check("signed out", lea.get("/api/me")["person"] is None and lea.cookie is None)
    until = time.monotonic() + WAIT
    while "Léa" in marie.get("/api/me/record", table=old, seat=2) or "Léa" in json.dumps(games(marie, limit=100)):
        check("the name goes", time.monotonic() < until, games(marie))
        time.sleep(0.3)
    record = marie.get("/api/me/record", table=old, seat=2)
    check("somebody played", "someone" in record, record)
    game = next(g for g in games(marie, limit=100) if g["table"] == old)
    check("somebody is an opponent", game["opponents"][0]["name"] == "someone" and game["opponents"][0]["gone"], game)
    check("nobody to filter", not games(marie, opponent="Léa"))
    check("the name is free", Device().keep_name("Léa"))
    return table


def interrupted(lea, marie):
    """The server is killed at the end of a game: its result counts once, or the game goes on."""
    for delay in (0, 0.001, 0.002, 0.004, 0.008):
        before = len(games(lea, limit=100))
        anne, bruno = Player(lea), Player(marie)
        table = anne.create()
        bruno.join(table)
        bruno.begin()
        bruno.send({"do": "move", "line": "2 forfeits"})
        time.sleep(delay)
        servers[0].end(signal.SIGKILL)
        servers[0].start()
        ended, goes_on = games(lea, limit=100), [g["table"] for g in games(lea, running=1)]
        check("once, or not yet", [g["table"] for g in ended].count(table) + goes_on.count(table) == 1 and
              len(ended) == before + (table not in goes_on), delay)
        if table in goes_on:
            again = Player(marie)
            again.send({"do": "resume", "table": table, "seat": 2, "secret": bruno.joined["secret"]})
            again.joined, again.started = again.wait("joined"), True
            again.send({"do": "move", "line": "2 forfeits"})
            again.over()
            check("then it counts", [g["table"] for g in games(lea, limit=100)].count(table) == 1)


def copies(marie, words):
    """A backup has the accounts and their key; so has a store that is restored from it."""
    global store, servers, turns
    copy, other = os.path.join(work, "copy.db"), os.path.join(work, "other.db")
    theirs = [(g["table"], g["result"], g["opponents"]) for g in games(marie, limit=100)]
    for command in (["backup", "--store", store, "--to", copy], ["restore", "--from", copy, "--store", other]):
        done = subprocess.run([cornet, *command], capture_output=True, text=True, timeout=WAIT)
        check(command[0], done.returncode == 0, done)
    original = store, servers, turns
    for store in (copy, other):
        check("the key is there", os.stat(store + ".key").st_mode & 0o777 == 0o600)
        servers = [Server("c")]
        turns = itertools.cycle(servers)
        device = Device()
        device.post("/api/session", words=words)
        check("the games are there", [(g["table"], g["result"], g["opponents"]) for g in games(device, limit=100)] == theirs)
        check("and the session of another device", games(marie, limit=100))
        record = device.get("/api/me/record", table=theirs[-1][0], seat=2)
        check("and a record", "forfeits" in record)
        servers[0].end()
    store, servers, turns = original


def old_stores():
    """Stores of versions without accounts: their guests make accounts and keep their games."""
    global store, servers, turns
    stores = {  # table, seat, secret, how many are over
        1: ([("wzvh6dch3xya7mkv", 1, "b3188417b6ec42a25ae7054e15a72a91"), ("jovos6qvzxbetejg", 1, "e64b09c17bd4dfeb7220ec760dc7d0ce")], 1),
        2: ([("w3ieliveq7gqlfob", 1, "4dd0ada4ff4ae681df67f35cdc3fbae7"), ("466crdjvufvlcjph", 1, "903a1a359d4eeceea9d12edd90e39104"),
             ("qd7fvdrcjya4z4uu", 1, "21611959b1ba04e830b7f6a5a11a480d")], 1)}
    original = store, servers, turns
    for version, (seats, over) in stores.items():
        with open(f"tests/corpus/store/{version}.db", "rb") as old:
            data = old.read()
        if database:  # into a database, whose schema is older too
            store = database + f"_{version}"
            subprocess.run(["psql", "-q", "-c", f"CREATE DATABASE {store.rsplit('/', 1)[1]}", database], check=True, timeout=WAIT)
            with open("src/store/postgres.sql", encoding="utf-8") as schema:
                sql = ("CREATE SCHEMA cornet; SET search_path = cornet; CREATE TABLE version(number int NOT NULL);"
                       "INSERT INTO version VALUES(1);" + schema.read())
            subprocess.run(["psql", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql, store], check=True, timeout=WAIT)
            file = os.path.join(work, f"old{version}.db")
        else:
            store = file = os.path.join(work, f"old{version}.db")
        with open(file, "wb") as out:
            out.write(data)
        if database:
            done = subprocess.run([cornet, "restore", "--from", file, "--store", store], capture_output=True, text=True, timeout=WAIT)
            check("restored", done.returncode == 0, done)
        servers = [Server("d")]
        turns = itertools.cycle(servers)
        device = Device()
        device.keep_name("Anne")
        answer = device.post("/api/me/claim", seats=[dict(zip(("table", "seat", "secret"), seat)) for seat in seats])
        check("old games", answer["claimed"] == len(seats) and len(games(device)) == over and
              len(games(device, running=1)) == len(seats) - over, version, answer)
        check("an old record", device.get("/api/me/record", table=seats[0][0], seat=1).startswith("cornet"))
        servers[0].end()
    store, servers, turns = original


if database:
    servers = [Server("a"), Server("b")]
else:
    servers = [Server("a")]
turns = itertools.cycle(servers)
lea, words = accounts()
names(lea)
crosswise(lea)
marie = play(lea)
results(lea, marie)
stranger = claims(marie)
imports(stranger, marie)
profiles(lea)
interrupted(lea, marie)
copies(marie, marie.words)
if all(os.path.isdir(f"games/{game}") for game in ("easycome", "wazabi", "debacle", "themots")):
    old_stores()
if not database:
    limits()
delete(lea, marie)
for server in servers:
    said = server.end()
    check("a clean end", server.process.returncode == 0 and "error" not in said, said)
    check("limits are logged", database or "tries secrets too often" in said, said)
if not database:
    check("the key is the owner's only", os.stat(store + ".key").st_mode & 0o777 == 0o600)
print(f"{checks} checks passed")
