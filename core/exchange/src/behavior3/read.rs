//! Reads a file, with all that it runs as subtrees, as documents and their task library. A subtree is passed all
//! variables that it and its subtrees use, under their own names; the total is limited, so that a file made to pass
//! everything to every use stays small.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::field_error::FieldError;
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::library::TaskLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, FILE_PARAMETER, ListedPlace, NodeMap, ParameterValue, SUBTREE,
    TREE_PARAMETER,
};
use treewright_core::project::relative;
use treewright_core::value::ValueType;

use super::header::{self, KeptFile};
use super::workspace::{MAX_FILES, Workspace, imported_variables, texts};
use super::{KEY, is_tree, kinds, node, overrides, remarks, setting, usual_layout, workspace};
use crate::common::{
    ImportSource, Imported, ImportedDocument, ImportedLibrary, of_document, of_node,
};
use crate::foreign::{
    FreeIds, Json, JsonText, Layout, category_of, check_names, check_parameters, child_counts,
    flattened, foreign_name, kept_json, own_fields, used_tasks,
};

/// Reads a tree with its subtrees, or node definitions; for a workspace file, the node definitions next to it.
///
/// # Errors
/// If it is not a file of this format.
pub(super) fn read(source: &ImportSource<'_>) -> Result<Imported, FormatError> {
    let workspace = Workspace::of(source.path, source.around);
    if source.path.ends_with(".b3-setting") {
        let library = setting::read_setting(source.bytes, source.stem())?;
        let path = ImportSource::library_path(source.path);
        return Ok(Imported {
            libraries: vec![ImportedLibrary { path, library }],
            ..Imported::default()
        });
    }
    let (mut libraries, by_us) = libraries(&workspace, source);
    if source.path.ends_with(".b3-workspace") {
        JsonText::read(source.bytes)?;
        return Ok(Imported {
            libraries,
            ..Imported::default()
        });
    }
    let texts = texts(source, &workspace)?;
    let defined = libraries.iter().flat_map(|library| &library.library.tasks);
    let mut reading = WorkspaceReader {
        source,
        defined: defined.map(|task| task.name().to_owned()).collect(),
        workspace: &workspace,
        libraries: libraries
            .iter()
            .map(|library| library.path.clone())
            .collect(),
        by_us,
        made: Vec::new(),
        unread: FxHashMap::default(),
    };
    for (path, bytes) in texts.list {
        let made = match bytes {
            Ok(bytes) if reading.made.is_empty() => Ok(reading.read_file(&path, &bytes)?),
            Ok(bytes) => reading
                .read_file(&path, &bytes)
                .map_err(|error| error.to_string()),
            Err(reason) => Err(reason),
        };
        match made {
            Ok(made) => reading.made.push(made),
            Err(reason) => drop(reading.unread.insert(path, reason)),
        }
    }
    let has_definitions = !libraries.is_empty();
    let declared = reading
        .made
        .iter_mut()
        .filter_map(ImportedFile::take_own_library);
    libraries.extend(declared);
    let mut documents = reading.documents();
    if let Some(first) = documents.first_mut() {
        if texts.too_many {
            first
                .remarks
                .push(of_document(remarks::too_many_files(MAX_FILES)));
        }
        if !has_definitions {
            let note = match &*workspace.folder {
                "" => remarks::no_setting_here(),
                folder => remarks::no_setting(folder),
            };
            first.remarks.push(of_document(note));
        }
    }
    Ok(Imported {
        documents,
        libraries,
    })
}

/// Returns the task libraries of a workspace, and the built-in node types that its definitions define as this program
/// does. Definitions that cannot be read are ignored.
fn libraries(
    workspace: &Workspace,
    source: &ImportSource<'_>,
) -> (Vec<ImportedLibrary>, FxHashSet<String>) {
    let mut by_us = FxHashSet::default();
    let read = workspace.settings.iter().filter_map(|path| {
        let name = path.rsplit('/').next()?.trim_end_matches(".b3-setting");
        let bytes = source.around.read(path)?;
        let (library, ours) = setting::read_definitions(&bytes, name).ok()?;
        by_us.extend(ours);
        let path = ImportSource::library_path(path);
        Some(ImportedLibrary { path, library })
    });
    (read.collect(), by_us)
}

/// A document under construction: its nodes are not connected yet, `order` says where each belongs.
struct ImportedFile {
    /// The path of its file in the workspace.
    at: String,
    settings: Document,
    nodes: NodeMap,
    order: Vec<(usize, ListedPlace)>,
    remarks: Vec<Diagnostic>,
    /// The variables that its own nodes use, in their order.
    used: Vec<Arc<str>>,
    /// The files that it runs, as paths in the workspace.
    files: Vec<String>,
    overrides: Option<String>,
    /// The tasks that its nodes use and that no definition covers.
    own: Option<ImportedLibrary>,
}

