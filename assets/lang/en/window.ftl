### The main window: menus, commands, panels, dialogs, notices, examples, About and gestures.

menu-file = File
menu-edit = Edit
menu-node = Node
menu-view = View
menu-run = Run
menu-help = Help
menu-recent = Open recent
menu-clear_recent = Clear list
menu-examples = Examples

command-choose_tree = Choose tree to run…
command-go_to_tree = Open subtree
command-name_tree = Name tree…
submenu-project = Project
command-new_project = New project…
command-new_tree_file = New tree…
command-new_library = New task library…
command-new_folder = New folder…
command-add_library = Add task library…
command-remove_library = Remove task library…
command-new = New
command-open = Open…
command-reopen_closed = Reopen closed file
obstacle-no_project = Open a file of a project first.
obstacle-no_closed_file = No closed file is left to reopen.
obstacle-no_children = Select a node with children first.
command-quick_open = Quick open…
command-save = Save
command-save_as = Save as…
command-save_all = Save all
command-close = Close
command-quit = Quit
command-add_variable = Add variable…
command-undo = Undo
command-undo_what = Undo: { $what }
command-redo = Redo
command-redo_what = Redo: { $what }
command-cut = Cut
command-copy = Copy
command-paste = Paste
command-duplicate = Duplicate
command-delete = Delete
command-edit_parameters = Edit parameters
command-select_all = Select all
command-go_to = Go to node…
command-quick_add = Add node…
command-rename = Rename
command-abort_none = None: no abort
command-abort_self = Self: its own branch
command-abort_lower_priority = Lower priority: branches to its right
command-abort_both = Both: itself and branches to its right
obstacle-no_composite = Select a composite first.
command-toggle_disabled = Toggle enabled
command-toggle_breakpoint = Toggle breakpoint
command-toggle_collapsed = Toggle collapsed
command-detach = Detach from parent
command-make_root = Make root
command-move_before = Move earlier
command-move_after = Move later
command-move_out = Move out of parent
command-move_in = Move into previous sibling
command-walk_up = Select node above
command-walk_down = Select node below
command-walk_left = Select node to the left
command-walk_right = Select node to the right
command-fit = Zoom to fit
command-fit_selection = Zoom to selection
command-auto_layout = Auto layout
command-left_to_right = Horizontal layout
command-theme_system = System theme
command-theme_light = Light theme
command-theme_dark = Dark theme
command-theme_high_contrast = High contrast theme
command-language_en = English
command-language_zh = 简体中文
command-previous_panel = Previous panel
command-next_panel = Next panel
command-only_canvas = Only the canvas
# Parts of the window, by which a screen reader finds its way.
reader-menus = Menus
reader-toolbar = Toolbar
reader-run_bar = Run
reader-status_bar = Status bar
reader-panel = { $name } panel
reader-resize = Resize window
reader-expanded = expanded
reader-collapsed = collapsed

panels-all = All tabs of this row
panels-fold = Fold panels
panels-unfold = Show panels
command-bottom_panels = Panels below the canvas
command-reset_panels = Reset panels
command-run = Run
command-pause = Pause
command-step = Step one frame
command-stop = Stop
command-command_palette = Command palette…
command-about = About

panel-palette = Nodes
panel-outline = Outline
panel-canvas = Canvas
panel-inspector = Inspector
panel-blackboard = Blackboard
panel-problems = Problems
panel-run_stack = Run stack
panel-log = Log

search-clear = Clear search

palette-row = Nodes: { $title }
palette-search = Search nodes
palette-nothing = No node type matches “{ $query }”.
palette-libraries = Task libraries of the project
palette-use_library = Use the tasks of { $path } in this tree
palette-trees = Trees of the project
palette-tree_row = Tree: { $title } in { $path }
palette-hint = Drag it onto the canvas, or double-click to add it under the selected node.

outline-search = Search tree
outline-empty = The tree is empty. Add its first node.
outline-add_first = Add first node…
outline-nothing = No nodes match the search.
outline-row = Outline: { $title }

tabs-tab = Document { $title }
tabs-with_errors = { $tab }, { $errors }
tabs-unsaved_tab = Document { $title }, unsaved changes
tabs-read_only_tab = Document { $title }, read-only
tabs-all = { $count ->
    [one] { $count } document
   *[other] All { $count } documents
}
toolbar-more = More tools
tabs-close = Close { $title }

