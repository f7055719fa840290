### Breakpoints, observers, explanations and watch expressions.

command-why = Why?
command-break_on_end = Stop when the node ends
command-break_on_failure = Stop when the node fails
command-break_on_abort = Stop when an abort concerns the node
command-disable_breakpoints = Disable all breakpoints
command-enable_breakpoints = Enable all breakpoints
command-remove_breakpoints = Remove all breakpoints

panel-observers = Observers
panel-breakpoints = Breakpoints

obstacle-no_breakpoints = There are no breakpoints.

canvas-menu-stops = Stop also when it …

blackboard-stop_when_written = Stop when it is written
blackboard-stop_when_becomes = Stop when it becomes a value

notice-breakpoints_not_kept = The breakpoints could not be kept in { $file }: { $why }
notice-breakpoints_not_read = The breakpoints in { $file } could not be read: { $why }

breakpoints-empty = No breakpoints. Press F9 on a node, or add one for a variable or an expression.
breakpoints-add = Breakpoint
breakpoints-add_start = Selected node starts
breakpoints-add_end = Selected node ends
breakpoints-add_abort = An abort concerns the selected node
breakpoints-add_written = Variable is written
breakpoints-add_becomes = Variable becomes a value
breakpoints-add_expression = Expression turns true
breakpoints-select_first = Select a node first.
breakpoints-enable_all = Enable all
breakpoints-disable_all = Disable all
breakpoints-remove_all = Remove all
breakpoints-remove = Remove: { $what }
breakpoints-enabled_of = Enabled: { $what }
breakpoints-at_start = “{ $node }” starts
breakpoints-at_end = “{ $node }” ends
breakpoints-at_end_with = “{ $node }” ends with { $status }
breakpoints-at_interruption = “{ $node }” is interrupted
breakpoints-at_abort = an abort concerns “{ $node }”
breakpoints-at_written = “{ $name }” is written
breakpoints-at_becomes = “{ $name }” becomes { $value }
breakpoints-at_true = “{ $text }” turns true
breakpoints-node_gone = its node is gone
breakpoints-variable_gone = its variable is gone
breakpoints-from_hit = from hit { $count } on
breakpoints-only_says = says “{ $text }”
breakpoints-hits = { $count ->
    [one] 1 hit
   *[other] { $count } hits
}
breakpoints-in_document = kept in the document
breakpoints-take_over = Change …
breakpoints-take_over_hint = Takes it out of the document into the project's list, where it can be changed.
breakpoints-field_event = Stops when
breakpoints-field_value = Value
breakpoints-field_expression = Expression
breakpoints-field_from_hit = From hit
breakpoints-field_only_says = Only say
breakpoints-field_message = Message
breakpoints-message_hint = Writes this to the log instead of stopping; { "{" }name{ "}" } stands for a variable's value.
breakpoints-event_start = it starts (before)
breakpoints-event_end = it ends (after)
breakpoints-event_success = it ends with Success (after)
breakpoints-event_failure = it ends with Failure (after)
breakpoints-event_interrupted = it is interrupted (after)
breakpoints-event_abort = an abort concerns it (before)
breakpoints-event_written = it is written (after)
breakpoints-event_becomes = it becomes a value (after)

observers-no_run = Run the tree to see which conditionals are watched and what each may interrupt.
observers-empty = Nothing is watched: no composite with an abort type has a conditional.
observers-inside = As it stood before this frame
observers-idle = Not watched now
observers-not_watched = has not answered since its composite started, or was let go when that ended
observers-true = last: true
observers-false = last: false
observers-in = in “{ $scope }”
observers-dormant = dormant

watches-title = Watch expressions
watches-add = Add a watch expression
watches-hint = health < 30
watches-expression = Watch expression: { $text }
watches-remove = Remove the watch: { $text }
watches-value_of = { $text } is { $value }

why_window-title = Why? “{ $node }”
why_window-no_run = Nothing runs. Run the tree, then ask again.
why_window-asked_in = As of frame { $frame }
why_window-not_part = This node is no part of the run.
why_window-go_to = Go to { $frame }: { $why }

log-breakpoint_hit = Stopped at the breakpoint: { $what } (hit { $count }).
log-kind_breakpoint = Breakpoint

submenu-on_canvas = On the canvas
