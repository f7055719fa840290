//! Tree patterns that can be inserted: those that come with the program, in the language of the interface, and the user's own, each a document file.
//! Does not know where they are inserted.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::format::{FormatError, native};
use treewright_core::model::Document;

use crate::host::files::{self, Fingerprint, ReadError};
use crate::i18n::{LANGUAGES, Texts};

const EXTENSION: &str = ".bt.json";

/// Identifies a template: the file name of the user's own, the plain name of a built-in one.
pub type TemplateId = Arc<str>;

/// A tree pattern that can be inserted.
#[derive(Debug)]
pub struct Template {
    pub id: TemplateId,
    /// The file of the user's own template, and the fingerprint of the content that was read.
    pub file: Option<(PathBuf, Fingerprint)>,
    /// The tree to insert. Its name and description are those of the template.
    pub document: Document,
}

impl Template {
    /// Returns the document's name, or else the file name.
    pub fn title(&self) -> &str {
        match &*self.document.name {
            "" => self.id.strip_suffix(EXTENSION).unwrap_or(&self.id),
            name => name,
        }
    }

    pub fn summary(&self) -> &str {
        &self.document.description
    }
}

/// Why one of the user's files is not a template.
#[derive(Debug)]
pub enum TemplateFault {
    Read(ReadError),
    Format(FormatError),
}

#[derive(Debug, Default)]
pub struct Templates {
    /// By language, in the order of [`LANGUAGES`].
    builtin: Vec<Vec<Template>>,
    own: Vec<Template>,
    /// Increases whenever the user's own templates are read again.
    revision: u64,
    /// The user's files that are not valid templates. They are left in place.
    pub faults: Vec<(PathBuf, TemplateFault)>,
}

macro_rules! builtin {
    ($($name:literal),+ $(,)?) => {
        /// The name of each built-in template, and its text in each language.
        const BUILTIN: &[(&str, [&str; 2])] = &[$((
            $name,
            [
                include_str!(concat!(env!("TREEWRIGHT_ASSETS"), "/templates/en/", $name, ".bt.json")),
                include_str!(concat!(env!("TREEWRIGHT_ASSETS"), "/templates/zh-CN/", $name, ".bt.json")),
            ],
        )),+];
    };
}

builtin!(
    "guarded-branch",
    "patrol-loop",
    "retry-with-cooldown",
    "cascade-of-fallbacks",
    "time-limit",
);

impl Templates {
    /// Loads the built-in templates and those in a folder, which need not exist.
    pub fn load(folder: &Path) -> Self {
        let in_language = |language: usize| {
            let read = |(name, files): &(&str, [&str; 2])| {
                // A test checks that each is readable.
                let read = native::read(files[language].as_bytes()).ok()?;
                Some(Template {
                    id: (*name).into(),
                    file: None,
                    document: read.document,
                })
            };
            BUILTIN.iter().filter_map(read).collect()
        };
        let mut templates = Self {
            builtin: (0..LANGUAGES.len()).map(in_language).collect(),
            ..Self::default()
        };
        templates.load_own(folder);
        templates
    }

    /// Reads the user's own templates again.
    pub fn load_own(&mut self, folder: &Path) {
        self.revision += 1;
        self.own.clear();
        self.faults.clear();
        let entries = files::readable_entries(folder);
        let mut names: Vec<PathBuf> = entries.map(|entry| entry.path).collect();
        names.sort();
        for path in names {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !name.ends_with(EXTENSION) || name.starts_with('.') {
                continue;
            }
            match read_own(&path) {
                Ok((document, fingerprint)) => self.own.push(Template {
                    id: (&*name).into(),
                    document,
                    file: Some((path, fingerprint)),
                }),
                Err(fault) => self.faults.push((path, fault)),
            }
        }
    }

    /// Returns a number that increases whenever the user's own templates are read again.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns all templates in this language, the user's own first.
    pub fn all(&self, texts: &Texts) -> impl Iterator<Item = &Template> {
        let code = texts.language();
        let language = LANGUAGES.iter().position(|(own, _)| *own == code);
        let builtin = self.builtin.get(language.unwrap_or(0));
        self.own.iter().chain(builtin.into_iter().flatten())
    }

    /// Finds a template by id, in this language.
    pub fn find(&self, texts: &Texts, id: &str) -> Option<&Template> {
        self.all(texts).find(|template| &*template.id == id)
    }

