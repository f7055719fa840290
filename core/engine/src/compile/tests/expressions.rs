//! Parameters that hold expressions: they are compiled with the program, and their errors break the node.

use super::*;
use crate::nodes::CompiledExpression;

fn leaf(task: &str, text: &str) -> Node {
    Node::new("e", task).with_parameter("expression", ParameterValue::literal(text))
}

fn why(leaf: Node) -> String {
    let compiled = compiled(&tree("Sequence", vec![leaf]));
    assert_eq!(first_status(&compiled), Status::Failure);
    let [(node, why)] = &compiled.broken[..] else {
        panic!("{:?}", compiled.broken);
    };
    assert_eq!(node.as_str(), "e");
    why.to_string()
}

#[test]
fn an_expression_reads_the_variables_of_the_document() {
    let compiled = compiled(&tree("Sequence", vec![leaf("Expression", "!ready")]));
    assert!(compiled.broken.is_empty(), "{:?}", compiled.broken);
    assert_eq!(first_status(&compiled), Status::Success);
}

#[test]
fn a_broken_expression_breaks_its_node_and_reports_the_column() {
    assert_eq!(
        why(leaf("Expression", "ready && ")),
        "parameter `expression`, column 10: the expression is incomplete: something is missing here"
    );
    assert_eq!(
        why(leaf("Expression", "health > 1")),
        "parameter `expression`, column 1: there is no variable named `health`"
    );
    assert_eq!(
        why(Node::new("e", "Expression")),
        "parameter `expression` is not set"
    );
    let bound = Node::new("e", "WaitUntil");
    let bound = bound.with_parameter("expression", ParameterValue::variable("ready"));
    assert!(why(bound).contains("expression"));
}

#[test]
fn a_computed_value_must_have_the_type_of_its_variable() {
    let compute =
        |text| leaf("Compute", text).with_parameter("variable", ParameterValue::variable("ready"));
    assert_eq!(
        why(compute("1 + 1")),
        "parameter `expression`, column 1: expected bool, found int"
    );
    let compiled = compiled(&tree("Sequence", vec![compute("!ready")]));
    assert_eq!(first_status(&compiled), Status::Success);
}

#[test]
fn a_game_task_gets_its_expression_as_an_argument() {
    use crate::category::Category;
    use crate::model::{ExpressionType, NodeDeclaration, ParameterDeclaration, ParameterType};
    let mut library = NodeLibrary::builtin();
    let mut declaration = NodeDeclaration::new("Aim", Category::Action);
    let expression = ParameterType::Expression(ExpressionType::Of(ValueType::Float));
    declaration.parameters = vec![ParameterDeclaration::optional(
        "lead", expression, "1 + 1", "",
    )];
    library.add(declaration);
    let mut tasks = GameTasks::<()>::new();
    tasks.action("Aim", |arguments| {
        let lead: Option<CompiledExpression> = arguments.expression("lead");
        let constant = lead.and_then(|formula| formula.constant().cloned());
        crate::runtime::TaskHooks::new(move |_| Status::of(constant == Some(Value::Float(2.0))))
    });
    let document = tree("Sequence", vec![Node::new("a", "Aim")]);
    let compiled = compile(&document, &library, &tasks);
    assert_eq!(first_status(&compiled), Status::Success);
}

/// Runs a tree that uses the tree `T` once and sets its variable `limit` to this constant. `T` contains an expression
/// over it.
fn over_a_subtree(limit: i64, overrides: Vec<crate::model::Override>) -> Status {
    use crate::model::{NamedTree, Scope};
    let mut builder = DocumentBuilder::new("test");
    let mut variable = Variable::new("limit", ValueType::Int);
    variable.scope = Scope::Subtree;
    builder.variable(variable);
    let mut uses = Node::new("u", "Subtree")
        .with_parameter("tree", ParameterValue::literal("T"))
        .with_parameter("limit", ParameterValue::literal(limit));
    uses.overrides = overrides;
    builder.root(uses).unwrap();
    let head = builder.loose(leaf("Expression", "limit * 2 > 5")).unwrap();
    builder.settings(|document| document.trees.push(NamedTree::new("T", head)));
    let compiled = compiled(&builder.finish());
    assert_eq!(compiled.broken, []);
    first_status(&compiled)
}

#[test]
fn an_expression_in_a_subtree_reads_the_variables_of_its_use() {
    assert_eq!(over_a_subtree(2, vec![]), Status::Failure);
    assert_eq!(over_a_subtree(3, vec![]), Status::Success);
}

#[test]
fn one_use_of_a_subtree_sets_another_expression() {
    let other = crate::model::Override {
        path: "e".into(),
        parameter: "expression".into(),
        value: ParameterValue::literal("2 > 1"),
    };
    assert_eq!(over_a_subtree(0, vec![other]), Status::Success);
}
