### 覆盖率：测试用例覆盖了什么，哪些结果从未出现。

coverage-measure-nodes = 节点
coverage-measure-results = 返回结果
coverage-measure-conditions = 条件
coverage-measure-aborts = 中断
coverage-measure-switches = 分支切换
coverage-measure-outcomes = 全部结果

coverage-never-success = 从未返回成功
coverage-never-failure = 从未返回失败
coverage-never-true = 从未为真
coverage-never-false = 从未为假
coverage-never-abort = 从未在{ $scope }内触发中断
coverage-never-switch = 从未由{ $from }切换到{ $to }

panel-coverage = 覆盖率
command-show_coverage = 显示覆盖率

coverage-node = “{ $title }”
coverage-none = 这棵行为树的测试用例运行后，这里会显示覆盖率。
coverage-nothing = 测试用例已覆盖全部内容。
coverage-nothing_of_kind = 这一类没有遗漏。
coverage-counted = { $covered } / { $all }（{ $percent }%）
coverage-percent = { $measure } { $percent }%

coverage-list = 列出的内容
coverage-gap-all = 全部
coverage-gap-never_true = 从未为真
coverage-gap-never_false = 从未为假
coverage-gap-not_reached = 未到达
coverage-gap-aborts = 从未触发的中断
coverage-gap-switches = 分支切换
coverage-gap-results = 返回结果

coverage-mark-true = 从未为真
coverage-mark-false = 从未为假
coverage-mark-abort = 从未中断
coverage-mark-aborts_missing = 缺少部分中断
coverage-mark-switch = 缺少切换
coverage-mark-success = 从未成功
coverage-mark-failure = 从未失败
coverage-mark-ended = 从未结束
coverage-missing_outcomes = { $count } 种结果从未出现
