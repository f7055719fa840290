### Texts of copies of unsaved work, and of what came of writing files.

question-recover-title = Recover unsaved work?

recovery-text = Treewright did not end as it should. These copies of unsaved work were kept. Restoring one opens it as unsaved changes; its file stays as it is until you save.
recovery-unknown = A tree without a name
recovery-restore = Restore
recovery-restore_hint = Opens it as unsaved changes
recovery-restore_part = Restore what can be read
recovery-restore_part_hint = Opens the part that can be read as unsaved changes; the copy itself is kept
recovery-compare = Compare…
recovery-compare_hint = Shows it beside the saved file before you decide
recovery-cannot_compare = There is no saved file to compare it with, or nothing of it can be read
recovery-give_up = Discard
recovery-give_up_hint = Puts it among the discarded copies, which are kept for 7 days
recovery-given_up = Discarded “{ $title }”. It is kept for 7 days: { $path }
recovery-put_away = Put aside
recovery-put_away_hint = Is not offered again; the damaged copy is kept
recovery-restore_all = Restore all
recovery-later = Decide later
recovery-no_file = It was never saved to a file.
recovery-file_gone = Its file is not there any more. Saving makes it anew.
recovery-file_changed = Its file was changed after this work began. Saving will ask what to do.
recovery-damaged = The copy is damaged: { $what }. { $readable }
recovery-readable = { $count ->
    [one] 1 of its nodes can be read.
   *[other] { $count } of its nodes can be read.
}
recovery-restored = Restored “{ $title }”. It is not saved yet.
recovery-restored_changed = Restored “{ $title }”. Its file was changed meanwhile: saving will ask what to do.
recovery-put_aside = The damaged copy was put aside: { $path }
recovery-kept_for_newer = The copy is kept for the newer version of Treewright that wrote it: { $path }
recovery-restored_part = { $restored } { $aside }
recovery-stays = The copy stays where it is, { $path }: { $reason }
recovery-other = { $title } (other copy)
recovery-copy = Copy of unsaved work
recovery-beside = This copy of unsaved work is not decided about yet.

recovery-settings_not_saved = The settings could not be written: { $reason }

copy_fault-unreadable = it cannot be read ({ $reason })
copy_fault-no_head = its first line, which says where it belongs, is damaged
copy_fault-cut_short = its end is missing
copy_fault-altered = it is not what was written
copy_fault-newer = a newer version of Treewright wrote it
