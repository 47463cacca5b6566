#!/usr/bin/python3
"""people_games.py PROGRAM [GAMES]: how long a page of one person's games takes, with 100,000 games of this person and as many of others.

Starts a server with a file, writes the games into it, and asks for 3,000 pages with every filter and at every depth, one after the
other. Prints the median, the 99th percentile and the longest time of each kind of page, in milliseconds."""

import atexit
import http.client
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time

program, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 100000
folder = tempfile.TemporaryDirectory()
store = os.path.join(folder.name, "games.db")
server = subprocess.Popen([program, "serve", "--port", "0", "--store", store, "--messages", "0"], stdout=subprocess.PIPE, text=True)
atexit.register(server.terminate)
port = int(server.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])
connection = http.client.HTTPConnection("localhost", port, timeout=60)
head = {"host": f"localhost:{port}"}


def ask(path, body=None):
    began = time.monotonic()
    connection.request("POST" if body else "GET", path, json.dumps(body) if body else None, {**head, "content-type": "application/json"})
    answer = connection.getresponse()
    data = answer.read()
    seconds = time.monotonic() - began
    if answer.status != 200:
        sys.exit(f"{path}: {answer.status} {data}")
    return json.loads(data), seconds


tokens = [ask("/api/people", {"name": name, "token": True})[0]["token"] for name in ("Other", "Person")]
head["authorization"] = "Bearer " + tokens[-1]
db = sqlite3.connect(store, timeout=60)
draw = random.Random(1)


def fold(name):
    """As people_fold_name does with these names."""
    return name if name.startswith("bot:") else name.lower().replace(" ", "").replace("i", "l").replace("1", "l").replace("0", "o")


for person, in db.execute("SELECT id FROM person").fetchall():
    played, against = [], []
    for i in range(1, count + 1):
        game, result, hints = draw.choice(("easycome", "wazabi", "debacle", "themots")), draw.choice((1, 1, 3, 3, 3, 2, 4)), draw.random() < .1
        names = [draw.choice(("Marie", "Bruno", "bot:normal", "bot:hard", f"Guest {i % 5000}")) for _ in range(draw.choice((1, 1, 2, 4)))]
        opponents = json.dumps([{"seat": k + 2, "name": n} for k, n in enumerate(names)])
        table, ended = person % 1000 * 10**9 + i, 1700000000000 + i * 600000
        played.append((person, table, 1, f"t{table:015d}", game, len(names) + 1, ended - 9, ended, result, 0, hints, 80, opponents, None, None,
                       None, None, 0, None))
        against += [(person, fold(n), ended, table, 1, game, result, hints) for n in set(names)]
    with db:
        db.executemany("INSERT INTO played VALUES(" + ",".join("?" * 19) + ")", played)
        db.executemany("INSERT OR IGNORE INTO against VALUES(?, ?, ?, ?, ?, ?, ?, ?)", against)
connection.close()  # the server closes it while nothing is sent
kinds = {"latest": "", "deep": "to={time}", "game": "game=wazabi&to={time}", "result": "result=drawn", "game and result": "game=debacle&result=left&to={time}",
         "opponent": "opponent=marie&to={time}", "seldom": "opponent=guest+17&result=drawn&hints=1", "hints": "hints=1&to={time}",
         "nothing": "game=nothing&result=won"}
print(f"{count} games; milliseconds: median, 99th percentile, longest")
every = []
for kind, query in kinds.items():
    times = []
    for _ in range(3000 // len(kinds)):
        path = "/api/me/games?limit=20&" + query.format(time=1700000000000 + draw.randrange(count) * 600000)
        page, seconds = ask(path)
        times.append(seconds * 1000)
        if page["next"]:
            times.append(ask(path + "&cursor=" + page["next"])[1] * 1000)
    every += times
    times.sort()
    print(f"{kind:16} {times[len(times) // 2]:6.1f} {times[int(len(times) * .99)]:6.1f} {times[-1]:6.1f}")
every.sort()
print(f"{'all':16} {every[len(every) // 2]:6.1f} {every[int(len(every) * .99)]:6.1f} {every[-1]:6.1f}")
