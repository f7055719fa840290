### 其他工具的文件：打开它们，以及把文档写成它们的格式。

command-export = 导出…
command-export_again = 再次导出

submenu-export = 导出

panel-import = 导入说明

import-heading = { $name } · { $format }
import-opened = 已按 { $format } 打开 { $name }；保存后即成为本程序的行为树
import-none = 从其他工具导入行为树后，这里会列出未能原样导入的内容。
import-all_came_over = 已原样导入全部内容。
import-problems = 另有 { $counts }，见“问题”面板
import-no_tree = 其中没有行为树
import-unknown = 文件格式不受支持
import-rules_taken = 已将 { $name } 中的规则设为 { $count } 个叶节点的替身
import-rules_no_tree = 要应用规则的行为树已关闭
import-rules_no_leaf = { $name } 中的规则没有匹配到这棵树的叶节点，请先打开规则所属的树

question-open_all-title = 打开这么多行为树？
question-open_all-text = “{ $name }”中有 { $number } 棵行为树，每棵都会打开一个标签页。
question-no_tree-title = 此文件中没有行为树
question-no_tree-workspace = “{ $name }”只用于标记 behavior3 项目文件夹，其中没有行为树。
question-no_tree-library = “{ $name }”只是任务库（{ $kinds }），其中没有行为树。
question-no_tree-nothing = “{ $name }”中既没有行为树，也没有节点类型。
question-no_tree-kinds = { $count } 种节点类型
question-no_tree-trees = 打开同一文件夹中的一棵行为树：
question-no_tree-no_trees = 同一文件夹中没有该工具的行为树。
question-no_tree-begin = 或者新建一棵行为树，并在节点面板中使用其中的 { $kinds }：
question-no_tree-new = 新建行为树

transfer-nodes = 节点：{ $count }
transfer-mapped = 原样转换：{ $count }
transfer-own = 游戏自有任务：{ $count }
transfer-kept = 仅保留、不起作用：{ $count }
transfer-approximated = 近似转换：{ $count }
transfer-refused = 无法表达：{ $count }

export-title = 导出“{ $title }”
export-known = 以前的导出
export-format = 格式
export-file = 导出到
export-browse = 浏览…
export-inline_subtrees = 内联子树
export-minify = 压缩（去除空白）
export-with_run = { $count ->
    [0] 包含运行过程（尚未运行）
   *[other] 包含运行过程（{ $count } 帧）
}
export-type_key = 节点类型的字段名
export-namespace = 节点类的命名空间
export-on_save = 每次保存行为树时导出，“treewright watch”也会导出
export-on_save_short = 保存时
export-forget = 移除此导出
export-allow_project = 允许此项目在保存时自动导出
export-not_allowed = 已保存，但没有执行此项目要求的导出。可在“文件 → 导出”中允许。
export-write = 导出
export-all_goes_over = 可以原样导出全部内容。
export-looks_ahead = 正在检查哪些内容无法原样导出…
export-would_refuse = 此格式无法表达下列内容，因此不会写出任何文件。
export-exists = { $path } 已存在，且不是上次导出的内容
export-itself = 此文件已在编辑器中打开，请选择其他文件
export-targets_damaged = 其中不是导出设置，或由更新的版本写出，请更正或删除此文件
export-not_kept = 已导出，但无法记录到 { $path }：{ $reason }
export-name_not_text = 文件名不是有效的 Unicode 文本
export-not_written = 无法导出到 { $path }：{ $reason }
export-several_not_written = { $count } 个文件无法导出：{ $files }
export-one_of_several = { $name }（{ $reason }）
export-not_on_save = 已保存，但无法导出到 { $path }：{ $reason }
export-saved_and_written = 已保存 { $path }，并导出 { $files }
export-refused = 此格式无法表达 { $count } 处内容，请打开导出窗口查看

problem-substitution_played_by_another = “{ $pattern }”在原工具中由游戏的 { $name } 代替，在这里总是成功
problem-substitution_script_not_run = 在这里不会运行 { $name } 的“{ $key }”
problem-substitution_names_nothing = “{ $pattern }”没有匹配到这棵树的叶节点
