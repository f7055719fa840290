//! `treewright nodes`, and the task libraries of trees.

use super::harness::{Folder, assert_holds};

/// The task library of a fighter.
pub const FIGHTER: &str = include_str!("fighter.tasks.json");

/// A tree with tasks of the fighter.
const FIGHT: &str = include_str!("fight.bt.json");

fn fight() -> Folder {
    Folder::new()
        .with("fighter.tasks.json", FIGHTER)
        .with("fight.bt.json", FIGHT)
}

#[test]
fn the_schema_of_each_format_is_printed() {
    let folder = Folder::new();
    let names = folder.works("schema").out;
    assert_eq!(names.lines().count(), 8, "{names}");
    for name in names.lines().filter_map(|line| line.split(' ').next()) {
        let printed = folder.works(&format!("schema {name}")).out;
        let schema: serde_json::Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(schema["$id"], format!("urn:treewright:schema:{name}:1"));
    }
    folder.refuses("schema shapes");
}

#[test]
fn every_node_type_is_listed_with_its_parameters() {
    let ended = Folder::new().works("nodes");
    for declaration in treewright_core::nodes::declarations() {
        assert_holds(&ended.out, &[&declaration.task, &declaration.summary]);
        for parameter in &declaration.parameters {
            assert_holds(&ended.out, &[&parameter.name, &parameter.help]);
        }
    }
    let wait = ended
        .out
        .lines()
        .skip_while(|line| !line.starts_with("  Wait "));
    let wait: Vec<&str> = wait.take(2).collect();
    assert_eq!(wait[0], "  Wait  Waits for a given time.");
    let cells: Vec<&str> = wait[1]
        .split("  ")
        .map(str::trim)
        .filter(|c| !c.is_empty())
        .collect();
    assert_eq!(
        cells,
        [
            "seconds",
            "float",
            "= 1.0 s",
            "0 … 1e9 s",
            "How long to wait, in seconds."
        ]
    );
    let headings = ["Composites", "Decorators", "Conditionals", "Actions"];
    let found: Vec<&str> = ended.out.lines().filter(|l| headings.contains(l)).collect();
    assert_eq!(found, headings);
}

#[test]
fn the_columns_of_parameters_are_aligned() {
    let ended = fight().works("nodes --library fighter.tasks.json");
    let shoot = ended
        .out
        .lines()
        .skip_while(|line| !line.starts_with("  Shoot "));
    let shoot: Vec<&str> = shoot.take(4).collect();
    assert_eq!(
        shoot[0],
        "  Shoot  Fires until the target is down. [fighter.tasks.json]"
    );
    let column = |line: &str, what: &str| line.find(what).unwrap();
    assert_eq!(column(shoot[1], "vec3"), column(shoot[2], "choice"));
    assert_eq!(column(shoot[1], "required"), column(shoot[2], "= Rifle"));
    assert_eq!(
        column(shoot[2], "Rifle and Pistol"),
        column(shoot[3], "1 … 30")
    );
}

#[test]
fn the_json_list_is_a_task_library() {
    let ended = fight().works("nodes --format json --tree fight.bt.json");
    let json: serde_json::Value = serde_json::from_str(&ended.out).unwrap();
    assert_eq!(json["format"], "treewright-tasks");
    let task = |name: &str| {
        let tasks = json["tasks"].as_array().unwrap();
        tasks.iter().find(|t| t["name"] == name).unwrap().clone()
    };
    assert_eq!(task("Sequence")["category"], "Composite");
    assert_eq!(task("Shoot")["library"], "fighter.tasks.json");
    assert_eq!(task("Shoot")["stand_in"], "Running");
    assert_eq!(
        task("Shoot")["parameters"][2]["range"],
        serde_json::json!([1, 30])
    );
    assert!(task("Wait").get("library").is_none());
    let read = treewright_core::format::tasks_json::read(ended.out.as_bytes());
    assert!(read.is_ok(), "the list reads as a library");
}

#[test]
fn the_markdown_list_has_a_section_per_node_type() {
    let ended = fight().works("nodes --format md --library fighter.tasks.json");
    for declaration in treewright_core::nodes::declarations() {
        let title = treewright_core::words(&declaration.task).replace("Stand in", "Stand-in");
        assert_holds(
            &ended.out,
            &[&format!("\n### {title}"), &declaration.details],
        );
    }
    ended.out_holds("\n## Composites\n + \n### Shoot\n\n*From the library fighter.tasks.json*\n");
    ended.out_holds("| Weapon (`weapon`) | choice | Rifle | Rifle and Pistol | What is fired. |");
}

