"""Behavior trees of Treewright in Python, through the C interface (ctypes; Python 3.8 or later, no other package).

    import treewright as tw

    tasks = tw.Tasks()

    @tasks.action("Shoot", rounds=3)
    def shoot(node):
        node.world.shots += node["rounds"]
        return tw.SUCCESS

    program = tasks.load(open("gunner.bt.json", "rb").read())
    tree = program.tree(seed=7)
    tree["target"] = "door"
    status = tree.tick(world, 0.1)

The library is found by the environment variable TREEWRIGHT_LIB, or else beside this file.
"""

import ctypes as c
import itertools
import os
import sys

# ---- The header, as far as this module needs it ----

OK = 0
NONE, SUCCESS, FAILURE, RUNNING, INACTIVE = range(5)
STATUS = {NONE: None, SUCCESS: "Success", FAILURE: "Failure", RUNNING: "Running", INACTIVE: "Inactive"}
NO_VALUE, BOOL, INT, FLOAT, STRING, VEC2, VEC3, COLOR, LIST = range(9)
ACTION, CONDITIONAL = 1, 2
NO_NODE = 0xFFFFFFFF
STATES = ["enabled", "paused", "disabled", "finished"]
OUTCOMES = ["kept", "partly", "restarted", "lost"]
EVENTS = [
    None, "start", "update", "end", "check", "abort", "log", "mark", "error", "write",
    "tree-start", "tree-end", "tree-log", "tree-mark", "tree-error",
]


class Str(c.Structure):
    _fields_ = [("data", c.c_void_p), ("length", c.c_size_t)]

    @property
    def bytes(self):
        return c.string_at(self.data, self.length) if self.length else b""

    @property
    def text(self):
        return self.bytes.decode("utf-8")


class Value(c.Structure):
    pass


class _Items(c.Structure):
    _fields_ = [("items", c.POINTER(Value)), ("count", c.c_size_t)]


class _Of(c.Union):
    _fields_ = [
        ("boolean", c.c_int32), ("integer", c.c_int64), ("number", c.c_double), ("text", Str),
        ("vector", c.c_double * 3), ("color", c.c_float * 4), ("list", _Items),
    ]


Value._fields_ = [("type", c.c_int32), ("element", c.c_int32), ("of", _Of)]

UpdateFn = c.CFUNCTYPE(c.c_int32, c.c_void_p, c.c_uint64, c.c_void_p, c.c_double)
StartFn = c.CFUNCTYPE(None, c.c_void_p, c.c_uint64, c.c_void_p)
EndFn = c.CFUNCTYPE(None, c.c_void_p, c.c_uint64, c.c_void_p, c.c_int32)
StateFn = c.CFUNCTYPE(None, c.c_void_p, c.c_void_p)
SaveFn = c.CFUNCTYPE(c.c_int32, c.c_void_p, c.c_void_p, c.POINTER(Value))
RestoreFn = c.CFUNCTYPE(None, c.c_void_p, c.c_void_p, c.POINTER(Value))
ReadFn = c.CFUNCTYPE(c.c_int32, c.c_void_p, Str, c.c_void_p)


class Parameter(c.Structure):
    _fields_ = [
        ("name", Str), ("kind", c.c_int32), ("type", c.c_int32), ("element", c.c_int32), ("is_required", c.c_int32),
        ("default_value", Value), ("minimum", c.c_double), ("maximum", c.c_double),
        ("choices", c.POINTER(Str)), ("choice_count", c.c_size_t), ("help", Str),
    ]


class Task(c.Structure):
    _fields_ = [
        ("size", c.c_size_t), ("name", Str), ("category", c.c_int32), ("wake", c.c_int32), ("summary", Str),
        ("parameters", c.POINTER(Parameter)), ("parameter_count", c.c_size_t), ("data", c.c_void_p),
        ("state_size", c.c_size_t), ("update", UpdateFn), ("start", StartFn), ("end", EndFn), ("abort", StartFn),
        ("init", StateFn), ("drop", StateFn), ("save", SaveFn), ("restore", RestoreFn),
    ]


class Event(c.Structure):
    _fields_ = [
        ("kind", c.c_int32), ("status", c.c_int32), ("agent", c.c_uint64), ("node", c.c_uint32), ("scope", c.c_uint32),
        ("text", Str), ("tree", Str), ("value", c.POINTER(Value)),
    ]


EventFn = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(Event))


