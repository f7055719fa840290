//! Test trees for node types and the executor: built in a compact notation and run frame by frame.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::abort::AbortType;
use crate::category::Category;
use crate::expression::Expression;
use crate::nodes::{Arguments, Builtin, CompiledExpression, declarations};
use crate::runtime::{
    EndStatus, Event, Globals, NodeIndex, NodeSpec, Operand, Operation, Program, ProgramBuilder,
    ProgramVariable, Status, Task, TaskContext, TreeInstance, VariableSlot,
};
pub(crate) use crate::trace::TraceEvent;
use crate::trace::{BesideEvent, FrameRecorder, FrameTrace, Write};
use crate::value::{Value, ValueType};

/// A tree under construction; ids are `0`, `1`, … in pre-order.
pub(crate) struct TestTree {
    builder: ProgramBuilder<(), Builtin>,
    variables: Vec<(String, VariableSlot, ValueType)>,
    count: usize,
}

impl TestTree {
    pub fn new() -> Self {
        Self {
            builder: ProgramBuilder::default(),
            variables: Vec::new(),
            count: 0,
        }
    }

    /// Starts a tree with an open parent of this type at its root.
    pub fn under(task: &str, arguments: &Arguments) -> Self {
        let mut tree = Self::new();
        tree.open(task, arguments);
        tree
    }

    pub fn variable(&mut self, name: &str, value: impl Into<Value>) -> VariableSlot {
        let initial = value.into();
        let value_type = initial.value_type();
        let slot = self.builder.tree_variable(ProgramVariable {
            name: name.into(),
            value_type: value_type.clone(),
            initial,
        });
        self.variables.push((name.to_owned(), slot, value_type));
        slot
    }

    /// Compiles an expression over the tree's variables.
    pub fn formula(&self, text: &str) -> CompiledExpression {
        let resolve = |name: &str| {
            let mut variables = self.variables.iter();
            let found = variables.find(|(declared, ..)| declared == name);
            found.map(|(_, slot, value_type)| (*slot, value_type.clone()))
        };
        Arc::new(Expression::compile(text, &resolve, None).unwrap())
    }

    /// Returns the argument `expression` of a node.
    pub fn expression(&self, text: &str) -> Arguments {
        let mut arguments = Arguments::default();
        arguments.set_expression("expression", self.formula(text));
        arguments
    }

    /// Opens a parent of this type.
    pub fn open(&mut self, task: &str, arguments: &Arguments) -> &mut Self {
        self.open_with(task, arguments, AbortType::None)
    }

    pub fn open_with(&mut self, task: &str, arguments: &Arguments, abort: AbortType) -> &mut Self {
        let declarations = declarations();
        let declaration = declarations.iter().find(|d| d.task == task).unwrap();
        let mut all = arguments.clone();
        for parameter in &declaration.parameters {
            if let (None, Some(default)) = (all.get(&parameter.name), &parameter.default) {
                all = all.with(&parameter.name, default.clone());
            }
        }
        self.builder.open(NodeSpec {
            id: self.count.to_string().into(),
            category: declaration.category,
            abort,
            operation: Operation::builtin(Builtin::make(task, &all).unwrap()),
        });
        self.builder.reads(all.variables());
        self.count += 1;
        self
    }

    pub fn close(&mut self) -> &mut Self {
        self.builder.close().unwrap();
        self
    }

    /// Adds a leaf of this type.
    pub fn leaf(&mut self, task: &str, arguments: &Arguments) -> &mut Self {
        self.open(task, arguments);
        self.close()
    }

    /// Adds a stand-in action that returns the results of these letters.
    pub fn script(&mut self, answers: &str) -> &mut Self {
        let arguments = Arguments::default();
        self.leaf(
            "StandIn",
            &arguments.with("mode", "Sequence").with("answers", answers),
        )
    }

    /// Adds a background tree.
    pub fn background_tree(&mut self, name: &str, build: impl FnOnce(&mut Self)) {
        let mut tree = Self::new();
        build(&mut tree);
        self.builder.tree(name, tree.program());
    }

    /// Adds an action that returns the results of these letters, and continues with the next letter when it restarts.
    pub fn lasting_script(&mut self, answers: &'static str) -> &mut Self {
        let make =
            move || -> Box<dyn Task<()>> { Box::new(LastingScript(answers.chars().collect())) };
        self.custom(Category::Action, Operation::Factory(Arc::new(make)))
    }

    /// Adds a leaf of the game.
    pub fn custom(&mut self, category: Category, operation: Operation<(), Builtin>) -> &mut Self {
        self.open_custom(category, operation, AbortType::None);
        self.close()
    }

    /// Opens a parent of the game.
    pub fn open_custom(
        &mut self,
        category: Category,
        operation: Operation<(), Builtin>,
        abort: AbortType,
    ) -> &mut Self {
        self.builder.open(NodeSpec {
            id: self.count.to_string().into(),
            category,
            abort,
            operation,
        });
        self.count += 1;
        self
    }

    pub fn program(self) -> Arc<Program<(), Builtin>> {
        Arc::new(self.builder.finish().unwrap())
    }

    pub fn run(self) -> TestRun {
        TestRun::of(self.program())
    }
}

/// The remaining results of an action; the last one repeats.
struct LastingScript(VecDeque<char>);

impl Task<()> for LastingScript {
    fn update(&mut self, _: &mut TaskContext<'_, '_, ()>) -> Status {
        let letter = self.0[0];
        if self.0.len() > 1 {
            self.0.pop_front();
        }
        Status::from_letter(letter).unwrap()
    }
}

/// A running test tree.
pub(crate) struct TestRun {
    pub instance: TreeInstance<(), Builtin>,
    pub globals: Globals,
    recorder: FrameRecorder,
}

