//! Converts canvas shapes to SVG elements. Repeated definitions, such as the shadow of a card, are written once and referenced.

use std::fmt::Write as _;

use egui::emath::GuiRounding as _;
use egui::epaint::{CircleShape, ClippedShape, ColorMode, PathShape, RectShape};
use egui::{Color32, Context, CornerRadius, Pos2, Rect, Shape, Stroke, StrokeKind};
use rustc_hash::FxHashMap;

use super::outlines;
use super::xml::{number, paint};

/// The number of rectangles that approximate a soft edge.
const SOFT_STEPS: u8 = 6;
pub struct Writer<'a> {
    pub(super) ctx: &'a Context,
    /// Pixels per canvas unit; the window aligns edges and text to pixels.
    pub(super) scale: f32,
    body: String,
    definitions: String,
    /// The names of definitions, by their content.
    defined: FxHashMap<String, String>,
}

impl<'a> Writer<'a> {
    pub fn new(ctx: &'a Context, scale: f32) -> Self {
        Self {
            ctx,
            scale,
            body: String::new(),
            definitions: String::new(),
            defined: FxHashMap::default(),
        }
    }

    /// The shared definitions of all elements so far.
    pub fn definitions(&self) -> &str {
        &self.definitions
    }

    /// Returns the elements added since the last call.
    pub fn take_body(&mut self) -> String {
        std::mem::take(&mut self.body)
    }

    /// Adds an element, or a part of one, on its own line.
    pub fn line(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }
    pub fn open(&mut self, tag: &str) {
        self.line(tag);
    }
    pub fn close(&mut self, tag: &str) {
        self.line(tag);
    }

    /// Adds shapes, in painting order.
    pub fn shapes(&mut self, shapes: &[ClippedShape]) {
        for clipped in shapes {
            let seen = clipped.shape.visual_bounding_rect();
            if !seen.is_positive() || !seen.intersects(clipped.clip_rect) {
                continue;
            }
            let is_cut = !clipped.clip_rect.contains_rect(seen);
            if is_cut {
                let id = self.clip(clipped.clip_rect);
                self.line(&format!("<g clip-path=\"url(#{id})\">"));
            }
            self.shape(&clipped.shape);
            if is_cut {
                self.line("</g>");
            }
        }
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::Vec(shapes) => {
                // The canvas does not nest deeper.
                for shape in shapes {
                    self.shape(shape);
                }
            }
            Shape::Rect(rect) if rect.blur_width > 0.0 => self.soft(rect),
            Shape::Rect(rect) => self.rect(rect),
            Shape::Circle(circle) => self.circle(circle),
            Shape::LineSegment { points, stroke } => self.polyline(points, false, *stroke),
            Shape::Path(path) => self.path(path),
            Shape::Text(text) => self.text(text),
            Shape::Noop => {}
            // The grid and block meshes are drawn in windows only.
            Shape::Ellipse(_)
            | Shape::Band(_)
            | Shape::Mesh(_)
            | Shape::QuadraticBezier(_)
            | Shape::CubicBezier(_)
            | Shape::Callback(_) => {
                debug_assert!(false, "a still picture of the canvas has none of these");
            }
        }
    }

    fn rect(&mut self, shape: &RectShape) {
        let stroke = shape.stroke;
        let rect = match shape.stroke_kind {
            StrokeKind::Inside | StrokeKind::Outside => shape.rect.round_to_pixels(self.scale),
            StrokeKind::Middle => {
                let mut rect = shape.rect;
                for corner in [&mut rect.min, &mut rect.max] {
                    stroke.round_center_to_pixel(self.scale, &mut corner.x);
                    stroke.round_center_to_pixel(self.scale, &mut corner.y);
                }
                rect
            }
        };
        let grown = match shape.stroke_kind {
            _ if stroke.is_empty() => 0.0,
            StrokeKind::Inside => -stroke.width / 2.0,
            StrokeKind::Middle => 0.0,
            StrokeKind::Outside => stroke.width / 2.0,
        };
        let outline = rounded(rect.expand(grown), shape.corner_radius, grown);
        let fill = paint("fill", shape.fill);
        self.line(&format!("<{outline}{fill}{}/>", stroked(stroke)));
    }

    /// A rectangle with soft edges: several stacked rectangles, each a little smaller, which every program can draw.
    fn soft(&mut self, shape: &RectShape) {
        let (size, blur) = (shape.rect.size(), shape.blur_width);
        let what = format!(
            "soft {size:?} {blur} {:?} {:?}",
            shape.fill, shape.corner_radius
        );
        let known = self.defined.get(&what).cloned();
        let id = known.unwrap_or_else(|| {
            let id = format!("soft{}", self.defined.len());
            let mut steps = String::new();
            // The opacity at which all of them together are as dense as the center.
            let left = 1.0 - f32::from(shape.fill.a()) / 255.0;
            let opacity = 1.0 - left.powf(1.0 / f32::from(SOFT_STEPS));
            let color = paint("fill", shape.fill.to_opaque());
            for step in 0..SOFT_STEPS {
                let part = (f32::from(step) + 0.5) / f32::from(SOFT_STEPS);
                let grown = blur * (0.5 - part);
                let rect = Rect::from_min_size(Pos2::ZERO, size).expand(grown);
                let outline = rounded(rect, shape.corner_radius, grown);
                let opacity = number(opacity);
                let _ = write!(steps, "<{outline}{color} fill-opacity=\"{opacity}\"/>");
            }
            let _ = writeln!(self.definitions, "<g id=\"{id}\">{steps}</g>");
            self.defined.insert(what, id.clone());
            id
        });
        let (x, y) = (number(shape.rect.min.x), number(shape.rect.min.y));
        self.line(&format!("<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>"));
    }

    fn circle(&mut self, circle: &CircleShape) {
        // The stroke lies outside.
        let grown = if circle.stroke.is_empty() {
            0.0
        } else {
            circle.stroke.width / 2.0
        };
        self.line(&format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}{}/>",
            number(circle.center.x),
            number(circle.center.y),
            number(circle.radius + grown),
            paint("fill", circle.fill),
            stroked(circle.stroke),
        ));
    }

    fn path(&mut self, path: &PathShape) {
        let color = match path.stroke.color {
            ColorMode::Solid(color) => color,
            ColorMode::UV(_) => Color32::TRANSPARENT,
        };
        let stroke = Stroke::new(path.stroke.width, color);
        if path.closed {
            let points = points(&path.points);
            let fill = paint("fill", path.fill);
            self.line(&format!("<path d=\"{points}Z\"{fill}{}/>", stroked(stroke)));
        } else {
            self.polyline(&path.points, true, stroke);
        }
    }

    fn polyline(&mut self, line: &[Pos2], joined: bool, stroke: Stroke) {
        let join = if joined {
            " stroke-linejoin=\"round\""
        } else {
            ""
        };
        let (points, stroke) = (points(line), stroked(stroke));
        self.line(&format!(
            "<path d=\"{points}\" fill=\"none\"{stroke}{join}/>"
        ));
    }

    fn clip(&mut self, rect: Rect) -> String {
        let (x, y) = (number(rect.min.x), number(rect.min.y));
        let (width, height) = (number(rect.width()), number(rect.height()));
        let what = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>");
        if let Some(id) = self.defined.get(&what) {
            return id.clone();
        }
        let id = format!("clip{}", self.defined.len());
        let _ = writeln!(self.definitions, "<clipPath id=\"{id}\">{what}</clipPath>");
        self.defined.insert(what, id.clone());
        id
    }

    /// The name of an icon's outline definition; `None` if the font does not have the icon.
    pub(super) fn icon_definition(&mut self, font: &egui::FontData, c: char) -> Option<String> {
        let what = format!("icon {c}");
        if let Some(id) = self.defined.get(&what) {
            return Some(id.clone());
        }
        let outline = outlines::outline(font, c)?;
        let id = format!("icon{}", self.defined.len());
        let _ = writeln!(self.definitions, "<path id=\"{id}\" d=\"{outline}\"/>");
        self.defined.insert(what, id.clone());
        Some(id)
    }
}

