### Texts of the canvas.

canvas-tree = tree { $name }
canvas-name = Canvas
canvas-unknown = No library declares the task { $task }. Its settings are kept as they are.
canvas-explain = What is wrong with { $node }

canvas-add-loose = Add a node
canvas-add-below = Add a node below { $node }
canvas-add-above = Add a node above { $node }
canvas-add-search = Search for a node
canvas-add-nothing = No kind of node fits this.

canvas-empty-title = An empty tree
canvas-empty-hint = Press Space or drag a node here

canvas-minimap-name = Minimap. Click or drag to move the view.

canvas-menu-add = Add node here…
canvas-menu-add_note = Add a note here
canvas-menu-add_child = Add child…
canvas-menu-abort = Abort type
canvas-menu-disabled = Disabled
canvas-menu-breakpoint = Breakpoint
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
canvas-zoom-fit = Show the whole tree
canvas-zoom-actual = Show at 100 %

canvas-abort-title = Interrupts: { $abort }
canvas-abort-None = Nothing
canvas-abort-Self = Self: what runs inside it
canvas-abort-LowerPriority = Lower priority: what runs to its right
canvas-abort-Both = Both: inside it and to its right

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
annotation-color-yellow = Yellow: remark
annotation-color-blue = Blue: information
annotation-color-green = Green: done
annotation-color-red = Red: attention
annotation-color-violet = Violet: idea
annotation-color-gray = Gray: aside

command-add_note = Add a note
command-group_selection = Group the selection
command-next_annotation = Next note or group
command-nudge_left = Move a little to the left
command-nudge_right = Move a little to the right
command-nudge_up = Move a little up
command-nudge_down = Move a little down
command-center_root = Center on the root
command-always_layout = Auto layout after each edit
command-stack_branches = Stack small branches of large trees
command-snap_to_grid = Snap to grid
command-guides = Alignment guides
command-minimap = Minimap

obstacle-no_annotations = The document holds no notes or groups.

gesture-snap = Drag past the grid and lines, or stop at the grid
gesture-snap_on = Ctrl while dragging
