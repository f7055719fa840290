//! Finding and replacing: keeps the matches up to date, goes to them, and replaces them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_authoring::edit::{Command, Selection};
use treewright_authoring::search::{
    Pattern, Query, SearchField, SearchFields, TextMatch, TextOwner, TextRole, plan_replacement,
};
use treewright_core::ids::NodeId;
use treewright_core::model::{FILE_PARAMETER, Node, SUBTREE, TREE_PARAMETER};
use treewright_core::project::resolve;
use treewright_explore::claims::ClaimPlace;
use treewright_session::host::project::Project;
use treewright_session::host::project_files::FileKind;
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::replacement::Replacement;
use treewright_session::refactoring::uses::{Subject, SubjectKind};
use treewright_session::workspace::Workspace;
use treewright_session::workspace::finding::{
    DocumentMatches, FilesOnDisk, Finding, MatchSource, SearchHit, SearchScope, UsesOf,
};
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

use super::edit::make_room;
use super::project::open_files::path_in;
use super::rename::{self, ReplacedTexts};
use crate::action::{FindAction, ScenarioAction};
use crate::docking::{self, Panel};
use crate::editor::Editor;
use crate::panels::command_palette::PaletteTopic;
use crate::panels::find::FindField;
use crate::shell::Shell;

pub fn apply(editor: &mut Editor, action: FindAction) {
    match action {
        FindAction::Focus => {
            open(&mut editor.shell);
            editor.shell.views.find.focus = Some(FindField::Search);
        }
        FindAction::FocusReplacement => {
            open(&mut editor.shell);
            // First what is searched for, which was another text before; then its replacement.
            let find = &mut editor.shell.views.find;
            find.focus = Some(if find.is_searching {
                FindField::Replacement
            } else {
                FindField::Search
            });
        }
        FindAction::Step { backwards } => step(editor, backwards),
        FindAction::GoTo(hit) => {
            editor.shell.views.find.finding.go_to(hit);
            go_to(editor, hit);
        }
        FindAction::Replace { all } => replace(editor, all),
        FindAction::Uses(variable) => {
            let front = editor.workspace.front().id();
            editor.shell.views.find.finding.uses = Some(UsesOf::Variable(front, variable));
            docking::show(&mut editor.shell.panels, Panel::Find);
        }
        FindAction::UsesOfTree { file, tree } => uses_of_tree(editor, &file, tree),
        FindAction::UsesOfTask(task) => uses_of_task(editor, task),
        FindAction::UsesOfEvent(event) => show_uses(
            &mut editor.shell,
            Subject {
                kind: SubjectKind::Event,
                name: event,
                file: None,
            },
        ),
        FindAction::UsesOfFile(path) => show_uses(&mut editor.shell, Subject::file(&path)),
        FindAction::ChooseVariable => editor.shell.open_palette(PaletteTopic::Variables),
    }
    editor.shell.ctx.request_repaint();
}

/// The path of the active document relative to its project folder.
fn own_path(editor: &Editor) -> Option<String> {
    let path = editor.workspace.front().path()?;
    Some(Project::of(path).ok()?.relative_path(path))
}

/// Lists what runs a tree. Without a file, the active document can only be used by itself, so its text is searched.
fn uses_of_tree(editor: &mut Editor, reference: &str, tree: Arc<str>) {
    let own = own_path(editor);
    let file = own.and_then(|own| match reference {
        "" => Some(own),
        reference => resolve(&own, reference).ok(),
    });
    if file.is_some() {
        let kind = SubjectKind::Tree;
        let name = tree;
        return show_uses(&mut editor.shell, Subject { kind, name, file });
    }
    open(&mut editor.shell);
    editor.shell.views.find.finding.query = Query {
        text: tree.to_string(),
        match_case: true,
        whole_word: true,
        fields: SearchFields::only(SearchField::Parameter),
    };
}

/// Lists what uses a task of a library of the active document.
fn uses_of_task(editor: &mut Editor, task: Arc<str>) {
    let file = library_of(editor, &task);
    let subject = Subject {
        kind: SubjectKind::Task,
        name: task,
        file,
    };
    show_uses(&mut editor.shell, subject);
}

/// The library of a task of the active document, relative to the project folder.
pub fn library_of(editor: &Editor, task: &str) -> Option<String> {
    let library = editor.workspace.library().library_of(task)?;
    resolve(&own_path(editor)?, library).ok()
}

