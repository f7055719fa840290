//! The run stacks: what runs now, from the first task of each branch to the one on top of its stack.

use std::ops::Range;

use egui::{Rangef, Rect, ScrollArea, Ui, UiBuilder, pos2, vec2};
use treewright_core::ids::NodeId;
use treewright_session::workspace::run_view::{NodeState, RunView};

use super::{PanelContext, no_run_hint};
use crate::action::{Action, ActionSink, ViewAction};
use crate::theme::status_icon;
use crate::widgets::{ROW_HEIGHT, Row, caption, empty_hint};

/// The width of a stack.
const COLUMN: f32 = 230.0;
/// The distance between the left edges of adjacent stacks.
const STEP: f32 = COLUMN + 8.0;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let Some(run) = cx.run else {
        return no_run_hint::show(ui, cx, ("stack", "run_stack.no_run"), sink);
    };
    if run.stacks().is_empty() {
        empty_hint(ui, cx.theme, "stack", &cx.texts.tr("run_stack.empty"));
        return;
    }
    let stacks = run.stacks();
    let longest = stacks.iter().map(Vec::len).max().unwrap_or(0);
    // The heading is one row high.
    let size = vec2(
        stacks.len() as f32 * STEP,
        (longest + 1) as f32 * ROW_HEIGHT,
    );
    let area = ScrollArea::both()
        .auto_shrink(false)
        .min_scrolled_height(0.0);
    area.show_viewport(ui, |ui, seen| {
        ui.set_min_size(size);
        let corner = ui.max_rect().min;
        let rows = visible(seen.y_range(), ROW_HEIGHT, longest + 1);
        for index in visible(seen.x_range(), STEP, stacks.len()) {
            let left = corner.x + index as f32 * STEP;
            let first = (corner.y + rows.start as f32 * ROW_HEIGHT).floor();
            let height = rows.len() as f32 * ROW_HEIGHT;
            let rect = Rect::from_min_size(pos2(left, first), vec2(COLUMN, height));
            ui.scope_builder(UiBuilder::new().id_salt(index).max_rect(rect), |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                column(ui, cx, run, index, rows.clone(), sink);
            });
        }
    });
}

/// Which of `count` items, each of this length, intersect a range.
fn visible(range: Rangef, length: f32, count: usize) -> Range<usize> {
    let first = (range.min / length).floor().max(0.0) as usize;
    let end = (range.max / length).ceil().max(0.0) as usize;
    first.min(count)..end.min(count)
}

/// The rows of a stack in this range; the first row is the heading.
fn column(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    index: usize,
    rows: Range<usize>,
    sink: &mut ActionSink,
) {
    let stack = &run.stacks()[index];
    for row_index in rows.start..rows.end.min(stack.len() + 1) {
        if let Some(depth) = row_index.checked_sub(1) {
            let top = depth + 1 == stack.len();
            ui.push_id(depth, |ui| {
                row(ui, cx, run, &stack[depth], depth, top, sink);
            });
            continue;
        }
        let heading = if index == 0 {
            cx.texts.tr("run_stack.main").into_owned()
        } else {
            let number = index.to_string();
            cx.texts.tr_with("run_stack.branch", &[("number", &number)])
        };
        ui.allocate_ui(vec2(COLUMN, ROW_HEIGHT), |ui| {
            ui.set_min_height(ROW_HEIGHT);
            caption(ui, cx.theme, &heading)
        });
    }
}

fn row(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    id: &NodeId,
    depth: usize,
    top: bool,
    sink: &mut ActionSink,
) {
    let title = cx.title_of(id);
    let since = run.node(id).since_frame.to_string();
    let since = cx.texts.tr_with("run_stack.since", &[("frame", &since)]);
    let running = NodeState::Running;
    let name = cx.texts.tr_with("run_stack.row", &[("title", &title)]);
    let response = Row::new(&title)
        .icon(status_icon(running), cx.theme.status(running))
        .detail(&since)
        .indent(8.0 * depth.min(12) as f32)
        .selected(top)
        .name(&name)
        .show(ui, cx.theme);
    if response.clicked() {
        sink.push(Action::View(ViewAction::Reveal(id.clone())));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_visible_rows_are_laid_out() {
        assert_eq!(visible(Rangef::new(0.0, 100.0), 24.0, 10_000), 0..5);
        assert_eq!(visible(Rangef::new(30.0, 60.0), 24.0, 10_000), 1..3);
        assert_eq!(visible(Rangef::new(0.0, 100.0), 24.0, 2), 0..2);
        assert_eq!(visible(Rangef::new(500.0, 600.0), 24.0, 2), 2..2);
    }
}
