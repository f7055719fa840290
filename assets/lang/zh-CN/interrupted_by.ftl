### 节点运行时，什么会中断它。

interrupted_by-title = 什么会中断它
interrupted_by-condition = “{ $node }”的结果变化：“{ $composite }”（{ $abort }）会中断此节点。
interrupted_by-sibling_fails = “{ $node }”：另一个子节点失败。
interrupted_by-sibling_succeeds = “{ $node }”：另一个子节点成功。
interrupted_by-sibling_ends = “{ $node }”：另一个子节点结束。
interrupted_by-last_ends = “{ $node }”：最后一个子节点结束。
interrupted_by-earlier_fails = “{ $node }”：前面每帧重新运行的子节点中有一个没有成功。
interrupted_by-earlier_succeeds = “{ $node }”：前面每帧重新运行的子节点中有一个成功或正在运行。
interrupted_by-first_changes = “{ $node }”：每帧重新运行的第一个子节点结果改变。
interrupted_by-utility = “{ $node }”：另一个子节点的效用更高。
interrupted_by-other_case = “{ $node }”：变量的值选中了另一个子节点。
interrupted_by-time = “{ $node }”：时间到。
interrupted_by-frames = “{ $node }”：超过帧数上限。
interrupted_by-key = “{ $node }”：游戏使用了它的标识。
interrupted_by-key_use = “{ $node }”用标识打断“{ $scope }”。
interrupted_by-end_of_tree = “{ $node }”重启或停止行为树。
interrupted_by-always = 运行中禁用此节点或其上级节点，或者游戏停止行为树，也会中断它。
interrupted_by-more = … 还有 { $count } 项
interrupted_by-now = 现在可能
interrupted_by-not_now = 现在不会
interrupted_by-score = “{ $node }”的效用：{ $value }
