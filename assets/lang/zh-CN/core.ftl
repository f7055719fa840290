### 内核的文字：类别、中断类型、拒绝原因、问题、更改的名称，以及内置节点的名称和说明。

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
library_error-not_relative = “{ $path }”不是从行为树所在文件夹开始的路径：请用“/”分隔文件夹，例如 tasks/arena.tasks.json
library_error-outside_project = “{ $path }”在项目文件夹 { $folder } 之外
library_error-hidden_path = “{ $path }”是隐藏文件，或位于隐藏文件夹中
library_error-not_found = 没有文件“{ $path }”
library_error-io = 无法查看“{ $path }”：{ $reason }
library_error-builtin_name = “{ $task }”是内置节点的名称，因此不使用这个声明
library_error-taken_name = “{ $task }”已在“{ $first }”中声明，因此不使用这个声明
library_error-library_twice = 这个任务库被列出了两次
library_error-too_many_documents = 一个行为树最多读取 { $most } 个其他文件，且总大小有限制
library_error-too_many_libraries = 一个行为树最多可以使用 { $most } 个任务库；这个以及之后的不会读取
library_error-document_without_file = 行为树还没有文件，因此不知道在哪个文件夹中查找

library_remedy-empty_path = 请更正或移除这个路径。
library_remedy-not_relative = 请更正或移除这个路径。
library_remedy-outside_project = 请把文件移入项目；在上级文件夹中放一个 treewright.project.json，该文件夹就成为项目文件夹。
library_remedy-hidden_path = 请改用不含以点开头的名称的路径：不会读取隐藏文件。
library_remedy-not_found = 请更正或移除这个路径：它从行为树所在的文件夹开始。
library_remedy-io = 请检查文件是否可读。
library_remedy-builtin_name = 请在此处、游戏中和使用它的行为树中给任务换一个名称。
library_remedy-taken_name = 请删除其中一个声明，或给其中一个任务改名。
library_remedy-library_twice = 请移除一个。
library_remedy-too_many_libraries = 请把几个任务库合并为一个文件。
library_remedy-document_without_file = 请把行为树保存到任务库旁边。

abort-None = 无
abort-Self = 自身
abort-LowerPriority = 低优先级
abort-Both = 两者

choice-Constant = 固定
choice-Sequence = 序列
choice-Ask = 询问
choice-Success = 成功
choice-Failure = 失败
choice-Running = 运行中
choice-Same = 相同
choice-Self = 自身
choice-AllTrees = 所有树

choice_help-equal = 两边相等。
choice_help-unequal = 两边不相等。
choice_help-less = 左边较小。
choice_help-at_most = 左边较小，或两边相等。
choice_help-greater = 左边较大。
choice_help-at_least = 左边较大，或两边相等。
choice_help-Constant = 总是同一个结果。
choice_help-Sequence = 依次给出列表中的结果。
choice_help-Ask = 运行时由你回答。
choice_help-Success = 成功。
choice_help-Failure = 失败。
choice_help-Running = 继续运行。
choice_help-Same = 与子节点的结果相同。
choice_help-Self = 仅这棵树。
choice_help-AllTrees = 管理器中的所有树。

abort_help-None = 不监视下方的条件节点。
abort_help-Self = 结果改变时，中断此组合节点内正在运行的部分。
abort_help-LowerPriority = 结果改变时，中断同一父节点下位于其右侧的部分。
abort_help-Both = 结果改变时，中断其内部或其右侧的部分。

refusal-no_such_node = 没有节点“{ $node }”
refusal-second_parent = “{ $child }”已有父节点：请先拔掉它的连线
refusal-cycle = “{ $child }”包含“{ $parent }”：这样会形成环
refusal-leaf = “{ $parent }”是叶节点：不能有子节点
refusal-decorator_is_full = “{ $parent }”是装饰节点：只能有一个子节点
refusal-not_loose = “{ $node }”不是游离的节点
refusal-has_children = “{ $node }”有子节点：只有没有子节点的游离节点才能放到连线上
refusal-not_siblings = 所选节点不是同一父节点下的兄弟节点
refusal-several_roots = “{ $node }”是根节点且有多个子节点：一棵树只能有一个根节点
refusal-several_tops = 子树只能有一个顶端节点：请先用组合节点包裹所选节点
refusal-own_variable = 子树的每次使用都有自己的变量“{ $name }”：请先将它绑定到外层树的变量
refusal-other_file = “{ $node }”运行的树在另一个文件中
refusal-set_from_outside = 另一个节点为它自己使用的子树设置了“{ $node }”的参数
refusal-no_such_parameter = 节点类型“{ $task }”没有参数“{ $parameter }”
refusal-no_such_task = 没有名为“{ $name }”的节点类型
refusal-no_abort_type = “{ $node }”不是组合节点：只有组合节点有中断类型
refusal-not_played = 这个替身不适用于“{ $node }”：结果只适用于叶节点；只有没有代码的父节点可以按其他类型运行，且只有一个子节点时才能直接返回其结果
refusal-no_such_variable = 没有变量“{ $name }”
refusal-variable_exists = 已有变量“{ $name }”
refusal-empty_name = 变量需要名称
refusal-no_such_tree = 没有这棵树
refusal-no_such_conflict = 没有这个冲突
refusal-built_on = 合并之后，“{ $child }”被挂在了“{ $node }”下面：请先把它移到别处
refusal-no_such_annotation = 没有这个便签或分组
refusal-tree_exists = 已有名为“{ $name }”的树
refusal-empty_tree_name = 树需要名称
refusal-no_subtree = “{ $node }”不运行子树：没有可以设置的内部参数
refusal-wrong_type = “{ $value }”不能用作{ $expected }
refusal-too_many_nodes = 一个文档最多有 { $limit } 个节点：请把一些分支移到单独的文件中
refusal-too_long = 这段文本太长：有 { $bytes } 字节，这里最多保留 { $limit } 字节
refusal-nothing = 没有可做的事

label-add_node = 添加 { $count } 个节点
label-replace_nodes = 替换 { $count } 个节点
label-wrap_nodes = 包裹 { $count } 个节点
label-remove_nodes = 移除 { $count } 个节点并保留子节点
label-extract_subtree = 提取为子树
label-inline_subtree = 展开子树内容
label-insert_node = 插入 { $count } 个节点
label-delete_nodes = 删除 { $count } 个节点
label-connect = 连接 { $count } 个节点
label-detach_nodes = 断开 { $count } 个节点
label-make_root = 设为根节点
label-reorder = 调整顺序
label-move_nodes = 移动 { $count } 个节点
label-arrange = 布局 { $count } 个节点
label-align_nodes = 对齐 { $count } 个节点
label-distribute_nodes = 均匀分布 { $count } 个节点
label-duplicate_nodes = 创建 { $count } 个节点的副本
label-paste_nodes = 粘贴 { $count } 个节点
label-set_name = 重命名
label-set_comment = 修改注释
label-set_abort = 设置中断类型
label-set_parameter = 设置参数
label-disable_nodes = 禁用 { $count } 个节点
label-enable_nodes = 启用 { $count } 个节点
label-set_breakpoints = 设置 { $count } 个断点
label-clear_breakpoints = 清除 { $count } 个断点
label-collapse_nodes = 折叠 { $count } 个节点
label-expand_nodes = 展开 { $count } 个节点
label-add_variable = 添加变量
label-remove_variable = 移除变量
label-rename_variable = 重命名变量
label-change_variable = 修改变量
label-move_variable = 移动变量
label-name_tree = 为树命名
label-rename_tree = 重命名子树
label-remove_tree_name = 移除树的名称
label-set_override = 设置覆盖值
label-set_stand_in = 设置 { $count } 个替身
label-remove_stand_in = 移除 { $count } 个替身
label-set_document_name = 重命名树
label-set_description = 修改说明
label-set_seed = 设置随机种子
label-set_restart = 设置是否重新开始
label-set_libraries = 更改任务库
label-add_note = 添加 { $count } 张便签
label-add_group = 添加 { $count } 个分组
label-delete_annotations = 删除 { $count } 个便签或分组
label-place_annotations = 移动 { $count } 个便签或分组
label-change_annotations = 修改 { $count } 个便签或分组
label-copy_annotations = 复制 { $count } 个便签或分组
label-repair = 修复连接或编号
label-merge = 采用其他版本
label-settle_conflict = 解决 { $count } 个冲突
label-several_changes = { $count } 项更改

