//! Written by Treewright from guard.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Guard`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn guard() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Guard");
    builder.settings(|document| {
        document.restart_when_complete = true;
        document.seed = 7;
    });
    let mut variable = Variable::new("sees_enemy", ValueType::Bool);
    variable.scope = Scope::Tree;
    variable.initial = Value::Bool(false).into();
    builder.variable(variable);
    let mut variable = Variable::new("enemy_distance", ValueType::Float);
    variable.scope = Scope::Tree;
    variable.initial = Value::Float(10.0).into();
    builder.variable(variable);
    let mut variable = Variable::new("on_duty", ValueType::Bool);
    variable.scope = Scope::Tree;
    variable.initial = Value::Bool(true).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Selector");
    node.name = "Guard".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "Sequence");
    node.name = "Attack".into();
    node.abort = AbortType::Both;
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "CompareBool")
        .with_parameter("left", ParameterValue::variable("sees_enemy"));
    node.name = "Sees enemy?".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n4", "CompareFloat")
        .with_parameter("left", ParameterValue::variable("enemy_distance"))
        .with_parameter("operator", ParameterValue::literal(Value::String("<=".into())))
        .with_parameter("right", ParameterValue::literal(Value::Float(2.0)));
    node.name = "In reach?".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n5", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Strike".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n6", "Sequence");
    node.name = "Chase".into();
    node.abort = AbortType::LowerPriority;
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n7", "CompareBool")
        .with_parameter("left", ParameterValue::variable("sees_enemy"));
    node.name = "In sight?".into();
    builder.child(&"n6".into(), node)?;
    let mut node = Node::new("n8", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Halt! Who goes there?".into())));
    node.name = "Shout".into();
    builder.child(&"n6".into(), node)?;
    let mut node = Node::new("n9", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRRRS".into())));
    node.name = "Run there".into();
    builder.child(&"n6".into(), node)?;
    let mut node = Node::new("n10", "Sequence");
    node.name = "Patrol".into();
    node.abort = AbortType::OwnBranch;
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n11", "CompareBool")
        .with_parameter("left", ParameterValue::variable("on_duty"));
    node.name = "On duty?".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n12", "Repeater")
        .with_parameter("forever", ParameterValue::literal(Value::Bool(true)));
    node.name = "Rounds".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n13", "Sequence");
    node.name = "One round".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n14", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "To the gate".into();
    builder.child(&"n13".into(), node)?;
    let mut node = Node::new("n15", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(0.5)));
    node.name = "Look about".into();
    builder.child(&"n13".into(), node)?;
    let mut node = Node::new("n16", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "To the tower".into();
    builder.child(&"n13".into(), node)?;
    let mut node = Node::new("n17", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(0.5)));
    node.name = "Look round".into();
    builder.child(&"n13".into(), node)?;
    let mut node = Node::new("n18", "Idle");
    node.name = "Rest".into();
    builder.child(&"n1".into(), node)?;
    Ok(())
}
