//! Exported images: saved as SVG or PNG, and copied to the clipboard.

use std::path::Path;
use std::time::Duration;

use egui::{ColorImage, OutputCommand};

use super::studio::Studio;

fn open_window(studio: &mut Studio) {
    studio.menu("File > Export > Export image…");
}

/// Presses "Export…" and waits for the image.
fn save(studio: &mut Studio, path: &Path, written: &Path) {
    studio.dialog_gives(path);
    studio.click("Export…");
    for _ in 0..400 {
        studio.steps(1);
        if written.exists() && studio.notice().contains("Exported to") {
            return;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    panic!("no image appeared: {}", studio.notice());
}

/// Copies with the shortcut, and returns the image on the clipboard.
fn copied(studio: &mut Studio) -> ColorImage {
    studio.keys("Ctrl+Shift+C");
    for _ in 0..400 {
        let commands = &studio.harness.output().platform_output.commands;
        let image = commands.iter().find_map(|command| match command {
            OutputCommand::CopyImage(image) => Some(image.clone()),
            _ => None,
        });
        if let Some(image) = image {
            return image;
        }
        std::thread::sleep(Duration::from_millis(25));
        studio.harness.step();
    }
    panic!("no image appeared");
}

#[test]
fn an_image_is_saved_in_the_format_of_its_ending() {
    let mut studio = Studio::started();
    open_window(&mut studio);
    let svg = studio.path("guard.svg");
    save(&mut studio, &svg, &svg);
    studio.must_say("guard.svg");
    let text = std::fs::read_to_string(&svg).unwrap();
    assert!(text.contains(">Patrol</text>") && text.contains(">Attack</text>"));
    open_window(&mut studio);
    studio.click("PNG image");
    assert!(studio.shows_part("About "));
    let png = studio.path("guard.png");
    save(&mut studio, &png, &png);
    let image = image::open(&png).unwrap();
    assert!(image.width() > 1000);
    // A typed ending overrides the chosen format; a name without one gets the ending of the format.
    open_window(&mut studio);
    let other = studio.path("other.svg");
    save(&mut studio, &other, &other);
    assert!(
        std::fs::read_to_string(&other)
            .unwrap()
            .starts_with("<svg ")
    );
    open_window(&mut studio);
    let bare = studio.path("bare");
    let with_ending = studio.path("bare.png");
    save(&mut studio, &bare, &with_ending);
}

#[test]
fn an_image_shows_the_selection_and_the_frame_of_the_run_on_request() {
    let mut studio = Studio::started();
    studio.keys("F10");
    let attack = studio.id("Attack");
    studio.front_select(attack.as_str());
    open_window(&mut studio);
    assert!(studio.is_ticked("Selected branches"));
    let path = studio.path("part.svg");
    save(&mut studio, &path, &path);
    let part = std::fs::read_to_string(&path).unwrap();
    assert!(part.contains(">Attack</text>") && !part.contains(">Patrol</text>"));
    open_window(&mut studio);
    studio.click("Entire document > Show the status of nodes in this run");
    let path = studio.path("rest.svg");
    save(&mut studio, &path, &path);
    let at_rest = std::fs::read_to_string(&path).unwrap();
    open_window(&mut studio);
    studio.click("Entire document > Show the status of nodes in this run");
    let path = studio.path("run.svg");
    save(&mut studio, &path, &path);
    let run = std::fs::read_to_string(&path).unwrap();
    let running = "stroke=\"#d96a00\"";
    assert!(run.contains(running) && !at_rest.contains(running));
    studio.keys("Escape");
}

#[test]
fn an_image_is_copied_as_shown_in_the_window() {
    let mut studio = Studio::in_theme(egui::Theme::Light);
    let whole = copied(&mut studio);
    studio.must_say_first("Copied image: ");
    let light = whole[(1, 1)];
    studio.click("Outline: Attack");
    let part = copied(&mut studio);
    assert!(part.width() < whole.width());
    studio.must_say_first("Copied image of the selection: ");
    let mut dark = Studio::in_theme(egui::Theme::Dark);
    let dark = copied(&mut dark);
    assert_eq!(dark.size, whole.size);
    assert_ne!(dark[(1, 1)], light);
}

#[test]
fn without_nodes_the_clipboard_is_unchanged_and_the_editor_says_why() {
    let mut studio = Studio::empty();
    studio.keys("Ctrl+Shift+P `Copy image` Enter");
    studio.must_say("Copy image");
}

#[test]
fn without_a_system_dialog_the_window_asks_before_replacing_an_image() {
    let mut studio = Studio::started();
    let path = studio.path("there.svg");
    std::fs::write(&path, "mine").unwrap();
    open_window(&mut studio);
    studio.dialog_fails();
    studio.click("Export…");
    assert!(studio.shows("Path of the image (.svg or .png):"));
    studio.fill("Path", &path.display().to_string());
    studio.keys("Enter");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    studio.click("Replace");
    for _ in 0..400 {
        studio.steps(1);
        if std::fs::read_to_string(&path).unwrap().starts_with("<svg ") {
            return;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    panic!("no image appeared: {}", studio.notice());
}
