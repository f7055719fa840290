//! The drawing of a page: what is on the cards of a tree and where they are, as the canvas shows them. Knows no HTML.

use rustc_hash::FxHashMap;
use serde::Serialize;
use treewright_authoring::layout;
use treewright_core::category::Category;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::{NodeLibrary, carried_line, parameter_line, setting};
use treewright_core::model::{Document, Node, NodeDeclaration, ParameterType, ParameterValue};

use crate::card_rows::{RowKind, RowTexts};
use crate::i18n::{Texts, stand_in_words};

/// The content of the canvas.
#[derive(Serialize)]
pub struct Content {
    /// Whether trees grow to the right.
    right: bool,
    /// Each before its children.
    nodes: Vec<Card>,
    /// Groups and notes.
    groups: Vec<Frame>,
}

/// A node.
#[derive(Serialize)]
struct Card {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<String>,
    x: i32,
    y: i32,
    title: String,
    task: String,
    category: &'static str,
    /// The rows below the title, each with its kind.
    rows: Vec<(&'static str, String)>,
    /// All parameters with their values.
    settings: Vec<(String, String)>,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    /// The name of the tree of which it is the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<String>,
    /// Whether it never runs, since it is disabled or unconnected.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    faded: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    collapsed: bool,
}

/// A group or a note.
#[derive(Serialize)]
struct Frame {
    x: i32,
    y: i32,
    w: i32,
    h: i32,
    title: String,
    text: String,
}

impl Content {
    pub fn of(document: &Document, library: &NodeLibrary, texts: &Texts) -> Self {
        let options = layout::Options {
            stack_from: Some(layout::Options::STACK_FROM),
            ..layout::Options::default()
        };
        let placed = layout::positions_for_unplaced(document, &options);
        let placed = placed.map_or_else(Vec::new, |placed| placed.places);
        let mut maker = CardMaker {
            document,
            library,
            texts,
            rows: RowTexts::new(texts),
            placed: placed.into_iter().collect(),
            running: FxHashMap::default(),
        };
        let groups = document.groups.iter().map(|group| {
            Frame::new(
                group.position,
                group.size,
                group.title.clone(),
                String::new(),
            )
        });
        let notes = document
            .notes
            .iter()
            .map(|note| Frame::new(note.position, note.size, String::new(), note.text.clone()));
        Self {
            right: maker.placed.is_empty() && layout::grows_right(document),
            groups: groups.chain(notes).collect(),
            nodes: document.pre_order().map(|node| maker.card(node)).collect(),
        }
    }
}

impl Frame {
    fn new(at: Position, (w, h): (i32, i32), title: String, text: String) -> Self {
        Self {
            x: at.x,
            y: at.y,
            w,
            h,
            title,
            text,
        }
    }
}

struct CardMaker<'a> {
    document: &'a Document,
    library: &'a NodeLibrary,
    texts: &'a Texts,
    rows: RowTexts<'a>,
    /// Positions of nodes whose file has none.
    placed: FxHashMap<NodeId, Position>,
    /// Whether nodes can run, as far as they are known: parents come first.
    running: FxHashMap<&'a NodeId, bool>,
}

impl<'a> CardMaker<'a> {
    fn card(&mut self, node: &'a Node) -> Card {
        let declaration = self.library.declaration(&node.task);
        let at = self.placed.get(node.id()).copied().unwrap_or(node.position);
        let can_run = self.can_run(node);
        self.running.insert(node.id(), can_run);
        Card {
            id: node.id().to_string(),
            parent: node.parent().map(ToString::to_string),
            x: at.x,
            y: at.y,
            title: self.texts.node_title(node),
            task: node.task.to_string(),
            category: match declaration.map(|declaration| declaration.category) {
                Some(Category::Composite) => "composite",
                Some(Category::Decorator) => "decorator",
                Some(Category::Conditional) => "conditional",
                Some(Category::Action) => "action",
                None => "unknown",
            },
            rows: self.rows(node, declaration),
            settings: self.settings(node, declaration),
            comment: node.comment.clone(),
            tree: self.document.tree_name(node.id()).map(str::to_owned),
            faded: !can_run,
            collapsed: node.collapsed,
        }
    }

    fn can_run(&self, node: &Node) -> bool {
        let is_begun = || {
            let id = node.id();
            self.document.root() == Some(id) || self.document.tree_name(id).is_some()
        };
        let above = node
            .parent()
            .map(|parent| self.running.get(parent).copied());
        !node.disabled && above.map_or_else(is_begun, Option::unwrap_or_default)
    }

    /// The rows of a card: its type and most informative settings, its rule, and its abort type.
    fn rows(
        &mut self,
        node: &Node,
        declaration: Option<&NodeDeclaration>,
    ) -> Vec<(&'static str, String)> {
        let parent = node.parent().and_then(|id| self.document.node(id));
        let parent = parent.and_then(|parent| self.library.declaration(&parent.task));
        let rule = declaration.and_then(|declaration| self.rows.of_rule(node, declaration));
        let in_words = stand_in_words::of_parameters(self.texts, node);
        let (settings, next) = match (&rule, &in_words) {
            (Some(_), _) => (carried_line(node, parent, self.texts), None),
            (None, Some(in_words)) => {
                let (first, next) = stand_in_words::in_two_lines(in_words);
                (first.to_owned(), next.map(str::to_owned))
            }
            (None, None) => {
                let line = parameter_line(node, declaration, parent, self.texts);
                (line, None)
            }
        };
        let node_type = node.own_title().map(|_| self.texts.task_title(&node.task));
        let node_type = node_type.filter(|_| next.is_none() || settings.is_empty());
        let detail = [node_type.unwrap_or_default(), settings];
        let detail: Vec<String> = detail.into_iter().filter(|part| !part.is_empty()).collect();
        let detail = Some(detail.join(" · ")).filter(|row| !row.is_empty());
        let rows = [
            (RowKind::Detail, detail),
            (RowKind::Detail, next),
            (RowKind::Rule, rule),
            (RowKind::Abort, self.rows.of_abort(node.abort)),
        ];
        let rows = rows.into_iter().filter_map(|(kind, text)| {
            let kind = match kind {
                RowKind::Detail => "detail",
                RowKind::Rule => "rule",
                RowKind::Abort => "abort",
            };
            Some((kind, text?))
        });
        rows.collect()
    }

    /// All parameters: those that the type declares, then others that are set.
    fn settings(
        &self,
        node: &Node,
        declaration: Option<&NodeDeclaration>,
    ) -> Vec<(String, String)> {
        let declared = declaration.map_or(&[][..], |declaration| &declaration.parameters);
        let title = |name: &str| self.texts.parameter_title(&node.task, name);
        let own = declared.iter().filter_map(|parameter| {
            let value = setting(node, declaration?, &parameter.name)?;
            let is_choice = matches!(parameter.parameter_type, ParameterType::Choice(_));
            let value = if is_choice {
                self.texts.choice(&value)
            } else {
                value
            };
            (!value.is_empty()).then(|| (title(&parameter.name), value))
        });
        let others = node.parameters.iter();
        let others =
            others.filter(|(name, _)| declared.iter().all(|parameter| *parameter.name != ***name));
        own.chain(others.map(|(name, value)| (title(name), shown(value))))
            .collect()
    }
}

/// A value, or the name of a variable.
fn shown(value: &ParameterValue) -> String {
    match value {
        ParameterValue::Literal(literal) => literal.value.to_string(),
        ParameterValue::Variable(name) => name.to_string(),
    }
}
