//! Opening files of other tools: the resulting documents, files that come with them, and export back.

use std::fs;
use std::path::PathBuf;

use treewright_core::diagnostic::Severity;

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

/// A folder with a tree of behavior3 and all that it needs, and the editor started on it.
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
fn a_tree_of_another_tool_opens_with_its_node_types_and_import_notes() {
    let mut studio = on_hero();
    assert_eq!(studio.document().node_count(), 3);
    studio.must_show(&["Import notes", "Nodes: 3"]);
    assert!(studio.shows_part("export"));
    // Its task is in the palette, with the help text of its author.
    studio.search("Search nodes", "Hunt");
    assert!(studio.shows("Nodes: Hunt"));
    assert!(!studio.is_dirty(), "nothing is unsaved");
    assert_eq!(files(&studio).len(), 4, "opening writes nothing");
    // The same file again is the same document.
    let count = studio.count();
    studio.open(&studio.path("trees/hero.json"));
    assert_eq!(studio.count(), count);
}

#[test]
fn an_imported_tree_runs_with_the_trees_that_it_refers_to() {
    let mut studio = on_hero();
    studio.keys("F10");
    assert!(studio.has_run(), "{}", studio.notice());
}

#[test]
fn saving_an_imported_tree_also_writes_the_files_that_it_needs() {
    let mut studio = on_hero();
    let target = studio.path("trees/hero.bt.json");
    studio.save_as(&target);
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
    // The saved files are self-contained: node types are known and the other tree is found.
    let studio = studio.started_again(&[target]);
    let errors = studio.front(|front| front.diagnostics().to_vec());
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert!(
        !errors
            .iter()
            .any(|e| e.contains("unknown node type") || e.contains("camp")),
        "{errors:?}"
    );
}

#[test]
fn an_existing_file_is_kept_and_reported_when_it_blocks_an_accompanying_file() {
    let mut studio = on_hero();
    let text = r#"{"format": "treewright.tasks", "version": 1, "name": "Mine", "tasks": []}"#;
    let others = studio.write("trees/node-config.tasks.json", text);
    studio.save_as(&studio.path("trees/hero.bt.json"));
    assert_eq!(fs::read_to_string(&others).unwrap(), text);
    studio.must_say("without node-config.tasks.json");
}

#[test]
fn an_unedited_import_is_exported_byte_for_byte_and_an_edit_changes_only_its_part() {
    let mut studio = on_hero();
    studio.keys("Ctrl+Shift+E");
    studio.must_say("hero.json");
    assert_eq!(studio.read("trees/hero.json"), HERO);
    studio.front_select("u2");
    studio.fill("Range", "7");
    studio.keys("Ctrl+Shift+E");
    let after = studio.read("trees/hero.json");
    assert_eq!(after, HERO.replace("\"range\": 5", "\"range\": 7"));
}

#[test]
fn a_version_written_by_somebody_else_is_not_overwritten_without_a_question() {
    let mut studio = on_hero();
    let path = studio.write("trees/hero.json", "theirs");
    studio.keys("Ctrl+Shift+E");
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    assert!(studio.shows("Format"), "the window asks what to do");
}

#[test]
fn unsaved_work_on_an_import_survives_a_crash_with_its_node_types() {
    let mut studio = on_hero();
    studio.front_select("u2");
    studio.fill("Name", "Wolf hunt");
    let mut studio = Studio::after_crash(studio.crash_later());
    studio.click("Restore: hero");
    assert!(
        studio.outline().contains("Wolf hunt"),
        "{}",
        studio.outline()
    );
    let unknown = studio.front(|front| {
        let mut problems = front.diagnostics().iter().map(ToString::to_string);
        problems.any(|problem| problem.contains("unknown node type"))
    });
    assert!(!unknown, "its library is restored with it");
}

#[test]
fn a_broken_file_reports_the_position_of_the_error() {
    let studio = Studio::empty();
    let path: PathBuf = studio.path("broken.json");
    fs::write(&path, HERO.replace("\"id\": \"2\",", "\"id\": ,")).unwrap();
    let mut studio = studio.started_again(&[path]);
    studio.steps(2);
    studio.must_say("broken.json");
    assert!(
        studio.notice().contains("line 11"),
        "the line: {}",
        studio.notice()
    );
}

