//! Reports on losses, refusals and missing files of exports, and on files of other tools that cannot be read.

use super::harness::{Folder, assert_holds};

const CONDITIONS: &str = r#"<root BTCPP_format="4">
  <BehaviorTree ID="Main">
    <Sequence _skipIf="tired">
      <Sleep msec="100" _onSuccess="done := 1"/>
    </Sequence>
  </BehaviorTree>
</root>
"#;

#[test]
fn fields_kept_for_one_program_are_noted_with_their_node() {
    let folder = Folder::new().with("t.xml", CONDITIONS);
    for format in ["lua", "behavior3", "save-json", "game", "rust"] {
        let ended = folder.works(&format!("export t.xml --to {format} -o {format}/"));
        let says =
            "`_skipIf=\"tired\"` is kept for BehaviorTree.CPP XML and not written to this file";
        assert_holds(&ended.err, &[says, "Sequence", "_onSuccess"]);
    }
    let ended = folder.works("export t.xml --to dot -o out/");
    assert_holds(&ended.err, &["nodes with such data: 2"]);
    let ended = folder.works("export t.xml --to btcpp -o out/");
    assert!(!ended.err.contains("not in this file"), "{}", ended.err);
}

#[test]
fn a_parent_that_a_game_cannot_run_is_not_exported() {
    let text = CONDITIONS.replace("Sequence", "GoalSequence");
    let folder = Folder::new().with("t.xml", text);
    for format in ["game", "rust"] {
        let ended = folder.finds(&format!("export t.xml --to {format} -o out/"));
        assert_holds(&ended.err, &["cannot run", "GoalSequence"]);
    }
    assert!(!folder.path("out").exists());
}

#[test]
fn missing_task_libraries_of_a_config_are_reported() {
    let tree = r#"{"format": "treewright", "version": 1, "name": "t", "libraries": ["own.tasks.json"],
        "root": "a", "nodes": [{"id": "a", "task": "Glow"}]}"#;
    let library = r#"{"format": "treewright-tasks", "version": 1, "name": "own",
        "tasks": [{"name": "Glow", "category": "action"}]}"#;
    let folder = Folder::new().with("t.bt.json", tree);
    let folder = folder.with("own.tasks.json", library);
    let ended = folder.works("export t.bt.json --to game -o out/");
    assert_holds(&ended.err, &["own.tasks.json", "does not exist there"]);
    let ended = folder.works("export t.bt.json --to game");
    assert!(!ended.err.contains("does not exist there"), "{}", ended.err);
}

#[test]
fn a_file_of_the_original_editor_is_converted_by_its_extension() {
    let tree = r#"{"version": "0.3.0", "scope": "tree", "id": "t", "title": "Hero", "root": "a", "properties": {},
        "nodes": {"a": {"id": "a", "name": "Wait", "title": "Wait", "description": "", "properties": {"milliseconds": 100},
        "display": {"x": 0, "y": 0}}}, "display": {"camera_x": 0, "camera_y": 0, "camera_z": 1}}"#;
    let folder = Folder::new().with("x.b3", tree).with("x.xml", CONDITIONS);
    folder.works("convert x.b3 y.b3");
    assert_holds(&folder.read("y.b3"), &["\"Wait\"", "milliseconds"]);
    folder.works("convert x.xml z.b3");
    assert_holds(&folder.read("z.b3"), &["Sequence\"", "\"Wait\""]);
}

#[test]
fn a_broken_file_is_reported_with_the_position() {
    let folder = Folder::new()
        .with("cut.json", "{\"name\": \"hero\",\n\"root\": {\"id\": 1,")
        .with("twice.json", r#"{"root": 1, "root": 2}"#)
        .with("more.json", "{}\nand more")
        .with("empty.json", "")
        .with("bytes.json", b"{\"a\": \"\xff\xfe\"}".as_slice())
        .with("wide.xml", b"\xff\xfe<\0r\0o\0o\0t\0/\0>\0".as_slice())
        .with("cut.b3", "{\"nodes\": {")
        .with("cut.xml", "<other>\n<a");
    for (file, says) in [
        ("cut.json", "the file is incomplete: it ends too early"),
        ("cut.json", "cut.json:2:"),
        ("twice.json", "root"),
        ("more.json", "more.json:2:1"),
        ("empty.json", "the file is empty"),
        ("bytes.json", "UTF-8"),
        ("wide.xml", "UTF-"),
        ("cut.b3", "the file is incomplete: it ends too early"),
        ("cut.xml", "cut.xml:2:"),
    ] {
        let ended = folder.refuses(&format!("import {file} -o out"));
        assert_holds(&ended.err, &[says]);
        assert!(
            !ended.err.contains("unknown format"),
            "{file}: {}",
            ended.err
        );
    }
    folder.refuses("export wide.xml --to dot => UTF-");
}

#[test]
fn substitution_rules_are_recognized() {
    let folder = Folder::new().with("d/t.xml", CONDITIONS);
    let folder = folder.with("d/rules.json", r#"{"SubstitutionRules": {"a": "b"}}"#);
    folder.refuses("import d/rules.json -o out => substitution rules + editor + stand-ins");
    let ended = folder.works("import d -o out");
    ended.err_holds("rules.json + substitution rules + stand-ins");
    assert!(folder.path("out/t.bt.json").is_file());
}
