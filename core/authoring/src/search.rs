//! Finding in a document: where a text stands in names, kinds, parameters, variables, comments and ids; where a variable is used;
//! and the commands that put another text in its place. Knows neither panels nor files.
//!
//! What a reader sees is found as well as what a file says: whoever searches gives the words of its language in [`Words`].

mod find;
mod pattern;
mod replace;
#[cfg(test)]
mod tests;
mod uses;

use std::ops::Range;
use std::sync::Arc;

pub use find::find;
pub use pattern::Pattern;
pub use replace::{Replacement, replacement};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
pub use uses::{renamed_in_caller, uses, uses_in_caller};

/// What of a document is looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// What nodes, trees, groups and the document are called.
    Name,
    /// Which kind of node it is.
    Kind,
    /// Names of parameters and what they are set to.
    Parameter,
    /// Variables, where they are declared and where they are used.
    Variable,
    /// Comments, notes and the description.
    Comment,
    /// Ids of nodes.
    Id,
}

impl Field {
    /// All of them, in the order in which menus list them.
    pub const ALL: [Self; 6] = [
        Self::Name,
        Self::Kind,
        Self::Parameter,
        Self::Variable,
        Self::Comment,
        Self::Id,
    ];

    /// A stable name, for texts and settings.
    pub fn key(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Kind => "kind",
            Self::Parameter => "parameter",
            Self::Variable => "variable",
            Self::Comment => "comment",
            Self::Id => "id",
        }
    }

    fn bit(self) -> u8 {
        1 << (self as u8)
    }
}

/// A set of [`Field`]s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fields(u8);

impl Default for Fields {
    fn default() -> Self {
        Self::ALL
    }
}

impl Fields {
    /// Everything.
    pub const ALL: Self = Self(0b11_1111);

    /// Only this.
    pub fn only(field: Field) -> Self {
        Self(field.bit())
    }

    /// Whether this is looked through.
    pub fn contains(self, field: Field) -> bool {
        self.0 & field.bit() != 0
    }

    /// With this if it was without, and the other way round.
    #[must_use]
    pub fn toggled(self, field: Field) -> Self {
        Self(self.0 ^ field.bit())
    }
}

/// What is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The text; nothing is found if it is empty.
    pub text: String,
    /// Whether `A` is another letter than `a`.
    pub match_case: bool,
    /// Whether it must stand alone, not as part of a word.
    pub whole_word: bool,
    /// What is looked through.
    pub fields: Fields,
}

/// The words of a reader's language, and the kinds of nodes.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    /// The kinds that the document can have.
    pub library: &'a NodeLibrary,
    /// What a kind of node is called.
    pub kind: &'a dyn Fn(&str) -> String,
    /// What a parameter of a kind is called.
    pub parameter: &'a dyn Fn(&str, &str) -> String,
}

/// Whose text it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// A node.
    Node(NodeId),
    /// A declared variable.
    Variable(Arc<str>),
    /// The named tree at this index.
    Tree(usize),
    /// The sticky note at this index.
    Note(usize),
    /// The group at this index.
    Group(usize),
    /// The document itself.
    Document,
}

/// Which of its owner's texts it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// What it is called.
    Name,
    /// The kind of a node.
    Kind,
    /// The id of a node.
    Id,
    /// A comment, the text of a note, the description.
    Comment,
    /// The name of a parameter.
    Parameter(Arc<str>),
    /// What a parameter is set to; of a variable (under the empty name), its initial value.
    Value(Arc<str>),
    /// The expression by which a leaf is played.
    StandIn,
    /// What a parameter inside the subtree that a node runs is set to.
    Override {
        /// The node inside.
        path: Arc<str>,
        /// The parameter.
        parameter: Arc<str>,
    },
}

/// A text in which something was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Whose text it is.
    pub owner: Owner,
    /// Which of its texts.
    pub spot: Spot,
    /// The text.
    pub text: String,
    /// Where in the text, in bytes; ordered, not overlapping, at least one.
    pub ranges: Vec<Range<usize>>,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// In the order of the document: the document itself, its trees from top to bottom, its variables, what lies beside them.
    pub matches: Vec<Match>,
    /// Whether there is more than was asked for.
    pub more: bool,
}
