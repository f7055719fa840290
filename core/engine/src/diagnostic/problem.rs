//! Every problem that a document can have: its code and its arguments.
//! Does not know how a problem is found.

mod english;
mod stand_ins;
mod subtrees;
mod transfer;

use std::sync::Arc;

use self::english::{listed, way};
pub use self::stand_ins::StandInProblem;
pub use self::subtrees::{SubtreeProblem, TooMuch};
pub use self::transfer::{Grade, Transfer};
use super::Severity;
use crate::abort::AbortType;
use crate::expression::ExpressionError;
use crate::ids::NodeId;
use crate::model::{Conflict, ConflictKind, FieldValue};

/// What is wrong. English is the `Display`; other languages translate by [`Problem::code`] and [`Problem::arguments`].
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The tree has no root, so there is nothing to run.
    NoRoot {
        /// How many loose trees there are, one of which may be meant.
        loose: usize,
    },
    /// The file names several roots.
    TwoRoots {
        /// The one that was kept.
        kept: NodeId,
        /// Those that became heads of loose trees.
        others: Vec<NodeId>,
    },
    /// A node is below itself.
    Cycle {
        /// The ids on the way, the first and the last the same.
        path: Vec<NodeId>,
    },
    /// Two nodes list the same child.
    SecondParent {
        /// The child.
        child: NodeId,
        /// The parent below which it hangs.
        kept: NodeId,
        /// The node that lists it as well; the same as `kept` if that lists it twice.
        other: NodeId,
    },
    /// A node lists the root of the tree as its child.
    RootAsChild {
        /// The root.
        child: NodeId,
        /// The node that lists it.
        parent: NodeId,
    },
    /// Two nodes of the file have the same id.
    DuplicateId {
        /// The id in the file.
        id: NodeId,
        /// The id that the later node got.
        given: NodeId,
    },
    /// An id is named that no node has.
    DanglingId {
        /// The node that lists it as a child; none if it is named as the root or as loose.
        parent: Option<NodeId>,
        /// The id.
        child: NodeId,
    },
    /// A node has too few or too many children.
    WrongChildCount {
        /// Its task.
        task: Arc<str>,
        /// How many it has.
        has: usize,
        /// The fewest that it needs.
        min: usize,
        /// The most that it takes.
        max: usize,
    },
    /// No library declares the task.
    UnknownTask {
        /// The task.
        task: Arc<str>,
    },
    /// A parameter that has no default is not set.
    MissingParameter {
        /// The parameter.
        parameter: Arc<str>,
    },
    /// A literal is of the wrong type.
    WrongParameterType {
        /// The parameter.
        parameter: Arc<str>,
        /// What it should be.
        expected: String,
        /// What it is.
        found: String,
    },
    /// A number is too small or too large.
    ParameterOutOfRange {
        /// The parameter.
        parameter: Arc<str>,
        /// The number.
        value: String,
        /// The smallest allowed.
        min: f64,
        /// The largest allowed.
        max: f64,
    },
    /// A text is none of those that the parameter allows.
    NotAChoice {
        /// The parameter.
        parameter: Arc<str>,
        /// The text.
        value: String,
        /// Those allowed.
        choices: Vec<String>,
    },
    /// A parameter that takes only a literal is bound to a variable.
    LiteralOnly {
        /// The parameter.
        parameter: Arc<str>,
        /// The variable.
        variable: Arc<str>,
    },
    /// A parameter that names a variable is set to a literal.
    VariableOnly {
        /// The parameter.
        parameter: Arc<str>,
    },
    /// A number is infinite or not a number, so it cannot be saved.
    NotFinite {
        /// The parameter, or the variable whose initial value it is.
        parameter: Arc<str>,
    },
    /// The task has no such parameter.
    UnknownParameter {
        /// The parameter.
        parameter: Arc<str>,
        /// The task.
        task: Arc<str>,
    },
    /// A parameter is bound to a variable that is not declared.
    UndeclaredVariable {
        /// The variable.
        variable: Arc<str>,
    },
    /// A parameter is bound to a variable of another type.
    WrongVariableType {
        /// The parameter.
        parameter: Arc<str>,
        /// The variable.
        variable: Arc<str>,
        /// The type that the parameter needs.
        expected: String,
        /// The type of the variable.
        found: String,
    },
    /// The text of a parameter is no expression over the declared variables of the type that is needed.
    BrokenExpression {
        /// The parameter.
        parameter: Arc<str>,
        /// Where in the text, counted from 1 in characters.
        column: usize,
        /// What is wrong.
        error: Box<ExpressionError>,
    },
    /// Two variables have the same name.
    DuplicateVariable {
        /// The name.
        variable: Arc<str>,
    },
    /// A variable's initial value is not of its type.
    WrongInitialValue {
        /// The variable.
        variable: Arc<str>,
        /// Its type.
        expected: String,
        /// The type of its initial value.
        found: String,
    },
    /// A composite has an abort type but no conditional that could trigger it.
    AbortWithoutConditional {
        /// The abort type.
        abort: AbortType,
    },
    /// A node that is no composite has an abort type.
    AbortOnNonComposite {
        /// The abort type.
        abort: AbortType,
        /// The node's task.
        task: Arc<str>,
    },
    /// A node can never run, because of a sibling to its left.
    Unreachable {
        /// The sibling.
        sibling: NodeId,
        /// The parent's task.
        parent: Arc<str>,
        /// What the sibling can never do.
        never: Never,
    },
    /// Something about named trees or nodes that run them.
    Subtree(SubtreeProblem),
    /// Something about what plays a node.
    StandIn(StandInProblem),
    /// Something that came from another tool's file, or cannot go into one.
    Transfer(Transfer),
    /// A merge left something to decide.
    MergeConflict(Box<Conflict>),
    /// The root is disabled, so that there is nothing to run.
    DisabledRoot,
    /// A tree hangs nowhere and does not run.
    LooseNodes {
        /// How many nodes it has.
        count: usize,
    },
}

