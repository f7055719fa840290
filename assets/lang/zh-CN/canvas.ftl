### 画布的文字。

canvas-tree = 树“{ $name }”
canvas-name = 画布
canvas-unknown = 没有任务库声明“{ $task }”。请添加其任务库。参数会保留。
canvas-explain = “{ $node }”的问题

canvas-add-loose = 添加节点
canvas-add-below = 为“{ $node }”添加子节点
canvas-add-above = 为“{ $node }”添加父节点
canvas-add-search = 搜索节点类型
canvas-add-all = 全部
canvas-add-composite = 组合
canvas-add-decorator = 装饰
canvas-add-condition = 条件
canvas-add-action = 动作
canvas-add-chips_hint = 下一个：Tab
canvas-add-declares = 添加这个名称的布尔变量，并用“{ $task }”检查它
canvas-add-runs = 运行 { $path }
canvas-add-stands_in = 添加这个名称的动作：在游戏实现它之前，由替身代替
canvas-add-checks = 用“{ $task }”检查此变量
canvas-add-nothing = 没有匹配的节点类型。

canvas-empty-title = 空的行为树
canvas-empty-hint = 按空格键添加节点，或将节点拖到这里

canvas-minimap-name = 小地图。单击或拖动可移动视图。

drop-child_of = “{ $parent }”的第 { $count } 个子节点
drop-between = “{ $parent }”与“{ $child }”之间
drop-unconnected = 游离
drop-moved = 已将“{ $node }”从“{ $from }”移到“{ $to }”
drop-moved_several = 已将 { $count } 个节点移到“{ $to }”

canvas-menu-add = 在此添加节点…
canvas-menu-add_note = 在此添加便签
canvas-menu-add_child = 添加子节点…
canvas-menu-abort = 中断类型
canvas-menu-disabled = 禁用
canvas-menu-breakpoint = 断点
canvas-parameter = { $name }：{ $value }
canvas-parameters = { $first }，{ $last }
canvas-menu-collapsed = 折叠

canvas-status-idle = 未运行
canvas-status-running = 运行中
canvas-status-succeeded = 成功
canvas-status-failed = 失败
canvas-status-interrupted = 被中断

canvas-answer-success = 成功
canvas-answer-failure = 失败

canvas-zoom-in = 放大
canvas-zoom-out = 缩小
canvas-zoom-fit = 显示整棵树
canvas-zoom-actual = 以 100% 显示

# What a screen reader says of a card.
canvas-reader-tree = 节点
canvas-reader-disabled = 已禁用
canvas-reader-unconnected = 游离
canvas-reader-breakpoint = 断点
canvas-reader-breakpoint_off = 断点（已禁用）
canvas-reader-collapsed = 已折叠，隐藏 { $count } 个节点
canvas-reader-place = 第 { $place } 个子节点，共 { $of } 个
canvas-reader-level = 第 { $level } 层

canvas-abort-title = { $abort }
canvas-abort-None = 无：不中断
canvas-abort-Self = 自身：中断分支内正在运行的节点
canvas-abort-LowerPriority = 低优先级：中断右侧正在运行的分支
canvas-abort-Both = 两者：中断分支内和右侧正在运行的节点

canvas-row-abort-Self = 中断：自身
canvas-row-abort-LowerPriority = 中断：低优先级
canvas-row-abort-Both = 中断：两者
canvas-row-condition = 仅当 { $value }
canvas-row-forever = 无限重复
canvas-row-repeats = { $count ->
    [1] 运行一次
   *[other] 重复 { $count } 次
}
canvas-row-repeats_of = 重复 { $value } 次
canvas-row-rounds = { $count ->
    [1] 运行一次
   *[other] 重复 { $count } 次，失败即止
}
canvas-row-rounds_of = 重复 { $value } 次，失败即止
canvas-row-until_failure = 重复直到失败
canvas-row-until_failure_succeeds = 重复直到失败，然后返回成功
canvas-row-until_success = 重复直到成功
canvas-row-attempts = 最多尝试 { $count } 次
canvas-row-attempts_of = 最多尝试 { $value } 次
canvas-row-at_most = 最多 { $value }
canvas-row-frames = 最多 { $count } 帧
canvas-row-frames_of = 最多 { $value } 帧
canvas-row-cooldown = 每次运行后冷却 { $value }
canvas-row-delay = 延迟 { $value } 后运行
canvas-row-service = 其余子节点每 { $value } 运行一次
canvas-row-probability = 以概率 { $value } 运行
canvas-row-once-Same = 只运行一次
canvas-row-once-Success = 只运行一次，之后返回成功
canvas-row-once-Failure = 只运行一次，之后返回失败

annotation-note = 便签
annotation-group = 分组
annotation-several = { $count } 个便签和分组
annotation-text = 文字
annotation-width = 宽度
annotation-height = 高度
annotation-new_group = 新分组

annotation-label-note = 便签：{ $text }
annotation-label-group = 分组：{ $text }

annotation-color-name = 颜色
annotation-color-yellow = 黄色：备注
annotation-color-blue = 蓝色：说明
annotation-color-green = 绿色：已完成
annotation-color-red = 红色：注意
annotation-color-violet = 紫色：想法
annotation-color-gray = 灰色：附注

command-add_note = 添加便签
command-group_selection = 将所选节点分组
command-next_annotation = 下一个便签或分组
command-nudge_left = 向左微移
command-nudge_right = 向右微移
command-nudge_up = 向上微移
command-nudge_down = 向下微移
command-center_root = 居中到根节点
command-zoom_in = 放大画布
command-zoom_out = 缩小画布
command-zoom_actual = 以 100% 显示
command-pan_left = 向左平移
command-pan_right = 向右平移
command-pan_up = 向上平移
command-pan_down = 向下平移
command-always_layout = 编辑后自动布局
command-stack_branches = 纵向排列小分支
command-snap_to_grid = 吸附到网格
command-guides = 对齐参考线
command-minimap = 小地图

obstacle-no_annotations = 文档中没有便签或分组。

gesture-snap = 切换吸附
gesture-snap_on = 拖动时按住 { KEYS("Ctrl") }

# Words by which all nodes of a category are found.
search-words-Composite = 组合节点
search-words-Decorator = 装饰节点
search-words-Conditional = 条件节点 黑板
search-words-Action = 动作节点
