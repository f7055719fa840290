//! All problems that a document can have, one row each: severity, code, English text (what is wrong, then what to do)
//! and the arguments for translations. Does not know how problems are detected.

mod transfer;

use std::sync::Arc;

pub use self::transfer::{Grade, TransferNote};
use super::Severity;
use crate::abort::AbortType;
use crate::expression::ExpressionError;
use crate::ids::NodeId;
use crate::model::{Conflict, ConflictKind, FieldValue};
use crate::plural::counted;
use crate::told;
use crate::told::{Argument, Message, ToArgument};
use crate::value::ValueType;
use crate::words;

/// Declares an enum of problems. The rows are those of [`told!`], with a severity before the code.
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
            /// The severity of the problem.
            #[allow(unused_variables, reason = "few severities depend on the fields")]
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
    /// A problem of a document. `Display` is English; translations use [`Problem::code`] and [`Problem::arguments`].
    #[derive(Clone, Debug, PartialEq)]
    pub enum Problem {
        /// The tree has no root, so there is nothing to run.
        NoRoot {
            /// The number of unconnected branches, one of which may be meant as the root.
            loose: usize,
        } = Error "no_root", {
            let remedy = if *loose == 0 { "add a node" } else { "make an unconnected node the root" };
            format!("the tree has no root, so nothing can run: {remedy}")
        };
        /// The file names several roots.
        TwoRoots {
            /// The root that was kept.
            kept: NodeId,
            /// The others, which became heads of unconnected branches.
            others: Vec<NodeId>,
        } = Error "two_roots", (
            "several roots: {kept} kept; connect or delete {}", listed(others, ", ")
        ) with [("kept", kept.to_string()), ("others", listed(others, ", "))];
        /// A node is below itself.
        Cycle {
            /// The ids along the cycle; the first and the last are the same.
            path: Vec<NodeId>,
        } = Error "cycle", ("cycle: {}; remove one of these connections", listed(path, " -> ")) with [("path", listed(path, " -> "))];
        /// Two nodes list the same child.
        SecondParent {
            /// The id of the child.
            child: NodeId,
            /// The parent that keeps it.
            kept: NodeId,
            /// The other parent; the same as `kept` if that lists the child twice.
            other: NodeId,
        } = Error "second_parent", {
            if kept == other {
                format!("{kept} lists its child {child} twice: remove one of the two")
            } else {
                format!("{child} is a child of both {kept} and {other}: remove it from one, or duplicate it")
            }
        };
        /// A node lists the root as its child.
        RootAsChild {
            /// The id of the root.
            child: NodeId,
            /// The node that lists it.
            parent: NodeId,
        } = Error "root_as_child",
            "{child} is the root but also a child of {parent}: remove that connection";
        /// Two nodes in the file have the same id.
        DuplicateId {
            /// The id in the file.
            id: NodeId,
            /// The new id of the later node.
            given: NodeId,
        } = Error "duplicate_id",
            "duplicate id {id}; this node is now {given}: keep that, or give it another id";
        /// The file refers to an id that no node has.
        DanglingId {
            /// The node that lists it as a child; `None` if it is listed as the root or as unconnected.
            parent: Option<NodeId>,
            /// The missing id.
            child: NodeId,
        } = Error "dangling_id", {
            match parent {
                Some(parent) => format!("child {child} of {parent} does not exist: add it or remove the connection"),
                None => format!("{child}, a root or unconnected node in the file, does not exist: add it or remove it from the file"),
            }
        } with [("child", child.to_string())];
        /// A node has too few or too many children.
        WrongChildCount {
            /// The task of the node.
            task: Arc<str>,
            /// The number of its children.
            has: usize,
            /// The fewest children that the task needs.
            min: usize,
            /// The most children that the task can have.
            max: usize,
        } = Error "wrong_child_count", {
            let remedy = if has < min { format!("add {}", min - has) } else { format!("remove {}", has - max) };
            format!("{}: expected {}, found {has}; {remedy}", words(task), needed(*min, *max))
        } with [("task", task.to_string()), ("has", has.to_string()), ("needs", range(*min, *max))];
        /// No library declares the task.
        UnknownTask {
            /// The name of the task.
            task: Arc<str>,
        } = Error "unknown_task",
            "unknown node type `{task}`: check the spelling or add its library";
        /// A required parameter is not set.
        MissingParameter {
            /// The name of the parameter.
            parameter: Arc<str>,
        } = Error "missing_parameter", "`{parameter}` has no value and no default: set it";
        /// A field of the file has no effect, and its name is like that of one that would have.
        MisspelledField {
            /// The name of the field.
            field: String,
            /// The name of the field that is meant.
            meant: String,
        } = Warning "misspelled_field",
            "the field `{field}` has no effect: did you mean `{meant}`?";
        /// A comparison has constants on both sides.
        FixedComparison
            = Warning "fixed_comparison", "compares two fixed values, so the result never changes: choose a variable";
        /// A constant has the wrong type.
        WrongParameterType {
            /// The name of the parameter.
            parameter: Arc<str>,
            /// The type that the parameter takes.
            expected: ValueType,
            /// The type of the constant.
            found: ValueType,
        } = Error "wrong_parameter_type", "`{parameter}`: expected {expected}, found {found}";
        /// A number is out of range.
        ParameterOutOfRange {
            /// The name of the parameter.
            parameter: Arc<str>,
            /// The number.
            value: String,
            /// The smallest allowed number.
            min: f64,
            /// The largest allowed number.
            max: f64,
        } = Error "parameter_out_of_range", "`{parameter}`: expected a value from {min} to {max}, found {value}";
        /// A text is not one of the choices of the parameter.
        NotAChoice {
            /// The name of the parameter.
            parameter: Arc<str>,
            /// The text.
            value: String,
            /// The allowed texts.
            choices: Vec<String>,
        } = Error "not_a_choice", ("`{parameter}`: expected one of {}, found {value}", choices.join(", ")) with [("parameter", parameter.to_string()), ("value", value.clone()), ("choices", choices.join(", "))];
        /// A parameter that takes only constants is bound to a variable.
        LiteralOnly {
            /// The name of the parameter.
            parameter: Arc<str>,
            /// The name of the variable.
            variable: Arc<str>,
        } = Error "literal_only",
            "`{parameter}` must be a constant but is bound to `{variable}`: enter a value";
        /// A parameter that takes only variables is set to a constant.
        VariableOnly {
            /// The name of the parameter.
            parameter: Arc<str>,
        } = Error "variable_only", "`{parameter}` must be bound to a variable: choose one";
        /// A number is infinite or not a number, and cannot be saved.
        NotFinite {
            /// The parameter, or the variable with this initial value.
            parameter: Arc<str>,
        } = Error "not_finite",
            "`{parameter}` is infinite or not a number and cannot be saved: enter a finite number";
        /// The task has no parameter of this name.
        UnknownParameter {
            /// The name of the parameter.
            parameter: Arc<str>,
            /// The name of the task.
            task: Arc<str>,
        } = Warning "unknown_parameter",
            ("{} has no parameter `{parameter}`: the value has no effect; rename or remove it", words(task))
            with [("parameter", parameter.to_string()), ("task", task.to_string())];
        /// A parameter is bound to a variable that is not declared.
        UndeclaredVariable {
            /// The name of the variable.
            variable: Arc<str>,
        } = Error "undeclared_variable",
            "variable `{variable}` is not declared: declare it or choose another";
        /// A parameter is bound to a variable of another type.
        WrongVariableType {
            /// The name of the parameter.
            parameter: Arc<str>,
            /// The name of the variable.
            variable: Arc<str>,
            /// The type that the parameter needs.
            expected: ValueType,
            /// The type of the variable.
            found: ValueType,
        } = Error "wrong_variable_type", "`{parameter}`: expected {expected}, found variable `{variable}` of type {found}";
        /// No node that waits for an event can store the payload with which a node sends it.
        WrongPayload {
            /// The name of the event.
            event: Arc<str>,
            /// The types of the variables in which the payload is stored.
            expected: Vec<ValueType>,
            /// The type of the payload.
            found: ValueType,
        } = Warning "wrong_payload",
            ("`payload`: the nodes that wait for event `{event}` store {}, found {found}; change the value or their variables", any_of(expected))
            with [("event", event), ("expected", listed_types(expected)), ("found", found)];
        /// The expression of a parameter has an error, or a result of the wrong type.
        BrokenExpression {
            /// The name of the parameter.
            parameter: Arc<str>,
            /// The column of the error in the expression, from 1 in characters.
            column: usize,
            /// The error.
            error: Box<ExpressionError>,
        } = Error "broken_expression", "`{parameter}`, column {column}: {error}";
        /// Two variables have the same name.
        DuplicateVariable {
            /// The name.
            variable: Arc<str>,
        } = Error "duplicate_variable", "variable `{variable}` is declared twice: rename or remove one";
        /// The initial value of a variable does not have the variable's type.
        WrongInitialValue {
            /// The name of the variable.
            variable: Arc<str>,
            /// Its type.
            expected: ValueType,
            /// The type of its initial value.
            found: ValueType,
        } = Error "wrong_initial_value", "initial value of `{variable}`: expected {expected}, found {found}";
        /// A composite has an abort type, but there is no conditional below that could trigger it.
        AbortWithoutConditional {
            /// The abort type.
            abort: AbortType,
        } = Warning "abort_without_conditional",
            ("abort type {} has no effect: there is no conditional below to check; add one or set the abort type to None", words(abort.name()))
            with [("abort", abort)];
        /// A composite has an abort type that cannot interrupt anything where it is.
        AbortWithoutReach {
            /// The abort type.
            abort: AbortType,
            /// Why it interrupts nothing.
            why: NoReach,
            /// The composite that decides it: itself, or the one above.
            composite: NodeId,
            /// The abort type of that composite with which this one has an effect.
            remedy: Option<AbortType>,
        } = Warning "abort_without_reach", {
            format!("abort type {} can interrupt nothing here: {}", words(abort.name()), why.message(composite).english())
        } with [("abort", abort), ("why", why.message(composite))];
        /// A node that is not a composite has an abort type.
        AbortOnNonComposite {
            /// The abort type.
            abort: AbortType,
            /// The node's task.
            task: Arc<str>,
        } = Warning "abort_on_non_composite",
            ("abort type {} has no effect on {}: only composites abort; set it to None", words(abort.name()), words(task))
            with [("abort", abort), ("task", task)];
        /// A node can never run because of a sibling to its left.
        Unreachable {
            /// The id of the sibling.
            sibling: NodeId,
            /// The parent's task.
            parent: Arc<str>,
            /// What the sibling never does.
            never: Never,
            /// Whether another sibling would make a node unreachable if this one were the last.
            is_one_of_several: bool,
        } = Warning "unreachable", {
            format!("unreachable: {sibling}, to its left in {parent}, never {}; reorder or remove it", never.code())
        } with [("sibling", sibling.to_string()), ("parent", parent.to_string()), ("never", Message::word("never", never.code()))];
        /// A problem with named trees or Subtree nodes.
        Subtree(problem: SubtreeProblem) = { problem.severity() } problem.code(),
            "{problem}" with { problem };
        /// A problem with a stand-in.
        StandIn(problem: StandInProblem) = { problem.severity() } problem.code(),
            "{problem}" with { problem };
        /// Something that an import or export could not transfer exactly.
        Transfer(remark: TransferNote) = { remark.severity() } remark.code(),
            "{remark}" with { remark };
        /// An unresolved conflict of a merge.
        MergeConflict(conflict: Box<Conflict>) = Error conflict_code(conflict.kind), ("unresolved merge conflict: {}; choose ours or theirs", conflict.description()) with { about_conflict(conflict) };
        /// The root is disabled, so there is nothing to run.
        DisabledRoot = Warning "disabled_root",
            "the root is disabled, so nothing runs: enable it";
        /// A branch is not connected to the tree and does not run.
        LooseNodes {
            /// The number of its nodes.
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
    /// A problem with a named tree or a Subtree node.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum SubtreeProblem {
        /// Two trees have the same name.
        DuplicateTree {
            /// The name.
            tree: Arc<str>,
        } = Error "duplicate_tree", "another tree is also named `{tree}`: rename one of them";
        /// The node at the top of a tree does not exist.
        NoSuchRoot {
            /// The name of the tree.
            tree: Arc<str>,
            /// The missing node.
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
            /// The path of the file in the project folder.
            file: String,
            /// The names of the trees that the file has.
            known: Vec<Arc<str>>,
        } = Error "unknown_tree_in_file",
            "no tree named `{tree}` in {file}: check the spelling"
            with [("tree", tree), ("file", file)];
        /// The file has no main tree.
        NoMainTree {
            /// The path of the file in the project folder.
            file: String,
        } = Error "no_main_tree", "{file} has no main tree: enter the name of a tree";
        /// The node names neither a file nor a tree, and there is no main tree that it could run.
        TreeNotChosen = Warning "tree_not_chosen", "no tree is chosen: choose the tree to run";
        /// The file is outside the project folder.
        FileOutside {
            /// The file, as written in the node.
            file: String,
        } = Error "file_outside",
            "{file} is outside the project folder: move it there, or put treewright.project.json into a folder above both";
        /// The file is not given as a path relative to the document.
        FileNotRelative {
            /// The file, as written in the node.
            file: String,
        } = Error "file_not_relative", "{file} is not a relative path: use a path relative to this file";
        /// The file could not be read.
        FileUnreadable {
            /// The path of the file in the project folder.
            file: String,
            /// The reason.
            why: String,
        } = Error "file_unreadable", "{file} cannot be read: {why}";
        /// The file was not loaded.
        FileNotLoaded {
            /// The path of the file in the project folder.
            file: String,
        } = Error "file_not_loaded", "{file} was not loaded";
        /// A tree contains itself through its Subtree nodes.
        Cycle {
            /// The trees along the cycle, with the nodes that run them.
            path: String,
        } = Error "subtree_cycle", "a tree cannot contain itself: {path}; choose another tree";
        /// The expanded tree has more nodes, variables or bytes of ids than a program can hold.
        TooLarge {
            /// The subtree that exceeds the limit.
            tree: String,
            /// The limit.
            limit: u64,
            /// What the limit counts.
            of: ProgramLimit,
        } = Error "subtree_too_large", {
            let of = match of {
                ProgramLimit::Nodes => "nodes",
                ProgramLimit::Variables => "variables",
                ProgramLimit::IdBytes => "bytes of node ids",
            };
            format!("`{tree}` with all its subtrees exceeds the limit of {limit} {of}: make it smaller")
        } with [("tree", tree.clone()), ("limit", limit.to_string()), ("too_much", Message::word("too_much", of.code()))];
        /// The node sets a parameter that is not a variable of its tree.
        UnknownVariable {
            /// The name of the parameter.
            variable: Arc<str>,
            /// The name of the tree.
            tree: String,
            /// The variables that were probably meant, as far as they were looked for.
            meant: Vec<Arc<str>>,
        } = Warning "unknown_subtree_variable",
            "`{tree}` has no variable `{variable}` to set: check the spelling, or declare it with scope `subtree`"
            with [("variable", variable), ("tree", tree)];
        /// The document and a file that it uses declare a global variable with different types.
        OtherGlobal {
            /// The name of the variable.
            variable: Arc<str>,
            /// The path of the file in the project folder.
            file: String,
            /// The type in the document.
            expected: ValueType,
            /// The type in the file.
            found: ValueType,
        } = Error "other_global",
            "global `{variable}` is {found} in {file} but {expected} here: use one type or rename one of them";
        /// An override refers to a node that does not exist.
        UnknownInside {
            /// The path of the inner node.
            path: Arc<str>,
            /// The name of the tree.
            tree: String,
        } = Warning "unknown_inside", "`{tree}` has no node {path}: the override has no effect; remove it";
        /// An override sets which tree an inner node runs, which is not possible.
        FixedInside {
            /// The name of the parameter.
            parameter: Arc<str>,
        } = Warning "fixed_inside",
            "`{parameter}` selects the subtree and cannot be overridden: change the subtree, or choose another one here";
    }
}

