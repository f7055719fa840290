### Texts of versions of a document: what differs, and what a merge left to decide.

version-field-presence = being there
version-field-place = place
version-field-order = order
version-field-root = root
version-field-task = task
version-field-name = name
version-field-description = description
version-field-text = text
version-field-abort = abort type
version-field-parameter = { $name }
version-field-override = { $name } inside
version-field-stand_in = stand-in
version-field-disabled = disabled
version-field-initial = type and initial value
version-field-scope = scope
version-field-comment = comment
version-field-restart_when_complete = starting again when complete
version-field-seed = seed
version-field-libraries = task libraries
version-field-breakpoint = breakpoint
version-field-broken_links = broken links
version-field-own_id = id in the file
version-field-extra = field { $name }
version-field-collapsed = collapsed
version-field-position = position
version-field-size = size
version-field-color = color

version-value-unset = not set
version-value-yes = yes
version-value-no = no
version-value-root = the root
version-value-loose = loose
version-value-child = child { $index } of { $parent }
version-value-variable = variable { $name }
version-value-none = none
version-value-there = there
version-value-nodes = { $count ->
    [one] 1 node
   *[other] { $count } nodes
}

version-subject-document = The document
version-subject-variable = Variable { $name }
version-subject-tree = Tree { $name }
version-subject-note = Note { $name }
version-subject-group = Group { $name }

command-compare_disk = Compare with the saved file
command-compare_open = Compare with another tab
command-compare_file = Compare with a file…
command-earlier_versions = Earlier versions…
command-compare_stop = Stop comparing
command-next_conflict = Next conflict
command-keep_all_ours = Keep all of ours
command-take_all_theirs = Take all of theirs

submenu-versions = Versions

panel-versions = Changes

obstacle-no_file = The document has no file yet.
obstacle-no_conflicts = Nothing is left to decide.
obstacle-nothing_compared = Nothing is compared.

question-compare_version-title = Compare with a file
question-compare_version-text = Path of the other version (NAME.bt.json):
question-compare_version-confirm = Compare

question-changed-merge = Merge both
question-changed-show = See what differs

versions-nothing_compared = Here stands what changed from one version to another, and what a merge leaves to decide.
versions-choose = Compare with…
versions-with = Changes since: { $name }
versions-on_disk = the saved file
versions-another_file = a file…
versions-layout = Places on the canvas too
versions-no_file = The document has no file with which it could be compared.
versions-comparing = Finding out what differs…
versions-same = Nothing that matters differs
versions-changed = { $count ->
    [one] 1 thing changed
   *[other] { $count } things changed
}
versions-lie = { $count ->
    [one] ; 1 only lies or looks otherwise
   *[other] ; { $count } only lie or look otherwise
}
versions-left = { $count ->
    [one] 1 conflict left to decide
   *[other] { $count } conflicts left to decide
}
versions-ours = Keep ours
versions-theirs = Take theirs
versions-all_ours = Keep all of ours
versions-all_theirs = Take all of theirs
versions-sides = ours: { $ours }   ·   theirs: { $theirs }
versions-before = { "   " }·   before: { $base }
versions-removed_there = removed
versions-merged = Merged with what is on disk. Nothing is left to decide.
versions-merged_with = { $count ->
    [one] Merged with what is on disk: 1 conflict is left to decide.
   *[other] Merged with what is on disk: { $count } conflicts are left to decide.
}
versions-field = { $field }: { $old } → { $new }
versions-mark_added = added
versions-mark_removed = removed
versions-mark_moved = moved
versions-mark_changed = changed
versions-mark_conflict = conflict
versions-conflict_both_changed = { $subject }: both changed { $field }
versions-conflict_both_added = { $subject }: both added it, with another { $field }
versions-conflict_removed_by_ours = { $subject }: we removed it, they changed it
versions-conflict_removed_by_theirs = { $subject }: we changed it, they removed it
versions-conflict_both_moved = { $subject }: both moved it
versions-conflict_cycle = { $subject }: both moves together would put it below itself
versions-conflict_both_reordered = { $subject }: both reordered its children

earlier-title = Earlier versions of { $title }
earlier-none = No save has replaced a version of this file yet. The last ten are kept.
earlier-hint = What each save replaced, latest first. To restore one is a step that Undo takes back; the file changes with the next save.
earlier-compare = Compare
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
earlier-name = replaced { $age }
