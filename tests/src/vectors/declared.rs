//! Forms of a node type that follow from its declaration: each parameter at each interesting value, constant and in a variable. So a new node type has
//! cases before anybody writes some for it.

use treewright_core::category::Category;
use treewright_core::model::{
    ExpressionType, NodeDeclaration, ParameterDeclaration, ParameterType, SUBTREE,
};
use treewright_core::value::ValueType;

use super::plan::Sketch;

/// A variable of each type that forms use: name, declaration, a constant of its type, an expression of its type, and how it changes.
const VARIABLES: [(&str, &str, &str, &str, &str); 8] = [
    (
        "a_bool",
        "a_bool:bool=true",
        "false",
        "!a_bool",
        "@3 a_bool=false @6 a_bool=true",
    ),
    (
        "an_int",
        "an_int:int=1",
        "2",
        "an_int + 1",
        "@3 an_int=2 @6 an_int=0",
    ),
    (
        "a_float",
        "a_float:float=0.25",
        "0.5",
        "a_float * 2",
        "@3 a_float=1.0 @6 a_float=0.1",
    ),
    (
        "a_string",
        "a_string:string=alpha",
        "beta",
        "a_string + \"!\"",
        "@3 a_string=beta @6 a_string=''",
    ),
    (
        "a_vec2",
        "a_vec2:vec2={\"vec2\":[1,2]}",
        "{\"vec2\":[0,0]}",
        "a_vec2 * 2",
        "@3 a_vec2={\"vec2\":[3.5,4]}",
    ),
    (
        "a_vec3",
        "a_vec3:vec3={\"vec3\":[1,2,3]}",
        "{\"vec3\":[0,0,0]}",
        "a_vec3 + a_vec3",
        "@3 a_vec3={\"vec3\":[0,0,0.5]}",
    ),
    (
        "a_color",
        "a_color:color={\"color\":[1,0.5,0,1]}",
        "{\"color\":[0,0,0,0]}",
        "color(a_color.g, 0, 0, 1)",
        "@3 a_color={\"color\":[0,0,0,0]}",
    ),
    (
        "a_list",
        "a_list:[int]=[1,2]",
        "[3]",
        "[size(a_list), 7]",
        "@3 a_list=[] @6 a_list=[4]",
    ),
];

/// Children under which a node type is tried.
const COMPOSITE_CHILDREN: [&str; 2] = ["=RS =RF =S", "~SFSFF =RRS =RF"];
const DECORATOR_CHILDREN: [&str; 3] = ["=RS", "=RRF", "~SFS"];

/// Returns the index of the variable of a type.
fn of_type(value_type: &ValueType) -> usize {
    match value_type {
        ValueType::Bool => 0,
        ValueType::Int => 1,
        ValueType::Float => 2,
        ValueType::String => 3,
        ValueType::Vec2 => 4,
        ValueType::Vec3 => 5,
        ValueType::Color => 6,
        ValueType::List(_) => 7,
    }
}

/// Returns the text of a parameter if a form does not vary it and it must be set. `kind` is the index of the variable whose type others follow.
fn usual(parameter: &ParameterDeclaration, kind: usize) -> String {
    let quoted = |text: &str| format!("'{text}'");
    match &parameter.parameter_type {
        ParameterType::Value(value_type) => VARIABLES[of_type(value_type)].2.to_owned(),
        ParameterType::Choice(choices) => choices.first().map_or_else(String::new, |c| quoted(c)),
        ParameterType::VariableName(Some(value_type)) => {
            format!("{{{}}}", VARIABLES[of_type(value_type)].0)
        }
        ParameterType::VariableName(None) | ParameterType::Any => {
            format!("{{{}}}", VARIABLES[kind].0)
        }
        ParameterType::SameAs(_) => VARIABLES[kind].2.to_owned(),
        ParameterType::Expression(ExpressionType::Of(ValueType::Bool)) => {
            quoted("an_int > 1 || a_bool")
        }
        ParameterType::Expression(ExpressionType::Of(value_type)) => {
            quoted(VARIABLES[of_type(value_type)].3)
        }
        ParameterType::Expression(ExpressionType::SameAs(_)) => quoted(VARIABLES[kind].3),
        ParameterType::Tree => "Side".to_owned(),
        ParameterType::Name => "alpha".to_owned(),
    }
}

