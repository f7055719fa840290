### Finding and replacing, and moving between documents.

find-search = Find in documents
find-replace_with = Replace with
find-replace = Replace
find-replace_all = Replace all
find-next = Next match
find-previous = Previous match
find-match_case = Match case
find-whole_word = Whole words only
find-where = Search in
find-what = Fields to search
find-everything = Everything
find-some = Some fields
find-scope_front = This document
find-scope_open = All open documents
find-scope_project = Entire project
find-field_name = Names
find-field_kind = Node types
find-field_parameter = Parameters
find-field_variable = Variables
find-field_comment = Comments and notes
find-field_id = Ids
find-start = Type to search. Click a match to open it; F3 goes to the next one.
find-nothing = No matches. Try a different search, other fields or more files.
find-count = { $count ->
    [one] { $count } match
   *[other] { $count } matches
}
find-more = { $count } or more matches
find-uses_of = Usages of “{ $name }”
find-end_uses = Back to text search
find-no_uses_in_project = No other file of the project uses “{ $name }”.
find-no_uses = “{ $name }” is not used. Bind a parameter to it, or remove it from the blackboard.
find-result = Match: { $text }, { $place }
find-document = { $title }: { $count }
find-spot_name = Name
find-spot_kind = Node type
find-spot_id = Id
find-spot_comment = Comment
find-spot_initial = Initial value
find-spot_description = Description
find-variable = Variable { $name }
find-tree = Tree
find-note = Note
find-group = Group
find-whole_document = Document
find-whole_scenario = Scenario
find-whole_claims = Claims
find-claim = Claim { $number }
find-spot_condition = Condition
find-whole_library = Task library
find-scenario_itself = The scenario itself
find-scenario_frame = Scenario, frame { $frame }
find-replaced = { $count ->
    [one] Replaced { $count } match
   *[other] Replaced { $count } matches
}
find-replaced_some = { $count ->
    [one] Replaced { $count } match; unchanged: { $left }
   *[other] Replaced { $count } matches; unchanged: { $left }
}
find-replaced_in = In { $documents } documents; one undo gives all of them back
find-cannot_replace = Cannot replace node types, ids or parameter names, numbers with text, or a file or tree that a node runs (to rename a tree everywhere, search in the entire project).
find-cannot_replace_reference = This node runs a tree or file of this name. Rename the file in the project panel; to rename a tree everywhere, search in the entire project and use “Replace all”.

command-split_view = Split view
command-go_back = Back
command-go_forward = Forward
command-next_tab = Next tab
command-previous_tab = Previous tab
command-find = Find…
command-replace = Replace…
command-find_next = Find next
command-find_previous = Find previous
command-find_uses = Find variable usages…

panel-project = Project
panel-find = Find

seek-variables = Type the name of a variable

blackboard-find_uses = Find usages

tabs-close_others = Close others
tabs-copy_path = Copy path

breadcrumb-go_to = Go to { $title }

obstacle-no_variables = The document has no variables.
obstacle-nowhere_back = Nothing to go back to.
obstacle-nowhere_forward = Nothing to go forward to.
obstacle-no_bottom_panels = There are no panels below the canvas.
obstacle-one_document = Only one document is open.

