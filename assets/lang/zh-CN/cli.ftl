### 命令行：帮助、结果、提示、错误以及处理办法。

## 多个命令共用的词

cli-error = 错误:
cli-warning = 警告:
cli-note = 提示:
cli-do_this = 建议:
cli-list_separator = { "、" }
cli-node = “{ $title }”（{ $id }）
cli-errors = { $count } 个错误
cli-warnings = { $count } 个警告
cli-errors_and_warnings = { $errors }，{ $warnings }
cli-and_more = 另有 { $number } 条
cli-more_nodes = 另有 { $count } 个节点
cli-did_you_mean = 是否指 `{ $name }`？
cli-editor_fix = 可在编辑器中修复：{ $fix }
cli-in_unusable_library = 它可能在无法使用的任务库中声明：{ $library }
cli-stand_in = { $task }（{ $how }）
cli-remedy_and_state = { $remedy }{ $state }
cli-unchanged = 磁盘上的文件没有改变。
cli-nothing_written = 没有写入文件。
cli-no_home = 找不到用户文件夹
cli-output_not_written = 无法写入输出：{ $reason }
cli-not_synced = 已保存 { $file }，但断电时可能丢失：{ $reason }

cli-at-node = 节点 { $id }：{ $problem }
cli-at-parameter = 节点 { $id } 的 `{ $name }`：{ $problem }
cli-at-override = 节点 { $id }，{ $path } 的 `{ $name }`：{ $problem }
cli-at-variable = 变量 `{ $name }`：{ $problem }
cli-at-tree = 树 `{ $name }`：{ $problem }

## 帮助

cli-help-usage = 用法:
cli-help-commands = 命令
cli-help-arguments = 参数
cli-help-options = 选项
cli-help-command_name = 命令
cli-help-options_name = [选项]
cli-help-default = [默认：{ $value }]
cli-help-values = [可用值：{ $values }]
cli-help-value = - { $value }：{ $help }
cli-help-help = 显示本帮助或某个命令的帮助
cli-help-exit_codes = 退出码：0 成功，1 发现问题，2 输入或参数无效，101 内部错误。

cli-help-any-help = 显示帮助
cli-help-any-version = 显示版本
cli-help-any-lang = 所有文本的语言 [默认：系统语言；JSON、JUnit 和 Markdown 为英语]
cli-help-any-format = 输出格式：供人阅读或 JSON
cli-help-any-from = 输入格式 [默认：自动识别]
cli-help-any-type_key = 仅用于嵌套存档 JSON：节点类型的键（`type`、`typeName`、`node` 等）[默认：自动识别]
cli-help-any-inline_subtrees = 内联子树（如果格式支持）
cli-help-any-minify = 去除空白（如果格式支持）
cli-help-any-namespace = 仅用于嵌套存档 JSON：节点类的命名空间，留空表示没有 [默认：导入文件的命名空间，否则为 `GraphViewExtension`]

cli-help-treewright = 绘制、检查、运行和测试行为树。
cli-help-treewright-files = 要在编辑器中打开的行为树
cli-help-treewright-new_window = 打开新窗口，即使已有窗口打开

cli-help-check = 检查行为树中的问题
cli-help-check-files = 要检查的行为树、测试用例和任务库
cli-help-check-strict = 有警告时也算失败

cli-help-run = 运行行为树并显示每一帧
cli-help-run-file = 要运行的行为树；或录制文件（.jsonl），将回放并验证；或游戏智能体的录制（.live.jsonl），或 BehaviorTree.CPP 的日志（.btlog）
cli-help-run-frames = 最多运行的帧数 [默认：测试用例的帧数，否则为 10]
cli-help-run-dt = 每帧时长（秒）[默认：测试用例的帧时长，否则为 0.1]
cli-help-run-seed = 随机种子 [默认：测试用例的随机种子，否则为行为树的随机种子]
cli-help-run-scenario = 含输入和期望的测试用例
cli-help-run-trace = 将运行录制为 JSON 行；`-` 表示写到终端，取代逐帧显示
cli-help-run-changes = 只显示状态与上一帧不同的节点
cli-help-run-node = 只显示具有此名称或 ID 的节点
cli-help-run-agent = 仅用于 名称.live.jsonl：智能体的编号或名称；不指定时为第一个
cli-help-run-force = 覆盖已有文件；默认情况下 --trace 只覆盖录制文件

cli-help-diff = 显示行为树两个版本之间的更改
cli-help-diff-old = 旧版本
cli-help-diff-new = 新版本
cli-help-diff-picture = 同时并排绘制两个版本并标出差异，文件为 .svg 或 .png
cli-help-diff-force = 覆盖已有文件；默认只覆盖本程序的图片
cli-help-diff-layout = 也列出只在画布上移动过的节点、便签和分组

cli-help-merge = 合并行为树的两个更改过的版本
cli-help-merge-base = 两个版本的共同祖先
cli-help-merge-ours = 我方版本，冲突处保留它
cli-help-merge-theirs = 对方版本
cli-help-merge-out = 合并后的文件 [默认：终端]
cli-help-merge-force = 覆盖已有文件；默认只覆盖未改变的我方文件和先前的合并结果
cli-help-merge-edit = 有冲突时在编辑器中打开合并结果，并等待窗口关闭
cli-help-merge-git = 由 git 调用：不是行为树的文件逐行合并

cli-help-git_setup = 将 Treewright 设为 git 的比较和合并工具
cli-help-git_setup-global = 设置此用户的所有仓库，而不只是当前仓库

cli-help-git_diff = 显示更改，由 git 调用
cli-help-git_diff-parts = 路径，以及两个版本的文件、哈希和模式；重命名的文件还有新路径

