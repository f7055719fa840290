//! Random gestures of a user: the document stays valid, and the saved file matches the steps of the undo history.

use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton, Pos2, Rect, Vec2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use proptest::prelude::*;
use treewright_core::format::native;
use treewright_core::model::broken_invariants;
use treewright_core::testing::cases;
use treewright_editor::command_table::{CommandEntry, commands};
use treewright_session::workspace::open_document::OpenDocument;

use super::studio::Studio;

/// Commands that leave the active document or the program, or open a list that contains such commands.
const LEAVES: [&str; 8] = [
    "new",
    "open",
    "quick_open",
    "save",
    "save_as",
    "close",
    "quit",
    "command_palette",
];

/// Numbers select among the widgets that exist when the gesture is performed.
#[derive(Clone, Debug)]
enum Gesture {
    /// The shortcut of a command.
    Command(usize),
    Undo,
    Redo,
    /// Adds a node of this type through the search.
    Add(usize),
    /// A click on a card.
    Click(usize, Modifiers),
    DoubleClick(usize),
    /// A drag from a card, or from the end of its connections, to another card.
    DragTo(usize, Grip, usize),
    /// A drag from a card, or from the end of its connections, by this distance.
    DragBy(usize, Grip, i8, i8),
    /// A selection box on the canvas, in hundredths of its size.
    Box([u8; 4], Modifiers),
    /// An entry of a card's context menu.
    Menu(usize, usize),
    /// A new name for the selection.
    Rename(String),
    /// A field of the inspector, for all nodes at once.
    EditAll(usize, String),
    /// Arbitrary text from the clipboard.
    Paste(String),
    /// A branch from the clipboard, with this card selected.
    PasteBranch(usize),
    /// A node type of the palette, onto the wire above a card.
    PutOnWire(usize, usize),
    /// A card, onto the wire above another.
    MoveOntoWire(usize, usize),
    /// A row of the outline, onto another or beside it.
    MoveInOutline(usize, usize, u8),
}

/// A tree of another document.
const BRANCH: &str = r#"{"format": "treewright", "version": 1, "root": "a", "nodes": [
    {"id": "a", "task": "Sequence", "name": "Pasted", "children": ["b", "c"], "x": 40, "y": 0},
    {"id": "b", "task": "Repeater", "children": ["d"], "x": -60, "y": 110},
    {"id": "c", "task": "Log", "parameters": {"text": "a rather long line"}, "x": 120, "y": 100},
    {"id": "d", "task": "Wait", "x": -60, "y": 220}]}"#;

/// Where a user begins.
#[derive(Clone, Copy, Debug)]
enum Start {
    Empty,
    /// With an example, which has branches enough to be in each other's way.
    Example,
    /// With an empty document of a tree that grows to the right.
    ToTheRight,
}

fn start() -> impl Strategy<Value = Start> {
    prop_oneof![
        Just(Start::Empty),
        Just(Start::Example),
        Just(Start::ToTheRight)
    ]
}

