//! Recovery after sessions that ended abnormally: the next start offers copies of unsaved work, one by one.

use std::fs;
use std::path::PathBuf;

use super::studio::{Studio, saved};

/// Returns the recovery copies.
pub fn copies(studio: &Studio) -> Vec<PathBuf> {
    let folder = fs::read_dir(studio.path("state/recovery"));
    let files = folder
        .into_iter()
        .flatten()
        .map(|file| file.unwrap().path());
    files
        .filter(|file| file.extension().is_some_and(|ending| ending == "copy"))
        .collect()
}

fn in_recovery(studio: &Studio, part: &str) -> usize {
    let mut folders = vec![studio.path("state/recovery")];
    let mut found = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found += usize::from(path.to_string_lossy().contains(part));
            }
        }
    }
    found
}

/// A start after a crash with an unsaved change to a saved tree.
fn after_crash() -> Studio {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    Studio::after_crash(studio.crash_later())
}

const ON_DISK: &str = "Sequence\n  Wait";
const COPY: &str = "Sequence\n  Mine";

#[test]
fn a_copy_is_written_soon_after_a_change_and_removed_on_saving() {
    let mut studio = saved();
    assert!(copies(&studio).is_empty());
    studio.fill("Name", "Mine");
    studio.steps(8);
    studio.wait_until(|studio| copies(studio).len() == 1);
    let text = fs::read_to_string(&copies(&studio)[0]).unwrap();
    assert!(text.starts_with("{\"format\":\"treewright-recovery\",\"version\":1"));
    assert!(text.contains("Mine"));
    studio.keys("Ctrl+S");
    studio.wait_until(|studio| copies(studio).is_empty());
}

