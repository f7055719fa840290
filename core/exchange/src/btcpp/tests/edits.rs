//! An edit changes the tag of its node, and nothing else.

use std::sync::Arc;
use treewright_core::model::Surgery as _;

use treewright_core::ids::NodeId;
use treewright_core::model::{
    Document, Literal, NamedTree, Node, NodePlace, ParameterValue, Scope,
};
use treewright_core::value::Value;

use super::{file, library, read, read_among, tree, write_with};

/// Returns the text written after a change.
fn after(text: &str, change: impl FnOnce(&mut Document)) -> String {
    let imported = read(text);
    let mut document = super::through_native(&imported.documents[0].document);
    change(&mut document);
    write_with(&imported, &document)
}

/// Returns the only node of this task.
fn node<'d>(document: &'d mut Document, task: &str) -> &'d mut Node {
    let id = document
        .nodes()
        .find(|n| &*n.task == task)
        .unwrap()
        .id()
        .clone();
    document.node_mut(&id).unwrap()
}

fn set(document: &mut Document, task: &str, parameter: &str, value: impl Into<Value>) {
    let value = ParameterValue::literal(value);
    node(document, task)
        .parameters
        .insert(parameter.into(), value);
}

const TEXT: &str = "<root BTCPP_format=\"4\" main_tree_to_execute='M'>
  <!-- before the tree -->
  <BehaviorTree ID='M'>
    <Sequence  _while=\"x\">
      <!-- walk there -->
      <Walk to = '{goal}'   speed=\"01.50\" />
      <Timeout msec='0300'><Action ID=\"Shoot\"  at=\"{goal}\"/></Timeout>
      <Delay delay_msec=\"100\">
        <AlwaysSuccess/>
      </Delay>
    </Sequence>
  </BehaviorTree>
</root>
";

fn check(change: impl FnOnce(&mut Document), old: &str, new: &str) {
    assert_eq!(TEXT.matches(old).count(), 1, "{old}");
    let written = after(TEXT, change);
    assert_eq!(written, TEXT.replace(old, new));
}

#[test]
fn a_parameter_changes_in_its_place() {
    let to = |document: &mut Document| set(document, "Walk", "speed", 2.0);
    check(to, "\"01.50\"", "\"2.0\"");
    let bound = |document: &mut Document| {
        let value = ParameterValue::variable("other");
        node(document, "Walk").parameters.insert("to".into(), value);
    };
    check(bound, "= '{goal}'", "= '{other}'");
    let longer = |document: &mut Document| set(document, "TimeLimit", "seconds", 0.301);
    check(longer, "'0300'", "'301'");
    let quoted = |document: &mut Document| set(document, "Walk", "to", "a'b\"c<&");
    check(quoted, "'{goal}' ", "'a&apos;b&quot;c&lt;&amp;' ");
}

#[test]
fn a_parameter_is_added_and_removed() {
    let add = |document: &mut Document| set(document, "Walk", "run", true);
    check(add, "\"01.50\" />", "\"01.50\" run=\"true\" />");
    let remove = |document: &mut Document| {
        let walk = node(document, "Walk");
        walk.parameters.exchange("to".into(), 0, None);
    };
    check(remove, " to = '{goal}'", "");
}

#[test]
fn names_comments_and_flags_change_in_place() {
    let name = |document: &mut Document| node(document, "Walk").name = "go \"on\"".into();
    check(name, "<Walk to", "<Walk name=\"go &quot;on&quot;\" to");
    let explicit = |document: &mut Document| node(document, "Shoot").name = "bang".into();
    check(explicit, "\"{goal}\"/>", "\"{goal}\" name=\"bang\"/>");
    let comment = |document: &mut Document| node(document, "Walk").comment = "run -- there".into();
    check(comment, "<!-- walk there -->", "<!-- run - - there -->");
    let silent = |document: &mut Document| node(document, "Walk").comment.clear();
    check(silent, "      <!-- walk there -->\n", "");
    let off = |document: &mut Document| node(document, "Sequence").disabled = true;
    check(off, "_while=\"x\">", "_while=\"x\" _skipIf=\"true\">");
}

#[test]
fn a_description_attribute_stays_one_when_its_comment_changes() {
    let text = tree("    <Walk _description=\"go\"/>");
    let written = after(&text, |document| {
        node(document, "Walk").comment = "run".into();
    });
    assert_eq!(written, text.replace("\"go\"", "\"run\""));
    let text = tree("    <Walk _skipIf=\"a &lt; b\"/>");
    let written = after(&text, |document| node(document, "Walk").disabled = true);
    assert_eq!(
        written,
        text.replace("\"a &lt; b\"", "\"true || (a &lt; b)\"")
    );
}

