"""reconnect.py CORNET DATABASE POSTMASTER: CPU time of the servers and the database for two things that the sizing of a cluster needs:
commits of a single event, and everybody reconnecting to another server. POSTMASTER is the process id of PostgreSQL on this machine."""

import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../tests"))
from bots_client import Client

TABLES, COMMITS = 400, 2000
cornet, database, postmaster = sys.argv[1], sys.argv[2], int(sys.argv[3])
TICK = os.sysconf("SC_CLK_TCK")


def stat(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        return file.read().rsplit(")", 1)[1].split()


def cpu_of_server(process):
    return sum(map(int, stat(process.pid)[11:13])) / TICK


def cpu_of_database():
    """Of all its processes, also those that have ended."""
    total = sum(map(int, stat(postmaster)[11:15]))
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            fields = stat(pid)
        except OSError:
            continue
        if int(fields[1]) == postmaster:
            total += sum(map(int, fields[11:13]))
    return total / TICK


def serve(name):
    process = subprocess.Popen([cornet, "serve", "--port", "0", "--store", database, "--name", name, "--messages", "0", "--newtables",
                                "1000000", "--peraddress", "100000", "--loop-share", "0", "--storage", "0", "--lang", "en"],
                               stdout=subprocess.PIPE, text=True)
    return process, int(process.stdout.readline().rstrip("/\n").rsplit(":", 1)[1])


def greet(port, message):
    client = Client(port)
    client.came = client.messages()
    client.send({"do": "hello", "protocol": 1, "states": True})
    client.send(message)
    return client


def until(client, kind):
    return next(message for message in client.came if message["type"] == kind)


def main():
    server, port = serve("a")
    seats = []
    for _ in range(TABLES):
        one = greet(port, {"do": "create", "game": "easycome", "players": 2, "seats": ["me", "open"], "name": "Anne"})
        seats.append(until(one, "joined"))
        seats.append(until(greet(port, {"do": "join", "table": seats[-1]["table"], "name": "Bruno"}), "joined"))
    print(f"{len(seats)} people at {TABLES} tables", flush=True)
    host = greet(port, {"do": "create", "game": "easycome", "players": 2, "seats": ["me", "open"], "name": "Clara"})
    until(host, "joined")
    before = cpu_of_server(server), cpu_of_database()
    for i in range(COMMITS):  # each waits for its own commit
        host.send({"do": "host", "id": i + 1, "listed": i % 2 == 0})
        if i % 1500 == 1499:
            until(host, "ok")
            host = greet(port, {"do": "create", "game": "easycome", "players": 2, "seats": ["me", "open"], "name": "Clara"})
            until(host, "joined")
        else:
            until(host, "ok")
    print(f"a commit of one event: server {1e6 * (cpu_of_server(server) - before[0]) / COMMITS:.0f} us, "
          f"database {1e6 * (cpu_of_database() - before[1]) / COMMITS:.0f} us", flush=True)
    server.send_signal(signal.SIGTERM)
    server.wait()
    server, port = serve("b")
    before = cpu_of_server(server), cpu_of_database()
    clients = [greet(port, {"do": "resume", "table": seat["table"], "seat": seat["seat"], "secret": seat["secret"]}) for seat in seats]
    for client in clients:
        until(client, "table")
    print(f"a person who reconnects to another server: server {1e6 * (cpu_of_server(server) - before[0]) / len(seats):.0f} us, "
          f"database {1e6 * (cpu_of_database() - before[1]) / len(seats):.0f} us")
    server.send_signal(signal.SIGTERM)
    server.wait()


main()
