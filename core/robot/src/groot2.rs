//! The messages of the Groot2 protocol, version 2: what a monitor may ask a program with BehaviorTree.CPP, and what it answers.
//! Knows neither how messages travel nor when they are sent.
//!
//! Programs before BehaviorTree.CPP 4.10 end at a malformed request. So requests are only made from typed values.

use serde::{Deserialize, Serialize};
use treewright_core::told;

use crate::bytes::Bytes;
use crate::changes::{NodeStatus, StatusChange};
use crate::message_pack::Packed;
use crate::zmtp::Parts;

/// The version of the protocol.
const PROTOCOL: u8 = 2;

/// Where a breakpoint or a replacement takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookPosition {
    /// Before the node is ticked.
    Before,
    /// After the node has returned.
    After,
}

/// What a hook does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookMode {
    /// The tree waits until it is let go: a robot then does nothing new.
    Breakpoint,
    /// The result is replaced.
    Replace,
}

/// The result that a hook gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookResult {
    /// The node returns what it returns.
    AsItIs,
    /// Success.
    Success,
    /// Failure.
    Failure,
}

/// A breakpoint or a replaced result. A node has at most one at each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hook {
    /// The number of the node.
    pub uid: u16,
    /// Where it takes effect.
    pub position: HookPosition,
    /// What it does.
    pub mode: HookMode,
    /// The result that it gives.
    pub result: HookResult,
    /// Whether it takes effect.
    pub is_enabled: bool,
    /// Whether it is removed after it took effect.
    pub is_once: bool,
}

/// A hook as the program writes it.
#[derive(Serialize, Deserialize)]
struct HookJson {
    enabled: bool,
    uid: u16,
    mode: u8,
    once: bool,
    desired_status: String,
    position: u8,
}

#[derive(Serialize)]
struct UnlockJson {
    uid: u16,
    position: u8,
    desired_status: &'static str,
    remove_when_done: bool,
}

#[derive(Serialize)]
struct RemoveJson {
    uid: u16,
    position: u8,
}

/// A request to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The tree.
    FullTree,
    /// The statuses of all nodes.
    Status,
    /// The values of these instances of subtrees: the name of the main tree, and the full paths of others.
    Blackboard(Vec<String>),
    /// Adds a hook or changes the one that is there.
    InsertHook(Hook),
    /// Removes a hook.
    RemoveHook(u16, HookPosition),
    /// Lets a tree go on that waits at a breakpoint. The result is that of the hook from then on.
    Unlock {
        /// The number of the node.
        uid: u16,
        /// Where it waits.
        position: HookPosition,
        /// The result that the hook gives.
        result: HookResult,
        /// Whether the hook is removed.
        is_removed: bool,
    },
    /// The hooks.
    Hooks,
    /// Removes all hooks.
    RemoveAllHooks,
    /// Disables all hooks, and lets a tree go on that waits.
    DisableAllHooks,
    /// Begins to keep the changes of statuses.
    StartRecording,
    /// Ends that.
    StopRecording,
    /// The changes that were kept, which are then no longer kept.
    Transitions,
}

/// The status of a node when it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PolledStatus {
    /// The status.
    pub now: NodeStatus,
    /// For an idle node: the status before, if it had run. Running means that it was interrupted.
    pub before: Option<NodeStatus>,
}

/// The values of a blackboard by the names of its entries.
pub type Blackboard = Vec<(String, Packed)>;

/// The answer to a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It was done.
    Done,
    /// The tree as XML.
    FullTree(String),
    /// The statuses by the numbers of the nodes.
    Status(Vec<(u16, PolledStatus)>),
    /// The blackboards that were found, by name.
    Blackboards(Vec<(String, Blackboard)>),
    /// The hooks.
    Hooks(Vec<Hook>),
    /// Changes are kept since this time: microseconds since 1970, by the clock of the program.
    RecordingSince(u64),
    /// The changes that were kept.
    Transitions(Vec<StatusChange>),
}

/// What precedes each answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyHeader {
    /// The version of the protocol that the program speaks.
    pub protocol: u8,
    /// The number of the request.
    pub request: u32,
    /// The program's tree. Another one is another tree or another start of the program; in programs before 4.8.3 it is always the
    /// same.
    pub tree: [u8; 16],
}

