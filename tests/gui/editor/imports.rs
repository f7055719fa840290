//! Opening files of other tools: what they become, what comes along, and the way back.

use std::fs;
use std::path::PathBuf;

use egui::{Key, Modifiers};
use treewright::workspace::open_document::OpenDocument;

use super::studio::Studio;

const HERO: &str = r#"{
  "custom": {},
  "export": true,
  "name": "hero",
  "root": {
    "children": [
      {
        "args": {
          "range": 5
        },
        "id": "2",
        "name": "Hunt",
        "uuid": "u2"
      },
      {
        "id": "3",
        "name": "Sequence",
        "path": "camp.json",
        "uuid": "u3"
      }
    ],
    "id": "1",
    "name": "Selector",
    "uuid": "u1"
  },
  "version": "2.2.0"
}"#;

const CAMP: &str =
    r#"{"name": "camp", "root": {"id": "1", "name": "Hunt", "uuid": "c1"}, "version": "2.2.0"}"#;

const KINDS: &str = r#"[{"name": "Hunt", "type": "Action", "desc": "Looks for prey", "args": [{"name": "range", "type": "int", "desc": "metres"}]}]"#;

/// A folder with a tree of behavior3 and all it needs, and the editor started on it.
fn on_hero() -> Studio {
    let studio = Studio::empty();
    for (name, text) in [
        ("trees/hero.json", HERO),
        ("trees/camp.json", CAMP),
        ("trees/node-config.b3-setting", KINDS),
        ("trees/game.b3-workspace", "{}"),
    ] {
        let path = studio.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    studio.started_again(&[studio.path("trees/hero.json")])
}

fn files(studio: &Studio) -> Vec<String> {
    let entries = fs::read_dir(studio.path("trees")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
    names.sort();
    names
}

#[test]
fn a_tree_of_another_tool_opens_with_its_kinds_and_says_what_is_only_kept() {
    let mut studio = on_hero();
    assert_eq!(studio.document().node_count(), 3);
    assert!(studio.shows("What came from another tool"));
    assert!(studio.shows("Nodes: 3"));
    assert!(studio.shows_part("export"));
    // Its task is one of the palette, with the help that its author wrote.
    studio.search("Search nodes", "Hunt");
    assert!(studio.shows("Hunt"));
    assert!(!studio.front(OpenDocument::is_dirty), "nothing was changed");
    assert_eq!(files(&studio).len(), 4, "opening writes nothing");
    // The same file again is the same document.
    let count = studio.count();
    studio.dialog_gives(&studio.path("trees/hero.json"));
    studio.press(Modifiers::COMMAND, Key::O);
    assert_eq!(studio.count(), count);
}

#[test]
fn it_runs_with_the_trees_that_it_refers_to() {
    let mut studio = on_hero();
    studio.key(Key::F10);
    assert!(
        studio.front(|front| front.run.is_some()),
        "{}",
        studio.notice()
    );
}

#[test]
fn saving_it_brings_what_it_needs_along() {
    let mut studio = on_hero();
    let target = studio.path("trees/hero.bt.json");
    studio.dialog_gives(&target);
    studio.press(Modifiers::COMMAND, Key::S);
    assert!(target.is_file(), "{}", studio.notice());
    assert_eq!(
        files(&studio),
        [
            "camp.bt.json",
            "camp.json",
            "game.b3-workspace",
            "hero.bt.json",
            "hero.json",
            "node-config.b3-setting",
            "node-config.tasks.json",
        ]
    );
    // What was saved stands on its own feet: the kinds are known and the other tree is found.
    let studio = studio.started_again(&[target]);
    let errors = studio.front(|front| front.diagnostics().to_vec());
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(
        !errors
            .iter()
            .any(|e| e.contains("no task") || e.contains("camp")),
        "{errors:?}"
    );
}

#[test]
fn what_was_not_edited_goes_back_byte_for_byte_and_an_edit_changes_its_own_part() {
    let mut studio = on_hero();
    let path = studio.path("trees/hero.json");
    studio.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    assert!(studio.notice().contains("hero.json"), "{}", studio.notice());
    assert_eq!(fs::read_to_string(&path).unwrap(), HERO);
    studio.front_select("u2");
    studio.fill("range", "7");
    studio.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    let after = fs::read_to_string(&path).unwrap();
    assert_eq!(after, HERO.replace("\"range\": 5", "\"range\": 7"));
}

#[test]
fn a_version_that_somebody_else_wrote_meanwhile_is_not_overwritten_unasked() {
    let mut studio = on_hero();
    let path = studio.path("trees/hero.json");
    fs::write(&path, "theirs").unwrap();
    studio.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    assert!(studio.shows("Format"), "the window asks what to do");
}

#[test]
fn unsaved_work_on_it_survives_a_crash_with_its_kinds() {
    let mut studio = on_hero();
    studio.front_select("u2");
    studio.fill("Name", "Wolf hunt");
    studio.steps(600);
    let studio = Studio::after_crash(studio.crash());
    let mut studio = studio;
    studio.click("Recover");
    assert!(
        studio.outline().contains("Wolf hunt"),
        "{}",
        studio.outline()
    );
    let unknown = studio.front(|front| {
        let mut problems = front.diagnostics().iter().map(ToString::to_string);
        problems.any(|problem| problem.contains("there is no task"))
    });
    assert!(!unknown, "its library came back with it");
}

#[test]
fn a_broken_file_says_where() {
    let studio = Studio::empty();
    let path: PathBuf = studio.path("broken.json");
    fs::write(&path, HERO.replace("\"id\": \"2\",", "\"id\": ,")).unwrap();
    let mut studio = studio.started_again(&[path]);
    studio.steps(2);
    assert!(
        studio.notice().contains("broken.json"),
        "{}",
        studio.notice()
    );
    assert!(
        studio.notice().contains("line 11"),
        "the line: {}",
        studio.notice()
    );
}

#[test]
fn long_names_do_not_cover_each_other_where_the_file_has_no_places() {
    let studio = Studio::empty();
    let child = |id: &str| {
        let name = format!("LooksForSomethingVeryFarAway{id}");
        format!(r#"{{"id": "{id}", "name": "{name}", "uuid": "u{id}"}}"#)
    };
    let children = ["2", "3", "4"].map(child).join(", ");
    let text = format!(
        r#"{{"name": "far", "version": "2.2.0", "root": {{"id": "1", "name": "Sequence", "uuid": "u1", "children": [{children}]}}}}"#
    );
    let path = studio.path("far.json");
    fs::write(&path, text).unwrap();
    let studio = studio.started_again(&[path]);
    let document = studio.document();
    let places = ["u2", "u3", "u4"].map(|id| document.node(&id.into()).unwrap().position.x);
    // A card with a title of this length is as wide as cards become.
    assert!(
        places.windows(2).all(|pair| pair[1] - pair[0] > 224),
        "{places:?}"
    );
    assert!(!studio.front(OpenDocument::is_dirty));
}

#[test]
fn substitution_rules_become_stand_ins_of_the_tree_in_front_in_one_step() {
    let mut studio = on_hero();
    let rules = studio.path("rules.json");
    fs::write(
        &rules,
        r#"{"TestNodeConfigs": {"Slow": {"async_delay": 500, "return_status": "FAILURE"}},
            "SubstitutionRules": {"Hu*": "Slow", "nobody": "Slow"}}"#,
    )
    .unwrap();
    let before = studio.document();
    studio.dialog_gives(&rules);
    studio.press(Modifiers::COMMAND, Key::O);
    assert!(
        studio.notice().contains("rules.json"),
        "{}",
        studio.notice()
    );
    let document = studio.document();
    let played = &document.node(&"u2".into()).unwrap().stand_in;
    assert!(played.as_ref().unwrap().to_string().contains("0.5"));
    assert!(studio.shows_part("nobody"), "what names nothing is said");
    studio.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(studio.document(), before);
}

#[test]
fn an_export_on_save_that_was_set_before_the_first_save_is_kept() {
    let mut studio = on_hero();
    let back = studio.path("trees/hero.json");
    studio.press(Modifiers::COMMAND, Key::E);
    studio.switch("Write it each time the tree is saved, and by “treewright watch”");
    studio.click("Export");
    studio.dialog_gives(&studio.path("trees/hero.bt.json"));
    studio.press(Modifiers::COMMAND, Key::S);
    let kept = fs::read_to_string(studio.path("trees/.treewright/exports.json")).unwrap();
    assert!(kept.contains("\"hero.json\""), "{kept}");
    studio.front_select("u2");
    studio.fill("range", "9");
    studio.press(Modifiers::COMMAND, Key::S);
    assert!(fs::read_to_string(&back).unwrap().contains("\"range\": 9"));
}
