//! Searches a document in one pass. Callers that draw results every frame must cache them.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::expression::variable_places;
use treewright_core::model::{Document, Node, ParameterValue};
use treewright_core::value::Value;

use super::{
    Found, Pattern, Query, SearchContext, SearchField, TextMatch, TextOwner, TextRole,
    variables_in_data,
};

/// Returns all texts of the document that match the query, at most `limit`.
pub fn find(document: &Document, words: &SearchContext<'_>, query: &Query, limit: usize) -> Found {
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
    // Nodes are what is mostly meant, and what the canvas can show.
    for node in document.pre_order() {
        if search.found.more {
            break;
        }
        search.node(node);
    }
    search.document(document);
    search.other_items(document);
    search.found
}

/// Returns a value as users see it: strings without quotes.
pub fn text_of(value: &Value) -> Cow<'_, str> {
    match value.as_str() {
        Some(text) => Cow::Borrowed(text),
        None => Cow::Owned(value.to_string()),
    }
}

struct Search<'a> {
    pattern: Pattern,
    query: &'a Query,
    words: &'a SearchContext<'a>,
    limit: usize,
    /// Cache of the displayed names of node types and parameters, which repeat for thousands of nodes.
    kinds: FxHashMap<Arc<str>, String>,
    parameters: FxHashMap<(Arc<str>, Arc<str>), String>,
    found: Found,
}

impl Search<'_> {
    fn wants(&self, field: SearchField) -> bool {
        self.query.fields.contains(field)
    }

    /// Adds a match if the text contains the pattern.
    fn check_text(
        &mut self,
        owner: impl FnOnce() -> TextOwner,
        spot: impl FnOnce() -> TextRole,
        text: &str,
    ) -> bool {
        let ranges = self.pattern.ranges(text);
        let found = !ranges.is_empty();
        if found {
            self.add_match(TextMatch {
                owner: owner(),
                spot: spot(),
                text: text.to_owned(),
                ranges,
            });
        }
        found
    }

    fn add_match(&mut self, found: TextMatch) {
        if self.found.matches.len() < self.limit {
            self.found.matches.push(found);
        } else {
            self.found.more = true;
        }
    }

    fn document(&mut self, document: &Document) {
        if self.wants(SearchField::Name) {
            self.check_text(|| TextOwner::Document, || TextRole::Name, &document.name);
            for (index, tree) in document.trees.iter().enumerate() {
                self.check_text(|| TextOwner::Tree(index), || TextRole::Name, &tree.name);
            }
        }
        if self.wants(SearchField::Comment) {
            self.check_text(
                || TextOwner::Document,
                || TextRole::Comment,
                &document.description,
            );
        }
    }

    fn other_items(&mut self, document: &Document) {
        for variable in &document.variables {
            let owner = || TextOwner::Variable(variable.name.clone());
            if self.wants(SearchField::Variable) {
                self.check_text(owner, || TextRole::Name, &variable.name);
                let initial = text_of(&variable.initial.value);
                self.check_text(owner, || TextRole::Value("".into()), &initial);
            }
            if self.wants(SearchField::Comment) {
                self.check_text(owner, || TextRole::Comment, &variable.comment);
            }
        }
        if self.wants(SearchField::Comment) {
            for (index, note) in document.notes.iter().enumerate() {
                self.check_text(|| TextOwner::Note(index), || TextRole::Comment, &note.text);
            }
        }
        if self.wants(SearchField::Name) {
            for (index, group) in document.groups.iter().enumerate() {
                self.check_text(|| TextOwner::Group(index), || TextRole::Name, &group.title);
            }
        }
    }

    fn node(&mut self, node: &Node) {
        let owner = || TextOwner::Node(node.id().clone());
        if self.wants(SearchField::Name) {
            self.check_text(owner, || TextRole::Name, &node.name);
        }
        if self.wants(SearchField::Kind) {
            self.kind(node);
        }
        if self.wants(SearchField::Parameter) || self.wants(SearchField::Variable) {
            self.parameters(node);
        }
        if self.wants(SearchField::Comment) {
            self.check_text(owner, || TextRole::Comment, &node.comment);
        }
        if self.wants(SearchField::Id) {
            self.check_text(owner, || TextRole::Id, node.id().as_str());
        }
    }

    /// Matches the displayed name of the node type, else its identifier.
    fn kind(&mut self, node: &Node) {
        let owner = || TextOwner::Node(node.id().clone());
        let words = self.words;
        let known = self.kinds.entry(node.task.clone());
        let title = known.or_insert_with(|| (words.kind)(&node.task)).clone();
        if !self.check_text(owner, || TextRole::Kind, &title) && *title != *node.task {
            self.check_text(owner, || TextRole::Kind, &node.task);
        }
    }

    fn parameters(&mut self, node: &Node) {
        let owner = || TextOwner::Node(node.id().clone());
        for (name, value) in &node.parameters {
            if self.wants(SearchField::Parameter) {
                self.parameter_name(node, name);
            }
            self.value(owner, || TextRole::Value(name.clone()), value);
        }
        if !self.wants(SearchField::Parameter) {
            self.read_by_expressions(node);
        }
        if let Some(text) = node.stand_in.as_ref().and_then(|said| said.expression()) {
            if self.wants(SearchField::Parameter) {
                self.check_text(owner, || TextRole::StandIn, text);
            } else {
                self.read_by(node, TextRole::StandIn, text);
            }
        }
        if !node.data.is_empty() {
            if self.wants(SearchField::Parameter) {
                self.check_text(owner, || TextRole::Data, &node.data);
            } else {
                self.variables_read_by(
                    node,
                    TextRole::Data,
                    &node.data,
                    variables_in_data(&node.data),
                );
            }
        }
        for other in &node.overrides {
            let spot = || TextRole::Override {
                path: other.path.clone(),
                parameter: other.parameter.clone(),
            };
            self.value(owner, spot, &other.value);
        }
    }

    fn parameter_name(&mut self, node: &Node, name: &Arc<str>) {
        let owner = || TextOwner::Node(node.id().clone());
        let spot = || TextRole::Parameter(name.clone());
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
        owner: impl FnOnce() -> TextOwner,
        spot: impl FnOnce() -> TextRole,
        value: &ParameterValue,
    ) {
        match value {
            ParameterValue::Literal(literal) if self.wants(SearchField::Parameter) => {
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
            self.read_by(node, TextRole::Value(read.name.clone()), read.text);
        }
    }

    fn read_by(&mut self, node: &Node, spot: TextRole, text: &str) {
        self.variables_read_by(node, spot, text, variable_places(text));
    }

    /// Matches the names of variables at these places of a text.
    fn variables_read_by(
        &mut self,
        node: &Node,
        spot: TextRole,
        text: &str,
        variables: Vec<(String, Range<usize>)>,
    ) {
        let fits = |(name, _): &(String, _)| !self.pattern.ranges(name).is_empty();
        let ranges: Vec<_> = variables
            .into_iter()
            .filter(fits)
            .map(|(_, range)| range)
            .collect();
        if !ranges.is_empty() {
            self.add_match(TextMatch {
                owner: TextOwner::Node(node.id().clone()),
                spot,
                text: text.to_owned(),
                ranges,
            });
        }
    }
}
