//! The content of a file, guessed from its name. Remedies for errors depend on it. Knows no format.

/// The content of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileContent {
    /// A behavior tree in our own format.
    Tree,
    /// A task library.
    Library,
    /// A scenario.
    Scenario,
    /// The recording of a run.
    Recording,
    /// A file of another program.
    Foreign,
}

impl FileContent {
    /// All contents.
    pub const ALL: [Self; 5] = [
        Self::Tree,
        Self::Library,
        Self::Scenario,
        Self::Recording,
        Self::Foreign,
    ];

    /// Returns the content of a file with this name.
    pub fn of(name: &str) -> Self {
        let endings = [
            (".bt.json", Self::Tree),
            (".tasks.json", Self::Library),
            (".scenario.json", Self::Scenario),
            (".jsonl", Self::Recording),
        ];
        let mut endings = endings.into_iter();
        let found = endings.find(|(ending, _)| name.ends_with(ending));
        found.map_or(Self::Foreign, |(_, content)| content)
    }

    /// The remedy for a file over the size limit: its stable code, and an English sentence.
    pub fn too_large(self) -> (&'static str, &'static str) {
        match self {
            Self::Tree => (
                "too_large_tree",
                "Split the tree into several files; if it was never that large, check where the file comes from.",
            ),
            Self::Library => (
                "too_large_library",
                "Split the library into several files; if it was never that large, check where the file comes from.",
            ),
            Self::Scenario => (
                "too_large_scenario",
                "Split the scenario into several; if it was never that large, check where the file comes from.",
            ),
            Self::Recording => (
                "too_large_recording",
                "Record a shorter run; if it was never that long, check where the file comes from.",
            ),
            Self::Foreign => (
                "too_large_foreign",
                "Split its contents in the program that made it; if it was never that large, check where the file comes from.",
            ),
        }
    }

    /// The remedy for an empty file: its stable code, and an English sentence.
    pub fn empty(self) -> (&'static str, &'static str) {
        match self {
            Self::Tree => (
                "empty",
                "If it was saved by Treewright, restore an older copy from version control or a backup; `treewright new` makes a new one.",
            ),
            Self::Recording => (
                "empty_recording",
                "Record the run again: `treewright run TREE --trace FILE`.",
            ),
            Self::Library | Self::Scenario | Self::Foreign => (
                "empty_other",
                "If it had contents, restore an older copy from version control or a backup.",
            ),
        }
    }
}
