### 内核的文本：类别、中断类型、拒绝原因、问题、更改的名称，以及内置节点的名称和说明。

category-Composite = 组合节点
category-Decorator = 装饰节点
category-Conditional = 条件节点
category-Action = 动作节点

nodes_list-title = 节点
nodes_list-from = 来自任务库 { $library }
nodes_list-of_children = 在每个子节点上设置：
nodes_list-name = 参数
nodes_list-type = 类型
nodes_list-default = 默认值
nodes_list-allowed = 允许的值
nodes_list-help = 说明

library-problem = 任务库 { $name }：{ $what }

library_error-empty_path = 路径为空
library_error-not_relative = “{ $path }”不是相对于行为树所在文件夹的路径，请用“/”分隔文件夹，例如 tasks/arena.tasks.json
library_error-outside_project = “{ $path }”在项目文件夹 { $folder } 之外
library_error-hidden_path = “{ $path }”是隐藏文件，或位于隐藏文件夹中
library_error-not_found = 没有文件“{ $path }”
library_error-io = 无法访问“{ $path }”：{ $reason }
library_error-builtin_name = “{ $task }”与内置节点同名，因此忽略此声明
library_error-taken_name = “{ $task }”已在“{ $first }”中声明，因此忽略此声明
library_error-library_twice = 此任务库列出了两次
library_error-too_many_documents = 一棵行为树最多读取 { $most } 个其他文件，且总大小有限制
library_error-too_many_libraries = 一棵行为树最多使用 { $most } 个任务库；从这一个起不再读取
library_error-document_without_file = 行为树尚未保存，无法确定在哪个文件夹中查找

library_remedy-empty_path = 请更正或移除此路径。
library_remedy-not_relative = 请更正或移除此路径。
library_remedy-outside_project = 请把文件移入项目；也可以在上级文件夹中放置 treewright.project.json，使该文件夹成为项目文件夹。
library_remedy-hidden_path = 请改用不含隐藏文件和隐藏文件夹（名称以点开头）的路径。
library_remedy-not_found = 请更正或移除此路径，它相对于行为树所在的文件夹。
library_remedy-io = 请检查文件是否可读。
library_remedy-builtin_name = 请重命名该任务，并同步更改游戏和使用它的行为树。
library_remedy-taken_name = 请删除其中一个声明，或重命名其中一个任务。
library_remedy-library_twice = 请移除其中一个。
library_remedy-too_many_libraries = 请把几个任务库合并为一个文件。
library_remedy-document_without_file = 请将行为树保存到任务库所在的文件夹。

abort-None = 无
abort-Self = 自身
abort-LowerPriority = 低优先级
abort-Both = 两者

choice-Constant = 固定结果
choice-Frames = 运行若干帧
choice-Sequence = 依次
choice-Ask = 手动应答
choice-Success = 成功
choice-Failure = 失败
choice-Running = 运行中
choice-Same = 相同
choice-Self = 自身
choice-AllTrees = 所有树

choice_help-equal = 两边相等。
choice_help-unequal = 两边不相等。
choice_help-less = 左边小于右边。
choice_help-at_most = 左边小于或等于右边。
choice_help-greater = 左边大于右边。
choice_help-at_least = 左边大于或等于右边。
choice_help-Constant = 总是返回同一个结果。
choice_help-Frames = 先运行若干帧，再返回结果。
choice_help-Sequence = 依次返回序列中的结果。
choice_help-Ask = 运行时由您应答。
choice_help-Success = 成功。
choice_help-Failure = 失败。
choice_help-Running = 继续运行。
choice_help-Same = 与子节点的结果相同。
choice_help-Self = 仅这棵树。
choice_help-AllTrees = 管理器中的所有树。

abort_help-None = 只在进入时检查条件。
abort_help-Self = 条件改变时，中断内部的节点。
abort_help-LowerPriority = 条件改变时，中断右侧的分支。
abort_help-Both = 条件改变时，中断内部和右侧。

refusal-read_only = 这是其他程序的行为树：请先用“另存为”存成自己的文件，再编辑
refusal-no_such_node = 没有节点“{ $node }”
refusal-second_parent = “{ $child }”已有父节点，请先断开它的连线
refusal-cycle = “{ $child }”包含“{ $parent }”，这样会形成环
refusal-leaf = “{ $parent }”是叶节点，不能有子节点
refusal-decorator_is_full = “{ $parent }”是装饰节点，只能有一个子节点
refusal-not_loose = “{ $node }”不是游离节点
refusal-has_children = “{ $node }”有子节点；只有没有子节点的游离节点才能插入连线
refusal-not_siblings = 所选节点不是同级节点，请选择同一父节点下的节点
refusal-several_roots = “{ $node }”是根节点且有多个子节点，而一棵树只能有一个根节点
refusal-several_tops = 子树只能有一个根节点，请先用组合节点包裹所选节点
refusal-own_variable = 子树的每次使用都有自己的变量“{ $name }”，请先将它绑定到外层树的变量
refusal-other_file = “{ $node }”运行的树在另一个文件中
refusal-set_from_outside = 有“子树”节点覆盖了“{ $node }”的参数，请先移除该覆盖值
refusal-no_such_parameter = 节点类型“{ $task }”没有参数“{ $parameter }”
refusal-no_such_task = 没有名为“{ $name }”的节点类型
refusal-no_abort_type = “{ $node }”不是组合节点，只有组合节点有中断类型
refusal-not_played = 这个替身不适用于“{ $node }”：返回结果的替身只用于叶节点；只有没有代码的父节点才能按其他类型运行，并且仅有一个子节点时才能直接返回其结果
refusal-no_such_variable = 没有变量“{ $name }”
refusal-variable_exists = 已有变量“{ $name }”
refusal-empty_name = 变量需要名称
refusal-no_such_tree = 没有这棵树
refusal-no_such_conflict = 没有这个冲突
refusal-built_on = 合并之后，“{ $child }”被添加到“{ $node }”下面，请先把它移到别处
refusal-no_such_annotation = 没有这个便签或分组
refusal-tree_exists = 已有树“{ $name }”
refusal-empty_tree_name = 树需要名称
refusal-no_subtree = “{ $node }”不运行子树，没有可覆盖的参数
refusal-wrong_type = “{ $value }”不能用作{ $expected }
refusal-too_many_nodes = 一个文档最多有 { $limit } 个节点，请把一些分支移到单独的文件中
refusal-too_long = 文本太长：共 { $bytes } 字节，此处最多 { $limit } 字节
refusal-nothing = 没有可执行的操作

label-add_node = 添加 { $count } 个节点
label-replace_nodes = 替换 { $count } 个节点
label-wrap_nodes = 包裹 { $count } 个节点
label-remove_nodes = 删除 { $count } 个节点并保留子节点
label-extract_subtree = 提取为子树
label-inline_subtree = 内联子树
label-insert_node = 插入 { $count } 个节点
label-delete_nodes = 删除 { $count } 个节点
label-connect = 连接 { $count } 个节点
label-detach_nodes = 断开 { $count } 个节点
label-reparent_nodes = 移动 { $count } 个节点到另一父节点下
label-make_root = 设为根节点
label-reorder = 调整顺序
label-move_nodes = 移动 { $count } 个节点
label-arrange = 布局 { $count } 个节点
label-align_nodes = 对齐 { $count } 个节点
label-distribute_nodes = 均匀分布 { $count } 个节点
label-duplicate_nodes = 创建 { $count } 个节点的副本
label-paste_nodes = 粘贴 { $count } 个节点
label-set_name = 重命名
label-set_comment = 更改注释
label-set_abort = 设置中断类型
label-set_parameter = 设置参数
label-disable_nodes = 禁用 { $count } 个节点
label-enable_nodes = 启用 { $count } 个节点
label-set_breakpoints = 设置 { $count } 个断点
label-clear_breakpoints = 清除 { $count } 个断点
label-collapse_nodes = 折叠 { $count } 个节点
label-expand_nodes = 展开 { $count } 个节点
label-add_variable = 添加变量
label-remove_variable = 删除变量
label-rename_variable = 重命名变量
label-change_variable = 更改变量
label-move_variable = 移动变量
label-name_tree = 为树命名
label-rename_tree = 重命名子树
label-remove_tree_name = 移除树的名称
label-set_override = 设置覆盖值
label-set_stand_in = 设置 { $count } 个替身
label-remove_stand_in = 移除 { $count } 个替身
label-set_data = 设置 { $count } 个节点的帧数据
label-set_document_name = 重命名行为树
label-set_description = 更改说明
label-set_seed = 设置随机种子
label-set_restart = 设置结束后是否重新开始
label-set_libraries = 更改任务库
label-set_schema = 更改模式文件的位置
label-add_note = 添加 { $count } 个便签
label-add_group = 添加 { $count } 个分组
label-delete_annotations = 删除 { $count } 个便签或分组
label-place_annotations = 移动 { $count } 个便签或分组
label-change_annotations = 更改 { $count } 个便签或分组
label-copy_annotations = 复制 { $count } 个便签或分组
label-repair = 修复连线或 ID
label-merge = 合并另一个版本
label-restore_version = 恢复早期版本
label-reload = 重新加载文件
label-settle_conflict = 解决 { $count } 个冲突
label-several_changes = 更改 { $count } 处

problem-no_root = 没有根节点，无法运行，请添加或指定根节点（游离的树：{ $loose } 棵）
problem-two_roots = 有多个根节点：保留了 { $kept }，{ $others } 成为游离的树；请连接或删除它们
problem-cycle = 连线形成了环：{ $path }；请移除其中一条
problem-second_parent = { $child } 被重复列为子节点：保留在 { $kept } 下，{ $other } 又列出了它；请移除一处
problem-root_as_child = { $parent } 把根节点 { $child } 列为子节点，请移除这条连线
problem-duplicate_id = ID { $id } 重复，后一个节点暂用 { $given }，可保留此 ID，或另取一个
problem-dangling_id = 没有 ID 为 { $child } 的节点，请移除对它的引用，或添加该节点
problem-wrong_child_count = “{ $task }”有 { $has } 个子节点，需要 { $needs } 个
problem-unknown_task = 没有任务库声明“{ $task }”，请检查拼写，或添加声明它的任务库
problem-missing_parameter = 参数“{ $parameter }”必须设置
problem-misspelled_field = 字段“{ $field }”不起作用：是否应为“{ $meant }”？
problem-fixed_comparison = 比较的两边都是固定值，结果永远不变，请选择变量
problem-wrong_parameter_type = “{ $parameter }”应为{ $expected }，实际为{ $found }
problem-parameter_out_of_range = “{ $parameter }”为 { $value }，应在 { $min } 到 { $max } 之间
problem-not_a_choice = “{ $parameter }”为“{ $value }”，只能是：{ $choices }
problem-literal_only = “{ $parameter }”只接受常量，却绑定了变量“{ $variable }”
problem-variable_only = “{ $parameter }”必须绑定变量，不能是常量
problem-not_finite = “{ $parameter }”不是有限的数，无法保存，请设为一个数
problem-unknown_parameter = “{ $task }”没有参数“{ $parameter }”；它会保留，但不起作用
problem-undeclared_variable = 变量“{ $variable }”未声明，请声明它，或选择其他变量
problem-wrong_variable_type = “{ $parameter }”需要{ $expected }，而变量“{ $variable }”是{ $found }
problem-wrong_payload = 等待事件“{ $event }”的节点把附带的值存入{ $expected }变量，实际为{ $found }；请更改附带的值，或更改变量的类型
problem-broken_expression = “{ $parameter }”第 { $column } 列：{ $error }
problem-duplicate_variable = 变量“{ $variable }”声明了多次，请重命名或删除多余的变量
problem-wrong_initial_value = 变量“{ $variable }”的初始值应为{ $expected }，实际为{ $found }
problem-abort_without_reach = 中断类型“{ $abort }”在这里不起作用：{ $why }
problem-abort_without_conditional = 中断类型“{ $abort }”不起作用：下方没有可监视的条件节点，请添加条件节点，或将中断类型改为“无”
problem-stand_in_unknown = 此版本不支持它的替身：{ $json }；请另选一种，或移除它
problem-stand_in_on_parent = “{ $task }”不是叶节点；替身会保留，但不起作用
problem-stand_in_on_leaf = “{ $task }”是叶节点，不能按父节点运行；替身会保留，但不起作用
problem-stand_in_several_children = 它有 { $count } 个子节点，而只有一个子节点时才能直接返回结果，请改为按序列或选择器运行
problem-stand_in_no_code = 这里没有“{ $task }”的代码，因此会失败；请选择它按什么类型运行，或改用内置节点搭建
problem-stand_in_out_of_range = 替身的数值 { $value } 应在 0 到 { $max } 之间
problem-exchange_cannot_be_written = { $reason }
problem-exchange_too_many_nodes = 共有 { $nodes } 个节点，而重新打开时最多读取 { $limit } 个，请拆分成多棵树
problem-exchange_too_large = 文件将有 { $size } MB，而重新打开时最多读取 { $limit } MB，请拆分成多棵树
problem-stand_in_expression = 替身第 { $column } 列：{ $error }
problem-data_expression = 帧数据第 { $line } 行，表达式第 { $column } 列：{ $error }
problem-unused_data = “{ $task }”不能有替身，它的帧数据不起作用，请移除
problem-abort_on_non_composite = “{ $task }”不是组合节点，中断类型“{ $abort }”不起作用，请将其改为“无”
problem-duplicate_tree = 另一棵树也叫“{ $tree }”，请重命名其中一棵
problem-no_such_root = 树“{ $tree }”的根节点 { $root } 不存在，请移除名称，或添加该节点
problem-unknown_tree = 本文档没有名为“{ $tree }”的树，请检查拼写，或为一棵树取此名称
problem-unknown_tree_in_file = { $file } 中没有名为“{ $tree }”的树，请检查拼写，或在那里为一棵树取此名称
problem-no_main_tree = { $file } 没有主树，请指定要运行的树
problem-tree_not_chosen = 尚未选择要运行的树，请选择一棵
problem-file_outside = { $file } 在项目文件夹之外，请把它移入项目，或在两者的上级文件夹中放置 treewright.project.json
problem-file_not_relative = { $file } 不是相对于本文件的路径，请改用相对路径
problem-file_unreadable = 无法读取 { $file }：{ $why }
problem-file_not_loaded = 未加载 { $file }
problem-subtree_cycle = 树不能包含自身：{ $path }；请在此处运行另一棵树
problem-subtree_too_large = “{ $tree }”连同其全部子树过大：一个程序最多只能有 { $limit } { $too_much }
problem-unknown_subtree_variable = “{ $tree }”没有可在此设置的变量“{ $variable }”，请检查拼写，或声明作用域为“子树”的变量
problem-other_global = 全局变量“{ $variable }”在 { $file } 中是{ $found }，在本文档中是{ $expected }；请统一类型，或改用另一个名称
problem-unknown_inside = “{ $tree }”中没有节点 { $path }，此覆盖值不起作用
problem-fixed_inside = “{ $parameter }”决定运行哪棵子树，不能覆盖；请更改子树，或在此指定另一棵树
problem-merge_both_changed = 合并后待定：双方都更改了“{ $field }”（我方：{ $ours }；对方：{ $theirs }），请选择其一
problem-merge_both_added = 合并后待定：双方都添加了它，但“{ $field }”不同（我方：{ $ours }；对方：{ $theirs }），请选择其一
problem-merge_removed_by_ours = 合并后待定：我方删除了{ $subject }，对方更改了它，请选择其一
problem-merge_removed_by_theirs = 合并后待定：我方更改了{ $subject }，对方删除了它，请选择其一
problem-merge_both_moved = 合并后待定：双方都移动了它（我方：{ $ours }；对方：{ $theirs }），请选择其一
problem-merge_cycle = 合并后待定：双方的移动合在一起会形成环（我方：{ $ours }；对方：{ $theirs }），请选择其一
problem-merge_both_reordered = 合并后待定：双方都更改了子节点的顺序（我方：{ $ours }；对方：{ $theirs }），请选择其一
problem-disabled_root = 根节点已禁用，整棵树都不会运行，请启用它
problem-loose_nodes = { $count } 个节点游离在树外，不会运行，请连接或删除
problem-unreachable = 永远不会运行：“{ $parent }”中排在它前面的 { $sibling } { $never }，请调整顺序或删除此节点

