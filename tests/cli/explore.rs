//! `treewright explore`, and claims in `treewright test`.

use serde_json::Value as Json;

use super::harness::{Folder, MustHold as _};

/// A copy of the examples.
fn examples() -> Folder {
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/examples");
    let mut folder = Folder::new().with("treewright.project.json", "{}");
    for name in [
        "arena.bt.json",
        "arena.tasks.json",
        "guard.bt.json",
        "squad.bt.json",
        "post-robot.bt.json",
    ] {
        folder = folder.with(name, std::fs::read(examples.join(name)).unwrap());
    }
    folder
}

/// A copy of trees of the arena, a game with composites of its own.
fn trees_of_the_arena() -> Folder {
    let trees = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../engines/arena/trees");
    let mut folder = Folder::new().with("treewright.project.json", "{}");
    for name in ["arena.tasks.json", "captain.bt.json", "fighter.bt.json"] {
        folder = folder.with(name, std::fs::read(trees.join(name)).unwrap());
    }
    folder
}

/// Claims with these fields.
fn claims(fields: &str) -> String {
    format!("{{\"format\": \"treewright-claims\", \"version\": 1,\n{fields}}}")
}

const NEVER_BOTH: &str = r#""claims": [
  {"name": "Strikes and chases never at once", "never": "running('Strike') && running('Chase')"},
  {"name": "Can rest", "can": "running('Rest')"}
]"#;

const BROKEN: &str = r#""claims": [
  {"name": "Attacks at once", "within": {"frames": 1, "after": "sees_enemy", "then": "running('Attack')"}}
]"#;

/// The arena's captain chooses by a composite of the game, for which a Selector stands in.
#[test]
fn nothing_is_proved_of_a_tree_with_a_composite_of_the_game() {
    let folder = trees_of_the_arena();
    let ended = folder.finds("explore captain.bt.json");
    ended.out_holds("Not proved: all");
    ended.out_holds("“By the odds” decides by code of the game, for which “Selector” stands in");
    let json = folder.json(1, "explore captain.bt.json");
    assert_eq!(json["trees"][0]["not_proved"][0]["code"], "stand_in");
    assert!(!ended.out.contains("· proved"), "{}", ended.out);
}

#[test]
fn what_can_happen_has_a_frame_and_what_cannot_says_how_sure_it_is() {
    let ended = examples().works("explore arena.bt.json");
    ended.out_holds("Proved: all");
    ended.out_holds("Can run (frame 1)");
    let ended = examples().finds("explore guard.bt.json");
    ended.out_holds("Proved: all + states were seen");
    ended.out_holds("“In sight?” can never abort anything · proved");
    ended.out_holds("Can run (frame 5), succeed (frame 9)");
    // What follows from the types of nodes is not listed: the patrol goes on for ever, on purpose.
    assert!(!ended.out.contains("never succeed"), "{}", ended.out);
    let limited = examples().finds("explore guard.bt.json --frames 4");
    limited.out_holds("Not proved: nothing else happens up to frame 4");
    limited.out_holds("can never run + not within 4 frames");
    assert!(!limited.out.contains("· proved"), "{}", limited.out);
}

#[test]
fn nodes_of_used_trees_are_named_with_their_use() {
    let folder = examples();
    let found = "“Path clear?” in “Bring” is always true";
    let ended = folder.finds("explore post-robot.bt.json");
    ended.out_holds(found);
    let json = folder.json(1, "explore post-robot.bt.json");
    assert_eq!(json["trees"][0]["hazards"][0]["text"], found);
    let nodes = json["trees"][0]["nodes"].as_array().unwrap();
    let named = |node: &&Json| node["name"] == "Path clear?";
    let uses: Vec<_> = nodes
        .iter()
        .filter(named)
        .map(|node| &node["inside"])
        .collect();
    assert_eq!(uses, ["Fetch", "Bring"]);
    let junit = folder.finds("explore post-robot.bt.json --format junit");
    junit.out_holds(&format!("message=\"{found}\""));
    let says = r#""claims": [{"name": "Never arrives", "never": "status() == 'Success'"}]"#;
    let folder = folder.with("post-robot.claims.json", claims(says));
    let ended = folder.finds("explore post-robot.bt.json");
    ended.out_holds("“Drive” in “Fetch” returns Success");
    ended.out_holds("“Drive” in “Bring” returns Success");
}

