//! Everything that a panel can ask for. Panels only say; `dispatch` does, after the frame.

mod breakpoints;
mod export;
mod picture_action;
mod run_action;
mod scenario;
mod version;
mod work;

use std::path::PathBuf;
use std::sync::Arc;

pub use breakpoints::BreakpointAction;
use egui::KeyboardShortcut;
pub use export::{ExportAction, NamedBy, Wanted};
pub use picture_action::{MAX_SIDE, PictureAction, PictureChoice, PictureKind};
pub use run_action::{RunAction, RunSetting, Walk};
pub use scenario::ScenarioAction;
use treewright_authoring::edit::Command;
use treewright_authoring::layout::alignment::{Axis, Edge};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Annotation, StandIn};
use treewright_session::canvas_options::CanvasSwitch;
use treewright_session::settings::{AtStart, SecondStart, ThemeChoice};
use treewright_session::templates::TemplateId;
use treewright_session::workspace::finding::Hit;
pub use version::{CopyWish, VersionAction};
pub use work::{Awaited, Work, WorkAction};

/// A page of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// How the window looks.
    Appearance,
    /// How trees are drawn and run.
    Canvas,
    /// Which keys give which command.
    Keys,
    /// What is opened where.
    Files,
}

/// A wish of the user, by family.
#[derive(Clone, Debug)]
pub enum Action {
    /// Change the document, or take a change back.
    Edit(EditAction),
    /// Open, save, close.
    File(FileAction),
    /// Write documents in other tools' formats.
    Export(ExportAction),
    /// Run, step, stop, and what is done to a running tree.
    Run(RunAction),
    /// Where runs are to stop, and what is watched in them.
    Breakpoint(BreakpointAction),
    /// Run scenarios, and make them of runs.
    Scenario(ScenarioAction),
    /// Pictures of the document in front.
    Picture(PictureAction),
    /// Other versions of the document: comparing and merging.
    Version(VersionAction),
    /// What is selected.
    Select(SelectAction),
    /// The user's own templates.
    Template(TemplateAction),
    /// What is shown and how; never changes a document.
    View(ViewAction),
    /// What the user prefers; kept in the settings.
    Prefer(PreferAction),
    /// Finding and replacing.
    Find(FindAction),
    /// What goes on beside the window's thread.
    Work(WorkAction),
    /// The answer to the question that stands in front of everything else.
    Answer(Answer),
}

impl Action {
    /// Whether the user turns to something else, so that what was said about the last thing is old.
    pub fn goes_on(&self) -> bool {
        match self {
            Self::File(action) => !matches!(action, FileAction::MoveTab { .. }),
            Self::View(action) => matches!(
                action,
                ViewAction::Reveal(_)
                    | ViewAction::GoToNode
                    | ViewAction::GoToTree
                    | ViewAction::GoUpTo(_)
                    | ViewAction::Walk { .. }
                    | ViewAction::CommandPalette
                    | ViewAction::QuickOpen
                    | ViewAction::QuickAdd
            ),
            _ => false,
        }
    }
}

