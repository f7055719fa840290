//! Gives the keyboard to the open popup: a menu, a drop-down list, a color picker, or any other popup of egui. Whatever had the focus before gives it up
//! and gets it back afterwards, so that no key reaches what is behind. Arrows within a menu are egui's; typed letters, Tab, Home, End, what follows
//! from Enter, and the menu key, which opens the context menu of what has the focus, are here. Knows no popup in particular.
//!
//! egui opens at most one popup at a time, with submenus above it; see [`Popup`].

use std::sync::Arc;

use egui::containers::menu::SubMenu;
use egui::output::OutputEvent;
use egui::text_edit::TextEditState;
use egui::{
    Context, Event, Id, InputState, Key, LayerId, Modifiers, Order, Plugin, PointerButton, Popup,
    Pos2, RawInput, Rect, Response, Role, Shape, Ui,
};

use crate::icons;
use crate::keyboard_return::{self, Loan};

/// Letters that are typed within this time belong to one word, in seconds.
const SAME_WORD: f64 = 1.0;

/// How far the pointer moves at least in a drag, in points.
const MIN_DRAG: f32 = 6.0;

/// The key of the memory in which [`open`] leaves its request.
const FOCUS_FIRST: &str = "focus the first entry of the popup";

/// The key of the memory of [`had_popup_keys`].
const OPEN_BEFORE: &str = "a popup was open before";

/// The key of the memory of [`set_label`].
const LABEL: &str = "label of an entry";

/// The key of the memory of [`set_menu_point`].
const MENU_POINT: &str = "point of the context menu";

/// Whether a popup is open, which then has the keyboard.
pub fn is_popup_open(ctx: &Context) -> bool {
    Popup::is_any_open(ctx)
}

/// Whether a popup has the keys of this pass: it is open, or has just closed and gives the keyboard back at the end.
pub fn had_popup_keys(ctx: &Context) -> bool {
    let id = Id::unique(OPEN_BEFORE);
    is_popup_open(ctx) || ctx.data(|data| data.get_temp(id).unwrap_or(false))
}

/// Opens the popup of this id and focuses its first entry, as a key does.
pub fn open(ctx: &Context, popup: Id) {
    Popup::open_id(ctx, popup);
    ctx.data_mut(|data| data.insert_temp(Id::unique(FOCUS_FIRST), true));
    ctx.request_repaint();
}

/// The state between frames.
#[derive(Debug, Default)]
pub struct PopupKeyboard {
    was_open: bool,
    /// When the popup opened, in seconds of egui's clock.
    opened_at: f64,
    /// What had the focus when the popup opened.
    lent: Option<Loan>,
    /// The text shown on what had the focus then: of a drop-down list, the chosen entry.
    label_before: String,
    /// The layer of a popup that has just opened: it may be behind what was pressed in that pass.
    comes_in_front: Option<LayerId>,
    /// The first entry takes the focus as soon as it is there.
    wants_first: bool,
    /// The entries of the topmost layer in the last frame.
    entries: Vec<Id>,
    typed: String,
    typed_at: f64,
    /// What was typed before the first entry had the focus.
    early: String,
    /// The pointer does not count until it moves: it was only simulated, or rests where a key has opened something.
    pointer_leaves: bool,
}