struct WorkspaceReader<'a> {
    source: &'a ImportSource<'a>,
    workspace: &'a Workspace,
    /// The paths of the task libraries, below the opened folder.
    libraries: Vec<String>,
    /// The built-in node types that the workspace defines as this program does.
    by_us: FxHashSet<String>,
    /// The tasks that the workspace defines.
    defined: FxHashSet<String>,
    made: Vec<ImportedFile>,
    unread: FxHashMap<String, String>,
}

impl WorkspaceReader<'_> {
    fn place(&self, at: &str) -> String {
        workspace::in_folder(&self.workspace.folder, at).unwrap_or_else(|_| at.to_owned())
    }

    /// Reads one file by itself.
    fn read_file(&self, at: &str, bytes: &[u8]) -> Result<ImportedFile, FormatError> {
        let tape = JsonText::read(bytes)?;
        let top = tape.top();
        if !is_tree(top) {
            return Err(top.error(FormatErrorKind::MissingField { field: "root" }));
        }
        header::check_version(top)?;
        let path = self.place(at);
        let mut settings = Document::default();
        header::apply(top, &path, &mut settings);
        let document_path = ImportSource::document_path(&path);
        let seen_from_here = |library: &String| relative(&document_path, library);
        settings.libraries = self.libraries.iter().map(seen_from_here).collect();
        let kept = KeptFile::of_file(top, at, Layout::of(&tape, bytes, &usual_layout()));
        let kept = kept_json(top, kept.to_json())?;
        settings.extra.insert(KEY.to_owned(), kept);
        let mut made = ImportedFile {
            at: at.to_owned(),
            settings,
            nodes: NodeMap::default(),
            order: Vec::new(),
            remarks: Vec::new(),
            used: Vec::new(),
            files: Vec::new(),
            overrides: top.get("overrides").map(|json| json.raw().to_owned()),
            own: None,
        };
        let fields = header::unknown_fields(top);
        if !fields.is_empty() {
            made.remarks
                .push(of_document(remarks::kept_fields(fields.join(", "))));
        }
        if let Some(root) = top.get("root") {
            made.add_nodes(root, &self.by_us)?;
        }
        self.declare_imports(top, &mut made);
        self.declare_tasks(&path, &mut made);
        Ok(made)
    }

    /// Declares the tasks that the nodes of a file use and that no definition covers, in a library next to its
    /// document.
    fn declare_tasks(&self, path: &str, made: &mut ImportedFile) {
        let counts = child_counts(&made.nodes, &made.order);
        let is_defined = |task: &str| self.defined.contains(task);
        let tasks = used_tasks(&made.nodes, &counts, is_defined, |_, most| {
            category_of(most)
        });
        if tasks.is_empty() {
            return;
        }
        if !self.libraries.is_empty() {
            let names: Vec<&str> = tasks.iter().map(|task| foreign_name(task.name())).collect();
            let note = remarks::not_defined(names.join(", "));
            made.remarks.push(of_document(note));
        }
        let mut path = ImportSource::library_path(path);
        while self.libraries.contains(&path) {
            path = path.replacen(".tasks.json", "-more.tasks.json", 1);
        }
        let name = path.rsplit('/').next().unwrap_or(&path);
        made.settings.libraries.push(name.to_owned());
        let mut library = TaskLibrary::new(name.trim_end_matches(".tasks.json"));
        library.tasks = tasks;
        made.own = Some(ImportedLibrary { path, library });
    }

    /// Declares the variables of the files that a file imports.
    fn declare_imports(&self, top: Json<'_>, made: &mut ImportedFile) {
        let (imported, unread) =
            imported_variables(top, &self.workspace.folder, self.source.around);
        for variable in imported {
            if variable.name.is_empty() || made.settings.variable(&variable.name).is_some() {
                continue;
            }
            let mut declared = header::declared_elsewhere(&variable.name, &variable.path);
            declared.comment = variable.comment;
            made.settings.variables.push(declared);
        }
        made.remarks.extend(
            unread
                .iter()
                .map(|path| of_document(remarks::import_not_read(path))),
        );
    }

    /// Returns the documents, with the variables that they pass to each other.
    fn documents(mut self) -> Vec<ImportedDocument> {
        self.bind();
        let built: FxHashMap<String, Document> = self
            .made
            .iter()
            .map(|made| (made.at.clone(), made.build()))
            .collect();
        let find = |path: &str| built.get(path);
        for made in &mut self.made {
            let tape = made
                .overrides
                .as_deref()
                .and_then(|json| JsonText::of(json).ok());
            let Some(document) = built.get(&made.at) else {
                continue;
            };
            let (found, notes) =
                overrides::overrides(document, &made.at, &find, tape.as_ref().map(JsonText::top));
            for (node, change) in found {
                if let Some(name) = change.value.as_variable()
                    && made.settings.variable(name).is_none()
                {
                    made.settings
                        .variables
                        .push(header::declared_elsewhere(name, ""));
                }
                if let Some(node) = made.nodes.get_mut(node.as_str()) {
                    node.overrides.push(change);
                }
            }
            made.remarks.extend(notes.into_iter().map(of_document));
        }
        let folder = &self.workspace.folder;
        let imported = self.made.iter().map(|made| {
            let source = workspace::in_folder(folder, &made.at).unwrap_or_else(|_| made.at.clone());
            ImportedDocument {
                path: ImportSource::document_path(&source),
                source,
                document: made.build(),
                remarks: made.remarks.clone(),
            }
        });
        imported.collect()
    }

    /// Binds the variables of subtrees, which see them under their own names, and declares those that no file declares.
    fn bind(&mut self) {
        let places: FxHashMap<String, usize> = self
            .made
            .iter()
            .enumerate()
            .map(|(i, made)| (made.at.clone(), i))
            .collect();
        let mut passing = self.collect_passed(&places);
        let types = self.types();
        for (index, made) in self.made.iter_mut().enumerate() {
            let mut used = passing.used_by(index).to_vec();
            for node in made
                .nodes
                .values_mut()
                .filter(|node| &*node.task == SUBTREE)
            {
                let Ok(path) = workspace::path_of(&made.at, node.text_parameter(FILE_PARAMETER))
                else {
                    continue;
                };
                let id = node.id().clone();
                let mut say = |transfer| made.remarks.push(of_node(&id, transfer));
                let Some(inside) = places.get(&path) else {
                    if let Some(reason) = self.unread.get(&path) {
                        say(remarks::subtree_not_read(&path, reason));
                    }
                    continue;
                };
                for name in passing.passed_to(*inside) {
                    if matches!(&*name, FILE_PARAMETER | TREE_PARAMETER) {
                        say(remarks::reserved_variable(&name));
                        continue;
                    }
                    used.push(name.clone());
                    let value = ParameterValue::variable(name.clone());
                    node.parameters.insert(name, value);
                }
            }
            made.declare(used, &types);
        }
        if let Some(first) = self.made.first_mut().filter(|_| passing.is_short) {
            let note = remarks::too_many_passed_on(MAX_PASSED_ON);
            first.remarks.push(of_document(note));
        }
    }

    /// Collects what the files use and run, each once.
    fn collect_passed(&self, places: &FxHashMap<String, usize>) -> PassedVariables {
        let used = self.made.iter().map(|made| {
            let mut known = FxHashSet::default();
            let used = made.used.iter().filter(|name| known.insert(&***name));
            used.cloned().collect()
        });
        let runs = self.made.iter().map(|made| {
            let mut known = FxHashSet::default();
            let runs = made.files.iter().filter_map(|file| places.get(file));
            runs.copied().filter(|place| known.insert(*place)).collect()
        });
        PassedVariables::new(used.collect(), runs.collect())
    }

    /// Returns the types that built-in node types require of the variables that they are bound to.
    fn types(&self) -> FxHashMap<Arc<str>, ValueType> {
        let mut types = FxHashMap::default();
        for node in self.made.iter().flat_map(|made| made.nodes.values()) {
            for (name, value) in &node.parameters {
                let asked = kinds::required_type(&node.task, name);
                if let (Some(variable), Some(asked)) = (value.as_variable(), asked) {
                    types.entry(variable.into()).or_insert(asked);
                }
            }
        }
        types
    }
}

