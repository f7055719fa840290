//! Tests that every message about task libraries has a text in every language.

use treewright_core::diagnostic::TextPosition;
use treewright_core::library::TakenName;

use super::{LANGUAGES, Texts, keys};
use crate::host::files::SystemError;
use crate::host::libraries::{LibraryError, LibraryPosition, LibraryProblem};
use crate::host::project::ReferenceError;

fn faults() -> Vec<LibraryError> {
    let text = || "x".to_owned();
    let taken = |first: Option<&str>| TakenName {
        task: "Shoot".into(),
        index: 0,
        first: first.map(Into::into),
    };
    vec![
        LibraryError::Reference(ReferenceError::Empty),
        LibraryError::Reference(ReferenceError::NotRelative(text())),
        LibraryError::Reference(ReferenceError::Outside {
            path: text(),
            folder: text(),
        }),
        LibraryError::Reference(ReferenceError::Hidden(text())),
        LibraryError::Reference(ReferenceError::NotFound(text())),
        LibraryError::Reference(ReferenceError::Io {
            path: text(),
            reason: SystemError(std::io::ErrorKind::PermissionDenied),
        }),
        LibraryError::Taken(taken(None)),
        LibraryError::Taken(taken(Some("a.tasks.json"))),
        LibraryError::Twice,
        LibraryError::TooMany,
        LibraryError::NoFile,
    ]
}

#[test]
fn library_problems_and_remedies_are_translated() {
    let chinese = keys("zh-CN");
    let mut said: Vec<String> = Vec::new();
    for fault in faults() {
        for family in ["library_error", "library_remedy"] {
            let key = format!("{family}.{}", fault.code());
            assert!(chinese.contains(&key), "zh-CN lacks {key}");
            said.push(key);
        }
        let key = format!("library_error.{}", fault.code());
        let mut given: Vec<String> = fault.arguments().iter().map(|a| a.0.to_owned()).collect();
        given.sort();
        let places = super::tests::places(&Texts::new("zh-CN").tr(&key));
        assert_eq!(places, given, "{key}");
    }
    // These messages are about referenced documents.
    said.push("library_error.too_many_documents".into());
    let of_libraries = chinese.iter().filter(|key| key.starts_with("library_"));
    let unsaid: Vec<_> = of_libraries.filter(|key| !said.contains(key)).collect();
    assert!(unsaid.is_empty(), "nobody says {unsaid:?}");
}

#[test]
fn a_problem_names_its_library_and_its_line() {
    for fault in faults() {
        let taken = matches!(fault, LibraryError::Taken(_));
        let problem = LibraryProblem {
            reference: "arena.tasks.json".into(),
            index: 0,
            fault,
            place: Some(LibraryPosition {
                file: "/p/arena.tasks.json".into(),
                text: None,
                position: Some(TextPosition {
                    line: 37,
                    column: 2,
                }),
            }),
        };
        for (language, _) in LANGUAGES {
            let said = Texts::new(language).library_problem(&problem);
            assert!(said.contains("arena.tasks.json"), "{said}");
            assert_eq!(said.contains("37"), taken, "{said}");
        }
    }
}
