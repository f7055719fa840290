//! Built-in parents as a game would write them: objects with their own memory, called through the public trait. A tree in
//! which they replace the built-in ones must behave the same.

use crate::category::Category;
use crate::compile::GameTasks;
use crate::library::TaskDeclaration;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Builtin, declarations};
use crate::runtime::task::Siblings;
use crate::runtime::{
    Children, EndStatus, Next, NodeIndex, Outcome, ParentCallbacks, ParentContext, ParentTask,
    Revision, Status, Tally, TaskContext, Tasks, TickContext, Wake, World,
};
use crate::time::Nanoseconds;
use crate::value::Value;

/// Node types without a copy.
const WITHOUT_COPY: [&str; 13] = [
    // They run as something else, or others know them by a name.
    "Subtree",
    "Interruptible",
    "Semaphore",
    // The tree resets what they remember when it is enabled.
    "Cooldown",
    "RunOnce",
    "RoundRobin",
    "SequenceWithMemory",
    // They need to know whether a pipeline starts them again.
    "RateController",
    "SingleTrigger",
    // It counts its repetitions itself, and the executor would count them once more.
    "RecoveryNode",
    // A game has no pipelines.
    "PipelineSequence",
    "NonblockingSequence",
    "Service",
];

/// Returns the name of the copy of a built-in node type.
pub fn copy_of(task: &str) -> String {
    format!("Own{task}")
}

/// Returns the declarations of the node types that have copies.
pub fn with_copies() -> Vec<NodeDeclaration> {
    let mut kinds = declarations();
    kinds.retain(|kind| !kind.category.is_leaf() && !WITHOUT_COPY.contains(&&*kind.task));
    kinds
}

/// Registers the copies as tasks of a game.
pub fn register_copies<W: World + ?Sized>(tasks: &mut GameTasks<W>) {
    for kind in with_copies() {
        let task = kind.task.to_string();
        let copy = NodeDeclaration {
            task: copy_of(&task).into(),
            ..kind
        };
        let make = move |arguments: &Arguments| Builtin::make(&task, arguments).unwrap();
        if make(&Arguments::default()).is_parallel() {
            tasks.declare_parallel(TaskDeclaration::from(copy), move |arguments| {
                let kind = make(arguments);
                move |tally: Tally, tick: &TickContext<'_>| kind.join(tally, tick)
            });
        } else {
            tasks.declare_parent(TaskDeclaration::from(copy), move |arguments| {
                Box::new(ParentCopy::new(make(arguments)))
            });
        }
    }
}

/// A built-in parent and its memory.
struct ParentCopy {
    kind: Builtin,
    memory: Vec<u64>,
    /// The children as the built-in parent sees them: the first has the index 1.
    children: Vec<u32>,
    /// What it returned when it was last asked with a context.
    wake: Wake,
}

struct ChildList<'a>(&'a [u32]);

impl Siblings for ChildList<'_> {
    fn children(&self, _parent: NodeIndex) -> &[u32] {
        self.0
    }
}

fn child(position: usize) -> NodeIndex {
    NodeIndex(position as u32 + 1)
}

fn position(child: NodeIndex) -> usize {
    child.get() - 1
}

fn by_position(next: Next) -> Next<usize> {
    match next {
        Next::Run(child) => Next::Run(position(child)),
        Next::End(outcome) => Next::End(outcome),
        Next::Wait => Next::Wait,
    }
}

impl ParentCopy {
    fn new(kind: Builtin) -> Self {
        Self {
            kind,
            memory: Vec::new(),
            children: Vec::new(),
            wake: Wake::EveryFrame,
        }
    }

