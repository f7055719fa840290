//! The regions of the window that a key goes round: bars, rows of tabs, panels, windows and the canvas, in the order in which they are drawn. Holds for
//! each its place, and the widget in it that takes the keyboard first; and where Tab goes on past contents that are many, or are skipped. Whatever draws
//! a region records it. Does not know what is in a region, nor what gets the keyboard back when something closes: that is in `keyboard_return.rs`.

use egui::{Context, Id, LayerId, Rect, Ui, WidgetRect};

/// The region of the canvas, which takes the keyboard whenever nothing else has it.
pub const CANVAS: &str = "canvas";
/// A row of tabs.
pub const TABS: &str = "tabs";

/// The key in egui's memory for the regions of a frame.
const REGIONS: &str = "focus regions";

/// The key in egui's memory for what had the focus at the beginning of the frame.
const FOCUSED: &str = "focus at the beginning of the frame";

/// Notes what has the focus, before shortcuts take it from text fields. Called once a frame.
pub fn note_focus(ctx: &Context) {
    let focused = ctx.memory(egui::Memory::focused);
    ctx.data_mut(|data| data.insert_temp(Id::unique(FOCUSED), focused));
}

/// The key in egui's memory for the key of the region to which the focus went last.
const LAST: &str = "last focus region";

/// The key in egui's memory for the key of the region to which the focus goes when it is drawn next.
const WANTED: &str = "wanted focus region";

#[derive(Clone, Copy, Debug)]
struct Region {
    key: &'static str,
    rect: Rect,
    layer: LayerId,
    /// The widget that takes the focus instead of the first one.
    preferred: Option<Id>,
    /// The place of that widget, if only this is known.
    start: Option<Rect>,
}

/// The regions recorded in a pass.
#[derive(Clone, Debug, Default)]
struct Regions {
    pass: u64,
    all: Vec<Region>,
    /// The start of the region that is recorded next.
    start: Option<Rect>,
}

/// Records a region in this frame.
pub fn record(ui: &Ui, key: &'static str, rect: Rect) {
    let layer = ui.layer_id();
    let mut recorded = None;
    change(ui.ctx(), |regions| {
        let start = regions.start.take();
        let region = Region {
            key,
            rect,
            layer,
            preferred: None,
            start,
        };
        regions.all.push(region);
        recorded = Some(region);
    });
    let wanted = ui.data(|data| data.get_temp::<&'static str>(Id::unique(WANTED)));
    if let Some(region) = recorded.filter(|_| wanted == Some(key)) {
        ui.data_mut(|data| data.remove::<&'static str>(Id::unique(WANTED)));
        if let Some(widget) = widget_of(ui.ctx(), &region) {
            ui.memory_mut(|memory| memory.request_focus(widget));
        }
    }
}

/// Moves the focus to the region of this key when it is drawn next.
pub fn go_to(ctx: &Context, key: &'static str) {
    ctx.data_mut(|data| data.insert_temp(Id::unique(WANTED), key));
    ctx.request_repaint();
}

/// The widget of a region that takes the focus.
fn widget_of(ctx: &Context, region: &Region) -> Option<Id> {
    let start = region
        .start
        .and_then(|start| first_widget(ctx, region.layer, start));
    let widget = region.preferred.or(start);
    widget.or_else(|| first_widget(ctx, region.layer, region.rect))
}

/// In the region that is recorded next, the widget in this place takes the focus instead of the first one. The first such place counts.
pub fn start_at(ui: &Ui, place: Rect) {
    change(ui.ctx(), |regions| {
        regions.start.get_or_insert(place);
    });
}

/// Where the region that is recorded next starts, if that is known.
pub fn start(ctx: &Context) -> Option<Rect> {
    let regions: Regions = ctx.data(|data| data.get_temp(Id::unique(REGIONS)))?;
    regions.start
}

/// Records a tab, which belongs to the same row as the one before if they are at the same height.
pub fn record_tab(tab: &egui::Response, is_active: bool) {
    let preferred = is_active.then_some(tab.id);
    change(&tab.ctx, |regions| match regions.all.last_mut() {
        Some(row) if row.key == TABS && row.rect.y_range().contains(tab.rect.center().y) => {
            row.rect = row.rect.union(tab.rect);
            row.preferred = row.preferred.or(preferred);
        }
        _ => regions.all.push(Region {
            key: TABS,
            rect: tab.rect,
            layer: tab.layer_id,
            preferred,
            start: None,
        }),
    });
}

fn change(ctx: &Context, change: impl FnOnce(&mut Regions)) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| {
        let regions: &mut Regions = data.get_temp_mut_or_default(Id::unique(REGIONS));
        if regions.pass != pass {
            *regions = Regions {
                pass,
                ..Regions::default()
            };
        }
        change(regions);
    });
}

