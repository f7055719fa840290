//! What actions mean for the keyboard: which open a field that is typed into, which a held key repeats, and which leave the focus where it is.
//! Knows neither keys nor widgets.

use treewright_authoring::edit::Command;

use super::{
    Action, EditAction, FileAction, FindAction, RunAction, ScenarioAction, TemplateAction,
    ViewAction,
};

impl Action {
    /// Whether what it opens is typed into.
    pub fn opens_field(&self) -> bool {
        match self {
            Self::View(action) => matches!(
                action,
                ViewAction::QuickAdd
                    | ViewAction::InsertTemplate
                    | ViewAction::Replace
                    | ViewAction::Wrap
                    | ViewAction::Rename
                    | ViewAction::NameTree
                    | ViewAction::AddVariable
                    | ViewAction::CommandPalette
                    | ViewAction::QuickOpen
                    | ViewAction::GoToNode
            ),
            Self::Edit(action) => matches!(
                action,
                EditAction::Do(Command::AddVariable(_))
                    | EditAction::AddNote(_)
                    | EditAction::GroupSelection
            ),
            Self::Find(action) => matches!(
                action,
                FindAction::Focus | FindAction::FocusReplacement | FindAction::ChooseVariable
            ),
            Self::Template(action) => matches!(action, TemplateAction::AskForName(_)),
            _ => false,
        }
    }

    /// Whether doing this twice is more than doing it once. What opens a window, a field or a dialog opens it once.
    pub fn repeats(&self) -> bool {
        match self {
            Self::Edit(_) | Self::Select(_) | Self::Prefer(_) | Self::Breakpoint(_) => true,
            Self::Run(action) => {
                let opens = matches!(
                    action,
                    RunAction::FocusFrameField
                        | RunAction::ChooseSought
                        | RunAction::Save
                        | RunAction::Compare
                );
                !opens
            }
            Self::View(action) => matches!(
                action,
                ViewAction::Zoom(_)
                    | ViewAction::Pan { .. }
                    | ViewAction::Walk { .. }
                    | ViewAction::NextPanel { .. }
                    | ViewAction::Split
            ),
            Self::File(action) => matches!(action, FileAction::ShowNext { .. }),
            Self::Find(action) => matches!(action, FindAction::Step { .. }),
            _ => false,
        }
    }

    /// Whether this leaves the focus where it is, so that the user can go on typing.
    pub fn leaves_focus(&self) -> bool {
        match self {
            Self::Run(_) => self.repeats(),
            Self::File(action) => matches!(action, FileAction::Save),
            Self::Scenario(action) => matches!(action, ScenarioAction::RunAll),
            Self::Prefer(_) | Self::Breakpoint(_) | Self::Attempt(_) => true,
            _ => false,
        }
    }
}
