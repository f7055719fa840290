### Help: node reference, explanations of problems and aborts, and the tour.

node_help-or = , or{ " " }
node_help-required = required
node_help-when = When
node_help-then = this node
node_help-rules = After each child result
node_help-details = Behavior
node_help-parameters = Parameters
node_help-child_parameters = Set on each child
node_help-allowed = Allowed: { $what }
node_help-default = Default: { $what }
node_help-optional = optional

parameter_type-choice = choice
parameter_type-variable = variable
parameter_type-variable_of = { $what } variable
parameter_type-same_as = same type as { $what }
parameter_type-expression_of = { $what } expression
parameter_type-expression_as = expression of the same type as { $what }
parameter_type-tree = tree
parameter_type-name = name
parameter_type-any = any

command-guide = Guide
notice-guide_opened = Opened the guide in your browser: { $page }
notice-no_guide = This program has no guide beside it. Install the package, which includes it, or run .ci/guide in the source folder.

command-tour = Tour
command-node_reference = Node reference
command-node_help = Explain node type

node_reference-title = Node reference
node_reference-search = Search reference
node_reference-row = Node reference: { $title }
node_reference-add = Add under the selected node

palette-favorites = Favorites
palette-favorite_row = Favorite: { $title }
palette-recent = Recently used
palette-no_recent = Nodes that you add are listed here.
palette-recent_row = Recently used: { $title }
palette-star = Add { $title } to favorites
palette-unstar = Remove { $title } from favorites

interrupts-sentence = If { $condition } changes while { $nodes } runs, this aborts it and { $scope } continues at { $branch }.
interrupts-name = “{ $title }”
interrupts-others = { $count } more
interrupts-more = … and { $count } more.
interrupts-many_more = … and many more.
interrupts-not_watched = { $composite } has abort type None: this is checked once, on entry; it never interrupts.
interrupts-no_composite = No composite above it: this is checked once, on entry; it never interrupts.
interrupts-reactive_sequence = { $composite } restarts from its first child every frame, with any abort type: a running child is interrupted as soon as an earlier one does not succeed.
interrupts-reactive_selector = { $composite } restarts from its first child every frame, with any abort type: a running child is interrupted as soon as an earlier one succeeds or runs.
interrupts-while_do_else = { $composite } rechecks its first child every frame, with any abort type: when the result changes, the running branch is interrupted and the other one starts.
interrupts-nothing_there = No effect: nothing to abort can be running.
interrupts-does_not_run = No effect: this node is not part of the tree that runs.

inspector-mend = Fix: { $fix }
inspector-to_declaration = Go to declaration of “{ $name }”
inspector-to_uses = Find usages of “{ $name }”
inspector-to_event_uses = Find usages of event “{ $name }”
inspector-rename_event = Rename event “{ $name }” everywhere…
inspector-to_tree_uses = Find usages of tree “{ $name }”
inspector-left_out = not set
inspector-set = Set { $name }
inspector-no_fitting_variable = No variable of this type yet
inspector-declare = Add variable “{ $name }” ({ $type })

value-slider = { $name }: slider

problems-show_all = Show all problems
problems-filter_errors = Show errors
problems-filter_warnings = Show warnings
problems-all_hidden = All problems are hidden by the filter. Show errors or warnings.
problems-fix = Apply fix: { $fix }
problems-add_child = Add child…
problems-use_file = Use { $path }
problems-use_file_in_all = { $count ->
    [one] Use { $path } in { $count } file
   *[other] Use { $path } in all { $count } files
}
problems-set_in_all = { $count ->
    [one] Rename to { $name } in { $count } file
   *[other] Rename to { $name } in all { $count } files
}
problems-run_in_all = { $count ->
    [one] Run “{ $name }” in { $count } file
   *[other] Run “{ $name }” in all { $count } files
}
problems-task_in_all = { $count ->
    [one] Change to “{ $name }” everywhere in this file
   *[other] Change to “{ $name }” in all { $count } files
}
problems-task_here = Change to “{ $name }”
problems-choose_file = Choose another file…
problems-of_document = This document
problems-of_project = Entire project
problems-of_project_with_errors = { $count ->
    [one] Entire project: errors in { $count } file
   *[other] Entire project: errors in { $count } files
}
problems-none_in_project = No problems in the files of this project.
problems-count = { $count ->
    [one] { $count } problem
   *[other] { $count } problems
}
problems-add_library = Add task library…
problems-save_without = Save without it