problems! {
    /// A problem with a stand-in.
    #[derive(Clone, Debug, PartialEq)]
    pub enum StandInProblem {
        /// This version does not understand the stand-in.
        Unknown {
            /// The stand-in in the file, as JSON.
            json: String,
        } = Error "stand_in_unknown",
            "unknown stand-in {json}: choose another one or remove it";
        /// A stand-in for leaves is set on a node that is not a leaf.
        OnParent {
            /// The name of its task.
            task: Arc<str>,
        } = Warning "stand_in_on_parent",
            ("{} is not a leaf: its stand-in has no effect; remove it", words(task)) with [("task", task.to_string())];
        /// A stand-in for parents is set on a leaf.
        OnLeaf {
            /// The name of its task.
            task: Arc<str>,
        } = Warning "stand_in_on_leaf",
            ("{} is a leaf and cannot act like a parent: its stand-in has no effect; remove it", words(task))
            with [("task", task.to_string())];
        /// The stand-in passes through the result of an only child, but the node has several.
        SeveralChildren {
            /// The number of children.
            count: usize,
        } = Error "stand_in_several_children",
            "found {count} children, but only the result of a single child can be passed through: act like Sequence or Selector";
        /// The node is a library's composite or decorator without code and without a stand-in.
        NoCode {
            /// The name of its task.
            task: Arc<str>,
        } = Warning "stand_in_no_code",
            ("no code for {}, so it always fails: choose what it acts like, or build it from built-in nodes", words(task))
            with [("task", task.to_string())];
        /// A number is out of range.
        OutOfRange {
            /// The number.
            value: f64,
            /// The largest allowed number. The smallest is 0.
            max: f64,
        } = Error "stand_in_out_of_range",
            "stand-in: expected a number from 0 to {max}, found {value}";
        /// The expression has an error, or its result is not a bool.
        Expression {
            /// The column of the error in the expression, from 1 in characters.
            column: usize,
            /// The error.
            error: Box<ExpressionError>,
        } = Error "stand_in_expression", "stand-in expression, column {column}: {error}";
        /// An expression of the attached data has an error.
        Data {
            /// The line, from 1.
            line: usize,
            /// The column of the error in the expression, from 1 in characters.
            column: usize,
            /// The error.
            error: Box<ExpressionError>,
        } = Error "data_expression", "frame data, line {line}, column {column} of the expression: {error}";
        /// The node attaches data but cannot have a stand-in.
        UnusedData {
            /// The name of its task.
            task: Arc<str>,
        } = Warning "unused_data",
            ("{} cannot have a stand-in, so its frame data have no effect: remove them", words(task))
            with [("task", task.to_string())];
    }
}

