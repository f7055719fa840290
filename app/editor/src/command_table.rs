//! The table of all named commands: text key, icon, shortcuts, when they are enabled, and their actions. Menus, toolbar, command palette, shortcuts
//! and the key list are all derived from it. One file per menu.

/// The commands of a menu in order, one row each: id and icon, section of this menu if it is listed there, keys (those after `over_text` also work
/// while a text field is focused), action, and further builder calls of [`CommandEntry`].
macro_rules! rows {
    ($menu:ident: $(
        $id:literal $icon:literal $($section:literal)?
        $([$($with:ident $key:ident),*])? $(over_text [$($text_with:ident $text_key:ident),*])?
        => $action:expr $(, $method:ident($($arguments:tt)*))*;
    )*) => {
        /// The commands in the order of the menu.
        pub const COMMANDS: &[$crate::command_table::CommandEntry] = &[$(
            $crate::command_table::CommandEntry::new($id, $icon, $action)
                $(.menu($crate::command_table::Menu::$menu, $section))?
                $(.keys(&[$($crate::command_table::key($with, egui::Key::$key)),*]))?
                $(.keys_over_text(&[$($crate::command_table::key($text_with, egui::Key::$text_key)),*]))?
                $(.$method($($arguments)*))*,
        )*];
    };
}

mod arrange;
mod breakpoints;
mod edit;
mod file;
mod help;
mod menu;
mod node;
mod obstacle;
mod run;
mod stand_ins;
mod view;

use egui::{Key, KeyboardShortcut, Modifiers};
pub use menu::{Menu, Submenu};
pub use obstacle::Obstacle;
pub use stand_ins::answer_command;
use treewright_authoring::edit::Label;
use treewright_core::abort::AbortType;
use treewright_core::model::StandIn;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::i18n::Texts;
use treewright_session::settings::ThemeChoice;
use treewright_session::workspace::live::Verbs;
use treewright_session::workspace::run_view::RunState;

use crate::action::Action;

