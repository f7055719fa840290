//! The scene: everything that is drawn, as one flat list of cards in pre-order. It is built for a document, updated when the document
//! changes, and read in each frame. Nodes inside a collapsed branch are not part of it. It knows nothing about pan and zoom, the selection
//! or a run.

pub mod annotations;
mod areas;
pub mod card_measuring;
mod card_text;
pub mod flow;
mod measure;
mod narrowing;
pub mod placement;
mod restructure;
pub mod room;
pub mod siblings;
mod stacks;
pub mod trunks;
mod update;

use std::ops::Range;
use std::sync::Arc;

pub use areas::DragDisplacement;
use egui::{Pos2, Rect, Vec2, pos2};
pub use measure::TextMeasure;
use rustc_hash::{FxHashMap, FxHashSet};
pub use stacks::StackPosition;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Node, NodeDeclaration};
use treewright_session::card_rows::RowTexts;
pub use treewright_session::card_rows::{CardRow, RowKind};
use treewright_session::i18n::Texts;
use treewright_session::stand_in_words;
use trunks::Trunk;
pub use update::SceneUpdate;

use self::areas::CardAreas;
use self::card_text::CardText;
use crate::icons;
use crate::theme::OwnColor;

/// The height of the colored header of a card, in canvas units, and of one without rows below it.
pub const HEADER_HEIGHT: f32 = 28.0;
pub const LONE_HEADER_HEIGHT: f32 = 36.0;
/// The height of a row below the header, in canvas units.
pub const ROW_HEIGHT: f32 = 17.0;
/// The space above and below the rows, in canvas units.
pub const BODY_MARGIN: f32 = 5.0;
/// The height of a card with one row, in canvas units: the usual one.
pub const CARD_HEIGHT: f32 = HEADER_HEIGHT + ROW_HEIGHT + 2.0 * BODY_MARGIN;
/// The left edge of a card's text, right of the icon.
pub const TEXT_LEFT: f32 = 32.0;
/// The margin right of the text.
pub const TEXT_RIGHT: f32 = 10.0;
/// The size of titles, in canvas units.
pub const TITLE_SIZE: f32 = 14.0;
/// The size of all other texts on cards, in canvas units.
pub const DETAIL_SIZE: f32 = 12.0;

/// Converts a document position to a canvas point.
pub fn point(position: Position) -> Pos2 {
    pos2(position.x as f32, position.y as f32)
}

/// Converts a canvas point to a document position.
pub fn position_of(at: Pos2) -> Position {
    Position::new(at.x.round() as i32, at.y.round() as i32)
}

/// How far a card has moved: by its edge or by its middle, whichever moved less, as a card may also have grown.
pub fn way_back(then: Rect, now: Rect) -> Vec2 {
    let (edge, middle) = (then.min - now.min, then.center() - now.center());
    let least = |a: f32, b: f32| if a.abs() < b.abs() { a } else { b };
    Vec2::new(least(edge.x, middle.x), least(edge.y, middle.y))
}

/// A node as it is drawn.
#[derive(Clone, Debug)]
pub struct Card {
    pub id: NodeId,
    /// Its position on the canvas.
    pub rect: Rect,
    /// The width that its texts need. It is narrower if it would cover another one.
    pub full_width: f32,
    /// What it says. Apart, because only few cards are ever large enough to be read, while a frame may pass over all of them.
    pub face: Box<CardFace>,
    /// Its category; `None` if its task is not in the library.
    pub category: Option<Category>,
    /// The color declared by its task.
    pub own_color: Option<OwnColor>,
    /// Its abort type; `AbortType::None` for nodes that are not composites.
    pub abort: AbortType,
    /// Its position among the children of its parent, from 1; `None` for top-level nodes.
    pub order: Option<usize>,
    /// The index of its parent in the list.
    pub parent: Option<usize>,
    /// One past the last card of its branch.
    pub subtree_end: usize,
    /// The number of children, including hidden ones.
    pub child_count: usize,
    /// Its place in a stack of siblings, where wires arrive from the side; `None` if it is not in a stack.
    pub stacked: Option<StackPosition>,
    /// The common part of the wires to its children, if the tree grows down and if it grows to the right.
    pub trunks: [Option<Trunk>; 2],
    /// The number of descendants hidden because the node is collapsed.
    pub hidden: usize,
    /// The facts shown by badges and shading.
    pub flags: CardFlags,
}

/// What a card says.
#[derive(Clone, Debug)]
pub struct CardFace {
    /// The name of the node or of its task, shortened to fit.
    pub title: String,
    /// The width of the title at [`TITLE_SIZE`].
    pub title_width: f32,
    /// Whether the designer named the node.
    pub is_named: bool,
    /// What it is and how it runs, in words, below the title.
    pub rows: Vec<CardRow>,
    /// The name of the tree whose root this is.
    pub tree: Option<String>,
    /// The glyph of its icon.
    pub icon: &'static str,
    /// A short form of its stand-in; `None` if the node has none of its own.
    pub stand_in: Option<String>,
}

