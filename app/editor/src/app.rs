//! The editor, frame by frame: external events, then shortcuts, then panels, then the actions that all of these requested.

mod announcing;
mod frame_events;
mod keys;
mod mouse_strips;
mod panes;
mod panic_handling;
pub mod reopening;
#[cfg(debug_assertions)]
mod watchdog;
mod windows;

use std::path::PathBuf;

use announcing::Announcements;
use egui::{CentralPanel, Context, Frame, Margin, Panel as EdgePanel, Role, Ui};
use treewright_core::ids::NodeId;
use treewright_core::on_purpose;
use treewright_session::host::files::absolute;
use treewright_session::host::recovery::EmergencyWriter;
use treewright_session::host::second_start::Arrivals;
use treewright_session::i18n::Texts;
use treewright_session::notice::{Notice, NoticeKind};
use treewright_session::settings::{AtStart, Settings, SettingsLoaded, ThemeChoice};
use treewright_session::templates::Templates;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::run_view::RunView;

use crate::accessible_tree::{AccessibleTree, ReaderWords, name_region, set_words};
use crate::action::{ActionSink, RunningJob};
use crate::clicked_panel;
use crate::command_table::Situation;
use crate::dialogs::Dialogs;
use crate::dispatch::file::reading;
use crate::editor::Editor;
use crate::job_registry::JobRegistry;
use crate::key_order::{self, KeyOrder};
use crate::keyboard_return::KeyboardReturn;
use crate::panels::canvas::CanvasState;
use crate::panels::canvases::CANVAS_RECT;
use crate::panels::{
    PanelContext, menu_bar, questions, run_bar, status_bar, toolbar, tour, waiting,
};
use crate::popup_keyboard::PopupKeyboard;
pub use crate::services::Conditions;
use crate::services::{Folders, Services};
use crate::shell::Shell;
use crate::theme::{self, Theme};
use crate::{dispatch, docking, focus_regions, widgets};

/// What the editor is started with.
pub struct Launch {
    /// Files to open; if empty, the first example or the files of the last session.
    pub files: Vec<PathBuf>,
    /// The file for which a merge tool waits, which uses it only if no conflicts are left.
    pub merge_result: Option<PathBuf>,
    /// The folder of the settings.
    pub config: PathBuf,
    /// The folder of copies of unsaved work.
    pub state: PathBuf,
    /// The folder in which file dialogs start by default.
    pub documents: Option<PathBuf>,
    /// The file dialogs.
    pub dialogs: Box<dyn Dialogs>,
    /// Whether a first start shows the tour.
    pub tour: bool,
    /// The language of this start, whatever the settings say.
    pub language: Option<&'static str>,
    /// Timing and faults of the outside world; tests replace it.
    pub conditions: Conditions,
}

/// The editor as an eframe application.
pub struct EditorApp {
    editor: Editor,
    /// Steps of a frame that panicked and are paused.
    paused_steps: panic_handling::PausedSteps,
    #[cfg(debug_assertions)]
    watchdog: watchdog::Watchdog,
    last_time: Option<f64>,
    announcements: Announcements,
    /// The pixels per point of the last frame, and the frames left in which the size of the window may still follow them.
    scale: (f32, u8),
    /// The size of the window is not known for sure yet.
    is_starting: bool,
    title: String,
    /// The settings as last written, except for those that are only written at the end.
    saved_settings: Settings,
}

