//! What became of the nodes of a tree on their way to or from another tool: how many went over as they are and how many did not, and what is
//! to be said of each. Writes and reads nothing.

use egui::{RichText, ScrollArea, Ui};
use treewright_core::diagnostic::{Diagnostic, Grade, Location, Problem};
use treewright_core::format::exchange::Tally;
use treewright_core::model::Document;

use super::PanelContext;
use crate::theme::{severity_icon, space};
use crate::widgets::{ROW_HEIGHT, Row, row_pressed};

/// How many nodes went over, and how: a line of numbers with their names.
pub fn tally(ui: &mut Ui, cx: &PanelContext<'_>, tally: Tally) {
    let parts = [
        ("transfer.nodes", tally.nodes, cx.theme.text),
        ("transfer.mapped", tally.mapped(), cx.theme.text),
        ("transfer.kept", tally.kept, cx.theme.warning),
        (
            "transfer.approximated",
            tally.approximated,
            cx.theme.warning,
        ),
        ("transfer.refused", tally.refused, cx.theme.error),
    ];
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        for (key, count, color) in parts {
            let color = if count == 0 { cx.theme.muted } else { color };
            let text = cx.texts.tr_with(key, &[("count", &count.to_string())]);
            ui.label(RichText::new(text).color(color));
        }
    });
}

/// The remarks, worst first as they come, each with its node; gives the place of the one that was pressed.
pub fn remarks(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    document: &Document,
    remarks: &[Diagnostic],
) -> Option<usize> {
    let mut pressed = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink([false, true]).show_rows(
        ui,
        ROW_HEIGHT,
        remarks.len(),
        |ui, range| {
            for index in range {
                ui.push_id(index, |ui| {
                    if remark(ui, cx, document, &remarks[index]) {
                        pressed = Some(index);
                    }
                });
            }
        },
    );
    pressed
}

fn remark(ui: &mut Ui, cx: &PanelContext<'_>, document: &Document, remark: &Diagnostic) -> bool {
    let said = cx.texts.problem_in(document, &remark.problem);
    let place = match &remark.location {
        Location::Variable(name) | Location::Tree(name) => name.to_string(),
        location => location
            .node()
            .map(|id| cx.texts.title_of(document, id))
            .unwrap_or_default(),
    };
    let text = match place.as_str() {
        "" => said,
        place => format!("{place}: {said}"),
    };
    let (icon, color) = match &remark.problem {
        Problem::Transfer(transfer) if transfer.grade() == Grade::Kept => {
            ("inventory_2", cx.theme.muted)
        }
        _ => (
            severity_icon(remark.severity),
            cx.theme.severity(remark.severity),
        ),
    };
    let response = Row::new(&text).icon(icon, color).show(ui, cx.theme);
    row_pressed(ui, &response.on_hover_text(&text))
}
