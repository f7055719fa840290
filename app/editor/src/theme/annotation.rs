//! The colors of notes and groups. There are few, each with a meaning, identified by the names stored in documents.

use egui::Color32;

use super::Theme;

/// A color that a note or group can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnnotationColor {
    /// Its name in documents; empty for the default.
    pub name: &'static str,
    /// The text key of its meaning.
    pub text_key: &'static str,
}

/// All colors, the default first.
pub const ANNOTATION_COLORS: [AnnotationColor; 6] = [
    color("", "annotation.color.yellow"),
    color("blue", "annotation.color.blue"),
    color("green", "annotation.color.green"),
    color("red", "annotation.color.red"),
    color("violet", "annotation.color.violet"),
    color("gray", "annotation.color.gray"),
];

const fn color(name: &'static str, text_key: &'static str) -> AnnotationColor {
    AnnotationColor { name, text_key }
}

impl Theme {
    /// The full color of a note or group, for its border and its sample in menus. An unknown name gives the default.
    pub fn annotation(&self, name: &str) -> Color32 {
        match name {
            "blue" => self.accent,
            "green" => self.success,
            "red" => self.error,
            "violet" => self.interrupted,
            "gray" | "grey" => self.inactive,
            _ => self.running,
        }
    }

    /// The body of a note; text on it is legible.
    pub fn note_fill(&self, name: &str) -> Color32 {
        let strength = if self.dark { 0.26 } else { 0.2 };
        Self::tint(self.card_fill, self.annotation(name), strength)
    }

    /// The inside of a group; cards stand out from it.
    pub fn group_fill(&self, name: &str) -> Color32 {
        Self::tint(self.background, self.annotation(name), 0.08)
    }

    /// The title strip of a group.
    pub fn group_title(&self, name: &str) -> Color32 {
        Self::tint(self.background, self.annotation(name), 0.2)
    }
}

#[cfg(test)]
mod tests {
    use super::super::contrast;
    use super::*;

    #[test]
    fn text_on_notes_and_groups_is_legible_in_all_themes() {
        for theme in Theme::all() {
            for color in ANNOTATION_COLORS {
                for surface in [theme.note_fill(color.name), theme.group_title(color.name)] {
                    let found = contrast(theme.text, surface);
                    assert!(found >= theme.text_contrast, "{} {found}", color.name);
                }
            }
        }
    }

    #[test]
    fn an_unknown_color_looks_like_the_default() {
        let theme = Theme::dark();
        assert_eq!(theme.annotation("mauve"), theme.annotation(""));
    }
}
