//! Single nodes without a position in a document that has positions, and branches that a merge added: they get a place beside their siblings,
//! where others make room. Nodes without a position are recognized, since they are at the origin, where a node may also lie on purpose.

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};

use super::{PlacedNodes, estimated_size};
use crate::layout::room::{Area, Cards, Edited, Offset, make_room};
use crate::layout::row::Extent;
use crate::layout::{Direction, Options, tidy};

/// The size of the smallest card, in canvas units. Cards that overlap even if they are so small were not put there on purpose.
const SMALLEST: (i64, i64) = (112, 48);
/// More nodes without a position are laid out together with all others.
const MAX_MISSING: usize = 200;
/// A parent whose middle is that near to the middle of its children may be centered, in canvas units.
const CENTERED: f32 = 24.0;
/// More nodes than this are added by no hand: they keep the places that their author gave them.
const MAX_ADDED: usize = 2_000;
/// The number of cards in each rectangle by which neighbors are found.
const CARDS_PER_AREA: usize = 64;

/// Returns whether a document grows to the right; see [`direction_of`].
pub fn grows_right(document: &Document) -> bool {
    direction_of(document) == Some(Direction::LeftToRight)
}

/// Returns the direction in which a document grows: to the right if more children lie right of their parents, and below their siblings, than
/// the other way around. Nodes at the origin count only if the others do not decide, since they may have no position. `None` if as many lie
/// the one way as the other.
pub fn direction_of(document: &Document) -> Option<Direction> {
    let (mut right, mut down) = directions(document, |node| node.position != Position::default());
    if right == down {
        (right, down) = directions(document, |_| true);
    }
    match right.cmp(&down) {
        Ordering::Greater => Some(Direction::LeftToRight),
        Ordering::Less => Some(Direction::TopDown),
        Ordering::Equal => None,
    }
}

/// Counts how often two nodes that count are arranged as in a tree that grows to the right, and as in one that grows down.
fn directions(document: &Document, counts: impl Fn(&Node) -> bool) -> (usize, usize) {
    let (mut right, mut down) = (0, 0);
    for parent in document.nodes() {
        let above = counts(parent).then_some(parent);
        let mut previous: Option<&Node> = None;
        let children = parent.children().iter().filter_map(|id| document.node(id));
        for child in children.filter(|child| counts(child)) {
            let (is_right, is_below) = above.map_or((false, false), |above| ahead(above, child));
            let (is_beside, is_under) =
                previous.map_or((false, false), |previous| ahead(previous, child));
            right += usize::from(is_right) + usize::from(is_under);
            down += usize::from(is_below) + usize::from(is_beside);
            previous = Some(child);
        }
    }
    (right, down)
}

/// Whether a child lies right of its parent, and whether it lies below it.
fn ahead(parent: &Node, child: &Node) -> (bool, bool) {
    let (dx, dy) = apart(parent.position, child.position);
    (dx >= SMALLEST.0, dy >= SMALLEST.1)
}

fn apart(from: Position, to: Position) -> (i64, i64) {
    let distance = |from: i32, to: i32| i64::from(to) - i64::from(from);
    (distance(from.x, to.x), distance(from.y, to.y))
}

/// Returns the positions of the nodes that have none, and of those that move aside; `None` if there are none.
pub(super) fn positions(document: &Document, options: &Options) -> Option<PlacedNodes> {
    let direction = direction(document);
    let missing = missing(document, direction);
    if missing.len() > MAX_MISSING {
        let options = Options {
            direction,
            ..*options
        };
        return Some(PlacedNodes {
            places: tidy(document, &estimated_size, &options),
            is_whole: false,
        });
    }
    beside_siblings(Table::of(document, direction), &missing, options, true)
}

