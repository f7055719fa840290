//! Converts files to documents: the trees of each file are the named trees of one document, and the rest of the file is
//! kept.

use treewright_core::diagnostic::{Diagnostic, Location, Problem, TransferNote};
use treewright_core::ids::NodeId;
use treewright_core::library::{NodeLibrary, TaskLibrary};
use treewright_core::model::{
    Document, DocumentBuilder, FILE_PARAMETER, NamedTree, Node, ParameterType, ParameterValue,
    SUBTREE, TREE_PARAMETER,
};
use treewright_core::project::relative;
use treewright_core::value::ValueType;

use super::express::NodeContext;
use super::interpret::{TagContext, TagMeaning, interpret, is_reserved, variable};
use super::kept::{self, KeptDocument, KeptPart, KeptTree};
use super::load::{LoadedFiles, load};
use super::rules::{self, AsyncChildren, TagSetting};
use super::survey::{MAX_TAKEN_OVER, Survey, SurveyedFile, SurveyedTree};
use super::tag::Tag;
use super::variables::VariableTypes;
use super::{layout, models, names, remarks, values, variables};
use crate::common::{
    ImportResult, ImportSource, ImportedDocument, ImportedLibrary, of_document, stem,
};
use crate::xml::{Element, Xml};

/// Reads files, and those that they include, each once.
pub(super) fn read(sources: &[ImportSource<'_>]) -> ImportResult {
    let (loaded, failed) = load(sources);
    let mut read = ImportResult {
        failed,
        ..ImportResult::default()
    };
    // Each was parsed before, or it would not be in the list.
    let texts = loaded.files.iter().filter_map(|f| Xml::read(&f.bytes).ok());
    let texts: Vec<_> = texts.collect();
    let survey = Survey::of(&loaded, &texts);
    let unknown = VariableTypes::default();
    let made = |file, types| DocumentReader::of(&survey, &loaded, (file, types)).document();
    let files = 0..survey.files.len();
    let mut all: Vec<ReadFile> = files.map(|file| made(file, &unknown)).collect();
    // The type of a constant may depend on a later node, or on another file.
    let types = VariableTypes::of(all.iter().map(|made| &made.document.document));
    for (file, first) in all.iter_mut().enumerate() {
        if first.may_misfit(file, &survey, &types) {
            *first = made(file, &types);
        }
    }
    for made in all {
        read.imported.documents.push(made.document);
        read.imported.libraries.extend(made.own);
    }
    read
}

/// The document of one file, with what depends on it.
struct ReadFile {
    document: ImportedDocument,
    /// The library of the tasks that it declares itself, if there are any.
    own: Option<ImportedLibrary>,
    /// The declarations of all node types that its nodes may have.
    library: NodeLibrary,
}

impl ReadFile {
    /// Returns whether constants do not fit the variables whose values they become.
    fn may_misfit(&self, file: usize, survey: &Survey<'_>, types: &VariableTypes) -> bool {
        let mut nodes = self.document.document.nodes();
        nodes.any(|node| {
            let runs = runs(node, file, survey);
            !types
                .fitting_constants(file, node, runs, &self.library)
                .is_empty()
        })
    }
}

/// Returns the file of the tree that a node runs, if it runs one.
fn runs(node: &Node, file: usize, survey: &Survey<'_>) -> Option<usize> {
    let tree = (&*node.task == SUBTREE).then(|| node.text_parameter(TREE_PARAMETER))?;
    survey.tree(file, tree).map(|(file, _)| file)
}

/// A document under construction.
struct DocumentReader<'s, 'x> {
    survey: &'s Survey<'x>,
    loaded: &'s LoadedFiles,
    file: usize,
    builder: DocumentBuilder,
    library: NodeLibrary,
    kept: KeptDocument,
    remarks: Vec<Diagnostic>,
    asyncs: AsyncChildren,
    /// The types of all variables, once they are known.
    types: &'s VariableTypes,
    count: usize,
    /// How many more parameters subtrees may take over.
    left: usize,
}

/// An element whose node is still to be added, with its parent and depth.
struct PendingElement<'x> {
    element: Element<'x>,
    before: &'x str,
    parent: Option<NodeId>,
    depth: usize,
}

