//! Every command that has a name, once: its text key, icon, shortcuts, when it can be used, and what it asks for.
//! Menus, toolbar, command palette, shortcuts and the list of keys are all derived from this table.

use egui::{Key, KeyboardShortcut, Modifiers, ThemePreference};

use crate::action::{
    Action, Direction, EditAction, FileAction, RunAction, SelectAction, ViewAction,
};
use crate::workspace::run_view::RunState;

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Documents and files.
    File,
    /// Changes of the document.
    Edit,
    /// Changes of the selected nodes.
    Node,
    /// What is shown.
    View,
    /// The run.
    Run,
    /// About the program.
    Help,
}

impl Menu {
    /// All menus, in the order of the menu bar.
    pub const ALL: [Self; 6] = [
        Self::File,
        Self::Edit,
        Self::Node,
        Self::View,
        Self::Run,
        Self::Help,
    ];

    /// The key of its title.
    pub fn text_key(self) -> &'static str {
        match self {
            Self::File => "menu.file",
            Self::Edit => "menu.edit",
            Self::Node => "menu.node",
            Self::View => "menu.view",
            Self::Run => "menu.run",
            Self::Help => "menu.help",
        }
    }
}

/// The facts on which it depends whether a command can be used, and whether it shows a tick.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "facts that have nothing to do with each other"
)]
pub struct Situation {
    /// There is a change to take back.
    pub can_undo: bool,
    /// There is a change to do again.
    pub can_redo: bool,
    /// The document has nodes.
    pub has_nodes: bool,
    /// The document names task libraries.
    pub has_libraries: bool,
    /// How many nodes are selected.
    pub selected: usize,
    /// The primary selected node hangs below a parent.
    pub has_parent: bool,
    /// The primary selected node is the head of a loose tree.
    pub is_loose: bool,
    /// The primary selected node runs another tree.
    pub runs_tree: bool,
    /// The run, if there is one.
    pub run: Option<RunState>,
    /// Trees grow to the right.
    pub left_to_right: bool,
    /// Light, dark, or as the system has it.
    pub theme: Option<ThemePreference>,
    /// The language of the interface.
    pub language: &'static str,
}

/// One command.
pub struct CommandEntry {
    /// Its stable name; `command.<id>` is its text.
    pub id: &'static str,
    /// The name of its icon; may be empty.
    pub icon: &'static str,
    /// Keys that give it, the one that menus show first.
    pub shortcuts: &'static [KeyboardShortcut],
    /// Keys that give it while the canvas has the keyboard, which reads them itself: elsewhere they do something else.
    pub canvas_keys: &'static [KeyboardShortcut],
    /// Whether the keys work even while a text field has the keyboard.
    pub over_text: bool,
    /// Which menu lists it, and in which section of it.
    pub menu: Option<(Menu, u8)>,
    /// In which group of the toolbar it stands.
    pub toolbar: Option<u8>,
    /// Whether it can be used.
    pub enabled: fn(&Situation) -> bool,
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
            canvas_keys: &[],
            over_text: false,
            menu: None,
            toolbar: None,
            enabled: always,
            checked: None,
            action,
        }
    }

    const fn keys(mut self, shortcuts: &'static [KeyboardShortcut]) -> Self {
        self.shortcuts = shortcuts;
        self
    }

    const fn keys_on_canvas(mut self, shortcuts: &'static [KeyboardShortcut]) -> Self {
        self.canvas_keys = shortcuts;
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

    const fn toolbar(mut self, group: u8) -> Self {
        self.toolbar = Some(group);
        self
    }

    const fn when(mut self, enabled: fn(&Situation) -> bool) -> Self {
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

    /// The shortcut that menus show.
    pub fn shortcut_text(&self, ctx: &egui::Context) -> String {
        self.shortcuts
            .first()
            .map(|s| ctx.format_shortcut(s))
            .unwrap_or_default()
    }
}

/// The command of this id.
pub fn find(id: &str) -> Option<&'static CommandEntry> {
    COMMANDS.iter().find(|c| c.id == id)
}

const fn always(_: &Situation) -> bool {
    true
}

const fn has_selection(s: &Situation) -> bool {
    s.selected > 0
}

