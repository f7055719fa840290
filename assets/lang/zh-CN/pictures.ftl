### 行为树的图片：导出与复制。

command-save_picture = 导出图片…
command-copy_picture = 复制为图片

question-picture-title = 导出图片
question-picture-text = 图片路径（.svg 或 .png）：
question-picture-confirm = 导出

picture-title = 导出图片
picture-what = 图片内容
picture-whole = 整个文档
picture-part = 所选分支
picture-run = 显示当前运行状态
picture-kind = 格式
picture-svg = SVG：任意缩放都清晰，文字可选中
picture-png = PNG：通用的位图格式
picture-colors = 配色
picture-light = 浅色
picture-dark = 深色
picture-transparent = 透明背景
picture-size = 尺寸
picture-pixels = 约 { $width } × { $height } 像素
picture-too_large = { $width } × { $height } 像素过大：每边最多 { $most } 像素。请减小尺寸、只导出一部分，或改用 SVG。
picture-save = 导出…
picture-copy = 复制为 PNG
picture-copied = 已复制图片：{ $width } × { $height } 像素
picture-copied_part = 已复制所选部分的图片：{ $width } × { $height } 像素
picture-busy = 另一张图片正在绘制。请等待完成，或取消绘制。
picture-nothing = 没有可导出的内容。请先添加节点。
picture-failed = 无法生成图片：{ $reason }
