//! Pictures of trees: what the canvas draws, rendered without a window as SVG and as pixels. Reads and writes no files.
//!
//! Tests compare the PNG with the window, and the SVG, drawn by another library, with the PNG.

mod drawing;
mod fonts;
mod pixels;
mod positions;
mod render_job;
mod svg;

use egui::epaint::ClippedShape;
use egui::{ColorImage, Context, Rect, Vec2};
use treewright_core::diagnostic::Problems;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::host::job::CancelToken;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::RunView;

use self::drawing::{Drawing, Pieces};
pub use self::pixels::{Band, TooLarge};
pub use self::positions::placed;
pub use self::render_job::{
    PictureOutput, PictureSubject, RenderError, RenderJob, RenderedPicture,
};
use crate::panels::canvas::marks::NodeMarks;
use crate::theme::Theme;

/// The margin around the drawing, in canvas units.
pub const MARGIN: f32 = 24.0;

/// The look of a picture.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// Uses the dark theme.
    pub dark: bool,
    /// Draws no background.
    pub transparent: bool,
    /// Pixels per canvas unit.
    pub scale: f32,
    /// Draws wires from the right sides of cards, as in a tree that grows to the right.
    pub left_to_right: bool,
    /// Shows only the branches of these nodes; everything if empty.
    pub only: &'a [NodeId],
    /// The document's problems, shown as badges on cards.
    pub diagnostics: Option<&'a Problems>,
    /// The run whose current moment is shown.
    pub run: Option<&'a dyn RunView>,
    /// Marks on nodes, such as the differences between two versions of a tree.
    pub marks: Option<&'a NodeMarks>,
    /// What is shown of the run besides node states.
    pub canvas: CanvasOptions,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            dark: false,
            transparent: false,
            scale: 1.0,
            left_to_right: false,
            only: &[],
            diagnostics: None,
            run: None,
            marks: None,
            canvas: CanvasOptions::PLAIN,
        }
    }
}

/// Nothing to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmptyPicture;

/// The look of a whole picture.
struct PictureStyle {
    ctx: Context,
    title: String,
    theme: Theme,
    transparent: bool,
    scale: f32,
    /// The drawn area with its margin.
    area: Rect,
    /// Cancels the work.
    stop: Option<CancelToken>,
}

impl PictureStyle {
    fn size(&self) -> Vec2 {
        (self.area.size() * self.scale).ceil()
    }

    fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(CancelToken::is_cancelled)
    }
}

/// A finished drawing.
pub struct Picture {
    canvas: PictureStyle,
    drawing: Drawing,
}

/// A drawing that is made piece by piece, so that a large tree takes little memory.
pub struct PictureDrawing<'a> {
    canvas: PictureStyle,
    pieces: Pieces<'a>,
}

/// One of the documents in a picture.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    pub document: &'a Document,
    /// The node types of the document.
    pub library: &'a NodeLibrary,
    /// The text above the document; may be empty.
    pub caption: &'a str,
    /// Only the first side's theme, scale and background are used.
    pub options: Options<'a>,
}

impl Picture {
    /// Draws a document.
    ///
    /// # Errors
    /// If the document is empty, or contains none of the nodes to be shown.
    pub fn of(
        document: &Document,
        library: &NodeLibrary,
        texts: &Texts,
        options: &Options<'_>,
    ) -> Result<Self, EmptyPicture> {
        let side = Side {
            document,
            library,
            caption: "",
            options: *options,
        };
        Self::beside(&[side], texts)
    }