impl<'s, 'x> DocumentReader<'s, 'x> {
    fn of(
        survey: &'s Survey<'x>,
        loaded: &'s LoadedFiles,
        (file, types): (usize, &'s VariableTypes),
    ) -> Self {
        let path = survey.files[file].path;
        Self {
            survey,
            loaded,
            file,
            builder: DocumentBuilder::new(stem(path)),
            library: NodeLibrary::builtin(),
            kept: KeptDocument::default(),
            remarks: Vec::new(),
            asyncs: AsyncChildren::default(),
            types,
            count: 0,
            left: MAX_TAKEN_OVER,
        }
    }

    fn here(&self) -> &'s SurveyedFile<'x> {
        &self.survey.files[self.file]
    }

    fn add_note(&mut self, location: Location, remark: TransferNote, element: Option<Element<'_>>) {
        self.remarks.push(Diagnostic {
            position: element.map(|element| element.position()),
            ..Diagnostic::new(location, Problem::Transfer(remark.kept()))
        });
    }

    fn document(mut self) -> ReadFile {
        let here = self.here();
        for remark in &self.loaded.files[self.file].remarks {
            self.add_note(Location::Document, remark.clone(), None);
        }
        let own = self.declare();
        self.kept = rules::file_frame(here, &self.loaded.files[self.file].bytes);
        self.trees();
        let mut document = std::mem::take(&mut self.builder).finish();
        document.description = layout::description(&self.kept.head);
        document.libraries = self.libraries(own.is_some());
        self.kept.unmodeled = models::unmodeled(&document, &here.models);
        kept::set(&mut document.extra, &self.kept);
        let found = variables::of(&document, &self.library);
        let runs_trees = document.nodes().any(|node| &*node.task == SUBTREE);
        *document.variables = found;
        if runs_trees && !document.variables.is_empty() {
            self.remarks.push(of_document(remarks::set_anew()));
        }
        let document = ImportedDocument {
            path: ImportSource::document_path(here.path),
            source: here.path.to_owned(),
            document,
            remarks: self.remarks,
        };
        let own = own.map(|library| ImportedLibrary {
            path: ImportSource::library_path(here.path),
            library,
        });
        ReadFile {
            document,
            own,
            library: self.library,
        }
    }

    /// Declares the tasks that the file uses; returns the library of those that it declares itself.
    fn declare(&mut self) -> Option<TaskLibrary> {
        let here = self.here();
        let mut own = TaskLibrary::new(stem(here.path));
        own.tasks.extend(here.models.values().cloned());
        for (name, (category, ports)) in &here.used {
            let task = models::inferred_task(name, *category, ports);
            own.tasks.push(task);
        }
        for task in models::oversized_tasks(here.xml.root()) {
            let remark = remarks::ports_too_many(task, models::MAX_PORTS);
            self.add_note(Location::Document, remark, None);
        }
        self.library.add_library("", &own);
        for included in &here.includes {
            let mut other = TaskLibrary::new("");
            let tasks = &self.survey.files[*included].models;
            other.tasks.extend(tasks.values().cloned());
            self.library.add_library("", &other);
        }
        (!own.tasks.is_empty()).then_some(own)
    }

    /// Returns the libraries that the document references: its own, and those of included files that describe nodes.
    fn libraries(&self, has_own: bool) -> Vec<String> {
        let here = self.here();
        let own = has_own.then_some(self.file);
        let described = |file: &usize| !self.survey.files[*file].models.is_empty();
        let included = here.includes.iter().copied().filter(described);
        let files = own.into_iter().chain(included);
        let paths = files.map(|file| ImportSource::library_path(self.survey.files[file].path));
        paths.map(|path| relative(here.path, &path)).collect()
    }

    fn trees(&mut self) {
        let here = self.here();
        let named = here.xml.root().attribute("main_tree_to_execute");
        if let Some(named) = &named
            && here.trees.iter().all(|tree| tree.name != **named)
        {
            self.add_note(Location::Document, remarks::main_missing(named), None);
        }
        for (index, tree) in here.trees.iter().enumerate() {
            let is_main = here.main == Some(index);
            let element = Some(tree.element);
            let is_declared = self
                .library
                .library_of(&names::task_of(&tree.name))
                .is_some();
            for fault in rules::name_faults(&tree.name, is_declared) {
                self.add_note(Location::Document, fault, element);
            }
            if !here.has_node(index) {
                self.add_note(Location::Document, remarks::tree_empty(&tree.name), element);
            } else if tree.name.is_empty() && !is_main {
                self.add_note(Location::Document, remarks::tree_unnamed(), element);
            } else if !here.is_current(index) {
                self.add_note(Location::Document, remarks::tree_twice(&tree.name), element);
            } else {
                let is_alone = here.trees.len() == 1 && here.includes.is_empty();
                if is_main && !is_alone && named.is_none() {
                    let remark = remarks::main_chosen(&tree.name);
                    self.add_note(Location::Document, remark, element);
                }
                self.tree(tree, is_main);
            }
        }
        for fault in rules::document_faults(&self.kept, false) {
            self.add_note(Location::Document, fault, None);
        }
        if here.is_endless {
            self.add_note(
                Location::Document,
                remarks::include_endless(here.path),
                None,
            );
        }
        if here.is_v3 {
            self.add_note(Location::Document, remarks::version_3(), None);
        }
    }

    fn tree(&mut self, tree: &SurveyedTree<'x>, is_main: bool) {
        let text = self.here().xml.text();
        let mut elements = tree.element.elements();
        let Some(top) = elements.next() else {
            return;
        };
        let inside = tree.element.inside();
        let kept = KeptTree {
            tag: tree.element.open_tag().to_owned(),
            end: text[top.span().end..tree.element.span().end].to_owned(),
        };
        if elements.next().is_some() {
            let remark = remarks::tree_divided(&tree.name);
            self.add_note(Location::Document, remark, Some(tree.element));
        }
        let before = &text[inside.start..top.span().start];
        let root = self.nodes(top, before, is_main);
        if tree.name.is_empty() {
            let parts = &mut self.kept.parts;
            let unnamed = parts.iter_mut().find_map(|part| match part {
                KeptPart::Unnamed(tree) => Some(tree),
                _ => None,
            });
            if let Some(unnamed) = unnamed {
                *unnamed = kept;
            }
            return;
        }
        let mut named = NamedTree::new(&*tree.name, root);
        kept::set(&mut named.extra, &kept);
        self.builder.settings(|document| document.trees.push(named));
    }

    /// Adds the nodes of a tree; returns the id of its root.
    fn nodes(&mut self, top: Element<'x>, before: &'x str, is_main: bool) -> NodeId {
        let text = self.here().xml.text();
        let mut pending = vec![PendingElement {
            element: top,
            before,
            parent: None,
            depth: 2,
        }];
        let first = self.count + 1;
        while let Some(next) = pending.pop() {
            let element = next.element;
            let children: Vec<Element<'x>> = element.elements().collect();
            let spans = children.iter().map(Element::span);
            let gaps = SurveyedFile::gaps(element.inside(), spans);
            let depth = next.depth;
            let node = self.node(
                &next,
                &children,
                &text[gaps[children.len()].clone()],
                is_main,
            );
            let id = node.id().clone();
            let added = match &next.parent {
                Some(parent) => self.builder.child(parent, node),
                None if is_main => self.builder.root(node),
                None => self.builder.loose(node),
            };
            if added.is_err() {
                continue;
            }
            for (child, gap) in children.into_iter().zip(gaps).rev() {
                pending.push(PendingElement {
                    element: child,
                    before: &text[gap],
                    parent: Some(id.clone()),
                    depth: depth + 1,
                });
            }
        }
        NodeId::new(format!("n{first}"))
    }

    fn node(
        &mut self,
        place: &PendingElement<'x>,
        children: &[Element<'x>],
        end: &str,
        in_main: bool,
    ) -> Node {
        self.count += 1;
        let element = place.element;
        let tag = Tag::of(element);
        let meaning = self.meaning(&tag, children, in_main);
        let mut node = Node::new(NodeId::new(format!("n{}", self.count)), &*meaning.task);
        meaning.name.clone_into(&mut node.name);
        node.disabled = meaning.is_skipped;
        for ported in &meaning.ports {
            if !ported.parameter.is_empty() {
                let name = (&*ported.parameter).into();
                node.parameters.insert(name, ported.value.clone());
            }
        }
        self.subtree(&mut node, &meaning, in_main);
        let runs = runs(&node, self.file, self.survey);
        for (name, value) in self
            .types
            .fitting_constants(self.file, &node, runs, &self.library)
        {
            node.parameters.insert(name, value);
        }
        let comment = layout::comment(place.before);
        node.comment = comment
            .or_else(|| meaning.description.clone())
            .unwrap_or_default();
        let nothing = Document::default();
        let around = NodeContext {
            document: &nothing,
            library: &self.library,
            in_main,
            root_keys: &self.here().root_keys,
            is_v3: self.kept.is_v3,
            children: children.len(),
            skipped: skipped(children),
            defaults: &self.here().defaults,
            tree: "",
        };
        let gaps = (place.before, end);
        let kept = layout::kept_node(&node, element, gaps, place.depth, &self.kept, &around);
        if !kept.is_empty() {
            kept::set(&mut node.extra, &kept);
        }
        for fault in self.faults(&node, &tag, &meaning, children.len(), place) {
            let location = Location::Node(node.id().clone());
            self.add_note(location, fault, Some(element));
        }
        node
    }

    /// Adds import notes on what BehaviorTree.CPP refuses of a node's tag.
    fn faults(
        &mut self,
        node: &Node,
        tag: &Tag,
        meaning: &TagMeaning,
        children: usize,
        place: &PendingElement<'x>,
    ) -> Vec<TransferNote> {
        let document = self.builder.document();
        let parent = place.parent.as_ref().and_then(|id| document.node(id));
        let is_reactive = parent.is_some_and(|parent| rules::is_reactive(&parent.task));
        let setting = TagSetting {
            children,
            family: rules::family(node, &self.library),
            is_v3: self.kept.is_v3,
            is_subtree: &*node.task == SUBTREE,
            is_below_reactive: is_reactive,
        };
        let mut faults = rules::faults(tag, setting);
        if let Some(parent) = place.parent.as_ref().filter(|_| is_reactive) {
            faults.extend(self.asyncs.fault(parent, tag));
        }
        let tree = node.text_parameter(TREE_PARAMETER);
        let here = self.here();
        let files = std::iter::once(self.file).chain(here.includes.iter().copied());
        let required = files.filter_map(|file| self.survey.files[file].required.get(tree));
        if !meaning.remaps_all && &*node.task == SUBTREE {
            faults.extend(required.flat_map(|ports| rules::unset_ports(tag, tree, ports)));
        }
        faults
    }

    fn meaning(&self, tag: &Tag, children: &[Element<'x>], in_main: bool) -> TagMeaning {
        self.scene(children, in_main, |scene| interpret(tag, scene))
    }

    /// Calls `ask` with the context of a tag.
    fn scene<T>(
        &self,
        children: &[Element<'x>],
        in_main: bool,
        ask: impl FnOnce(&TagContext<'_>) -> T,
    ) -> T {
        let here = self.here();
        let is_tree = |name: &str| self.survey.tree(self.file, name).is_some();
        let type_of = |task: &str, parameter: &str| self.type_of(task, parameter);
        let scene = TagContext {
            in_main,
            root_keys: &here.root_keys,
            is_v3: here.is_v3,
            children: children.len(),
            skipped: skipped(children),
            is_tree: &is_tree,
            type_of: &type_of,
        };
        ask(&scene)
    }

    fn type_of(&self, task: &str, parameter: &str) -> Option<ValueType> {
        let declaration = self.library.declaration(task)?;
        match &declaration.parameter(parameter)?.parameter_type {
            ParameterType::Value(value_type) => Some(value_type.clone()),
            _ => None,
        }
    }

    /// Sets the file of a subtree, and the keys that it takes over.
    fn subtree(&mut self, node: &mut Node, meaning: &TagMeaning, in_main: bool) {
        if meaning.task != SUBTREE {
            return;
        }
        let tree = node.text_parameter(TREE_PARAMETER).to_owned();
        let here = self.here();
        let Some((file, _)) = self.survey.tree(self.file, &tree) else {
            return;
        };
        if file != self.file {
            let path = ImportSource::document_path(self.survey.files[file].path);
            let value = ParameterValue::literal(&*relative(here.path, &path));
            node.parameters.insert(FILE_PARAMETER.into(), value);
        }
        if self.left == 0 {
            return;
        }
        let mut taken: Vec<(String, ParameterValue)> = Vec::new();
        let defaults = here.defaults.get(&tree).filter(|_| !meaning.remaps_all);
        for (port, text) in defaults.into_iter().flatten() {
            let bound = self.scene(&[], in_main, |scene| variable(port, text, scene));
            let value = bound.map(ParameterValue::variable);
            let value = value.unwrap_or_else(|| values::literal(text, None));
            taken.push((port.clone(), value));
        }
        if meaning.remaps_all {
            let keys = self.survey.taken_over(self.file, &tree);
            taken.extend(keys.map(|key| (key.clone(), ParameterValue::variable(&**key))));
        }
        for (port, value) in taken {
            if self.left > 0 && !node.parameters.contains_key(&port) && !is_reserved(&port) {
                self.left -= 1;
                node.parameters.insert(port.into(), value);
            }
        }
    }
}

/// Returns how many elements are always skipped.
fn skipped(elements: &[Element<'_>]) -> usize {
    let is_skipped = |e: &&Element<'_>| e.attribute("_skipIf").is_some_and(|s| s.trim() == "true");
    elements.iter().filter(is_skipped).count()
}
