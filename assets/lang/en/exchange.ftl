### Other tools' files: opening them, and writing documents in their formats.

command-export = Export…
command-export_again = Export again

submenu-export = Export

panel-import = From other tools

import-heading = { $name } · { $format }
import-opened = Opened { $name } as { $format }. Save it to keep it as a tree of this program
import-none = Of a tree that came out of another tool's file, this says what did not go over as it is.
import-all_came_over = Everything came over as it is.
import-problems = Besides, { $counts }: see Problems
import-and = { " " }and{ " " }
import-no_tree = it holds no tree
import-unknown = it is of no format that can be read
import-rules_taken = { $count ->
    [one] The rules of { $name } are the stand-in of 1 leaf now
   *[other] The rules of { $name } are stand-ins of { $count } leaves now
}
import-rules_no_tree = the tree that the rules were opened for is closed
import-rules_no_leaf = The rules of { $name } name no leaf of this tree: open the tree that they are for first

question-no_tree-title = No tree in this file
question-no_tree-workspace = “{ $name }” marks a folder as a project of behavior3. It holds no tree itself.
question-no_tree-library = “{ $name }” holds a task library only, { $kinds }, and no tree.
question-no_tree-nothing = “{ $name }” holds neither a tree nor kinds of nodes.
question-no_tree-kinds = { $count ->
    [one] { $count } kind of nodes
   *[other] { $count } kinds of nodes
}
question-no_tree-trees = Open one of the trees in its folder:
question-no_tree-no_trees = There is no tree of this tool in its folder.
question-no_tree-begin = Or begin a new tree with { $kinds } from there in the palette:
question-no_tree-new = New tree

transfer-nodes = Nodes: { $count }
transfer-mapped = As they are: { $count }
transfer-own = Own tasks: { $count }
transfer-kept = Kept without effect: { $count }
transfer-approximated = Approximated: { $count }
transfer-refused = Refused: { $count }

export-title = Export “{ $title }”
export-known = Exported before
export-format = Format
export-file = Write to
export-browse = Browse…
export-inline_subtrees = Put subtrees in their place
export-minify = Leave out white space
export-type_key = Key of a node's type
export-namespace = Namespace of the node classes
export-on_save = Write it each time the tree is saved, and by “treewright watch”
export-on_save_short = On save
export-forget = Forget this export
export-allow_project = Let this project write its exports on save
export-not_allowed = Saved. The exports that this project asks for were not written: allow them in File → Export
export-write = Export
export-all_goes_over = Everything goes over as it is.
export-looks_ahead = Looking for what would not go over…
export-would_refuse = This format cannot express what is listed here, so nothing would be written.
export-exists = { $path } is there already, and is not what was exported last
export-itself = This is the file of an open document: choose another one
export-targets_damaged = it does not hold exports, or a newer version wrote it: correct it, or remove it
export-not_kept = The export was written, but cannot be remembered in { $path }: { $reason }
export-name_not_text = its name is not valid Unicode
export-not_written = Not exported to { $path }: { $reason }
export-several_not_written = { $count } files were not exported: { $files }
export-one_of_several = { $name } ({ $reason })
export-not_on_save = Saved, but not exported to { $path }: { $reason }
export-saved_and_written = Saved { $path }, exported { $files }
export-refused = { $count ->
    [one] this format cannot express one thing; open the window of exports to see which
   *[other] this format cannot express { $count } things; open the window of exports to see which
}
