//! The documents that a document's subtrees refer to, directly and indirectly, read from its project, with the task libraries that all of them need.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::format::{FormatError, native};
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::{limits, project as core, told};

use super::files::{self, Fingerprint, ReadError};
use super::libraries::{self, Libraries, NamedLibrary};
use super::project::{Project, ReferenceError};

/// Size limit of a referenced document in bytes.
const MAX_BYTES: u64 = limits::FILE_BYTES as u64;

/// How many documents one may refer to at most, directly and indirectly.
pub const MAX_DOCUMENTS: usize = 1_000;

/// Size limit of all referenced documents together in bytes.
pub const MAX_TOTAL_BYTES: u64 = 256 * 1024 * 1024;

told! {
    /// Why a referenced document cannot be read.
    #[derive(Debug)]
    pub enum ReferencedDocumentError of "library_error" without examples {
        /// The path does not resolve.
        Reference(error: ReferenceError) = error.code(), "{error}" with { error.arguments() };
        Read(error: ReadError) = error.code(), "{error}" with { error.arguments() };
        /// The file is not a valid document.
        Format(error: FormatError) = error.code(), {
            match error.position {
                Some(at) => format!("{error} (line {}, column {})", at.line, at.column),
                None => error.to_string(),
            }
        } with { error.arguments() };
        /// There are too many referenced documents, or they are too large together.
        TooMuch = "too_many_documents", (
            "a tree can use at most {MAX_DOCUMENTS} other documents of {} MB in total",
            MAX_TOTAL_BYTES / (1024 * 1024)
        ) with [("most", MAX_DOCUMENTS.to_string())];
    }
}

/// The documents that are open in an editor, by their files without links: they stand for what is on disk.
#[derive(Clone, Debug, Default)]
pub struct OpenFiles(HashMap<PathBuf, OpenFile>);

/// A document that is open in an editor.
#[derive(Clone, Debug)]
struct OpenFile {
    document: Arc<Document>,
    version: OpenVersion,
}

/// The number of an open document, and of its state.
pub type OpenVersion = (u64, u64);

impl OpenFiles {
    /// Adds the document of a file.
    pub fn insert(&mut self, file: PathBuf, document: Arc<Document>, version: OpenVersion) {
        self.0.insert(file, OpenFile { document, version });
    }

    /// Returns the document that stands for a file.
    pub fn document(&self, file: &Path) -> Option<&Arc<Document>> {
        Some(&self.0.get(file)?.document)
    }

    /// Returns the versions of those that stand for some of these files, ascending.
    pub fn versions_of<'f>(&self, files: impl Iterator<Item = &'f PathBuf>) -> Vec<OpenVersion> {
        let open = files.filter_map(|file| Some(self.0.get(file)?.version));
        let versions: BTreeSet<OpenVersion> = open.collect();
        versions.into_iter().collect()
    }
}

/// Everything that a document refers to.
#[derive(Debug, Default)]
pub struct ReferencedDocuments {
    /// The document's path relative to its project folder.
    pub path: String,
    pub documents: core::DocumentSet,
    /// The task libraries that the documents name.
    pub libraries: Vec<NamedLibrary>,
    /// All files on which the result depends, including missing ones.
    pub files: BTreeSet<PathBuf>,
    /// The versions of the open documents that stand for their files.
    pub open: Vec<OpenVersion>,
    /// Summarizes what was read; two equal summaries mean that nothing changed.
    pub summary: Vec<String>,
}

impl ReferencedDocuments {
    /// Reads what the document in this file refers to. `say` formats the reason why a document cannot be read.
    pub fn load(
        file: &Path,
        document: &Document,
        say: impl Fn(&ReferencedDocumentError) -> String,
    ) -> Self {
        Self::load_beside(&OpenFiles::default(), file, document, say)
    }

    /// Like [`Self::load`], with the documents that are open.
    pub fn load_beside(
        open: &OpenFiles,
        file: &Path,
        document: &Document,
        say: impl Fn(&ReferencedDocumentError) -> String,
    ) -> Self {
        let mut found = Self::default();
        let Ok(project) = Project::of(file) else {
            return found;
        };
        found.path = project.relative_path(file);
        let mut total_bytes = 0;
        loop {
            let missing = found.documents.missing(document, &found.path);
            if missing.is_empty() {
                return found;
            }
            for path in missing {
                let read = found.read(open, &project, &path, &mut total_bytes);
                match read {
                    Ok(document) => found.documents.insert(path, document),
                    Err(fault) => {
                        let reason = say(&fault);
                        found.summary.push(format!("{path} {reason}"));
                        found.documents.insert_unreadable(path, reason);
                    }
                }
            }
        }
    }

