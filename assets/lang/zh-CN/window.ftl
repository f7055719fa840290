### 画布周围窗口的文字。

menu-file = 文件
menu-edit = 编辑
menu-node = 节点
menu-view = 视图
menu-run = 运行
menu-help = 帮助
menu-recent = 最近打开
menu-clear_recent = 清空列表
menu-examples = 示例

command-go_to_tree = 转到此树
command-name_tree = 为此树命名…
command-add_library = 添加任务库…
command-remove_library = 移除任务库…
command-new = 新建
command-open = 打开…
command-quick_open = 查找要打开的文件…
command-save = 保存
command-save_as = 另存为…
command-close = 关闭
command-quit = 退出
command-undo = 撤销
command-redo = 重做
command-cut = 剪切
command-copy = 复制
command-paste = 粘贴
command-duplicate = 创建副本
command-delete = 删除
command-select_all = 全选
command-go_to = 转到节点…
command-quick_add = 添加节点…
command-rename = 重命名
command-toggle_disabled = 禁用或启用
command-toggle_breakpoint = 设置或清除断点
command-toggle_collapsed = 折叠或展开
command-detach = 与父节点断开
command-make_root = 设为根节点
command-move_before = 移到前一个兄弟之前
command-move_after = 移到后一个兄弟之后
command-walk_up = 向上走
command-walk_down = 向下走
command-walk_left = 向左走
command-walk_right = 向右走
command-fit = 显示整棵树
command-fit_selection = 显示所选节点
command-auto_layout = 自动布局
command-left_to_right = 从左向右生长
command-theme_system = 跟随系统主题
command-theme_light = 浅色主题
command-theme_dark = 深色主题
command-language_en = English
command-language_zh = 简体中文
command-next_panel = 下一个面板
command-reset_panels = 重置面板
command-run = 运行
command-pause = 暂停
command-step = 单步一帧
command-stop = 停止
command-command_palette = 所有命令…
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
palette-nothing = 没有符合“{ $query }”的节点类型。
palette-hint = 拖到画布上，或双击添加到所选节点下面。

outline-search = 搜索这棵树
outline-empty = 这棵树是空的。请添加第一个节点。
outline-add_first = 添加第一个节点…
outline-nothing = 没有符合搜索的节点。
outline-row = 大纲：{ $title }

tabs-tab = 文档 { $title }
tabs-unsaved_tab = 文档 { $title }，有未保存的更改
tabs-close = 关闭 { $title }

document-libraries = 任务库
document-remove_library = 移除 { $name }
document-library_unusable = 无法使用
document-tasks = { $count } 个任务
document-untitled = 未命名
document-name = 树的名称
document-description = 用途
document-restart = 结束后重新开始
document-seed = 随机种子
document-seed_hint = 随机选择由它产生：相同的种子得到相同的运行。
document-counts = { $nodes }，{ $variables }
document-variables = { $count } 个变量

inspector-range = 从 { $min } 到 { $max }。
inspector-remove_override = 重置“{ $node }”的 { $name }
inspector-override_parameter = 哪个参数…
inspector-override_node = 设置内部节点…
inspector-overrides_hint = 子树内部节点的参数，在这次使用中取另一个值。
inspector-overrides = 内部设置
inspector-main_tree = 主树
inspector-tree_name_hint = 子树节点按此名称运行此节点以下的树。留空表示没有名称。
inspector-tree_name = 树的名称
inspector-insert = 可写入 { $name } 的变量和函数
inspector-at_column = 第 { $column } 列：{ $what }
inspector-hint = 选择一个节点以查看其设置。
inspector-several = { $count } 个节点
inspector-unknown = 没有任何库声明“{ $task }”。它的设置会原样保留。
inspector-name = 名称
inspector-comment = 注释
inspector-abort = 条件中断
inspector-abort_hint = 下方的条件节点的结果改变时可以中断什么。
inspector-disabled = 禁用
inspector-breakpoint = 断点
inspector-rules = 行为规则
inspector-reset = 重置{ $name }
inspector-bind = 将{ $name }绑定到变量
inspector-unbind = 将{ $name }设为常量
inspector-type_of = { $name }的类型
inspector-no_variable = 选择变量
inspector-remove_parameter = 移除 { $name }

