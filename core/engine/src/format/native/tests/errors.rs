//! Errors of unreadable files: text, position and remedy.

use super::FULL;
use crate::format::native::{faults, read, write};
use crate::format::{FileContent, FormatErrorKind};
use crate::limits::{FILE_BYTES, TEXT_BYTES};
use crate::model::{Document, Note};

/// The beginning of a file, to which tests add fields.
const HEAD: &str = "{\n  \"format\": \"treewright\",\n  \"version\": 1";

/// The code, line and column, path and text of the error.
fn error(text: impl AsRef<[u8]>) -> String {
    let error = read(text.as_ref()).unwrap_err();
    assert!(!error.remedy(FileContent::Tree).is_empty());
    let at = error.position.map_or("nowhere".to_owned(), |at| {
        format!("{}:{}", at.line, at.column)
    });
    format!("{} at {at}: {error}", error.code())
}

/// Like [`error`], for a file with these additional fields on line 4.
fn error_in(fields: &str) -> String {
    error(format!("{HEAD},\n{fields}\n}}"))
}

/// Like [`error`], for a file with this node on line 4.
fn error_in_node(fields: &str) -> String {
    error_in(&format!(r#""nodes": [{{{fields}}}]"#))
}

#[test]
fn an_empty_file_has_its_own_error() {
    for empty in ["", " \n\t", "\0\0\0", "\u{feff}"] {
        assert_eq!(error(empty), "empty at nowhere: the file is empty");
    }
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let text = format!("\u{feff}{FULL}");
    let document = read(text.as_bytes()).unwrap().document;
    assert_eq!(document, super::document(FULL));
}

#[test]
fn invalid_utf8_has_its_offset() {
    let mut text = FULL.replace("Guard", "Gu\u{e4}rd").into_bytes();
    text[105] = 0xff;
    assert!(error(text).starts_with("not_utf8 at 5:"));
    assert!(error(b"\xff\xfe{\0}\0").starts_with("not_utf8 at 1:1: the file is not UTF-8"));
}

#[test]
fn every_truncated_file_is_an_error() {
    let end = FULL.trim_end().len();
    for length in 0..end {
        let code = read(&FULL.as_bytes()[..length]).unwrap_err().code();
        let cut = ["empty", "truncated", "not_utf8"].contains(&code);
        assert!(cut, "{length}: {code}");
    }
    assert!(read(&FULL.as_bytes()[..end]).is_ok());
    assert_eq!(
        error(&FULL[..200]),
        "truncated at 8:3: the file is incomplete: it ends too early"
    );
}

#[test]
fn syntax_errors_have_positions() {
    assert_eq!(
        error(format!("{HEAD},\n  // who?\n  \"name\": \"a\"}}")),
        "syntax at 4:3: not valid JSON: expected the name of a field in double quotes"
    );
    assert_eq!(
        error(format!("{HEAD},\n}}")),
        "syntax at 4:1: not valid JSON: unexpected comma after the last item"
    );
    assert_eq!(
        error(format!("{FULL}x")),
        "trailing_text at 63:1: unexpected text after the end of the document"
    );
    assert_eq!(
        error("{\"format\": \"treewright\", \"名\" 1"),
        "syntax at 1:30: not valid JSON: expected `:`"
    );
    let broken = "{\"format\": \"treewright\", \"name\": \"a\nb\"}";
    assert!(error(broken).contains("cannot contain a line break"));
}

#[test]
fn other_formats_and_versions_are_reported() {
    let of = |head: &str| error(format!("{{{head}}}"));
    assert_eq!(
        of(r#""nodes": 3"#),
        "other_format at nowhere: the file does not start with `\"format\": \"treewright\"`"
    );
    assert_eq!(
        of(r#""format": "treewright-scenario", "version": 1"#),
        "other_format at nowhere: unsupported format: expected `treewright`, found `treewright-scenario`"
    );
    let newer = of(r#""format": "treewright", "version": 2, "nodes": {"of": "another shape"}"#);
    assert_eq!(
        newer,
        "newer_version at 1:37: version: the file has format version 2; this program reads up to version 1"
    );
    for none in [
        "",
        r#", "version": "1""#,
        r#", "version": 0"#,
        r#", "version": 1.0"#,
    ] {
        let text = of(&format!(r#""format": "treewright"{none}"#));
        assert!(text.starts_with("no_version"), "{text}");
    }
}

#[test]
fn wrong_fields_are_reported() {
    assert_eq!(
        error_in(r#""name": 5"#),
        "wrong_field at 4:9: name: expected a string, found `5`"
    );
    assert_eq!(
        error_in(r#""nodes": [{"id": "a", "task": "Wait"}, {"id": 3}]"#),
        "wrong_field at 4:47: nodes[1].id: expected a string, found `3`"
    );
    assert_eq!(
        error_in_node(r#""id": "a", "id": "b""#),
        "wrong_field at 4:26: nodes[0]: duplicate field `id`"
    );
    assert_eq!(
        error_in(r#""seed": -1"#),
        "wrong_field at 4:9: seed: `seed` must be a whole number from 0 to 18446744073709551615"
    );
    assert_eq!(
        error_in(r#""root": 1"#),
        "wrong_field at 4:9: root: `root` must be the id of a node, or null"
    );
    assert_eq!(
        error_in(r#""spare": 1, "spare": 2"#),
        "wrong_field at 4:22: field `spare` occurs twice"
    );
}

#[test]
fn wrong_nodes_are_reported() {
    assert_eq!(
        error_in_node(r#""task": "Wait""#),
        "missing_field at 4:20: nodes[0]: field `id` is missing"
    );
    assert_eq!(
        error_in_node(r#""id": "a", "task": """#),
        "wrong_field at 4:31: nodes[0].task: `task` must not be empty"
    );
    for (field, words) in [
        (
            r#""abort": "Selfish""#,
            "abort: unknown abort type `Selfish`",
        ),
        (r#""x": 1e999"#, "x: `x` is not a valid number"),
        (r#""y": null"#, "y: `y` is not a valid number"),
        (
            r#""children": ["b", 2]"#,
            "children[1]: expected a string, found `2`",
        ),
        (
            r#""disabled": "no""#,
            "disabled: expected a bool, found \"no\"",
        ),
    ] {
        let text = error_in_node(&format!(r#""id": "a", "task": "Wait", {field}"#));
        assert!(text.contains(&format!("nodes[0].{words}")), "{text}");
    }
}

#[test]
fn wrong_values_are_reported() {
    for (value, words) in [
        ("1e999", "number 1e999 is too large"),
        (r#"{"color": [0, 0, 0, 1e39]}"#, "number 1e39 is too large"),
        (
            "null",
            "null is not a value: remove the field to use its default",
        ),
        ("[1, \"a\"]", "all items of a list must have the same type"),
        ("[[1]]", "a list must not contain lists"),
        (r#"{"vec2": [1]}"#, "`vec2` must be a list of 2 numbers"),
        (
            r#"{"vec2": ["1", 2]}"#,
            "`vec2` must be a list of 2 numbers",
        ),
        (r#"{"vec4": [1]}"#, "unknown kind of value `vec4`"),
        (r#"{"var": 3}"#, "`var` must be the name of a variable"),
        ("{}", "expected an object with exactly one field"),
        (r#""\ud800""#, "contains an invalid escape"),
    ] {
        let field = format!(r#""id": "a", "task": "Wait", "parameters": {{"p": {value}}}"#);
        let text = error_in_node(&field);
        assert!(text.contains("nodes[0].parameters.p: "), "{text}");
        assert!(text.contains(" at 4:59: "), "{text}");
        assert!(text.contains(words), "{text}");
    }
    let twice = error_in_node(r#""id": "a", "task": "Wait", "parameters": {"p": 1, "p": 2}"#);
    assert!(
        twice.ends_with("nodes[0].parameters.p: this parameter is set twice"),
        "{twice}"
    );
}

#[test]
fn wrong_variables_are_reported() {
    let of = |fields: &str| error_in(&format!(r#""variables": [{{{fields}}}]"#));
    assert!(of(r#""type": "int""#).ends_with("variables[0]: field `name` is missing"));
    assert!(
        of(r#""name": "a", "type": "number""#).contains("variables[0].type: unknown type `number`")
    );
    let scoped = of(r#""name": "a", "type": "int", "scope": "world""#);
    assert!(
        scoped.contains("variables[0].scope: unknown scope `world`: use tree, subtree or global")
    );
    let initial = of(r#""name": "a", "type": "int", "initial": {"var": "b"}"#);
    assert!(initial.contains("variables[0].initial: expected a constant, found a variable"));
}

#[test]
fn an_error_knows_its_code() {
    let error = read(b"{\"format\": \"treewright\", \"version\": 7}").unwrap_err();
    let kind = FormatErrorKind::NewerVersion {
        found: 7,
        supported: 1,
    };
    assert_eq!(error.kind, kind);
}

#[test]
fn all_wrong_fields_are_reported_together() {
    let text = r#"{
  "format": "treewright", "version": 1, "name": 5,
  "variables": [{"name": "a", "type": "number"}],
  "nodes": [
    {"id": "a", "task": "Wait", "x": "left"},
    {"id": 3, "task": "Wait"},
    {"id": "b", "task": "Wait"},
    {
      "id": "c", "task": "Wait",
      "children": ["a", 7]
    },
    {"id": "d"}
  ]
}"#;
    let found = faults(text.as_bytes());
    let found: Vec<String> = found
        .iter()
        .map(|fault| format!("{}: {}", fault.position.unwrap().line, fault.path))
        .collect();
    let expected = [
        "2: name",
        "3: variables[0].type",
        "5: nodes[0].x",
        "6: nodes[1].id",
        "10: nodes[3].children[1]",
        "12: nodes[4]",
    ];
    assert_eq!(found, expected);
    let first = read(text.as_bytes()).unwrap_err();
    assert!(faults(text.as_bytes()).contains(&first));
    assert_eq!(faults(b"{").len(), 1);
    assert!(faults(br#"{"format": "treewright", "version": 1}"#).is_empty());
}

#[test]
fn a_wrong_tree_or_override_has_a_position() {
    assert_eq!(
        error_in(r#""trees": [{"name": "A", "root": "n1"}, {"name": "B"}]"#),
        "missing_field at 4:49: trees[1]: field `root` is missing"
    );
    assert_eq!(
        error_in_node(r#""id": "a", "task": "Subtree", "overrides": {"b": {"p": 1, "p": 2}}"#),
        "wrong_field at 4:70: nodes[0].overrides.b.p: this parameter is set twice"
    );
    assert_eq!(
        error_in_node(r#""id": "a", "task": "Subtree", "overrides": {"b": {"p": 1}, "b": {}}"#),
        "wrong_field at 4:71: nodes[0].overrides.b: this node is listed twice"
    );
    assert_eq!(
        error_in_node(r#""id": "a", "task": "Subtree", "overrides": {"b": 1}"#),
        "wrong_field at 4:61: nodes[0].overrides.b: expected an object with parameters by name"
    );
    assert_eq!(
        error_in_node(r#""id": "a", "task": "Subtree", "overrides": {"b": {"p": null}}"#),
        "wrong_field at 4:67: nodes[0].overrides.b.p: null is not a value: remove the field to use its default"
    );
}

#[test]
fn a_document_over_the_limits_is_not_written() {
    let note = Note {
        text: "a".repeat(TEXT_BYTES),
        ..Note::default()
    };
    let mut document = Document::default();
    *document.notes = vec![note.clone(); FILE_BYTES / TEXT_BYTES - 1];
    let text = write(&document).unwrap();
    assert_eq!(read(text.as_bytes()).unwrap().document, document);
    document.notes.push(note);
    let error = write(&document).unwrap_err();
    assert_eq!(error.code(), "too_large");
    assert!(error.to_string().contains("65 MB"), "{error}");
}

#[test]
fn files_of_other_kinds_say_what_they_are() {
    let remedy = |bytes: &[u8], of| read(bytes).unwrap_err().remedy(of);
    let lines = "{\"format\": \"treewright-trace\", \"version\": 1}\n{\"frame\": 1}\n";
    let recording = remedy(lines.as_bytes(), FileContent::Recording);
    assert!(recording.starts_with("It is a recording:"), "{recording}");
    let scenario = remedy(
        br#"{"format": "treewright-scenario", "version": 1}"#,
        FileContent::Foreign,
    );
    assert!(scenario.starts_with("It is a scenario:"), "{scenario}");
    let unknown = remedy(br#"{"format": "another"}"#, FileContent::Foreign);
    assert!(unknown.starts_with("Open it with the program"), "{unknown}");
    // A tree with text after its end is still a tree.
    let twice = format!("{FULL}\n{FULL}");
    assert!(error(twice).starts_with("trailing_text"));
}

#[test]
fn what_is_not_text_is_not_saved_again_as_text() {
    let database = b"SQLite format 3\0\x10\0\x02\xff";
    assert_eq!(error(database), "binary at nowhere: the file is not text");
    let remedy = |of| read(database).unwrap_err().remedy(of);
    assert_eq!(
        remedy(FileContent::Foreign),
        "Check that it is the file that you meant."
    );
    assert!(remedy(FileContent::Tree).starts_with("It is damaged:"));
    assert!(remedy(FileContent::RobotLog).contains("`treewright run`"));
}