cli-help-why = 说明某个节点在录制的某一帧中为什么这样
cli-help-why-recording = 录制文件，由 `treewright run --trace`、`treewright live record` 或编辑器写出；或 BehaviorTree.CPP 的 .btlog 文件
cli-help-why-node = 节点的 ID；名称没有重复时也可以用名称
cli-help-why-frame = 帧；不指定时为最后一帧
cli-help-why-agent = 智能体的编号，游戏的智能体也可以用名称；不指定时为第一个
cli-test-more_reasons = 还有 { $count } 个原因：见 --format json
cli-test-why = 为什么？
cli-why-heading = 第 { $frame } 帧的{ $node }
cli-why-no_node = 行为树中没有节点 { $node }
cli-why-agent_has_no_node = 智能体 { $agent } 的行为树中没有节点 { $node }
cli-why-no_agent = 第 { $frame } 帧中没有智能体 { $agent }
cli-why-name_an_agent = `treewright run` 会显示每一帧的智能体。
cli-why-nodes = 请指定节点的 ID（写在名称前面）：{ $nodes }。
cli-why-several_nodes = 有多个节点名为 { $node }
cli-why-name_one_of = 请给出其中一个的 ID：{ $nodes }。
cli-help-compare = 找出两个录制最先不同的帧
cli-help-compare-left = 录制文件，由 `treewright run --trace` 或编辑器写出
cli-help-compare-right = 要比较的录制文件

cli-help-test = 运行测试用例
cli-help-test-paths = 测试用例、带有测试用例的行为树，或要搜索的文件夹
cli-help-test-update = 将期望更新为实际结果
cli-help-test-watch = 行为树、任务库或测试用例改变时重新运行，直到按 Ctrl+C
cli-help-test-coverage = 列出测试用例未到达的节点和从未出现的结果，并给出汇总表
cli-help-test-min_coverage = 覆盖的节点（或 --measure 的指标）低于此百分比时失败
cli-help-test-measure = 列出和要求的指标；默认全部列出，--min-coverage 按节点计算
cli-help-test-coverage_out = 同时写出供构建服务器使用的覆盖率文件：Cobertura XML；文件以 .info 结尾时为 LCOV
cli-help-test-junit = 同时将结果写成 JUnit XML，供构建服务器使用
cli-help-test-strict = 有断言是否成立未知时也算失败
cli-help-test-exit_codes = 退出码：0 没有失败；1 有测试用例或断言失败，或覆盖率过低；2 输入或参数无效。先达到限制，或没有运行显示或违反断言而又并非所有情况都试过时，断言是否成立未知：不加 --strict 时为 0，加上时为 1。假设使所有运行都无法继续时为 1。
cli-help-test-force = 覆盖已有文件；默认情况下只覆盖本程序写出的结果

cli-help-render = 将行为树或录制的某一帧绘制为 SVG 或 PNG 图片
cli-help-render-files = 要绘制的行为树或录制文件（.jsonl）
cli-help-render-output = 图片（.svg 或 .png）；有多个时为文件夹
cli-help-render-kind = 文件夹中图片的格式
cli-help-render-theme = 配色
cli-help-render-node = 只绘制此节点及其分支；可重复使用
cli-help-render-direction = 按此方向重新布局 [默认：保持布局]
cli-help-render-scale = 画布每单位的像素数
cli-help-render-transparent = 透明背景
cli-help-render-frame = 录制的帧 [默认：最后一帧]
cli-help-render-force = 覆盖已有文件；默认只覆盖本程序的图片

cli-help-fmt = 将文件改写为规范格式
cli-help-fmt-files = 行为树、测试用例和任务库
cli-help-fmt-check = 只报告不是规范格式的文件

cli-help-new = 新建行为树
cli-help-new-file = 要创建的文件；名称不以 `.json` 结尾时会加上 `.bt.json`

cli-help-rename_tree = 重命名一棵树，项目中运行它的所有文件随之更新
cli-help-rename_tree-file = 树所在的文件
cli-help-rename_variable = 重命名变量，项目中设置或共用它的所有文件随之更新
cli-help-rename_variable-file = 声明该变量的行为树
cli-help-rename_event = 在项目的所有文件中重命名事件
cli-help-rename_event-project = 项目文件夹，或其中的一个文件
cli-help-rename_task = 重命名任务库中的任务，项目中使用它的所有文件随之更新
cli-help-rename_task-library = 任务库
cli-help-move = 移动或重命名文件、文件夹，所有引用随之更新
cli-help-move-from = 文件或文件夹
cli-help-move-to = 新路径，或要移入的文件夹
cli-help-uses = 列出行为树、变量、事件、任务或文件在哪里使用
cli-help-uses-name = 名称，或相对于项目文件夹的文件路径
cli-help-uses-project = 项目文件夹
cli-help-any-old_name = 现在的名称
cli-help-any-new_name = 新名称
cli-help-any-dry_run = 只显示会改变什么

cli-help-import = 将其他工具的文件导入为行为树
cli-help-import-files = 其他工具的文件，或要搜索的文件夹
cli-help-import-output_folder = 存放行为树的文件夹，保留子文件夹
cli-help-import-force = 覆盖已有文件

cli-help-export = 将行为树导出为其他工具的格式或网页
cli-help-export-files = 要导出的行为树；导出网页时也可以是录制
cli-help-export-to = 输出格式
cli-help-export-output_path = 一棵树时为文件；多棵时为文件夹，保留子文件夹 [默认：每棵树所在的文件夹]
cli-help-export-force = 覆盖已有文件；默认只覆盖先前的导出，使用 `-o 文件` 时还覆盖同格式的文件，但不覆盖行为树、任务库或测试用例

cli-help-convert = 转换为目标扩展名的格式
cli-help-convert-source = 要读取的文件
cli-help-convert-target = 要写入的文件
cli-help-convert-to = 输出格式；扩展名对应多种格式时使用
cli-help-convert-force = 覆盖已有文件

cli-help-watch = 行为树改变时导出文件夹中的行为树
cli-help-watch-folder = 存放行为树的文件夹
cli-help-watch-to = 所有行为树的输出格式 [默认：编辑器“导出”窗口中每棵树的目标]
cli-help-watch-output_folder = 存放文件的文件夹，保留子文件夹；须与 --to 一起使用
cli-help-watch-once = 只导出一次便退出，供构建服务器使用
cli-help-watch-force = 覆盖已有文件；默认只覆盖先前的导出