impl EditorApp {
    /// Creates the editor in this egui context.
    pub fn new(ctx: &Context, launch: Launch) -> Self {
        crate::icons::install(ctx);
        theme::install(ctx);
        ctx.add_plugin(AccessibleTree);
        ctx.add_plugin(KeyOrder::default());
        ctx.add_plugin(PopupKeyboard::default());
        // Popups that close give the keyboard back in the same frame.
        ctx.add_plugin(KeyboardReturn::default());
        let folders = Folders {
            settings_file: launch.config.join(treewright_session::settings::FILE_NAME),
            state: launch.state,
            documents: launch.documents,
            templates: launch.config.join("templates"),
        };
        let (settings, read) = Settings::load(&folders.settings_file, docking::is_arrangement);
        let texts = match launch.language.or(settings.language.as_deref()) {
            Some(language) => Texts::new(language),
            None => Texts::of_system(),
        };
        theme::choose(ctx, settings.theme.unwrap_or(ThemeChoice::System));
        dispatch::preferences::apply_settings(ctx, &settings);
        let panels = settings.panels.as_ref().map(docking::restored);
        let panels = panels.unwrap_or_else(|| docking::initial(f32::INFINITY));
        let templates = Templates::load(&folders.templates);
        let saved_settings = settings.preferences();
        let shell = Shell::new(ctx.clone(), texts, settings, templates, panels);
        let services = Services::new(folders, launch.dialogs, launch.conditions, &shell.waker());
        let mut app = Self {
            editor: Editor {
                workspace: Workspace::default(),
                shell,
                services,
                jobs: JobRegistry::default(),
            },
            paused_steps: panic_handling::PausedSteps::new(),
            #[cfg(debug_assertions)]
            watchdog: watchdog::Watchdog::new(treewright_session::host::program_log::add),
            last_time: None,
            announcements: Announcements::default(),
            scale: (0.0, 0),
            is_starting: true,
            title: String::new(),
            saved_settings,
        };
        let editor = &mut app.editor;
        editor.services.merge_result = launch.merge_result.as_deref().map(absolute);
        dispatch::project::steps::take_back_unfinished(editor);
        editor.guarded(|editor| open_initial_files(editor, &launch.files));
        if launch.tour
            && launch.files.is_empty()
            && !editor.shell.settings.tour_seen
            && editor.shell.question.is_none()
        {
            editor.shell.views.tour = Some(0);
        }
        report_settings_problem(&mut editor.shell, &read);
        dispatch::templates::report_damaged(&mut editor.shell);
        panic_handling::report_unexpected_end(editor);
        app
    }

    /// At the start, and when the size of the interface changes, panels that nobody has arranged adapt to the room that there is.
    fn adapt_panels(&mut self, ctx: &Context) {
        /// The system tells the size of a window some frames later.
        const SETTLING: u8 = 12;
        let now = ctx.pixels_per_point();
        let (before, left) = self.scale;
        #[expect(clippy::float_cmp, reason = "it changes or does not")]
        let left = if now == before { left } else { SETTLING };
        if left > 0 {
            let height = ctx.content_rect().height();
            let kept = self.editor.shell.settings.panels.clone();
            let kept = kept.as_ref().filter(|_| self.is_starting);
            docking::adapt(self.editor.shell.arrangement_mut(), kept, height);
        }
        self.is_starting &= left > 0;
        self.scale = (now, left.saturating_sub(1));
    }

    /// Draws one frame and handles its input.
    pub fn show(&mut self, ui: &mut Ui) {
        on_purpose::panic_at("ui");
        on_purpose::panic_at("hook-reentrancy");
        let ctx = ui.ctx().clone();
        let mut sink = ActionSink::default();
        let mut last = ActionSink::default();
        self.adapt_panels(&ctx);
        widgets::note_last_input(&ctx);
        widgets::limit_cursor_blinking(&ctx);
        self.receive(&mut last);
        self.editor.update_jobs();
        let usual = dispatch::layout::usual_direction(&self.editor.shell.settings);
        for document in self.editor.workspace.documents_mut() {
            document.find_direction(usual);
        }
        let jobs = self.editor.jobs.shown_jobs(self.editor.shell.now());
        let situation = dispatch::situation::of(&self.editor);
        let shell = &mut self.editor.shell;
        shell.follow_cover();
        let covered = shell.views.covered;
        if let (Some(step), None) = (shell.views.tour, &shell.question) {
            tour::take_keys(&ctx, step, &mut last);
        }
        focus_regions::note_focus(&ctx);
        clicked_panel::forget_after_presses(&ctx);
        let front = self.editor.workspace.front().id();
        let is_searching = shell.views.canvases.get(front);
        let is_searching = is_searching.is_some_and(CanvasState::has_search);
        if !covered && !is_searching {
            let in_overlay = shell.views.command_palette.is_some();
            keys::read(&ctx, &situation, in_overlay, &mut last);
        }
        self.draw(ui, &situation, &jobs, &mut sink);
        // Actions of shortcuts and external events come last: a field that they unfocus has committed its text by then.
        let editor = &mut self.editor;
        let before = editor.active_revision();
        let notice_before = editor.shell.notice.clone();
        let mut dismisses_notice = false;
        for action in sink.take().into_iter().chain(last.take()) {
            dismisses_notice |= action.dismisses_notice();
            if action.opens_field() {
                key_order::wait_for_field(&ctx, Vec::new());
            }
            dispatch::apply(editor, action);
        }
        if editor.shell.views.covered && !editor.shell.is_covered() {
            // In the same frame, so that screen readers do not hear of anything between.
            editor.shell.follow_cover();
        }
        if editor.shell.notice == notice_before {
            // A failure stays until the user has read it.
            let is_old =
                |notice: &mut Notice| dismisses_notice && notice.kind != NoticeKind::Failed;
            editor.shell.notice.take_if(is_old);
            editor.report_edit(before);
        }
        self.finish();
    }

