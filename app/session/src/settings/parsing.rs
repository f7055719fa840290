//! Parses the text of a settings file of any version, even if damaged. Opens no file.

use serde_json::{Map, Value};

use super::migration::{migrate, valid_fields};
use super::{Settings, VERSION};

/// Parses settings of this or an older version. Of a newer or damaged text, returns the valid fields and the names of the invalid ones. `None` if the
/// text is not JSON.
pub fn parse(bytes: &[u8], is_panel_layout: fn(&Value) -> bool) -> Option<(Settings, Vec<String>)> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut value: Map<String, Value> = serde_json::from_slice(bytes).ok()?;
    let version = value.get("version").and_then(Value::as_u64).unwrap_or(0);
    if version > VERSION {
        let (settings, invalid) = valid_fields(value, is_panel_layout);
        let settings = Settings {
            is_newer: true,
            ..settings
        };
        return Some((settings, invalid));
    }
    migrate(&mut value, version);
    let mut value = Value::Object(value);
    clamp_numbers(&mut value);
    match serde_json::from_value::<Settings>(value.clone()) {
        Ok(settings) if settings.panels.as_ref().is_none_or(is_panel_layout) => {
            Some((settings, Vec::new()))
        }
        _ => match value {
            Value::Object(value) => Some(valid_fields(value, is_panel_layout)),
            _ => None,
        },
    }
}

/// Clamps numbers to the range of `f32`, in which the window calculates. A larger one would be read as infinite, which cannot be read again once it
/// is written.
fn clamp_numbers(value: &mut Value) {
    let largest = f64::from(f32::MAX);
    match value {
        Value::Number(number) => {
            let as_float = number.as_f64();
            if as_float.is_none_or(|float| float.abs() > largest) {
                let sign = as_float.map_or(1.0, f64::signum);
                *value = Value::from(largest * sign);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(clamp_numbers),
        Value::Object(fields) => fields.values_mut().for_each(clamp_numbers),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}
