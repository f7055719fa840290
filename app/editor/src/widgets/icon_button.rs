//! A button that is only an icon; its name is in the tooltip and for screen readers.

use egui::{Button, Color32, Response, RichText, Ui};

use crate::icons;
use crate::theme::{Theme, text_size};

/// An icon that can be pressed.
pub struct IconButton<'a> {
    icon: &'a str,
    name: &'a str,
    hint: &'a str,
    why_not: &'a str,
    color: Option<Color32>,
    enabled: bool,
    selected: bool,
    size: f32,
}

impl<'a> IconButton<'a> {
    /// A button of this icon, called `name`.
    pub fn new(icon: &'a str, name: &'a str) -> Self {
        Self {
            icon,
            name,
            hint: "",
            why_not: "",
            color: None,
            enabled: true,
            selected: false,
            size: text_size::ICON,
        }
    }

    /// What follows the name in the tooltip: a shortcut, as a rule.
    #[must_use]
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    /// What the tooltip adds while it cannot be pressed.
    #[must_use]
    pub fn why_not(mut self, why_not: &'a str) -> Self {
        self.why_not = why_not;
        self
    }

    /// The color of the icon.
    #[must_use]
    pub fn color(mut self, color: Color32) -> Self {
        self.color = Some(color);
        self
    }

    /// Whether it can be pressed.
    #[must_use]
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// Whether it stands for something that is switched on.
    #[must_use]
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = selected;
        self
    }

    /// A smaller button, for use beside text.
    #[must_use]
    pub fn small(mut self) -> Self {
        self.size = 15.0;
        self
    }

    /// Draws it.
    pub fn show(self, ui: &mut Ui) -> Response {
        let mut text = icons::text(self.icon).size(self.size);
        if let Some(color) = self.color.filter(|_| self.enabled) {
            text = text.color(color);
        }
        let button = Button::new(text)
            .selected(self.selected)
            .frame_when_inactive(self.selected)
            .min_size(egui::Vec2::splat(self.size + 8.0));
        let tooltip = if self.hint.is_empty() {
            self.name.to_owned()
        } else {
            format!("{}  ({})", self.name, self.hint)
        };
        let disabled = if self.why_not.is_empty() {
            tooltip.clone()
        } else {
            format!("{tooltip}\n{}", self.why_not)
        };
        ui.add_enabled(self.enabled, button)
            .accessible_name(self.name)
            .on_hover_text(tooltip)
            .on_disabled_hover_text(disabled)
    }
}

/// A small heading above a group of fields.
pub fn caption(ui: &mut Ui, theme: &Theme, text: &str) -> Response {
    ui.label(
        RichText::new(text)
            .size(text_size::SMALL)
            .color(theme.muted),
    )
}
