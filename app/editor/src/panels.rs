//! The panels: everything that is drawn. Panels read and request: they get a read-only [`PanelContext`], their own view state and an action
//! sink, and change nothing.
//!
//! **Invariant:** no panel holds `&mut` anything but egui's `Ui`, its own view state and the sink.

pub mod about;
pub mod agent_choice;
pub mod agents;
pub mod agents_window;
pub mod attach_window;
pub mod blackboard;
pub mod breadcrumb;
pub mod breakpoints;
pub mod canvas;
pub mod canvases;
pub mod command_palette;
pub mod comparison;
pub mod coverage;
pub mod document_tabs;
mod drop_label;
pub mod earlier_versions;
pub mod explore;
mod explored_words;
pub mod export_window;
mod expressions;
pub mod extraction_window;
pub mod find;
mod find_in_time;
pub mod import_report;
pub mod inspector;
pub mod key_sheet;
pub mod last_run;
mod live_words;
pub mod log;
pub mod map;
pub mod menu_bar;
mod name_chooser;
mod no_run_hint;
mod node_page;
pub mod node_reference;
pub mod observers;
pub mod outline;
pub mod palette;
pub mod path_box;
pub mod picture_window;
pub mod plots;
pub mod problems;
mod profile_words;
pub mod program_bar;
pub mod project;
pub mod questions;
pub mod reader_words;
pub mod recovery_copies;
pub mod rename_window;
pub mod run_bar;
pub mod run_stack;
pub mod scenario_window;
pub mod scenarios;
pub mod settings_window;
pub mod side_by_side;
pub mod status_bar;
pub mod takes_window;
pub mod task_window;
pub mod template_window;
pub mod timeline;
pub mod toolbar;
pub mod tour;
pub mod transfer_report;
pub mod use_bar;
pub mod versions;
pub mod waiting;
mod watches;
pub mod ways_window;
pub mod why_window;

use std::sync::Arc;

use treewright_core::category::Category;
use treewright_core::diagnostic::Severity;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_session::i18n::Texts;
use treewright_session::settings::Settings;
use treewright_session::templates::{TemplateId, Templates};
use treewright_session::workspace::Workspace;
use treewright_session::workspace::exploration::{ClaimTrouble, Exploration, Explorations};
use treewright_session::workspace::live::LiveRow;
use treewright_session::workspace::live_games::{DoorView, GameView};
use treewright_session::workspace::open_document::{OpenDocument, Version};
use treewright_session::workspace::project_listing::{FileKind, ProjectListing, ProjectTree};
use treewright_session::workspace::project_steps::ProjectSteps;
use treewright_session::workspace::run_view::{RunView, ShownNode};
use treewright_session::workspace::scenario_list::ScenarioList;
use treewright_session::workspace::subtree_use::EditedUse;
use treewright_session::workspace::tab_titles::tab_titles;
use treewright_session::workspace::trail::SubtreeEntry;

use crate::action::{Action, ActionSink, FileAction, ViewAction};
use crate::command_table::Situation;
use crate::icons;
use crate::theme::Theme;

/// The payload while something is dragged out of the palette or the project panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaletteDrag {
    /// A node of this task.
    Task(Arc<str>),
    Template(TemplateId),
    /// A node that runs this tree of the project.
    Tree(ProjectTree),
    /// A file or folder of the project.
    Project {
        /// The path relative to the project folder.
        path: String,
        /// The type of the file; `None` for a folder.
        kind: Option<FileKind>,
    },
}

impl PaletteDrag {
    /// Whether it can be dropped on the canvas.
    pub fn is_for_canvas(&self) -> bool {
        match self {
            Self::Task(_) | Self::Template(_) | Self::Tree(_) => true,
            Self::Project { kind, .. } => *kind == Some(FileKind::Tree),
        }
    }
}

/// Everything that a panel may read.
#[derive(Clone, Copy)]
pub struct PanelContext<'a> {
    pub workspace: &'a Workspace,
    /// The active document.
    pub front: &'a OpenDocument,
    /// The active document's run; `None` also if another run is that of the use through which its tree was entered.
    pub run: Option<&'a dyn RunView>,
    /// The use through which the active tree was entered, if another program runs it and only the document of that use shows how.
    pub unseen_use: Option<&'a SubtreeEntry>,
    /// The run that was stopped last, while there is no other one.
    pub last_run: Option<&'a dyn RunView>,
    /// The programs that the editor is attached to.
    pub live: &'a [LiveRow],
    /// The games whose agents can be listed.
    pub games: &'a [GameView<'a>],
    /// The door for games, while it is on.
    pub door: Option<&'a DoorView>,
    pub library: &'a NodeLibrary,
    pub templates: &'a Templates,
    pub settings: &'a Settings,
    /// The files of the project folder.
    pub project: ProjectListing<'a>,
    /// What was done to them.
    pub project_steps: &'a ProjectSteps,
    pub scenarios: &'a ScenarioList,
    /// The exploration of the active document.
    pub exploration: Option<&'a Exploration>,
    pub explorations: &'a Explorations,
    /// The nodes through which the active tree was entered, outermost first.
    pub way_in: &'a [SubtreeEntry],
    /// The use of the active tree that is edited instead of the tree itself.
    pub edited_use: Option<&'a EditedUse>,
    /// Whether the last edit was refused because it would have changed the tree itself.
    pub has_refused: bool,
    /// The facts that enable and check commands.
    pub situation: &'a Situation,
    pub theme: &'a Theme,
    pub texts: &'a Texts,
}