/// Lists what uses something of the project.
pub fn show_uses(shell: &mut Shell, subject: Subject) {
    shell.views.find.finding.uses = Some(UsesOf::InProject(subject));
    docking::show(&mut shell.panels, Panel::Find);
}

/// Opens the find panel with its search fields.
fn open(shell: &mut Shell) {
    docking::show(&mut shell.panels, Panel::Find);
    shell.views.find.finding.uses = None;
}

/// Searches again if something changed while the panel is visible. Called once after the actions of a frame.
pub fn update(editor: &mut Editor) {
    if std::mem::take(&mut editor.shell.views.find.is_shown) && refresh(editor) {
        editor.shell.ctx.request_repaint();
    }
}

/// Searches again if something changed; returns whether the matches changed.
fn refresh(editor: &mut Editor) -> bool {
    let finding = &editor.shell.views.find.finding;
    if finding.reach == SearchScope::Project || finding.uses.is_some() {
        editor.services.project.read();
    }
    let (revision, files) = editor.services.project.texts();
    let files = FilesOnDisk {
        folder: editor.services.project.folder(),
        revision,
        files,
    };
    let finding = &mut editor.shell.views.find.finding;
    finding.refresh(&editor.workspace, &editor.shell.texts, files)
}

fn step(editor: &mut Editor, backwards: bool) {
    refresh(editor);
    match editor.shell.views.find.finding.step(backwards) {
        Some(hit) => {
            editor.shell.views.find.show_current = true;
            go_to(editor, hit);
        }
        None if editor.shell.views.find.finding.query.text.is_empty() => {
            apply(editor, FindAction::Focus);
        }
        None => {
            editor
                .shell
                .notify_key(NoticeKind::Refused, "find.nothing", &[]);
        }
    }
}

/// Activates the document of a match and shows the match there.
fn go_to(editor: &mut Editor, hit: SearchHit) {
    let finding = &editor.shell.views.find.finding;
    let Some(found) = finding.documents().get(hit.document) else {
        return;
    };
    let owner = finding.match_at(hit).map(|found| found.owner.clone());
    let source = found.source.clone();
    match &source {
        MatchSource::Open(id) => {
            if let Some(index) = editor.workspace.index_of(*id) {
                editor.workspace.bring_to_front(index);
            }
        }
        MatchSource::File(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match FileKind::of(&name) {
                Some(FileKind::Scenario) => {
                    let frame = found.frames.get(hit.index).copied();
                    let frame = frame.or(match owner {
                        Some(TextOwner::Frame(frame)) => Some(frame),
                        _ => None,
                    });
                    return show_scenario(editor, path.clone(), frame.filter(|frame| *frame > 0));
                }
                Some(FileKind::Claims) => {
                    let place = match owner {
                        Some(TextOwner::Claim(index)) => Some(ClaimPlace::Claim(index, None)),
                        _ => None,
                    };
                    return super::file::opening::open_claims(editor, path, place);
                }
                // A library is no document.
                Some(FileKind::Library) => {
                    let path = path.display().to_string();
                    return editor.shell.notify(NoticeKind::Done, path);
                }
                _ => super::file::open_and_wait(editor, path),
            }
        }
    }
    if let Some(owner) = owner {
        show(&mut editor.workspace, &mut editor.shell, &owner);
    }
}

/// Plays a scenario up to a frame.
fn show_scenario(editor: &mut Editor, file: PathBuf, frame: Option<u64>) {
    let node = None;
    let show = ScenarioAction::Show { file, frame, node };
    super::scenarios::apply(editor, show);
}

/// Shows an element of the active document.
fn show(workspace: &mut Workspace, shell: &mut Shell, owner: &TextOwner) {
    let document = workspace.front().document();
    let node: Option<NodeId> = match owner {
        TextOwner::Node(id) => Some(id.clone()),
        TextOwner::Tree(index) => document.trees.get(*index).map(|tree| tree.root.clone()),
        _ => None,
    };
    let place = match owner {
        TextOwner::Note(index) => document.notes.get(*index).map(|note| note.position),
        TextOwner::Group(index) => document.groups.get(*index).map(|group| group.position),
        _ => None,
    };
    let front = workspace.front().id();
    let canvas = shell.views.canvases.of(front);
    if let Some(node) = node {
        canvas.request_sight(node.clone());
        let (front, _) = workspace.front_mut();
        front.select(Selection::one(node));
    } else if let Some(place) = place {
        canvas.request_point(place);
    } else if let TextOwner::Variable(name) = owner {
        docking::show(&mut shell.panels, Panel::Blackboard);
        shell.views.blackboard.reveal = Some(name.clone());
    } else {
        // Without a selection the inspector shows the document.
        docking::show(&mut shell.panels, Panel::Inspector);
        let (front, _) = workspace.front_mut();
        front.select(Selection::default());
    }
}

