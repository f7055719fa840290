//! The kinds of nodes that mean the same in both programs, and with which arguments they do.

use std::sync::LazyLock;

use crate::category::Category;
use crate::format::foreign::{Fields, Json, Kind, listed, push_foreign, quoted};
use crate::format::literal::{read_literal, read_typed};
use crate::library::NodeLibrary;
use crate::model::{
    Literal, Node, NodeDeclaration, ParameterDeclaration, ParameterType, ParameterValue,
};
use crate::value::Value;

/// A kind that both have.
#[derive(Debug)]
pub(super) struct Fit {
    /// What it is called here.
    pub ours: &'static str,
    /// What it is called there.
    pub theirs: &'static str,
    /// Arguments there with the parameters that they are here; the last may be bound to a variable there if `by_input`.
    args: &'static [(&'static str, &'static str)],
    /// Whether a variable of `input` stands for the argument.
    by_input: bool,
    /// Flags that must be set here.
    flags: &'static [&'static str],
}

const fn plain(ours: &'static str, theirs: &'static str) -> Fit {
    Fit {
        ours,
        theirs,
        args: &[],
        by_input: false,
        flags: &[],
    }
}

/// All of them. A Parallel there always succeeds, a Timeout ends before its child's turn, and what loops a number of times counts otherwise
/// than ours: those are the game's own.
static FITS: [Fit; 9] = [
    plain("Sequence", "Sequence"),
    plain("Selector", "Selector"),
    plain("Inverter", "Inverter"),
    plain("ReturnSuccess", "AlwaysSuccess"),
    plain("ReturnFailure", "AlwaysFail"),
    plain("UntilSuccess", "RepeatUntilSuccess"),
    Fit {
        flags: &["succeed"],
        ..plain("UntilFailure", "RepeatUntilFailure")
    },
    Fit {
        args: &[("time", "seconds")],
        by_input: true,
        ..plain("Wait", "Wait")
    },
    Fit {
        args: &[("message", "text")],
        ..plain("Log", "Log")
    },
];

/// Whether a node definition of this name and without arguments is one of ours.
pub(super) fn always_fits(name: &str) -> bool {
    FITS.iter()
        .any(|fit| fit.theirs == name && fit.args.is_empty())
}

/// The declaration of a built-in kind.
fn builtin(task: &str) -> Option<&'static NodeDeclaration> {
    static BUILTIN: LazyLock<NodeLibrary> = LazyLock::new(NodeLibrary::builtin);
    BUILTIN.declaration(task)
}

/// The declaration of a parameter of a built-in kind.
fn declared(task: &str, parameter: &str) -> Option<&'static ParameterDeclaration> {
    builtin(task)?.parameter(parameter)
}

/// The kind of ours that a node of theirs is, with its parameters; none if it says more than ours can.
pub(super) fn ours(name: &str, json: Json<'_>) -> Option<Node> {
    let fit = FITS.iter().find(|fit| fit.theirs == name)?;
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
    for (key, value) in json.get("args").into_iter().flat_map(Json::fields) {
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

/// A value that fits a parameter of a built-in kind.
fn literal(task: &str, parameter: &str, json: Json<'_>) -> Option<Literal> {
    let declared = declared(task, parameter)?;
    let ParameterType::Value(value_type) = &declared.parameter_type else {
        return None;
    };
    if matches!(json.kind(), Kind::Object | Kind::List | Kind::Null) {
        return None;
    }
    let mut literal = read_typed(json.raw(), value_type).ok()?;
    // Our own files tell by how a number is written whether it is whole.
    literal.written = literal
        .written
        .filter(|written| read_literal(written).is_ok_and(|l| l.value == literal.value));
    let in_range = match (&literal.value, declared.range) {
        (Value::Float(number), Some(range)) => (range.min..=range.max).contains(number),
        _ => true,
    };
    (value_type.accepts(&literal.value) && in_range).then_some(literal)
}

/// A node of a kind that both have, as it is there.
pub(super) struct Theirs {
    /// What it is called.
    pub name: &'static str,
    /// Its `args`.
    pub args: Fields,
    /// The variables of its `input`.
    pub input: Vec<String>,
}

/// What a node of a kind that both have is there; none if it says more than theirs can. If a parameter is bound to a variable and theirs
/// cannot be, that parameter.
pub(super) fn theirs(node: &Node) -> Option<Result<Theirs, String>> {
    let fit = FITS.iter().find(|fit| fit.ours == &*node.task)?;
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
                let mut json = String::new();
                push_foreign(literal, false, &mut json);
                args.set(theirs, json);
            }
            Some(ParameterValue::Variable(name)) if fit.by_input => input.push(name.to_string()),
            Some(ParameterValue::Variable(_)) => return Some(Err((*ours).to_owned())),
            None => {
                if let Some(default) = declared(fit.ours, ours).and_then(|d| d.default.clone()) {
                    let mut json = String::new();
                    push_foreign(&Literal::from(default), false, &mut json);
                    args.set(theirs, json);
                }
            }
        }
    }
    Some(Ok(Theirs {
        name: fit.theirs,
        args,
        input,
    }))
}

/// The definition of their node of this name, of those that both have.
pub(super) fn definition(name: &str) -> Option<Fields> {
    let fit = FITS.iter().find(|fit| fit.theirs == name)?;
    let declaration = builtin(fit.ours)?;
    let mut fields = Fields::default();
    fields.text("name", name);
    fields.text(
        "type",
        match declaration.category {
            Category::Composite => "Composite",
            Category::Decorator => "Decorator",
            Category::Conditional => "Condition",
            Category::Action => "Action",
        },
    );
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
