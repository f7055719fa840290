//! The languages and their texts: Project Fluent files in `assets/lang/LANGUAGE/`, one per subject, the same subjects in each language. The key
//! `menu.file` in the code is the message `menu-file` there. Does not know which language the user reads.

use std::borrow::Cow;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Pattern};
use rustc_hash::FxHashMap;

/// The files of a language, by subject.
macro_rules! files {
    ($language:literal) => {
        files![
            $language: "agents", "attach", "authoring", "behavior3", "breaks", "btcpp", "canvas", "cli", "core", "coverage", "exchange",
            "explore", "exports", "find_in_time", "finding", "help", "interrupted_by", "jobs", "link", "merge", "page", "pictures", "recordings", "recovery",
            "running", "scenarios", "settings", "sides", "standins", "system", "takes", "this_use", "timeline", "ways", "window"
        ]
    };
    ($language:literal: $($subject:literal),*) => {
        &[$((
            $subject,
            include_str!(concat!(env!("TREEWRIGHT_ASSETS"), "/lang/", $language, "/", $subject, ".ftl")),
        )),*]
    };
}

macro_rules! languages {
    ($($code:literal: $name:literal),*) => {
        /// The languages of the interface: code, and the language's name in itself. English is first.
        pub const LANGUAGES: [(&str, &str); [$($code),*].len()] = [$(($code, $name)),*];

        /// The texts of each language, parsed on first use.
        static CATALOGS: [LazyLock<Catalog>; LANGUAGES.len()] =
            [$(LazyLock::new(|| Catalog::read($code, files!($code)))),*];
    };
}

languages!["en": "English", "zh-CN": "简体中文"];

/// The texts of one language.
pub(super) struct Catalog {
    bundle: FluentBundle<&'static FluentResource>,
    /// By key, so that a lookup allocates nothing.
    patterns: FxHashMap<String, &'static Pattern<&'static str>>,
    /// Errors in the files, whose other texts remain usable. A test checks that there are none.
    problems: Vec<String>,
}

impl Catalog {
    /// Returns the catalog of a language by its index in [`LANGUAGES`].
    pub(super) fn of(language: usize) -> &'static Self {
        &CATALOGS[language]
    }

    fn read(language: &str, files: &[(&str, &str)]) -> Self {
        let mut catalog = Self {
            bundle: FluentBundle::new_concurrent(vec![language.parse().unwrap_or_default()]),
            patterns: FxHashMap::default(),
            problems: Vec::new(),
        };
        // Isolation marks around inserted values would be found, copied and compared with the text.
        catalog.bundle.set_use_isolating(false);
        if let Err(error) = catalog.bundle.add_function("KEYS", keys_of) {
            catalog.problems.push(error.to_string());
        }
        for (subject, text) in files {
            catalog.add(subject, text);
        }
        catalog
    }

    fn add(&mut self, subject: &str, text: &str) {
        let mut problems = Vec::new();
        let read = FluentResource::try_new(text.to_owned());
        let resource = read.unwrap_or_else(|(readable, errors)| {
            problems.extend(errors.iter().map(ToString::to_string));
            readable
        });
        // A catalog lives until the program ends, so its texts can be returned without copying.
        let resource: &'static FluentResource = Box::leak(Box::new(resource));
        for entry in resource.entries() {
            if let Entry::Message(message) = entry
                && let Some(pattern) = &message.value
            {
                let key = message.id.name.replace('-', ".");
                self.patterns.insert(key, pattern);
            }
        }
        if let Err(errors) = self.bundle.add_resource(resource) {
            problems.extend(errors.iter().map(ToString::to_string));
        }
        let problems = problems.into_iter();
        self.problems
            .extend(problems.map(|what| format!("{subject}: {what}")));
    }

    /// Formats the text of a key with its arguments. `None` if the language has no such text. A text without placeholders is not copied.
    pub(super) fn text(
        &'static self,
        key: &str,
        arguments: Option<&FluentArgs<'_>>,
    ) -> Option<Cow<'static, str>> {
        let pattern = self.patterns.get(key)?;
        // An unfilled placeholder shows as `{$name}`.
        let mut unfilled = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, arguments, &mut unfilled);
        Some(text)
    }

    /// Returns whether the language has a text for this key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.patterns.contains_key(key)
    }
}

