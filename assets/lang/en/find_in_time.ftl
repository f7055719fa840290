### Finding in time: the frames of a run in which something happened.

command-find_in_time = Find in time…
command-next_found = Next found frame
command-previous_found = Previous found frame

obstacle-nothing_sought = First choose what to find in time.

find_in_time-menu = Find in time
find_in_time-what = What to find in time
find_in_time-choose = Choose what to find
find_in_time-started = “{ $node }” started
find_in_time-ended = “{ $node }” ended
find_in_time-ended_with = “{ $node }” ended with { $status }
find_in_time-interrupted = “{ $node }” was interrupted
find_in_time-aborted = “{ $node }” fired an abort
find_in_time-changed = “{ $name }” changed
find_in_time-true = “{ $text }” became true
find_in_time-error = Any error
find_in_time-menu_started = Started
find_in_time-menu_ended = Ended
find_in_time-menu_ended_with = Ended with { $status }
find_in_time-menu_interrupted = Was interrupted
find_in_time-menu_aborted = Fired an abort
find_in_time-menu_changed = Changed
find_in_time-menu_true = Expression became true
find_in_time-in_frames = { $count ->
    [0] { $what }: never
    [one] { $what }: in 1 frame
   *[other] { $what }: in { $count } frames
}
find_in_time-expression = Expression to find
find_in_time-frames = { $count ->
    [0] Not found
    [one] 1 frame
   *[other] { $count } frames
}
find_in_time-place = { $place } of { $count }
find_in_time-only = Only these
find_in_time-only_hint = Show only the lanes of nodes that did it, and only these marks
find_in_time-nothing = This did not happen in this run, so no lane is shown. Choose something else, or turn off “Only these”.
find_in_time-only_nothing = No node of this tree did it. The marks above show the frames.
find_in_time-close = Close: find in time
find_in_time-mark = Found: { $what }

notice-found_frame = Frame { $frame } ({ $place } of { $count }): { $what }
notice-no_next_found = No later frame: { $what }
notice-no_previous_found = No earlier frame: { $what }
notice-nothing_found = Not found in this run: { $what }
