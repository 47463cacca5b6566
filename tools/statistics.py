#!/usr/bin/env python3
"""statistics.py CORNET [GAMES]: how long `GET /api/me/statistics` and a page of the games list take for a person with 100,000 finished games.

Starts a server with a store in a temporary folder, makes an account, and adds GAMES games with all their counts and sums: 400 months and
games, 2,000 opponents, 30 kinds of mistakes, 40 themes. Prints the median and the 99th percentile of 500 requests of each kind, in
milliseconds, measured by the client on the same machine, and the processor time of the server for one, which other programs do not change.
"""

import atexit
import http.client
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

cornet, games = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100000
REQUESTS = 500
GAMES = ("debacle", "easycome", "themots", "wazabi")
work = tempfile.mkdtemp()
atexit.register(shutil.rmtree, work, True)
store = os.path.join(work, "many.db")


def start():
    server = subprocess.Popen([cornet, "serve", "--port", "0", "--store", store, "--lang", "en"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    atexit.register(server.kill)
    return server, int(server.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])


addresses = (f"127.9.{i}.{k}" for i in range(1, 255) for k in range(2, 250))


def ask(port, method, path, body=None, token=None):
    connection = http.client.HTTPConnection("localhost", port, source_address=(next(addresses), 0))  # no limit is reached
    connection.connect()
    began = time.perf_counter()
    connection.request(method, path, body and json.dumps(body), {"content-type": "application/json", "authorization": f"Bearer {token}"})
    answer = connection.getresponse()
    data = answer.read()
    took = time.perf_counter() - began
    if answer.status != 200:
        sys.exit(f"{path}: {answer.status} {data!r}")
    return json.loads(data), 1000 * took


def fill():
    rows = sqlite3.connect(store)
    person = rows.execute("SELECT id FROM person").fetchone()[0]
    first = 1500000000000
    rows.executemany(
        "INSERT INTO played VALUES(?, ?, 1, ?, ?, 2, ?, ?, ?, 60, ?, 90, '[{\"seat\":2,\"name\":\"Marie\"}]', NULL, 1000, 90000, 900, 1, '{}')",
        ((person, i, f"t{i:015}", GAMES[i % 4], first + i * 2000000, first + i * 2000000 + 9, 1 + i % 4, i % 10 == 0)
         for i in range(1, games + 1)))
    rows.executemany("INSERT INTO against VALUES(?, ?, ?, ?, 1, ?, ?, ?)",
                     ((person, f"o{i % 2000}", first + i * 2000000 + 9, i, GAMES[i % 4], 1 + i % 4, i % 10 == 0) for i in range(1, games + 1)))
    tally = [(person, 0, "", "", games), (person, 8, "", "", games)]
    tally += [(person, kind, "", game, games // 4) for kind in (1, 2) for game in GAMES]
    tally += [(person, 4, f"{2018 + m // 12}-{1 + m % 12:02}", game, games // 400) for m in range(100) for game in GAMES]
    tally += [(person, 5, f"o{i}", "", 1 + i * 7919 % 997) for i in range(2000)]
    tally += [(person, 6, bot, game, games // 20) for bot in ("novice", "easy", "normal", "hard", "expert") for game in GAMES]
    rows.executemany("INSERT INTO tally VALUES(?, ?, ?, ?, '', ?, 0, 0, 0, 0)", tally)
    rows.executemany("INSERT INTO ledger VALUES(?, ?, ?, 1000000, 90000000000000, 900000)", ((person, game, games // 4) for game in GAMES))
    rows.executemany("INSERT INTO habit VALUES(?, 1, ?, ?, 100, 5000, 0)", ((person, GAMES[i % 4], f"kind{i}") for i in range(30)))
    rows.executemany("INSERT INTO habit VALUES(?, 2, 'themots', ?, 100, 5000, 20)", ((person, f"theme{i}") for i in range(40)))
    rows.commit()
    rows.close()


server, port = start()
token = ask(port, "POST", "/api/people", {"name": "Many", "token": True})[0]["token"]
server.terminate()
server.wait()
fill()
server, port = start()


def used():
    with open(f"/proc/{server.pid}/stat", encoding="ascii") as stat:
        return sum(int(n) for n in stat.read().rsplit(")", 1)[1].split()[11:13]) * 1000 / os.sysconf("SC_CLK_TCK")


for path in ("/api/me/statistics", "/api/me/games?limit=20", "/api/me/games?limit=20&game=wazabi&result=won&opponent=o7"):
    before = used()
    times = sorted(ask(port, "GET", path, token=token)[1] for _ in range(REQUESTS))
    print(f"{path}: {games} games, median {times[REQUESTS // 2]:.1f} ms, p99 {times[REQUESTS * 99 // 100]:.1f} ms, "
          f"slowest {times[-1]:.1f} ms, "
          f"processor {(used() - before) / REQUESTS:.1f} ms, load {os.getloadavg()[0]:.0f}")
server.terminate()
server.wait()
