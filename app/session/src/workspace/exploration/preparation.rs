//! What is explored of a tree: its claims checked against it, and what may come from outside. Runs nothing.

use std::sync::Arc;

use treewright_core::Message;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::Status;
use treewright_core::value::{Value, ValueType};
use treewright_explore::alternatives::{Alternatives, SampledReason, alternatives};
use treewright_explore::claims::{ClaimError, ClaimPlace, Claims};
use treewright_explore::exploration::{NotPrepared, checked_claims};
use treewright_explore::program::AnalyzedTree;
use treewright_insight::scenario::NodeName;

/// The inputs of a tree and the errors of its claims.
#[derive(Debug, Default)]
pub struct Preparation {
    /// Why the tree cannot run.
    pub cannot_run: Option<Message>,
    /// All that is wrong with the claims, in the order of their file.
    pub errors: Vec<ClaimError>,
    /// The variables of the tree.
    pub inputs: Vec<InputRow>,
    /// The leaves whose code is the game's.
    pub leaves: Vec<LeafRow>,
    /// The events that may be sent.
    pub events: Vec<Arc<str>>,
}

/// A variable, and what the game may write to it.
#[derive(Debug)]
pub struct InputRow {
    pub name: Arc<str>,
    pub value_type: ValueType,
    /// The values that are tried, in the order in which they are; none if the game does not write it.
    pub values: Vec<Value>,
    /// Why these are only samples.
    pub sampled: Vec<SampledReason>,
}

/// A leaf whose code is the game's, and what it may return.
#[derive(Debug)]
pub struct LeafRow {
    /// The name by which rules know it.
    pub name: NodeName,
    /// The node of the document, if it is one of the document itself.
    pub node: Option<NodeId>,
    pub category: Category,
    pub results: Vec<Status>,
    pub max_frames: Option<u64>,
    /// Whether the document has a stand-in for it, which it may do as well.
    pub has_stand_in: bool,
}

/// A tree, and what may come from outside of it.
struct CheckedTree<'a> {
    tree: AnalyzedTree<'a>,
    alternatives: Alternatives,
    errors: Vec<ClaimError>,
}

impl<'a> CheckedTree<'a> {
    fn new(
        project: Project<'a>,
        library: &'a NodeLibrary,
        claims: &Claims,
    ) -> Result<Self, NotPrepared> {
        let tree = AnalyzedTree::new(project, library)?;
        let (checked, _, errors) = checked_claims(claims, &tree)?;
        Ok(Self {
            alternatives: alternatives(&tree, &checked),
            tree,
            errors,
        })
    }
}

impl Preparation {
    /// Finds the inputs of a tree, and checks its claims.
    pub fn of(project: Project<'_>, library: &NodeLibrary, claims: &Claims) -> Self {
        match CheckedTree::new(project, library, claims) {
            Ok(checked) => Self::of_checked(&checked, claims),
            Err(NotPrepared::CannotRun(why)) => Self {
                cannot_run: Some(why.message()),
                ..Self::default()
            },
            Err(NotPrepared::Wrong(errors)) => {
                // What is right without the rules that have errors is shown meanwhile.
                let plain = CheckedTree::new(project, library, &Claims::default());
                let plain = plain.map(|checked| Self::of_checked(&checked, claims));
                Self {
                    errors,
                    ..plain.unwrap_or_default()
                }
            }
        }
    }

    fn of_checked(checked: &CheckedTree<'_>, claims: &Claims) -> Self {
        let found = &checked.alternatives;
        let inputs = checked.tree.variables().map(|(_, variable)| {
            let tried = found.inputs.variables.iter();
            let tried = tried.filter(|input| input.name == variable.name);
            let sampled = found.sampled.iter();
            let sampled = sampled.filter(|sampled| sampled.name == variable.name);
            InputRow {
                name: variable.name.clone(),
                value_type: variable.value_type.clone(),
                values: tried.flat_map(|input| input.values.clone()).collect(),
                sampled: sampled.flat_map(|it| it.reasons.clone()).collect(),
            }
        });
        Self {
            cannot_run: None,
            errors: checked.errors.clone(),
            inputs: inputs.collect(),
            leaves: checked.leaves(claims),
            events: found.inputs.events.clone(),
        }
    }

    /// Returns the errors at a place.
    pub fn errors_at(
        &self,
        is_it: impl Fn(&ClaimPlace) -> bool,
    ) -> impl Iterator<Item = &ClaimError> {
        self.errors.iter().filter(move |error| is_it(&error.place))
    }
}

impl CheckedTree<'_> {
    /// The leaves of the game. One that is listed by its rule returns what its stand-in does. Each has the name by which its rule knows it.
    fn leaves(&self, claims: &Claims) -> Vec<LeafRow> {
        let program = &self.tree.program;
        let answers = &self.alternatives.inputs.leaves;
        let mut rows: Vec<LeafRow> = Vec::new();
        for index in program.indices() {
            let answer = answers.iter().find(|answer| answer.node == index);
            let Some(declared) = answer.cloned().or(self.tree.declared_answers(index)) else {
                continue;
            };
            let origin = self.tree.origins.origin(program.id(index));
            let node = self.tree.document_node(index);
            let own_name = node.map(|node| node.name.clone()).unwrap_or_default();
            let document = self.tree.project.document;
            let is_only = |name: &str| document.nodes().filter(|n| &*n.name == name).count() == 1;
            let is_own = origin.path.is_none();
            let id = program.id(index).as_str();
            let has_rule = claims.leaves.iter().any(|(name, _)| **name == *id);
            let is_named = !own_name.is_empty() && is_only(&own_name);
            let name: NodeName = if is_own && is_named && !has_rule {
                (&*own_name).into()
            } else {
                id.into()
            };
            if rows.iter().any(|row| row.name == name) {
                continue;
            }
            rows.push(LeafRow {
                name,
                node: is_own.then(|| origin.node.clone()),
                category: program.category(index),
                results: answer
                    .map(|answer| answer.results.clone())
                    .unwrap_or_default(),
                max_frames: declared.max_frames,
                has_stand_in: self.tree.has_own_stand_in(index),
            });
        }
        rows
    }
}
