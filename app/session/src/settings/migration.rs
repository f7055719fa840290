//! Converts settings of older versions. Knows the former shapes of fields; `settings` defines their current meaning.

use serde_json::{Map, Value, json};

use super::Settings;

/// Converts the fields of an older file to the current version.
pub fn migrate(value: &mut Map<String, Value>, version: u64) {
    if version == 0 {
        migrate_window_size(value);
    }
    if version < 2 {
        migrate_frame_rate(value);
    }
    if version < 3 {
        migrate_spelling(value);
    }
}

/// Before version 1, only the size of the window was stored.
fn migrate_window_size(value: &mut Map<String, Value>) {
    let window = value.get("window");
    let size = window.filter(|window| window.is_array()).cloned();
    if let Some(size) = size {
        value.insert("window".to_owned(), json!({ "size": size }));
    }
}

/// Before version 2, the playback speed was stored as frames per second of real time, regardless of the frame time.
fn migrate_frame_rate(value: &mut Map<String, Value>) {
    let frames = value.remove("frames_per_second").and_then(|v| v.as_f64());
    let step = value
        .get("time_step")
        .and_then(Value::as_f64)
        .unwrap_or(0.1);
    if let Some(speed) = frames.map(|frames| frames * step).filter(|s| *s > 0.0) {
        value.insert("run_speed".to_owned(), json!(speed));
    }
}

/// Before version 3, two names in the file had British spelling.
fn migrate_spelling(value: &mut Map<String, Value>) {
    if let Some(favorites) = value.remove("favourite_tasks") {
        value.insert("favorite_tasks".to_owned(), favorites);
    }
    let keys = value.get_mut("keys").and_then(Value::as_object_mut);
    if let Some(keys) = keys
        && let Some(shortcut) = keys.remove("align_centre")
    {
        keys.insert("align_center".to_owned(), shortcut);
    }
}

/// Returns the settings without invalid fields, and the names of these.
pub fn valid_fields(
    value: Map<String, Value>,
    is_panel_layout: fn(&Value) -> bool,
) -> (Settings, Vec<String>) {
    let is_valid = |(name, value): &(String, Value)| {
        let alone = Map::from_iter([(name.clone(), value.clone())]);
        let settings = serde_json::from_value::<Settings>(Value::Object(alone));
        settings.is_ok_and(|read| read.panels.as_ref().is_none_or(is_panel_layout))
    };
    let (valid, invalid): (Vec<_>, Vec<_>) = value.into_iter().partition(is_valid);
    let settings = serde_json::from_value(Value::Object(valid.into_iter().collect()));
    let names = invalid.into_iter().map(|(name, _)| name).collect();
    (settings.unwrap_or_default(), names)
}