#[test]
fn each_reason_why_nothing_is_proved_has_its_own_sentence() {
    let tree = r#"{"format": "treewright", "version": 1, "root": "n1",
        "variables": [{"name": "angle", "type": "float"}], "nodes": [
        {"id": "n1", "task": "Sequence", "children": ["n3", "n2"]},
        {"id": "n2", "task": "Expression", "name": "Turned?", "parameters": {"expression": "sin(angle) > 0.5"}},
        {"id": "n3", "task": "Wait", "name": "Pause", "parameters": {"seconds": 0.2}}
    ]}"#;
    let folder = Folder::new().with("turn.bt.json", tree);
    let ended = folder.finds("explore turn.bt.json");
    ended.out_holds("Not proved: all");
    ended.out_holds("Only some values of “angle” were tried: “Turned?” computes with it");
    let ended = folder.finds("explore turn.bt.json --frames 1");
    ended.out_holds("Not proved: nothing else happens up to frame 1");
    ended.out_holds("The limit of frames was reached");
    let json = folder.json(1, "explore turn.bt.json --frames 1");
    let reasons = json["trees"][0]["not_proved"].as_array().unwrap();
    let codes: Vec<_> = reasons.iter().map(|reason| &reason["code"]).collect();
    assert_eq!(codes, ["frames"]);
}

#[test]
fn a_background_tree_is_explored_unless_it_needs_the_game() {
    let tree = r#"{"format": "treewright", "version": 1, "root": "n1", "trees": [{"name": "Watch", "root": "n3"}],
        "variables": [{"name": "late", "type": "bool", "scope": "global"}], "nodes": [
        {"id": "n1", "task": "Sequence", "children": ["n2", "n6"]},
        {"id": "n2", "task": "RunTree", "parameters": {"tree": "Watch", "wait": false}},
        {"id": "n6", "task": "WaitUntil", "parameters": {"expression": "late"}},
        {"id": "n3", "task": "Sequence", "children": ["n4", "n5"]},
        {"id": "n4", "task": "Wait", "parameters": {"seconds": 0.3}},
        {"id": "n5", "task": "SetVariable", "parameters": {"variable": {"var": "late"}, "value": true}}
    ]}"#;
    let folder = Folder::new().with("late.bt.json", tree);
    let ended = folder.works("explore late.bt.json");
    ended.out_holds("Proved: all + “Wait until” + succeed (frame 4)");
    let of_the_game = tree.replace("\"Wait\", \"parameters\": {\"seconds\": 0.3}", "\"Listen\"");
    let of_the_game = of_the_game.replace(
        "\"root\": \"n1\",",
        "\"root\": \"n1\", \"libraries\": [\"late.tasks.json\"],",
    );
    let library = r#"{"format": "treewright-tasks", "version": 1, "tasks": [{"name": "Listen", "category": "Action"}]}"#;
    let folder = folder.with("late.bt.json", of_the_game);
    let folder = folder.with("late.tasks.json", library);
    let ended = folder.run("explore late.bt.json");
    ended.out_holds("Not everything was explored that the background tree “Watch” may do");
    assert!(!ended.out.contains("· proved"), "{}", ended.out);
}

#[test]
fn what_nodes_can_never_do_is_listed_without_what_follows_from_their_types() {
    let tree = r#"{"format": "treewright", "version": 1, "root": "n1", "restart_when_complete": true,
        "variables": [{"name": "open", "type": "bool"}], "nodes": [
        {"id": "n1", "task": "Selector", "name": "Door", "children": ["n2", "n5"]},
        {"id": "n2", "task": "Sequence", "name": "Go through", "children": ["n3", "n4"]},
        {"id": "n3", "task": "Expression", "name": "Open?", "parameters": {"expression": "open"}},
        {"id": "n4", "task": "Expression", "name": "Closed?", "parameters": {"expression": "!open"}},
        {"id": "n5", "task": "Wait", "name": "Wait a bit", "parameters": {"seconds": 0.2}}
    ]}"#;
    let folder = Folder::new().with("door.bt.json", tree);
    let ended = folder.finds("explore door.bt.json");
    ended.out_holds("“Closed?” is always false · proved");
    let json = folder.json(1, "explore door.bt.json");
    // The sequence fails since a condition does, which is listed, and the wait never fails by its type.
    assert_eq!(json["trees"][0]["never"], serde_json::json!([]));
    // Either condition can be true, but not both at once.
    let parallel = r#""Parallel", "parameters": {"failure_threshold": 2}"#;
    let both = tree.replace("\"Sequence\"", parallel);
    let folder = folder.with("door.bt.json", &both);
    let ended = folder.works("explore door.bt.json");
    ended.out_holds("What nodes can never do + “Go through” can never succeed · proved");
    let json = folder.json(0, "explore door.bt.json");
    let never = serde_json::json!([{"node": "n2", "outcome": "succeed"}]);
    assert_eq!(json["trees"][0]["never"], never);
}

