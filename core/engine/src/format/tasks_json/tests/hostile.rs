//! Malicious, damaged and very large files.

use super::{FULL, file, library, read, with_parameter, write};
use crate::limits::FILE_BYTES;

fn codes(text: impl AsRef<[u8]>) -> Vec<&'static str> {
    let errors = read(text.as_ref()).unwrap_err();
    errors
        .iter()
        .map(crate::format::FormatError::code)
        .collect()
}

#[test]
fn every_truncated_library_is_refused() {
    let end = FULL.trim_end().len();
    for at in (0..end).filter(|at| FULL.is_char_boundary(*at)) {
        let code = codes(&FULL[..at])[0];
        assert!(
            ["empty", "truncated", "syntax"].contains(&code),
            "{at}: {code}"
        );
    }
}

/// Changes every single byte to some others. The result must be an error, or a library that can be written and read
/// again; never a panic.
#[test]
fn damaged_bytes_never_panic() {
    for at in 0..FULL.len() {
        for byte in [b'"', b'{', b',', 0xff] {
            let mut text = FULL.as_bytes().to_vec();
            text[at] = byte;
            if let Ok(read) = read(&text) {
                assert_eq!(library(&write(&read.library)), read.library);
            }
        }
    }
}

#[test]
fn too_large_a_file_is_refused_before_it_is_read() {
    assert_eq!(codes(vec![b'['; FILE_BYTES + 1]), ["too_large"]);
}

#[test]
fn other_encodings_are_refused_but_a_byte_order_mark_is_ignored() {
    let utf16: Vec<u8> = FULL.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(codes([&[0xff, 0xfe][..], &utf16].concat()), ["not_utf8"]);
    assert_eq!(codes([0; 100]), ["empty"]);
    let marked = [b"\xEF\xBB\xBF", FULL.as_bytes()].concat();
    assert_eq!(read(&marked).unwrap().library, library(FULL));
}

#[test]
fn deep_nesting_is_refused_without_recursion() {
    let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    let task = |fields: &str| {
        file(&format!(
            r#"{{"name": "T", "category": "Action", {fields}}}"#
        ))
    };
    let parameter = |field: &str| {
        with_parameter(&format!(
            r#"{{"name": "p", "type": "[int]", "{field}": {deep}}}"#
        ))
    };
    assert_eq!(codes(file(&deep)), ["wrong_field"]);
    assert_eq!(codes(task(&format!(r#""later": {deep}"#))), ["too_deep"]);
    assert_eq!(
        codes(task(&format!(r#""parameters": {deep}"#))),
        ["wrong_field"]
    );
    assert_eq!(codes(parameter("default")), ["wrong_field"]);
    assert_eq!(codes(parameter("later")), ["too_deep"]);
}

#[test]
fn names_that_cannot_be_shown_are_refused() {
    for name in [
        "a\\u0000b",
        "a\\nb",
        " a",
        "\\u202e",
        &"x".repeat(10_000_000),
    ] {
        let text = file(&format!(r#"{{"name": "{name}", "category": "Action"}}"#));
        let known = name == "\\u202e";
        assert_eq!(read(text.as_bytes()).is_ok(), known, "{}", &name[..2]);
        let text = with_parameter(&format!(r#"{{"name": "{name}", "type": "int"}}"#));
        assert_eq!(read(text.as_bytes()).is_ok(), known, "{}", &name[..2]);
    }
}

#[test]
fn a_hundred_thousand_tasks_and_parameters_are_read() {
    let task = |i| format!(r#"{{"name": "T{i}", "category": "Action"}}"#);
    let many: Vec<String> = (0..100_000).map(task).collect();
    let text = file(&many.join(",\n"));
    let read_back = read(text.as_bytes()).unwrap();
    assert_eq!(read_back.library.tasks.len(), 100_000);
    assert_eq!(read_back.positions[99_999].line, 100_001);
    let parameter = |i| format!(r#"{{"name": "p{i}", "type": "int"}}"#);
    let many: Vec<String> = (0..100_000).map(parameter).collect();
    let text = with_parameter(&many.join(","));
    assert_eq!(
        library(&text).tasks[0].declaration.parameters.len(),
        100_000
    );
}

#[test]
fn many_parameters_of_type_same_are_read() {
    let same = |i| format!(r#"{{"name": "p{i}", "type": "same", "as": "v"}}"#);
    let mut many: Vec<String> = (0..50_000).map(same).collect();
    many.push(r#"{"name": "v", "type": "variable"}"#.to_owned());
    let text = with_parameter(&many.join(","));
    assert_eq!(library(&text).tasks[0].declaration.parameters.len(), 50_001);
}

#[test]
fn long_help_texts_are_kept() {
    let help = "守卫 🛡️ \u{202e} \u{7f}".repeat(100_000);
    let text = with_parameter(&format!(
        r#"{{"name": "p", "type": "int", "help": "{help}"}}"#
    ));
    let read_once = library(&text);
    assert_eq!(library(&write(&read_once)), read_once);
    assert_eq!(read_once.tasks[0].declaration.parameters[0].help, help);
}
