//! `treewright import`, `export`, `convert` and `watch`.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use super::harness::{Folder, GUARD, assert_holds};

#[test]
fn a_tree_is_exported_to_its_own_folder_or_the_named_one() {
    let folder = Folder::with_guard();
    folder.works("export guard.bt.json --to dot => nodes + mapped + guard.dot");
    let dot = folder.read("guard.dot");
    assert_holds(&dot, &["digraph \"Guard\"", " -> "]);
    folder.works("export guard.bt.json --to mermaid -o drawn/tree.mmd");
    assert_holds(&folder.read("drawn/tree.mmd"), &["flowchart TD", "-->"]);
    folder.works("export guard.bt.json --to markdown -o lists/");
    assert_holds(&folder.read("lists/guard.md"), &["# Guard", "- **"]);
}

#[test]
fn an_export_never_overwrites_the_tree_itself() {
    let folder = Folder::with_guard();
    folder.refuses("export guard.bt.json --to treewright => would overwrite its own source");
    assert_eq!(folder.read("guard.bt.json"), GUARD);
}

/// A tree that every format can express.
pub const PLAIN: &str = r#"{"format": "treewright", "version": 1, "name": "Plain", "root": "a", "nodes": [
  {"id": "a", "task": "Sequence", "children": ["b"], "x": 0, "y": 0},
  {"id": "b", "task": "Log", "x": 0, "y": 120}]}"#;

#[test]
fn an_export_overwrites_no_work_and_no_other_file_without_force() {
    let folder = Folder::new()
        .with("guard.bt.json", PLAIN)
        .with("victim.bt.json", GUARD.replace("\"Guard\"", "\"Victim\""))
        .with("config.json", GUARD)
        .with("walk.tasks.json", "{}")
        .with("main.rs", "fn main() {}")
        .with("notes", "to do")
        .with("page.html", "<p>");
    let cases = [
        ("treewright", "victim.bt.json"),
        ("dot", "victim.bt.json"),
        ("game", "victim.bt.json"),
        ("game", "config.json"),
        ("behavior3", "config.json"),
        ("save-json", "walk.tasks.json"),
        ("dot", "main.rs"),
        ("mermaid", "notes"),
        ("btcpp", "page.html"),
    ];
    for (format, file) in cases {
        let before = folder.read(file);
        let arguments = format!("export guard.bt.json --to {format} -o {file}");
        let ended = folder.refuses(&arguments);
        assert_holds(&ended.err, &[file, "--force"]);
        assert_eq!(folder.read(file), before, "{arguments}");
    }
    // Larger than any file that is read, so that its format is unknown.
    let large = std::fs::File::create(folder.path("large.dot")).unwrap();
    large.set_len(200 << 20).unwrap();
    folder.refuses("export guard.bt.json --to dot -o large.dot");
    assert_eq!(large.metadata().unwrap().len(), 200 << 20);
    folder.works("export guard.bt.json --to dot -o main.rs --force");
    assert_holds(&folder.read("main.rs"), &["digraph"]);
}

#[test]
fn an_export_overwrites_its_earlier_output() {
    let mut folder = Folder::new();
    let formats = [
        ("btcpp", "xml"),
        ("behavior3", "json"),
        ("behavior3-original", "json"),
        ("save-json", "json"),
        ("lua", "lua"),
        ("game", "game.json"),
        ("rust", "rs"),
        ("dot", "dot"),
        ("mermaid", "mmd"),
        ("markdown", "md"),
    ];
    let mut before = Vec::new();
    for root in ["Sequence", "Selector"] {
        folder = folder.with("again.bt.json", PLAIN.replace("Sequence", root));
        for (format, ending) in formats {
            // The last name is without meaning, or a usual one of such tools.
            let plain = if ending.ends_with("json") {
                "plain.json"
            } else {
                "plain"
            };
            for file in [
                format!("{format}/again.{ending}"),
                format!("{format}/{plain}"),
            ] {
                let arguments = format!("export again.bt.json --to {format} -o {file}");
                folder.works(&arguments);
                folder.works(&arguments);
                before.push(folder.read(&file));
            }
        }
    }
    let (first, second) = before.split_at(before.len() / 2);
    assert!(first.iter().zip(second).all(|(one, other)| one != other));
}

#[test]
fn convert_writes_the_format_of_the_extension_and_overwrites_nothing_without_force() {
    let folder = Folder::with_guard();
    folder.works("convert guard.bt.json a.dot");
    let dot = folder.read("a.dot");
    // Writing the same again overwrites nothing.
    folder.works("convert guard.bt.json a.dot");
    let folder = folder.with("a.dot", "mine");
    folder.refuses("convert guard.bt.json a.dot => a.dot + --force");
    assert_eq!(folder.read("a.dot"), "mine");
    folder.works("convert guard.bt.json a.dot --force");
    assert_eq!(folder.read("a.dot"), dot);
}