cli-help-live = 查看运行中的游戏
cli-help-live_list = 列出附加的游戏及其智能体
cli-help-live_record = 录制游戏的智能体正在做什么，以及之前做了什么
cli-help-live_record-seconds = 录制多长时间
cli-help-live_record-output_path = 录制文件，名称.live.jsonl
cli-help-live_record-agent = 智能体的编号，或其名称或标签的一部分；可重复使用；不指定则为前 16 个智能体
cli-help-live_record-past = 同时录制之前的多少秒（以游戏仍记得的为限）
cli-help-live_record-force = 覆盖已有文件
cli-help-live_find = 按名称或状态查找游戏的智能体
cli-help-live_find-expression = 关于智能体变量的表达式，例如 `health < 10`
cli-help-live_find-running = 查找正在运行此 ID 的节点的智能体
cli-help-live_find-name = 查找名称或标签包含此文字的智能体
cli-help-live_check = 逐条消息检查不使用本引擎的游戏的客户端
cli-help-live_scenario = 将智能体的活动制成测试用例（由 `live record` 或编辑器录制）
cli-help-live_scenario-record = 录制文件，名称.live.jsonl
cli-help-live_scenario-output_path = 测试用例文件，名称.scenario.json
cli-help-live_scenario-agent = 智能体的编号或名称；不指定时为第一个
cli-help-live_scenario-from_frame = 首帧；不指定时为最后一个无间断部分的首帧
cli-help-live_scenario-to_frame = 末帧；不指定时为最后一个已知的帧
cli-help-live_scenario-tree = 测试用例的行为树，相对于其文件 [默认：游戏提供的路径]
cli-help-live_scenario-force = 覆盖已有文件
cli-help-any-wait = 等待游戏的时间
cli-help-any-game = 启动游戏的命令；不指定则等待已在运行的游戏

cli-help-nodes = 列出节点类型及其参数
cli-help-nodes-format = 列表的格式
cli-help-nodes-library = 也列出此任务库的任务；可重复使用
cli-help-nodes-tree = 也列出此行为树的任务库的任务

cli-help-schema = 输出某种格式的 JSON Schema
cli-help-schema-name = 格式 [默认：全部列出]

cli-help-install_desktop = 添加桌面菜单项、图标和文件类型
cli-help-install_desktop-user = 为当前用户安装；必须指定此选项，不需要管理员权限
cli-help-install_desktop-uninstall = 移除它们

cli-value-format-human = 供人阅读
cli-value-format-json = 供程序读取
cli-value-format-junit = JUnit XML，供构建服务器读取
cli-value-format-text = 供人阅读
cli-value-format-md = Markdown，供打印或发布
cli-value-kind-svg = 线条和文字
cli-value-kind-png = 像素
cli-value-theme-light = 浅色背景
cli-value-theme-dark = 深色背景
cli-value-direction-down = 子节点在父节点下方
cli-value-direction-right = 子节点在父节点右侧
cli-value-measure-nodes = 到达过的节点
cli-value-measure-results = 节点的返回结果
cli-value-measure-conditions = 条件为真和为假两种情况
cli-value-measure-aborts = 触发过的中断
cli-value-measure-switches = 按值分支在运行中切换子节点
cli-value-measure-outcomes = 返回结果、条件、中断与分支切换的总和
cli-value-name-bt = 行为树，`名称.bt.json`
cli-value-name-scenario = 测试用例，`名称.scenario.json`
cli-value-name-tasks = 任务库，`名称.tasks.json`
cli-value-name-breakpoints = 断点，`.treewright/breakpoints.json`
cli-value-name-trace = 录制中的一行，`名称.trace.jsonl`
cli-value-name-link = 实时连接的消息
cli-value-name-live = 游戏中智能体活动的一行，`名称.live.jsonl`
cli-value-name-claims = 关于行为树所有运行的断言，`名称.claims.json`

cli-value_name-NAME_OR_NUMBER = 名称|编号
cli-value_name-GAME = 游戏命令
cli-value_name-EXPRESSION = 表达式
cli-value_name-TEXT = 文字
cli-value_name-BASE = 祖先
cli-value_name-DIR = 文件夹
cli-value_name-DIRECTION = 方向
cli-value_name-FILE = 文件
cli-value_name-FILE_OR_DIR = 文件|文件夹
cli-value_name-FORMAT = 格式
cli-value_name-FROM = 来源
cli-value_name-ID = ID
cli-value_name-KEY = 键
cli-value_name-LANG = 语言
cli-value_name-MEASURE = 指标
cli-value_name-N = 数
cli-value_name-NAME = 名称
cli-value_name-NAME_OR_ID = 名称|ID
cli-value_name-NAMESPACE = 命名空间
cli-value_name-NEW = 新版本
cli-value_name-OLD = 旧版本
cli-value_name-OTHER = 另一文件
cli-value_name-OURS = 我方
cli-value_name-OUT = 输出
cli-value_name-PART = 部分
cli-value_name-PERCENT = 百分比
cli-value_name-S = 秒
cli-value_name-THEIRS = 对方
cli-value_name-THEME = 配色
cli-value_name-TO = 目标

## 参数错误

cli-argument-no_value = { $argument } 缺少值
cli-argument-invalid_value = { $argument } 的值“{ $value }”无效
cli-argument-invalid_value_because = { $argument } 的值“{ $value }”无效：{ $reason }
cli-argument-number = 必须是 { $least } 到 { $most } 之间的数
cli-argument-whole_number = 必须是 { $least } 到 { $most } 之间的整数
cli-argument-seconds = 必须是 { $least } 到 { $most } 之间的秒数
cli-argument-some_seconds = 必须是大于 { $least }、不超过 { $most } 的秒数
cli-argument-unknown = 未知的参数 { $argument }
cli-argument-unknown_command = 未知的命令 { $command }
cli-argument-too_many_values = { $argument } 的值过多：“{ $value }”
cli-argument-wrong_number_of_values = { $argument } 的值的个数不对
cli-argument-no_equals = { $argument } 与它的值之间需要等号
cli-argument-repeated = { $argument } 不能重复使用
cli-argument-conflict = { $argument } 不能与 { $other } 同时使用
cli-argument-missing = 缺少必需的参数：{ $arguments }
cli-argument-no_command = 缺少命令
cli-argument-not_utf8 = 某个参数不是有效的 Unicode
cli-argument-invalid = 参数无效
cli-argument-similar = 是否指 { $similar }？
cli-argument-see_help = 使用 '--help' 查看详细帮助。

## 无法打开或读取的文件

cli-open-folder = { $file } 是文件夹，不是文件
cli-open-not_a_file = { $file } 不是文件
cli-open-unreadable = 无法读取 { $file }：{ $reason }
cli-open-misspelled = { $file } 既不是命令也不是文件；是否指 { $command }？可用的命令：{ $commands }
cli-open-missing = { $file } 不存在；{ $new } 可以创建它
cli-open-no_command = { $file } 既不是命令也不是文件；可用的命令：{ $commands }；{ $new } 可以新建行为树

