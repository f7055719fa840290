//! Other tools' files in the project panel: those with trees are listed with the name of the tool, and a workspace opens all of its trees.

use std::fs;

use super::studio::Studio;

const OWN: &str = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [{"id": "n1", "task": "Wait"}]}"#;
const BTCPP: &str =
    r#"<root BTCPP_format="4"><BehaviorTree ID="Main"><AlwaysSuccess/></BehaviorTree></root>"#;
const BEHAVIOR3: &str = r#"{"name": "t", "root": {"id": 1, "name": "Wait"}}"#;

/// An editor on a tree of a project that also has files of other tools, with this number of trees in a workspace.
fn project(trees: usize) -> Studio {
    let first = Studio::empty();
    let write = |name: &str, text: &str| {
        let path = first.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("game/treewright.project.json", "{}");
    write("game/own.bt.json", OWN);
    write("game/door.xml", BTCPP);
    write("game/page.xml", "<html/>");
    write("game/package.json", r#"{"name": "game"}"#);
    write("game/b/game.b3-workspace", "{}");
    write("game/b/nodes.b3-setting", "[]");
    for tree in 0..trees {
        write(&format!("game/b/in/tree{tree}.json"), BEHAVIOR3);
    }
    let mut studio = first.started_again(&[first.path("game/own.bt.json")]);
    studio.show_panel("Project");
    if trees > 5 {
        studio.search("Search project", "game.b3");
    }
    studio.wait_for(WORKSPACE);
    studio
}

const WORKSPACE: &str = "File b/game.b3-workspace, behavior3";

fn tabs(studio: &Studio) -> Vec<String> {
    studio.names_from("Document ")
}

#[test]
fn files_with_trees_of_other_tools_are_listed_and_opened() {
    let mut studio = project(1);
    studio.must_show(&[WORKSPACE, "File b/in/tree0.json, behavior3"]);
    for other in ["page.xml", "package.json", "b/nodes.b3-setting"] {
        assert!(!studio.shows_part(other), "{other}");
    }
    studio.click("File door.xml, BehaviorTree.CPP XML");
    // What uses it is not known, so it is neither renamed nor deleted.
    studio.keys("F2 Delete");
    assert!(!studio.shows("New name"));
    assert!(studio.path("game/door.xml").exists());
    studio.keys("Enter");
    studio.must_say("Opened door.xml as BehaviorTree.CPP XML");
    assert!(studio.front(|front| front.origin.is_some()));
    studio.must_show(&["File own.bt.json"]);
}

#[test]
fn a_file_of_another_tool_comes_and_goes_with_its_content() {
    let mut studio = project(0);
    studio.write("game/door.xml", "<html/>");
    studio.wait_until(|studio| !studio.shows_part("File door.xml"));
    studio.write("game/page.xml", BTCPP);
    studio.wait_for("File page.xml, BehaviorTree.CPP XML");
}

#[test]
fn a_workspace_opens_all_of_its_trees_in_tabs() {
    let mut studio = project(3);
    studio.get(WORKSPACE).click_secondary();
    studio.steps(2);
    studio.click("Open all 3 trees");
    studio.wait_until(|studio| tabs(studio).len() == 4);
    studio.must_say("Opened 3 trees");
    let front = studio.front(|front| front.file_or_origin().unwrap().to_owned());
    assert!(front.ends_with("tree0.json"), "{front:?}");
    studio.keys("Ctrl+Tab");
    // All are open already.
    studio.double_click(WORKSPACE);
    studio.wait_until(|studio| {
        studio.front(|front| front.file_or_origin().unwrap().ends_with("tree0.json"))
    });
    assert_eq!(tabs(&studio).len(), 4);
}

#[test]
fn many_trees_are_only_opened_after_a_question() {
    let mut studio = project(21);
    studio.click(WORKSPACE);
    studio.keys("Enter");
    studio.must_show_part(&["“game.b3-workspace” lists 21 trees."]);
    studio.click("Cancel");
    assert_eq!(tabs(&studio).len(), 1);
    studio.click(WORKSPACE);
    studio.keys("Enter");
    studio.click("Open all trees");
    studio.wait_until(|studio| tabs(studio).len() == 22);
    studio.must_say("Opened 21 trees");
    studio.steps(3);
    let first = studio.labels_that_begin("Document tree0");
    let left = studio.get(&first[0]).rect().left();
    assert!(left > 0.0, "the active tab is in sight: {left}");
}

#[test]
fn a_workspace_without_trees_says_so() {
    let mut studio = project(0);
    studio.click(WORKSPACE);
    studio.keys("Enter");
    studio.must_say("“game.b3-workspace” lists no trees");
}

#[test]
fn a_workspace_that_is_opened_as_a_file_offers_all_of_its_trees() {
    let mut studio = project(2);
    let workspace = studio.path("game/b/game.b3-workspace");
    studio.open(&workspace);
    studio.wait_for("No tree in this file");
    studio.click("Open all trees");
    studio.wait_until(|studio| tabs(studio).len() == 3);
}

#[test]
fn the_card_of_another_tools_file_draws_its_tree() {
    let mut studio = project(1);
    studio.get("File door.xml, BehaviorTree.CPP XML").hover();
    studio.wait_for("Drawing of door.xml");
    studio.must_show(&["BehaviorTree.CPP XML · 1 node"]);
}
