### Breakpoints, observers, explanations and watch expressions.

command-why = Why?
command-break_on_end = Break on end
command-break_on_failure = Break on failure
command-break_on_abort = Break on abort
command-disable_breakpoints = Disable all breakpoints
command-enable_breakpoints = Enable all breakpoints
command-remove_breakpoints = Remove all breakpoints

panel-observers = Observers
panel-breakpoints = Breakpoints

obstacle-no_breakpoints = There are no breakpoints.

canvas-menu-stops = Break also when…

blackboard-stop_when_written = Break on write
blackboard-stop_when_becomes = Break on value

notice-breakpoints_not_kept = The breakpoints could not be saved in { $file }: { $why }
notice-breakpoints_not_read = The breakpoints in { $file } could not be read: { $why }

breakpoints-empty = No breakpoints. Press F9 on a node, or add one for a variable or expression.
breakpoints-add = Add breakpoint
breakpoints-add_start = Selected node starts
breakpoints-add_end = Selected node ends
breakpoints-add_abort = Selected node is involved in an abort
breakpoints-add_written = Variable is written
breakpoints-add_becomes = Variable becomes a value
breakpoints-add_expression = Expression becomes true
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
breakpoints-at_abort = “{ $node }” is involved in an abort
breakpoints-at_written = “{ $name }” is written
breakpoints-at_becomes = “{ $name }” becomes { $value }
breakpoints-at_true = “{ $text }” becomes true
breakpoints-node_gone = its node was deleted
breakpoints-variable_gone = its variable was deleted
breakpoints-if = if { $condition }
breakpoints-from_hit = from hit { $count }
breakpoints-only_says = logs “{ $text }”
breakpoints-hits = { $count ->
    [one] 1 hit
   *[other] { $count } hits
}
breakpoints-in_document = stored in the document
breakpoints-take_over = Edit…
breakpoints-take_over_hint = Move to the project's breakpoints to edit it
breakpoints-field_event = Break when
breakpoints-field_value = Value
breakpoints-at_nothing = New expression
breakpoints-field_expression = Expression
breakpoints-field_condition = Condition
breakpoints-condition_hint = An expression that must be true when the event happens; empty: always
breakpoints-field_from_hit = From hit
breakpoints-field_only_says = Log only
breakpoints-field_message = Message
breakpoints-message_hint = Logs this instead of pausing; { "{" }name{ "}" } inserts a variable's value
breakpoints-event_start = it starts (before)
breakpoints-event_end = it ends (after)
breakpoints-event_success = it ends with Success (after)
breakpoints-event_failure = it ends with Failure (after)
breakpoints-event_interrupted = it is interrupted (after)
breakpoints-event_abort = it is involved in an abort (before)
breakpoints-event_written = it is written (after)
breakpoints-event_becomes = it becomes a value (after)

observers-no_run = Run the tree to see watched conditionals and what each may abort.
observers-empty = Nothing to watch: no composite with an abort type has a conditional.
observers-inside = State before this frame
observers-idle = Not watched now
observers-not_watched = not watched before this frame
observers-true = last: true
observers-false = last: false
observers-in = in “{ $scope }”
observers-dormant = inactive

watches-title = Watch expressions
watches-add = Add watch expression
watches-hint = health < 30
watches-expression = Watch expression: { $text }
watches-remove = Remove watch: { $text }
watches-value_of = { $text } is { $value }

why_window-title = Why? “{ $node }”
why_you-value_input = “{ $variable }” is { $value }: you set it before frame { $frame }
why_you-value_input_changed = “{ $variable }” changed from { $was } to { $value }: you set it before frame { $frame }
why_you-since_input = “{ $variable }” became { $value } later: you set it before frame { $frame }
why_you-source_forced = you set the result of “{ $node }”
why_you-key_input = you used the key “{ $key }” of “{ $interrupted }” before frame { $frame }
why_you-event_input = “{ $listener }” heard event “{ $event }”: you sent it before frame { $frame }
why_you-event_input_with = “{ $listener }” heard event “{ $event }” with { $payload }: you sent it before frame { $frame }
why_window-no_run = Run the tree to get an explanation.
why_window-asked_in = As of frame { $frame }
why_window-not_part = This node is not part of the run.
why_window-no_abort = Why did it abort nothing?
why_window-set_abort = Set “{ $composite }” to { $abort }
why_window-further = And why?
why_window-further_of = And why? { $why }
why_window-holds = { $condition }: true
why_window-holds_not = { $condition }: false
why_window-go_to = Go to { $frame }: { $why }

log-breakpoint_hit = Paused at breakpoint: { $what } (hit { $count }).
log-kind_breakpoint = Breakpoint

submenu-on_canvas = On the canvas
submenu-explain = Explain
