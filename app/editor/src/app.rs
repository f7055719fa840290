//! The editor: one frame is what came from outside, then keys, then panels, then the actions that all of these asked for.

mod arrivals;
mod beside;
mod canvases;
mod grief;
mod keeping;
mod keys;
mod panes;
mod pending;
mod reopening;
mod situation;
mod views;
#[cfg(debug_assertions)]
mod watchdog;
mod windows;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

pub(crate) use arrivals::wake_in;
use egui::{CentralPanel, Context, Frame, Margin, Panel as EdgePanel, Ui};
pub(crate) use pending::Pending;
use treewright_core::on_purpose;
use treewright_session::host::backups::Backups;
use treewright_session::host::job::{Hold, Turns};
use treewright_session::host::project_files::{ProjectFiles, matters};
use treewright_session::host::recovery::{LastWords, Recovery};
use treewright_session::host::scenario_runner::Batch;
use treewright_session::host::second_start::Arrivals;
use treewright_session::host::watcher::Watcher;
use treewright_session::i18n::Texts;
use treewright_session::notice::{Notice, NoticeKind};
use treewright_session::settings::{AtStart, Read, Settings, ThemeChoice};
use treewright_session::templates::Templates;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::run_view::RunView;
use treewright_session::workspace::scenario_list::ScenarioList;
pub(crate) use views::Views;

use crate::action::ActionSink;
use crate::command_table::Situation;
use crate::dialogs::Dialogs;
use crate::dispatch::export::outcome::Missed;
use crate::dispatch::export::writing;
use crate::dispatch::file::on_disk::Again;
use crate::dispatch::file::recovering::LeftOver;
use crate::dispatch::file::{Saving, reading};
use crate::dispatch::pictures::Underway;
use crate::dispatch::trail::Journey;
use crate::docking::{self, PanelTree};
use crate::key_order::KeyOrder;
use crate::panels::questions::Question;
use crate::panels::waiting::Awaited;
use crate::panels::{
    PanelContext, menu_bar, questions, run_bar, status_bar, toolbar, tour, waiting,
};
use crate::theme::{self, Theme};
use crate::{dispatch, widgets};

/// What an editor is started with.
pub struct Launch {
    /// Files to open; none for the first example.
    pub files: Vec<PathBuf>,
    /// The folder of the settings.
    pub config: PathBuf,
    /// The folder of copies of unsaved work.
    pub state: PathBuf,
    /// The folder in which dialogs start where nothing speaks for another.
    pub documents: Option<PathBuf>,
    /// Dialogs that ask for paths.
    pub dialogs: Box<dyn Dialogs>,
    /// Whether a first start shows the tour.
    pub tour: bool,
}

/// The world outside.
pub(crate) struct Host {
    pub dialogs: Box<dyn Dialogs>,
    pub watcher: Watcher,
    /// The files to which documents refer and that are watched, and for how many documents.
    pub watched_references: BTreeSet<PathBuf>,
    pub reference_users: usize,
    pub recovery: Recovery,
    pub backups: Backups,
    /// What lies in the project folder of the document in front.
    pub project: ProjectFiles,
    /// The scenarios that are run just now.
    pub scenarios: Option<Batch>,
    /// The files that are being read just now.
    pub readings: Vec<reading::Underway>,
    /// The task libraries that are being read just now.
    pub libraries: Vec<dispatch::libraries::Underway>,
    /// The files that changed on disk and are being read again.
    pub read_again: Vec<Again>,
    /// The documents that are being written to their files just now.
    pub savings: Vec<Saving>,
    /// What keeps those from arriving, for tests.
    pub savings_held: Hold,
    /// How long the window waits for one of them.
    pub patience: Duration,
    /// The exports that are being made just now.
    pub exports: Vec<writing::Underway>,
    /// The versions of documents that are being read just now, to be compared, merged or taken back.
    pub versions: Vec<dispatch::versions::reading::Underway>,
    /// The recordings that are being compared with runs just now.
    pub compared_runs: Vec<dispatch::recordings::comparing::Underway>,
    /// The layouts that are wanted.
    pub layouts: dispatch::layout::Layouts,
    /// What is begun now takes until it is let go on, which the hold keeps from arriving.
    pub work_is_held: bool,
    pub hold: Hold,
    /// Whose turn it is to compare or merge large versions.
    pub turns: Turns,
    /// The exports that could not be written, of which nobody was told yet.
    pub missed_exports: Vec<Missed>,
    /// The project folders whose exports the user does not want written on save for now.
    pub exports_not_now: BTreeSet<PathBuf>,
    /// The picture that is being made just now.
    pub picture: Option<Underway>,
    pub settings_file: PathBuf,
    /// The folder of what is kept between two starts.
    pub state: PathBuf,
    /// The folder in which dialogs start where nothing speaks for another.
    pub documents: Option<PathBuf>,
    /// The folder of the user's templates.
    pub templates: PathBuf,
    /// What other starts of the program want to be opened here.
    pub second_starts: Option<Arrivals>,
}