#[test]
fn work_is_copied_before_a_tree_runs_and_while_the_window_asks_whether_to_close() {
    for endangers in [
        (|studio: &mut Studio| studio.keys("F10")) as fn(&mut Studio),
        Studio::close_window,
    ] {
        let mut studio = saved();
        studio.fill("Name", "Mine");
        endangers(&mut studio);
        let text = || fs::read_to_string(copies(&studio).first()?).ok();
        // The window draws no frames: only the recovery thread writes.
        for _ in 0..500 {
            if text().is_some_and(|text| text.contains("Mine")) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        assert!(text().is_some_and(|text| text.contains("Mine")));
    }
}

#[test]
fn a_copy_can_be_compared_with_its_file_and_discarded() {
    let mut studio = after_crash();
    studio.click("Compare…: tree");
    assert!(!studio.shows("Recover unsaved work?"));
    assert_eq!(studio.outline(), COPY);
    assert!(studio.shows("1 changed"));
    assert!(studio.shows_part("Restore or discard this copy of unsaved work?"));
    studio.click("Discard");
    assert!(!studio.shows("Recover unsaved work?"));
    assert_eq!(studio.outline(), ON_DISK);
    assert!(!studio.is_dirty());
    assert!(copies(&studio).is_empty());
    assert_eq!(in_recovery(&studio, "discarded"), 1);
    assert!(!Studio::after_crash(studio.crash()).shows("Recover unsaved work?"));
}

#[test]
fn a_compared_copy_can_be_restored_as_unsaved_work() {
    let mut studio = after_crash();
    studio.click("Compare…: tree > Restore");
    assert_eq!(studio.outline(), COPY);
    assert!(studio.is_dirty());
    assert!(!studio.read("tree.bt.json").contains("Mine"));
    studio.wait_until(|studio| copies(studio).len() == 1);
    studio.keys("Ctrl+S");
    assert!(studio.read("tree.bt.json").contains("Mine"));
    studio.wait_until(|studio| copies(studio).is_empty());
}

#[test]
fn an_undecided_copy_is_offered_again_and_nothing_is_lost() {
    let mut studio = after_crash();
    studio.click("Compare…: tree");
    studio.keys("Escape");
    assert!(studio.shows("Recover unsaved work?"));
    assert_eq!(studio.outline(), ON_DISK);
    studio.click("Decide later");
    studio.must_say("offered again at the next start");
    assert_eq!(copies(&studio).len(), 1);
    // Continuing to work on it counts as a decision.
    let mut studio = Studio::after_crash(studio.crash());
    studio.click("Compare…: tree");
    studio.add("Idle");
    assert!(!studio.shows_part("Restore or discard this copy of unsaved work?"));
    assert!(studio.outline().starts_with(COPY));
    studio.wait_until(|studio| {
        let text = copies(studio)
            .first()
            .and_then(|copy| fs::read_to_string(copy).ok());
        copies(studio).len() == 1 && text.is_some_and(|text| text.contains("Idle"))
    });
}

#[test]
fn saving_a_compared_copy_counts_as_a_decision() {
    let mut studio = after_crash();
    studio.click("Compare…: tree");
    studio.keys("Ctrl+S");
    let text = studio.read("tree.bt.json");
    assert!(text.contains("Mine"), "{}", studio.notice());
    assert!(!studio.shows_part("Restore or discard this copy of unsaved work?"));
    studio.keys("Escape");
    studio.steps(4);
    assert!(!studio.shows("Recover unsaved work?"));
    assert_eq!(studio.outline(), COPY);
    assert!(copies(&studio).is_empty());
}

/// A tree whose last save was not confirmed by the disk.
fn unconfirmed_save() -> Studio {
    let mut studio = saved();
    studio.doubt_save();
    studio.steps(8);
    studio.wait_for_copies();
    assert_eq!(copies(&studio).len(), 1);
    studio
}

/// Like `unconfirmed_save`, with later unsaved work, of which there is a copy.
fn edited_after_unconfirmed_save() -> Studio {
    let mut studio = unconfirmed_save();
    studio.fill("Name", "Mine");
    studio.steps(40);
    studio.wait_for_copies();
    assert!(copy_holds(&studio, "Mine"));
    studio
}

fn copy_holds(studio: &Studio, part: &str) -> bool {
    let copies = copies(studio);
    let text = copies.first().map(|copy| fs::read_to_string(copy).unwrap());
    text.is_some_and(|text| text.contains(part))
}

#[test]
fn a_copy_is_kept_after_an_unconfirmed_save_until_a_confirmed_one() {
    let mut studio = unconfirmed_save();
    studio.keys("Ctrl+W");
    studio.steps(8);
    studio.wait_for_copies();
    assert!(copy_holds(&studio, "Wait"));

    let mut studio = edited_after_unconfirmed_save();
    studio.keys("Ctrl+Z");
    studio.steps(8);
    studio.wait_for_copies();
    assert!(copy_holds(&studio, "Wait") && !copy_holds(&studio, "Mine"));

    let mut studio = edited_after_unconfirmed_save();
    studio.keys("Ctrl+S");
    studio.steps(8);
    studio.wait_for_copies();
    assert!(copies(&studio).is_empty());
}

#[test]
fn work_discarded_after_an_unconfirmed_save_is_not_offered() {
    let mut studio = edited_after_unconfirmed_save();
    studio.keys("Ctrl+W");
    studio.click("Don't save");
    studio.steps(8);
    studio.wait_for_copies();
    assert!(copies(&studio).is_empty());
    assert!(!Studio::after_crash(studio.crash()).shows("Recover unsaved work?"));
}

#[test]
fn documents_of_several_sessions_are_offered_including_untitled_ones() {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    studio.keys("Ctrl+N");
    studio.add("Idle");
    let mut studio = Studio::after_crash(studio.crash_later());
    studio.click("Decide later");
    studio.keys("Ctrl+N");
    studio.add("Selector");
    let mut studio = Studio::after_crash(studio.crash_later());
    assert_eq!(studio.labels_that_begin("Restore: ").len(), 3);
    assert!(studio.shows_part("Never saved to a file."));
    studio.click("Restore all");
    assert!(!studio.shows("Recover unsaved work?"));
    let mut roots = Vec::new();
    for document in 0..studio.count() {
        studio.keys("Ctrl+Tab");
        if studio.is_dirty() {
            roots.push(studio.outline());
        }
        assert!(document < 10);
    }
    roots.sort();
    assert_eq!(roots, ["Idle", "Selector", COPY]);
}

#[test]
fn only_one_of_two_restored_copies_belongs_to_the_file() {
    let mut studio = after_crash();
    studio.click("Decide later");
    let wait = studio.id("Wait").to_string();
    studio.front_select(&wait);
    studio.fill("Name", "Other");
    let mut studio = Studio::after_crash(studio.crash_later());
    studio.click("Restore all");
    let files = |studio: &Studio| studio.front(|front| front.file.is_some());
    let (first, one) = (studio.outline(), files(&studio));
    studio.keys("Ctrl+Tab");
    let (second, other) = (studio.outline(), files(&studio));
    assert_ne!(first, second);
    assert!(one != other, "only one of them belongs to the file");
}

#[test]
fn a_damaged_copy_is_shown_and_its_readable_part_offered() {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    let folder = studio.crash_later();
    let copy = {
        let mut files = fs::read_dir(folder.path().join("state/recovery")).unwrap();
        let ends = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "copy");
        files
            .find_map(|file| Some(file.unwrap().path()).filter(ends))
            .unwrap()
    };
    let text = fs::read_to_string(&copy).unwrap();
    let cut = text.find("\"Mine\"").unwrap();
    fs::write(&copy, &text[..cut]).unwrap();
    let mut studio = Studio::after_crash(folder);
    assert!(studio.shows_part("its end is missing. 1 of its nodes is readable."));
    studio.click("Restore readable part: tree");
    assert_eq!(studio.outline(), "Sequence");
    assert!(studio.is_dirty());
    let notice = studio.notice();
    let path = studio.path("tree.bt.json");
    let start = format!("Restored “tree” ({}).", path.display());
    assert!(notice.starts_with(&start), "{notice}");
    assert!(
        notice.contains("is kept and not offered again: "),
        "{notice}"
    );
    // The damaged one is kept.
    assert_eq!(in_recovery(&studio, ".corrupt-"), 1);
}