fn replace(editor: &mut Editor, all: bool) {
    refresh(editor);
    if all {
        return replace_all(editor);
    }
    let finding = &mut editor.shell.views.find.finding;
    let Some(hit) = finding.current().or_else(|| finding.step(false)) else {
        return;
    };
    let matched: Vec<TextMatch> = finding.match_at(hit).cloned().into_iter().collect();
    let source = finding.documents()[hit.document].source.clone();
    go_to(editor, hit);
    let front = editor.workspace.front();
    let source = match source {
        // It was opened for this.
        MatchSource::File(path) if front.path() == Some(&*path) => MatchSource::Open(front.id()),
        source => source,
    };
    let is_name = matched
        .first()
        .is_some_and(|one| rename(editor, &source, one));
    if !is_name && is_reference(editor, &source, &matched) {
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Refused, "find.cannot_replace_reference", &[]);
        return step(editor, false);
    }
    let (replaced, remaining) = if is_name {
        (1, 0)
    } else {
        replace_in(&mut editor.workspace, &mut editor.shell, &source, &matched)
    };
    if replaced == 0 && remaining > 0 {
        editor
            .shell
            .notify_key(NoticeKind::Refused, "find.cannot_replace", &[]);
        step(editor, false);
        return;
    }
    // The replaced match is gone, so the next one has its place in the list.
    refresh(editor);
    let finding = &mut editor.shell.views.find.finding;
    let next = finding.hits().find(|next| *next == hit);
    let next = next.or_else(|| finding.step(false));
    if let Some(next) = next {
        finding.go_to(next);
        editor.shell.views.find.show_current = true;
        go_to(editor, next);
    }
}

/// Whether the match is the file or tree that a node runs, which has to keep the name that it has where it is declared.
fn is_reference(editor: &Editor, source: &MatchSource, matched: &[TextMatch]) -> bool {
    let MatchSource::Open(id) = source else {
        return false;
    };
    let index = editor.workspace.index_of(*id);
    let document = index.and_then(|index| editor.workspace.documents().get(index));
    matched.iter().any(|found| {
        let (TextOwner::Node(node), TextRole::Value(name)) = (&found.owner, &found.spot) else {
            return false;
        };
        let node = document.and_then(|document| document.document().node(node));
        let refers = matches!(&**name, FILE_PARAMETER | TREE_PARAMETER);
        let runs = node.is_some_and(|node| &*node.task == SUBTREE);
        // What leads nowhere can be mended.
        let problems = document.map_or(&[][..], |document| document.diagnostics());
        refers
            && runs
            && !problems
                .iter()
                .any(|problem| problem.location.node() == node.map(Node::id))
    })
}

/// Renames a variable or tree of the active document whose name matches, so that whatever uses it follows. Returns whether the match is such a name.
fn rename(editor: &mut Editor, source: &MatchSource, found: &TextMatch) -> bool {
    let finding = &editor.shell.views.find.finding;
    let front = editor.workspace.front();
    let pattern = Pattern::new(&finding.query);
    let pattern = pattern.filter(|_| *source == MatchSource::Open(front.id()));
    let Some(pattern) = pattern.filter(|_| found.spot == TextRole::Name) else {
        return false;
    };
    let to: Arc<str> = pattern.replaced(&found.text, &finding.replacement).into();
    match &found.owner {
        TextOwner::Variable(from) => rename::variable(editor, from, &to),
        TextOwner::Tree(index) => {
            let tree = front.document().trees.get(*index);
            let Some(root) = tree.map(|tree| tree.root.clone()) else {
                return false;
            };
            rename::tree(editor, &root, &to);
        }
        _ => return false,
    }
    true
}

