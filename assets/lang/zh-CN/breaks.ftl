### 断点、条件监视、运行解释与监视表达式。

command-why = 为什么？
command-break_on_end = 节点结束时暂停
command-break_on_failure = 节点失败时暂停
command-break_on_abort = 中断影响此节点时暂停
command-disable_breakpoints = 禁用所有断点
command-enable_breakpoints = 启用所有断点
command-remove_breakpoints = 删除所有断点

panel-observers = 条件监视
panel-breakpoints = 断点

obstacle-no_breakpoints = 没有断点。

canvas-menu-stops = 其他暂停条件

blackboard-stop_when_written = 写入时暂停
blackboard-stop_when_becomes = 变为某个值时暂停

notice-breakpoints_not_kept = 无法将断点保存到 { $file }：{ $why }
notice-breakpoints_not_read = 无法读取 { $file } 中的断点：{ $why }

breakpoints-empty = 没有断点。可选择节点后按 F9，或为变量、表达式添加断点。
breakpoints-add = 添加断点
breakpoints-add_start = 所选节点开始
breakpoints-add_end = 所选节点结束
breakpoints-add_abort = 中断影响所选节点
breakpoints-add_written = 变量被写入
breakpoints-add_becomes = 变量变为某个值
breakpoints-add_expression = 表达式变为真
breakpoints-select_first = 请先选择一个节点。
breakpoints-enable_all = 全部启用
breakpoints-disable_all = 全部禁用
breakpoints-remove_all = 全部删除
breakpoints-remove = 删除：{ $what }
breakpoints-enabled_of = 启用：{ $what }
breakpoints-at_start = “{ $node }”开始
breakpoints-at_end = “{ $node }”结束
breakpoints-at_end_with = “{ $node }”以{ $status }结束
breakpoints-at_interruption = “{ $node }”被中断
breakpoints-at_abort = 中断影响“{ $node }”
breakpoints-at_written = “{ $name }”被写入
breakpoints-at_becomes = “{ $name }”变为 { $value }
breakpoints-at_true = “{ $text }”变为真
breakpoints-node_gone = 节点已删除
breakpoints-variable_gone = 变量已删除
breakpoints-if = 当 { $condition }
breakpoints-from_hit = 从第 { $count } 次命中起
breakpoints-only_says = 输出“{ $text }”
breakpoints-hits = 命中 { $count } 次
breakpoints-in_document = 保存在文档中
breakpoints-take_over = 更改…
breakpoints-take_over_hint = 移到项目的断点列表，即可更改。
breakpoints-field_event = 暂停条件
breakpoints-field_value = 值
breakpoints-at_nothing = 新表达式
breakpoints-field_expression = 表达式
breakpoints-field_condition = 条件
breakpoints-condition_hint = 事件发生时必须为真的表达式；留空表示始终
breakpoints-field_from_hit = 起始命中次数
breakpoints-field_only_says = 仅输出日志
breakpoints-field_message = 消息
breakpoints-message_hint = 不暂停，只将此消息写入日志；{ "{" }名称{ "}" } 会替换为变量的值。
breakpoints-event_start = 开始之前
breakpoints-event_end = 结束之后
breakpoints-event_success = 以成功结束之后
breakpoints-event_failure = 以失败结束之后
breakpoints-event_interrupted = 被中断之后
breakpoints-event_abort = 中断影响此节点之前
breakpoints-event_written = 写入之后
breakpoints-event_becomes = 变为某个值之后

observers-no_run = 运行行为树后，这里显示哪些条件受到监视，以及各能中断哪些节点。
observers-empty = 没有被监视的条件：设置了中断类型的组合节点下都没有条件节点。
observers-inside = 此帧开始前的状态
observers-idle = 当前未监视
observers-not_watched = 在此帧之前未被监视
observers-true = 上次：真
observers-false = 上次：假
observers-in = 在“{ $scope }”内
observers-dormant = 休眠

watches-title = 监视表达式
watches-add = 添加监视表达式
watches-hint = health < 30
watches-expression = 监视表达式：{ $text }
watches-remove = 删除监视：{ $text }
watches-value_of = { $text } 的值为 { $value }

why_window-title = 为什么？“{ $node }”
why_you-value_input = “{ $variable }”是 { $value }：在第 { $frame } 帧之前手动设置
why_you-value_input_changed = “{ $variable }”从 { $was } 变为 { $value }：在第 { $frame } 帧之前手动设置
why_you-since_input = “{ $variable }”后来变为 { $value }：在第 { $frame } 帧之前手动设置
why_you-source_forced = 手动指定了“{ $node }”的结果
why_you-key_input = “{ $interrupted }”的标识“{ $key }”：在第 { $frame } 帧之前手动使用
why_you-event_input = “{ $listener }”收到了事件“{ $event }”：在第 { $frame } 帧之前手动发送
why_you-event_input_with = “{ $listener }”收到了事件“{ $event }”，附带 { $payload }：在第 { $frame } 帧之前手动发送
why_window-no_run = 当前没有运行。请先运行行为树，再查看原因。
why_window-asked_in = 截至第 { $frame } 帧
why_window-not_part = 此节点不参与本次运行。
why_window-no_abort = 为什么没有中断？
why_window-set_abort = 将“{ $composite }”设为{ $abort }
why_window-further = 那又是为什么？
why_window-further_of = 那又是为什么？{ $why }
why_window-holds = { $condition }：成立
why_window-holds_not = { $condition }：不成立
why_window-go_to = 转到{ $frame }：{ $why }

log-breakpoint_hit = 已在断点处暂停：{ $what }（第 { $count } 次命中）。
log-kind_breakpoint = 断点

submenu-on_canvas = 画布显示
submenu-explain = 解释
