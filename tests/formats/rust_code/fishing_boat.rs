//! Written by Treewright from fishing-boat.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Fishing boat`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn fishing_boat() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Fishing boat");
    let mut variable = Variable::new("position", ValueType::Vec2);
    variable.scope = Scope::Tree;
    variable.initial = Value::Vec2([0.0, 0.0]).into();
    builder.variable(variable);
    let mut variable = Variable::new("goal", ValueType::Vec2);
    variable.scope = Scope::Tree;
    variable.initial = Value::Vec2([0.0, 0.0]).into();
    builder.variable(variable);
    let mut variable = Variable::new("wind", ValueType::Float);
    variable.scope = Scope::Tree;
    variable.initial = Value::Float(1.0).into();
    builder.variable(variable);
    let mut variable = Variable::new("ground", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(0).into();
    builder.variable(variable);
    let mut variable = Variable::new("fish", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(0).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Repeater")
        .with_parameter("forever", ParameterValue::literal(Value::Bool(true)));
    node.name = "At sea".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "Sequence");
    node.name = "One trip".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "Compute")
        .with_parameter("variable", ParameterValue::variable("ground"))
        .with_parameter("expression", ParameterValue::literal(Value::String("(ground + 1) % 3".into())));
    node.name = "Choose a ground".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n4", "Compute")
        .with_parameter("variable", ParameterValue::variable("goal"))
        .with_parameter("expression", ParameterValue::literal(Value::String("ground == 0 ? vec2(0.0, 0.0) : ground == 1 ? vec2(9.0, 2.0) : vec2(4.0, 7.0)".into())));
    node.name = "Find it on the chart".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n5", "ParallelComplete");
    node.name = "Sail there".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n6", "WaitUntil")
        .with_parameter("expression", ParameterValue::literal(Value::String("distance(position, goal) < 0.5".into())));
    node.name = "There".into();
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n7", "Repeater")
        .with_parameter("forever", ParameterValue::literal(Value::Bool(true)));
    node.name = "Under sail".into();
    builder.child(&"n5".into(), node)?;
    let node = Node::new("n8", "Sequence");
    builder.child(&"n7".into(), node)?;
    let mut node = Node::new("n9", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Frames".into())))
        .with_parameter("frames", ParameterValue::literal(Value::Int(1)));
    node.name = "Steer".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n12", "Compute")
        .with_parameter("variable", ParameterValue::variable("position"))
        .with_parameter("expression", ParameterValue::literal(Value::String("position + min(wind, 0.2 + distance(position, goal) / 2.0) * normalize(goal - position)".into())));
    node.name = "Sail on".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n10", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Haul in the net".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n11", "Compute")
        .with_parameter("variable", ParameterValue::variable("fish"))
        .with_parameter("expression", ParameterValue::literal(Value::String("fish + 4".into())));
    node.name = "Count the fish".into();
    builder.child(&"n2".into(), node)?;
    Ok(())
}
