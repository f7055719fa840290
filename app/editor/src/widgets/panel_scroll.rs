//! The scrolled contents of a docked panel.

use egui::ScrollArea;

/// Fills the rest of a panel, however low that is. egui's own scroll area is at least 64 points high: in a lower panel, its last lines could
/// not be scrolled to.
pub fn panel_scroll() -> ScrollArea {
    ScrollArea::vertical()
        .auto_shrink(false)
        .min_scrolled_height(0.0)
}
