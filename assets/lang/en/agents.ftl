### Agents: several instances of a tree in one run.

panel-agents = Agents
command-show_agents = Show agents
command-add_agents = Add several agents…
command-compare_agents = Compare with agent…
command-add_earlier_agents = Add earlier agents again

agents-no_run = Run the tree to see here what each of its agents does.
agents-nothing = No agents match.
agents-search = Agent or running node
agents-search_trees = Agent, tree or running node
agents-count = { $count ->
    [one] 1 agent
   *[other] { $count } agents
}
agents-listed = { $listed } of { $all }
agents-running = Running “{ $node }”
agents-running_this = Agents that run this
agents-all_again = Show all agents
agents-columns = Columns of variables
agents-name = Agent
agents-tree = Tree
agents-leaf = Current leaf
agents-status = Status
agents-leaves = { $title } (+{ $count })
agents-sort = Sort by { $column }
agents-sorted_up = { $column }, ascending
agents-sorted_down = { $column }, descending
agents-show = Show this agent
agents-compare = Compare on the timeline

agents-add_earlier = { $count ->
    [one] Add the earlier agent again
   *[other] Add the { $count } earlier agents again
}
agents-add_title = Add agents
agents-add_now = Add
agents-tree_opens = Opens in a tab; its variables can differ once it is open
agents-count_field = Number of agents
agents-spread = Variables that differ from the first new agent to the last
agents-spread_halves = false for the first half, true for the second
agents-spread_from = from
agents-spread_to = to
agents-spread_from_of = { $name } of the first agent
agents-spread_to_of = { $name } of the last agent

notice-nothing_to_add = No agents were added: “{ $title }” has no root, or its root is disabled.
notice-agents_refused = No agents were added: { $reason }
notice-own_run_stopped = Stopped the run of “{ $title }”: an agent of another run is shown there now
notice-run_closed = Closed “{ $title }” and ended the run, in which agents ran its tree
notice-agents_added = { $count ->
    [one] Added 1 agent
   *[other] Added { $count } agents
}

canvas-run-agents = { $count ->
    [one] 1 agent runs this now
   *[other] { $count } agents run this now
}

timeline-compared_agent = Compared agent
timeline-show_compared = Show this agent
timeline-end_comparison = End comparison

log-only_shown_agent = Only entries of the shown agent

breakpoints-only_shown_agent = Only the shown agent
breakpoints-only_shown_agent_hint = Only the shown agent stops the run, not any agent

find_in_time-all_agents = All agents
find_in_time-all_agents_hint = Find in the frames of all agents, not only of the shown one
find_in_time-frames_of_all = { $count ->
    [0] Not found
    [one] 1 match
   *[other] { $count } matches
}
agents-only_one = The program that runs this tree tells of no other agents.
