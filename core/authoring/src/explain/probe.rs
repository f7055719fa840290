//! Runs a parent of one node type over leaves with scripted results and records what happens. Does not interpret the records.

use treewright_core::TreeInstance;
use treewright_core::category::Category;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, ExpressionType, Node, NodeDeclaration, ParameterType,
    ParameterValue, Variable,
};
use treewright_core::runtime::{Globals, NoTracer, Outcome, Status, TaskContext, TaskHooks};
use treewright_core::value::{Value, ValueType};

/// The leaves below a composite; a decorator has only the first.
const LEAVES: [&str; 3] = ["ProbeLeft", "ProbeMiddle", "ProbeRight"];
/// The number of frames in which a node type must start its first child: a Delay waits, a Probability may skip frames.
const MAX_START_FRAMES: usize = 40;
/// The number of random seeds, one of which must start a child.
const SEEDS: u64 = 16;
const STEP: f64 = 0.1;

/// The events of one frame.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Frame {
    /// The started leaves, in order.
    pub started: Vec<usize>,
    /// How the parent ended, if it did.
    pub ended: Option<Outcome>,
}

/// The game state that the leaves see.
struct ProbeWorld {
    /// The results of the leaves in starting order; the last one is repeated.
    script: [Status; 3],
    /// The leaves in the order in which they were first started.
    order: Vec<usize>,
    started: Vec<usize>,
}

/// A node type with one set of parameters.
pub(super) struct Probe<'a> {
    kind: &'a NodeDeclaration,
    set: Vec<(&'a str, Value)>,
}

impl<'a> Probe<'a> {
    /// Returns the node type with each set of parameters that can make a difference: the defaults, then one parameter changed at
    /// a time: booleans inverted, round counts one and two.
    pub fn all(kind: &'a NodeDeclaration) -> Vec<Self> {
        let plain = || Self {
            kind,
            set: Vec::new(),
        };
        let mut all = vec![plain()];
        for parameter in &kind.parameters {
            let values = match (&parameter.parameter_type, &parameter.default) {
                (ParameterType::Value(ValueType::Bool), Some(Value::Bool(on))) => {
                    vec![Value::Bool(!on)]
                }
                (ParameterType::Value(ValueType::Int), _) => vec![Value::Int(1), Value::Int(2)],
                _ => Vec::new(),
            };
            all.extend(values.into_iter().map(|value| Self {
                set: vec![(&*parameter.name, value)],
                ..plain()
            }));
        }
        all
    }

    /// Returns the frames from the first one that starts a leaf: at most `count`, or until the parent ends. `None` if it starts
    /// no leaf.
    pub fn frames(&self, script: [Status; 3], count: usize) -> Option<Vec<Frame>> {
        (0..SEEDS).find_map(|seed| self.frames_by(seed, script, count))
    }

    fn frames_by(&self, seed: u64, script: [Status; 3], count: usize) -> Option<Vec<Frame>> {
        let document = self.document();
        let program = compile(&document, &NodeLibrary::builtin(), &leaves()).program?;
        let mut instance = TreeInstance::new(program, seed);
        let mut globals = Globals::default();
        let mut world = ProbeWorld {
            script,
            order: Vec::new(),
            started: Vec::new(),
        };
        let mut frames = Vec::new();
        for _ in 0..MAX_START_FRAMES + count {
            // Errors are expected, and do not belong into anybody's log.
            let answer = instance.tick_traced(&mut world, &mut globals, STEP, &mut NoTracer);
            let ended = answer.and_then(Status::outcome);
            let frame = Frame {
                started: std::mem::take(&mut world.started),
                ended,
            };
            if !frame.started.is_empty() || !frames.is_empty() {
                frames.push(frame);
            }
            if ended.is_some() || frames.len() == count {
                break;
            }
        }
        (!frames.is_empty()).then_some(frames)
    }

    fn document(&self) -> Document {
        let mut node = Node::new("parent", &*self.kind.task);
        let mut builder = DocumentBuilder::new("probe");
        for parameter in &self.kind.parameters {
            if let ParameterType::VariableName(Some(value_type)) = &parameter.parameter_type {
                builder.variable(Variable::new(&*parameter.name, value_type.clone()));
                let variable = ParameterValue::variable(&*parameter.name);
                node = node.with_parameter(&parameter.name, variable);
                continue;
            }
            let wanted = match &parameter.parameter_type {
                ParameterType::Expression(ExpressionType::Of(ValueType::Bool)) => "true",
                ParameterType::Name => "probe",
                _ => continue,
            };
            node = node.with_parameter(&parameter.name, ParameterValue::literal(wanted));
        }
        for (name, value) in &self.set {
            node = node.with_parameter(name, ParameterValue::literal(value.clone()));
        }
        let Ok(parent) = builder.root(node) else {
            return builder.finish();
        };
        let count = match self.kind.category {
            Category::Decorator => 1,
            _ => LEAVES.len(),
        };
        for (index, task) in LEAVES.iter().take(count).enumerate() {
            // Cannot fail: the document is new and the ids are unique.
            let _ = builder.child(&parent, Node::new(format!("leaf {index}"), *task));
        }
        builder.finish()
    }
}

fn leaves() -> GameTasks<ProbeWorld> {
    let mut tasks = GameTasks::new();
    for (index, name) in LEAVES.iter().enumerate() {
        tasks.action(name, move |_| {
            TaskHooks::new(move |context| {
                let ProbeWorld { script, order, .. } = &*context.world;
                let turn = order.iter().position(|leaf| *leaf == index);
                turn.map_or(Status::Failure, |turn| script[turn.min(script.len() - 1)])
            })
            .on_enter(move |context: &mut TaskContext<ProbeWorld>| {
                context.world.started.push(index);
                if !context.world.order.contains(&index) {
                    context.world.order.push(index);
                }
            })
        });
    }
    tasks
}
