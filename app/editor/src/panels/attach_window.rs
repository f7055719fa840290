//! The window with the programs that the editor is attached to, and those that it can attach to: robots by their addresses. Knows no sockets.

mod reach_choice;

use egui::{Align, Context, Label, Layout, ScrollArea, TextEdit, Ui, vec2};
use treewright_session::i18n::Texts;
use treewright_session::robot_address::{RobotAddress, THIS_MACHINE, USUAL_PORTS};
use treewright_session::workspace::live::{Connection, LiveRow, SourceKind};

use super::PanelContext;
use crate::action::{Action, ActionSink, LiveAction};
use crate::icons;
use crate::theme::{Theme, space};
use crate::widgets::{
    IconButton, ToolWindow, caption, check_box, closed_by_escape, focus_all, focus_all_at_first,
    height_below,
};

/// The least height of the list, and what stays free below it for the addresses that were used before. It scrolls if the screen has no more.
const MIN_LIST: f32 = 90.0;
const BELOW_LIST: f32 = 70.0;
/// The widths of both fields.
const HOST: f32 = 200.0;
const PORT: f32 = 60.0;

/// What has been typed so far.
pub struct AttachWindow {
    host: String,
    port: String,
    is_new: bool,
    shown_before: bool,
    /// Whether nothing else would have handled Escape in the previous frame.
    is_free: bool,
}

impl Default for AttachWindow {
    fn default() -> Self {
        Self {
            host: THIS_MACHINE.to_owned(),
            port: USUAL_PORTS[0].to_string(),
            is_new: true,
            shown_before: false,
            is_free: false,
        }
    }
}

/// The icon of a kind of program.
fn icon_of(kind: SourceKind) -> &'static str {
    match kind {
        SourceKind::Robot => "robot_2",
        SourceKind::Game => "sports_score",
    }
}

/// In a few words, whether a program is reached.
pub fn state_of(texts: &Texts, row: &LiveRow) -> String {
    match &row.connection {
        Connection::Connecting => texts.tr("attach.connecting").into_owned(),
        Connection::Attached if row.waits && row.kind == SourceKind::Game => {
            texts.tr("run.paused").into_owned()
        }
        Connection::Attached if row.waits => texts.tr("attach.waits").into_owned(),
        Connection::Attached => texts.tr("attach.is_attached").into_owned(),
        Connection::Lost(why) => {
            let reason = texts.message(why);
            let count = usize::try_from(row.failures).unwrap_or(usize::MAX);
            texts.tr_count_with("attach.trying", count, &[("reason", &*reason)])
        }
        Connection::Ended(_) => texts.tr("attach.detaching").into_owned(),
    }
}

/// Shows the window. Returns false if it was closed.
pub fn show(
    ctx: &Context,
    cx: &PanelContext<'_>,
    window: &mut AttachWindow,
    is_busy: bool,
    sink: &mut ActionSink,
) -> bool {
    let shown = ToolWindow {
        id: "attach",
        title: cx.texts.tr("attach.title").into_owned(),
        size: vec2(460.0, 320.0),
        about: None,
        is_new: std::mem::replace(&mut window.is_new, false),
    };
    let (_, open) = shown.show(ctx, |ui| {
        ui.spacing_mut().item_spacing.y = space::S;
        games(ui, cx, sink);
        address(ui, cx, window, sink);
        attached(ui, cx, sink);
        // Last, because it grows by a row with each program that is left.
        recent(ui, cx, sink);
    });
    open && !closed_by_escape(ctx, &mut window.is_free, is_busy)
}

fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(space::XS);
    ui.strong(text);
}

/// The switch for games, and who was refused.
fn games(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let texts = cx.texts;
    heading(ui, &texts.tr("games.title"));
    let mut is_on = cx.door.is_some();
    let label = texts.tr("games.switch");
    let switch = check_box(ui, &mut is_on, &*label);
    if switch
        .on_hover_text(texts.tr("games.switch_hint"))
        .clicked()
    {
        sink.push(Action::Live(LiveAction::SwitchGames(is_on)));
    }
    let Some(door) = cx.door else {
        return;
    };
    let has_games = cx.live.iter().any(|row| row.kind == SourceKind::Game);
    let hint = if has_games {
        "games.detach_hint"
    } else {
        "games.waiting"
    };
    caption(ui, cx.theme, &texts.tr(hint));
    reach_choice::show(ui, cx, door, sink);
    if !door.refused.is_empty() {
        let counts = door.refused.iter().map(|(reason, count)| {
            let key = format!("door.refused.{reason}");
            format!("{}: {count}", texts.tr(&key))
        });
        let list = counts.collect::<Vec<_>>();
        let list = list.join(&texts.tr("cli.list_separator"));
        let text = texts.tr_with("games.refused_count", &[("list", &list)]);
        caption(ui, cx.theme, &text);
    }
}

