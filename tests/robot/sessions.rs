//! Recorded conversations of a monitor with a program, message by message.

use std::collections::BTreeMap;

use treewright_core::value::Value;
use treewright_robot::NodeStatus;
use treewright_robot::full_tree::FullTree;
use treewright_robot::groot2::{PolledStatus, Reply, ReplyFault, Request, reached_hook};
use treewright_robot::message_pack::Packed;
use treewright_robot::zmtp::{Connection, Parts, Role};

use super::recorded;

/// A request with its reply, or a published message.
#[derive(Default)]
struct Exchange {
    name: String,
    request: Parts,
    reply: Parts,
    published: Parts,
}

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits = hex.trim().as_bytes().chunks(2);
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.map(byte).collect()
}

/// Returns the lines of a recording without remarks, each with the sign before it.
fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().filter(|line| !line.contains('('));
    lines.map(|line| line.split_at(line.len().min(1)))
}

fn session(name: &str) -> Option<Vec<Exchange>> {
    let text = String::from_utf8(recorded(name)?).unwrap();
    let mut all: Vec<Exchange> = Vec::new();
    for (sign, rest) in lines(&text) {
        let Some(last) = all.last_mut().filter(|_| sign != "#") else {
            all.push(Exchange {
                name: rest.trim().to_owned(),
                ..Exchange::default()
            });
            continue;
        };
        match sign {
            ">" => last.request.push(bytes_of(rest)),
            "<" => last.reply.push(bytes_of(rest)),
            "P" => last.published.push(bytes_of(rest)),
            _ => {}
        }
    }
    Some(all)
}

impl Exchange {
    fn id(&self) -> u32 {
        u32::from_le_bytes(self.request[0][2..6].try_into().unwrap())
    }

    /// Returns the request as a monitor of ours would make it; `None` if it would not.
    fn asked(&self) -> Option<Request> {
        let header = self.request.first().filter(|header| header.len() == 6)?;
        let body = self
            .request
            .get(1)
            .map(|body| String::from_utf8(body.clone()).unwrap());
        Some(match (header[1], body) {
            (b'T', _) => Request::FullTree,
            (b'S', _) => Request::Status,
            (b'B', Some(names)) => {
                Request::Blackboard(names.split(';').map(str::to_owned).collect())
            }
            (b'D', _) => Request::Hooks,
            (b'A', _) => Request::RemoveAllHooks,
            (b'X', _) => Request::DisableAllHooks,
            (b'r', Some(word)) if word == "start" => Request::StartRecording,
            (b'r', Some(word)) if word == "stop" => Request::StopRecording,
            (b't', _) => Request::Transitions,
            _ => return None,
        })
    }

    fn read(&self) -> Option<Result<Reply, ReplyFault>> {
        let read = self.asked()?.read(self.id(), &self.reply);
        Some(read.map(|(_, reply)| reply))
    }
}

/// Returns the replies of a session by the names of its exchanges.
pub fn replies(name: &str) -> Option<BTreeMap<String, Reply>> {
    let session = session(name)?.into_iter();
    let read = session.filter_map(|one| Some((one.name.clone(), one.read()?.ok()?)));
    Some(read.collect())
}

/// Returns the statuses as the decoded recordings have them: `1 RUNNING, 2 IDLE<FAILURE`.
fn in_words(statuses: &[(u16, PolledStatus)]) -> String {
    let word = |status: NodeStatus| format!("{status:?}").to_uppercase();
    let one = |(uid, PolledStatus { now, before }): &(u16, PolledStatus)| match before {
        Some(before) => format!("{uid} {}<{}", word(*now), word(*before)),
        None => format!("{uid} {}", word(*now)),
    };
    let all: Vec<String> = statuses.iter().map(one).collect();
    all.join(", ")
}

#[test]
fn requests_are_those_that_a_program_understands() {
    for name in [
        "session-basic.hex",
        "session-twice.hex",
        "session-external-root.hex",
    ] {
        let Some(session) = session(name) else {
            return;
        };
        let mut compared = 0;
        for exchange in session {
            let is_refused = exchange.reply.first().is_some_and(|part| part == b"error");
            if let Some(request) = exchange.asked().filter(|_| !is_refused) {
                assert_eq!(
                    request.parts(exchange.id()),
                    exchange.request,
                    "{}",
                    exchange.name
                );
                exchange.read().unwrap().unwrap();
                compared += 1;
            }
        }
        assert!(compared > 2, "{name}");
    }
}

