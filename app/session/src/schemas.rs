//! The JSON Schemas of our formats, files of `assets/schema`, for text editors and other programs.

macro_rules! schema {
    ($name:literal) => {
        include_str!(concat!(
            env!("TREEWRIGHT_ASSETS"),
            "/schema/treewright-",
            $name,
            "-1.json"
        ))
    };
}

/// Trees.
pub const TREE: &str = schema!("bt");
/// Scenarios.
pub const SCENARIO: &str = schema!("scenario");
/// Task libraries.
pub const TASKS: &str = schema!("tasks");
/// Breakpoints.
pub const BREAKPOINTS: &str = schema!("breakpoints");
/// Recordings of runs.
pub const TRACE: &str = schema!("trace");
/// Messages of the live link.
pub const LINK: &str = schema!("link");
/// What was seen of a game.
pub const LIVE: &str = schema!("live");
/// Claims.
pub const CLAIMS: &str = schema!("claims");
