### Texts of the window around the canvas.

menu-file = File
menu-edit = Edit
menu-node = Node
menu-view = View
menu-run = Run
menu-help = Help
menu-recent = Open recent
menu-clear_recent = Clear the list
menu-examples = Examples

command-go_to_tree = Go to the tree
command-name_tree = Name this tree…
command-add_library = Add a task library…
command-remove_library = Remove a task library…
command-new = New
command-open = Open…
command-quick_open = Find a file to open…
command-save = Save
command-save_as = Save as…
command-close = Close
command-quit = Quit
command-undo = Undo
command-redo = Redo
command-cut = Cut
command-copy = Copy
command-paste = Paste
command-duplicate = Duplicate
command-delete = Delete
command-select_all = Select all
command-go_to = Go to a node…
command-quick_add = Add a node…
command-rename = Rename
command-toggle_disabled = Disable or enable
command-toggle_breakpoint = Set or clear breakpoint
command-toggle_collapsed = Collapse or expand
command-detach = Detach from parent
command-make_root = Make root
command-move_before = Move before its sibling
command-move_after = Move after its sibling
command-walk_up = Walk up
command-walk_down = Walk down
command-walk_left = Walk left
command-walk_right = Walk right
command-fit = Show the whole tree
command-fit_selection = Show the selection
command-auto_layout = Auto layout
command-left_to_right = Grow left to right
command-theme_system = Theme of the system
command-theme_light = Light theme
command-theme_dark = Dark theme
command-language_en = English
command-language_zh = 简体中文
command-next_panel = Next panel
command-reset_panels = Reset panels
command-run = Run
command-pause = Pause
command-step = Step one frame
command-stop = Stop
command-command_palette = All commands…
command-about = About

panel-palette = Nodes
panel-outline = Outline
panel-canvas = Canvas
panel-inspector = Inspector
panel-blackboard = Blackboard
panel-problems = Problems
panel-run_stack = Run stack
panel-log = Log

search-clear = Clear the search

palette-row = Nodes: { $title }
palette-search = Search nodes
palette-nothing = No kind of node fits “{ $query }”.
palette-hint = Drag it onto the canvas, or double-click to add it below the selected node.

outline-search = Search the tree
outline-empty = The tree is empty. Add its first node.
outline-add_first = Add the first node…
outline-nothing = No node fits the search.
outline-row = Outline: { $title }

tabs-tab = Document { $title }
tabs-unsaved_tab = Document { $title }, unsaved changes
tabs-close = Close { $title }

document-libraries = Task libraries
document-remove_library = Remove { $name }
document-library_unusable = cannot be used
document-tasks = { $count ->
    [one] { $count } task
   *[other] { $count } tasks
}
document-untitled = untitled
document-name = Name of the tree
document-description = What it is for
document-restart = Starts again when it has finished
document-seed = Seed
document-seed_hint = Random choices are drawn from it: the same seed gives the same run.
document-counts = { $nodes }, { $variables }
document-variables = { $count ->
    [one] { $count } variable
   *[other] { $count } variables
}

inspector-range = From { $min } to { $max }.
inspector-remove_override = Reset { $name } of { $node }
inspector-override_parameter = Which parameter…
inspector-override_node = Set at a node inside…
inspector-overrides_hint = Parameters of nodes inside the subtree that have another value in this use.
inspector-overrides = Set inside
inspector-main_tree = Main tree
inspector-tree_name_hint = By this name Subtree nodes run the tree below this node. Empty: it has none.
inspector-tree_name = Name of the tree
inspector-insert = Variables and functions for { $name }
inspector-at_column = column { $column }: { $what }
inspector-hint = Select a node to see its settings.
inspector-several = { $count } nodes
inspector-unknown = No library declares “{ $task }”. Its settings are kept as they are.
inspector-name = Name
inspector-comment = Comment
inspector-abort = Conditional abort
inspector-abort_hint = What the conditionals below may interrupt when their answer changes.
inspector-disabled = Disabled
inspector-breakpoint = Breakpoint
inspector-rules = How it behaves
inspector-reset = Reset { $name }
inspector-bind = Bind { $name } to a variable
inspector-unbind = Set { $name } to a constant
inspector-type_of = Type of { $name }
inspector-no_variable = Choose a variable
inspector-remove_parameter = Remove { $name }

value-item = { $name }: item { $number }
value-add_item = Add an item to { $name }
value-remove_item = Remove item { $number } of { $name }

blackboard-add = Variable
blackboard-list_of = List of
blackboard-empty = No variables yet. Tasks read and write them; conditionals watch them. Declare one with the button above.
blackboard-live = live values
blackboard-name_of = Name of variable { $name }
blackboard-value_of = Initial value of { $name }
blackboard-live_value_of = Value of { $name } in the run
blackboard-more = More about { $name }
blackboard-type = Type
blackboard-up = Move up
blackboard-down = Move down
blackboard-uses = { $count ->
    [one] Used by { $count } parameter
   *[other] Used by { $count } parameters
}
blackboard-remove = Remove

