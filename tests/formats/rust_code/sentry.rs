//! Written by Treewright from sentry.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Sentry gun`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn sentry_gun() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Sentry gun");
    builder.settings(|document| {
        document.seed = 4;
    });
    let mut variable = Variable::new("sees_target", ValueType::Bool);
    variable.scope = Scope::Tree;
    variable.initial = Value::Bool(false).into();
    builder.variable(variable);
    let mut variable = Variable::new("friend", ValueType::Bool);
    variable.scope = Scope::Tree;
    variable.initial = Value::Bool(false).into();
    builder.variable(variable);
    let mut variable = Variable::new("heat", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(20).into();
    builder.variable(variable);
    let mut variable = Variable::new("power", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(100).into();
    builder.variable(variable);
    let mut variable = Variable::new("mode", ValueType::String);
    variable.scope = Scope::Tree;
    variable.initial = Value::String("normal".into()).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    add_nodes_2(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Parallel");
    node.name = "Sentry gun".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "ReactiveSelector");
    node.name = "Operate".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "ReactiveSequence");
    node.name = "Locked".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n4", "CompareString")
        .with_parameter("left", ParameterValue::variable("mode"))
        .with_parameter("operator", ParameterValue::literal(Value::String("==".into())))
        .with_parameter("right", ParameterValue::literal(Value::String("locked".into())));
    node.name = "Locked?".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n5", "Idle");
    node.name = "Do nothing".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n6", "ReactiveSequence");
    node.name = "Cool down".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n7", "Expression")
        .with_parameter("expression", ParameterValue::literal(Value::String("heat > 90".into())));
    node.name = "Too hot?".into();
    builder.child(&"n6".into(), node)?;
    let mut node = Node::new("n8", "CounterLimit")
        .with_parameter("limit", ParameterValue::literal(Value::Int(20)));
    node.name = "At most 20 frames".into();
    builder.child(&"n6".into(), node)?;
    let mut node = Node::new("n9", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRRRS".into())));
    node.name = "Vent".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n10", "ReactiveSequence");
    node.name = "Engage".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n11", "CompareBool")
        .with_parameter("left", ParameterValue::variable("sees_target"));
    node.name = "Target?".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n12", "Inverter");
    node.name = "Not one of ours".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n13", "CompareBool")
        .with_parameter("left", ParameterValue::variable("friend"));
    node.name = "Friend?".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n14", "StandInConditional");
    node.name = "Loaded?".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n15", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Turn to it".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n16", "ParallelSelector");
    node.name = "Fire until it is gone".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n17", "WaitUntil")
        .with_parameter("expression", ParameterValue::literal(Value::String("!sees_target".into())));
    node.name = "Target lost".into();
    builder.child(&"n16".into(), node)?;
    let mut node = Node::new("n18", "UntilFailure");
    node.name = "Bursts".into();
    builder.child(&"n16".into(), node)?;
    let mut node = Node::new("n19", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Burst".into();
    builder.child(&"n18".into(), node)?;
    let mut node = Node::new("n20", "Selector");
    node.name = "Search".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n21", "Sequence");
    node.name = "With full power".into();
    node.abort = AbortType::Both;
    builder.child(&"n20".into(), node)?;
    let mut node = Node::new("n22", "Guard")
        .with_parameter("expression", ParameterValue::literal(Value::String("power >= 20".into())));
    node.name = "Power left".into();
    builder.child(&"n21".into(), node)?;
    Ok(())
}

fn add_nodes_2(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n23", "Sequence");
    node.name = "Scan".into();
    builder.child(&"n22".into(), node)?;
    let mut node = Node::new("n24", "RandomWait")
        .with_parameter("min", ParameterValue::literal(Value::Float(0.2)))
        .with_parameter("max", ParameterValue::literal(Value::Float(0.5)));
    node.name = "Listen".into();
    builder.child(&"n23".into(), node)?;
    let mut node = Node::new("n25", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRS".into())));
    node.name = "Sweep left".into();
    builder.child(&"n23".into(), node)?;
    let mut node = Node::new("n26", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRS".into())));
    node.name = "Sweep right".into();
    builder.child(&"n23".into(), node)?;
    let mut node = Node::new("n27", "Sequence");
    node.name = "Save power".into();
    builder.child(&"n20".into(), node)?;
    let mut node = Node::new("n28", "Timer")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(0.5)));
    node.name = "Twice a second".into();
    builder.child(&"n27".into(), node)?;
    let mut node = Node::new("n29", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("S".into())));
    node.name = "Blink".into();
    builder.child(&"n27".into(), node)?;
    let mut node = Node::new("n30", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("R".into())));
    node.name = "Sleep".into();
    builder.child(&"n20".into(), node)?;
    let mut node = Node::new("n31", "Repeater")
        .with_parameter("forever", ParameterValue::literal(Value::Bool(true)));
    node.name = "Supervise".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n32", "Selector");
    node.name = "Anything new?".into();
    builder.child(&"n31".into(), node)?;
    let mut node = Node::new("n33", "Sequence");
    node.name = "New mode".into();
    builder.child(&"n32".into(), node)?;
    let mut node = Node::new("n34", "VariableChanged")
        .with_parameter("variable", ParameterValue::variable("mode"));
    node.name = "Mode changed?".into();
    builder.child(&"n33".into(), node)?;
    let mut node = Node::new("n35", "RestartTree");
    node.name = "Restart".into();
    builder.child(&"n33".into(), node)?;
    let mut node = Node::new("n36", "Succeed");
    node.name = "No change".into();
    builder.child(&"n32".into(), node)?;
    Ok(())
}