/// Changes of the document in front.
#[derive(Clone, Debug)]
pub enum EditAction {
    /// One undoable command.
    Do(Command),
    /// Adds a node of this task below the selected node, or where there is room.
    AddTask(Arc<str>),
    /// Inserts a template below the selected node, or where there is room.
    AddTemplate(TemplateId),
    /// Inserts a template at a place of the canvas.
    InsertTemplate {
        /// Which.
        template: TemplateId,
        /// The node below which it hangs, and where among its children; none if it is loose.
        below: Option<(NodeId, usize)>,
        /// The top-left corner of the card of its root.
        at: Position,
    },
    /// Takes the last change back.
    Undo,
    /// Does the change that was taken back last again.
    Redo,
    /// Puts the selected subtrees on the clipboard as text.
    Copy,
    /// Copies, then deletes.
    Cut,
    /// Asks the system for the clipboard's text; it arrives as [`EditAction::PasteText`].
    Paste,
    /// Pastes this text at the pointer, or below the selected node.
    PasteText(String),
    /// Asks for the clipboard's text as [`EditAction::Paste`] does, for the place right after the selected node.
    PasteAfter,
    /// Pastes this text right after the selected node.
    PasteTextAfter(String),
    /// Gives nodes another task.
    ReplaceTask(Vec<NodeId>, Arc<str>),
    /// Removes the selected nodes; their children take their places.
    RemoveKeepingChildren,
    /// Makes the selected branch a named tree, and puts a node that runs it in its place.
    Extract,
    /// Puts a copy of the tree that the selected node runs in its place.
    Inline,
    /// Hides or shows what is below the selected nodes, and below all below them.
    CollapseBelow(bool),
    /// Hides or shows what is below all nodes; the heads stay open.
    CollapseAll(bool),
    /// Lays the selected cards along an edge or middle line.
    Align(Edge),
    /// Lays the selected cards at equal distances.
    Distribute(Axis),
    /// Copies the selected subtrees beside themselves.
    Duplicate,
    /// Removes the selected subtrees.
    Delete,
    /// Takes the selected nodes off their parents.
    Detach,
    /// Makes the selected loose head the root.
    MakeRoot,
    /// Moves the selected node among its siblings: so many places to the right.
    MoveAmongSiblings(isize),
    /// Says what plays the selected leaves; with none, what their kind or library says.
    SetStandIn(Option<StandIn>),
    /// Disables the selected nodes, or enables them if all are disabled.
    ToggleDisabled,
    /// Sets breakpoints on the selected nodes, or removes them if all have one.
    ToggleBreakpoint,
    /// Hides what is below the selected nodes, or shows it if it is hidden below all.
    ToggleCollapsed,
    /// Lays all nodes out anew.
    AutoLayout,
    /// Adds a note with its corner here, or in the middle of what is seen, and writes on it.
    AddNote(Option<Position>),
    /// Puts a group around what is selected, and writes its title.
    GroupSelection,
    /// Moves what is selected by so many steps of the grid to the right and down.
    Nudge(i32, i32),
}

/// The user's own templates.
#[derive(Clone, Debug)]
pub enum TemplateAction {
    /// Asks for the name of this one, or of a new one made of what is selected.
    AskForName(Option<TemplateId>),
    /// Closes the window that asks.
    Close,
    /// Keeps a template.
    Keep {
        /// The one that gets another name or description; none for a new one made of what is selected.
        of: Option<TemplateId>,
        /// What it is called.
        title: String,
        /// What it is for.
        description: String,
    },
    /// Takes it off the list.
    Remove(TemplateId),
}

/// Files and documents.
#[derive(Clone, Debug)]
pub enum FileAction {
    /// A new, empty document.
    New,
    /// Asks which file to open.
    Open,
    /// Opens this file.
    OpenPath(PathBuf),
    /// Opens this file of the project: a tree, the tree of a scenario, or the folder of a library.
    OpenListed(PathBuf),
    /// Shows the folder of this file in the system's file manager.
    ShowFolder(PathBuf),
    /// Forgets which files were open lately.
    ClearRecent,
    /// Opens an unsaved copy of the example of this name.
    OpenExample(&'static str),
    /// Saves the document in front; asks for a path if it has none.
    Save,
    /// Asks for a path and saves there.
    SaveAs,
    /// Brings this document to the front.
    Show(usize),
    /// Shows the document whose tab follows, or stands before, that of the one in front.
    ShowNext {
        /// That stands before.
        backwards: bool,
    },
    /// Gives a tab another place.
    MoveTab {
        /// Its place.
        from: usize,
        /// The place that it gets.
        to: usize,
    },
    /// Closes all documents but this one, after a question if there are unsaved changes.
    CloseOthers(usize),
    /// Closes the document in front, after a question if it has unsaved changes.
    CloseFront,
    /// Closes this document, after a question if it has unsaved changes.
    Close(usize),
    /// Ends the program, after a question if there are unsaved changes.
    Quit,
    /// Asks which task library the document in front is to use as well.
    AddLibrary,
    /// Takes the task library at this place of its list away from the document in front.
    RemoveLibrary(usize),
}

/// The selection of the document in front.
#[derive(Clone, Debug)]
pub enum SelectAction {
    /// Just these.
    Set(Vec<NodeId>),
    /// These as well.
    Add(Vec<NodeId>),
    /// Those that are not, and not those that are.
    Toggle(Vec<NodeId>),
    /// Just these notes and groups.
    SetAnnotations(Vec<Annotation>),
    /// These notes and groups as well.
    AddAnnotations(Vec<Annotation>),
    /// Those of these notes and groups that are not, and not those that are.
    ToggleAnnotations(Vec<Annotation>),
    /// The note or group after the selected one; from the last one, the first.
    NextAnnotation,
    /// All nodes, notes and groups.
    All,
    /// The selected nodes and all below them.
    Subtree,
    /// All nodes of the kinds of those that are selected.
    SameKind,
    /// Those that are not selected, instead of those that are.
    Invert,
    /// The node above, the first child below, the sibling before or after.
    Walk(Direction),
}

/// A direction on the tree, whichever way it is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// To the parent.
    Parent,
    /// To the first child.
    FirstChild,
    /// To the sibling before.
    PreviousSibling,
    /// To the sibling after.
    NextSibling,
}

