### 在别处运行行为树的程序：附加到机器人，以及对它不能做的事。

command-attach = 附加…
command-follow_live = 跟随最新帧

attach-title = 附加到正在运行的程序
attach-robot = 使用 BehaviorTree.CPP 4 的机器人
attach-host = 主机
attach-port = 端口
attach-usual_port = 端口 { $port }
attach-port_of_groot = Groot2Publisher 的默认端口
attach-port_of_nav2 = nav2 的默认端口
attach-attach = 附加
attach-attach_to = 附加到 { $name }
attach-hint = 程序需要有 Groot2Publisher。连接没有密码，也没有加密。
attach-no_address = 请输入主机名或 IP 地址，以及 1 到 65534 之间的端口。
attach-recent = 最近使用
attach-forget = 从最近使用的地址中移除 { $name }
attach-list = 已附加
attach-none = 尚未附加到任何程序。
attach-show = 显示
attach-detach = 分离
attach-of = { $action } { $name }
attach-connecting = 正在连接…
attach-is_attached = 已附加
attach-waits = 停在断点处
attach-detaching = 正在分离…
attach-trying = { $count ->
   *[other] { $reason }，正在重试（已尝试 { $count } 次）。
}
attach-closed = 连接已关闭或被拒绝
attach-no_answer = 没有应答
attach-fault_protocol = 对方使用的不是 ZeroMQ 3。请检查端口：需要 Groot2Publisher 两个端口中的第一个
attach-fault_security = 对方要求 Groot2Publisher 没有的身份验证。请检查地址
attach-fault_socket = 对方的套接字不属于 Groot2Publisher。请检查端口：需要它的两个端口中的第一个
attach-fault_size = 对方发来的消息过大。请检查地址
attach-no_thread = 系统无法启动线程。请关闭其他程序后重新附加
attach-broken = 内部错误（{ $reason }）。请重新附加
attach-attached = 已附加到 { $name }。
attach-detached = 已与 { $name } 分离。
attach-detached_breakpoints = 已与 { $name } 分离，其断点已移除。
attach-breakpoints_stay = 已与连不上的 { $name } 分离：其断点仍然保留，在有程序再次附加之前不起作用。
attach-ended = 已与 { $name } 分离：{ $reason }。
attach-no_tree = 无法显示 { $name } 的行为树：{ $reason }。
attach-robot_decides = “{ $node }”的结果由机器人给出
attach-refused = { $name } 没有接受断点或结果：{ $reason }。
attach-not_sent = 现在无法为 { $name } 设置断点：连不上它的第二个端口，但仍会显示状态。请开放第一个端口之后的那个端口，然后重新设置断点。
attach-hooks_not_heard = { $name } 不再报告何时停在断点处：与其第二个端口的连接已断开，正在重试。

run-live = 实时
run-live_hint = 新的帧一到就显示。
run-not_live_hint = 正在显示较早的帧，程序仍在继续运行。单击以跟随最新帧。

status-attached = { $count ->
   *[other] 已附加 { $count } 个
}

status-attached_reached = { $count } 个中已连上 { $reached } 个

log-attach_lost = 连接已断开：{ $reason }。重新连上之前发生的事未知。
log-attach_back = 已重新附加。
log-attach_waits_before = 机器人停在“{ $node }”之前：可以让它继续，或强制该节点的结果。
log-attach_waits_after = 机器人停在“{ $node }”之后：可以让它继续，或强制该节点的结果。
log-attach_only_counts = 带条件的断点，以及变量、中断或单一结果上的断点不能让机器人停下：只统计它们本会停下的次数。
log-attach_other_hooks = 机器人上不是在这里设置的断点和强制结果：{ $count } 个
log-attach_differs = 另开一棵树来显示，因为 { $document } 与它不同：{ $what }。

obstacle-not_live = 运行不在别处进行：请先附加到一个程序。
obstacle-shows_newest = 已在显示最新帧。
obstacle-robot = 这是机器人正在做的事：不能在这里再次运行，也不能更改。
obstacle-robot_pause = 不能立即暂停机器人：请在希望它停下的节点上设置断点。
obstacle-robot_step = 机器人自己运行每一帧：在节点上设置断点，就会在每个运行该节点的帧停下。
obstacle-robot_runs = 机器人没有停在断点处。
obstacle-robot_variables = 不能设置机器人的变量：其协议只能读取。
obstacle-robot_events = 不能向机器人发送事件。
obstacle-robot_measure = 机器人不测量叶节点耗时。
obstacle-robot_not_reached = 目前连不上机器人。
obstacle-robot_other_tree = 机器人现在运行的是另一棵树。
obstacle-robot_no_number = 机器人不运行此节点。
obstacle-robot_two_breakpoints = 此节点前后都有断点：请移除其中一个，再强制其结果。
obstacle-robot_running_result = 机器人的节点只能被强制返回成功或失败。

question-lose_told-title = 放弃机器人的运行过程？
question-lose_told-text = 它没有保存在任何文件中，无法再次查看。
question-lose_told-confirm = 放弃

question-robot_breakpoints-title = 在此机器人上设置断点？
question-robot_breakpoints-text = { $name } 的行为树每到一个断点就会等待。正在移动的机器人可能继续移动，因为没有指令让它停下。
question-robot_breakpoints-means = 分离或关闭 Treewright 时会移除断点。如果连接断开，机器人会在五秒后继续。
question-robot_breakpoints-set = 设置断点
question-robot_breakpoints-not_now = 暂不
