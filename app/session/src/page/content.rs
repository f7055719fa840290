//! The drawing of a page: what is on the cards of its documents and where they are, as the canvas shows them. Knows no HTML.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::Serialize;
use treewright_authoring::layout;
use treewright_core::category::Category;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::{NodeLibrary, carried_line, parameter_line, setting};
use treewright_core::model::{
    Document, FILE_PARAMETER, Node, NodeDeclaration, ParameterDeclaration, ParameterType,
    ParameterValue, SUBTREE, TREE_PARAMETER,
};
use treewright_core::project::{Project, resolve};
use treewright_exchange::stem;

use crate::card_rows::{RowKind, RowTexts};
use crate::i18n::{Texts, stand_in_words};

/// What icons look like: a name and the data of a path on each line.
const ICONS: &str = include_str!(concat!(env!("TREEWRIGHT_ASSETS"), "/page/icons.txt"));

/// The content of the canvas.
#[derive(Serialize)]
pub struct Content {
    /// The main document first.
    documents: Vec<Drawing>,
    /// The data of the paths of the icons on the cards.
    icons: BTreeMap<String, &'static str>,
}

/// A document.
#[derive(Serialize)]
struct Drawing {
    /// Its path in the project; none for the main document.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    title: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    /// Whether trees grow to the right.
    right: bool,
    /// Each before its children.
    nodes: Vec<Card>,
    annotations: Vec<Annotation>,
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
    icon: String,
    /// The rows below the title, each with its kind.
    rows: Vec<(&'static str, String)>,
    /// What the first row says if it has no room for all of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    short: Option<String>,
    /// All parameters with their values.
    settings: Vec<(String, String)>,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    /// The name of the tree of which it is the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<String>,
    /// The tree that it runs: the number of the document and the node with which the tree begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    opens: Option<(usize, String)>,
    /// Whether it never runs, since it is disabled or unconnected.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    faded: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    collapsed: bool,
}

/// A group or a note.
#[derive(Serialize)]
struct Annotation {
    x: i32,
    y: i32,
    w: i32,
    h: i32,
    title: String,
    text: String,
}

impl Content {
    pub fn of(project: &Project<'_>, library: &NodeLibrary, texts: &Texts) -> Self {
        let others = project.others.paths();
        let others = others.filter_map(|path| Some((path, project.get(path)?.ok()?)));
        let documents: Vec<(&str, &Document)> = std::iter::once((project.path, project.document))
            .chain(others)
            .collect();
        let drawings = (0..documents.len()).map(|number| {
            let document = ProjectDocument {
                documents: &documents,
                number,
                library,
                texts,
            };
            document.drawing()
        });
        let documents: Vec<Drawing> = drawings.collect();
        let cards = documents.iter().flat_map(|drawing| &drawing.nodes);
        let icons = cards.filter_map(|card| Some((card.icon.clone(), path_of_icon(&card.icon)?)));
        Self {
            icons: icons.collect(),
            documents,
        }
    }
}

/// A document with those that it may refer to.
struct ProjectDocument<'a> {
    /// Paths and contents; the main document first.
    documents: &'a [(&'a str, &'a Document)],
    /// Which one it is.
    number: usize,
    library: &'a NodeLibrary,
    texts: &'a Texts,
}

