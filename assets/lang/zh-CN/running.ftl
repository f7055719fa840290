### 在运行中移动：命令、运行栏，以及对运行的说明。

submenu-restart = 重新开始
submenu-inside = 帧内单步
submenu-frames = 历史帧
submenu-agents = 智能体

obstacle-no_frame_before = 当前已是第一帧。
obstacle-no_frame_after = 当前已是最后一帧。
obstacle-nothing_left = 运行只有一个走向：回到过去改动一处，就会产生另一个走向。
obstacle-nothing_ahead = 没有待再次生效的已记录输入。
obstacle-no_last_run = 上次启动以来没有停止过运行。
obstacle-no_earlier_agents = 此前的运行没有添加过智能体。
obstacle-told_run = 这是机器人的录制：不能再次运行，也不能更改。
obstacle-one_agent = 运行中只有一个智能体。

command-restart = 相同种子重新开始
command-restart_other_seed = 更换种子重新开始
command-reopen_run = 重新打开上次运行
command-step_back = 后退一帧
command-step_event = 单步到下一事件
command-step_event_back = 退回上一事件
command-step_over = 单步跳过子树
command-step_out = 单步跳出分支
command-run_to_node = 运行到此节点
command-run_to_frame = 运行到指定帧…
command-first_frame = 转到第一帧
command-last_frame = 转到最后一帧
command-take_back = 切换到上一个走向
command-restart_with_inputs = 用相同输入重新运行
command-repeat_recorded = 沿用已记录的输入继续
command-drop_recorded = 不用已记录的输入继续
command-compare_ways = 与上一个走向比较
command-send_event = 发送事件…
command-add_agent = 添加智能体
command-next_agent = 显示下一个智能体
command-remove_agent = 移除此智能体

# What a screen reader says by itself after a step.
announce-next = { $first }。{ $last }
announce-frame = 第 { $frame } 帧
announce-node = “{ $node }”：{ $status }

run-speed = 运行速度
run-full_speed = 全速运行
run-real_time_step = 每帧时长跟随窗口帧率
run-recording_limit = 运行历史内存上限
run-frame = 帧
run-frame_hint = 输入帧号即可跳转；尚未运行的帧会先运行。
run-none = 未运行
run-of_frames = / { $last } · { $time } 秒
run-agent = 智能体 { $number }
run-agent_shown = 显示的智能体
run-last = 上次运行 · { $count } 帧
run-past = 运行历史
run-in_the_past = 正在查看历史帧
run-in_the_past_hint = 单步可逐帧回放。在此改动会产生另一个走向，之后记录的输入会在其中再次生效。
run-inside = 帧内事件 { $happened } / { $of }；下一个：{ $next }
run-inside_end = 帧内事件 { $happened } / { $of }：帧结束
run-inside_hint = 此帧只运行到这里。更改会在此帧开始前生效，并重新运行此帧。单击可选择节点。
run-next_start = “{ $node }”开始
run-next_update = “{ $node }”返回{ $status }
run-next_end = “{ $node }”结束：{ $status }
run-next_check = 重新检查“{ $node }”：{ $status }
run-next_abort = 触发“{ $node }”的中断
run-next_says = “{ $node }”输出消息
run-next_beside = 同时运行的另一棵树
run-memory = 历史 { $bytes } MB
run-memory_hint = 运行历史：{ $bytes } / { $limit } MB，可回到第 { $first } 帧。上限可在设置中更改。

notice-frame_again = 改动已生效，第 { $frame } 帧将重新运行；原来的走向保留在时间轴中。
notice-frames_left = 第 { $kept } 帧之后的内容作为另一个走向保留在时间轴中。
notice-frames_left_inputs = 第 { $kept } 帧之后的内容保留为另一个走向；运行继续时，其中的输入会再次生效。
notice-restarted_with_inputs = 已用相同输入重新运行，原来的走向保留在时间轴中。
notice-left_project = 已保存到项目之外：这棵树使用的 { $count } 个文件从那里找不到。请保存到项目内，或把这些文件一并复制。
notice-beginning_unknown = 为节省内存，运行的开头已被丢弃，无法再用相同输入从头运行。
notice-restarted_with_seed = 已使用随机种子 { $seed } 重新开始运行。
notice-going_to_start = 正在运行，直到“{ $node }”开始。按 F5 暂停。
notice-going_to_end = 正在运行，直到“{ $node }”结束。按 F5 暂停。
notice-unknown_node = 当前帧中没有这个节点。
notice-unknown_agent = 当前帧中没有这个智能体。

stop-where = { $why } · 第 { $frame } 帧
stop-frame = 已到达该帧
stop-start = 已到达：“{ $node }”开始
stop-end = 已到达：“{ $node }”已结束
stop-finished = 行为树已结束：{ $status }（勾选“结束后重新开始”可持续运行）

log-goal_not_reached = 运行 { $frames } 帧仍未到达，已暂停。继续运行可接着查找。
