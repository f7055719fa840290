//! Passes a file to the part of the program that reads it. Returns the messages, in English and in Chinese, with position and remedy.

#![allow(dead_code, reason = "the benchmark looks at costs alone")]

use std::fs;
use std::path::Path;

use treewright_core::compile::{GameTasks, compile_project};
use treewright_core::diagnostic::{Diagnostic, Location, Problems};
use treewright_core::format::{FileContent, FormatError, native, tasks_json};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, broken_invariants};
use treewright_editor::docking::is_arrangement;
use treewright_exchange as exchange;
use treewright_exchange::{ImportSource, ReadOptions, substitution_json};
use treewright_insight::recording::Recording;
use treewright_insight::{recording_json, scenario_json};
use treewright_session::host::referenced_documents::ReferencedDocuments;
use treewright_session::host::{breakpoints, export_targets};
use treewright_session::i18n::Texts;
use treewright_session::settings::{Settings, SettingsLoaded};

use super::table::{Case, Reader};

/// One message.
#[derive(Debug)]
pub struct Said {
    pub code: String,
    pub english: String,
    pub chinese: String,
    pub has_place: bool,
    pub has_remedy: bool,
}

/// The result of reading a file.
#[derive(Debug)]
pub enum Outcome {
    Refused(Vec<Said>),
    Read(Vec<Said>),
}

/// Reads a file as the program does. A tree is also checked, compiled, run for a few frames, written and read again, like an opened one.
pub fn outcome(case: &Case, chinese: &Texts) -> Outcome {
    let refused = |errors: Vec<FormatError>| {
        Outcome::Refused(
            errors
                .iter()
                .map(|error| of_error(error, chinese))
                .collect(),
        )
    };
    let read_or = |read: Result<(), FormatError>| match read {
        Ok(()) => Outcome::Read(Vec::new()),
        Err(error) => refused(vec![error]),
    };
    match case.reader {
        Reader::Document => match native::read(&case.bytes) {
            Err(error) => refused(vec![error]),
            Ok(read) => {
                let mut said = opened(case, &read.document);
                said.extend(read.diagnostics);
                Outcome::Read(said.iter().map(|d| of_diagnostic(d, chinese)).collect())
            }
        },
        Reader::Scenario => read_or(scenario_json::read(&case.bytes).map(drop)),
        Reader::Library => match tasks_json::read(&case.bytes) {
            Err(errors) => refused(errors),
            Ok(_) => Outcome::Read(Vec::new()),
        },
        Reader::Recording => read_or(recording_json::read(&case.bytes).map(drop)),
        Reader::Rules => read_or(substitution_json::read(&case.bytes).map(drop)),
        Reader::Breakpoints | Reader::Exports | Reader::Settings => own(case, chinese),
        Reader::Btcpp
        | Reader::Behaviac
        | Reader::Behavior3
        | Reader::Definitions
        | Reader::Original
        | Reader::Project
        | Reader::SaveJson => foreign(case, chinese),
    }
}

fn foreign(case: &Case, chinese: &Texts) -> Outcome {
    let name = case.reader.file();
    let Some(format) = exchange::detect(name, &case.bytes) else {
        // For invalid JSON or XML, there is a separate message with the reason.
        return Outcome::Refused(match exchange::syntax_error(name, &case.bytes) {
            Some(error) => vec![of_error(&error, chinese)],
            None => vec![unknown(chinese)],
        });
    };
    let around = std::collections::BTreeMap::new();
    let source = ImportSource {
        path: name,
        bytes: &case.bytes,
        around: &around,
        options: &ReadOptions::default(),
    };
    match exchange::read(format, &source) {
        Err(error) => Outcome::Refused(vec![of_error(&error, chinese)]),
        Ok(mut imported) => {
            imported.lay_out();
            let mut said = Vec::new();
            for made in &imported.documents {
                said.extend(opened(case, &made.document));
                said.extend(made.remarks.iter().cloned());
            }
            let sources = imported.sources().unwrap();
            if !imported.documents.is_empty() {
                sources.unpack().unwrap();
            }
            Outcome::Read(said.iter().map(|d| of_diagnostic(d, chinese)).collect())
        }
    }
}

fn unknown(chinese: &Texts) -> Said {
    Said {
        code: "unknown_format".to_owned(),
        english: "this is of no format that can be read".to_owned(),
        chinese: chinese.tr("import.unknown").into_owned(),
        has_place: true,
        has_remedy: true,
    }
}