problem-no_root = 树没有根节点，没有可运行的内容（游离的树：{ $loose } 棵）
problem-two_roots = 有多个根节点：保留了 { $kept }；{ $others } 成为游离的树
problem-cycle = 节点在自己的下方：{ $path }
problem-second_parent = { $child } 有两个父节点：保留在 { $kept } 下，{ $other } 也列出了它
problem-root_as_child = { $parent } 把根节点 { $child } 列为子节点
problem-duplicate_id = 编号 { $id } 重复；后一个节点得到 { $given }
problem-dangling_id = 没有编号为 { $child } 的节点
problem-wrong_child_count = “{ $task }”有 { $has } 个子节点，需要 { $needs }
problem-unknown_task = 没有任何库声明“{ $task }”
problem-missing_parameter = 必须设置参数 { $parameter }
problem-wrong_parameter_type = { $parameter } 应为 { $expected }，却是 { $found }
problem-parameter_out_of_range = { $parameter } 为 { $value }，应在 { $min } 到 { $max } 之间
problem-not_a_choice = { $parameter } 为“{ $value }”，只能是：{ $choices }
problem-literal_only = { $parameter } 只接受常量，却绑定了变量 { $variable }
problem-variable_only = { $parameter } 需要一个变量
problem-not_finite = { $parameter } 不是有限的数
problem-unknown_parameter = “{ $task }”没有参数 { $parameter }
problem-undeclared_variable = 变量 { $variable } 没有声明
problem-wrong_variable_type = { $parameter } 需要 { $expected }，而变量 { $variable } 是 { $found }
problem-broken_expression = { $parameter } 第 { $column } 列：{ $error }
problem-duplicate_variable = 变量 { $variable } 声明了多次
problem-wrong_initial_value = 变量 { $variable } 的初始值应为 { $expected }，却是 { $found }
problem-abort_without_conditional = 中断类型 { $abort } 无效：下方没有可监视的条件节点
problem-stand_in_unknown = 这个版本不认识它的替身：{ $json }；请另选一种，或移除它
problem-stand_in_on_parent = “{ $task }”不是叶节点：替身会保留，但不起作用
problem-stand_in_on_leaf = “{ $task }”是叶节点，不能按父节点运行：替身会保留，但不起作用
problem-stand_in_several_children = 它有 { $count } 个子节点，而直接返回结果只适用于一个子节点：请改为按顺序节点或选择节点运行
problem-stand_in_no_code = 这里没有“{ $task }”的代码，因此会失败：请选择它按什么类型运行，或改用内置类型搭建
problem-stand_in_out_of_range = 替身的数值 { $value } 不在 0 到 { $max } 之间：请修改
problem-exchange_cannot_be_written = { $reason }
problem-exchange_too_many_nodes = 共有 { $nodes } 个节点，而此类文件最多只能重新读取 { $limit } 个：请拆分成多棵树
problem-exchange_too_large = 文件将有 { $size } MB，而最多只能重新读取 { $limit } MB：请拆分成多棵树
problem-stand_in_expression = 替身第 { $column } 列：{ $error }
problem-abort_on_non_composite = “{ $task }”不是组合节点：中断类型 { $abort } 无效
problem-duplicate_tree = 另一棵树也叫“{ $tree }”：请重命名其中一棵
problem-no_such_root = 树“{ $tree }”从 { $root } 开始，但没有这个节点：请移除名称或添加该节点
problem-unknown_tree = 本文档没有名为“{ $tree }”的树：请检查拼写，或为一棵树取此名称
problem-unknown_tree_in_file = { $file } 中没有名为“{ $tree }”的树：请检查拼写，或在那里为一棵树取此名称
problem-no_main_tree = 没有主树可运行（{ $file }）：请指定要运行的树
problem-file_outside = { $file } 在项目文件夹之外：请把它移到项目中，或在两者的上级文件夹中放置 treewright.project.json
problem-file_not_relative = { $file } 不是相对于本文件的路径：请写相对路径
problem-file_unreadable = 无法读取 { $file }：{ $why }
problem-file_not_loaded = 没有加载 { $file }
problem-subtree_cycle = 树不能包含自身：{ $path }；请在此处运行另一棵树
problem-subtree_too_large = “{ $tree }”连同其全部子树过大：加上它就会超过一个程序的上限，即 { $limit } { $too_much }
problem-unknown_subtree_variable = “{ $tree }”没有可在此设置的变量“{ $variable }”：请检查拼写，或声明作用域为 `subtree` 的变量
problem-other_global = { $file } 把全局变量 { $variable } 声明为 { $found }，而本文档声明为 { $expected }：请统一类型，或改用另一个名称
problem-unknown_inside = “{ $tree }”中没有节点 { $path }：此处的设置不起作用
problem-fixed_inside = { $parameter } 决定内部有什么，不能从外部设置：请修改子树，或在此指定另一棵树
problem-merge_both_changed = 合并后待定：双方都改了{ $field }（我方：{ $ours }；对方：{ $theirs }），请选择其一
problem-merge_both_added = 合并后待定：双方都添加了它，但{ $field }不同（我方：{ $ours }；对方：{ $theirs }），请选择其一
problem-merge_removed_by_ours = 合并后待定：我方删除了{ $subject }，对方修改了它，请选择其一
problem-merge_removed_by_theirs = 合并后待定：我方修改了{ $subject }，对方删除了它，请选择其一
problem-merge_both_moved = 合并后待定：双方都移动了它（我方：{ $ours }；对方：{ $theirs }），请选择其一
problem-merge_cycle = 合并后待定：双方的移动合在一起会使它位于自己的下方（我方：{ $ours }；对方：{ $theirs }），请选择其一
problem-merge_both_reordered = 合并后待定：双方都改了子节点的顺序（我方：{ $ours }；对方：{ $theirs }），请选择其一
problem-disabled_root = 根节点已禁用，整棵树都不会运行：请启用它
problem-loose_nodes = { $count } 个节点游离在树外，不会运行
problem-unreachable = 永远不会运行：“{ $parent }”中排在它前面的 { $sibling } { $never }

too_much-nodes = 个节点
too_much-variables = 个变量
too_much-id_bytes = 字节的节点编号

never-ends = 永远不会结束
never-succeeds = 永远不会成功
never-fails = 永远不会失败

fix-keep_ours = 保留我方
fix-take_theirs = 采用对方
fix-accept_id = 保留编号 { $id }
fix-add_root = 添加“{ $task }”作为根节点
fix-change_type = 将变量 { $variable } 改为 { $type } 类型
fix-declare_variable = 声明 { $type } 类型的变量 { $variable }
fix-delete_loose = 删除游离的节点
fix-delete_node = 删除节点
fix-delete_others = 删除其他根节点
fix-detach_extra = 断开多余的子节点
fix-disable = 禁用它
fix-enable = 启用它
fix-forget_link = 移除到 { $child } 的连接
fix-forget_tree = 移除名称“{ $name }”
fix-hang_below = 挂到“{ $node }”下面
fix-hang_instead = 将“{ $child }”改挂到“{ $node }”下面
fix-make_root = 将“{ $node }”设为根节点
fix-move_behind = 将“{ $node }”移到最后
fix-own_tree = 运行本文档中的“{ $name }”
fix-act_like = 按“{ $task }”运行
fix-pass_through = 直接返回子节点的结果
fix-remove_stand_in = 移除替身
fix-remove_abort = 将中断类型设为“无”
fix-remove_keeping = 移除节点，保留子节点
fix-remove_second = 移除第二个
fix-rename_parameter = 改为设置 { $parameter }
fix-rename_second = 将第二个命名为“{ $name }”
fix-rename_tree = 将这一棵命名为“{ $name }”
fix-reset_initial = 将初始值设为新变量的值
fix-reset_override = 移除对内部的设置
fix-reset_parameter = 移除此设置
fix-set_value = 设为 { $value }
fix-use_tree = 运行“{ $name }”
fix-use_variable = 改用 { $variable }
fix-write_instead = 改写为 { $meant }

child_result-succeeds = 子节点成功
child_result-last_succeeds = 最后一个成功
child_result-fails = 子节点失败
child_result-last_fails = 最后一个失败
child_result-runs = 子节点运行中
child_result-interrupted = 子节点被中断

reaction-next = 在同一帧内启动下一个子节点
reaction-succeed = 以成功结束
reaction-fail = 以失败结束
reaction-again = 再次运行它
reaction-others = 其他子节点继续运行
reaction-stay = 停留在它上面，下一帧从那里继续
reaction-from_first = 下一帧重新从第一个子节点运行
reaction-ends_too = 自己也以中断结束
reaction-goes_on = 如果是内部的条件引起的，则从该条件所在的分支继续

why-runs_with_the_tree = “{ $node }”从树开始时就在运行
why-runs_after_abort = “{ $node }”正在运行：“{ $condition }”触发的中断让“{ $parent }”转到了它
why-runs_after_sibling = “{ $node }”正在运行：“{ $sibling }”以{ $status }结束后，“{ $parent }”继续运行它
why-runs_by_its_parent = “{ $node }”正在运行：由“{ $parent }”启动
why-runs_before_the_record = “{ $node }”在录制开始之前就在运行
why-ended_answered = “{ $node }”以{ $status }结束：这是它自己的结果
why-ended_error = “{ $node }”以失败结束：它无法完成工作：{ $why }
why-ended_guard = “{ $node }”以失败结束：它的条件不成立
why-ended_child = “{ $node }”以{ $status }结束，因为“{ $child }”以{ $child_status }结束
why-ended_all_children = “{ $node }”以{ $status }结束，因为它的所有子节点都以{ $child_status }结束，最后一个是“{ $child }”
why-ended_on_entering = “{ $node }”刚进入就以{ $status }结束，没有运行子节点
why-ended_key = “{ $node }”以{ $status }结束，因为它被自己的键打断
why-ended_own_rule = “{ $node }”按自己的规则以{ $status }结束
why-interrupted_when_true = “{ $node }”被中断：“{ $condition }”变为真；“{ $composite }”（{ $abort }）在“{ $scope }”内中断，从“{ $target }”继续
why-interrupted_when_false = “{ $node }”被中断：“{ $condition }”变为假；“{ $composite }”（{ $abort }）在“{ $scope }”内中断，从“{ $target }”继续
why-interrupted_ancestor = “{ $node }”被中断，因为它上面的“{ $ancestor }”以{ $status }结束
why-interrupted_overtaken = “{ $node }”被中断，因为“{ $parent }”中排在它前面的“{ $by }”继续运行
why-interrupted_switched = “{ $node }”被中断，因为“{ $parent }”改为运行“{ $to }”
why-interrupted_key = “{ $node }”被中断，因为它上面的“{ $by }”被自己的键打断
why-interrupted_stopped = “{ $node }”被中断，因为行为树被停止或重新开始
why-interrupted_unknown = “{ $node }”被中断；录制中没有说明原因
why-not_reached_yet = 还没有运行到“{ $node }”：“{ $parent }”仍在排在它前面的“{ $at }”
why-not_reached_elsewhere = “{ $node }”没有运行：“{ $parent }”正在“{ $at }”
why-not_reached_waits = “{ $node }”没有运行：“{ $parent }”此刻不运行任何子节点
why-passed_over = 没有运行到“{ $node }”：“{ $parent }”在此之前以{ $status }结束
why-passed_over_interrupted = 没有运行到“{ $node }”：“{ $parent }”在此之前被中断
why-goes_on_at = “{ $node }”已转到“{ $at }”
why-goes_on_waits = “{ $node }”继续，此刻不运行任何子节点
why-tree_ended = 行为树以{ $status }结束
why-tree_stopped = 行为树被停止或重新开始
why-not_started = 行为树还没有运行
why-left_out_disabled = “{ $node }”已禁用，不参与运行
why-left_out_below_disabled = “{ $node }”位于已禁用的“{ $above }”之下，不参与运行
why-left_out_loose = “{ $node }”没有连接到任何树的根，不参与运行

