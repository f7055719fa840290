### Background tasks and their failures, internal errors, and unexpected exits.

jobs-stopped = it was stopped
jobs-no_thread = the system provides no more threads
jobs-broken = an internal error ({ $text }); please report it
jobs-broken_logged = an internal error ({ $text }); please report it with the contents of { $log }
jobs-scenarios_ended = The scenarios did not finish: { $reason }
jobs-check_ended = The list of problems is out of date because checking failed: { $reason }
jobs-compare_ended = The versions were not compared: { $reason }
jobs-layout_ended = The tree was not laid out: { $reason }
jobs-run_ended = The run of { $title } was ended by { $reason }
jobs-not_done = Not done: { $reason }
jobs-saved_only = Saved { $path }, but a step after saving failed: { $reason }
jobs-ended_unexpectedly = Treewright quit unexpectedly at { $time }: { $reason }
jobs-polling = File watching limited; checking every 2 seconds.

command-stop_work = Cancel background task

obstacle-no_work = No background task is running.

waiting-since = { $what } { $seconds } s
waiting-progress = { $done } of { $of }
waiting-opening = Opening { $name }…
waiting-ready = { $name } is ready and opens when you are done here
waiting-cancel_opening = Cancel opening { $name }
waiting-reading_again = Reloading { $name }, which changed on disk…
waiting-cancel_reading_again = Cancel reloading { $name }
waiting-comparing = Reading { $name } to compare…
waiting-ready_to_compare = { $name } is ready and will be compared when you are done here
waiting-ready_to_come = { $name } is ready and will be applied when you are done here
waiting-cancel_comparing = Cancel comparing with { $name }
waiting-comparing_runs = Comparing the run with { $name }…
waiting-cancel_comparing_runs = Cancel comparing the run with { $name }
waiting-finding_changes = Comparing with { $name }…
waiting-cancel_finding_changes = Cancel comparing with { $name }
waiting-restoring = Restoring an earlier version of { $name }…
waiting-cancel_restoring = Cancel restoring an earlier version of { $name }
waiting-merging = Merging { $name } with the saved file…
waiting-cancel_merging = Cancel merging { $name }
waiting-adding = Adding the task library { $name }…
waiting-changing_files = Reading the files of { $name }…
waiting-renaming = Looking for uses in { $name }…
waiting-cancel_adding = Cancel adding { $name }
waiting-saving = Saving { $name }…
waiting-exporting = Exporting { $name }…
waiting-cancel_exporting = Cancel exporting { $name }
waiting-drawing = Drawing the image…
waiting-cancel_drawing = Cancel drawing the image
waiting-scenarios = Running scenarios…
waiting-cancel_scenarios = Cancel running scenarios
waiting-laying_out = Laying out { $name }…
waiting-cancel_laying_out = Cancel laying out { $name }
