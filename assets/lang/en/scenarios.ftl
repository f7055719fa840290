### Scenarios: their panel, expectations and differences.

panel-scenarios = Scenarios

command-run_scenarios = Run all scenarios
command-new_scenario = New scenario…
command-save_scenario = Save run as scenario…
command-show_scenarios = Show scenarios
command-missed_by_scenarios = Highlight missing coverage

scenarios-none = Scenarios test a tree: create one and add inputs and expectations, or run the tree and save the run.
scenarios-none_with_run = Save this run as a scenario, then right-click nodes to add expectations.
scenarios-new = New scenario
scenarios-new_hint = Saved in a file next to the tree. Add inputs and expectations in the Scenarios panel.
scenarios-run_all = Run all
scenarios-save_run = Save run…
scenarios-run = Run again
scenarios-open = Open and run
scenarios-counts = { $count ->
    [one] 1 scenario: { $outcomes }
   *[other] { $count } scenarios: { $outcomes }
}
scenarios-count_passed = { $count } passed
scenarios-count_failed = { $count } failed
scenarios-count_unusable = { $count } cannot be run
scenarios-count_not_run = { $count } not run yet
scenarios-reached = { $count ->
    [one] { $reached } of 1 node reached
   *[other] { $reached } of { $count } nodes reached
}
scenarios-reached_help = Nodes reached by the scenarios of this tree. Click to highlight the others, and outcomes that never occurred.
scenarios-missed = { $count ->
    [one] 1 node without scenario coverage
   *[other] { $count } nodes without scenario coverage
}
scenarios-unreached = not reached by any scenario
scenarios-row = { $name }: { $outcome }
scenarios-expects_nothing = no expectations yet
scenarios-count_empty = { $count } without expectations
scenarios-passed = passed
scenarios-failed = failed
scenarios-unusable = cannot be run
scenarios-not_run = not run yet
scenarios-no_tree = Its tree cannot be read: { $reason }
scenarios-in_frame = Frame { $frame }: { $what }
scenarios-save_title = Save run as scenario
scenarios-save_hint = Saves this run from its first frame, in a file next to the tree.
scenarios-name = Scenario name
scenarios-save = Save scenario
scenarios-tab_failed = { $count ->
    [one] 1 scenario of this tree fails
   *[other] { $count } scenarios of this tree fail
}
scenarios-of_other_trees = { $count ->
    [one] 1 scenario of another tree
   *[other] { $count } scenarios of other trees
}
scenarios-none_of_tree = This tree has no scenarios yet.
scenarios-more = { $count ->
    [one] … and 1 more difference
   *[other] … and { $count } more differences
}
scenarios-unwritable_value = Not saved: in frame { $frame }, `{ $name }` has a value that files cannot contain (an infinite number or a list of several types).
scenarios-nothing_happened = Nothing to save: run at least one frame first.
scenarios-several_agents = A scenario covers one agent: remove the other agents and run again.
scenarios-beginning_forgotten = Not saved: a scenario needs the entire run, but its history starts at frame { $frame }. Run again and save earlier.
scenarios-expect = Expect in frame { $frame }
scenarios-expect_node = { $node }: { $state }
scenarios-expect_ended = { $node }: result in this frame
scenarios-expect_running = Exactly the nodes that run now
scenarios-expect_status = Tree status
scenarios-expect_aborts = Exactly the aborts of this frame
scenarios-expect_variable = Expect this value in frame { $frame }
scenarios-add_expectation = Expect…
scenarios-quiet_from = No aborts in frames
scenarios-quiet_to = to
scenarios-quiet_first = First frame without aborts
scenarios-quiet_last = Last frame without aborts
scenarios-quiet_add = Add expectation