/// Performs everything that happens to an opened document.
fn opened(case: &Case, document: &Document) -> Problems {
    assert_eq!(broken_invariants(document), Vec::<String>::new());
    let library = NodeLibrary::builtin();
    let folder = folder_of(case);
    let file = folder.path().join(Reader::Document.file());
    let related = ReferencedDocuments::load(&file, document, ToString::to_string);
    let project = related.project(document);
    let said = exchange::problems(&project, &library);
    let compiled = compile_project::<()>(&project, &library, &GameTasks::new());
    if let Some(program) = compiled.program {
        let mut recording = Recording::new(program, 1);
        for _ in 0..3 {
            recording.step(0.1);
        }
    }
    let text = native::write(document).unwrap();
    assert_eq!(&native::read(text.as_bytes()).unwrap().document, document);
    said
}

/// Returns a folder with the file and its neighbors.
pub fn folder_of(case: &Case) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    write(
        Reader::Document.file(),
        Reader::Document.sample().as_bytes(),
    );
    write(case.reader.file(), &case.bytes);
    for (name, text) in &case.around {
        write(name, text.as_bytes());
    }
    folder
}

/// Files that the program keeps for itself: messages about them name the file, and damaged files are neither used nor lost.
fn own(case: &Case, chinese: &Texts) -> Outcome {
    let folder = folder_of(case);
    let document = folder.path().join(Reader::Document.file());
    let corrupt = |english: String, chinese: String| {
        Outcome::Refused(vec![Said {
            code: "corrupt".to_owned(),
            english,
            chinese,
            has_place: true,
            has_remedy: true,
        }])
    };
    match case.reader {
        Reader::Settings => {
            let file = folder.path().join(case.reader.file());
            match Settings::load(&file, is_arrangement) {
                (_, SettingsLoaded::Well | SettingsLoaded::Newer) => Outcome::Read(Vec::new()),
                (_, SettingsLoaded::Unusable(file)) => {
                    panic!("{} could not be moved", file.display())
                }
                (_, SettingsLoaded::InPart(aside, names)) => {
                    assert_eq!(fs::read(&aside).unwrap(), case.bytes, "the file is kept");
                    corrupt(
                        format!("{}: {}", aside.display(), names.join(", ")),
                        chinese.tr("notice.settings_in_part").into_owned(),
                    )
                }
                (settings, SettingsLoaded::SetAside(aside)) => {
                    assert_eq!(settings, Settings::default());
                    assert_eq!(fs::read(&aside).unwrap(), case.bytes, "the file is kept");
                    corrupt(
                        aside.display().to_string(),
                        chinese.tr("notice.settings_damaged").into_owned(),
                    )
                }
            }
        }
        Reader::Breakpoints => match breakpoints::load(&document) {
            Ok(_) => Outcome::Read(Vec::new()),
            Err(breakpoints::BreakpointFault::Format(_, error)) => {
                is_kept(case, folder.path());
                Outcome::Refused(vec![of_error(&error, chinese)])
            }
            Err(other) => panic!("{other:?}"),
        },
        _ => match export_targets::load(&document) {
            Ok(_) => Outcome::Read(Vec::new()),
            Err(fault) => {
                is_kept(case, folder.path());
                let said = chinese.tr("export.targets_damaged").into_owned();
                corrupt(format!("{}: {fault}", fault.path().display()), said)
            }
        },
    }
}

fn is_kept(case: &Case, folder: &Path) {
    assert_eq!(
        fs::read(folder.join(case.reader.file())).unwrap(),
        case.bytes
    );
}

fn of_error(error: &FormatError, chinese: &Texts) -> Said {
    Said {
        code: error.code().to_owned(),
        english: error.to_string(),
        chinese: chinese.format_error(error),
        has_place: error.position.is_some() || !error.path.is_empty(),
        has_remedy: !error.remedy(FileContent::Foreign).is_empty(),
    }
}

fn of_diagnostic(diagnostic: &Diagnostic, chinese: &Texts) -> Said {
    Said {
        code: diagnostic.problem.code().to_owned(),
        english: diagnostic.to_string(),
        chinese: chinese.problem(&diagnostic.problem),
        has_place: diagnostic.location != Location::Document,
        has_remedy: chinese.problem_why(&diagnostic.problem).is_some(),
    }
}
