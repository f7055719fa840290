//! Task libraries of a document: reads them from its project, combines them, and reports the problems of each with their positions.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::diagnostic::{Severity, TextPosition};
use treewright_core::format::{FileContent, FormatError, tasks_json};
use treewright_core::library::{NodeLibrary, TakenName, TaskLibrary};
use treewright_core::{limits, told};

use super::files::{self, Fingerprint, ReadError};
use super::project::{Project, ReferenceError};

/// Size limit of a task library file in bytes.
const MAX_BYTES: u64 = limits::LIBRARY_BYTES as u64;

/// How many task libraries a document can name at most.
pub const MAX_LIBRARIES: usize = 100;

/// A task library that was read.
#[derive(Clone, Debug)]
pub struct LibraryFile {
    pub library: TaskLibrary,
    /// The position of each declared task, in the library's order.
    pub positions: Vec<TextPosition>,
    /// The content of the file.
    pub text: Arc<str>,
    /// Fingerprint of the content, to detect changes.
    pub fingerprint: Fingerprint,
}

/// A problem of a task library.
#[derive(Debug)]
pub struct LibraryProblem {
    /// The library's path as the document writes it.
    pub reference: String,
    /// The library's index in the document.
    pub index: usize,
    pub fault: LibraryError,
    /// The file, if it was found, and the position in it.
    pub place: Option<LibraryPosition>,
}

/// A position in a library file.
#[derive(Clone, Debug)]
pub struct LibraryPosition {
    pub file: PathBuf,
    /// The file's text, if it could be read.
    pub text: Option<Arc<str>>,
    pub position: Option<TextPosition>,
}

told! {
    /// What can be wrong with a task library.
    #[derive(Debug)]
    pub enum LibraryError of "library_error" without examples {
        /// The path does not resolve.
        Reference(error: ReferenceError) = error.code(), "{error}" with { error.arguments() };
        Read(error: ReadError) = error.code(), "{error}" with { error.arguments() };
        /// The file is not a valid task library.
        Format(error: FormatError) = error.code(), "{error}" with { error.arguments() };
        /// A task's name is already in use.
        Taken(name: TakenName) = match name.first {
            None => "builtin_name",
            Some(_) => "taken_name",
        }, {
            let task = &name.task;
            match &name.first {
                None => format!("`{task}` is the name of a built-in node type, so this declaration is ignored"),
                Some(first) => format!("`{task}` is already declared in `{first}`, so this declaration is ignored"),
            }
        } with {
            [("task", Some(&name.task)), ("first", name.first.as_ref())]
                .into_iter()
                .filter_map(|(what, value)| Some((what, value?.to_string())))
                .collect::<Vec<_>>()
        };
        /// The document names the library twice.
        Twice = "library_twice", "the document lists this library twice";
        /// The document names too many libraries.
        TooMany = "too_many_libraries",
            "a document can use at most {MAX_LIBRARIES} libraries; this one and all after it are not read"
            with [("most", MAX_LIBRARIES.to_string())];
        /// The document has no file to which the path could be relative.
        NoFile = "document_without_file", "the document has not been saved yet, so its libraries cannot be located";
    }
}

/// A task library that a document names.
#[derive(Clone, Debug)]
pub struct NamedLibrary {
    /// The library's path as the document writes it.
    pub reference: String,
    /// The library's index in the document.
    pub index: usize,
    /// The resolved file.
    pub path: PathBuf,
    pub file: LibraryFile,
}

/// The libraries of a document.
#[derive(Debug, Default)]
pub struct Libraries {
    /// The libraries that could be read, in the document's order.
    pub files: Vec<NamedLibrary>,
    pub problems: Vec<LibraryProblem>,
    /// All files on which the result depends, including missing ones.
    pub paths: Vec<PathBuf>,
}

impl Libraries {
    /// Reads the libraries that are named by a document in the file `document`.
    pub fn load(document: &Path, references: &[String]) -> Self {
        let mut found = Self::default();
        if references.is_empty() {
            return found;
        }
        let project = match Project::of(document) {
            Ok(project) => project,
            Err(error) => {
                let fault = LibraryError::Read(error.into());
                found.add_problem(&references[0], 0, fault, None);
                return found;
            }
        };
        for (index, reference) in references.iter().enumerate() {
            if index >= MAX_LIBRARIES {
                found.add_problem(reference, index, LibraryError::TooMany, None);
                break;
            }
            found.paths.extend(project.named(reference));
            match project.resolve(reference) {
                Err(error) => {
                    found.add_problem(reference, index, LibraryError::Reference(error), None);
                }
                Ok(path) => {
                    found.paths.push(path.clone());
                    found.add_file(reference, index, path);
                }
            }
        }
        found
    }