/// Returns positions for branches that were added to a document without regard to its other cards, and for what must move aside, if
/// cards of these branches cover others; `None` otherwise. `is_added` tells which nodes are new.
pub fn positions_for_added(
    document: &Document,
    is_added: impl Fn(&NodeId) -> bool,
    options: &Options,
) -> Option<PlacedNodes> {
    let added = document.nodes().filter(|node| is_added(node.id()));
    if added.take(MAX_ADDED + 1).count() > MAX_ADDED {
        return None;
    }
    let mut table = Table::of(document, direction(document));
    table.index();
    let (mut covering, mut card) = (FxHashSet::default(), 0);
    while card < table.nodes.len() {
        if !is_added(table.nodes[card].id()) {
            card += 1;
            continue;
        }
        let branch = card..table.ends[card];
        card = branch.end;
        let covers = |own: usize| {
            let others = table.near(table.areas[own]);
            others.iter().any(|other| *other != own)
        };
        if branch.clone().any(covers) {
            let nodes = table.nodes[branch].iter().map(|node| node.id());
            covering.extend(nodes.filter(|id| is_added(id)));
        }
    }
    if covering.len() > MAX_MISSING {
        return None;
    }
    // A merge keeps the layout of ours.
    beside_siblings(table, &covering, options, false)
}

fn direction(document: &Document) -> Direction {
    if grows_right(document) {
        Direction::LeftToRight
    } else {
        Direction::TopDown
    }
}

/// Returns the positions of these nodes beside their siblings, and of those that move aside; or, if others would change places with their
/// siblings thereby and `may_lay_out_anew`, those of a new layout.
fn beside_siblings(
    mut table: Table<'_>,
    missing: &FxHashSet<&NodeId>,
    options: &Options,
    may_lay_out_anew: bool,
) -> Option<PlacedNodes> {
    if missing.is_empty() {
        return None;
    }
    let direction = table.direction;
    let options = Options {
        direction,
        ..*options
    };
    let tidied = tidy(table.document, &estimated_size, &options);
    let tidied: FxHashMap<NodeId, Position> = tidied.into_iter().collect();
    let edited = table.put_near(missing, &tidied);
    table.index();
    let offsets: FxHashMap<usize, _> = make_room(&table, &edited).into_iter().collect();
    if may_lay_out_anew && table.reorders_siblings(missing, &offsets) {
        return Some(PlacedNodes {
            places: tidied.into_iter().collect(),
            is_whole: false,
        });
    }
    let places = table.nodes.iter().enumerate().filter_map(|(card, node)| {
        let area = table.areas[card];
        let by = offsets.get(&card).copied().unwrap_or_default();
        let (along, growth) = (area.along.from + by.along, area.growth.from + by.growth);
        let (along, growth) = (along.round() as i32, growth.round() as i32);
        let at = match direction {
            Direction::TopDown => Position::new(along, growth),
            Direction::LeftToRight => Position::new(growth, along),
        };
        (at != node.position).then(|| (node.id().clone(), at))
    });
    let places: Vec<_> = places.collect();
    (!places.is_empty()).then_some(PlacedNodes {
        places,
        is_whole: false,
    })
}

/// The nodes at the origin that are covered there, or do not lie where a node of a tree lies: ahead of their parents, before their
/// children and in the row of their siblings, if these form one. The root stays, unless only it is there and its
/// children are not ahead of it.
fn missing(document: &Document, direction: Direction) -> FxHashSet<&NodeId> {
    let origin = Position::default();
    let there: Vec<&Node> = document.nodes().filter(|n| n.position == origin).collect();
    if there.is_empty() {
        return FxHashSet::default();
    }
    let covers = |node: &&Node| {
        let (dx, dy) = apart(origin, node.position);
        dx.abs() < SMALLEST.0 && dy.abs() < SMALLEST.1
    };
    let is_covered = document.nodes().filter(covers).nth(1).is_some();
    let is_misplaced = |node: &&&Node| {
        let parent = node.parent().and_then(|id| document.node(id));
        let (is_right, is_below) = parent.map_or((true, true), |parent| ahead(parent, node));
        let is_root = document.root() == Some(node.id());
        let is_out_of_place = !(is_right || is_below) || strays(document, node, direction);
        !is_root && (is_covered || is_out_of_place)
    };
    let found = there.iter().filter(is_misplaced).map(|node| node.id());
    let mut found: FxHashSet<&NodeId> = found.collect();
    let root = there.iter().find(|node| document.root() == Some(node.id()));
    if let Some(root) = root {
        let children = root.children().iter().filter_map(|id| document.node(id));
        let mut placed = children
            .filter(|child| !found.contains(child.id()))
            .peekable();
        let has_placed = placed.peek().is_some();
        let is_ahead = |child: &Node| match direction {
            Direction::LeftToRight => ahead(root, child).0,
            Direction::TopDown => ahead(root, child).1,
        };
        if has_placed && !placed.any(is_ahead) {
            found.insert(root.id());
        }
    }
    found
}