    /// Returns the title of a template in every language, for searching.
    pub fn titles<'a>(&'a self, template: &'a Template) -> impl Iterator<Item = &'a str> {
        let same = self.builtin.iter().flatten();
        let same = same.filter(|other| template.file.is_none() && other.id == template.id);
        std::iter::once(template.title()).chain(same.map(Template::title))
    }
}

fn read_own(path: &Path) -> Result<(Document, Fingerprint), TemplateFault> {
    let bytes = files::read(path).map_err(TemplateFault::Read)?;
    let read = native::read(&bytes).map_err(TemplateFault::Format)?;
    Ok((read.document, Fingerprint::of(&bytes)))
}

/// Returns the file for a template with this title: an unused one, or its current file `now`.
pub fn file_for(folder: &Path, title: &str, now: Option<&Path>) -> PathBuf {
    let plain = |c: char| {
        if c.is_alphanumeric() { c } else { '-' }
    };
    let stem: String = title.trim().chars().take(60).map(plain).collect();
    let stem = stem.trim_matches('-').to_lowercase();
    let stem = if stem.is_empty() { "template" } else { &stem };
    let numbered = |number: usize| match number {
        1 => folder.join(format!("{stem}{EXTENSION}")),
        _ => folder.join(format!("{stem}-{number}{EXTENSION}")),
    };
    let is_free = |path: &PathBuf| !path.exists() || now == Some(path);
    let mut places = (1..).map(numbered);
    places.find(is_free).unwrap_or_else(|| numbered(1))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use treewright_authoring::validate::validate;
    use treewright_core::TreeInstance;
    use treewright_core::compile::{GameTasks, compile};
    use treewright_core::library::NodeLibrary;
    use treewright_core::runtime::Globals;
    use treewright_core::trace::{FrameRecorder, TraceEvent};

    use super::*;

    #[test]
    fn every_builtin_template_has_no_problem_and_runs() {
        let library = NodeLibrary::builtin();
        for (name, files) in BUILTIN {
            let kinds = files.map(|file| {
                let read = native::read(file.as_bytes()).unwrap();
                assert_eq!(read.diagnostics, [], "{name}");
                assert_eq!(validate(&read.document, &library), [], "{name}");
                assert!(!read.document.description.is_empty(), "{name}");
                let program = compile(&read.document, &library, &GameTasks::<()>::new());
                let mut tree = TreeInstance::new(program.program.unwrap(), 1);
                let (mut globals, mut seen) = (Globals::default(), FrameRecorder::default());
                for _ in 0..100 {
                    tree.tick_traced(&mut (), &mut globals, 0.1, &mut seen);
                }
                let went_wrong = |event: &TraceEvent| matches!(event, TraceEvent::Error(..));
                assert!(!seen.take_events().iter().any(went_wrong), "{name}");
                let nodes = read.document.nodes();
                nodes.map(|n| n.task.clone()).collect::<Vec<_>>()
            });
            assert_eq!(kinds[0], kinds[1], "{name} is the same in both languages");
        }
    }

    #[test]
    fn a_damaged_template_is_reported_and_the_others_loaded() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bad.bt.json"), "{").unwrap();
        fs::write(folder.path().join("good.bt.json"), BUILTIN[0].1[0]).unwrap();
        let templates = Templates::load(folder.path());
        assert_eq!(templates.faults.len(), 1);
        let texts = Texts::new("zh-CN");
        assert!(templates.find(&texts, "good.bt.json").is_some());
        let builtin = templates.find(&texts, "guarded-branch").unwrap();
        assert_eq!(builtin.title(), "受守护的分支");
        assert!(templates.titles(builtin).any(|t| t == "Guarded branch"));
    }

    #[test]
    fn a_title_becomes_an_unused_file_name() {
        let folder = tempfile::tempdir().unwrap();
        let first = file_for(folder.path(), "Flee / 逃跑!", None);
        assert!(first.ends_with("flee---逃跑.bt.json"), "{first:?}");
        fs::write(&first, "").unwrap();
        let second = file_for(folder.path(), "Flee / 逃跑!", None);
        assert!(second.ends_with("flee---逃跑-2.bt.json"), "{second:?}");
        assert_eq!(file_for(folder.path(), "Flee / 逃跑!", Some(&first)), first);
        assert!(file_for(folder.path(), "///", None).ends_with("template.bt.json"));
    }
}
