### 怎样才能让节点运行，或让预期成立。

command-what_it_takes = 怎样才会发生？

takes-title = 怎样才会发生？
takes-runs = 怎样才能让“{ $node }”最迟在第 { $frame } 帧运行？
takes-holds = 怎样才能让“{ $fact }”在第 { $frame } 帧成立？
takes-frames = 改动最近几帧的输入：
takes-frames_of = 改动最近 { $count } 帧的输入
takes-searching = 正在搜索：已尝试 { $count } 种改动…
takes-searching_smaller = 已找到。正在搜索更小的改动：已尝试 { $count } 种…
takes-found = 尝试了 { $count } 种改动，其中最小的有：
takes-found_small = 尝试了 { $count } 种改动，以下几种可行。其中每项输入都必不可少，但别的改动也许更小：
takes-nothing = 在这些帧中，没有找到能做到的改动（尝试了 { $count } 种）。
takes-already = 已经如此，无需改动任何输入。
takes-gave_up = 尝试了 { $count } 种改动，没有找到，但未全部尝试。请选择较少的帧。
takes-cancel = 取消搜索
takes-try = 试一试
takes-try_of = 试一试：{ $change }
takes-ran = “{ $node }”在第 { $frame } 帧运行过，现在显示的是这一帧。
takes-runs_since = “{ $node }”正在运行，从第 { $frame } 帧开始。
takes-set = 在第 { $frame } 帧前，把 { $name } 设为 { $value }
takes-send = 在第 { $frame } 帧前，发送事件“{ $name }”
takes-force = 从第 { $frame } 帧起，让“{ $name }”返回一次{ $value }
takes-send_with = 在第 { $frame } 帧前，发送事件“{ $name }”，附带 { $value }
takes-no_set = 在第 { $frame } 帧前，不设置 { $name }
takes-no_send = 在第 { $frame } 帧前，不发送事件“{ $name }”
takes-no_force = 在第 { $frame } 帧前，不强制“{ $name }”的结果
takes-no_interrupt = 在第 { $frame } 帧前，不中断“{ $name }”
