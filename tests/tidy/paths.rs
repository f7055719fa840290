//! Paths of this repository that the pages for contributors name in backquotes, and those that do not exist. Knows nothing of Rust.

use std::fs;
use std::path::{Path, PathBuf};

use super::source::root;

/// The pages in which every path is one of this repository.
const PAGES: [&str; 2] = ["ARCHITECTURE.md", "CONTRIBUTING.md"];
/// The folder of pages for users. A path in them is one of this repository if its first folder exists; others are examples.
const FOR_USERS: &str = "docs";

/// Returns a complaint for each path in a page that does not exist: page, line and path.
pub fn missing() -> Vec<String> {
    let root = root();
    let mut pages: Vec<PathBuf> = PAGES.map(|page| root.join(page)).into();
    markdown_below(&root.join(FOR_USERS), &mut pages);
    let mut complaints = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let name = page.strip_prefix(&root).unwrap();
        let is_for_users = name.starts_with(FOR_USERS);
        for (line, path) in in_page(&text) {
            let first = path.split('/').next().unwrap();
            let is_ours = !is_for_users || root.join(first).is_dir();
            if is_ours && !exists(&root, path) {
                complaints.push(format!("{}:{line}: there is no `{path}`", name.display()));
            }
        }
    }
    complaints
}

/// Returns the paths in backquotes outside of code blocks, each with its line: those with a `/` that end like a folder or like a
/// file of a kind that is stored here. Skips placeholders (`<name>`), patterns and commands.
pub fn in_page(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    let lines = text.lines().enumerate().filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !is_fence && !in_block
    });
    lines.flat_map(|(index, line)| {
        let spans = line.split('`').skip(1).step_by(2);
        let paths = spans.filter(|span| is_path(span));
        paths.map(move |path| (index + 1, path))
    })
}

fn is_path(span: &str) -> bool {
    let ends = ["/", ".rs", ".toml", ".ftl", ".md", ".json"];
    let is_literal = !span.contains(|c: char| c.is_whitespace() || "<>*…".contains(c));
    is_literal && span.contains('/') && ends.iter().any(|end| span.ends_with(end))
}

/// Whether a path exists as a file or, with a `/` at its end, as a folder.
fn exists(root: &Path, path: &str) -> bool {
    let full = root.join(path);
    if path.ends_with('/') {
        full.is_dir()
    } else {
        full.is_file()
    }
}

fn markdown_below(folder: &Path, pages: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            markdown_below(&entry, pages);
        } else if entry.extension().is_some_and(|ending| ending == "md") {
            pages.push(entry);
        }
    }
}
