//! `treewright explore`, and claims in `treewright test`.

use serde_json::Value as Json;

use super::harness::{Folder, MustHold as _};

/// A copy of the examples.
fn examples() -> Folder {
    let names = [
        "arena.bt.json",
        "arena.tasks.json",
        "guard.bt.json",
        "squad.bt.json",
        "post-robot.bt.json",
    ];
    copied("assets/examples", &names)
}

/// A copy of a tree with a Switch, with its claims.
fn warehouse() -> Folder {
    copied(
        "assets/examples",
        &["warehouse.bt.json", "warehouse.claims.json"],
    )
}

/// A copy of trees of the arena, a game with composites of its own.
fn trees_of_the_arena() -> Folder {
    let names = ["arena.tasks.json", "captain.bt.json", "fighter.bt.json"];
    copied("engines/arena/trees", &names)
}

/// Copies of files, as a project.
fn copied(folder: &str, names: &[&str]) -> Folder {
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(folder);
    let project = Folder::new().with("treewright.project.json", "{}");
    names.iter().fold(project, |project, name| {
        project.with(name, std::fs::read(from.join(name)).unwrap())
    })
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
    junit.out_holds(&format!("message=\"{found} · proved\""));
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
        {"id": "n2", "task": "Expression", "name": "Turned?", "parameters": {"expression": "sin(angle) > 0.99"}},
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
    ended.out_holds(
        "Not proved: all + Other trees may write the global variable “late”, which was not tried",
    );
    let alone = claims(r#""inputs": {"late": "initial"}"#);
    let folder = folder.with("late.claims.json", alone);
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
        .out_holds("passed guard.claims.json: Can rest + 2 claims: 2 passed");
    let broken = examples().with("guard.claims.json", claims(BROKEN));
    let ended = broken.finds("explore guard.bt.json");
    ended.out_holds(
        "broken Attacks at once + Frame 1: “sees_enemy” = true + Frame 2: “sees_enemy” = false",
    );
    let ended = broken.finds("test .");
    ended.out_holds("failed ./guard.claims.json: Attacks at once + Shown by frame 2 + 1 claim: 0 passed, 1 failed");
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
    examples().refuses("explore guard.bt.json --frames 0 => must be a whole number from 1");
    examples().refuses("explore guard.bt.json --frames -1 => must be a whole number from 1");
    examples().refuses("explore guard.bt.json --seconds -1 => must be a number of seconds above 0");
    examples().refuses("explore guard.bt.json --seconds 0 => must be a number of seconds above 0");
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
        (warehouse(), "warehouse.bt.json", 0),
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
        folder.works("test cover --min-coverage 100 --measure switches");
    }
}

#[test]
fn a_scenario_fails_when_what_it_is_named_after_no_longer_happens() {
    let folder = examples();
    folder.finds("explore guard.bt.json --cover cover");
    let tree = folder.read("guard.bt.json");
    let never = tree.replace(
        r#""operator": "<=", "right": 2.0"#,
        r#""operator": "<=", "right": -100.0"#,
    );
    assert_ne!(never, tree);
    let folder = folder.with("guard.bt.json", &never);
    let ended = folder.finds("test cover");
    ended.out_holds("failed + “Strike” fails");
    let back = folder.with("guard.bt.json", &tree);
    back.works("test cover");
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
    let ended = folder.refuses("explore guard.bt.json --cover cover");
    ended.out_holds("Proved: all");
    ended.err_holds("outside their project folder + or create the file + treewright.project.json");
    assert!(!folder.path("cover").exists());
    folder.works("explore guard.bt.json --cover .");
    folder.refuses("explore guard.bt.json --cover guard.bt.json => guard.bt.json is not a folder + Choose another place");
    folder.refuses(
        "explore guard.bt.json --cover guard.bt.json/all => guard.bt.json is not a folder",
    );
    // As the remedy says.
    let folder = folder.with("treewright.project.json", "{}");
    folder.works("explore guard.bt.json --cover cover => Wrote cover/");
    let folder = folder.with("other/treewright.project.json", "{}");
    let ended = folder.refuses("explore guard.bt.json --cover other/cover");
    ended.err_holds("without a project file of its own");
    assert!(!ended.err.contains("create the file"), "{}", ended.err);
}

