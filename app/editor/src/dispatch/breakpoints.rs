//! Breakpoints and watches of the document in front: changed, kept in the project's file, and read when a document has another file.

use egui::Context;
use treewright_authoring::edit::Command;
use treewright_core::ids::NodeId;
use treewright_insight::breakpoint::{Breakpoint, StopAt};
use treewright_session::host::breakpoints;
use treewright_session::host::breakpoints::BreakpointFault;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::run_session::RunSession;
use treewright_session::workspace::run_view::RunView as _;

use super::edit::perform;
use crate::action::{BreakpointAction, ViewAction};
use crate::app::EditorApp;
use crate::docking::{self, Panel};

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: BreakpointAction) {
    match action {
        BreakpointAction::Add(breakpoint) => add(app, ctx, breakpoint),
        BreakpointAction::AddForSelected(event) => {
            let selected = app.workspace.front().selection().primary().cloned();
            if let Some(node) = selected {
                add(app, ctx, Breakpoint::new(StopAt::Node(node, event)));
            }
        }
        BreakpointAction::Change(place, to) => edit(app, ctx, |own| {
            if let Some(breakpoint) = own.get_mut(place) {
                *breakpoint = to;
            }
        }),
        BreakpointAction::Remove(place) => edit(app, ctx, |own| {
            if place < own.len() {
                own.remove(place);
            }
        }),
        BreakpointAction::Set(nodes, on) => set(app, ctx, nodes, on),
        BreakpointAction::TakeOver(node) => {
            app.views.breakpoints.open_last();
            let breakpoint = Breakpoint::on_start(node.clone());
            edit(app, ctx, |own| own.push(breakpoint));
            perform(app, ctx, &Command::SetBreakpoint(vec![node], false));
        }
        BreakpointAction::EnableAll(on) => {
            edit(app, ctx, |own| own.iter_mut().for_each(|b| b.enabled = on));
        }
        BreakpointAction::RemoveAll => {
            edit(app, ctx, Vec::clear);
            clear_in_document(app, ctx, |_| true);
        }
        BreakpointAction::Watch(text) => watches(app, usize::MAX, text),
        BreakpointAction::ChangeWatch(place, text) => watches(app, place, text),
    }
}

/// Adds one and shows it in its panel, where it can be made what is wanted.
fn add(app: &mut EditorApp, ctx: &Context, breakpoint: Breakpoint) {
    app.views.breakpoints.open_last();
    docking::show(&mut app.panels, Panel::Breakpoints);
    edit(app, ctx, |own| own.push(breakpoint));
}

/// Sets breakpoints on the selected nodes, or clears those that they have if all have one.
pub fn toggle_selected(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    let nodes: Vec<NodeId> = front.selection().iter().cloned().collect();
    let on = !nodes.iter().all(|node| front.breakpoints.has(node));
    if !nodes.is_empty() {
        set(app, ctx, nodes, on);
    }
}

fn set(app: &mut EditorApp, ctx: &Context, nodes: Vec<NodeId>, on: bool) {
    let breakpoints = &app.workspace.front().breakpoints;
    if on {
        let without = nodes.into_iter().filter(|node| !breakpoints.has(node));
        let new: Vec<_> = without.map(Breakpoint::on_start).collect();
        edit(app, ctx, |own| own.extend(new));
    } else {
        edit(app, ctx, |own| {
            own.retain(|b| b.node().is_none_or(|node| !nodes.contains(node)));
        });
        clear_in_document(app, ctx, |node| nodes.contains(node));
    }
}

fn clear_in_document(app: &mut EditorApp, ctx: &Context, which: impl Fn(&NodeId) -> bool) {
    let flagged = app.workspace.front().breakpoints.in_document().iter();
    let flagged: Vec<NodeId> = flagged.filter(|node| which(node)).cloned().collect();
    if !flagged.is_empty() {
        perform(app, ctx, &Command::SetBreakpoint(flagged, false));
    }
}

fn watches(app: &mut EditorApp, place: usize, text: String) {
    let (front, _) = app.workspace.front_mut();
    front.breakpoints.set_watch(place, text);
}

/// Changes the list of the document in front and keeps it.
fn edit(app: &mut EditorApp, ctx: &Context, change: impl FnOnce(&mut Vec<Breakpoint>)) {
    let (front, _) = app.workspace.front_mut();
    if !front.breakpoints.edit(change) {
        return;
    }
    keep(app, ctx, app.workspace.front_index());
    ctx.request_repaint();
}

fn keep(app: &mut EditorApp, ctx: &Context, index: usize) {
    let document = &app.workspace.documents()[index];
    let Some(path) = document.path() else { return };
    if let Err(fault) = breakpoints::save(path, document.breakpoints.own()) {
        say(app, ctx, "notice.breakpoints_not_kept", &fault);
    }
}

/// Shows the node at whose breakpoint the run in front has just stopped.
fn show_stop(app: &mut EditorApp, ctx: &Context) {
    let (front, _) = app.workspace.front_mut();
    let stopped = front.run.as_mut().and_then(RunSession::take_stopped);
    if stopped.is_some()
        && let Some(line) = front.run.as_ref().and_then(|run| run.log().last())
    {
        let text = app.texts.message(&line.text);
        app.say(ctx, NoticeKind::Done, text);
    }
    let (front, _) = app.workspace.front_mut();
    let known = stopped.filter(|node| front.document().node(node).is_some());
    if let Some(node) = known {
        super::view::apply(app, ctx, ViewAction::Reveal(node));
    }
}

/// Reads the breakpoints of documents that have another file than before, and notes those that stand in documents.
pub fn follow(app: &mut EditorApp, ctx: &Context) {
    show_stop(app, ctx);
    for index in 0..app.workspace.documents().len() {
        let Some((document, _)) = app.workspace.get_mut(index) else {
            continue;
        };
        document.look_at_breakpoints();
        let path = document.path().map(ToOwned::to_owned);
        if path == document.breakpoints.document_file {
            continue;
        }
        let breakpoints = &mut document.breakpoints;
        let had_file = breakpoints.document_file.is_some();
        breakpoints.document_file.clone_from(&path);
        let Some(path) = path else { continue };
        // What was saved under another name keeps its breakpoints; what was opened has those of its file.
        if had_file || !breakpoints.own().is_empty() {
            keep(app, ctx, index);
            continue;
        }
        match breakpoints::load(&path) {
            Ok(list) => {
                if !list.is_empty() {
                    breakpoints.replace(list);
                }
            }
            Err(fault) => say(app, ctx, "notice.breakpoints_not_read", &fault),
        }
    }
}

fn say(app: &mut EditorApp, ctx: &Context, key: &str, fault: &BreakpointFault) {
    let (file, why) = match fault {
        BreakpointFault::Read(file, error) => (file, app.texts.read_error(error)),
        BreakpointFault::Format(file, error) => (file, app.texts.format_error(error)),
        BreakpointFault::Save(file, error) => (file, app.texts.save_error(error)),
    };
    let file = file.display().to_string();
    let text = app.texts.tr_with(key, &[("file", &file), ("why", &why)]);
    app.say(ctx, NoticeKind::Refused, text);
}