scenarios-inputs = Inputs
scenarios-happens = Run
scenarios-happened = Run before the last edit
scenarios-expected = Expected
scenarios-add_input = Add input…
scenarios-add_expected = Add expectation…
scenarios-add_input_at = Add input in frame { $frame }
scenarios-add_expected_at = Add expectation in frame { $frame }
scenarios-add_hint = Search variables, events and nodes
scenarios-offer_set = Set { $lane }
scenarios-offer_expected = Expect: { $lane }
scenarios-offer_from_now = { $lane } from this frame on
scenarios-offer_once = { $lane } in this frame only
scenarios-offer_other = { $lane }
scenarios-play = Run to this frame
scenarios-ruler = Frames of the scenario
scenarios-strip = Scenario strip, frame { $frame }
scenarios-strip_selected = Scenario strip, selected: { $mark }
scenarios-strip_hint = Double-click a lane to add a mark, drag marks to other frames. I adds an input, E an expectation, Enter edits, Del removes, Tab goes to the next mark.
scenarios-description = Description
scenarios-properties = Scenario properties: { $length }
scenarios-length = { $count ->
    [one] 1 frame of { $seconds } s
   *[other] { $count } frames of { $seconds } s
}
scenarios-frames = Frames
scenarios-frame_duration = Seconds per frame
scenarios-own_seed = Own seed
scenarios-seed = Seed
scenarios-undo = Undo scenario edit
scenarios-its_change = the change of scenario “{ $name }”
scenarios-back = Back to the scenario
scenarios-redo = Redo scenario edit
scenarios-of_example = Example: save the tree to keep edits.
scenarios-edit_mark = Edit
scenarios-duplicate_mark = Duplicate in next frame
scenarios-remove_mark = Delete
scenarios-accept_found = Expect what was found
scenarios-mark_frame = Frame
scenarios-mark_value = Value of the mark
scenarios-mark_differs = { $mark }; found { $found }
scenarios-event_name = Event name
scenarios-payload = Payload
scenarios-no_payload = no payload
scenarios-always_instead = Always succeed instead
scenarios-remove_node = Remove { $node }
scenarios-add_node = Add node
scenarios-abort_in = { $node } in { $scope }

scenarios-lane-duration = Frame duration
scenarios-lane-seed = Random numbers begin anew
scenarios-lane-event = Event “{ $name }”
scenarios-lane-interrupt = Interrupt “{ $key }”
scenarios-lane-answer = { $node } returns
scenarios-lane-force = Force { $node }
scenarios-lane-status = Tree status
scenarios-lane-running = Running exactly
scenarios-lane-ended = { $node } ends
scenarios-lane-aborts = Aborts
scenarios-lane-no_aborts = No aborts

scenarios-mark-seconds = { $seconds } s
scenarios-mark-nothing = none
scenarios-mark-frames = frames { $from }–{ $to }
scenarios-mark-set = set { $lane } = { $value }
scenarios-mark-alone = { $lane }
scenarios-mark-other = { $lane }: { $value }
scenarios-found = Found: { $found }
scenarios-mark-differs_in_words = expected { $expected }, found { $found }
scenarios-mark-differs = { $expected } ≠ { $found }

scenarios-state-idle = Idle
scenarios-state-running = Running
scenarios-state-success = Success
scenarios-state-failure = Failure
scenarios-state-interrupted = Interrupted
scenarios-state-none = not ended

scenarios-fact-status = tree status: { $status }
scenarios-fact-node = { $node }: { $state }
scenarios-fact-ended = { $node } ends: { $ending }
scenarios-fact-not_ended = { $node } does not end
scenarios-fact-running = running exactly: { $nodes }
scenarios-fact-nothing_runs = nothing is running
scenarios-fact-variable = { $name } = { $value }
scenarios-fact-aborts = aborts by: { $nodes }
scenarios-fact-aborts_none = no aborts
scenarios-fact-no_aborts = Frames { $from } to { $to }: no aborts

scenarios-differs-status = tree status: expected { $expected }, found { $found }
scenarios-differs-node = { $node }: expected { $expected }, found { $found } since frame { $since }
scenarios-differs-node_idle = { $node }: expected { $expected }, has not run yet
scenarios-differs-ended = { $node } ends: expected { $expected }, found { $found }
scenarios-differs-not_running = { $node }: expected to run, found running: { $running }
scenarios-differs-nothing_runs = { $node }: expected to run, nothing is running
scenarios-differs-also_running = { $node }: expected not to run, found running
scenarios-differs-variable = `{ $name }`: expected { $expected }, found { $found }
scenarios-differs-no_abort = { $node }: expected an abort, stayed { $answer }
scenarios-differs-not_watched = { $node }: expected an abort, was not watched
scenarios-differs-unexpected_abort = { $node }: unexpected abort in { $scope }
scenarios-differs-abort_scope = { $node }: expected an abort in { $expected }, found one in { $found }

notice-scenario_saved = Saved { $file }. To add expectations, right-click nodes or use … on variables.
notice-scenario_changed_outside = Cannot undo: the scenario's file was changed by another program.
notice-own_run_set_aside = The scenario “{ $name }” is shown now. Your own run is kept: { $stop } shows it again.
notice-scenario_needs_file = Save the tree first: scenarios are stored next to it.

obstacle-no_scenarios = There are no scenarios.

submenu-scenarios = Scenarios
