//! Measures which share of a core the editor needs to watch a robot with 1,000 nodes: all that it does apart from drawing. The robot is in another process,
//! so that its own work does not count: it is this program, started once more.
//!
//! `cargo run --release --manifest-path tests/peer/Cargo.toml --example share -- [SECONDS]`

use std::fmt::Write as _;
use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

use peer::Peer;
use treewright_insight::told_past::ToldPast;
use treewright_robot::full_tree::FullTree;
use treewright_robot::logged_run::AGENT;
use treewright_robot::robot_run::RobotRun;
use treewright_session::host::robot::socket::News;
use treewright_session::robot_address::RobotAddress;
use treewright_session::workspace::live::SourceId;
use treewright_session::workspace::node_mapping::NodeMapping;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::robot_link::RobotLink;
use treewright_session::workspace::told_run::{ToldRun, ToldTree};

const PORT: u16 = 26_670;
const NODES: u16 = 1_000;
const TICKS_PER_SECOND: u32 = 20;

fn main() {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        Some("robot") => run_robot(arguments.next().and_then(|n| n.parse().ok()).unwrap_or(10)),
        seconds => {
            let seconds = seconds.and_then(|text| text.parse().ok()).unwrap_or(20);
            for changes in [10, 48] {
                measure(seconds, changes);
            }
        }
    }
}

fn tree() -> String {
    let mut text = String::from(
        r#"<root BTCPP_format="4"><BehaviorTree ID="Main" _fullpath=""><Parallel name="root" _uid="1">"#,
    );
    for uid in 2..=NODES {
        let _ = write!(text, r#"<Walk name="walk {uid}" _uid="{uid}"/>"#);
    }
    text + r#"</Parallel></BehaviorTree><TreeNodesModel><Action ID="Walk"/></TreeNodesModel></root>"#
}

/// Lets so many nodes change in each tick, until it is killed. The publisher keeps 1,000 changes, so at 20 Hz more than 50 a tick could be lost if
/// they were fetched once a second.
fn run_robot(changes: u16) {
    let peer = Peer::start(PORT, &tree(), 1..=NODES);
    peer.state().tick(&[(1, 1)]);
    let mut uid = 1;
    let mut status = 0;
    loop {
        thread::sleep(Duration::from_secs(1) / TICKS_PER_SECOND);
        let all: Vec<(u16, u8)> = (0..changes)
            .map(|_| {
                uid = if uid >= NODES { 2 } else { uid + 1 };
                status = 1 + (status + 1) % 3;
                (uid, status)
            })
            .collect();
        peer.state().tick(&all);
    }
}

fn measure(seconds: u64, changes: u16) {
    let own = std::env::current_exe().unwrap();
    let mut robot = Command::new(own)
        .args(["robot", &changes.to_string()])
        .spawn()
        .unwrap();
    let (woken, wakes) = channel();
    let wake = move || {
        let _ = woken.send(());
    };
    let address = RobotAddress {
        port: PORT,
        ..RobotAddress::default()
    };
    let mut link = RobotLink::attach(SourceId(1), address, wake);
    let mut told: Option<ToldRun> = None;
    let (mut begun, mut frames) = (None, 0);
    let mut times = 0;
    while begun.is_none_or(|(since, _): (Instant, Duration)| since.elapsed().as_secs() < seconds) {
        let _ = wakes.recv_timeout(Duration::from_millis(200));
        times += 1;
        let mut waiting = Vec::new();
        for news in link.take_news() {
            match news {
                News::Tree { text, read } => {
                    link.note_tree();
                    told = Some(show(&mut link, text, *read.unwrap()));
                }
                News::Fact(fact) => {
                    link.note(&fact);
                    waiting.push(fact);
                }
            }
        }
        if let Some(told) = &mut told {
            link.tell(told, &waiting);
            if begun.is_none() && last_frame(told) > 5 {
                (begun, frames, times) = (Some((Instant::now(), cpu_time())), last_frame(told), 0);
            }
        }
    }
    let (since, before) = begun.unwrap();
    let share = (cpu_time() - before).as_secs_f64() / since.elapsed().as_secs_f64();
    let told = told.unwrap();
    let per_second = |count: u64| count as f64 / seconds as f64;
    println!(
        "{NODES} nodes, {changes} changes a tick, {:.1} frames a second, woken {:.1} times a second: {:.2} % of a core",
        per_second(last_frame(&told) - frames),
        per_second(times),
        share * 100.0,
    );
    robot.kill().unwrap();
    robot.wait().unwrap();
}

fn last_frame(told: &ToldRun) -> u64 {
    use treewright_session::workspace::run_view::RunView as _;
    told.frames().1
}

fn show(link: &mut RobotLink, text: String, full: FullTree) -> ToldRun {
    let mut past = ToldPast::default();
    let tree = ToldTree {
        document: DocumentId(1),
        revision: 0,
        program: full.numbered.program.clone(),
        places: Arc::new(NodeMapping::new(&full.numbered.program, full.origins)),
        seen: None,
    };
    let run = RobotRun::new(full.numbered, &mut past);
    link.show(text, DocumentId(1), run);
    ToldRun::new(tree, (past, AGENT), 256 << 20, Vec::new())
}

/// The CPU time of this process.
fn cpu_time() -> Duration {
    cpu_time::ProcessTime::now().as_duration()
}
