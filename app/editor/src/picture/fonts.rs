//! The fonts of pictures: those of the window, in a context without one, and the outlines of icons.

use std::sync::Arc;

use egui::{Context, Theme};
use egui_system_font_provider::SystemFontProvider;

use crate::{icons, theme};

/// How wide and high the image of all glyphs may become; thousands of Chinese characters at a large scale need much.
pub const MAX_TEXTURE_SIDE: usize = 16_384;

/// A context that lays text out as the window does in this theme: light text needs other edges than dark.
pub fn context(theme: Theme) -> Context {
    let ctx = Context::default();
    ctx.set_theme(theme);
    icons::install(&ctx);
    theme::install(&ctx);
    // As `eframe` does for windows.
    ctx.add_font_provider(Arc::new(SystemFontProvider::new()));
    ctx
}
