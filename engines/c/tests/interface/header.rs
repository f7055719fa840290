//! The header and the library agree: functions with their parameters, constants, and the layout of structs.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;

use treewright_c::SIZES;

use super::declared::{
    Function, callbacks_in_header, callbacks_in_source, header, in_c, in_header, in_source,
    members_in_source, source, structs_in_header,
};
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

#[test]
fn callbacks_have_the_same_types() {
    let (declared, of_library) = (callbacks_in_header(), callbacks_in_source());
    assert_eq!(declared, of_library);
    assert!(declared.len() >= 10, "{declared:#?}");
}

#[test]
fn structs_have_the_same_members() {
    let (source, declared) = (source(), structs_in_header());
    assert_eq!(declared.len(), SIZES.len(), "{declared:#?}");
    for (name, _) in SIZES {
        let name_in_c = in_c(name);
        let members = members_in_source(&source, name);
        assert_eq!(members, declared[&name_in_c], "{name_in_c}");
    }
}

#[test]
fn structs_have_the_same_layout() {
    let declared = structs_in_header();
    let mut program =
        String::from("#include <stdio.h>\n#include \"treewright.h\"\nint main(void) {\n");
    for (name, _) in SIZES {
        let name = in_c(name);
        writeln!(program, "    printf(\"{name} %zu\", sizeof({name}));").unwrap();
        for (member, _) in &declared[&name] {
            writeln!(program, "    printf(\" %zu\", offsetof({name}, {member}));").unwrap();
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
    for (line, (name, size)) in text.lines().zip(SIZES) {
        let mut numbers = line.split(' ').skip(1).map(|n| n.parse::<usize>().unwrap());
        assert_eq!(numbers.next(), Some(size), "{name}");
        // The members of a union begin at the same place.
        let offsets: Vec<usize> = numbers.collect();
        assert!(offsets.is_sorted(), "{name}: {offsets:?}");
    }
    assert_eq!(text.lines().count(), SIZES.len());
}