value-item = { $name }：第 { $number } 项
value-add_item = 向“{ $name }”添加一项
value-remove_item = 移除“{ $name }”的第 { $number } 项

blackboard-add = 变量
blackboard-list_of = 列表
blackboard-empty = 还没有变量。任务读写它们，条件节点监视它们。用上方的按钮声明一个。
blackboard-live = 实时值
blackboard-name_of = 变量 { $name } 的名称
blackboard-value_of = { $name } 的初始值
blackboard-live_value_of = { $name } 在运行中的值
blackboard-more = { $name } 的更多设置
blackboard-type = 类型
blackboard-up = 上移
blackboard-down = 下移
blackboard-uses = 被 { $count } 个参数使用
blackboard-remove = 移除

scope-subtree = 子树
scope-subtree_long = 子树的每次使用各有一份，开始时重新设置
scope-global = 全局
scope-tree_long = 每棵运行的树各有一个
scope-global_long = 所有树共用（全局）

type-bool = 布尔
type-int = 整数
type-float = 浮点数
type-string = 文本
type-vec2 = 二维向量
type-vec3 = 三维向量
type-color = 颜色
type-list = { $element }列表

problems-more = …… 另有 { $count } 个
problems-remove_library = 从行为树中移除
problems-none = 没有发现问题。编辑时，树中的问题会列在这里。

run_stack-no_run = 没有在运行。树运行时，这里显示通往每个运行中节点的路径。
run_stack-empty = 运行栈是空的：树还没有运行过一帧，或已经结束。请运行或单步执行。
run_stack-main = 主栈
run_stack-branch = 分支 { $number }
run_stack-since = 自第 { $frame } 帧
run_stack-row = 运行栈上：{ $title }

log-error = “{ $node }”：{ $why }
log-stood_in = 由编辑器代替游戏的任务：{ $tasks }。
log-stood_in_task = { $task } ({ $how })
log-empty = 运行中发生的事情会记录在这里：中断、节点的消息和错误。
log-started = 运行开始。
log-swapped = 更改已换入，运行继续。
log-restarted = 正在运行的节点已不存在，树重新开始。
log-finished_success = 树以成功结束。
log-finished_failure = 树以失败结束。
log-breakpoint = 停在“{ $node }”的断点处。
log-beside_started = 树“{ $tree }”在此树旁开始运行。
log-beside_success = 树“{ $tree }”以成功结束。
log-beside_failure = 树“{ $tree }”以失败结束。
log-beside_stopped = 树“{ $tree }”被停止。
log-beside_says = { $tree }：{ $text }
log-abort_true = “{ $condition }”变为真：“{ $composite }”（{ $abort }）中断了{ $interrupted }，从“{ $target }”继续。
log-abort_false = “{ $condition }”变为假：“{ $composite }”（{ $abort }）中断了{ $interrupted }，从“{ $target }”继续。
log-abort_branch = “{ $top }”（当时在“{ $running }”）
log-abort_node = “{ $top }”
log-abort_nothing = 空

run-running = 运行中
run-paused = 已暂停
run-succeeded = 已结束：成功
run-failed = 已结束：失败
run-time_step = 每帧的游戏时间（秒）

status-frame = 第 { $frame } 帧
status-nodes = { $count } 个节点
status-errors = { $count } 个错误
status-warnings = { $count } 个警告
status-hint = 空格键添加节点 · F10 单步 · Ctrl+Shift+P 查找任何命令

seek-libraries = 移除哪个任务库？
seek-commands = 输入命令
seek-nodes = 输入节点的名称或编号
seek-files = 输入文件或示例的名称
seek-nothing = 没有符合的结果。请减少或更换字词。

