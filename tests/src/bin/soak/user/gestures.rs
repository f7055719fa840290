//! Gestures of the simulated user: their frequency, and their effect on the size of the tree.

use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Vec2, pos2, vec2};

use super::User;
use crate::driven::SCREEN;

/// The effect on the number of nodes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Size {
    Same,
    Grows,
    Shrinks,
}

/// An action of the simulated user.
pub struct Gesture {
    pub name: &'static str,
    /// Frequency relative to the other gestures.
    pub weight: u64,
    pub size: Size,
    pub act: fn(&mut User),
}

const fn gesture(name: &'static str, weight: u64, size: Size, act: fn(&mut User)) -> Gesture {
    Gesture {
        name,
        weight,
        size,
        act,
    }
}

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
const ALT: Modifiers = Modifiers::ALT;

use Size::{Grows, Same, Shrinks};

pub const GESTURES: &[Gesture] = &[
    gesture("add a node", 12, Grows, add),
    gesture("wrap a node", 3, Grows, |user| search(user, Key::W)),
    gesture("replace a node", 3, Same, |user| search(user, Key::R)),
    gesture("duplicate a branch", 4, Grows, |user| {
        select_branch(user);
        user.driven.press(CTRL, Key::D);
    }),
    gesture("copy and paste", 5, Grows, |user| {
        select_branch(user);
        user.driven.copy();
        press_some_card(user, 1);
        user.driven.paste();
    }),
    gesture("cut and paste", 3, Same, |user| {
        select_branch(user);
        user.driven.cut();
        user.driven.wait(3);
        press_some_card(user, 1);
        user.driven.paste();
    }),
    gesture("delete a branch", 8, Shrinks, |user| {
        select_branch(user);
        user.driven.press(NONE, Key::Delete);
    }),
    gesture("delete a box of cards", 4, Shrinks, |user| {
        drag_a_box(user);
        user.driven.press(NONE, Key::Delete);
    }),
    gesture("remove a parent", 3, Shrinks, |user| {
        press_some_card(user, 1);
        user.driven.press(SHIFT, Key::Delete);
    }),
    gesture("rename", 6, Same, rename),
    gesture("a parameter", 8, Same, fill_a_field),
    gesture("a switch or button of a panel", 3, Same, press_a_switch),
    gesture("drag a card", 8, Same, |user| {
        let to = vec2(
            user.number(400) as f32 - 200.0,
            user.number(300) as f32 - 150.0,
        );
        if let Some(from) = user.some_card() {
            user.driven.drag(from, from + to, 12, NONE);
        }
    }),
    gesture("drag a card onto another", 4, Same, |user| {
        let cards = user.look().cards();
        if let (Some(from), Some(to)) = (user.one_of(&cards), user.one_of(&cards)) {
            user.driven.drag(from.center(), to.center(), 12, NONE);
        }
    }),
    gesture("connect", 4, Same, |user| {
        let cards = user.look().cards();
        if let (Some(from), Some(to)) = (user.one_of(&cards), user.one_of(&cards)) {
            user.driven
                .drag(from.center_bottom(), to.center(), 12, NONE);
        }
    }),
    gesture("drag all", 2, Same, |user| {
        user.driven.press(CTRL, Key::A);
        if let Some(from) = user.some_card() {
            user.driven.drag(from, from + vec2(60.0, 40.0), 12, NONE);
        }
    }),
    gesture("a note", 2, Same, |user| {
        user.driven.press(NONE, Key::N);
        user.driven.type_text("Check this with the others");
        user.driven.press(NONE, Key::Escape);
    }),
    gesture("delete notes", 2, Same, |user| {
        for _ in 0..3 {
            user.driven.press(SHIFT, Key::N);
            user.driven.press(NONE, Key::Delete);
        }
    }),
    gesture("a group", 1, Same, |user| {
        drag_a_box(user);
        user.driven.press(CTRL_SHIFT, Key::G);
        user.driven.type_text("Group");
        user.driven.press(NONE, Key::Enter);
    }),
    gesture("a variable", 2, Same, variable),
    gesture("delete what was added lately", 3, Same, |user| {
        for _ in 0..8 {
            user.driven.press(CTRL, Key::Z);
        }
    }),
    gesture("undo", 10, Same, |user| times(user, 12, CTRL, Key::Z)),
    gesture("redo", 8, Same, |user| times(user, 12, CTRL, Key::Y)),
    gesture("auto layout", 3, Same, |user| {
        user.driven.press(NONE, Key::A);
    }),
    gesture("nudge", 3, Same, |user| {
        press_some_card(user, 1);
        times(user, 5, ALT.plus(SHIFT), Key::ArrowRight);
    }),
    gesture("another place among siblings", 3, Same, |user| {
        press_some_card(user, 1);
        times(user, 3, CTRL, Key::ArrowRight);
    }),
    gesture("disable", 3, Same, |user| on_card(user, NONE, Key::F8)),
    gesture("collapse", 3, Same, |user| on_card(user, NONE, Key::C)),
    gesture("expand all", 2, Same, |user| {
        user.driven.press(CTRL, Key::A);
        user.driven.press(SHIFT, Key::X);
    }),
    gesture("walk the tree", 4, Same, |user| {
        press_some_card(user, 1);
        let keys = [
            Key::ArrowUp,
            Key::ArrowDown,
            Key::ArrowLeft,
            Key::ArrowRight,
        ];
        for _ in 0..6 {
            if let Some(key) = user.one_of(&keys) {
                user.driven.press(NONE, key);
            }
        }
    }),
    gesture("find", 4, Same, |user| {
        find(user);
        times(user, 6, NONE, Key::F3);
    }),
    gesture("replace all", 1, Same, replace_all),
    gesture("go to a node", 3, Same, |user| {
        user.driven.press(CTRL, Key::G);
        let number = user.number(600);
        user.driven.type_text(&format!("n{number}"));
        user.driven.press(NONE, Key::Enter);
    }),
    gesture("save", 3, Same, |user| user.driven.press(CTRL, Key::S)),
    gesture("save, close and open", 1, Same, reopen),
    gesture("the other tab", 1, Same, |user| {
        user.driven.press(CTRL, Key::Tab);
    }),
    gesture("zoom and pan", 6, Same, zoom_and_pan),
    gesture("all in view", 4, Same, |user| {
        user.driven.press(NONE, Key::F);
    }),
    gesture("the selection in view", 3, Same, |user| {
        on_card(user, SHIFT, Key::F);
    }),
    gesture("split the view", 1, Same, |user| {
        user.driven.press(CTRL, Key::Backslash);
        user.driven.wait(20);
        user.driven.press(CTRL, Key::Backslash);
    }),
    gesture("another panel", 6, Same, panel),
    gesture("another theme", 1, Same, |user| {
        let theme = user.one_of(&["Light", "Dark"]).unwrap_or("Dark");
        command(user, theme);
    }),
    gesture("another language", 1, Same, |user| {
        command(user, "简体中文");
        user.driven.wait(30);
        command(user, "English");
    }),
    gesture("start or pause the run", 16, Same, |user| {
        user.driven.press(NONE, Key::F5);
    }),
    gesture("let it run", 10, Same, |user| {
        if !user.runs() {
            user.driven.press(NONE, Key::F5);
        }
        user.driven.wait(120);
    }),
    gesture("steps", 4, Same, |user| times(user, 8, NONE, Key::F10)),
    gesture("steps back", 4, Same, |user| {
        times(user, 8, SHIFT, Key::F10);
    }),
    gesture("steps into a frame", 3, Same, |user| {
        times(user, 8, NONE, Key::F11);
    }),
    gesture("the first frame, the last frame", 2, Same, |user| {
        user.driven.press(ALT, Key::Home);
        user.driven.wait(5);
        user.driven.press(ALT, Key::End);
    }),
    gesture("drag through time", 5, Same, scrub),
    gesture("stop the run", 1, Same, |user| {
        user.driven.press(SHIFT, Key::F5);
    }),
    gesture("start the run again", 2, Same, |user| {
        user.driven.press(CTRL_SHIFT, Key::F5);
    }),
    gesture("a breakpoint", 2, Same, |user| on_card(user, NONE, Key::F9)),
    gesture("no breakpoints", 2, Same, |user| {
        user.driven.press(CTRL_SHIFT, Key::F9);
    }),
    gesture("heat map", 1, Same, |user| user.driven.press(NONE, Key::H)),
    gesture("why", 2, Same, |user| on_card(user, NONE, Key::Y)),
];