    /// Draws documents side by side, such as two versions of a tree.
    ///
    /// # Errors
    /// If all of them are empty.
    pub fn beside(sides: &[Side<'_>], texts: &Texts) -> Result<Self, EmptyPicture> {
        Ok(PictureDrawing::of(sides, texts)?.whole())
    }

    /// Makes the picture cancellable: once `stop` is set, its output is incomplete.
    #[must_use]
    pub fn stopped_by(mut self, stop: &CancelToken) -> Self {
        self.canvas.stop = Some(stop.clone());
        self
    }

    /// The drawn part of the canvas, in canvas units.
    pub fn area(&self) -> Rect {
        self.canvas.area
    }

    /// The size at its scale, in pixels.
    pub fn size(&self) -> Vec2 {
        self.canvas.size()
    }

    /// The cards of nodes, in canvas units.
    pub fn cards(&self) -> impl Iterator<Item = (&NodeId, Rect)> {
        let nodes = self.drawing.nodes.iter();
        nodes.map(|drawn| (&drawn.id, drawn.card))
    }

    /// Returns the text of an SVG file.
    pub fn to_svg(&self) -> String {
        let mut bytes = Vec::new();
        let one = |take: svg::PieceSink<'_>| take(&self.drawing);
        // Writing to memory fails only when cancelled.
        match svg::write(&self.canvas, 1, &one, &mut bytes) {
            Ok(()) => String::from_utf8(bytes).unwrap_or_default(),
            Err(_) => String::new(),
        }
    }

    /// Returns the bytes of a PNG file.
    ///
    /// # Errors
    /// If it has too many pixels.
    pub fn to_png(&self) -> Result<Vec<u8>, TooLarge> {
        pixels::png(self)
    }

    /// Returns an image for the clipboard.
    ///
    /// # Errors
    /// If it has too many pixels.
    pub fn to_image(&self) -> Result<ColorImage, TooLarge> {
        pixels::image(self)
    }
}

impl<'a> PictureDrawing<'a> {
    /// Positions documents side by side.
    ///
    /// # Errors
    /// If all of them are empty.
    pub fn of(sides: &'a [Side<'a>], texts: &'a Texts) -> Result<Self, EmptyPicture> {
        let first = sides.first().ok_or(EmptyPicture)?;
        let options = &first.options;
        let (theme, tone) = if options.dark {
            (Theme::dark(), egui::Theme::Dark)
        } else {
            (Theme::light(), egui::Theme::Light)
        };
        let ctx = fonts::context(tone);
        let pieces = Pieces::new(ctx.clone(), sides, theme.clone(), texts);
        let area = pieces.bounds.ok_or(EmptyPicture)?.expand(MARGIN);
        let canvas = PictureStyle {
            area: Rect::from_min_max(area.min.floor(), area.max.ceil()),
            title: first.document.name.clone(),
            transparent: options.transparent,
            scale: options.scale,
            stop: None,
            theme,
            ctx,
        };
        Ok(Self { canvas, pieces })
    }

    /// Makes the drawing cancellable: once `stop` is set, its output is incomplete.
    #[must_use]
    pub fn stopped_by(mut self, stop: &CancelToken) -> Self {
        self.canvas.stop = Some(stop.clone());
        self
    }

    /// The drawn part of the canvas, in canvas units.
    pub fn area(&self) -> Rect {
        self.canvas.area
    }

    /// The size at its scale, in pixels.
    pub fn size(&self) -> Vec2 {
        self.canvas.size()
    }

    /// Draws everything at once.
    pub fn whole(self) -> Picture {
        Picture {
            drawing: self.pieces.whole(),
            canvas: self.canvas,
        }
    }

    /// Draws piece by piece and returns the bytes of an SVG file; empty if cancelled.
    pub fn to_svg(&self) -> Vec<u8> {
        let each = |take: svg::PieceSink<'_>| {
            (0..self.pieces.count()).try_for_each(|number| take(&self.pieces.draw(number)))
        };
        let mut bytes = Vec::new();
        match svg::write(&self.canvas, self.pieces.count(), &each, &mut bytes) {
            Ok(()) => bytes,
            Err(_) => Vec::new(),
        }
    }

    /// Returns the bytes of a PNG file.
    ///
    /// # Errors
    /// If it has too many pixels; this is checked before drawing.
    pub fn into_png(self) -> Result<Vec<u8>, TooLarge> {
        pixels::check_size(&self.canvas)?;
        self.whole().to_png()
    }
}

/// The visible part of a shape.
fn visible(clipped: &ClippedShape) -> Rect {
    clipped
        .shape
        .visual_bounding_rect()
        .intersect(clipped.clip_rect)
}