prospect-may_fire_when_true = 变为真时触发：中断“{ $interrupted }”（正在运行：“{ $running }”），“{ $scope }”从“{ $target }”继续
prospect-may_fire_when_false = 变为假时触发：中断“{ $interrupted }”（正在运行：“{ $running }”），“{ $scope }”从“{ $target }”继续
prospect-dormant = “{ $until }”结束之前不检查：低优先级只中断排在它后面的节点
prospect-nothing_runs = 会检查，但“{ $scope }”内没有节点在运行
prospect-other_branch = 会检查，但正在运行的在“{ $parallel }”的其他分支里；同一个并行节点的分支互不中断
prospect-already_ending = 会检查，但“{ $node }”已被自己的键打断，会先结束
prospect-tree_stands = 不检查：行为树没有运行

expression-empty = 没有表达式
expression-too_long = 超过了 { $limit } 个字符
expression-too_deep = 嵌套超过了 { $limit } 层
expression-incomplete = 结束得太早：这里还缺少内容
expression-unexpected = “{ $found }”不能放在这里
expression-unexpected_character = “{ $character }”在这里没有意义；含有这类字符的名称要写在反引号中
expression-write_instead = 请写 { $meant }，不要写 { $found }
expression-open_text = 文本缺少右引号
expression-open_name = 名称缺少右反引号
expression-empty_name = 反引号之间没有名称
expression-unknown_escape = 文本中的反斜杠后面只能是 n、t、r、引号、另一个反斜杠，或者 u 加四位数字
expression-number_too_large = 数字 { $number } 太大
expression-unsupported = 表达式不支持“{ $what }”
expression-unknown_variable = 没有变量 { $name }
expression-unknown_variable_meant = 没有变量 { $name }；是指 { $meant } 吗？
expression-unknown_function = 没有函数 { $name }
expression-unknown_function_meant = 没有函数 { $name }；是指 { $meant } 吗？
expression-wrong_operand = “{ $operator }”不能用于 { $found }
expression-wrong_operands = “{ $operator }”不能用于 { $left } 和 { $right }
expression-wrong_arguments = 应写成 { $usage }，现在给出的是 { $found }
expression-wrong_type = 这里是 { $found }，应为 { $expected }
expression-no_part = { $found } 没有“.{ $part }”
expression-different_answers = “:”前后的结果分别是 { $left } 和 { $right }，应为同一类型
expression-mixed_list = 列表各项应为同一种简单类型；这一项是 { $found }，不是 { $expected }
expression-empty_list = 无法得知这个空列表会装什么；请改问 size(列表) == 0
expression-always_fails = 这里永远算不出结果：{ $error }

evaluation-division_by_zero = 除以零
evaluation-overflow = 整数太大
evaluation-not_finite = 数字超出了范围
evaluation-negative_root = 负数的平方根
evaluation-no_item = 列表共 { $len } 项，没有第 { $index } 项（从 0 数起）
evaluation-not_a_number = 文本“{ $text }”不是数字
evaluation-text_too_long = 文本超过了 { $limit } 字节
evaluation-wrong_type = 变量的值与声明的类型不符

function-abs = 不带符号的数。
function-min = 各数中最小的。
function-max = 各数中最大的。
function-clamp = 该数；超出范围时为所超出的那一端。
function-floor = 不大于它的最大整数（浮点）。
function-ceil = 不小于它的最小整数（浮点）。
function-round = 最接近的整数（浮点）；正好一半时远离 0。
function-sqrt = 平方根。
function-sin = 角的正弦，以弧度计。
function-cos = 角的余弦，以弧度计。
function-int = 去掉小数的浮点数、读作整数的文本，或以 1 和 0 表示的真和假。
function-float = 变为浮点数的整数，或读作数的文本。
function-string = 任何值的文本。
function-size = 文本的字符数，或列表的项数。
function-contains = 文本是否包含另一段文本。
function-startsWith = 文本是否以另一段文本开头。
function-endsWith = 文本是否以另一段文本结尾。
function-lower = 小写的文本。
function-upper = 大写的文本。
function-vec2 = 由两个数组成的向量。
function-vec3 = 由三个数组成的向量。
function-color = 颜色；每个分量从 0 到 1。
function-length = 向量的长度。
function-distance = 两点之间的距离。
function-dot = 两个向量的点积。
function-normalize = 长度为 1 的向量；没有长度的保持原样。
function-isEmpty = 文本或列表是否为空。
function-lerp = 从 a 到 b 之间 t 处的数。

read_error-not_found = 没有这个文件
read_error-not_a_file = 这不是文件
read_error-link = 这是符号链接，此处不跟随链接
read_error-too_large = 文件有 { $size } MB，最多读取 { $limit } MB
read_error-io = { $reason }

save_error-bytes = { $count } 字节
save_error-conflict = 文件已被其他程序更改
save_error-exists = 已有同名文件
save_error-not_a_file = 这不是文件
save_error-read_only = 文件是只读的
save_error-locked_file = 您没有权限写入此文件
save_error-no_folder = 没有文件夹 { $folder }
save_error-not_a_folder = { $folder } 不是文件夹
save_error-locked_folder = 没有权限写入文件夹 { $folder }
save_error-in_folder = 无法在 { $folder } 中创建文件：{ $reason }
save_error-no_room = { $reason }（在 { $folder } 中需要 { $size }）
save_error-not_kept = 磁盘没有保存所写的内容
save_error-too_many_links = 符号链接过多
save_error-several_names = 此文件有 { $count } 个名称（硬链接），保存只会更改这一个
save_error-cut_short = 此文件先前的一次保存被中断；保存前的内容在 { $path }
save_error-kept_beside = 文件现有两个版本：所保存的和原有的；其中一个在 { $path }
save_error-torn = 文件已损坏：只写入了一部分；它原先的内容在 { $path }
save_error-link = { $path } 是符号链接；由项目或程序指定的文件不跟随链接
save_error-dangling_link = 它是指向 { $path } 的链接，而那里没有文件；请另存为其他名称
save_error-hidden_place = { $path } 是隐藏或保留的位置，项目和程序不能在那里写文件
save_error-outside = 路径超出了所在的文件夹
save_error-is_read = 同一命令也要读取此文件
save_error-io = { $reason }

field_error-here_must_stand = 这里应为{ $expected }，而不是{ $found }
field_error-invalid_value = 值无效：{ $found }；应为{ $expected }
field_error-invalid_length = 长度 { $found } 无效，应为{ $expected }
field_error-unknown_variant = “{ $found }”无效，应为 { $expected }
field_error-no_variants = “{ $found }”无效，这里没有可用的选项
field_error-unknown_field = 没有字段 { $field }，应为 { $expected }
field_error-no_fields = 没有字段 { $field }，这里没有任何字段
field_error-missing_field = 缺少字段 { $field }
field_error-twice_field = 字段 { $field } 出现了两次
field_error-field_twice = 字段 { $field } 出现了两次
field_error-occurs_twice = { $key } 出现了两次
field_error-most_nodes = 一个文档最多有 { $most } 个节点
field_error-most_links = 一个文档的节点总共最多列出 { $most } 个子节点
field_error-most_items = 这里的列表最多有 { $most } 项
field_error-most_fields = 这里的对象最多有 { $most } 个字段
field_error-not_empty = { $field } 不能为空
field_error-no_type = “{ $name }”不是类型：可用 bool、int、float、string、vec2、vec3、color，或它们的列表（如 [int]）
field_error-no_variable_type = “{ $name }”不是变量的类型：可用 bool、int、float、string、vec2、vec3、color，或它们的列表（如 [int]）
field_error-no_type_tasks = “{ $name }”不是类型：可用 bool、int、float、string、vec2、vec3、color、它们的列表（如 [int]），或 choice、variable、same、expression、tree、name、any
field_error-unknown_type = 没有类型“{ $name }”
field_error-no_scope = “{ $name }”不是作用域：可用 tree、subtree 或 global
field_error-no_abort = “{ $name }”不是中断类型：可用 None、Self、LowerPriority 或 Both
field_error-no_category = “{ $name }”不是类别：可用 Composite、Decorator、Conditional 或 Action
field_error-no_color = “{ $name }”不是颜色：请写作 #rrggbb
field_error-no_answer = “{ $name }”不是结果：可用 Success、Failure 或 Running
field_error-conditional_runs = 条件节点立即得出结果：可用 Success 或 Failure
field_error-name_too_long = 名称最多 { $most } 个字符
field_error-name_control = 名称不能含控制字符
field_error-name_blanks = 名称前后不能有空格
field_error-choice_twice = 选项“{ $name }”出现了两次
field_error-choices_needed = choice 需要 choices：至少含一个文本的列表
field_error-choice_help = choice_help 按顺序为每个 choices 各写一个文本
field_error-range_for_numbers = 只有 int 或 float 有范围
field_error-range_too_large = 范围由计算机能表示的两个数组成
field_error-range_order = 范围的第一个数应较小
field_error-range_form = 范围是由最小数和最大数组成的列表，例如 [0, 10]
field_error-no_default = 指定变量的参数没有默认值
field_error-must_be_set = 必须设置的参数没有默认值：请去掉其中一个
field_error-of_or_as = 表达式用 of 写明类型，或用 as 写明与哪个变量相同：请只写一个
field_error-no_use = { $field } 对类型 { $name } 没有意义：它属于 { $users }
field_error-is_and_should_be = 它是 { $found }，应为 { $expected }
field_error-none_of_choices = “{ $text }”不在选项之中：{ $choices }
field_error-not_between = { $number } 不在 { $min } 与 { $max } 之间
field_error-no_such_as = 旁边没有类型为 variable 的参数“{ $other }”
field_error-parameter_twice = 参数“{ $name }”声明了两次
field_error-node_twice = 这个节点出现了两次
field_error-set_twice = 这个参数设置了两次
field_error-parameters_object = 这里应为对象：参数名与值
field_error-not_complete = 这个节点不完整
field_error-seed = seed 必须是 0 到 { $most } 之间的整数
field_error-not_usable = { $field } 不是可用的数字
field_error-root = root 必须是节点的编号或 null
field_error-unreadable_conflict = 无法读取这个合并冲突
field_error-var_name = var 必须是变量名：一段文本
field_error-null = null 不是值：不写这个字段即为默认值
field_error-bad_escape = 这段文本含有不表示任何字符的转义
field_error-a_number = 这里应为数字
field_error-list_in_list = 列表中不能再有列表
field_error-one_type = 列表各项必须是同一类型
field_error-a_list = 这里应为列表
field_error-an_object = 这里应为对象
field_error-no_variable_here = 这里不能用变量，请写一个值
field_error-no_kind_of_value = “{ $name }”不是值的种类：可用 var、vec2、vec3 或 color
field_error-one_field = 这里的对象只有一个字段：var、vec2、vec3 或 color
field_error-list_of_numbers = { $kind } 必须是 { $count } 个数字的列表
field_error-no_stand_in = “{ $name }”不是替身：请使用 "ask" 或对象
field_error-not_a_stand_in = 这不是替身：{ $why }
field_error-stand_in_field = 替身没有字段“{ $name }”
field_error-stand_in_form = 替身须有下列字段之一：{ $fields }
field_error-acts_like = “{ $name }”不能作为运行方式：请使用 Sequence、Selector 或 PassThrough
field_error-acts_like_decorator = 装饰节点只有一个子节点：请使用 PassThrough
field_error-stand_in_then = `then` 须与 `after_frames` 或 `after_seconds` 一起使用
field_error-stand_in_again = `again` 须与 `updates` 一起使用
field_error-stand_in_frames = `after_frames` 必须是非负整数
field_error-stand_in_time = `after_seconds` 必须是数字
field_error-stand_in_seconds = `after_seconds` 必须是 0 到 { $most } 之间的数
field_error-stand_in_probability = `probability` 必须是数字
field_error-stand_in_chance = 概率必须是 0 到 1 之间的数
field_error-no_frame_number = “{ $name }”不是帧号
field_error-no_result = “{ $name }”不是结果：请使用 Success、Failure 或 Running
field_error-letters = “{ $letters }”只能由字母 S、F、R 组成
field_error-at_most = 这里最多 { $limit } 个，现有 { $count } 个
field_error-words = 内容不符合格式
field_error-seconds = dt 是 0 到 { $most } 之间的秒数

