//! Search in a document: occurrences of a text in names, node types, parameters, variables, comments and ids; uses of a variable;
//! and the commands that replace text. Knows neither panels nor files.
//!
//! Finds translated names as well as the identifiers in files: the caller provides the translations in [`Words`].

mod find;
mod pattern;
mod replace;
#[cfg(test)]
mod tests;
mod uses;

use std::ops::Range;
use std::sync::Arc;

pub use find::{find, text_of};
pub use pattern::Pattern;
pub use replace::{Replacement, plan_replacement};
use treewright_core::expression::variable_places;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::data_lines;
pub use uses::{find_uses, rename_in_caller, uses_in_caller};

/// A part of the document that can be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchField {
    /// The names of nodes, trees, groups and the document.
    Name,
    /// The node type.
    Kind,
    /// The names and values of parameters.
    Parameter,
    /// Declarations and uses of variables.
    Variable,
    /// Comments, notes and the description.
    Comment,
    /// The ids of nodes.
    Id,
}

impl SearchField {
    /// All fields in menu order.
    pub const ALL: [Self; 6] = [
        Self::Name,
        Self::Kind,
        Self::Parameter,
        Self::Variable,
        Self::Comment,
        Self::Id,
    ];

    /// A stable name, for translation and settings.
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
pub struct SearchFields(u8);

impl Default for SearchFields {
    fn default() -> Self {
        Self::ALL
    }
}

impl SearchFields {
    /// All fields.
    pub const ALL: Self = Self(0b11_1111);

    /// Returns a set of one field.
    pub fn only(field: SearchField) -> Self {
        Self(field.bit())
    }

    /// Returns whether the field is in the set.
    pub fn contains(self, field: SearchField) -> bool {
        self.0 & field.bit() != 0
    }

    /// Adds the field, or removes it if it is in the set.
    #[must_use]
    pub fn toggled(self, field: SearchField) -> Self {
        Self(self.0 ^ field.bit())
    }
}

/// A text search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    /// The text to find; an empty text finds nothing.
    pub text: String,
    /// Whether upper and lower case are distinguished.
    pub match_case: bool,
    /// Whether the text must not be part of a longer word.
    pub whole_word: bool,
    /// The fields to search.
    pub fields: SearchFields,
}

/// The node library, and names in the user's language.
#[derive(Clone, Copy)]
pub struct SearchContext<'a> {
    /// The node types that the document can use.
    pub library: &'a NodeLibrary,
    /// Returns the displayed name of a node type.
    pub kind: &'a dyn Fn(&str) -> String,
    /// Returns the displayed name of a parameter of a node type.
    pub parameter: &'a dyn Fn(&str, &str) -> String,
}

/// The item that a text belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TextOwner {
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
    /// The document itself, or a scenario, file of claims or task library as a whole.
    Document,
    /// A frame of a scenario.
    Frame(u64),
    /// A task of a library.
    Task(Arc<str>),
    /// The claim at this index of a file of claims.
    Claim(usize),
}

/// The role of a text in its owner.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TextRole {
    /// The name of the owner.
    Name,
    /// The type of a node.
    Kind,
    /// The id of a node.
    Id,
    /// The comment of a node or variable, the text of a note, or the description of the document.
    Comment,
    /// The name of a parameter.
    Parameter(Arc<str>),
    /// The value of a parameter; for a variable (with an empty name), its initial value.
    Value(Arc<str>),
    /// The expression of a leaf's stand-in.
    StandIn,
    /// The data that a leaf's stand-in attaches to frames.
    Data,
    /// An override: the value of a parameter inside the subtree that a node runs.
    Override {
        /// The path of the node inside.
        path: Arc<str>,
        /// The name of the parameter.
        parameter: Arc<str>,
    },
}

/// Returns the names of variables in attached data with their places in the text, in bytes.
fn variables_in_data(text: &str) -> Vec<(String, Range<usize>)> {
    let mut found = Vec::new();
    for line in data_lines(text) {
        let at = line.range.start;
        let places = variable_places(line.expression).into_iter();
        found.extend(places.map(|(name, range)| (name, range.start + at..range.end + at)));
    }
    found
}

/// A text with at least one match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextMatch {
    /// The owner of the text.
    pub owner: TextOwner,
    /// The role of the text.
    pub spot: TextRole,
    /// The whole text.
    pub text: String,
    /// The matching ranges in bytes: at least one, ordered, without overlaps.
    pub ranges: Vec<Range<usize>>,
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Matches in document order: the document itself, its trees from top to bottom, its variables, notes and groups.
    pub matches: Vec<TextMatch>,
    /// Whether matches beyond the limit were dropped.
    pub more: bool,
}
