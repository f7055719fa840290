//! What is being done beside the window's thread that somebody may wait for: the one place that knows all of it, since when each goes on, and how to call
//! it off. Looking for problems goes on without a word: nobody asked for it, and nothing waits.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use egui::Context;
use treewright_session::host::job::Hold;

use super::export::writing;
use super::file::{Saving, on_disk, reading};
use super::{layout, libraries, recordings, versions};
use crate::action::{Work, WorkAction};
use crate::app::{EditorApp, Host, wake_in};
use crate::panels::waiting::Awaited;

/// For so long, in seconds, nothing is said of what somebody asked for, and of what nobody did.
const UNSAID: (f64, f64) = (0.2, 1.0);

/// What is known of each thing that goes on.
#[derive(Default)]
pub struct UnderWay(BTreeMap<Work, Known>);

/// What is known of something that goes on.
struct Known {
    /// Since when, by the window's clock.
    since: f64,
    /// It takes so long that the user is told.
    is_told: bool,
}

impl UnderWay {
    /// What the user is told of.
    pub fn told(&self) -> impl Iterator<Item = &Work> {
        let told = self.0.iter().filter(|(_, known)| known.is_told);
        told.map(|(work, _)| work)
    }
}

/// Something that is being done: what it is about, how far it has come, and whether it only waits for the user.
pub struct Found {
    /// What it is.
    pub work: Work,
    /// What it is about.
    pub name: String,
    /// How far it has come; none where nobody knows.
    pub progress: Option<(usize, usize)>,
    /// It is done, and waits for the user.
    pub is_ready: bool,
    /// Somebody asked for it, and waits.
    pub is_asked_for: bool,
}

impl Found {
    /// Something that goes on.
    pub fn new(work: Work, name: String) -> Self {
        Self {
            work,
            name,
            progress: None,
            is_ready: false,
            is_asked_for: true,
        }
    }

    /// The same, of which it is known how far it has come.
    pub fn at(self, progress: Option<(usize, usize)>) -> Self {
        Self { progress, ..self }
    }

    /// The same, for which nobody asked.
    pub fn by_itself(self) -> Self {
        Self {
            is_asked_for: false,
            ..self
        }
    }

    /// Something that goes on and is about a file.
    pub fn of_file(work: Work, file: &Path) -> Self {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        Self::new(work, name.into_owned())
    }
}

/// Does it.
pub fn apply(app: &mut EditorApp, ctx: &Context, action: WorkAction) {
    match action {
        WorkAction::Stop(work) => stop(app, &work),
        WorkAction::StopAll => {
            let all: Vec<Work> = app.under_way.told().cloned().collect();
            for work in all {
                stop(app, &work);
            }
        }
    }
    ctx.request_repaint();
}

/// Notes what was begun in this frame. Called once after its actions.
pub fn keep_up(app: &mut EditorApp, ctx: &Context) {
    told(app, ctx);
}

/// What takes so long that the user is told.
pub fn told(app: &mut EditorApp, ctx: &Context) -> Vec<Awaited> {
    let now = ctx.input(|input| input.time);
    let (asked_for, by_itself) = UNSAID;
    let found = all(app);
    let known = &mut app.under_way.0;
    known.retain(|work, _| found.iter().any(|found| found.work == *work));
    let mut told = Vec::new();
    for found in found {
        let known = known.entry(found.work.clone()).or_insert(Known {
            since: now,
            is_told: false,
        });
        let unsaid = if found.is_asked_for {
            asked_for
        } else {
            by_itself
        };
        let seconds = now - known.since;
        known.is_told = seconds >= unsaid;
        if !known.is_told {
            wake_in(ctx, unsaid - seconds);
            continue;
        }
        told.push(Awaited {
            work: found.work,
            name: found.name,
            seconds,
            progress: found.progress,
            is_ready: found.is_ready,
        });
    }
    told
}

fn all(app: &EditorApp) -> Vec<Found> {
    let host = &app.host;
    let mut all: Vec<Found> = host.readings.iter().map(reading::Underway::found).collect();
    all.extend(host.read_again.iter().map(on_disk::Again::found));
    let versions = host.versions.iter();
    all.extend(versions.map(|underway| underway.found(&app.workspace)));
    let runs = host.compared_runs.iter();
    all.extend(runs.map(recordings::comparing::Underway::found));
    let shown = app.views.versions.shown.as_ref();
    if let Some(shown) = shown.filter(|shown| shown.is_comparing()) {
        let work = Work::FindingChanges(shown.document);
        let found = Found::new(work, shown.name.clone());
        // From then on they are only followed.
        all.push(if shown.is_compared() {
            found.by_itself()
        } else {
            found
        });
    }
    all.extend(host.libraries.iter().map(libraries::Underway::found));
    all.extend(host.savings.iter().map(Saving::found));
    all.extend(host.exports.iter().map(writing::Underway::found));
    if host.picture.is_some() {
        all.push(Found::new(Work::Picture, String::new()));
    }
    if let Some(scenarios) = &host.scenarios {
        let found = Found::new(Work::Scenarios, String::new());
        all.push(found.at(scenarios.progress()).by_itself());
    }
    all.extend(host.layouts.found(&app.workspace, &app.texts));
    all
}

fn stop(app: &mut EditorApp, work: &Work) {
    match work {
        Work::Opening(_) => reading::stop(app, work),
        Work::Comparing(..) => {
            reading::stop(app, work);
            versions::reading::stop(app, work);
        }
        Work::ComparingRuns(document, _) => recordings::comparing::forget(app, *document),
        Work::Restoring(_) | Work::Merging(_) => versions::reading::stop(app, work),
        Work::FindingChanges(document) => versions::stop_showing(app, *document),
        Work::ReadingAgain(document) => on_disk::stop(app, *document),
        Work::AddingLibrary(..) => libraries::stop(app, work),
        // It is written to its end.
        Work::Saving(_) => {}
        Work::Exporting(file) => writing::stop(app, file),
        Work::Picture => app.host.picture = None,
        Work::Scenarios => super::scenarios::stop(app),
        Work::LayingOut(document) => layout::stop(app, *document),
    }
}

impl Host {
    /// What keeps work that is begun now from arriving, if anything does.
    pub fn hold(&self) -> Hold {
        if self.work_is_held {
            self.hold.clone()
        } else {
            Hold::default()
        }
    }
}

impl EditorApp {
    /// Exports, layouts, and what is read, compared or merged of other versions and of recordings takes from now on as long as in large trees, until it
    /// is let go on; or no longer. For tests, which cannot count on how long anything takes.
    pub fn hold_work(&mut self, held: bool) {
        self.host.work_is_held = held;
        if held {
            self.host.hold.set(true);
        }
    }

    /// The window waits until what is saved is saved, unless that is held. For tests.
    pub fn wait_for_saves(&mut self) {
        self.host.patience = Duration::MAX;
    }

    /// What is saved from now on takes as long as on a slow disk, until this is said again with false. For tests.
    pub fn hold_saves(&mut self, held: bool) {
        self.host.savings_held.set(held);
    }

    /// What was held goes on.
    pub fn let_work_go_on(&mut self) {
        self.host.work_is_held = false;
        self.host.hold.set(false);
        writing::let_go_on(&mut self.host.exports);
        self.host.layouts.let_go_on();
    }
}
