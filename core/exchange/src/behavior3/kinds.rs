//! The node types that mean the same in both programs, and with which arguments.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::format::literal::{read_literal, read_typed};
use treewright_core::model::{Literal, Node, ParameterDeclaration, ParameterType, ParameterValue};
use treewright_core::value::{Value, ValueType};

use super::node::bindable;
use crate::foreign::{
    Families, Fields, Json, JsonKind, builtin, foreign_json, is_kept_as_text, listed, literal_of,
    quoted,
};

/// A node type that both programs have.
#[derive(Debug)]
pub(super) struct Behavior3Mapping {
    /// Its name in this program.
    pub ours: &'static str,
    /// Its name in behavior3.
    pub theirs: &'static str,
    /// Arguments in behavior3 with the parameters that they become; the last may be bound to a variable in behavior3 if
    /// `by_input`.
    args: &'static [(&'static str, &'static str)],
    /// Whether a variable of `input` replaces the argument.
    by_input: bool,
    /// Parameters that must be true in this program.
    flags: &'static [&'static str],
}

/// A table of node types: name here, name in behavior3, arguments, whether the last may be an input, and flags.
macro_rules! fits {
    ($($ours:literal $theirs:literal $args:expr, $by_input:literal, $flags:expr;)*) => {
        [$(Behavior3Mapping { ours: $ours, theirs: $theirs, args: $args, by_input: $by_input, flags: $flags }),*]
    };
}

/// All node types that match. A Parallel of behavior3 always succeeds, a Timeout ends before its child runs, and
/// decorators that loop a number of times count differently: those are imported as tasks of the game. Later runtimes
/// have other names for some: these are read too and stay in files that have them; new nodes get the first name in this
/// table.
static MAPPINGS: [Behavior3Mapping; 13] = fits! {
    "Sequence" "Sequence" &[], false, &[];
    "Selector" "Selector" &[], false, &[];
    "Inverter" "Inverter" &[], false, &[];
    "ReturnSuccess" "AlwaysSuccess" &[], false, &[];
    "ReturnFailure" "AlwaysFail" &[], false, &[];
    "UntilSuccess" "RepeatUntilSuccess" &[], false, &[];
    "UntilFailure" "RepeatUntilFailure" &[], false, &["succeed"];
    "Inverter" "Invert" &[], false, &[];
    "ReturnFailure" "AlwaysFailure" &[], false, &[];
    "UntilSuccess" "RetryUntilSuccess" &[], false, &[];
    "UntilFailure" "RetryUntilFailure" &[], false, &["succeed"];
    "Wait" "Wait" &[("time", "seconds")], true, &[];
    "Log" "Log" &[("message", "text")], false, &[];
};

/// Returns whether every node with this definition matches a built-in node type: arguments of a node may rule that out.
pub(super) fn always_fits(definition: Json<'_>) -> bool {
    let name = definition.text_of("name");
    let has = |field: &str| definition.get(field).is_some_and(|list| !list.is_empty());
    let can_be_set = ["args", "input", "output"].into_iter().any(has);
    let is_plain = |fit: &Behavior3Mapping| fit.theirs == name && fit.args.is_empty();
    !can_be_set && MAPPINGS.iter().any(is_plain)
}

/// Returns the type that a parameter of a built-in node type requires of a variable.
pub(super) fn required_type(task: &str, parameter: &str) -> Option<ValueType> {
    match &declared(task, parameter)?.parameter_type {
        ParameterType::Value(value_type) => Some(value_type.clone()),
        ParameterType::VariableName(value_type) => value_type.clone(),
        _ => None,
    }
}

/// Returns the declaration of a parameter of a built-in node type.
fn declared(task: &str, parameter: &str) -> Option<&'static ParameterDeclaration> {
    builtin(task)?.parameter(parameter)
}

/// Returns the built-in node for a node of behavior3, with its parameters; `None` if it has settings that the built-in
/// type lacks.
pub(super) fn to_builtin(name: &str, json: Json<'_>) -> Option<Node> {
    let fit = MAPPINGS.iter().find(|fit| fit.theirs == name)?;
    let mut node = Node::new("", fit.ours);
    let variables = |key: &str| -> Option<Vec<String>> {
        let list = json.get(key).into_iter().flat_map(Json::items);
        let mut names: Vec<String> = list
            .map(|name| Some(name.text()?.into_owned()))
            .collect::<Option<_>>()?;
        while names.last().is_some_and(String::is_empty) {
            names.pop();
        }
        Some(names)
    };
    let (inputs, outputs) = (variables("input")?, variables("output")?);
    if !outputs.is_empty() || inputs.len() > usize::from(fit.by_input) {
        return None;
    }
    for (key, value) in json.fields_of("args") {
        let (_, parameter) = fit.args.iter().find(|(theirs, _)| *theirs == key)?;
        let literal = literal(fit.ours, parameter, value)?;
        node.parameters
            .insert((*parameter).into(), ParameterValue::Literal(literal));
    }
    if let (Some(name), Some((_, parameter))) = (inputs.first(), fit.args.last()) {
        node.parameters
            .insert((*parameter).into(), ParameterValue::variable(&**name));
    } else if fit.by_input && node.parameters.len() < fit.args.len() {
        return None;
    }
    for flag in fit.flags {
        node.parameters
            .insert((*flag).into(), ParameterValue::literal(true));
    }
    Some(node)
}