problem_why-merge_both_changed = Both changed the same thing. The tree keeps ours until you choose.
problem_why-merge_both_added = Both added something with this name. The tree keeps ours until you choose.
problem_why-merge_removed_by_ours = Removed in ours, changed in theirs. It stays removed until you take theirs.
problem_why-merge_removed_by_theirs = Changed in ours, removed in theirs. It stays in the tree until you take theirs.
problem_why-merge_both_moved = A node can have only one parent. The tree keeps ours until you choose.
problem_why-merge_cycle = Together, both moves form a cycle. The tree keeps ours until you choose.
problem_why-merge_both_reordered = Child order decides what runs first. The tree keeps ours until you choose.
problem_why-kept = Used only by the other tool; written back on export.
problem_why-approximated = Usually behaves the same. Check the case named above before you rely on it.
problem_why-refused = The other tool has no equivalent: it would do something else, or nothing.
problem_why-no_root = Every run starts at the root. Without one, nothing runs.
problem_why-two_roots = Every run starts at one root. Nodes under another root never run.
problem_why-cycle = Every branch must end at a leaf. A node below itself would run forever.
problem_why-second_parent = A node returns its status to exactly one parent.
problem_why-root_as_child = Every run starts at the root, so the root cannot have a parent.
problem_why-duplicate_id = Connections, breakpoints and scenarios find nodes by id, so ids must be unique.
problem_why-dangling_id = The file refers to a missing node, perhaps lost in a manual edit or a merge.
problem_why-wrong_child_count = Composites and decorators need children to run; leaves cannot have any.
problem_why-unknown_task = No library declares this type: the node always fails. Parameters are kept.
problem_why-missing_parameter = This value is required: without it, the node always fails.
problem_why-misspelled_field = The program keeps fields that it does not know, because a later version may have added them, but does not use them.
problem_why-fixed_comparison = Nothing that happens in the game changes the result, so it cannot lead to an abort either.
problem_why-wrong_parameter_type = The node needs a value of another type, so it always fails.
problem_why-parameter_out_of_range = The node is not designed for this value: its behavior is undefined.
problem_why-not_a_choice = The node accepts only the listed choices, so it always fails.
problem_why-literal_only = This value is needed before anything runs, so it cannot come from a variable.
problem_why-variable_only = The node reads or writes a variable here; a constant does not work.
problem_why-not_finite = Conditions on infinity or NaN are never true, and files cannot store them.
problem_why-unknown_parameter = The node ignores this parameter. It may have been renamed in the library.
problem_why-undeclared_variable = A variable missing from the blackboard has no value, so the node always fails.
problem_why-wrong_variable_type = The node needs a variable of another type, so it always fails.
problem_why-wrong_payload = A node that receives this event cannot store the payload, so it fails.
problem_why-broken_expression = An invalid expression has no value; a condition that uses it is false.
problem_why-duplicate_variable = If variables share a name, only the first one is used.
problem_why-wrong_initial_value = The variable would start with a value that no node can read.
problem_why-abort_without_reach = An abort type interrupts what runs after its conditionals: inside the composite (Self), or to its right (Lower priority). Here nothing is left to run there, so changes of the variable do nothing.
problem_why-abort_without_conditional = Without a conditional to watch, an abort type has no effect.
problem_why-stand_in_unknown = A newer version wrote this stand-in; this version cannot run it.
problem_why-stand_in_on_parent = A parent runs its own code; only leaves can return a chosen result.
problem_why-stand_in_on_leaf = A leaf has no children to run: choose a result instead.
problem_why-stand_in_several_children = Several children need a rule: Sequence ends at the first failure, Selector at the first success.
problem_why-stand_in_no_code = Only the game has this node's code. Choose what it acts like without the game.
problem_why-stand_in_out_of_range = A probability must be between 0 (never) and 1 (always); a time cannot be negative.
problem_why-stand_in_expression = An invalid stand-in expression has no value, so the leaf has no result.
problem_why-data_expression = An invalid expression has no value to attach, so the node cannot run.
problem_why-unused_data = Only a stand-in attaches these data; game code attaches its own.
problem_why-abort_on_non_composite = Only composites watch conditionals. On this node, the abort type has no effect.
problem_why-duplicate_tree = Subtree nodes find a tree by name; if names are equal, the first one is used.
problem_why-no_such_root = The name refers to a deleted node: every node that runs this tree fails.
problem_why-unknown_tree = This node runs a tree by name. If no tree has the name, the node always fails.
problem_why-unknown_tree_in_file = This node runs a tree by name. If no tree has the name, the node always fails.
problem_why-no_main_tree = The file has nothing to run, so the node always fails.
problem_why-tree_not_chosen = A Subtree node without a tree always fails.
problem_why-file_outside = Files outside the project go missing when it is moved or built elsewhere.
problem_why-file_not_relative = An absolute path is valid on one computer only.
problem_why-file_unreadable = Without this file there is nothing to run, so the node always fails.
problem_why-file_not_loaded = Without this file there is nothing to run, so the node always fails.
problem_why-subtree_cycle = A tree that contains itself would grow without end.
problem_why-subtree_too_large = With all subtrees, the tree would need too much memory, so it is not run.
problem_why-unknown_subtree_variable = The subtree has no such variable, so this value has no effect.
problem_why-other_global = Trees share global variables by name, so their types must match.
problem_why-unknown_inside = The target node was deleted or renamed, so this override has no effect.
problem_why-fixed_inside = The contents of a subtree are fixed before it runs, for all its uses.
problem_why-disabled_root = Disabling a node disables its branch, and the root's branch is the entire tree.
problem_why-loose_nodes = Every run starts at the root; unconnected nodes never run.
problem_why-unreachable = An earlier sibling never lets execution reach this node.

