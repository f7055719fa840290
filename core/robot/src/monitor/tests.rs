//! Monitors of a scripted program: attaching, polling, losing it, and leaving.

use proptest::prelude::*;
use treewright_core::testing::cases;

use super::*;
use crate::bytes::Bytes;
use crate::groot2::{HookMode, HookPosition, HookResult};
use crate::zmtp::tests::{frames, robot};
use crate::zmtp::{MORE, next_frame};

const TREE: &str = "<root/>";

/// A program with a publisher, and the time.
struct Scene {
    monitor: Monitor,
    now: Milliseconds,
    identity: u8,
    tree: &'static str,
    /// What it refuses to answer.
    refuses: &'static [u8],
    is_silent: bool,
    is_running: bool,
    heard: Vec<u8>,
    /// The letters of all requests.
    asked: String,
    facts: Vec<Fact>,
}

impl Scene {
    fn new() -> Self {
        Self {
            monitor: Monitor::new(0, 7),
            now: 0,
            identity: 1,
            tree: TREE,
            refuses: b"",
            is_silent: false,
            is_running: true,
            heard: Vec::new(),
            asked: String::new(),
            facts: Vec::new(),
        }
    }

    /// Lets everything happen that happens at once.
    fn settle(&mut self) {
        while let Some(action) = self.monitor.next_action() {
            match action {
                Action::Connect(channel) if self.is_running => {
                    if channel == Channel::Requests {
                        self.heard.clear();
                    }
                    self.monitor.connected(channel);
                    let socket: &[u8] = match channel {
                        Channel::Requests => b"REP",
                        Channel::Breakpoints => b"PUB",
                    };
                    self.monitor.received(self.now, channel, &robot(socket));
                }
                Action::Connect(channel) => self.monitor.closed(self.now, channel),
                Action::Send(Channel::Requests, bytes) if !self.is_silent => self.hear(&bytes),
                Action::Send(..) | Action::Close(_) => {}
            }
        }
        self.facts
            .extend(std::iter::from_fn(|| self.monitor.next_fact()));
    }

    fn hear(&mut self, bytes: &[u8]) {
        self.heard.extend(bytes);
        let heard = std::mem::take(&mut self.heard);
        let mut rest = Bytes(&heard);
        // The greeting has no frames.
        if rest.0.first() == Some(&0xff) {
            rest.take(64);
        }
        while let Some((flags, body)) = next_frame(&mut rest).unwrap() {
            let is_header = flags <= MORE && body.len() == 6 && body[0] == 2;
            if is_header {
                self.answer(body);
            }
        }
    }

    fn answer(&mut self, request: &[u8]) {
        let letter = request[1];
        self.asked.push(letter.into());
        let reply = if self.refuses.contains(&letter) {
            frames(&[b"", b"error", b"Request not recognized"])
        } else {
            let header = [request, &[self.identity; 16]].concat();
            let body: &[u8] = match letter {
                b'T' => self.tree.as_bytes(),
                b'S' => &[1, 0, 1],
                b'r' => b"1700000000000000",
                b'D' => b"[]",
                b'B' => &[0xc0],
                _ => b"",
            };
            frames(&[b"", &header, body])
        };
        self.monitor.received(self.now, Channel::Requests, &reply);
    }

    /// Lets so many milliseconds pass.
    fn pass(&mut self, milliseconds: Milliseconds) {
        let until = self.now + milliseconds;
        self.settle();
        while let Some(next) = self.monitor.wakes_at().filter(|next| *next <= until) {
            self.now = self.now.max(next);
            self.monitor.pass(self.now);
            self.settle();
        }
        self.now = until;
        self.monitor.pass(until);
        self.settle();
    }

    /// Returns how often this kind of request was sent.
    fn count(&self, letter: char) -> usize {
        self.asked.chars().filter(|asked| *asked == letter).count()
    }
}

const HOOK: Hook = Hook {
    uid: 1,
    position: HookPosition::Before,
    mode: HookMode::Breakpoint,
    result: HookResult::AsItIs,
    is_enabled: true,
    is_once: false,
};

