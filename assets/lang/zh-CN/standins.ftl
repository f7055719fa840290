### 没有游戏时扮演节点的替身。

stand_in-title = 替身
stand_in-hint = 脱离游戏运行时（在编辑器、场景测试和命令行中）由什么来扮演这个节点。游戏本身不受影响。
stand_in-none_own = 执行它自己的工作。
stand_in-none_library = 按任务库的规定，总是返回{ $result }。
stand_in-none_acts = 按任务库的规定：{ $told }。
stand_in-none_parent = 这里没有它的代码，因此会失败：请选择它按什么类型运行。
stand_in-none_unknown = 没有替身，因此会失败。
stand_in-result_name = 结果
stand_in-probability = 成功的概率
stand_in-frame = 结束于第几帧
stand_in-time = 结束前的时间
stand_in-results = 结果序列
stand_in-letters = S 成功，F 失败，R 运行中
stand_in-again = 用完后从头开始
stand_in-from_frame = 从第 { $frame } 帧起
stand_in-result_of_frame = 从第 { $frame } 帧起的结果
stand_in-remove_frame = 移除第 { $frame } 帧
stand_in-add_frame = 添加一帧
stand_in-expression = 成功条件
stand_in-card = 由替身扮演：{ $told }

stand_in-force = 强制下一个结果

stand_in-result-success = 成功
stand_in-result-failure = 失败
stand_in-result-running = 运行中

stand_in-form-none = 无
stand_in-form-ask = 询问
stand_in-form-always = 固定结果
stand_in-form-after_frames = 若干帧后
stand_in-form-after_seconds = 若干秒后
stand_in-form-sequence = 结果序列
stand_in-form-frames = 按帧
stand_in-form-chance = 按概率
stand_in-form-expression = 按表达式
stand_in-form-acts_like_sequence = 按顺序节点运行
stand_in-form-acts_like_selector = 按选择节点运行
stand_in-form-pass_through = 直接返回子节点结果
stand_in-form-unknown = 未知

stand_in-help-none = 按节点类型或任务库
stand_in-help-ask = 运行时由您回答
stand_in-help-always = 总是同一个结果
stand_in-help-after_frames = 先运行，再结束
stand_in-help-after_seconds = 先运行，再结束
stand_in-help-sequence = 依次给出结果
stand_in-help-frames = 从某帧起给出结果
stand_in-help-chance = 以一定概率成功
stand_in-help-expression = 根据变量判断
stand_in-help-acts_like_sequence = 第一次失败时结束
stand_in-help-acts_like_selector = 第一次成功时结束
stand_in-help-pass_through = 子节点的结果

stand_in-does-ask = 一直运行，直到您回答。
stand_in-does-always = 总是返回{ $result }。
stand_in-does-after_frames = 运行到它的第 { $count } 帧，以{ $result }结束。
stand_in-does-after_seconds = 运行 { $count } 秒后以{ $result }结束。
stand_in-does-nothing = 没有结果，因此一直运行。
stand_in-does-sequence = 整次运行中每次更新依次给出一个结果；最后一个结果重复。
stand_in-does-sequence_again = 整次运行中每次更新依次给出一个结果；用完后从头开始。
stand_in-does-frames = 从运行的这些帧起给出相应的结果；在第一个之前一直运行。
stand_in-does-chance = 每次更新有 { $percent }% 的概率成功，否则失败。种子相同，结果也相同。
stand_in-does-expression = 表达式成立时成功，否则失败。
stand_in-does-acts_like_sequence = 像顺序节点一样运行子节点；这里没有它自己的代码。
stand_in-does-acts_like_selector = 像选择节点一样运行子节点；这里没有它自己的代码。
stand_in-does-pass_through = 运行子节点并返回其结果；这里没有它自己的代码。
stand_in-does-unknown = 这个版本不认识这个替身：叶节点会失败。

stand_in-asked-ask = 在您回答之前失败，之后保持您的最后一次回答。
stand_in-asked-always = 总是返回{ $result }。
stand_in-asked-after_frames = 先失败；从运行的第 { $count } 帧起返回{ $result }。
stand_in-asked-after_seconds = 先失败；运行 { $count } 秒后返回{ $result }。
stand_in-asked-nothing = 没有结果，因此失败。
stand_in-asked-sequence = 整次运行中每次被询问时依次给出一个结果；最后一个结果重复。R 视为失败。
stand_in-asked-sequence_again = 整次运行中每次被询问时依次给出一个结果；用完后从头开始。R 视为失败。
stand_in-asked-frames = 从运行的这些帧起给出相应的结果；在第一个之前失败。
stand_in-asked-chance = 每次被询问有 { $percent }% 的概率成功，否则失败。种子相同，结果也相同。
stand_in-asked-expression = 表达式成立时成功，否则失败。
stand_in-asked-unknown = 这个版本不认识这个替身：叶节点会失败。

command-stand_in_none = 不用替身
command-stand_in_ask = 运行时询问
command-stand_in_success = 总是成功
command-stand_in_failure = 总是失败
command-stand_in_running = 总是运行中
command-stand_in_to_scenario = 保存到场景
command-next_asking = 下一个询问的叶节点
command-answer_success = 回答或强制：成功
command-answer_failure = 回答或强制：失败
command-answer_running = 回答或强制：运行中

notice-no_scenario_chosen = 请先打开这棵树的一个场景，并选择带替身的叶节点。
notice-stand_in_kept = 已保存到 { $file }，不再保存在文档中。
notice-forced = “{ $node }”在下一帧的结果被强制为：{ $answer }。

status-asks = “{ $node }”在询问：{ $success } 成功，{ $failure } 失败，{ $next } 下一个

submenu-answer = 回答

obstacle-no_stand_in = 请选择带替身的叶节点；项目中需要有它的树的场景。
obstacle-no_leaf = 请先选择一个叶节点。
obstacle-nobody_asks = 没有叶节点在询问。
obstacle-no_answer = 没有叶节点在询问，所选节点也没有运行。
