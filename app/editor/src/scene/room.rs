//! Makes room after an edit: finds what was edited, and returns the command that moves cards aside. How they move is decided in
//! `core/authoring/src/layout/room.rs`, which this file tells the places and sizes of the cards.

use egui::{Pos2, Rect, Vec2, pos2};
use rustc_hash::FxHashSet;
use treewright_authoring::edit::Command;
use treewright_authoring::layout::room::{self, Area, Cards, Edited, Offset};
use treewright_authoring::layout::row::Extent;
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Changes, Document, Node};
use treewright_session::i18n::Texts;

use super::flow::Flow;
use super::{NodeTypes, Scene, TextMeasure, unplaced_card};

/// An edit: the document before and after it, and the cards after it.
pub struct Edit<'a> {
    pub before: &'a Document,
    pub document: &'a Document,
    pub scene: &'a Scene,
    pub flow: Flow,
    /// Whether it turned branches into named trees.
    pub extracts: bool,
    /// The cards that it put on one line: those that would lie on each other keep the line.
    pub aligned: &'a [(NodeId, Position)],
}

/// Whether an edit can need room at all: it did more than remove nodes or connections.
pub fn may_need_room(changes: &Changes<'_>) -> bool {
    let concerns = |(then, now): &(&Node, &Node)| {
        then.parent() != now.parent() || then.position != now.position || looks_differ(then, now)
    };
    !changes.added.is_empty() || changes.changed.iter().any(concerns)
}

/// Returns the command that makes room; `None` if there is room enough.
pub fn make_room(
    edit: &Edit<'_>,
    (library, texts): (&NodeLibrary, &Texts),
    measure: &mut TextMeasure,
) -> Option<Command> {
    let changes = edit.document.changes_since(edit.before);
    let mut finder = EditFinder {
        edit,
        former: FormerCards {
            before: edit.before,
            node_types: NodeTypes::new(library, texts),
            measure,
        },
        edited: Edited::default(),
    };
    finder.find(&changes);
    let edited = finder.edited;
    if edited.is_empty() {
        return None;
    }
    let cards = FlowCards {
        scene: edit.scene,
        flow: edit.flow,
    };
    let offsets = room::make_room(&cards, &edited);
    let places = offsets
        .into_iter()
        .flat_map(|(card, offset)| places_of(edit, card, offset));
    let places: Vec<(NodeId, Position)> = places.collect();
    (!places.is_empty()).then_some(Command::Arrange(places))
}

/// The new position of a card's node, and of the nodes hidden below it.
fn places_of(edit: &Edit<'_>, card: usize, offset: Offset) -> Vec<(NodeId, Position)> {
    let card = &edit.scene.cards[card];
    let by = canvas_offset(edit.flow, offset).round();
    let place = |node: &Node| {
        let at = node.position.moved(by.x as i32, by.y as i32);
        (node.id().clone(), at)
    };
    let count = if card.hidden > 0 { usize::MAX } else { 1 };
    let nodes = edit.document.subtree(&card.id).take(count);
    nodes.map(place).collect()
}

/// Whether a node's card may have another size now.
fn looks_differ(then: &Node, now: &Node) -> bool {
    then.task != now.task
        || then.name != now.name
        || then.comment != now.comment
        || then.abort != now.abort
        || then.parameters != now.parameters
        || then.overrides != now.overrides
        || then.stand_in != now.stand_in
        || then.disabled != now.disabled
        || then.collapsed != now.collapsed
}

/// The cards as they were before an edit, measured when needed.
struct FormerCards<'a> {
    before: &'a Document,
    node_types: NodeTypes<'a>,
    measure: &'a mut TextMeasure,
}

impl FormerCards<'_> {
    fn rect(&mut self, node: &Node) -> Rect {
        unplaced_card(self.before, node, &mut self.node_types, self.measure).rect
    }

    /// Whether a node was centered over its children; so are nodes that had none.
    fn is_centered(&mut self, flow: Flow, parent: &NodeId) -> bool {
        let before = self.before;
        let Some(parent) = before.node(parent) else {
            return true;
        };
        let child = |id: Option<&NodeId>| id.and_then(|id| before.node(id));
        let ends = (
            child(parent.children().first()),
            child(parent.children().last()),
        );
        let (Some(first), Some(last)) = ends else {
            return true;
        };
        let [parent, first, last] =
            [parent, first, last].map(|node| area_of(flow, self.rect(node)));
        room::is_centered(parent, first, last)
    }
}

struct EditFinder<'a> {
    edit: &'a Edit<'a>,
    former: FormerCards<'a>,
    edited: Edited,
}

