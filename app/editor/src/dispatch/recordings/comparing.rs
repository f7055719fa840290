//! Compares a run with a recording. The recording is replayed in the background up to the first frame in which both differ; a short one is compared
//! immediately.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::format::FormatError;
use treewright_core::ids::NodeId;
use treewright_core::runtime::AgentId;
use treewright_core::{Program, on_purpose};
use treewright_insight::recording::{
    AgentPrograms, FrameDifference, FrameRecord, Pair, Recording, Row, RowKind, rows,
};
use treewright_insight::recording_json::{Replay, Sources};
use treewright_session::host::files::ReadError;
use treewright_session::host::job::{Job, JobEnd};
use treewright_session::host::reading::patience;
use treewright_session::host::{job, recordings};
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_view::RunView as _;

use crate::action::JobKind;
use crate::dispatch::file::cannot_open;
use crate::editor::Editor;
use crate::job_registry::{BackgroundJob, JobRegistry, name_of};
use crate::panels::comparison::{Comparison, NodeOfAgent, NodeTitles};
use crate::shell::Shell;

/// A comparison in progress.
struct CompareRunsJob {
    document: DocumentId,
    /// The identity of the document's run.
    run: Arc<()>,
    path: PathBuf,
    job: Job<Result<RunComparison, CompareError>>,
}

/// The result of the job.
type CompareJobResult = Result<Result<RunComparison, CompareError>, JobEnd>;

/// Why a run cannot be compared.
enum CompareError {
    Read(ReadError),
    Format(FormatError),
}

/// The result of a comparison.
struct RunComparison {
    difference: Option<FrameDifference>,
    /// The number of frames of the run.
    frames: u64,
    /// The seed of the recording.
    seed: u64,
    /// The initial sources of the recording.
    sources: Sources,
    /// The titles of the recording's nodes.
    titles: NodeTitles,
}

/// A snapshot of the run history.
struct HistorySnapshot {
    programs: Vec<Arc<Program<()>>>,
    /// The number of the frame before the first.
    before: u64,
    /// The programs before the first frame.
    start: AgentPrograms,
    frames: Vec<Arc<FrameRecord>>,
}

impl HistorySnapshot {
    fn of(run: &Recording) -> Self {
        Self {
            programs: run.programs().to_vec(),
            before: run.first_frame(),
            start: run.programs_before(run.first_frame() + 1),
            frames: run.records().cloned().collect(),
        }
    }

    fn record(&self, frame: u64) -> Option<&FrameRecord> {
        let place = frame.checked_sub(self.before + 1)?;
        let record = self.frames.get(usize::try_from(place).ok()?);
        record.map(|record| &**record)
    }
}

