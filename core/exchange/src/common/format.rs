//! The description of a format: all that code for any format needs to know of it. Each format declares its own in its
//! folder, next to its reader and its writer. Knows no format.

use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::FormatError;
use treewright_core::format::json_text::compact_any;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Extra};
use treewright_core::project::Project;

use super::reading::{ImportResult, ImportSource, Imported};
use super::remarks::NoteCodes;
use super::writing::{Exported, WriteOption, WriteOptions};
use crate::foreign::{Json, JsonText};

/// A file format.
pub(crate) struct Format {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in the interface.
    pub title: &'static str,
    /// The extension of its files, without the first dot.
    pub extension: &'static str,
    /// Returns whether a file is of this format, by its name in lower case and its first bytes.
    pub matches_start: fn(&str, &[u8]) -> bool,
    /// Returns whether a JSON file is of this format, by its content.
    pub matches_json: fn(Json<'_>) -> bool,
    pub read: ReadMode,
    pub write: WriteMode,
    /// The options of its writer.
    pub options: &'static [WriteOption],
    /// Whether its files contain [`MARK`](super::MARK): only files that no reader of this program reads, so that a
    /// comment is no difference.
    pub leaves_mark: bool,
    /// What a document may have and the format cannot express, where the writer itself adds no export note. Empty for
    /// formats that show or run only what they contain.
    pub missing: &'static [MissingFeature],
    /// The data that documents keep of its files.
    pub kept: Option<KeptData>,
    /// The codes of its import and export notes.
    pub remarks: NoteCodes,
}

impl Format {
    /// Returns a format that is neither read nor written, to be filled in.
    pub const fn new(name: &'static str, title: &'static str, extension: &'static str) -> Self {
        Self {
            name,
            title,
            extension,
            matches_start: |_, _| false,
            matches_json: |_| false,
            read: ReadMode::Never,
            write: WriteMode::Never,
            options: &[],
            leaves_mark: false,
            missing: &[],
            kept: None,
            remarks: &[],
        }
    }
}

/// How files of a format are read.
pub(crate) enum ReadMode {
    /// They are only written.
    Never,
    /// Each by itself.
    Each(fn(&ImportSource<'_>) -> Result<Imported, FormatError>),
    /// All of a folder at once, since they reference each other.
    Together(fn(&[ImportSource<'_>]) -> ImportResult),
}

/// Takes the project, its library, the options, and the name of the main file.
type WriteFn =
    fn(&Project<'_>, &NodeLibrary, &WriteOptions, String) -> Result<Exported, Vec<Diagnostic>>;

/// The purpose of a format's files, with the writer.
pub(crate) enum WriteMode {
    /// They are only read.
    Never,
    /// For this program: they contain everything of a document.
    Ours(WriteFn),
    /// For programs that run the tree.
    ToRun(WriteFn),
    /// For people: a drawing as text, and the texts before and after a comment in it.
    ToShow(fn(&Document, &NodeLibrary) -> String, [&'static str; 2]),
    /// For people, in their language, which only the program knows: it writes these files.
    InLanguage,
}

/// What a document has and a format may lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MissingFeature {
    TreeNames,
    Description,
    StandIns,
    Notes,
    Groups,
    VariableComments,
    Seed,
}

impl MissingFeature {
    /// What only this program has.
    pub const ALL_BUT_OURS: &[Self] = &[Self::StandIns, Self::Notes, Self::Groups, Self::Seed];
}

/// The part of a document that keeps data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum KeptAt {
    Document,
    Tree,
    Node,
}

/// Whether nodes have ids in the files of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileIds {
    /// All nodes have one.
    Always,
    /// All but those whose kept data contains the id that they got when the file was read.
    WhereNoneWasGiven,
    /// No node has one.
    Never,
}

/// The data that documents keep of a format's files, as far as comparing documents needs to know it.
pub(crate) struct KeptData {
    /// The `extra` key of the data.
    pub key: &'static str,
    pub meant: MeaningfulData,
    /// Whether files contain positions of nodes.
    pub has_positions: bool,
    pub ids: FileIds,
    /// Returns the import notes that hold as long as a document keeps data without effect; `None` for a format that
    /// only keeps fields.
    pub standing: Option<fn(&Document) -> Vec<Diagnostic>>,
}

/// Which of the kept data has a meaning in the other tool.
pub(crate) enum MeaningfulData {
    /// JSON fields in these places, except those that the document expresses itself.
    Fields(&'static [FieldPlace]),
    /// The result of this function: fields by their names in the file, each as JSON.
    Given(fn(KeptAt, &Extra) -> Vec<(String, String)>),
}

/// A place where a JSON format keeps fields of its files.
pub(crate) struct FieldPlace {
    pub keeper: KeptAt,
    /// The keys that lead to an object in the kept data.
    pub path: &'static [&'static str],
    /// The fields of it that the document expresses itself, separated by blanks.
    pub expressed: &'static str,
    /// The fields of it for which false means the same as absent. This is unknown for all others.
    pub false_means_absent: &'static [&'static str],
}

impl FieldPlace {
    /// Returns a place with fields that the document expresses itself.
    pub const fn new(
        keeper: KeptAt,
        path: &'static [&'static str],
        expressed: &'static str,
    ) -> Self {
        Self {
            keeper,
            path,
            expressed,
            false_means_absent: &[],
        }
    }
}

impl KeptData {
    /// Returns the kept fields that have a meaning, by their names in the file, each as JSON.
    pub fn meant(&self, keeper: KeptAt, extra: &Extra) -> Vec<(String, String)> {
        let places = match self.meant {
            MeaningfulData::Fields(places) => places,
            MeaningfulData::Given(meant) => return meant(keeper, extra),
        };
        let Some(tape) = extra.get(self.key).and_then(|kept| JsonText::of(kept).ok()) else {
            return Vec::new();
        };
        let mut meant = Vec::new();
        for place in places.iter().filter(|place| place.keeper == keeper) {
            let mut at = Some(tape.top());
            for step in place.path {
                at = at.and_then(|at| at.get(step));
            }
            for (name, value) in at.into_iter().flat_map(Json::fields) {
                let is_off = value.raw() == "false" && place.false_means_absent.contains(&&*name);
                if !is_off
                    && !place
                        .expressed
                        .split_whitespace()
                        .any(|field| field == name)
                {
                    meant.push((name.into_owned(), compact_any(value.raw())));
                }
            }
        }
        meant
    }
}
