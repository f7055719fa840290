### 画布周围窗口的文字。

menu-file = 文件
menu-edit = 编辑
menu-node = 节点
menu-view = 视图
menu-run = 运行
menu-help = 帮助
menu-recent = 最近打开的文件
menu-clear_recent = 清空列表
menu-examples = 示例

command-go_to_tree = 转到子树
command-name_tree = 命名此树…
command-add_library = 添加任务库…
command-remove_library = 移除任务库…
command-new = 新建
command-open = 打开…
command-quick_open = 快速打开…
command-save = 保存
command-save_as = 另存为…
command-close = 关闭
command-quit = 退出
command-add_variable = 添加变量…
command-undo = 撤销
command-undo_what = 撤销：{ $what }
command-redo = 重做
command-redo_what = 重做：{ $what }
command-cut = 剪切
command-copy = 复制
command-paste = 粘贴
command-duplicate = 创建副本
command-delete = 删除
command-select_all = 全选
command-go_to = 转到节点…
command-quick_add = 添加节点…
command-rename = 重命名
command-toggle_disabled = 启用/禁用
command-toggle_breakpoint = 切换断点
command-toggle_collapsed = 折叠/展开
command-detach = 与父节点断开
command-make_root = 设为根节点
command-move_before = 在同级中前移
command-move_after = 在同级中后移
command-walk_up = 选择上方节点
command-walk_down = 选择下方节点
command-walk_left = 选择左侧节点
command-walk_right = 选择右侧节点
command-fit = 显示整棵树
command-fit_selection = 聚焦所选节点
command-auto_layout = 自动布局
command-left_to_right = 从左到右布局
command-theme_system = 跟随系统主题
command-theme_light = 浅色主题
command-theme_dark = 深色主题
command-language_en = English
command-language_zh = 简体中文
command-previous_panel = 上一个面板
command-next_panel = 下一个面板
command-reset_panels = 重置面板
command-run = 运行
command-pause = 暂停
command-step = 单步一帧
command-stop = 停止
command-command_palette = 命令面板…
command-about = 关于

panel-palette = 节点
panel-outline = 大纲
panel-canvas = 画布
panel-inspector = 检查器
panel-blackboard = 黑板
panel-problems = 问题
panel-run_stack = 运行栈
panel-log = 日志

search-clear = 清除搜索

palette-row = 节点：{ $title }
palette-search = 搜索节点
palette-nothing = 没有匹配“{ $query }”的节点类型。
palette-hint = 拖到画布上，或双击添加为所选节点的子节点。

outline-search = 搜索大纲
outline-empty = 行为树为空。请添加第一个节点。
outline-add_first = 添加第一个节点…
outline-nothing = 没有匹配的节点。
outline-row = 大纲：{ $title }

tabs-tab = 文档“{ $title }”
tabs-unsaved_tab = 文档“{ $title }”，有未保存的更改
tabs-all = 全部 { $count } 个文档
toolbar-more = 更多工具
tabs-close = 关闭“{ $title }”

document-libraries = 任务库
document-remove_library = 移除 { $name }
document-library_unusable = 无法使用
document-tasks = { $count } 个任务
document-untitled = 未命名
document-name = 行为树名称
document-description = 说明
document-restart = 结束后重新开始
document-seed = 随机种子
document-seed_hint = 随机种子相同，随机结果就相同。
document-counts = { $nodes }，{ $variables }
document-variables = { $count } 个变量

inspector-range = 取值范围：{ $min } 至 { $max }。
inspector-remove_override = 重置“{ $node }”的“{ $name }”
inspector-override_parameter = 选择参数…
inspector-override_node = 覆盖节点参数…
inspector-overrides_hint = 仅为这次使用更改的子树内部参数。
inspector-overrides = 覆盖值
inspector-main_tree = 主树
inspector-tree_name_hint = 子树节点按此名称引用这棵树；可留空。
inspector-tree_name = 树的名称
inspector-insert = 在“{ $name }”中插入变量或函数
inspector-at_column = 第 { $column } 列：{ $what }
inspector-hint = 选择节点后，可在此编辑它的设置。
inspector-several = { $count } 个节点
inspector-unknown = 没有任务库声明“{ $task }”。请添加其任务库。参数会保留。
inspector-name = 名称
inspector-comment = 注释
inspector-abort = 中断类型
inspector-abort_hint = 下方条件的结果改变时，可以中断哪些节点。
inspector-disabled = 禁用
inspector-breakpoint = 断点
inspector-rules = 行为规则
inspector-reset = 重置“{ $name }”
inspector-bind = 将“{ $name }”绑定到变量
inspector-unbind = 将“{ $name }”设为常量
inspector-type_of = “{ $name }”的类型
inspector-no_variable = 选择变量
inspector-remove_parameter = 移除“{ $name }”

