//! Editing the document's own fields.

use super::*;
use crate::edit::Command;
use crate::edit::testing::editor::{check, refused};

#[test]
fn settings_change_and_undo_restores_them() {
    let editor = check("r:Idle", &Command::SetDocumentName("Guard".into()), "r");
    assert_eq!(editor.document.name, "Guard");
    let editor = check("r:Idle", &Command::SetDescription("Patrols.".into()), "r");
    assert_eq!(editor.document.description, "Patrols.");
    let editor = check("r:Idle", &Command::SetSeed(7), "r");
    assert_eq!(editor.document.seed, 7);
    let editor = check("r:Idle", &Command::SetRestartWhenComplete(true), "r");
    assert!(editor.document.restart_when_complete);
    let libraries = vec!["game.tasks.json".to_owned()];
    let editor = check("r:Idle", &Command::SetLibraries(libraries.clone()), "r");
    assert_eq!(editor.document.libraries, libraries);
}

#[test]
fn setting_the_current_value_is_no_change() {
    let document = Document::default();
    let expected = "nothing to do";
    assert_eq!(refused("", &Command::SetSeed(document.seed)), expected);
}
