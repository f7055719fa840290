//! Written by Treewright from squad.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Soldier of a squad`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn soldier_of_a_squad() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Soldier of a squad");
    builder.settings(|document| {
        document.seed = 2;
    });
    let mut variable = Variable::new("contact", ValueType::String);
    variable.scope = Scope::Tree;
    variable.initial = Value::String("".into()).into();
    builder.variable(variable);
    let mut variable = Variable::new("squad size", ValueType::Int);
    variable.scope = Scope::Global;
    variable.initial = Value::Int(2).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    add_nodes_2(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "Sequence");
    node.name = "Soldier".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "WaitForEvent")
        .with_parameter("name", ParameterValue::literal(Value::String("deploy".into())));
    node.name = "Wait for orders".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "ParallelComplete");
    node.name = "On duty".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n4", "Repeater")
        .with_parameter("forever", ParameterValue::literal(Value::Bool(true)));
    node.name = "Radio".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n5", "Selector");
    node.name = "Listen".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n6", "Sequence");
    node.name = "Retreat".into();
    node.abort = AbortType::LowerPriority;
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n7", "HasReceivedEvent")
        .with_parameter("name", ParameterValue::literal(Value::String("retreat".into())));
    node.name = "Retreat?".into();
    builder.child(&"n6".into(), node)?;
    let mut node = Node::new("n8", "Trace")
        .with_parameter("text", ParameterValue::literal(Value::String("retreat ordered".into())));
    node.name = "Note it".into();
    builder.child(&"n6".into(), node)?;
    let mut node = Node::new("n9", "PerformInterrupt")
        .with_parameter("key", ParameterValue::literal(Value::String("assault".into())))
        .with_parameter("result", ParameterValue::literal(Value::String("Failure".into())));
    node.name = "Break off".into();
    builder.child(&"n6".into(), node)?;
    let mut node = Node::new("n10", "Sequence");
    node.name = "Stand down".into();
    node.abort = AbortType::LowerPriority;
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n11", "HasReceivedEvent")
        .with_parameter("name", ParameterValue::literal(Value::String("dismiss".into())));
    node.name = "Dismissed?".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n12", "StopTree");
    node.name = "Go home".into();
    builder.child(&"n10".into(), node)?;
    let mut node = Node::new("n13", "Sequence");
    node.name = "News".into();
    builder.child(&"n5".into(), node)?;
    let mut node = Node::new("n14", "WaitForEvent")
        .with_parameter("name", ParameterValue::literal(Value::String("contact".into())))
        .with_parameter("payload", ParameterValue::variable("contact"));
    node.name = "Contact!".into();
    builder.child(&"n13".into(), node)?;
    let node = Node::new("n15", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Copy that.".into())));
    builder.child(&"n13".into(), node)?;
    let mut node = Node::new("n16", "Repeater")
        .with_parameter("forever", ParameterValue::literal(Value::Bool(true)));
    node.name = "Rifle".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n17", "Selector");
    node.name = "Fight or watch".into();
    builder.child(&"n16".into(), node)?;
    let mut node = Node::new("n18", "Sequence");
    node.name = "Assault".into();
    node.abort = AbortType::LowerPriority;
    builder.child(&"n17".into(), node)?;
    let mut node = Node::new("n19", "Expression")
        .with_parameter("expression", ParameterValue::literal(Value::String("contact != ''".into())));
    node.name = "Somebody there?".into();
    builder.child(&"n18".into(), node)?;
    let mut node = Node::new("n20", "Interruptible")
        .with_parameter("key", ParameterValue::literal(Value::String("assault".into())));
    node.name = "Until called back".into();
    builder.child(&"n18".into(), node)?;
    let mut node = Node::new("n21", "Semaphore")
        .with_parameter("name", ParameterValue::literal(Value::String("assault".into())))
        .with_parameter("count", ParameterValue::variable("squad size"))
        .with_parameter("wait", ParameterValue::literal(Value::Bool(true)));
    node.name = "Take turns".into();
    builder.child(&"n20".into(), node)?;
    Ok(())
}

fn add_nodes_2(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n22", "TimeLimit")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(2.0)));
    node.name = "Not forever".into();
    builder.child(&"n21".into(), node)?;
    let mut node = Node::new("n23", "Sequence");
    node.name = "Charge".into();
    builder.child(&"n22".into(), node)?;
    let mut node = Node::new("n24", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Run to the wall".into();
    builder.child(&"n23".into(), node)?;
    let mut node = Node::new("n25", "RandomSequence");
    node.name = "Shout".into();
    builder.child(&"n23".into(), node)?;
    let node = Node::new("n26", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Cover me!".into())));
    builder.child(&"n25".into(), node)?;
    let node = Node::new("n27", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Grenade!".into())));
    builder.child(&"n25".into(), node)?;
    let mut node = Node::new("n28", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRRS".into())));
    node.name = "Clear the yard".into();
    builder.child(&"n23".into(), node)?;
    let mut node = Node::new("n29", "SetVariable")
        .with_parameter("variable", ParameterValue::variable("contact"))
        .with_parameter("value", ParameterValue::literal(Value::String("".into())));
    node.name = "All clear".into();
    builder.child(&"n18".into(), node)?;
    let mut node = Node::new("n30", "SendEvent")
        .with_parameter("name", ParameterValue::literal(Value::String("clear".into())))
        .with_parameter("payload", ParameterValue::variable("contact"))
        .with_parameter("to", ParameterValue::literal(Value::String("AllTrees".into())));
    node.name = "Report".into();
    builder.child(&"n18".into(), node)?;
    let mut node = Node::new("n31", "Sequence");
    node.name = "Fall back".into();
    builder.child(&"n17".into(), node)?;
    let mut node = Node::new("n32", "IsVariableSet")
        .with_parameter("variable", ParameterValue::variable("contact"));
    node.name = "Still somebody there?".into();
    builder.child(&"n31".into(), node)?;
    let mut node = Node::new("n33", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Run to cover".into();
    builder.child(&"n31".into(), node)?;
    let mut node = Node::new("n34", "SetVariable")
        .with_parameter("variable", ParameterValue::variable("contact"))
        .with_parameter("value", ParameterValue::literal(Value::String("".into())));
    node.name = "Out of danger".into();
    builder.child(&"n31".into(), node)?;
    let mut node = Node::new("n35", "Delay")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(0.3)));
    node.name = "After a breath".into();
    builder.child(&"n17".into(), node)?;
    let mut node = Node::new("n36", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("R".into())));
    node.name = "Watch the road".into();
    builder.child(&"n35".into(), node)?;
    Ok(())
}
