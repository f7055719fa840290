//! The search that adds a node, a template or the check of a variable: opened by Space, Enter, a double-click or a dropped wire. Typing
//! filters the library, chips limit it to a category; arrows and Enter choose, Tab goes to the next chip. What is chosen is shown on the
//! canvas where it will be.

mod chips;
mod list;
mod order;
pub mod search_item;

use std::borrow::Cow;
use std::sync::Arc;

use egui::{
    Area, Frame, Id, Key, Modifiers, Order, Painter, Pos2, Rect, Response, TextEdit, Ui, Vec2,
    pos2, vec2,
};
use treewright_authoring::edit::{Command, Selection};
use treewright_core::category::Category;
use treewright_core::expression::written;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, NodeDeclaration, NodePlace, SUBTREE, Variable};
use treewright_core::value::ValueType;
use treewright_session::templates::TemplateId;

use self::list::Found;
use self::search_item::SearchItem;
use super::view::View;
use super::wires::{WireStyle, paint_one};
use super::{CanvasInput, drops, node_card};
use crate::action::{Action, ActionSink, EditAction, NodeSetup};
use crate::node_search;
use crate::panels::PaletteDrag;
use crate::scene::flow::Flow;
use crate::scene::placement::{self, corner_around};
use crate::typed_comparison::Comparison;
use crate::widgets::{MAX_QUERY_LENGTH, placeholder};

/// How many trees of the project are listed at most.
const MAX_TREES: usize = 20;

const WIDTH: f32 = 360.0;
/// The least distance from the edge of the canvas or window.
const MARGIN: f32 = 6.0;
/// The height of the search without its list.
const HEIGHT_WITHOUT_LIST: f32 = 112.0;
/// The space between the new card and the search.
const GAP: f32 = 16.0;

/// Where the new node will be added.
#[derive(Clone, Debug, PartialEq)]
pub enum InsertTarget {
    /// Unconnected; or as the root if the document is empty.
    Loose,
    Child {
        parent: NodeId,
        /// The index among its children.
        index: usize,
    },
    /// Above an unconnected top-level node.
    Above(NodeId),
    /// In place of these nodes, keeping their children.
    Replace(Vec<NodeId>),
    /// As a parent around these siblings.
    Wrap(Vec<NodeId>),
}

impl InsertTarget {
    /// As the last child of a card's node.
    pub fn last_child(view: &View<'_>, card: usize) -> Self {
        Self::Child {
            parent: view.card(card).id.clone(),
            index: usize::MAX,
        }
    }

    /// The canvas point for the new card's center: after the last child of `parent`, or straight below it.
    pub fn next_middle(view: &View<'_>, parent: usize) -> Pos2 {
        let rect = view.rect(parent);
        let last = view.scene.children(parent).last().map(|i| view.rect(i));
        placement::next_middle(view.flow, rect, last)
    }
}

/// The open search.
#[derive(Clone, Debug)]
pub struct QuickAdd {
    /// Where it opened, on the screen.
    screen: Pos2,
    /// The center of the new card, on the canvas.
    canvas: Pos2,
    place: InsertTarget,
    query: String,
    /// Offers only node types of this category.
    category: Option<Category>,
    chosen: usize,
    /// The size of the new card, on the screen.
    card_size: Vec2,
    /// The item chosen in the last frame, which the canvas shows.
    preview: Option<PaletteDrag>,
    /// The pass in which it opened: each search starts at the top of its list.
    opened: u64,
    first_frame: bool,
    /// The field still has the keyboard focus in the frame after it took it. Before that, the click that opened the search may take the
    /// focus away once.
    settled: bool,
    /// Offers only templates.
    only_templates: bool,
}

/// The state of the search after this frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Open,
    /// Closed, with or without a choice.
    Closed,
}

