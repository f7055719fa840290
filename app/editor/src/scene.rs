//! What is drawn, as one flat list in pre-order: built for a document, brought up to date where its nodes change in place, read each frame.
//! Nodes below a collapsed one are not in it. Knows nothing about pan and zoom, selection or a run.

pub mod annotations;
mod areas;
pub mod flow;
mod lines;
mod measure;
pub mod measuring;
pub mod placement;
mod renewed;
mod restructured;
pub mod siblings;
mod stacks;

use std::sync::Arc;

pub use areas::Drift;
use egui::{Pos2, Rect, pos2, vec2};
pub use measure::TextMeasure;
pub use renewed::Renewed;
use rustc_hash::{FxHashMap, FxHashSet};
pub use stacks::Stacked;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, NodeDeclaration};
use treewright_session::i18n::Texts;
use treewright_session::stand_in_words;

use self::areas::Areas;
use self::lines::Lines;
use crate::icons;
use crate::theme::OwnColor;

/// The height of every card, in canvas units.
pub const CARD_HEIGHT: f32 = 48.0;
/// Where a card's text begins: right of the stripe and the icon.
pub const TEXT_LEFT: f32 = 38.0;
/// What is kept free right of the text.
pub const TEXT_RIGHT: f32 = 14.0;
/// The size of titles, in canvas units.
pub const TITLE_SIZE: f32 = 14.0;
/// The size of second lines, in canvas units.
pub const DETAIL_SIZE: f32 = 11.0;

/// The canvas point of a document's position.
pub fn point(position: Position) -> Pos2 {
    pos2(position.x as f32, position.y as f32)
}

/// A canvas point as a document's position.
pub fn position_of(at: Pos2) -> Position {
    Position::new(at.x.round() as i32, at.y.round() as i32)
}

/// One node as it is drawn.
#[derive(Clone, Debug)]
pub struct Card {
    /// The node.
    pub id: NodeId,
    /// Where it lies on the canvas.
    pub rect: Rect,
    /// Its name or its task's, shortened to fit.
    pub title: String,
    /// Its task if it is named, and its most telling settings, shortened to fit.
    pub detail: String,
    /// The name of the tree of which it is the top.
    pub tree: Option<String>,
    /// Whether the designer gave it a name of its own.
    pub is_named: bool,
    /// How wide its title is at [`TITLE_SIZE`].
    pub title_width: f32,
    /// Its icon's glyph.
    pub icon: &'static str,
    /// Its family; none if its task is not in the library.
    pub category: Option<Category>,
    /// The color that its task declares for itself.
    pub own_color: Option<OwnColor>,
    /// Its abort type; `None` on nodes that are no composites.
    pub abort: AbortType,
    /// How it is played, in a few signs; none if nothing of its own plays it.
    pub stand_in: Option<String>,
    /// Which child of its parent it is, from 1; none for heads.
    pub order: Option<usize>,
    /// Its parent's place in the list.
    pub parent: Option<usize>,
    /// One past the last of the cards below it.
    pub subtree_end: usize,
    /// How many children it has, hidden ones included.
    pub child_count: usize,
    /// How it lies in a stack, and so is reached from the side; none if it does not.
    pub stacked: Option<Stacked>,
    /// How many nodes below it are hidden because it is collapsed.
    pub hidden: usize,
    /// What is shown by badges and shading.
    pub marks: Marks,
}

/// Yes-or-no facts of a card.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a badge or a shade of its own"
)]
pub struct Marks {
    /// It, or a node above it, is disabled.
    pub disabled: bool,
    /// It has a comment.
    pub comment: bool,
    /// It belongs to a loose tree.
    pub loose: bool,
    /// It belongs to a tree that has a name, and runs where that is named.
    pub in_named_tree: bool,
}

impl Marks {
    /// Whether it never runs.
    pub fn is_idle(self) -> bool {
        self.disabled || self.loose && !self.in_named_tree
    }
}