/// Why an abort type can interrupt nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoReach {
    /// Nothing runs to its right below the composite above, which does not hand it up.
    NothingToTheRight,
    /// The composite above runs its children at the same time; they never interrupt each other.
    AtOnce,
    /// Nothing runs inside the composite after its conditionals.
    NothingInside,
}

impl NoReach {
    /// The stable code, for translations.
    pub fn code(self) -> &'static str {
        match self {
            Self::NothingToTheRight => "right",
            Self::AtOnce => "at_once",
            Self::NothingInside => "inside",
        }
    }

    fn message(self, composite: &NodeId) -> Message {
        let english = match self {
            Self::NothingToTheRight => {
                format!(
                    "nothing runs to its right in {composite}, which does not abort lower priority"
                )
            }
            Self::AtOnce => {
                format!("branches of {composite} run at the same time and never abort each other")
            }
            Self::NothingInside => "nothing runs inside it after its conditionals".to_owned(),
        };
        let arguments = vec![("composite", composite.as_str().to_argument())];
        Message::new("no_reach", self.code(), arguments, english)
    }
}

/// What a node never does, so that siblings to its right cannot run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {
    /// It never ends.
    Ends,
    /// It never returns Success.
    Succeeds,
    /// It never returns Failure.
    Fails,
}

