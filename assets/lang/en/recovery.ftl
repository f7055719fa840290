### Recovering copies of unsaved work, and errors in writing files.

question-recover-title = Recover unsaved work?

recovery-text = These copies of unsaved work are left from when Treewright quit unexpectedly. Restoring a copy opens it as unsaved changes; its file is unchanged until you save.
recovery-unknown = Untitled tree
recovery-restore = Restore
recovery-restore_hint = Opens it as unsaved changes
recovery-restore_part = Restore readable part
recovery-restore_part_hint = Opens the readable part as unsaved changes; the copy itself is kept
recovery-compare = Compare…
recovery-compare_hint = Compares the copy with the saved file before you decide
recovery-cannot_compare = No saved file to compare with, or the copy is unreadable
recovery-give_up = Discard
recovery-give_up_hint = Moves it to the discarded copies, which are kept for 7 days
recovery-given_up = Discarded “{ $title }”; kept for 7 days: { $path }
recovery-put_away = Don't offer again
recovery-put_away_hint = Keeps the damaged copy but does not offer it again
recovery-restore_all = Restore all
recovery-offered_again = The copies are kept and offered again at the next start
recovery-later = Decide later
recovery-no_file = Never saved to a file.
recovery-file_gone = Its file no longer exists. Saving recreates it.
recovery-file_changed = Its file has changed since then. Saving will ask what to do.
recovery-damaged = The copy is damaged: { $what }. { $readable }
recovery-readable = { $count ->
    [one] 1 of its nodes is readable.
   *[other] { $count } of its nodes are readable.
}
recovery-restored = Restored { $document }. Save it to keep it.
recovery-restored_changed = Restored { $document }. Its file has changed since then: saving will ask what to do.
recovery-of_file = “{ $title }” ({ $path })
recovery-untitled = “{ $title }”, which has no file yet
recovery-put_aside = The damaged copy is kept and not offered again: { $path }
recovery-kept_for_newer = The copy is kept for the newer version of Treewright that wrote it: { $path }
recovery-restored_part = { $restored } { $aside }
recovery-stays = The copy could not be moved and stays at { $path }: { $reason }
recovery-other = { $title } (other copy)
recovery-copy = Copy of unsaved work
recovery-beside = Restore or discard this copy of unsaved work?

recovery-settings_not_saved = The settings could not be saved: { $reason }

copy_fault-unreadable = it cannot be read ({ $reason })
copy_fault-no_head = its first line, which names its file, is damaged
copy_fault-cut_short = its end is missing
copy_fault-altered = its contents were changed
copy_fault-newer = a newer version of Treewright wrote it
