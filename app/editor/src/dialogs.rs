//! System dialogs that ask for a path. They are behind a trait, so that tests can answer and systems without dialogs can fall back to the window's
//! own box.

use std::path::PathBuf;

use treewright_session::host::job::Job;

/// File name extensions that can be opened: the program's own, and those of other tools.
const READABLE: &[&str] = &[
    "json",
    "jsonl",
    "xml",
    "b3",
    "b3-setting",
    "b3-workspace",
    "btlog",
];

/// A request for a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathQuestion {
    /// Asks for files to open.
    Open {
        title: String,
        /// The folder to start in.
        folder: Option<PathBuf>,
    },
    /// Asks for a path to save to.
    Save {
        title: String,
        /// The folder to start in.
        folder: Option<PathBuf>,
        /// The suggested file name.
        name: String,
    },
    /// Asks for a folder, which can be made in the dialog.
    Folder {
        title: String,
        /// The folder to start in.
        folder: Option<PathBuf>,
    },
}

/// The outcome of a [`PathQuestion`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathAnswer {
    Paths(Vec<PathBuf>),
    Cancelled,
    /// The system has no dialogs; ask in the window.
    Unavailable,
}

/// Asks for paths, one question at a time, without blocking the window.
pub trait Dialogs {
    /// Asks a question; a previous unanswered one is dropped. `wake` is called when the answer is available.
    fn ask(&mut self, question: PathQuestion, wake: Box<dyn Fn() + Send + Sync>);
    /// Returns the answer once it is available.
    fn answer(&mut self) -> Option<PathAnswer>;
}

/// The desktop's dialogs, each on its own thread.
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
        // Without a thread, or if the desktop's dialog library panics, the window falls back to its own box.
        Some(answer.unwrap_or(PathAnswer::Unavailable))
    }
}

fn ask_system(question: PathQuestion) -> PathAnswer {
    if !has_dialogs() {
        return PathAnswer::Unavailable;
    }
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
        PathQuestion::Folder { title, folder } => with_folder(dialog.set_title(title), folder)
            .pick_folder()
            .map(|path| vec![path]),
    };
    paths.map_or(PathAnswer::Cancelled, PathAnswer::Paths)
}

/// Whether the desktop has a portal with file dialogs, or else zenity is installed. Without both, a question looks as if it was cancelled.
#[cfg(all(unix, not(target_os = "macos")))]
fn has_dialogs() -> bool {
    let has_portal = || -> zbus::Result<u32> {
        let bus = zbus::blocking::Connection::session()?;
        let portal = zbus::blocking::Proxy::new(
            &bus,
            "org.freedesktop.portal.Desktop",
            "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.FileChooser",
        )?;
        portal.get_property("version")
    };
    let programs = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&programs);
    folders.any(|folder| folder.join("zenity").is_file()) || has_portal().is_ok()
}

/// Whether the system has file dialogs: it always has.
#[cfg(not(all(unix, not(target_os = "macos"))))]
fn has_dialogs() -> bool {
    true
}

/// A dialog that lists files with the extension of `name`.
fn saving_as(name: &str) -> rfd::FileDialog {
    let ending = name.rsplit('.').next().unwrap_or("json");
    rfd::FileDialog::new().add_filter(format!("*.{ending}"), &[ending])
}
