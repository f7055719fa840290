//! The list of formats: what each is called, and who reads and writes it. To add one, add it here.

use std::fmt::Write as _;

use treewright_core::diagnostic::{Diagnostic, Location, Problem};
use treewright_core::format::{FormatError, FormatErrorKind, native};
use treewright_core::library::NodeLibrary;
use treewright_core::limits::{FILE_BYTES, FOREIGN_NODES, NODES, in_megabytes};
use treewright_core::model::Document;
use treewright_core::project::Project;

use super::left_out::left_out;
use super::reading::{Imported, ImportedDocument, ReadTogether, Source, stem};
use super::unsettled::unsettled;
use super::writing::{Exported, WriteOption, WriteOptions};
use super::{acting, declarable, savable};
use crate::foreign::{Json, Tape};
use crate::xml::Xml;
use crate::{
    behaviac, behavior3, behavior3_original, btcpp, dot, game_config, lua, markdown, mermaid,
    rust_code, save_json,
};

/// What files that this program alone writes say of themselves, in a comment.
pub const MARK: &str = "Written by Treewright";

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExchangeFormat {
    /// This program's own documents.
    Native,
    /// Files of BehaviorTree.CPP.
    Btcpp,
    /// Trees of behavior3, nested, with node definitions.
    Behavior3,
    /// Lua for the seed engine.
    Lua,
    /// Trees and projects of the original behavior3.
    Behavior3Original,
    /// Nested save JSON.
    SaveJson,
    /// Files of behaviac.
    Behaviac,
    /// Our own documents, with nothing but what a game needs.
    GameConfig,
    /// Code that builds the document.
    Rust,
    /// Graphviz.
    Dot,
    /// Mermaid flowcharts.
    Mermaid,
    /// An outline in Markdown.
    Markdown,
}

impl ExchangeFormat {
    /// All, as menus list them.
    pub const ALL: [Self; 12] = [
        Self::Native,
        Self::Btcpp,
        Self::Behavior3,
        Self::Behavior3Original,
        Self::SaveJson,
        Self::Behaviac,
        Self::Lua,
        Self::GameConfig,
        Self::Rust,
        Self::Dot,
        Self::Mermaid,
        Self::Markdown,
    ];

