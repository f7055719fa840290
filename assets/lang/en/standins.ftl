### Stand-ins and forced results: running a tree without the game.

stand_in-title = Stand-in
stand_in-hint = Replaces game code when running without the game
stand_in-kind = Mode
stand_in-none_own = Runs its own code.
stand_in-none_library = Always returns { $result }, as set by its task library.
stand_in-none_acts = { $told }, as set by its task library.
stand_in-none_parent = Fails: its code is only in the game. Choose what it acts like.
stand_in-none_unknown = Fails: it has neither code nor a stand-in.
stand_in-result_name = Result
stand_in-probability = Probability of Success
stand_in-frame = Result in frame
stand_in-time = Result after
stand_in-results = Results
stand_in-letters = S Success, F Failure, R Running
stand_in-again = Loop
stand_in-from_frame = From frame { $frame }
stand_in-result_of_frame = Result from frame { $frame }
stand_in-remove_frame = Remove frame { $frame }
stand_in-add_frame = Add frame
stand_in-expression = Succeeds while
stand_in-data = Frame data
stand_in-says = Attaches
stand_in-data_hint = Values to attach to each frame in which the stand-in runs, one per line. Plots, the map and recordings show them.
stand_in-data_of_library = The stand-in of the library attaches nothing: choose one for this node, in Mode. In the game, the code of the task attaches data.
stand_in-data_example = distance = enemy_distance * 2
stand_in-data_fault = line { $line }, column { $column }: { $what }
stand_in-card = Stand-in: { $told }

stand_in-force = Force next result

stand_in-result-success = Success
stand_in-result-failure = Failure
stand_in-result-running = Running

stand_in-form-none = None
stand_in-form-ask = Ask
stand_in-form-always = Always
stand_in-form-after_frames = After frames
stand_in-form-after_seconds = After seconds
stand_in-form-sequence = List of results
stand_in-form-frames = By frame
stand_in-form-chance = Random
stand_in-form-expression = Expression
stand_in-form-acts_like_sequence = Acts like Sequence
stand_in-form-acts_like_selector = Acts like Selector
stand_in-form-pass_through = Passes through
stand_in-form-unknown = Unknown

stand_in-help-none = as defined by its type or library
stand_in-help-ask = you choose each result while it runs
stand_in-help-always = one result
stand_in-help-after_frames = runs, then returns a result
stand_in-help-after_seconds = runs, then returns a result
stand_in-help-sequence = one result after another
stand_in-help-frames = a result from a given frame on
stand_in-help-chance = with a probability
stand_in-help-expression = succeeds while true
stand_in-help-acts_like_sequence = ends at the first failure
stand_in-help-acts_like_selector = ends at the first success
stand_in-help-pass_through = its child's result

stand_in-does-ask = Runs until you choose a result.
stand_in-does-always = Always returns { $result }.
stand_in-does-after_frames = Runs, then returns { $result } in its frame { $count }.
stand_in-does-after_seconds = Runs for { $count } s, then returns { $result }.
stand_in-does-nothing = Keeps running: the list of results is empty.
stand_in-does-sequence = Each time it runs, it returns the next result; the last one repeats. Restarting the node does not reset the list.
stand_in-does-sequence_again = Each time it runs, it returns the next result; the list loops. Restarting the node does not reset the list.
stand_in-does-frames = Returns each result from its frame on; keeps running until the first one.
stand_in-does-chance = Succeeds with { $percent }% probability, by the seed.
stand_in-does-expression = Succeeds while the expression is true, else fails.
stand_in-does-acts_like_sequence = Runs its children like a Sequence; its own code is only in the game.
stand_in-does-acts_like_selector = Runs its children like a Selector; its own code is only in the game.
stand_in-does-pass_through = Runs its child and returns the child's result; its own code is only in the game.
stand_in-does-unknown = Fails: this version does not know this stand-in.

## In a few words, on cards and in headings
stand_in-words-ask = asks you while it runs
stand_in-words-always_success = always succeeds
stand_in-words-always_failure = always fails
stand_in-words-always_running = keeps running
stand_in-words-runs = { $count ->
    [one] runs 1 frame
   *[other] runs { $count } frames
}
stand_in-words-runs_seconds = runs { $count } s
stand_in-words-succeeds = { $count ->
    [one] succeeds
   *[other] succeeds { $count } times
}
stand_in-words-fails = { $count ->
    [one] fails
   *[other] fails { $count } times
}
stand_in-words-fails_seconds = fails for { $count } s
stand_in-words-then = { $first }, then { $next }
stand_in-words-again = { $told }, and again
stand_in-words-from_frame = { $told } from frame { $frame }
stand_in-words-chance = succeeds with { $percent }% probability
stand_in-words-expression = succeeds while { $expression }
stand_in-words-unknown = unknown stand-in

stand_in-asked-ask = Fails until you choose a result, then keeps it.
stand_in-asked-always = Always returns { $result }.
stand_in-asked-after_frames = Fails until frame { $count } of the run, then returns { $result }.
stand_in-asked-after_seconds = Fails for the first { $count } s of the run, then returns { $result }.
stand_in-asked-nothing = Fails: the list of results is empty.
stand_in-asked-sequence = Returns the next result on each check; the last one repeats. R counts as Failure.
stand_in-asked-sequence_again = Returns the next result on each check; the list loops. R counts as Failure.
stand_in-asked-frames = Returns each result from its frame on; fails until the first one.
stand_in-asked-chance = Succeeds with { $percent }% probability on each check, by the seed.
stand_in-asked-expression = Succeeds while the expression is true, else fails.
stand_in-asked-unknown = Fails: this version does not know this stand-in.

command-stand_in_none = No stand-in
command-stand_in_ask = Ask while running
command-stand_in_success = Always Success
command-stand_in_failure = Always Failure
command-stand_in_running = Always Running
command-stand_in_to_scenario = Move stand-in to scenario
command-next_asking = Next leaf awaiting a result
command-answer_success = Force Success
command-answer_failure = Force Failure
command-answer_running = Force Running

notice-no_scenario_chosen = Open a scenario of this tree first, and select a leaf with a stand-in.
notice-stand_in_kept = Moved the stand-in from the document to { $file }
notice-forced = “{ $node }” is forced to return { $answer } next frame.
notice-forced_check = “{ $node }” is forced to return { $answer } at its next check only. If that aborts, it is checked anew on entry, and returns its own result.

status-asks = “{ $node }” awaits a result: { $success } Success, { $failure } Failure, { $next } next leaf

submenu-answer = Force result

obstacle-no_stand_in = Select a leaf with a stand-in. Its tree must have a scenario.
obstacle-no_leaf = Select a leaf first.
obstacle-nobody_asks = No leaf is waiting for a result.
obstacle-no_answer = No leaf is waiting for a result, and the selected leaf is neither running nor a watched condition.