tour-canvas_title = This is a behavior tree
tour-canvas = A guard who patrols, chases and attacks. Each frame, the tree runs from the root at the top; children run from left to right. Drag nodes to move them; the wheel zooms, middle-drag pans.
tour-palette_title = Nodes
tour-palette = Drag a node onto the canvas, or press Space there and type part of its name. Hover over a node to see what it does; the star adds it to your favorites.
tour-inspector_title = Inspector
tour-inspector = Select a node to edit its parameters here. For a composite with an abort type, the inspector also explains what it can abort.
tour-blackboard_title = Blackboard
tour-blackboard = Variables that nodes share. Change them while the tree runs: turn on sees_enemy and watch the guard react.
tour-run_title = Run it, without a game
tour-run = Step (F10) runs one frame; Run (F5) keeps running. The canvas shows which nodes are running, succeeded or failed.
tour-below_title = Problems and log
tour-below = Problems appear as you edit, with the reason and often a fix. The log explains each abort in one sentence.
tour-help_title = More help
tour-help = Shift+F1 explains the selected node; { KEYS("Ctrl+Shift+P") } finds any command. You can restart the tour from the Help menu.
tour-next = Next step
tour-back = Previous step
tour-skip = Skip tour
tour-done = Done

layout-unchanged = Nothing moved: the tree is already laid out.
layout-late = Laid out the tree after measuring its nodes; undo restores positions