/// Whether a node at the origin lies beyond its children, or outside of the row that its siblings form.
fn strays(document: &Document, node: &Node, direction: Direction) -> bool {
    let place = |other: &Node| {
        let (dx, dy) = apart(node.position, other.position);
        match direction {
            Direction::TopDown => (dx, dy, SMALLEST.1),
            Direction::LeftToRight => (dy, dx, SMALLEST.0),
        }
    };
    let placed = |ids: &[NodeId]| {
        let nodes = ids.iter().filter_map(|id| document.node(id));
        let placed = nodes.filter(|other| other.position != Position::default());
        placed.map(place).collect::<Vec<_>>()
    };
    let is_behind = |(_, growth, depth): &(i64, i64, i64)| growth < depth;
    let children = placed(node.children());
    if !children.is_empty() && children.iter().all(is_behind) {
        return true;
    }
    let parent = node.parent().and_then(|id| document.node(id));
    let siblings = parent.map_or_else(Vec::new, |parent| placed(parent.children()));
    let Some(&(_, row, depth)) = siblings.first() else {
        return false;
    };
    // The cards of a stack follow each other below their parent.
    let is_row = |(along, growth, _): &(i64, i64, i64)| {
        (growth - row).abs() < depth / 2 && along.abs() >= depth / 2
    };
    row.abs() >= depth && siblings.iter().all(is_row)
}

/// All nodes of a document with the estimated places of their cards.
struct Table<'a> {
    document: &'a Document,
    direction: Direction,
    nodes: Vec<&'a Node>,
    areas: Vec<Area>,
    parents: Vec<Option<usize>>,
    ends: Vec<usize>,
    by_id: FxHashMap<&'a NodeId, usize>,
    /// Around each few cards.
    around: Vec<Area>,
}

impl<'a> Table<'a> {
    fn of(document: &'a Document, direction: Direction) -> Self {
        let count = document.node_count();
        let mut table = Self {
            document,
            direction,
            nodes: Vec::with_capacity(count),
            areas: Vec::with_capacity(count),
            parents: Vec::with_capacity(count),
            ends: vec![0; count],
            by_id: FxHashMap::default(),
            around: Vec::new(),
        };
        let mut open: Vec<usize> = Vec::new();
        for (node, depth) in document.pre_order().with_depth() {
            let here = table.nodes.len();
            for closed in open.drain(depth.min(open.len())..) {
                table.ends[closed] = here;
            }
            table.parents.push(open.last().copied());
            open.push(here);
            table.by_id.insert(node.id(), here);
            table.areas.push(table.area_at(node, node.position));
            table.nodes.push(node);
        }
        for closed in open {
            table.ends[closed] = table.nodes.len();
        }
        table
    }

    fn area_at(&self, node: &Node, at: Position) -> Area {
        let size = estimated_size(node);
        let across = Extent::new(at.x as f32, at.x as f32 + size.width);
        let down = Extent::new(at.y as f32, at.y as f32 + size.height);
        match self.direction {
            Direction::TopDown => Area {
                along: across,
                growth: down,
            },
            Direction::LeftToRight => Area {
                along: down,
                growth: across,
            },
        }
    }

    /// Puts nodes without a position where they disturb no row: branches of them as in a layout of their own, each beside a sibling that
    /// has a position, or at its parent.
    fn put_near(
        &mut self,
        missing: &FxHashSet<&NodeId>,
        tidied: &FxHashMap<NodeId, Position>,
    ) -> Edited {
        let mut edited = Edited::default();
        for card in 0..self.nodes.len() {
            let node = self.nodes[card];
            if !missing.contains(node.id()) {
                continue;
            }
            let Some(parent) = self.parents[card] else {
                self.put_top(card, missing, &mut edited);
                continue;
            };
            let above = self.nodes[parent];
            let mut placed = above.children().iter().filter(|id| !missing.contains(id));
            let near = placed.find_map(|id| self.document.node(id));
            if near.is_none() && missing.contains(above.id()) {
                // As in the layout of its parent.
                let place = |node: &Node| tidied.get(node.id()).copied().unwrap_or_default();
                let (here, there) = (place(node), place(above));
                let (x, y) = (
                    here.x.saturating_sub(there.x),
                    here.y.saturating_sub(there.y),
                );
                let at = self.corner(parent).moved(x, y);
                self.areas[card] = self.area_at(node, at);
            } else {
                let near = near.unwrap_or(above);
                self.areas[card] = self.area_at(node, near.position);
                edited.arrived.push(card);
                let centered = self.is_centered(parent, missing);
                edited.were_centered.insert(parent, centered);
            }
            self.come_between(card, missing, &mut edited);
        }
        edited
    }

