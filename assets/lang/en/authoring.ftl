### Editing nodes, multiple selection, the clipboard and templates.

command-insert_template = Insert template…
command-save_template = Save as template…
command-paste_after = Paste after
command-select_subtree = Select branch
command-select_same_kind = Select same type
command-invert_selection = Invert selection
command-collapse_below = Collapse branch
command-expand_below = Expand branch
command-replace_node = Change type…
command-wrap = Wrap in node…
command-remove_keeping_children = Delete, keep children
command-extract = Extract subtree
command-extract_to_file = Extract to file…
command-inline = Inline subtree
command-align_left = Align left
command-align_center = Align centers
command-align_right = Align right
command-align_top = Align tops
command-align_middle = Align middles
command-align_bottom = Align bottoms
command-distribute_across = Distribute horizontally
command-distribute_down = Distribute vertically
command-collapse_all = Collapse all
command-expand_all = Expand all

menu-arrange = Arrange

notice-broken_paste = The clipboard text cannot be pasted: { $why }
notice-replaced = Changed type; removed what did not fit: { $lost }
notice-extracted = Extracted to subtree “{ $tree }”
extraction-title = Extract to file
extraction-file = File in the project
extraction-tree = Name of the tree
extraction-into_new = A new file: the branch becomes its main tree
extraction-into_existing = An existing file: the branch becomes a named tree in it
extraction-confirm = Extract
extraction-overridden = Overrides in { $files } of values of “{ $node }” will have no effect. Move it again to move it all the same.
extraction-done = Extracted “{ $tree }” to { $file }
extraction-done_in_open = Extracted “{ $tree }” to { $file }, which is open; undo takes it back in both tabs
notice-inlined_last = Inlined; removed the unused subtree “{ $tree }”

authoring-name_on_card = Node name
authoring-replace_by = Change the type of { $nodes }
authoring-wrap_in = Wrap { $nodes } in
authoring-reshape = Restructure
authoring-select = Select

inspector-of_kind = { $count } × { $kind }
inspector-several_values = several values
inspector-take_over = Set { $name } of all nodes to { $value }

obstacle-two_nodes = Select at least two nodes first.
obstacle-three_nodes = Select at least three nodes first.

template-heading = Insert template
template-section = Templates
template-row = Template { $title }
template-family = Template
template-search = Search templates
template-insert = Insert
template-insert_here = Insert template here…
template-rename = Rename…
template-remove = Remove
template-save_title = Save as template
template-rename_title = Rename template
template-name = Template name
template-description = Description
template-save = Save template
template-kept = Saved template “{ $title }”; find it under Nodes
template-not_kept = The template could not be saved: { $why }
template-removed = Removed the template; its file is kept as { $path }
template-not_removed = The template could not be removed: { $why }