/// The editor.
pub struct EditorApp {
    pub(crate) workspace: Workspace,
    pub(crate) settings: Settings,
    pub(crate) templates: Templates,
    pub(crate) panels: PanelTree,
    pub(crate) texts: Texts,
    pub(crate) views: Views,
    pub(crate) host: Host,
    pub(crate) notice: Option<Notice>,
    /// The question in front, and what it is about.
    pub(crate) question: Option<(Question, Pending)>,
    /// What the open dialog of the system is about.
    pub(crate) dialog: Option<Pending>,
    /// What is to be done once everything that is being asked about is saved.
    pub(crate) after_saving: Option<Pending>,
    /// Where somebody was before.
    pub(crate) journey: Journey,
    /// The file of the document whose project folder is looked at.
    pub(crate) project_of: Option<PathBuf>,
    /// The scenarios of the project, and for what they were listed.
    pub(crate) scenarios: ScenarioList,
    pub(crate) scenarios_listed: Option<(u64, String)>,
    /// Copies of unsaved work that sessions left which ended as they should not.
    pub(crate) left_over: LeftOver,
    keeping: keeping::Keeping,
    pub(crate) quitting: bool,
    /// What is being done beside the window's thread.
    pub(crate) under_way: dispatch::underway::UnderWay,
    /// The user is in the middle of something, and was when the frame before began.
    pub(crate) is_busy: bool,
    pub(crate) was_busy: bool,
    /// What is done in every frame and panicked.
    given_up: grief::GivenUp,
    #[cfg(debug_assertions)]
    watchdog: watchdog::Watchdog,
    last_time: Option<f64>,
    title: String,
    /// The settings as they were written last, but for what is only written at the end.
    kept: Settings,
}

impl EditorApp {
    /// An editor in this egui context.
    pub fn new(ctx: &Context, launch: Launch) -> Self {
        crate::icons::install(ctx);
        theme::install(ctx);
        ctx.add_plugin(KeyOrder::default());
        let settings_file = launch.config.join(treewright_session::settings::FILE_NAME);
        let templates = launch.config.join("templates");
        let (settings, read) = Settings::load(&settings_file, docking::is_arrangement);
        let texts = match &settings.language {
            Some(language) => Texts::new(language),
            None => Texts::of_system(),
        };
        ctx.set_theme(theme::preference(
            settings.theme.unwrap_or(ThemeChoice::System),
        ));
        dispatch::preferences::put_in_force(ctx, &settings);
        let panels = settings.panels.as_ref().map(docking::restored);
        let waker = ctx.clone();
        let project_waker = {
            let ctx = ctx.clone();
            move || ctx.request_repaint()
        };
        let mut app = Self {
            workspace: Workspace::default(),
            templates: Templates::load(&templates),
            panels: panels.unwrap_or_else(docking::initial),
            texts,
            views: Views::default(),
            host: Host {
                dialogs: launch.dialogs,
                watcher: Watcher::new(matters, move || waker.request_repaint()),
                watched_references: BTreeSet::new(),
                reference_users: 0,
                recovery: Recovery::new(&launch.state),
                backups: Backups::new(&launch.state),
                project: ProjectFiles::new(project_waker),
                scenarios: None,
                readings: Vec::new(),
                libraries: Vec::new(),
                read_again: Vec::new(),
                savings: Vec::new(),
                savings_held: Hold::default(),
                patience: dispatch::file::saving::PATIENCE,
                exports: Vec::new(),
                versions: Vec::new(),
                compared_runs: Vec::new(),
                layouts: dispatch::layout::Layouts::default(),
                work_is_held: false,
                hold: Hold::default(),
                turns: Turns::default(),
                missed_exports: Vec::new(),
                exports_not_now: BTreeSet::new(),
                picture: None,
                settings_file,
                state: launch.state,
                documents: launch.documents,
                templates,
                second_starts: None,
            },
            settings,
            notice: None,
            question: None,
            dialog: None,
            after_saving: None,
            journey: Journey::default(),
            project_of: None,
            scenarios: ScenarioList::default(),
            scenarios_listed: None,
            left_over: LeftOver::default(),
            keeping: keeping::Keeping::default(),
            quitting: false,
            under_way: dispatch::underway::UnderWay::default(),
            is_busy: false,
            was_busy: false,
            given_up: grief::GivenUp::new(),
            #[cfg(debug_assertions)]
            watchdog: watchdog::Watchdog::new(treewright_session::host::program_log::add),
            last_time: None,
            title: String::new(),
            kept: Settings::default(),
        };
        app.kept = app.settings.preferences();
        app.guarded(ctx, |app| app.open_at_start(ctx, &launch.files));
        if launch.tour
            && launch.files.is_empty()
            && !app.settings.tour_seen
            && app.question.is_none()
        {
            app.views.tour = Some(0);
        }
        app.say_how_settings_were_read(ctx, &read);
        dispatch::templates::say_if_damaged(&mut app, ctx);
        app.say_how_it_ended(ctx);
        app
    }

