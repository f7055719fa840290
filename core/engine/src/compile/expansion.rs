//! Expands Subtree nodes: the ids, variables and overrides inside one use of a tree.
//!
//! The tree that a Subtree node runs becomes part of the program, below that node. So the executor knows no subtrees, and aborts
//! work across their borders as if the tree were in that position.

use crate::runtime::World;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::bindings::{Bindings, InnerOverride, NodeSettings, VariableSlots, operand};
use super::broken::BrokenNode;
use crate::ids::NodeId;
use crate::model::{Document, FILE_PARAMETER, Node, Scope, TREE_PARAMETER, Variable};
use crate::nodes::{Argument, Builtin};
use crate::runtime::{Operand, ProgramBuilder, ProgramVariable, VariableSlot};
use crate::value::{Value, ValueType};

/// One use of a tree by a Subtree node, or the main tree.
pub(super) struct TreeUse<'a> {
    /// The index of the document that contains the tree; 0 is the main document.
    pub source: usize,
    /// The id of the Subtree node, with which all ids inside begin. `None` for the main tree.
    prefix: Option<NodeId>,
    pub bindings: Bindings,
    /// Overrides for the nodes inside, by the first id of their paths.
    overrides: FxHashMap<&'a str, Vec<InnerOverride<'a>>>,
}

impl<'a> TreeUse<'a> {
    /// The main tree.
    pub fn main(bindings: Bindings) -> Self {
        Self {
            source: 0,
            prefix: None,
            bindings,
            overrides: FxHashMap::default(),
        }
    }

    /// A use of a tree of document `source` by the node whose id in the program is `id`.
    pub fn of_use(
        source: usize,
        id: NodeId,
        bindings: Bindings,
        settings: &NodeSettings<'_>,
        (outer, node): (&Self, &'a Node),
    ) -> Self {
        let mut overrides: FxHashMap<&'a str, Vec<InnerOverride<'a>>> = FxHashMap::default();
        let mut add = |path: &'a str, parameter: &'a str, value, bindings: &Bindings| {
            let (first, rest) = path.split_once('/').unwrap_or((path, ""));
            overrides.entry(first).or_default().push(InnerOverride {
                rest,
                parameter,
                value,
                bindings: bindings.clone(),
            });
        };
        // Overrides of outer uses come first, and so take precedence.
        for inner in outer.overrides_of(node.id()) {
            if !inner.rest.is_empty() {
                add(inner.rest, inner.parameter, inner.value, &inner.bindings);
            }
        }
        for own in &node.overrides {
            add(&own.path, &own.parameter, &own.value, settings.bindings);
        }
        Self {
            source,
            prefix: Some(id),
            bindings,
            overrides,
        }
    }

    /// The id of an inner node in the program. An id that begins with the prefix already is unchanged; expanding
    /// subtrees in a document leaves such ids.
    pub fn id(&self, node: &NodeId) -> NodeId {
        match &self.prefix {
            Some(prefix) if !is_below(prefix, node) => NodeId::new(format!("{prefix}/{node}")),
            _ => node.clone(),
        }
    }

    pub fn is_inside_a_use(&self) -> bool {
        self.prefix.is_some()
    }

    /// The parameters of an inner node, with overrides.
    pub fn settings<'s>(&'s self, node: &'s Node) -> NodeSettings<'s> {
        NodeSettings {
            node,
            bindings: &self.bindings,
            overrides: self.overrides_of(node.id()),
        }
    }

    fn overrides_of(&self, node: &NodeId) -> &[InnerOverride<'a>] {
        if self.overrides.is_empty() {
            return &[];
        }
        self.overrides.get(node.as_str()).map_or(&[], Vec::as_slice)
    }
}

fn is_below(prefix: &NodeId, node: &NodeId) -> bool {
    let rest = node.as_str().strip_prefix(prefix.as_str());
    rest.is_some_and(|rest| rest.starts_with('/'))
}

/// The global variables that the programs of a project declare, by name. The first declaration counts for all of them:
/// a tree shares its variables with its background trees.
pub(super) type GlobalDeclarations = FxHashMap<Arc<str>, ProgramVariable>;

/// Allocates the variables of a program that is being built.
pub(super) struct VariableAllocator {
    globals: FxHashMap<Arc<str>, (VariableSlot, ValueType)>,
    /// Those that this program or an earlier one of the project declares.
    declared: GlobalDeclarations,
}

/// The variables of one use, and their initial values, which are written each time the use starts.
pub(super) struct UseVariables {
    pub bindings: Bindings,
    pub initial: Vec<(VariableSlot, Argument)>,
    /// The names of the variables that are bound to others, with the slots of those.
    pub bound: Vec<(Arc<str>, VariableSlot)>,
}

impl VariableAllocator {
    /// Creates an allocator for a project whose earlier programs declare these global variables.
    pub fn knowing(declared: GlobalDeclarations) -> Self {
        Self {
            globals: FxHashMap::default(),
            declared,
        }
    }

