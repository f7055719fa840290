### 测试用例：面板、期望的内容以及实际看到的内容。

panel-scenarios = 测试用例

command-run_scenarios = 运行全部测试用例
command-save_scenario = 将运行存为测试用例…
command-show_scenarios = 测试用例
command-missed_by_scenarios = 标出未覆盖的节点

scenarios-none = 测试用例用于测试行为树：运行行为树，期间设置变量、强制结果，然后选择“运行 → 测试用例 → 将运行存为测试用例”。与行为树在同一文件夹的“名称.scenario.json”会列在这里。
scenarios-none_with_run = 测试用例用于测试行为树。本次运行中的操作可以存为测试用例：先保存，再右键单击节点，将当前所见设为期望。
scenarios-run_all = 全部运行
scenarios-save_run = 保存运行…
scenarios-run = 重新运行
scenarios-open = 在行为树上回放
scenarios-counts = 共 { $count } 个测试用例：{ $passed } 个通过，{ $failed } 个失败
scenarios-counts_unusable = 共 { $count } 个测试用例：{ $passed } 个通过，{ $failed } 个失败，{ $unusable } 个无法运行
scenarios-reached = 覆盖节点 { $reached } / { $count }
scenarios-reached_help = 这棵树的全部测试用例合计覆盖了多少个节点。单击可在画布上标出未覆盖的节点。
scenarios-missed = { $count } 个节点未被测试用例覆盖
scenarios-unreached = 未被测试用例覆盖
scenarios-row = { $name }：{ $outcome }
scenarios-passed = 通过
scenarios-failed = 失败
scenarios-unusable = 无法运行
scenarios-not_run = 尚未运行
scenarios-forget = 移除期望：{ $what }
scenarios-no_tree = 无法读取它的行为树：{ $reason }
scenarios-in_frame = 第 { $frame } 帧：{ $what }
scenarios-save_title = 将运行存为测试用例
scenarios-save_hint = 本次运行从第一帧起的操作，保存在与行为树同一文件夹的文件中。
scenarios-name = 用例说明
scenarios-save = 保存测试用例
scenarios-tab_failed = 这棵树有 { $count } 个测试用例失败
scenarios-more = ……另有 { $count } 处不同
scenarios-nothing_happened = 还没有运行任何一帧，没有可保存的内容
scenarios-several_agents = 运行中有多个智能体，而测试用例只针对一个，请移除其他智能体后重新运行
scenarios-beginning_forgotten = 无法存为测试用例：运行的开头已不再保留，现存最早的是第 { $frame } 帧
scenarios-expect = 期望（第 { $frame } 帧）
scenarios-expect_node = “{ $node }”：{ $state }
scenarios-expect_ended = “{ $node }”在这一帧的结束方式
scenarios-expect_running = 运行中的节点与现在完全相同
scenarios-expect_status = 行为树的状态
scenarios-expect_aborts = 中断与这一帧完全相同
scenarios-expect_variable = 期望第 { $frame } 帧为此值
scenarios-add_expectation = 添加期望…
scenarios-quiet_from = 没有中断的帧：第
scenarios-quiet_to = 至
scenarios-quiet_first = 没有中断的第一帧
scenarios-quiet_last = 没有中断的最后一帧
scenarios-quiet_add = 添加期望

scenarios-state-idle = 未运行
scenarios-state-running = 运行中
scenarios-state-success = 成功
scenarios-state-failure = 失败
scenarios-state-interrupted = 被中断
scenarios-state-none = 未结束

scenarios-fact-status = 行为树：{ $status }
scenarios-fact-node = “{ $node }”：{ $state }
scenarios-fact-ended = “{ $node }”结束：{ $ending }
scenarios-fact-not_ended = “{ $node }”没有结束
scenarios-fact-running = 只有这些节点在运行：{ $nodes }
scenarios-fact-nothing_runs = 没有节点在运行
scenarios-fact-variable = “{ $name }”为 { $value }
scenarios-fact-aborts = 中断：{ $nodes }
scenarios-fact-aborts_none = 没有中断
scenarios-fact-no_aborts = 第 { $from } 至 { $to } 帧：没有中断

scenarios-differs-status = 行为树应为{ $expected }，实际为{ $found }
scenarios-differs-node = { $node } 应为{ $expected }，实际自第 { $since } 帧起为{ $found }
scenarios-differs-node_idle = { $node } 应为{ $expected }，但还没有运行过
scenarios-differs-ended = { $node } 的结束方式应为{ $expected }，实际为{ $found }
scenarios-differs-not_running = { $node } 应在运行，实际运行的是 { $running }
scenarios-differs-nothing_runs = { $node } 应在运行，但没有节点在运行
scenarios-differs-also_running = { $node } 不应运行，却在运行
scenarios-differs-variable = “{ $name }”应为 { $expected }，实际为 { $found }
scenarios-differs-no_abort = { $node } 应中断正在运行的节点，但检查结果（{ $answer }）没有引起中断
scenarios-differs-not_watched = { $node } 应中断正在运行的节点，但没有受到监视
scenarios-differs-unexpected_abort = { $node } 在{ $scope }内触发了中断，这不在期望之中
scenarios-differs-abort_scope = { $node } 应在{ $expected }内触发中断，实际在{ $found }内触发

notice-scenario_saved = 已保存为 { $file }。要添加期望，请右键单击节点，或单击变量右侧的“…”。
notice-scenario_needs_file = 测试用例与行为树存放在同一文件夹，请先保存行为树

obstacle-no_scenarios = 没有测试用例。

submenu-scenarios = 测试用例