#[test]
fn the_tree_of_a_program_is_shown_with_its_statuses() {
    let Some(replies) = replies("session-basic.hex") else {
        return;
    };
    let Reply::FullTree(text) = &replies["FULLTREE"] else {
        panic!("no tree")
    };
    let tree = FullTree::read("robot", text).unwrap();
    assert_eq!(tree.remarks, []);
    let Reply::Status(statuses) = &replies["STATUS 0"] else {
        panic!("no statuses")
    };
    assert_eq!(
        in_words(statuses),
        "1 RUNNING, 2 IDLE<FAILURE, 3 IDLE<FAILURE, 4 IDLE, 5 IDLE, 6 IDLE, 7 IDLE, 13 RUNNING, 14 RUNNING, 8 IDLE, 9 IDLE, 10 IDLE, 11 IDLE, 12 IDLE"
    );
    let running = statuses
        .iter()
        .filter(|(_, status)| status.now == NodeStatus::Running);
    let running: Vec<&str> = running
        .map(|(uid, _)| tree.program.title(tree.node(*uid).unwrap()))
        .collect();
    assert_eq!(running, ["day and night", "sleep", "go home"]);
    let boards: Vec<&str> = tree.uses.iter().map(|of| &*of.blackboard).collect();
    assert_eq!(boards, ["Lamplighter", "at the shed"]);
}

#[test]
fn values_have_the_types_of_variables() {
    let Some(replies) = replies("session-basic.hex") else {
        return;
    };
    let Reply::Blackboards(boards) = &replies["BLACKBOARD of the main tree"] else {
        panic!("no values")
    };
    let [(name, entries)] = &boards[..] else {
        panic!("{boards:?}")
    };
    assert_eq!(name, "Lamplighter");
    let values: BTreeMap<&str, &Packed> = entries
        .iter()
        .map(|(name, value)| (&**name, value))
        .collect();
    let value = |name: &str| values[name].to_value();
    assert_eq!(value("big"), Some(Value::Int(i64::MAX)));
    assert_eq!(value("flag"), Some(Value::Int(1)), "they send no bool");
    assert_eq!(value("tiny"), Some(Value::Int(-7)));
    assert_eq!(value("ubig"), Some(Value::from("18446744073709551615")));
    assert_eq!(value("light"), Some(Value::Float(0.584_983_571_450_120_5)));
    assert_eq!(value("single"), Some(Value::Float(f64::from(0.1_f32))));
    assert_eq!(value("inf"), Some(Value::Float(f64::INFINITY)));
    assert_eq!(value("text"), Some(Value::from("grüß dich")));
    assert_eq!(
        value("words"),
        Some(Value::List([Value::from("a"), Value::from("b")].into()))
    );
    assert_eq!(
        value("spot"),
        Some(Value::from("{__type: Spot, x: 2, y: -1}"))
    );
    assert_eq!(value("secret"), None);
    assert!(matches!(value("nan"), Some(Value::Float(nan)) if nan.is_nan()));
    let Reply::Blackboards(two) = &replies["BLACKBOARD two names"] else {
        panic!("no values")
    };
    let names: Vec<&str> = two.iter().map(|(name, _)| &**name).collect();
    assert_eq!(names, ["Lamplighter", "ROOT", "at the shed"]);
    assert_eq!(
        replies["BLACKBOARD of an unknown name"],
        Reply::Blackboards(Vec::new())
    );
}