impl Never {
    /// The stable code, for translations.
    pub fn code(self) -> &'static str {
        match self {
            Self::Ends => "ends",
            Self::Succeeds => "succeeds",
            Self::Fails => "fails",
        }
    }
}

impl Problem {
    /// Replaces the ids in the message, for readers who know nodes by title. Ids for which `name` returns `None` are
    /// unchanged.
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
            Self::AbortWithoutReach { composite, .. } => rename(composite),
            _ => {}
        }
    }
}

/// A limit of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramLimit {
    /// Nodes.
    Nodes,
    /// Variables.
    Variables,
    /// Bytes of node ids. Ids get longer with each nested subtree.
    IdBytes,
}

impl ProgramLimit {
    /// The stable code, for translations.
    pub fn code(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Variables => "variables",
            Self::IdBytes => "id_bytes",
        }
    }
}

/// A range in a form for all languages: `1`, `≥ 1` or `1–3`.
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
        ("ours", FieldValue::describe(&conflict.ours)),
        ("theirs", FieldValue::describe(&conflict.theirs)),
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

/// Joins types: `int or [int]`.
fn any_of(types: &[ValueType]) -> String {
    let names: Vec<String> = types.iter().map(ToString::to_string).collect();
    names.join(" or ")
}

fn listed_types(types: &[ValueType]) -> Argument {
    Argument::List(types.iter().map(ToArgument::to_argument).collect())
}

/// Joins ids; leaves out the middle of a long list.
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
impl crate::told::Example for NoReach {
    const COUNT: usize = 3;

    fn example(number: usize) -> Self {
        [Self::NothingToTheRight, Self::AtOnce, Self::NothingInside][number % 3]
    }
}

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for Never {
    const COUNT: usize = 3;

    fn example(number: usize) -> Self {
        [Self::Ends, Self::Succeeds, Self::Fails][number % 3]
    }
}

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for ProgramLimit {
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