document-libraries = Task libraries
document-remove_library = Remove { $name }
document-library_unusable = unusable
document-tasks = { $count ->
    [one] { $count } task
   *[other] { $count } tasks
}
document-untitled = untitled
document-name = Tree name
document-description = Description
document-restart = Restart when finished
document-seed = Seed
document-seed_hint = Same seed, same random choices
document-counts = { $nodes }, { $variables }
document-variables = { $count ->
    [one] { $count } variable
   *[other] { $count } variables
}

inspector-range = From { $min } to { $max }.
inspector-remove_override = Reset { $name } of { $node }
inspector-override_parameter = Choose a parameter…
inspector-override_node = Override parameter of…
inspector-overrides_hint = Values for this use of the subtree only
inspector-overrides = Overrides
inspector-main_tree = Main tree
inspector-this_file = This file
inspector-choose_tree = Choose a tree
inspector-choose = Choose { $name }
inspector-tree_name_hint = Name for Subtree nodes to refer to; optional
inspector-tree_name = Tree name
inspector-insert = Insert variable or function into { $name }
inspector-at_column = column { $column }: { $what }
inspector-hint = Select a node to edit its parameters.
inspector-several = { $count } nodes
inspector-unknown = Unknown node type “{ $task }”: add its task library. Parameters are kept.
inspector-name = Name
inspector-comment = Comment
inspector-section_node = Node
inspector-section_parameters = Parameters
inspector-section_abort = Abort
inspector-id = ID { $id }
inspector-unused = no effect now
inspector-abort = Abort type
inspector-abort_hint = What to abort when a conditional below changes
inspector-disabled = Disabled
inspector-breakpoint = Breakpoint
inspector-rules = Behavior
inspector-reset = Reset { $name }
inspector-bind = Bind { $name } to a variable
inspector-unbind = Make { $name } a constant
inspector-type_of = Type of { $name }
inspector-no_variable = Choose a variable
inspector-remove_parameter = Remove { $name }

value-true = true
value-false = false
value-item = { $name }: item { $number }
value-add_item = Add item to { $name }
value-remove_item = Remove item { $number } of { $name }

blackboard-add = Add variable
blackboard-add_order = First its type, then its name
blackboard-list_of = List of
blackboard-empty = No variables yet. Add one for nodes to read, write or watch.
blackboard-in_frame = Values in frame { $frame }
blackboard-before_frame = Values for frame { $next } (changed)
blackboard-live = Live values
blackboard-initial = Initial values
blackboard-filter = Filter variables
blackboard-groups = Group by scope and prefix
blackboard-changed_first = Changed first (during a run)
blackboard-group = { $title }: { $count }, expanded
blackboard-group_collapsed = { $title }: { $count }, collapsed
blackboard-scope_tree = Tree
blackboard-scope_subtree = Subtree
blackboard-scope_global = Global
blackboard-column = Width of the names
blackboard-nothing = No variables match. Try a different filter.
blackboard-use = Subtree whose values are shown
blackboard-use_hint = During a run, choose the use of a subtree whose values are shown.
blackboard-use_follow = Follow selection and run
blackboard-use_running = { $use } (running)
blackboard-use_more = { $count ->
    [one] … and { $count } more use
   *[other] … and { $count } more uses
}
blackboard-main_tree = Main tree
blackboard-name_of = Name of variable { $name }
blackboard-value_of = Initial value of { $name }
blackboard-live_value_of = Current value of { $name }
blackboard-more = More options for { $name }
blackboard-type = Type
blackboard-up = Move up
blackboard-down = Move down
blackboard-uses = { $count ->
    [one] Used by { $count } parameter of this file
   *[other] Used by { $count } parameters of this file
}
blackboard-remove = Remove

events-event = Event { $name }
events-title = Events
events-title_open = Events: { $count }, expanded
events-title_closed = Events: { $count }, collapsed
events-send = Send { $name }
events-send_any = Send event
events-any_name = Other event
events-payload_of = Payload of { $name }
events-payload_type = Type of the payload
events-no_payload = no payload
events-no_name = Enter the name of the event.
events-no_run = Run the tree to send events.
events-finished = The tree has finished. Restart the run to send events.
events-waits = Waits for the next frame
events-to_all = Send to all agents

