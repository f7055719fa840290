### The command line: help, results, notes, errors and what to do about them.

## Words in several commands

cli-error = error:
cli-warning = warning:
cli-note = note:
cli-do_this = help:
cli-list_separator = { ", " }
cli-node = `{ $title }` ({ $id })
cli-errors = { $count ->
    [one] 1 error
   *[other] { $count } errors
}
cli-warnings = { $count ->
    [one] 1 warning
   *[other] { $count } warnings
}
cli-errors_and_warnings = { $errors }, { $warnings }
cli-and_more = and { $number } more
cli-more_nodes = { $count ->
    [one] and 1 more node
   *[other] and { $count } more nodes
}
cli-did_you_mean = did you mean `{ $name }`?
cli-editor_fix = fix in the editor: { $fix }
cli-in_unusable_library = it may be declared in a library that cannot be used: { $library }
cli-stand_in = { $task } ({ $how })
cli-remedy_and_state = { $remedy } { $state }
cli-unchanged = The file on disk is unchanged.
cli-nothing_written = No file was written.
cli-no_home = no home folder found
cli-output_not_written = cannot write the output: { $reason }
cli-not_synced = saved { $file }, but the disk may lose it in a power failure: { $reason }

cli-at-node = node { $id }: { $problem }
cli-at-parameter = node { $id }, `{ $name }`: { $problem }
cli-at-override = node { $id }, `{ $name }` of { $path }: { $problem }
cli-at-variable = variable `{ $name }`: { $problem }
cli-at-tree = tree `{ $name }`: { $problem }

## Help

cli-help-usage = Usage:
cli-help-commands = Commands
cli-help-arguments = Arguments
cli-help-options = Options
cli-help-command_name = COMMAND
cli-help-options_name = [OPTIONS]
cli-help-default = [default: { $value }]
cli-help-values = [possible values: { $values }]
cli-help-value = - { $value }: { $help }
cli-help-help = Print this message or the help of a command
cli-help-exit_codes = Exit codes: 0 success, 1 problems found, 2 invalid input or arguments, 101 internal error.

