//! Importing files that need each other: each becomes one tree, and none is lost.

use super::harness::{Folder, MustHold as _, assert_holds};

const MAIN_XML: &str = r#"<root BTCPP_format="4">
  <include path="grasp.xml"/>
  <BehaviorTree ID="Main"><Sequence><Walk/><SubTree ID="Grasp"/></Sequence></BehaviorTree>
</root>"#;

const GRASP_XML: &str =
    r#"<root BTCPP_format="4"><BehaviorTree ID="Grasp"><CloseGripper/></BehaviorTree></root>"#;

/// A behavior of behaviac with a task of its own that runs another one.
fn behavior(name: &str, runs: &str) -> String {
    format!(
        r#"<behavior name="{name}" agenttype="Npc" version="5"><node class="Selector" id="0">
        <node class="Action" id="1"><property Method="Self.Npc::Look()"/></node>
        <node class="ReferencedBehavior" id="2"><property ReferenceBehavior="const string &quot;{runs}&quot;"/></node>
        </node></behavior>"#
    )
}

#[test]
fn files_that_need_each_other_become_one_tree_each() {
    let include = |path: &str, own: &str, runs: &str| {
        format!(
            r#"<root BTCPP_format="4"><include path="{path}"/><BehaviorTree ID="{own}"><Fallback><Look/><SubTree ID="{runs}"/></Fallback></BehaviorTree></root>"#
        )
    };
    let folder = Folder::new()
        .with(
            "all/parent.xml",
            include("child/child.xml", "Parent", "Child"),
        )
        .with(
            "all/child/child.xml",
            include("../parent.xml", "Child", "Parent"),
        )
        .with("all/ai/go.xml", behavior("ai/go", "ai/deep/hit"))
        .with("all/ai/deep/hit.xml", behavior("ai/deep/hit", "ai/go"));
    let json = folder.json(1, "import all -o out");
    let told: Vec<&str> = json["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["file"].as_str().unwrap())
        .collect();
    let expected = [
        "all/ai/deep/hit.xml",
        "all/ai/go.xml",
        "all/child/child.xml",
        "all/parent.xml",
    ];
    assert_eq!(told, expected);
    // The only problems are about the files that include each other.
    let problems = json["problems"].as_array().unwrap();
    let codes = problems.iter().map(|problem| problem["code"].as_str());
    let codes: Vec<&str> = codes.map(Option::unwrap).collect();
    let of_each = ["btcpp_main_chosen", "btcpp_include_endless"];
    assert_eq!(codes, [of_each, of_each].concat());
    for (made, runs) in [
        ("ai/go", "deep/hit.bt.json"),
        ("ai/deep/hit", "../go.bt.json"),
        ("parent", "child/child.bt.json"),
        ("child/child", "../parent.bt.json"),
    ] {
        assert_holds(&folder.read(&format!("out/{made}.bt.json")), &[runs]);
        assert!(folder.path(&format!("out/{made}.tasks.json")).is_file());
    }
    // The only problems are that these trees run each other.
    let checked = folder.run("check out/ai/go.bt.json out/parent.bt.json --format json");
    for not in ["unknown_task", "file_", "child_count"] {
        assert!(!checked.out.contains(not), "{}", checked.out);
    }
    // If they are named one by one, their folder is kept, and other folders are not read.
    folder.run("import all/parent.xml all/child/child.xml -o out2");
    let (one, other) = ("out/child/child.bt.json", "out2/child/child.bt.json");
    assert_eq!(folder.read(one), folder.read(other));
    let ended = folder.run("import all/ai/deep/hit.xml -o out3");
    assert_holds(&ended.err, &["`ai/go` could not be read"]);
    // With a workspace of the tool, all of its folder is read.
    let folder = folder.with("all/game.workspace.xml", "<workspace name=\"game\"/>");
    let ended = folder.run("import all/ai/deep/hit.xml -o out4");
    assert!(!ended.err.contains("could not be read"), "{}", ended.err);
    assert!(folder.path("out4/ai/go.bt.json").is_file());
}

#[test]
fn files_of_one_name_become_trees_of_two_names() {
    let folder = Folder::new()
        .with("d/grasp.xml", GRASP_XML)
        .with("d/main.xml", MAIN_XML)
        .with(
            "d/grasp.json",
            r#"[{"type": "Game.Hold", "data": {"x": 1}, "children": []}]"#,
        );
    let ended = folder.works("import d -o out");
    assert_holds(&ended.err, &["d/grasp.xml", "grasp.2.bt.json"]);
    folder
        .read("out/grasp.bt.json")
        .must_hold("Hold + \"grasp.tasks.json\"");
    folder
        .read("out/grasp.2.bt.json")
        .must_hold("CloseGripper + \"grasp.2.tasks.json\"");
    assert_holds(&folder.read("out/main.bt.json"), &["\"grasp.2.bt.json\""]);
    folder.works("check out/main.bt.json out/grasp.bt.json");
}
