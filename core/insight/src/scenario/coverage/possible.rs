//! The outcomes that the nodes of a program can have, by the rules of their types. Errors, such as a division by zero, forced results
//! and panics can cause further ones, which are not counted. Where a rule depends on a variable, it may go either way.

use std::ops::Range;

use treewright_core::category::Category;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::expression::Expression;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{DocumentBuilder, Node, ParameterValue};
use treewright_core::runtime::{Globals, NoTracer, NodeIndex, Outcome};
use treewright_core::value::{Value, ValueType};
use treewright_core::{Program, TreeInstance};

use super::measure::OutcomeInProgram;
use crate::scenario::RecordedAgent;

/// The maximum number of composites that are examined for aborts, once for each condition. In a tree with more, some possible aborts
/// are not counted.
pub(super) const MAX_LOOKUPS: usize = 10_000_000;

/// The number of cases of a Switch.
const CASES: usize = 6;

/// How a node can end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ends {
    succeeds: bool,
    fails: bool,
    /// Whether it can still be running after a frame.
    lasts: bool,
}

impl Ends {
    const SUCCESS: Self = Self::new(true, false, false);
    const FAILURE: Self = Self::new(false, true, false);
    const WAIT: Self = Self::new(true, false, true);
    const NEVER: Self = Self::new(false, false, true);
    const INSTANT: Self = Self::new(true, true, false);
    const ANY: Self = Self::new(true, true, true);

    const fn new(succeeds: bool, fails: bool, lasts: bool) -> Self {
        Self {
            succeeds,
            fails,
            lasts,
        }
    }

    fn or(self, other: Self) -> Self {
        Self {
            succeeds: self.succeeds || other.succeeds,
            fails: self.fails || other.fails,
            lasts: self.lasts || other.lasts,
        }
    }

    fn or_failure(self) -> Self {
        self.or(Self::FAILURE)
    }

    fn lasting(self) -> Self {
        self.or(Self::NEVER)
    }
}

/// The possible outcomes of a run's nodes.
pub(super) struct PossibleOutcomes<'a> {
    agent: &'a RecordedAgent<'a>,
    program: &'a Program<()>,
    ends: Vec<Ends>,
    /// How many nodes before each index, and in all, can still be running after a frame.
    lasting: Vec<usize>,
    /// The values of conditions that always have the same.
    constants: Vec<Option<bool>>,
}

impl<'a> PossibleOutcomes<'a> {
    pub fn of(agent: &'a RecordedAgent<'a>) -> Self {
        let program = agent.program();
        let mut ends = vec![Ends::default(); program.len()];
        let mut constants = vec![None; program.len()];
        // In pre-order, every child comes after its parent.
        for index in program.indices().rev() {
            let children: Vec<Ends> = program.children(index).map(|c| ends[c.get()]).collect();
            let node = agent.document_node(index);
            let constant = node.and_then(constant);
            constants[index.get()] = constant;
            ends[index.get()] = match (program.category(index), constant) {
                (Category::Conditional, Some(true)) => Ends::SUCCESS,
                (Category::Conditional | Category::Decorator, Some(false)) => Ends::FAILURE,
                (category, _) => ends_of(node, category, &children),
            };
        }
        let mut lasting = vec![0];
        let mut count = 0;
        for ends in &ends {
            count += usize::from(ends.lasts);
            lasting.push(count);
        }
        Self {
            agent,
            program,
            ends,
            lasting,
            constants,
        }
    }

    /// Calls `each` with the possible outcomes of a node. At most `left` composites are examined for aborts, and `left` is
    /// reduced by that number.
    pub fn of_node(&self, index: NodeIndex, left: &mut usize, each: impl FnMut(OutcomeInProgram)) {
        let node = self.agent.document_node(index);
        let category = self.program.category(index);
        let ends = self.ends[index.get()];
        let mut found = Vec::new();
        if category != Category::Conditional {
            let results = [
                (ends.succeeds, Outcome::Success),
                (ends.fails, Outcome::Failure),
            ];
            let results = results.into_iter().filter(|(can, _)| *can);
            found.extend(results.map(|(_, result)| OutcomeInProgram::Returns(result)));
        }
        let is_condition = match category {
            Category::Conditional => true,
            Category::Decorator => self.program.has_conditions(index),
            _ => false,
        };
        if is_condition {
            if let Some(value) = self.constants[index.get()] {
                found.push(OutcomeInProgram::Is(value));
            } else {
                found.extend([true, false].map(OutcomeInProgram::Is));
                self.aborts(index, left, &mut found);
            }
        }
        if let Some(node) = node.filter(|node| &*node.task == "Switch") {
            self.switches(index, node, &mut found);
        }
        found.into_iter().for_each(each);
    }

