//! Which results each node can return, as far as its type and constants determine them. If in doubt, a result is considered
//! possible.

use treewright_core::model::Node;
use treewright_core::runtime::Status;
use treewright_core::value::Value;

use crate::validate::context::Context;
use crate::validate::expressions;

/// The results that a node can return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// Whether it can return Success.
    pub success: bool,
    /// Whether it can return Failure.
    pub failure: bool,
}

impl Outcomes {
    pub(super) const ANY: Self = Self {
        success: true,
        failure: true,
    };
    pub(super) const SUCCESS: Self = Self {
        success: true,
        failure: false,
    };
    pub(super) const FAILURE: Self = Self {
        success: false,
        failure: true,
    };
    /// Runs until it is interrupted.
    pub(super) const NONE: Self = Self {
        success: false,
        failure: false,
    };

    /// Returns whether it can end by itself.
    pub fn ends(self) -> bool {
        self.success || self.failure
    }
}

/// Computes the possible results of every node, in the order of `context.order`.
pub(in crate::validate) fn outcomes(context: &Context<'_>) -> Vec<Outcomes> {
    let mut all = vec![Outcomes::ANY; context.order.len()];
    for (index, node) in context.order.iter().enumerate().rev() {
        let children = context.enabled_children(node);
        let children: Vec<Outcomes> = children.map(|c| all[context.index_of[c.id()]]).collect();
        all[index] = of_node(context, node, &children);
    }
    all
}

/// Returns the possible results of a node with these enabled children.
pub(in crate::validate) fn of_node(
    context: &Context<'_>,
    node: &Node,
    children: &[Outcomes],
) -> Outcomes {
    let child = children.first().copied().unwrap_or(Outcomes::ANY);
    let flag = |name: &str| match context.constant_named(node, name) {
        Some(Value::Bool(flag)) => Some(flag),
        _ => None,
    };
    let text = |name: &str| match context.constant_named(node, name) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    match &*node.task {
        "Succeed" | "Wait" | "RandomWait" | "Log" | "Trace" | "SendEvent" | "PerformInterrupt" => {
            Outcomes::SUCCESS
        }
        "StopTree" if text("tree").is_some_and(|tree| !tree.is_empty()) => Outcomes::SUCCESS,
        "RunTree" if flag("wait") == Some(false) => Outcomes::SUCCESS,
        "WaitForEvent" if !node.parameters.contains_key("payload") => Outcomes::SUCCESS,
        "Fail" => Outcomes::FAILURE,
        "Expression" => match expressions::constant(context, node, "expression") {
            Some(Value::Bool(true)) => Outcomes::SUCCESS,
            Some(Value::Bool(false)) => Outcomes::FAILURE,
            _ => Outcomes::ANY,
        },
        "Guard" if expressions::constant(context, node, "expression") == Some(false.into()) => {
            Outcomes::FAILURE
        }
        "WaitUntil" => match expressions::constant(context, node, "expression") {
            Some(Value::Bool(true)) => Outcomes::SUCCESS,
            Some(Value::Bool(false)) => Outcomes::NONE,
            _ => Outcomes::ANY,
        },
        "Compute" if expressions::constant(context, node, "expression").is_some() => {
            Outcomes::SUCCESS
        }
        "StandIn" => of_stand_in(context, node),
        "Sequence" | "ReactiveSequence" => in_turn(children, Outcomes::SUCCESS),
        "Selector" | "ReactiveSelector" => in_turn(children, Outcomes::FAILURE),
        "RandomSequence" => all_succeed(children),
        "RandomSelector" | "PrioritySelector" | "UtilitySelector" | "ParallelSelector" => {
            one_succeeds(children)
        }
        "ParallelComplete" => Outcomes {
            success: children.iter().any(|c| c.success) || children.is_empty(),
            failure: children.iter().any(|c| c.failure) || children.is_empty(),
        },
        "Parallel" => of_parallel(context, node, children),
        "Service" => children.last().copied().unwrap_or(Outcomes::ANY),
        "Inverter" => Outcomes {
            success: child.failure,
            failure: child.success,
        },
        "ReturnSuccess" if child.ends() => Outcomes::SUCCESS,
        "ReturnFailure" if child.ends() => Outcomes::FAILURE,
        "Idle" | "RestartTree" | "StopTree" | "ReturnSuccess" | "ReturnFailure" => Outcomes::NONE,
        "UntilSuccess" => Outcomes {
            success: child.success,
            failure: false,
        },
        "UntilFailure" => Outcomes {
            success: child.failure && flag("succeed") != Some(false),
            failure: child.failure && flag("succeed") != Some(true),
        },
        "Semaphore" if flag("wait") == Some(true) => child,
        "CounterLimit" | "TimeLimit" | "Cooldown" | "Probability" | "Guard" | "Semaphore" => {
            Outcomes {
                success: child.success,
                failure: true,
            }
        }
        "RunOnce" => of_run_once(context, node, child),
        "Repeater" if flag("forever") == Some(true) => Outcomes {
            success: false,
            failure: child.failure && flag("end_on_failure") != Some(false),
        },
        "Repeater" | "Retry" | "Delay" => child,
        _ => Outcomes::ANY,
    }
}

