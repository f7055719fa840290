//! Games that are looked at while they run: a process that is started, or one that runs already.

use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use treewright_core::TreeManager;
use treewright_core::compile::GameTasks;
use treewright_core::load::Loaded;
use treewright_core::runtime::{Status, TaskContext, TaskHooks, Var};
use treewright_core::tree::{self, Tree};
use treewright_link::{Link, Settings, Source, VARIABLE};

use super::harness::{Ended, Folder, assert_holds};

/// A guard that walks for three frames and looks around for two, until it is tired.
fn guard() -> Tree {
    let rests = tree::sequence([tree::expression("steps > 40"), tree::wait(0.05)]);
    let walks = tree::sequence([tree::task("Walk").with("steps", tree::var("steps"))]);
    let looks = tree::task("Look");
    let rounds = tree::sequence([walks, looks]);
    Tree::new("Guard", tree::forever(tree::selector([rests, rounds]))).variable("steps", 0)
}

fn tasks() -> GameTasks<u64> {
    let mut tasks = GameTasks::new();
    tasks.action("Walk", |arguments| {
        let steps: Var<i64> = arguments.var("steps");
        TaskHooks::new(move |context: &mut TaskContext<'_, '_, u64>| {
            *context.world += 1;
            let count = steps.get(&context.tick) + 1;
            steps.set(&mut context.tick, count);
            Status::running_until(context.world.is_multiple_of(3))
        })
    });
    tasks.action("Look", |_| {
        TaskHooks::new(|context: &mut TaskContext<'_, '_, u64>| {
            *context.world += 1;
            Status::running_until(context.world.is_multiple_of(2))
        })
    });
    tasks
}

/// How many guards there are, if not three.
const COUNT: &str = "TREEWRIGHT_TEST_GUARDS";

/// The game: runs until its input ends or it is killed.
#[test]
#[ignore = "the other tests start it as a process"]
fn plays() {
    let mut link = Link::new(Settings::named("Patrol"));
    let mut trees = TreeManager::new();
    let program = guard().compile(&tasks()).unwrap();
    let library = treewright_core::format::tasks_json::write(&tasks().library("Patrol"));
    let text = guard().to_file().unwrap();
    let source = Source::of("guard.bt.json").with_file("guard.bt.json", text);
    link.program(&program, source.with_file("patrol.tasks.json", library));
    link.compile_with(|files| Loaded::from_files(files.path(), &tasks(), |path| files.read(path)));
    let count = std::env::var(COUNT).map_or(3, |count| count.parse().unwrap());
    for number in 0..count {
        let agent = trees.add(program.clone(), number).unwrap();
        link.name(agent, &format!("guard {number}"), &["team:red"]);
    }
    let mut world = 0;
    for _ in 0..20_000 {
        if link.may_run() {
            link.tick(&mut trees, &mut world, 1.0 / 60.0);
        }
        thread::sleep(Duration::from_millis(3));
    }
}

/// The words of a command that starts the game.
fn game() -> String {
    let program = std::env::current_exe().unwrap();
    format!(
        "-- {} --exact live::plays --ignored --nocapture",
        program.display()
    )
}

/// A folder with the tree of the game, as designers have it.
fn folder() -> Folder {
    let library = treewright_core::format::tasks_json::write(&tasks().library("Patrol"));
    let text = guard().to_file().unwrap();
    let named = text.replacen(
        "\"version\": 1,",
        "\"version\": 1, \"libraries\": [\"patrol.tasks.json\"],",
        1,
    );
    assert_ne!(named, text);
    Folder::new()
        .with("guard.bt.json", named)
        .with("patrol.tasks.json", library)
}

fn run(folder: &Folder, code: i32, arguments: &str) -> Ended {
    folder.expect(code, &format!("{arguments} {}", game()))
}

#[test]
fn agents_of_a_game_are_listed_and_found() {
    let folder = folder();
    let list = run(&folder, 0, "live list");
    assert_holds(
        &list.out,
        &[
            "Patrol (process",
            "3 agents",
            "guard 2  team:red  guard.bt.json",
        ],
    );
    let json = run(&folder, 0, "live list --format json");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["games"][0]["agents"][1]["name"], "guard 1");
    let found = run(&folder, 0, "live find --name GUARD");
    assert_holds(&found.out, &["3 agents of 3", "0  guard 0"]);
    let none = run(&folder, 1, "live find steps>1000000");
    assert_holds(&none.out, &["0 agents of 3"]);
    let missing = run(&folder, 2, "live find --running nope");
    assert_holds(&missing.err, &["no tree of the game has a node nope"]);
    let wrong = run(&folder, 2, "live find nothing>1");
    assert_holds(&wrong.err, &["nothing", "help:"]);
}

