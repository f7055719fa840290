### The side-by-side view of two versions.

command-side_by_side = Side by side
command-next_change = Next change
command-previous_change = Previous change
command-link_sides = Synchronize views

obstacle-not_side_by_side = Open the side-by-side view first.

sides-open = Side by side
sides-close = Close side-by-side view
sides-place = { $place } of { $count }
sides-here = Editor
sides-on_disk = Saved file
sides-on_disk_newer = Saved file (newer)
sides-file = { $name } (file)
sides-other_tab = { $name } (other tab)
sides-this_tab = { $name } (this tab)
sides-read_only = { $name } · read-only
sides-canvas = { $name }, read-only
sides-choose = Select a marked node to compare both sides.
sides-same = { $name }: same on both sides
sides-mark_added = { $count ->
    [one] 1 added
   *[other] { $count } added
}
sides-mark_removed = { $count ->
    [one] 1 removed
   *[other] { $count } removed
}
sides-mark_moved = { $count ->
    [one] 1 moved
   *[other] { $count } moved
}
sides-mark_changed = { $count ->
    [one] 1 changed
   *[other] { $count } changed
}
sides-apart_added = { $count ->
    [one] 1 only in the editor
   *[other] { $count } only in the editor
}
sides-apart_removed = { $count ->
    [one] 1 only on disk
   *[other] { $count } only on disk
}
sides-apart_moved = { $count ->
    [one] 1 in another place
   *[other] { $count } in other places
}
sides-apart_changed = { $count ->
    [one] 1 differs
   *[other] { $count } differ
}

versions-apart_from = Differences from: { $name }
versions-field_apart = { $field }: on disk: { $old }   ·   in the editor: { $new }
versions-differ = { $count ->
    [one] 1 difference
   *[other] { $count } differences
}
versions-by_ours = changed in ours
versions-by_theirs = changed in theirs
versions-by_both = changed in both
versions-with_changer = { $text } ({ $by })
versions-apart_added = only in the editor
versions-apart_removed = only on disk
versions-apart_moved = in another place
versions-apart_changed = differs