#[test]
fn results_are_junit_for_build_servers() {
    let folder = examples().with("guard.claims.json", claims(BROKEN));
    let ended = folder.finds("explore arena.bt.json guard.bt.json --format junit");
    ended.out_holds("<testsuites name=\"treewright\" tests=\"3\" skipped=\"0\" failures=\"2\"");
    ended.out_holds("message=\"“In sight?” can never abort anything · proved\"");
    ended
        .out_holds("<system-out>Proved: all 14 states were seen with frames of 0.1 s</system-out>");
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

/// The claims of a tree of which every run is cut off say nothing.
fn no_run_is_left(folder: &Folder, file: &str, sentence: &str) {
    let ended = folder.finds(&format!("explore {file}.bt.json"));
    ended.out_holds("Not proved: the assumptions end every run");
    ended.out_holds(sentence);
    ended.out_holds("not known (the assumptions end every run) Never both");
    for wrong in ["holds", "(proved)", "· proved", "can never run"] {
        assert!(!ended.out.contains(wrong), "{wrong}: {}", ended.out);
    }
    let json = folder.json(1, &format!("explore {file}.bt.json"));
    assert_eq!(json["trees"][0]["sure"]["how"], "no_run");
    assert_eq!(json["trees"][0]["claims"][0]["failed"], true);
    let junit = folder.finds(&format!("explore {file}.bt.json --format junit"));
    junit.out_holds("failures=\"2\"");
    let (beginning, _) = sentence.split_once('“').unwrap();
    junit.out_holds(&format!("type=\"hazard\">{beginning}"));
    let tested = folder.finds(&format!("test {file}.bt.json"));
    tested.out_holds(sentence);
    tested.out_holds("1 claim: 0 passed, 1 failed");
}

const NEVER: &str =
    r#""claims": [{"name": "Never both", "never": "running('Strike') && running('Chase')"}]"#;

#[test]
fn assumptions_that_end_every_run_prove_nothing() {
    for (assumptions, sentence) in [
        (
            r#""on_duty", "enemy_distance >= 0.0 || true", "!on_duty""#,
            "No run is left: whatever the game does in frame 1 breaks an assumption: “on_duty”, “!on_duty”",
        ),
        (
            r#""!running('Guard') && status() == 'Running'""#,
            "No run is left: whatever the game does in frame 1 breaks an assumption: “!running('Guard') && status() == 'Running'”",
        ),
    ] {
        let says = format!("\"assumptions\": [{assumptions}], {NEVER}");
        let folder = examples().with("guard.claims.json", claims(&says));
        no_run_is_left(&folder, "guard", sentence);
    }
}

/// A tree that is hit by an event, with what comes with it in `power`, if that has this property.
fn hit_if(expression: &str) -> String {
    let tree = r#"{"format": "treewright", "version": 1, "root": "n1", "restart_when_complete": true,
        "variables": [{"name": "power", "type": "float"}], "nodes": [
        {"id": "n1", "task": "Selector", "children": ["n2", "n6"]},
        {"id": "n2", "task": "Sequence", "abort": "LowerPriority", "children": ["n3", "n4", "n5"]},
        {"id": "n3", "task": "HasReceivedEvent", "parameters": {"name": "hit", "payload": {"var": "power"}}},
        {"id": "n4", "task": "Expression", "parameters": {"expression": "EXPRESSION"}},
        {"id": "n5", "task": "Succeed", "name": "Hit"},
        {"id": "n6", "task": "Idle"}
    ]}"#;
    tree.replace("EXPRESSION", expression)
}

#[test]
fn what_comes_with_an_event_is_tried_where_it_can_be_told_apart() {
    let folder = Folder::new().with("hit.bt.json", hit_if("power > 99.0"));
    let ended = folder.works("explore hit.bt.json => Proved: all");
    assert!(!ended.out.contains("can never run"), "{}", ended.out);
    let json = folder.json(0, "explore hit.bt.json");
    let nodes = json["trees"][0]["nodes"].as_array().unwrap();
    let hit = nodes.iter().find(|node| node["node"] == "n5").unwrap();
    let event = &hit["can"][0]["run"]["inputs"][0]["events"][0];
    assert_eq!(*event, serde_json::json!({"name": "hit", "payload": 99.5}));
    let says = r#""claims": [{"name": "No hit", "never": "succeeded('Hit')"}]"#;
    let folder = folder.with("hit.claims.json", claims(says));
    folder.finds("explore hit.bt.json => Frame 1: event “hit” with 99.5");
}

