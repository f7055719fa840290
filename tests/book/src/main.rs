//! Builds the guide as HTML with mdBook, in every language, links each page to the same one in the other language, and checks that each link and picture
//! of the built pages leads somewhere, as a browser follows them from a disk. Usage: `treewright-book FOLDER BOOK…`: where it is built, and the folders of the books; one inside of another
//! comes after it, and is built into the same place of its folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use std::{env, fs};

use anyhow::{Context as _, Result, ensure};
use mdbook_driver::MDBook;
use scraper::{Html, Selector};

/// The folder of the Chinese book in the English one.
const CHINESE: &str = "zh-CN";

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1).map(PathBuf::from);
    let folder = arguments
        .next()
        .context("usage: treewright-book FOLDER BOOK…")?;
    fs::create_dir_all(&folder)?;
    let folder = folder.canonicalize()?;
    let books: Vec<PathBuf> = arguments.collect();
    for path in &books {
        let mut book =
            MDBook::load(path).with_context(|| format!("{} is no book", path.display()))?;
        book.config.build.build_dir = folder.join(path.strip_prefix(&books[0])?);
        book.build()?;
    }
    link_languages(&folder, &folder.join(CHINESE))?;
    let pages = pages(&folder)?;
    let faults = faults(&pages);
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    let links: usize = pages.values().map(|page| page.links.len()).sum();
    println!("{}: {} pages, {links} links", folder.display(), pages.len());
    Ok(())
}

/// Adds to each page that exists in both languages a button that leads to the other one.
fn link_languages(english: &Path, chinese: &Path) -> Result<()> {
    for page in html_files(chinese)? {
        let inner = page.strip_prefix(chinese)?;
        let other = english.join(inner);
        // The table of contents is a part of other pages.
        if inner == Path::new("toc.html") || !other.is_file() {
            continue;
        }
        let up = "../".repeat(inner.components().count() - 1);
        let inner = inner.to_string_lossy().replace('\\', "/");
        let to_chinese = format!("{up}{CHINESE}/{inner}");
        add_button(&other, &to_chinese, ("zh-CN", "简体中文", "中"))?;
        add_button(&page, &format!("{up}../{inner}"), ("en", "English", "EN"))?;
    }
    Ok(())
}

/// Adds a button to the bar at the top of a page: the language, its name, and what is shown.
fn add_button(page: &Path, link: &str, (language, name, shown): (&str, &str, &str)) -> Result<()> {
    let html = fs::read_to_string(page)?;
    let bar = r#"<div class="right-buttons">"#;
    ensure!(html.contains(bar), "{} has no bar", page.display());
    let button = format!(
        r#"{bar}<a class="icon-button" href="{link}" lang="{language}" hreflang="{language}" title="{name}" aria-label="{name}">{shown}</a>"#
    );
    fs::write(page, html.replacen(bar, &button, 1))?;
    Ok(())
}

/// What the check needs to know of a built page.
struct Page {
    anchors: BTreeSet<String>,
    /// Where links, pictures, scripts and styles lead, without those to the web.
    links: Vec<String>,
}

/// Reads all built pages below a folder, by their paths.
fn pages(folder: &Path) -> Result<BTreeMap<PathBuf, Page>> {
    let mut pages = BTreeMap::new();
    for path in html_files(folder)? {
        let page = Page::of(&fs::read_to_string(&path)?);
        pages.insert(path, page);
    }
    Ok(pages)
}

/// All HTML files below a folder.
fn html_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "html") {
                files.push(path);
            }
        }
    }
    Ok(files)
}

impl Page {
    fn of(html: &str) -> Self {
        let html = Html::parse_document(html);
        let all = |selector: &str, attribute: &str| -> Vec<String> {
            // The selectors below are fixed.
            let selector = Selector::parse(selector).expect("a selector");
            let found = html.select(&selector);
            found
                .filter_map(|it| it.attr(attribute))
                .map(str::to_owned)
                .collect()
        };
        let mut links = all("[href]", "href");
        links.extend(all("[src]", "src"));
        links.retain(|link| !link.contains("://") && !link.starts_with("data:"));
        Self {
            anchors: all("[id]", "id").into_iter().collect(),
            links,
        }
    }
}

/// Returns a line for each link that leads nowhere.
fn faults(pages: &BTreeMap<PathBuf, Page>) -> Vec<String> {
    let mut faults = Vec::new();
    for (path, page) in pages {
        for link in &page.links {
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match target {
                "" => path.clone(),
                target => beside(path, target),
            };
            let anchor = percent_decoded(anchor);
            let exists = match pages.get(&target) {
                Some(page) => anchor.is_empty() || page.anchors.contains(&anchor),
                None => anchor.is_empty() && target.is_file(),
            };
            if !exists {
                faults.push(format!("{}: {link} leads nowhere", path.display()));
            }
        }
    }
    faults
}

/// Returns the path that a page means by a relative one.
fn beside(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().unwrap_or(page).to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            part => path.push(part),
        }
    }
    path
}

/// Decodes the anchor of a link, which may have Chinese letters.
fn percent_decoded(text: &str) -> String {
    percent_encoding::percent_decode_str(text)
        .decode_utf8_lossy()
        .into_owned()
}