    /// Returns the document together with what it refers to.
    pub fn project<'a>(&'a self, document: &'a Document) -> core::Project<'a> {
        core::Project::new(document, &self.path, &self.documents)
    }

    /// Combines the document's node types with those of the documents that it refers to. `None` if these name no libraries.
    pub fn program_node_types(&self, own: &NodeLibrary) -> Option<NodeLibrary> {
        if self.libraries.is_empty() {
            return None;
        }
        let mut all = own.clone();
        for named in &self.libraries {
            // Conflicting names are reported as problems of the documents that name both libraries.
            all.add_library(&named.reference, &named.file.library);
        }
        Some(all)
    }

    fn read(
        &mut self,
        open: &OpenFiles,
        project: &Project,
        path: &str,
        total_bytes: &mut u64,
    ) -> Result<Arc<Document>, ReferencedDocumentError> {
        self.files.insert(project.folder().join(path));
        let left = MAX_TOTAL_BYTES.saturating_sub(*total_bytes);
        if self.documents.paths().len() >= MAX_DOCUMENTS || left == 0 {
            return Err(ReferencedDocumentError::TooMuch);
        }
        let file = project
            .inside(path)
            .map_err(ReferencedDocumentError::Reference)?;
        self.files.insert(file.clone());
        if let Some(open) = open.0.get(&file) {
            self.summary.push(format!("{path} {:?}", open.version));
            self.open.push(open.version);
            self.add_libraries(&file, &open.document);
            return Ok(open.document.clone());
        }
        let bytes = files::read_up_to(&file, MAX_BYTES.min(left)).map_err(|error| match error {
            ReadError::TooLarge { bytes, .. } if bytes <= MAX_BYTES => {
                ReferencedDocumentError::TooMuch
            }
            error => ReferencedDocumentError::Read(error),
        })?;
        *total_bytes += bytes.len() as u64;
        let fingerprint = Fingerprint::of(&bytes);
        self.summary.push(format!("{path} {fingerprint:?}"));
        let read = native::read(&bytes).map_err(ReferencedDocumentError::Format)?;
        self.add_libraries(&file, &read.document);
        Ok(Arc::new(read.document))
    }

