//! A mistake of the program itself, made on purpose: a command says so in a few lines, where to look, and ends with a code of its own.

use super::harness::{Folder, MustHold as _};

#[test]
fn a_command_that_panics_says_where_to_look_and_ends_with_101() {
    let folder = Folder::with_guard();
    for (state, place) in [("state", "cli"), ("blocked", "cli")] {
        // Where nothing can be written, the lines themselves are all there is.
        std::fs::write(folder.path("blocked"), "a file in the way").unwrap();
        let output = folder
            .command("check guard.bt.json")
            .env("TREEWRIGHT_PANIC_AT", place)
            .env("XDG_STATE_HOME", folder.path(state))
            .output()
            .unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(101), "{said}");
        said.must_hold("internal error at + on purpose at cli + report this error");
        assert!(said.lines().count() <= 3, "{said}");
    }
    if cfg!(target_os = "linux") {
        let log = folder.read("state/treewright/log/treewright.log");
        log.must_hold("PANIC in thread main + on purpose at cli + backtrace:");
    }
}