    /// Returns the global variables that are declared so far.
    pub fn into_globals(self) -> GlobalDeclarations {
        self.declared
    }

    /// Allocates the variables of the main document. If two have the same name, the first is used.
    pub fn of_main<W: World + ?Sized>(
        &mut self,
        variables: &[Variable],
        builder: &mut ProgramBuilder<W, Builtin>,
    ) -> Bindings {
        let mut places = VariableSlots::default();
        for variable in variables {
            if places.contains_key(&variable.name) {
                continue;
            }
            let slot = match variable.scope {
                Scope::Global => self.global(variable, builder),
                Scope::Tree | Scope::Subtree => {
                    let slot = builder.tree_variable(declared(variable, None, None));
                    (slot, variable.value_type.clone())
                }
            };
            places.insert(variable.name.clone(), slot);
        }
        Bindings {
            document: Rc::new(places),
            own: Rc::default(),
        }
    }

    /// Allocates the variables for a use of a tree of this document by the node whose id in the program is `id`.
    pub fn of_use<W: World + ?Sized>(
        &mut self,
        document: &Document,
        id: &NodeId,
        settings: &NodeSettings<'_>,
        builder: &mut ProgramBuilder<W, Builtin>,
    ) -> Result<UseVariables, BrokenNode> {
        let other_file = settings.node.runs_other_file();
        let (mut of_document, mut own, mut initial) =
            (VariableSlots::default(), VariableSlots::default(), vec![]);
        let mut bound = Vec::new();
        for variable in &document.variables {
            let (places, is_own) = match variable.scope {
                Scope::Subtree => (&mut own, true),
                _ if other_file => (&mut of_document, false),
                _ => continue,
            };
            if places.contains_key(&variable.name) {
                continue;
            }
            let place = if variable.scope == Scope::Global {
                self.global(variable, builder)
            } else {
                let set = setting(settings, variable)?;
                match set {
                    Some(Operand::Variable(slot)) => {
                        bound.push((variable.name.clone(), slot));
                        (slot, variable.value_type.clone())
                    }
                    set => {
                        let value = match set {
                            Some(Operand::Literal(value)) => Some(value),
                            _ => None,
                        };
                        let starts_anew = is_own || value.is_some();
                        let declared = declared(variable, Some(id), value);
                        let first = declared.initial.clone();
                        let slot = builder.tree_variable(declared);
                        if starts_anew {
                            initial.push((slot, Operand::Literal(first)));
                        }
                        (slot, variable.value_type.clone())
                    }
                }
            };
            places.insert(variable.name.clone(), place);
        }
        let bindings = Bindings {
            document: if other_file {
                Rc::new(of_document)
            } else {
                Rc::clone(&settings.bindings.document)
            },
            own: Rc::new(own),
        };
        Ok(UseVariables {
            bindings,
            initial,
            bound,
        })
    }

    /// Allocates a global variable. All documents share globals by name; the first declaration determines type and
    /// initial value.
    fn global<W: World + ?Sized>(
        &mut self,
        variable: &Variable,
        builder: &mut ProgramBuilder<W, Builtin>,
    ) -> (VariableSlot, ValueType) {
        let place = self.globals.entry(variable.name.clone());
        let place = place.or_insert_with(|| {
            let first = self.declared.entry(variable.name.clone());
            let first = first.or_insert_with(|| declared(variable, None, None));
            let value_type = first.value_type.clone();
            (builder.global_variable(first.clone()), value_type)
        });
        place.clone()
    }
}

/// The value that a Subtree node gives to a variable of its tree, if it sets one.
fn setting(
    settings: &NodeSettings<'_>,
    variable: &Variable,
) -> Result<Option<Argument>, BrokenNode> {
    // These names belong to parameters of the Subtree node, so such variables cannot be set.
    if [TREE_PARAMETER, FILE_PARAMETER].contains(&&*variable.name) {
        return Ok(None);
    }
    let Some((value, bindings)) = settings.get(&variable.name) else {
        return Ok(None);
    };
    operand(bindings, &variable.name, value, Some(&variable.value_type)).map(Some)
}

/// Declares a variable for the program. Inside a use, its name begins with the id of the Subtree node.
fn declared(variable: &Variable, inside: Option<&NodeId>, value: Option<Value>) -> ProgramVariable {
    let value_type = &variable.value_type;
    let initial = value
        .or_else(|| variable.initial.value.coerced(value_type))
        .unwrap_or_else(|| value_type.default_value());
    ProgramVariable {
        name: match inside {
            None => variable.name.clone(),
            Some(id) => format!("{id}/{}", variable.name).into(),
        },
        value_type: value_type.clone(),
        initial,
    }
}