/// What a node can never do, so that what stands to its right is never reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {
    /// It runs for ever.
    Ends,
    /// It never answers Success.
    Succeeds,
    /// It never answers Failure.
    Fails,
}

impl Never {
    /// The name that translations use.
    pub fn code(self) -> &'static str {
        match self {
            Self::Ends => "ends",
            Self::Succeeds => "succeeds",
            Self::Fails => "fails",
        }
    }
}

impl Problem {
    /// Calls the nodes that it names otherwise, for readers who know them by their titles; none leaves an id as it is.
    pub fn rename_nodes(&mut self, name: impl Fn(&NodeId) -> Option<NodeId>) {
        let rename = |id: &mut NodeId| {
            if let Some(named) = name(id) {
                *id = named;
            }
        };
        match self {
            Self::TwoRoots { kept, others } => {
                rename(kept);
                others.iter_mut().for_each(rename);
            }
            Self::Cycle { path } => path.iter_mut().for_each(rename),
            Self::SecondParent { child, kept, other } => {
                [child, kept, other].into_iter().for_each(rename);
            }
            Self::RootAsChild { child, parent } => [child, parent].into_iter().for_each(rename),
            Self::DanglingId { parent, .. } => parent.iter_mut().for_each(rename),
            Self::Unreachable { sibling, .. } => rename(sibling),
            _ => {}
        }
    }

