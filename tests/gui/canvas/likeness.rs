//! Compares the exported image of a tree with the window: both must look alike.

use egui::{Pos2, Rect, pos2};
use egui_kittest::Harness;
use image::RgbaImage;
use treewright_core::abort::AbortType;
use treewright_core::geometry::Position;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Group, Note};
use treewright_editor::picture::{Options, Picture};
use treewright_session::i18n::Texts;

use super::desk::{Desk, outlined, window};

/// A tree with most of what a card can show, a note and a group.
fn desk() -> Desk {
    let mut document = outlined(
        "
        Guard: Selector
            Attack: Sequence
                Sees enemy?: CompareBool
                Strike: Wait
            Patrol: Repeater
                Walk: Idle
            Nobody knows: Dance
        Loose: Sequence
            Rest: Wait",
    );
    document.notes.push(Note {
        position: Position::new(-330, -40),
        size: (200, 70),
        text: "Ask the level designers about the distance.".into(),
        color: "yellow".into(),
        ..Note::default()
    });
    document.groups.push(Group {
        position: Position::new(-20, 70),
        size: (190, 110),
        title: "Combat".into(),
        ..Group::default()
    });
    let mut desk = Desk::new(document);
    let attack = desk.id("Attack");
    let patrol = desk.id("Patrol");
    desk.edit(&treewright_authoring::edit::Command::SetAbort(
        vec![attack],
        AbortType::Both,
    ));
    desk.edit(&treewright_authoring::edit::Command::SetComment(
        vec![patrol],
        "Round the yard".into(),
    ));
    desk
}

/// Returns the window's content centered on `middle` of an image at 100 %.
fn window_at(harness: &mut Harness<'static, Desk>, middle: Pos2) -> RgbaImage {
    harness.state_mut().canvas.look_at(middle, 1.0);
    harness.remove_cursor();
    harness.run_steps(4);
    harness.render().unwrap()
}

/// Returns the mean difference of the channels of two images within `part`, from 0 to 255.
fn difference(window: &RgbaImage, picture: &egui::ColorImage, part: Rect, offset: Pos2) -> f64 {
    let (mut sum, mut count) = (0_u64, 0_u64);
    for y in part.min.y as usize..part.max.y as usize {
        for x in part.min.x as usize..part.max.x as usize {
            let shown = window
                .get_pixel(x as u32 + offset.x as u32, y as u32 + offset.y as u32)
                .0;
            let drawn = picture[(x, y)].to_array();
            for (a, b) in shown.iter().zip(drawn) {
                sum += u64::from(a.abs_diff(b));
                count += 1;
            }
        }
    }
    sum as f64 / count as f64
}

#[test]
fn an_exported_image_looks_like_the_window() {
    for theme in [egui::Theme::Light, egui::Theme::Dark] {
        let mut harness = window(desk(), theme);
        let desk = harness.state();
        let texts = Texts::default();
        let options = Options {
            dark: theme == egui::Theme::Dark,
            ..Options::default()
        };
        let library = NodeLibrary::builtin();
        let picture = Picture::of(&desk.document, &library, &texts, &options).unwrap();
        let image = picture.to_image().unwrap();
        let area = picture.area();
        let center = harness.state().area.center();
        // Canvas units are aligned to whole pixels, as in the image.
        let part = center.to_vec2() - center.to_vec2().floor();
        let middle = area.center().floor() + part;
        let shown = window_at(&mut harness, middle);
        let offset = (area.min - middle.to_vec2()) + center.to_vec2();
        assert!(
            offset.x >= 0.0 && offset.y >= 0.0,
            "the area does not fit: {area:?}"
        );
        assert_eq!(offset, offset.round());
        for (id, card) in picture.cards() {
            let part = card.translate(-area.min.to_vec2()).expand(2.0);
            let difference = difference(&shown, &image, part, offset);
            assert!(
                difference < 0.5,
                "{id} differs by {difference} in {theme:?}"
            );
        }
        let all = Rect::from_min_size(pos2(0.0, 0.0), area.size());
        let difference = difference(&shown, &image, all, offset);
        // The image does not contain the dots of the grid.
        assert!(
            difference < 0.5,
            "the whole image differs by {difference} in {theme:?}"
        );
    }
}
