//! Messages for people: a code, arguments and an English text. The `told!` macro declares an enum of them, one row
//! per message. Knows no message in particular.
//!
//! No code recognizes a message by its wording. Where several enums meet, such as in a run's log, they become a [`Message`], whose
//! arguments may be messages themselves.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::words;

/// A message that can be shown in any language: translations are looked up by family and code, and filled in with the
/// arguments.
///
/// `Display` gives the English text. Cloning is cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message(Arc<MessageData>);

#[derive(Debug, PartialEq, Eq)]
struct MessageData {
    family: &'static str,
    code: &'static str,
    arguments: Vec<(&'static str, Argument)>,
    english: Box<str>,
}

/// A value that fills a placeholder of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A text that needs no translation, such as a name or a number.
    Text(Box<str>),
    /// Another message, translated by itself.
    Message(Message),
    /// The name of a node type, which languages may translate.
    Task(Arc<str>),
    /// A parameter of a node type, which languages may translate.
    Parameter(Box<ParameterName>),
    /// Several values, joined by commas in English.
    List(Vec<Argument>),
}

/// The name of a parameter, with the node type that has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterName {
    /// The node type.
    pub task: Arc<str>,
    /// The parameter.
    pub name: Arc<str>,
}

impl Message {
    /// Creates a message. `family` and `code` are its key for translations; `english` is the finished English text.
    pub fn new(
        family: &'static str,
        code: &'static str,
        arguments: Vec<(&'static str, Argument)>,
        english: impl Into<Box<str>>,
    ) -> Self {
        Self(Arc::new(MessageData {
            family,
            code,
            arguments,
            english: english.into(),
        }))
    }

    /// Wraps a text from outside, such as an error of a game's own task. It is never translated: its family and code
    /// are empty.
    pub fn words(words: impl Into<Box<str>>) -> Self {
        Self::new("", "", Vec::new(), words)
    }

    /// Creates a message for a single translatable word. Its English text is `code`, which is also what
    /// machine-readable reports contain.
    pub fn word(family: &'static str, code: &'static str) -> Self {
        Self::new(family, code, Vec::new(), code)
    }

    /// The enum or group that the code belongs to, such as `"abort"`. Empty for texts from outside ([`Self::words`]).
    pub fn family(&self) -> &'static str {
        self.0.family
    }

    /// The stable name of the message within its family.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// The values that fill the placeholders, by name.
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        &self.0.arguments
    }

    /// Estimates the memory of its texts, in bytes.
    pub fn bytes(&self) -> usize {
        let filled = self.arguments().iter().map(|(_, filled)| filled.bytes());
        self.english().len() + filled.sum::<usize>()
    }

    /// The English text, or the original text if it came from outside.
    pub fn english(&self) -> &str {
        &self.0.english
    }
}

impl Argument {
    /// Its English text.
    pub fn english(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Message(message) => Cow::Borrowed(message.english()),
            Self::Task(task) => words(task),
            Self::Parameter(parameter) => Cow::Borrowed(&parameter.name),
            Self::List(list) => {
                let list: Vec<_> = list.iter().map(Self::english).collect();
                Cow::Owned(list.join(", "))
            }
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.len(),
            Self::Message(message) => message.bytes(),
            Self::Task(task) => task.len(),
            Self::Parameter(parameter) => parameter.task.len() + parameter.name.len(),
            Self::List(list) => list.iter().map(Self::bytes).sum(),
        }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.english())
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.english())
    }
}

impl From<String> for Message {
    fn from(words: String) -> Self {
        Self::words(words)
    }
}

impl From<&str> for Message {
    fn from(words: &str) -> Self {
        Self::words(words)
    }
}

/// A type whose values can fill a placeholder of a message.
pub trait ToArgument {
    /// Converts the value to an argument.
    fn to_argument(&self) -> Argument;
}

impl ToArgument for Message {
    fn to_argument(&self) -> Argument {
        Argument::Message(self.clone())
    }
}

impl ToArgument for Argument {
    fn to_argument(&self) -> Argument {
        self.clone()
    }
}

impl<T: ToArgument + ?Sized> ToArgument for &T {
    fn to_argument(&self) -> Argument {
        (**self).to_argument()
    }
}

impl<T: ToArgument + ?Sized> ToArgument for Box<T> {
    fn to_argument(&self) -> Argument {
        (**self).to_argument()
    }
}

impl<T: ToArgument + ?Sized> ToArgument for Arc<T> {
    fn to_argument(&self) -> Argument {
        (**self).to_argument()
    }
}

