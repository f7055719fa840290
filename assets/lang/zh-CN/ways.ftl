### 运行的走向：回到过去改动一处后，原来的内容保留为另一个走向。

ways-numbered = 走向 { $number }
ways-current = { $way }，当前走向
ways-left = { $way }：按 Enter 查看差异
ways-frames = 第 { $from } 帧至第 { $to } 帧
ways-differs = 从第 { $frame } 帧起不同
ways-ahead = { $count ->
    [0] 直到第 { $frame } 帧，没有已记录的输入会再次生效。
   *[other] { $count } 项已记录的输入会再次生效，直到第 { $frame } 帧。
}
ways-switch = 切换到“{ $way }”
ways-compare = 与“{ $way }”有何不同…
ways-go_to_difference = 转到第一处差异
ways-rename = 重命名走向
ways-name_of = “{ $way }”的名称
ways-keep_only = 只保留“{ $way }”
ways-forget = 删除“{ $way }”

ways-title = 差异：{ $here } 与 { $there }
ways-first_difference = 第一处差异在
ways-comparing = 到第 { $frame } 帧为止没有差异，正在比较其余部分…
ways-same = 在两个走向共有的帧中没有差异。
ways-inputs = 输入
ways-variables = 变量
ways-nodes = 节点
ways-kept = 保持 { $value }
ways-not_so = 没有发生

log-not_repeated = 未再次生效：{ $what }原因：{ $why }。
log-input_set = 从外部把“{ $name }”设为 { $value }。
log-input_force = 把“{ $node }”的结果设为{ $status }。
log-input_interrupt = 按标识“{ $key }”打断节点。
log-input_seed = 随机选择以种子 { $seed } 重新开始。
log-input_remove = 移除智能体 { $agent }。
log-input_add = 添加一个智能体。

notice-kept_only_way = 只保留了“{ $way }”，删除了其他 { $count } 个走向
notice-removed_way = 已删除“{ $way }”

question-lose_ways-title = 删除其他走向？
question-lose_ways-text = 这次运行的其他 { $count } 个走向将被删除，无法撤销。
question-lose_ways-confirm = 只保留此走向
