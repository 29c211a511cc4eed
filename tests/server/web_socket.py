"""WebSockets (RFC 6455) with what Python has: enough for tests, on both sides."""

import base64
import hashlib
import json
import os
import socket
import struct

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Closed(Exception):
    """The other side has closed the connection, or never opened it."""


def accept_key(key):
    return base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()


def frame(payload, opcode=TEXT, mask=None, last=True):
    """A frame; with a mask of four bytes as clients send it."""
    size = len(payload)
    head = bytes([(0x80 if last else 0) | opcode])
    marked = 0x80 if mask else 0
    if size < 126:
        head += bytes([marked | size])
    elif size < 65536:
        head += struct.pack("!BH", marked | 126, size)
    else:
        head += struct.pack("!BQ", marked | 127, size)
    if not mask:
        return head + payload
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def open_socket(port, headers=None, path="/ws", patience=10.0):
    """The status and the head of the answer, and the socket. `headers` replace the usual ones; None leaves one out."""
    wanted = {
        "Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(), **(headers or {})}
    request = f"GET {path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in wanted.items() if v is not None) + "\r\n"
    connection = socket.create_connection(("127.0.0.1", port), patience)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sendall(request.encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        byte = connection.recv(1)
        if not byte:
            raise Closed(f"no answer to the request, only {answer!r}")
        answer += byte
    head = answer.decode("latin-1")
    status = int(head.split()[1])
    if status == 101 and accept_key(wanted["Sec-WebSocket-Key"]).lower() not in head.lower():
        raise Closed("the server accepts another key than the one it was sent")
    return status, head, connection


class Client:
    """One connection to a server of tables. Waits at most `patience` seconds for anything."""

    def __init__(self, port, patience=10.0, greets=True):
        status, head, self.connection = open_socket(port, patience=patience)
        if status != 101:
            raise Closed(f"no WebSocket: {head.splitlines()[0]}")
        self.received = []
        self.parts = b""
        if greets:
            self.send({"type": "hello", "protocol": 1})

    def close(self):
        self.connection.close()

    def send(self, message):
        self.send_bytes(json.dumps(message).encode())

    def send_bytes(self, payload, opcode=TEXT, last=True):
        self.connection.sendall(frame(payload, opcode, os.urandom(4), last))

    def read_exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.connection.recv(count - len(data))
            if not part:
                raise Closed("closed by the server")
            data += part
        return data

    def read_message(self):
        """The next message. Raises Closed, or TimeoutError when none comes."""
        try:
            while True:
                first, second = self.read_exactly(2)
                size = second & 0x7F
                if size >= 126:
                    size = int.from_bytes(self.read_exactly(2 if size == 126 else 8), "big")
                payload = self.read_exactly(size)
                opcode = first & 0xF
                if opcode == PING:
                    self.send_bytes(payload, PONG)
                elif opcode == CLOSE:
                    raise Closed(f"closed by the server: {payload[2:].decode(errors='replace')}")
                elif opcode != PONG:
                    self.parts += payload
                    if first & 0x80:
                        text, self.parts = self.parts, b""
                        self.received.append(text)
                        return json.loads(text)
        except (ConnectionError, BrokenPipeError) as problem:
            raise Closed(str(problem)) from problem

    def wait_for(self, *types):
        """The next message of one of these types; others are passed over."""
        while True:
            message = self.read_message()
            if message["type"] in types:
                return message

    def ask(self, message, *types):
        self.send(message)
        return self.wait_for(*types)
