### 行为树的图片：保存与复制。

command-save_picture = 保存图片…
command-copy_picture = 复制图片

question-picture-title = 保存图片
question-picture-text = 图片的路径（.svg 或 .png）：
question-picture-confirm = 保存

picture-title = 保存图片
picture-what = 显示内容
picture-whole = 整个文档
picture-part = 所选节点及其下的全部内容
picture-run = 运行当前时刻的节点状态
picture-kind = 格式
picture-svg = SVG：任意缩放都清晰，文字可以选中
picture-png = PNG：位图，任何程序都能打开
picture-colors = 配色
picture-light = 浅色
picture-dark = 深色
picture-transparent = 透明背景
picture-size = 尺寸
picture-pixels = 约 { $width } × { $height } 像素
picture-too_large = { $width } × { $height } 像素过大：每边最多 { $most } 像素。请减小尺寸、只画一部分，或改用 SVG
picture-save = 保存…
picture-copy = 复制为位图
picture-copied = 已复制图片：{ $width } × { $height } 像素
picture-copied_part = 已复制所选部分的图片：{ $width } × { $height } 像素
picture-busy = 还有一张图片正在绘制：请等待其完成，或取消它
picture-nothing = 没有可以绘制的内容
picture-failed = 未能生成图片：{ $reason }
