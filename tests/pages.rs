//! The pages that people read (`README.md` and its neighbors, `docs/`): every link, image and file that they name exists, every JSON block can be
//! read, and what they list is complete. Their shell commands are run by `tests/cli/pages.rs`, their Rust code by doc-tests.

mod expressions;
mod markdown;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use markdown::Page;
use treewright_core::format::{native, tasks_json};
use treewright_exchange::ExchangeFormat;
use treewright_explore::claims_json;
use treewright_insight::{breakpoints_json, scenario_json};

const README_LINES: usize = 130;
const README_WIDTH: usize = 120;
/// Folders at the top of the repository: a code span that begins with one names a file or a folder.
const FOLDERS: [&str; 9] = [
    ".ci/", "app/", "assets/", "core/", "docs/", "engines/", "fuzz/", "link/", "tests/",
];

/// Returns the workspace's folder.
pub(crate) fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap().to_path_buf()
}

/// Returns all pages by their paths in the repository.
fn pages() -> BTreeMap<PathBuf, Page> {
    let top = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
    ];
    let mut paths: Vec<PathBuf> = top.map(PathBuf::from).into();
    let mut folders = vec![PathBuf::from("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if root().join(&path).is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    let page = |path: PathBuf| {
        let text = fs::read_to_string(root().join(&path)).unwrap();
        (path, Page::of(&text))
    };
    paths.into_iter().map(page).collect()
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// Fails with all complaints, if there are any.
#[track_caller]
pub(crate) fn check(complaints: impl IntoIterator<Item = String>) {
    let complaints: Vec<String> = complaints.into_iter().collect();
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

/// Returns the path in the repository to which a link of a page leads, and the anchor there.
fn target<'a>(page: &Path, link: &'a str) -> (PathBuf, &'a str) {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    if path.is_empty() {
        return (page.to_path_buf(), anchor);
    }
    let mut target = page.parent().unwrap().to_path_buf();
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => drop(target.pop()),
            part => target.push(part),
        }
    }
    (target, anchor)
}

fn is_external(link: &str) -> bool {
    link.starts_with("https://")
}

#[test]
fn links_anchors_and_images_exist() {
    let pages = pages();
    let mut complaints = Vec::new();
    for (path, page) in &pages {
        for link in page.links.iter().filter(|link| !is_external(link)) {
            let (target, anchor) = target(path, link);
            let exists = match pages.get(&target) {
                Some(page) => anchor.is_empty() || page.anchors.contains(anchor),
                None => anchor.is_empty() && root().join(&target).exists(),
            };
            if !exists {
                complaints.push(format!("{}: {link} leads nowhere", path.display()));
            }
        }
    }
    check(complaints);
}

/// Returns the files and folders of the repository, as paths in it.
fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut open: Vec<PathBuf> = FOLDERS.map(PathBuf::from).into();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(root().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            if root().join(&path).is_dir() && !path.ends_with("target") {
                open.push(path.clone());
            }
            files.push(path);
        }
        files.push(folder);
    }
    files
}

/// A page may leave out the first folders of a path.
#[test]
fn files_that_are_named_exist() {
    let files = files();
    let mut complaints = Vec::new();
    for (path, page) in pages() {
        // What was true of an earlier version may be gone.
        if path.ends_with("CHANGELOG.md") {
            continue;
        }
        for code in &page.code_spans {
            let named = code.split_whitespace().next().unwrap_or_default();
            let is_path = FOLDERS.iter().any(|folder| named.starts_with(folder));
            let is_pattern = named.contains(['<', '*', '…', '{']);
            if is_path && !is_pattern && !files.iter().any(|file| file.ends_with(named)) {
                complaints.push(format!("{}: there is no `{named}`", path.display()));
            }
        }
    }
    check(complaints);
}

