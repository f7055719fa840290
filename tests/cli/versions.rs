//! `treewright diff` and `treewright merge` of versions of a tree.

use super::harness::{Folder, GUARD, MustHold as _, assert_holds};

/// The guard with parts of its text replaced.
pub fn guard(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(GUARD.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

/// A branch before the alarm.
pub const ADDED: (&str, &str) = (
    "\"children\": [\"n2\", \"n5\"],\n      \"x\": 180, \"y\": 0\n    },",
    "\"children\": [\"n6\", \"n2\", \"n5\"],\n      \"x\": 180, \"y\": 0\n    },
    {\"id\": \"n6\", \"task\": \"Sequence\", \"name\": \"Greet\", \"children\": [\"n7\"]},
    {\"id\": \"n7\", \"task\": \"Log\", \"parameters\": {\"text\": \"Hello\"}},",
);
pub const ASKS_LATER: (&str, &str) = ("\"name\": \"Chase\"", "\"name\": \"Run after\"");

fn versions(ours: &[(&str, &str)], theirs: &[(&str, &str)]) -> Folder {
    Folder::new()
        .with("base.bt.json", GUARD)
        .with("ours.bt.json", guard(ours))
        .with("theirs.bt.json", guard(theirs))
}

#[test]
fn formatting_of_a_tree_is_no_difference() {
    let folder = Folder::with_guard().with("s.bt.json", GUARD.replace('\n', ""));
    let ended = folder.works("diff guard.bt.json s.bt.json");
    assert_eq!(ended.out, "no differences\n");
}

#[test]
fn differences_have_the_path_to_the_node() {
    let folder = versions(
        &[
            ADDED,
            ASKS_LATER,
            ("\"initial\": false", "\"initial\": true"),
            ("\"x\": -120", "\"x\": -90"),
        ],
        &[],
    );
    let ended = folder.finds("diff base.bt.json ours.bt.json");
    assert_eq!(
        ended.out,
        "2 added, 2 changed, 1 moved or restyled on the canvas only
added   Selector › Greet (Sequence n6)
          Log (n7)
changed Selector › Alarm › Run after (Stand-in n4)
          name: \"Chase\" → \"Run after\"
changed variable `seen`
          type and initial value: bool false → bool true
"
    );
    let back = folder.finds("diff ours.bt.json base.bt.json --layout");
    back.out_holds("2 removed, 2 changed + removed Selector › Greet (Sequence n6)");
    back.out_holds("position: -90, 280 → -120, 280");
}

#[test]
fn a_moved_node_has_both_places() {
    let moved = [
        ("\"children\": [\"n2\", \"n5\"]", "\"children\": [\"n2\"]"),
        (
            "\"children\": [\"n3\", \"n4\"]",
            "\"children\": [\"n3\", \"n4\", \"n5\"]",
        ),
    ];
    let folder = versions(&moved, &[("[\"n3\", \"n4\"]", "[\"n4\", \"n3\"]")]);
    let ended = folder.finds("diff base.bt.json ours.bt.json");
    assert_eq!(
        ended.out,
        "1 moved
moved   Selector › Alarm › Patrol (Stand-in n5)
          parent: child 2 of Selector (n1) → child 3 of Alarm (n2)
"
    );
    let reordered = folder.finds("diff base.bt.json theirs.bt.json");
    reordered.out_holds("1 moved + child 1 of Alarm + child 2 of Alarm");
}

#[test]
fn json_has_the_same_differences() {
    let folder = versions(&[ASKS_LATER], &[]);
    let json = folder.json(1, "diff base.bt.json ours.bt.json");
    let only = &json["differences"][0];
    assert_eq!(json["differences"].as_array().unwrap().len(), 1);
    assert_eq!(only["kind"], "changed");
    assert_eq!(only["node"], "n4");
    assert_eq!(only["field"], "name");
    assert_eq!(
        only["way"],
        serde_json::json!(["Selector", "Alarm", "Run after"])
    );
    assert_eq!(only["old"], "Chase");
    assert_eq!(only["new"], "Run after");
    assert_eq!(only["layout"], false);
}

#[test]
fn json_has_values_as_in_files() {
    let changes = [
        ADDED,
        ("\"initial\": false", "\"initial\": true"),
        ("\"x\": -120, \"y\": 280", "\"x\": -90, \"y\": 280"),
        ("[\"n3\", \"n4\"]", "[\"n4\", \"n3\"]"),
    ];
    let folder = versions(&changes, &[]);
    let json = folder.json(1, "diff base.bt.json ours.bt.json");
    let found = json["differences"].as_array().unwrap();
    let of = |field: &str| {
        let found = found.iter().find(|found| found["field"] == field);
        found.map(|found| (&found["old"], &found["new"]))
    };
    let typed = |initial| serde_json::json!({"type": "bool", "initial": initial});
    assert_eq!(of("initial"), Some((&typed(false), &typed(true))));
    let (old, new) = of("position").unwrap();
    assert_eq!(
        (old, new),
        (
            &serde_json::json!([-120, 280]),
            &serde_json::json!([-90, 280])
        )
    );
    let (old, new) = of("place").unwrap();
    assert_eq!(old["below"], "n2");
    assert_eq!(new["below"], "n2");
    assert_ne!(old["index"], new["index"]);
    // Added and removed things have no values, only a kind.
    let (old, new) = of("presence").unwrap();
    assert!(old.is_null() && new.is_null());
}

#[test]
fn files_that_are_not_trees_cannot_be_compared_or_merged() {
    let folder = Folder::with_guard().with("x.bt.json", "{");
    for arguments in [
        "diff guard.bt.json x.bt.json",
        "diff nowhere.bt.json guard.bt.json",
        "merge guard.bt.json guard.bt.json x.bt.json",
    ] {
        let ended = folder.refuses(arguments);
        assert_eq!(ended.out, "");
        assert_ne!(ended.err, "");
    }
}

/// The places of these nodes in a tree.
fn places(text: &str, ids: &[&str]) -> Vec<(i64, i64)> {
    let tree: serde_json::Value = serde_json::from_str(text).unwrap();
    let nodes = tree["nodes"].as_array().unwrap();
    let place = |id: &&str| {
        let node = nodes.iter().find(|node| node["id"] == **id).unwrap();
        (node["x"].as_i64().unwrap(), node["y"].as_i64().unwrap())
    };
    ids.iter().map(place).collect()
}

#[test]
fn a_merge_puts_nodes_without_a_position_beside_their_siblings() {
    let added = GUARD.replace(
        "\"children\": [\"n3\", \"n4\"]",
        "\"children\": [\"n3\", \"new\", \"n4\"]",
    );
    let new = "\"nodes\": [\n    {\"id\": \"new\", \"task\": \"Idle\"},";
    let added = added.replace("\"nodes\": [", new);
    let has_no_position = |line: &&str| !line.contains("\"x\":");
    let bare: String = added.lines().filter(has_no_position).collect();
    let bare = bare.replace(",    }", "    }");
    let moved = GUARD.replace("\"y\": ", "\"y\": 1");
    for (ours, theirs) in [(GUARD, &added), (GUARD, &bare), (&moved, &added)] {
        let folder = Folder::with_guard()
            .with("ours.bt.json", ours)
            .with("theirs.bt.json", theirs);
        folder.works("merge guard.bt.json ours.bt.json theirs.bt.json -o out.bt.json");
        let text = folder.read("out.bt.json");
        let row = places(&text, &["n3", "new", "n4"]);
        assert!(row.windows(2).all(|pair| pair[0].1 == pair[1].1), "{row:?}");
        assert!(
            row.windows(2).all(|pair| pair[1].0 - pair[0].0 >= 112),
            "{row:?}"
        );
        assert_eq!(places(&text, &["n1"]), places(ours, &["n1"]));
    }
}

#[test]
fn an_empty_side_of_a_merge_is_an_error() {
    let folder = Folder::with_guard().with("empty.bt.json", "");
    for arguments in [
        "merge guard.bt.json guard.bt.json empty.bt.json -o out.bt.json",
        "merge guard.bt.json empty.bt.json guard.bt.json -o out.bt.json",
    ] {
        let ended = folder.refuses(arguments);
        assert_holds(&ended.err, &["empty.bt.json", "the file is empty"]);
        assert!(!folder.path("out.bt.json").exists());
    }
    // A tree that both added has no base.
    folder.works("merge empty.bt.json guard.bt.json guard.bt.json");
}

#[test]
fn edits_of_different_branches_merge_without_conflict() {
    let folder = versions(
        &[ADDED],
        &[ASKS_LATER, ("\"mode\": \"Ask\"", "\"mode\": \"Success\"")],
    );
    let ended = folder.works("merge base.bt.json ours.bt.json theirs.bt.json -o out.bt.json");
    assert_holds(&ended.out, &["merged without conflicts"]);
    let merged = folder.read("out.bt.json");
    merged.must_hold("\"Greet\" + \"Run after\" + \"mode\": \"Success\"");
    assert!(!merged.contains("merge_conflicts"));
    folder.works("fmt --check out.bt.json");
    // Without -o, standard output is the tree, and notes are on standard error.
    let ended = folder.works("merge base.bt.json ours.bt.json theirs.bt.json");
    assert_eq!(ended.out, merged);
    assert_holds(&ended.err, &["merged without conflicts"]);
}

#[test]
fn two_new_nodes_with_one_id_are_both_kept() {
    let other = (
        ADDED.0,
        ADDED.1.replace("Greet", "Wave").replace("Hello", "Bye"),
    );
    let folder = versions(&[ADDED], &[(other.0, &other.1)]);
    let ended = folder.works("merge base.bt.json ours.bt.json theirs.bt.json -o out.bt.json");
    assert_holds(&ended.out, &["both versions added a node n6", "n8"]);
    folder
        .read("out.bt.json")
        .must_hold("Greet + Wave + Hello + Bye");
}

#[test]
fn a_conflict_remains_in_a_usable_tree() {
    let folder = versions(
        &[("\"name\": \"Chase\"", "\"name\": \"Hunt\"")],
        &[ASKS_LATER],
    );
    let arguments = "merge base.bt.json ours.bt.json theirs.bt.json -o out.bt.json";
    let ended = folder.finds(arguments);
    ended.out_holds("node n4 Hunt: name changed in both + \"Hunt\" + \"Run after\"");
    ended.out_holds("1 unresolved conflict");
    let merged = folder.read("out.bt.json");
    assert_holds(&merged, &["\"name\": \"Hunt\"", "merge_conflicts"]);
    // The result can be read and run, and `check` reports the conflicts.
    folder.finds("check out.bt.json => unresolved merge conflict + both changed its name");
    folder.works("fmt --check out.bt.json");
    let json = folder.json(1, arguments);
    assert_eq!(json["conflicts"][0]["node"], "n4");
    assert_eq!(json["conflicts"][0]["field"], "name");
}

#[test]
fn a_tree_with_conflicts_is_not_exported_for_a_game() {
    let folder = versions(
        &[ASKS_LATER],
        &[("\"name\": \"Chase\"", "\"name\": \"Hunt\"")],
    );
    folder.finds("merge base.bt.json ours.bt.json theirs.bt.json -o merged.bt.json");
    for format in ["game", "rust", "behavior3", "save-json"] {
        let ended = folder.finds(&format!("export merged.bt.json --to {format} -o out/"));
        assert_holds(&ended.err, &["n4 “Run after”", "unresolved merge conflict"]);
    }
    assert!(!folder.path("out").exists());
    let ended = folder.works("export merged.bt.json --to dot -o out/");
    assert_holds(&ended.err, &["drawn as in ours: 1"]);
    assert_holds(&folder.read("out/merged.dot"), &["Run after"]);
}

#[test]
fn a_use_of_a_variable_that_the_other_side_renamed_follows_without_a_conflict() {
    let renames = [
        ("\"name\": \"seen\"", "\"name\": \"noticed\""),
        ("{\"var\": \"seen\"}", "{\"var\": \"noticed\"}"),
    ];
    let uses = ADDED.1.replace("\"Hello\"", "{\"var\": \"seen\"}");
    let folder = versions(&renames, &[(ADDED.0, &uses)]);
    let arguments = "merge base.bt.json ours.bt.json theirs.bt.json -o out.bt.json";
    let ended = folder.finds(arguments);
    // The text of n7 follows the rename; a bool never was a text.
    ended.out_holds("new error: node n7 + `noticed` + (in neither version)");
    ended.out_holds("merged without conflicts, but with new errors");
    // The result is written, and nothing of either side is lost.
    let merged = folder.read("out.bt.json");
    assert_holds(&merged, &["Greet", "\"text\": {\"var\": \"noticed\"}"]);
    assert!(!merged.contains("\"seen\""), "{merged}");
    let json = folder.json(1, arguments);
    assert_eq!(json["misfits"].as_array().unwrap().len(), 1);
    // Errors that ours already had are not reported.
    let broken = [("{\"var\": \"seen\"}", "{\"var\": \"sen\"}")];
    let folder = versions(&broken, &[ADDED]);
    let ended = folder.works(arguments);
    assert_holds(&ended.out, &["merged without conflicts"]);
}
