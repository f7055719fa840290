### Texts of what is seen of a run: counts on the canvas, the timeline, plots, log and history of variables.

command-heat_map = Heat map of visits
command-run_counts = Visits and times on cards
command-unreached = Mark what was never reached

canvas-run-counts = { $count }× · { $seconds } s
canvas-run-told = Entered { $count }×, { $state } for { $seconds } s
canvas-run-visits = { $count ->
    [one] entered once
   *[other] entered { $count } times
}
canvas-run-never = never reached

canvas-heat-title = How often nodes were entered
canvas-heat-said = Colors say how often nodes were entered, from 1 to { $most } times
canvas-heat-unreached = { $count ->
    [one] { $count } node never reached
   *[other] { $count } nodes never reached
}

status-reached = { $count ->
    [one] { $reached } of 1 node reached
   *[other] { $reached } of { $count } nodes reached
}

panel-plots = Plots
panel-timeline = Timeline

timeline-no_run = While the tree runs, each node has a lane here that shows when it ran and how that ended.
timeline-search = Search lanes
timeline-ruler = Frame shown
timeline-moment = Frame { $frame } · { $time } s
timeline-follow = Follow the newest frame
timeline-all = Show the whole run
timeline-zoom_in = Zoom in on time
timeline-zoom_out = Zoom out of time
timeline-expand_all = Expand all lanes
timeline-collapse_all = Collapse lanes
timeline-lane = Lane of { $title }, { $state }
timeline-lane_collapsed = Lane of { $title }, { $state }, collapsed
timeline-span = { $count ->
    [one] Frame { $from } · { $seconds } s
   *[other] Frames { $from } to { $to } · { $seconds } s
}
timeline-span_series = In each frame from { $from } to { $to }
timeline-note_abort = Fired an abort in frame { $frame }
timeline-note_log = Said in frame { $frame }: { $text }
timeline-note_mark = Set a mark in frame { $frame }: { $text }
timeline-note_error = Could not do its work in frame { $frame }: { $text }
timeline-note_change = Changed { $text } in frame { $frame }

log-nothing = No line of the log fits.
log-search = Search the log
log-frames = Frames
log-frames_hint = Lines of these frames only: 12, 12-30, 12- or -30
log-frames_wrong = Frames are written as 12, 12-30, 12- or -30
log-only_selected = Only lines about selected nodes and what is below them
log-kind_log = Message
log-kind_abort = Abort
log-kind_error = Error
log-kind_run = Run
log-copy = Copy the lines shown
log-export = Export the lines shown
log-as_text = Text…
log-as_csv = CSV…
log-as_jsonl = JSON lines…

question-export-title = Export
question-export-text = Path to write to:
question-export-confirm = Export

notice-exported = Exported to { $path }

plots-no_run = While the tree runs, the chosen variables are drawn here over time.
plots-empty = Choose variables in the blackboard: each number has a button that draws it here.
plots-switch = Plot { $name } over time
plots-name = Plot of { $names }

blackboard-changed_now = { $name } changed just now. Its last values
blackboard-history_of = Last values of { $name }
blackboard-by_declaration = as declared
blackboard-by_elsewhere = another tree
blackboard-by_outside = from outside