/// The tables of contents of the guide begin every walk through it; no page links to them.
#[test]
fn every_page_can_be_reached_from_the_readme_or_the_contents_of_the_guide() {
    let pages = pages();
    let mut seen = BTreeSet::new();
    let starts = ["README.md", "docs/SUMMARY.md", "docs/zh-CN/SUMMARY.md"];
    let mut open: Vec<PathBuf> = starts.map(PathBuf::from).into();
    while let Some(path) = open.pop() {
        let Some(page) = pages.get(&path) else {
            continue;
        };
        if seen.insert(path.clone()) {
            open.extend(page.links.iter().map(|link| target(&path, link).0));
        }
    }
    let missed = pages.keys().filter(|path| !seen.contains(*path));
    check(missed.map(|path| format!("{}: no link leads here", path.display())));
}

#[test]
fn the_readme_is_short() {
    let readme = text("README.md");
    assert!(
        readme.lines().count() <= README_LINES,
        "{README_LINES} lines are enough"
    );
    let wide = readme
        .lines()
        .filter(|line| line.chars().count() > README_WIDTH);
    check(wide.map(|line| format!("over {README_WIDTH} characters: {line}")));
}

/// Returns all texts of the interface in this language.
fn labels_of_the_interface(language: &str) -> BTreeSet<String> {
    let mut labels = BTreeSet::new();
    for entry in fs::read_dir(root().join("assets/lang").join(language)).unwrap() {
        let catalog = fs::read_to_string(entry.unwrap().path()).unwrap();
        let texts = catalog.lines().filter_map(|line| line.split_once(" = "));
        labels.extend(texts.map(|(_, text)| text.trim().to_owned()));
    }
    labels
}

/// Whether a page is one of the Chinese guide.
fn is_chinese(page: &Path) -> bool {
    page.starts_with("docs/zh-CN")
}

/// So that blocks of Chinese pages need not be run again.
#[test]
fn code_blocks_of_a_chinese_page_are_those_of_the_english_one() {
    let pages = pages();
    let mut complaints = Vec::new();
    for (path, page) in pages.iter().filter(|(path, _)| is_chinese(path)) {
        let english = path.strip_prefix("docs/zh-CN").unwrap();
        let english = pages.get(&Path::new("docs").join(english));
        let blocks = english.map_or(&[][..], |page| &page.blocks);
        if page.blocks != blocks {
            complaints.push(format!("{}: other blocks of code", path.display()));
        }
    }
    check(complaints);
}

/// Beside Chinese letters and marks, asterisks often mark nothing.
#[test]
fn emphasis_is_no_literal_asterisk() {
    let literal = |page: &Page| page.texts.iter().find(|text| text.contains("**")).cloned();
    let pages = pages();
    let faults = pages
        .iter()
        .filter_map(|(path, page)| Some((path, literal(page)?)));
    check(faults.map(|(path, text)| format!("{}: {text}", path.display())));
}

/// Whatever a page of the guide shows as code is tried by some test.
#[test]
fn blocks_of_the_guide_are_of_kinds_that_tests_try() {
    let robot = text("tests/peer/btcpp/robot.cpp");
    let mut complaints = Vec::new();
    for (path, page) in pages() {
        for block in page
            .blocks
            .iter()
            .filter(|_| path.starts_with("docs/guide"))
        {
            let is_tried = match &*block.info {
                // Run by `tests/cli/pages.rs`; read, compiled and evaluated by tests here; doc-tests.
                "sh" | "sh no-run" | "json" | "cel" | "rust" => true,
                // Frame data.
                "text" => path.ends_with("running.md"),
                // The robot with which the attachment is tried has this line with its own port.
                "cpp" => robot.contains(block.text.split("1667").next().unwrap()),
                // What a game writes into its manifest.
                "toml" => block.text.lines().skip(1).all(|line| {
                    let path = line
                        .split('"')
                        .nth(1)
                        .and_then(|path| path.strip_prefix("treewright/"));
                    path.is_some_and(|path| root().join(path).join("Cargo.toml").is_file())
                }),
                _ => false,
            };
            if !is_tried {
                complaints.push(format!("{}: nothing tries {}", path.display(), block.text));
            }
        }
    }
    check(complaints);
}