#[test]
fn the_list_can_be_chinese() {
    let ended = Folder::new().works("nodes --lang zh-CN");
    assert_holds(&ended.out, &["组合节点", "Wait"]);
    assert!(!ended.out.contains("Waits for a given time."));
    let ended = Folder::new().refuses("nodes --lang fr");
    assert_holds(&ended.err, &["en, zh-CN"]);
}

#[test]
fn a_broken_library_is_reported_with_the_position() {
    let broken = FIGHTER.replace("\"choice\"", "\"chioce\"");
    let folder = fight().with("broken.tasks.json", broken);
    folder.refuses("nodes --library broken.tasks.json => broken.tasks.json:21:36 + `chioce`");
    folder.refuses("nodes --library missing.tasks.json");
    folder.refuses("nodes --tree missing.bt.json");
    let twice = "nodes --library fighter.tasks.json --library ./fighter.tasks.json";
    let ended = folder.works(twice);
    assert_holds(&ended.err, &["`Shoot` is already declared", "taken_name"]);
    let builtin = FIGHTER.replace("\"Shoot\"", "\"Wait\"");
    let folder = folder.with("builtin.tasks.json", builtin);
    let ended = folder.finds("nodes --library builtin.tasks.json");
    assert_holds(&ended.err, &["`Wait` is the name", "builtin_name"]);
}

#[test]
fn a_tree_is_checked_against_its_libraries() {
    let ended = fight().works("check fight.bt.json");
    assert_holds(&ended.out, &["no problems"]);
    for (right, wrong, code) in [
        ("\"Pistol\"", "\"Bow\"", "not_a_choice"),
        ("\"rounds\": 3", "\"rounds\": 31", "parameter_out_of_range"),
        (
            "\"task\": \"Shoot\"",
            "\"task\": \"Shot\"",
            "did you mean `Shoot`?",
        ),
    ] {
        let folder = fight().with("fight.bt.json", FIGHT.replace(right, wrong));
        let ended = folder.finds("check fight.bt.json");
        assert_holds(&ended.out, &[code]);
    }
}

#[test]
fn a_missing_or_broken_library_is_reported_and_the_tree_opens() {
    let folder = Folder::new().with("fight.bt.json", FIGHT);
    let ended = folder.finds("check fight.bt.json");
    let line = FIGHT
        .lines()
        .position(|l| l.contains("fighter.tasks"))
        .unwrap()
        + 1;
    assert_holds(
        &ended.out,
        &[
            &format!("fight.bt.json:{line}:"),
            "file `fighter.tasks.json` not found",
            "unknown_task",
            "it may be declared in a library that cannot be used",
        ],
    );
    let broken = FIGHTER.replace("\"choice\"", "\"chioce\"");
    let folder = fight().with("fighter.tasks.json", &broken);
    let json = folder.json(1, "check fight.bt.json");
    let first = &json["problems"][0];
    assert_eq!(first["code"], "wrong_field");
    assert_eq!(first["library"], "fighter.tasks.json");
    assert!(
        first["file"]
            .as_str()
            .unwrap()
            .ends_with("fighter.tasks.json")
    );
    let line = broken.lines().position(|l| l.contains("chioce")).unwrap() + 1;
    assert_eq!(first["line"], line);
    folder.finds("check fight.bt.json => \"chioce\" + use bool, int");
}

#[test]
fn a_library_outside_the_project_is_not_read() {
    let tree = FIGHT.replace("fighter.tasks.json", "../fighter.tasks.json");
    let folder = Folder::new()
        .with("fighter.tasks.json", FIGHTER)
        .with("trees/fight.bt.json", tree);
    folder.finds("check trees/fight.bt.json => outside_project + treewright.project.json");
    let folder = folder.with("treewright.project.json", "{}");
    folder.works("check trees/fight.bt.json");
}

