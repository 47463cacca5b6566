"""Watches bots play at a table of a server: bots_client.py PORT GAME BOT BOT...

Prints every line of the game, and at its end the table's id and the result; or the server's error."""

import base64
import json
import os
import socket
import struct
import sys


class Client:
    """A minimal WebSocket client for this test."""

    def __init__(self, port, address="127.0.0.1", tls=None):
        self.socket = socket.create_connection(("127.0.0.1", port), source_address=(address, 0))
        if tls:
            self.socket = tls.wrap_socket(self.socket)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            (f"GET /ws HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\n"
             f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
             "Sec-WebSocket-Protocol: cornet.1\r\n\r\n").encode())
        self.input = self.socket.makefile("rb")
        while self.input.readline() not in (b"\r\n", b""):
            pass

    def send_frame(self, opcode, payload):
        mask = os.urandom(4)
        head = bytes([0x80 | opcode])
        head += bytes([0x80 | len(payload)]) if len(payload) < 126 else struct.pack(">BH", 0xFE, len(payload))
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def send(self, message):
        self.send_frame(1, json.dumps(message).encode())

    def messages(self):
        while head := self.input.read(2):
            size = head[1] & 127
            if size > 125:
                size = int.from_bytes(self.input.read(2 if size == 126 else 8), "big")
            payload = self.input.read(size)
            if head[0] & 15 == 9:
                self.send_frame(10, payload)
            if head[0] & 15 == 8:
                return
            if head[0] & 15 == 1:
                yield json.loads(payload)


def main():
    client = Client(int(sys.argv[1]))
    client.send({"do": "hello", "protocol": 1, "lang": "en"})
    client.send({"do": "create", "id": 1, "game": sys.argv[2], "players": len(sys.argv) - 3,
                 "seats": sys.argv[3:]})
    table = None
    for message in client.messages():
        kind = message.get("type")
        if kind == "error":
            print("refused:", message.get("text"))
            return
        if kind == "table":
            table = message["table"]
            print(*message.get("log", []), sep="\n")
        if kind in ("moves", "start"):
            print(*message.get("lines", []), sep="\n")
        state = message.get("state")
        if state and state["mover"] == "over":
            print("table", table if isinstance(table, str) else table["id"], "result", *state["result"], flush=True)
            return


if __name__ == "__main__":
    main()
