//! Searches a document in one pass. Callers that draw results every frame must cache them.

use std::borrow::Cow;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::expression::variable_places;
use treewright_core::model::{Document, Node, ParameterValue};
use treewright_core::value::Value;

use super::{Field, Found, Match, Owner, Pattern, Query, Spot, Words};

/// Returns all texts of the document that match the query, at most `limit`.
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
    search.other_items(document);
    search.found
}

/// Returns a value as users see it: strings without quotes.
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
    /// Cache of the displayed names of node types and parameters, which repeat for thousands of nodes.
    kinds: FxHashMap<Arc<str>, String>,
    parameters: FxHashMap<(Arc<str>, Arc<str>), String>,
    found: Found,
}

impl Search<'_> {
    fn wants(&self, field: Field) -> bool {
        self.query.fields.contains(field)
    }

    /// Adds a match if the text contains the pattern.
    fn check_text(
        &mut self,
        owner: impl FnOnce() -> Owner,
        spot: impl FnOnce() -> Spot,
        text: &str,
    ) -> bool {
        let ranges = self.pattern.ranges(text);
        let found = !ranges.is_empty();
        if found {
            self.add_match(Match {
                owner: owner(),
                spot: spot(),
                text: text.to_owned(),
                ranges,
            });
        }
        found
    }

    fn add_match(&mut self, found: Match) {
        if self.found.matches.len() < self.limit {
            self.found.matches.push(found);
        } else {
            self.found.more = true;
        }
    }

    fn document(&mut self, document: &Document) {
        if self.wants(Field::Name) {
            self.check_text(|| Owner::Document, || Spot::Name, &document.name);
            for (index, tree) in document.trees.iter().enumerate() {
                self.check_text(|| Owner::Tree(index), || Spot::Name, &tree.name);
            }
        }
        if self.wants(Field::Comment) {
            self.check_text(|| Owner::Document, || Spot::Comment, &document.description);
        }
    }

    fn other_items(&mut self, document: &Document) {
        for variable in &document.variables {
            let owner = || Owner::Variable(variable.name.clone());
            if self.wants(Field::Variable) {
                self.check_text(owner, || Spot::Name, &variable.name);
                let initial = text_of(&variable.initial.value);
                self.check_text(owner, || Spot::Value("".into()), &initial);
            }
            if self.wants(Field::Comment) {
                self.check_text(owner, || Spot::Comment, &variable.comment);
            }
        }
        if self.wants(Field::Comment) {
            for (index, note) in document.notes.iter().enumerate() {
                self.check_text(|| Owner::Note(index), || Spot::Comment, &note.text);
            }
        }
        if self.wants(Field::Name) {
            for (index, group) in document.groups.iter().enumerate() {
                self.check_text(|| Owner::Group(index), || Spot::Name, &group.title);
            }
        }
    }

    fn node(&mut self, node: &Node) {
        let owner = || Owner::Node(node.id().clone());
        if self.wants(Field::Name) {
            self.check_text(owner, || Spot::Name, &node.name);
        }
        if self.wants(Field::Kind) {
            self.kind(node);
        }
        if self.wants(Field::Parameter) || self.wants(Field::Variable) {
            self.parameters(node);
        }
        if self.wants(Field::Comment) {
            self.check_text(owner, || Spot::Comment, &node.comment);
        }
        if self.wants(Field::Id) {
            self.check_text(owner, || Spot::Id, node.id().as_str());
        }
    }

    /// Matches the displayed name of the node type, else its identifier.
    fn kind(&mut self, node: &Node) {
        let owner = || Owner::Node(node.id().clone());
        let words = self.words;
        let known = self.kinds.entry(node.task.clone());
        let title = known.or_insert_with(|| (words.kind)(&node.task)).clone();
        if !self.check_text(owner, || Spot::Kind, &title) && *title != *node.task {
            self.check_text(owner, || Spot::Kind, &node.task);
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
                self.check_text(owner, || Spot::StandIn, text);
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
        if !self.check_text(owner, spot, &title) && *title != **name {
            self.check_text(owner, spot, name);
        }
    }

    /// A constant is searched as a parameter; a bound variable also as a variable.
    fn value(
        &mut self,
        owner: impl FnOnce() -> Owner,
        spot: impl FnOnce() -> Spot,
        value: &ParameterValue,
    ) {
        match value {
            ParameterValue::Literal(literal) if self.wants(Field::Parameter) => {
                self.check_text(owner, spot, &text_of(&literal.value));
            }
            ParameterValue::Literal(_) => {}
            ParameterValue::Variable(name) => {
                self.check_text(owner, spot, name);
            }
        }
    }

    /// Adds the variables read by a node's expressions, unless parameters are searched anyway.
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
            self.add_match(Match {
                owner: Owner::Node(node.id().clone()),
                spot,
                text: text.to_owned(),
                ranges,
            });
        }
    }
}
