### Importing files of other tools, and exporting to their formats.

command-export = Export…
command-export_again = Export again

submenu-export = Export

panel-import = Import notes

import-heading = { $name } · { $format }
import-opened = Opened { $name } as { $format }. Save it to keep it as a Treewright tree.
import-none = Open a file of another tool to see its import notes here.
import-all_came_over = Imported without loss.
import-problems = Also { $counts }: see Problems
import-no_tree = it contains no tree
import-unknown = its format is not supported
import-rules_taken = { $count ->
    [one] Applied the rules of { $name } as a stand-in to 1 leaf
   *[other] Applied the rules of { $name } as stand-ins to { $count } leaves
}
import-rules_no_tree = the tree for these rules was closed
import-rules_no_leaf = The rules of { $name } match no leaf of this tree. Open the matching tree first.

question-open_all-title = Open many trees?
question-open_all-text = “{ $name }” lists { $number } trees. Each gets a tab.
question-no_tree-title = No tree in this file
question-no_tree-workspace = “{ $name }” marks a behavior3 project folder. It contains no tree.
question-no_tree-library = “{ $name }” contains a task library ({ $kinds }) but no tree.
question-no_tree-nothing = “{ $name }” contains neither a tree nor node types.
question-no_tree-kinds = { $count ->
    [one] { $count } node type
   *[other] { $count } node types
}
question-no_tree-trees = Open a tree from its folder:
question-no_tree-no_trees = Its folder contains no trees of this tool.
question-no_tree-begin = Or start a new tree that uses its { $kinds }:
question-no_tree-new = New tree

transfer-nodes = Nodes: { $count }
transfer-mapped = Unchanged: { $count }
transfer-own = Game tasks: { $count }
transfer-kept = Kept without effect: { $count }
transfer-approximated = Approximated: { $count }
transfer-refused = Not supported: { $count }

export-title = Export “{ $title }”
export-known = Previous exports
export-format = Format
export-file = Output file
export-browse = Browse…
export-inline_subtrees = Inline subtrees
export-minify = Minify
export-with_run = { $count ->
    [0] Include the run (nothing has run yet)
    [one] Include the run ({ $count } frame)
   *[other] Include the run ({ $count } frames)
}
export-type_key = Node type key
export-namespace = Namespace of node classes
export-on_save = Write on each save, and by “treewright watch”
export-on_save_short = On save
export-forget = Remove this export
export-allow_project = Allow this project to write its exports on save
export-not_allowed = Saved. The project's exports were not written: allow them in File → Export.
export-write = Export
export-all_goes_over = Exports without loss.
export-looks_ahead = Checking for export notes…
export-would_refuse = This format does not support the items below. Change them or the format.
export-exists = { $path } already exists and is not the last export; use Export… to replace it
export-itself = this file is open as a document; choose another one
export-targets_damaged = it is damaged or from a newer version; fix or delete it
export-not_kept = Exported, but the export could not be remembered in { $path }: { $reason }
export-name_not_text = its name is not valid Unicode
export-not_written = Not exported to { $path }: { $reason }
export-several_not_written = { $count } files were not exported: { $files }
export-one_of_several = { $name } ({ $reason })
export-not_on_save = Saved, but not exported to { $path }: { $reason }
export-saved_and_written = Saved { $path }, exported { $files }
export-refused = { $count ->
    [one] the format does not support one item; see the export window
   *[other] the format does not support { $count } items; see the export window
}
