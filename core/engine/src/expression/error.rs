//! What is wrong with an expression, and what can go wrong when one is evaluated: codes and arguments, in English by `Display`.

use std::fmt;
use std::ops::Range;

use thiserror::Error;

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

/// What is wrong with the text of an expression. Other languages translate by [`Fault::code`] and [`Fault::arguments`].
#[derive(Clone, Debug, PartialEq, Error)]
pub enum Fault {
    /// There is no text.
    #[error("there is no expression")]
    Empty,
    /// The text is longer than allowed.
    #[error("it is longer than {limit} characters")]
    TooLong {
        /// The most characters.
        limit: usize,
    },
    /// Too much stands inside something else.
    #[error("it is nested more than {limit} deep")]
    TooDeep {
        /// The deepest allowed.
        limit: usize,
    },
    /// Something is missing at the end.
    #[error("it ends too early: something is missing here")]
    Incomplete,
    /// Something stands where it cannot.
    #[error("`{found}` cannot stand here")]
    Unexpected {
        /// What stands there.
        found: String,
    },
    /// A character that means nothing.
    #[error("`{character}` means nothing here; a name with such characters stands in back quotes")]
    UnexpectedCharacter {
        /// The character.
        character: char,
    },
    /// A sign of another language or keyboard.
    #[error("write `{meant}` instead of `{found}`")]
    WriteInstead {
        /// What stands there.
        found: String,
        /// What to write.
        meant: &'static str,
    },
    /// A text has no closing quote on its line.
    #[error("the text has no closing quote")]
    OpenText,
    /// A name has no closing back quote.
    #[error("the name has no closing back quote")]
    OpenName,
    /// Two back quotes with nothing between them.
    #[error("there is no name between the back quotes")]
    EmptyName,
    /// A backslash in a text before something that it cannot stand before.
    #[error(
        "a backslash in a text stands before n, t, r, a quote, another backslash, or u and four digits"
    )]
    UnknownEscape,
    /// A number that does not fit.
    #[error("the number {number} is too large")]
    NumberTooLarge {
        /// The number.
        number: String,
    },
    /// Something that the language has elsewhere and not here.
    #[error("`{what}` is not supported in expressions")]
    Unsupported {
        /// What.
        what: String,
    },
    /// No variable of this name is declared.
    #[error("there is no variable `{name}`")]
    UnknownVariable {
        /// The name.
        name: String,
    },
    /// No variable of this name is declared, but one with a similar name.
    #[error("there is no variable `{name}`; is `{meant}` meant?")]
    UnknownVariableMeant {
        /// The name.
        name: String,
        /// The similar one.
        meant: String,
    },
    /// No function of this name.
    #[error("there is no function `{name}`")]
    UnknownFunction {
        /// The name.
        name: String,
    },
    /// No function of this name, but one with a similar name.
    #[error("there is no function `{name}`; is `{meant}` meant?")]
    UnknownFunctionMeant {
        /// The name.
        name: String,
        /// The similar one.
        meant: &'static str,
    },
    /// The operator does not take values of this type.
    #[error("`{operator}` does not work on {found}")]
    WrongOperand {
        /// The operator.
        operator: &'static str,
        /// The type.
        found: String,
    },
    /// The operator does not take values of these types.
    #[error("`{operator}` does not work between {left} and {right}")]
    WrongOperands {
        /// The operator.
        operator: &'static str,
        /// The type to its left.
        left: String,
        /// The type to its right.
        right: String,
    },
    /// A function is given something that it does not take.
    #[error("write {usage}; it is given {found}")]
    WrongArguments {
        /// How the function is written.
        usage: &'static str,
        /// The types of what it is given.
        found: String,
    },
    /// Something has another type than is needed there.
    #[error("this is {found} and should be {expected}")]
    WrongType {
        /// The type that is needed.
        expected: String,
        /// The type that it has.
        found: String,
    },
    /// A value has no such part.
    #[error("{found} has no part `.{part}`")]
    NoPart {
        /// The type of the value.
        found: String,
        /// The part.
        part: String,
    },
    /// The two answers of `? :` are of different types.
    #[error("the answers before and after `:` are {left} and {right}; they should be of one type")]
    DifferentAnswers {
        /// The type of the first.
        left: String,
        /// The type of the second.
        right: String,
    },
    /// The items of a list are of different types, or lists themselves.
    #[error("the items of a list are of one simple type; this one is {found}, not {expected}")]
    MixedList {
        /// The type of the first item.
        expected: String,
        /// The type of this one.
        found: String,
    },
    /// An empty list where nothing says what it would hold.
    #[error("nothing says what this empty list would hold; ask for size(list) == 0 instead")]
    EmptyList,
    /// A part that reads no variable cannot be worked out.
    #[error("this can never be worked out: {error}")]
    AlwaysFails {
        /// Why.
        error: EvaluationError,
    },
}

