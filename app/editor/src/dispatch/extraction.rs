//! Moves the selected branch to another file of the project: a new one, a closed one, or one that is open in another tab. A file that was written is
//! given back when the move is undone.

use std::path::Path;
use std::sync::Arc;

use egui::{Rect, pos2, vec2};
use treewright_authoring::edit::Refusal;
use treewright_core::format::native;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Annotation, Document};
use treewright_core::project::resolve;
use treewright_session::host::files;
use treewright_session::host::project::Project;
use treewright_session::host::project_files::FileKind;
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::extraction::{Branch, Extraction, Goal, extract};
use treewright_session::refactoring::moved_nodes::MovedNodes;
use treewright_session::refactoring::on_disk::{ProjectEdit, ProjectFolder};
use treewright_session::refactoring::{RefactoringError, check_path};
use treewright_session::templates;
use treewright_session::workspace::project_steps::ChangedDocument;

use super::edit::{perform, perform_in, topmost};
use super::project::followers::{self, MovedInFile};
use super::project::open_files::{open_texts, relative};
use super::project::steps::{self, Direction, PlannedStep};
use super::{removing, rename, reshape};
use crate::action::ExtractAction;
use crate::editor::Editor;
use crate::panels::extraction_window::ExtractionWindow;
use crate::scene::annotations;
use crate::scene::card_measuring::card_sizes;
use crate::shell::Shell;

/// How far from the nearest card of a branch notes belong to it, in canvas units.
const NEAR: f32 = 72.0;
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
        let told = |error: &RefactoringError| editor.shell.texts.sentence(&error.message());
        let path = &*check_path(path).map_err(|error| told(&error))?;
        let documents = editor.workspace.documents();
        let is_it = |file: &Path| relative(folder, file).as_deref() == Some(path);
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
    let name = file.rsplit('/').next().unwrap_or(file);
    let file = if name.contains('.') {
        file.to_owned()
    } else {
        FileKind::Tree.named(file)
    };
    let path = resolve("", &file).unwrap_or(file);
    let taker = match Taker::find(editor, &folder, &path) {
        Ok(taker) => taker,
        Err(reason) => return refuse(editor, reason),
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
        Ok(extraction) if warns(editor, &extraction) => {}
        Ok(extraction) => {
            let moved = moved(editor, (&folder, own), &top, (&taker, &extraction));
            write(editor, &folder, taker, (&extraction, moved), tree);
        }
        Err(error) => {
            let reason = rename::reason(&editor.shell, &error);
            refuse(editor, reason);
        }
    }
}

/// Tells once in the window which overrides of other files would have no node any more. Returns whether it did.
fn warns(editor: &mut Editor, extraction: &Extraction) -> bool {
    let Some((node, users)) = removing::overridden(editor, &extraction.here) else {
        return false;
    };
    let users: Vec<String> = users.into_iter().collect();
    let texts = &editor.shell.texts;
    let arguments = [("node", &*node), ("files", &*texts.list(&users))];
    let text = texts.tr_with("extraction.overridden", &arguments);
    let Some(window) = &mut editor.shell.views.extraction else {
        return false;
    };
    let was_warned = std::mem::replace(&mut window.is_warned, true);
    if !was_warned {
        window.refused(text);
    }
    !was_warned
}

/// Tells in the window why the branch cannot move.
fn refuse(editor: &mut Editor, reason: String) {
    match &mut editor.shell.views.extraction {
        Some(window) => window.refused(reason),
        None => editor.shell.notify(NoticeKind::Refused, reason),
    }
}

/// What the scenarios of the project must follow; `None` if it has none.
fn moved(
    editor: &Editor,
    (folder, file): (&Path, String),
    top: &NodeId,
    (taker, extraction): (&Taker, &Extraction),
) -> Option<MovedInFile> {
    if !followers::has_any(editor) {
        return None;
    }
    let front = editor.workspace.front();
    let before = front.snapshot();
    let sides = (&*before, &extraction.rest);
    let moves = vec![MovedNodes::extracted(sides, top, &extraction.ids)];
    // Without the other file, which is open, it would not fit together on disk.
    let is_written = !front.is_dirty() && taker.open.is_none();
    Some(MovedInFile {
        file,
        written: is_written.then(|| Arc::new(extraction.rest.clone())),
        open: open_texts(&editor.workspace, folder),
        before,
        moves,
    })
}