impl BackgroundJob<Editor> for CompareRunsJob {
    fn kind(&self) -> JobKind {
        JobKind::ComparingRuns(self.document, self.path.clone())
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
        let result = self.job.wait();
        if let Err(reason) = on_finished(&editor.workspace, &mut editor.shell, &self, result) {
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
    cancel_comparison(&mut editor.jobs, id);
    let Some(index) = editor.workspace.index_of(id) else {
        return Ok(());
    };
    let Some(run) = &editor.workspace.documents()[index].run else {
        return Ok(());
    };
    let (history, texts) = (
        HistorySnapshot::of(run.recording()),
        editor.shell.texts.clone(),
    );
    let file = path.to_owned();
    let run = run.identity().clone();
    let wake = editor.shell.waker();
    let job = Job::begin("compare runs", wake, move |work| {
        compare_runs(&history, &file, &texts, work).transpose()
    });
    let job = CompareRunsJob {
        document: id,
        run,
        path: path.to_owned(),
        job: job.withheld_by(editor.services.conditions.background_gate.hold()),
    };
    if let Some(result) = job.job.wait_for(patience(path)) {
        return on_finished(&editor.workspace, &mut editor.shell, &job, result);
    }
    editor.jobs.begin(job);
    Ok(())
}

/// Cancels the comparison of a document's run.
pub fn cancel_comparison(jobs: &mut JobRegistry<Editor>, id: DocumentId) {
    jobs.discard(|it: &CompareRunsJob| it.document == id);
}

/// Shows the result of a comparison, if the document still has the same run.
fn on_finished(
    workspace: &Workspace,
    shell: &mut Shell,
    job: &CompareRunsJob,
    result: CompareJobResult,
) -> Result<(), String> {
    let texts = &shell.texts;
    let found = result.map_err(|ended| texts.ended(&ended))?;
    let found = found.map_err(|fault| match fault {
        CompareError::Read(error) => texts.read_error(&error),
        CompareError::Format(error) => texts.format_error(&error),
    })?;
    if workspace.index_of(job.document).is_none() {
        return Ok(());
    }
    let name = job.path.file_name().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    // Another agent may be shown by now, in the document of its tree.
    let mut runs = workspace.documents().iter();
    let run = runs.find_map(|document| {
        let run = document.run.as_ref();
        let run = run.filter(|run| Arc::ptr_eq(run.identity(), &job.run));
        run.map(|run| (document, run))
    });
    let Some((document, run)) = run else {
        let text = texts.tr_with("comparison.run_gone", &[("name", &name)]);
        shell.notify(NoticeKind::Refused, text);
        return Ok(());
    };
    let ours = ids(found.difference.as_ref(), |pair| &pair.left);
    let titled = |(agent, id): NodeOfAgent| {
        let title = run.title_in_program(document.project(), agent, &id, texts);
        ((agent, id), title)
    };
    shell.views.comparison = Some(Comparison {
        document: document.id(),
        name,
        frames: found.frames,
        seeds: (run.seed(), found.seed),
        same_tree: run.ran(&found.sources),
        has_several_agents: run.has_several_agents() || has_others(found.difference.as_ref()),
        titles: (ours.map(titled).collect(), found.titles),
        difference: found.difference,
        is_free: false,
    });
    Ok(())
}

/// Compares the runs; `None` if cancelled.
fn compare_runs(
    history: &HistorySnapshot,
    path: &Path,
    texts: &Texts,
    work: &job::JobContext<Result<RunComparison, CompareError>>,
) -> Result<Option<RunComparison>, CompareError> {
    on_purpose::panic_at("recording");
    let file = recordings::open(path).map_err(CompareError::Read)?;
    let mut other = Replay::of(file).map_err(CompareError::Format)?;
    other.recording.set_limit(recordings::KEPT_BYTES);
    let last = history.before + history.frames.len() as u64;
    let continues = |frame: u64| {
        work.progress.set(frame as usize, last as usize);
        !work.stop.is_cancelled()
    };
    let difference =
        first_difference(history, &mut other, &continues).map_err(CompareError::Format)?;
    if work.stop.is_cancelled() {
        return Ok(None);
    }
    let theirs = ids(difference.as_ref(), |pair| &pair.right);
    Ok(Some(RunComparison {
        titles: theirs.map(|id| titled(&other, id, texts)).collect(),
        difference,
        frames: last,
        seed: other.setup.seed,
        sources: other.sources[0].clone(),
    }))
}

/// Whether another agent than the first one did something in a frame that differs.
fn has_others(difference: Option<&FrameDifference>) -> bool {
    let pairs = difference.into_iter().flat_map(|found| &found.pairs);
    let mut rows = pairs.flat_map(|pair| pair.left.iter().chain(&pair.right));
    rows.any(|row| row.agent.is_some_and(|agent| agent > 0))
}

/// The nodes that appear on one side of a difference.
fn ids(
    difference: Option<&FrameDifference>,
    side: fn(&Pair) -> &Option<Row>,
) -> impl Iterator<Item = NodeOfAgent> {
    let pairs = difference.into_iter().flat_map(|found| &found.pairs);
    let rows = pairs.filter_map(move |pair| side(pair).as_ref());
    rows.flat_map(|row| {
        let scope = (row.kind == RowKind::Abort).then(|| NodeId::from(row.text.english()));
        let nodes = row.node.clone().into_iter().chain(scope);
        nodes.map(|node| (row.agent, node))
    })
}

/// A node with its title in a recording.
fn titled(other: &Replay<'_>, (agent, id): NodeOfAgent, texts: &Texts) -> (NodeOfAgent, String) {
    let own = agent.and_then(|agent| other.recording.program_number_of(AgentId(agent)));
    let number = own.unwrap_or_else(|| other.recording.program_number());
    let (unpacked, compiled) = &*other.programs[number];
    let origin = compiled.origins.origin(&id);
    let project = unpacked.project();
    let document = match origin.path {
        None => Some(project.document),
        Some(path) => project.get(path).and_then(Result::ok),
    };
    let node = document.and_then(|document| document.node(origin.node));
    let title = node.map_or_else(|| id.to_string(), |node| texts.node_title(node));
    ((agent, id), title)
}

/// Returns the first difference, if there is one. Calls `continues` with each frame, and stops when it returns false.
fn first_difference(
    run: &HistorySnapshot,
    other: &mut Replay<'_>,
    continues: &dyn Fn(u64) -> bool,
) -> Result<Option<FrameDifference>, FormatError> {
    let mut before = run.start.clone();
    let mut frame = 0;
    loop {
        frame += 1;
        if !continues(frame) {
            return Ok(None);
        }
        let theirs_before = other.recording.agent_programs().clone();
        let theirs = other.step()?;
        let theirs = theirs.map(|record| rows(other.recording.programs(), &record, theirs_before));
        if frame <= run.before {
            // The history of this frame was discarded.
            if theirs.is_none() {
                frame = run.before;
            }
            continue;
        }
        let ours = run.record(frame).map(|record| {
            let place = std::mem::replace(&mut before, AgentPrograms::after(record));
            rows(&run.programs, record, place)
        });
        if ours.is_none() && theirs.is_none() {
            return Ok(None);
        }
        let difference = FrameDifference::of(frame, ours, theirs);
        if difference.is_some() {
            return Ok(difference);
        }
    }
}