#[test]
fn cards_with_long_names_do_not_overlap_if_the_file_has_no_positions() {
    let studio = Studio::empty();
    let child = |id: &str| {
        let name = format!("LooksForSomethingVeryFarAway{id}");
        format!(r#"{{"id": "{id}", "name": "{name}", "uuid": "u{id}"}}"#)
    };
    let children = ["2", "3", "4"].map(child).join(", ");
    let text = format!(
        r#"{{"name": "far", "version": "2.2.0", "root": {{"id": "1", "name": "Sequence", "uuid": "u1", "children": [{children}]}}}}"#
    );
    let path = studio.write("far.json", text);
    let studio = studio.started_again(&[path]);
    let document = studio.document();
    let places = ["u2", "u3", "u4"].map(|id| document.node(&id.into()).unwrap().position.x);
    // A card with a title of this length has the maximum width.
    assert!(
        places.windows(2).all(|pair| pair[1] - pair[0] > 224),
        "{places:?}"
    );
    assert!(!studio.is_dirty());
}

#[test]
fn substitution_rules_become_stand_ins_of_the_active_tree_in_one_step() {
    let mut studio = on_hero();
    let rules = studio.path("rules.json");
    fs::write(
        &rules,
        r#"{"TestNodeConfigs": {"Slow": {"async_delay": 500, "return_status": "FAILURE"}},
            "SubstitutionRules": {"Hu*": "Slow", "nobody": "Slow"}}"#,
    )
    .unwrap();
    let before = studio.document();
    studio.open(&rules);
    studio.must_say("rules.json");
    let document = studio.document();
    let played = &document.node(&"u2".into()).unwrap().stand_in;
    assert!(played.as_ref().unwrap().to_string().contains("0.5"));
    assert!(
        studio.shows_part("nobody"),
        "a rule that matches nothing is reported"
    );
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
}

#[test]
fn an_export_on_save_set_up_before_the_first_save_is_kept() {
    let mut studio = on_hero();
    studio.keys("Ctrl+E");
    studio.switch("Write on each save, and by “treewright watch”");
    studio.click("Export");
    studio.save_as(&studio.path("trees/hero.bt.json"));
    let kept = studio.read("trees/.treewright/exports.json");
    assert!(kept.contains("\"hero.json\""), "{kept}");
    studio.front_select("u2");
    studio.fill("Range", "9");
    studio.keys("Ctrl+S");
    assert!(studio.read("trees/hero.json").contains("\"range\": 9"));
}

