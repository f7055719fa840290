//! The row of a format: all that is to be known of it wherever formats are treated alike. Each format has its own, in its folder, beside its reader
//! and its writer. Knows no format.

use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::FormatError;
use treewright_core::format::json_text::compact_any;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Extra};
use treewright_core::project::Project;

use super::reading::{Imported, ReadTogether, Source};
use super::remarks::Codes;
use super::writing::{Exported, WriteOption, WriteOptions};
use crate::foreign::{Json, Tape};

/// A format of files.
pub(crate) struct Format {
    /// The word for it on the command line.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The ending of its files, without the first dot.
    pub extension: &'static str,
    /// Whether a file is one, by its name in small letters and how it begins.
    pub looks_so: fn(&str, &[u8]) -> bool,
    /// Whether a file of JSON is one, by what it holds.
    pub holds: fn(Json<'_>) -> bool,
    pub read: Read,
    pub write: Write,
    /// What its writer can be told.
    pub options: &'static [WriteOption],
    /// Whether its files bear the mark: those that nothing reads back, so that a comment more is no difference.
    pub leaves_mark: bool,
    /// What a document has and its files have not, though its writer takes no notice; nothing for what is made to show or to run no more
    /// than what is in it.
    pub lacks: &'static [Lack],
    /// What it keeps of its files in documents.
    pub kept: Option<Kept>,
    /// What can be said of it.
    pub remarks: Codes,
}

impl Format {
    /// A format of which no more is to be said.
    pub const fn new(name: &'static str, title: &'static str, extension: &'static str) -> Self {
        Self {
            name,
            title,
            extension,
            looks_so: |_, _| false,
            holds: |_| false,
            read: Read::Never,
            write: Write::Never,
            options: &[],
            leaves_mark: false,
            lacks: &[],
            kept: None,
            remarks: &[],
        }
    }
}

/// How files of a format are read.
pub(crate) enum Read {
    /// They are only written.
    Never,
    /// Each by itself.
    Each(fn(&Source<'_>) -> Result<Imported, FormatError>),
    /// All of a folder in one go, since they refer to each other.
    Together(fn(&[Source<'_>]) -> ReadTogether),
}

/// Takes what is written, with its library, what the writer is told, and what the file is to be called.
type Writer =
    fn(&Project<'_>, &NodeLibrary, &WriteOptions, String) -> Result<Exported, Vec<Diagnostic>>;

/// For whom files of a format are written, and by whom.
pub(crate) enum Write {
    /// They are only read.
    Never,
    /// For this program: they hold all that a document holds.
    Ours(Writer),
    /// For programs that run what they hold.
    ToRun(Writer),
    /// For people: a drawing as text, and what stands before and behind a comment in it.
    ToShow(fn(&Document, &NodeLibrary) -> String, [&'static str; 2]),
}

/// What a document has and a format may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lack {
    TreeNames,
    Description,
    StandIns,
    Notes,
    Groups,
    VariableComments,
    Seed,
}

impl Lack {
    /// What only this program knows.
    pub const ALL_BUT_OURS: &[Self] = &[Self::StandIns, Self::Notes, Self::Groups, Self::Seed];
}

/// What of a document keeps something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Keeper {
    Document,
    Tree,
    Node,
}

/// Whether nodes have ids in the files of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ids {
    /// All have.
    Always,
    /// All but those that say that they got theirs when the file was read.
    WhereNoneWasGiven,
    /// None has.
    Never,
}

/// What a format keeps of its files beside what a document holds, as far as comparing needs to know.
pub(crate) struct Kept {
    /// The key under which it lies.
    pub key: &'static str,
    pub meant: Meant,
    /// Whether files say where nodes lie.
    pub has_places: bool,
    pub ids: Ids,
    /// The remarks that hold as long as a document keeps what does nothing here; none for a format that keeps no more than fields.
    pub standing: Option<fn(&Document) -> Vec<Diagnostic>>,
}

/// Which of what is kept means something there.
pub(crate) enum Meant {
    /// Fields of JSON in these places, but for those that the document says itself.
    Fields(&'static [Place]),
    /// What this gives: fields by the names that they have in the file, each as JSON.
    Given(fn(Keeper, &Extra) -> Vec<(String, String)>),
}

/// Where a format of JSON keeps fields of its files.
pub(crate) struct Place {
    pub keeper: Keeper,
    /// The way to an object in what is kept.
    pub way: &'static [&'static str],
    /// Which of its fields the document says itself, with blanks between.
    pub said: &'static str,
    /// Which of its fields mean the same when they are false as when they are not there. Of all others that is not known.
    pub off: &'static [&'static str],
}

impl Place {
    /// A place of which the document says these fields itself.
    pub const fn new(keeper: Keeper, way: &'static [&'static str], said: &'static str) -> Self {
        Self {
            keeper,
            way,
            said,
            off: &[],
        }
    }
}

impl Kept {
    /// Fields that mean something there, by the names that they have in the file, each as JSON.
    pub fn meant(&self, keeper: Keeper, extra: &Extra) -> Vec<(String, String)> {
        let places = match self.meant {
            Meant::Fields(places) => places,
            Meant::Given(meant) => return meant(keeper, extra),
        };
        let Some(tape) = extra.get(self.key).and_then(|kept| Tape::of(kept).ok()) else {
            return Vec::new();
        };
        let mut meant = Vec::new();
        for place in places.iter().filter(|place| place.keeper == keeper) {
            let mut at = Some(tape.top());
            for step in place.way {
                at = at.and_then(|at| at.get(step));
            }
            for (name, value) in at.into_iter().flat_map(Json::fields) {
                let is_off = value.raw() == "false" && place.off.contains(&&*name);
                if !is_off && !place.said.split_whitespace().any(|said| said == name) {
                    meant.push((name.into_owned(), compact_any(value.raw())));
                }
            }
        }
        meant
    }
}
