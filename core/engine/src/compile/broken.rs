//! Why a node of a document cannot do its work in a program, a row each.

use crate::category::Category;
use crate::expression::ExpressionError;
use crate::plural::counted;
use crate::told;
use crate::told::Message;
use crate::value::ValueType;

told! {
    /// Why a node cannot do its work.
    #[derive(Clone, Debug, PartialEq)]
    pub enum BrokenNode of "program_error" {
        /// No task is called so.
        NoTask {
            /// The name.
            task: String,
        } = "no_task", "unknown node type `{task}`";
        /// It names a tree that is not there.
        NoTree {
            /// The name.
            name: String,
        } = "no_tree", "there is no tree named `{name}`";
        /// It is a composite without children.
        NoChildren = "no_children", "expected at least 1 child, found none";
        /// It is a decorator without a child, or with several.
        NotOneChild {
            /// How many it has.
            count: usize,
        } = "not_one_child", "expected exactly 1 child, found {count}";
        /// It is a leaf with children.
        LeafChildren {
            /// How many it has.
            count: usize,
        } = "leaf_children", ("a leaf takes no children, found {}", counted(*count, "child"));
        /// The game has no code for the task.
        NotRegistered {
            /// The task.
            task: String,
        } = "not_registered", "no code for task `{task}`: the game does not register it";
        /// It is a parent of a task library, whose code is not here.
        NoCode {
            /// The task.
            task: String,
            /// Of which sort it is.
            category: Category,
        } = match category { Category::Composite => "only_leaves_composite", _ => "only_leaves_decorator" }, (
            "no code for `{task}`, a {} of a task library: choose what its stand-in acts like, or build it from built-in nodes",
            category.name().to_lowercase()
        ) with [("task", task)];
        /// A parameter is no text of an expression.
        NoExpression {
            /// The parameter.
            name: String,
        } = "parameter_no_expression", "parameter `{name}`: expected the text of an expression";
        /// A parameter's expression is wrong.
        Expression {
            /// The parameter.
            name: String,
            /// Where in the expression.
            column: usize,
            /// What is wrong.
            error: Box<ExpressionError>,
        } = "parameter_column", "parameter `{name}`, column {column}: {error}";
        /// The expression of its stand-in is wrong.
        StandInExpression {
            /// Where in the expression.
            column: usize,
            /// What is wrong.
            error: Box<ExpressionError>,
        } = "stand_in_column", "stand-in expression, column {column}: {error}";
        /// Its stand-in is not understood.
        UnknownStandIn {
            /// As it is written.
            json: String,
        } = "stand_in_unknown", "unknown stand-in `{json}`";
        /// A child has for it something that it cannot have.
        OfChild {
            /// The child.
            child: String,
            /// What is wrong.
            why: Message,
        } = "of_child", "child `{child}`: {why}";
        /// A parameter that takes a name has a variable.
        TakesName {
            /// The parameter.
            name: String,
            /// The variable.
            variable: String,
        } = "parameter_takes_name", "parameter `{name}`: expected a name, found variable `{variable}`";
        /// A parameter that must be set is not.
        NotSet {
            /// The parameter.
            name: String,
        } = "parameter_not_set", "parameter `{name}` is not set";
        /// A parameter's variable is not there.
        NoVariable {
            /// The parameter.
            name: String,
            /// The variable.
            variable: String,
        } = "parameter_no_variable", "parameter `{name}`: variable `{variable}` is not declared";
        /// A parameter's variable is of another type.
        WrongVariable {
            /// The parameter.
            name: String,
            /// What it takes.
            expected: ValueType,
            /// The variable.
            variable: String,
            /// What it is.
            found: ValueType,
        } = "parameter_takes", "parameter `{name}`: expected {expected}, found variable `{variable}` of type {found}";
        /// A parameter's value is none that it can have.
        CannotBe {
            /// The parameter.
            name: String,
            /// The value.
            value: String,
        } = "parameter_cannot_be", "parameter `{name}` cannot be {value}";
        /// A variable is of another type than the game keeps.
        VariableKept {
            /// The variable.
            name: String,
            /// What it is.
            found: ValueType,
            /// What the game keeps.
            expected: ValueType,
        } = "variable_kept", "variable `{name}`: the game expects {expected}, found {found}";
    }
}
