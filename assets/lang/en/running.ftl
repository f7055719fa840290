### Moving through a run: commands, the run bar, and what is told of it.

submenu-restart = Restart
submenu-inside = Inside a frame
submenu-frames = Other frames
submenu-agents = Agents

obstacle-no_frame_before = The run shows its first frame.
obstacle-no_frame_after = The run shows its last frame.
obstacle-nothing_left = No frames were left for another way.
obstacle-one_agent = The run has only one agent.

command-restart = Restart with the same seed
command-restart_other_seed = Restart with another seed
command-step_back = Step back
command-step_event = Step inside the frame
command-step_event_back = Step back inside the frame
command-step_over = Step over the subtree
command-run_to_node = Run to this node
command-run_to_frame = Run to a frame
command-first_frame = To the first frame
command-last_frame = To the last frame
command-take_back = Take back the frames that were left
command-add_agent = Add an agent
command-next_agent = Show the next agent
command-remove_agent = Remove this agent

run-speed = Seconds of game time for each second
run-full_speed = As fast as possible
run-real_time_step = Frames last as long as the window's
run-recording_limit = Memory for the past of a run
run-frame = Frame
run-frame_hint = Type a number to go there; a frame that was not run yet is run.
run-of_frames = of { $last } · { $time } s
run-agent = Agent { $number }
run-agent_shown = Agent that is shown
run-past = Frames of the run
run-in_the_past = In the past
run-in_the_past_hint = Step goes along what was recorded. Run, or any change, goes on from here; the frames after it are set aside and can be taken back.
run-inside = Event { $happened } of { $of }; next: { $next }
run-inside_hint = This frame has happened up to here. A change is made before the frame, which is then run again. Click to select the node.
run-next_start = “{ $node }” starts
run-next_update = “{ $node }” answers { $status }
run-next_end = “{ $node }” ends: { $status }
run-next_check = “{ $node }” is asked again: { $status }
run-next_abort = the abort of “{ $node }” fires
run-next_says = “{ $node }” says something
run-next_beside = a tree beside this one
run-memory = { $bytes } MB
run-memory_hint = The past takes { $bytes } of at most { $limit } MB, from frame { $first } on. The settings say how much it may be.

notice-frames_left = Going on from here: frames { $first } to { $last } are set aside. Run → Other frames takes them back.
notice-restarted_with_seed = The run began anew, with seed { $seed }.
notice-going_to_start = Going to “{ $node }”. F5 pauses.
notice-going_to_end = Going to the end of “{ $node }”. F5 pauses.
notice-unknown_node = This node is not part of the frame that is shown.
notice-unknown_agent = This agent is not part of the frame that is shown.

log-goal_not_reached = It did not come to that within { $frames } frames and is paused. Run on to look further.
