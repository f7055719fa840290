//! The columns of a line: icon, name, value, buttons. The name column is as wide as the names and a new name need, up to a share of the line, or as
//! wide as the user dragged it. Knows no variables, only their names.

use egui::{CursorIcon, Id, Key, Rangef, Rect, Sense, Stroke, TextStyle, Ui, WidgetInfo, pos2};
use treewright_core::model::Variable;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::Version;

use crate::accessible_tree::set_range;
use crate::panels::PanelContext;
use crate::widgets::text_width;

/// The height of a line.
pub const LINE: f32 = 24.0;
/// The width of the icon.
const ICON: f32 = 20.0;
/// The width of a button at the end of a line, and their number.
pub const BUTTON: f32 = 20.0;
const BUTTONS: f32 = 3.0;
/// In less width than this, a line has only the last button, whose menu contains the others.
const NARROW: f32 = 230.0;
/// In less width than this, it has no icon either: the tooltip of the name tells the type.
const VERY_NARROW: f32 = 180.0;
/// The space between name and value, in which the width is dragged.
const GAP: f32 = 6.0;
/// How much is added to the indentation by a group.
const INDENT: f32 = 10.0;
/// The share of the line that names and values have at most for names, unless the user dragged the border.
const MAX_SHARE: f32 = 0.68;
/// The minimum widths of name and value.
const MIN_NAME: f32 = 48.0;
const MIN_VALUE: f32 = 44.0;
/// The minimum width of the name column unless the user dragged it: room to type a name.
const TYPING_WIDTH: f32 = 110.0;
/// The space that a name needs beside its text.
const NAME_MARGIN: f32 = 12.0;
/// Of the names, only this number of the longest ones are measured.
const MEASURED: usize = 40;
/// How far an arrow key moves the border.
const KEY_STEP: f32 = 8.0;

/// The width of the name column.
#[derive(Debug, Default)]
pub struct NameColumn {
    /// The width that the user chose.
    chosen: Option<f32>,
    /// The width of the longest name.
    needed: Memo<(Version, u32), f32>,
}

/// The parts of a line.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    pub icon: Rect,
    pub name: Rect,
    pub value: Rect,
    pub buttons: Rect,
}

impl NameColumn {
    /// Returns the x coordinate at which the name column of lines of this extent ends. `depth` is the highest number of headings above a line.
    pub fn end(&mut self, ui: &Ui, cx: &PanelContext<'_>, line: Rangef, depth: usize) -> f32 {
        let scale = (ui.ctx().pixels_per_point() * 1000.0) as u32;
        let needed = *self.needed.of((cx.front.version(), scale), |_| {
            longest(ui, &cx.front.document().variables)
        });
        let indent = INDENT * depth as f32;
        let room = room(line.span());
        let width = self
            .chosen
            .unwrap_or_else(|| (needed + indent).max(TYPING_WIDTH).min(room * MAX_SHARE));
        line.min + icon(line.span()) + width.clamp(MIN_NAME, room - MIN_VALUE)
    }

    /// The border between names and values, which can be dragged, moved with arrow keys, and reset by a double click.
    pub fn border(&mut self, ui: &Ui, cx: &PanelContext<'_>, area: Rect, end: f32) {
        let x = Rangef::new(end, end + GAP);
        let rect = Rect::from_x_y_ranges(x, area.y_range());
        let id = Id::unique("blackboard name column");
        let response = ui.interact(rect, id, Sense::click_and_drag());
        let name = cx.texts.tr("blackboard.column");
        let icon = icon(area.width());
        let width = end - area.left() - icon;
        response.widget_info(|| WidgetInfo::slider(true, f64::from(width), &name));
        let most = (room(area.width()) - MIN_VALUE).round();
        set_range(&response, (f64::from(MIN_NAME), f64::from(most)));
        if response.double_clicked() {
            self.chosen = None;
        } else if let Some(at) = response
            .interact_pointer_pos()
            .filter(|_| response.dragged())
        {
            self.chosen = Some((at.x - GAP / 2.0 - area.left() - icon).max(MIN_NAME));
        }
        if response.has_focus() {
            let filter = egui::EventFilter {
                horizontal_arrows: true,
                ..egui::EventFilter::default()
            };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
            for (key, step) in [(Key::ArrowLeft, -KEY_STEP), (Key::ArrowRight, KEY_STEP)] {
                if ui.input(|input| input.key_pressed(key)) {
                    self.chosen = Some((width + step).max(MIN_NAME));
                }
            }
        }
        if response.hovered() || response.dragged() || response.has_focus() {
            let stroke = Stroke::new(1.5, cx.theme.accent);
            ui.painter().vline(rect.center().x, area.y_range(), stroke);
            ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
        }
    }
}

impl Columns {
    /// Whether there is only the button of the menu.
    pub fn is_narrow(&self) -> bool {
        self.buttons.width() < 1.5 * BUTTON
    }

    /// Divides a line whose name column ends at `end`.
    pub fn of(line: Rect, end: f32, depth: usize) -> Self {
        let part = |from: f32, to: f32| {
            Rect::from_min_max(pos2(from, line.top()), pos2(to.max(from), line.bottom()))
        };
        let left = line.left() + INDENT * depth as f32;
        let icon = icon(line.width());
        let buttons = line.right() - buttons(line.width());
        Self {
            icon: part(left, left + icon),
            name: part(left + icon, end),
            value: part(end + GAP, buttons),
            buttons: part(buttons, line.right()),
        }
    }
}

/// The room for name and value in a line of this width.
fn room(line: f32) -> f32 {
    (line - icon(line) - GAP - buttons(line)).max(MIN_NAME + MIN_VALUE)
}

/// The width of the icon in a line of this width.
fn icon(line: f32) -> f32 {
    if line < VERY_NARROW { 0.0 } else { ICON }
}

/// The width of the buttons in a line of this width.
fn buttons(line: f32) -> f32 {
    BUTTON * if line < NARROW { 1.0 } else { BUTTONS }
}

/// The width of the longest name. Names of equal length differ little, so only the longest are measured.
fn longest(ui: &Ui, variables: &[Variable]) -> f32 {
    let mut names: Vec<&str> = variables.iter().map(|variable| &*variable.name).collect();
    names.sort_by_cached_key(|name| std::cmp::Reverse(name.chars().count()));
    let font = TextStyle::Body.resolve(ui.style());
    let width = |name: &&str| text_width(ui, name, font.clone());
    let longest = names.iter().take(MEASURED).map(width).fold(0.0, f32::max);
    longest + NAME_MARGIN
}
