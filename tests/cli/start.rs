//! Starting the program: help, version, wrong arguments, and no display.

use super::harness::{Folder, assert_holds};

#[test]
fn help_and_version_succeed() {
    let folder = Folder::new();
    folder.works("--help => check + run + test + fmt + new + Exit codes");
    let version = folder.works("--version");
    assert_holds(&version.out, &["treewright", env!("CARGO_PKG_VERSION")]);
}

#[test]
fn invalid_arguments_end_with_2() {
    let folder = Folder::with_guard();
    for arguments in [
        "check",
        "run",
        "check --nonsense guard.bt.json",
        "run --dt soon guard.bt.json",
        "run --dt -1 guard.bt.json",
        "run --frames 0 guard.bt.json",
        "run --seed x guard.bt.json",
        "check --format xml guard.bt.json",
    ] {
        let ended = folder.refuses(arguments);
        assert!(!ended.err.is_empty(), "{arguments} says nothing");
    }
}

#[test]
fn numbers_out_of_range_are_reported_with_the_range() {
    let folder = Folder::with_guard();
    for (arguments, range) in [
        ("--frames -1", "from 1 to 1000000"),
        ("--frames 1000001", "from 1 to 1000000"),
        ("--dt -1", "from 0 to 1000000"),
        ("--dt 1e300", "from 0 to 1000000"),
        ("--dt NaN", "from 0 to 1000000"),
        ("--seed -1", "from 0 to 18446744073709551615"),
    ] {
        let ended = folder.refuses(&format!("run {arguments} guard.bt.json"));
        assert_holds(
            &ended.err,
            &[range, arguments.split(' ').next_back().unwrap()],
        );
    }
}

#[test]
#[cfg_attr(
    not(target_os = "linux"),
    ignore = "on other systems, a program always finds a display"
)]
fn without_a_display_one_line_names_what_works() {
    let folder = Folder::with_guard();
    for arguments in ["", "guard.bt.json"] {
        let ended = folder.refuses(arguments);
        assert_eq!(ended.err.lines().count(), 1, "{}", ended.err);
        assert_holds(&ended.err, &["check", "run", "test", "fmt", "new"]);
        assert_eq!(ended.out, "");
    }
}

#[test]
#[cfg_attr(
    not(target_os = "linux"),
    ignore = "on other systems, a program always finds a display"
)]
fn a_display_that_does_not_respond_is_reported_in_one_line() {
    let folder = Folder::with_guard();
    let mut command = folder.command("guard.bt.json");
    let output = command.env("DISPLAY", ":64999").output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert_eq!(err.lines().count(), 1, "{err}");
    assert_holds(&err, &["treewright check"]);
    assert!(!err.contains(".rs"), "{err}");
}

#[test]
fn a_file_that_the_editor_cannot_open_is_named() {
    let folder = Folder::new();
    folder.refuses(
        "chekc => chekc is neither a command nor a file + did you mean `treewright check`?",
    );
    folder.refuses("tset guard.bt.json => `treewright test`? + check, run,  + compare, test, ");
    folder.refuses("trees/guard.bt.json => does not exist + treewright new");
    folder.refuses(". => is a folder");
}

#[test]
fn there_are_no_colors_in_a_pipe() {
    let folder = Folder::with_guard();
    for arguments in [
        "check guard.bt.json",
        "run guard.bt.json",
        "check no.bt.json",
    ] {
        let ended = folder.run(arguments);
        assert!(!ended.out.contains('\u{1b}'), "{arguments}");
        assert!(!ended.err.contains('\u{1b}'), "{arguments}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_error() {
    use std::io::Read as _;
    use std::process::Stdio;
    let folder = Folder::with_guard();
    let mut child = folder
        .command("run --frames 100000 --trace - guard.bt.json")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut some = [0; 64];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "");
    assert_eq!(ended.status.code(), Some(0));
}
