//! The fields of the selected mark, below the strip: its frame, what it says, what was found instead, and its buttons.

mod nodes;

pub use self::nodes::name_in;

use egui::{Align, Context, DragValue, Id, Label, Layout, RichText, TextEdit, Ui};
use treewright_core::model::StandIn;
use treewright_core::runtime::{Event, Outcome, Status};
use treewright_core::value::{Value, ValueType};
use treewright_insight::history::NodeState;
use treewright_insight::scenario::{
    Ending, Fact, FrameRange, Interruption, MAX_FRAMES, Mark, MarkPlace, NodeName,
    ScenarioDifference,
};
use treewright_insight::scenario_json::MAX_DT;
use treewright_session::workspace::run_session::Wish;
use treewright_session::workspace::scenario_edits::ScenarioEdit;

use super::{Strip, StripState, head, marks};
use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, RunAction, TakesAction};
use crate::icons;
use crate::keymap;
use crate::panels::scenarios::expectations;
use crate::theme::{space, text_size};
use crate::widgets::{
    IconButton, ValueField, check_box, choice, draft, focus_request, value_editor,
};

/// The width of a value.
const VALUE: f32 = 170.0;
/// The greatest width of the title of a mark.
const TITLE: f32 = 140.0;
/// In less width than this, after the title of a mark, buttons have no texts.
const NARROW: f32 = 400.0;

const STATUSES: [Status; 3] = [Status::Success, Status::Failure, Status::Running];
const STATES: [NodeState; 5] = [
    NodeState::Running,
    NodeState::Success,
    NodeState::Failure,
    NodeState::Interrupted,
    NodeState::Idle,
];
const ENDINGS: [Ending; 4] = [
    Ending::Success,
    Ending::Failure,
    Ending::Interrupted,
    Ending::None,
];

/// The id of the field that Enter focuses.
fn field_id(strip: &Strip<'_>, place: &MarkPlace) -> Id {
    Id::unique(("scenario mark", &strip.entry.file, place))
}

/// Starts to edit a mark: focuses its value. A boolean is changed at once. Returns whether a field gets the focus.
pub fn focus(
    ctx: &Context,
    strip: &Strip<'_>,
    place: &MarkPlace,
    mark: &Mark,
    sink: &mut ActionSink,
) -> bool {
    let changed = match mark {
        Mark::Set(name, Value::Bool(on)) => Mark::Set(name.clone(), Value::Bool(!on)),
        Mark::Expect(Fact::Variable(name, Value::Bool(on))) => {
            Mark::Expect(Fact::Variable(name.clone(), Value::Bool(!on)))
        }
        _ => {
            focus_request::request(ctx, field_id(strip, place));
            return true;
        }
    };
    strip.edit(ScenarioEdit::Change(place.clone(), changed), sink);
    false
}

/// Replaces an expectation by what was found.
pub fn accept(
    strip: &Strip<'_>,
    place: &MarkPlace,
    difference: &ScenarioDifference,
    sink: &mut ActionSink,
) {
    let edit = match (&difference.expected, &difference.found) {
        // What was found instead of no aborts says nothing about the other frames of the range.
        (Fact::NoAborts(_), _) => ScenarioEdit::Accept(difference.clone()),
        (_, found) => ScenarioEdit::Change(place.clone(), Mark::Expect(found.clone())),
    };
    strip.edit(edit, sink);
}

/// Shows the fields. With `is_head`, they take the place of the head, so undo, redo and the menu of expectations are among them.
pub fn show(
    ui: &mut Ui,
    strip: &Strip<'_>,
    state: &mut StripState,
    is_head: bool,
    sink: &mut ActionSink,
) {
    let selected = state.selected.clone();
    let selected = selected.and_then(|place| Some((strip.scenario.mark(&place)?, place)));
    let had_typing = state.has_typing;
    let area = ui.available_rect_before_wrap();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if is_head {
            head::steps(ui, strip, state, sink);
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            line(ui, strip, state, (is_head, selected), sink);
        });
    });
    let focused = ui.memory(egui::Memory::focused);
    let field = focused.and_then(|id| ui.ctx().read_response(id));
    state.has_typing = field.is_some_and(|field| area.contains(field.rect.center()));
    // What was typed is done or given up by a key, so the arrows move the mark again.
    let is_clicked = ui.input(|input| input.pointer.any_click());
    if had_typing && focused.is_none() && !is_clicked {
        state.focus = true;
        ui.ctx().request_repaint();
    }
}