const fn key(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// What opens the search on the canvas, besides Space.
pub const ADD_KEYS: &[KeyboardShortcut] = &[key(NONE, Key::Tab), key(NONE, Key::Enter)];

/// All commands, in the order in which menus and the toolbar show them.
pub const COMMANDS: &[CommandEntry] = &[
    // Files
    CommandEntry::new("new", "note_add", |_| Action::File(FileAction::New))
        .keys_over_text(&[key(CTRL, Key::N)])
        .menu(Menu::File, 0)
        .toolbar(0),
    CommandEntry::new("open", "folder_open", |_| Action::File(FileAction::Open))
        .keys_over_text(&[key(CTRL, Key::O)])
        .menu(Menu::File, 0)
        .toolbar(0),
    CommandEntry::new("quick_open", "search", |_| {
        Action::View(ViewAction::QuickOpen)
    })
    .keys_over_text(&[key(CTRL, Key::P)])
    .menu(Menu::File, 0),
    CommandEntry::new("save", "save", |_| Action::File(FileAction::Save))
        .keys_over_text(&[key(CTRL, Key::S)])
        .menu(Menu::File, 2)
        .toolbar(0),
    CommandEntry::new("save_as", "save_as", |_| Action::File(FileAction::SaveAs))
        .keys_over_text(&[key(CTRL_SHIFT, Key::S)])
        .menu(Menu::File, 2),
    CommandEntry::new("add_library", "menu_book", |_| {
        Action::File(FileAction::AddLibrary)
    })
    .keys_over_text(&[key(CTRL_SHIFT, Key::L)])
    .menu(Menu::File, 3),
    CommandEntry::new("remove_library", "remove_circle", |_| {
        Action::View(ViewAction::ChooseLibrary)
    })
    .menu(Menu::File, 3)
    .when(|s| s.has_libraries),
    CommandEntry::new("close", "close", |_| Action::File(FileAction::CloseFront))
        .keys_over_text(&[key(CTRL, Key::W)])
        .menu(Menu::File, 4),
    CommandEntry::new("quit", "logout", |_| Action::File(FileAction::Quit))
        .keys_over_text(&[key(CTRL, Key::Q)])
        .menu(Menu::File, 4),
    // Editing
    CommandEntry::new("undo", "undo", |_| Action::Edit(EditAction::Undo))
        .keys(&[key(CTRL, Key::Z)])
        .menu(Menu::Edit, 0)
        .toolbar(1)
        .when(|s| s.can_undo),
    CommandEntry::new("redo", "redo", |_| Action::Edit(EditAction::Redo))
        .keys(&[key(CTRL, Key::Y), key(CTRL_SHIFT, Key::Z)])
        .menu(Menu::Edit, 0)
        .toolbar(1)
        .when(|s| s.can_redo),
    CommandEntry::new("cut", "content_cut", |_| Action::Edit(EditAction::Cut))
        .keys(&[key(CTRL, Key::X)])
        .menu(Menu::Edit, 1)
        .when(has_selection),
    CommandEntry::new("copy", "content_copy", |_| Action::Edit(EditAction::Copy))
        .keys(&[key(CTRL, Key::C)])
        .menu(Menu::Edit, 1)
        .when(has_selection),
    CommandEntry::new("paste", "content_paste", |_| {
        Action::Edit(EditAction::Paste)
    })
    .keys(&[key(CTRL, Key::V)])
    .menu(Menu::Edit, 1),
    CommandEntry::new("duplicate", "add_circle", |_| {
        Action::Edit(EditAction::Duplicate)
    })
    .keys(&[key(CTRL, Key::D)])
    .menu(Menu::Edit, 1)
    .when(has_selection),
    CommandEntry::new("delete", "delete", |_| Action::Edit(EditAction::Delete))
        .keys(&[key(NONE, Key::Delete), key(NONE, Key::Backspace)])
        .menu(Menu::Edit, 1)
        .when(has_selection),
    CommandEntry::new("select_all", "select_all", |_| {
        Action::Select(SelectAction::All)
    })
    .keys(&[key(CTRL, Key::A)])
    .menu(Menu::Edit, 2)
    .when(|s| s.has_nodes),
    CommandEntry::new("find", "search", |_| Action::View(ViewAction::Find))
        .keys_over_text(&[key(CTRL, Key::F)])
        .menu(Menu::Edit, 2),
    CommandEntry::new("go_to", "my_location", |_| {
        Action::View(ViewAction::GoToNode)
    })
    .keys_over_text(&[key(CTRL, Key::G)])
    .menu(Menu::Edit, 2)
    .when(|s| s.has_nodes),
    // Nodes
    CommandEntry::new("quick_add", "add", |_| Action::View(ViewAction::QuickAdd))
        .keys(&[key(NONE, Key::Space)])
        .keys_on_canvas(ADD_KEYS)
        .menu(Menu::Node, 0)
        .toolbar(2),
    CommandEntry::new("rename", "edit", |_| Action::View(ViewAction::Rename))
        .keys(&[key(NONE, Key::F2)])
        .menu(Menu::Node, 0)
        .when(has_selection),
    CommandEntry::new("name_tree", "schema", |_| {
        Action::View(ViewAction::NameTree)
    })
    .keys(&[key(SHIFT, Key::F2)])
    .menu(Menu::Node, 0)
    .when(|s| s.selected == 1),
    CommandEntry::new("go_to_tree", "arrow_forward", |_| {
        Action::View(ViewAction::GoToTree)
    })
    .keys(&[key(NONE, Key::F12)])
    .menu(Menu::Node, 0)
    .when(|s| s.runs_tree),
    CommandEntry::new("toggle_disabled", "block", |_| {
        Action::Edit(EditAction::ToggleDisabled)
    })
    .keys(&[key(NONE, Key::F8)])
    .menu(Menu::Node, 1)
    .when(has_selection),
    CommandEntry::new("toggle_breakpoint", "adjust", |_| {
        Action::Edit(EditAction::ToggleBreakpoint)
    })
    .keys(&[key(NONE, Key::F9)])
    .menu(Menu::Node, 1)
    .when(has_selection),
    CommandEntry::new("toggle_collapsed", "unfold_less", |_| {
        Action::Edit(EditAction::ToggleCollapsed)
    })
    .keys(&[key(NONE, Key::C)])
    .menu(Menu::Node, 1)
    .when(has_selection),
    CommandEntry::new("detach", "link_off", |_| Action::Edit(EditAction::Detach))
        .menu(Menu::Node, 2)
        .when(|s| s.has_parent),
    CommandEntry::new("make_root", "vertical_align_top", |_| {
        Action::Edit(EditAction::MakeRoot)
    })
    .menu(Menu::Node, 2)
    .when(|s| s.is_loose),
    CommandEntry::new("move_before", "arrow_back", |_| {
        Action::Edit(EditAction::MoveAmongSiblings(-1))
    })
    .keys(&[key(CTRL, Key::ArrowLeft), key(CTRL, Key::ArrowUp)])
    .menu(Menu::Node, 2)
    .when(|s| s.has_parent),
    CommandEntry::new("move_after", "arrow_forward", |_| {
        Action::Edit(EditAction::MoveAmongSiblings(1))
    })
    .keys(&[key(CTRL, Key::ArrowRight), key(CTRL, Key::ArrowDown)])
    .menu(Menu::Node, 2)
    .when(|s| s.has_parent),
    CommandEntry::new("walk_up", "arrow_upward", |s| {
        walk(s, Direction::Parent, Direction::PreviousSibling)
    })
    .keys(&[key(NONE, Key::ArrowUp)])
    .when(|s| s.has_nodes),
    CommandEntry::new("walk_down", "arrow_downward", |s| {
        walk(s, Direction::FirstChild, Direction::NextSibling)
    })
    .keys(&[key(NONE, Key::ArrowDown)])
    .when(|s| s.has_nodes),
    CommandEntry::new("walk_left", "arrow_back", |s| {
        walk(s, Direction::PreviousSibling, Direction::Parent)
    })
    .keys(&[key(NONE, Key::ArrowLeft)])
    .when(|s| s.has_nodes),
    CommandEntry::new("walk_right", "arrow_forward", |s| {
        walk(s, Direction::NextSibling, Direction::FirstChild)
    })
    .keys(&[key(NONE, Key::ArrowRight)])
    .when(|s| s.has_nodes),
    // View
    CommandEntry::new("fit", "fit_screen", |_| Action::View(ViewAction::Fit))
        .keys(&[key(NONE, Key::F)])
        .menu(Menu::View, 0)
        .toolbar(3)
        .when(|s| s.has_nodes),
    CommandEntry::new("fit_selection", "filter_center_focus", |_| {
        Action::View(ViewAction::FitSelection)
    })
    .keys(&[key(SHIFT, Key::F)])
    .menu(Menu::View, 0)
    .when(has_selection),
    CommandEntry::new("auto_layout", "account_tree", |_| {
        Action::Edit(EditAction::AutoLayout)
    })
    .keys(&[key(NONE, Key::A)])
    .menu(Menu::View, 0)
    .toolbar(3)
    .when(|s| s.has_nodes),
    CommandEntry::new("left_to_right", "swap_horiz", |s| {
        Action::View(ViewAction::SetLeftToRight(!s.left_to_right))
    })
    .menu(Menu::View, 0)
    .ticked(|s| s.left_to_right),
    CommandEntry::new("theme_system", "brightness_auto", |_| {
        theme(ThemePreference::System)
    })
    .menu(Menu::View, 1)
    .ticked(|s| s.theme == Some(ThemePreference::System)),
    CommandEntry::new("theme_light", "light_mode", |_| {
        theme(ThemePreference::Light)
    })
    .menu(Menu::View, 1)
    .ticked(|s| s.theme == Some(ThemePreference::Light)),
    CommandEntry::new("theme_dark", "dark_mode", |_| theme(ThemePreference::Dark))
        .menu(Menu::View, 1)
        .ticked(|s| s.theme == Some(ThemePreference::Dark)),
    CommandEntry::new("language_en", "language", |_| language("en"))
        .menu(Menu::View, 2)
        .ticked(|s| s.language == "en"),
    CommandEntry::new("language_zh", "language", |_| language("zh-CN"))
        .menu(Menu::View, 2)
        .ticked(|s| s.language == "zh-CN"),
    CommandEntry::new("next_panel", "keyboard", |_| {
        Action::View(ViewAction::NextPanel)
    })
    .keys_over_text(&[key(NONE, Key::F6)])
    .menu(Menu::View, 4),
    CommandEntry::new("reset_panels", "restore", |_| {
        Action::View(ViewAction::ResetPanels)
    })
    .menu(Menu::View, 4),
    // Run
    CommandEntry::new("run", "play_arrow", |_| Action::Run(RunAction::Toggle))
        .keys_over_text(&[key(NONE, Key::F5)])
        .menu(Menu::Run, 0)
        .toolbar(4)
        .when(|s| s.has_nodes),
    CommandEntry::new("step", "skip_next", |_| Action::Run(RunAction::Step))
        .keys_over_text(&[key(NONE, Key::F10)])
        .menu(Menu::Run, 0)
        .toolbar(4)
        .when(|s| s.has_nodes),
    CommandEntry::new("stop", "stop", |_| Action::Run(RunAction::Stop))
        .keys_over_text(&[key(SHIFT, Key::F5)])
        .menu(Menu::Run, 0)
        .toolbar(4)
        .when(|s| s.run.is_some()),
    // Help
    CommandEntry::new("command_palette", "terminal", |_| {
        Action::View(ViewAction::CommandPalette)
    })
    .keys_over_text(&[key(CTRL_SHIFT, Key::P)])
    .menu(Menu::Help, 0),
    CommandEntry::new("about", "info", |_| Action::View(ViewAction::About))
        .keys_over_text(&[key(NONE, Key::F1)])
        .menu(Menu::Help, 0),
];

fn walk(situation: &Situation, downwards: Direction, to_the_right: Direction) -> Action {
    Action::Select(SelectAction::Walk(if situation.left_to_right {
        to_the_right
    } else {
        downwards
    }))
}

fn theme(preference: ThemePreference) -> Action {
    Action::View(ViewAction::SetTheme(preference))
}

fn language(code: &str) -> Action {
    Action::View(ViewAction::SetLanguage(code.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::{LANGUAGES, Texts};

    #[test]
    fn every_command_has_a_name_in_every_language_and_an_icon() {
        for (language, _) in LANGUAGES {
            let texts = Texts::new(language);
            for command in COMMANDS {
                assert!(texts.find(&command.text_key()).is_some(), "{}", command.id);
            }
        }
        for command in COMMANDS {
            assert!(
                crate::icons::NAMES.contains(&command.icon),
                "{}",
                command.icon
            );
        }
    }

    #[test]
    fn no_two_commands_share_an_id_or_a_key() {
        let mut ids = Vec::new();
        let mut keys = Vec::new();
        for command in COMMANDS {
            assert!(!ids.contains(&command.id), "{}", command.id);
            ids.push(command.id);
            for shortcut in command.shortcuts.iter().chain(command.canvas_keys) {
                assert!(!keys.contains(shortcut), "{}: {shortcut:?}", command.id);
                keys.push(*shortcut);
            }
        }
    }
}