    /// A stable name, for translations and for machines that read reports.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoRoot { .. } => "no_root",
            Self::TwoRoots { .. } => "two_roots",
            Self::Cycle { .. } => "cycle",
            Self::SecondParent { .. } => "second_parent",
            Self::RootAsChild { .. } => "root_as_child",
            Self::DuplicateId { .. } => "duplicate_id",
            Self::DanglingId { .. } => "dangling_id",
            Self::WrongChildCount { .. } => "wrong_child_count",
            Self::UnknownTask { .. } => "unknown_task",
            Self::MissingParameter { .. } => "missing_parameter",
            Self::WrongParameterType { .. } => "wrong_parameter_type",
            Self::ParameterOutOfRange { .. } => "parameter_out_of_range",
            Self::NotAChoice { .. } => "not_a_choice",
            Self::LiteralOnly { .. } => "literal_only",
            Self::VariableOnly { .. } => "variable_only",
            Self::NotFinite { .. } => "not_finite",
            Self::UnknownParameter { .. } => "unknown_parameter",
            Self::UndeclaredVariable { .. } => "undeclared_variable",
            Self::WrongVariableType { .. } => "wrong_variable_type",
            Self::BrokenExpression { .. } => "broken_expression",
            Self::DuplicateVariable { .. } => "duplicate_variable",
            Self::WrongInitialValue { .. } => "wrong_initial_value",
            Self::AbortWithoutConditional { .. } => "abort_without_conditional",
            Self::AbortOnNonComposite { .. } => "abort_on_non_composite",
            Self::Unreachable { .. } => "unreachable",
            Self::Subtree(problem) => problem.code(),
            Self::StandIn(problem) => problem.code(),
            Self::Transfer(remark) => remark.code(),
            Self::MergeConflict(conflict) => conflict_code(conflict.kind),
            Self::DisabledRoot => "disabled_root",
            Self::LooseNodes { .. } => "loose_nodes",
        }
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        match self {
            Self::UnknownParameter { .. }
            | Self::AbortWithoutConditional { .. }
            | Self::AbortOnNonComposite { .. }
            | Self::Unreachable { .. }
            | Self::DisabledRoot
            | Self::LooseNodes { .. } => Severity::Warning,
            Self::Subtree(problem) if problem.is_warning() => Severity::Warning,
            Self::StandIn(problem) if problem.is_warning() => Severity::Warning,
            Self::Transfer(remark) if remark.grade() != Grade::Refused => Severity::Warning,
            _ => Severity::Error,
        }
    }

    /// The values that a translation fills in, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::NoRoot { loose } => vec![("loose", loose.to_string())],
            Self::TwoRoots { kept, others } => {
                vec![("kept", kept.to_string()), ("others", listed(others, ", "))]
            }
            Self::Cycle { path } => vec![("path", way(path))],
            Self::SecondParent { child, kept, other } => vec![
                ("child", child.to_string()),
                ("kept", kept.to_string()),
                ("other", other.to_string()),
            ],
            Self::RootAsChild { child, parent } => {
                vec![("child", child.to_string()), ("parent", parent.to_string())]
            }
            Self::DuplicateId { id, given } => {
                vec![("id", id.to_string()), ("given", given.to_string())]
            }
            Self::DanglingId { child, .. } => {
                // Who lists it, if anybody, is where the problem is.
                vec![("child", child.to_string())]
            }
            Self::WrongChildCount {
                task,
                has,
                min,
                max,
            } => vec![
                ("task", task.to_string()),
                ("has", has.to_string()),
                ("needs", range(*min, *max)),
            ],
            Self::UnknownTask { task } => vec![("task", task.to_string())],
            Self::AbortWithoutConditional { abort } => vec![("abort", abort.to_string())],
            Self::AbortOnNonComposite { abort, task } => {
                vec![("abort", abort.to_string()), ("task", task.to_string())]
            }
            Self::Unreachable {
                sibling,
                parent,
                never,
            } => vec![
                ("sibling", sibling.to_string()),
                ("parent", parent.to_string()),
                ("never", never.code().to_owned()),
            ],
            Self::Subtree(problem) => problem.arguments(),
            Self::StandIn(problem) => problem.arguments(),
            Self::Transfer(remark) => remark.arguments(),
            Self::MergeConflict(conflict) => about_conflict(conflict),
            Self::LooseNodes { count } => vec![("count", count.to_string())],
            _ => self.arguments_about_values(),
        }
    }

    fn arguments_about_values(&self) -> Vec<(&'static str, String)> {
        let text = |s: &Arc<str>| s.to_string();
        match self {
            Self::MissingParameter { parameter }
            | Self::VariableOnly { parameter }
            | Self::NotFinite { parameter } => vec![("parameter", text(parameter))],
            Self::WrongParameterType {
                parameter,
                expected,
                found,
            } => vec![
                ("parameter", text(parameter)),
                ("expected", expected.clone()),
                ("found", found.clone()),
            ],
            Self::ParameterOutOfRange {
                parameter,
                value,
                min,
                max,
            } => vec![
                ("parameter", text(parameter)),
                ("value", value.clone()),
                ("min", min.to_string()),
                ("max", max.to_string()),
            ],
            Self::NotAChoice {
                parameter,
                value,
                choices,
            } => vec![
                ("parameter", text(parameter)),
                ("value", value.clone()),
                ("choices", choices.join(", ")),
            ],
            Self::LiteralOnly {
                parameter,
                variable,
            } => vec![("parameter", text(parameter)), ("variable", text(variable))],
            Self::UnknownParameter { parameter, task } => {
                vec![("parameter", text(parameter)), ("task", text(task))]
            }
            Self::UndeclaredVariable { variable } | Self::DuplicateVariable { variable } => {
                vec![("variable", text(variable))]
            }
            Self::WrongVariableType {
                parameter,
                variable,
                expected,
                found,
            } => vec![
                ("parameter", text(parameter)),
                ("variable", text(variable)),
                ("expected", expected.clone()),
                ("found", found.clone()),
            ],
            Self::BrokenExpression {
                parameter,
                column,
                error,
            } => vec![
                ("parameter", text(parameter)),
                ("column", column.to_string()),
                ("error", error.to_string()),
            ],
            Self::WrongInitialValue {
                variable,
                expected,
                found,
            } => vec![
                ("variable", text(variable)),
                ("expected", expected.clone()),
                ("found", found.clone()),
            ],
            _ => Vec::new(),
        }
    }
}

/// How many there may be, in signs that all languages share: `1`, `≥ 1` or `1–3`.
fn range(min: usize, max: usize) -> String {
    match (min, max) {
        (min, max) if min == max => min.to_string(),
        (min, usize::MAX) => format!("≥ {min}"),
        (min, max) => format!("{min}–{max}"),
    }
}

fn conflict_code(kind: ConflictKind) -> &'static str {
    match kind {
        ConflictKind::BothChanged => "merge_both_changed",
        ConflictKind::BothAdded => "merge_both_added",
        ConflictKind::RemovedByOurs => "merge_removed_by_ours",
        ConflictKind::RemovedByTheirs => "merge_removed_by_theirs",
        ConflictKind::BothMoved => "merge_both_moved",
        ConflictKind::Cycle => "merge_cycle",
        ConflictKind::BothReordered => "merge_both_reordered",
    }
}

fn about_conflict(conflict: &Conflict) -> Vec<(&'static str, String)> {
    let mut arguments = vec![
        ("ours", FieldValue::said(&conflict.ours)),
        ("theirs", FieldValue::said(&conflict.theirs)),
    ];
    match conflict.kind {
        ConflictKind::RemovedByOurs | ConflictKind::RemovedByTheirs => {
            vec![("subject", conflict.subject.to_string())]
        }
        ConflictKind::BothChanged | ConflictKind::BothAdded => {
            arguments.push(("field", conflict.field.to_string()));
            arguments
        }
        _ => arguments,
    }
}
