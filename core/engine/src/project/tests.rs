//! Tests of references between files and of loading.

use super::*;
use crate::model::{DocumentBuilder, Node, ParameterValue};

#[test]
fn references_are_relative_to_their_file() {
    let cases = [
        ("guard.bt.json", "rest.bt.json", "rest.bt.json"),
        ("ai/guard.bt.json", "rest.bt.json", "ai/rest.bt.json"),
        ("ai/deep/a", "../b", "ai/b"),
        ("ai/a", "./x/../Б.bt.json", "ai/Б.bt.json"),
        ("ai/a", "x\\y//z", "ai/x/y/z"),
        ("", "b", "b"),
        ("a", "...", "..."),
    ];
    for (from, reference, path) in cases {
        assert_eq!(resolve(from, reference).as_deref(), Ok(path), "{reference}");
    }
}

#[test]
fn references_out_of_the_project_are_refused() {
    let cases = [
        ("", PathError::Empty),
        ("  ", PathError::Empty),
        (".", PathError::Empty),
        ("x/..", PathError::Empty),
        ("/etc/passwd", PathError::Absolute),
        ("\\\\server\\share", PathError::Absolute),
        ("C:\\a.bt.json", PathError::Absolute),
        ("c:a.bt.json", PathError::Absolute),
        ("..", PathError::Outside),
        ("x/../../y", PathError::Outside),
        ("..\\y", PathError::Outside),
        ("a\0b", PathError::Unusable),
    ];
    for (reference, error) in cases {
        assert_eq!(
            resolve("guard.bt.json", reference),
            Err(error),
            "{reference:?}"
        );
    }
}

/// A document whose Subtree nodes refer to these files.
fn referring(files: &[&str]) -> Document {
    let mut builder = DocumentBuilder::new("");
    for (i, file) in files.iter().enumerate() {
        let node = Node::new(i.to_string(), "Subtree")
            .with_parameter("file", ParameterValue::literal(*file));
        builder.loose(node).unwrap();
    }
    builder.finish()
}

#[test]
fn missing_files_are_found_transitively_and_listed_once() {
    let main = referring(&["lib/a", "lib/a", "b", "../out", "", "main"]);
    let mut others = DocumentSet::new();
    assert_eq!(others.missing(&main, "main"), ["b", "lib/a"]);
    others.insert("lib/a", Arc::new(referring(&["../main", "c", "a", "../b"])));
    assert_eq!(others.missing(&main, "main"), ["b", "lib/c"]);
    others.insert_unreadable("b", "it is gone");
    others.insert("lib/c", Arc::new(referring(&["a"])));
    assert_eq!(others.missing(&main, "main"), [""; 0]);
    assert_eq!(others.get("b").unwrap().unwrap_err(), "it is gone");
    let project = Project::new(&main, "main", &others);
    assert_eq!(project.get("main"), Some(Ok(&main)));
    assert_eq!(project.get("nowhere"), None);
}

#[test]
fn relative_references_lead_from_one_file_to_another() {
    assert_eq!(relative("a.bt.json", "b.bt.json"), "b.bt.json");
    assert_eq!(relative("x/a.bt.json", "x/y/b.bt.json"), "y/b.bt.json");
    assert_eq!(relative("x/y/a.bt.json", "x/z/b.bt.json"), "../z/b.bt.json");
    assert_eq!(relative("", "b.bt.json"), "b.bt.json");
    assert_eq!(relative("x/y/a.bt.json", "x/b.bt.json"), "../b.bt.json");
    assert_eq!(relative("x/a.bt.json", "z/b.bt.json"), "../z/b.bt.json");
}