    /// Calls the built-in parent; if `has_ended`, after the current child ended.
    fn call<W: World + ?Sized, R>(
        &mut self,
        context: &mut TaskContext<'_, '_, W>,
        children: Children,
        has_ended: bool,
        call: impl FnOnce(&Builtin, &mut ParentContext<'_, '_>) -> R,
    ) -> R {
        if self.children.is_empty() {
            self.children = (1..=children.count() as u32).collect();
            self.memory
                .resize(self.kind.memory_len(children.count()), 0);
        }
        let mut parent = ParentContext {
            first_child: child(0),
            ended: child(if has_ended { children.current() } else { 0 }),
            next_sibling: children.next_sibling().filter(|_| has_ended).map(child),
            siblings: &ChildList(&self.children),
            is_restarted: false,
            memory: &mut self.memory,
            tick: &mut context.tick,
        };
        let decision = call(&self.kind, &mut parent);
        self.wake = self.kind.wake(&self.memory, Status::Running, &context.tick);
        decision
    }
}

impl<W: World + ?Sized> ParentTask<W> for ParentCopy {
    fn callbacks(&self) -> ParentCallbacks {
        let wants = self.kind.wants();
        let mut callbacks = ParentCallbacks::NONE;
        if wants.revises {
            callbacks = callbacks.revise();
        }
        if wants.supervises {
            callbacks = callbacks.child_runs();
        }
        if wants.guards {
            callbacks = callbacks.condition();
        }
        callbacks
    }

    fn start(&mut self, context: &mut TaskContext<'_, '_, W>, children: Children) -> Next<usize> {
        if self.kind.rule().is_some() {
            return Next::Run(0);
        }
        let next = self.call(context, children, false, |kind, parent| {
            kind.parent_start(parent)
        });
        by_position(next)
    }

    fn child_ended(
        &mut self,
        context: &mut TaskContext<'_, '_, W>,
        children: Children,
        outcome: Outcome,
    ) -> Next<usize> {
        if let Some(rule) = self.kind.rule() {
            return by_position(rule.next(outcome, children.next_sibling().map(child)));
        }
        let next = self.call(context, children, true, |kind, parent| {
            kind.child_ended(parent, outcome)
        });
        by_position(next)
    }

    fn aborted_to(&mut self, context: &mut TaskContext<'_, '_, W>, children: Children) {
        if self.kind.rule().is_none() {
            self.call(context, children, false, |kind, parent| {
                kind.aborted_to(parent, child(children.current()));
            });
        }
    }

    fn resume(&mut self, context: &mut TaskContext<'_, '_, W>, children: Children) -> Next<usize> {
        let next = self.call(context, children, false, |kind, parent| {
            kind.parent_again(parent)
        });
        by_position(next)
    }

    fn revise(
        &mut self,
        context: &mut TaskContext<'_, '_, W>,
        children: Children,
    ) -> Revision<usize> {
        let running = child(children.current());
        match self.call(context, children, false, |kind, parent| {
            kind.revise(parent, running)
        }) {
            Revision::Stay => Revision::Stay,
            Revision::FromFirst => Revision::FromFirst,
            Revision::Switch(child) => Revision::Switch(position(child)),
            Revision::End(outcome) => Revision::End(outcome),
        }
    }

    fn child_runs(
        &mut self,
        context: &mut TaskContext<'_, '_, W>,
        children: Children,
    ) -> Option<Outcome> {
        self.call(context, children, false, Tasks::child_runs)
    }

    fn condition(&mut self, context: &mut TaskContext<'_, '_, W>) -> bool {
        let status = self.kind.leaf_update(&mut self.memory, &mut context.tick);
        self.wake = self.kind.wake(&self.memory, status, &context.tick);
        status == Status::Success
    }

    fn end(&mut self, context: &mut TaskContext<'_, '_, W>, status: EndStatus) {
        if status == EndStatus::Inactive && self.kind.wants().hears_interruption {
            self.kind.interrupted(&mut self.memory, &mut context.tick);
        }
    }

    fn wake(&self) -> Wake {
        self.wake
    }

    fn pass(&mut self, elapsed: Nanoseconds, frames: u64) {
        self.kind.pass(&mut self.memory, elapsed, frames);
    }

    fn save(&self) -> Option<Value> {
        let numbers = self.memory.iter().map(|number| Value::Int(*number as i64));
        Some(Value::List(numbers.collect()))
    }

