//! Modal questions, which block everything else until they are answered.

mod unsaved;

use std::borrow::Cow;
use std::path::PathBuf;

use egui::{Label, RichText, Role, ScrollArea, Ui};
use treewright_core::diagnostic::visible_line;
use treewright_session::i18n::Texts;
use treewright_session::workspace::open_document::DiskChange;

pub use self::unsaved::UnsavedDocument;
use super::path_box::{self, PathBox, PathProblem};
use super::recovery_copies::{self, RecoveryCopy};
use crate::action::{Action, ActionSink, Answer};
use crate::loss::Loss;
use crate::theme::{Theme, space};
use crate::widgets::{
    Dialog, DialogButton, DialogPlace, Row, dialog_buttons, plain_dialog_buttons, row_pressed,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Something is about to be done that cannot be undone.
    Confirm(Loss),
    /// Unsaved changes of these documents would be lost.
    Unsaved(Vec<UnsavedDocument>),
    /// Closing loses what these sentences say, although the documents are saved.
    Losses {
        sentences: Vec<String>,
        /// Whether a run is among them that can be saved.
        has_run: bool,
    },
    /// A file changed on disk while its document has unsaved changes.
    ChangedOnDisk {
        /// The title of the document.
        title: String,
        /// Whether the common base of both versions is known, so that they can be merged.
        can_merge: bool,
        /// How the file changed.
        change: DiskChange,
    },
    /// A crash left these recovery copies of unsaved work.
    Recover(Vec<RecoveryCopy>),
    /// A path to open, if the system has no file dialog.
    PathToOpen(PathBox),
    /// A path of a task library, if the system has no file dialog.
    PathToLibrary(PathBox),
    /// A path of a folder to make a project, if the system has no file dialog.
    PathToProject(PathBox),
    /// A path of a folder for scenarios, if the system has no file dialog.
    PathToCover(PathBox),
    /// A path to save to, if the system has no file dialog.
    PathToSave(PathBox),
    /// A path of a recording to compare the run with, if the system has no file dialog.
    PathToCompare(PathBox),
    /// A path of a file to compare the document with, if the system has no file dialog.
    PathToCompareVersion(PathBox),
    /// A path to write something other than a document to, if the system has no file dialog, and the prefix of the keys of its texts.
    PathToExport(PathBox, &'static str),
    /// A path to save a picture to, if the system has no file dialog.
    PathToPicture(PathBox),
    /// An opened file contains no tree.
    NoTree(NoTree),
    /// A workspace of this name lists this number of trees, which are many to be opened.
    OpenAll { name: String, count: usize },
    /// A save would replace the file at this path.
    Replace(String),
    /// The project in this folder requests permission to export these files on each save.
    ProjectExports {
        folder: String,
        /// The files, as the project names them.
        files: Vec<String>,
    },
    /// A rename can also be made in these closed files, which have this number of places.
    RenameInFiles {
        uses: usize,
        files: Vec<String>,
        /// What is renamed is shared by all of them, so that it would be two things afterwards.
        is_shared: bool,
    },
    /// What was searched for can also be replaced in these closed files.
    ReplaceInFiles {
        /// How often it is there.
        total: usize,
        /// Each with its number of matches.
        files: Vec<String>,
    },
    /// These files use what is about to go to the trash.
    DeleteUsed { path: String, users: Vec<String> },
    /// The folder at this path, with this number of files, is about to go to the trash.
    DeleteFolder { path: String, files: usize },
    /// These files use the tree or variable of this name, which an edit removes.
    RemoveUsed {
        name: String,
        users: Vec<String>,
        /// It stays, but they cannot use it as before.
        is_kept: bool,
    },
    /// These files use the task of this name, which is removed from its library.
    RemoveUsedTask { name: String, users: Vec<String> },
    /// Breakpoints are about to be set on the robot of this name, whose tree then waits.
    BreakpointsOnRobot(String),
    /// The file at this path has this number of hard links.
    SeveralNames(String, u64),
}

/// A file that contains no tree, and what can be opened instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTree {
    pub name: String,
    /// It only marks its folder as a project.
    pub marks_folder: bool,
    /// The number of node types that it declares.
    pub kinds: usize,
    /// The trees of its folder: absolute path, and path relative to the folder.
    pub trees: Vec<(PathBuf, String)>,
}

