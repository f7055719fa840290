//! Written by Treewright from warehouse.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Warehouse robot`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn warehouse_robot() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Warehouse robot");
    builder.settings(|document| {
        document.restart_when_complete = true;
    });
    let mut variable = Variable::new("battery", ValueType::Float);
    variable.scope = Scope::Tree;
    variable.initial = Value::Float(100.0).into();
    builder.variable(variable);
    let mut variable = Variable::new("order", ValueType::String);
    variable.scope = Scope::Tree;
    variable.initial = Value::String("fetch".into()).into();
    builder.variable(variable);
    let mut variable = Variable::new("shelf_filled", ValueType::Bool);
    variable.scope = Scope::Tree;
    variable.initial = Value::Bool(true).into();
    builder.variable(variable);
    let mut variable = Variable::new("tidy", ValueType::Bool);
    variable.scope = Scope::Tree;
    variable.initial = Value::Bool(false).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "KeepRunningUntilFailure");
    node.name = "Shift".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "WhileDoElse");
    node.name = "Work or charge".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "CompareFloat")
        .with_parameter("left", ParameterValue::variable("battery"))
        .with_parameter("operator", ParameterValue::literal(Value::String(">=".into())))
        .with_parameter("right", ParameterValue::literal(Value::Float(20.0)));
    node.name = "Charged?".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n4", "Switch")
        .with_parameter("variable", ParameterValue::variable("order"))
        .with_parameter("case_1", ParameterValue::literal(Value::String("fetch".into())))
        .with_parameter("case_2", ParameterValue::literal(Value::String("sort".into())));
    node.name = "By order".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n5", "SequenceWithMemory");
    node.name = "Fetch a crate".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n6", "Wait");
    node.name = "Drive to the shelf".into();
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n7", "CompareBool")
        .with_parameter("left", ParameterValue::variable("shelf_filled"));
    node.name = "Shelf filled?".into();
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n8", "Wait");
    node.name = "Bring the crate".into();
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n9", "ParallelAll");
    node.name = "Sort with both arms".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n10", "Wait");
    node.name = "Left arm".into();
    builder.child(&"n9".into(), node)?;
    let mut node = Node::new("n11", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(2.0)));
    node.name = "Right arm".into();
    builder.child(&"n9".into(), node)?;
    let mut node = Node::new("n12", "IfThenElse");
    node.name = "Nothing to do".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n13", "CompareBool")
        .with_parameter("left", ParameterValue::variable("tidy"));
    node.name = "Tidy?".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n14", "Wait");
    node.name = "Rest".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n15", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(3.0)));
    node.name = "Sweep".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n16", "Sequence");
    node.name = "Charge".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n17", "Wait")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(2.0)));
    node.name = "At the charger".into();
    builder.child(&"n16".into(), node)?;
    let mut node = Node::new("n18", "SetVariable")
        .with_parameter("variable", ParameterValue::variable("battery"))
        .with_parameter("value", ParameterValue::literal(Value::Float(100.0)));
    node.name = "Full again".into();
    builder.child(&"n16".into(), node)?;
    Ok(())
}
