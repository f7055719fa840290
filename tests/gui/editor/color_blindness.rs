//! Nothing is shown by color alone: the statuses of a run differ in brightness or shape for people who are blind to a color.

use egui::{Pos2, Rect};
use image::RgbaImage;

use super::studio::Studio;

/// A color in linear light, each channel from 0 to 1.
type Linear = [f32; 3];

/// The three kinds of color blindness.
#[derive(Clone, Copy, Debug)]
enum Blindness {
    Protanopia,
    Deuteranopia,
    Tritanopia,
}

use Blindness::{Deuteranopia, Protanopia, Tritanopia};

impl Blindness {
    /// How a color looks. For protanopia and deuteranopia by Viénot, Brettel and Mollon, "Digital video colourmaps for checking the legibility of
    /// displays by dichromats", Color Research and Application 24 (1999); for tritanopia by Brettel, Viénot and Mollon, "Computerized simulation of
    /// color appearance for dichromats", Journal of the Optical Society of America A 14 (1997). The matrices for sRGB are those of libDaltonLens,
    /// which is in the public domain.
    fn seen(self, color: Linear) -> Linear {
        /// Tritanopia has a half plane of colors on each side of this one.
        const NORMAL: Linear = [0.03901, -0.02788, -0.01113];
        let matrix: [Linear; 3] = match self {
            Protanopia => [
                [0.11238, 0.88762, 0.0],
                [0.11238, 0.88762, 0.0],
                [0.00401, -0.00401, 1.0],
            ],
            Deuteranopia => [
                [0.29275, 0.70725, 0.0],
                [0.29275, 0.70725, 0.0],
                [-0.02234, 0.02234, 1.0],
            ],
            Tritanopia if product(NORMAL, color) >= 0.0 => [
                [1.01277, 0.13548, -0.14826],
                [-0.01243, 0.86812, 0.14431],
                [0.07589, 0.80500, 0.11911],
            ],
            Tritanopia => [
                [0.93678, 0.18979, -0.12657],
                [0.06154, 0.81526, 0.12320],
                [-0.37562, 1.12767, 0.24796],
            ],
        };
        matrix.map(|row| product(row, color).clamp(0.0, 1.0))
    }
}

fn product(a: Linear, b: Linear) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn linear(channel: u8) -> f32 {
    let value = f32::from(channel) / 255.0;
    if value <= 0.04045 {
        value / 12.92
    } else {
        ((value + 0.055) / 1.055).powf(2.4)
    }
}

/// How light a place of a picture is, from 0 to 1, as somebody with this blindness sees it.
fn lightness(picture: &RgbaImage, place: Rect, blindness: Blindness) -> Vec<f32> {
    let mut found = Vec::new();
    for y in place.top() as u32..place.bottom() as u32 {
        for x in place.left() as u32..place.right() as u32 {
            let [r, g, b, _] = picture.get_pixel(x, y).0;
            let seen = blindness.seen([r, g, b].map(linear));
            // The lightness of CIELAB is close to a cube root of the luminance.
            found.push(product([0.2126, 0.7152, 0.0722], seen).cbrt());
        }
    }
    found
}

/// The part of the pixels that differ clearly in lightness.
fn difference(a: &[f32], b: &[f32]) -> f32 {
    let differ = a.iter().zip(b).filter(|(a, b)| (*a - *b).abs() > 0.12);
    differ.count() as f32 / a.len() as f32
}

/// The part of the pixels around a sign that differ at least between two signs. They are disks of the same size, with different shapes in them.
const CLEAR: f32 = 0.07;

#[test]
fn gray_looks_gray_to_everybody() {
    for blindness in [Protanopia, Deuteranopia, Tritanopia] {
        for gray in [0.0, 0.2, 0.7, 1.0] {
            for channel in blindness.seen([gray; 3]) {
                assert!((channel - gray).abs() < 0.001, "{blindness:?}: {channel}");
            }
        }
    }
}

#[test]
fn every_status_of_a_run_is_recognized_without_its_color() {
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        let mut studio = Studio::in_theme(theme);
        studio.keys("F10");
        studio.click("Current value of sees_enemy");
        studio.keys("F10");
        studio.steps(30);
        let picture = studio.harness.render().unwrap();
        let corner = |title: &str| -> Rect {
            let at: Pos2 = studio.card(title).right_bottom().round();
            Rect::from_center_size(at, egui::Vec2::splat(14.0))
        };
        let statuses = [
            ("idle", corner("Strike")),
            ("running", corner("Run there")),
            ("succeeded", corner("Shout")),
            ("failed", corner("In reach?")),
            ("interrupted", corner("Patrol")),
        ];
        for blindness in [Protanopia, Deuteranopia, Tritanopia] {
            let seen = statuses.map(|(name, place)| (name, lightness(&picture, place, blindness)));
            for (index, (a, of_a)) in seen.iter().enumerate() {
                for (b, of_b) in &seen[index + 1..] {
                    let found = difference(of_a, of_b);
                    assert!(
                        found > CLEAR,
                        "{a} and {b}, {blindness:?}, {theme:?}: {found}"
                    );
                }
            }
        }
    }
}
