//! `treewright explore` on files of other tools: leaves return what their declarations say, nothing is proved where something is kept for
//! the other tool, and every sample gets a report or the reason why not.

use std::path::PathBuf;

use super::harness::{Folder, MustHold as _};

const ROBOT: &str = r#"<root BTCPP_format="4" main_tree_to_execute="Main">
  <BehaviorTree ID="Main">
    <Fallback name="Choose">
      <SubTree ID="Charge" name="First try"/>
      <SubTree ID="Charge" name="Second try"/>
      <AlwaysSuccess name="Give up"/>
      <Action ID="CallForHelp"/>
    </Fallback>
  </BehaviorTree>
  <BehaviorTree ID="Charge">
    <Sequence><Condition ID="AtDock"/><Action ID="PlugIn"/></Sequence>
  </BehaviorTree>
  <TreeNodesModel><Condition ID="AtDock"/><Action ID="PlugIn"/><Action ID="CallForHelp"/></TreeNodesModel>
</root>"#;

const HERO: &str = r#"{"version": "2.2.0", "name": "hero", "root": {"id": "1", "name": "Selector", "children": [
  {"id": "2", "name": "Sequence", "children": [{"id": "3", "name": "Hungry"}, {"id": "4", "name": "Eat"}]},
  {"id": "5", "name": "Eat", "desc": "Snack"},
  {"id": "6", "name": "Starve"}]}}"#;

const DEFINITIONS: &str = r#"[
  {"name": "Hungry", "type": "Condition"},
  {"name": "Eat", "type": "Action", "status": ["success", "running"]},
  {"name": "Starve", "type": "Action"}
]"#;

const NPC: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<behavior name="npc" agenttype="Npc" version="5">
  <node class="Selector" id="1">
    <node class="Sequence" id="2">
      <node class="Condition" id="3">
        <property Operator="Equal"/><property Opl="Self.Npc::Hungry()"/><property Opr="true"/>
      </node>
      <node class="Action" id="4"><property Method="Self.Npc::Eat()"/></node>
    </node>
    <node class="True" id="5"/>
    <node class="Action" id="6"><property Method="Self.Npc::Starve()"/></node>
  </node>
</behavior>"#;

const OLD: &str = r#"{"title": "npc", "root": "a", "properties": {}, "nodes": {
  "a": {"id": "a", "name": "Priority", "title": "Priority", "properties": {}, "children": ["b", "c", "d"]},
  "b": {"id": "b", "name": "Eat", "title": "Eat", "properties": {}},
  "c": {"id": "c", "name": "Succeeder", "title": "Succeeder", "properties": {}},
  "d": {"id": "d", "name": "Starve", "title": "Starve", "properties": {}}},
  "custom_nodes": [{"name": "Eat", "category": "action"}, {"name": "Starve", "category": "action"}]}"#;

const SAVED: &str = r#"[{"children": [
  {"children": [], "data": {"guid": "0f0e0d0c0b0a09080706050403020101", "pos": "(1, 1)", "size": "(1, 1)"}, "type": "Npc.Eat"},
  {"children": [], "data": {"guid": "0f0e0d0c0b0a09080706050403020102", "pos": "(1, 1)", "size": "(1, 1)"}, "type": "Npc.Sleep"}],
  "data": {"guid": "0f0e0d0c0b0a09080706050403020100", "pos": "(1, 1)", "size": "(1, 1)"}, "type": "Npc.Selector"}]"#;

#[test]
fn a_tree_of_a_robot_is_explored_with_its_used_trees() {
    let folder = Folder::new().with("dock.xml", ROBOT);
    let ended = folder.finds("explore dock.xml");
    ended.out_holds("Proved: all");
    ended.out_holds("“Call for help” can never run (“Give up” before it never fails) · proved");
    ended.out_holds("“At dock” in “Second try” + be true + be false");
    ended.out_holds("“Plug in” in “First try” + fail + run for several frames");
}

#[test]
fn nothing_is_proved_where_a_condition_is_kept_for_another_tool() {
    let kept = ROBOT.replace(
        "<Action ID=\"PlugIn\"/></Seq",
        "<Action ID=\"PlugIn\" _skipIf=\"full\"/></Seq",
    );
    let folder = Folder::new().with("dock.xml", kept);
    let ended = folder.finds("explore dock.xml");
    ended.out_holds("Not proved: all");
    ended.out_holds(
        "“Plug in” in “First try”: “_skipIf=\"full\"” is kept for BehaviorTree.CPP without effect",
    );
    assert!(!ended.out.contains("· proved"), "{}", ended.out);
}

#[test]
fn leaves_return_what_their_definitions_say() {
    let folder = Folder::new()
        .with("game.b3-workspace", "{\"settings\": {}}")
        .with("nodes.b3-setting", DEFINITIONS)
        .with("hero.json", HERO);
    let ended = folder.finds("explore hero.json");
    ended.out_holds("“Starve” can never run (“Snack” before it never fails) · proved");
}

#[test]
fn trees_of_each_format_are_explored() {
    let folder = Folder::new()
        .with("npc.xml", NPC)
        .with("old.json", OLD)
        .with("saved.json", SAVED);
    let ended = folder.finds("explore npc.xml");
    ended.out_holds("“Npc::Starve” can never run (“Succeed” before it never fails) · proved");
    ended.out_holds("“Condition” + be true + be false + “Npc::Eat” + fail");
    let ended = folder.finds("explore old.json");
    ended.out_holds("“Starve” can never run (“Succeed” before it never fails) · proved");
    // A reactive parent never interrupts its first child: that is its rule, not a finding.
    assert!(!ended.out.contains("never be interrupted"), "{}", ended.out);
    let ended = folder.works("explore saved.json");
    ended.out_holds("“Npc.Selector” decides by code of the game, for which + stands in");
}

#[test]
fn leaves_without_a_declaration_may_return_anything_and_are_listed() {
    let tree = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
        {"id": "n1", "task": "Sequence", "children": ["n2"]}, {"id": "n2", "task": "Shoot"}]}"#;
    let folder = Folder::new().with("tree.bt.json", tree);
    let ended = folder.works("explore tree.bt.json");
    ended.out_holds("No task library declares the task of “Shoot”");
    ended.out_holds("“Shoot” + succeed (frame 1), fail (frame 1), run for several frames");
    let json = folder.json(0, "explore tree.bt.json");
    assert_eq!(json["trees"][0]["undeclared"], serde_json::json!(["n2"]));
}

#[test]
fn every_sample_gets_a_report_or_the_reason_why_not() {
    let Some(samples) = std::env::var_os("TREEWRIGHT_SAMPLES").map(PathBuf::from) else {
        println!("skipped: TREEWRIGHT_SAMPLES does not name a folder of other tools' files");
        return;
    };
    let folder = Folder::new();
    let files = walkdir::WalkDir::new(&samples).sort_by_file_name();
    let files = files.into_iter().filter_map(Result::ok);
    let is_tree = |file: &walkdir::DirEntry| {
        let ending = file.path().extension().and_then(|ending| ending.to_str());
        file.file_type().is_file() && matches!(ending, Some("xml" | "json" | "b3"))
    };
    for file in files.filter(is_tree) {
        let path = file.path().display().to_string();
        let ended = folder.run(&format!("explore --seconds 0.5 {path}"));
        match ended.code {
            0 | 1 => {
                ended.out.must_hold("roved: ");
                ended.out.must_hold("What each node can do");
            }
            2 => ended.err.must_hold("×"),
            code => panic!("{path}: {code}\n{}\n{}", ended.out, ended.err),
        }
    }
}
