//! Node definitions (`.b3-setting`) as task libraries, both ways.

use std::borrow::Cow;

use treewright_core::category::Category;
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::library::{TaskDeclaration, TaskLibrary};
use treewright_core::model::{Literal, NodeDeclaration, ParameterDeclaration, ParameterType};
use treewright_core::runtime::Status;
use treewright_core::value::ValueType;

use super::node::bindable;
use super::{KEY, kinds, usual_layout};
use crate::foreign::{
    Fields, ForeignFault, Json, JsonKind, JsonText, Layout, MAX_NAME, builtin, foreign_json,
    foreign_name, kept, kept_json, listed, literal_of, merged, own_name, quoted,
};

/// The number of further inputs that are declared for a node that takes any number.
const FURTHER_INPUTS: usize = 8;

/// The field of definitions written for built-in node types that contains the type's name.
const OWN_KIND: &str = "treewright:kind";

/// Returns how the behavior3 editor formats files of definitions.
fn setting_layout() -> Layout {
    Layout {
        opened: false,
        ..usual_layout()
    }
}

/// Reads node definitions. Those that always mean the same as a built-in node type are kept and declare no task.
///
/// # Errors
/// If it is not a list of node definitions.
pub fn read_setting(bytes: &[u8], name: &str) -> Result<TaskLibrary, FormatError> {
    read_definitions(bytes, name).map(|(library, _)| library)
}

/// Like [`read_setting`], with the names of the built-in node types that are defined as this program defines them.
pub(super) fn read_definitions(
    bytes: &[u8],
    name: &str,
) -> Result<(TaskLibrary, Vec<String>), FormatError> {
    let tape = JsonText::read(bytes)?;
    let top = tape.top();
    if top.kind() != JsonKind::List {
        return Err(top.wrong(ForeignFault::NoDefinitions));
    }
    let mut library = TaskLibrary::new(name);
    let (mut skipped, mut by_us) = (Vec::new(), Vec::new());
    for (index, definition) in top.items().enumerate() {
        let name = definition.text_of("name");
        if definition.kind() != JsonKind::Object || name.is_empty() {
            return Err(definition.error(FormatErrorKind::MissingField { field: "name" }));
        }
        if name.len() > MAX_NAME {
            return Err(definition.wrong(ForeignFault::LongDefinition { most: MAX_NAME }));
        }
        let kept = Fields::all(definition).to_json();
        let is_ours = is_ours(definition);
        if is_ours {
            by_us.push(name.to_string());
        }
        if kinds::always_fits(definition) || is_ours || library.task(&own_name(&name)).is_some() {
            skipped.push(format!("[{index},{kept}]"));
            continue;
        }
        let mut task = task(definition);
        task.extra
            .insert(KEY.to_owned(), kept_json(definition, kept)?);
        library.tasks.push(task);
    }
    let mut fields = Fields::default();
    if !skipped.is_empty() {
        fields.set("skipped", listed(skipped));
    }
    if let Some(layout) = Layout::of(&tape, bytes, &setting_layout()).to_json(&setting_layout()) {
        fields.set("layout", layout);
    }
    if !fields.is_empty() {
        library.extra.insert(KEY.to_owned(), fields.to_json());
    }
    Ok((library, by_us))
}

/// Returns whether a definition is the one that is written for the built-in node type of its name: it has the marker
/// field or the same description, and the same category and parameters. Nodes with this definition are of that type.
fn is_ours(definition: Json<'_>) -> bool {
    let name = definition.text_of("name");
    let Some(declaration) = builtin(&name) else {
        return false;
    };
    let says_so =
        definition.text_of(OWN_KIND) == name || definition.text_of("desc") == declaration.summary;
    let ours = new_definition(declaration).to_json();
    says_so && JsonText::of(&ours).is_ok_and(|ours| shape(ours.top()) == shape(definition))
}

/// Returns the definition that is written for a built-in node type.
pub(super) fn definition_of_kind(declaration: &NodeDeclaration) -> Fields {
    let mut fields = new_definition(declaration);
    if builtin(&declaration.task).is_some() {
        fields.text(OWN_KIND, &declaration.task);
    }
    fields
}

/// Returns the category and parameters of a definition.
fn shape(definition: Json<'_>) -> (String, Vec<String>, Vec<[String; 2]>) {
    let text = |json: Json<'_>, field: &str| json.text_of(field).into_owned();
    let list = |field: &str| {
        let list = definition.get(field);
        list.into_iter().flat_map(Json::items)
    };
    let slots = list("input").chain(list("output"));
    let args = list("args").map(|arg| [text(arg, "name"), text(arg, "type")]);
    (
        text(definition, "type"),
        slots
            .map(|slot| slot.text_or_empty().into_owned())
            .collect(),
        args.collect(),
    )
}