/// Independent flags of a card.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent badge or shade"
)]
pub struct CardFlags {
    /// The node or one of its ancestors is disabled.
    pub disabled: bool,
    pub comment: bool,
    /// The node is in an unconnected branch.
    pub unconnected: bool,
    /// The node is in a named tree, which runs where its name is referenced.
    pub in_named_tree: bool,
}

impl CardFlags {
    /// Whether the node never runs.
    pub fn never_runs(self) -> bool {
        self.disabled || self.unconnected && !self.in_named_tree
    }
}

impl Card {
    /// Its place at its full width.
    pub fn full_rect(&self) -> Rect {
        self.rect.with_max_x(self.rect.left() + self.full_width)
    }

    /// Whether the node can have children at all, even if it has the maximum number now.
    pub fn can_have_children(&self) -> bool {
        self.category.is_none_or(|c| !c.is_leaf())
    }

    /// Derives inherited marks from the parent's marks; `above` is `None` for top-level nodes.
    fn inherit(&mut self, above: Option<CardFlags>, document: &Document) {
        self.flags.disabled |= above.is_some_and(|m| m.disabled);
        self.flags.in_named_tree =
            self.face.tree.is_some() || above.is_some_and(|m| m.in_named_tree);
        self.flags.unconnected =
            above.map_or_else(|| document.root() != Some(&self.id), |m| m.unconnected);
    }
}

#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// In pre-order: the descendants of a card follow it directly.
    pub cards: Vec<Card>,
    by_id: FxHashMap<NodeId, usize>,
    /// Encloses all cards, notes and groups.
    pub bounds: Option<Rect>,
    areas: CardAreas,
    /// The number of cards created by the last build or update.
    pub created: usize,
    /// The cards that the last update moved, each with the offset of its former place.
    pub shifts: Vec<(usize, Vec2)>,
    /// The cards that the last update added.
    pub added: Vec<usize>,
    /// The cards that were made narrower than their texts, because they would have covered others when the document was opened.
    narrowed: FxHashMap<NodeId, Narrowed>,
    /// The most by which one of them is narrower.
    narrowed_by: f32,
}

/// The width of a card while it is at this corner and its texts need this width.
#[derive(Clone, Copy, Debug)]
struct Narrowed {
    corner: Pos2,
    full_width: f32,
    width: f32,
}

impl Narrowed {
    fn of(card: &Card, width: f32) -> Self {
        Self {
            corner: card.rect.min,
            full_width: card.full_width,
            width,
        }
    }

    fn is_of(&self, card: &Card) -> bool {
        (self.corner - card.rect.min).length() < 1.0
            && (self.full_width - card.full_width).abs() < 1.0
    }
}

