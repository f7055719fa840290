//! Runs the canvas without a window to draw documents piece by piece, side by side if there are several.

use std::sync::Arc;

use egui::epaint::{ClippedShape, TextShape};
use egui::{Context, FontId, LayerId, Painter, RawInput, Rect, Shape, Vec2, ViewportId, vec2};
use treewright_authoring::edit::Selection;
use treewright_core::diagnostic::Problems;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_session::i18n::Texts;
use treewright_session::templates::Templates;
use treewright_session::workspace::breakpoints::Breakpoints;

use super::{MARGIN, Side, fonts, visible};
use crate::panels::canvas::CanvasInput;
use crate::panels::canvas::still::{DrawnNode, StillCanvas};
use crate::theme::{Theme, text_size};

/// The gap between a caption and its document.
const BELOW_CAPTION: f32 = 18.0;

/// The shapes of a drawing or of a part of it.
#[derive(Default)]
pub struct Drawing {
    pub shapes: Vec<ClippedShape>,
    pub nodes: Vec<DrawnNode>,
    /// The unique group name and the description of each node.
    pub names: Vec<(String, String)>,
}

/// Documents side by side, aligned at the top, each below its caption. They are drawn piece by piece.
pub struct Pieces<'a> {
    ctx: Context,
    sides: &'a [Side<'a>],
    theme: Theme,
    texts: &'a Texts,
    empty: EmptyInputs,
    placed: Vec<PlacedSide>,
    captions: Vec<TextShape>,
    /// The bounds of everything drawn; `None` if there is nothing.
    pub bounds: Option<Rect>,
}

/// Empty inputs that the canvas needs and pictures do not have.
#[derive(Default)]
struct EmptyInputs {
    templates: Templates,
    selection: Selection,
    breakpoints: Breakpoints,
    problems: Problems,
}

/// A side with its position.
struct PlacedSide {
    still: StillCanvas,
    library: Arc<NodeLibrary>,
    offset: Vec2,
}

fn bounds(shapes: &[ClippedShape]) -> Option<Rect> {
    let seen = shapes.iter().map(visible);
    let seen = seen.filter(|rect| rect.is_finite() && rect.is_positive());
    seen.reduce(Rect::union)
}

fn union(one: Option<Rect>, other: Option<Rect>) -> Option<Rect> {
    one.into_iter().chain(other).reduce(Rect::union)
}

