//! The objects in the file of a task library, with their descriptions for the published schema.

use crate::format::json::Raw;
#[cfg(feature = "schema")]
use crate::format::schema;
use crate::format::shape::{Text, shape};

shape! {
    /// A file NAME.tasks.json: the tasks of a game with their parameters. Fields that are not listed here are kept.
    FileLibrary is Library [title = "Treewright task library, version 1"] {
        format = "format": Text<'a> [required, extend("const" = super::FORMAT)],
        version = "version": Raw<'a> [with = "schema::Version", extend("const" = super::VERSION)],
        /// The name of the library.
        name = "name": Text<'a> [extend("default" = "")],
        /// A description for people.
        description = "description": Text<'a> [extend("default" = "")],
        /// The tasks, in the order in which palettes list them. A task is ignored if a built-in node type or a
        /// library listed earlier has its name.
        tasks = "tasks": Vec<Raw<'a>> [with = "Option<Vec<FileTask<'a>>>"],
    }
}

shape! {
    /// A task of a game.
    FileTask is Task [rename = "task", transform = rules_of_task] {
        /// The name of the task, as in the field task of nodes.
        name = "name": Text<'a> [required, length(min = 1, max = super::MAX_NAME)],
        /// The category of the task.
        category = "category": Text<'a> [with = "schema::CategoryName"],
        /// What the task does, in one sentence.
        summary = "summary": Text<'a>,
        /// Details as Markdown: when the task returns which result, one line each.
        details = "details": Text<'a>,
        /// The name of an icon of the Material Symbols. If the editor does not have it, it shows the icon of the
        /// category.
        icon = "icon": Text<'a>,
        /// The color of its cards. Default: the color of its category.
        color = "color": Text<'a> [regex(pattern = "^#[0-9a-fA-F]{6}$")],
        /// What replaces the task while there is no game. For a leaf, the result that it returns (default: Success).
        /// For a composite or decorator, the node type that it acts like; without it, it cannot run.
        stand_in = "stand_in": Text<'a> [with = "Option<schema::LibraryStandIn>"],
        /// The results that a leaf may return, for exploring a tree without the game. Default: all that its category allows.
        results = "results": Vec<Text<'a>> [with = "Option<Vec<schema::StatusName>>", length(min = 1), extend("uniqueItems" = true)],
        /// The longest that a leaf runs, in frames: in this frame, counted from its start, it has ended. Default: forever.
        max_frames = "max_frames": u64 [range(min = 1, max = super::MAX_FRAMES)],
        /// The parameters, the most informative first: cards show it.
        parameters = "parameters": Vec<Raw<'a>> [with = "Option<Vec<FileParameter<'a>>>"],
        /// Parameters that are set at each child, such as a priority.
        child_parameters = "child_parameters": Vec<Raw<'a>> [with = "Option<Vec<FileParameter<'a>>>"],
    }
}

shape! {
    /// A parameter of a task.
    FileParameter is Parameter [rename = "parameter", transform = rules_of_parameter] {
        /// The name of the parameter, unique in its task.
        name = "name": Text<'a> [required, length(min = 1, max = super::MAX_NAME)],
        /// The type of its values.
        parameter_type = "type": Text<'a> [with = "schema::ParameterTypeName"],
        /// The allowed texts, for the type choice.
        choices = "choices": Vec<Text<'a>> [length(min = 1), extend("uniqueItems" = true)],
        /// What each of the choices means, in the same order.
        choice_help = "choice_help": Vec<Text<'a>>,
        /// The type of the variable or of the expression's result.
        of = "of": Text<'a> [with = "Option<schema::TypeName>"],
        /// The name of another parameter of the task, of type variable, whose variable determines the type.
        same = "as": Text<'a> [length(min = 1)],
        /// The value when it is not set.
        default = "default": Raw<'a> [with = "Option<schema::Value>"],
        /// Whether it must be set. A required parameter has no default.
        required = "required": bool [extend("default" = false)],
        /// The smallest and the largest allowed number.
        range = "range": Raw<'a> [with = "Option<[f64; 2]>"],
        /// The unit of a number, shown after it, such as s, m or %.
        unit = "unit": Text<'a>,
        /// What the parameter does, in one sentence.
        help = "help": Text<'a>,
    }
}

/// The category of a task decides which stand-ins are allowed.
#[cfg(feature = "schema")]
fn rules_of_task(task: &mut schemars::Schema) {
    use serde_json::json;

    let only_if = |categories: &[&str], fields: serde_json::Value| {
        schema::only_if("category", &json!({"enum": categories}), &fields)
    };
    let of_all = json!({"enum": ["Success", "Failure", "Running"]});
    let at_once = json!({"enum": ["Success", "Failure"]});
    let like = json!({"enum": ["Sequence", "Selector", "PassThrough"]});
    let rules = [
        only_if(&["Composite"], json!({"stand_in": like})),
        only_if(
            &["Decorator"],
            json!({"stand_in": {"enum": ["PassThrough"]}}),
        ),
        only_if(&["Action"], json!({"stand_in": of_all})),
        only_if(
            &["Conditional"],
            json!({"stand_in": at_once, "results": {"items": at_once}, "max_frames": false}),
        ),
        only_if(
            &["Composite", "Decorator"],
            json!({"results": false, "max_frames": false}),
        ),
    ];
    task.insert("allOf".into(), rules.into_iter().collect());
}

/// The type of a parameter decides which fields are allowed.
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
