//! An internal error, caused on purpose: a command reports it in a few lines with the place of the report, and ends with its own exit code. What it left
//! half done is taken back by the next one.

use super::harness::{Folder, MustHold as _};
use super::renames::{INNER, MAIN, project};

#[test]
fn a_command_that_panics_is_reported_and_ends_with_101() {
    let folder = Folder::with_guard();
    for (state, place) in [("state", "cli"), ("blocked", "cli")] {
        // If no report can be written, there are only these lines.
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

#[test]
fn what_was_cut_off_is_taken_back_by_the_next_command() {
    let folder = project();
    let killed = folder
        .command("move lib/inner.bt.json lib/deep/inner.bt.json")
        .env("TREEWRIGHT_PANIC_AT", "project-edit")
        .output()
        .unwrap();
    assert_eq!(killed.status.code(), Some(101));
    assert_ne!(folder.read("ai/main.bt.json"), MAIN, "a part of it is done");
    let next = folder.works("check .");
    next.err_holds("ended during a change of files + as before");
    next.out_holds("no problems");
    assert_eq!(folder.read("ai/main.bt.json"), MAIN);
    assert_eq!(folder.read("lib/inner.bt.json"), INNER);
    assert_eq!(folder.works("check .").err, "", "it is said once");
}
