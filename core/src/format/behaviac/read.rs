//! From a file, with the behaviours that it refers to, to documents and their task library.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use super::parts::{self, Attachment, Behavior, Part, value_of};
use super::{KEY, kinds, remarks};
use crate::category::Category;
use crate::diagnostic::{Diagnostic, Location, Problem, Transfer};
use crate::format::exchange::{Imported, ImportedDocument, ImportedLibrary, Source};
use crate::format::foreign::{Fields, MAX_NAME, Tape, is_builtin, listed, quoted};
use crate::format::xml::Xml;
use crate::format::{FormatError, FormatErrorKind};
use crate::ids::NodeId;
use crate::library::{TaskDeclaration, TaskLibrary};
use crate::model::{
    Document, DocumentBuilder, Hang, Node, NodeDeclaration, NodeMap, ParameterDeclaration,
    ParameterType, ParameterValue, SUBTREE, Variable,
};
use crate::project::{relative, resolve};
use crate::value::ValueType;

/// The most files that are read along with one.
const MAX_FILES: usize = 1000;

/// Reads a behaviour and those that it refers to.
///
/// # Errors
/// If it is no file of this format.
pub fn read(source: &Source<'_>) -> Result<Imported, FormatError> {
    let mut made = vec![Made::of(source, source.path, source.bytes)?];
    let mut known: FxHashSet<String> = FxHashSet::default();
    known.insert(source.path.to_owned());
    let mut waiting: VecDeque<(usize, String, String)> = made[0].references(0).collect();
    let mut unread: Vec<(usize, Transfer)> = Vec::new();
    while let Some((from, name, path)) = waiting.pop_front() {
        if !known.insert(path.clone()) {
            continue;
        }
        if made.len() >= MAX_FILES {
            unread.push((0, remarks::too_many_files(MAX_FILES)));
            break;
        }
        let bytes = source
            .around
            .read(&path)
            .ok_or_else(|| "there is no such file in the folder that was opened".to_owned());
        match bytes
            .and_then(|bytes| Made::of(source, &path, &bytes).map_err(|error| error.to_string()))
        {
            Ok(next) => {
                waiting.extend(next.references(made.len()));
                made.push(next);
            }
            Err(reason) => unread.push((from, remarks::reference_not_read(name, reason))),
        }
    }
    for (from, said) in unread {
        made[from]
            .remarks
            .push(Diagnostic::new(Location::Document, Problem::Transfer(said)));
    }
    bind(&mut made);
    let library_path = Source::library_path(source.path);
    let library = library(&made, source.stem());
    let has_library = !library.tasks.is_empty();
    let documents = made
        .into_iter()
        .map(|made| made.document(has_library.then_some(&*library_path)));
    Ok(Imported {
        documents: documents.collect(),
        libraries: has_library
            .then_some(ImportedLibrary {
                path: library_path.clone(),
                library,
            })
            .into_iter()
            .collect(),
    })
}

/// A document that is being made.
struct Made {
    path: String,
    name: String,
    agent: String,
    nodes: NodeMap,
    order: Vec<(usize, Hang)>,
    remarks: Vec<Diagnostic>,
    variables: Vec<(String, Option<ValueType>)>,
    /// The behaviours that it refers to: name and file.
    files: Vec<(String, String)>,
}

impl Made {
    fn of(source: &Source<'_>, path: &str, bytes: &[u8]) -> Result<Self, FormatError> {
        let xml = Xml::read(bytes)?;
        let behavior = parts::read(&xml)?;
        let stem = path.rsplit('/').next().unwrap_or_default();
        let mut made = Self {
            path: path.to_owned(),
            name: if behavior.name.is_empty() {
                stem.trim_end_matches(".xml").to_owned()
            } else {
                behavior.name.clone()
            },
            agent: behavior.agent.clone(),
            nodes: NodeMap::default(),
            order: Vec::new(),
            remarks: Vec::new(),
            variables: Vec::new(),
            files: Vec::new(),
        };
        made.take(source, &behavior)?;
        Ok(made)
    }

    fn references(&self, from: usize) -> impl Iterator<Item = (usize, String, String)> {
        let files = self.files.clone().into_iter();
        files.map(move |(name, path)| (from, name, path))
    }

    fn say(&mut self, id: &NodeId, said: impl IntoIterator<Item = Transfer>) {
        let at = |said| Diagnostic::new(Location::Node(id.clone()), Problem::Transfer(said));
        self.remarks.extend(said.into_iter().map(at));
    }

