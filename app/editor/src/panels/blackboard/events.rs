//! The events that the user can send to the run: those that nodes listen to, each with its payload and a button, and one with any name. They
//! have their place below the variables also while nothing runs.

use std::sync::Arc;

use egui::{Align, Button, ComboBox, Id, Layout, Popup, Rect, TextEdit, Ui, UiBuilder, vec2};
use rustc_hash::FxHashMap;
use treewright_core::value::{Value, ValueType};
use treewright_session::memo::Memo;
use treewright_session::workspace::live::Verb;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::run_view::{RunState, RunView};

use super::heard_events::{HeardEvent, heard};
use super::menu::type_title;
use super::value;
use crate::accessible_tree::opens_menu;
use crate::action::{Action, ActionSink, FindAction, NamedInProject, ProjectAction, RunAction};
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::{
    IconButton, ROW_HEIGHT, Row, ValueField, check_box, menu_item, panel_scroll, placeholder,
    row_pressed, scroll_to_focused,
};

/// In a document with more nodes, the list is updated in the frame after a run starts or ends, not after each edit.
const MAX_FOLLOWED: usize = 20_000;
/// The maximum share of the panel.
const MAX_SHARE: f32 = 0.45;
/// The height of a line.
const LINE: f32 = ROW_HEIGHT + 2.0;
/// The width of the button that sends.
const SEND: f32 = 28.0;
/// The share of a line for the name.
const NAME_SHARE: f32 = 0.5;
/// The maximum length of a name that is typed.
const MAX_NAME: usize = 200;

/// State kept between frames.
#[derive(Default)]
pub struct EventsState {
    /// Whether the list is expanded, if the user chose. If not, it is while there are events.
    is_open: Option<bool>,
    heard: Memo<(Version, bool), Vec<HeardEvent>>,
    /// The list is updated a frame late: the frame in which a run of a large tree starts has enough to do.
    is_late: bool,
    /// The payloads that were entered, by event.
    payloads: FxHashMap<Arc<str>, Value>,
    /// The event with any name: its name, and the type of its payload.
    name: String,
    payload_type: Option<ValueType>,
    payload: Option<Value>,
    is_to_all: bool,
    /// The button of the first event takes the keyboard focus, or the field for a name if it cannot be pressed.
    takes_focus: bool,
}

/// What sends an event: to the run, if it can receive one.
struct Sender<'a> {
    /// Why no event can be sent now.
    obstacle: Option<String>,
    /// Names of events that wait for the next frame.
    waiting: Vec<Arc<str>>,
    cx: &'a PanelContext<'a>,
    is_to_all: bool,
}

impl EventsState {
    /// Expands the list, and focuses its first button, or else the field for the name of an event.
    pub fn take_focus(&mut self) {
        self.is_open = Some(true);
        self.takes_focus = true;
    }

    fn is_open(&self) -> bool {
        self.is_open.unwrap_or(!self.heard.is_empty())
    }

    fn update(&mut self, ui: &Ui, cx: &PanelContext<'_>) {
        let is_large = cx.front.document().node_count() > MAX_FOLLOWED;
        let mut key = (cx.front.version(), cx.run.is_some());
        if is_large {
            key.0.revision = 0;
        }
        let is_late = std::mem::take(&mut self.is_late);
        if is_large && self.heard.key() != Some(&key) && !is_late {
            self.is_late = true;
            ui.ctx().request_repaint();
            return;
        }
        self.heard.of(key, |_| heard(cx));
    }

    /// Updates the list, and returns the height of the section in a panel of this height.
    pub fn height(&mut self, ui: &Ui, cx: &PanelContext<'_>, panel: f32) -> f32 {
        self.update(ui, cx);
        let heading = ROW_HEIGHT + 2.0 * space::XS + 1.0;
        if !self.is_open() {
            return heading.min(panel);
        }
        let is_crowd = cx.run.is_some_and(|run| run.agent_count() > 1);
        let lines = self.heard.len() + 1 + usize::from(is_crowd);
        let gap = ui.spacing().item_spacing.y;
        let all = heading + lines as f32 * LINE + gap;
        all.min((panel * MAX_SHARE).max(heading + LINE)).min(panel)
    }
}

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, state: &mut EventsState, sink: &mut ActionSink) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.separator();
    ui.add_space(space::XS);
    let (is_open, count) = (state.is_open(), state.heard.len().to_string());
    let arguments = [("count", &*count)];
    let (icon, key) = if is_open {
        ("expand_more", "events.title_open")
    } else {
        ("chevron_right", "events.title_closed")
    };
    let name = cx.texts.tr_with(key, &arguments);
    let title = cx.texts.tr("events.title");
    let heading = Row::new(&title)
        .icon(icon, cx.theme.muted)
        .color(cx.theme.muted)
        .detail(&count)
        .name(&name)
        .show(ui, cx.theme);
    if row_pressed(ui, &heading) {
        state.is_open = Some(!is_open);
    }
    if !is_open {
        return;
    }
    let sender = Sender::of(cx, state.is_to_all);
    let heard: Vec<HeardEvent> = state.heard.to_vec();
    let area = panel_scroll();
    area.show(ui, |ui| {
        for event in &heard {
            ui.push_id(&event.name, |ui| sender.line(ui, event, state, sink));
        }
        sender.any_event(ui, state, sink);
        if cx.run.is_some_and(|run| run.agent_count() > 1) {
            let to_all = cx.texts.tr("events.to_all");
            check_box(ui, &mut state.is_to_all, &*to_all);
        }
    });
}

