//! `treewright check`.

use super::harness::{Folder, GUARD, assert_holds};

/// The guard with an undeclared variable.
fn misspelt() -> Folder {
    Folder::new().with(
        "m.bt.json",
        GUARD.replace("\"var\": \"seen\"", "\"var\": \"sene\""),
    )
}

#[test]
fn a_correct_tree_has_no_problems() {
    let ended = Folder::with_guard().works("check guard.bt.json");
    assert_holds(&ended.out, &["1 file checked, no problems"]);
    assert_eq!(ended.err, "");
}

#[test]
fn a_problem_is_shown_at_its_position() {
    let folder = misspelt();
    let ended = folder.finds("check m.bt.json");
    let text = folder.read("m.bt.json");
    assert_holds(
        &ended.out,
        &[
            "undeclared_variable",
            &format!("m.bt.json:{}:", place(&text, "\"sene\"")),
            "n3",
            "did you mean `seen`?",
            "1 error",
        ],
    );
}

/// The line and column of this text.
fn place(text: &str, what: &str) -> String {
    let before = text.split(what).next().unwrap();
    let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
    format!("{}:{column}", before.matches('\n').count() + 1)
}

#[test]
fn a_misspelled_name_is_underlined_and_the_right_one_suggested() {
    for (right, wrong, parts) in [
        (
            "\"CompareBool\"",
            "\"CompareBol\"",
            &["unknown_task", "did you mean `CompareBool`?"],
        ),
        (
            "\"left\"",
            "\"letf\"",
            &["unknown_parameter", "did you mean `left`?"],
        ),
        (
            "\"mode\": \"Ask\"",
            "\"mode\": \"Aks\"",
            &["not_a_choice", "did you mean `Ask`?"],
        ),
    ] {
        let text = GUARD.replacen(right, wrong, 1);
        let folder = Folder::new().with("m.bt.json", &text);
        let ended = folder.run("check m.bt.json");
        let word = wrong.rsplit(' ').next().unwrap();
        assert_holds(&ended.out, parts);
        assert_holds(
            &ended.out,
            &[
                &format!("m.bt.json:{}", place(&text, word)),
                &underline(&text, word),
            ],
        );
    }
}

/// The underline of exactly this word.
fn underline(text: &str, word: &str) -> String {
    let before = text.split(word).next().unwrap();
    let indent = before.rsplit('\n').next().unwrap().chars().count();
    format!("· {}{}\n", " ".repeat(indent), "─".repeat(word.len()))
}

#[test]
fn json_has_every_part_of_a_problem() {
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
fn warnings_fail_only_with_strict() {
    let folder = Folder::new().with(
        "w.bt.json",
        GUARD.replace("\"task\": \"CompareBool\"", "\"task\": \"Fail\""),
    );
    folder.works("check w.bt.json => warning");
    folder.finds("check --strict w.bt.json");
}

#[test]
fn the_worst_of_several_files_decides() {
    let folder = misspelt().with("guard.bt.json", GUARD);
    folder.finds("check guard.bt.json m.bt.json");
    let ended = folder.refuses("check no.bt.json m.bt.json guard.bt.json");
    assert_holds(&ended.out, &["undeclared_variable", "3 files"]);
    assert_holds(&ended.err, &["no.bt.json"]);
}

#[test]
fn all_wrong_fields_are_reported_at_once() {
    let text = GUARD
        .replace("\"x\": 180", "\"x\": \"left\"")
        .replace("\"name\": \"Chase\"", "\"name\": 5")
        .replace("\"LowerPriority\"", "\"Lower\"");
    let folder = Folder::new().with("w.bt.json", text);
    let ended = folder.refuses("check w.bt.json");
    ended.err_holds("nodes[0].x + nodes[1].abort + nodes[3].name");
    assert_holds(&ended.out, &["3 errors"]);
    let json = folder.json(2, "check w.bt.json");
    assert_eq!(json["problems"].as_array().unwrap().len(), 3);
}
