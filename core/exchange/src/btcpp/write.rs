//! Writes documents as files: what came from a file is unchanged where nothing was edited.

mod models;
mod trees;

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::diagnostic::{Diagnostic, Location};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, FILE_PARAMETER, SUBTREE};
use treewright_core::project::{Project, references, relative, resolve};

use super::check::{self, ExportNotes, ExportUnit, check, leads_out, name_main_trees, xml_path};
use super::kept::{self, KeptDocument, KeptPart};
use super::layout::{self, DocumentContext};
use super::rules::{self, AsyncChildren, digest};
use super::tag::{Tag, TagChange, with_end};
use crate::common::{Exported, ExportedFile, ImportSource, WriteOptions};
use crate::xml::escape_value;

/// Writes a document, and those whose trees it runs, as files of version 4.
///
/// # Errors
/// What the format cannot express, by node.
pub(super) fn write(
    project: &Project<'_>,
    library: &NodeLibrary,
    _: &WriteOptions,
    _: String,
) -> Result<Exported, Vec<Diagnostic>> {
    let units = units(project);
    let mut remarks = ExportNotes::default();
    check(&units, library, &mut remarks);
    if remarks.is_too_deep(&units) {
        return Err(remarks.finish().0);
    }
    let mut files = Vec::new();
    let mut as_they_were = Vec::new();
    for index in 0..units.len() {
        remarks.set_document(index);
        let mut writing = FileWriter::of(&units, index, library, &mut remarks);
        let text = writing.file();
        as_they_were.push(writing.kept.digest == digest(text.as_bytes()));
        let path = units[index].file(project.path);
        if !leads_out(&path) {
            files.push(ExportedFile::of_text(path, text));
        }
    }
    remarks.keep_unchanged_files(&units, &as_they_were);
    match remarks.finish() {
        (remarks, true) => Err(remarks),
        (remarks, false) => Ok(Exported { files, remarks }),
    }
}

/// Returns the document and those that it references, directly or indirectly.
fn units<'a>(project: &Project<'a>) -> Vec<ExportUnit<'a>> {
    let mut units = vec![ExportUnit {
        path: project.path,
        document: project.document,
        main: String::new(),
        via: None,
    }];
    let mut seen: BTreeSet<String> = BTreeSet::from([project.path.to_owned()]);
    let mut next = 0;
    while next < units.len() {
        let (from, document) = (units[next].path, units[next].document);
        let mut nodes: FxHashMap<&str, &NodeId> = FxHashMap::default();
        if next == 0 {
            let all = document.pre_order().chain(document.nodes());
            for node in all.filter(|node| &*node.task == SUBTREE) {
                let file = node.text_parameter(FILE_PARAMETER);
                nodes.entry(file).or_insert_with(|| node.id());
            }
        }
        for file in references(document) {
            let Ok(path) = resolve(from, file) else {
                continue;
            };
            let found = project.others.paths().find(|other| *other == path);
            let read = project.others.get(&path);
            if let (Some(path), Some(Ok(document))) = (found, read)
                && seen.insert(path.to_owned())
            {
                let via = nodes.get(file).map(|id| (*id).clone());
                let via = via.or_else(|| units[next].via.clone());
                units.push(ExportUnit {
                    path,
                    document,
                    main: String::new(),
                    via,
                });
            }
        }
        next += 1;
    }
    name_main_trees(&mut units);
    units
}

/// A file under construction.
struct FileWriter<'a> {
    units: &'a [ExportUnit<'a>],
    index: usize,
    document: &'a Document,
    library: &'a NodeLibrary,
    context: DocumentContext,
    kept: KeptDocument,
    is_new: bool,
    asyncs: AsyncChildren,
    remarks: &'a mut ExportNotes,
}

