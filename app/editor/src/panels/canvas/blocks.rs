//! Draws a zoomed-out tree: cards too small for text as plain rectangles, with their wires, all in one picture whose memory is reused from
//! frame to frame.

use std::sync::Arc;

use egui::{
    Color32, ColorImage, Context, Painter, Pos2, Rect, TextureHandle, TextureOptions, Vec2,
};
use treewright_core::category::Category;

use super::block_wires::{self, RaisedWires};
use super::raster::Raster;
use super::run_overlay::RunOverlay;
use super::view::View;
use crate::scene::Card;
use crate::theme::{Theme, UNTINTED};

/// The minimum width and height of a block, in screen points.
const MIN_SIZE: f32 = 2.0;

/// The picture, kept as long as the tree is zoomed out.
#[derive(Default)]
pub struct BlockPicture {
    raster: Raster,
    /// Wires that are drawn over others.
    raised: RaisedWires,
    /// What was drawn last.
    shown: Option<(TextureHandle, Arc<ColorImage>)>,
}

impl std::fmt::Debug for BlockPicture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BlockPicture").finish_non_exhaustive()
    }
}

impl BlockPicture {
    pub fn paint(&mut self, view: &View<'_>, run: &RunOverlay<'_>, painter: &Painter) {
        let max_side = painter.ctx().input(|input| input.max_texture_side);
        self.raster.start(view.projection.viewport, max_side);
        block_wires::add(view, run, &mut self.raster, &mut self.raised);
        add_blocks(view, run, &mut self.raster);
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        let texture = self.texture(painter.ctx()).id();
        painter.image(texture, self.raster.area(), whole, UNTINTED);
    }

    /// The texture of the current picture. The picture that it replaces gives its memory to the next one.
    fn texture(&mut self, ctx: &Context) -> &TextureHandle {
        let image = &mut self.raster.image;
        let (texture, shown) = self.shown.get_or_insert_with(|| {
            let nothing = Arc::new(ColorImage::default());
            let texture = ctx.load_texture("blocks", nothing.clone(), TextureOptions::NEAREST);
            (texture, nothing)
        });
        if shown.size != image.size || shown.as_raw() != image.as_raw() {
            // The painter has released the last picture by now; if not, it keeps its own copy.
            let reusable = Arc::get_mut(shown).map(std::mem::take).unwrap_or_default();
            *shown = Arc::new(std::mem::replace(image, reusable));
            texture.set(shown.clone(), TextureOptions::NEAREST);
        }
        texture
    }
}

fn add_blocks(view: &View<'_>, run: &RunOverlay<'_>, raster: &mut Raster) {
    let colors = Colors::new(view, run);
    let selection = view.input.theme.selection;
    let mut last = None;
    for &index in &view.visible {
        let card = view.card(index);
        let rect = view.screen_rect(index);
        let size = rect.size().max(Vec2::splat(MIN_SIZE));
        // Aligned to whole points, so that edges are sharp; the smallest ones to each other, as there may be a hundred thousand.
        let min = if size == Vec2::splat(MIN_SIZE) {
            (rect.min / MIN_SIZE).floor() * MIN_SIZE
        } else {
            rect.min.floor()
        };
        let rect = Rect::from_min_size(min, size);
        // Of cards that are too small to be told apart, one is enough: the one that runs, or ended last.
        let strength = run.glow_at(index, card).map_or(0.0, |glow| glow.strength);
        let place = (rect.min, view.selected[index]);
        if size == Vec2::splat(MIN_SIZE)
            && last.is_some_and(|(same, most)| place == same && strength <= most)
        {
            continue;
        }
        last = Some((place, strength));
        if view.selected[index] {
            raster.fill(rect.expand(2.0), selection);
        }
        let mut color = colors.of(card);
        if let Some(heat) = run.heat(&card.id) {
            color = view.input.theme.heat(heat);
        } else if run.unreached(card).is_some() {
            color = view.input.theme.background;
            raster.fill(rect.expand(1.0), view.input.theme.inactive);
        } else if let Some(glow) = run.glow_at(index, card) {
            color = run.tint(color, glow);
        }
        raster.fill(rect, color);
    }
}

/// The colors of normal and faded blocks outside of a run, by category.
struct Colors<'t> {
    theme: &'t Theme,
    /// The color strength of a normal and of a faded block.
    strengths: [f32; 2],
    by_category: [[Color32; 2]; 5],
}

impl<'t> Colors<'t> {
    fn new(view: &View<'t>, run: &RunOverlay<'_>) -> Self {
        let theme = view.input.theme;
        // During a run, inactive nodes fade.
        let strengths = if run.is_active() {
            [0.3, 0.2]
        } else {
            [0.75, 0.35]
        };
        let of = |category| {
            let color = theme.category(category);
            strengths.map(|strength| Theme::tint(theme.card_fill, color, strength))
        };
        let [a, b, c, d] = Category::ALL.map(Some).map(of);
        Self {
            theme,
            strengths,
            by_category: [a, b, c, d, of(None)],
        }
    }

    fn of(&self, card: &Card) -> Color32 {
        let category = card.category.map_or(4, |category| category as usize);
        let faded = usize::from(card.flags.never_runs());
        if card.own_color.is_some() {
            let own = self.theme.node_color(card.category, card.own_color);
            return Theme::tint(self.theme.card_fill, own, self.strengths[faded]);
        }
        self.by_category[category][faded]
    }
}