#[test]
fn what_comes_with_an_event_and_cannot_be_told_apart_proves_nothing() {
    let says = r#""claims": [{"name": "A hit", "can": "succeeded('Hit')"}]"#;
    let folder = Folder::new().with("hit.bt.json", hit_if("power * power == 3.0"));
    let folder = folder.with("hit.claims.json", claims(says));
    let ended = folder.finds("explore hit.bt.json");
    ended.out_holds(
        "Only some values of what comes with event “hit” were tried: “Expression” computes with it",
    );
    ended.out_holds("not known (not seen, but not everything was tried) A hit");
    ended.out_holds(
        "“Hit” can never run (“Expression” before it was not seen to succeed) · as far as tried",
    );
    for wrong in ["Not set from outside", "· proved", "broken"] {
        assert!(!ended.out.contains(wrong), "{wrong}: {}", ended.out);
    }
    let junit = folder.finds("explore hit.bt.json --format junit");
    junit.out_holds("tests=\"2\" skipped=\"2\" failures=\"0\"");
    folder.works("test hit.bt.json => 1 claim: 0 passed, 0 failed, 0 unusable, 1 not known");
    folder.finds("test hit.bt.json --strict");
}

#[test]
fn what_computations_are_compared_with_is_tried() {
    let folder = Folder::new().with("hit.bt.json", hit_if("power * 2.0 == 199.0"));
    let ended = folder.works("explore hit.bt.json => Not proved");
    assert!(!ended.out.contains("can never run"), "{}", ended.out);
    let says =
        r#""claims": [{"name": "No hit", "never": "round(power) == 1234.0 && succeeded('Hit')"}]"#;
    let folder = folder.with("hit.claims.json", claims(says));
    folder.works(
        "explore hit.bt.json => not known (not broken, but not everything was tried) No hit",
    );
    folder.finds("explore hit.bt.json --strict");
    folder.works("test hit.bt.json => 1 claim: 0 passed, 0 failed, 0 unusable, 1 not known");
}

#[test]
fn a_decorator_with_a_condition_has_results_too() {
    let tree = r#"{"format": "treewright", "version": 1, "root": "n1", "restart_when_complete": true,
        "variables": [{"name": "on", "type": "bool"}], "nodes": [
        {"id": "n1", "task": "Selector", "abort": "Self", "children": ["n2", "n4"]},
        {"id": "n2", "task": "Guard", "name": "Gate", "abort": "Self", "parameters": {"expression": "on"}, "children": ["n3"]},
        {"id": "n3", "task": "Wait", "parameters": {"seconds": 0.3}},
        {"id": "n4", "task": "Idle"}
    ]}"#;
    let folder = Folder::new().with("gate.bt.json", tree);
    folder.works("explore gate.bt.json").out_holds("“Gate” + be true (frame 1), be false (frame 1), succeed (frame 3), fail (frame 1), run for several frames (frame 1), be interrupted (frame 2)");
}

#[test]
fn assumptions_that_no_tried_value_keeps_are_said_to_be_that() {
    let rules = format!(
        r#""assumptions": ["count * count == 1234321"], "inputs": {{"count": "free"}}, {NEVER}"#
    );
    let folder = Folder::new().with("counts.bt.json", COUNTS);
    let folder = folder.with("counts.claims.json", claims(&rules));
    let ended = folder.finds("explore counts.bt.json");
    ended.out_holds(
        "Not proved: the assumptions end every run that was tried, but not everything was tried",
    );
    ended.out_holds("No run is left: nothing that was tried in frame 1 keeps the assumptions, but not everything was tried: “count * count == 1234321”");
    assert!(
        !ended.out.contains("whatever the game does"),
        "{}",
        ended.out
    );
    let json = folder.json(1, "explore counts.bt.json");
    assert_eq!(json["trees"][0]["sure"]["how"], "no_run_tried");
}

/// A tree that counts in each frame.
const COUNTS: &str = r#"{"format": "treewright", "version": 1, "root": "n1", "restart_when_complete": true,
    "variables": [{"name": "count", "type": "int"}, {"name": "counts", "type": "bool"}], "nodes": [
    {"id": "n1", "task": "Selector", "children": ["n2", "n5"]},
    {"id": "n2", "task": "Sequence", "name": "Strike", "children": ["n3", "n4"]},
    {"id": "n3", "task": "Expression", "name": "Counts?", "parameters": {"expression": "counts"}},
    {"id": "n4", "task": "Compute", "parameters": {"variable": {"var": "count"}, "expression": "(count + 1) % 10"}},
    {"id": "n5", "task": "Idle", "name": "Chase"}
]}"#;

#[test]
fn assumptions_that_end_every_run_later_prove_nothing_either() {
    let rules = r#""inputs": {"counts": {"values": [true]}}, "assumptions": ["count < 3"]"#;
    let folder = Folder::new().with("counts.bt.json", COUNTS);
    let folder = folder.with("counts.claims.json", claims(&format!("{rules}, {NEVER}")));
    let sentence = "No run goes on: sooner or later, whatever the game does breaks an assumption, at first in frame 3: “count < 3”";
    no_run_is_left(&folder, "counts", sentence);
}

