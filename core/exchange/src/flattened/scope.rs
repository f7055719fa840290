//! What names and overrides mean inside one use of a tree.

use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::expression;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node, ParameterType, ParameterValue, StandIn};
use treewright_core::value::{Value, ValueType};

/// What variables are called in the whole, by what they are called here.
pub(super) type Renamed = FxHashMap<Arc<str>, Arc<str>>;

/// The variables that a node can see: those of its document, and those of the use in which it is.
#[derive(Clone)]
pub(super) struct Names {
    pub document: Rc<Renamed>,
    pub own: Rc<Renamed>,
    /// The node that runs the tree, with which names begin that nobody declares; empty for the main tree.
    pub prefix: Rc<str>,
}

impl Names {
    pub fn of(&self, name: &str) -> Arc<str> {
        let declared = self.own.get(name).or_else(|| self.document.get(name));
        match declared {
            Some(name) => name.clone(),
            None if self.prefix.is_empty() => name.into(),
            None => format!("{}/{name}", self.prefix).into(),
        }
    }

    /// A setting as it is seen in the whole.
    pub fn value(&self, value: &ParameterValue, of: Option<&ParameterType>) -> ParameterValue {
        match (value, of) {
            (ParameterValue::Variable(name), _) => ParameterValue::Variable(self.of(name)),
            (ParameterValue::Literal(literal), Some(ParameterType::Expression(_))) => match literal
                .value
                .as_str()
            {
                Some(text) if !self.is_plain() => ParameterValue::literal(&*self.expression(text)),
                _ => value.clone(),
            },
            _ => value.clone(),
        }
    }

    /// Whether every variable is called what it is called here.
    fn is_plain(&self) -> bool {
        self.prefix.is_empty()
    }

    /// What plays a leaf, as it is seen in the whole.
    pub fn stand_in(&self, stand_in: &StandIn) -> StandIn {
        match stand_in {
            StandIn::Expression(text) if !self.is_plain() => {
                StandIn::Expression(self.expression(text))
            }
            other => other.clone(),
        }
    }

    /// An expression with its variables called as in the whole. All are renamed at once: a new name may be another's old one.
    fn expression(&self, text: &str) -> String {
        let names = expression::names(text);
        let between = |at: usize| format!("\u{e000}{at}");
        let mut renamed = text.to_owned();
        for (at, name) in names.iter().enumerate() {
            renamed = expression::rename(&renamed, name, &between(at));
        }
        for (at, name) in names.iter().enumerate() {
            renamed = expression::rename(&renamed, &between(at), &self.of(name));
        }
        renamed
    }
}

/// A parameter of a node inside that is set from outside.
pub(super) struct Inner<'a> {
    /// The ids on the way from here; empty for a parameter of this node.
    pub rest: &'a str,
    pub parameter: &'a str,
    pub value: &'a ParameterValue,
    /// Its names are those of where it was set.
    pub names: Names,
}

/// A use of a tree, or the main tree.
pub(super) struct Use<'a> {
    pub source: usize,
    /// The node that runs it; empty for the main tree.
    pub prefix: Rc<str>,
    pub names: Names,
    /// What is set from outside, by the first id on its way.
    pub overrides: FxHashMap<&'a str, Vec<Inner<'a>>>,
    /// The variables that uses around it set anew, where these stayed Subtree nodes.
    pub anew: Rc<Vec<Arc<str>>>,
    /// The node of the main document that runs it, or in which it is run.
    pub seen_at: Option<NodeId>,
    /// How many uses around it stayed Subtree nodes.
    pub depth: usize,
}

impl<'a> Use<'a> {
    pub fn main(document: &Document) -> Self {
        let declared = document.variables.iter();
        let same = declared.map(|v| (v.name.clone(), v.name.clone()));
        Self {
            source: 0,
            prefix: "".into(),
            names: Names {
                document: Rc::new(same.collect()),
                own: Rc::default(),
                prefix: "".into(),
            },
            overrides: FxHashMap::default(),
            anew: Rc::default(),
            seen_at: None,
            depth: 0,
        }
    }

    /// What a node inside is called in the whole.
    pub fn id(&self, node: &NodeId) -> NodeId {
        if self.prefix.is_empty() {
            return node.clone();
        }
        NodeId::new(format!("{}/{node}", self.prefix))
    }

    /// What a parameter of a node is set to, and the names that hold there.
    pub fn setting<'s>(
        &'s self,
        node: &'s Node,
        parameter: &str,
    ) -> Option<(&'s ParameterValue, &'s Names)> {
        let is_it = |inner: &&Inner<'_>| inner.rest.is_empty() && inner.parameter == parameter;
        let outside = self.overrides_of(node.id()).iter().find(is_it);
        let outside = outside.map(|inner| (inner.value, &inner.names));
        outside.or_else(|| Some((node.parameters.get(parameter)?, &self.names)))
    }

    /// All parameters of a node that are set, by itself or from outside.
    pub fn parameters<'s>(&'s self, node: &'s Node) -> Vec<&'s str> {
        let own = node.parameters.keys().map(|name| &**name);
        let outside = self.overrides_of(node.id()).iter();
        let outside = outside.filter(|inner| inner.rest.is_empty());
        let mut names: Vec<&str> = own.collect();
        for inner in outside {
            if !names.contains(&inner.parameter) {
                names.push(inner.parameter);
            }
        }
        names
    }

    pub fn overrides_of(&self, node: &NodeId) -> &[Inner<'a>] {
        self.overrides.get(node.as_str()).map_or(&[], Vec::as_slice)
    }

    /// What a node that is run here sets inside its tree: what is set further out comes first, and so counts more.
    pub fn overrides_inside(&self, node: &'a Node) -> FxHashMap<&'a str, Vec<Inner<'a>>> {
        let mut inside: FxHashMap<&'a str, Vec<Inner<'a>>> = FxHashMap::default();
        let mut add = |path: &'a str, parameter: &'a str, value, names: &Names| {
            let (first, rest) = path.split_once('/').unwrap_or((path, ""));
            inside.entry(first).or_default().push(Inner {
                rest,
                parameter,
                value,
                names: names.clone(),
            });
        };
        for inner in self.overrides_of(node.id()) {
            if !inner.rest.is_empty() {
                add(inner.rest, inner.parameter, inner.value, &inner.names);
            }
        }
        for own in &node.overrides {
            add(&own.path, &own.parameter, &own.value, &self.names);
        }
        inside
    }
}

/// What makes two variables that are set anew the same: the depth of their uses, the document, the name, the type and the value.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Anew {
    pub depth: usize,
    pub source: usize,
    pub name: Arc<str>,
    pub value: String,
}

impl Anew {
    pub fn new(
        depth: usize,
        source: usize,
        name: &Arc<str>,
        of: &ValueType,
        value: &Value,
    ) -> Self {
        Self {
            depth,
            source,
            name: name.clone(),
            value: format!("{of} {value:?}"),
        }
    }
}
