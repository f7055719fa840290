//! A dialog of the editor for entering a path, used if the system has no file dialog. It keeps the path and shows what is wrong with it,
//! and asks before it replaces a file or creates a folder. Accesses no files itself.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use egui::text::{CCursor, CCursorRange};
use egui::{Key, Label, Response, TextEdit, Ui};
use treewright_session::i18n::Texts;

use super::questions;
use crate::action::{Action, ActionSink, Answer};
use crate::icons;
use crate::theme::{Theme, space};
use crate::widgets::is_keyboard_free;

/// A path that is being entered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathBox {
    /// The text of the field.
    path: String,
    /// The base of relative paths.
    folder: PathBuf,
    /// The range to select when the dialog opens, in characters.
    selected: Option<(usize, usize)>,
    /// Why the path was rejected.
    problem: Option<PathProblem>,
}

/// Why a path was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathProblem {
    /// A reason as text.
    Message(String),
    /// The file exists, and replacing it was not confirmed.
    Exists(PathBuf),
    /// The folder does not exist, and creating it was not confirmed.
    NoFolder {
        /// The file to be written.
        file: PathBuf,
        folder: PathBuf,
    },
}

impl PathBox {
    /// A dialog that proposes a name in a folder. The name is selected without its extension, so that typing replaces it.
    pub fn proposing(folder: Option<PathBuf>, name: &str) -> Self {
        let folder = folder.unwrap_or_default();
        let path = folder.join(name).display().to_string();
        let all = path.chars().count();
        let start = all - name.chars().count();
        let stem = name.strip_suffix(".bt.json").unwrap_or(name);
        Self {
            selected: Some((start, start + stem.chars().count())),
            path,
            folder,
            problem: None,
        }
    }

    /// A dialog for a file in a folder.
    pub fn starting_in(folder: Option<PathBuf>) -> Self {
        let folder = folder.unwrap_or_default();
        let mut path = folder.display().to_string();
        if !path.is_empty() && !path.ends_with(MAIN_SEPARATOR) {
            path.push(MAIN_SEPARATOR);
        }
        Self {
            selected: Some((0, path.chars().count())),
            path,
            folder,
            problem: None,
        }
    }

    /// Sets what is wrong with the path.
    pub fn set_problem(&mut self, problem: PathProblem) {
        self.problem = Some(problem);
    }

    /// The absolute path.
    fn absolute_path(&self) -> PathBuf {
        self.folder.join(self.path.trim())
    }
}

/// Shows the dialog. `key` is the prefix of its text keys.
pub fn show(
    ui: &mut Ui,
    theme: &Theme,
    texts: &Texts,
    path_box: &mut PathBox,
    key: &str,
    sink: &mut ActionSink,
) {
    ui.label(texts.tr(&format!("{key}.text")).into_owned());
    let field = field(ui, texts, path_box);
    if field.changed() {
        path_box.problem = None;
    }
    let confirm = format!("{key}.confirm");
    let whole = path_box.absolute_path();
    let (confirm, answer) = match &path_box.problem {
        None | Some(PathProblem::Message(_)) => (&*confirm, Answer::Path(whole)),
        Some(PathProblem::Exists(file)) => (
            "question.replace.confirm",
            Answer::ReplaceFile(file.clone()),
        ),
        Some(PathProblem::NoFolder { file, .. }) => {
            ("path_box.make_folder", Answer::MakeFolderFor(file.clone()))
        }
    };
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        // If the path is rejected, the user continues typing here.
        field.request_focus();
        // Enter in the field confirms the path. Replacing a file is a separate decision that needs its button.
        let replaces = matches!(answer, Answer::ReplaceFile(_));
        if !replaces && !path_box.path.trim().is_empty() {
            sink.push(Action::Answer(answer.clone()));
        }
    }
    if let Some(problem) = &path_box.problem {
        show_problem(ui, theme, texts, problem);
    }
    questions::buttons(ui, theme, texts, (confirm, answer), None, sink);
}

fn field(ui: &mut Ui, texts: &Texts, path_box: &mut PathBox) -> Response {
    let name = texts.tr("question.path").into_owned();
    let width = ui.available_width();
    let field = ui
        .add(TextEdit::singleline(&mut path_box.path).desired_width(width))
        .accessible_name(name);
    // Do not take the focus back from a field that Tab just left.
    if is_keyboard_free(ui) && !field.lost_focus() {
        field.request_focus();
    }
    if let Some((start, end)) = path_box.selected.take()
        && let Some(mut state) = TextEdit::load_state(ui.ctx(), field.id)
    {
        let range = CCursorRange::two(CCursor::new(start), CCursor::new(end));
        state.cursor.set_char_range(Some(range));
        TextEdit::store_state(ui.ctx(), field.id, state);
    }
    field
}

fn show_problem(ui: &mut Ui, theme: &Theme, texts: &Texts, problem: &PathProblem) {
    let shown = |path: &Path| path.display().to_string();
    let text = match problem {
        PathProblem::Message(reason) => reason.clone(),
        PathProblem::Exists(file) => {
            texts.tr_with("question.replace.text", &[("path", &shown(file))])
        }
        PathProblem::NoFolder { folder, .. } => {
            texts.tr_with("path_box.no_folder", &[("folder", &shown(folder))])
        }
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        ui.label(icons::text("warning").color(theme.failure));
        ui.add(Label::new(text).wrap());
    });
}
