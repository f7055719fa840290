//! The menus of the menu bar and their submenus. A menu must fit a small screen at a large scale, so less used commands are in submenus.

use egui::Key;

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Documents and files.
    File,
    /// Changes to the document.
    Edit,
    /// Changes to the selected nodes.
    Node,
    /// The layout of cards.
    Arrange,
    /// What is shown.
    View,
    Run,
    /// Help and information about the program.
    Help,
}

impl Menu {
    /// All menus, in the order of the menu bar.
    pub const ALL: [Self; 7] = [
        Self::File,
        Self::Edit,
        Self::Node,
        Self::Arrange,
        Self::View,
        Self::Run,
        Self::Help,
    ];

    pub fn text_key(self) -> &'static str {
        match self {
            Self::File => "menu.file",
            Self::Edit => "menu.edit",
            Self::Node => "menu.node",
            Self::Arrange => "menu.arrange",
            Self::View => "menu.view",
            Self::Run => "menu.run",
            Self::Help => "menu.help",
        }
    }

    /// The letter that opens it with Alt, the same in all languages.
    pub fn letter(self) -> Key {
        match self {
            Self::File => Key::F,
            Self::Edit => Key::E,
            Self::Node => Key::N,
            Self::Arrange => Key::A,
            Self::View => Key::V,
            Self::Run => Key::R,
            Self::Help => Key::H,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submenu {
    Select,
    /// Finding and going to matches.
    Find,
    /// The abort type of composites.
    Abort,
    /// Collapsing and expanding.
    Collapse,
    /// Stand-ins of leaves.
    StandIn,
    /// Results for leaves that ask.
    Answer,
    /// Replacing and wrapping nodes.
    Restructure,
    /// Named trees and subtree nodes.
    Subtree,
    /// Inserting templates, and creating them from the selection.
    Templates,
    /// Changing a node's place in the tree.
    Move,
    /// Notes and groups.
    Notes,
    /// Aligning and distributing.
    Align,
    /// Restarting the run.
    Restart,
    /// Stepping through the events of a frame.
    Inside,
    /// Going to other frames of the run.
    Frames,
    /// Several instances of the tree.
    Agents,
    /// Other tools' formats and pictures.
    Export,
    /// Comparing with other versions of the document.
    Versions,
    /// Task libraries of the document.
    Project,
    /// Saved runs.
    Recordings,
    /// Zooming and panning the canvas.
    Camera,
    /// Open documents, and the navigation between them.
    Tabs,
    Panels,
    Theme,
    /// The size of the interface.
    Scale,
    Language,
    /// Why a node ran or not, and what it would take.
    Explain,
    Breakpoints,
    /// Additional run information on the canvas.
    OnCanvas,
    Scenarios,
    /// All that the tree can do.
    Explore,
}

impl Submenu {
    pub fn text_key(self) -> &'static str {
        match self {
            Self::Select => "submenu.select",
            Self::Find => "submenu.find",
            Self::Abort => "canvas.menu.abort",
            Self::Collapse => "submenu.collapse",
            Self::StandIn => "stand_in.title",
            Self::Answer => "submenu.answer",
            Self::Restructure => "authoring.reshape",
            Self::Subtree => "submenu.subtree",
            Self::Templates => "template.section",
            Self::Move => "submenu.move",
            Self::Notes => "submenu.notes",
            Self::Align => "submenu.align",
            Self::Restart => "submenu.restart",
            Self::Inside => "submenu.inside",
            Self::Frames => "submenu.frames",
            Self::Agents => "submenu.agents",
            Self::Export => "submenu.export",
            Self::Project => "submenu.project",
            Self::Recordings => "submenu.recordings",
            Self::Versions => "submenu.versions",
            Self::Camera => "submenu.camera",
            Self::Tabs => "submenu.tabs",
            Self::Panels => "submenu.panels",
            Self::Theme => "submenu.theme",
            Self::Scale => "submenu.scale",
            Self::Language => "submenu.language",
            Self::Explain => "submenu.explain",
            Self::Breakpoints => "panel.breakpoints",
            Self::OnCanvas => "submenu.on_canvas",
            Self::Scenarios => "submenu.scenarios",
            Self::Explore => "panel.explore",
        }
    }

    pub fn icon(self) -> &'static str {
        match self {
            Self::Select => "select_all",
            Self::Find => "search",
            Self::Abort => "flash_on",
            Self::Collapse => "unfold_less",
            Self::StandIn => "theater_comedy",
            Self::Answer => "front_hand",
            Self::Restructure => "transform",
            Self::Subtree => "account_tree",
            Self::Templates => "bookmark",
            Self::Move => "swap_horiz",
            Self::Notes => "sticky_note_2",
            Self::Align => "align_horizontal_left",
            Self::Restart => "restart_alt",
            Self::Inside => "step_into",
            Self::Frames => "history",
            Self::Agents => "group",
            Self::Export => "ios_share",
            Self::Project => "folder_special",
            Self::Recordings => "radio_button_checked",
            Self::Versions => "compare_arrows",
            Self::Camera => "pan_tool",
            Self::Tabs => "vertical_split",
            Self::Panels => "widgets",
            Self::Theme => "brightness_auto",
            Self::Scale => "zoom_in",
            Self::Language => "language",
            Self::Explain => "help",
            Self::Breakpoints => "adjust",
            Self::OnCanvas => "local_fire_department",
            Self::Scenarios => "movie",
            Self::Explore => "explore",
        }
    }
}