#[test]
fn what_agents_do_is_recorded_shown_explained_and_becomes_a_test() {
    let folder = folder();
    let nobody = run(&folder, 2, "live record --agent nobody -o x.live.jsonl");
    assert_holds(&nobody.err, &["no agent is called nobody", "live list"]);
    assert!(!folder.path("x.live.jsonl").exists());
    let recorded = run(
        &folder,
        0,
        "live record --seconds 1 --agent 1 --agent team:red -o x.live.jsonl",
    );
    assert_holds(&recorded.out, &["of 3 agents in x.live.jsonl"]);
    // What happened once cannot be recorded again.
    let again = run(&folder, 2, "live record --seconds 1 -o x.live.jsonl");
    assert_holds(&again.err, &["x.live.jsonl", "--force"]);
    folder.works("run x.live.jsonl --agent 1 --frames 2 => Selector");
    folder.works("why x.live.jsonl --agent 1 --node Repeater => in frame");
    folder.refuses("why x.live.jsonl --agent nobody --node Repeater => nobody + 1 guard 1");
    folder.refuses("run x.live.jsonl --seed 3 => as_it_was");
    folder.refuses("run guard.bt.json --agent 1 => no_agent");
    let written = folder.works("live scenario x.live.jsonl --agent 1 -o guard.seen.scenario.json");
    assert_holds(&written.out, &["Wrote guard.seen.scenario.json"]);
    let left = &written.err;
    assert!(
        left.is_empty() || left.contains("Not carried over"),
        "{left}"
    );
    folder.works("test guard.seen.scenario.json => 1 passed");
    folder.refuses("live scenario x.live.jsonl -o guard.seen.scenario.json => exists");
    folder.refuses("live scenario x.live.jsonl --tree other.bt.json -o y.scenario.json => other.bt.json + --tree");
    // A file that was cut says so, and everything before counts.
    let text = folder.read("x.live.jsonl");
    fs::write(folder.path("cut.live.jsonl"), &text[..text.len() - 60]).unwrap();
    let cut = folder.works("why cut.live.jsonl --agent 1 --node Repeater");
    assert_holds(&cut.err, &["ends in the middle of line"]);
    let scenario = "live scenario cut.live.jsonl --agent 1 -o guard.cut.scenario.json";
    assert_holds(&folder.works(scenario).err, &["ends in the middle of line"]);
    let json = folder.json(0, &format!("{scenario} --force"));
    assert_eq!(json["warnings"][0]["code"], "cut");
}

/// What a captain did, whose tree runs that of a fighter in another file.
fn captain() -> String {
    let captain = r#"{"format": "treewright", "version": 1, "name": "Captain", "root": "n1", "nodes": [
        {"id": "n1", "task": "Selector", "children": ["n2", "n3", "n4"]},
        {"id": "n2", "task": "Subtree", "name": "Lead", "parameters": {"file": "fighter.bt.json"}},
        {"id": "n3", "task": "Succeed", "name": "Fall back"},
        {"id": "n4", "task": "Idle", "name": "Step back"}]}"#;
    let fighter = r#"{"format": "treewright", "version": 1, "name": "Fighter", "root": "n1", "nodes": [
        {"id": "n1", "task": "Sequence", "name": "Save yourself", "children": ["n3", "n4"]},
        {"id": "n3", "task": "Succeed", "name": "Badly hurt?"},
        {"id": "n4", "task": "Idle", "name": "Recover"}]}"#;
    let files = serde_json::json!({"texts": {"program": 0, "files": [
        {"path": "captain.bt.json", "text": captain}, {"path": "fighter.bt.json", "text": fighter}]}});
    let program = serde_json::json!({"program": {"id": 0, "document": "captain.bt.json", "variables": [], "nodes": [
        ["n1", -1, "Selector"], ["n2", 0, "Subtree"], ["n2/n1", 1, "Sequence"], ["n2/n3", 2, "Succeed"],
        ["n2/n4", 2, "Idle"], ["n3", 0, "Succeed"], ["n4", 0, "Idle"]]}});
    let lines = [
        serde_json::json!({"format": "treewright-live", "version": 1, "app": "Arena"}),
        program,
        files,
        serde_json::json!({"agents": {"frame": 1, "came": [[7, 0, "captain", []]]}}),
        serde_json::json!({"keyframe": {"agent": 7, "program": 0, "frame": 0, "ran": 0, "state": "Enabled",
            "running": [], "variables": {}}}),
        // Kind of event, node, status.
        serde_json::json!({"frames": {"agent": 7, "program": 0, "first": 1, "dt": [100_000_000], "e": [[
            1, 0, 0, 1, 1, 0, 1, 2, 0, 1, 3, 0, 2, 3, 0, 3, 3, 0, 1, 4, 0, 2, 4, 2]]}}),
    ];
    lines.map(|line| format!("{line}\n")).concat()
}