/// Identifies a moment of a run: the version of the document, the frame, a counter of jumps to other moments, and the number of events of
/// the frame that have happened.
pub type Moment = (Version, u64, u64, usize);

impl PanelContext<'_> {
    /// What is wrong with the claims of an open document.
    pub fn claim_troubles(
        &self,
        document: &OpenDocument,
    ) -> impl Iterator<Item = ClaimTrouble<'_>> {
        let exploration = self.explorations.of(document.id()).into_iter();
        exploration.flat_map(move |exploration| exploration.troubles(document))
    }

    /// All problems of the active document, and those of its claims.
    pub fn count_all_problems(&self) -> usize {
        self.front.count_all_problems() + self.claim_troubles(self.front).count()
    }

    /// The problems of this severity of an open document. What is wrong with a claim is an error.
    pub fn count_problems(&self, document: &OpenDocument, severity: Severity) -> usize {
        let of_claims = match severity {
            Severity::Error => self.claim_troubles(document).count(),
            Severity::Warning => 0,
        };
        document.count_problems(severity) + of_claims
    }

    /// The moment that a run of the active document shows.
    pub fn moment(&self, run: &dyn RunView) -> Moment {
        let inside = run.inside().map_or(usize::MAX, |inside| inside.happened);
        (self.front.version(), run.frame(), run.moment(), inside)
    }

    /// What the user knows the agent of a game by that the active document shows.
    pub fn shown_agent_of_game(&self) -> Option<String> {
        let mut shown = self.games.iter();
        shown.find_map(|game| Some(self.texts.argument(&game.title_of(game.shown?))))
    }

    /// The same for a tree of a run, which may be that of another document.
    #[must_use]
    pub fn of_tree(&self, run: &dyn RunView, tree: usize) -> Self {
        let document = run.document_of(tree).filter(|id| *id != self.front.id());
        let Some(front) = document.and_then(|id| self.workspace.with_id(id)) else {
            return *self;
        };
        Self {
            front,
            library: front.library(),
            ..*self
        }
    }

    /// Whether this is about another document than the active one.
    pub fn is_elsewhere(&self) -> bool {
        self.front.id() != self.workspace.front().id()
    }

    /// The name of a tree of a run, if the run has several.
    pub fn tree_title(&self, run: &dyn RunView, tree: usize) -> Option<String> {
        if run.tree_count() < 2 {
            return None;
        }
        let index = self
            .workspace
            .index_of(self.of_tree(run, tree).front.id())?;
        // A name that several files have comes with the folder, as in their tabs.
        let titles = tab_titles(self.workspace.documents(), self.texts);
        titles.into_iter().nth(index)
    }

    /// Activates the document that this is about, if that is another one, and shows a node of it.
    pub fn reveal(&self, node: &NodeId, sink: &mut ActionSink) {
        let index = self.workspace.index_of(self.front.id());
        if let Some(index) = index.filter(|_| self.is_elsewhere()) {
            sink.push(Action::File(FileAction::Show(index)));
        }
        sink.push(Action::View(ViewAction::Reveal(node.clone())));
    }

    /// The title of a node: its own name, or the name of its task in the language of the interface.
    pub fn title_of(&self, id: &NodeId) -> String {
        if self.front.document().node(id).is_none()
            && let Some(run) = self.run.or(self.last_run)
            && let Some(name) = run.name_in_past(self.front.id(), id)
        {
            return self.texts.argument(&name);
        }
        self.texts.title_of(self.front.document(), id)
    }

    /// The title of a node of a run: one in another file has its own.
    pub fn title_of_shown(&self, node: &ShownNode) -> String {
        self.texts.argument(&node.named(|id| self.title_of(id)))
    }

    /// The question of a conditional, or the title of another node.
    pub fn question_or_title(&self, id: &NodeId) -> String {
        let node = self.front.document().node(id);
        let declaration = node.and_then(|node| self.library.declaration(&node.task));
        match (node, declaration) {
            (Some(node), Some(declaration)) if declaration.category == Category::Conditional => {
                self.texts.condition_name(node)
            }
            _ => self.title_of(id),
        }
    }

    /// The icon name of a node.
    pub fn icon_of(&self, id: &NodeId) -> &str {
        let node = self.front.document().node(id);
        node.and_then(|node| self.library.declaration(&node.task))
            .map_or("help", icons::of_node_type)
    }

    /// The color of a node's category.
    pub fn color_of(&self, id: &NodeId) -> egui::Color32 {
        let node = self.front.document().node(id);
        let declaration = node.and_then(|node| self.library.declaration(&node.task));
        match declaration {
            Some(declaration) => self.theme.node_type_color(declaration),
            None => self.theme.category(None),
        }
    }
}
