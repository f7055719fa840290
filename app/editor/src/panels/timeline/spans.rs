//! Draws the spans of running nodes as bars, all in one mesh. Bars narrower than a point are merged.

use egui::epaint::Mesh;
use egui::{Align2, Color32, Pos2, Rect, Shape, Ui, pos2};
use treewright_insight::history::{NodeHistory, NodeState, Span};

use super::scale::Scale;
use crate::icons;
use crate::theme::{Theme, status_icon};

/// The height of a bar in its lane, and that of a series: a node that ended in each of its frames.
const HEIGHT: f32 = 14.0;
const SERIES: f32 = 6.0;
/// The color strength of a bar; only its end has the full color.
const BODY: f32 = 0.55;
/// The width of a bar's end.
const END: f32 = 3.0;
/// The minimum width of a bar with a sign of its result.
const ROOM_FOR_SIGN: f32 = 22.0;

/// The bars of several lanes.
pub struct SpanBars<'t> {
    theme: &'t Theme,
    mesh: Mesh,
    signs: Vec<(Pos2, NodeState)>,
    area: Rect,
}

impl<'t> SpanBars<'t> {
    /// Starts without bars; `area` is where they will be.
    pub fn new(theme: &'t Theme, area: Rect) -> Self {
        Self {
            theme,
            mesh: Mesh::default(),
            signs: Vec::new(),
            area,
        }
    }

    /// Adds the visible spans of a lane.
    pub fn add(&mut self, lane: &NodeHistory, scale: &Scale, strip: Rect, last: u64) {
        let (from, to) = scale.frames();
        let mut rest = lane.between(from, to);
        while let Some(span) = rest.first() {
            let to = span.last(last as u32);
            let range = scale.range(span.from, to);
            if range.span() >= 1.0 || rest.len() == 1 {
                self.bar(span, range.min, range.max.max(range.min + 1.0), strip);
                rest = rest.after(1);
                continue;
            }
            // All spans that begin within this point become one bar with the result of the last one, which would cover the others anyway.
            let column = range.min + 1.0;
            let count = rest.partition_point(|next| scale.x(f64::from(next.from)) < column);
            let count = count.max(1);
            let end = rest.get(count - 1).unwrap_or(span);
            let right = scale.range(end.from, end.last(last as u32)).max;
            self.bar(end, range.min, right.max(column), strip);
            rest = rest.after(count);
        }
    }

    fn bar(&mut self, span: &Span, left: f32, right: f32, strip: Rect) {
        let state = span.end;
        let color = self.theme.status(state);
        let height = if span.is_series { SERIES } else { HEIGHT };
        let left = left.max(self.area.left());
        let right = right.min(self.area.right());
        if right <= left {
            return;
        }
        let middle = strip.center().y;
        // A gap between touching bars, if there is room for it.
        let gap = if right - left > 3.0 { 1.0 } else { 0.0 };
        let rect = Rect::from_min_max(
            pos2(left, middle - height / 2.0),
            pos2(right - gap, middle + height / 2.0),
        );
        if span.is_series {
            self.mesh.add_colored_rect(rect, color);
        } else {
            let body = Theme::tint(self.theme.panel, color, BODY);
            self.mesh.add_colored_rect(rect, body);
            let end = rect.with_min_x((rect.right() - END).max(rect.left()));
            self.mesh.add_colored_rect(end, color);
        }
        if rect.width() >= ROOM_FOR_SIGN && !span.is_series {
            self.signs
                .push((pos2(rect.right() - END - 8.0, middle), state));
        }
    }

    /// Draws everything that was added.
    pub fn paint(self, ui: &Ui, area: Rect) {
        let painter = ui.painter_at(area);
        painter.add(Shape::mesh(self.mesh));
        for (at, state) in self.signs {
            let glyph = icons::glyph(status_icon(state));
            let color: Color32 = self.theme.text;
            painter.text(at, Align2::CENTER_CENTER, glyph, icons::font(11.0), color);
        }
    }
}
