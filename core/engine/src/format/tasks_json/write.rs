//! Writes a task library. The same library always gives the same text.

use super::{FORMAT, VERSION};
use crate::format::json_text::{push_spaced, push_string};
use crate::format::json_writer::{Writer, push_list, push_rows};
use crate::format::literal::{push_display, push_value};
use crate::library::{TaskDeclaration, TaskLibrary};
use crate::model::{ExpressionType, Extra, ParameterDeclaration, ParameterType, Range};

/// Returns the text of a library's file.
///
/// A default or range is left out if it contains a number that JSON cannot hold (infinite or not a number).
pub fn write(library: &TaskLibrary) -> String {
    let mut out = Writer::new(1);
    out.text("format", FORMAT);
    out.field("version", |out| push_display(VERSION, out));
    // Text editors look for `$schema` at the top.
    if let Some(schema) = library.extra.get("$schema") {
        out.field("$schema", |out| push_spaced(schema, out));
    }
    out.text("name", &library.name);
    out.text_unless_empty("description", &library.description);
    out.field("tasks", |out| {
        push_rows(&library.tasks, 2, out, push_task);
    });
    let rest = library.extra.iter().filter(|(name, _)| *name != "$schema");
    rest.for_each(|field| out.kept(field));
    let mut text = out.finish();
    text.push('\n');
    text
}

fn push_task(task: &TaskDeclaration, out: &mut String) {
    let declared = &task.declaration;
    let mut fields = Writer::new(3);
    fields.text("name", &declared.task);
    fields.text("category", declared.category.name());
    fields.text_unless_empty("summary", &declared.summary);
    fields.text_unless_empty("details", &declared.details);
    fields.text_unless_empty("icon", &declared.icon);
    if let Some(color) = &declared.color {
        fields.text("color", color);
    }
    if let Some(answer) = task.stand_in {
        fields.text("stand_in", answer.name());
    } else if let Some(like) = task.acts_like {
        fields.text("stand_in", like.name());
    }
    if !task.results.results.is_empty() {
        fields.field("results", |out| {
            push_list(&task.results.results, out, |result, out| {
                push_string(result.name(), out);
            });
        });
    }
    if let Some(frames) = task.results.max_frames {
        fields.field("max_frames", |out| push_display(frames, out));
    }
    let lists = [
        ("parameters", &declared.parameters, &task.parameter_extra),
        (
            "child_parameters",
            &declared.child_parameters,
            &task.child_parameter_extra,
        ),
    ];
    for (key, list, extra) in lists {
        if !list.is_empty() {
            fields.field(key, |out| {
                push_rows(list, 4, out, |parameter, out| {
                    push_parameter(parameter, extra.get(&*parameter.name), out);
                });
            });
        }
    }
    task.extra.iter().for_each(|field| fields.kept(field));
    out.push_str(&fields.finish());
}

fn push_parameter(parameter: &ParameterDeclaration, extra: Option<&Extra>, out: &mut String) {
    let mut fields = Writer::on_one_line();
    fields.text("name", &parameter.name);
    push_type(&mut fields, &parameter.parameter_type);
    if !parameter.choice_help.is_empty() {
        fields.texts("choice_help", &parameter.choice_help);
    }
    if let Some(default) = parameter.default.as_ref().filter(|value| value.is_finite()) {
        fields.field("default", |out| push_value(default, out));
    } else if parameter.required {
        fields.field("required", |out| out.push_str("true"));
    }
    if let Some(Range { min, max }) = parameter.range
        && min.is_finite()
        && max.is_finite()
    {
        fields.field("range", |out| {
            out.push('[');
            push_number(min, out);
            out.push_str(", ");
            push_number(max, out);
            out.push(']');
        });
    }
    fields.text_unless_empty("unit", &parameter.unit);
    fields.text_unless_empty("help", &parameter.help);
    let extra = extra.into_iter().flatten();
    extra.for_each(|field| fields.kept(field));
    out.push_str(&fields.finish());
}

/// Appends a limit of a range, without a fraction if it is a whole number.
fn push_number(number: f64, out: &mut String) {
    // The largest float up to which all whole numbers are exact: 2^53.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() < EXACT {
        push_display(number as i64, out);
    } else {
        push_value(&number.into(), out);
    }
}

fn push_type(fields: &mut Writer, parameter_type: &ParameterType) {
    match parameter_type {
        ParameterType::Value(value_type) => fields.text("type", &value_type.to_string()),
        ParameterType::Choice(choices) => {
            fields.text("type", "choice");
            fields.texts("choices", choices);
        }
        ParameterType::VariableName(of) => {
            fields.text("type", "variable");
            if let Some(of) = of {
                fields.text("of", &of.to_string());
            }
        }
        ParameterType::SameAs(other) => {
            fields.text("type", "same");
            fields.text("as", other);
        }
        ParameterType::Expression(of) => {
            fields.text("type", "expression");
            match of {
                ExpressionType::Of(of) => fields.text("of", &of.to_string()),
                ExpressionType::SameAs(other) => fields.text("as", other),
            }
        }
        ParameterType::Tree => fields.text("type", "tree"),
        ParameterType::Name => fields.text("type", "name"),
        ParameterType::Any => fields.text("type", "any"),
    }
}
