//! What the user may lose for good, with the question about it. Does not do any of it.

use treewright_insight::recording::WayId;
use treewright_session::i18n::Texts;

use crate::action::{
    Action, BreakpointAction, FileAction, PreferAction, RunAction, ViewAction, WayAction,
};

/// Something that an action would destroy for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// All shortcuts that the user has chosen.
    Keys,
    /// The arrangement of the panels.
    Arrangement,
    /// The list of recent files.
    Recent,
    /// This number of breakpoints of the active document.
    Breakpoints(usize),
    /// This number of ways of the active run, all but this one.
    OtherWays(WayId, usize),
    /// What a robot told until it was left.
    ToldRun,
}

impl Loss {
    /// The action that destroys it.
    pub(crate) fn action(&self) -> Action {
        match self {
            Self::Keys => Action::Prefer(PreferAction::ResetAllKeys),
            Self::Arrangement => Action::View(ViewAction::ResetPanels),
            Self::Recent => Action::File(FileAction::ClearRecent),
            Self::Breakpoints(_) => Action::Breakpoint(BreakpointAction::RemoveAll),
            Self::ToldRun => Action::Run(RunAction::Stop),
            Self::OtherWays(way, _) => Action::Run(RunAction::Way(WayAction::KeepOnly(*way))),
        }
    }

    /// The key of the question.
    pub fn title_key(&self) -> &'static str {
        match self {
            Self::Keys => "question.lose_keys.title",
            Self::Arrangement => "question.lose_arrangement.title",
            Self::Recent => "question.lose_recent.title",
            Self::Breakpoints(_) => "question.lose_breakpoints.title",
            Self::OtherWays(..) => "question.lose_ways.title",
            Self::ToldRun => "question.lose_told.title",
        }
    }

    /// The key of the button that agrees.
    pub fn button_key(&self) -> &'static str {
        match self {
            Self::Keys => "question.lose_keys.confirm",
            Self::Arrangement => "question.lose_arrangement.confirm",
            Self::Recent => "question.lose_recent.confirm",
            Self::Breakpoints(_) => "question.lose_breakpoints.confirm",
            Self::OtherWays(..) => "question.lose_ways.confirm",
            Self::ToldRun => "question.lose_told.confirm",
        }
    }

    /// What is lost, in a sentence.
    pub fn text(&self, texts: &Texts) -> String {
        match self {
            Self::Keys => texts.tr("question.lose_keys.text").into_owned(),
            Self::Arrangement => texts.tr("question.lose_arrangement.text").into_owned(),
            Self::Recent => texts.tr("question.lose_recent.text").into_owned(),
            Self::Breakpoints(count) => texts.tr_count("question.lose_breakpoints.text", *count),
            Self::OtherWays(_, count) => texts.tr_count("question.lose_ways.text", *count),
            Self::ToldRun => texts.tr("question.lose_told.text").into_owned(),
        }
    }
}
