//! Compares a run with a recording. The recording is replayed in the background up to the first frame in which both differ; a short one is compared
//! immediately.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::format::FormatError;
use treewright_core::ids::NodeId;
use treewright_core::{Program, on_purpose};
use treewright_insight::recording::{Difference, FrameRecord, Pair, Recording, Row, RowKind, rows};
use treewright_insight::recording_json::{Replay, Sources};
use treewright_session::host::files::ReadError;
use treewright_session::host::job::{Ended, Job};
use treewright_session::host::reading::patience;
use treewright_session::host::{job, recordings};
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;

use crate::action::Work;
use crate::dispatch::file::cannot_open;
use crate::editor::Editor;
use crate::panels::comparison::{Comparison, Titles};
use crate::shell::Shell;
use crate::work_list::{Underway, WorkList, name_of};

/// A comparison in progress.
struct ComparingRuns {
    document: DocumentId,
    /// The identity of the document's run.
    run: Arc<()>,
    path: PathBuf,
    job: Job<Result<Compared, Fault>>,
}

/// The result of the job.
type Told = Result<Result<Compared, Fault>, Ended>;

/// Why a run cannot be compared.
enum Fault {
    Read(ReadError),
    Format(FormatError),
}

/// The result of a comparison.
struct Compared {
    difference: Option<Difference>,
    /// The number of frames of the run.
    frames: u64,
    /// The seed of the recording.
    seed: u64,
    /// The initial sources of the recording.
    sources: Sources,
    /// The titles of the recording's nodes.
    titles: Titles,
}

/// A snapshot of the run history.
struct Kept {
    programs: Vec<Arc<Program<()>>>,
    /// The number of the frame before the first.
    before: u64,
    frames: Vec<Arc<FrameRecord>>,
}

impl Kept {
    fn of(run: &Recording) -> Self {
        Self {
            programs: run.programs().to_vec(),
            before: run.first_frame(),
            frames: run.records().cloned().collect(),
        }
    }

    fn record(&self, frame: u64) -> Option<&FrameRecord> {
        let place = frame.checked_sub(self.before + 1)?;
        let record = self.frames.get(usize::try_from(place).ok()?);
        record.map(|record| &**record)
    }
}

impl Underway<Editor> for ComparingRuns {
    fn work(&self) -> Work {
        Work::ComparingRuns(self.document, self.path.clone())
    }

    fn name(&self) -> String {
        name_of(&self.path)
    }

    fn progress(&self) -> Option<(usize, usize)> {
        self.job.progress()
    }

    fn is_ready(&self) -> bool {
        self.job.is_ready()
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let told = self.job.take_at_last();
        if let Err(reason) = arrived(&editor.workspace, &mut editor.shell, &self, told) {
            cannot_open(&mut editor.shell, &self.path, &reason);
        }
    }
}

/// Shows the first frame in which the run of a document differs from a recording. Continues in the background if it takes longer than a moment;
/// another comparison cancels it.
///
/// # Errors
/// Why they cannot be compared, in words, as far as known after a moment.
pub fn compare(editor: &mut Editor, id: DocumentId, path: &Path) -> Result<(), String> {
    forget(&mut editor.work, id);
    let Some(index) = editor.workspace.index_of(id) else {
        return Ok(());
    };
    let Some(run) = &editor.workspace.documents()[index].run else {
        return Ok(());
    };
    let (kept, texts) = (Kept::of(run.recording()), editor.shell.texts.clone());
    let file = path.to_owned();
    let run = run.identity().clone();
    let wake = editor.shell.waker();
    let job = Job::begin("compare runs", wake, move |work| {
        compared(&kept, &file, &texts, work).transpose()
    });
    let underway = ComparingRuns {
        document: id,
        run,
        path: path.to_owned(),
        job: job.held_by(editor.services.conditions.work.hold()),
    };
    if let Some(told) = underway.job.take_within(patience(path)) {
        return arrived(&editor.workspace, &mut editor.shell, &underway, told);
    }
    editor.work.begin(underway);
    Ok(())
}

/// Cancels the comparison of a document's run.
pub fn forget(work: &mut WorkList<Editor>, id: DocumentId) {
    work.forget(|it: &ComparingRuns| it.document == id);
}