too_much-nodes = 个节点
too_much-variables = 个变量
too_much-id_bytes = 字节的节点 ID

no_reach-right = 它在 { $composite } 中的右侧没有可运行的节点，{ $composite } 也没有设为中断低优先级
no_reach-at_once = { $composite } 的各分支同时运行，彼此从不中断
no_reach-inside = { $composite } 内部在条件节点之后没有可运行的节点
never-ends = 永远不会结束
never-succeeds = 永远不会成功
never-fails = 永远不会失败

fix-keep_ours = 保留我方
fix-take_theirs = 采用对方
fix-accept_id = 接受 ID { $id }
fix-add_root = 添加“{ $task }”作为根节点
fix-change_type = 将变量“{ $variable }”改为{ $type }类型
fix-declare_variable = 声明{ $type }变量“{ $variable }”
fix-delete_loose = 删除游离节点
fix-delete_node = 删除节点
fix-delete_others = 删除其他根节点
fix-detach_extra = 断开多余的子节点
fix-disable = 禁用它
fix-enable = 启用它
fix-forget_link = 移除到 { $child } 的连线
fix-forget_tree = 移除名称“{ $name }”
fix-hang_below = 连接到“{ $node }”下面
fix-hang_instead = 改为将“{ $child }”连接到“{ $node }”下面
fix-make_root = 将“{ $node }”设为根节点
fix-move_behind = 将“{ $node }”移到最后
fix-own_tree = 运行本文档中的“{ $name }”
fix-act_like = 按“{ $task }”运行
fix-pass_through = 直接返回子节点的结果
fix-remove_stand_in = 移除替身
fix-remove_data = 移除帧数据
fix-remove_abort = 将中断类型设为“无”
fix-remove_keeping = 删除节点，保留子节点
fix-remove_second = 删除第二个
fix-rename_parameter = 改为设置“{ $parameter }”
fix-rename_second = 将第二个命名为“{ $name }”
fix-rename_tree = 将这棵树命名为“{ $name }”
fix-reset_initial = 将初始值重置为类型的默认值
fix-reset_override = 移除覆盖值
fix-reset_parameter = 移除此设置
fix-set_abort = 将“{ $node }”设为“{ $abort }”
fix-set_value = 设为 { $value }
fix-use_tree = 运行“{ $name }”
fix-use_variable = 改用变量“{ $variable }”
fix-write_instead = 改为 { $meant }

child_result-succeeds = 子节点成功
child_result-last_succeeds = 最后一个成功
child_result-fails = 子节点失败
child_result-last_fails = 最后一个失败
child_result-runs = 子节点运行中
child_result-interrupted = 子节点被中断

reaction-next = 在同一帧内运行下一个子节点
reaction-succeed = 以成功结束
reaction-fail = 以失败结束
reaction-again = 重新运行它
reaction-others = 其他子节点继续运行
reaction-stay = 下一帧继续运行它
reaction-from_first = 下一帧重新从第一个子节点开始
reaction-ends_too = 自身也被中断
reaction-goes_on = 如果由内部的条件引起，则从该条件所在的分支继续

why-runs_with_the_tree = “{ $node }”自第 { $frame } 帧树启动以来一直在运行
why-runs_again = “{ $node }”正在运行：它返回了{ $status }，“{ $parent }”再次运行它
why-runs_after_abort = “{ $node }”正在运行：“{ $condition }”触发的中断使“{ $parent }”转到它
why-runs_after_sibling = “{ $node }”正在运行：“{ $sibling }”以{ $status }结束后，“{ $parent }”接着运行它
why-runs_by_its_parent = “{ $node }”正在运行：由“{ $parent }”启动
why-runs_before_the_record = “{ $node }”在录制开始之前就已在运行
why-runs_chosen = “{ $node }”正在运行：“{ $parent }”{ $rule }选择了它
why-ran_with_the_tree = “{ $node }”运行过：在第 { $frame } 帧随树一起启动
why-ran_again = “{ $node }”运行过：它先前返回了{ $status }，“{ $parent }”再次运行它
why-ran_after_abort = “{ $node }”运行过：“{ $condition }”触发的中断使“{ $parent }”转到它
why-ran_after_sibling = “{ $node }”运行过：“{ $sibling }”以{ $status }结束后，“{ $parent }”接着运行它
why-ran_by_its_parent = “{ $node }”运行过：由“{ $parent }”启动
why-ran_before_the_record = “{ $node }”运行过：在录制开始之前已启动
why-ran_chosen = “{ $node }”运行过：“{ $parent }”{ $rule }选择了它
why-by_utility = 按效用（在尚未失败的子节点中最高）
why-by_priority = 按优先级（在尚未失败的子节点中最高）
why-by_case = 因分支值与该值相等而
why-by_no_case = 因没有分支值与该值相等而
why-by_random_order = 按随机顺序
why-by_turn = 因轮到它而
why-by_condition = 因条件为真而
why-by_chance = 按概率
why-by_memory = 因上次停在那里而
why-by_position = 按变量中的位置
why-ended_answered = “{ $node }”返回了{ $status }
why-ended_error = “{ $node }”以失败结束，因为执行出错：{ $why }
why-ended_guard = “{ $node }”以失败结束，因为它的条件不成立
why-ended_child = “{ $node }”以{ $status }结束，因为“{ $child }”以{ $child_status }结束
why-ended_all_children = “{ $node }”以{ $status }结束，因为它的所有子节点都以{ $child_status }结束，最后一个是“{ $child }”
why-ended_on_entering = “{ $node }”一开始就以{ $status }结束，没有运行子节点
why-ended_as_remembered = “{ $node }”返回{ $status }，没有再次运行子节点：它记得子节点的结果
why-ended_key = “{ $node }”以{ $status }结束，因为它被打断
why-ended_not_known = “{ $node }”以{ $status }结束；它在录制开始前就已启动，原因不完全清楚
why-ended_own_rule = “{ $node }”按其节点类型的规则以{ $status }结束
why-ended_time_up = “{ $node }”以{ $status }结束：时间已到
why-ended_limit_reached = “{ $node }”以{ $status }结束：已达到上限
why-ended_child_before = “{ $node }”返回{ $status }，因为“{ $child }”在第 { $frame } 帧返回了{ $child_status }，而现在所有子节点都已结束
why-interrupted_when_true = “{ $node }”被中断：“{ $condition }”变为真，触发“{ $composite }”的中断（{ $abort }）；“{ $scope }”改从“{ $target }”继续
why-interrupted_when_false = “{ $node }”被中断：“{ $condition }”变为假，触发“{ $composite }”的中断（{ $abort }）；“{ $scope }”改从“{ $target }”继续
why-interrupted_ancestor = “{ $node }”被中断，因为上方的“{ $ancestor }”以{ $status }结束
why-interrupted_overtaken = “{ $node }”被中断，因为“{ $parent }”中排在它前面的“{ $by }”正在运行
why-interrupted_switched = “{ $node }”被中断，因为“{ $parent }”改为运行“{ $to }”
why-interrupted_key = “{ $node }”被中断，因为上方的“{ $by }”被打断
why-interrupted_stopped = “{ $node }”被中断，因为行为树被停止或重新开始
why-interrupted_stopped_by = “{ $node }”被中断，因为“{ $by }”停止了行为树
why-interrupted_restarted_by = “{ $node }”被中断，因为“{ $by }”重启了行为树
why-stopped_the_tree = “{ $node }”停止了行为树，自己也随之结束
why-restarted_the_tree = “{ $node }”重启了行为树，自己也随之结束
why-interrupted_unknown = “{ $node }”被中断；录制中没有记录原因
why-not_reached_yet = 还没有运行到“{ $node }”：“{ $parent }”仍在运行排在它前面的“{ $at }”
why-not_reached_elsewhere = “{ $node }”没有运行：“{ $parent }”正在运行“{ $at }”
why-not_reached_waits = “{ $node }”没有运行：“{ $parent }”此刻不运行任何子节点
why-passed_over = 没有运行到“{ $node }”：“{ $parent }”在此之前已以{ $status }结束
why-passed_over_interrupted = 没有运行到“{ $node }”：“{ $parent }”在此之前已被中断
why-goes_on_at = “{ $node }”已运行到“{ $at }”
why-goes_on_next_round = “{ $node }”将在下一帧再次运行它的子节点
why-goes_on_waits = “{ $node }”仍在运行，此刻不运行任何子节点
why-value_initial = “{ $variable }”是 { $value }：这是初始值
why-since_input = “{ $variable }”后来变为 { $value }：第 { $frame } 帧之前由外部设置
why-since_node = “{ $variable }”后来变为 { $value }：“{ $by }”在第 { $frame } 帧写入
why-since_other = “{ $variable }”后来变为 { $value }：智能体 { $agent } 的“{ $by }”在第 { $frame } 帧写入
why-since_background = “{ $variable }”后来变为 { $value }：一棵后台树在第 { $frame } 帧写入
why-value_input = “{ $variable }”是 { $value }：第 { $frame } 帧之前由外部设置
why-value_input_changed = “{ $variable }”从 { $was } 变为 { $value }：第 { $frame } 帧之前由外部设置
why-value_node = “{ $variable }”是 { $value }：“{ $by }”在第 { $frame } 帧写入
why-value_node_changed = “{ $variable }”从 { $was } 变为 { $value }：“{ $by }”在第 { $frame } 帧写入
why-value_other = “{ $variable }”是 { $value }：智能体 { $agent } 的“{ $by }”在第 { $frame } 帧写入
why-value_background = “{ $variable }”是 { $value }：一棵后台树在第 { $frame } 帧写入
why-value_other_changed = “{ $variable }”从 { $was } 变为 { $value }：智能体 { $agent } 的“{ $by }”在第 { $frame } 帧写入
why-value_background_changed = “{ $variable }”从 { $was } 变为 { $value }：一棵后台树在第 { $frame } 帧写入
why-value_unknown = “{ $variable }”在录制开始之前写入
why-source_forced = “{ $node }”的结果由外部指定
why-event_none = “{ $listener }”在等待事件“{ $event }”：它监听期间没有事件到达
why-event_missed = “{ $listener }”在等待事件“{ $event }”：上一个在第 { $frame } 帧到达，当时它还没有开始等待
why-event_input = “{ $listener }”收到了事件“{ $event }”：第 { $frame } 帧之前由外部发送
why-event_input_with = “{ $listener }”收到了事件“{ $event }”，附带 { $payload }：第 { $frame } 帧之前由外部发送
why-event_node = “{ $listener }”收到了事件“{ $event }”：“{ $by }”在第 { $frame } 帧发送
why-event_node_with = “{ $listener }”收到了事件“{ $event }”，附带 { $payload }：“{ $by }”在第 { $frame } 帧发送
why-event_other = “{ $listener }”收到了事件“{ $event }”：智能体 { $agent } 的“{ $by }”在第 { $frame } 帧发送
why-event_other_with = “{ $listener }”收到了事件“{ $event }”，附带 { $payload }：智能体 { $agent } 的“{ $by }”在第 { $frame } 帧发送
why-event_unknown = “{ $listener }”收到了事件“{ $event }”；录制中没有记下由谁发送
why-key_input = “{ $interrupted }”的标识“{ $key }”：第 { $frame } 帧之前由外部使用
why-key_node = “{ $interrupted }”的标识“{ $key }”：“{ $node }”在第 { $frame } 帧使用
why-source_timer = “{ $node }”取决于它的计时
why-source_timer_since = “{ $node }”取决于它的计时，从第 { $frame } 帧开始
why-source_count = “{ $node }”自记录开始之前就在计数
why-source_count_since = “{ $node }”自第 { $frame } 帧启动以来一直在计数
why-source_draw = “{ $node }”取决于随机结果
why-slot = “{ $node }”占着“{ $waits }”所等的名额
why-slot_since = “{ $node }”从第 { $frame } 帧起占着“{ $waits }”所等的名额
why-slots_elsewhere = “{ $node }”没有空闲的名额：这棵树中没有其他节点占着
why-variable_of_use = { $variable }（{ $use }）
why-use_in_use = { $outer } › { $use }
why-settings = “{ $node }”的设置：{ $settings }
why-setting = “{ $parameter }”为 { $value }
why-setting_variable = “{ $parameter }”为“{ $variable }”（{ $value }）
why-setting_unknown = “{ $parameter }”为“{ $variable }”
why-setting_of = “{ $child }”的“{ $parameter }”为 { $value }
why-setting_variable_of = “{ $child }”的“{ $parameter }”为“{ $variable }”（{ $value }）
why-setting_unknown_of = “{ $child }”的“{ $parameter }”为“{ $variable }”
why-source_always = “{ $node }”的结果总是这样
why-source_game = “{ $node }”的结果由游戏或其替代结果给出
why-no_abort_none = “{ $node }”的变化不会中断任何节点：“{ $composite }”的中断类型是“无”，只有运行到这里时才读取此条件
why-no_abort_nothing_above = “{ $node }”改变时不会中断任何节点：只有组合节点下的条件才能中断，由该组合节点的中断类型决定
why-no_abort_not_reached_since = “{ $node }”的变化现在不会中断任何节点：运行到它之后才会监视它，而自第 { $frame } 帧之前修改行为树以来还没有运行到它
why-no_abort_not_reached = “{ $node }”的变化还不会中断任何节点：运行到它之后才会监视它
why-no_abort_let_go = “{ $node }”的变化不会中断任何节点：“{ $composite }”以{ $status }结束，其中断类型为“{ $abort }”，不再监视它
why-no_abort_restarted = “{ $node }”的变化不会中断任何节点：“{ $composite }”此后重新开始，还没有执行到它
why-no_abort_fired = “{ $node }”的变化不会中断任何节点：它触发中断之后还没有再次执行到
why-no_abort_rechecked = “{ $node }”不需要中断：“{ $composite }”运行时，每一帧都会重新检查它
why-no_abort_dropped = “{ $node }”的变化不会中断任何节点：“{ $by }”触发中断后不再监视它
why-no_abort_let_go_interrupted = “{ $node }”的变化不会中断任何节点：“{ $composite }”被中断后不再监视它
why-no_abort_still_true = 正在监视“{ $node }”，但它一直为真：变为假时才会中断
why-no_abort_still_false = 正在监视“{ $node }”，但它一直为假：变为真时才会中断
why-no_abort_watched = “{ $node }”：{ $prospect }
why-in_background = 此节点属于同时运行的树“{ $tree }”；同时运行的树的节点不逐一录制
why-background_never = 同时运行的树“{ $tree }”尚未启动
why-background_runs = 同时运行的树“{ $tree }”从第 { $frame } 帧起运行：由“{ $node }”启动
why-background_runs_elsewhere = 同时运行的树“{ $tree }”从第 { $frame } 帧起运行：由另一棵同时运行的树启动
why-background_ended = 同时运行的树“{ $tree }”在第 { $last } 帧结束，结果为{ $status }
why-background_ended_since = 同时运行的树“{ $tree }”由“{ $node }”在第 { $frame } 帧启动，在第 { $last } 帧结束，结果为{ $status }
why-background_stopped = 同时运行的树“{ $tree }”在第 { $last } 帧被停止
why-background_stopped_by = 同时运行的树“{ $tree }”在第 { $last } 帧被“{ $node }”停止
why-background_stopped_with = 同时运行的树“{ $tree }”在第 { $last } 帧因“{ $node }”被中断而停止
why-background_stopped_since = 同时运行的树“{ $tree }”由“{ $node }”在第 { $frame } 帧启动，在第 { $last } 帧被停止
why-tree_ended = 行为树以{ $status }结束
why-tree_stopped = 行为树被停止或重新开始
why-not_started = 行为树还没有运行
why-began_again = 行为树在第 { $frame } 帧以{ $status }结束，然后重新开始
why-began_again_stopped = 行为树在第 { $frame } 帧被停止或重启，然后重新开始
why-began_again_by = “{ $node }”在第 { $frame } 帧重启了行为树
why-not_known = “{ $node }”自录制开始以来没有运行；此前的情况不明
why-left_out_disabled = “{ $node }”已禁用，不会运行
why-left_out_below_disabled = “{ $node }”位于已禁用的“{ $above }”之下，不会运行
why-left_out_loose = “{ $node }”没有连接到任何树的根节点，不会运行

