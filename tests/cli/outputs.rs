//! Which files commands overwrite: one rule for all of them, also for projects that try to write files elsewhere.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::symlink;
use std::path::Path;

use super::harness::{Folder, GUARD, assert_holds};

const SCENARIO: &str = r#"{"format": "treewright-scenario", "version": 1, "frames": 2}"#;
const LIBRARY: &str = r#"{"format": "treewright-tasks", "version": 1, "tasks": []}"#;
const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path d=\"M0 0\"/></svg>\n";
const XML: &str = r#"<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree>
</root>
"#;

/// Every command that writes a file which the user names, `OUT`, and the ending of that file.
const WRITERS: [(&str, &str); 14] = [
    ("run guard.bt.json --frames 2 --trace OUT", "trace.jsonl"),
    ("run old.trace.jsonl --trace OUT", "trace.jsonl"),
    ("test guard.s.scenario.json --junit OUT", "xml"),
    ("test guard.s.scenario.json --coverage-out OUT", "xml"),
    ("test guard.s.scenario.json --coverage-out OUT", "info"),
    (
        "merge base.bt.json guard.bt.json other.bt.json -o OUT",
        "bt.json",
    ),
    ("export guard.bt.json --to dot -o OUT", "dot"),
    ("export guard.bt.json --to markdown -o OUT", "md"),
    ("export guard.bt.json --to game -o OUT", "game.json"),
    ("export guard.bt.json --to game-compact -o OUT", "game.bin"),
    ("convert guard.bt.json OUT --to mermaid", "mmd"),
    ("render guard.bt.json -o OUT", "svg"),
    ("render guard.bt.json -o OUT", "png"),
    ("diff base.bt.json guard.bt.json --picture OUT", "svg"),
];

/// A folder with the files that the commands read.
fn folder() -> Folder {
    let folder = Folder::with_guard()
        .with("base.bt.json", GUARD.replace("\"Guard\"", "\"Base\""))
        .with("other.bt.json", GUARD)
        .with("guard.s.scenario.json", SCENARIO)
        .with("walk.tasks.json", LIBRARY);
    folder.works("run base.bt.json --frames 2 --trace old.trace.jsonl");
    folder
}

/// A text on one line, since reports are wrapped.
fn unwrapped(text: &str) -> String {
    let words = text.split_whitespace().filter(|word| *word != "│");
    words.collect::<Vec<_>>().join(" ")
}

/// Whether the program has this command, which may need the editor.
fn is_there(command: &str) -> bool {
    cfg!(feature = "gui") || !(command.starts_with("render") || command.contains("--picture"))
}

#[test]
fn no_command_overwrites_work_or_other_files_without_force() {
    for (command, ending) in WRITERS.into_iter().filter(|(command, _)| is_there(command)) {
        let folder = folder();
        let mine = GUARD.replace("\"Guard\"", "\"Mine\"");
        let others = [
            ("a tree", "mine.bt.json", &*mine),
            ("a library", "mine.tasks.json", LIBRARY),
            ("a scenario", "mine.scenario.json", SCENARIO),
            (
                "a tree under another name",
                &*format!("tree.{ending}"),
                &*mine,
            ),
            (
                "a tree without places",
                &*format!("plain.{ending}"),
                &*mine.replace("\"x\":", "\"kept\":"),
            ),
            ("notes", &*format!("notes.{ending}"), "to do\n"),
            (
                "a picture of another program",
                &*format!("drawn.{ending}"),
                SVG,
            ),
        ];
        for (what, file, text) in others {
            fs::write(folder.path(file), text).unwrap();
            let arguments = command.replace("OUT", file);
            let ended = folder.refuses(&arguments);
            assert_holds(&ended.err, &[file]);
            assert_eq!(folder.read(file), text, "{what}: {arguments}");
            if file.ends_with(ending) {
                assert_holds(&ended.err, &["--force"]);
            }
        }
        // Nor does it overwrite its inputs.
        for file in [
            "guard.bt.json",
            "base.bt.json",
            "guard.s.scenario.json",
            "old.trace.jsonl",
        ] {
            let is_ours = command.starts_with("merge") && file == "guard.bt.json";
            if command.contains(file) && !is_ours {
                let before = folder.read(file);
                folder.refuses(&command.replace("OUT", file));
                assert_eq!(folder.read(file), before, "{command} onto {file}");
            }
        }
    }
}