syntax_error-name_in_quotes = 这里应为双引号中的字段名
syntax_error-comma_after_last = 最后一项之后多了一个逗号
syntax_error-a_value = 这里应为一个值
syntax_error-ident = 这里应为 true、false 或 null
syntax_error-line_break = 文本不能跨行，请改写为 \n
syntax_error-one_of_two = 这里应为 { $a } 或 { $b }
syntax_error-expected_sign = 这里应为 { $a }
syntax_error-escape = 转义符无效
syntax_error-number = 数字写法有误
syntax_error-number_range = 数字超出了范围
syntax_error-surrogate = 十六进制转义中缺少后半个代理项
syntax_error-hex_end = 十六进制转义不完整

sort-list = 列表
sort-number = 数字
sort-object = 对象
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
program_error-not_one_child = 它有 { $count } 个子节点，应为一个
program_error-leaf_children = 它是叶节点，却有 { $count } 个子节点
program_error-not_registered = 没有程序运行任务“{ $task }”：游戏没有注册它
program_error-parameter_no_expression = 参数 { $name } 不是表达式的文本
program_error-parameter_column = 参数 { $name } 第 { $column } 列：{ $error }
program_error-stand_in_column = 替身第 { $column } 列：{ $error }
program_error-stand_in_unknown = 不认识这个替身：{ $json }
program_error-of_child = 它的子节点 { $child }：{ $why }
program_error-parameter_takes_name = 参数 { $name } 需要一个名称，而不是变量 { $variable }
program_error-parameter_not_set = 参数 { $name } 没有设置
program_error-parameter_no_variable = 参数 { $name }：没有变量 { $variable }
program_error-parameter_takes = 参数 { $name } 需要 { $expected }，变量 { $variable } 是 { $found }
program_error-parameter_cannot_be = 参数 { $name } 不能是 { $value }
program_error-variable_kept = 变量 { $name } 是 { $found }，而游戏为它保存的是 { $expected }
program_error-only_leaves_composite = “{ $task }”是任务库中的组合节点，这里没有它的代码：请用替身选择它按什么类型运行，或改用内置类型搭建
program_error-only_leaves_decorator = “{ $task }”是任务库中的装饰节点，这里没有它的代码：请用替身选择它按什么类型运行，或改用内置类型搭建

task_error-no_expression = 没有变量或没有表达式
task_error-nothing_to_write = 没有变量或没有要写入的值
task_error-event_brings = 事件“{ $name }”带来的是 { $brings }，变量需要 { $takes }

breakpoint_fault-document_twice = 文档“{ $name }”出现了两次
breakpoint_fault-breakpoint_on_node = “{ $name }”必须是 start、end 或 abort
breakpoint_fault-breakpoint_status = “{ $name }”必须是 Success、Failure 或 Inactive
breakpoint_fault-breakpoint_on_variable = “{ $name }”必须是 written 或 becomes
breakpoint_fault-breakpoint_on_what = 这里必须写 `node`、`variable` 和 `expression` 之一

scenario_fault-two_steps = 有两个步骤都在第 { $frame } 帧：请合并为一个
scenario_fault-no_frames = 第 { $from } 至 { $to } 帧：from 是帧号，第一帧为 1，to 不能在它之前
scenario_fault-most_frames = 场景最多 { $most } 帧，不能是 { $frames } 帧

failed_task-panicked = 崩溃：{ $text }
failed_task-shared_variable = 它写入了不在其参数中的共享变量

builder_error-empty = 程序需要一个根节点
builder_error-unbalanced = 节点的开始与结束不成对
builder_error-child_count = 节点 { $id } 有 { $count } 个子节点，数量不符
builder_error-too_large = 有 { $count } 个节点的程序过大
builder_error-duplicate_id = 有两个节点的编号都是 { $id }

snapshot_error-other_program = 这个快照来自另一个程序，或本程序的另一个版本
snapshot_error-damaged = 快照已损坏：{ $what }
snapshot_error-task_failed = 有任务无法恢复：{ $what }

happening_error-unknown_agent = 这一帧中没有这个代理
happening_error-unknown_node = 这一帧中没有这个节点
happening_error-variable = { $error }

placed_error-at = { $path }：{ $error }

foreign_error-most_parameters = 这个节点的字段超过 { $most } 个
foreign_error-long_name = 有名称超过 { $most } 字节
foreign_error-long_definition = 这个名称超过 { $most } 字节
foreign_error-library_too_large = 由其节点生成的任务库将有 { $has } MB，而最多读取 { $most } MB
foreign_error-most_tasks = 任务库最多有 { $most } 个任务
foreign_error-no_definitions = 节点定义应为对象的列表
foreign_error-no_tree = 既不是含 root 和 nodes 的树，也不是含 trees 的项目
foreign_error-no_save = 存档 JSON 是节点的列表，每个节点都有 children 和 data
foreign_error-no_type = 这个节点没有类型：缺少 { $field }
foreign_error-no_rules = 其中没有 SubstitutionRules
foreign_error-rules = SubstitutionRules 必须是对象：匹配式与替代其节点的内容
foreign_error-long_pattern = 有匹配式超过 { $most } 字节
foreign_error-no_player = “{ $pattern }”必须写明由什么替代其节点
foreign_error-no_result = “{ $name }”不是结果：可用 SUCCESS、FAILURE 或 RUNNING
foreign_error-delay = async_delay 必须是整数毫秒

xml_error-text_first = 第一个标签之前有文本
xml_error-attribute_twice = 属性 { $name } 出现了两次，第一次在第 { $line } 行第 { $column } 列
xml_error-bad_name = “{ $name }”不能用作名称
xml_error-long_name = 名称“{ $name }”过长
xml_error-character = 字符 U+{ $code } 不能出现在 XML 中
xml_error-literal_outside = 文档之外有字面文本
xml_error-declaration_first = `<?xml` 必须在最开头
xml_error-bang = `<!` 之后既不是注释也不是字面文本
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
format_remedy-too_large_scenario = 请把场景拆分为多个；如果它本不该这么大，请检查文件的来源。
format_remedy-too_large_recording = 请录制较短的运行；如果它本不该这么长，请检查文件的来源。
format_remedy-too_large_foreign = 请用生成它的程序拆分其内容；如果它本不该这么大，请检查文件的来源。
format_remedy-empty_recording = 请重新录制：`treewright run TREE --trace FILE`。
format_remedy-empty_other = 如果其中曾有内容，可从版本控制或备份中找回。
format_remedy-not_utf8 = 请重新保存为 UTF-8。
format_remedy-other_encoding = 请重新保存为 UTF-8。
format_remedy-syntax = 请更正该处文本：JSON 没有注释，最后一项之后没有逗号。
format_remedy-truncated = 文件末尾缺失：请从版本控制或备份中找回，或补全它。
format_remedy-trailing_text = 请删除最后一个右括号之后的内容。
format_remedy-too_deep = 本程序不会生成这样的文件：请检查它的来源。
format_remedy-other_format = 请用生成它的程序打开；如果支持其格式，也可以导入。
format_remedy-no_version = 请在 `format` 之后加上 `"version": 1`。
format_remedy-newer_version = 请用本程序的更新版本打开。
format_remedy-missing_field = 请补上该字段。
format_remedy-wrong_field = 请填入该字段应有的内容；可选字段也可以省略。
format_remedy-not_read = 请打开生成它的原文件。
format_remedy-unreadable = 请检查该文件是否可读，以及它所在的磁盘。
format_remedy-other_run = 请重新录制：它被更改过，或由本程序的另一版本生成。
format_remedy-number_too_large = 请写一个较小的数。
format_remedy-too_long = 请缩短它；如果它本不该这么长，请检查文件的来源。
format_remedy-xml_syntax = 请更正该处文本。
format_remedy-document_type = 请删除 `<!DOCTYPE …>`：行为树不需要它。
format_remedy-unknown_entity = 请直接写文本，或使用 `&lt;` `&gt;` `&amp;` `&quot;` `&apos;` 之一。

