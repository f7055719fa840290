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
