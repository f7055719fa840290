//! Files that are not trees: each is a clear error, and none is a panic.

use super::harness::{Folder, GUARD, assert_holds};

/// Every command that reads a file refuses it with exit code 2, its name, and these texts.
fn refused(folder: &Folder, file: &str, says: &[&str]) {
    for command in ["check", "run", "fmt", "test"] {
        let ended = folder.refuses(&format!("{command} {file}"));
        assert_holds(&ended.err, &[file]);
        assert_holds(&ended.err, says);
    }
    let json = folder.json(2, &format!("check {file}"));
    assert_eq!(json["problems"][0]["file"], file);
    assert!(json["problems"][0]["remedy"].is_string(), "{json}");
}

#[test]
fn a_missing_file() {
    refused(&Folder::new(), "no.bt.json", &["not_found", "no such file"]);
}

#[test]
fn a_folder() {
    let folder = Folder::new().with("trees/one.txt", "");
    for command in ["run", "fmt"] {
        let ended = folder.refuses(&format!("{command} trees"));
        assert_holds(&ended.err, &["trees", "not_a_file"]);
    }
    // Its files are checked, of which there are none.
    let ended = folder.refuses("check trees");
    assert_holds(&ended.err, &["trees", "nothing_to_check"]);
}

#[test]
fn an_empty_file() {
    refused(
        &Folder::new().with("e.bt.json", ""),
        "e.bt.json",
        &["empty"],
    );
    let blank = Folder::new().with("e.bt.json", " \n\n\t");
    refused(&blank, "e.bt.json", &["empty"]);
}

#[test]
fn binary_junk() {
    let junk: Vec<u8> = (0..5000_u32).map(|i| (i * 7919 % 256) as u8).collect();
    refused(
        &Folder::new().with("j.bt.json", junk),
        "j.bt.json",
        &["not text"],
    );
    let zeros = Folder::new().with("z.bt.json", vec![0; 4096]);
    refused(&zeros, "z.bt.json", &[]);
}

#[test]
fn truncated_json_is_found_at_its_end() {
    let guard = super::harness::GUARD;
    let half: String = guard.chars().take(guard.chars().count() / 2).collect();
    let lines = half.split('\n').count();
    let folder = Folder::new().with("t.bt.json", &half);
    refused(
        &folder,
        "t.bt.json",
        &["truncated", &format!("t.bt.json:{lines}:")],
    );
}

#[test]
fn a_file_too_large_to_read() {
    let folder = Folder::new().with("b.bt.json", vec![b'['; 100_000_000]);
    refused(&folder, "b.bt.json", &["too_large"]);
}

#[test]
fn a_file_nested_too_deeply() {
    let folder = Folder::new().with("d.bt.json", vec![b'['; 5_000_000]);
    refused(&folder, "d.bt.json", &[]);
    let deep = format!(
        "{{\"format\": \"treewright\", \"x\": {}",
        "[".repeat(1_000_000)
    );
    let folder = Folder::new().with("d.bt.json", deep);
    refused(&folder, "d.bt.json", &[]);
}

#[test]
fn json_of_another_kind() {
    let folder = Folder::new().with("p.bt.json", "{\"name\": \"npm\"}");
    refused(&folder, "p.bt.json", &["other_format"]);
}

#[test]
fn files_that_are_no_trees_say_what_they_are() {
    let folder = Folder::with_guard()
        .with("robot.btlog", b"BTCPP4-FileLogger2\x01\0\0\xff")
        .with("robot.db3", b"SQLite format 3\0\x10\xff")
        .with(
            "game.live.jsonl",
            "{\"format\":\"treewright-live\",\"version\":1}\n{}\n",
        )
        .with(
            "t.scenario.json",
            "{\"format\": \"treewright-scenario\", \"version\": 1}",
        );
    folder.works("run guard.bt.json --frames 2 --trace run.jsonl");
    for (file, what) in [
        ("robot.btlog", "It is a robot's log, not a tree"),
        ("robot.db3", "Check that it is the file that you meant"),
        ("game.live.jsonl", "It is what agents of a game did"),
        ("run.jsonl", "It is a recording"),
        ("t.scenario.json", "It is a scenario"),
    ] {
        for command in ["explore", "export --to dot", "diff guard.bt.json"] {
            folder.refuses(&format!("{command} {file} => {what}"));
        }
    }
}

