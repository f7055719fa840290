### Texts of two versions that are seen beside each other.

command-side_by_side = Side by side
command-next_change = Next change
command-previous_change = Previous change
command-link_sides = Linked: both sides move together

obstacle-not_side_by_side = Nothing is seen side by side.

sides-open = Side by side
sides-close = Close the view side by side
sides-place = { $place } of { $count }
sides-here = In the editor
sides-on_disk = Saved file
sides-on_disk_newer = On disk (newer)
sides-file = { $name } (file)
sides-other_tab = { $name } (other tab)
sides-this_tab = { $name } (this tab)
sides-read_only = { $name } · read-only
sides-canvas = { $name }, read-only
sides-choose = Select a marked node to see what both sides hold of it.
sides-same = { $name }: the same on both sides
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
    [one] 1 only here
   *[other] { $count } only here
}
sides-apart_removed = { $count ->
    [one] 1 only on disk
   *[other] { $count } only on disk
}
sides-apart_moved = { $count ->
    [one] 1 elsewhere
   *[other] { $count } elsewhere
}
sides-apart_changed = { $count ->
    [one] 1 differs
   *[other] { $count } differ
}

versions-apart_from = What differs from: { $name }
versions-field_apart = { $field }: on disk: { $old }   ·   here: { $new }
versions-differ = { $count ->
    [one] 1 thing differs
   *[other] { $count } things differ
}
versions-apart_added = only here
versions-apart_removed = only on disk
versions-apart_moved = elsewhere
versions-apart_changed = differs
