//! What can be wrong with a file of another tool, a row each; of XML as a text, [`crate::xml`] knows.

use treewright_core::told;

told! {
    /// What is wrong with a file of another tool.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ForeignFault of "foreign_error" {
        /// A node has more fields than are read.
        MostParameters {
            /// The most.
            most: usize,
        } = "most_parameters", "the node has too many fields: limit {most}";
        /// A name is longer than any that is read.
        LongName {
            /// The most bytes.
            most: usize,
        } = "long_name", "a name is too long: limit {most} bytes";
        /// The name of a node's definition is longer than any that is read.
        LongDefinition {
            /// The most bytes.
            most: usize,
        } = "long_definition", "the name is too long: limit {most} bytes";
        /// A task library would be too large.
        LibraryBytes {
            /// How large, in megabytes.
            has: String,
            /// How large it may be, in megabytes.
            most: String,
        } = "library_too_large", "the task library for its nodes is too large: limit {most} MB, found {has} MB";
        /// A task library would have too many tasks.
        MostTasks {
            /// The most.
            most: usize,
        } = "most_tasks", "the task library has too many tasks: limit {most}";
        /// These are no definitions of nodes.
        NoDefinitions = "no_definitions", "expected node definitions as a list of objects";
        /// It is neither of the forms of behavior3editor.
        NoTree = "no_tree", "expected a tree with `root` and `nodes`, or a project with `trees`";
        /// It is no save JSON.
        NoSave = "no_save", "expected save JSON: a list of nodes, each with `children` and `data`";
        /// A node does not say of which type it is.
        NoType {
            /// The field that would.
            field: String,
        } = "no_type", "the node has no type: field `{field}` is missing";
        /// There are no rules.
        NoRules = "no_rules", "`SubstitutionRules` is missing";
        /// The rules are no object.
        Rules = "rules", "`SubstitutionRules` must be an object of patterns and their replacements";
        /// A pattern is longer than any that is read.
        LongPattern {
            /// The most bytes.
            most: usize,
        } = "long_pattern", "a pattern is too long: limit {most} bytes";
        /// A rule does not say what plays its nodes.
        NoPlayer {
            /// The pattern of the rule.
            pattern: String,
        } = "no_player", "`{pattern}` must name the replacement of its nodes";
        /// A test node cannot answer so.
        NoResult {
            /// What stands there.
            name: String,
        } = "no_result", "unknown result `{name}`: use SUCCESS, FAILURE or RUNNING";
        /// It is no time.
        Delay = "delay", "`async_delay` must be a whole number of milliseconds";
    }
}
