### 在运行中移动：命令、运行栏，以及对运行的说明。

submenu-restart = 重新开始
submenu-inside = 帧内
submenu-frames = 其他帧
submenu-agents = 代理

obstacle-no_frame_before = 当前显示的已是第一帧。
obstacle-no_frame_after = 当前显示的已是最后一帧。
obstacle-nothing_left = 没有被搁置的帧。
obstacle-one_agent = 运行中只有一个代理。

command-restart = 以相同种子重新开始
command-restart_other_seed = 换一个种子重新开始
command-step_back = 后退一帧
command-step_event = 帧内单步
command-step_event_back = 帧内后退一步
command-step_over = 跳过子树
command-run_to_node = 运行到此节点
command-run_to_frame = 运行到指定帧
command-first_frame = 转到第一帧
command-last_frame = 转到最后一帧
command-take_back = 取回被搁置的帧
command-add_agent = 添加代理
command-next_agent = 显示下一个代理
command-remove_agent = 移除此代理

run-speed = 每秒实际时间对应的游戏秒数
run-full_speed = 尽可能快
run-real_time_step = 每帧时长与窗口的帧相同
run-recording_limit = 运行历史可用的内存
run-frame = 帧
run-frame_hint = 输入数字即可跳转；尚未运行的帧会先运行。
run-of_frames = / { $last } · { $time } 秒
run-agent = 代理 { $number }
run-agent_shown = 显示的代理
run-past = 运行的各帧
run-in_the_past = 正在查看过去
run-in_the_past_hint = 单步会沿已记录的帧前进。运行或任何改动都从此处继续；其后的帧会被搁置，可以取回。
run-inside = 事件 { $happened } / { $of }；接下来：{ $next }
run-inside_hint = 此帧只进行到这里。改动会在此帧之前生效，然后此帧重新运行。单击可选中该节点。
run-next_start = “{ $node }”开始
run-next_update = “{ $node }”返回{ $status }
run-next_end = “{ $node }”结束：{ $status }
run-next_check = 重新询问“{ $node }”：{ $status }
run-next_abort = “{ $node }”触发中断
run-next_says = “{ $node }”输出信息
run-next_beside = 并行运行的另一棵树
run-memory = { $bytes } MB
run-memory_hint = 历史占用 { $bytes } MB，上限 { $limit } MB，可回到第 { $first } 帧。上限可在设置中更改。

notice-frames_left = 从此处继续：第 { $first } 至 { $last } 帧已搁置，可在“运行”→“其他帧”中取回。
notice-restarted_with_seed = 运行已以种子 { $seed } 重新开始。
notice-going_to_start = 正在运行到“{ $node }”。按 F5 暂停。
notice-going_to_end = 正在运行到“{ $node }”结束。按 F5 暂停。
notice-unknown_node = 当前显示的帧中没有这个节点。
notice-unknown_agent = 当前显示的帧中没有这个代理。

log-goal_not_reached = 在 { $frames } 帧内没有到达，运行已暂停。继续运行可接着寻找。
