//! Shows the floating windows that are open. Knows when each is open, not its contents.

use egui::Context;
use treewright_core::ids::NodeId;

use crate::action::ActionSink;
use crate::panels::canvas::CanvasState;
use crate::panels::canvases::CANVAS_RECT;
use crate::panels::{
    PanelContext, about, agents_window, attach_window, command_palette, comparison,
    earlier_versions, export_window, extraction_window, key_sheet, node_reference, picture_window,
    rename_window, scenario_window, settings_window, takes_window, task_window, template_window,
    tour, ways_window, why_window,
};
use crate::shell::Views;

pub(super) fn show(ctx: &Context, cx: &PanelContext<'_>, views: &mut Views, sink: &mut ActionSink) {
    if let Some(window) = &mut views.command_palette {
        command_palette::show(ctx, cx, window, sink);
    }
    if let Some(window) = &mut views.reference {
        node_reference::show(ctx, cx, window, sink);
    }
    let front = cx.front.id();
    let canvas = views.canvases.get(front);
    let is_busy = canvas.is_some_and(CanvasState::is_busy);
    // An answer about another document must not be mistaken for one about this one.
    let viewport = ctx.data(|data| data.get_temp(egui::Id::unique(CANVAS_RECT)));
    let card = |node: &NodeId| canvas?.card_on_screen(node, viewport?);
    if let Some(window) = &mut views.why
        && (window.document != front || {
            let about = card(&window.node);
            !why_window::show(ctx, cx, window, (about, is_busy), sink)
        })
    {
        views.why = None;
    }
    if let Some(window) = &mut views.takes
        && (window.document != front || !takes_window::show(ctx, cx, window, is_busy, sink))
    {
        views.takes = None;
    }
    if let Some(window) = &mut views.ways
        && (window.document != front || !ways_window::show(ctx, cx, window, is_busy, sink))
    {
        views.ways = None;
    }
    if let Some(window) = &mut views.comparison
        && !comparison::show(ctx, cx, window, is_busy, sink)
    {
        views.comparison = None;
    }
    if let Some(window) = &mut views.attach
        && !attach_window::show(ctx, cx, window, is_busy, sink)
    {
        views.attach = None;
    }
    if let Some(window) = &mut views.earlier
        && (window.document != front || !earlier_versions::show(ctx, cx, window, is_busy, sink))
    {
        views.earlier = None;
    }
    if views.about {
        about::show(ctx, cx, sink);
    }
    if let Some(step) = views.tour {
        tour::show(ctx, cx, step, sink);
    }
    if let Some(window) = &mut views.key_sheet {
        key_sheet::show(ctx, cx, window, sink);
    }
    if let Some(window) = &mut views.template {
        let about = cx.front.selection().primary().and_then(card);
        template_window::show(ctx, cx, window, about, sink);
    }
    if let Some(window) = &mut views.rename_window {
        rename_window::show(ctx, cx, window, sink);
    }
    if let Some(window) = &mut views.task_window {
        task_window::show(ctx, cx, window, sink);
    }
    if let Some(window) = &mut views.extraction {
        let about = cx.front.selection().primary().and_then(card);
        extraction_window::show(ctx, cx, window, about, sink);
    }
    if let Some(window) = &mut views.scenario_window {
        scenario_window::show(ctx, cx, window, sink);
    }
    if let Some(window) = &mut views.agents_window {
        agents_window::show(ctx, cx, window, sink);
    }
    if let Some(window) = &mut views.picture {
        picture_window::show(ctx, cx, window, sink);
    }
    if let Some(window) = &mut views.export {
        export_window::show(ctx, cx, window, sink);
    }
    if let Some(window) = &mut views.settings {
        settings_window::show(ctx, cx, window, sink);
    }
}