#[test]
fn an_unknown_format_is_refused_with_the_list_of_formats() {
    let folder = Folder::with_guard().with("notes.txt", "hello");
    folder.refuses("convert guard.bt.json a.exe => no format + --to + dot + mermaid");
    let ended = folder.refuses("convert guard.bt.json a.json");
    ended.err_holds("several formats");
    ended.err_holds("--to: treewright, behavior3, behavior3-original, save-json, game.");
    folder.works("convert guard.bt.json a.json --to game");
    assert_holds(&folder.read("a.json"), &["\"treewright\""]);
    folder.refuses("import notes.txt -o out => unknown format + --from");
    folder.refuses("fmt a.dot => a.dot");
}

#[test]
fn json_is_one_object_with_an_entry_per_file() {
    let folder = Folder::with_guard();
    let json = folder.json(0, "export guard.bt.json --to dot -o out/");
    assert_eq!(json["files"][0]["to"], "dot");
    assert_eq!(json["files"][0]["refused"], 0);
    assert_eq!(json["files"][0]["nodes"], json["files"][0]["mapped"]);
    let written = json["files"][0]["written"][0].as_str().unwrap();
    assert!(folder.path(written).is_file());
}

#[test]
fn watch_exports_the_targets_of_the_project_and_nothing_outside() {
    let targets = r#"{"format": "treewright-exports", "version": 1, "documents": {
        "guard.bt.json": [
            {"to": "dot", "file": "out/guard.dot", "on_save": true},
            {"to": "mermaid", "file": "out/never.mmd"}
        ],
        "evil.bt.json": [{"to": "dot", "file": "../evil.dot", "on_save": true}]}}"#;
    let folder = Folder::new()
        .with("trees/guard.bt.json", GUARD)
        .with("trees/evil.bt.json", GUARD)
        .with("trees/.treewright/exports.json", targets);
    folder.refuses("watch trees --once => export_target + ../evil.dot");
    assert_holds(&folder.read("trees/out/guard.dot"), &["digraph"]);
    assert!(!folder.path("trees/out/never.mmd").exists());
    assert!(!folder.path("evil.dot").exists());
}

