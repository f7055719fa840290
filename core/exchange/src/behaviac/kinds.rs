//! The classes of behaviac and the node types that they become.

use treewright_core::category::Category;
use treewright_core::diagnostic::TransferNote;
use treewright_core::model::{FILE_PARAMETER, Node, ParameterValue, SUBTREE};
use treewright_core::value::{Value, ValueType};

use super::expression::{Term, call, term};
use super::parts::{BehaviorPart, value_of};
use super::remarks;
use crate::foreign::own_name;

/// The node that a behaviac node becomes, without id.
pub(super) struct ConvertedNode {
    pub node: Node,
    pub notes: Vec<TransferNote>,
    /// The variables that it uses, with their types if known.
    pub variables: Vec<(String, Option<ValueType>)>,
}

impl ConvertedNode {
    fn of(task: &str) -> Self {
        Self {
            node: Node::new("", task),
            notes: Vec::new(),
            variables: Vec::new(),
        }
    }

    fn set(&mut self, parameter: &str, value: impl Into<Value>) {
        self.node
            .parameters
            .insert(parameter.into(), ParameterValue::literal(value));
    }

    /// Sets a parameter to a constant or binds it to a property; any other term is kept as its text.
    fn set_term(&mut self, parameter: &str, term: Term) {
        match term {
            Term::Constant(value) => self.set(parameter, value),
            Term::Property(name, value_type) => {
                self.node
                    .parameters
                    .insert(parameter.into(), ParameterValue::variable(&*name));
                self.variables.push((name, value_type));
            }
            Term::Other(text) => self.set(parameter, &*text),
        }
    }
}

/// Converts a behaviac node. `reference` returns the file of a referenced behavior, relative to the document.
pub(super) fn convert_node(
    part: &BehaviorPart,
    reference: &dyn Fn(&str) -> String,
) -> ConvertedNode {
    let plain = match &*part.class {
        "Sequence" | "And" => "Sequence",
        "Selector" | "Or" => "Selector",
        "IfElse" => "IfThenElse",
        "DecoratorNot" => "Inverter",
        "DecoratorAlwaysSuccess" => "ReturnSuccess",
        "DecoratorAlwaysFailure" => "ReturnFailure",
        "Noop" | "True" => "Succeed",
        "False" => "Fail",
        _ => "",
    };
    if !plain.is_empty() {
        return ConvertedNode::of(plain);
    }
    let special = match &*part.class {
        "Parallel" => parallel(part),
        "DecoratorLoop" | "DecoratorRepeat" => repeater(part),
        "Wait" => wait(part),
        "Condition" => compare(&part.properties),
        "Assignment" => assignment(part),
        "Action" => action(part),
        "ReferencedBehavior" | "FSMReferencedBehavior" => Some(subtree(part, reference)),
        // A Task with a planner (HTN) has methods as children; any other behaves like its only child.
        "Task" if part.children == 1 && part.property("IsHTN") != "true" => {
            Some(ConvertedNode::of("Sequence"))
        }
        _ => None,
    };
    special.unwrap_or_else(|| game_task(part))
}

/// Returns a task of the game: named after the class, with its properties as written.
fn game_task(part: &BehaviorPart) -> ConvertedNode {
    let mut made = ConvertedNode::of(&own_name(&part.class));
    for (key, value) in &part.properties {
        let value = term(value);
        made.set_term(key, value);
    }
    made
}

fn parallel(part: &BehaviorPart) -> Option<ConvertedNode> {
    let thresholds = match (
        part.property("SuccessPolicy"),
        part.property("FailurePolicy"),
    ) {
        ("SUCCEED_ON_ALL" | "", "FAIL_ON_ONE" | "") => (0, 1),
        ("SUCCEED_ON_ONE", "FAIL_ON_ONE") => (1, 1),
        ("SUCCEED_ON_ONE", "FAIL_ON_ALL") => (1, 0),
        ("SUCCEED_ON_ALL", "FAIL_ON_ALL") => (0, 0),
        _ => return None,
    };
    let mut made = ConvertedNode::of("Parallel");
    for (name, value, usual) in [
        ("success_threshold", thresholds.0, 0),
        ("failure_threshold", thresholds.1, 1),
    ] {
        if value != usual {
            made.set(name, i64::from(value));
        }
    }
    for (key, usual) in [
        ("ChildFinishPolicy", "CHILDFINISH_ONCE"),
        ("ExitPolicy", "EXIT_ABORT_RUNNINGSIBLINGS"),
    ] {
        let policy = part.property(key);
        if !policy.is_empty() && policy != usual {
            made.notes.push(remarks::parallel_differs(policy));
        }
    }
    Some(made)
}

fn repeater(part: &BehaviorPart) -> Option<ConvertedNode> {
    let mut made = ConvertedNode::of("Repeater");
    match term(part.property("Count")) {
        Term::Constant(Value::Int(count)) if count >= 1 => made.set("count", count),
        Term::Constant(Value::Int(-1)) => made.set("forever", true),
        _ => return None,
    }
    made.notes.push(remarks::loop_differs(&part.class));
    Some(made)
}

fn wait(part: &BehaviorPart) -> Option<ConvertedNode> {
    let Term::Constant(time) = term(part.property("Time")) else {
        return None;
    };
    let milliseconds = match time {
        Value::Int(whole) => whole as f64,
        Value::Float(number) => number,
        _ => return None,
    };
    let mut made = ConvertedNode::of("Wait");
    made.set(
        "seconds",
        (milliseconds >= 0.0).then_some(milliseconds / 1000.0)?,
    );
    Some(made)
}

