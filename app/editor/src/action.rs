//! Everything that the user can request, as values. Panels only create actions; `dispatch` applies them after the frame.

mod agent_action;
mod at_keyboard;
mod breakpoints;
mod edits;
mod explore;
mod export;
mod job;
mod live_action;
mod picture_action;
mod project;
mod run_action;
mod scenario;
mod task_action;
mod this_use;
mod version;

use std::path::PathBuf;
use std::sync::Arc;

pub use agent_action::{AgentAction, AgentTree};
pub use breakpoints::BreakpointAction;
use egui::KeyboardShortcut;
pub use explore::{ExploreAction, FoundKind, FoundRun};
pub use export::{ExportAction, ExportRequest, NamedBy};
pub use job::{JobAction, JobKind, RunningJob};
pub use live_action::LiveAction;
pub use picture_action::{MAX_SIDE, PictureAction, PictureChoice, PictureKind};
pub use project::{NamedInProject, NewEntry, ProjectAction};
pub use run_action::{RunAction, RunSetting, TakesAction, Walk, WayAction};
pub use scenario::{NewScenario, ScenarioAction};
pub use task_action::{TaskAction, TaskRequest};
pub use this_use::{Overrides, UseAction};
use treewright_authoring::edit::Command;
use treewright_authoring::layout::alignment::{Axis, Edge};
use treewright_core::abort::AbortType;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Annotation, StandIn};
use treewright_session::canvas_options::CanvasSwitch;
use treewright_session::settings::{AtStart, SecondStart, ThemeChoice};
use treewright_session::templates::TemplateId;
use treewright_session::workspace::finding::SearchHit;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::project_listing::ProjectTree;

use crate::typed_comparison::Comparison;
pub use version::{CopyDecision, VersionAction};

/// A page of the settings window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Theme, language and size of the interface.
    Appearance,
    /// How trees are drawn and run.
    Canvas,
    /// Keyboard shortcuts of commands.
    Keys,
    /// How files are opened.
    Files,
}