/// What a row of [`told!`] can delegate its arguments to.
#[doc(hidden)]
pub trait Filled {
    /// The arguments by name.
    fn to_arguments(&self) -> Vec<(&'static str, Argument)>;
}

/// Converts arguments to English text.
#[doc(hidden)]
pub fn in_english(arguments: Vec<(&'static str, Argument)>) -> Vec<(&'static str, String)> {
    let arguments = arguments.into_iter();
    arguments
        .map(|(name, argument)| (name, argument.english().into_owned()))
        .collect()
}

impl Filled for Vec<(&'static str, String)> {
    fn to_arguments(&self) -> Vec<(&'static str, Argument)> {
        let filled = self.iter();
        filled
            .map(|(name, text)| (*name, text.to_argument()))
            .collect()
    }
}

/// Implements [`ToArgument`] through `Display`.
#[doc(hidden)]
#[macro_export]
macro_rules! shown_as_text {
    ($($type:ty),* $(,)?) => {$(
        impl $crate::ToArgument for $type {
            fn to_argument(&self) -> $crate::Argument {
                $crate::Argument::Text(self.to_string().into())
            }
        }
    )*};
}

shown_as_text! { str, String, char, u32, u64, usize, i64, f64 }

/// Example values, from which tests build every message that can be shown.
#[cfg(any(test, feature = "testing"))]
pub trait Example: Sized {
    /// The number of examples that differ in the resulting message.
    const COUNT: usize = 1;

    /// Returns one example. Numbers from `COUNT` on wrap around.
    fn example(number: usize) -> Self;

    /// Returns all examples.
    fn all() -> Vec<Self> {
        (0..Self::COUNT).map(Self::example).collect()
    }
}

/// Returns the largest of the numbers; 0 if there are none.
#[cfg(any(test, feature = "testing"))]
pub const fn most(counts: &[usize]) -> usize {
    let (mut most, mut at) = (0, 0);
    while at < counts.len() {
        if counts[at] > most {
            most = counts[at];
        }
        at += 1;
    }
    most
}

/// Implements [`Example`] for types that have a single example.
#[cfg(any(test, feature = "testing"))]
macro_rules! examples {
    ($($type:ty: $example:expr;)*) => {$(
        impl Example for $type {
            fn example(_: usize) -> Self {
                $example
            }
        }
    )*};
}

#[cfg(any(test, feature = "testing"))]
examples! {
    String: "x".to_owned();
    &'static str: "x";
    Arc<str>: "x".into();
    Box<str>: "x".into();
    char: 'x';
    bool: true;
    u32: 2;
    u64: 2;
    usize: 2;
    i64: 2;
    f64: 2.0;
    Message: Message::words("x");
    Argument: Argument::Text("x".into());
}

#[cfg(any(test, feature = "testing"))]
impl<T: Example> Example for Box<T> {
    const COUNT: usize = T::COUNT;

    fn example(number: usize) -> Self {
        Self::new(T::example(number))
    }
}

#[cfg(any(test, feature = "testing"))]
impl<T: Example> Example for Vec<T> {
    fn example(number: usize) -> Self {
        vec![T::example(number)]
    }
}

#[cfg(any(test, feature = "testing"))]
impl<T: Example> Example for Option<T> {
    fn example(number: usize) -> Self {
        Some(T::example(number))
    }
}

/// Declares an enum of messages. Each row is a variant with its fields, `=` its code, its English text and,
/// optionally, `with` the arguments for translations.
///
/// - Fields: fields of tuple variants get names, too.
/// - English text: a format string that may name the fields, a format string with its arguments in parentheses, or an
///   expression in braces.
/// - Arguments: without `with`, all fields by name; `with [("name", value), …]` lists them; `with { expression }`
///   takes those of another message. An argument that is a message itself is translated, too.
///
/// The enum gets `code`, `arguments`, `message` and `Display`; `of` names the family of its messages. Tests get an
/// example of each row, unless the declaration says `without examples`.
#[doc(hidden)]
#[macro_export]
macro_rules! told {
    ($(#[$of:meta])* pub enum $name:ident of $family:literal without examples {$($rows:tt)*}) => {
        $crate::told!(@rows $(#[$of])* pub enum $name of $family {$($rows)*});
    };
    ($(#[$of:meta])* pub enum $name:ident of $family:literal {$($rows:tt)*}) => {
        $crate::told!(@rows $(#[$of])* pub enum $name of $family {$($rows)*});
        $crate::told!(@example $(#[$of])* pub enum $name of $family {$($rows)*});
    };
    (@rows
        $(#[$of:meta])*
        pub enum $name:ident of $family:literal {$(
            $(#[$doc:meta])*
            $variant:ident
            $({ $($(#[$about:meta])* $field:ident: $type:ty),* $(,)? })?
            $(($($held:ident: $held_type:ty),*))?
            = $code:expr, $english:tt $(with $with:tt)?;
        )*}
    ) => {
        $(#[$of])*
        pub enum $name {$(
            $(#[$doc])*
            $variant $({ $($(#[$about])* $field: $type),* })? $(($($held_type),*))?,
        )*}

        impl $name {
            /// The family of the messages: the first half of their translation key.
            pub const FAMILY: &'static str = $family;

            /// Its stable code, for translations and machine-readable reports.
            #[allow(unused_variables, reason = "few codes depend on the fields")]
            pub fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($($held),*))? => $code,)*
                }
            }

            /// The values that fill the placeholders, by name, as English text.
            pub fn arguments(&self) -> Vec<(&'static str, String)> {
                $crate::told::in_english(self.to_arguments())
            }

            /// Converts it to a message that can be translated.
            pub fn message(&self) -> $crate::Message {
                $crate::Message::new($family, self.code(), self.to_arguments(), self.to_string())
            }

            /// The values that fill the placeholders, by name.
            #[allow(unused_variables, reason = "not all fields are arguments")]
            pub fn to_arguments(&self) -> Vec<(&'static str, $crate::Argument)> {
                #[allow(unused_imports, reason = "few rows delegate, and some have no arguments")]
                use $crate::{Filled as _, ToArgument as _};
                match self {$(
                    Self::$variant $({ $($field),* })? $(($($held),*))? => {
                        $crate::told!(@arguments [$($($field),*)? $($($held),*)?] $($with)?)
                    }
                )*}
            }
        }

        impl std::fmt::Display for $name {
            #[allow(unused_variables, reason = "not all fields are shown")]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {$(
                    Self::$variant $({ $($field),* })? $(($($held),*))? => {
                        $crate::told!(@english f, $english)
                    }
                )*}
            }
        }

        impl $crate::ToArgument for $name {
            fn to_argument(&self) -> $crate::Argument {
                $crate::Argument::Message(self.message())
            }
        }

        impl From<$name> for $crate::Message {
            fn from(told: $name) -> Self {
                told.message()
            }
        }
    };
    (@example
        $(#[$of:meta])*
        pub enum $name:ident of $family:literal {$(
            $(#[$doc:meta])*
            $variant:ident
            $({ $($(#[$about:meta])* $field:ident: $type:ty),* $(,)? })?
            $(($($held:ident: $held_type:ty),*))?
            = $code:expr, $english:tt $(with $with:tt)?;
        )*}
    ) => {
        #[cfg(any(test, feature = "testing"))]
        impl $crate::told::Example for $name {
            const COUNT: usize = 0 $(+ $crate::told!(@count $($($type)*)? $($($held_type)*)?))*;

            #[allow(clippy::modulo_one, reason = "some enums have one row")]
            fn example(number: usize) -> Self {
                let mut left = number % Self::COUNT;
                $(
                    let count = $crate::told!(@count $($($type)*)? $($($held_type)*)?);
                    if left < count {
                        return Self::$variant
                            $({ $($field: <$type as $crate::told::Example>::example(left)),* })?
                            $(($(<$held_type as $crate::told::Example>::example(left)),*))?;
                    }
                    left -= count;
                )*
                unreachable!("row {left} is out of range")
            }
        }
    };
    (@count $($type:ty)*) => {
        $crate::told::most(&[1, $(<$type as $crate::told::Example>::COUNT),*])
    };
    (@arguments [$($field:ident),*]) => {
        vec![$((stringify!($field), $field.to_argument())),*]
    };
    (@arguments [$($field:ident),*] { $arguments:expr }) => {
        $arguments.to_arguments()
    };
    (@arguments [$($field:ident),*] [$(($argument:expr, $value:expr)),* $(,)?]) => {
        vec![$(($argument, $value.to_argument())),*]
    };
    (@english $f:ident, $text:literal) => { write!($f, $text) };
    (@english $f:ident, ($text:literal, $($filled:tt)*)) => { write!($f, $text, $($filled)*) };
    (@english $f:ident, { $($english:tt)* }) => { $f.write_str(&{ $($english)* }) };
}
