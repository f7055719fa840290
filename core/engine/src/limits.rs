//! Limits for files of unknown origin, in one place; error messages quote these numbers.
//!
//! Readers refuse what exceeds a limit, and so do writers and edits: what cannot be read again must not be saved.
//!
//! They keep reading below one second and 500 MB of memory, except for recordings. Tests check the memory; `cargo
//! bench -p treewright-tests --bench hostile` measures both.

/// The largest file in bytes, except recordings and task libraries. A document of 100,000 nodes takes about 6 MB.
pub const FILE_BYTES: usize = 64 * MEGABYTE;

/// The largest recording of a run in bytes, for reading and writing. Recordings are processed line by line, one line
/// per frame, so a long one takes time but no memory for its text. No line is longer than [`FILE_BYTES`].
pub const RECORDING_BYTES: u64 = 4096 * MEGABYTE as u64;

/// The largest task library in bytes, with all its languages.
pub const LIBRARY_BYTES: usize = 8 * MEGABYTE;

/// The largest file that the program keeps for itself, in bytes: settings, breakpoints, export targets.
pub const PROGRAM_FILE_BYTES: usize = 16 * MEGABYTE;

/// The longest name in bytes: of nodes, variables, trees, tasks and parameters. Also the longest id.
pub const NAME_BYTES: usize = 10_000;

/// The longest other text in bytes: comments, descriptions, notes, values. Longer texts are not written by hand, and
/// no field of the editor could show them.
pub const TEXT_BYTES: usize = 256 * 1024;

/// The most values in a JSON file, field names included. A node has about 15.
pub const JSON_VALUES: usize = 4_000_000;

/// The most nodes in a document.
pub const NODES: usize = 200_000;

/// The most nodes in a file of another tool. Fewer than in a document, because an import converts the file through
/// several texts.
pub const FOREIGN_NODES: usize = 100_000;

/// The most connections to children that a file lists, including those that lead nowhere.
pub const LINKS: usize = 300_000;

/// The most entries of any other list in a file: variables, notes, tasks, steps of a scenario.
pub const ITEMS: usize = 100_000;

/// The most fields of one object whose field names are data, such as the parameters of a node.
pub const FIELDS: usize = 1_000;

/// The most problems of one type that are listed for a document. All of them are counted.
pub const PROBLEMS_PER_TYPE: usize = 10_000;

/// The most problems, import notes or conflicts that are shown in a list; a last line says how many more there are.
pub const LISTED_PROBLEMS: usize = 100;

/// Bytes in a megabyte, the unit in which sizes are shown.
pub const MEGABYTE: usize = 1024 * 1024;

/// Converts bytes to megabytes, rounded up, so that a size over the limit never looks allowed.
pub fn in_megabytes(bytes: u64) -> u64 {
    bytes.div_ceil(MEGABYTE as u64)
}
