//! What tests of formats share: reading a single file, writing it again, and inputs made to break any reader.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate as exchange;
use treewright_core::Program;
use treewright_core::diagnostic::{Diagnostic, Problem, Severity};
use treewright_core::format::{FormatError, native};
use treewright_core::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use treewright_core::limits::FILE_BYTES;
use treewright_core::model::testing::set;
pub(crate) use treewright_core::model::testing::{
    draw, draw_each, outline, shown, tasks_picture, value,
};
use treewright_core::model::{
    Document, DocumentBuilder, Node, ParameterValue, Surgery as _, broken_invariants,
};
use treewright_core::nodes::testing::random::ScriptFrame;
use treewright_core::project::{DocumentSet, Project};
use treewright_core::runtime::AgentId;
use treewright_core::testing::cases;
use treewright_core::value::Value;
use treewright_insight::recording::testing::scripted;
use treewright_insight::recording::{AgentFrame, Recording};

use crate::common::WriteMode;
use crate::{
    ExchangeFormat, Exported, ImportResult, ImportSource, Imported, ImportedDocument, ReadOptions,
    WriteOptions,
};

/// A change of a document.
pub(crate) type Edit<'e> = &'e dyn Fn(&mut Document);

/// Files by path.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Returns these texts as files.
pub(crate) fn files<const N: usize>(files: [(&str, &str); N]) -> Files {
    files
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .into()
}

/// Reads one of these files.
pub(crate) fn read(
    format: ExchangeFormat,
    files: &Files,
    path: &str,
) -> Result<Imported, FormatError> {
    let source = ImportSource {
        path,
        bytes: &files[path],
        around: files,
        options: &ReadOptions::default(),
    };
    exchange::read(format, &source)
}

/// Reads a file without others around it.
pub(crate) fn read_alone(
    format: ExchangeFormat,
    path: &str,
    bytes: impl AsRef<[u8]>,
) -> Result<Imported, FormatError> {
    let files = Files::from([(path.to_owned(), bytes.as_ref().to_vec())]);
    read(format, &files, path)
}

/// Returns a document of this root with these children.
pub(crate) fn over(root: Node, children: impl IntoIterator<Item = Node>) -> Document {
    let mut builder = DocumentBuilder::new("T");
    let root = builder.root(root).unwrap();
    for child in children {
        builder.child(&root, child).unwrap();
    }
    builder.finish()
}

/// Returns the document of a drawing, with this name.
pub(crate) fn drawn(name: &str, drawing: &str) -> Document {
    let mut document = draw(drawing);
    document.name = name.into();
    document
}

/// Returns a node of a document.
#[track_caller]
pub(crate) fn node<'d>(document: &'d Document, id: &str) -> &'d Node {
    document.node(&id.into()).unwrap()
}

/// Returns a node in the notation of drawings.
#[track_caller]
pub(crate) fn node_text(document: &Document, id: &str) -> String {
    shown(node(document, id))
}

/// Sets parameters of a node in the notation of drawings.
#[track_caller]
pub(crate) fn change(document: &mut Document, id: &str, settings: &str) {
    set(document.node_mut(&id.into()).unwrap(), settings);
}

/// Splits each line of a table at `=>`.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = table.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| {
        line.split_once("=>")
            .map(|(a, b)| (a.trim(), b.trim()))
            .unwrap()
    })
}

/// Returns the names and categories of tasks: `Attack action`.
pub(crate) fn tasks(library: &TaskLibrary) -> Vec<String> {
    let shown =
        |task: &TaskDeclaration| format!("{} {}", task.name(), task.declaration.category.name());
    library.tasks.iter().map(shown).collect()
}

/// Returns the paths of imported documents.
pub(crate) fn paths(imported: &Imported) -> Vec<&str> {
    imported.documents.iter().map(|made| &*made.path).collect()
}

/// Returns the paths of imported task libraries.
pub(crate) fn library_paths(imported: &Imported) -> Vec<&str> {
    imported.libraries.iter().map(|made| &*made.path).collect()
}

/// Returns the paths of exported files.
pub(crate) fn file_paths(exported: &Exported) -> Vec<&str> {
    exported.files.iter().map(|file| &*file.path).collect()
}

