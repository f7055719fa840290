//! Puts the trees that Subtree nodes run in their place: trees of the active document, and of other files, open or closed.

use std::sync::Arc;

use treewright_authoring::edit::{Command, History, Selection};
use treewright_core::format::native;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, FILE_PARAMETER, Node};
use treewright_core::project::resolve;
use treewright_session::host::files;
use treewright_session::host::libraries::Libraries;
use treewright_session::host::project::Project;
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::inlining::{Inlined, Side, inline, top_of_run};
use treewright_session::refactoring::moved_nodes::MovedNodes;

use super::project::open_files::relative;
use super::{extraction, layout, rename};
use crate::editor::Editor;

/// The command that inlines the selected nodes, and what has other names then. Tells why one cannot be inlined.
pub fn command(editor: &mut Editor) -> Option<(Command, Vec<MovedNodes>)> {
    let front = editor.workspace.front();
    let library = front.library().clone();
    let mut document = front.document().clone();
    let selected: Vec<NodeId> = front.selection().iter().cloned().collect();
    let (mut all, mut moves) = (Vec::new(), Vec::new());
    for id in selected {
        let node = document.node(&id).cloned();
        let other = node.clone().filter(Node::runs_other_file);
        let (inlined, there) = match other {
            Some(node) => of_other_file(editor, &document, &node)?,
            None => (of_own(id.clone()), document.clone()),
        };
        let before = document.clone();
        // The next one finds the document as this one leaves it. A refusal is reported when the whole command is performed.
        let (selection, command) = (&mut Selection::default(), &inlined.command);
        let applied = History::new().apply(&mut document, &library, selection, command);
        let top = node.as_ref().and_then(|node| top_of_run(&there, node));
        if let (Ok(()), Some(top)) = (applied, top) {
            let sides = (&before, &document);
            let moved = MovedNodes::inlined(sides, &id, (&there, top), &inlined.variables);
            moves.push(moved);
        }
        all.push(inlined.command);
    }
    Some((Command::Batch(all), moves))
}

/// Inlines a node that runs a tree of its own document.
fn of_own(node: NodeId) -> Inlined {
    Inlined {
        command: Command::Inline(node),
        variables: Vec::new(),
    }
}

/// How a node is inlined that runs a tree of another file, and the document of that.
fn of_other_file(
    editor: &mut Editor,
    document: &Document,
    node: &Node,
) -> Option<(Inlined, Document)> {
    let path = editor.workspace.front().path().map(ToOwned::to_owned);
    let Some(path) = path else {
        editor
            .shell
            .notify_key(NoticeKind::Refused, "notice.save_first", &[]);
        return None;
    };
    let found = Project::of(&path).map_err(|error| editor.shell.texts.io_error(&error));
    let found = found.and_then(|project| {
        let own = project.relative_path(&path);
        let file = node.text_parameter(FILE_PARAMETER);
        let file = resolve(&own, file).unwrap_or_else(|_| file.to_owned());
        let read = read(editor, &project, &file)?;
        Ok((own, file, read))
    });
    let (own, file, (other, library)) = match found {
        Ok(found) => found,
        Err(reason) => {
            let title = node.text_parameter(FILE_PARAMETER);
            let arguments = [("title", title), ("reason", &*reason)];
            editor
                .shell
                .notify_key(NoticeKind::Refused, "rename.refused", &arguments);
            return None;
        }
    };
    let top = top_of_run(&other, node);
    let along = top.map_or_else(Vec::new, |top| {
        extraction::beside(&editor.shell, &other, &library, top)
    });
    let here = Side {
        path: &own,
        document,
        library: editor.workspace.library(),
    };
    let there = Side {
        path: &file,
        document: &other,
        library: &library,
    };
    match inline(here, there, node.id(), &along) {
        Ok(inlined) => Some((inlined, other)),
        Err(error) => {
            rename::refuse(editor, &error);
            None
        }
    }
}

/// The document at a path in a project, with unsaved changes, and its node types.
///
/// # Errors
/// The reason why it cannot be read, as a sentence.
fn read(
    editor: &Editor,
    project: &Project,
    path: &str,
) -> Result<(Document, Arc<NodeLibrary>), String> {
    let mut open = editor.workspace.documents().iter();
    let open = open.find(|open| {
        let own = open.path();
        own.and_then(|own| relative(project.folder(), own))
            .as_deref()
            == Some(path)
    });
    if let Some(open) = open {
        return Ok((open.document().clone(), open.library().clone()));
    }
    let texts = &editor.shell.texts;
    let file = project
        .inside(path)
        .map_err(|error| texts.reference_error(&error))?;
    let bytes = files::read(&file).map_err(|error| texts.read_error(&error))?;
    let read = native::read(&bytes).map_err(|error| texts.format_error(&error))?;
    let library = Libraries::load(&file, &read.document.libraries).combined();
    let mut document = read.document;
    layout::place_unplaced(&mut document, &editor.shell.settings);
    Ok((document, Arc::new(library)))
}
