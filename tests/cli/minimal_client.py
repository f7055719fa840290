"""A game with one agent that an editor can attach to: levels A and B of docs/live-link.md, written from that page alone, with nothing but
Python. Its tree is a Sequence of two leaves, `Walk` (two frames) and `Rest` (three frames), that starts anew."""

import json
import os
import secrets
import socket
import struct
import time

PREAMBLE = bytes([0x00, 0x54, 0x57, 0x4C, 0x4B, 0x0D, 0x0A, 0x01])
SUCCESS, FAILURE, RUNNING = 0, 1, 2
START, UPDATE, END = 1, 2, 3
STATUS = {"Success": SUCCESS, "Failure": FAILURE, "Running": RUNNING}
NODES = [["n1", -1, "Sequence"], ["n2", 0, "Walk"], ["n3", 0, "Rest"]]
DOCUMENT = {
    "format": "treewright", "version": 1, "name": "Minimal", "root": "n1", "restart_when_complete": True,
    "libraries": ["minimal.tasks.json"],
    "variables": [{"name": "speed", "type": "float", "initial": 1.0}],
    "nodes": [
        {"id": "n1", "task": "Sequence", "children": ["n2", "n3"]},
        {"id": "n2", "task": "Walk"},
        {"id": "n3", "task": "Rest"},
    ],
}
LIBRARY = {
    "format": "treewright-tasks", "version": 1, "name": "Minimal",
    "tasks": [{"name": "Walk", "category": "Action"}, {"name": "Rest", "category": "Action"}],
}


def sip_hash_128(key, data):
    """SipHash-2-4 with 128 bits."""
    mask = (1 << 64) - 1

    def rotated(number, bits):
        return (number << bits | number >> (64 - bits)) & mask

    def rounds(v, count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & mask
            v[1] = rotated(v[1], 13) ^ v[0]
            v[0] = rotated(v[0], 32)
            v[2] = (v[2] + v[3]) & mask
            v[3] = rotated(v[3], 16) ^ v[2]
            v[0] = (v[0] + v[3]) & mask
            v[3] = rotated(v[3], 21) ^ v[0]
            v[2] = (v[2] + v[1]) & mask
            v[1] = rotated(v[1], 17) ^ v[2]
            v[2] = rotated(v[2], 32)

    one, two = struct.unpack("<QQ", key)
    v = [one ^ 0x736F6D6570736575, two ^ 0x646F72616E646F6D ^ 0xEE, one ^ 0x6C7967656E657261, two ^ 0x7465646279746573]
    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) & 0xFF])
    for (word,) in struct.iter_unpack("<Q", padded):
        v[3] ^= word
        rounds(v, 2)
        v[0] ^= word
    v[2] ^= 0xEE
    rounds(v, 4)
    first = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    rounds(v, 4)
    second = v[0] ^ v[1] ^ v[2] ^ v[3]
    return struct.pack("<QQ", first, second)


def proof(token, who, of_game, of_editor):
    return sip_hash_128(token, who.encode() + of_game + of_editor).hex()


# The example of the page.
assert proof(bytes(range(16)), "game", b"\1" * 16, b"\2" * 16) == "d761284b0e2393e90043f2dd543e032f"


class Link:
    """The conversation."""

    def __init__(self):
        host, port, token = os.environ["TREEWRIGHT_LINK"].rsplit(":", 2)
        self.token = bytes.fromhex(token)
        self.socket = socket.create_connection((host.strip("[]"), int(port)))
        self.received = b""
        self.nonce = secrets.token_bytes(16)
        self.socket.sendall(PREAMBLE)
        may = ["pause", "step", "break", "set", "force", "send"]
        self.say("hello", {"version": [1, 0], "nonce": self.nonce.hex(), "app": "Minimal", "engine": "python", "may": may})
        self.socket.settimeout(2)
        while len(self.received) < len(PREAMBLE):
            self.received += self.socket.recv(4096)
        assert self.received.startswith(PREAMBLE)
        self.received = self.received[len(PREAMBLE):]
        name, welcome = None, None
        while name is None:
            name, welcome = next(iter(self.hear()), (None, None))
        assert name == "welcome" and welcome["version"][0] == 1
        of_editor = bytes.fromhex(welcome["nonce"])
        assert welcome["proof"] == proof(self.token, "editor", self.nonce, of_editor)
        self.say("proof", proof(self.token, "game", self.nonce, of_editor))
        self.socket.settimeout(0.002)

    def say(self, name, content):
        text = json.dumps({name: content}).encode()
        self.socket.settimeout(2)
        self.socket.sendall(struct.pack("<I", len(text)) + text)
        self.socket.settimeout(0.002)

    def hear(self):
        """Yields the messages that have come."""
        yield from self.complete()
        try:
            piece = self.socket.recv(65536)
            if not piece:
                raise SystemExit(0)
            self.received += piece
        except (TimeoutError, socket.timeout):
            pass
        yield from self.complete()

    def complete(self):
        """Yields the messages that were received as a whole."""
        while len(self.received) >= 4:
            (length,) = struct.unpack_from("<I", self.received)
            if len(self.received) < 4 + length:
                return
            text, self.received = self.received[4:4 + length], self.received[4 + length:]
            yield next(iter(json.loads(text).items()))


