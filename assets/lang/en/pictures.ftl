### Exporting and copying images of trees.

command-save_picture = Export image…
command-copy_picture = Copy image

question-picture-title = Export image
question-picture-text = Path of the image (.svg or .png):
question-picture-confirm = Export

picture-title = Export image
picture-what = Content
picture-whole = Entire document
picture-part = Selected branches
picture-run = Show the status of nodes in this run
picture-kind = Format
picture-svg = SVG image (scalable, selectable text)
picture-png = PNG image
picture-colors = Colors
picture-light = Light
picture-dark = Dark
picture-transparent = Transparent background
picture-size = Size
picture-pixels = About { $width } × { $height } pixels
picture-too_large = The image would be { $width } × { $height } pixels; the limit is { $most } per side. Choose a smaller size, a part of the tree, or SVG.
picture-save = Export…
picture-copy = Copy as PNG
picture-copied = Copied image: { $width } × { $height } pixels
picture-copied_part = Copied image of the selection: { $width } × { $height } pixels
picture-busy = An image is already being drawn: wait for it, or cancel it.
picture-nothing = Nothing to export: add a node first.
picture-failed = The image was not created: { $reason }
