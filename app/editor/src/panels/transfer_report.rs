//! The result of an import or export: how many nodes were converted exactly, how many were not, and remarks about single nodes. Reads and
//! writes nothing.

use egui::{Label, RichText, Sense, Ui, UiBuilder, pos2, vec2};
use treewright_core::diagnostic::{Diagnostic, Grade, Location, Problem};
use treewright_core::model::Document;
use treewright_exchange::ImportCounts;
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::{OpenDocument, Version};

use super::PanelContext;
use crate::action::ViewAction;
use crate::theme::{severity_icon, space};
use crate::widgets::{ROW_HEIGHT, Row, row_pressed};

/// Up to this number of remarks, each gets as many lines as it needs; above it, one line each, because wrapping requires measuring all of them.
const MAX_WRAPPED: usize = 1_000;

/// A row of numbers with labels: how many nodes were converted, and how.
pub fn tally(ui: &mut Ui, cx: &PanelContext<'_>, tally: ImportCounts) {
    let parts = [
        ("transfer.nodes", tally.nodes, cx.theme.text),
        ("transfer.mapped", tally.mapped(), cx.theme.text),
        ("transfer.own", tally.own, cx.theme.text),
        ("transfer.kept", tally.kept, cx.theme.warning),
        (
            "transfer.approximated",
            tally.approximated,
            cx.theme.warning,
        ),
        ("transfer.refused", tally.refused, cx.theme.error),
    ];
    ui.spacing_mut().item_spacing.x = space::L;
    for (key, count, color) in parts {
        let color = if count == 0 { cx.theme.muted } else { color };
        let text = cx.texts.tr_with(key, &[("count", &count.to_string())]);
        // Keeps a number and its label in one line.
        ui.add(Label::new(RichText::new(text).color(color)).extend());
    }
}

/// Remarks about the nodes of a document, most severe first, each with its node.
#[derive(Debug, Default)]
pub struct RemarkList {
    all: Vec<Diagnostic>,
    /// By the version of the document, the language and the width.
    measured: Memo<(Version, &'static str, u32), RemarkLayout>,
}

/// The laid-out remarks.
#[derive(Debug, Default)]
struct RemarkLayout {
    lines: Vec<String>,
    /// The top of each line relative to the first, and the bottom of the last.
    tops: Vec<f32>,
}

impl RemarkList {
    pub fn new(all: Vec<Diagnostic>) -> Self {
        Self {
            all,
            ..Self::default()
        }
    }

    /// Whether there are no remarks.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Shows the visible remarks. Returns the action that reveals the node of the clicked one.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        cx: &PanelContext<'_>,
        open: &OpenDocument,
    ) -> Option<ViewAction> {
        let width = ui.available_width();
        let key = (open.version(), cx.texts.language(), width.to_bits());
        let measure = |_: &_| RemarkLayout::of(ui, cx, open, &self.all, width);
        let RemarkLayout { lines, tops } = self.measured.of(key, measure);
        let height = tops.last().copied().unwrap_or_default();
        let (all, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
        let seen = ui.clip_rect().y_range();
        let above = |top: &f32| all.top() + *top <= seen.min;
        let first = tops.partition_point(above).saturating_sub(1);
        let mut pressed = None;
        for (index, remark) in self.all.iter().enumerate().skip(first) {
            let (top, bottom) = (all.top() + tops[index], all.top() + tops[index + 1]);
            if top > seen.max {
                break;
            }
            let place = egui::Rect::from_min_max(pos2(all.left(), top), pos2(all.right(), bottom));
            let builder = UiBuilder::new().id_salt(index).max_rect(place);
            let row = ui.scope_builder(builder, |ui| {
                row(ui, cx, remark, &lines[index], bottom - top)
            });
            if row.inner {
                pressed = link(&remark.location).or(pressed);
            }
        }
        pressed
    }
}

impl RemarkLayout {
    fn of(
        ui: &Ui,
        cx: &PanelContext<'_>,
        open: &OpenDocument,
        remarks: &[Diagnostic],
        width: f32,
    ) -> Self {
        let lines = remarks.iter().map(|r| line(cx, open.document(), r));
        let lines: Vec<String> = lines.collect();
        let mut bottom = 0.0;
        let mut tops = vec![bottom];
        for line in &lines {
            bottom += if lines.len() > MAX_WRAPPED {
                ROW_HEIGHT
            } else {
                Row::height_for(ui, line, width)
            };
            tops.push(bottom);
        }
        Self { lines, tops }
    }
}

/// The text of a remark and its node.
fn line(cx: &PanelContext<'_>, document: &Document, remark: &Diagnostic) -> String {
    let problem = cx.texts.problem_in(document, remark);
    let place = match &remark.location {
        Location::Variable(name) | Location::Tree(name) => name.to_string(),
        location => location
            .node()
            .map(|id| cx.texts.title_of(document, id))
            .unwrap_or_default(),
    };
    match place.as_str() {
        "" => problem,
        place => cx.texts.labeled(place, &problem),
    }
}

/// The action that reveals a location; `None` if it has no place in the interface.
fn link(location: &Location) -> Option<ViewAction> {
    match location {
        Location::Variable(name) => Some(ViewAction::ShowVariable(name.clone())),
        location => location.node().cloned().map(ViewAction::Reveal),
    }
}

fn row(ui: &mut Ui, cx: &PanelContext<'_>, remark: &Diagnostic, text: &str, height: f32) -> bool {
    let (icon, color) = match &remark.problem {
        Problem::Transfer(transfer) if transfer.grade() == Grade::Kept => {
            ("inventory_2", cx.theme.muted)
        }
        _ => (
            severity_icon(remark.severity),
            cx.theme.severity(remark.severity),
        ),
    };
    let row = Row::new(text).icon(icon, color).height(height);
    let mut response = row.show(ui, cx.theme);
    if height <= ROW_HEIGHT {
        // The text may be truncated.
        response = response.on_hover_text(text);
    }
    row_pressed(ui, &response)
}