/// The facts that decide whether commands are enabled and checked.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub struct Situation {
    /// The active tree is that of another program, and only shown.
    pub is_read_only: bool,
    /// The user is shown a background job.
    pub has_jobs: bool,
    /// What Undo would revert; `None` if there is nothing.
    pub undo: Option<Label>,
    /// What Redo would do again; `None` if there is nothing.
    pub redo: Option<Label>,
    /// Undo in the document reverts a change of files.
    pub undoes_files: bool,
    /// Undo in the document does a change of files again, which its last edit reverted.
    pub undo_redoes_files: bool,
    /// Redo in the document does a change of files again.
    pub redoes_files: bool,
    /// A project folder is open.
    pub has_project: bool,
    /// The document has breakpoints.
    pub has_breakpoints: bool,
    /// The document has nodes.
    pub has_nodes: bool,
    /// The document has a file.
    pub has_file: bool,
    /// A file was closed since the start.
    pub has_closed_file: bool,
    /// A merge left conflicts.
    pub has_conflicts: bool,
    /// The document is compared with another version.
    pub is_compared: bool,
    /// Both versions are shown side by side.
    pub is_side_by_side: bool,
    /// Both sides scroll and zoom together.
    pub are_sides_linked: bool,
    /// The document uses task libraries.
    pub has_libraries: bool,
    /// The document declares variables.
    pub has_variables: bool,
    /// The number of selected nodes.
    pub selected: usize,
    /// The number of selected notes and groups.
    pub annotations: usize,
    /// The document has notes or groups.
    pub has_annotations: bool,
    /// The primary selected node has a parent.
    pub has_parent: bool,
    /// The parent of the primary selected node has a parent.
    pub has_grandparent: bool,
    /// The primary selected node has a sibling before it.
    pub has_sibling_before: bool,
    /// The primary selected node is the head of an unconnected tree.
    pub is_unconnected: bool,
    /// The primary selected node runs another tree.
    pub runs_tree: bool,
    /// The active tree was entered through a node that runs it.
    pub is_inside_tree: bool,
    /// Only the use by that node is edited.
    pub edits_use: bool,
    /// Whether something that was done to files of the project can be undone or redone.
    pub can_undo_files: bool,
    pub can_redo_files: bool,
    /// A selected node has children.
    pub has_children: bool,
    /// The abort type of the first selected composite.
    pub abort: Option<AbortType>,
    /// The selected node, or else its parent, can have another child.
    pub has_room: bool,
    /// The primary selected node is a leaf that can have a stand-in.
    pub is_leaf: bool,
    /// The stand-in of the primary selected node.
    pub stand_in: Option<StandIn>,
    /// A leaf of the run asks for its result.
    pub has_asking_leaf: bool,
    /// A leaf of the run asks for its result, or the selected leaf is running.
    pub can_answer: bool,
    pub can_go_back: bool,
    pub can_go_forward: bool,
    /// The view is split.
    pub is_split: bool,
    /// The panels beside the canvas are closed, to give it their room.
    pub is_only_canvas: bool,
    /// There are panels below the canvas.
    pub has_bottom_panels: bool,
    /// More is seen of them than their tabs.
    pub are_bottom_panels_shown: bool,
    /// Whether the active document is being explored.
    pub explores: bool,
    /// Whether it is explored again after each edit.
    pub explores_after_edits: bool,
    /// Whether the tree was explored as it is now.
    pub is_explored: bool,
    /// Whether its exploration can go on where it stopped.
    pub can_explore_further: bool,
    /// The number of known scenarios.
    pub scenarios: usize,
    /// The number of open documents.
    pub documents: usize,
    /// The state of the run; `None` without a run.
    pub run: Option<RunState>,
    /// What the user can want next of the run is that it pauses.
    pub can_pause: bool,
    /// What can be done to a run that was told; `None` if the editor runs it.
    pub told: Option<Verbs>,
    /// Whether the run is that of a game's agent, attached or in a file.
    pub has_record: bool,
    /// Whether the newest frame of a run that goes on elsewhere is shown whenever one comes; `None` for others.
    pub follows: Option<bool>,
    /// A stopped run can be opened again.
    pub has_last_run: bool,
    /// The run has an earlier moment.
    pub can_step_back: bool,
    /// The run shows a moment before its last one.
    pub is_in_past: bool,
    /// It is known what to find in time, and there is a run.
    pub has_sought: bool,
    /// The run has left a way that can become the current one again.
    pub has_discarded_frames: bool,
    /// Recorded inputs are to happen again.
    pub has_recorded_ahead: bool,
    /// The number of agents in the run.
    pub agents: usize,
    /// Agents were added to an earlier run.
    pub has_earlier_agents: bool,
    /// Trees grow to the right.
    pub left_to_right: bool,
    /// The switches of the canvas.
    pub canvas: CanvasOptions,
    /// The chosen theme.
    pub theme: Option<ThemeChoice>,
    /// The language of the interface.
    pub language: &'static str,
}

/// A command of the table.
pub struct CommandEntry {
    /// Its stable identifier; `command.<id>` is its text key.
    pub id: &'static str,
    /// The name of its icon.
    pub icon: &'static str,
    /// The default keys, the one that menus show first; `keymap` knows the current ones.
    pub shortcuts: &'static [KeyboardShortcut],
    /// Whether the keys also work while a text field is focused.
    pub over_text: bool,
    /// The menu that lists it, and the section of that menu.
    pub menu: Option<(Menu, u8)>,
    /// The submenu of that menu that lists it; `None` if the menu itself does.
    pub submenu: Option<Submenu>,
    /// The group of the toolbar that shows it.
    pub toolbar: Option<u8>,
    /// What it requires; see [`Self::check`].
    enabled: fn(&Situation) -> Result<(), Obstacle>,
    /// Whether it shows a check mark; `None` for commands that are no switches.
    pub checked: Option<fn(&Situation) -> bool>,
    /// The action that it requests.
    pub action: fn(&Situation) -> Action,
}

impl CommandEntry {
    /// # Errors
    /// If it is disabled: the reason.
    pub fn check(&self, situation: &Situation) -> Result<(), Obstacle> {
        if (self.action)(situation).edits_tree() {
            obstacle::is_editable(situation)?;
        }
        (self.enabled)(situation)
    }

    const fn new(id: &'static str, icon: &'static str, action: fn(&Situation) -> Action) -> Self {
        Self {
            id,
            icon,
            shortcuts: &[],
            over_text: false,
            menu: None,
            submenu: None,
            toolbar: None,
            enabled: obstacle::nothing,
            checked: None,
            action,
        }
    }

    const fn keys(mut self, shortcuts: &'static [KeyboardShortcut]) -> Self {
        self.shortcuts = shortcuts;
        self
    }