impl Scene {
    /// Builds the scene of a document. Collapsed branches are left out, except those in `peeked`.
    pub fn build(
        document: &Document,
        library: &NodeLibrary,
        texts: &Texts,
        measure: &mut TextMeasure,
        peeked: &FxHashSet<NodeId>,
    ) -> Self {
        let mut builder = Builder {
            node_types: NodeTypes::new(library, texts),
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
        scene.update_bounds(document);
        scene
    }

    /// Narrows the cards that would cover the one to their right, as the document may have been laid out with other texts.
    pub fn narrow(
        &mut self,
        document: &Document,
        (library, texts): (&NodeLibrary, &Texts),
        measure: &mut TextMeasure,
    ) {
        let widths = narrowing::widths(&self.cards).into_iter();
        let narrowed = widths.map(|(index, width)| {
            let card = &self.cards[index];
            (card.id.clone(), Narrowed::of(card, width))
        });
        self.narrowed = narrowed.collect();
        self.narrow_again(document, (library, texts), measure);
    }

    /// Narrows the cards that a former scene narrowed and that are as they were.
    pub fn narrow_like(
        &mut self,
        former: &Self,
        document: &Document,
        (library, texts): (&NodeLibrary, &Texts),
        measure: &mut TextMeasure,
    ) {
        self.narrowed.clone_from(&former.narrowed);
        self.narrow_again(document, (library, texts), measure);
    }

    fn narrow_again(
        &mut self,
        document: &Document,
        (library, texts): (&NodeLibrary, &Texts),
        measure: &mut TextMeasure,
    ) {
        if self.narrowed.is_empty() {
            return;
        }
        let mut node_types = NodeTypes::new(library, texts);
        let narrowed = std::mem::take(&mut self.narrowed);
        for (id, narrowed) in &narrowed {
            let (Some(index), Some(node)) = (self.index(id), document.node(id)) else {
                continue;
            };
            if !narrowed.is_of(&self.cards[index]) {
                continue;
            }
            let new = card_up_to(narrowed.width, document, node, &mut node_types, measure);
            self.narrowed_by = self.narrowed_by.max(new.full_width - narrowed.width);
            self.replace_card(index, new);
        }
        self.narrowed = narrowed;
        stacks::mark(&mut self.cards);
        self.areas = CardAreas::of(&self.cards);
        self.update_bounds(document);
    }

    /// Recomputes `bounds`.
    fn update_bounds(&mut self, document: &Document) {
        let others = annotations::all(document);
        let others = others.filter_map(|which| annotations::rect_of(document, which));
        self.bounds = self
            .areas
            .all()
            .into_iter()
            .chain(others)
            .reduce(Rect::union);
    }

    /// A scene of only these branches, without their ancestors.
    #[must_use]
    pub fn only_branches(&self, nodes: &[NodeId]) -> Self {
        let mut heads: Vec<usize> = nodes.iter().filter_map(|id| self.index(id)).collect();
        heads.sort_unstable();
        let mut cards: Vec<Card> = Vec::new();
        let mut taken = 0;
        for head in heads {
            if head < taken {
                // It is inside the branch of the previous one.
                continue;
            }
            taken = self.cards[head].subtree_end;
            // `index + cards.len()` is at least `head`, so this does not underflow.
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
        let areas = CardAreas::of(&cards);
        let places = cards.iter().enumerate();
        let by_id = places.map(|(index, card)| (card.id.clone(), index));
        Self {
            by_id: by_id.collect(),
            bounds: areas.all(),
            areas,
            created: cards.len(),
            shifts: Vec::new(),
            added: Vec::new(),
            narrowed: FxHashMap::default(),
            narrowed_by: 0.0,
            cards,
        }
    }

    /// The index of a node in the list; `None` if it is hidden or does not exist.
    pub fn index(&self, id: &NodeId) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    pub fn card(&self, id: &NodeId) -> Option<&Card> {
        self.cards.get(self.index(id)?)
    }

    /// The cards that intersect a rectangle of the canvas.
    pub fn cards_in(&self, area: Rect) -> impl Iterator<Item = usize> {
        let near = self.areas.cards_near(area, DragDisplacement::default());
        near.filter(move |index| self.cards[*index].rect.intersects(area))
    }

    /// A superset of the cards that intersect a rectangle of the canvas at their full widths.
    pub fn full_cards_in(&self, area: Rect) -> impl Iterator<Item = usize> {
        self.cards_in(area.with_min_x(area.left() - self.narrowed_by))
    }

    /// A superset of the cards that intersect a rectangle of the canvas, in order. `displacement` accounts for cards displaced by a drag.
    pub fn cards_near(
        &self,
        area: Rect,
        displacement: DragDisplacement,
    ) -> impl Iterator<Item = usize> {
        self.areas.cards_near(area, displacement)
    }

    /// Ranges of cards in order that together are a superset of those that intersect a rectangle of the canvas, each with whether all of it
    /// does. `displacement` accounts for cards displaced by a drag.
    pub fn ranges_near(
        &self,
        area: Rect,
        displacement: DragDisplacement,
    ) -> impl Iterator<Item = (Range<usize>, bool)> {
        self.areas.ranges_near(area, displacement)
    }

    /// A superset of the cards whose wires intersect a rectangle of the canvas, in order. `displacement` accounts for cards displaced by a drag.
    pub fn wires_near(
        &self,
        area: Rect,
        displacement: DragDisplacement,
    ) -> impl Iterator<Item = usize> {
        self.areas.wires_near(area, displacement)
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

/// The card sizes of all nodes, including hidden ones, for auto layout. Returns `None` if `goes_on`, which receives the number of measured
/// cards, returns false.
pub fn card_sizes(
    document: &Document,
    library: &NodeLibrary,
    texts: &Texts,
    measure: &mut TextMeasure,
    goes_on: &dyn Fn(usize) -> bool,
) -> Option<FxHashMap<NodeId, Size>> {
    /// Cancellation is checked after this many cards.
    const CHECK_INTERVAL: usize = 256;
    let mut node_types = NodeTypes::new(library, texts);
    let mut size = |node: &Node| {
        let (text, _) = node_types.text_of(document, node);
        let size = text.card_size(measure);
        Size::new(size.x, size.y)
    };
    let sizes = document.nodes().enumerate().map(|(index, node)| {
        let is_wanted = index % CHECK_INTERVAL != 0 || goes_on(index);
        is_wanted.then(|| (node.id().clone(), size(node)))
    });
    sizes.collect()
}

/// Data shared by all nodes of a task, looked up once per task.
struct NodeTypes<'a> {
    library: &'a NodeLibrary,
    texts: &'a Texts,
    rows: RowTexts<'a>,
    known: FxHashMap<Arc<str>, NodeTypeInfo<'a>>,
}

#[derive(Clone)]
struct NodeTypeInfo<'a> {
    declaration: Option<&'a NodeDeclaration>,
    title: Arc<str>,
    icon: &'static str,
    texts: &'a Texts,
}

impl<'a> NodeTypes<'a> {
    fn new(library: &'a NodeLibrary, texts: &'a Texts) -> Self {
        Self {
            library,
            texts,
            rows: RowTexts::new(texts),
            known: FxHashMap::default(),
        }
    }

    /// The texts of a node's card, and what they share with other nodes of its task.
    fn text_of<'n>(
        &mut self,
        document: &Document,
        node: &'n Node,
    ) -> (CardText<'n>, NodeTypeInfo<'a>) {
        let above = self.above(document, node);
        let node_type = self.get(&node.task).clone();
        let text = CardText::of(node, &node_type, above, &mut self.rows);
        (text, node_type)
    }

    /// The declaration of the parent's task.
    fn above(&mut self, document: &Document, node: &Node) -> Option<&'a NodeDeclaration> {
        let parent = document.node(node.parent()?)?;
        self.get(&parent.task).declaration
    }

