//! A button that is only an icon. Its name is shown in the tooltip and read by screen readers.

use egui::{Button, Color32, Response, RichText, Ui};

use crate::icons;
use crate::theme::{Theme, space, text_size};

pub struct IconButton<'a> {
    icon: &'a str,
    name: &'a str,
    hint: &'a str,
    description: &'a str,
    disabled_reason: &'a str,
    color: Option<Color32>,
    enabled: bool,
    selected: Option<bool>,
    size: f32,
}

impl<'a> IconButton<'a> {
    pub fn new(icon: &'a str, name: &'a str) -> Self {
        Self {
            icon,
            name,
            hint: "",
            description: "",
            disabled_reason: "",
            color: None,
            enabled: true,
            selected: None,
            size: text_size::ICON,
        }
    }

    /// Text after the name in the tooltip, usually a shortcut.
    #[must_use]
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    /// The tooltip, if it says more than the name.
    #[must_use]
    pub fn description(mut self, description: &'a str) -> Self {
        self.description = description;
        self
    }

    /// Added to the tooltip while the button is disabled: the reason.
    #[must_use]
    pub fn disabled_reason(mut self, disabled_reason: &'a str) -> Self {
        self.disabled_reason = disabled_reason;
        self
    }

    #[must_use]
    pub fn color(mut self, color: Color32) -> Self {
        self.color = Some(color);
        self
    }

    #[must_use]
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    /// Makes the button a switch, and says whether it is on.
    #[must_use]
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = Some(selected);
        self
    }

    /// A smaller button, for use beside text.
    #[must_use]
    pub fn small(mut self) -> Self {
        self.size = 15.0;
        self
    }

    pub fn show(self, ui: &mut Ui) -> Response {
        let mut text = icons::text(self.icon).size(self.size);
        if let Some(color) = self.color.filter(|_| self.enabled) {
            text = text.color(color);
        }
        let mut button = Button::new(text)
            .frame_when_inactive(self.selected == Some(true))
            .min_size(egui::Vec2::splat(self.size + 8.0));
        if let Some(selected) = self.selected {
            button = button.selected(selected);
        }
        let about = if self.description.is_empty() {
            self.name
        } else {
            self.description
        };
        let tooltip = if self.hint.is_empty() {
            about.to_owned()
        } else {
            format!("{about}  ({})", self.hint)
        };
        let disabled = if self.disabled_reason.is_empty() {
            tooltip.clone()
        } else {
            format!("{tooltip}\n{}", self.disabled_reason)
        };
        let response = ui.scope(|ui| {
            if self.size < text_size::ICON {
                ui.spacing_mut().button_padding.x = space::XS;
            }
            ui.add_enabled(self.enabled, button)
        });
        let response = response.inner.accessible_name(self.name);
        if !self.description.is_empty() {
            ui.ctx().accesskit_node_builder(response.id, |node| {
                node.set_description(self.description);
            });
        }
        response
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
