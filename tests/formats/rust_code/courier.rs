//! Written by Treewright from courier.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Courier drone`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn courier_drone() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Courier drone");
    builder.settings(|document| {
        document.seed = 3;
        document.trees.push(NamedTree::new("n7", "n7/n19"));
        document.trees.push(NamedTree::new("n9", "n9/n19"));
        document.trees.push(NamedTree::new("n11", "n11/n19"));
        document.trees.push(NamedTree::new("Battery watch", "n25"));
    });
    let mut variable = Variable::new("battery", ValueType::Float);
    variable.scope = Scope::Global;
    variable.initial = Value::Float(100.0).into();
    builder.variable(variable);
    let mut variable = Variable::new("low", ValueType::Bool);
    variable.scope = Scope::Global;
    variable.initial = Value::Bool(false).into();
    builder.variable(variable);
    let mut variable = Variable::new("place", ValueType::String);
    variable.scope = Scope::Tree;
    variable.initial = Value::String("".into()).into();
    builder.variable(variable);
    let mut variable = Variable::new("says", ValueType::String);
    variable.scope = Scope::Tree;
    variable.initial = Value::String("".into()).into();
    builder.variable(variable);
    let mut variable = Variable::new("delivered", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(0).into();
    builder.variable(variable);
    let mut variable = Variable::new("place_2", ValueType::String);
    variable.scope = Scope::Subtree;
    variable.initial = Value::String("the customer".into()).into();
    builder.variable(variable);
    let mut variable = Variable::new("place_3", ValueType::String);
    variable.scope = Scope::Subtree;
    variable.initial = Value::String("the depot".into()).into();
    builder.variable(variable);
    let mut variable = Variable::new("place_4", ValueType::String);
    variable.scope = Scope::Subtree;
    variable.initial = Value::String("the nearest roof".into()).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    add_nodes_2(&mut builder)?;
    add_nodes_3(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Sequence");
    node.name = "Deliver".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "RunTree")
        .with_parameter("tree", ParameterValue::literal(Value::String("Battery watch".into())));
    node.name = "Start the battery watch".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "Selector");
    node.name = "Fly".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n4", "Sequence");
    node.name = "There and back".into();
    node.abort = AbortType::OwnBranch;
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n5", "Inverter");
    node.name = "Battery fine".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n6", "CompareBool")
        .with_parameter("left", ParameterValue::variable("low"));
    node.name = "Battery low?".into();
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n7", "Subtree")
        .with_parameter("tree", ParameterValue::literal(Value::String("n7".into())));
    node.name = "To the customer".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n8", "Compute")
        .with_parameter("variable", ParameterValue::variable("delivered"))
        .with_parameter("expression", ParameterValue::literal(Value::String("delivered + 1".into())));
    node.name = "Drop the parcel".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n9", "Subtree")
        .with_parameter("tree", ParameterValue::literal(Value::String("n9".into())));
    node.name = "Home".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n10", "Sequence");
    node.name = "Give up".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n11", "Subtree")
        .with_parameter("tree", ParameterValue::literal(Value::String("n11".into())));
    node.name = "Emergency landing".into();
    builder.child(&"n10".into(), node)?;
    let node = Node::new("n12", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Please pick me up.".into())));
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n13", "Fail");
    node.name = "Not delivered".into();
    builder.child(&"n10".into(), node)?;
    let node = Node::new("n14", "ReturnSuccess");
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n15", "Sequence");
    node.name = "Tidy up".into();
    builder.child(&"n14".into(), node)?;
    let mut node = Node::new("n16", "IsTreeRunning")
        .with_parameter("tree", ParameterValue::literal(Value::String("Battery watch".into())));
    node.name = "Watch still on?".into();
    builder.child(&"n15".into(), node)?;
    let mut node = Node::new("n17", "StopTree")
        .with_parameter("tree", ParameterValue::literal(Value::String("Battery watch".into())));
    node.name = "Switch it off".into();
    builder.child(&"n15".into(), node)?;
    let node = Node::new("n18", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Motors off.".into())));
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n7/n19", "Sequence");
    node.name = "Fly to".into();
    builder.loose(node)?;
    let mut node = Node::new("n7/n20", "Compute")
        .with_parameter("variable", ParameterValue::variable("says"))
        .with_parameter("expression", ParameterValue::literal(Value::String("'Flying to ' + place_2".into())));
    node.name = "Announce".into();
    builder.child(&"n7/n19".into(), node)?;
    let mut node = Node::new("n7/n21", "Log")
        .with_parameter("text", ParameterValue::variable("says"));
    node.name = "Say it".into();
    builder.child(&"n7/n19".into(), node)?;
    let mut node = Node::new("n7/n22", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RS".into())));
    node.name = "Climb".into();
    builder.child(&"n7/n19".into(), node)?;
    Ok(())
}

fn add_nodes_2(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n7/n23", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRS".into())));
    node.name = "Cruise".into();
    builder.child(&"n7/n19".into(), node)?;
    let mut node = Node::new("n7/n24", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RS".into())));
    node.name = "Land".into();
    builder.child(&"n7/n19".into(), node)?;
    let mut node = Node::new("n9/n19", "Sequence");
    node.name = "Fly to".into();
    builder.loose(node)?;
    let mut node = Node::new("n9/n20", "Compute")
        .with_parameter("variable", ParameterValue::variable("says"))
        .with_parameter("expression", ParameterValue::literal(Value::String("'Flying to ' + place_3".into())));
    node.name = "Announce".into();
    builder.child(&"n9/n19".into(), node)?;
    let mut node = Node::new("n9/n21", "Log")
        .with_parameter("text", ParameterValue::variable("says"));
    node.name = "Say it".into();
    builder.child(&"n9/n19".into(), node)?;
    let mut node = Node::new("n9/n22", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RS".into())));
    node.name = "Climb".into();
    builder.child(&"n9/n19".into(), node)?;
    let mut node = Node::new("n9/n23", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRS".into())));
    node.name = "Cruise".into();
    builder.child(&"n9/n19".into(), node)?;
    let mut node = Node::new("n9/n24", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RS".into())));
    node.name = "Land".into();
    builder.child(&"n9/n19".into(), node)?;
    let mut node = Node::new("n11/n19", "Sequence");
    node.name = "Fly to".into();
    builder.loose(node)?;
    let mut node = Node::new("n11/n20", "Compute")
        .with_parameter("variable", ParameterValue::variable("says"))
        .with_parameter("expression", ParameterValue::literal(Value::String("'Flying to ' + place_4".into())));
    node.name = "Announce".into();
    builder.child(&"n11/n19".into(), node)?;
    let mut node = Node::new("n11/n21", "Log")
        .with_parameter("text", ParameterValue::variable("says"));
    node.name = "Say it".into();
    builder.child(&"n11/n19".into(), node)?;
    let mut node = Node::new("n11/n22", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RS".into())));
    node.name = "Climb".into();
    builder.child(&"n11/n19".into(), node)?;
    let mut node = Node::new("n11/n23", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRS".into())));
    node.name = "Cruise".into();
    builder.child(&"n11/n19".into(), node)?;
    let mut node = Node::new("n11/n24", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RS".into())));
    node.name = "Land".into();
    builder.child(&"n11/n19".into(), node)?;
    let mut node = Node::new("n25", "Repeater")
        .with_parameter("forever", ParameterValue::literal(Value::Bool(true)));
    node.name = "Battery watch".into();
    builder.loose(node)?;
    let mut node = Node::new("n26", "Sequence");
    node.name = "Look".into();
    builder.child(&"n25".into(), node)?;
    let mut node = Node::new("n27", "Compute")
        .with_parameter("variable", ParameterValue::variable("battery"))
        .with_parameter("expression", ParameterValue::literal(Value::String("battery - 1.0".into())));
    node.name = "Drain".into();
    builder.child(&"n26".into(), node)?;
    let node = Node::new("n28", "ReturnSuccess");
    builder.child(&"n26".into(), node)?;
    let mut node = Node::new("n29", "Guard")
        .with_parameter("expression", ParameterValue::literal(Value::String("battery < 30.0".into())));
    node.name = "Nearly empty".into();
    builder.child(&"n28".into(), node)?;
    Ok(())
}

fn add_nodes_3(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n30", "SetVariable")
        .with_parameter("variable", ParameterValue::variable("low"))
        .with_parameter("value", ParameterValue::literal(Value::Bool(true)));
    node.name = "Warn".into();
    builder.child(&"n29".into(), node)?;
    Ok(())
}
