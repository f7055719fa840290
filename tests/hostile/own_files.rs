//! Row 30: damaged or newer files of settings (layout, shortcuts), breakpoints and export targets are never applied in part, and never lost.

use std::fs;

use treewright_editor::docking::is_arrangement;
use treewright_session::settings::{Settings, SettingsLoaded};

fn loaded(text: &[u8]) -> (Settings, SettingsLoaded, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    fs::write(&file, text).unwrap();
    let (settings, read) = Settings::load(&file, is_arrangement);
    (settings, read, folder)
}

#[test]
fn undamaged_settings_are_kept_and_the_damaged_file_is_set_aside() {
    for (name, value) in [
        ("panels", "3"),
        ("panels", r#"{"tiles": [{"x": []}]}"#),
        ("keys", r#"["Ctrl+S"]"#),
        ("keys", r#"{"file.save": [7]}"#),
        ("scale", "-1"),
        ("scale", "70000"),
        ("theme", r#""light""#),
        ("window", r#"{"size": ["wide", 3]}"#),
    ] {
        let text = format!(r#"{{"version": 2, "{name}": {value}, "language": "zh-CN"}}"#);
        let (settings, read, folder) = loaded(text.as_bytes());
        let kept = Settings {
            version: 2,
            language: Some("zh-CN".to_owned()),
            ..Settings::default()
        };
        assert_eq!(settings, kept, "{text}");
        let SettingsLoaded::InPart(aside, names) = read else {
            panic!("{text}: {read:?}");
        };
        assert_eq!(names, [name]);
        assert!(aside.to_string_lossy().contains(".corrupt-"));
        assert_eq!(fs::read(&aside).unwrap(), text.as_bytes());
        assert!(!folder.path().join("settings.json").exists());
    }
}

#[test]
fn out_of_range_numbers_in_settings_are_clamped() {
    for number in ["1e308", "-1e308", "1e-300", "0", "-0.0", "99999999999"] {
        let text = format!(
            r#"{{"version": 2, "run_speed": {number}, "time_step": {number}, "window": {{"size": [{number}, {number}]}}}}"#
        );
        let (settings, read, _folder) = loaded(text.as_bytes());
        assert_eq!(read, SettingsLoaded::Well, "{number}");
        assert!((0.1..=100.0).contains(&settings.run_speed()));
        assert!((0.0..=60.0).contains(&settings.time_step()));
        let (width, height) = settings.window_place().size;
        assert!((400.0..=8000.0).contains(&width) && (300.0..=8000.0).contains(&height));
    }
}

#[cfg(unix)]
#[test]
fn settings_that_are_not_a_regular_file_are_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("settings.json");
    fs::create_dir(&file).unwrap();
    let (settings, read) = Settings::load(&file, is_arrangement);
    assert_eq!(settings, Settings::default());
    assert!(matches!(read, SettingsLoaded::SetAside(_)), "{read:?}");
    std::os::unix::fs::symlink("/dev/zero", &file).unwrap();
    let (settings, read) = Settings::load(&file, is_arrangement);
    assert_eq!(settings, Settings::default());
    assert!(matches!(read, SettingsLoaded::SetAside(_)), "{read:?}");
}
