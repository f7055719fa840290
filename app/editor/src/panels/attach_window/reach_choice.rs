//! The choice from which machines games may attach, with what the user of another machine has to know.

use egui::{ComboBox, Label, RichText, Ui};
use treewright_session::game_reach::{Interface, Invitation, Reach};
use treewright_session::i18n::Texts;
use treewright_session::workspace::live_games::DoorView;

use super::super::PanelContext;
use crate::action::{Action, ActionSink, LiveAction};
use crate::popup_keyboard::set_label;
use crate::widgets::{IconButton, caption, scroll_to_focused};

/// Shows the choice, and below it what it needs.
pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, door: &DoorView, sink: &mut ActionSink) {
    let texts = cx.texts;
    let mut reach = door.reach;
    ui.horizontal(|ui| {
        let name = texts.tr("reach.choice");
        caption(ui, cx.theme, &name);
        let field = ComboBox::from_id_salt("reach").selected_text(name_of(texts, door, reach));
        let response = field.show_ui(ui, |ui| {
            let networks = door.interfaces.iter();
            let networks = networks.map(|interface| Reach::Network(interface.address));
            for choice in [Reach::ThisMachine, Reach::Tunnel]
                .into_iter()
                .chain(networks)
            {
                let text = name_of(texts, door, choice);
                let entry = ui.selectable_value(&mut reach, choice, &text);
                set_label(&entry, &text);
            }
            scroll_to_focused(ui);
        });
        response.response.accessible_name(&*name);
    });
    if reach != door.reach {
        sink.push(Action::Live(LiveAction::LetAttachFrom(reach)));
    }
    if let Some(invitation) = &door.invitation {
        invite(ui, cx, invitation);
    }
}

fn name_of(texts: &Texts, door: &DoorView, reach: Reach) -> String {
    match reach {
        Reach::ThisMachine => texts.tr("reach.this_machine").into_owned(),
        Reach::Tunnel => texts.tr("reach.tunnel").into_owned(),
        Reach::Network(address) => {
            let known = door.interfaces.iter().find(|i| i.address == address);
            let name = known.map_or("", |Interface { name, .. }| name);
            let address = address.to_string();
            texts.tr_with("reach.network", &[("name", name), ("address", &*address)])
        }
    }
}

/// Shows what the user of another machine has to type.
fn invite(ui: &mut Ui, cx: &PanelContext<'_>, invitation: &Invitation) {
    let texts = cx.texts;
    if let Some(tunnel) = &invitation.tunnel {
        caption(ui, cx.theme, &texts.tr("reach.make_tunnel"));
        let machine = texts.tr("reach.machine");
        to_type(ui, cx, &format!("{tunnel} {machine}"));
    } else {
        let warning = RichText::new(&*texts.tr("reach.not_encrypted")).color(cx.theme.warning);
        ui.label(warning);
    }
    caption(ui, cx.theme, &texts.tr("reach.set_variable"));
    to_type(ui, cx, &invitation.variable);
}

/// A line that the user types or copies.
fn to_type(ui: &mut Ui, cx: &PanelContext<'_>, line: &str) {
    ui.horizontal(|ui| {
        let name = cx.texts.tr_with("reach.copy", &[("text", line)]);
        let copy = IconButton::new("content_copy", &name).small();
        if copy.show(ui).clicked() {
            ui.ctx().copy_text(line.to_owned());
        }
        ui.add(Label::new(RichText::new(line).monospace()).wrap());
    });
}
