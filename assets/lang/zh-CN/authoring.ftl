### 编辑节点、批量操作、剪贴板与模板。

command-insert_template = 插入模板…
command-save_template = 另存为模板…
command-paste_after = 粘贴到后面
command-select_subtree = 选择整个分支
command-select_same_kind = 选择同类型节点
command-invert_selection = 反选
command-collapse_below = 折叠所有下级
command-expand_below = 展开所有下级
command-replace_node = 更改类型…
command-wrap = 用节点包裹…
command-remove_keeping_children = 删除并保留子节点
command-extract = 提取为子树
command-extract_to_file = 提取到文件…
command-inline = 内联子树
command-align_left = 左对齐
command-align_center = 水平居中对齐
command-align_right = 右对齐
command-align_top = 顶端对齐
command-align_middle = 垂直居中对齐
command-align_bottom = 底端对齐
command-distribute_across = 水平均匀分布
command-distribute_down = 垂直均匀分布
command-collapse_all = 全部折叠
command-expand_all = 全部展开

menu-arrange = 排列

notice-broken_paste = 无法读取剪贴板上的文本：{ $why }
notice-replaced = 已更改类型；以下设置不适用，已移除：{ $lost }
notice-extracted = 已提取为子树“{ $tree }”
extraction-title = 提取到文件
extraction-file = 项目中的文件
extraction-tree = 树的名称
extraction-into_new = 新文件：分支将成为它的主树
extraction-into_existing = 已有文件：分支将成为其中的命名树
extraction-confirm = 提取
extraction-overridden = { $files } 对“{ $node }”的值的覆盖将不再有效。若仍要移动，请再次确认。
extraction-done = 已将“{ $tree }”提取到 { $file }
extraction-done_in_open = 已将“{ $tree }”提取到 { $file }（已打开）；撤销会同时撤回两个标签页中的更改
notice-inlined_last = 已内联。没有其他节点引用子树“{ $tree }”，已从文档中删除

authoring-name_on_card = 节点名称
authoring-replace_by = 更改类型：{ $nodes }
authoring-wrap_in = 包裹节点：{ $nodes }
authoring-reshape = 调整结构
authoring-select = 选择

inspector-of_kind = { $count } 个{ $kind }
inspector-several_values = 多个值
inspector-take_over = 将所有节点的“{ $name }”设为 { $value }

obstacle-two_nodes = 请先选择至少两个节点。
obstacle-three_nodes = 请先选择至少三个节点。

template-heading = 插入模板
template-section = 模板
template-row = 模板：{ $title }
template-family = 模板
template-search = 搜索模板
template-insert = 插入
template-insert_here = 在此插入模板…
template-rename = 重命名…
template-remove = 移除
template-save_title = 另存为模板
template-rename_title = 重命名模板
template-name = 模板名称
template-description = 说明
template-save = 保存模板
template-kept = 已存为模板“{ $title }”，可在节点面板中找到。
template-not_kept = 无法保存模板：{ $why }
template-removed = 已移除模板；文件保留为 { $path }
template-not_removed = 无法移除模板：{ $why }
