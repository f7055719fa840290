//! Disks that lie, promise nothing, or have no room: what the program says of them, and that the old file stays. Skipped where the machine does not
//! let tests trace or mount.
#![cfg(target_os = "linux")]

use std::process::{Command, Output};

use super::broken_saves::{old, strace_is_here, traced};
use super::harness::{Folder, GUARD, assert_holds};

const PROGRAM: &str = env!("CARGO_BIN_EXE_treewright");

fn says(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs a script where it may mount what nobody else sees, in a folder with a tree of about 100 kB called `old`; none where nothing may be mounted.
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
fn a_disk_that_lies_about_what_it_wrote_is_found_out() {
    if !strace_is_here() {
        return;
    }
    let folder = Folder::new().with("a.bt.json", old());
    // The first is that of the file: nothing was printed by then.
    let inject = "inject=write:retval=100:when=1";
    let output = traced(&folder, "fmt a.bt.json", &["-o", "/dev/null", "-e", inject]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(folder.read("a.bt.json"), old());
    assert_eq!(folder.names(), ["a.bt.json"]);
    let told = ["the disk did not keep what was written", "unchanged"];
    assert_holds(&says(&output), &told);
}

#[test]
fn a_disk_that_promises_nothing_is_told_of_and_the_file_is_saved() {
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
        // The first is the one of the file, the second that of its folder.
        let inject = "inject=fsync:error=EIO:when=2";
        let output = traced(&folder, arguments, &["-o", "/dev/null", "-e", inject]);
        assert!(output.status.success(), "{arguments}: {output:?}");
        assert_holds(
            &says(&output),
            &["is saved, but the disk does not promise to keep it"],
        );
    }
}

#[test]
fn what_there_is_no_room_for_says_how_much_and_where() {
    let script = format!(
        "mount -t tmpfs -o size=120k none disk && cp old disk/a.bt.json || exit 98
         {PROGRAM} fmt disk/a.bt.json; code=$?; cat disk/a.bt.json > after; ls -A disk > names; exit $code"
    );
    if let Some((folder, large, output)) = where_disks_can_be_mounted(&script) {
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(folder.read("after") == large);
        assert_eq!(folder.read("names"), "a.bt.json\n");
        let told = [
            "no space left on device (needs 98 KB in disk)",
            "The file on disk is unchanged.",
        ];
        assert_holds(&says(&output), &told);
    }
}

#[test]
fn a_disk_without_room_for_another_name_leaves_the_old_file() {
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
fn a_disk_that_may_only_be_read_leaves_the_old_file() {
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
fn files_that_may_not_be_so_large_leave_the_old_one() {
    let known = "\"name\": \"Guard\",";
    let long = format!("{known}\"studio\": \"{}\",", "x".repeat(9_000));
    let large = old().replace(known, &long);
    let folder = Folder::new().with("a.bt.json", &large);
    // Whoever does not ignore the signal is ended by it.
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
            assert_holds(
                &says(&output),
                &["the file may not be so large (needs ", "unchanged"],
            );
        }
    }
    folder.expect(0, "fmt a.bt.json");
    assert_eq!(folder.names(), ["a.bt.json"], "what was left is tidied up");
}

#[test]
fn what_killed_programs_left_is_tidied_up_by_whoever_writes_next() {
    for arguments in [
        "new c.bt.json",
        "export --to dot a.bt.json -o b.dot",
        "convert a.bt.json x.dot",
    ] {
        let folder = Folder::new()
            .with("a.bt.json", GUARD)
            .with(".a.bt.json.treewright-x.tmp", "{");
        folder.expect(0, arguments);
        assert!(
            !folder.path(".a.bt.json.treewright-x.tmp").exists(),
            "after {arguments}"
        );
    }
}
