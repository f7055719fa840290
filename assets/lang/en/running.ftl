### Moving through a run: commands, run bar and notices.

submenu-restart = Restart
submenu-inside = Events in frame
submenu-frames = Frames
submenu-agents = Agents

obstacle-no_frame_before = This is the first frame.
obstacle-no_frame_after = This is the last frame.
obstacle-nothing_left = The run has only one way: change something in the past to begin another.
obstacle-nothing_ahead = Nothing that was recorded is to happen again.
obstacle-no_last_run = No run was stopped since the last start.
obstacle-no_earlier_agents = No agents were added to an earlier run of this tree.
obstacle-told_run = This was recorded in a robot: it cannot be run again or changed.
obstacle-one_agent = The run has only one agent.

command-restart = Restart with same seed
command-restart_other_seed = Restart with new seed
command-restart_with_inputs = Restart with the same inputs
command-repeat_recorded = Go on with the recorded inputs
command-drop_recorded = Go on without the recorded inputs
command-compare_ways = Compare with the way before
command-reopen_run = Reopen last run
command-step_back = Step back one frame
command-step_event = Next event
command-step_event_back = Previous event
command-step_over = Step over subtree
command-step_out = Step out of branch
command-run_to_node = Run to node
command-run_to_frame = Run to frame…
command-first_frame = Go to first frame
command-last_frame = Go to last frame
command-take_back = Switch to previous way
command-send_event = Send event…
command-add_agent = Add agent
command-next_agent = Show next agent
command-remove_agent = Remove agent

# What a screen reader says by itself after a step.
announce-next = { $first }. { $last }
announce-frame = Frame { $frame }
announce-node = “{ $node }”: { $status }

run-speed = Playback speed
run-full_speed = Maximum speed
run-real_time_step = Real-time frames (match display rate)
run-recording_limit = Memory limit for run history
run-frame = Frame
run-frame_hint = Type a frame number to go there; frames not run yet are run.
run-none = Not running
run-of_frames = of { $last } · { $time } s
run-agent = Agent { $number }
run-agent_shown = Shown agent
run-last = { $count ->
    [one] Last run · 1 frame
   *[other] Last run · { $count } frames
}
run-past = Run history
run-in_the_past = Viewing the past
run-in_the_past_hint = Step replays. What you change here begins another way of the run; the inputs that were recorded later happen again on it.
run-inside = Event { $happened } of { $of }; next: { $next }
run-inside_end = Event { $happened } of { $of }: end of frame
run-inside_hint = Edits apply before this frame and rerun it. Click to select the node.
run-next_start = “{ $node }” starts
run-next_update = “{ $node }” returns { $status }
run-next_end = “{ $node }” ends: { $status }
run-next_check = “{ $node }” is checked: { $status }
run-next_abort = “{ $node }” triggers an abort
run-next_says = “{ $node }” writes to the log
run-next_beside = event of a background tree
run-memory = History { $bytes } MB
run-memory_hint = Run history: { $bytes } of { $limit } MB, from frame { $first }

notice-frame_again = Frame { $frame } will run again with this change. The former way is kept in the timeline.
notice-frames_left = Frames after { $kept } are kept in the timeline as another way.
notice-frames_left_inputs = Frames after { $kept } are kept as another way; their inputs happen again as the run goes on.
notice-restarted_with_inputs = Restarted with the same inputs. The former way is kept in the timeline.
notice-left_project = { $count ->
    [one] Saved outside of the project: 1 file that this tree uses is not found from there. Save it in the project, or copy that file along.
   *[other] Saved outside of the project: { $count } files that this tree uses are not found from there. Save it in the project, or copy these files along.
}
notice-beginning_unknown = The beginning of the run was forgotten to save memory, so it cannot start again with the same inputs.
notice-restarted_with_seed = Restarted with seed { $seed }
notice-going_to_start = Running until “{ $node }” starts. F5 pauses.
notice-going_to_end = Running until “{ $node }” ends. F5 pauses.
notice-unknown_node = This node is not part of the shown frame.
notice-unknown_agent = This agent is not part of the shown frame.

stop-where = { $why } · frame { $frame }
stop-frame = Reached the frame
stop-start = Reached: “{ $node }” starts
stop-end = Reached: “{ $node }” has ended
stop-finished = The tree has finished: { $status } (it goes on if “Restart when finished” is on)

log-goal_not_reached = Paused: not reached within { $frames } frames. Run to continue searching.