/// A request of the user, by family.
#[derive(Clone, Debug)]
pub enum Action {
    /// Changes the document, undoes or redoes.
    Edit(EditAction),
    /// Opens, saves, closes.
    File(FileAction),
    /// Creates, moves and deletes files of the project.
    Project(ProjectAction),
    /// Writes documents in other tools' formats.
    Export(ExportAction),
    /// Runs, steps, stops, and changes a running tree.
    Run(RunAction),
    /// Attaches to programs that run trees elsewhere.
    Live(LiveAction),
    /// Breakpoints and watch expressions.
    Breakpoint(BreakpointAction),
    /// Runs scenarios, and creates them from runs.
    Scenario(ScenarioAction),
    /// Explores all runs of the active document.
    Explore(ExploreAction),
    /// Exports pictures of the active document.
    Picture(PictureAction),
    /// Compares the document with other versions, and merges.
    Version(VersionAction),
    /// Changes the selection.
    Select(SelectAction),
    /// The user's own templates.
    Template(TemplateAction),
    /// Moves a branch to another file.
    Extract(ExtractAction),
    /// Edits one use of a tree.
    Use(UseAction),
    /// Changes what is shown and how; never changes a document.
    View(ViewAction),
    /// Changes preferences, which are stored in the settings.
    Prefer(PreferAction),
    /// Finds and replaces.
    Find(FindAction),
    /// Cancels background jobs.
    Job(JobAction),
    /// Answers the modal question.
    Answer(Answer),
    /// Runs the command of this id, which was disabled when the user requested it. An earlier action of the same frame may have enabled it;
    /// otherwise the status bar says why it does nothing.
    Attempt(&'static str),
}

impl Action {
    /// Whether the user turns to something else, so that the current notice is outdated.
    pub fn dismisses_notice(&self) -> bool {
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

/// What is set on a node when it is added.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeSetup {
    /// The variable that a conditional checks.
    ComparedVariable(Arc<str>),
    Comparison(Comparison),
    Name(String),
    /// The tree that a Subtree runs.
    Subtree(ProjectTree),
}

/// Changes to the active document.
#[derive(Clone, Debug)]
pub enum EditAction {
    /// One undoable command.
    Do(Command),
    /// Adds a node of this task below the selected node, or unconnected in free space.
    AddTask(Arc<str>),
    /// Inserts a template below the selected node, or unconnected in free space.
    AddTemplate(TemplateId),
    /// Inserts a template at a position on the canvas.
    InsertTemplate {
        template: TemplateId,
        /// The new parent and the index among its children; `None` for an unconnected node.
        below: Option<(NodeId, usize)>,
        /// The top-left corner of the root's card.
        at: Position,
    },
    /// Adds a node that runs a tree of the project, where [`Self::AddTask`] would add it.
    AddTree(ProjectTree),
    /// Adds a node with a command, and sets its name or compared variable in the same step.
    AddAndSetUp { add: Command, setup: NodeSetup },
    /// Lets a Subtree node run a tree of the project.
    RunTree(NodeId, ProjectTree),
    /// Undoes the last change.
    Undo,
    /// Redoes the change that was undone last.
    Redo,
    /// Puts the selected subtrees on the clipboard as text.
    Copy,
    /// Copies, then deletes.
    Cut,
    /// Requests the clipboard's text from the system; it arrives as [`EditAction::PasteText`].
    Paste,
    /// Pastes this text below the selected node, or in free space.
    PasteText(String),
    /// Requests the clipboard's text like [`EditAction::Paste`], to be pasted right after the selected node.
    PasteAfter,
    /// Pastes this text right after the selected node.
    PasteTextAfter(String),
    /// Moves branches below a parent.
    MoveBelow {
        nodes: Vec<NodeId>,
        parent: NodeId,
        /// The index among the parent's present children before which they go; beyond the end means last.
        index: usize,
        /// How far their cards move, to the right and down; `None` for a place near the parent.
        by: Option<(i32, i32)>,
    },
    /// Moves the selected branches after their parent, as its next siblings.
    MoveOut,
    /// Makes the selected branches the last children of the sibling before them.
    MoveIn,
    /// Changes the node type of these nodes.
    ReplaceTask(Vec<NodeId>, Arc<str>),
    /// Removes the selected nodes; their children take their places.
    RemoveKeepingChildren,
    /// Moves the selected subtree into a named tree, and replaces it by a node that runs that tree.
    Extract,
    /// Replaces the selected subtree node by a copy of the tree that it runs.
    Inline,
    /// Collapses or expands the selected nodes and all their descendants.
    CollapseBelow(bool),
    /// Collapses or expands all nodes. Collapsing leaves the root and the heads of unconnected trees expanded.
    CollapseAll(bool),
    /// Aligns the selected cards along an edge or a middle line.
    Align(Edge),
    /// Distributes the selected cards at equal distances.
    Distribute(Axis),
    /// Copies the selected subtrees next to the originals.
    Duplicate,
    /// Removes the selected subtrees.
    Delete,
    /// Detaches the selected nodes from their parents.
    Detach,
    /// Makes the selected unconnected head the root.
    MakeRoot,
    /// Moves the selected node among its siblings by this number of places; positive is to the right.
    MoveAmongSiblings(isize),
    /// Sets the stand-in of the selected leaves; `None` restores the default of their node type or library.
    SetStandIn(Option<StandIn>),
    /// Disables the selected nodes, or enables them if all are disabled.
    ToggleDisabled,
    /// Sets breakpoints on the selected nodes, or removes them if all have one.
    ToggleBreakpoint,
    /// Sets the abort type of the selected composites, or none if all of them have it.
    ToggleAbort(AbortType),
    /// Collapses the selected nodes, or expands them if all are collapsed.
    ToggleCollapsed,
    /// Lays out all nodes automatically.
    AutoLayout,
    /// Adds a note with its top-left corner here, or in the middle of the view, and starts editing its text.
    AddNote(Option<Position>),
    /// Adds a group around the selection, and starts editing its title.
    GroupSelection,
    /// Moves the selection by this number of grid steps to the right and down.
    Nudge(i32, i32),
}

/// The move of the selected branch to another file.
#[derive(Clone, Debug)]
pub enum ExtractAction {
    /// Asks for the file and the name of the tree.
    Ask,
    /// Closes the window that asks.
    Close,
    /// Moves the branch.
    To {
        /// A path in the project folder.
        file: String,
        /// The name of the tree.
        tree: String,
    },
}

/// The user's own templates.
#[derive(Clone, Debug)]
pub enum TemplateAction {
    /// Asks for the name of this template, or of a new one made from the selection.
    AskForName(Option<TemplateId>),
    /// Closes the template window.
    Close,
    /// Saves a template.
    Save {
        /// The template to rename or describe anew; `None` for a new one made from the selection.
        of: Option<TemplateId>,
        title: String,
        description: String,
    },
    /// Deletes a template.
    Remove(TemplateId),
}

/// Files and documents.
#[derive(Clone, Debug)]
pub enum FileAction {
    /// Creates an empty document.
    New,
    /// Asks for a folder, and makes it a project with a first tree.
    NewProject,
    /// Asks which file to open.
    Open,
    OpenPath(PathBuf),
    /// Opens the file that was closed last.
    ReopenClosed,
    /// Opens this file and shows a node of it.
    OpenAt(PathBuf, Option<NodeId>),
    /// Opens this file of the project: a tree; for a scenario its tree; for a library the window for its tasks.
    OpenListed(PathBuf),
    /// Opens all trees that another tool's workspace of the project lists.
    OpenWorkspace(PathBuf),
    /// Shows the folder of this file in the system's file manager.
    ShowFolder(PathBuf),
    /// Clears the list of recent files.
    ClearRecent,
    /// Opens an unsaved copy of the example of this name.
    OpenExample(&'static str),
    /// Saves the active document; asks for a path if it has none.
    Save,
    /// Saves all documents with unsaved changes; asks for a path for each that has none.
    SaveAll,
    /// Asks for a path and saves the active document there.
    SaveAs,
    /// Activates the document at this index.
    Show(usize),
    /// Activates the document of the next or previous tab.
    ShowNext {
        /// Whether to activate the previous one.
        backwards: bool,
    },
    /// Moves a tab.
    MoveTab {
        /// Its index.
        from: usize,
        /// Its new index.
        to: usize,
    },
    /// Closes all documents but this one, after a question if there are unsaved changes.
    CloseOthers(usize),
    /// Closes the active document, after a question if it has unsaved changes.
    CloseFront,
    /// Closes this document, after a question if it has unsaved changes.
    Close(usize),
    /// Ends the program, after a question if there are unsaved changes.
    Quit,
    /// Asks for a task library to add to the active document.
    AddLibrary,
    /// Adds the task library in this file to the active document.
    UseLibrary(PathBuf),
    /// Removes the task library at this index from the active document.
    RemoveLibrary(usize),
}

/// Changes to the selection of the active document.
#[derive(Clone, Debug)]
pub enum SelectAction {
    /// Selects exactly these nodes.
    Set(Vec<NodeId>),
    /// Adds these nodes to the selection.
    Add(Vec<NodeId>),
    /// Selects those of these nodes that are not selected, and deselects the others.
    Toggle(Vec<NodeId>),
    /// Selects exactly these notes and groups.
    SetAnnotations(Vec<Annotation>),
    /// Adds these notes and groups to the selection.
    AddAnnotations(Vec<Annotation>),
    /// Selects those of these notes and groups that are not selected, and deselects the others.
    ToggleAnnotations(Vec<Annotation>),
    /// Selects the note or group after the selected one; after the last one, the first.
    NextAnnotation,
    /// Selects all nodes, notes and groups.
    All,
    /// Extends the selection to the whole subtrees of the selected nodes.
    Subtree,
    /// Selects all nodes of the selected nodes' types.
    SameKind,
    /// Inverts the selection.
    Invert,
    /// Moves the selection to a related node.
    Walk(Direction),
}

/// A direction in the tree, independent of its orientation on the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Parent,
    FirstChild,
    PreviousSibling,
    NextSibling,
}

/// Finding and replacing.
#[derive(Clone, Debug)]
pub enum FindAction {
    /// Focuses the search field.
    Focus,
    /// Focuses the replacement field.
    FocusReplacement,
    /// Goes to the next match, or to the previous one.
    Step {
        /// Whether to go to the previous one.
        backwards: bool,
    },
    /// Goes to this match.
    GoTo(SearchHit),
    /// Replaces the current match and goes to the next, or replaces all.
    Replace {
        /// Whether to replace all matches.
        all: bool,
    },
    /// Lists the uses of this variable of the active document.
    Uses(Arc<str>),
    /// Lists what runs the named tree of this name in the project: in this file, as the active document refers to it, or in its own, if that is
    /// empty.
    UsesOfTree { file: String, tree: Arc<str> },
    /// Lists what uses this task of a library in the project.
    UsesOfTask(Arc<str>),
    /// Lists what sends or waits for this event in the project.
    UsesOfEvent(Arc<str>),
    /// Lists what uses the file at this path, relative to the project folder.
    UsesOfFile(String),
    /// Asks for a variable of the active document, to list its uses.
    ChooseVariable,
}

/// A step of zooming the canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ZoomStep {
    In,
    Out,
    /// To 100 %.
    ActualSize,
}

/// What is plotted over time.
#[derive(Clone, Debug, PartialEq)]
pub enum Plotted {
    Variable(Arc<str>),
    /// The constant utility of this child.
    Utility(NodeId),
}

/// Changes to what is shown.
#[derive(Clone, Debug)]
pub enum ViewAction {
    /// Fits the whole tree into the canvas.
    Fit,
    /// Fits the selected nodes into the canvas.
    FitSelection,
    /// Zooms the canvas.
    Zoom(ZoomStep),
    /// Moves the view of the canvas by steps.
    Pan {
        right: i32,
        down: i32,
    },
    /// Selects this node and explains its most severe problem.
    ExplainProblem(NodeId),
    /// Moves the root to the middle of the canvas.
    CenterRoot,
    /// Selects this node and scrolls it into view.
    Reveal(NodeId),
    /// Explains why the selected node does what it does in the run.
    Why,
    /// Adds this to the plots, or removes it.
    Plot(Plotted),
    /// Shows this variable in the blackboard panel.
    ShowVariable(Arc<str>),
    /// Shows this variable in the blackboard panel, to type another name.
    RenameVariable(Arc<str>),
    /// Shows the blackboard and asks for the type of a new variable.
    AddVariable,
    /// Opens the quick-add search on the canvas.
    QuickAdd,
    /// Opens the search on the canvas for a template.
    InsertTemplate,
    /// Opens the search on the canvas for a new node type for the selected nodes.
    Replace,
    /// Opens the search on the canvas for a parent around the selected nodes.
    Wrap,
    CommandPalette,
    /// Opens the command palette to go to a node by name or id.
    GoToNode,
    /// Opens the command palette with recent files and examples.
    QuickOpen,
    /// Asks for the tree that the selected Subtree node runs.
    ChooseTree,
    /// Opens the command palette with the document's task libraries, to remove one.
    ChooseLibrary,
    /// Moves the keyboard focus to the next panel, row of tabs or bar; or to the previous one.
    NextPanel {
        forward: bool,
    },
    /// Closes the windows over the panels.
    Dismiss,
    /// Focuses the name field of the selected node, on its card if that is visible.
    Rename,
    /// Focuses the field that names the tree below the selected node.
    NameTree,
    /// Shows the tree that the selected node runs; a tree of another file opens in its own tab.
    GoToTree,
    /// Shows the active document in two views side by side, or in one again.
    Split,
    /// Goes back in the navigation history, or forward.
    Walk {
        /// Whether to go forward.
        forward: bool,
    },
    /// Goes to one of the subtree nodes through which the active tree was entered; 0 is the outermost.
    GoUpTo(usize),
    /// Sets the theme: light, dark or the system's.
    SetTheme(ThemeChoice),
    /// Sets the language of the interface, as a code such as `en` or `zh-CN`.
    SetLanguage(String),
    /// Whether trees grow to the right instead of downwards.
    SetLeftToRight(bool),
    /// Opens or closes the panel of this key.
    TogglePanel(&'static str),
    /// Opens the panel of this key and brings it to the front.
    ShowPanel(&'static str),
    /// Closes all panels but the canvas, or opens them again.
    OnlyCanvas,
    /// Shows only the tabs of the panels below the canvas, or the panels again.
    ToggleBottomPanels,
    /// Restores the initial arrangement of all panels.
    ResetPanels,
    /// Shows this step of the tour; `None` ends it.
    Tour(Option<usize>),
    /// Opens the guide in a browser, at the page of what is selected or has the keyboard.
    Guide,
    /// Opens the node reference at the page of this task, or of the selected node's.
    NodeReference(Option<Arc<str>>),
    /// Closes the node reference.
    CloseReference,
    /// Adds a task to the favorites, or removes it.
    ToggleFavorite(Arc<str>),
    /// Opens the window with the program's version and licenses.
    About,
    /// Opens the settings at this page.
    Settings(Section),
    /// Opens the list of all shortcuts and gestures.
    KeySheet,
}

/// Changes to preferences.
#[derive(Clone, Debug)]
pub enum PreferAction {
    /// Sets the size of the interface in percent.
    SetScale(u16),
    /// Sets the next larger or smaller size of the interface.
    StepScale {
        /// Whether to set the larger one.
        larger: bool,
    },
    /// Toggles a switch of the canvas.
    ToggleCanvas(CanvasSwitch),
    /// Whether animations are disabled.
    SetLessMotion(bool),
    /// Sets what a start without files opens.
    SetAtStart(AtStart),
    /// Sets where files open that are passed to a second start of the program.
    SetSecondStart(SecondStart),
    /// Binds the command of this id to these keys, and unbinds them from all others.
    BindKeys(&'static str, Vec<KeyboardShortcut>),
    /// Restores the default keys of the command of this id.
    ResetKeys(&'static str),
    /// Restores the default keys of all commands.
    ResetAllKeys,
    /// Closes the section of this name in a panel, or opens it.
    ToggleSection(&'static str),
    /// Counts a use of the command of this id in the command palette.
    CommandUsed(&'static str),
}

/// The answer to a modal question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Changes nothing.
    Cancel,
    /// Saves the unsaved changes of these documents, then continues without those of the others.
    Save(Vec<DocumentId>),
    /// Continues without saving.
    Discard,
    /// Asks where to save the run, and continues nothing.
    SaveRun,
    /// Keeps the document; the next save overwrites the file on disk.
    KeepOurs,
    /// Reloads the document from the file on disk.
    LoadTheirs,
    /// Merges the file on disk into the document.
    Merge,
    /// Shows the file on disk next to the document.
    ShowDifferences,
    /// Opens all copies of unsaved work.
    RestoreAll,
    /// Decides about the copy of unsaved work at this path.
    Copy(CopyDecision, PathBuf),
    /// The requested path.
    Path(PathBuf),
    /// The requested path, whose existing file may be replaced.
    ReplaceFile(PathBuf),
    /// The requested path, whose folder is to be created.
    MakeFolderFor(PathBuf),
    /// Replaces the existing file.
    Replace,
    /// Allows the project its exports.
    Allow,
    /// Opens this tree of the folder.
    OpenTree(PathBuf),
    /// Opens all trees of the workspace.
    OpenAll,
    /// Opens the file as an empty document with its node types.
    NewTree,
    /// Renames in closed files, too.
    RenameInFiles,
    /// Moves it to the trash although something uses it.
    Delete,
    /// Shows what uses it instead.
    ShowUses,
    /// Remove what other files use.
    Remove,
    /// Does what cannot be undone.
    Confirm,
    /// Saves under this name only; the other hard links keep the old contents.
    LeaveOtherNames,
    /// Leave closed files as they are.
    LeaveFiles,
    /// Saves into the file that all its hard links share.
    ChangeAllNames,
}

/// Collects the actions of a frame.
#[derive(Debug, Default)]
pub struct ActionSink {
    actions: Vec<Action>,
}

impl ActionSink {
    pub fn push(&mut self, action: Action) {
        self.actions.push(action);
    }

    /// Adds an edit.
    pub fn edit(&mut self, command: Command) {
        self.push(Action::Edit(EditAction::Do(command)));
    }

    /// The number of actions so far.
    pub fn count(&self) -> usize {
        self.actions.len()
    }

    /// Whether anything was selected after the first `count` actions.
    pub fn has_selected_since(&self, count: usize) -> bool {
        let since = self.actions.get(count..).unwrap_or_default();
        since
            .iter()
            .any(|action| matches!(action, Action::Select(_)))
    }

    /// Removes and returns all actions.
    pub fn take(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.actions)
    }
}
