//! Pictures as SVG: every shape of the canvas as an element, text as text, so that it can be selected, icons as outlines, so that no font
//! of icons is needed. Each node is a group with its id, and says its name and comment when the pointer rests on it.

mod outlines;
mod shapes;
mod text;
mod xml;

use std::fmt::Write as _;

use self::shapes::Writer;
use self::xml::{escaped, hex, number};
use super::Picture;

/// The fonts in which text is shown: the one of the canvas, then those of systems with Chinese characters.
const FONTS: &str = "'Ubuntu Light', Ubuntu, 'Noto Sans', 'Segoe UI', 'Noto Sans CJK SC', 'PingFang SC', \
     'Microsoft YaHei', 'WenQuanYi Micro Hei', sans-serif";

/// The text of an SVG file.
pub fn write(picture: &Picture) -> String {
    let mut writer = Writer::new(&picture.ctx, picture.scale);
    let mut next = 0;
    for (drawn, (id, said)) in picture.nodes.iter().zip(&picture.names) {
        if picture.is_stopped() {
            return String::new();
        }
        writer.shapes(&picture.shapes[next..drawn.shapes.start]);
        writer.open(&format!("<g id=\"{}\">", escaped(id)));
        writer.line(&format!("<title>{}</title>", escaped(said)));
        writer.shapes(&picture.shapes[drawn.shapes.clone()]);
        writer.close("</g>");
        next = drawn.shapes.end;
    }
    writer.shapes(&picture.shapes[next..]);
    let (definitions, body) = writer.finish();
    let area = picture.area;
    let [x, y, width, height] =
        [area.min.x, area.min.y, area.width(), area.height()].map(|part| number(part).to_string());
    let shown = [area.width(), area.height()].map(|part| number(part * picture.scale).to_string());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" width=\"{}\" height=\"{}\" \
         font-family=\"{FONTS}\" xml:space=\"preserve\">\n",
        shown[0], shown[1]
    );
    if !picture.title.is_empty() {
        let _ = writeln!(svg, "<title>{}</title>", escaped(&picture.title));
    }
    if !definitions.is_empty() {
        let _ = write!(svg, "<defs>\n{definitions}</defs>\n");
    }
    if !picture.transparent {
        let color = hex(picture.theme.background);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>"
        );
    }
    svg.push_str(&body);
    svg.push_str("</svg>\n");
    svg
}
