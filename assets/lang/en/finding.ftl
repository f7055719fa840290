### Finding, replacing, and going from document to document.

find-search = Find in documents
find-replace_with = Replace with
find-replace = Replace
find-replace_all = Replace all
find-next = Next match
find-previous = Previous match
find-match_case = Match case
find-whole_word = Whole words only
find-where = Where to look
find-what = What to look through
find-everything = Everything
find-some = Only some
find-scope_front = This document
find-scope_open = All open documents
find-scope_project = The whole project
find-field_name = Names
find-field_kind = Kinds of nodes
find-field_parameter = Parameters
find-field_variable = Variables
find-field_comment = Comments and notes
find-field_id = Ids
find-start = Type what to find. Press a line to go there; F3 goes on to the next one.
find-nothing = Nothing found. Try fewer letters, other fields, or look in more files.
find-count = { $count ->
    [one] { $count } place
   *[other] { $count } places
}
find-more = { $count } places or more
find-uses_of = Uses of “{ $name }”
find-end_uses = Back to finding text
find-no_uses = “{ $name }” is used nowhere. Bind a parameter to it in the inspector, or remove it from the blackboard.
find-result = Found: { $text }, { $place }
find-document = { $title }: { $count }
find-spot_name = Name
find-spot_kind = Kind
find-spot_id = Id
find-spot_comment = Comment
find-spot_initial = Initial value
find-spot_description = Description
find-variable = Variable { $name }
find-tree = Tree
find-note = Note
find-group = Group
find-whole_document = Document
find-scenario_frame = Scenario, frame { $frame }
find-replaced = { $count ->
    [one] Replaced in { $count } place.
   *[other] Replaced in { $count } places.
}
find-replaced_some = { $count ->
    [one] Replaced in { $count } place; { $left } stay as they are.
   *[other] Replaced in { $count } places; { $left } stay as they are.
}
find-cannot_replace = What was found there cannot be replaced: kinds, ids and names of parameters stay, and numbers must stay numbers.

command-split_view = Split the view
command-go_back = Back
command-go_forward = Forward
command-next_tab = Next tab
command-previous_tab = Previous tab
command-find = Find…
command-replace = Replace…
command-find_next = Find the next one
command-find_previous = Find the one before
command-find_uses = Find uses of a variable…

panel-project = Project
panel-find = Find

seek-variables = Type the name of a variable

blackboard-find_uses = Find its uses

tabs-close_others = Close others
tabs-copy_path = Copy the path

breadcrumb-go_to = Go to { $title }

obstacle-no_variables = The document declares no variables.
obstacle-nowhere_back = There is no place to go back to.
obstacle-nowhere_forward = You did not go back, so there is no place to go forward to.
obstacle-one_document = Only one document is open.

project-search = Search the project
project-none = Open or save a file: what lies in its project folder is listed here.
project-looking = Looking…
project-empty = There are no trees, libraries or scenarios in this folder. What is saved here is listed.
project-nothing = No file fits.
project-more = Only the first { $most } files are listed.
project-folder = Folder { $path }
project-file = File { $path }
project-kind_tree = Tree
project-kind_library = Library
project-kind_scenario = Scenario
project-open = Open
project-reveal = Show in the file manager
project-no_tree = The tree that this scenario is for is not in the project folder.
project-no_file_manager = No file manager could be started: { $reason }

settings-reopen = Open again
settings-reopen_hint = What was open when the program ended is open when it starts.

rename-done = Renamed to “{ $name }” in { $count } documents; each can take it back by itself.
rename-refused = In “{ $title }”: { $reason }
