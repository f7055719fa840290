//! Written by Treewright from arena.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Arena fighter`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn arena_fighter() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Arena fighter");
    builder.settings(|document| {
        document.restart_when_complete = true;
        document.libraries.push("arena.tasks.json".into());
    });
    let mut variable = Variable::new("target", ValueType::Vec2);
    variable.scope = Scope::Tree;
    variable.initial = Value::Vec2([0.0, 0.0]).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Selector");
    node.name = "Fighter".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "Sequence");
    node.name = "Survive".into();
    node.abort = AbortType::Both;
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "HealthBelow")
        .with_parameter("percent", ParameterValue::literal(Value::Float(25.0)));
    node.name = "Hurt?".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n4", "TakeCover");
    node.name = "Hide".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n5", "Sequence");
    node.name = "Fight".into();
    node.abort = AbortType::LowerPriority;
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n6", "EnemyInRange")
        .with_parameter("range", ParameterValue::literal(Value::Float(20.0)));
    node.name = "Enemy near?".into();
    builder.child(&"n5".into(), node)?;
    let node = Node::new("n7", "PickTarget")
        .with_parameter("prefer", ParameterValue::literal(Value::String("Weakest".into())))
        .with_parameter("into", ParameterValue::variable("target"));
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n8", "Selector");
    node.name = "Fire or reload".into();
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n9", "Sequence");
    node.name = "Fire".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n10", "HasAmmunition")
        .with_parameter("rounds", ParameterValue::literal(Value::Int(5)));
    node.name = "Loaded?".into();
    builder.child(&"n9".into(), node)?;
    let mut node = Node::new("n13", "Shoot")
        .with_parameter("at", ParameterValue::variable("target"))
        .with_parameter("rounds", ParameterValue::literal(Value::Int(5)));
    node.name = "Burst".into();
    builder.child(&"n9".into(), node)?;
    let mut node = Node::new("n11", "Reload");
    node.name = "New magazine".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n12", "MoveTo")
        .with_parameter("to", ParameterValue::literal(Value::Vec2([0.0, 0.0])));
    node.name = "To the middle".into();
    builder.child(&"n1".into(), node)?;
    Ok(())
}
