//! Observing runs: `tw_tracer`, and where errors go that nobody observes.

use std::ffi::c_void;
use std::io::{self, Write as _};
use std::sync::{Arc, PoisonError, RwLock};

use treewright_core::runtime::{
    AgentId, Beside, EndStatus, NodeError, NodeIndex, Status, Tracer, VariableSlot,
};
use treewright_core::value::Value;

use crate::border::{Code, Failure, Result, border};
use crate::constants::{
    TW_EVENT_ABORT, TW_EVENT_CHECK, TW_EVENT_DATA, TW_EVENT_DATA_DROPPED, TW_EVENT_END,
    TW_EVENT_ERROR, TW_EVENT_LOG, TW_EVENT_MARK, TW_EVENT_START, TW_EVENT_TREE_END,
    TW_EVENT_TREE_ERROR, TW_EVENT_TREE_LOG, TW_EVENT_TREE_MARK, TW_EVENT_TREE_START,
    TW_EVENT_UPDATE, TW_EVENT_WRITE, TW_NO_NODE, TW_NONE, TW_TRACE_ALL, TW_TRACE_ERRORS,
};
use crate::memory::{In, Str};
use crate::node_task::Pointer;
use crate::values::{CStatus, CValue, Shown, end_number, status_number};

/// `tw_event_fn`.
pub type OnEvent = extern "C-unwind" fn(*mut c_void, *const CEvent);
/// `tw_log_fn`.
pub type OnLine = extern "C-unwind" fn(*mut c_void, Str);

/// What happened: `tw_event`.
#[repr(C)]
pub struct CEvent {
    kind: i32,
    status: CStatus,
    agent: u64,
    node: u32,
    scope: u32,
    text: Str,
    tree: Str,
    value: *const CValue,
}

/// Who is told what happens: `tw_tracer`.
#[repr(C)]
pub struct CTracer {
    user: *mut c_void,
    event: Option<OnEvent>,
    what: i32,
}

/// Who is told what happens in a tree or manager.
#[derive(Clone, Copy)]
pub struct Tracing {
    target: Option<Target>,
}

#[derive(Clone, Copy)]
struct Target {
    user: Pointer,
    event: OnEvent,
    wants_all: bool,
}

impl Tracing {
    /// Nobody is told, and errors go to the log.
    pub const NONE: Self = Self { target: None };

    /// Reads who is told; null for nobody.
    ///
    /// # Errors
    /// If it makes no sense.
    pub fn read(tracer: &In<CTracer>) -> Result<Self> {
        let Some(tracer) = tracer.get()? else {
            return Ok(Self::NONE);
        };
        let wants_all = match tracer.what {
            TW_TRACE_ERRORS => false,
            TW_TRACE_ALL => true,
            other => return Err(Failure::argument(format!("`what` cannot be {other}"))),
        };
        let none = || Failure::argument("`event` is null");
        let target = Target {
            user: Pointer(tracer.user),
            event: tracer.event.ok_or_else(none)?,
            wants_all,
        };
        Ok(Self {
            target: Some(target),
        })
    }

    /// Runs something with the tracer. `agent` is the first tree that it observes.
    pub fn run<R>(self, agent: u64, run: impl RunTraced<R>) -> R {
        match self.target {
            Some(target) if target.wants_all => run.run(&mut Everything { target, agent }),
            Some(target) => run.run(&mut Errors { target }),
            None => run.run(&mut Lines),
        }
    }
}

/// What runs with any tracer.
pub trait RunTraced<R> {
    /// Runs with this tracer.
    fn run<T: Tracer>(self, tracer: &mut T) -> R;
}

/// Tells C everything.
struct Everything {
    target: Target,
    agent: u64,
}

/// Tells C about errors, which costs nothing while there are none.
struct Errors {
    target: Target,
}

/// Writes errors to the log.
struct Lines;

impl Target {
    fn tell(self, event: &CEvent) {
        (self.event)(self.user.0, event);
    }

    fn tell_error(self, error: &NodeError) {
        self.tell(&CEvent {
            text: Str::of(error.why.english()),
            tree: Str::of(&error.tree),
            ..CEvent::of(TW_EVENT_ERROR, error.agent, error.node)
        });
    }
}

impl CEvent {
    fn of(kind: i32, agent: u64, node: NodeIndex) -> Self {
        Self {
            kind,
            status: TW_NONE,
            agent,
            node: node.0,
            scope: TW_NO_NODE,
            text: Str::of(""),
            tree: Str::of(""),
            value: std::ptr::null(),
        }
    }
}

impl Everything {
    fn tell(&self, kind: i32, node: NodeIndex, status: i32) {
        self.target.tell(&CEvent {
            status,
            ..CEvent::of(kind, self.agent, node)
        });
    }

    fn tell_text(&self, kind: i32, node: NodeIndex, text: &str) {
        self.target.tell(&CEvent {
            text: Str::of(text),
            ..CEvent::of(kind, self.agent, node)
        });
    }

    fn tell_write(&self, node: NodeIndex, variable: &str, value: &Value) {
        self.tell_value(TW_EVENT_WRITE, node, (variable, value));
    }

