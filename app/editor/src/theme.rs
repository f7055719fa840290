//! Design tokens for dark, light and high contrast: colors, sizes, spacing. The only file that constructs colors.

mod annotation;
mod heat;
#[cfg(test)]
mod page;
#[cfg(test)]
mod pairs;

pub use annotation::{ANNOTATION_COLORS, AnnotationColor};
use egui::{
    Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, ThemePreference,
    Visuals,
};
use treewright_core::category::Category;
use treewright_core::diagnostic::Severity;
use treewright_core::model::NodeDeclaration;
use treewright_session::settings::ThemeChoice;
use treewright_session::workspace::run_view::NodeState;

/// Shows the window in a theme. egui knows two: high contrast takes the place of the dark one.
pub fn choose(ctx: &egui::Context, choice: ThemeChoice) {
    let (dark, preference) = match choice {
        ThemeChoice::Dark => (Theme::dark(), ThemePreference::Dark),
        ThemeChoice::HighContrast => (Theme::high_contrast(), ThemePreference::Dark),
        ThemeChoice::Light => (Theme::dark(), ThemePreference::Light),
        ThemeChoice::System => (Theme::dark(), ThemePreference::System),
    };
    ctx.set_visuals_of(egui::Theme::Dark, dark.visuals());
    ctx.set_theme(preference);
}

/// Colors by meaning. The text colors have a contrast of at least `text_contrast` on every surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    pub dark: bool,
    /// The least contrast of text, as WCAG requires it: 4.5 (AA), or 7 (AAA) with high contrast.
    text_contrast: f32,
    /// Behind the canvas.
    pub background: Color32,
    /// Dots of the canvas grid.
    pub grid: Color32,
    /// Behind panels and bars.
    pub panel: Color32,
    /// Behind raised surfaces: menus, windows, tooltips, buttons.
    pub raised: Color32,
    /// Behind text fields.
    pub field: Color32,
    /// Separator lines.
    pub separator: Color32,
    /// The body of a node card.
    pub card_fill: Color32,
    /// The border of a node card.
    pub card_outline: Color32,
    /// The body of a hovered node card.
    pub card_hovered: Color32,
    /// The body of a card whose node is disabled or unconnected.
    pub card_faded: Color32,
    pub text: Color32,
    /// Less important text: hints, units, second lines.
    pub muted: Color32,
    /// What an empty field shows in place of a value.
    placeholder: Color32,
    /// Interactive and foreground elements.
    pub accent: Color32,
    /// Text on accent.
    pub on_accent: Color32,
    /// A wire outside of a run.
    pub wire: Color32,
    /// The outline of selected elements.
    pub selection: Color32,
    /// Behind selected rows, and inside a selection box.
    pub selection_fill: Color32,
    /// Probably a mistake.
    pub warning: Color32,
    /// Cannot work.
    pub error: Color32,
    pub breakpoint: Color32,
    /// The reach of an abort, painted over cards.
    pub abort_scope: Color32,
    /// The shadow below floating elements.
    pub shadow: Color32,
    /// A running node, as text.
    pub running: Color32,
    /// A running node, as a shape: livelier than what is legible as text.
    running_sign: Color32,
    /// A node that succeeded.
    pub success: Color32,
    /// A node that failed.
    pub failure: Color32,
    /// An interrupted node.
    pub interrupted: Color32,
    /// A node that did not run.
    pub inactive: Color32,
    composite: Color32,
    decorator: Color32,
    conditional: Color32,
    action: Color32,
    missing: Color32,
}

/// The meaning of a mark on a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tone {
    Added,
    Removed,
    Changed,
    Moved,
    /// Both sides of a merge changed it differently.
    Conflict,
}

/// The color that a node type declares for its cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnColor(u32);

impl OwnColor {
    /// The color of a node type, if it declares one as `#rrggbb`.
    pub fn of(declaration: &NodeDeclaration) -> Option<Self> {
        Self::parse(declaration.color.as_deref()?)
    }

    /// The color that is written as `#rrggbb`.
    pub fn parse(color: &str) -> Option<Self> {
        let digits = color.strip_prefix('#')?;
        let is_whole = digits.len() == 6 && digits.bytes().all(|b| b.is_ascii_hexdigit());
        let code = u32::from_str_radix(digits, 16).ok();
        code.filter(|_| is_whole).map(Self)
    }
}

