//! Cards that were moved by an edit glide to their new places, except those that the user dragged there. Only what is visible is
//! animated. Disabled if the user prefers reduced motion. Does not know why a card moved.

use egui::{Context, Rect, Vec2};
use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;

use super::view::DragPreview;
use crate::scene::{self, Scene};

/// The duration of a glide, in seconds.
const SECONDS: f32 = 0.15;
/// A shorter way is not animated, in canvas units.
const LEAST: f32 = 0.5;

/// The cards that are on their way.
#[derive(Debug, Default)]
pub struct Glide {
    /// When it began, in seconds.
    began: f64,
    /// How far each card was from its place then.
    ways: FxHashMap<NodeId, Vec2>,
    /// How far cards were dragged when they were dropped in the last frame.
    dropped: FxHashMap<NodeId, Vec2>,
    /// The cards that were not shown before: they appear at their places.
    new: FxHashSet<NodeId>,
    /// How far the camera has followed cards since the last change of the scene.
    followed: Vec2,
    /// What was visible in the last frame.
    pub seen: Option<Rect>,
}

impl Glide {
    /// The camera followed the cards by this offset.
    pub fn follow(&mut self, offset: Vec2) {
        self.followed += offset;
    }

    /// Remembers where dragged cards are shown before the preview of a drag ends.
    pub fn drop(&mut self, preview: &DragPreview, scene: &Scene) {
        self.dropped.clear();
        let Some(seen) = self.seen.filter(|_| !preview.cards.is_empty()) else {
            return;
        };
        for index in scene.cards_near(seen, preview.displacement()) {
            let by = preview.offset_of(index);
            if by != Vec2::ZERO {
                self.dropped.insert(scene.cards[index].id.clone(), by);
            }
        }
    }

    /// All edits of the last frame are known.
    pub fn begin_frame(&mut self) {
        self.dropped.clear();
        self.new.clear();
    }

    /// The scene changed: the visible ones of these cards were displaced by these offsets before, from their present places.
    pub fn begin(&mut self, ctx: &Context, scene: &Scene, shifts: &[(usize, Vec2)]) {
        let added = scene
            .added
            .iter()
            .map(|index| scene.cards[*index].id.clone());
        self.new.extend(added);
        let followed = std::mem::take(&mut self.followed);
        let dropped = std::mem::take(&mut self.dropped);
        let Some(seen) = self.seen.filter(|_| animates(ctx)) else {
            self.ways.clear();
            return;
        };
        let now = ctx.input(|input| input.time);
        let left = self.left(now);
        self.ways.retain(|_, way| {
            *way = *way * left + followed;
            way.length() > LEAST
        });
        self.began = now;
        let seen = seen | seen.translate(followed);
        for (index, shift) in shifts {
            let card = &scene.cards[*index];
            if self.new.contains(&card.id) {
                continue;
            }
            let dragged = dropped.get(&card.id).copied().unwrap_or_default();
            let rest = self.ways.get(&card.id).copied();
            let way = *shift + dragged + rest.unwrap_or(followed);
            let shown = card.rect.translate(way);
            if way.length() > LEAST && (card.rect | shown).intersects(seen) {
                self.ways.insert(card.id.clone(), way);
            } else {
                self.ways.remove(&card.id);
            }
        }
    }

    /// The displacement of each gliding card in this frame. Requests a repaint until all have arrived.
    pub fn offsets(&mut self, ctx: &Context, scene: &Scene) -> FxHashMap<usize, Vec2> {
        if self.ways.is_empty() {
            return FxHashMap::default();
        }
        let left = self.left(ctx.input(|input| input.time));
        if left <= 0.0 || !animates(ctx) {
            self.ways.clear();
            return FxHashMap::default();
        }
        ctx.request_repaint();
        let ways = self.ways.iter();
        ways.filter_map(|(id, way)| Some((scene.index(id)?, *way * left)))
            .collect()
    }

    /// How much of each way is left: fast at first, then slower.
    fn left(&self, now: f64) -> f32 {
        let passed = ((now - self.began) as f32 / SECONDS).clamp(0.0, 1.0);
        (1.0 - passed).powi(3)
    }
}

/// The displacements of the visible cards that both scenes have.
pub fn shifts_between(before: &Scene, scene: &Scene, seen: Option<Rect>) -> Vec<(usize, Vec2)> {
    let Some(seen) = seen else { return Vec::new() };
    let were_seen = before.cards_in(seen);
    let were_seen = were_seen.filter_map(|index| scene.index(&before.cards[index].id));
    let mut cards: Vec<usize> = were_seen.chain(scene.cards_in(seen)).collect();
    cards.sort_unstable();
    cards.dedup();
    let shift = |index: usize| {
        let now = &scene.cards[index];
        let then = before.card(&now.id)?;
        let shift = scene::way_back(then.rect, now.rect);
        (shift != Vec2::ZERO).then_some((index, shift))
    };
    cards.into_iter().filter_map(shift).collect()
}

/// The visible cards that only the new scene has.
pub fn added_between(before: &Scene, scene: &Scene, seen: Option<Rect>) -> Vec<usize> {
    let seen = seen.unwrap_or(Rect::NOTHING);
    let is_new = |index: &usize| before.index(&scene.cards[*index].id).is_none();
    scene.cards_in(seen).filter(is_new).collect()
}

fn animates(ctx: &Context) -> bool {
    ctx.global_style().animation_time > 0.0
}