/// The fields from left to right; without a mark, what one can do.
fn line(
    ui: &mut Ui,
    strip: &Strip<'_>,
    state: &mut StripState,
    (is_head, selected): (bool, Option<(Mark, MarkPlace)>),
    sink: &mut ActionSink,
) {
    let texts = strip.cx.texts;
    ui.spacing_mut().item_spacing.x = space::S;
    let Some((mark, place)) = selected else {
        let hint = RichText::new(texts.tr("scenarios.strip_hint"));
        let hint = hint.size(text_size::SMALL).color(strip.cx.theme.muted);
        ui.add(Label::new(hint).truncate());
        return;
    };
    if is_head {
        let name = texts.tr("scenarios.back");
        let back = IconButton::new("arrow_back", &name).hint("Esc");
        if back.small().show(ui).clicked() {
            state.selected = None;
            state.focus = true;
        }
    }
    let icon = icons::text(marks::subject_icon(&place.subject)).size(14.0);
    ui.label(icon.color(strip.cx.theme.muted));
    let title = texts.mark_subject(&place.subject, &strip.titles());
    let title = Label::new(RichText::new(&title).strong()).truncate();
    let width = ui.available_width().min(TITLE);
    ui.scope(|ui| {
        ui.set_max_width(width);
        ui.add(title);
    });
    let is_narrow = ui.available_width() < NARROW;
    let changed = fields(ui, strip, &place, &mark);
    if let Some(changed) = changed {
        strip.edit(ScenarioEdit::Change(place.clone(), changed), sink);
        state.focus |= ui.input(|input| input.key_pressed(egui::Key::Enter));
    }
    frame(ui, strip, &place, &mark, !is_narrow, sink);
    // After a button, the keyboard is with the strip again: Ctrl+Z undoes what the button did.
    state.focus |= buttons(ui, strip, &place, &mark, sink);
    if is_head {
        expectations::menu(ui, strip.cx, &mut state.quiet, !is_narrow, sink);
    }
    if let Some(difference) = strip.difference(&place, &mark) {
        let whole = texts.as_sentence(&texts.scenario_difference(difference));
        let found = texts.fact_in_lane(&difference.found, &strip.titles());
        let text = texts.tr_with("scenarios.found", &[("found", &found)]);
        let text = RichText::new(text).color(strip.cx.theme.failure);
        let accepted = texts.tr("scenarios.accept_found");
        let is_accepted = if is_narrow {
            let button = IconButton::new("check", &accepted).description(&whole);
            button.small().show(ui).clicked()
        } else {
            ui.button(&*accepted).clicked()
        };
        if is_accepted {
            accept(strip, &place, difference, sink);
            state.focus = true;
        }
        what_it_takes(ui, strip, &place, difference, sink);
        let label = Label::new(text).truncate().show_tooltip_when_elided(false);
        ui.add(label).on_hover_text(whole);
    }
}

/// The button that asks what it would take that the expectation holds.
fn what_it_takes(
    ui: &mut Ui,
    strip: &Strip<'_>,
    place: &MarkPlace,
    difference: &ScenarioDifference,
    sink: &mut ActionSink,
) {
    let wish = Wish::Holds(difference.expected.clone());
    let name = strip.cx.texts.tr("command.what_it_takes");
    let button = IconButton::new("lightbulb", &name).small();
    if button.show(ui).clicked() {
        let file = strip.entry.file.clone();
        let ask = TakesAction::AskOfScenario(file, place.frame, wish);
        sink.push(Action::Run(RunAction::Takes(ask)));
    }
}

