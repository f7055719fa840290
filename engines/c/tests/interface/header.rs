//! The header and the library agree: functions with their parameters, constants, and the layout of structs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use treewright_c::SIZES;

use super::declared::{Function, header, in_header, in_source, source};
use super::tools::{Language, compiled, here, own_folder, printed};

#[test]
fn the_header_declares_what_the_library_exports() {
    let (declared, exported) = (in_header(), in_source());
    assert!(exported.len() > 100, "{exported:#?}");
    let names = |of: &BTreeMap<String, Function>| of.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&declared), names(&exported));
    for (name, function) in &exported {
        assert_eq!(declared[name], *function, "{name}");
    }
}

#[test]
fn constants_are_equal() {
    let mut expected = BTreeMap::new();
    for line in source().lines() {
        let of_type = |of: &str| line.strip_prefix("pub const TW_")?.split_once(of);
        if let Some((name, value)) = of_type(": i32 = ").or_else(|| of_type(": u32 = ")) {
            let value = value
                .trim_end_matches(';')
                .replace("u32::MAX", "UINT32_MAX");
            expected.insert(format!("TW_{name}"), value);
        }
    }
    let mut found = BTreeMap::new();
    for line in header().lines() {
        let line = line.trim();
        let of_macro = line
            .strip_prefix("#define TW_")
            .and_then(|l| l.split_once(' '));
        let of_enum = line.strip_prefix("TW_").and_then(|l| l.split_once(" = "));
        if let Some((name, value)) = of_macro.or(of_enum) {
            let value = value.trim_end().trim_end_matches(',').to_owned();
            let before = found.insert(format!("TW_{name}"), value);
            assert_eq!(before, None, "{name} twice");
        }
    }
    assert!(expected.len() > 60);
    assert_eq!(found, expected);
}

#[test]
fn pointers_are_followed_in_few_files() {
    let files = fs::read_dir(here().join("src")).unwrap();
    let mut found: Vec<String> = files
        .map(|file| file.unwrap().path())
        .filter(|file| fs::read_to_string(file).unwrap().contains("unsafe {"))
        .map(|file| file.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    found.sort();
    assert_eq!(found, ["callbacks.rs", "memory.rs", "values.rs"]);
}

/// Each member of a struct, in its order, so that a compiler of C can compare sizes and names; offsets follow from both.
const MEMBERS: [(&str, &str, &str); 10] = [
    ("tw_str", "Str", "data length"),
    ("tw_value", "CValue", "type element of"),
    (
        "tw_parameter",
        "CParameter",
        "name kind type element is_required default_value minimum maximum choices choice_count help",
    ),
    (
        "tw_task",
        "CTask",
        "size name category wake summary parameters parameter_count data state_size update start end abort init drop save restore",
    ),
    (
        "tw_event",
        "CEvent",
        "kind status agent node scope text tree value",
    ),
    ("tw_tracer", "CTracer", "user event what"),
    ("tw_variable", "CVariable", "name type element scope"),
    (
        "tw_problem",
        "CProblem",
        "file line column node node_name code message remedy",
    ),
    ("tw_outcome", "COutcome", "agent outcome reason_count"),
    ("tw_reason", "CReason", "code node text"),
];

/// Returns the members of a struct of the library, with the names that they have in C.
fn members(source: &str, name: &str) -> String {
    let (_, after) = source
        .split_once(&format!("pub struct {name} {{\n"))
        .unwrap();
    let (body, _) = after.split_once("\n}").unwrap();
    let fields = body.lines().filter_map(|line| line.trim().split_once(": "));
    let names = fields.map(|(field, _)| match field {
        "value_type" => "type",
        "kind" if name == "CValue" => "type",
        other => other,
    });
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn structs_have_the_same_layout() {
    let source = source();
    for (in_c, name, expected) in MEMBERS {
        assert_eq!(members(&source, name), expected, "{in_c}");
    }
    let names = MEMBERS.map(|(_, name, _)| name);
    assert_eq!(SIZES.map(|(name, _)| name), names);
    let sizes = SIZES.map(|(_, size)| size);
    let mut program =
        String::from("#include <stdio.h>\n#include \"treewright.h\"\nint main(void) {\n");
    for (in_c, _, members) in MEMBERS {
        writeln!(program, "    printf(\"{in_c} %zu\", sizeof({in_c}));").unwrap();
        // Increasing offsets: C has the members in this order.
        for member in members.split(' ') {
            writeln!(program, "    printf(\" %zu\", offsetof({in_c}, {member}));").unwrap();
        }
        program += "    printf(\"\\n\");\n";
    }
    program += "    return 0;\n}\n";
    let folder = own_folder("layout");
    let file = folder.join("layout.c");
    fs::write(&file, program).unwrap();
    let Some(program) = compiled(Language::C99, &file, &folder.join("layout"), &[]) else {
        return;
    };
    let text = printed(&mut std::process::Command::new(program)).unwrap();
    for ((line, size), (in_c, ..)) in text.lines().zip(sizes).zip(MEMBERS) {
        let mut numbers = line.split(' ').skip(1).map(|n| n.parse::<usize>().unwrap());
        assert_eq!(numbers.next(), Some(size), "{in_c}");
        let offsets: Vec<usize> = numbers.collect();
        assert!(
            offsets.is_sorted_by(|one, next| one < next),
            "{in_c}: {offsets:?}"
        );
    }
    assert_eq!(text.lines().count(), MEMBERS.len());
}
