### Games and robots that are attached while they run.

door-held_elsewhere = another window or command of Treewright waits for games already; switch it off there
door-no_folder = games cannot find this program, because there is no folder for that: set XDG_RUNTIME_DIR
door-system = games cannot attach: { $why }
door-refused-wrong_proof = do not know the token
door-refused-other_token = have another token: check TREEWRIGHT_LINK where they were started
door-refused-blocked = refused for a minute, after three wrong tokens
door-refused-version = speak another version of the protocol
door-refused-stranger = speak another protocol
door-refused-slow = did not say in time who they are
door-refused-full = came while four games were attached

attach-game_ended = it has ended
attach-game_missed_editor = Treewright stood still for more than 5 seconds. The game attaches again by itself
attach-game_lost = { $reason }

games-title = Games with Treewright's engine
games-switch = Let games attach
games-switch_hint = Games on this machine find the editor while this is on. It is off at every start.
games-waiting = Waiting for games. One that runs with its link on attaches within a second.
games-detach_hint = A game that was detached comes again after this was switched off and on.
games-refused_count = Refused: { $list }
games-on = Games can attach now.
games-came = { $name } is attached. Choose an agent to look at.
games-agents = { $count ->
    [one] 1 agent
   *[other] { $count } agents
}
games-agent = Agent { $number }
games-search = Search by name, tag, number or state
games-find_true = Find agents for which this condition is true
games-find_running = Find agents that run the selected node
games-choice = Game whose agents are listed
games-nothing_yet = No agents match. Press Enter to let the game look for those that meet this as a condition.
games-found = { $count ->
    [one] 1 agent in frame { $frame }: { $text }
   *[other] { $count } agents in frame { $frame }: { $text }
}
games-searching = { $count ->
    [one] Searching, 1 agent so far: { $text }
   *[other] Searching, { $count } agents so far: { $text }
}
games-not_searched = Cannot search for { $text }: { $reason }
games-close_refused = Close the message
games-find_again = Search again
games-show_all = Show all agents
games-presence = Which agents are listed
games-all = All
games-running = Running
games-left_ones = Left
games-left_count = { $count ->
    [one] 1 left
   *[other] { $count } left
}
games-nothing_runs = nothing runs
status-left = Left in frame { $frame }
status-ended = Link ended
status-detached = Detached
status-not_reached = Not reached
status-not_reached_hint = { $name } is not reached: { $reason }. It is tried again.
status-replaced = Replaced
status-replaced_hint = { $name } runs another tree now in place of this one. What this one did until then can be looked at.
status-loading = Loading
status-loading_hint = What was done before the agent was chosen is still coming in.
status-door = Games can attach
status-door_exposed = Games can attach, also from the network
games-left = left in frame { $frame }
games-runs_node = runs { $node }
games-refused = { $name } did not do it: { $reason }
games-swapped = { $count ->
    [one] { $name } runs the edited tree: 1 agent kept, { $restarted } restarted.
   *[other] { $name } runs the edited tree: { $count } agents kept, { $restarted } restarted.
}
games-swapped_in = { $text } Also replaced, since they use it: { $list }.
games-tree_has_errors = { $name } did not take the tree, as it has errors. The Problems panel lists them.
games-user_refused = { $name } did not replace { $document }: { $reason }
games-swap_waits = { $name } is paused: it runs the edited tree from its next frame on.
games-set_waits = The game is paused: “{ $name }” becomes { $value } in its next frame.
games-event_waits = The game is paused: it gets the event “{ $name }” in its next frame.
games-not_shown = What was seen of { $name } is no longer shown. Choose an agent in the panel Agents to see it again.
games-not_writable = The tree has values that files cannot contain, so it cannot be sent.
question-save_record-title = Save what agents did
question-save_record-text = Path of the record (NAME.live.jsonl):
question-save_record-confirm = Save
question-save_scenario-title = Save as scenario
question-save_scenario-text = Path of the scenario (NAME.scenario.json):
question-save_scenario-confirm = Save
games-scenario = What { $agent } did
games-earlier_tree = the tree as it was then: the document has another version, which the scenario tests
games-left_out = Not carried over: { $list }

reach-choice = Who may attach
reach-this_machine = Games on this machine
reach-tunnel = Also games on other machines, through SSH
reach-network = Also games that reach { $address } ({ $name })
reach-make_tunnel = Run this here. It connects the other machine to this one, encrypted:
reach-machine = USER@MACHINE
reach-not_encrypted = Nothing is encrypted: whoever reads this network sees what games tell and what you send. Safer: through SSH.
reach-set_variable = Start the game on the other machine with this in its environment. It is secret, and new each time this is switched on:
reach-copy = Copy “{ $text }”