impl Card {
    /// Whether it can hold a child at all, whether or not there is room.
    pub fn takes_children(&self) -> bool {
        self.category.is_none_or(|c| !c.is_leaf())
    }

    /// Is marked as what is above it is, by its own marks; heads have nothing above them.
    fn inherit(&mut self, above: Option<Marks>, document: &Document) {
        self.marks.disabled |= above.is_some_and(|m| m.disabled);
        self.marks.in_named_tree = self.tree.is_some() || above.is_some_and(|m| m.in_named_tree);
        self.marks.loose = above.map_or_else(|| document.root() != Some(&self.id), |m| m.loose);
    }
}

/// All cards of a document.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// In pre-order: what lies below a card follows it directly.
    pub cards: Vec<Card>,
    by_id: FxHashMap<NodeId, usize>,
    /// Encloses all cards, notes and groups.
    pub bounds: Option<Rect>,
    areas: Areas,
    /// How many cards were made when it was built or brought up to date last.
    pub made: usize,
}

impl Scene {
    /// Makes the list for a document. What is collapsed and not peeked at is left out.
    pub fn build(
        document: &Document,
        library: &NodeLibrary,
        texts: &Texts,
        measure: &mut TextMeasure,
        peeked: &FxHashSet<NodeId>,
    ) -> Self {
        let mut builder = Builder {
            kinds: Kinds::new(library, texts),
            trees: tree_names(document),
            measure,
            cards: Vec::with_capacity(document.node_count()),
            open: Vec::new(),
        };
        let mut hidden_below: Option<usize> = None;
        for (node, depth) in document.pre_order().with_depth() {
            match hidden_below {
                Some(limit) if depth > limit => {
                    if let Some(card) = builder.cards.last_mut() {
                        card.hidden += 1;
                    }
                    continue;
                }
                _ => hidden_below = None,
            }
            builder.add(document, node, depth);
            if node.collapsed && !node.children().is_empty() && !peeked.contains(node.id()) {
                hidden_below = Some(depth);
            }
        }
        let mut scene = builder.finish();
        scene.enclose(document);
        scene
    }

    /// Finds out anew what encloses all.
    fn enclose(&mut self, document: &Document) {
        let others = annotations::all(document);
        let others = others.filter_map(|which| annotations::rect_of(document, which));
        self.bounds = self
            .areas
            .all()
            .into_iter()
            .chain(others)
            .reduce(Rect::union);
    }

    /// The cards of these nodes and of all below them, with nothing above them.
    #[must_use]
    pub fn only(&self, nodes: &[NodeId]) -> Self {
        let mut heads: Vec<usize> = nodes.iter().filter_map(|id| self.index(id)).collect();
        heads.sort_unstable();
        let mut cards: Vec<Card> = Vec::new();
        let mut taken = 0;
        for head in heads {
            if head < taken {
                // It lies below the head before it.
                continue;
            }
            taken = self.cards[head].subtree_end;
            // Counted in whole cards, so it never falls below zero.
            let moved = |index: usize| index + cards.len() - head;
            let branch: Vec<Card> = (head..taken)
                .map(|index| {
                    let mut card = self.cards[index].clone();
                    card.subtree_end = moved(card.subtree_end);
                    card.parent = card.parent.filter(|_| index > head).map(moved);
                    if index == head {
                        (card.order, card.stacked) = (None, None);
                    }
                    if let Some(stacked) = &mut card.stacked {
                        stacked.before = stacked.before.map(moved);
                    }
                    card
                })
                .collect();
            cards.extend(branch);
        }
        Self::of(cards)
    }

    fn of(cards: Vec<Card>) -> Self {
        let areas = Areas::of(&cards);
        let places = cards.iter().enumerate();
        let by_id = places.map(|(index, card)| (card.id.clone(), index));
        Self {
            by_id: by_id.collect(),
            bounds: areas.all(),
            areas,
            made: cards.len(),
            cards,
        }
    }

