//! Pictures of trees: what the canvas draws, without a window, as SVG and as pixels. Reads and writes no files.

mod drawing;
mod fonts;
mod making;
mod pixels;
mod placing;
mod svg;

use egui::epaint::ClippedShape;
use egui::{ColorImage, Context, Rect, Vec2};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

pub use self::making::{Choice, Kind, Made, Making, NotMade, Purpose, Subject};
pub use self::pixels::{MAX_SIDE, TooLarge};
pub use self::placing::{grows_right, placed};

use crate::host::job::Stop;
use crate::i18n::Texts;
use crate::panels::canvas::CanvasOptions;
use crate::panels::canvas::marks::Marks;
use crate::panels::canvas::still::DrawnNode;
use crate::theme::Theme;
use crate::workspace::run_view::RunView;

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
    pub diagnostics: &'a [Diagnostic],
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
            diagnostics: &[],
            run: None,
            marks: None,
            canvas: CanvasOptions::PLAIN,
        }
    }
}

/// There is nothing of which to make a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nothing;

/// What was drawn.
pub struct Picture {
    ctx: Context,
    shapes: Vec<ClippedShape>,
    nodes: Vec<DrawnNode>,
    /// What tells each node's group from others, and what is said of it.
    names: Vec<(String, String)>,
    title: String,
    theme: Theme,
    transparent: bool,
    scale: f32,
    /// What is drawn, with its margin.
    area: Rect,
    /// Set once nobody wants it any more.
    stop: Option<Stop>,
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
    /// What is shown of it. Colours, scale and background are those of the first side.
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
        let first = sides.first().ok_or(Nothing)?;
        let options = &first.options;
        let (theme, tone) = if options.dark {
            (Theme::dark(), egui::Theme::Dark)
        } else {
            (Theme::light(), egui::Theme::Light)
        };
        let ctx = fonts::context(tone);
        let drawn = drawing::draw(&ctx, sides, &theme, texts);
        let area = drawn.bounds().ok_or(Nothing)?.expand(MARGIN);
        Ok(Self {
            area: Rect::from_min_max(area.min.floor(), area.max.ceil()),
            title: first.document.name.clone(),
            transparent: options.transparent,
            scale: options.scale,
            shapes: drawn.shapes,
            nodes: drawn.nodes,
            names: drawn.names,
            stop: None,
            theme,
            ctx,
        })
    }

    /// The same, of which nothing whole is made any more once this is set.
    #[must_use]
    pub fn stopped_by(mut self, stop: &Stop) -> Self {
        self.stop = Some(stop.clone());
        self
    }

    fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(Stop::is_wanted)
    }

    /// What it shows of the canvas, in canvas units.
    pub fn area(&self) -> Rect {
        self.area
    }

    /// How large it is at its scale, in pixels.
    pub fn size(&self) -> Vec2 {
        (self.area.size() * self.scale).ceil()
    }

    /// Where the cards of nodes lie, in canvas units.
    pub fn cards(&self) -> impl Iterator<Item = (&NodeId, Rect)> {
        self.nodes.iter().map(|drawn| (&drawn.id, drawn.card))
    }

    /// It as the text of an SVG file.
    pub fn to_svg(&self) -> String {
        svg::write(self)
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

/// What can be seen of a shape.
fn visible(clipped: &ClippedShape) -> Rect {
    clipped
        .shape
        .visual_bounding_rect()
        .intersect(clipped.clip_rect)
}
