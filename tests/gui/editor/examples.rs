//! The examples as a user meets them, in each language: laid out as auto layout would, with the real sizes of cards, and opened from the menu.

use std::fs;
use std::path::PathBuf;

use treewright_core::format::native;
use treewright_session::examples::{EXAMPLES, ExampleDocument};
use treewright_session::i18n::{LANGUAGES, Texts};

use super::pictures_of_panels::{add_chinese_font, has_chinese_font};
use super::studio::Studio;

fn file(example: &ExampleDocument) -> PathBuf {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/examples");
    PathBuf::from(examples).join(example.file)
}

/// Returns an editor in each language, on an empty document.
fn studios() -> impl Iterator<Item = (Studio, Texts)> {
    LANGUAGES.into_iter().map(|(language, _)| {
        let mut studio = Studio::empty();
        if language == "zh-CN" {
            studio.speak_chinese();
        }
        (studio, Texts::new(language))
    })
}

/// With `UPDATE_GOLDEN` set, lays the examples out again. Without a font that has Chinese glyphs, the widths of Chinese names are unknown.
#[test]
fn examples_are_laid_out_as_auto_layout_would() {
    for (mut studio, texts) in studios() {
        if texts.language() == "zh-CN" {
            if !has_chinese_font() {
                continue;
            }
            add_chinese_font(&studio.harness.ctx);
        }
        for example in EXAMPLES {
            let path = file(example.document(&texts));
            studio.open(&path);
            assert!(studio.document().node_count() > 0, "{}", studio.notice());
            let before = native::write(&studio.document()).unwrap();
            studio.keys("A");
            let after = native::write(&studio.document()).unwrap();
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                fs::write(path, &after).unwrap();
            } else {
                assert!(
                    after == before,
                    "auto layout moves cards of {}: renew it with UPDATE_GOLDEN=1",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn every_example_is_in_the_menu_in_the_language_of_the_interface_and_runs() {
    for (mut studio, texts) in studios() {
        for example in EXAMPLES {
            let menus = ["menu.file", "menu.examples"].map(|key| texts.tr(key));
            studio.click(&menus.join(" > "));
            studio.click(&texts.tr(example.text_key));
            let expected = example.document(&texts);
            let read = native::read(expected.json.as_bytes()).unwrap();
            assert_eq!(studio.document(), read.document, "{}", expected.file);
            studio.keys("F10");
            assert!(studio.has_run(), "{}", expected.file);
        }
    }
}

#[test]
fn an_example_keeps_its_language_and_its_scenarios_when_the_interface_changes() {
    let guard = &EXAMPLES[0];
    let [english, chinese] = guard.documents.each_ref().map(|example| {
        let read = native::read(example.json.as_bytes());
        read.unwrap().document
    });
    let mut studio = Studio::started();
    studio.show_panel("Scenarios");
    assert_eq!(studio.document(), english);
    studio.speak_chinese();
    assert_eq!(studio.document(), english);
    let texts = Texts::new("zh-CN");
    let passed = |name: &str| {
        let arguments = [("name", name), ("outcome", &*texts.tr("scenarios.passed"))];
        texts.tr_with("scenarios.row", &arguments)
    };
    studio.wait_for(&passed("An enemy is chased, fought and lost"));
    studio.end();

    let mut studio = studio.started_again(&[]);
    assert_eq!(studio.document(), chinese);
    studio.wait_for(&passed("追击敌人、交战，然后跟丢"));
    studio.wait_for(&passed("下班结束巡逻，敌人结束休息"));
}

#[test]
fn saving_a_chinese_example_writes_its_chinese_library() {
    let texts = Texts::new("zh-CN");
    let mut studio = Studio::empty();
    studio.speak_chinese();
    let arena = EXAMPLES.iter().find(|example| example.name == "arena");
    let keys = ["menu.file", "menu.examples", arena.unwrap().text_key];
    studio.click(&keys.map(|key| texts.tr(key)).join(" > "));
    studio.save_as(&studio.path("mine.bt.json"));
    let library = fs::read_to_string(studio.path("arena.tasks.json")).unwrap();
    assert!(library.contains("有敌人足够近时成功。"), "{library}");
}
