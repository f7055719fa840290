//! What programs with BehaviorTree.CPP really wrote and sent: recordings among the samples of other tools, read like those of any
//! robot. Without samples these tests have nothing to do.

mod hostile_peers;
pub mod sessions;

use std::path::PathBuf;

use treewright_insight::history::NodeState;
use treewright_insight::why::{Fact, Moment, ResultReason, to_the_end, why, why_further};
use treewright_robot::btlog::Log;
use treewright_robot::full_tree::FullTree;
use treewright_robot::logged_run::LoggedRun;
use treewright_robot::statuses::{Tick, Ticks};

/// Returns the file of this name among the recordings; `None` without samples.
fn recorded(name: &str) -> Option<Vec<u8>> {
    let folder: PathBuf = treewright_tests::samples()?.join("groot2");
    Some(std::fs::read(folder.join(name)).unwrap())
}

/// Returns the ticks of a log.
fn ticks(log: &Log<'_>, tree: &FullTree) -> Vec<Tick> {
    let mut ticks = Ticks::of_all(tree, log.changes());
    let mut all: Vec<Tick> = log
        .changes()
        .filter_map(|change| ticks.push(tree, change))
        .collect();
    all.extend(ticks.finish());
    assert_eq!(ticks.unknown(), 0);
    all
}

#[test]
fn a_log_of_forty_ticks() {
    let Some(bytes) = recorded("lamplighter-long.btlog") else {
        return;
    };
    let log = Log::read(&bytes).unwrap();
    let tree = FullTree::read("lamplighter", log.tree).unwrap();
    assert_eq!(log.changes().count(), 285);
    assert_eq!(log.cut_bytes(), 0);
    assert_eq!(tree.program.len(), 14);
    assert_eq!(tree.remarks, []);
    assert_eq!(ticks(&log, &tree).len(), 40);
}

#[test]
fn a_log_that_is_cut_at_any_byte_is_read_as_far_as_it_goes() {
    let Some(bytes) = recorded("lamplighter-long.btlog") else {
        return;
    };
    let whole = Log::read(&bytes).unwrap();
    let tree = FullTree::read("lamplighter", whole.tree).unwrap();
    let all = ticks(&whole, &tree).len();
    let (mut refused, mut most) = (0, 0);
    for length in 0..bytes.len() {
        let Ok(log) = Log::read(&bytes[..length]) else {
            refused += 1;
            continue;
        };
        assert_eq!(log.tree, whole.tree);
        let changes = log.changes().count();
        assert_eq!((bytes.len() - length).div_ceil(9).min(285), 285 - changes);
        if changes.is_multiple_of(20) {
            most = most.max(ticks(&log, &tree).len());
        }
    }
    assert_eq!(
        refused,
        23 + whole.tree.len(),
        "those without the whole tree"
    );
    assert!(most <= all, "{most} ticks of {all}");
}

#[test]
fn why_the_nodes_of_a_log_ended() {
    let Some(bytes) = recorded("lamplighter-long.btlog") else {
        return;
    };
    let run = LoggedRun::read("lamplighter", &bytes, usize::MAX).unwrap();
    assert_eq!(run.remarks, []);
    let stretch = run.stretch().unwrap();
    assert_eq!((stretch.first_frame(), stretch.last_frame()), (0, 40));
    let program = &**stretch.program();
    let told = |uid: u16, frame: u64| {
        let node = run.tree.node(uid).unwrap();
        let steps = why(program, &stretch.past(), Moment::after(frame), node);
        let steps = to_the_end(
            steps,
            |step| why_further(program, &stretch.past(), step),
            |step| step,
        );
        let name = |node| program.title(node).to_owned();
        let told: Vec<String> = steps
            .iter()
            .map(|step| step.told(program, &name).to_string())
            .collect();
        (steps, told)
    };
    // In the fifth tick it gets dark: the way home is interrupted.
    let (_, home) = told(14, 5);
    assert_eq!(
        home[0],
        "`go home` was interrupted because earlier sibling `night` in `day and night` is running"
    );
    // In the ninth tick the lamps are lit with borrowed oil: the whole tree succeeds.
    let (steps, root) = told(1, 9);
    assert_eq!(
        root[0],
        "`day and night` returned Success because `night` returned Success"
    );
    assert!(
        root.contains(&"`borrow` returned Success".to_owned()),
        "{root:#?}"
    );
    let is_answer = |fact: &Fact| matches!(fact, Fact::Ended(_, ResultReason::Answered));
    assert!(steps.iter().any(|step| is_answer(&step.fact)));
    // Every end of every node has a reason, and nothing is said of variables, which a log does not contain.
    for frame in 1..=40 {
        let known = stretch.at(frame).unwrap();
        for node in program.indices() {
            let run = known
                .runs
                .get(node)
                .expect("a log that begins with its tree knows all states");
            let steps = why(program, &stretch.past(), Moment::after(frame), node);
            assert_eq!(
                matches!(steps[0].fact, Fact::Runs(_)),
                run.state == NodeState::Running
            );
            assert!(
                steps
                    .iter()
                    .all(|step| !matches!(step.fact, Fact::Value(_) | Fact::NotKnown))
            );
        }
    }
}