impl Question {
    fn title_key(&self) -> Cow<'static, str> {
        let key = match self {
            Self::Confirm(loss) => loss.title_key(),
            Self::Unsaved(_) => "question.unsaved.title",
            Self::Losses { .. } => "question.losses.title",
            Self::ChangedOnDisk { .. } => "question.changed.title",
            Self::Recover(_) => "question.recover.title",
            Self::PathToOpen(_) => "question.open.title",
            Self::PathToLibrary(_) => "question.library.title",
            Self::PathToProject(_) => "question.new_project.title",
            Self::PathToCover(_) => "question.cover.title",
            Self::PathToSave(_) => "question.save.title",
            Self::PathToCompare(_) => "question.compare.title",
            Self::PathToCompareVersion(_) => "question.compare_version.title",
            Self::PathToExport(_, key) => return format!("{key}.title").into(),
            Self::PathToPicture(_) => "question.picture.title",
            Self::NoTree(_) => "question.no_tree.title",
            Self::OpenAll { .. } => "question.open_all.title",
            Self::Replace(_) => "question.replace.title",
            Self::ProjectExports { .. } => "question.project_exports.title",
            Self::RenameInFiles { .. } => "question.rename_in_files.title",
            Self::ReplaceInFiles { .. } => "question.replace_in_files.title",
            Self::DeleteUsed { .. } => "question.delete_used.title",
            Self::DeleteFolder { .. } => "question.delete_folder.title",
            Self::RemoveUsed { is_kept: true, .. } => "question.remove_used.change_title",
            Self::RemoveUsed { .. } | Self::RemoveUsedTask { .. } => "question.remove_used.title",
            Self::BreakpointsOnRobot(_) => "question.robot_breakpoints.title",
            Self::SeveralNames(..) => "question.several_names.title",
        };
        key.into()
    }

    /// The same question with a message about what is wrong with the entered path.
    #[must_use]
    pub fn with_problem(mut self, problem: PathProblem) -> Self {
        if let Self::PathToOpen(path)
        | Self::PathToLibrary(path)
        | Self::PathToProject(path)
        | Self::PathToCover(path)
        | Self::PathToSave(path)
        | Self::PathToCompare(path)
        | Self::PathToExport(path, _)
        | Self::PathToPicture(path)
        | Self::PathToCompareVersion(path) = &mut self
        {
            path.set_problem(problem);
        }
        self
    }

    fn width(&self) -> f32 {
        match self {
            // Paths are long.
            Self::PathToOpen(_)
            | Self::PathToLibrary(_)
            | Self::PathToProject(_)
            | Self::PathToCover(_)
            | Self::PathToSave(_)
            | Self::PathToCompare(_)
            | Self::PathToExport(..)
            | Self::PathToPicture(_)
            | Self::PathToCompareVersion(_)
            | Self::Recover(_) => 560.0,
            _ => 430.0,
        }
    }
}

pub fn show(
    ctx: &egui::Context,
    theme: &Theme,
    texts: &Texts,
    question: &mut Question,
    sink: &mut ActionSink,
) {
    let title = texts.tr(&question.title_key()).into_owned();
    // A click outside does not cancel: these decisions are too important.
    let dialog = Dialog {
        id: "question",
        title: &title,
        close: &texts.tr("dialog.close"),
        width: question.width(),
        closes_outside: false,
        place: DialogPlace::Middle,
    };
    let closed = dialog.show(ctx, theme, |ui| {
        ui.spacing_mut().item_spacing.y = space::M;
        contents(ui, theme, texts, question, sink);
    });
    if closed {
        sink.push(Action::Answer(Answer::Cancel));
    }
}

