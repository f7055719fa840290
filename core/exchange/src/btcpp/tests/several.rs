//! Documents that are written together: names of trees, and files that would be outside of the folder.

use std::sync::Arc;

use treewright_core::diagnostic::{Diagnostic, Location};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, SUBTREE};
use treewright_core::project::{DocumentSet, Project};

use super::{file, read_among};
use crate::testing::{drawn, file_paths, files, paths, together};
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

fn notes(remarks: &[Diagnostic]) -> Vec<(&'static str, Location)> {
    let notes = remarks.iter();
    notes
        .map(|note| (note.problem.code(), note.location.clone()))
        .collect()
}

#[test]
fn an_unnamed_main_tree_gets_a_unique_name() {
    let own = "top:Inverter[c:Subtree(tree=Attack)] | Attack=own:Succeed";
    let exported = write("a.bt.json", &drawn("Attack", own), &[]).unwrap();
    let text = exported.files[0].text();
    assert_eq!(text.matches("<BehaviorTree ID=\"Attack\">").count(), 1);
    assert!(text.contains("main_tree_to_execute=\"Attack_2\""), "{text}");
    assert!(text.contains("<BehaviorTree ID=\"Attack_2\">"), "{text}");
    // Two documents of one name, neither with a named tree.
    let first = drawn("Attack", "top:Inverter[c:Subtree(file=b.bt.json)]");
    let second = drawn("Attack", "top:Inverter[s:Succeed]");
    let exported = write("a.bt.json", &first, &[("b.bt.json", &second)]).unwrap();
    let files = &exported.files;
    assert!(files[0].text().contains("<SubTree ID=\"Attack_2\""));
    assert!(files[1].text().contains("<BehaviorTree ID=\"Attack_2\">"));
}

#[test]
fn a_tree_name_in_two_files_is_refused_at_the_node_that_references_it() {
    let own = "| Attack=own:Succeed";
    let runs = "top:Inverter[c:Subtree(tree=Attack,file=b.bt.json)]";
    let first = drawn("First", &format!("{runs} {own}"));
    let second = drawn("Second", &format!("top:Inverter[s:Succeed] {own}"));
    let remarks = write("a.bt.json", &first, &[("b.bt.json", &second)]).unwrap_err();
    let expected = [("btcpp_tree_in_two_files", Location::Node("c".into()))];
    assert_eq!(notes(&remarks), expected);
}

#[test]
fn a_file_outside_of_the_folder_is_refused_at_the_node_that_references_it() {
    let first = drawn("First", "top:Inverter[c:Subtree(file=b.bt.json)]");
    let second = drawn("Second", "top:Inverter[d:Subtree(file=../lib/x.bt.json)]");
    let third = drawn("Third", "top:Inverter[s:Succeed]");
    let others = [("trees/b.bt.json", &second), ("lib/x.bt.json", &third)];
    let remarks = write("trees/a.bt.json", &first, &others).unwrap_err();
    let expected = [("btcpp_file_outside", Location::Node("c".into()))];
    assert_eq!(notes(&remarks), expected);
}

#[test]
fn an_imported_file_outside_of_the_folder_is_unchanged() {
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
    assert_eq!(file_paths(&exported), ["main.xml"]);
    assert_eq!(exported.files[0].text(), main);
    let node = first.document.root().unwrap().clone();
    let expected = [("btcpp_file_not_written", Location::Node(node))];
    assert_eq!(notes(&exported.remarks), expected);
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
    let expected = ["child/child.bt.json", "parent.bt.json"];
    assert_eq!(paths(&read.imported), expected);
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
