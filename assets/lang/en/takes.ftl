### What it would take that a node runs or an expectation holds.

command-what_it_takes = What would it take?

takes-title = What would it take?
takes-runs = What would make “{ $node }” run by frame { $frame }?
takes-holds = What would make “{ $fact }” hold in frame { $frame }?
takes-frames = Change inputs in the last frames:
takes-frames_of = { $count ->
    [one] Change inputs in the last frame
   *[other] Change inputs in the last { $count } frames
}
takes-searching = { $count ->
    [one] Searching: 1 change tried…
   *[other] Searching: { $count } changes tried…
}
takes-searching_smaller = { $count ->
    [one] Found. Searching for smaller changes: 1 tried…
   *[other] Found. Searching for smaller changes: { $count } tried…
}
takes-found = { $count ->
    [one] The smallest changes that lead there, of 1 that was tried:
   *[other] The smallest changes that lead there, of { $count } that were tried:
}
takes-found_small = { $count ->
    [one] Changes that lead there, of 1 that was tried. All their inputs are needed, but others might do with fewer.
   *[other] Changes that lead there, of { $count } that were tried. All their inputs are needed, but others might do with fewer.
}
takes-nothing = { $count ->
    [one] No change of inputs was found that leads there in these frames (1 tried).
   *[other] No change of inputs was found that leads there in these frames ({ $count } tried).
}
takes-already = It is so already: no input has to change.
takes-gave_up = { $count ->
    [one] Nothing found, and not everything was tried (1 change).
   *[other] Nothing found among { $count } changes; not everything was tried. Choose fewer frames.
}
takes-cancel = Cancel search
takes-try = Try
takes-try_of = Try: { $change }
takes-ran = “{ $node }” ran in frame { $frame }, which is shown now.
takes-runs_since = “{ $node }” runs now, since frame { $frame }.
takes-set = Set { $name } to { $value } before frame { $frame }
takes-send = Send the event “{ $name }” before frame { $frame }
takes-force = Let “{ $name }” return { $value } once, from frame { $frame } on
takes-send_with = Send the event “{ $name }” with { $value } before frame { $frame }
takes-no_set = Do not set { $name } before frame { $frame }
takes-no_send = Do not send the event “{ $name }” before frame { $frame }
takes-no_force = Do not force the result of “{ $name }” before frame { $frame }
takes-no_interrupt = Do not interrupt “{ $name }” before frame { $frame }