/// Replaces all matches: those in files of the project as one step, and those in each other document as a step of its own. The user is asked about files
/// that are not open.
fn replace_all(editor: &mut Editor) {
    let folder = editor.services.project.folder().map(Path::to_owned);
    let path_in_project = |document: &OpenDocument| {
        let folder = folder.as_deref()?;
        path_in(folder, document)
    };
    let (workspace, finding) = (&editor.workspace, &editor.shell.views.find.finding);
    let reach = finding.reach;
    let front = workspace.front().id();
    let documents = workspace.documents().iter();
    let reached = documents.filter(|it| reach != SearchScope::Front || it.id() == front);
    let (inside, outside): (Vec<_>, Vec<_>) = reached.partition(|it| path_in_project(it).is_some());
    let inside: BTreeSet<String> = inside.into_iter().filter_map(path_in_project).collect();
    let outside: Vec<DocumentId> = outside.into_iter().map(OpenDocument::id).collect();
    let mut everything = finding.everything(workspace, &editor.shell.texts);
    let in_closed = |found: &DocumentMatches| matches!(found.source, MatchSource::File(_));
    let any_closed = everything.iter().any(in_closed);
    everything
        .retain(|found| matches!(found.source, MatchSource::Open(id) if outside.contains(&id)));
    let replacement = Replacement {
        query: finding.query.clone(),
        with: finding.replacement.clone(),
        files: (reach != SearchScope::Project).then(|| inside.clone()),
    };
    let mut done = ReplacedTexts::default();
    if let Some(folder) = &folder {
        done = rename::replace(editor, folder, replacement, inside);
    }
    for found in everything {
        let (workspace, shell) = (&mut editor.workspace, &mut editor.shell);
        let (replaced, left) = replace_in(workspace, shell, &found.source, &found.found.matches);
        done.documents += usize::from(replaced > 0);
        done.replaced += replaced;
        done.left += left;
    }
    // The user is asked about these, and told afterwards.
    if done.replaced > 0 || !any_closed {
        tell_replaced(&mut editor.shell, done);
    }
}

/// Adds matches that are replaced in closed files to those that were replaced in open ones.
pub fn count_replaced(shell: &mut Shell, more: usize) {
    let find = &mut shell.views.find;
    let text = &find.finding.query.text;
    let before = find.replaced.take().filter(|(of, _)| of == text);
    let before = before.map_or(0, |(_, count)| count);
    find.replaced = Some((text.clone(), before + more));
}

fn tell_replaced(shell: &mut Shell, done: ReplacedTexts) {
    let ReplacedTexts {
        replaced,
        left,
        documents,
    } = done;
    let find = &mut shell.views.find;
    find.replaced = (replaced > 0).then(|| (find.finding.query.text.clone(), replaced));
    let (kind, text) = if replaced == 0 {
        let text = shell.texts.tr("find.cannot_replace").into_owned();
        (NoticeKind::Refused, text)
    } else if left == 0 {
        (
            NoticeKind::Done,
            shell.texts.tr_count("find.replaced", replaced),
        )
    } else {
        let (count, left) = (replaced.to_string(), left.to_string());
        let arguments = [("count", &*count), ("left", &left)];
        let text = shell
            .texts
            .tr_count_with("find.replaced_some", replaced, &arguments);
        (NoticeKind::Done, text)
    };
    shell.notify(kind, text);
    if documents > 1 {
        let count = documents.to_string();
        shell.notify_key(kind, "find.replaced_in", &[("documents", &count)]);
    }
}

/// Replaces these matches of one document; returns the numbers of replaced and of remaining matches.
fn replace_in(
    workspace: &mut Workspace,
    shell: &mut Shell,
    source: &MatchSource,
    matches: &[TextMatch],
) -> (usize, usize) {
    let Finding {
        query,
        replacement: with,
        ..
    } = &shell.views.find.finding;
    let (query, with) = (query.clone(), with.clone());
    // The user must open a file before it can be changed.
    let MatchSource::Open(id) = source else {
        return (0, matches.len());
    };
    let index = workspace.index_of(*id);
    let Some((document, library)) = index.and_then(|index| workspace.get_mut(index)) else {
        return (0, matches.len());
    };
    let result = plan_replacement(document.document(), &library, &query, &with, matches);
    if result.commands.is_empty() {
        return (0, result.left);
    }
    let count = result.commands.len();
    let (before, command) = (document.document().clone(), Command::Batch(result.commands));
    match document.apply(&library, &command) {
        Ok(()) => {
            if let Some(index) = index {
                make_room(workspace, shell, index, (&before, &command));
            }
            (count, result.left)
        }
        Err(refusal) => {
            let text = shell.texts.refusal(&refusal);
            shell.notify(NoticeKind::Refused, text);
            (0, matches.len())
        }
    }
}