    fn restore(&mut self, saved: &Value) {
        let Value::List(numbers) = saved else {
            panic!("expected a list, found {saved}");
        };
        let numbers = numbers.iter().map(|number| number.as_int().unwrap() as u64);
        self.memory = numbers.collect();
    }
}

/// A parent that does anything it can, also what it must not: it waits, runs any child in any order, again and again,
/// chooses children that do not exist, and panics.
pub struct Fickle {
    /// The text of its panics.
    pub panic: &'static str,
    /// Whether it has all optional callbacks.
    pub has_callbacks: bool,
}

impl Fickle {
    fn decide<W: World + ?Sized>(
        &self,
        context: &mut TaskContext<'_, '_, W>,
        children: Children,
    ) -> Next<usize> {
        let any = context.tick.random().rand_range(0..children.count() as u32);
        match context.tick.random().rand_range(0..20) {
            0 | 1 => Next::Wait,
            2..=4 => Next::End(Outcome::Success),
            5..=7 => Next::End(Outcome::Failure),
            8 => Next::Run(children.count()),
            9 => panic!("{}", self.panic),
            10 => {
                context.tick.fail("gives up");
                Next::Wait
            }
            _ => Next::Run(any as usize),
        }
    }
}

impl<W: World + ?Sized> ParentTask<W> for Fickle {
    fn callbacks(&self) -> ParentCallbacks {
        if self.has_callbacks {
            ParentCallbacks::NONE.revise().child_runs().condition()
        } else {
            ParentCallbacks::NONE
        }
    }

    fn start(&mut self, context: &mut TaskContext<'_, '_, W>, children: Children) -> Next<usize> {
        self.decide(context, children)
    }

    fn child_ended(
        &mut self,
        context: &mut TaskContext<'_, '_, W>,
        children: Children,
        _outcome: Outcome,
    ) -> Next<usize> {
        self.decide(context, children)
    }

    fn resume(&mut self, context: &mut TaskContext<'_, '_, W>, children: Children) -> Next<usize> {
        match context.tick.random().rand_range(0..2) {
            0 => Next::Run(children.current()),
            _ => self.decide(context, children),
        }
    }

    fn revise(
        &mut self,
        context: &mut TaskContext<'_, '_, W>,
        children: Children,
    ) -> Revision<usize> {
        match context.tick.random().rand_range(0..4) {
            0 => Revision::FromFirst,
            1 => match self.decide(context, children) {
                Next::Run(position) => Revision::Switch(position),
                Next::End(outcome) => Revision::End(outcome),
                Next::Wait => Revision::Stay,
            },
            _ => Revision::Stay,
        }
    }

    fn child_runs(
        &mut self,
        context: &mut TaskContext<'_, '_, W>,
        children: Children,
    ) -> Option<Outcome> {
        match context.tick.random().rand_range(0..3) {
            0 => match self.decide(context, children) {
                Next::End(outcome) => Some(outcome),
                Next::Run(_) | Next::Wait => None,
            },
            _ => None,
        }
    }

    fn condition(&mut self, context: &mut TaskContext<'_, '_, W>) -> bool {
        let drawn = context.tick.random().rand_range(0..20);
        assert!(drawn != 0, "{}", self.panic);
        drawn > 3
    }

    fn end(&mut self, context: &mut TaskContext<'_, '_, W>, _status: EndStatus) {
        let drawn = context.tick.random().rand_range(0..20);
        assert!(drawn != 0, "{}", self.panic);
    }
}

/// Registers a composite and a decorator that do anything.
pub fn register_fickle<W: World + ?Sized>(tasks: &mut GameTasks<W>, panic: &'static str) {
    for (has_callbacks, name) in [(false, ""), (true, "Watchful")] {
        for category in [Category::Composite, Category::Decorator] {
            let task = TaskDeclaration::of(category, fickle(category, name), "");
            tasks.declare_parent(task, move |_| {
                Box::new(Fickle {
                    panic,
                    has_callbacks,
                })
            });
        }
    }
}

/// Returns the name of a node type that does anything.
pub fn fickle(category: Category, callbacks: &str) -> String {
    format!("Fickle{callbacks}{category}")
}