    /// The word for it on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "treewright",
            Self::Btcpp => "btcpp",
            Self::Behavior3 => "behavior3",
            Self::Lua => "lua",
            Self::Behavior3Original => "behavior3-original",
            Self::SaveJson => "save-json",
            Self::Behaviac => "behaviac",
            Self::GameConfig => "game",
            Self::Rust => "rust",
            Self::Dot => "dot",
            Self::Mermaid => "mermaid",
            Self::Markdown => "markdown",
        }
    }

    /// The format with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Native => "Treewright",
            Self::Btcpp => "BehaviorTree.CPP XML",
            Self::Behavior3 => "behavior3",
            Self::Lua => "Lua for the seed engine",
            Self::Behavior3Original => "behavior3 (original editor)",
            Self::SaveJson => "Nested save JSON",
            Self::Behaviac => "behaviac",
            Self::GameConfig => "Game config",
            Self::Rust => "Rust code",
            Self::Dot => "Graphviz DOT",
            Self::Mermaid => "Mermaid",
            Self::Markdown => "Markdown",
        }
    }

    /// The ending of its files, without the first dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Native => "bt.json",
            Self::Btcpp | Self::Behaviac => "xml",
            Self::Behavior3 | Self::Behavior3Original | Self::SaveJson => "json",
            Self::Lua => "lua",
            Self::GameConfig => "game.json",
            Self::Rust => "rs",
            Self::Dot => "dot",
            Self::Mermaid => "mmd",
            Self::Markdown => "md",
        }
    }

    /// Whether its files can be read.
    pub fn is_readable(self) -> bool {
        matches!(
            self,
            Self::Native
                | Self::Btcpp
                | Self::Behavior3
                | Self::Behavior3Original
                | Self::SaveJson
                | Self::Behaviac
        )
    }

    /// Whether documents can be written as its files.
    pub fn is_writable(self) -> bool {
        self != Self::Behaviac
    }

    /// Whether its files bear the [`MARK`]: those that nothing reads back, so that a comment more is no difference.
    pub fn leaves_mark(self) -> bool {
        matches!(
            self,
            Self::Lua | Self::Rust | Self::Dot | Self::Mermaid | Self::Markdown
        )
    }

    /// What its writer can be told.
    pub fn write_options(self) -> &'static [WriteOption] {
        match self {
            Self::Behavior3 | Self::Behavior3Original => &[WriteOption::Minify],
            Self::SaveJson => &[WriteOption::TypeKey, WriteOption::Namespace],
            Self::GameConfig => &[WriteOption::InlineSubtrees, WriteOption::Minify],
            Self::Rust => &[WriteOption::InlineSubtrees],
            Self::Native
            | Self::Btcpp
            | Self::Behaviac
            // It has no subtrees: they are always put in their places.
            | Self::Lua
            | Self::Dot
            | Self::Mermaid
            | Self::Markdown => &[],
        }
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
    // Readers of other tools' files add how theirs are known here.
    let name = name.to_ascii_lowercase();
    if name.ends_with(".bt.json") {
        return Some(ExchangeFormat::Native);
    }
    if behaviac::detect(&name, bytes) {
        return Some(ExchangeFormat::Behaviac);
    }
    if btcpp::detect(&name, bytes) {
        return Some(ExchangeFormat::Btcpp);
    }
    detect_json(&name, bytes)
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
    if behavior3::is_named_so(name) {
        return Some(ExchangeFormat::Behavior3);
    }
    let is_json = FileKin::of(name) == Some(FileKin::Json);
    let tape = match is_json.then(|| Tape::read(bytes))? {
        Ok(tape) => tape,
        // Its reader says that it is nested too deeply or too large, which helps more than that the format is not known.
        Err(error)
            if matches!(
                error.kind,
                FormatErrorKind::TooDeep | FormatErrorKind::TooMany { .. }
            ) =>
        {
            let is_list = bytes.trim_ascii_start().starts_with(b"[");
            return Some(if is_list {
                ExchangeFormat::SaveJson
            } else {
                ExchangeFormat::Behavior3
            });
        }
        Err(_) => return None,
    };
    let top = tape.top();
    // Ours may be called anything, and say what they are.
    let says = top.get("format").and_then(Json::text);
    if says.as_deref() == Some(native::FORMAT) {
        Some(ExchangeFormat::Native)
    } else if behavior3::is_tree(top) {
        Some(ExchangeFormat::Behavior3)
    } else if behavior3_original::is_one(top) {
        Some(ExchangeFormat::Behavior3Original)
    } else if save_json::is_one(top) {
        Some(ExchangeFormat::SaveJson)
    } else {
        None
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
    let one_by_one = |read: fn(&Source<'_>) -> Result<Imported, FormatError>| {
        ReadTogether::one_by_one(sources, read)
    };
    let mut read = match format {
        ExchangeFormat::Native => one_by_one(read_native),
        ExchangeFormat::Btcpp => btcpp::read(sources),
        ExchangeFormat::Behavior3 => one_by_one(behavior3::read),
        ExchangeFormat::Behavior3Original => one_by_one(behavior3_original::read),
        ExchangeFormat::SaveJson => one_by_one(save_json::read),
        ExchangeFormat::Behaviac => behaviac::read(sources),
        ExchangeFormat::Lua
        | ExchangeFormat::GameConfig
        | ExchangeFormat::Rust
        | ExchangeFormat::Dot
        | ExchangeFormat::Mermaid
        | ExchangeFormat::Markdown => ReadTogether::one_by_one(sources, |_| {
            Err(FormatError::new(FormatErrorKind::NotRead {
                format: format.title(),
            }))
        }),
    };
    declarable::leave_out(&mut read.imported);
    acting::let_act(&mut read.imported);
    savable::leave_out(format, sources, &mut read);
    read
}