    /// Sets keys that also work while a text field is focused.
    const fn keys_over_text(mut self, shortcuts: &'static [KeyboardShortcut]) -> Self {
        self.over_text = true;
        self.keys(shortcuts)
    }

    const fn menu(mut self, menu: Menu, section: u8) -> Self {
        self.menu = Some((menu, section));
        self
    }

    const fn within(mut self, submenu: Submenu) -> Self {
        self.submenu = Some(submenu);
        self
    }

    const fn toolbar(mut self, group: u8) -> Self {
        self.toolbar = Some(group);
        self
    }

    const fn when(mut self, enabled: fn(&Situation) -> Result<(), Obstacle>) -> Self {
        self.enabled = enabled;
        self
    }

    const fn checked_if(mut self, checked: fn(&Situation) -> bool) -> Self {
        self.checked = Some(checked);
        self
    }

    pub fn text_key(&self) -> String {
        format!("command.{}", self.id)
    }

    /// The key of what it does now: Run pauses what runs.
    pub fn current_text_key(&self, situation: &Situation) -> String {
        match self.id {
            "run" if situation.can_pause => "command.pause".to_owned(),
            _ => self.text_key(),
        }
    }

    /// The icon of what it does now.
    pub fn current_icon(&self, situation: &Situation) -> &'static str {
        match self.id {
            "run" if situation.can_pause => "pause",
            _ => self.icon,
        }
    }

    /// The name in menus and tooltips; Undo and Redo say what they change.
    pub fn text(&self, texts: &Texts, situation: &Situation) -> String {
        let (key, label) = match self.id {
            "undo" if situation.undo_redoes_files => return texts.tr("project.redo").into_owned(),
            "undo" if situation.undoes_files => return texts.tr("project.undo").into_owned(),
            "redo" if situation.redoes_files => return texts.tr("project.redo").into_owned(),
            "undo" => ("command.undo_what", &situation.undo),
            "redo" => ("command.redo_what", &situation.redo),
            _ => ("", &None),
        };
        match label {
            Some(label) => texts.tr_with(key, &[("what", &texts.label(label))]),
            None => texts.tr(&self.current_text_key(situation)).into_owned(),
        }
    }
}

/// Returns the command of this id.
pub fn find(id: &str) -> Option<&'static CommandEntry> {
    commands().find(|c| c.id == id)
}

const fn key(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;
const ALT: Modifiers = Modifiers::ALT;
const CTRL_ALT: Modifiers = Modifiers::COMMAND.plus(Modifiers::ALT);
const ALT_SHIFT: Modifiers = Modifiers::ALT.plus(Modifiers::SHIFT);
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// All commands, in the order in which menus and the toolbar show them.
pub fn commands() -> impl Iterator<Item = &'static CommandEntry> + Clone {
    let families = [
        file::COMMANDS,
        edit::COMMANDS,
        node::COMMANDS,
        arrange::COMMANDS,
        view::COMMANDS,
        run::COMMANDS,
        stand_ins::COMMANDS,
        breakpoints::COMMANDS,
        help::COMMANDS,
    ];
    families.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use treewright_session::i18n::LANGUAGES;

    use super::*;

    #[test]
    fn every_command_has_a_name_in_every_language_and_an_icon() {
        for (language, _) in LANGUAGES {
            let texts = Texts::new(language);
            for command in commands() {
                assert!(texts.find(&command.text_key()).is_some(), "{}", command.id);
            }
        }
        for command in commands() {
            assert!(
                crate::icons::NAMES.contains(&command.icon),
                "{}",
                command.icon
            );
        }
    }

    #[test]
    fn no_two_commands_of_a_menu_share_an_icon() {
        let mut seen = Vec::new();
        for command in commands() {
            // The languages share one icon, because their names distinguish them.
            if command.menu.is_some() && command.submenu != Some(Submenu::Language) {
                let place = (command.menu.map(|(menu, _)| menu), command.submenu);
                let sign = (place, command.icon);
                assert!(!seen.contains(&sign), "{}: {sign:?}", command.id);
                seen.push(sign);
            }
        }
    }

    #[test]
    fn no_two_commands_share_an_id_or_a_key() {
        let mut ids = Vec::new();
        let mut keys = Vec::new();
        for command in commands() {
            assert!(!ids.contains(&command.id), "{}", command.id);
            ids.push(command.id);
            for shortcut in command.shortcuts {
                assert!(!keys.contains(shortcut), "{}: {shortcut:?}", command.id);
                keys.push(*shortcut);
            }
        }
    }
}