/// The `points` attribute of a polyline.
fn points(points: &[Pos2]) -> String {
    let mut way = String::new();
    for (place, point) in points.iter().enumerate() {
        let letter = if place == 0 { 'M' } else { 'L' };
        let _ = write!(way, "{letter}{} {}", number(point.x), number(point.y));
    }
    way
}

fn stroked(stroke: Stroke) -> String {
    if stroke.is_empty() {
        return String::new();
    }
    let color = paint("stroke", stroke.color);
    format!("{color} stroke-width=\"{}\"", number(stroke.width))
}

/// The tag and the attributes of a rectangle with round corners. `grown` enlarges the rectangle and its radius.
fn rounded(rect: Rect, corners: CornerRadius, grown: f32) -> String {
    let radius = |radius: u8| match radius {
        0 => 0.0,
        radius => (f32::from(radius) + grown).clamp(0.0, rect.size().min_elem().max(0.0) / 2.0),
    };
    let (nw, ne, se, sw) = (
        radius(corners.nw),
        radius(corners.ne),
        radius(corners.se),
        radius(corners.sw),
    );
    if corners.is_same() {
        let round = if corners.nw == 0 {
            String::new()
        } else {
            format!(" rx=\"{}\"", number(nw))
        };
        return format!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{round}",
            number(rect.min.x),
            number(rect.min.y),
            number(rect.width()),
            number(rect.height()),
        );
    }
    let mut way = format!("M{} {}", number(rect.min.x + nw), number(rect.min.y));
    let sides = [
        (
            ne,
            (rect.max.x - ne, rect.min.y),
            (rect.max.x, rect.min.y + ne),
        ),
        (
            se,
            (rect.max.x, rect.max.y - se),
            (rect.max.x - se, rect.max.y),
        ),
        (
            sw,
            (rect.min.x + sw, rect.max.y),
            (rect.min.x, rect.max.y - sw),
        ),
        (
            nw,
            (rect.min.x, rect.min.y + nw),
            (rect.min.x + nw, rect.min.y),
        ),
    ];
    for (radius, to, around) in sides {
        let _ = write!(way, "L{} {}", number(to.0), number(to.1));
        if radius > 0.0 {
            let (x, y, r) = (number(around.0), number(around.1), number(radius));
            let _ = write!(way, "A{r} {r} 0 0 1 {x} {y}");
        }
    }
    format!("path d=\"{way}Z\"")
}