fn read_native(source: &Source<'_>) -> Result<Imported, FormatError> {
    let read = native::read(source.bytes)?;
    let document = ImportedDocument {
        path: source.path.to_owned(),
        source: source.path.to_owned(),
        document: read.document,
        remarks: read.diagnostics,
    };
    Ok(Imported {
        documents: vec![document],
        libraries: Vec::new(),
    })
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
    let unsettled = unsettled(format, project);
    if unsettled.iter().any(Diagnostic::is_refused) {
        return Err(unsettled);
    }
    let mut exported = written(format, project, library, options)?;
    if format.is_readable() {
        check_readable(format, project.document, &exported)?;
    }
    exported.remarks.extend(unsettled);
    exported.remarks.extend(left_out(format, project.document));
    Ok(exported)
}

/// What could not be read again is not written.
fn check_readable(
    format: ExchangeFormat,
    document: &Document,
    exported: &Exported,
) -> Result<(), Vec<Diagnostic>> {
    let nodes = if format == ExchangeFormat::Native {
        NODES
    } else {
        FOREIGN_NODES
    };
    let largest = exported.files.iter().map(|file| file.text.len()).max();
    let transfer = if document.node_count() > nodes {
        remarks::too_many_nodes(document.node_count(), nodes)
    } else if largest > Some(FILE_BYTES) {
        let size = |bytes: usize| in_megabytes(bytes as u64);
        remarks::too_large(size(largest.unwrap_or_default()), size(FILE_BYTES))
    } else {
        return Ok(());
    };
    let problem = Problem::Transfer(transfer);
    Err(vec![Diagnostic::new(Location::Document, problem)])
}

/// What the writer of this format makes of a document.
fn written(
    format: ExchangeFormat,
    project: &Project<'_>,
    library: &NodeLibrary,
    options: &WriteOptions,
) -> Result<Exported, Vec<Diagnostic>> {
    let path = {
        let stem = match stem(project.path) {
            "" => "tree",
            stem => stem,
        };
        format!("{stem}.{}", format.extension())
    };
    let name = |text| Exported::one(path.clone(), text);
    match format {
        ExchangeFormat::Native => match native::write(project.document) {
            Ok(text) => Ok(name(text)),
            Err(error) => {
                let problem = Problem::Transfer(remarks::cannot_be_written(error));
                Err(vec![Diagnostic::new(Location::Document, problem)])
            }
        },
        ExchangeFormat::Behavior3 => behavior3::write(project, library, options),
        ExchangeFormat::Lua => lua::write(project, library, path),
        ExchangeFormat::GameConfig => game_config::write(project, library, options, path),
        ExchangeFormat::Rust => rust_code::write(project, library, options, path),
        ExchangeFormat::Btcpp => btcpp::write(project, library, options),
        ExchangeFormat::Behavior3Original => behavior3_original::write(project, library, options),
        ExchangeFormat::SaveJson => save_json::write(project, library, options),
        ExchangeFormat::Behaviac => {
            let problem = Problem::Transfer(remarks::only_read(format.title()));
            Err(vec![Diagnostic::new(Location::Document, problem)])
        }
        ExchangeFormat::Dot => {
            let text = dot::write(project.document, library);
            Ok(name(marked(text, "// ", "")))
        }
        ExchangeFormat::Mermaid => {
            let text = mermaid::write(project.document, library);
            Ok(name(marked(text, "%% ", "")))
        }
        ExchangeFormat::Markdown => {
            let text = markdown::write(project.document, library);
            Ok(name(marked(text, "\n<!-- ", " -->")))
        }
    }
}

/// A text with the [`MARK`] in a comment at its end.
fn marked(mut text: String, before: &str, after: &str) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let said = "changes here are lost when it is written again.";
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{before}{MARK}; {said}{after}");
    text
}

/// What can be said of every format.
pub(super) mod remarks {
    crate::common::remarks::remarks! { "exchange";
        /// The document holds what no file can hold.
        cannot_be_written(reason): Refused = "{reason}";
        /// It has more nodes than are read of such a file.
        too_many_nodes(nodes, limit): Refused = "it has {nodes} nodes, and of such files at most {limit} are read again: split it into several trees";
        /// Its file would be larger than those that are read.
        too_large(size, limit): Refused = "its file would have {size} MB, and at most {limit} MB are read again: split it into several trees";
        /// The format has no writer.
        only_read(format): Refused = "files of {format} are only read, not written";
    }
}
