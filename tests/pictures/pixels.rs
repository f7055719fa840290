//! PNG images: size, transparency, and limits.

use image::RgbaImage;
use treewright_editor::action::MAX_SIDE;
use treewright_editor::picture::Options;

use super::{guard, picture, wide};

fn decoded(png: &[u8]) -> RgbaImage {
    image::load_from_memory(png).unwrap().to_rgba8()
}

#[test]
fn the_size_of_a_png_is_that_of_the_drawing_times_its_scale() {
    let document = guard();
    for scale in [0.5, 1.0, 2.0] {
        let options = Options {
            scale,
            ..Options::default()
        };
        let picture = picture(&document, &options);
        let image = decoded(&picture.to_png().unwrap());
        let expected = picture.size();
        let is = egui::vec2(image.width() as f32, image.height() as f32);
        // The drawing may begin within a pixel.
        assert!(
            (is - expected).abs().max_elem() <= 1.0,
            "{is} for {expected}"
        );
        let first = *image.get_pixel(0, 0);
        let others = image.pixels().filter(|pixel| **pixel != first).count();
        assert!(others > 1000, "the image is blank");
        let same = picture.to_image().unwrap();
        let pixels = same.pixels.iter().zip(image.pixels());
        let equal = pixels.filter(|(a, b)| a.to_array() == b.0).count();
        assert_eq!(equal, same.pixels.len());
    }
}

#[test]
fn a_transparent_image_has_no_background() {
    let document = guard();
    let options = Options {
        transparent: true,
        ..Options::default()
    };
    let picture = picture(&document, &options);
    let image = decoded(&picture.to_png().unwrap());
    assert_eq!(image.get_pixel(0, 0).0[3], 0);
    let (_, card) = picture.cards().next().unwrap();
    let middle = card.center() - picture.area().min;
    let inside = image.get_pixel(middle.x as u32, middle.y as u32).0;
    assert_eq!(inside[3], 255);
    assert!(!picture.to_svg().contains(" fill=\"#eef0f3\"/>\n<g"));
}

#[test]
fn an_image_that_is_too_large_is_refused_with_a_scale_that_fits() {
    let document = wide(100, |leaf| format!("Leaf {leaf}"));
    let large = picture(&document, &Options::default());
    let error = large.to_png().unwrap_err();
    assert!(error.width > MAX_SIDE as u64);
    assert!(large.to_image().is_err());
    let options = Options {
        scale: error.largest_scale,
        ..Options::default()
    };
    let image = decoded(&picture(&document, &options).to_png().unwrap());
    assert!(image.width() as usize <= MAX_SIDE && image.width() > 16_000);
}

#[test]
fn a_tall_image_has_no_seams_between_its_bands() {
    // Cards that cross the border between two bands, far enough down.
    let high = wide(6_000, |leaf| format!("Leaf {leaf}"));
    let only: Vec<_> = (0..60)
        .map(|row| format!("n{}", 100 * row).as_str().into())
        .collect();
    let options = Options {
        only: &only,
        scale: 2.0,
        ..Options::default()
    };
    let picture = picture(&high, &options);
    let image = picture.to_image().unwrap();
    let cards: Vec<_> = picture.cards().map(|(_, card)| card).collect();
    assert_eq!(cards.len(), 60);
    // All of them are drawn alike, down their left edges.
    let edge = |card: &egui::Rect| -> Vec<egui::Color32> {
        let top = ((card.min - picture.area().min) * 2.0).round();
        let rows = top.y as usize + 16..top.y as usize + 80;
        rows.map(|y| image[(top.x as usize + 6, y)]).collect()
    };
    let first = edge(&cards[0]);
    assert!(first.first() != first.last(), "a header and a body");
    for card in &cards {
        assert_eq!(edge(card), first);
    }
}
