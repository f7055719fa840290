### Changing nodes, many at once, the clipboard and templates.

command-insert_template = Insert a template…
command-save_template = Save as a template…
command-paste_after = Paste after
command-select_subtree = Select with all below
command-select_same_kind = Select all of this kind
command-invert_selection = Invert the selection
command-collapse_below = Collapse all below
command-expand_below = Expand all below
command-replace_node = Replace by another kind…
command-wrap = Wrap in a node…
command-remove_keeping_children = Remove, keep children
command-extract = Extract to a subtree
command-inline = Inline the subtree
command-align_left = Align left
command-align_center = Align centers
command-align_right = Align right
command-align_top = Align tops
command-align_middle = Align middles
command-align_bottom = Align bottoms
command-distribute_across = Distribute across
command-distribute_down = Distribute down
command-collapse_all = Collapse everything
command-expand_all = Expand everything

menu-arrange = Arrange

notice-broken_paste = The text on the clipboard cannot be read: { $why }
notice-replaced = Replaced; did not fit and was dropped: { $lost }
notice-extracted = Extracted to the tree “{ $tree }”
notice-inlined_last = Inlined. Nothing else ran the tree “{ $tree }”, so it is gone from the document

authoring-name_on_card = Name on the card
authoring-replace_by = Replace { $nodes } by
authoring-wrap_in = Wrap { $nodes } in
authoring-reshape = Change the tree here
authoring-select = Select

inspector-of_kind = { $count } { $kind }
inspector-several_values = several values
inspector-take_over = Set { $name } of all to { $value }

obstacle-two_nodes = Select several nodes first.
obstacle-three_nodes = Select at least three nodes first.

template-heading = Insert a template
template-section = Templates
template-row = Template { $title }
template-family = Template
template-search = Search templates
template-insert = Insert
template-insert_here = Insert a template here…
template-rename = Rename…
template-remove = Remove
template-save_title = Save as a template
template-rename_title = Name of the template
template-name = Template name
template-description = What it is for
template-save = Save template
template-kept = Saved as the template “{ $title }”; it is in the palette.
template-not_kept = The template could not be saved: { $why }
template-removed = Removed from the templates; its file is kept as { $path }
template-not_removed = The template could not be removed: { $why }