#[test]
fn labels_of_the_interface_are_in_its_catalogs() {
    let [english, chinese] = ["en", "zh-CN"].map(labels_of_the_interface);
    let mut complaints = Vec::new();
    for (path, page) in pages() {
        // What was true of an earlier version may be gone.
        if path.ends_with("CHANGELOG.md") {
            continue;
        }
        let labels = if is_chinese(&path) {
            &chinese
        } else {
            &english
        };
        let wrong = page.labels.iter().filter(|label| !labels.contains(*label));
        complaints
            .extend(wrong.map(|label| format!("{}: nothing is called “{label}”", path.display())));
    }
    check(complaints);
}

/// Returns why a block that says that it is JSON is not what it claims to be.
fn fault_of(block: &str) -> Option<String> {
    let lines: Vec<&str> = block.lines().collect();
    let is_json = |text: &str| serde_json::from_str::<serde_json::Value>(text);
    let Ok(value) = is_json(block) else {
        // A recording is a file of lines.
        let fault = lines.iter().find_map(|line| is_json(line).err());
        return fault.map(|error| error.to_string());
    };
    let bytes = block.as_bytes();
    let read = match value["format"].as_str() {
        Some("treewright") => native::read(bytes).map(drop).map_err(|e| e.to_string()),
        Some("treewright-scenario") => scenario_json::read(bytes)
            .map(drop)
            .map_err(|e| e.to_string()),
        Some("treewright-tasks") => tasks_json::read(bytes)
            .map(drop)
            .map_err(|e| format!("{e:?}")),
        Some("treewright-breakpoints") => breakpoints_json::read(bytes)
            .map(drop)
            .map_err(|e| e.to_string()),
        Some("treewright-claims") => claims_json::read(bytes)
            .map(drop)
            .map_err(|e| e.to_string()),
        Some(other) => Err(format!("no format `{other}`")),
        // One task of a library.
        None if value["category"].is_string() => {
            let library =
                format!(r#"{{"format": "treewright-tasks", "version": 1, "tasks": [{block}]}}"#);
            tasks_json::read(library.as_bytes())
                .map(drop)
                .map_err(|e| format!("{e:?}"))
        }
        None => Ok(()),
    };
    read.err()
}

#[test]
fn json_blocks_can_be_read() {
    let mut complaints = Vec::new();
    for (path, page) in pages() {
        for block in page.blocks.iter().filter(|block| block.info == "json") {
            if let Some(fault) = fault_of(&block.text) {
                complaints.push(format!("{}: {fault} in:\n{}", path.display(), block.text));
            }
        }
    }
    check(complaints);
}

#[test]
fn rust_blocks_are_on_pages_whose_code_is_compiled() {
    let including = [
        "core/engine/src/lib.rs",
        "core/insight/src/lib.rs",
        "link/src/lib.rs",
    ];
    let including = including.map(text).concat();
    let mut complaints = Vec::new();
    for (path, page) in pages() {
        let has_rust = page
            .blocks
            .iter()
            .any(|block| block.info.starts_with("rust"));
        let included = format!("../../{}\")]", path.display());
        if has_rust && !is_chinese(&path) && !including.contains(&included) {
            complaints.push(format!("{}: no crate includes it", path.display()));
        }
        let ignored = page
            .blocks
            .iter()
            .filter(|block| block.info.contains("ignore"));
        complaints.extend(
            ignored.map(|block| format!("{}: not compiled:\n{}", path.display(), block.text)),
        );
    }
    check(complaints);
}

/// Returns the names of all crates of others that a manifest asks for.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_list = false;
    for line in manifest.lines() {
        if let Some(section) = line.strip_prefix('[') {
            is_list = section.ends_with("dependencies]");
        } else if is_list && let Some(end) = line.find(['.', ' ', '=']) {
            names.insert(line[..end].to_owned());
        }
    }
    names.retain(|name| {
        !name.is_empty() && !name.starts_with(['#', '"']) && !name.starts_with("treewright")
    });
    names
}

