//! Scenarios and claims as files of a project. Knows no paths.

use std::sync::Arc;

use treewright_explore::claims::Claims;
use treewright_explore::claims_json;
use treewright_insight::scenario::Scenario;

use super::{Content, NewContent, Use};
use crate::host::about_trees::AboutTree;
use crate::host::scenario_files::SCENARIO;

/// A file of a project about a tree.
pub trait FileAboutTree: AboutTree + 'static {
    /// How its files end.
    const ENDING: &'static str;

    /// Returns the content of a file if it is such a one.
    fn of(content: &Content) -> Option<&Arc<Self>>;

    fn into_content(self) -> NewContent;

    /// Returns the places that name a variable, after one was renamed to it.
    fn uses_of(&self, variable: &str) -> Vec<Use>;
}

impl FileAboutTree for Scenario {
    const ENDING: &'static str = SCENARIO;

    fn of(content: &Content) -> Option<&Arc<Self>> {
        match content {
            Content::Scenario(scenario) => Some(scenario),
            _ => None,
        }
    }

    fn into_content(self) -> NewContent {
        NewContent::Scenario(Arc::new(self))
    }

    fn uses_of(&self, variable: &str) -> Vec<Use> {
        let frames = self.frames_naming(variable).into_iter();
        frames.map(Use::Frame).collect()
    }
}

impl FileAboutTree for Claims {
    const ENDING: &'static str = claims_json::ENDING;

    fn of(content: &Content) -> Option<&Arc<Self>> {
        match content {
            Content::Claims(claims) => Some(claims),
            _ => None,
        }
    }

    fn into_content(self) -> NewContent {
        NewContent::Claims(Arc::new(self))
    }

    fn uses_of(&self, _: &str) -> Vec<Use> {
        vec![Use::File]
    }
}
