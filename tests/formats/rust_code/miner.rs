//! Written by Treewright from miner.bt.json; changes here are lost when it is written again.

#[allow(unused_imports)]
use treewright_core::{
    abort::AbortType,
    model::{
        Document, DocumentBuilder, NamedTree, Node, Override, ParameterValue, Scope, Variable,
    },
    value::{Value, ValueType},
};

/// The tree `Miner`.
///
/// # Errors
/// Returns the node that could not be added, which cannot happen unless this code is changed.
pub fn miner() -> Result<Document, Box<Node>> {
    let mut builder = DocumentBuilder::new("Miner");
    builder.settings(|document| {
        document.restart_when_complete = true;
        document.seed = 5;
    });
    let mut variable = Variable::new("hunger", ValueType::Float);
    variable.scope = Scope::Tree;
    variable.initial = Value::Float(0.1).into();
    builder.variable(variable);
    let mut variable = Variable::new("fatigue", ValueType::Float);
    variable.scope = Scope::Tree;
    variable.initial = Value::Float(0.2).into();
    builder.variable(variable);
    let mut variable = Variable::new("greed", ValueType::Float);
    variable.scope = Scope::Tree;
    variable.initial = Value::Float(0.5).into();
    builder.variable(variable);
    let mut variable = Variable::new("boredom", ValueType::Float);
    variable.scope = Scope::Tree;
    variable.initial = Value::Float(0.0).into();
    builder.variable(variable);
    let mut variable = Variable::new("stew", ValueType::Float);
    variable.scope = Scope::Tree;
    variable.initial = Value::Float(2.0).into();
    builder.variable(variable);
    let mut variable = Variable::new("gold", ValueType::Int);
    variable.scope = Scope::Tree;
    variable.initial = Value::Int(0).into();
    builder.variable(variable);
    add_nodes_1(&mut builder)?;
    add_nodes_2(&mut builder)?;
    Ok(builder.finish())
}

