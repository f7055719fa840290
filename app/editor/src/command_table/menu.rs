//! The menus of the menu bar and the menus within them. A menu must fit a small screen at a large scale, so what is used less stands in a submenu.

/// A menu of the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Documents and files.
    File,
    /// Changes of the document.
    Edit,
    /// Changes of the selected nodes.
    Node,
    /// How cards lie to each other.
    Arrange,
    /// What is shown.
    View,
    /// The run.
    Run,
    /// About the program.
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

    /// The key of its title.
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
}

/// A menu within a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submenu {
    /// What to select.
    Select,
    /// Finding and going there.
    Find,
    /// Collapsing and expanding.
    Collapse,
    /// What plays leaves.
    StandIn,
    /// Answers for leaves that ask.
    Answer,
    /// Trees within trees.
    Subtree,
    /// Patterns to insert, and to make of what is selected.
    Templates,
    /// To another place in the tree.
    Move,
    /// Notes and groups.
    Notes,
    /// Edges in one line, gaps alike.
    Align,
    /// The run anew.
    Restart,
    /// The events of a frame.
    Inside,
    /// To another frame of the run.
    Frames,
    /// Several instances of the tree.
    Agents,
    /// The tree in other tools' formats, and as pictures.
    Export,
    /// Other versions of the document.
    Versions,
    /// Runs in files.
    Recordings,
    /// Documents in front, and the ways between them.
    Tabs,
    /// Which panels are shown.
    Panels,
    /// Light and dark.
    Theme,
    /// How large the interface is.
    Scale,
    /// In which language it speaks.
    Language,
    /// Where runs are to stop.
    Breakpoints,
    /// What the canvas shows of a run besides what nodes do.
    OnCanvas,
    /// Tests of the tree.
    Scenarios,
}

impl Submenu {
    /// The key of its title.
    pub fn text_key(self) -> &'static str {
        match self {
            Self::Select => "submenu.select",
            Self::Find => "submenu.find",
            Self::Collapse => "submenu.collapse",
            Self::StandIn => "stand_in.title",
            Self::Answer => "submenu.answer",
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
            Self::Recordings => "submenu.recordings",
            Self::Versions => "submenu.versions",
            Self::Tabs => "submenu.tabs",
            Self::Panels => "submenu.panels",
            Self::Theme => "submenu.theme",
            Self::Scale => "submenu.scale",
            Self::Language => "submenu.language",
            Self::Breakpoints => "panel.breakpoints",
            Self::OnCanvas => "submenu.on_canvas",
            Self::Scenarios => "submenu.scenarios",
        }
    }

    /// The name of its icon.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Select => "select_all",
            Self::Find => "search",
            Self::Collapse => "unfold_less",
            Self::StandIn => "theater_comedy",
            Self::Answer => "front_hand",
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
            Self::Recordings => "radio_button_checked",
            Self::Versions => "compare_arrows",
            Self::Tabs => "vertical_split",
            Self::Panels => "widgets",
            Self::Theme => "brightness_auto",
            Self::Scale => "zoom_in",
            Self::Language => "language",
            Self::Breakpoints => "adjust",
            Self::OnCanvas => "local_fire_department",
            Self::Scenarios => "movie",
        }
    }
}