cli-read-unknown_format = 未知的格式
cli-read-substitution_rules = 这是 BehaviorTree.CPP 的替换规则，其中没有行为树
cli-read-no_tree = 其中只有节点类型，没有行为树

cli-missed-too_many = 其中的文件和文件夹超过 { $most } 个：只检查了前 { $most } 个
cli-missed-too_deep = 文件夹嵌套已达 { $most } 层：没有检查其内容
cli-missed-unreadable = 无法读取：{ $reason }
cli-missed-link = 未跟随此链接：{ $reason }

cli-window-no_display = 没有显示器（未设置 DISPLAY 和 WAYLAND_DISPLAY）
cli-window-failed = 无法显示窗口（{ $reason }）
cli-window-not_built = 构建本程序时没有包含编辑器
cli-window-unavailable = 无法打开编辑器：{ $reason }；不需要编辑器的命令：{ $commands }

## 处理办法

cli-remedy-path_of_tree = 请检查路径；`treewright new` 可以新建行为树。
cli-remedy-path_of_scenario = 请检查测试用例的路径。
cli-remedy-path_of_library = 请检查任务库的路径。
cli-remedy-path_of_recording = 请检查路径；`treewright run 行为树 --trace 文件` 可以录制运行。
cli-remedy-path_of_log = 请检查日志的路径。
cli-remedy-name_a_file = 请指定文件，而不是文件夹或设备。
cli-remedy-close_elsewhere = 请在另一个程序中关闭此文件，再运行此命令。
cli-remedy-readable = 请检查文件是否可读。
cli-remedy-readable_file = 请检查它是否为可读的文件。
cli-remedy-readable_folder = 请检查文件夹是否可读。
cli-remedy-from = 如果属于以下格式之一，请用 --from 指定：{ $formats }。
cli-remedy-to = 请用 --to 选择一种：{ $formats }。
cli-remedy-substitution_rules = 请先在编辑器中打开行为树，再打开此文件：其中的规则会成为替身。
cli-remedy-import_tree = `treewright import` 可以将它导入为行为树。
cli-remedy-import_library = `treewright import` 可以将它导入为任务库。
cli-remedy-import_all = `treewright import` 可以导入全部文件并保留文件夹。
cli-remedy-import_and_merge = 请先用 `treewright import` 导入这些文件，再合并行为树。
cli-remedy-import_subfolders = 请逐个导入其中的文件夹。
cli-remedy-render = 可用 `treewright render 文件 -o 图片` 绘制。
cli-remedy-force = 请选择其他位置，或使用 --force 覆盖文件。
cli-remedy-other_name = 请换一个名称，或先移走该文件。
cli-remedy-other_target = 请选择其他位置。
cli-remedy-other_folder = 请绘制到其他文件夹。
cli-remedy-own_folders = 请写入不同的文件夹，或使用其他名称。
cli-remedy-copy_library = 请把它复制到那里；如果游戏自行注册任务，则不需要。
cli-remedy-writable = 请检查文件是否可写。
cli-remedy-writable_file = 请指定可写的现有文件夹中的文件。
cli-remedy-name_a_folder = 请用 `-o` 指定文件夹。
cli-remedy-name_tree_folder = 请指定行为树所在的文件夹。
cli-remedy-name_files = 请指定项目文件夹，或其中的文件。
cli-remedy-name_scenarios = 请指定测试用例、同一文件夹中有测试用例的行为树，或文件夹。
cli-remedy-svg_or_png = 请指定以 .svg 或 .png 结尾的文件，或现有的文件夹。
cli-remedy-svg = 请绘制 SVG，它没有此限制。
cli-remedy-part_or_svg = 请用 `--node` 绘制一部分，或绘制 SVG，它没有此限制。
cli-remedy-smaller_scale = 请使用 `--scale { $scale }` 或更小的值，用 `--node` 绘制一部分，或绘制 SVG，它没有此限制。
cli-remedy-no_picture = 请去掉 `--picture`。
cli-remedy-add_a_node = 请先添加节点。
cli-remedy-ids = ID 可在文件中和编辑器检查器的名称下方找到。
cli-remedy-expand = 请在编辑器中展开上方的节点，或绘制那个节点。
cli-remedy-record = `treewright run 行为树 --trace 名称.trace.jsonl` 可以录制运行；请绘制该文件。
cli-remedy-log = 请指定由 BehaviorTree.CPP 4.3 或更高版本的 FileLogger2 写出的 .btlog 文件。
cli-remedy-frame = 请选择 0 到 { $last } 之间的帧；0 表示第一帧之前。
cli-remedy-node_of_tree = 请指定行为树中的节点；`treewright run FILE --frames 1` 会列出节点及其 ID。
cli-remedy-fewer_frames = 之前的帧已写入；请用 --frames 录制较少的帧。
cli-remedy-without_trace = 请省略 --trace；日志本身即可保存。
cli-remedy-without_options = 请去掉 --dt、--seed 和 --scenario，或运行行为树而不是录制。
cli-remedy-field_tree = 请在字段 `tree` 中写明行为树的文件。
cli-remedy-open_in_editor = 请在编辑器中打开行为树查看原因。
cli-remedy-node_of_scenario = { $tree } 中没有节点 `{ $name }`：请更正名称，或使用测试用例所属的行为树。
cli-remedy-more_frames = 请让测试用例运行更多帧，或移动该步骤。
cli-remedy-compare_with_tree = 请与 { $tree } 对照。
cli-remedy-export_target = 请在编辑器中重新设置导出，或更正文件。
cli-remedy-install_git = 请安装 git，或检查 PATH。
cli-remedy-repository = 请在仓库中运行，或用 --global 设置所有仓库。
cli-remedy-full_path = 请使用完整路径启动它。
cli-remedy-set_home = 请设置 HOME，或只设置单个仓库。

