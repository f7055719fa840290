//! Trees as text diagrams, read by the tools that they are written for: Graphviz lays them out, a `CommonMark` parser reads them. Without Graphviz
//! (`dot`), its test prints a note and passes, unless `TREEWRIGHT_REQUIRE_GRAPHVIZ` is set.

use std::io::Write as _;
use std::process::{Command, Stdio};

use pulldown_cmark::{Event, Parser, Tag};
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node};
use treewright_core::project::Project;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, WriteOptions};

/// Returns the examples, and a tree with characters that are special to other tools.
fn trees() -> Vec<(String, Document)> {
    let mut trees = Vec::new();
    for entry in std::fs::read_dir(super::assets().join("examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.to_string_lossy().ends_with(".bt.json") {
            let document = native::read(&std::fs::read(&path).unwrap())
                .unwrap()
                .document;
            trees.push((path.display().to_string(), document));
        }
    }
    let mut builder = DocumentBuilder::new("signs");
    let mut root = Node::new("a\"b\\", "Sequence");
    root.name = "\"><&{}[]()|`*_#;\\n ##-->敌人 1. - +".into();
    let root = builder.root(root).unwrap();
    for id in ["node", "edge", "-1", "n\n2", "<b>"] {
        let mut node = Node::new(id, "Wait");
        node.name = id.into();
        node.comment = "graph {\"\\\"}\nend".into();
        builder.child(&root, node).unwrap();
    }
    trees.push(("signs".into(), builder.finish()));
    assert!(trees.len() > 5);
    trees
}

fn written(format: ExchangeFormat, document: &Document) -> String {
    let library = NodeLibrary::builtin();
    let project = Project::alone(document);
    let exported = exchange::write(format, &project, &library, &WriteOptions::default());
    exported.unwrap().files.remove(0).text().to_owned()
}

/// Returns Graphviz's layout of a diagram in its plain format, or `None` where Graphviz is not installed.
fn graphviz_layout(dot: &str) -> Option<String> {
    let child = Command::new("dot")
        .arg("-Tplain")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        let required = std::env::var_os("TREEWRIGHT_REQUIRE_GRAPHVIZ").is_some();
        assert!(!required, "Graphviz is not installed");
        println!("skipped: Graphviz (dot) is not installed");
        return None;
    };
    let mut input = child.stdin.take().unwrap();
    input.write_all(dot.as_bytes()).unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{dot}");
    assert!(!said.contains("syntax error"), "{said}");
    Some(String::from_utf8(output.stdout).unwrap())
}

#[test]
fn graphviz_draws_every_node_once_with_siblings_in_order() {
    for (name, document) in trees() {
        let Some(plain) = graphviz_layout(&written(ExchangeFormat::Dot, &document)) else {
            return;
        };
        let count = |word: &str| plain.lines().filter(|line| line.starts_with(word)).count();
        assert_eq!(count("node "), document.node_count(), "{name}");
        let heads = document.heads().count();
        assert_eq!(count("edge "), document.node_count() - heads, "{name}");
        // Children are placed from left to right in execution order.
        let x = |id: &str| {
            let mut lines = plain.lines().filter_map(|line| line.strip_prefix("node "));
            let rest = lines.find_map(|line| line.strip_prefix(&format!("{id} ")))?;
            rest.split(' ').next()?.parse::<f64>().ok()
        };
        for node in document.pre_order() {
            let places: Vec<f64> = node
                .children()
                .iter()
                .filter_map(|c| x(c.as_str()))
                .collect();
            assert!(
                places.is_sorted(),
                "{name}: children of {}: {places:?}",
                node.id()
            );
        }
    }
}

#[test]
fn an_outline_parses_as_a_list_with_an_item_for_each_node_and_nothing_else() {
    for (name, document) in trees() {
        let text = written(ExchangeFormat::Markdown, &document);
        let events: Vec<Event<'_>> = Parser::new(&text).collect();
        let count = |is: &dyn Fn(&Event<'_>) -> bool| events.iter().filter(|e| is(e)).count();
        let items = count(&|event| matches!(event, Event::Start(Tag::Item)));
        assert_eq!(items, document.node_count(), "{name}");
        let strong = count(&|event| matches!(event, Event::Start(Tag::Strong)));
        assert_eq!(strong, document.node_count(), "{name}");
        // Treewright marks its output with a comment after the list.
        let is_mark = |event: &Event<'_>| matches!(event, Event::Html(text) if text.starts_with("<!-- Written by Treewright") && text.trim_end().ends_with("-->"));
        assert!(count(&is_mark) <= 1, "{name}");
        let foreign = count(&|event| {
            !is_mark(event)
                && matches!(
                    event,
                    Event::Html(_)
                        | Event::InlineHtml(_)
                        | Event::Code(_)
                        | Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::Emphasis)
                )
        });
        assert_eq!(foreign, 0, "{name}");
    }
}

#[test]
fn a_flowchart_names_every_node_before_its_links_and_escapes_special_characters() {
    for (name, document) in trees() {
        let text = written(ExchangeFormat::Mermaid, &document);
        let lines = || text.lines().skip(1).map(str::trim);
        let arrows = lines().filter(|line| line.contains(" --> ")).count();
        assert_eq!(
            arrows,
            document.node_count() - document.heads().count(),
            "{name}"
        );
        let nodes = lines().filter(|line| line.contains('"'));
        let labels: Vec<&str> = nodes.map(|line| line.split('"').nth(1).unwrap()).collect();
        assert_eq!(labels.len(), document.node_count(), "{name}");
        for label in labels {
            let bare = label.replace("<br>", "");
            assert!(
                !bare.contains(['<', '>', '"', '`', '\\']),
                "{name}: {label}"
            );
        }
    }
}