    fn aborts(&self, condition: NodeIndex, left: &mut usize, found: &mut Vec<OutcomeInProgram>) {
        let before = |index: u32| self.lasting[index as usize];
        let can_run =
            |range: Range<u32>| !range.is_empty() && before(range.start) < before(range.end);
        let scopes = self.program.abort_scopes(condition, left, can_run);
        found.extend(scopes.into_iter().map(OutcomeInProgram::Aborts));
    }

    fn switches(&self, switch: NodeIndex, node: &Node, found: &mut Vec<OutcomeInProgram>) {
        let varies = node.parameters.values().any(|p| p.as_variable().is_some());
        if !varies {
            return;
        }
        let children: Vec<NodeIndex> = self.program.children(switch).collect();
        let last = children.len().saturating_sub(1);
        let has_case = |place: usize| {
            let case = format!("case_{}", place + 1);
            place < CASES && node.parameters.contains_key(&case)
        };
        let can_run = |place: &usize| *place == last || has_case(*place);
        let places = (0..children.len()).filter(can_run);
        let children: Vec<NodeIndex> = places.map(|place| children[place]).collect();
        for from in &children {
            if !self.ends[from.get()].lasts {
                continue;
            }
            let others = children.iter().filter(|to| *to != from);
            found.extend(others.map(|to| OutcomeInProgram::Switches {
                from: *from,
                to: *to,
            }));
        }
    }
}

/// Returns how a node can end. `node` is `None` if its document is unknown.
fn ends_of(node: Option<&Node>, category: Category, children: &[Ends]) -> Ends {
    let Some(node) = node else {
        return Ends::ANY;
    };
    match (category, children) {
        (Category::Conditional, _) => Ends::INSTANT,
        (Category::Action, _) => action(node),
        (Category::Decorator, [child, ..]) => decorator(node, *child),
        (Category::Composite, _) => composite(node, children),
        (Category::Decorator, []) => Ends::ANY,
    }
}

fn action(node: &Node) -> Ends {
    if node.stand_in.is_some() {
        return Ends::ANY;
    }
    match &*node.task {
        "StopTree" if node.text_parameter("tree").is_empty() => Ends::NEVER,
        "RunTree" if flag(node, "wait") != Some(false) => Ends::ANY,
        "Succeed" | "Log" | "SetVariable" | "SendEvent" | "Trace" | "PerformInterrupt"
        | "Compute" | "StopTree" | "RunTree" => Ends::SUCCESS,
        "Fail" => Ends::FAILURE,
        "Wait" | "RandomWait" | "WaitUntil" | "WaitForEvent" => Ends::WAIT,
        "Idle" | "RestartTree" => Ends::NEVER,
        _ => Ends::ANY,
    }
}

fn decorator(node: &Node, child: Ends) -> Ends {
    match &*node.task {
        "Inverter" => Ends::new(child.fails, child.succeeds, child.lasts),
        "ReturnSuccess" => Ends::new(child.succeeds || child.fails, false, child.lasts),
        "ReturnFailure" => Ends::new(false, child.succeeds || child.fails, child.lasts),
        "KeepRunningUntilFailure" => Ends::new(false, child.fails, true),
        "UntilFailure" => {
            let succeeds = flag(node, "succeed");
            let [success, failure] = [true, false].map(|way| succeeds.is_none_or(|s| s == way));
            Ends::new(child.fails && success, child.fails && failure, true)
        }
        "UntilSuccess" => Ends::new(child.succeeds, false, true),
        "Repeater" => match (flag(node, "forever"), flag(node, "end_on_failure")) {
            (Some(true), Some(false)) => Ends::NEVER,
            (Some(true), _) => Ends::new(false, child.fails, true),
            _ => child.lasting(),
        },
        "Retry" | "Delay" | "RateController" => child.lasting(),
        "Guard" | "Cooldown" | "Probability" | "SingleTrigger" => child.or_failure(),
        "TimeLimit" | "CounterLimit" if child.lasts => child.or_failure(),
        "TimeLimit" | "CounterLimit" | "Subtree" => child,
        "Semaphore" => match flag(node, "wait") {
            Some(true) => child.lasting(),
            Some(false) => child.or_failure(),
            None => child.or_failure().lasting(),
        },
        "RunOnce" => match node.text_parameter("afterwards") {
            "Success" => child.or(Ends::SUCCESS),
            "Failure" => child.or_failure(),
            _ => child,
        },
        _ => Ends::ANY,
    }
}

