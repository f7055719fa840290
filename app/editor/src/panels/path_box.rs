//! The window's own box for a path, where the system has no dialog for that. What is wrong with a path is said in the box, which keeps it;
//! what would replace a file or make a folder is asked there as well. Touches no file.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use egui::text::{CCursor, CCursorRange};
use egui::{Key, Label, Response, TextEdit, Ui};
use treewright_session::i18n::Texts;

use super::questions;
use crate::action::{Action, ActionSink, Answer};
use crate::icons;
use crate::theme::{Theme, space};

/// A path that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PathBox {
    /// As it is typed.
    path: String,
    /// Where paths begin that are not whole.
    folder: PathBuf,
    /// What is selected when the box comes up, in letters.
    selected: Option<(usize, usize)>,
    /// Why the path was not taken.
    trouble: Option<Trouble>,
}

/// Why a path was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A reason in words.
    Said(String),
    /// There is a file, and nobody said that it may be replaced.
    Exists(PathBuf),
    /// The folder is not there, and nobody said that it may be made.
    NoFolder {
        /// The file that was to be written.
        file: PathBuf,
        /// Its folder.
        folder: PathBuf,
    },
}

impl PathBox {
    /// A box that proposes a name in a folder. The name is selected without its ending, so that typing replaces it.
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
            trouble: None,
        }
    }

    /// A box for a file of a folder.
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
            trouble: None,
        }
    }

    /// Says what is wrong with the path.
    pub fn set_trouble(&mut self, trouble: Trouble) {
        self.trouble = Some(trouble);
    }

    /// The whole path.
    fn whole(&self) -> PathBuf {
        self.folder.join(self.path.trim())
    }
}

/// Shows the box; `key` is how the keys of its texts begin.
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
        path_box.trouble = None;
    }
    let confirm = format!("{key}.confirm");
    let whole = path_box.whole();
    let (confirm, answer) = match &path_box.trouble {
        None | Some(Trouble::Said(_)) => (&*confirm, Answer::Path(whole)),
        Some(Trouble::Exists(file)) => (
            "question.replace.confirm",
            Answer::ReplaceFile(file.clone()),
        ),
        Some(Trouble::NoFolder { file, .. }) => {
            ("path_box.make_folder", Answer::MakeFolderFor(file.clone()))
        }
    };
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        // If the path is not taken, typing goes on here.
        field.request_focus();
        // Enter in the field gives the path; to replace a file is another decision, and has its button.
        let replaces = matches!(answer, Answer::ReplaceFile(_));
        if !replaces && !path_box.path.trim().is_empty() {
            sink.push(Action::Answer(answer.clone()));
        }
    }
    if let Some(trouble) = &path_box.trouble {
        show_trouble(ui, theme, texts, trouble);
    }
    questions::buttons(ui, texts, (confirm, answer), None, sink);
}

fn field(ui: &mut Ui, texts: &Texts, path_box: &mut PathBox) -> Response {
    let name = texts.tr("question.path").into_owned();
    let width = ui.available_width();
    let field = ui
        .add(TextEdit::singleline(&mut path_box.path).desired_width(width))
        .accessible_name(name);
    // A field that is being left by Tab shall let go.
    if questions::is_free(ui) && !field.lost_focus() {
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

fn show_trouble(ui: &mut Ui, theme: &Theme, texts: &Texts, trouble: &Trouble) {
    let shown = |path: &Path| path.display().to_string();
    let text = match trouble {
        Trouble::Said(reason) => reason.clone(),
        Trouble::Exists(file) => texts.tr_with("question.replace.text", &[("path", &shown(file))]),
        Trouble::NoFolder { folder, .. } => {
            texts.tr_with("path_box.no_folder", &[("folder", &shown(folder))])
        }
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        ui.label(icons::text("warning").color(theme.failure));
        ui.add(Label::new(text).wrap());
    });
}
