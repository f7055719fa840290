//! The bar above the canvas about the program that runs the tree: that the tree is the program's own and cannot be edited here, in what the document
//! differs from what a game runs, or that the shown frame ran another version; with the ways out.

use egui::{Align, Button, Frame, Label, Layout, Margin, RichText, Ui};
use treewright_authoring::diff::DifferenceKind;
use treewright_core::model::Document;
use treewright_session::workspace::game_link::TreeDifference;
use treewright_session::workspace::live_games::GameView;
use treewright_session::workspace::run_view::RunView as _;

use super::PanelContext;
use crate::action::{Action, ActionSink, FileAction, LiveAction, VersionAction};
use crate::icons;
use crate::theme::{Theme, space};

/// How strongly the bar is tinted.
const TINT: f32 = 0.2;

/// How many differences are named.
const NAMED: usize = 3;

/// In less width than this, the buttons are below the text.
const ONE_LINE: f32 = 620.0;

pub fn show(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    if cx.front.is_read_only() {
        read_only(ui, cx, sink);
    } else {
        own(ui, cx, sink);
    }
    earlier_version(ui, cx);
    unseen_use(ui, cx, sink);
}

/// The tree was entered through a node of a tree that another program runs, and what happens there is shown on that node only.
fn unseen_use(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let caller = cx
        .unseen_use
        .and_then(|entry| Some((entry, cx.workspace.with_id(entry.document)?)));
    let Some((entry, caller)) = caller else {
        return;
    };
    let node = cx.texts.title_of(caller.document(), &entry.node);
    let document = caller.title(cx.texts);
    let arguments = [("node", &*node), ("document", &*document)];
    let text = cx.texts.tr_with("program_bar.unseen_use", &arguments);
    let mut shown = cx.games.iter();
    let own = shown.find_map(|game| Some((game, game.shown?)));
    bar(ui, cx, ("visibility_off", &text), |ui| {
        if let Some((game, agent)) = own {
            let name = cx.texts.argument(&game.title_of(agent));
            let text = cx
                .texts
                .tr_with("program_bar.show_agent", &[("agent", &name)]);
            if ui.button(text).clicked() {
                sink.push(Action::Live(LiveAction::ShowAgent(game.source, agent)));
            }
        }
    });
}

/// A document of the editor that differs from what a game runs.
fn own(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let differing = cx.games.iter().find_map(|game| {
        let mut known = game.differences.iter();
        Some((game, known.find(|known| known.own == cx.front.id())?))
    });
    if let Some((game, difference)) = differing {
        differs(ui, cx, (game, difference), sink);
    }
}

/// The shown frame ran the tree as it was before a program replaced it.
fn earlier_version(ui: &mut Ui, cx: &PanelContext<'_>) {
    let shown = cx.run.map(|run| (run.frame(), run.version_starts()));
    let Some((frame, starts)) = shown else { return };
    let Some(replaced) = starts.into_iter().find(|start| *start > frame) else {
        return;
    };
    let (frame, replaced) = (frame.to_string(), replaced.to_string());
    let arguments = [("frame", &*frame), ("replaced", &*replaced)];
    let text = cx.texts.tr_with("program_bar.earlier", &arguments);
    bar(ui, cx, ("swap_horiz", &text), |_| {});
}

/// The tree of another program, which cannot be edited.
fn read_only(ui: &mut Ui, cx: &PanelContext<'_>, sink: &mut ActionSink) {
    let told = cx.front.told_run();
    let text = match told.and_then(|told| told.live()) {
        Some(live) => cx.texts.tr_with("program_bar.of", &[("name", &live.name)]),
        None => cx.texts.tr("program_bar.told").into_owned(),
    };
    let differing = told.and_then(|told| {
        let source = told.live()?.source;
        let game = cx.games.iter().find(|game| game.source == source)?;
        let path = game.path_of(told.agent())?;
        let mut known = game.differences.iter();
        Some((game, known.find(|known| *known.path == *path)?))
    });
    bar(ui, cx, ("lock", &text), |ui| {
        let save = cx.texts.tr("command.save_as").into_owned();
        if ui.button(save).clicked() {
            sink.push(Action::File(FileAction::SaveAs));
        }
        if let Some((game, difference)) = differing {
            let compare = cx.texts.tr("program_bar.compare").into_owned();
            if ui.button(compare).clicked() {
                let compare = VersionAction::CompareWithOpen(Some(difference.own));
                sink.push(Action::Version(compare));
            }
            send_button(ui, cx, (game, difference), sink);
        }
    });
}

