//! What a file holds, as far as what to do about a fault of it depends on that. Knows no format.

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileContent {
    /// A tree of ours.
    Tree,
    /// A task library.
    Library,
    /// A scenario.
    Scenario,
    /// The recording of a run.
    Recording,
    /// What another program made, as far as the name tells.
    Foreign,
}

impl FileContent {
    /// All there are.
    pub const ALL: [Self; 5] = [
        Self::Tree,
        Self::Library,
        Self::Scenario,
        Self::Recording,
        Self::Foreign,
    ];

    /// What a file of this name holds.
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

    /// What to do about a file that is larger than any that are read, with a stable name for translations.
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

    /// The same about one that holds nothing.
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
