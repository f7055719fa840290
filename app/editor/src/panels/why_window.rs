//! The "Why?" window of a node: why it ended, why it does not run, or since when it runs, as a chain of reasons with links to their frames. A reason that
//! has reasons itself can be asked for these.

use egui::{Context, Label, Rect, RichText, ScrollArea, TextStyle, Ui};
use treewright_authoring::edit::Command;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_insight::why::{Fact, NoAbort, why_excluded};
use treewright_session::memo::Memo;
use treewright_session::workspace::condition_values::parts;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_session::Wish;
use treewright_session::workspace::run_view::{Reason, RunView};

use super::{Moment, PanelContext};
use crate::action::{Action, ActionSink, RunAction, TakesAction, ViewAction, Walk};
use crate::focus_regions;
use crate::theme::space;
use crate::widgets::{
    LIST_WINDOW, ToolWindow, caption, closed_by_escape, height_below, row_pressed, text_width,
};

/// Reasons that were asked for more often are not indented further.
const MOST_INDENTED: usize = 6;

/// Stands where a reason has no frame.
const NO_FRAME: &str = "–";

/// State kept between frames.
#[derive(Clone, Debug)]
pub struct WhyWindow {
    pub document: DocumentId,
    /// The node that is explained.
    pub node: NodeId,
    /// The reasons, by moment and language.
    reasons: Memo<(Moment, &'static str), Vec<ReasonLine>>,
    /// Why the condition aborts nothing, by the same.
    no_abort: Memo<(Moment, &'static str), Option<Reason>>,
    /// Whether it was not shown yet.
    is_new: bool,
    /// Whether nothing else would have handled Escape in the previous frame.
    is_free: bool,
}

/// A reason in the window.
#[derive(Clone, Debug)]
struct ReasonLine {
    reason: Reason,
    /// How often further reasons were asked for until this one.
    depth: usize,
    /// Whether its own reasons can be asked for.
    can_ask: bool,
}

impl ReasonLine {
    fn all(reasons: Vec<Reason>, depth: usize) -> impl Iterator<Item = Self> {
        reasons.into_iter().map(move |reason| Self {
            can_ask: reason.leads_on,
            depth,
            reason,
        })
    }
}

impl WhyWindow {
    pub fn new(document: DocumentId, node: NodeId) -> Self {
        Self {
            document,
            node,
            reasons: Memo::default(),
            no_abort: Memo::default(),
            is_new: true,
            is_free: false,
        }
    }
}

/// Shows the window. Returns false if it was closed. `about` is the card of the node on the screen; `is_busy` is true during a drag or text input on the canvas.
pub fn show(
    ctx: &Context,
    cx: &PanelContext<'_>,
    window: &mut WhyWindow,
    (about, is_busy): (Option<Rect>, bool),
    sink: &mut ActionSink,
) -> bool {
    let title = cx.question_or_title(&window.node);
    let shown = ToolWindow {
        id: "why",
        title: cx.texts.tr_with("why_window.title", &[("node", &title)]),
        size: LIST_WINDOW,
        about,
        is_new: std::mem::replace(&mut window.is_new, false),
    };
    let (_, open) = shown.show(ctx, |ui| contents(ui, cx, window, sink));
    open && !closed_by_escape(ctx, &mut window.is_free, is_busy)
}

fn contents(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut WhyWindow, sink: &mut ActionSink) {
    let document = cx.front.document();
    if let Some(sentence) = why_excluded(document, &window.node, &|id| cx.title_of(id)) {
        ui.label(cx.texts.sentence(&sentence));
        return;
    }
    let Some(run) = cx.run else {
        ui.label(cx.texts.tr("why_window.no_run").into_owned());
        if ui.button(cx.texts.tr("command.run").into_owned()).clicked() {
            sink.push(Action::Run(RunAction::Toggle));
        }
        return;
    };
    let frame = run.frame().to_string();
    let question = cx
        .texts
        .tr_with("why_window.asked_in", &[("frame", &frame)]);
    let question = match cx.shown_agent_of_game() {
        Some(agent) => format!("{agent} · {question}"),
        None => question,
    };
    let now = (cx.moment(run), cx.texts.language());
    let name = |id: &NodeId| title_and_question(cx, id);
    let why = |_: &_| ReasonLine::all(run.why(&window.node, &name), 0).collect();
    let reasons = window.reasons.of(now, why);
    let is_part = !reasons.is_empty();
    let in_background = |told: &ReasonLine| matches!(told.reason.step.fact, Fact::InBackground(_));
    let can_run = is_part && !reasons.iter().any(in_background);
    ui.horizontal_wrapped(|ui| {
        caption(ui, cx.theme, &question);
        if can_run && !run.is_told() && !run.node(&window.node).state.is_running() {
            let text = cx.texts.tr("command.what_it_takes");
            if ui.small_button(&*text).clicked() {
                let wish = Wish::Runs(window.node.clone());
                sink.push(Action::Run(RunAction::Takes(TakesAction::Ask(wish))));
            }
        }
    });
    if !is_part {
        ui.label(cx.texts.tr("why_window.not_part").into_owned());
    }
    ui.add_space(space::XS);
    let no_abort = window
        .no_abort
        .of(now, |_| run.why_no_abort(&window.node, &name));
    let told = window.reasons.iter().map(|told| &told.reason);
    let width = frames_width(ui, cx, told.chain(no_abort.as_ref()));
    let mut asked = None;
    // Each node's answer begins at its top. The window grows with it, as far as the screen does.
    let list = ScrollArea::vertical()
        .id_salt(&window.node)
        .auto_shrink([false, true])
        .min_scrolled_height(height_below(ui))
        .show(ui, |ui| {
            if let Some(reason) = no_abort {
                why_no_abort(ui, cx, (run, reason), width, sink);
                ui.separator();
            }
            for (place, told) in window.reasons.iter().enumerate() {
                let shown = ui.push_id(place, |ui| line(ui, cx, (place, told), width, sink));
                if shown.inner {
                    asked = Some(place);
                }
            }
        });
    focus_regions::start_at(ui, list.inner_rect);
    if let Some(place) = asked {
        let lines = window.reasons.at(now);
        let (after, depth) = (place + 1, lines[place].depth + 1);
        let further = run.why_further(&lines[place].reason, &name);
        lines[place].can_ask = false;
        lines.splice(after..after, ReasonLine::all(further, depth));
    }
}

/// Why a condition aborted nothing, and what would let it.
fn why_no_abort(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (run, reason): (&dyn RunView, &Reason),
    width: f32,
    sink: &mut ActionSink,
) {
    caption(ui, cx.theme, &cx.texts.tr("why_window.no_abort"));
    let told = ReasonLine {
        reason: reason.clone(),
        depth: 0,
        can_ask: false,
    };
    ui.push_id("no abort", |ui| line(ui, cx, (1, &told), width, sink));
    if let Some((composite, abort)) = abort_that_helps(cx, run, reason) {
        let title = cx.title_of(&composite);
        let name = cx
            .texts
            .tr(&format!("canvas.abort.{}", abort.name()))
            .into_owned();
        let arguments = [("composite", &*title), ("abort", &*name)];
        let text = cx.texts.tr_with("why_window.set_abort", &arguments);
        if ui.button(text).clicked() {
            sink.edit(Command::SetAbort(vec![composite], abort));
        }
    }
    // After an edit during the run, as by the button above, it is reached only in a run from the start.
    if matches!(reason.step.fact, Fact::NoAbort(NoAbort::NotReachedSince(_)))
        && !cx.run.is_some_and(RunView::is_told)
        && ui
            .button(cx.texts.tr("command.restart_with_inputs"))
            .clicked()
    {
        sink.push(Action::Run(RunAction::RestartWithInputs));
    }
}

/// The abort type with which a condition would abort something, and the composite that needs it; `None` if none would help.
fn abort_that_helps(
    cx: &PanelContext<'_>,
    run: &dyn RunView,
    reason: &Reason,
) -> Option<(NodeId, AbortType)> {
    match reason.step.fact {
        Fact::NoAbort(NoAbort::LetGo {
            composite, better, ..
        }) => Some((run.node_of(composite)?.id, better?)),
        Fact::NoAbort(
            NoAbort::Dropped { .. } | NoAbort::Restarted { .. } | NoAbort::Rechecked { .. },
        ) => None,
        _ => {
            let composite = nearest_composite(cx, &reason.node.id)?;
            let node = cx.front.document().node(&composite)?;
            // What runs beside the condition, or what runs after its composite.
            let abort = if run.node(&composite).state.is_running() {
                AbortType::OwnBranch
            } else {
                AbortType::LowerPriority
            };
            (node.abort == AbortType::None).then_some((composite, abort))
        }
    }
}

/// The composite that watches a condition.
fn nearest_composite(cx: &PanelContext<'_>, condition: &NodeId) -> Option<NodeId> {
    let document = cx.front.document();
    let mut above = document.node(condition)?.parent();
    while let Some(id) = above {
        let node = document.node(id)?;
        let declaration = cx.library.declaration(&node.task)?;
        if declaration.category == Category::Composite {
            return Some(id.clone());
        }
        above = node.parent();
    }
    None
}

/// The title on the card, with what an unnamed conditional asks: `Compare bool (sees_enemy)`.
fn title_and_question(cx: &PanelContext<'_>, id: &NodeId) -> String {
    let (title, question) = (cx.title_of(id), cx.question_or_title(id));
    if question == title {
        title
    } else {
        cx.texts.with_note(&title, &question)
    }
}

/// How wide the names of the frames of all reasons are, so that their sentences begin at one line.
fn frames_width<'r>(
    ui: &Ui,
    cx: &PanelContext<'_>,
    reasons: impl Iterator<Item = &'r Reason>,
) -> f32 {
    let font = TextStyle::Body.resolve(ui.style());
    let names = reasons.filter_map(|reason| reason.frame);
    let names = names.map(|frame| frame_name(cx, frame));
    let widths = names.map(|name| text_width(ui, &name, font.clone()));
    widths.fold(text_width(ui, NO_FRAME, font.clone()), f32::max)
}

fn frame_name(cx: &PanelContext<'_>, frame: u64) -> String {
    let frame = frame.to_string();
    cx.texts.tr_with("status.frame", &[("frame", &frame)])
}

/// A reason, and the frame in which it was decided, in a column of this width. Returns whether its own reasons are asked for.
fn line(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (place, told): (usize, &ReasonLine),
    width: f32,
    sink: &mut ActionSink,
) -> bool {
    let reason = &told.reason;
    let mut text = cx.texts.sentence(&reason.sentence);
    if cx.run.is_some_and(|run| run.agent() != reason.agent) {
        text = cx.texts.of_agent(reason.agent, &text);
    }
    let mut asks = false;
    ui.horizontal_top(|ui| {
        ui.add_space(told.depth.min(MOST_INDENTED) as f32 * space::M);
        ui.vertical(|ui| {
            ui.set_width(width);
            frame_link(ui, cx, (reason, &text), sink);
        });
        ui.vertical(|ui| {
            let mut shown = RichText::new(&text);
            if place == 0 {
                shown = shown.strong();
            }
            ui.add(Label::new(shown).wrap());
            condition(ui, cx, reason);
            if told.can_ask {
                let name = cx.texts.tr_with("why_window.further_of", &[("why", &text)]);
                let link = ui.link(cx.texts.tr("why_window.further").into_owned());
                link.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, &name));
                asks = row_pressed(ui, &link);
            }
        });
    });
    ui.add_space(space::XS);
    asks
}

