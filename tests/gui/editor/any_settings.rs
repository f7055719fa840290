//! Damaged settings: whatever the file says, it is read or set aside, and the editor starts and draws every panel.
//!
//! Property tests damage values one by one and draw the window. These are not fuzz targets, because a fuzzer would have to build the whole window,
//! which takes longer than all other targets together.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use serde_json::{Value, json};
use treewright_core::testing::cases;
use treewright_editor::docking;
use treewright_editor::docking::{Panel, is_arrangement};
use treewright_editor::keymap::Keymap;
use treewright_session::settings::agent_table::AgentTable;
use treewright_session::settings::{OpenFile, Settings, SettingsLoaded, WindowPlace};

use super::studio::Studio;

/// Returns settings with every field that a file can damage.
fn complete_settings() -> Value {
    let settings = Settings {
        panels: docking::kept(&docking::initial(f32::INFINITY)),
        window: Some(WindowPlace::FIRST),
        keys: [("undo".to_owned(), vec!["Ctrl+U".to_owned()])].into(),
        recent: vec![PathBuf::from("a.bt.json")],
        open_files: vec![OpenFile {
            camera: Some((1.0, 2.0, 0.5)),
            agents: Some(AgentTable {
                node: Some("n1".into()),
                variables: vec!["ammo".to_owned()],
                ..AgentTable::default()
            }),
            ..OpenFile::default()
        }],
        scale: Some(110),
        run_speed: Some(2.0),
        time_step: Some(0.1),
        recording_megabytes: Some(64),
        recent_tasks: vec!["Wait".to_owned()],
        recent_commands: vec!["undo".to_owned()],
        favorite_tasks: vec!["Sequence".to_owned()],
        ..Settings::default()
    };
    serde_json::to_value(settings).unwrap()
}

/// Returns the `nth` value inside a value, counting the whole as the first.
fn value_at(value: &mut Value, nth: usize) -> &mut Value {
    let inside: usize = children(value).map(count).sum();
    let nth = nth % (inside + 1);
    if nth == 0 {
        return value;
    }
    let mut left = nth - 1;
    let children: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => Vec::new(),
    };
    for child in children {
        let size = count(child);
        if left < size {
            return value_at(child, left);
        }
        left -= size;
    }
    unreachable!("the index is below the count")
}

fn children(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(fields) => Box::new(fields.values()),
        _ => Box::new(std::iter::empty()),
    }
}

fn count(value: &Value) -> usize {
    1 + children(value).map(count).sum::<usize>()
}

/// Generates replacements for a value.
fn anything() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..40_i64).prop_map(Value::from),
        prop::sample::select(vec![
            json!(1e300),
            json!(-1e300),
            json!(u64::MAX),
            json!(i64::MIN)
        ]),
        prop::sample::select(vec!["", "Canvas", "Ctrl+Ctrl+", "../..", "\u{202e}a"])
            .prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
        Just(json!([[[[{}]]]])),
    ]
}

/// Generates changes: the position of a value, and its new value or the position of a value to copy.
fn damages(most: usize) -> impl Strategy<Value = Vec<(usize, Result<Value, usize>)>> {
    let change = prop_oneof![
        2 => anything().prop_map(Ok),
        1 => any::<usize>().prop_map(Err),
    ];
    prop::collection::vec((any::<usize>(), change), 1..most)
}

fn damaged(changes: &[(usize, Result<Value, usize>)], version: u64) -> String {
    let mut value = complete_settings();
    value["version"] = json!(version);
    for (place, change) in changes {
        let new = match change {
            Ok(new) => new.clone(),
            Err(other) => value_at(&mut value, *other).clone(),
        };
        *value_at(&mut value, *place) = new;
    }
    value.to_string()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn damaged_settings_are_read_or_set_aside(
        changes in damages(5),
        version in 0..4_u64,
        cut in any::<Option<usize>>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("settings.json");
        let mut bytes = damaged(&changes, version).into_bytes();
        if let Some(cut) = cut.filter(|cut| cut % 4 == 0) {
            bytes.truncate(cut % bytes.len());
        }
        fs::write(&file, &bytes).unwrap();
        let peeked = Settings::peek(&file, is_arrangement);
        let (settings, read) = Settings::load(&file, is_arrangement);
        prop_assert_eq!(&peeked, &settings);
        if let SettingsLoaded::SetAside(aside) = &read {
            prop_assert_eq!(&fs::read(aside).unwrap(), &bytes);
            prop_assert_eq!(&settings, &Settings::default());
        }
        if let SettingsLoaded::InPart(aside, names) = &read {
            prop_assert_eq!(&fs::read(aside).unwrap(), &bytes);
            prop_assert!(!names.is_empty());
        }
        let _ = Keymap::new(&settings.keys);
        prop_assert!(settings.window_place().size.0.is_finite());
        prop_assert!(settings.run_speed().is_finite() && settings.time_step().is_finite());
        let panels = settings.panels.as_ref().map_or_else(|| docking::initial(f32::INFINITY), docking::restored);
        for panel in Panel::ALL {
            prop_assert!(docking::find(&panels.tree, panel).is_some(), "{:?}", panel);
        }
        if read == SettingsLoaded::Well {
            settings.save(&file).unwrap();
            let (again, read) = Settings::load(&file, is_arrangement);
            prop_assert_eq!(read, SettingsLoaded::Well);
            prop_assert_eq!(again.preferences(), Settings { version: again.version, ..settings.preferences() });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(12)))]

    #[test]
    fn the_editor_starts_with_any_damaged_settings(changes in damages(4), version in 0..4_u64) {
        let first = Studio::started();
        first.write("config/settings.json", damaged(&changes, version));
        let mut studio = first.started_again(&[]);
        studio.steps(3);
        prop_assert!(studio.harness.state().borrow().is_some());
    }
}

/// Containers that contain themselves, and containers that do not exist.
#[test]
fn a_panel_layout_that_contains_itself_is_drawn() {
    for children in [json!([1]), json!([1, 1]), json!([99])] {
        let first = Studio::started();
        let mut settings = complete_settings();
        let tiles = settings["panels"]["tiles"]["tiles"]
            .as_object_mut()
            .unwrap();
        for tile in tiles.values_mut() {
            let container = tile.get_mut("Container").and_then(|c| c.as_object_mut());
            for inner in container.into_iter().flat_map(|kinds| kinds.values_mut()) {
                inner["children"] = children.clone();
            }
        }
        first.write("config/settings.json", settings.to_string());
        let mut studio = first.started_again(&[]);
        studio.steps(3);
        assert!(studio.shows_part("Log"));
    }
}
