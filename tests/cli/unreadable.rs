//! Folders of which a part cannot be read: that part is reported, and the others are processed.
#![cfg(target_os = "linux")]

use std::fs::{Permissions, set_permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use super::harness::{Ended, Folder, GUARD};
use super::run::SEEN;

/// Runs the program without the capability of root to read everything; `None` if it cannot be dropped.
fn run_as_others(folder: &Folder, arguments: &str) -> Option<Ended> {
    let is_root = std::fs::read_dir(folder.path("closed")).is_ok();
    let mut command = if is_root {
        let mut command = Command::new("setpriv");
        command
            .arg("--bounding-set=-dac_override,-dac_read_search")
            .arg(env!("CARGO_BIN_EXE_treewright"));
        command
    } else {
        Command::new(env!("CARGO_BIN_EXE_treewright"))
    };
    let output = command
        .args(arguments.split_whitespace())
        .current_dir(folder.path(""))
        .env("XDG_STATE_HOME", folder.path("state"))
        .output()
        .inspect_err(|_| eprintln!("skipped: root reads everything here, and there is no setpriv"))
        .ok()?;
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Some(Ended {
        code: output.status.code().unwrap(),
        out: text(output.stdout),
        err: text(output.stderr),
    })
}

#[test]
fn an_unreadable_folder_is_reported_and_the_others_are_processed() {
    let folder = Folder::with_guard()
        .with("a/guard.bt.json", GUARD)
        .with("a/guard.scenario.json", SEEN)
        .with("z/guard.bt.json", GUARD)
        .with("z/guard.scenario.json", SEEN)
        .with(
            "z/tree.xml",
            r#"<root BTCPP_format="4"><BehaviorTree ID="M"><AlwaysSuccess/></BehaviorTree></root>"#,
        )
        .with("closed/guard.bt.json", GUARD);
    set_permissions(folder.path("closed"), Permissions::from_mode(0o000)).unwrap();
    let checked = [
        ("watch . --once --to dot -o out", "out/z/guard.dot"),
        ("test .", "passed ./z/guard.scenario.json"),
        ("import . -o imported", "imported/z/tree.bt.json"),
    ];
    for (command, done) in checked {
        let Some(ended) = run_as_others(&folder, command) else {
            break;
        };
        assert_eq!(ended.code, 2, "{command}: {} {}", ended.out, ended.err);
        ended.err_holds("folder_unreadable + closed + Permission denied + can be read");
        assert!(
            ended.out.contains(done) || folder.path(done).exists(),
            "{command}: {}",
            ended.out
        );
    }
    set_permissions(folder.path("closed"), Permissions::from_mode(0o700)).unwrap();
}
