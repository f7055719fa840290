//! The world outside of the window: dialogs, files and their watcher, copies of unsaved work, the project folder with its scenarios, other starts of
//! the program, robots. Knows no panels.

pub mod copies;
pub mod live_sources;
mod swapped_states;
mod undecided_copies;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use treewright_session::host::backups::Backups;
use treewright_session::host::guide;
use treewright_session::host::job::{JobLock, WithholdGate, WithholdResults};
use treewright_session::host::project_files::{ProjectFiles, matters};
use treewright_session::host::recovery::Recovery;
use treewright_session::host::second_start::Arrivals;
use treewright_session::host::trash::{self, Discard};
use treewright_session::host::watcher::Watcher;
use treewright_session::refactoring::unfinished::UnfinishedEdits;
use treewright_session::workspace::exploration::Explorations;
use treewright_session::workspace::open_document::Version;
use treewright_session::workspace::project_steps::ProjectSteps;
use treewright_session::workspace::scenario_list::ScenarioList;

pub(crate) use self::copies::CopyScheduler;
pub(crate) use self::live_sources::LiveSources;
pub(crate) use self::swapped_states::SwappedStates;
pub(crate) use self::undecided_copies::{ComparedCopy, UndecidedCopies};
use crate::dialogs::Dialogs;

/// How long the window waits for a save before it continues in the background. Small files are written by then.
const SAVE_PATIENCE: Duration = Duration::from_millis(30);

/// The unsaved work to which files of the project may refer.
#[derive(Default)]
pub(crate) struct UnsavedWork {
    pub versions: Vec<Version>,
    /// When it changed last, in seconds, unless the files were looked into since.
    pub changed_at: Option<f64>,
}

/// The services outside of the window.
pub(crate) struct Services {
    pub dialogs: Box<dyn Dialogs>,
    pub folders: Folders,
    pub watcher: Watcher,
    /// The watched files that documents refer to, and the number of open documents when they were collected.
    pub watched_references: BTreeSet<PathBuf>,
    pub reference_users: usize,
    /// The versions of the open documents that documents follow which refer to them.
    pub seen_versions: Vec<Version>,
    pub copies: CopyScheduler,
    /// Copies of unsaved work from crashed sessions.
    pub undecided_copies: UndecidedCopies,
    pub backups: Backups,
    /// The files of the active document's project folder.
    pub project: ProjectFiles,
    /// The file of the document that determined the project folder.
    pub project_of: Option<PathBuf>,
    pub unsaved_work: UnsavedWork,
    /// The scenarios of the project, and the state from which they were listed.
    pub scenarios: ScenarioList,
    pub scenarios_listed: Option<(u64, String)>,
    pub explorations: Explorations,
    /// Locks that limit comparing and merging, and laying out, of large documents to one at a time.
    pub comparison_lock: JobLock,
    pub layout_lock: JobLock,
    /// Failed exports that were not reported yet.
    pub failed_exports: Vec<FailedExport>,
    /// The project folders whose exports on save the user has declined in this session.
    pub declined_exports: BTreeSet<PathBuf>,
    /// The edits of project files that are being written.
    pub unfinished_edits: UnfinishedEdits,
    /// What was done to the files of the project.
    pub project_steps: ProjectSteps,
    /// The files that other starts of the program pass on.
    pub second_starts: Option<Arrivals>,
    /// The programs that the editor is attached to.
    pub live: LiveSources,
    /// The file for which a merge tool waits, in canonical form.
    pub merge_result: Option<PathBuf>,
    pub conditions: Conditions,
}

impl Services {
    /// Creates the services of a starting editor. External events call `wake`.
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
            seen_versions: Vec::new(),
            copies: CopyScheduler::new(Recovery::new(&folders.state)),
            undecided_copies: UndecidedCopies::default(),
            backups: Backups::new(&folders.state),
            project: ProjectFiles::new(wake.clone()),
            project_of: None,
            unsaved_work: UnsavedWork::default(),
            scenarios: ScenarioList::default(),
            scenarios_listed: None,
            explorations: Explorations::default(),
            comparison_lock: JobLock::default(),
            layout_lock: JobLock::default(),
            failed_exports: Vec::new(),
            declined_exports: BTreeSet::new(),
            unfinished_edits: UnfinishedEdits::new(Some(&folders.state)),
            project_steps: ProjectSteps::default(),
            second_starts: None,
            live: LiveSources::default(),
            merge_result: None,
            conditions,
            folders,
        }
    }
}

/// The folders of the editor.
pub(crate) struct Folders {
    pub settings_file: PathBuf,
    /// The folder of data that is kept between starts.
    pub state: PathBuf,
    /// The folder in which dialogs start by default.
    pub documents: Option<PathBuf>,
    /// The folder of the user's templates.
    pub templates: PathBuf,
}

/// An export that failed.
pub(crate) struct FailedExport {
    pub file: PathBuf,
    pub reason: String,
    /// It was requested by a save.
    pub on_save: bool,
}

/// Timing and faults of the outside world. Tests replace them to be independent of real timing.
#[derive(Clone, Debug)]
pub struct Conditions {
    /// Test hook: withholds the results of exports, layouts, versions and recordings.
    pub background_gate: WithholdGate,
    /// Test hook: withholds the results of saves, like a slow disk.
    pub withheld_saves: WithholdResults,
    /// How long the window waits for a save.
    pub save_patience: Duration,
    /// Moves a file or folder to the system's trash.
    pub discard: Discard,
    /// Test hook: once true, the system reports no more changes on disk, as if it had run out of watches.
    pub lose_watches: Arc<AtomicBool>,
    /// Where games find the editor while they may attach; `None` for the usual place.
    pub link_file: Option<PathBuf>,
    /// The folder of the built guide; `None` if there is none.
    pub guide: Option<PathBuf>,
}

impl Default for Conditions {
    fn default() -> Self {
        Self {
            background_gate: WithholdGate::default(),
            withheld_saves: WithholdResults::default(),
            save_patience: SAVE_PATIENCE,
            discard: trash::discard,
            lose_watches: Arc::default(),
            link_file: None,
            guide: guide::folder(),
        }
    }
}