#[test]
fn runs_that_assumptions_end_are_not_proved() {
    let rules = r#""inputs": {"counts": "fixed"}, "assumptions": ["count < 3"]"#;
    let folder = Folder::new().with("counts.bt.json", COUNTS);
    let folder = folder.with("counts.claims.json", claims(&format!("{rules}, {NEVER}")));
    let ended = folder.works("explore counts.bt.json");
    ended.out_holds("Not proved: all + Some runs cannot go on: in frame 3, whatever the game does breaks an assumption: “count < 3”");
    ended.out_holds("not known (not broken, but not everything was tried) Never both");
    // The game can do something else: no run ends.
    let rules = rules.replace("fixed", "free");
    let folder = folder.with("counts.claims.json", claims(&format!("{rules}, {NEVER}")));
    folder.works("explore counts.bt.json => Proved: all + holds (proved) Never both");
}

#[test]
fn a_claim_that_is_not_known_is_neither_passed_nor_failed() {
    let says = r#""limits": {"frames": 2}, "claims": [
        {"name": "Never both", "never": "running('Save yourself') && running('Fight')"},
        {"name": "Can run", "can": "running('Fighter')"}
    ]"#;
    let folder = trees_of_the_arena().with("fighter.claims.json", claims(says));
    let unknown = "not known (not broken within 2 frames)";
    let ended = folder.works("explore fighter.bt.json");
    ended.out_holds(&format!("{unknown} Never both + holds Can run"));
    folder.finds("explore fighter.bt.json --strict");
    let json = folder.json(0, "explore fighter.bt.json");
    let claim = &json["trees"][0]["claims"][0];
    assert_eq!(
        (&claim["result"], &claim["text"]),
        (&Json::from("open"), &Json::from(unknown))
    );
    let skipped = format!(
        "<skipped message=\"{unknown}\" type=\"claim\">Not proved: nothing else happens up to frame 2"
    );
    let junit = folder.works("explore fighter.bt.json --format junit");
    junit.out_holds(&format!(
        "skipped=\"1\" failures=\"0\" + {skipped} + The limit of frames was reached</skipped>"
    ));

    let ended = folder.works("test fighter.bt.json --junit results.xml");
    ended.out_holds("not known fighter.claims.json: Never both + The limit of frames was reached");
    ended.out_holds("2 claims: 1 passed, 0 failed, 0 unusable, 1 not known");
    folder.read("results.xml").must_hold(&skipped);
    folder.finds("test fighter.bt.json --strict");
    let json = folder.json(0, "test fighter.bt.json");
    assert_eq!(
        (&json["passed"], &json["not_known"]),
        (&Json::from(1), &Json::from(1))
    );
    let result = &json["scenarios"][0];
    assert_eq!(
        (&result["passed"], &result["not_known"]),
        (&Json::from(false), &Json::from(true))
    );
    // All states are seen within more frames.
    let known = says.replace("\"frames\": 2", "\"frames\": 200");
    let folder = folder.with("fighter.claims.json", claims(&known));
    folder.works("test fighter.bt.json --strict => holds (proved) + 2 claims: 2 passed, 0 failed, 0 unusable");
}

#[test]
fn a_claim_that_something_can_happen_needs_a_run() {
    let says = r#""claims": [{"name": "Both", "can": "running('Strike') && running('Chase')"}]"#;
    let folder = examples().with("guard.claims.json", claims(says));
    let ended = folder.finds("explore guard.bt.json");
    ended.out_holds("broken: no run shows it (proved) Both");
    let junit = folder.finds("explore guard.bt.json --format junit");
    junit.out_holds("<failure message=\"broken: no run shows it (proved)\" type=\"claim\">Proved: all 41 states were seen with frames of 0.1 s</failure>");
    let limited = folder.finds("explore guard.bt.json --frames 3");
    limited.out_holds("not known (not seen within 3 frames) Both");
}

