//! The fonts of pictures: those of the window, in a context without a window, and the outlines of icons.

use std::sync::Arc;

use egui::{Context, Theme};
use egui_system_font_provider::SystemFontProvider;

use crate::{icons, theme};

/// The maximum width and height of the glyph atlas. Thousands of Chinese characters at a large scale need a large one.
pub const MAX_TEXTURE_SIDE: usize = 16_384;

/// A context that lays out text as the window does in this theme: light text is antialiased differently than dark text.
pub fn context(theme: Theme) -> Context {
    let ctx = Context::default();
    ctx.set_theme(theme);
    icons::install(&ctx);
    theme::install(&ctx);
    // As `eframe` does for windows.
    ctx.add_font_provider(Arc::new(SystemFontProvider::new()));
    ctx
}
