//! The keys of commands: those of the command table with the user's changes. Also how keys are written in the settings. The map is stored in the egui
//! context, like fonts and styles, so that everything that shows a command can show its keys.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::os::OperatingSystem;
use egui::{Context, Event, Id, Key, KeyboardShortcut, ModifierNames, Modifiers};

use crate::command_table::{CommandEntry, commands, find};

/// The changes in the settings: texts of keys by command id.
pub type Changes = BTreeMap<String, Vec<String>>;

/// The current keys.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keymap {
    changed: BTreeMap<&'static str, Vec<KeyboardShortcut>>,
}

impl Keymap {
    /// The keys of the table with these changes; unknown commands and keys are ignored.
    pub fn new(changes: &Changes) -> Self {
        let other = changes.iter().filter_map(|(id, keys)| {
            let command = find(id)?;
            let keys = keys.iter().filter_map(|text| parse(text)).collect();
            Some((command.id, keys))
        });
        Self {
            changed: other.collect(),
        }
    }

    /// The keys of a command, the one that menus show first.
    pub fn of(&self, command: &CommandEntry) -> &[KeyboardShortcut] {
        match self.changed.get(command.id) {
            Some(keys) => keys,
            None => command.shortcuts,
        }
    }

    /// Whether the user changed the keys of a command.
    pub fn is_changed(&self, command: &CommandEntry) -> bool {
        self.changed.contains_key(command.id)
    }

    /// Whether the keys of any command were changed.
    pub fn has_changes(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Returns another command than `but` that has these keys.
    pub fn other_command_with(
        &self,
        keys: KeyboardShortcut,
        but: &str,
    ) -> Option<&'static CommandEntry> {
        commands().find(|command| command.id != but && self.of(command).contains(&keys))
    }
}

impl CommandEntry {
    /// The current keys as menus show them.
    pub fn shortcut_text(&self, ctx: &Context) -> String {
        let keys = of(ctx).of(self).first().copied();
        keys.map(|keys| display_text(ctx, keys)).unwrap_or_default()
    }
}

/// Stores these keys in the egui context.
pub fn install(ctx: &Context, changes: &Changes) {
    let map = Arc::new(Keymap::new(changes));
    ctx.data_mut(|data| data.insert_temp(Id::unique("keymap"), map));
}

/// The current keys.
pub fn of(ctx: &Context) -> Arc<Keymap> {
    let map = ctx.data(|data| data.get_temp(Id::unique("keymap")));
    map.unwrap_or_default()
}

/// Binds a command to exactly these keys, and unbinds them from all others.
pub fn bind(changes: &mut Changes, command: &CommandEntry, keys: &[KeyboardShortcut]) {
    let map = Keymap::new(changes);
    for other in commands().filter(|other| other.id != command.id) {
        let own = map.of(other);
        if own.iter().any(|key| keys.contains(key)) {
            let remaining: Vec<_> = own
                .iter()
                .filter(|key| !keys.contains(key))
                .copied()
                .collect();
            set(changes, other, &remaining);
        }
    }
    set(changes, command, keys);
}

/// Restores the default keys of a command, and unbinds them from all others.
pub fn reset(changes: &mut Changes, command: &CommandEntry) {
    bind(changes, command, command.shortcuts);
}

fn set(changes: &mut Changes, command: &CommandEntry, keys: &[KeyboardShortcut]) {
    if keys == command.shortcuts {
        changes.remove(command.id);
    } else {
        let texts = keys.iter().map(|key| text(*key)).collect();
        changes.insert(command.id.to_owned(), texts);
    }
}

/// The names of modifiers in the settings, the same on all systems: `Ctrl` is the command key of a Mac.
const MODIFIERS: [(&str, Modifiers); 4] = [
    ("Ctrl", Modifiers::COMMAND),
    ("Alt", Modifiers::ALT),
    ("Shift", Modifiers::SHIFT),
    ("MacCtrl", Modifiers::CTRL),
];

/// Keys as written in the settings.
pub fn text(keys: KeyboardShortcut) -> String {
    let modifiers = keys.modifiers;
    let held = [
        modifiers.command,
        modifiers.alt,
        modifiers.shift,
        modifiers.ctrl && !modifiers.command,
    ];
    let words = MODIFIERS.iter().zip(held).filter(|(_, held)| *held);
    let words = words.map(|((word, _), _)| *word);
    let words: Vec<_> = words.chain([keys.logical_key.name()]).collect();
    words.join("+")
}

/// Keys as labeled on a keyboard of this system: `Ctrl+,`, `Alt+←`.
pub fn display_text(ctx: &Context, keys: KeyboardShortcut) -> String {
    let mac = matches!(ctx.os(), OperatingSystem::Mac | OperatingSystem::IOS);
    let names = if mac {
        ModifierNames::SYMBOLS
    } else {
        ModifierNames::NAMES
    };
    let held = names.format(&keys.modifiers, mac);
    let joint = if held.is_empty() { "" } else { names.concat };
    format!("{held}{joint}{}", key_label(keys.logical_key))
}

/// Keys as written in the settings, such as `Ctrl+D`, as labeled on a keyboard of this system. Empty if there are no such keys.
pub fn display_of(ctx: &Context, keys: &str) -> String {
    parse(keys).map_or_else(String::new, |keys| display_text(ctx, keys))
}

