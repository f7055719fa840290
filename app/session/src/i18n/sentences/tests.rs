//! That every sentence is recognised and said in every language.

use super::*;
use crate::i18n::{LANGUAGES, keys};

#[test]
fn every_sentence_is_said_in_every_language_with_its_places() {
    for (language, _) in LANGUAGES.into_iter().filter(|(code, _)| *code != "en") {
        let texts = Texts::new(language);
        let known = keys(language);
        for (key, form) in sentences() {
            assert!(
                known.iter().any(|known| known == key),
                "{language} lacks {key}"
            );
            let mut places: Vec<_> = form
                .split('{')
                .skip(1)
                .filter_map(|part| Some(part.split_once('}')?.0.to_owned()))
                .collect();
            places.sort();
            assert_eq!(crate::i18n::tests::places(&texts.tr(key)), places, "{key}");
        }
    }
}

#[test]
fn sentences_are_recognised_with_what_fills_them() {
    let texts = Texts::new("zh-CN");
    let said = |english| texts.sentence(english, "notice.cannot_open");
    assert_eq!(said("expected `,` or `}`"), "这里应为 , 或 }");
    assert_eq!(
        said("here must stand a list, not an object"),
        "这里应为列表，而不是对象"
    );
    assert_eq!(
        said("parameter `value`, column 3: division by zero"),
        "参数 value 第 3 列：除以零"
    );
    assert_eq!(
        said("no such thing was ever said"),
        texts.tr("notice.cannot_open")
    );
    let english = Texts::new("en");
    assert_eq!(english.sentence("as it is", "x"), "as it is");
}
