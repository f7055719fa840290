//! Cost of finding in time: in a run of 200,000 frames in which a node starts, ends and aborts in each frame, both variables change in each
//! frame, and each frame has an error. Measures CPU time of an answer over all frames, and of one more frame while the run goes on.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::draw;
use treewright_core::runtime::{EndStatus, NodeIndex, Status};
use treewright_core::trace::{TraceEvent, Write};
use treewright_core::value::Value;
use treewright_insight::breakpoint::NodeEvent;
use treewright_insight::history::RunHistory;
use treewright_insight::occurrence::{Search, Sought};

use crate::measure::median_of;
use crate::parts::Rows;
use crate::report::{Row, Target};

const FRAMES: u64 = 200_000;
const MUST_REACH_MS: f64 = 100.0;
/// One frame of the window, at 60 per second.
const FRAME_MS: f64 = 16.7;
const REPEATED: usize = 11;

pub fn measure(rows: &mut Rows) {
    let node = |event| Sought::Node("n3".into(), event);
    let sought = [
        ("starts of a node", node(NodeEvent::Start)),
        ("ends of a node", node(NodeEvent::End(None))),
        (
            "failures of a node",
            node(NodeEvent::End(Some(EndStatus::Failure))),
        ),
        (
            "aborts of a composite",
            Sought::Node("n2".into(), NodeEvent::Abort),
        ),
        ("changes of a variable", Sought::Change("hp".into())),
        (
            "an expression over two variables",
            Sought::Expression("hp % 7 < 3 && far > 50.0".into()),
        ),
        ("errors", Sought::Error),
    ];
    let name = |what: &str| format!("finding in 200,000 frames: {what}");
    if !sought.iter().any(|(what, _)| rows.wants(&name(what))) {
        return;
    }
    let (program, history) = busy_run();
    let places = |id: &NodeId| program.index(id).into_iter().collect();
    for (what, sought) in sought {
        let search = Search::new(&sought, &program, &places, &|name| name.into());
        let search = search.expect("the expression is valid");
        let find = |frames| search.occurrences(&*program, &history, frames);
        assert!(find(0..=FRAMES).len() as u64 > FRAMES / 10, "{what}");
        let all = median_of(REPEATED, || find(0..=FRAMES)) * 1e3;
        let last = median_of(REPEATED, || find(FRAMES - 1..=FRAMES)) * 1e3;
        rows.add(&Row::new(name(what), "ms", all).must(Target::AtMost(MUST_REACH_MS)));
        let more = format!("{}, one more frame", name(what));
        rows.add(&Row::new(more, "ms", last).must(Target::AtMost(FRAME_MS)));
    }
}

fn busy_run() -> (Arc<Program<()>>, RunHistory) {
    let document = draw(
        "hp:int far:float; n1:Selector[n2:Sequence(.abort=Both)[n3:RandomChance n4:Idle] n5:Idle]",
    );
    let compiled = compile(&document, &NodeLibrary::builtin(), &GameTasks::new());
    let program = compiled.program.expect("the tree can be run");
    let mut history = RunHistory::new(&program);
    let [scope, conditional] = ["n1", "n3"].map(|id| program.index(&id.into()).expect("a node"));
    for frame in 1..=FRAMES {
        let events = events(frame, scope, conditional);
        let write = |variable: &str, value| Write {
            after: 0,
            node: Some(conditional),
            variable: variable.into(),
            value,
        };
        let writes = [
            write("hp", Value::from(frame as i64 % 100)),
            write("far", Value::from((frame * 37 % 101) as f64)),
        ];
        history.note(&program, frame as f64 * 0.1, &events, &writes);
    }
    (program, history)
}

/// A node that ends in another way in each frame has a span for each.
fn events(frame: u64, scope: NodeIndex, node: NodeIndex) -> [TraceEvent; 5] {
    let (status, end) = match frame % 2 {
        0 => (Status::Success, EndStatus::Success),
        _ => (Status::Failure, EndStatus::Failure),
    };
    [
        TraceEvent::Check(node, status),
        TraceEvent::Abort {
            conditional: node,
            scope,
        },
        TraceEvent::Start(node),
        TraceEvent::Error(
            node,
            treewright_core::Message::new("error", "any", Vec::new(), "any"),
        ),
        TraceEvent::End(node, end),
    ]
}
