### 后台操作、其中的失败、程序内部错误，以及上次如何退出。

jobs-stopped = 已取消
jobs-no_thread = 系统无法再为本程序创建线程
jobs-broken = 内部错误（{ $text }）。请报告此错误
jobs-broken_logged = 内部错误（{ $text }）。请报告此错误，并附上 { $log } 的内容
jobs-scenarios_ended = 测试用例未全部运行：{ $reason }
jobs-check_ended = 无法检查问题，当前显示的不是最新结果：{ $reason }
jobs-compare_ended = 未比较版本：{ $reason }
jobs-layout_ended = 未自动布局：{ $reason }
jobs-run_ended = “{ $title }”的运行已结束：{ $reason }
jobs-not_done = 未完成：{ $reason }
jobs-saved_only = 已保存 { $path }，但保存后的步骤未完成：{ $reason }
jobs-ended_unexpectedly = Treewright 曾于 { $time } 意外退出：{ $reason }
jobs-polling = 此处的文件监视受系统限制，改为每两秒检查一次文件。

command-stop_work = 取消后台操作

obstacle-no_work = 当前没有可取消的后台操作。

waiting-since = { $what }（{ $seconds } 秒）
waiting-progress = { $done } / { $of }
waiting-opening = 正在打开 { $name }…
waiting-ready = { $name } 已就绪，完成当前操作后打开
waiting-cancel_opening = 取消打开 { $name }
waiting-reading_again = 正在重新加载 { $name }（已在磁盘上更改）…
waiting-cancel_reading_again = 取消重新加载 { $name }
waiting-comparing = 正在读取要比较的 { $name }…
waiting-ready_to_compare = { $name } 已就绪，完成当前操作后比较
waiting-ready_to_come = { $name } 已就绪，完成当前操作后生效
waiting-cancel_comparing = 取消与 { $name } 比较
waiting-comparing_runs = 正在将运行与 { $name } 比较…
waiting-cancel_comparing_runs = 取消将运行与 { $name } 比较
waiting-finding_changes = 正在与 { $name } 比较…
waiting-cancel_finding_changes = 取消与 { $name } 比较
waiting-restoring = 正在读取 { $name } 的早期版本…
waiting-cancel_restoring = 取消恢复 { $name } 的早期版本
waiting-merging = 正在合并 { $name } 与磁盘上的版本…
waiting-cancel_merging = 取消合并 { $name }
waiting-adding = 正在读取任务库 { $name }…
waiting-changing_files = 正在读取 { $name } 的文件…
waiting-renaming = 正在 { $name } 中查找使用之处…
waiting-cancel_adding = 取消添加 { $name }
waiting-saving = 正在保存 { $name }…
waiting-exporting = 正在导出 { $name }…
waiting-cancel_exporting = 取消导出 { $name }
waiting-drawing = 正在绘制图片…
waiting-cancel_drawing = 取消绘制图片
waiting-scenarios = 正在运行测试用例…
waiting-cancel_scenarios = 取消运行测试用例
waiting-laying_out = 正在布局 { $name }…
waiting-cancel_laying_out = 取消布局 { $name }
