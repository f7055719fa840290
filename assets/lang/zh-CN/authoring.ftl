### 修改节点、批量操作、剪贴板与模板。

command-insert_template = 插入模板…
command-save_template = 存为模板…
command-paste_after = 粘贴到后面
command-select_subtree = 选择及其下方所有节点
command-select_same_kind = 选择所有同类节点
command-invert_selection = 反选
command-collapse_below = 折叠下方所有节点
command-expand_below = 展开下方所有节点
command-replace_node = 替换为其他类型…
command-wrap = 用节点包裹…
command-remove_keeping_children = 移除并保留子节点
command-extract = 提取为子树
command-inline = 展开子树内容到此处
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
notice-replaced = 已替换；不适用而被移除的设置：{ $lost }
notice-extracted = 已提取为树“{ $tree }”
notice-inlined_last = 已展开。没有其他节点运行树“{ $tree }”，已将其从文档中移除

authoring-name_on_card = 卡片上的名称
authoring-replace_by = 将 { $nodes } 替换为
authoring-wrap_in = 将 { $nodes } 包裹在
authoring-reshape = 调整此处的结构
authoring-select = 选择

inspector-of_kind = { $count } 个{ $kind }
inspector-several_values = 多个值
inspector-take_over = 将所有节点的{ $name }设为 { $value }

obstacle-two_nodes = 请先选择多个节点。
obstacle-three_nodes = 请先选择至少三个节点。

template-heading = 插入模板
template-section = 模板
template-row = 模板 { $title }
template-family = 模板
template-search = 搜索模板
template-insert = 插入
template-insert_here = 在此插入模板…
template-rename = 重命名…
template-remove = 移除
template-save_title = 存为模板
template-rename_title = 模板名称
template-name = 模板名
template-description = 用途
template-save = 保存模板
template-kept = 已存为模板“{ $title }”，可在节点面板中找到。
template-not_kept = 无法保存模板：{ $why }
template-removed = 已从模板中移除；文件保留为 { $path }
template-not_removed = 无法移除模板：{ $why }
