//! Logs of robots with BehaviorTree.CPP.

use super::harness::{Folder, assert_holds};

const TREE: &str = r#"<root BTCPP_format="4">
    <BehaviorTree ID="Main" _fullpath=""><ReactiveFallback name="day" _uid="1">
        <IsDark name="dark?" _uid="2"/><Walk name="home" _uid="3"/>
    </ReactiveFallback></BehaviorTree>
    <TreeNodesModel><Condition ID="IsDark"/><Action ID="Walk"/></TreeNodesModel></root>"#;

/// Returns a log of three ticks, each a list of nodes and their statuses: idle, running, success, failure.
fn log() -> Vec<u8> {
    let ticks: [&[(u8, u8)]; 3] = [
        &[(1, 1), (2, 3), (2, 0), (3, 1)],
        &[(2, 3), (2, 0)],
        &[(2, 2), (3, 0), (2, 0), (1, 2), (1, 0)],
    ];
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
