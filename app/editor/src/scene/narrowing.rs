//! Narrows cards that would cover the card to their right: the document may have been laid out with other texts, in another language or by
//! another program. Knows places only.

use egui::Rect;
use rustc_hash::FxHashMap;

use super::Card;

/// The height of the bands in which cards are compared, in canvas units.
const BAND: f32 = 16.0;
/// The gap that is left, in canvas units.
const GAP: f32 = 6.0;
/// No card becomes narrower than this, in canvas units: without any text, covering would be the lesser evil.
const LEAST_WIDTH: f32 = 72.0;
/// With more cards, none is narrowed, so that a document of any size opens at once.
const MAX_CARDS: usize = 20_000;

/// The cards that would cover others, each with the width that it may have.
pub fn widths(cards: &[Card]) -> FxHashMap<usize, f32> {
    let mut widths: FxHashMap<usize, f32> = FxHashMap::default();
    if cards.len() > MAX_CARDS {
        return widths;
    }
    for band in bands(cards) {
        for (at, index) in band.iter().enumerate() {
            let own = cards[*index].rect;
            // Those that leave no room do not count, however many there are.
            let least = own.left() + LEAST_WIDTH + GAP;
            let after = &band[at + 1..];
            let after = &after[after.partition_point(|next| cards[*next].rect.left() < least)..];
            let next = after.iter().map(|next| cards[*next].rect);
            let mut covered = next.take_while(|next| next.left() < own.right());
            if let Some(width) = covered.find_map(|next| width_beside(own, next)) {
                let known = widths.entry(*index).or_insert(width);
                *known = known.min(width);
            }
        }
    }
    widths
}

/// The width that a card may have beside one to its right that it covers.
fn width_beside(own: Rect, next: Rect) -> Option<f32> {
    let width = next.left() - own.left() - GAP;
    let covers = own.top() < next.bottom() && next.top() < own.bottom();
    covers.then_some(width)
}

/// The cards in each band, from left to right.
fn bands(cards: &[Card]) -> impl Iterator<Item = Vec<usize>> {
    let mut bands: FxHashMap<i32, Vec<usize>> = FxHashMap::default();
    for (index, card) in cards.iter().enumerate() {
        let band = |y: f32| (y / BAND).floor() as i32;
        for band in band(card.rect.top())..=band(card.rect.bottom()) {
            bands.entry(band).or_default().push(index);
        }
    }
    bands.into_values().map(|mut band| {
        band.sort_by(|a, b| cards[*a].rect.left().total_cmp(&cards[*b].rect.left()));
        band
    })
}
