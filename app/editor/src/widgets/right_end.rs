//! The part of a line at its right edge. Its widgets follow each other from left to right, as they are read and as Tab goes through them; what is before it
//! in the line has the rest. Knows only how wide the part was.

use egui::{Align, Id, Layout, Rect, Ui, UiBuilder};

/// The part at the right edge of a line, as wide as it was when it was shown last.
pub struct RightEnd {
    id: Id,
    line: Rect,
    width: f32,
}

impl RightEnd {
    pub fn of(ui: &Ui, line: Rect) -> Self {
        let id = ui.scope_id().with("right end");
        let width = ui.data(|data| data.get_temp(id));
        Self {
            id,
            line,
            width: width.unwrap_or(line.width()),
        }
    }

    /// The rest of the line.
    pub fn before(&self) -> Rect {
        self.line.with_max_x(self.line.right() - self.width)
    }

    /// Shows the part, once more in this frame if its width has changed.
    pub fn show(self, ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
        let place = self.line.with_min_x(self.before().right());
        let layout = Layout::left_to_right(Align::Center);
        let builder = UiBuilder::new().id_salt(self.id).max_rect(place);
        let shown = ui.scope_builder(builder.layout(layout), |ui| {
            add(ui);
            ui.min_rect().width()
        });
        if (shown.inner - self.width).abs() > 0.5 {
            ui.data_mut(|data| data.insert_temp(self.id, shown.inner));
            ui.ctx()
                .request_discard("the end of a line has another width");
        }
    }
}
