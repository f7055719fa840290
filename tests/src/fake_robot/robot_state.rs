//! What a program with a Groot2 publisher answers to requests, for tests of monitors. Knows no sockets, so that several can use it.

use std::collections::VecDeque;

use serde_json::Value;

/// What the program is like now.
#[derive(Default)]
pub struct RobotState {
    /// The tree as XML.
    pub tree: String,
    /// Another one is another start of the program.
    pub identity: u8,
    /// The statuses by the numbers of nodes, as the protocol has them.
    pub statuses: Vec<(u16, u8)>,
    /// The changes that were not fetched: microseconds, number, status.
    changes: VecDeque<(u64, u16, u8)>,
    time: u64,
    /// What is answered to requests for blackboards, as `MessagePack`.
    pub blackboards: Vec<u8>,
    pub hooks: Vec<Value>,
    /// The last result with which a tree that waited was let go on.
    pub unlocked: Option<Value>,
    /// The letters of all requests.
    pub asked: String,
    /// The program accepts connections and bytes, but never answers.
    pub is_silent: bool,
}

impl RobotState {
    /// Creates a program whose tree is this XML, with these nodes idle.
    pub fn new(tree: &str, nodes: impl IntoIterator<Item = u16>) -> Self {
        Self {
            tree: tree.to_owned(),
            identity: 1,
            statuses: nodes.into_iter().map(|uid| (uid, 0)).collect(),
            blackboards: vec![0xc0],
            ..Self::default()
        }
    }

    /// Lets nodes get these statuses in one tick, each with its number, some time after the one before.
    pub fn tick(&mut self, changes: &[(u16, u8)]) {
        self.time += 100_000;
        for (uid, status) in changes {
            self.time += 10;
            self.change(self.time, *uid, *status);
        }
    }

    /// Lets a node get this status at this time, in microseconds.
    pub fn change(&mut self, time: u64, uid: u16, status: u8) {
        self.time = time;
        self.changes.push_back((time, uid, status));
        let before = self.statuses.iter_mut().find(|(of, _)| *of == uid);
        if let Some((_, held)) = before {
            // An idle node tells what it was before.
            *held = match status {
                0 if (1..10).contains(held) => *held + 10,
                status => status,
            };
        }
    }

    /// Returns the parts of the answer to a request; `None` if the program does not answer.
    pub fn answer(&mut self, request: &[Vec<u8>]) -> Option<Vec<Vec<u8>>> {
        let (header, rest) = request.split_first()?;
        let letter = *header.get(1)?;
        self.asked.push(letter.into());
        if self.is_silent {
            return None;
        }
        let json = || serde_json::from_slice::<Value>(rest.first()?).ok();
        let body = match letter {
            b'T' => Some(self.tree.clone().into_bytes()),
            b'S' => Some(self.statuses()),
            b'B' => Some(self.blackboards.clone()),
            b'D' => serde_json::to_vec(&self.hooks).ok(),
            b't' => Some(self.take_changes()),
            b'r' => {
                self.changes.clear();
                Some(b"1700000000000000".to_vec())
            }
            b'I' => {
                self.hooks.extend(json());
                None
            }
            b'R' => {
                let gone = json()?;
                self.hooks.retain(|hook| !is_same_place(hook, &gone));
                None
            }
            b'U' => {
                let unlock = json()?;
                if unlock["remove_when_done"] == true {
                    self.hooks.retain(|hook| !is_same_place(hook, &unlock));
                }
                self.unlocked = Some(unlock);
                None
            }
            b'A' => {
                self.hooks.clear();
                None
            }
            _ => None,
        };
        let mut head = header.clone();
        head.extend([self.identity; 16]);
        Some(std::iter::once(head).chain(body).collect())
    }

    fn statuses(&self) -> Vec<u8> {
        let all = self.statuses.iter();
        all.flat_map(|(uid, status)| {
            let [low, high] = uid.to_le_bytes();
            [low, high, *status]
        })
        .collect()
    }

    fn take_changes(&mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (time, uid, status) in self.changes.drain(..) {
            bytes.extend(&time.to_le_bytes()[..6]);
            bytes.extend(uid.to_le_bytes());
            bytes.push(status);
        }
        bytes
    }
}

fn is_same_place(hook: &Value, other: &Value) -> bool {
    hook["uid"] == other["uid"] && hook["position"] == other["position"]
}

/// Returns the parts of the message that the program has arrived at a hook of a node.
pub fn reached_hook(uid: u16) -> [Vec<u8>; 2] {
    let header = vec![2, b'N', 1, 2, 3, 4];
    [header, uid.to_string().into_bytes()]
}
