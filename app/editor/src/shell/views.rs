//! The state of panels and windows between frames. Does not know their internals.

use std::path::PathBuf;

use treewright_session::host::files::Fingerprint;
use treewright_session::workspace::open_document::DocumentId;

use crate::action::PictureChoice;
use crate::panels::agents::AgentsState;
use crate::panels::agents_window::AgentsWindow;
use crate::panels::attach_window::AttachWindow;
use crate::panels::blackboard::BlackboardState;
use crate::panels::breakpoints::BreakpointsState;
use crate::panels::canvases::Canvases;
use crate::panels::command_palette::PaletteWindow;
use crate::panels::comparison::Comparison;
use crate::panels::coverage::CoverageState;
use crate::panels::earlier_versions::EarlierVersions;
use crate::panels::explore::ExploreState;
use crate::panels::export_window::ExportWindow;
use crate::panels::extraction_window::ExtractionWindow;
use crate::panels::find::FindState;
use crate::panels::import_report::ImportReports;
use crate::panels::inspector::InspectorState;
use crate::panels::key_sheet::KeySheet;
use crate::panels::log::LogState;
use crate::panels::map::MapState;
use crate::panels::node_reference::ReferenceWindow;
use crate::panels::observers::ObserversState;
use crate::panels::outline::OutlineState;
use crate::panels::palette::PaletteState;
use crate::panels::picture_window::PictureWindow;
use crate::panels::plots::PlotsState;
use crate::panels::problems::ProblemsState;
use crate::panels::project::ProjectState;
use crate::panels::rename_window::RenameWindow;
use crate::panels::scenario_window::ScenarioWindow;
use crate::panels::scenarios::ScenariosState;
use crate::panels::settings_window::SettingsWindow;
use crate::panels::side_by_side::ComparisonView;
use crate::panels::takes_window::TakesWindow;
use crate::panels::task_window::TaskWindow;
use crate::panels::template_window::TemplateWindow;
use crate::panels::timeline::TimelineState;
use crate::panels::versions::VersionsState;
use crate::panels::ways_window::WaysWindow;
use crate::panels::why_window::WhyWindow;

/// The state of panels and windows between frames.
#[derive(Default)]
pub(crate) struct Views {
    pub palette: PaletteState,
    pub problems: ProblemsState,
    pub outline: OutlineState,
    pub inspector: InspectorState,
    pub blackboard: BlackboardState,
    pub breakpoints: BreakpointsState,
    pub observers: ObserversState,
    pub why: Option<WhyWindow>,
    /// What differs between the ways of a run.
    pub ways: Option<WaysWindow>,
    /// What it would take that something happens.
    pub takes: Option<TakesWindow>,
    /// The comparison of the document with another version, and conflicts of merges.
    pub versions: VersionsState,
    /// The comparison of a run with a recording.
    pub comparison: Option<Comparison>,
    /// The window with earlier versions of a document.
    pub earlier: Option<EarlierVersions>,
    pub export: Option<ExportWindow>,
    pub find: FindState,
    /// The notes on imported files.
    pub import: ImportReports,
    /// The picture window, and the last choices in it.
    pub picture: Option<PictureWindow>,
    pub picture_choice: PictureChoice,
    pub project: ProjectState,
    pub timeline: TimelineState,
    pub plots: PlotsState,
    pub map: MapState,
    pub log: LogState,
    pub agents: AgentsState,
    pub agents_window: Option<AgentsWindow>,
    /// The programs that the editor is attached to.
    pub attach: Option<AttachWindow>,
    pub canvases: Canvases,
    /// The side-by-side view of another version.
    pub comparison_view: ComparisonView,
    pub command_palette: Option<PaletteWindow>,
    /// The current step of the tour.
    pub tour: Option<usize>,
    /// During the tour: whether the panels below the canvas were folded before it.
    pub folded_before_tour: Option<bool>,
    /// The node reference, while it is open.
    pub reference: Option<ReferenceWindow>,
    pub about: bool,
    pub settings: Option<SettingsWindow>,
    pub template: Option<TemplateWindow>,
    /// The window for a new name in the whole project.
    pub rename_window: Option<RenameWindow>,
    /// The window for the tasks of a library.
    pub task_window: Option<TaskWindow>,
    pub extraction: Option<ExtractionWindow>,
    pub scenarios: ScenariosState,
    pub coverage: CoverageState,
    pub explore: ExploreState,
    pub scenario_window: Option<ScenarioWindow>,
    pub key_sheet: Option<KeySheet>,
    /// A question or window covers the panels, so they ignore the keyboard.
    pub covered: bool,
    /// The next paste goes after the selected node, not below it.
    pub paste_after: bool,
    /// The text that was copied last, and the file of its document.
    pub copied_from: Option<(Fingerprint, PathBuf)>,
    /// The document of the last paste or duplication, and the selection of the copies.
    pub last_copies: Option<(DocumentId, treewright_authoring::edit::Selection)>,
}

impl Views {
    /// Closes the windows over the panels that keep nothing.
    pub fn dismiss(&mut self) {
        self.command_palette = None;
        self.about = false;
        self.why = None;
        self.ways = None;
        self.takes = None;
        self.settings = None;
        self.key_sheet = None;
        self.attach = None;
    }

    pub fn is_covered(&self) -> bool {
        self.about
            || self.tour.is_some()
            || self.settings.is_some()
            || self.key_sheet.is_some()
            || self.template.is_some()
            || self.rename_window.is_some()
            || self.task_window.is_some()
            || self.extraction.is_some()
            || self.scenario_window.is_some()
            || self.agents_window.is_some()
            || self.scenarios.strip.is_adding()
            || self.export.is_some()
            || self.picture.is_some()
    }
}
