//! Hostile inputs in the editor: pasted texts are checked like files and are one undo step; what is not a regular file is refused without waiting.

use egui::Event;

use super::studio::Studio;
use crate::hostile::table::{self, Expected};

/// Row 32: one case of each row, pasted with nothing selected.
#[test]
fn pasted_text_is_checked_and_is_one_step() {
    let mut studio = Studio::with("Sequence");
    let before = studio.document();
    let mut rows = Vec::new();
    for case in table::trees() {
        let mark = (case.row, matches!(case.expected, Expected::Refused(_)));
        if rows.contains(&mark) || case.bytes.len() > 100_000 {
            continue;
        }
        rows.push(mark);
        let text = String::from_utf8(case.bytes.clone()).unwrap();
        studio.harness.event(Event::Paste(text));
        studio.steps(3);
        if mark.1 {
            assert_eq!(studio.document(), before, "{}", case.title());
            assert!(!studio.notice().is_empty(), "{}", case.title());
            continue;
        }
        assert_ne!(studio.document(), before, "{}", case.title());
        studio.keys("Ctrl+Z");
        assert_eq!(studio.document(), before, "{}", case.title());
    }
    assert!(rows.len() > 15, "{rows:?}");
}

#[test]
fn a_name_too_long_for_the_file_format_is_refused_while_typing() {
    let mut studio = Studio::with("Sequence");
    let before = studio.document();
    studio.fill("Name", &"x".repeat(20_000));
    assert_eq!(studio.document(), before);
    studio.must_say("too long");
}

/// Row 5.
#[cfg(unix)]
#[test]
fn devices_pipes_and_folders_are_refused_without_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::create_dir(path("folder.bt.json")).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(path("pipe.bt.json"))
        .status();
    assert!(made.unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", path("zero.xml")).unwrap();
    let large = std::fs::File::create(path("large.bt.json")).unwrap();
    large.set_len(64 * 1024 * 1024 + 1).unwrap();
    for (name, says) in [
        ("folder.bt.json", "not a file"),
        ("pipe.bt.json", "not a file"),
        ("zero.xml", "not a file"),
        ("large.bt.json", "limit 64 MB"),
    ] {
        let studio = Studio::with_files(&[path(name)]);
        let notice = studio.notice();
        assert!(
            notice.contains(name) && notice.contains(says),
            "{name}: {notice}"
        );
    }
}