prospect-may_fire_when_true = 变为真时触发：中断“{ $interrupted }”（正在运行“{ $running }”），“{ $scope }”改从“{ $target }”继续
prospect-may_fire_when_false = 变为假时触发：中断“{ $interrupted }”（正在运行“{ $running }”），“{ $scope }”改从“{ $target }”继续
prospect-dormant = “{ $until }”结束之前不检查：“低优先级”只中断排在它后面的节点
prospect-nothing_runs = 会检查，但“{ $scope }”内没有节点在运行
prospect-other_branch = 会检查，但正在运行的节点在“{ $parallel }”的其他分支中；同一并行节点的分支互不中断
prospect-already_ending = 会检查，但“{ $node }”已被打断，会先结束
prospect-tree_stands = 不检查：行为树没有运行

expression-empty = 没有表达式
expression-too_long = 表达式超过 { $limit } 个字符
expression-too_deep = 表达式嵌套超过 { $limit } 层
expression-incomplete = 表达式不完整，这里还缺少内容
expression-unexpected = 这里不能出现“{ $found }”
expression-unexpected_character = 这里不能出现“{ $character }”；含有这类字符的名称要写在反引号中
expression-write_instead = 请把 { $found } 改写为 { $meant }
expression-open_text = 文本缺少右引号
expression-open_name = 名称缺少右反引号
expression-empty_name = 反引号之间没有名称
expression-unknown_escape = 文本中的反斜杠后面只能是 n、t、r、引号、另一个反斜杠，或 u 加四位十六进制数
expression-number_too_large = 数字 { $number } 太大
expression-unsupported = 表达式不支持“{ $what }”
expression-unknown_variable = 没有变量“{ $name }”
expression-unknown_variable_meant = 没有变量“{ $name }”，是指“{ $meant }”吗？
expression-unknown_function = 没有函数“{ $name }”
expression-unknown_function_meant = 没有函数“{ $name }”，是指“{ $meant }”吗？
expression-wrong_operand = “{ $operator }”不能用于{ $found }
expression-wrong_operands = “{ $operator }”不能用于{ $left }和{ $right }
expression-wrong_arguments = 应写成 { $usage }，实际参数为 { $found }
expression-needs_constant = 应写成 { $usage }，引号中为文本；实际为会变化的值
expression-refused = { $why }
expression-refused_meant = { $why }，是指“{ $meant }”吗？
expression-wrong_type = 这里应为{ $expected }，实际为{ $found }
expression-no_part = { $found }没有“.{ $part }”
expression-different_answers = “:”两边应为同一类型，实际为{ $left }和{ $right }
expression-mixed_list = 列表各项应为同一种简单类型：这一项应为{ $expected }，实际为{ $found }
expression-empty_list = 无法确定这个空列表的元素类型，请改用 size(列表) == 0
expression-always_fails = 这里永远算不出结果：{ $error }

evaluation-division_by_zero = 除以零
evaluation-overflow = 整数溢出
evaluation-not_finite = 数值超出范围
evaluation-negative_root = 对负数求平方根
evaluation-no_item = 列表只有 { $len } 项，没有索引 { $index }（从 0 开始）
evaluation-not_a_number = 文本“{ $text }”不是数字
evaluation-text_too_long = 文本超过 { $limit } 字节
evaluation-wrong_type = 变量的值与声明的类型不符

function-abs = 绝对值。
function-min = 各数中的最小值。
function-max = 各数中的最大值。
function-clamp = 限制在范围内的数：超出范围时取最近的边界。
function-floor = 向下取整（结果为浮点数）。
function-ceil = 向上取整（结果为浮点数）。
function-round = 四舍五入取整（结果为浮点数）；恰好一半时取离 0 较远的整数。
function-sqrt = 平方根。
function-sin = 正弦；角度以弧度计。
function-cos = 余弦；角度以弧度计。
function-int = 转为整数：浮点数去掉小数部分，文本按整数解析，真和假变为 1 和 0。
function-float = 转为浮点数：整数直接转换，文本按数字解析。
function-string = 将任意值转为文本。
function-size = 文本的字符数，或列表的项数。
function-contains = 文本是否包含另一段文本。
function-startsWith = 文本是否以另一段文本开头。
function-endsWith = 文本是否以另一段文本结尾。
function-lower = 转为小写的文本。
function-upper = 转为大写的文本。
function-vec2 = 由两个数组成的向量。
function-vec3 = 由三个数组成的向量。
function-color = 颜色；各分量从 0 到 1。
function-length = 向量的长度。
function-distance = 两点之间的距离。
function-dot = 两个向量的点积。
function-normalize = 方向相同、长度为 1 的向量；零向量保持不变。
function-isEmpty = 文本或列表是否为空。
function-lerp = a 与 b 之间的线性插值，t 为比例。

read_error-not_found = 没有这个文件
read_error-not_a_file = 这不是文件
read_error-in_use = 另一个程序打开了此文件，不允许其他程序读取
read_error-link = 这是符号链接，此处不跟随
read_error-too_large = 文件过大：实际 { $size } MB，上限 { $limit } MB
read_error-io = { $reason }

save_error-bytes = { $count } 字节
save_error-conflict = 文件已被其他程序更改
save_error-exists = 已有同名文件
save_error-not_a_file = 这不是文件
save_error-read_only = 文件是只读的
save_error-locked_file = 没有权限写入此文件
save_error-in_use = 另一个程序打开了此文件，不允许其他程序更改
save_error-not_on_windows = Windows 不允许名为 { $name } 的文件
save_error-no_folder = 没有文件夹 { $folder }
save_error-not_a_folder = { $folder } 不是文件夹
save_error-locked_folder = 没有权限写入文件夹 { $folder }
save_error-in_folder = 无法在 { $folder } 中创建文件：{ $reason }
save_error-no_room = { $reason }（{ $folder } 中需要 { $size }）
save_error-not_kept = 磁盘未能保存写入的内容
save_error-too_many_links = 符号链接过多
save_error-several_names = 此文件有 { $count } 个名称（硬链接），保存只会更改其中一个
save_error-cut_short = 此文件上一次的保存被中断；保存前的内容在 { $path }
save_error-kept_beside = 文件现有两个版本：刚保存的和原有的；其中一个在 { $path }
save_error-torn = 文件已损坏：只写入了一部分；原来的内容在 { $path }
save_error-link = { $path } 是符号链接；项目或程序指定的文件不跟随符号链接
save_error-dangling_link = 它是指向 { $path } 的链接，但那里没有文件，请另存为其他名称
save_error-hidden_place = { $path } 是隐藏或保留的位置，项目和程序不能在那里写文件
save_error-outside = 路径超出了所在的文件夹
save_error-is_read = 同一命令还要读取此文件，不能写入
save_error-io = { $reason }

field_error-here_must_stand = 这里应为{ $expected }，而不是{ $found }
field_error-invalid_value = 值无效：{ $found }，应为{ $expected }
field_error-invalid_length = 长度 { $found } 无效，应为{ $expected }
field_error-unknown_variant = “{ $found }”无效，应为 { $expected }
field_error-no_variants = “{ $found }”无效，这里没有可用的选项
field_error-unknown_field = 没有字段“{ $field }”，应为 { $expected }
field_error-no_fields = 没有字段“{ $field }”，这里不能有任何字段
field_error-missing_field = 缺少字段“{ $field }”
field_error-twice_field = 字段“{ $field }”出现了两次
field_error-field_twice = 字段“{ $field }”出现了两次
field_error-occurs_twice = “{ $key }”出现了两次
field_error-most_nodes = 一个文档最多有 { $most } 个节点
field_error-most_links = 一个文档的节点最多共列出 { $most } 个子节点
field_error-most_items = 这里的列表最多有 { $most } 项
field_error-most_fields = 这里的对象最多有 { $most } 个字段
field_error-not_empty = “{ $field }”不能为空
field_error-no_type = “{ $name }”不是类型，可用 bool、int、float、string、vec2、vec3、color，或它们的列表（如 [int]）
field_error-no_variable_type = “{ $name }”不是变量的类型，可用 bool、int、float、string、vec2、vec3、color，或它们的列表（如 [int]）
field_error-no_type_tasks = “{ $name }”不是类型，可用 bool、int、float、string、vec2、vec3、color、它们的列表（如 [int]），或 choice、variable、same、expression、tree、name、any
field_error-unknown_type = 没有类型“{ $name }”
field_error-no_scope = “{ $name }”不是作用域，可用 tree、subtree 或 global
field_error-no_abort = “{ $name }”不是中断类型，可用 None、Self、LowerPriority 或 Both
field_error-no_category = “{ $name }”不是类别，可用 Composite、Decorator、Conditional 或 Action
field_error-no_color = “{ $name }”不是颜色，请写作 #rrggbb
field_error-no_answer = “{ $name }”不是结果，可用 Success、Failure 或 Running
field_error-no_results = 至少要有一个结果：请使用 Success、Failure 或 Running，或去掉此字段
field_error-not_for_category = 此字段对{ $category }任务没有意义，请去掉
field_error-frames = 帧数应为 1 至 { $most }
field_error-never_ends = 会结束的任务必须能返回 Success 或 Failure，请在“results”中添加
field_error-conditional_runs = 条件节点立即返回结果，可用 Success 或 Failure
field_error-name_too_long = 名称最多 { $most } 个字符
field_error-name_control = 名称不能含控制字符
field_error-name_blanks = 名称前后不能有空格
field_error-choice_twice = 选项“{ $name }”出现了两次
field_error-choices_needed = choice 需要“choices”：至少含一个文本的列表
field_error-choice_help = “choice_help”应按顺序为“choices”的每一项各写一个文本
field_error-range_for_numbers = 只有 int 或 float 可以有范围
field_error-range_too_large = 范围的两个数必须在计算机可表示的范围内
field_error-range_order = 范围的第一个数应小于第二个数
field_error-range_form = 范围应写成由最小值和最大值组成的列表，例如 [0, 10]
field_error-no_default = 类型为变量的参数不能有默认值
field_error-must_be_set = 必须设置的参数不能有默认值，请去掉其中一项
field_error-of_or_as = 表达式用“of”写明类型，或用“as”写明与哪个变量类型相同，请只写一个
field_error-no_use = “{ $field }”不适用于类型 { $name }，只适用于 { $users }
field_error-is_and_should_be = 应为{ $expected }，实际为{ $found }
field_error-none_of_choices = “{ $text }”不是可用的选项：{ $choices }
field_error-not_between = { $number } 不在 { $min } 与 { $max } 之间
field_error-no_such_as = 没有类型为 variable 的同级参数“{ $other }”
field_error-parameter_twice = 参数“{ $name }”声明了两次
field_error-node_twice = 这个节点出现了两次
field_error-set_twice = 这个参数设置了两次
field_error-parameters_object = 这里应为对象：由参数名和值组成
field_error-not_complete = 这个节点不完整
field_error-seed = “seed”必须是 0 到 { $most } 之间的整数
field_error-not_usable = “{ $field }”不是可用的数字
field_error-root = “root”必须是节点的 ID 或 null
field_error-unreadable_conflict = 无法读取这个合并冲突
field_error-var_name = “var”必须是变量名，即一段文本
field_error-null = null 不是值；省略该字段即可使用默认值
field_error-bad_escape = 这段文本含有不表示任何字符的转义
field_error-a_number = 这里应为数字
field_error-list_in_list = 列表中不能再有列表
field_error-one_type = 列表各项必须是同一类型
field_error-a_list = 这里应为列表
field_error-an_object = 这里应为对象
field_error-no_variable_here = 这里不能用变量，请写常量
field_error-no_kind_of_value = “{ $name }”不是值的写法，可用 var、vec2、vec3 或 color
field_error-one_field = 这里的对象只能有一个字段：var、vec2、vec3 或 color
field_error-list_of_numbers = “{ $kind }”必须是 { $count } 个数字的列表
field_error-no_stand_in = “{ $name }”不是替身，请使用 "ask" 或对象
field_error-not_a_stand_in = 这不是替身：{ $why }
field_error-stand_in_field = 替身没有字段“{ $name }”
field_error-stand_in_form = 替身必须有以下字段之一：{ $fields }
field_error-acts_like = 不能按“{ $name }”运行，可用 Sequence、Selector 或 PassThrough
field_error-acts_like_decorator = 装饰节点只有一个子节点，请使用 PassThrough
field_error-stand_in_then = “then”只能与“after_frames”或“after_seconds”一起使用
field_error-stand_in_again = “again”只能与“updates”一起使用
field_error-stand_in_frames = “after_frames”必须是非负整数
field_error-stand_in_time = “after_seconds”必须是数字
field_error-stand_in_seconds = “after_seconds”必须是 0 到 { $most } 之间的数
field_error-stand_in_probability = “probability”必须是数字
field_error-stand_in_chance = 概率必须是 0 到 1 之间的数
field_error-no_frame_number = “{ $name }”不是帧号
field_error-no_result = “{ $name }”不是结果，可用 Success、Failure 或 Running
field_error-letters = “{ $letters }”只能由字母 S、F、R 组成
field_error-at_most = 这里最多 { $limit } 个，实际有 { $count } 个
field_error-words = 内容不符合格式
field_error-seconds = “dt”必须是 0 到 { $most } 之间的秒数

