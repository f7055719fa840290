### 没有游戏时代替节点代码的替身。

stand_in-title = 替身
stand_in-hint = 脱离游戏运行时（在编辑器、测试用例和命令行中），代替游戏代码决定此节点的结果。游戏本身不受影响。
stand_in-kind = 方式
stand_in-none_own = 运行它自己的代码。
stand_in-none_library = 按任务库的设置，总是返回{ $result }。
stand_in-none_acts = 按任务库的设置：{ $told }。
stand_in-none_parent = 这里没有它的代码，因此会失败。请选择它按什么类型运行。
stand_in-none_unknown = 没有替身，因此会失败。
stand_in-result_name = 结果
stand_in-probability = 成功概率
stand_in-frame = 在第几帧结束
stand_in-time = 结束前的时间
stand_in-results = 结果序列
stand_in-letters = S 成功，F 失败，R 运行中
stand_in-again = 循环
stand_in-from_frame = 从第 { $frame } 帧起
stand_in-result_of_frame = 第 { $frame } 帧起的结果
stand_in-remove_frame = 移除第 { $frame } 帧
stand_in-add_frame = 添加帧
stand_in-expression = 成功条件
stand_in-data = 帧数据
stand_in-says = 附加
stand_in-data_hint = 替身运行时附加到每一帧的值，每行一个。曲线图、地图和录制会显示它们。
stand_in-data_of_library = 任务库的替身不附加数据：请在“方式”中为此节点选择替身。在游戏中，数据由任务的代码附加。
stand_in-data_example = 距离 = 敌人距离 * 2
stand_in-data_fault = 第 { $line } 行第 { $column } 列：{ $what }
stand_in-card = 替身：{ $told }

stand_in-force = 强制下一个结果

stand_in-result-success = 成功
stand_in-result-failure = 失败
stand_in-result-running = 运行中

stand_in-form-none = 无
stand_in-form-ask = 手动应答
stand_in-form-always = 固定结果
stand_in-form-after_frames = 若干帧后结束
stand_in-form-after_seconds = 若干秒后结束
stand_in-form-sequence = 结果序列
stand_in-form-frames = 按帧
stand_in-form-chance = 按概率
stand_in-form-expression = 按表达式
stand_in-form-acts_like_sequence = 按序列运行
stand_in-form-acts_like_selector = 按选择器运行
stand_in-form-pass_through = 直接返回子节点的结果
stand_in-form-unknown = 未知

stand_in-help-none = 按节点类型或任务库的设置
stand_in-help-ask = 运行时由您应答
stand_in-help-always = 总是同一个结果
stand_in-help-after_frames = 先运行，再以指定结果结束
stand_in-help-after_seconds = 先运行，再以指定结果结束
stand_in-help-sequence = 依次返回序列中的结果
stand_in-help-frames = 从指定的帧起返回相应的结果
stand_in-help-chance = 以一定概率成功
stand_in-help-expression = 由变量的表达式决定
stand_in-help-acts_like_sequence = 第一个子节点失败时结束
stand_in-help-acts_like_selector = 第一个子节点成功时结束
stand_in-help-pass_through = 与子节点的结果相同

stand_in-does-ask = 一直运行，直到您应答。
stand_in-does-always = 总是返回{ $result }。
stand_in-does-after_frames = 在它的第 { $count } 帧以{ $result }结束，此前一直运行。
stand_in-does-after_seconds = 运行 { $count } 秒后以{ $result }结束。
stand_in-does-nothing = 没有设置结果，因此一直运行。
stand_in-does-sequence = 整次运行中，每次更新依次返回一个结果；用完后重复最后一个。
stand_in-does-sequence_again = 整次运行中，每次更新依次返回一个结果；用完后从头开始。
stand_in-does-frames = 从指定的帧起返回相应的结果；在此之前一直运行。
stand_in-does-chance = 每次更新有 { $percent }% 的概率成功，否则失败。随机种子相同，结果也相同。
stand_in-does-expression = 表达式成立时成功，否则失败。
stand_in-does-acts_like_sequence = 像序列一样运行子节点；这里没有它自己的代码。
stand_in-does-acts_like_selector = 像选择器一样运行子节点；这里没有它自己的代码。
stand_in-does-pass_through = 运行子节点并返回子节点的结果；这里没有它自己的代码。
stand_in-does-unknown = 此版本不支持这个替身，叶节点会失败。

