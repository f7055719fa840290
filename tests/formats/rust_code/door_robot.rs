//! Written by Treewright from door-robot.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Door robot`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn door_robot() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Door robot");
    builder.settings(|document| {
        document.seed = 7;
    });
    let mut variable = Variable::new("door_open", ValueType::Bool);
    variable.scope = Scope::Tree;
    variable.initial = Value::Bool(false).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Sequence");
    node.name = "Deliver the parcel".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Drive to the door".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "Selector");
    node.name = "Get the door open".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n4", "CompareBool")
        .with_parameter("left", ParameterValue::variable("door_open"));
    node.name = "Open already?".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n5", "Inverter");
    node.name = "Try three times".into();
    builder.child(&"n3".into(), node)?;
    let node = Node::new("n6", "Repeater")
        .with_parameter("count", ParameterValue::literal(Value::Int(3)))
        .with_parameter("end_on_failure", ParameterValue::literal(Value::Bool(true)));
    builder.child(&"n5".into(), node)?;
    let node = Node::new("n7", "Inverter");
    builder.child(&"n6".into(), node)?;
    let mut node = Node::new("n8", "Sequence");
    node.name = "One try".into();
    builder.child(&"n7".into(), node)?;
    let mut node = Node::new("n9", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RS".into())));
    node.name = "Push the handle".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n10", "CompareBool")
        .with_parameter("left", ParameterValue::variable("door_open"));
    node.name = "Did it open?".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n11", "Sequence");
    node.name = "Ask for help".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n12", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Please open the door for me.".into())));
    node.name = "Say please".into();
    builder.child(&"n11".into(), node)?;
    let mut node = Node::new("n13", "UntilSuccess");
    node.name = "Wait for the door".into();
    builder.child(&"n11".into(), node)?;
    let mut node = Node::new("n14", "CompareBool")
        .with_parameter("left", ParameterValue::variable("door_open"));
    node.name = "Open now?".into();
    builder.child(&"n13".into(), node)?;
    let mut node = Node::new("n15", "Parallel");
    node.name = "Go through".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n16", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRS".into())));
    node.name = "Drive through".into();
    builder.child(&"n15".into(), node)?;
    let mut node = Node::new("n17", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRS".into())));
    node.name = "Hold the door".into();
    builder.child(&"n15".into(), node)?;
    let mut node = Node::new("n18", "Repeater")
        .with_parameter("count", ParameterValue::literal(Value::Int(3)));
    node.name = "Blink three times".into();
    builder.child(&"n15".into(), node)?;
    let mut node = Node::new("n19", "Sequence");
    node.name = "Blink".into();
    builder.child(&"n18".into(), node)?;
    let mut node = Node::new("n20", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("blink".into())));
    node.name = "Light on".into();
    builder.child(&"n19".into(), node)?;
    let node = Node::new("n21", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(0.1)));
    builder.child(&"n19".into(), node)?;
    let mut node = Node::new("n22", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Parcel delivered.".into())));
    node.name = "Done".into();
    builder.child(&"n1".into(), node)?;
    Ok(())
}