fn times(user: &mut User, most: usize, modifiers: Modifiers, key: Key) {
    for _ in 0..=user.number(most) {
        user.driven.press(modifiers, key);
    }
}

fn press_some_card(user: &mut User, times: usize) {
    if let Some(card) = user.some_card() {
        user.driven.click(card, times, NONE);
    }
}

fn on_card(user: &mut User, modifiers: Modifiers, key: Key) {
    press_some_card(user, 1);
    user.driven.press(modifiers, key);
}

fn select_branch(user: &mut User) {
    press_some_card(user, 1);
    user.driven.press(CTRL_SHIFT, Key::A);
}

const TASKS: [&str; 12] = [
    "Sequence",
    "Selector",
    "Parallel",
    "Inverter",
    "Repeater",
    "Cooldown",
    "CompareBool",
    "Wait",
    "Log",
    "Idle",
    "SetVariable",
    "StandIn",
];

fn add(user: &mut User) {
    press_some_card(user, 1);
    search(user, Key::Tab);
}

/// Selects a node type in one of the canvas searches.
fn search(user: &mut User, key: Key) {
    let task = user.one_of(&TASKS).unwrap_or("Wait");
    if key != Key::Tab {
        press_some_card(user, 1);
    }
    user.driven.press(NONE, key);
    user.driven.type_text(task);
    user.driven.press(NONE, Key::Enter);
}