    fn add_libraries(&mut self, file: &Path, document: &Document) {
        if self.libraries.len() >= libraries::MAX_LIBRARIES {
            return;
        }
        let read = Libraries::load(file, &document.libraries);
        self.summary.extend(read.summary());
        self.files.extend(read.paths);
        for named in read.files {
            if self.libraries.iter().all(|known| known.path != named.path) {
                self.libraries.push(named);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use treewright_core::compile::{GameTasks, compile_project};

    use super::*;

    /// A document with a Subtree node for each of these files, which names these libraries.
    fn text(files: &[&str], libraries: &[&str]) -> String {
        let nodes = files.iter().enumerate().map(|(i, file)| {
            format!(r#"{{"id": "n{i}", "task": "Subtree", "parameters": {{"file": {file:?}}}}}"#)
        });
        let ids: Vec<String> = (0..files.len()).map(|i| format!("\"n{i}\"")).collect();
        let mut nodes: Vec<String> = nodes.collect();
        let leaf = r#"{"id": "leaf", "task": "Shoot"}"#.to_owned();
        nodes.insert(
            0,
            format!(
                r#"{{"id": "r", "task": "Selector", "children": [{}]}}"#,
                [ids, vec!["\"leaf\"".to_owned()]].concat().join(", ")
            ),
        );
        nodes.push(leaf);
        format!(
            r#"{{"format": "treewright", "version": 1, "libraries": {libraries:?}, "root": "r", "nodes": [{}]}}"#,
            nodes.join(", ")
        )
    }

    struct Folder(tempfile::TempDir);

    impl Folder {
        fn new(files: &[(&str, &str)]) -> Self {
            let folder = Self(tempfile::tempdir().unwrap());
            for (name, text) in files {
                folder.write(name, text);
            }
            folder
        }

        fn write(&self, name: &str, text: &str) {
            let path = self.0.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }

        fn load(&self, name: &str) -> (Document, ReferencedDocuments) {
            let file = self.0.path().join(name);
            let document = native::read(&fs::read(&file).unwrap()).unwrap().document;
            let related = ReferencedDocuments::load(&file, &document, ToString::to_string);
            (document, related)
        }
    }

    fn reason<'r>(related: &'r ReferencedDocuments, path: &str) -> &'r str {
        related.documents.get(path).unwrap().unwrap_err()
    }

    #[test]
    fn indirectly_referenced_documents_are_resolved_relative_to_each() {
        let folder = Folder::new(&[
            (super::super::project::MARK, ""),
            ("ai/a.bt.json", &text(&["../lib/b.bt.json"], &[])),
            (
                "lib/b.bt.json",
                &text(&["c.bt.json", "../ai/a.bt.json"], &[]),
            ),
            ("lib/c.bt.json", &text(&[], &[])),
        ]);
        let (_, related) = folder.load("ai/a.bt.json");
        assert_eq!(related.path, "ai/a.bt.json");
        let paths: Vec<&str> = related.documents.paths().collect();
        assert_eq!(paths, ["lib/b.bt.json", "lib/c.bt.json"]);
        assert!(
            paths
                .iter()
                .all(|path| related.documents.get(path).unwrap().is_ok())
        );
    }

    #[test]
    fn unreadable_documents_are_listed_with_the_reason() {
        let folder = Folder::new(&[
            (
                "a.bt.json",
                &text(&["no.bt.json", "bad.bt.json", "dir", "../out.bt.json"], &[]),
            ),
            ("bad.bt.json", "{\n\"format\": 3}"),
            ("dir/x", ""),
        ]);
        let (_, related) = folder.load("a.bt.json");
        assert!(reason(&related, "no.bt.json").contains("not found"));
        assert!(reason(&related, "bad.bt.json").contains("(line 2,"));
        assert!(reason(&related, "dir").contains("not a file"));
        assert_eq!(
            related.documents.paths().len(),
            3,
            "files outside must not be examined"
        );
        assert_eq!(related.summary.len(), 4);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_project_is_not_followed() {
        let folder = Folder::new(&[
            (
                "game/a.bt.json",
                &text(&["out.bt.json", "up/secret.bt.json"], &[]),
            ),
            ("secret.bt.json", &text(&[], &[])),
        ]);
        let game = folder.0.path().join("game");
        std::os::unix::fs::symlink("../secret.bt.json", game.join("out.bt.json")).unwrap();
        std::os::unix::fs::symlink("..", game.join("up")).unwrap();
        let (_, related) = folder.load("game/a.bt.json");
        for path in ["out.bt.json", "up/secret.bt.json"] {
            assert!(
                reason(&related, path).contains("outside the project"),
                "{path}"
            );
        }
    }

    #[test]
    fn a_program_has_the_node_types_of_all_its_documents() {
        let library = r#"{"format": "treewright-tasks", "version": 1, "tasks": [{"name": "Shoot", "category": "Action"}]}"#;
        let folder = Folder::new(&[
            (super::super::project::MARK, ""),
            ("a.bt.json", &text(&["lib/b.bt.json"], &[])),
            ("lib/b.bt.json", &text(&[], &["b.tasks.json"])),
            ("lib/b.tasks.json", library),
        ]);
        let (document, related) = folder.load("a.bt.json");
        let all = related.program_node_types(&NodeLibrary::builtin()).unwrap();
        let mut tasks = GameTasks::<()>::new();
        tasks.use_stand_ins(&all);
        let compiled = compile_project(&related.project(&document), &all, &tasks);
        assert_eq!(compiled.broken, []);
        assert!(
            related
                .files
                .iter()
                .any(|file| file.ends_with("lib/b.tasks.json"))
        );
    }

    #[test]
    fn a_long_chain_of_documents_is_cut_off() {
        let folder = Folder::new(&[]);
        for i in 0..=MAX_DOCUMENTS {
            let next = format!("{}.bt.json", i + 1);
            folder.write(&format!("{i}.bt.json"), &text(&[&next], &[]));
        }
        let (_, related) = folder.load("0.bt.json");
        assert_eq!(related.documents.paths().len(), MAX_DOCUMENTS + 1);
        let last = format!("{}.bt.json", MAX_DOCUMENTS + 1);
        assert!(reason(&related, &last).contains("at most 1000 other documents"));
    }
}