/// Returns a comparison of constants and properties of one type: `Opl` with `Opr`, in attachments with `Opr2`.
pub(super) fn compare(properties: &[(String, String)]) -> Option<ConvertedNode> {
    let operator = match value_of(properties, "Operator") {
        "Equal" => "==",
        "NotEqual" => "!=",
        "Less" => "<",
        "LessEqual" => "<=",
        "Greater" => ">",
        "GreaterEqual" => ">=",
        _ => return None,
    };
    let right = ["Opr2", "Opr"]
        .into_iter()
        .map(|key| value_of(properties, key))
        .find(|text| !text.is_empty())?;
    let (left, right) = (term(value_of(properties, "Opl")), term(right));
    let type_of = |term: &Term| match term {
        Term::Constant(value) => Some(value.value_type()),
        Term::Property(_, value_type) => value_type.clone(),
        Term::Other(_) => None,
    };
    let value_type = type_of(&left)?;
    let is_same = matches!(operator, "==" | "!=");
    let task = match value_type {
        ValueType::Int => "CompareInt",
        ValueType::Float => "CompareFloat",
        ValueType::Bool if is_same => "CompareBool",
        ValueType::String if is_same => "CompareString",
        _ => return None,
    };
    if type_of(&right).as_ref() != Some(&value_type) {
        return None;
    }
    let mut made = ConvertedNode::of(task);
    made.set_term("left", left);
    made.set("operator", operator);
    made.set_term("right", right);
    Some(made)
}

fn assignment(part: &BehaviorPart) -> Option<ConvertedNode> {
    let left = term(part.property("Opl"));
    let right = term(part.property("Opr"));
    let (Term::Property(_, Some(to)), Term::Constant(_) | Term::Property(..)) = (&left, &right)
    else {
        return None;
    };
    let from = match &right {
        Term::Constant(value) => Some(value.value_type()),
        Term::Property(_, value_type) => value_type.clone(),
        Term::Other(_) => None,
    };
    if from.as_ref() != Some(to) {
        return None;
    }
    let mut made = ConvertedNode::of("SetVariable");
    made.set_term("variable", left);
    made.set_term("value", right);
    Some(made)
}

/// Returns the task for a method call.
fn action(part: &BehaviorPart) -> Option<ConvertedNode> {
    let (method, arguments) = call(part.property("Method"))?;
    let mut made = ConvertedNode::of(&own_name(&method));
    for (i, argument) in arguments.iter().enumerate() {
        made.set_term(&format!("p{}", i + 1), term(argument));
    }
    let result = part.property("ResultOption");
    let by_function = part.property("ResultFunctor").trim_matches('"');
    if !matches!(result, "" | "BT_INVALID") {
        made.notes.push(remarks::result_kept(result));
    } else if !by_function.is_empty() {
        made.notes.push(remarks::result_kept(by_function));
    }
    Some(made)
}

/// Returns the category that the class of a node declares where no built-in node type behaves the same: decorator,
/// composite or conditional. `None` for leaves that act, and for classes of a game.
pub(super) fn category(class: &str) -> Option<Category> {
    Some(match class {
        "Condition" | "Check" | "Predicate" => Category::Conditional,
        "SelectorLoop"
        | "SelectorProbability"
        | "SelectorStochastic"
        | "SequenceStochastic"
        | "WithPrecondition"
        | "Parallel"
        | "Task"
        | "Method"
        | "FSM"
        | "CompoundAction"
        | "CompoundTask" => Category::Composite,
        _ if class.starts_with("Decorator") => Category::Decorator,
        _ => return None,
    })
}

/// Returns whether nodes of this class always finish in the frame in which they start.
pub(super) fn finishes_at_once(class: &str) -> bool {
    matches!(class, "Condition" | "And" | "Or" | "True" | "False")
}

/// Returns the name of the referenced behavior if it is a constant, else the expression as written.
pub(super) fn referenced(part: &BehaviorPart) -> Result<String, String> {
    let keys = [
        "ReferenceBehavior",
        "ReferenceFilename",
        "ReferencedBehavior",
    ];
    let written = keys
        .into_iter()
        .map(|key| part.property(key))
        .find(|text| !text.is_empty())
        .unwrap_or_default();
    match term(written) {
        Term::Constant(Value::String(name)) => Ok(name.to_string()),
        // The form in older files.
        Term::Other(name) if !name.is_empty() && !name.contains(['(', ' ', ':']) => Ok(name),
        _ => Err(written.to_owned()),
    }
}

/// Returns the arguments that a reference passes to the task at the root of the referenced behavior.
pub(super) fn arguments(part: &BehaviorPart) -> Vec<String> {
    call(part.property("Task")).map_or_else(Vec::new, |(_, arguments)| arguments)
}

fn subtree(part: &BehaviorPart, reference: &dyn Fn(&str) -> String) -> ConvertedNode {
    let mut made = ConvertedNode::of(SUBTREE);
    match referenced(part) {
        Ok(name) => made.set(FILE_PARAMETER, &*reference(&name)),
        Err(expression) => made.notes.push(remarks::reference_not_constant(expression)),
    }
    made
}