    /// Returns the libraries of a document without a file. Only those whose text `shipped` returns can be found.
    pub fn without_file(references: &[String], shipped: impl Fn(&str) -> Option<Arc<str>>) -> Self {
        let mut found = Self::default();
        for (index, reference) in references.iter().enumerate() {
            let file = shipped(reference).map(|text| of_text(Path::new(reference), text));
            match file {
                Some(Ok(file)) => found.files.push(NamedLibrary {
                    reference: reference.clone(),
                    index,
                    path: PathBuf::from(reference),
                    file,
                }),
                Some(Err(_)) | None => {
                    found.add_problem(reference, index, LibraryError::NoFile, None);
                }
            }
        }
        found
    }

    /// Summarizes what was read; two equal summaries mean that nothing changed.
    pub fn summary(&self) -> Vec<String> {
        let files = self.files.iter();
        let files = files.map(|f| format!("{} {:?}", f.reference, f.file.fingerprint));
        let problems = self.problems.iter().map(|problem| {
            let position = problem.place.as_ref().and_then(|place| place.position);
            format!("{} {problem} {position:?}", problem.index)
        });
        files.chain(problems).collect()
    }

    /// Combines these libraries with the built-in node types. Reports conflicting names as problems.
    pub fn combined(&mut self) -> NodeLibrary {
        let mut all = NodeLibrary::builtin();
        let mut taken = Vec::new();
        for named in &self.files {
            let file = &named.file;
            for name in all.add_library(&named.reference, &file.library) {
                let place = LibraryPosition {
                    file: named.path.clone(),
                    text: Some(file.text.clone()),
                    position: file.positions.get(name.index).copied(),
                };
                taken.push(LibraryProblem {
                    reference: named.reference.clone(),
                    index: named.index,
                    fault: LibraryError::Taken(name),
                    place: Some(place),
                });
            }
        }
        self.problems.append(&mut taken);
        all
    }

    fn add_file(&mut self, reference: &str, index: usize, path: PathBuf) {
        if self.files.iter().any(|known| known.path == path) {
            return self.add_problem(reference, index, LibraryError::Twice, None);
        }
        match read(&path) {
            Ok(file) => self.files.push(NamedLibrary {
                reference: reference.to_owned(),
                index,
                path,
                file,
            }),
            Err(faults) => {
                for (fault, place) in faults {
                    self.add_problem(reference, index, fault, Some(place));
                }
            }
        }
    }

    fn add_problem(
        &mut self,
        reference: &str,
        index: usize,
        fault: LibraryError,
        place: Option<LibraryPosition>,
    ) {
        self.problems.push(LibraryProblem {
            reference: reference.to_owned(),
            index,
            fault,
            place,
        });
    }
}

/// Reads a task library file.
///
/// # Errors
/// All problems of the file with their positions.
pub fn read(path: &Path) -> Result<LibraryFile, Vec<(LibraryError, LibraryPosition)>> {
    let bytes = files::read_up_to(path, MAX_BYTES).map_err(|error| {
        let place = LibraryPosition {
            file: path.to_owned(),
            text: None,
            position: None,
        };
        vec![(LibraryError::Read(error), place)]
    })?;
    let text: Arc<str> = String::from_utf8_lossy(&bytes).into();
    of_bytes(path, &bytes, text)
}

fn of_text(
    path: &Path,
    text: Arc<str>,
) -> Result<LibraryFile, Vec<(LibraryError, LibraryPosition)>> {
    of_bytes(path, text.clone().as_bytes(), text)
}

fn of_bytes(
    path: &Path,
    bytes: &[u8],
    text: Arc<str>,
) -> Result<LibraryFile, Vec<(LibraryError, LibraryPosition)>> {
    match tasks_json::read(bytes) {
        Ok(tasks_json::Read { library, positions }) => Ok(LibraryFile {
            library,
            positions,
            fingerprint: Fingerprint::of(bytes),
            text,
        }),
        Err(errors) => {
            let faults = errors.into_iter().map(|error| {
                let place = LibraryPosition {
                    file: path.to_owned(),
                    text: Some(text.clone()),
                    position: error.position,
                };
                (LibraryError::Format(error), place)
            });
            Err(faults.collect())
        }
    }
}