#[test]
fn every_command_overwrites_its_own_output_and_with_force_everything() {
    for (command, ending) in WRITERS.into_iter().filter(|(command, _)| is_there(command)) {
        let folder = folder();
        let (first, again) = (format!("out.{ending}"), format!("forced.{ending}"));
        let arguments = command.replace("OUT", &first);
        let code = folder.run(&arguments).code;
        assert!(code < 2, "{arguments}: {code}");
        fs::write(folder.path(&again), "mine").unwrap();
        let forced = format!("{} --force", command.replace("OUT", &again));
        let code = folder.run(&forced).code;
        assert!(code < 2, "{forced}: {code}");
        assert_ne!(fs::read(folder.path(&again)).unwrap(), b"mine", "{forced}");
        if !command.starts_with("convert") {
            // The input is another tree now.
            let folder = folder.with("guard.bt.json", GUARD.replace("\"Guard\"", "\"Sentry\""));
            let code = folder.run(&arguments).code;
            assert!(code < 2, "{arguments} again: {code}");
            let code = folder.run(&arguments).code;
            assert!(code < 2, "{arguments} once more: {code}");
        }
    }
}

#[test]
#[cfg_attr(
    windows,
    ignore = "Windows alone decides where the list of the user is, so no test can empty it"
)]
fn generated_names_overwrite_only_own_output() {
    let commands = [
        ("export guard.bt.json --to dot", "guard.dot", "digraph {}"),
        (
            "export guard.bt.json --to markdown -o out/",
            "out/guard.md",
            "# Guard\n",
        ),
        (
            "watch . --once --to mermaid -o out",
            "out/guard.mmd",
            "flowchart TD\n",
        ),
        ("render guard.bt.json -o .", "guard.svg", SVG),
        ("import game.xml -o out", "out/game.bt.json", GUARD),
    ];
    for (command, file, mine) in commands
        .into_iter()
        .filter(|(command, ..)| is_there(command))
    {
        let folder = Folder::with_guard().with("game.xml", XML).with(file, mine);
        let ended = folder.refuses(command);
        assert_holds(&ended.err, &[file.rsplit('/').next().unwrap(), "--force"]);
        assert_eq!(folder.read(file), mine, "{command}");
        folder.works(&format!("{command} --force"));
        assert_ne!(folder.read(file), mine, "{command}");
        // Writing the same again is allowed, and another version too if the file has a mark but is not in the list of the user.
        folder.works(command);
        if !command.starts_with("import") {
            fs::remove_dir_all(folder.path("state")).unwrap();
            let folder = folder.with("guard.bt.json", GUARD.replace("\"Guard\"", "\"Sentry\""));
            folder.works(command);
        }
    }
}

#[test]
#[cfg_attr(
    windows,
    ignore = "Windows alone decides where the list of the user is, so no test can empty it"
)]
fn output_without_a_mark_is_known_by_the_users_list() {
    let folder = Folder::new().with("plain.bt.json", PLAIN);
    let command = "export plain.bt.json --to behavior3";
    folder.works(command);
    let folder = folder.with("plain.bt.json", PLAIN.replace("Sequence", "Selector"));
    folder.works(command);
    // Another user, or a build server with a fresh clone, whose list does not have the file.
    fs::remove_dir_all(folder.path("state")).unwrap();
    folder.works(command);
    fs::remove_dir_all(folder.path("state")).unwrap();
    let folder = folder.with("plain.bt.json", PLAIN);
    let ended = folder.refuses(command);
    assert_holds(&ended.err, &["plain.json", "--force"]);
}

