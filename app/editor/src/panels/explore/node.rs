//! What the selected node can do, each with the shortest run that shows it.

use egui::{Align, Layout, Ui};
use treewright_core::ids::NodeId;
use treewright_explore::findings::NodeOutcome;
use treewright_session::workspace::exploration::{Exploration, ExploreReport, NodeReach};

use super::{Shows, run_buttons};
use crate::action::{ActionSink, FoundKind};
use crate::panels::explored_words::Possibility;
use crate::panels::{PanelContext, explored_words};
use crate::widgets::{Row, empty_hint};

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, exploration: &Exploration, sink: &mut ActionSink) {
    let Some(report) = exploration.current_report(cx.front) else {
        return super::no_report(ui, cx, exploration, sink);
    };
    let selected = cx.front.selection().primary();
    let reach = selected.and_then(|node| Some((node, report.node(node)?)));
    let Some((node, reach)) = reach else {
        let text = cx.texts.tr("explore.select_node");
        return empty_hint(ui, cx.theme, "info", &text);
    };
    ui.strong(cx.question_or_title(node));
    lines(ui, cx, (report, node), reach, sink);
}

/// A line for each outcome of a node.
pub fn lines(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (report, node): (&ExploreReport, &NodeId),
    reach: &NodeReach,
    sink: &mut ActionSink,
) {
    let title = cx.question_or_title(node);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for outcome in explored_words::told(reach) {
            ui.push_id(outcome as u8, |ui| {
                line(ui, cx, (report, node, &title), (reach, outcome), sink);
            });
        }
    });
}

fn line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (report, node, title): (&ExploreReport, &NodeId, &str),
    (reach, outcome): (&NodeReach, NodeOutcome),
    sink: &mut ActionSink,
) {
    let sight = reach.sight(outcome);
    let possibility = explored_words::possibility(report, reach, outcome);
    let text = cx.texts.tr(explored_words::key(outcome, possibility));
    let name = cx.texts.labeled(title, &text);
    let (icon, color) = match possibility {
        Possibility::Seen => ("check", cx.theme.success),
        Possibility::NotSeen => ("question_mark", cx.theme.muted),
        Possibility::Impossible => ("close", cx.theme.muted),
    };
    let detail = match sight {
        Some(sight) => {
            let frame = sight.frame.to_string();
            cx.texts.tr_with("status.frame", &[("frame", &frame)])
        }
        None => explored_words::certainty(cx.texts, report),
    };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if let Some(sight) = sight {
                let shows = Shows {
                    name: &name,
                    title: &name,
                    node: Some(node),
                    kind: FoundKind::Outcome,
                };
                run_buttons(ui, cx, sight, shows, sink);
            }
            let row = Row::new(&text)
                .icon(icon, color)
                .detail(&detail)
                .name(&name);
            row.show(ui, cx.theme);
        });
    });
}
