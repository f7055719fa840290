### Files of recordings: reading, saving, comparing.

command-save_run = Save the run…
command-compare_run = Compare with a recording…

submenu-recordings = Recordings

question-compare-title = Compare with a recording
question-compare-text = Path of the recording (NAME.trace.jsonl):
question-compare-confirm = Compare

run_not_saved-document = The run cannot be saved: a document that it ran holds a number that no file can hold
run_not_saved-nothing = The run cannot be saved: no frame was run yet
run_not_saved-too_large = The run cannot be saved: its file would be larger than the { $limit } MB that are read. Edit the tree less while it runs, or save a shorter run
run_not_saved-too_long = The run cannot be saved: it has more than the { $limit } frames that are read. Save a shorter run
run_not_saved-forgotten = The run cannot be saved: frame { $first } is the first that is still kept. Let runs keep more memory in the settings, and run again

notice-cut_off = Line { $line } of the recording is cut off: whoever wrote it was interrupted. The frames before it are whole

comparison-title = This run and { $name }
comparison-other_tree = What was run differs: the documents or task libraries are not the same.
comparison-other_seed = The seeds differ: { $seed } and { $other }.
comparison-run_gone = Not compared with { $name }: the run has ended since that was asked for
comparison-same = { $count ->
    [one] The same in the only frame.
   *[other] The same in all of { $count } frames.
}
comparison-first = They differ first in frame { $frame }.
comparison-go_to = Go to frame { $frame }
comparison-run_ends = This run ends with frame { $frame }.
comparison-recording_ends = The recording ends with frame { $frame }.
comparison-this_run = This run
comparison-differs = Differs: { $left } | { $right }
comparison-alike = { $left } | { $right }
comparison-of_agent = Agent { $agent }: { $told }
comparison-row_seconds = { $text } s
comparison-row_set = { $name } is set to { $text }
comparison-row_send = Event { $name } is sent
comparison-row_send_with = Event { $name } is sent with { $text }
comparison-row_force = { $node } is made to answer { $text }
comparison-row_interrupt = { $name } is interrupted with { $text }
comparison-row_swap = The tree was changed
comparison-row_add = An agent is added with seed { $text }
comparison-row_remove = The agent is removed
comparison-row_start = { $node } starts
comparison-row_update = { $node } answers { $text }
comparison-row_end = { $node } ends with { $text }
comparison-row_interrupted = { $node } is interrupted
comparison-row_check = { $node } is asked again: { $text }
comparison-row_abort = { $node } aborts in { $text }
comparison-row_log = { $node } says “{ $text }”
comparison-row_mark = { $node } sets the mark “{ $text }”
comparison-row_error = { $node } could not do its work: { $text }
comparison-row_tree_start = Tree { $name } starts beside
comparison-row_tree_end = Tree { $name } ends with { $text }
comparison-row_tree_stopped = Tree { $name } is stopped
comparison-row_tree_says = Tree { $name } says “{ $text }”
comparison-row_wrote = { $node } sets { $name } to { $text }
comparison-row_becomes = { $name } becomes { $text }
comparison-row_status = The tree: { $text }
