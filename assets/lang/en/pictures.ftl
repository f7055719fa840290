### Pictures of trees: saved, copied.

command-save_picture = Save a picture…
command-copy_picture = Copy a picture

question-picture-title = Save a picture
question-picture-text = Path of the picture (.svg or .png):
question-picture-confirm = Save

picture-title = Save a picture
picture-what = What it shows
picture-whole = The whole document
picture-part = What is selected, with all below it
picture-run = What nodes do at the moment of the run
picture-kind = Kind
picture-svg = SVG: sharp at any size, text can be selected
picture-png = PNG: pixels, for any program
picture-colors = Colors
picture-light = Light
picture-dark = Dark
picture-transparent = Nothing behind the tree
picture-size = Size
picture-pixels = About { $width } × { $height } pixels
picture-too_large = { $width } × { $height } pixels are too many: at most { $most } either way. Choose a smaller size, a part of the tree, or SVG
picture-save = Save…
picture-copy = Copy as pixels
picture-copied = Picture copied: { $width } × { $height } pixels
picture-copied_part = Picture of what is selected copied: { $width } × { $height } pixels
picture-busy = A picture is still being drawn: wait for it, or cancel it
picture-nothing = There is nothing of which a picture could be made
picture-failed = No picture was made: { $reason }
