//! Each kind of reference in a file, against each way out of its project: none is followed, and no byte of outside files is shown.

use std::os::unix::fs::symlink;

use super::harness::{Ended, Folder, GUARD, assert_holds};

/// A text in the outside files, which are of each format, valid and broken.
const SECRET: &str = "TopSecret42";

/// A kind of reference: the file, its text around the reference, the ending of the other file, and the commands that read it.
struct Kind {
    file: &'static str,
    text: fn(&str) -> String,
    ending: &'static str,
    commands: &'static [&'static str],
}

/// A kind of reference: the file, the ending of the other file, the text around the reference, and the commands that read it.
macro_rules! kinds {
    ($($file:literal to $ending:literal: |$to:ident| $text:expr => $($command:literal),*;)*) => {
        const KINDS: &[Kind] = &[$(Kind {
            file: $file,
            text: |$to| $text,
            ending: $ending,
            commands: &[$($command),*],
        }),*];
    };
}

const B3_TREE: &str =
    r#"{"version": "2.2.0", "name": "t", "root": {"id": "1", "name": "Sequence", "children": []}}"#;

fn quoted(reference: &str) -> String {
    serde_json::to_string(reference).unwrap()
}

kinds! {
    "a.bt.json" to ".bt.json": |to| format!(
        r#"{{"format": "treewright", "version": 1, "root": "a", "nodes": [{{"id": "a", "task": "Subtree", "parameters": {{"file": {}}}}}]}}"#,
        quoted(to)) => "check a.bt.json", "run a.bt.json", "run a.bt.json --trace -",
        "export --to behavior3 --inline-subtrees a.bt.json -o ../o";
    "a.bt.json" to ".tasks.json": |to| format!(
        r#"{{"format": "treewright", "version": 1, "libraries": [{}], "root": "a", "nodes": [{{"id": "a", "task": "Idle"}}]}}"#,
        quoted(to)) => "check a.bt.json", "run a.bt.json --trace -", "nodes --tree a.bt.json",
        "export --to game-config a.bt.json -o ../o";
    "a.scenario.json" to ".bt.json": |to| format!(
        r#"{{"format": "treewright-scenario", "version": 1, "frames": 1, "tree": {}}}"#,
        quoted(to)) => "test .", "test a.scenario.json", "test a.scenario.json --coverage --format json",
        "check a.scenario.json", "test g.bt.json";
    "a.bt.json" to ".bt.json": |to|
        GUARD.replacen('{', &format!("{{\"$schema\": {},", quoted(to)), 1) =>
        "check a.bt.json", "fmt a.bt.json";
    "a.xml" to ".xml": |to| format!(
        r#"<root BTCPP_format="4" main_tree_to_execute="M"><include path="{to}"/><BehaviorTree ID="M"><SubTree ID="{SECRET}Tree"/></BehaviorTree></root>"#
        ).replace('\0', "") => "check a.xml", "import a.xml -o ../o", "convert a.xml ../o.dot";
    "a.xml" to ".xml": |to| format!(
        r#"<root BTCPP_format="4"><include ros_pkg="p" path="{to}"/><BehaviorTree ID="M"><AlwaysSuccess/></BehaviorTree></root>"#
        ).replace('\0', "") => "check a.xml", "import a.xml -o ../o";
    "a.json" to ".json": |to| format!(
        r#"{{"version": "2.2.0", "name": "a", "desc": "", "prefix": "", "group": [], "variables": {{"imports": [{}], "locals": []}}, "custom": {{}}, "overrides": {{}}, "root": {{"id": "1", "name": "Sequence", "children": [{{"id": "2", "name": "Wait"}}]}}}}"#,
        quoted(to)) => "check a.json", "import a.json -o ../o";
    "a.json" to ".json": |to| format!(
        r#"{{"version": "2.2.0", "name": "a", "desc": "", "prefix": "", "group": [], "variables": {{"imports": [], "locals": []}}, "custom": {{}}, "overrides": {{}}, "root": {{"id": "1", "name": "Sequence", "path": {}, "children": []}}}}"#,
        quoted(to)) => "check a.json", "import a.json -o ../o";
    "a.xml" to ".tree.xml": |to|
        format!(r#"<?xml version="1.0"?><Behavior Version="5"><Node Class="Behaviac.Design.Nodes.Behavior" AgentType="A" Enable="true" HasOwnPrefabData="false" Id="-1" PrefabName="" PrefabNodeId="-1"><Connector Identifier="GenericChildren"><Node Class="PluginBehaviac.Nodes.ReferencedBehavior" ReferenceBehavior="const string &quot;{}&quot;" Id="0"/></Connector></Node></Behavior>"#, to.trim_end_matches(".xml")).replace('\0', "") =>
        "check a.xml", "import a.xml -o ../o";
    "w.b3-workspace" to ".b3-setting": |to| format!(
        r#"{{"nodeConf": {0}, "metadata": {0}}}"#,
        quoted(to)) => "import w.b3-workspace -o ../o", "check tree.json";
    ".treewright/exports.json" to ".dot": |to| format!(
        r#"{{"format": "treewright-exports", "version": 1, "documents": {{"g.bt.json": [{{"to": "dot", "file": {}, "on_save": true}}]}}}}"#,
        quoted(to)) => "watch . --once";
}

/// The content of the outside file in this form.
fn secret(ending: &str, broken: bool) -> String {
    let tree = GUARD
        .replace("Patrol", SECRET)
        .replace("\"seen\"", &format!("\"{SECRET}\""));
    match ending {
        _ if broken => format!("{SECRET} = {{ \"{SECRET}\": <{SECRET}"),
        ".bt.json" => tree,
        ".tasks.json" => format!(
            r#"{{"format": "treewright-tasks", "version": 1, "tasks": [{{"name": "{SECRET}", "category": "Action"}}]}}"#
        ),
        ".b3-setting" => {
            format!(r#"[{{"name": "{SECRET}", "type": "Action", "desc": "{SECRET}"}}]"#)
        }
        ".json" => format!(
            r#"{{"version": "2.2.0", "name": "{SECRET}", "variables": {{"imports": [], "locals": [{{"name": "{SECRET}", "desc": ""}}]}}, "root": {{"id": "1", "name": "{SECRET}", "children": []}}}}"#
        ),
        ".tree.xml" => format!(
            r#"<?xml version="1.0"?><Behavior Version="5"><Node Class="Behaviac.Design.Nodes.Behavior" AgentType="{SECRET}" Enable="true" HasOwnPrefabData="false" Id="-1" PrefabName="" PrefabNodeId="-1"><Connector Identifier="GenericChildren"><Node Class="PluginBehaviac.Nodes.{SECRET}" Id="0"/></Connector></Node></Behavior>"#
        ),
        ".xml" => format!(
            r#"<root BTCPP_format="4"><BehaviorTree ID="M{SECRET}"><Sequence name="x{SECRET}"/></BehaviorTree></root>"#
        ),
        _ => SECRET.to_owned(),
    }
}

fn run(folder: &Folder, command: &str) -> Ended {
    let mut program = folder.command(command);
    program.current_dir(folder.path("game"));
    let output = program.env("HOME", folder.path("")).output().unwrap();
    Ended {
        code: output.status.code().unwrap(),
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// All files that were written.
fn written(folder: &Folder) -> String {
    made_in(folder, "")
}

/// All files in one folder, or the file itself.
fn made_in(folder: &Folder, path: &str) -> String {
    let files = walkdir::WalkDir::new(folder.path(path))
        .into_iter()
        .flatten();
    let is_given = |path: &std::path::Path| {
        ["out", "game/.git", "game/.env"]
            .iter()
            .any(|given| path.starts_with(folder.path(given)))
    };
    let made = files.filter(|file| file.file_type().is_file() && !is_given(file.path()));
    made.map(|file| String::from_utf8_lossy(&std::fs::read(file.path()).unwrap()).into_owned())
        .collect()
}

#[test]
fn no_reference_of_any_file_leads_out_of_its_project() {
    let mut wrong = Vec::new();
    for (number, kind) in KINDS.iter().enumerate() {
        for broken in [false, true] {
            let ending = kind.ending;
            let outside = tempfile::tempdir().unwrap();
            let absolute = outside.path().join(format!("s{ending}"));
            std::fs::write(&absolute, secret(ending, broken)).unwrap();
            let absolute = absolute.to_str().unwrap();
            let ways = [
                absolute.to_owned(),
                format!("../../../../../../../../..{absolute}"),
                format!("../out/s{ending}"),
                format!("link{ending}"),
                format!("way/s{ending}"),
                format!("inner/way/../s{ending}"),
                format!("way/../out/s{ending}"),
                format!("~/out/s{ending}"),
                format!(r"..\out\s{ending}"),
                format!(r"C:\out\s{ending}"),
                format!(r"\\server\out\s{ending}"),
                format!("../out/s{ending}\0.bt.json"),
                format!("file://{absolute}"),
                ".env".to_owned(),
                ".git/config".to_owned(),
                format!(".git/s{ending}"),
                format!("hidden{ending}"),
            ];
            // Overwriting exports is tested in `outputs.rs`.
            let is_output = |way: &&String| {
                kind.ending == ".dot" && (way.starts_with("link") || way.starts_with("hidden"))
            };
            for way in ways.iter().filter(|way| !is_output(way)) {
                let folder = Folder::new()
                    .with(&format!("out/s{ending}"), secret(ending, broken))
                    .with("out/deep/x", "")
                    .with("game/.env", secret(ending, broken))
                    .with("game/.git/config", secret(ending, broken))
                    .with(&format!("game/.git/s{ending}"), secret(ending, broken))
                    .with("game/g.bt.json", GUARD)
                    .with("game/inner/x", "")
                    .with("game/tree.json", B3_TREE)
                    .with(&format!("game/{}", kind.file), (kind.text)(way));
                symlink(
                    folder.path(&format!("out/s{ending}")),
                    folder.path(&format!("game/link{ending}")),
                )
                .unwrap();
                symlink(folder.path("out"), folder.path("game/way")).unwrap();
                symlink(".env", folder.path(&format!("game/hidden{ending}"))).unwrap();
                symlink(folder.path("out/deep"), folder.path("game/inner/way")).unwrap();
                let known = written(&folder).matches(SECRET).count();
                for command in kind.commands {
                    let ended = run(&folder, command);
                    let said = format!("{}{}", ended.out, ended.err);
                    // The tree of this name there is not the outside one.
                    let said = said.replace(&format!("{SECRET}Tree"), "");
                    if said.contains(SECRET) || said.contains("panicked") || ended.code > 2 {
                        wrong.push(format!("{number}, {way:?}, {command}: {said}"));
                    }
                }
                let made = written(&folder).replace(&format!("{SECRET}Tree"), "");
                let asked = known - usize::from((kind.text)("").contains(SECRET));
                if made.matches(SECRET).count() > asked {
                    wrong.push(format!("{number}, {way:?}: it was copied: {made}"));
                }
                for file in [
                    &*format!("out/s{ending}"),
                    &format!("game/.git/s{ending}"),
                    "game/.git/config",
                    "game/.env",
                ] {
                    if folder.read(file) != secret(ending, broken) {
                        wrong.push(format!("{number}, {way:?}: {file} was written"));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// Without this, the test above would succeed for references that are never followed.
#[test]
fn each_kind_of_reference_is_followed_inside_its_project() {
    let mut wrong = Vec::new();
    for (number, kind) in KINDS.iter().enumerate() {
        let ending = kind.ending;
        let text = (kind.text)(&format!("s{ending}"));
        // Names of schemas and packages are no references to files.
        if text.contains("$schema") || text.contains("ros_pkg") {
            continue;
        }
        let is_output = ending == ".dot";
        let mut said = String::new();
        for broken in [false, true] {
            let mut folder = Folder::new()
                .with("game/g.bt.json", GUARD)
                .with("game/tree.json", B3_TREE)
                .with(&format!("game/{}", kind.file), &text);
            if !is_output {
                folder = folder.with(&format!("game/s{ending}"), secret(ending, broken));
            }
            for command in kind.commands {
                let ended = run(&folder, command);
                for part in [*command, ": ", &ended.out, &ended.err, "\n"] {
                    said += part;
                }
                if folder.path("o").exists() {
                    said += &made_in(&folder, "o");
                }
            }
            if is_output && folder.path("game/s.dot").exists() {
                said += SECRET;
            }
        }
        if !said.replace(&format!("{SECRET}Tree"), "").contains(SECRET) {
            wrong.push(format!("{number}: {said}"));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn an_export_that_leads_out_is_reported_with_a_remedy() {
    let exports = r#"{"format": "treewright-exports", "version": 1, "documents": {"g.bt.json": [{"to": "dot", "file": "../g.dot", "on_save": true}]}}"#;
    let folder = Folder::new()
        .with("game/g.bt.json", GUARD)
        .with("game/.treewright/exports.json", exports);
    let ended = run(&folder, "watch . --once");
    assert_eq!(ended.code, 2);
    ended.err_holds("is outside the project folder + Move the file into the project");
}

#[test]
fn a_tree_that_a_scenario_may_not_read_is_reported_with_a_remedy() {
    let scenario = |tree: &str| {
        format!(
            r#"{{"format": "treewright-scenario", "version": 1, "frames": 1, "tree": {}}}"#,
            quoted(tree)
        )
    };
    let folder = Folder::new()
        .with("secret.env", "PASSWORD=hunter2\n")
        .with("game/a.scenario.json", scenario("../secret.env"))
        .with("game/b.scenario.json", scenario("/etc/passwd"));
    let ended = run(&folder, "test .");
    assert_eq!(ended.code, 2);
    assert!(
        !ended.err.contains("hunter2") && !ended.err.contains("root:"),
        "{}",
        ended.err
    );
    ended.err_holds("outside_project + is outside the project folder + not_relative");
    ended.err_holds("treewright.project.json");
    // A mark in the parent folder makes it one project.
    let folder = Folder::new()
        .with("treewright.project.json", "")
        .with("guard.bt.json", GUARD)
        .with("game/a.scenario.json", scenario("../guard.bt.json"));
    assert_eq!(run(&folder, "test .").code, 0);
}

#[test]
fn a_file_that_the_user_has_not_named_is_not_read_through_a_link_out() {
    let folder = Folder::new()
        .with("secret.env", "PASSWORD=hunter2\n")
        .with(
            "game/x.scenario.json",
            r#"{"format": "treewright-scenario", "version": 1, "frames": 1}"#,
        )
        .with("game/guard.bt.json", GUARD);
    symlink(folder.path("secret.env"), folder.path("game/x.bt.json")).unwrap();
    symlink(
        folder.path("secret.env"),
        folder.path("game/y.scenario.json"),
    )
    .unwrap();
    symlink("guard.bt.json", folder.path("game/same.bt.json")).unwrap();
    for command in [
        "test .",
        "watch . --once --to dot -o ../w",
        "test x.scenario.json",
    ] {
        let ended = run(&folder, command);
        assert_eq!(ended.code, 2, "{command}");
        assert!(!ended.err.contains("hunter2"), "{command}: {}", ended.err);
        assert_holds(&ended.err, &["outside_project"]);
    }
    assert!(folder.path("w/same.dot").exists() && !folder.path("w/x.dot").exists());
}

/// A recording contains its documents, whatever their names are and whatever files are next to it.
#[test]
fn a_recording_reads_no_other_file() {
    let outer = r#"{"format": "treewright", "version": 1, "root": "s", "nodes": [{"id": "s", "task": "Subtree", "parameters": {"file": "inner.bt.json"}}]}"#;
    let folder = Folder::new()
        .with("game/outer.bt.json", outer)
        .with("game/inner.bt.json", GUARD);
    assert_eq!(run(&folder, "run outer.bt.json --trace t.jsonl").code, 0);
    let recorded = folder.read("game/t.jsonl");
    let outside = tempfile::tempdir().unwrap();
    let absolute = outside.path().join("s.bt.json");
    std::fs::write(&absolute, secret_tree()).unwrap();
    for name in [
        "inner.bt.json",
        "../out/s.bt.json",
        absolute.to_str().unwrap(),
    ] {
        let elsewhere = Folder::new()
            .with("out/s.bt.json", secret_tree())
            .with("game/inner.bt.json", secret_tree())
            .with("game/t.jsonl", recorded.replace("inner.bt.json", name));
        let ended = run(&elsewhere, "run t.jsonl --trace -");
        assert!(
            !ended.out.contains(SECRET) && !ended.err.contains(SECRET),
            "{name}: {}",
            ended.out
        );
    }
}

fn secret_tree() -> String {
    secret(".bt.json", false)
}
