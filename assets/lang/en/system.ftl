### Submenus, path fields and folder errors.

command-add_child = Add child…

path_box-no_folder = The folder { $folder } does not exist.
path_box-make_folder = Create folder and save
path_box-a_folder = { $path } is a folder. Add a file name.

submenu-select = Select
submenu-find = Find
submenu-collapse = Collapse and expand
submenu-subtree = Subtree
submenu-move = Move
submenu-notes = Notes and groups
submenu-align = Align and distribute
submenu-tabs = Tabs and views
submenu-camera = Zoom and pan
submenu-panels = Panels
submenu-theme = Theme
submenu-scale = Interface size
submenu-language = Language
