### What the core says: categories and abort types. Refusals, problems, names of changes and the texts of built-in nodes
### are English in the core itself, and only translated here.

category-Composite = Composites
category-Decorator = Decorators
category-Conditional = Conditionals
category-Action = Actions

nodes_list-title = Nodes
nodes_list-from = From the library { $library }
nodes_list-of_children = Set at each child:
nodes_list-name = Parameter
nodes_list-type = Type
nodes_list-default = Default
nodes_list-allowed = Allowed
nodes_list-help = Help

library-problem = Task library { $name }: { $what }

abort-None = None
abort-Self = Self
abort-LowerPriority = LowerPriority
abort-Both = Both

abort_help-None = Conditionals below are not watched.
abort_help-Self = A change interrupts what runs inside this composite.
abort_help-LowerPriority = A change interrupts what runs to its right, under its parent.
abort_help-Both = A change interrupts what runs inside it or to its right.
