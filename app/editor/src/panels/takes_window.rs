//! The window that tells what it would take that a node runs or an expectation holds: the smallest changes of inputs that were found, each with a button
//! that tries it on a way of its own. Knows nothing of how changes are searched.

use egui::{Context, Label, RichText, ScrollArea, Ui};
use treewright_core::runtime::NodeIndex;
use treewright_insight::recording::{RunInput, TriedInput, WayId};
use treewright_insight::scenario::Fact;
use treewright_insight::what_it_takes::ChangeSearch;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_session::Wish;

use super::PanelContext;
use crate::action::{Action, ActionSink, RunAction, TakesAction};
use crate::theme::space;
use crate::widgets::{LIST_WINDOW, ToolWindow, caption, closed_by_escape};

/// In how many of the last frames inputs are changed, until the user chooses another number.
pub const DEFAULT_FRAMES: u64 = 30;
/// The numbers of frames that can be chosen.
const FRAMES: [u64; 4] = [10, DEFAULT_FRAMES, 100, 300];

/// State kept between frames.
pub struct TakesWindow {
    pub document: DocumentId,
    pub wish: Wish,
    /// The frame in which it is wished.
    pub frame: u64,
    /// The way of the run that is changed.
    pub way: WayId,
    /// In how many frames up to that one inputs are changed.
    frames: u64,
    pub search: ChangeSearch,
    /// The first frame of the change that is being tried, until its last frame has run.
    pub tried_from: Option<u64>,
    /// Whether it was not shown yet.
    is_new: bool,
    /// Whether nothing else would have handled Escape in the previous frame.
    is_free: bool,
}

impl TakesWindow {
    pub fn new(
        document: DocumentId,
        (wish, frame, frames): (Wish, u64, u64),
        (search, way): (ChangeSearch, WayId),
    ) -> Self {
        Self {
            document,
            wish,
            frame,
            way,
            frames,
            search,
            tried_from: None,
            is_new: true,
            is_free: false,
        }
    }
}

/// Shows the window. Returns false if it was closed. `is_busy` is true during a drag or text input on the canvas.
pub fn show(
    ctx: &Context,
    cx: &PanelContext<'_>,
    window: &mut TakesWindow,
    is_busy: bool,
    sink: &mut ActionSink,
) -> bool {
    let shown = ToolWindow {
        id: "what it takes",
        title: cx.texts.tr("takes.title").into_owned(),
        size: LIST_WINDOW,
        about: None,
        is_new: std::mem::replace(&mut window.is_new, false),
    };
    let (_, open) = shown.show(ctx, |ui| contents(ui, cx, window, sink));
    open && !closed_by_escape(ctx, &mut window.is_free, is_busy)
}

fn contents(ui: &mut Ui, cx: &PanelContext<'_>, window: &TakesWindow, sink: &mut ActionSink) {
    ui.add(Label::new(RichText::new(question(cx, window)).strong()).wrap());
    frames(ui, cx, window, sink);
    progress(ui, cx, window, sink);
    ui.separator();
    ScrollArea::vertical()
        .auto_shrink([false, true])
        .show(ui, |ui| {
            for (number, change) in window.search.found().iter().enumerate() {
                ui.push_id(number, |ui| found(ui, cx, (number, change), sink));
            }
        });
}

fn question(cx: &PanelContext<'_>, window: &TakesWindow) -> String {
    let frame = window.frame.to_string();
    match &window.wish {
        Wish::Runs(node) => {
            let title = cx.title_of(node);
            cx.texts
                .tr_with("takes.runs", &[("node", &title), ("frame", &frame)])
        }
        Wish::Holds(fact) => {
            let fact = fact_in_words(cx, fact);
            cx.texts
                .tr_with("takes.holds", &[("fact", &fact), ("frame", &frame)])
        }
    }
}

fn fact_in_words(cx: &PanelContext<'_>, fact: &Fact) -> String {
    let title = |name: &str| {
        let id = treewright_insight::scenario::node_named(cx.front.document(), name);
        id.map_or_else(|| name.to_owned(), |id| cx.title_of(id))
    };
    let wanted = match fact {
        Fact::Node(name, _) | Fact::Ended(name, _) => title(name),
        Fact::Variable(name, _) => name.to_string(),
        _ => String::new(),
    };
    let found = cx.texts.fact_in_lane(fact, &title);
    if wanted.is_empty() {
        found
    } else {
        format!("{wanted}: {found}")
    }
}