## 简短说明，用于卡片和标题
stand_in-words-ask = 运行时由您应答
stand_in-words-always_success = 总是成功
stand_in-words-always_failure = 总是失败
stand_in-words-always_running = 一直运行
stand_in-words-runs = { $count ->
   *[other] 运行 { $count } 帧
}
stand_in-words-runs_seconds = 运行 { $count } 秒
stand_in-words-succeeds = { $count ->
    [1] 成功
   *[other] 成功 { $count } 次
}
stand_in-words-fails = { $count ->
    [1] 失败
   *[other] 失败 { $count } 次
}
stand_in-words-fails_seconds = { $count } 秒内失败
stand_in-words-then = { $first }，然后{ $next }
stand_in-words-again = { $told }，如此循环
stand_in-words-from_frame = 从第 { $frame } 帧起{ $told }
stand_in-words-chance = 以 { $percent }% 的概率成功
stand_in-words-expression = { $expression } 成立时成功
stand_in-words-unknown = 未知的替身

stand_in-asked-ask = 应答之前失败，之后保持您最后一次应答的结果。
stand_in-asked-always = 总是返回{ $result }。
stand_in-asked-after_frames = 先失败；从运行的第 { $count } 帧起返回{ $result }。
stand_in-asked-after_seconds = 先失败；运行 { $count } 秒后返回{ $result }。
stand_in-asked-nothing = 没有设置结果，因此失败。
stand_in-asked-sequence = 整次运行中，每次检查依次返回一个结果；用完后重复最后一个。R 视为失败。
stand_in-asked-sequence_again = 整次运行中，每次检查依次返回一个结果；用完后从头开始。R 视为失败。
stand_in-asked-frames = 从指定的帧起返回相应的结果；在此之前失败。
stand_in-asked-chance = 每次检查有 { $percent }% 的概率成功，否则失败。随机种子相同，结果也相同。
stand_in-asked-expression = 表达式成立时成功，否则失败。
stand_in-asked-unknown = 此版本不支持这个替身，叶节点会失败。

command-stand_in_none = 不使用替身
command-stand_in_ask = 运行时手动应答
command-stand_in_success = 总是成功
command-stand_in_failure = 总是失败
command-stand_in_running = 总是运行中
command-stand_in_to_scenario = 移到测试用例
command-next_asking = 下一个待应答的叶节点
command-answer_success = 强制成功
command-answer_failure = 强制失败
command-answer_running = 强制运行中

notice-no_scenario_chosen = 请先打开这棵树的一个测试用例，并选择带替身的叶节点。
notice-stand_in_kept = 已保存到 { $file }，不再保存在文档中。
notice-forced = “{ $node }”在下一帧强制返回{ $answer }。
notice-forced_check = “{ $node }”仅在下一次检查时强制返回{ $answer }。如果因此发生中断，进入时会重新检查，返回它自己的结果。

status-asks = “{ $node }”等待应答：{ $success } 成功，{ $failure } 失败，{ $next } 下一个

submenu-answer = 强制结果

obstacle-no_stand_in = 请选择带替身的叶节点；项目中需要有这棵树的测试用例。
obstacle-no_leaf = 请先选择一个叶节点。
obstacle-nobody_asks = 没有待应答的叶节点。
obstacle-no_answer = 没有待应答的叶节点，所选节点既没有运行，也不是被监视的条件。
