//! From a task library to text: always the same text for the same library.

use std::borrow::Cow;

use super::{FORMAT, VERSION};
use crate::format::json_text::{push_spaced, push_string};
use crate::format::literal::{push_display, push_value};
use crate::library::{TaskDeclaration, TaskLibrary};
use crate::model::{ExpressionType, Extra, ParameterDeclaration, ParameterType, Range};

/// The text of a library's file.
///
/// Numbers that no file can hold (infinite ones, and those that are none) are left out with the default or range that they
/// stand in.
pub fn write(library: &TaskLibrary) -> String {
    let mut out = Writer::new(1);
    out.text("format", FORMAT);
    out.field("version", |out| push_display(VERSION, out));
    // editors look for this one at the top
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
    fields.parameter_type(&parameter.parameter_type);
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

/// A number of a range, without a fraction if it has none.
fn push_number(number: f64, out: &mut String) {
    // A larger float may stand for several whole numbers.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() < EXACT {
        push_display(number as i64, out);
    } else {
        push_value(&number.into(), out);
    }
}

/// A list with its items on lines of their own, indented so deep.
fn push_rows<T>(items: &[T], depth: usize, out: &mut String, push: impl Fn(&T, &mut String)) {
    out.push('[');
    for (i, item) in items.iter().enumerate() {
        out.push_str(if i == 0 { "\n" } else { ",\n" });
        out.push_str(&"  ".repeat(depth));
        push(item, out);
    }
    if !items.is_empty() {
        out.push('\n');
        out.push_str(&"  ".repeat(depth - 1));
    }
    out.push(']');
}

/// Writes the fields of an object.
struct Writer {
    out: String,
    /// What stands before each field but the first.
    between: String,
    first: String,
    end: String,
}

impl Writer {
    /// Fields on lines of their own, indented so deep.
    fn new(depth: usize) -> Self {
        let line = format!("\n{}", "  ".repeat(depth));
        Self {
            out: "{".to_owned(),
            between: format!(",{line}"),
            end: format!("\n{}}}", "  ".repeat(depth - 1)),
            first: line,
        }
    }

    fn on_one_line() -> Self {
        Self {
            out: "{".to_owned(),
            between: ", ".to_owned(),
            first: String::new(),
            end: "}".to_owned(),
        }
    }

    fn field(&mut self, key: &str, push: impl FnOnce(&mut String)) {
        let is_first = self.out.len() == 1;
        self.out
            .push_str(if is_first { &self.first } else { &self.between });
        push_string(key, &mut self.out);
        self.out.push_str(": ");
        push(&mut self.out);
    }

    fn text(&mut self, key: &str, text: &str) {
        self.field(key, |out| push_string(text, out));
    }

    fn text_unless_empty(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.text(key, text);
        }
    }

    fn texts(&mut self, key: &str, texts: &[Cow<'static, str>]) {
        self.field(key, |out| {
            out.push('[');
            for (i, text) in texts.iter().enumerate() {
                out.push_str(if i == 0 { "" } else { ", " });
                push_string(text, out);
            }
            out.push(']');
        });
    }

    fn parameter_type(&mut self, parameter_type: &ParameterType) {
        match parameter_type {
            ParameterType::Value(value_type) => self.text("type", &value_type.to_string()),
            ParameterType::Choice(choices) => {
                self.text("type", "choice");
                self.texts("choices", choices);
            }
            ParameterType::VariableName(of) => {
                self.text("type", "variable");
                if let Some(of) = of {
                    self.text("of", &of.to_string());
                }
            }
            ParameterType::SameAs(other) => {
                self.text("type", "same");
                self.text("as", other);
            }
            ParameterType::Expression(of) => {
                self.text("type", "expression");
                match of {
                    ExpressionType::Of(of) => self.text("of", &of.to_string()),
                    ExpressionType::SameAs(other) => self.text("as", other),
                }
            }
            ParameterType::Tree => self.text("type", "tree"),
            ParameterType::Name => self.text("type", "name"),
            ParameterType::Any => self.text("type", "any"),
        }
    }

    /// A field that is only kept.
    fn kept(&mut self, (name, json): (&String, &String)) {
        self.field(name, |out| push_spaced(json, out));
    }

    fn finish(mut self) -> String {
        self.out.push_str(&self.end);
        self.out
    }
}