    fn say_how_settings_were_read(&mut self, ctx: &Context, read: &Read) {
        let text = match read {
            Read::Well => return,
            Read::SetAside(path) => {
                let path = path.display().to_string();
                let arguments = [("path", &*path)];
                self.texts.tr_with("notice.settings_damaged", &arguments)
            }
            Read::InPart(path, names) => {
                let (path, names) = (path.display().to_string(), names.join(", "));
                let arguments = [("path", &*path), ("names", &*names)];
                self.texts.tr_with("notice.settings_in_part", &arguments)
            }
            Read::Unusable(path) => {
                let path = path.display().to_string();
                let arguments = [("path", &*path)];
                self.texts.tr_with("notice.settings_unusable", &arguments)
            }
            Read::Newer => self.texts.tr("notice.settings_newer").into_owned(),
        };
        self.say(ctx, NoticeKind::Failed, text);
    }

    fn open_at_start(&mut self, ctx: &Context, files: &[PathBuf]) {
        for file in files {
            dispatch::file::open_path(self, ctx, file);
        }
        if files.is_empty() && self.settings.at_start == AtStart::Reopen {
            self.reopen(ctx);
        }
        if files.is_empty()
            && self.workspace.front().is_untouched()
            && self.host.readings.is_empty()
            && let Some(example) = treewright_session::examples::EXAMPLES.first()
        {
            dispatch::file::open_example(self, ctx, example.name);
            self.notice = None;
        }
        dispatch::file::recovering::look_for_copies(self);
    }

    /// Draws one frame and handles its input.
    pub fn show(&mut self, ui: &mut Ui) {
        on_purpose::panic_at("ui");
        on_purpose::panic_at("hook-reentrancy");
        let ctx = ui.ctx().clone();
        let mut sink = ActionSink::default();
        let mut last = ActionSink::default();
        widgets::note_hands(&ctx);
        widgets::let_cursor_rest(&ctx);
        self.receive(&ctx, &mut last);
        let awaited = dispatch::underway::told(self, &ctx);
        let situation = self.situation();
        let covered = self.question.is_some() || self.is_covered();
        if covered && !self.views.covered {
            self.put_away_what_takes_keys(&ctx);
        }
        self.views.covered = covered;
        if let (Some(step), None) = (self.views.tour, &self.question) {
            tour::take_keys(&ctx, step, &mut last);
        }
        if !covered {
            keys::read(
                &ctx,
                &situation,
                self.views.command_palette.is_some(),
                &mut last,
            );
        }
        self.draw(ui, &situation, &awaited, &mut sink);
        // What came from outside and keys come last: a field that loses the keyboard by them has handed in its text by then.
        let before = self.last_step();
        let said = self.notice.clone();
        let mut went_on = false;
        for action in sink.take().into_iter().chain(last.take()) {
            went_on |= action.goes_on();
            dispatch::apply(self, &ctx, action);
        }
        if self.notice == said {
            // Bad news stays until it was read.
            let is_old = |notice: &mut Notice| went_on && notice.kind != NoticeKind::Failed;
            self.notice.take_if(is_old);
            self.say_what_was_done(&ctx, before);
        }
        self.finish(&ctx);
    }

