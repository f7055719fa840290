### 查找历史帧：运行中发生某件事的帧。

command-find_in_time = 查找历史帧…
command-next_found = 下一个找到的帧
command-previous_found = 上一个找到的帧

obstacle-nothing_sought = 请先选择要在历史帧中查找的内容。

find_in_time-menu = 查找历史帧
find_in_time-what = 在历史帧中查找的内容
find_in_time-choose = 选择查找内容
find_in_time-started = “{ $node }”开始
find_in_time-ended = “{ $node }”结束
find_in_time-ended_with = “{ $node }”以{ $status }结束
find_in_time-interrupted = “{ $node }”被中断
find_in_time-aborted = “{ $node }”触发中断
find_in_time-changed = “{ $name }”改变
find_in_time-true = “{ $text }”变为真
find_in_time-error = 任何错误
find_in_time-menu_started = 开始
find_in_time-menu_ended = 结束
find_in_time-menu_ended_with = 以{ $status }结束
find_in_time-menu_interrupted = 被中断
find_in_time-menu_aborted = 触发中断
find_in_time-menu_changed = 改变
find_in_time-menu_true = 表达式变为真
find_in_time-in_frames = { $count ->
    [0] { $what }：从未发生
   *[other] { $what }：{ $count } 帧
}
find_in_time-expression = 要查找的表达式
find_in_time-frames = { $count ->
    [0] 未找到
   *[other] { $count } 帧
}
find_in_time-place = { $place } / { $count }
find_in_time-only = 只看这些
find_in_time-only_hint = 只显示相关节点的轨道和这些标记
find_in_time-nothing = 此次运行中没有发生，因此不显示任何轨道。请选择其他内容，或关闭“只看这些”。
find_in_time-only_nothing = 与此树的节点无关。这些帧的标记在上方。
find_in_time-close = 关闭历史帧查找
find_in_time-mark = 找到：{ $what }

notice-found_frame = 第 { $frame } 帧（{ $place } / { $count }）：{ $what }
notice-no_next_found = 之后没有这样的帧：{ $what }
notice-no_previous_found = 之前没有这样的帧：{ $what }
notice-nothing_found = 本次运行中未找到：{ $what }