/// A document that differs from what a game runs.
fn differs(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (game, difference): (&GameView<'_>, &TreeDifference),
    sink: &mut ActionSink,
) {
    let what = what_differs(cx, game, difference);
    let arguments = [("name", game.name), ("what", &*what)];
    let key = if difference.can_be_shown {
        "program_bar.differs"
    } else {
        "program_bar.differs_unseen"
    };
    let text = cx.texts.tr_with(key, &arguments);
    bar(ui, cx, ("compare_arrows", &text), |ui| {
        send_button(ui, cx, (game, difference), sink);
        let text = cx.texts.tr("program_bar.show_theirs").into_owned();
        let hint = cx.texts.tr("program_bar.show_theirs_hint");
        let button = ui.add_enabled(difference.can_be_shown, Button::new(text));
        if button.on_hover_text(hint).clicked() {
            let show = LiveAction::ShowTheirs(game.source, difference.path.clone());
            sink.push(Action::Live(show));
        }
    });
}

fn send_button(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (game, difference): (&GameView<'_>, &TreeDifference),
    sink: &mut ActionSink,
) {
    let text = cx.texts.tr("program_bar.send_own").into_owned();
    let button = ui.add_enabled(game.can_swap, Button::new(text));
    let button = button.on_hover_text(cx.texts.tr("program_bar.send_own_hint"));
    if button
        .on_disabled_hover_text(cx.texts.tr("program_bar.cannot_send"))
        .clicked()
    {
        let send = LiveAction::SendOwn(game.source, difference.path.clone());
        sink.push(Action::Live(send));
    }
}

/// The first differences by name, and how many more there are.
fn what_differs(cx: &PanelContext<'_>, game: &GameView<'_>, difference: &TreeDifference) -> String {
    let texts = cx.texts;
    if difference.subjects.is_empty() {
        return texts.tr("program_bar.other_file").into_owned();
    }
    let own = cx.front.document();
    let theirs = game.seen.tree(difference.program);
    let theirs: &Document = theirs.map_or(own, |tree| &tree.files.document);
    let named = difference.subjects.iter().take(NAMED);
    let mut named: Vec<String> = named
        .map(|(subject, kind)| {
            let (document, key) = match kind {
                DifferenceKind::Added => (own, "program_bar.only_here"),
                DifferenceKind::Removed => (theirs, "program_bar.only_there"),
                DifferenceKind::Moved => (own, "program_bar.moved"),
                DifferenceKind::Changed => (own, "program_bar.changed"),
            };
            texts.tr_with(key, &[("subject", &texts.subject(subject, document))])
        })
        .collect();
    let more = difference.subjects.len() - named.len();
    if more > 0 {
        named.push(texts.tr_count("program_bar.more", more));
    }
    named.join(&texts.tr("list.comma"))
}

fn bar(
    ui: &mut Ui,
    cx: &PanelContext<'_>,
    (icon, text): (&str, &str),
    buttons: impl FnOnce(&mut Ui),
) {
    let fill = Theme::tint(cx.theme.panel, cx.theme.accent, TINT);
    let frame = Frame::new()
        .fill(fill)
        .inner_margin(Margin::symmetric(8, 3));
    let label = |ui: &mut Ui| {
        ui.label(icons::text(icon).size(16.0).color(cx.theme.accent));
        ui.add(Label::new(RichText::new(text)).wrap());
    };
    frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        if ui.available_width() < ONE_LINE {
            ui.horizontal_top(label);
            ui.horizontal_wrapped(buttons);
            return;
        }
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                buttons(ui);
                ui.with_layout(Layout::left_to_right(Align::Center), label);
            });
        });
    });
}
