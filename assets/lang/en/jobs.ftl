### Work beside the window's thread that came to grief, mistakes inside the program, and how it ended last time.

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
