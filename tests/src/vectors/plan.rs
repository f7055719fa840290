//! A case that is planned: what is played, without what must be seen. The engine plays it and so completes it.

use treewright_core::format::native;
use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;
use treewright_core::project::Project;
use treewright_exchange::{ExchangeFormat, WriteOptions, write};

use super::sketch;
use crate::conformance::{Case, Form, Level, Observed, Setting, Step, kinds, play};

/// A case that was not played yet.
pub struct Plan {
    /// The file to which it belongs, after the level.
    pub group: &'static str,
    /// Its name.
    pub name: String,
    /// The tree, which may hold what does not run.
    pub document: Document,
    /// The seed of the first agent.
    pub seed: u64,
    /// How many agents run the tree.
    pub agents: usize,
    /// What is done, frame by frame.
    pub steps: Vec<Step>,
}

/// A case that was played, and the text of its tree.
pub struct Played {
    /// The file to which it belongs, after the level.
    pub group: &'static str,
    /// The case, with at most one frame at the end in which nothing happened.
    pub case: Case,
    /// The tree as a game config.
    pub config: String,
}

impl Played {
    /// Drops the last frames until the line of the case has at most this many bytes.
    pub fn shorten(&mut self, bytes: usize) {
        let case = &mut self.case;
        let is_long = |case: &Case| {
            case.write(&self.config)
                .is_ok_and(|line| line.len() > bytes)
        };
        while case.frames.len() > 1 && is_long(case) {
            case.frames.pop();
            case.setting.steps.pop();
        }
    }
}

impl Plan {
    /// Plays the case.
    ///
    /// # Errors
    /// If the tree cannot be written as a game config, or does not run.
    pub fn play(self, library: &NodeLibrary) -> Result<Played, String> {
        let config = config(&self.document, library)?;
        let read = native::read(config.as_bytes()).map_err(|e| format!("{}: {e}", self.name))?;
        let mut setting = Setting {
            document: read.document,
            seed: self.seed,
            agents: self.agents,
            steps: self.steps,
        };
        let mut frames = Vec::new();
        let played = play(&setting, |_, seen| {
            frames.push(seen.to_vec());
            Ok(())
        });
        played.map_err(|why| format!("{}: {why}", self.name))?;
        let last = (0..frames.len()).rev().find(|number| {
            !setting.steps[*number].did.is_empty() || frames[*number].iter().any(happens)
        });
        // One more, in which a tree that has ended does nothing.
        frames.truncate(last.map_or(1, |last| last + 2));
        setting.steps.truncate(frames.len());
        let form = Form::Published(Level::of(&setting), kinds(&setting.document));
        let case = Case {
            name: self.name,
            form,
            setting,
            frames,
        };
        Ok(Played {
            group: self.group,
            case,
            config,
        })
    }
}

/// Returns whether the tree of an agent ran, or something happened to it.
fn happens(seen: &Observed) -> bool {
    seen.status.is_some() || !seen.events.is_empty() || !seen.variables.is_empty()
}

/// Returns a document as a game config.
fn config(document: &Document, library: &NodeLibrary) -> Result<String, String> {
    let options = WriteOptions {
        minify: true,
        ..WriteOptions::default()
    };
    let project = Project::alone(document);
    let exported = write(ExchangeFormat::GameConfig, &project, library, &options);
    let exported = exported.map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        errors.join("\n")
    })?;
    let file = exported.files.into_iter().next();
    file.map(|file| file.text().to_owned())
        .ok_or_else(|| "nothing was written".to_owned())
}

/// A case in the notation of [`sketch`].
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The file to which it belongs, after the level.
    pub group: &'static str,
    /// Its name.
    pub name: String,
    /// The tree.
    pub tree: String,
    /// The variables.
    pub variables: String,
    /// What is done.
    pub script: String,
    /// The durations of the frames, again and again.
    pub dts: Vec<f64>,
    /// The number of frames.
    pub frames: usize,
    /// The seed of the first agent.
    pub seed: u64,
    /// How many agents run the tree.
    pub agents: usize,
    /// Whether the tree restarts when it has finished.
    pub restarts: bool,
}

impl Default for Sketch {
    /// A case of ten frames of a tenth of a second, without tree and name.
    fn default() -> Self {
        Self {
            group: "",
            name: String::new(),
            tree: String::new(),
            variables: String::new(),
            script: String::new(),
            dts: vec![0.1],
            frames: 10,
            seed: 7,
            agents: 1,
            restarts: false,
        }
    }
}

impl Sketch {
    /// Creates a case of ten frames of a tenth of a second.
    pub fn new(group: &'static str, name: impl Into<String>, tree: impl Into<String>) -> Self {
        Self {
            group,
            name: name.into(),
            tree: tree.into(),
            ..Self::default()
        }
    }

    /// Adds variables and what is done.
    #[must_use]
    pub fn with(mut self, variables: &str, script: &str) -> Self {
        for (text, more) in [(&mut self.variables, variables), (&mut self.script, script)] {
            text.push(' ');
            text.push_str(more);
        }
        self
    }

    /// Returns the plan.
    ///
    /// # Errors
    /// What is wrong with the notation.
    pub fn plan(self) -> Result<Plan, String> {
        let name = self.name;
        let wrong = |why: String| format!("{name}: {why}");
        let mut document = sketch::document(&self.tree, &self.variables).map_err(wrong)?;
        document.restart_when_complete = self.restarts;
        let steps = sketch::steps(&self.script, self.frames, &self.dts).map_err(wrong)?;
        Ok(Plan {
            group: self.group,
            name,
            document,
            seed: self.seed,
            agents: self.agents,
            steps,
        })
    }
}
