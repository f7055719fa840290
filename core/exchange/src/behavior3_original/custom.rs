//! The nodes that a file defines, as a task library and back.

use treewright_core::category::Category;
use treewright_core::library::{TaskDeclaration, TaskLibrary};
use treewright_core::model::{Literal, NodeDeclaration, ParameterDeclaration, ParameterType};
use treewright_core::value::Value;

use super::{VERSION, kinds};
use crate::foreign::{
    Families, Fields, Json, foreign_json, foreign_name, literal_of, merged, own_name,
};

/// The names of the categories in behavior3.
const FAMILIES: Families = Families(["composite", "decorator", "condition", "action"]);

/// Returns the library of the nodes that a file defines.
pub(super) fn library(definitions: Option<Json<'_>>, name: &str) -> TaskLibrary {
    let mut library = TaskLibrary::new(name);
    for definition in definitions.into_iter().flat_map(Json::items) {
        let name = definition.text_of("name");
        let is_known = kinds::is_standard(&name)
            && kinds::to_builtin(&name, definition.get("properties")).is_some();
        if !name.is_empty() && !is_known && library.task(&own_name(&name)).is_none() {
            library
                .tasks
                .push(TaskDeclaration::from(declaration(definition)));
        }
    }
    library
}

/// Returns the node type that a definition declares: its parameters have the types of the values.
fn declaration(definition: Json<'_>) -> NodeDeclaration {
    let category = FAMILIES
        .of(&definition.text_of("category"))
        .unwrap_or(Category::Action);
    let name = definition.text_of("name");
    let mut declaration = NodeDeclaration::new(own_name(&name).into_owned(), category);
    declaration.summary = definition.text_of("description").into_owned().into();
    let title = definition.text_of("title");
    if title != name {
        declaration.details = title.into_owned().into();
    }
    let properties = definition.fields_of("properties");
    for (key, value) in properties {
        let literal = literal_of(value);
        let parameter_type = match literal.as_ref().map(|literal| &literal.value) {
            // A number of behavior3 may also be a fraction.
            Some(Value::Int(_) | Value::Float(_)) | None => ParameterType::Any,
            Some(value) => ParameterType::Value(value.value_type()),
        };
        let mut parameter =
            ParameterDeclaration::without_default(key.into_owned(), parameter_type, "");
        parameter.default = literal.map(|literal| literal.value);
        declaration.parameters.push(parameter);
    }
    declaration
}

/// Returns the definition of a node type; if the file had one, with what was edited since.
pub(super) fn definition_fields(declaration: &NodeDeclaration, kept: Option<Json<'_>>) -> Fields {
    let ours = new_definition(declaration);
    let Some(kept) = kept else {
        return ours;
    };
    merged(
        &Fields::all(kept),
        &new_definition(&self::declaration(kept)),
        &ours,
    )
}

fn new_definition(declaration: &NodeDeclaration) -> Fields {
    let name = foreign_name(&declaration.task);
    let mut fields = Fields::default();
    fields.text("version", VERSION);
    fields.text("scope", "node");
    fields.text("name", name);
    fields.text("category", FAMILIES.name(declaration.category));
    fields.text(
        "title",
        if declaration.details.is_empty() || declaration.details.contains('\n') {
            name
        } else {
            &declaration.details
        },
    );
    fields.text("description", &declaration.summary);
    let mut properties = Fields::default();
    for parameter in &declaration.parameters {
        let default = parameter.default.clone().filter(Value::is_finite);
        let default = Literal::from(default.unwrap_or_else(|| "".into()));
        properties.set(
            &parameter.name,
            match &*foreign_json(&default, true) {
                "" => "\"\"",
                json => json,
            },
        );
    }
    fields.set("properties", properties.to_json());
    fields
}