    /// The place of a node in the list; none if it is hidden or gone.
    pub fn index(&self, id: &NodeId) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The card of a node.
    pub fn card(&self, id: &NodeId) -> Option<&Card> {
        self.cards.get(self.index(id)?)
    }

    /// The cards that touch a rectangle of the canvas.
    pub fn cards_in(&self, area: Rect) -> impl Iterator<Item = usize> {
        let near = self.areas.cards_near(area, Drift::default());
        near.filter(move |index| self.cards[*index].rect.intersects(area))
    }

    /// Some cards, in order: all that touch a rectangle of the canvas are among them, though they are shown away from where they lie.
    pub fn cards_near(&self, area: Rect, drift: Drift) -> impl Iterator<Item = usize> {
        self.areas.cards_near(area, drift)
    }

    /// Some cards, in order: all are among them whose wires touch a rectangle of the canvas, though they are shown away from where they lie.
    pub fn wires_near(&self, area: Rect, drift: Drift) -> impl Iterator<Item = usize> {
        self.areas.wires_near(area, drift)
    }

    /// The cards of a node's children.
    pub fn children(&self, parent: usize) -> impl Iterator<Item = usize> {
        let end = self.cards.get(parent).map_or(0, |card| card.subtree_end);
        let mut at = parent + 1;
        std::iter::from_fn(move || {
            let here = at;
            (here < end).then(|| {
                at = self.cards[here].subtree_end;
                here
            })
        })
    }

    /// The rectangle that encloses these nodes.
    pub fn bounds_of<'a>(&self, ids: impl IntoIterator<Item = &'a NodeId>) -> Option<Rect> {
        ids.into_iter()
            .filter_map(|id| self.card(id))
            .map(|card| card.rect)
            .reduce(Rect::union)
    }
}

/// The sizes of the cards of all nodes, hidden ones included, for auto layout. None once `goes_on`, which hears how many are measured, says no.
pub fn card_sizes(
    document: &Document,
    library: &NodeLibrary,
    texts: &Texts,
    measure: &mut TextMeasure,
    goes_on: &dyn Fn(usize) -> bool,
) -> Option<FxHashMap<NodeId, Size>> {
    /// After so many cards it is asked again.
    const ASKED_EVERY: usize = 256;
    let mut kinds = Kinds::new(library, texts);
    let mut size = |node: &Node| {
        let above = kinds.above(document, node);
        let lines = Lines::of(node, kinds.get(&node.task), above);
        Size::new(lines.card_width(measure), CARD_HEIGHT)
    };
    let sizes = document.nodes().enumerate().map(|(index, node)| {
        let is_wanted = index % ASKED_EVERY != 0 || goes_on(index);
        is_wanted.then(|| (node.id().clone(), size(node)))
    });
    sizes.collect()
}

/// What all nodes of a task have in common, looked up once for each task.
struct Kinds<'a> {
    library: &'a NodeLibrary,
    texts: &'a Texts,
    known: FxHashMap<Arc<str>, Kind<'a>>,
}

#[derive(Clone)]
struct Kind<'a> {
    declaration: Option<&'a NodeDeclaration>,
    title: Arc<str>,
    icon: &'static str,
}

impl<'a> Kinds<'a> {
    fn new(library: &'a NodeLibrary, texts: &'a Texts) -> Self {
        Self {
            library,
            texts,
            known: FxHashMap::default(),
        }
    }

    /// The declaration of the parent's task.
    fn above(&mut self, document: &Document, node: &Node) -> Option<&'a NodeDeclaration> {
        let parent = document.node(node.parent()?)?;
        self.get(&parent.task).declaration
    }

    fn get(&mut self, task: &Arc<str>) -> &Kind<'a> {
        let (library, texts) = (self.library, self.texts);
        self.known.entry(task.clone()).or_insert_with(|| {
            let declaration = library.declaration(task);
            let icon = match declaration {
                None => "help",
                Some(d) => icons::of_kind(d),
            };
            Kind {
                declaration,
                title: texts.task_title(task).into(),
                icon: icons::glyph(icon),
            }
        })
    }
}