value-true = 真
value-false = 假
value-item = “{ $name }”第 { $number } 项
value-add_item = 向“{ $name }”添加一项
value-remove_item = 移除“{ $name }”的第 { $number } 项

blackboard-add = 添加变量
blackboard-list_of = 列表
blackboard-empty = 还没有变量。任务读写变量，条件节点监视变量。用上方的按钮添加一个。
blackboard-live = 实时值
blackboard-name_of = 变量“{ $name }”的名称
blackboard-value_of = “{ $name }”的初始值
blackboard-live_value_of = “{ $name }”的实时值
blackboard-more = “{ $name }”的更多操作
blackboard-type = 类型
blackboard-up = 上移
blackboard-down = 下移
blackboard-uses = 被 { $count } 个参数使用
blackboard-remove = 删除

scope-tree = 树
scope-subtree = 子树
scope-subtree_long = 子树：每次使用各有一份，启动时重置
scope-global = 全局
scope-tree_long = 树：每棵运行中的树各有一份
scope-global_long = 全局：所有树共用一份

type-bool = 布尔
type-int = 整数
type-float = 浮点数
type-string = 文本
type-vec2 = 二维向量
type-vec3 = 三维向量
type-color = 颜色
type-list = { $element }列表

problems-more = ……另有 { $count } 个
problems-remove_library = 从行为树中移除
problems-none = 没有问题。编辑时发现的问题会列在这里。

run_stack-no_run = 当前没有运行。运行行为树后，这里显示通往各个运行中节点的路径。
run_stack-empty = 运行栈为空：行为树还没有运行过一帧，或已经结束。请运行或单步。
run_stack-main = 主栈
run_stack-branch = 分支 { $number }
run_stack-since = 自第 { $frame } 帧
run_stack-row = 运行栈：{ $title }

log-error = “{ $node }”：{ $why }
log-stood_in = 以替身代替游戏任务：{ $tasks }。
log-stood_in_task = { $task }（{ $how }）
log-empty = 运行事件会记录在这里：中断、消息和错误。
log-started = 运行已开始。
log-swapped = 更改已热更新，运行继续。
log-restarted = 正在运行的节点已被删除，行为树已重新开始。
log-finished_success = 行为树结束，结果为成功。
log-finished_failure = 行为树结束，结果为失败。
log-breakpoint = 已在“{ $node }”的断点处暂停。
log-beside_started = 树“{ $tree }”开始与此树同时运行。
log-beside_success = 树“{ $tree }”结束，结果为成功。
log-beside_failure = 树“{ $tree }”结束，结果为失败。
log-beside_stopped = 树“{ $tree }”已停止。
log-beside_says = { $tree }：{ $text }
log-abort_true = “{ $condition }”变为真：触发“{ $composite }”的中断（{ $abort }）；被中断：{ $interrupted }；从“{ $target }”继续。
log-abort_false = “{ $condition }”变为假：触发“{ $composite }”的中断（{ $abort }）；被中断：{ $interrupted }；从“{ $target }”继续。
log-abort_branch = “{ $top }”（当时运行到“{ $running }”）
log-abort_node = “{ $top }”
log-abort_nothing = 无

run-running = 运行中
run-paused = 已暂停
run-succeeded = 已结束：成功
run-failed = 已结束：失败
run-time_step = 帧时长（秒）
run-time_step_short = 帧时长

status-frame = 第 { $frame } 帧
status-nodes = { $count } 个节点
status-errors = { $count } 个错误
status-warnings = { $count } 个警告
status-hint = 空格键添加节点 · F10 单步 · Ctrl+Shift+P 打开命令面板

