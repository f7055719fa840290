### What plays leaves while there is no game.

stand_in-title = Stand-in
stand_in-hint = What plays this node while its tree runs without the game: in the editor, in scenarios and on the command line. A game never sees it.
stand_in-none_own = It does its own work.
stand_in-none_library = Always { $result }, as its task library says.
stand_in-none_acts = { $told }, as its task library says.
stand_in-none_parent = Fails: its code is not available here. Choose what it acts like.
stand_in-none_unknown = Nothing plays it, so it fails.
stand_in-result_name = Result
stand_in-probability = Probability of Success
stand_in-frame = Ends in its frame
stand_in-time = Ends after
stand_in-results = Results
stand_in-letters = S Success, F Failure, R Running
stand_in-again = Start again after the last one
stand_in-from_frame = From frame { $frame }
stand_in-result_of_frame = Result from frame { $frame }
stand_in-remove_frame = Remove frame { $frame }
stand_in-add_frame = Add a frame
stand_in-expression = Succeeds while
stand_in-card = played by a stand-in: { $told }

stand_in-force = Force its next result

stand_in-result-success = Success
stand_in-result-failure = Failure
stand_in-result-running = Running

stand_in-form-none = None
stand_in-form-ask = Ask
stand_in-form-always = Always
stand_in-form-after_frames = After frames
stand_in-form-after_seconds = After seconds
stand_in-form-sequence = Series
stand_in-form-frames = By frame
stand_in-form-chance = By chance
stand_in-form-expression = By expression
stand_in-form-acts_like_sequence = Acts like Sequence
stand_in-form-acts_like_selector = Acts like Selector
stand_in-form-pass_through = Passes through
stand_in-form-unknown = Not known

stand_in-help-none = as its kind or library says
stand_in-help-ask = you answer while it runs
stand_in-help-always = one result
stand_in-help-after_frames = runs, then ends
stand_in-help-after_seconds = runs, then ends
stand_in-help-sequence = one result after the other
stand_in-help-frames = a result from a frame on
stand_in-help-chance = with a probability
stand_in-help-expression = over variables
stand_in-help-acts_like_sequence = ends at the first failure
stand_in-help-acts_like_selector = ends at the first success
stand_in-help-pass_through = its child's result

stand_in-does-ask = It runs until you answer.
stand_in-does-always = It always answers { $result }.
stand_in-does-after_frames = It ends with { $result } in its frame { $count }; before that it runs.
stand_in-does-after_seconds = It runs for { $count } s and ends with { $result }.
stand_in-does-nothing = It keeps running, since there are no results.
stand_in-does-sequence = Each of its updates in the whole run gives the next result; the last one repeats.
stand_in-does-sequence_again = Each of its updates in the whole run gives the next result; after the last one they start again.
stand_in-does-frames = From each of these frames of the run on, it gives that result; before the first it runs.
stand_in-does-chance = Each of its updates succeeds { $percent } times in a hundred, else fails. Equal seeds draw alike.
stand_in-does-expression = It succeeds while the expression holds, else it fails.
stand_in-does-acts_like_sequence = Runs its children like a Sequence; its own code is not available here.
stand_in-does-acts_like_selector = Runs its children like a Selector; its own code is not available here.
stand_in-does-pass_through = Runs its child and ends with the child's result; its own code is not available here.
stand_in-does-unknown = This version does not know this stand-in: the leaf fails.

stand_in-asked-ask = It fails until you answer, and keeps your last answer.
stand_in-asked-always = It always answers { $result }.
stand_in-asked-after_frames = It fails; from frame { $count } of the run on it answers { $result }.
stand_in-asked-after_seconds = It fails; after { $count } s of the run it answers { $result }.
stand_in-asked-nothing = It fails, since there are no results.
stand_in-asked-sequence = Each time it is asked in the whole run it gives the next result; the last one repeats. R counts as Failure.
stand_in-asked-sequence_again = Each time it is asked in the whole run it gives the next result; after the last one they start again. R counts as Failure.
stand_in-asked-frames = From each of these frames of the run on, it gives that result; before the first it fails.
stand_in-asked-chance = Each time it is asked it succeeds { $percent } times in a hundred, else fails. Equal seeds draw alike.
stand_in-asked-expression = It succeeds while the expression holds, else it fails.
stand_in-asked-unknown = This version does not know this stand-in: the leaf fails.

command-stand_in_none = No stand-in
command-stand_in_ask = Ask while running
command-stand_in_success = Always Success
command-stand_in_failure = Always Failure
command-stand_in_running = Always Running
command-stand_in_to_scenario = Keep in the scenario
command-next_asking = Next leaf that asks
command-answer_success = Answer or force Success
command-answer_failure = Answer or force Failure
command-answer_running = Answer or force Running

notice-no_scenario_chosen = Open a scenario of this tree first, and select a leaf with a stand-in.
notice-stand_in_kept = Now kept in { $file }, and no longer in the document.
notice-forced = “{ $node }” goes on with { $answer } in the next frame.

status-asks = “{ $node }” asks: { $success } Success, { $failure } Failure, { $next } the next one

submenu-answer = Answer

obstacle-no_stand_in = Select a leaf with a stand-in; the project needs a scenario of its tree.
obstacle-no_leaf = Select a leaf first.
obstacle-nobody_asks = No leaf asks.
obstacle-no_answer = No leaf asks, and the selected one does not run.
