//! The content of a file, guessed from its name or from its field `format`. Remedies for errors depend on it. Reads no files.

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
    /// What a robot's nodes did, as BehaviorTree.CPP logs it.
    RobotLog,
    /// A file of another program.
    Foreign,
}

impl FileContent {
    /// All contents.
    pub const ALL: [Self; 6] = [
        Self::Tree,
        Self::Library,
        Self::Scenario,
        Self::Recording,
        Self::RobotLog,
        Self::Foreign,
    ];

    /// Returns the content of a file with this name.
    pub fn of(name: &str) -> Self {
        let endings = [
            (".bt.json", Self::Tree),
            (".tasks.json", Self::Library),
            (".scenario.json", Self::Scenario),
            (".jsonl", Self::Recording),
            (".btlog", Self::RobotLog),
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
            Self::Recording | Self::RobotLog => (
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
            Self::Library | Self::Scenario | Self::RobotLog | Self::Foreign => (
                "empty_other",
                "If it had contents, restore an older copy from version control or a backup.",
            ),
        }
    }

    /// The remedy for a file that is not text: its stable code, and an English sentence.
    pub fn binary(self) -> (&'static str, &'static str) {
        match self {
            Self::Tree | Self::Library | Self::Scenario | Self::Recording => (
                "binary",
                "It is damaged: restore an older copy from version control or a backup.",
            ),
            Self::RobotLog => IS_ROBOT_LOG,
            Self::Foreign => ("binary_other", "Check that it is the file that you meant."),
        }
    }
}

const IS_ROBOT_LOG: (&str, &str) = (
    "is_robot_log",
    "It is a robot's log, not a tree: `treewright run` and the editor show its frames.",
);

/// The remedy for a file that was expected to have another value in its field `format`: its stable code, and an English sentence.
pub(super) fn other_format(found: &str) -> (&'static str, &'static str) {
    match found {
        "treewright" => (
            "is_tree",
            "It is a tree: name the file that belongs to it, or use a command for trees.",
        ),
        "treewright-tasks" => (
            "is_library",
            "It is a task library: name it in the field `libraries` of a tree.",
        ),
        "treewright-scenario" => (
            "is_scenario",
            "It is a scenario: `treewright test` runs it, and the panel Scenarios of its tree shows it.",
        ),
        "treewright-claims" => (
            "is_claims",
            "These are claims about a tree: `treewright explore` and the panel Explore of that tree check them.",
        ),
        "treewright-trace" => (
            "is_recording",
            "It is a recording: `treewright run` and the editor show its frames.",
        ),
        "treewright-live" => (
            "is_live_record",
            "It is what agents of a game did: `treewright run` and the editor show its frames if its name ends in .live.jsonl.",
        ),
        "treewright-breakpoints" => (
            "is_breakpoints",
            "These are breakpoints of a tree, which the editor reads when it opens that tree.",
        ),
        "treewright-snapshot" => (
            "is_snapshot",
            "It is what a game saved of a run: the game loads it.",
        ),
        _ => (
            "other_format",
            "Open it with the program that made it, or import it if its format is supported.",
        ),
    }
}