    fn get(&mut self, task: &Arc<str>) -> &NodeTypeInfo<'a> {
        let (library, texts) = (self.library, self.texts);
        self.known.entry(task.clone()).or_insert_with(|| {
            let declaration = library.declaration(task);
            let icon = match declaration {
                None => "help",
                Some(d) => icons::of_node_type(d),
            };
            NodeTypeInfo {
                declaration,
                title: texts.task_title(task).into(),
                icon: icons::glyph(icon),
                texts,
            }
        })
    }
}

/// The card of a node, without what depends on its position in the list.
fn unplaced_card(
    document: &Document,
    node: &Node,
    node_types: &mut NodeTypes<'_>,
    measure: &mut TextMeasure,
) -> Card {
    card_up_to(f32::INFINITY, document, node, node_types, measure)
}

/// Like [`unplaced_card`], but at most that wide.
fn card_up_to(
    width: f32,
    document: &Document,
    node: &Node,
    node_types: &mut NodeTypes<'_>,
    measure: &mut TextMeasure,
) -> Card {
    let (text, node_type) = node_types.text_of(document, node);
    let full = text.card_size(measure);
    let size = full.min(Vec2::new(width, f32::INFINITY));
    let room = size.x - TEXT_LEFT - TEXT_RIGHT;
    let title = measure.shortened(&text.title, TITLE_SIZE, room - text.comment_width());
    let title_width = measure.width(&title, TITLE_SIZE);
    Card {
        id: node.id().clone(),
        rect: Rect::from_min_size(point(node.position), size),
        full_width: full.x,
        face: Box::new(CardFace {
            title,
            title_width,
            is_named: !node.name.is_empty(),
            rows: text.rows(measure, room),
            tree: None,
            icon: node_type.icon,
            stand_in: node.stand_in.as_deref().map(stand_in_words::short),
        }),
        category: node_type.declaration.map(|d| d.category),
        own_color: node_type.declaration.and_then(OwnColor::of),
        abort: node.abort,
        order: None,
        parent: None,
        subtree_end: 0,
        child_count: node.children().len(),
        stacked: None,
        trunks: [None; 2],
        hidden: 0,
        flags: CardFlags {
            disabled: node.disabled,
            comment: text.comment,
            ..CardFlags::default()
        },
    }
}

struct Builder<'a> {
    node_types: NodeTypes<'a>,
    trees: TreeNames<'a>,
    measure: &'a mut TextMeasure,
    cards: Vec<Card>,
    /// The cards whose branches are not complete yet, outermost first; one per depth.
    open: Vec<usize>,
}

impl Builder<'_> {
    fn add(&mut self, document: &Document, node: &Node, depth: usize) {
        self.close_down_to(depth);
        let index = self.cards.len();
        let parent = depth.checked_sub(1).and_then(|d| self.open.get(d)).copied();
        let inherited = parent.map(|p| self.cards[p].flags);
        let mut card = unplaced_card(document, node, &mut self.node_types, self.measure);
        card.face.tree = tree_name(&self.trees, node);
        card.order = parent.map(|_| 0);
        card.parent = parent;
        card.subtree_end = index + 1;
        card.inherit(inherited, document);
        self.cards.push(card);
        self.open.push(index);
    }

    /// Ends the branches of all open cards at this depth or deeper.
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

/// Sets the parent and the order number of the children's cards.
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
pub(crate) mod tests;