format_error-empty = 文件是空的
format_error-too_large = 文件有 { $size } MB，最多读取 { $limit } MB
format_error-too_long = 这段文本有 { $bytes } 字节，最多读取 { $limit } 字节
format_error-not_utf8 = 文件不是 UTF-8 文本：无法读取第 { $byte } 字节
format_error-syntax = 不是有效的 JSON：{ $message }
format_error-truncated = 文件不完整，缺少结尾
format_error-trailing_text = 文档结束之后还有文字
format_error-too_deep = 文件嵌套过深
format_error-other_format = 文件格式是“{ $found }”，应为“{ $expected }”
format_error-no_version = 文件没有用整数说明版本
format_error-newer_version = 文件的格式版本是 { $found }，本程序最高支持 { $supported }
format_error-missing_field = 缺少字段 { $field }
format_error-wrong_field = 字段有误：{ $message }
format_error-number_too_large = 数字 { $number } 太大
format_error-not_read = { $format } 格式的文件只能写出，不能读取
format_error-unreadable = 无法继续读取文件：{ $why }
format_error-other_run = 重新运行时，第 { $frame } 帧与录制的不一致
format_error-xml_syntax = 不是有效的 XML：{ $message }
format_error-document_type = 不允许文档类型声明（<!DOCTYPE）
format_error-unknown_entity = 此处不允许 &{ $name };
format_error-other_encoding = 文件声明的编码是“{ $name }”，只能读取 UTF-8
format_error-too_many_attributes = 有一个元素的属性超过 { $limit } 个
format_error-too_many_values = 文件中的值超过 { $limit } 个
format_error-too_many_parts = 文件中的元素、文本和注释超过 { $limit } 个

write_error-too_many = `{ $what }` 将有 { $count } 项，而最多只能重新读取 { $limit } 项：请删去不需要的内容或拆分成子树，再保存
write_error-parameter_not_finite = 节点 { $node } 的 { $parameter } 不是有限的数：请先设为一个数再保存
write_error-variable_not_finite = 变量 { $variable } 的初始值不是有限的数：请先设为一个数再保存
write_error-too_large = 文件会有 { $size } MB，而重新打开时最多读取 { $limit } MB：请删去不需要的内容，或拆分为子树，再保存

variable_error-undeclared = 没有变量 { $name }
variable_error-wrong_type = 变量 { $name } 的类型是 { $expected }，不是 { $found }

nodes-Sequence-title = 顺序
nodes-Sequence-summary = 依次运行子节点，直到有一个失败：必须全部成功。
nodes-Sequence-details =
    - 子节点成功：在同一帧内运行下一个；最后一个成功后以成功结束。
    - 子节点失败：立即以失败结束。
    - 子节点运行中：停留在它上面，下一帧继续。

nodes-Selector-title = 选择
nodes-Selector-summary = 依次运行子节点，直到有一个成功：有一个可行就够了。
nodes-Selector-details =
    - 子节点成功：立即以成功结束。
    - 子节点失败：在同一帧内运行下一个；最后一个失败后以失败结束。
    - 子节点运行中：停留在它上面，下一帧继续。

nodes-ReactiveSequence-title = 反应式顺序
nodes-ReactiveSequence-summary = 依次运行子节点，必须全部成功；每一帧都从第一个子节点重新开始。
nodes-ReactiveSequence-details =
    - 子节点成功：在同一帧内运行下一个；最后一个成功后以成功结束。
    - 子节点失败：立即以失败结束；右侧正在运行的子节点被中断。
    - 子节点运行中：下一帧先重新运行它前面的子节点。它们全部成功时，它从原处继续。
    - 前面的子节点回答运行中：它取代正在运行的子节点，后者被中断，不再受监视。

nodes-ReactiveSelector-title = 反应式选择
nodes-ReactiveSelector-summary = 依次运行子节点，直到有一个成功；每一帧都从第一个子节点重新开始。
nodes-ReactiveSelector-details =
    - 子节点失败：在同一帧内运行下一个；最后一个失败后以失败结束。
    - 子节点成功：立即以成功结束；右侧正在运行的子节点被中断。
    - 子节点运行中：下一帧先重新运行它前面的子节点。它们全部失败时，它从原处继续。
    - 前面的子节点回答运行中：它取代正在运行的子节点，后者被中断，不再受监视。

nodes-Parallel-title = 并行
nodes-Parallel-summary = 同时运行所有子节点：必须全部成功，或达到指定的个数。
nodes-Parallel-details =
    - 子节点成功：其他继续；有 `success_threshold` 个成功后以成功结束。0 表示全部。
    - 子节点失败：有 `failure_threshold` 个失败后以失败结束。0 表示全部。
    - 本帧每个运行中的子节点都轮到之后才比较，先看失败；仍在运行的被中断。启动子节点时每启动一个就比较一次：立即失败的子节点可能阻止其右侧的启动。
    - 全部结束而没有达到任何一个数：以失败结束。
    - 子节点运行中：下一帧与其他子节点一起从左到右再次运行。

nodes-Parallel-parameter-success_threshold = 成功个数
nodes-Parallel-parameter-failure_threshold = 失败个数

nodes-Parallel-help-success_threshold = 需要多少个子节点成功；0 表示全部。
nodes-Parallel-help-failure_threshold = 多少个子节点失败时它失败；0 表示全部。

nodes-ParallelSelector-title = 并行选择
nodes-ParallelSelector-summary = 同时运行所有子节点：第一个成功的就够了。
nodes-ParallelSelector-details =
    - 子节点成功：本帧每个运行中的子节点都轮到之后以成功结束；仍在运行的被中断。启动时立即成功的子节点会阻止其右侧的启动。
    - 子节点失败：其他继续；全部失败后以失败结束。
    - 子节点运行中：下一帧与其他子节点一起从左到右再次运行。

nodes-ParallelComplete-title = 并行竞速
nodes-ParallelComplete-summary = 同时运行所有子节点，以第一个结束者的结果结束。
nodes-ParallelComplete-details =
    - 子节点成功或失败：本帧每个运行中的子节点都轮到之后以它的结果结束；仍在运行的被中断。启动时立即结束的子节点会阻止其右侧的启动。
    - 同一帧内有几个结束：以最左边的为准。
    - 子节点运行中：下一帧与其他子节点一起从左到右再次运行。

nodes-SequenceWithMemory-title = 记忆顺序
nodes-SequenceWithMemory-summary = 依次运行子节点，直到有一个失败；下次从失败的那个重新开始。
nodes-SequenceWithMemory-details =
    - 子节点成功：在同一帧内运行下一个；最后一个成功后以成功结束，下次从第一个开始。
    - 子节点失败：立即以失败结束。下次启动时从这个子节点开始。
    - 子节点运行中：停留在它上面，下一帧继续。
    - 被中断：下次从被中断的子节点开始。

nodes-RoundRobin-title = 轮流
nodes-RoundRobin-summary = 依次运行子节点，直到有一个成功；下次从它后面的子节点继续。
nodes-RoundRobin-details =
    - 子节点成功：以成功结束。下次从它右边的子节点开始。
    - 子节点失败：在同一帧内运行下一个；全部连续失败后以失败结束，下次从第一个开始。
    - 最后一个子节点结束：设置了 `wrap_around` 时，下一个是第一个子节点。未设置时，无论它的结果如何都以失败结束，下次从第一个开始。
    - 被中断：下次从第一个子节点开始。

nodes-RoundRobin-parameter-wrap_around = 循环

nodes-RoundRobin-help-wrap_around = 最后一个子节点之后是否回到第一个。

nodes-RecoveryNode-title = 恢复
nodes-RecoveryNode-summary = 运行第一个子节点；它失败时运行第二个来恢复，然后再次运行第一个，次数有限。
nodes-RecoveryNode-details =
    - 第一个子节点成功：以成功结束。
    - 第一个子节点失败：在同一帧内运行第二个；重试 `number_of_retries` 次后以失败结束。
    - 第二个子节点成功：在同一帧内再次运行第一个；失败：以失败结束。
    - 一棵树每帧最多这样重试 1,000 次，使每一帧总能结束；之后在下一帧继续。
    - 它有两个子节点；多出的不会运行。

nodes-RecoveryNode-parameter-number_of_retries = 重试次数

nodes-RecoveryNode-help-number_of_retries = 第一个子节点可以再次运行多少次。

nodes-PersistentSequence-title = 持久顺序
nodes-PersistentSequence-summary = 依次运行子节点，直到有一个失败；下一个子节点的位置保存在变量中，被中断也不会丢失。
nodes-PersistentSequence-details =
    - 启动：从变量所存位置的子节点开始；第一个为 0。超出最后一个时以成功结束，并将变量设为 0。
    - 子节点成功：变量加一，并在同一帧内运行下一个；最后一个成功后以成功结束，并将变量设为 0。
    - 子节点失败：以失败结束，并将变量设为 0。
    - 被中断：变量保持不变。

nodes-PersistentSequence-parameter-current_child_idx = 当前位置

nodes-PersistentSequence-help-current_child_idx = 保存要运行的子节点位置的变量，从 0 数起。

nodes-PipelineSequence-title = 流水线顺序
nodes-PipelineSequence-summary = 依次运行子节点；到达的子节点继续运行时，每帧都重新运行它前面的子节点。
nodes-PipelineSequence-details =
    - 每帧：直到已到达的子节点为止，从左到右各运行一次。之前已结束的重新启动。
    - 子节点成功：在同一帧内运行下一个；最后一个成功后以成功结束，并中断仍在运行的子节点。
    - 子节点失败：立即以失败结束，并中断仍在运行的子节点。
    - 子节点运行中：它就是已到达的子节点，右边的不运行。在它之前的则与它同时继续运行。
    - 每个子节点有自己的运行栈，因此互不中断。

nodes-NonblockingSequence-title = 非阻塞顺序
nodes-NonblockingSequence-summary = 每帧让所有子节点各运行一次，直到它们在同一帧内全部成功。
nodes-NonblockingSequence-details =
    - 每帧：从左到右各运行一次，不论前面的是否仍在运行。之前已结束的重新启动。
    - 在同一帧内全部成功：以成功结束。
    - 子节点失败：立即以失败结束，并中断仍在运行的子节点。
    - 每个子节点有自己的运行栈，因此互不中断。

nodes-IfThenElse-title = 如果…否则
nodes-IfThenElse-summary = 第一个子节点成功就运行第二个，否则运行第三个；只判断一次。
nodes-IfThenElse-details =
    - 第一个子节点成功：在同一帧内运行第二个，并以它的状态结束。
    - 第一个子节点失败：在同一帧内运行第三个，并以它的状态结束；没有第三个时以失败结束。
    - 第一个子节点运行中：等待它。
    - 判断之后直到结束都不改变：不再询问第一个子节点。

nodes-WhileDoElse-title = 当…否则
nodes-WhileDoElse-summary = 只要第一个子节点成功就运行第二个，否则运行第三个；每一帧都重新判断。
nodes-WhileDoElse-details =
    - 第一个子节点成功：在同一帧内运行第二个；它结束时以它的状态结束。
    - 第一个子节点失败：在同一帧内运行第三个；它结束时以它的状态结束。没有第三个时以失败结束。
    - 第二个或第三个子节点运行中：下一帧先重新运行第一个。结果改变时，另一个子节点取代它，它被中断。
    - 第一个子节点回答运行中：正在运行的被中断。