class Game:
    """One agent, number 7, and what the editor wants of it."""

    def __init__(self, link):
        self.link = link
        self.frame = 0
        self.running, self.left = [], 0
        self.speed = 1.0
        self.forced = {}
        self.stops = {}
        self.is_paused, self.steps = False, 0
        self.is_watched, self.needs_keyframe, self.wants_list = False, False, False
        variables = [["speed", "float", "tree"]]
        link.say("program", {"id": 0, "document": "minimal.bt.json", "nodes": NODES, "variables": variables})
        link.say("agents", {"frame": 0, "came": [[7, 0, "walker", ["team:red"]]]})
        self.say_state()

    def say_state(self, because=None):
        state = {"paused": self.is_paused, "frame": self.frame}
        self.link.say("state", state | ({"because": because} if because else {}))

    def take(self, name, content):
        if name == "ping":
            self.link.say("pong", {})
        elif name == "texts":
            texts = [("minimal.bt.json", DOCUMENT), ("minimal.tasks.json", LIBRARY)]
            files = [{"path": path, "text": json.dumps(text)} for path, text in texts]
            self.link.say("texts", {"program": content, "files": files})
        elif name == "list":
            self.wants_list = content
        elif name == "watch":
            self.is_watched = self.needs_keyframe = 7 in content["agents"]
        elif name == "pause":
            self.is_paused = True
            self.say_state()
        elif name == "resume":
            self.is_paused, self.steps = False, 0
            self.say_state()
        elif name == "step" and self.is_paused:
            self.steps = content["frames"]
        elif name == "breakpoints":
            mine = content.get("documents", {}).get("minimal.bt.json", [])
            self.stops = {stop["node"]: number for number, stop in enumerate(mine) if "node" in stop}
        elif name == "do":
            self.obey(content)
        elif name == "bye":
            raise SystemExit(0)

    def obey(self, order):
        number = order["number"]

        def refuse(code, text):
            self.link.say("refused", {"number": number, "code": code, "text": text})

        (verb, what), = order["do"].items()
        if order.get("agent") not in (7, None) or (order.get("agent") is None and verb != "send"):
            return refuse("no_such_agent", "there is no such agent")
        if verb == "set":
            if set(what) != {"speed"}:
                return refuse("no_such_variable", "there is no such variable")
            if isinstance(what["speed"], bool) or not isinstance(what["speed"], (int, float)):
                return refuse("wrong_type", "speed is a float")
            self.speed = float(what["speed"])
            self.outside = [[0, "speed", self.speed]]
        elif verb == "force":
            places = {node[0]: place for place, node in enumerate(NODES)}
            if any(places.get(node, 0) == 0 for node in what):
                return refuse("no_such_node", "there is no such leaf")
            self.forced.update({places[node]: STATUS[status] for node, status in what.items()})
        elif verb != "send":
            return refuse("not_offered", "this game cannot do that")
        self.link.say("done", number)

    outside = ()

    def run(self):
        """Runs a frame."""
        if self.is_watched and (self.needs_keyframe or self.frame % 60 == 0):
            self.needs_keyframe = False
            variables = {"speed": self.speed}
            self.link.say("keyframe", {
                "agent": 7, "program": 0, "frame": self.frame, "ran": self.frame, "state": "Enabled",
                "running": self.running, "variables": variables,
            })
        self.frame += 1
        events, hit = [], None
        if not self.running:
            self.running, self.left = [0, 1], 2
            events += [START, 0, 0, START, 1, 0]
        while True:
            leaf = self.running[1]
            self.left -= 1
            status = self.forced.pop(leaf, RUNNING if self.left > 0 else SUCCESS)
            events += [UPDATE, leaf, status]
            if status == RUNNING:
                break
            events += [END, leaf, status]
            if status == SUCCESS and leaf == 1:
                self.running, self.left = [0, 2], 3
                events += [START, 2, 0]
                continue
            events += [END, 0, status]
            self.running = []
            break
        if self.is_watched:
            frames = {"agent": 7, "program": 0, "first": self.frame, "dt": [16666667], "e": [events]}
            if self.outside:
                frames["o"] = list(self.outside)
            self.link.say("frames", frames)
        self.outside = ()
        if self.wants_list and self.frame % 6 == 0:
            self.link.say("agents", {"frame": self.frame, "at": [[7, self.running[-1:]]]})
        for place in range(0, len(events), 3):
            node = NODES[events[place + 1]][0]
            if events[place] == START and node in self.stops:
                hit = {"document": "minimal.bt.json", "breakpoint": self.stops[node], "agent": 7}
                hit |= {"events": place // 3, "node": events[place + 1]}
                break
        if hit:
            self.is_paused, self.steps = True, 0
            self.say_state(hit)
        elif self.steps > 0:
            self.steps -= 1
            if self.steps == 0:
                self.say_state()


def main():
    link = Link()
    game = Game(link)
    next_frame = next_sign = time.monotonic()
    while True:
        for name, content in link.hear():
            game.take(name, content)
        now = time.monotonic()
        if now >= next_sign:
            link.say("ping", {})
            next_sign = now + 1
        if now >= next_frame and (not game.is_paused or game.steps > 0):
            game.run()
            next_frame = now + 1 / 60


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, ConnectionResetError):
        pass
