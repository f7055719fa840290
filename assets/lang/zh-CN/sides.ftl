### 并排查看两个版本。

command-side_by_side = 并排查看
command-next_change = 下一处更改
command-previous_change = 上一处更改
command-link_sides = 同步两侧视图

obstacle-not_side_by_side = 请先打开并排视图。

sides-open = 并排查看
sides-close = 关闭并排视图
sides-place = { $place } / { $count }
sides-here = 编辑器
sides-on_disk = 已保存的文件
sides-on_disk_newer = 磁盘上的较新版本
sides-file = { $name }（文件）
sides-other_tab = { $name }（其他标签页）
sides-this_tab = { $name }（当前标签页）
sides-read_only = { $name } · 只读
sides-canvas = { $name }，只读
sides-choose = 选择带标记的节点，查看它在两侧的差异。
sides-same = “{ $name }”：两侧相同
sides-mark_added = 新增 { $count } 处
sides-mark_removed = 删除 { $count } 处
sides-mark_moved = 移动 { $count } 处
sides-mark_changed = 更改 { $count } 处
sides-apart_added = { $count } 项仅编辑器中有
sides-apart_removed = { $count } 项仅磁盘上有
sides-apart_moved = 位置不同 { $count } 处
sides-apart_changed = 内容不同 { $count } 处

versions-apart_from = 与“{ $name }”的差异
versions-field_apart = { $field }：磁盘上：{ $old }   ·   编辑器中：{ $new }
versions-differ = { $count } 处不同
versions-by_ours = 我方更改
versions-by_theirs = 对方更改
versions-by_both = 双方都更改
versions-with_changer = { $text }（{ $by }）
versions-apart_added = 仅编辑器中有
versions-apart_removed = 仅磁盘上有
versions-apart_moved = 位置不同
versions-apart_changed = 内容不同