nodes-Switch-title = 分支
nodes-Switch-summary = 运行与变量的值相符的子节点；最后一个子节点用于其他所有值。
nodes-Switch-details =
    - 启动时：运行第一个与 `variable` 相等的情况所对应的子节点；都不相等时运行最后一个。最后一个子节点没有情况。
    - 子节点运行中：每一帧在它继续之前重新比较。如果应当运行另一个子节点，它被中断，改为运行那一个。
    - 子节点结束：以它的状态结束。
    - 数字与写着同一数字的文本相等：`1` 与 `"1"`。

nodes-Switch-parameter-variable = 变量
nodes-Switch-parameter-case_1 = 情况 1
nodes-Switch-parameter-case_2 = 情况 2
nodes-Switch-parameter-case_3 = 情况 3
nodes-Switch-parameter-case_4 = 情况 4
nodes-Switch-parameter-case_5 = 情况 5
nodes-Switch-parameter-case_6 = 情况 6

nodes-Switch-help-variable = 与各个情况比较的值：通常是一个变量。
nodes-Switch-help-case_1 = 运行第一个子节点的值。
nodes-Switch-help-case_2 = 运行第二个子节点的值。
nodes-Switch-help-case_3 = 运行第三个子节点的值。
nodes-Switch-help-case_4 = 运行第四个子节点的值。
nodes-Switch-help-case_5 = 运行第五个子节点的值。
nodes-Switch-help-case_6 = 运行第六个子节点的值。

nodes-ParallelAll-title = 并行（全部结束）
nodes-ParallelAll-summary = 同时运行所有子节点，并等待它们全部结束。
nodes-ParallelAll-details =
    - 子节点结束：无论状态如何，其他继续。
    - 全部结束：至少有 `max_failures` 个失败时以失败结束，否则以成功结束。0 表示全部。
    - 子节点运行中：下一帧与其他子节点一起从左到右再次运行。

nodes-ParallelAll-parameter-max_failures = 失败个数

nodes-ParallelAll-help-max_failures = 有多少个子节点失败时它失败；0 表示全部。

nodes-KeepRunningUntilFailure-title = 持续到失败
nodes-KeepRunningUntilFailure-summary = 反复运行子节点直到它失败；每一轮都在新的一帧开始。
nodes-KeepRunningUntilFailure-details =
    - 子节点成功：运行中；在下一帧再次运行它，绝不在同一帧。
    - 子节点失败：以失败结束。
    - 子节点运行中：保持运行。

nodes-RandomSequence-title = 随机顺序
nodes-RandomSequence-summary = 以随机次序运行子节点，直到有一个失败：必须全部成功。
nodes-RandomSequence-details =
    - 启动时：用树的带种子的生成器打乱子节点的次序。
    - 子节点成功：在同一帧内运行该次序中的下一个；最后一个成功后以成功结束。
    - 子节点失败：立即以失败结束。
    - 子节点运行中：停留在它上面，下一帧继续。

nodes-RandomSelector-title = 随机选择
nodes-RandomSelector-summary = 以随机次序运行子节点，直到有一个成功：有一个可行就够了。
nodes-RandomSelector-details =
    - 启动时：用树的带种子的生成器打乱子节点的次序。
    - 子节点成功：立即以成功结束。
    - 子节点失败：在同一帧内运行该次序中的下一个；最后一个失败后以失败结束。
    - 子节点运行中：停留在它上面，下一帧继续。

nodes-PrioritySelector-title = 优先级选择
nodes-PrioritySelector-summary = 按每个子节点所带的优先级依次尝试，直到有一个成功。
nodes-PrioritySelector-details =
    - 启动时：读取一次每个子节点的 `priority`；最高的最先，相同时左边的优先。
    - 子节点成功：立即以成功结束。
    - 子节点失败：在同一帧内运行优先级次高的；最后一个失败后以失败结束。
    - 子节点运行中：停留在它上面；期间改变的优先级在下次启动时才起作用。

nodes-PrioritySelector-parameter-priority = 优先级

nodes-PrioritySelector-help-priority = 这个子节点有多重要：最高的最先尝试。

nodes-UtilitySelector-title = 效用选择
nodes-UtilitySelector-summary = 运行效用最高的子节点（每个子节点带一个数），一旦有更好的就换。
nodes-UtilitySelector-details =
    - 启动时：运行 `utility` 最高的子节点；相同时左边的优先。
    - 子节点运行中：每一帧在继续之前重新比较所有效用。效用更高的另一个子节点会中断它并取而代之；相同的不会。
    - 子节点成功：立即以成功结束。
    - 子节点失败：在同一帧内运行自启动以来还没有失败的子节点中最好的；全部失败后以失败结束。
    - 中断回到某个子节点时，忘记它曾经失败。

nodes-UtilitySelector-parameter-utility = 效用

nodes-UtilitySelector-help-utility = 这个子节点现在有多大用处：最高的运行。通常是变量。

nodes-Inverter-title = 取反
nodes-Inverter-summary = 把子节点的成功变为失败，失败变为成功。
nodes-Inverter-details =
    - 子节点成功：以失败结束。
    - 子节点失败：以成功结束。
    - 子节点运行中：继续运行。

nodes-Repeater-title = 重复
nodes-Repeater-summary = 反复运行子节点。
nodes-Repeater-details =
    - 子节点结束：完成一轮；完成 `count` 轮后以最后一轮的结果结束。
    - 子节点失败且设置了 `end_on_failure`：立即以失败结束。
    - 在启动的那一帧就结束的子节点每帧运行一次，使每一帧总能结束。

nodes-Repeater-parameter-count = 轮数
nodes-Repeater-parameter-forever = 永远
nodes-Repeater-parameter-end_on_failure = 失败时结束

nodes-Repeater-help-count = 运行多少轮。
nodes-Repeater-help-forever = 永不停止；此时轮数不起作用。
nodes-Repeater-help-end_on_failure = 在第一次失败的那一轮停止。

nodes-Subtree-title = 子树
nodes-Subtree-summary = 运行另一棵树：本文档的或另一个文件的。
nodes-Subtree-details =
    - 树如何结束，就如何结束；其中的条件节点触发中断时，如同这棵树就在此处。
    - 其余参数是子树的变量，按名称设置。绑定到变量时，子树的变量就是那个变量，读写都直接作用于它；设为常量时，它是子树每次开始时的值，代替声明的初始值。
    - 作用域为 `subtree` 的变量每次开始时重新设置。来自另一个文件时，作用域为 `tree` 的变量属于这次使用，并在多次开始之间保留其值；作用域为 `global` 的变量属于管理器。
    - 覆盖值只为这次使用设置内部节点的单个参数。
    - 直接或间接包含自身的树不能运行。

nodes-Subtree-parameter-tree = 树
nodes-Subtree-parameter-file = 文件

nodes-Subtree-help-tree = 树的名称；留空表示文件的主树。
nodes-Subtree-help-file = 它所在的文件，相对于本文件；留空表示本文档。

nodes-ReturnSuccess-title = 返回成功
nodes-ReturnSuccess-summary = 无论子节点如何结束，都以成功结束。
nodes-ReturnSuccess-details =
    - 子节点成功或失败：以成功结束。
    - 子节点运行中：继续运行。

nodes-ReturnFailure-title = 返回失败
nodes-ReturnFailure-summary = 无论子节点如何结束，都以失败结束。
nodes-ReturnFailure-details =
    - 子节点成功或失败：以失败结束。
    - 子节点运行中：继续运行。

nodes-UntilSuccess-title = 直到成功
nodes-UntilSuccess-summary = 运行子节点直到它成功。
nodes-UntilSuccess-details =
    - 子节点成功：以成功结束。
    - 子节点失败：再次运行，每帧一次。
    - 子节点运行中：继续运行。

nodes-UntilFailure-title = 直到失败
nodes-UntilFailure-summary = 运行子节点直到它失败。
nodes-UntilFailure-details =
    - 子节点成功：再次运行，每帧一次。
    - 子节点失败：以失败结束；设置了 `succeed` 时以成功结束。
    - 子节点运行中：继续运行。

nodes-UntilFailure-parameter-succeed = 算作成功

nodes-UntilFailure-help-succeed = 子节点失败时以成功结束。

nodes-Retry-title = 重试
nodes-Retry-summary = 子节点失败时再次运行，次数有限。
nodes-Retry-details =
    - 子节点成功：以成功结束。
    - 子节点失败：再次运行；失败 `attempts` 次后以失败结束。
    - 在启动的那一帧就结束的子节点每帧运行一次，使每一帧总能结束。

nodes-Retry-parameter-attempts = 次数

nodes-Retry-help-attempts = 子节点可以失败多少次。

nodes-RateController-title = 频率控制
nodes-RateController-summary = 上方的流水线顺序或非阻塞顺序继续时，限制子节点每秒运行的次数。
nodes-RateController-details =
    - 启动：运行子节点，以它的结果结束。
    - 父节点是流水线顺序或非阻塞顺序，并在继续时再次启动它：运行中，直到子节点成功的那一帧之后过了 1 / `hz` 秒；然后在那一帧内运行子节点。
    - 在其他父节点下，每次启动都立即运行子节点。

nodes-RateController-parameter-hz = 频率

nodes-RateController-help-hz = 子节点每秒最多运行多少次。

nodes-SingleTrigger-title = 单次触发
nodes-SingleTrigger-summary = 上方的流水线顺序或非阻塞顺序继续时，只让子节点运行到结束一次，此后失败。
nodes-SingleTrigger-details =
    - 启动：运行子节点，以它的结果结束。
    - 父节点是流水线顺序或非阻塞顺序，并在继续时再次启动它：失败，不运行子节点。
    - `is_global`：子节点结束后，无论在什么父节点下，每次启动都失败，直到树重新启用。

nodes-SingleTrigger-parameter-is_global = 全程只触发一次

nodes-SingleTrigger-help-is_global = 子节点在整次运行中是否只结束一次。

nodes-RunOnce-title = 只运行一次
nodes-RunOnce-summary = 只运行一次子节点，直到树重新启用才会再运行。
nodes-RunOnce-details =
    - 第一次：运行子节点，以它的结果结束。
    - 此后再启动：不运行子节点；`Same` 回答子节点当时的结果，`Success` 和 `Failure` 固定回答。
    - 被中断不算结束：下次再运行子节点。