scope-subtree = subtree
scope-subtree_long = Each use of a subtree has its own, set anew when it starts
scope-global = global
scope-tree_long = One for each running tree
scope-global_long = One for all trees (global)

type-bool = bool
type-int = int
type-float = float
type-string = text
type-vec2 = vector 2
type-vec3 = vector 3
type-color = color
type-list = list of { $element }

problems-more = … and { $count } more
problems-remove_library = Remove from the tree
problems-none = No problems found. What is wrong with the tree is listed here as you edit it.

run_stack-no_run = Nothing runs. While a tree runs, the way to each running node is shown here.
run_stack-empty = Nothing is on a run stack: the tree has not run a frame yet, or has ended. Run or step it.
run_stack-main = Main
run_stack-branch = Branch { $number }
run_stack-since = since { $frame }
run_stack-row = On the run stack: { $title }

log-error = “{ $node }”: { $why }
log-stood_in = Stood in for tasks of the game: { $tasks }.
log-stood_in_task = { $task } ({ $how })
log-empty = What happens in a run is told here: aborts, messages of nodes, errors.
log-started = The run started.
log-swapped = The change was swapped in; the run goes on.
log-restarted = What was running is gone; the tree started again.
log-finished_success = The tree ended with Success.
log-finished_failure = The tree ended with Failure.
log-breakpoint = Stopped at the breakpoint of “{ $node }”.
log-beside_started = The tree “{ $tree }” runs beside this one.
log-beside_success = The tree “{ $tree }” ended with Success.
log-beside_failure = The tree “{ $tree }” ended with Failure.
log-beside_stopped = The tree “{ $tree }” was stopped.
log-beside_says = { $tree }: { $text }
log-abort_true = “{ $condition }” turned true: “{ $composite }” ({ $abort }) interrupts { $interrupted }, continuing at “{ $target }”.
log-abort_false = “{ $condition }” turned false: “{ $composite }” ({ $abort }) interrupts { $interrupted }, continuing at “{ $target }”.
log-abort_branch = “{ $top }”, which was at “{ $running }”
log-abort_node = “{ $top }”
log-abort_nothing = nothing

run-running = Running
run-paused = Paused
run-succeeded = Ended: Success
run-failed = Ended: Failure
run-time_step = Seconds of game time each frame

status-frame = Frame { $frame }
status-nodes = { $count ->
    [one] { $count } node
   *[other] { $count } nodes
}
status-errors = { $count ->
    [one] { $count } error
   *[other] { $count } errors
}
status-warnings = { $count ->
    [one] { $count } warning
   *[other] { $count } warnings
}
status-hint = Space adds a node · F10 steps · Ctrl+Shift+P finds any command

seek-libraries = Remove which task library?
seek-commands = Type a command
seek-nodes = Type the name or id of a node
seek-files = Type the name of a file or example
seek-nothing = Nothing fits. Try fewer or other letters.

question-cancel = Cancel
question-path = Path

question-unsaved-title = Save changes?
question-unsaved-text = There are unsaved changes in: { $titles }.
question-unsaved-save = Save
question-unsaved-discard = Don't save

question-changed-title = Changed on disk
question-changed-text = Another program changed the file of “{ $title }”, and you have unsaved changes here.
question-changed-unreadable = Another program changed the file of “{ $title }”, and it cannot be read now: { $reason }. You have unsaved changes here. “Keep mine” lets the next save replace the file; what it holds now goes to the earlier versions. To mend the file first, cancel.
question-changed-keep = Keep mine
question-changed-load = Load theirs
question-changed-later = Not decided: the file has another version; saving asks again.

question-open-title = Open a behavior tree
question-open-text = Path of the file to open:
question-open-confirm = Open

question-library-title = Add a task library
question-library-text = Path of the library (NAME.tasks.json):
question-library-confirm = Add

question-save-title = Save the behavior tree
question-save-text = Path to save to:
question-save-confirm = Save

question-replace-title = Replace the file?
question-replace-text = There is a file already: { $path }. Saving replaces what it holds.
question-replace-confirm = Replace

question-project_exports-title = Let this project write files?
question-project_exports-text = The project { $folder } asks to write { $files } each time you save:
question-project_exports-files = { $count ->
    [one] 1 file
   *[other] { $count } files
}
question-project_exports-means = Your answer is saved on this computer for the whole project. Files not created by an export are never overwritten.
question-project_exports-not_now = Not now
question-project_exports-allow = Allow

question-several_names-title = This file has other names
question-several_names-text = { $path } is one of the { $count } names (hard links) of a file. A save can change the file under all of its names, or make this name a file of its own and leave the others as they are.
question-several_names-all = Change all names
question-several_names-one = Only this name

