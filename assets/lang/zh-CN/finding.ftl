### 查找、替换，以及在文档之间跳转。

find-search = 在文档中查找
find-replace_with = 替换为
find-replace = 替换
find-replace_all = 全部替换
find-next = 下一个匹配项
find-previous = 上一个匹配项
find-match_case = 区分大小写
find-whole_word = 全字匹配
find-where = 查找范围
find-what = 查找字段
find-everything = 全部字段
find-some = 部分字段
find-scope_front = 当前文档
find-scope_open = 所有打开的文档
find-scope_project = 整个项目
find-field_name = 名称
find-field_kind = 节点类型
find-field_parameter = 参数
find-field_variable = 变量
find-field_comment = 注释与便签
find-field_id = ID
find-start = 输入要查找的内容。单击一行可跳转，按 F3 转到下一个。
find-nothing = 没有匹配项。请缩短关键词、选择其他字段，或扩大查找范围。
find-count = { $count } 处
find-more = 至少 { $count } 处
find-uses_of = “{ $name }”的引用
find-end_uses = 返回文本查找
find-no_uses_in_project = 项目中没有其他文件引用“{ $name }”。
find-no_uses = “{ $name }”没有被引用。可在检查器中将参数绑定到它，或从黑板中删除它。
find-result = 匹配项：{ $text }，{ $place }
find-document = “{ $title }”：{ $count }
find-spot_name = 名称
find-spot_kind = 类型
find-spot_id = ID
find-spot_comment = 注释
find-spot_initial = 初始值
find-spot_description = 说明
find-variable = 变量“{ $name }”
find-tree = 树
find-note = 便签
find-group = 分组
find-whole_document = 文档
find-scenario_itself = 测试用例本身
find-scenario_frame = 测试用例，第 { $frame } 帧
find-replaced = 已替换 { $count } 处。
find-replaced_some = 已替换 { $count } 处，{ $left } 处未更改。
find-replaced_in = 涉及 { $documents } 个文档，可在各文档中分别撤销。
find-cannot_replace = 此处无法替换：类型、ID 和参数名不能更改，数字只能替换为数字。

command-split_view = 拆分视图
command-go_back = 后退
command-go_forward = 前进
command-next_tab = 下一个标签页
command-previous_tab = 上一个标签页
command-find = 查找…
command-replace = 替换…
command-find_next = 查找下一个
command-find_previous = 查找上一个
command-find_uses = 查找变量引用…

panel-project = 项目
panel-find = 查找

seek-variables = 输入变量名

blackboard-find_uses = 查找引用

tabs-close_others = 关闭其他
tabs-copy_path = 复制路径

breadcrumb-go_to = 转到“{ $title }”

obstacle-no_variables = 文档没有声明变量。
obstacle-nowhere_back = 没有可以后退的位置。
obstacle-nowhere_forward = 没有可以前进的位置。
obstacle-no_bottom_panels = 画布下方没有面板。
obstacle-one_document = 只打开了一个文档。

project-search = 搜索项目
project-none = 打开或保存文件后，这里会列出其项目文件夹中的内容。
project-looking = 正在读取…
project-empty = 此文件夹中没有行为树、任务库或测试用例。保存到此文件夹的文件会列在这里。
project-nothing = 没有匹配的文件。
project-more = 只列出前 { $most } 个文件。
project-folder = 文件夹 { $path }
project-file = 文件 { $path }
project-kind_tree = 行为树
project-kind_library = 任务库
project-kind_scenario = 测试用例
project-open = 打开
project-new = 在此项目中新建
project-new_tree = 新建行为树…
project-new_library = 新建任务库…
project-new_folder = 新建文件夹…
project-new_scenario = 新建测试用例…
project-scenario_name = 测试
project-name_of_tree = 新行为树的名称
project-name_of_library = 新任务库的名称
project-name_of_scenario = 新测试用例的名称
project-name_of_folder = 新文件夹的名称
project-rename = 重命名…
project-rename_event = 重命名事件“{ $name }”
project-rename_task = 重命名任务“{ $name }”
project-rename_means = 项目中引用它的所有文件都会随之更新。在项目面板中按 Ctrl+Z 可以撤销。
project-rename_now = 重命名
project-mark_folder = 将“{ $name }”设为项目文件夹
project-marked = { $path } 现在是项目文件夹
project-new_name = 新名称
project-duplicate = 复制一份
project-delete = 移到回收站
project-use_library = 在此树中使用
project-share_library = 在项目的所有树中使用
project-library_shared = 所有树都使用 { $path }
project-uses = 查找引用
project-unsaved = 未保存
project-unreadable = 无法读取
project-errors = { $count } 个错误
project-renamed = 已将 { $from } 重命名为 { $to }
project-moved = 已将 { $from } 移动到 { $to }
project-adapted = { $count } 处引用已随之更新
project-written = { $count } 个文件已更改
project-made = 已创建 { $path }
project-removed = 已将 { $path } 移到回收站
project-replaced = 已修改 { $count } 个未打开的文件
project-undo = 撤销上一次文件更改
project-redo = 重做文件更改
project-undo_later_first = 请先在项目面板中撤销之后的文件更改。
project-still_busy = 上一次文件更改尚未完成。
project-undone = 已撤销：{ $what }
project-redone = 已重做：{ $what }
project-failed = 没有更改任何文件：{ $reason }
project-nothing_to_undo = 没有可撤销的文件更改。
project-nothing_to_redo = 没有可重做的文件更改。
project-runs_itself = 一棵树不能运行它自己。
project-reveal = 在文件管理器中显示
project-no_tree = 项目文件夹中没有此测试用例对应的行为树。
project-no_file_manager = 无法启动文件管理器：{ $reason }

settings-reopen = 恢复上次会话
settings-reopen_hint = 启动时重新打开上次退出时的文件。

rename-done = 已在 { $count } 个文档中重命名为“{ $name }”；每个文档可单独撤销。
rename-refused = 文档“{ $title }”：{ $reason }
unfinished-taken_back = { $count ->
    [0] 程序在修改 { $project } 中的文件时意外结束。
   *[other] 程序在修改 { $project } 中的文件时意外结束。已修改的 { $count } 个文件已恢复原样。
}
unfinished-left = 以下文件之后又被改动，保持现状：{ $files }。
