//! The value of a variable in its line: the current one of a run, or else the initial one. A value that needs more room than a line has is shown
//! as text, and edited in a popup.

use egui::{Button, Id, Popup, PopupCloseBehavior, Rect, RichText, Ui, UiBuilder, vec2};
use treewright_authoring::edit::Command;
use treewright_core::model::{Literal, Variable};
use treewright_core::value::{Value, ValueType};

use super::history;
use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, RunAction};
use crate::panels::PanelContext;
use crate::theme::Theme;
use crate::widgets::{ValueField, value_editor};

/// The minimum width of a number in a vector.
const NUMBER: f32 = 62.0;
/// The width of the popup.
const POPUP: f32 = 260.0;

/// Shows the value and pushes its change.
pub fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    variable: &Variable,
    rect: Rect,
    sink: &mut ActionSink,
) {
    let live = cx.run.and_then(|run| run.variable(&variable.name));
    let name = [("name", &*variable.name)];
    let key = if live.is_some() {
        "blackboard.live_value_of"
    } else {
        "blackboard.value_of"
    };
    let label = cx.texts.tr_with(key, &name);
    let changed = cx
        .run
        .is_some_and(|run| history::changed_now(run, &variable.name));
    if changed {
        let fill = Theme::tint(cx.theme.panel, cx.theme.running, 0.22);
        ui.painter()
            .rect_filled(rect.shrink2(vec2(0.0, 1.0)), 4.0, fill);
    }
    let id = (
        "variable value",
        cx.front.id(),
        &*variable.name,
        live.is_some(),
    );
    let field = ValueField {
        id: Id::unique(id),
        name: &label,
        range: None,
        unit: "",
        lines: false,
        texts: cx.texts,
    };
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let mut line = ui.new_child(
        UiBuilder::new()
            .id_salt("value")
            .max_rect(rect)
            .layout(layout),
    );
    line.shrink_clip_rect(rect);
    let shown = live.unwrap_or(&variable.initial.value);
    let Some(value) = editor(&mut line, &field, &variable.value_type, shown) else {
        return;
    };
    if live.is_some() {
        let name = variable.name.to_string();
        sink.push(Action::Run(RunAction::SetVariable(name, value)));
    } else {
        sink.edit(Command::ChangeVariable(Variable {
            initial: Literal::from(value),
            ..variable.clone()
        }));
    }
}

/// An editor in one line: the usual one, or a button that opens it in a popup.
pub fn editor(
    ui: &mut Ui,
    field: &ValueField<'_>,
    value_type: &ValueType,
    shown: &Value,
) -> Option<Value> {
    let fits = match value_type {
        ValueType::Vec2 => ui.available_width() >= 2.0 * NUMBER,
        ValueType::Vec3 => ui.available_width() >= 3.0 * NUMBER,
        ValueType::List(_) => false,
        _ => true,
    };
    if fits {
        ui.spacing_mut().item_spacing.x = 4.0;
        return value_editor(ui, field, value_type, shown);
    }
    let text = RichText::new(shown.to_string());
    let size = vec2(ui.available_width(), ui.spacing().interact_size.y);
    let button = Button::new(text).truncate().min_size(size);
    let response = ui
        .add(button)
        .accessible_name(field.name)
        .on_hover_text(shown.to_string());
    let popup = Popup::menu(&response)
        .id(field.id.with("popup"))
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(|ui| {
            ui.set_width(POPUP);
            egui::ScrollArea::vertical()
                .max_height(POPUP)
                .show(ui, |ui| value_editor(ui, field, value_type, shown))
                .inner
        });
    opens_menu(&response, popup.is_some());
    popup.and_then(|popup| popup.inner)
}