syntax_error-name_in_quotes = 这里应为双引号中的字段名
syntax_error-comma_after_last = 最后一项之后多了一个逗号
syntax_error-a_value = 这里应为一个值
syntax_error-ident = 这里应为 true、false 或 null
syntax_error-line_break = 文本不能跨行，请用 \n 表示换行
syntax_error-one_of_two = 这里应为 { $a } 或 { $b }
syntax_error-expected_sign = 这里应为 { $a }
syntax_error-escape = 转义符无效
syntax_error-number = 数字写法有误
syntax_error-number_range = 数字超出了范围
syntax_error-surrogate = 十六进制转义中缺少后半个代理项
syntax_error-hex_end = 十六进制转义不完整

sort-list = 列表
sort-number = 数字
sort-whole = 整数
sort-count = 不小于 0 的整数
sort-object = 对象
sort-fields = 含字段 { $names } 的对象
sort-text = 文本
sort-string = 文本
sort-boolean = 布尔值
sort-nodes = 节点列表
sort-document = 行为树对象
sort-node = 节点对象
sort-variable = 变量对象
sort-tree = 命名子树对象
sort-note = 便签对象
sort-group = 分组对象
sort-conflict = 合并冲突：一个对象
sort-side = 冲突的一方：一个对象
sort-stand_in = 替身：一个对象或 "ask"
sort-library = 任务库对象
sort-task = 任务对象
sort-parameter = 参数对象
sort-breakpoints = 断点文件对象
sort-breakpoint = 断点对象
sort-other = { $words }

program_error-no_task = 没有名为“{ $task }”的任务
program_error-no_tree = 没有名为“{ $name }”的子树
program_error-no_children = 它没有子节点
program_error-not_one_child = 它有 { $count } 个子节点，应有且只有一个
program_error-leaf_children = 它是叶节点，不能有子节点（现有 { $count } 个）
program_error-not_registered = 任务“{ $task }”没有实现：游戏没有注册它
program_error-not_made = 无法创建该任务：{ $why }
program_error-parameter_no_expression = 参数“{ $name }”不是表达式的文本
program_error-parameter_column = 参数“{ $name }”第 { $column } 列：{ $error }
program_error-stand_in_column = 替身第 { $column } 列：{ $error }
program_error-stand_in_unknown = 不支持它的替身：{ $json }
program_error-of_child = 子节点“{ $child }”：{ $why }
program_error-parameter_takes_name = 参数“{ $name }”需要名称，而不是变量“{ $variable }”
program_error-parameter_not_set = 参数“{ $name }”未设置
program_error-parameter_no_variable = 参数“{ $name }”：没有变量“{ $variable }”
program_error-parameter_takes = 参数“{ $name }”需要{ $expected }，而变量“{ $variable }”是{ $found }
program_error-parameter_expected = 参数“{ $name }”：应为 { $expected }，实际为 { $value }
program_error-parameter_cannot_be = 参数“{ $name }”不能是 { $value }
program_error-asks_for_misspelled = 游戏代码读取参数“{ $name }”，但没有这个参数，是否应为“{ $near }”？
program_error-asks_for_unknown = 游戏代码读取参数“{ $name }”，但没有这个参数；现有参数：{ $known }
program_error-asks_for_none = 游戏代码读取参数“{ $name }”，但没有任何参数
program_error-asks_for_other_type = 游戏代码按 { $asked } 读取参数“{ $name }”，但它的类型是 { $found }
program_error-parameter_takes_variable = 参数“{ $name }”需要变量，而不是 { $value }
program_error-parameter_not_a_choice = 参数“{ $name }”只能是 { $choices } 之一，而不是“{ $value }”
program_error-parameter_refused = 参数“{ $name }”：{ $why }
program_error-variable_kept = 变量“{ $name }”是{ $found }，而游戏为它保存的值是{ $expected }
program_error-only_leaves_composite = “{ $task }”是任务库中的组合节点，这里没有它的代码；请用替身选择它按什么类型运行，或改用内置节点搭建
program_error-only_leaves_decorator = “{ $task }”是任务库中的装饰节点，这里没有它的代码；请用替身选择它按什么类型运行，或改用内置节点搭建

compile_note-replaces_builtin = 游戏的任务“{ $task }”取代了同名的内置节点类型

task_error-no_expression = 缺少变量或表达式
task_error-nothing_to_write = 缺少变量或要写入的值
task_error-event_brings = 事件“{ $name }”附带的值是{ $brings }，而变量需要{ $takes }

breakpoint_fault-document_twice = 文档“{ $name }”出现了两次
breakpoint_fault-breakpoint_on_node = “{ $name }”必须是 start、end 或 abort
breakpoint_fault-breakpoint_status = “{ $name }”必须是 Success、Failure 或 Inactive
breakpoint_fault-breakpoint_on_variable = “{ $name }”必须是 written 或 becomes
breakpoint_fault-breakpoint_on_what = 必须有“node”、“variable”、“expression”三个字段之一

scenario_fault-two_steps = 有两个步骤都在第 { $frame } 帧，请合并为一个
scenario_fault-no_frames = 第 { $from } 至 { $to } 帧无效：“from”是从 1 开始的帧号，“to”不能小于“from”
scenario_fault-most_frames = 测试用例最多 { $most } 帧，不能是 { $frames } 帧

claims_fault-one_form = 断言“{ $name }”必须恰好有 never、always、within、before、can 之一
claims_fault-no_name = 有一条断言没有名称，请为它命名
claims_fault-same_name = 有两条断言都名为“{ $name }”，请重命名其中一条
claims_fault-two_changes = “changes”与“changes_only_when”不能同时使用，请去掉其中一个
claims_fault-no_values = 至少要有一个值，或去掉“values”
claims_fault-no_results = 至少要有一个结果，或去掉“results”
claims_fault-result_twice = 有一个结果列出了两次，请去掉其中一个
claims_fault-no_frames = “max_frames”至少为 1
claims_fault-never_ends = 有“max_frames”的叶节点必须能返回 Success 或 Failure，请在“results”中添加
claims_fault-limit = 限制“{ $name }”应为 1 至 { $most }
claims_fault-seconds_limit = 限制“seconds”应为 0 至 { $most }
claims_fault-most_frames = 帧数太多，最多 { $most } 帧

claim_problem-expression = 表达式第 { $column } 列：{ $error }
claim_problem-node = { $why }
claim_problem-node_meant = { $why }，是指“{ $meant }”吗？
claim_problem-own_leaf = “{ $name }”不是游戏的任务，它的结果是已知的，请删除这条规则
claim_problem-no_stand_in = “{ $name }”在文档中没有替身：请添加替身，或用“results”列出它的结果
claim_problem-conditional_runs = 条件节点“{ $name }”不能返回 Running，可用 Success 和 Failure
claim_problem-undeclared_result = 任务库声明“{ $name }”不返回 { $result }，请更改其中一处
claim_problem-no_variable = 行为树没有声明变量“{ $name }”
claim_problem-no_variable_meant = 行为树没有声明变量“{ $name }”，是指“{ $meant }”吗？
claim_problem-wrong_value = 变量“{ $name }”的值应为{ $expected }，实际为{ $found }

claim_name-no_conditional = “{ $name }”不会引起中断：只有条件节点和守卫条件才会
claim_name-last_in_claim = “last”只能用于假设和“changes_only_when”
claim_name-no_status = 状态不会是“{ $found }”，请与 Running、Success、Failure 或 Stopped 比较

sampled_reason-compared = 它与{ $other }比较
sampled_reason-compared_with_last = 它与自己在这一帧之前的值比较
sampled_reason-computed = { $node }用它计算
sampled_reason-computed_in_claims = 有断言或假设用它计算
sampled_reason-setting = 它是{ $node }的“{ $parameter }”
sampled_reason-large = 与它比较的数太大，浮点数无法精确表示
sampled_reason-many = 与它比较的值太多，只试其中 { $most } 个

failed_task-panicked = 崩溃：{ $text }
failed_task-not_made = 无法创建：{ $why }
failed_task-shared_variable = 它写入了参数以外的共享变量
failed_task-no_such_child = 没有位置为 { $position } 的子节点（从 0 数起）：它有 { $children } 个子节点

builder_error-empty = 程序需要一个根节点
builder_error-unbalanced = 节点的开始与结束不成对
builder_error-child_count = 节点 { $id } 有 { $count } 个子节点，数量不符
builder_error-too_large = 程序过大：共 { $count } 个节点
builder_error-duplicate_id = 有两个节点的 ID 都是 { $id }
builder_error-initial_value = 变量“{ $name }”的初始值应为{ $expected }，实际为{ $found }
builder_error-list_of_lists = 变量“{ $name }”是列表的列表，而列表只能由简单类型组成
builder_error-globals = { $conflict }

global_error-other_tree = 全局变量“{ $variable }”在树“{ $tree }”中是{ $found }，在“{ $first }”中是{ $expected }；请统一类型，或改用另一个名称
global_error-existing = 全局变量“{ $variable }”在树“{ $tree }”中是{ $found }，而它已作为{ $expected }存在；请统一类型，或改用另一个名称

snapshot_error-damaged = 快照已损坏：{ $what }
snapshot_error-no_program = 这棵树没有对应的程序

swap_reason-node_gone = 节点 { $restarts } 重新开始：在它下面运行的节点 { $node } 已不存在
swap_reason-node_moved = 节点 { $restarts } 重新开始：在它下面运行的节点 { $node } 已被移走
swap_reason-other_root = 根节点已更换
swap_reason-other_task = 节点 { $node } 重新开始：它的类型由 { $before } 改为 { $after }
swap_reason-other_children = 节点 { $node } 重新开始：它的子节点已更改
swap_reason-task_changed = 节点 { $node } 重新开始：它的任务的运行方式已更改
swap_reason-not_saved = 节点 { $node } 重新开始：它的参数已更改，而它的任务不保存状态
swap_reason-running_state_lost = 节点 { $node } 重新开始：它的任务的状态已丢失：{ $why }
swap_reason-state_lost = 节点 { $node } 的任务的状态已丢失：{ $why }
swap_reason-field_lost = 节点 { $node } 的任务的部分状态已丢失：{ $why }
swap_reason-variable_gone = 变量“{ $name }”的值已丢失：行为树中已没有这个变量
swap_reason-other_type = 变量“{ $name }”恢复为初始值：它的类型由{ $before }改为{ $after }
swap_reason-tree_gone = 同时运行的树“{ $tree }”已不存在
swap_reason-in_tree = 同时运行的树“{ $tree }”：{ $what }
swap_reason-no_ids = 保存的运行不含节点 ID

force_error-not_a_leaf = 节点 { $node } 不是叶节点，只能强制叶节点的结果
force_error-unknown_node = 索引 { $index } 处没有节点

happening_error-unknown_agent = 这一帧中没有这个智能体
happening_error-unknown_node = 这一帧中没有这个节点
happening_error-unknown_program = 这一帧中没有智能体运行这棵树
happening_error-variable = { $error }
happening_error-globals = { $conflict }
happening_error-force = { $error }

placed_error-at = { $path }：{ $error }

foreign_error-most_parameters = 此节点的字段超过 { $most } 个
foreign_error-long_name = 有名称超过 { $most } 字节
foreign_error-long_definition = 此名称超过 { $most } 字节
foreign_error-library_too_large = 由这些节点生成的任务库将有 { $has } MB，而最多读取 { $most } MB
foreign_error-most_tasks = 任务库最多有 { $most } 个任务
foreign_error-no_definitions = 节点定义应为对象列表
foreign_error-no_tree = 既不是含 root 和 nodes 的树，也不是含 trees 的项目
foreign_error-no_save = 存档 JSON 应为节点列表，每个节点都有 children 和 data
foreign_error-no_type = 此节点没有类型：缺少“{ $field }”
foreign_error-no_rules = 缺少“SubstitutionRules”
foreign_error-rules = “SubstitutionRules”必须是对象：由匹配模式和替代节点的内容组成
foreign_error-long_pattern = 有匹配模式超过 { $most } 字节
foreign_error-no_player = “{ $pattern }”必须写明用什么替代匹配的节点
foreign_error-no_result = “{ $name }”不是结果，可用 SUCCESS、FAILURE 或 RUNNING
foreign_error-delay = “async_delay”必须是以毫秒计的整数

xml_error-text_first = 第一个标签之前有文本
xml_error-attribute_twice = 属性“{ $name }”出现了两次，第一次在第 { $line } 行第 { $column } 列
xml_error-bad_name = “{ $name }”不能用作名称
xml_error-long_name = 名称“{ $name }”过长
xml_error-character = 字符 U+{ $code } 不能出现在 XML 中
xml_error-literal_outside = 文档之外有 CDATA
xml_error-declaration_first = `<?xml` 必须在文件开头
xml_error-bang = `<!` 之后既不是注释也不是 CDATA
xml_error-mismatch = `</{ $found }>` 与 `<{ $expected }>` 不匹配
xml_error-closes_nothing = `</{ $found }>` 没有对应的开始标签
xml_error-no_value = 属性名之后应为 `=` 和值
xml_error-empty_value = `=` 之后应为一个值
xml_error-unquoted = 属性的值必须在引号中
xml_error-open_value = 属性的值没有结束
xml_error-duplicate = 有属性出现了两次
xml_error-other = 写法有误

io_error-not_found = 文件或文件夹不存在
io_error-permission_denied = 没有权限
io_error-already_exists = 已经存在
io_error-not_a_directory = 路径中有一部分不是文件夹
io_error-is_a_directory = 这是一个文件夹
io_error-read_only_filesystem = 文件系统是只读的
io_error-storage_full = 磁盘空间不足
io_error-quota_exceeded = 超出了磁盘配额
io_error-file_too_large = 文件太大
io_error-resource_busy = 文件正被占用
io_error-invalid_filename = 文件名无效或过长
io_error-invalid_input = 路径无效
io_error-invalid_data = 数据无效
io_error-unexpected_eof = 文件提前结束
io_error-write_zero = 没有写入任何内容
io_error-interrupted = 操作被中断
io_error-timed_out = 操作超时
io_error-unsupported = 系统不支持此操作
io_error-out_of_memory = 内存不足
io_error-crosses_devices = 目标位于另一个设备上
io_error-stale_network_file_handle = 网络文件已失效
io_error-network = 网络不可用
io_error-other = 系统报告了错误 { $number }

