//! `treewright check`.

use super::harness::{Folder, GUARD, assert_holds};

/// The guard whose chase names a variable that nobody declares.
fn misspelt() -> Folder {
    Folder::new().with(
        "m.bt.json",
        GUARD.replace("\"var\": \"seen\"", "\"var\": \"sene\""),
    )
}

#[test]
fn a_good_tree_is_fine() {
    let ended = Folder::with_guard().expect(0, "check guard.bt.json");
    assert_holds(&ended.out, &["1 file checked, no problems"]);
    assert_eq!(ended.err, "");
}

#[test]
fn a_mistake_is_shown_where_it_stands() {
    let folder = misspelt();
    let ended = folder.expect(1, "check m.bt.json");
    let text = folder.read("m.bt.json");
    let line = 1 + text
        .lines()
        .position(|l| l.contains("\"id\": \"n3\""))
        .unwrap();
    assert_holds(
        &ended.out,
        &[
            "undeclared_variable",
            &format!("m.bt.json:{line}:"),
            "n3",
            "sene",
            "1 error",
        ],
    );
}

#[test]
fn machines_get_every_part_of_a_mistake() {
    let json = misspelt().json(1, "check m.bt.json");
    assert_eq!(json["errors"], 1);
    let problem = &json["problems"][0];
    assert_eq!(problem["code"], "undeclared_variable");
    assert_eq!(problem["severity"], "error");
    assert_eq!(problem["node"], "n3");
    assert_eq!(problem["parameter"], "left");
    assert!(
        problem["line"].is_u64() && problem["column"].is_u64(),
        "{json}"
    );
}

#[test]
fn warnings_count_only_when_asked() {
    let folder = Folder::new().with(
        "w.bt.json",
        GUARD.replace("\"task\": \"CompareBool\"", "\"task\": \"Fail\""),
    );
    let ended = folder.expect(0, "check w.bt.json");
    assert_holds(&ended.out, &["warning"]);
    folder.expect(1, "check --strict w.bt.json");
}

#[test]
fn the_worst_of_several_files_decides() {
    let folder = misspelt().with("guard.bt.json", GUARD);
    folder.expect(1, "check guard.bt.json m.bt.json");
    let ended = folder.expect(2, "check no.bt.json m.bt.json guard.bt.json");
    assert_holds(&ended.out, &["undeclared_variable", "3 files"]);
    assert_holds(&ended.err, &["no.bt.json"]);
}
