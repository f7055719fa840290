//! Keyboard focus of the canvas: reports whether the canvas has it, because Enter and Space are commands only there, and tells apart
//! Space as a command from Space for panning. All other keys are in the shell's command table.

use egui::{Context, EventFilter, FocusDirection, Id, Key, Modifiers, Pos2, Response, Ui, vec2};

use super::quick_add::QuickAdd;
use super::view::View;
use crate::action::{Action, ActionSink, ViewAction};
use crate::command_table::find;
use crate::focus_regions;
use crate::keymap;
use crate::scene::placement;

/// The state of the space bar: releasing it opens the search unless it was used for panning.
#[derive(Clone, Copy, Debug, Default)]
pub struct SpaceBar {
    down: bool,
    /// Set by gestures.
    pub used: bool,
}

/// Keeps arrows and Escape from moving the focus away from the canvas. Tab leaves it, past the cards, which are more than anyone would step
/// through.
pub fn keep_focus(ui: &Ui, response: &Response) {
    if response.has_focus() {
        let tab = |modifiers| ui.input_mut(|input| input.consume_key(modifiers, Key::Tab));
        let (back, on) = (tab(Modifiers::SHIFT), tab(Modifiers::NONE));
        if back || on {
            focus_regions::leave(ui, response.id, response.rect, on);
        } else {
            // The filter below works only from the frame after the canvas got the focus.
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        }
    }
    let filter = EventFilter {
        tab: true,
        horizontal_arrows: true,
        vertical_arrows: true,
        escape: true,
    };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
}

/// Whether a canvas has the keyboard focus, and no widget on it has.
pub fn has_keyboard(ctx: &Context) -> bool {
    let canvas = ctx.data(|data| data.get_temp::<Id>(Id::unique(FOCUSED)));
    canvas.is_some() && canvas == ctx.memory(egui::Memory::focused)
}

const FOCUSED: &str = "canvas with the keyboard";

/// Opens the search if the space bar was tapped.
pub fn open_search(ui: &Ui, response: &Response, space: &mut SpaceBar, actions: &mut ActionSink) {
    if !response.has_focus() {
        *space = SpaceBar::default();
        return;
    }
    ui.data_mut(|data| data.insert_temp(Id::unique(FOCUSED), response.id));
    if space.tapped(ui) {
        actions.push(Action::View(ViewAction::QuickAdd));
    }
}

impl SpaceBar {
    fn tapped(&mut self, ui: &Ui) -> bool {
        let search = find("quick_add").is_some_and(|command| {
            let keymap = keymap::of(ui.ctx());
            let mut keys = keymap.of(command).iter();
            keys.any(|keys| keys.logical_key == Key::Space && keys.modifiers.is_none())
        });
        let (pressed, released) = ui.input(|input| {
            let plain = input.modifiers.is_none() && search;
            let pressed = input.key_pressed(Key::Space) && plain;
            (pressed, input.key_released(Key::Space))
        });
        // A held key repeats its press event.
        if pressed && !self.down {
            *self = Self {
                down: true,
                used: false,
            };
        }
        let tapped = released && self.down && !self.used;
        if released {
            self.down = false;
        }
        tapped
    }
}

/// Below the node that was selected last, or beside it if that can have no more children.
pub fn at_selection(view: &View<'_>) -> Option<QuickAdd> {
    let selected = view.input.selection.primary()?;
    let parent = placement::parent_for_new(view.input.document, view.input.library, selected)?;
    Some(QuickAdd::below(view, view.scene.index(parent)?))
}

/// Where the menu key opens the context menu: at the node that was selected last if it is in sight, otherwise at a place without a node, near
/// the middle.
pub fn menu_point(view: &View<'_>) -> Pos2 {
    let viewport = view.projection.viewport;
    let selected = view.input.selection.primary();
    let card = selected.and_then(|id| view.scene.index(id));
    let middle = card.map(|card| view.screen_rect(card).center());
    middle
        .filter(|at| viewport.contains(*at))
        .unwrap_or_else(|| {
            let aside = |part: f32| viewport.left_top() + viewport.size() * vec2(0.5, part);
            let mut places = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1]
                .map(aside)
                .into_iter();
            let free = places.find(|at| view.card_at(*at).is_none());
            free.unwrap_or_else(|| viewport.center())
        })
}