cli-save_remedy-conflict = 请查看其他程序写入的内容（仍在原处），然后重新运行命令。
cli-save_remedy-exists = 请选择其他位置；已有的文件没有改变。
cli-save_remedy-not_a_file = 请指定文件，或尚不存在的文件。
cli-save_remedy-read_only = 请使它可写，或选择其他位置。
cli-save_remedy-locked_file = 请选择其他位置，或向文件的所有者申请权限。
cli-save_remedy-in_use = 请在另一个程序中关闭此文件，再运行此命令。
cli-save_remedy-not_on_windows = 请换一个名称：不要用 CON、NUL 等设备名，不要含 < > : " | ? *，末尾不要有点或空格。
cli-save_remedy-several_names = 请换一个文件名写入。
cli-save_remedy-cut_short = 请比较两个文件，保留正确的一个并移除另一个。
cli-save_remedy-kept_beside = 请比较两个文件，保留正确的一个并移除另一个。
cli-save_remedy-torn = 请检查磁盘，并把原先的内容复制回文件。
cli-save_remedy-no_folder = 请创建文件夹，或选择其他位置。
cli-save_remedy-not_a_folder = 请选择其他位置。
cli-save_remedy-hidden_place = 请选择其他位置。
cli-save_remedy-outside = 请选择其他位置。
cli-save_remedy-name = 请选择较短的名称。
cli-save_remedy-locked_folder = 请检查文件夹是否可写，或选择其他位置。
cli-save_remedy-in_folder = 请检查文件夹是否可写，或选择其他位置。
cli-save_remedy-no_room = 请腾出空间，或选择其他位置。
cli-save_remedy-not_kept = 请检查磁盘，或选择其他位置。
cli-save_remedy-too_many_links = 请指定文件本身。
cli-save_remedy-link = 请用文件夹或文件替换此链接，或选择其他位置。
cli-save_remedy-dangling_link = 请指定其他文件，或移除此链接。
cli-save_remedy-is_read = 请选择其他位置，或使用 --force 覆盖文件。
cli-save_remedy-io = 请检查磁盘和文件夹，或选择其他位置。

## check、fmt、new

cli-check-files = { $count } 个文件
cli-check-no_problems = 已检查 { $files }，没有问题
cli-check-problems = 已检查 { $files }：{ $counts }

cli-rename-missing = { $file } 不存在
cli-rename-unread = 无法读取此文件，因此找不到其中的使用之处
cli-rename-moved = { $from } → { $to }
cli-rename-file = { $file }：{ $count } 处
cli-rename-files = { $count } 个文件
cli-rename-changed = 已更改 { $files }
cli-rename-would_change = 将更改 { $files }；去掉 `--dry-run` 即执行
cli-uses-none = 项目中没有名为 { $name } 的内容
cli-uses-tree = 行为树
cli-uses-variable = 变量
cli-uses-task = 任务
cli-uses-event = 事件
cli-uses-file = 文件
cli-uses-of_file = { $kind } { $name }（{ $file }）
cli-uses-of_any = { $kind } { $name }
cli-uses-frame = 第 { $frame } 帧
cli-uses-count = { $count ->
    [0] 未使用
   *[other] 使用 { $count } 处
}

cli-fmt-rewritten = { $file }：已改写
cli-fmt-not_canonical = 不是规范格式
cli-fmt-would_rewrite = { $file }：{ $state }；可用 `treewright fmt { $word }` 改写
cli-fmt-not_rewritten = 未改写：{ $reason }
cli-fmt-other_tool = 这是其他工具的文件

cli-new-created = 已创建 { $file }
cli-new-not_created = 未创建：{ $reason }
cli-new-no_file_name = 路径中没有文件名
cli-new-exists = 文件已存在

## run、compare

cli-run-frame = 第 { $frame } 帧，{ $time } 秒：{ $status }
cli-run-frame_unchanged = 第 { $frame } 帧，{ $time } 秒：{ $status }（无变化）
cli-run-stand_ins = 使用替身：{ $tasks }
cli-run-aborts = 中断：{ $abort }
cli-run-agent = 智能体 { $number }
cli-run-log = 日志：{ $node }：{ $quoted }
cli-run-mark = 标记：{ $node }：{ $quoted }
cli-run-error = 错误：{ $node }执行出错：{ $text }
cli-run-background_started = 树“{ $tree }”开始同时运行
cli-run-background_stopped = 同时运行的树“{ $tree }”已停止
cli-run-background_ended = 同时运行的树“{ $tree }”返回{ $text }
cli-run-background_log = 日志：同时运行的树“{ $tree }”：{ $text }
cli-run-background_mark = 标记：同时运行的树“{ $tree }”：{ $text }
cli-run-background_error = 错误：同时运行的树“{ $tree }”执行出错：{ $text }
cli-run-scenario_fails = 测试用例失败：{ $difference }
cli-run-no_node = 行为树中没有节点“{ $name }”
cli-run-no_node_meant = 行为树中没有节点“{ $name }”；是否指“{ $meant }”？
cli-run-more_errors = 另有 { $count } 个错误：见 `treewright check { $word }`
cli-run-cut_off = 第 { $line } 行不完整：写入 { $file } 时中断。之前的帧是完整的。
cli-run-log_cannot_be_repeated = 日志只记录发生了什么，不包含叶节点结果的来源，因此无法写成录制文件
cli-run-fixed_by_recording = 录制按其自身的种子、每帧时长和输入回放
cli-run-trace_not_written = 无法写入录制：{ $reason }
cli-run-trace_cut_short = 录制在第 { $frame } 帧之前结束：{ $reason }
cli-run-trace_too_large = 每个录制最多 { $file } MB，每行最多 { $line } MB

cli-abort-became_true = 中断：{ $branch }被中断：{ $conditional }变为真（{ $composite }的中断类型：{ $abort }）；{ $scope }从{ $target }继续。
cli-abort-became_false = 中断：{ $branch }被中断：{ $conditional }变为假（{ $composite }的中断类型：{ $abort }）；{ $scope }从{ $target }继续。
cli-abort-became_true_idle = 中断：没有节点在运行：{ $conditional }变为真（{ $composite }的中断类型：{ $abort }）；{ $scope }从{ $target }继续。
cli-abort-became_false_idle = 中断：没有节点在运行：{ $conditional }变为假（{ $composite }的中断类型：{ $abort }）；{ $scope }从{ $target }继续。

cli-state-not_known = 不明
cli-state-idle = 未运行
cli-state-running = 运行中
cli-state-succeeded = 成功
cli-state-failed = 失败
cli-state-interrupted = 被中断