notice-saved_with = Saved { $path }, and beside it { $beside }
notice-saved_without = Saved { $path }, but not { $names }: there is another file of that name, which the tree uses now. Save elsewhere, or rename that file first, to keep both
notice-no_backup = The version that this save replaces could not be kept: { $reason }
notice-save_first = Save this document first: other files are found from where it lies
notice-no_tree = There is no tree “{ $tree }”
notice-library_added = Added { $name }: { $tasks }
notice-library_removed = Removed { $name }; nodes with its tasks stay as they are
notice-library_refused = Not added. { $reason }
notice-related_reloaded = Read again what “{ $title }” refers to
notice-library_kept = { $reason }. The last good version stays in use.
notice-library_reloaded = Loaded again: { $names }
notice-save_before_library = Save the tree first: the paths of its task libraries start at its file
notice-undone = Undone: { $what }
notice-redone = Redone: { $what }
notice-copied = { $count ->
    [one] Copied { $count } node
   *[other] Copied { $count } nodes
}
notice-copied_annotations = { $count ->
    [one] Copied a note or group
   *[other] Copied { $count } notes and groups
}
notice-nothing_to_paste = The clipboard holds no nodes.
notice-nothing_to_run = There is nothing to run: the tree has no root, or it is disabled.
notice-answered = “{ $node }” answers { $answer } in the next frame.
notice-new_run = The tree had ended: a new run started.
notice-laid_out = The tree was laid out anew for this direction; undo brings the old places back.
notice-swapped = The change was swapped into the run, which goes on.
notice-restarted = The run started again, because the change removed what was running.
notice-run_ended = The run ended: there is nothing left to run.
notice-saved = Saved: { $path }
notice-not_saved = Not saved: { $reason }. The file on disk is unchanged; your changes are safe here, and “Save as…” can keep them elsewhere.
notice-open_elsewhere = { $path } is open in another tab. Close that tab first, or choose another name
notice-not_saved_nothing = Not saved: { $reason }. No file was written; your changes are safe here, and “Save as…” can keep them elsewhere.
notice-not_saved_unsure = It is not certain that this was saved: { $reason }. Your changes are safe here: save again.
notice-not_saved_look = Not saved: { $reason }. Look at both before you save again; your changes are safe here.
notice-not_written = { $path } is not written: { $reason }
notice-not_durable_more = { " " }(and { $count } more)
notice-not_durable = Saved, but the disk does not promise to keep { $path } over a power cut: { $reason }
notice-cannot_open = Cannot open { $path }: { $reason }
notice-at_line = { $what } (line { $line }, column { $column })
notice-deleted = “{ $title }” was deleted on disk. It is kept here unsaved; saving writes it anew.
notice-reloaded = “{ $title }” was changed on disk and reloaded. Undo brings back what was here.
notice-places_made = The file holds no places of nodes; they were laid out.
notice-opened_with_problems = { $count ->
    [one] Opened with { $count } problem; see the panel below.
   *[other] Opened with { $count } problems; see the panel below.
}
notice-settings_unusable = The settings cannot be read, and their file cannot be moved: { $path }. Nothing is written to it; remove it or let it be read
notice-settings_in_part = These settings could not be read and are as at the first start: { $names }. The file as it was: { $path }
notice-with_remedy = { $what }. { $remedy }
notice-unreadable_now = { $path } cannot be read any more: { $reason }. The tree here is whole; saving writes the file anew
notice-settings_damaged = The settings could not be read and were set aside: { $path }
notice-copy_failed = The copy of unsaved work could not be written: { $reason }

example-arena = Arena: tasks of a game from a library
example-warehouse = Warehouse robot: kinds that other tools have
example-lighthouse = Lighthouse: nodes that the Lua engine has
example-delivery_cart = Delivery cart: nodes for recovery and planning again
example-post_robot = Post robot: one tree, run twice inside another
example-guard = Guard: patrol, chase, attack
example-door_robot = Door robot: retries and parallel work
example-boss_fight = Boss fight: phases and minions
example-forager = Forager: expressions over variables
example-miner = Miner: utilities, priorities and cooldowns
example-squad = Squad: events, semaphores and interruptions
example-sentry = Sentry gun: reactive composites and guards
example-courier = Courier drone: subtrees, and a tree beside the other

about-version = version
about-text = An editor for behavior trees that runs and explains them without a game.
about-license = MIT or Apache-2.0. Fonts: Ubuntu Light, Hack, Noto Emoji, emoji-icon-font, Material Symbols (Apache-2.0).
about-close = Close

gesture-add_here = Add a node here
gesture-add_here_on = Double-click empty canvas, or drag from Nodes
gesture-insert = Insert into a wire
gesture-insert_on = Drop a node from Nodes on the wire
gesture-connect = Connect
gesture-connect_on = Drag from the dot below a card to another card, or back
gesture-detach = Take off the parent
gesture-detach_on = Drag the number above a card to empty canvas
gesture-select = Select several
gesture-select_on = Drag a box; Shift adds, Ctrl toggles
gesture-move = Move a node without its children
gesture-move_on = Alt and drag
gesture-pan = Move the view
gesture-pan_on = Drag with the middle button, or with Space held
gesture-zoom = Zoom
gesture-zoom_on = Ctrl and wheel
gesture-rename = Rename
gesture-rename_on = Double-click a card
gesture-menu = Everything else about a card
gesture-menu_on = Right-click
