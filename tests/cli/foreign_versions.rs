//! `treewright diff` and `treewright merge` of other tools' files.

use super::harness::{Folder, MustHold as _, assert_holds};

const ROBOT: &str = r#"<?xml version="1.0"?>
<root BTCPP_format="4">
  <BehaviorTree ID="Main">
    <Sequence name="work">
      <Walk goal="1" speed="2.50"/>
      <Grasp _skipIf="holding"/>
      <Walk goal="2"/>
    </Sequence>
  </BehaviorTree>
</root>
"#;

const HERO: &str = r#"{
  "custom": {
  },
  "export": true,
  "name": "hero",
  "root": {
    "children": [
      {
        "args": {
          "range": 5
        },
        "debug": true,
        "id": "2",
        "name": "Hunt",
        "uuid": "u2"
      },
      {
        "id": "3",
        "name": "Rest",
        "uuid": "u3"
      }
    ],
    "id": "1",
    "name": "Selector",
    "uuid": "u1"
  },
  "version": "2.2.0"
}"#;

/// A text with parts of it replaced.
fn with(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

#[test]
fn formatting_is_no_difference() {
    let folder = Folder::new()
        .with("robot.xml", ROBOT)
        .with(
            "other.xml",
            with(
                ROBOT,
                &[
                    (
                        "<Walk goal=\"1\" speed=\"2.50\"/>",
                        "<Walk   speed=\"2.50\"\n goal='1' ></Walk>",
                    ),
                    ("    <Sequence", "\t<Sequence"),
                    ("<?xml version=\"1.0\"?>\n", ""),
                ],
            ),
        )
        .with("hero.json", HERO)
        .with("minified.json", HERO.replace(['\n', ' '], ""));
    for files in ["robot.xml other.xml", "hero.json minified.json"] {
        let ended = folder.works(&format!("diff {files}"));
        assert_eq!(ended.out, "no differences\n", "{files}");
    }
}

#[test]
fn nodes_without_ids_are_matched_by_position_and_type() {
    let inserted = ("      <Grasp", "      <Look/>\n      <Grasp");
    let folder = Folder::new().with("old.xml", ROBOT).with(
        "new.xml",
        with(
            ROBOT,
            &[
                inserted,
                ("goal=\"2\"", "goal=\"3\""),
                ("\"holding\"", "\"full\""),
            ],
        ),
    );
    let ended = folder.finds("diff old.xml new.xml");
    assert_eq!(
        ended.out,
        "1 added, 2 changed
added   work › Look (n6)
changed work › Grasp (n3)
          field _skipIf: \"holding\" → \"full\"
changed work › Walk (n4)
          Goal: 2 → 3
"
    );
    // A tree that was imported from such a file can be compared with it.
    folder.works("import old.xml -o own");
    folder.works("diff own/old.bt.json old.xml");
    folder
        .finds("diff own/old.bt.json new.xml")
        .out
        .must_hold("1 added, 2 changed");
}

#[test]
fn fields_of_the_other_tool_are_named() {
    let folder = Folder::new().with("old.json", HERO).with(
        "new.json",
        with(
            HERO,
            &[
                ("\"debug\": true,", ""),
                ("\"export\": true", "\"export\": false"),
                (": 5", ": 6"),
            ],
        ),
    );
    let json = folder.json(1, "diff old.json new.json");
    let told = json["differences"].as_array().unwrap().iter().map(|found| {
        let name = found["parameter"].as_str().unwrap();
        format!("{} {name}", found["field"].as_str().unwrap())
    });
    let told: Vec<String> = told.collect();
    assert_eq!(told, ["extra export", "parameter range", "extra debug"]);
}

#[test]
fn an_export_is_compared_with_its_tree_by_ids() {
    let folder = Folder::new().with("hero.json", HERO);
    // Its tasks are declared by their uses.
    folder.works("import hero.json -o own");
    let own = folder.read("own/hero.bt.json");
    let folder = folder.with("own/hero.bt.json", with(&own, &[("\"Rest\"", "\"Sleep\"")]));
    let ended = folder.finds("diff hero.json own/hero.bt.json");
    ended.out_holds("1 changed\n + (u3) + node type: \"Rest\" → \"Sleep\"");
}

#[cfg(feature = "gui")]
#[test]
fn both_versions_of_such_a_file_are_drawn() {
    let folder = Folder::new()
        .with("old.xml", ROBOT)
        .with("new.xml", with(ROBOT, &[("goal=\"2\"", "goal=\"3\"")]));
    folder.finds("diff old.xml new.xml --picture d.svg");
    assert_holds(&folder.read("d.svg"), &["Old: old.xml", "Grasp"]);
}

#[test]
fn files_with_node_ids_are_merged_and_keep_their_format() {
    let ours = with(HERO, &[(": 5", ": 6"), ("\"Rest\"", "\"Sleep\"")]);
    let added = "      {\n        \"id\": \"4\",\n        \"name\": \"Flee\",\n        \"uuid\": \"u4\"\n      },\n";
    let theirs = with(
        HERO,
        &[
            (
                "      {\n        \"id\": \"3\"",
                &format!("{added}      {{\n        \"id\": \"3\""),
            ),
            ("\"export\": true", "\"export\": false"),
        ],
    );
    let folder = Folder::new()
        .with("base.json", HERO)
        .with("ours.json", &ours)
        .with("theirs.json", &theirs);
    let ended = folder.works("merge base.json ours.json theirs.json -o merged.json");
    assert_holds(&ended.out, &["merged without conflicts"]);
    let both = with(&theirs, &[(": 5", ": 6"), ("\"Rest\"", "\"Sleep\"")]);
    assert_eq!(folder.read("merged.json"), both);
    // The same with the terminal as output, and with the sides exchanged.
    let ended = folder.works("merge base.json theirs.json ours.json");
    assert_eq!(ended.out, both);
    // Such a file cannot store conflicts.
    let folder = folder.with("theirs.json", with(HERO, &[(": 5", ": 7")]));
    let ended = folder.finds("merge base.json ours.json theirs.json -o other.json");
    assert_holds(
        &ended.out,
        &["u2 Hunt", "Range changed in both", "nothing was written"],
    );
    assert!(!folder.path("other.json").exists());
    let ended = folder.refuses("merge base.json ours.json theirs.json -o merged.bt.json");
    assert_holds(
        &ended.err,
        &["but the name of the merged file has another", ".json"],
    );
    assert!(!folder.path("merged.bt.json").exists());
}

#[test]
fn files_without_node_ids_are_not_merged() {
    let folder = Folder::new()
        .with("base.xml", ROBOT)
        .with("ours.xml", with(ROBOT, &[("goal=\"1\"", "goal=\"5\"")]))
        .with("theirs.xml", ROBOT)
        .with("hero.json", HERO);
    let ended = folder.refuses("merge base.xml ours.xml theirs.xml -o merged.xml");
    ended.err_holds("no ids + treewright import + git merge-file");
    assert!(!folder.path("merged.xml").exists());
    let ended = folder.refuses("merge base.xml ours.xml hero.json -o merged.xml");
    assert_holds(&ended.err, &["different formats", "treewright import"]);
    let mixed = HERO.replace("\"uuid\": \"u3\"", "\"group\": []");
    let folder = folder.with("mixed.json", mixed);
    folder.refuses("merge mixed.json mixed.json hero.json -o merged.json => no ids");
}

#[test]
fn a_false_or_empty_field_differs_from_a_missing_one() {
    let base = with(HERO, &[("  \"export\": true,\n", "")]);
    let theirs = with(HERO, &[("\"export\": true", "\"export\": false")]);
    let saved = r#"[{"children":[],"data":{"node":"Wait","desc":"x"},"type":"Wait","speed":1}]"#;
    let folder = Folder::new()
        .with("base.json", &base)
        .with("ours.json", with(&base, &[(": 5", ": 6")]))
        .with("theirs.json", &theirs)
        .with(
            "plain.json",
            with(HERO, &[("        \"debug\": true,\n", "")]),
        )
        .with(
            "off.json",
            with(HERO, &[("\"debug\": true", "\"debug\": false")]),
        )
        .with("saved.json", saved)
        .with(
            "other.json",
            with(
                saved,
                &[(
                    "\"speed\":1",
                    "\"enabled\":false,\"tag\":\"\",\"more\":[],\"speed\":1",
                )],
            ),
        );
    folder.works("merge base.json ours.json theirs.json -o merged.json");
    let both = with(&theirs, &[(": 5", ": 6")]);
    assert_eq!(folder.read("merged.json"), both);
    folder.finds("diff saved.json other.json => field enabled + field tag + field more");
    // A missing field equals its default in the format.
    let ended = folder.works("diff plain.json off.json");
    assert_eq!(ended.out, "no differences\n");
}

#[test]
fn versions_of_different_formats_are_each_compared_by_the_rules_of_their_format() {
    let tree = r#"<root BTCPP_format="4"><BehaviorTree ID="hero"><Selector><Hunt/></Selector></BehaviorTree></root>"#;
    let folder = Folder::new().with("a.xml", tree).with("b.json", HERO);
    for files in ["a.xml b.json", "b.json a.xml"] {
        let json = folder.json(1, &format!("diff {files}"));
        let told = json["differences"].as_array().unwrap();
        let kept = told
            .iter()
            .filter_map(|found| found["parameter"].as_str())
            .filter(|name| matches!(*name, "behavior3" | "btcpp"));
        assert_eq!(kept.count(), 0, "{files}: {json}");
    }
}