/// Returns the built-in node for a node of behavior3 with the name of a built-in type, if the definition of that name
/// is the one that this program writes: see [`super::setting::read_definitions`]. `None` if the node has settings that
/// the type lacks.
pub(super) fn by_our_definition(name: &str, json: Json<'_>) -> Option<Node> {
    let declaration = builtin(name)?;
    let mut set: FxHashMap<String, ParameterValue> = FxHashMap::default();
    for (key, value) in json.fields_of("args") {
        let literal = match &declaration.parameter(&key)?.parameter_type {
            ParameterType::Value(_) => literal(name, &key, value)?,
            _ => literal_of(value).filter(|literal| !is_kept_as_text(value, literal))?,
        };
        set.insert(key.into_owned(), ParameterValue::Literal(literal));
    }
    let mut inputs = bindable(declaration);
    for variable in json.items_of("input") {
        let (parameter, variable) = (inputs.next()?, variable.text()?);
        if !variable.is_empty() {
            let value = ParameterValue::variable(&*variable);
            if set.insert(parameter.to_owned(), value).is_some() {
                return None;
            }
        }
    }
    let mut node = Node::new("", name);
    for parameter in &declaration.parameters {
        if let Some(value) = set.remove(&*parameter.name) {
            node.parameters.insert((&*parameter.name).into(), value);
        }
    }
    let mut outputs = json.items_of("output");
    outputs.next().is_none().then_some(node)
}

/// Converts a value to a constant that fits a parameter of a built-in node type.
fn literal(task: &str, parameter: &str, json: Json<'_>) -> Option<Literal> {
    let declared = declared(task, parameter)?;
    let ParameterType::Value(value_type) = &declared.parameter_type else {
        return None;
    };
    if matches!(
        json.kind(),
        JsonKind::Object | JsonKind::List | JsonKind::Null
    ) {
        return None;
    }
    let mut literal = read_typed(json.raw(), value_type).ok()?;
    // In the native format, the way a number is written tells whether it is an integer.
    literal.written = literal
        .written
        .filter(|written| read_literal(written).is_ok_and(|l| l.value == literal.value));
    let in_range = match (&literal.value, declared.range) {
        (Value::Float(number), Some(range)) => (range.min..=range.max).contains(number),
        _ => true,
    };
    (value_type.accepts(&literal.value) && in_range).then_some(literal)
}

/// A node as behavior3 has it, for a node type that both programs have.
pub(super) struct Behavior3Node {
    pub name: &'static str,
    pub args: Fields,
    /// The variables of `input`.
    pub input: Vec<String>,
    /// The parameters that behavior3 has no place for.
    pub skipped: Vec<String>,
}

/// Converts a node to its type in behavior3. `None` if it has settings that behavior3 lacks; `Err` with the name of a
/// parameter that is bound to a variable and cannot be bound there.
pub(super) fn from_builtin(node: &Node) -> Option<Result<Behavior3Node, String>> {
    let fit = MAPPINGS.iter().find(|fit| fit.ours == &*node.task)?;
    let is_set = |flag: &&str| {
        node.parameters
            .get(flag)
            .and_then(ParameterValue::as_literal)
            == Some(&Value::Bool(true))
    };
    if !fit.flags.iter().all(is_set) {
        return None;
    }
    let (mut args, mut input) = (Fields::default(), Vec::new());
    for (theirs, ours) in fit.args {
        match node.parameters.get(ours) {
            Some(ParameterValue::Literal(literal)) => {
                args.set(theirs, foreign_json(literal, false));
            }
            Some(ParameterValue::Variable(name)) if fit.by_input => input.push(name.to_string()),
            Some(ParameterValue::Variable(_)) => return Some(Err((*ours).to_owned())),
            None => {
                if let Some(default) = declared(fit.ours, ours).and_then(|d| d.default.clone()) {
                    args.set(theirs, foreign_json(&Literal::from(default), false));
                }
            }
        }
    }
    Some(Ok(Behavior3Node {
        name: fit.theirs,
        args,
        input,
        skipped: skipped_parameters(fit, node),
    }))
}

/// Returns parameters that are set and are no argument in behavior3, such as those that a parent reads from its
/// children.
fn skipped_parameters(fit: &Behavior3Mapping, node: &Node) -> Vec<String> {
    let is_skipped = |(name, value): &(&Arc<str>, &ParameterValue)| {
        let default = declared(fit.ours, name).and_then(|parameter| parameter.default.as_ref());
        !fit.args.iter().any(|(_, ours)| *ours == &***name)
            && !fit.flags.contains(&&***name)
            && (default.is_none() || value.as_literal() != default)
    };
    let names = node.parameters.iter().filter(is_skipped);
    names.map(|(name, _)| name.to_string()).collect()
}

/// The names of the categories in behavior3.
pub(super) const FAMILIES: Families = Families(["Composite", "Decorator", "Condition", "Action"]);

/// Returns the definition of the behavior3 node of this name, if both programs have it.
pub(super) fn definition(name: &str) -> Option<Fields> {
    let fit = MAPPINGS.iter().find(|fit| fit.theirs == name)?;
    let declaration = builtin(fit.ours)?;
    let mut fields = Fields::default();
    fields.text("name", name);
    fields.text("type", FAMILIES.name(declaration.category));
    fields.text("desc", &declaration.summary);
    let args = fit.args.iter().filter_map(|(theirs, ours)| {
        let parameter = declaration.parameter(ours)?;
        let ParameterType::Value(value_type) = &parameter.parameter_type else {
            return None;
        };
        let mut arg = Fields::default();
        arg.text("name", theirs);
        arg.text("type", &value_type.to_string());
        arg.text("desc", &parameter.help);
        if fit.by_input {
            arg.text("oneof", theirs);
        }
        Some(arg.to_json())
    });
    let args: Vec<String> = args.collect();
    if fit.by_input {
        let inputs = fit
            .args
            .iter()
            .map(|(theirs, _)| quoted(&format!("{theirs}?")));
        fields.set("input", listed(inputs));
    }
    if !args.is_empty() {
        fields.set("args", listed(args));
    }
    Some(fields)
}