/// The choice of how many frames are looked at.
fn frames(ui: &mut Ui, cx: &PanelContext<'_>, window: &TakesWindow, sink: &mut ActionSink) {
    ui.horizontal_wrapped(|ui| {
        ui.label(cx.texts.tr("takes.frames").into_owned());
        for frames in FRAMES {
            let name = cx.texts.tr_count(
                "takes.frames_of",
                usize::try_from(frames).unwrap_or(usize::MAX),
            );
            let chosen = ui.selectable_label(window.frames == frames, frames.to_string());
            let chosen = chosen.accessible_name(&*name).on_hover_text(&name);

            if chosen.clicked() && window.frames != frames {
                sink.push(Action::Run(RunAction::Takes(TakesAction::Frames(frames))));
            }
        }
    });
}

fn progress(ui: &mut Ui, cx: &PanelContext<'_>, window: &TakesWindow, sink: &mut ActionSink) {
    let search = &window.search;
    let tried = usize::try_from(search.tried()).unwrap_or(usize::MAX);
    let key = match (search.is_over(), search.found().is_empty()) {
        (false, true) => "takes.searching",
        (false, false) => "takes.searching_smaller",
        (true, false) if search.is_smallest() => "takes.found",
        (true, false) => "takes.found_small",
        (true, true) if search.is_so_already() => "takes.already",
        (true, true) if search.gave_up() => "takes.gave_up",
        (true, true) => "takes.nothing",
    };
    ui.horizontal_wrapped(|ui| {
        caption(ui, cx.theme, &cx.texts.tr_count(key, tried));
        if !search.is_over()
            && ui
                .button(cx.texts.tr("takes.cancel").into_owned())
                .clicked()
        {
            sink.push(Action::Run(RunAction::Takes(TakesAction::Cancel)));
        }
    });
}

/// A change that leads there, and the button that tries it.
fn found(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (number, change): (usize, &[TriedInput]),
    sink: &mut ActionSink,
) {
    let told: Vec<String> = change
        .iter()
        .map(|tried| input_in_words(cx, tried))
        .collect();
    let whole = told.join(" · ");
    ui.horizontal_top(|ui| {
        let text = cx.texts.tr("takes.try");
        let name = cx.texts.tr_with("takes.try_of", &[("change", &whole)]);
        let button = ui
            .button(&*text)
            .accessible_name(&*name)
            .on_hover_text(&name);

        if button.clicked() {
            sink.push(Action::Run(RunAction::Takes(TakesAction::Try(number))));
        }
        ui.vertical(|ui| {
            for text in &told {
                ui.add(Label::new(text).wrap());
            }
        });
    });
    ui.add_space(space::XS);
}

fn input_in_words(cx: &PanelContext<'_>, tried: &TriedInput) -> String {
    let frame = tried.frame.to_string();
    let told = |key, name: &str, value: &str| {
        let arguments = [("name", name), ("value", value), ("frame", &*frame)];
        cx.texts.tr_with(key, &arguments)
    };
    if tried.is_left_out {
        return left_out_in_words(cx, tried);
    }
    match &tried.input {
        RunInput::Set { name, value, .. } => told("takes.set", name, &value.to_string()),
        RunInput::Send { event, .. } => match &event.payload {
            Some(payload) => told("takes.send_with", &event.name, &payload.to_string()),
            None => told("takes.send", &event.name, ""),
        },
        RunInput::Force { node, status, .. } => {
            let title = title_in_run(cx, *node);
            told("takes.force", &title, &cx.texts.choice(status.name()))
        }
        _ => String::new(),
    }
}

/// The title of a node of the program that runs.
fn title_in_run(cx: &PanelContext<'_>, node: NodeIndex) -> String {
    let node = cx.run.and_then(|run| run.node_of(node));
    node.map_or_else(String::new, |node| cx.title_of_shown(&node))
}

/// A recorded input that is left out.
fn left_out_in_words(cx: &PanelContext<'_>, tried: &TriedInput) -> String {
    let told = |key, name: &str| {
        let frame = tried.frame.to_string();
        cx.texts.tr_with(key, &[("name", name), ("frame", &frame)])
    };
    match &tried.input {
        RunInput::Set { name, .. } => told("takes.no_set", name),
        RunInput::Send { event, .. } => told("takes.no_send", &event.name),
        RunInput::Force { node, .. } => told("takes.no_force", &title_in_run(cx, *node)),
        RunInput::Interrupt { key, .. } => told("takes.no_interrupt", key),
        _ => String::new(),
    }
}