#[test]
fn nodes_of_another_file_are_explained_by_their_own_names() {
    let folder = Folder::new().with("c.live.jsonl", captain());
    for node in ["n2/n4", "Recover"] {
        let why = folder.works(&format!("why c.live.jsonl --node {node}"));
        assert_holds(
            &why.out,
            &[
                "Recover in frame 1",
                "“Recover” is running: “Badly hurt?” returned Success, so “Save yourself” moved on",
            ],
        );
    }
    let json = folder.json(0, "why c.live.jsonl --node n2/n4");
    assert_eq!(
        (&json["node"], &json["name"]),
        (&"n2/n4".into(), &"Recover".into())
    );
    let nodes: Vec<_> = json["reasons"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reason| &reason["node"])
        .collect();
    assert_eq!(nodes[..2], ["n2/n4", "n2/n3"]);
    let own = folder.works("why c.live.jsonl --node n4");
    assert_holds(&own.out, &["Step back in frame 1"]);
    folder.refuses("why c.live.jsonl --node zzz => no node zzz + n2/n4 (Recover)");
}

#[test]
fn records_are_named_so_that_they_can_be_read_and_tell_what_they_lack() {
    let empty = "{\"format\":\"treewright-live\",\"version\":1}\n";
    let folder = Folder::new()
        .with("e.live.jsonl", empty)
        .with("x.jsonl", captain());
    folder.refuses("live record -o run.jsonl => .live.jsonl + Name it run.live.jsonl");
    folder.refuses("live scenario x.live.jsonl -o test.json => Name it test.scenario.json");
    assert!(!folder.path("run.jsonl").exists());
    folder.refuses("run x.jsonl => name ends in .live.jsonl");
    for agent in ["", " --agent red"] {
        let none = folder.refuses(&format!(
            "why e.live.jsonl --node n1{agent} => nothing of any agent + Record it again"
        ));
        assert!(!none.err.contains("of these agents"), "{}", none.err);
    }
}

#[test]
fn of_more_agents_than_can_be_recorded_the_first_ones_are() {
    let folder = folder();
    let words = format!(
        "live record --seconds 1 --agent team:red -o x.live.jsonl --format json {}",
        game()
    );
    let output = folder.command(&words).env(COUNT, "20").output().unwrap();
    assert!(output.status.success());
    let told = String::from_utf8(output.stderr).unwrap();
    assert_holds(&told, &["were meant are 20", "at most 16"]);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (json["agents"].as_array().unwrap().len(), &json["of"]),
        (16, &20.into())
    );
}

#[test]
fn a_client_is_checked_message_by_message() {
    let folder = folder();
    let checked = run(&folder, 0, "live check");
    assert_holds(
        &checked.out,
        &["A  frames", "B  step", "C  swap", "keeps level C"],
    );
    assert!(!checked.out.contains("not offered"), "{}", checked.out);
    let json = run(&folder, 0, "live check --format json");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["level"], "C");
}

/// A game that is killed at the end of the test.
struct Running(Child);

