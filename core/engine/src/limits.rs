//! What files of unknown origin may ask for at most. In one place, so that whoever changes a limit sees the others; messages name them by these numbers.
//! They are meant to keep what is read, but for recordings, below a second and 500 MB: tests look at the memory, and
//! `cargo bench -p treewright-tests --bench hostile` measures both.

/// The largest file of any kind but recordings, in bytes: a document of 100,000 nodes has about 6 MB.
pub const FILE_BYTES: usize = 64 * MEGABYTE;

/// The largest recording of a run, in bytes, and none larger is written. A line a frame is read or written and run at a time, so a long run takes time
/// but no memory for its text. No line is longer than [`FILE_BYTES`].
pub const RECORDING_BYTES: u64 = 4096 * MEGABYTE as u64;

/// The largest task library, in bytes: what a game declares, in all its languages.
pub const LIBRARY_BYTES: usize = 8 * MEGABYTE;

/// The largest of the files that this program keeps for itself: settings, breakpoints, targets of exports.
pub const KEPT_BYTES: usize = 16 * MEGABYTE;

/// The longest name of anything, in bytes: of nodes, variables, trees, tasks and parameters, and the longest id.
pub const NAME_BYTES: usize = 10_000;

/// The longest text that is no name, in bytes: comments, descriptions, notes, values. What is longer is no work of a hand, and no field of the editor could show it.
pub const TEXT_BYTES: usize = 256 * 1024;

/// The most values of a file of JSON, names of fields counted too: a node has about fifteen.
pub const JSON_VALUES: usize = 4_000_000;

/// The most nodes of a document.
pub const NODES: usize = 200_000;

/// The most nodes of a file of another tool, which becomes several texts on its way.
pub const FOREIGN_NODES: usize = 100_000;

/// The most links to children that the nodes of a file list together, those counted that lead nowhere.
pub const LINKS: usize = 300_000;

/// The most of anything else that a file lists: variables, notes, tasks, steps of a scenario.
pub const ITEMS: usize = 100_000;

/// The most fields of one object whose names are data, such as the parameters of a node.
pub const FIELDS: usize = 1_000;

/// The most problems of one kind that are listed of a document; all are counted.
pub const PROBLEMS_OF_A_KIND: usize = 10_000;

/// The most lines of problems, remarks, conflicts and the like that people are shown one below the other; behind them stands how many more there are.
pub const SHOWN_PROBLEMS: usize = 100;

/// What sizes are counted in where people read them.
pub const MEGABYTE: usize = 1024 * 1024;

/// A size in megabytes, rounded up, so that what is too large never looks as if it were not.
pub fn in_megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(MEGABYTE as u64)
}