/// Returns the task that a definition declares.
fn task(definition: Json<'_>) -> TaskDeclaration {
    let category = kinds::FAMILIES
        .of(&definition.text_of("type"))
        .unwrap_or(Category::Action);
    let name = definition.text_of("name");
    let mut declaration = NodeDeclaration::new(own_name(&name).into_owned(), category);
    declaration.summary = definition.text_of("desc").into_owned().into();
    declaration.details = definition.text_of("doc").into_owned().into();
    let color = definition.text_of("color");
    let is_color = color.len() == 7
        && color.starts_with('#')
        && color[1..].bytes().all(|b| b.is_ascii_hexdigit());
    declaration.color = is_color.then(|| color.into_owned().into());
    let args = definition.items_of("args");
    for arg in args {
        let parameter = argument(arg);
        if !parameter.name.is_empty() && declaration.parameter(&parameter.name).is_none() {
            declaration.parameters.push(parameter);
        }
    }
    for list in ["input", "output"] {
        for parameter in slots(list, definition.get(list)) {
            if declaration.parameter(&parameter.name).is_none() {
                declaration.parameters.push(parameter);
            }
        }
    }
    let mut task = TaskDeclaration::from(declaration);
    if category.is_leaf() {
        task.results.results = results(definition, category);
    }
    task
}

/// Returns what a leaf may return by its definition; nothing if it may return all that its category allows.
fn results(definition: Json<'_>, category: Category) -> Vec<Status> {
    let mut results = Vec::new();
    for name in definition.items_of("status") {
        let result = match &*name.text_or_empty() {
            "success" => Status::Success,
            "failure" => Status::Failure,
            "running" if category == Category::Action => Status::Running,
            _ => continue,
        };
        if !results.contains(&result) {
            results.push(result);
        }
    }
    results
}

/// Returns the parameters for a list of labels.
fn slots(list: &str, labels: Option<Json<'_>>) -> Vec<ParameterDeclaration> {
    let mut slots = Vec::new();
    for (i, label) in labels.into_iter().flat_map(Json::items).enumerate() {
        let text = label.text().unwrap_or_else(|| label.text_of("name"));
        let label = text
            .trim_end_matches("...")
            .trim_end_matches('?')
            .to_owned();
        let name = |place: usize| format!("{list}{place}");
        let slot = |place, help: String| {
            let parameter_type = ParameterType::VariableName(None);
            ParameterDeclaration::without_default(name(place), parameter_type, help)
        };
        let mut first = slot(i + 1, label.clone());
        first.required = !text.ends_with('?') && !text.ends_with("...");
        slots.push(first);
        if text.ends_with("...") {
            slots.extend((i + 2..i + 2 + FURTHER_INPUTS).map(|place| slot(place, label.clone())));
        }
    }
    slots
}

/// Returns the parameter for an argument.
fn argument(arg: Json<'_>) -> ParameterDeclaration {
    let written = arg.text_of("type");
    let (name, is_optional) = match written.strip_suffix('?') {
        Some(name) => (name, true),
        None => (&*written, false),
    };
    let (name, is_list) = match name.strip_suffix("[]") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let simple = match name {
        "bool" | "boolean" => Some(ValueType::Bool),
        "int" => Some(ValueType::Int),
        "float" | "number" => Some(ValueType::Float),
        "string" => Some(ValueType::String),
        _ => None,
    };
    let options = arg.items_of("options");
    let options: Vec<_> = options
        .map(|option| {
            (
                option.text_of("name"),
                option.get("value").and_then(literal_of),
            )
        })
        .collect();
    let texts: Option<Vec<String>> = options
        .iter()
        .map(|(_, value)| value.as_ref()?.value.as_str().map(str::to_owned))
        .collect();
    let (parameter_type, meanings) = match (simple, texts) {
        (Some(ValueType::String), Some(texts)) if !texts.is_empty() && !is_list => {
            let meanings: Vec<Cow<'static, str>> = options
                .iter()
                .map(|(name, _)| name.to_string().into())
                .collect();
            (ParameterType::choice(texts), meanings)
        }
        (Some(simple), _) if is_list => (
            ParameterType::Value(ValueType::List(Box::new(simple))),
            Vec::new(),
        ),
        (Some(simple), _) => (ParameterType::Value(simple), Vec::new()),
        (None, _) => (ParameterType::Any, Vec::new()),
    };
    let mut help = arg.text_of("desc").into_owned();
    if meanings.is_empty() && !options.is_empty() {
        let shown: Vec<_> = options
            .iter()
            .filter_map(|(name, value)| Some(format!("{} = {name}", value.as_ref()?.value)))
            .collect();
        help = format!("{help} ({})", shown.join(", "));
    }
    let default = arg.get("default").and_then(literal_of);
    let default = default.and_then(|literal| match &parameter_type {
        ParameterType::Value(value_type) => literal.value.coerced(value_type),
        ParameterType::Choice(choices) => {
            let text = literal.value.as_str()?;
            choices
                .iter()
                .any(|choice| choice == text)
                .then(|| literal.value.clone())
        }
        _ => Some(literal.value),
    });
    let has_other_way = arg
        .get("oneof")
        .is_some_and(|oneof| !oneof.text_or_empty().is_empty());
    let mut parameter = ParameterDeclaration::without_default(
        arg.text_of("name").into_owned(),
        parameter_type,
        help,
    );
    parameter.choice_help = meanings;
    parameter.required = default.is_none() && !is_optional && !has_other_way;
    parameter.default = default;
    parameter
}

