//! What BehaviorTree.CPP refuses to load or to run: reading the file adds an import note, and so does writing the
//! unedited file; writing the edited file is refused. Each case follows its `src/xml_parsing.cpp`, or the source of the
//! node.

use treewright_core::diagnostic::Diagnostic;
use treewright_core::model::Document;
use treewright_core::model::Surgery as _;
use treewright_core::project::{DocumentSet, Project};

use super::{codes, file, library, read, read_among, tree};
use crate::testing::{outline, rows, shown};
use crate::{Exported, Imported};

fn export(imported: &Imported, document: &Document) -> Result<Exported, Vec<Diagnostic>> {
    let others = DocumentSet::new();
    let project = Project::new(document, &imported.documents[0].path, &others);
    super::try_write(&project, &library(imported))
}

/// Asserts that reading this file and writing it unedited both add a note with this one reason, and that writing it
/// edited is refused for it.
fn assert_refused(text: &str, reason: &str) {
    let imported = read(text);
    let document = &imported.documents[0].document;
    let standing = super::super::kept::standing_remarks(document);
    let found_codes = codes(imported.documents[0].remarks.iter().chain(&standing));
    assert!(found_codes.contains(&reason), "{found_codes:?} {text}");
    assert_write_refused(&imported, text, reason);
}

/// Asserts the same for writing only.
fn assert_write_refused(imported: &Imported, text: &str, reason: &str) {
    let document = &imported.documents[0].document;
    let exported = export(imported, document).unwrap_or_else(|notes| panic!("{notes:?} {text}"));
    assert_eq!(exported.files[0].text(), text);
    let found_codes = codes(&exported.remarks);
    assert!(found_codes.contains(&reason), "{found_codes:?} {text}");
    assert_eq!(
        found_codes.last(),
        Some(&"written_though_refused"),
        "{text}"
    );
    let mut edited = document.clone();
    let first = edited.nodes().next().unwrap().id().clone();
    edited.node_mut(&first).unwrap().comment = "edited".into();
    let notes = export(imported, &edited).unwrap_err();
    let notes: Vec<&Diagnostic> = notes.iter().filter(|note| note.blocks_export()).collect();
    assert_eq!(codes(notes), [reason], "{text}");
}

/// Asserts that there is no note on a file.
fn assert_accepted(text: &str) {
    let imported = read(text);
    let exported = export(&imported, &imported.documents[0].document);
    let found_codes = codes(
        &exported
            .unwrap_or_else(|notes| panic!("{notes:?} {text}"))
            .remarks,
    );
    assert!(
        !found_codes.contains(&"written_though_refused"),
        "{found_codes:?} {text}"
    );
}

/// Checks a table of trees and the reasons for which they are refused; those without a reason are accepted.
fn check(table: &str) {
    for (nodes, reason) in rows(table) {
        match reason {
            "" => assert_accepted(&tree(nodes)),
            _ => assert_refused(&tree(nodes), reason),
        }
    }
}

#[test]
fn forms_of_a_tag() {
    for (nodes, reason) in [
        ("<Action/>", "id_missing"),
        ("<Action ID=''/>", "id_missing"),
        ("<A ID='x'/>", "id_on_compact"),
        ("<Root/>", "bad_name"),
        ("<A name='a\u{7f}'/>", "bad_name"),
        ("<SequenceStar><A/></SequenceStar>", "old_name"),
        ("<inverter><A/></inverter>", "old_name"),
        (
            "<ReactiveSequence><Condition ID='C'/><A/></ReactiveSequence>",
            "explicit_below_reactive",
        ),
        (
            "<ReactiveSequence><AsyncSequence><A/></AsyncSequence><AsyncSequence><A/></AsyncSequence></ReactiveSequence>",
            "second_async",
        ),
    ] {
        assert_refused(&tree(nodes), reason);
    }
    for nodes in [
        "<Action ID='Say Hi'/>",
        "<ROOT/>",
        "<A name='a b.c'/>",
        "<ReactiveFallback><Condition ID='C'/><A/></ReactiveFallback>",
        "<ReactiveSequence><A/><AsyncSequence><A/></AsyncSequence></ReactiveSequence>",
        "<Sequence><AsyncSequence><A/></AsyncSequence><AsyncSequence><A/></AsyncSequence></Sequence>",
    ] {
        assert_accepted(&tree(nodes));
    }
}