command-swap_tree = Replace tree in game
command-save_live = Save what agents did…
command-save_live_scenario = Save as scenario…

log-game_breakpoint = The game has paused at “{ $node }” of { $agent }
log-game_other_breakpoint = The game has paused at a breakpoint of { $agent }
log-game_swapped = { $name } runs the edited tree from now on
log-game_paused = The game is paused

obstacle-read_only = This is the tree of another program: save it with Save as to edit it.
obstacle-game_gone = The game is no longer attached.
obstacle-game_cannot = The client of this game cannot do this.
obstacle-game_past = What happened in a game cannot be run again, because its leaves belong to the game. Save it as a scenario instead.
obstacle-game_paused = The game is paused already.
obstacle-game_runs = The game runs already.
obstacle-game_no_agent = No agent of the game is shown.
obstacle-game_other_tree = The game runs another tree now in place of this one: choose an agent to see it.
obstacle-game_agent_left = The agent has left the game.
obstacle-game_no_node = The game does not run this node.
obstacle-no_record = The run is not that of a game.
games-opened = Opened { $name }. Choose another agent in the panel.

command-profile = Heat map of leaf times
obstacle-nothing_measures = Nothing measures leaf times: attach to a game and choose an agent first.
profile-title = Share of leaf time (sampled)
profile-said = Colors show the share of the time of all leaves, up to { $most }%. The game measures every 16th frame of all agents that it records.
profile-title_last = Share of leaf time (measured last)
profile-said_last = Colors show the share of the time of all leaves, up to { $most }%, as the game measured it last. It does not measure any more.
profile-waiting = Waiting for measurements…
profile-paused = The game is paused
profile-none = The game does not measure
profile-card = { $share }% { $time } { $calls }/s
profile-card_branch = Branch { $share }%
profile-card_aborts = { $text } · { $aborts } aborts/s
profile-leaf = { $share }% of leaf time, { $time } a call, { $calls } calls a second (sampled)
profile-branch = The branch takes { $share }% of leaf time (sampled)
profile-aborts = { $aborts } aborts a second
profile-not_called = Not called in the measured frames
games-no_files = { $why } Open { $document } here, then choose the agent again.

program_bar-of = This tree is that of { $name } and cannot be edited here.
program_bar-told = This tree is that of another program and cannot be edited here.
program_bar-earlier = Frame { $frame } ran the tree as it was before it was replaced in frame { $replaced }.
program_bar-unseen_use = What runs here as “{ $node }” of { $document } is shown only there, on that node.
program_bar-show_agent = Show { $agent } here
program_bar-compare = Compare with own
program_bar-differs = { $name } runs another version of this tree: { $what }.
program_bar-differs_unseen = { $name } runs another tree than this, and does not tell its files.
program_bar-show_theirs = Show theirs
program_bar-show_theirs_hint = Shows the tree as the game runs it, read-only
program_bar-send_own = Send own
program_bar-send_own_hint = Replaces the tree in the game by this one; what runs goes on where it can
program_bar-cannot_send = Trees of this game cannot be replaced, or it is gone.
program_bar-other_file = a file that it refers to
program_bar-only_here = “{ $subject }” (only here)
program_bar-only_there = “{ $subject }” (only there)
program_bar-moved = “{ $subject }” (moved)
program_bar-changed = “{ $subject }” (changed)
program_bar-more = { $count ->
    [one] 1 more
   *[other] { $count } more
}
timeline-replaced = The tree was replaced in frame { $frame }
timeline-live = Live: the newest frame is shown
timeline-behind = { $count ->
    [one] −1 frame · { $seconds } s
   *[other] −{ $count } frames · { $seconds } s
}
timeline-behind_in_short = −{ $seconds } s
timeline-go_live = { $count ->
    [one] Live: 1 frame, { $seconds } s behind. Follow the newest frame again
   *[other] Live: { $count } frames, { $seconds } s behind. Follow the newest frame again
}
games-tags = Tags
games-known = Known
games-seconds = { $seconds } s

status-known = { $seconds } s known
status-known_hint = How many seconds of the shown agent or robot can be looked at: what was remembered when it was chosen, and what came since
run-told_pace = The game or robot sets its own pace.