nodes-RunOnce-parameter-afterwards = 此后

nodes-RunOnce-help-afterwards = 子节点运行过之后回答什么：与它当时相同，或总是其中之一。

nodes-TimeLimit-title = 时间限制
nodes-TimeLimit-summary = 子节点运行太久时失败。
nodes-TimeLimit-details =
    - 子节点运行中：自启动以来各帧时间步长之和（含本帧）达到 `seconds` 时，中断子节点，在该帧以失败结束。
    - 子节点及时结束：以它的结果结束。恰好在时间到的那一帧结束也算及时。

nodes-TimeLimit-parameter-seconds = 秒数

nodes-TimeLimit-help-seconds = 子节点可以运行多久，以秒计。

nodes-CounterLimit-title = 帧数限制
nodes-CounterLimit-summary = 子节点连续运行的帧数太多时失败。
nodes-CounterLimit-details =
    - 子节点运行中：计一帧；超过 `limit` 帧时，中断子节点，在该帧以失败结束。
    - 子节点在限制内结束：以它的结果结束。
    - 每次启动重新计数。

nodes-CounterLimit-parameter-limit = 帧数

nodes-CounterLimit-help-limit = 子节点可以回答运行中多少帧。

nodes-Delay-title = 延迟
nodes-Delay-summary = 过一段时间再运行子节点。
nodes-Delay-details =
    - 在此之前：运行中，子节点没有启动。
    - 自启动以来各帧时间步长之和（含本帧）达到 `seconds`：在同一帧内运行子节点。
    - 子节点结束：以它的结果结束。

nodes-Delay-parameter-seconds = 秒数

nodes-Delay-help-seconds = 运行子节点之前等待多久，以秒计。

nodes-Cooldown-title = 冷却
nodes-Cooldown-summary = 子节点结束后，在一段时间内失败。
nodes-Cooldown-details =
    - 启动时，距子节点上次结束的那一帧不足 `seconds` 秒：失败，子节点不启动。
    - 否则：运行子节点，以它的结果结束。
    - 子节点运行时被中断也算它结束。跨启动记住，直到树重新启用。

nodes-Cooldown-parameter-seconds = 秒数

nodes-Cooldown-help-seconds = 子节点结束后休息多久，以秒计。

nodes-Probability-title = 概率
nodes-Probability-summary = 以一定概率运行子节点，由树的带种子的生成器决定。
nodes-Probability-details =
    - 启动时抽取的数小于 `p`：运行子节点，以它的结果结束。
    - 否则：失败，子节点不启动。

nodes-Probability-parameter-p = 概率

nodes-Probability-help-p = 从 0（从不）到 1（总是）。

nodes-Guard-title = 守卫
nodes-Guard-summary = 只在一个关于变量的表达式成立时运行子节点。
nodes-Guard-details =
    - 启动时表达式成立：运行子节点，以它的结果结束。
    - 不成立：失败，子节点不启动。
    - 像同一位置上的条件节点一样受监视：上方最近的组合节点有中断类型时，每帧重新计算表达式，其改变会中断该类型所允许的部分，包括它自己的子节点。
    - 上方没有中断类型时，表达式不再成立，子节点也继续运行。
    - 表达式没有值（例如除以零）：算作不成立，并说明原因。

nodes-Guard-parameter-expression = 表达式

nodes-Guard-help-expression = 必须成立的条件，例如 `health > 30 && !is_night`。

nodes-Semaphore-title = 信号量
nodes-Semaphore-summary = 在一个管理器的所有树中，只允许有限个同时运行。
nodes-Semaphore-details =
    - 启动时，这个 `name` 被占用的名额少于 `count`：占用一个，运行子节点，以它的结果结束。
    - 没有空闲的名额：失败；设置了 `wait` 时运行中，直到有空闲，并在该帧占用。
    - 子节点结束或被中断时归还名额。
    - 同一管理器中使用同一名称的信号量共享名额；各按自己的 `count` 判断。

nodes-Semaphore-parameter-name = 名称
nodes-Semaphore-parameter-count = 名额
nodes-Semaphore-parameter-wait = 等待

nodes-Semaphore-help-name = 哪些名额：同名的信号量共享。
nodes-Semaphore-help-count = 可以同时运行多少个。
nodes-Semaphore-help-wait = 等待空闲的名额，而不是失败。

nodes-Interruptible-title = 可中断
nodes-Interruptible-summary = 运行子节点，直到具有相同键的“执行中断”让它停止。
nodes-Interruptible-details =
    - 子节点结束：以它的结果结束。
    - 子节点运行时，这棵树的“执行中断”或游戏说出它的 `key`：下一帧开始时中断子节点，轮到它时在该帧以所要求的结果结束，除非在此之前来自上方的条件中断打断了它；它下面的条件不再起作用。
    - 所有具有该键且正在运行的都被中断；没有运行的不受影响。

nodes-Interruptible-parameter-key = 键

nodes-Interruptible-help-key = 中断它时用的名称。

nodes-CompareBool-title = 比较布尔
nodes-CompareBool-summary = 两个布尔值的比较成立时成功。
nodes-CompareBool-details =
    - 比较成立：成功。
    - 否则：失败。

nodes-CompareBool-parameter-left = 左边
nodes-CompareBool-parameter-operator = 运算符
nodes-CompareBool-parameter-right = 右边

nodes-CompareBool-help-left = 左边：通常是变量。
nodes-CompareBool-help-operator = 如何比较。
nodes-CompareBool-help-right = 右边。

nodes-CompareInt-title = 比较整数
nodes-CompareInt-summary = 两个整数的比较成立时成功。
nodes-CompareInt-details =
    - 比较成立：成功。
    - 否则：失败。

nodes-CompareInt-parameter-left = 左边
nodes-CompareInt-parameter-operator = 运算符
nodes-CompareInt-parameter-right = 右边

nodes-CompareInt-help-left = 左边：通常是变量。
nodes-CompareInt-help-operator = 如何比较。
nodes-CompareInt-help-right = 右边。

nodes-CompareFloat-title = 比较浮点数
nodes-CompareFloat-summary = 两个数的比较成立时成功。
nodes-CompareFloat-details =
    - 比较成立：成功。
    - 否则：失败。

nodes-CompareFloat-parameter-left = 左边
nodes-CompareFloat-parameter-operator = 运算符
nodes-CompareFloat-parameter-right = 右边

nodes-CompareFloat-help-left = 左边：通常是变量。
nodes-CompareFloat-help-operator = 如何比较。
nodes-CompareFloat-help-right = 右边。

nodes-CompareString-title = 比较文本
nodes-CompareString-summary = 两个文本的比较成立时成功。
nodes-CompareString-details =
    - 比较成立：成功。
    - 否则：失败。
    - 按 Unicode 码位排序：大写字母在小写字母之前。

nodes-CompareString-parameter-left = 左边
nodes-CompareString-parameter-operator = 运算符
nodes-CompareString-parameter-right = 右边

nodes-CompareString-help-left = 左边：通常是变量。
nodes-CompareString-help-operator = 如何比较。
nodes-CompareString-help-right = 右边。

nodes-RandomChance-title = 随机概率
nodes-RandomChance-summary = 以一定概率成功，由树的带种子的生成器决定。
nodes-RandomChance-details =
    - 抽取的数小于 `probability`：成功。
    - 否则：失败。
    - 被监视时，每次检查都重新抽取。

nodes-RandomChance-parameter-probability = 概率

nodes-RandomChance-help-probability = 从 0（从不）到 1（总是）。

nodes-IsVariableSet-title = 变量已设置
nodes-IsVariableSet-summary = 变量有内容时成功：不是假、0、空文本、空列表，也不是全为零的向量或颜色。
nodes-IsVariableSet-details =
    - 变量有内容：成功。
    - 否则：失败。

nodes-IsVariableSet-parameter-variable = 变量

nodes-IsVariableSet-help-variable = 要查看的变量。

nodes-StandInConditional-title = 替身条件
nodes-StandInConditional-summary = 在没有游戏时扮演游戏的条件节点：按您说的回答。
nodes-StandInConditional-details =
    - `Constant`：总是 `answer`。
    - `Sequence`：自树启用以来第 n 次更新给出 `answers` 的第 n 个字母：S 成功，F 失败；最后一个重复。
    - `Ask`：在有人回答之前为失败，之后为该回答，直到下一次回答：运行时点击它的卡片。

nodes-StandInConditional-parameter-mode = 方式
nodes-StandInConditional-parameter-answer = 回答
nodes-StandInConditional-parameter-answers = 回答序列

nodes-StandInConditional-help-mode = 回答从哪里来。
nodes-StandInConditional-help-answer = `Constant` 的回答。
nodes-StandInConditional-help-answers = `Sequence` 的回答，每次更新一个字母：S 或 F。

nodes-HasReceivedEvent-title = 收到事件
nodes-HasReceivedEvent-summary = 每来一个事件成功一次。
nodes-HasReceivedEvent-details =
    - 树启用以来有这个 `name` 的事件到来而它还没有报告过：成功，每个事件一次。由它引起的中断回到它时仍看到它为真。
    - 否则：失败。
    - 在运行到它之前到来的事件也算。
    - 指定了变量 `payload` 时，把最后一个事件附带的值写入它。变量不能容纳该值：失败，并说明原因。

nodes-HasReceivedEvent-parameter-name = 名称
nodes-HasReceivedEvent-parameter-payload = 附带的值

nodes-HasReceivedEvent-help-name = 监听什么：事件的名称。
nodes-HasReceivedEvent-help-payload = 接收附带的值的变量。

nodes-VariableChanged-title = 变量已改变
nodes-VariableChanged-summary = 变量的值与上次检查时不同时成功。
nodes-VariableChanged-details =
    - 自上次检查以来值改变过：成功。由它引起的中断回到它时仍看到它为真。
    - 否则：失败。树启用以来第一次检查时只记住。
    - 写入原有的值不算改变；改变后又改回来算。

nodes-VariableChanged-parameter-variable = 变量

nodes-VariableChanged-help-variable = 要关注的变量。