/// The card of a node without what its place among others makes of it.
fn lone_card(
    document: &Document,
    node: &Node,
    kinds: &mut Kinds<'_>,
    measure: &mut TextMeasure,
) -> Card {
    let above = kinds.above(document, node);
    let kind = kinds.get(&node.task);
    let lines = Lines::of(node, kind, above);
    let width = lines.card_width(measure);
    let room = width - TEXT_LEFT - TEXT_RIGHT;
    let title = measure.shortened(&lines.title, TITLE_SIZE, room - lines.comment_width());
    let title_width = measure.width(&title, TITLE_SIZE);
    Card {
        id: node.id().clone(),
        rect: Rect::from_min_size(point(node.position), vec2(width, CARD_HEIGHT)),
        title,
        tree: None,
        is_named: !node.name.is_empty(),
        title_width,
        detail: lines.detail(measure, room),
        icon: kind.icon,
        category: kind.declaration.map(|d| d.category),
        own_color: kind.declaration.and_then(OwnColor::of),
        abort: node.abort,
        stand_in: node.stand_in.as_deref().map(stand_in_words::short),
        order: None,
        parent: None,
        subtree_end: 0,
        child_count: node.children().len(),
        stacked: None,
        hidden: 0,
        marks: Marks {
            disabled: node.disabled,
            comment: lines.comment,
            ..Marks::default()
        },
    }
}

struct Builder<'a> {
    kinds: Kinds<'a>,
    trees: TreeNames<'a>,
    measure: &'a mut TextMeasure,
    cards: Vec<Card>,
    /// The cards whose subtrees are not finished, outermost first: one for each depth.
    open: Vec<usize>,
}

impl Builder<'_> {
    fn add(&mut self, document: &Document, node: &Node, depth: usize) {
        self.close_down_to(depth);
        let index = self.cards.len();
        let parent = depth.checked_sub(1).and_then(|d| self.open.get(d)).copied();
        let inherited = parent.map(|p| self.cards[p].marks);
        let mut card = lone_card(document, node, &mut self.kinds, self.measure);
        card.tree = tree_name(&self.trees, node);
        card.order = parent.map(|_| 0);
        card.parent = parent;
        card.subtree_end = index + 1;
        card.inherit(inherited, document);
        self.cards.push(card);
        self.open.push(index);
    }

    /// Ends the subtrees of all open cards at this depth and deeper.
    fn close_down_to(&mut self, depth: usize) {
        let end = self.cards.len();
        for index in self.open.drain(depth.min(self.open.len())..) {
            self.cards[index].subtree_end = end;
        }
    }

    fn finish(mut self) -> Scene {
        self.close_down_to(0);
        number_children(&mut self.cards);
        stacks::mark(&mut self.cards);
        Scene::of(self.cards)
    }
}

fn number_children(cards: &mut [Card]) {
    for parent in 0..cards.len() {
        number_family(cards, parent);
    }
}

/// Tells the cards of a node's children whose they are, and which of them.
fn number_family(cards: &mut [Card], parent: usize) {
    let (mut at, mut order) = (parent + 1, 0);
    while at < cards[parent].subtree_end {
        order += 1;
        cards[at].parent = Some(parent);
        cards[at].order = Some(order);
        at = cards[at].subtree_end;
    }
}

type TreeNames<'a> = FxHashMap<&'a NodeId, &'a str>;

fn tree_names(document: &Document) -> TreeNames<'_> {
    document.trees.iter().map(|t| (&t.root, &*t.name)).collect()
}

fn tree_name(names: &TreeNames<'_>, node: &Node) -> Option<String> {
    names.get(node.id()).map(|name| (*name).to_owned())
}

#[cfg(test)]
mod tests;
