### 录制：读取、保存与比较。

recording_error-other_frame = 这里应为第 { $next } 帧，而不是第 { $frame } 帧
recording_error-most_frames = 一次运行最多有 { $most } 帧
recording_error-most_nodes = 所有智能体的树合计最多有 { $most } 个节点
recording_error-no_root = 其中没有可运行的内容：树没有根节点
recording_error-held = 其中的文档“{ $path }”无法使用：{ $why }
recording_error-no_agent = 没有写明针对哪个智能体
recording_error-no_node = 程序中没有节点“{ $node }”
recording_error-one_of = 操作必须有以下字段之一：{ $fields }
recording_error-added_tree = 新增的智能体应同时有 tree 和 documents，或只有 like，或都没有
recording_error-no_such_agent = 没有智能体 { $agent }
recording_error-one_field = 这里的对象只能有一个字段

command-save_run = 保存运行录制…
command-compare_run = 与录制比较…

submenu-recordings = 录制

question-save_run-title = 保存运行录制
question-save_run-text = 录制的路径（名称.trace.jsonl）：
question-save_run-confirm = 保存
question-compare-title = 与录制比较
question-compare-text = 录制的路径（名称.trace.jsonl）：
question-compare-confirm = 比较

run_not_saved-document = 无法保存运行录制：所运行的文档中有文件无法表示的数字
run_not_saved-nothing = 无法保存运行录制：还没有运行任何一帧
run_not_saved-too_large = 无法保存运行录制：文件将超过可读取的上限 { $limit } MB。请在运行期间少更改行为树，或保存较短的运行。
run_not_saved-too_long = 无法保存运行录制：帧数超过可读取的上限 { $limit }。请保存较短的运行。
run_not_saved-forgotten = 无法保存运行录制：现存最早的是第 { $first } 帧。请在设置中增大运行历史的内存上限，然后重新运行。

notice-cut_off = 录制的第 { $line } 行不完整：写入时中断。此前的帧都完好。

comparison-title = 本次运行与 { $name }
comparison-other_tree = 运行的内容不同：文档或任务库不一致。
comparison-other_seed = 随机种子不同：{ $seed } 和 { $other }。
comparison-run_gone = 未与 { $name } 比较：要比较的运行已结束
comparison-same = { $count ->
    [1] 唯一的一帧相同。
   *[other] 全部 { $count } 帧都相同。
}
comparison-first = 从第 { $frame } 帧起不同。
comparison-go_to = 转到第 { $frame } 帧
comparison-run_ends = 本次运行到第 { $frame } 帧结束。
comparison-recording_ends = 录制到第 { $frame } 帧结束。
comparison-this_run = 本次运行
comparison-differs = 不同：{ $left } | { $right }
comparison-alike = { $left } | { $right }
comparison-row_seconds = { $text } 秒
comparison-row_set = “{ $name }”被设为 { $text }
comparison-row_send = 发送事件“{ $name }”
comparison-row_send_with = 发送事件“{ $name }”，附带 { $text }
comparison-row_force = 强制“{ $node }”返回{ $text }
comparison-row_interrupt = 按标识“{ $name }”打断，结果为{ $text }
comparison-row_seed = 随机选择以种子 { $text } 重新开始
comparison-row_swap = 更改了行为树
comparison-row_add = 添加智能体，随机种子为 { $text }
comparison-row_remove = 移除该智能体
comparison-row_start = “{ $node }”开始
comparison-row_update = “{ $node }”返回{ $text }
comparison-row_end = “{ $node }”以{ $text }结束
comparison-row_interrupted = “{ $node }”被中断
comparison-row_check = 重新检查“{ $node }”：{ $text }
comparison-row_abort = “{ $node }”在“{ $text }”内触发中断
comparison-row_log = “{ $node }”输出“{ $text }”
comparison-row_mark = “{ $node }”留下标记“{ $text }”
comparison-row_error = “{ $node }”执行出错：{ $text }
comparison-row_tree_start = 树“{ $name }”开始同时运行
comparison-row_tree_end = 树“{ $name }”以{ $text }结束
comparison-row_tree_stopped = 树“{ $name }”被停止
comparison-row_tree_says = 树“{ $name }”输出“{ $text }”
comparison-row_wrote = “{ $node }”将“{ $name }”设为 { $text }
comparison-row_data = “{ $node }”附加“{ $name }”= { $text }
comparison-row_attached = 后台树附加“{ $name }”= { $text }
comparison-row_becomes = “{ $name }”变为 { $text }
comparison-row_status = 行为树：{ $text }

### 机器人的日志

run-told = 录制的运行
canvas-run-unknown = 状态未知
blackboard-not_told = 初始值（未录制）
observers-not_known = 此刻监视哪些条件未知：没有收到这段时间的信息。
told_run-opened = { $count ->
    [0] 已打开录制的运行 { $name }：其中没有帧。
   *[other] 已打开录制的运行 { $name }：共 { $count } 帧。
}
told_run-opened_cut = { $count ->
    [0] 由于写入被中断，{ $name } 缺少结尾：其中没有帧。
   *[other] 由于写入被中断，{ $name } 缺少结尾：其中有 { $count } 帧。
}
told_run-remedy = 请用 BehaviorTree.CPP 4 的 FileLogger2 重新录制，并在复制文件前关闭程序。
