//! Tests that text and icons are legible, and that derived colors are computed correctly.

use super::*;

#[test]
fn node_type_colors_stand_out_in_all_themes() {
    let mut declaration = NodeDeclaration::new("Shoot", Category::Action);
    let theme = Theme::dark();
    assert_eq!(theme.node_type_color(&declaration), theme.action);
    for color in ["red", "#12345", "#1234567", "#12345g", "#+12345"] {
        declaration.color = Some(color.into());
        assert_eq!(theme.node_type_color(&declaration), theme.action, "{color}");
    }
    for color in ["#000000", "#ffffff", "#808080", "#c0503c"] {
        declaration.color = Some(color.into());
        for theme in Theme::all() {
            let shown = theme.node_type_color(&declaration);
            assert!(contrast(shown, theme.card_fill) >= 3.0, "{color} {shown:?}");
        }
    }
    declaration.color = Some("#c0503c".into());
    assert_eq!(Theme::light().node_type_color(&declaration), rgb(0xc0_503c));
}

#[test]
fn text_is_legible_on_every_surface() {
    for theme in Theme::all() {
        let surfaces = [
            ("background", theme.background),
            ("panel", theme.panel),
            ("raised", theme.raised),
            ("field", theme.field),
            ("card", theme.card_fill),
            ("faded card", theme.card_faded),
            ("hovered card", theme.card_hovered),
        ];
        let texts = [
            ("text", theme.text),
            ("muted", theme.muted),
            ("accent", theme.accent),
            ("warning", theme.warning),
            ("error", theme.error),
            ("running", theme.running),
            ("success", theme.success),
            ("failure", theme.failure),
            ("interrupted", theme.interrupted),
            ("inactive", theme.inactive),
            ("composite", theme.composite),
            ("decorator", theme.decorator),
            ("conditional", theme.conditional),
            ("action", theme.action),
        ];
        for (surface, behind) in surfaces {
            for (text, color) in texts {
                let ratio = contrast(color, behind);
                assert!(
                    ratio >= theme.text_contrast,
                    "{text} on {surface}: {ratio:.2}, dark: {}",
                    theme.dark
                );
            }
        }
        assert!(contrast(theme.on_accent, theme.accent) >= theme.text_contrast);
        // On a selected row, on a button in each of its states, and on a hovered row.
        let visuals = theme.visuals();
        let widgets = visuals.widgets;
        for behind in [
            theme.selection_fill,
            widgets.inactive.weak_bg_fill,
            widgets.hovered.weak_bg_fill,
            widgets.active.weak_bg_fill,
            widgets.open.weak_bg_fill,
            Theme::tint(theme.panel, theme.text, 0.07),
        ] {
            for color in [theme.text, theme.muted] {
                let ratio = contrast(color, behind);
                assert!(
                    ratio >= theme.text_contrast,
                    "{color:?} on {behind:?}: {ratio:.2}"
                );
            }
        }
    }
}

#[test]
fn icons_and_borders_with_a_meaning_stand_out() {
    for theme in Theme::all() {
        let surfaces = [theme.background, theme.panel, theme.raised, theme.card_fill];
        let signs = [
            ("selection", theme.selection),
            ("focus", theme.accent),
            ("breakpoint", theme.breakpoint),
            ("abort", theme.abort_scope),
            ("missing", theme.missing),
        ];
        for behind in surfaces {
            for (sign, color) in signs {
                let ratio = contrast(color, behind);
                assert!(ratio >= 3.0, "{sign} on {behind:?}: {ratio:.2}");
            }
        }
        let wire = contrast(theme.wire, theme.background);
        assert!(wire >= 3.0, "wire: {wire:.2}, dark: {}", theme.dark);
    }
}

#[test]
fn every_state_has_its_own_icon() {
    let states = [
        NodeState::Idle,
        NodeState::Running,
        NodeState::Success,
        NodeState::Failure,
        NodeState::Interrupted,
    ];
    for a in states {
        assert!(crate::icons::NAMES.contains(&status_icon(a)));
        for b in states {
            assert_eq!(a == b, status_icon(a) == status_icon(b));
        }
    }
}

#[test]
fn with_high_contrast_all_borders_are_visible() {
    let theme = Theme::high_contrast();
    let surfaces = [
        theme.background,
        theme.panel,
        theme.raised,
        theme.field,
        theme.card_fill,
    ];
    let visuals = theme.visuals();
    let widgets = &visuals.widgets;
    let borders = [
        ("separator", theme.separator),
        ("card", theme.card_outline),
        ("wire", theme.wire),
        ("chosen row", theme.row_outline().color),
        ("window", visuals.window_stroke.color),
        ("frame", widgets.noninteractive.bg_stroke.color),
        ("button", widgets.inactive.bg_stroke.color),
        ("hovered button", widgets.hovered.bg_stroke.color),
        ("pressed button", widgets.active.bg_stroke.color),
        ("open button", widgets.open.bg_stroke.color),
    ];
    for behind in surfaces {
        for (border, color) in borders {
            let ratio = contrast(color, behind);
            assert!(ratio >= 3.0, "{border} on {behind:?}: {ratio:.2}");
        }
    }
    assert!(theme.row_outline().width > 0.0);
}

#[test]
fn the_chosen_theme_is_the_shown_one() {
    let ctx = egui::Context::default();
    for (choice, expected) in [
        (ThemeChoice::HighContrast, Theme::high_contrast()),
        (ThemeChoice::Light, Theme::light()),
        (ThemeChoice::HighContrast, Theme::high_contrast()),
        (ThemeChoice::Dark, Theme::dark()),
    ] {
        choose(&ctx, choice);
        let mut shown = None;
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| shown = Some(Theme::of(ui)));
        output.textures_delta.clear();
        assert_eq!(shown, Some(expected), "{choice:?}");
    }
}