/// Goes to the frame in which a reason was decided, if that is known.
fn frame_link(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (reason, text): (&Reason, &str),
    sink: &mut ActionSink,
) {
    let Some(frame) = reason.frame else {
        ui.label(RichText::new(NO_FRAME).color(cx.theme.muted));
        return;
    };
    let shown = frame_name(cx, frame);
    let name = cx
        .texts
        .tr_with("why_window.go_to", &[("frame", &shown), ("why", text)]);
    let link = ui.link(&shown).on_hover_text(&name);
    link.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, &name));
    if row_pressed(ui, &link) {
        // The frame as a whole: in the middle of it, the answer would change to what was known by then.
        sink.push(Action::Run(RunAction::Walk(Walk::GoTo(frame))));
        let (agent, tree) = reason.of;
        if let Some(run) = cx.run.filter(|run| run.agent() != agent) {
            sink.push(Action::Run(RunAction::Walk(Walk::ShowAgent(agent))));
            cx.of_tree(run, tree).reveal(&reason.node.id, sink);
            // The same node of another agent may do something else.
            sink.push(Action::View(ViewAction::Why));
        } else {
            sink.push(Action::View(ViewAction::Reveal(reason.node.id.clone())));
        }
    }
}

/// The parts of the condition that decided, with the values that it read.
fn condition(ui: &mut Ui, cx: &PanelContext<'_>, reason: &Reason) {
    let Some(decided) = &reason.condition else {
        return;
    };
    let own = cx.run.map_or(*cx, |run| cx.of_tree(run, reason.of.1));
    let Some(node) = own.front.document().node(&decided.node) else {
        return;
    };
    for part in parts(node, own.library, &decided.values, decided.holds) {
        let key = match part.holds {
            Some(true) => "why_window.holds",
            Some(false) => "why_window.holds_not",
            None => continue,
        };
        let text = cx.texts.tr_with(key, &[("condition", &part.text)]);
        let text = RichText::new(text).color(cx.theme.muted);
        ui.add(Label::new(text).wrap());
    }
}
