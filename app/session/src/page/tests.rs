//! Tests of pages as texts. What they do in a browser is tested in `tests/cli/web_pages.rs`.

use std::collections::BTreeSet;

use treewright_core::model::{DocumentBuilder, Node};
use treewright_core::project::Project;

use super::*;
use crate::i18n::keys;

fn page(name: &str) -> String {
    let mut builder = DocumentBuilder::new(name);
    builder.root(Node::new("n1", "Idle")).unwrap();
    let document = builder.finish();
    let project = Project::alone(&document);
    let sources = Sources::of(&project, []).unwrap();
    Page::of_tree(project, &NodeLibrary::builtin(), sources).write(&Texts::new("en"))
}

/// The bytes that a page reads from such a text.
fn unpacked(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text
        .bytes()
        .map(|code| u32::from(code) - 35 - u32::from(code > b'<'))
        .collect();
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for group in digits.chunks(2) {
        let (value, length) = match group {
            [high, low] => (high * 91 + low, 13),
            single => (single[0], 6),
        };
        bits = bits << length | value;
        count += length;
        while count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}

/// The text of an element that a page unpacks.
fn part(page: &str, id: &str) -> String {
    let after = page.split_once(&format!("id=\"{id}\">")).unwrap().1;
    let bytes = unpacked(after.split_once("</script>").unwrap().0);
    let text = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn a_name_cannot_leave_its_place_in_the_page() {
    let page = page("</title></script><script>\u{2028}\"'&");
    assert!(page.contains(
        "<title>&lt;/title&gt;&lt;/script&gt;&lt;script&gt;\u{2028}&quot;&#39;&amp;</title>"
    ));
    assert_eq!(page.matches("<script").count(), 4);
    let read: serde_json::Value = serde_json::from_str(&part(&page, "data")).unwrap();
    assert!(read["recording"].as_str().unwrap().contains("</script>"));
}

#[test]
fn the_policy_names_the_script_and_the_style_that_are_there() {
    let page = page("Tree");
    let between = |begin: &str, end: &str| {
        let after = page.split_once(begin).unwrap().1;
        after.split_once(end).unwrap().0.to_owned()
    };
    let script = page.rsplit_once("<script>").unwrap().1;
    let script = script.split_once("</script>").unwrap().0;
    let code = part(&page, "code");
    assert!(page.contains(&format!(
        "script-src '{}' '{}' 'wasm-unsafe-eval';",
        hash(script),
        hash(&code)
    )));
    assert!(page.contains(&hash(&between("<style>", "</style>"))));
    // The code names nothing that sets markup.
    for name in [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write(",
        "eval(",
    ] {
        assert!(!script.contains(name) && !code.contains(name), "{name}");
    }
}

#[test]
fn the_code_of_a_page_asks_for_each_of_its_texts_and_no_other() {
    let known: BTreeSet<String> = keys("en")
        .into_iter()
        .filter_map(|key| Some(key.strip_prefix("page.")?.to_owned()))
        .collect();
    let code = SCRIPTS.concat();
    // Names of other functions end like this one.
    let is_own = |at: &usize| !code[..*at].ends_with(char::is_alphanumeric);
    let calls = code.match_indices("text(\"").map(|(at, _)| at);
    let asked = calls.filter(is_own).map(|at| {
        let key = &code[at + "text(\"".len()..];
        key.split_once('"').unwrap().0
    });
    let asked: BTreeSet<&str> = asked.collect();
    let missing: Vec<&&str> = asked.iter().filter(|key| !known.contains(**key)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    // Some names are chosen, or filled into the template.
    let is_named = |key: &&String| {
        let quoted = format!("\"{key}\"");
        code.contains(&quoted)
            || TEMPLATE.contains(&format!("{{{key}}}"))
            || code.contains(&format!("texts.{key}"))
            || key.starts_with("state_")
            || key.starts_with("category_")
    };
    let unused: Vec<&String> = known.iter().filter(|key| !is_named(key)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn pages_can_draw_the_icon_of_each_built_in_node_type() {
    let library = NodeLibrary::builtin();
    let icons = library.declarations().map(|declaration| &*declaration.icon);
    let missing: Vec<&str> = icons
        .filter(|icon| content::path_of_icon(icon).is_none())
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn a_tree_without_a_name_is_called_like_its_file() {
    let mut builder = DocumentBuilder::new("");
    builder.root(Node::new("n1", "Idle")).unwrap();
    let document = builder.finish();
    let texts = Texts::new("en");
    assert_eq!(
        content::title("trees/myguard.bt.json", &document, &texts),
        "myguard"
    );
    assert_eq!(content::title("", &document, &texts), "Tree");
}

#[test]
fn packed_bytes_are_a_text_without_markup() {
    assert_eq!(packed(&[]), "");
    assert_eq!(packed(&[0, 0, 0]), "####");
    let all: Vec<u8> = (0..=255).collect();
    for length in 0..all.len() {
        assert_eq!(unpacked(&packed(&all[..length])), &all[..length]);
    }
    let text = packed(&all);
    assert!(
        text.bytes()
            .all(|byte| (b'#'..=b'~').contains(&byte) && byte != b'<')
    );
    assert_eq!(text.len(), (256_usize * 8).div_ceil(13) * 2);
}