    /// A node without a position above children that have one lies between them and its parent.
    fn come_between(&self, card: usize, missing: &FxHashSet<&NodeId>, edited: &mut Edited) {
        let children = self.nodes[card].children().iter();
        let placed = children.filter(|id| !missing.contains(id));
        let starts = placed.filter_map(|id| self.by_id.get(id));
        let starts = starts.map(|child| self.areas[*child].growth.from);
        if let Some(start) = starts.reduce(f32::min) {
            edited.between.insert(card, start);
        }
    }

    fn put_top(&mut self, card: usize, missing: &FxHashSet<&NodeId>, edited: &mut Edited) {
        self.come_between(card, missing, edited);
        if edited.between.contains_key(&card) {
            edited.arrived.push(card);
        } else {
            edited.yielding.push(card);
        }
    }

    fn corner(&self, card: usize) -> Position {
        let area = self.areas[card];
        let (along, growth) = (area.along.from as i32, area.growth.from as i32);
        match self.direction {
            Direction::TopDown => Position::new(along, growth),
            Direction::LeftToRight => Position::new(growth, along),
        }
    }

    /// Whether a parent is centered over its children that have positions.
    fn is_centered(&self, parent: usize, missing: &FxHashSet<&NodeId>) -> bool {
        let children = self.nodes[parent].children().iter();
        let mut placed = children.filter(|id| !missing.contains(id));
        let first = placed.next().and_then(|id| self.by_id.get(id)).copied();
        let last = placed
            .next_back()
            .and_then(|id| self.by_id.get(id))
            .copied();
        first.is_none_or(|first| {
            let ends = (self.areas[first], self.areas[last.unwrap_or(first)]);
            let middle = f32::midpoint(ends.0.middle(), ends.1.middle());
            // The breadths of the cards are estimates.
            (middle - self.areas[parent].middle()).abs() <= CENTERED
        })
    }

    /// Whether siblings that had positions and followed each other would no longer do so.
    fn reorders_siblings(
        &self,
        missing: &FxHashSet<&NodeId>,
        offsets: &FxHashMap<usize, Offset>,
    ) -> bool {
        let along = |card: usize| self.areas[card].along.from;
        let moved = |card: usize| along(card) + offsets.get(&card).map_or(0.0, |by| by.along);
        self.nodes.iter().any(|parent| {
            let placed = parent.children().iter().filter(|id| !missing.contains(id));
            let cards: Vec<usize> = placed
                .filter_map(|id| self.by_id.get(id).copied())
                .collect();
            let mut pairs = cards.windows(2);
            pairs.any(|pair| along(pair[0]) < along(pair[1]) && moved(pair[0]) >= moved(pair[1]))
        })
    }

    /// Prepares the search for neighbors.
    fn index(&mut self) {
        let few = self.areas.chunks(CARDS_PER_AREA);
        let around = few.filter_map(|few| few.iter().copied().reduce(Area::with));
        self.around = around.collect();
    }
}