#[test]
fn watch_exports_again_when_a_tree_changes() {
    let folder = Folder::new().with("trees/guard.bt.json", GUARD);
    let mut child = folder
        .command("watch trees --to markdown -o out")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until = |text: &str| lines.find(|line| line.as_ref().unwrap().contains(text));
    assert!(until("Watching").is_some());
    assert_holds(&folder.read("out/guard.md"), &["# Guard"]);
    let renamed = GUARD.replace("\"name\": \"Guard\"", "\"name\": \"Sentry\"");
    std::fs::write(folder.path("trees/guard.bt.json"), renamed).unwrap();
    assert!(until("guard.bt.json").is_some());
    assert_holds(&folder.read("out/guard.md"), &["# Sentry"]);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn watch_explains_how_to_set_an_export() {
    let folder = Folder::with_guard();
    folder.works("watch . --once => set an export in the editor + --to");
    folder.refuses("watch nowhere --once => the folder does not exist");
}

#[cfg(feature = "gui")]
#[test]
fn convert_also_draws_images() {
    let folder = Folder::with_guard().with("b.png", "mine");
    folder.works("convert guard.bt.json a.svg");
    assert_holds(&folder.read("a.svg"), &["<svg", "Guard"]);
    folder.refuses("convert guard.bt.json b.png => b.png + --force");
    folder.works("convert guard.bt.json b.png --force");
}

const MAIN_XML: &str = r#"<root BTCPP_format="4" main_tree_to_execute="Main">
  <include path="lib/grasp.xml"/>
  <BehaviorTree ID="Main">
    <Sequence>
      <Walk goal="{goal}"/>
      <SubTree ID="Grasp"/>
    </Sequence>
  </BehaviorTree>
  <TreeNodesModel>
    <Action ID="Walk"><input_port name="goal" type="std::string"/></Action>
  </TreeNodesModel>
</root>
"#;

const GRASP_XML: &str = r#"<root BTCPP_format="4">
  <BehaviorTree ID="Grasp"><CloseGripper/></BehaviorTree>
</root>
"#;

fn robot() -> Folder {
    Folder::new()
        .with("robot/main.xml", MAIN_XML)
        .with("robot/lib/grasp.xml", GRASP_XML)
        .with("robot/readme.md", "no tree")
        .with("robot/hero.json", r#"{"name": "hero", "root": {"id": "1", "name": "Sequence", "uuid": "u", "children": []}, "version": "2.2.0"}"#)
}

#[test]
fn a_folder_is_imported_with_everything_its_trees_need() {
    let folder = robot();
    let json = folder.json(1, "import robot -o out");
    let files = json["files"].as_array().unwrap();
    let told: Vec<&str> = files.iter().map(|f| f["file"].as_str().unwrap()).collect();
    assert_eq!(
        told,
        ["robot/hero.json", "robot/lib/grasp.xml", "robot/main.xml"],
        "each once"
    );
    let nodes: Vec<u64> = files.iter().map(|f| f["nodes"].as_u64().unwrap()).collect();
    assert_eq!(nodes, [1, 1, 3]);
    // The result is complete: node types are known, and the trees find each other.
    let ended = folder.run("check out/main.bt.json out/lib/grasp.bt.json --format json");
    assert!(
        !ended.out.contains("unknown_task") && !ended.out.contains("file_"),
        "{}",
        ended.out
    );
    folder.works("run out/main.bt.json --frames 2");
    // Importing again changes nothing; another file there is not overwritten without --force.
    folder.finds("import robot -o out");
    let folder = folder.with("out/main.bt.json", "mine");
    folder.refuses("import robot -o out => main.bt.json + --force");
    assert_eq!(folder.read("out/main.bt.json"), "mine");
    folder.finds("import robot -o out --force");
    // The export is equal to the original.
    folder.works("export out/main.bt.json --to btcpp -o back/");
    assert_eq!(folder.read("back/main.xml"), MAIN_XML);
    assert_eq!(folder.read("back/lib/grasp.xml"), GRASP_XML);
}

#[test]
fn converting_to_a_tree_includes_the_files_it_needs() {
    let folder = robot();
    folder.works("convert robot/main.xml out/bot.bt.json");
    let ended = folder.run("check out/bot.bt.json --format json");
    assert!(
        !ended.out.contains("unknown_task") && !ended.out.contains("file_"),
        "{}",
        ended.out
    );
    folder.refuses("export robot/main.xml --to treewright -o out2/ => treewright import");
}

#[test]
fn files_of_other_tools_can_be_checked_run_and_exported_directly() {
    let folder = robot();
    folder.works("check robot/main.xml");
    folder.works("run robot/main.xml --frames 2");
    folder.works("export robot/main.xml --to dot -o out/");
    assert_holds(&folder.read("out/main.dot"), &["Walk", "Grasp"]);
    folder.works("convert robot/hero.json a.mmd");
    assert_holds(&folder.read("a.mmd"), &["Sequence"]);
}

#[test]
fn two_trees_are_never_written_to_one_file() {
    let folder = Folder::new()
        .with("a/x.bt.json", GUARD)
        .with("b/x.bt.json", GUARD)
        .with("hero.v1.bt.json", GUARD)
        .with("hero.v2.bt.json", GUARD);
    folder.works("export hero.v1.bt.json hero.v2.bt.json --to dot -o out");
    assert!(folder.path("out/hero.v1.dot").is_file() && folder.path("out/hero.v2.dot").is_file());
    let folder = folder.with("b/x.bt.json", GUARD.replace("\"Guard\"", "\"Sentry\""));
    folder.works("export a/x.bt.json b/x.bt.json --to dot -o out");
    assert_holds(&folder.read("out/a/x.dot"), &["digraph \"Guard\""]);
    assert_holds(&folder.read("out/b/x.dot"), &["digraph \"Sentry\""]);
    // The folders are relative to the deepest common one.
    let folder = folder.with("b/deep/y.bt.json", GUARD);
    folder.works("export ./b/x.bt.json a/../b/deep/y.bt.json --to dot -o out2");
    assert!(folder.path("out2/x.dot").is_file() && folder.path("out2/deep/y.dot").is_file());
    // A tree is written with the one that runs it and by itself: to the same file if both have the same content.
    let folder = folder
        .with("c/main.xml", MAIN_XML)
        .with("c/lib/grasp.xml", GRASP_XML)
        .with("c/treewright.project.json", "{}");
    folder.works("import c -o own");
    folder.works("export own/main.bt.json own/lib/grasp.bt.json --to btcpp -o back");
    assert_eq!(folder.read("back/lib/grasp.xml"), GRASP_XML);
    // If they differ, nothing is overwritten.
    let folder = folder.with("d/h.bt.json", GUARD).with("d/h.xml", GRASP_XML);
    let ended = folder.refuses("export d/h.bt.json d/h.xml --to dot -o out3");
    assert_holds(&ended.err, &["d/h.bt.json was already written to"]);
    assert_holds(&folder.read("out3/h.dot"), &["digraph \"Guard\""]);
    // The existing file is reported for both, as the first was not written.
    let folder = folder.with("out4/h.dot/x", "a folder of this name");
    let ended = folder.refuses("export d/h.bt.json d/h.xml --to dot -o out4");
    let told = ended.err.matches("not written").count();
    assert_eq!(told, 2, "{}", ended.err);
    assert!(!ended.err.contains("already written"), "{}", ended.err);
}

#[test]
fn watch_does_not_take_its_own_output_for_trees() {
    let folder = Folder::new().with("trees/guard.bt.json", GUARD);
    for _ in 0..2 {
        folder.works("watch trees --once --to treewright -o trees/out");
    }
    assert!(folder.path("trees/out/guard.bt.json").is_file());
    assert!(!folder.path("trees/out/out").exists());
}

#[test]
fn folders_stay_apart_when_they_are_imported_together() {
    let folder = Folder::new()
        .with("all/x/t.xml", GRASP_XML)
        .with("all/y/t.xml", MAIN_XML)
        .with("all/y/lib/grasp.xml", GRASP_XML);
    folder.works("import all -o out");
    for made in ["x/t.bt.json", "y/t.bt.json", "y/lib/grasp.bt.json"] {
        assert!(folder.path("out").join(made).is_file(), "{made}");
    }
    folder.works("run out/y/t.bt.json --frames 2");
}

#[test]
fn notes_on_losses_have_the_title_of_the_node() {
    let folder = Folder::new().with(
        "a.bt.json",
        GUARD.replacen(
            "\"task\": \"Selector\"",
            "\"task\": \"Selector\", \"abort\": \"Both\"",
            1,
        ),
    );
    let ended = folder.run("export a.bt.json --to btcpp -o out/");
    assert_eq!(ended.code, 1, "{}", ended.err);
    assert_holds(&ended.err, &["error: a.bt.json: node ", "“", "abort"]);
    assert!(!folder.path("out/a.xml").exists());
}

#[test]
fn problems_of_imported_trees_are_counted_below_the_table() {
    let folder = robot();
    // A Sequence without children cannot run, but all nodes are imported.
    let ended = folder.finds("import robot -o out");
    ended.out_holds("1 error, + : see `treewright check out/hero.bt.json`");
    let checked = folder.json(1, "check out/hero.bt.json");
    let json = folder.json(1, "import robot -o out");
    assert_eq!(json["checked"][0]["file"], "out/hero.bt.json");
    assert_eq!(json["checked"][0]["errors"], checked["errors"]);
    let fine = Folder::new().with("a/grasp.xml", GRASP_XML);
    let ended = fine.works("import a -o out");
    assert!(
        !ended.out.contains("see `treewright check"),
        "{}",
        ended.out
    );
}

#[test]
fn an_incomplete_search_of_a_folder_is_reported() {
    let folder = Folder::new().with("many/a.xml", GRASP_XML);
    for number in 0..10_001 {
        std::fs::write(folder.path(&format!("many/b{number}")), "").unwrap();
    }
    let folder = folder.with("many/z.xml", GRASP_XML);
    folder.refuses("import many -o out => more than 10000 files + one by one");
    // The files that were found are imported.
    assert!(folder.path("out/a.bt.json").is_file());
    assert!(!folder.path("out/z.bt.json").exists());
    let json = folder.json(2, "import many -o out");
    assert_eq!(json["problems"][0]["code"], "too_many_entries");
    let deep = format!("deep/{}", "d/".repeat(33));
    let folder = folder.with(&format!("{deep}a.xml"), GRASP_XML);
    folder.refuses("import deep -o out => 32 folders deep");
}

#[test]
fn a_workspace_includes_its_trees_in_all_folders() {
    let tree = |name: &str| {
        format!(
            r#"{{"name": "{name}", "root": {{"id": "1", "name": "Hunt", "uuid": "u"}}, "version": "2.2.0"}}"#
        )
    };
    let kinds = r#"[{"name": "Hunt", "type": "Action", "desc": "Looks for prey"}]"#;
    let folder = Folder::new()
        .with("game/ai.b3-workspace", r#"{"settings": {}}"#)
        .with("game/node-config.b3-setting", kinds)
        .with("game/hero.json", tree("hero"))
        .with("game/sub/wolf.json", tree("wolf"))
        .with("game/package.json", r#"{"name": "no tree"}"#)
        .with("game/other.xml", GRASP_XML);
    let json = folder.json(0, "import game/ai.b3-workspace -o out");
    let files = json["files"].as_array().unwrap();
    let told: Vec<&str> = files.iter().map(|f| f["file"].as_str().unwrap()).collect();
    assert_eq!(
        told,
        [
            "game/ai.b3-workspace",
            "game/hero.json",
            "game/sub/wolf.json"
        ]
    );
    folder.works("check out/hero.bt.json out/sub/wolf.bt.json --strict");
    assert!(!folder.path("out/other.bt.json").exists());
    // The same with the folder as working directory.
    let mut inside = folder.command("import ai.b3-workspace -o ../out2");
    let ended = inside.current_dir(folder.path("game")).output().unwrap();
    assert!(ended.status.success());
    assert!(folder.path("out2/sub/wolf.bt.json").is_file());
}
