//! Logs of robots with BehaviorTree.CPP.

use std::fs;
use std::path::Path;

use super::harness::{Folder, assert_holds};

const TREE: &str = r#"<root BTCPP_format="4">
    <BehaviorTree ID="Main" _fullpath=""><ReactiveFallback name="day" _uid="1">
        <IsDark name="dark?" _uid="2"/><Walk name="home" _uid="3"/>
    </ReactiveFallback></BehaviorTree>
    <TreeNodesModel><Condition ID="IsDark"/><Action ID="Walk"/></TreeNodesModel></root>"#;

/// Ticks, each a list of nodes and their statuses: idle, running, success, failure.
const TICKS: [&[(u8, u8)]; 3] = [
    &[(1, 1), (2, 3), (2, 0), (3, 1)],
    &[(2, 3), (2, 0)],
    &[(2, 2), (3, 0), (2, 0), (1, 2), (1, 0)],
];

fn log() -> Vec<u8> {
    log_of(&TICKS)
}

fn log_of(ticks: &[&[(u8, u8)]]) -> Vec<u8> {
    let mut log = b"BTCPP4-FileLogger2\x01".to_vec();
    log.extend((TREE.len() as i32).to_le_bytes());
    log.extend(TREE.as_bytes());
    log.extend(1_700_000_000_000_000_i64.to_le_bytes());
    for (tick, changes) in ticks.iter().enumerate() {
        for (place, (uid, status)) in changes.iter().enumerate() {
            let time = (tick * 10_000 + place * 5) as u64;
            log.extend(&time.to_le_bytes()[..6]);
            log.extend([*uid, 0, *status]);
        }
    }
    log
}

#[test]
fn a_node_of_a_log_is_explained() {
    let folder = Folder::new().with("day.btlog", log());
    let interrupted = folder.works("why day.btlog --node home");
    assert_holds(
        &interrupted.out,
        &[
            "home in frame 3",
            "“home” was interrupted",
            "“day” returned Success",
            "“dark?” returned Success",
        ],
    );
    assert_eq!(interrupted.err, "");
    let running = folder.works("why day.btlog --node home --frame 2");
    assert_holds(
        &running.out,
        &["“home” is running: “dark?” returned Failure"],
    );
    let json = folder.json(0, "why day.btlog --node dark? --frame 1");
    assert_eq!(json["reasons"][0]["code"], "ended_answered");
    assert_eq!(json["reasons"][0]["frame"], 1);
}

#[test]
fn what_a_log_does_not_tell_is_said() {
    let mut cut = log();
    cut.pop();
    let folder = Folder::new().with("day.btlog", cut);
    let ended = folder.works("why day.btlog --node day");
    assert_holds(&ended.err, &["The log ends in the middle of a change"]);
    assert_holds(&ended.out, &["“day” returned Success"]);
    let json = folder.json(0, "why day.btlog --node day");
    assert_eq!(json["warnings"][0]["code"], "cut");
}

#[test]
fn what_cannot_be_explained_has_a_reason_and_a_remedy() {
    let folder = Folder::new()
        .with("day.btlog", log())
        .with("bad.btlog", "BTCPP4");
    folder.refuses("why day.btlog --node Nobody => no node Nobody + (day)");
    folder.refuses("why day.btlog --node day --frame 9 => frame 9 + 3");
    folder.refuses("why bad.btlog --node day => no log of BehaviorTree.CPP + FileLogger2");
    folder.refuses("why none.btlog --node day => none.btlog");
}

#[test]
fn the_ticks_of_a_log_are_shown() {
    let folder = Folder::new().with("day.btlog", log());
    let shown = folder.works("run day.btlog");
    assert_holds(
        &shown.out,
        &["Frame 1, 0 s", "Frame 3, 0.02 s", "day", "dark?", "home"],
    );
    let first = folder.works("run day.btlog --frames 1");
    assert!(!first.out.contains("Frame 2"), "{}", first.out);
    let changes = folder.works("run day.btlog --changes");
    assert_holds(
        &changes.out,
        &["failed → ✔ succeeded", "running → ■ interrupted"],
    );
    let machine = folder.works("run day.btlog --format json --node home");
    let states: Vec<&str> = machine.out.lines().collect();
    assert_holds(
        states[1],
        &[r#""frame":2,"status":"Running""#, r#":"Running"}"#],
    );
    assert_holds(states[2], &[r#""status":"Success""#, r#":"Interrupted"}"#]);
    folder.refuses("run day.btlog --trace copy.jsonl => cannot_be_repeated + Omit --trace");
    folder.refuses("run day.btlog --seed 3 => as_it_was");
}

#[test]
fn what_happened_before_a_log_is_not_known() {
    let folder = Folder::new().with("day.btlog", log_of(&TICKS[1..]));
    let shown = folder.works("run day.btlog");
    assert_holds(&shown.err, &["The log begins while the tree runs"]);
    assert_holds(&shown.out, &["? not known"]);
    let machine = folder.works("run day.btlog --format json --frames 1");
    assert!(!machine.out.contains("Idle"), "{}", machine.out);
    let home = folder.works("why day.btlog --node home --frame 1");
    assert_holds(&home.out, &["what it did before is not known"]);
}

/// Of several uses of a tree, that is explained which ran last.
#[test]
fn a_node_of_a_tree_with_several_uses_is_explained() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/robot_log");
    let log = fs::read(seeds.join("two_uses.btlog")).unwrap();
    let folder = Folder::new().with("two.btlog", log);
    let why = folder.works("why two.btlog --node w => w in frame 2 + “w” returned Failure");
    assert_holds(
        &why.out,
        &["“B 2 (s)” returned Failure because “w” returned Failure"],
    );
    assert_eq!(folder.json(0, "why two.btlog --node w")["node"], "n4");
    folder.works("why two.btlog --node n2/n4 => “w” returned Success");
}
