//! The document that is built from one behavior, and the task libraries of all files that are read together: a class or
//! method of the game is declared the same wherever it is used. Knows of other behaviors only where their files are.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::category::Category;
use treewright_core::diagnostic::{Diagnostic, TransferNote};
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::ids::NodeId;
use treewright_core::library::{TaskDeclaration, TaskLibrary};
use treewright_core::model::{
    Document, DocumentBuilder, ListedPlace, Node, NodeDeclaration, NodeMap, ParameterDeclaration,
    ParameterType, SUBTREE, Variable,
};
use treewright_core::project::relative;
use treewright_core::value::ValueType;

use super::parts::{Attachment, Behavior, BehaviorPart, value_of};
use super::read::References;
use super::{KEY, kinds, remarks};
use crate::common::{ImportSource, ImportedDocument, of_document, of_node};
use crate::foreign::{
    Fields, ForeignFault, FreeIds, MAX_NAME, foreign_name, is_builtin, listed, quoted,
};

/// A document under construction: its nodes are not connected yet, `order` says where each belongs.
pub(super) struct BehaviorDocument {
    pub path: String,
    name: String,
    agent: String,
    pub nodes: NodeMap,
    /// The position of each node in the forest; parallel to `nodes`.
    order: Vec<ListedPlace>,
    /// The behaviac class of each node; empty for nodes that were added.
    pub classes: Vec<String>,
    remarks: Vec<Diagnostic>,
    pub variables: Vec<(String, Option<ValueType>)>,
    pub references: Vec<Reference>,
    /// The number in the id of the node that was added last.
    last_added_number: u64,
}

/// A reference from a node to another behavior.
pub(super) struct Reference {
    pub node: NodeId,
    pub name: String,
    /// The path of the behavior's file.
    pub file: String,
    /// The arguments passed to the task at the root of that behavior.
    pub arguments: Vec<String>,
}