project-search = Search project
project-none = Open or save a file to list its project folder here.
project-looking = Loading…
project-empty = This folder has no trees, libraries or scenarios yet. Saved files appear here.
project-nothing = No files match.
project-more = Only the first { $most } files are listed.
project-more_foreign = Only the first { $most } JSON and XML files were searched for trees.
project-folder = Folder { $path }
project-file = File { $path }
project-foreign_file = File { $path }, { $tool }
project-kind_tree = Tree
project-kind_library = Library
project-kind_scenario = Scenario
project-kind_claims = Claims
project-open = Open
project-open_all = Open all trees
project-open_all_trees = { $count ->
    [one] Open its tree
   *[other] Open all { $count } trees
}
project-open_one = Choose a tree to open…
project-opened_all = { $count ->
    [one] Opened { $count } tree
   *[other] Opened { $count } trees
}
project-not_all_opened = { $opened }. Not opened: { $failed }
project-no_trees = “{ $name }” lists no trees
project-card_drawing = Drawing of { $path }
project-card_uses = Uses { $files }
project-card_used_by = Used by { $files }
project-card_more = { $count } more
project-new = New in this project
project-new_scenario = New scenario…
project-scenario_name = test
project-name_of_tree = Name of the new tree
project-name_of_library = Name of the new task library
project-name_of_scenario = Name of the new scenario
project-name_of_folder = Name of the new folder
project-move = Move to…
project-new_path = New path in the project
project-rename = Rename…
project-rename_event = Rename event “{ $name }”
project-rename_task = Rename task “{ $name }”
project-rename_means = Open documents that use it follow. If closed files use it, you are asked. Undo takes it back in all of them.
project-rename_now = Rename
project-mark_folder = Make “{ $name }” the project folder
project-marked = { $path } is the project folder now
project-new_name = New name
project-duplicate = Duplicate
project-delete = Move to trash
project-use_library = Use in this tree
project-share_library = Use in all trees of the project
project-library_shared = All trees use { $path }
project-uses = Find uses
project-unsaved = Unsaved
project-unreadable = Cannot be read
project-errors = { $count ->
    [one] { $count } error
   *[other] { $count } errors
}
project-renamed = Renamed { $from } to { $to }
project-moved = Moved { $from } to { $to }
project-adapted = { $count ->
    [one] { $count } reference follows
   *[other] { $count } references follow
}
project-written = { $count ->
    [one] { $count } file changed
   *[other] { $count } files changed
}
project-changed_open = { $count ->
    [one] Changed { $count } open document
   *[other] Changed { $count } open documents
}
project-made = Created { $path }
project-removed = Moved { $path } to the trash
project-run_instead = All nodes run “{ $to }” in place of “{ $from }” now
project-set_instead = All nodes set “{ $to }” in place of “{ $from }” now
project-task_instead = All nodes of the type “{ $from }” have the type “{ $to }” now
project-scenarios_follow = { $count ->
    [one] { $count } scenario follows
   *[other] { $count } scenarios follow
}
project-repointed = References to { $from } lead to { $to } now
project-replaced = Replaced “{ $from }” by “{ $to }”
project-undo = Undo the last change of files
project-redo = Redo the change of files
project-undo_later_first = First undo the later changes of files in the project panel.
project-undo_edits_first = First undo the later edits of { $title }.
project-unsaved_there = First save { $title } or undo its edits: this writes its file.
project-undo_closed = a document that it changed was closed
project-not_undone = Not undone: { $reason }.
project-not_undone_but_here = Not undone: { $reason }. Undo again to undo only what was done in the open document.
project-removed_but_open = The file of { $title } is gone. Its tab stays open, as it has unsaved changes.
project-undone_but_used = Undone, but { $user } uses { $file }, which is gone.
project-undone_but_named = Undone, but { $user } on disk still names { $file }, which is gone: save { $user }.
project-still_busy = The last change of files is not finished yet.
project-undone = Undone: { $what }
project-redone = Redone: { $what }
project-failed = No file was changed: { $reason }
project-nothing_to_undo = No change of files can be undone.
project-nothing_to_redo = No change of files can be redone.
project-runs_itself = A tree cannot run itself.
project-reveal = Show in file manager
project-no_tree = The tree of this scenario is not in the project folder.
project-no_file_manager = No program was found to show { $path } in its folder.
project-no_program = No program was found to open { $path }.
project-new_task = New task…
project-task_created = Created task “{ $name }” in { $path }
project-task_changed = Changed task “{ $name }” in { $path }
project-task_removed = Removed task “{ $name }” from { $path }

palette-edit_task = Edit task…

task_window-title = Task “{ $name }”
task_window-title_new = New task
task_window-task = Task
task_window-new = New task
task_window-create_first = To choose another task, create or cancel this one first.
task_window-apply_first = To choose another task or to rename this one, apply or cancel the changes first.
task_window-name = Name
task_window-category = Category
task_window-summary = Summary
task_window-stand_in = Stand-in result
task_window-remove = Remove task…
task_window-parameters = Parameters
task_window-add_parameter = Add parameter
task_window-remove_parameter = Remove parameter { $number }
task_window-move_up = Move parameter { $number } up
task_window-parameter_name = Name of parameter { $number }
task_window-parameter_type = Type of parameter { $number }
task_window-parameter_unset = Parameter { $number } if not set
task_window-parameter_default = Default value of parameter { $number }
task_window-parameter_help = Help for parameter { $number }
task_window-unset = If not set
task_window-default = Default value
task_window-required = Must be set
task_window-left_out = No value
task_window-help = Help
task_window-other_kind = Stays as the file declares it.
task_window-renamed = Nodes that set “{ $name }” follow, also in closed files.
task_window-use = Use this library in “{ $tree }”
task_window-create = Create
task_window-apply = Apply
task_window-again = Try again to change it as it is now.

settings-reopen = Restore previous session
settings-reopen_hint = On start, reopens the documents that were open on exit.

rename-done = Renamed to “{ $name }” in { $count } documents
rename-called_off = Called off: nothing was changed.
rename-refused = In “{ $title }”: { $reason }
unfinished-taken_back = { $count ->
    [0] The program ended during a change of files in { $project }.
    [one] The program ended during a change of files in { $project }. The file that it had changed is as before.
   *[other] The program ended during a change of files in { $project }. The { $count } files that it had changed are as before.
}
unfinished-left = Others changed these since, so they stay as they are: { $files }.
