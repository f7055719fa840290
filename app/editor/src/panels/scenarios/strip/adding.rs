//! The window that adds marks at the cursor: a search over everything that can be an input, or that can be expected. Offers what the run
//! shows at this frame as the expected value.

use egui::{Key, Modifiers, ScrollArea, TextEdit, Ui};
use treewright_core::model::{Node, Variable};
use treewright_core::runtime::{Event, Outcome, Status};
use treewright_core::value::Value;
use treewright_insight::history::NodeState;
use treewright_insight::scenario::{
    Ending, Fact, FrameRange, Interruption, Mark, MarkSubject, NodeName,
};
use treewright_session::memo::Memo;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::run_view::RunView;
use treewright_session::workspace::scenario_edits::ScenarioEdit;

use super::details::name_in;
use super::{Strip, StripState, marks};
use crate::action::ActionSink;
use crate::theme::space;
use crate::widgets::{Dialog, DialogPlace, MAX_QUERY_LENGTH, Row, keep_focus, placeholder};

/// The maximum number of results shown.
const MAX_SHOWN: usize = 200;
/// The tasks that receive events by name, and those that are interrupted by key, with the parameters that say which.
const RECEIVERS: [(&str, &str); 2] = [("HasReceivedEvent", "name"), ("WaitForEvent", "name")];
const INTERRUPTIBLE: [(&str, &str); 1] = [("Interruptible", "key")];

/// What the window adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Input,
    Expectation,
}

