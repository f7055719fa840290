//! The world outside of the window as the editor uses it: dialogs, files and who changes them, copies of unsaved work, the project folder with its scenarios, other
//! starts of the program. Knows no panels.

pub mod copies;
mod left_over;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use treewright_session::host::backups::Backups;
use treewright_session::host::job::{Gate, Hold, Turns};
use treewright_session::host::project_files::{ProjectFiles, matters};
use treewright_session::host::recovery::Recovery;
use treewright_session::host::second_start::Arrivals;
use treewright_session::host::watcher::Watcher;
use treewright_session::workspace::scenario_list::ScenarioList;

pub(crate) use self::copies::Copies;
pub(crate) use self::left_over::{Compared, LeftOver};
use crate::dialogs::Dialogs;

/// For so long the window waits for a file that is written before it goes on without it: a small one is there by then.
const PATIENCE: Duration = Duration::from_millis(30);

/// The world outside.
pub(crate) struct Services {
    pub dialogs: Box<dyn Dialogs>,
    pub folders: Folders,
    pub watcher: Watcher,
    /// The files to which documents refer and that are watched, and for how many documents.
    pub watched_references: BTreeSet<PathBuf>,
    pub reference_users: usize,
    pub copies: Copies,
    /// Copies of unsaved work that sessions left which ended as they should not.
    pub left_over: LeftOver,
    pub backups: Backups,
    /// What lies in the project folder of the document in front.
    pub project: ProjectFiles,
    /// The file of the document whose project folder is looked at.
    pub project_of: Option<PathBuf>,
    /// The scenarios of the project, and for what they were listed.
    pub scenarios: ScenarioList,
    pub scenarios_listed: Option<(u64, String)>,
    /// Whose turn it is to compare or merge large versions, and to lay large documents out.
    pub turns: Turns,
    pub layout_turns: Turns,
    /// The exports that could not be written, of which nobody was told yet.
    pub missed_exports: Vec<Missed>,
    /// The project folders whose exports the user does not want written on save for now.
    pub exports_not_now: BTreeSet<PathBuf>,
    /// What other starts of the program want to be opened here.
    pub second_starts: Option<Arrivals>,
    pub conditions: Conditions,
}

impl Services {
    /// Those of an editor that begins. Whatever comes from outside wakes the window.
    pub fn new(
        folders: Folders,
        dialogs: Box<dyn Dialogs>,
        conditions: Conditions,
        wake: &(impl Fn() + Clone + Send + Sync + 'static),
    ) -> Self {
        Self {
            dialogs,
            watcher: Watcher::new(matters, wake.clone()),
            watched_references: BTreeSet::new(),
            reference_users: 0,
            copies: Copies::new(Recovery::new(&folders.state)),
            left_over: LeftOver::default(),
            backups: Backups::new(&folders.state),
            project: ProjectFiles::new(wake.clone()),
            project_of: None,
            scenarios: ScenarioList::default(),
            scenarios_listed: None,
            turns: Turns::default(),
            layout_turns: Turns::default(),
            missed_exports: Vec::new(),
            exports_not_now: BTreeSet::new(),
            second_starts: None,
            conditions,
            folders,
        }
    }
}

/// Where things lie on the disk.
pub(crate) struct Folders {
    pub settings_file: PathBuf,
    /// The folder of what is kept between two starts.
    pub state: PathBuf,
    /// The folder in which dialogs start where nothing speaks for another.
    pub documents: Option<PathBuf>,
    /// The folder of the user's templates.
    pub templates: PathBuf,
}

/// An export that could not be written.
pub(crate) struct Missed {
    pub file: PathBuf,
    pub reason: String,
    /// A save asked for it.
    pub on_save: bool,
}

/// How quick and how willing the world outside is. Tests, which cannot count on how long anything takes, hand in their own.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// What keeps exports, layouts, and what is read, compared or merged of other versions and of recordings from arriving.
    pub work: Gate,
    /// What keeps documents that are being saved from arriving, as a slow disk would.
    pub saves: Hold,
    /// How long the window waits for a document that is being saved.
    pub patience: Duration,
    /// Once it is true, the system tells of no changes on disk any more, as where it has no watches left.
    pub watches_are_lost: Arc<AtomicBool>,
}

impl Default for Conditions {
    fn default() -> Self {
        Self {
            work: Gate::default(),
            saves: Hold::default(),
            patience: PATIENCE,
            watches_are_lost: Arc::default(),
        }
    }
}