format_remedy-empty = 如果它曾由本程序保存，可从版本控制或备份中找回；也可以新建一个。
format_remedy-too_large_tree = 请把行为树拆分为多个文件；如果它本不该这么大，请检查文件的来源。
format_remedy-too_large_library = 请把任务库拆分为多个文件；如果它本不该这么大，请检查文件的来源。
format_remedy-too_large_scenario = 请把测试用例拆分为多个；如果它本不该这么大，请检查文件的来源。
format_remedy-too_large_recording = 请录制较短的运行；如果它本不该这么长，请检查文件的来源。
format_remedy-too_large_foreign = 请用生成它的程序拆分其内容；如果它本不该这么大，请检查文件的来源。
format_remedy-empty_recording = 请重新录制：`treewright run 行为树 --trace 文件`。
format_remedy-empty_other = 如果其中曾有内容，可从版本控制或备份中找回。
format_remedy-not_utf8 = 请重新保存为 UTF-8。
format_remedy-other_encoding = 请重新保存为 UTF-8。
format_remedy-syntax = 请更正该处文本：JSON 没有注释，最后一项之后没有逗号。
format_remedy-truncated = 文件末尾缺失：请从版本控制或备份中找回，或补全它。
format_remedy-damaged = 请重新导出行为树；如果文件在传输中损坏，请按二进制文件复制。
format_remedy-trailing_text = 请删除最后一个右大括号之后的内容。
format_remedy-too_deep = 本程序不会生成这样的文件：请检查它的来源。
format_remedy-other_format = 请用生成它的程序打开；如果支持其格式，也可以导入。
format_remedy-binary = 文件已损坏：请从版本控制或备份中找回。
format_remedy-binary_other = 请检查是否选错了文件。
format_remedy-is_robot_log = 这是机器人的日志，不是行为树：`treewright run` 和编辑器可以逐帧显示。
format_remedy-is_tree = 这是行为树：请指定属于它的文件，或使用处理行为树的命令。
format_remedy-is_library = 这是任务库：请在行为树的字段 `libraries` 中引用它。
format_remedy-is_scenario = 这是测试用例：用 `treewright test` 运行，或在其行为树的“测试用例”面板中查看。
format_remedy-is_claims = 这是行为树的断言：用 `treewright explore` 或该行为树的“探索”面板检查。
format_remedy-is_recording = 这是录制：`treewright run` 和编辑器可以逐帧显示。
format_remedy-is_live_record = 这是游戏智能体的录制：文件名以 .live.jsonl 结尾时，`treewright run` 和编辑器可以逐帧显示。
format_remedy-is_breakpoints = 这是行为树的断点：编辑器打开该行为树时会读取。
format_remedy-is_snapshot = 这是游戏保存的运行状态，由游戏载入。
format_remedy-no_version = 请在 `format` 之后加上 `"version": 1`。
format_remedy-newer_version = 请用本程序的更新版本打开。
format_remedy-missing_field = 请补上此字段。
format_remedy-wrong_field = 请填入此字段应有的内容；可选字段也可以省略。
format_remedy-other_state = 请按保存时的类型载入，或为新字段设置默认值：`#[state(default = 0)]`。
format_remedy-not_read = 请打开生成它的原文件。
format_remedy-unreadable = 请检查文件是否可读，以及磁盘是否正常。
format_remedy-other_run = 请重新录制：文件被更改过，或由本程序的另一版本生成。
format_remedy-number_too_large = 请写一个较小的数。
format_remedy-too_long = 请缩短它；如果它本不该这么长，请检查文件的来源。
format_remedy-xml_syntax = 请更正该处文本。
format_remedy-document_type = 请删除 `<!DOCTYPE …>`：行为树不需要它。
format_remedy-unknown_entity = 请直接写文本，或使用 `&lt;` `&gt;` `&amp;` `&quot;` `&apos;` 之一。

compact_error-mark = 开头没有此格式的标记
compact_error-ends_early = 缺少结尾
compact_error-too_long = 比其中写明的长度更长
compact_error-number = 有一个数过大
compact_error-text = 有一段文本不是 UTF-8
compact_error-no_such = 第 { $index } 项不存在：共有 { $count } 项
compact_error-count = 列表有 { $found } 项，最多读取 { $limit } 项
compact_error-values = 所有节点的值合计超过 { $limit } 个
compact_error-texts = 所有节点的文字合计超过 { $limit } 字节
compact_error-byte = 意外的字节 { $found }
compact_error-not_finite = 有一个数不是有限数
compact_error-list = 列表各项必须是同一种简单类型
compact_error-empty_name = 名称为空
compact_error-twice = “{ $name }”出现了两次
compact_error-tree = 子节点数与节点总数不符

format_error-empty = 文件是空的
format_error-too_large = 文件有 { $size } MB，最多读取 { $limit } MB
format_error-too_long = 这段文本有 { $bytes } 字节，最多读取 { $limit } 字节
format_error-not_utf8 = 文件不是 UTF-8 文本：无法读取第 { $byte } 字节
format_error-binary = 文件不是文本
format_error-syntax = 不是有效的 JSON：{ $message }
format_error-truncated = 文件不完整，缺少结尾
format_error-damaged = 文件已损坏：{ $message }
format_error-trailing_text = 文档结束之后还有文本
format_error-too_deep = 文件嵌套过深
format_error-other_format = 文件格式是“{ $found }”，应为“{ $expected }”
format_error-no_version = 文件没有写明版本（整数）
format_error-newer_version = 文件的格式版本是 { $found }，本程序最高支持 { $supported }
format_error-missing_field = 缺少字段“{ $field }”
format_error-wrong_field = 字段有误：{ $message }
format_error-number_too_large = 数字 { $number } 太大
format_error-other_state = 所保存的内容不符：{ $why }
state_error-missing = 缺少“{ $path }”
state_error-gone = 保存了“{ $path }”，但它已不存在
state_error-no_variant = 变体“{ $name }”已不存在
state_error-other_type = 应为 { $expected }，实际为 { $found }
state_error-at = “{ $path }”：{ $why }
format_error-not_read = { $format } 格式的文件只能写出，不能读取
format_error-unreadable = 无法继续读取文件：{ $why }
format_error-other_run = 重新运行时，第 { $frame } 帧与录制不一致
format_error-xml_syntax = 不是有效的 XML：{ $message }
format_error-document_type = 不允许文档类型声明（<!DOCTYPE）
format_error-unknown_entity = 这里不允许使用 &{ $name };
format_error-other_encoding = 文件声明的编码是“{ $name }”，只能读取 UTF-8
format_error-too_many_attributes = 有一个元素的属性超过 { $limit } 个
format_error-too_many_values = 文件中的值超过 { $limit } 个
format_error-too_many_parts = 文件中的元素、文本和注释超过 { $limit } 个

write_error-too_many = “{ $what }”将有 { $count } 项，而重新打开时最多读取 { $limit } 项，请删去不需要的内容，或拆分成子树，再保存
write_error-parameter_not_finite = 节点 { $node } 的“{ $parameter }”不是有限的数，请先设为一个数再保存
write_error-variable_not_finite = 变量“{ $variable }”的初始值不是有限的数，请先设为一个数再保存
write_error-too_large = 文件将有 { $size } MB，而重新打开时最多读取 { $limit } MB，请删去不需要的内容，或拆分成子树，再保存

variable_error-undeclared = 没有变量“{ $name }”
variable_error-wrong_type = 变量“{ $name }”是{ $expected }，不是{ $found }

nodes-Sequence-words = 顺序 依次
nodes-Sequence-title = 序列
nodes-Sequence-summary = 依次运行子节点，直到有一个失败；全部成功才算成功。
nodes-Sequence-details =
    - 子节点成功：在同一帧内运行下一个；最后一个成功后以成功结束。
    - 子节点失败：立即以失败结束。
    - 子节点运行中：下一帧继续运行它。

nodes-Selector-words = 选择 备选 回退
nodes-Selector-title = 选择器
nodes-Selector-summary = 依次运行子节点，直到有一个成功；有一个成功即可。
nodes-Selector-details =
    - 子节点成功：立即以成功结束。
    - 子节点失败：在同一帧内运行下一个；最后一个失败后以失败结束。
    - 子节点运行中：下一帧继续运行它。

nodes-ReactiveSequence-title = 响应式序列
nodes-ReactiveSequence-summary = 依次运行子节点，全部成功才算成功；每帧都从第一个子节点重新开始。
nodes-ReactiveSequence-details =
    - 子节点成功：在同一帧内运行下一个；最后一个成功后以成功结束。
    - 子节点失败：立即以失败结束，并中断右侧正在运行的子节点。
    - 子节点运行中：下一帧先重新运行它前面的子节点；它们全部成功时，它继续运行。
    - 前面的子节点返回运行中：取代正在运行的子节点，后者被中断，不再受监视。

nodes-ReactiveSelector-title = 响应式选择器
nodes-ReactiveSelector-summary = 依次运行子节点，直到有一个成功；每帧都从第一个子节点重新开始。
nodes-ReactiveSelector-details =
    - 子节点失败：在同一帧内运行下一个；最后一个失败后以失败结束。
    - 子节点成功：立即以成功结束，并中断右侧正在运行的子节点。
    - 子节点运行中：下一帧先重新运行它前面的子节点；它们全部失败时，它继续运行。
    - 前面的子节点返回运行中：取代正在运行的子节点，后者被中断，不再受监视。

nodes-Parallel-words = 并发 同时 平行
nodes-Parallel-title = 并行
nodes-Parallel-summary = 同时运行所有子节点；默认全部成功才算成功。
nodes-Parallel-details =
    - 子节点成功：其他子节点继续运行；成功的子节点达到“成功个数”时以成功结束，0 表示全部。
    - 子节点失败：失败的子节点达到“失败个数”时以失败结束，0 表示全部。
    - 本帧所有运行中的子节点都运行过之后才判定，先看失败；判定结束时，仍在运行的子节点被中断。启动子节点时则每启动一个就判定一次，因此立即失败的子节点可能使右侧的子节点不再启动。
    - 全部结束而两个数都没有达到：以失败结束。
    - 子节点运行中：下一帧与其他子节点一起，从左到右继续运行。

nodes-Parallel-parameter-success_threshold = 成功个数
nodes-Parallel-parameter-failure_threshold = 失败个数

nodes-Parallel-help-success_threshold = 有多少个子节点成功时以成功结束；0 表示全部。
nodes-Parallel-help-failure_threshold = 有多少个子节点失败时以失败结束；0 表示全部。

nodes-ParallelSelector-title = 并行选择器
nodes-ParallelSelector-summary = 同时运行所有子节点，直到有一个成功；有一个成功即可。
nodes-ParallelSelector-details =
    - 子节点成功：本帧所有运行中的子节点都运行过之后以成功结束，仍在运行的被中断。启动时立即成功的子节点会使右侧的子节点不再启动。
    - 子节点失败：其他子节点继续运行；全部失败后以失败结束。
    - 子节点运行中：下一帧与其他子节点一起，从左到右继续运行。

nodes-ParallelComplete-title = 并行竞速
nodes-ParallelComplete-summary = 同时运行所有子节点，以最先结束的子节点的结果结束。
nodes-ParallelComplete-details =
    - 子节点成功或失败：本帧所有运行中的子节点都运行过之后以它的结果结束，仍在运行的被中断。启动时立即结束的子节点会使右侧的子节点不再启动。
    - 同一帧内有几个子节点结束：以最左边的为准。
    - 子节点运行中：下一帧与其他子节点一起，从左到右继续运行。

nodes-SequenceWithMemory-title = 记忆序列
nodes-SequenceWithMemory-summary = 依次运行子节点，直到有一个失败；下次从失败的子节点开始。
nodes-SequenceWithMemory-details =
    - 子节点成功：在同一帧内运行下一个；最后一个成功后以成功结束，下次从第一个开始。
    - 子节点失败：立即以失败结束；下次启动时从这个子节点开始。
    - 子节点运行中：下一帧继续运行它。
    - 被中断：下次从被中断的子节点开始；中断曾经使它回到前面的子节点时也是如此。

nodes-RoundRobin-title = 轮流
nodes-RoundRobin-summary = 依次运行子节点，直到有一个成功；下次从它后面的子节点开始。
nodes-RoundRobin-details =
    - 子节点成功：以成功结束；下次从它右侧的子节点开始。
    - 子节点失败：在同一帧内运行下一个；全部连续失败后以失败结束，下次从第一个开始。
    - 最后一个子节点结束：设置了“循环”时，接着运行第一个子节点；未设置时，无论它的结果如何都以失败结束，下次从第一个开始。
    - 被中断：下次从第一个子节点开始。
    - 中断使它回到某个子节点时，该子节点和在它之后试过的子节点不再算作失败。

nodes-RoundRobin-parameter-wrap_around = 循环

nodes-RoundRobin-help-wrap_around = 最后一个子节点之后是否回到第一个。

nodes-RecoveryNode-title = 恢复
nodes-RecoveryNode-summary = 运行第一个子节点；它失败时运行第二个来恢复，再重新运行第一个，次数有限。
nodes-RecoveryNode-details =
    - 第一个子节点成功：以成功结束。
    - 第一个子节点失败：在同一帧内运行第二个；重试达到“重试次数”后以失败结束。
    - 第二个子节点成功：在同一帧内重新运行第一个；失败：以失败结束。
    - 一棵树每帧最多这样重试 1,000 次，使每一帧总能结束；之后在下一帧继续。
    - 需要两个子节点；多出的不会运行。

nodes-RecoveryNode-parameter-number_of_retries = 重试次数

nodes-RecoveryNode-help-number_of_retries = 第一个子节点最多可以重新运行多少次。

nodes-PersistentSequence-title = 持久序列
nodes-PersistentSequence-summary = 依次运行子节点，直到有一个失败；下一个子节点的位置保存在变量中，被中断也不会丢失。
nodes-PersistentSequence-details =
    - 启动时：从变量所存位置的子节点开始，第一个的位置为 0。位置超出最后一个时以成功结束，并将变量设为 0。
    - 子节点成功：变量加 1，并在同一帧内运行下一个；最后一个成功后以成功结束，并将变量设为 0。
    - 子节点失败：以失败结束，并将变量设为 0。
    - 被中断：变量保持不变。
    - 中断使它回到某个子节点时，变量设为该子节点的位置。

nodes-PersistentSequence-parameter-current_child_idx = 当前位置

nodes-PersistentSequence-help-current_child_idx = 保存当前子节点位置的变量，从 0 开始。

