//! Makes a picture beside the window's thread, so that no frame waits for it, of what the document and its run are now. Knows nothing of
//! where the picture goes.

use std::sync::Arc;

use egui::ColorImage;
use treewright_core::diagnostic::Problems;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_session::canvas_options::CanvasOptions;
use treewright_session::host::job::{Ended, Job, Stop};
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::{RunStill, RunView};

use super::{Options, Picture, Side, Sketch, TooLarge};
use crate::action::{MAX_SIDE, PictureChoice, PictureKind};

/// What is drawn, as it is now.
pub struct Subject {
    /// The document.
    pub document: Document,
    /// The kinds of nodes.
    pub library: Arc<NodeLibrary>,
    /// The language.
    pub texts: Texts,
    /// What hangs below these nodes is shown; everything if there are none.
    pub only: Vec<NodeId>,
    /// What is wrong with the document.
    pub diagnostics: Problems,
    /// The moment of the run.
    pub run: Option<RunStill>,
    /// Trees grow to the right.
    pub left_to_right: bool,
    /// What of the run is shown besides what nodes do.
    pub canvas: CanvasOptions,
}

impl Subject {
    fn side<'a>(&'a self, options: Options<'a>) -> Side<'a> {
        Side {
            document: &self.document,
            library: &self.library,
            caption: "",
            options,
        }
    }
}

/// What is made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A file.
    File(PictureKind),
    /// The clipboard.
    Clipboard,
}

/// What came of it.
pub enum Made {
    /// The bytes of a file.
    File(Vec<u8>),
    /// An image.
    Image(ColorImage),
}

/// Why nothing came of it.
#[derive(Clone, Debug, PartialEq)]
pub enum NotMade {
    /// There is nothing to draw.
    Nothing,
    /// It has too many pixels.
    TooLarge(TooLarge),
    /// It was not made to the end.
    Ended(Ended),
}

/// A picture that is being made.
pub struct Making(Job<Result<Made, NotMade>>);

impl Making {
    /// Begins; `wake` is called when there is something to take.
    pub fn begin(
        subject: Subject,
        choice: PictureChoice,
        purpose: Purpose,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        let job = Job::begin("picture", wake, move |work| {
            Some(make(&subject, choice, purpose, &work.stop))
        });
        Self(job)
    }

    /// Whether it is there.
    pub fn is_ready(&self) -> bool {
        self.0.is_ready()
    }

    /// What came of it, however long that takes.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub fn take_at_last(&self) -> Result<Made, NotMade> {
        flat(self.0.take_at_last())
    }
}

fn flat(made: Result<Result<Made, NotMade>, Ended>) -> Result<Made, NotMade> {
    made.unwrap_or_else(|ended| Err(NotMade::Ended(ended)))
}

fn make(
    subject: &Subject,
    choice: PictureChoice,
    purpose: Purpose,
    stop: &Stop,
) -> Result<Made, NotMade> {
    on_purpose::panic_at("picture");
    let options = Options {
        dark: choice.dark,
        transparent: choice.transparent,
        scale: if purpose == Purpose::File(PictureKind::Svg) {
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
    let sketch = Sketch::of(&sides, &subject.texts).map_err(|_| NotMade::Nothing)?;
    let sketch = sketch.stopped_by(stop);
    match purpose {
        Purpose::File(PictureKind::Svg) => Ok(Made::File(sketch.to_svg())),
        Purpose::File(PictureKind::Png) => {
            sketch.into_png().map(Made::File).map_err(NotMade::TooLarge)
        }
        Purpose::Clipboard => {
            // Nobody was asked for a scale, so one is found at which it can be had.
            let most = copied_at_most(sketch.area().size());
            if most >= options.scale {
                return image(&sketch.whole());
            }
            let sides = [subject.side(Options {
                scale: most,
                ..options
            })];
            let sketch = Sketch::of(&sides, &subject.texts).map_err(|_| NotMade::Nothing)?;
            image(&sketch.stopped_by(stop).whole())
        }
    }
}

fn image(picture: &Picture) -> Result<Made, NotMade> {
    picture
        .to_image()
        .map(Made::Image)
        .map_err(NotMade::TooLarge)
}

/// The largest scale at which a drawing of this size is put on the clipboard: programs take it whole into memory.
fn copied_at_most(size: egui::Vec2) -> f32 {
    /// So many pixels.
    const MOST: f32 = 40.0e6;
    let by_side = (MAX_SIDE as f32 - 2.0) / size.max_elem();
    by_side.min((MOST / (size.x * size.y)).sqrt())
}
