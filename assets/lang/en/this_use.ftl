### One use of a tree: editing it from inside, and its overrides.

command-edit_use = Edit this use
command-edit_file = Edit the file
obstacle-no_use = No single use of a tree is being edited.
this_use-editing = Editing this use: { $way }
this_use-sets = sets { $values }
this_use-count = { $count ->
    [0] Same as the file
    [one] { $count } value differs from the file
   *[other] { $count } values differ from the file
}
this_use-mark = { $count ->
    [one] { $count } own value
   *[other] { $count } own values
}
this_use-edit_hint = Give this use other values; the file stays as it is
this_use-edit_file_hint = Edit { $file } itself, for all its uses
this_use-runs_file = This runs the file with its own values. Run { $title } to see this use.
this_use-refused = Only parameters of nodes can differ in one use. Variables are set at the Subtree node; to change anything else, edit the file.
this_use-of_file = Names, comments, children and all else are the same in all uses.
this_use-no_parameters = This node has no values that one use can change.
this_use-select = Select a single node to change its values in this use.
this_use-begun = Changes go to this use only; the file stays as it is.
this_use-left = You left the edited use: changes go to the file again.
this_use-in_file = In the file: { $value }
this_use-reset = Reset
this_use-reset_all = Reset all
this_use-apply = Apply to the file
this_use-apply_one = Apply { $name } of { $node } to the file
this_use-apply_all = Apply all to the file
this_use-applied = { $count ->
    [one] Applied { $count } value to { $files }
   *[other] Applied { $count } values to { $files }
}
this_use-others_too = { $count ->
    [one] { $count } other tree that runs it has it too
   *[other] { $count } other trees that run it have it too
}
this_use-kept_missing = Not applied: the node is not in the tree, or its file cannot be read.
this_use-kept_overridden = Not applied: on the way, node { $node } overrides the same value. Change it there.
this_use-kept_variable = Not applied: the value needs variable “{ $name }” of { $title }, which the tree cannot read.
