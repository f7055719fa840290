//! Menus: all of them fit a small screen at a large scale, in every language.

use egui::accesskit::Role;
use egui::{Rect, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use treewright_editor::command_table::{Menu, Submenu, commands};
use treewright_session::i18n::Texts;

use super::studio::Studio;

/// 1280 by 720 pixels at 150 %.
const SMALL: egui::Vec2 = vec2(853.0, 480.0);

/// Returns the visible entries, with their names.
fn entries(studio: &Studio) -> Vec<(String, Rect)> {
    let nodes = studio.harness.query_all_by(|node| {
        matches!(
            node.role(),
            Role::MenuItem | Role::MenuItemCheckBox | Role::MenuItemRadio
        )
    });
    nodes
        .map(|node| {
            let name = node.accesskit_node().label().unwrap_or_default();
            (name, node.rect())
        })
        .collect()
}

/// Returns the entries that are not in `before`.
fn new_entries(studio: &Studio, before: &[(String, Rect)]) -> Vec<(String, Rect)> {
    let mut entries = entries(studio);
    entries.retain(|entry| !before.contains(entry));
    entries
}

fn assert_fits(what: &str, entries: &[(String, Rect)], below: f32) {
    assert!(!entries.is_empty(), "{what} is empty");
    for (name, rect) in entries {
        let inside = rect.top() >= below && rect.bottom() <= SMALL.y && rect.right() <= SMALL.x;
        assert!(inside, "{what}: {name} is at {rect:?}");
    }
}

#[test]
fn every_menu_fits_a_small_screen_in_every_language() {
    for language in ["en", "zh-CN"] {
        let texts = Texts::new(language);
        let mut studio = Studio::started();
        if language != "en" {
            studio.speak_chinese();
        }
        studio.harness.set_size(SMALL);
        studio.steps(4);
        let bar = studio.get(&texts.tr(Menu::File.text_key())).rect().bottom();
        for menu in Menu::ALL {
            let title = texts.tr(menu.text_key()).into_owned();
            let before = entries(&studio);
            studio.menu(&title);
            let shown = new_entries(&studio, &before);
            assert_fits(&title, &shown, bar);
            for submenu in submenus(menu) {
                let before = entries(&studio);
                let name = texts.tr(submenu.text_key()).into_owned();
                studio.menu(&name);
                let within: Vec<_> = new_entries(&studio, &before);
                assert_fits(&name, &within, 0.0);
            }
            studio.keys("Escape Escape");
        }
    }
}

fn submenus(menu: Menu) -> Vec<Submenu> {
    let of_menu = commands().filter(|command| command.menu.is_some_and(|(of, _)| of == menu));
    let mut found: Vec<Submenu> = of_menu.filter_map(|command| command.submenu).collect();
    found.dedup();
    found
}

#[test]
fn a_submenu_appears_in_the_section_of_its_first_command() {
    for command in commands() {
        let Some(submenu) = command.submenu else {
            continue;
        };
        let first = commands().find(|other| other.submenu == Some(submenu));
        assert_eq!(
            first.and_then(|first| first.menu),
            command.menu,
            "{}",
            command.id
        );
    }
}

#[test]
fn an_entry_of_a_submenu_runs_its_command() {
    let mut studio = Studio::started();
    studio.menu("Edit > Select > Select all");
    let (selected, all) =
        studio.front(|front| (front.selection().len(), front.document().node_count()));
    assert_eq!(selected, all);
}
