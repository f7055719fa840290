//! What became of something on its way between this program's documents and another tool's files.
//! Does not know any tool: each format has a table of its own remarks (`format/*/remarks.rs`).

use std::fmt;

use crate::diagnostic::Severity;
use crate::named;
use crate::told::{Argument, Message, ToArgument as _};

named! {
    /// How much was lost.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Grade: code {
        /// It is kept for the other tool, and does nothing here.
        Kept = "kept",
        /// It is there, but does not behave in every case as it does there.
        Approximated = "approximated",
        /// The other side cannot express it.
        Refused = "refused",
    }
}

/// A remark on something that went from one format to another. English is the `Display`; other languages translate by
/// [`Transfer::code`] and [`Transfer::arguments`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transfer {
    code: &'static str,
    grade: Grade,
    arguments: Vec<(&'static str, Argument)>,
    english: String,
}

impl Transfer {
    /// A remark with everything that is said of it; tables of remarks make these.
    pub fn new(
        code: &'static str,
        grade: Grade,
        arguments: Vec<(&'static str, String)>,
        english: String,
    ) -> Self {
        Self {
            code,
            grade,
            arguments: arguments
                .into_iter()
                .map(|(name, text)| (name, Argument::Text(text.into())))
                .collect(),
            english,
        }
    }

    /// The same remark where what fills in this argument is a message.
    #[must_use]
    pub fn telling(mut self, argument: &str, message: &Message) -> Self {
        for (_, filled) in self
            .arguments
            .iter_mut()
            .filter(|(name, _)| *name == argument)
        {
            *filled = message.to_argument();
        }
        self
    }

    /// A stable name, for translations and for machines that read reports.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        match self.grade {
            Grade::Refused => Severity::Error,
            Grade::Kept | Grade::Approximated => Severity::Warning,
        }
    }

    /// How much was lost.
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// The same remark where it refuses nothing: what the other side cannot load is only kept.
    #[must_use]
    pub fn kept(self) -> Self {
        let grade = match self.grade {
            Grade::Refused => Grade::Kept,
            grade => grade,
        };
        Self { grade, ..self }
    }

    /// The values that a translation fills in, by name.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        let filled = self.arguments.iter();
        filled
            .map(|(name, value)| (*name, value.english().into_owned()))
            .collect()
    }

    /// The same as arguments of a message.
    pub fn to_arguments(&self) -> Vec<(&'static str, Argument)> {
        self.arguments.clone()
    }
}

impl fmt::Display for Transfer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for Transfer {
    fn example(_: usize) -> Self {
        Self::new("x", Grade::Kept, Vec::new(), "x".to_owned())
    }
}
