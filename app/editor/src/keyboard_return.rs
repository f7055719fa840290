//! Gives the keyboard back to where it came from. Whatever takes it for a while, such as a dialog, a menu or a field, calls [`borrow`] before, and
//! [`Loan::give_back`] when it closes; a loan that is dropped leaves the keyboard where it is. At the end of the frame, the keyboard goes back if nothing
//! else has taken it and what had it is still drawn; otherwise it stays where it is, and falls to the canvas if nothing has it.
//!
//! Holds the text field that a command has left, what windows beside the panels have borrowed, what gets the keyboard back, and whether the canvas has it
//! only because nothing else had. Does not know what borrowers and places look like, nor what takes the keyboard first.

use egui::{Context, Id, Plugin, Ui, WidgetRect};

/// What had the keyboard before something borrowed it.
#[derive(Clone, Copy, Debug)]
pub struct Loan {
    from: Option<Id>,
}

impl Loan {
    /// Gives the keyboard back at the end of this frame, so that the key that closes the borrower does nothing there.
    pub fn give_back(self, ctx: &Context) {
        let from = self.from.filter(|from| ctx.read_response(*from).is_some());
        ctx.with_plugin(|keyboard: &mut KeyboardReturn| keyboard.due = keyboard.due.or(from));
        ctx.request_repaint();
    }
}

/// Notes what has the keyboard: a field that a command has just left, or what is just getting the keyboard back, counts as having it.
pub fn borrow(ctx: &Context) -> Loan {
    let coming = ctx.with_plugin(|keyboard: &mut KeyboardReturn| {
        let due = keyboard.due.take();
        keyboard.left.take().map(|left| left.field).or(due)
    });
    Loan {
        from: coming
            .flatten()
            .or_else(|| ctx.memory(egui::Memory::focused)),
    }
}

/// Borrows the keyboard for a window beside the panels until it is not shown any more. Called before the window is drawn in each frame.
pub fn borrow_while_shown(ctx: &Context, window: Id) {
    let frame = ctx.cumulative_frame_nr();
    let is_known = ctx.with_plugin(|keyboard: &mut KeyboardReturn| {
        let mut windows = keyboard.windows.iter_mut();
        let known = windows.find(|known| known.id == window);
        known.map(|known| known.frame = frame).is_some()
    });
    if is_known == Some(false) {
        let new = Window {
            id: window,
            frame,
            loan: borrow(ctx),
        };
        ctx.with_plugin(|keyboard: &mut KeyboardReturn| keyboard.windows.push(new));
    }
}

/// Takes the keyboard from a text field, so that its text is committed before a command runs. What the command opens borrows it from the field.
pub fn leave_field(ctx: &Context, field: Id, comes_back: bool) {
    let left = Left {
        field,
        comes_back,
        frame: ctx.cumulative_frame_nr(),
    };
    ctx.with_plugin(|keyboard: &mut KeyboardReturn| keyboard.left = Some(left));
    ctx.memory_mut(|memory| memory.surrender_focus(field));
    ctx.request_repaint();
}

/// Gives the keyboard back to the text field that a command has left in the frame before, if it comes back there. Called before the keys of this
/// frame are read.
pub fn return_to_field(ctx: &Context) {
    let focused = ctx.memory(egui::Memory::focused);
    let frame = ctx.cumulative_frame_nr();
    let returns = ctx.with_plugin(|keyboard: &mut KeyboardReturn| {
        let left = keyboard.left.take_if(|left| left.comes_back);
        let is_free = focused.is_none_or(|id| keyboard.has_fallen_to(id, frame));
        left.filter(|_| is_free).map(|left| left.field)
    });
    if let Some(field) = returns.flatten()
        && ctx.read_response(field).is_some()
    {
        ctx.memory_mut(|memory| memory.request_focus(field));
    }
}

/// Gives the keyboard, which nothing has, to the canvas. In this frame and the next, what is to get it back still gets it: egui takes the keyboard from
/// everything when Escape is pressed, before something closes by that.
pub fn fall_to(ctx: &Context, canvas: Id) {
    let frame = ctx.cumulative_frame_nr();
    ctx.memory_mut(|memory| memory.request_focus(canvas));
    ctx.with_plugin(|keyboard: &mut KeyboardReturn| keyboard.fallen = Some((canvas, frame)));
}

/// A text field that a command has left.
#[derive(Debug)]
struct Left {
    field: Id,
    comes_back: bool,
    frame: u64,
}

/// A window beside the panels, with the frame in which it was shown last.
#[derive(Debug)]
struct Window {
    id: Id,
    frame: u64,
    loan: Loan,
}

/// The state between frames.
#[derive(Debug, Default)]
pub struct KeyboardReturn {
    /// Until the end of the frame after the command.
    left: Option<Left>,
    windows: Vec<Window>,
    /// What gets the keyboard back. The first of a frame counts: what closes with it was in front of it.
    due: Option<Id>,
    /// The canvas that got the keyboard because nothing had it, and the frame in which that was.
    fallen: Option<(Id, u64)>,
}

impl KeyboardReturn {
    /// Whether this widget has the keyboard only because nothing had it.
    fn has_fallen_to(&self, widget: Id, frame: u64) -> bool {
        let fell = |(canvas, then)| canvas == widget && then + 1 >= frame;
        self.fallen.is_some_and(fell)
    }

    /// Gives the keyboard to this place if it is free and the place is drawn. Returns whether that must be done again: until the frame after a
    /// dialog was shown last, egui takes the keyboard from everything behind.
    fn hand_over(&self, ctx: &Context, to: Id) -> bool {
        let Some(place) = drawn(ctx, to) else {
            return false;
        };
        let is_held_back = !ctx.memory(|memory| memory.allows_interaction(place.layer_id));
        let frame = ctx.cumulative_frame_nr();
        let holds = |id: Id| drawn(ctx, id).is_some() && !self.has_fallen_to(id, frame);
        if is_held_back || !ctx.memory(egui::Memory::focused).is_some_and(holds) {
            ctx.memory_mut(|memory| memory.request_focus(to));
            ctx.request_repaint();
        }
        is_held_back
    }
}

impl Plugin for KeyboardReturn {
    fn debug_name(&self) -> &'static str {
        "keyboard return"
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx();
        let frame = ctx.cumulative_frame_nr();
        self.left.take_if(|left| left.frame < frame);
        let closed = self.windows.extract_if(.., |window| window.frame < frame);
        let closed: Vec<Id> = closed.filter_map(|window| window.loan.from).collect();
        let of_windows = closed.into_iter().find(|from| drawn(ctx, *from).is_some());
        let due = self.due.or(of_windows);
        self.due = due.filter(|to| self.hand_over(ctx, *to));
    }
}

/// A widget, if it was drawn in this frame.
fn drawn(ctx: &Context, widget: Id) -> Option<WidgetRect> {
    ctx.viewport(|viewport| viewport.this_pass.widgets.get(widget).copied())
}
