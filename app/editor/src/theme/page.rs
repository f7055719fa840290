//! Tests that a shared page has the colors of the editor.

use super::Theme;

/// The colors of a theme that the page names, by their names there.
fn named(theme: &Theme) -> Vec<(&'static str, egui::Color32)> {
    vec![
        ("background", theme.background),
        ("panel", theme.panel),
        ("field", theme.field),
        ("separator", theme.separator),
        ("card", theme.card_fill),
        ("card-outline", theme.card_outline),
        ("card-faded", theme.card_faded),
        ("text", theme.text),
        ("muted", theme.muted),
        ("accent", theme.accent),
        ("on-accent", theme.on_accent),
        ("wire", theme.wire),
        ("selection-fill", theme.selection_fill),
        ("error", theme.error),
        ("abort", theme.abort_scope),
        ("warning", theme.warning),
        ("running", theme.running),
        ("success", theme.success),
        ("failure", theme.failure),
        ("interrupted", theme.interrupted),
        ("composite", theme.composite),
        ("decorator", theme.decorator),
        ("conditional", theme.conditional),
        ("action", theme.action),
        ("missing", theme.missing),
    ]
}

#[test]
fn a_shared_page_has_the_colors_of_the_editor() {
    let style = include_str!("../../../../assets/page/page.css");
    let (light, dark) = style.split_once(":root.dark").unwrap();
    let (dark, _) = dark.split_once('}').unwrap();
    for (part, theme) in [(light, Theme::light()), (dark, Theme::dark())] {
        for (name, color) in named(&theme) {
            let [r, g, b, _] = color.to_array();
            let line = format!("--{name}: #{r:02x}{g:02x}{b:02x};");
            assert!(part.contains(&line), "{line}");
        }
    }
}