told! {
    /// The reason why an answer cannot be used.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ReplyFault of "robot_reply_error" {
        /// The program refuses the request.
        Refused {
            /// Its own words, in English.
            words: String,
        } = "refused", "the program refuses: {words}";
        /// It is a program with version 3.
        Version3 = "version_3",
            "this is a program with BehaviorTree.CPP 3, whose protocol is another one";
        /// It is another protocol.
        OtherProtocol = "other_protocol", "the answer is not that of a Groot2 publisher";
        /// It is the answer to another request.
        OtherRequest = "other_request", "the answer belongs to another request";
        /// Its content is damaged.
        Damaged = "damaged", "the answer of the program is damaged";
    }
}

impl HookPosition {
    fn number(self) -> u8 {
        match self {
            Self::Before => 0,
            Self::After => 1,
        }
    }
}

impl HookResult {
    /// The name of the status. Anything but Success and Failure leaves the result as it is.
    fn name(self) -> &'static str {
        match self {
            Self::AsItIs => "SKIPPED",
            Self::Success => "SUCCESS",
            Self::Failure => "FAILURE",
        }
    }
}

impl From<Hook> for HookJson {
    fn from(hook: Hook) -> Self {
        Self {
            enabled: hook.is_enabled,
            uid: hook.uid,
            mode: match hook.mode {
                HookMode::Breakpoint => 0,
                HookMode::Replace => 1,
            },
            once: hook.is_once,
            desired_status: hook.result.name().to_owned(),
            position: hook.position.number(),
        }
    }
}

impl From<HookJson> for Hook {
    fn from(json: HookJson) -> Self {
        Self {
            uid: json.uid,
            position: match json.position {
                0 => HookPosition::Before,
                _ => HookPosition::After,
            },
            mode: match json.mode {
                0 => HookMode::Breakpoint,
                _ => HookMode::Replace,
            },
            result: match &*json.desired_status {
                "SUCCESS" => HookResult::Success,
                "FAILURE" => HookResult::Failure,
                _ => HookResult::AsItIs,
            },
            is_enabled: json.enabled,
            is_once: json.once,
        }
    }
}

impl Request {
    /// Returns its letter.
    fn letter(&self) -> u8 {
        match self {
            Self::FullTree => b'T',
            Self::Status => b'S',
            Self::Blackboard(_) => b'B',
            Self::InsertHook(_) => b'I',
            Self::RemoveHook(..) => b'R',
            Self::Unlock { .. } => b'U',
            Self::Hooks => b'D',
            Self::RemoveAllHooks => b'A',
            Self::DisableAllHooks => b'X',
            Self::StartRecording | Self::StopRecording => b'r',
            Self::Transitions => b't',
        }
    }

    /// Returns the parts of its message. `id` comes back with the answer.
    pub fn parts(&self, id: u32) -> Parts {
        let mut header = vec![PROTOCOL, self.letter()];
        header.extend(id.to_le_bytes());
        std::iter::once(header).chain(self.body()).collect()
    }

    fn body(&self) -> Option<Vec<u8>> {
        match self {
            Self::Blackboard(names) => Some(names.join(";").into_bytes()),
            Self::InsertHook(hook) => serde_json::to_vec(&HookJson::from(*hook)).ok(),
            Self::RemoveHook(uid, position) => serde_json::to_vec(&RemoveJson {
                uid: *uid,
                position: position.number(),
            })
            .ok(),
            Self::Unlock {
                uid,
                position,
                result,
                is_removed,
            } => serde_json::to_vec(&UnlockJson {
                uid: *uid,
                position: position.number(),
                desired_status: result.name(),
                remove_when_done: *is_removed,
            })
            .ok(),
            Self::StartRecording => Some(b"start".to_vec()),
            Self::StopRecording => Some(b"stop".to_vec()),
            Self::FullTree
            | Self::Status
            | Self::Hooks
            | Self::RemoveAllHooks
            | Self::DisableAllHooks
            | Self::Transitions => None,
        }
    }

