//! The frame of windows that stay open beside the panels while the user works: title and ✕ as those of dialogs, and a place where they do not cover
//! what they speak of.

use egui::{Context, Id, Pos2, Rect, RichText, Role, Ui, Vec2, Window, pos2, vec2};

use super::first_focus::focus_first;
use crate::theme::text_size;
use crate::{focus_regions, keyboard_return};

/// The gap between a window and the edges of the screen, in points.
const GAP: f32 = 12.0;
/// The space left free at the top of the screen for menus and bars.
const BARS: f32 = 120.0;

/// A window beside the panels.
pub struct ToolWindow {
    /// A name that no other window has.
    pub id: &'static str,
    pub title: String,
    /// The size until the user changes it.
    pub size: Vec2,
    /// The place on the screen that the window speaks of.
    pub about: Option<Rect>,
    /// Whether it was asked for just now, so that its place may be chosen and it takes the keyboard.
    pub is_new: bool,
}

impl ToolWindow {
    /// Shows the window with the contents that `add` shows. Returns its result, and whether the window stays open. It has the keyboard when it
    /// opens, and gives it back when it closes.
    pub fn show<R>(self, ctx: &Context, add: impl FnOnce(&mut Ui) -> R) -> (Option<R>, bool) {
        let mut open = true;
        let id = Id::unique(self.id);
        let screen = ctx.content_rect();
        let last = ctx.memory(|memory| memory.area_rect(id));
        let size = self.size.min(screen.size() - Vec2::splat(2.0 * GAP));
        let place = place(screen, size, self.about, last);
        let title = RichText::new(self.title).size(text_size::HEADING).strong();
        let mut window = Window::new(title)
            .id(id)
            .open(&mut open)
            .collapsible(false)
            .resizable(true)
            .default_size(size)
            .default_pos(place);
        if self.is_new {
            window = window.current_pos(place);
        }
        keyboard_return::borrow_while_shown(ctx, id);
        let shown = window.show(ctx, |ui| {
            let added = add(ui);
            focus_regions::start_at(ui, ui.min_rect());
            let start = focus_regions::start(ctx).unwrap_or(ui.min_rect());
            focus_first(ui, id, start, self.is_new);
            focus_regions::record(ui, self.id, last.unwrap_or(ui.min_rect()));
            correct_for_reader(ui, id);
            added
        });
        (shown.and_then(|shown| shown.inner), open)
    }
}

/// Makes the window a dialog, and its title something that only the mouse uses, by the ids that egui gives to them.
fn correct_for_reader(ui: &Ui, window: Id) {
    let ctx = ui.ctx();
    ctx.accesskit_node_builder(window.with("move"), |node| node.set_role(Role::Dialog));
    let title = window.with("__title_click");
    ctx.accesskit_node_builder(title, |node| {
        node.set_role(Role::TitleBar);
        node.set_hidden();
    });
    focus_regions::skip(ui, &[title]);
}

/// The height that is free below the contents so far, down to the edge of the screen.
pub fn height_below(ui: &Ui) -> f32 {
    ui.ctx().content_rect().bottom() - ui.cursor().top() - 2.0 * GAP
}

/// Where a window of this size opens: where it was last, unless that covers what it is about; otherwise at the first corner that does not.
fn place(screen: Rect, size: Vec2, about: Option<Rect>, last: Option<Rect>) -> Pos2 {
    let covers = |window: Rect| about.is_some_and(|about| about.expand(GAP).intersects(window));
    if let Some(last) = last.filter(|last| screen.contains_rect(*last) && !covers(*last)) {
        return last.min;
    }
    let left = screen.left() + GAP;
    let right = (screen.right() - GAP - size.x).max(left);
    let top = (screen.top() + BARS).min((screen.bottom() - GAP - size.y).max(screen.top()));
    let bottom = (screen.bottom() - GAP - size.y).max(top);
    let corners = [
        pos2(right, top),
        pos2(left, top),
        pos2(right, bottom),
        pos2(left, bottom),
    ];
    let free = corners.into_iter().find(|corner| {
        let window = Rect::from_min_size(*corner, size);
        !covers(window)
    });
    free.unwrap_or(corners[0])
}

/// The usual size of a window with a list.
pub const LIST_WINDOW: Vec2 = vec2(440.0, 340.0);

#[cfg(test)]
mod tests {
    use super::*;

    const SCREEN: Rect = Rect {
        min: Pos2::ZERO,
        max: pos2(1280.0, 720.0),
    };

    #[test]
    fn a_window_does_not_cover_what_it_is_about() {
        for x in (0..1100).step_by(50) {
            for y in (100..650).step_by(50) {
                let about = Rect::from_min_size(pos2(x as f32, y as f32), vec2(150.0, 50.0));
                let at = place(SCREEN, LIST_WINDOW, Some(about), None);
                let window = Rect::from_min_size(at, LIST_WINDOW);
                assert!(SCREEN.contains_rect(window), "{window}");
                assert!(!window.intersects(about), "{window} over {about}");
            }
        }
    }

    #[test]
    fn a_window_opens_where_it_was_unless_it_would_cover_what_it_is_about() {
        let last = Rect::from_min_size(pos2(300.0, 300.0), LIST_WINDOW);
        let far = Rect::from_min_size(pos2(20.0, 20.0), vec2(150.0, 50.0));
        let below = Rect::from_min_size(pos2(400.0, 400.0), vec2(150.0, 50.0));
        assert_eq!(place(SCREEN, LIST_WINDOW, Some(far), Some(last)), last.min);
        assert_ne!(
            place(SCREEN, LIST_WINDOW, Some(below), Some(last)),
            last.min
        );
    }
}
