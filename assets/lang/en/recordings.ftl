### Recordings of runs: saving and comparing.

command-save_run = Save run…
command-compare_run = Compare with recording…

submenu-recordings = Recordings

question-save_run-title = Save run
question-save_run-text = Path of the recording (NAME.trace.jsonl):
question-save_run-confirm = Save
question-compare-title = Compare with recording
question-compare-text = Path of the recording (NAME.trace.jsonl):
question-compare-confirm = Compare

run_not_saved-document = The run cannot be saved: one of its documents contains a number that files cannot store.
run_not_saved-nothing = The run cannot be saved: no frame has run yet.
run_not_saved-too_large = The run cannot be saved: its recording would exceed the limit of { $limit } MB. Edit the tree less while it runs, or save a shorter run.
run_not_saved-too_long = The run cannot be saved: it exceeds the limit of { $limit } frames. Save a shorter run.
run_not_saved-forgotten = The run cannot be saved: its history now starts at frame { $first }. Raise the memory limit for the run history in the settings, then run again.

notice-cut_off = Line { $line } of the recording is incomplete because writing was interrupted. The frames before it are intact.

comparison-title = This run compared with { $name }
comparison-other_tree = The documents or task libraries differ.
comparison-other_seed = The seeds differ: { $seed } and { $other }.
comparison-run_gone = Not compared with { $name }: the run has ended.
comparison-same = { $count ->
    [one] No differences in the only frame.
   *[other] No differences in { $count } frames.
}
comparison-first = First difference in frame { $frame }.
comparison-go_to = Go to frame { $frame }
comparison-run_ends = This run ends at frame { $frame }.
comparison-recording_ends = The recording ends at frame { $frame }.
comparison-this_run = This run
comparison-differs = Differs: { $left } | { $right }
comparison-alike = { $left } | { $right }
comparison-row_seconds = { $text } s
comparison-row_set = { $name } is set to { $text }
comparison-row_send = Event { $name } is sent
comparison-row_send_with = Event { $name } is sent with payload { $text }
comparison-row_force = { $node } is forced to return { $text }
comparison-row_interrupt = { $name } is interrupted with { $text }
comparison-row_seed = The random choices begin anew with seed { $text }
comparison-row_swap = The tree is edited
comparison-row_add = An agent is added with seed { $text }
comparison-row_remove = The agent is removed
comparison-row_start = { $node } starts
comparison-row_update = { $node } returns { $text }
comparison-row_end = { $node } ends with { $text }
comparison-row_interrupted = { $node } is interrupted
comparison-row_check = { $node } is checked: { $text }
comparison-row_abort = { $node } triggers an abort in { $text }
comparison-row_log = { $node } logs “{ $text }”
comparison-row_mark = { $node } sets mark “{ $text }”
comparison-row_error = Error in { $node }: { $text }
comparison-row_tree_start = Background tree { $name } starts
comparison-row_tree_end = Background tree { $name } ends with { $text }
comparison-row_tree_stopped = Background tree { $name } is stopped
comparison-row_tree_says = Background tree { $name } logs “{ $text }”
comparison-row_wrote = { $node } sets { $name } to { $text }
comparison-row_data = { $node } attaches { $name } = { $text }
comparison-row_attached = A background tree attaches { $name } = { $text }
comparison-row_becomes = { $name } becomes { $text }
comparison-row_status = Tree status: { $text }

### Logs of robots

run-told = Recorded run
canvas-run-unknown = state not known
blackboard-not_told = Initial values; none recorded
observers-not_known = It is not known what is watched at this moment: nothing was told of it.
told_run-opened = { $count ->
    [0] Opened the recorded run { $name }: it contains no frames.
    [one] Opened the recorded run { $name }: one frame.
   *[other] Opened the recorded run { $name }: { $count } frames.
}
told_run-opened_cut = { $count ->
    [0] The end of { $name } is missing, because writing was interrupted: it contains no frames.
    [one] The end of { $name } is missing, because writing was interrupted: it contains one frame.
   *[other] The end of { $name } is missing, because writing was interrupted: it contains { $count } frames.
}
told_run-remedy = Record it again with FileLogger2 of BehaviorTree.CPP 4, and close the program before you copy the file.