#[test]
fn numbers_of_children() {
    check(
        "<Sequence/> => too_few_children
        <Inverter/> => child_count
        <Inverter><A/><A/></Inverter> => child_count
        <AlwaysSuccess><A/></AlwaysSuccess> => child_count
        <Script code='x:=1'><A/></Script> => child_count
        <TryCatch><A/></TryCatch> => few_children
        <IfThenElse><A/></IfThenElse> => wrong_child_count
        <WhileDoElse><A/><A/><A/><A/></WhileDoElse> => wrong_child_count
        <Switch3 variable='{x}' case_1='1'><A/><A/><A/></Switch3> => child_count
        <Parallel success_count='3'><A/><A/></Parallel> => threshold_too_high
        <TryCatch><A/><A/></TryCatch> =>",
    );
    let model = |element: &str, nodes: &str| {
        file(&format!(
            "<BehaviorTree ID='M'>{nodes}</BehaviorTree><TreeNodesModel><{element} ID='Own'/></TreeNodesModel>"
        ))
    };
    assert_refused(&model("Decorator", "<Own><A/><A/></Own>"), "child_count");
    assert_refused(&model("Control", "<Own/>"), "too_few_children");
    assert_refused(&model("Condition", "<Own><A/></Own>"), "child_count");
    assert_accepted(&model("Decorator", "<Own><A/></Own>"));
}

#[test]
fn ports_of_the_librarys_own_nodes() {
    check(
        "<Sequence unknown='1'><A/></Sequence> => port_unknown
        <Parallel threshold='1'><A/></Parallel> => port_unknown
        <Script code='x:=1' more='1'/> => port_unknown
        <Sleep/> => port_missing
        <Repeat><A/></Repeat> => port_missing
        <SetBlackboard value='1'/> => port_missing
        <LoopInt value='{v}'><A/></LoopInt> => port_missing
        <Sleep msec='-5'/> => value_refused
        <Sleep msec='soon'/> => value_refused
        <Repeat num_cycles=' 3'><A/></Repeat> => value_refused
        <RunOnce then_skip='yes'><A/></RunOnce> => value_refused
        <Precondition if='x' else='failure'><A/></Precondition> => value_refused
        <Sleep msec='0300'/> =>
        <Sleep msec='300.5'/> =>
        <Sleep msec='{t}'/> =>
        <Sequence _more='1' 名='2'><A/></Sequence> =>
        <RunOnce then_skip='TRUE'><A/></RunOnce> =>
        <Parallel success_count='-1' failure_count='2'><A/><A/></Parallel> =>",
    );
    let half = read(&tree("<Sleep msec='300.5'/>"));
    let expected = "Wait(seconds=0.3)";
    assert_eq!(outline(&half.documents[0].document, shown), expected);
}

#[test]
fn trees_and_the_parts_around_them() {
    let t = "<BehaviorTree ID='T'><A/></BehaviorTree>";
    let called = |name: &str| file(&t.replace("'T'", &format!("'{name}'")));
    for name in ["a b", "a.b", "Root", "root"] {
        assert_refused(&called(name), "bad_name");
    }
    for name in ["Sequence", "Sleep", "TryCatch"] {
        assert_refused(&called(name), "name_taken");
    }
    for name in ["ROOT", "parallel", "a\u{3000}b", "SequenceStar"] {
        assert_accepted(&called(name));
    }
    for (rest, reason) in [
        ("<BehaviorTree ID='E'/>", "tree_empty"),
        (
            "<BehaviorTree ID='D'><A/><A/></BehaviorTree>",
            "tree_divided",
        ),
        ("<TreeNodesModel/><TreeNodesModel/>", "models_twice"),
        ("<BehaviorTree><A/></BehaviorTree>", "tree_unnamed"),
    ] {
        assert_refused(&file(&format!("{t}{rest}")), reason);
    }
    let alone = "<BehaviorTree><A/></BehaviorTree>";
    assert_accepted(&file(alone));
    assert_refused(&file(&format!("{alone}<TreeNodesModel/>")), "tree_unnamed");
    let model = |element: &str, port: &str| {
        file(&format!(
            "{t}<TreeNodesModel><{element} ID='S'><input_port name='{port}' default='1'/></{element}></TreeNodesModel>"
        ))
    };
    for port in ["a b", "1x", "name", "_skipIf", "a.b", ""] {
        assert_refused(&model("SubTree", port), "model_port_refused");
        let text = model("Action", port);
        let found_codes = codes(&read(&text).documents[0].remarks);
        assert!(found_codes.contains(&"model_port_unusable"), "{port}");
        assert_accepted(&text);
    }
    assert_accepted(&model("SubTree", "_own"));
}