impl EditFinder<'_> {
    fn find(&mut self, changes: &Changes<'_>) {
        let added: FxHashSet<&NodeId> = changes.added.iter().map(|node| node.id()).collect();
        let removed: FxHashSet<&NodeId> = changes.removed.iter().map(|node| node.id()).collect();
        let newly_put: FxHashSet<&NodeId> = changes
            .changed
            .iter()
            .filter(|(then, now)| then.parent() != now.parent())
            .map(|(_, now)| now.id())
            .collect();
        for node in &changes.added {
            self.find_added(node, &added);
        }
        // Those that were on the line before keep it, too.
        let aligned = self.edit.aligned.iter();
        let aligned = aligned.filter_map(|(id, _)| self.edit.scene.index(id));
        self.edited.placed.extend(aligned);
        for (then, now) in &changes.changed {
            let Some(card) = self.edit.scene.index(now.id()) else {
                continue;
            };
            if then.parent() != now.parent() {
                self.find_reparented(then, now, card, (&added, &removed, &newly_put));
            } else if then.position != now.position {
                self.find_moved(then, now, card);
            }
            if looks_differ(then, now) {
                self.find_resized(then, now, card);
            }
        }
    }

    fn find_added(&mut self, node: &Node, added: &FxHashSet<&NodeId>) {
        let Some(card) = self.edit.scene.index(node.id()) else {
            return;
        };
        match node.parent() {
            Some(parent) if added.contains(parent) => {}
            Some(parent) => self.arrives(card, parent),
            None if node.children().is_empty() || added.contains(&node.children()[0]) => {
                self.edited.yielding.push(card);
            }
            // It came above the top of a tree.
            None => self.edited.arrived.push(card),
        }
    }

    fn arrives(&mut self, card: usize, parent: &NodeId) {
        self.edited.arrived.push(card);
        self.family_changed(parent);
    }

    fn find_reparented(
        &mut self,
        then: &Node,
        now: &Node,
        card: usize,
        (added, removed, newly_put): (
            &FxHashSet<&NodeId>,
            &FxHashSet<&NodeId>,
            &FxHashSet<&NodeId>,
        ),
    ) {
        let Some(parent) = now.parent() else {
            let left = then.parent().filter(|parent| !removed.contains(parent));
            let stayed = then.position == now.position;
            if left.is_some() && (stayed || self.edit.extracts) {
                self.edited.separated.push(card);
            } else {
                self.edited.placed.push(card);
            }
            return;
        };
        let above = self.edit.document.node(parent).and_then(Node::parent);
        let came_between = (added.contains(parent)
            || newly_put.contains(parent) && above.is_some())
            && then.parent() == above;
        match self.edit.scene.index(parent) {
            Some(newcomer) if came_between => {
                let start = match self.edit.flow {
                    Flow::Down => then.position.y,
                    Flow::Right => then.position.x,
                };
                let between = self.edited.between.entry(newcomer);
                let row = between.or_insert(f32::INFINITY);
                *row = row.min(start as f32);
            }
            _ => self.arrives(card, parent),
        }
    }

    /// The user moved it, or an edit that knows where it belongs. A loose tree gives way to what it was moved onto.
    fn find_moved(&mut self, then: &Node, now: &Node, card: usize) {
        if !self.edit.aligned.is_empty() {
            let is_upright = then.position.x != now.position.x;
            self.edited.gives_way_in_growth = is_upright == (self.edit.flow == Flow::Down);
        }
        let is_loose = now.parent().is_none() && self.edit.document.root() != Some(now.id());
        if is_loose {
            self.edited.yielding.push(card);
        } else {
            self.edited.placed.push(card);
        }
    }

    fn find_resized(&mut self, then: &Node, now: &Node, card: usize) {
        let scene = self.edit.scene;
        let end = scene.cards[card].subtree_end;
        if then.collapsed && !now.collapsed {
            self.edited.placed.extend(card + 1..end);
        }
        self.resized(then, card);
        if then.task != now.task {
            // What a card says may depend on the node above it.
            let before = self.edit.before;
            let children: Vec<usize> = scene.children(card).collect();
            for child in children {
                if let Some(then) = before.node(&scene.cards[child].id) {
                    self.resized(then, child);
                }
            }
        }
    }

    fn resized(&mut self, then: &Node, card: usize) {
        let lying = self.edit.scene.cards[card].full_rect();
        let former = self.former.rect(then);
        if former.size() == lying.size() {
            return;
        }
        let former = area_of(
            self.edit.flow,
            Rect::from_min_size(lying.min, former.size()),
        );
        self.edited.grown.push((card, former));
        self.family_changed(then.id());
        if let Some(parent) = then.parent() {
            self.family_changed(parent);
        }
    }

    /// Records whether a node was centered over its children.
    fn family_changed(&mut self, parent: &NodeId) {
        if let Some(card) = self.edit.scene.index(parent) {
            let known = self.edited.were_centered.contains_key(&card);
            if !known {
                let centered = self.former.is_centered(self.edit.flow, parent);
                self.edited.were_centered.insert(card, centered);
            }
        }
    }
}

/// The cards of a scene, seen along the direction in which the tree grows.
struct FlowCards<'a> {
    scene: &'a Scene,
    flow: Flow,
}

impl Cards for FlowCards<'_> {
    fn count(&self) -> usize {
        self.scene.cards.len()
    }

    fn area(&self, card: usize) -> Area {
        area_of(self.flow, self.scene.cards[card].full_rect())
    }

    fn parent(&self, card: usize) -> Option<usize> {
        self.scene.cards[card].parent
    }

    fn branch_end(&self, card: usize) -> usize {
        self.scene.cards[card].subtree_end
    }

    fn near(&self, area: Area) -> Vec<usize> {
        let corner = |along: f32, growth: f32| match self.flow {
            Flow::Down => pos2(along, growth),
            Flow::Right => pos2(growth, along),
        };
        let from: Pos2 = corner(area.along.from, area.growth.from);
        let to: Pos2 = corner(area.along.to, area.growth.to);
        let area = Rect::from_min_max(from, to);
        self.scene.full_cards_in(area).collect()
    }
}

fn area_of(flow: Flow, rect: Rect) -> Area {
    let (across, down) = (
        Extent::new(rect.min.x, rect.max.x),
        Extent::new(rect.min.y, rect.max.y),
    );
    let (along, growth) = match flow {
        Flow::Down => (across, down),
        Flow::Right => (down, across),
    };
    Area { along, growth }
}

fn canvas_offset(flow: Flow, offset: Offset) -> Vec2 {
    match flow {
        Flow::Down => Vec2::new(offset.along, offset.growth),
        Flow::Right => Vec2::new(offset.growth, offset.along),
    }
}