/// Returns the codes of the problems that validation finds in imported documents, without import notes.
pub(crate) fn problem_codes(imported: &Imported) -> Vec<&'static str> {
    let (documents, set, library) = reopened(imported);
    let found = std::iter::zip(&documents, &imported.documents).flat_map(|(document, made)| {
        crate::problems(&Project::new(document, &made.path, &set), &library)
    });
    let found = found.map(|found| found.problem);
    let is_mistake = |problem: &Problem| {
        !matches!(problem, Problem::Transfer(_)) && problem.severity() == Severity::Error
    };
    found
        .filter(is_mistake)
        .map(|problem| problem.code())
        .collect()
}

/// Reads all of these files together.
pub(crate) fn together(format: ExchangeFormat, files: &Files) -> ImportResult {
    let options = ReadOptions::default();
    let sources = files.iter().map(|(path, bytes)| ImportSource {
        path,
        bytes,
        around: files,
        options: &options,
    });
    exchange::read_together(format, &sources.collect::<Vec<_>>())
}

/// Returns the code of a file's error, or `read`.
pub(crate) fn code(format: ExchangeFormat, text: impl AsRef<[u8]>) -> &'static str {
    read_alone(format, "x.json", text).map_or_else(|error| error.code(), |_| "read")
}

/// Returns the document of a file without others around it.
#[track_caller]
pub(crate) fn alone(format: ExchangeFormat, text: &str) -> ImportedDocument {
    let mut read = read_alone(format, "x.json", text).unwrap();
    read.documents.remove(0)
}

/// Saves an import in the native format and opens it again.
#[track_caller]
pub(crate) fn reopened(imported: &Imported) -> (Vec<Document>, DocumentSet, NodeLibrary) {
    let mut set = DocumentSet::new();
    let mut library = NodeLibrary::builtin();
    for read in &imported.libraries {
        library.add_library(&read.path, &read.library);
    }
    let documents: Vec<Document> = imported
        .documents
        .iter()
        .map(|made| {
            let text = native::write(&made.document).unwrap();
            let document = native::read(text.as_bytes()).unwrap().document;
            assert_eq!(document, made.document, "{}", made.path);
            set.insert(made.path.clone(), Arc::new(document.clone()));
            document
        })
        .collect();
    (documents, set, library)
}

/// Edits the first of the imported documents and writes it.
#[track_caller]
pub(crate) fn written(
    format: ExchangeFormat,
    imported: &Imported,
    edit: impl FnOnce(&mut Document),
) -> Result<Exported, Vec<Diagnostic>> {
    let (mut documents, set, library) = reopened(imported);
    edit(&mut documents[0]);
    let project = Project::new(&documents[0], &imported.documents[0].path, &set);
    exchange::write(format, &project, &library, &WriteOptions::default())
}

/// Calls the writer of a format directly.
pub(crate) fn try_write(
    format: ExchangeFormat,
    project: &Project<'_>,
    library: &NodeLibrary,
    options: &WriteOptions,
) -> Result<Exported, Vec<Diagnostic>> {
    let WriteMode::ToRun(write) = format.row().write else {
        panic!("{format:?} is not written to be run");
    };
    write(
        project,
        library,
        options,
        format!("x.{}", format.extension()),
    )
}

/// Calls the writer for a document without others and with only built-in node types.
pub(crate) fn exported(
    format: ExchangeFormat,
    document: &Document,
) -> Result<Exported, Vec<Diagnostic>> {
    let (project, library) = (Project::alone(document), NodeLibrary::builtin());
    try_write(format, &project, &library, &WriteOptions::default())
}

/// Asserts that a file is written unchanged.
#[track_caller]
pub(crate) fn check_kept(format: ExchangeFormat, files: &Files, path: &str) {
    let imported = read(format, files, path).unwrap();
    let exported = written(format, &imported, |_| {}).unwrap();
    let text = String::from_utf8(files[path].clone()).unwrap();
    assert_eq!(exported.files[0].text(), text, "{path}");
    assert_eq!(exported.files.len(), 1);
}

/// Returns the lines of a file that differ after an edit of its document, without blanks around them.
#[track_caller]
pub(crate) fn changed_lines(
    format: ExchangeFormat,
    files: &Files,
    path: &str,
    edit: impl FnOnce(&mut Document),
) -> Vec<String> {
    let imported = read(format, files, path).unwrap();
    let text = written(format, &imported, edit).unwrap().files.remove(0);
    let old = std::str::from_utf8(&files[path]).unwrap();
    let old: Vec<&str> = old.lines().collect();
    let changed = text.text().lines().filter(|line| !old.contains(line));
    changed.map(|line| line.trim().to_owned()).collect()
}

/// Returns the codes of notes.
pub(crate) fn codes<'d>(notes: impl IntoIterator<Item = &'d Diagnostic>) -> Vec<&'static str> {
    let notes = notes.into_iter();
    notes.map(|note| note.problem.code()).collect()
}

