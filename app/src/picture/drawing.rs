//! Lets the canvas draw documents without a window, beside each other if there are several.

use std::cell::Cell;
use std::sync::Arc;

use egui::epaint::{ClippedShape, TextShape};
use egui::{
    Context, FontId, Galley, LayerId, Painter, RawInput, Rect, Shape, Vec2, ViewportId, vec2,
};
use treewright_core::edit::Selection;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;

use super::{MARGIN, Side, fonts, visible};
use crate::i18n::Texts;
use crate::panels::canvas::CanvasInput;
use crate::panels::canvas::still::{DrawnNode, Still};
use crate::templates::Templates;
use crate::theme::{Theme, text_size};
use crate::workspace::breakpoints::Breakpoints;

/// How far below a caption its document begins.
const BELOW_CAPTION: f32 = 18.0;

/// What was drawn.
pub struct Drawing {
    pub shapes: Vec<ClippedShape>,
    pub nodes: Vec<DrawnNode>,
    /// What tells each node's group from others, and what is said of it.
    pub names: Vec<(String, String)>,
}

impl Drawing {
    /// What all of it takes up, if there is anything.
    pub fn bounds(&self) -> Option<Rect> {
        bounds(&self.shapes)
    }
}

fn bounds(shapes: &[ClippedShape]) -> Option<Rect> {
    let seen = shapes.iter().map(visible);
    let seen = seen.filter(|rect| rect.is_finite() && rect.is_positive());
    seen.reduce(Rect::union)
}

/// What was drawn of one side.
struct DrawnSide {
    nodes: Vec<DrawnNode>,
    caption: Option<Arc<Galley>>,
    /// One past the last of its shapes.
    end: usize,
}

/// Draws.
pub fn draw(ctx: &Context, sides: &[Side<'_>], theme: &Theme, texts: &Texts) -> Drawing {
    let scale = sides.first().map_or(1.0, |side| side.options.scale);
    let mut raw = RawInput {
        max_texture_side: Some(fonts::MAX_TEXTURE_SIDE),
        ..RawInput::default()
    };
    if let Some(viewport) = raw.viewports.get_mut(&ViewportId::ROOT) {
        viewport.native_pixels_per_point = Some(scale);
    }
    let drawn = Cell::new(Vec::new());
    let layer = LayerId::background();
    let mut output = ctx.run_ui(raw, |ui| {
        let painter = Painter::new(ui.ctx().clone(), layer, Rect::EVERYTHING);
        let one = |side: &Side<'_>| draw_one(&painter, side, theme, texts);
        drawn.set(sides.iter().map(one).collect());
    });
    // Nobody shows the glyphs on a screen.
    output.textures_delta.clear();
    arrange(output.shapes, drawn.into_inner(), sides, theme, texts)
}

fn draw_one(painter: &Painter, side: &Side<'_>, theme: &Theme, texts: &Texts) -> DrawnSide {
    let (document, options) = (side.document, &side.options);
    let library = &Arc::new(side.library.clone());
    let input = CanvasInput {
        document,
        revision: 0,
        library,
        templates: &Templates::default(),
        selection: &Selection::default(),
        diagnostics: options.diagnostics,
        breakpoints: &Breakpoints::default(),
        // Nothing is selected.
        program: &|| None,
        run: options.run,
        reached: None,
        marks: options.marks,
        theme,
        texts,
        left_to_right: options.left_to_right,
        options: options.canvas,
    };
    let still = Still::of(painter.ctx(), &input, options.only);
    let nodes = still.paint(&input, painter);
    let caption = (!side.caption.is_empty()).then(|| {
        let font = FontId::proportional(text_size::HEADING);
        painter.layout_no_wrap(side.caption.to_owned(), font, theme.text)
    });
    DrawnSide {
        nodes,
        caption,
        end: painter.add(Shape::Noop).0,
    }
}

/// Puts the sides beside each other, their upper edges in one line, each below its caption.
fn arrange(
    mut shapes: Vec<ClippedShape>,
    drawn: Vec<DrawnSide>,
    sides: &[Side<'_>],
    theme: &Theme,
    texts: &Texts,
) -> Drawing {
    let (mut nodes, mut names) = (Vec::new(), Vec::new());
    let mut captions = Vec::new();
    let (mut start, mut corner) = (0, None);
    let single = drawn.len() == 1;
    for (number, (part, side)) in drawn.into_iter().zip(sides).enumerate() {
        let own = &mut shapes[start..part.end];
        start = part.end;
        let taken = bounds(own);
        let at = taken.map_or_else(Default::default, |taken| taken.min);
        let place = *corner.get_or_insert(at);
        // Whole units, so that edges stay sharp.
        let offset = (place - at).round();
        for clipped in own.iter_mut().filter(|_| offset != Vec2::ZERO) {
            clipped.shape.translate(offset);
            // By corners, since most of them are without end.
            let clip = clipped.clip_rect;
            clipped.clip_rect = Rect::from_min_max(clip.min + offset, clip.max + offset);
        }
        let mut width = taken.map_or(0.0, |taken| taken.width());
        if let Some(galley) = part.caption {
            width = width.max(galley.size().x);
            let above = place - vec2(0.0, galley.size().y + BELOW_CAPTION);
            captions.push(TextShape::new(above, galley, theme.text));
        }
        corner = Some(place + vec2(width + 3.0 * MARGIN, 0.0));
        for drawn in part.nodes {
            let id = match number {
                _ if single => format!("node-{}", drawn.id),
                number => format!("node-{}-{}", number + 1, drawn.id),
            };
            names.push((id, said(side.document, &drawn.id, texts)));
            nodes.push(moved(drawn, offset));
        }
    }
    let captions = captions.into_iter().map(Shape::from);
    shapes.extend(captions.map(|shape| ClippedShape::new(Rect::EVERYTHING, shape)));
    Drawing {
        shapes,
        nodes,
        names,
    }
}

fn moved(drawn: DrawnNode, offset: Vec2) -> DrawnNode {
    DrawnNode {
        card: drawn.card.translate(offset),
        ..drawn
    }
}

/// What is said of a node where the picture can be asked: its name in full, and its comment.
fn said(document: &Document, id: &NodeId, texts: &Texts) -> String {
    let Some(node) = document.node(id) else {
        return String::new();
    };
    let title = texts.node_title(node);
    match node.comment.trim() {
        "" => title,
        comment => format!("{title}\n{comment}"),
    }
}
