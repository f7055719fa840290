### 设置、快捷键，以及命令不可用的原因。

command-settings = 设置…
command-key_settings = 键盘快捷键…
command-key_sheet = 快捷键与鼠标操作
command-scale_up = 放大界面
command-scale_down = 缩小界面
command-scale_reset = 恢复默认界面大小

settings-title = 设置
settings-close = 关闭
settings-appearance = 外观
settings-canvas = 画布与运行
settings-keys = 快捷键
settings-files = 文件与启动
settings-theme = 主题
settings-language = 语言
settings-scale = 界面大小
settings-scale_hint = 整个窗口的文字、控件和画布。
settings-less_motion = 减少动态效果
settings-less_motion_hint = 视图直接跳转，不使用滑动和淡入淡出。
settings-direction = 布局方向
settings-direction_hint = 当前行为树会重新布局，新的行为树也按此布局；撤销可恢复原来的位置。
settings-downwards = 纵向（从上到下）
settings-to_the_right = 横向（从左到右）
settings-second_start = 打开文件的窗口
settings-second_start_hint = Treewright 已在运行时，从外部打开文件所用的窗口。
settings-running_window = 已打开的窗口
settings-new_window = 新窗口
settings-recent = 最近打开的文件

keys-title = 快捷键与鼠标操作
keys-search = 搜索命令和快捷键
keys-close = 关闭
keys-mouse = 鼠标操作
keys-reset_all = 全部重置
keys-reset = 重置“{ $command }”的快捷键
keys-remove = 移除“{ $command }”的快捷键
keys-add = 为“{ $command }”添加快捷键
keys-change = 更改“{ $command }”的快捷键
keys-press = 请按下新的快捷键；按 Esc 取消
keys-taken = { $keys } 已用于“{ $command }”。
keys-take = 改用于此命令

notice-settings_newer = 设置由更新版本的 Treewright 写入。仅可识别的部分生效，现在的更改不会保存。
notice-keys_reset = 已将所有快捷键恢复为默认值
notice-keys_set = { $command }：{ $keys }
notice-keys_removed = 已移除“{ $command }”的快捷键
notice-scale = 界面大小：{ $percent }%
notice-not_now = { $command } · { $reason }
notice-done = 已{ $what }
notice-done_undo = { $what } · { $keys } 可撤销

obstacle-nothing_to_undo = 没有可撤销的操作。
obstacle-nothing_to_redo = 没有可重做的操作。
obstacle-no_nodes = 行为树中还没有节点。
obstacle-no_selection = 请先选择一个节点。
obstacle-no_room = 所选节点不能再添加子节点。
obstacle-one_node = 请只选择一个节点。
obstacle-no_parent = 请先选择有父节点的节点。
obstacle-no_grandparent = 请选择父节点之上还有父节点的节点。
obstacle-no_sibling_before = 请选择前面有同级节点的节点。
obstacle-not_loose = 请先选择游离分支的顶端节点。
obstacle-no_run = 当前没有运行。请先运行行为树。
obstacle-no_subtree = 请先选择子树节点。
obstacle-no_libraries = 此文档没有使用任务库。
