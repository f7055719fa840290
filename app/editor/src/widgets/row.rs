//! A full-width row of a list: icon, text, and a detail at the right end.

use std::ops::Range;

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Color32, Key, Response, Role, Sense, TextStyle, TextWrapMode, Ui, WidgetInfo, WidgetText, vec2,
};

use super::shortened::cut_in_the_middle;
use crate::drawn_line::drawn_line;
use crate::icons;
use crate::theme::Theme;

pub const HEIGHT: f32 = 24.0;

/// In less width than this, in points, the detail is not shown.
const MIN_DETAIL: f32 = 36.0;

/// The margin at both ends, and the width of an icon, in points.
const MARGIN: f32 = 6.0;
const ICON: f32 = 22.0;
/// The width that a row with an icon needs besides its text.
const BESIDE_TEXT: f32 = 2.0 * MARGIN + ICON;
/// The space between the text and the detail.
const DETAIL_GAP: f32 = 10.0;
/// The space that a multi-line row needs above and below its text, together.
const LINE_GAP: f32 = 6.0;

/// In less width than this, in points, a text beside a detail says little.
const MIN_TEXT: f32 = 72.0;

/// Where a text that is too long has its ellipsis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    End,
    Middle,
}

pub struct Row<'a> {
    text: &'a str,
    icon: &'a str,
    icon_color: Option<Color32>,
    text_color: Option<Color32>,
    detail: &'a str,
    keeps_detail: bool,
    short_detail: &'a str,
    detail_color: Option<Color32>,
    cut: Cut,
    marked: &'a [Range<usize>],
    indent: f32,
    selected: bool,
    name: Option<&'a str>,
    role: Role,
    sense: Sense,
    height: f32,
}