impl Plugin for PopupKeyboard {
    fn debug_name(&self) -> &'static str {
        "popup keyboard"
    }

    fn input_hook(&mut self, ctx: &Context, input: &mut RawInput) {
        if std::mem::take(&mut self.pointer_leaves) {
            input.events.insert(0, Event::PointerGone);
        }
        let is_menu_key = |event: &Event| {
            matches!(event, Event::Key { key: Key::Menu, pressed: true, modifiers, .. }
                if modifiers.is_none())
        };
        if input.events.iter().any(is_menu_key)
            && let Some(at) = point_of_focus(ctx)
        {
            input.events.push(Event::PointerMoved(at));
            input
                .events
                .extend([true, false].map(|pressed| Event::PointerButton {
                    pos: at,
                    button: PointerButton::Secondary,
                    pressed,
                    modifiers: Modifiers::NONE,
                }));
            self.pointer_leaves = true;
        }
    }

    fn on_begin_pass(&mut self, ui: &mut Ui) {
        let is_open = is_popup_open(ui.ctx());
        let was_open = is_open || self.was_open;
        ui.data_mut(|data| data.insert_temp(Id::unique(OPEN_BEFORE), was_open));
        if let Some(layer) = self.comes_in_front.take() {
            ui.ctx().move_to_top(layer);
        }
        if self.was_open && is_open {
            self.take_focus(ui.ctx());
            self.move_with_tab(ui.ctx());
            self.move_to_end(ui.ctx());
        }
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx();
        let wanted = Id::unique(FOCUS_FIRST);
        let by_command = ctx.data_mut(|data| data.remove_temp(wanted).unwrap_or(false));
        if !is_popup_open(ctx) {
            if std::mem::take(&mut self.was_open) {
                self.give_back(ctx);
            }
            return;
        }
        let was_open = self.was_open;
        if !was_open {
            *self = Self {
                was_open: true,
                opened_at: ctx.input(|input| input.time),
                wants_first: ctx.input(opened_by_key),
                comes_in_front: layers(ctx).first().copied(),
                ..Self::default()
            };
            self.take_focus(ctx);
        }
        self.wants_first |= by_command;
        if by_command {
            // Another popup replaced the one that was open.
            self.label_before.clear();
            // A pointer that rests on another title of the menu bar would open that menu instead.
            self.pointer_leaves = true;
        }
        let layers = layers(ctx);
        if is_dragging_outside(ctx, &layers, self.opened_at) {
            // egui closes popups by clicks alone.
            Popup::close_all(ctx);
            ctx.request_repaint();
            return;
        }
        let focused = ctx.memory(egui::Memory::focused);
        let layer = layer_of(ctx, focused).filter(|layer| layers.contains(layer));
        let Some(layer) = layer.or_else(|| layers.last().copied()) else {
            return;
        };
        self.entries = entries(ctx, layer);
        if self.wants_first {
            if was_open {
                // What was typed in the frame before opened it.
                self.early += &ctx.input(typed_letters);
            }
            self.focus_first_entry(ctx, layer);
        } else if !ctx.text_edit_focused() {
            self.find_typed(ctx, layer, focused);
        }
        if let Some(entry) = focused
            && closes_when_pressed(ctx, entry)
        {
            Popup::close_all(ctx);
            ctx.request_repaint();
        }
    }
}

/// Whether something outside of these layers of popups is being dragged, by a press after they had opened: a long touch opens a menu.
fn is_dragging_outside(ctx: &Context, layers: &[LayerId], opened_at: f64) -> bool {
    let pressed_at = ctx.input(|input| {
        let pointer = &input.pointer;
        let began = pointer.press_start_time()?;
        let moved = pointer.total_drag_delta()?.length();
        let drags = began > opened_at && moved > MIN_DRAG;
        pointer.press_origin().filter(|_| drags)
    });
    let layer = pressed_at.and_then(|at| ctx.layer_id_at(at));
    layer.is_some_and(|layer| !layers.is_empty() && !layers.contains(&layer))
}

impl PopupKeyboard {
    /// Removes the focus from whatever is behind the popup.
    fn take_focus(&mut self, ctx: &Context) {
        let Some(focused) = ctx.memory(egui::Memory::focused) else {
            return;
        };
        let layer = layer_of(ctx, Some(focused));
        if layer.is_some_and(|layer| layers(ctx).contains(&layer)) {
            return;
        }
        if self.lent.is_none() {
            self.lent = Some(keyboard_return::borrow(ctx));
            let rect = ctx.read_response(focused).map(|response| response.rect);
            if let (Some(layer), Some(rect)) = (layer, rect) {
                self.label_before = painted_text(ctx, layer, rect);
            }
        }
        ctx.memory_mut(|memory| memory.surrender_focus(focused));
    }

    /// Gives the focus back. What takes it claims its keys in the next frame, which must not wait for one of them.
    fn give_back(&mut self, ctx: &Context) {
        ctx.request_repaint();
        // The entry that was chosen by a key is gone with the popup.
        for entry in &self.entries {
            ctx.memory_mut(|memory| memory.surrender_focus(*entry));
        }
        if let Some(lent) = self.lent.take() {
            lent.give_back(ctx);
        }
    }