fn contents(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    question: &mut Question,
    sink: &mut ActionSink,
) {
    match question {
        Question::Confirm(loss) => confirm(ui, theme, texts, loss, sink),
        Question::Unsaved(documents) => unsaved::show(ui, theme, texts, documents, sink),
        Question::Losses { sentences, has_run } => {
            losses(ui, theme, texts, (sentences, *has_run), sink);
        }
        Question::ChangedOnDisk {
            title,
            can_merge,
            change,
        } => match change {
            DiskChange::Version => changed(ui, theme, texts, title, *can_merge, sink),
            DiskChange::Unreadable(reason) => unreadable(ui, theme, texts, title, reason, sink),
        },
        Question::Recover(copies) => recovery_copies::show(ui, theme, texts, copies, sink),
        Question::PathToOpen(path) => {
            path_box::show(ui, theme, texts, path, "question.open", sink);
        }
        Question::PathToProject(path) => {
            path_box::show(ui, theme, texts, path, "question.new_project", sink);
        }
        Question::PathToCover(path) => {
            path_box::show(ui, theme, texts, path, "question.cover", sink);
        }
        Question::PathToLibrary(path) => {
            path_box::show(ui, theme, texts, path, "question.library", sink);
        }
        Question::PathToSave(path) => {
            path_box::show(ui, theme, texts, path, "question.save", sink);
        }
        Question::PathToCompare(path) => {
            path_box::show(ui, theme, texts, path, "question.compare", sink);
        }
        Question::PathToCompareVersion(path) => {
            path_box::show(ui, theme, texts, path, "question.compare_version", sink);
        }
        Question::PathToExport(path, key) => {
            path_box::show(ui, theme, texts, path, key, sink);
        }
        Question::PathToPicture(path) => {
            path_box::show(ui, theme, texts, path, "question.picture", sink);
        }
        Question::NoTree(no_tree_file) => no_tree(ui, theme, texts, no_tree_file, sink),
        Question::OpenAll { name, count } => open_all(ui, theme, texts, (name, *count), sink),
        Question::Replace(path) => replace(ui, theme, texts, path, sink),
        Question::ProjectExports { folder, files } => {
            project_exports(ui, theme, texts, folder, files, sink);
        }
        Question::RenameInFiles {
            uses,
            files,
            is_shared,
        } => {
            rename_in_files(ui, theme, texts, (*uses, files, *is_shared), sink);
        }
        Question::ReplaceInFiles { total, files } => {
            replace_in_files(ui, theme, texts, (*total, files), sink);
        }
        Question::DeleteUsed { path, users } => {
            let keys = (
                "question.delete_used.means",
                "question.delete_used.delete",
                Answer::Delete,
            );
            about_users(ui, theme, texts, (path, users), keys, sink);
        }
        Question::DeleteFolder { path, files } => {
            delete_folder(ui, theme, texts, (path, *files), sink);
        }
        Question::RemoveUsed {
            name,
            users,
            is_kept,
        } => {
            let go_on = if *is_kept {
                "question.remove_used.change"
            } else {
                "question.remove_used.remove"
            };
            let keys = ("question.remove_used.means", go_on, Answer::Remove);
            about_users(ui, theme, texts, (name, users), keys, sink);
        }
        Question::RemoveUsedTask { name, users } => {
            let keys = (
                "question.delete_used.means",
                "question.remove_used.anyway",
                Answer::Remove,
            );
            about_users(ui, theme, texts, (name, users), keys, sink);
        }
        Question::BreakpointsOnRobot(name) => robot_breakpoints(ui, theme, texts, name, sink),
        Question::SeveralNames(path, count) => hard_links(ui, theme, texts, path, *count, sink),
    }
}

/// Enter loses nothing.
fn losses(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    (sentences, has_run): (&[String], bool),
    sink: &mut ActionSink,
) {
    for sentence in sentences {
        ui.label(sentence);
    }
    let save = ("question.losses.save_run", Answer::SaveRun);
    let stay = ("question.cancel", Answer::Cancel);
    let close = ("question.losses.close", Answer::Discard);
    if has_run {
        answers(ui, theme, texts, &[stay, close, save], sink);
    } else {
        answers(ui, theme, texts, &[close, stay], sink);
    }
}

fn changed(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    title: &str,
    can_merge: bool,
    sink: &mut ActionSink,
) {
    ui.label(texts.tr_with("question.changed.text", &[("title", title)]));
    let keep = ("question.changed.keep", Answer::KeepOurs);
    let load = ("question.changed.load", Answer::LoadTheirs);
    let show = ("question.changed.show", Answer::ShowDifferences);
    let merge = ("question.changed.merge", Answer::Merge);
    if can_merge {
        secondary_answers(ui, theme, texts, &[load, keep], sink);
        answers(ui, theme, texts, &[show, merge], sink);
    } else {
        answers(ui, theme, texts, &[show, load, keep], sink);
    }
}

/// There is no readable version to merge or to compare with.
fn unreadable(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    title: &str,
    reason: &str,
    sink: &mut ActionSink,
) {
    let arguments = [("title", title), ("reason", reason)];
    ui.label(texts.tr_with("question.changed.unreadable", &arguments));
    let keep = ("question.changed.keep", Answer::KeepOurs);
    buttons(ui, theme, texts, keep, None, sink);
}

fn replace(ui: &mut Ui, theme: &Theme, texts: &Texts, path: &str, sink: &mut ActionSink) {
    ui.label(texts.tr_with("question.replace.text", &[("path", path)]));
    let replace = ("question.replace.confirm", Answer::Replace);
    buttons(ui, theme, texts, replace, None, sink);
}

