//! Notes on things that an import or export could not transfer exactly. Knows no format: each has its own table of
//! notes (`format/*/remarks.rs`).

use std::fmt;

use crate::diagnostic::Severity;
use crate::named;
use crate::told::{Argument, Message, ToArgument as _};

named! {
    /// How much was lost.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Grade: code {
        /// Kept for the other tool, but without effect here.
        Kept = "kept",
        /// Converted, but with different behavior in some cases.
        Approximated = "approximated",
        /// Not converted, because the target cannot express it.
        Refused = "refused",
    }
}

/// A note on something that an import or export could not transfer exactly. `Display` is English; translations use
/// [`Transfer::code`] and [`Transfer::arguments`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferNote {
    code: &'static str,
    grade: Grade,
    arguments: Vec<(&'static str, Argument)>,
    english: String,
}

impl TransferNote {
    /// Creates a note. Called by the tables of notes.
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

    /// Returns the note with this argument replaced by a translatable message.
    #[must_use]
    pub fn with_message_argument(mut self, argument: &str, message: &Message) -> Self {
        for (_, filled) in self
            .arguments
            .iter_mut()
            .filter(|(name, _)| *name == argument)
        {
            *filled = message.to_argument();
        }
        self
    }

    /// The stable code, for translations and machine-readable reports.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The severity of the note, which follows from its grade.
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

    /// Returns the note with the grade lowered to [`Grade::Kept`] if it was refused: what the other side cannot load
    /// is kept only.
    #[must_use]
    pub fn kept(self) -> Self {
        let grade = match self.grade {
            Grade::Refused => Grade::Kept,
            grade => grade,
        };
        Self { grade, ..self }
    }

    /// The arguments for translations, by name, as English text.
    pub fn arguments(&self) -> Vec<(&'static str, String)> {
        let filled = self.arguments.iter();
        filled
            .map(|(name, value)| (*name, value.english().into_owned()))
            .collect()
    }

    /// The arguments for translations, by name.
    pub fn to_arguments(&self) -> Vec<(&'static str, Argument)> {
        self.arguments.clone()
    }
}

impl fmt::Display for TransferNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for TransferNote {
    fn example(_: usize) -> Self {
        Self::new("x", Grade::Kept, Vec::new(), "x".to_owned())
    }
}