nodes-PipelineSequence-title = 流水线序列
nodes-PipelineSequence-summary = 依次运行子节点；当前子节点运行期间，每帧都重新运行它前面的子节点。
nodes-PipelineSequence-details =
    - 每帧：从左到右运行到当前子节点为止，其中已结束的重新启动。
    - 子节点成功：在同一帧内运行下一个；最后一个成功后以成功结束，并中断仍在运行的子节点。
    - 子节点失败：立即以失败结束，并中断仍在运行的子节点。
    - 子节点运行中：它成为当前子节点，右侧的不运行；前面运行中的子节点则与它同时继续运行。
    - 每个子节点有自己的运行栈，因此互不中断。

nodes-NonblockingSequence-title = 非阻塞序列
nodes-NonblockingSequence-summary = 每帧运行所有子节点，直到它们在同一帧内全部成功。
nodes-NonblockingSequence-details =
    - 每帧：从左到右各运行一次，不论前面的子节点是否仍在运行；已结束的重新启动。
    - 在同一帧内全部成功：以成功结束。
    - 子节点失败：立即以失败结束，并中断仍在运行的子节点。
    - 每个子节点有自己的运行栈，因此互不中断。

nodes-Service-title = 服务
nodes-Service-summary = 运行最后一个子节点；与它同时，每隔几秒运行一次前面的子节点。
nodes-Service-details =
    - 启动时：从左到右运行所有子节点，因此最后一个子节点能用到前面准备好的结果。
    - 之后的帧：前面的子节点从上次启动的那一帧起经过的时间达到“秒数”时，重新启动；那时若仍在运行，则在结束后的下一帧启动。
    - 前面的子节点成功或失败：其结果不起作用。
    - 最后一个子节点成功或失败：以它的结果结束，并中断仍在运行的子节点。
    - 每个子节点有自己的运行栈，因此互不中断。

nodes-Service-parameter-seconds = 秒数

nodes-Service-help-seconds = 每隔多少秒运行一次前面的子节点。

nodes-IfThenElse-title = 如果…否则
nodes-IfThenElse-summary = 第一个子节点成功就运行第二个，否则运行第三个；只判断一次。
nodes-IfThenElse-details =
    - 第一个子节点成功：在同一帧内运行第二个，并以它的结果结束。
    - 第一个子节点失败：在同一帧内运行第三个，并以它的结果结束；没有第三个时以失败结束。
    - 第一个子节点运行中：等待它结束。
    - 判断之后不再改变，直到结束都不再运行第一个子节点。

nodes-WhileDoElse-title = 当…否则
nodes-WhileDoElse-summary = 第一个子节点成功时运行第二个，否则运行第三个；每帧都重新判断。
nodes-WhileDoElse-details =
    - 第一个子节点成功：在同一帧内运行第二个，并以它的结果结束。
    - 第一个子节点失败：在同一帧内运行第三个，并以它的结果结束；没有第三个时以失败结束。
    - 第二个或第三个子节点运行中：下一帧先重新运行第一个。如果结果改变，就中断正在运行的子节点，改为运行另一个。
    - 第一个子节点返回运行中：正在运行的子节点被中断。

nodes-Switch-title = 按值分支
nodes-Switch-summary = 运行取值与变量相等的子节点；都不相等时运行最后一个。
nodes-Switch-details =
    - 启动时：依次比较“变量”与各个取值，运行第一个相等的取值所对应的子节点；都不相等时运行最后一个子节点，它没有对应的取值。
    - 子节点运行中：每帧在它继续之前重新比较。如果应当运行另一个子节点，就中断它，改为运行那一个。
    - 子节点结束：以它的结果结束。
    - 数字与写着同一数字的文本视为相等，例如 `1` 与 `"1"`。

nodes-Switch-parameter-variable = 变量
nodes-Switch-parameter-case_1 = 取值 1
nodes-Switch-parameter-case_2 = 取值 2
nodes-Switch-parameter-case_3 = 取值 3
nodes-Switch-parameter-case_4 = 取值 4
nodes-Switch-parameter-case_5 = 取值 5
nodes-Switch-parameter-case_6 = 取值 6

nodes-Switch-help-variable = 与各个取值比较的值，通常是变量。
nodes-Switch-help-case_1 = 变量等于此值时，运行第一个子节点。
nodes-Switch-help-case_2 = 变量等于此值时，运行第二个子节点。
nodes-Switch-help-case_3 = 变量等于此值时，运行第三个子节点。
nodes-Switch-help-case_4 = 变量等于此值时，运行第四个子节点。
nodes-Switch-help-case_5 = 变量等于此值时，运行第五个子节点。
nodes-Switch-help-case_6 = 变量等于此值时，运行第六个子节点。

nodes-ParallelAll-title = 并行（全部结束）
nodes-ParallelAll-summary = 同时运行所有子节点，并等待它们全部结束。
nodes-ParallelAll-details =
    - 子节点结束：无论结果如何，其他子节点继续运行。
    - 全部结束：失败的子节点达到“失败个数”时以失败结束，否则以成功结束。0 表示全部。
    - 子节点运行中：下一帧与其他子节点一起，从左到右继续运行。

nodes-ParallelAll-parameter-max_failures = 失败个数

nodes-ParallelAll-help-max_failures = 有多少个子节点失败时以失败结束；0 表示全部。

nodes-KeepRunningUntilFailure-title = 持续到失败
nodes-KeepRunningUntilFailure-summary = 反复运行子节点，直到它失败；每一轮都在新的一帧开始。
nodes-KeepRunningUntilFailure-details =
    - 子节点成功：返回运行中，并在下一帧（而不是同一帧）重新运行它。
    - 子节点失败：以失败结束。
    - 子节点运行中：继续运行。

nodes-RandomSequence-title = 随机序列
nodes-RandomSequence-summary = 以随机顺序运行子节点，直到有一个失败；全部成功才算成功。
nodes-RandomSequence-details =
    - 启动时：用树的随机数生成器打乱子节点的顺序。
    - 子节点成功：按此顺序在同一帧内运行下一个；最后一个成功后以成功结束。
    - 子节点失败：立即以失败结束。
    - 子节点运行中：下一帧继续运行它。

nodes-RandomSelector-title = 随机选择器
nodes-RandomSelector-summary = 以随机顺序运行子节点，直到有一个成功；有一个成功即可。
nodes-RandomSelector-details =
    - 启动时：用树的随机数生成器打乱子节点的顺序。
    - 子节点成功：立即以成功结束。
    - 子节点失败：按此顺序在同一帧内运行下一个；最后一个失败后以失败结束。
    - 子节点运行中：下一帧继续运行它。

nodes-PrioritySelector-title = 优先级选择器
nodes-PrioritySelector-summary = 按优先级从高到低运行子节点，直到有一个成功。
nodes-PrioritySelector-details =
    - 启动时：读取一次每个子节点的“优先级”；最高的最先运行，相同时左边的优先。
    - 子节点成功：立即以成功结束。
    - 子节点失败：在同一帧内运行优先级次高的子节点；最后一个失败后以失败结束。
    - 子节点运行中：下一帧继续运行它；期间优先级的改变到下次启动时才生效。

nodes-PrioritySelector-parameter-priority = 优先级

nodes-PrioritySelector-help-priority = 此子节点的优先级，最高的最先运行。

nodes-UtilitySelector-title = 效用选择器
nodes-UtilitySelector-summary = 运行效用最高的子节点，每帧重新比较。
nodes-UtilitySelector-details =
    - 启动时：运行“效用”最高的子节点，相同时左边的优先。
    - 子节点运行中：每帧在它继续之前重新比较所有子节点的效用。效用更高的子节点会中断它并取而代之，相同的不会。
    - 子节点成功：立即以成功结束。
    - 子节点失败：在同一帧内，从启动以来尚未失败的子节点中运行效用最高的；全部失败后以失败结束。
    - 中断使某个子节点重新运行时，不再计入它之前的失败。

nodes-UtilitySelector-parameter-utility = 效用

nodes-UtilitySelector-help-utility = 此子节点当前的效用，通常是变量；最高的运行。

nodes-Inverter-words = 反转 反相 逆变 否
nodes-Inverter-title = 取反
nodes-Inverter-summary = 把子节点的成功变为失败，失败变为成功。
nodes-Inverter-details =
    - 子节点成功：以失败结束。
    - 子节点失败：以成功结束。
    - 子节点运行中：继续运行。

nodes-Repeater-words = 循环 反复
nodes-Repeater-title = 重复
nodes-Repeater-summary = 反复运行子节点。
nodes-Repeater-details =
    - 子节点结束：完成一轮；完成“轮数”后以最后一轮的结果结束。
    - 子节点失败，且设置了“失败时结束”：立即以失败结束。
    - 在启动的那一帧就结束的子节点每帧只运行一次，使每一帧总能结束。

nodes-Repeater-parameter-count = 轮数
nodes-Repeater-parameter-forever = 无限循环
nodes-Repeater-parameter-end_on_failure = 失败时结束

nodes-Repeater-help-count = 运行多少轮。
nodes-Repeater-help-forever = 永不停止，此时“轮数”不起作用。
nodes-Repeater-help-end_on_failure = 第一次失败时就结束。

nodes-Subtree-title = 子树
nodes-Subtree-summary = 运行另一棵树，可以来自本文档或另一个文件。
nodes-Subtree-details =
    - 以子树的结果结束；子树内的条件节点可以触发中断，效果与子树直接位于此处相同。
    - 其余参数是子树的变量，按名称设置。绑定到变量时，子树的变量就是该变量，读写都直接作用于它；设为常量时，它是子树每次启动时的值，代替声明的初始值。
    - 作用域为“子树”的变量在每次启动时重新设置。如果子树来自另一个文件，作用域为“树”的变量属于这次使用，在各次启动之间保留其值；作用域为“全局”的变量属于管理器。
    - 覆盖值只为这次使用更改内部节点的某个参数。
    - 直接或间接包含自身的树无法运行。

nodes-Subtree-parameter-tree = 树
nodes-Subtree-parameter-file = 文件

nodes-Subtree-help-tree = 树的名称；留空表示文件的主树。
nodes-Subtree-help-file = 树所在的文件，相对于本文件；留空表示本文档。

nodes-ReturnSuccess-title = 返回成功
nodes-ReturnSuccess-summary = 无论子节点的结果如何，都以成功结束。
nodes-ReturnSuccess-details =
    - 子节点成功或失败：以成功结束。
    - 子节点运行中：继续运行。

nodes-ReturnFailure-title = 返回失败
nodes-ReturnFailure-summary = 无论子节点的结果如何，都以失败结束。
nodes-ReturnFailure-details =
    - 子节点成功或失败：以失败结束。
    - 子节点运行中：继续运行。

nodes-UntilSuccess-title = 直到成功
nodes-UntilSuccess-summary = 反复运行子节点，直到它成功。
nodes-UntilSuccess-details =
    - 子节点成功：以成功结束。
    - 子节点失败：重新运行它，每帧一次。
    - 子节点运行中：继续运行。

nodes-UntilFailure-title = 直到失败
nodes-UntilFailure-summary = 反复运行子节点，直到它失败。
nodes-UntilFailure-details =
    - 子节点成功：重新运行它，每帧一次。
    - 子节点失败：以失败结束；设置了“算作成功”时以成功结束。
    - 子节点运行中：继续运行。

nodes-UntilFailure-parameter-succeed = 算作成功

nodes-UntilFailure-help-succeed = 子节点失败时以成功结束。

nodes-Retry-title = 重试
nodes-Retry-summary = 子节点失败时重新运行它，次数有限。
nodes-Retry-details =
    - 子节点成功：以成功结束。
    - 子节点失败：重新运行它；失败达到“次数”后以失败结束。
    - 在启动的那一帧就结束的子节点每帧只运行一次，使每一帧总能结束。

nodes-Retry-parameter-attempts = 次数

nodes-Retry-help-attempts = 子节点最多可以失败多少次。

nodes-RateController-title = 频率控制
nodes-RateController-summary = 在流水线序列或非阻塞序列下，限制子节点每秒运行的次数。
nodes-RateController-details =
    - 启动时：运行子节点，以它的结果结束。
    - 父节点是流水线序列、非阻塞序列或服务，并在自身运行期间再次启动它：返回运行中，直到距子节点上次成功的那一帧达到“频率”的倒数（秒），然后在那一帧内运行子节点。
    - 在其他父节点下，每次启动都立即运行子节点。

nodes-RateController-parameter-hz = 频率

nodes-RateController-help-hz = 子节点每秒最多运行多少次。

nodes-SingleTrigger-title = 单次触发
nodes-SingleTrigger-summary = 在流水线序列或非阻塞序列的一次运行中，只让子节点结束一次，此后失败。
nodes-SingleTrigger-details =
    - 启动时：运行子节点，以它的结果结束。
    - 父节点是流水线序列、非阻塞序列或服务，并在自身运行期间再次启动它：失败，不运行子节点。
    - 设置了“全程只触发一次”：子节点结束后，无论在什么父节点下，每次启动都失败，直到树重新启用。

nodes-SingleTrigger-parameter-is_global = 全程只触发一次

nodes-SingleTrigger-help-is_global = 子节点在整次运行中是否只结束一次。

nodes-RunOnce-title = 只运行一次
nodes-RunOnce-summary = 只运行一次子节点，直到树重新启用。
nodes-RunOnce-details =
    - 第一次：运行子节点，以它的结果结束。
    - 此后再启动：不运行子节点。“相同”返回子节点当时的结果，“成功”和“失败”固定返回该结果。
    - 被中断不算结束，下次仍会运行子节点。

nodes-RunOnce-parameter-afterwards = 此后返回

nodes-RunOnce-help-afterwards = 子节点运行过之后返回什么：与它当时的结果相同，或固定的结果。

nodes-TimeLimit-title = 时间限制
nodes-TimeLimit-summary = 子节点运行太久时失败。
nodes-TimeLimit-details =
    - 子节点运行中：从启动起经过的时间（含本帧）达到“秒数”时，中断子节点，在该帧以失败结束。
    - 子节点及时结束：以它的结果结束。恰好在时间用完的那一帧结束也算及时。

nodes-TimeLimit-parameter-seconds = 秒数

nodes-TimeLimit-help-seconds = 子节点最多可运行多少秒。

nodes-CounterLimit-title = 帧数限制
nodes-CounterLimit-summary = 子节点连续运行的帧数太多时失败。
nodes-CounterLimit-details =
    - 子节点运行中：计一帧；超过“帧数”时，中断子节点，在该帧以失败结束。
    - 子节点在限制内结束：以它的结果结束。
    - 每次启动重新计数。

nodes-CounterLimit-parameter-limit = 帧数

nodes-CounterLimit-help-limit = 子节点最多可运行多少帧。

nodes-Delay-title = 延迟
nodes-Delay-summary = 等待一段时间，再运行子节点。
nodes-Delay-details =
    - 在此之前：返回运行中，不启动子节点。
    - 从启动起经过的时间（含本帧）达到“秒数”：在同一帧内运行子节点。
    - 子节点结束：以它的结果结束。

nodes-Delay-parameter-seconds = 秒数

nodes-Delay-help-seconds = 运行子节点之前等待多少秒。

