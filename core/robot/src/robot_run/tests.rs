//! Runs of watched programs: where they begin, what follows, and gaps.

use treewright_core::runtime::EndStatus;
use treewright_core::trace::TraceEvent;
use treewright_insight::recording::{LastWrite, Past as _};
use treewright_insight::why::{Fact as Reason, Moment, StartReason, why};

use super::*;
use crate::full_tree::FullTree;
use crate::message_pack::Packed;
use crate::monitor::LossReason;

const TREE: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="Main" _fullpath="">
    <Sequence name="root" _uid="1"><Walk name="first" _uid="2"/><Walk name="second" _uid="3"/></Sequence>
    </BehaviorTree><TreeNodesModel><Action ID="Walk"/></TreeNodesModel></root>"#;

const ROOT: NodeIndex = NodeIndex(0);
const FIRST: NodeIndex = NodeIndex(1);
const SECOND: NodeIndex = NodeIndex(2);

/// A watched program, and what was told of it.
struct Told {
    run: RobotRun,
    past: ToldPast,
}

impl Told {
    fn follow(&mut self, fact: &Fact) {
        self.run.follow(&mut self.past, fact);
    }

    fn finish_tick(&mut self) {
        self.follow(&changes(""));
    }
}

fn run() -> Told {
    run_of(TREE)
}

fn run_of(tree: &str) -> Told {
    let tree = FullTree::read("robot", tree).unwrap();
    let mut past = ToldPast::default();
    let run = RobotRun::new(tree.numbered, &mut past);
    Told { run, past }
}

fn status(letter: char) -> NodeStatus {
    NodeStatus::from_number("IRSF".find(letter).unwrap() as u8).unwrap()
}

/// Returns statuses such as `R` or, for a node that was reset since it succeeded, `IS`.
fn statuses(all: [&str; 3]) -> Fact {
    let polled = all.map(|letters| {
        let mut letters = letters.chars().map(status);
        PolledStatus {
            now: letters.next().unwrap(),
            before: letters.next(),
        }
    });
    Fact::Statuses((1..).zip(polled).collect())
}

/// Returns changes such as `300 2 S`.
fn changes(text: &str) -> Fact {
    let change = |line: &str| {
        let [time, uid, letter] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        StatusChange {
            time: time.parse().unwrap(),
            uid: uid.parse().unwrap(),
            status: letter.chars().next().map(status),
        }
    };
    Fact::Changes(
        text.split(", ")
            .filter(|line| !line.is_empty())
            .map(change)
            .collect(),
    )
}

/// Returns the states of the nodes at the end of a frame; `?` for what is not known.
fn states(run: &Told, frame: u64) -> String {
    let known = run.past.stretch(AGENT, frame).unwrap().at(frame).unwrap();
    let state = |node| {
        let run = known.runs.get(node);
        run.map_or("?", |run| &run.state.name()[..2]).to_owned()
    };
    [ROOT, FIRST, SECOND].map(state).join(" ")
}

#[test]
fn a_run_begins_with_what_runs_and_goes_on_with_changes() {
    let mut run = run();
    run.follow(&changes("10 2 R"));
    assert!(run.past.frames().is_none(), "nothing is known of what runs");
    run.follow(&statuses(["R", "R", "I"]));
    run.follow(&changes(""));
    run.follow(&changes("90000 2 S, 90004 3 R"));
    run.follow(&changes(
        "150000 3 S, 150002 2 I, 150003 3 I, 150004 1 S, 150005 1 I",
    ));
    run.finish_tick();
    assert_eq!(run.past.frames(), Some((0, 2)));
    assert_eq!(states(&run, 0), "Ru Ru ?");
    assert_eq!(states(&run, 1), "Ru Su Ru");
    assert_eq!(states(&run, 2), "Su Su Su");
    let stretch = run.past.stretch(AGENT, 1).unwrap();
    let events = &stretch.record(1).unwrap().of(AGENT).unwrap().events;
    assert_eq!(events[1], TraceEvent::End(FIRST, EndStatus::Success));
    assert_eq!(events.len(), 4, "its start is not invented: {events:?}");
    let reason = |node| {
        why(
            &**stretch.program(),
            &stretch.past(),
            Moment::after(1),
            node,
        )
        .remove(0)
    };
    let after = StartReason::AfterSibling(FIRST, EndStatus::Success);
    assert_eq!(reason(SECOND).fact, Reason::Runs(after));
}

#[test]
fn changes_before_the_statuses_belong_to_the_beginning() {
    let mut run = run();
    run.follow(&statuses(["R", "IS", "R"]));
    run.follow(&changes(
        "70000010 2 S, 70000013 3 R, 70000015 2 I, 70090000 3 F, 70090002 1 F",
    ));
    run.finish_tick();
    assert_eq!(run.past.frames(), Some((0, 1)));
    let history = run.past.stretch(AGENT, 1).unwrap().history();
    let known = history.time(1) - history.time(0);
    assert!((0.08..0.1).contains(&known), "known for {known} s, not 70");
    assert_eq!(states(&run, 0), "Ru Su Ru");
    assert_eq!(states(&run, 1), "Fa Su Fa");
}

