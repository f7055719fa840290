//! The sections of the inspector: which there are, and whether each is open, which the settings remember.

use egui::{Id, Ui};

use crate::action::{Action, ActionSink, PreferAction};
use crate::panels::PanelContext;
use crate::theme::space;
use crate::widgets::section_heading;

/// A part of the inspector that can be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// Name, comment and switches.
    Node,
    Parameters,
    /// The abort type, and what the node can interrupt.
    Abort,
    /// What can interrupt the node.
    InterruptedBy,
    StandIn,
    /// What the node can do, as exploring has found.
    Explored,
    /// The data that the node has attached to the shown frame.
    Data,
    /// How a node of this type works.
    Rules,
}

impl Section {
    /// Its stable name in the settings.
    fn key(self) -> &'static str {
        match self {
            Self::Node => "node",
            Self::Parameters => "parameters",
            Self::Abort => "abort",
            Self::InterruptedBy => "interrupted_by",
            Self::StandIn => "stand_in",
            Self::Explored => "explored",
            Self::Data => "data",
            Self::Rules => "rules",
        }
    }

    fn title_key(self) -> &'static str {
        match self {
            Self::Node => "inspector.section_node",
            Self::Parameters => "inspector.section_parameters",
            Self::Abort => "inspector.section_abort",
            Self::InterruptedBy => "interrupted_by.title",
            Self::StandIn => "stand_in.title",
            Self::Explored => "explore.section",
            Self::Data => "stand_in.data",
            Self::Rules => "inspector.rules",
        }
    }

    /// Whether it is open until the user closes it.
    fn starts_open(self) -> bool {
        self != Self::Rules
    }

    fn is_open(self, cx: &PanelContext<'_>) -> bool {
        let is_toggled = cx.settings.toggled_sections.contains(self.key());
        self.starts_open() != is_toggled
    }

    /// Shows the heading, with a detail at its right end, which may be empty; and if the section is open, what `add` shows.
    pub fn show(
        self,
        ui: &mut Ui,
        cx: &PanelContext<'_>,
        detail: &str,
        sink: &mut ActionSink,
        add: impl FnOnce(&mut Ui, &mut ActionSink),
    ) {
        let is_open = self.is_open(cx);
        let title = cx.texts.tr(self.title_key());
        let id = Id::unique(("section", self.key()));
        if section_heading(ui, cx.theme, id, (&title, detail), is_open) {
            sink.push(Action::Prefer(PreferAction::ToggleSection(self.key())));
        }
        if is_open {
            add(ui, sink);
            ui.add_space(space::XS);
        }
    }
}
