//! Errors of expressions, when they are compiled and when they are evaluated: one row each, with code and English text.

use std::fmt;
use std::ops::Range;

use crate::told;
use crate::told::{Argument, Message, ToArgument};
use crate::value::ValueType;

/// The reason why a text is not a valid expression, and the position in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressionError {
    /// The part of the text that is wrong, in bytes; empty at the end of the text if something is missing there.
    pub range: Range<usize>,
    /// The error.
    pub fault: Fault,
}

impl ExpressionError {
    pub(super) fn new(range: Range<usize>, fault: Fault) -> Self {
        Self { range, fault }
    }

    /// Returns the column of the error, counted from 1 in characters. `text` must be the text that was compiled.
    pub fn column(&self, text: &str) -> usize {
        let before = text.get(..self.range.start).unwrap_or(text);
        before.chars().count() + 1
    }

    /// Adds a suggestion for an unknown variable: `nearest` gets its name and returns a similar declared one.
    #[must_use]
    pub fn meaning(mut self, nearest: impl FnOnce(&str) -> Option<String>) -> Self {
        if let Fault::UnknownVariable { name } = &self.fault
            && let Some(meant) = nearest(name)
        {
            self.fault = Fault::UnknownVariableMeant {
                name: name.clone(),
                meant,
            };
        }
        self
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl std::error::Error for ExpressionError {}

impl ToArgument for ExpressionError {
    fn to_argument(&self) -> Argument {
        self.fault.to_argument()
    }
}

told! {
    /// The ways in which the text of an expression can be wrong. Translations go by [`Fault::code`] and
    /// [`Fault::arguments`].
    #[derive(Clone, Debug, PartialEq)]
    pub enum Fault of "expression" {
        /// The text is empty.
        Empty = "empty", "the expression is empty";
        /// The text is too long.
        TooLong {
            /// The maximum length in characters.
            limit: usize,
        } = "too_long", "the expression is longer than {limit} characters";
        /// The nesting is too deep.
        TooDeep {
            /// The maximum depth.
            limit: usize,
        } = "too_deep", "the expression is nested more than {limit} levels deep";
        /// Something is missing at the end.
        Incomplete = "incomplete", "the expression is incomplete: something is missing here";
        /// A token is not allowed at its position.
        Unexpected {
            /// The token.
            found: String,
        } = "unexpected", "unexpected `{found}`";
        /// A character has no meaning in expressions.
        UnexpectedCharacter {
            /// The character.
            character: char,
        } = "unexpected_character",
            "unexpected `{character}`: put names with such characters in backticks";
        /// A sign of another language or keyboard is used.
        WriteInstead {
            /// The sign.
            found: String,
            /// The replacement.
            meant: &'static str,
        } = "write_instead", "write `{meant}` instead of `{found}`";
        /// A string has no closing quote on its line.
        OpenText = "open_text", "the string has no closing quote";
        /// A name has no closing backtick.
        OpenName = "open_name", "the name has no closing backtick";
        /// There is nothing between two backticks.
        EmptyName = "empty_name", "there is no name between the backticks";
        /// A backslash in a string is followed by something that is not an escape.
        UnknownEscape = "unknown_escape",
            "unknown escape: after a backslash, write n, t, r, a quote, another backslash, or u and four hex digits";
        /// A number is out of range.
        NumberTooLarge {
            /// The number.
            number: String,
        } = "number_too_large", "number {number} is too large";
        /// A feature of the language is not supported here.
        Unsupported {
            /// The feature.
            what: String,
        } = "unsupported", "`{what}` is not supported in expressions";
        /// No variable of this name is declared.
        UnknownVariable {
            /// The name.
            name: String,
        } = "unknown_variable", "there is no variable named `{name}`";
        /// No variable of this name is declared, but one with a similar name is.
        UnknownVariableMeant {
            /// The name.
            name: String,
            /// The similar name.
            meant: String,
        } = "unknown_variable_meant", "there is no variable named `{name}`: did you mean `{meant}`?";
        /// There is no function of this name.
        UnknownFunction {
            /// The name.
            name: String,
        } = "unknown_function", "there is no function named `{name}`";
        /// There is no function of this name, but one with a similar name.
        UnknownFunctionMeant {
            /// The name.
            name: String,
            /// The similar name.
            meant: &'static str,
        } = "unknown_function_meant", "there is no function named `{name}`: did you mean `{meant}`?";
        /// The operator does not accept a value of this type.
        WrongOperand {
            /// The operator.
            operator: &'static str,
            /// The type.
            found: ValueType,
        } = "wrong_operand", "`{operator}` does not support {found}";
        /// The operator does not accept values of these types.
        WrongOperands {
            /// The operator.
            operator: &'static str,
            /// The type on its left side.
            left: ValueType,
            /// The type on its right side.
            right: ValueType,
        } = "wrong_operands", "`{operator}` does not support {left} and {right}";
        /// The function does not accept these arguments.
        WrongArguments {
            /// How to call the function.
            usage: &'static str,
            /// The types of the arguments.
            found: String,
        } = "wrong_arguments", "expected {usage}, found arguments {found}";
        /// The argument of a function must be known when the expression is compiled.
        NeedsConstant {
            /// How to call the function.
            usage: &'static str,
        } = "needs_constant", "expected {usage} with a text in quotes, found a value that may change";
        /// A name is not one that the expression can use, for a reason that only its user knows.
        Refused {
            /// The reason.
            why: Message,
        } = "refused", "{why}";
        /// The same, and a similar name can be used.
        RefusedMeant {
            /// The reason.
            why: Message,
            /// The similar name.
            meant: String,
        } = "refused_meant", "{why}: did you mean `{meant}`?";
        /// A part has the wrong type.
        WrongType {
            /// The required type.
            expected: ValueType,
            /// The actual type.
            found: ValueType,
        } = "wrong_type", "expected {expected}, found {found}";
        /// A value has no component of this name.
        NoPart {
            /// The type of the value.
            found: ValueType,
            /// The name.
            part: String,
        } = "no_part", "{found} has no component `.{part}`";
        /// The two results of `? :` have different types.
        DifferentAnswers {
            /// The type of the first.
            left: ValueType,
            /// The type of the second.
            right: ValueType,
        } = "different_answers",
            "the values before and after `:` must have the same type, found {left} and {right}";
        /// The items of a list have different types, or are lists themselves.
        MixedList {
            /// The type of the first item.
            expected: ValueType,
            /// The type of the offending item.
            found: ValueType,
        } = "mixed_list", "all items of a list must have one simple type: expected {expected}, found {found}";
        /// An empty list appears where its item type is unknown.
        EmptyList = "empty_list",
            "the item type of this empty list is unknown: use size(list) == 0 instead";
        /// A part that reads no variable can never be evaluated.
        AlwaysFails {
            /// The error of its evaluation.
            error: EvaluationError,
        } = "always_fails", "this never has a value: {error}";
    }
}

impl std::error::Error for Fault {}

told! {
    /// The reason why an expression has no value now.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum EvaluationError of "evaluation" {
        /// Division by zero.
        DivisionByZero = "division_by_zero", "division by zero";
        /// An integer exceeds 64 bits.
        Overflow = "overflow", "integer overflow";
        /// A float is no longer finite.
        NotFinite = "not_finite", "a number exceeded the range of a float";
        /// Square root of a negative number.
        NegativeRoot = "negative_root", "square root of a negative number";
        /// A list has no item with this index.
        NoItem {
            /// The index.
            index: i64,
            /// The length of the list.
            len: usize,
        } = "no_item", "there is no item {index} in a list of length {len}; the first is 0";
        /// A string is not a number.
        NotANumber(text: Box<str>) = "not_a_number", "the string `{text}` is not a number";
        /// A string exceeds the maximum length in bytes.
        TextTooLong(limit: usize) = "text_too_long", "a string grew longer than {limit} bytes";
        /// A variable holds a value of another type than it is declared with.
        WrongType = "wrong_type", "a variable holds a value of another type than declared";
    }
}

impl std::error::Error for EvaluationError {}

#[cfg(any(test, feature = "testing"))]
use crate::told::Example;

#[cfg(any(test, feature = "testing"))]
impl Example for ExpressionError {
    const COUNT: usize = Fault::COUNT;

    fn example(number: usize) -> Self {
        Self {
            range: 0..0,
            fault: Fault::example(number),
        }
    }
}