seek-libraries = 移除哪个任务库？
seek-commands = 输入命令
seek-nodes = 输入节点的名称或 ID
seek-files = 输入文件或示例的名称
seek-nothing = 没有匹配的结果。请缩短或更换关键词。

question-cancel = 取消
question-path = 路径

question-unsaved-title = 保存更改？
question-unsaved-text = 以下文档有未保存的更改：{ $titles }。
question-unsaved-save = 保存
question-unsaved-discard = 不保存

question-changed-title = 文件已在磁盘上更改
question-changed-text = “{ $title }”的文件已被其他程序更改，而您在此处还有未保存的更改。
question-changed-unreadable = “{ $title }”的文件已被其他程序更改，现在无法读取：{ $reason }。您在此处还有未保存的更改。选择“保留当前版本”后，下次保存会替换该文件，其现有内容会存入早期版本。如果想先修复文件，请取消。
question-changed-keep = 保留当前版本
question-changed-load = 加载磁盘上的版本
question-changed-later = 尚未决定：磁盘上是另一个版本，保存时会再次询问。

question-open-title = 打开行为树
question-open-text = 要打开的文件的路径：
question-open-confirm = 打开

question-library-title = 添加任务库
question-library-text = 任务库的路径（名称.tasks.json）：
question-library-confirm = 添加

question-save-title = 保存行为树
question-save-text = 保存路径：
question-save-confirm = 保存

question-replace-title = 替换文件？
question-replace-text = 文件已存在：{ $path }。保存会替换其内容。
question-replace-confirm = 替换

question-project_exports-title = 允许此项目写文件？
question-project_exports-text = 项目 { $folder } 要求在每次保存时写入 { $files }：
question-project_exports-files = { $count } 个文件
question-project_exports-means = 您的选择只保存在本机，对整个项目有效。不是由导出生成的文件不会被覆盖。
question-project_exports-not_now = 暂不
question-project_exports-allow = 允许

question-several_names-title = 此文件还有其他名称
question-several_names-text = { $path } 是同一个文件的 { $count } 个名称（硬链接）之一。保存时可以让更改对所有名称生效，也可以让此名称成为独立的文件，其他名称保持不变。
question-several_names-all = 更改所有名称
question-several_names-one = 仅此名称

notice-saved_with = 已保存 { $path }，并在同一文件夹写入 { $beside }
notice-saved_without = 已保存 { $path }，但未写入 { $names }：已有同名文件，行为树现在使用的是它。如需保留两者，请保存到别处，或先重命名那个文件。
notice-no_backup = 无法保留此次保存所替换的版本：{ $reason }
notice-save_first = 请先保存此文档：其他文件的路径都相对于它。
notice-no_tree = 没有名为“{ $tree }”的树。
notice-library_added = 已添加 { $name }：{ $tasks }
notice-library_removed = 已移除 { $name }；使用其任务的节点保持不变
notice-library_refused = 未添加：{ $reason }
notice-related_reloaded = 已重新加载“{ $title }”引用的文件
notice-library_kept = { $reason }。继续使用上一个有效版本。
notice-library_reloaded = 已重新加载：{ $names }
notice-save_before_library = 请先保存行为树：任务库的路径相对于它的文件。
notice-undone = 已撤销：{ $what }
notice-redone = 已重做：{ $what }
notice-copied = 已复制 { $count } 个节点
notice-copied_annotations = { $count ->
    [1] 已复制一个便签或分组
   *[other] 已复制 { $count } 个便签和分组
}
notice-nothing_to_paste = 剪贴板中没有节点。
notice-nothing_to_run = 没有可运行的内容：行为树没有根节点，或根节点已禁用。
notice-answered = “{ $node }”将在下一帧返回{ $answer }。
notice-new_run = 行为树已经结束，已开始新的运行。
notice-laid_out = 已按此方向重新布局；撤销可恢复原来的位置。
notice-swapped = 更改已热更新，运行继续。
notice-restarted = 运行已重新开始：更改删除了正在运行的节点。
notice-run_ended = 运行已结束：没有可继续运行的内容。
notice-saved = 已保存：{ $path }
notice-not_saved = 未保存：{ $reason }。磁盘上的文件没有变化；未保存的更改仍在此处，可用“另存为…”保存到别处。
notice-open_elsewhere = { $path } 已在另一个标签页中打开。请先关闭那个标签页，或换一个名称。
notice-not_saved_nothing = 未保存：{ $reason }。没有写入任何文件；未保存的更改仍在此处，可用“另存为…”保存到别处。
notice-not_saved_unsure = 无法确定是否已保存：{ $reason }。未保存的更改仍在此处，请重新保存。
notice-not_saved_look = 未保存：{ $reason }。再次保存前，请先查看这两个文件；未保存的更改仍在此处。
notice-not_written = 未写入 { $path }：{ $reason }
notice-not_durable_more = （另有 { $count } 个文件）
notice-not_durable = 已保存，但磁盘不保证断电后仍保留 { $path }：{ $reason }
notice-cannot_open = 无法打开 { $path }：{ $reason }
notice-at_line = { $what }（第 { $line } 行，第 { $column } 列）
notice-deleted = “{ $title }”的文件已从磁盘上删除。内容仍保留在此（未保存），保存会重新写入文件。
notice-reloaded = “{ $title }”已在磁盘上更改，现已重新加载。撤销可恢复此前的内容。
notice-places_made = 文件中没有节点位置，已自动布局。
notice-opened_with_problems = 已打开，有 { $count } 个问题；详见下方的“问题”面板。
notice-settings_unusable = 设置文件无法读取或已损坏，且无法移走：{ $path }。设置不会保存。请删除或修复该文件，然后重新启动 Treewright。
notice-settings_in_part = 以下设置无法读取，已恢复为默认值：{ $names }。原文件：{ $path }
notice-with_remedy = { $what }。{ $remedy }
notice-unreadable_now = 已无法读取 { $path }：{ $reason }。此处的行为树完好，保存会重新写入文件。
notice-settings_damaged = 无法读取设置，已恢复默认设置。原文件已移至：{ $path }
notice-copy_failed = 无法写入未保存内容的副本：{ $reason }