fn frame(
    ui: &mut Ui,
    strip: &Strip<'_>,
    place: &MarkPlace,
    mark: &Mark,
    has_label: bool,
    sink: &mut ActionSink,
) {
    if matches!(mark, Mark::StandIn(..)) {
        return;
    }
    let label = strip.cx.texts.tr("scenarios.mark_frame");
    if has_label {
        ui.label(&*label);
    }
    let id = field_id(strip, place).with("frame");
    let moved = draft(ui, id, &place.frame, |ui, frame| {
        let field = DragValue::new(frame).range(1..=MAX_FRAMES).speed(0.1);
        ui.add(field.update_while_editing(false))
            .accessible_name(&*label)
    });
    if let Some(frame) = moved {
        strip.edit(ScenarioEdit::Move(place.clone(), frame), sink);
    }
}

/// The buttons of the mark. Returns whether one was pressed.
fn buttons(
    ui: &mut Ui,
    strip: &Strip<'_>,
    place: &MarkPlace,
    mark: &Mark,
    sink: &mut ActionSink,
) -> bool {
    let texts = strip.cx.texts;
    let name = texts.tr("scenarios.duplicate_mark");
    let can_be_copied = !matches!(mark, Mark::StandIn(..));
    let keys = keymap::display_of(ui.ctx(), "Ctrl+D");
    let copy = IconButton::new("content_copy", &name).small().hint(&keys);
    let is_copied = copy.enabled(can_be_copied).show(ui).clicked();
    if is_copied {
        strip.edit(ScenarioEdit::Duplicate(place.clone()), sink);
    }
    let name = texts.tr("scenarios.remove_mark");
    let remove = IconButton::new("delete", &name).small().hint("Del");
    let is_removed = remove.show(ui).clicked();
    if is_removed {
        strip.edit(ScenarioEdit::Remove(place.clone()), sink);
    }
    is_copied || is_removed
}

/// The fields of what a mark says. Returns the changed mark.
fn fields(ui: &mut Ui, strip: &Strip<'_>, place: &MarkPlace, mark: &Mark) -> Option<Mark> {
    let id = field_id(strip, place);
    match mark {
        Mark::Duration(seconds) => {
            let label = strip.cx.texts.tr("scenarios.lane.duration");
            draft(ui, id, seconds, |ui, seconds| {
                let field = DragValue::new(seconds)
                    .range(0.0..=MAX_DT)
                    .speed(0.01)
                    .suffix(" s");
                ui.add(field.update_while_editing(false))
                    .accessible_name(&*label)
            })
            .map(Mark::Duration)
        }
        Mark::Seed(seed) => {
            let label = strip.cx.texts.tr("scenarios.lane.seed");
            draft(ui, id, seed, |ui, seed| {
                let field = DragValue::new(seed).update_while_editing(false);
                ui.add(field).accessible_name(&*label)
            })
            .map(Mark::Seed)
        }
        Mark::Set(name, current) => {
            variable(ui, strip, id, name, current).map(|value| Mark::Set(name.clone(), value))
        }
        Mark::Event(event) => payload(ui, strip, id, event).map(Mark::Event),
        Mark::Answer(leaf, current) => {
            status(ui, strip, id, *current, &STATUSES).map(|s| Mark::Answer(leaf.clone(), s))
        }
        Mark::Force(leaf, current) => {
            status(ui, strip, id, *current, &STATUSES).map(|s| Mark::Force(leaf.clone(), s))
        }
        Mark::StandIn(leaf, stand_in) => {
            self::stand_in(ui, strip, id, stand_in).map(|new| Mark::StandIn(leaf.clone(), new))
        }
        Mark::Interrupt(interruption) => {
            let current = Status::from(interruption.result);
            let chosen = status(ui, strip, id, current, &STATUSES[..2])?;
            Some(Mark::Interrupt(Interruption {
                key: interruption.key.clone(),
                result: match chosen {
                    Status::Success => Outcome::Success,
                    _ => Outcome::Failure,
                },
            }))
        }
        Mark::Expect(fact) => expected(ui, strip, id, fact).map(Mark::Expect),
    }
}