#[test]
fn tasks_of_the_game_are_replaced_by_stand_ins_with_a_note() {
    let folder = fight().with(
        "fight.scenario.json",
        r#"{"format": "treewright-scenario", "version": 1, "name": "Fires", "frames": 2,
        "steps": [{"frame": 2, "expect": {"running": ["Shoot"]}}]}"#,
    );
    let ended = folder.works("run fight.bt.json --frames 2");
    let note = "Using stand-ins for: In range (Success), Shoot (Running)";
    assert_holds(&ended.out, &[note, "Running"]);
    assert_eq!(ended.out.matches("Using stand-ins").count(), 1);
    let ended = folder.works("run fight.bt.json --frames 2 --format json");
    let first: serde_json::Value = serde_json::from_str(ended.out.lines().next().unwrap()).unwrap();
    assert_eq!(first["notes"][0], note);
    let ended = folder.works("test fight.bt.json");
    ended.out_holds("1 passed + Using stand-ins for: In range (Success), Shoot (Running)");
    let json = folder.json(0, "test fight.bt.json");
    assert_eq!(json["scenarios"][0]["stood_in"][0], "InRange (Success)");
}

#[test]
fn imported_parents_known_to_one_program_run_with_a_note() {
    let tree = r#"<root BTCPP_format="4"><BehaviorTree ID="Drive">
        <PipelineSequence><RateController hz="2.0"><Plan/></RateController>
        <SpeedGate max="1"><Ahead/></SpeedGate>
        <Debate><Ahead/><Follow/></Debate></PipelineSequence></BehaviorTree></root>"#;
    let folder = Folder::new().with("drive.xml", tree);
    let ended = folder.works("import drive.xml -o out");
    assert_holds(
        &ended.err,
        &[
            "only the program knows what `Debate` does with its children: here it acts like Sequence",
            "only the program knows what `SpeedGate` does with its child: here it passes",
        ],
    );
    let library = folder.read("out/drive.tasks.json");
    assert_holds(&library, &["\"PassThrough\"", "\"Sequence\""]);
    assert!(!library.contains("PipelineSequence"), "{library}");
    folder.works("check out/drive.bt.json");
    folder.works("run out/drive.bt.json --frames 20 => Debate (acts like Sequence) + Success");
    // The library chooses the result of the stand-in.
    let library = library.replace("\"Sequence\"", "\"Selector\"");
    let folder = folder.with("out/drive.tasks.json", library);
    folder.works("run out/drive.bt.json --frames 20 => Debate (acts like Selector)");
    let ended = folder.works("export out/drive.bt.json --to btcpp");
    assert_holds(&ended.err, &["`RateController` is a node of nav2"]);
    let written = folder.read("out/drive.xml");
    assert_eq!(written, tree, "byte for byte");
}

#[test]
fn a_task_that_the_scenario_scripts_has_no_stand_in() {
    let folder = fight().with(
        "fight.scenario.json",
        r#"{"format": "treewright-scenario", "version": 1, "name": "Fires", "frames": 2,
        "leaves": {"Shoot": {"updates": "S"}, "Near": {"updates": "S"}},
        "steps": [{"frame": 1, "expect": {"status": "Success"}}]}"#,
    );
    let ended = folder.works("test fight.bt.json");
    assert!(!ended.out.contains("stand-ins"), "{}", ended.out);
}

#[test]
fn a_parent_of_a_library_cannot_run_and_the_reason_is_reported() {
    let library = FIGHTER.replace("\"category\": \"Action\"", "\"category\": \"Decorator\"");
    let library = library.replace("\"stand_in\": \"Running\",", "");
    let tree = FIGHT.replace("\"x\": 90, \"y\": 120", "\"children\": [\"n9\"], \"x\": 90, \"y\": 120}, {\"id\": \"n9\", \"task\": \"Idle\", \"x\": 90, \"y\": 240");
    let folder = fight()
        .with("fighter.tasks.json", library)
        .with("fight.bt.json", tree);
    folder.works("check fight.bt.json");
    folder.refuses("run fight.bt.json => no code for `Shoot`, a decorator of a task");
}

#[test]
fn a_library_is_checked_and_formatted() {
    let folder = fight();
    folder.works("check fighter.tasks.json => 1 file checked, no problems");
    folder.works("fmt --check fighter.tasks.json");
    let builtin = FIGHTER.replace("\"Shoot\"", "\"Wait\"");
    let folder = folder.with("fighter.tasks.json", builtin);
    let json = folder.json(1, "check fighter.tasks.json");
    assert_eq!(json["problems"][0]["code"], "builtin_name");
    let folder = folder.with("fighter.tasks.json", FIGHTER.replace("  ", " "));
    folder.finds("fmt --check fighter.tasks.json");
    folder.works("fmt fighter.tasks.json");
    assert_eq!(folder.read("fighter.tasks.json"), FIGHTER);
    let folder = folder.with("fighter.tasks.json", "{");
    folder.refuses("check fighter.tasks.json");
    folder.refuses("fmt fighter.tasks.json");
}