/// A tree that every format can express.
const PLAIN: &str = r#"{"format": "treewright", "version": 1, "name": "Plain", "root": "a", "nodes": [
  {"id": "a", "task": "Sequence", "children": ["b"], "x": 0, "y": 0},
  {"id": "b", "task": "Log", "x": 0, "y": 120}]}"#;

/// A project with an export to this file, and a folder outside of the project.
fn project(file: &str) -> Folder {
    let exports = format!(
        r#"{{"format": "treewright-exports", "version": 1, "documents": {{
        "guard.bt.json": [{{"to": "markdown", "file": "{file}", "on_save": true}}]}}}}"#
    );
    Folder::new()
        .with("project/guard.bt.json", GUARD)
        .with("project/treewright.project.json", "{}")
        .with("project/.treewright/exports.json", exports)
        .with("project/.git/config", "[core]")
        .with("outside/bashrc", "mine")
}

/// All files in a folder with their content, without the settings of the program.
fn everything(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(at) = waiting.pop() {
        for entry in fs::read_dir(at).unwrap().flatten() {
            let (path, kind) = (entry.path(), entry.file_type().unwrap());
            if kind.is_dir() && path != folder.join("state") {
                waiting.push(path);
            } else if kind.is_file() {
                let bytes = fs::read(&path).unwrap();
                found.push((path.display().to_string(), bytes));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_project_cannot_name_a_hidden_place() {
    for file in [
        ".git/hooks/pre-commit",
        ".git/config",
        ".GIT/config",
        ".git /config",
        ".git./config",
        ".git::$INDEX_ALLOCATION/config",
        "git~1/config",
        "GIT~1/hooks/post-checkout",
        ".g\\u200cit/config",
        ".treewright/breakpoints.json",
        ".vscode/tasks.json",
        "docs/.hidden.md",
        ".bashrc",
    ] {
        let folder = project(file);
        let before = everything(&folder.path(""));
        for force in ["", " --force"] {
            let ended = folder.refuses(&format!("watch project --once{force}"));
            assert_holds(&unwrapped(&ended.err), &["is hidden or reserved"]);
        }
        assert!(everything(&folder.path("")) == before, "{file}");
    }
}

#[cfg(unix)]
#[test]
fn a_project_cannot_lead_out_by_a_link() {
    let links: [(&str, &str, &str); 5] = [
        ("doc.md", "doc.md", "../outside/bashrc"),
        ("new.md", "new.md", "../outside/none"),
        ("docs/doc.md", "docs", "../outside"),
        ("a/b/doc.md", "a/b", "../../outside"),
        ("same.md", "same.md", "notes.md"),
    ];
    for (file, link, target) in links {
        let folder = project(file).with("project/notes.md", "notes");
        fs::create_dir_all(folder.path("project/a")).unwrap();
        symlink(target, folder.path("project").join(link)).unwrap();
        let before = everything(&folder.path(""));
        for force in ["", " --force"] {
            let ended = folder.refuses(&format!("watch project --once{force}"));
            assert_holds(&unwrapped(&ended.err), &["symbolic link"]);
        }
        assert!(everything(&folder.path("")) == before, "{file}");
    }
}

#[cfg(unix)]
#[test]
fn a_project_cannot_change_a_file_by_a_hard_link() {
    let folder = project("doc.md");
    fs::hard_link(folder.path("outside/bashrc"), folder.path("project/doc.md")).unwrap();
    for force in ["", " --force"] {
        folder.refuses(&format!("watch project --once{force}"));
    }
    assert_eq!(folder.read("outside/bashrc"), "mine");
}

#[cfg(unix)]
#[test]
fn a_link_in_place_of_the_folder_of_exports_is_not_followed() {
    let folder = project("doc.md");
    fs::rename(
        folder.path("project/.treewright"),
        folder.path("outside/kept"),
    )
    .unwrap();
    symlink("../outside/kept", folder.path("project/.treewright")).unwrap();
    let ended = folder.refuses("watch project --once");
    assert_holds(&unwrapped(&ended.err), &["symbolic link"]);
    assert!(!folder.path("project/doc.md").exists());
}

#[test]
#[cfg_attr(
    windows,
    ignore = "Windows alone decides where the list of the user is, so no test can empty it"
)]
fn exports_of_a_project_are_written_on_a_fresh_build_server() {
    let folder = project("docs/guard.md");
    folder.works("watch project --once");
    assert_holds(&folder.read("project/docs/guard.md"), &["# Guard"]);
    // An export that was committed in a fresh clone, of a tree that has changed since.
    fs::remove_dir_all(folder.path("state")).unwrap();
    let folder = folder.with(
        "project/guard.bt.json",
        GUARD.replace("\"Guard\"", "\"Sentry\""),
    );
    folder.works("watch project --once");
    assert_holds(&folder.read("project/docs/guard.md"), &["# Sentry"]);
    let folder = folder.with("project/docs/guard.md", "# By hand\n");
    folder.refuses("watch project --once => guard.md + --force");
    folder.works("watch project --once --force");
    assert_holds(&folder.read("project/docs/guard.md"), &["# Sentry"]);
}

#[cfg(unix)]
#[test]
fn generated_names_are_never_links() {
    let commands = [
        ("export guard.bt.json --to markdown", "guard.md"),
        ("export guard.bt.json --to markdown -o .", "guard.md"),
        ("render guard.bt.json -o .", "guard.svg"),
        ("import game.xml -o .", "game.bt.json"),
        ("watch . --once --to dot -o out", "out/guard.dot"),
    ];
    for (command, file) in commands
        .into_iter()
        .filter(|(command, _)| is_there(command))
    {
        for target in ["victim", "missing"] {
            let folder = Folder::with_guard()
                .with("game.xml", XML)
                .with("out/x", "")
                .with("victim", "mine");
            symlink(folder.path(target), folder.path(file)).unwrap();
            for force in ["", " --force"] {
                let ended = folder.refuses(&format!("{command}{force}"));
                assert_holds(&unwrapped(&ended.err), &["symbolic link"]);
            }
            assert_eq!(folder.read("victim"), "mine", "{command}");
            assert!(!folder.path("missing").exists(), "{command}");
        }
    }
    // The user may name a link.
    let folder = Folder::with_guard();
    symlink("real.md", folder.path("link.md")).unwrap();
    folder.works("export guard.bt.json --to markdown -o link.md");
    assert_holds(&folder.read("real.md"), &["# Guard"]);
    assert!(folder.path("link.md").is_symlink());
}

#[cfg(unix)]
#[test]
fn a_scenario_that_was_only_found_is_not_updated_through_a_link() {
    let scenario = r#"{"format": "treewright-scenario", "version": 1, "frames": 1, "tree": "guard.bt.json",
        "steps": [{"frame": 1, "expect": {"status": "Failure"}}]}"#;
    let folder = Folder::new()
        .with("project/guard.bt.json", GUARD)
        .with("project/guard.plain.scenario.json", scenario)
        .with("outside/x.scenario.json", scenario);
    symlink(
        "../outside/x.scenario.json",
        folder.path("project/guard.x.scenario.json"),
    )
    .unwrap();
    folder.run("test project --update");
    assert_eq!(folder.read("outside/x.scenario.json"), scenario);
    let plain = folder.read("project/guard.plain.scenario.json");
    assert_ne!(plain, scenario, "it would have been changed");
}

#[cfg(unix)]
#[test]
fn several_exports_go_into_folders_of_their_own_without_links_and_hidden_names() {
    let folder = Folder::new()
        .with("a/x.bt.json", GUARD)
        .with("b/y.bt.json", GUARD)
        .with(".git/z.bt.json", GUARD)
        .with("outside/kept", "");
    fs::create_dir(folder.path("out")).unwrap();
    symlink("../outside", folder.path("out/a")).unwrap();
    let ended = folder.refuses("export a/x.bt.json b/y.bt.json --to dot -o out");
    assert_holds(&unwrapped(&ended.err), &["symbolic link"]);
    let ended = folder.refuses("export .git/z.bt.json b/y.bt.json --to dot -o out");
    assert_holds(&unwrapped(&ended.err), &["hidden"]);
    assert!(folder.path("out/b/y.dot").is_file());
    assert!(!folder.path("out/.git").exists());
    assert!(!folder.path("outside/x.dot").exists());
    // The folder that the user names may be a link.
    symlink("outside", folder.path("linked")).unwrap();
    folder.works("export a/x.bt.json b/y.bt.json --to dot -o linked");
    assert!(folder.path("outside/a/x.dot").is_file());
}

/// Three versions of a tree, in which ours and theirs changed different things.
fn versions() -> Folder {
    Folder::new()
        .with("base.bt.json", GUARD)
        .with("ours.bt.json", GUARD.replace("\"Guard\"", "\"Sentry\""))
        .with("theirs.bt.json", GUARD)
}

#[test]
fn a_merge_overwrites_ours_for_git_and_no_other_version() {
    let folder = versions();
    let merge = "merge base.bt.json ours.bt.json theirs.bt.json -o";
    folder.works(&format!("{merge} ./ours.bt.json"));
    for other in ["base.bt.json", "theirs.bt.json"] {
        let before = folder.read(other);
        folder.refuses(&format!("{merge} {other}"));
        assert_eq!(folder.read(other), before);
    }
    folder.works(&format!("{merge} theirs.bt.json --force"));
}

/// Another program writes ours during a merge, at each moment in which the merge waits.
#[cfg(target_os = "linux")]
#[test]
fn a_merge_never_overwrites_a_version_that_it_has_not_read() {
    use std::time::{Duration, Instant};

    use super::broken_saves::{strace_is_here, traced};
    if !strace_is_here() {
        return;
    }
    for arguments in [
        "merge base.bt.json ours.bt.json theirs.bt.json -o ours.bt.json",
        "merge --git base.bt.json ours.bt.json theirs.bt.json -o ours.bt.json",
    ] {
        for call in ["openat", "fchmod", "fsync", "renameat2"] {
            let folder = versions();
            let ours = folder.path("ours.bt.json");
            let inject = format!("inject={call}:delay_enter=100000");
            let log = folder.path("log");
            let options = ["-o", log.to_str().unwrap(), "-e", &inject];
            let output = std::thread::scope(|scope| {
                let writer = scope.spawn(|| {
                    let begun = Instant::now();
                    // The merge reads theirs after ours.
                    let is_read = || {
                        let calls = fs::read_to_string(&log).unwrap_or_default();
                        let mut calls = calls.lines();
                        calls
                            .any(|call| call.contains("openat(") && call.contains("theirs.bt.json"))
                    };
                    while !is_read() && begun.elapsed() < Duration::from_secs(20) {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    fs::write(&ours, "a moment ago").unwrap();
                });
                let output = traced(&folder, arguments, &options);
                writer.join().unwrap();
                output
            });
            let there = folder.read("ours.bt.json");
            assert_eq!(
                there, "a moment ago",
                "{arguments}, slow at {call}: {output:?}"
            );
        }
    }
}

#[cfg(unix)]
#[test]
fn git_setup_appends_to_no_file_that_a_project_links_to() {
    let folder = Folder::new()
        .with("outside/bashrc", "mine\n")
        .with("project/x", "");
    let git = std::process::Command::new("git")
        .args(["init", "-q"])
        .current_dir(folder.path("project"))
        .output();
    if !git.is_ok_and(|output| output.status.success()) {
        println!("skipped: there is no git");
        return;
    }
    symlink("../outside/bashrc", folder.path("project/.gitattributes")).unwrap();
    let mut command = folder.command("git-setup");
    let output = command
        .current_dir(folder.path("project"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(folder.read("outside/bashrc"), "mine\n");
}