fn expected(ui: &mut Ui, strip: &Strip<'_>, id: Id, fact: &Fact) -> Option<Fact> {
    match fact {
        Fact::Status(current) => status(ui, strip, id, *current, &STATUSES).map(Fact::Status),
        Fact::Node(name, current) => {
            let texts = strip.cx.texts;
            let words = STATES.map(|state| texts.node_state(state));
            let place = STATES.iter().position(|state| state == current);
            let chosen = chosen(ui, strip, id, &words, place)?;
            Some(Fact::Node(name.clone(), STATES[chosen]))
        }
        Fact::Ended(name, current) => {
            let words = ENDINGS.map(|ending| {
                let fact = Fact::Ended(NodeName::from(""), ending);
                strip.cx.texts.fact_in_lane(&fact, &strip.titles())
            });
            let place = ENDINGS.iter().position(|ending| ending == current);
            let chosen = chosen(ui, strip, id, &words, place)?;
            Some(Fact::Ended(name.clone(), ENDINGS[chosen]))
        }
        Fact::Variable(name, current) => {
            variable(ui, strip, id, name, current).map(|value| Fact::Variable(name.clone(), value))
        }
        Fact::Running(names) => nodes::running(ui, strip, id, names).map(Fact::Running),
        Fact::Aborts(aborts) => nodes::aborts(ui, strip, id, aborts).map(Fact::Aborts),
        Fact::NoAborts(range) => {
            let label = strip.cx.texts.tr("scenarios.quiet_last");
            ui.label(strip.cx.texts.tr("scenarios.quiet_to"));
            let to = draft(ui, id, &range.to, |ui, to| {
                let field = DragValue::new(to).range(range.from..=MAX_FRAMES).speed(0.1);
                ui.add(field.update_while_editing(false))
                    .accessible_name(&*label)
            })?;
            Some(Fact::NoAborts(FrameRange { to, ..*range }))
        }
    }
}

/// A choice among words. Returns the index of a newly chosen one.
fn chosen(
    ui: &mut Ui,
    strip: &Strip<'_>,
    id: Id,
    words: &[String],
    place: Option<usize>,
) -> Option<usize> {
    let label = strip.cx.texts.tr("scenarios.mark_value");
    let shown = place.map_or("", |place| &*words[place]);
    ui.scope(|ui| {
        ui.set_max_width(VALUE.min(0.4 * ui.available_width()));
        choice(ui, id, &label, shown, words, place)
    })
    .inner
}

fn status(
    ui: &mut Ui,
    strip: &Strip<'_>,
    id: Id,
    current: Status,
    offered: &[Status],
) -> Option<Status> {
    let words = offered
        .iter()
        .map(|status| strip.cx.texts.node_state((*status).into()));
    let words: Vec<String> = words.collect();
    let place = offered.iter().position(|status| *status == current);
    Some(offered[chosen(ui, strip, id, &words, place)?])
}

/// The value of a variable; of its declared type, if the tree declares it.
fn variable(ui: &mut Ui, strip: &Strip<'_>, id: Id, name: &str, current: &Value) -> Option<Value> {
    let declared = strip.cx.front.document().variable(name);
    let declared = declared.map(|variable| variable.value_type.clone());
    let value_type = declared.unwrap_or_else(|| current.value_type());
    value(ui, strip, id, &value_type, current)
}

fn value(
    ui: &mut Ui,
    strip: &Strip<'_>,
    id: Id,
    value_type: &ValueType,
    current: &Value,
) -> Option<Value> {
    let typed = current
        .coerced(value_type)
        .unwrap_or_else(|| current.clone());
    let name = strip.cx.texts.tr("scenarios.mark_value");
    let field = ValueField {
        id,
        name: &name,
        range: None,
        unit: "",
        lines: false,
        texts: strip.cx.texts,
    };
    // A list needs more room than a line.
    if matches!(value_type, ValueType::List(_)) {
        let text = super::short(&typed.to_string());
        return popup(ui, &name, &text, |ui| {
            value_editor(ui, &field, value_type, &typed)
        });
    }
    ui.scope(|ui| {
        ui.set_max_width(VALUE);
        value_editor(ui, &field, value_type, &typed)
    })
    .inner
}

