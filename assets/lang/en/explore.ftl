### Explore: all that a tree can do, claims about every run, and what may come from outside.

panel-explore = Explore

command-explore = Explore all runs
command-stop_exploring = Stop exploring
command-explore_further = Explore further
command-cover_explored = Make scenarios of all outcomes…
command-explore_after_edits = Explore after each edit
command-add_claim = Add claim
command-mark_explored = Highlight impossible outcomes

explore-begin = Explore
explore-stop = Stop
explore-making_scenarios = Making scenarios…
explore-scenarios_written = { $count ->
    [one] Wrote 1 scenario to { $folder }
   *[other] Wrote { $count } scenarios to { $folder }
}
explore-undo = Undo change of claims
explore-redo = Redo change of claims
explore-none = Exploring runs the tree with everything that the game may do, and finds what can happen and what cannot.
explore-searching = Findings appear here when the search ends.
explore-nothing_found = Nothing suspicious was found.
explore-outdated = The tree or its claims have changed since the last exploration.
explore-of_tree_before = of the tree before your edit
explore-wrong = Not explored: inputs or assumptions have errors.
explore-progress = { $count ->
    [one] Exploring: 1 state · frame { $frame } · frames run: { $frames } ({ $rate } a second)
   *[other] Exploring: { $count } states · frame { $frame } · frames run: { $frames } ({ $rate } a second)
}
explore-proved = { $count ->
    [one] Proved: its only state was seen with frames of { $dt } s
   *[other] Proved: all { $count } states were seen with frames of { $dt } s
}
explore-proved_but_thrashing = { $count ->
    [one] Proved, except for repeated aborts: its only state was seen with frames of { $dt } s
   *[other] Proved, except for repeated aborts: all { $count } states were seen with frames of { $dt } s
}
explore-no_run = Not proved: the assumptions end every run
explore-no_run_tried = Not proved: the assumptions end every run that was tried, but not everything was tried
explore-sampled = { $count ->
    [one] Not proved: its only state was seen with frames of { $dt } s, but not everything was tried
   *[other] Not proved: all { $count } states were seen with frames of { $dt } s, but not everything was tried
}
explore-not_within = { $count ->
    [one] Not proved: nothing else happens up to frame { $frames } (1 state)
   *[other] Not proved: nothing else happens up to frame { $frames } ({ $count } states)
}
explore-limit_seconds = the time limit was reached
explore-limit_states = the limit of states was reached
explore-limit_frames = the limit of frames was reached
explore-limit_memory = the memory limit was reached
explore-limit_stopped = it was stopped
explore-not_proved_because = Not proved: { $why }
explore-word_proved = proved
explore-word_sampled = as far as tried
explore-word_not_within = { $count ->
    [one] not within 1 frame
   *[other] not within { $count } frames
}
explore-word_within = { $count ->
    [one] in the first frame
   *[other] within { $count } frames
}
explore-word_no_run = the assumptions end every run
explore-word_no_run_tried = the assumptions end every run that was tried
explore-not_broken_tried = not broken, but not everything was tried
explore-not_broken_within = { $count ->
    [one] not broken within 1 frame
   *[other] not broken within { $count } frames
}
explore-not_seen_tried = not seen, but not everything was tried
explore-not_seen_within = { $count ->
    [one] not seen within 1 frame
   *[other] not seen within { $count } frames
}

explore-not_covered = No scenario shows this, as no seed was found for its random choices: { $what }
explore-name-runs = { $node } runs
explore-name-succeeds = { $node } succeeds
explore-name-fails = { $node } fails
explore-name-interrupted = { $node } is interrupted
explore-name-interrupted_by = { $node } is interrupted by { $by }
explore-name-true = { $node } is true
explore-name-false = { $node } is false
explore-name-lasts = { $node } runs for several frames
explore-name-aborts = { $node } aborts
explore-name-aborts_in = { $node } aborts inside { $by }
explore-name-switches = { $node } changes from { $from } to { $to }

explore-findings = Findings
explore-claims = Claims
explore-inputs = Inputs
explore-assumptions = Assumptions
explore-limits = Limits
explore-limits_hint = The search ends at the first limit. What it proves is about frames of this duration.
explore-own = Not set from outside, since nodes write them: { $names }. “Inputs” can change that.
explore-node = Selected node
explore-section = Possible outcomes
explore-unusable = { $file } is not used: { $reason }. Correct or delete the file; it is then read again.
explore-other_tree = it is about another tree, { $tree }: correct “tree” in it

explore-show = Show it
explore-show_of = Show the run: { $what }
explore-save_of = Save the run as a scenario: { $what }
explore-before_change = before the last change
explore-remove = Remove { $what }
explore-select_node = Select a node of the tree to see what it can do.

