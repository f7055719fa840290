//! Written by Treewright from forager.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Forager`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn forager() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Forager");
    builder.settings(|document| {
        document.seed = 3;
    });
    let mut variable = Variable::new("position", ValueType::Vec2);
    variable.scope = Scope::Tree;
    variable.initial = Value::Vec2([0.0, 0.0]).into();
    builder.variable(variable);
    let mut variable = Variable::new("wolf", ValueType::Vec2);
    variable.scope = Scope::Tree;
    variable.initial = Value::Vec2([20.0, 0.0]).into();
    builder.variable(variable);
    let mut variable = Variable::new("energy", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(50).into();
    builder.variable(variable);
    let mut variable = Variable::new("berries", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(0).into();
    builder.variable(variable);
    let mut variable = Variable::new("safe distance", ValueType::Float);
    variable.scope = Scope::Tree;
    variable.initial = Value::Float(5.0).into();
    builder.variable(variable);
    let mut variable = Variable::new("says", ValueType::String);
    variable.scope = Scope::Tree;
    variable.initial = Value::String("".into()).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Repeater")
        .with_parameter("forever", ParameterValue::literal(Value::Bool(true)));
    node.name = "Live".into();
    builder.root(node)?;
    let node = Node::new("n2", "Selector");
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "Sequence");
    node.name = "Flee".into();
    node.abort = AbortType::LowerPriority;
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n4", "Expression")
        .with_parameter("expression", ParameterValue::literal(Value::String("distance(position, wolf) < `safe distance` && energy > 0".into())));
    node.name = "The wolf is near".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n5", "Compute")
        .with_parameter("variable", ParameterValue::variable("says"))
        .with_parameter("expression", ParameterValue::literal(Value::String("berries > 0 ? 'Wolf! I drop my ' + string(berries) + ' berries' : 'Wolf!'".into())));
    node.name = "Cry out".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n6", "Compute")
        .with_parameter("variable", ParameterValue::variable("position"))
        .with_parameter("expression", ParameterValue::literal(Value::String("position + 2 * normalize(position == wolf ? vec2(1, 0) : position - wolf)".into())));
    node.name = "Run".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n7", "Compute")
        .with_parameter("variable", ParameterValue::variable("energy"))
        .with_parameter("expression", ParameterValue::literal(Value::String("max(energy - 10, 0)".into())));
    node.name = "Tire".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n8", "Sequence");
    node.name = "Rest".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n9", "Expression")
        .with_parameter("expression", ParameterValue::literal(Value::String("energy < 30".into())));
    node.name = "Tired".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n10", "ParallelComplete");
    node.name = "Sleep".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n11", "WaitUntil")
        .with_parameter("expression", ParameterValue::literal(Value::String("energy >= 60".into())));
    node.name = "Rested".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n12", "Repeater")
        .with_parameter("forever", ParameterValue::literal(Value::Bool(true)));
    node.name = "Breathe".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n13", "Compute")
        .with_parameter("variable", ParameterValue::variable("energy"))
        .with_parameter("expression", ParameterValue::literal(Value::String("min(energy + 15, 100)".into())));
    node.name = "Recover".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n14", "Sequence");
    node.name = "Gather".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n15", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(0.2)));
    node.name = "Search".into();
    builder.child(&"n14".into(), node)?;
    let mut node = Node::new("n16", "Compute")
        .with_parameter("variable", ParameterValue::variable("berries"))
        .with_parameter("expression", ParameterValue::literal(Value::String("berries + 1".into())));
    node.name = "Pick".into();
    builder.child(&"n14".into(), node)?;
    let mut node = Node::new("n17", "Compute")
        .with_parameter("variable", ParameterValue::variable("energy"))
        .with_parameter("expression", ParameterValue::literal(Value::String("energy - 15".into())));
    node.name = "Grow tired".into();
    builder.child(&"n14".into(), node)?;
    Ok(())
}
