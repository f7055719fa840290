//! Files of other users, and permissions of the program's own files. Files of several users need root; without it, or without `setpriv`, the first
//! tests are skipped with a message.
#![cfg(target_os = "linux")]

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::{Command, Output};

use super::broken_saves::old;
use super::harness::{Folder, assert_holds};

/// The user `nobody`.
const OTHER: &str = "65534";

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Formats a file of root with this mode, in a folder that everyone can write, as another user. `None` if that is not possible.
fn formatted_by_another(file_mode: u32) -> Option<(Folder, Output)> {
    let folder = Folder::new().with("a.bt.json", old());
    set_mode(&folder.path(""), 0o777);
    set_mode(&folder.path("a.bt.json"), file_mode);
    let as_other = |arguments: &[&str]| {
        let mut command = Command::new("setpriv");
        let (user, group) = (format!("--reuid={OTHER}"), format!("--regid={OTHER}"));
        command.args([&user, &group, "--clear-groups"]);
        command.arg(env!("CARGO_BIN_EXE_treewright"));
        command.args(arguments).current_dir(folder.path(""));
        command.env("XDG_STATE_HOME", folder.path("state")).output()
    };
    if !as_other(&["--version"]).is_ok_and(|ended| ended.status.success()) {
        eprintln!("skipped: the program cannot be run as another user here");
        return None;
    }
    let output = as_other(&["fmt", "a.bt.json"]).unwrap();
    Some((folder, output))
}

#[test]
fn a_file_that_only_another_user_can_write_is_unchanged() {
    let Some((folder, output)) = formatted_by_another(0o644) else {
        return;
    };
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    let told = ["permission to write", "Choose another place", "unchanged"];
    assert_holds(&err.replace('\n', " "), &told);
    assert_eq!(folder.read("a.bt.json"), old());
    let file = fs::metadata(folder.path("a.bt.json")).unwrap();
    assert_eq!((file.uid(), file.gid()), (0, 0));
    assert_eq!(folder.names(), ["a.bt.json"]);
}

#[test]
fn a_file_of_another_user_keeps_its_owner() {
    let Some((folder, output)) = formatted_by_another(0o666) else {
        return;
    };
    assert!(output.status.success(), "{output:?}");
    assert_ne!(folder.read("a.bt.json"), old());
    let file = fs::metadata(folder.path("a.bt.json")).unwrap();
    assert_eq!((file.uid(), file.gid()), (0, 0));
    assert_eq!(mode(&folder.path("a.bt.json")), 0o666);
    assert_eq!(folder.names(), ["a.bt.json"]);
}

#[test]
fn state_files_become_private_with_any_command() {
    let folder = Folder::with_guard().with("state/treewright/log/treewright.log", "");
    let state = folder.path("state/treewright");
    let (log, file) = (state.join("log"), state.join("log/treewright.log"));
    set_mode(&state, 0o755);
    set_mode(&log, 0o755);
    set_mode(&file, 0o644);
    folder.works("check guard.bt.json");
    let modes = [&state, &log, &file].map(|path| mode(path));
    assert_eq!(modes, [0o700, 0o700, 0o600]);
}