/// Reads texts made to break a reader, and a good one with every part damaged: the result is an error or a valid
/// document, never a panic.
#[track_caller]
pub(crate) fn check_hostile(format: ExchangeFormat, good: &str) {
    let try_bytes = |bytes: &[u8]| {
        let imported = read_alone(format, "x.json", bytes)?;
        for made in &imported.documents {
            assert_eq!(broken_invariants(&made.document), Vec::<String>::new());
            let text = native::write(&made.document).unwrap();
            native::read(text.as_bytes()).unwrap();
        }
        if !imported.documents.is_empty() {
            drop(written(format, &imported, |_| {}));
        }
        Ok::<(), FormatError>(())
    };
    let code = |text: &str| {
        try_bytes(text.as_bytes())
            .err()
            .map_or("read", |error| error.code())
    };
    assert_eq!(code(good), "read");
    assert_eq!(code(&format!("\u{feff}{good}")), "read");
    for end in (1..good.trim_end().len()).filter(|end| good.is_char_boundary(*end)) {
        assert_eq!(code(&good[..end]), "truncated", "{}", &good[..end]);
    }
    let deep = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    for (text, expected) in [
        ("", "empty"),
        (" \n\t", "empty"),
        (&*format!("{good} x"), "trailing_text"),
        (&*format!("{good} // why"), "trailing_text"),
        (&*format!("/* why */ {good}"), "syntax"),
        (&*deep, "too_deep"),
    ] {
        assert_eq!(code(text), expected, "{}", text.get(..40).unwrap_or(text));
    }
    for junk in [
        "null",
        "3",
        "\"text\"",
        "{}",
        "<?xml?>",
        "\u{1}",
        "{\"root\":null}",
        "{\"root\":{}}",
        "[[]]",
        "[null]",
    ] {
        assert_ne!(code(junk), "read", "{junk}");
    }
    assert_eq!(
        try_bytes(&[0xff, 0xfe, b'{', 0, b'}', 0])
            .unwrap_err()
            .code(),
        "not_utf8"
    );
    let found = try_bytes(&vec![b'['; FILE_BYTES + 1]).unwrap_err().code();
    assert_eq!(found, "too_large");
    check_damaged(good, b"\"{,0\xff", |bytes| drop(try_bytes(bytes)));
}

/// Calls `try_bytes` with each byte of a text replaced, by all bytes of `by` or by some of them in turn.
pub(crate) fn check_damaged(good: &str, by: &[u8], try_bytes: impl Fn(&[u8])) {
    let some = cases(by.len());
    for at in 0..good.len() {
        for byte in by.iter().cycle().skip(at).take(some) {
            let mut bytes = good.as_bytes().to_vec();
            bytes[at] = *byte;
            try_bytes(&bytes);
        }
    }
}

/// Sets parameters of nodes concisely.
pub(crate) trait SetParameters {
    /// Returns the node with a parameter set to a constant.
    fn set(self, name: &str, value: impl Into<Value>) -> Self;

    /// Returns the node with a parameter bound to a variable.
    fn bind(self, name: &str, variable: &str) -> Self;
}

impl SetParameters for Node {
    fn set(self, name: &str, value: impl Into<Value>) -> Self {
        self.with_parameter(name, ParameterValue::literal(value))
    }

    fn bind(self, name: &str, variable: &str) -> Self {
        self.with_parameter(name, ParameterValue::variable(variable))
    }
}

/// Runs a script in a program, and returns the result of `describe` for each frame of its first agent; `None` if there is
/// no agent.
pub(crate) fn frames<T>(
    program: &Arc<Program<()>>,
    seed: u64,
    script: Vec<ScriptFrame>,
    describe: impl Fn(&Recording, &AgentFrame) -> T,
) -> Option<Vec<T>> {
    let mut recording = Recording::new(program.clone(), seed);
    let agent = AgentId(0);
    let frame = |frame: ScriptFrame| {
        for happening in frame.happenings {
            if let Some(done) = scripted(&happening, agent, program) {
                let _ = recording.apply(done);
            }
        }
        let record = recording.step(frame.dt).clone();
        Some(describe(&recording, record.of(agent)?))
    };
    script.into_iter().map(frame).collect()
}

/// Returns options that replace Subtree nodes by the trees that they run.
pub(crate) fn inlined() -> WriteOptions {
    WriteOptions {
        inline_subtrees: true,
        ..WriteOptions::default()
    }
}
