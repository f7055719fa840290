### Work beside the window's thread, what of it came to grief, mistakes inside the program, and how it ended last time.

jobs-stopped = 已被停止
jobs-no_thread = 系统无法再为本程序创建线程
jobs-broken = Treewright 内部出错（{ $text }）。请报告此错误
jobs-broken_logged = Treewright 内部出错（{ $text }）。请报告此错误，并附上 { $log } 中的内容
jobs-scenarios_ended = 场景未能全部运行：{ $reason }
jobs-check_ended = 检查问题失败，当前显示的问题不是最新的：{ $reason }
jobs-compare_ended = 未能比较版本：{ $reason }
jobs-layout_ended = 未能自动布局：{ $reason }
jobs-run_ended = { $title } 的运行已结束：{ $reason }
jobs-not_done = 未完成：{ $reason }
jobs-saved_only = { $path } 已保存，但保存后的步骤未完成：{ $reason }
jobs-ended_unexpectedly = Treewright 曾于 { $time } 意外退出：{ $reason }
jobs-polling = 系统无法通知此处的所有磁盘更改，改为每两秒检查一次文件。

command-stop_work = 取消后台操作

obstacle-no_work = 当前没有可取消的后台操作。

waiting-since = { $what }已 { $seconds } 秒
waiting-progress = { $done } / { $of }
waiting-opening = 正在打开 { $name }…
waiting-ready = { $name } 已就绪，完成当前操作后打开
waiting-cancel_opening = 取消打开 { $name }
waiting-reading_again = { $name } 在磁盘上已更改，正在重新读取…
waiting-cancel_reading_again = 取消重新读取 { $name }
waiting-comparing = 正在读取 { $name } 以供比较…
waiting-ready_to_compare = { $name } 已就绪，完成当前操作后比较
waiting-ready_to_come = { $name } 已就绪，完成当前操作后生效
waiting-cancel_comparing = 取消与 { $name } 比较
waiting-comparing_runs = 正在比较本次运行与 { $name }…
waiting-cancel_comparing_runs = 取消比较本次运行与 { $name }
waiting-finding_changes = 正在与 { $name } 比较…
waiting-cancel_finding_changes = 取消与 { $name } 比较
waiting-restoring = 正在读取 { $name } 的早期版本…
waiting-cancel_restoring = 取消恢复 { $name } 的早期版本
waiting-merging = 正在把 { $name } 与磁盘上的内容合并…
waiting-cancel_merging = 取消合并 { $name }
waiting-adding = 正在读取任务库 { $name }…
waiting-cancel_adding = 取消添加 { $name }
waiting-saving = 正在保存 { $name }…
waiting-exporting = 正在导出 { $name }…
waiting-cancel_exporting = 取消导出 { $name }
waiting-drawing = 正在绘制图片…
waiting-cancel_drawing = 取消绘制图片
waiting-scenarios = 正在运行场景…
waiting-cancel_scenarios = 停止运行场景
waiting-laying_out = 正在布局 { $name }…
waiting-cancel_laying_out = 取消布局 { $name }