/// Shows the result of a comparison, if the document still has the same run.
fn arrived(
    workspace: &Workspace,
    shell: &mut Shell,
    underway: &ComparingRuns,
    told: Told,
) -> Result<(), String> {
    let texts = &shell.texts;
    let found = told.map_err(|ended| texts.ended(&ended))?;
    let found = found.map_err(|fault| match fault {
        Fault::Read(error) => texts.read_error(&error),
        Fault::Format(error) => texts.format_error(&error),
    })?;
    let Some(index) = workspace.index_of(underway.document) else {
        return Ok(());
    };
    let document = &workspace.documents()[index];
    let name = underway.path.file_name().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let run = document.run.as_ref();
    let Some(run) = run.filter(|run| Arc::ptr_eq(run.identity(), &underway.run)) else {
        let text = texts.tr_with("comparison.run_gone", &[("name", &name)]);
        shell.say(NoticeKind::Refused, text);
        return Ok(());
    };
    let ours = ids(found.difference.as_ref(), |pair| &pair.left);
    let titled = |id: NodeId| {
        let title = run.title_in_program(document.project(), &id, texts);
        (id, title)
    };
    shell.views.comparison = Some(Comparison {
        document: underway.document,
        name,
        frames: found.frames,
        seeds: (run.seed(), found.seed),
        same_tree: run.ran(&found.sources),
        titles: (ours.map(titled).collect(), found.titles),
        difference: found.difference,
    });
    Ok(())
}

/// Compares the runs; `None` if cancelled.
fn compared(
    kept: &Kept,
    path: &Path,
    texts: &Texts,
    work: &job::Work<Result<Compared, Fault>>,
) -> Result<Option<Compared>, Fault> {
    on_purpose::panic_at("recording");
    let file = recordings::open(path).map_err(Fault::Read)?;
    let mut other = Replay::of(file).map_err(Fault::Format)?;
    other.recording.set_limit(recordings::KEPT_BYTES);
    let last = kept.before + kept.frames.len() as u64;
    let goes_on = |frame: u64| {
        work.progress.set(frame as usize, last as usize);
        !work.stop.is_wanted()
    };
    let difference = first_difference(kept, &mut other, &goes_on).map_err(Fault::Format)?;
    if work.stop.is_wanted() {
        return Ok(None);
    }
    let theirs = ids(difference.as_ref(), |pair| &pair.right);
    Ok(Some(Compared {
        titles: theirs.map(|id| titled(&other, id, texts)).collect(),
        difference,
        frames: last,
        seed: other.setup.seed,
        sources: other.sources[0].clone(),
    }))
}

/// The nodes that appear on one side of a difference.
fn ids(
    difference: Option<&Difference>,
    side: fn(&Pair) -> &Option<Row>,
) -> impl Iterator<Item = NodeId> {
    let pairs = difference.into_iter().flat_map(|found| &found.pairs);
    let rows = pairs.filter_map(move |pair| side(pair).as_ref());
    rows.flat_map(|row| {
        let scope = (row.kind == RowKind::Abort).then(|| NodeId::from(row.text.english()));
        row.node.clone().into_iter().chain(scope)
    })
}

/// A node with its title in a recording.
fn titled(other: &Replay<'_>, id: NodeId, texts: &Texts) -> (NodeId, String) {
    let (unpacked, compiled) = &*other.programs[other.recording.program_number()];
    let origin = compiled.origins.origin(&id);
    let project = unpacked.project();
    let document = match origin.path {
        None => Some(project.document),
        Some(path) => project.get(path).and_then(Result::ok),
    };
    let node = document.and_then(|document| document.node(origin.node));
    let title = node.map_or_else(|| id.to_string(), |node| texts.node_title(node));
    (id, title)
}

/// Returns the first difference, if there is one. Calls `goes_on` with each frame, and stops when it returns false.
fn first_difference(
    run: &Kept,
    other: &mut Replay<'_>,
    goes_on: &dyn Fn(u64) -> bool,
) -> Result<Option<Difference>, FormatError> {
    let (mut before, mut known) = (0, true);
    let mut frame = 0;
    loop {
        frame += 1;
        if !goes_on(frame) {
            return Ok(None);
        }
        let theirs_before = other.recording.program_number();
        let theirs = other.step()?;
        let theirs = theirs.map(|record| rows(other.recording.programs(), &record, theirs_before));
        if frame <= run.before {
            // The history of this frame was discarded.
            known = false;
            if theirs.is_none() {
                frame = run.before;
            }
            continue;
        }
        let ours = run.record(frame).map(|record| {
            // The program swapped in before the first recorded frame is unknown.
            let place = if known { before } else { record.program };
            (before, known) = (record.program, true);
            rows(&run.programs, record, place)
        });
        if ours.is_none() && theirs.is_none() {
            return Ok(None);
        }
        let difference = Difference::of(frame, ours, theirs);
        if difference.is_some() {
            return Ok(difference);
        }
    }
}