class Tracer(c.Structure):
    _fields_ = [("user", c.c_void_p), ("event", EventFn), ("what", c.c_int32)]


class Variable(c.Structure):
    _fields_ = [("name", Str), ("type", c.c_int32), ("element", c.c_int32), ("scope", c.c_int32)]


class Problem(c.Structure):
    _fields_ = [
        ("file", Str), ("line", c.c_uint32), ("column", c.c_uint32), ("node", Str), ("node_name", Str), ("code", Str),
        ("message", Str), ("remedy", Str),
    ]


class Outcome(c.Structure):
    _fields_ = [("agent", c.c_uint64), ("outcome", c.c_int32), ("reason_count", c.c_size_t)]


class Reason(c.Structure):
    _fields_ = [("code", Str), ("node", Str), ("text", Str)]


def _find():
    if "TREEWRIGHT_LIB" in os.environ:
        return os.environ["TREEWRIGHT_LIB"]
    names = {"win32": "treewright_c.dll", "darwin": "libtreewright_c.dylib"}
    name = names.get(sys.platform, "libtreewright_c.so")
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), name)


_lib = c.CDLL(_find())
_H, _U = c.c_void_p, c.c_uint32
_P = c.POINTER
_HP = _P(_H)

# Name: the types of the parameters. All return a code.
_FUNCTIONS = {
    "tw_buffer_free": [_H],
    "tw_tasks_new": [_HP], "tw_tasks_free": [_H], "tw_tasks_add": [_H, _P(Task)], "tw_tasks_library": [_H, Str, _P(Str), _HP],
    "tw_node_id": [_H, _P(Str)], "tw_node_name": [_H, _P(Str)], "tw_node_state": [_H, _HP], "tw_node_time": [_H, _P(c.c_double)],
    "tw_node_random": [_H, _P(c.c_double)], "tw_node_get_named": [_H, Str, _P(Value)],
    "tw_node_parameter": [_H, Str, _P(_U)], "tw_node_set": [_H, _U, _P(Value)], "tw_node_fail": [_H, Str],
    "tw_node_log": [_H, Str], "tw_node_send": [_H, Str, _P(Value)],
    "tw_program_load": [_H, Str, c.c_int32, _HP, _HP],
    "tw_program_load_files": [_H, Str, ReadFn, c.c_void_p, c.c_int32, _HP, _HP],
    "tw_contents_set": [_H, Str], "tw_contents_fail": [_H, Str],
    "tw_program_free": [_H], "tw_program_node": [_H, Str, _P(_U)], "tw_program_node_id": [_H, _U, _P(Str)],
    "tw_program_node_count": [_H, _P(_U)],
    "tw_program_variable_count": [_H, _P(c.c_size_t)], "tw_program_variable": [_H, c.c_size_t, _P(Variable)],
    "tw_problems_count": [_H, _P(c.c_size_t)], "tw_problems_get": [_H, c.c_size_t, _P(Problem)], "tw_problems_free": [_H],
    "tw_tree_new": [_H, c.c_uint64, _HP], "tw_tree_free": [_H], "tw_tree_tick": [_H, c.c_void_p, c.c_double, _P(c.c_int32)],
    "tw_tree_state": [_H, _P(c.c_int32), _P(c.c_int32)], "tw_tree_frame": [_H, _P(c.c_uint64)],
    "tw_tree_agent": [_H, _P(c.c_uint64)], "tw_tree_set_agent": [_H, c.c_uint64], "tw_tree_enable": [_H],
    "tw_tree_disable": [_H, c.c_void_p], "tw_tree_restart": [_H, c.c_void_p], "tw_tree_pause": [_H], "tw_tree_resume": [_H],
    "tw_tree_send": [_H, Str, _P(Value)], "tw_tree_interrupt": [_H, Str, c.c_int32], "tw_tree_force": [_H, _U, c.c_int32],
    "tw_tree_stacks": [_H, _P(_U), c.c_size_t, _P(c.c_size_t)], "tw_tree_set_tracer": [_H, _P(Tracer)],
    "tw_tree_get": [_H, Str, _P(Value), _HP], "tw_tree_set": [_H, Str, _P(Value)],
    "tw_tree_save": [_H, _P(Str), _HP], "tw_tree_restore": [_H, Str, _HP, _HP], "tw_tree_swap": [_H, _H, c.c_void_p, _HP],
    "tw_report_count": [_H, _P(c.c_size_t)], "tw_report_tree": [_H, c.c_size_t, _P(Outcome)],
    "tw_report_reason": [_H, c.c_size_t, c.c_size_t, _P(Reason)], "tw_report_free": [_H],
    "tw_manager_new": [_HP], "tw_manager_free": [_H], "tw_manager_add": [_H, _H, c.c_uint64, _HP],
    "tw_manager_tick": [_H, c.c_void_p, c.c_double, _P(c.c_size_t)], "tw_manager_set_tracer": [_H, _P(Tracer)],
    "tw_manager_set_sleeps": [_H, c.c_int32], "tw_manager_wake": [_H, c.c_uint64],
    "tw_manager_send": [_H, Str, _P(Value)], "tw_manager_remove": [_H, _H, c.c_void_p],
}
for _name, _parameters in _FUNCTIONS.items():
    getattr(_lib, _name).argtypes = _parameters
    getattr(_lib, _name).restype = c.c_int32
