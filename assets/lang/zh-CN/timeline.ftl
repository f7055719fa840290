### 运行时显示的内容：画布上的计数、时间轴、曲线图、日志和变量历史。

command-heat_map = 访问热力图
command-run_counts = 显示次数和时间
command-unreached = 高亮未到达的节点

canvas-run-counts = { $count } 次 · { $seconds } 秒
canvas-run-told = 已进入 { $count } 次，{ $state }，持续 { $seconds } 秒
canvas-run-visits = 已进入 { $count } 次
canvas-run-never = 从未到达

canvas-heat-title = 节点进入次数
canvas-heat-said = 颜色表示进入次数：1 至 { $most } 次
canvas-heat-unreached = { $count } 个节点从未到达

status-reached = 已到达 { $reached } / { $count } 个节点

panel-plots = 曲线图
panel-map = 地图
panel-timeline = 时间轴

timeline-no_run = 运行行为树后，这里按轨道显示每个节点何时运行、如何结束。
timeline-search = 搜索轨道
timeline-ruler = 当前显示的帧
timeline-moment = 第 { $frame } 帧 · { $time } 秒
timeline-more = 还有 { $count } 项
timeline-event = 第 { $frame } 帧收到事件“{ $name }”
timeline-event_with_payload = 第 { $frame } 帧收到事件“{ $name }”，附带的值为 { $payload }
timeline-follow = 跟随最新帧
timeline-all = 显示整个运行
timeline-zoom_in = 放大时间轴
timeline-zoom_out = 缩小时间轴
timeline-expand_all = 展开所有轨道
timeline-collapse_all = 折叠所有轨道
timeline-lane = “{ $title }”的轨道，{ $state }
timeline-lane_collapsed = “{ $title }”的轨道，{ $state }，已折叠
timeline-span = { $count ->
    [1] 第 { $from } 帧 · { $seconds } 秒
   *[other] 第 { $from } 至 { $to } 帧 · { $seconds } 秒
}
timeline-span_series = 第 { $from } 至 { $to } 帧，每帧一次
timeline-note_abort = 第 { $frame } 帧触发中断
timeline-note_log = 第 { $frame } 帧输出：{ $text }
timeline-note_mark = 第 { $frame } 帧设置标记：{ $text }
timeline-note_error = 第 { $frame } 帧执行出错：{ $text }
timeline-note_background = 第 { $frame } 帧：{ $text }
timeline-note_change = 第 { $frame } 帧更改变量“{ $text }”

log-nothing = 没有匹配的日志。
log-search = 搜索日志
log-frames = 帧
log-frames_hint = 只显示这些帧的日志：12、12-30、12- 或 -30
log-frames_wrong = 帧的格式：12、12-30、12- 或 -30
log-only_selected = 只显示所选分支的日志
log-kind_log = 消息
log-kind_data = 帧数据
log-kind_abort = 中断
log-kind_event = 事件
log-kind_error = 错误
log-kind_run = 运行
log-copy = 复制显示的日志
log-export = 导出显示的日志
log-as_text = 文本…
log-as_csv = CSV…
log-as_jsonl = JSON Lines…

question-export-title = 导出
question-export-text = 导出路径：
question-export-confirm = 导出

notice-exported = 已导出到 { $path }
notice-two_sentences = { $first }。{ $next }
notice-run_saved = 运行已保存到 { $path }

plots-no_run = 运行行为树后，这里绘制所选变量随时间的变化。
plots-empty = 请在黑板中选择变量：单击变量的曲线按钮，或在它的“…”菜单中选择，即可在此绘制。
plots-switch = 绘制“{ $name }”的曲线
plots-name = 曲线：{ $names }
plots-utility = { $node }的效用
plots-data = 帧数据（{ $count }）

map-no_run = 运行行为树后，这里以点显示它的向量。
map-empty = 还没有向量。类型为 vec2 或 vec3 的变量和帧数据会显示在这里。
map-fit = 显示所有点
map-follow = 跟随当前智能体
map-labels = 标签
map-y_down = 数值大的在下方
map-plane = vec3 的坐标：{ $plane }。单击可切换。
map-path = 轨迹长度（帧）
map-path_unit = {" "}帧
map-name = 地图，共 { $count } 个点
map-point = { $label } { $value }
map-point_before = { $point }，来自较早的帧

blackboard-changed_now = “{ $name }”刚刚改变。最近的值
blackboard-history_of = “{ $name }”最近的值
blackboard-value_in_frame = { $frame }：{ $value }
blackboard-change = { $frame }：{ $value }（{ $by }）
blackboard-earlier = 还有更早的 { $count } 次改变
blackboard-by_declaration = 初始值
blackboard-by_background = 后台树
blackboard-by_you = 手动
blackboard-by_outside = 外部写入
blackboard-by_unknown = 未知