impl Running {
    /// Starts a game that looks for editors in this folder.
    fn game(runtime: &Path) -> Self {
        let game = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "live::plays", "--ignored", "--nocapture"])
            .env_remove(VARIABLE)
            .env("XDG_RUNTIME_DIR", runtime)
            .stdout(Stdio::null())
            .spawn();
        Self(game.unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_game_that_runs_already_is_found_and_goes_on() {
    let folder = folder();
    let runtime = folder.path("runtime");
    fs::create_dir(&runtime).unwrap();
    let mut game = Running::game(&runtime);
    let list = |runtime: &Path| {
        let mut command = folder.command("live list --wait 10");
        let output = command.env("XDG_RUNTIME_DIR", runtime).output().unwrap();
        let code = output.status.code();
        (code, String::from_utf8(output.stdout).unwrap())
    };
    for _ in 0..2 {
        let (code, out) = list(&runtime);
        assert_eq!(code, Some(0), "{out}");
        assert!(out.contains("Patrol"), "{out}");
        assert!(!runtime.join("treewright/link.json").exists());
    }
    assert!(game.0.try_wait().unwrap().is_none(), "it runs on");
    // Nobody is there; and of two at once, the second one says so.
    let empty = folder.path("empty");
    fs::create_dir(&empty).unwrap();
    let mut first = folder
        .command("live list --wait 5")
        .env("XDG_RUNTIME_DIR", &empty)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !empty.join("treewright/link.json").exists() {
        thread::sleep(Duration::from_millis(10));
    }
    let second = folder
        .command("live list --wait 1")
        .env("XDG_RUNTIME_DIR", &empty)
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("waits for games already"));
    assert_eq!(first.wait().unwrap().code(), Some(2));
    let mut told = String::new();
    first.stderr.unwrap().read_to_string(&mut told).unwrap();
    assert_holds(&told, &["no game has attached", "help:"]);
}

#[test]
fn a_recorder_that_is_killed_leaves_what_there_is() {
    let folder = folder();
    let runtime = folder.path("runtime");
    fs::create_dir(&runtime).unwrap();
    let _game = Running::game(&runtime);
    let file = folder.path("x.live.jsonl");
    let recorder = folder
        .command("live record --wait 10 --seconds 600 --agent 1 -o x.live.jsonl")
        .env("XDG_RUNTIME_DIR", &runtime)
        .stdout(Stdio::null())
        .spawn();
    let mut recorder = Running(recorder.unwrap());
    let begin = Instant::now();
    let has_much = || fs::read_to_string(&file).is_ok_and(|text| text.lines().count() > 30);
    while !has_much() {
        assert!(
            begin.elapsed() < Duration::from_mins(1),
            "nothing is written"
        );
        thread::sleep(Duration::from_millis(20));
    }
    recorder.0.kill().unwrap();
    recorder.0.wait().unwrap();
    folder.works("run x.live.jsonl --agent 1 --frames 2 => Selector");
    folder.works("why x.live.jsonl --agent 1 --node Repeater => in frame");
    let names: Vec<_> = fs::read_dir(folder.path("")).unwrap().collect();
    let left = names.iter().filter(|name| {
        let name = name.as_ref().unwrap().file_name();
        name.to_string_lossy().contains("live")
    });
    assert_eq!(left.count(), 1, "{names:?}");
}

#[test]
fn a_game_that_cannot_be_started_is_said() {
    let folder = Folder::new();
    folder.refuses("live list -- /no/such/game => cannot be started");
    folder.refuses("live find => EXPRESSION");
    folder.refuses("live record -o x.live.jsonl --seconds -1 => --seconds");
}

/// The page about the live link suffices to write a client: this one has nothing else, and is not written in Rust.
#[test]
fn a_client_in_another_language_keeps_the_level_that_it_offers() {
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli/minimal_client.py");
    let folder = Folder::new();
    if Command::new("python3").arg("--version").output().is_err() {
        let is_required = std::env::var_os("TREEWRIGHT_REQUIRE_C").is_some();
        assert!(!is_required, "there is no python3");
        println!("skipped: there is no python3");
        return;
    }
    let game = format!("-- python3 -B {}", client.display());
    let checked = folder.expect(0, &format!("live check --wait 10 {game}"));
    assert_holds(
        &checked.out,
        &["B  breakpoints", "not offered", "Minimal keeps level B"],
    );
    let record = format!("live record --wait 10 --seconds 1 -o x.live.jsonl {game}");
    assert_holds(
        &folder.expect(0, &record).out,
        &["of 1 agent in x.live.jsonl"],
    );
    folder.works("run x.live.jsonl --agent walker --frames 3 => Walk");
    folder.works("why x.live.jsonl --agent walker --node Rest => in frame");
}
