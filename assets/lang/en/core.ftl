### Categories, abort types and task libraries. The core itself has the English refusals, problems, names of changes and texts of
### built-in nodes; other languages translate them.

category-Composite = Composites
category-Decorator = Decorators
category-Conditional = Conditionals
category-Action = Actions

nodes_list-title = Nodes
nodes_list-from = From the library { $library }
nodes_list-of_children = Set on each child:
nodes_list-name = Parameter
nodes_list-type = Type
nodes_list-default = Default
nodes_list-allowed = Allowed
nodes_list-help = Help

library-problem = Task library { $name }: { $what }

abort-None = None
abort-Self = Self
abort-LowerPriority = Lower priority
abort-Both = Both

abort_help-None = Conditionals are checked on entry only.
abort_help-Self = A change aborts what runs inside.
abort_help-LowerPriority = A change aborts what runs to its right.
abort_help-Both = A change aborts inside and to its right.

nodes-Inverter-words = not negate
nodes-Selector-words = fallback
nodes-Sequence-words = and then
nodes-Repeater-words = loop
nodes-Parallel-words = simultaneous
nodes-Log-words = print message
nodes-SetVariable-words = assign write
nodes-StandIn-words = placeholder dummy mock stub fake simulate task
nodes-StandIn-title = Stand-in
nodes-StandInConditional-title = Stand-in conditional
