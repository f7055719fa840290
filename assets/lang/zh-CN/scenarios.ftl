### 场景：面板、期望的内容以及实际看到的内容。

panel-scenarios = 场景

command-run_scenarios = 运行全部场景
command-save_scenario = 将运行保存为场景…
command-show_scenarios = 场景
command-missed_by_scenarios = 标出没有场景到达的节点

scenarios-none = 场景是行为树的测试：运行行为树，期间设置变量、替叶节点作答，然后选择“运行 → 将运行保存为场景”。与行为树放在一起的 NAME.scenario.json 会列在这里。
scenarios-none_with_run = 场景是行为树的测试。本次运行中所做的操作就可以成为一个场景：先保存，再右键单击节点，把看到的内容设为期望。
scenarios-run_all = 全部运行
scenarios-save_run = 保存运行…
scenarios-run = 重新运行
scenarios-open = 在行为树上播放
scenarios-counts = 共 { $count } 个场景：{ $passed } 个通过，{ $failed } 个失败
scenarios-reached = 已到达 { $reached }/{ $count } 个节点
scenarios-reached_help = 这棵树的所有场景合起来到达了多少节点。单击可在画布上标出没有任何场景到达的节点。
scenarios-missed = { $count } 个节点没有场景到达
scenarios-unreached = 没有场景到达
scenarios-row = { $name }：{ $outcome }
scenarios-passed = 通过
scenarios-failed = 失败
scenarios-unusable = 无法运行
scenarios-not_run = 尚未运行
scenarios-forget = 不再期望：{ $what }
scenarios-no_tree = 无法读取它的行为树：{ $reason }
scenarios-in_frame = 第 { $frame } 帧：{ $what }
scenarios-save_title = 将运行保存为场景
scenarios-save_hint = 本次运行从第一帧起所做的操作，保存在行为树旁边的文件中。
scenarios-name = 它说明什么
scenarios-save = 保存场景
scenarios-tab_failed = 这棵树有 { $count } 个场景失败
scenarios-more = ……还有 { $count } 处不同
scenarios-nothing_happened = 还没有运行任何一帧，没有可保存的内容
scenarios-several_agents = 运行中有多个代理，而场景只针对一个：请移除其他代理后重新运行
scenarios-beginning_forgotten = 运行的开头已不再保留（现存的第一帧是第 { $frame } 帧），无法保存为场景
scenarios-expect = 期望（第 { $frame } 帧）
scenarios-expect_node = { $node }：{ $state }
scenarios-expect_ended = { $node }：在这一帧如何结束
scenarios-expect_running = 恰好是当前正在运行的节点
scenarios-expect_status = 行为树的状态
scenarios-expect_aborts = 恰好是这一帧的中断
scenarios-expect_variable = 期望第 { $frame } 帧为此值
scenarios-add_expectation = 添加期望…
scenarios-quiet_from = 没有中断的帧：从
scenarios-quiet_to = 到
scenarios-quiet_first = 没有中断的第一帧
scenarios-quiet_last = 没有中断的最后一帧
scenarios-quiet_add = 设为期望

scenarios-state-idle = 未运行
scenarios-state-running = 运行中
scenarios-state-success = 成功
scenarios-state-failure = 失败
scenarios-state-interrupted = 被中断
scenarios-state-none = 未结束

scenarios-fact-status = 行为树为{ $status }
scenarios-fact-node = { $node } 为{ $state }
scenarios-fact-ended = { $node } 结束：{ $ending }
scenarios-fact-not_ended = { $node } 没有结束
scenarios-fact-running = 恰好运行：{ $nodes }
scenarios-fact-nothing_runs = 没有节点在运行
scenarios-fact-variable = { $name } 为 { $value }
scenarios-fact-aborts = 中断：{ $nodes }
scenarios-fact-aborts_none = 没有中断
scenarios-fact-no_aborts = 第 { $from } 到 { $to } 帧：没有中断

scenarios-differs-status = 行为树应为{ $expected }，实际为{ $found }
scenarios-differs-node = { $node } 应为{ $expected }，实际自第 { $since } 帧起为{ $found }
scenarios-differs-node_idle = { $node } 应为{ $expected }，但尚未运行过
scenarios-differs-ended = { $node } 的结束情况应为{ $expected }，实际为{ $found }
scenarios-differs-not_running = { $node } 应在运行，实际运行的是 { $running }
scenarios-differs-nothing_runs = { $node } 应在运行，但没有节点在运行
scenarios-differs-also_running = { $node } 不应运行，却在运行
scenarios-differs-variable = `{ $name }` 应为 { $expected }，实际为 { $found }
scenarios-differs-no_abort = { $node } 应中断正在运行的节点，但它的回答（{ $answer }）没有变化
scenarios-differs-not_watched = { $node } 应中断正在运行的节点，但它没有被监视
scenarios-differs-unexpected_abort = { $node } 中断了 { $scope } 内的运行，这不在期望之中
scenarios-differs-abort_scope = { $node } 应在 { $expected } 内中断，实际在 { $found } 内中断

notice-scenario_saved = 已保存为 { $file }。要设定期望：右键单击节点，或单击变量旁的“…”
notice-scenario_needs_file = 场景保存在行为树旁边：请先保存行为树

obstacle-no_scenarios = 没有场景。

submenu-scenarios = 场景