/// What can be done with an event in all files of the project.
fn event_menu(ui: &mut Ui, cx: &PanelContext<'_>, event: &Arc<str>, sink: &mut ActionSink) {
    let mut item = |icon: &str, key: &str, action: Action| {
        if menu_item(ui, icon, &cx.texts.tr(key), "").clicked() {
            sink.push(action);
        }
    };
    let rename = ProjectAction::AskForName(NamedInProject::Event(event.clone()));
    item("edit", "project.rename", Action::Project(rename));
    let uses = FindAction::UsesOfEvent(event.clone());
    item("search", "project.uses", Action::Find(uses));
}

/// Returns why no event can be sent to the program whose run is shown; `None` if one can, or if the run is the editor's own.
fn not_sent(cx: &PanelContext<'_>) -> Option<&'static str> {
    let verbs = cx.run.and_then(RunView::verbs)?;
    verbs.check(Verb::SendEvent).err()
}

impl<'a> Sender<'a> {
    fn of(cx: &'a PanelContext<'a>, is_to_all: bool) -> Self {
        let obstacle = match cx.run.map(RunView::state) {
            None => Some("events.no_run"),
            Some(RunState::Finished(_)) => not_sent(cx).or(Some("events.finished")),
            Some(_) => not_sent(cx),
        };
        let waiting = cx.run.map(RunView::events_waiting).unwrap_or_default();
        Self {
            obstacle: obstacle.map(|key| cx.texts.tr(key).into_owned()),
            waiting: waiting.into_iter().map(|sent| sent.name).collect(),
            cx,
            is_to_all,
        }
    }

    /// An event that nodes listen to: its name, its payload, and the button that sends it.
    fn line(
        &self,
        ui: &mut Ui,
        event: &HeardEvent,
        state: &mut EventsState,
        sink: &mut ActionSink,
    ) {
        let cx = self.cx;
        let (name, payload, button) = parts(ui);
        let waits = self.waiting.contains(&event.name);
        let (icon, color) = if waits {
            ("hourglass_top", cx.theme.running)
        } else {
            ("notifications", cx.theme.muted)
        };
        place(ui, "name", name, |ui| {
            let icon = icons::text(icon).size(15.0).color(color);
            let icon = ui.label(icon);
            if waits {
                icon.on_hover_text(cx.texts.tr("events.waits"));
            }
            let button = Button::new(&*event.name).frame(false).truncate();
            let title = cx.texts.tr_with("events.event", &[("name", &event.name)]);
            let button = ui.add(button).accessible_name(title);
            let button = button.on_hover_text(&*event.name);
            if button.secondary_clicked() {
                Popup::open_id(ui.ctx(), Popup::default_response_id(&button));
            }
            let menu = Popup::menu(&button).show(|ui| event_menu(ui, cx, &event.name, sink));
            opens_menu(&button, menu.is_some());
        });
        if let Some(value_type) = &event.payload {
            let default = || value_type.default_value();
            let kept = state
                .payloads
                .entry(event.name.clone())
                .or_insert_with(default);
            if !value_type.accepts(kept) {
                *kept = default();
            }
            let id = Id::unique(("event payload", cx.front.id(), &*event.name));
            place(ui, "payload", payload, |ui| {
                self.payload_editor(ui, (id, &event.name), value_type, kept);
            });
        }
        let payload = event.payload.as_ref();
        let payload = payload.and_then(|_| state.payloads.get(&event.name).cloned());
        let takes_focus = self.obstacle.is_none() && std::mem::take(&mut state.takes_focus);
        self.button(ui, button, &event.name, takes_focus, || payload, sink);
    }

    /// The event with any name.
    fn any_event(&self, ui: &mut Ui, state: &mut EventsState, sink: &mut ActionSink) {
        let cx = self.cx;
        let (name, payload, button) = parts(ui);
        place(ui, "any name", name, |ui| {
            let hint = cx.texts.tr("events.any_name");
            let field = TextEdit::singleline(&mut state.name)
                .char_limit(MAX_NAME)
                .hint_text(placeholder(&*hint))
                .desired_width(ui.available_width() - 2.0);
            let field = ui.add(field).accessible_name(&*hint);
            if std::mem::take(&mut state.takes_focus) {
                field.request_focus();
                field.scroll_to_me(None);
            }
        });
        place(ui, "any payload", payload, |ui| {
            let width = ui.available_width();
            let has_payload = state.payload_type.is_some();
            let list = if has_payload {
                48.0_f32.min(width * 0.5)
            } else {
                width
            };
            self.payload_type(ui, list, state);
            if let (Some(value_type), Some(payload)) = (&state.payload_type, &mut state.payload) {
                let id = Id::unique(("any event payload", cx.front.id()));
                let name = cx.texts.tr("events.any_name");
                self.payload_editor(ui, (id, &name), value_type, payload);
            }
        });
        let name = state.name.trim().to_owned();
        if name.is_empty() {
            let send = cx.texts.tr("events.send_any");
            let reason = cx.texts.tr("events.no_name");
            place(ui, "send any", button, |ui| {
                let button = IconButton::new("send", &send).small().enabled(false);
                button.disabled_reason(&reason).show(ui);
            });
            return;
        }
        let payload = || {
            state
                .payload
                .clone()
                .filter(|_| state.payload_type.is_some())
        };
        self.button(ui, button, &name, false, payload, sink);
    }

    /// A choice of the payload's type.
    fn payload_type(&self, ui: &mut Ui, width: f32, state: &mut EventsState) {
        let texts = self.cx.texts;
        let shown = match &state.payload_type {
            Some(value_type) => type_title(self.cx, value_type),
            None => texts.tr("events.no_payload").into_owned(),
        };
        let mut chosen = None;
        let name = texts.tr("events.payload_type");
        let list = ComboBox::from_id_salt("payload type")
            .selected_text(shown)
            .width(width)
            .truncate();
        let shown = list.show_ui(ui, |ui| {
            let is_none = state.payload_type.is_none();
            if ui
                .selectable_label(is_none, texts.tr("events.no_payload"))
                .clicked()
            {
                chosen = Some(None);
            }
            for value_type in ValueType::SIMPLE {
                let is_chosen = state.payload_type.as_ref() == Some(&value_type);
                let title = type_title(self.cx, &value_type);
                if ui.selectable_label(is_chosen, title).clicked() {
                    chosen = Some(Some(value_type));
                }
            }
            scroll_to_focused(ui);
        });
        shown.response.accessible_name(&*name).on_hover_text(&*name);
        if let Some(value_type) = chosen {
            state.payload = value_type.as_ref().map(ValueType::default_value);
            state.payload_type = value_type;
        }
    }

    fn payload_editor(
        &self,
        ui: &mut Ui,
        (id, name): (Id, &str),
        value_type: &ValueType,
        payload: &mut Value,
    ) {
        let texts = self.cx.texts;
        let field = ValueField {
            id,
            name: &texts.tr_with("events.payload_of", &[("name", name)]),
            range: None,
            unit: "",
            lines: false,
            texts,
        };
        if let Some(value) = value::editor(ui, &field, value_type, payload) {
            *payload = value;
        }
    }

    fn button(
        &self,
        ui: &mut Ui,
        rect: Rect,
        name: &str,
        takes_focus: bool,
        payload: impl FnOnce() -> Option<Value>,
        sink: &mut ActionSink,
    ) {
        let text = self.cx.texts.tr_with("events.send", &[("name", name)]);
        let response = place(ui, "send", rect, |ui| {
            let button = IconButton::new("send", &text).small();
            let button = button.enabled(self.obstacle.is_none());
            let reason = self.obstacle.as_deref().unwrap_or_default();
            button.disabled_reason(reason).show(ui)
        });
        if takes_focus {
            response.request_focus();
            response.scroll_to_me(None);
        }
        if response.clicked() {
            sink.push(Action::Run(RunAction::SendEvent {
                name: name.into(),
                payload: payload(),
                to_all: self.is_to_all,
            }));
        }
    }
}

/// Allocates a line, and divides it into name, payload and button.
fn parts(ui: &mut Ui) -> (Rect, Rect, Rect) {
    let (_, line) = ui.allocate_space(vec2(ui.available_width(), LINE));
    let (left, send) = line.split_left_right_at_x(line.right() - SEND);
    let (name, payload) = left.split_left_right_at_fraction(NAME_SHARE);
    (
        name.shrink2(vec2(2.0, 0.0)),
        payload.shrink2(vec2(2.0, 0.0)),
        send,
    )
}

/// Shows something in a part of a line.
fn place<R>(ui: &mut Ui, id: &str, rect: Rect, show: impl FnOnce(&mut Ui) -> R) -> R {
    let layout = Layout::left_to_right(Align::Center);
    let mut part = ui.new_child(UiBuilder::new().id_salt(id).max_rect(rect).layout(layout));
    part.spacing_mut().item_spacing.x = space::XS;
    part.shrink_clip_rect(rect.expand(2.0));
    show(&mut part)
}
