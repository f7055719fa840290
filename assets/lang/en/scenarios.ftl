### Scenarios: their panel, what they expect, what was seen instead.

panel-scenarios = Scenarios

command-run_scenarios = Run all scenarios
command-save_scenario = Save run as scenario…
command-show_scenarios = Scenarios
command-missed_by_scenarios = Mark what no scenario reached

scenarios-none = A scenario is a test of a tree: run the tree, set variables and answer leaves as it runs, then choose Run → Save run as scenario. What lies beside the tree as NAME.scenario.json is listed here.
scenarios-none_with_run = A scenario is a test of a tree. What you did in this run can be one: save it, then expect what you see with the right mouse button on nodes.
scenarios-run_all = Run all
scenarios-save_run = Save run…
scenarios-run = Run again
scenarios-open = Play on its tree
scenarios-counts = { $count ->
    [one] 1 scenario: { $passed } passed, { $failed } failed
   *[other] { $count } scenarios: { $passed } passed, { $failed } failed
}
scenarios-reached = { $count ->
    [one] { $reached } of 1 node reached
   *[other] { $reached } of { $count } nodes reached
}
scenarios-reached_help = How many nodes of this tree its scenarios reached, all of them together. Press to mark on the canvas those that none reached.
scenarios-missed = { $count ->
    [one] 1 node never reached by scenarios
   *[other] { $count } nodes never reached by scenarios
}
scenarios-unreached = no scenario reached it
scenarios-row = { $name }: { $outcome }
scenarios-passed = passed
scenarios-failed = failed
scenarios-unusable = cannot be run
scenarios-not_run = not run yet
scenarios-forget = Expect no more: { $what }
scenarios-no_tree = Its tree cannot be read: { $reason }
scenarios-in_frame = Frame { $frame }: { $what }
scenarios-save_title = Save run as scenario
scenarios-save_hint = What was done in this run, from its first frame on. It is kept in a file beside the tree.
scenarios-name = What it shows
scenarios-save = Save scenario
scenarios-tab_failed = { $count ->
    [one] 1 scenario of this tree fails
   *[other] { $count } scenarios of this tree fail
}
scenarios-more = { $count ->
    [one] … and 1 difference more
   *[other] … and { $count } differences more
}
scenarios-nothing_happened = No frame was run yet, so there is nothing to save
scenarios-several_agents = Several agents ran, and a scenario is about one: remove the others and run again
scenarios-beginning_forgotten = The beginning of the run is no longer kept (frame { $frame } is the first that is), so it cannot be a scenario
scenarios-expect = Expect in frame { $frame }
scenarios-expect_node = { $node }: { $state }
scenarios-expect_ended = { $node }: how it ended in this frame
scenarios-expect_running = Exactly what runs now
scenarios-expect_status = The status of the tree
scenarios-expect_aborts = Exactly the aborts of this frame
scenarios-expect_variable = Expect this value in frame { $frame }
scenarios-add_expectation = Expect…
scenarios-quiet_from = No abort in frames
scenarios-quiet_to = to
scenarios-quiet_first = First frame without aborts
scenarios-quiet_last = Last frame without aborts
scenarios-quiet_add = Expect this

scenarios-state-idle = Idle
scenarios-state-running = Running
scenarios-state-success = Success
scenarios-state-failure = Failure
scenarios-state-interrupted = Interrupted
scenarios-state-none = not ended

scenarios-fact-status = the tree is { $status }
scenarios-fact-node = { $node } is { $state }
scenarios-fact-ended = { $node } ends: { $ending }
scenarios-fact-not_ended = { $node } does not end
scenarios-fact-running = exactly these run: { $nodes }
scenarios-fact-nothing_runs = nothing runs
scenarios-fact-variable = { $name } is { $value }
scenarios-fact-aborts = aborts: { $nodes }
scenarios-fact-aborts_none = nothing is aborted
scenarios-fact-no_aborts = Frames { $from } to { $to }: nothing is aborted

scenarios-differs-status = the tree should be { $expected } but is { $found }
scenarios-differs-node = { $node } should be { $expected } but is { $found } since frame { $since }
scenarios-differs-node_idle = { $node } should be { $expected } but has not run yet
scenarios-differs-ended = how { $node } ends should be { $expected } but is { $found }
scenarios-differs-not_running = { $node } should run, but { $running } runs
scenarios-differs-nothing_runs = { $node } should run, but nothing runs
scenarios-differs-also_running = { $node } runs but should not
scenarios-differs-variable = `{ $name }` should be { $expected } but is { $found }
scenarios-differs-no_abort = { $node } should have aborted what runs, but it was asked and its answer, { $answer }, changed nothing
scenarios-differs-not_watched = { $node } should have aborted what runs, but it was not being watched
scenarios-differs-unexpected_abort = { $node } aborted what ran inside { $scope }, which was not expected
scenarios-differs-abort_scope = { $node } should have aborted inside { $expected } but did inside { $found }

notice-scenario_saved = Saved as { $file }. Expect what you see: right mouse button on nodes, or … on variables
notice-scenario_needs_file = A scenario lies beside its tree: save the tree first

obstacle-no_scenarios = There are no scenarios.

submenu-scenarios = Scenarios