    /// From now on opens the files that other starts of the program pass on.
    pub fn listen_to_second_starts(&mut self, second_starts: Arrivals) {
        self.editor.services.second_starts = Some(second_starts);
    }

    /// Returns the writer of unsaved work for the case that something else ends the program.
    pub fn last_words(&self) -> EmergencyWriter {
        self.editor.services.copies.recovery.own.emergency_writer()
    }

    /// Saves the settings and copies unsaved work at the end of the program.
    pub fn end(&mut self) {
        // The user may not have been asked about unsaved work.
        self.editor.copy_now();
        dispatch::live::leave_all(&mut self.editor);
        // There is no window any more to report an error in.
        let _ = self.save_settings();
    }

    /// The open documents, read-only.
    pub fn workspace(&self) -> &Workspace {
        &self.editor.workspace
    }

    /// The cards on the canvas of the active document, in pre-order, for tests.
    pub fn cards(&self) -> Vec<(NodeId, egui::Rect)> {
        let front = self.editor.workspace.front().id();
        let canvas = self.editor.shell.views.canvases.get(front);
        canvas.map_or_else(Vec::new, |canvas| canvas.cards().collect())
    }

    /// How many cards the canvas of the active document has created so far.
    pub fn count_created_cards(&self) -> usize {
        let canvas = self
            .editor
            .shell
            .views
            .canvases
            .get(self.editor.workspace.front().id());
        canvas.map_or(0, CanvasState::created_cards)
    }

    /// The notice in the status bar.
    pub fn notice(&self) -> Option<&Notice> {
        self.editor.shell.notice.as_ref()
    }

    /// Whether the program ends with this frame; all questions are answered.
    pub fn is_ending(&self) -> bool {
        self.editor.shell.quitting
    }

    /// Test hook: treats the last save of the active document as not durable, as on some network drives.
    pub fn mark_save_not_durable(&mut self) {
        let (front, texts) = (self.editor.workspace.front(), &self.editor.shell.texts);
        let copies = &mut self.editor.services.copies;
        copies.keep_copy_of_saved(front, texts);
    }

    /// Test hook: waits until all requested copies are written.
    pub fn wait_for_copies(&mut self) {
        self.editor.services.copies.recovery.own.wait();
    }

    /// Test hook: ends as if killed. Unwritten data is lost, and locks are released.
    pub fn crash(mut self) {
        self.editor.services.copies.recovery.end_like_killed();
    }

