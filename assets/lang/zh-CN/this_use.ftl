### 行为树的一次使用：从内部编辑，以及它的覆盖值。

command-edit_use = 编辑这次使用
command-edit_file = 编辑文件本身
obstacle-no_use = 没有正在编辑的单次使用。
this_use-editing = 正在编辑这次使用：{ $way }
this_use-sets = 设置 { $values }
this_use-count = { $count ->
    [0] 与文件相同
   *[other] { $count } 个值与文件不同
}
this_use-mark = { $count } 个覆盖值
this_use-edit_hint = 只为这次使用更改值，文件保持不变
this_use-edit_file_hint = 编辑 { $file } 本身，所有使用处都会改变
this_use-runs_file = 运行的是文件本身，使用文件中的值。要看此处引用的效果，请运行 { $title }。
this_use-refused = 单次使用只能更改节点的参数值。变量在子树节点上设置；要更改其他内容，请编辑文件本身。
this_use-of_file = 名称、注释、子节点等在所有使用处都相同。
this_use-no_parameters = 此节点没有可以单独更改的值。
this_use-select = 请选择一个节点，以更改它在这次使用中的值。
this_use-begun = 现在的更改只用于此处；文件保持不变。
this_use-left = 已离开这次使用，之后的更改会写入文件。
this_use-in_file = 文件中的值：{ $value }
this_use-reset = 重置
this_use-reset_all = 全部重置
this_use-apply = 应用到文件
this_use-apply_one = 将“{ $node }”的“{ $name }”应用到文件
this_use-apply_all = 全部应用到文件
this_use-applied = 已将 { $count } 个值应用到 { $files }
this_use-others_too = 另有 { $count } 棵运行它的树也随之改变
this_use-kept_missing = 未应用：树中没有此节点，或无法读取其文件。
this_use-kept_overridden = 未应用：中间的节点 { $node } 也覆盖了这个值。请在那里更改。
this_use-kept_variable = 未应用：这个值需要 { $title } 的变量“{ $name }”，树无法读取它。
