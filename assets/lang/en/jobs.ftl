### Work beside the window's thread, what of it came to grief, mistakes inside the program, and how it ended last time.

jobs-stopped = it was stopped
jobs-no_thread = the system gives this program no more threads
jobs-broken = a mistake inside Treewright ({ $text }). Please report it
jobs-broken_logged = a mistake inside Treewright ({ $text }). Please report it, with what stands in { $log }
jobs-scenarios_ended = The scenarios were not run to the end: { $reason }
jobs-check_ended = The problems shown are not up to date, looking for them failed: { $reason }
jobs-compare_ended = The versions are not compared: { $reason }
jobs-layout_ended = The tree is not laid out: { $reason }
jobs-run_ended = The run of { $title } was ended by { $reason }
jobs-not_done = Not done: { $reason }
jobs-saved_only = { $path } is saved, but what follows a save is not done: { $reason }
jobs-ended_unexpectedly = Treewright ended unexpectedly at { $time }: { $reason }
jobs-polling = The system does not tell of all changes on disk here; files are looked at every two seconds instead.

command-stop_work = Cancel what is being done

obstacle-no_work = Nothing is being done that could be cancelled.

waiting-since = { $what } { $seconds } s
waiting-progress = { $done } of { $of }
waiting-opening = Opening { $name }…
waiting-ready = { $name } opens as soon as you are done here
waiting-cancel_opening = Do not open { $name }
waiting-reading_again = Reading { $name } again, which changed on disk…
waiting-cancel_reading_again = Do not read { $name } again
waiting-comparing = Reading { $name } to compare…
waiting-ready_to_compare = { $name } is compared as soon as you are done here
waiting-ready_to_come = { $name } is ready, and comes as soon as you are done here
waiting-cancel_comparing = Do not compare with { $name }
waiting-comparing_runs = Comparing the run with { $name }…
waiting-cancel_comparing_runs = Do not compare the run with { $name }
waiting-finding_changes = Comparing with { $name }…
waiting-cancel_finding_changes = Do not compare with { $name }
waiting-restoring = Reading an earlier version of { $name }…
waiting-cancel_restoring = Do not go back to an earlier version of { $name }
waiting-merging = Merging { $name } with what is on disk…
waiting-cancel_merging = Do not merge { $name }
waiting-adding = Reading the library { $name }…
waiting-cancel_adding = Do not add { $name }
waiting-saving = Saving { $name }…
waiting-exporting = Exporting { $name }…
waiting-cancel_exporting = Do not export { $name }
waiting-drawing = Drawing the picture…
waiting-cancel_drawing = Do not draw the picture
waiting-scenarios = Running scenarios…
waiting-cancel_scenarios = Run no more scenarios
waiting-laying_out = Laying out { $name }…
waiting-cancel_laying_out = Do not lay out { $name }