/// Finding and replacing.
#[derive(Clone, Debug)]
pub enum FindAction {
    /// Puts the keyboard into the field of what to find.
    Focus,
    /// Puts the keyboard into the field of what to put in its place.
    FocusReplacement,
    /// Goes to the next place that was found, or to the one before.
    Step {
        /// To the one before.
        backwards: bool,
    },
    /// Goes to this place.
    GoTo(Hit),
    /// Replaces what is at the current place and goes on, or all that was found.
    Replace {
        /// All of it.
        all: bool,
    },
    /// Shows where this variable of the document in front is used.
    Uses(Arc<str>),
    /// Shows the nodes that run the named tree of this name, by looking for it in parameters.
    UsesOfTree(Arc<str>),
    /// Asks for a variable of the document in front, to show where it is used.
    ChooseVariable,
}

/// What is shown.
#[derive(Clone, Debug)]
pub enum ViewAction {
    /// The whole tree fills the canvas.
    Fit,
    /// The selected nodes fill the canvas.
    FitSelection,
    /// Selects this node and explains its worst problem.
    ExplainProblem(NodeId),
    /// The root comes to the middle of the canvas.
    CenterRoot,
    /// Selects this node and moves the canvas so that it is seen.
    Reveal(NodeId),
    /// Asks why the selected node does what it does in the run.
    Why,
    /// Draws this variable over time, or no longer.
    Plot(Arc<str>),
    /// Shows this variable where it is declared.
    ShowVariable(Arc<str>),
    /// Opens the quick-add search on the canvas.
    QuickAdd,
    /// Opens the search on the canvas for a template.
    InsertTemplate,
    /// Opens the search on the canvas for another kind for the selected nodes.
    Replace,
    /// Opens the search on the canvas for a parent around the selected nodes.
    Wrap,
    /// Opens the command palette.
    CommandPalette,
    /// Opens the palette of nodes, to go to one by name or id.
    GoToNode,
    /// Opens the palette of recent files and examples.
    QuickOpen,
    /// Opens the palette of the document's task libraries, to take one away.
    ChooseLibrary,
    /// Puts the keyboard into the next panel: nodes, outline, inspector, canvas.
    NextPanel,
    /// Puts away what lies over the panels.
    Dismiss,
    /// Puts the keyboard into the name of the selected node, on its card if that is shown.
    Rename,
    /// Puts the keyboard into the field that names the tree below the selected node.
    NameTree,
    /// Shows the tree that the selected node runs; one of another file in a tab of its own.
    GoToTree,
    /// Shows the document in front twice, side by side, or once again.
    Split,
    /// Goes back to where one was before, or forward again.
    Walk {
        /// Forward again.
        forward: bool,
    },
    /// Goes to the node by way of which the tree in front was entered, counted from the outermost.
    GoUpTo(usize),
    /// Light, dark, or as the system has it.
    SetTheme(ThemeChoice),
    /// The language of the interface, as a code such as `en` or `zh-CN`.
    SetLanguage(String),
    /// Trees grow downwards, or to the right.
    SetLeftToRight(bool),
    /// Opens or closes the panel of this key.
    TogglePanel(&'static str),
    /// Opens the panel of this key and brings it to the front.
    ShowPanel(&'static str),
    /// Puts all panels where they were at first.
    ResetPanels,
    /// Shows this step of the tour; none ends it.
    Tour(Option<usize>),
    /// Opens the reference of nodes, at the page of this task or of the selected node's.
    NodeReference(Option<Arc<str>>),
    /// Closes it.
    CloseReference,
    /// Makes a task a favorite, or no longer.
    ToggleFavorite(Arc<str>),
    /// Opens the window with the program's version and licenses.
    About,
    /// Opens the settings at this section.
    Settings(Section),
    /// Opens the list of all keys and gestures.
    KeySheet,
    /// Says why a command cannot be used: the key of its text, and of the reason.
    SayWhyNot(String, String),
}

/// Changes of the settings that have no other place.
#[derive(Clone, Debug)]
pub enum PreferAction {
    /// The size of the interface in percent.
    SetScale(u16),
    /// The next larger size of the interface, or the next smaller one.
    StepScale {
        /// Larger.
        larger: bool,
    },
    /// Turns one of the canvas's switches.
    TurnCanvas(CanvasSwitch),
    /// Nothing glides or fades, or again.
    SetLessMotion(bool),
    /// What a start without files opens.
    SetAtStart(AtStart),
    /// Where a file goes that is opened while an editor is open already.
    SetSecondStart(SecondStart),
    /// Gives the command of this id these keys, and takes them from all others.
    BindKeys(&'static str, Vec<KeyboardShortcut>),
    /// Gives the command of this id the keys that it comes with.
    ResetKeys(&'static str),
    /// Gives all commands the keys that they come with.
    ResetAllKeys,
    /// The command of this id was chosen in the command palette.
    CommandUsed(&'static str),
}

/// What a question that stands in front of everything else was answered with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// As if nothing had been asked.
    Cancel,
    /// Save what is unsaved, then go on.
    Save,
    /// Go on without saving.
    Discard,
    /// Keep the document as it is; the file on disk is overwritten at the next save.
    KeepMine,
    /// Take what the file on disk says now.
    LoadTheirs,
    /// Take what the file on disk says now into the document.
    Merge,
    /// Show what the file on disk says now beside the document.
    ShowDifferences,
    /// Open all copies of unsaved work.
    RestoreAll,
    /// Do this with the copy of unsaved work that lies there.
    Copy(CopyWish, PathBuf),
    /// The path that was asked for.
    Path(PathBuf),
    /// The path that was asked for, with the file that is there to be replaced.
    ReplaceFile(PathBuf),
    /// The path that was asked for, with its folder to be made.
    MakeFolderFor(PathBuf),
    /// Save over the file that is there.
    Replace,
    /// Let the project do what it asks for.
    Allow,
    /// Open this tree of the folder.
    OpenTree(PathBuf),
    /// Begin a new tree.
    NewTree,
    /// Save under this name alone; other names of the file keep what it held.
    LeaveOtherNames,
    /// Save into the file that all its names show.
    ChangeAllNames,
}

/// Where panels put their wishes.
#[derive(Debug, Default)]
pub struct ActionSink {
    actions: Vec<Action>,
}

impl ActionSink {
    /// Asks for something.
    pub fn push(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Asks for an edit.
    pub fn edit(&mut self, command: Command) {
        self.push(Action::Edit(EditAction::Do(command)));
    }

    /// Takes what was asked for.
    pub fn take(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.actions)
    }
}
