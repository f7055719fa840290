"""Reads the window of the running editor over AT-SPI, and fails at what a screen reader would read wrongly: read_aloud.py LANGUAGE TEXTS.

Called by .ci/read-aloud, which starts the display, the bus and the editor. Walks through the canvas, each panel, menu and dialog; TEXTS is the folder of
the language files, by which it knows how controls are called and which names are not translated.
"""

import pathlib
import re
import subprocess
import sys
import time

import pyatspi
from gi.repository import GLib

LANGUAGE, TEXTS = sys.argv[1], pathlib.Path(sys.argv[2])
PRIVATE_USE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010ffff]")
# The roles whose names are ours; names of nodes, files and variables are in the language of their author.
OURS = {
    "check box", "check menu item", "dialog", "entry", "landmark", "menu", "menu bar", "menu item", "page tab", "push button", "slider", "spin button",
    "toggle button", "tool bar",
}
PLAIN_BUTTONS = ["command-open", "command-save", "command-undo", "command-auto_layout", "command-run"]
MENUS = ["menu-file", "menu-edit", "menu-node", "menu-arrange", "menu-view", "menu-run", "menu-help"]
DIALOGS = [("ctrl+comma", "settings"), ("ctrl+F1", "shortcuts"), ("ctrl+shift+p", "commands"), ("ctrl+p", "files")]


