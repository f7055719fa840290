//! Files that a project may have the editor write: exports on save need permission once, and no path leads out of the project.

use std::fs;

use super::exports::choose;
use super::studio::{Studio, saved};
use super::time_travel::fighting_guard;

/// An editor on the tree of a project that came with these exports, given as formats and files.
fn cloned(exports: &[(&str, &str)]) -> Studio {
    let studio = saved();
    let targets: Vec<String> = exports
        .iter()
        .map(|(to, file)| format!(r#"{{"to": "{to}", "file": "{file}", "on_save": true}}"#))
        .collect();
    let exports = format!(
        r#"{{"format": "treewright-exports", "version": 1, "documents": {{"tree.bt.json": [{}]}}}}"#,
        targets.join(", ")
    );
    studio.write(".treewright/exports.json", exports);
    let mut studio = studio.started_again(&[studio.path("tree.bt.json")]);
    studio.front_select("n1");
    studio
}

fn save_as(studio: &mut Studio, name: &str) {
    studio.fill("Name", name);
    studio.keys("Ctrl+S");
}

#[test]
fn a_project_from_elsewhere_needs_permission_once() {
    let mut studio = cloned(&[("markdown", "tree.md"), ("dot", "out/tree.dot")]);
    save_as(&mut studio, "Rest");
    assert!(studio.shows("Allow this project to write files?"));
    assert!(studio.shows_part("wants to write 2 files on each save"));
    assert!(studio.shows("tree.md") && studio.shows("out/tree.dot"));
    assert!(!studio.path("tree.md").exists());
    studio.click("Allow");
    assert!(studio.read("tree.md").contains("Rest"));
    assert!(studio.path("out/tree.dot").is_file());
    // The question appears neither now nor after another start.
    let mut studio = studio.started_again(&[studio.path("tree.bt.json")]);
    studio.front_select("n1");
    save_as(&mut studio, "Sleep");
    assert!(!studio.shows("Allow this project to write files?"));
    assert!(studio.read("tree.md").contains("Sleep"));
}

#[test]
fn the_question_names_each_file() {
    let names: Vec<String> = (0..30).map(|number| format!("a{number}.dot")).collect();
    let exports: Vec<_> = names.iter().map(|name| ("dot", &**name)).collect();
    let mut studio = cloned(&exports);
    save_as(&mut studio, "Rest");
    assert!(studio.shows_part("wants to write 30 files on each save"));
    for name in &names {
        assert!(studio.shows(name), "{name}");
    }
}

#[test]
fn enter_grants_no_permission_and_the_answer_can_be_changed() {
    let mut studio = cloned(&[("markdown", "tree.md")]);
    save_as(&mut studio, "Rest");
    assert!(studio.shows("Allow this project to write files?"));
    studio.keys("Enter");
    assert!(!studio.shows("Allow this project to write files?"));
    studio.must_say("Export");
    save_as(&mut studio, "Sleep");
    assert!(
        !studio.shows("Allow this project to write files?"),
        "the question appears only once"
    );
    assert!(!studio.path("tree.md").exists());
    let allow = "Allow this project to write its exports on save";
    studio.keys("Ctrl+E");
    assert!(!studio.is_ticked(allow));
    studio.switch(allow);
    studio.click("Cancel");
    save_as(&mut studio, "Doze");
    assert!(studio.read("tree.md").contains("Doze"));
    studio.keys("Ctrl+E");
    studio.switch(allow);
    studio.click("Cancel");
    save_as(&mut studio, "Nap");
    assert!(studio.read("tree.md").contains("Doze"));
}

#[test]
fn the_question_appears_in_chinese_and_can_be_answered_by_keyboard() {
    let mut studio = cloned(&[("markdown", "tree.md")]);
    studio.speak_chinese();
    studio.keys("Ctrl+S");
    assert!(studio.shows("允许此项目写文件？"));
    // The default answer, which has the keyboard, is the last one.
    studio.keys("Shift+Tab Space");
    assert!(studio.path("tree.md").is_file());
}

#[test]
fn a_project_can_overwrite_neither_hidden_files_nor_files_of_others() {
    for file in [".git/config", ".treewright/x.md", "mine.md"] {
        let mut studio = cloned(&[("markdown", file)]);
        let path = studio.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "mine").unwrap();
        save_as(&mut studio, "Rest");
        studio.click("Allow");
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine", "{file}");
        let notice = studio.notice();
        assert!(
            notice.contains(path.file_name().unwrap().to_str().unwrap()),
            "{notice}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_symlink_cannot_lead_an_export_out_of_the_project() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    let victim = outside.path().join("bashrc");
    fs::write(&victim, "mine").unwrap();
    for (file, link, target) in [
        ("doc.md", "doc.md", victim.clone()),
        ("new.md", "new.md", outside.path().join("new")),
        ("docs/bashrc", "docs", outside.path().to_owned()),
    ] {
        let mut studio = cloned(&[("markdown", file)]);
        symlink(target, studio.path(link)).unwrap();
        save_as(&mut studio, "Rest");
        studio.click("Allow");
        studio.must_say("symbolic link");
        // The window proposes the path from the project, which the user has not typed.
        studio.keys("Ctrl+E");
        studio.click("Export");
        assert!(studio.shows_part("symbolic link"));
        assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 1);
    }
}

#[cfg(unix)]
#[test]
fn a_proposed_export_path_does_not_follow_symlinks() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    let victim = outside.path().join("new");
    let mut studio = saved();
    for name in ["tree.md", "typed.md"] {
        symlink(&victim, studio.path(name)).unwrap();
    }
    studio.keys("Ctrl+E");
    choose(&mut studio, "Markdown");
    studio.click("Export");
    assert!(studio.shows_part("symbolic link"));
    assert!(!victim.exists());
    // A path typed by the user is intended.
    let typed = studio.path("typed.md").display().to_string();
    studio.fill_in("Output file", &typed);
    studio.click("Export");
    assert!(victim.is_file());
}

#[cfg(unix)]
#[test]
fn breakpoints_are_not_written_through_a_symlink() {
    let outside = tempfile::tempdir().unwrap();
    let mut studio = saved();
    std::os::unix::fs::symlink(outside.path(), studio.path(".treewright")).unwrap();
    studio.front_select("n1");
    studio.keys("F9");
    studio.steps(3);
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    studio.must_say("symbolic link");
}

#[cfg(unix)]
#[test]
fn a_save_creates_no_file_through_a_dangling_symlink() {
    let outside = tempfile::tempdir().unwrap();
    let real = outside.path().join("real.bt.json");
    let mut studio = saved();
    let link = studio.path("link.bt.json");
    fs::copy(studio.path("tree.bt.json"), &real).unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    studio = studio.started_again(std::slice::from_ref(&link));
    studio.front_select("n1");
    save_as(&mut studio, "Rest");
    // Here, links are followed.
    assert!(fs::read_to_string(&real).unwrap().contains("Rest"));
    fs::remove_file(&real).unwrap();
    studio.front_select("n1");
    save_as(&mut studio, "Sleep");
    assert!(!real.exists());
    studio.must_say("does not exist");
}

#[cfg(unix)]
#[test]
fn a_run_is_not_saved_through_a_dangling_symlink() {
    let outside = tempfile::tempdir().unwrap();
    let mut studio = fighting_guard();
    let link = studio.path("fight.trace.jsonl");
    std::os::unix::fs::symlink(outside.path().join("new"), &link).unwrap();
    studio.menu_to("File > Recordings > Save run…", &link);
    assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
    assert!(!studio.notice().starts_with("Exported to "));
}
