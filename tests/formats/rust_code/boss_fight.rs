//! Written by Treewright from boss-fight.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Boss fight`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn boss_fight() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Boss fight");
    builder.settings(|document| {
        document.restart_when_complete = true;
        document.seed = 7;
    });
    let mut variable = Variable::new("health", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(100).into();
    builder.variable(variable);
    let mut variable = Variable::new("enraged", ValueType::Bool);
    variable.scope = Scope::Tree;
    variable.initial = Value::Bool(false).into();
    builder.variable(variable);
    let mut variable = Variable::new("minions", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(2).into();
    builder.variable(variable);
    let mut variable = Variable::new("player_distance", ValueType::Float);
    variable.scope = Scope::Tree;
    variable.initial = Value::Float(20.0).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    add_nodes_2(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Selector");
    node.name = "Boss".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "Selector");
    node.name = "Emergencies".into();
    node.abort = AbortType::LowerPriority;
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "Sequence");
    node.name = "Rage".into();
    node.abort = AbortType::LowerPriority;
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n4", "CompareInt")
        .with_parameter("left", ParameterValue::variable("health"))
        .with_parameter("operator", ParameterValue::literal(Value::String("<=".into())))
        .with_parameter("right", ParameterValue::literal(Value::Int(30)));
    node.name = "Badly hurt?".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n5", "CompareBool")
        .with_parameter("left", ParameterValue::variable("enraged"))
        .with_parameter("right", ParameterValue::literal(Value::Bool(false)));
    node.name = "Still calm?".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n6", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Roar".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n7", "SetVariable")
        .with_parameter("variable", ParameterValue::variable("enraged"))
        .with_parameter("value", ParameterValue::literal(Value::Bool(true)));
    node.name = "Enrage".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n8", "Sequence");
    node.name = "Call for help".into();
    node.abort = AbortType::LowerPriority;
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n9", "CompareInt")
        .with_parameter("left", ParameterValue::variable("minions"))
        .with_parameter("operator", ParameterValue::literal(Value::String("==".into())))
        .with_parameter("right", ParameterValue::literal(Value::Int(0)));
    node.name = "No minions?".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n25", "Service")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(0.2)));
    node.name = "Ritual".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n26", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Sparks fly.".into())));
    node.name = "Sparks".into();
    builder.child(&"n25".into(), node)?;
    let mut node = Node::new("n10", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRS".into())));
    node.name = "Chant".into();
    builder.child(&"n25".into(), node)?;
    let mut node = Node::new("n11", "SetVariable")
        .with_parameter("variable", ParameterValue::variable("minions"))
        .with_parameter("value", ParameterValue::literal(Value::Int(3)));
    node.name = "Minions appear".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n12", "Sequence");
    node.name = "Fight".into();
    node.abort = AbortType::Both;
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n13", "CompareFloat")
        .with_parameter("left", ParameterValue::variable("player_distance"))
        .with_parameter("operator", ParameterValue::literal(Value::String("<=".into())))
        .with_parameter("right", ParameterValue::literal(Value::Float(12.0)));
    node.name = "Player near?".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n14", "Selector");
    node.name = "Choose an attack".into();
    node.abort = AbortType::OwnBranch;
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n15", "Sequence");
    node.name = "Smash".into();
    node.abort = AbortType::Both;
    builder.child(&"n14".into(), node)?;
    let mut node = Node::new("n16", "CompareFloat")
        .with_parameter("left", ParameterValue::variable("player_distance"))
        .with_parameter("operator", ParameterValue::literal(Value::String("<=".into())))
        .with_parameter("right", ParameterValue::literal(Value::Float(3.0)));
    node.name = "Within reach?".into();
    builder.child(&"n15".into(), node)?;
    Ok(())
}

fn add_nodes_2(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n17", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Smash the ground".into();
    builder.child(&"n15".into(), node)?;
    let mut node = Node::new("n18", "Sequence");
    node.name = "Fire".into();
    builder.child(&"n14".into(), node)?;
    let mut node = Node::new("n19", "RandomChance")
        .with_parameter("probability", ParameterValue::literal(Value::Float(0.4)));
    node.name = "Enough breath?".into();
    builder.child(&"n18".into(), node)?;
    let mut node = Node::new("n20", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRRS".into())));
    node.name = "Breathe fire".into();
    builder.child(&"n18".into(), node)?;
    let mut node = Node::new("n21", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Step closer".into();
    builder.child(&"n14".into(), node)?;
    let mut node = Node::new("n22", "Sequence");
    node.name = "Taunt".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n23", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Come closer, little one.".into())));
    node.name = "Mock".into();
    builder.child(&"n22".into(), node)?;
    let mut node = Node::new("n24", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(1.0)));
    node.name = "Laugh".into();
    builder.child(&"n22".into(), node)?;
    Ok(())
}