impl BehaviorDocument {
    /// Creates the nodes of a behavior.
    ///
    /// # Errors
    /// If a name in it is too long.
    pub(super) fn of(
        path: &str,
        behavior: &Behavior,
        references: &References<'_>,
    ) -> Result<Self, FormatError> {
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
            classes: Vec::new(),
            remarks: Vec::new(),
            variables: Vec::new(),
            references: Vec::new(),
            last_added_number: 0,
        };
        made.add_nodes(behavior, references)?;
        Ok(made)
    }

    /// Adds import notes to a node.
    pub(super) fn add_notes(&mut self, id: &NodeId, notes: impl IntoIterator<Item = TransferNote>) {
        self.remarks
            .extend(notes.into_iter().map(|note| of_node(id, note)));
    }

    /// Adds an import note to the document as a whole.
    pub(super) fn add_document_note(&mut self, note: TransferNote) {
        self.remarks.push(of_document(note));
    }

    /// Iterates over all nodes, each with its number of children.
    pub(super) fn with_child_counts(&self) -> impl Iterator<Item = (&Node, usize)> {
        let mut children = vec![0; self.order.len()];
        for hang in &self.order {
            if let ListedPlace::Below(parent) = hang {
                children[*parent] += 1;
            }
        }
        self.nodes.values().zip(children)
    }

    /// Adds a child to the node at index `parent`.
    pub(super) fn add_child(&mut self, parent: usize, task: &str) {
        let taken = |number: &u64| self.nodes.contains_key(&format!("n{number}"));
        self.last_added_number = (self.last_added_number + 1..=u64::MAX)
            .find(|number| !taken(number))
            .unwrap_or_default();
        let node = Node::new(format!("n{}", self.last_added_number), task);
        self.add(node, ListedPlace::Below(parent), "");
    }

    fn add_nodes(
        &mut self,
        behavior: &Behavior,
        references: &References<'_>,
    ) -> Result<(), FormatError> {
        let mut ids = FreeIds::avoiding(behavior.parts.iter().map(|part| &*part.id));
        // For each part, the index of the node that becomes the parent of its children: itself, or the Sequence added
        // around it.
        let mut places: Vec<usize> = Vec::new();
        let mut roots = 0;
        for part in &behavior.parts {
            if part.class.len().max(part.id.len()) > MAX_NAME {
                let message = ForeignFault::LongName { most: MAX_NAME }.message();
                return Err(FormatError::new(FormatErrorKind::WrongField { message }));
            }
            let (id, is_taken) = ids.of(&part.id, &self.nodes);
            if is_taken {
                self.add_notes(&id, [remarks::same_id(&part.id, &id)]);
            }
            let mut hang = match part.parent {
                Some(parent) => ListedPlace::Below(places[parent]),
                None if roots == 0 => ListedPlace::Root,
                None => ListedPlace::Loose,
            };
            roots += usize::from(part.parent.is_none());
            let (guards, kept) = guards(part);
            // Its conditions come first, its children after it.
            let goes_on = part.class == "WaitforSignal" && part.children > 0;
            if !guards.is_empty() || goes_on {
                let mut sequence = Node::new(ids.next(), "Sequence");
                sequence.disabled = !part.enabled;
                hang = ListedPlace::Below(self.add(sequence, hang, ""));
                for guard in guards {
                    let node = guard.node.copy_as(ids.next());
                    self.variables.extend(guard.variables);
                    self.add(node, hang, "");
                }
            }
            let node = self.node(part, &id, &kept, (behavior, references));
            let own = self.add(node, hang, &part.class);
            places.push(match hang {
                ListedPlace::Below(around) if goes_on => around,
                _ => own,
            });
        }
        self.note_waiting_children(behavior, &places);
        if roots > 1 {
            self.add_document_note(remarks::several_roots(roots - 1));
        }
        Ok(())
    }

    /// Adds an import note to each And and Or with children that may keep running.
    fn note_waiting_children(&mut self, behavior: &Behavior, places: &[usize]) {
        let mut noted = FxHashSet::default();
        for part in &behavior.parts {
            let above = part
                .parent
                .map(|parent| (parent, &*behavior.parts[parent].class));
            if let Some((parent, class @ ("And" | "Or"))) = above
                && !kinds::finishes_at_once(&part.class)
                && noted.insert(parent)
                && let Some(id) = self
                    .nodes
                    .get_index(places[parent])
                    .map(|node| node.id().clone())
            {
                self.add_notes(&id, [remarks::waits_for_child(class)]);
            }
        }
    }

    /// Adds a node; returns its index.
    fn add(&mut self, node: Node, hang: ListedPlace, class: &str) -> usize {
        self.nodes.insert(node);
        self.order.push(hang);
        self.classes.push(class.to_owned());
        self.order.len() - 1
    }

    fn node(
        &mut self,
        part: &BehaviorPart,
        id: &NodeId,
        kept: &[&Attachment],
        (behavior, references): (&Behavior, &References<'_>),
    ) -> Node {
        let own = self.path.clone();
        let file = |name: &str| references.file(&own, behavior, name);
        let reference = |name: &str| relative(&own, &ImportSource::document_path(&file(name)));
        let made = kinds::convert_node(part, &reference);
        let mut node = made.node.copy_as(id.clone());
        node.comment.clone_from(&part.comment);
        node.disabled = !part.enabled;
        node.extra.insert(KEY.to_owned(), kept_json(part, kept));
        if &*node.task == SUBTREE
            && let Ok(name) = kinds::referenced(part)
        {
            self.references.push(Reference {
                node: id.clone(),
                file: file(&name),
                name,
                arguments: kinds::arguments(part),
            });
        }
        self.variables.extend(made.variables);
        self.add_notes(id, made.notes);
        node
    }

    /// Returns the document, which references this library.
    pub(super) fn document(self, library: Option<&str>) -> ImportedDocument {
        let path = ImportSource::document_path(&self.path);
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
            declare(document, self.variables);
        });
        let order: Vec<(usize, ListedPlace)> = self.order.into_iter().enumerate().collect();
        let connected = builder.forest(self.nodes, &order);
        debug_assert!(connected.is_ok(), "every node is named once, parents first");
        ImportedDocument {
            path,
            source: self.path,
            document: builder.finish(),
            remarks: self.remarks,
        }
    }
}

fn declare(document: &mut Document, variables: Vec<(String, Option<ValueType>)>) {
    for (name, value_type) in variables {
        if document.variable(&name).is_none() {
            let value_type = value_type.unwrap_or(ValueType::String);
            document.variables.push(Variable::new(name, value_type));
        }
    }
}