notice-event_sent = Sent { $name }. The next frame receives it.

scope-tree = tree
scope-subtree = subtree
scope-subtree_long = Subtree: one per use, reset on start
scope-global = global
scope-tree_long = Tree: one per running tree
scope-global_long = Global: shared by all trees

type-bool = bool
type-int = int
type-float = float
type-string = string
type-vec2 = vec2
type-vec3 = vec3
type-color = color
type-list = list of { $element }

problems-more = … and { $count } more
problems-remove_library = Remove from tree
problems-none = No problems. Problems appear here as you edit.

run_stack-no_run = Run the tree to see its active path.
run_stack-empty = No active path: the tree has not started or has ended. Run or step it.
run_stack-main = Main
run_stack-branch = Branch { $number }
run_stack-since = since frame { $frame }
run_stack-row = Run stack: { $title }

log-error = “{ $node }”: { $why }
log-stood_in = Using stand-ins for: { $tasks }
log-stood_in_task = { $task } ({ $how })
log-empty = Run events appear here: aborts, messages, errors.
log-later = Later: { $text }
log-started = Run started.
log-event = Event “{ $name }” received.
log-event_with_payload = Event “{ $name }” received with { $payload }.
log-swapped = Change applied to the running tree.
log-restarted = Restarted: a running node was removed or disabled.
log-nothing_left = The changed tree has nothing to run: its agents go on with the version before.
log-finished_success = The tree ended with Success.
log-finished_failure = The tree ended with Failure.
log-breakpoint = Paused at the breakpoint of “{ $node }”.
log-beside_started = Background tree “{ $tree }” started.
log-beside_success = Background tree “{ $tree }” ended with Success.
log-beside_failure = Background tree “{ $tree }” ended with Failure.
log-beside_stopped = Background tree “{ $tree }” was stopped.
log-beside_says = { $tree }: { $text }
log-data = “{ $node }”: { $name } = { $value }
log-beside_data = A background tree: { $name } = { $value }
log-data_dropped = More frame data than fit into a frame; { $dropped } were dropped in this one. Later ones are not reported.
log-abort_true = “{ $condition }” became true: “{ $composite }” ({ $abort }) aborted { $interrupted } and continued at “{ $target }”.
log-abort_false = “{ $condition }” became false: “{ $composite }” ({ $abort }) aborted { $interrupted } and continued at “{ $target }”.
log-abort_true_by = “{ $condition }” became true ({ $causes }): “{ $composite }” ({ $abort }) aborted { $interrupted } and continued at “{ $target }”.
log-abort_false_by = “{ $condition }” became false ({ $causes }): “{ $composite }” ({ $abort }) aborted { $interrupted } and continued at “{ $target }”.
log-event_alone = event “{ $name }”
log-event_and_payload = event “{ $name }” with { $payload }
log-sent_by_you = { $event }, which you sent before frame { $frame }
log-sent_input = { $event }, sent from outside before frame { $frame }
log-sent_node = { $event }, sent by “{ $node }” in frame { $frame }
log-sent_other = { $event }, sent by “{ $node }” of agent { $agent } in frame { $frame }
log-with_causes = { $text } { $causes }.
log-between_causes = {"; "}
log-cause_changed = { $name } from { $was } to { $value }
log-cause_is = { $name } = { $value }
log-cause_initial = { $change }, its initial value
log-cause_by_you = { $change }, set by you before frame { $frame }
log-cause_input = { $change }, set from outside before frame { $frame }
log-cause_node = { $change }, written by “{ $node }” in frame { $frame }
log-cause_other = { $change }, written by “{ $node }” of agent { $agent } in frame { $frame }
log-cause_background = { $change }, written by a background tree in frame { $frame }
log-cause_before = { $change }, written before the recording started
log-go_to_cause = Go to: { $cause }
log-abort_branch = “{ $top }” (at “{ $running }”)
log-abort_node = “{ $top }”
log-abort_nothing = nothing