impl<'a> FileWriter<'a> {
    fn of(
        units: &'a [ExportUnit<'a>],
        index: usize,
        library: &'a NodeLibrary,
        remarks: &'a mut ExportNotes,
    ) -> Self {
        let document = units[index].document;
        let kept: Option<KeptDocument> = kept::get(&document.extra);
        Self {
            units,
            index,
            document,
            library,
            context: DocumentContext::of(document),
            is_new: kept.is_none(),
            kept: kept.unwrap_or_else(|| new_frame(&units[index])),
            asyncs: AsyncChildren::default(),
            remarks,
        }
    }

    fn file(&mut self) -> String {
        let mut out = String::new();
        if self.kept.bom {
            out.push('\u{feff}');
        }
        out.push_str(&self.head());
        let root = self.root();
        let mut inside = String::new();
        self.parts(&mut inside);
        let is_closed = root.ends_with("/>");
        out.push_str(&with_end(&root, is_closed && inside.is_empty()));
        out.push_str(&inside);
        if is_closed && !inside.is_empty() {
            out.push_str(&self.context.line(0));
            out.push_str("</root>");
        }
        out.push_str(&self.kept.tail);
        out
    }

    /// Returns the text before the root element, with the description as a comment.
    fn head(&self) -> String {
        let head = &self.kept.head;
        if layout::description(head) == self.document.description {
            return head.clone();
        }
        let description = self.document.description.trim();
        let newline = self.context.newline;
        let declared = head.find("?>").map_or("", |end| &head[..end + 2]);
        let mut new = declared.to_owned();
        if !declared.is_empty() {
            new.push_str(newline);
        }
        if !description.is_empty() {
            new.push_str(&layout::written_comment(description));
            new.push_str(newline);
        }
        new
    }

    fn root(&self) -> String {
        let Some(tag) = Tag::parse(&self.kept.root) else {
            return self.kept.root.clone();
        };
        let name = "main_tree_to_execute";
        let has_main = self.document.root().is_some() && !check::is_unnamed(self.document);
        let main = self.units[self.index].main.clone();
        let change = match tag.index(name) {
            _ if !has_main => None,
            Some(index) => {
                let old = &tag.attributes[index].value;
                // A main tree that is not in the file was not chosen in this program.
                let is_same = *old == main || self.kept.main == main && !self.is_new;
                (!is_same).then_some(TagChange::Value(index, main))
            }
            None => (self.kept.main != main).then(|| TagChange::Add(name.to_owned(), main, false)),
        };
        tag.changed(change.as_slice())
    }

    fn parts(&mut self, out: &mut String) {
        let mut trees = check::trees(&self.units[self.index]);
        let mut includes = self.includes(&self.kept.parts);
        let grows = !includes.is_empty() || trees.len() > 1;
        for fault in rules::document_faults(&self.kept, grows) {
            self.remarks.add(Location::Document, fault);
        }
        let parts = std::mem::take(&mut self.kept.parts);
        let is_tree = |part: &KeptPart| matches!(part, KeptPart::Tree(_) | KeptPart::Unnamed(_));
        let is_include = |part: &KeptPart| matches!(part, KeptPart::Include(..));
        let last_tree = parts.iter().rposition(is_tree);
        let last_include = parts.iter().rposition(is_include);
        let models_at = parts
            .iter()
            .position(|part| matches!(part, KeptPart::Models(_)));
        // New trees come after the last one, and before the models.
        let trees_at = last_tree
            .or(last_include)
            .or(models_at.and_then(|at| at.checked_sub(2)));
        let known: Vec<String> = parts.iter().filter_map(|p| self.original(p)).collect();
        let mut gap = String::new();
        if last_include.is_none() {
            self.new_includes(&mut includes, out);
        }
        if trees_at.is_none() {
            self.new_trees(&mut trees, &known, out);
        }
        for (index, part) in parts.iter().enumerate() {
            match part {
                KeptPart::Text(text) => gap.push_str(text),
                KeptPart::Include(_, written) => {
                    out.push_str(&std::mem::take(&mut gap));
                    out.push_str(written);
                }
                KeptPart::Models(written) => {
                    out.push_str(&std::mem::take(&mut gap));
                    out.push_str(&self.models(written));
                }
                KeptPart::Tree(_) | KeptPart::Unnamed(_) => {
                    let before = std::mem::take(&mut gap);
                    self.old_tree(part, &mut trees, &before, out);
                }
            }
            if last_include == Some(index) {
                self.new_includes(&mut includes, out);
            }
            if trees_at == Some(index) {
                self.new_trees(&mut trees, &known, out);
            }
        }
        if models_at.is_none() {
            self.new_models(out);
        }
        out.push_str(&gap);
    }

    /// Returns the name that a tree had in the file.
    fn original(&self, part: &KeptPart) -> Option<String> {
        match part {
            KeptPart::Tree(name) => Some(name.clone()),
            KeptPart::Unnamed(_) => Some(self.units[self.index].main.clone()),
            _ => None,
        }
    }

    /// Returns includes of the files whose trees are run and that the file does not include yet.
    fn includes(&self, parts: &[KeptPart]) -> Vec<String> {
        let here = self.units[self.index].path;
        let mut included: FxHashSet<String> = FxHashSet::default();
        for part in parts {
            if let KeptPart::Include(path, _) = part
                && let Ok(path) = resolve(here, path)
            {
                included.insert(ImportSource::document_path(&path));
            }
        }
        // Indirect includes count as well.
        if !included.is_empty() && !self.is_new {
            let known = self
                .units
                .iter()
                .filter(|unit| included.contains(unit.path));
            let further: Vec<String> = known.flat_map(|unit| included_documents(unit)).collect();
            included.extend(further);
        }
        let mut wanted = Vec::new();
        for node in self.document.nodes() {
            let file = node.text_parameter(FILE_PARAMETER);
            if &*node.task != SUBTREE || file.is_empty() {
                continue;
            }
            if let Ok(path) = resolve(here, file)
                && included.insert(path.clone())
            {
                wanted.push(xml_path(&relative(here, &path)));
            }
        }
        wanted
    }

    fn new_includes(&self, includes: &mut Vec<String>, out: &mut String) {
        for path in includes.drain(..) {
            out.push_str(&self.context.line(1));
            out.push_str("<include path=\"");
            out.push_str(&escape_value(&path));
            out.push_str("\"/>");
        }
    }
}

/// Returns the documents of the files that a document's file includes.
fn included_documents(unit: &ExportUnit<'_>) -> Vec<String> {
    let kept: Option<KeptDocument> = kept::get(&unit.document.extra);
    let parts = kept.map(|kept| kept.parts).unwrap_or_default();
    let paths = parts.iter().filter_map(|part| match part {
        KeptPart::Include(path, _) => resolve(unit.path, path).ok(),
        _ => None,
    });
    paths
        .map(|path| ImportSource::document_path(&path))
        .collect()
}

/// Returns the parts around the trees of a document that came from no file.
fn new_frame(unit: &ExportUnit<'_>) -> KeptDocument {
    let main = unit.main.clone();
    let named = if unit.document.root().is_some() {
        format!(" main_tree_to_execute=\"{}\"", escape_value(&main))
    } else {
        String::new()
    };
    KeptDocument {
        head: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(),
        root: format!("<root BTCPP_format=\"4\"{named}>"),
        tail: "\n</root>\n".to_owned(),
        indent: "  ".to_owned(),
        main,
        ..KeptDocument::default()
    }
}
