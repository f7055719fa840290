//! Every problem that a document can have, a row each: how bad it is, its code, what is wrong and what to do about it in English, and what a translation
//! fills in. Does not know how a problem is found.

mod transfer;

use std::sync::Arc;

pub use self::transfer::{Grade, Transfer};
use super::Severity;
use crate::abort::AbortType;
use crate::expression::ExpressionError;
use crate::ids::NodeId;
use crate::model::{Conflict, ConflictKind, FieldValue};
use crate::plural::counted;
use crate::told;
use crate::told::Message;
use crate::value::ValueType;
use crate::words;

/// An enum of problems from rows as those of [`told!`], each with its severity before its code.
macro_rules! problems {
    (
        $(#[$of:meta])*
        pub enum $name:ident {$(
            $(#[$doc:meta])*
            $variant:ident
            $({ $($(#[$about:meta])* $field:ident: $type:ty),* $(,)? })?
            $(($($held:ident: $held_type:ty),*))?
            = $severity:tt $code:expr, $english:tt $(with $with:tt)?;
        )*}
    ) => {
        told! {
            $(#[$of])*
            pub enum $name of "problem" {$(
                $(#[$doc])*
                $variant
                $({ $($(#[$about])* $field: $type),* })?
                $(($($held: $held_type),*))?
                = $code, $english $(with $with)?;
            )*}
        }

        impl $name {
            /// How bad it is.
            #[allow(unused_variables, reason = "some say it themselves")]
            pub fn severity(&self) -> Severity {
                match self {$(
                    Self::$variant $({ $($field),* })? $(($($held),*))? => problems!(@$severity),
                )*}
            }
        }
    };
    (@{ $severity:expr }) => { $severity };
    (@$severity:ident) => { Severity::$severity };
}

problems! {
    /// What is wrong. English is the `Display`; other languages translate by [`Problem::code`] and [`Problem::arguments`].
    #[derive(Clone, Debug, PartialEq)]
    pub enum Problem {
        /// The tree has no root, so there is nothing to run.
        NoRoot {
            /// How many loose trees there are, one of which may be meant.
            loose: usize,
        } = Error "no_root", {
            let remedy = if *loose == 0 { "add a node" } else { "make an unconnected node the root" };
            format!("the tree has no root, so nothing can run: {remedy}")
        };
        /// The file names several roots.
        TwoRoots {
            /// The one that was kept.
            kept: NodeId,
            /// Those that became heads of loose trees.
            others: Vec<NodeId>,
        } = Error "two_roots", (
            "several roots: {kept} kept; connect or delete {}", listed(others, ", ")
        ) with [("kept", kept.to_string()), ("others", listed(others, ", "))];
        /// A node is below itself.
        Cycle {
            /// The ids on the way, the first and the last the same.
            path: Vec<NodeId>,
        } = Error "cycle", ("cycle: {}; remove one of these connections", listed(path, " -> ")) with [("path", listed(path, " -> "))];
        /// Two nodes list the same child.
        SecondParent {
            /// The child.
            child: NodeId,
            /// The parent below which it hangs.
            kept: NodeId,
            /// The node that lists it as well; the same as `kept` if that lists it twice.
            other: NodeId,
        } = Error "second_parent", {
            if kept == other {
                format!("{kept} lists its child {child} twice: remove one of the two")
            } else {
                format!("{child} is a child of both {kept} and {other}: remove it from one, or duplicate it")
            }
        };
        /// A node lists the root of the tree as its child.
        RootAsChild {
            /// The root.
            child: NodeId,
            /// The node that lists it.
            parent: NodeId,
        } = Error "root_as_child",
            "{child} is the root but also a child of {parent}: remove that connection";
        /// Two nodes of the file have the same id.
        DuplicateId {
            /// The id in the file.
            id: NodeId,
            /// The id that the later node got.
            given: NodeId,
        } = Error "duplicate_id",
            "duplicate id {id}; this node is now {given}: accept it or edit the file";
        /// An id is named that no node has.
        DanglingId {
            /// The node that lists it as a child; none if it is named as the root or as loose.
            parent: Option<NodeId>,
            /// The id.
            child: NodeId,
        } = Error "dangling_id", {
            match parent {
                Some(parent) => format!("child {child} of {parent} does not exist: add it or remove the connection"),
                None => format!("{child}, a root or unconnected node in the file, does not exist: add it or remove it from the file"),
            }
        } with [("child", child.to_string())];
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
        } = Error "wrong_child_count", {
            let remedy = if has < min { format!("add {}", min - has) } else { format!("remove {}", has - max) };
            format!("{}: expected {}, found {has}; {remedy}", words(task), needed(*min, *max))
        } with [("task", task.to_string()), ("has", has.to_string()), ("needs", range(*min, *max))];
        /// No library declares the task.
        UnknownTask {
            /// The task.
            task: Arc<str>,
        } = Error "unknown_task",
            "unknown node type `{task}`: check the spelling or add its library";
        /// A parameter that has no default is not set.
        MissingParameter {
            /// The parameter.
            parameter: Arc<str>,
        } = Error "missing_parameter", "`{parameter}` has no value and no default: set it";
        /// A literal is of the wrong type.
        WrongParameterType {
            /// The parameter.
            parameter: Arc<str>,
            /// What it should be.
            expected: ValueType,
            /// What it is.
            found: ValueType,
        } = Error "wrong_parameter_type", "`{parameter}`: expected {expected}, found {found}";
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
        } = Error "parameter_out_of_range", "`{parameter}`: expected a value from {min} to {max}, found {value}";
        /// A text is none of those that the parameter allows.
        NotAChoice {
            /// The parameter.
            parameter: Arc<str>,
            /// The text.
            value: String,
            /// Those allowed.
            choices: Vec<String>,
        } = Error "not_a_choice", ("`{parameter}`: expected one of {}, found {value}", choices.join(", ")) with [("parameter", parameter.to_string()), ("value", value.clone()), ("choices", choices.join(", "))];
        /// A parameter that takes only a literal is bound to a variable.
        LiteralOnly {
            /// The parameter.
            parameter: Arc<str>,
            /// The variable.
            variable: Arc<str>,
        } = Error "literal_only",
            "`{parameter}` must be a constant but is bound to `{variable}`: enter a value";
        /// A parameter that names a variable is set to a literal.
        VariableOnly {
            /// The parameter.
            parameter: Arc<str>,
        } = Error "variable_only", "`{parameter}` must be bound to a variable: choose one";
        /// A number is infinite or not a number, so it cannot be saved.
        NotFinite {
            /// The parameter, or the variable whose initial value it is.
            parameter: Arc<str>,
        } = Error "not_finite",
            "`{parameter}` is infinite or not a number and cannot be saved: enter a finite number";
        /// The task has no such parameter.
        UnknownParameter {
            /// The parameter.
            parameter: Arc<str>,
            /// The task.
            task: Arc<str>,
        } = Warning "unknown_parameter",
            ("{} has no parameter `{parameter}`: the value has no effect; rename or remove it", words(task))
            with [("parameter", parameter.to_string()), ("task", task.to_string())];
        /// A parameter is bound to a variable that is not declared.
        UndeclaredVariable {
            /// The variable.
            variable: Arc<str>,
        } = Error "undeclared_variable",
            "variable `{variable}` is not declared: declare it or choose another";
        /// A parameter is bound to a variable of another type.
        WrongVariableType {
            /// The parameter.
            parameter: Arc<str>,
            /// The variable.
            variable: Arc<str>,
            /// The type that the parameter needs.
            expected: ValueType,
            /// The type of the variable.
            found: ValueType,
        } = Error "wrong_variable_type", "`{parameter}`: expected {expected}, found variable `{variable}` of type {found}";
        /// The text of a parameter is no expression over the declared variables of the type that is needed.
        BrokenExpression {
            /// The parameter.
            parameter: Arc<str>,
            /// Where in the text, counted from 1 in characters.
            column: usize,
            /// What is wrong.
            error: Box<ExpressionError>,
        } = Error "broken_expression", "`{parameter}`, column {column}: {error}";
        /// Two variables have the same name.
        DuplicateVariable {
            /// The name.
            variable: Arc<str>,
        } = Error "duplicate_variable", "variable `{variable}` is declared twice: rename or remove one";
        /// A variable's initial value is not of its type.
        WrongInitialValue {
            /// The variable.
            variable: Arc<str>,
            /// Its type.
            expected: ValueType,
            /// The type of its initial value.
            found: ValueType,
        } = Error "wrong_initial_value", "initial value of `{variable}`: expected {expected}, found {found}";
        /// A composite has an abort type but no conditional that could trigger it.
        AbortWithoutConditional {
            /// The abort type.
            abort: AbortType,
        } = Warning "abort_without_conditional",
            ("abort type {} has no effect: there is no conditional below to check; add one or set the abort type to None", words(abort.name()))
            with [("abort", abort)];
        /// A node that is no composite has an abort type.
        AbortOnNonComposite {
            /// The abort type.
            abort: AbortType,
            /// The node's task.
            task: Arc<str>,
        } = Warning "abort_on_non_composite",
            ("abort type {} has no effect on {}: only composites abort; set it to None", words(abort.name()), words(task))
            with [("abort", abort), ("task", task)];
        /// A node can never run, because of a sibling to its left.
        Unreachable {
            /// The sibling.
            sibling: NodeId,
            /// The parent's task.
            parent: Arc<str>,
            /// What the sibling can never do.
            never: Never,
        } = Warning "unreachable", {
            format!("unreachable: {sibling}, to its left in {parent}, never {}; reorder or remove it", never.code())
        } with [("sibling", sibling.to_string()), ("parent", parent.to_string()), ("never", Message::word("never", never.code()))];
        /// Something about named trees or nodes that run them.
        Subtree(problem: SubtreeProblem) = { problem.severity() } problem.code(),
            "{problem}" with { problem };
        /// Something about what plays a node.
        StandIn(problem: StandInProblem) = { problem.severity() } problem.code(),
            "{problem}" with { problem };
        /// Something that came from another tool's file, or cannot go into one.
        Transfer(remark: Transfer) = { remark.severity() } remark.code(),
            "{remark}" with { remark };
        /// A merge left something to decide.
        MergeConflict(conflict: Box<Conflict>) = Error conflict_code(conflict.kind), ("unresolved merge conflict: {}; choose ours or theirs", conflict.what()) with { about_conflict(conflict) };
        /// The root is disabled, so that there is nothing to run.
        DisabledRoot = Warning "disabled_root",
            "the root is disabled, so nothing runs: enable it";
        /// A tree hangs nowhere and does not run.
        LooseNodes {
            /// How many nodes it has.
            count: usize,
        } = Warning "loose_nodes", {
            if *count == 1 {
                "this node is unconnected and never runs: connect or delete it".to_owned()
            } else {
                format!("these {count} nodes are unconnected and never run: connect or delete them")
            }
        };
    }
}

problems! {
    /// A problem with a named tree, or with a node that runs one.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum SubtreeProblem {
        /// Two trees have the same name.
        DuplicateTree {
            /// The name.
            tree: Arc<str>,
        } = Error "duplicate_tree", "another tree is also named `{tree}`: rename one of them";
        /// The node at the top of a tree does not exist.
        NoSuchRoot {
            /// The tree.
            tree: Arc<str>,
            /// The node that it names.
            root: NodeId,
        } = Error "no_such_root",
            "root {root} of tree `{tree}` does not exist: add it or remove the name";
        /// The document has no tree of this name.
        UnknownTree {
            /// The name.
            tree: Arc<str>,
        } = Error "unknown_tree",
            "no tree named `{tree}` in this document: check the spelling";
        /// A file has no tree of this name.
        UnknownTreeInFile {
            /// The name.
            tree: Arc<str>,
            /// Where the file lies in the project folder.
            file: String,
        } = Error "unknown_tree_in_file",
            "no tree named `{tree}` in {file}: check the spelling";
        /// The document, or the file, has no main tree.
        NoMainTree {
            /// Where the file lies in the project folder; empty for the document itself.
            file: String,
        } = Error "no_main_tree", {
            if file.is_empty() {
                "this document has no main tree: enter the name of a tree".to_owned()
            } else {
                format!("{file} has no main tree: enter the name of a tree")
            }
        };
        /// The file lies outside of the project folder.
        FileOutside {
            /// The file as the node names it.
            file: String,
        } = Error "file_outside",
            "{file} is outside the project folder: move it there, or put treewright.project.json into a folder above both";
        /// The file is not named as seen from the document.
        FileNotRelative {
            /// The file as the node names it.
            file: String,
        } = Error "file_not_relative", "{file} is not a relative path: use a path relative to this file";
        /// The file cannot be read.
        FileUnreadable {
            /// Where it lies in the project folder.
            file: String,
            /// Why.
            why: String,
        } = Error "file_unreadable", "{file} cannot be read: {why}";
        /// Nobody has read the file.
        FileNotLoaded {
            /// Where it lies in the project folder.
            file: String,
        } = Error "file_not_loaded", "{file} was not loaded";
        /// A tree contains itself.
        Cycle {
            /// The trees on the way, with the nodes that run them.
            path: String,
        } = Error "subtree_cycle", "a tree cannot contain itself: {path}; choose another tree";
        /// With its subtrees, the tree has more nodes, node names or variables than a program holds.
        TooLarge {
            /// The tree that is too much.
            tree: String,
            /// How many of them a program holds.
            limit: u64,
            /// What there is too much of.
            of: TooMuch,
        } = Error "subtree_too_large", {
            let of = match of {
                TooMuch::Nodes => "nodes",
                TooMuch::Variables => "variables",
                TooMuch::IdBytes => "bytes of node ids",
            };
            format!("`{tree}` with all its subtrees exceeds the limit of {limit} {of}: make it smaller")
        } with [("tree", tree.clone()), ("limit", limit.to_string()), ("too_much", Message::word("too_much", of.code()))];
        /// A parameter of the node is no variable of the tree that it runs.
        UnknownVariable {
            /// The parameter.
            variable: Arc<str>,
            /// The tree.
            tree: String,
        } = Warning "unknown_subtree_variable",
            "`{tree}` has no variable `{variable}` to set: check the spelling, or declare it with scope `subtree`";
        /// The document and a file that it runs declare a global variable with different types.
        OtherGlobal {
            /// The variable.
            variable: Arc<str>,
            /// Where the file lies in the project folder.
            file: String,
            /// Its type in the document.
            expected: ValueType,
            /// Its type in the file.
            found: ValueType,
        } = Error "other_global",
            "global `{variable}` is {found} in {file} but {expected} here: use one type or rename one of them";
        /// A node that is set inside does not exist.
        UnknownInside {
            /// The node, by the ids on the way.
            path: Arc<str>,
            /// The tree.
            tree: String,
        } = Warning "unknown_inside", "`{tree}` has no node {path}: the override has no effect; remove it";
        /// What tree a node runs cannot be changed from outside.
        FixedInside {
            /// The parameter.
            parameter: Arc<str>,
        } = Warning "fixed_inside",
            "`{parameter}` selects the subtree and cannot be overridden: change the subtree, or choose another one here";
    }
}

problems! {
    /// A problem with what plays a node.
    #[derive(Clone, Debug, PartialEq)]
    pub enum StandInProblem {
        /// This version does not understand it.
        Unknown {
            /// What the file says, as JSON.
            json: String,
        } = Error "stand_in_unknown",
            "unknown stand-in {json}: choose another one or remove it";
        /// The node is no leaf.
        OnParent {
            /// Its task.
            task: Arc<str>,
        } = Warning "stand_in_on_parent",
            ("{} is not a leaf: its stand-in has no effect; remove it", words(task)) with [("task", task.to_string())];
        /// The node is a leaf, and acts like a parent.
        OnLeaf {
            /// Its task.
            task: Arc<str>,
        } = Warning "stand_in_on_leaf",
            ("{} is a leaf and cannot act like a parent: its stand-in has no effect; remove it", words(task))
            with [("task", task.to_string())];
        /// The node passes the result of its only child through, and has several.
        SeveralChildren {
            /// How many.
            count: usize,
        } = Error "stand_in_several_children",
            "found {count} children, but only the result of a single child can be passed through: act like Sequence or Selector";
        /// The node is a parent of a library whose code is not here, and nothing says what it acts like.
        NoCode {
            /// Its task.
            task: Arc<str>,
        } = Warning "stand_in_no_code",
            ("no code for {}, so it always fails: choose what it acts like, or build it from built-in nodes", words(task))
            with [("task", task.to_string())];
        /// A number is too small or too large.
        OutOfRange {
            /// The number.
            value: f64,
            /// The largest allowed; the smallest is 0.
            max: f64,
        } = Error "stand_in_out_of_range",
            "stand-in: expected a number from 0 to {max}, found {value}";
        /// The expression is none over the declared variables that holds or not.
        Expression {
            /// Where in the text, counted from 1 in characters.
            column: usize,
            /// What is wrong.
            error: Box<ExpressionError>,
        } = Error "stand_in_expression", "stand-in expression, column {column}: {error}";
    }
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
}

/// What a program holds only so many of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooMuch {
    /// Nodes.
    Nodes,
    /// Variables.
    Variables,
    /// Bytes of node ids, which grow with each subtree in a subtree.
    IdBytes,
}

impl TooMuch {
    /// The name that translations use.
    pub fn code(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Variables => "variables",
            Self::IdBytes => "id_bytes",
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

fn needed(min: usize, max: usize) -> String {
    match (min, max) {
        (_, 0) => "no children".to_owned(),
        (min, max) if min == max => format!("exactly {}", counted(min, "child")),
        (min, usize::MAX) => format!("at least {}", counted(min, "child")),
        (min, max) => format!("{min} to {max} children"),
    }
}

/// Ids one after the other, with the middle of a long list left out.
fn listed(ids: &[NodeId], separator: &str) -> String {
    const SHOWN: usize = 12;
    let joined = |ids: &[NodeId]| {
        let texts: Vec<&str> = ids.iter().map(NodeId::as_str).collect();
        texts.join(separator)
    };
    if ids.len() <= SHOWN {
        return joined(ids);
    }
    let (head, tail) = (&ids[..SHOWN / 2], &ids[ids.len() - SHOWN / 2..]);
    let left_out = ids.len() - head.len() - tail.len();
    let (head, tail) = (joined(head), joined(tail));
    format!("{head}{separator}({left_out} more){separator}{tail}")
}

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for Never {
    const COUNT: usize = 3;

    fn example(number: usize) -> Self {
        [Self::Ends, Self::Succeeds, Self::Fails][number % 3]
    }
}

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for TooMuch {
    const COUNT: usize = 3;

    fn example(number: usize) -> Self {
        [Self::Nodes, Self::Variables, Self::IdBytes][number % 3]
    }
}

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for Conflict {
    const COUNT: usize = ConflictKind::ALL.len();

    fn example(number: usize) -> Self {
        Self {
            kind: ConflictKind::ALL[number % ConflictKind::ALL.len()],
            subject: crate::model::Subject::Document,
            field: crate::model::Field::Name,
            base: None,
            ours: None,
            theirs: None,
        }
    }
}
