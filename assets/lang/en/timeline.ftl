### Views of a run: visits on the canvas, timeline, plots, log and variable history.

command-heat_map = Heat map of visits
command-run_counts = Visits and times on nodes
command-unreached = Highlight unreached nodes

canvas-run-counts = { $count }× · { $seconds } s
canvas-run-told = Entered { $count }×, { $state } for { $seconds } s
canvas-run-visits = { $count ->
    [one] entered once
   *[other] entered { $count } times
}
canvas-run-never = never reached

canvas-heat-title = Visits per node
canvas-heat-said = Colors show how often nodes were entered, from 1 to { $most } times
canvas-heat-unreached = { $count ->
    [one] { $count } node never reached
   *[other] { $count } nodes never reached
}

status-reached = { $count ->
    [one] { $reached } of 1 node reached
   *[other] { $reached } of { $count } nodes reached
}

panel-plots = Plots
panel-map = Map
panel-timeline = Timeline

timeline-no_run = Run the tree to see when each node ran and with what result.
timeline-search = Search lanes
timeline-ruler = Shown frame
timeline-moment = Frame { $frame } · { $time } s
timeline-more = { $count ->
    [one] … and { $count } more
   *[other] … and { $count } more
}
timeline-event = Event “{ $name }” received in frame { $frame }
timeline-event_with_payload = Event “{ $name }” received in frame { $frame } with { $payload }
timeline-follow = Follow newest frame
timeline-all = Show entire run
timeline-zoom_in = Zoom in on timeline
timeline-zoom_out = Zoom out of timeline
timeline-expand_all = Expand all lanes
timeline-collapse_all = Collapse all lanes
timeline-lane = Lane of { $title }, { $state }
timeline-lane_collapsed = Lane of { $title }, { $state }, collapsed
timeline-span = { $count ->
    [one] Frame { $from } · { $seconds } s
   *[other] Frames { $from } to { $to } · { $seconds } s
}
timeline-span_series = Each frame from { $from } to { $to }
timeline-note_abort = Triggered an abort in frame { $frame }
timeline-note_log = Message in frame { $frame }: { $text }
timeline-note_mark = Mark in frame { $frame }: { $text }
timeline-note_error = Error in frame { $frame }: { $text }
timeline-note_background = Frame { $frame }: { $text }
timeline-note_change = Changed { $text } in frame { $frame }

log-nothing = No log entries match.
log-search = Search log
log-frames = Frames
log-frames_hint = Entries of these frames only: 12, 12-30, 12- or -30
log-frames_wrong = Enter frames as 12, 12-30, 12- or -30
log-only_selected = Only entries of selected nodes and their branches
log-kind_log = Message
log-kind_data = Frame data
log-kind_abort = Abort
log-kind_event = Event
log-kind_error = Error
log-kind_run = Run
log-copy = Copy shown entries
log-export = Export shown entries
log-as_text = Text…
log-as_csv = CSV…
log-as_jsonl = JSON Lines…

question-export-title = Export
question-export-text = Path to write to:
question-export-confirm = Export

notice-exported = Exported to { $path }
notice-two_sentences = { $first }. { $next }
notice-run_saved = Run saved to { $path }

plots-no_run = Run the tree to plot the chosen variables over time.
plots-empty = Choose variables to plot: in the blackboard, press the chart button of a variable, or open its “…” menu.
plots-switch = Plot { $name } over time
plots-name = Plot of { $names }
plots-utility = utility of “{ $node }”
plots-data = Frame data ({ $count })

map-no_run = Run the tree to see its vectors as points on a map.
map-empty = No vectors yet. Variables and frame data of type vec2 or vec3 appear here.
map-fit = Show all points
map-follow = Follow the shown agent
map-labels = Labels
map-y_down = Larger values at the bottom
map-plane = Coordinates of a vec3: { $plane }. Click to change.
map-path = Path length in frames
map-path_unit = {" "}frames
map-name = { $count ->
    [one] Map with { $count } point
   *[other] Map with { $count } points
}
map-point = { $label } { $value }
map-point_before = { $point }, from an earlier frame

blackboard-changed_now = { $name } just changed. Recent values
blackboard-history_of = Recent values of { $name }
blackboard-value_in_frame = { $frame }: { $value }
blackboard-change = { $frame }: { $value } ({ $by })
blackboard-earlier = { $count ->
    [one] … and { $count } earlier change
   *[other] … and { $count } earlier changes
}
blackboard-by_declaration = initial value
blackboard-by_background = a background tree
blackboard-by_you = by you
blackboard-by_outside = from outside
blackboard-by_unknown = not known
