### Programs that run trees elsewhere: attaching to robots, and what is not possible with them.

command-attach = Attach…
command-follow_live = Follow newest frame

attach-title = Attach to a running program
attach-robot = Robot with BehaviorTree.CPP 4
attach-host = Host
attach-port = Port
attach-usual_port = Port { $port }
attach-port_of_groot = Default port of Groot2Publisher
attach-port_of_nav2 = Default port of nav2
attach-attach = Attach
attach-attach_to = Attach to { $name }
attach-hint = The program needs a Groot2Publisher. The connection has no password and no encryption.
attach-no_address = Enter a host name or IP address, and a port from 1 to 65534.
attach-recent = Recent
attach-forget = Remove { $name } from recent addresses
attach-list = Attached
attach-none = Nothing is attached.
attach-show = Show
attach-detach = Detach
attach-of = { $action } { $name }
attach-connecting = Connecting…
attach-is_attached = Attached
attach-waits = Waits at a breakpoint
attach-detaching = Detaching…
attach-trying = { $count ->
    [one] { $reason }. Trying again.
   *[other] { $reason }. Trying again ({ $count } attempts so far).
}
attach-closed = Connection closed or refused
attach-no_answer = No answer
attach-fault_protocol = it does not speak ZeroMQ 3. Check the port: the first of the two ports of the Groot2Publisher is needed
attach-fault_security = it wants an authentication that Groot2Publisher does not have. Check the address
attach-fault_socket = its socket is not that of a Groot2Publisher. Check the port: the first of its two ports is needed
attach-fault_size = it sent a message that is too large. Check the address
attach-no_thread = the system could not start a thread. Close other programs and attach again
attach-broken = an internal error ({ $reason }). Attach again
attach-attached = Attached to { $name }.
attach-detached = Detached from { $name }.
attach-detached_breakpoints = Detached from { $name }. Its breakpoints are removed.
attach-breakpoints_stay = Detached from { $name }, which is not reached: its breakpoints stay, without effect until something attaches to it again.
attach-ended = Detached from { $name }: { $reason }.
attach-no_tree = The tree of { $name } cannot be shown: { $reason }.
attach-robot_decides = The result of “{ $node }” is an answer of the robot
attach-refused = { $name } did not accept a breakpoint or result: { $reason }.
attach-not_sent = { $name } cannot get breakpoints now: its second port is not reached. States are still shown. Open the port after the first one, then set the breakpoint again.
attach-hooks_not_heard = { $name } no longer tells when it stops at breakpoints: the connection to its second port was lost. It is tried again.

run-live = Live
run-live_hint = Shows each new frame as it arrives.
run-not_live_hint = An earlier frame is shown, while the program goes on. Click to follow the newest frame.

status-attached = { $count ->
    [one] { $count } attached
   *[other] { $count } attached
}

status-attached_reached = { $reached } of { $count } reached

log-attach_lost = Connection lost: { $reason }. What happens until it is back is not known.
log-attach_back = Attached again.
log-attach_waits_before = The robot waits before “{ $node }”: continue it, or force the node’s result.
log-attach_waits_after = The robot waits after “{ $node }”: continue it, or force the node’s result.
log-attach_only_counts = Breakpoints with a condition, on variables, on aborts or on one result cannot stop a robot: they count where they would have stopped it.
log-attach_other_hooks = Breakpoints and forced results of the robot that were not set here: { $count }
log-attach_differs = Shown as a tree of its own, because { $document } differs: { $what }.

obstacle-not_live = The run does not go on elsewhere: attach to a program first.
obstacle-shows_newest = The newest frame is shown already.
obstacle-robot = This is what a robot does: it cannot be run again or changed here.
obstacle-robot_pause = A robot cannot be paused at once: set a breakpoint on a node where it is to wait.
obstacle-robot_step = A robot runs its frames itself: set a breakpoint on a node to stop it at each frame that runs the node.
obstacle-robot_runs = The robot does not wait at a breakpoint.
obstacle-robot_variables = Variables of a robot cannot be set: its protocol only reads them.
obstacle-robot_events = Events cannot be sent to a robot.
obstacle-robot_measure = A robot does not measure how long its leaves take.
obstacle-robot_not_reached = The robot is not reached at the moment.
obstacle-robot_other_tree = The robot runs another tree now.
obstacle-robot_no_number = The robot does not run this node.
obstacle-robot_two_breakpoints = The node has breakpoints before and after it: remove one to force its result.
obstacle-robot_running_result = A robot's node can be forced to return Success or Failure only.

question-lose_told-title = Discard what the robot did?
question-lose_told-text = It is in no file and cannot be seen again.
question-lose_told-confirm = Discard

question-robot_breakpoints-title = Set breakpoints on this robot?
question-robot_breakpoints-text = The tree of { $name } waits whenever it arrives at a breakpoint. A robot that moves may go on moving meanwhile, because nothing tells it to stop.
question-robot_breakpoints-means = Breakpoints are removed when you detach or close Treewright. If the connection is lost, the robot continues after five seconds.
question-robot_breakpoints-set = Set breakpoints
question-robot_breakpoints-not_now = Not now
