//! What is told to people: messages with a code and what fills them in, and enums of them, each variant a row with its code and its English.
//! Knows nothing of what is told.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::words;

/// Something that is told: whoever shows it says it in the reader's language by its family, its code and its arguments. English is the `Display`.
/// Copies are cheap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message(Arc<Inside>);

#[derive(Debug, PartialEq, Eq)]
struct Inside {
    family: &'static str,
    code: &'static str,
    arguments: Vec<(&'static str, Argument)>,
    english: Box<str>,
}

/// What fills a place of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A text that is the same in every language.
    Text(Box<str>),
    /// Another message.
    Message(Message),
    /// The name of a kind of node, for which languages have words of their own.
    Task(Arc<str>),
    /// Several, one after the other.
    List(Vec<Argument>),
}

impl Message {
    /// A message of a family.
    pub fn new(
        family: &'static str,
        code: &'static str,
        arguments: Vec<(&'static str, Argument)>,
        english: impl Into<Box<str>>,
    ) -> Self {
        Self(Arc::new(Inside {
            family,
            code,
            arguments,
            english: english.into(),
        }))
    }

    /// The words of somebody else, such as those of a game's own task. They have no family and no code.
    pub fn words(words: impl Into<Box<str>>) -> Self {
        Self::new("", "", Vec::new(), words)
    }

    /// A word that every language has its own for. In machines' reports it is its code.
    pub fn word(family: &'static str, code: &'static str) -> Self {
        Self::new(family, code, Vec::new(), code)
    }

    /// What its code belongs to; empty for words of somebody else.
    pub fn family(&self) -> &'static str {
        self.0.family
    }

    /// Its name in its family.
    pub fn code(&self) -> &'static str {
        self.0.code
    }

    /// What fills it in, by name.
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        &self.0.arguments
    }

    /// About how much memory its texts take.
    pub fn bytes(&self) -> usize {
        let filled = self.arguments().iter().map(|(_, filled)| filled.bytes());
        self.english().len() + filled.sum::<usize>()
    }

    /// It in English, or in the words of whoever said it.
    pub fn english(&self) -> &str {
        &self.0.english
    }
}

impl Argument {
    /// It in English.
    pub fn english(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Message(message) => Cow::Borrowed(message.english()),
            Self::Task(task) => words(task),
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

/// What can fill a place of a message.
pub trait ToArgument {
    /// It as an argument.
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

/// What a row of [`told!`] hands on to.
#[doc(hidden)]
pub trait Filled {
    /// What fills it in, as it is in English.
    fn arguments(&self) -> Vec<(&'static str, String)>;
    /// What fills it in.
    fn to_arguments(&self) -> Vec<(&'static str, Argument)>;
}

impl Filled for Vec<(&'static str, String)> {
    fn arguments(&self) -> Vec<(&'static str, String)> {
        self.clone()
    }

    fn to_arguments(&self) -> Vec<(&'static str, Argument)> {
        let filled = self.iter();
        filled
            .map(|(name, text)| (*name, text.to_argument()))
            .collect()
    }
}

/// Types that fill a place as they are shown.
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

/// What tests put into places, so that they can say all that can be told.
#[cfg(any(test, feature = "testing"))]
pub trait Example: Sized {
    /// How many differ in what is told.
    const COUNT: usize = 1;

    /// One of them; they begin anew after the last.
    fn example(number: usize) -> Self;

    /// All of them.
    fn all() -> Vec<Self> {
        (0..Self::COUNT).map(Self::example).collect()
    }
}

/// The largest of these numbers.
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

/// Types with an example each.
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

/// Makes an enum from rows: a variant with its fields (those of a tuple get names too) `=` its code, its English, and, where these are not its fields as
/// they are shown, `with` the values that a translation fills in, by name, or in braces with something told that says them. A value that is a message
/// itself is said in the reader's language, too.
///
/// English is a text that may name the fields, a text with what it is filled with in parentheses, or in braces what gives it. The enum gets `code`,
/// `arguments`, `message` and `Display`; `of` names the family of its messages. Tests get an example of each row, unless the enum does `without examples`.
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
            /// What the codes belong to.
            pub const FAMILY: &'static str = $family;

            /// A stable name, for translations and for machines that read reports.
            #[allow(unused_variables, reason = "few codes depend on what is told")]
            pub fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($($held),*))? => $code,)*
                }
            }

            /// The values that a translation fills in, by name, as they are in English.
            #[allow(unused_variables, reason = "not all that is known is filled in")]
            pub fn arguments(&self) -> Vec<(&'static str, String)> {
                #[allow(unused_imports, reason = "few hand on")]
                use $crate::Filled as _;
                match self {$(
                    Self::$variant $({ $($field),* })? $(($($held),*))? => {
                        $crate::told!(@arguments to_string arguments, [$($($field),*)? $($($held),*)?] $($with)?)
                    }
                )*}
            }

            /// It as a message, to be said in the reader's language.
            pub fn message(&self) -> $crate::Message {
                $crate::Message::new($family, self.code(), self.to_arguments(), self.to_string())
            }

            /// The values that a translation fills in, by name.
            #[allow(unused_variables, reason = "not all that is known is filled in")]
            pub fn to_arguments(&self) -> Vec<(&'static str, $crate::Argument)> {
                #[allow(unused_imports, reason = "few hand on, and some are filled in by nothing")]
                use $crate::{Filled as _, ToArgument as _};
                match self {$(
                    Self::$variant $({ $($field),* })? $(($($held),*))? => {
                        $crate::told!(@arguments to_argument to_arguments, [$($($field),*)? $($($held),*)?] $($with)?)
                    }
                )*}
            }
        }

        impl std::fmt::Display for $name {
            #[allow(unused_variables, reason = "not all that is known is said")]
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
                unreachable!("{left} rows too far")
            }
        }
    };
    (@count $($type:ty)*) => {
        $crate::told::most(&[1, $(<$type as $crate::told::Example>::COUNT),*])
    };
    (@arguments $to:ident $all:ident, [$($field:ident),*]) => {
        vec![$((stringify!($field), $field.$to())),*]
    };
    (@arguments $to:ident $all:ident, [$($field:ident),*] { $arguments:expr }) => {
        $arguments.$all()
    };
    (@arguments $to:ident $all:ident, [$($field:ident),*] [$(($argument:expr, $value:expr)),* $(,)?]) => {
        vec![$(($argument, $value.$to())),*]
    };
    (@english $f:ident, $text:literal) => { write!($f, $text) };
    (@english $f:ident, ($text:literal, $($filled:tt)*)) => { write!($f, $text, $($filled)*) };
    (@english $f:ident, { $($english:tt)* }) => { $f.write_str(&{ $($english)* }) };
}
