//! Moves the selected branch to another file of the project: a new one, a closed one, or one that is open in another tab. A file that was written is
//! given back when the move is undone.

use std::path::Path;

use treewright_authoring::edit::Refusal;
use treewright_core::format::native;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Annotation, Document};
use treewright_core::project::resolve;
use treewright_session::host::files;
use treewright_session::host::project::Project;
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::extraction::{Branch, Extraction, Goal, extract};
use treewright_session::refactoring::on_disk::ProjectEdit;
use treewright_session::templates;
use treewright_session::workspace::edited_files::{EditInFiles, EditKind};

use super::edit::{perform, perform_in, scene_now, topmost};
use super::{rename, reshape};
use crate::action::ExtractAction;
use crate::editor::Editor;
use crate::panels::extraction_window::ExtractionWindow;
use crate::scene::annotations;
use crate::scene::card_measuring::card_sizes;
use crate::shell::Shell;

/// How far from the cards of a branch notes belong to it, in canvas units.
const NEAR: f32 = 24.0;
/// The distance of a branch from what its new file has already, in canvas units.
const GAP: i32 = 96;

pub fn apply(editor: &mut Editor, action: ExtractAction) {
    match action {
        ExtractAction::Ask => ask(editor),
        ExtractAction::Close => editor.shell.views.extraction = None,
        ExtractAction::To { file, tree } => to_file(editor, &file, &tree),
    }
}

/// Asks for file and name, and proposes a new file beside that of the document.
fn ask(editor: &mut Editor) {
    let Some((top, own, project)) = branch(editor) else {
        return;
    };
    let title = reshape::title_of_tree(editor, &top);
    let folder = files::folder_of(&project.folder().join(own));
    let file = templates::file_for(&folder, &title, None);
    let file = project.relative_path(&file);
    editor.shell.views.extraction = Some(ExtractionWindow::proposing(file, title));
}

/// The top of the selected branch, the path of the document in its project, and the project. Tells what is missing.
fn branch(editor: &mut Editor) -> Option<(NodeId, String, Project)> {
    let front = editor.workspace.front();
    let Ok([top]) = <[NodeId; 1]>::try_from(topmost(front)) else {
        let reason = editor.shell.texts.refusal(&Refusal::SeveralTops);
        editor.shell.notify(NoticeKind::Refused, reason);
        return None;
    };
    let Some(path) = front.path() else {
        editor
            .shell
            .notify_key(NoticeKind::Refused, "notice.save_first", &[]);
        return None;
    };
    match Project::of(path) {
        Ok(project) => Some((top, project.relative_path(path), project)),
        Err(error) => {
            let reason = editor.shell.texts.io_error(&error);
            editor.shell.notify(NoticeKind::Failed, reason);
            None
        }
    }
}

/// The file that takes the branch, as it is now.
struct Taker {
    /// The index of its open document.
    open: Option<usize>,
    document: Option<Document>,
    /// The content of a closed file.
    bytes: Option<Vec<u8>>,
}

impl Taker {
    /// Finds the file at a path in the project folder.
    ///
    /// # Errors
    /// The reason why it cannot be read, as a sentence.
    fn find(editor: &Editor, folder: &Path, path: &str) -> Result<Self, String> {
        let documents = editor.workspace.documents();
        let is_it = |file: &Path| rename::relative(folder, file).as_deref() == Some(path);
        let open = documents
            .iter()
            .position(|open| open.path().is_some_and(is_it));
        let file = folder.join(path);
        if let Some(index) = open {
            return Ok(Self {
                open,
                document: Some(documents[index].document().clone()),
                bytes: None,
            });
        }
        if !files::is_there(&file) {
            return Ok(Self {
                open,
                document: None,
                bytes: None,
            });
        }
        let texts = &editor.shell.texts;
        let bytes = files::read(&file).map_err(|error| texts.read_error(&error))?;
        let read = native::read(&bytes).map_err(|error| texts.format_error(&error))?;
        Ok(Self {
            open,
            document: Some(read.document),
            bytes: Some(bytes),
        })
    }
}

