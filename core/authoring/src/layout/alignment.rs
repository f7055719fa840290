//! Lining cards up, and spreading them evenly. Knows nothing about trees.

use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;

/// A card that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Whose it is.
    pub node: NodeId,
    /// Its top-left corner.
    pub position: Position,
    /// How large it is.
    pub size: Size,
}

/// Along which line cards are laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Their left edges, along that of the leftmost.
    Left,
    /// Their vertical middle lines, along that of them all.
    Center,
    /// Their right edges, along that of the rightmost.
    Right,
    /// Their top edges, along that of the topmost.
    Top,
    /// Their horizontal middle lines, along that of them all.
    Middle,
    /// Their bottom edges, along that of the lowest.
    Bottom,
}

/// In which direction cards are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// From left to right.
    Horizontal,
    /// From top to bottom.
    Vertical,
}

impl Axis {
    fn start(self, card: &Card) -> f64 {
        match self {
            Self::Horizontal => f64::from(card.position.x),
            Self::Vertical => f64::from(card.position.y),
        }
    }

    fn length(self, card: &Card) -> f64 {
        match self {
            Self::Horizontal => f64::from(card.size.width),
            Self::Vertical => f64::from(card.size.height),
        }
    }

    fn end(self, card: &Card) -> f64 {
        self.start(card) + self.length(card)
    }

    /// The card's place with another start.
    fn at(self, card: &Card, start: f64) -> (NodeId, Position) {
        // Saturates at the ends of the number range.
        let start = start.round() as i32;
        let position = match self {
            Self::Horizontal => Position::new(start, card.position.y),
            Self::Vertical => Position::new(card.position.x, start),
        };
        (card.node.clone(), position)
    }

    /// Where the first card begins and the last one ends.
    fn extent(self, cards: &[Card]) -> (f64, f64) {
        let starts = cards.iter().map(|card| self.start(card));
        let ends = cards.iter().map(|card| self.end(card));
        (
            starts.fold(f64::INFINITY, f64::min),
            ends.fold(f64::NEG_INFINITY, f64::max),
        )
    }
}

/// The places of cards along a common line.
pub fn align(cards: &[Card], edge: Edge) -> Vec<(NodeId, Position)> {
    let axis = match edge {
        Edge::Left | Edge::Center | Edge::Right => Axis::Horizontal,
        Edge::Top | Edge::Middle | Edge::Bottom => Axis::Vertical,
    };
    let (first, last) = axis.extent(cards);
    let start = |card: &Card| match edge {
        Edge::Left | Edge::Top => first,
        Edge::Center | Edge::Middle => f64::midpoint(first, last) - axis.length(card) / 2.0,
        Edge::Right | Edge::Bottom => last - axis.length(card),
    };
    cards
        .iter()
        .map(|card| axis.at(card, start(card)))
        .collect()
}

/// The places of cards with equal gaps between them. The outermost stay; fewer than three stay as they are.
pub fn distribute(cards: &[Card], axis: Axis) -> Vec<(NodeId, Position)> {
    if cards.len() < 3 {
        return Vec::new();
    }
    let mut row: Vec<&Card> = cards.iter().collect();
    row.sort_by(|a, b| {
        let middle = |card: &Card| axis.start(card) + axis.length(card) / 2.0;
        middle(a).total_cmp(&middle(b))
    });
    let (first, last) = (row[0], row[row.len() - 1]);
    let inside: f64 = row.iter().map(|card| axis.length(card)).sum();
    let gap = (axis.end(last) - axis.start(first) - inside) / (row.len() - 1) as f64;
    let mut start = axis.start(first);
    let places = row.into_iter().map(|card| {
        let place = axis.at(card, start);
        start += axis.length(card) + gap;
        place
    });
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(id: &str, x: i32, y: i32, width: f32) -> Card {
        Card {
            node: id.into(),
            position: Position::new(x, y),
            size: Size::new(width, 50.0),
        }
    }

    fn three() -> Vec<Card> {
        vec![
            card("a", 0, 10, 100.0),
            card("c", 500, 40, 100.0),
            card("b", 120, 0, 60.0),
        ]
    }

    /// Where cards lie along an axis: `a=0 b=120`.
    fn along(places: Vec<(NodeId, Position)>, axis: Axis) -> String {
        let at = |(id, place): (NodeId, Position)| match axis {
            Axis::Horizontal => format!("{id}={}", place.x),
            Axis::Vertical => format!("{id}={}", place.y),
        };
        places.into_iter().map(at).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn cards_lie_along_the_line_that_was_asked_for() {
        for (edge, axis, expected) in [
            (Edge::Left, Axis::Horizontal, "a=0 c=0 b=0"),
            (Edge::Right, Axis::Horizontal, "a=500 c=500 b=540"),
            (Edge::Center, Axis::Horizontal, "a=250 c=250 b=270"),
            (Edge::Top, Axis::Vertical, "a=0 c=0 b=0"),
            (Edge::Bottom, Axis::Vertical, "a=40 c=40 b=40"),
            (Edge::Middle, Axis::Vertical, "a=20 c=20 b=20"),
        ] {
            assert_eq!(along(align(&three(), edge), axis), expected);
        }
    }

    #[test]
    fn gaps_are_equal_and_the_outermost_stay() {
        let places = along(distribute(&three(), Axis::Horizontal), Axis::Horizontal);
        assert_eq!(places, "a=0 b=270 c=500");
        assert!(distribute(&three()[..2], Axis::Vertical).is_empty());
    }
}