nodes-Timer-title = 定时器
nodes-Timer-summary = 每经过一段时间成功一次。
nodes-Timer-details =
    - 至少经过了 `seconds` 秒：成功，并从这一帧重新计时。由它引起的中断回到它时仍看到它为真。
    - 否则：失败。
    - 从树启用以来第一次检查它时开始计时（含该帧的时间步长）；没有检查它时以及跨启动都继续计时。

nodes-Timer-parameter-seconds = 秒数

nodes-Timer-help-seconds = 间隔，以秒计。

nodes-IsTreeRunning-title = 树在运行
nodes-IsTreeRunning-summary = 一棵树在旁边运行时成功。
nodes-IsTreeRunning-details =
    - 该树已启动，没有结束也没有被停止：成功。
    - 否则：失败。

nodes-IsTreeRunning-parameter-tree = 树

nodes-IsTreeRunning-help-tree = 此文档中树的名称。

nodes-RandomWait-title = 随机等待
nodes-RandomWait-summary = 运行一段在两个界限之间抽取的时间。
nodes-RandomWait-details =
    - 启动时：用树的带种子的生成器在 `min` 与 `max` 之间抽取时间。`max` 小于 `min` 时取 `min`。
    - 在此之前：运行中。
    - 自启动以来各帧时间步长之和（含本帧）达到该时间：成功。

nodes-RandomWait-parameter-min = 最短
nodes-RandomWait-parameter-max = 最长

nodes-RandomWait-help-min = 最短的时间，以秒计。
nodes-RandomWait-help-max = 最长的时间，以秒计。

nodes-Trace-title = 标记
nodes-Trace-summary = 在轨迹中留下标记。
nodes-Trace-details = - 总是：成功。标记留在轨迹、时间线和录制中的这个节点和这一帧上。

nodes-Trace-parameter-text = 文本

nodes-Trace-help-text = 标记的内容。

nodes-SendEvent-title = 发送事件
nodes-SendEvent-summary = 告诉这棵树或所有树发生了什么。
nodes-SendEvent-details =
    - 总是：成功。事件在下一帧到达：任务听不到同一帧发送的事件。
    - `Self`：发给这棵树以及在它旁边运行的树。`AllTrees`：发给管理器的每一棵树，包括这一棵。

nodes-SendEvent-parameter-name = 名称
nodes-SendEvent-parameter-payload = 附带的值
nodes-SendEvent-parameter-to = 发给

nodes-SendEvent-help-name = 发生了什么：监听者使用同样的名称。
nodes-SendEvent-help-payload = 附带什么：任意类型的值或变量。
nodes-SendEvent-help-to = 告诉谁。

nodes-WaitForEvent-title = 等待事件
nodes-WaitForEvent-summary = 运行直到事件到来。
nodes-WaitForEvent-details =
    - 本帧没有这个 `name` 的事件：运行中。
    - 有：成功。在它启动的那一帧到来的算；更早的或它已经听到过的不算。
    - 指定了变量 `payload` 时，把附带的值（同一帧有几个时取最后一个）写入它。变量不能容纳该值：失败，并说明原因。

nodes-WaitForEvent-parameter-name = 名称
nodes-WaitForEvent-parameter-payload = 附带的值

nodes-WaitForEvent-help-name = 监听什么：事件的名称。
nodes-WaitForEvent-help-payload = 接收附带的值的变量。

nodes-PerformInterrupt-title = 执行中断
nodes-PerformInterrupt-summary = 中断这棵树中具有某个键的“可中断”节点。
nodes-PerformInterrupt-details =
    - 总是：成功。下一帧开始时，中断其中正在运行的那些的子节点；它们以 `result` 结束。
    - 届时没有具有该键的节点在运行：什么也不发生。

nodes-PerformInterrupt-parameter-key = 键
nodes-PerformInterrupt-parameter-result = 结果

nodes-PerformInterrupt-help-key = 要中断的节点的键。
nodes-PerformInterrupt-help-result = 它们以什么结束。

nodes-RestartTree-title = 重新开始
nodes-RestartTree-summary = 在下一帧从根节点重新开始这棵树。
nodes-RestartTree-details =
    - 总是：运行中。本帧结束时，树中的一切都被中断，包括这个任务；下一帧树从根节点开始，如同停用后再启用。
    - 变量保持原值；任务跨启动记住的内容被忘记。
    - 如果树仍在这一帧结束，就不再开始。

nodes-RunTree-title = 运行树
nodes-RunTree-summary = 在这棵树旁边运行文档中的另一棵树。
nodes-RunTree-details =
    - 没有 `wait`：成功。该树从本帧起运行，每帧紧接在这棵树之后，属于同一个体，有自己的变量。
    - 有 `wait`：运行中，直到该树结束，然后是它的结果；它被停止时失败。等待时这个任务被中断，该树也被停止。
    - 已经在运行的树不会再启动一次。
    - 一棵树结束时，它启动的所有树都停止。

nodes-RunTree-parameter-tree = 树
nodes-RunTree-parameter-wait = 等待

nodes-RunTree-help-tree = 此文档中树的名称。
nodes-RunTree-help-wait = 运行直到该树结束，并以它的结果结束。

nodes-StopTree-title = 停止树
nodes-StopTree-summary = 停止一棵树：这一棵，或在旁边运行的一棵。
nodes-StopTree-details =
    - 没有 `tree`：运行中。本帧结束时，这棵树中的一切都被中断，树被停用，直到游戏再次启用。如果它仍在这一帧结束，就算结束。
    - 有由“运行树”启动的 `tree`：成功。这棵树的本帧结束时，该树中的一切都被中断。没有在运行的保持原样。

nodes-StopTree-parameter-tree = 树

nodes-StopTree-help-tree = 此文档中要停止的树；空表示这一棵。

nodes-Log-title = 日志
nodes-Log-summary = 向日志写一行。
nodes-Log-details = - 总是：成功。

nodes-Log-parameter-text = 文本

nodes-Log-help-text = 要写的内容。

nodes-Wait-title = 等待
nodes-Wait-summary = 运行直到经过一段时间。
nodes-Wait-details =
    - 在此之前：运行中。
    - 自启动以来各帧时间步长之和（含本帧）达到 `seconds`：成功。

nodes-Wait-parameter-seconds = 秒数

nodes-Wait-help-seconds = 多长时间，以秒计。

nodes-SetVariable-title = 设置变量
nodes-SetVariable-summary = 向变量写入一个值。
nodes-SetVariable-details = - 总是：成功。下一个运行的任务会看到新值。

nodes-SetVariable-parameter-variable = 变量
nodes-SetVariable-parameter-value = 值

nodes-SetVariable-help-variable = 要写入的变量。
nodes-SetVariable-help-value = 要写入的内容：一个值，或同类型的另一个变量。

nodes-Compute-title = 计算
nodes-Compute-summary = 计算表达式，并把结果写入变量。
nodes-Compute-details =
    - 表达式有值：写入该值，成功。下一个运行的任务会看到新值。
    - 没有值（例如除以零）：什么也不写入，失败并说明原因。

nodes-Compute-parameter-variable = 变量
nodes-Compute-parameter-expression = 表达式

nodes-Compute-help-variable = 要写入的变量。
nodes-Compute-help-expression = 要写入的内容，例如 `health + 10` 或 `min(health, 100)`；类型与变量相同。

nodes-WaitUntil-title = 等到
nodes-WaitUntil-summary = 一直运行，直到表达式成立。
nodes-WaitUntil-details =
    - 表达式不成立：运行中，下一帧再问。
    - 成立：成功，第一帧也一样。
    - 没有值（例如除以零）：失败并说明原因。

nodes-WaitUntil-parameter-expression = 表达式

nodes-WaitUntil-help-expression = 必须成立的条件，例如 `health > 50 && !sees_enemy`。

nodes-Expression-title = 表达式
nodes-Expression-summary = 关于变量的表达式成立时成功。
nodes-Expression-details =
    - 表达式成立：成功。
    - 不成立：失败。
    - 没有值（例如除以零）：失败并说明原因。

nodes-Expression-parameter-expression = 表达式

nodes-Expression-help-expression = 必须成立的条件，例如 `health < 30 && distance(position, target) > 5`。

nodes-Idle-title = 空闲
nodes-Idle-summary = 一直运行，直到被中断。
nodes-Idle-details = - 总是：运行中。

nodes-Fail-title = 失败
nodes-Fail-summary = 立即失败。
nodes-Fail-details = - 总是：失败。

nodes-Succeed-title = 成功
nodes-Succeed-summary = 立即成功。
nodes-Succeed-details = - 总是：成功。

nodes-StandIn-title = 替身
nodes-StandIn-summary = 在没有游戏时扮演游戏的动作：按您说的回答。
nodes-StandIn-details =
    - `Constant`：总是 `answer`。
    - `Sequence`：自启动以来第 n 次更新给出 `answers` 的第 n 个字母：S 成功，F 失败，R 运行中；最后一个重复。
    - `Ask`：运行中，直到有人回答：运行时点击它的卡片。

nodes-StandIn-parameter-mode = 方式
nodes-StandIn-parameter-answer = 回答
nodes-StandIn-parameter-answers = 回答序列

nodes-StandIn-help-mode = 回答从哪里来。
nodes-StandIn-help-answer = `Constant` 的回答。
nodes-StandIn-help-answers = `Sequence` 的回答，每次更新一个字母：S、F 或 R。

scenario_error-nothing_to_run = 行为树没有可运行的根节点
scenario_error-broken_node = 节点“{ $title }”（{ $node }）无法运行：{ $why }
scenario_error-unknown_node = 没有节点的 id 或名称是 `{ $name }`
scenario_error-ambiguous_node = 有 { $count } 个节点名为 `{ $name }`：请使用 id
scenario_error-several_uses = `{ $name }` 所在的子树被运行了 { $count } 次：请在它的 id 前写上子树节点的 id，如 n7/n2
scenario_error-not_a_leaf = 节点 `{ $name }` 有子节点：只有叶节点可以替代或指定结果
scenario_error-never_runs = 节点 `{ $name }` 是游离的或已禁用，永远不会运行
scenario_error-undeclared_variable = 行为树没有声明变量 `{ $name }`
scenario_error-wrong_value = 第 { $frame } 帧：{ $error }
scenario_error-beyond_the_end = 有一步在第 { $frame } 帧，但场景在第 { $frames } 帧之后就结束了

node_title-numbered = { $title } { $number }
node_title-numbered_with = { $title } { $number }（{ $neighbor }）
