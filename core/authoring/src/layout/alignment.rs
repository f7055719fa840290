//! Aligning cards and distributing them evenly. Does not know about trees.

use treewright_core::geometry::{Position, Size};
use treewright_core::ids::NodeId;

/// A card to align or distribute.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// The node of the card.
    pub node: NodeId,
    /// Its top-left corner.
    pub position: Position,
    /// Its size in canvas units.
    pub size: Size,
}

/// The line on which cards are aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Left edges, on the leftmost one.
    Left,
    /// Vertical center lines, on the center of all cards.
    Center,
    /// Right edges, on the rightmost one.
    Right,
    /// Top edges, on the topmost one.
    Top,
    /// Horizontal center lines, on the center of all cards.
    Middle,
    /// Bottom edges, on the lowest one.
    Bottom,
}

/// The direction in which cards are distributed.
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

    /// Returns the card's position with another start along this axis.
    fn at(self, card: &Card, start: f64) -> (NodeId, Position) {
        // The cast saturates at the limits of `i32`.
        let start = start.round() as i32;
        let position = match self {
            Self::Horizontal => Position::new(start, card.position.y),
            Self::Vertical => Position::new(card.position.x, start),
        };
        (card.node.clone(), position)
    }

    /// Returns the start of the first card and the end of the last one.
    fn extent(self, cards: &[Card]) -> (f64, f64) {
        let starts = cards.iter().map(|card| self.start(card));
        let ends = cards.iter().map(|card| self.end(card));
        (
            starts.fold(f64::INFINITY, f64::min),
            ends.fold(f64::NEG_INFINITY, f64::max),
        )
    }
}

/// Returns the positions of the cards aligned on a common line.
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

/// Returns the positions of the cards with equal gaps. The outermost cards stay, and so do fewer than three.
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

    /// The positions of cards along an axis: `a=0 b=120`.
    fn along(places: Vec<(NodeId, Position)>, axis: Axis) -> String {
        let at = |(id, place): (NodeId, Position)| match axis {
            Axis::Horizontal => format!("{id}={}", place.x),
            Axis::Vertical => format!("{id}={}", place.y),
        };
        places.into_iter().map(at).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn cards_are_aligned_on_the_requested_line() {
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
    fn distributed_cards_have_equal_gaps_and_the_outermost_stay() {
        let places = along(distribute(&three(), Axis::Horizontal), Axis::Horizontal);
        assert_eq!(places, "a=0 b=270 c=500");
        assert!(distribute(&three()[..2], Axis::Vertical).is_empty());
    }
}
