//! Written by Treewright from delivery-cart.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Delivery cart`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn delivery_cart() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Delivery cart");
    let mut variable = Variable::new("way_free", ValueType::Bool);
    variable.scope = Scope::Tree;
    variable.initial = Value::Bool(false).into();
    builder.variable(variable);
    let mut variable = Variable::new("stop", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(0).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    add_nodes_2(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Sequence");
    node.name = "Bring the parcel".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "SingleTrigger");
    node.name = "Once".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("All wheels are turning.".into())));
    node.name = "Self-test".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n4", "RecoveryNode")
        .with_parameter("number_of_retries", ParameterValue::literal(Value::Int(3)));
    node.name = "Drive, or recover".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n5", "PipelineSequence");
    node.name = "Plan and follow".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n6", "RateController")
        .with_parameter("hz", ParameterValue::literal(Value::Float(2.0)));
    node.name = "Twice a second".into();
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n7", "StandIn")
        .with_parameter("answer", ParameterValue::literal(Value::String("Success".into())));
    node.name = "Plan a path".into();
    builder.child(&"n6".into(), node)?;
    let mut node = Node::new("n8", "Sequence");
    node.name = "Follow the path".into();
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n19", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRS".into())));
    node.name = "Roll on".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n20", "CompareBool")
        .with_parameter("left", ParameterValue::variable("way_free"));
    node.name = "Path clear?".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n9", "RoundRobin")
        .with_parameter("wrap_around", ParameterValue::literal(Value::Bool(true)));
    node.name = "Another way out each time".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n10", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RS".into())));
    node.name = "Clear the map".into();
    builder.child(&"n9".into(), node)?;
    let mut node = Node::new("n11", "Sequence");
    node.name = "Let people pass".into();
    builder.child(&"n9".into(), node)?;
    let mut node = Node::new("n21", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(2.0)));
    node.name = "Stand still".into();
    builder.child(&"n11".into(), node)?;
    let mut node = Node::new("n22", "SetVariable")
        .with_parameter("variable", ParameterValue::variable("way_free"))
        .with_parameter("value", ParameterValue::literal(Value::Bool(true)));
    node.name = "They have passed".into();
    builder.child(&"n11".into(), node)?;
    let mut node = Node::new("n12", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Back up".into();
    builder.child(&"n9".into(), node)?;
    let mut node = Node::new("n13", "NonblockingSequence");
    node.name = "Ring and blink".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n14", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RS".into())));
    node.name = "Ring the bell".into();
    builder.child(&"n13".into(), node)?;
    let mut node = Node::new("n15", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(1.0)));
    node.name = "Blink".into();
    builder.child(&"n13".into(), node)?;
    let mut node = Node::new("n16", "PersistentSequence")
        .with_parameter("current_child_idx", ParameterValue::variable("stop"));
    node.name = "Hand over".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n17", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RS".into())));
    node.name = "Open the lid".into();
    builder.child(&"n16".into(), node)?;
    Ok(())
}

fn add_nodes_2(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n18", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Enjoy your parcel.".into())));
    node.name = "Say thanks".into();
    builder.child(&"n16".into(), node)?;
    Ok(())
}
