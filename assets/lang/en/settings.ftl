### Settings, keyboard shortcuts, and why a command is unavailable.

command-settings = Settings…
command-key_settings = Keyboard shortcuts…
command-key_sheet = Shortcuts and gestures
command-scale_up = Larger interface
command-scale_down = Smaller interface
command-scale_reset = Interface at 100%

settings-title = Settings
settings-close = Close
settings-appearance = Appearance
settings-canvas = Canvas and run
settings-keys = Shortcuts
settings-files = Files and startup
settings-theme = Theme
settings-language = Language
settings-scale = Interface size
settings-scale_hint = Text, controls and canvas of the entire window.
settings-less_motion = Reduce motion
settings-less_motion_hint = Views jump instead of gliding; nothing fades.
settings-direction = Layout direction
settings-direction_hint = Lays out the current tree again, and applies to new trees; undo restores positions.
settings-downwards = Vertical (top to bottom)
settings-to_the_right = Horizontal (left to right)
settings-second_start = Open files in
settings-second_start_hint = Applies when Treewright is started while it is already running.
settings-running_window = The existing window
settings-new_window = A new window
settings-recent = Recent files

keys-title = Shortcuts and gestures
keys-search = Search commands and shortcuts
keys-close = Close
keys-mouse = Mouse and canvas
keys-reset_all = Reset all
keys-reset = Reset shortcuts of { $command }
keys-remove = Remove shortcuts of { $command }
keys-add = Add shortcut for { $command }
keys-change = Change shortcut of { $command }
keys-press = Press the new shortcut; Esc cancels
keys-taken = { $keys } is already assigned to “{ $command }”.
keys-take = Reassign

notice-settings_newer = A newer version of Treewright wrote the settings. Unknown settings are ignored, and changes are not saved.
notice-keys_reset = Shortcuts reset to defaults
notice-keys_set = { $command }: { $keys }
notice-keys_removed = Removed the shortcuts of { $command }
notice-scale = Interface at { $percent }%
notice-not_now = { $command } · { $reason }
notice-done = { $what }
notice-done_undo = { $what } · { $keys } to undo

obstacle-nothing_to_undo = Nothing to undo.
obstacle-nothing_to_redo = Nothing to redo.
obstacle-no_nodes = The tree has no nodes yet.
obstacle-no_selection = Select a node first.
obstacle-no_room = The selected node can have no more children.
obstacle-one_node = Select a single node.
obstacle-no_parent = Select a node that has a parent.
obstacle-no_grandparent = Select a node whose parent has a parent.
obstacle-no_sibling_before = Select a node that has a sibling before it.
obstacle-not_loose = Select the top node of an unconnected branch.
obstacle-no_run = Run the tree first.
obstacle-no_subtree = Select a Subtree node.
obstacle-no_libraries = The document uses no task libraries.
