//! The conflicts of a merge: a row for each conflict, with a button per side, and a row for the values of the sides.

use egui::{Button, Ui};
use treewright_authoring::edit::Command;
use treewright_core::ids::NodeId;
use treewright_core::model::{Conflict, Document, Field, FieldValue, NodePlace, Side, Subject};

use super::{INDENT, go_to, line_with_buttons};
use crate::action::{Action, ActionSink, EditAction, VersionAction};
use crate::panels::PanelContext;
use crate::theme::Tone;
use crate::widgets::{Row, caption, row_pressed};

/// The number of conflicts, and buttons to choose one side for all.
pub(super) fn header(ui: &mut Ui, cx: &PanelContext<'_>, count: usize, sink: &mut ActionSink) {
    let texts = cx.texts;
    line_with_buttons(
        ui,
        |ui| {
            let text = texts.tr_count("versions.left", count);
            caption(ui, cx.theme, &text);
        },
        |ui| {
            for (key, side) in [
                ("versions.all_theirs", Side::Theirs),
                ("versions.all_ours", Side::Ours),
            ] {
                if ui.small_button(texts.tr(key).into_owned()).clicked() {
                    sink.push(Action::Version(VersionAction::ResolveAll(side)));
                }
            }
        },
    );
}

/// A conflict, and the choice between its sides.
pub(super) fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    index: usize,
    conflict: &Conflict,
    sink: &mut ActionSink,
) {
    let texts = cx.texts;
    let title = title(cx, conflict);
    let mut settle = None;
    let mut pressed = false;
    line_with_buttons(
        ui,
        |ui| {
            let row = Row::new(&title).icon("call_split", cx.theme.tone(Tone::Conflict));
            let response = row.show(ui, cx.theme);
            pressed = row_pressed(ui, &response);
        },
        |ui| {
            for (key, side) in [
                ("versions.theirs", Side::Theirs),
                ("versions.ours", Side::Ours),
            ] {
                let text = texts.tr(key).into_owned();
                let name = texts.labeled(&text, &title);
                let response = ui.add(Button::new(text).small());
                if response.accessible_name(name).clicked() {
                    settle = Some(side);
                }
            }
        },
    );
    if let Some(side) = settle {
        let command = Command::SettleConflict {
            conflict: index,
            side,
        };
        sink.push(Action::Edit(EditAction::Do(command)));
    } else if pressed {
        go_to(cx, node_of(cx.front.document(), conflict), sink);
    }
}

/// What a conflict is about, and its reason, in one line.
fn title(cx: &PanelContext<'_>, conflict: &Conflict) -> String {
    let texts = cx.texts;
    let removed = match (&conflict.subject, &conflict.ours, &conflict.theirs) {
        (Subject::Node(id), Some(FieldValue::Branch(_, branch)), _)
        | (Subject::Node(id), None, Some(FieldValue::Branch(_, branch))) => {
            Some(texts.title_of(branch, id))
        }
        _ => None,
    };
    let subject = removed.unwrap_or_else(|| texts.subject(&conflict.subject, cx.front.document()));
    let field = texts.field_of(&conflict.field, &conflict.subject, cx.front.document());
    let key = format!("versions.conflict_{}", conflict.kind.code());
    texts.tr_with(&key, &[("subject", &subject), ("field", &field)])
}

/// The node of a conflict.
fn node_of<'a>(document: &Document, conflict: &'a Conflict) -> Option<&'a NodeId> {
    let above = match &conflict.theirs {
        Some(FieldValue::Branch(NodePlace::Child(parent, _), _)) => Some(parent),
        Some(FieldValue::Node(id)) => Some(id),
        _ => None,
    };
    let known = [conflict.subject.node(), above].into_iter().flatten();
    known.into_iter().find(|id| document.node(id).is_some())
}

/// The values of both sides of a conflict.
pub(super) fn sides(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    conflict: &Conflict,
    sink: &mut ActionSink,
) {
    let texts = cx.texts;
    let absent = conflict.field == Field::Presence;
    let value_of = |value: Option<&FieldValue>| {
        let about = (&conflict.field, &conflict.subject);
        texts.field_value(value, about, cx.front.document(), cx.library)
    };
    let value_text = |value: &Option<FieldValue>| match value {
        None if absent => texts.tr("versions.removed_there").into_owned(),
        value => value_of(value.as_ref()),
    };
    let (ours, theirs) = (value_text(&conflict.ours), value_text(&conflict.theirs));
    let arguments = [("ours", &*ours), ("theirs", &*theirs)];
    let mut text = texts.tr_with("versions.sides", &arguments);
    if let Some(base) = &conflict.base {
        let base = value_of(Some(base));
        text.push_str(&texts.tr_with("versions.before", &[("base", &base)]));
    }
    let row = Row::new(&text).indent(INDENT).color(cx.theme.muted);
    let response = row.show(ui, cx.theme);
    if row_pressed(ui, &response) {
        go_to(cx, node_of(cx.front.document(), conflict), sink);
    }
    response.on_hover_text(text);
}