impl ImportedFile {
    fn take_own_library(&mut self) -> Option<ImportedLibrary> {
        self.own.take()
    }

    /// Declares variables that are used and not declared, with their types where known.
    fn declare(&mut self, used: Vec<Arc<str>>, types: &FxHashMap<Arc<str>, ValueType>) {
        let declared = self.settings.variables.iter().map(|v| v.name.clone());
        let mut declared: FxHashSet<Arc<str>> = declared.collect();
        for name in used {
            if declared.insert(name.clone()) {
                self.settings
                    .variables
                    .push(header::declared_elsewhere(&name, ""));
            }
        }
        for variable in &mut self.settings.variables {
            if let Some(known) = types.get(&variable.name) {
                variable.value_type = known.clone();
                variable.initial = known.default_value().into();
            }
        }
    }

    fn add_nodes(&mut self, root: Json<'_>, by_us: &FxHashSet<String>) -> Result<(), FormatError> {
        let nodes = flattened(root, "children");
        let named: Vec<_> = nodes.iter().map(|node| node.json.text_of("uuid")).collect();
        let mut ids = FreeIds::avoiding(named.iter().map(|uuid| &**uuid));
        for (index, nested) in nodes.iter().enumerate() {
            let json = nested.json;
            let uuid = json.text_of("uuid");
            if json.get("name").is_none() {
                return Err(json.error(FormatErrorKind::MissingField { field: "name" }));
            }
            if json.text_of("name").is_empty() {
                return Err(json.wrong(FieldError::Empty { field: "name" }));
            }
            check_names(json, [&json.text_of("name"), &uuid])?;
            let (id, is_taken) = ids.of(&uuid, &self.nodes);
            check_parameters(json.get("args"))?;
            let is_ours = |name: &str| by_us.contains(name);
            let (mut node, notes) = node::read(json, id.clone(), &self.at, is_ours);
            if is_taken {
                self.remarks
                    .push(of_node(&id, remarks::same_uuid(&uuid, &id)));
            }
            let given = (*id.as_str() != *uuid).then_some(&id);
            let kept = own_fields(json, "children", given);
            node.extra
                .insert(KEY.to_owned(), kept_json(json, kept.to_json())?);
            self.remarks
                .extend(notes.into_iter().map(|note| of_node(&id, note)));
            let bound = node
                .parameters
                .values()
                .filter_map(ParameterValue::as_variable);
            self.used.extend(bound.map(Arc::from));
            self.files
                .extend(workspace::path_of(&self.at, node.text_parameter(FILE_PARAMETER)).ok());
            self.nodes.insert(node);
            self.order.push((
                index,
                nested.parent.map_or(ListedPlace::Root, ListedPlace::Below),
            ));
        }
        Ok(())
    }