example-arena = 竞技场：来自任务库的游戏任务
example-warehouse = 仓库机器人：BehaviorTree.CPP 的节点类型
example-lighthouse = 灯塔：原 Lua 引擎的节点
example-delivery_cart = 送货车：恢复与重新规划
example-post_robot = 邮递机器人：同一子树使用两次
example-guard = 守卫：巡逻、追击、攻击
example-door_robot = 开门机器人：重试与并行
example-boss_fight = 首领战：阶段与小怪
example-forager = 采集者：使用变量的表达式
example-miner = 矿工：效用、优先级与冷却
example-squad = 小队：事件、信号量与打断
example-sentry = 哨戒炮：响应式组合与守卫条件
example-courier = 快递无人机：子树，以及同时运行的树

about-version = 版本
about-text = 行为树编辑器：无需游戏即可运行行为树，并解释运行过程。
about-license = MIT 或 Apache-2.0 许可。字体：Ubuntu Light、Hack、Noto Emoji、emoji-icon-font、Material Symbols（Apache-2.0）。
about-close = 关闭

gesture-add_here = 在此处添加节点
gesture-add_here_on = 双击画布空白处，或从“节点”面板拖入
gesture-insert = 插入到连线上
gesture-insert_on = 从“节点”面板拖到连线上
gesture-connect = 连接节点
gesture-connect_on = 从节点下方的圆点拖到另一个节点，反向亦可
gesture-detach = 与父节点断开
gesture-detach_on = 将节点上方的序号拖到画布空白处
gesture-select = 框选节点
gesture-select_on = 拖出选框；按住 Shift 追加，按住 Ctrl 切换
gesture-move = 单独移动节点
gesture-move_on = 按住 Alt 拖动，不带子节点
gesture-pan = 平移视图
gesture-pan_on = 按住中键或空格键拖动
gesture-zoom = 缩放视图
gesture-zoom_on = 滚动滚轮，或双指捏合
gesture-rename = 重命名节点
gesture-rename_on = 双击节点
gesture-menu = 其他节点操作
gesture-menu_on = 右键单击节点

list-comma = 、
list-and = { $first }和{ $last }
list-or = { $first }或{ $last }
list-with_note = { $text }（{ $note }）
list-labeled = { $label }：{ $text }

node-title_and_id = “{ $title }”（{ $id }）