run-running = Running
run-paused = Paused
run-succeeded = Ended: Success
run-failed = Ended: Failure
run-time_step = Frame time (s)
run-time_step_short = Frame time

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
status-hint = Space adds a node · F10 steps · { KEYS("Ctrl+Shift+P") } finds any command

seek-libraries = Choose a task library to remove
seek-commands = Type a command
seek-nodes = Type the name or id of a node
seek-files = Type the name of a file or example
seek-trees = Type the name of a tree or file of the project
seek-panel = Show panel: { $panel }
seek-nothing = No matches. Try a different search.

dialog-close = Close window
question-cancel = Cancel
question-path = Path

question-unsaved-title = Save changes?
question-unsaved-text = There are unsaved changes in: { $title }.
question-unsaved-several = { $count ->
    [one] { $count } document has unsaved changes. Save it?
   *[other] { $count } documents have unsaved changes. Tick those to save.
}
question-unsaved-no_file = no file yet
question-unsaved-all = Select all
question-unsaved-none = Select none
question-unsaved-means = Unselected documents lose their changes.
question-unsaved-save = Save
question-unsaved-save_chosen = Save selected
question-unsaved-discard = Don't save

question-losses-title = Close anyway?
question-losses-conflicts = { $count ->
    [one] “{ $title }” has 1 unresolved conflict: git will discard what was saved. A copy stays in the earlier versions of the file.
   *[other] “{ $title }” has { $count } unresolved conflicts: git will discard what was saved. A copy stays in the earlier versions of the file.
}
question-losses-run = { $count ->
    [one] The run of “{ $title }” will be lost: 1 frame that is in no file.
   *[other] The run of “{ $title }” will be lost: { $count } frames that are in no file.
}
question-losses-shared_run = { $count ->
    [one] The run of “{ $title }” will end and be lost, although documents that stay open share it: 1 frame that is in no file.
   *[other] The run of “{ $title }” will end and be lost, although documents that stay open share it: { $count } frames that are in no file.
}
question-losses-save_run = Save run…
question-losses-close = Close anyway

question-changed-title = Changed on disk
question-changed-text = Another program changed the file of “{ $title }” (theirs), and you have unsaved changes (ours).
question-changed-unreadable = Another program changed the file of “{ $title }”, and it can no longer be read: { $reason }. You have unsaved changes. “Keep ours” replaces the file on the next save; its current contents go to the earlier versions. To fix the file first, cancel.
question-changed-keep = Keep ours
question-changed-load = Take theirs
question-changed-later = The file on disk still differs; saving will ask again.

question-open-title = Open behavior tree
question-open-text = Path of the file to open:
question-open-confirm = Open

question-new_project-title = New project
question-new_project-text = Path of the project's folder, which is made if there is none:
question-new_project-confirm = Create
new_project-inside = This folder already belongs to the project { $project }.
question-library-title = Add task library
question-library-text = Path of the task library (NAME.tasks.json):
question-library-confirm = Add

question-save-title = Save behavior tree
question-save-text = Path to save to:
question-save-confirm = Save

question-lose_keys-title = Reset all shortcuts?
question-lose_keys-text = All commands get their default shortcuts again. Your own shortcuts are lost; this cannot be undone.
question-lose_keys-confirm = Reset all
question-lose_arrangement-title = Reset the panels?
question-lose_arrangement-text = All panels return to their first places. Your arrangement is lost; this cannot be undone.
question-lose_arrangement-confirm = Reset panels
question-lose_recent-title = Clear recent files?
question-lose_recent-text = The list of recent files is emptied; this cannot be undone. The files themselves stay.
question-lose_recent-confirm = Clear
question-lose_breakpoints-title = Remove all breakpoints?
question-lose_breakpoints-text = { $count ->
    [one] { $count } breakpoint with its condition is removed; this cannot be undone.
   *[other] { $count } breakpoints with their conditions are removed; this cannot be undone.
}
question-lose_breakpoints-confirm = Remove all
question-replace-title = Replace the file?
question-replace-text = { $path } already exists. Saving replaces its contents.
question-replace-confirm = Replace