    fn draw(
        &mut self,
        ui: &mut Ui,
        situation: &Situation,
        jobs: &[RunningJob],
        sink: &mut ActionSink,
    ) {
        let theme = Theme::of(ui);
        let Editor {
            workspace,
            shell,
            services,
            ..
        } = &mut self.editor;
        name_window(ui.ctx(), &self.title, &shell.texts);
        let front = workspace.front();
        let live = services.live.rows();
        let games = services.live.game_views();
        let door = services.live.door();
        let unseen_use = shell.navigation.unseen_use(workspace);
        let shown_run = front.shown_run().filter(|_| unseen_use.is_none());
        let cx = PanelContext {
            live: &live,
            games: &games,
            door: door.as_ref(),
            workspace,
            front,
            run: shown_run,
            unseen_use,
            last_run: front.readable_last_run().map(|run| run as &dyn RunView),
            library: workspace.library(),
            templates: &shell.templates,
            settings: &shell.settings,
            project: services.project.view(),
            project_steps: &services.project_steps,
            scenarios: &services.scenarios,
            exploration: services.explorations.of(front.id()),
            explorations: &services.explorations,
            way_in: &shell.navigation.descent,
            edited_use: shell.navigation.edited_use.as_ref(),
            has_refused: shell.navigation.has_refused,
            situation,
            theme: &theme,
            texts: &shell.texts,
        };
        let bar = |vertical| {
            Frame::new()
                .fill(theme.panel)
                .inner_margin(Margin::symmetric(8, vertical))
        };
        EdgePanel::top("menu bar").frame(bar(3)).show(ui, |ui| {
            menu_bar::show(ui, &cx, &shell.panels.tree, sink);
            focus_regions::record(ui, "menu bar", ui.min_rect());
            tour::record_rect(ui, tour::MENU, ui.min_rect());
        });
        EdgePanel::top("toolbar").frame(bar(4)).show(ui, |ui| {
            name_region(ui, Role::Toolbar, &shell.texts.tr("reader.toolbar"));
            toolbar::show(ui, &cx, sink);
            focus_regions::record(ui, "toolbar", ui.min_rect());
            tour::record_rect(ui, tour::TOOLBAR, ui.min_rect());
        });
        // Always there, so that nothing moves when a run starts or ends.
        let run_bar = EdgePanel::top("run bar").frame(bar(3));
        run_bar.show(ui, |ui| {
            name_region(ui, Role::Toolbar, &shell.texts.tr("reader.run_bar"));
            run_bar::show(ui, &cx, sink);
            focus_regions::record(ui, "run bar", ui.min_rect());
        });
        EdgePanel::bottom("status bar")
            .frame(bar(3))
            .show(ui, |ui| {
                name_region(ui, Role::Region, &shell.texts.tr("reader.status_bar"));
                status_bar::show(ui, &cx, shell.notice.as_ref(), sink);
                focus_regions::record(ui, "status bar", ui.min_rect());
            });
        CentralPanel::no_frame().show(ui, |ui| {
            panes::show(ui, &cx, &mut shell.panels, &mut shell.views, sink);
        });
        windows::show(ui.ctx(), &cx, &mut shell.views, sink);
        self.announcements
            .show(ui.ctx(), &cx, shell.notice.as_ref());
        if let Some((question, _)) = &mut shell.question {
            questions::show(ui.ctx(), &theme, &shell.texts, question, sink);
        }
        let canvas = ui.data(|data| data.get_temp(egui::Id::unique(CANVAS_RECT)));
        waiting::show(ui.ctx(), &cx, canvas, jobs, sink);
        widgets::focus_ring(ui.ctx(), &theme, canvas);
    }
}

/// Names the window for screen readers, which also choose the voice by its language.
fn name_window(ctx: &Context, title: &str, texts: &Texts) {
    ctx.accesskit_node_builder(egui::accesskit_root_id(), |node| {
        node.set_label(title);
        node.set_language(texts.language());
    });
    if ctx.has_accesskit_node(egui::accesskit_root_id()) {
        let word = |key| texts.tr(key).into();
        let words = ReaderWords {
            close: word("dialog.close"),
            resize: word("reader.resize"),
            expanded: word("reader.expanded"),
            collapsed: word("reader.collapsed"),
        };
        set_words(ctx, words);
    }
}

fn open_initial_files(editor: &mut Editor, files: &[PathBuf]) {
    for file in files {
        let own = absolute(file);
        let known = editor.shell.settings.open_files.iter();
        match known.into_iter().find(|known| known.path == own).cloned() {
            Some(known) => reading::reopen(editor, &known),
            None => reading::open_path(editor, file),
        }
    }
    if files.is_empty() && editor.shell.settings.at_start == AtStart::Reopen {
        reopening::reopen(editor);
    }
    if files.is_empty()
        && editor.workspace.front().is_untouched()
        && !reading::is_any_reading(&editor.jobs)
        && let Some(example) = treewright_session::examples::EXAMPLES.first()
    {
        let told = editor.shell.notice.take();
        dispatch::file::open_example(&mut editor.workspace, &mut editor.shell, example.name);
        editor.shell.notice = told;
    }
    dispatch::file::recovering::offer_copies(&mut editor.shell, &mut editor.services);
}

fn report_settings_problem(shell: &mut Shell, read: &SettingsLoaded) {
    let (key, path, names) = match read {
        SettingsLoaded::Well => return,
        SettingsLoaded::SetAside(path) => ("notice.settings_damaged", Some(path), String::new()),
        SettingsLoaded::InPart(path, names) => (
            "notice.settings_in_part",
            Some(path),
            shell.texts.list(names),
        ),
        SettingsLoaded::Unusable(path) => ("notice.settings_unusable", Some(path), String::new()),
        SettingsLoaded::Newer => ("notice.settings_newer", None, String::new()),
    };
    let path = path.map_or_else(String::new, |path| path.display().to_string());
    let arguments = [("path", &*path), ("names", &*names)];
    shell.notify_key(NoticeKind::Failed, key, &arguments);
}

impl eframe::App for EditorApp {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.show_or_end(ui);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.end();
    }
}