/// The key of the region that had the focus at the beginning of the frame.
pub fn focused(ctx: &Context) -> Option<&'static str> {
    let regions: Regions = ctx.data(|data| data.get_temp(Id::unique(REGIONS)))?;
    focused_at(ctx, &regions.all).map(|at| regions.all[at].key)
}

/// Whether the region of this key was drawn last.
pub fn is_shown(ctx: &Context, key: &str) -> bool {
    let regions = ctx.data(|data| data.get_temp::<Regions>(Id::unique(REGIONS)));
    regions.is_some_and(|regions| regions.all.iter().any(|region| region.key == key))
}

/// The place of the region that had the focus at the beginning of the frame.
fn focused_at(ctx: &Context, regions: &[Region]) -> Option<usize> {
    let focused = ctx.data(|data| data.get_temp::<Option<Id>>(Id::unique(FOCUSED)));
    let focused = ctx.read_response(focused.flatten()?)?;
    if focused.interact_rect.is_positive() {
        return region_at(regions, focused.interact_rect, focused.layer_id);
    }
    // It was scrolled out of sight.
    let last = ctx.data(|data| data.get_temp::<&'static str>(Id::unique(LAST)))?;
    regions.iter().position(|region| region.key == last)
}

/// The region after the one that has the focus, or before it: its key, and the widget that takes the focus. Regions without such a widget
/// are skipped, except for the canvas.
pub fn next(ctx: &Context, forward: bool) -> Option<(&'static str, Option<Id>)> {
    let regions: Regions = ctx.data(|data| data.get_temp(Id::unique(REGIONS)))?;
    let regions = regions.all;
    let of_key = |key| regions.iter().position(|region| region.key == key);
    let at = focused_at(ctx, &regions);
    let at = at.or_else(|| of_key(CANVAS))?;
    let count = regions.len();
    let next = (1..=count)
        .map(|step| if forward { step } else { count - step })
        .find_map(|step| {
            let region = &regions[(at + step) % count];
            let widget = widget_of(ctx, region);
            (region.key == CANVAS || widget.is_some()).then_some((region.key, widget))
        });
    if let Some((key, _)) = next {
        ctx.data_mut(|data| data.insert_temp(Id::unique(LAST), key));
    }
    next
}

/// The smallest region with this widget, if possible in its layer: a window may lie in front of panels.
fn region_at(regions: &[Region], widget: Rect, layer: LayerId) -> Option<usize> {
    let containing = (0..regions.len()).filter(|at| regions[*at].rect.contains(widget.center()));
    containing.min_by(|a, b| {
        let (a, b) = (&regions[*a], &regions[*b]);
        let is_behind = |region: &Region| region.layer != layer;
        let by_layer = is_behind(a).cmp(&is_behind(b));
        by_layer.then(a.rect.area().total_cmp(&b.rect.area()))
    })
}

/// Focuses the first widget of the layer of `ui` in this place, or else anywhere in the layer. Returns whether there is one.
pub fn enter(ui: &Ui, place: Rect) -> bool {
    let layer = ui.layer_id();
    let mut places = [place, Rect::EVERYTHING].into_iter();
    let first = places.find_map(|place| first_widget(ui.ctx(), layer, place));
    if let Some(first) = first {
        ui.memory_mut(|memory| memory.request_focus(first));
    }
    first.is_some()
}

fn first_widget(ctx: &Context, layer: LayerId, within: Rect) -> Option<Id> {
    ctx.viewport(|viewport| {
        let mut widgets = focusable(viewport.this_pass.widgets.get_layer(layer));
        widgets.find_map(|(id, rect)| within.contains(rect.center()).then_some(id))
    })
}

/// The key in egui's memory for what [`end_contents`] notes.
const CONTENTS_END: &str = "end of the contents of a region";

/// Notes that what follows in the region that [`leave`] leaves from `from` are its controls, no longer its contents.
pub fn end_contents(ui: &Ui, from: Id) {
    let layer = ui.layer_id();
    let count = ui
        .ctx()
        .viewport(|viewport| viewport.this_pass.widgets.get_layer(layer).count());
    ui.data_mut(|data| data.insert_temp(from.with(CONTENTS_END), count));
}

/// Moves the focus from a widget to the one after it, or before it, that lies outside of `rect` or belongs to its controls: past contents
/// that are many.
pub fn leave(ui: &Ui, from: Id, rect: Rect, forward: bool) {
    let layer = ui.layer_id();
    let end = ui.data(|data| data.get_temp::<usize>(from.with(CONTENTS_END)));
    let next = ui.ctx().viewport(|viewport| {
        let widgets = &viewport.prev_pass.widgets;
        let all: Vec<(Id, Rect)> = focusable(widgets.get_layer(layer)).collect();
        let controls = widgets.get_layer(layer).skip(end.unwrap_or(usize::MAX));
        let controls: Vec<Id> = focusable(controls).map(|(id, _)| id).collect();
        let at = all.iter().position(|(id, _)| *id == from)?;
        next_in(&all, at, forward)
            .find(|(id, place)| !rect.contains(place.center()) || controls.contains(id))
            .map(|(id, _)| id)
    });
    if let Some(next) = next {
        ui.memory_mut(|memory| memory.request_focus(next));
    }
}

/// The key in egui's memory for whether the last Tab went forward.
const FORWARD: &str = "last direction of Tab";

/// Moves the focus past these widgets, forwards or backwards as the last Tab did.
pub fn skip(ui: &Ui, skipped: &[Id]) {
    let forward = ui.input(|input| {
        let is_tab = input.key_pressed(egui::Key::Tab);
        is_tab.then_some(!input.modifiers.shift)
    });
    let direction = Id::unique(FORWARD);
    if let Some(forward) = forward {
        ui.data_mut(|data| data.insert_temp(direction, forward));
    }
    let focused = ui.memory(egui::Memory::focused);
    let Some(from) = focused.filter(|id| skipped.contains(id)) else {
        return;
    };
    let forward = ui.data(|data| data.get_temp(direction)).unwrap_or(true);
    let layer = ui.layer_id();
    let next = ui.ctx().viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.get_layer(layer);
        let all: Vec<Id> = focusable(widgets).map(|(id, _)| id).collect();
        let at = all.iter().position(|id| *id == from)?;
        next_in(&all, at, forward).find(|id| !skipped.contains(id))
    });
    if let Some(next) = next {
        ui.memory_mut(|memory| memory.request_focus(next));
    }
}

/// All others after the one at this place, or before it, round to it.
fn next_in<T: Copy>(all: &[T], at: usize, forward: bool) -> impl Iterator<Item = T> {
    let count = all.len();
    (1..count).map(move |step| {
        let step = if forward { step } else { count - step };
        all[(at + step) % count]
    })
}

/// The visible ones of these widgets that can be focused, in their order.
fn focusable<'w>(
    widgets: impl Iterator<Item = &'w WidgetRect>,
) -> impl Iterator<Item = (Id, Rect)> {
    widgets
        .filter(|widget| widget.enabled && widget.sense.is_focusable())
        .filter(|widget| widget.interact_rect.is_positive())
        .map(|widget| (widget.id, widget.interact_rect))
}
