//! The list of formats: which there are, how their files are detected, and how they are read and written; the
//! properties of each are in its [row](Format). To add one, add a variant with its row here.

mod comparable;
mod export_notes;
mod import_checks;
mod native;
pub mod remarks;

use std::fmt::Write as _;

use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::library::NodeLibrary;
use treewright_core::limits::{FILE_BYTES, FOREIGN_NODES, NODES, in_megabytes};
use treewright_core::model::Document;
use treewright_core::project::Project;

use self::remarks::of_all;
use crate::common::{
    Exported, Format, ImportResult, ImportSource, Imported, KeptData, MARK, ReadMode, WriteMode,
    WriteOption, WriteOptions, of_document, stem,
};
use crate::foreign::JsonText;
use crate::xml::Xml;
use crate::{
    behaviac, behavior3, behavior3_original, btcpp, dot, game_config, lua, markdown, mermaid,
    rust_code, save_json,
};

pub use comparable::{Comparable, IdsByPlace, OfFormat, comparable, has_own_ids, with_kept_data};
pub use remarks::{ProblemCounts, problems, standing, without_effect};

/// Declares the formats in the order of menus, each with its row.
macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident: $row:path;)*) => {
        /// A file format.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ExchangeFormat {
            $($(#[$doc])* $format,)*
        }

        impl ExchangeFormat {
            /// All formats in the order of menus.
            pub const ALL: [Self; 13] = [$(Self::$format),*];

            pub(crate) fn row(self) -> &'static Format {
                match self {
                    $(Self::$format => &$row,)*
                }
            }
        }
    };
}

formats! {
    /// The native documents of this program.
    Native: native::FORMAT;
    /// BehaviorTree.CPP XML.
    Btcpp: btcpp::FORMAT;
    /// Nested trees of behavior3, with node definitions.
    Behavior3: behavior3::FORMAT;
    /// Trees and projects of the original behavior3.
    Behavior3Original: behavior3_original::FORMAT;
    /// Nested save JSON.
    SaveJson: save_json::FORMAT;
    /// Files of behaviac.
    Behaviac: behaviac::FORMAT;
    /// Lua for the seed engine.
    Lua: lua::FORMAT;
    /// Native documents with only what a game needs.
    GameConfig: game_config::FORMAT;
    /// The same in a small binary file that loads fast.
    CompactGameConfig: game_config::COMPACT;
    /// Rust code that builds the document.
    Rust: rust_code::FORMAT;
    /// Graphviz drawings.
    Dot: dot::FORMAT;
    /// Mermaid flowcharts.
    Mermaid: mermaid::FORMAT;
    /// An outline in Markdown.
    Markdown: markdown::FORMAT;
}

impl ExchangeFormat {
    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Returns the format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Returns its name in the interface.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// Returns the extension of its files, without the first dot.
    pub fn extension(self) -> &'static str {
        self.row().extension
    }

    /// Returns whether its files are native documents for games.
    pub fn is_game_config(self) -> bool {
        matches!(self, Self::GameConfig | Self::CompactGameConfig)
    }

    /// Returns whether its files can be read.
    pub fn is_readable(self) -> bool {
        !matches!(self.row().read, ReadMode::Never)
    }

    /// Returns whether documents can be written as its files.
    pub fn is_writable(self) -> bool {
        !matches!(self.row().write, WriteMode::Never)
    }

    /// Returns whether its files contain the [`MARK`]: only files that no reader of this program reads, so that a
    /// comment is no difference.
    pub fn contains_mark(self) -> bool {
        self.row().leaves_mark
    }

    /// Returns the options of its writer.
    pub fn write_options(self) -> &'static [WriteOption] {
        self.row().options
    }

    /// Returns the data that documents keep of its files, if any.
    fn kept(self) -> Option<&'static KeptData> {
        self.row().kept.as_ref()
    }

    /// Returns the formats that can be written to files of this name: those with the longest extension that matches. If
    /// there are several, the user has to choose.
    pub fn written_to(name: &str) -> Vec<Self> {
        let name = name.to_ascii_lowercase();
        if name.strip_suffix(".b3").is_some() {
            return vec![Self::Behavior3Original];
        }
        let fits = |format: &Self| {
            let rest = name.strip_suffix(format.extension());
            format.is_writable() && rest.is_some_and(|rest| rest.ends_with('.'))
        };
        let mut all: Vec<Self> = Self::ALL.into_iter().filter(fits).collect();
        let longest = all.iter().map(|format| format.extension().len()).max();
        all.retain(|format| Some(format.extension().len()) == longest);
        all
    }
}

/// Detects the format of a file that can be read, by its name and content.
pub fn detect(name: &str, bytes: &[u8]) -> Option<ExchangeFormat> {
    let name = name.to_ascii_lowercase();
    // Behaviac is checked before BehaviorTree.CPP, since its XML is more specific.
    let mut all = ExchangeFormat::ALL.into_iter().rev();
    let by_looks = all.find(|format| (format.row().matches_start)(&name, bytes));
    by_looks.or_else(|| detect_json(&name, bytes))
}

/// What the name of another tool's file reveals. Files of one kin may belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKin {
    /// An XML file.
    Xml,
    /// A JSON file.
    Json,
    /// Node definitions of behavior3: its trees may be in any folder below.
    Definitions,
    /// The file that marks a workspace of behavior3.
    Workspace,
}