/// The results of a Sequence (`on` is Success) or Selector (`on` is Failure). `on` is the child result that starts the next
/// child; after the last child it is the result of the parent.
fn in_turn(children: &[Outcomes], on: Outcomes) -> Outcomes {
    let mut reached = true;
    let mut stops = false;
    for child in children {
        let (goes_on, stops_here) = if on.success {
            (child.success, child.failure)
        } else {
            (child.failure, child.success)
        };
        stops |= reached && stops_here;
        reached &= goes_on;
    }
    let (through, stopped) = (reached || children.is_empty(), stops || children.is_empty());
    if on.success {
        Outcomes {
            success: through,
            failure: stopped,
        }
    } else {
        Outcomes {
            success: stopped,
            failure: through,
        }
    }
}

/// The results of a composite whose children must all succeed, in any order.
fn all_succeed(children: &[Outcomes]) -> Outcomes {
    Outcomes {
        success: children.iter().all(|c| c.success),
        failure: children.iter().any(|c| c.failure) || children.is_empty(),
    }
}

/// The results of a composite that needs one success, in any order.
fn one_succeeds(children: &[Outcomes]) -> Outcomes {
    Outcomes {
        success: children.iter().any(|c| c.success) || children.is_empty(),
        failure: children.iter().all(|c| c.failure),
    }
}

/// The results of a Parallel: enough children must be able to return the same result.
fn of_parallel(context: &Context<'_>, node: &Node, children: &[Outcomes]) -> Outcomes {
    let needed = |name: &str| match context.constant_named(node, name) {
        Some(Value::Int(count)) if count > 0 => Some(usize::try_from(count).unwrap_or(usize::MAX)),
        Some(Value::Int(_)) => Some(children.len()),
        _ => None,
    };
    let able = |can: fn(&Outcomes) -> bool| children.iter().filter(|c| can(c)).count();
    let enough =
        |name: &str, can: fn(&Outcomes) -> bool| needed(name).is_none_or(|n| able(can) >= n);
    let all_end = children.iter().all(|c| c.ends());
    let success = enough("success_threshold", |c| c.success);
    let surely_one = needed("success_threshold") == Some(children.len())
        && needed("failure_threshold") == Some(1);
    Outcomes {
        success,
        // With thresholds other than one, all children can end without reaching one.
        failure: enough("failure_threshold", |c| c.failure) || (all_end && !surely_one),
    }
}

/// Its result afterwards matters only once the child has ended.
fn of_run_once(context: &Context<'_>, node: &Node, child: Outcomes) -> Outcomes {
    let afterwards = context.constant_named(node, "afterwards");
    let always = |status: &str| afterwards.as_ref().and_then(Value::as_str) == Some(status);
    Outcomes {
        success: child.success || (child.ends() && always("Success")),
        failure: child.failure || (child.ends() && always("Failure")),
    }
}

fn of_stand_in(context: &Context<'_>, node: &Node) -> Outcomes {
    let text = |name: &str| match context.constant_named(node, name) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    if text("mode").as_deref() != Some("Constant") {
        return Outcomes::ANY;
    }
    match text("answer").as_deref().and_then(Status::from_name) {
        Some(Status::Success) => Outcomes::SUCCESS,
        Some(Status::Failure) => Outcomes::FAILURE,
        // A stand-in that runs forever means "this takes long"; in the game the task will end.
        Some(Status::Running) | None => Outcomes::ANY,
    }
}