/// Returns the preconditions that can become conditionals before a node, and the attachments that are only kept.
fn guards(part: &BehaviorPart) -> (Vec<kinds::ConvertedNode>, Vec<&Attachment>) {
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
    // Preconditions that are combined by Or, or checked again in each frame, cannot be converted one by one.
    let simple: Option<Vec<_>> = preconditions
        .map(|a| is_on_entering(a).then(|| kinds::compare(&a.properties))?)
        .collect();
    let guards = simple.unwrap_or_default();
    let is_kept = |a: &&Attachment| guards.is_empty() || a.class != "Precondition";
    let kept = part.attachments.iter().filter(is_kept).collect();
    (guards, kept)
}

/// Returns what a node keeps: its class, its properties, and the attachments that have no equivalent.
fn kept_json(part: &BehaviorPart, attachments: &[&Attachment]) -> String {
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
    fields.text_unless_empty("custom", &part.custom);
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

/// The declarations of all tasks of the game, by name.
pub(super) struct TaskDeclarations(FxHashMap<String, NodeDeclaration>);

impl TaskDeclarations {
    /// Collects the tasks that these documents use.
    pub(super) fn of(made: &[BehaviorDocument]) -> Self {
        let mut most: FxHashMap<&str, usize> = FxHashMap::default();
        for (node, children) in made.iter().flat_map(BehaviorDocument::with_child_counts) {
            let most = most.entry(&node.task).or_default();
            *most = children.max(*most);
        }
        let mut declared: FxHashMap<String, NodeDeclaration> = FxHashMap::default();
        for node in made.iter().flat_map(|made| made.nodes.values()) {
            if is_builtin(&node.task) {
                continue;
            }
            let declaration = declared.entry(node.task.to_string()).or_insert_with(|| {
                let most = most.get(&*node.task).copied().unwrap_or_default();
                NodeDeclaration::new(node.task.to_string(), category(&node.task, most))
            });
            for name in node.parameters.keys() {
                if declaration.parameter(name).is_none() {
                    let parameter_type = ParameterType::Any;
                    let parameter =
                        ParameterDeclaration::without_default(name.to_string(), parameter_type, "");
                    declaration.parameters.push(parameter);
                }
            }
        }
        Self(declared)
    }

    /// Returns the library of the tasks that these nodes use.
    pub(super) fn library(&self, name: &str, nodes: &NodeMap) -> TaskLibrary {
        let mut library = TaskLibrary::new(name);
        let mut known = FxHashSet::default();
        for node in nodes.values() {
            if let Some(declaration) = self.0.get(&*node.task)
                && known.insert(&*node.task)
            {
                library
                    .tasks
                    .push(TaskDeclaration::from(declaration.clone()));
            }
        }
        library
    }

    /// Adds a child to each parent without children, which behaviac allows: the child returns the result of such a parent.
    pub(super) fn add_missing_children(&self, made: &mut BehaviorDocument) {
        let children = made.with_child_counts().map(|(_, children)| children);
        let empty: Vec<usize> = (0..)
            .zip(children)
            .filter_map(|(index, children)| (children == 0).then_some(index))
            .collect();
        for index in empty {
            let (class, node) = (&made.classes[index], made.nodes.get_index(index));
            let Some(node) = node else { continue };
            let needs_child = match self.0.get(&*node.task) {
                Some(declaration) => !declaration.category.is_leaf(),
                None => {
                    matches!(&**class, "And" | "Or")
                        || kinds::category(class) == Some(Category::Decorator)
                }
            };
            if needs_child {
                let added = if &**class == "And" { "Succeed" } else { "Fail" };
                let (id, note) = (node.id().clone(), remarks::child_added(class, added));
                made.add_notes(&id, [note]);
                made.add_child(index, added);
            }
        }
    }
}

/// Returns the category of a task; `most` is the largest number of children that any of its nodes has.
fn category(task: &str, most: usize) -> Category {
    let known = kinds::category(foreign_name(task));
    match (most, known) {
        (0, known) => known.unwrap_or(Category::Action),
        (1, Some(known)) if !known.is_leaf() => known,
        (1, _) => Category::Decorator,
        _ => Category::Composite,
    }
}
