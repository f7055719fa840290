//! What the condition depended on that a line of the log tells of: each value with its writer, in a few words, and the way there.

use egui::Response;
use treewright_core::ToArgument as _;
use treewright_core::ids::NodeId;
use treewright_insight::why::{AnswerSource, Fact, Heard, OtherNode, Reading, Sender, ValueOrigin};
use treewright_session::i18n::said;
use treewright_session::workspace::run_view::{LogEntry, LogKind, Reason, RunView, ShownNode};

use crate::action::{Action, ActionSink, RunAction, Walk};
use crate::panels::PanelContext;

/// Something on which a condition depended.
pub struct Cause {
    text: String,
    /// Where it happened.
    place: Option<(u64, NodeId)>,
}

/// Returns what decided a line.
pub fn of(cx: &PanelContext<'_>, entry: &LogEntry) -> Vec<Cause> {
    let (LogKind::Abort | LogKind::Breakpoint, Some(run)) = (entry.kind, cx.run) else {
        return Vec::new();
    };
    let reasons = run.why_logged(entry, &|id| cx.title_of(id)).into_iter();
    let causes = reasons.map(|reason| Cause {
        text: in_words(cx, &reason),
        place: reason.frame.map(|frame| (frame, reason.node.id.clone())),
    });
    causes.collect()
}

/// The sentence of a line with its causes.
pub fn sentence(cx: &PanelContext<'_>, entry: &LogEntry, causes: &[Cause]) -> String {
    if causes.is_empty() {
        return cx.texts.message(&entry.text);
    }
    let all: Vec<&str> = causes.iter().map(|cause| &*cause.text).collect();
    let all = all.join(&cx.texts.tr("log.between_causes"));
    let key = match entry.text.code() {
        "abort_true" => "log.abort_true_by",
        "abort_false" => "log.abort_false_by",
        _ => {
            let text = cx.texts.message(&entry.text);
            let all = cx.texts.as_sentence(&all);
            let arguments = [("text", &*text), ("causes", &*all)];
            return cx.texts.tr_with("log.with_causes", &arguments);
        }
    };
    let mut arguments = entry.text.arguments().to_vec();
    arguments.push(("causes", all.to_argument()));
    cx.texts.message(&said(key, arguments))
}

/// The menu of a line, with a way to each cause.
pub fn menu(
    response: &Response,
    cx: &PanelContext<'_>,
    (entry, causes): (&LogEntry, &[Cause]),
    sink: &mut ActionSink,
) {
    let with_place = |cause: &&Cause| cause.place.is_some();
    if !causes.iter().any(|cause| with_place(&cause)) {
        return;
    }
    response.context_menu(|ui| {
        for cause in causes.iter().filter(with_place) {
            let Some((frame, node)) = &cause.place else {
                continue;
            };
            let text = cx
                .texts
                .tr_with("log.go_to_cause", &[("cause", &cause.text)]);
            if ui.button(text).clicked() {
                sink.push(Action::Run(RunAction::Walk(Walk::GoTo(*frame))));
                // Causes are nodes of the tree of the line's agent.
                if let Some(agent) = entry.agent.filter(|_| cx.is_elsewhere()) {
                    sink.push(Action::Run(RunAction::Walk(Walk::ShowAgent(agent))));
                }
                cx.reveal(node, sink);
            }
        }
    });
}

fn in_words(cx: &PanelContext<'_>, reason: &Reason) -> String {
    let told = match &reason.step.fact {
        Fact::Value(reading) => value_in_words(cx, reading, &reason.node),
        Fact::Source(AnswerSource::Event(heard)) => event_in_words(cx, heard, &reason.node),
        _ => None,
    };
    told.unwrap_or_else(|| cx.texts.phrase(&reason.sentence))
}

