//! What cannot be undone, so that the user is asked before it happens: which actions those are, and what is lost. Does not do any of it.

use treewright_session::i18n::Texts;
use treewright_session::templates::{TemplateId, Templates};
use treewright_session::workspace::open_document::OpenDocument;

use crate::action::{
    Action, BreakpointAction, FileAction, PreferAction, TemplateAction, ViewAction,
};
use crate::docking;
use crate::shell::Shell;

/// Something that an action would destroy for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Loss {
    /// All shortcuts that the user has chosen.
    Keys,
    /// The arrangement of the panels.
    Arrangement,
    /// The list of recent files.
    Recent,
    /// The file of a template with this title.
    Template(TemplateId, String),
    /// This number of breakpoints of the active document.
    Breakpoints(usize),
}

impl Loss {
    /// What this action would destroy; `None` if it can be undone or destroys nothing.
    pub(crate) fn of(action: &Action, shell: &Shell, front: &OpenDocument) -> Option<Self> {
        match action {
            Action::Prefer(PreferAction::ResetAllKeys) => {
                (!shell.settings.keys.is_empty()).then_some(Self::Keys)
            }
            Action::View(ViewAction::ResetPanels) => {
                let now = docking::kept(&shell.panels);
                (now != docking::kept(&docking::initial())).then_some(Self::Arrangement)
            }
            Action::File(FileAction::ClearRecent) => {
                (!shell.settings.recent.is_empty()).then_some(Self::Recent)
            }
            Action::Template(TemplateAction::Remove(id)) => {
                let title = title_of(&shell.templates, &shell.texts, id)?;
                Some(Self::Template(id.clone(), title))
            }
            Action::Breakpoint(BreakpointAction::RemoveAll) => {
                let count = front.breakpoints.all().len();
                (count > 1).then_some(Self::Breakpoints(count))
            }
            _ => None,
        }
    }

    /// The action that destroys it.
    pub(crate) fn action(&self) -> Action {
        match self {
            Self::Keys => Action::Prefer(PreferAction::ResetAllKeys),
            Self::Arrangement => Action::View(ViewAction::ResetPanels),
            Self::Recent => Action::File(FileAction::ClearRecent),
            Self::Template(id, _) => Action::Template(TemplateAction::Remove(id.clone())),
            Self::Breakpoints(_) => Action::Breakpoint(BreakpointAction::RemoveAll),
        }
    }

    /// The key of the question.
    pub fn title_key(&self) -> &'static str {
        match self {
            Self::Keys => "question.lose_keys.title",
            Self::Arrangement => "question.lose_arrangement.title",
            Self::Recent => "question.lose_recent.title",
            Self::Template(..) => "question.lose_template.title",
            Self::Breakpoints(_) => "question.lose_breakpoints.title",
        }
    }

    /// The key of the button that agrees.
    pub fn button_key(&self) -> &'static str {
        match self {
            Self::Keys => "question.lose_keys.confirm",
            Self::Arrangement => "question.lose_arrangement.confirm",
            Self::Recent => "question.lose_recent.confirm",
            Self::Template(..) => "question.lose_template.confirm",
            Self::Breakpoints(_) => "question.lose_breakpoints.confirm",
        }
    }

    /// What is lost, in a sentence.
    pub fn text(&self, texts: &Texts) -> String {
        match self {
            Self::Keys => texts.tr("question.lose_keys.text").into_owned(),
            Self::Arrangement => texts.tr("question.lose_arrangement.text").into_owned(),
            Self::Recent => texts.tr("question.lose_recent.text").into_owned(),
            Self::Template(_, title) => {
                texts.tr_with("question.lose_template.text", &[("title", title)])
            }
            Self::Breakpoints(count) => texts.tr_count("question.lose_breakpoints.text", *count),
        }
    }
}

fn title_of(templates: &Templates, texts: &Texts, id: &TemplateId) -> Option<String> {
    let template = templates.find(texts, id)?;
    Some(template.title().to_owned())
}
