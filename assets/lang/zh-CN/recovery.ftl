### 未保存内容的副本，以及写入文件的结果。

question-recover-title = 恢复未保存的内容？

recovery-text = 以下是 Treewright 意外退出时留下的未保存内容的副本。恢复后会作为未保存的更改打开；保存之前，文件保持不变。
recovery-unknown = 未命名的行为树
recovery-restore = 恢复
recovery-restore_hint = 作为未保存的更改打开
recovery-restore_part = 恢复可读取的部分
recovery-restore_part_hint = 将可读取的部分作为未保存的更改打开；副本会保留
recovery-compare = 比较…
recovery-compare_hint = 先与已保存的文件并排查看，再做决定
recovery-cannot_compare = 没有可供比较的已保存文件，或副本完全无法读取
recovery-give_up = 丢弃
recovery-give_up_hint = 丢弃的副本会保留 7 天
recovery-given_up = 已丢弃“{ $title }”。副本保留 7 天：{ $path }
recovery-put_away = 不再提示
recovery-put_away_hint = 损坏的副本会保留，但不再提示恢复
recovery-restore_all = 全部恢复
recovery-offered_again = 副本已保留，下次启动时会再次询问
recovery-later = 稍后决定
recovery-no_file = 从未保存到文件。
recovery-file_gone = 文件已不存在。保存时会重新创建。
recovery-file_changed = 文件在此后已被更改。保存时会询问如何处理。
recovery-damaged = 副本已损坏：{ $what }。{ $readable }
recovery-readable = 其中 { $count } 个节点可以读取。
recovery-restored = 已恢复{ $document }，尚未保存。
recovery-restored_changed = 已恢复{ $document }。文件在此期间已被更改，保存时会询问如何处理。
recovery-of_file = “{ $title }”（{ $path }）
recovery-untitled = “{ $title }”（尚无文件）
recovery-put_aside = 损坏的副本已搁置：{ $path }
recovery-kept_for_newer = 副本已保留，供写入它的更新版本 Treewright 使用：{ $path }
recovery-restored_part = { $restored }{ $aside }
recovery-stays = 无法移动副本，它仍在 { $path }：{ $reason }
recovery-other = { $title }（其他副本）
recovery-copy = 未保存内容的副本
recovery-beside = 恢复还是丢弃这份未保存内容的副本？

recovery-settings_not_saved = 无法写入设置：{ $reason }

copy_fault-unreadable = 无法读取（{ $reason }）
copy_fault-no_head = 标明所属文件的首行已损坏
copy_fault-cut_short = 结尾缺失
copy_fault-altered = 内容与写入时不一致
copy_fault-newer = 由更新版本的 Treewright 写入