fn event_in_words(cx: &PanelContext<'_>, heard: &Heard, sender: &ShownNode) -> Option<String> {
    let arrived = heard.arrived.as_ref()?;
    let (key, frame) = match arrived.sender {
        Sender::Input(frame) if is_by_you(cx) => ("log.sent_by_you", frame),
        Sender::Input(frame) => ("log.sent_input", frame),
        Sender::Node(_, place) => ("log.sent_node", place.frame),
        Sender::Other(ref by) if by.is_other_agent => ("log.sent_other", by.place.frame),
        Sender::Other(ref by) => ("log.sent_node", by.place.frame),
        Sender::Unknown => return None,
    };
    let event = match &arrived.payload {
        Some(payload) => {
            let payload = payload.to_string();
            let arguments = [("name", &*heard.name), ("payload", &*payload)];
            cx.texts.tr_with("log.event_and_payload", &arguments)
        }
        None => cx
            .texts
            .tr_with("log.event_alone", &[("name", &heard.name)]),
    };
    let other = match &arrived.sender {
        Sender::Other(by) => Some(&**by),
        _ => None,
    };
    let (frame, (node, agent)) = (frame.to_string(), names(cx, other, sender));
    let arguments = [
        ("event", &*event),
        ("node", &*node),
        ("agent", &*agent),
        ("frame", &*frame),
    ];
    Some(cx.texts.tr_with(key, &arguments))
}

/// The name of a node and the number of its agent: of the other one that did it, else of this one.
fn names(cx: &PanelContext<'_>, other: Option<&OtherNode>, own: &ShownNode) -> (String, String) {
    match other {
        Some(by) => (
            cx.texts.argument(&by.title),
            (by.agent.number() + 1).to_string(),
        ),
        None => (cx.title_of_shown(own), String::new()),
    }
}

/// Whether inputs came from the user.
fn is_by_you(cx: &PanelContext<'_>) -> bool {
    cx.run.is_some_and(RunView::has_own_inputs)
}

fn value_in_words(cx: &PanelContext<'_>, reading: &Reading, writer: &ShownNode) -> Option<String> {
    let change = change_in_words(cx, reading)?;
    let (key, frame) = match reading.source {
        ValueOrigin::Initial => ("log.cause_initial", None),
        ValueOrigin::Input(frame) if is_by_you(cx) => ("log.cause_by_you", Some(frame)),
        ValueOrigin::Input(frame) => ("log.cause_input", Some(frame)),
        ValueOrigin::Node(_, place) => ("log.cause_node", Some(place.frame)),
        ValueOrigin::Other(ref by) if by.is_other_agent => {
            ("log.cause_other", Some(by.place.frame))
        }
        ValueOrigin::Other(ref by) => ("log.cause_node", Some(by.place.frame)),
        ValueOrigin::Background(frame) => ("log.cause_background", Some(frame)),
        ValueOrigin::BeforeTheRecord => ("log.cause_before", None),
    };
    let frame = frame.map_or_else(String::new, |frame| frame.to_string());
    let other = match &reading.source {
        ValueOrigin::Other(by) => Some(&**by),
        _ => None,
    };
    let (node, agent) = names(cx, other, writer);
    let arguments = [
        ("change", &*change),
        ("node", &*node),
        ("agent", &*agent),
        ("frame", &*frame),
    ];
    Some(cx.texts.tr_with(key, &arguments))
}

/// A value, after the one before it: `ammo from 3 to 0`.
fn change_in_words(cx: &PanelContext<'_>, reading: &Reading) -> Option<String> {
    let value = reading.value.as_ref()?.to_string();
    let name = reading.variable.rsplit('/').next().unwrap_or_default();
    let was = reading.was.as_ref().map(ToString::to_string);
    let changed = was.filter(|was| *was != value).map(|was| {
        let arguments = [("name", name), ("was", &*was), ("value", &*value)];
        cx.texts.tr_with("log.cause_changed", &arguments)
    });
    Some(changed.unwrap_or_else(|| {
        let arguments = [("name", name), ("value", &*value)];
        cx.texts.tr_with("log.cause_is", &arguments)
    }))
}