#[test]
fn claims_hold_or_are_broken_by_the_shortest_run() {
    let holding = examples().with("guard.claims.json", claims(NEVER_BOTH));
    let ended = holding.finds("explore guard.bt.json");
    ended.out_holds("holds (proved) Strikes and chases never at once");
    ended.out_holds("holds Can rest + Frame 1: “on_duty” = false + Shown by the first frame");
    // Claims that hold are tests that pass, whatever else is suspicious.
    holding
        .works("test guard.bt.json")
        .out_holds("passed guard.claims.json: Can rest + 2 scenarios: 2 passed");
    let broken = examples().with("guard.claims.json", claims(BROKEN));
    let ended = broken.finds("explore guard.bt.json");
    ended.out_holds(
        "broken Attacks at once + Frame 1: “sees_enemy” = true + Frame 2: “sees_enemy” = false",
    );
    let ended = broken.finds("test .");
    ended.out_holds("failed ./guard.claims.json: Attacks at once + Shown by frame 2 + 1 scenario: 0 passed, 1 failed");
    let json = broken.json(1, "explore guard.bt.json");
    let claim = &json["trees"][0]["claims"][0];
    assert_eq!(
        (&claim["result"], &claim["form"]),
        (&Json::from("broken"), &Json::from("within"))
    );
    assert_eq!(claim["run"]["frames"], 2);
    assert_eq!(claim["run"]["inputs"][0]["set"]["sees_enemy"], true);
    assert_eq!(json["trees"][0]["sure"]["how"], "proved");
}

#[test]
fn claims_name_their_tree_or_are_beside_it() {
    let named = claims(&format!("\"tree\": \"guard.bt.json\", {NEVER_BOTH}"));
    let folder = examples().with("more.claims.json", named);
    folder.finds("explore more.claims.json => Can rest");
    folder.works("test more.claims.json => 2 passed");
    let lost = examples().with("lost.claims.json", claims(NEVER_BOTH));
    lost.refuses("explore lost.claims.json => no such file");
}

#[test]
fn errors_in_claims_have_a_place_and_a_remedy() {
    let wrong = r#""claims": [{"name": "a", "never": "running('Strik')"}]"#;
    let folder = examples().with("guard.claims.json", claims(wrong));
    let ended = folder.refuses("explore guard.bt.json");
    ended.err_holds("guard.claims.json:2:");
    ended.err_holds("no node has the id or name `Strik`: did you mean");
    folder.refuses("test guard.bt.json => did you mean");
    folder.finds("check guard.claims.json => `Strik`: did you mean + 1 error");
    let fine = examples().with("guard.claims.json", claims(NEVER_BOTH));
    fine.works("check .");
    let json = folder.json(2, "explore guard.bt.json");
    assert_eq!(json["problems"][0]["line"], 2);
    let misspelled = examples().with("guard.claims.json", claims("\"claim\": []"));
    misspelled.refuses("explore guard.bt.json => unknown field `claim`");
    examples().refuses("explore none.bt.json => no such file");
    examples().refuses("explore guard.bt.json --seconds many => --seconds");
    examples().refuses("explore guard.bt.json --frames 0 => --frames");
}

#[test]
fn inputs_and_leaves_follow_their_rules() {
    let rules = r#""inputs": {"on_duty": "initial", "sees_enemy": {"values": [false]}},
        "claims": [{"name": "Never off duty", "always": "on_duty"}, {"name": "Sees nothing", "never": "sees_enemy"}]"#;
    let folder = examples().with("guard.claims.json", claims(rules));
    let ended = folder.finds("explore guard.bt.json");
    ended.out_holds("holds (proved) Never off duty");
    ended.out_holds("holds (proved) Sees nothing");
    ended.out_holds("can never run + proved");
}

