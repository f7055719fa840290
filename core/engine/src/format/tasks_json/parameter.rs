//! Reads a parameter in a task library, and checks its type, default, range and choices against each other.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use super::read::{check_name, wrong_value};
use super::shapes::FileParameter;
use crate::format::checked::{Checked, Wrong, anchor, extra, required_text, text_or_empty};
use crate::format::field_error::FieldError;
use crate::format::json::Raw;
use crate::format::json_text::parse_part;
use crate::format::literal::{read_literal, read_typed};
use crate::format::shape::Text;
use crate::model::{ExpressionType, Extra, ParameterDeclaration, ParameterType, Range};
use crate::value::{Value, ValueType};

/// Reads the parameter and its unknown fields.
pub(super) fn read<'a>(
    file: &FileParameter<'a>,
    json: &'a str,
    path: &str,
) -> Checked<'a, (ParameterDeclaration, Extra)> {
    let near = anchor(&[&file.name, &file.parameter_type]).or(Some(json));
    let name = required_text(file.name.as_ref(), "name", path, near)?;
    check_name(name, file.name.as_ref(), path)?;
    let parameter_type = parameter_type(file, near, path)?;
    let mut parameter =
        ParameterDeclaration::without_default(name.to_owned(), parameter_type, String::new());
    parameter.choice_help = choice_help(file, &parameter.parameter_type, near, path)?;
    parameter.unit = Cow::Owned(text_or_empty(file.unit.as_ref()));
    parameter.help = Cow::Owned(text_or_empty(file.help.as_ref()));
    parameter.required = file.required.unwrap_or_default();
    if let Some(raw) = file.range {
        parameter.range = Some(range(raw, &parameter.parameter_type, path)?);
    }
    if let Some(raw) = file.default {
        if parameter.required {
            let (part, path) = (Some(raw.get()), path.to_owned());
            return Err(Wrong::field(part, path, FieldError::MustBeSet));
        }
        parameter.default = Some(default(raw, &parameter, path)?);
    }
    let unknown = extra(&file.unknown, || path.to_owned())?;
    Ok((parameter, unknown))
}

fn parameter_type<'a>(
    file: &FileParameter<'a>,
    near: Option<&'a str>,
    path: &str,
) -> Checked<'a, ParameterType> {
    let name = required_text(file.parameter_type.as_ref(), "type", path, near)?;
    let part = file.parameter_type.as_ref().and_then(Text::borrowed);
    let parsed = match name {
        "choice" => choices(file, near, path).map(ParameterType::Choice),
        "variable" => {
            let of = file
                .of
                .as_ref()
                .map(|of| value_type(of, path))
                .transpose()?;
            Ok(ParameterType::VariableName(of))
        }
        "same" => {
            let other = required_text(file.same.as_ref(), "as", path, near)?;
            Ok(ParameterType::SameAs(other.to_owned().into()))
        }
        "expression" => match (&file.of, &file.same) {
            (Some(of), None) => {
                let of = ExpressionType::Of(value_type(of, path)?);
                Ok(ParameterType::Expression(of))
            }
            (None, Some(other)) => Ok(ParameterType::Expression(ExpressionType::SameAs(
                other.to_string().into(),
            ))),
            _ => Err(Wrong::field(
                part.or(near),
                path.to_owned(),
                FieldError::OfOrAs,
            )),
        },
        "tree" => Ok(ParameterType::Tree),
        "name" => Ok(ParameterType::Name),
        "any" => Ok(ParameterType::Any),
        _ => ValueType::from_name(name)
            .map(ParameterType::Value)
            .ok_or_else(|| {
                let name = name.to_owned();
                let path = format!("{path}.type");
                Wrong::field(part, path, FieldError::NoParameterType { name })
            }),
    }?;
    let unused = [
        ("choices", file.choices.is_some(), &["choice"][..]),
        ("choice_help", file.choice_help.is_some(), &["choice"]),
        ("of", file.of.is_some(), &["variable", "expression"]),
        ("as", file.same.is_some(), &["same", "expression"]),
    ];
    for (field, present, users) in unused {
        if present && !users.contains(&name) {
            let (name, users) = (name.to_owned(), users.join(" and "));
            let wrong = FieldError::NoUse { field, name, users };
            return Err(Wrong::field(part, path.to_owned(), wrong));
        }
    }
    Ok(parsed)
}

fn value_type<'a>(text: &Text<'a>, path: &str) -> Checked<'a, ValueType> {
    ValueType::from_name(text).ok_or_else(|| {
        let (path, name) = (format!("{path}.of"), text.to_string());
        Wrong::field(text.borrowed(), path, FieldError::NoVariableType { name })
    })
}