#[test]
fn it_asks_for_the_tree_then_polls() {
    let mut scene = Scene::new();
    scene.monitor.watch(vec!["Main".into()]);
    scene.pass(1_000);
    assert_eq!(scene.facts[0], Fact::Tree(TREE.into()));
    assert!(scene.asked.starts_with("TrSB"), "{}", scene.asked);
    assert!((15..=21).contains(&scene.count('t')), "{}", scene.asked);
    assert!((4..=6).contains(&scene.count('B')));
    assert!((1..=2).contains(&scene.count('S')));
}

#[test]
fn a_program_without_changes_is_asked_for_statuses_more_often() {
    let mut scene = Scene::new();
    scene.refuses = b"rt";
    scene.pass(1_000);
    assert_eq!(scene.count('t'), 0);
    assert!(scene.count('S') >= 15, "{}", scene.asked);
    assert!(
        scene
            .facts
            .iter()
            .all(|fact| !matches!(fact, Fact::Failed(..)))
    );
}

#[test]
fn hooks_wait_for_the_subscription_and_are_removed_on_leaving() {
    let mut scene = Scene::new();
    scene.settle();
    scene.monitor.ask(Request::InsertHook(HOOK));
    scene.pass(SUBSCRIBING - 1);
    assert_eq!(scene.count('I'), 0);
    scene.pass(100);
    assert_eq!(scene.count('I'), 1);
    assert!(scene.monitor.has_hooks());
    let published = frames(&[&[2, b'N', 0, 0, 0, 0], b"1"]);
    scene
        .monitor
        .received(scene.now, Channel::Breakpoints, &published);
    scene.settle();
    assert!(scene.facts.contains(&Fact::ReachedHook(1)));
    scene.monitor.leave(scene.now);
    scene.monitor.leave(scene.now);
    scene.monitor.pass(scene.now);
    scene.settle();
    assert!(scene.asked.ends_with('A'), "{}", scene.asked);
    assert_eq!(scene.facts.last(), Some(&Fact::Ended(EndReason::Left)));
    assert!(!scene.monitor.has_hooks());
    assert_eq!(scene.monitor.wakes_at(), None);
}

#[test]
fn a_program_is_watched_without_its_port_for_breakpoints() {
    let mut scene = Scene::new();
    scene.pass(300);
    scene.monitor.closed(scene.now, Channel::Breakpoints);
    scene.settle();
    assert_eq!(scene.facts.last(), Some(&Fact::HooksNotHeard));
    assert!(!scene.monitor.ask(Request::InsertHook(HOOK)));
    let polls = scene.count('t');
    scene.pass(500);
    assert!(scene.count('t') > polls + 5, "{}", scene.asked);
    assert!(!scene.facts.contains(&Fact::Lost(LossReason::Closed)));
    // The port is open again.
    scene.pass(1_500);
    assert!(scene.monitor.ask(Request::InsertHook(HOOK)));
    scene.pass(300);
    assert_eq!(scene.count('I'), 1);
}

#[test]
fn leaving_a_program_that_does_not_answer_takes_a_limited_time() {
    let mut scene = Scene::new();
    scene.monitor.ask(Request::InsertHook(HOOK));
    scene.pass(500);
    scene.is_silent = true;
    scene.monitor.leave(scene.now);
    scene.pass(2 * PATIENCE);
    assert_eq!(scene.facts.last(), Some(&Fact::Ended(EndReason::Left)));
}

#[test]
fn leaving_without_hooks_asks_nothing_more() {
    let mut scene = Scene::new();
    scene.pass(100);
    scene.monitor.leave(scene.now);
    scene.settle();
    assert!(!scene.asked.contains('A'));
    assert_eq!(scene.facts.last(), Some(&Fact::Ended(EndReason::Left)));
}

#[test]
fn a_program_that_ended_and_started_again_is_another_one() {
    let mut scene = Scene::new();
    scene.pass(300);
    scene.is_running = false;
    scene.monitor.closed(scene.now, Channel::Requests);
    scene.pass(3_000);
    assert!(scene.facts.contains(&Fact::Lost(LossReason::Closed)));
    scene.facts.clear();
    (scene.is_running, scene.identity) = (true, 2);
    scene.pass(2_000);
    assert_eq!(scene.facts.first(), Some(&Fact::Tree(TREE.into())));
}