#[test]
fn the_page_about_crates_has_each() {
    let page = text("docs/decisions/crates.md");
    let manifests = [
        "Cargo.toml",
        "app/Cargo.toml",
        "app/cli/Cargo.toml",
        "app/editor/Cargo.toml",
        "app/session/Cargo.toml",
        "core/authoring/Cargo.toml",
        "core/engine/Cargo.toml",
        "core/exchange/Cargo.toml",
        "core/insight/Cargo.toml",
        "engines/arena/Cargo.toml",
        "fuzz/Cargo.toml",
        "link/Cargo.toml",
        "tests/Cargo.toml",
    ];
    let all: BTreeSet<String> = manifests
        .iter()
        .flat_map(|path| dependencies(&text(path)))
        .collect();
    assert!(all.len() > 40, "{all:?}");
    let missed = all
        .iter()
        .filter(|name| !page.contains(&format!("`{name}`")));
    check(missed.map(|name| format!("docs/decisions/crates.md does not say why `{name}`")));
}

#[test]
fn the_page_about_other_tools_has_each_format() {
    let page = text("docs/guide/other-tools.md");
    let mut complaints = Vec::new();
    for format in ExchangeFormat::ALL {
        if format == ExchangeFormat::Native {
            continue;
        }
        let name = format!("`{}`", format.name());
        let said = |is: bool| if is { "yes" } else { "–" };
        let row = format!(
            "| {name} | {} | {} |",
            said(format.is_readable()),
            said(format.is_writable())
        );
        if !page.contains(&row) {
            complaints.push(format!("no row ends with {row}"));
        }
        let is_explained = page.lines().any(|line| {
            let first = line.split(" | ").next().unwrap_or_default();
            line.starts_with("| `") && first.contains(&name)
        });
        if !is_explained {
            complaints.push(format!("what {name} keeps, maps and refuses is missing"));
        }
    }
    check(complaints);
}

/// Every Rust file of the product, one after the other.
fn product() -> String {
    let mut all = String::new();
    let mut open = vec![root().join("core"), root().join("app")];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.extend((!path.ends_with("target")).then_some(path));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                all.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    all
}

#[test]
fn names_in_the_glossary_are_in_the_code() {
    let glossary = text("docs/glossary.md");
    let product = product();
    let mut complaints = Vec::new();
    for row in glossary.lines().filter(|line| line.starts_with("| ")) {
        let Some(names) = row.split(" | ").nth(3) else {
            continue;
        };
        for name in names.split('`').skip(1).step_by(2) {
            let last = name.rsplit("::").next().unwrap();
            if !product.contains(last) {
                complaints.push(format!("`{name}` is not in the code: {row}"));
            }
        }
    }
    check(complaints);
}

/// Commands of cargo name packages and programs that are there.
#[test]
fn cargo_commands_name_what_exists() {
    let mut complaints = Vec::new();
    for (path, page) in pages() {
        let shell = page
            .blocks
            .iter()
            .filter(|block| block.info.starts_with("sh"));
        let lines: Vec<&str> = shell.flat_map(|block| block.text.lines()).collect();
        for line in lines.iter().filter(|line| line.starts_with("cargo ")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            for pair in words.windows(2) {
                let exists = match *pair {
                    ["-p", package] => {
                        text("Cargo.lock").contains(&format!("name = \"{package}\""))
                    }
                    ["--bin" | "--bench", target] => {
                        text("tests/Cargo.toml").contains(&format!("name = \"{target}\""))
                    }
                    _ => true,
                };
                if !exists {
                    complaints.push(format!("{}: {line}: no {}", path.display(), pair[1]));
                }
            }
        }
    }
    check(complaints);
}
