//! Watch expressions below the variables, each with its value at the shown moment.

use egui::{Id, RichText, Sense, TextEdit, TextStyle, Ui, vec2};

use super::{PanelContext, expressions};
use crate::action::{Action, ActionSink, BreakpointAction};
use crate::theme::space;
use crate::widgets::{IconButton, caption, draft, placeholder};

/// Shows the watches and a field to add one.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    ui.add_space(space::S);
    ui.separator();
    caption(ui, cx.theme, &cx.texts.tr("watches.title"));
    for (index, text) in cx.front.breakpoints.watches().iter().enumerate() {
        ui.push_id(("watch", index), |ui| row(ui, cx, index, text, sink));
    }
    let id = Id::unique(("new watch", cx.front.id()));
    let (name, hint) = (cx.texts.tr("watches.add"), cx.texts.tr("watches.hint"));
    let added = draft(ui, id, &String::new(), |ui, text| {
        let edit = TextEdit::singleline(text)
            .font(TextStyle::Monospace)
            .hint_text(placeholder(&*hint))
            .desired_width(ui.available_width());
        ui.add(edit).accessible_name(&*name)
    });
    if let Some(text) = added {
        sink.push(Action::Breakpoint(BreakpointAction::Watch(text)));
    }
}

fn row(ui: &mut Ui, cx: &PanelContext<'_>, index: usize, text: &str, sink: &mut ActionSink) {
    let change = |text| Action::Breakpoint(BreakpointAction::ChangeWatch(index, text));
    let arguments = [("text", text)];
    ui.horizontal(|ui| {
        let changed = expressions::changed_now(cx, text);
        let color = match cx.run {
            Some(_) if changed => cx.theme.running,
            Some(_) => cx.theme.inactive,
            None => egui::Color32::TRANSPARENT,
        };
        let (dot, _) = ui.allocate_exact_size(vec2(10.0, 20.0), Sense::hover());
        ui.painter().circle_filled(dot.center(), 3.5, color);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let remove = cx.texts.tr_with("watches.remove", &arguments);
            if IconButton::new("close", &remove).small().show(ui).clicked() {
                sink.push(change(String::new()));
            }
            let (shown, color) = match expressions::value_now(cx, text) {
                Ok(value) => (value.to_string(), cx.theme.text),
                Err(fault) => (fault, cx.theme.error),
            };
            let room = ui.available_width() * 0.5;
            let label = egui::Label::new(RichText::new(&shown).monospace().color(color)).truncate();
            let name = cx
                .texts
                .tr_with("watches.value_of", &[("text", text), ("value", &shown)]);
            ui.scope(|ui| {
                ui.set_max_width(room);
                let response = ui.add(label);
                response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &name));
            });
            let id = Id::unique(("watch", cx.front.id(), index));
            let name = cx.texts.tr_with("watches.expression", &arguments);
            let edited = draft(ui, id, &text.to_owned(), |ui, text| {
                let edit = TextEdit::singleline(text)
                    .font(TextStyle::Monospace)
                    .desired_width(ui.available_width());
                ui.add(edit).accessible_name(name)
            });
            if let Some(text) = edited {
                sink.push(change(text));
            }
        });
    });
}