/// Returns the values at which a parameter is tried.
fn values(parameter: &ParameterDeclaration) -> Vec<String> {
    let variable = |of: &ValueType| format!("{{{}}}", VARIABLES[of_type(of)].0);
    let within = |x: &f64| parameter.range.is_none_or(|r| (r.min..=r.max).contains(x));
    let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect();
    match &parameter.parameter_type {
        ParameterType::Value(of) => {
            let mut all: Vec<String> = match of {
                ValueType::Bool => texts(&["false", "true"]),
                ValueType::Int => {
                    let numbers = [0.0, 1.0, 2.0, 3.0].into_iter();
                    numbers.filter(within).map(|x| format!("{x}")).collect()
                }
                ValueType::Float => {
                    let numbers = [0.0, 0.2, 0.5, 1.0, 4.0].into_iter();
                    numbers.filter(within).map(|x| format!("{x:?}")).collect()
                }
                _ => vec![VARIABLES[of_type(of)].2.to_owned()],
            };
            all.push(variable(of));
            all
        }
        ParameterType::Choice(choices) => choices.iter().map(|c| format!("'{c}'")).collect(),
        ParameterType::Any => texts(&["2", "alpha", "{a_float}"]),
        ParameterType::Name => texts(&["alpha", "beta"]),
        // Those with a variable's name, and those that follow its type, vary with it.
        _ => Vec::new(),
    }
}

/// Returns the trees of the forms of a node type, each with a name.
fn forms(declaration: &NodeDeclaration) -> Vec<(String, String)> {
    let parameters = &declaration.parameters;
    let names_any = parameters.iter().any(|parameter| {
        let any = ParameterType::VariableName(None);
        parameter.parameter_type == any && parameter.required
    });
    let settings = |varied: Option<(&str, &str)>, kind: usize| {
        let set = parameters.iter().filter_map(|parameter| {
            let name = &*parameter.name;
            match varied {
                Some((other, value)) if other == name => Some(format!("{name}={value}")),
                _ => parameter
                    .required
                    .then(|| format!("{name}={}", usual(parameter, kind))),
            }
        });
        set.collect::<Vec<_>>().join(",")
    };
    let mut forms = Vec::new();
    if names_any {
        let all = VARIABLES.iter().enumerate();
        forms.extend(all.map(|(kind, row)| (row.0.to_owned(), settings(None, kind))));
    } else {
        forms.push(("usual".to_owned(), settings(None, 1)));
    }
    for parameter in parameters {
        for (number, value) in values(parameter).iter().enumerate() {
            let name = format!("{}_{}", parameter.name, number + 1);
            forms.push((name, settings(Some((&parameter.name, value)), 1)));
        }
        if let (ParameterType::VariableName(of), false) =
            (&parameter.parameter_type, parameter.required)
        {
            let kinds = match of {
                Some(of) => vec![of_type(of)],
                None => vec![1, 2, 3],
            };
            for kind in kinds {
                let value = format!("{{{}}}", VARIABLES[kind].0);
                let name = format!("{}_{}", parameter.name, VARIABLES[kind].0);
                forms.push((name, settings(Some((&parameter.name, &value)), kind)));
            }
        }
        if let ParameterType::SameAs(_) = parameter.parameter_type {
            forms.push((
                parameter.name.to_string(),
                settings(Some((&parameter.name, "{an_int}")), 1),
            ));
        }
    }
    forms
}

/// Returns cases of all forms of a node type, each under several children.
pub fn cases(group: &'static str, declaration: &NodeDeclaration) -> Vec<Sketch> {
    let kind = &declaration.task;
    // Its parameters have no values that make sense on their own.
    if kind == SUBTREE {
        return Vec::new();
    }
    let children: &[&str] = match declaration.category {
        Category::Composite => &COMPOSITE_CHILDREN,
        Category::Decorator => &DECORATOR_CHILDREN,
        Category::Conditional | Category::Action => &[""],
    };
    let mut cases = Vec::new();
    for (name, settings) in forms(declaration) {
        for (number, children) in children.iter().enumerate() {
            let mut tree = format!("{kind}({settings})");
            let mut full_name = format!("{kind}/{name}");
            if !children.is_empty() {
                tree = format!("{tree}[{children}]");
                full_name = format!("{full_name}/{}", number + 1);
            }
            cases.push(finished(Sketch::new(group, full_name, tree)));
        }
    }
    cases
}

/// Adds the variables and the tree that a form names.
pub fn finished(mut sketch: Sketch) -> Sketch {
    for (name, declared, _, _, script) in VARIABLES {
        if sketch.tree.contains(name) {
            sketch = sketch.with(declared, script);
        }
    }
    if sketch.tree.contains("Side") {
        sketch.tree.push_str(" | Side=Sequence[=RS Log(text=side)]");
    }
    sketch
}