    fn take(&mut self, source: &Source<'_>, behavior: &Behavior) -> Result<(), FormatError> {
        let named: FxHashSet<&str> = behavior.parts.iter().map(|part| &*part.id).collect();
        let mut fresh = (1_u64..)
            .map(|i| format!("n{i}"))
            .filter(|id| !named.contains(&**id));
        // Where the children of each node hang: below it, or below the Sequence around it.
        let mut places: Vec<usize> = Vec::new();
        let mut roots = 0;
        for part in &behavior.parts {
            if part.class.len().max(part.id.len()) > MAX_NAME {
                let message = format!("a name has more than {MAX_NAME} bytes");
                return Err(FormatError::new(FormatErrorKind::WrongField { message }));
            }
            let is_taken = self.nodes.contains_key(&part.id);
            let id = if part.id.is_empty() || is_taken {
                fresh.next().unwrap_or_default()
            } else {
                part.id.clone()
            };
            let id = NodeId::new(id);
            if is_taken {
                self.say(&id, [remarks::same_id(&part.id, &id)]);
            }
            let mut hang = match part.parent {
                Some(parent) => Hang::Below(places[parent]),
                None if roots == 0 => Hang::Root,
                None => Hang::Loose,
            };
            roots += usize::from(part.parent.is_none());
            let (guards, kept) = guards(part);
            if !guards.is_empty() {
                let around = NodeId::new(fresh.next().unwrap_or_default());
                let mut sequence = Node::new(around.clone(), "Sequence");
                sequence.disabled = !part.enabled;
                hang = Hang::Below(self.add(sequence, hang));
                for guard in guards {
                    let node = guard
                        .node
                        .copy_as(NodeId::new(fresh.next().unwrap_or_default()));
                    self.variables.extend(guard.variables);
                    self.add(node, hang);
                }
            }
            let node = self.node(source, part, &id, &kept);
            places.push(self.add(node, hang));
        }
        if roots > 1 {
            let said = Problem::Transfer(remarks::several_roots(roots - 1));
            self.remarks.push(Diagnostic::new(Location::Document, said));
        }
        Ok(())
    }

    /// Adds a node; gives its place in the order.
    fn add(&mut self, node: Node, hang: Hang) -> usize {
        let index = self.nodes.len();
        self.nodes.insert(node);
        self.order.push((index, hang));
        index
    }

    fn node(
        &mut self,
        source: &Source<'_>,
        part: &Part,
        id: &NodeId,
        kept: &[&Attachment],
    ) -> Node {
        let own = self.path.clone();
        let found = |name: &str| find(source, &own, name);
        let reference = |name: &str| relative(&own, &Source::document_path(&found(name)));
        let made = kinds::made(part, &reference);
        let mut node = made.node.copy_as(id.clone());
        node.comment.clone_from(&part.comment);
        node.disabled = !part.enabled;
        node.extra.insert(KEY.to_owned(), kept_json(part, kept));
        if &*node.task == SUBTREE
            && let Ok(name) = kinds::referenced(part)
        {
            let file = found(&name);
            self.files.push((name, file));
        }
        self.variables.extend(made.variables);
        self.say(id, made.said);
        node
    }

    fn document(self, library: Option<&str>) -> ImportedDocument {
        let path = Source::document_path(&self.path);
        let mut builder = DocumentBuilder::new(self.name);
        builder.settings(|document| {
            document
                .libraries
                .extend(library.map(|library| relative(&path, library)));
            let mut fields = Fields::default();
            fields.text_unless_empty("agenttype", &self.agent);
            if !fields.is_empty() {
                document.extra.insert(KEY.to_owned(), fields.to_json());
            }
            for (name, value_type) in self.variables {
                if document.variable(&name).is_none() {
                    let value_type = value_type.unwrap_or(ValueType::String);
                    document.variables.push(Variable::new(name, value_type));
                }
            }
        });
        let hung = builder.forest(self.nodes, &self.order);
        debug_assert!(hung.is_ok(), "every node is named once, parents first");
        ImportedDocument {
            path,
            source: self.path,
            document: builder.finish(),
            remarks: self.remarks,
        }
    }
}

/// The preconditions that can stand before a node as comparisons, and the attachments that are only kept.
fn guards(part: &Part) -> (Vec<kinds::Made>, Vec<&Attachment>) {
    let is_on_entering = |a: &Attachment| {
        let both = value_of(&a.properties, "BinaryOperator");
        a.class == "Precondition"
            && value_of(&a.properties, "Phase") == "Enter"
            && matches!(both, "" | "And")
    };
    let preconditions = part
        .attachments
        .iter()
        .filter(|a| a.class == "Precondition");
    // What is joined by Or, or asked again in each frame, cannot be taken apart.
    let simple: Option<Vec<_>> = preconditions
        .map(|a| is_on_entering(a).then(|| kinds::compare(&a.properties))?)
        .collect();
    let guards = simple.unwrap_or_default();
    let is_kept = |a: &&Attachment| guards.is_empty() || a.class != "Precondition";
    let kept = part.attachments.iter().filter(is_kept).collect();
    (guards, kept)
}

/// The file of a behaviour that is called so: seen from the nearest folder above in which there is one.
fn find(source: &Source<'_>, from: &str, name: &str) -> String {
    let file = format!("{}.xml", name.trim_end_matches(".xml"));
    let mut at = Some(from);
    let mut first = None;
    while let Some(inside) = at {
        let above = inside.rsplit_once('/').map(|(above, _)| above);
        let beside = format!("{}/x", above.unwrap_or_default());
        at = above;
        let Ok(path) = resolve(beside.trim_start_matches('/'), &file) else {
            continue;
        };
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
        if source.around.list(folder).iter().any(|known| known == name) {
            return path;
        }
        first.get_or_insert(path);
    }
    // A name that leads out of the folder means no file.
    first.unwrap_or_else(|| "unknown.xml".to_owned())
}