impl QuickAdd {
    /// Opens at a screen point for a card around a canvas point.
    pub fn new(screen: Pos2, canvas: Pos2, place: InsertTarget) -> Self {
        Self {
            screen,
            canvas,
            place,
            query: String::new(),
            category: None,
            chosen: 0,
            card_size: Vec2::ZERO,
            preview: None,
            opened: 0,
            first_frame: true,
            settled: false,
            only_templates: false,
        }
    }

    /// Offers only templates.
    #[must_use]
    pub fn of_templates(mut self) -> Self {
        self.only_templates = true;
        self
    }

    /// Opens for the last child of a node, at the position of the new card.
    pub fn below(view: &View<'_>, card: usize) -> Self {
        let place = InsertTarget::last_child(view, card);
        let canvas = InsertTarget::next_middle(view, card);
        let screen = view.projection.screen_from_canvas(canvas);
        Self::new(screen, canvas, place)
    }

    /// Shows the search and sends the action for the chosen item.
    pub fn show(
        &mut self,
        ui: &Ui,
        input: &CanvasInput<'_>,
        canvas: Rect,
        actions: &mut ActionSink,
    ) -> Outcome {
        if self.first_frame {
            self.opened = ui.ctx().cumulative_pass_nr();
        }
        let keys = self.keys(ui);
        let found = self.find(input);
        let mut picked = None;
        let room = room(ui, canvas);
        let height = list::HEIGHT
            .min(room.height() - HEIGHT_WITHOUT_LIST)
            .max(64.0);
        let area = Area::new(Id::unique("canvas quick add"))
            .order(Order::Foreground)
            .fixed_pos(self.corner(room))
            .constrain_to(room)
            .show(ui.ctx(), |ui| {
                Frame::popup(ui.style()).show(ui, |ui| {
                    ui.set_width(WIDTH);
                    let (starts_again, search) = self.header(ui, input);
                    let moves_to_first = starts_again || keys.filters;
                    let list = list::List {
                        found: &found,
                        search: &search,
                        moved: keys.moved,
                        height,
                        reveals: moves_to_first || keys.moved != 0,
                        // A new list for each search and filter, so that none is scrolled as another one was.
                        salt: (self.opened, self.category.map(|c| c as usize)),
                    };
                    picked = list.show(ui, input, &mut self.chosen);
                });
            });
        let chosen = found.items.get(self.chosen);
        self.preview = chosen.map(SearchItem::dragged);
        if keys.enter {
            picked = Some(self.chosen);
        }
        if let Some(item) = picked.and_then(|i| found.items.get(i)) {
            actions.push(Action::Edit(match item {
                SearchItem::NodeType(node_type) => self.action(input, Arc::from(&*node_type.task)),
                SearchItem::Condition(node_type, variable) => EditAction::AddAndSetUp {
                    add: self.addition(input, Arc::from(&*node_type.task)),
                    setup: NodeSetup::ComparedVariable(variable.name.clone()),
                },
                SearchItem::Comparison(node_type, comparison) => EditAction::AddAndSetUp {
                    add: self.addition(input, Arc::from(&*node_type.task)),
                    setup: NodeSetup::Comparison(comparison.clone()),
                },
                SearchItem::NewAction(node_type, name) => EditAction::AddAndSetUp {
                    add: self.addition(input, Arc::from(&*node_type.task)),
                    setup: NodeSetup::Name(name.to_string()),
                },
                SearchItem::NewVariable(node_type, name) => {
                    let variable = Variable::new(name.clone(), ValueType::Bool);
                    let add = self.addition(input, Arc::from(&*node_type.task));
                    EditAction::AddAndSetUp {
                        add: Command::Batch(vec![Command::AddVariable(variable), add]),
                        setup: NodeSetup::ComparedVariable(name.clone()),
                    }
                }
                SearchItem::Tree(node_type, tree) => EditAction::AddAndSetUp {
                    add: self.addition(input, Arc::from(&*node_type.task)),
                    setup: NodeSetup::Subtree((*tree).clone()),
                },
                SearchItem::Template(template) => self.insertion(template.id.clone()),
            }));
            return Outcome::Closed;
        }
        let clicked_away = !self.first_frame && area.response.clicked_elsewhere();
        self.first_frame = false;
        if keys.escape || clicked_away {
            Outcome::Closed
        } else {
            Outcome::Open
        }
    }

