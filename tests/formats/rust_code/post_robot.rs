//! Written by Treewright from post-robot.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Post robot`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn post_robot() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Post robot");
    builder.settings(|document| {
        document.restart_when_complete = true;
        document.trees.push(NamedTree::new("n3", "n3/n6"));
    });
    let mut variable = Variable::new("address", ValueType::String);
    variable.scope = Scope::Tree;
    variable.initial = Value::String("12 Hill Road".into()).into();
    builder.variable(variable);
    let mut variable = Variable::new("way_free", ValueType::Bool);
    variable.scope = Scope::Tree;
    variable.initial = Value::Bool(true).into();
    builder.variable(variable);
    let mut variable = Variable::new("place", ValueType::String);
    variable.scope = Scope::Tree;
    variable.initial = Value::String("nowhere".into()).into();
    builder.variable(variable);
    let mut variable = Variable::new("place_2", ValueType::String);
    variable.scope = Scope::Subtree;
    variable.initial = Value::String("the depot".into()).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Selector");
    node.name = "Post robot".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "Sequence");
    node.name = "Deliver".into();
    node.abort = AbortType::LowerPriority;
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "Subtree")
        .with_parameter("tree", ParameterValue::literal(Value::String("n3".into())));
    node.name = "Fetch".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n4/n6", "Sequence");
    node.name = "Visit".into();
    node.abort = AbortType::Both;
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n4/n7", "CompareBool")
        .with_parameter("left", ParameterValue::variable("way_free"));
    node.name = "Path clear?".into();
    builder.child(&"n4/n6".into(), node)?;
    let mut node = Node::new("n4/n8", "Log")
        .with_parameter("text", ParameterValue::variable("address"));
    node.name = "Say where".into();
    builder.child(&"n4/n6".into(), node)?;
    let mut node = Node::new("n4/n9", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Drive".into();
    builder.child(&"n4/n6".into(), node)?;
    let mut node = Node::new("n4/n10", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(2.5)));
    node.name = "Hand over".into();
    builder.child(&"n4/n6".into(), node)?;
    let mut node = Node::new("n5", "Idle");
    node.name = "Stand still".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3/n6", "Sequence");
    node.name = "Visit".into();
    node.abort = AbortType::Both;
    builder.loose(node)?;
    let mut node = Node::new("n3/n7", "CompareBool")
        .with_parameter("left", ParameterValue::variable("way_free"));
    node.name = "Path clear?".into();
    builder.child(&"n3/n6".into(), node)?;
    let mut node = Node::new("n3/n8", "Log")
        .with_parameter("text", ParameterValue::variable("place_2"));
    node.name = "Say where".into();
    builder.child(&"n3/n6".into(), node)?;
    let mut node = Node::new("n3/n9", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Drive".into();
    builder.child(&"n3/n6".into(), node)?;
    let mut node = Node::new("n3/n10", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(1.0)));
    node.name = "Hand over".into();
    builder.child(&"n3/n6".into(), node)?;
    Ok(())
}