/// A button with a list of fields that stays open while they are used.
fn popup<T>(
    ui: &mut Ui,
    name: &str,
    text: &str,
    inside: impl FnOnce(&mut Ui) -> Option<T>,
) -> Option<T> {
    let config = egui::containers::menu::MenuConfig::new()
        .close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside);
    let button = egui::containers::menu::MenuButton::new(text);
    let (response, inner) = button.config(config).ui(ui, |ui| {
        ui.set_width(280.0);
        inside(ui)
    });
    opens_menu(&response, inner.is_some());
    response.accessible_name(format!("{name}: {text}"));
    inner.and_then(|inner| inner.inner)
}

/// The name and the payload of an event.
fn payload(ui: &mut Ui, strip: &Strip<'_>, id: Id, event: &Event) -> Option<Event> {
    let texts = strip.cx.texts;
    let label = texts.tr("scenarios.event_name");
    let named = draft(ui, id, &event.name.to_string(), |ui, text| {
        let edit = TextEdit::singleline(text).desired_width(100.0);
        ui.add(edit).accessible_name(&*label)
    });
    let mut changed = event.clone();
    if let Some(name) = named.filter(|name| !name.trim().is_empty()) {
        changed.name = name.trim().into();
        return Some(changed);
    }
    let none = texts.tr("scenarios.no_payload").into_owned();
    let types = ValueType::SIMPLE.iter().map(ToString::to_string);
    let options: Vec<String> = std::iter::once(none).chain(types).collect();
    let current = event.payload.as_ref().map(Value::value_type);
    let place = match &current {
        None => Some(0),
        Some(own) => ValueType::SIMPLE
            .iter()
            .position(|t| t == own)
            .map(|at| at + 1),
    };
    let shown = match (&current, place) {
        (_, Some(place)) => options[place].clone(),
        (own, None) => own.as_ref().map(ToString::to_string).unwrap_or_default(),
    };
    let label = texts.tr("scenarios.payload");
    let chosen = ui.scope(|ui| {
        ui.set_max_width(100.0);
        choice(ui, id.with("type"), &label, &shown, &options, place)
    });
    if let Some(chosen) = chosen.inner {
        let value_type = chosen
            .checked_sub(1)
            .and_then(|at| ValueType::SIMPLE.get(at));
        changed.payload = value_type.map(ValueType::default_value);
        return Some(changed);
    }
    let current = event.payload.as_ref()?;
    changed.payload = Some(value(
        ui,
        strip,
        id.with("payload"),
        &current.value_type(),
        current,
    )?);
    Some(changed)
}

/// The stand-in of a leaf for the whole scenario.
fn stand_in(ui: &mut Ui, strip: &Strip<'_>, id: Id, stand_in: &StandIn) -> Option<StandIn> {
    let texts = strip.cx.texts;
    match stand_in {
        StandIn::Always(current) => status(ui, strip, id, *current, &STATUSES).map(StandIn::Always),
        StandIn::Sequence { results, again } => {
            let label = texts.tr("stand_in.results");
            let current = StandIn::letters_of(results);
            let letters = draft(ui, id, &current, |ui, text| {
                let edit = TextEdit::singleline(text).desired_width(120.0);
                let hint = texts.tr("stand_in.letters");
                ui.add(edit).accessible_name(&*label).on_hover_text(hint)
            });
            let mut starts_again = *again;
            let switch = check_box(ui, &mut starts_again, texts.tr("stand_in.again"));
            if letters.is_none() && !switch.changed() {
                return None;
            }
            let letters = letters.unwrap_or(current).to_uppercase();
            Some(StandIn::Sequence {
                results: letters.chars().filter_map(Status::from_letter).collect(),
                again: starts_again,
            })
        }
        other => {
            let text = treewright_session::stand_in_words::sentence(texts, other, false);
            ui.add(Label::new(text).truncate());
            let button = texts.tr("scenarios.always_instead");
            let replaced = ui.button(&*button).clicked();
            replaced.then_some(StandIn::Always(Status::Success))
        }
    }
}
