//! Trees whose files hold no places of nodes, as other programs write them: they are laid out when they are opened, or all of
//! their cards would cover each other. Knows only about how large cards are, since fonts are not known here.

use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node, ParameterValue};

use super::{Options, tidy};

/// The height of a card, with room for what stands on its edges.
const HEIGHT: f32 = 52.0;
/// The least and the largest width of a card.
const WIDTHS: (f32, f32) = (112.0, 224.0);
/// What a card takes beside its text.
const BESIDE_TEXT: f32 = 52.0;
/// How wide a letter of a card's title is, and one of its second line: rather too wide, so that cards do not touch.
const LETTERS: (f32, f32) = (8.0, 6.3);
/// So many parameters stand in the second line.
const SHOWN: usize = 2;

/// Places for the nodes of a document all of which have one and the same place; none if it has places of its own.
pub fn places_of_unplaced(
    document: &Document,
    options: &Options,
) -> Option<Vec<(NodeId, Position)>> {
    let first = document.nodes().next()?.position;
    let is_unplaced =
        document.node_count() > 1 && document.nodes().all(|node| node.position == first);
    is_unplaced.then(|| tidy(document, &about, options))
}

/// About how large the card of a node is.
fn about(node: &Node) -> Size {
    let title = letters(node.title()) * LETTERS.0;
    let settings = node.parameters.iter().take(SHOWN).map(|(name, value)| {
        let value = match value {
            ParameterValue::Literal(literal) => letters(&literal.value.to_string()),
            ParameterValue::Variable(variable) => letters(variable),
        };
        // A colon, a comma and spaces stand between them.
        letters(name) + value + 4.0
    });
    let second = settings.sum::<f32>().max(letters(&node.task)) * LETTERS.1;
    let (least, most) = WIDTHS;
    Size::new((BESIDE_TEXT + title.max(second)).clamp(least, most), HEIGHT)
}

/// How many letters wide a text is; those of East Asia are two wide. More than a card shows do not count.
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
            let places = places_of_unplaced(&document, &Options::default()).unwrap();
            let at = |id: &str| {
                let found = places.iter().find(|(node, _)| node.as_str() == id);
                found.unwrap().1.x
            };
            at("n3") - at("n2")
        };
        assert_eq!(gap("Go"), 128);
        assert_eq!(gap("Would a controller recovery help?"), 240);
        assert!(gap("前往最近的充电站") > 160);
    }
}