    /// The matches for the query: node types, then templates if they are possible here.
    fn find<'a>(&self, input: &CanvasInput<'a>) -> Found<'a> {
        let accepts = |node_type: &NodeDeclaration| {
            let wanted = self.category.is_none_or(|only| node_type.category == only);
            wanted && self.accepts(input, node_type)
        };
        let mut found = Found::default();
        if !self.only_templates {
            let node_types = node_search::ranked(input.library, input.texts, &self.query, accepts);
            if self.query.trim().is_empty() {
                found = order::usual(input, &self.place, &node_types);
            } else {
                let usual = node_types.iter();
                let first =
                    usual.take_while(|node_type| node_search::begins_with(node_type, &self.query));
                let after = first.count();
                found.items = node_types.into_iter().map(SearchItem::NodeType).collect();
                found.items.splice(after..after, self.conditions(input));
                found.items.extend(self.trees(input));
            }
            found.items.truncate(list::MAX_ITEMS);
        }
        let takes_templates =
            matches!(self.place, InsertTarget::Loose | InsertTarget::Child { .. });
        if takes_templates && self.category.is_none() {
            let fitting = node_search::ranked_templates(input.templates, input.texts, &self.query);
            if !found.headings.is_empty() && !fitting.is_empty() {
                let heading = input.texts.tr("template.section").into_owned();
                found.headings.push((found.items.len(), heading));
            }
            let after = found.items.len();
            let fitting = fitting.into_iter().map(SearchItem::Template);
            found.items.extend(fitting);
            // Templates are large: one that merely contains what was typed is not meant more than an action of this name.
            found
                .items
                .splice(after..after, self.action_beside(&found.items, input));
        }
        found.items.extend(self.comparison(input));
        if found.items.is_empty() {
            let offers = self.new_variable(input).into_iter();
            found.items.extend(offers.chain(self.new_action(input)));
            if !is_spelled_like_variable(self.query.trim()) {
                found.items.reverse();
            }
        }
        found
    }

    /// Nodes that run a tree of the project whose name contains the query; its path, if the query is one.
    fn trees<'a>(&self, input: &CanvasInput<'a>) -> Vec<SearchItem<'a>> {
        let adds = matches!(self.place, InsertTarget::Loose | InsertTarget::Child { .. });
        let node_type = input.library.declaration(SUBTREE);
        let node_type = node_type.filter(|node_type| {
            adds && self.category.is_none_or(|only| node_type.category == only)
        });
        let Some(node_type) = node_type else {
            return Vec::new();
        };
        let query = self.query.trim().to_lowercase();
        let fits = |text: &str| text.to_lowercase().contains(&query);
        let trees = input.trees.iter();
        let is_path = query.contains('/');
        let trees = trees.filter(|tree| fits(tree.title()) || is_path && fits(&tree.file));
        trees
            .take(MAX_TREES)
            .map(|tree| SearchItem::Tree(node_type, tree))
            .collect()
    }

    /// The action of the name that was typed, if something was found, but nothing of this name.
    fn action_beside<'a>(
        &self,
        found: &[SearchItem<'a>],
        input: &CanvasInput<'a>,
    ) -> Option<SearchItem<'a>> {
        let name = self.query.trim().to_lowercase();
        let has_name = |item: &SearchItem<'_>| item.title(input).to_lowercase() == name;
        if found.is_empty() || found.iter().any(has_name) || self.comparison(input).is_some() {
            return None;
        }
        self.new_action(input)
    }

    /// The conditional that makes the comparison that was typed.
    fn comparison<'a>(&self, input: &CanvasInput<'a>) -> Option<SearchItem<'a>> {
        if !self.offers_conditions() || self.only_templates {
            return None;
        }
        let (task, comparison) = Comparison::read(&input.document.variables, self.query.trim())?;
        let node_type = input.library.declaration(task)?;
        Some(SearchItem::Comparison(node_type, comparison))
    }

    /// The action of the name that was typed: a stand-in, until the game has one.
    fn new_action<'a>(&self, input: &CanvasInput<'a>) -> Option<SearchItem<'a>> {
        let name = self.query.trim();
        let adds = matches!(self.place, InsertTarget::Loose | InsertTarget::Child { .. });
        let is_wanted = matches!(self.category, None | Some(Category::Action));
        let offers = adds && is_wanted && !self.only_templates && !name.is_empty();
        let node_type = input.library.declaration("StandIn");
        Some(SearchItem::NewAction(
            node_type.filter(|_| offers)?,
            name.into(),
        ))
    }

    /// The conditional that checks a new variable of the name that was typed, if it can be one.
    fn new_variable<'a>(&self, input: &CanvasInput<'a>) -> Option<SearchItem<'a>> {
        let name = self.query.trim();
        let is_plain = !name.is_empty() && matches!(written(name), Cow::Borrowed(_));
        let is_name = is_plain && input.document.variable(name).is_none();
        let offers = is_name && self.offers_conditions() && !self.only_templates;
        let node_type = input.library.declaration("CompareBool");
        let node_type = node_type.filter(|_| offers)?;
        Some(SearchItem::NewVariable(node_type, name.into()))
    }

    /// Whether conditionals that check a variable can be added here.
    fn offers_conditions(&self) -> bool {
        let adds = matches!(self.place, InsertTarget::Loose | InsertTarget::Child { .. });
        adds && matches!(self.category, None | Some(Category::Conditional))
    }

    /// The conditionals that check a variable whose name matches the query.
    fn conditions<'a>(&self, input: &CanvasInput<'a>) -> Vec<SearchItem<'a>> {
        if !self.offers_conditions() {
            return Vec::new();
        }
        let found = node_search::ranked_variables(&input.document.variables, &self.query);
        let conditions = found.into_iter().filter_map(|variable| {
            let task = match &variable.value_type {
                ValueType::Bool => "CompareBool",
                ValueType::Int => "CompareInt",
                ValueType::Float => "CompareFloat",
                ValueType::String => "CompareString",
                _ => return None,
            };
            Some(SearchItem::Condition(
                input.library.declaration(task)?,
                variable,
            ))
        });
        conditions.collect()
    }

    fn insertion(&self, template: TemplateId) -> EditAction {
        let below = match &self.place {
            InsertTarget::Child { parent, index } => Some((parent.clone(), *index)),
            _ => None,
        };
        EditAction::InsertTemplate {
            template,
            below,
            at: corner_around(self.canvas),
        }
    }

    /// The corner of the search: beside the new card, which stays visible with its wire. There is room for a list of full height: its
    /// height is not known in advance, and the search must not move while the user types.
    fn corner(&self, room: Rect) -> Pos2 {
        let size = full_size();
        let beside = if self.adds_card() {
            let half = self.card_size.x / 2.0;
            let last = room.max.x - size.x;
            let left = self.screen.x - half - GAP - size.x;
            // Its parent and siblings are rather on the left. The icon and the name of the new card stay in sight.
            let x = if last >= self.screen.x + half * 0.5 || left < room.min.x {
                (self.screen.x + half + GAP).min(last)
            } else {
                left
            };
            pos2(x, self.screen.y - self.card_size.y / 2.0)
        } else {
            self.screen
        };
        beside.min(room.max - size).max(room.min)
    }

    /// Whether it adds a card at its place, other than changing those that are there.
    fn adds_card(&self) -> bool {
        !matches!(self.place, InsertTarget::Replace(_) | InsertTarget::Wrap(_))
    }

    /// Shows on the canvas what is chosen: its card, where it will be, and the wire to it.
    pub fn paint(&mut self, view: &View<'_>, painter: &Painter) {
        if !self.adds_card() {
            return;
        }
        let at = view.projection.screen_from_canvas(self.canvas);
        let card = drops::ghost_rect(view, at);
        self.card_size = card.size();
        let ends = match &self.place {
            InsertTarget::Child { parent, .. } => view
                .scene
                .index(parent)
                .map(|parent| [view.out_port(parent), view.flow.in_port(card)]),
            InsertTarget::Above(child) => view
                .scene
                .index(child)
                .map(|child| [view.flow.out_port(card), view.in_port(child)]),
            _ => None,
        };
        if let Some(ends) = ends {
            let color = view.input.theme.accent;
            paint_one(painter, ends, view.flow, WireStyle { color, width: 2.5 });
        }
        if let Some(preview) = &self.preview {
            node_card::paint_ghost(view, painter, card, preview);
        }
    }

    /// The title, the field and the chips. Returns whether the list starts again at its first match, and the field.
    fn header(&mut self, ui: &mut Ui, input: &CanvasInput<'_>) -> (bool, Response) {
        let texts = input.texts;
        let title = match &self.place {
            InsertTarget::Loose if self.only_templates => texts.tr("template.heading").into_owned(),
            InsertTarget::Loose => texts.tr("canvas.add.loose").into_owned(),
            InsertTarget::Child { parent, .. } => {
                let name = texts.title_of(input.document, parent);
                texts.tr_with("canvas.add.below", &[("node", &name)])
            }
            InsertTarget::Above(child) => {
                let name = texts.title_of(input.document, child);
                texts.tr_with("canvas.add.above", &[("node", &name)])
            }
            InsertTarget::Replace(nodes) => {
                let what = node_names(input, nodes);
                texts.tr_with("authoring.replace_by", &[("nodes", &what)])
            }
            InsertTarget::Wrap(nodes) => {
                let what = node_names(input, nodes);
                texts.tr_with("authoring.wrap_in", &[("nodes", &what)])
            }
        };
        ui.label(egui::RichText::new(title).small().color(input.theme.muted));
        let hint = if self.only_templates {
            "template.search"
        } else {
            "canvas.add.search"
        };
        let search = TextEdit::singleline(&mut self.query)
            .hint_text(placeholder(texts.tr(hint)))
            .char_limit(MAX_QUERY_LENGTH)
            // Tab goes to the next chip and stays here.
            .lock_focus(true)
            .desired_width(f32::INFINITY);
        let response = ui.add(search).accessible_name(texts.tr(hint));
        if !self.settled {
            self.settled = !self.first_frame && response.has_focus();
            response.request_focus();
        }
        let before = self.category;
        if !self.only_templates {
            chips::show(ui, input, self.takes_leaves(), &mut self.category);
        }
        let changed = response.changed() || self.category != before;
        if self.category != before {
            // Not for long: the click on a chip takes the focus away.
            self.settled = false;
        }
        if changed {
            self.chosen = 0;
        }
        (changed || self.first_frame, response)
    }

    fn keys(&mut self, ui: &Ui) -> KeyInput {
        if self.first_frame {
            return KeyInput::default();
        }
        let (mut keys, chips) = ui.input_mut(|input| {
            let mut pressed = |key| input.consume_key(Modifiers::NONE, key);
            let step = isize::from(pressed(Key::ArrowDown)) - isize::from(pressed(Key::ArrowUp));
            let keys = KeyInput {
                enter: pressed(Key::Enter),
                escape: pressed(Key::Escape),
                moved: step,
                filters: false,
            };
            let next = isize::from(pressed(Key::Tab));
            let previous = isize::from(input.consume_key(Modifiers::SHIFT, Key::Tab));
            (keys, next - previous)
        });
        if chips != 0 && !self.only_templates {
            self.category = chips::neighbor(self.category, self.takes_leaves(), chips);
            self.chosen = 0;
            keys.filters = true;
            // In its first frame the field could not keep Tab from moving the focus.
            self.settled = false;
        }
        keys
    }

    /// Whether a leaf can be added here at all.
    fn takes_leaves(&self) -> bool {
        !matches!(self.place, InsertTarget::Above(_) | InsertTarget::Wrap(_))
    }

    fn accepts(&self, input: &CanvasInput<'_>, declaration: &NodeDeclaration) -> bool {
        match &self.place {
            InsertTarget::Above(_) => !declaration.category.is_leaf(),
            InsertTarget::Replace(nodes) => {
                let nodes = nodes.iter().filter_map(|id| input.document.node(id));
                let most = nodes.map(|node| node.children().len()).max();
                most.is_none_or(|most| declaration.arity().max >= most)
            }
            InsertTarget::Wrap(nodes) => {
                let tops = Selection::of(nodes.iter().cloned()).topmost(input.document);
                declaration.arity().max >= tops.len()
            }
            InsertTarget::Loose | InsertTarget::Child { .. } => true,
        }
    }

    fn action(&self, input: &CanvasInput<'_>, task: Arc<str>) -> EditAction {
        match &self.place {
            InsertTarget::Replace(nodes) => EditAction::ReplaceTask(nodes.clone(), task),
            _ => EditAction::Do(self.addition(input, task)),
        }
    }

    fn addition(&self, input: &CanvasInput<'_>, task: Arc<str>) -> Command {
        let flow = Flow::of(input.left_to_right);
        let at = corner_around(self.canvas);
        add_command(input.document, flow, &self.place, task, at)
    }
}

