### Texts of menus within menus, of the boxes for paths, and of what the system says.

command-add_child = Add a child…

path_box-no_folder = There is no folder { $folder } yet.
path_box-make_folder = Create the folder and save
path_box-a_folder = { $path } is a folder. Add the name of a file.

submenu-select = Select
submenu-find = Find
submenu-collapse = Collapse and expand
submenu-subtree = Subtree
submenu-move = Move
submenu-notes = Notes and groups
submenu-align = Align and distribute
submenu-tabs = Tabs and views
submenu-panels = Panels
submenu-theme = Theme
submenu-scale = Interface size
submenu-language = Language