impl Cards for Table<'_> {
    fn count(&self) -> usize {
        self.nodes.len()
    }

    fn area(&self, card: usize) -> Area {
        self.areas[card]
    }

    fn parent(&self, card: usize) -> Option<usize> {
        self.parents[card]
    }

    fn branch_end(&self, card: usize) -> usize {
        self.ends[card]
    }

    fn near(&self, area: Area) -> Vec<usize> {
        let few = self.around.iter().enumerate();
        let few = few.filter(|(_, around)| around.overlaps(area));
        let count = self.areas.len();
        let cards =
            few.flat_map(|(few, _)| few * CARDS_PER_AREA..count.min((few + 1) * CARDS_PER_AREA));
        cards
            .filter(|card| self.areas[*card].overlaps(area))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use treewright_core::model::DocumentBuilder;

    use super::*;
    use crate::edit;

    /// A root over three children; those at these indices have no position.
    fn family(without: &[usize], direction: Direction) -> Document {
        let mut builder = DocumentBuilder::new("T");
        let mut root = Node::new("root", "Sequence");
        root.position = Position::new(0, 0);
        let root = builder.root(root).unwrap();
        for index in 0..3 {
            let mut node = Node::new(format!("c{index}"), "Wait");
            if !without.contains(&index) {
                let along = (index as i32 - 1) * 140;
                node.position = match direction {
                    Direction::TopDown => Position::new(along, 100),
                    Direction::LeftToRight => Position::new(200, along),
                };
            }
            builder.child(&root, node).unwrap();
        }
        builder.finish()
    }

    fn placed(document: &Document) -> FxHashMap<String, Position> {
        let moved = positions(document, &Options::default());
        let mut places: FxHashMap<String, Position> = document
            .nodes()
            .map(|node| (node.id().to_string(), node.position))
            .collect();
        for (id, at) in moved.into_iter().flat_map(|moved| moved.places) {
            places.insert(id.to_string(), at);
        }
        places
    }

    #[test]
    fn a_node_without_a_position_lies_beside_its_siblings() {
        for without in 0..3 {
            let places = placed(&family(&[without], Direction::TopDown));
            let row: Vec<Position> = (0..3).map(|i| places[&format!("c{i}")]).collect();
            assert!(row.iter().all(|at| at.y == 100), "{without}: {row:?}");
            let apart = |i: usize| row[i + 1].x - row[i].x;
            assert!(apart(0) >= 112 && apart(1) >= 112, "{without}: {row:?}");
            assert_eq!(places["root"], Position::new(0, 0));
        }
    }

    #[test]
    fn trees_that_grow_to_the_right_are_recognized() {
        let places = placed(&family(&[1], Direction::LeftToRight));
        let column: Vec<Position> = (0..3).map(|i| places[&format!("c{i}")]).collect();
        assert!(column.iter().all(|at| at.x == 200), "{column:?}");
        let apart = |i: usize| column[i + 1].y - column[i].y;
        assert!(apart(0) >= 48 && apart(1) >= 48, "{column:?}");
    }

    #[test]
    fn documents_with_all_positions_stay_as_they_are() {
        for direction in [Direction::TopDown, Direction::LeftToRight] {
            assert_eq!(
                positions(&family(&[], direction), &Options::default()),
                None
            );
        }
        // A node may lie at the origin on purpose.
        let mut builder = DocumentBuilder::new("T");
        let mut root = Node::new("root", "Sequence");
        root.position = Position::new(0, -120);
        let root = builder.root(root).unwrap();
        builder.child(&root, Node::new("child", "Wait")).unwrap();
        assert_eq!(positions(&builder.finish(), &Options::default()), None);
    }

    #[test]
    fn a_root_without_a_position_lies_above_its_children() {
        let mut builder = DocumentBuilder::new("T");
        let root = builder.root(Node::new("root", "Sequence")).unwrap();
        for (id, x) in [("a", 400), ("b", 600)] {
            let mut node = Node::new(id, "Wait");
            node.position = Position::new(x, -300);
            builder.child(&root, node).unwrap();
        }
        let places = placed(&builder.finish());
        assert!(places["root"].y < -340, "{places:?}");
        assert!((450..560).contains(&places["root"].x), "{places:?}");
        assert_eq!(places["a"], Position::new(400, -300));
    }

    #[test]
    fn a_whole_branch_without_positions_is_laid_out_below_its_parent() {
        let mut builder = DocumentBuilder::new("T");
        let root = builder.root(Node::new("root", "Sequence")).unwrap();
        let mut child = Node::new("placed", "Wait");
        child.position = Position::new(0, 100);
        builder.child(&root, child).unwrap();
        let top = builder.child(&root, Node::new("top", "Sequence")).unwrap();
        for id in ["x", "y"] {
            builder.child(&top, Node::new(id, "Wait")).unwrap();
        }
        let places = placed(&builder.finish());
        assert_eq!(places["top"].y, 100);
        assert_eq!(places["x"].y, places["y"].y);
        assert!(
            places["x"].y >= 150 && places["y"].x - places["x"].x >= 112,
            "{places:?}"
        );
    }

    /// Three families and a leaf below a root that is not quite in the middle, with nodes on three levels.
    fn three_families(direction: Direction) -> Document {
        let mut builder = DocumentBuilder::new("T");
        let place = |along: i32, growth: i32| match direction {
            Direction::TopDown => Position::new(along, growth),
            Direction::LeftToRight => Position::new(growth * 2, along / 2),
        };
        let node = |id: &str, at: Position| {
            let mut node = Node::new(id, "Sequence");
            node.position = at;
            node
        };
        let root = builder.root(node("root", place(40, -500))).unwrap();
        let families = [("a", -420), ("b", 0), ("c", 420)];
        for (family, middle) in families {
            let at = place(middle, -400);
            let top = builder.child(&root, node(family, at)).unwrap();
            for (index, along) in [-140, 0, 140].into_iter().enumerate() {
                let at = place(middle + along, -300);
                let id = format!("{family}{index}");
                builder.child(&top, node(&id, at)).unwrap();
            }
        }
        let last = node("d", place(560, -400));
        builder.child(&root, last).unwrap();
        builder.finish()
    }

    /// Asserts that siblings lie in their order, children ahead of their parents in one row, and no card over another.
    fn assert_tidy(document: &Document, direction: Direction, what: &str) {
        let at = |id: &NodeId| {
            let at = document.node(id).unwrap().position;
            match direction {
                Direction::TopDown => (at.x, at.y),
                Direction::LeftToRight => (at.y, at.x),
            }
        };
        for parent in document.nodes() {
            let places: Vec<_> = parent.children().iter().map(at).collect();
            for pair in places.windows(2) {
                assert!(pair[0].0 < pair[1].0, "{what}: {} {places:?}", parent.id());
                assert_eq!(pair[0].1, pair[1].1, "{what}: {} {places:?}", parent.id());
            }
            let (_, growth) = at(parent.id());
            assert!(places.iter().all(|(_, theirs)| *theirs > growth), "{what}");
        }
        let mut table = Table::of(document, direction);
        table.index();
        for card in 0..table.count() {
            assert_eq!(table.near(table.area(card)), [card], "{what}");
        }
    }

    #[test]
    fn siblings_keep_their_order_and_their_row() {
        for direction in [Direction::TopDown, Direction::LeftToRight] {
            assert_tidy(&three_families(direction), direction, "as it was");
            let sets: [&[&str]; 6] = [
                &["b"],
                &["b1"],
                &["b", "b2"],
                &["b", "b0", "b1", "b2"],
                &["a0", "c2"],
                &["b0", "b2", "a"],
            ];
            for without in sets {
                let mut document = three_families(direction);
                let origin = Position::default();
                let lost = without.iter().map(|id| (NodeId::from(*id), origin));
                assert!(edit::arrange_read(&mut document, lost.collect()));
                let moved =
                    positions(&document, &Options::default()).expect("nodes without places");
                assert!(edit::arrange_read(&mut document, moved.places));
                assert_tidy(&document, direction, &format!("{direction:?} {without:?}"));
            }
        }
    }

    #[test]
    fn added_branches_that_cover_others_lie_beside_their_siblings() {
        for direction in [Direction::TopDown, Direction::LeftToRight] {
            let mut document = three_families(direction);
            let covered = document.node(&"b".into()).unwrap().position;
            let added = |id: &NodeId| ["b1", "b2"].contains(&id.as_str());
            assert_eq!(
                positions_for_added(&document, added, &Options::default()),
                None
            );
            let moves = ["b1", "b2"].map(|id| (NodeId::from(id), covered));
            assert!(edit::arrange_read(&mut document, moves.into()));
            let moved = positions_for_added(&document, added, &Options::default());
            assert!(edit::arrange_read(
                &mut document,
                moved.expect("covered cards").places
            ));
            assert_tidy(&document, direction, "added");
        }
    }
}
