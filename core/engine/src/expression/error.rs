//! What is wrong with an expression, and what can go wrong when one is evaluated: a row each with its code and English.

use std::fmt;
use std::ops::Range;

use crate::told;
use crate::told::{Argument, ToArgument};
use crate::value::ValueType;

/// Why a text is no expression, and the spot in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpressionError {
    /// The bytes of the text that it is about; empty at the end of the text if something is missing there.
    pub range: Range<usize>,
    /// What is wrong.
    pub fault: Fault,
}

impl ExpressionError {
    pub(super) fn new(range: Range<usize>, fault: Fault) -> Self {
        Self { range, fault }
    }

    /// Counted from 1 in characters: the column of the spot in this text, which is the one that was compiled.
    pub fn column(&self, text: &str) -> usize {
        let before = text.get(..self.range.start).unwrap_or(text);
        before.chars().count() + 1
    }

    /// Names what an unknown variable may be meant to be: the one that this gives for its name.
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
    /// What is wrong with the text of an expression. Other languages translate by [`Fault::code`] and [`Fault::arguments`].
    #[derive(Clone, Debug, PartialEq)]
    pub enum Fault of "expression" {
        /// There is no text.
        Empty = "empty", "the expression is empty";
        /// The text is longer than allowed.
        TooLong {
            /// The most characters.
            limit: usize,
        } = "too_long", "the expression is longer than {limit} characters";
        /// Too much stands inside something else.
        TooDeep {
            /// The deepest allowed.
            limit: usize,
        } = "too_deep", "the expression is nested more than {limit} levels deep";
        /// Something is missing at the end.
        Incomplete = "incomplete", "the expression is incomplete: something is missing here";
        /// Something stands where it cannot.
        Unexpected {
            /// What stands there.
            found: String,
        } = "unexpected", "unexpected `{found}`";
        /// A character that means nothing.
        UnexpectedCharacter {
            /// The character.
            character: char,
        } = "unexpected_character",
            "unexpected `{character}`: put names with such characters in backticks";
        /// A sign of another language or keyboard.
        WriteInstead {
            /// What stands there.
            found: String,
            /// What to write.
            meant: &'static str,
        } = "write_instead", "write `{meant}` instead of `{found}`";
        /// A text has no closing quote on its line.
        OpenText = "open_text", "the string has no closing quote";
        /// A name has no closing back quote.
        OpenName = "open_name", "the name has no closing backtick";
        /// Two back quotes with nothing between them.
        EmptyName = "empty_name", "there is no name between the backticks";
        /// A backslash in a text before something that it cannot stand before.
        UnknownEscape = "unknown_escape",
            "unknown escape: after a backslash, write n, t, r, a quote, another backslash, or u and four hex digits";
        /// A number that does not fit.
        NumberTooLarge {
            /// The number.
            number: String,
        } = "number_too_large", "number {number} is too large";
        /// Something that the language has elsewhere and not here.
        Unsupported {
            /// What.
            what: String,
        } = "unsupported", "`{what}` is not supported in expressions";
        /// No variable of this name is declared.
        UnknownVariable {
            /// The name.
            name: String,
        } = "unknown_variable", "there is no variable named `{name}`";
        /// No variable of this name is declared, but one with a similar name.
        UnknownVariableMeant {
            /// The name.
            name: String,
            /// The similar one.
            meant: String,
        } = "unknown_variable_meant", "there is no variable named `{name}`: did you mean `{meant}`?";
        /// No function of this name.
        UnknownFunction {
            /// The name.
            name: String,
        } = "unknown_function", "there is no function named `{name}`";
        /// No function of this name, but one with a similar name.
        UnknownFunctionMeant {
            /// The name.
            name: String,
            /// The similar one.
            meant: &'static str,
        } = "unknown_function_meant", "there is no function named `{name}`: did you mean `{meant}`?";
        /// The operator does not take values of this type.
        WrongOperand {
            /// The operator.
            operator: &'static str,
            /// The type.
            found: ValueType,
        } = "wrong_operand", "`{operator}` does not support {found}";
        /// The operator does not take values of these types.
        WrongOperands {
            /// The operator.
            operator: &'static str,
            /// The type to its left.
            left: ValueType,
            /// The type to its right.
            right: ValueType,
        } = "wrong_operands", "`{operator}` does not support {left} and {right}";
        /// A function is given something that it does not take.
        WrongArguments {
            /// How the function is written.
            usage: &'static str,
            /// The types of what it is given.
            found: String,
        } = "wrong_arguments", "expected {usage}, found arguments {found}";
        /// Something has another type than is needed there.
        WrongType {
            /// The type that is needed.
            expected: ValueType,
            /// The type that it has.
            found: ValueType,
        } = "wrong_type", "expected {expected}, found {found}";
        /// A value has no such part.
        NoPart {
            /// The type of the value.
            found: ValueType,
            /// The part.
            part: String,
        } = "no_part", "{found} has no component `.{part}`";
        /// The two answers of `? :` are of different types.
        DifferentAnswers {
            /// The type of the first.
            left: ValueType,
            /// The type of the second.
            right: ValueType,
        } = "different_answers",
            "the values before and after `:` must have the same type, found {left} and {right}";
        /// The items of a list are of different types, or lists themselves.
        MixedList {
            /// The type of the first item.
            expected: ValueType,
            /// The type of this one.
            found: ValueType,
        } = "mixed_list", "all items of a list must have one simple type: expected {expected}, found {found}";
        /// An empty list where nothing says what it would hold.
        EmptyList = "empty_list",
            "the item type of this empty list is unknown: use size(list) == 0 instead";
        /// A part that reads no variable cannot be worked out.
        AlwaysFails {
            /// Why.
            error: EvaluationError,
        } = "always_fails", "this never has a value: {error}";
    }
}

impl std::error::Error for Fault {}

told! {
    /// Why an expression has no value now.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum EvaluationError of "evaluation" {
        /// Something is divided by zero.
        DivisionByZero = "division_by_zero", "division by zero";
        /// A whole number leaves the 64 bits that it has.
        Overflow = "overflow", "integer overflow";
        /// A number grew beyond all bounds.
        NotFinite = "not_finite", "a number exceeded the range of a float";
        /// The square root of a negative number.
        NegativeRoot = "negative_root", "square root of a negative number";
        /// A list has no item with this number.
        NoItem {
            /// The number that was asked for.
            index: i64,
            /// How many items there are.
            len: usize,
        } = "no_item", "there is no item {index} in a list of length {len}; the first is 0";
        /// A text is no number.
        NotANumber(text: Box<str>) = "not_a_number", "the string `{text}` is not a number";
        /// A text grew beyond what it may be.
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
