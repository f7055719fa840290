//! Recovery copies and sessions; each test has its own folder.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::{fs, thread};

use treewright_core::format::native;
use treewright_core::model::{Document, DocumentBuilder};

use super::*;
use crate::host::files::Fingerprint;

fn names_in(folder: &Path) -> Vec<String> {
    let files = files_in(folder).into_iter();
    let names = files.map(|file| file.file_name().unwrap().to_str().unwrap().to_owned());
    names.collect()
}

fn document_named(name: &str) -> Document {
    DocumentBuilder::new(name).finish()
}

fn snapshot(key: u64, name: &str) -> Arc<Snapshot> {
    Arc::new(Snapshot {
        key,
        head: CopyHead {
            path: Some(PathBuf::from("/trees/guard.bt.json")),
            fingerprint: Some(Fingerprint::of(b"old content")),
            title: name.to_owned(),
            origin: None,
            claims: None,
        },
        document: Arc::new(document_named(name)),
    })
}

/// A session that wrote a copy and ended without removing it.
fn leave_copy(state: &Path, key: u64, name: &str) {
    let mut dead = Recovery::new(state);
    dead.own.put(snapshot(key, name));
    dead.own.write_soon(key);
}

fn name_of(copy: &FoundCopy) -> String {
    native::read(&copy.bytes).unwrap().document.name
}

#[test]
fn a_copy_of_an_ended_session_is_found() {
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().join("recovery");
    leave_copy(state.path(), 7, "guard");
    let mut recovery = Recovery::new(state.path());
    let found = recovery.find();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].head, snapshot(7, "guard").head);
    assert_eq!(found[0].fault, None);
    assert_eq!(name_of(&found[0]), "guard");
    // The session that offers a copy keeps it from others while it is alive.
    assert!(Recovery::new(state.path()).find().is_empty());
    assert_eq!(recovery.find().len(), 1);
    drop(recovery);
    let mut recovery = Recovery::new(state.path());
    let found = recovery.find();
    recovery.discard(&found[0].file).unwrap();
    assert!(recovery.find().is_empty());
    drop(recovery);
    assert_eq!(names_in(&folder), ["discarded"]);
    assert_eq!(names_in(&folder.join("discarded")).len(), 1);
}

#[test]
fn discarded_copies_are_kept_for_a_week() {
    let state = tempfile::tempdir().unwrap();
    leave_copy(state.path(), 7, "guard");
    let mut recovery = Recovery::new(state.path());
    let found = recovery.find();
    recovery.discard(&found[0].file).unwrap();
    let folder = state.path().join("recovery/discarded");
    let days = |days: u64| SystemTime::now() + Duration::from_secs(days * 24 * 60 * 60);
    delete_old_discarded(&folder, days(6));
    assert_eq!(names_in(&folder).len(), 1);
    delete_old_discarded(&folder, days(8));
    assert!(names_in(&folder).is_empty());
}

#[test]
fn copies_of_living_sessions_are_not_offered() {
    let state = tempfile::tempdir().unwrap();
    let mut recovery = Recovery::new(state.path());
    recovery.own.put(snapshot(1, "guard"));
    recovery.own.write_soon(1);
    recovery.own.wait();
    assert_eq!(names_in(&state.path().join("recovery")).len(), 2);
    assert!(recovery.find().is_empty());
    assert!(Recovery::new(state.path()).find().is_empty());
    recovery.own.remove(1);
    drop(recovery);
    assert!(names_in(&state.path().join("recovery")).is_empty());
}

#[test]
fn a_copy_without_a_lock_is_offered() {
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().join("recovery");
    fs::create_dir(&folder).unwrap();
    // As earlier versions wrote it, with the id of a running process.
    let head = format!(
        r#"{{"path":null,"title":"guard","process":{}}}"#,
        std::process::id()
    );
    fs::write(folder.join("1-4.copy"), format!("{head}\n{{}}")).unwrap();
    fs::write(folder.join("notes.txt"), "not ours").unwrap();
    let found = Recovery::new(state.path()).find();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].head.title, "guard");
}

#[test]
fn a_damaged_copy_is_found_and_never_deleted() {
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().join("recovery");
    leave_copy(state.path(), 7, "guard");
    let file = Recovery::new(state.path()).find()[0].file.clone();
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 3]).unwrap();
    let mut recovery = Recovery::new(state.path());
    let found = recovery.find();
    assert_eq!(found[0].fault, Some(CopyFault::CutShort));
    assert_eq!(found[0].head.title, "guard");
    let aside = Recovery::set_aside(&found[0]).unwrap();
    drop(recovery);
    assert!(Recovery::new(state.path()).find().is_empty());
    assert_eq!(fs::read(&aside).unwrap().len(), bytes.len() - 3);
    assert_eq!(names_in(&folder).len(), 1, "the lock file must be removed");
}

#[test]
fn the_lock_of_a_killed_session_without_copies_is_removed() {
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().join("recovery");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("session-abc.lock"), "").unwrap();
    let (_, held) = lock::create(&folder, "session-").unwrap();
    Recovery::new(state.path()).find();
    assert_eq!(
        names_in(&folder).len(),
        1,
        "only the lock of a live session remains"
    );
    drop(held);
}

#[test]
fn the_old_copy_is_removed_once_the_new_one_is_written() {
    let state = tempfile::tempdir().unwrap();
    leave_copy(state.path(), 7, "guard");
    let mut recovery = Recovery::new(state.path());
    let old = recovery.find().remove(0).file;
    recovery.own.put(snapshot(1, "guard"));
    recovery.own.replaces(1, &old);
    assert!(old.exists());
    recovery.own.write_soon(1);
    recovery.own.wait();
    assert!(!old.exists());
    drop(recovery);
    assert_eq!(Recovery::new(state.path()).find().len(), 1);
}

