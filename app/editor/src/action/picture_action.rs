//! Actions that export pictures of the active document.

/// The largest width and height of a PNG image, in pixels.
pub const MAX_SIDE: usize = 16_384;

/// The file format of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureKind {
    /// Lines and text.
    #[default]
    Svg,
    /// Pixels.
    Png,
}

impl PictureKind {
    /// The file name extension, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

/// The options of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "independent switches")]
pub struct PictureChoice {
    pub kind: PictureKind,
    /// Only the selected subtrees.
    pub part: bool,
    /// Uses the dark theme.
    pub dark: bool,
    /// Leaves out the background.
    pub transparent: bool,
    /// Shows node states of the current moment of the run.
    pub run: bool,
    /// Pixels per canvas unit.
    pub scale: f32,
}

impl Default for PictureChoice {
    fn default() -> Self {
        Self {
            kind: PictureKind::Svg,
            part: false,
            dark: false,
            transparent: false,
            run: true,
            scale: 2.0,
        }
    }
}

/// Actions on pictures.
#[derive(Clone, Copy, Debug)]
pub enum PictureAction {
    /// Opens the picture window.
    Ask,
    /// Closes the picture window.
    Close,
    /// Asks for a path, and writes the picture there.
    Save(PictureChoice),
    /// Copies a picture to the clipboard; `None` copies the selection, or everything, in the current theme.
    Copy(Option<PictureChoice>),
}
