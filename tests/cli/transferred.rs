//! Conversion of other tools' nodes and of file names: nested save JSON, the game's own tasks, names that are not Unicode.

use super::exchange::PLAIN;
use super::harness::{Folder, MustHold as _, assert_holds};

#[test]
fn the_namespace_of_nested_save_json_can_be_chosen() {
    let folder = Folder::new().with("plain.bt.json", PLAIN);
    folder.works("export plain.bt.json --to save-json");
    folder
        .read("plain.json")
        .must_hold("\"GraphViewExtension.CNodeSequence\"");
    folder.works("convert plain.bt.json a.json --to save-json --namespace My.Game");
    assert_holds(&folder.read("a.json"), &["\"My.Game.CNodeSequence\""]);
    // An imported file keeps its namespace.
    folder.works("import a.json -o out");
    folder.works("export out/a.bt.json --to save-json -o b.json");
    assert_eq!(folder.read("b.json"), folder.read("a.json"));
    let targets = r#"{"format": "treewright-exports", "version": 1, "documents": {"plain.bt.json": [
        {"to": "save-json", "file": "c.json", "on_save": true, "namespace": "Kept"}]}}"#;
    let folder = folder.with(".treewright/exports.json", targets);
    folder.works("watch . --once");
    assert_holds(&folder.read("c.json"), &["\"Kept.CNodeSequence\""]);
}

#[test]
fn trees_run_as_in_the_tool_of_their_format() {
    let tree = r#"[{"children":[{"children":[{"children":[],"data":{"guid":"t","node":"ANodeTest","isSuc":false,"desc":""},"type":"G.ANodeTest"},{"children":[],"data":{"guid":"w","node":"ANodeWait","time":1538,"desc":""},"type":"G.ANodeWait"}],"data":{"guid":"s","node":"CNodeSelect"},"type":"G.CNodeSelect"},{"children":[],"data":{"guid":"f","node":"DNodeFail"},"type":"G.DNodeFail"}],"data":{"guid":"r","node":"CNodeSelect"},"type":"G.CNodeSelect"}]"#;
    let folder = Folder::new().with("tree.json", tree);
    folder.works("run tree.json --frames 40 --dt 0.1 => Frame 16, 1.6 s: Success");
    let ended = folder.works("import tree.json -o out");
    assert_holds(
        &ended.err,
        &["DNodeFail", "Fail", "one or two frames later"],
    );
    folder.works("check out/tree.bt.json");
}

#[test]
fn own_tasks_of_the_game_are_counted_and_declared() {
    let tree = r#"{"name":"t","root":{"id":"1","name":"Sequence","children":[
        {"id":"2","name":"Attack","args":{"power":3}},{"id":"3","name":"Wait","args":{"time":1}}]}}"#;
    let folder = Folder::new().with("t.json", tree);
    folder.works("import t.json -o out => mapped + own tasks");
    let ended = folder.json(0, "import t.json -o out --force");
    let file = &ended["files"][0];
    assert_eq!(
        (&file["nodes"], &file["mapped"], &file["own"]),
        (&3.into(), &2.into(), &1.into())
    );
    folder
        .read("out/t.tasks.json")
        .must_hold("\"Attack\" + \"power\"");
    folder.works("check out/t.bt.json");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_name_that_is_not_unicode_is_kept() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = Folder::new();
    let file = |end: &str| {
        let mut name = b"bad\xff".to_vec();
        name.extend(end.bytes());
        folder.path("").join(OsStr::from_bytes(&name))
    };
    std::fs::write(file(".bt.json"), PLAIN).unwrap();
    let run = |arguments: &[&str]| {
        let mut command = folder.command(arguments[0]);
        let ended = command
            .arg(file(".bt.json"))
            .args(&arguments[1..])
            .output()
            .unwrap();
        assert!(
            ended.status.success(),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&ended.stderr)
        );
    };
    run(&["export", "--to", "dot"]);
    assert!(file(".dot").is_file());
    std::fs::create_dir(folder.path("out")).unwrap();
    run(&["export", "--to", "behavior3", "-o", "out/"]);
    folder.works("watch . --once --to mermaid -o out");
    let names = std::fs::read_dir(folder.path("out")).unwrap().flatten();
    let mut names: Vec<_> = names.map(|entry| entry.file_name()).collect();
    names.sort();
    let expected = [&b"bad\xff.b3-setting"[..], b"bad\xff.json", b"bad\xff.mmd"]
        .map(|name| OsStr::from_bytes(name).to_owned());
    assert_eq!(names, expected);
    let import = |arguments: &str| {
        let ended = folder
            .command(arguments)
            .arg(file(".json"))
            .output()
            .unwrap();
        assert!(
            ended.status.success(),
            "{}",
            String::from_utf8_lossy(&ended.stderr)
        );
    };
    std::fs::rename(
        folder.path("out").join(file(".json").file_name().unwrap()),
        file(".json"),
    )
    .unwrap();
    import("import -o in");
    let imported = folder
        .path("in")
        .join(file(".bt.json").file_name().unwrap());
    assert!(imported.is_file());
}