    /// Opens from now on what other starts of the program hand over.
    pub fn take_files_of(&mut self, second_starts: Arrivals) {
        self.host.second_starts = Some(second_starts);
    }

    /// By which copies of unsaved work are written when something else than this ends the program.
    pub fn last_words(&self) -> LastWords {
        self.host.recovery.own.last_words()
    }

    /// Keeps the settings for the next start.
    pub fn end(&mut self) {
        // Nobody may have been asked about what is unsaved.
        self.copy_now();
        // There is no window left to say anything in.
        let _ = self.save_settings();
    }

    /// The documents, to look at.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// How many cards the canvas of the document in front has made so far.
    pub fn count_cards_made(&self) -> usize {
        let canvas = self.views.canvases.get(self.workspace.front().id());
        canvas.map_or(0, crate::panels::canvas::CanvasState::count_made)
    }

    /// What the status bar says.
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    /// Whether it is about to end, with nothing left to ask.
    pub fn is_ending(&self) -> bool {
        self.quitting
    }

    /// Whether a window stands in front of the panels.
    pub(crate) fn is_covered(&self) -> bool {
        self.views.is_covered()
    }

    /// What is to stand in front takes the keyboard from everything else: fields hand in their text, searches close.
    fn put_away_what_takes_keys(&mut self, ctx: &Context) {
        arrivals::hand_in_what_is_typed(ctx);
        egui::Popup::close_all(ctx);
        self.views.command_palette = None;
        for canvas in self.views.canvases.all_mut() {
            canvas.close_quick_add();
        }
    }

    fn draw(
        &mut self,
        ui: &mut Ui,
        situation: &Situation,
        awaited: &[Awaited],
        sink: &mut ActionSink,
    ) {
        let theme = Theme::of(ui);
        let front = self.workspace.front();
        let cx = PanelContext {
            workspace: &self.workspace,
            front,
            run: front.run.as_ref().map(|run| run as &dyn RunView),
            library: self.workspace.library(),
            templates: &self.templates,
            settings: &self.settings,
            project: self.host.project.view(),
            scenarios: &self.scenarios,
            way_in: &self.journey.descent,
            situation,
            theme: &theme,
            texts: &self.texts,
        };
        let bar = |vertical| {
            Frame::new()
                .fill(theme.panel)
                .inner_margin(Margin::symmetric(8, vertical))
        };
        EdgePanel::top("menu bar").frame(bar(3)).show(ui, |ui| {
            menu_bar::show(ui, &cx, &self.panels, sink);
            tour::note_place(ui, tour::MENU, ui.min_rect());
        });
        EdgePanel::top("toolbar").frame(bar(4)).show(ui, |ui| {
            toolbar::show(ui, &cx, sink);
            tour::note_place(ui, tour::TOOLBAR, ui.min_rect());
        });
        if let Some(run) = cx.run {
            let bar = EdgePanel::top("run bar").frame(bar(3));
            bar.show(ui, |ui| run_bar::show(ui, &cx, run, sink));
        }
        EdgePanel::bottom("status bar")
            .frame(bar(3))
            .show(ui, |ui| {
                status_bar::show(ui, &cx, self.notice.as_ref(), sink);
            });
        CentralPanel::no_frame().show(ui, |ui| {
            panes::show(ui, cx, &mut self.panels, &mut self.views, sink);
        });
        windows::show(ui.ctx(), &cx, &mut self.views, sink);
        if let Some((question, _)) = &mut self.question {
            questions::show(ui.ctx(), &theme, &self.texts, question, sink);
        }
        let canvas = ui.data(|data| data.get_temp(egui::Id::unique(keys::CANVAS_RECT)));
        waiting::show(ui.ctx(), &cx, canvas, awaited, sink);
        widgets::focus_ring(ui.ctx(), &theme, canvas);
    }
}

impl eframe::App for EditorApp {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show_or_end(ui);
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.end();
    }
}
