### What can interrupt a node while it runs.

interrupted_by-title = What can interrupt it
interrupted_by-condition = “{ $node }” changes: “{ $composite }” ({ $abort }) aborts this.
interrupted_by-sibling_fails = “{ $node }”: another child fails.
interrupted_by-sibling_succeeds = “{ $node }”: another child succeeds.
interrupted_by-sibling_ends = “{ $node }”: another child ends.
interrupted_by-last_ends = “{ $node }”: its last child ends.
interrupted_by-earlier_fails = “{ $node }”: an earlier child, which runs again each frame, does not succeed.
interrupted_by-earlier_succeeds = “{ $node }”: an earlier child, which runs again each frame, succeeds or runs.
interrupted_by-first_changes = “{ $node }”: its first child, which runs again each frame, has another result.
interrupted_by-utility = “{ $node }”: another child has a higher utility.
interrupted_by-other_case = “{ $node }”: its value selects another child.
interrupted_by-time = “{ $node }”: its time is over.
interrupted_by-frames = “{ $node }”: its number of frames is exceeded.
interrupted_by-key = “{ $node }”: the game uses its key.
interrupted_by-key_use = “{ $node }” interrupts “{ $scope }” by its key.
interrupted_by-end_of_tree = “{ $node }” restarts or stops the tree.
interrupted_by-always = Disabling this node or one above it in a run interrupts it, too; and so does the game when it stops the tree.
interrupted_by-more = { $count ->
    [one] … and 1 more
   *[other] … and { $count } more
}
interrupted_by-now = possible now
interrupted_by-not_now = not now
interrupted_by-score = Utility of “{ $node }”: { $value }