fn choices<'a>(
    file: &FileParameter<'a>,
    near: Option<&'a str>,
    path: &str,
) -> Checked<'a, Vec<Cow<'static, str>>> {
    let path = format!("{path}.choices");
    let texts = file.choices.as_ref().filter(|list| !list.is_empty());
    let Some(texts) = texts else {
        return Err(Wrong::field(near, path, FieldError::ChoicesNeeded));
    };
    let mut choices: Vec<Cow<'static, str>> = Vec::with_capacity(texts.len());
    let mut seen = FxHashSet::default();
    for text in texts {
        if !seen.insert(&**text) {
            let (part, name) = (text.borrowed().or(near), text.to_string());
            return Err(Wrong::field(part, path, FieldError::ChoiceTwice { name }));
        }
        choices.push(text.to_string().into());
    }
    Ok(choices)
}

/// Reads the help of the choices: either none, or one text for each.
fn choice_help<'a>(
    file: &FileParameter<'a>,
    of: &ParameterType,
    near: Option<&'a str>,
    path: &str,
) -> Checked<'a, Vec<Cow<'static, str>>> {
    let texts = file.choice_help.as_deref().unwrap_or_default();
    if let ParameterType::Choice(choices) = of
        && !texts.is_empty()
        && texts.len() != choices.len()
    {
        let near = texts.first().and_then(Text::borrowed).or(near);
        let path = format!("{path}.choice_help");
        return Err(Wrong::field(near, path, FieldError::ChoiceHelp));
    }
    Ok(texts.iter().map(|text| text.to_string().into()).collect())
}

fn range<'a>(raw: Raw<'a>, of: &ParameterType, path: &str) -> Checked<'a, Range> {
    let wrong = |error: FieldError| {
        let path = format!("{path}.range");
        Err(Wrong::field(Some(raw.get()), path, error))
    };
    let is_number = matches!(of, ParameterType::Value(ValueType::Int | ValueType::Float));
    if !is_number {
        return wrong(FieldError::RangeForNumbers);
    }
    let numbers: Option<[f64; 2]> = parse_part(raw.get());
    match numbers {
        Some([min, max]) if !(min.is_finite() && max.is_finite()) => {
            wrong(FieldError::RangeTooLarge)
        }
        Some([min, max]) if min > max => wrong(FieldError::RangeOrder),
        Some([min, max]) => Ok(Range { min, max }),
        None => wrong(FieldError::RangeForm),
    }
}

fn default<'a>(raw: Raw<'a>, of: &ParameterDeclaration, path: &str) -> Checked<'a, Value> {
    let wrong = |error: FieldError| {
        let path = format!("{path}.default");
        Err(Wrong::field(Some(raw.get()), path, error))
    };
    let fault = |kind| wrong_value(raw.get(), path, "default", kind);
    let expected = match &of.parameter_type {
        ParameterType::Value(value_type) => value_type.clone(),
        ParameterType::Choice(_)
        | ParameterType::Expression(_)
        | ParameterType::Tree
        | ParameterType::Name => ValueType::String,
        ParameterType::VariableName(_) => {
            return wrong(FieldError::NoDefault);
        }
        ParameterType::SameAs(_) | ParameterType::Any => {
            return Ok(read_literal(raw.get()).map_err(fault)?.value);
        }
    };
    let value = read_typed(raw.get(), &expected).map_err(fault)?.value;
    if !expected.accepts(&value) {
        let found = value.value_type();
        return wrong(FieldError::DefaultType { found, expected });
    }
    if let ParameterType::Choice(choices) = &of.parameter_type
        && let Some(text) = value.as_str()
        && !choices.iter().any(|choice| choice == text)
    {
        let (text, choices) = (text.to_owned(), choices.join(", "));
        return wrong(FieldError::NoChoice { text, choices });
    }
    let number = match value {
        Value::Int(whole) => Some(whole as f64),
        Value::Float(number) => Some(number),
        _ => None,
    };
    if let (Some(number), Some(Range { min, max })) = (number, of.range)
        && !(min..=max).contains(&number)
    {
        return wrong(FieldError::NotBetween { number, min, max });
    }
    Ok(value)
}

/// The names of the parameters that name a variable.
pub(super) fn names_of_variables(all: &[ParameterDeclaration]) -> FxHashSet<&str> {
    let named =
        |p: &&ParameterDeclaration| matches!(p.parameter_type, ParameterType::VariableName(_));
    all.iter().filter(named).map(|p| &*p.name).collect()
}

/// Checks that the parameter named by `as` exists and names a variable.
pub(super) fn check_named<'a>(
    parameter: &ParameterDeclaration,
    variables: &FxHashSet<&str>,
    part: &'a str,
    path: &str,
) -> Checked<'a, ()> {
    match &parameter.parameter_type {
        ParameterType::SameAs(other) | ParameterType::Expression(ExpressionType::SameAs(other))
            if !variables.contains(&**other) =>
        {
            let (path, other) = (format!("{path}.as"), other.to_string());
            Err(Wrong::field(
                Some(part),
                path,
                FieldError::NoSuchAs { other },
            ))
        }
        _ => Ok(()),
    }
}
