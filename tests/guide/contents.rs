//! The tables of contents of the books (`SUMMARY.md`), made of the titles of the pages.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use treewright_core::category::Category;
use treewright_session::i18n::Texts;

use super::{book, either, nodes, problems, title};

/// The parts of the guide in their order: title in English and Chinese, folder, pages.
const PARTS: &[(&str, &str, &str, &[&str])] = &[
    (
        "First hours",
        "入门一小时",
        "guide/first-hour/",
        &["designer", "programmer", "robot-engineer"],
    ),
    (
        "Coming from another tool",
        "从其他工具转来",
        "guide/from/",
        &[
            "behavior-designer",
            "unreal",
            "behaviortree-cpp",
            "behavior3",
            "limboai",
        ],
    ),
    (
        "Recipes",
        "常用做法",
        "guide/recipes/",
        &[
            "guard",
            "boss-phases",
            "retries",
            "cooldowns",
            "utility",
            "squads",
        ],
    ),
    (
        "In depth",
        "深入了解",
        "guide/",
        &[
            "editing",
            "running",
            "aborts",
            "exploring",
            "expressions",
            "subtrees",
            "projects",
            "task-libraries",
            "versions",
            "other-tools",
            "robots",
            "panels",
            "accessibility",
        ],
    ),
];

/// Returns all pages below a folder of a book, as paths in it. The Chinese book is in a folder of the English one.
pub fn files(book: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![book.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path
                .strip_prefix(book)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            if path.is_dir() {
                open.extend((name != "zh-CN").then_some(path));
            } else if path.extension().is_some_and(|end| end == "md") && name != "SUMMARY.md" {
                found.insert(name);
            }
        }
    }
    found
}

/// Writes the table of contents. Pages that no part names are the reference.
pub fn summary(texts: &Texts) -> String {
    let book = book(texts.language());
    let mut left = files(&book);
    let mut out = format!("# {}\n", either(texts, "Treewright", "Treewright 使用指南"));
    let mut entry = |out: &mut String, depth: usize, page: &str| {
        assert!(left.remove(page), "there is no page {page}");
        let title = title(&book.join(page)).replace('`', "");
        let _ = writeln!(out, "{}- [{title}]({page})", "  ".repeat(depth));
    };
    let start = title(&book.join("README.md"));
    let _ = write!(out, "\n[{start}](README.md)\n");
    for (english, chinese, folder, pages) in PARTS {
        let _ = write!(out, "\n# {}\n\n", either(texts, english, chinese));
        for page in *pages {
            entry(&mut out, 0, &format!("{folder}{page}.md"));
        }
    }
    let _ = write!(
        out,
        "\n# {}\n\n",
        either(texts, "Nodes and problems", "节点与问题")
    );
    entry(&mut out, 0, "guide/nodes/index.md");
    for task in Category::ALL.into_iter().flat_map(nodes::of_category) {
        entry(&mut out, 1, &format!("guide/nodes/{task}.md"));
    }
    entry(&mut out, 0, "guide/problems/index.md");
    for code in problems::codes() {
        entry(&mut out, 1, &format!("guide/problems/{code}.md"));
    }
    let _ = write!(out, "\n# {}\n\n", either(texts, "Reference", "参考"));
    let rest: Vec<String> = left
        .iter()
        .filter(|page| *page != "README.md")
        .cloned()
        .collect();
    let in_folder = |page: &&String| page.contains('/');
    let (folders, top): (Vec<&String>, Vec<&String>) = rest.iter().partition(in_folder);
    for page in top.into_iter().chain(folders) {
        let title = title(&book.join(page)).replace('`', "");
        let _ = writeln!(out, "- [{title}]({page})");
    }
    out
}