#[test]
fn discarding_says_where_the_copy_is_kept() {
    let mut studio = after_crash();
    studio.click("Discard: tree");
    let notice = studio.notice();
    let (told, path) = notice.split_once(" days: ").unwrap();
    assert_eq!(told, "Discarded “tree”; kept for 7");
    assert!(fs::read_to_string(path).unwrap().contains("Mine"));
}

#[test]
fn enter_discards_nothing_that_cannot_be_restored() {
    let studio = Studio::started();
    studio.write("state/recovery/session-a-1.copy", "junk");
    let mut studio = Studio::after_crash(studio.crash());
    studio.steps(2);
    assert!(studio.get("Decide later").is_focused());
    studio.keys("Enter");
    studio.steps(2);
    assert!(!studio.shows("Recover unsaved work?"));
    assert_eq!(copies(&studio).len(), 1);
}

#[test]
fn an_unreadable_copy_is_shown_and_kept() {
    let studio = Studio::started();
    studio.write("state/recovery/session-a-1.copy", "junk");
    let mut studio = Studio::after_crash(studio.crash());
    assert!(studio.shows("Untitled tree"));
    assert!(studio.shows_part("its first line, which names its file, is damaged"));
    studio.click("Don't offer again: Untitled tree");
    assert!(!studio.shows("Recover unsaved work?"));
    assert_eq!(in_recovery(&studio, "session-a-1.copy.corrupt-"), 1);
}