impl FileKin {
    /// Returns the kin of a file with this name; `None` if no tool has files of this name.
    pub fn of(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        if name.strip_suffix(".xml").is_some() {
            Some(Self::Xml)
        } else if name.strip_suffix(".b3-workspace").is_some() {
            Some(Self::Workspace)
        } else if behavior3::is_definition_or_workspace(&name) {
            Some(Self::Definitions)
        } else {
            (name.ends_with("json") || name.ends_with("b3")).then_some(Self::Json)
        }
    }

    /// Returns whether trees of the same tool may also be in folders below the file's own.
    pub fn has_trees_in_subfolders(self) -> bool {
        matches!(self, Self::Definitions | Self::Workspace)
    }
}

/// Detects the format of another tool's JSON file.
fn detect_json(name: &str, bytes: &[u8]) -> Option<ExchangeFormat> {
    let is_json = FileKin::of(name) == Some(FileKin::Json);
    match is_json.then(|| JsonText::read(bytes))? {
        Ok(tape) => {
            let mut all = ExchangeFormat::ALL.into_iter();
            all.find(|format| (format.row().matches_json)(tape.top()))
        }
        // Its reader reports that it is nested too deeply or too large, which helps more than an unknown format.
        Err(error) => match error.kind {
            FormatErrorKind::TooDeep
            | FormatErrorKind::TooManyAttributes { .. }
            | FormatErrorKind::TooManyValues { .. }
            | FormatErrorKind::TooManyParts { .. } => {
                let is_list = bytes.trim_ascii_start().starts_with(b"[");
                Some(if is_list {
                    ExchangeFormat::SaveJson
                } else {
                    ExchangeFormat::Behavior3
                })
            }
            _ => None,
        },
    }
}

/// Returns the syntax error of a file of unknown format whose name says JSON or XML.
pub fn syntax_error(name: &str, bytes: &[u8]) -> Option<FormatError> {
    match FileKin::of(name)? {
        FileKin::Xml => Xml::read(bytes).err(),
        FileKin::Json | FileKin::Definitions | FileKin::Workspace => JsonText::read(bytes).err(),
    }
}

/// Reads a file of this format. Nodes of files without positions overlap until they are laid out: see
/// [`Imported::lay_out`].
///
/// # Errors
/// If it is not a file of this format, or the format is only written.
pub fn read(format: ExchangeFormat, source: &ImportSource<'_>) -> Result<Imported, FormatError> {
    let read = read_together(format, std::slice::from_ref(source));
    match read.failed.into_iter().next() {
        Some((_, error)) => Err(error),
        None => Ok(read.imported),
    }
}

/// Reads files of this format, all in one opened folder, with those that they need: each once, even if several need it.
pub fn read_together(format: ExchangeFormat, sources: &[ImportSource<'_>]) -> ImportResult {
    let mut read = match format.row().read {
        ReadMode::Each(read) => ImportResult::one_by_one(sources, read),
        ReadMode::Together(read) => read(sources),
        ReadMode::Never => ImportResult::one_by_one(sources, |_| {
            Err(FormatError::new(FormatErrorKind::NotRead {
                format: format.title(),
            }))
        }),
    };
    import_checks::finish_imports(format, sources, &mut read);
    read
}

/// Writes a document as files of this format.
///
/// # Errors
/// What the format cannot express, by node; and unresolved merge conflicts, for formats that games run.
pub fn write(
    format: ExchangeFormat,
    project: &Project<'_>,
    library: &NodeLibrary,
    options: &WriteOptions,
) -> Result<Exported, Vec<Diagnostic>> {
    let unsettled = export_notes::conflict_notes(format, project);
    if unsettled.iter().any(Diagnostic::blocks_export) {
        return Err(unsettled);
    }
    let stem = match stem(project.path) {
        "" => "tree",
        stem => stem,
    };
    let path = format!("{stem}.{}", format.extension());
    let mut exported = match format.row().write {
        WriteMode::Ours(write) | WriteMode::ToRun(write) => write(project, library, options, path)?,
        WriteMode::ToShow(draw, around) => {
            Exported::one(path, marked(draw(project.document, library), around))
        }
        WriteMode::Never => {
            return Err(vec![of_document(of_all::only_read(format.title()))]);
        }
    };
    if format.is_readable() {
        check_readable(format, project.document, &exported)?;
    }
    exported.remarks.extend(unsettled);
    let missing = export_notes::missing_notes(format, project.document);
    exported.remarks.extend(missing);
    Ok(exported)
}

/// Refuses to write what could not be read back.
fn check_readable(
    format: ExchangeFormat,
    document: &Document,
    exported: &Exported,
) -> Result<(), Vec<Diagnostic>> {
    let nodes = if matches!(format.row().write, WriteMode::Ours(_)) {
        NODES
    } else {
        FOREIGN_NODES
    };
    let largest = exported.files.iter().map(|file| file.bytes.len()).max();
    let transfer = if document.node_count() > nodes {
        of_all::too_many_nodes(document.node_count(), nodes)
    } else if largest > Some(FILE_BYTES) {
        let size = |bytes: usize| in_megabytes(bytes as u64);
        of_all::too_large(size(largest.unwrap_or_default()), size(FILE_BYTES))
    } else {
        return Ok(());
    };
    Err(vec![of_document(transfer)])
}

/// Returns a text with the [`MARK`] at its end, in a comment with these delimiters.
fn marked(mut text: String, [before, after]: [&str; 2]) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let warning = "changes here are lost when it is written again.";
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{before}{MARK}; {warning}{after}");
    text
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