def texts_of(language):
    """The texts of a language that are one line, by their keys."""
    found = {}
    for file in sorted((TEXTS / language).glob("*.ftl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            match = re.match(r"([a-z][\w-]*) = (.+)$", line)
            if match:
                found[match[1]] = match[2]
    return found


ENGLISH, OWN = texts_of("en"), texts_of(LANGUAGE)
UNTRANSLATED = {text for key, text in ENGLISH.items() if OWN.get(key, text) != text} - set(OWN.values())
loop = GLib.MainLoop()
announced = []
focus_events = []
faults = []


def settle(seconds):
    """Lets the editor draw, and receives events."""
    GLib.timeout_add(int(seconds * 1000), loop.quit)
    loop.run()


def until(holds, seconds=10):
    """Waits until something holds, and returns what it is then. What is asked may be gone before it answers."""
    end = time.monotonic() + seconds
    while True:
        try:
            found = holds()
        except GLib.GError:
            found = None
        if found or time.monotonic() > end:
            return found
        settle(0.05)


def press(key):
    subprocess.run(["xdotool", "key", key], check=True)


def walk(node, depth=99):
    """A node and all below it, down to a depth, in the order in which they are read."""
    if node is None:
        return
    yield node
    for index in range(node.childCount if depth else 0):
        yield from walk(node.getChildAtIndex(index), depth - 1)


def states(node):
    return {pyatspi.stateToString(state) for state in node.getState().getStates()}


def fault(where, what):
    line = f"{LANGUAGE}, {where}: {what}"
    if line not in faults:
        faults.append(line)
        print("read-aloud:", line, file=sys.stderr, flush=True)


def check(where, top):
    """Checks everything below a node, once it no longer changes. Returns the number of nodes."""
    return until(lambda: check_now(where, top))


def check_now(where, top):
    count = 0
    for node in walk(top):
        count += 1
        role, name = node.getRoleName(), node.name or ""
        state = states(node)
        if "focusable" in state and not name:
            fault(where, f"a {role} that can have the focus has no name")
        if PRIVATE_USE.search(name + (node.description or "")):
            fault(where, f"the {role} {name!r} is read with an icon")
        if role == "unknown":
            fault(where, f"{name!r} has no role")
        if role in {"list item", "tree item", "page tab"} and "checkable" in state:
            fault(where, f"the {role} {name!r} can be checked instead of selected")
        if role in OURS and name in UNTRANSLATED:
            fault(where, f"the {role} {name!r} is not translated")
    return count


def find(top, role, name=None, depth=2):
    """The first node of this role and name. Parts of the window, tabs, menus and dialogs are at most two levels below the frame, which may not be there yet."""
    for node in walk(top, depth):
        if node.getRoleName() == role and name in (None, node.name):
            return node
    return None


def focused(holds):
    """What has the focus by the last event, if `holds` is true for it in time."""

    def found():
        node = focus_events[-1] if focus_events else None
        return node if node and "focused" in states(node) and holds(node) else None

    node = until(found)
    if not node:
        last = focus_events[-1] if focus_events else frame
        fault("canvas", f"the focus is on the {last.getRoleName()} {last.name!r}, {last.description!r}")
    return node or frame


def expect(where, what, holds):
    if not holds:
        fault(where, what)


def application():
    desktop = pyatspi.Registry.getDesktop(0)

    def found():
        # Nothing else is on this bus.
        apps = [app for app in desktop if app and app.childCount]
        return next((app for app in apps if find(app.getChildAtIndex(0), "menu bar")), None)

    return until(found, 60) or sys.exit(f"read-aloud: {LANGUAGE}: the editor does not show its window on the bus")


def on_announcement(event):
    announced.append(str(event.any_data))


def on_focus(event):
    if event.detail1:
        focus_events.append(event.source)


def check_start():
    expect("window", f"it is called {frame.name!r}", frame.name.endswith("Treewright"))
    count = check("start", frame)
    expect("start", f"it has only {count} nodes", count > 150)
    bar = find(frame, "menu bar")
    menus = [bar.getChildAtIndex(index).name for index in range(bar.childCount)] if bar else []
    expect("menu bar", f"it has {menus}", menus == [OWN[key] for key in MENUS])
    for key in PLAIN_BUTTONS:
        expect("toolbar", f"{OWN[key]!r} is no plain button", find(frame, "push button", OWN[key], depth=3))
    regions = [node.name for node in walk(frame, 2) if node.getRoleName() in {"menu bar", "tool bar", "landmark"}]
    wanted = [OWN["reader-menus"], OWN["reader-toolbar"], OWN["reader-run_bar"]]
    expect("start", f"its parts are {regions}", regions[:3] == wanted)


def check_canvas():
    """The arrows go from card to card, and each step of a run is announced."""
    press("Down")
    first = focused(lambda node: node.getRoleName() == "tree item")
    press("Down")
    second = focused(lambda node: node.getRoleName() == "tree item" and node.name != first.name)
    expect("canvas", f"{second.name!r} is inside of {second.parent.name!r}", second.parent.name == first.name)
    level = OWN["canvas-reader-level"].replace("{ $level }", "2")
    expect("canvas", f"{second.description!r} lacks {level!r}", level in second.description)
    attributes = dict(entry.split(":", 1) for entry in second.getAttributes())
    expect("canvas", f"{second.name!r} has the place {attributes}", {"posinset", "setsize"} <= attributes.keys())
    breakpoint_word = OWN["canvas-reader-breakpoint"]
    press("F9")
    focused(lambda node: breakpoint_word in node.description)
    press("F9")
    focused(lambda node: breakpoint_word not in node.description)
    frame_word = OWN["announce-frame"].replace("{ $frame }", "1")
    for key, word in [("F10", frame_word), ("shift+F5", OWN["run-none"])]:
        announced.clear()
        press(key)
        until(lambda: any(word in text for text in announced))
        expect("canvas", f"{key} announces {announced}", any(word in text for text in announced))


def check_windows():
    """Windows beside the panels are dialogs that have the focus, and give it back to the card."""
    press("F10")
    card = focused(lambda node: node.getRoleName() == "tree item")
    for keys in ["y", "shift+y", "shift+F1"]:
        press(keys)
        dialog = until(lambda: find(frame, "dialog", depth=3))
        if not dialog:
            fault(keys, "no dialog is shown")
            continue
        check(keys, dialog)
        expect(keys, "the dialog has no name", bool(dialog.name))
        inside = until(lambda: any("focused" in states(node) for node in walk(dialog)))
        expect(keys, "nothing in the dialog has the focus", inside)
        press("Escape")
        expect(keys, "the dialog stays open", until(lambda: not find(frame, "dialog", depth=3)))
        focused(lambda node: node.name == card.name)
    press("shift+F5")


def check_panels():
    for tab in [node for node in walk(frame, 2) if node.getRoleName() == "page tab"]:
        # With the number of problems.
        title = re.sub(r" ?[(（]\d+[)）]$", "", tab.name)
        tab.queryAction().doAction(0)
        panel = until(lambda: find(frame, "landmark", OWN["reader-panel"].replace("{ $name }", title)))
        expect("tabs", f"{title!r} shows no panel", panel)
        expect("tabs", f"{title!r} is not selected", until(lambda: "selected" in states(tab)))
        check(title, panel)


def check_menus():
    for key in MENUS:
        name = OWN[key]
        entry = find(frame, "menu item", name, depth=3)
        if not entry:
            fault("menus", f"{name!r} is no menu item")
            continue
        entry.queryAction().doAction(0)
        menu = until(lambda: find(entry, "menu", name, depth=1))
        expect("menus", f"{name!r} opens none", menu)
        check(name, menu)
        roles = {node.getRoleName() for node in walk(menu)}
        expect(name, f"it contains {roles}", not roles & {"push button", "toggle button"})
        press("Escape")
        expect("menus", f"{name!r} stays open", until(lambda: not find(entry, "menu", name, depth=1)))


def check_dialogs():
    for keys, name in DIALOGS:
        press(keys)
        dialog = until(lambda: find(frame, "dialog", depth=3))
        if dialog:
            check(name, dialog)
            expect(name, "the dialog has no name", bool(dialog.name))
            expect(name, "the dialog is not modal", "modal" in states(dialog))
        else:
            fault(name, "no dialog is shown")
        press("Escape")
        expect(name, "the dialog stays open", until(lambda: not find(frame, "dialog", depth=3)))


# A busy machine may take long to answer.
pyatspi.setTimeout(20_000, 20_000)
application_node = application()
frame = application_node.getChildAtIndex(0)
pyatspi.Registry.registerEventListener(on_announcement, "object:announcement")
pyatspi.Registry.registerEventListener(on_focus, "object:state-changed:focused")
window = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", "Treewright"], capture_output=True, text=True, check=True).stdout.split()[0]
# No window manager gives the window the focus.
subprocess.run(["xdotool", "windowfocus", window], check=True)
until(lambda: focus_events, 3)
started = time.monotonic()
for part in [check_start, check_canvas, check_windows, check_panels, check_menus, check_dialogs]:
    part()
print(f"read-aloud: {LANGUAGE}: read in {time.monotonic() - started:.0f} s")
if faults:
    sys.exit(f"read-aloud: {len(faults)} faults")