/// Writes a task library as node definitions: what came from such a file is unchanged except for edits.
pub fn write_setting(library: &TaskLibrary) -> String {
    let kept = kept(&library.extra, KEY);
    let top = kept.as_ref().map(JsonText::top);
    let mut skipped = top
        .and_then(|top| top.get("skipped"))
        .into_iter()
        .flat_map(Json::items)
        .peekable();
    let mut tasks = library.tasks.iter();
    let mut definitions = Vec::new();
    loop {
        let here = definitions.len();
        let is_here = |item: &Json<'_>| {
            item.items()
                .next()
                .is_some_and(|index| index.raw() == here.to_string())
        };
        if let Some(item) = skipped.next_if(is_here) {
            definitions.extend(item.items().nth(1).map(|json| json.raw().to_owned()));
        } else if let Some(task) = tasks.next() {
            definitions.push(
                definition(&task.declaration, task.extra.get(KEY).map(|json| &**json)).to_json(),
            );
        } else {
            break;
        }
    }
    definitions.extend(
        skipped
            .filter_map(|item| item.items().nth(1))
            .map(|json| json.raw().to_owned()),
    );
    let layout = top.and_then(|top| top.get("layout"));
    let mut text = Layout::from_json(layout, &setting_layout()).set(&listed(definitions));
    if top.is_none() {
        text.push('\n');
    }
    text
}

/// Returns the definition of a node type, merged with what was kept of it.
fn definition(declaration: &NodeDeclaration, kept: Option<&str>) -> Fields {
    let ours = new_definition(declaration);
    let Some(tape) = kept.and_then(|json| JsonText::of(json).ok()) else {
        return ours;
    };
    let base = new_definition(&task(tape.top()).declaration);
    merged(&Fields::all(tape.top()), &base, &ours)
}

fn new_definition(declaration: &NodeDeclaration) -> Fields {
    let mut fields = Fields::default();
    fields.text("name", foreign_name(&declaration.task));
    fields.text("type", kinds::FAMILIES.name(declaration.category));
    fields.text_unless_empty("desc", &declaration.summary);
    fields.text_unless_empty("doc", &declaration.details);
    if let Some(color) = &declaration.color {
        fields.text("color", color);
    }
    let inputs: Vec<&str> = bindable(declaration).collect();
    if !inputs.is_empty() {
        fields.set(
            "input",
            listed(inputs.iter().map(|name| quoted(&format!("{name}?")))),
        );
    }
    let args = declaration
        .parameters
        .iter()
        .filter(|p| !matches!(p.parameter_type, ParameterType::VariableName(_)));
    let args: Vec<String> = args
        .map(|p| argument_fields(p, inputs.contains(&&*p.name)).to_json())
        .collect();
    if !args.is_empty() {
        fields.set("args", listed(args));
    }
    if declaration.category.is_leaf() {
        fields.set("children", "0");
    }
    fields
}

fn argument_fields(parameter: &ParameterDeclaration, is_input: bool) -> Fields {
    let mut fields = Fields::default();
    fields.text("name", &parameter.name);
    let name = match &parameter.parameter_type {
        ParameterType::Value(value_type) => type_name(value_type),
        ParameterType::Choice(_) | ParameterType::Tree | ParameterType::Name => "string".to_owned(),
        ParameterType::Expression(_) => "expr".to_owned(),
        ParameterType::Any | ParameterType::SameAs(_) | ParameterType::VariableName(_) => {
            "json".to_owned()
        }
    };
    let mark = if parameter.required { "" } else { "?" };
    fields.text("type", &format!("{name}{mark}"));
    fields.text_unless_empty("desc", &parameter.help);
    if let Some(default) = parameter.default.as_ref().filter(|value| value.is_finite()) {
        fields.set(
            "default",
            foreign_json(&Literal::from(default.clone()), false),
        );
    }
    if let ParameterType::Choice(choices) = &parameter.parameter_type {
        let options = choices.iter().enumerate().map(|(i, choice)| {
            let mut option = Fields::default();
            option.text("name", parameter.choice_help.get(i).unwrap_or(choice));
            option.text("value", choice);
            option.to_json()
        });
        fields.set("options", listed(options));
    }
    if is_input {
        fields.text("oneof", &parameter.name);
    }
    fields
}

fn type_name(value_type: &ValueType) -> String {
    match value_type {
        ValueType::Bool => "bool".to_owned(),
        ValueType::Int => "int".to_owned(),
        ValueType::Float => "float".to_owned(),
        ValueType::String => "string".to_owned(),
        ValueType::Vec2 | ValueType::Vec3 | ValueType::Color => "float[]".to_owned(),
        ValueType::List(inner) => match **inner {
            ValueType::List(_) => "json".to_owned(),
            _ => format!("{}[]", type_name(inner).trim_end_matches("[]")),
        },
    }
}