#[test]
fn json_of_another_shape_is_reported_with_the_expected_content() {
    let text = super::harness::GUARD.replace("\"nodes\": [", "\"nodes\": 5, \"old\": [");
    let folder = Folder::new().with("s.bt.json", text);
    refused(
        &folder,
        "s.bt.json",
        &["nodes: expected a list of nodes, found `5`"],
    );
    let list = Folder::new().with("l.bt.json", "[1, 2]");
    refused(
        &list,
        "l.bt.json",
        &["expected a document (an object), found a list"],
    );
}

#[cfg(unix)]
#[test]
fn a_device() {
    let ended = Folder::new().refuses("check /dev/zero");
    assert_holds(&ended.err, &["/dev/zero", "not_a_file"]);
}

/// Root can read everything unless it drops that capability.
#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::process::{Command, Stdio};

    use super::harness::MustHold as _;

    let folder = Folder::with_guard();
    let file = folder.path("guard.bt.json");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o000)).unwrap();
    let mut command = if std::fs::read(&file).is_ok() {
        let mut as_others = Command::new("setpriv");
        as_others
            .arg("--bounding-set=-dac_override,-dac_read_search")
            .arg(env!("CARGO_BIN_EXE_treewright"));
        as_others
    } else {
        Command::new(env!("CARGO_BIN_EXE_treewright"))
    };
    command.arg("check").arg(&file).stdin(Stdio::null());
    let Ok(ended) = command.env("XDG_STATE_HOME", folder.path("state")).output() else {
        eprintln!("skipped: root reads everything here, and there is no setpriv");
        return;
    };
    let err = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(2), "{err}");
    err.replace('\n', " ")
        .must_hold("guard.bt.json + Permission denied + can be read");
}

#[test]
fn the_remedy_for_large_and_empty_files_depends_on_their_content() {
    let folder = Folder::new();
    let large = |name: &str| {
        let file = std::fs::File::create(folder.path(name)).unwrap();
        // A sparse file, which takes no space on the disk.
        file.set_len(1 << 30).unwrap();
    };
    let tree = GUARD.replace(
        "\"name\": \"Guard\",",
        "\"libraries\": [\"big.tasks.json\"],",
    );
    std::fs::write(folder.path("guard.bt.json"), tree).unwrap();
    large("big.tasks.json");
    let cases = [
        ("check", "big.bt.json", "Split the tree into"),
        ("test", "big.scenario.json", "Split the scenario"),
        ("run", "big.jsonl", "Record a shorter run"),
        ("import -o out", "big.xml", "Split its contents"),
        ("check", "guard.bt.json", "Split the library"),
    ];
    for (command, name, remedy) in cases {
        if name != "guard.bt.json" {
            large(name);
        }
        let ended = folder.run(&format!("{command} {name}"));
        let said = ended.out + &ended.err;
        assert_holds(&said.replace('\n', " "), &[remedy]);
    }
    for (command, name, remedy) in [
        ("check", "empty.bt.json", "`treewright new`"),
        ("run", "empty.jsonl", "Record the run"),
        ("test", "empty.scenario.json", "version control"),
    ] {
        std::fs::write(folder.path(name), "").unwrap();
        let err = folder.refuses(&format!("{command} {name}")).err;
        assert_holds(&err.replace('\n', " "), &[remedy]);
        assert_eq!(
            err.contains("treewright new"),
            name == "empty.bt.json",
            "{err}"
        );
    }
}
