//! Disks that lose data, do not sync, or are full: the reports of the program, and that the old file is kept. Skipped where the machine does not allow
//! tests to trace or mount.
#![cfg(target_os = "linux")]

use std::process::{Command, Output};

use super::broken_saves::{old, strace_is_here, traced};
use super::harness::{Folder, GUARD, MustHold as _, assert_holds};

const PROGRAM: &str = env!("CARGO_BIN_EXE_treewright");

fn says(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs a script in a private mount namespace, in a folder with a tree `old` of about 100 kB. `None` if mounting is not allowed.
fn where_disks_can_be_mounted(script: &str) -> Option<(Folder, String, Output)> {
    let known = "\"name\": \"Guard\",";
    let long = format!("{known}\"studio\": \"{}\",", "x".repeat(97 * 1000));
    let large = old().replace(known, &long);
    let folder = Folder::new().with("old", &large).with("disk/none", "");
    let mut command = Command::new("unshare");
    command.args(["-Urm", "sh", "-c"]);
    let script = format!("mount -t tmpfs none /mnt || exit 99\n{script}");
    let output = command.arg(script).current_dir(folder.path("")).output();
    match output {
        Ok(output) if output.status.code() != Some(99) => Some((folder, large, output)),
        _ => {
            eprintln!("skipped: no file system may be mounted here");
            None
        }
    }
}

#[test]
fn a_disk_that_loses_what_it_confirmed_is_detected() {
    if !strace_is_here() {
        return;
    }
    let folder = Folder::new().with("a.bt.json", old());
    // The first call is about the file, since nothing is printed before.
    let inject = "inject=write:retval=100:when=1";
    let output = traced(&folder, "fmt a.bt.json", &["-o", "/dev/null", "-e", inject]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(folder.read("a.bt.json"), old());
    assert_eq!(folder.names(), ["a.bt.json"]);
    let told = ["the disk did not store the written content", "unchanged"];
    assert_holds(&says(&output), &told);
}

#[test]
fn a_disk_without_sync_causes_a_warning_and_the_file_is_saved() {
    if !strace_is_here() {
        return;
    }
    let commands = [
        "fmt a.bt.json",
        "export --to dot a.bt.json -o b.dot",
        "new c.bt.json",
    ];
    for arguments in commands {
        let folder = Folder::new().with("a.bt.json", old());
        // The first call is about the file, the second about its folder.
        let inject = "inject=fsync:error=EIO:when=2";
        let output = traced(&folder, arguments, &["-o", "/dev/null", "-e", inject]);
        assert!(output.status.success(), "{arguments}: {output:?}");
        says(&output).must_hold("but the disk may lose it in a power failure");
    }
}

#[test]
fn a_full_disk_is_reported_with_the_folder_and_the_size() {
    let script = format!(
        "mount -t tmpfs -o size=120k none disk && cp old disk/a.bt.json || exit 98
         {PROGRAM} fmt disk/a.bt.json; code=$?; cat disk/a.bt.json > after; ls -A disk > names; exit $code"
    );
    if let Some((folder, large, output)) = where_disks_can_be_mounted(&script) {
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(folder.read("after") == large);
        assert_eq!(folder.read("names"), "a.bt.json\n");
        let told = [
            "no space left on device (98 KB needed in disk)",
            "The file on disk is unchanged.",
        ];
        assert_holds(&says(&output), &told);
    }
}

#[test]
fn a_disk_without_free_inodes_leaves_the_old_file() {
    let script = format!(
        "mount -t tmpfs -o nr_inodes=2 none disk && cp old disk/a.bt.json || exit 98
         {PROGRAM} fmt disk/a.bt.json; code=$?; cat disk/a.bt.json > after; exit $code"
    );
    if let Some((folder, large, output)) = where_disks_can_be_mounted(&script) {
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(folder.read("after") == large);
        assert_holds(&says(&output), &["no space left on device"]);
    }
}

#[test]
fn a_read_only_disk_leaves_the_old_file() {
    let script = format!(
        "mount -t tmpfs none disk && cp old disk/a.bt.json && mount -o remount,ro disk || exit 98
         {PROGRAM} fmt disk/a.bt.json; code=$?; cat disk/a.bt.json > after; exit $code"
    );
    if let Some((folder, large, output)) = where_disks_can_be_mounted(&script) {
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(folder.read("after") == large);
        assert_holds(&says(&output), &["read-only", "unchanged"]);
    }
}

#[test]
fn a_file_size_limit_leaves_the_old_file() {
    let known = "\"name\": \"Guard\",";
    let long = format!("{known}\"studio\": \"{}\",", "x".repeat(9_000));
    let large = old().replace(known, &long);
    let folder = Folder::new().with("a.bt.json", &large);
    // The signal ends programs that do not ignore it.
    for ignore in ["trap '' XFSZ;", ""] {
        let script = format!("{ignore} ulimit -f 1; exec {PROGRAM} fmt a.bt.json");
        let mut command = Command::new("bash");
        let output = command
            .args(["-c", &script])
            .current_dir(folder.path(""))
            .output()
            .unwrap();
        assert!(!output.status.success());
        assert_eq!(folder.read("a.bt.json"), large);
        if !ignore.is_empty() {
            says(&output)
                .must_hold("the file exceeds the maximum file size + needed in + unchanged");
        }
    }
    folder.works("fmt a.bt.json");
    assert_eq!(folder.names(), ["a.bt.json"], "what was left is tidied up");
}

#[test]
fn leftovers_of_killed_programs_are_removed_by_the_next_save() {
    for arguments in [
        "new c.bt.json",
        "export --to dot a.bt.json -o b.dot",
        "convert a.bt.json x.dot",
    ] {
        let folder = Folder::new()
            .with("a.bt.json", GUARD)
            .with(".a.bt.json.treewright-x.tmp", "{");
        folder.works(arguments);
        assert!(
            !folder.path(".a.bt.json.treewright-x.tmp").exists(),
            "after {arguments}"
        );
    }
}

#[test]
fn a_folder_that_cannot_be_closed_loses_nothing() {
    if !strace_is_here() {
        return;
    }
    let commands = [
        "fmt a.bt.json",
        "new b.bt.json",
        "check a.bt.json",
        "test .",
        "watch . --once --to dot -o out",
        "import foreign -o out",
    ];
    for arguments in commands {
        let foreign = r#"[{"name": "Sequence"}]"#;
        let folder = || {
            let folder = Folder::new().with("a.bt.json", old());
            folder.with("foreign/inner/b.json", foreign)
        };
        let before = folder();
        let log = before.path("calls.log");
        let options = ["-o", log.to_str().unwrap(), "-e", "trace=openat,close"];
        let expected = traced(&before, arguments, &options).status.code();
        let calls = before.read("calls.log");
        let calls: Vec<&str> = calls.lines().collect();
        let of_loader = calls.iter().rposition(|call| call.contains(".so"));
        let closes = calls.iter().take(of_loader.map_or(0, |last| last + 2));
        let closes = closes.filter(|call| call.contains("close(")).count();
        // After the program is loaded, every close of a folder or file fails.
        let folder = folder();
        let inject = format!("inject=close:error=EIO:when={}+", closes + 1);
        let output = traced(&folder, arguments, &["-o", "/dev/null", "-e", &inject]);
        assert_eq!(output.status.code(), expected, "{arguments}: {output:?}");
        for word in ["mistake", "internal error"] {
            assert!(!says(&output).contains(word), "{output:?}");
        }
    }
}

#[test]
fn files_with_names_of_any_length_are_saved() {
    let ending = ".bt.json";
    let latin = (1..=255 - ending.len()).map(|bytes| "n".repeat(bytes) + ending);
    let chinese = (1..=(255 - ending.len()) / 3).map(|count| "树".repeat(count) + ending);
    let names: Vec<String> = latin.chain(chinese).collect();
    let mut folder = Folder::new();
    for name in &names {
        folder = folder.with(name, old());
    }
    folder.works(&format!("fmt {}", names.join(" ")));
    assert!(names.iter().all(|name| folder.read(name) != old()));
    assert_eq!(folder.names().len(), names.len());
    let longest = "m".repeat(255 - ending.len()) + ending;
    folder.works(&format!("new {longest}"));
    assert_eq!(folder.names().len(), names.len() + 1);
    let too_long = folder.refuses(&format!("new m{longest}"));
    too_long
        .err
        .replace('\n', " ")
        .must_hold("Choose a shorter name + No file was written");
}

#[test]
fn the_report_is_right_if_the_folder_was_deleted() {
    let folder = Folder::new().with("a.bt.json", old());
    let commands = [
        "new gone/b.bt.json",
        "merge a.bt.json a.bt.json a.bt.json -o gone/b.bt.json",
    ];
    for arguments in commands {
        let ended = folder.run(arguments);
        assert_eq!(ended.code, 2, "{arguments}: {ended:?}");
        assert!(!ended.err.contains("unchanged"), "{}", ended.err);
        let told = ["does not exist", "No file was written"];
        assert_holds(&ended.err.replace('\n', " "), &told);
    }
}
