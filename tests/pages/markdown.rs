//! What the tests look at in a page: its links, anchors, labels of the interface, code spans and code blocks. Knows nothing about where pages are.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// A page, taken apart.
pub struct Page {
    /// Targets of links and images, as they are written.
    pub links: Vec<String>,
    /// The anchors of its headings, as GitHub makes them.
    pub anchors: BTreeSet<String>,
    /// Texts in single back quotes.
    pub code_spans: Vec<String>,
    /// Labels of the interface: italic texts that end with `…`, or follow `(` or `→`.
    pub labels: Vec<String>,
    /// Texts outside of code.
    pub texts: Vec<String>,
    pub blocks: Vec<Block>,
}

/// A fenced block of code.
#[derive(PartialEq)]
pub struct Block {
    /// What follows the opening fence.
    pub info: String,
    pub text: String,
}

impl Page {
    pub fn of(text: &str) -> Self {
        let mut page = Self {
            links: Vec::new(),
            anchors: BTreeSet::new(),
            code_spans: Vec::new(),
            labels: Vec::new(),
            texts: Vec::new(),
            blocks: Vec::new(),
        };
        let mut heading: Option<String> = None;
        let mut block: Option<Block> = None;
        let mut italic: Option<String> = None;
        let mut before = String::new();
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let slug = slug(&heading.take().unwrap_or_default());
                    let earlier = seen.entry(slug.clone()).or_default();
                    page.anchors.insert(match *earlier {
                        0 => slug,
                        n => format!("{slug}-{n}"),
                    });
                    *earlier += 1;
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    block = Some(Block {
                        info: info.into_string(),
                        text: String::new(),
                    });
                }
                Event::End(TagEnd::CodeBlock) => page.blocks.extend(block.take()),
                Event::Start(Tag::Emphasis) => italic = Some(String::new()),
                Event::End(TagEnd::Emphasis) => {
                    let text = italic.take().unwrap_or_default();
                    let follows = before.ends_with('(') || before.ends_with("→ ");
                    if follows || text.ends_with('…') {
                        page.labels.push(text);
                    }
                }
                Event::Text(text) if italic.is_some() => italic.as_mut().unwrap().push_str(&text),
                Event::Text(text) | Event::Code(text) if heading.is_some() => {
                    heading.as_mut().unwrap().push_str(&text);
                }
                Event::Text(text) => {
                    match &mut block {
                        Some(block) => block.text.push_str(&text),
                        None => page.texts.push(text.to_string()),
                    }
                    before = text.into_string();
                }
                Event::Code(code) => page.code_spans.push(code.into_string()),
                _ => {}
            }
        }
        page
    }
}

/// Returns the anchor of a heading, as GitHub makes it.
fn slug(heading: &str) -> String {
    let kept = heading
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.flat_map(char::to_lowercase)
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[test]
fn anchors_are_as_github_makes_them() {
    let page = Page::of("# The original editor (0.2, 0.3)\n## `merge`, and git\n## A\n## A\n");
    let expected = ["a", "a-1", "merge-and-git", "the-original-editor-02-03"];
    assert_eq!(
        page.anchors.iter().collect::<Vec<_>>(),
        expected.iter().collect::<Vec<_>>()
    );
}
