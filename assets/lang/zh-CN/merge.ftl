### 文档的各个版本：有哪些差异，以及合并后有哪些冲突待解决。

version-field-presence = 是否存在
version-field-place = 树中位置
version-field-order = 子节点顺序
version-field-root = 根节点
version-field-task = 节点类型
version-field-name = 名称
version-field-description = 说明
version-field-text = 文字
version-field-abort = 中断类型
version-field-parameter = { $name }
version-field-override = “{ $name }”的覆盖值
version-override_name = { $node }的{ $name }
version-field-stand_in = 替身
version-field-data = 帧数据
version-field-disabled = 禁用
version-field-initial = 类型和初始值
version-field-scope = 作用域
version-field-comment = 注释
version-field-restart_when_complete = 结束后重新开始
version-field-seed = 随机种子
version-field-libraries = 任务库
version-field-breakpoint = 断点
version-field-broken_links = 损坏的连线
version-field-own_id = 文件中的 ID
version-field-extra = 字段“{ $name }”
version-field-collapsed = 折叠
version-field-position = 坐标
version-field-size = 大小
version-field-color = 颜色

version-value-unset = 未设置
version-value-yes = 是
version-value-no = 否
version-value-root = 根节点
version-value-loose = 游离
version-value-child = “{ $parent }”的第 { $index } 个子节点
version-value-variable = 变量“{ $name }”
version-value-typed = { $type }：{ $value }
version-value-none = 无
version-value-there = 存在
version-value-nodes = { $count } 个节点

version-subject-document = 文档
version-subject-variable = 变量“{ $name }”
version-subject-tree = 树“{ $name }”
version-subject-note = 便签 { $name }
version-subject-group = 分组 { $name }

command-compare_disk = 与已保存版本比较
command-compare_open = 与其他标签页比较
command-compare_file = 与文件比较…
command-earlier_versions = 早期版本…
command-compare_stop = 停止比较
command-next_conflict = 下一个冲突
command-keep_all_ours = 全部保留我方
command-take_all_theirs = 全部采用对方

submenu-versions = 版本

panel-versions = 更改

obstacle-no_file = 请先将文档保存为文件。
obstacle-no_conflicts = 没有待解决的冲突。
obstacle-nothing_compared = 请先选择要比较的版本。

question-compare_version-title = 与文件比较
question-compare_version-text = 另一个版本的路径（名称.bt.json）：
question-compare_version-confirm = 比较

question-changed-merge = 合并两者
question-changed-show = 查看差异

versions-nothing_compared = 版本之间的更改会列在这里。请选择要比较的版本。
versions-choose = 比较对象…
versions-with = 相对于“{ $name }”的更改
versions-on_disk = 已保存的文件
versions-another_file = 其他文件…
versions-layout = 包括布局
versions-no_file = 文档还没有保存为文件，无法比较。
versions-comparing = 正在比较…
versions-same = 没有实质差异
versions-changed = { $count } 处更改
versions-lie = ；另有 { $count } 处只是位置或外观不同
versions-left = { $count } 个冲突待解决
versions-ours = 保留我方
versions-theirs = 采用对方
versions-all_ours = 全部保留我方
versions-all_theirs = 全部采用对方
versions-sides = 我方：{ $ours }   ·   对方：{ $theirs }
versions-before = { "   " }·   之前：{ $base }
versions-removed_there = 已删除
versions-merged = 已与磁盘上的版本合并，没有待解决的冲突。
versions-merged_with = 已与磁盘上的版本合并，{ $count } 个冲突待解决。
versions-field = { $field }：{ $old } → { $new }
versions-mark_added = 已添加
versions-mark_removed = 已删除
versions-mark_moved = 已移动
versions-mark_changed = 已更改
versions-mark_conflict = 冲突
versions-conflict_both_changed = { $subject }：双方都更改了“{ $field }”
versions-conflict_both_added = { $subject }：双方都添加了它，但“{ $field }”不同
versions-conflict_removed_by_ours = { $subject }：我方删除，对方更改
versions-conflict_removed_by_theirs = { $subject }：我方更改，对方删除
versions-conflict_both_moved = { $subject }：双方都移动了它
versions-conflict_cycle = { $subject }：双方的移动合在一起会形成环
versions-conflict_both_reordered = { $subject }：双方都更改了子节点的顺序

earlier-title = “{ $title }”的早期版本
earlier-none = 还没有早期版本。每次保存会保留被替换的版本，最多十个。
earlier-hint = 每次保存所替换的版本，最新的在前。恢复后可以撤销；下次保存时才会写入文件。
earlier-compare = 比较
earlier-identical = 与现在相同
earlier-same = 除布局外没有改变
earlier-nodes = 会改变 { $count } 个节点
earlier-others = 会改变 { $count } 个变量或设置
earlier-restore_this = 恢复此版本
earlier-restore = 恢复
earlier-now = 刚刚
earlier-seconds = { $count } 秒前
earlier-minutes = { $count } 分钟前
earlier-hours = { $count } 小时前
earlier-days = { $count } 天前
earlier-size = { $count } kB
earlier-name = { $age }被替换
