//! The editor: one frame is what came from outside, then keys, then panels, then the actions that all of these asked for.

mod arrivals;
mod grief;
mod keys;
mod panes;
pub mod reopening;
mod situation;
#[cfg(debug_assertions)]
mod watchdog;
mod windows;

use std::path::PathBuf;

use egui::{CentralPanel, Context, Frame, Margin, Panel as EdgePanel, Ui};
use treewright_core::on_purpose;
use treewright_session::host::recovery::LastWords;
use treewright_session::host::second_start::Arrivals;
use treewright_session::i18n::Texts;
use treewright_session::notice::{Notice, NoticeKind};
use treewright_session::settings::{AtStart, Read, Settings, ThemeChoice};
use treewright_session::templates::Templates;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::run_view::RunView;

use crate::action::{ActionSink, Awaited};
use crate::command_table::Situation;
use crate::dialogs::Dialogs;
use crate::dispatch::file::reading;
use crate::editor::Editor;
use crate::key_order::KeyOrder;
use crate::panels::canvases::CANVAS_RECT;
use crate::panels::{
    PanelContext, menu_bar, questions, run_bar, status_bar, toolbar, tour, waiting,
};
pub use crate::services::Conditions;
use crate::services::{Folders, Services};
use crate::shell::Shell;
use crate::theme::{self, Theme};
use crate::work_list::WorkList;
use crate::{dispatch, docking, widgets};

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
    /// How quick and how willing the world outside is.
    pub conditions: Conditions,
}

