//! A part of a panel whose widgets keep their ids, and so the keyboard focus, whatever is shown before it. Ids within egui's own `push_id` depend on how
//! much that is.

use egui::{AsIdSalt, InnerResponse, Ui, UiBuilder};

/// Shows a part of `ui` that has this key in its parent alone.
pub fn keyed<R>(
    ui: &mut Ui,
    key: impl AsIdSalt,
    add: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    let id = ui.make_persistent_id(key);
    ui.scope_builder(UiBuilder::new().scope_id(id), add)
}
