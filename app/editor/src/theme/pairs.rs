//! Checks the contrast of every pair of foreground and background in use: text at least 4.5 to 1, with high contrast 7 to 1, icons and shapes at least 3
//! to 1, in all themes.

use egui::Color32;
use treewright_core::category::Category;
use treewright_core::model::NodeDeclaration;
use treewright_session::workspace::run_view::NodeState;

use super::{ANNOTATION_COLORS, MAX_GLOW, Theme, contrast};

const SIGN: f32 = 3.0;

const STATES: [NodeState; 4] = [
    NodeState::Running,
    NodeState::Success,
    NodeState::Failure,
    NodeState::Interrupted,
];

fn check(what: &str, theme: &Theme, front: Color32, behind: Color32, least: f32) {
    let found = contrast(front, behind);
    let (dark, high) = (theme.dark, theme.text_contrast);
    assert!(found >= least, "{what}: {found:.2}, dark: {dark}, {high}");
}

fn in_all(look: impl Fn(&Theme)) {
    for theme in Theme::all() {
        look(&theme);
    }
}

/// All fills of a card: normal, hovered, selected, and tinted by each state.
fn card_fills(theme: &Theme) -> Vec<Color32> {
    let at_rest = [theme.card_fill, theme.card_hovered];
    let mut fills = at_rest.to_vec();
    for fill in at_rest {
        fills.extend(STATES.map(|state| Theme::tint(fill, theme.status_sign(state), MAX_GLOW)));
        fills.push(Theme::tint(fill, theme.abort_scope, MAX_GLOW));
    }
    fills.extend(at_rest.map(|fill| Theme::tint(fill, theme.selection, 0.08)));
    fills
}

#[test]
fn card_titles_and_icons_are_legible_in_every_state() {
    in_all(|theme| {
        for fill in card_fills(theme) {
            check("title", theme, theme.text, fill, theme.text_contrast);
            check("parameter", theme, theme.muted, fill, theme.text_contrast);
            check(
                "abort type",
                theme,
                theme.abort_scope,
                fill,
                theme.text_contrast,
            );
            for color in header_colors(theme) {
                let header = theme.header(fill, color, 1.0);
                check(
                    "title on header",
                    theme,
                    theme.text,
                    header,
                    theme.text_contrast,
                );
                let icon = theme.header_icon(header, color);
                check("icon on header", theme, icon, header, SIGN);
                check("band", theme, header, fill, 1.15);
            }
        }
        check(
            "disabled",
            theme,
            theme.muted,
            theme.card_faded,
            theme.text_contrast,
        );
    });
}

/// The colors of categories and some that node types declare.
fn header_colors(theme: &Theme) -> Vec<Color32> {
    let own = ["#ffffff", "#000000", "#ffff00", "#c0503c"].map(|color| {
        let mut declaration = NodeDeclaration::new("Shoot", Category::Action);
        declaration.color = Some(color.into());
        theme.node_type_color(&declaration)
    });
    let categories = Category::ALL.map(|category| theme.category(Some(category)));
    categories.into_iter().chain(own).collect()
}

#[test]
fn running_is_lively_and_its_signs_stand_out() {
    in_all(|theme| {
        let sign = theme.status_sign(NodeState::Running);
        for behind in [theme.background, theme.panel, theme.card_fill] {
            check("running", theme, sign, behind, SIGN);
        }
        let motion = theme.motion();
        // Quiet, but visible.
        check("motion on a wire", theme, motion, sign, 1.25);
        // Brown is a dark orange.
        let brightest = sign.r().max(sign.g()).max(sign.b());
        assert!(brightest > 200, "{sign:?}");
    });
}

#[test]
fn placeholders_are_legible_but_dimmer_than_values() {
    in_all(|theme| {
        for surface in [theme.field, theme.panel, theme.raised] {
            check(
                "placeholder",
                theme,
                theme.placeholder,
                surface,
                theme.text_contrast,
            );
        }
        let dimmer = contrast(theme.placeholder, theme.field) * 1.6;
        check("value", theme, theme.text, theme.field, dimmer);
    });
}

#[test]
fn badge_icons_stand_out() {
    in_all(|theme| {
        for state in STATES {
            let badge = theme.status(state);
            check("state", theme, theme.background, badge, theme.text_contrast);
            check("badge", theme, badge, theme.background, SIGN);
            // The minimap shows these colors directly on a panel.
            check("minimap", theme, badge, theme.panel, SIGN);
        }
        let abort = theme.abort_scope;
        check("abort", theme, theme.background, abort, theme.text_contrast);
        check(
            "order",
            theme,
            theme.muted,
            theme.card_fill,
            theme.text_contrast,
        );
    });
}

#[test]
fn note_and_group_borders_are_visible() {
    in_all(|theme| {
        for color in ANNOTATION_COLORS {
            let rim = theme.annotation(color.name);
            check(color.name, theme, rim, theme.background, SIGN);
            let inside = theme.group_fill(color.name);
            check("wire in a group", theme, theme.wire, inside, 2.5);
            check(
                "title of a group",
                theme,
                theme.text,
                inside,
                theme.text_contrast,
            );
        }
    });
}

#[test]
fn text_is_legible_on_rows_marks_and_fields() {
    in_all(|theme| {
        let hovered = Theme::tint(theme.panel, theme.text, 0.07);
        for behind in [theme.selection_fill, hovered] {
            for front in [theme.text, theme.muted] {
                check("row", theme, front, behind, theme.text_contrast);
            }
            for state in STATES {
                check("state", theme, theme.status(state), behind, SIGN);
            }
        }
        check(
            "found",
            theme,
            theme.text,
            theme.search_match(),
            theme.text_contrast,
        );
        check(
            "placeholder",
            theme,
            theme.muted,
            theme.field,
            theme.text_contrast,
        );
        // WCAG sets no minimum for disabled widgets, but they should still be visible.
        let visuals = theme.visuals();
        let disabled = theme
            .raised
            .lerp_to_gamma(theme.text, visuals.disabled_alpha);
        check("disabled", theme, disabled, theme.raised, 2.0);
    });
}
