//! Renders pictures as SVG: every shape as an element; text as text, so that it can be selected; icons as outlines, so that no icon font is
//! needed. Each node is a group with its id, and has a tooltip with its name and comment.

mod outlines;
mod shapes;
mod text;
mod xml;

use std::fmt::Write as _;
use std::io;

use treewright_exchange::MARK;

use self::shapes::Writer;
use self::xml::{escaped, hex, number};
use super::PictureStyle;
use super::drawing::Drawing;

/// The font stack: the font of the canvas, then common system fonts with Chinese characters.
const FONTS: &str = "'Ubuntu Light', Ubuntu, 'Noto Sans', 'Segoe UI', 'Noto Sans CJK SC', 'PingFang SC', \
     'Microsoft YaHei', 'WenQuanYi Micro Hei', sans-serif";

/// Receives a piece of a drawing.
pub type PieceSink<'t> = &'t mut dyn FnMut(&Drawing) -> io::Result<()>;

/// Writes an SVG file of a drawing in several pieces. `each` passes all pieces in order to its argument. It is called twice if there are
/// several pieces: shared definitions come first in the file, so they are collected before anything is written.
pub fn write(
    canvas: &PictureStyle,
    count: usize,
    each: &dyn Fn(PieceSink<'_>) -> io::Result<()>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let mut writer = Writer::new(&canvas.ctx, canvas.scale);
    let mut body = String::new();
    each(&mut |drawing| {
        push(canvas, &mut writer, drawing)?;
        body = writer.take_body();
        Ok(())
    })?;
    write_head(canvas, writer.definitions(), out)?;
    if count == 1 {
        out.write_all(body.as_bytes())?;
    } else {
        each(&mut |drawing| {
            push(canvas, &mut writer, drawing)?;
            out.write_all(writer.take_body().as_bytes())
        })?;
    }
    out.write_all(b"</svg>\n")
}

fn push(canvas: &PictureStyle, writer: &mut Writer<'_>, drawing: &Drawing) -> io::Result<()> {
    let mut next = 0;
    for (drawn, (id, description)) in drawing.nodes.iter().zip(&drawing.names) {
        if canvas.is_stopped() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        writer.shapes(&drawing.shapes[next..drawn.shapes.start]);
        writer.open(&format!("<g id=\"{}\">", escaped(id)));
        writer.line(&format!("<title>{}</title>", escaped(description)));
        writer.shapes(&drawing.shapes[drawn.shapes.clone()]);
        writer.close("</g>");
        next = drawn.shapes.end;
    }
    writer.shapes(&drawing.shapes[next..]);
    Ok(())
}

fn write_head(canvas: &PictureStyle, definitions: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let area = canvas.area;
    let [x, y, width, height] =
        [area.min.x, area.min.y, area.width(), area.height()].map(|part| number(part).to_string());
    let shown = [area.width(), area.height()].map(|part| number(part * canvas.scale).to_string());
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" width=\"{}\" height=\"{}\" \
         font-family=\"{FONTS}\" xml:space=\"preserve\">\n",
        shown[0], shown[1]
    );
    // Identifies files that may be overwritten as earlier pictures.
    let _ = writeln!(
        svg,
        "<!-- {MARK}; changes here are lost when it is drawn again. -->"
    );
    if !canvas.title.is_empty() {
        let _ = writeln!(svg, "<title>{}</title>", escaped(&canvas.title));
    }
    if !definitions.is_empty() {
        let _ = write!(svg, "<defs>\n{definitions}</defs>\n");
    }
    if !canvas.transparent {
        let color = hex(canvas.theme.background);
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{color}\"/>"
        );
    }
    out.write_all(svg.as_bytes())
}
