### Versions of a document: comparing, merging and resolving conflicts.

version-field-presence = existence
version-field-place = parent
version-field-order = child order
version-field-root = root
version-field-task = node type
version-field-name = name
version-field-description = description
version-field-text = text
version-field-abort = abort type
version-field-parameter = { $name }
version-field-override = override of { $name }
version-override_name = { $name } in { $node }
version-field-stand_in = stand-in
version-field-data = frame data
version-field-disabled = disabled
version-field-initial = type and initial value
version-field-scope = scope
version-field-comment = comment
version-field-restart_when_complete = restart when finished
version-field-seed = seed
version-field-libraries = task libraries
version-field-breakpoint = breakpoint
version-field-broken_links = broken connections
version-field-own_id = id in the file
version-field-extra = field { $name }
version-field-collapsed = collapsed
version-field-position = position
version-field-size = size
version-field-color = color

version-value-unset = not set
version-value-yes = yes
version-value-no = no
version-value-root = root
version-value-loose = unconnected
version-value-child = child { $index } of { $parent }
version-value-variable = variable { $name }
version-value-typed = { $type } { $value }
version-value-none = none
version-value-there = present
version-value-nodes = { $count ->
    [one] 1 node
   *[other] { $count } nodes
}

version-subject-document = Document
version-subject-variable = Variable { $name }
version-subject-tree = Tree { $name }
version-subject-note = Note { $name }
version-subject-group = Group { $name }

command-compare_disk = Compare with saved file
command-compare_open = Compare with another tab
command-compare_file = Compare with file…
command-earlier_versions = Earlier versions…
command-compare_stop = Stop comparing
command-next_conflict = Next conflict
command-keep_all_ours = Keep all ours
command-take_all_theirs = Take all theirs

submenu-versions = Versions

panel-versions = Changes

obstacle-no_file = Save the document to a file first.
obstacle-no_conflicts = No unresolved conflicts.
obstacle-nothing_compared = Compare with another version first.

question-compare_version-title = Compare with file
question-compare_version-text = Path of the other version (NAME.bt.json):
question-compare_version-confirm = Compare

question-changed-merge = Merge both
question-changed-show = Compare

versions-nothing_compared = Changes between versions appear here. Choose a version to compare with.
versions-choose = Compare with…
versions-with = Changes since: { $name }
versions-on_disk = saved file
versions-another_file = Other file…
versions-layout = Include layout
versions-no_file = Save the document first: it has no file to compare with.
versions-comparing = Comparing…
versions-same = No meaningful differences
versions-changed = { $count ->
    [one] 1 change
   *[other] { $count } changes
}
versions-lie = { $count ->
    [one] ; 1 only moved or restyled
   *[other] ; { $count } only moved or restyled
}
versions-left = { $count ->
    [one] 1 unresolved conflict
   *[other] { $count } unresolved conflicts
}
versions-ours = Keep ours
versions-theirs = Take theirs
versions-all_ours = Keep all ours
versions-all_theirs = Take all theirs
versions-sides = ours: { $ours }   ·   theirs: { $theirs }
versions-before = { "   " }·   before: { $base }
versions-removed_there = removed
versions-merged = Merged with the saved file without conflicts
versions-merged_with = { $count ->
    [one] Merged with the saved file: 1 conflict to resolve.
   *[other] Merged with the saved file: { $count } conflicts to resolve.
}
versions-field = { $field }: { $old } → { $new }
versions-mark_added = added
versions-mark_removed = removed
versions-mark_moved = moved
versions-mark_changed = changed
versions-mark_conflict = conflict
versions-conflict_both_changed = { $subject }: { $field } changed in both
versions-conflict_both_added = { $subject }: added in both, with different { $field }
versions-conflict_removed_by_ours = { $subject }: removed in ours, changed in theirs
versions-conflict_removed_by_theirs = { $subject }: changed in ours, removed in theirs
versions-conflict_both_moved = { $subject }: moved in both
versions-conflict_cycle = { $subject }: both moves together form a cycle
versions-conflict_both_reordered = { $subject }: children reordered in both

earlier-title = Earlier versions of { $title }
earlier-none = No earlier versions yet. Each save keeps the version it replaces, up to ten.
earlier-hint = Replaced versions, newest first. Restoring can be undone.
earlier-compare = Compare
earlier-identical = the same as now
earlier-same = changes nothing but the layout
earlier-nodes = { $count ->
    [one] changes { $count } node
   *[other] changes { $count } nodes
}
earlier-others = { $count ->
    [one] changes { $count } variable or setting
   *[other] changes { $count } variables or settings
}
earlier-restore_this = Restore this version
earlier-restore = Restore
earlier-now = just now
earlier-seconds = { $count ->
    [one] 1 second ago
   *[other] { $count } seconds ago
}
earlier-minutes = { $count ->
    [one] 1 minute ago
   *[other] { $count } minutes ago
}
earlier-hours = { $count ->
    [one] 1 hour ago
   *[other] { $count } hours ago
}
earlier-days = { $count ->
    [one] 1 day ago
   *[other] { $count } days ago
}
earlier-size = { $count } kB
earlier-name = version replaced { $age }
