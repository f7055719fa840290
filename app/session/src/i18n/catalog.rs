//! The languages and their catalogs of texts: files of Project Fluent in `assets/lang/LANGUAGE/`, one for each subject, the same subjects in each
//! language. What the code calls `menu.file` is the message `menu-file` there. Does not know who reads which language.

use std::borrow::Cow;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use fluent_syntax::ast::{Entry, Pattern};
use rustc_hash::FxHashMap;

/// The files of a language, by their subjects.
macro_rules! files {
    ($language:literal) => {
        files![
            $language: "authoring", "behavior3", "breaks", "btcpp", "canvas", "cli", "core", "exchange",
            "exports", "finding", "help", "jobs", "merge", "pictures", "recordings", "recovery",
            "running", "scenarios", "settings", "sides", "standins", "system", "timeline", "window"
        ]
    };
    ($language:literal: $($subject:literal),*) => {
        &[$((
            $subject,
            include_str!(concat!("../../../../assets/lang/", $language, "/", $subject, ".ftl")),
        )),*]
    };
}

macro_rules! languages {
    ($($code:literal: $name:literal),*) => {
        /// The languages that the interface speaks: code, and the language's own name for itself. English comes first.
        pub const LANGUAGES: [(&str, &str); [$($code),*].len()] = [$(($code, $name)),*];

        /// The texts of each language, each read when it is first asked for.
        static CATALOGS: [LazyLock<Catalog>; LANGUAGES.len()] =
            [$(LazyLock::new(|| Catalog::read($code, files!($code)))),*];
    };
}

languages!["en": "English", "zh-CN": "简体中文"];

/// The texts of one language.
pub(super) struct Catalog {
    bundle: FluentBundle<&'static FluentResource>,
    /// By key, so that asking for a text makes none.
    patterns: FxHashMap<String, &'static Pattern<&'static str>>,
    /// What is wrong with the files, of which the rest is told all the same. A test asks that nothing is.
    mistakes: Vec<String>,
}

impl Catalog {
    /// That of the language at this place in [`LANGUAGES`].
    pub(super) fn of(language: usize) -> &'static Self {
        &CATALOGS[language]
    }

    fn read(language: &str, files: &[(&str, &str)]) -> Self {
        let mut catalog = Self {
            bundle: FluentBundle::new_concurrent(vec![language.parse().unwrap_or_default()]),
            patterns: FxHashMap::default(),
            mistakes: Vec::new(),
        };
        // Marks around what is filled in would be found, copied and compared with the text.
        catalog.bundle.set_use_isolating(false);
        for (subject, text) in files {
            catalog.add(subject, text);
        }
        catalog
    }

    fn add(&mut self, subject: &str, text: &str) {
        let mut mistakes = Vec::new();
        let read = FluentResource::try_new(text.to_owned());
        let resource = read.unwrap_or_else(|(readable, errors)| {
            mistakes.extend(errors.iter().map(ToString::to_string));
            readable
        });
        // A catalog is there until the program ends, so its texts may be handed out without copies.
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
            mistakes.extend(errors.iter().map(ToString::to_string));
        }
        let mistakes = mistakes.into_iter();
        self.mistakes
            .extend(mistakes.map(|what| format!("{subject}: {what}")));
    }

    /// The text of this key with these arguments in their places, if the language has it. Without places it is not copied.
    pub(super) fn text(
        &'static self,
        key: &str,
        arguments: Option<&FluentArgs<'_>>,
    ) -> Option<Cow<'static, str>> {
        let pattern = self.patterns.get(key)?;
        // A place that no argument fills shows as `{$name}`.
        let mut unfilled = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, arguments, &mut unfilled);
        Some(text)
    }

    /// Whether the language has a text of this key.
    pub(super) fn has(&self, key: &str) -> bool {
        self.patterns.contains_key(key)
    }
}

/// All keys of a language, sorted.
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

    use super::*;

    #[test]
    fn files_of_languages_hold_no_mistakes() {
        for (place, (language, _)) in LANGUAGES.iter().enumerate() {
            let mistakes = &Catalog::of(place).mistakes;
            assert!(mistakes.is_empty(), "{language} {mistakes:#?}");
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
    fn a_broken_file_is_told_as_far_as_it_can_be_read() {
        let files = [
            ("good", "a-b = text\n"),
            ("bad", "= what\nc-d = rest\na-b = again\n"),
        ];
        let catalog: &'static Catalog = Box::leak(Box::new(Catalog::read("en", &files)));
        assert_eq!(catalog.text("c.d", None).as_deref(), Some("rest"));
        assert_eq!(catalog.mistakes.len(), 2, "{:?}", catalog.mistakes);
    }

    #[test]
    fn texts_without_places_are_not_copied() {
        for key in keys("en") {
            let text = Catalog::of(0).text(&key, None);
            let text = text.unwrap_or_default();
            let is_plain = !text.contains("{$") && text.trim() == text && !text.contains('{');
            assert!(!is_plain || matches!(text, Cow::Borrowed(_)), "{key}");
        }
    }
}
