//! Pictures of trees: what the canvas draws, without a window, as SVG and as pixels. Reads and writes no files.

mod fonts;
mod making;
mod pixels;
mod placing;
mod svg;

use std::cell::Cell;

use egui::epaint::ClippedShape;
use egui::{ColorImage, Context, LayerId, Painter, RawInput, Rect, Vec2, ViewportId};
use treewright_core::diagnostic::Diagnostic;
use treewright_core::edit::Selection;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::Project;

pub use self::making::{Choice, Kind, Made, Making, NotMade, Purpose, Subject};
pub use self::pixels::{MAX_SIDE, TooLarge};
pub use self::placing::{grows_right, placed};

use crate::i18n::Texts;
use crate::panels::canvas::marks::Marks;
use crate::panels::canvas::still::{DrawnNode, Still};
use crate::panels::canvas::{CanvasInput, CanvasOptions};
use crate::templates::Templates;
use crate::theme::Theme;
use crate::workspace::breakpoints::Breakpoints;
use crate::workspace::document_program::KeptProgram;
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
    names: Vec<String>,
    title: String,
    theme: Theme,
    transparent: bool,
    scale: f32,
    /// What is drawn, with its margin.
    area: Rect,
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
        let (theme, tone) = if options.dark {
            (Theme::dark(), egui::Theme::Dark)
        } else {
            (Theme::light(), egui::Theme::Light)
        };
        let program = || KeptProgram::default().get(0, &Project::alone(document), library);
        let input = CanvasInput {
            document,
            revision: 0,
            library,
            templates: &Templates::default(),
            selection: &Selection::default(),
            diagnostics: options.diagnostics,
            breakpoints: &Breakpoints::default(),
            program: &program,
            run: options.run,
            reached: None,
            marks: options.marks,
            theme: &theme,
            texts,
            left_to_right: options.left_to_right,
            options: options.canvas,
        };
        let ctx = fonts::context(tone);
        let (shapes, nodes) = draw(&ctx, &input, options);
        let drawn = shapes.iter().map(visible).filter(Rect::is_finite);
        let drawn = drawn.filter(Rect::is_positive).reduce(Rect::union);
        let area = drawn.ok_or(Nothing)?.expand(MARGIN);
        let names = nodes.iter().map(|drawn| said(document, &drawn.id, texts));
        Ok(Self {
            names: names.collect(),
            area: Rect::from_min_max(area.min.floor(), area.max.ceil()),
            title: document.name.clone(),
            transparent: options.transparent,
            scale: options.scale,
            theme,
            shapes,
            nodes,
            ctx,
        })
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

/// Lets the canvas draw without a window.
fn draw(
    ctx: &Context,
    input: &CanvasInput<'_>,
    options: &Options<'_>,
) -> (Vec<ClippedShape>, Vec<DrawnNode>) {
    let mut raw = RawInput {
        max_texture_side: Some(fonts::MAX_TEXTURE_SIDE),
        ..RawInput::default()
    };
    if let Some(viewport) = raw.viewports.get_mut(&ViewportId::ROOT) {
        viewport.native_pixels_per_point = Some(options.scale);
    }
    let nodes = Cell::new(Vec::new());
    let layer = LayerId::background();
    let mut output = ctx.run_ui(raw, |ui| {
        let still = Still::of(ui.ctx(), input, options.only);
        let painter = Painter::new(ui.ctx().clone(), layer, Rect::EVERYTHING);
        nodes.set(still.paint(input, &painter));
    });
    // Nobody shows the glyphs on a screen.
    output.textures_delta.clear();
    (output.shapes, nodes.into_inner())
}

/// What can be seen of a shape.
fn visible(clipped: &ClippedShape) -> Rect {
    clipped
        .shape
        .visual_bounding_rect()
        .intersect(clipped.clip_rect)
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