/// Enter declines, so that continuing to type after a save permits nothing.
fn project_exports(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    folder: &str,
    files: &[String],
    sink: &mut ActionSink,
) {
    let count = texts.tr_count("question.project_exports.files", files.len());
    let arguments = [("folder", folder), ("files", &*count)];
    let text = texts.tr_with("question.project_exports.text", &arguments);
    // Show all files: the first names may be chosen to look harmless.
    about_files(ui, texts, (&text, files), "question.project_exports.means");
    let not_now = ("question.project_exports.not_now", Answer::Cancel);
    let allow = ("question.project_exports.allow", Answer::Allow);
    answers(ui, theme, texts, &[allow, not_now], sink);
}

/// Enter declines: a robot that stops in the middle of a movement may do harm.
fn robot_breakpoints(ui: &mut Ui, theme: &Theme, texts: &Texts, name: &str, sink: &mut ActionSink) {
    ui.label(texts.tr_with("question.robot_breakpoints.text", &[("name", name)]));
    ui.label(texts.tr("question.robot_breakpoints.means"));
    let not_now = ("question.robot_breakpoints.not_now", Answer::Cancel);
    let set = ("question.robot_breakpoints.set", Answer::Allow);
    answers(ui, theme, texts, &[set, not_now], sink);
}

fn rename_in_files(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    (uses, files, is_shared): (usize, &[String], bool),
    sink: &mut ActionSink,
) {
    let in_files = texts.tr_count("question.rename_in_files.files", files.len());
    let places = texts.tr_count("question.rename_in_files.places", uses);
    let arguments = [("places", &*places), ("files", &in_files)];
    let text = texts.tr_with("question.rename_in_files.text", &arguments);
    about_files(ui, texts, (&text, files), "question.rename_in_files.means");
    if is_shared {
        let shared = texts.tr("question.rename_in_files.shared");
        ui.label(RichText::new(&*shared).color(theme.warning));
    }
    let stay = ("question.cancel", Answer::Cancel);
    let leave = ("question.rename_in_files.leave", Answer::LeaveFiles);
    let rename = ("question.rename_in_files.rename", Answer::RenameInFiles);
    answers(ui, theme, texts, &[stay, leave, rename], sink);
}

fn replace_in_files(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    (total, files): (usize, &[String]),
    sink: &mut ActionSink,
) {
    let places = texts.tr_count("find.count", total);
    let in_files = texts.tr_count("question.rename_in_files.files", files.len());
    let arguments = [("places", &*places), ("files", &*in_files)];
    let text = texts.tr_with("question.rename_in_files.text", &arguments);
    about_files(ui, texts, (&text, files), "question.replace_in_files.means");
    let stay = ("question.cancel", Answer::Cancel);
    let leave = ("question.rename_in_files.leave", Answer::LeaveFiles);
    let replace = ("question.replace_in_files.replace", Answer::Replace);
    answers(ui, theme, texts, &[stay, leave, replace], sink);
}

fn delete_folder(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    (path, files): (&str, usize),
    sink: &mut ActionSink,
) {
    let in_files = texts.tr_count("question.delete_used.files", files);
    let arguments = [("path", path), ("files", &*in_files)];
    ui.label(texts.tr_with("question.delete_folder.text", &arguments));
    let delete = ("question.delete_used.delete", Answer::Delete);
    let stay = ("question.cancel", Answer::Cancel);
    answers(ui, theme, texts, &[delete, stay], sink);
}

