//! What a snapshot's file holds, field by field, and how that becomes a snapshot. What is empty is left out.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::values::{AbortName, Float, NamedStatus, Run, State, StatusName, Value, ValueType};
use crate::abort::AbortType;
use crate::runtime::{
    self, GlobalSnapshot, GlobalsSnapshot, ManagerSnapshot, NodeIndex, Snapshot, Status,
    WatchedSnapshot,
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tree {
    program: u64,
    state: State,
    awake: bool,
    frame: u64,
    time: Float,
    agent: u64,
    random: (u64, u64),
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variables: Vec<(Arc<str>, Slot)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    memory: Vec<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tops: Vec<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    watched: Vec<Watched>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    objects: Vec<Option<Value>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    events: Vec<Event>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    received: Vec<(Arc<str>, Received)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    interrupts: Vec<(Arc<str>, bool)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    requests: Vec<Request>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    forced: Vec<(u32, NamedStatus)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    companions: Vec<(Arc<str>, Tree)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    companion_runs: Vec<(Arc<str>, Run)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    companion_requests: Vec<(Arc<str>, bool)>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Slot {
    value: Value,
    written: u64,
    changes: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Watched {
    conditional: u32,
    scope: Option<u32>,
    #[serde(with = "AbortName")]
    kind: AbortType,
    #[serde(with = "StatusName")]
    status: Status,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Event {
    name: Arc<str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payload: Option<Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Received {
    count: u64,
    frame: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payload: Option<Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Request {
    Send(Event),
    Interrupt(Arc<str>, bool),
    Restart,
    Stop,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Globals {
    variables: Vec<Global>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    semaphores: Vec<(Arc<str>, u64)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    posted: Vec<Event>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Global {
    name: Arc<str>,
    r#type: ValueType,
    slot: Slot,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manager {
    next: u64,
    globals: Globals,
    trees: Vec<(u64, Tree)>,
}

/// The parts of a list, each turned into another form.
fn each<A, B: From<A>>(list: impl IntoIterator<Item = A>) -> Vec<B> {
    list.into_iter().map(B::from).collect()
}

/// The same for what stands in pairs with a name.
fn each_named<'a, A: 'a, B: From<&'a A>>(list: &'a [(Arc<str>, A)]) -> Vec<(Arc<str>, B)> {
    list.iter()
        .map(|(name, part)| (name.clone(), part.into()))
        .collect()
}

fn back_named<A, B: From<A>>(list: Vec<(Arc<str>, A)>) -> Vec<(Arc<str>, B)> {
    let list = list.into_iter();
    list.map(|(name, part)| (name, part.into())).collect()
}

impl From<&Snapshot> for Tree {
    fn from(tree: &Snapshot) -> Self {
        let forced = tree.forced.iter();
        let runs = tree.companion_runs.iter();
        Self {
            program: tree.program,
            state: tree.state.into(),
            awake: tree.awake,
            frame: tree.frame,
            time: Float(tree.time),
            agent: tree.agent,
            random: tree.random,
            variables: each_named(&tree.variables),
            memory: tree.memory.clone(),
            tops: tree.tops.iter().map(|top| top.0).collect(),
            watched: each(&tree.watched),
            objects: tree
                .objects
                .iter()
                .map(|o| o.as_ref().map(Value::from))
                .collect(),
            events: each(&tree.events),
            received: each_named(&tree.received),
            interrupts: tree.interrupts.clone(),
            requests: each(&tree.requests),
            forced: forced.map(|(node, s)| (node.0, NamedStatus(*s))).collect(),
            companions: each_named(&tree.companions),
            companion_runs: runs.map(|(name, run)| (name.clone(), Run(*run))).collect(),
            companion_requests: tree.companion_requests.clone(),
        }
    }
}

impl From<Tree> for Snapshot {
    fn from(tree: Tree) -> Self {
        let objects = tree.objects.into_iter();
        let forced = tree.forced.into_iter();
        let runs = tree.companion_runs.into_iter();
        Self {
            program: tree.program,
            state: tree.state.into(),
            awake: tree.awake,
            frame: tree.frame,
            time: tree.time.0,
            agent: tree.agent,
            random: tree.random,
            variables: back_named(tree.variables),
            memory: tree.memory,
            tops: tree.tops.into_iter().map(NodeIndex).collect(),
            watched: each(tree.watched),
            objects: objects.map(|o| o.map(Into::into)).collect(),
            events: each(tree.events),
            received: back_named(tree.received),
            interrupts: tree.interrupts,
            requests: each(tree.requests),
            forced: forced.map(|(node, s)| (NodeIndex(node), s.0)).collect(),
            companions: back_named(tree.companions),
            companion_runs: runs.map(|(name, run)| (name, run.0)).collect(),
            companion_requests: tree.companion_requests,
        }
    }
}

impl From<&runtime::Slot> for Slot {
    fn from(slot: &runtime::Slot) -> Self {
        Self {
            value: (&slot.value).into(),
            written: slot.written,
            changes: slot.changes,
        }
    }
}

impl From<Slot> for runtime::Slot {
    fn from(slot: Slot) -> Self {
        Self {
            value: slot.value.into(),
            written: slot.written,
            changes: slot.changes,
        }
    }
}

impl From<&WatchedSnapshot> for Watched {
    fn from(watched: &WatchedSnapshot) -> Self {
        Self {
            conditional: watched.conditional.0,
            scope: watched.scope.map(|scope| scope.0),
            kind: watched.kind,
            status: watched.status,
        }
    }
}

impl From<Watched> for WatchedSnapshot {
    fn from(watched: Watched) -> Self {
        Self {
            conditional: NodeIndex(watched.conditional),
            scope: watched.scope.map(NodeIndex),
            kind: watched.kind,
            status: watched.status,
        }
    }
}

impl From<&runtime::Event> for Event {
    fn from(event: &runtime::Event) -> Self {
        Self {
            name: event.name.clone(),
            payload: event.payload.as_ref().map(Value::from),
        }
    }
}

impl From<Event> for runtime::Event {
    fn from(event: Event) -> Self {
        Self {
            name: event.name,
            payload: event.payload.map(Into::into),
        }
    }
}

impl From<&runtime::Received> for Received {
    fn from(received: &runtime::Received) -> Self {
        Self {
            count: received.count,
            frame: received.frame,
            payload: received.payload.as_ref().map(Value::from),
        }
    }
}

impl From<Received> for runtime::Received {
    fn from(received: Received) -> Self {
        Self {
            count: received.count,
            frame: received.frame,
            payload: received.payload.map(Into::into),
        }
    }
}

impl From<&runtime::Request> for Request {
    fn from(request: &runtime::Request) -> Self {
        match request {
            runtime::Request::Send(event) => Self::Send(event.into()),
            runtime::Request::Interrupt(key, s) => Self::Interrupt(key.clone(), *s),
            runtime::Request::Restart => Self::Restart,
            runtime::Request::Stop => Self::Stop,
        }
    }
}

impl From<Request> for runtime::Request {
    fn from(request: Request) -> Self {
        match request {
            Request::Send(event) => Self::Send(event.into()),
            Request::Interrupt(key, succeeded) => Self::Interrupt(key, succeeded),
            Request::Restart => Self::Restart,
            Request::Stop => Self::Stop,
        }
    }
}

impl From<&GlobalsSnapshot> for Globals {
    fn from(globals: &GlobalsSnapshot) -> Self {
        let variables = globals.variables.iter().map(|variable| Global {
            name: variable.name.clone(),
            r#type: ValueType(variable.value_type.clone()),
            slot: (&variable.slot).into(),
        });
        Self {
            variables: variables.collect(),
            semaphores: globals.semaphores.clone(),
            posted: each(&globals.posted),
        }
    }
}

impl From<Globals> for GlobalsSnapshot {
    fn from(globals: Globals) -> Self {
        let variables = globals.variables.into_iter();
        Self {
            variables: variables
                .map(|variable| GlobalSnapshot {
                    name: variable.name,
                    value_type: variable.r#type.0,
                    slot: variable.slot.into(),
                })
                .collect(),
            semaphores: globals.semaphores,
            posted: each(globals.posted),
        }
    }
}

impl From<&ManagerSnapshot> for Manager {
    fn from(manager: &ManagerSnapshot) -> Self {
        let trees = manager.trees.iter();
        Self {
            next: manager.next,
            globals: (&manager.globals).into(),
            trees: trees.map(|(number, tree)| (*number, tree.into())).collect(),
        }
    }
}

impl From<Manager> for ManagerSnapshot {
    fn from(manager: Manager) -> Self {
        let trees = manager.trees.into_iter();
        Self {
            next: manager.next,
            globals: manager.globals.into(),
            trees: trees.map(|(number, tree)| (number, tree.into())).collect(),
        }
    }
}
