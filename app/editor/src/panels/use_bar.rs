//! The bar above the canvas while only one use of a tree is edited: which one, how much differs from the file, and the way to edit the file instead.
//! After a refused edit it says what one use can change.

use egui::{Align, Button, Frame, Label, Layout, Margin, RichText, Ui};
use treewright_core::model::{FILE_PARAMETER, ParameterValue, TREE_PARAMETER};
use treewright_session::workspace::subtree_use::EditedUse;

use super::PanelContext;
use super::canvas::marks::{NodeMark, NodeMarks};
use crate::action::{Action, ActionSink, UseAction};
use crate::icons;
use crate::theme::{Theme, Tone, space, text_size};

/// How strongly the bar is tinted.
const TINT: f32 = 0.2;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, edited: &EditedUse, sink: &mut ActionSink) {
    let fill = Theme::tint(cx.theme.panel, cx.theme.accent, TINT);
    let bar = Frame::new()
        .fill(fill)
        .inner_margin(Margin::symmetric(8, 3));
    bar.show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if edit_file_button(ui, cx) {
                    sink.push(Action::Use(UseAction::EditFile));
                }
                let count = edited.changed.iter().map(|(_, count)| count).sum();
                let count = cx.texts.tr_count("this_use.count", count);
                ui.label(RichText::new(count).size(text_size::SMALL));
                ui.add_space(space::S);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.label(icons::text("edit_note").size(16.0).color(cx.theme.accent));
                    let text = title(cx, edited);
                    ui.add(Label::new(RichText::new(text).strong()).truncate());
                    if let Some(text) = sets(cx, edited) {
                        let text = RichText::new(text).size(text_size::SMALL);
                        ui.add(Label::new(text).truncate());
                    }
                });
            });
        });
        if cx.has_refused {
            ui.horizontal_top(|ui| {
                ui.label(icons::text("block").size(14.0).color(cx.theme.warning));
                let text = RichText::new(cx.texts.tr("this_use.refused"));
                ui.add(Label::new(text.size(text_size::SMALL)).wrap());
            });
        }
    });
}

/// The marks of the nodes that the use changes.
pub fn marks(cx: &PanelContext<'_>, edited: &EditedUse) -> NodeMarks {
    let changed = edited.changed.iter();
    let mark = |count: usize| NodeMark {
        tone: Tone::Changed,
        icon: "edit",
        word: cx.texts.tr_count("this_use.mark", count),
    };
    changed
        .map(|(node, count)| (node.clone(), mark(*count)))
        .collect()
}

/// A button to edit the file of the shown tree instead of one use. Returns whether it was pressed.
fn edit_file_button(ui: &mut Ui, cx: &PanelContext<'_>) -> bool {
    let text = cx.texts.tr("command.edit_file").into_owned();
    let title = cx.front.title(cx.texts);
    let hint = cx
        .texts
        .tr_with("this_use.edit_file_hint", &[("file", &title)]);
    ui.add(Button::new(text)).on_hover_text(hint).clicked()
}

/// The variables of the tree that the use sets, and the values.
fn sets(cx: &PanelContext<'_>, edited: &EditedUse) -> Option<String> {
    let caller = cx.workspace.with_id(edited.caller)?.document();
    let set = caller.node(&edited.node)?.parameters.iter();
    let set = set.filter(|(name, _)| ![FILE_PARAMETER, TREE_PARAMETER].contains(&&***name));
    let values = set.map(|(name, value)| match value {
        ParameterValue::Literal(literal) => format!("{name} = {}", literal.value),
        ParameterValue::Variable(variable) => format!("{name} = {variable}"),
    });
    let values: Vec<String> = values.collect();
    let arguments = [("values", &*cx.texts.list(&values))];
    (!values.is_empty()).then(|| cx.texts.tr_with("this_use.sets", &arguments))
}

/// Which use is edited: the document and the node that runs the tree.
fn title(cx: &PanelContext<'_>, edited: &EditedUse) -> String {
    let caller = cx.workspace.with_id(edited.caller);
    let way = caller.map_or_else(String::new, |caller| {
        let node = cx.texts.title_of(caller.document(), &edited.node);
        format!("{} › {node}", caller.title(cx.texts))
    });
    cx.texts.tr_with("this_use.editing", &[("way", &way)])
}
