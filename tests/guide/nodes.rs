//! A page for each node type: its declaration, what it does after each result of a child, and a place in an example tree.

use std::fmt::Write as _;

use treewright_core::category::Category;
use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_session::examples::EXAMPLES;
use treewright_session::i18n::Texts;
use treewright_session::node_help::markdown;

use super::{either, trees};

/// Returns all pages by their names.
pub fn pages(texts: &Texts) -> Vec<(String, String)> {
    let library = NodeLibrary::builtin();
    let examples: Vec<(String, Document)> = EXAMPLES
        .iter()
        .map(|example| {
            let json = example.document(texts).json.as_bytes();
            let title = texts.tr(example.text_key).into_owned();
            (title, native::read(json).unwrap().document)
        })
        .collect();
    let mut pages = vec![("index".to_owned(), index(&library, texts))];
    for kind in library.declarations() {
        let mut page = markdown::page(kind, &library, texts);
        let category = texts
            .tr(&format!("category.{}", kind.category))
            .into_owned();
        let at = page.find('\n').unwrap();
        page.insert_str(at, &format!("\n\n*{category}*"));
        page += &example(&examples, &kind.task, texts);
        pages.push((kind.task.to_string(), page));
    }
    pages
}

/// Returns the names of the node types of a category, in the order of the palette.
pub fn of_category(category: Category) -> Vec<String> {
    let library = NodeLibrary::builtin();
    let kinds = library
        .declarations()
        .filter(|kind| kind.category == category);
    kinds.map(|kind| kind.task.to_string()).collect()
}

/// The list of all node types with what each does.
fn index(library: &NodeLibrary, texts: &Texts) -> String {
    let mut out = format!("# {}\n\n", texts.tr("node_reference.title"));
    out += either(
        texts,
        "Each node type with its rules. In the editor, **F1** opens the page of the selected node, and **Shift+F1** shows the same in a window.\n",
        "每种节点类型及其规则。在编辑器中，**F1** 打开所选节点的页面，**Shift+F1** 在窗口中显示同样的内容。\n",
    );
    for category in Category::ALL {
        let _ = write!(
            out,
            "\n## {}\n\n",
            texts.tr(&format!("category.{category}"))
        );
        out += either(
            texts,
            "| node type | what it does |\n| --- | --- |\n",
            "| 节点类型 | 作用 |\n| --- | --- |\n",
        );
        for kind in library
            .declarations()
            .filter(|kind| kind.category == category)
        {
            let title = texts.task_title(&kind.task);
            let _ = writeln!(
                out,
                "| [{title}]({}.md) | {} |",
                kind.task,
                texts.task_summary(kind)
            );
        }
    }
    out
}

/// A place of an example tree where the task is used: a parent with its children, or a leaf with its siblings.
fn example(examples: &[(String, Document)], task: &str, texts: &Texts) -> String {
    let uses = examples.iter().find_map(|(title, document)| {
        let node = document.nodes().find(|node| &*node.task == task)?;
        Some((title, document, node.id().clone()))
    });
    let Some((title, document, id)) = uses else {
        return String::new();
    };
    let heading = either(texts, "Example", "示例");
    let from = match texts.language() {
        "en" => format!("From *File → Examples → {title}*:"),
        _ => format!("出自“文件 → 示例 → {title}”："),
    };
    let node = document.node(&id).unwrap();
    let list = match node.children() {
        [] => trees::list(document, node.parent().unwrap_or(&id), 1, texts),
        [_] => trees::list(document, &id, 2, texts),
        _ => trees::list(document, &id, 1, texts),
    };
    format!("\n## {heading}\n\n{from}\n\n{list}")
}