explore-no_claims = A claim is about every run, for example: never running("Shoot") && running("Reload").
explore-new_claim = New claim
explore-claim_name = Claim name
explore-claim_form = Kind
explore-claim_frames = Frames
explore-form-never = Never
explore-form-always = Always
explore-form-within = Within frames
explore-form-before = Not before
explore-form-can = Can happen
explore-part-condition = Condition
explore-part-after = After
explore-part-first = First
explore-part-then = Then
explore-expression_hint = running("Attack") && ammo > 0
explore-claim_wrong = has an error
explore-claim_unwritten = needs a condition
explore-claim_unknown = not explored
explore-claim_holds = holds
explore-claim_not_broken = not broken
explore-claim_reached = can happen
explore-claim_broken = broken
explore-claim_impossible = cannot happen
explore-claim_open = not broken so far
explore-claim_unreached = not seen so far
explore-broken_claim = Broken claim: { $name }
explore-shows_broken = Shows that “{ $name }” is broken
explore-at_claim = Claim “{ $name }”
explore-at_input = Input { $name }
explore-at_leaf = Results of { $name }
explore-broken_claim_remedy = There is a run in which the claim does not hold. Change the tree, the claim or its assumptions, and explore again.

explore-assumptions_hint = Expressions that hold in every frame, as the game never does anything else, for example: ammo <= last.ammo.
explore-assumption = Assumption { $number }
explore-add_assumption = Add assumption
explore-frames = Frame limit
explore-states = State limit
explore-seconds = Time limit (s)
explore-frame_duration = Seconds per frame

explore-no_inputs = Nothing comes from outside: the tree reads no variables and has no tasks of the game.
explore-listing_inputs = Listing what comes from outside…
explore-variables = Variables that the game writes
explore-leaves = Results of the game's tasks
explore-events = Events that may be sent: { $events }
explore-changes_of = When the game writes { $name }
explore-changes_when_of = Condition under which { $name } changes
explore-changes-usual = At any time (default)
explore-changes-usual_none = Never (default)
explore-changes-free = At any time
explore-changes-fixed = At the start only
explore-changes-initial = Never
explore-changes-only_when = Changes only when…
explore-values_of = Values of { $name }
explore-values_hint = The values that are tried, separated by commas. If empty, one for each case that the tree can tell apart.
explore-wrong_values = Not a list of values of type { $type }
explore-sampled_because = Sampled: { $reasons }
explore-use_stand_in = As its stand-in
explore-max_frames = Longest run (frames)
explore-no_max_frames = unlimited

explore-it_can = Can { $what }
explore-can-run = run
explore-can-succeed = succeed
explore-can-fail = fail
explore-can-be_interrupted = be interrupted
explore-can-be_true = be true
explore-can-be_false = be false
explore-can-last = run for several frames
explore-can-abort = abort others
explore-cannot-run = can never run
explore-cannot-end = can never end
explore-cannot-succeed = can never succeed
explore-cannot-fail = can never fail
explore-cannot-be_interrupted = can never be interrupted
explore-cannot-be_true = can never be true
explore-cannot-be_false = can never be false
explore-cannot-last = never runs for several frames
explore-cannot-abort = can never abort others
explore-not_seen-run = was not seen to run
explore-not_seen-succeed = was not seen to succeed
explore-not_seen-fail = was not seen to fail
explore-not_seen-be_interrupted = was not seen to be interrupted
explore-not_seen-be_true = was not seen to be true
explore-not_seen-be_false = was not seen to be false
explore-not_seen-last = was not seen to run for several frames
explore-not_seen-abort = was not seen to abort others
explore-mark-never_runs = never runs
explore-mark-never_aborts = never aborts
explore-mark-not_seen_running = not seen to run
explore-mark-not_seen_aborting = not seen to abort
explore-mark-not_seen_true = not seen true
explore-mark-not_seen_false = not seen false
explore-mark-error = error
explore-mark-thrashes = aborts again and again
explore-mark-stuck = stuck
explore-never_running = { $count ->
    [one] 1 node that can never run
   *[other] { $count } nodes that can never run
}
explore-not_seen_running = { $count ->
    [one] 1 node not seen to run
   *[other] { $count } nodes not seen to run
}

notice-explored_before_edit = The tree or its claims have changed since the last exploration: explore again.
notice-claims_gone = { $file } was deleted. Undo in the Explore panel brings the claims back.

question-cover-title = Folder for the scenarios
question-cover-text = Path of the folder for the scenarios:
question-cover-confirm = Make scenarios

obstacle-not_explored = Explore the tree first.
obstacle-not_exploring = Nothing is being explored.
obstacle-nothing_to_explore = There is nothing left to explore.