#[test]
fn the_old_copy_is_removed_even_if_the_new_one_was_never_written() {
    let state = tempfile::tempdir().unwrap();
    leave_copy(state.path(), 7, "guard");
    let mut recovery = Recovery::new(state.path());
    let old = recovery.find().remove(0).file;
    recovery.own.put(snapshot(1, "guard"));
    recovery.own.replaces(1, &old);
    recovery.own.remove(1);
    recovery.own.wait();
    assert!(!old.exists());
}

#[test]
fn a_failed_copy_is_retried_without_an_edit() {
    let state = tempfile::tempdir().unwrap();
    let folder = state.path().join("recovery");
    // No folder can be created where a file exists.
    fs::write(&folder, "in the way").unwrap();
    let mut recovery = Recovery::new(state.path());
    recovery.own.put(snapshot(1, "guard"));
    recovery.own.write_soon(1);
    recovery.own.wait();
    assert!(recovery.own.fault().is_some());
    thread::sleep(Duration::from_millis(200));
    assert!(recovery.own.fault().is_none(), "must be reported only once");
    fs::remove_file(&folder).unwrap();
    let is_copy = |file: &PathBuf| has_ending(file, "copy");
    for _ in 0..500 {
        if files_in(&folder).iter().any(is_copy) {
            break;
        }
        thread::sleep(Duration::from_millis(10));
    }
    assert!(files_in(&folder).iter().any(is_copy));
    // Only the thread's retries can have written it.
    recovery.end_like_killed();
}

#[test]
fn a_copy_of_a_newer_version_is_kept_for_that_version() {
    let state = tempfile::tempdir().unwrap();
    leave_copy(state.path(), 7, "guard");
    let mut recovery = Recovery::new(state.path());
    let file = recovery.find()[0].file.clone();
    let text = fs::read_to_string(&file).unwrap();
    let newer = text.replace("\"version\":1", "\"version\":2");
    fs::write(&file, newer).unwrap();
    let found = recovery.find();
    assert_eq!(found[0].fault, Some(CopyFault::Newer));
    let aside = Recovery::set_aside(&found[0]).unwrap();
    drop(recovery);
    assert!(Recovery::new(state.path()).find().is_empty());
    // Content that only the newer version can read.
    fs::write(&aside, text).unwrap();
    let found = Recovery::new(state.path()).find();
    assert_eq!((&found[0].file, &found[0].fault), (&aside, &None));
    assert_eq!(name_of(&found[0]), "guard");
}

#[test]
fn missing_copies_are_written_at_the_end_from_any_thread() {
    let state = tempfile::tempdir().unwrap();
    let mut recovery = Recovery::new(state.path());
    let words = recovery.own.emergency_writer();
    recovery.own.put(snapshot(1, "saved"));
    recovery.own.remove(1);
    recovery.own.put(snapshot(2, "guard"));
    // As in a panic: the thread ends while another one writes.
    let speaker = words.clone();
    let speak = move || {
        speaker.write();
        panic!("on purpose");
    };
    assert!(thread::spawn(speak).join().is_err());
    std::mem::forget(recovery);
    // This process still holds the lock, so read the files directly.
    let copies = files_in(&state.path().join("recovery"));
    let copies: Vec<_> = copies.iter().filter(|f| has_ending(f, "copy")).collect();
    assert_eq!(copies.len(), 1);
    assert_eq!(name_of(&copy::read(copies[0])), "guard");
    assert_eq!(words.write(), BTreeSet::from([2]), "it was written before");
}

#[test]
fn an_inconsistent_state_does_not_replace_the_consistent_copy() {
    let state = tempfile::tempdir().unwrap();
    let recovery = Recovery::new(state.path());
    let whole = snapshot(1, "whole");
    recovery.own.put(whole.clone());
    recovery.own.put_beside(Snapshot::clone(&whole));
    recovery.own.put(snapshot(2, "other"));
    recovery
        .own
        .put_beside(Snapshot::clone(&snapshot(2, "half")));
    recovery
        .own
        .put_beside(Snapshot::clone(&snapshot(3, "alone")));
    assert_eq!(
        recovery.own.emergency_writer().write(),
        BTreeSet::from([1, 2, 3])
    );
    drop(recovery);
    let found = Recovery::new(state.path()).find();
    let mut names: Vec<_> = found.iter().map(name_of).collect();
    names.sort();
    assert_eq!(names, ["alone", "half", "other", "whole"]);
}

#[cfg(feature = "panic-on-purpose")]
#[test]
fn a_panic_in_one_copy_does_not_prevent_others() {
    use treewright_core::on_purpose;

    let state = tempfile::tempdir().unwrap();
    let mut recovery = Recovery::new(state.path());
    on_purpose::want(Some("copy of broken".to_owned()));
    for (key, name) in [(1, "broken"), (2, "guard")] {
        recovery.own.put(snapshot(key, name));
        recovery.own.write_soon(key);
    }
    recovery.own.wait();
    assert!(matches!(recovery.own.fault(), Some(CopyError::Panicked(_))));
    recovery.own.put(snapshot(3, "patrol"));
    // Writing at the end panics on the first document as well.
    assert_eq!(
        recovery.own.emergency_writer().write(),
        BTreeSet::from([2, 3])
    );
    on_purpose::want(None);
    recovery.end_like_killed();
    let found = Recovery::new(state.path()).find();
    let mut names: Vec<_> = found.iter().map(name_of).collect();
    names.sort();
    assert_eq!(names, ["guard", "patrol"]);
}
