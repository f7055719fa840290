//! The list of formats: which there are, how a file of each is known, and how they are read and written; what is said of each is in its [row](Format).
//! To add one, add a variant with its row here.

mod comparable;
mod handed_on;
mod left_out;
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
    Exported, Format, Imported, Kept, MARK, Read, ReadTogether, Source, Write, WriteOption,
    WriteOptions, of_document, stem,
};
use crate::foreign::Tape;
use crate::xml::Xml;
use crate::{
    behaviac, behavior3, behavior3_original, btcpp, dot, game_config, lua, markdown, mermaid,
    rust_code, save_json,
};

pub use comparable::{Comparable, IdsByPlace, OfFormat, comparable, has_own_ids, with_kept_of};
pub use remarks::{Findings, problems, standing};

/// Declares the formats in the order in which menus list them, each with its row.
macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident: $row:path;)*) => {
        /// A format of files.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ExchangeFormat {
            $($(#[$doc])* $format,)*
        }

        impl ExchangeFormat {
            /// All, as menus list them.
            pub const ALL: [Self; 12] = [$(Self::$format),*];

            pub(crate) fn row(self) -> &'static Format {
                match self {
                    $(Self::$format => &$row,)*
                }
            }
        }
    };
}

formats! {
    /// This program's own documents.
    Native: native::FORMAT;
    /// Files of BehaviorTree.CPP.
    Btcpp: btcpp::FORMAT;
    /// Trees of behavior3, nested, with node definitions.
    Behavior3: behavior3::FORMAT;
    /// Trees and projects of the original behavior3.
    Behavior3Original: behavior3_original::FORMAT;
    /// Nested save JSON.
    SaveJson: save_json::FORMAT;
    /// Files of behaviac.
    Behaviac: behaviac::FORMAT;
    /// Lua for the seed engine.
    Lua: lua::FORMAT;
    /// Our own documents, with nothing but what a game needs.
    GameConfig: game_config::FORMAT;
    /// Code that builds the document.
    Rust: rust_code::FORMAT;
    /// Graphviz.
    Dot: dot::FORMAT;
    /// Mermaid flowcharts.
    Mermaid: mermaid::FORMAT;
    /// An outline in Markdown.
    Markdown: markdown::FORMAT;
}

impl ExchangeFormat {
    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// The ending of its files, without the first dot.
    pub fn extension(self) -> &'static str {
        self.row().extension
    }

    /// Whether its files can be read.
    pub fn is_readable(self) -> bool {
        !matches!(self.row().read, Read::Never)
    }

    /// Whether documents can be written as its files.
    pub fn is_writable(self) -> bool {
        !matches!(self.row().write, Write::Never)
    }

    /// Whether its files bear the [`MARK`]: those that nothing reads back, so that a comment more is no difference.
    pub fn leaves_mark(self) -> bool {
        self.row().leaves_mark
    }

    /// What its writer can be told.
    pub fn write_options(self) -> &'static [WriteOption] {
        self.row().options
    }

    /// What its files keep in documents, if anything.
    fn kept(self) -> Option<&'static Kept> {
        self.row().kept.as_ref()
    }

    /// The formats that can be written to files of this name: those with the longest ending that fits. Of several, somebody has to choose.
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

/// The format of a file that can be read, by its name and what it holds.
pub fn detect(name: &str, bytes: &[u8]) -> Option<ExchangeFormat> {
    let name = name.to_ascii_lowercase();
    // Of the two that are XML, the words of behaviac say more.
    let mut all = ExchangeFormat::ALL.into_iter().rev();
    let by_looks = all.find(|format| (format.row().looks_so)(&name, bytes));
    by_looks.or_else(|| detect_json(&name, bytes))
}

/// What the name of another tool's file says of it. Files of one kin may belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKin {
    /// XML.
    Xml,
    /// JSON.
    Json,
    /// The node definitions of behavior3: its trees lie anywhere below them.
    Definitions,
    /// The mark of a folder of behavior3.
    Workspace,
}

impl FileKin {
    /// That of a file with this name; none if no file of this name can be another tool's.
    pub fn of(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        if name.strip_suffix(".xml").is_some() {
            Some(Self::Xml)
        } else if name.strip_suffix(".b3-workspace").is_some() {
            Some(Self::Workspace)
        } else if behavior3::is_named_so(&name) {
            Some(Self::Definitions)
        } else {
            (name.ends_with("json") || name.ends_with("b3")).then_some(Self::Json)
        }
    }