#[test]
fn a_copy_equal_to_its_saved_file_is_not_offered() {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    let path = studio.path("tree.bt.json");
    let folder = studio.crash_later();
    let copies = fs::read_dir(folder.path().join("state/recovery")).unwrap();
    let mut copies = copies.map(|file| file.unwrap().path());
    let copy = copies
        .find(|file| file.extension().is_some_and(|e| e == "copy"))
        .unwrap();
    let text = fs::read_to_string(copy).unwrap();
    // As if the session had ended after the save but before removing the copy.
    fs::write(path, text.split_once('\n').unwrap().1).unwrap();
    let studio = Studio::after_crash(folder);
    assert!(!studio.shows("Recover unsaved work?"));
}

#[test]
fn copies_can_be_handled_by_keyboard_alone() {
    let mut studio = after_crash();
    studio.keys("Enter");
    assert_eq!(studio.outline(), COPY);
    assert!(studio.is_dirty());

    let mut studio = after_crash();
    studio.keys("Tab Tab Space");
    assert_eq!(studio.outline(), ON_DISK);
    assert_eq!(in_recovery(&studio, "discarded"), 1);
}

#[test]
fn a_document_that_is_unsaved_without_an_edit_gets_a_copy() {
    let mut studio = saved();
    fs::remove_file(studio.path("tree.bt.json")).unwrap();
    studio.wait_until(Studio::is_dirty);
    studio.steps(8);
    studio.wait_until(|studio| copies(studio).len() == 1);
    let studio = Studio::after_crash(studio.crash());
    assert!(studio.shows_part("Its file no longer exists."));
}

#[test]
fn a_version_overwritten_after_a_conflict_is_among_the_earlier_versions() {
    let mut studio = saved();
    let path = studio.path("tree.bt.json");
    studio.fill("Name", "Mine");
    let theirs = fs::read_to_string(&path)
        .unwrap()
        .replace("\"Wait\"", "\"Idle\"");
    fs::write(&path, &theirs).unwrap();
    studio.keys("Ctrl+S");
    assert!(studio.shows("Changed on disk"));
    studio.click("Keep ours");
    studio.keys("Ctrl+S");
    assert!(fs::read_to_string(&path).unwrap().contains("Mine"));
    let folder = studio.path("state/backups/tree.bt.json-1");
    let kept = fs::read_dir(folder).unwrap();
    let kept = kept.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    assert!(kept.into_iter().any(|version| version == theirs));
}

#[test]
fn a_failure_to_write_settings_is_reported() {
    let mut studio = Studio::started();
    let file = studio.path("config/settings.json");
    fs::remove_file(&file).ok();
    // A folder cannot be overwritten.
    fs::create_dir_all(&file).unwrap();
    studio.speak_chinese();
    studio.steps(2);
    studio.must_say_first("无法写入设置：");
}

#[test]
fn restored_work_takes_the_place_and_the_view_of_its_file() {
    let mut studio = saved();
    studio.keys("Ctrl+N");
    studio.add("Selector");
    let other = studio.path("other.bt.json");
    studio.save_as(&other);
    studio.click("Document tree");
    let root = studio.id("Sequence").to_string();
    studio.front_select(&root);
    studio.fill("Name", "Root");
    studio.keys("Ctrl+S");
    studio.steps(4);
    let wait = studio.id("Wait").to_string();
    studio.front_select(&wait);
    studio.fill("Name", "Mine");
    for _ in 0..3 {
        studio.keys("Ctrl+Minus");
    }
    let mut studio = Studio::after_crash(studio.crash_later());
    let before = ["Document tree", "Document other, 1 error"];
    assert_eq!(studio.names_from("Document "), before);
    assert_eq!(studio.outline(), "Root\n  Wait");
    let card = studio.card("Root");
    studio.click("Restore: tree");
    studio.steps(3);
    let tabs = ["Document tree, unsaved changes", "Document other, 1 error"];
    assert_eq!(studio.names_from("Document "), tabs);
    assert_eq!(studio.outline(), "Root\n  Mine");
    assert_eq!(studio.card("Root"), card);
    studio.must_say(&studio.path("tree.bt.json").display().to_string());
}