#[test]
fn reasons_are_as_sure_as_the_search() {
    let tree = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
        {"id": "n1", "task": "Selector", "name": "Day", "children": ["n2", "n3"]},
        {"id": "n2", "task": "Wait", "name": "Look about", "parameters": {"seconds": 1.0}},
        {"id": "n3", "task": "Idle", "name": "Rest"}
    ]}"#;
    let folder = Folder::new().with("day.bt.json", tree);
    let frames = "--frames 3";
    let says = r#""claims": [{"name": "Ends", "within": {"frames": 5, "after": "running('Day')", "then": "succeeded('Day')"}}]"#;
    // Watches that count keep the search from passing over the time.
    let folder = folder.with("day.claims.json", claims(says));
    let limited = folder.finds(&format!("explore day.bt.json {frames}"));
    assert!(!limited.out.contains("never ends"), "{}", limited.out);
    let whole = folder.finds("explore day.bt.json");
    whole.out_holds("“Rest” can never run (“Look about” before it never fails) · proved");
    let ended = examples().finds("explore guard.bt.json --frames 3");
    ended.out_holds("before it was not seen to + · not within 3 frames");
    assert!(!ended.out.contains("before it never"), "{}", ended.out);
    let junit = examples().finds("explore guard.bt.json --frames 3 --format junit");
    junit.out_holds("before it was not seen to + · not within 3 frames");
}

#[test]
fn the_limit_of_states_is_kept() {
    for states in [1, 5, 20] {
        let json = examples().json(1, &format!("explore guard.bt.json --states {states}"));
        assert_eq!(json["trees"][0]["states"], states);
        assert_eq!(json["trees"][0]["sure"]["limit"], "states");
    }
}

#[test]
fn claims_beside_a_tree_that_are_about_another_one_are_not_used() {
    let other = claims(&format!("\"tree\": \"arena.bt.json\", {NEVER_BOTH}"));
    let folder = examples().with("guard.claims.json", other);
    for command in ["explore", "test"] {
        let ended = folder.run(&format!("{command} guard.bt.json"));
        ended.err_holds("not used: it is about another tree, arena.bt.json + Correct `tree` in it");
        assert!(!ended.out.contains("Can rest"), "{}", ended.out);
    }
    let json = folder.json(1, "explore guard.bt.json");
    let report = &json["trees"][0]["claims_not_used"];
    assert_eq!(report["code"], "claims_of_other_tree");
    folder.refuses("test guard.bt.json => no scenarios found");
}

/// An abort that fires whenever `late` changes, before runs of three thousand frames.
#[test]
fn what_is_not_known_of_repeated_aborts_is_said_with_what_is_proved() {
    let tree = r#"{"format": "treewright", "version": 1, "root": "n1", "restart_when_complete": true,
        "variables": [{"name": "late", "type": "bool"}, {"name": "count", "type": "int"}], "nodes": [
        {"id": "n1", "task": "ParallelComplete", "children": ["n2", "n6"]},
        {"id": "n2", "task": "Selector", "children": ["n3", "n5"]},
        {"id": "n3", "task": "Sequence", "abort": "Both", "children": ["n4", "n7"]},
        {"id": "n4", "task": "Expression", "name": "Late?", "parameters": {"expression": "late"}},
        {"id": "n5", "task": "Idle"},
        {"id": "n7", "task": "Idle"},
        {"id": "n6", "task": "Repeater", "parameters": {"forever": true}, "children": ["n8"]},
        {"id": "n8", "task": "Compute", "parameters": {"variable": {"var": "count"}, "expression": "(count + 1) % 3000"}}
    ]}"#;
    let folder = Folder::new().with("late.bt.json", tree);
    let ended = folder.works("explore late.bt.json --seconds 60");
    ended.out_holds("Proved, except for repeated aborts: all 6001 states were seen");
    ended.out_holds("Whether “Late?” can abort again and again is not known for all states");
    let json = folder.json(0, "explore late.bt.json --seconds 60");
    assert_eq!(json["trees"][0]["sure"]["how"], "proved_but_thrashing");
    // A shorter way round is followed to its end.
    let folder = folder.with("late.bt.json", tree.replace("3000", "300"));
    let ended = folder.works("explore late.bt.json");
    ended.out_holds("Proved: all 601 states were seen");
    assert!(!ended.out.contains("again and again"), "{}", ended.out);
}

#[test]
fn the_help_says_what_exit_codes_mean() {
    for command in ["explore", "test"] {
        let help = Folder::new().works(&format!("{command} --help"));
        help.out_holds(
            "Exit codes: 0 + A claim is not known if a limit was reached before + --strict",
        );
    }
}

#[test]
fn it_is_known_of_all_aborts_of_the_boss_whether_they_repeat() {
    let examples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/examples");
    let mut folder = Folder::new();
    for name in ["boss-fight.bt.json", "boss-fight.claims.json"] {
        folder = folder.with(name, std::fs::read(examples.join(name)).unwrap());
    }
    let ended = folder.run("explore boss-fight.bt.json --seconds 60");
    ended.out_holds("Proved: all 378 states were seen");
    assert!(!ended.out.contains("again and again"), "{}", ended.out);
}