#[test]
fn another_node_type_gets_another_tag() {
    let other = |document: &mut Document| node(document, "Succeed").task = "Fail".into();
    check(other, "<AlwaysSuccess/>", "<AlwaysFailure/>");
    let own = |document: &mut Document| node(document, "Walk").task = "Run".into();
    check(
        own,
        "<Walk to = '{goal}'   speed=\"01.50\" />",
        "<Run to=\"{goal}\" speed=\"01.50\"/>",
    );
}

#[test]
fn conditions_around_a_node_stay_when_its_type_changes() {
    let other = |document: &mut Document| node(document, "Sequence").task = "Selector".into();
    let written = after(TEXT, other);
    let expected = TEXT.replace("<Sequence  _while", "<Fallback _while");
    assert_eq!(written, expected.replace("</Sequence>", "</Fallback>"));
}

#[test]
fn a_node_is_added_and_removed() {
    let add = |document: &mut Document| {
        let delay = document.nodes().find(|n| &*n.task == "Delay").unwrap();
        let parent = document.node(delay.parent().unwrap()).unwrap().id().clone();
        let mut wait = Node::new("new", "Wait");
        wait.comment = "rest".into();
        document.insert_node(wait);
        document.attach(&"new".into(), &NodePlace::Child(parent, 2));
    };
    let delay = "\n      <Delay";
    check(
        add,
        delay,
        &format!("\n      <!-- rest -->\n      <Sleep msec=\"1000\"/>{delay}"),
    );
    let remove = |document: &mut Document| {
        let id = node(document, "Walk").id().clone();
        document.detach(&id, &NodePlace::Root);
        document.take_node(&id);
    };
    check(
        remove,
        "\n      <!-- walk there -->\n      <Walk to = '{goal}'   speed=\"01.50\" />",
        "",
    );
    let empty = |document: &mut Document| {
        node(document, "Walk").parameters = treewright_core::model::Parameters::default();
    };
    check(empty, " to = '{goal}'   speed=\"01.50\"", "");
}

#[test]
fn trees_are_named_added_and_removed() {
    let rename = |document: &mut Document| document.trees[0].name = "Main_tree".into();
    let written = after(TEXT, rename);
    assert_eq!(written, TEXT.replace("'M'", "'Main_tree'"));
    let add = |document: &mut Document| {
        document.insert_node(Node::new("new", "Succeed"));
        document.attach(&"new".into(), &NodePlace::Loose(0));
        document.trees.push(NamedTree::new("Rest", "new"));
    };
    check(
        add,
        "  </BehaviorTree>\n</root>",
        "  </BehaviorTree>\n  <BehaviorTree ID=\"Rest\">\n    <AlwaysSuccess/>\n  </BehaviorTree>\n</root>",
    );
    let two = file(
        "  <BehaviorTree ID=\"A\">\n    <AlwaysSuccess/>\n  </BehaviorTree>\n  <BehaviorTree ID=\"B\">\n    <AlwaysFailure/>\n  </BehaviorTree>",
    );
    let written = after(&two, |document| {
        let gone = document.trees.remove(1);
        document.detach(&gone.root, &NodePlace::Loose(0));
        document.take_node(&gone.root);
    });
    assert_eq!(
        written,
        file("  <BehaviorTree ID=\"A\">\n    <AlwaysSuccess/>\n  </BehaviorTree>")
    );
}

#[test]
fn another_main_tree_is_named() {
    let two = file(
        "  <BehaviorTree ID=\"A\"><AlwaysSuccess/></BehaviorTree>\n  <BehaviorTree ID=\"B\"><AlwaysFailure/></BehaviorTree>",
    );
    let written = after(&two, |document| {
        let (a, b) = (NodeId::from("n1"), NodeId::from("n2"));
        document.detach(&a, &NodePlace::Root);
        document.detach(&b, &NodePlace::Loose(0));
        document.attach(&b, &NodePlace::Root);
        document.attach(&a, &NodePlace::Loose(0));
    });
    let named = two.replace("\"4\"", "\"4\" main_tree_to_execute=\"B\"");
    assert_eq!(written, named);
}

#[test]
fn variables_of_the_tree_are_read_from_the_roots_blackboard() {
    let text = file(
        "<BehaviorTree ID=\"A\"><SubTree ID=\"B\"/></BehaviorTree><BehaviorTree ID=\"B\"><Walk  to=\"{goal}\"/></BehaviorTree>",
    );
    let written = after(&text, |document| document.variables[0].scope = Scope::Tree);
    assert_eq!(written, text.replace("{goal}", "{@goal}"));
}