#[test]
fn subtrees() {
    let with = |call: &str| {
        file(&format!(
            "<BehaviorTree ID='M'>{call}</BehaviorTree><BehaviorTree ID='T'><A/></BehaviorTree><TreeNodesModel><SubTree ID='T'><input_port name='x'/></SubTree></TreeNodesModel>"
        ))
        .replace("<root ", "<root main_tree_to_execute='M' ")
    };
    for (call, reason) in [
        ("<SubTree ID='T'/>", "port_required"),
        ("<SubTree ID='T' x='1'><A/></SubTree>", "child_count"),
        ("<SubTree ID='T' x='1' _autoremap='yes'/>", "value_refused"),
        ("<T x='1'/>", "subtree_compact"),
    ] {
        assert_refused(&with(call), reason);
    }
    for call in [
        "<SubTree ID='T' x='1'/>",
        "<SubTree ID='T' _autoremap='1'/>",
    ] {
        assert_accepted(&with(call));
    }
}

#[test]
fn faults_between_trees() {
    let deep = "<Inverter>".repeat(300) + "<A/>" + &"</Inverter>".repeat(300);
    let call = "<SubTree ID='T' name='same'/>";
    let twice = file(&format!(
        "<BehaviorTree ID='M'><Sequence>{call}{call}</Sequence></BehaviorTree><BehaviorTree ID='T'><A/></BehaviorTree>"
    ));
    for (text, reason) in [
        (tree(&deep), "too_deep"),
        (twice, "subtree_twice"),
        (tree("<SubTree ID='Gone'/>"), "unknown_tree"),
        (tree("<SubTree ID='Main'/>"), "endless_tree"),
    ] {
        assert_write_refused(&read(&text), &text, reason);
    }
}

/// BehaviorTree.CPP would read each of them endlessly.
#[test]
fn files_that_include_each_other_have_a_note() {
    let a = file("<include path='b.xml'/><BehaviorTree ID='A'><SubTree ID='B'/></BehaviorTree>");
    let b = file("<include path='a.xml'/><BehaviorTree ID='B'><AlwaysSuccess/></BehaviorTree>");
    let imported = read_among("a.xml", &[("a.xml", &a), ("b.xml", &b)]);
    for (document, text) in imported.documents.iter().zip([a, b]) {
        let found_codes = codes(&document.remarks);
        assert!(
            found_codes.contains(&"include_endless"),
            "{found_codes:?} {text}"
        );
    }
}

/// A node whose entry has no name has no variable: it is kept, and the library of the file declares it.
#[test]
fn an_entry_without_a_name_is_kept_and_declared() {
    for key in ["", " ", "{k}"] {
        let text = tree(&format!("<SetBlackboard output_key='{key}' value='1'/>"));
        let imported = read(&text);
        let document = &imported.documents[0].document;
        assert_eq!(&*document.nodes().next().unwrap().task, "SetBlackboard");
        assert!(
            library(&imported).declaration("SetBlackboard").is_some(),
            "{key}"
        );
        assert!(document.variables.iter().all(|v| !v.name.trim().is_empty()));
    }
}

#[test]
fn a_tree_whose_name_is_empty_stays_so() {
    let text = file("<BehaviorTree ID=''><A/></BehaviorTree>");
    let imported = read(&text);
    assert_eq!(super::write(&imported), text);
    let mut edited = imported.documents[0].document.clone();
    let first = edited.nodes().next().unwrap().id().clone();
    edited.node_mut(&first).unwrap().name = "go".into();
    let written = super::write_with(&imported, &edited);
    assert_eq!(written, text.replace("<A/>", "<A name=\"go\"/>"));
}

/// A subtree that takes over all keys ignores the defaults of its model.
#[test]
fn defaults_are_for_subtrees_that_do_not_take_over() {
    let with = |call: &str| {
        file(&format!(
            "<BehaviorTree ID='M'>{call}</BehaviorTree><BehaviorTree ID='T'><A/></BehaviorTree><TreeNodesModel><SubTree ID='T'><input_port name='x' default='1'/></SubTree></TreeNodesModel>"
        ))
    };
    let has_default = |call: &str| {
        let imported = read(&with(call));
        let document = &imported.documents[0].document;
        let call = document
            .nodes()
            .find(|node| &*node.task == "Subtree")
            .unwrap();
        call.parameters.contains_key("x")
    };
    assert!(has_default("<SubTree ID='T'/>"));
    assert!(!has_default("<SubTree ID='T' _autoremap='True'/>"));
    assert!(has_default("<SubTree ID='T' _autoremap='False'/>"));
}
