//! The search of the built guide, as readers use it in a browser, in both languages.

#[expect(
    dead_code,
    reason = "pages to share are tried with more of the browser than the guide"
)]
#[path = "../../cli/browser.rs"]
mod browser;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use self::browser::Browser;

/// The guide, which the first test builds.
static GUIDE: LazyLock<PathBuf> = LazyLock::new(built_guide);

fn built_guide() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let built = Command::new(env!("CARGO_BIN_EXE_treewright-book"))
        .arg(&folder)
        .args(["docs", "docs/zh-CN"])
        .current_dir(root)
        .output()
        .unwrap();
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    folder
}

/// Types words into the search of a page, and returns the titles of the results, each on a line, and the sentence above them, once that is there.
fn found(browser: &Browser, page: &Path, words: &str) -> (String, String) {
    browser.visit(page);
    browser.press("s");
    browser.press(words);
    for _ in 0..2400 {
        let shown = browser.text("#mdbook-searchresults-header");
        if shown.contains(words) {
            return (browser.text("#mdbook-searchresults a"), shown);
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!(
        "the search for “{words}” says nothing: {:?}",
        browser.messages()
    );
}

#[test]
fn words_of_both_languages_are_found() {
    let Some(browser) = Browser::start() else {
        return;
    };
    // mdBook leaves short words out of its own index, and knows no Chinese words.
    for (page, words, above) in [
        ("index.html", "why", "search results for 'why':"),
        ("index.html", "abort", "search results for 'abort':"),
        ("zh-CN/index.html", "中断", "“中断”：30 个结果"),
        ("zh-CN/index.html", "效用选择器", "“效用选择器”："),
    ] {
        let (results, shown) = found(&browser, &GUIDE.join(page), words);
        assert!(shown.contains(above), "{shown}");
        assert!(!results.is_empty(), "{words}: {shown}");
    }
}

#[test]
fn what_is_not_written_is_not_found() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let (results, shown) = found(&browser, &GUIDE.join("index.html"), "zzzz");
    assert_eq!(shown, "No search results for 'zzzz'.");
    assert_eq!(results, "");
    let (results, shown) = found(&browser, &GUIDE.join("zh-CN/index.html"), "没有的词");
    assert_eq!(shown, "没有找到“没有的词”。");
    assert_eq!(results, "");
}