impl Start {
    fn studio(self) -> Studio {
        match self {
            Self::Empty => Studio::empty(),
            Self::Example => {
                let mut studio = Studio::started();
                studio.keys("F");
                studio
            }
            Self::ToTheRight => {
                let mut studio = Studio::empty();
                studio.menu("Arrange > Horizontal layout");
                studio
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Grip {
    Middle,
    Top,
    Bottom,
}

fn gestures() -> impl Strategy<Value = Vec<Gesture>> {
    let grip = prop_oneof![Just(Grip::Middle), Just(Grip::Top), Just(Grip::Bottom)];
    let modifiers = prop_oneof![
        3 => Just(Modifiers::NONE),
        1 => Just(Modifiers::SHIFT),
        1 => Just(Modifiers::COMMAND),
        1 => Just(Modifiers::ALT),
    ];
    let any = any::<usize>;
    let gesture = prop_oneof![
        4 => any().prop_map(Gesture::Command),
        2 => Just(Gesture::Undo),
        1 => Just(Gesture::Redo),
        5 => any().prop_map(Gesture::Add),
        3 => (any(), modifiers.clone()).prop_map(|(n, m)| Gesture::Click(n, m)),
        1 => any().prop_map(Gesture::DoubleClick),
        3 => (any(), grip.clone(), any()).prop_map(|(n, g, to)| Gesture::DragTo(n, g, to)),
        2 => (any(), grip, -120..120_i8, -120..120_i8)
            .prop_map(|(n, g, x, y)| Gesture::DragBy(n, g, x, y)),
        1 => (prop::array::uniform4(5..95_u8), modifiers).prop_map(|(b, m)| Gesture::Box(b, m)),
        3 => (any(), any()).prop_map(|(n, entry)| Gesture::Menu(n, entry)),
        1 => "[a-z生 \"{}0-9.]{0,8}".prop_map(Gesture::Rename),
        1 => (any(), "[a-z0-9.]{0,4}").prop_map(|(n, text)| Gesture::EditAll(n, text)),
        1 => "[a-z{}\":,\\[\\]]{0,20}".prop_map(Gesture::Paste),
        2 => any().prop_map(Gesture::PasteBranch),
        2 => (any(), any()).prop_map(|(task, n)| Gesture::PutOnWire(task, n)),
        2 => (any(), any()).prop_map(|(n, to)| Gesture::MoveOntoWire(n, to)),
        2 => (any(), any(), 0..9_u8).prop_map(|(n, to, at)| Gesture::MoveInOutline(n, to, at)),
    ];
    prop::collection::vec(gesture, 10..40)
}

fn of<T>(list: &[T], number: usize) -> Option<&T> {
    list.get(number.checked_rem(list.len())?)
}

/// Returns the area of the canvas, while it is shown.
fn canvas(studio: &Studio) -> Option<Rect> {
    let canvas = studio.harness.query_all_by_role(Role::Canvas).next();
    canvas.map(|canvas| canvas.rect())
}

/// Returns the positions of the visible cards, from left to right.
fn cards(studio: &Studio) -> Vec<Rect> {
    let Some(canvas) = canvas(studio) else {
        return Vec::new();
    };
    let items = studio.harness.query_all_by_role(Role::TreeItem);
    let mut cards: Vec<Rect> = items.map(|item| item.rect()).collect();
    cards.retain(|card| canvas.contains(card.center()));
    cards.sort_by(|a, b| a.left().total_cmp(&b.left()));
    cards
}

/// A point on the wire above a card, near its port.
fn wire_above(studio: &Studio, card: Rect) -> Pos2 {
    if is_to_the_right(studio) {
        card.left_center() - vec2(12.0, 0.0)
    } else {
        card.center_top() - vec2(0.0, 12.0)
    }
}

/// Whether the tree grows to the right: then children start right of where their parents end.
fn is_to_the_right(studio: &Studio) -> bool {
    let document = studio.document();
    let cards = studio.app(treewright_editor::app::EditorApp::cards);
    let place = |id| {
        cards
            .iter()
            .find(|(card, _)| card == id)
            .map(|(_, rect)| *rect)
    };
    let mut pairs = document.nodes().filter_map(|node| {
        let child = node.children().first()?;
        Some((place(node.id())?, place(child)?))
    });
    pairs
        .next()
        .is_some_and(|(parent, child)| child.left() > parent.right())
}

/// Drags an entry of the palette onto the wire above a card.
fn put_on_wire(studio: &mut Studio, task: usize, card: Option<&Rect>) {
    const PALETTE: [&str; 4] = ["Sequence", "Selector", "Inverter", "Repeater"];
    let entry = of(&PALETTE, task).map(|task| format!("Nodes: {task}"));
    if let (Some(entry), Some(card)) = (entry, card)
        && !studio.all(&entry).is_empty()
    {
        let at = wire_above(studio, *card);
        studio.drag_to(&entry, at);
    }
}

/// Drags a row of the outline onto another, or above or below it.
fn move_in_outline(studio: &mut Studio, number: usize, to: usize, at: u8) {
    let rows = studio.harness.query_all_by_label_contains("Outline: ");
    let rows: Vec<Rect> = rows.map(|row| row.rect()).collect();
    if let (Some(from), Some(to)) = (of(&rows, number), of(&rows, to)) {
        let part = f32::from(at % 3) * 0.4 + 0.1;
        let to = to.left_top() + vec2(30.0, to.height() * part);
        drag(studio, from.center(), to, Modifiers::NONE);
    }
}

fn grip_of(card: Rect, grip: Grip) -> Pos2 {
    match grip {
        Grip::Middle => card.center(),
        Grip::Top => card.center_top(),
        Grip::Bottom => card.center_bottom(),
    }
}

fn pointer(studio: &mut Studio, at: Pos2, modifiers: Modifiers, pressed: bool) {
    studio.harness.event(Event::PointerMoved(at));
    studio.steps(1);
    studio.harness.event(Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    });
    studio.steps(1);
}

fn click(studio: &mut Studio, at: Pos2, modifiers: Modifiers) {
    pointer(studio, at, modifiers, true);
    pointer(studio, at, modifiers, false);
}

fn drag(studio: &mut Studio, from: Pos2, to: Pos2, modifiers: Modifiers) {
    pointer(studio, from, modifiers, true);
    let half = from + (to - from) * 0.5 + Vec2::splat(3.0);
    studio.harness.event(Event::PointerMoved(half));
    studio.steps(1);
    pointer(studio, to, modifiers, false);
    studio.steps(1);
}

fn buttons(studio: &Studio) -> Vec<Rect> {
    let buttons = studio.harness.query_all_by_role(Role::MenuItem);
    buttons.map(|button| button.rect()).collect()
}

/// Opens the context menu at a point, and selects one of its entries.
fn menu(studio: &mut Studio, at: Pos2, entry: usize) {
    let before = buttons(studio);
    studio.harness.event(Event::PointerMoved(at));
    for pressed in [true, false] {
        studio.harness.event(Event::PointerButton {
            pos: at,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        studio.steps(2);
    }
    let mut entries = buttons(studio);
    entries.retain(|entry| !before.contains(entry));
    if let Some(entry) = of(&entries, entry) {
        click(studio, entry.center(), Modifiers::NONE);
        // The next frame shows what the entry did.
        studio.steps(1);
    }
}

fn keys_of_commands() -> Vec<&'static CommandEntry> {
    let stays = |entry: &&CommandEntry| !LEAVES.contains(&entry.id);
    let has_keys = |entry: &&CommandEntry| !entry.shortcuts.is_empty();
    commands().filter(stays).filter(has_keys).collect()
}

/// Edits a text field or check box of the inspector, while everything is selected.
fn edit_all(studio: &mut Studio, number: usize, text: &str) {
    studio.keys("Ctrl+A");
    let texts = ["Name", "Seconds", "Times"];
    let switches = ["Disabled", "Breakpoint"];
    if let Some(switch) = switches.get(number % (switches.len() + texts.len())) {
        let at: Vec<Pos2> = studio
            .harness
            .query_all_by_role(Role::CheckBox)
            .filter(|node| node.accesskit_node().label().as_deref() == Some(switch))
            .map(|found| found.rect().center())
            .collect();
        if let [at] = at[..] {
            click(studio, at, Modifiers::NONE);
        }
    } else if let Some(field) = of(&texts, number)
        && studio.all(field).len() == 1
    {
        studio.fill(field, text);
    }
}

fn perform(studio: &mut Studio, gesture: &Gesture) {
    const TASKS: [&str; 10] = [
        "Sequence",
        "Selector",
        "Parallel",
        "Inverter",
        "Repeater",
        "CompareBool",
        "patrol loop",
        "guarded branch",
        "Wait",
        "Subtree",
    ];
    // Shortcuts are meant for the canvas; elsewhere they would press the focused button.
    if let Some(canvas) = studio.harness.query_all_by_role(Role::Canvas).next() {
        canvas.focus();
    }
    studio.steps(1);
    let cards = cards(studio);
    match gesture {
        Gesture::Command(number) => {
            if let Some(command) = of(&keys_of_commands(), *number) {
                let keys = command.shortcuts[0];
                studio.press(keys.modifiers, keys.logical_key);
            }
        }
        Gesture::Undo => studio.keys("Ctrl+Z"),
        Gesture::Redo => studio.keys("Ctrl+Y"),
        Gesture::Add(number) => {
            if let Some(task) = of(&TASKS, *number) {
                studio.add(task);
            }
        }
        Gesture::Click(number, modifiers) => {
            if let Some(card) = of(&cards, *number) {
                click(studio, card.center(), *modifiers);
            }
        }
        Gesture::DoubleClick(number) => {
            if let Some(card) = of(&cards, *number) {
                click(studio, card.center(), Modifiers::NONE);
                click(studio, card.center(), Modifiers::NONE);
            }
        }
        Gesture::DragTo(number, grip, to) => {
            if let (Some(card), Some(to)) = (of(&cards, *number), of(&cards, *to)) {
                drag(studio, grip_of(*card, *grip), to.center(), Modifiers::NONE);
            }
        }
        Gesture::DragBy(number, grip, x, y) => {
            if let Some(card) = of(&cards, *number) {
                let from = grip_of(*card, *grip);
                let by = vec2(f32::from(*x), f32::from(*y)) * 2.0;
                drag(studio, from, from + by, Modifiers::NONE);
            }
        }
        Gesture::Box([left, top, right, bottom], modifiers) => {
            if let Some(canvas) = canvas(studio) {
                let at =
                    |x, y| canvas.min + canvas.size() * vec2(f32::from(x), f32::from(y)) / 100.0;
                drag(studio, at(*left, *top), at(*right, *bottom), *modifiers);
            }
        }
        Gesture::Menu(number, entry) => {
            if let Some(card) = of(&cards, *number) {
                menu(studio, card.center(), *entry);
            }
        }
        Gesture::Rename(text) => {
            studio.keys("F2");
            studio.type_text(text);
            studio.keys("Enter");
        }
        Gesture::EditAll(number, text) => edit_all(studio, *number, text),
        Gesture::Paste(text) => {
            studio.harness.event(Event::Paste(text.clone()));
            studio.steps(2);
        }
        Gesture::PasteBranch(number) => {
            if let Some(card) = of(&cards, *number) {
                click(studio, card.center(), Modifiers::NONE);
            }
            studio.harness.event(Event::Paste(BRANCH.to_owned()));
            studio.steps(2);
        }
        Gesture::PutOnWire(task, number) => put_on_wire(studio, *task, of(&cards, *number)),
        Gesture::MoveOntoWire(number, to) => {
            if let (Some(card), Some(to)) = (of(&cards, *number), of(&cards, *to)) {
                let at = wire_above(studio, *to);
                drag(studio, card.center(), at, Modifiers::NONE);
            }
        }
        Gesture::MoveInOutline(number, to, at) => move_in_outline(studio, *number, *to, *at),
    }
}

fn saved_form(studio: &Studio) -> String {
    studio.front(|front| front.write().unwrap())
}

/// Asserts what a user relies on: the document is a valid tree, and its file reads back as the same document.
fn assert_whole(studio: &Studio, after: &Gesture) {
    let document = studio.document();
    let broken = broken_invariants(&document);
    assert!(broken.is_empty(), "after {after:?}: {broken:?}");
    let read = native::read(saved_form(studio).as_bytes()).unwrap();
    assert_eq!(read.document, document, "after {after:?}");
    let covered = studio.covered_cards();
    assert_eq!(covered, [], "after {after:?}:\n{}", saved_form(studio));
}

/// Undoes or redoes all steps with the toolbar button. Returns the number of steps.
fn all_of(studio: &mut Studio, button: &str, more: impl Fn(&Studio) -> bool) -> usize {
    let mut steps = 0;
    while more(studio) {
        studio.click(button);
        steps += 1;
        assert!(steps < 1_000, "the undo history never ends");
    }
    steps
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(4), max_shrink_iters: 0, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_gestures_leave_a_valid_document_that_matches_the_undo_history(start in start(), gestures in gestures()) {
        let mut studio = start.studio();
        let (ours, nothing) = (studio.front(OpenDocument::id), saved_form(&studio));
        for gesture in &gestures {
            perform(&mut studio, gesture);
            // A key that pressed a button may have closed the document or activated another.
            if studio.front(OpenDocument::id) != ours {
                return Ok(());
            }
            assert_whole(&studio, gesture);
        }
        // Closes everything that covers the canvas or has the focus.
        studio.keys("Escape Escape Escape Escape");
        if let Some(canvas) = canvas(&studio) {
            click(&mut studio, canvas.left_bottom() + vec2(3.0, -3.0), Modifiers::NONE);
        }
        all_of(&mut studio, "Redo", |studio| studio.front(|front| front.history().can_redo()));
        let last = saved_form(&studio);
        let back = all_of(&mut studio, "Undo", |studio| studio.front(|front| front.history().can_undo()));
        prop_assert_eq!(saved_form(&studio), nothing);
        let forth = all_of(&mut studio, "Redo", |studio| studio.front(|front| front.history().can_redo()));
        prop_assert_eq!(back, forth);
        prop_assert_eq!(saved_form(&studio), last);
    }
}
