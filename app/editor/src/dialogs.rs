//! Dialogs of the system that ask for a path. Behind a trait, so that tests can answer and systems without dialogs have a way out.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use treewright_session::host::job::Job;

/// The endings of files that can be opened: of this program's own, and of other tools' formats.
const READABLE: &[&str] = &["json", "jsonl", "xml", "b3", "b3-setting", "b3-workspace"];

/// What to ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathQuestion {
    /// Files to open.
    Open {
        /// The title of the dialog.
        title: String,
        /// The folder to start in.
        folder: Option<PathBuf>,
    },
    /// Where to save.
    Save {
        /// The title of the dialog.
        title: String,
        /// The folder to start in.
        folder: Option<PathBuf>,
        /// The name that is proposed.
        name: String,
    },
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathAnswer {
    /// These paths.
    Paths(Vec<PathBuf>),
    /// The user thought better of it.
    Cancelled,
    /// The system has no dialogs; ask in the window.
    Unavailable,
}

/// Asks for paths, one question at a time, without stopping the window.
pub trait Dialogs {
    /// Starts asking; a question that is still open is forgotten.
    fn ask(&mut self, question: PathQuestion, wake: Box<dyn Fn() + Send + Sync>);
    /// The answer, once it is there.
    fn answer(&mut self) -> Option<PathAnswer>;
}

/// The dialogs of the desktop, each on a thread of its own.
#[derive(Default)]
pub struct SystemDialogs {
    waiting: Option<Job<PathAnswer>>,
}

impl Dialogs for SystemDialogs {
    fn ask(&mut self, question: PathQuestion, wake: Box<dyn Fn() + Send + Sync>) {
        let ask = |_: &_| Some(ask_system(question));
        self.waiting = Some(Job::begin("file dialog", wake, ask));
    }

    fn answer(&mut self) -> Option<PathAnswer> {
        let answer = self.waiting.as_ref()?.take()?;
        self.waiting = None;
        // Without a thread, or where the desktop's library comes to grief, the window has a box of its own.
        Some(answer.unwrap_or(PathAnswer::Unavailable))
    }
}

fn ask_system(question: PathQuestion) -> PathAnswer {
    let started = Instant::now();
    let dialog = rfd::FileDialog::new()
        .add_filter("Treewright", READABLE)
        .add_filter("*.*", &["*"]);
    let with_folder = |dialog: rfd::FileDialog, folder: Option<PathBuf>| match folder {
        Some(folder) => dialog.set_directory(folder),
        None => dialog,
    };
    let paths = match question {
        PathQuestion::Open { title, folder } => {
            with_folder(dialog.set_title(title), folder).pick_files()
        }
        PathQuestion::Save {
            title,
            folder,
            name,
        } => with_folder(
            saving_as(&name).set_title(title).set_file_name(name),
            folder,
        )
        .save_file()
        .map(|path| vec![path]),
    };
    match paths {
        Some(paths) => PathAnswer::Paths(paths),
        // "Cancelled" and "there is no dialog" look the same, but nobody cancels that fast.
        None if started.elapsed() < Duration::from_millis(150) => PathAnswer::Unavailable,
        None => PathAnswer::Cancelled,
    }
}

/// A dialog that lists files which end as this name does.
fn saving_as(name: &str) -> rfd::FileDialog {
    let ending = name.rsplit('.').next().unwrap_or("json");
    rfd::FileDialog::new().add_filter(format!("*.{ending}"), &[ending])
}