    fn build(&self) -> Document {
        let mut builder = DocumentBuilder::default();
        builder.settings(|document| document.clone_from(&self.settings));
        let connected = builder.forest(self.nodes.clone(), &self.order);
        debug_assert!(connected.is_ok(), "every node is named once, parents first");
        builder.finish()
    }
}

/// The most variables that all Subtree nodes together pass on: each is a parameter of a node.
pub(super) const MAX_PASSED_ON: usize = 20_000;

/// What the files of a workspace use and run.
pub(super) struct PassedVariables {
    /// The variables that each file itself uses, without duplicates.
    used: Vec<Vec<Arc<str>>>,
    /// The files that each file runs.
    runs: Vec<Vec<usize>>,
    /// Results of `used_below` so far.
    seen: FxHashMap<usize, Vec<Arc<str>>>,
    left: usize,
    /// Whether some variables were not passed on because of the limit.
    pub is_short: bool,
}

impl PassedVariables {
    pub fn new(used: Vec<Vec<Arc<str>>>, runs: Vec<Vec<usize>>) -> Self {
        Self {
            used,
            runs,
            seen: FxHashMap::default(),
            left: MAX_PASSED_ON,
            is_short: false,
        }
    }

    /// Returns the variables that a file itself uses.
    pub fn used_by(&self, file: usize) -> &[Arc<str>] {
        &self.used[file]
    }

    /// Returns the variables that one use of a file is passed.
    pub fn passed_to(&mut self, file: usize) -> Vec<Arc<str>> {
        if !self.seen.contains_key(&file) {
            let seen = self.used_below(file);
            self.seen.insert(file, seen);
        }
        let seen = &self.seen[&file];
        let count = seen.len().min(self.left);
        self.is_short |= count < seen.len();
        self.left -= count;
        seen[..count].to_vec()
    }

    /// Returns the variables that a file and all that it runs use: at most one more than can still be passed on.
    fn used_below(&self, file: usize) -> Vec<Arc<str>> {
        let mut is_seen = vec![false; self.used.len()];
        is_seen[file] = true;
        let mut waiting = vec![file];
        let (mut names, mut known) = (Vec::new(), FxHashSet::default());
        while let Some(next) = waiting.pop() {
            for name in &self.used[next] {
                if names.len() > self.left {
                    return names;
                }
                if known.insert(name) {
                    names.push(name.clone());
                }
            }
            for run in &self.runs[next] {
                if !std::mem::replace(&mut is_seen[*run], true) {
                    waiting.push(*run);
                }
            }
        }
        names
    }
}