fn to_file(editor: &mut Editor, file: &str, tree: &str) {
    let Some((top, own, project)) = branch(editor) else {
        return;
    };
    let folder = project.folder().to_owned();
    let path = resolve("", file).unwrap_or_else(|_| file.to_owned());
    let taker = match Taker::find(editor, &folder, &path) {
        Ok(taker) => taker,
        Err(reason) => {
            let arguments = [("title", &*path), ("reason", &*reason)];
            let shell = &mut editor.shell;
            return shell.notify_key(NoticeKind::Refused, "rename.refused", &arguments);
        }
    };
    let along = along(editor, &top);
    let front = editor.workspace.front();
    let library = front.library().clone();
    let at = taker
        .document
        .as_ref()
        .map_or_else(Position::default, |document| {
            free_corner(&editor.shell, document, &library)
        });
    let branch = Branch {
        path: &own,
        document: front.document(),
        library: &library,
        top: &top,
        annotations: &along,
    };
    let goal = Goal {
        path: &path,
        document: taker.document.as_ref(),
        tree,
        at,
    };
    match extract(&branch, &goal) {
        Ok(extraction) => write(editor, &folder, taker, extraction, tree),
        Err(error) => rename::refuse(editor, &error),
    }
}

/// Writes the other file, or changes its open document; then the active document.
fn write(editor: &mut Editor, folder: &Path, taker: Taker, extraction: Extraction, tree: &str) {
    let arguments = [("tree", tree), ("file", &*extraction.path)];
    let mut written = None;
    if let (Some(index), Some(there)) = (taker.open, &extraction.there) {
        perform_in(&mut editor.workspace, &mut editor.shell, index, there);
        editor
            .shell
            .notify_key(NoticeKind::Done, "extraction.done_in_open", &arguments);
    } else {
        let text = match native::write(&extraction.result) {
            Ok(text) => text,
            Err(error) => {
                let reason = editor.shell.texts.write_error(&error);
                return editor.shell.notify(NoticeKind::Failed, reason);
            }
        };
        let path = &extraction.path;
        let edit = ProjectEdit::of_file(folder, path, taker.bytes, text.into_bytes());
        if !rename::perform_edit(editor, &edit) {
            return;
        }
        editor
            .shell
            .notify_key(NoticeKind::Done, "extraction.done", &arguments);
        written = Some(edit);
    }
    editor.shell.views.extraction = None;
    perform(editor, &extraction.here);
    let front = editor.workspace.front();
    editor
        .services
        .written_edits
        .extend(written.map(|edit| EditInFiles {
            document: front.id(),
            state: front.history().state(),
            edit,
            kind: EditKind::Extraction,
        }));
}

/// The notes and groups that belong to a branch: selected ones, groups around nothing else, and notes beside its cards.
fn along(editor: &mut Editor, top: &NodeId) -> Vec<Annotation> {
    let scene = scene_now(&editor.workspace, &mut editor.shell);
    let front = editor.workspace.front();
    let document = front.document();
    let cards = document
        .subtree(top)
        .filter_map(|node| scene.card(node.id()));
    let bounds = cards
        .map(|card| card.rect.expand(NEAR))
        .reduce(egui::Rect::union);
    let canvas = editor.shell.views.canvases.get(front.id());
    let mut along: Vec<Annotation> = front.selection().annotations().collect();
    for which in annotations::all(document) {
        let belongs = match which {
            Annotation::Group(_) => canvas.is_some_and(|canvas| {
                let (nodes, others) = canvas.group_content(document, &[which]);
                let is_own = nodes.iter().all(|node| document.is_inside(node, top));
                if !nodes.is_empty() && is_own {
                    along.extend(others);
                }
                !nodes.is_empty() && is_own
            }),
            Annotation::Note(_) => annotations::rect_of(document, which)
                .is_some_and(|rect| bounds.is_some_and(|bounds| bounds.contains_rect(rect))),
        };
        if belongs {
            along.push(which);
        }
    }
    along.sort_unstable();
    along.dedup();
    along
}

/// A position right of everything in a document.
fn free_corner(shell: &Shell, document: &Document, library: &NodeLibrary) -> Position {
    let sizes = card_sizes(&shell.ctx, document, library, &shell.texts);
    let cards = document.nodes().map(|node| {
        let width = sizes.get(node.id()).map_or(0.0, |size| size.width);
        (node.position, width.ceil() as i32)
    });
    let others = annotations::all(document).filter_map(|which| {
        let rect = annotations::rect_of(document, which)?;
        let corner = Position::new(rect.left().floor() as i32, rect.top().floor() as i32);
        Some((corner, rect.width().ceil() as i32))
    });
    let all: Vec<(Position, i32)> = cards.chain(others).collect();
    let right = all.iter().map(|(at, width)| at.x.saturating_add(*width));
    let right = right.max().map_or(0, |right| right.saturating_add(GAP));
    let top = all.iter().map(|(at, _)| at.y).min().unwrap_or_default();
    Position::new(right, top)
}
