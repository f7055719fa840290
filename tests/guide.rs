//! The guide (`docs/` in English, `docs/zh-CN/` in Chinese, two books for mdBook): pages of node types and problems follow from their declarations, and
//! tables of contents from the pages. `UPDATE_GUIDE=1` writes them anew. Links, commands and code of all pages are checked by `tests/pages.rs`
//! and `tests/cli/pages.rs`; pictures are drawn by `tests/gui/editor/guide.rs`.

mod contents;
mod nodes;
mod problems;
mod trees;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use treewright_session::i18n::{LANGUAGES, Texts};

use super::pages::{check, root};

/// Returns the folder of the book in this language.
fn book(language: &str) -> PathBuf {
    let docs = root().join("docs");
    match language {
        "en" => docs,
        language => docs.join(language),
    }
}

/// The texts of every language.
fn languages() -> impl Iterator<Item = Texts> {
    LANGUAGES.into_iter().map(|(code, _)| Texts::new(code))
}

/// Returns the English or the Chinese text. What only pages say is not among the texts of the program.
fn either<'t>(texts: &Texts, english: &'t str, chinese: &'t str) -> &'t str {
    match texts.language() {
        "en" => english,
        _ => chinese,
    }
}

/// Compares a page with what it must be, or writes it if `UPDATE_GUIDE` is set. Returns a complaint about one that differs.
fn compare(texts: &Texts, page: &str, expected: &str) -> Option<String> {
    let path = book(texts.language()).join(page);
    if fs::read_to_string(&path).is_ok_and(|text| text == expected) {
        return None;
    }
    if std::env::var_os("UPDATE_GUIDE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, expected).unwrap();
        return None;
    }
    Some(format!(
        "{} is out of date: renew it with UPDATE_GUIDE=1 cargo test -p treewright-tests --test all guide",
        path.display()
    ))
}

/// Compares the pages of a folder, which has no others.
fn compare_folder(texts: &Texts, folder: &str, pages: &[(String, String)]) -> Vec<String> {
    let mut complaints: Vec<String> = pages
        .iter()
        .filter_map(|(name, text)| compare(texts, &format!("{folder}/{name}.md"), text))
        .collect();
    let expected: BTreeSet<String> = pages.iter().map(|(name, _)| format!("{name}.md")).collect();
    for entry in fs::read_dir(book(texts.language()).join(folder)).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !expected.contains(&name) {
            complaints.push(format!("{folder}/{name} is about nothing that exists"));
        }
    }
    complaints
}

/// Returns the first heading of a page.
fn title(path: &Path) -> String {
    let text = fs::read_to_string(path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let heading = text.lines().find_map(|line| line.strip_prefix("# "));
    heading
        .unwrap_or_else(|| panic!("{} has no heading", path.display()))
        .to_owned()
}

#[test]
fn pages_of_node_types_follow_from_their_declarations() {
    check(
        languages().flat_map(|texts| compare_folder(&texts, "guide/nodes", &nodes::pages(&texts))),
    );
}

#[test]
fn pages_of_problems_follow_from_their_declarations() {
    check(
        languages()
            .flat_map(|texts| compare_folder(&texts, "guide/problems", &problems::pages(&texts))),
    );
}

#[test]
fn tables_of_contents_have_every_page() {
    check(
        languages().filter_map(|texts| compare(&texts, "SUMMARY.md", &contents::summary(&texts))),
    );
}

#[test]
fn every_page_of_the_guide_is_in_each_language() {
    let [english, chinese] = ["en", "zh-CN"].map(|language| contents::files(&book(language)));
    let guide = |files: &BTreeSet<String>| -> BTreeSet<String> {
        let of_guide = files.iter().filter(|file| file.starts_with("guide/"));
        of_guide.cloned().collect()
    };
    let (english, chinese) = (guide(&english), guide(&chinese));
    check(
        english
            .symmetric_difference(&chinese)
            .map(|page| format!("{page} is in one language only")),
    );
}

/// F1 opens the section of a panel on the page about panels.
#[test]
fn every_panel_has_a_section() {
    let mut complaints = Vec::new();
    for texts in languages() {
        let page = fs::read_to_string(book(texts.language()).join("guide/panels.md")).unwrap();
        for panel in treewright_editor::docking::Panel::ALL {
            let heading = format!("## {}", texts.tr(&panel.text_key()));
            if !page.lines().any(|line| line == heading) {
                complaints.push(format!(
                    "{}: panels.md has no “{heading}”",
                    texts.language()
                ));
            }
        }
    }
    check(complaints);
}