fn rename(user: &mut User) {
    press_some_card(user, 1);
    user.driven.press(NONE, Key::F2);
    let number = user.number(1_000);
    user.driven.type_text(&format!("Post {number} 岗"));
    user.driven.press(NONE, Key::Enter);
}

/// Returns whether this is right of the canvas, where the inspector and the variables are.
fn is_at_the_right(rect: egui::Rect) -> bool {
    rect.left() > 1150.0 && SCREEN.contains_rect(rect)
}

fn fill_a_field(user: &mut User) {
    press_some_card(user, 1);
    let sight = user.look();
    let fields = sight.all(Role::TextInput).map(|field| field.rect);
    let fields: Vec<_> = fields.filter(|rect| is_at_the_right(*rect)).collect();
    let Some(field) = user.one_of(&fields) else {
        return;
    };
    user.driven.click(field.center(), 1, NONE);
    user.driven.press(CTRL, Key::A);
    let text = ["0.2", "1.5", "3", "true", "sees_enemy", "on my way", "0.05"];
    let text = user.one_of(&text).unwrap_or("1");
    user.driven.type_text(text);
    user.driven.press(NONE, Key::Enter);
}

fn press_a_switch(user: &mut User) {
    press_some_card(user, 1);
    let sight = user.look();
    let switches = sight.all(Role::CheckBox).map(|switch| switch.rect);
    let switches: Vec<_> = switches.filter(|rect| is_at_the_right(*rect)).collect();
    if let Some(switch) = user.one_of(&switches) {
        user.driven.click(switch.center(), 1, NONE);
    }
}

fn variable(user: &mut User) {
    let Some(button) = user.look().named(Role::Button, "+ Add variable") else {
        return;
    };
    user.driven.click(button, 1, NONE);
    let Some(kind) = user.look().named(Role::MenuItem, "float") else {
        return;
    };
    user.driven.click(kind, 1, NONE);
    user.driven.wait(2);
    // They would never become fewer.
    user.driven.press(NONE, Key::Escape);
    user.turn_to_canvas();
    user.driven.press(CTRL, Key::Z);
}

