//! What can be asked of pictures of the document in front.

/// The most pixels that a picture of pixels can have either way.
pub const MAX_SIDE: usize = 16_384;

/// What a picture is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureKind {
    /// Lines and text.
    #[default]
    Svg,
    /// Pixels.
    Png,
}

impl PictureKind {
    /// How the names of such files end, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

/// What a user wants to see in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent switch"
)]
pub struct PictureChoice {
    /// What it is.
    pub kind: PictureKind,
    /// Only what is selected, with all below it.
    pub part: bool,
    /// In the dark theme.
    pub dark: bool,
    /// Nothing lies behind the tree.
    pub transparent: bool,
    /// With what nodes do at the moment of the run that is shown.
    pub run: bool,
    /// How many pixels a unit of the canvas takes.
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

/// Pictures.
#[derive(Clone, Copy, Debug)]
pub enum PictureAction {
    /// Opens the window that asks what is to be seen.
    Ask,
    /// Closes it.
    Close,
    /// Asks for a path, and writes a picture there.
    Save(PictureChoice),
    /// Puts a picture on the clipboard: this one, or of what is selected, or of everything, as the window looks.
    Copy(Option<PictureChoice>),
}
