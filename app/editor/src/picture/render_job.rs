//! Renders a picture of the current document and run on a background thread, so that no frame waits for it. Does not know what the picture
//! is used for.

use std::sync::Arc;

use egui::ColorImage;
use treewright_core::diagnostic::Problems;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::host::job::{CancelToken, Job, JobEnd};
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::{RunSnapshot, RunView};

use super::{Options, Picture, PictureDrawing, Side, TooLarge};
use crate::action::{MAX_SIDE, PictureChoice, PictureKind};

/// A copy of everything that is drawn.
pub struct PictureSubject {
    pub document: Document,
    pub library: Arc<NodeLibrary>,
    pub texts: Texts,
    /// Shows only the branches of these nodes; everything if empty.
    pub only: Vec<NodeId>,
    pub diagnostics: Problems,
    /// The moment of the run.
    pub run: Option<RunSnapshot>,
    /// Whether trees grow to the right.
    pub left_to_right: bool,
    /// What is shown of the run besides node states.
    pub canvas: CanvasOptions,
}

impl PictureSubject {
    fn side<'a>(&'a self, options: Options<'a>) -> Side<'a> {
        Side {
            document: &self.document,
            library: &self.library,
            caption: "",
            options,
        }
    }
}

/// The output of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureOutput {
    File(PictureKind),
    Clipboard,
}

/// A rendered picture.
pub enum RenderedPicture {
    /// The bytes of a file.
    File(Vec<u8>),
    Image(ColorImage),
}

/// Why a picture was not rendered.
#[derive(Clone, Debug, PartialEq)]
pub enum RenderError {
    /// Nothing to draw.
    Nothing,
    TooLarge(TooLarge),
    /// The job ended without a result.
    Ended(JobEnd),
}

/// A picture that is being rendered.
pub struct RenderJob(Job<Result<RenderedPicture, RenderError>>);

impl RenderJob {
    /// Starts rendering. `wake` is called when the result is ready.
    pub fn begin(
        subject: PictureSubject,
        choice: PictureChoice,
        purpose: PictureOutput,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let job = Job::begin("picture", wake, move |work| {
            Some(make(&subject, choice, purpose, &work.stop))
        });
        Self(job)
    }

    /// Whether the result is ready.
    pub fn is_ready(&self) -> bool {
        self.0.is_ready()
    }

    /// Waits for the result.
    ///
    /// # Errors
    /// If the picture could not be rendered.
    pub fn take_at_last(&self) -> Result<RenderedPicture, RenderError> {
        flatten(self.0.wait())
    }
}

fn flatten(
    made: Result<Result<RenderedPicture, RenderError>, JobEnd>,
) -> Result<RenderedPicture, RenderError> {
    made.unwrap_or_else(|ended| Err(RenderError::Ended(ended)))
}

fn make(
    subject: &PictureSubject,
    choice: PictureChoice,
    purpose: PictureOutput,
    stop: &CancelToken,
) -> Result<RenderedPicture, RenderError> {
    on_purpose::panic_at("picture");
    let options = Options {
        dark: choice.dark,
        transparent: choice.transparent,
        scale: if purpose == PictureOutput::File(PictureKind::Svg) {
            1.0
        } else {
            choice.scale
        },
        left_to_right: subject.left_to_right,
        only: &subject.only,
        diagnostics: Some(&subject.diagnostics),
        run: subject.run.as_ref().map(|run| run as &dyn RunView),
        marks: None,
        canvas: subject.canvas,
    };
    let sides = [subject.side(options)];
    let sketch = PictureDrawing::of(&sides, &subject.texts).map_err(|_| RenderError::Nothing)?;
    let sketch = sketch.stopped_by(stop);
    match purpose {
        PictureOutput::File(PictureKind::Svg) => Ok(RenderedPicture::File(sketch.to_svg())),
        PictureOutput::File(PictureKind::Png) => sketch
            .into_png()
            .map(RenderedPicture::File)
            .map_err(RenderError::TooLarge),
        PictureOutput::Clipboard => {
            // The clipboard has no scale setting; use the largest scale that is allowed.
            let max_scale = max_copied_scale(sketch.area().size());
            if max_scale >= options.scale {
                return image(&sketch.whole());
            }
            let sides = [subject.side(Options {
                scale: max_scale,
                ..options
            })];
            let sketch =
                PictureDrawing::of(&sides, &subject.texts).map_err(|_| RenderError::Nothing)?;
            image(&sketch.stopped_by(stop).whole())
        }
    }
}

fn image(picture: &Picture) -> Result<RenderedPicture, RenderError> {
    picture
        .to_image()
        .map(RenderedPicture::Image)
        .map_err(RenderError::TooLarge)
}

/// The largest scale at which a drawing of this size is copied: other programs load clipboard images completely into memory.
fn max_copied_scale(size: egui::Vec2) -> f32 {
    /// The maximum number of pixels.
    const MAX_PIXELS: f32 = 40.0e6;
    let by_side = (MAX_SIDE as f32 - 2.0) / size.max_elem();
    by_side.min((MAX_PIXELS / (size.x * size.y)).sqrt())
}
