//! The data of a node: the expressions whose values its stand-in attaches to frames, and what it has attached to the shown frame
//! of the run.

use egui::{Label, RichText, TextEdit, TextStyle, Ui, Vec2, color_picker};
use treewright_authoring::edit::Command;
use treewright_authoring::validate::check_expression;
use treewright_core::model::{ExpressionType, Node, data_lines};
use treewright_core::value::Value;

use super::sections::Section;
use crate::action::ActionSink;
use crate::panels::PanelContext;
use crate::theme;
use crate::widgets::{Form, RowLabel, draft, placeholder};

/// The size of a color beside its numbers, in points.
const SWATCH: f32 = 14.0;

/// Shows the section, if the node can attach data or has attached some.
pub(super) fn show(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    node: &Node,
    sink: &mut ActionSink,
) {
    let attached = cx.run.map_or(Vec::new(), |run| run.data_of(node.id()));
    let can_attach = can_attach(cx, node);
    if attached.is_empty() && !can_attach {
        return;
    }
    let detail = cx.run.filter(|_| !attached.is_empty()).map(|run| {
        let frame = run.frame().to_string();
        cx.texts.tr_with("status.frame", &[("frame", &frame)])
    });
    Section::Data.show(ui, cx, &detail.unwrap_or_default(), sink, |ui, sink| {
        if can_attach {
            expressions(ui, cx, form, node, sink);
        }
        for datum in &attached {
            form.row(ui, &datum.name, |ui| {
                ui.horizontal_wrapped(|ui| {
                    if let Value::Color(color) = datum.value {
                        let color = theme::of_value(color);
                        color_picker::show_color(ui, color, Vec2::splat(SWATCH));
                    }
                    ui.add(Label::new(datum.value.to_string()).wrap());
                });
            });
        }
    });
}

/// Whether the node is a stand-in, or a leaf that one replaces; or has data that have no effect.
fn can_attach(cx: &PanelContext<'_>, node: &Node) -> bool {
    let (library, task) = (cx.library, &*node.task);
    let has_code = library.declaration(task).is_some() && library.library_of(task).is_none();
    let is_stand_in = matches!(task, "StandIn" | "StandInConditional");
    let is_replaced = is_stand_in || node.stand_in.is_some() || !has_code;
    !node.data.is_empty() || (is_replaced && library.can_have_stand_in(node))
}

/// A line for each value, and the first error in what is being typed.
fn expressions(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    form: &Form<'_>,
    node: &Node,
    sink: &mut ActionSink,
) {
    let texts = cx.texts;
    let (name, hint) = (texts.tr("stand_in.says"), texts.tr("stand_in.data_hint"));
    let row = RowLabel {
        text: &name,
        hint: &hint,
        ..RowLabel::default()
    };
    let id = egui::Id::unique(("frame data", cx.front.id(), node.id().as_str()));
    let written = form.labeled_row(ui, row, |ui| {
        let written = draft(ui, id, &node.data, |ui, text| {
            let edit = TextEdit::multiline(text)
                .hint_text(placeholder(&*texts.tr("stand_in.data_example")))
                .font(TextStyle::Monospace)
                .desired_width(ui.available_width())
                .desired_rows(1);
            ui.add(edit).accessible_name(&*name)
        });
        let typed: Option<String> = ui.data(|data| data.get_temp(id));
        if let Some(fault) = typed.and_then(|text| fault(cx, node, &text)) {
            let fault = RichText::new(fault).small().color(cx.theme.error);
            ui.add(Label::new(fault).wrap());
        }
        written
    });
    if node.stand_in.is_none() && cx.library.library_of(&node.task).is_some() {
        let hint = RichText::new(texts.tr("stand_in.data_of_library")).small();
        form.unlabeled(ui, |ui| {
            ui.add(Label::new(hint.color(cx.theme.muted)).wrap());
        });
    }
    if let Some(text) = written {
        let text = text.trim_end().to_owned();
        sink.edit(Command::SetData(vec![node.id().clone()], text));
    }
}

/// The first error in data that are being edited.
fn fault(cx: &PanelContext<'_>, node: &Node, text: &str) -> Option<String> {
    let any = ExpressionType::SameAs("".into());
    let document = cx.front.document();
    data_lines(text).find_map(|line| {
        let error = check_expression(document, node, &any, line.expression).err()?;
        let column = error.column(line.expression).to_string();
        let (line, what) = (line.line.to_string(), cx.texts.fault(&error.fault));
        let arguments = [("line", &*line), ("column", &*column), ("what", &*what)];
        let sentence = cx.texts.tr_with("stand_in.data_fault", &arguments);
        Some(cx.texts.as_sentence(&sentence))
    })
}
