//! Every command that has a name, once: its text key, icon, shortcuts, when it can be used, and what it asks for.
//! Menus, toolbar, command palette, shortcuts and the list of keys are all derived from this table, a file for each menu.

/// The commands of a menu in its order, a row each: its id and icon, its section of this menu if it is in it, its keys (after `over_text` those that work even while a text field has the
/// keyboard), what it asks for, and whatever else [`CommandEntry`] can be told.
macro_rules! rows {
    ($menu:ident: $(
        $id:literal $icon:literal $($section:literal)?
        $([$($with:ident $key:ident),*])? $(over_text [$($text_with:ident $text_key:ident),*])?
        => $action:expr $(, $told:ident($($what:tt)*))*;
    )*) => {
        /// In the order of the menu.
        pub const COMMANDS: &[$crate::command_table::CommandEntry] = &[$(
            $crate::command_table::CommandEntry::new($id, $icon, $action)
                $(.menu($crate::command_table::Menu::$menu, $section))?
                $(.keys(&[$($crate::command_table::key($with, egui::Key::$key)),*]))?
                $(.keys_over_text(&[$($crate::command_table::key($text_with, egui::Key::$text_key)),*]))?
                $(.$told($($what)*))*,
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
use treewright_core::model::StandIn;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::settings::ThemeChoice;
use treewright_session::workspace::run_view::RunState;

use crate::action::Action;

/// The facts on which it depends whether a command can be used, and whether it shows a tick.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that have nothing to do with each other"
)]
pub struct Situation {
    /// The user is told of something that is being done beside the window's thread.
    pub has_work: bool,
    /// There is a change to take back.
    pub can_undo: bool,
    /// There is a change to do again.
    pub can_redo: bool,
    /// The document has breakpoints.
    pub has_breakpoints: bool,
    /// The document has nodes.
    pub has_nodes: bool,
    /// The document has a file.
    pub has_file: bool,
    /// A merge left something to decide.
    pub has_conflicts: bool,
    /// The document is compared with another version.
    pub compares: bool,
    /// Both versions are seen beside each other.
    pub is_side_by_side: bool,
    /// Both sides move together.
    pub sides_are_linked: bool,
    /// The document names task libraries.
    pub has_libraries: bool,
    /// The document declares variables.
    pub has_variables: bool,
    /// How many nodes are selected.
    pub selected: usize,
    /// How many notes and groups are selected.
    pub annotations: usize,
    /// The document has notes or groups.
    pub has_annotations: bool,
    /// The primary selected node hangs below a parent.
    pub has_parent: bool,
    /// The primary selected node is the head of a loose tree.
    pub is_loose: bool,
    /// The primary selected node runs another tree.
    pub runs_tree: bool,
    /// The primary selected node is a leaf, which something can play.
    pub plays_leaf: bool,
    /// What plays the primary selected node.
    pub stand_in: Option<StandIn>,
    /// A leaf of the run asks.
    pub is_asked: bool,
    /// A leaf of the run asks, or the selected one runs.
    pub can_answer: bool,
    /// There is a place to go back to.
    pub can_go_back: bool,
    /// There is a place to go forward to.
    pub can_go_forward: bool,
    /// The view is split.
    pub is_split: bool,
    /// How many scenarios are known.
    pub scenarios: usize,
    /// How many documents are open.
    pub documents: usize,
    /// The run, if there is one.
    pub run: Option<RunState>,
    /// There is an earlier moment of the run.
    pub can_step_back: bool,
    /// The run shows a frame that others follow.
    pub in_the_past: bool,
    /// The run has frames that were left for another way.
    pub can_take_back: bool,
    /// How many agents the run has.
    pub agents: usize,
    /// Trees grow to the right.
    pub left_to_right: bool,
    /// How the canvas behaves.
    pub canvas: CanvasOptions,
    /// Light, dark, or as the system has it.
    pub theme: Option<ThemeChoice>,
    /// The language of the interface.
    pub language: &'static str,
}

/// One command.
pub struct CommandEntry {
    /// Its stable name; `command.<id>` is its text.
    pub id: &'static str,
    /// The name of its icon; may be empty.
    pub icon: &'static str,
    /// Keys that it comes with, the one that menus show first; `keymap` knows those that are in force.
    pub shortcuts: &'static [KeyboardShortcut],
    /// Whether the keys work even while a text field has the keyboard.
    pub over_text: bool,
    /// Which menu lists it, and in which section of it.
    pub menu: Option<(Menu, u8)>,
    /// Which submenu of that menu lists it; none if the menu itself does.
    pub submenu: Option<Submenu>,
    /// In which group of the toolbar it stands.
    pub toolbar: Option<u8>,
    /// Whether it can be used, and what is in the way.
    pub enabled: fn(&Situation) -> Result<(), Obstacle>,
    /// Whether it shows a tick; none for commands that are no switches.
    pub checked: Option<fn(&Situation) -> bool>,
    /// What it asks for.
    pub action: fn(&Situation) -> Action,
}

impl CommandEntry {
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

    /// Keys that also work while a text field has the keyboard.
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

    const fn ticked(mut self, checked: fn(&Situation) -> bool) -> Self {
        self.checked = Some(checked);
        self
    }

    /// The key of its text.
    pub fn text_key(&self) -> String {
        format!("command.{}", self.id)
    }
}

/// The command of this id.
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
    use treewright_session::i18n::{LANGUAGES, Texts};

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
            // The languages have one icon, because it is by their names that they are told apart.
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
