//! Files made to break a reader, and files that are just very large. Each is read in well under a second.

use treewright_core::testing::cases;

use super::{file, read, read_among, tree, write};
use crate::ExchangeFormat;
use crate::btcpp::load::MAX_FILES;
use crate::btcpp::models::MAX_PORTS;
use crate::testing::read_alone;
use crate::xml;

fn code(bytes: impl AsRef<[u8]>) -> &'static str {
    let read = read_alone(ExchangeFormat::Btcpp, "a.xml", bytes);
    read.unwrap_err().code()
}

const FULL: &str = "<?xml version=\"1.0\"?>
<root BTCPP_format=\"4\" main_tree_to_execute=\"M\"><include path=\"b.xml\"/>
<BehaviorTree ID=\"M\"><!-- c --><Sequence name=\"s\" _while=\"x\"><Parallel success_count=\"-2\"><A p=\"{@k}\" q=\"1;2\"/><SubTree ID=\"T\" x=\"{=}\" _autoremap=\"true\"/></Parallel><Sleep msec=\"10\"/></Sequence></BehaviorTree>
<BehaviorTree ID=\"T\"><Repeat num_cycles=\"-1\"><A p=\"{x}\"/></Repeat></BehaviorTree>
<TreeNodesModel><Action ID=\"A\"><input_port name=\"p\" type=\"int\" default=\"1\">help</input_port></Action></TreeNodesModel></root>
";

#[test]
fn a_truncated_file_is_refused() {
    let end = FULL.trim_end().len();
    for at in (0..end).filter(|at| FULL.is_char_boundary(*at)) {
        assert!(["empty", "truncated"].contains(&code(&FULL[..at])), "{at}");
    }
}

/// Changes every byte to some others: the result is an error, or a document that is written unchanged.
#[test]
fn damaged_bytes_never_cause_a_panic() {
    let mut read_well = 0;
    for at in 0..FULL.len() {
        for byte in [[b'"', b'<'], [b'{', b' '], [b'_', b'9'], [b'>', b'&']][at % 4] {
            let mut text = FULL.as_bytes().to_vec();
            text[at] = byte;
            let text = String::from_utf8(text).unwrap();
            let is_xml = xml::Xml::read(text.as_bytes()).is_ok();
            if is_xml && text.contains("<root ") && !text.contains("BTCPP_format=\"9\"") {
                read_well += 1;
                // Files that BehaviorTree.CPP refuses are kept, too.
                assert_eq!(write(&read(&text)), text);
            }
        }
    }
    assert!(read_well > 200, "{read_well}");
}

#[test]
fn other_xml_is_refused() {
    assert_eq!(code("<behavior name=\"x\"/>"), "other_format");
    assert_eq!(code("<root BTCPP_format=\"5\"/>"), "newer_version");
    let found = code("<!DOCTYPE root [<!ENTITY a 'b'>]><root>&a;</root>");
    assert_eq!(found, "document_type");
    assert_eq!(code("{}"), "xml_syntax");
    assert_eq!(code([0xff, 0xfe, b'<', 0]), "not_utf8");
}

#[test]
fn many_nodes_wide_or_deep_are_read_and_written() {
    let wide = tree(&format!(
        "    <Sequence>\n{}    </Sequence>",
        "      <Walk to=\"{goal}\"/>\n".repeat(5_000)
    ));
    let imported = read(&wide);
    assert_eq!(imported.documents[0].document.node_count(), 5_001);
    assert_eq!(write(&imported), wide);
    let depth = 10_000;
    let deep = tree(&format!(
        "{}<A/>{}",
        "<Inverter>".repeat(depth),
        "</Inverter>".repeat(depth)
    ));
    let imported = read(&deep);
    assert_eq!(imported.documents[0].document.node_count(), depth + 1);
    assert_eq!(write(&imported), deep);
    let too_deep = format!("<root>{}", "<Inverter>".repeat(200_000));
    assert_eq!(code(too_deep), "too_deep");
}