cli-compare-same = 两个录制相同：{ $count } 帧。
cli-compare-differ = 两个录制最先在第 { $frame } 帧不同：
cli-compare-ends = { $file } 在 { $count } 帧后结束。
cli-compare-other_trees = 两个录制的行为树或任务库不同。
cli-compare-other_seeds = 随机种子不同：{ $left } 和 { $right }。
cli-compare-more_rows = 另有 { $count } 行

cli-event-of_agent = 智能体 { $agent }：{ $text }
cli-event-seconds = { $text } 秒
cli-event-set = `{ $name }` 设为 { $text }
cli-event-seed = 随机选择以种子 { $text } 重新开始
cli-event-send = 发送事件 `{ $name }`
cli-event-send_with = 发送事件 `{ $name }`，值为 { $text }
cli-event-force = { $node }被强制返回{ $status }
cli-event-interrupt = `{ $name }` 被打断：{ $status }
cli-event-swap = 行为树已更改
cli-event-add = 添加智能体，随机种子为 { $text }
cli-event-remove = 移除智能体
cli-event-start = { $node }开始
cli-event-update = { $node }返回{ $status }
cli-event-interrupted = { $node }被中断
cli-event-end = { $node }结束：{ $status }
cli-event-check = 检查{ $node }：{ $status }
cli-event-abort = { $node }在（{ $text }）内触发中断
cli-event-log = { $node }的日志：{ $quoted }
cli-event-mark = { $node }的标记：{ $quoted }
cli-event-error = { $node }执行出错：{ $text }
cli-event-background_start = 树“{ $name }”开始同时运行
cli-event-background_stopped = 同时运行的树“{ $name }”停止
cli-event-background_end = 同时运行的树“{ $name }”返回{ $status }
cli-event-background_log = 同时运行的树“{ $name }”的日志：{ $quoted }
cli-event-variable = `{ $name }` 变为 { $text }
cli-event-write = { $node }将 `{ $name }` 设为 { $text }
cli-event-data = { $node }附加 `{ $name }` = { $text }
cli-event-background_data = 后台树附加 `{ $name }` = { $text }
cli-event-status = 行为树返回{ $status }

## test

cli-test-passed = 通过
cli-test-failed = 失败
cli-test-updated = 已更新
cli-test-not_known = 未知
cli-test-expected = 期望
cli-test-found = 实际
cli-test-old = 原为
cli-test-new = 现为
cli-test-more_differences = 另有 { $count } 处不同
cli-test-scenarios = { $count } 个测试用例
cli-test-claims = { $count } 个断言
cli-test-count_comma = ，
cli-test-count_passed = { $count } 个通过
cli-test-count_failed = { $count } 个失败
cli-test-count_unusable = { $count } 个无法使用
cli-test-count_not_known = { $count } 个未知
cli-test-count_updated = 其中 { $count } 个已更新
cli-check-nothing = 此文件夹中没有行为树、测试用例或任务库
cli-test-no_scenarios = 没有找到测试用例
cli-test-junit_not_written = 无法写入结果：{ $reason }
cli-test-coverage_not_written = 无法写入覆盖率：{ $reason }
cli-test-not_updated = 未更新：{ $reason }

cli-scenario-no_name = （无名称）
cli-scenario-tree_not_read = 无法读取它的行为树：{ $reason }
cli-scenario-no_tree = 它的行为树 { $tree } 不存在
cli-scenario-mismatch = 与 { $tree } 不符：{ $reason }

cli-coverage-counts = { $count ->
    [0] 没有运行任何行为树
   *[other] 已到达 { $count } 个节点中的 { $reached } 个（{ $percent }%）
}
cli-coverage-of_tree = 覆盖率 { $file }：{ $coverage }
cli-coverage-total = 总覆盖率：{ $coverage }
cli-coverage-too_low = 总覆盖率：{ $coverage }，但要求 { $required }%
cli-coverage-unreached = 未到达：{ $node }
cli-coverage-counts_of_measure = { $count ->
    [0] { $measure }：没有需要覆盖的内容
   *[other] { $measure }：已覆盖 { $covered } / { $count }（{ $percent }%）
}
cli-coverage-missing = { $node }：{ $what }
cli-coverage-all_trees = 合计
cli-coverage-more = ……另有 { $count } 项

cli-watch-watching = 正在监视更改；按 Ctrl+C 结束。
cli-watch-changed = 已更改：{ $files }

## diff、merge、git-setup

cli-diff-same = 没有差异
cli-diff-added = 添加 { $count } 处
cli-diff-removed = 删除 { $count } 处
cli-diff-moved = 移动 { $count } 处
cli-diff-changed = 更改 { $count } 处
cli-diff-only_layout = 仅位置或外观不同 { $count } 处
cli-subject-document = 文档
cli-subject-variable = 变量 `{ $name }`
cli-subject-tree = 树 `{ $name }`
cli-subject-note = 便签 { $name }
cli-subject-group = 分组 { $name }
cli-diff-old_version = 旧版本：{ $file }
cli-diff-new_version = 新版本：{ $file }
cli-diff-both_empty = 两个版本都是空的

