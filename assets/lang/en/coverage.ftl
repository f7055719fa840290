### Coverage: what scenarios have reached, and which outcomes never occurred.

coverage-measure-nodes = Nodes
coverage-measure-results = Results
coverage-measure-conditions = Conditions
coverage-measure-aborts = Aborts
coverage-measure-switches = Switches
coverage-measure-outcomes = All outcomes

coverage-never-success = never returned Success
coverage-never-failure = never returned Failure
coverage-never-true = never true
coverage-never-false = never false
coverage-never-abort = never aborted anything in { $scope }
coverage-never-switch = never changed from { $from } to { $to }

panel-coverage = Coverage
command-show_coverage = Show coverage

coverage-node = { $title }
coverage-none = Coverage appears here once scenarios of this tree have run.
coverage-nothing = The scenarios cover everything.
coverage-nothing_of_kind = Nothing is missing here.
coverage-counted = { $covered } of { $all } ({ $percent } %)
coverage-percent = { $measure } { $percent } %

coverage-list = What is listed
coverage-gap-all = All
coverage-gap-never_true = Never true
coverage-gap-never_false = Never false
coverage-gap-not_reached = Not reached
coverage-gap-aborts = Aborts that never fired
coverage-gap-switches = Switch changes
coverage-gap-results = Results

coverage-mark-true = never true
coverage-mark-false = never false
coverage-mark-abort = never aborted
coverage-mark-aborts_missing = aborts missing
coverage-mark-switch = changes missing
coverage-mark-success = never Success
coverage-mark-failure = never Failure
coverage-mark-ended = never ended
coverage-missing_outcomes = { $count ->
    [one] 1 outcome that never occurred
   *[other] { $count } outcomes that never occurred
}