/// Writes the other file, or changes its open document; the active document; and the scenarios that follow. All of it is one step.
fn write(
    editor: &mut Editor,
    folder: &Path,
    taker: Taker,
    (extraction, moved): (&Extraction, Option<MovedInFile>),
    tree: &str,
) {
    let mut edit = ProjectEdit::in_folder(folder);
    if taker.open.is_none() {
        let text = match native::write(&extraction.result) {
            Ok(text) => text,
            Err(error) => {
                let reason = editor.shell.texts.write_error(&error);
                return editor.shell.notify(NoticeKind::Failed, reason);
            }
        };
        let path = &extraction.path;
        edit = ProjectEdit::of_file(folder, path, taker.bytes, text.into_bytes());
    }
    editor.shell.views.extraction = None;
    let before = ChangedDocument::of(editor.workspace.front());
    perform(editor, &extraction.here);
    let here = ChangedDocument::of(editor.workspace.front());
    if here == before {
        return;
    }
    let followed = moved.map(|mut moved| {
        // Cards may have made room.
        moved.written = moved.written.map(|_| editor.workspace.front().snapshot());
        moved.edit(&ProjectFolder::read(folder))
    });
    match followed.transpose() {
        Ok(followed) => edit = edit.with_others(followed.unwrap_or_default()),
        Err(error) => {
            editor.workspace.front_mut().0.undo();
            let reason = editor.shell.texts.message(&error.message());
            return editor.shell.notify(NoticeKind::Failed, reason);
        }
    }
    let mut done_in = vec![here];
    if let (Some(index), Some(there)) = (taker.open, &extraction.there) {
        perform_in(&mut editor.workspace, &mut editor.shell, index, there);
        let document = &editor.workspace.documents()[index];
        done_in.push(ChangedDocument::of(document));
    }
    let arguments = [("tree", tree), ("file", &*extraction.path)];
    let key = match taker.open {
        Some(_) => "extraction.done_in_open",
        None => "extraction.done",
    };
    let mut done = editor.shell.texts.tr_with(key, &arguments);
    if let Some(followed) = steps::scenarios_in_words(&editor.shell.texts, &edit) {
        done = format!("{done} · {followed}");
    }
    let step = PlannedStep {
        done_in,
        ..PlannedStep::of(edit)
    };
    if steps::carry_out(editor, step, (Direction::Do, None)) {
        editor.shell.notify(NoticeKind::Done, done);
    } else {
        // The branch stays here, as it is not there.
        editor.workspace.front_mut().0.undo();
    }
}

/// The notes and groups that belong to a branch: selected ones, and those that surround it or lie beside its cards.
fn along(editor: &Editor, top: &NodeId) -> Vec<Annotation> {
    let front = editor.workspace.front();
    let mut along: Vec<Annotation> = front.selection().annotations().collect();
    let document = front.document();
    along.extend(beside(&editor.shell, document, front.library(), top));
    along.sort_unstable();
    along.dedup();
    along
}

/// The groups around cards of a branch and nothing else, and the notes in them or next to its cards: nearer to one of these than to any other.
pub(super) fn beside(
    shell: &Shell,
    document: &Document,
    library: &NodeLibrary,
    top: &NodeId,
) -> Vec<Annotation> {
    let sizes = card_sizes(&shell.ctx, document, library, &shell.texts);
    let cards: Vec<(bool, Rect)> = document
        .nodes()
        .filter_map(|node| {
            let size = sizes.get(node.id())?;
            let corner = pos2(node.position.x as f32, node.position.y as f32);
            let rect = Rect::from_min_size(corner, vec2(size.width, size.height));
            Some((document.is_inside(node.id(), top), rect))
        })
        .collect();
    let all = || annotations::all(document);
    let rect_of = |which: &Annotation| annotations::rect_of(document, *which);
    let is_around = |group: Rect| {
        let mut inside = cards.iter().filter(|(_, card)| group.contains_rect(*card));
        let is_first_own = inside.next().is_some_and(|(is_own, _)| *is_own);
        is_first_own && inside.all(|(is_own, _)| *is_own)
    };
    let groups: Vec<(Annotation, Rect)> = all()
        .filter(|which| matches!(which, Annotation::Group(_)))
        .filter_map(|which| Some((which, rect_of(&which)?)))
        .filter(|(_, rect)| is_around(*rect))
        .collect();
    let is_in_group = |note: Rect| groups.iter().any(|(_, group)| group.contains_rect(note));
    let is_next = |note: Rect| {
        let apart = cards
            .iter()
            .map(|(is_own, card)| (*is_own, apart(*card, note)));
        let nearest = apart.min_by(|(_, a), (_, b)| a.total_cmp(b));
        nearest.is_some_and(|(is_own, apart)| is_own && apart <= NEAR)
    };
    let notes = all().filter(|which| {
        let note = rect_of(which).filter(|_| matches!(which, Annotation::Note(_)));
        note.is_some_and(|note| is_in_group(note) || is_next(note))
    });
    let groups = groups.iter().map(|(which, _)| *which);
    groups.chain(notes).collect()
}

/// How far two rectangles are apart; 0 if they touch.
fn apart(one: Rect, other: Rect) -> f32 {
    let between = |low: f32, high: f32| (low - high).max(0.0);
    let x = between(one.left(), other.right()).max(between(other.left(), one.right()));
    let y = between(one.top(), other.bottom()).max(between(other.top(), one.bottom()));
    vec2(x, y).length()
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