cli-merge-done = 已合并，没有冲突
cli-merge-done_with_errors = 已合并，没有冲突，但出现了新的错误；`treewright check` 会列出它们
cli-merge-new_error = 新的错误:
cli-merge-only_merged = { $problem }（两个版本中都没有）
cli-merge-renumbered = 双方都添加了节点 { $from }：对方的节点现为 { $to }
cli-merge-conflict = 冲突:
cli-merge-values = { $what }（我方：{ $ours }；对方：{ $theirs }）
cli-merge-values_and_base = { $what }（我方：{ $ours }；对方：{ $theirs }；原先：{ $base }）
cli-merge-node = 节点 { $id } { $title }
cli-merge-conflicts = { $count } 处冲突待解决；行为树在这些地方保留我方版本，编辑器会列出它们
cli-merge-conflicts_left = { $file } 中还有 { $count } 处冲突：视为未合并（退出码 1），git 会恢复它自己的版本
cli-merge-problems_left = 已合并，但 { $file } 中还有 { $count } 个问题；`treewright check` 会说明
cli-merge-left_unreadable = 编辑后无法读取 { $file }：视为未合并（退出码 1），git 会恢复它自己的版本
cli-merge-copy_kept = 已保存的内容保留在 { $copy } 以及文件的早期版本中（视图 → 版本 → 早期版本）
cli-merge-copy_not_kept = 无法写入已保存内容的副本
cli-merge-conflicts_not_written = { $count } 处冲突待解决，而这种文件无法保存冲突：没有写入任何内容。请逐行合并文件（`git merge-file`），或使双方在这些地方相同
cli-merge-by_lines = 这些版本不是可按节点合并的行为树；已逐行合并
cli-merge-not_by_lines = 这些版本不是可按节点合并的行为树，git 也无法逐行合并；{ $file } 没有改变
cli-merge-different_formats = 各版本的格式不同：{ $one } 和 { $other }
cli-merge-do_by_lines = 逐行合并文件（`git merge-file 我方 祖先 对方`）
cli-merge-not_without_loss_error = 合并后的行为树无法无损写入此格式
cli-merge-not_without_loss_remedy = 没有写入任何内容：请{ $lines }，或使双方在该处相同。
cli-merge-only_read_error = { $format } 的文件只能读取，不能写入
cli-merge-only_read_remedy = 请用 `treewright import` 导入一次，然后合并 .bt.json 文件；或{ $lines }。
cli-merge-no_ids_error = 这些 { $format } 文件中的节点没有 ID，无法可靠地在三个版本中找到相同的节点
cli-merge-no_ids_remedy = 请用 `treewright import` 导入一次，此后使用它的 .bt.json 并合并其各个版本；或{ $lines }。
cli-merge-other_format_error = 各版本是 { $format } 的文件，而合并文件的名称是另一种扩展名
cli-merge-other_format_remedy = 请指定以 .{ $extension } 结尾的文件；`treewright convert` 可以转换它。

cli-git-set = 已设置
cli-git-already_set = 无变化
cli-git-done = `git diff` 和 `git merge` 现在按节点比较和合并。`git mergetool -t treewright` 在编辑器中打开冲突；`git log -p --ext-diff` 显示更改。
cli-git-not_started = 无法启动 git：{ $reason }
cli-git-no_program = 找不到本程序的路径：{ $reason }
cli-git-attributes_not_written = 无法写入 { $file }：{ $reason }
cli-git-attributes_not_utf8 = 其文本不是 UTF-8

## import、export、convert、watch

cli-transfer-file = 文件
cli-transfer-nodes = 节点
cli-transfer-mapped = 原样
cli-transfer-own = 自有任务
cli-transfer-kept = 仅保留
cli-transfer-approximated = 近似
cli-transfer-refused = 无法表达
cli-transfer-written = 写入
cli-transfer-files = { $file } 和另外 { $count } 个
cli-node_id = 节点 { $id }
cli-transfer-node = 节点 { $id }“{ $title }”
cli-transfer-progress = { $number } / { $count } 个文件
cli-transfer-checked = { $counts }：见 `treewright check { $files }`
cli-transfer-not_written = 未写入：{ $reason }
cli-transfer-written_twice = { $first } 已写入 { $target }

cli-import-renamed = 另有同名文件：此文件已写入 { $path }

cli-export-onto_itself = 将会覆盖它自己的来源文件
cli-export-library_missing = 配置指定的任务库 `{ $library }` 不在那里

cli-convert-needs_others = 其他工具的行为树需要它的任务库和它所运行的树
cli-convert-other_folders = 需要其他文件夹中的文件
cli-convert-no_format = 此扩展名不属于任何可写入的格式
cli-convert-several_formats = 此扩展名属于多种格式

cli-watch-no_folder = 文件夹不存在
cli-watch-no_tree = 此文件夹中没有行为树。
cli-watch-no_target = 此文件夹中没有在保存时导出的行为树：请在编辑器中设置导出，或使用 --to 和 -o。
cli-watch-unknown_format = 未知的格式 `{ $name }`
cli-watch-bad_target = 无法导出：{ $reason }
cli-watch-broken_targets = 其中没有此版本可读取的导出目标：请更正或移除它
cli-watch-name_not_unicode = 其名称不是有效的 Unicode

## render

cli-render-not_built = 无法使用 `render`：构建本程序时没有包含编辑器，而图片由编辑器的画布绘制；请启用功能 `gui`（默认启用）重新构建
cli-render-unknown_format = 扩展名不是图片的扩展名
cli-render-several_pictures = 多张图片无法写入同一个文件
cli-render-same_name = 它的图片将是 { $path }，与前面某个文件的相同
cli-render-not_written = 无法写入图片：{ $reason }
cli-render-too_large = 图片最多 { $most } × { $most } 像素，此图片为 { $width } × { $height } 像素
cli-render-no_frames = 行为树没有帧，只有它的录制才有
cli-render-no_frame = 没有第 { $frame } 帧：最后一帧是第 { $last } 帧
cli-render-cut_off = 第 { $line } 行不完整；使用它之前的帧
cli-render-nothing_to_draw = 没有可以绘制的内容
cli-render-no_node = 没有节点 `{ $id }`
cli-render-hidden_node = 节点 `{ $id }` 位于折叠的节点中，不可见

## install-desktop

cli-desktop-wrote = 已写入 { $path }
cli-desktop-removed = 已移除 { $path }
cli-desktop-installed = Treewright 已加入菜单，并用 { $program } 打开 .bt.json 文件。撤销：`treewright install-desktop --user --uninstall`。
cli-desktop-nothing_installed = 没有需要移除的内容。
cli-desktop-elsewhere = 此桌面没有存放菜单项的文件夹。
cli-desktop-on_windows = Windows：右键单击 .bt.json 文件，依次选择“打开方式”“选择其他应用”，选中 treewright.exe 并选择“始终”。
cli-desktop-on_macos = macOS：选中 .bt.json 文件，依次选择“显示简介”“打开方式”和 Treewright，然后单击“全部更改”。

## live