#[test]
fn of_a_program_that_tells_no_changes_only_the_present_is_known() {
    let mut run = run();
    run.follow(&statuses(["R", "R", "I"]));
    run.follow(&statuses(["R", "S", "R"]));
    run.follow(&statuses(["R", "IS", "F"]));
    let (first, last) = run.past.frames().unwrap();
    assert_eq!(first, last);
    assert_eq!(states(&run, last), "Ru Su Fa");
}

#[test]
fn what_is_lost_is_a_gap() {
    let mut run = run();
    run.follow(&statuses(["R", "R", "I"]));
    run.follow(&changes(""));
    run.follow(&changes("90000 2 S, 90004 3 R"));
    run.follow(&Fact::Lost(LossReason::NoAnswer));
    run.follow(&Fact::Back);
    run.follow(&changes("50 3 S"));
    run.follow(&statuses(["R", "I", "R"]));
    run.follow(&changes(""));
    run.follow(&changes("40000 3 S"));
    run.finish_tick();
    assert_eq!(run.past.frames(), Some((0, 3)));
    assert_eq!(states(&run, 1), "Ru Su Ru");
    assert_eq!(
        states(&run, 2),
        "Ru ? Ru",
        "how the first one ended since is not known"
    );
    assert_eq!(states(&run, 3), "Ru ? Su");
    let times = |frame| {
        run.past
            .stretch(AGENT, frame)
            .unwrap()
            .history()
            .time(frame)
    };
    assert!((times(3) - 0.130_004).abs() < 1e-9, "{}", times(3));
}

#[test]
fn values_that_are_asked_for_are_learned_with_the_next_frame_but_not_who_wrote_them() {
    let mut run = run_of(
        r#"<root BTCPP_format="4"><BehaviorTree ID="Main" _fullpath=""><Sequence name="root" _uid="1">
        <Look name="look" _uid="2" oil="{oil}" lit="{lit}"/><SubTree ID="Refill" _fullpath="shed" _uid="3"/>
        </Sequence></BehaviorTree><BehaviorTree ID="Refill" _fullpath="shed"><Look name="in" _uid="4" oil="{here}"/>
        </BehaviorTree><TreeNodesModel><Action ID="Look"><inout_port name="oil" type="int"/>
        <inout_port name="lit" type="bool"/></Action></TreeNodesModel></root>"#,
    );
    assert_eq!(run.run.blackboards(), ["Main", "shed"]);
    let blackboards = |oil, here| {
        let entry = |name: &str, value| (name.to_owned(), Packed::Int(value));
        let main = vec![entry("oil", oil), entry("lit", 1), entry("unknown", 1)];
        let shed = vec![entry("here", here), ("oil".to_owned(), Packed::Nil)];
        Fact::Blackboards(vec![("Main".into(), main), ("shed".into(), shed)])
    };
    run.follow(&statuses(["R", "R", "I"]));
    run.follow(&blackboards(2, 7));
    run.follow(&changes(""));
    let value = |run: &Told, frame, name: &str| {
        let known = run.past.stretch(AGENT, frame).unwrap().at(frame).unwrap();
        known.variable(name).map(ToString::to_string)
    };
    let here = |run: &Told| {
        let names = run.run.tree().program.tree_variables().iter();
        let mut names = names.map(|variable| variable.name.to_string());
        names.find(|name| name.ends_with("/here")).unwrap()
    };
    let here = here(&run);
    assert_eq!(value(&run, 0, "oil").unwrap(), "2");
    assert_eq!(value(&run, 0, "lit").unwrap(), "true", "typed as declared");
    assert_eq!(value(&run, 0, &here).unwrap(), "7", "{here}");
    run.follow(&changes("90000 2 S"));
    run.follow(&blackboards(1, 7));
    run.follow(&changes(""));
    run.follow(&blackboards(0, 7));
    run.follow(&blackboards(0, 7));
    assert_eq!(run.past.frames(), Some((0, 2)), "one for the values alone");
    assert_eq!(value(&run, 1, "oil").unwrap(), "1");
    assert_eq!(value(&run, 2, "oil").unwrap(), "0");
    let stretch = run.past.stretch(AGENT, 2).unwrap();
    assert_eq!(stretch.written("oil", 9), Some(2));
    assert_eq!(stretch.written(&here, 9), None);
    let moment = (2, usize::MAX);
    let write = stretch.last_write(AGENT, "oil", moment, &|_, _| true);
    assert_eq!(write, LastWrite::Unknown);
}
