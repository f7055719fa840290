//! Versions of a document: changes since the last save, merging with a file that changed meanwhile, and resolving conflicts.

use std::fs;

use super::studio::Studio;

pub const BASE: &str = r#"{
  "format": "treewright",
  "version": 1,
  "name": "Guard",
  "variables": [],
  "root": "n1",
  "nodes": [
    {
      "id": "n1", "task": "Sequence",
      "children": ["n2", "n3"],
      "x": 180, "y": 0
    },
    {
      "id": "n2", "task": "Log", "name": "Shout",
      "x": 0, "y": 140
    },
    {
      "id": "n3", "task": "Wait", "name": "Rest",
      "x": 360, "y": 140
    }
  ]
}
"#;

/// An editor with the tree in `tree.bt.json`.
pub fn opened() -> Studio {
    let mut studio = Studio::empty();
    let path = studio.write("tree.bt.json", BASE);
    studio.open(&path);
    assert_eq!(studio.document().node_count(), 3);
    studio
}

/// Runs a command through the command palette.
fn run(studio: &mut Studio, command: &str) {
    studio.keys("Ctrl+Shift+P");
    studio.type_text(command);
    studio.keys("Enter");
}

pub fn rename(studio: &mut Studio, id: &str, name: &str) {
    studio.front_select(id);
    studio.fill("Name", name);
}

pub fn name_of(studio: &Studio, id: &str) -> String {
    studio.document().node(&id.into()).unwrap().name.clone()
}

/// Changes the file outside the editor, and waits until the editor asks about it.
pub fn change_on_disk(studio: &mut Studio, from: &str, to: &str) {
    let text = studio.read("tree.bt.json");
    assert!(text.contains(from));
    studio.write("tree.bt.json", text.replace(from, to));
    studio.wait_for("Changed on disk");
}

#[test]
fn changes_since_the_last_save_are_listed_and_lead_to_their_nodes() {
    let mut studio = opened();
    rename(&mut studio, "n2", "Call");
    studio.keys("Ctrl+Shift+D");
    studio.must_show(&["1 change", "name: Shout → Call"]);
    // The list follows the document.
    studio.keys("Ctrl+Z");
    assert!(studio.shows("No meaningful differences"));
    studio.front_select("n3");
    studio.keys("Delete");
    let row = "Rest Sequence   removed";
    assert!(studio.shows(row));
    studio.get(row).click();
    studio.steps(2);
    let above = studio.front(|document| document.selection().primary().cloned());
    // A deleted node leads to its former parent.
    assert_eq!(above, Some("n1".into()));
    run(&mut studio, "Stop comparing");
    assert!(!studio.shows(row));
}

#[test]
fn a_document_is_compared_with_a_file_and_with_another_tab() {
    let mut studio = opened();
    let other = studio.write("other.bt.json", BASE.replace("Rest", "Sleep"));
    studio.menu_to("View > Versions > Compare with file…", &other);
    studio.must_show(&["Changes since: other.bt.json", "name: Sleep → Rest"]);
    studio.open(&other);
    run(&mut studio, "Compare with another tab");
    studio.must_show(&["Changes since: tree", "name: Rest → Sleep"]);
    // The other tab is followed, too.
    studio.keys("Ctrl+Shift+Tab");
    rename(&mut studio, "n3", "Sleep");
    studio.keys("Ctrl+Tab");
    assert!(studio.shows("No meaningful differences"));
}

#[test]
fn a_file_that_changed_meanwhile_is_merged_with_unsaved_work() {
    let mut studio = opened();
    rename(&mut studio, "n2", "Call");
    change_on_disk(&mut studio, "Rest", "Sleep");
    studio.click("Merge both");
    assert_eq!(name_of(&studio, "n2"), "Call");
    assert_eq!(name_of(&studio, "n3"), "Sleep");
    studio.must_say("Merged with the saved file without conflicts");
    assert!(studio.is_dirty());
    // It is one step, and the next save asks nothing.
    studio.keys("Ctrl+S");
    let saved = studio.read("tree.bt.json");
    assert!(saved.contains("Call") && saved.contains("Sleep"), "{saved}");
    studio.keys("Ctrl+Z");
    assert_eq!(name_of(&studio, "n3"), "Rest");
    assert_eq!(name_of(&studio, "n2"), "Call");
}

#[test]
fn conflicts_are_resolved_one_by_one_and_can_be_undone() {
    let mut studio = opened();
    rename(&mut studio, "n2", "Call");
    rename(&mut studio, "n3", "Nap");
    let theirs = BASE.replace("Shout", "Yell");
    studio.write("tree.bt.json", theirs);
    change_on_disk(&mut studio, "Rest", "Sleep");
    studio.click("Merge both");
    studio.must_say("2 conflicts to resolve");
    assert!(studio.shows("Call: name changed in both"));
    assert!(studio.shows("ours: Call   ·   theirs: Yell   ·   before: Shout"));
    studio.click("Take theirs: Call: name changed in both");
    assert_eq!(name_of(&studio, "n2"), "Yell");
    assert!(studio.shows("1 unresolved conflict"));
    studio.click("Keep ours: Nap: name changed in both");
    assert_eq!(name_of(&studio, "n3"), "Nap");
    assert!(!studio.shows("1 unresolved conflict"));
    studio.keys("Ctrl+Z Ctrl+Z");
    assert_eq!(name_of(&studio, "n2"), "Call");
    assert!(studio.shows("2 unresolved conflicts"));
    studio.click("Take all theirs");
    assert_eq!(name_of(&studio, "n3"), "Sleep");
    assert!(studio.front(|document| document.document().conflicts.is_empty()));
}

