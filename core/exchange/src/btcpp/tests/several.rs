//! Documents that are written together: names of trees, and files that would lie elsewhere.

use std::sync::Arc;
use treewright_core::model::Surgery as _;

use treewright_core::diagnostic::{Diagnostic, Location};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, NamedTree, Node, Place, SUBTREE};
use treewright_core::project::{DocumentSet, Project};

use super::{file, read_among};
use crate::testing::{Set as _, files, together};
use crate::{ExchangeFormat, Exported, testing};

fn write(
    path: &str,
    document: &Document,
    others: &[(&str, &Document)],
) -> Result<Exported, Vec<Diagnostic>> {
    let mut set = DocumentSet::new();
    for (path, other) in others {
        set.insert(*path, Arc::new((*other).clone()));
    }
    let project = Project::new(document, path, &set);
    super::try_write(&project, &NodeLibrary::builtin())
}

fn said(remarks: &[Diagnostic]) -> Vec<(&'static str, Location)> {
    let said = remarks.iter();
    said.map(|said| (said.problem.code(), said.location.clone()))
        .collect()
}

fn call(id: &str, tree: &str, file: &str) -> Node {
    let mut node = Node::new(id, "Subtree");
    for (name, value) in [("tree", tree), ("file", file)] {
        if !value.is_empty() {
            node = node.set(name, value);
        }
    }
    node
}

/// A document whose root is this node, over an `Inverter`.
fn alone(name: &str, node: Node) -> Document {
    let mut builder = DocumentBuilder::new(name);
    let root = builder.root(Node::new("top", "Inverter")).unwrap();
    builder.child(&root, node).unwrap();
    builder.finish()
}

fn with_tree(mut document: Document, name: &str) -> Document {
    document.insert_node(Node::new("own", "Succeed"));
    document.attach(&"own".into(), &Place::Loose(0));
    document.trees.push(NamedTree::new(name, "own"));
    document
}

#[test]
fn a_main_tree_without_a_name_is_called_as_no_other_tree() {
    let document = with_tree(alone("Attack", call("c", "Attack", "")), "Attack");
    let text = write("a.bt.json", &document, &[]).unwrap().files[0]
        .text
        .clone();
    assert_eq!(text.matches("<BehaviorTree ID=\"Attack\">").count(), 1);
    assert!(text.contains("main_tree_to_execute=\"Attack_2\""), "{text}");
    assert!(text.contains("<BehaviorTree ID=\"Attack_2\">"), "{text}");
    // Two documents of one name, of which neither has a named tree.
    let first = alone("Attack", call("c", "", "b.bt.json"));
    let second = alone("Attack", Node::new("s", "Succeed"));
    let files = write("a.bt.json", &first, &[("b.bt.json", &second)])
        .unwrap()
        .files;
    assert!(files[0].text.contains("<SubTree ID=\"Attack_2\""));
    assert!(files[1].text.contains("<BehaviorTree ID=\"Attack_2\">"));
}

#[test]
fn a_name_that_two_files_give_to_a_tree_is_refused_at_the_node_that_leads_there() {
    let first = with_tree(alone("First", call("c", "Attack", "b.bt.json")), "Attack");
    let second = with_tree(alone("Second", Node::new("s", "Succeed")), "Attack");
    let remarks = write("a.bt.json", &first, &[("b.bt.json", &second)]).unwrap_err();
    let expected = [("btcpp_tree_in_two_files", Location::Node("c".into()))];
    assert_eq!(said(&remarks), expected);
}

#[test]
fn a_file_outside_of_the_folder_is_refused_at_the_node_that_leads_there() {
    let first = alone("First", call("c", "", "b.bt.json"));
    let second = alone("Second", call("d", "", "../lib/x.bt.json"));
    let third = alone("Third", Node::new("s", "Succeed"));
    let others = [("trees/b.bt.json", &second), ("lib/x.bt.json", &third)];
    let remarks = write("trees/a.bt.json", &first, &others).unwrap_err();
    let expected = [("btcpp_file_outside", Location::Node("c".into()))];
    assert_eq!(said(&remarks), expected);
}

#[test]
fn a_file_outside_of_the_folder_that_was_read_is_left_as_it_is() {
    let main = file(
        "<include path=\"../lib/go.xml\"/><BehaviorTree ID=\"M\"><SubTree ID=\"Go\"/></BehaviorTree>",
    );
    let go = file("<BehaviorTree ID=\"Go\"><AlwaysSuccess/></BehaviorTree>");
    let imported = read_among(
        "ai/main.xml",
        &[("ai/main.xml", &main), ("lib/go.xml", &go)],
    );
    let [first, second] = &*imported.documents else {
        panic!("two files");
    };
    let others = [(&*second.path, &second.document)];
    let exported = write(&first.path, &first.document, &others).unwrap();
    let paths: Vec<_> = exported.files.iter().map(|file| &*file.path).collect();
    assert_eq!(paths, ["main.xml"]);
    assert_eq!(exported.files[0].text, main);
    let node = first.document.root().unwrap().clone();
    let expected = [("btcpp_file_not_written", Location::Node(node))];
    assert_eq!(said(&exported.remarks), expected);
}

#[test]
fn files_that_include_each_other_are_each_one_document() {
    let file = |include: &str, own: &str, runs: &str| {
        format!(
            "<root BTCPP_format=\"4\"><include path=\"{include}\"/><BehaviorTree ID=\"{own}\">\
             <Sequence><Work at=\"3\"/><SubTree ID=\"{runs}\"/></Sequence></BehaviorTree></root>"
        )
    };
    let (parent, child) = (
        file("./child/child.xml", "Parent", "Child"),
        file("../parent.xml", "Child", "Parent"),
    );
    let sources = files([("child/child.xml", &child), ("parent.xml", &parent)]);
    let read = together(ExchangeFormat::Btcpp, &sources);
    assert!(read.failed.is_empty());
    let made = &read.imported.documents;
    let paths: Vec<_> = made.iter().map(|made| &*made.path).collect();
    assert_eq!(paths, ["child/child.bt.json", "parent.bt.json"]);
    assert_eq!(read.imported.libraries.len(), 2);
    for made in made {
        let alone = testing::read(ExchangeFormat::Btcpp, &sources, &made.source).unwrap();
        assert_eq!(alone.documents[0], *made);
        let runs = made.document.nodes().find(|node| &*node.task == SUBTREE);
        let expected = match &*made.path {
            "parent.bt.json" => "child/child.bt.json",
            _ => "../parent.bt.json",
        };
        assert_eq!(runs.unwrap().text_parameter("file"), expected);
    }
}
