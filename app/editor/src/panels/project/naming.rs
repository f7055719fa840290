//! The field in the list in which something new gets its name, or a file or folder another one.

use egui::{Key, TextEdit, Ui, vec2};
use treewright_session::workspace::project_listing::FileKind;

use super::lines::{folder_of, join, name_of};
use crate::action::{Action, ActionSink, NewEntry, ProjectAction};
use crate::panels::PanelContext;
use crate::popup_keyboard::is_popup_open;
use crate::widgets::{ROW_HEIGHT, focus_all};

/// A name that is being typed.
pub struct Naming {
    purpose: NamingPurpose,
    text: String,
    /// It was not shown yet.
    is_new: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum NamingPurpose {
    /// The file or folder at this path gets another name.
    Rename(String),
    /// It moves to a path that is typed as a whole.
    Move(String),
    /// Something is created in this folder.
    Create(String, NewEntry),
}

/// Whether the name is still being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamingState {
    Typing,
    Done,
}

impl Naming {
    /// Renames a file or folder.
    pub fn rename(path: &str, kind: Option<FileKind>) -> Self {
        let name = match kind {
            Some(_) => FileKind::split(name_of(path)).0,
            None => name_of(path),
        };
        Self {
            text: name.to_owned(),
            purpose: NamingPurpose::Rename(path.to_owned()),
            is_new: true,
        }
    }

    /// Moves a file or folder.
    pub fn relocate(path: &str, kind: Option<FileKind>) -> Self {
        let name = Self::rename(path, kind).text;
        Self {
            text: join(folder_of(path), &name),
            purpose: NamingPurpose::Move(path.to_owned()),
            is_new: true,
        }
    }

    /// Creates something in a folder.
    pub fn create(folder: &str, entry: NewEntry, name: String) -> Self {
        Self {
            purpose: NamingPurpose::Create(folder.to_owned(), entry),
            text: name,
            is_new: true,
        }
    }

    /// Whether the field was not shown with the keyboard yet.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// The path in whose place the field is, if something is renamed.
    pub fn renamed(&self) -> Option<&str> {
        match &self.purpose {
            NamingPurpose::Rename(path) | NamingPurpose::Move(path) => Some(path),
            NamingPurpose::Create(..) => None,
        }
    }

    /// The folder below which the field is, if something is created.
    pub fn folder(&self) -> Option<&str> {
        match &self.purpose {
            NamingPurpose::Create(folder, _) => Some(folder),
            NamingPurpose::Rename(_) | NamingPurpose::Move(_) => None,
        }
    }

    /// Shows the field in place of a row. Enter and leaving the field commit the name, Escape does not.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        cx: &PanelContext<'_>,
        indent: f32,
        sink: &mut ActionSink,
    ) -> NamingState {
        let label = cx.texts.tr(self.label_key());
        let field = ui
            .horizontal(|ui| {
                ui.set_height(ROW_HEIGHT);
                ui.add_space(indent);
                let size = vec2(ui.available_width(), ROW_HEIGHT);
                let edit = TextEdit::singleline(&mut self.text).hint_text(&*label);
                let field = ui.add_sized(size, edit);
                field.accessible_name(&*label)
            })
            .inner;
        // A menu that closes gives the keyboard back to its button first.
        if self.is_new {
            self.is_new = !field.has_focus() || is_popup_open(ui.ctx());
            focus_all(ui, &field, &self.text);
            return NamingState::Typing;
        }
        if field.has_focus() {
            return NamingState::Typing;
        }
        if !ui.input(|input| input.key_pressed(Key::Escape)) {
            self.commit(sink);
            // It is refused: another name can be typed.
            if self.is_taken(cx) && ui.input(|input| input.key_pressed(Key::Enter)) {
                focus_all(ui, &field, &self.text);
                return NamingState::Typing;
            }
        }
        NamingState::Done
    }

    /// Whether there is something else of this name.
    fn is_taken(&self, cx: &PanelContext<'_>) -> bool {
        let own = self.renamed().unwrap_or_default();
        let path = self.path().filter(|path| path != own);
        path.is_some_and(|path| {
            let folder = format!("{path}/");
            let mut files = cx.project.files.iter();
            files.any(|file| file.relative == path || file.relative.starts_with(&folder))
                || cx.project.empty_folders.contains(&path)
        })
    }

    /// The path that the name stands for; `None` without a name.
    fn path(&self) -> Option<String> {
        let name = self.text.trim();
        if name.is_empty() {
            return None;
        }
        Some(match &self.purpose {
            NamingPurpose::Rename(from) => {
                join(folder_of(from), &named(FileKind::of(name_of(from)), name))
            }
            NamingPurpose::Move(from) => named(FileKind::of(name_of(from)), name),
            NamingPurpose::Create(folder, entry) => join(folder, &named(entry.file_kind(), name)),
        })
    }

    fn label_key(&self) -> &'static str {
        match &self.purpose {
            NamingPurpose::Rename(_) => "project.new_name",
            NamingPurpose::Move(_) => "project.new_path",
            NamingPurpose::Create(_, NewEntry::Tree) => "project.name_of_tree",
            NamingPurpose::Create(_, NewEntry::Library) => "project.name_of_library",
            NamingPurpose::Create(_, NewEntry::Scenario(_)) => "project.name_of_scenario",
            NamingPurpose::Create(_, NewEntry::Folder) => "project.name_of_folder",
        }
    }

    fn commit(&self, sink: &mut ActionSink) {
        let Some(path) = self.path() else {
            return;
        };
        let action = match &self.purpose {
            NamingPurpose::Rename(from) | NamingPurpose::Move(from) if path == *from => return,
            NamingPurpose::Rename(from) | NamingPurpose::Move(from) => ProjectAction::Move {
                from: from.clone(),
                to: path,
            },
            NamingPurpose::Create(_, entry) => ProjectAction::Make {
                path,
                entry: entry.clone(),
            },
        };
        sink.push(Action::Project(action));
    }
}

/// The name with the ending of a file; that of a folder has none.
fn named(kind: Option<FileKind>, name: &str) -> String {
    kind.map_or_else(|| name.to_owned(), |kind| kind.named(name))
}
