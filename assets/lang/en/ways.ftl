### The ways of a run: what a change in the past leaves is kept as another way.

ways-numbered = Way { $number }
ways-current = { $way }, the current way
ways-left = { $way }: Enter tells what differs
ways-frames = Frames { $from } to { $to }
ways-differs = Differs from frame { $frame } on
ways-ahead = { $count ->
    [0] Up to frame { $frame }, no recorded input happens again.
    [one] 1 recorded input happens again, up to frame { $frame }.
   *[other] { $count } recorded inputs happen again, up to frame { $frame }.
}
ways-switch = Switch to “{ $way }”
ways-compare = What differs from “{ $way }”…
ways-go_to_difference = Go to the first difference
ways-rename = Rename way
ways-name_of = Name of “{ $way }”
ways-keep_only = Keep only “{ $way }”
ways-forget = Remove “{ $way }”

ways-title = What differs: { $here } and { $there }
ways-first_difference = The first difference is in
ways-comparing = Nothing differs up to frame { $frame }; comparing the rest…
ways-same = Nothing differs in the frames that both ways have.
ways-inputs = Inputs
ways-variables = Variables
ways-nodes = Nodes
ways-kept = stays { $value }
ways-not_so = did not happen

log-not_repeated = Recorded input not repeated: { $what } Reason: { $why }.
log-input_set = “{ $name }” = { $value } set from outside.
log-input_force = The result of “{ $node }” set to { $status }.
log-input_interrupt = Nodes with the key “{ $key }” interrupted.
log-input_seed = Random choices begin anew with seed { $seed }.
log-input_remove = Agent { $agent } removed.
log-input_add = An agent added.

notice-kept_only_way = { $count ->
    [one] Only “{ $way }” is kept; 1 other way was removed
   *[other] Only “{ $way }” is kept; { $count } other ways were removed
}
notice-removed_way = Removed “{ $way }”

question-lose_ways-title = Remove other ways?
question-lose_ways-text = { $count ->
    [one] 1 other way of this run will be removed. This cannot be undone.
   *[other] { $count } other ways of this run will be removed. This cannot be undone.
}
question-lose_ways-confirm = Keep only this way