fn composite(node: &Node, children: &[Ends]) -> Ends {
    let count = children.len();
    let successes = children.iter().filter(|child| child.succeeds).count();
    let failures = children.iter().filter(|child| child.fails).count();
    let lasts = children.iter().any(|child| child.lasts);
    let can = |succeeds, fails| Ends::new(succeeds, fails, lasts);
    match (&*node.task, children) {
        (
            "Sequence"
            | "SequenceWithMemory"
            | "ReactiveSequence"
            | "RandomSequence"
            | "NonblockingSequence"
            | "PipelineSequence",
            _,
        ) => can(successes == count, failures > 0),
        (
            "Selector" | "PrioritySelector" | "RandomSelector" | "ReactiveSelector"
            | "UtilitySelector" | "ParallelSelector",
            _,
        ) => can(successes > 0, failures == count),
        // Its variable may already be beyond the last child.
        ("PersistentSequence", _) => can(true, failures > 0),
        ("RoundRobin", [before @ .., _]) => {
            let wraps = flag(node, "wrap_around");
            let succeeds = before.iter().any(|child| child.succeeds);
            can(
                succeeds || wraps != Some(false) && successes > 0,
                failures == count || wraps != Some(true),
            )
        }
        ("IfThenElse" | "WhileDoElse", [condition, then, rest @ ..]) => {
            let otherwise = rest.first().copied().unwrap_or(Ends::FAILURE);
            can(
                condition.succeeds && then.succeeds || condition.fails && otherwise.succeeds,
                condition.succeeds && then.fails || condition.fails && otherwise.fails,
            )
        }
        ("Switch" | "ParallelComplete", _) => can(successes > 0, failures > 0),
        ("Service", [.., last]) => can(last.succeeds, last.fails),
        ("RecoveryNode", [first, ..]) => can(first.succeeds, first.fails),
        ("ParallelAll", _) => match threshold(node, "max_failures", 1, count) {
            Some(limit) => can(count - successes < limit, failures >= limit),
            None => can(true, failures > 0),
        },
        ("Parallel", _) => {
            let needed = threshold(node, "success_threshold", 0, count);
            let limit = threshold(node, "failure_threshold", 1, count);
            // All may end without enough successes, which is a failure.
            let too_few = needed.is_none_or(|needed| count - failures < needed);
            can(
                successes >= needed.unwrap_or(1),
                failures >= limit.unwrap_or(1) || too_few,
            )
        }
        _ => Ends::ANY,
    }
}

/// Returns a boolean parameter whose default is false; `None` if it is bound to a variable.
fn flag(node: &Node, name: &str) -> Option<bool> {
    match node.parameters.get(name) {
        None => Some(false),
        Some(value) => match value.as_literal() {
            Some(Value::Bool(on)) => Some(*on),
            _ => None,
        },
    }
}

/// Returns a number of children, of which 0 means all `count`; `None` if it is bound to a variable.
fn threshold(node: &Node, name: &str, default: usize, count: usize) -> Option<usize> {
    let number = match node.parameters.get(name) {
        None => Some(default),
        Some(value) => match value.as_literal() {
            Some(Value::Int(number)) => usize::try_from(*number).ok(),
            _ => None,
        },
    };
    number.map(|number| if number == 0 { count } else { number })
}

/// Returns the value of a condition that always has the same.
fn constant(node: &Node) -> Option<bool> {
    let number = |name: &str| match node.parameters.get(name)?.as_literal()? {
        Value::Float(number) => Some(*number),
        Value::Int(number) => Some(*number as f64),
        _ => None,
    };
    if node.stand_in.is_some() {
        return None;
    }
    match &*node.task {
        "Expression" | "Guard" => {
            let text = node.text_parameter("expression");
            let bool = Some(&ValueType::Bool);
            let compiled = Expression::<()>::compile(text, &|_| None, bool).ok()?;
            match compiled.constant()? {
                Value::Bool(value) => Some(*value),
                _ => None,
            }
        }
        "RandomChance" => match number("probability")? {
            never if never <= 0.0 => Some(false),
            always if always >= 1.0 => Some(true),
            _ => None,
        },
        task if task.starts_with("Compare") => {
            let is_literal = |value: &ParameterValue| value.as_literal().is_some();
            if !node.parameters.values().all(is_literal) {
                return None;
            }
            alone(node)
        }
        _ => None,
    }
}

/// Runs a conditional that reads no variables.
fn alone(node: &Node) -> Option<bool> {
    let mut builder = DocumentBuilder::new("");
    builder.root(node.disconnected()).ok()?;
    let document = builder.finish();
    let tasks = GameTasks::<()>::new();
    let program = compile(&document, &NodeLibrary::builtin(), &tasks).program?;
    let mut instance = TreeInstance::new(program, 0);
    let mut globals = Globals::default();
    let status = instance.tick_traced(&mut (), &mut globals, 0.0, &mut NoTracer)?;
    status.outcome().map(|outcome| outcome == Outcome::Success)
}
