//! Breakpoints and watches of the active document: changes them, saves them to the project's file, and reads them when a document gets another file.

use treewright_authoring::edit::Command;
use treewright_core::ids::NodeId;
use treewright_insight::breakpoint::{Breakpoint, StopAt};
use treewright_session::host::breakpoints;
use treewright_session::host::breakpoints::BreakpointFault;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::run_session::RunSession;

use super::edit::perform;
use crate::action::{BreakpointAction, ViewAction};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::shell::Shell;

pub fn apply(editor: &mut Editor, action: BreakpointAction) {
    match action {
        BreakpointAction::Add(breakpoint) => {
            add(&mut editor.workspace, &mut editor.shell, breakpoint);
        }
        BreakpointAction::AddForSelected(event) => {
            let selected = editor.workspace.front().selection().primary().cloned();
            if let Some(node) = selected {
                add(
                    &mut editor.workspace,
                    &mut editor.shell,
                    Breakpoint::new(StopAt::Node(node, event)),
                );
            }
        }
        BreakpointAction::Change(place, to) => {
            edit(&mut editor.workspace, &mut editor.shell, |own| {
                if let Some(breakpoint) = own.get_mut(place) {
                    *breakpoint = to;
                }
            });
        }
        BreakpointAction::Remove(place) => edit(&mut editor.workspace, &mut editor.shell, |own| {
            if place < own.len() {
                own.remove(place);
            }
        }),
        BreakpointAction::Set(nodes, on) => set(editor, nodes, on),
        BreakpointAction::TakeOver(node) => {
            editor.shell.views.breakpoints.open_last();
            let breakpoint = Breakpoint::on_start(node.clone());
            edit(&mut editor.workspace, &mut editor.shell, |own| {
                own.push(breakpoint);
            });
            perform(editor, &Command::SetBreakpoint(vec![node], false));
        }
        BreakpointAction::EnableAll(on) => {
            edit(&mut editor.workspace, &mut editor.shell, |own| {
                for breakpoint in own {
                    breakpoint.enabled = on;
                }
            });
        }
        BreakpointAction::RemoveAll => {
            edit(&mut editor.workspace, &mut editor.shell, Vec::clear);
            clear_in_document(editor, |_| true);
        }
        BreakpointAction::Watch(text) => set_watch(&mut editor.workspace, usize::MAX, text),
        BreakpointAction::ChangeWatch(place, text) => set_watch(&mut editor.workspace, place, text),
    }
}

/// Adds a breakpoint and opens it in its panel for editing.
fn add(workspace: &mut Workspace, shell: &mut Shell, breakpoint: Breakpoint) {
    shell.views.breakpoints.open_last();
    docking::show(&mut shell.panels, Panel::Breakpoints);
    edit(workspace, shell, |own| own.push(breakpoint));
}

/// Sets breakpoints on the selected nodes, or removes theirs if all have one.
pub fn toggle_selected(editor: &mut Editor) {
    let front = editor.workspace.front();
    let nodes: Vec<NodeId> = front.selection().iter().cloned().collect();
    let on = !nodes.iter().all(|node| front.breakpoints.has(node));
    if !nodes.is_empty() {
        set(editor, nodes, on);
    }
}

fn set(editor: &mut Editor, nodes: Vec<NodeId>, on: bool) {
    let breakpoints = &editor.workspace.front().breakpoints;
    if on {
        let without = nodes.into_iter().filter(|node| !breakpoints.has(node));
        let new: Vec<_> = without.map(Breakpoint::on_start).collect();
        edit(&mut editor.workspace, &mut editor.shell, |own| {
            own.extend(new);
        });
    } else {
        edit(&mut editor.workspace, &mut editor.shell, |own| {
            own.retain(|b| b.node().is_none_or(|node| !nodes.contains(node)));
        });
        clear_in_document(editor, |node| nodes.contains(node));
    }
}

fn clear_in_document(editor: &mut Editor, which: impl Fn(&NodeId) -> bool) {
    let flagged = editor.workspace.front().breakpoints.in_document().iter();
    let flagged: Vec<NodeId> = flagged.filter(|node| which(node)).cloned().collect();
    if !flagged.is_empty() {
        perform(editor, &Command::SetBreakpoint(flagged, false));
    }
}

fn set_watch(workspace: &mut Workspace, place: usize, text: String) {
    let (front, _) = workspace.front_mut();
    front.breakpoints.set_watch(place, text);
}

/// Changes and saves the breakpoints of the active document.
fn edit(workspace: &mut Workspace, shell: &mut Shell, change: impl FnOnce(&mut Vec<Breakpoint>)) {
    let (front, _) = workspace.front_mut();
    if !front.breakpoints.edit(change) {
        return;
    }
    save(workspace, shell, workspace.front_index());
    shell.ctx.request_repaint();
}

fn save(workspace: &Workspace, shell: &mut Shell, index: usize) {
    let document = &workspace.documents()[index];
    let Some(path) = document.path() else { return };
    if let Err(fault) = breakpoints::save(path, document.breakpoints.own()) {
        report_error(shell, "notice.breakpoints_not_kept", &fault);
    }
}

/// Makes way for the words about where and why the active run has just stopped by itself, and reveals the node.
fn show_stop(editor: &mut Editor) {
    let (front, _) = editor.workspace.front_mut();
    let Some(stop) = front.run.as_mut().and_then(RunSession::take_new_stop) else {
        return;
    };
    let known = stop
        .node
        .filter(|node| front.document().node(node).is_some());
    // The status bar says where and why until the run continues, so nothing older may hide it but a failure.
    let notice = &mut editor.shell.notice;
    notice.take_if(|notice| notice.kind != NoticeKind::Failed);
    if let Some(node) = known {
        super::view::apply(editor, ViewAction::Reveal(node));
    }
}

/// Reads the breakpoints of documents whose file changed, and collects those that are stored in documents.
pub fn update(editor: &mut Editor) {
    show_stop(editor);
    for index in 0..editor.workspace.documents().len() {
        let Some((document, _)) = editor.workspace.get_mut(index) else {
            continue;
        };
        document.update_breakpoints();
        let path = document.path().map(ToOwned::to_owned);
        if path == document.breakpoints.document_file {
            continue;
        }
        let breakpoints = &mut document.breakpoints;
        let had_file = breakpoints.document_file.is_some();
        breakpoints.document_file.clone_from(&path);
        let Some(path) = path else { continue };
        // A document that is saved under another name keeps its breakpoints; one that is opened gets those of its file.
        if had_file || !breakpoints.own().is_empty() {
            save(&editor.workspace, &mut editor.shell, index);
            continue;
        }
        match breakpoints::load(&path) {
            Ok(list) => {
                if !list.is_empty() {
                    breakpoints.replace(list);
                }
            }
            Err(fault) => report_error(&mut editor.shell, "notice.breakpoints_not_read", &fault),
        }
    }
}

fn report_error(shell: &mut Shell, key: &str, fault: &BreakpointFault) {
    let (file, why) = match fault {
        BreakpointFault::Read(file, error) => (file, shell.texts.read_error(error)),
        BreakpointFault::Format(file, error) => (file, shell.texts.format_error(error)),
        BreakpointFault::Save(file, error) => (file, shell.texts.save_error(error)),
    };
    let file = file.display().to_string();
    shell.notify_key(NoticeKind::Refused, key, &[("file", &file), ("why", &why)]);
}
