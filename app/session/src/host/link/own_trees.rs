//! The editor's own files for trees whose files a game does not tell: the open documents, and the files of their projects. The window keeps the list,
//! and the thread of the door reads what is not open.

use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use treewright_core::format::native;
use treewright_core::model::Document;
use treewright_insight::recording_json::{RecordedFile, Sources};
use treewright_link::protocol::Program;

use crate::host::files;
use crate::host::libraries::Libraries;
use crate::host::project::Project;
use crate::host::referenced_documents::{OpenFiles, ReferencedDocuments};

/// What both threads know.
#[derive(Clone, Default)]
pub struct OwnTrees(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    /// The files of open documents.
    files: Vec<PathBuf>,
    open: OpenFiles,
    /// The open project folder.
    folder: Option<PathBuf>,
}

impl OwnTrees {
    /// Sets the files of open documents, what stands for them, and the open project folder.
    pub fn set(&self, files: Vec<PathBuf>, open: OpenFiles, folder: Option<PathBuf>) {
        let known = Known {
            files,
            open,
            folder,
        };
        *self.known() = known;
    }

    /// Returns the files of a program, its document first; none if no file fits.
    pub fn files_of(&self, program: &Program) -> Vec<RecordedFile> {
        let file = self.file_of(program);
        file.and_then(|file| self.read(&file)).unwrap_or_default()
    }

    /// Returns where the document of a program would be.
    pub fn file_of(&self, program: &Program) -> Option<PathBuf> {
        self.known().find(&program.document)
    }

    /// Reads a tree with all that it refers to, its document first; `None` if that is not possible.
    pub fn read(&self, file: &Path) -> Option<Vec<RecordedFile>> {
        // Reading takes time, for which nobody else should wait.
        let open = self.known().open.clone();
        read(file, &open)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Returns the open file whose path ends most like that of a document in a game, or else the one at this path in a project.
    fn find(&self, document: &str) -> Option<PathBuf> {
        let whole = Path::new(document).components().count();
        let open = self
            .files
            .iter()
            .map(|file| (agreement(document, file), file));
        let best = open
            .filter(|(same, _)| *same > 0)
            .max_by_key(|(same, _)| *same);
        let open = best.map(|(_, file)| file.clone());
        if best.is_some_and(|(same, _)| same == whole) {
            return open;
        }
        let of_open = self.files.iter().filter_map(|file| file.parent());
        let folders = self.folder.as_deref().into_iter().chain(of_open);
        let mut projects = folders.filter_map(|folder| Project::at(folder).ok());
        let closed = projects.find_map(|project| project.inside(document).ok());
        closed.or(open)
    }
}

/// Returns how many of the last parts of a file's path are those of a document's path in a game. 0 if even the name is another one.
pub fn agreement(document: &str, file: &Path) -> usize {
    let named = |part: &Component<'_>| matches!(part, Component::Normal(_));
    let parts = Path::new(document).components().rev();
    let own = file.components().rev().filter(named);
    parts.zip(own).take_while(|(a, b)| a == b).count()
}

/// Reads a tree with all that it refers to. Open documents stand for their files.
fn read(file: &Path, open: &OpenFiles) -> Option<Vec<RecordedFile>> {
    let document: Arc<Document> = match files::real_path(file)
        .ok()
        .and_then(|f| open.document(&f).cloned())
    {
        Some(open) => open,
        None => Arc::new(native::read(&files::read(file).ok()?).ok()?.document),
    };
    let own = Libraries::load(file, &document.libraries);
    let related = ReferencedDocuments::load_beside(open, file, &document, ToString::to_string);
    let libraries = own.files.iter().chain(&related.libraries);
    let libraries = libraries.map(|named| (&*named.reference, named.file.text.clone()));
    let sources = Sources::of(&related.project(&document), libraries).ok()?;
    Some(
        sources
            .documents
            .into_iter()
            .chain(sources.libraries)
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::project::MARK;

    fn program(document: &str) -> Program {
        Program {
            id: 0,
            document: document.into(),
            nodes: Vec::new(),
            variables: Vec::new(),
        }
    }

    #[test]
    fn a_tree_is_found_by_its_path_among_open_files_and_in_their_projects() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, title: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            let text = format!(
                r#"{{"format":"treewright","version":1,"name":"{title}","root":"n1","nodes":[{{"id":"n1","task":"Idle"}}]}}"#
            );
            std::fs::write(&path, text).unwrap();
            path
        };
        std::fs::write(folder.path().join(MARK), "").unwrap();
        let open = write("ai/guard.bt.json", "Open");
        write("ai/wolf.bt.json", "Closed");
        let own = OwnTrees::default();
        let titles = |document: &str| {
            let files = own.files_of(&program(document));
            files
                .first()
                .and_then(|file| file.text.clone())
                .map(|text| {
                    let start = text.find("\"name\"").unwrap();
                    text[start..].split('"').nth(3).unwrap().to_owned()
                })
        };
        assert_eq!(titles("ai/guard.bt.json"), None);
        own.set(vec![open], OpenFiles::default(), None);
        assert_eq!(titles("ai/guard.bt.json").as_deref(), Some("Open"));
        assert_eq!(titles("elsewhere/guard.bt.json").as_deref(), Some("Open"));
        assert_eq!(titles("ai/wolf.bt.json").as_deref(), Some("Closed"));
        assert_eq!(titles("../ai/wolf.bt.json"), None);
        assert_eq!(titles("ai/bear.bt.json"), None);
    }
}