#[test]
fn the_description_is_the_comment_before_the_root() {
    let text = "<!-- old -->\n<root BTCPP_format=\"4\"/>";
    let written = after(text, |document| document.description = "new".into());
    assert_eq!(written, text.replace("old", "new"));
    let written = after(TEXT, |document| {
        document.description = "what it does".into();
    });
    assert_eq!(written, format!("<!-- what it does -->\n{TEXT}"));
}

#[test]
fn a_number_is_written_as_the_document_has_it() {
    let exact = |document: &mut Document| {
        let literal = Literal {
            value: Value::Float(2.5),
            written: Some("2.50".into()),
        };
        let value = ParameterValue::Literal(literal);
        node(document, "Walk")
            .parameters
            .insert("speed".into(), value);
    };
    check(exact, "\"01.50\"", "\"2.50\"");
}

const MODELS: &str = "<root BTCPP_format=\"4\">
  <BehaviorTree ID=\"M\">
    <Walk speed=\"1\"/>
  </BehaviorTree>
  <TreeNodesModel>
    <!-- all of them -->
    <Action ID='Walk'><input_port name=\"speed\" type=\"float\"  default=\"1\">m/s</input_port></Action>
    <Condition ID=\"Near\" odd=\"1\"/>
  </TreeNodesModel>
</root>
";

#[test]
fn a_model_changes_with_the_library_and_new_tasks_get_one() {
    let imported = read(MODELS);
    let document = &imported.documents[0].document;
    assert_eq!(super::write(&imported), MODELS);
    let mut changed = imported.clone();
    let walk = &mut changed.libraries[0].library.tasks[0];
    walk.declaration.parameters[0].help = "metres a second".into();
    let written = write_with(&changed, document);
    let line =
        "<input_port name=\"speed\" type=\"float\" default=\"1.0\">metres a second</input_port>";
    let old = MODELS.lines().nth(6).unwrap();
    let new = format!("    <Action ID=\"Walk\">\n      {line}\n    </Action>");
    assert_eq!(written, MODELS.replace(old, &new));
    let mut more = imported.clone();
    let shout = treewright_core::library::TaskDeclaration::action("Shout", "Calls for help.");
    more.libraries[0].library.tasks.push(shout);
    let mut document = document.clone();
    node(&mut document, "Walk").task = "Shout".into();
    let written = write_with(&more, &document);
    let end = "odd=\"1\"/>\n";
    let model = "    <Action ID=\"Shout\">\n      <description>Calls for help.</description>\n    </Action>\n";
    let expected = MODELS.replace(end, &format!("{end}{model}"));
    assert_eq!(
        written,
        expected.replace("<Walk speed=\"1\"/>", "<Shout speed=\"1.0\"/>")
    );
}

#[test]
fn a_subtree_of_another_file_adds_an_include() {
    let a = "<root BTCPP_format=\"4\">\n  <BehaviorTree ID=\"A\">\n    <SubTree ID=\"X\"/>\n  </BehaviorTree>\n  <BehaviorTree ID=\"X\">\n    <AlwaysSuccess/>\n  </BehaviorTree>\n</root>\n";
    let b =
        "<root BTCPP_format=\"4\"><BehaviorTree ID=\"B\"><AlwaysSuccess/></BehaviorTree></root>";
    let imported = read_among("a.xml", &[("a.xml", a)]);
    let other = read_among("lib/b.xml", &[("lib/b.xml", b)]);
    let mut document = imported.documents[0].document.clone();
    set(&mut document, "Subtree", "tree", "B");
    set(&mut document, "Subtree", "file", "lib/b.bt.json");
    let mut others = treewright_core::project::DocumentSet::new();
    others.insert(
        "lib/b.bt.json",
        Arc::new(other.documents[0].document.clone()),
    );
    let project = treewright_core::project::Project::new(&document, "a.bt.json", &others);
    let written = super::try_write(&project, &library(&imported));
    let files = written.unwrap().files;
    let paths: Vec<_> = files.iter().map(|file| &*file.path).collect();
    assert_eq!(paths, ["a.xml", "lib/b.xml"]);
    let expected = a
        .replace("\"4\">", "\"4\">\n  <include path=\"lib/b.xml\"/>")
        .replace("SubTree ID=\"X\"", "SubTree ID=\"B\"");
    assert_eq!(files[0].text(), expected);
    assert_eq!(files[1].text(), b);
}
