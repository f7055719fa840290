//! Files that are not edited are written byte for byte as they were.

use super::{file, read, read_among, tree, write};

/// Asserts that a file is written unchanged; returns how many of its nodes are kept in a form other than the usual one.
fn assert_unchanged(text: &str) -> usize {
    let imported = read(text);
    assert_eq!(write(&imported), text);
    let document = &imported.documents[0].document;
    document
        .nodes()
        .filter(|node| !node.extra.is_empty())
        .count()
}

#[test]
fn a_file_in_the_usual_form_keeps_no_data() {
    let text = tree(
        "    <Sequence>\n      <Walk speed=\"1.5\"/>\n      <Inverter>\n        <AlwaysFailure/>\n      </Inverter>\n    </Sequence>",
    );
    assert_eq!(assert_unchanged(&text), 0);
}

#[test]
fn white_space_comments_quotes_and_order_are_unchanged() {
    assert_unchanged("<!-- one --><!-- --><root/>");
    assert_unchanged(&tree(
        "  <Sequence  name='a'\n   >  <Walk goal = '{ goal }' speed=\"01.50\" name=\"&lt;w&#62;\"   />\n\t<!-- a -- > b -->\r\n</Sequence >",
    ));
    assert_unchanged(&tree("<AlwaysSuccess></AlwaysSuccess>"));
    assert_unchanged(&tree(
        "<Walk> <!-- inside --> text &amp; <![CDATA[x]]> </Walk>",
    ));
    assert_unchanged(
        "<?xml version=\"1.0\"?><!-- of the file --><root BTCPP_format='4' other=\"1\"><BehaviorTree><AlwaysSuccess/></BehaviorTree></root><!-- end -->",
    );
    assert_unchanged(
        "\u{feff}<root BTCPP_format=\"4\">\r\n\t<BehaviorTree ID=\"A\">\r\n\t\t<AlwaysSuccess/>\r\n\t</BehaviorTree>\r\n</root>",
    );
}

#[test]
fn every_form_of_a_node_is_unchanged() {
    assert_unchanged(&tree(
        "    <Sequence>\n      <Action ID=\"Walk\" speed=\"1\"/>\n      <Condition name=\"x\" ID=\"Near\"/>\n      <Control ID=\"Own\"><Walk/><Walk/></Control>\n      <Decorator ID=\"Deco\"><Walk/></Decorator>\n      <Walk ID=\"odd\"/>\n      <Action ID=\"Sleep\" msec=\"10\"/>\n      <Action/>\n    </Sequence>",
    ));
}

#[test]
fn every_way_to_set_a_port_is_unchanged() {
    assert_unchanged(&tree(
        "    <Sequence>\n      <Walk a=\"1\" b=\"1.0\" c=\"1e3\" d=\"007\" e=\"-0\" f=\".5\" g=\"+5\" h=\"true\" i=\"True\" j=\"1;2;3\" k=\"json:{&quot;x&quot;:1}\" l=\"{}\" m=\"{a}{b}\" n=\"inf\" o=\"NaN\" p=\"\" q=\" {x} \" r=\"{=}\" s=\"{@x}\" t=\"99999999999999999999\" u=\"1_000\"/>\n    </Sequence>",
    ));
    assert_unchanged(&file(
        "<BehaviorTree ID=\"A\"><Walk a=\"{x}\" b=\"{@x}\" c=\"{@y}\"/></BehaviorTree><BehaviorTree ID=\"B\"><Walk a=\"{x}\" b=\"{@x}\"/></BehaviorTree>",
    ));
}

#[test]
fn every_number_of_the_librarys_own_nodes_is_unchanged() {
    for nodes in [
        "<Repeat num_cycles=\"-1\"><A/></Repeat>",
        "<Repeat num_cycles=\" 3\"><A/></Repeat>",
        "<Repeat num_cycles=\"{n}\"><A/></Repeat>",
        "<Repeat><A/></Repeat>",
        "<RetryUntilSuccessful num_attempts=\"-1\"><A/></RetryUntilSuccessful>",
        "<RetryUntilSuccessful num_attempts=\"x\"><A/></RetryUntilSuccessful>",
        "<Timeout msec=\"0300\"><A/></Timeout>",
        "<Timeout msec=\"{t}\"><A/></Timeout>",
        "<Timeout msec=\"-5\"><A/></Timeout>",
        "<Delay delay_msec=\"1\"><A/></Delay>",
        "<Delay delay_msec=\"1\" odd=\"2\"><A/></Delay>",
        "<Sleep/>",
        "<Parallel success_count=\"-2\" failure_count=\"0\"><A/><A/><A/></Parallel>",
        "<Parallel threshold=\"3\"><A/><A/><A/></Parallel>",
        "<Parallel success_count=\"{n}\"><A/></Parallel>",
        "<ParallelAll max_failures=\"-9\"><A/></ParallelAll>",
        "<RunOnce><A/></RunOnce>",
        "<RunOnce then_skip=\"false\"><A/></RunOnce>",
        "<RunOnce then_skip=\"1\"><A/></RunOnce>",
        "<Switch2 variable=\"{x}\" case_1=\"1\" case_2=\"b\"><A/><A/><A/></Switch2>",
        "<SetBlackboard output_key=\"k\" value=\"42\"/>",
        "<SetBlackboard output_key=\"{k}\" value=\"42\"/>",
        "<SetBlackboard value=\"42\"/>",
        "<AsyncSequence><A/></AsyncSequence>",
        "<Sequence unknown=\"port\"><A/></Sequence>",
        "<A _skipIf=\"true\" _while=\"x &lt; 3\" _uid=\"7\" _pos=\"1;2\" 名称=\"{x}\"/>",
        "<TryCatch catch_on_halt=\"true\"><A/><B/></TryCatch>",
        "<Wait wait_duration=\"5\"/>",
    ] {
        assert_unchanged(&tree(nodes));
    }
}