/// The window that adds marks.
pub struct AddWindow {
    kind: Kind,
    is_new: bool,
    query: String,
    chosen: usize,
    /// By document version, frame, moment of the run, query and language.
    found: Memo<(Version, u64, u64, String, &'static str), Vec<AddLine>>,
}

/// What can be added.
struct AddLine {
    text: String,
    detail: String,
    mark: Mark,
}

/// Opens the window.
pub fn open(state: &mut StripState, kind: Kind) {
    state.adding = Some(AddWindow {
        kind,
        is_new: true,
        query: String::new(),
        chosen: 0,
        found: Memo::default(),
    });
}

/// The menu of an empty place on the strip.
pub fn menu(ui: &mut Ui, strip: &Strip<'_>, state: &mut StripState) {
    let texts = strip.cx.texts;
    for (key, kind) in [
        ("scenarios.add_input", Kind::Input),
        ("scenarios.add_expected", Kind::Expectation),
    ] {
        if ui.button(texts.tr(key).into_owned()).clicked() {
            open(state, kind);
            ui.close();
        }
    }
}

pub fn show(ctx: &egui::Context, strip: &Strip<'_>, state: &mut StripState, sink: &mut ActionSink) {
    let Some(window) = &mut state.adding else {
        return;
    };
    let is_new = std::mem::take(&mut window.is_new);
    if is_new && window.kind == Kind::Expectation && strip.cx.run.is_none() {
        // What happens at this frame is better than a guess.
        strip.play(strip.cursor, sink);
    }
    let texts = strip.cx.texts;
    let key = match window.kind {
        Kind::Input => "scenarios.add_input_at",
        Kind::Expectation => "scenarios.add_expected_at",
    };
    let frame = strip.cursor.to_string();
    let title = texts.tr_with(key, &[("frame", &frame)]);
    let dialog = Dialog {
        id: "add to scenario",
        title: &title,
        close: &texts.tr("dialog.close"),
        width: 520.0,
        closes_outside: true,
        // The strip is below.
        place: DialogPlace::Top,
    };
    let mut added = None;
    let closed = dialog.show(ctx, strip.cx.theme, |ui| {
        added = search(ui, strip, window, &title);
    });
    let is_done = added.is_some();
    if let Some(mark) = added {
        strip.edit(ScenarioEdit::Put(strip.cursor, mark), sink);
    }
    if is_done || closed {
        state.adding = None;
        state.focus = true;
    }
}

/// The search field and its results. Returns the mark that was chosen.
fn search(ui: &mut Ui, strip: &Strip<'_>, window: &mut AddWindow, title: &str) -> Option<Mark> {
    let texts = strip.cx.texts;
    let (step, enter) = ui.input_mut(|input| {
        let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
        let step = isize::from(pressed(Key::ArrowDown)) - isize::from(pressed(Key::ArrowUp));
        (step, pressed(Key::Enter))
    });
    let width = ui.available_width();
    let field = TextEdit::singleline(&mut window.query)
        .hint_text(placeholder(texts.tr("scenarios.add_hint")))
        .char_limit(MAX_QUERY_LENGTH)
        .desired_width(width)
        .margin(egui::Margin::symmetric(8, 6));
    let field = ui.add(field).accessible_name(title);
    if field.changed() {
        window.chosen = 0;
    }
    keep_focus(&field);
    ui.add_space(space::XS);
    let moment = strip.run.map_or(0, RunView::moment);
    let query = window.query.trim().to_owned();
    let key = (
        strip.cx.front.version(),
        strip.cursor,
        moment,
        query,
        texts.language(),
    );
    let kind = window.kind;
    let lines = window
        .found
        .of(key, |(.., query, _)| matching(strip, kind, query));
    let last = lines.len().saturating_sub(1);
    window.chosen = window.chosen.saturating_add_signed(step).min(last);
    if lines.is_empty() {
        ui.label(texts.tr("seek.nothing"));
    }
    if enter {
        return lines.get(window.chosen).map(|line| line.mark.clone());
    }
    list(ui, strip, (lines, window.chosen), step != 0)
}

fn list(
    ui: &mut Ui,
    strip: &Strip<'_>,
    (lines, chosen): (&[AddLine], usize),
    moved: bool,
) -> Option<Mark> {
    ui.spacing_mut().item_spacing.y = 0.0;
    let room = (ui.ctx().content_rect().height() - 240.0).clamp(80.0, 420.0);
    let area = ScrollArea::vertical()
        .max_height(room)
        .min_scrolled_height(room);
    let mut added = None;
    area.auto_shrink([false, true]).show(ui, |ui| {
        for (index, line) in lines.iter().enumerate() {
            let icon = marks::subject_icon(&line.mark.subject());
            let row = Row::new(&line.text)
                .icon(icon, strip.cx.theme.muted)
                .detail(&line.detail)
                .selected(index == chosen);
            let response = ui.push_id(index, |ui| row.show(ui, strip.cx.theme)).inner;
            if index == chosen && moved {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                added = Some(line.mark.clone());
            }
        }
    });
    added
}

/// Everything of a kind that matches a query.
fn matching(strip: &Strip<'_>, kind: Kind, query: &str) -> Vec<AddLine> {
    let marks: Box<dyn Iterator<Item = Mark>> = match kind {
        Kind::Input => Box::new(inputs(strip, query)),
        Kind::Expectation => Box::new(expectations(strip)),
    };
    let words = query.to_lowercase();
    let lines = marks.filter_map(|mark| {
        let line = line(strip, mark);
        let text = line.text.to_lowercase();
        let is_match = words.split_whitespace().all(|word| text.contains(word));
        is_match.then_some(line)
    });
    lines.take(MAX_SHOWN).collect()
}

fn line(strip: &Strip<'_>, mark: Mark) -> AddLine {
    let texts = strip.cx.texts;
    let lane = texts.mark_subject(&mark.subject(), &strip.titles());
    let key = match &mark {
        Mark::Set(..) => "scenarios.offer_set",
        Mark::Expect(_) => "scenarios.offer_expected",
        Mark::Answer(..) => "scenarios.offer_from_now",
        Mark::Force(..) => "scenarios.offer_once",
        _ => "scenarios.offer_other",
    };
    let value = texts.mark_in_lane(&mark, &strip.titles());
    AddLine {
        text: texts.tr_with(key, &[("lane", &lane)]),
        detail: super::short(&value),
        mark,
    }
}

fn inputs<'a>(strip: &'a Strip<'a>, query: &'a str) -> impl Iterator<Item = Mark> + 'a {
    let document = strip.cx.front.document();
    let library = strip.cx.library;
    let variables = document.variables.iter();
    let set =
        variables.map(|variable| Mark::Set(variable.name.clone(), next_value(strip, variable)));
    let mut sent = names_in(strip, &RECEIVERS);
    let heard = strip.run.map(RunView::heard_events);
    for name in heard.into_iter().flatten() {
        if !sent.iter().any(|other| **other == *name) {
            sent.push(name.to_string());
        }
    }
    let sent = sent.into_iter();
    let interrupted = names_in(strip, &INTERRUPTIBLE).into_iter();
    let interrupted = interrupted.map(|key| interrupt(&key));
    let leaves = || {
        document.pre_order().filter(move |node| {
            node.children().is_empty() && library.declaration(&node.task).is_some()
        })
    };
    let cx = strip.cx;
    let answers = leaves().filter(|node| library.can_have_stand_in(node));
    let answers = answers.map(|leaf| Mark::Answer(name_in(cx, leaf.id()), Status::Success));
    let forced = leaves().map(|leaf| Mark::Force(name_in(cx, leaf.id()), Status::Failure));
    // What the tree does not name, the user types.
    let typed = Some(query).filter(|query| !query.is_empty()).into_iter();
    let typed = typed.flat_map(|name| [event(name), interrupt(name)]);
    set.chain(sent.map(|name| event(&name)))
        .chain(interrupted)
        .chain(answers)
        .chain(forced)
        .chain([Mark::Duration(strip.scenario.dt), Mark::Seed(0)])
        .chain(typed)
}