/// Something is used in these files and is about to go.
fn about_users(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    (name, users): (&str, &[String]),
    (means, remove, answer): (&str, &'static str, Answer),
    sink: &mut ActionSink,
) {
    let in_files = texts.tr_count("question.delete_used.files", users.len());
    let arguments = [("path", name), ("files", &*in_files)];
    let text = texts.tr_with("question.delete_used.text", &arguments);
    about_files(ui, texts, (&text, users), means);
    let delete = (remove, answer);
    let show = ("question.delete_used.show", Answer::ShowUses);
    let stay = ("question.cancel", Answer::Cancel);
    answers(ui, theme, texts, &[delete, show, stay], sink);
}

/// Says what concerns these files, lists all of them, and says what the answer means.
fn about_files(ui: &mut Ui, texts: &Texts, (text, files): (&str, &[String]), means: &str) {
    ui.label(text);
    listed(ui, files);
    ui.label(texts.tr(means));
}

/// Shows all files.
fn listed(ui: &mut Ui, files: &[String]) {
    let area = ScrollArea::vertical().max_height(180.0);
    area.auto_shrink([false, true]).show(ui, |ui| {
        for file in files {
            ui.label(RichText::new(visible_line(file)).monospace());
        }
    });
}

/// Explains why the file has no tree, and offers what can be opened instead.
fn no_tree(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    no_tree_file: &NoTree,
    sink: &mut ActionSink,
) {
    let kinds = texts.tr_count("question.no_tree.kinds", no_tree_file.kinds);
    let key = match (no_tree_file.marks_folder, no_tree_file.kinds) {
        (true, _) => "question.no_tree.workspace",
        (false, 0) => "question.no_tree.nothing",
        (false, _) => "question.no_tree.library",
    };
    ui.label(texts.tr_with(key, &[("name", &no_tree_file.name), ("kinds", &kinds)]));
    let hint_key = if no_tree_file.trees.is_empty() {
        "question.no_tree.no_trees"
    } else {
        "question.no_tree.trees"
    };
    ui.label(texts.tr(hint_key));
    let area = ScrollArea::vertical().max_height(180.0);
    area.auto_shrink([false, true]).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (path, shown) in &no_tree_file.trees {
            let row = Row::new(shown).icon("account_tree", theme.muted);
            let response = row.role(Role::Button).show(ui, theme);
            if row_pressed(ui, &response) {
                sink.push(Action::Answer(Answer::OpenTree(path.clone())));
            }
        }
    });
    let cancel = ("question.cancel", Answer::Cancel);
    if no_tree_file.kinds == 0 {
        let all = ("project.open_all", Answer::OpenAll);
        let choices = [cancel, all];
        let has_several = no_tree_file.marks_folder && no_tree_file.trees.len() > 1;
        let offered = if has_several { 2 } else { 1 };
        return answers(ui, theme, texts, &choices[..offered], sink);
    }
    ui.label(texts.tr_with("question.no_tree.begin", &[("kinds", &kinds)]));
    let begin = ("question.no_tree.new", Answer::NewTree);
    answers(ui, theme, texts, &[begin, cancel], sink);
}

/// Asks before many documents are opened at once.
fn open_all(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    (name, count): (&str, usize),
    sink: &mut ActionSink,
) {
    let number = count.to_string();
    let arguments = [("name", name), ("number", &*number)];
    ui.label(texts.tr_with("question.open_all.text", &arguments));
    let cancel = ("question.cancel", Answer::Cancel);
    let all = ("project.open_all", Answer::OpenAll);
    answers(ui, theme, texts, &[cancel, all], sink);
}

fn hard_links(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    path: &str,
    count: u64,
    sink: &mut ActionSink,
) {
    let arguments = [("path", path), ("count", &*count.to_string())];
    ui.label(texts.tr_with("question.several_names.text", &arguments));
    let all = ("question.several_names.all", Answer::ChangeAllNames);
    let one = ("question.several_names.one", Answer::LeaveOtherNames);
    buttons(ui, theme, texts, all, Some(one), sink);
}

/// Names what would be lost.
fn confirm(ui: &mut Ui, theme: &Theme, texts: &Texts, loss: &Loss, sink: &mut ActionSink) {
    ui.add(Label::new(loss.text(texts)).wrap());
    buttons(
        ui,
        theme,
        texts,
        (loss.button_key(), Answer::Confirm),
        None,
        sink,
    );
}

pub(super) type AnswerButton<'a> = (&'a str, Answer);

/// The buttons of a question: `first` is the default; beside it `second`, if there is one, and *Cancel*.
pub(super) fn buttons(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    first: AnswerButton<'_>,
    second: Option<AnswerButton<'_>>,
    sink: &mut ActionSink,
) {
    let mut all = vec![("question.cancel", Answer::Cancel)];
    all.extend(second);
    all.push(first);
    answers(ui, theme, texts, &all, sink);
}

/// Buttons for these answers; Enter gives the last one.
fn answers(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    choices: &[AnswerButton<'_>],
    sink: &mut ActionSink,
) {
    row_of_answers(ui, texts, choices, sink, |ui, buttons| {
        dialog_buttons(ui, theme, buttons)
    });
}

/// Another row of buttons, none of which Enter activates.
fn secondary_answers(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    choices: &[AnswerButton<'_>],
    sink: &mut ActionSink,
) {
    row_of_answers(ui, texts, choices, sink, |ui, buttons| {
        plain_dialog_buttons(ui, theme, buttons)
    });
}

fn row_of_answers(
    ui: &mut Ui,
    texts: &Texts,
    choices: &[AnswerButton<'_>],
    sink: &mut ActionSink,
    show: impl FnOnce(&mut Ui, &[DialogButton<'_>]) -> Option<usize>,
) {
    let names: Vec<_> = choices.iter().map(|(key, _)| texts.tr(key)).collect();
    let buttons: Vec<_> = names.iter().map(|name| DialogButton::new(name)).collect();
    if let Some(pressed) = show(ui, &buttons) {
        sink.push(Action::Answer(choices[pressed].1.clone()));
    }
}
