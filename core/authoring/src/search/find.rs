//! Looks through a document. One walk, made when somebody asks; whoever draws keeps what was found.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::expression::variable_places;
use treewright_core::model::{Document, Node, ParameterValue};
use treewright_core::value::Value;

use super::{Field, Found, Match, Owner, Pattern, Query, Spot, Words};

/// Everything in the document that the query means, up to `limit` texts.
pub fn find(document: &Document, words: &Words<'_>, query: &Query, limit: usize) -> Found {
    let Some(pattern) = Pattern::new(query) else {
        return Found::default();
    };
    let mut search = Search {
        pattern,
        query,
        words,
        limit,
        kinds: FxHashMap::default(),
        parameters: FxHashMap::default(),
        found: Found::default(),
    };
    search.document(document);
    for node in document.pre_order() {
        if search.found.more {
            break;
        }
        search.node(node);
    }
    search.beside_nodes(document);
    search.found
}

/// The text by which people know a value: a string without its quotes.
pub(super) fn text_of(value: &Value) -> Cow<'_, str> {
    match value.as_str() {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(value.to_string()),
    }
}

struct Search<'a> {
    pattern: Pattern,
    query: &'a Query,
    words: &'a Words<'a>,
    limit: usize,
    /// The titles of kinds and of their parameters, each asked for once: they are the same for thousands of nodes.
    kinds: FxHashMap<Arc<str>, String>,
    parameters: FxHashMap<(Arc<str>, Arc<str>), String>,
    found: Found,
}

impl Search<'_> {
    fn wants(&self, field: Field) -> bool {
        self.query.fields.contains(field)
    }

    /// Keeps a text if the pattern stands in it.
    fn look(
        &mut self,
        owner: impl FnOnce() -> Owner,
        spot: impl FnOnce() -> Spot,
        text: &str,
    ) -> bool {
        let ranges = self.pattern.ranges(text);
        let found = !ranges.is_empty();
        if found {
            self.keep(Match {
                owner: owner(),
                spot: spot(),
                text: text.to_owned(),
                ranges,
            });
        }
        found
    }

    fn keep(&mut self, found: Match) {
        if self.found.matches.len() < self.limit {
            self.found.matches.push(found);
        } else {
            self.found.more = true;
        }
    }

    fn document(&mut self, document: &Document) {
        if self.wants(Field::Name) {
            self.look(|| Owner::Document, || Spot::Name, &document.name);
            for (index, tree) in document.trees.iter().enumerate() {
                self.look(|| Owner::Tree(index), || Spot::Name, &tree.name);
            }
        }
        if self.wants(Field::Comment) {
            self.look(|| Owner::Document, || Spot::Comment, &document.description);
        }
    }

    fn beside_nodes(&mut self, document: &Document) {
        for variable in &document.variables {
            let owner = || Owner::Variable(variable.name.clone());
            if self.wants(Field::Variable) {
                self.look(owner, || Spot::Name, &variable.name);
                let initial = text_of(&variable.initial.value);
                self.look(owner, || Spot::Value("".into()), &initial);
            }
            if self.wants(Field::Comment) {
                self.look(owner, || Spot::Comment, &variable.comment);
            }
        }
        if self.wants(Field::Comment) {
            for (index, note) in document.notes.iter().enumerate() {
                self.look(|| Owner::Note(index), || Spot::Comment, &note.text);
            }
        }
        if self.wants(Field::Name) {
            for (index, group) in document.groups.iter().enumerate() {
                self.look(|| Owner::Group(index), || Spot::Name, &group.title);
            }
        }
    }

    fn node(&mut self, node: &Node) {
        let owner = || Owner::Node(node.id().clone());
        if self.wants(Field::Name) {
            self.look(owner, || Spot::Name, &node.name);
        }
        if self.wants(Field::Kind) {
            self.kind(node);
        }
        if self.wants(Field::Parameter) || self.wants(Field::Variable) {
            self.parameters(node);
        }
        if self.wants(Field::Comment) {
            self.look(owner, || Spot::Comment, &node.comment);
        }
        if self.wants(Field::Id) {
            self.look(owner, || Spot::Id, node.id().as_str());
        }
    }

    /// By what people call it, else by what files do.
    fn kind(&mut self, node: &Node) {
        let owner = || Owner::Node(node.id().clone());
        let words = self.words;
        let known = self.kinds.entry(node.task.clone());
        let title = known.or_insert_with(|| (words.kind)(&node.task)).clone();
        if !self.look(owner, || Spot::Kind, &title) && *title != *node.task {
            self.look(owner, || Spot::Kind, &node.task);
        }
    }

    fn parameters(&mut self, node: &Node) {
        let owner = || Owner::Node(node.id().clone());
        for (name, value) in &node.parameters {
            if self.wants(Field::Parameter) {
                self.parameter_name(node, name);
            }
            self.value(owner, || Spot::Value(name.clone()), value);
        }
        if !self.wants(Field::Parameter) {
            self.read_by_expressions(node);
        }
        if let Some(text) = node.stand_in.as_ref().and_then(|said| said.expression()) {
            if self.wants(Field::Parameter) {
                self.look(owner, || Spot::StandIn, text);
            } else {
                self.read_by(node, Spot::StandIn, text);
            }
        }
        for other in &node.overrides {
            let spot = || Spot::Override {
                path: other.path.clone(),
                parameter: other.parameter.clone(),
            };
            self.value(owner, spot, &other.value);
        }
    }

    fn parameter_name(&mut self, node: &Node, name: &Arc<str>) {
        let owner = || Owner::Node(node.id().clone());
        let spot = || Spot::Parameter(name.clone());
        let words = self.words;
        let known = self.parameters.entry((node.task.clone(), name.clone()));
        let title = known.or_insert_with(|| (words.parameter)(&node.task, name));
        let title = title.clone();
        if !self.look(owner, spot, &title) && *title != **name {
            self.look(owner, spot, name);
        }
    }

    /// A constant is a parameter's; a variable is also a variable.
    fn value(
        &mut self,
        owner: impl FnOnce() -> Owner,
        spot: impl FnOnce() -> Spot,
        value: &ParameterValue,
    ) {
        match value {
            ParameterValue::Literal(literal) if self.wants(Field::Parameter) => {
                self.look(owner, spot, &text_of(&literal.value));
            }
            ParameterValue::Literal(_) => {}
            ParameterValue::Variable(name) => {
                self.look(owner, spot, name);
            }
        }
    }

    /// The variables that the expressions of a node read, where parameters as such are not looked through.
    fn read_by_expressions(&mut self, node: &Node) {
        let library = self.words.library;
        for read in library.expressions_of(node) {
            self.read_by(node, Spot::Value(read.name.clone()), read.text);
        }
    }

    fn read_by(&mut self, node: &Node, spot: Spot, text: &str) {
        let variables = variable_places(text);
        let fits = |(name, _): &(String, _)| !self.pattern.ranges(name).is_empty();
        let ranges: Vec<_> = variables
            .into_iter()
            .filter(fits)
            .map(|(_, range)| range)
            .collect();
        if !ranges.is_empty() {
            self.keep(Match {
                owner: Owner::Node(node.id().clone()),
                spot,
                text: text.to_owned(),
                ranges,
            });
        }
    }
}