    /// Reads the answer to this request, which was sent with this number.
    ///
    /// # Errors
    /// If the program refuses the request, or the answer cannot be used.
    pub fn read(&self, id: u32, parts: &[Vec<u8>]) -> Result<(ReplyHeader, Reply), ReplyFault> {
        let (first, body) = match parts {
            [first, words] if first == b"error" => {
                let words = String::from_utf8_lossy(words).into_owned();
                return Err(ReplyFault::Refused { words });
            }
            [first] => (first, None),
            [first, body] => (first, Some(&**body)),
            _ => return Err(ReplyFault::OtherProtocol),
        };
        let header = read_header(first).ok_or(if body.is_none() {
            ReplyFault::Version3
        } else {
            ReplyFault::OtherProtocol
        })?;
        if header.request != id || first[1] != self.letter() {
            return Err(ReplyFault::OtherRequest);
        }
        let reply = self.reply(body).ok_or(ReplyFault::Damaged)?;
        Ok((header, reply))
    }

    fn reply(&self, body: Option<&[u8]>) -> Option<Reply> {
        Some(match self {
            Self::FullTree => Reply::FullTree(String::from_utf8(body?.to_vec()).ok()?),
            Self::Status => Reply::Status(statuses(body?)?),
            Self::Blackboard(_) => Reply::Blackboards(blackboards(body?)?),
            Self::Hooks => {
                let hooks: Vec<HookJson> = serde_json::from_slice(body?).ok()?;
                Reply::Hooks(hooks.into_iter().map(Hook::from).collect())
            }
            Self::StartRecording => {
                let since = std::str::from_utf8(body?).ok()?;
                Reply::RecordingSince(since.trim().parse().ok()?)
            }
            Self::Transitions => {
                Reply::Transitions(StatusChange::all(body.unwrap_or_default()).collect())
            }
            Self::InsertHook(_)
            | Self::RemoveHook(..)
            | Self::Unlock { .. }
            | Self::RemoveAllHooks
            | Self::DisableAllHooks
            | Self::StopRecording => Reply::Done,
        })
    }
}

fn read_header(bytes: &[u8]) -> Option<ReplyHeader> {
    let mut bytes = Bytes(bytes);
    let protocol = bytes.byte()?;
    bytes.byte()?;
    let request = bytes.little_endian(4)? as u32;
    let tree = bytes.array()?;
    bytes.0.is_empty().then_some(ReplyHeader {
        protocol,
        request,
        tree,
    })
}

/// Reads the statuses of all nodes: of each its number and its status, to which 10 is added while it is idle.
fn statuses(body: &[u8]) -> Option<Vec<(u16, PolledStatus)>> {
    let mut bytes = Bytes(body);
    let mut all = Vec::with_capacity(body.len() / 3);
    while !bytes.0.is_empty() {
        let uid = bytes.little_endian(2)? as u16;
        let number = bytes.byte()?;
        let status = |number| NodeStatus::from_number(number);
        all.push((
            uid,
            match number.checked_sub(10) {
                None => PolledStatus {
                    now: status(number)?,
                    before: None,
                },
                Some(before) => PolledStatus {
                    now: NodeStatus::Idle,
                    before: status(before).filter(|before| *before != NodeStatus::Idle),
                },
            },
        ));
    }
    Some(all)
}

fn blackboards(body: &[u8]) -> Option<Vec<(String, Blackboard)>> {
    let boards = match Packed::decode(body).ok()? {
        Packed::Map(boards) => boards,
        Packed::Nil => Vec::new(),
        _ => return None,
    };
    let entries = |(name, board)| match board {
        Packed::Map(entries) => Some((name, entries)),
        // A blackboard without entries.
        Packed::Nil => Some((name, Vec::new())),
        _ => None,
    };
    boards.into_iter().map(entries).collect()
}