/// The label of a key.
fn key_label(key: Key) -> &'static str {
    match key {
        Key::ArrowLeft => "←",
        Key::ArrowRight => "→",
        Key::ArrowUp => "↑",
        Key::ArrowDown => "↓",
        Key::Minus => "-",
        Key::Quote => "'",
        Key::Escape => "Esc",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        other => other.symbol_or_name(),
    }
}

/// Whether a key is a modifier, and so no shortcut by itself.
pub fn is_modifier(key: Key) -> bool {
    matches!(
        key,
        Key::ShiftLeft
            | Key::ShiftRight
            | Key::ControlLeft
            | Key::ControlRight
            | Key::AltLeft
            | Key::AltRight
            | Key::SuperLeft
            | Key::SuperRight
    )
}

/// Parses keys such as `Ctrl+Shift+P`.
pub fn parse(text: &str) -> Option<KeyboardShortcut> {
    let mut words: Vec<&str> = text.split('+').collect();
    let key = Key::from_name(words.pop()?).filter(|key| !is_modifier(*key))?;
    let mut modifiers = Modifiers::NONE;
    for word in words {
        let (_, modifier) = MODIFIERS.into_iter().find(|(name, _)| *name == word)?;
        modifiers |= modifier;
    }
    Some(KeyboardShortcut::new(modifiers, key))
}

/// The keys of an event, with the modifiers that matter on this system.
pub fn pressed(key: Key, modifiers: Modifiers, mac: bool) -> KeyboardShortcut {
    let relevant = Modifiers {
        alt: modifiers.alt,
        shift: modifiers.shift,
        ctrl: mac && modifiers.ctrl,
        mac_cmd: false,
        command: modifiers.command,
    };
    KeyboardShortcut::new(relevant, key)
}

/// The keys of a clipboard event.
pub fn clipboard_keys(event: &Event, modifiers: Modifiers) -> Option<KeyboardShortcut> {
    let key = match event {
        Event::Copy => Key::C,
        Event::Cut => Key::X,
        Event::Paste(_) => Key::V,
        _ => return None,
    };
    let held = Modifiers {
        shift: modifiers.shift,
        alt: modifiers.alt,
        ..Modifiers::COMMAND
    };
    Some(KeyboardShortcut::new(held, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(id: &str) -> &'static CommandEntry {
        find(id).unwrap()
    }

    #[test]
    fn every_key_reads_back_as_it_is_written() {
        for key in Key::ALL.iter().filter(|key| !is_modifier(**key)) {
            for modifiers in [
                Modifiers::NONE,
                Modifiers::COMMAND | Modifiers::SHIFT,
                Modifiers::ALT,
                Modifiers::CTRL | Modifiers::COMMAND,
            ] {
                let keys = KeyboardShortcut::new(modifiers, *key);
                let read = parse(&text(keys)).unwrap();
                assert_eq!(text(read), text(keys));
                assert_eq!(read.logical_key, *key);
            }
        }
        for broken in ["", "+", "Ctrl+", "Hyper+A", "Ctrl+Nothing", "ControlLeft"] {
            assert_eq!(parse(broken), None, "{broken}");
        }
    }

    #[test]
    fn keys_are_shown_as_labeled_on_the_keyboard() {
        let ctx = Context::default();
        ctx.set_os(OperatingSystem::Nix);
        for (written, seen) in [
            ("Ctrl+Comma", "Ctrl+,"),
            ("Ctrl+Backslash", "Ctrl+\\"),
            ("Ctrl+Plus", "Ctrl++"),
            ("Ctrl+Minus", "Ctrl+-"),
            ("Alt+Left", "Alt+←"),
            ("Ctrl+Shift+P", "Ctrl+Shift+P"),
            ("F1", "F1"),
        ] {
            assert_eq!(display_text(&ctx, parse(written).unwrap()), seen);
        }
        let named = |key: &&Key| key_label(**key).len() > 2 && key_label(**key).contains("Arrow");
        assert_eq!(Key::ALL.iter().find(named), None);
    }

    #[test]
    fn keys_bound_to_another_command_leave_the_previous_one() {
        let mut changes = Changes::new();
        let save = command("save").shortcuts[0];
        bind(&mut changes, command("fit"), &[save]);
        let map = Keymap::new(&changes);
        assert_eq!(map.of(command("fit")), [save]);
        assert!(map.of(command("save")).is_empty());
        assert_eq!(map.other_command_with(save, "").map(|c| c.id), Some("fit"));
        reset(&mut changes, command("save"));
        let map = Keymap::new(&changes);
        assert_eq!(map.of(command("save")), [save]);
        assert!(map.of(command("fit")).is_empty());
    }

    #[test]
    fn only_changes_are_stored() {
        let mut changes = Changes::new();
        bind(&mut changes, command("fit"), &[parse("Alt+F").unwrap()]);
        assert_eq!(changes.len(), 1);
        reset(&mut changes, command("fit"));
        assert!(changes.is_empty());
    }

    #[test]
    fn unknown_commands_and_keys_are_ignored() {
        let changes = Changes::from([
            ("no_such_command".to_owned(), vec!["Ctrl+S".to_owned()]),
            (
                "fit".to_owned(),
                vec!["Hyper+1".to_owned(), "Alt+F".to_owned()],
            ),
        ]);
        let map = Keymap::new(&changes);
        assert_eq!(map.of(command("fit")), [parse("Alt+F").unwrap()]);
        assert_eq!(map.of(command("save")), command("save").shortcuts);
    }
}