fn event(name: &str) -> Mark {
    Mark::Event(Event {
        name: name.into(),
        payload: None,
    })
}

fn interrupt(key: &str) -> Mark {
    Mark::Interrupt(Interruption {
        key: key.into(),
        result: Outcome::Success,
    })
}

/// The names that nodes of these tasks have in these parameters.
fn names_in(strip: &Strip<'_>, tasks: &[(&str, &str)]) -> Vec<String> {
    let nodes = strip.cx.front.document().pre_order();
    let mut names: Vec<String> = nodes
        .filter_map(|node| {
            let (_, parameter) = tasks.iter().find(|(task, _)| *task == &*node.task)?;
            let name = node.text_parameter(parameter);
            (!name.is_empty()).then(|| name.to_owned())
        })
        .collect();
    names.sort();
    names.dedup();
    names
}

/// A value that differs from the one before the cursor, where there are only two.
fn next_value(strip: &Strip<'_>, variable: &Variable) -> Value {
    match value_at(strip, variable) {
        Value::Bool(on) => Value::Bool(!on),
        other => other,
    }
}

/// The value of a variable at the cursor: in the run, else as the scenario sets it, else as declared.
fn value_at(strip: &Strip<'_>, variable: &Variable) -> Value {
    let live = strip.run.and_then(|run| run.variable(&variable.name));
    let before = strip.scenario.steps.range(..=strip.cursor).rev();
    let mut set = before.flat_map(|(_, step)| &step.set);
    let set = set.find(|(name, _)| *name == variable.name);
    let known = live.or(set.map(|(_, value)| value));
    known.unwrap_or(&variable.initial.value).clone()
}

fn expectations<'a>(strip: &'a Strip<'a>) -> impl Iterator<Item = Mark> + 'a {
    let document = strip.cx.front.document();
    let cursor = strip.cursor;
    let whole = [
        status(strip),
        running(strip),
        aborts(strip),
        Fact::NoAborts(FrameRange {
            from: cursor,
            to: strip.scenario.frames.max(cursor),
        }),
    ];
    let variables = document.variables.iter();
    let variables = variables.map(|v| Fact::Variable(v.name.clone(), value_at(strip, v)));
    let states = document.pre_order();
    let states = states.map(|node| Fact::Node(name_in(strip.cx, node.id()), state(strip, node)));
    let ended = document.pre_order();
    let ended = ended.map(|node| Fact::Ended(name_in(strip.cx, node.id()), ending(strip, node)));
    let facts = whole
        .into_iter()
        .chain(variables)
        .chain(states)
        .chain(ended);
    facts.map(Mark::Expect)
}

fn state(strip: &Strip<'_>, node: &Node) -> NodeState {
    strip
        .run
        .map_or(NodeState::Running, |run| run.node(node.id()).state)
}

