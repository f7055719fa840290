//! The editor's attachment to a robot, over sockets of another implementation.

use peer::Peer;
use peer::attached::{Attached, port, wait_until};
use treewright_robot::groot2::{Hook, HookMode, HookPosition, HookResult, Request};
use treewright_robot::monitor::Fact;

const TREE: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main" _fullpath="">
    <Sequence name="root" _uid="1"><Walk name="walk" _uid="2"/></Sequence></BehaviorTree>
    <TreeNodesModel><Action ID="Walk"/></TreeNodesModel></root>"#;

const HOOK: Hook = Hook {
    uid: 2,
    position: HookPosition::Before,
    mode: HookMode::Breakpoint,
    result: HookResult::AsItIs,
    is_enabled: true,
    is_once: false,
};

fn peer_and_attached() -> (Peer, Attached) {
    let port = port();
    let peer = Peer::start(port, TREE, 1..=2);
    let mut attached = Attached::to(port);
    attached.wait_for("tree", |fact| *fact == Fact::Tree(TREE.to_owned()));
    (peer, attached)
}

#[test]
fn it_attaches_and_polls() {
    let (peer, mut attached) = peer_and_attached();
    attached.wait_for(
        "statuses",
        |fact| matches!(fact, Fact::Statuses(all) if all.len() == 2),
    );
    attached.wait_for("changes", |fact| matches!(fact, Fact::Changes(_)));
    peer.state().tick(&[(1, 1), (2, 1)]);
    attached.wait_for(
        "a tick",
        |fact| matches!(fact, Fact::Changes(changes) if changes.len() == 2),
    );
}

#[test]
fn a_breakpoint_is_set_reached_and_let_go_then_removed_on_leaving() {
    let (peer, mut attached) = peer_and_attached();
    let insert = Request::InsertHook(HOOK);
    attached.ask(insert.clone());
    attached.wait_for("done", |fact| *fact == Fact::Done(insert.clone()));
    peer.reach(2);
    attached.wait_for("arrival", |fact| *fact == Fact::ReachedHook(2));
    for (result, word) in [
        (HookResult::AsItIs, "SKIPPED"),
        (HookResult::Success, "SUCCESS"),
        (HookResult::Failure, "FAILURE"),
    ] {
        let unlock = Request::Unlock {
            uid: 2,
            position: HookPosition::Before,
            result,
            is_removed: false,
        };
        attached.ask(unlock.clone());
        attached.wait_for(word, |fact| *fact == Fact::Done(unlock.clone()));
        let unlocked = peer.state().unlocked.take().unwrap();
        assert_eq!(unlocked["desired_status"], word);
    }
    assert_eq!(peer.state().hooks.len(), 1);
    drop(attached);
    wait_until("removed", || peer.state().hooks.is_empty());
}

#[test]
fn a_program_that_is_started_again_is_attached_again() {
    let (mut peer, mut attached) = peer_and_attached();
    peer.kill();
    attached.wait_for("loss", |fact| matches!(fact, Fact::Lost(_)));
    peer.start_again();
    attached.wait_for("tree", |fact| matches!(fact, Fact::Tree(_)));
}

#[test]
fn a_program_that_never_answers_is_told_as_such() {
    let (port, tree) = (port(), TREE);
    let peer = Peer::start(port, tree, 1..=2);
    peer.state().is_silent = true;
    let mut attached = Attached::to(port);
    attached.wait_for("no answer", |fact| matches!(fact, Fact::NotReached(_)));
}
