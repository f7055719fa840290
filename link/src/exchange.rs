//! What passes between the game's thread and the link's thread. The game's thread never waits for the other one and never
//! wakes it: it tries a lock, and what it cannot hand over it keeps for the next frame. Waking another thread would make
//! the scheduler take the core away from the game. Knows neither bytes nor sockets.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use treewright_core::Program;
use treewright_core::compile::Origins;
use treewright_core::load::Loaded;
use treewright_core::runtime::{AgentId, AgentSet, World};
use treewright_insight::breakpoints_json::ProjectBreakpoints;
use treewright_insight::recording_json::RecordedFile;

use crate::protocol::{self, Find, FromGame, State, Verb};
use crate::refusal::{Problems, Refusal};
use crate::ring::Ring;

/// The most orders that wait for the game.
const MOST_ORDERS: usize = 1_000;

/// An attached editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct EditorId(pub u64);

/// What the game is to do before its next frame.
pub(crate) enum Order<W: World + ?Sized> {
    /// These agents are watched from now on, by whomever. Of the new ones, it must be told what they do now.
    Watch {
        all: AgentSet,
        new: AgentSet,
    },
    /// Whether anybody looks at where all agents stand.
    List(bool),
    /// In every how many frames leaves are measured; 0 for never.
    Profile(u32),
    /// Something to be done to agents, but no swap.
    Do(EditorId, protocol::Order),
    /// The program with this number is replaced.
    Swap {
        editor: EditorId,
        number: u64,
        old: u32,
        new: Arc<Program<W>>,
        source: Source,
    },
    Pause(EditorId),
    Resume,
    Step(u32),
    Breakpoints(EditorId, ProjectBreakpoints),
    Find(EditorId, Find),
    /// An editor is attached no longer.
    Left(EditorId),
}

/// What the game tells.
pub(crate) enum News {
    Program(protocol::Program, Source),
    /// An agent came, or another program or name of it is known.
    Agent(AgentId, AgentNews),
    /// An agent has left in this frame.
    Left(AgentId, u64),
    /// The frames of an agent are recorded from this frame on, or no longer.
    Recorded(AgentId, u64, bool),
    /// An editor forced a result of an agent, sent it an event or interrupted it before this frame; an event may go to all.
    Did(Option<AgentId>, u64, Verb),
    /// Where some agents stand after this frame.
    At(u64, Vec<(u64, Vec<u32>)>),
    State(State),
    Profile(protocol::Profile),
    ToAll(FromGame),
    To(EditorId, FromGame),
}

/// What is known about an agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AgentNews {
    pub name: Arc<str>,
    pub tags: Vec<Arc<str>>,
    /// The number of the program that it runs from this frame on.
    pub program: u32,
    pub from: u64,
}

/// Where a program is from.
#[derive(Clone, Debug, Default)]
pub struct Source {
    pub(crate) document: Option<Arc<str>>,
    pub(crate) origins: Origins,
    pub(crate) files: Vec<RecordedFile>,
}

impl Source {
    /// The document at this path in the project folder, such as `ai/guard.bt.json`.
    pub fn of(document: impl Into<Arc<str>>) -> Self {
        Self {
            document: Some(document.into()),
            ..Self::default()
        }
    }

    /// Adds which node of which file each node inside subtrees is, so that breakpoints in other files work:
    /// [`Loaded::origins`](treewright_core::load::Loaded::origins).
    #[must_use]
    pub fn with_origins(mut self, origins: Origins) -> Self {
        self.origins = origins;
        self
    }

    /// Adds the text of a file, the main document first, for editors that do not have the project.
    #[must_use]
    pub fn with_file(mut self, path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        self.files.push(RecordedFile::new(path, text));
        self
    }
}

/// The files of a tree that an editor has sent, to be compiled.
#[derive(Debug)]
pub struct SentFiles<'f>(pub(crate) &'f [RecordedFile]);