#[test]
fn the_same_subtree_is_in_two_states() {
    let Some(replies) = replies("session-twice.hex") else {
        return;
    };
    let tree = replies.values().find_map(|reply| match reply {
        Reply::FullTree(text) => Some(FullTree::read("robot", text).unwrap()),
        _ => None,
    });
    let tree = tree.unwrap();
    assert_eq!(tree.remarks, []);
    assert_eq!(tree.program.len(), 14);
    let statuses = replies.values().find_map(|reply| match reply {
        Reply::Status(statuses) => Some(statuses),
        _ => None,
    });
    assert_eq!(
        in_words(statuses.unwrap()),
        "1 RUNNING, 2 SUCCESS, 7 SUCCESS, 12 RUNNING, 13 SUCCESS, 14 RUNNING, 3 IDLE<SUCCESS, 4 IDLE<FAILURE, 5 IDLE<SUCCESS, 6 IDLE<SUCCESS, 8 IDLE<SUCCESS, 9 IDLE<SUCCESS, 10 IDLE, 11 IDLE"
    );
    // `borrow` ran in the east shed only.
    let [east, other] = [6, 11].map(|uid| tree.node(uid).unwrap());
    assert_ne!(east, other);
    assert_eq!(tree.program.title(east), tree.program.title(other));
    let changes = replies.values().find_map(|reply| match reply {
        Reply::Transitions(changes) if !changes.is_empty() => Some(changes),
        _ => None,
    });
    let changes = changes.unwrap();
    let first = changes[0];
    assert_eq!(
        (first.time, first.uid, first.status),
        (81_858, 13, Some(NodeStatus::Success))
    );
    assert_eq!(changes.len(), 34);
}

#[test]
fn errors_of_a_program_are_sentences() {
    let Some(session) = session("session-errors.hex") else {
        return;
    };
    let mut words = Vec::new();
    for exchange in session.iter().filter(|exchange| !exchange.reply.is_empty()) {
        let read = Request::RemoveAllHooks.read(0, &exchange.reply);
        if let Err(ReplyFault::Refused { words: told }) = read {
            words.push(told);
        }
    }
    let count = |told: &str| words.iter().filter(|word| *word == told).count();
    assert_eq!(count("Request not recognized"), 3, "{words:?}");
    assert_eq!(count("wrong request header"), 3);
    assert_eq!(count("must be 2 parts message"), 1);
    assert_eq!(count("Node ID not found"), 3);
    assert_eq!(count("Cannot convert this to NodeStatus: MAYBE"), 1);
}

#[test]
fn hooks_are_listed_and_reached() {
    let Some(session) = session("session-hooks.hex") else {
        return;
    };
    let reached = session
        .iter()
        .filter_map(|exchange| reached_hook(&exchange.published));
    let reached: Vec<u16> = reached.collect();
    assert_eq!(reached[..3], [3, 3, 3]);
    let listed = session
        .iter()
        .find(|exchange| exchange.name == "HOOKS_DUMP with one");
    let Some(Ok(Reply::Hooks(hooks))) = listed.unwrap().read() else {
        panic!("no hooks")
    };
    assert_eq!(
        (hooks.len(), hooks[0].uid, hooks[0].is_enabled),
        (1, 3, true)
    );
}

/// Plays the bytes of a program to a connection of ours; returns what it sent, and the messages that came in.
fn play(name: &str, role: Role, requests: &[Parts]) -> Option<(Vec<u8>, Vec<Parts>)> {
    let text = String::from_utf8(recorded(name)?).unwrap();
    let mut connection = Connection::new(role);
    for request in requests {
        connection.send(request);
    }
    let mut sent = connection.take_bytes();
    for (_, rest) in lines(&text).filter(|(sign, _)| *sign == "<") {
        connection.receive(&bytes_of(rest)).unwrap();
        sent.extend(connection.take_bytes());
    }
    let messages = std::iter::from_fn(|| connection.next_message());
    Some((sent, messages.collect()))
}

#[test]
fn the_bytes_of_a_connection_become_messages() {
    let requests = [
        Request::Status.parts(0x0102_0305),
        Request::FullTree.parts(0x0102_0306),
    ];
    let Some((sent, messages)) = play("tcp-req.hex", Role::Requests, &requests) else {
        return;
    };
    assert!(sent.windows(6).any(|part| part == requests[0][0]));
    let (_, statuses) = Request::Status.read(0x0102_0305, &messages[0]).unwrap();
    assert!(matches!(statuses, Reply::Status(list) if list.len() == 3));
    let (_, tree) = Request::FullTree.read(0x0102_0306, &messages[1]).unwrap();
    assert!(matches!(tree, Reply::FullTree(text) if text.starts_with("<root")));
    assert_eq!(messages[2][0], b"error");
    let (_, published) = play("tcp-sub.hex", Role::Subscribes, &[]).unwrap();
    assert_eq!(reached_hook(&published[0]), Some(2));
}
