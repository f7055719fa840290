### 智能体：一次运行中同一棵树的多个实例。

panel-agents = 智能体
command-show_agents = 显示智能体列表
command-add_agents = 添加多个智能体…
command-compare_agents = 与其他智能体比较…
command-add_earlier_agents = 再次添加之前的智能体

agents-no_run = 运行行为树后，这里列出每个智能体正在做什么。
agents-nothing = 没有匹配的智能体。
agents-search = 智能体或运行中的节点
agents-search_trees = 智能体、行为树或运行中的节点
agents-count = { $count } 个智能体
agents-listed = { $listed } / { $all }
agents-running = 正在运行“{ $node }”
agents-running_this = 运行此节点的智能体
agents-all_again = 显示全部智能体
agents-columns = 变量列
agents-name = 智能体
agents-tree = 行为树
agents-leaf = 当前叶节点
agents-status = 状态
agents-leaves = { $title }（另有 { $count } 个）
agents-sort = 按“{ $column }”排序
agents-sorted_up = { $column }，升序
agents-sorted_down = { $column }，降序
agents-show = 显示此智能体
agents-compare = 在时间轴上比较

agents-add_earlier = 再次添加之前的 { $count } 个智能体
agents-add_title = 添加智能体
agents-add_now = 添加
agents-tree_opens = 将在标签页中打开；打开后可设置其变量的差异
agents-count_field = 智能体数量
agents-spread = 从第一个到最后一个新智能体逐渐变化的变量
agents-spread_halves = 前一半为 false，后一半为 true
agents-spread_from = 从
agents-spread_to = 到
agents-spread_from_of = 第一个智能体的 { $name }
agents-spread_to_of = 最后一个智能体的 { $name }

notice-nothing_to_add = 未添加智能体：“{ $title }”没有根节点，或根节点已禁用。
notice-agents_refused = 未添加智能体：{ $reason }
notice-own_run_stopped = 已停止“{ $title }”自己的运行：现在其中显示另一个运行的智能体
notice-run_closed = 已关闭“{ $title }”，并结束了有智能体运行其行为树的运行
notice-agents_added = 已添加 { $count } 个智能体

canvas-run-agents = { $count } 个智能体正在运行此节点

timeline-compared_agent = 比较的智能体
timeline-show_compared = 显示此智能体
timeline-end_comparison = 结束比较

log-only_shown_agent = 只显示当前智能体的日志

breakpoints-only_shown_agent = 仅当前智能体
breakpoints-only_shown_agent_hint = 只有当前显示的智能体会使运行暂停

find_in_time-all_agents = 全部智能体
find_in_time-all_agents_hint = 在全部智能体的帧中查找，而不只是当前显示的智能体
find_in_time-frames_of_all = { $count ->
    [0] 未找到
   *[other] { $count } 处
}
agents-only_one = 运行此行为树的程序没有提供其他智能体的信息。
