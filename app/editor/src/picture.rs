//! Pictures of trees: what the canvas draws, without a window, as SVG and as pixels. Reads and writes no files.

mod drawing;
mod fonts;
mod making;
mod pixels;
mod placing;
mod svg;

use egui::epaint::ClippedShape;
use egui::{ColorImage, Context, Rect, Vec2};
use treewright_core::diagnostic::Problems;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::host::job::Stop;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::RunView;

use self::drawing::{Drawing, Pieces};
pub use self::making::{Made, Making, NotMade, Purpose, Subject};
pub use self::pixels::{Band, TooLarge};
pub use self::placing::{grows_right, placed};
use crate::panels::canvas::marks::Marks;
use crate::theme::Theme;

/// How much is kept free around the drawing, in canvas units.
pub const MARGIN: f32 = 24.0;

/// How a picture is to look.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// In the dark theme.
    pub dark: bool,
    /// Nothing lies behind the tree.
    pub transparent: bool,
    /// How many pixels a canvas unit takes.
    pub scale: f32,
    /// Wires leave cards at their right sides, as in a tree that grows to the right.
    pub left_to_right: bool,
    /// Shows what hangs below these nodes; everything if there are none.
    pub only: &'a [NodeId],
    /// What is wrong with the document, shown as signs on cards.
    pub diagnostics: Option<&'a Problems>,
    /// The run whose moment is shown.
    pub run: Option<&'a dyn RunView>,
    /// Nodes that stand out, as those that two versions of a tree do not have in common.
    pub marks: Option<&'a Marks>,
    /// What of the run is shown besides what nodes do.
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

/// There is nothing of which to make a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nothing;

/// How a picture looks as a whole.
struct Canvas {
    ctx: Context,
    title: String,
    theme: Theme,
    transparent: bool,
    scale: f32,
    /// What is drawn, with its margin.
    area: Rect,
    /// Set once nobody wants it any more.
    stop: Option<Stop>,
}

impl Canvas {
    fn size(&self) -> Vec2 {
        (self.area.size() * self.scale).ceil()
    }

    fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(Stop::is_wanted)
    }
}

/// What was drawn.
pub struct Picture {
    canvas: Canvas,
    drawing: Drawing,
}

/// What is drawn piece by piece, so that a large tree takes little memory.
pub struct Sketch<'a> {
    canvas: Canvas,
    pieces: Pieces<'a>,
}

/// One of several documents in a picture.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The document.
    pub document: &'a Document,
    /// The kinds of its nodes.
    pub library: &'a NodeLibrary,
    /// What stands above it; may be empty.
    pub caption: &'a str,
    /// What is shown of it. Colors, scale and background are those of the first side.
    pub options: Options<'a>,
}

impl Picture {
    /// Draws a document.
    ///
    /// # Errors
    /// If it is empty, or none of the nodes that are to be shown is there.
    pub fn of(
        document: &Document,
        library: &NodeLibrary,
        texts: &Texts,
        options: &Options<'_>,
    ) -> Result<Self, Nothing> {
        let side = Side {
            document,
            library,
            caption: "",
            options: *options,
        };
        Self::beside(&[side], texts)
    }

    /// Draws documents beside each other, as two versions of a tree.
    ///
    /// # Errors
    /// If all of them are empty.
    pub fn beside(sides: &[Side<'_>], texts: &Texts) -> Result<Self, Nothing> {
        Ok(Sketch::of(sides, texts)?.whole())
    }

    /// The same, of which nothing whole is made any more once this is set.
    #[must_use]
    pub fn stopped_by(mut self, stop: &Stop) -> Self {
        self.canvas.stop = Some(stop.clone());
        self
    }

    /// What it shows of the canvas, in canvas units.
    pub fn area(&self) -> Rect {
        self.canvas.area
    }

    /// How large it is at its scale, in pixels.
    pub fn size(&self) -> Vec2 {
        self.canvas.size()
    }

    /// Where the cards of nodes lie, in canvas units.
    pub fn cards(&self) -> impl Iterator<Item = (&NodeId, Rect)> {
        let nodes = self.drawing.nodes.iter();
        nodes.map(|drawn| (&drawn.id, drawn.card))
    }

    /// It as the text of an SVG file.
    pub fn to_svg(&self) -> String {
        let mut bytes = Vec::new();
        let one = |take: svg::Take<'_>| take(&self.drawing);
        // Writing to memory does not fail: nobody wants it any more.
        match svg::write(&self.canvas, 1, &one, &mut bytes) {
            Ok(()) => String::from_utf8(bytes).unwrap_or_default(),
            Err(_) => String::new(),
        }
    }

    /// It as the bytes of a PNG file.
    ///
    /// # Errors
    /// If it has too many pixels.
    pub fn to_png(&self) -> Result<Vec<u8>, TooLarge> {
        pixels::png(self)
    }

    /// It as an image, for the clipboard.
    ///
    /// # Errors
    /// If it has too many pixels.
    pub fn to_image(&self) -> Result<ColorImage, TooLarge> {
        pixels::image(self)
    }
}

impl<'a> Sketch<'a> {
    /// Finds the places of documents beside each other.
    ///
    /// # Errors
    /// If all of them are empty.
    pub fn of(sides: &'a [Side<'a>], texts: &'a Texts) -> Result<Self, Nothing> {
        let first = sides.first().ok_or(Nothing)?;
        let options = &first.options;
        let (theme, tone) = if options.dark {
            (Theme::dark(), egui::Theme::Dark)
        } else {
            (Theme::light(), egui::Theme::Light)
        };
        let ctx = fonts::context(tone);
        let pieces = Pieces::new(ctx.clone(), sides, theme.clone(), texts);
        let area = pieces.bounds.ok_or(Nothing)?.expand(MARGIN);
        let canvas = Canvas {
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

    /// The same, of which nothing whole is made any more once this is set.
    #[must_use]
    pub fn stopped_by(mut self, stop: &Stop) -> Self {
        self.canvas.stop = Some(stop.clone());
        self
    }

    /// What it shows of the canvas, in canvas units.
    pub fn area(&self) -> Rect {
        self.canvas.area
    }

    /// How large it is at its scale, in pixels.
    pub fn size(&self) -> Vec2 {
        self.canvas.size()
    }

    /// Draws all of it at once.
    pub fn whole(self) -> Picture {
        Picture {
            drawing: self.pieces.whole(),
            canvas: self.canvas,
        }
    }

    /// It as the bytes of an SVG file, drawn piece by piece; none if nobody wants it any more.
    pub fn to_svg(&self) -> Vec<u8> {
        let each = |take: svg::Take<'_>| {
            (0..self.pieces.count()).try_for_each(|number| take(&self.pieces.draw(number)))
        };
        let mut bytes = Vec::new();
        match svg::write(&self.canvas, self.pieces.count(), &each, &mut bytes) {
            Ok(()) => bytes,
            Err(_) => Vec::new(),
        }
    }

    /// It as the bytes of a PNG file.
    ///
    /// # Errors
    /// If it has too many pixels; then nothing is drawn.
    pub fn into_png(self) -> Result<Vec<u8>, TooLarge> {
        pixels::check_size(&self.canvas)?;
        self.whole().to_png()
    }
}

/// What can be seen of a shape.
fn visible(clipped: &ClippedShape) -> Rect {
    clipped
        .shape
        .visual_bounding_rect()
        .intersect(clipped.clip_rect)
}