cli-help-any-help = Print help
cli-help-any-version = Print version
cli-help-any-lang = Language of all texts [default: the system's; English for JSON, JUnit and Markdown]
cli-help-any-format = Output format: human-readable or JSON
cli-help-any-from = Input format [default: detected]
cli-help-any-type_key = Nested save JSON only: key of a node's type (`type`, `typeName`, `node`, …) [default: detected]
cli-help-any-inline_subtrees = Inline subtrees, if the format supports it
cli-help-any-minify = Minify, if the format supports it
cli-help-any-namespace = Nested save JSON only: namespace of the nodes' classes, empty for none [default: that of the imported file, else `GraphViewExtension`]

cli-help-treewright = Draw, check, run and test behavior trees.
cli-help-treewright-files = Trees to open in the editor
cli-help-treewright-new_window = Open a new window even if one is open

cli-help-check = Check trees for problems
cli-help-check-files = Trees, scenarios and task libraries to check
cli-help-check-strict = Fail on warnings, too

cli-help-run = Run a tree and show each frame
cli-help-run-file = Tree to run, or recording (.jsonl), which is replayed and verified; or what agents of a game did (.live.jsonl), or log of BehaviorTree.CPP (.btlog)
cli-help-run-frames = Maximum number of frames [default: that of the scenario, else 10]
cli-help-run-dt = Frame time in seconds [default: that of the scenario, else 0.1]
cli-help-run-seed = Random seed [default: that of the scenario, else of the tree]
cli-help-run-scenario = Scenario with inputs and expectations
cli-help-run-trace = Record the run as JSON lines; `-` writes them to the terminal instead of the frames
cli-help-run-changes = Show only the nodes whose state differs from the previous frame
cli-help-run-node = Show only the nodes with this name or id
cli-help-run-agent = NAME.live.jsonl only: number or name of the agent; the first one if it is not given
cli-help-run-force = Overwrite existing files; by default --trace overwrites only recordings

cli-help-diff = Show what changed between two versions of a tree
cli-help-diff-old = Older version
cli-help-diff-new = Newer version
cli-help-diff-picture = Also draw both versions side by side with the differences marked, as .svg or .png
cli-help-diff-force = Overwrite existing files; by default only images made by this program
cli-help-diff-layout = Also list nodes, notes and groups that have only moved on the canvas

cli-help-merge = Merge two changed versions of a tree
cli-help-merge-base = Common ancestor of both versions
cli-help-merge-ours = Our version, which is kept where both conflict
cli-help-merge-theirs = Their version
cli-help-merge-out = Merged file [default: the terminal]
cli-help-merge-force = Overwrite existing files; by default only OURS if unchanged, and results of earlier merges
cli-help-merge-edit = Open the merged tree in the editor if there are conflicts, and wait until it is closed
cli-help-merge-git = Called by git: merge files that are not trees line by line

cli-help-git_setup = Use Treewright as git diff and merge tool
cli-help-git_setup-global = Set up all repositories of this user, not only this one

cli-help-git_diff = Show what changed, called by git
cli-help-git_diff-parts = Path, then file, hash and mode of both versions; for a renamed file also its new path

cli-help-why = Explain what a node did in a frame of a recording
cli-help-why-recording = Recording, written by `treewright run --trace`, `treewright live record` or the editor; or a .btlog file of BehaviorTree.CPP
cli-help-why-node = Id of the node, or its name if no other node has it
cli-help-why-frame = Frame; the last one if it is not given
cli-help-why-agent = Number of the agent, or for a game its name; the first one if it is not given
cli-test-more_reasons = { $count ->
    [one] 1 more reason: see --format json
   *[other] { $count } more reasons: see --format json
}
cli-test-why = Why?
cli-why-heading = { $node } in frame { $frame }
cli-why-no_node = the tree has no node { $node }
cli-why-agent_has_no_node = the tree of agent { $agent } has no node { $node }
cli-why-no_agent = there is no agent { $agent } in frame { $frame }
cli-why-name_an_agent = `treewright run` shows the agents of each frame.
cli-why-nodes = Give the id of a node, in front of its name: { $nodes }.
cli-why-several_nodes = Several nodes are called { $node }
cli-why-name_one_of = Give the id of one of them: { $nodes }.
cli-help-compare = Find the first frame in which two recordings differ
cli-help-compare-left = Recording, written by `treewright run --trace` or the editor
cli-help-compare-right = Recording to compare with

cli-help-test = Run scenarios, which are tests of trees
cli-help-test-paths = Scenarios, trees with scenarios, or folders to search
cli-help-test-update = Update expectations to the observed results
cli-help-test-watch = Run again whenever a tree, task library or scenario changes, until Ctrl+C
cli-help-test-coverage = List the nodes that no scenario reached and the outcomes that never occurred, with a table
cli-help-test-min_coverage = Fail if the scenarios cover a smaller percentage of the nodes, or of --measure
cli-help-test-measure = What is listed and required: by default, all is listed and --min-coverage counts nodes
cli-help-test-coverage_out = Also write the coverage for build servers: Cobertura XML, or LCOV if the file ends in .info
cli-help-test-junit = Also write the results as JUnit XML, for build servers
cli-help-test-strict = Fail if it is not known whether a claim holds, too
cli-help-test-exit_codes = Exit codes: 0 nothing has failed, 1 a scenario or claim has failed, or the coverage is too low, 2 invalid input or arguments. A claim is not known if a limit was reached before, or if no run shows or breaks it, but not everything was tried: that is 0, and 1 with --strict. If the assumptions end every run, it is 1.
cli-help-test-force = Overwrite existing files; by default only results written by this program are overwritten

cli-help-render = Draw trees or frames of recordings as SVG or PNG images
cli-help-render-files = Trees or recordings (.jsonl) to draw
cli-help-render-output = Image (.svg or .png), or folder for several
cli-help-render-kind = Format of images in a folder
cli-help-render-theme = Colors
cli-help-render-node = Draw only this node and its branch; can be repeated
cli-help-render-direction = Lay out the tree in this direction [default: keep the layout]
cli-help-render-scale = Pixels per unit of the canvas
cli-help-render-transparent = Transparent background
cli-help-render-frame = Frame of a recording [default: the last one]
cli-help-render-force = Overwrite existing files; by default only images made by this program

cli-help-fmt = Rewrite files in canonical form
cli-help-fmt-files = Trees, scenarios and task libraries
cli-help-fmt-check = Only report files that are not in canonical form

cli-help-new = Create a new tree
cli-help-new-file = File to create; `.bt.json` is added unless the name ends in `.json`

cli-help-rename_tree = Rename a named tree in all files of the project that run it
cli-help-rename_tree-file = File of the tree
cli-help-rename_variable = Rename a variable, with all files of the project that set or share it
cli-help-rename_variable-file = Tree that declares the variable
cli-help-rename_event = Rename an event in all files of the project
cli-help-rename_event-project = Project folder, or a file in it
cli-help-rename_task = Rename a task of a library in all files of the project that use it
cli-help-rename_task-library = Task library
cli-help-move = Move or rename a file or folder, with all references to it
cli-help-move-from = File or folder
cli-help-move-to = New path, or a folder to move it into
cli-help-uses = List where a tree, variable, event, task or file is used
cli-help-uses-name = Name, or path of a file relative to the project folder
cli-help-uses-project = Project folder
cli-help-any-old_name = Present name
cli-help-any-new_name = New name
cli-help-any-dry_run = Only show what would change

cli-help-import = Import files of other tools as trees
cli-help-import-files = Files of other tools, or folders to search
cli-help-import-output_folder = Folder for the trees, which keep their subfolders
cli-help-import-force = Overwrite existing files

cli-help-export = Export trees to formats of other tools, or as web pages
cli-help-export-files = Trees to export; for a web page also recordings
cli-help-export-to = Output format
cli-help-export-output_path = File for one tree, or folder for several, which keep their subfolders [default: the folder of each tree]
cli-help-export-force = Overwrite existing files; by default only earlier exports, or with `-o FILE` a file of the same format, but never trees, libraries or scenarios

cli-help-convert = Convert to the format of the target extension
cli-help-convert-source = File to read
cli-help-convert-target = File to write
cli-help-convert-to = Output format, if several have this extension
cli-help-convert-force = Overwrite existing files

cli-help-watch = Export the trees of a folder whenever they change
cli-help-watch-folder = Folder with trees
cli-help-watch-to = Output format for all trees [default: the targets of each tree in the editor's Export window]
cli-help-watch-output_folder = Folder for the files, which keep their subfolders; requires --to
cli-help-watch-once = Export once and exit, for build servers
cli-help-watch-force = Overwrite existing files; by default only earlier exports

cli-help-live = Look at games while they run
cli-help-live_list = List the games that attach, and their agents
cli-help-live_record = Record what agents of a game do, and what they did before
cli-help-live_record-seconds = How long to record
cli-help-live_record-output_path = File for the recording, NAME.live.jsonl
cli-help-live_record-agent = Number of an agent, or a part of its name or of a tag; can be repeated; without it, the first 16 agents
cli-help-live_record-past = How many seconds before to record, as far as the game still knows them
cli-help-live_record-force = Overwrite an existing file
cli-help-live_find = Find agents of a game by what they are or do
cli-help-live_find-expression = Expression over the variables of an agent, such as `health < 10`
cli-help-live_find-running = Find agents in which the node with this id runs
cli-help-live_find-name = Find agents whose name or tags contain this
cli-help-live_check = Check the client of a game that is not made with our engine, message by message
cli-help-live_scenario = Make a scenario of what an agent did, from a recording of `live record` or the editor
cli-help-live_scenario-record = Recording, NAME.live.jsonl
cli-help-live_scenario-output_path = File for the scenario, NAME.scenario.json
cli-help-live_scenario-agent = Number of the agent, or its name; the first one if it is not given
cli-help-live_scenario-from_frame = First frame; the first known one of the last part without gaps if it is not given
cli-help-live_scenario-to_frame = Last frame; the last known one if it is not given
cli-help-live_scenario-tree = Tree of the scenario, relative to its file [default: the path that the game told]
cli-help-live_scenario-force = Overwrite an existing file
cli-help-any-wait = How long to wait for a game
cli-help-any-game = Command that starts the game; without it, a game that runs already

cli-help-nodes = List node types with their parameters
cli-help-nodes-format = Format of the list
cli-help-nodes-library = Also list the tasks of this task library; can be repeated
cli-help-nodes-tree = Also list the tasks of this tree's libraries

cli-help-schema = Print the JSON Schema of a format
cli-help-schema-name = Format [default: list all]

cli-help-install_desktop = Add a desktop menu entry, icon and file type
cli-help-install_desktop-user = Install for the current user; required, needs no administrator
cli-help-install_desktop-uninstall = Remove them

cli-value-format-human = for people
cli-value-format-json = for programs
cli-value-format-junit = JUnit XML, for build servers
cli-value-format-text = for people
cli-value-format-md = Markdown, to print or publish
cli-value-kind-svg = lines and text
cli-value-kind-png = pixels
cli-value-theme-light = dark on light
cli-value-theme-dark = light on dark
cli-value-direction-down = children below their parent
cli-value-direction-right = children to the right of their parent
cli-value-measure-nodes = nodes that were reached
cli-value-measure-results = results of nodes
cli-value-measure-conditions = conditions that were true, and that were false
cli-value-measure-aborts = conditional aborts that fired
cli-value-measure-switches = changes of a Switch between running children
cli-value-measure-outcomes = results, conditions, aborts and switches together
cli-value-name-bt = Trees, `NAME.bt.json`
cli-value-name-scenario = Scenarios, `NAME.scenario.json`
cli-value-name-tasks = Task libraries, `NAME.tasks.json`
cli-value-name-breakpoints = Breakpoints, `.treewright/breakpoints.json`
cli-value-name-trace = Lines of recordings, `NAME.trace.jsonl`
cli-value-name-link = Messages of the live link
cli-value-name-live = Lines of what agents of a game did, `NAME.live.jsonl`
cli-value-name-claims = Claims about every run of a tree, `NAME.claims.json`

cli-value_name-NAME_OR_NUMBER = NAME|NUMBER
cli-value_name-GAME = GAME
cli-value_name-EXPRESSION = EXPRESSION
cli-value_name-TEXT = TEXT
cli-value_name-BASE = BASE
cli-value_name-DIR = DIR
cli-value_name-DIRECTION = DIRECTION
cli-value_name-FILE = FILE
cli-value_name-FILE_OR_DIR = FILE|DIR
cli-value_name-FORMAT = FORMAT
cli-value_name-FROM = FROM
cli-value_name-ID = ID
cli-value_name-KEY = KEY
cli-value_name-LANG = LANG
cli-value_name-MEASURE = MEASURE
cli-value_name-N = N
cli-value_name-NAME = NAME
cli-value_name-NAME_OR_ID = NAME|ID
cli-value_name-NAMESPACE = NAMESPACE
cli-value_name-NEW = NEW
cli-value_name-OLD = OLD
cli-value_name-OTHER = OTHER
cli-value_name-OURS = OURS
cli-value_name-OUT = OUT
cli-value_name-PART = PART
cli-value_name-PERCENT = PERCENT
cli-value_name-S = S
cli-value_name-THEIRS = THEIRS
cli-value_name-THEME = THEME
cli-value_name-TO = TO

## Errors in the arguments

cli-argument-no_value = a value is required for { $argument } but none was supplied
cli-argument-invalid_value = invalid value '{ $value }' for { $argument }
cli-argument-invalid_value_because = invalid value '{ $value }' for { $argument }: { $reason }
cli-argument-number = must be a number from { $least } to { $most }
cli-argument-whole_number = must be a whole number from { $least } to { $most }
cli-argument-seconds = must be a number of seconds from { $least } to { $most }
cli-argument-some_seconds = must be a number of seconds above { $least } and up to { $most }
cli-argument-unknown = unexpected argument { $argument }
cli-argument-unknown_command = unrecognized command { $command }
cli-argument-too_many_values = unexpected value '{ $value }' for { $argument }: too many values
cli-argument-wrong_number_of_values = wrong number of values for { $argument }
cli-argument-no_equals = an equal sign is needed between { $argument } and its value
cli-argument-repeated = { $argument } cannot be used several times
cli-argument-conflict = { $argument } cannot be used with { $other }
cli-argument-missing = required arguments are missing: { $arguments }
cli-argument-no_command = a command is required
cli-argument-not_utf8 = an argument is not valid Unicode
cli-argument-invalid = invalid arguments
cli-argument-similar = tip: did you mean { $similar }?
cli-argument-see_help = For more information, try '--help'.

## Files that cannot be opened or read

cli-open-folder = { $file } is a folder, not a file
cli-open-not_a_file = { $file } is not a file
cli-open-unreadable = { $file } cannot be read: { $reason }
cli-open-misspelled = { $file } is neither a command nor a file; did you mean { $command }? The commands are { $commands }
cli-open-missing = { $file } does not exist; { $new } creates it
cli-open-no_command = { $file } is neither a command nor a file; the commands are { $commands }; { $new } creates a tree

cli-read-unknown_format = unknown format
cli-read-substitution_rules = contains substitution rules of BehaviorTree.CPP but no tree
cli-read-no_tree = contains node types but no tree

cli-missed-too_many = contains more than { $most } files and folders: only the first { $most } were checked
cli-missed-too_deep = nested { $most } folders deep: its content was not checked
cli-missed-unreadable = cannot be read: { $reason }
cli-missed-link = link not followed: { $reason }

cli-window-no_display = there is no display (DISPLAY and WAYLAND_DISPLAY are not set)
cli-window-failed = no window can be shown ({ $reason })
cli-window-not_built = this program was built without it
cli-window-unavailable = the editor cannot open: { $reason }; commands that work without it: { $commands }

## What to do

cli-remedy-path_of_tree = Check the path; `treewright new` creates a tree.
cli-remedy-path_of_scenario = Check the path of the scenario.
cli-remedy-path_of_library = Check the path of the library.
cli-remedy-path_of_recording = Check the path; `treewright run TREE --trace FILE` records a run.
cli-remedy-path_of_log = Check the path of the log.
cli-remedy-name_a_file = Name a file, not a folder or a device.
cli-remedy-close_elsewhere = Close the file in the other program, then run the command again.
cli-remedy-readable = Check that the file can be read.
cli-remedy-readable_file = Check that this is a file that can be read.
cli-remedy-readable_folder = Check that the folder can be read.
cli-remedy-from = If it has one of these formats, specify it with --from: { $formats }.
cli-remedy-to = Choose one with --to: { $formats }.
cli-remedy-substitution_rules = Open a tree in the editor, then this file: its rules become stand-ins.
cli-remedy-import_tree = `treewright import` imports it as a tree.
cli-remedy-import_library = `treewright import` imports it as a task library.
cli-remedy-import_all = `treewright import` imports all of them, with their folders.
cli-remedy-import_and_merge = Import the files with `treewright import`, then merge the trees.
cli-remedy-import_subfolders = Import its subfolders one by one.
cli-remedy-render = `treewright render FILE -o IMAGE` draws it.
cli-remedy-force = Choose another place, or overwrite the file with --force.
cli-remedy-other_name = Choose another name, or remove the file first.
cli-remedy-other_target = Choose another place.
cli-remedy-other_folder = Draw it into another folder.
cli-remedy-own_folders = Write them to different folders, or under other names.
cli-remedy-copy_library = Copy it there, unless the game registers its tasks itself.
cli-remedy-writable = Check that the file can be written.
cli-remedy-writable_file = Name a file in an existing folder that can be written to.
cli-remedy-name_a_folder = Name a folder with `-o`.
cli-remedy-name_tree_folder = Name the folder of the trees.
cli-remedy-name_files = Name the folder of the project, or files of it.
cli-remedy-name_scenarios = Name a scenario, a tree with scenarios in its folder, or a folder.
cli-remedy-svg_or_png = Name a file that ends in .svg or .png, or an existing folder.
cli-remedy-svg = Draw an SVG, which has no such limit.
cli-remedy-part_or_svg = Use `--node` for a part of it, or an SVG, which has no such limit.
cli-remedy-smaller_scale = Use `--scale { $scale }` or less, `--node` for a part of it, or an SVG, which has no such limit.
cli-remedy-no_picture = Omit `--picture`.
cli-remedy-add_a_node = Add a node first.
cli-remedy-ids = Ids are in the file, and in the editor at the top right of the inspector.
cli-remedy-expand = Expand the node above it in the editor, or draw that node.
cli-remedy-record = `treewright run TREE --trace RUN.trace.jsonl` records a run; draw that file.
cli-remedy-log = Give a .btlog file that the FileLogger2 of BehaviorTree.CPP 4.3 or later has written.
cli-remedy-frame = Choose a frame from 0 to { $last }; 0 is before the first frame.
cli-remedy-node_of_tree = Name a node of the tree; `treewright run FILE --frames 1` lists them with their ids.
cli-remedy-fewer_frames = The earlier frames are written; record fewer with --frames.
cli-remedy-without_trace = Omit --trace: the log itself can be kept.
cli-remedy-without_options = Omit --dt, --seed and --scenario, or run the tree instead of the recording.
cli-remedy-field_tree = Name the tree's file in the field `tree`.
cli-remedy-open_in_editor = Open the tree in the editor, which shows the reason.
cli-remedy-node_of_scenario = { $tree } has no node `{ $name }`: correct the name, or use the tree for which the scenario was made.
cli-remedy-more_frames = Let the scenario run more frames, or move the step.
cli-remedy-compare_with_tree = Compare it with { $tree }.
cli-remedy-export_target = Set the export again in the editor, or correct the file.
cli-remedy-install_git = Install git, or check PATH.
cli-remedy-repository = Run this in a repository, or use --global for all repositories.
cli-remedy-full_path = Start it by its full path.
cli-remedy-set_home = Set HOME, or set up a single repository.

cli-save_remedy-conflict = Check the other program's changes, which are still in the file, then run the command again.
cli-save_remedy-exists = Choose another place; the existing file is unchanged.
cli-save_remedy-not_a_file = Choose the path of a file, or a path that does not exist yet.
cli-save_remedy-read_only = Make it writable or choose another place.
cli-save_remedy-locked_file = Choose another place, or get permission from the file's owner.
cli-save_remedy-in_use = Close the file in the other program, then run the command again.
cli-save_remedy-not_on_windows = Choose another name: not that of a device, such as CON or NUL, without < > : " | ? *, and without a dot or space at the end.
cli-save_remedy-several_names = Write to another name.
cli-save_remedy-cut_short = Compare both files, keep the right one under its name, and remove the other.
cli-save_remedy-kept_beside = Compare both files, keep the right one under its name, and remove the other.
cli-save_remedy-torn = Check the disk, and copy the earlier content back into the file.
cli-save_remedy-no_folder = Create the folder, or choose another place.
cli-save_remedy-not_a_folder = Choose another place.
cli-save_remedy-hidden_place = Choose another place.
cli-save_remedy-outside = Choose another place.
cli-save_remedy-name = Choose a shorter name.
cli-save_remedy-locked_folder = Check that the folder can be written to, or choose another place.
cli-save_remedy-in_folder = Check that the folder can be written to, or choose another place.
cli-save_remedy-no_room = Free up some space, or choose another place.
cli-save_remedy-not_kept = Check the disk, or choose another place.
cli-save_remedy-too_many_links = Name the file itself.
cli-save_remedy-link = Replace the link with a folder or file, or choose another place.
cli-save_remedy-dangling_link = Name another file, or remove the link.
cli-save_remedy-is_read = Choose another place, or overwrite the file with --force.
cli-save_remedy-io = Check the disk and the folder, or choose another place.

## check, fmt, new

cli-check-files = { $count ->
    [one] 1 file
   *[other] { $count } files
}
cli-check-no_problems = { $files } checked, no problems
cli-check-problems = { $files } checked: { $counts }

cli-rename-missing = { $file } does not exist
cli-rename-unread = this file cannot be read, so uses in it are not found
cli-rename-moved = { $from } → { $to }
cli-rename-file = { $count ->
    [one] { $file }: { $count } place
   *[other] { $file }: { $count } places
}
cli-rename-files = { $count ->
    [0] no files
    [one] { $count } file
   *[other] { $count } files
}
cli-rename-changed = Changed { $files }
cli-rename-would_change = Would change { $files }; without `--dry-run` it is done
cli-uses-none = Nothing in the project is named { $name }
cli-uses-tree = Tree
cli-uses-variable = Variable
cli-uses-task = Task
cli-uses-event = Event
cli-uses-file = File
cli-uses-of_file = { $kind } { $name } ({ $file })
cli-uses-of_any = { $kind } { $name }
cli-uses-frame = frame { $frame }
cli-uses-count = { $count ->
    [0] not used
    [one] { $count } use
   *[other] { $count } uses
}

cli-fmt-rewritten = { $file }: rewritten
cli-fmt-not_canonical = not in canonical form
cli-fmt-would_rewrite = { $file }: { $state }; `treewright fmt { $word }` rewrites it
cli-fmt-not_rewritten = not rewritten: { $reason }
cli-fmt-other_tool = this is a file of another tool

cli-new-created = Created { $file }
cli-new-not_created = not created: { $reason }
cli-new-no_file_name = the path has no file name
cli-new-exists = the file already exists

## run, compare

cli-run-frame = Frame { $frame }, { $time } s: { $status }
cli-run-frame_unchanged = Frame { $frame }, { $time } s: { $status }, unchanged
cli-run-stand_ins = Using stand-ins for: { $tasks }
cli-run-aborts = aborts { $abort }
cli-run-agent = Agent { $number }
cli-run-log = Log: { $node }: { $quoted }
cli-run-mark = Mark: { $node }: { $quoted }
cli-run-error = Error: { $node }: { $text }
cli-run-background_started = Background tree `{ $tree }` started
cli-run-background_stopped = Background tree `{ $tree }` was stopped
cli-run-background_ended = Background tree `{ $tree }` ended with { $text }
cli-run-background_log = Log: background tree `{ $tree }`: { $text }
cli-run-background_mark = Mark: background tree `{ $tree }`: { $text }
cli-run-background_error = Error: background tree `{ $tree }`: { $text }
cli-run-scenario_fails = The scenario fails: { $difference }
cli-run-no_node = there is no node `{ $name }` in the tree
cli-run-no_node_meant = there is no node `{ $name }` in the tree; did you mean `{ $meant }`?
cli-run-more_errors = { $count ->
    [one] … and 1 more error: see `treewright check { $word }`
   *[other] … and { $count } more errors: see `treewright check { $word }`
}
cli-run-cut_off = Line { $line } is incomplete: writing { $file } was interrupted. The frames before it are complete.
cli-run-log_cannot_be_repeated = a log says what happened, but not why leaves returned it, so no recording can be made of it
cli-run-fixed_by_recording = a recording is replayed with its own seed, frame time and inputs
cli-run-trace_not_written = cannot write the recording: { $reason }
cli-run-trace_cut_short = the recording ends before frame { $frame }: { $reason }
cli-run-trace_too_large = limit { $file } MB per recording and { $line } MB per line

cli-abort-became_true = Abort: { $branch } was aborted: { $conditional } became true ({ $abort } of { $composite }); { $scope } continues at { $target }.
cli-abort-became_false = Abort: { $branch } was aborted: { $conditional } became false ({ $abort } of { $composite }); { $scope } continues at { $target }.
cli-abort-became_true_idle = Abort: nothing was running: { $conditional } became true ({ $abort } of { $composite }); { $scope } continues at { $target }.
cli-abort-became_false_idle = Abort: nothing was running: { $conditional } became false ({ $abort } of { $composite }); { $scope } continues at { $target }.

cli-state-not_known = not known
cli-state-idle = idle
cli-state-running = running
cli-state-succeeded = succeeded
cli-state-failed = failed
cli-state-interrupted = interrupted

cli-compare-same = { $count ->
    [one] The recordings are equal: 1 frame.
   *[other] The recordings are equal: { $count } frames.
}
cli-compare-differ = The recordings first differ in frame { $frame }:
cli-compare-ends = { $count ->
    [one] { $file } ends after 1 frame.
   *[other] { $file } ends after { $count } frames.
}
cli-compare-other_trees = The documents or task libraries of the recordings differ.
cli-compare-other_seeds = The seeds differ: { $left } and { $right }.
cli-compare-more_rows = { $count ->
    [one] and 1 more row
   *[other] and { $count } more rows
}

cli-event-of_agent = agent { $agent }: { $text }
cli-event-seconds = { $text } s
cli-event-set = `{ $name }` is set to { $text }
cli-event-seed = random choices begin anew with seed { $text }
cli-event-send = event `{ $name }` is sent
cli-event-send_with = event `{ $name }` is sent with { $text }
cli-event-force = { $node } is forced to return { $status }
cli-event-interrupt = `{ $name }` is interrupted with { $status }
cli-event-swap = the tree was edited
cli-event-add = an agent is added with seed { $text }
cli-event-remove = the agent is removed
cli-event-start = { $node } starts
cli-event-update = { $node } returns { $status }
cli-event-interrupted = { $node } is interrupted
cli-event-end = { $node } ends with { $status }
cli-event-check = { $node } is checked: { $status }
cli-event-abort = { $node } triggers an abort in ({ $text })
cli-event-log = { $node } logs { $quoted }
cli-event-mark = { $node } sets mark { $quoted }
cli-event-error = error in { $node }: { $text }
cli-event-background_start = background tree `{ $name }` starts
cli-event-background_stopped = background tree `{ $name }` is stopped
cli-event-background_end = background tree `{ $name }` ends with { $status }
cli-event-background_log = background tree `{ $name }` logs { $quoted }
cli-event-variable = `{ $name }` becomes { $text }
cli-event-write = { $node } sets `{ $name }` to { $text }
cli-event-data = { $node } attaches `{ $name }` = { $text }
cli-event-background_data = a background tree attaches `{ $name }` = { $text }
cli-event-status = tree status: { $status }

## test

cli-test-passed = passed
cli-test-failed = failed
cli-test-updated = updated
cli-test-not_known = not known
cli-test-expected = expected
cli-test-found = found
cli-test-old = was
cli-test-new = now
cli-test-more_differences = { $count ->
    [one] and 1 more difference
   *[other] and { $count } more differences
}
cli-test-scenarios = { $count ->
    [one] 1 scenario
   *[other] { $count } scenarios
}
cli-test-claims = { $count ->
    [one] 1 claim
   *[other] { $count } claims
}
cli-test-count_comma = ,{ " " }
cli-test-count_passed = { $count } passed
cli-test-count_failed = { $count } failed
cli-test-count_unusable = { $count } unusable
cli-test-count_not_known = { $count } not known
cli-test-count_updated = { $count } of them updated
cli-check-nothing = no trees, scenarios or task libraries in this folder
cli-test-no_scenarios = no scenarios found for it
cli-test-junit_not_written = cannot write the results: { $reason }
cli-test-coverage_not_written = cannot write the coverage: { $reason }
cli-test-not_updated = not updated: { $reason }

cli-scenario-no_name = (no name)
cli-scenario-tree_not_read = cannot read its tree: { $reason }
cli-scenario-no_tree = its tree { $tree } does not exist
cli-scenario-mismatch = does not match { $tree }: { $reason }

cli-coverage-counts = { $count ->
    [0] no tree was run
    [one] { $reached } of 1 node reached ({ $percent } %)
   *[other] { $reached } of { $count } nodes reached ({ $percent } %)
}
cli-coverage-of_tree = coverage { $file }: { $coverage }
cli-coverage-total = coverage: { $coverage }
cli-coverage-too_low = coverage: { $coverage }, but { $required } % required
cli-coverage-unreached = not reached: { $node }
cli-coverage-counts_of_measure = { $count ->
    [0] { $measure }: none to cover
   *[other] { $measure }: { $covered } of { $count } covered ({ $percent } %)
}
cli-coverage-missing = { $node }: { $what }
cli-coverage-all_trees = all trees
cli-coverage-more = { $count ->
    [one] … and 1 more
   *[other] … and { $count } more
}

cli-watch-watching = Watching for changes; press Ctrl+C to stop.
cli-watch-changed = Changed: { $files }

## diff, merge, git-setup

cli-diff-same = no differences
cli-diff-added = { $count } added
cli-diff-removed = { $count } removed
cli-diff-moved = { $count } moved
cli-diff-changed = { $count } changed
cli-diff-only_layout = { $count } moved or restyled on the canvas only
cli-subject-document = the document
cli-subject-variable = variable `{ $name }`
cli-subject-tree = tree `{ $name }`
cli-subject-note = note { $name }
cli-subject-group = group { $name }
cli-diff-old_version = Old: { $file }
cli-diff-new_version = New: { $file }
cli-diff-both_empty = both versions are empty

cli-merge-done = merged without conflicts
cli-merge-done_with_errors = merged without conflicts, but with new errors; `treewright check` lists them
cli-merge-new_error = new error:
cli-merge-only_merged = { $problem } (in neither version)
cli-merge-renumbered = both versions added a node { $from }: theirs is now { $to }
cli-merge-conflict = conflict:
cli-merge-values = { $what } (ours: { $ours }; theirs: { $theirs })
cli-merge-values_and_base = { $what } (ours: { $ours }; theirs: { $theirs }; before: { $base })
cli-merge-node = node { $id } { $title }
cli-merge-conflicts = { $count ->
    [one] 1 unresolved conflict; the tree has our version there, and the editor lists it
   *[other] { $count } unresolved conflicts; the tree has our version there, and the editor lists them
}
cli-merge-conflicts_left = { $count ->
    [one] 1 conflict is left in { $file }: it counts as not merged (exit code 1), and git puts its own version back
   *[other] { $count } conflicts are left in { $file }: it counts as not merged (exit code 1), and git puts its own version back
}
cli-merge-problems_left = { $count ->
    [one] merged, but 1 problem is left in { $file }; `treewright check` describes it
   *[other] merged, but { $count } problems are left in { $file }; `treewright check` describes them
}
cli-merge-left_unreadable = { $file } cannot be read after editing: it counts as not merged (exit code 1), and git puts its own version back
cli-merge-copy_kept = what was saved is kept in { $copy } and in the earlier versions of the file (View → Versions → Earlier versions)
cli-merge-copy_not_kept = a copy of what was saved could not be written
cli-merge-conflicts_not_written = { $count ->
    [one] 1 unresolved conflict, which such a file cannot store: nothing was written. Merge the files line by line (`git merge-file`), or make both versions the same there
   *[other] { $count } unresolved conflicts, which such a file cannot store: nothing was written. Merge the files line by line (`git merge-file`), or make both versions the same there
}
cli-merge-by_lines = the versions are not trees that can be merged by nodes; merged line by line
cli-merge-not_by_lines = the versions are not trees that can be merged by nodes, and git cannot merge them line by line; { $file } is unchanged
cli-merge-different_formats = the versions have different formats: { $one } and { $other }
cli-merge-do_by_lines = merge the files line by line (`git merge-file OURS BASE THEIRS`)
cli-merge-not_without_loss_error = the merged tree cannot be written in this format without loss
cli-merge-not_without_loss_remedy = Nothing was written: { $lines }, or make both versions the same there.
cli-merge-only_read_error = files of { $format } can be read but not written
cli-merge-only_read_remedy = Import them once with `treewright import`, and merge the .bt.json files; or { $lines }.
cli-merge-no_ids_error = nodes have no ids in these files of { $format }, so the same nodes cannot be found reliably in three versions
cli-merge-no_ids_remedy = Import the tree once with `treewright import`, continue with its .bt.json, and merge versions of that; or { $lines }.
cli-merge-other_format_error = the versions are files of { $format }, but the name of the merged file has another extension
cli-merge-other_format_remedy = Name a file that ends in .{ $extension }; `treewright convert` converts it.

cli-git-set = set
cli-git-already_set = unchanged
cli-git-done = `git diff` and `git merge` now compare and merge nodes. `git mergetool -t treewright` opens conflicts in the editor; `git log -p --ext-diff` shows changes.
cli-git-not_started = cannot start git: { $reason }
cli-git-no_program = cannot find the path of this program: { $reason }
cli-git-attributes_not_written = cannot write { $file }: { $reason }
cli-git-attributes_not_utf8 = its text is not UTF-8

## import, export, convert, watch

cli-transfer-file = file
cli-transfer-nodes = nodes
cli-transfer-mapped = mapped
cli-transfer-own = own tasks
cli-transfer-kept = kept
cli-transfer-approximated = approximated
cli-transfer-refused = refused
cli-transfer-written = into
cli-transfer-files = { $count ->
    [one] { $file } and 1 more
   *[other] { $file } and { $count } more
}
cli-node_id = node { $id }
cli-transfer-node = node { $id } “{ $title }”
cli-transfer-progress = { $number } of { $count } files
cli-transfer-checked = { $counts }: see `treewright check { $files }`
cli-transfer-not_written = not written: { $reason }
cli-transfer-written_twice = { $first } was already written to { $target }

cli-import-renamed = another file has the same name: this one was written to { $path }

cli-export-onto_itself = would overwrite its own source
cli-export-library_missing = the config names the task library `{ $library }`, which does not exist there

cli-convert-needs_others = a tree of another tool needs its task library and the trees that it runs
cli-convert-other_folders = needs files in other folders
cli-convert-no_format = the extension belongs to no format that can be written
cli-convert-several_formats = the extension belongs to several formats

cli-watch-no_folder = the folder does not exist
cli-watch-no_tree = There is no tree in this folder.
cli-watch-no_target = No tree in this folder is exported on save: set an export in the editor, or use --to and -o.
cli-watch-unknown_format = unknown format `{ $name }`
cli-watch-bad_target = the export { $reason }
cli-watch-broken_targets = contains no export targets that this version can read: correct it, or remove it
cli-watch-name_not_unicode = its name is not valid Unicode

## render

cli-render-not_built = `render` is not available: this program was built without the editor, whose canvas draws the images; build it with the feature `gui`, which is on by default
cli-render-unknown_format = the extension is not that of an image
cli-render-several_pictures = several images cannot be written to one file
cli-render-same_name = its image would be { $path }, like that of an earlier file
cli-render-not_written = cannot write the image: { $reason }
cli-render-too_large = limit { $most } by { $most } pixels, image { $width } by { $height } pixels
cli-render-no_frames = a tree has no frames, only its recordings have
cli-render-no_frame = there is no frame { $frame }: the last one is { $last }
cli-render-cut_off = line { $line } is incomplete; the frames before it are used
cli-render-nothing_to_draw = there is nothing to draw
cli-render-no_node = there is no node `{ $id }`
cli-render-hidden_node = the node `{ $id }` is hidden in a collapsed node

## install-desktop

cli-desktop-wrote = wrote { $path }
cli-desktop-removed = removed { $path }
cli-desktop-installed = Treewright is in the menu and opens .bt.json files with { $program }. To undo: `treewright install-desktop --user --uninstall`.
cli-desktop-nothing_installed = There was nothing to remove.
cli-desktop-elsewhere = This desktop has no folders for menu entries.
cli-desktop-on_windows = Windows: right-click a .bt.json file, Open with, Choose another app, and select treewright.exe with "Always".
cli-desktop-on_macos = macOS: select a .bt.json file, Get Info, Open with, choose Treewright, and press "Change All".

## live

cli-live-not_started = the game cannot be started: { $reason }
cli-live-no_game = no game has attached
cli-live-how_to_attach = Start a game whose link is on, or give the command that starts it after `--`. In release builds a game must allow it.
cli-live-refused = Somebody was refused: { $list }.
cli-live-game = { $count ->
    [one] { $app } (process { $process }), frame { $frame }, 1 agent
   *[other] { $app } (process { $process }), frame { $frame }, { $count } agents
}
cli-live-recorded = { $count ->
    [one] Recorded frames { $first } to { $last } of 1 agent in { $file }
   *[other] Recorded frames { $first } to { $last } of { $count } agents in { $file }
}
cli-live-game_ended = The connection to the game ended before the recording was complete.
cli-live-no_agent = no agent is called { $agent }
cli-live-list_agents = `treewright live list` shows the agents with their numbers, names and tags.
cli-live-nothing_told = the file tells nothing of any agent
cli-live-agents_of_file = It tells of these agents: { $agents }.
cli-run-gap = Frames { $from } to { $to } are not known.
cli-live-most_recorded = The agents that were meant are { $of }, and a game tells of at most { $most } at a time: those with the smallest numbers were recorded.
cli-live-other_ending = the name of such a file ends in { $ending }
cli-live-name_it = Name it { $file }.
cli-live-no_node = no tree of the game has a node { $node }
cli-live-record_again = Record it again, and let the game run meanwhile.
cli-live-nothing_recorded = nothing was recorded
cli-live-why_nothing = The game must run frames meanwhile and tell the files of its trees.
cli-live-found = { $count ->
    [one] 1 agent of { $of }
   *[other] { $count } agents of { $of }
}
cli-live-no_answer = the game did not answer
cli-live-what_to_find = Give an expression over the variables of its trees, --running with the id of a node, or --name.
cli-live-passed = ✔
cli-live-not_offered = not offered
cli-live-level = { $app } keeps level { $level } of the live link
cli-live-no_level = { $app } does not keep level A of the live link
cli-live-check-no_name = `app` is empty
cli-live-check-no_tree = no program was told, or a node comes before its parent
cli-live-check-no_agents = no agent was told
cli-live-check-no_keyframe = no keyframe of the watched agent came, or its program was not told before
cli-live-check-no_frames = the frames do not follow the keyframe and each other, or name nodes and kinds of events that do not exist
cli-live-check-not_paused = no `state` said that the game is paused, and then that it goes on
cli-live-check-no_step = after a step of 2, no `state` said that the game is paused 2 frames later
cli-live-check-no_variable = its tree has no variable to set
cli-live-check-not_set = setting a variable to its own value was not `done`, or setting one that does not exist was not `refused`
cli-live-check-not_sent = sending an event was not `done`
cli-live-check-not_forced = forcing a node that does not exist was not `refused`
cli-live-check-nothing_starts = no node of the watched agent started meanwhile
cli-live-check-not_stopped = no `state` with `because` came from a breakpoint on a node that starts
cli-live-check-no_past = no keyframe from before the request came
cli-live-check-not_found = the search was not answered to its end
cli-live-check-no_profile = no `profile` came, although every frame was to be measured
cli-live-check-no_files = its tree is not known, so it cannot be replaced by itself
cli-live-check-not_swapped = replacing a tree by itself kept no agent
cli-live-check-gone = the connection has ended
cli-live-left_out = Not carried over: { $what }
cli-live-scenario_written = { $count ->
    [one] Wrote { $file }: a scenario of 1 frame
   *[other] Wrote { $file }: a scenario of { $count } frames
}
cli-live-no_tree = there is no tree { $tree } beside the scenario
cli-live-name_the_tree = Name it with --tree, relative to the scenario, or write the scenario beside the tree.
cli-live-other_frames = Choose other frames with --from-frame and --to-frame.
cli-run-agent_of_record = only what agents of a game did has agents to choose from
cli-remedy-claims_of_other_tree = Correct `tree` in it, or pass this file itself to check the other tree.
cli-remedy-without_agent = Omit --agent.

cli-help-explore = Find out all that a tree can do, and check the claims about it
cli-help-explore-paths = Trees, or files of claims
cli-help-explore-frames = Most frames of a run
cli-help-explore-states = Most states that are stored
cli-help-explore-seconds = Most seconds that the search takes [default: 5]
cli-help-explore-strict = Fail if it is not known whether a claim holds, too
cli-help-explore-exit_codes = Exit codes: 0 no claim is broken and nothing suspicious was found, 1 something was found, 2 invalid input or arguments. A claim is not known if a limit was reached before, or if no run shows or breaks it, but not everything was tried: that is 0, and 1 with --strict. If the assumptions end every run, it is 1.
cli-help-explore-cover = Write a few scenarios that together show everything that the tree can do
cli-help-explore-force = Overwrite existing scenarios; by default only those written by this command are overwritten
cli-help-explore-format = Output format: human-readable, JSON, or JUnit XML for build servers
cli-explore-ran = Frames run: { $frames } in { $seconds } s
cli-explore-undeclared = No task library declares the task of { $names }, so it was explored as one that may return anything
cli-explore-own = Not set from outside, as nodes write them: { $names }. `inputs` of the claims can change that.
cli-explore-holds = holds
cli-explore-broken = broken
cli-explore-impossible = broken: no run shows it
cli-explore-open = not known
cli-explore-nodes = What each node can do, with the frame of the shortest run
cli-explore-never = What nodes can never do, although their types and children would allow it
cli-explore-node_never = { $node } { $what }
cli-explore-can_in = { $what } (frame { $frame })
cli-explore-set = { $name } = { $value }
cli-explore-event = event “{ $name }”
cli-explore-event_with = event “{ $name }” with { $value }
cli-explore-returns = { $node } returns { $status }
cli-explore-seed = random choices with seed { $seed }
cli-explore-shown_in = { $count ->
    [one] Shown by the first frame
   *[other] Shown by frame { $count }
}
cli-explore-written = Wrote { $file }
cli-explore-claims_not_used = not used: it is about another tree, { $tree }
cli-explore-not_written = cannot write the scenario: { $reason }
cli-explore-cover_outside = scenarios in it would not find { $tree }, which is outside their project folder { $folder }
cli-explore-inside_project = Choose { $folder } or a folder in it without a project file of its own.
cli-explore-mark_project = Choose { $folder }, or create the file { $mark } with the content {"{}"}, so that both are in one project.
cli-explore-nothing_suspicious = Nothing suspicious can happen