impl LibraryError {
    pub fn severity(&self) -> Severity {
        match self {
            Self::Taken(TakenName { first: Some(_), .. }) | Self::Twice => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// Returns what to do about it, as a sentence.
    pub fn remedy(&self) -> String {
        match self {
            Self::Reference(error) => error.remedy(),
            Self::Read(ReadError::TooLarge { .. }) => FileContent::Library.too_large().1.to_owned(),
            Self::Read(_) => {
                "Check that it is a file and that you have permission to read it.".to_owned()
            }
            Self::Format(error) => error.remedy(FileContent::Library).to_owned(),
            Self::Taken(TakenName { first: None, .. }) => {
                "Rename the task in this library, in the game and in the trees that use it."
                    .to_owned()
            }
            Self::Taken(_) => {
                "Remove one of the two declarations, or rename one of the tasks.".to_owned()
            }
            Self::Twice => "Remove one of the two entries.".to_owned(),
            Self::TooMany => "Combine several libraries in one file.".to_owned(),
            Self::NoFile => "Save the document in the same folder as its libraries.".to_owned(),
        }
    }
}

impl LibraryProblem {
    /// Returns whether the path leads out of the project folder.
    pub fn is_outside(&self) -> bool {
        let LibraryError::Reference(error) = &self.fault else {
            return false;
        };
        matches!(error, ReferenceError::Outside { .. })
    }

    /// Returns whether no library can be read at the named path.
    pub fn is_unreadable(&self) -> bool {
        matches!(
            self.fault,
            LibraryError::Reference(_)
                | LibraryError::Read(_)
                | LibraryError::Twice
                | LibraryError::TooMany
        )
    }
}

impl fmt::Display for LibraryProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "task library `{}`: {}", self.reference, self.fault)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const HEAD: &str = r#"{"format": "treewright-tasks", "version": 1, "tasks": "#;

    fn load(files: &[(&str, &str)], references: &[&str]) -> (Libraries, NodeLibrary) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let document = folder.path().join("a.bt.json");
        fs::write(&document, "{}").unwrap();
        let references: Vec<_> = references.iter().map(ToString::to_string).collect();
        let mut libraries = Libraries::load(&document, &references);
        let all = libraries.combined();
        (libraries, all)
    }

    fn codes(libraries: &Libraries) -> Vec<&'static str> {
        libraries.problems.iter().map(|p| p.fault.code()).collect()
    }

    #[test]
    fn several_libraries_are_combined_and_the_first_declaration_of_a_name_counts() {
        let one = format!(r#"{HEAD}[{{"name": "Shoot", "category": "Action"}}]}}"#);
        let two = format!(
            "{HEAD}[{{\"name\": \"Run\", \"category\": \"Action\"}},\n{{\"name\": \"Shoot\", \"category\": \"Conditional\"}},\n{{\"name\": \"Wait\", \"category\": \"Action\"}}]}}"
        );
        let files = [("one.tasks.json", &*one), ("two.tasks.json", &*two)];
        let (libraries, all) = load(&files, &["one.tasks.json", "two.tasks.json"]);
        assert_eq!(all.library_of("Shoot"), Some("one.tasks.json"));
        assert_eq!(all.library_of("Run"), Some("two.tasks.json"));
        assert_eq!(codes(&libraries), ["taken_name", "builtin_name"]);
        let lines = libraries.problems.iter().map(|problem| {
            let place = problem.place.as_ref().unwrap();
            (place.position.unwrap().line, problem.fault.severity())
        });
        let lines: Vec<_> = lines.collect();
        assert_eq!(lines, [(2, Severity::Warning), (3, Severity::Error)]);
        let said = libraries.problems[0].to_string();
        assert_eq!(
            said,
            "task library `two.tasks.json`: `Shoot` is already declared in `one.tasks.json`, so this declaration is ignored"
        );
    }

    #[test]
    fn missing_and_invalid_libraries_are_reported_and_the_others_loaded() {
        let good = format!(r#"{HEAD}[{{"name": "Shoot", "category": "Action"}}]}}"#);
        let broken = format!("{HEAD}[{{\"name\": \"A\"}},\n{{\"name\": \"B\"}}]}}");
        let files = [("good.tasks.json", &*good), ("broken.tasks.json", &*broken)];
        let references = [
            "missing.tasks.json",
            "broken.tasks.json",
            "../good.tasks.json",
            "good.tasks.json",
            "./good.tasks.json",
            ".",
        ];
        let (libraries, all) = load(&files, &references);
        assert!(all.declaration("Shoot").is_some());
        assert_eq!(
            codes(&libraries),
            [
                "not_found",
                "missing_field",
                "missing_field",
                "outside_project",
                "library_twice",
                "not_a_file"
            ]
        );
        assert!(
            libraries
                .problems
                .iter()
                .all(|p| !p.fault.remedy().is_empty())
        );
    }

    #[test]
    fn too_many_and_too_large_libraries_are_not_read() {
        let large = " ".repeat(MAX_BYTES as usize + 1);
        let references = vec!["large.tasks.json"; 1];
        let (libraries, _) = load(&[("large.tasks.json", &large)], &references);
        assert_eq!(codes(&libraries), ["too_large"]);
        let many: Vec<String> = (0..500).map(|i| format!("{i}.tasks.json")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let (libraries, _) = load(&[], &many);
        assert_eq!(libraries.problems.len(), MAX_LIBRARIES + 1);
        assert_eq!(codes(&libraries).last(), Some(&"too_many_libraries"));
    }
}