#[test]
fn libraries_of_included_files_are_saved_where_those_files_expect_them() {
    let include = |path: &str, body: &str| {
        format!(r#"<root BTCPP_format="4">{path}<BehaviorTree ID="{body}</BehaviorTree></root>"#)
    };
    let studio = Studio::empty();
    for (name, text) in [
        (
            "xml/main.xml",
            include(
                r#"<include path="arm/grasp.xml"/><include path="leg/walk.xml"/>"#,
                r#"Main"><Sequence><SubTree ID="Grasp"/><SubTree ID="Walk"/></Sequence>"#,
            ),
        ),
        (
            "xml/arm/grasp.xml",
            include("", r#"Grasp"><CloseGripper/>"#),
        ),
        (
            "xml/leg/walk.xml",
            include(
                r#"<include path="../arm/grasp.xml"/>"#,
                r#"Walk"><Sequence><Step/><SubTree ID="Grasp"/></Sequence>"#,
            ),
        ),
    ] {
        let path = studio.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let mut studio = studio.started_again(&[studio.path("xml/main.xml")]);
    let own = studio.path("own/robot.bt.json");
    fs::create_dir_all(own.parent().unwrap()).unwrap();
    studio.save_as(&own);
    for made in [
        "robot.bt.json",
        "arm/grasp.bt.json",
        "arm/grasp.tasks.json",
        "leg/walk.bt.json",
        "leg/walk.tasks.json",
    ] {
        assert!(studio.path("own").join(made).is_file(), "{made}");
    }
    let beside = fs::read_dir(studio.path("own")).unwrap();
    let stray = beside.filter(|entry| {
        let name = entry.as_ref().unwrap().file_name();
        name.to_string_lossy().ends_with(".tasks.json")
    });
    assert_eq!(
        stray.count(),
        0,
        "no library is written to an unused location"
    );
    // Each file finds its node types when it is opened alone.
    for part in ["arm/grasp.bt.json", "leg/walk.bt.json", "robot.bt.json"] {
        studio.open(&studio.path("own").join(part));
        let unknown = studio.front(|open| {
            let problems = open.diagnostics().iter();
            let unknown = problems.filter(|found| found.problem.code() == "unknown_task");
            unknown.count()
        });
        assert_eq!(unknown, 0, "{part}");
    }
}

/// A tree with two errors that the reader does not report, and a node that is only kept for export.
const ODD: &str = r#"<root BTCPP_format="4" main_tree_to_execute="Odd"><BehaviorTree ID="Odd">
  <Sequence name="top"><Inverter name="alone"/><Walk _skipIf="a_key_with_a_long_name_that_says_what_it_is_for == another_key_with_a_long_name_that_does_not_fit_into_one_line" name="walk"/><Nobody/></Sequence>
  </BehaviorTree><TreeNodesModel><Action ID="Walk"/></TreeNodesModel></root>"#;

#[test]
fn the_import_report_counts_problems_and_leads_to_them() {
    let studio = Studio::empty();
    let file = studio.write("odd.xml", ODD);
    let mut studio = studio.started_again(&[file]);
    let counted = studio.labels_that_begin("Also 1 error");
    let counted = counted.iter().find(|text| text.contains("see Problems"));
    let counted = counted.expect("the report counts the problems").clone();
    let errors = studio.front(|front| front.count_problems(Severity::Error));
    assert_eq!(errors, 1, "{counted}");
    assert!(!studio.shows("Show errors"), "the report panel is in front");
    // The whole line is visible, below the tree and not over it.
    let line = studio.labels_that_begin("walk: ");
    assert!(line[0].contains("does_not_fit_into_one_line"), "{line:?}");
    let row = studio.get(&line[0]).rect();
    assert!(row.height() > 30.0, "the row takes several lines: {row:?}");
    // Clicking the line selects the node; the button opens the problems.
    studio.click(&line[0]);
    let selected = studio.front(|front| front.selection().primary().cloned());
    assert_eq!(selected, Some(studio.id("walk")));
    studio.click(&counted);
    assert!(studio.shows("Show errors"));
    assert!(studio.labels_that_begin("walk: ").is_empty());
}

#[test]
fn a_file_without_a_tree_says_so_and_offers_neighboring_trees() {
    let studio = on_hero();
    let mark = studio.path("trees/game.b3-workspace");
    let mut studio = studio.started_again(&[mark]);
    // Its folder is searched meanwhile.
    studio.wait_for("No tree in this file");
    assert!(studio.shows_part("“game.b3-workspace” marks a behavior3 project folder"));
    assert!(studio.shows("camp.json"));
    studio.click("hero.json");
    assert!(!studio.shows("No tree in this file"));
    assert_eq!(studio.document().node_count(), 3);
    studio.must_say("hero.json");
}

#[test]
fn a_file_with_only_node_types_becomes_a_new_tree_with_them() {
    let studio = Studio::empty();
    let models = studio.path("models.xml");
    let tree = studio.path("door.xml");
    let text = r#"<root BTCPP_format="4"><TreeNodesModel><Action ID="Knock"/><Action ID="Ring"/></TreeNodesModel></root>"#;
    fs::write(&models, text).unwrap();
    fs::write(&tree, ODD).unwrap();
    let mut studio = studio.started_again(&[models]);
    assert!(studio.shows_part("“models.xml” contains a task library (2 node types)"));
    assert!(studio.shows("door.xml"));
    studio.click("New tree");
    assert_eq!(studio.document().node_count(), 0);
    studio.search("Search nodes", "Knock");
    assert!(studio.shows("Nodes: Knock"));
}