    /// Tab and Shift+Tab go round the entries and do not leave the popup.
    fn move_with_tab(&mut self, ctx: &Context) {
        let (next, previous) = ctx.input(|input| {
            let with = |modifiers: Modifiers| {
                input.key_pressed(Key::Tab) && input.modifiers.matches_exact(modifiers)
            };
            (with(Modifiers::NONE), with(Modifiers::SHIFT))
        });
        if !next && !previous || self.entries.is_empty() {
            return;
        }
        let focused = ctx.memory(egui::Memory::focused);
        let at = self.entries.iter().position(|id| Some(*id) == focused);
        let count = self.entries.len();
        let to = match at {
            Some(at) if next => (at + 1) % count,
            Some(at) => (at + count - 1) % count,
            None if next => 0,
            None => count - 1,
        };
        let entry = self.entries[to];
        ctx.memory_mut(|memory| {
            memory.move_focus(egui::FocusDirection::None);
            memory.request_focus(entry);
        });
    }

    /// Home and End go to the first and last entry.
    fn move_to_end(&mut self, ctx: &Context) {
        if ctx.text_edit_focused() {
            return;
        }
        let pressed = |key| ctx.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let entry = if pressed(Key::Home) {
            self.entries.first()
        } else if pressed(Key::End) {
            self.entries.last()
        } else {
            return;
        };
        if let Some(entry) = entry {
            ctx.memory_mut(|memory| memory.request_focus(*entry));
        }
    }

    /// Focuses the entry that reads like the drop-down list it belongs to, or the first one.
    fn focus_first_entry(&mut self, ctx: &Context, layer: LayerId) {
        let Some(first) = self.entries.first() else {
            ctx.request_repaint();
            return;
        };
        let chosen = self.entries.iter().find(|entry| {
            !self.label_before.is_empty() && label_of(ctx, layer, **entry) == self.label_before
        });
        let entry = *chosen.unwrap_or(first);
        ctx.memory_mut(|memory| memory.request_focus(entry));
        self.wants_first = false;
        ctx.request_repaint();
    }

    /// Focuses the next entry that begins with the typed letters. A text field is none: the next letter would be written into it.
    fn find_typed(&mut self, ctx: &Context, layer: LayerId, focused: Option<Id>) {
        let (typed, now) = ctx.input(|input| (typed_letters(input), input.time));
        let letters = std::mem::take(&mut self.early) + &typed;
        if letters.is_empty() {
            return;
        }
        if now - self.typed_at > SAME_WORD {
            self.typed.clear();
        }
        self.typed_at = now;
        self.typed.push_str(&letters.to_lowercase());
        let found = self.next_match(ctx, layer, focused).or_else(|| {
            // The word fits no entry, so these letters begin another one.
            self.typed = letters.to_lowercase();
            self.next_match(ctx, layer, focused)
        });
        if let Some(entry) = found {
            ctx.memory_mut(|memory| memory.request_focus(entry));
            ctx.request_repaint();
        }
    }

    /// The entry that begins with the typed word, from the focused one on.
    fn next_match(&self, ctx: &Context, layer: LayerId, focused: Option<Id>) -> Option<Id> {
        let mut typed = self.typed.trim_start().to_owned();
        let mut letters = typed.chars();
        let first = letters.next()?;
        if letters.all(|letter| letter == first) {
            // The same letter again goes to the next entry with it.
            typed = first.to_string();
        }
        let at = self.entries.iter().position(|id| Some(*id) == focused);
        // A longer word may still fit the entry that its first letters found.
        let stays = typed.chars().count() > 1;
        let start = at.map_or(0, |at| if stays { at } else { at + 1 });
        let count = self.entries.len();
        (0..count)
            .map(|step| self.entries[(start + step) % count])
            .filter(|entry| TextEditState::load(ctx, *entry).is_none())
            .find(|entry| label_of(ctx, layer, *entry).starts_with(&typed))
    }
}

/// Says where the context menu of a widget opens when the menu key is pressed; otherwise it opens at the widget's center.
pub fn set_menu_point(ctx: &Context, widget: Id, at: Pos2) {
    ctx.data_mut(|data| data.insert_temp(widget.with(MENU_POINT), at));
}

/// Where the menu key opens a context menu: at the focused widget.
fn point_of_focus(ctx: &Context) -> Option<Pos2> {
    let focused = ctx.memory(egui::Memory::focused)?;
    let own = ctx.data(|data| data.get_temp::<Pos2>(focused.with(MENU_POINT)));
    own.or_else(|| Some(ctx.read_response(focused)?.rect.center()))
}