    fn tell_value(&self, kind: i32, node: NodeIndex, (name, value): (&str, &Value)) {
        let shown = Shown::of(value);
        self.target.tell(&CEvent {
            text: Str::of(name),
            value: &raw const shown.value,
            ..CEvent::of(kind, self.agent, node)
        });
    }
}

impl Tracer for Everything {
    fn tree(&mut self, agent: AgentId) {
        self.agent = agent.number();
    }

    fn written_outside(&mut self, _: VariableSlot, variable: &Arc<str>, value: &Value) {
        self.tell_write(NodeIndex(TW_NO_NODE), variable, value);
    }

    fn start(&mut self, node: NodeIndex) {
        self.tell(TW_EVENT_START, node, TW_NONE);
    }

    fn update(&mut self, node: NodeIndex, status: Status) {
        self.tell(TW_EVENT_UPDATE, node, status_number(Some(status)));
    }

    fn end(&mut self, node: NodeIndex, status: EndStatus) {
        self.tell(TW_EVENT_END, node, end_number(status));
    }

    fn check(&mut self, node: NodeIndex, status: Status) {
        self.tell(TW_EVENT_CHECK, node, status_number(Some(status)));
    }

    fn abort(&mut self, conditional: NodeIndex, scope: NodeIndex) {
        self.target.tell(&CEvent {
            scope: scope.0,
            ..CEvent::of(TW_EVENT_ABORT, self.agent, conditional)
        });
    }

    fn log(&mut self, node: NodeIndex, text: &str) {
        self.tell_text(TW_EVENT_LOG, node, text);
    }

    fn mark(&mut self, node: NodeIndex, text: &str) {
        self.tell_text(TW_EVENT_MARK, node, text);
    }

    fn beside(&mut self, tree: &Arc<str>, what: Beside<'_>) {
        let (kind, status, text) = match what {
            Beside::Started => (TW_EVENT_TREE_START, TW_NONE, ""),
            Beside::Ended(status) => (TW_EVENT_TREE_END, end_number(status), ""),
            Beside::Log(text) => (TW_EVENT_TREE_LOG, TW_NONE, text),
            Beside::Mark(text) => (TW_EVENT_TREE_MARK, TW_NONE, text),
            Beside::Error(error) => (TW_EVENT_TREE_ERROR, TW_NONE, error.why.english()),
            Beside::Data(name, value) => {
                let node = NodeIndex(TW_NO_NODE);
                return self.tell_value(TW_EVENT_DATA, node, (name, value));
            }
            Beside::Wrote(variable, value) => {
                return self.tell_write(NodeIndex(TW_NO_NODE), variable, value);
            }
            _ => return,
        };
        self.target.tell(&CEvent {
            status,
            text: Str::of(text),
            tree: Str::of(tree),
            ..CEvent::of(kind, self.agent, NodeIndex(TW_NO_NODE))
        });
    }

    fn error(&mut self, error: &NodeError) {
        self.target.tell_error(error);
    }

    fn wrote(&mut self, node: NodeIndex, _: VariableSlot, variable: &Arc<str>, value: &Value) {
        self.tell_write(node, variable, value);
    }

    fn data(&mut self, node: NodeIndex, name: &Arc<str>, value: &Value) {
        self.tell_value(TW_EVENT_DATA, node, (name, value));
    }

    fn data_dropped(&mut self, count: u32) {
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        self.tell(TW_EVENT_DATA_DROPPED, NodeIndex(TW_NO_NODE), count);
    }
}

impl Tracer for Errors {
    const WATCHES: bool = false;

    fn beside(&mut self, _: &Arc<str>, what: Beside<'_>) {
        if let Beside::Error(error) = what {
            self.target.tell_error(error);
        }
    }

    fn error(&mut self, error: &NodeError) {
        self.target.tell_error(error);
    }
}

impl Tracer for Lines {
    const WATCHES: bool = false;

    fn beside(&mut self, _: &Arc<str>, what: Beside<'_>) {
        if let Beside::Error(error) = what {
            write_line(error);
        }
    }

    fn error(&mut self, error: &NodeError) {
        write_line(error);
    }
}

/// Where lines of the log go.
enum Log {
    StandardError,
    Nowhere,
    To(OnLine, Pointer),
}

static LOG: RwLock<Log> = RwLock::new(Log::StandardError);

#[cold]
fn write_line(error: &NodeError) {
    if !error.is_worth_a_line() {
        return;
    }
    let line = error.to_string();
    let target = match *LOG.read().unwrap_or_else(PoisonError::into_inner) {
        Log::Nowhere => return,
        Log::StandardError => None,
        Log::To(write, user) => Some((write, user)),
    };
    match target {
        Some((write, user)) => write(user.0, Str::of(&line)),
        // Not `eprintln`, which panics if the standard error cannot be written.
        None => {
            let _ = writeln!(io::stderr(), "treewright: {line}");
        }
    }
}

/// Sets who gets the errors of trees without a tracer, instead of the standard error; null for nobody.
#[unsafe(no_mangle)]
pub extern "C" fn tw_set_log(write: Option<OnLine>, user: *mut c_void) -> Code {
    border(|| {
        let log = write.map_or(Log::Nowhere, |write| Log::To(write, Pointer(user)));
        *LOG.write().unwrap_or_else(PoisonError::into_inner) = log;
        Ok(())
    })
}
