//! What screen readers say without being asked: what was done or refused, and what a run did in a step, which aborts happened, and why it stopped.

use egui::accesskit::{Live, Role};
use egui::{Context, Id};
use treewright_core::runtime::Status;
use treewright_session::notice::Notice;
use treewright_session::workspace::run_view::{RunState, RunView};

use crate::accessible_tree::take_announced;
use crate::panels::canvas::{abort_sentences, status_key};
use crate::panels::{PanelContext, run_bar};

/// Aborts of a run that advances by itself are said at most this often, in seconds: nobody could listen to all.
const ABORT_INTERVAL: f64 = 2.0;

/// What has been said.
#[derive(Debug, Default)]
pub struct Announcements {
    /// The number of announcements so far.
    count: u64,
    /// The last one.
    text: String,
    notice: Option<Notice>,
    moment: Option<Moment>,
    aborts_said_at: f64,
}

/// A moment of a run as it was announced.
#[derive(Clone, Debug, PartialEq)]
struct Moment {
    state: RunState,
    frame: u64,
    happened: Option<usize>,
}

impl Announcements {
    /// Announces what has changed since the last frame of the window.
    pub fn show(&mut self, ctx: &Context, cx: &PanelContext<'_>, notice: Option<&Notice>) {
        let mut parts = take_announced(ctx);
        // Without a screen reader nobody listens.
        if !ctx.has_accesskit_node(egui::accesskit_root_id()) {
            return;
        }
        if let Some(notice) = notice.filter(|notice| self.notice.as_ref() != Some(notice)) {
            parts.push(notice.text.clone());
        }
        self.notice = notice.cloned();
        parts.extend(self.of_run(cx, ctx.input(|input| input.time)));
        if !parts.is_empty() {
            self.count += 1;
            let in_one = |first: String, last: String| {
                let first = first.trim_end_matches(['.', '。']);
                let arguments = [("first", first), ("last", &*last)];
                cx.texts.tr_with("announce.next", &arguments)
            };
            self.text = parts.into_iter().reduce(in_one).unwrap_or_default();
        }
        if self.count == 0 {
            return;
        }
        // A new node each time: the same words again are announced again.
        ctx.accesskit_node_builder(Id::unique(("announcement", self.count)), |node| {
            node.set_role(Role::Log);
            node.set_live(Live::Polite);
            node.set_label(&*self.text);
        });
    }

    fn of_run(&mut self, cx: &PanelContext<'_>, now: f64) -> Vec<String> {
        let moment = cx.run.map(|run| Moment {
            state: run.state(),
            frame: run.frame(),
            happened: run.inside().map(|inside| inside.happened),
        });
        let before = std::mem::replace(&mut self.moment, moment.clone());
        if before == moment {
            return Vec::new();
        }
        let Some(run) = cx.run else {
            return vec![cx.texts.tr("run.none").into_owned()];
        };
        if run.state() != RunState::Running {
            return moment_parts(cx, run);
        }
        let mut parts = Vec::new();
        if before.is_none_or(|before| before.state != RunState::Running) {
            parts.push(cx.texts.tr("run.running").into_owned());
        }
        let aborts = abort_parts(cx, run);
        if !aborts.is_empty() && now - self.aborts_said_at >= ABORT_INTERVAL {
            self.aborts_said_at = now;
            parts.extend(aborts);
        }
        parts
    }
}

/// The shown moment of a run that waits: the frame, what runs, aborts, and why the run has stopped.
fn moment_parts(cx: &PanelContext<'_>, run: &dyn RunView) -> Vec<String> {
    let (texts, document) = (cx.texts, cx.front.document());
    let frame = run.frame().to_string();
    let mut parts = vec![texts.tr_with("announce.frame", &[("frame", &frame)])];
    if let Some(inside) = run.inside() {
        let cx = &cx.of_tree(run, run.tree_of(inside.agent));
        parts.push(run_bar::moment_text(cx, inside));
    } else {
        let running = run.stacks().iter().filter_map(|stack| stack.last());
        parts.extend(running.map(|id| {
            let node = texts.title_of(document, id);
            let status = texts.tr(status_key(run.node(id).state));
            texts.tr_with("announce.node", &[("node", &node), ("status", &status)])
        }));
    }
    parts.extend(abort_parts(cx, run));
    if let Some(stop) = run.stop() {
        parts.push(texts.stop(stop, document));
    }
    if let RunState::Finished(status) = run.state() {
        let key = match status {
            Status::Success => "run.succeeded",
            _ => "run.failed",
        };
        parts.push(texts.tr(key).into_owned());
    }
    parts
}

fn abort_parts(cx: &PanelContext<'_>, run: &dyn RunView) -> Vec<String> {
    let sentences = abort_sentences(run).into_iter();
    sentences.map(|line| cx.texts.message(&line.text)).collect()
}
