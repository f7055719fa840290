### 探索：行为树能做的一切、对每次运行的断言，以及外部可能带来的输入。

panel-explore = 探索

command-explore = 探索所有运行
command-stop_exploring = 停止探索
command-explore_further = 继续探索
command-cover_explored = 为所有结果生成测试用例…
command-explore_after_edits = 每次编辑后探索
command-add_claim = 添加断言
command-mark_explored = 标出不可能发生的情况

explore-begin = 探索
explore-stop = 停止
explore-making_scenarios = 正在生成测试用例…
explore-scenarios_written = 已在 { $folder } 写入 { $count } 个测试用例
explore-undo = 撤销断言更改
explore-redo = 重做断言更改
explore-none = 探索会尝试游戏的所有可能行为，找出哪些情况会发生、哪些不会。
explore-searching = 搜索结束后，结果显示在这里。
explore-nothing_found = 没有发现可疑之处。
explore-outdated = 上次探索之后，行为树或断言有更改。
explore-wrong = 未探索：输入或假设有错误。
explore-progress = 正在探索：{ $count } 个状态，第 { $frame } 帧 · 共 { $frames } 帧，每秒 { $rate } 帧
explore-proved = 已证明：{ $count } 个状态全部查看过
explore-sampled = 未证明：{ $count } 个状态全部查看过，但并非所有情况都试过
explore-not_within = 未证明：前 { $frames } 帧内（{ $count } 个状态）未发现其他情况
explore-limit_seconds = 达到时间上限
explore-limit_states = 达到状态数上限
explore-limit_frames = 达到帧数上限
explore-limit_memory = 达到内存上限
explore-limit_stopped = 已停止
explore-word_proved = 已证明
explore-word_sampled = 在试过的范围内
explore-word_not_within = { $count } 帧以内没有

explore-not_covered = 没有测试用例展示此情况，因为找不到相应的随机种子：{ $what }
explore-name-runs = { $node }运行
explore-name-succeeds = { $node }成功
explore-name-fails = { $node }失败
explore-name-interrupted = { $node }被中断
explore-name-interrupted_by = { $node }被{ $by }中断
explore-name-true = { $node }为真
explore-name-false = { $node }为假
explore-name-lasts = { $node }持续运行多帧
explore-name-aborts = { $node }触发中断
explore-name-aborts_in = { $node }在{ $by }中触发中断

explore-findings = 发现
explore-claims = 断言
explore-inputs = 输入
explore-assumptions = 假设
explore-node = 选中的节点
explore-section = 可能的结果
explore-unusable = 未使用“{ $file }”：{ $reason }。请更正或删除该文件，之后会重新读取。
explore-other_tree = 它针对另一棵树“{ $tree }”：请更正其中的“tree”

explore-show = 查看
explore-show_of = 查看运行：{ $what }
explore-save_of = 将运行保存为测试用例：{ $what }
explore-before_change = 上次更改之前
explore-remove = 移除“{ $what }”
explore-select_node = 选择行为树中的一个节点，查看它能做什么。

explore-no_claims = 断言针对每一次运行，例如：绝不 running("Shoot") && running("Reload")。
explore-new_claim = 新断言
explore-claim_name = 断言名称
explore-claim_form = 类型
explore-claim_frames = 帧数
explore-form-never = 绝不
explore-form-always = 始终
explore-form-within = 在若干帧之内
explore-form-before = 先后顺序
explore-form-can = 可能发生
explore-part-condition = 条件
explore-part-after = 触发条件
explore-part-first = 首先
explore-part-then = 然后
explore-expression_hint = running("Attack") && ammo > 0
explore-claim_wrong = 有错误
explore-claim_unwritten = 还需要条件
explore-claim_unknown = 未探索
explore-claim_holds = 成立
explore-claim_reached = 可能发生
explore-claim_broken = 不成立
explore-claim_impossible = 不可能发生
explore-claim_open = 目前未被违反
explore-claim_unreached = 目前未出现
explore-broken_claim = 断言不成立：{ $name }
explore-at_claim = 断言“{ $name }”
explore-at_input = 输入“{ $name }”
explore-at_leaf = “{ $name }”的结果
explore-broken_claim_remedy = 有一次运行违反了此断言。请更改行为树、断言或假设，然后重新探索。

explore-assumptions_hint = 每一帧都成立的表达式，因为游戏不会有其他行为，例如：ammo <= last.ammo。
explore-assumption = 假设 { $number }
explore-add_assumption = 添加假设
explore-frames = 每次运行的最多帧数
explore-states = 最多状态数
explore-seconds = 最多秒数
explore-frame_duration = 每帧秒数

explore-no_inputs = 没有外部输入：行为树不读取变量，也没有游戏任务。
explore-listing_inputs = 正在列出外部输入…
explore-variables = 游戏写入变量的值
explore-leaves = 游戏任务返回的结果
explore-events = 可能发送的事件：{ $events }
explore-changes_of = 游戏何时写入“{ $name }”
explore-changes_when_of = “{ $name }”改变的条件
explore-changes-usual = 随时（默认）
explore-changes-usual_none = 从不（默认）
explore-changes-free = 随时
explore-changes-fixed = 仅在开始时
explore-changes-initial = 从不
explore-changes-only_when = 仅当……时改变
explore-values_of = “{ $name }”的取值
explore-values_hint = 要尝试的值，以逗号分隔。留空时，行为树能区分的每种情况各取一个值。
explore-wrong_values = 不是{ $type }类型的取值列表
explore-sampled_because = 抽样：{ $reasons }
explore-use_stand_in = 与替身相同
explore-max_frames = 最多帧数
explore-no_max_frames = 不限

explore-it_can = 能够：{ $what }
explore-can-run = 运行
explore-can-succeed = 成功
explore-can-fail = 失败
explore-can-be_interrupted = 被中断
explore-can-be_true = 为真
explore-can-be_false = 为假
explore-can-last = 持续运行多帧
explore-can-abort = 中断其他节点
explore-cannot-run = 永远不会运行
explore-cannot-end = 永远不会结束
explore-cannot-succeed = 永远不会成功
explore-cannot-fail = 永远不会失败
explore-cannot-be_interrupted = 永远不会被中断
explore-cannot-be_true = 永远不会为真
explore-cannot-be_false = 永远不会为假
explore-cannot-last = 从不持续运行多帧
explore-cannot-abort = 永远不会中断其他节点
explore-mark-never_runs = 不会运行
explore-mark-never_aborts = 从不触发中断
explore-mark-error = 错误
explore-mark-thrashes = 反复中断
explore-mark-stuck = 卡住
explore-never_running = { $count } 个节点永远不会运行

notice-explored_before_edit = 上次探索之后，行为树或断言有更改：请重新探索。
notice-claims_gone = “{ $file }”已被删除。在“探索”面板中撤销可恢复断言。

question-cover-title = 测试用例的文件夹
question-cover-text = 测试用例所在文件夹的路径：
question-cover-confirm = 生成测试用例

obstacle-not_explored = 请先探索行为树。
obstacle-not_exploring = 当前没有探索。
obstacle-nothing_to_explore = 没有剩余内容可探索。