impl Fault {
    /// A stable name, for translations.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::TooLong { .. } => "too_long",
            Self::TooDeep { .. } => "too_deep",
            Self::Incomplete => "incomplete",
            Self::Unexpected { .. } => "unexpected",
            Self::UnexpectedCharacter { .. } => "unexpected_character",
            Self::WriteInstead { .. } => "write_instead",
            Self::OpenText => "open_text",
            Self::OpenName => "open_name",
            Self::EmptyName => "empty_name",
            Self::UnknownEscape => "unknown_escape",
            Self::NumberTooLarge { .. } => "number_too_large",
            Self::Unsupported { .. } => "unsupported",
            Self::UnknownVariable { .. } => "unknown_variable",
            Self::UnknownVariableMeant { .. } => "unknown_variable_meant",
            Self::UnknownFunction { .. } => "unknown_function",
            Self::UnknownFunctionMeant { .. } => "unknown_function_meant",
            Self::WrongOperand { .. } => "wrong_operand",
            Self::WrongOperands { .. } => "wrong_operands",
            Self::WrongArguments { .. } => "wrong_arguments",
            Self::WrongType { .. } => "wrong_type",
            Self::NoPart { .. } => "no_part",
            Self::DifferentAnswers { .. } => "different_answers",
            Self::MixedList { .. } => "mixed_list",
            Self::EmptyList => "empty_list",
            Self::AlwaysFails { .. } => "always_fails",
        }
    }

    /// The values that a translation fills in, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Empty
            | Self::Incomplete
            | Self::OpenText
            | Self::OpenName
            | Self::EmptyName
            | Self::UnknownEscape
            | Self::EmptyList => Vec::new(),
            Self::TooLong { limit } | Self::TooDeep { limit } => {
                vec![("limit", limit.to_string())]
            }
            Self::Unexpected { found } => vec![("found", found.clone())],
            Self::UnexpectedCharacter { character } => vec![("character", character.to_string())],
            Self::WriteInstead { found, meant } => {
                vec![("found", found.clone()), ("meant", (*meant).to_owned())]
            }
            Self::NumberTooLarge { number } => vec![("number", number.clone())],
            Self::Unsupported { what } => vec![("what", what.clone())],
            Self::UnknownVariable { name } | Self::UnknownFunction { name } => {
                vec![("name", name.clone())]
            }
            Self::UnknownVariableMeant { name, meant } => {
                vec![("name", name.clone()), ("meant", meant.clone())]
            }
            Self::UnknownFunctionMeant { name, meant } => {
                vec![("name", name.clone()), ("meant", (*meant).to_owned())]
            }
            Self::AlwaysFails { error } => vec![("error", error.to_string())],
            _ => self.arguments_about_types(),
        }
    }

    fn arguments_about_types(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::WrongOperand { operator, found } => vec![
                ("operator", (*operator).to_owned()),
                ("found", found.clone()),
            ],
            Self::WrongOperands {
                operator,
                left,
                right,
            } => vec![
                ("operator", (*operator).to_owned()),
                ("left", left.clone()),
                ("right", right.clone()),
            ],
            Self::WrongArguments { usage, found } => {
                vec![("usage", (*usage).to_owned()), ("found", found.clone())]
            }
            Self::WrongType { expected, found } | Self::MixedList { expected, found } => {
                vec![("expected", expected.clone()), ("found", found.clone())]
            }
            Self::NoPart { found, part } => {
                vec![("found", found.clone()), ("part", part.clone())]
            }
            Self::DifferentAnswers { left, right } => {
                vec![("left", left.clone()), ("right", right.clone())]
            }
            _ => Vec::new(),
        }
    }
}

/// Why an expression has no value now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EvaluationError {
    /// Something is divided by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// A whole number leaves the 64 bits that it has.
    #[error("a whole number grew too large")]
    Overflow,
    /// A number grew beyond all bounds.
    #[error("a number grew beyond all bounds")]
    NotFinite,
    /// The square root of a negative number.
    #[error("the square root of a negative number")]
    NegativeRoot,
    /// A list has no item with this number.
    #[error("there is no item {index} in a list of {len}; the first is 0")]
    NoItem {
        /// The number that was asked for.
        index: i64,
        /// How many items there are.
        len: usize,
    },
    /// A text is no number.
    #[error("the text `{0}` is no number")]
    NotANumber(Box<str>),
    /// A text grew beyond what it may be.
    #[error("a text grew longer than {0} bytes")]
    TextTooLong(usize),
    /// A variable holds a value of another type than it is declared with.
    #[error("a variable does not hold what it is declared to hold")]
    WrongType,
}

impl EvaluationError {
    /// A stable name, for translations.
    pub fn code(&self) -> &'static str {
        match self {
            Self::DivisionByZero => "division_by_zero",
            Self::Overflow => "overflow",
            Self::NotFinite => "not_finite",
            Self::NegativeRoot => "negative_root",
            Self::NoItem { .. } => "no_item",
            Self::NotANumber(_) => "not_a_number",
            Self::TextTooLong(_) => "text_too_long",
            Self::WrongType => "wrong_type",
        }
    }

    /// The values that a translation fills in, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::NoItem { index, len } => {
                vec![("index", index.to_string()), ("len", len.to_string())]
            }
            Self::NotANumber(text) => vec![("text", text.to_string())],
            Self::TextTooLong(limit) => vec![("limit", limit.to_string())],
            _ => Vec::new(),
        }
    }
}