/// The fields for the address of a robot.
fn address(ui: &mut Ui, cx: &PanelContext<'_>, window: &mut AttachWindow, sink: &mut ActionSink) {
    let texts = cx.texts;
    heading(ui, &texts.tr("attach.robot"));
    let mut is_entered = false;
    ui.horizontal(|ui| {
        let name = texts.tr("attach.host");
        caption(ui, cx.theme, &name);
        let host = TextEdit::singleline(&mut window.host).desired_width(HOST);
        let host = ui.add(host).accessible_name(&*name);
        focus_all_at_first(ui, &host, &window.host, &mut window.shown_before);
        let name = texts.tr("attach.port");
        caption(ui, cx.theme, &name);
        let port = TextEdit::singleline(&mut window.port).desired_width(PORT);
        let port = ui.add(port).accessible_name(&*name);
        if port.gained_focus() {
            // What is typed replaces the proposed one.
            focus_all(ui, &port, &window.port);
        }
        for usual in USUAL_PORTS.map(|port| port.to_string()) {
            let is_chosen = window.port.trim() == usual;
            let name = texts.tr_with("attach.usual_port", &[("port", &*usual)]);
            let chip = ui
                .selectable_label(is_chosen, &usual)
                .accessible_name(&*name);
            if chip
                .on_hover_text(texts.tr(usual_port_hint(&usual)))
                .clicked()
            {
                window.port = usual;
            }
        }
        let enter = ui.input(|input| input.key_pressed(egui::Key::Enter));
        is_entered = enter && (host.lost_focus() || port.lost_focus());
    });
    let typed = RobotAddress::typed(&window.host, &window.port);
    ui.horizontal(|ui| {
        let button = egui::Button::new(&*texts.tr("attach.attach"));
        let is_pressed = ui.add_enabled(typed.is_some(), button).clicked();
        match typed {
            Some(address) if is_pressed || is_entered => {
                sink.push(Action::Live(LiveAction::AttachRobot(address.to_string())));
            }
            Some(_) => {}
            None => {
                caption(ui, cx.theme, &texts.tr("attach.no_address"));
            }
        }
    });
    caption(ui, cx.theme, &texts.tr("attach.hint"));
}

fn usual_port_hint(port: &str) -> &'static str {
    if port == USUAL_PORTS[0].to_string() {
        "attach.port_of_groot"
    } else {
        "attach.port_of_nav2"
    }
}

/// The addresses that were used before.
fn recent(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let is_attached = |address: &&String| cx.live.iter().any(|row| row.name == **address);
    let known = cx.settings.recent_robots.iter();
    let others: Vec<&String> = known.filter(|address| !is_attached(address)).collect();
    if others.is_empty() {
        return;
    }
    heading(ui, &cx.texts.tr("attach.recent"));
    ui.horizontal_wrapped(|ui| {
        for address in others {
            let name = cx.texts.tr_with("attach.attach_to", &[("name", address)]);
            if ui.button(address).accessible_name(&*name).clicked() {
                let attach = LiveAction::AttachRobot(address.clone());
                sink.push(Action::Live(attach));
            }
            let name = cx.texts.tr_with("attach.forget", &[("name", address)]);
            if IconButton::new("close", &name).small().show(ui).clicked() {
                let forget = LiveAction::ForgetRecent(address.clone());
                sink.push(Action::Live(forget));
            }
        }
    });
}

/// The programs that the editor is attached to.
fn attached(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    heading(ui, &cx.texts.tr("attach.list"));
    if cx.live.is_empty() {
        caption(ui, cx.theme, &cx.texts.tr("attach.none"));
        return;
    }
    let height = (height_below(ui) - BELOW_LIST).max(MIN_LIST);
    let area = ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height);
    area.show(ui, |ui| {
        for row in cx.live {
            line(ui, cx, row, sink);
        }
    });
}

/// A program: its name with what can be done, and below whether it is reached.
fn line(ui: &mut Ui, cx: &PanelContext<'_>, row: &LiveRow, sink: &mut ActionSink) {
    ui.horizontal(|ui| {
        let color = color_of(cx.theme, row);
        ui.label(icons::text(icon_of(row.kind)).color(color));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let can_show = row.document.is_some();
            // From the right.
            let actions = [
                ("attach.detach", LiveAction::Detach(row.source), true),
                ("attach.show", LiveAction::Show(row.source), can_show),
            ];
            for (key, action, is_enabled) in actions {
                let text = cx.texts.tr(key);
                let of = [("action", &*text), ("name", &*row.name)];
                let name = cx.texts.tr_with("attach.of", &of);
                let button = ui.add_enabled(is_enabled, egui::Button::new(&*text));
                if button.accessible_name(&*name).clicked() {
                    sink.push(Action::Live(action));
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(&row.name).truncate());
            });
        });
    });
    caption(ui, cx.theme, &state_of(cx.texts, row));
}

/// The color of the light of a program.
pub fn color_of(theme: &Theme, row: &LiveRow) -> egui::Color32 {
    match &row.connection {
        Connection::Attached if row.waits => theme.warning,
        Connection::Attached => theme.success,
        Connection::Connecting | Connection::Ended(_) => theme.muted,
        Connection::Lost(_) => theme.error,
    }
}
