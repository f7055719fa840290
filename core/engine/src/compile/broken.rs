//! The reasons why a node cannot run, as messages.

use crate::category::Category;
use crate::expression::ExpressionError;
use crate::plural::counted;
use crate::told;
use crate::told::Message;
use crate::value::ValueType;

told! {
    /// Why a node cannot run; the node fails with this error.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum BrokenNode of "program_error" {
        /// No task of this name exists.
        NoTask {
            /// The name of the task.
            task: String,
        } = "no_task", "unknown node type `{task}`";
        /// It names a tree that does not exist.
        NoTree {
            /// The name of the tree.
            name: String,
        } = "no_tree", "there is no tree named `{name}`";
        /// It is a composite without children.
        NoChildren = "no_children", "expected at least 1 child, found none";
        /// It is a decorator without a child, or with more than one.
        NotOneChild {
            /// The number of its children.
            count: usize,
        } = "not_one_child", "expected exactly 1 child, found {count}";
        /// It is a leaf with children.
        LeafChildren {
            /// The number of its children.
            count: usize,
        } = "leaf_children", ("a leaf takes no children, found {}", counted(*count, "child"));
        /// The game has not registered code for the task.
        NotRegistered {
            /// The name of the task.
            task: String,
        } = "not_registered", "no code for task `{task}`: the game does not register it";
        /// The game's code that makes the task panicked.
        NotMade {
            /// The panic.
            why: Message,
        } = "not_made", "the task could not be created: {why}";
        /// It is a composite or decorator of a task library, whose code is not available.
        NoCode {
            /// The name of the task.
            task: String,
            /// Its category.
            category: Category,
        } = match category { Category::Composite => "only_leaves_composite", _ => "only_leaves_decorator" }, (
            "no code for `{task}`, a {} of a task library: choose what its stand-in acts like, or build it from built-in nodes",
            category.name().to_lowercase()
        ) with [("task", task)];
        /// The value of an expression parameter is not a text.
        NoExpression {
            /// The name of the parameter.
            name: String,
        } = "parameter_no_expression", "parameter `{name}`: expected the text of an expression";
        /// The expression of a parameter has an error.
        Expression {
            /// The name of the parameter.
            name: String,
            /// The column of the error in the expression, from 1 in characters.
            column: usize,
            /// The error.
            error: Box<ExpressionError>,
        } = "parameter_column", "parameter `{name}`, column {column}: {error}";
        /// The expression of its stand-in has an error.
        StandInExpression {
            /// The column of the error in the expression, from 1 in characters.
            column: usize,
            /// The error.
            error: Box<ExpressionError>,
        } = "stand_in_column", "stand-in expression, column {column}: {error}";
        /// This version does not understand its stand-in.
        UnknownStandIn {
            /// The stand-in in the file, as JSON.
            json: String,
        } = "stand_in_unknown", "unknown stand-in `{json}`";
        /// A parameter that a child holds for this node is invalid.
        OfChild {
            /// The id of the child.
            child: String,
            /// The reason.
            why: Message,
        } = "of_child", "child `{child}`: {why}";
        /// A parameter that takes a name is bound to a variable.
        TakesName {
            /// The name of the parameter.
            name: String,
            /// The name of the variable.
            variable: String,
        } = "parameter_takes_name", "parameter `{name}`: expected a name, found variable `{variable}`";
        /// A required parameter is not set.
        NotSet {
            /// The name of the parameter.
            name: String,
        } = "parameter_not_set", "parameter `{name}` is not set";
        /// A parameter is bound to a variable that does not exist.
        NoVariable {
            /// The name of the parameter.
            name: String,
            /// The name of the variable.
            variable: String,
        } = "parameter_no_variable", "parameter `{name}`: variable `{variable}` is not declared";
        /// A parameter is bound to a variable of another type.
        WrongVariable {
            /// The name of the parameter.
            name: String,
            /// The type that the parameter takes.
            expected: ValueType,
            /// The name of the variable.
            variable: String,
            /// The type of the variable.
            found: ValueType,
        } = "parameter_takes", "parameter `{name}`: expected {expected}, found variable `{variable}` of type {found}";
        /// The constant of a parameter is of another type.
        OtherType {
            /// The name of the parameter.
            name: String,
            /// The type that the parameter takes.
            expected: ValueType,
            /// The constant, as text.
            value: String,
        } = "parameter_expected", "parameter `{name}`: expected {expected}, found {value}";
        /// A parameter cannot have this value.
        CannotBe {
            /// The name of the parameter.
            name: String,
            /// The value, as text.
            value: String,
        } = "parameter_cannot_be", "parameter `{name}` cannot be {value}";
        /// The code of the task asks for a parameter that does not exist, but one of a similar name does.
        AsksForMisspelled {
            /// The name in the code.
            name: String,
            /// The similar name.
            near: String,
        } = "asks_for_misspelled", "the game's code asks for parameter `{name}`, which does not exist: did you mean `{near}`?";
        /// The code of the task asks for a parameter that does not exist.
        AsksForUnknown {
            /// The name in the code.
            name: String,
            /// The names of those that exist.
            known: String,
        } = "asks_for_unknown", "the game's code asks for parameter `{name}`, which does not exist: expected one of {known}";
        /// The code of the task asks for a parameter, and there are none.
        AsksForNone {
            /// The name in the code.
            name: String,
        } = "asks_for_none", "the game's code asks for parameter `{name}`, but there are no parameters";
        /// The code of the task reads a parameter as another type.
        AsksForOtherType {
            /// The name of the parameter.
            name: String,
            /// The type in the code.
            asked: String,
            /// The type of the parameter.
            found: String,
        } = "asks_for_other_type", "the game's code reads parameter `{name}` as {asked}, but its type is {found}";
        /// A parameter that takes a variable is set to a constant.
        TakesVariable {
            /// The name of the parameter.
            name: String,
            /// The constant, as text.
            value: String,
        } = "parameter_takes_variable", "parameter `{name}`: expected a variable, found {value}";
        /// A text is not one of the choices of a parameter.
        NotAChoice {
            /// The name of the parameter.
            name: String,
            /// The text.
            value: String,
            /// The choices.
            choices: String,
        } = "parameter_not_a_choice", "parameter `{name}`: expected one of {choices}, found `{value}`";
        /// The code of the task refuses the value of a parameter.
        Refused {
            /// The name of the parameter.
            name: String,
            /// The reason.
            why: Message,
        } = "parameter_refused", "parameter `{name}`: {why}";
        /// The document declares a variable with another type than the game, which stores it.
        VariableKept {
            /// The name of the variable.
            name: String,
            /// The type in the document.
            found: ValueType,
            /// The type in the game.
            expected: ValueType,
        } = "variable_kept", "variable `{name}`: the game expects {expected}, found {found}";
    }
}