/// Reads a published message: the number of the node at whose hook the program has arrived. Also hooks that replace a result
/// publish one.
pub fn reached_hook(parts: &[Vec<u8>]) -> Option<u16> {
    let [header, uid] = parts else {
        return None;
    };
    let is_reached = header.len() == 6 && header[1] == b'N';
    let uid = std::str::from_utf8(uid).ok()?;
    is_reached.then(|| uid.parse().ok())?
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use treewright_core::testing::cases;

    use super::*;

    fn header(letter: u8) -> Vec<u8> {
        [&[2, letter, 9, 0, 0, 0][..], &[7; 16]].concat()
    }

    fn requests() -> Vec<Request> {
        let hook = Hook {
            uid: 3,
            position: HookPosition::After,
            mode: HookMode::Replace,
            result: HookResult::Failure,
            is_enabled: true,
            is_once: false,
        };
        vec![
            Request::FullTree,
            Request::Status,
            Request::Blackboard(vec!["Main".into(), "at the shed".into()]),
            Request::InsertHook(hook),
            Request::RemoveHook(3, HookPosition::Before),
            Request::Hooks,
            Request::RemoveAllHooks,
            Request::DisableAllHooks,
            Request::StartRecording,
            Request::StopRecording,
            Request::Transitions,
        ]
    }

    #[test]
    fn hooks_are_sent_with_all_fields_and_read_back() {
        let [.., body] = &requests()[3].parts(1)[..] else {
            panic!("no parts")
        };
        let text = std::str::from_utf8(body).unwrap();
        assert_eq!(
            text,
            r#"{"enabled":true,"uid":3,"mode":1,"once":false,"desired_status":"FAILURE","position":1}"#
        );
        let list = format!("[{text}]").into_bytes();
        let (_, read) = Request::Hooks.read(9, &[header(b'D'), list]).unwrap();
        let Request::InsertHook(hook) = requests()[3] else {
            panic!("no hook")
        };
        assert_eq!(read, Reply::Hooks(vec![hook]));
        let unlock = Request::Unlock {
            uid: 3,
            position: HookPosition::Before,
            result: HookResult::AsItIs,
            is_removed: false,
        };
        let sent = String::from_utf8(unlock.parts(1).remove(1)).unwrap();
        assert_eq!(
            sent,
            r#"{"uid":3,"position":0,"desired_status":"SKIPPED","remove_when_done":false}"#
        );
    }

    #[test]
    fn each_wrong_answer_has_its_reason() {
        let read = |parts: &[Vec<u8>]| Request::Status.read(9, parts).unwrap_err();
        let one_part = read(&[vec![0; 40]]);
        assert_eq!(one_part, ReplyFault::Version3);
        assert_eq!(read(&[]), ReplyFault::OtherProtocol);
        assert_eq!(read(&[header(b'T'), vec![]]), ReplyFault::OtherRequest);
        assert_eq!(read(&[header(b'S'), vec![1]]), ReplyFault::Damaged);
        assert_eq!(read(&[header(b'S'), vec![1, 0, 5]]), ReplyFault::Damaged);
        assert_eq!(read(&[header(b'S')]), ReplyFault::Damaged);
        let sent = [b"error".to_vec(), b"Node ID not found".to_vec()];
        assert_eq!(
            read(&sent).to_string(),
            "the program refuses: Node ID not found"
        );
    }

    #[test]
    fn an_idle_node_tells_how_it_ended() {
        let body = vec![1, 0, 1, 2, 0, 13, 3, 0, 10, 4, 0, 11];
        let (_, read) = Request::Status.read(9, &[header(b'S'), body]).unwrap();
        let status = |now, before| PolledStatus { now, before };
        let idle = NodeStatus::Idle;
        let expected = vec![
            (1, status(NodeStatus::Running, None)),
            (2, status(idle, Some(NodeStatus::Failure))),
            (3, status(idle, None)),
            (4, status(idle, Some(NodeStatus::Running))),
        ];
        assert_eq!(read, Reply::Status(expected));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(1_000)))]

        #[test]
        fn any_answer_is_read_or_refused(
            kind in 0_usize..11,
            has_header: bool,
            parts in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..60), 0..4),
        ) {
            let request = &requests()[kind];
            let mut all = parts;
            if has_header {
                all.insert(0, header(request.letter()));
            }
            let bytes: usize = all.iter().map(Vec::len).sum();
            if let Ok((_, Reply::Status(list))) = request.read(9, &all) {
                prop_assert!(list.len() <= bytes);
            }
            let _ = reached_hook(&all);
        }
    }
}