impl<'a> Row<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            icon: "",
            icon_color: None,
            text_color: None,
            detail: "",
            keeps_detail: false,
            short_detail: "",
            detail_color: None,
            cut: Cut::End,
            marked: &[],
            indent: 0.0,
            selected: false,
            name: None,
            role: Role::ListItem,
            sense: Sense::click(),
            height: HEIGHT,
        }
    }

    #[must_use]
    pub fn icon(mut self, icon: &'a str, color: Color32) -> Self {
        self.icon = icon;
        self.icon_color = Some(color);
        self
    }

    #[must_use]
    pub fn icon_color(mut self, color: Color32) -> Self {
        self.icon_color = Some(color);
        self
    }

    #[must_use]
    pub fn color(mut self, color: Color32) -> Self {
        self.text_color = Some(color);
        self
    }

    /// The detail has priority over the text: without it, the row would not say enough.
    #[must_use]
    pub fn keeps_detail(mut self) -> Self {
        self.keeps_detail = true;
        self
    }

    /// What the detail becomes where it would leave the text too little room, with its color; it is always seen.
    #[must_use]
    pub fn short_detail(mut self, short: &'a str, color: Color32) -> Self {
        self.keeps_detail = true;
        self.short_detail = short;
        self.detail_color = Some(color);
        self
    }

    /// A text that is too long loses its middle, so that names that begin alike stay distinct.
    #[must_use]
    pub fn cut_in_the_middle(mut self) -> Self {
        self.cut = Cut::Middle;
        self
    }

    /// Muted text at the right end.
    #[must_use]
    pub fn detail(mut self, detail: &'a str) -> Self {
        self.detail = detail;
        self
    }

    /// Byte ranges of the text to highlight.
    #[must_use]
    pub fn marked(mut self, ranges: &'a [Range<usize>]) -> Self {
        self.marked = ranges;
        self
    }

    /// How far the row is moved to the right, in points.
    #[must_use]
    pub fn indent(mut self, indent: f32) -> Self {
        self.indent = indent;
        self
    }

    #[must_use]
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }

    /// The name for screen readers, where the text alone is not enough.
    #[must_use]
    pub fn name(mut self, name: &'a str) -> Self {
        self.name = Some(name);
        self
    }

    /// The accessibility role.
    #[must_use]
    pub fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    #[must_use]
    pub fn draggable(mut self) -> Self {
        self.sense = Sense::click_and_drag();
        self
    }

    /// Sets the height. A row higher than `HEIGHT` wraps its text to as many lines as needed.
    #[must_use]
    pub fn height(mut self, height: f32) -> Self {
        self.height = height;
        self
    }

    /// The height at which a row of this width, with an icon, shows the whole text.
    pub fn height_for(ui: &Ui, text: &str, width: f32) -> f32 {
        let wrap = Some(TextWrapMode::Wrap);
        let galley =
            WidgetText::from(text).into_galley(ui, wrap, width - BESIDE_TEXT, TextStyle::Body);
        (galley.size().y + LINE_GAP).max(HEIGHT)
    }

    pub fn show(self, ui: &mut Ui, theme: &Theme) -> Response {
        let size = vec2(ui.available_width(), self.height);
        let (rect, response) = ui.allocate_exact_size(size, self.sense);
        let name = self.name.unwrap_or(self.text);
        let enabled = ui.is_enabled();
        let (role, selected) = (self.role, self.selected);
        response.widget_info(|| WidgetInfo::selected(role, enabled, selected, name));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let background = if self.selected {
            Some(theme.selection_fill)
        } else if response.hovered() || response.has_focus() {
            Some(Theme::tint(theme.panel, theme.text, 0.07))
        } else {
            None
        };
        if let Some(background) = background {
            ui.painter().rect_filled(rect, 4.0, background);
        }
        if self.selected {
            let inside = egui::StrokeKind::Inside;
            ui.painter()
                .rect_stroke(rect, 4.0, theme.row_outline(), inside);
        }
        self.paint(ui, theme, rect.shrink2(vec2(MARGIN, 0.0)));
        response
    }

    fn text_with_marks(&self, ui: &Ui, theme: &Theme) -> WidgetText {
        if self.marked.is_empty() {
            return WidgetText::from(drawn_line(self.text));
        }
        let plain = TextFormat {
            font_id: TextStyle::Body.resolve(ui.style()),
            color: self.text_color.unwrap_or(theme.text),
            ..TextFormat::default()
        };
        let found = TextFormat {
            background: theme.search_match(),
            ..plain.clone()
        };
        let mut job = LayoutJob::default();
        let mut at = 0;
        for range in self.marked {
            job.append(&self.text[at..range.start], 0.0, plain.clone());
            job.append(&self.text[range.clone()], 0.0, found.clone());
            at = range.end;
        }
        job.append(&self.text[at..], 0.0, plain);
        job.into()
    }

    fn paint(self, ui: &Ui, theme: &Theme, rect: egui::Rect) {
        let mut left = rect.left() + self.indent;
        let middle = rect.center().y;
        if !self.icon.is_empty() {
            let color = self.icon_color.unwrap_or(theme.muted);
            // Level with the first of several lines.
            let at = egui::pos2(left + 8.0, rect.top() + HEIGHT * 0.5);
            let glyph = icons::glyph(self.icon);
            let center = egui::Align2::CENTER_CENTER;
            ui.painter()
                .text(at, center, glyph, icons::font(16.0), color);
            left += ICON;
        }
        // The text has priority; the detail gets the remaining width, if that is enough.
        let truncated = Some(TextWrapMode::Truncate);
        let small = |text: &str, room| {
            let text = WidgetText::from(drawn_line(text));
            text.into_galley(ui, truncated, room, TextStyle::Small)
        };
        let whole = (rect.right() - left).max(0.0);
        let mut shown = self.detail;
        let mut kept = 0.0;
        if self.keeps_detail {
            kept = small(shown, whole).size().x + DETAIL_GAP;
            if whole - kept < MIN_TEXT && !self.short_detail.is_empty() {
                shown = self.short_detail;
                kept = small(shown, whole).size().x + DETAIL_GAP;
            }
        }
        let room = (whole - kept).max(0.0);
        let galley = match self.cut {
            Cut::End => self.text_with_marks(ui, theme),
            Cut::Middle => {
                let cut = cut_in_the_middle(ui, self.text, &TextStyle::Body, room);
                drawn_line(&cut).into_owned().into()
            }
        };
        let wrap = if self.height > HEIGHT {
            Some(TextWrapMode::Wrap)
        } else {
            truncated
        };
        let galley = galley.into_galley(ui, wrap, room, TextStyle::Body);
        let at = egui::pos2(left, middle - galley.size().y * 0.5);
        let room = whole - galley.size().x - DETAIL_GAP;
        let color = self.text_color.unwrap_or(theme.text);
        ui.painter().galley(at, galley, color);
        let is_too_narrow = room < MIN_DETAIL && !self.keeps_detail;
        if shown.is_empty() || is_too_narrow {
            return;
        }
        let galley = small(shown, room);
        let at = egui::pos2(
            rect.right() - galley.size().x,
            middle - galley.size().y * 0.5,
        );
        let color = self.detail_color.unwrap_or(theme.muted);
        ui.painter().galley(at, galley, color);
    }
}

/// Whether the row was clicked, or activated with Enter.
pub fn row_pressed(ui: &Ui, response: &Response) -> bool {
    let entered = response.has_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    response.clicked() || entered
}