fn drag_a_box(user: &mut User) {
    let Some(canvas) = user.look().canvas() else {
        return;
    };
    let place = |user: &mut User| {
        let share = vec2(user.number(1000) as f32, user.number(1000) as f32) / 1000.0;
        canvas.rect.min + canvas.rect.size() * (share * 0.8 + Vec2::splat(0.1))
    };
    let (from, size) = (place(user), vec2(180.0, 120.0));
    user.driven.drag(from, from + size, 8, NONE);
}

fn find(user: &mut User) {
    user.driven.press(CTRL, Key::F);
    user.driven.press(CTRL, Key::A);
    let text = user
        .one_of(&["Walk", "post", "Wait", "enemy", "way"])
        .unwrap_or("Walk");
    user.driven.type_text(text);
}

fn replace_all(user: &mut User) {
    find(user);
    user.driven.press(CTRL, Key::H);
    let text = user.one_of(&["Walk", "Go", "Run"]).unwrap_or("Walk");
    user.driven.press(CTRL, Key::A);
    user.driven.type_text(text);
    if let Some(all) = user.look().named(Role::Button, "Replace all") {
        user.driven.click(all, 1, NONE);
    }
}

fn reopen(user: &mut User) {
    let Some(path) = user.path() else {
        return;
    };
    user.driven.press(CTRL, Key::S);
    user.driven.wait(20);
    if user.front().is_dirty() {
        return;
    }
    user.driven.press(CTRL, Key::W);
    user.driven.wait(5);
    user.driven.dialog_gives(&path);
    user.driven.press(CTRL, Key::O);
    user.driven.wait(30);
}

fn zoom_and_pan(user: &mut User) {
    user.driven.point(pos2(760.0, 400.0));
    let factor = if user.number(2) == 0 {
        1.15
    } else {
        1.0 / 1.15
    };
    for _ in 0..user.number(16) {
        user.driven.zoom(factor);
    }
    for _ in 0..10 {
        user.driven.scroll(vec2(15.0, 25.0), NONE);
    }
    user.driven.button(PointerButton::Middle, true, NONE);
    for step in 0..10 {
        user.driven.point(pos2(760.0 - step as f32 * 9.0, 400.0));
    }
    user.driven.button(PointerButton::Middle, false, NONE);
}

/// Runs a command by its name.
fn command(user: &mut User, name: &str) {
    user.driven.press(CTRL_SHIFT, Key::P);
    user.driven.type_text(name);
    user.driven.press(NONE, Key::Enter);
}

fn panel(user: &mut User) {
    const PANELS: [&str; 11] = [
        "Nodes",
        "Outline",
        "Inspector",
        "Blackboard",
        "Problems",
        "Timeline",
        "Plots",
        "Run stack",
        "Log",
        "Observers",
        "Breakpoints",
    ];
    let tabs = user.look();
    let shown: Vec<_> = PANELS
        .iter()
        .filter_map(|panel| tabs.named(Role::Tab, panel))
        .collect();
    if let Some(tab) = user.one_of(&shown) {
        user.driven.click(tab, 1, NONE);
        user.driven.wait(20);
        user.driven.scroll(vec2(0.0, -80.0), NONE);
        user.driven.wait(5);
    }
}

/// Drags the run's slider, or the lowest slider on the screen, to another position.
fn scrub(user: &mut User) {
    let sliders: Vec<_> = user
        .look()
        .all(Role::Slider)
        .map(|slider| slider.rect)
        .collect();
    let Some(slider) = user.one_of(&sliders) else {
        return;
    };
    let at = |user: &mut User| {
        pos2(
            slider.left() + slider.width() * user.number(100) as f32 / 100.0,
            slider.center().y,
        )
    };
    let (from, to) = (at(user), at(user));
    user.driven.drag(from, to, 20, NONE);
}