question-project_exports-title = Allow this project to write files?
question-project_exports-text = The project { $folder } wants to write { $files } on each save:
question-project_exports-files = { $count ->
    [one] 1 file
   *[other] { $count } files
}
question-project_exports-means = Your choice is saved on this computer for the entire project. Files not created by an export are never overwritten.
question-project_exports-not_now = Not now
question-project_exports-allow = Allow
question-rename_in_files-title = Rename in closed files, too?
question-rename_in_files-text = { $places } in { $files }:
question-rename_in_files-files = { $count ->
    [one] { $count } closed file
   *[other] { $count } closed files
}
question-rename_in_files-places = { $count ->
    [one] { $count } more use
   *[other] { $count } more uses
}
question-rename_in_files-means = These files, and those of open documents that change, are written at once. Undo gives all of them back.
question-rename_in_files-left = Not changed: { $places } in { $files }
question-rename_in_files-shared = Files that are left keep a variable of the old name, which is another one then.
question-rename_in_files-leave = Leave them
question-rename_in_files-rename = Rename there, too

question-delete_used-title = Move a file that is used to the trash?
question-delete_used-text = { $path } is used in { $files }:
question-delete_used-files = { $count ->
    [one] { $count } file
   *[other] { $count } files
}
question-delete_used-means = These files will have problems afterwards. { KEYS("Ctrl+Z") } in the project panel to undo.
question-delete_folder-title = Move the folder to the trash?
question-delete_folder-text = { $path } holds { $files }.
question-delete_used-delete = Move to trash
question-delete_used-show = Show uses

question-remove_used-title = Remove something that other files use?
question-remove_used-change_title = Change something that other files use?
question-remove_used-change = Change anyway
question-remove_used-means = These files will have problems afterwards. Undo gives it back.
question-remove_used-remove = Remove
question-remove_used-anyway = Remove anyway

question-replace_in_files-title = Replace in closed files, too?
question-replace_in_files-means = These files, and those of open documents that change, are written at once. Undo in the project panel, or in a document that changed, gives all of them back.
question-replace_in_files-replace = Replace there, too

question-several_names-title = This file has several names
question-several_names-text = { $path } is one of the { $count } names (hard links) of a file. Saving can change the file under all of its names, or make this name a separate file and leave the others unchanged.
question-several_names-all = Change all names
question-several_names-one = Only this name

notice-saved_with = Saved { $path } and, next to it, { $beside }
notice-saved_without = Saved { $path } without { $names }: another file of that name exists and is used now. To keep both, save elsewhere or rename that file first.
notice-no_backup = The replaced version could not be kept: { $reason }
notice-uses_unsaved = With unsaved changes of { $titles }
notice-undo_ends = Undo ends here: the file was saved in another folder, and its paths were adapted.
notice-save_first = Save this document first: paths to other files are relative to it.
notice-no_tree = No tree is named “{ $tree }”.
notice-library_added = Added { $name }: { $tasks }
notice-library_removed = Removed { $name }; nodes of its types are unchanged
notice-library_refused = Not added: { $reason }
notice-related_reloaded = Reloaded the files that “{ $title }” refers to
notice-library_kept = { $reason }. The last valid version stays in use.
notice-library_reloaded = Reloaded: { $names }
notice-save_before_library = Save the tree first: paths to task libraries are relative to its file.
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
notice-nothing_to_paste = The clipboard contains no nodes.
notice-nothing_to_run = Nothing to run: the tree has no root, or its root is disabled.
notice-answered = “{ $node }” will return { $answer } next frame.
notice-has_ended = The tree has finished. { $run } starts a new run; with “Restart when finished” it repeats.
notice-new_run = The tree had ended: a new run was started.
notice-new_run_with_inputs = The tree had ended. A new run has started, with what you changed since.
notice-laid_out = Laid out the tree in the new direction; undo restores positions
notice-swapped = Change applied to the running tree.
notice-restarted = Restarted: a running node was removed or disabled.
notice-run_ended = The run ended: nothing is left to run.
notice-saved = Saved: { $path }
notice-saved_all = { $count ->
    [one] { $count } document saved
   *[other] { $count } documents saved
}
notice-nothing_to_save = Nothing to save: no document has unsaved changes
notice-saved_but = { $saved }. { $others }
notice-not_saved_these = Not saved: { $documents }. Your changes are safe here; save each on its own to decide.
notice-not_saved_reason = “{ $title }” ({ $reason })
notice-not_saved = Not saved: { $reason }. The file on disk is unchanged. Your changes are safe here; “Save as…” can store them elsewhere.
notice-open_elsewhere = { $path } is open in another tab; close that tab or choose another name
notice-not_saved_nothing = Not saved: { $reason }. No file was written. Your changes are safe here; “Save as…” can store them elsewhere.
notice-not_saved_unsure = Possibly not saved: { $reason }. Your changes are safe here; save again.
notice-not_saved_look = Not saved: { $reason }. Check both files before you save again; your changes are safe here.
notice-not_written = { $path } was not written: { $reason }
notice-not_durable_more = { " " }(and { $count } more)
notice-not_durable = Saved, but { $path } may not survive a power failure: { $reason }
notice-cannot_open = Cannot open { $path }: { $reason }
notice-at_line = { $what } (line { $line }, column { $column })
notice-deleted = “{ $title }” was deleted on disk; save to recreate it.
notice-reloaded = “{ $title }” changed on disk and was reloaded; undo restores your version.
notice-places_made = { $name } has no node positions, so the tree was laid out.
notice-not_reopened = Not found, so not opened again: { $paths }
notice-opened_with_problems = { $count ->
    [one] Opened “{ $title }” with { $count } problem; see Problems.
   *[other] Opened “{ $title }” with { $count } problems; see Problems.
}
notice-settings_unusable = The settings file is unreadable or damaged and could not be moved away: { $path }. Settings are not saved. Delete or repair the file, then restart Treewright.
notice-settings_in_part = These settings could not be read and were reset to defaults: { $names }. The original file: { $path }
notice-with_remedy = { $what }. { $remedy }
notice-unreadable_now = { $path } can no longer be read: { $reason }. The open tree is intact; save to rewrite the file.
notice-settings_damaged = The settings could not be read and were reset to defaults. The original file: { $path }
notice-copy_failed = Unsaved work could not be backed up: { $reason }