/// The editor, frame by frame.
pub struct EditorApp {
    editor: Editor,
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
        let folders = Folders {
            settings_file: launch.config.join(treewright_session::settings::FILE_NAME),
            state: launch.state,
            documents: launch.documents,
            templates: launch.config.join("templates"),
        };
        let (settings, read) = Settings::load(&folders.settings_file, docking::is_arrangement);
        let texts = match &settings.language {
            Some(language) => Texts::new(language),
            None => Texts::of_system(),
        };
        ctx.set_theme(theme::preference(
            settings.theme.unwrap_or(ThemeChoice::System),
        ));
        dispatch::preferences::put_in_force(ctx, &settings);
        let panels = settings.panels.as_ref().map(docking::restored);
        let panels = panels.unwrap_or_else(docking::initial);
        let templates = Templates::load(&folders.templates);
        let kept = settings.preferences();
        let shell = Shell::new(ctx.clone(), texts, settings, templates, panels);
        let services = Services::new(folders, launch.dialogs, launch.conditions, &shell.waker());
        let mut app = Self {
            editor: Editor {
                workspace: Workspace::default(),
                shell,
                services,
                work: WorkList::default(),
            },
            given_up: grief::GivenUp::new(),
            #[cfg(debug_assertions)]
            watchdog: watchdog::Watchdog::new(treewright_session::host::program_log::add),
            last_time: None,
            title: String::new(),
            kept,
        };
        let editor = &mut app.editor;
        editor.guarded(|editor| open_at_start(editor, &launch.files));
        if launch.tour
            && launch.files.is_empty()
            && !editor.shell.settings.tour_seen
            && editor.shell.question.is_none()
        {
            editor.shell.views.tour = Some(0);
        }
        say_how_settings_were_read(&mut editor.shell, &read);
        dispatch::templates::say_if_damaged(&mut editor.shell);
        grief::say_how_it_ended(editor);
        app
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
        self.receive(&mut last);
        self.editor.note_work();
        let awaited = self.editor.work.awaited(self.editor.shell.now());
        let situation = situation::of(&self.editor);
        let shell = &mut self.editor.shell;
        let covered = shell.question.is_some() || shell.views.is_covered();
        if covered && !shell.views.covered {
            shell.put_away_what_takes_keys();
        }
        shell.views.covered = covered;
        if let (Some(step), None) = (shell.views.tour, &shell.question) {
            tour::take_keys(&ctx, step, &mut last);
        }
        if !covered {
            keys::read(
                &ctx,
                &situation,
                shell.views.command_palette.is_some(),
                &mut last,
            );
        }
        self.draw(ui, &situation, &awaited, &mut sink);
        // What came from outside and keys come last: a field that loses the keyboard by them has handed in its text by then.
        let editor = &mut self.editor;
        let before = editor.last_step();
        let said = editor.shell.notice.clone();
        let mut went_on = false;
        for action in sink.take().into_iter().chain(last.take()) {
            went_on |= action.goes_on();
            dispatch::apply(editor, action);
        }
        if editor.shell.notice == said {
            // Bad news stays until it was read.
            let is_old = |notice: &mut Notice| went_on && notice.kind != NoticeKind::Failed;
            editor.shell.notice.take_if(is_old);
            editor.say_what_was_done(before);
        }
        self.finish();
    }

    /// Opens from now on what other starts of the program hand over.
    pub fn take_files_of(&mut self, second_starts: Arrivals) {
        self.editor.services.second_starts = Some(second_starts);
    }

    /// By which copies of unsaved work are written when something else than this ends the program.
    pub fn last_words(&self) -> LastWords {
        self.editor.services.copies.recovery.own.last_words()
    }

    /// Keeps the settings for the next start.
    pub fn end(&mut self) {
        // Nobody may have been asked about what is unsaved.
        self.editor.copy_now();
        // There is no window left to say anything in.
        let _ = self.save_settings();
    }

    /// The documents, to look at.
    pub fn workspace(&self) -> &Workspace {
        &self.editor.workspace
    }

    /// How many cards the canvas of the document in front has made so far.
    pub fn count_cards_made(&self) -> usize {
        let canvas = self
            .editor
            .shell
            .views
            .canvases
            .get(self.editor.workspace.front().id());
        canvas.map_or(0, crate::panels::canvas::CanvasState::count_made)
    }

    /// What the status bar says.
    pub fn notice(&self) -> Option<&Notice> {
        self.editor.shell.notice.as_ref()
    }

    /// Whether it is about to end, with nothing left to ask.
    pub fn is_ending(&self) -> bool {
        self.editor.shell.quitting
    }

    /// The disk did not promise to keep what was saved of the document in front, as some network disks never do. For tests.
    pub fn doubt_save(&mut self) {
        let (front, texts) = (self.editor.workspace.front(), &self.editor.shell.texts);
        let copies = &mut self.editor.services.copies;
        copies.keep_copy_of_saved(front, texts);
    }

    /// Waits until all copies are written that were ordered. For tests, which cannot count on how long that takes.
    pub fn wait_for_copies(&mut self) {
        self.editor.services.copies.recovery.own.wait();
    }

    /// Ends as if it were killed: what is on no disk is lost, and the locks are free. For tests.
    pub fn crash(mut self) {
        self.editor.services.copies.recovery.abandon();
    }

    fn draw(
        &mut self,
        ui: &mut Ui,
        situation: &Situation,
        awaited: &[Awaited],
        sink: &mut ActionSink,
    ) {
        let theme = Theme::of(ui);
        let Editor {
            workspace,
            shell,
            services,
            ..
        } = &mut self.editor;
        let front = workspace.front();
        let cx = PanelContext {
            workspace,
            front,
            run: front.run.as_ref().map(|run| run as &dyn RunView),
            library: workspace.library(),
            templates: &shell.templates,
            settings: &shell.settings,
            project: services.project.view(),
            scenarios: &services.scenarios,
            way_in: &shell.journey.descent,
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
            menu_bar::show(ui, &cx, &shell.panels, sink);
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
                status_bar::show(ui, &cx, shell.notice.as_ref(), sink);
            });
        CentralPanel::no_frame().show(ui, |ui| {
            panes::show(ui, cx, &mut shell.panels, &mut shell.views, sink);
        });
        windows::show(ui.ctx(), &cx, &mut shell.views, sink);
        if let Some((question, _)) = &mut shell.question {
            questions::show(ui.ctx(), &theme, &shell.texts, question, sink);
        }
        let canvas = ui.data(|data| data.get_temp(egui::Id::unique(CANVAS_RECT)));
        waiting::show(ui.ctx(), &cx, canvas, awaited, sink);
        widgets::focus_ring(ui.ctx(), &theme, canvas);
    }
}

fn open_at_start(editor: &mut Editor, files: &[PathBuf]) {
    for file in files {
        reading::open_path(editor, file);
    }
    if files.is_empty() && editor.shell.settings.at_start == AtStart::Reopen {
        reopening::reopen(editor);
    }
    if files.is_empty()
        && editor.workspace.front().is_untouched()
        && !reading::is_any_awaited(&editor.work)
        && let Some(example) = treewright_session::examples::EXAMPLES.first()
    {
        dispatch::file::open_example(&mut editor.workspace, &mut editor.shell, example.name);
        editor.shell.notice = None;
    }
    dispatch::file::recovering::look_for_copies(&mut editor.shell, &mut editor.services);
}

fn say_how_settings_were_read(shell: &mut Shell, read: &Read) {
    let (key, path, names) = match read {
        Read::Well => return,
        Read::SetAside(path) => ("notice.settings_damaged", Some(path), String::new()),
        Read::InPart(path, names) => (
            "notice.settings_in_part",
            Some(path),
            shell.texts.list(names),
        ),
        Read::Unusable(path) => ("notice.settings_unusable", Some(path), String::new()),
        Read::Newer => ("notice.settings_newer", None, String::new()),
    };
    let path = path.map_or_else(String::new, |path| path.display().to_string());
    let arguments = [("path", &*path), ("names", &*names)];
    shell.say_key(NoticeKind::Failed, key, &arguments);
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
