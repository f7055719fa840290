//! The examples as a user meets them: laid out as auto layout would, with the real sizes of cards.

use std::fs;
use std::path::PathBuf;

use treewright_core::format::native;
use treewright_session::examples::EXAMPLES;
use treewright_session::i18n::Texts;

use super::studio::Studio;

fn file(name: &str) -> PathBuf {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/examples");
    PathBuf::from(examples).join(format!("{name}.bt.json"))
}

/// With `UPDATE_GOLDEN` set, lays the examples out anew.
#[test]
fn examples_are_laid_out_as_auto_layout_would() {
    let mut studio = Studio::empty();
    for example in EXAMPLES {
        studio.open(&file(example.name));
        assert!(studio.document().node_count() > 0, "{}", studio.notice());
        let before = native::write(&studio.document()).unwrap();
        studio.keys("A");
        let after = native::write(&studio.document()).unwrap();
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(file(example.name), &after).unwrap();
        } else {
            let name = example.name;
            assert!(
                after == before,
                "auto layout moves cards of {name}: renew it with UPDATE_GOLDEN=1"
            );
        }
    }
}

#[test]
fn every_example_is_in_the_menu_and_runs() {
    let mut studio = Studio::empty();
    for example in EXAMPLES {
        let title = Texts::default().tr(example.text_key).into_owned();
        studio.click("File > Examples");
        studio.click(&title);
        let read = native::read(example.json.as_bytes()).unwrap();
        assert_eq!(studio.document(), read.document, "{}", example.name);
        studio.keys("F10");
        assert!(studio.has_run(), "{}", example.name);
    }
}
