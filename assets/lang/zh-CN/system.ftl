### 子菜单、路径对话框与系统消息。

command-add_child = 添加子节点…

path_box-no_folder = 文件夹 { $folder } 不存在。
path_box-make_folder = 创建文件夹并保存
path_box-a_folder = { $path } 是文件夹。请加上文件名。

submenu-select = 选择
submenu-find = 查找
submenu-collapse = 折叠与展开
submenu-subtree = 子树
submenu-move = 移动
submenu-notes = 便签与分组
submenu-align = 对齐与分布
submenu-tabs = 标签页与视图
submenu-camera = 缩放与平移
submenu-panels = 面板
submenu-theme = 主题
submenu-scale = 界面大小
submenu-language = 语言