question-cancel = 取消
question-path = 路径

question-unsaved-title = 保存更改？
question-unsaved-text = 以下文档有未保存的更改：{ $titles }。
question-unsaved-save = 保存
question-unsaved-discard = 不保存

question-changed-title = 磁盘上的文件已更改
question-changed-text = “{ $title }”的文件被其他程序更改，而这里有未保存的更改。
question-changed-unreadable = “{ $title }”的文件被其他程序更改，现在无法读取：{ $reason }。这里有未保存的更改。“保留我的”会让下次保存替换该文件，其现有内容会进入早期版本。若想先修复文件，请取消。
question-changed-keep = 保留我的
question-changed-load = 载入磁盘上的
question-changed-later = 尚未决定：文件中是另一个版本，保存时会再次询问。

question-open-title = 打开行为树
question-open-text = 要打开的文件的路径：
question-open-confirm = 打开

question-library-title = 添加任务库
question-library-text = 任务库的路径（名称.tasks.json）：
question-library-confirm = 添加

question-save-title = 保存行为树
question-save-text = 保存的路径：
question-save-confirm = 保存

question-replace-title = 替换文件？
question-replace-text = 已有文件：{ $path }。保存会替换它的内容。
question-replace-confirm = 替换

question-project_exports-title = 允许此项目写文件？
question-project_exports-text = 项目 { $folder } 要求在每次保存时写出 { $files }：
question-project_exports-files = { $count } 个文件
question-project_exports-means = 此许可只保存在本机，对整个项目有效。并非由导出生成的文件不会被改动。
question-project_exports-not_now = 暂不
question-project_exports-allow = 允许

question-several_names-title = 此文件还有其他名称
question-several_names-text = { $path } 是同一个文件的 { $count } 个名称（硬链接）之一。保存可以更改所有名称下的文件，也可以让此名称成为独立的文件，其他名称保持不变。
question-several_names-all = 更改所有名称
question-several_names-one = 仅此名称

notice-saved_with = 已保存 { $path }，并在旁边写入 { $beside }
notice-saved_without = 已保存 { $path }，但没有写入 { $names }：已有另一个同名文件，行为树现在使用的是它。如需保留两者，请保存到别处，或先给那个文件改名
notice-no_backup = 无法保留此次保存所替换的版本：{ $reason }
notice-save_first = 请先保存此文档：其他文件的位置由它决定
notice-no_tree = 没有树“{ $tree }”
notice-library_added = 已添加 { $name }：{ $tasks }
notice-library_removed = 已移除 { $name }；使用其任务的节点保持不变
notice-library_refused = 未添加。{ $reason }
notice-related_reloaded = 已重新读取“{ $title }”引用的文件
notice-library_kept = { $reason }。继续使用上一个可用的版本。
notice-library_reloaded = 已重新载入：{ $names }
notice-save_before_library = 请先保存行为树：任务库的路径从它的文件开始
notice-undone = 已撤销：{ $what }
notice-redone = 已重做：{ $what }
notice-copied = 已复制 { $count } 个节点
notice-copied_annotations = { $count ->
    [1] 已复制一个便签或分组
   *[other] 已复制 { $count } 个便签和分组
}
notice-nothing_to_paste = 剪贴板上没有节点。
notice-nothing_to_run = 没有可以运行的内容：树没有根节点，或根节点被禁用。
notice-answered = “{ $node }”在下一帧回答：{ $answer }。
notice-new_run = 树已经结束：开始了新的运行。
notice-laid_out = 已按此方向重新布局；撤销可恢复原来的位置。
notice-swapped = 更改已换入，运行继续。
notice-restarted = 运行重新开始，因为更改移除了正在运行的节点。
notice-run_ended = 运行结束：没有剩下可以运行的内容。
notice-saved = 已保存：{ $path }
notice-not_saved = 未保存：{ $reason }。磁盘上的文件没有变；您的更改仍在这里，可以用“另存为…”保存到别处。
notice-open_elsewhere = { $path } 已在另一个标签页中打开。请先关闭那个标签页，或选择其他名称
notice-not_saved_nothing = 未保存：{ $reason }。没有写入任何文件；您的更改仍在这里，可以用“另存为…”保存到别处。
notice-not_saved_unsure = 无法确定是否已保存：{ $reason }。您的更改仍在这里，请再保存一次。
notice-not_saved_look = 未保存：{ $reason }。再次保存前请先查看这两份内容；您的更改仍在这里。
notice-not_written = 未写入 { $path }：{ $reason }
notice-not_durable_more = （另有 { $count } 个文件）
notice-not_durable = 已保存，但磁盘不保证断电后 { $path } 仍在：{ $reason }
notice-cannot_open = 无法打开 { $path }：{ $reason }
notice-at_line = { $what }（第 { $line } 行，第 { $column } 列）
notice-deleted = “{ $title }”已在磁盘上被删除。它在此处保留为未保存；保存会重新写入。
notice-reloaded = “{ $title }”在磁盘上被更改，已重新载入。撤销可恢复此前的内容。
notice-places_made = 文件中没有节点位置，已自动布局。
notice-opened_with_problems = 已打开，有 { $count } 个问题；见下方面板。
notice-settings_unusable = 设置无法读取，文件也无法移走：{ $path }。程序不会写入它：请移走该文件，或允许读取
notice-settings_in_part = 以下设置无法读取，已恢复为初始值：{ $names }。原文件：{ $path }
notice-with_remedy = { $what }。{ $remedy }
notice-unreadable_now = { $path } 已无法读取：{ $reason }。此处的行为树完好；保存会重新写入文件
notice-settings_damaged = 设置无法读取，已移到一旁：{ $path }
notice-copy_failed = 无法写入未保存工作的副本：{ $reason }

