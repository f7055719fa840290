//! The color scale for counts, from blue to yellow or the reverse. Lightness changes steadily along the scale, so that it also works in
//! grayscale and for people who cannot tell red from green.

use egui::Color32;

use super::{Theme, rgb};

/// From rare to frequent on a dark background, where bright colors stand out.
const DARK: [u32; 4] = [0x2f_5d9e, 0x5e_7d96, 0xb9_a05a, 0xff_e24a];
/// From rare to frequent on a light background, where dark colors stand out.
const LIGHT: [u32; 4] = [0xe3_cf62, 0x8f_a57a, 0x3f_6f95, 0x0d_2f78];

impl Theme {
    /// The color at a position of the scale, from 0 (rare) to 1 (frequent).
    pub fn heat(&self, part: f32) -> Color32 {
        let scale = if self.dark { DARK } else { LIGHT };
        let at = part.clamp(0.0, 1.0) * (scale.len() - 1) as f32;
        let step = (at as usize).min(scale.len() - 2);
        rgb(scale[step]).lerp_to_gamma(rgb(scale[step + 1]), at - step as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{contrast, luminance};
    use super::*;

    #[test]
    fn the_scale_lightness_is_monotonic_and_its_end_stands_out() {
        for theme in Theme::all() {
            let steps = (0..=20).map(|step| luminance(theme.heat(step as f32 / 20.0)));
            let steps: Vec<f32> = steps.collect();
            let rises = |pair: &[f32]| (pair[1] > pair[0]) == theme.dark;
            assert!(steps.windows(2).all(rises), "{steps:?}");
            assert!(contrast(theme.heat(1.0), theme.background) > 4.5);
        }
    }
}