impl<'a> Pieces<'a> {
    /// Positions the sides. Each piece is drawn once to find its bounds.
    pub fn new(ctx: Context, sides: &'a [Side<'a>], theme: Theme, texts: &'a Texts) -> Self {
        let mut pieces = Self {
            ctx,
            sides,
            theme,
            texts,
            empty: EmptyInputs::default(),
            placed: Vec::new(),
            captions: Vec::new(),
            bounds: None,
        };
        let mut corner = None;
        for side in sides {
            let library = Arc::new(side.library.clone());
            let mut made = None;
            pieces.run_frame(|painter| {
                let input = pieces.input(side, &library);
                let still = StillCanvas::of(painter.ctx(), &input, side.options.only);
                let caption = (!side.caption.is_empty()).then(|| {
                    let font = FontId::proportional(text_size::HEADING);
                    painter.layout_no_wrap(side.caption.to_owned(), font, pieces.theme.text)
                });
                made = Some((still, caption));
            });
            let Some((still, caption)) = made else {
                continue;
            };
            let numbers = 0..still.pieces();
            let taken = numbers
                .map(|number| bounds(&pieces.paint(side, &library, &still, number).0))
                .fold(None, union);
            let at = taken.map_or_else(Default::default, |taken| taken.min);
            let place = *corner.get_or_insert(at);
            // Whole units keep edges sharp.
            let offset = (place - at).round();
            let mut width = taken.map_or(0.0, |taken| taken.width());
            pieces.bounds = union(pieces.bounds, taken.map(|taken| taken.translate(offset)));
            if let Some(galley) = caption {
                width = width.max(galley.size().x);
                let above = place - vec2(0.0, galley.size().y + BELOW_CAPTION);
                let caption = TextShape::new(above, galley, pieces.theme.text);
                pieces.bounds = union(pieces.bounds, Some(caption.visual_bounding_rect()));
                pieces.captions.push(caption);
            }
            corner = Some(place + vec2(width + 3.0 * MARGIN, 0.0));
            pieces.placed.push(PlacedSide {
                still,
                library,
                offset,
            });
        }
        pieces
    }

    /// The number of pieces.
    pub fn count(&self) -> usize {
        self.placed.iter().map(|placed| placed.still.pieces()).sum()
    }

    /// Draws one of the pieces.
    pub fn draw(&self, number: usize) -> Drawing {
        let (mut drawing, mut own) = (Drawing::default(), number);
        for (place, (placed, side)) in self.placed.iter().zip(self.sides).enumerate() {
            let count = placed.still.pieces();
            if own < count {
                drawing = self.draw_piece(place, placed, side, own);
                break;
            }
            own -= count;
        }
        if number + 1 == self.count() {
            let captions = self.captions.iter().cloned().map(Shape::from);
            let captions = captions.map(|shape| ClippedShape::new(Rect::EVERYTHING, shape));
            drawing.shapes.extend(captions);
        }
        drawing
    }

    fn draw_piece(
        &self,
        place: usize,
        placed: &PlacedSide,
        side: &Side<'_>,
        number: usize,
    ) -> Drawing {
        let offset = placed.offset;
        let (mut shapes, nodes) = self.paint(side, &placed.library, &placed.still, number);
        for clipped in shapes.iter_mut().filter(|_| offset != Vec2::ZERO) {
            clipped.shape.translate(offset);
            // Moves the corners, not center and size: most clip rectangles are infinite.
            let clip = clipped.clip_rect;
            clipped.clip_rect = Rect::from_min_max(clip.min + offset, clip.max + offset);
        }
        let names = nodes.iter().map(|drawn| {
            let id = match place {
                _ if self.sides.len() == 1 => format!("node-{}", drawn.id),
                place => format!("node-{}-{}", place + 1, drawn.id),
            };
            (id, description(side.document, &drawn.id, self.texts))
        });
        Drawing {
            names: names.collect(),
            nodes: nodes
                .into_iter()
                .map(|drawn| moved(drawn, offset))
                .collect(),
            shapes,
        }
    }

    /// Draws all pieces into one drawing.
    pub fn whole(&self) -> Drawing {
        let mut whole = Drawing::default();
        for number in 0..self.count() {
            let piece = self.draw(number);
            let before = whole.shapes.len();
            whole.shapes.extend(piece.shapes);
            whole.names.extend(piece.names);
            whole
                .nodes
                .extend(piece.nodes.into_iter().map(|drawn| DrawnNode {
                    shapes: before + drawn.shapes.start..before + drawn.shapes.end,
                    ..drawn
                }));
        }
        whole
    }

    /// Paints a piece of a side at the position of its document.
    fn paint(
        &self,
        side: &Side<'_>,
        library: &Arc<NodeLibrary>,
        still: &StillCanvas,
        number: usize,
    ) -> (Vec<ClippedShape>, Vec<DrawnNode>) {
        let input = self.input(side, library);
        let mut nodes = Vec::new();
        let shapes = self.run_frame(|painter| nodes = still.paint(&input, painter, number));
        (shapes, nodes)
    }

    /// Runs `paint` in a frame without a window and returns the shapes.
    fn run_frame(&self, mut paint: impl FnMut(&Painter)) -> Vec<ClippedShape> {
        let scale = self.sides.first().map_or(1.0, |side| side.options.scale);
        let mut raw = RawInput {
            max_texture_side: Some(fonts::MAX_TEXTURE_SIDE),
            ..RawInput::default()
        };
        if let Some(viewport) = raw.viewports.get_mut(&ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(scale);
        }
        let layer = LayerId::background();
        let mut output = self.ctx.run_ui(raw, |ui| {
            paint(&Painter::new(ui.ctx().clone(), layer, Rect::EVERYTHING));
        });
        // The glyph textures are not needed: nothing is shown on a screen.
        output.textures_delta.clear();
        output.shapes
    }

    fn input<'i>(&'i self, side: &'i Side<'i>, library: &'i Arc<NodeLibrary>) -> CanvasInput<'i> {
        let (empty, options) = (&self.empty, &side.options);
        CanvasInput {
            is_read_only: false,
            document: side.document,
            revision: 0,
            library,
            templates: &empty.templates,
            trees: &[],
            recent: &[],
            selection: &empty.selection,
            diagnostics: options.diagnostics.unwrap_or(&empty.problems),
            breakpoints: &empty.breakpoints,
            // Nothing is selected.
            program: &|| None,
            run: options.run,
            coverage: None,
            explored: None,
            marks: options.marks,
            theme: &self.theme,
            texts: self.texts,
            left_to_right: options.left_to_right,
            options: options.canvas,
        }
    }
}

fn moved(drawn: DrawnNode, offset: Vec2) -> DrawnNode {
    DrawnNode {
        card: drawn.card.translate(offset),
        ..drawn
    }
}

/// The description of a node in an interactive picture: its full name and its comment.
fn description(document: &Document, id: &NodeId, texts: &Texts) -> String {
    let Some(node) = document.node(id) else {
        return String::new();
    };
    let title = texts.node_title(node);
    match node.comment.trim() {
        "" => title,
        comment => format!("{title}\n{comment}"),
    }
}
