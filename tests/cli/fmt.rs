//! `treewright fmt` and `treewright new`.

use super::harness::{Folder, GUARD, MustHold as _, assert_holds};

#[test]
fn a_canonical_file_is_unchanged() {
    let folder = Folder::with_guard();
    let ended = folder.works("fmt --check guard.bt.json");
    assert_eq!(ended.out, "");
    folder.works("fmt guard.bt.json");
    assert_eq!(folder.read("guard.bt.json"), GUARD);
}

#[test]
fn another_form_is_reported_or_rewritten() {
    let squeezed: String = GUARD.lines().map(str::trim).collect();
    let folder = Folder::new().with("s.bt.json", &squeezed);
    folder.finds("fmt --check s.bt.json => s.bt.json + treewright fmt s.bt.json");
    assert_eq!(folder.read("s.bt.json"), squeezed, "--check writes nothing");
    folder.works("fmt s.bt.json");
    assert_eq!(folder.read("s.bt.json"), GUARD);
    assert_eq!(folder.names(), ["s.bt.json"], "nothing is left behind");
}

#[test]
fn a_node_without_a_position_is_placed_beside_its_siblings() {
    let half = GUARD.replace(",\n      \"x\": 360, \"y\": 140", "");
    assert_ne!(half, GUARD);
    let folder = Folder::new().with("half.bt.json", &half);
    folder.works("fmt half.bt.json");
    folder
        .read("half.bt.json")
        .must_hold("\"y\": 140\n    }\n  ]");
    folder.works("fmt --check half.bt.json");
    // Trees without any positions are laid out where they are shown.
    let lines = GUARD.lines().filter(|line| !line.contains("\"x\""));
    let none = lines.collect::<String>().replace(",    }", "    }");
    let folder = Folder::new().with("none.bt.json", &none);
    folder.works("fmt none.bt.json");
    let text = folder.read("none.bt.json");
    assert_eq!(text.matches("\"x\": 0, \"y\": 0").count(), 5);
}

#[test]
fn two_nodes_without_positions_throw_no_other_one_out_of_its_branch() {
    let example = include_str!("../../assets/examples/guard.bt.json");
    let mut tree: serde_json::Value = serde_json::from_str(example).unwrap();
    for node in tree["nodes"].as_array_mut().unwrap() {
        if ["In reach?", "Shout"].contains(&node["name"].as_str().unwrap()) {
            node.as_object_mut()
                .unwrap()
                .retain(|key, _| key != "x" && key != "y");
        }
    }
    let folder = Folder::new().with("two.bt.json", tree.to_string());
    folder.works("fmt two.bt.json");
    let tree: serde_json::Value = serde_json::from_str(&folder.read("two.bt.json")).unwrap();
    let nodes = tree["nodes"].as_array().unwrap();
    let x_of = |name: &str| {
        let node = nodes.iter().find(|node| node["name"] == name);
        node.unwrap()["x"].as_i64().unwrap()
    };
    let row = [
        "Sees enemy?",
        "In reach?",
        "Strike",
        "In sight?",
        "Shout",
        "Run there",
        "On duty?",
    ];
    let row = row.map(x_of);
    assert!(row.is_sorted(), "{row:?}");
}

#[test]
fn unknown_fields_survive() {
    let known = "\"name\": \"Guard\",";
    let text = GUARD.replace(known, &format!("{known}\"studio\": {{\"id\": [1, 2.50]}},"));
    assert_ne!(text, GUARD);
    let folder = Folder::new().with("u.bt.json", text);
    folder.works("fmt u.bt.json");
    folder
        .read("u.bt.json")
        .must_hold("\"studio\": {\"id\": [1, 2.50]}");
}

#[test]
fn json_has_the_files_that_are_canonical() {
    let folder = Folder::with_guard().with("s.bt.json", GUARD.replace('\n', ""));
    let json = folder.json(1, "fmt --check guard.bt.json s.bt.json");
    assert_eq!(json["files"][0]["canonical"], true);
    assert_eq!(json["files"][1]["canonical"], false);
}

#[test]
fn a_new_tree_is_canonical_and_runs() {
    let folder = Folder::new();
    folder.works("new robot => robot.bt.json");
    folder.works("check --strict robot.bt.json");
    folder.works("fmt --check robot.bt.json");
    folder.works("run robot.bt.json => Hello");
}

#[test]
fn a_new_tree_never_overwrites_a_file() {
    let folder = Folder::with_guard();
    folder.refuses("new guard => guard.bt.json + exists");
    assert_eq!(folder.read("guard.bt.json"), GUARD);
    let ended = folder.refuses("new nowhere/at/all.bt.json");
    assert_holds(&ended.err, &["folder nowhere/at does not exist"]);
    assert!(!ended.err.contains(".tmp"), "{}", ended.err);
}