#[test]
fn a_program_that_is_reached_again_has_a_gap() {
    let mut scene = Scene::new();
    scene.pass(300);
    scene.facts.clear();
    scene.monitor.closed(scene.now, Channel::Requests);
    scene.pass(2_000);
    assert_eq!(
        scene.facts[..2],
        [Fact::Lost(LossReason::Closed), Fact::Back]
    );
    // Before 4.8.3 all programs have the same identity.
    scene.facts.clear();
    scene.monitor.closed(scene.now, Channel::Requests);
    scene.tree = "<root BTCPP_format=\"4\"/>";
    scene.pass(2_000);
    assert_eq!(scene.facts[1], Fact::Tree(scene.tree.into()));
}

#[test]
fn another_tree_behind_the_same_connection_is_asked_for() {
    let mut scene = Scene::new();
    scene.pass(300);
    scene.facts.clear();
    (scene.identity, scene.tree) = (2, "<root BTCPP_format=\"4\"/>");
    scene.pass(300);
    let tree = Fact::Tree(scene.tree.into());
    assert_eq!(scene.facts.first(), Some(&tree));
}

#[test]
fn pauses_grow_while_no_answer_comes() {
    let mut scene = Scene::new();
    scene.is_silent = true;
    let mut connected = Vec::new();
    for _ in 0..40_000 {
        scene.now += 1;
        scene.monitor.pass(scene.now);
        if matches!(scene.monitor.actions.front(), Some(Action::Connect(_))) {
            connected.push(scene.now);
        }
        scene.settle();
    }
    let pauses: Vec<u64> = connected.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(pauses.is_sorted(), "{pauses:?}");
    assert!(pauses[0] < 4_000, "{pauses:?}");
    assert_eq!(pauses.last(), Some(&(LONGEST_PAUSE + PATIENCE)));
    scene.is_silent = false;
    scene.pass(LONGEST_PAUSE + PATIENCE);
    assert!(scene.facts.contains(&Fact::Tree(TREE.into())));
}

#[test]
fn what_is_no_such_program_ends_the_monitor() {
    let mut scene = Scene::new();
    scene.is_silent = true;
    scene.settle();
    let flatbuffers = frames(&[b"", &[0; 40]]);
    scene.monitor.received(0, Channel::Requests, &flatbuffers);
    let reason = EndReason::OtherProgram(ReplyFault::Version3);
    assert_eq!(scene.monitor.next_fact(), Some(Fact::Ended(reason)));
    let mut monitor = Monitor::new(0, 0);
    monitor.received(0, Channel::Requests, b"HTTP/1.1 400");
    let reason = EndReason::OtherProtocol(ZmtpFault::NotZmtp);
    assert_eq!(monitor.next_fact(), Some(Fact::Ended(reason)));
}

#[test]
fn refused_requests_of_the_user_are_told() {
    let mut scene = Scene::new();
    scene.refuses = b"R";
    let request = Request::RemoveHook(9, HookPosition::After);
    scene.monitor.ask(request.clone());
    scene.monitor.ask(Request::Hooks);
    scene.pass(100);
    let words = "Request not recognized".to_owned();
    let refused = Fact::Failed(request, ReplyFault::Refused { words });
    assert!(scene.facts.contains(&refused), "{:?}", scene.facts);
    assert!(scene.facts.contains(&Fact::Hooks(Vec::new())));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(500)))]

    #[test]
    fn any_bytes_at_any_time_neither_panic_nor_pile_up(
        pieces in proptest::collection::vec((0_u64..3_000, any::<bool>(), proptest::collection::vec(any::<u8>(), 0..40)), 0..60),
        is_zmtp: bool,
    ) {
        let mut monitor = Monitor::new(0, 0);
        if is_zmtp {
            monitor.received(0, Channel::Requests, &robot(b"REP"));
            monitor.received(0, Channel::Breakpoints, &robot(b"PUB"));
        }
        let mut now = 0;
        for (pause, is_request, bytes) in pieces {
            now += pause;
            let channel = if is_request { Channel::Requests } else { Channel::Breakpoints };
            monitor.received(now, channel, &bytes);
            monitor.pass(now);
            let actions = std::iter::from_fn(|| monitor.next_action()).count();
            let facts = std::iter::from_fn(|| monitor.next_fact()).count();
            prop_assert!(actions < 12 && facts < 50, "{} actions, {} facts", actions, facts);
        }
    }
}
