### 运行中附加的游戏和机器人。

door-held_elsewhere = 另一个 Treewright 窗口或命令已在等待游戏，请在那里关闭
door-no_folder = 没有可供游戏查找本程序的文件夹，请设置 XDG_RUNTIME_DIR
door-system = 无法附加游戏：{ $why }
door-refused-wrong_proof = 令牌不正确
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
games-show_all = 显示所有智能体
games-left = { $tree }，第 { $frame } 帧离开
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