impl TestRun {
    pub fn of(program: Arc<Program<(), Builtin>>) -> Self {
        Self {
            instance: TreeInstance::new(program, 1),
            globals: Globals::default(),
            recorder: FrameRecorder::default(),
        }
    }

    /// Runs a frame of one second.
    pub fn frame(&mut self) -> FrameTrace {
        self.frame_of(1.0)
    }

    /// Runs a frame of this many seconds.
    pub fn frame_of(&mut self, seconds: f64) -> FrameTrace {
        let (globals, recorder) = (&mut self.globals, &mut self.recorder);
        let status = self
            .instance
            .tick_traced(&mut (), globals, seconds, recorder)
            .unwrap();
        self.recorder.take_frame(&self.instance, status)
    }

    /// Returns the writes of tasks in the last frame.
    pub fn take_writes(&mut self) -> Vec<Write> {
        self.recorder.take_writes()
    }

    /// Runs a frame and describes what happened: `+1` node 1 started, `1=R` it returned Running, `1?S` it was checked
    /// and returned Success, `1!0` it interrupted inside 0, `1.F` it ended with Failure, `1.X` it was interrupted,
    /// `1:text` it put a mark, `1#text` it reported an error.
    pub fn story(&mut self) -> String {
        let frame = self.frame();
        self.describe(&frame)
    }

    /// Describes a frame in the notation of [`Self::story`].
    pub fn describe(&self, frame: &FrameTrace) -> String {
        let id = |node: &NodeIndex| self.instance.program().id(*node);
        let letter = |status: &Status| status.name().chars().next().unwrap();
        let words = frame.events.iter().map(|event| match event {
            TraceEvent::Start(node) => format!("+{}", id(node)),
            TraceEvent::Update(node, status) => format!("{}={}", id(node), letter(status)),
            TraceEvent::Check(node, status) => format!("{}?{}", id(node), letter(status)),
            TraceEvent::Abort { conditional, scope } => {
                format!("{}!{}", id(conditional), id(scope))
            }
            TraceEvent::End(node, status) => {
                let status = match status {
                    EndStatus::Success => 'S',
                    EndStatus::Failure => 'F',
                    EndStatus::Inactive => 'X',
                };
                format!("{}.{status}", id(node))
            }
            TraceEvent::Log(node, text) | TraceEvent::Mark(node, text) => {
                format!("{}:{text}", id(node))
            }
            TraceEvent::Error(node, text) => format!("{}#{text}", id(node)),
            TraceEvent::Beside(beside) => match &**beside {
                (tree, BesideEvent::Started) => format!("+{tree}"),
                (tree, BesideEvent::Ended(status)) => format!("{tree}.{status}"),
                (tree, BesideEvent::Log(text) | BesideEvent::Mark(text)) => {
                    format!("{tree}:{text}")
                }
                (tree, BesideEvent::Error(text)) => format!("{tree}#{text}"),
            },
        });
        words.collect::<Vec<_>>().join(" ")
    }

    /// Runs a frame and lists the nodes that started in it.
    pub fn starts(&mut self) -> String {
        let story = self.story();
        let starts = story.split(' ').filter_map(|word| word.strip_prefix('+'));
        starts.collect::<Vec<_>>().join(" ")
    }

    /// Runs a frame and returns its status.
    pub fn status(&mut self) -> Status {
        self.frame().status
    }

    /// Runs this many frames and returns their statuses as letters.
    pub fn letters(&mut self, frames: usize) -> String {
        (0..frames)
            .map(|_| match self.status() {
                Status::Success => 'S',
                Status::Failure => 'F',
                Status::Running => 'R',
            })
            .collect()
    }

    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.instance
            .set_variable(&mut self.globals, name, value.into())
            .unwrap();
    }

    pub fn get(&self, name: &str) -> Value {
        self.instance.variable(&self.globals, name).unwrap().clone()
    }

    pub fn index(&self, id: &str) -> NodeIndex {
        self.instance.program().index(&id.into()).unwrap()
    }
}

/// Returns the results, frame by frame, of a parent over one child that returns these letters.
pub(crate) fn over_one_child(
    task: &str,
    arguments: &Arguments,
    answers: &str,
    frames: usize,
) -> String {
    let mut tree = TestTree::new();
    tree.open(task, arguments).script(answers).close();
    tree.run().letters(frames)
}

/// Returns the results, frame by frame, of a composite over children that each return these letters.
pub(crate) fn over_children(task: &str, answers: &[&str], frames: usize) -> String {
    let mut tree = TestTree::new();
    tree.open(task, &Arguments::default());
    for child in answers {
        tree.script(child);
    }
    tree.close();
    tree.run().letters(frames)
}

/// Returns the results of a single leaf in its first frames.
pub(crate) fn alone(task: &str, arguments: &Arguments, frames: usize) -> String {
    let mut tree = TestTree::new();
    tree.leaf(task, arguments);
    tree.run().letters(frames)
}

/// The arguments of a `CompareBool` that succeeds while this variable is true.
pub(crate) fn is_true(variable: VariableSlot) -> Arguments {
    let mut arguments = Arguments::default();
    arguments.set("left", Operand::Variable(variable));
    arguments
}

/// One argument; the other parameters have their defaults.
pub(crate) fn with(name: &str, value: impl Into<Value>) -> Arguments {
    Arguments::default().with(name, value)
}

/// No arguments: every parameter has its default.
pub(crate) fn no_arguments() -> Arguments {
    Arguments::default()
}

/// Creates an event of this name with a payload.
pub(crate) fn event(name: &str, payload: Option<Value>) -> Event {
    Event {
        name: name.into(),
        payload,
    }
}