#[test]
fn written_scenarios_pass_reach_everything_and_are_the_same_each_time() {
    for (folder, tree, status) in [
        (examples(), "arena.bt.json", 0),
        (examples(), "guard.bt.json", 1),
        (examples(), "post-robot.bt.json", 1),
        (trees_of_the_arena(), "fighter.bt.json", 0),
    ] {
        let ended = folder.expect(status, &format!("explore {tree} --cover cover"));
        ended.out_holds("Wrote cover/");
        let passed = folder.works("test cover");
        passed.out_holds("0 failed, 0 unusable");
        let names = |folder: &Folder| -> Vec<String> {
            let files = std::fs::read_dir(folder.path("cover")).unwrap();
            let mut names: Vec<String> = files
                .map(|file| file.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        };
        let first: Vec<_> = names(&folder)
            .into_iter()
            .map(|name| (folder.read(&format!("cover/{name}")), name))
            .collect();
        // Again, over its own files.
        folder.expect(status, &format!("explore {tree} --cover cover"));
        let again: Vec<_> = names(&folder)
            .into_iter()
            .map(|name| (folder.read(&format!("cover/{name}")), name))
            .collect();
        assert_eq!(first, again);
        folder.works("test cover --min-coverage 100");
    }
}

#[test]
fn scenarios_are_named_after_what_they_show() {
    let folder = examples();
    folder.finds("explore guard.bt.json --cover cover");
    let name = "cover/guard.chase-is-interrupted-by-sees-enemy.scenario.json";
    folder
        .read(name)
        .must_hold("\"name\": \"“Chase” is interrupted by “Sees enemy?”\"");
    folder
        .read(name)
        .must_hold("\"tree\": \"../guard.bt.json\"");
    // What the user has changed is not replaced.
    let mine = folder.read(name).replace("“Chase” is", "The chase is");
    let folder = folder.with(name, &mine);
    folder.refuses("explore guard.bt.json --cover cover => already exists");
    assert_eq!(folder.read(name), mine);
    folder.finds("explore guard.bt.json --cover cover --force");
    assert_ne!(folder.read(name), mine);
}

#[test]
fn scenarios_are_written_only_where_they_find_their_tree() {
    let folder = Folder::with_guard();
    folder.refuses("explore guard.bt.json --cover cover => outside the project folder");
    assert!(!folder.path("cover").exists());
    folder.works("explore guard.bt.json --cover .");
}

#[test]
fn results_are_junit_for_build_servers() {
    let folder = examples().with("guard.claims.json", claims(BROKEN));
    let ended = folder.finds("explore arena.bt.json guard.bt.json --format junit");
    ended.out_holds("<testsuites name=\"treewright\" tests=\"3\" skipped=\"0\" failures=\"2\"");
    ended.out_holds("testcase name=\"Attacks at once\" classname=\"guard.claims.json\"");
    ended.out_holds("Frame 2: “sees_enemy” = false");
}

#[test]
fn random_choices_are_repeated_by_seeds() {
    let tree = r#"{"format": "treewright", "version": 1, "root": "n1", "restart_when_complete": true, "nodes": [
        {"id": "n1", "task": "RandomSelector", "children": ["n2", "n3", "n4"]},
        {"id": "n2", "task": "RandomChance", "name": "Dice", "parameters": {"probability": 0.2}},
        {"id": "n3", "task": "Wait", "name": "Pause", "parameters": {"seconds": 0.3}},
        {"id": "n4", "task": "Idle", "name": "Stay"}
    ]}"#;
    let folder = Folder::new().with("dice.bt.json", tree);
    let ended = folder.works("explore dice.bt.json --cover .");
    ended.out_holds("“Dice” + be true + be false");
    folder.works("test . => 0 failed, 0 unusable");
    let mut names = folder.names().into_iter();
    let has_seed = |name: &String| folder.read(name).contains("\"seed\"");
    assert!(names.any(|name| name.ends_with(".scenario.json") && has_seed(&name)));
}
