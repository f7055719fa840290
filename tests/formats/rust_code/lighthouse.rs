//! Written by Treewright from lighthouse.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Lighthouse`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn lighthouse() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Lighthouse");
    let mut variable = Variable::new("fog", ValueType::Bool);
    variable.scope = Scope::Tree;
    variable.initial = Value::Bool(false).into();
    builder.variable(variable);
    let mut variable = Variable::new("horn_pause", ValueType::Float);
    variable.scope = Scope::Tree;
    variable.initial = Value::Float(2.0).into();
    builder.variable(variable);
    let mut variable = Variable::new("turns", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(5).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Sequence");
    node.name = "One night".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("The lamp is lit.".into())));
    node.name = "Light the lamp".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "Selector");
    node.name = "Until morning".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n4", "Sequence");
    node.name = "Fog watch".into();
    node.abort = AbortType::LowerPriority;
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n5", "CompareBool")
        .with_parameter("left", ParameterValue::variable("fog"));
    node.name = "Fog?".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n6", "Repeater")
        .with_parameter("count", ParameterValue::literal(Value::Int(2)));
    node.name = "Two blasts".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n7", "Sequence");
    node.name = "Blast".into();
    builder.child(&"n6".into(), node)?;
    let mut node = Node::new("n8", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("The horn sounds.".into())));
    node.name = "Sound the horn".into();
    builder.child(&"n7".into(), node)?;
    let mut node = Node::new("n13", "Wait")
        .with_parameter("seconds", ParameterValue::variable("horn_pause"));
    node.name = "Listen".into();
    builder.child(&"n7".into(), node)?;
    let mut node = Node::new("n9", "Repeater")
        .with_parameter("count", ParameterValue::variable("turns"));
    node.name = "All night".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n10", "Sequence");
    node.name = "One turn".into();
    builder.child(&"n9".into(), node)?;
    let mut node = Node::new("n11", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("The light turns.".into())));
    node.name = "Flash".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n14", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(1.0)));
    node.name = "Dark".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n12", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Morning: the lamp goes out.".into())));
    node.name = "Put out the lamp".into();
    builder.child(&"n1".into(), node)?;
    Ok(())
}