/// The size with a list of full height.
fn full_size() -> Vec2 {
    vec2(WIDTH + 24.0, list::HEIGHT + HEIGHT_WITHOUT_LIST)
}

/// Where the search can be: at the height of the canvas, unless that is too low for it. It rather covers panels beside the canvas than the cards
/// that it is about.
fn room(ui: &Ui, canvas: Rect) -> Rect {
    let window = ui.ctx().content_rect();
    let is_low = canvas.height() < full_size().y + 2.0 * MARGIN;
    let height = if is_low { window } else { canvas };
    Rect::from_x_y_ranges(window.x_range(), height.y_range()).shrink(MARGIN)
}

/// The name of a single node, or the number of nodes.
fn node_names(input: &CanvasInput<'_>, nodes: &[NodeId]) -> String {
    if let [only] = nodes {
        return input.texts.title_of(input.document, only);
    }
    let count = nodes.len().to_string();
    input
        .texts
        .tr_with("inspector.several", &[("count", &count)])
}

/// The command that adds a node of this task.
pub fn add_command(
    document: &Document,
    flow: Flow,
    place: &InsertTarget,
    task: Arc<str>,
    position: Position,
) -> Command {
    let place = match place {
        InsertTarget::Above(child) => {
            return Command::InsertAbove {
                child: child.clone(),
                task,
                position,
            };
        }
        InsertTarget::Replace(nodes) => {
            let nodes = nodes.clone();
            return Command::ReplaceTask { nodes, task };
        }
        InsertTarget::Wrap(nodes) => {
            let (position, shift) = placement::position_around(document, flow, nodes);
            return Command::Wrap {
                nodes: nodes.clone(),
                task,
                position,
                shift,
            };
        }
        InsertTarget::Loose if document.root().is_none() => NodePlace::Root,
        InsertTarget::Loose => NodePlace::Loose(usize::MAX),
        InsertTarget::Child { parent, index } => NodePlace::Child(parent.clone(), *index),
    };
    Command::AddNode {
        task,
        place,
        position,
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct KeyInput {
    enter: bool,
    escape: bool,
    moved: isize,
    /// Another chip was chosen.
    filters: bool,
}

/// Whether a name is spelled as variables mostly are, in small letters, and not as actions are.
fn is_spelled_like_variable(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains(' ')
}