example-arena = 竞技场：来自任务库的游戏任务
example-warehouse = 仓库机器人：其他工具的节点种类
example-lighthouse = 灯塔：Lua 引擎自带的节点
example-delivery_cart = 送货车：恢复与重新规划的节点
example-post_robot = 邮递机器人：一棵树在另一棵中运行两次
example-guard = 守卫：巡逻、追击、攻击
example-door_robot = 开门机器人：重试与并行
example-boss_fight = 首领战：阶段与小怪
example-forager = 采集者：变量的表达式
example-miner = 矿工：效用、优先级与冷却
example-squad = 小队：事件、信号量与中断
example-sentry = 哨戒炮：反应式组合与守卫
example-courier = 快递无人机：子树，以及在旁边运行的树

about-version = 版本
about-text = 无需游戏即可运行和解释行为树的编辑器。
about-license = MIT 或 Apache-2.0 许可。字体：Ubuntu Light、Hack、Noto Emoji、emoji-icon-font、Material Symbols（Apache-2.0）。
about-close = 关闭

gesture-add_here = 在此处添加节点
gesture-add_here_on = 双击空白画布，或从“节点”拖出
gesture-insert = 插入到连线上
gesture-insert_on = 从“节点”拖到连线上
gesture-connect = 连接
gesture-connect_on = 从卡片下方的圆点拖到另一张卡片，反向亦可
gesture-detach = 从父节点断开
gesture-detach_on = 将卡片上方的数字拖到空白画布
gesture-select = 选择多个
gesture-select_on = 拖出方框；Shift 追加，Ctrl 切换
gesture-move = 只移动节点而不带子节点
gesture-move_on = 按住 Alt 拖动
gesture-pan = 移动视图
gesture-pan_on = 用中键拖动，或按住空格键拖动
gesture-zoom = 缩放
gesture-zoom_on = Ctrl 加滚轮
gesture-rename = 重命名
gesture-rename_on = 双击卡片
gesture-menu = 卡片的其他操作
gesture-menu_on = 右键单击