nodes-Cooldown-title = 冷却
nodes-Cooldown-summary = 子节点结束后，在一段时间内失败。
nodes-Cooldown-details =
    - 启动时，距子节点上次结束的那一帧不足“秒数”：失败，不启动子节点。
    - 否则：运行子节点，以它的结果结束。
    - 子节点运行时被中断也算结束。冷却在多次启动之间持续有效，直到树重新启用。

nodes-Cooldown-parameter-seconds = 秒数

nodes-Cooldown-help-seconds = 子节点结束后冷却多少秒。

nodes-Probability-title = 按概率运行
nodes-Probability-summary = 以一定概率运行子节点，由树的随机数生成器决定。
nodes-Probability-details =
    - 启动时生成的随机数小于“概率”：运行子节点，以它的结果结束。
    - 否则：失败，不启动子节点。

nodes-Probability-parameter-p = 概率

nodes-Probability-help-p = 从 0（从不）到 1（总是）。

nodes-Guard-title = 守卫条件
nodes-Guard-summary = 仅当关于变量的表达式成立时，才运行子节点。
nodes-Guard-details =
    - 启动时表达式成立：运行子节点，以它的结果结束。
    - 不成立：失败，不启动子节点。
    - 与同一位置的条件节点一样受监视：上方最近的组合节点设置了中断类型时，每帧重新计算表达式；结果改变时，按该中断类型中断，也包括它自己的子节点。
    - 上方没有中断类型时，表达式不再成立，子节点也继续运行。
    - 表达式没有值（例如除以零）：视为不成立，并报告原因。

nodes-Guard-parameter-expression = 表达式

nodes-Guard-help-expression = 必须成立的条件，例如 `health > 30 && !is_night`。

nodes-Semaphore-title = 信号量
nodes-Semaphore-summary = 在一个管理器的所有树中，限制同时运行的子节点个数。
nodes-Semaphore-details =
    - 启动时，此“名称”的信号量已占用的名额少于“名额数”：占用一个，运行子节点，以它的结果结束。
    - 没有空闲的名额：失败；设置了“等待”时返回运行中，直到有空闲的名额，并在该帧占用。
    - 子节点结束或被中断时归还名额。
    - 同一管理器的树中，同名的信号量共享名额，各按自己的“名额数”判断。

nodes-Semaphore-parameter-name = 名称
nodes-Semaphore-parameter-count = 名额数
nodes-Semaphore-parameter-wait = 等待

nodes-Semaphore-help-name = 信号量的名称；同名的信号量共享名额。
nodes-Semaphore-help-count = 最多可以同时运行多少个。
nodes-Semaphore-help-wait = 等待空闲的名额，而不是失败。

nodes-Interruptible-title = 可打断
nodes-Interruptible-summary = 运行子节点，直到被具有相同标识的“打断”节点停止。
nodes-Interruptible-details =
    - 子节点结束：以它的结果结束。
    - 子节点运行时，这棵树的“打断”节点或游戏指定了它的“标识”：下一帧开始时中断子节点，并在该帧运行到它时以指定的结果结束，除非在此之前它已因上方的条件而被中断。它下方的条件节点此后不再起作用。
    - 所有具有该标识且正在运行的节点都被打断；没有运行的不受影响。

nodes-Interruptible-parameter-key = 标识

nodes-Interruptible-help-key = 打断它时使用的名称。

nodes-CompareBool-title = 比较布尔值
nodes-CompareBool-summary = 两个布尔值的比较成立时成功。
nodes-CompareBool-details =
    - 比较成立：成功。
    - 否则：失败。

nodes-CompareBool-parameter-left = 左边
nodes-CompareBool-parameter-operator = 运算符
nodes-CompareBool-parameter-right = 右边

nodes-CompareBool-help-left = 左边的值，通常是变量。
nodes-CompareBool-help-operator = 比较的方式。
nodes-CompareBool-help-right = 右边的值。

nodes-CompareInt-title = 比较整数
nodes-CompareInt-summary = 两个整数的比较成立时成功。
nodes-CompareInt-details =
    - 比较成立：成功。
    - 否则：失败。

nodes-CompareInt-parameter-left = 左边
nodes-CompareInt-parameter-operator = 运算符
nodes-CompareInt-parameter-right = 右边

nodes-CompareInt-help-left = 左边的值，通常是变量。
nodes-CompareInt-help-operator = 比较的方式。
nodes-CompareInt-help-right = 右边的值。

nodes-CompareFloat-title = 比较浮点数
nodes-CompareFloat-summary = 两个浮点数的比较成立时成功。
nodes-CompareFloat-details =
    - 比较成立：成功。
    - 否则：失败。

nodes-CompareFloat-parameter-left = 左边
nodes-CompareFloat-parameter-operator = 运算符
nodes-CompareFloat-parameter-right = 右边

nodes-CompareFloat-help-left = 左边的值，通常是变量。
nodes-CompareFloat-help-operator = 比较的方式。
nodes-CompareFloat-help-right = 右边的值。

nodes-CompareString-title = 比较文本
nodes-CompareString-summary = 两个文本的比较成立时成功。
nodes-CompareString-details =
    - 比较成立：成功。
    - 否则：失败。
    - 按 Unicode 码位比较大小，大写字母排在小写字母之前。

nodes-CompareString-parameter-left = 左边
nodes-CompareString-parameter-operator = 运算符
nodes-CompareString-parameter-right = 右边

nodes-CompareString-help-left = 左边的值，通常是变量。
nodes-CompareString-help-operator = 比较的方式。
nodes-CompareString-help-right = 右边的值。

nodes-RandomChance-title = 概率判定
nodes-RandomChance-summary = 以一定概率成功，由树的随机数生成器决定。
nodes-RandomChance-details =
    - 生成的随机数小于“概率”：成功。
    - 否则：失败。
    - 受监视时，每次检查都重新生成随机数。

nodes-RandomChance-parameter-probability = 概率

nodes-RandomChance-help-probability = 从 0（从不）到 1（总是）。

nodes-IsVariableSet-title = 变量已设置
nodes-IsVariableSet-summary = 变量有内容时成功：值不是假、0、空文本、空列表，也不是全为零的向量或颜色。
nodes-IsVariableSet-details =
    - 变量有内容：成功。
    - 否则：失败。

nodes-IsVariableSet-parameter-variable = 变量

nodes-IsVariableSet-help-variable = 要检查的变量。

nodes-StandInConditional-title = 条件替身
nodes-StandInConditional-summary = 没有游戏时，代替游戏的条件节点返回指定的结果。
nodes-StandInConditional-details =
    - “固定结果”：总是返回“结果”。
    - “依次”：树启用以来的第 n 次检查返回“结果序列”的第 n 个字母：S 成功，F 失败；用完后重复最后一个。
    - “手动应答”：应答之前失败，之后保持该结果，直到下一次应答；运行时单击它的卡片即可应答。

nodes-StandInConditional-parameter-mode = 方式
nodes-StandInConditional-parameter-answer = 结果
nodes-StandInConditional-parameter-answers = 结果序列

nodes-StandInConditional-help-mode = 决定结果的方式。
nodes-StandInConditional-help-answer = “固定结果”所返回的结果。
nodes-StandInConditional-help-answers = “依次”所返回的结果，每次检查一个字母：S 或 F。

nodes-HasReceivedEvent-title = 收到事件
nodes-HasReceivedEvent-summary = 每收到一个事件就成功一次。
nodes-HasReceivedEvent-details =
    - 树启用以来收到过此“名称”的事件，而且还没有报告过：成功，每个事件一次。由它触发的中断再次检查它时，结果仍为成功。
    - 否则：失败。
    - 运行到它之前收到的事件也算。
    - 指定了“附带的值”时，把最后一个事件附带的值写入该变量。变量不能容纳该值：失败，并报告原因。

nodes-HasReceivedEvent-parameter-name = 名称
nodes-HasReceivedEvent-parameter-payload = 附带的值

nodes-HasReceivedEvent-help-name = 要接收的事件的名称。
nodes-HasReceivedEvent-help-payload = 保存事件附带的值的变量。

nodes-VariableChanged-title = 变量已改变
nodes-VariableChanged-summary = 变量的值与上次检查时不同时成功。
nodes-VariableChanged-details =
    - 自上次检查以来值改变过：成功。由它触发的中断再次检查它时，结果仍为成功。
    - 否则：失败。树启用以来第一次检查时只记住当前的值。
    - 写入原有的值不算改变；改变后又改回来算改变。

nodes-VariableChanged-parameter-variable = 变量

nodes-VariableChanged-help-variable = 要监视的变量。

nodes-Timer-title = 定时器
nodes-Timer-summary = 每经过一段时间成功一次。
nodes-Timer-details =
    - 至少经过了“秒数”：成功，并从这一帧重新计时。由它触发的中断再次检查它时，结果仍为成功。
    - 否则：失败。
    - 从树启用以来第一次检查它时开始计时（含该帧的时间）；没有检查时以及多次启动之间，计时都不停止。

nodes-Timer-parameter-seconds = 秒数

nodes-Timer-help-seconds = 间隔多少秒。

nodes-IsTreeRunning-title = 树在运行
nodes-IsTreeRunning-summary = 指定的树与这棵树同时运行时成功。
nodes-IsTreeRunning-details =
    - 该树已启动，没有结束也没有被停止：成功。
    - 否则：失败。

nodes-IsTreeRunning-parameter-tree = 树

nodes-IsTreeRunning-help-tree = 本文档中树的名称。

nodes-RandomWait-title = 随机等待
nodes-RandomWait-summary = 等待一段随机的时间。
nodes-RandomWait-details =
    - 启动时：用树的随机数生成器在“最短”与“最长”之间选取等待时间。“最长”小于“最短”时取“最短”。
    - 在此之前：返回运行中。
    - 从启动起经过的时间（含本帧）达到该时间：成功。

nodes-RandomWait-parameter-min = 最短
nodes-RandomWait-parameter-max = 最长

nodes-RandomWait-help-min = 最短等待多少秒。
nodes-RandomWait-help-max = 最长等待多少秒。

nodes-Trace-title = 标记
nodes-Trace-summary = 在录制中留下标记。
nodes-Trace-details = - 总是返回成功。标记显示在录制和时间轴中，位于这个节点的这一帧。

nodes-Trace-parameter-text = 文本

nodes-Trace-help-text = 标记的内容。

nodes-SendEvent-title = 发送事件
nodes-SendEvent-summary = 向这棵树或所有树发送事件。
nodes-SendEvent-details =
    - 总是返回成功。事件在下一帧到达，同一帧内的任务收不到。
    - “自身”：发给这棵树以及与它同时运行的树。“所有树”：发给管理器的每一棵树，包括这一棵。

nodes-SendEvent-parameter-name = 名称
nodes-SendEvent-parameter-payload = 附带的值
nodes-SendEvent-parameter-to = 发给

nodes-SendEvent-help-name = 事件的名称；接收方使用相同的名称。
nodes-SendEvent-help-payload = 事件附带的内容：任意类型的值或变量。
nodes-SendEvent-help-to = 把事件发给哪些树。

nodes-WaitForEvent-title = 等待事件
nodes-WaitForEvent-summary = 等待，直到收到事件。
nodes-WaitForEvent-details =
    - 本帧没有收到此“名称”的事件：返回运行中。
    - 收到：成功。启动的那一帧收到的事件也算；更早的或已经接收过的不算。
    - 指定了“附带的值”时，把事件附带的值写入该变量，同一帧有多个事件时取最后一个。变量不能容纳该值：失败，并报告原因。

nodes-WaitForEvent-parameter-name = 名称
nodes-WaitForEvent-parameter-payload = 附带的值

nodes-WaitForEvent-help-name = 要接收的事件的名称。
nodes-WaitForEvent-help-payload = 保存事件附带的值的变量。

nodes-PerformInterrupt-title = 打断
nodes-PerformInterrupt-summary = 打断这棵树中具有指定标识的“可打断”节点。
nodes-PerformInterrupt-details =
    - 总是返回成功。下一帧开始时，正在运行的“可打断”节点的子节点被中断，这些节点以“结果”结束。
    - 届时没有具有该标识的节点在运行：没有任何作用。

nodes-PerformInterrupt-parameter-key = 标识
nodes-PerformInterrupt-parameter-result = 结果

nodes-PerformInterrupt-help-key = 要打断的节点的标识。
nodes-PerformInterrupt-help-result = 被打断的节点以什么结果结束。

nodes-RestartTree-title = 重启树
nodes-RestartTree-summary = 在下一帧从根节点重新运行这棵树。
nodes-RestartTree-details =
    - 总是返回运行中。本帧结束时，树中正在运行的节点全部被中断，包括这个任务；下一帧树从根节点开始，如同停用后再启用。
    - 变量保持原值；任务在多次启动之间保留的内容被清除。
    - 如果树在这一帧仍然结束了，就不再重新运行。

nodes-RunTree-title = 运行树
nodes-RunTree-summary = 启动文档中的另一棵树，与这棵树同时运行。
nodes-RunTree-details =
    - 未设置“等待”：返回成功。该树从本帧起运行，每帧紧接在这棵树之后；它属于同一个智能体，有自己的变量。
    - 设置了“等待”：返回运行中，直到该树结束，再以它的结果结束；该树被停止时失败。等待期间这个任务被中断时，该树也被停止。
    - 已经在运行的树不会再次启动。
    - 一棵树结束时，由它启动的所有树都停止。

nodes-RunTree-parameter-tree = 树
nodes-RunTree-parameter-wait = 等待

nodes-RunTree-help-tree = 本文档中树的名称。
nodes-RunTree-help-wait = 等待该树结束，并以它的结果结束。

nodes-StopTree-title = 停止树
nodes-StopTree-summary = 停止这棵树，或与它同时运行的另一棵树。
nodes-StopTree-details =
    - “树”留空：返回运行中。本帧结束时，这棵树中正在运行的节点全部被中断，树被停用，直到游戏再次启用。如果树在这一帧仍然结束了，就算结束。
    - 指定了由“运行树”启动的“树”：返回成功。这棵树的本帧结束时，该树中正在运行的节点全部被中断。没有运行的树不受影响。

nodes-StopTree-parameter-tree = 树

nodes-StopTree-help-tree = 本文档中要停止的树；留空表示这一棵。

nodes-Log-words = 打印 消息
nodes-Log-title = 输出日志
nodes-Log-summary = 向日志输出一行。
nodes-Log-details = - 总是返回成功。

nodes-Log-parameter-text = 文本

nodes-Log-help-text = 要输出的内容。

nodes-Wait-title = 等待
nodes-Wait-summary = 等待一段时间。
nodes-Wait-details =
    - 在此之前：返回运行中。
    - 从启动起经过的时间（含本帧）达到“秒数”：成功。

nodes-Wait-parameter-seconds = 秒数

nodes-Wait-help-seconds = 等待多少秒。