/// The function `KEYS` of texts.
fn keys_of<'a>(arguments: &[FluentValue<'a>], _named: &FluentArgs<'_>) -> FluentValue<'a> {
    match arguments {
        [FluentValue::String(keys)] => keys_of_system(keys, cfg!(target_os = "macos")).into(),
        _ => FluentValue::Error,
    }
}

/// How Macs write the names of modifiers: in this order, without a joint.
const SIGNS: [(&str, &str); 3] = [("Alt", "⌥"), ("Shift", "⇧"), ("Ctrl", "⌘")];

/// Returns keys such as `Ctrl+Z` as they are labeled on this system. Texts name them by `{ KEYS("Ctrl+Z") }`.
fn keys_of_system(keys: &str, is_mac: bool) -> String {
    if !is_mac {
        return keys.to_owned();
    }
    let words: Vec<&str> = keys.split('+').collect();
    let signs = SIGNS.iter().filter(|(name, _)| words.contains(name));
    let is_key = |word: &&&str| SIGNS.iter().all(|(name, _)| name != *word);
    let key = words.iter().filter(is_key).copied();
    signs.map(|(_, sign)| *sign).chain(key).collect()
}

/// Returns all keys of a language, sorted.
pub fn keys(language: &str) -> Vec<String> {
    let place = LANGUAGES.iter().position(|(code, _)| *code == language);
    let catalog = place.map(Catalog::of);
    let known = catalog
        .into_iter()
        .flat_map(|catalog| catalog.patterns.keys());
    let mut keys: Vec<String> = known.cloned().collect();
    keys.sort();
    keys
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use fluent_syntax::ast::PatternElement;

    use super::*;

    #[test]
    fn keys_are_written_as_on_the_keyboard_of_the_system() {
        for (keys, on_mac) in [("Ctrl+Shift+P", "⇧⌘P"), ("Ctrl", "⌘"), ("Alt", "⌥")] {
            assert_eq!(keys_of_system(keys, false), keys);
            assert_eq!(keys_of_system(keys, true), on_mac);
        }
    }

    #[test]
    fn texts_of_the_window_name_the_command_key_as_the_system_does() {
        for (code, _) in LANGUAGES {
            let folder = Path::new(env!("TREEWRIGHT_ASSETS")).join("lang").join(code);
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                let text = std::fs::read_to_string(&path).unwrap();
                // A terminal is stopped by Ctrl+C on every system.
                let text = text.replace("Ctrl+C", "").replace("KEYS(\"Ctrl", "");
                let bare = text.lines().find(|line| line.contains("Ctrl"));
                assert_eq!(bare, None, "{}: use KEYS", path.display());
            }
        }
    }

    #[test]
    fn language_files_have_no_errors() {
        for (place, (language, _)) in LANGUAGES.iter().enumerate() {
            let problems = &Catalog::of(place).problems;
            assert!(problems.is_empty(), "{language} {problems:#?}");
        }
    }

    #[test]
    fn every_language_file_is_read() {
        let listed: &[(&str, &str)] = files!("en");
        let mut listed: Vec<String> = listed.iter().map(|(s, _)| format!("{s}.ftl")).collect();
        listed.sort();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/lang");
        for (language, _) in LANGUAGES {
            let files = std::fs::read_dir(folder.join(language)).unwrap();
            let name = |file: std::io::Result<std::fs::DirEntry>| file.unwrap().file_name();
            let mut names: Vec<String> = files
                .map(|file| name(file).to_string_lossy().into_owned())
                .collect();
            names.sort();
            assert_eq!(names, listed, "{language}");
        }
    }

    #[test]
    fn the_valid_part_of_a_broken_file_is_used() {
        let files = [
            ("good", "a-b = text\n"),
            ("bad", "= what\nc-d = rest\na-b = again\n"),
        ];
        let catalog: &'static Catalog = Box::leak(Box::new(Catalog::read("en", &files)));
        assert_eq!(catalog.text("c.d", None).as_deref(), Some("rest"));
        assert_eq!(catalog.problems.len(), 2, "{:?}", catalog.problems);
    }

    #[test]
    fn texts_without_placeholders_are_not_copied() {
        for key in keys("en") {
            let text = Catalog::of(0).text(&key, None);
            let text = text.unwrap_or_default();
            let mut parts = Catalog::of(0).patterns[&key].elements.iter();
            let is_filled = parts.any(|part| matches!(part, PatternElement::Placeable { .. }));
            let is_plain = !is_filled && text.trim() == text && !text.contains('{');
            assert!(!is_plain || matches!(text, Cow::Borrowed(_)), "{key}");
        }
    }
}