impl ProjectDocument<'_> {
    fn drawing(&self) -> Drawing {
        let (path, document) = self.documents[self.number];
        let options = layout::Options {
            stack_from: Some(layout::Options::STACK_FROM),
            ..layout::Options::default()
        };
        let placed = layout::positions_for_unplaced(document, &options);
        let placed = placed.map_or_else(Vec::new, |placed| placed.places);
        let mut maker = CardMaker {
            source: self,
            document,
            library: self.library,
            texts: self.texts,
            rows: RowTexts::new(self.texts),
            placed: placed.into_iter().collect(),
            running: FxHashMap::default(),
        };
        Drawing {
            path: (self.number > 0).then(|| path.to_owned()),
            title: title(path, document, self.texts),
            description: document.description.clone(),
            right: maker.placed.is_empty() && layout::grows_right(document),
            annotations: annotations(document),
            nodes: document.pre_order().map(|node| maker.card(node)).collect(),
        }
    }

    /// The number of the document of a tree that a node runs, and the node with which that begins.
    fn opened_by(
        &self,
        node: &Node,
        declaration: Option<&NodeDeclaration>,
    ) -> Option<(usize, String)> {
        let (path, _) = self.documents[self.number];
        let (file, tree) = if &*node.task == SUBTREE {
            let file = node.text_parameter(FILE_PARAMETER);
            (file, node.text_parameter(TREE_PARAMETER))
        } else {
            let mut parameters = declaration?.parameters.iter();
            let tree = parameters.find(|it| it.parameter_type == ParameterType::Tree)?;
            ("", node.text_parameter(&tree.name))
        };
        let number = if file.is_empty() {
            self.number
        } else {
            let file = resolve(path, file).ok()?;
            self.documents.iter().position(|(path, _)| *path == file)?
        };
        let (_, document) = self.documents[number];
        let root = match document.tree(tree) {
            Some(tree) => Some(&tree.root),
            None if tree.is_empty() && !file.is_empty() => document.root(),
            None => None,
        };
        Some((number, root?.to_string()))
    }
}

/// The name of a document, else that of its file.
pub fn title(path: &str, document: &Document, texts: &Texts) -> String {
    let name = document.name.trim();
    let file = stem(path);
    match (name, file) {
        ("", "") => texts.tr("page.tree").into_owned(),
        ("", file) => file.to_owned(),
        (name, _) => name.to_owned(),
    }
}

fn annotations(document: &Document) -> Vec<Annotation> {
    let groups = document.groups.iter().map(|group| {
        let title = group.title.clone();
        Annotation::new(group.position, group.size, title, String::new())
    });
    let notes = document.notes.iter();
    let notes = notes.map(|note| {
        let text = note.text.clone();
        Annotation::new(note.position, note.size, String::new(), text)
    });
    groups.chain(notes).collect()
}

/// The data of the path that draws an icon, if a page can draw it.
pub fn path_of_icon(name: &str) -> Option<&'static str> {
    let mut icons = ICONS.lines().filter_map(|line| line.split_once(' '));
    icons.find(|(icon, _)| *icon == name).map(|(_, path)| path)
}

/// The icon of a node type: its own if the page can draw it, else that of its category.
fn icon_of(declaration: &NodeDeclaration) -> &str {
    match declaration.category {
        _ if path_of_icon(&declaration.icon).is_some() => &declaration.icon,
        Category::Composite => "account_tree",
        Category::Decorator => "tune",
        Category::Conditional => "help_center",
        Category::Action => "bolt",
    }
}

impl Annotation {
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
    source: &'a ProjectDocument<'a>,
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
        let (rows, short) = self.rows(node, declaration);
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
            icon: declaration.map_or("help_center", icon_of).to_owned(),
            rows,
            short,
            settings: self.settings(node, declaration),
            comment: node.comment.clone(),
            tree: self.document.tree_name(node.id()).map(str::to_owned),
            opens: self.source.opened_by(node, declaration),
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

    /// The rows of a card: its type and most informative settings, its rule, and its abort type. Then the settings alone, if the type is before
    /// them.
    fn rows(
        &mut self,
        node: &Node,
        declaration: Option<&NodeDeclaration>,
    ) -> (Vec<(&'static str, String)>, Option<String>) {
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
        let has_both = node_type.is_some() && !settings.is_empty();
        let short = has_both.then(|| settings.clone());
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
        (rows.collect(), short)
    }

    /// All parameters that have an effect: those that the type declares, then others that are set.
    fn settings(
        &self,
        node: &Node,
        declaration: Option<&NodeDeclaration>,
    ) -> Vec<(String, String)> {
        let declared = declaration.map_or(&[][..], |declaration| &declaration.parameters);
        let title = |name: &str| self.texts.parameter_title(&node.task, name);
        let has_effect = |parameter: &&ParameterDeclaration| {
            declaration.is_some_and(|declaration| declaration.has_effect(parameter, node))
        };
        let own = declared.iter().filter(has_effect).filter_map(|parameter| {
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