#[test]
fn conflicts_of_a_file_are_problems_until_they_are_resolved() {
    let mut studio = Studio::empty();
    let conflict = r#""merge_conflicts": [{"kind": "both_changed", "node": "n2", "field": "name", "theirs": "Yell"}], "root""#;
    let path = studio.write("merged.bt.json", BASE.replace("\"root\"", conflict));
    studio.open(&path);
    // The list opens by itself.
    assert!(studio.shows("1 unresolved conflict"));
    assert_eq!(studio.front(|document| document.diagnostics().len()), 1);
    studio.keys("Shift+F8");
    assert_eq!(studio.selected(), "n2");
    studio.click("Take theirs: Shout: name changed in both");
    assert_eq!(name_of(&studio, "n2"), "Yell");
    assert!(studio.front(|document| document.diagnostics().is_empty()));
    studio.keys("Ctrl+S");
    let saved = fs::read_to_string(&path).unwrap();
    assert!(!saved.contains("merge_conflicts"), "{saved}");
}

#[test]
fn differences_with_the_disk_are_seen_before_deciding() {
    let mut studio = opened();
    rename(&mut studio, "n2", "Call");
    change_on_disk(&mut studio, "Rest", "Sleep");
    studio.click("Compare");
    assert!(!studio.shows("Changed on disk"));
    assert!(studio.shows("name: on disk: Shout   ·   in the editor: Call (changed in ours)"));
    assert!(studio.shows("name: on disk: Sleep   ·   in the editor: Rest (changed in theirs)"));
    assert_eq!(
        name_of(&studio, "n3"),
        "Rest",
        "no conflict is resolved yet"
    );
    studio.click("Merge both");
    assert_eq!(name_of(&studio, "n3"), "Sleep");
    assert!(studio.shows("name: Shout → Call"));
    assert!(!studio.shows_part("Sleep   ·   in the editor"));
    assert!(!studio.shows("Merge both"));
}

#[test]
fn a_version_replaced_by_a_save_can_be_compared_and_restored() {
    let mut studio = opened();
    let before = studio.document();
    rename(&mut studio, "n3", "Pause");
    studio.keys("Ctrl+S");
    let saved = studio.document();
    run(&mut studio, "Earlier versions");
    studio.must_show(&["changes 1 node"]);
    studio.click("Compare: just now");
    assert!(studio.shows_part("version replaced just now"));
    studio.click("Restore this version");
    assert_eq!(studio.document(), before);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), saved);

    run(&mut studio, "Earlier versions");
    studio.steps(2);
    studio.keys("Escape");
    studio.steps(1);
    assert!(!studio.shows("Restore: just now"));
    run(&mut studio, "Earlier versions");
    studio.click("Restore: just now");
    studio.must_say("Restored a version");
    assert_eq!(studio.document(), before);
    let text = studio.read("tree.bt.json");
    assert!(text.contains("Pause"), "the file is unchanged until saving");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), saved);
}

/// A file of BehaviorTree.CPP, whose nodes have no ids.
const ROBOT: &str = r#"<root BTCPP_format="4">
  <BehaviorTree ID="Main">
    <Sequence name="work">
      <Walk goal="1"/>
      <Grasp _skipIf="holding"/>
      <Walk goal="2"/>
    </Sequence>
  </BehaviorTree>
</root>
"#;

#[test]
fn files_of_other_tools_are_compared_by_meaning() {
    let studio = Studio::empty();
    let (old, new) = (studio.path("old.xml"), studio.path("new.xml"));
    fs::write(&old, ROBOT).unwrap();
    let more = ROBOT.replace("      <Grasp", "      <Look />\n\n      <Grasp");
    fs::write(&new, more).unwrap();
    let mut studio = studio.started_again(&[new]);
    let counted = |studio: &Studio| {
        assert!(studio.shows("1 change"));
        assert!(!studio.shows_part("   changed") && !studio.shows_part("   moved"));
    };
    studio.menu_to("View > Versions > Compare with file…", &old);
    assert!(studio.shows("Changes since: old.xml"));
    assert!(
        studio.shows("Look work   added"),
        "{:?}",
        studio.labels_that_begin("Look")
    );
    counted(&studio);
    // Side by side works,
    run(&mut studio, "Side by side");
    counted(&studio);
    run(&mut studio, "Stop comparing");
    // Comparing with another tab does the same.
    studio.open(&old);
    run(&mut studio, "Compare with another tab");
    assert!(studio.shows("Look work   removed"));
    counted(&studio);
    // A file without a tree gives an error.
    let kinds = studio.write(
        "kinds.b3-setting",
        r#"[{"name": "Hunt", "type": "Action"}]"#,
    );
    studio.menu_to("View > Versions > Compare with file…", &kinds);
    assert!(studio.shows_part("it contains no tree"));
}

#[test]
fn a_comparison_with_the_saved_file_follows_each_save() {
    let mut studio = opened();
    rename(&mut studio, "n3", "Snooze");
    studio.keys("Ctrl+Shift+D");
    assert!(studio.shows("1 change"));
    studio.keys("Ctrl+S");
    assert!(studio.shows("No meaningful differences"));
    // After undo, there are changes since the last save.
    studio.keys("Ctrl+Z");
    assert!(studio.shows("1 change"));
}

#[test]
fn a_broken_file_is_not_compared_by_its_earlier_content() {
    let mut studio = opened();
    rename(&mut studio, "n3", "Snooze");
    studio.keys("Ctrl+Shift+D Ctrl+Shift+B");
    change_on_disk(&mut studio, "{", "{ broken");
    assert!(!studio.shows("Compare"));
    studio.keys("Escape Ctrl+Shift+D");
    studio.steps(2);
    // There are no differences to show.
    assert!(!studio.shows_part("Saved file (newer)"));
    studio.must_say("tree.bt.json");
}