/// What a node keeps: its class, its properties, and the attachments that are nothing here.
fn kept_json(part: &Part, attachments: &[&Attachment]) -> String {
    let object = |properties: &[(String, String)]| {
        let mut fields = Fields::default();
        for (key, value) in properties {
            let value = quoted(value);
            fields.set(key, value);
        }
        fields.to_json()
    };
    let mut fields = Fields::default();
    fields.text("class", &part.class);
    fields.set("properties", object(&part.properties));
    if !attachments.is_empty() {
        let attachments = attachments.iter().map(|attachment| {
            let mut fields = Fields::default();
            fields.text("class", &attachment.class);
            fields.set("properties", object(&attachment.properties));
            fields.to_json()
        });
        fields.set("attachments", listed(attachments));
    }
    fields.to_json()
}

/// What is kept at nodes and does nothing here.
pub fn standing_remarks(document: &Document) -> Vec<Diagnostic> {
    let mut remarks = Vec::new();
    for node in document.nodes() {
        let Some(Ok(tape)) = node.extra.get(KEY).map(|json| Tape::of(json)) else {
            continue;
        };
        let attachments = tape.top().get("attachments");
        for attachment in attachments
            .into_iter()
            .flat_map(crate::format::foreign::Json::items)
        {
            let said = remarks::attachment_kept(attachment.text_of("class"));
            let location = Location::Node(node.id().clone());
            remarks.push(Diagnostic::new(location, Problem::Transfer(said)));
        }
    }
    remarks
}

/// A behaviour sees the properties of its agent wherever it runs: each that it uses is passed on under its own name.
fn bind(made: &mut [Made]) {
    let places: FxHashMap<String, usize> = made
        .iter()
        .enumerate()
        .map(|(i, made)| (made.path.clone(), i))
        .collect();
    let seen_by = |made: &[Made], index: usize| {
        let mut seen = vec![false; made.len()];
        seen[index] = true;
        let (mut waiting, mut names) = (vec![index], Vec::new());
        while let Some(next) = waiting.pop() {
            names.extend(made[next].variables.iter().cloned());
            for (_, file) in &made[next].files {
                if let Some(place) = places.get(file)
                    && !std::mem::replace(&mut seen[*place], true)
                {
                    waiting.push(*place);
                }
            }
        }
        names
    };
    let all: Vec<_> = (0..made.len()).map(|index| seen_by(made, index)).collect();
    for made in made.iter_mut() {
        let mut further = Vec::new();
        let mut files = made.files.iter();
        for node in made
            .nodes
            .values_mut()
            .filter(|node| &*node.task == SUBTREE && node.names_a_file())
        {
            let place = files.next().and_then(|(_, file)| places.get(file));
            for (name, value_type) in place
                .map(|place| all[*place].as_slice())
                .unwrap_or_default()
            {
                if !matches!(
                    &**name,
                    crate::model::FILE_PARAMETER | crate::model::TREE_PARAMETER
                ) {
                    node.parameters
                        .insert((&**name).into(), ParameterValue::variable(&**name));
                    further.push((name.clone(), value_type.clone()));
                }
            }
        }
        made.variables.extend(further);
    }
}

/// A library of the tasks that are the game's own, as the files use them.
fn library(made: &[Made], name: &str) -> TaskLibrary {
    let mut library = TaskLibrary::new(name);
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    for made in made {
        let mut has_children = vec![false; made.nodes.len()];
        for (_, hang) in &made.order {
            if let Hang::Below(parent) = hang {
                has_children[*parent] = true;
            }
        }
        for (node, is_parent) in made
            .nodes
            .values()
            .zip(has_children)
            .filter(|(node, _)| !is_builtin(&node.task))
        {
            let place = *places.entry(node.task.to_string()).or_insert_with(|| {
                let category = category(&node.task, is_parent);
                library
                    .tasks
                    .push(TaskDeclaration::from(NodeDeclaration::new(
                        node.task.to_string(),
                        category,
                    )));
                library.tasks.len() - 1
            });
            let declared = &mut library.tasks[place].declaration;
            for name in node.parameters.keys() {
                if declared.parameter(name).is_none() {
                    declared
                        .parameters
                        .push(ParameterDeclaration::without_default(
                            name.to_string(),
                            ParameterType::Any,
                            "",
                        ));
                }
            }
        }
    }
    library
}

fn category(task: &str, is_parent: bool) -> Category {
    match task.trim_start_matches("game.") {
        "Condition" | "And" | "Or" => Category::Conditional,
        name if name.starts_with("Decorator") || name == "WithPrecondition" && !is_parent => {
            Category::Decorator
        }
        _ if is_parent => Category::Composite,
        _ => Category::Action,
    }
}
