### Texts of the settings, of keys, and of what keeps a command from being used.

command-settings = Settings…
command-key_settings = Change keys…
command-key_sheet = Keys and gestures
command-scale_up = Larger interface
command-scale_down = Smaller interface
command-scale_reset = Interface at 100 %

settings-title = Settings
settings-close = Close
settings-appearance = Appearance
settings-canvas = Canvas and run
settings-keys = Keys
settings-files = Files and start
settings-theme = Theme
settings-language = Language
settings-scale = Size of the interface
settings-scale_hint = Text and controls of the whole window. The zoom of the canvas stays as it is.
settings-less_motion = Less motion
settings-less_motion_hint = Views jump instead of gliding, and nothing fades in or out.
settings-direction = Trees grow
settings-direction_hint = The tree in front is laid out anew; undo brings the places back.
settings-downwards = Downwards
settings-to_the_right = To the right
settings-second_start = Files from outside open
settings-second_start_hint = When Treewright is started while a window of it is open.
settings-running_window = In the open window
settings-new_window = In a new window
settings-recent = Recent files

keys-title = Keys and gestures
keys-search = Search commands and keys
keys-close = Close
keys-mouse = Mouse, and the canvas
keys-reset_all = Reset all
keys-reset = Reset the keys of { $command }
keys-remove = Remove the keys of { $command }
keys-add = More keys for { $command }
keys-change = Change the keys of { $command }
keys-press = Press the new keys; Esc cancels
keys-taken = { $keys } belongs to “{ $command }”.
keys-take = Take them

notice-settings_newer = A newer Treewright wrote the settings. What is understood of them counts; changes made now are not kept.
notice-keys_reset = All commands have the keys that they come with
notice-keys_set = { $command }: { $keys }
notice-keys_removed = { $command } has no keys any more
notice-scale = Interface at { $percent } %
notice-not_now = { $command }: { $reason }
notice-done = { $what }
notice-done_undo = { $what } · { $keys } to undo

obstacle-nothing_to_undo = There is nothing to undo.
obstacle-nothing_to_redo = Nothing was undone that could be done again.
obstacle-no_nodes = The tree has no nodes yet.
obstacle-no_selection = Select a node first.
obstacle-one_node = Select exactly one node.
obstacle-no_parent = Select a node that hangs below a parent.
obstacle-not_loose = Select the head of a loose branch.
obstacle-no_run = Nothing is running.
obstacle-no_subtree = Select a Subtree node.
obstacle-no_libraries = The document uses no task libraries.