fn add_nodes_1(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n1", "UtilitySelector");
    node.name = "Dwarf".into();
    builder.root(node)?;
    let mut node = Node::new("n2", "Sequence")
        .with_parameter("utility", ParameterValue::variable("hunger"));
    node.name = "Eat".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n3", "Cooldown")
        .with_parameter("seconds", ParameterValue::literal(Value::Float(3.0)));
    node.name = "Not again so soon".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n4", "PrioritySelector");
    node.name = "What is for dinner?".into();
    builder.child(&"n3".into(), node)?;
    let mut node = Node::new("n5", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RS".into())))
        .with_parameter("priority", ParameterValue::literal(Value::Float(1.0)));
    node.name = "Bread".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n6", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())))
        .with_parameter("priority", ParameterValue::variable("stew"));
    node.name = "Stew".into();
    builder.child(&"n4".into(), node)?;
    let mut node = Node::new("n7", "SetVariable")
        .with_parameter("variable", ParameterValue::variable("hunger"))
        .with_parameter("value", ParameterValue::literal(Value::Float(0.0)));
    node.name = "Full".into();
    builder.child(&"n2".into(), node)?;
    let mut node = Node::new("n8", "Sequence")
        .with_parameter("utility", ParameterValue::variable("fatigue"));
    node.name = "Sleep".into();
    builder.child(&"n1".into(), node)?;
    let node = Node::new("n9", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Good night.".into())));
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n10", "RandomWait")
        .with_parameter("min", ParameterValue::literal(Value::Float(0.5)))
        .with_parameter("max", ParameterValue::literal(Value::Float(1.0)));
    node.name = "Snore".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n11", "SetVariable")
        .with_parameter("variable", ParameterValue::variable("fatigue"))
        .with_parameter("value", ParameterValue::literal(Value::Float(0.0)));
    node.name = "Rested".into();
    builder.child(&"n8".into(), node)?;
    let mut node = Node::new("n12", "Sequence")
        .with_parameter("utility", ParameterValue::variable("greed"));
    node.name = "Dig".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n13", "RunOnce");
    node.name = "First day".into();
    builder.child(&"n12".into(), node)?;
    let node = Node::new("n14", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Good morning, foreman!".into())));
    builder.child(&"n13".into(), node)?;
    let mut node = Node::new("n15", "Retry")
        .with_parameter("attempts", ParameterValue::literal(Value::Int(4)));
    node.name = "Try here and there".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n16", "Probability")
        .with_parameter("p", ParameterValue::literal(Value::Float(0.6)));
    node.name = "Is there gold?".into();
    builder.child(&"n15".into(), node)?;
    let mut node = Node::new("n17", "StandIn")
        .with_parameter("mode", ParameterValue::literal(Value::String("Sequence".into())))
        .with_parameter("answers", ParameterValue::literal(Value::String("RRS".into())));
    node.name = "Swing the pick".into();
    builder.child(&"n16".into(), node)?;
    let mut node = Node::new("n18", "RandomSequence");
    node.name = "Tidy up".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n19", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Sweeps the tunnel.".into())));
    node.name = "Sweep".into();
    builder.child(&"n18".into(), node)?;
    let mut node = Node::new("n20", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Sharpens the pick.".into())));
    node.name = "Sharpen".into();
    builder.child(&"n18".into(), node)?;
    Ok(())
}

fn add_nodes_2(builder: &mut DocumentBuilder) -> Result<(), Box<Node>> {
    let mut node = Node::new("n21", "Compute")
        .with_parameter("variable", ParameterValue::variable("gold"))
        .with_parameter("expression", ParameterValue::literal(Value::String("gold + 1".into())));
    node.name = "A nugget".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n22", "Compute")
        .with_parameter("variable", ParameterValue::variable("hunger"))
        .with_parameter("expression", ParameterValue::literal(Value::String("hunger + 0.15".into())));
    node.name = "Hungrier".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n23", "Compute")
        .with_parameter("variable", ParameterValue::variable("fatigue"))
        .with_parameter("expression", ParameterValue::literal(Value::String("fatigue + 0.1".into())));
    node.name = "More tired".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n24", "Compute")
        .with_parameter("variable", ParameterValue::variable("boredom"))
        .with_parameter("expression", ParameterValue::literal(Value::String("boredom + 0.2".into())));
    node.name = "Bored".into();
    builder.child(&"n12".into(), node)?;
    let mut node = Node::new("n25", "Sequence")
        .with_parameter("utility", ParameterValue::variable("boredom"));
    node.name = "Talk".into();
    builder.child(&"n1".into(), node)?;
    let mut node = Node::new("n26", "RandomSelector");
    node.name = "Whatever comes to mind".into();
    builder.child(&"n25".into(), node)?;
    let mut node = Node::new("n27", "Probability")
        .with_parameter("p", ParameterValue::literal(Value::Float(0.5)));
    node.name = "A joke".into();
    builder.child(&"n26".into(), node)?;
    let node = Node::new("n28", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Two trolls walk into a cave...".into())));
    builder.child(&"n27".into(), node)?;
    let mut node = Node::new("n29", "Probability")
        .with_parameter("p", ParameterValue::literal(Value::Float(0.5)));
    node.name = "A song".into();
    builder.child(&"n26".into(), node)?;
    let node = Node::new("n30", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Hi-ho, hi-ho!".into())));
    builder.child(&"n29".into(), node)?;
    let node = Node::new("n31", "ReturnFailure");
    builder.child(&"n26".into(), node)?;
    let mut node = Node::new("n32", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Hm-hm-hm.".into())));
    node.name = "Hum".into();
    builder.child(&"n31".into(), node)?;
    let mut node = Node::new("n33", "Log")
        .with_parameter("text", ParameterValue::literal(Value::String("Hm.".into())));
    node.name = "Nothing to say".into();
    builder.child(&"n26".into(), node)?;
    let mut node = Node::new("n34", "SetVariable")
        .with_parameter("variable", ParameterValue::variable("boredom"))
        .with_parameter("value", ParameterValue::literal(Value::Float(0.0)));
    node.name = "Amused".into();
    builder.child(&"n25".into(), node)?;
    Ok(())
}
