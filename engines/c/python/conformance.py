"""Plays the published conformance cases through the C interface: docs/formats/conformance.md says how.

    python3 conformance.py FOLDER

Each case is played three times: with a tracer, and, which must reach the same states, without one and in a manager whose trees
sleep. Prints how many cases pass. Fails if one does not.
"""

import json
import pathlib
import sys

import treewright as tw

STATUS = {name: number for number, name in tw.STATUS.items() if name}


def told(program, event):
    """Returns an event as cases write it; None for one that they do not list."""
    kind = tw.EVENTS[event.kind]
    if kind == "write":
        return None
    if kind.startswith("tree-"):
        line = [kind, event.tree.text]
    else:
        line = [kind, program.ids[event.node]]
    if kind in ("update", "end", "check", "tree-end"):
        line.append(tw.STATUS[event.status])
    elif kind == "abort":
        line.append(program.ids[event.scope])
    elif kind in ("log", "mark", "tree-log", "tree-mark"):
        line.append(event.text.text)
    return line


def read(value):
    """Reads a value as cases write it: a vector or color becomes a tuple; a list with a float has only floats."""
    if isinstance(value, dict):
        (numbers,) = value.values()
        return tuple(numbers)
    if isinstance(value, list):
        items = [read(item) for item in value]
        return [float(item) for item in items] if any(type(item) is float for item in items) else items
    return value


class Host:
    """The agents of a case: a tree on its own, or trees of a manager."""

    def __init__(self, case, program, manager=None):
        self.manager, self.document = manager, case["tree"]
        count = case.get("agents", 1)
        if manager is None:
            self.trees = [program.tree(case["seed"])]
        else:
            self.trees = [manager.add(program, case["seed"] + agent) for agent in range(count)]
        self.events = [[] for _ in self.trees]

    def trace(self, program):
        def tell(event):
            line = told(program, event)
            if line:
                self.events[event.agent].append(line)

        (self.manager or self.trees[0]).trace(tell)

    def apply(self, done):
        agent = done.get("agent")
        tree = self.trees[agent or 0]
        if "set" in done:
            for name, value in done["set"].items():
                tree[name] = read(value)
        elif "send" in done:
            for receiver in self.trees if agent is None else [tree]:
                receiver.send(done["send"]["name"], read(done["send"].get("payload")))
        elif "interrupt" in done:
            tree.interrupt(done["interrupt"]["key"], STATUS[done["interrupt"]["result"]])
        elif "force" in done:
            for node, status in done["force"].items():
                tree.force(node, STATUS[status])
        else:
            getattr(tree, done["call"])()

    def tick(self, dt):
        """Runs a frame. Returns the status of each agent."""
        before = [tree.frame for tree in self.trees]
        if self.manager is None:
            return [tw.STATUS[self.trees[0].tick(None, dt)]]
        self.manager.tick(None, dt)
        return [status(tree) if tree.frame > frames else None for tree, frames in zip(self.trees, before)]

    def states(self, names):
        return [
            (tree.state, tree.stacks(), {name: shown(tree[name]) for name in names}) for tree in self.trees
        ]


def status(tree):
    """What a frame returned, by the state after it."""
    state, ended = tree._state()
    return {0: "Running", 3: tw.STATUS[ended]}.get(state)


def shown(value):
    """Tells 1 from 1.0 and True, which are equal in Python."""
    return [shown(item) for item in value] if isinstance(value, (list, tuple)) else (type(value), value)


def same(expected, found, declared, tolerance):
    """Compares a value of a case with one of a run."""
    if isinstance(found, (list, tuple)):
        return len(expected) == len(found) and all(
            same(one, other, declared.strip("[]"), tolerance) for one, other in zip(expected, found))
    if declared == "color":
        return c_float(expected) == found
    if declared in ("float", "vec2", "vec3"):
        return abs(expected - found) <= tolerance * abs(expected)
    return type(expected) is type(found) and expected == found


def c_float(number):
    """Rounds to 32 bits."""
    return tw.c.c_float(number).value


def play(case, tolerance):
    """Plays a case. Returns the first difference, or None."""
    tasks = tw.Tasks()
    # Some cases have a setting without effect on purpose, which a strict load would refuse; a broken node would fail.
    program = tasks.load(json.dumps(case["tree"]).encode(), anyway=True)
    many = "agents" in case
    watched = Host(case, program, tw.Manager() if many else None)
    watched.trace(program)
    others = [Host(case, program, tw.Manager(sleeps=True))]
    if not many:
        others.append(Host(case, program))
    declared = {v["name"]: v for v in case["tree"].get("variables", []) if v.get("scope", "tree") != "subtree"}
    own = [name for name, v in declared.items() if v.get("scope", "tree") == "tree"]
    known = [{name: watched.trees[agent][name] for name in (declared if agent == 0 else own)}
             for agent in range(len(watched.trees))]
    initial = {name: read(v["initial"]) for name, v in declared.items() if "initial" in v}
    for name, value in initial.items():
        if not same(value, known[0][name], declared[name]["type"], 0.0):
            return f"initial value of {name}: {known[0][name]!r}"
    for number, frame in enumerate(case["frames"], 1):
        for done in frame.get("did", []):
            watched.apply(done)
        statuses = watched.tick(frame["dt"])
        for host in others:
            for done in frame.get("did", []):
                host.apply(done)
            host.tick(frame["dt"])
        expected = {0: frame, **{more["agent"]: more for more in frame.get("agents", [])}}
        for agent, tree in enumerate(watched.trees):
            of_agent = expected[agent]
            events, watched.events[agent] = watched.events[agent], []
            known[agent].update({name: read(value) for name, value in of_agent.get("variables", {}).items()})
            found = {name: tree[name] for name in known[agent]}
            differs = [
                (name, value, found[name]) for name, value in known[agent].items()
                if not same(value, found[name], declared[name]["type"], tolerance)
            ]
            pairs = [
                ("status", of_agent["status"], statuses[agent]), ("events", of_agent["events"], events),
                ("stacks", of_agent["stacks"], tree.stacks()), ("variables", [], differs),
            ]
            for what, wanted, seen in pairs:
                if wanted != seen:
                    return f"frame {number}, agent {agent}, {what}: expected {wanted}, found {seen}"
        for host in others:
            if host.states(declared) != watched.states(declared):
                return f"frame {number}: a run that nobody watches has another state"
    return None


def main(folder):
    index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
    listed = {file["file"]: file["cases"] for file in index["files"]}
    played, failed = 0, []
    for file, count in sorted(listed.items()):
        lines = (folder / file).read_text(encoding="utf-8").splitlines()
        assert len(lines) == count, f"{file} has {len(lines)} cases, not {count}"
        for line in lines:
            case = json.loads(line)
            tolerance = 1e-12 if file == "expressions-values.jsonl" else 0.0
            try:
                why = play(case, tolerance)
            except (tw.Error, ValueError) as error:
                why = str(error)
            played += 1
            if why:
                failed.append(f"{case['name']}: {why}")
    for line in failed[:20]:
        print(line)
    print(f"{played - len(failed)} of {played} cases pass")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