nodes-SetVariable-words = 赋值 修改变量 写入
nodes-SetVariable-title = 设置变量
nodes-SetVariable-summary = 向变量写入一个值。
nodes-SetVariable-details = - 总是返回成功。之后运行的任务都会读到新值。

nodes-SetVariable-parameter-variable = 变量
nodes-SetVariable-parameter-value = 值

nodes-SetVariable-help-variable = 要写入的变量。
nodes-SetVariable-help-value = 要写入的内容：值，或同类型的另一个变量。

nodes-Compute-title = 计算
nodes-Compute-summary = 计算表达式，并把结果写入变量。
nodes-Compute-details =
    - 表达式有值：写入该值，成功。之后运行的任务都会读到新值。
    - 没有值（例如除以零）：什么也不写入，失败并报告原因。

nodes-Compute-parameter-variable = 变量
nodes-Compute-parameter-expression = 表达式

nodes-Compute-help-variable = 要写入的变量。
nodes-Compute-help-expression = 要写入的内容，例如 `health + 10` 或 `min(health, 100)`；类型与变量相同。

nodes-WaitUntil-title = 等待条件
nodes-WaitUntil-summary = 等待，直到表达式成立。
nodes-WaitUntil-details =
    - 表达式不成立：返回运行中，下一帧重新检查。
    - 成立：成功，第一帧也一样。
    - 没有值（例如除以零）：失败并报告原因。

nodes-WaitUntil-parameter-expression = 表达式

nodes-WaitUntil-help-expression = 必须成立的条件，例如 `health > 50 && !sees_enemy`。

nodes-Expression-title = 表达式
nodes-Expression-summary = 关于变量的表达式成立时成功。
nodes-Expression-details =
    - 表达式成立：成功。
    - 不成立：失败。
    - 没有值（例如除以零）：失败并报告原因。

nodes-Expression-parameter-expression = 表达式

nodes-Expression-help-expression = 必须成立的条件，例如 `health < 30 && distance(position, target) > 5`。

nodes-Idle-title = 待机
nodes-Idle-summary = 一直运行，直到被中断。
nodes-Idle-details = - 总是返回运行中。

nodes-Fail-title = 失败
nodes-Fail-summary = 立即失败。
nodes-Fail-details = - 总是返回失败。

nodes-Succeed-title = 成功
nodes-Succeed-summary = 立即成功。
nodes-Succeed-details = - 总是返回成功。

nodes-StandIn-words = 占位 模拟 假动作 自定义动作 任务 代替
nodes-StandIn-title = 替身
nodes-StandIn-summary = 没有游戏时，代替游戏的动作运行若干帧，并返回指定的结果。
nodes-StandIn-details =
    - “固定结果”：总是返回“结果”。
    - “运行若干帧”：运行“帧数”指定的帧数，然后返回“结果”。
    - “依次”：启动以来的第 n 次更新返回“结果序列”的第 n 个字母：S 成功，F 失败，R 运行中；用完后重复最后一个。
    - “手动应答”：应答之前一直运行；运行时单击它的卡片即可应答。

nodes-StandIn-parameter-mode = 方式
nodes-StandIn-parameter-answer = 结果
nodes-StandIn-parameter-frames = 帧数
nodes-StandIn-parameter-answers = 结果序列

nodes-StandIn-help-mode = 决定结果的方式。
nodes-StandIn-help-answer = “固定结果”和“运行若干帧”所返回的结果。
nodes-StandIn-help-frames = “运行若干帧”在返回结果之前运行的帧数。
nodes-StandIn-help-answers = “依次”所返回的结果，每次更新一个字母：S、F 或 R。

scenario_error-nothing_to_run = 行为树没有可运行的根节点
scenario_error-broken_node = 节点“{ $title }”（{ $node }）无法运行：{ $why }
scenario_error-unknown_node = 没有 ID 或名称为“{ $name }”的节点
scenario_error-ambiguous_node = 有 { $count } 个节点名为“{ $name }”，请使用 ID
scenario_error-several_uses = “{ $name }”所在的子树被使用了 { $count } 次，请在它的 ID 前加上“子树”节点的 ID，如 n7/n2
scenario_error-not_a_leaf = 节点“{ $name }”有子节点，只有叶节点可以使用替身或指定结果
scenario_error-never_runs = 节点“{ $name }”是游离的或已禁用，永远不会运行
scenario_error-undeclared_variable = 行为树没有声明变量“{ $name }”
scenario_error-wrong_value = 第 { $frame } 帧：{ $error }
scenario_error-beyond_the_end = 有步骤在第 { $frame } 帧，但测试用例到第 { $frames } 帧就结束

node_title-numbered = { $title } { $number }
node_title-numbered_with = { $title } { $number }（{ $neighbor }）

refactoring_error-no_such_file = 项目中没有可读取的此类文件“{ $path }”
refactoring_error-no_such_tree = “{ $file }”中没有名为“{ $name }”的树
refactoring_error-no_such_variable = “{ $file }”中没有变量“{ $name }”
refactoring_error-no_such_task = “{ $file }”中没有任务“{ $name }”
refactoring_error-no_such_event = 项目中没有文件使用事件“{ $name }”
refactoring_error-name_taken = “{ $file }”中已有名称“{ $name }”
refactoring_error-built_in_name = 名称“{ $name }”已被内置节点使用
refactoring_error-no_name = 新名称为空
refactoring_error-no_task_name = 任务没有名称
refactoring_error-no_parameter_name = 有参数没有名称
refactoring_error-parameter_twice = 有两个参数的名称都是“{ $name }”
refactoring_error-unreadable = 这样更改后将无法读取“{ $file }”：{ $reason }
refactoring_error-nothing = 新名称与原名称相同
refactoring_error-path_taken = 已有文件“{ $path }”
refactoring_error-path = 无法使用“{ $path }”：请给出项目文件夹内的相对路径
refactoring_error-hidden = “{ $path }”是隐藏文件或在隐藏文件夹中：不读取这样的文件
refactoring_error-not_on_windows = “{ $path }”不能作为 Windows 上的名称：请去掉 < > : " | ? * 以及名称末尾的点或空格，也不要用 CON、NUL 等设备名
refactoring_error-other_kind = “{ $to }”的结尾必须与“{ $from }”相同，否则不会被识别为同类文件
refactoring_error-into_itself = 文件夹“{ $path }”不能移入自身
refactoring_error-claims_of_tree = “{ $path }”按树的名称查找：请重命名或移动“{ $file }”，它会随之改变
refactoring_error-not_another_tree = 无法把分支放入“{ $path }”：请指定另一个以 .bt.json 结尾的文件
refactoring_error-global_clash = “{ $file }”中有另一个变量“{ $name }”，而全局变量按名称共享：请重命名其中一个
refactoring_error-runs_main_tree = “{ $node }”运行本文件的主树，移到其他文件后无法再运行它
refactoring_error-refused = “{ $file }”拒绝此更改：{ $reason }

project_edit_error-changed = “{ $path }”在此之后已被更改
project_edit_error-save = 无法写入“{ $path }”：{ $reason }
project_edit_error-write = 无法写入“{ $path }”：{ $reason }
project_edit_error-move = 无法将“{ $from }”移动到“{ $to }”：{ $reason }
project_edit_error-make = 无法创建“{ $path }”：{ $reason }
project_edit_error-remove = 无法将“{ $path }”移到回收站：{ $reason }
project_edit_error-half = 无法还原“{ $path }”：更改只完成了一半

robot_log_error-not_a_log = 这不是 BehaviorTree.CPP 4 的日志
robot_log_error-version = 日志版本为 { $version }，目前只支持版本 1
robot_log_error-cut_before_tree = 日志在行为树部分中断，无法读取
robot_log_error-not_a_text = 日志中的行为树不是有效的 UTF-8
robot_tree_error-unreadable = 无法读取程序的行为树：{ $why }
robot_tree_error-no_nodes = 程序的行为树没有节点
robot_tree-other_use = 子树“{ $tree }”的各处使用互不相同，这里显示第一处
robot_tree-no_content = 程序没有说明子树“{ $tree }”的一处使用包含什么
robot_tree-other_children = “{ $node }”的子节点与程序中的不同，因此不显示它们的状态
robot_tree-other_node = 程序运行“{ $robot }”的位置，在此行为树中是“{ $own }”
robot_tree-other_count = 程序运行 { $robot } 个节点，而此行为树有 { $own } 个
robot_reply_error-refused = 程序拒绝了请求：{ $words }
robot_reply_error-version_3 = 这是使用 BehaviorTree.CPP 3 的程序，它的协议不同
robot_reply_error-other_protocol = 应答不是来自 Groot2 发布端
robot_reply_error-other_request = 应答属于另一个请求
robot_reply_error-damaged = 程序的应答已损坏
robot_run_error-log = { $why }
robot_run_error-tree = { $why }
robot_log-cut = 日志在一条状态变化中间中断，后面的内容缺失
robot_log-unknown_nodes = 有 { $changes } 处状态变化不属于所显示行为树的任何节点
robot_log-begun = 日志开始时行为树已在运行，此前的情况不明

## 运行中的游戏

link_tree-no_files = 游戏没有提供“{ $document }”的文件
link_tree-unreadable = 无法读取“{ $document }”的文件：{ $why }
link_tree-no_tree = “{ $document }”没有可运行的行为树
link_tree-other_nodes = “{ $document }”与游戏运行的不同：节点“{ $node }”不一致
link_refusal-busy = 等待游戏执行的操作太多
link_refusal-no_such_agent = 游戏中没有此智能体，它可能已离开
link_refusal-no_agent = 此操作需要指定智能体
link_refusal-no_such_node = 没有节点“{ $node }”
link_refusal-other_document = 这些文件不是该智能体的行为树的文件
link_refusal-not_compiled = 无法加载行为树：{ $why }
link_refusal-problem_at = { $place }：{ $what }
link_refusal-no_compiler = 游戏不接收行为树
link_refusal-panicked = 游戏发生崩溃（panic）：{ $text }
link_refusal-breakpoints = { $why }
link_refusal-expression = { $why }
live_file-cut = 文件在第 { $line } 行中间中断，后面的内容缺失
live_file-skipped = 有 { $lines } 行无法读取，已跳过
live_file-strange = 有 { $events } 个事件的种类或节点未知，已跳过
live_file-tree = { $why }
live_file-nothing = 文件没有记录任何智能体的活动
left_out-other_run = 第 { $frame } 帧及之后：没有游戏时，行为树在那里的行为不同
left_out-too_long = 第 { $frame } 帧及之后：测试用例不能包含更多帧
left_out-starts_later = 第 { $frame } 帧及之前的情况：测试用例从行为树重新开始处开始
left_out-begun = 第 { $frame } 帧及之前的情况：测试用例的第一帧只通过强制结果使行为树到达那里
left_out-data = 任务附加到帧上的数据
no_scenario_of_agent-not_known = 这些帧的情况不明，或不全部已知
no_scenario_of_agent-not_reached = 第 { $frame } 帧时行为树已在运行，没有强制结果能使新的行为树到达那里；请从行为树开始的地方开始
no_scenario_of_agent-other_run = 没有游戏时，行为树在第 { $frame } 帧的行为就已不同，例如随机选择或游戏的组合节点
no_scenario_of_agent-scenario = { $why }

explore_error-nothing_to_run = 行为树没有可运行的根节点
explore_error-broken_node = 节点{ $node }无法运行：{ $why }
explore_error-copy = { $error }
explore_error-unknown_variable = 没有名为“{ $name }”的变量
explore_error-value_count = 输入“{ $name }”需要 1 至 200 个取值
explore_error-wrong_type = 输入“{ $name }”的某个取值与变量类型不同

quoted_name-alone = “{ $name }”
quoted_name-inside = { $outer }中的“{ $name }”

no_witness-copy = { $error }
no_witness-no_seed = 这可能发生，但找不到能让第 { $frame } 帧得到相同随机数的种子
not_proved-stand_in = { $node }由游戏代码决定，这里以“{ $stand_in }”代替
not_proved-kept = { $node }：{ $what }
not_proved-values = 只试了{ $variable }的部分取值：{ $reasons }
not_proved-some_values = 只试了{ $variable }的部分取值
not_proved-payloads = 只试了事件“{ $event }”附带的部分值：{ $reasons }
not_proved-some_payloads = 只试了事件“{ $event }”附带的部分值
not_proved-shared_variable = 其他树可能写入全局变量{ $variable }，这种情况没有试过
not_proved-semaphore = 其他树可能占用信号量“{ $semaphore }”，这种情况没有试过
not_proved-draws = { $node }的随机结果太多，只试了其中一部分
not_proved-events = 尚未被任何节点查看的事件“{ $event }”最多同时有 { $most } 个
not_proved-background_tree = 后台树“{ $tree }”可能做的事没有全部探索
not_proved-dead_end = 部分运行无法继续：在第 { $frame } 帧，无论游戏做什么都会违反假设：{ $assumptions }
not_proved-dead_end_tried = 部分运行没有继续：在第 { $frame } 帧试过的都不符合假设，但并非所有情况都试过：{ $assumptions }
not_proved-thrashing = 在某些状态中，{ $node }是否会反复中断尚不清楚：可能需要很多帧
not_proved-not_run = 部分帧无法运行

hazard-no_run = 没有可能的运行：在第 1 帧，无论游戏做什么都会违反假设：{ $assumptions }
hazard-no_run_tried = 没有可能的运行：在第 1 帧试过的都不符合假设，但并非所有情况都试过：{ $assumptions }
hazard-no_run_goes_on_tried = 没有能继续下去的运行：试过的迟早都不符合假设，最早在第 { $frame } 帧，但并非所有情况都试过：{ $assumptions }
hazard-no_run_goes_on = 没有能继续下去的运行：无论游戏做什么，迟早会违反假设，最早在第 { $frame } 帧：{ $assumptions }
hazard-stuck = 行为树可能卡住：此后只有{ $leaves }会运行
hazard-stuck_idle = 行为树可能卡住：此后不再有任何节点运行
hazard-thrashes = 在外部没有任何变化时，{ $nodes }会反复中断，每 { $frames } 帧一次
hazard-error = { $node }可能因错误而失败：{ $why }
hazard-never_runs = { $node }永远不会运行
hazard-always_true = { $node }始终为真
hazard-always_false = { $node }始终为假
hazard-never_aborts = { $node }永远不会中断任何节点

hazard_reason-never_fails = 排在前面的{ $node }永远不会失败
hazard_reason-never_succeeds = 排在前面的{ $node }永远不会成功
hazard_reason-never_ends = 排在前面的{ $node }永远不会结束
hazard_reason-condition_false = { $node }始终为假
hazard_reason-condition_true = { $node }始终为真
hazard_reason-not_seen_failing = 未见排在前面的{ $node }失败
hazard_reason-not_seen_succeeding = 未见排在前面的{ $node }成功
hazard_reason-not_seen_ending = 未见排在前面的{ $node }结束
hazard_reason-not_seen_true = 未见{ $node }为真
hazard_reason-not_seen_false = 未见{ $node }为假