fn ending(strip: &Strip<'_>, node: &Node) -> Ending {
    let Some(run) = strip.run else {
        return Ending::Success;
    };
    let lane = run.lanes().iter().find(|lane| lane.id == *node.id());
    let history = lane.and_then(|lane| run.history().lane(lane.node));
    let at = u32::try_from(strip.cursor).unwrap_or(u32::MAX);
    let span = history.and_then(|history| history.between(at, at).last());
    match span
        .filter(|span| span.to == at || span.is_series)
        .map(|span| span.end)
    {
        Some(NodeState::Success) => Ending::Success,
        Some(NodeState::Failure) => Ending::Failure,
        Some(NodeState::Interrupted) => Ending::Interrupted,
        _ => Ending::None,
    }
}

fn status(strip: &Strip<'_>) -> Fact {
    let status = strip.run.and_then(RunView::status);
    Fact::Status(status.unwrap_or(Status::Running))
}

fn running(strip: &Strip<'_>) -> Fact {
    let stacks = strip.run.map_or(&[][..], |run| run.stacks());
    let tops = stacks.iter().filter_map(|stack| stack.last());
    let names: Vec<NodeName> = tops.map(|id| name_in(strip.cx, id)).collect();
    Fact::Running(names)
}

fn aborts(strip: &Strip<'_>) -> Fact {
    use treewright_insight::scenario::ExpectedAbort;
    let aborts = strip.run.map_or(&[][..], |run| run.aborts()).iter();
    let aborts = aborts.filter(|abort| abort.frame == strip.cursor);
    let aborts = aborts.map(|abort| ExpectedAbort {
        conditional: name_in(strip.cx, &abort.conditional),
        scope: Some(name_in(strip.cx, &abort.scope)),
    });
    Fact::Aborts(aborts.collect())
}

/// Another mark for a lane: for an expectation, what the run shows in this frame; for an input, a value like the one before. `None` if the
/// frame already has one, or the lane is that of a stand-in for the whole scenario.
pub fn next_in_lane(strip: &Strip<'_>, subject: &MarkSubject, frame: u64) -> Option<Mark> {
    let document = strip.cx.front.document();
    let node = |name: &str| {
        let id = treewright_insight::scenario::node_named(document, name)?;
        document.node(id)
    };
    let variable = |name: &str| document.variable(name);
    let before = || {
        let marks = strip.scenario.marks().into_iter();
        let own = marks.filter(|(place, _)| place.subject == *subject && place.frame <= frame);
        own.last().map(|(_, mark)| mark)
    };
    let mark = match subject {
        MarkSubject::Set(name) => Mark::Set(name.clone(), next_value(strip, variable(name)?)),
        MarkSubject::Status => Mark::Expect(status(strip)),
        MarkSubject::Running => Mark::Expect(running(strip)),
        MarkSubject::Aborts => Mark::Expect(aborts(strip)),
        MarkSubject::NoAborts => Mark::Expect(Fact::NoAborts(FrameRange {
            from: frame,
            to: frame,
        })),
        MarkSubject::Node(name) => {
            let state = state(strip, node(name)?);
            Mark::Expect(Fact::Node(name.clone(), state))
        }
        MarkSubject::Ended(name) => {
            let ending = ending(strip, node(name)?);
            Mark::Expect(Fact::Ended(name.clone(), ending))
        }
        MarkSubject::Variable(name) => {
            let value = value_at(strip, variable(name)?);
            Mark::Expect(Fact::Variable(name.clone(), value))
        }
        MarkSubject::Duration => Mark::Duration(strip.scenario.dt),
        MarkSubject::Seed => Mark::Seed(0),
        MarkSubject::Event(name) => before().unwrap_or_else(|| event(name)),
        MarkSubject::Interrupt(key) => before().unwrap_or_else(|| interrupt(key)),
        MarkSubject::Force(leaf) => Mark::Force(leaf.clone(), Status::Failure),
        MarkSubject::Answer(leaf) => match before() {
            Some(Mark::StandIn(..)) => return None,
            Some(Mark::Answer(_, Status::Success)) => Mark::Answer(leaf.clone(), Status::Failure),
            _ => Mark::Answer(leaf.clone(), Status::Success),
        },
    };
    strip.scenario.is_free(frame, &mark).then_some(mark)
}
