### 运行中附加的游戏和机器人。

door-held_elsewhere = 另一个 Treewright 窗口或命令已在等待游戏，请在那里关闭
door-no_folder = 没有可供游戏查找本程序的文件夹，请设置 XDG_RUNTIME_DIR
door-system = 无法附加游戏：{ $why }
door-refused-wrong_proof = 令牌不正确
door-refused-other_token = 令牌与此处不同，请检查启动游戏时的 TREEWRIGHT_LINK
door-refused-blocked = 连续三次令牌不正确，一分钟内拒绝
door-refused-version = 协议版本不同
door-refused-stranger = 使用其他协议
door-refused-slow = 未及时表明身份
door-refused-full = 到来时已附加四个游戏

attach-game_ended = 游戏已结束
attach-game_lost = { $reason }

games-title = 使用 Treewright 引擎的游戏
games-switch = 允许游戏附加
games-switch_hint = 开启后，本机上的游戏可以找到编辑器。每次启动时均为关闭。
games-waiting = 正在等待游戏。已开启连接的游戏会在一秒内附加。
games-detach_hint = 已分离的游戏在关闭并重新开启此项后会再次附加。
games-refused_count = 已拒绝：{ $list }
games-on = 现在游戏可以附加。
games-came = 已附加 { $name }。请选择要查看的智能体。
games-agents = { $count } 个智能体
games-agent = 智能体 { $number }
games-search = 按名称、标签或编号搜索
games-find_true = 查找满足此条件的智能体
games-find_running = 查找正在运行所选节点的智能体
games-found = { $count } 个智能体：{ $text }
games-searching = 正在查找，已找到 { $count } 个智能体：{ $text }
games-not_searched = 无法查找 { $text }：{ $reason }
games-close_refused = 关闭此消息
games-show_all = 显示所有智能体
status-left = 已于第 { $frame } 帧离开
status-ended = 连接已结束
status-detached = 已分离
status-door = 游戏可附加
status-door_exposed = 游戏可附加，网络上的也可以
games-left = 第 { $frame } 帧离开
games-runs_node = 正在运行 { $node }
games-refused = { $name } 未执行：{ $reason }
games-swapped = { $name } 已运行修改后的行为树：保留 { $count } 个智能体，重启 { $restarted } 个。
games-not_writable = 行为树含有文件无法包含的值，因此无法发送。
games-scenario = { $agent } 的行为
games-left_out = 未包含：{ $list }。

reach-choice = 允许附加的游戏
reach-this_machine = 本机上的游戏
reach-tunnel = 以及其他机器上的游戏（通过 SSH）
reach-network = 以及能访问 { $address } 的游戏（{ $name }）
reach-make_tunnel = 在本机运行以下命令，通过加密连接接入另一台机器：
reach-machine = 用户@机器
reach-not_encrypted = 传输内容未加密：能读取此网络的人可以看到游戏发送的内容和您发送的内容。通过 SSH 更安全。
reach-set_variable = 在另一台机器上启动游戏时设置以下环境变量。其内容需保密，每次开启时都会更换：
reach-copy = 复制“{ $text }”

command-swap_tree = 替换游戏中的行为树
command-save_live = 保存智能体的活动…
command-save_live_scenario = 存为测试用例…

log-game_breakpoint = 游戏已在“{ $node }”处暂停
log-game_other_breakpoint = 游戏已在另一个智能体的断点处暂停
log-game_paused = 游戏已暂停

obstacle-game_gone = 游戏已不再附加。
obstacle-game_cannot = 此游戏的客户端不支持此操作。
obstacle-game_past = 游戏中发生的事无法重新运行，因为叶节点属于游戏。请改为存为测试用例。
obstacle-game_paused = 游戏已暂停。
obstacle-game_runs = 游戏已在运行。
obstacle-game_no_agent = 没有显示游戏的智能体。
obstacle-game_no_node = 游戏不运行此节点。
obstacle-no_record = 此运行不属于游戏。
games-opened = 已打开 { $name }。可在面板中选择其他智能体。

command-profile = 叶节点耗时热力图
obstacle-nothing_measures = 没有程序在测量叶节点耗时：请先附加到游戏并选择智能体。
profile-title = 叶节点耗时占比（采样）
profile-said = 颜色表示占所有叶节点耗时的比例，最高 { $most }%。游戏每 16 帧测量一次它所记录的所有智能体。
profile-waiting = 正在等待测量结果…
profile-paused = 游戏已暂停
profile-none = 此游戏不测量耗时
profile-card = { $share }% { $time } { $calls }/秒
profile-card_branch = 分支 { $share }%
profile-card_aborts = { $text } · 中断 { $aborts } 次/秒
profile-leaf = 占叶节点耗时的 { $share }%，每次调用 { $time }，每秒 { $calls } 次（采样）
profile-branch = 此分支占叶节点耗时的 { $share }%（采样）
profile-aborts = 每秒 { $aborts } 次中断
profile-not_called = 在测量的帧中没有被调用
games-no_files = { $why }请在此打开 { $document }，然后重新选择智能体。

program_bar-of = 这是 { $name } 的行为树，无法在此编辑。
program_bar-told = 这棵行为树来自录制，无法在此编辑。
program_bar-compare = 与自己的比较
program_bar-differs = { $name } 运行的是此行为树的另一版本：{ $what }。
program_bar-differs_unseen = { $name } 运行的不是这棵行为树，也没有提供其文件。
program_bar-show_theirs = 显示对方的
program_bar-show_theirs_hint = 以只读方式显示游戏所运行的行为树
program_bar-send_own = 发送自己的
program_bar-send_own_hint = 用这棵行为树替换游戏中的，正在运行的部分尽可能继续
program_bar-cannot_send = 此游戏的行为树无法替换，或游戏已离开。
program_bar-other_file = 它引用的文件
program_bar-only_here = “{ $subject }”（仅此处有）
program_bar-only_there = “{ $subject }”（仅对方有）
program_bar-moved = “{ $subject }”（已移动）
program_bar-changed = “{ $subject }”（已更改）
program_bar-more = 另有 { $count } 处
timeline-live = 实时：正在显示最新帧
timeline-behind = −{ $count } 帧 · { $seconds } 秒
timeline-behind_in_short = −{ $seconds } 秒
timeline-go_live = 实时：落后 { $count } 帧、{ $seconds } 秒。单击以重新跟随最新帧
games-tags = 标签
games-known = 已知时长
games-seconds = { $seconds } 秒

status-known = 已知 { $seconds } 秒
status-known_hint = 可以查看所显示智能体或机器人多少秒的活动：选择时已记住的，加上之后收到的
run-told_pace = 速度由游戏或机器人自己决定。