#[test]
fn a_file_of_version_3_is_unchanged() {
    assert_unchanged(
        "<root main_tree_to_execute=\"M\"><BehaviorTree ID=\"M\"><SequenceStar><inverter><A/></inverter><SubTree ID=\"S\" x=\"key\" __shared_blackboard=\"true\"/><SubTreePlus ID=\"S\" x=\"{key}\" __autoremap=\"1\"/><BlackboardCheckInt value_A=\"1\" value_B=\"{b}\" return_on_mismatch=\"FAILURE\"><A/></BlackboardCheckInt><RetryUntilSuccesful num_attempts=\"2\"><A/></RetryUntilSuccesful></SequenceStar></BehaviorTree><BehaviorTree ID=\"S\"><A y=\"{x}\"/></BehaviorTree></root>",
    );
}

#[test]
fn other_elements_are_kept_in_place() {
    assert_unchanged(&file(
        "<unknown><x/></unknown><BehaviorTree ID=\"A\"/><BehaviorTree ID=\"B\"><A1/><A2/></BehaviorTree><BehaviorTree ID=\"B\"><A3/></BehaviorTree><include path=\"gone.xml\"/><include path=\"../out.xml\"/><include ros_pkg=\"p\" path=\"a.xml\"/><TreeNodesModel/>",
    ));
    assert_unchanged("<root/>");
    assert_unchanged("<root BTCPP_format=\"4\"></root>");
    assert_unchanged(&file(
        "<TreeNodesModel><Action ID=\"A\"/><Odd/><SubTree ID=\"S\"><input_port name=\"x\"/></SubTree><Action ID=\"Sleep\"/><Condition ID=\"Wait\"><inout_port name=\"a\" type=\"X\" default=\"{a}\">text</inout_port><MetadataFields><Metadata color=\"red\"/></MetadataFields></Condition></TreeNodesModel>",
    ));
}

#[test]
fn defaults_of_subtrees_are_not_written_out() {
    let text = file(
        "<BehaviorTree ID=\"A\"><SubTree ID=\"B\" y=\"2\"/></BehaviorTree><BehaviorTree ID=\"B\"><W x=\"{x}\" y=\"{y}\"/></BehaviorTree><TreeNodesModel><SubTree ID=\"B\"><input_port name=\"x\" default=\"{goal}\"/><input_port name=\"y\" default=\"1\"/><inout_port name=\"z\" default=\"3\"/></SubTree></TreeNodesModel>",
    );
    let imported = read(&text);
    let document = &imported.documents[0].document;
    let call = document.node(document.root().unwrap()).unwrap();
    let bound = call
        .parameters
        .get("x")
        .and_then(|value| value.as_variable());
    assert_eq!(bound, Some("goal"));
    let literal = |name| {
        call.parameters
            .get(name)
            .and_then(|value| value.as_literal()?.as_int())
    };
    assert_eq!((literal("y"), literal("z")), (Some(2), Some(3)));
    assert_eq!(write(&imported), text);
}

#[test]
fn files_that_include_each_other_are_unchanged() {
    let a = "<root BTCPP_format=\"4\"><include path=\"lib/b.xml\"/><BehaviorTree ID=\"A\"><Sequence><SubTree ID=\"B\" x=\"1\" _autoremap=\"true\"/><C/></Sequence></BehaviorTree></root>";
    let b = "<root BTCPP_format=\"4\"><include path=\"../a.xml\"/><include path=\"c.xml\"/><BehaviorTree ID=\"B\"><Walk to=\"{goal}\"/></BehaviorTree></root>";
    let c = "<root BTCPP_format=\"4\"><BehaviorTree ID=\"C\"><Walk to=\"{goal}\"/></BehaviorTree><TreeNodesModel><Action ID=\"Walk\"><input_port name=\"to\" type=\"double\"/></Action></TreeNodesModel></root>";
    let files = [("a.xml", a), ("lib/b.xml", b), ("lib/c.xml", c)];
    for (path, text) in files {
        let imported = read_among(path, &files);
        assert_eq!(write(&imported), text, "{path}");
    }
}