_lib.tw_error_text.restype = Str
_lib.tw_error_text.argtypes = []
_lib.tw_version.restype = c.c_char_p
_lib.tw_abi.restype = c.c_int32
_lib.tw_live_handles.restype = c.c_size_t
if _lib.tw_abi() != 1:
    raise ImportError("this module is for version 1 of the C interface")


# ---- Python ----

class Error(Exception):
    """An error of the library. `code` is its number in the header."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code = code


class LoadError(Error):
    """A tree could not be loaded. `problems` lists everything that is wrong with it."""

    def __init__(self, code, text, problems):
        super().__init__(code, text)
        self.problems = problems


def version():
    return _lib.tw_version().decode()


def live_handles():
    return _lib.tw_live_handles()


def _call(function, *arguments):
    code = getattr(_lib, function)(*arguments)
    if code != OK:
        raise Error(code, _lib.tw_error_text().text)


def _str(text):
    data = text.encode("utf-8") if isinstance(text, str) else bytes(text)
    made = Str(c.cast(c.c_char_p(data), c.c_void_p), len(data))
    made.keep = data
    return made


def _out(function, of_type, *arguments):
    """Calls a function whose last parameter is a place for its result."""
    out = of_type()
    _call(function, *arguments, c.byref(out))
    return out.value if hasattr(out, "value") and not isinstance(out, c.Structure) else out


def to_value(value, of_type=None, element=None):
    """Makes a value of C. The type is needed for vectors and colors, and for lists without items."""
    if value is None:
        return None
    if of_type is None:
        types = {bool: BOOL, int: INT, float: FLOAT, str: STRING, list: LIST}
        of_type = types.get(type(value)) or {2: VEC2, 3: VEC3, 4: COLOR}[len(value)]
    made = Value(of_type, 0)
    if of_type == BOOL:
        made.of.boolean = value
    elif of_type == INT:
        if not -(2 ** 63) <= value < 2 ** 63:
            raise ValueError("an int has 64 bits")
        made.of.integer = value
    elif of_type == FLOAT:
        made.of.number = value
    elif of_type == STRING:
        made.keep = _str(value)
        made.of.text = made.keep
    elif of_type in (VEC2, VEC3):
        made.of.vector[:len(value)] = [float(x) for x in value]
    elif of_type == COLOR:
        made.of.color[:] = value
    elif of_type == LIST:
        items = [to_value(item, element) for item in value]
        made.keep = items, (Value * len(items))(*items)
        made.element = element or (items[0].type if items else NO_VALUE)
        made.of.list.items, made.of.list.count = c.cast(made.keep[1], _P(Value)), len(items)
    return made


def from_value(value):
    """Makes a Python value: vectors and colors become tuples."""
    kind, of = value.type, value.of
    if kind == BOOL:
        return of.boolean != 0
    if kind == INT:
        return of.integer
    if kind == FLOAT:
        return of.number
    if kind == STRING:
        return of.text.text
    if kind == VEC2:
        return tuple(of.vector)[:2]
    if kind == VEC3:
        return tuple(of.vector)
    if kind == COLOR:
        return tuple(of.color)
    if kind == LIST:
        return [from_value(of.list.items[i]) for i in range(of.list.count)]
    return None


def _reference(value):
    return None if value is None else c.byref(value)


class _Handle:
    """Something that is freed when it is closed, or when nobody uses it any more."""

    _free = None

    def __init__(self, handle):
        self._handle = handle

    def close(self):
        """Frees it. What is in use now, as a tree that is ticking, is an error and can be closed later."""
        if self._handle:
            _call(self._free, self._handle)
            self._handle = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        try:
            self.close()
        except Exception:  # the interpreter may be ending
            pass


def _owned(function, *arguments):
    """Calls a function that hands out a text with its owner."""
    text, owner = Str(), _H()
    _call(function, *arguments, c.byref(text), c.byref(owner))
    found = text.bytes
    _call("tw_buffer_free", owner)
    return found


# The worlds of the ticks that run, in all threads, by numbers that are never used twice: C passes on the number.
_worlds = {}
_world_numbers = itertools.count(1)


class _World:
    """Lends a world to the callbacks of a call."""

    def __init__(self, world):
        self.world = world

    def __enter__(self):
        self.number = next(_world_numbers)
        _worlds[self.number] = self.world
        return self.number

    def __exit__(self, *_):
        del _worlds[self.number]


class Written:
    """A parameter that names a variable of this type, which the task reads and writes."""

    def __init__(self, of_type):
        self.type = {bool: BOOL, int: INT, float: FLOAT, str: STRING}[of_type]


class Node:
    """The node of a callback that is running."""

    def __init__(self, user, agent, node, dt=0.0):
        self.world = _worlds.get(user)
        self.agent, self.dt, self._node = agent, dt, node

    id = property(lambda self: _out("tw_node_id", Str, self._node).text)
    name = property(lambda self: _out("tw_node_name", Str, self._node).text)
    time = property(lambda self: _out("tw_node_time", c.c_double, self._node))

    def random(self):
        return _out("tw_node_random", c.c_double, self._node)

    def __getitem__(self, parameter):
        return from_value(_out("tw_node_get_named", Value, self._node, _str(parameter)))

    def __setitem__(self, parameter, value):
        number = _out("tw_node_parameter", _U, self._node, _str(parameter))
        _call("tw_node_set", self._node, number, c.byref(to_value(value)))

    def fail(self, why):
        return _lib.tw_node_fail(self._node, _str(why))

    def log(self, text):
        _call("tw_node_log", self._node, _str(text))

    def send(self, name, payload=None):
        _call("tw_node_send", self._node, _str(name), _reference(to_value(payload)))


def _failed(node, error):
    return _lib.tw_node_fail(node, _str(f"{type(error).__name__}: {error}"))


def _told(call):
    """Makes a callback without a result of a function that gets its node."""
    def told(user, agent, node, *more):
        try:
            call(Node(user, agent, node), *more)
        except Exception as error:  # no exception may reach C
            _failed(node, error)

    return told


class Tasks(_Handle):
    """The tasks of a game."""

    _free = "tw_tasks_free"

    def __init__(self):
        super().__init__(_out("tw_tasks_new", _H))
        self._kept = []

    def action(self, name, summary="", abort=None, **defaults):
        """Registers a function as an action. Keyword arguments are its parameters with their defaults. `abort(node)` is called
        when it is interrupted."""
        extra = {} if abort is None else {"abort": StartFn(_told(abort))}
        return lambda update: self._add(name, ACTION, summary, defaults, update, extra)

    def conditional(self, name, summary="", **defaults):
        """Registers a function that returns True or False as a conditional."""
        return lambda update: self._add(name, CONDITIONAL, summary, defaults, update, {})

    def add(self, name, task, category=ACTION, summary="", **defaults):
        """Registers a class with `update(self, node)`, and perhaps `start(self, node)`, `end(self, node, status)`, `save(self)` and
        `restore(self, saved)`. Each node of each tree has its own object."""
        objects, kept = {}, []

        def own(node):
            return objects[_out("tw_node_state", _H, node._node)]

        def save(_, pointer, saved):
            value = to_value(objects[pointer].save())
            if value is None:
                return 0
            kept[:] = [value]  # until the next one is saved
            c.memmove(saved, c.byref(value), c.sizeof(Value))
            return 1

        extra = {
            "state_size": 16,
            "init": StateFn(lambda _, pointer: objects.__setitem__(pointer, task())),
            "drop": StateFn(lambda _, pointer: objects.pop(pointer, None) and None),
        }
        if hasattr(task, "start"):
            extra["start"] = StartFn(_told(lambda node: own(node).start(node)))
        if hasattr(task, "end"):
            extra["end"] = EndFn(_told(lambda node, status: own(node).end(node, status)))
        if hasattr(task, "save"):
            extra["save"] = SaveFn(save)
            extra["restore"] = RestoreFn(lambda _, pointer, saved: objects[pointer].restore(from_value(saved[0])))
        self._add(name, category, summary, defaults, lambda node: own(node).update(node), extra)
        return task

    def _add(self, name, category, summary, defaults, update, extra):
        def call(user, agent, node, dt):
            try:
                result = update(Node(user, agent, node, dt))
                if category == CONDITIONAL and isinstance(result, bool):
                    return SUCCESS if result else FAILURE
                return result
            except Exception as error:  # no exception may reach C
                return _failed(node, error)

        parameters = (Parameter * len(defaults))()
        kept = [parameters, _str(name), _str(summary)]  # until they are copied
        for parameter, (key, default) in zip(parameters, defaults.items()):
            kept.append(_str(key))
            parameter.name = kept[-1]
            if isinstance(default, Written):
                parameter.kind, parameter.type, parameter.is_required = 1, default.type, 1
                continue
            value = to_value(default)
            kept.append(value)
            parameter.type, parameter.element, parameter.default_value = value.type, value.element, value
        task = Task(c.sizeof(Task), kept[1], category, 0, kept[2])
        task.parameters, task.parameter_count = c.cast(parameters, _P(Parameter)), len(defaults)
        task.update = UpdateFn(call)
        for field, function in extra.items():
            setattr(task, field, function)
        _call("tw_tasks_add", self._handle, c.byref(task))
        self._kept.append((task.update, extra))  # the library calls them later
        return update

    def library(self, name):
        """Returns the tasks as a file `NAME.tasks.json`, which the editor opens."""
        return _owned("tw_tasks_library", self._handle, _str(name)).decode("utf-8")

    def load(self, data, anyway=False):
        """Loads a tree from the bytes of its file."""
        return self._loaded("tw_program_load", _str(data), int(anyway))

    def load_files(self, path, read, anyway=False):
        """Loads the tree at `path`, and the files that it refers to. `read(path)` returns the bytes of one."""
        def give(_, name, contents):
            try:
                return _lib.tw_contents_set(contents, _str(read(name.text)))
            except Exception as error:
                return _lib.tw_contents_fail(contents, _str(str(error)))

        return self._loaded("tw_program_load_files", _str(path), ReadFn(give), None, int(anyway))

    def _loaded(self, function, *arguments):
        program, problems = _H(), _H()
        code = getattr(_lib, function)(self._handle, *arguments, c.byref(program), c.byref(problems))
        text = _lib.tw_error_text().text if code else ""
        listed = _problems(problems)
        if code:
            raise LoadError(code, text, listed)
        return Program(program.value, self, listed)


def _problems(handle):
    if not handle.value:
        return []
    found = []
    for index in range(_out("tw_problems_count", c.c_size_t, handle)):
        problem = _out("tw_problems_get", Problem, handle, index)
        texts = {name: getattr(problem, name).text for name in ("file", "node", "node_name", "code", "message", "remedy")}
        found.append({**texts, "line": problem.line, "column": problem.column})
    _call("tw_problems_free", handle)
    return found


class Program(_Handle):
    """A loaded tree. `problems` lists what is wrong with it, if it was loaded anyway."""

    _free = "tw_program_free"

    def __init__(self, handle, tasks, problems):
        super().__init__(handle)
        self._tasks, self.problems = tasks, problems  # its callbacks must live as long as the program
        count = _out("tw_program_node_count", _U, handle)
        self.ids = [_out("tw_program_node_id", Str, handle, index).text for index in range(count)]
        self.types = {}
        for index in range(_out("tw_program_variable_count", c.c_size_t, handle)):
            variable = _out("tw_program_variable", Variable, handle, index)
            self.types[variable.name.text] = variable.type, variable.element

    def tree(self, seed=0):
        return Tree(_out("tw_tree_new", _H, self._handle, seed), self)

    def restore(self, saved):
        """Restores a saved tree. Returns the tree and what was kept: see `Tree.swap`."""
        tree, report = _H(), _H()
        _call("tw_tree_restore", self._handle, _str(saved), c.byref(tree), c.byref(report))
        return Tree(tree.value, self), _report(report)[0]

    def index(self, node):
        return _out("tw_program_node", _U, self._handle, _str(node))


def _report(handle):
    found = []
    for index in range(_out("tw_report_count", c.c_size_t, handle)):
        outcome = _out("tw_report_tree", Outcome, handle, index)
        reasons = [_out("tw_report_reason", Reason, handle, index, at).text.text for at in range(outcome.reason_count)]
        found.append((OUTCOMES[outcome.outcome], reasons))
    _call("tw_report_free", handle)
    return found


def _tracer(tell):
    def event(_, event):
        tell(event[0])

    return Tracer(None, EventFn(event), 1)


class Tree(_Handle):
    """A running tree."""

    _free = "tw_tree_free"

    def __init__(self, handle, program):
        super().__init__(handle)
        self.program, self._tracer = program, None

    def tick(self, world=None, dt=0.0):
        """Runs one frame. Returns its status, or `NONE` if the tree did not run."""
        with _World(world) as user:
            return _out("tw_tree_tick", c.c_int32, self._handle, user, dt)

    @property
    def state(self):
        return STATES[self._state()[0]]

    def _state(self):
        state, status = c.c_int32(), c.c_int32()
        _call("tw_tree_state", self._handle, c.byref(state), c.byref(status))
        return state.value, status.value

    frame = property(lambda self: _out("tw_tree_frame", c.c_uint64, self._handle))
    agent = property(lambda self: _out("tw_tree_agent", c.c_uint64, self._handle))

    def __getitem__(self, name):
        value, owner = Value(), _H()
        _call("tw_tree_get", self._handle, _str(name), c.byref(value), c.byref(owner))
        found = from_value(value)
        _call("tw_buffer_free", owner)
        return found

    def __setitem__(self, name, value):
        known = self.program.types.get(name)
        if known is None:
            made = to_value(value)
        else:
            made = to_value(value, *known)
        _call("tw_tree_set", self._handle, _str(name), c.byref(made))

    def send(self, name, payload=None):
        _call("tw_tree_send", self._handle, _str(name), _reference(to_value(payload)))

    def interrupt(self, key, status):
        _call("tw_tree_interrupt", self._handle, _str(key), status)

    def force(self, node, status):
        _call("tw_tree_force", self._handle, self.program.index(node), status)

    def enable(self):
        _call("tw_tree_enable", self._handle)

    def pause(self):
        _call("tw_tree_pause", self._handle)

    def resume(self):
        _call("tw_tree_resume", self._handle)

    def disable(self, world=None):
        with _World(world) as user:
            _call("tw_tree_disable", self._handle, user)

    def restart(self, world=None):
        with _World(world) as user:
            _call("tw_tree_restart", self._handle, user)

    def stacks(self):
        """Returns the run stacks, as lists of the ids of nodes."""
        room = 64
        while True:
            nodes, count = (_U * room)(), c.c_size_t()
            code = _lib.tw_tree_stacks(self._handle, nodes, room, c.byref(count))
            if code == OK:
                break
            if count.value <= room:
                raise Error(code, _lib.tw_error_text().text)
            room = count.value
        stacks, stack = [], []
        for node in nodes[:count.value]:
            if node == NO_NODE:
                stacks.append(stack)
                stack = []
            else:
                stack.append(self.program.ids[node])
        return stacks

    def trace(self, tell):
        """Calls `tell(event)` with everything that happens."""
        self._tracer = _tracer(tell)
        _call("tw_tree_set_tracer", self._handle, c.byref(self._tracer))

    def save(self):
        """Returns the state of the tree as text."""
        return _owned("tw_tree_save", self._handle)

    def swap(self, program, world=None):
        """Replaces the program. Returns what was kept ("kept", "partly", "restarted"), and the reasons why not everything."""
        report = _H()
        with _World(world) as user:
            _call("tw_tree_swap", self._handle, program._handle, user, c.byref(report))
        self.program = program
        return _report(report)[0]


class Manager(_Handle):
    """Trees that share global variables."""

    _free = "tw_manager_free"

    def __init__(self, sleeps=False):
        super().__init__(_out("tw_manager_new", _H))
        self._tracer = None
        if sleeps:
            _call("tw_manager_set_sleeps", self._handle, 1)

    def add(self, program, seed=0):
        tree = Tree(_out("tw_manager_add", _H, self._handle, program._handle, seed), program)
        tree._manager = self
        return tree

    def tick(self, world=None, dt=0.0):
        """Runs one frame of all trees. Returns how many are running."""
        with _World(world) as user:
            return _out("tw_manager_tick", c.c_size_t, self._handle, user, dt)

    def trace(self, tell):
        self._tracer = _tracer(tell)
        _call("tw_manager_set_tracer", self._handle, c.byref(self._tracer))

    def send(self, name, payload=None):
        _call("tw_manager_send", self._handle, _str(name), _reference(to_value(payload)))