example-arena = Arena: game tasks from a library
example-warehouse = Warehouse robot: node types of BehaviorTree.CPP
example-lighthouse = Lighthouse: node types of the Lua engine
example-delivery_cart = Delivery cart: recovery and replanning
example-fishing_boat = Fishing boat: frame data on the map and in plots
example-post_robot = Post robot: one subtree used twice
example-guard = Guard: patrol, chase, attack
example-door_robot = Door robot: retries and parallel work
example-boss_fight = Boss fight: phases and minions
example-forager = Forager: expressions over variables
example-miner = Miner: utilities, priorities and cooldowns
example-squad = Squad: events, semaphores and interruptions
example-sentry = Sentry gun: reactive composites and guards
example-courier = Courier drone: subtrees and a background tree

about-version = version
about-text = A behavior tree editor that runs and explains trees without a game.
about-license = MIT or Apache-2.0. Fonts: Ubuntu Light, Hack, Noto Emoji, emoji-icon-font, Material Symbols (Apache-2.0).
about-close = Close

gesture-add_here = Add node here
gesture-add_here_on = Double-click empty canvas, or drag from Nodes
gesture-insert = Insert into connection
gesture-insert_on = Drop a node from Nodes onto the connection
gesture-connect = Connect
gesture-connect_on = Drag from the dot below a node to another node, or vice versa
gesture-rewire = Move to another parent
gesture-rewire_on = Drag a node onto another or between siblings; also in Outline
gesture-detach = Detach from parent
gesture-detach_on = Drag the number above a node to empty canvas
gesture-select = Select several
gesture-select_on = Drag a box; Shift adds, { KEYS("Ctrl") } toggles
gesture-move = Move node without its children
gesture-move_on = { KEYS("Alt") }+drag
gesture-pan = Pan
gesture-pan_on = Middle-drag, or Space+drag
gesture-zoom = Zoom
gesture-zoom_on = Wheel, or pinch
gesture-rename = Rename
gesture-rename_on = Double-click a node
gesture-menu = All other node actions
gesture-menu_on = Right-click

list-comma = ,{ " " }
list-and = { $first } and { $last }
list-or = { $first } or { $last }
list-with_note = { $text } ({ $note })
list-labeled = { $label }: { $text }

node-title_and_id = “{ $title }” ({ $id })
