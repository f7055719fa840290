### The canvas: adding nodes, notes and groups, zoom and layout.

canvas-tree = tree { $name }
canvas-name = Canvas
canvas-unknown = Unknown node type { $task }: add its task library. Parameters are kept.
canvas-explain = Explain problems of { $node }

canvas-add-loose = Add node
canvas-add-below = Add node under { $node }
canvas-add-above = Add node above { $node }
canvas-add-search = Search node types
canvas-add-all = All
canvas-add-composite = Composite
canvas-add-decorator = Decorator
canvas-add-condition = Conditional
canvas-add-action = Action
canvas-add-chips_hint = Next: Tab
canvas-add-declares = Adds a bool variable of this name, and { $task } to check it
canvas-add-runs = Runs { $path }
canvas-add-stands_in = Adds an action of this name: a stand-in, until the game has it
canvas-add-checks = Checks this variable with { $task }
canvas-add-nothing = No node type matches.

canvas-empty-title = Empty tree
canvas-empty-hint = Press Space or drag a node here

canvas-minimap-name = Minimap. Click or drag to move the view.

# $count is an ordinal: 1st, 2nd, 3rd.
drop-child_of = { $count ->
    [one] { $count }st child of { $parent }
    [two] { $count }nd child of { $parent }
    [few] { $count }rd child of { $parent }
   *[other] { $count }th child of { $parent }
}
drop-between = Between { $parent } and { $child }
drop-unconnected = Unconnected
drop-moved = Moved { $node } from { $from } to { $to }
drop-moved_several = { $count ->
    [one] Moved { $count } node to { $to }
   *[other] Moved { $count } nodes to { $to }
}

canvas-menu-add = Add node here…
canvas-menu-add_note = Add note here
canvas-menu-add_child = Add child…
canvas-menu-abort = Abort type
canvas-menu-disabled = Disabled
canvas-menu-breakpoint = Breakpoint
canvas-parameter = { $name }: { $value }
canvas-parameters = { $first }, { $last }
canvas-menu-collapsed = Collapsed

canvas-status-idle = idle
canvas-status-running = running
canvas-status-succeeded = succeeded
canvas-status-failed = failed
canvas-status-interrupted = interrupted

canvas-answer-success = Success
canvas-answer-failure = Failure

canvas-zoom-in = Zoom in
canvas-zoom-out = Zoom out
canvas-zoom-fit = Zoom to fit
canvas-zoom-actual = Zoom to 100%

# What a screen reader says of a card.
canvas-reader-tree = Nodes
canvas-reader-disabled = disabled
canvas-reader-unconnected = unconnected
canvas-reader-breakpoint = breakpoint
canvas-reader-breakpoint_off = breakpoint, off
canvas-reader-collapsed = { $count ->
    [one] collapsed, { $count } node hidden
   *[other] collapsed, { $count } nodes hidden
}
canvas-reader-place = child { $place } of { $of }
canvas-reader-level = level { $level }

canvas-abort-title = Aborts: { $abort }
canvas-abort-None = None
canvas-abort-Self = Self (its own branch)
canvas-abort-LowerPriority = Lower priority (branches to its right)
canvas-abort-Both = Both (itself and branches to its right)

canvas-row-abort-Self = Aborts: self
canvas-row-abort-LowerPriority = Aborts: lower priority
canvas-row-abort-Both = Aborts: both
canvas-row-condition = Only if { $value }
canvas-row-forever = Repeats forever
canvas-row-repeats = { $count ->
    [one] Runs once
   *[other] Repeats { $count } times
}
canvas-row-repeats_of = Repeats { $value } times
canvas-row-rounds = { $count ->
    [one] Runs once
   *[other] Repeats { $count } times, until failure
}
canvas-row-rounds_of = Repeats { $value } times, until failure
canvas-row-until_failure = Repeats until failure
canvas-row-until_failure_succeeds = Repeats until failure, then succeeds
canvas-row-until_success = Repeats until success
canvas-row-attempts = { $count ->
    [one] One attempt
   *[other] Up to { $count } attempts
}
canvas-row-attempts_of = Up to { $value } attempts
canvas-row-at_most = At most { $value }
canvas-row-frames = { $count ->
    [one] At most 1 frame
   *[other] At most { $count } frames
}
canvas-row-frames_of = At most { $value } frames
canvas-row-cooldown = Blocked for { $value } after a run
canvas-row-delay = Starts after { $value }
canvas-row-service = Side tasks every { $value }
canvas-row-probability = Runs with probability { $value }
canvas-row-once-Same = Runs once
canvas-row-once-Success = Runs once, then succeeds
canvas-row-once-Failure = Runs once, then fails

annotation-note = Note
annotation-group = Group
annotation-several = { $count } notes and groups
annotation-text = Text
annotation-width = Width
annotation-height = Height
annotation-new_group = New group

annotation-label-note = Note: { $text }
annotation-label-group = Group: { $text }

annotation-color-name = Color
annotation-color-yellow = Yellow: note
annotation-color-blue = Blue: information
annotation-color-green = Green: done
annotation-color-red = Red: warning
annotation-color-violet = Violet: idea
annotation-color-gray = Gray: side note

command-add_note = Add note
command-group_selection = Group selection
command-next_annotation = Next note or group
command-nudge_left = Nudge left
command-nudge_right = Nudge right
command-nudge_up = Nudge up
command-nudge_down = Nudge down
command-center_root = Center on root
command-zoom_in = Zoom in
command-zoom_out = Zoom out
command-zoom_actual = Zoom to 100%
command-pan_left = Pan left
command-pan_right = Pan right
command-pan_up = Pan up
command-pan_down = Pan down
command-always_layout = Auto layout after each edit
command-stack_branches = Stack small branches of large trees
command-snap_to_grid = Snap to grid
command-guides = Alignment guides
command-minimap = Minimap

obstacle-no_annotations = The document contains no notes or groups.

gesture-snap = Toggle snapping
gesture-snap_on = { KEYS("Ctrl") } while dragging

# Words by which all nodes of a category are found.
search-words-Composite = composite composites
search-words-Decorator = decorator decorators
search-words-Conditional = condition conditions conditional conditionals blackboard
search-words-Action = action actions leaf
