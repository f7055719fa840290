//! Places nodes whose files contain no positions, as other programs write them, when they are opened; otherwise cards would overlap.
//! A document without any positions is laid out as a whole, or takes those of another version; single nodes without a position get one
//! beside their siblings. Only estimates the sizes of cards, since fonts are not known here.

mod missing;

use rustc_hash::FxHashMap;
use treewright_core::abort::AbortType;
use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node, ParameterValue};

pub use missing::{direction_of, grows_right, positions_for_added};

use super::{Options, tidy};

/// The height of a card with one row below its header, and of each further row, in canvas units, including decorations on its edges.
const HEIGHTS: (f32, f32) = (58.0, 17.0);
/// The minimum and maximum width of a card in canvas units.
const WIDTHS: (f32, f32) = (112.0, 240.0);
/// The width of a card without its text.
const PADDING: f32 = 52.0;
/// The width of a letter in the title and in the second line: rather too wide, so that cards do not touch.
const LETTERS: (f32, f32) = (8.0, 6.9);
/// The maximum number of parameters in the second line.
const MAX_PARAMETERS: usize = 2;

/// Positions for nodes that have none.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedNodes {
    /// The nodes that move.
    pub places: Vec<(NodeId, Position)>,
    /// Whether the document had no positions at all, so that all of them are estimates or those of another version.
    pub is_whole: bool,
}

/// Returns positions for the nodes of a document that have none: for all nodes if all have the same position, otherwise for those that
/// cannot be meant to lie at the origin, where files without a position put them, and for what must move aside. `None` if
/// every node has a position of its own.
pub fn positions_for_unplaced(document: &Document, options: &Options) -> Option<PlacedNodes> {
    let first = document.nodes().next()?.position;
    let is_unplaced =
        document.node_count() > 1 && document.nodes().all(|node| node.position == first);
    if !is_unplaced {
        return missing::positions(document, options);
    }
    Some(PlacedNodes {
        places: tidy(document, &estimated_size, options),
        is_whole: true,
    })
}

/// Like [`positions_for_unplaced`], for a version of a document: if it has no positions at all, its nodes get those that they have in
/// another version, and those that are only here lie relative to their parents as in a layout of their own.
pub fn positions_from(
    document: &Document,
    other: &Document,
    options: &Options,
) -> Option<PlacedNodes> {
    let placed = positions_for_unplaced(document, options)?;
    if !placed.is_whole {
        return Some(placed);
    }
    let tidied: FxHashMap<&NodeId, Position> =
        placed.places.iter().map(|(id, at)| (id, *at)).collect();
    let at = |id: &NodeId| tidied.get(id).copied().unwrap_or_default();
    let mut found: FxHashMap<&NodeId, Position> = FxHashMap::default();
    for node in document.pre_order() {
        let own = at(node.id());
        let known = other.node(node.id()).map(|node| node.position);
        let beside_parent = || {
            let parent = node.parent()?;
            let (above, there) = (found.get(parent)?, at(parent));
            let by = |own: i32, there: i32| own.saturating_sub(there);
            Some(above.moved(by(own.x, there.x), by(own.y, there.y)))
        };
        let place = known.or_else(beside_parent).unwrap_or(own);
        found.insert(node.id(), place);
    }
    let places = found.into_iter().map(|(id, at)| (id.clone(), at));
    Some(PlacedNodes {
        places: places.collect(),
        is_whole: true,
    })
}

/// Estimates the size of a node's card.
pub fn estimated_size(node: &Node) -> Size {
    let title = letters(node.title()) * LETTERS.0;
    let settings = node
        .parameters
        .iter()
        .take(MAX_PARAMETERS)
        .map(|(name, value)| {
            let value = match value {
                ParameterValue::Literal(literal) => letters(&literal.value.to_string()),
                ParameterValue::Variable(variable) => letters(variable),
            };
            // Separated by a colon, a comma and spaces.
            letters(name) + value + 4.0
        });
    // The row in words is written smaller.
    let rule = match node.abort {
        AbortType::None => 0.0,
        AbortType::OwnBranch => 9.0,
        AbortType::LowerPriority => 17.0,
        AbortType::Both => 21.0,
    };
    let rows = [settings.sum(), letters(&node.task), rule];
    let second = rows.into_iter().fold(0.0, f32::max) * LETTERS.1;
    let (least, most) = WIDTHS;
    // A rule has a row of its own if the task has one, too, and so has the abort type.
    let rows = u8::from(!node.name.is_empty()) + u8::from(node.abort != AbortType::None);
    let height = HEIGHTS.0 + f32::from(rows) * HEIGHTS.1;
    Size::new((PADDING + title.max(second)).clamp(least, most), height)
}

/// Returns the width of a text in letters; East Asian letters count twice. Limited to what fits on a card.
fn letters(text: &str) -> f32 {
    let wide = |c: char| if c < '\u{2e80}' { 1.0 } else { 2.0 };
    text.chars().take(WIDTHS.1 as usize).map(wide).sum()
}

#[cfg(test)]
mod tests {
    use treewright_core::model::DocumentBuilder;

    use super::*;

    #[test]
    fn long_names_get_more_room_than_short_ones() {
        let gap = |name: &str| {
            let mut builder = DocumentBuilder::new("T");
            let root = builder.root(Node::new("n1", "Sequence")).unwrap();
            for id in ["n2", "n3"] {
                let mut node = Node::new(id, "Wait");
                name.clone_into(&mut node.name);
                builder.child(&root, node).unwrap();
            }
            let document = builder.finish();
            let places = positions_for_unplaced(&document, &Options::default())
                .unwrap()
                .places;
            let at = |id: &str| {
                let found = places.iter().find(|(node, _)| node.as_str() == id);
                found.unwrap().1.x
            };
            at("n3") - at("n2")
        };
        assert_eq!(gap("Go"), 128);
        assert_eq!(gap("Would a controller recovery help?"), 256);
        assert!(gap("前往最近的充电站") > 160);
    }
}
