### 运行中附加的游戏和机器人。

link-held_elsewhere = 另一个 Treewright 窗口或命令已在等待游戏，请在那里关闭
link-no_folder = 没有可供游戏查找本程序的文件夹，请设置 XDG_RUNTIME_DIR
link-system = 无法附加游戏：{ $why }
link-refused-wrong_proof = 令牌不正确
link-refused-blocked = 连续三次令牌不正确，一分钟内拒绝
link-refused-version = 协议版本不同
link-refused-stranger = 使用其他协议
link-refused-slow = 未及时表明身份
link-refused-full = 到来时已附加四个游戏
