//! The Chinese interface stays Chinese when something goes wrong: no English sentence is shown, whatever the files contain.

use std::fs;

use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::studio::Studio;

fn chinese() -> Studio {
    let mut studio = Studio::empty();
    studio.speak_chinese();
    studio
}

/// Returns all visible texts and notices, without the path of the test's folder.
fn shown(studio: &Studio) -> Vec<String> {
    let folder = studio.path("").display().to_string();
    let nodes = studio.harness.query_all_by(|_| true);
    let texts = nodes.flat_map(|node| {
        let node = node.accesskit_node();
        [node.label(), node.value()]
    });
    let mut texts: Vec<String> = texts.flatten().collect();
    texts.push(studio.notice());
    texts
        .into_iter()
        .map(|t| t.replace(&folder, "…/"))
        .collect()
}

/// Returns whether a text has three English words in a row, which no name has.
fn is_english(text: &str) -> bool {
    let mut in_a_row = 0;
    for word in text.split(' ') {
        let is_word = word.len() > 1
            && word
                .trim_end_matches([',', ';', ':', '.'])
                .chars()
                .all(|c| c.is_ascii_lowercase());
        in_a_row = if is_word { in_a_row + 1 } else { 0 };
        if in_a_row == 3 {
            return true;
        }
    }
    false
}

#[track_caller]
fn assert_chinese(studio: &Studio, what: &str) {
    let english: Vec<_> = shown(studio)
        .into_iter()
        .filter(|text| is_english(text))
        .collect();
    assert!(english.is_empty(), "{what}: {english:#?}");
}

const HEAD: &str = r#""format": "treewright", "version": 1, "name": "t""#;

#[test]
fn english_is_recognized() {
    assert!(is_english("这里：expected the name of"));
    assert!(!is_english("节点 Sees enemy 位于 a.bt.json"));
}

#[test]
fn errors_of_opening_files_are_in_chinese() {
    let files = [
        String::new(),
        "{".to_owned(),
        "{,}".to_owned(),
        "{\"a\": nul}".to_owned(),
        "{\"a\": 1,}".to_owned(),
        "{\"a\" 1}".to_owned(),
        "{a: 1}".to_owned(),
        "[1 2]".to_owned(),
        "{\"a\": \"\\q\"}".to_owned(),
        "{\"a\": 01}".to_owned(),
        "{\"a\": \"x\ny\"}".to_owned(),
        "{} {}".to_owned(),
        "[".repeat(300),
        "{}".to_owned(),
        r#"{"format": "other", "version": 1}"#.to_owned(),
        r#"{"format": "treewright", "version": 99}"#.to_owned(),
        r#"{"format": "treewright"}"#.to_owned(),
        format!("{{{HEAD}, \"nodes\": 3}}"),
        format!("{{{HEAD}, \"nodes\": [3]}}"),
        format!("{{{HEAD}, \"nodes\": [{{\"task\": \"Wait\"}}]}}"),
        format!("{{{HEAD}, \"nodes\": [{{\"id\": \"a\", \"task\": 3}}]}}"),
        format!("{{{HEAD}, \"nodes\": [{{\"id\": \"\", \"task\": \"Wait\"}}]}}"),
        format!("{{{HEAD}, \"nodes\": [{{\"id\": \"a\", \"task\": \"Wait\", \"abort\": \"x\"}}]}}"),
        format!(
            "{{{HEAD}, \"nodes\": [{{\"id\": \"a\", \"task\": \"Wait\", \"parameters\": {{\"seconds\": {{\"vec9\": 1}}}}}}]}}"
        ),
        format!("{{{HEAD}, \"nodes\": [], \"seed\": -1}}"),
        format!("{{{HEAD}, \"nodes\": [], \"variables\": [{{\"name\": \"v\", \"type\": \"x\"}}]}}"),
        format!(
            "{{{HEAD}, \"nodes\": [], \"variables\": [{{\"name\": \"v\", \"type\": \"int\", \"scope\": \"x\"}}]}}"
        ),
        format!(
            "{{{HEAD}, \"nodes\": [], \"variables\": [{{\"name\": \"v\", \"type\": \"int\", \"initial\": [[1]]}}]}}"
        ),
    ];
    let mut studio = chinese();
    let path = studio.path("broken.bt.json");
    for text in files {
        fs::write(&path, &text).unwrap();
        studio.open(&path);
        assert!(
            studio.notice().contains("无法打开"),
            "{text}: {}",
            studio.notice()
        );
        assert_chinese(&studio, &text);
        // A message that is not recognized would fall back to this vague sentence.
        assert!(
            !studio.notice().contains("内容不符合格式"),
            "{text}: {}",
            studio.notice()
        );
    }
    for path in [studio.path("missing.bt.json"), studio.path("")] {
        studio.open(&path);
        assert_chinese(&studio, "no file");
    }
    fs::write(&path, [0xff, 0xfe]).unwrap();
    studio.open(&path);
    assert_chinese(&studio, "no message");
}

#[test]
fn errors_of_writing_files_are_in_chinese() {
    let mut studio = chinese();
    studio.add("Wait");
    studio.write("file", "no folder");
    for path in [
        "none/tree.bt.json",
        "file/tree.bt.json",
        "a".repeat(300).as_str(),
    ] {
        studio.dialog_gives(&studio.path(path));
        studio.keys("Ctrl+Shift+S");
        assert!(
            studio.notice().contains("未保存"),
            "{path}: {}",
            studio.notice()
        );
        assert_chinese(&studio, path);
    }
}

#[test]
fn errors_while_editing_and_running_are_in_chinese() {
    let mut studio = chinese();
    studio.add("Inverter");
    assert_chinese(&studio, "problems");
    studio.keys("F10");
    studio.show_panel("日志");
    assert!(studio.shows_part("子节点"));
    assert_chinese(&studio, "a node that cannot run");
    studio
        .harness
        .event(egui::Event::Paste("{ \"nodes\": [ }".to_owned()));
    studio.steps(3);
    assert_chinese(&studio, "broken text from the clipboard");
    for (name, text) in [
        ("a.tasks.json", "{\"tasks\": }"),
        (
            "b.tasks.json",
            "{\"format\": \"treewright-tasks\", \"version\": 1, \"tasks\": [{\"name\": \"A\", \"category\": \"x\"}]}",
        ),
    ] {
        let tree = studio.path("tree.bt.json");
        if !tree.exists() {
            studio.save_as(&tree);
        }
        let library = studio.path(name);
        fs::write(&library, text).unwrap();
        studio.dialog_gives(&library);
        studio.keys("Ctrl+Shift+L");
        studio.must_say("未添加");
        assert_chinese(&studio, name);
    }
}

#[test]
fn a_file_that_is_saved_from_the_chinese_interface_is_the_same_byte_for_byte() {
    let mut studio = chinese();
    let path = studio.path("guard.bt.json");
    let examples = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../assets/examples/guard.bt.json"
    );
    let text = fs::read_to_string(examples).unwrap();
    fs::write(&path, &text).unwrap();
    studio.open(&path);
    studio.click("大纲：Attack");
    studio.fill("名称", "攻击");
    studio.keys("Ctrl+S");
    let changed = fs::read_to_string(&path).unwrap();
    assert_eq!(changed.replace("攻击", "Attack"), text);
    studio.fill("名称", "Attack");
    studio.keys("Ctrl+S");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn commands_are_found_by_their_english_names_too() {
    let mut studio = Studio::started();
    studio.speak_chinese();
    studio.keys("Ctrl+Shift+P `light theme`");
    assert!(studio.shows_part("浅色"));
}