/// The relative luminance of a color, as WCAG defines it for contrast.
fn luminance(color: Color32) -> f32 {
    let linear = |channel: u8| {
        let value = f32::from(channel) / 255.0;
        if value <= 0.04045 {
            value / 12.92
        } else {
            ((value + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
}

/// The contrast ratio of two colors: 1 for equal ones, 21 for black and white.
fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Spacing steps, in points.
pub mod space {
    /// Between an icon and its text.
    pub const XS: f32 = 4.0;
    /// Between widgets.
    pub const S: f32 = 6.0;
    /// Inside panels.
    pub const M: f32 = 10.0;
    /// Between groups of widgets.
    pub const L: f32 = 16.0;
}

/// Text sizes, in points.
pub mod text_size {
    /// Badges and footnotes.
    pub const SMALL: f32 = 11.5;
    /// Everything else.
    pub const BODY: f32 = 13.5;
    /// Headings of panels and windows.
    pub const HEADING: f32 = 17.0;
    /// Icons in bars.
    pub const ICON: f32 = 18.0;
}

/// The width of the strip by which panels are resized, in points. The line in its middle is thinner.
const SPLITTER: f32 = 12.0;

/// The maximum strength of a state color on a card at which its text stays legible.
pub const MAX_GLOW: f32 = 0.14;

/// For images that already have their final colors.
pub const UNTINTED: Color32 = Color32::WHITE;

/// For text that is laid out once and colored when it is painted.
pub const COLOR_WHEN_PAINTED: Color32 = Color32::PLACEHOLDER;

const fn rgb(code: u32) -> Color32 {
    Color32::from_rgb((code >> 16) as u8, (code >> 8) as u8, code as u8)
}

/// The color of a game's value: red, green, blue and alpha, each 0 to 1.
pub fn of_value([red, green, blue, alpha]: [f32; 4]) -> Color32 {
    egui::Rgba::from_rgba_unmultiplied(red, green, blue, alpha).into()
}

impl Theme {
    pub fn dark() -> Self {
        Self {
            dark: true,
            text_contrast: 4.5,
            background: rgb(0x14_171c),
            grid: rgb(0x23_2830),
            panel: rgb(0x1b_1f26),
            raised: rgb(0x26_2b34),
            field: rgb(0x12_151a),
            separator: rgb(0x2d_333d),
            card_fill: rgb(0x23_2832),
            card_outline: rgb(0x3a_4250),
            card_hovered: rgb(0x2a_303c),
            card_faded: rgb(0x1a_1e25),
            text: rgb(0xe6_e9ee),
            muted: rgb(0xaa_b4c2),
            placeholder: rgb(0x8b_95a4),
            accent: rgb(0x6c_a8ff),
            on_accent: rgb(0x0b_1524),
            wire: rgb(0x5a_6475),
            selection: rgb(0x6c_a8ff),
            selection_fill: rgb(0x27_3a55),
            warning: rgb(0xf2_b63c),
            error: rgb(0xff_7b72),
            breakpoint: rgb(0xff_5a52),
            abort_scope: rgb(0xc4_a2ff),
            shadow: Color32::from_black_alpha(110),
            running: rgb(0xf5_b53d),
            running_sign: rgb(0xf5_b53d),
            success: rgb(0x4c_c872),
            failure: rgb(0xff_7b72),
            interrupted: rgb(0xc4_a2ff),
            inactive: rgb(0x98_a1b0),
            composite: rgb(0x62_a0ff),
            decorator: rgb(0x35_c4bd),
            conditional: rgb(0xf0_83bd),
            action: rgb(0xb4_c75e),
            missing: rgb(0x98_a1b0),
        }
    }

    pub fn light() -> Self {
        Self {
            dark: false,
            text_contrast: 4.5,
            background: rgb(0xee_f0f3),
            grid: rgb(0xdd_e1e7),
            panel: rgb(0xf8_f9fb),
            raised: rgb(0xff_ffff),
            field: rgb(0xff_ffff),
            separator: rgb(0xdb_dfe6),
            card_fill: rgb(0xff_ffff),
            card_outline: rgb(0xc6_ccd6),
            card_hovered: rgb(0xf5_f8fd),
            card_faded: rgb(0xf1_f3f6),
            text: rgb(0x1c_2129),
            muted: rgb(0x50_5866),
            placeholder: rgb(0x67_707e),
            accent: rgb(0x1b_62c4),
            on_accent: rgb(0xff_ffff),
            wire: rgb(0x7c_8697),
            selection: rgb(0x1b_62c4),
            selection_fill: rgb(0xd6_e5fa),
            warning: rgb(0x8a_5300),
            error: rgb(0xb9_2025),
            breakpoint: rgb(0xcf_222e),
            abort_scope: rgb(0x6f_3bd0),
            shadow: Color32::from_black_alpha(36),
            running: rgb(0xbd_4500),
            running_sign: rgb(0xd9_6a00),
            success: rgb(0x17_6b34),
            failure: rgb(0xb9_2025),
            interrupted: rgb(0x6f_3bd0),
            inactive: rgb(0x5b_6472),
            composite: rgb(0x1f_66d0),
            decorator: rgb(0x04_7a78),
            conditional: rgb(0xb2_2d78),
            action: rgb(0x5c_6c0c),
            missing: rgb(0x5b_6472),
        }
    }

    /// For people who see little: text of at least 7 to 1, and borders of at least 3 to 1.
    pub fn high_contrast() -> Self {
        Self {
            dark: true,
            text_contrast: 7.0,
            background: rgb(0x00_0000),
            grid: rgb(0x30_3030),
            panel: rgb(0x00_0000),
            raised: rgb(0x00_0000),
            field: rgb(0x00_0000),
            separator: rgb(0x9a_9a9a),
            card_fill: rgb(0x00_0000),
            card_outline: rgb(0xdd_dddd),
            card_hovered: rgb(0x1c_1c1c),
            card_faded: rgb(0x1c_1c1c),
            text: rgb(0xff_ffff),
            muted: rgb(0xe4_e4e4),
            placeholder: rgb(0xbe_bebe),
            accent: rgb(0x5c_c8ff),
            on_accent: rgb(0x00_0000),
            wire: rgb(0xc8_c8c8),
            selection: rgb(0xff_e14a),
            selection_fill: rgb(0x00_3a70),
            warning: rgb(0xff_d23f),
            error: rgb(0xff_a49e),
            breakpoint: rgb(0xff_8f88),
            abort_scope: rgb(0xdc_c6ff),
            shadow: Color32::TRANSPARENT,
            running: rgb(0xff_c94d),
            running_sign: rgb(0xff_c94d),
            success: rgb(0x6f_e895),
            failure: rgb(0xff_a49e),
            interrupted: rgb(0xdc_c6ff),
            inactive: rgb(0xc8_c8c8),
            composite: rgb(0x9c_c4ff),
            decorator: rgb(0x5e_e6df),
            conditional: rgb(0xff_acd6),
            action: rgb(0xd3_e67a),
            missing: rgb(0xc8_c8c8),
        }
    }

    /// The theme that egui currently shows.
    pub fn of(ui: &egui::Ui) -> Self {
        let visuals = ui.visuals();
        let high = Self::high_contrast();
        if !visuals.dark_mode {
            Self::light()
        } else if visuals.panel_fill == high.panel {
            high
        } else {
            Self::dark()
        }
    }

    /// The line around a chosen row of a list: with high contrast, its fill alone does not stand out enough.
    pub fn row_outline(&self) -> Stroke {
        if self.text_contrast > 4.5 {
            Stroke::new(1.5, self.selection)
        } else {
            Stroke::NONE
        }
    }

    /// The color of a category's stripe and icon; `None` is an undeclared task.
    pub fn category(&self, category: Option<Category>) -> Color32 {
        match category {
            Some(Category::Composite) => self.composite,
            Some(Category::Decorator) => self.decorator,
            Some(Category::Conditional) => self.conditional,
            Some(Category::Action) => self.action,
            None => self.missing,
        }
    }

    /// The color of a node type's stripe and icon: its own, adjusted to stand out from a card in this theme, or that of its category.
    pub fn node_color(&self, category: Option<Category>, own: Option<OwnColor>) -> Color32 {
        /// The contrast required for icons and shapes; text never has this color.
        const CONTRAST: f32 = 3.0;
        const STEPS: usize = 8;
        let Some(OwnColor(code)) = own else {
            return self.category(category);
        };
        let mut color = rgb(code);
        for _ in 0..STEPS {
            if contrast(color, self.card_fill) >= CONTRAST {
                break;
            }
            color = Self::tint(color, self.text, 0.2);
        }
        color
    }

    /// The color of a declared node type.
    pub fn node_type_color(&self, declaration: &NodeDeclaration) -> Color32 {
        self.node_color(Some(declaration.category), OwnColor::of(declaration))
    }

    /// The color of a node's state in a run; never its only sign (see [`status_icon`]).
    pub fn status(&self, state: NodeState) -> Color32 {
        match state {
            NodeState::Idle => self.inactive,
            NodeState::Running => self.running,
            NodeState::Success => self.success,
            NodeState::Failure => self.failure,
            NodeState::Interrupted => self.interrupted,
        }
    }

    /// The color of shapes that show a node's state on the canvas; never its only sign, and never that of text.
    pub fn status_sign(&self, state: NodeState) -> Color32 {
        match state {
            NodeState::Running => self.running_sign,
            _ => self.status(state),
        }
    }

    /// What moves along the wires of running nodes.
    pub fn motion(&self) -> Color32 {
        let strength = if self.dark { 0.7 } else { 0.5 };
        let bright = if self.dark { self.text } else { self.card_fill };
        Self::tint(self.running_sign, bright, strength)
    }

    /// The header of a card with this category color, on a card of this fill. `strength` is 1 for a node that can run. Titles on it are
    /// legible, whatever the color.
    pub fn header(&self, fill: Color32, color: Color32, strength: f32) -> Color32 {
        let most = if self.dark { 0.36 } else { 0.22 };
        let mut strength = most * strength;
        loop {
            let header = Self::tint(fill, color, strength);
            if strength < 0.05 || contrast(self.text, header) >= self.text_contrast {
                return header;
            }
            strength *= 0.8;
        }
    }

    /// The icon on a header of this color: as colorful as is clear there.
    pub fn header_icon(&self, header: Color32, color: Color32) -> Color32 {
        const STEPS: usize = 8;
        let mut icon = color;
        for _ in 0..STEPS {
            if contrast(icon, header) >= 4.5 {
                break;
            }
            icon = Self::tint(icon, self.text, 0.25);
        }
        icon
    }

    /// The color of a problem; never its only sign (see [`severity_icon`]).
    pub fn severity(&self, severity: Severity) -> Color32 {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
        }
    }

    /// The color of a mark; never its only sign.
    pub fn tone(&self, tone: Tone) -> Color32 {
        match tone {
            Tone::Added => self.success,
            Tone::Removed => self.failure,
            Tone::Changed => self.running,
            Tone::Moved => self.accent,
            Tone::Conflict => self.interrupted,
        }
    }

    /// The line colors of a plot, in the order of assignment.
    pub fn series(&self) -> [Color32; 6] {
        [
            self.composite,
            self.warning,
            self.conditional,
            self.decorator,
            self.action,
            self.interrupted,
        ]
    }

    /// Blends a color over a surface; `strength` is from 0 to 1.
    pub fn tint(surface: Color32, color: Color32, strength: f32) -> Color32 {
        surface.lerp_to_gamma(color, strength)
    }

    /// Behind a search match in a text.
    pub fn search_match(&self) -> Color32 {
        Self::tint(self.panel, self.warning, 0.35)
    }

    fn visuals(&self) -> Visuals {
        let mut visuals = if self.dark {
            Visuals::dark()
        } else {
            Visuals::light()
        };
        visuals.panel_fill = self.panel;
        visuals.window_fill = self.raised;
        visuals.window_stroke = Stroke::new(1.0, self.separator);
        visuals.extreme_bg_color = self.field;
        visuals.text_edit_bg_color = Some(self.field);
        visuals.faint_bg_color = Self::tint(self.panel, self.text, 0.03);
        visuals.code_bg_color = self.field;
        visuals.weak_text_color = Some(self.placeholder);
        visuals.hyperlink_color = self.accent;
        visuals.warn_fg_color = self.warning;
        visuals.error_fg_color = self.error;
        visuals.selection.bg_fill = self.selection_fill;
        visuals.selection.stroke = Stroke::new(1.0, self.accent);
        visuals.window_corner_radius = CornerRadius::same(8);
        visuals.menu_corner_radius = CornerRadius::same(6);
        visuals.window_shadow = self.shadow_of(20);
        visuals.popup_shadow = self.shadow_of(12);
        visuals.indent_has_left_vline = false;
        self.widget_visuals(&mut visuals.widgets);
        visuals
    }

    /// The frame of a modal window.
    pub fn modal_frame(&self) -> egui::Frame {
        egui::Frame::new()
            .fill(self.raised)
            .stroke(Stroke::new(1.0, self.separator))
            .corner_radius(CornerRadius::same(10))
            .inner_margin(Margin::same(20))
            .shadow(self.shadow_of(24))
    }

    fn shadow_of(&self, blur: u8) -> Shadow {
        Shadow {
            offset: [0, i8::try_from(blur / 4).unwrap_or(4)],
            blur,
            spread: 0,
            color: self.shadow,
        }
    }

    fn widget_visuals(&self, widgets: &mut egui::style::Widgets) {
        let fill = |amount| Self::tint(self.raised, self.text, amount);
        let levels = [
            (&mut widgets.noninteractive, self.panel, self.separator),
            (&mut widgets.inactive, fill(0.04), self.separator),
            (&mut widgets.hovered, fill(0.07), self.card_outline),
            (&mut widgets.active, fill(0.10), self.accent),
            (&mut widgets.open, fill(0.07), self.card_outline),
        ];
        for (level, background, outline) in levels {
            level.bg_fill = background;
            level.weak_bg_fill = background;
            level.bg_stroke = Stroke::new(1.0, outline);
            level.fg_stroke = Stroke::new(1.0, self.text);
            level.corner_radius = CornerRadius::same(4);
            level.expansion = 0.0;
        }
        // The rails of sliders must be visible on raised surfaces.
        widgets.inactive.bg_fill = fill(0.2);
        widgets.inactive.bg_stroke = Stroke::new(1.0, self.card_outline);
        widgets.hovered.bg_fill = fill(0.26);
    }
}

/// The icon name of a problem.
pub fn severity_icon(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "report",
        Severity::Warning => "warning",
    }
}

/// The icon name of a node's state in a run.
pub fn status_icon(state: NodeState) -> &'static str {
    match state {
        NodeState::Idle => "radio_button_unchecked",
        NodeState::Running => "schedule",
        NodeState::Success => "check",
        NodeState::Failure => "close",
        NodeState::Interrupted => "stop_circle",
    }
}

/// How long the pointer rests before a tooltip appears, in seconds: none appears where the user is merely passing or working.
const TOOLTIP_DELAY: f32 = 1.2;

/// Installs the themes and the text sizes in egui.
pub fn install(ctx: &egui::Context) {
    ctx.set_visuals_of(egui::Theme::Dark, Theme::dark().visuals());
    ctx.set_visuals_of(egui::Theme::Light, Theme::light().visuals());
    ctx.all_styles_mut(|style| {
        let proportional = |size| FontId::new(size, FontFamily::Proportional);
        style.text_styles = [
            (TextStyle::Small, proportional(text_size::SMALL)),
            (TextStyle::Body, proportional(text_size::BODY)),
            (TextStyle::Button, proportional(text_size::BODY)),
            (TextStyle::Heading, proportional(text_size::HEADING)),
            (
                TextStyle::Monospace,
                FontId::new(12.5, FontFamily::Monospace),
            ),
        ]
        .into();
        style.spacing.item_spacing = egui::vec2(space::S, space::S);
        // Scroll bars get their own space, so that they never cover widgets.
        style.spacing.scroll.floating_allocated_width = style.spacing.scroll.bar_width;
        // They show where there is more, also before the pointer comes near.
        style.spacing.scroll.dormant_handle_opacity = 0.4;
        style.spacing.scroll.floating_width = 4.0;
        style.spacing.button_padding = egui::vec2(8.0, 3.0);
        style.spacing.interact_size = egui::vec2(28.0, 24.0);
        style.spacing.menu_margin = Margin::same(6);
        style.spacing.window_margin = Margin::same(14);
        style.interaction.selectable_labels = false;
        style.interaction.tooltip_delay = TOOLTIP_DELAY;
        style.interaction.resize_grab_radius_side = SPLITTER * 0.5;
    });
}

#[cfg(test)]
impl Theme {
    /// All themes.
    fn all() -> [Self; 3] {
        [Self::dark(), Self::light(), Self::high_contrast()]
    }
}

#[cfg(test)]
mod tests;