#[test]
fn cyclic_and_endless_includes_are_read_once_each() {
    let round = file(
        "<include path=\"a.xml\"/><include path=\"b.xml\"/><BehaviorTree ID=\"T\"><SubTree ID=\"T\"/></BehaviorTree>",
    );
    let imported = read_among("a.xml", &[("a.xml", &round), ("b.xml", &round)]);
    assert_eq!(imported.documents.len(), 2);
    let files: Vec<(String, String)> = (0..MAX_FILES + 10)
        .map(|i| {
            (
                format!("f{i}.xml"),
                file(&format!("<include path=\"f{}.xml\"/>", i + 1)),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (&**path, &**text))
        .collect();
    let imported = read_among("f0.xml", &files);
    assert_eq!(imported.documents.len(), MAX_FILES);
    let last = imported.documents.last().unwrap();
    assert!(last.remarks[0].to_string().contains("more than 256 files"));
}

#[test]
fn subtrees_that_take_over_everything_terminate() {
    let keys: String = (0..1_000)
        .map(|i| format!("<A k{i}=\"{{key{i}}}\"/>"))
        .collect::<Vec<_>>()
        .concat();
    let calls: Vec<String> = (0..1_000)
        .map(|i| format!("<BehaviorTree ID=\"T{i}\"><SubTree ID=\"T{}\" _autoremap=\"true\"/></BehaviorTree>", (i + 1) % 1_001))
        .collect();
    let text = file(&format!(
        "{}<BehaviorTree ID=\"T1000\"><Sequence>{keys}</Sequence></BehaviorTree>",
        calls.concat()
    ));
    let imported = read(&text);
    assert_eq!(imported.documents[0].document.trees.len(), 1_001);
}

#[test]
fn subtrees_with_many_parameters_called_often_terminate() {
    let ports: Vec<String> = (0..1_000)
        .map(|i| format!("<input_port name=\"p{i}\" default=\"{i}\"/>"))
        .collect();
    let calls = "<SubTree ID=\"T\"/>".repeat(2_000);
    let text = file(&format!(
        "<BehaviorTree ID=\"M\"><Sequence>{calls}</Sequence></BehaviorTree><BehaviorTree ID=\"T\"><A/></BehaviorTree><TreeNodesModel><SubTree ID=\"T\">{}</SubTree></TreeNodesModel>",
        ports.concat()
    ));
    assert_eq!(read(&text).documents[0].document.node_count(), 2_002);
}

#[test]
fn a_line_with_many_import_notes_is_read_in_time() {
    let count = cases(50_000);
    let nodes = "<A ID=\"é\"/>".repeat(count);
    let text = tree(&format!("<Sequence>{nodes}</Sequence>"));
    let imported = read(&text);
    let remarks = &imported.documents[0].remarks;
    assert_eq!(remarks.len(), count);
    let columns = remarks.iter().filter_map(|r| Some(r.position?.column));
    let each = (0..count).map(|i| "<Sequence>".len() + 1 + i * "<A ID='e'/>".len());
    assert!(columns.eq(each));
}

#[test]
fn a_task_has_a_limited_number_of_ports_and_the_rest_is_kept() {
    let count = cases(100_000);
    let ports: Vec<String> = (0..count)
        .map(|i| format!("<input_port name=\"p{i}\"/>"))
        .collect();
    let text = file(&format!(
        "<BehaviorTree ID=\"M\"><A p1=\"1\" p{}=\"2\"/></BehaviorTree><TreeNodesModel><Action ID=\"A\">{}</Action></TreeNodesModel>",
        count - 1,
        ports.concat()
    ));
    let mut imported = read(&text);
    let ports = |imported: &crate::Imported| {
        let task = &imported.libraries[0].library.tasks[0];
        task.declaration.parameters.len()
    };
    assert_eq!(ports(&imported), MAX_PORTS);
    let notes: Vec<_> = imported.documents[0]
        .remarks
        .iter()
        .map(ToString::to_string)
        .collect();
    assert!(
        notes[0].contains("`A` has more than 1000 ports"),
        "{notes:?}"
    );
    assert_eq!(write(&imported), text);
    let task = &mut imported.libraries[0].library.tasks[0];
    task.declaration.summary = "Does it.".into();
    let written = write(&imported);
    let last = format!("<input_port name=\"p{}\"/>", count - 1);
    assert!(written.contains(&last));
    assert_eq!(written.matches("<input_port").count(), count);
}

#[test]
fn ports_of_a_task_without_a_model_are_limited() {
    let nodes: Vec<String> = (0..cases(100))
        .map(|node| {
            let ports = (0..900).map(|port| format!("p{node}_{port}=\"1\""));
            format!("<A {}/>", ports.collect::<Vec<_>>().join(" "))
        })
        .collect();
    let nodes = nodes.concat();
    let text = tree(&format!("<Sequence>{nodes}</Sequence>"));
    let imported = read(&text);
    let task = &imported.libraries[0].library.tasks[0];
    assert_eq!(task.declaration.parameters.len(), MAX_PORTS);
    assert_eq!(write(&imported), text);
}

#[test]
fn odd_names_are_kept_and_shown_safely() {
    let long = "n".repeat(10_000);
    for name in ["🙂", "a\u{202e}b", "检查", &*long] {
        let text = tree(&format!("<A name=\"{name}\"/>"));
        let imported = read(&text);
        assert_eq!(write(&imported), text);
    }
}
