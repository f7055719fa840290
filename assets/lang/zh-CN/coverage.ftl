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
