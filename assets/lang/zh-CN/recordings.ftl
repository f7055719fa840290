### 录制文件：读取、保存与比较。

recording_error-other_frame = 这里应为第 { $next } 帧，而不是第 { $frame } 帧
recording_error-most_frames = 一次运行最多有 { $most } 帧
recording_error-most_nodes = 所有代理的树合计最多有 { $most } 个节点
recording_error-no_root = 其中没有可运行的内容：树没有根节点
recording_error-held = 其中的文档“{ $path }”无法使用：{ $why }
recording_error-no_agent = 没有说明针对哪个代理
recording_error-no_node = 程序中没有节点 { $node }
recording_error-one_of = 所做的事必须是以下字段之一：{ $fields }
recording_error-one_field = 这里的对象只能有一个字段

command-save_run = 保存运行记录…
command-compare_run = 与录制文件比较…

submenu-recordings = 运行录制

question-compare-title = 与录制文件比较
question-compare-text = 录制文件的路径（名称.trace.jsonl）：
question-compare-confirm = 比较

run_not_saved-document = 无法保存运行记录：所运行的文档中有文件无法保存的数字
run_not_saved-nothing = 无法保存运行记录：还没有运行任何一帧
run_not_saved-too_large = 无法保存运行记录：文件将超过可读取的上限 { $limit } MB。请在运行期间少修改行为树，或保存较短的运行
run_not_saved-too_long = 无法保存运行记录：帧数超过可读取的上限 { $limit }。请保存较短的运行
run_not_saved-forgotten = 无法保存运行记录：仍保留的最早一帧是第 { $first } 帧。请在设置中增大运行记录的内存上限，然后重新运行

notice-cut_off = 录制文件的第 { $line } 行不完整：写入时被中断。此前的帧都完好

comparison-title = 本次运行与 { $name }
comparison-other_tree = 所运行的内容不同：文档或任务库不一致。
comparison-other_seed = 随机种子不同：{ $seed } 和 { $other }。
comparison-run_gone = 未与 { $name } 比较：所要比较的运行已结束
comparison-same = { $count ->
    [1] 唯一的一帧相同。
   *[other] 全部 { $count } 帧都相同。
}
comparison-first = 从第 { $frame } 帧开始不同。
comparison-go_to = 转到第 { $frame } 帧
comparison-run_ends = 本次运行到第 { $frame } 帧结束。
comparison-recording_ends = 录制到第 { $frame } 帧结束。
comparison-this_run = 本次运行
comparison-differs = 不同：{ $left } | { $right }
comparison-alike = { $left } | { $right }
comparison-of_agent = 代理 { $agent }：{ $told }
comparison-row_seconds = { $text } 秒
comparison-row_set = { $name } 被设为 { $text }
comparison-row_send = 发送事件 { $name }
comparison-row_send_with = 发送事件 { $name }，附带 { $text }
comparison-row_force = 强制 { $node } 返回{ $text }
comparison-row_interrupt = { $name } 被中断，结果为{ $text }
comparison-row_swap = 树被修改
comparison-row_add = 添加代理，种子为 { $text }
comparison-row_remove = 移除该代理
comparison-row_start = { $node } 开始
comparison-row_update = { $node } 返回{ $text }
comparison-row_end = { $node } 结束：{ $text }
comparison-row_interrupted = { $node } 被中断
comparison-row_check = { $node } 重新检查：{ $text }
comparison-row_abort = { $node } 在 { $text } 中触发中断
comparison-row_log = { $node } 输出“{ $text }”
comparison-row_mark = { $node } 设置标记“{ $text }”
comparison-row_error = { $node } 无法执行：{ $text }
comparison-row_tree_start = 树 { $name } 开始并行运行
comparison-row_tree_end = 树 { $name } 结束：{ $text }
comparison-row_tree_stopped = 树 { $name } 被停止
comparison-row_tree_says = 树 { $name } 输出“{ $text }”
comparison-row_wrote = { $node } 将 { $name } 设为 { $text }
comparison-row_becomes = { $name } 变为 { $text }
comparison-row_status = 整棵树：{ $text }
