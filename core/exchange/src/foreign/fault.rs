//! Errors in files of other tools, one row each; for XML syntax, see [`crate::xml`].

use treewright_core::told;

told! {
    /// An error in a file of another tool.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ForeignFault of "foreign_error" {
        /// A node has more fields than are read.
        MostParameters {
            /// The limit.
            most: usize,
        } = "most_parameters", "the node has too many fields: limit {most}";
        /// A name is too long.
        LongName {
            /// The limit in bytes.
            most: usize,
        } = "long_name", "a name is too long: limit {most} bytes";
        /// The name of a node's definition is too long.
        LongDefinition {
            /// The limit in bytes.
            most: usize,
        } = "long_definition", "the name is too long: limit {most} bytes";
        /// A task library would be too large.
        LibraryBytes {
            /// Its size in megabytes.
            has: String,
            /// The limit in megabytes.
            most: String,
        } = "library_too_large", "the task library for its nodes is too large: limit {most} MB, found {has} MB";
        /// A task library would have too many tasks.
        MostTasks {
            /// The limit.
            most: usize,
        } = "most_tasks", "the task library has too many tasks: limit {most}";
        /// The file does not contain node definitions.
        NoDefinitions = "no_definitions", "expected node definitions as a list of objects";
        /// The file has neither of the forms of behavior3editor.
        NoTree = "no_tree", "expected a tree with `root` and `nodes`, or a project with `trees`";
        /// The file is not save JSON.
        NoSave = "no_save", "expected save JSON: a list of nodes, each with `children` and `data`";
        /// A node has no type.
        NoType {
            /// The key of the type.
            field: String,
        } = "no_type", "the node has no type: field `{field}` is missing";
        /// The file has no rules.
        NoRules = "no_rules", "`SubstitutionRules` is missing";
        /// The rules are not an object.
        Rules = "rules", "`SubstitutionRules` must be an object of patterns and their replacements";
        /// A pattern is too long.
        LongPattern {
            /// The limit in bytes.
            most: usize,
        } = "long_pattern", "a pattern is too long: limit {most} bytes";
        /// A rule has no replacement for its nodes.
        NoPlayer {
            /// The pattern of the rule.
            pattern: String,
        } = "no_player", "`{pattern}` must name the replacement of its nodes";
        /// The result of a test node is unknown.
        NoResult {
            /// The text of the result.
            name: String,
        } = "no_result", "unknown result `{name}`: use SUCCESS, FAILURE or RUNNING";
        /// The delay is not a time.
        Delay = "delay", "`async_delay` must be a whole number of milliseconds";
    }
}