/// The layers of the open popup and its submenus, topmost last.
fn layers(ctx: &Context) -> Vec<LayerId> {
    let mut layers: Vec<LayerId> = ctx.memory(|memory| {
        let shown = |layer: &LayerId| memory.areas().is_visible(layer);
        let layers = memory.layer_ids();
        let layers = layers.filter(|layer| layer.order == Order::Foreground && shown(layer));
        layers.collect()
    });
    let mut each = layers.iter();
    let root = each.position(|layer| Popup::is_id_open(ctx, layer.id));
    root.map_or_else(Vec::new, |root| layers.split_off(root))
}

fn layer_of(ctx: &Context, widget: Option<Id>) -> Option<LayerId> {
    Some(ctx.read_response(widget?)?.layer_id)
}

/// The widgets of a layer that can be focused, in their order.
fn entries(ctx: &Context, layer: LayerId) -> Vec<Id> {
    ctx.viewport(|viewport| {
        let widgets = viewport.this_pass.widgets.get_layer(layer);
        widgets
            .filter(|widget| widget.enabled && widget.sense.is_focusable())
            .map(|widget| widget.id)
            .collect()
    })
}

/// Sets the text by which typed letters find an entry. An entry that is scrolled out of sight paints no text.
pub fn set_label(entry: &Response, label: &str) {
    let label: Arc<str> = label.into();
    let key = entry.id.with(LABEL);
    entry.ctx.data_mut(|data| data.insert_temp(key, label));
}

/// Returns the text of an entry in lower case: that of [`set_label`] or, as widgets tell their labels only to screen readers, the one that it
/// has painted.
fn label_of(ctx: &Context, layer: LayerId, entry: Id) -> String {
    let said = ctx.data(|data| data.get_temp::<Arc<str>>(entry.with(LABEL)));
    if let Some(said) = said {
        return said.to_lowercase();
    }
    let rect = ctx.read_response(entry).map(|response| response.rect);
    rect.map_or_else(String::new, |rect| painted_text(ctx, layer, rect))
}

/// Whether a character is neither a space nor an icon.
fn is_readable(c: char) -> bool {
    !c.is_whitespace() && !icons::is_icon(c)
}

/// The first text in this place that is not an icon, in lower case.
fn painted_text(ctx: &Context, layer: LayerId, place: Rect) -> String {
    fn text_of(shape: &Shape, place: Rect) -> Option<&str> {
        match shape {
            Shape::Text(text) if place.contains(text.visual_bounding_rect().center()) => {
                let text = text.galley.text();
                text.contains(is_readable).then_some(text)
            }
            Shape::Vec(shapes) => shapes.iter().find_map(|shape| text_of(shape, place)),
            _ => None,
        }
    }
    ctx.graphics(|graphics| {
        let mut shapes = graphics.get(layer)?.all_entries();
        let text = shapes.find_map(|shape| text_of(&shape.shape, place))?;
        Some(text.trim().to_lowercase())
    })
    .unwrap_or_default()
}

/// Whether the popup that opened in this frame was opened with a key.
fn opened_by_key(input: &InputState) -> bool {
    let is_click = |event: &Event| matches!(event, Event::PointerButton { .. });
    let is_key = |event: &Event| matches!(event, Event::Key { .. });
    let any = |is: fn(&Event) -> bool| input.events.iter().any(is);
    input.key_pressed(Key::Menu) || any(is_key) && !any(is_click)
}

fn typed_letters(input: &InputState) -> String {
    let texts = input.events.iter().filter_map(|event| match event {
        Event::Text(text) => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

/// Whether the focused entry was just pressed with a key, and the popup is done with that. egui closes menus only after clicks.
fn closes_when_pressed(ctx: &Context, entry: Id) -> bool {
    let pressed = ctx.input(|input| {
        let pressed = |key| input.key_pressed(key) && input.modifiers.is_none();
        pressed(Key::Enter) || pressed(Key::Space)
    });
    let layers = layers(ctx);
    let submenu = LayerId::new(Order::Foreground, SubMenu::id_from_widget_id(entry));
    let is_entry = layer_of(ctx, Some(entry)).is_some_and(|layer| layers.contains(&layer));
    if !pressed || !is_entry || layers.contains(&submenu) {
        return false;
    }
    let closes = |event: &OutputEvent| match event {
        OutputEvent::Clicked(entry) => matches!(
            entry.role,
            Role::Button | Role::RadioButton | Role::ListBoxOption | Role::MenuItem
        ),
        _ => false,
    };
    ctx.output(|output| output.events.iter().any(closes))
}