    /// Whether trees of the same tool lie below the folder of the file, and not only in it.
    pub fn is_above_trees(self) -> bool {
        matches!(self, Self::Definitions | Self::Workspace)
    }
}

/// The format of another tool's file of JSON.
fn detect_json(name: &str, bytes: &[u8]) -> Option<ExchangeFormat> {
    let is_json = FileKin::of(name) == Some(FileKin::Json);
    match is_json.then(|| Tape::read(bytes))? {
        Ok(tape) => {
            let mut all = ExchangeFormat::ALL.into_iter();
            all.find(|format| (format.row().holds)(tape.top()))
        }
        // Its reader says that it is nested too deeply or too large, which helps more than that the format is not known.
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

/// Why a file of no known format is no good file of what its name says: text of JSON or of XML.
pub fn syntax_error(name: &str, bytes: &[u8]) -> Option<FormatError> {
    match FileKin::of(name)? {
        FileKin::Xml => Xml::read(bytes).err(),
        FileKin::Json | FileKin::Definitions | FileKin::Workspace => Tape::read(bytes).err(),
    }
}

/// Reads a file of this format. Nodes of files without places lie on each other until they are laid out: see [`Imported::lay_out`].
///
/// # Errors
/// If it is no file of this format, or formats of this kind are only written.
pub fn read(format: ExchangeFormat, source: &Source<'_>) -> Result<Imported, FormatError> {
    let read = read_together(format, std::slice::from_ref(source));
    match read.failed.into_iter().next() {
        Some((_, error)) => Err(error),
        None => Ok(read.imported),
    }
}

/// Reads files of this format, all in one opened folder, with those that they need: each once, whichever of the others need it.
pub fn read_together(format: ExchangeFormat, sources: &[Source<'_>]) -> ReadTogether {
    let mut read = match format.row().read {
        Read::Each(read) => ReadTogether::one_by_one(sources, read),
        Read::Together(read) => read(sources),
        Read::Never => ReadTogether::one_by_one(sources, |_| {
            Err(FormatError::new(FormatErrorKind::NotRead {
                format: format.title(),
            }))
        }),
    };
    handed_on::mend(format, sources, &mut read);
    read
}

/// Writes a document as files of this format.
///
/// # Errors
/// What the format cannot express, by node; and what a merge left to decide, where a game would get it.
pub fn write(
    format: ExchangeFormat,
    project: &Project<'_>,
    library: &NodeLibrary,
    options: &WriteOptions,
) -> Result<Exported, Vec<Diagnostic>> {
    let unsettled = left_out::unsettled(format, project);
    if unsettled.iter().any(Diagnostic::is_refused) {
        return Err(unsettled);
    }
    let stem = match stem(project.path) {
        "" => "tree",
        stem => stem,
    };
    let path = format!("{stem}.{}", format.extension());
    let mut exported = match format.row().write {
        Write::Ours(write) | Write::ToRun(write) => write(project, library, options, path)?,
        Write::ToShow(draw, around) => {
            Exported::one(path, marked(draw(project.document, library), around))
        }
        Write::Never => {
            return Err(vec![of_document(of_all::only_read(format.title()))]);
        }
    };
    if format.is_readable() {
        check_readable(format, project.document, &exported)?;
    }
    exported.remarks.extend(unsettled);
    let left_out = left_out::left_out(format, project.document);
    exported.remarks.extend(left_out);
    Ok(exported)
}

/// What could not be read again is not written.
fn check_readable(
    format: ExchangeFormat,
    document: &Document,
    exported: &Exported,
) -> Result<(), Vec<Diagnostic>> {
    let nodes = if matches!(format.row().write, Write::Ours(_)) {
        NODES
    } else {
        FOREIGN_NODES
    };
    let largest = exported.files.iter().map(|file| file.text.len()).max();
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

/// A text with the [`MARK`] at its end, in a comment with this around it.
fn marked(mut text: String, [before, after]: [&str; 2]) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let said = "changes made here will be lost when it is written again.";
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{before}{MARK}; {said}{after}");
    text
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