impl<'f> SentFiles<'f> {
    /// Returns the path of the main document.
    pub fn path(&self) -> &'f str {
        self.0.first().map_or("", |file| &file.path)
    }

    /// Returns the contents of a file, for [`Program::load_files`].
    ///
    /// # Errors
    /// If the editor has not sent it.
    pub fn read(&self, path: &str) -> Result<&'f [u8], &'static str> {
        let file = self.0.iter().find(|file| *file.path == *path);
        let text = file.and_then(|file| file.text.as_deref());
        text.map(str::as_bytes).ok_or("the editor has not sent it")
    }
}

/// How the game compiles a tree.
pub(crate) type Compiler<W> = Box<dyn FnMut(&SentFiles<'_>) -> Loaded<W> + Send>;

/// What both threads know.
pub(crate) struct Shared<W: World + ?Sized> {
    exchange: Mutex<Exchange<W>>,
    compiler: Mutex<Option<Compiler<W>>>,
    has_orders: AtomicBool,
    is_attached: AtomicBool,
    /// Whether an editor has sent its breakpoints.
    is_armed: AtomicBool,
    /// Whether no editor could be found, or spoken with, at some time.
    is_alone: AtomicBool,
    is_over: AtomicBool,
}

/// What waits for the other thread.
pub(crate) struct Exchange<W: World + ?Sized> {
    orders: Vec<Order<W>>,
    pub news: Vec<News>,
    pub ring: Ring,
}

impl<W: World + ?Sized> Exchange<W> {
    /// Adds an order for the game. One that says how things are replaces what was said before; for others, there may be
    /// too many that wait: then this returns false.
    pub fn order(&mut self, mut order: Order<W>) -> bool {
        let replaces = self.replace_stale(&mut order);
        let has_room = replaces || self.orders.len() < MOST_ORDERS;
        if has_room {
            self.orders.push(order);
        }
        has_room
    }

    /// Removes the orders that another one replaces. Returns whether it is one that replaces others.
    fn replace_stale(&mut self, order: &mut Order<W>) -> bool {
        match order {
            Order::Watch { new, .. } => self.orders.retain(|old| match old {
                Order::Watch { new: before, .. } => {
                    new.extend(before.iter());
                    false
                }
                _ => true,
            }),
            Order::List(_) => self.orders.retain(|old| !matches!(old, Order::List(_))),
            Order::Profile(_) => self.orders.retain(|old| !matches!(old, Order::Profile(_))),
            Order::Breakpoints(editor, _) => self
                .orders
                .retain(|old| !matches!(old, Order::Breakpoints(owner, _) if owner == editor)),
            Order::Left(_) => {}
            _ => return false,
        }
        true
    }
}

impl<W: World + ?Sized> Shared<W> {
    pub fn new(ring: Ring) -> Self {
        Self {
            exchange: Mutex::new(Exchange {
                orders: Vec::new(),
                news: Vec::new(),
                ring,
            }),
            compiler: Mutex::default(),
            has_orders: AtomicBool::new(false),
            is_attached: AtomicBool::new(false),
            is_armed: AtomicBool::new(false),
            is_alone: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
        }
    }

    /// Returns whether anybody is attached.
    pub fn is_attached(&self) -> bool {
        self.is_attached.load(Ordering::Relaxed)
    }

    /// For the link's thread: tells whether anybody is attached.
    pub fn set_attached(&self, is_attached: bool) {
        self.is_attached.store(is_attached, Ordering::Relaxed);
    }

    /// Returns whether an editor has sent its breakpoints.
    pub fn is_armed(&self) -> bool {
        self.is_armed.load(Ordering::Acquire)
    }

    /// For the link's thread: tells that breakpoints are among the orders.
    pub fn set_armed(&self) {
        self.is_armed.store(true, Ordering::Release);
    }

    /// Returns whether no editor could be found, or spoken with, at some time.
    pub fn is_alone(&self) -> bool {
        self.is_alone.load(Ordering::Relaxed)
    }

    /// For the link's thread: tells that no editor can be found, or that none speaks.
    pub fn set_alone(&self) {
        self.is_alone.store(true, Ordering::Relaxed);
    }

    /// Returns whether the game has dropped its link.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// For the game: the link's thread ends.
    pub fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// For the game: takes all orders, if there are any and the other thread is not at it.
    pub fn take_orders(&self, orders: &mut Vec<Order<W>>) {
        if self.has_orders.load(Ordering::Acquire)
            && let Some(mut exchange) = self.try_lock()
        {
            orders.append(&mut exchange.orders);
            self.has_orders.store(false, Ordering::Release);
        }
    }

    /// For the game: returns the exchange unless the other thread is at it.
    pub fn try_lock(&self) -> Option<MutexGuard<'_, Exchange<W>>> {
        match self.exchange.try_lock() {
            Ok(exchange) => Some(exchange),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// For the link's thread: uses the exchange for a moment.
    pub fn with<R>(&self, use_it: impl FnOnce(&mut Exchange<W>) -> R) -> R {
        let locked = self.exchange.lock();
        let mut exchange = locked.unwrap_or_else(PoisonError::into_inner);
        let result = use_it(&mut exchange);
        self.has_orders
            .store(!exchange.orders.is_empty(), Ordering::Release);
        result
    }

    pub fn set_compiler(&self, compiler: Compiler<W>) {
        *self.compiler.lock().unwrap_or_else(PoisonError::into_inner) = Some(compiler);
    }

    /// For the link's thread: compiles a tree with the game's function. Returns the reason why that failed.
    pub fn compile(&self, files: &[RecordedFile]) -> Result<(Arc<Program<W>>, Origins), Refusal> {
        let compiler = self.compiler.lock();
        let mut compiler = compiler.unwrap_or_else(PoisonError::into_inner);
        let Some(compile) = &mut *compiler else {
            return Err(Refusal::NoCompiler);
        };
        let compiled = catch_unwind(AssertUnwindSafe(|| compile(&SentFiles(files))));
        let mut loaded = compiled.map_err(|payload| Refusal::Panicked {
            text: text_of(&*payload).to_owned(),
        })?;
        let origins = std::mem::take(&mut loaded.origins);
        let program = loaded.strict().map_err(|error| Refusal::NotCompiled {
            why: Problems::of(&error),
        })?;
        Ok((program, origins))
    }
}

/// Returns the text of a panic.
fn text_of(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let owned = || payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(owned).unwrap_or("no text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_that_say_how_things_are_replace_each_other_and_the_others_are_limited() {
        let shared = Shared::<()>::new(Ring::new(0));
        let editor = EditorId(1);
        let order = |order: Order<()>| shared.with(|exchange| exchange.order(order));
        for number in 0..MOST_ORDERS as u64 {
            let all: AgentSet = [AgentId(number)].into_iter().collect();
            let new = all.clone();
            assert!(order(Order::Watch { all, new }));
            assert!(order(Order::List(number % 2 == 0)));
            let all = ProjectBreakpoints::default();
            assert!(order(Order::Breakpoints(editor, all)));
        }
        let taken = (0..2 * MOST_ORDERS)
            .filter(|_| order(Order::Step(1)))
            .count();
        assert_eq!(taken, MOST_ORDERS - 3);
        assert!(order(Order::Left(editor)), "an end has room");
        let mut orders = Vec::new();
        shared.take_orders(&mut orders);
        let watches = orders.iter().filter_map(|order| match order {
            Order::Watch { all, new } => Some((all.iter().next(), new.len())),
            _ => None,
        });
        let last = Some(AgentId(MOST_ORDERS as u64 - 1));
        assert_eq!(watches.collect::<Vec<_>>(), [(last, MOST_ORDERS)]);
        assert_eq!(orders.len(), MOST_ORDERS + 1);
        assert!(order(Order::Step(1)), "there is room again");
    }
}
