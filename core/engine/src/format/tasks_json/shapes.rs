//! The objects of a library's file, as they stand there, and what the published schema says of them.

use serde_json::value::RawValue;

#[cfg(feature = "schema")]
use crate::format::schema;
use crate::format::shape::{Text, shape};

shape! {
    /// A file NAME.tasks.json: what a game's own tasks are called and what can be set on them. Fields that are not listed here are kept.
    FileLibrary is Library [title = "Treewright task library, version 1"] {
        format = "format": Text<'a> [required, extend("const" = super::FORMAT)],
        version = "version": &'a RawValue [with = "schema::Version", extend("const" = super::VERSION)],
        /// What the library is called.
        name = "name": Text<'a> [extend("default" = "")],
        /// More about it, for people.
        description = "description": Text<'a> [extend("default" = "")],
        /// The tasks, in the order in which palettes list them. A name that a built-in kind or a library named earlier has is not used.
        tasks = "tasks": Vec<&'a RawValue> [with = "Option<Vec<FileTask<'a>>>"],
    }
}

shape! {
    /// A task of a game.
    FileTask is Task [rename = "task", transform = rules_of_task] {
        /// What the field `task` of a tree's nodes says.
        name = "name": Text<'a> [required, length(min = 1, max = super::MAX_NAME)],
        /// Of which sort it is.
        category = "category": Text<'a> [with = "schema::CategoryName"],
        /// One sentence: what it does.
        summary = "summary": Text<'a>,
        /// Markdown: how it answers, one line each.
        details = "details": Text<'a>,
        /// The name of an icon among the Material Symbols; one that the editor does not have gives way to that of the category.
        icon = "icon": Text<'a>,
        /// The color of its cards; without it, that of its category.
        color = "color": Text<'a> [regex(pattern = "^#[0-9a-fA-F]{6}$")],
        /// What a leaf answers where there is no game, Success if it is left out; what a parent acts like whose code is not here, without which it cannot run.
        stand_in = "stand_in": Text<'a> [with = "Option<schema::LibraryStandIn>"],
        /// The most telling first: cards show it.
        parameters = "parameters": Vec<&'a RawValue> [with = "Option<Vec<FileParameter<'a>>>"],
        /// What each of its children carries for it, such as a priority.
        child_parameters = "child_parameters": Vec<&'a RawValue> [with = "Option<Vec<FileParameter<'a>>>"],
    }
}

shape! {
    /// What can be set on a task.
    FileParameter is Parameter [rename = "parameter", transform = rules_of_parameter] {
        /// Unique in its task.
        name = "name": Text<'a> [required, length(min = 1, max = super::MAX_NAME)],
        /// What may be set.
        parameter_type = "type": Text<'a> [with = "schema::ParameterTypeName"],
        /// The texts that may be set.
        choices = "choices": Vec<Text<'a>> [length(min = 1), extend("uniqueItems" = true)],
        /// What each of the choices means, in their order.
        choice_help = "choice_help": Vec<Text<'a>>,
        /// The type of the variable or of the expression.
        of = "of": Text<'a> [with = "Option<schema::TypeName>"],
        /// The name of another parameter of the task, of the type variable.
        same = "as": Text<'a> [length(min = 1)],
        /// What it is when it is not set.
        default = "default": &'a RawValue [with = "Option<schema::Value>"],
        /// Whether it must be set; not together with a default.
        required = "required": bool [extend("default" = false)],
        /// The smallest and the largest number that may be set.
        range = "range": &'a RawValue [with = "Option<[f64; 2]>"],
        /// In what a number is counted, as it stands behind it: s, m, %.
        unit = "unit": Text<'a>,
        /// One sentence.
        help = "help": Text<'a>,
    }
}

/// What can stand in for a task is decided by its category.
#[cfg(feature = "schema")]
fn rules_of_task(task: &mut schemars::Schema) {
    let only_if = |categories: &[&str], allowed: serde_json::Value| {
        let category = serde_json::json!({"enum": categories});
        schema::only_if(
            "category",
            &category,
            &serde_json::json!({"stand_in": allowed}),
        )
    };
    let rules = [
        only_if(
            &["Composite"],
            serde_json::json!({"enum": ["Sequence", "Selector", "PassThrough"]}),
        ),
        only_if(&["Decorator"], serde_json::json!({"enum": ["PassThrough"]})),
        only_if(
            &["Action"],
            serde_json::json!({"enum": ["Success", "Failure", "Running"]}),
        ),
        only_if(
            &["Conditional"],
            serde_json::json!({"enum": ["Success", "Failure"]}),
        ),
    ];
    task.insert("allOf".into(), rules.into_iter().collect());
}

/// Which fields a parameter has is decided by its type.
#[cfg(feature = "schema")]
fn rules_of_parameter(parameter: &mut schemars::Schema) {
    use serde_json::json;

    let of_type = |types: &[&str], then: serde_json::Value| {
        let condition = json!({"properties": {"type": {"enum": types}}, "required": ["type"]});
        json!({"if": condition, "then": then})
    };
    let only_for = |types: &[&str], fields: serde_json::Value| {
        let condition = json!({"properties": {"type": {"enum": types}}, "required": ["type"]});
        json!({"if": condition, "else": {"properties": fields}})
    };
    let one_of = json!([{"required": ["of"]}, {"required": ["as"]}]);
    let rules = [
        of_type(&["choice"], json!({"required": ["choices"]})),
        only_for(&["choice"], json!({"choices": false, "choice_help": false})),
        of_type(&["same"], json!({"required": ["as"]})),
        of_type(&["expression"], json!({"oneOf": one_of})),
        only_for(&["variable", "expression"], json!({"of": false})),
        only_for(&["same", "expression"], json!({"as": false})),
        only_for(&["int", "float"], json!({"range": false})),
        of_type(&["variable"], json!({"properties": {"default": false}})),
        schema::only_if(
            "required",
            &json!({"const": true}),
            &json!({"default": false}),
        ),
    ];
    parameter.insert("allOf".into(), rules.into_iter().collect());
}