cli-live-not_started = 无法启动游戏：{ $reason }
cli-live-no_game = 没有游戏附加
cli-live-how_to_attach = 请启动已开启连接的游戏，或在 `--` 之后给出启动它的命令。发布版游戏必须自行允许。
cli-live-refused = 已拒绝：{ $list }。
cli-live-game = { $app }（进程 { $process }），第 { $frame } 帧，{ $count } 个智能体
cli-live-recorded = 已将 { $count } 个智能体的第 { $first } 至 { $last } 帧录制到 { $file }
cli-live-game_ended = 录制完成之前与游戏的连接已断开。
cli-live-no_agent = 没有名为 { $agent } 的智能体
cli-live-list_agents = `treewright live list` 显示智能体的编号、名称和标签。
cli-live-nothing_told = 文件没有记录任何智能体的活动
cli-live-agents_of_file = 文件记录了这些智能体：{ $agents }。
cli-run-gap = 第 { $from } 至 { $to } 帧的情况不明。
cli-live-most_recorded = 指定的智能体有 { $of } 个，但游戏同时最多传送 { $most } 个智能体的情况：只录制了编号最小的 { $most } 个。
cli-live-other_ending = 这类文件的名称须以 { $ending } 结尾
cli-live-name_it = 请命名为 { $file }。
cli-live-no_node = 游戏的行为树中没有节点 { $node }
cli-live-record_again = 请重新录制，并让游戏在此期间运行。
cli-live-nothing_recorded = 未录制任何内容
cli-live-why_nothing = 在此期间游戏必须运行，并提供其行为树的文件。
cli-live-found = { $of } 个智能体中的 { $count } 个
cli-live-no_answer = 游戏没有应答
cli-live-what_to_find = 请给出关于行为树变量的表达式，或使用 --running 加节点 ID，或使用 --name。
cli-live-passed = ✔
cli-live-not_offered = 不提供
cli-live-level = { $app } 达到连接的级别 { $level }
cli-live-no_level = { $app } 未达到连接的级别 A
cli-live-check-no_name = `app` 为空
cli-live-check-no_tree = 没有提供程序，或节点排在其父节点之前
cli-live-check-no_agents = 没有提供智能体
cli-live-check-no_keyframe = 没有收到所监视智能体的关键帧，或之前没有提供其程序
cli-live-check-no_frames = 帧没有接续关键帧或前一帧，或提到不存在的节点或事件种类
cli-live-check-not_paused = 没有 `state` 表明游戏已暂停、随后继续
cli-live-check-no_step = 单步 2 帧之后，没有 `state` 表明游戏在 2 帧之后暂停
cli-live-check-no_variable = 其行为树没有可设置的变量
cli-live-check-not_set = 将变量设为原值没有得到 `done`，或设置不存在的变量没有得到 `refused`
cli-live-check-not_sent = 发送事件没有得到 `done`
cli-live-check-not_forced = 强制不存在的节点没有得到 `refused`
cli-live-check-nothing_starts = 在此期间所监视的智能体没有节点开始
cli-live-check-not_stopped = 在开始的节点上设断点后，没有收到带 `because` 的 `state`
cli-live-check-no_past = 没有收到请求之前的关键帧
cli-live-check-not_found = 查找没有得到完整的应答
cli-live-check-no_profile = 要求测量每一帧，但没有收到 `profile`
cli-live-check-no_files = 不知道其行为树，因此无法用自身替换
cli-live-check-not_swapped = 用自身替换行为树后没有保留任何智能体
cli-live-check-gone = 连接已结束
cli-live-left_out = 未包含：{ $what }
cli-live-scenario_written = 已写入 { $file }：{ $count } 帧的测试用例
cli-live-no_tree = 测试用例旁没有行为树 { $tree }
cli-live-name_the_tree = 请用 --tree 指定（相对于测试用例），或将测试用例写在行为树旁。
cli-live-other_frames = 请用 --from-frame 和 --to-frame 选择其他帧。
cli-run-agent_of_record = 只有游戏智能体的录制可以选择智能体
cli-remedy-claims_of_other_tree = 请更正其中的“tree”，或直接指定此文件以检查另一棵行为树。
cli-remedy-without_agent = 请去掉 --agent。

cli-help-explore = 找出行为树的所有可能行为，并检查关于它的断言
cli-help-explore-paths = 行为树或断言文件
cli-help-explore-frames = 一次运行的最大帧数
cli-help-explore-states = 存储的最大状态数
cli-help-explore-seconds = 搜索的最长秒数 [默认: 5]
cli-help-explore-strict = 有断言是否成立未知时也算失败
cli-help-explore-exit_codes = 退出码：0 没有断言被违反，也没有可疑情况；1 有所发现；2 输入或参数无效。先达到限制，或没有运行显示或违反断言而又并非所有情况都试过时，断言是否成立未知：不加 --strict 时为 0，加上时为 1。假设使所有运行都无法继续时为 1。
cli-help-explore-cover = 写入少量测试用例，它们合起来展示行为树的所有可能行为
cli-help-explore-force = 覆盖现有的测试用例；默认只覆盖此命令写入的
cli-help-explore-format = 输出格式：供阅读、JSON，或供构建服务器使用的 JUnit XML
cli-explore-ran = 运行 { $frames } 帧，用时 { $seconds } 秒
cli-explore-undeclared = 没有任务库声明{ $names }的任务，因此按可能返回任何结果探索
cli-explore-own = 由节点写入，因此不从外部设置：{ $names }。可在断言文件的“inputs”中更改。
cli-explore-holds = 成立
cli-explore-broken = 不成立
cli-explore-impossible = 不成立：没有运行能展示它
cli-explore-open = 未知
cli-explore-nodes = 各节点的可能行为，以及最短运行中的帧
cli-explore-never = 类型和子节点允许、但节点永远不会做的事
cli-explore-node_never = { $node }{ $what }
cli-explore-can_in = { $what }（第 { $frame } 帧）
cli-explore-set = { $name } = { $value }
cli-explore-event = 事件“{ $name }”
cli-explore-event_with = 事件“{ $name }”，附带 { $value }
cli-explore-returns = { $node }返回{ $status }
cli-explore-seed = 随机选择以种子 { $seed } 开始
cli-explore-shown_in = 见于第 { $count } 帧
cli-explore-written = 已写入 { $file }
cli-explore-claims_not_used = 未使用：它针对另一棵行为树 { $tree }
cli-explore-not_written = 无法写入测试用例：{ $reason }
cli-explore-cover_outside = 其中的测试用例无法找到 { $tree }，它在测试用例的项目文件夹 { $folder } 之外
cli-explore-inside_project = 请选择 { $folder } 或其中没有自己的项目文件的文件夹。
cli-explore-mark_project = 请选择 { $folder }，或者创建内容为 {"{}"} 的文件 { $mark }，使二者同属一个项目。
cli-explore-nothing_suspicious = 不会发生可疑情况
