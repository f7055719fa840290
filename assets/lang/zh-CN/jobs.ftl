### Work beside the window's thread that came to grief, mistakes inside the program, and how it ended last time.

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
