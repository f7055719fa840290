//! What a client of the live link is asked, and what it must answer. Knows neither arguments nor output.

use std::sync::Arc;
use std::time::{Duration, Instant};

use treewright_core::ids::NodeId;
use treewright_core::trace::TraceEvent;
use treewright_link::protocol::{
    Condition, Every, Frames, FromEditor, FromGame, Json, Keyframe, Nothing, Program, Replacing,
    Sent, Verb,
};
use treewright_link::seen::Answer;
use treewright_session::host::link::GameId;
use treewright_session::i18n::Texts;
use treewright_session::workspace::game_link::AttachedGame;

use super::{Level, Step, StepResult};
use crate::live::{Door, LOOK};

/// How long a client may take for an answer.
const PATIENCE: Duration = Duration::from_secs(3);

/// A check that goes on.
struct Asking<'a> {
    door: &'a mut Door,
    game: GameId,
    texts: &'a Texts,
    heard: Vec<FromGame>,
    steps: Vec<Step>,
}

/// Asks a game everything.
pub(super) fn all(door: &mut Door, game: GameId, texts: &Texts) -> Vec<Step> {
    let heard = door.link.take_messages();
    let heard = heard.into_iter().map(|(_, message)| message).collect();
    let mut asking = Asking {
        door,
        game,
        texts,
        heard,
        steps: Vec::new(),
    };
    asking.shows();
    asking.pauses();
    asking.changes();
    asking.stops();
    asking.knows_more();
    asking.stays();
    asking.steps
}

impl Asking<'_> {
    fn note(&mut self, level: Level, message: &'static str, result: StepResult) {
        self.steps.push(Step {
            level,
            message,
            result,
        });
    }

    fn failed(&self, key: &str) -> StepResult {
        let why = self.texts.tr(key).into_owned();
        StepResult::Failed { why }
    }

    fn not_tried(&self, key: &str) -> StepResult {
        let why = self.texts.tr(key).into_owned();
        StepResult::NotTried { why }
    }

    /// Passed, or failed for this reason.
    fn judge(&self, is_good: bool, key: &str) -> StepResult {
        if is_good {
            StepResult::Passed
        } else {
            self.failed(key)
        }
    }

    fn known(&self) -> Option<&AttachedGame> {
        self.door.game(self.game)
    }

    fn may(&self, what: &str) -> bool {
        self.known().is_some_and(|game| game.may(what))
    }

    fn say(&self, message: FromEditor) {
        self.door.link.say(self.game, message);
    }

    /// Listens until this returns something.
    fn listen<T>(&mut self, mut what: impl FnMut(&[FromGame]) -> Option<T>) -> Option<T> {
        let begin = Instant::now();
        loop {
            if let Some(found) = what(&self.heard) {
                return Some(found);
            }
            if begin.elapsed() >= PATIENCE {
                return None;
            }
            self.door.until(LOOK, |_, news| !news.is_empty());
            let new = self.door.link.take_messages();
            self.heard
                .extend(new.into_iter().map(|(_, message)| message));
        }
    }

    /// Returns the programs that were told.
    fn programs(&self) -> Vec<Arc<Program>> {
        let programs = self.known().map(|game| game.seen.programs().values());
        let programs = programs.into_iter().flatten();
        programs.map(|program| program.message.clone()).collect()
    }

    fn first_agent(&self) -> Option<u64> {
        let agents = self.known()?.seen.agents().iter();
        let mut there = agents.filter(|(_, known)| known.left.is_none());
        there.next().map(|(agent, _)| *agent)
    }

    /// Level A: who it is, what runs, who runs it, and what they do.
    fn shows(&mut self) {
        let has_name = self.known().is_some_and(|game| !game.hello.app.is_empty());
        let hello = self.judge(has_name, "cli.live.check.no_name");
        self.note(Level::A, "hello", hello);
        let programs = self.programs();
        let are_trees = !programs.is_empty() && programs.iter().all(|program| is_tree(program));
        let result = self.judge(are_trees, "cli.live.check.no_tree");
        self.note(Level::A, "program", result);
        let Some(agent) = self.first_agent() else {
            for message in ["agents", "keyframe", "frames"] {
                let failed = self.failed("cli.live.check.no_agents");
                self.note(Level::A, message, failed);
            }
            return;
        };
        self.note(Level::A, "agents", StepResult::Passed);
        self.heard.clear();
        self.door
            .link
            .ask(self.game, |seen| ((), seen.watch([agent], 0.0)));
        let begun = self.listen(|heard| {
            let frames = frames_of(heard);
            (frames.iter().map(Frames::len).sum::<usize>() >= 3).then_some(())
        });
        let keyframe = keyframes(&self.heard).next().cloned();
        let is_good = keyframe.as_ref().is_some_and(|keyframe| {
            keyframe.agent == agent && programs.iter().any(|known| known.id == keyframe.program)
        });
        let result = self.judge(is_good, "cli.live.check.no_keyframe");
        self.note(Level::A, "keyframe", result);
        let are_good = begun.is_some() && follow(keyframe.as_ref(), &self.heard, &programs);
        let result = self.judge(are_good, "cli.live.check.no_frames");
        self.note(Level::A, "frames", result);
    }

    /// Returns the last state that was told and fits.
    fn state(&mut self, is_wanted: impl Fn(bool, u64) -> bool) -> Option<u64> {
        self.listen(|heard| {
            heard.iter().rev().find_map(|message| match message {
                FromGame::State(state) if is_wanted(state.paused, state.frame) => Some(state.frame),
                _ => None,
            })
        })
    }

    /// Level B: pauses, steps, goes on.
    fn pauses(&mut self) {
        if !self.may("pause") {
            self.note(Level::B, "pause", StepResult::NotOffered);
            self.note(Level::B, "step", StepResult::NotOffered);
            return;
        }
        self.heard.clear();
        self.say(FromEditor::Pause(Nothing {}));
        let paused = self.state(|paused, _| paused);
        let step = match (paused, self.may("step")) {
            (Some(frame), true) => {
                self.heard.clear();
                let step = treewright_link::protocol::Step { frames: 2 };
                self.say(FromEditor::Step(step));
                let stepped = self.state(|paused, now| paused && now == frame + 2);
                self.judge(stepped.is_some(), "cli.live.check.no_step")
            }
            (None, true) => self.not_tried("cli.live.check.not_paused"),
            (_, false) => StepResult::NotOffered,
        };
        self.heard.clear();
        self.say(FromEditor::Resume(Nothing {}));
        let resumed = self.state(|paused, _| !paused);
        let is_good = paused.is_some() && resumed.is_some();
        let result = self.judge(is_good, "cli.live.check.not_paused");
        self.note(Level::B, "pause", result);
        self.note(Level::B, "step", step);
    }

    /// Asks for something, and waits for the answer.
    fn order(&mut self, agent: Option<u64>, verb: Verb) -> Option<Answer> {
        self.heard.clear();
        let number = self
            .door
            .link
            .ask(self.game, |seen| seen.order(agent, verb))?;
        self.listen(|heard| {
            heard.iter().find_map(|message| match message {
                FromGame::Done(answered) if *answered == number => Some(Answer::Done),
                FromGame::Swapped(swapped) if swapped.number == number => {
                    Some(Answer::Swapped(*swapped))
                }
                FromGame::Refused(refused) if refused.number == number => {
                    Some(Answer::Refused(refused.clone()))
                }
                _ => None,
            })
        })
    }

    /// Level B: changes a variable to the value that it has, and sends an event; what is impossible is refused.
    fn changes(&mut self) {
        let agent = self.first_agent();
        let keyframe = self.watched_keyframe();
        let variable = keyframe.and_then(|keyframe| keyframe.variables.into_iter().next());
        let set = match (self.may("set"), variable) {
            (false, _) => StepResult::NotOffered,
            (true, None) => self.not_tried("cli.live.check.no_variable"),
            (true, Some(variable)) => {
                let done = self.order(agent, Verb::Set(vec![variable]));
                let wrong = vec![(
                    "no such variable".into(),
                    treewright_insight::recording_json::Recorded(1.into()),
                )];
                let refused = self.order(agent, Verb::Set(wrong));
                let is_good = done == Some(Answer::Done) && is_refused(refused.as_ref());
                self.judge(is_good, "cli.live.check.not_set")
            }
        };
        self.note(Level::B, "set", set);
        let send = if self.may("send") {
            let sent = Sent {
                name: "treewright check".into(),
                payload: None,
            };
            let done = self.order(agent, Verb::Send(sent));
            self.judge(done == Some(Answer::Done), "cli.live.check.not_sent")
        } else {
            StepResult::NotOffered
        };
        self.note(Level::B, "send", send);
        let force = if self.may("force") {
            let nowhere = NodeId::from("no such node");
            let forced = vec![(nowhere, treewright_core::runtime::Status::Success)];
            let refused = self.order(agent, Verb::Force(forced));
            self.judge(is_refused(refused.as_ref()), "cli.live.check.not_forced")
        } else {
            StepResult::NotOffered
        };
        self.note(Level::B, "force", force);
    }

    /// Returns a keyframe of the watched agent; one comes each second.
    fn watched_keyframe(&mut self) -> Option<Keyframe> {
        self.listen(|heard| keyframes(heard).next().cloned())
    }

    /// Level B: stops at a breakpoint on a node that has started just now.
    fn stops(&mut self) {
        if !self.may("break") {
            return self.note(Level::B, "breakpoints", StepResult::NotOffered);
        }
        let agents: Vec<u64> = self.known().map_or_else(Vec::new, |game| {
            game.seen.agents().keys().copied().collect()
        });
        self.door
            .link
            .ask(self.game, |seen| ((), seen.watch(agents, 0.0)));
        self.heard.clear();
        let programs = self.programs();
        let started = self.listen(|heard| {
            frames_of(heard).iter().find_map(|frames| {
                let program = programs.iter().find(|known| known.id == frames.program)?;
                let (seen, _) = frames.unpack(program.nodes.len());
                let mut events = seen.iter().flat_map(|frame| &frame.tree.events);
                let node = events.find_map(|event| match event {
                    TraceEvent::Start(node) => Some(node.get()),
                    _ => None,
                })?;
                // Breakpoints name nodes of documents: those inside of subtrees are others there.
                let id = program.nodes[node].0.to_string();
                (!id.contains('/')).then(|| (program.document.clone(), id))
            })
        });
        let Some((document, node)) = started else {
            let not_tried = self.not_tried("cli.live.check.nothing_starts");
            return self.note(Level::B, "breakpoints", not_tried);
        };
        self.heard.clear();
        self.say(breakpoints(&format!(
            "{}:[{{\"node\":{}}}]",
            quoted(&document),
            quoted(&node)
        )));
        let hit = self.listen(|heard| {
            heard.iter().find_map(|message| match message {
                FromGame::State(state) => state.because.clone(),
                _ => None,
            })
        });
        self.say(breakpoints(""));
        self.say(FromEditor::Resume(Nothing {}));
        let is_good = hit.is_some_and(|hit| hit.document == document);
        let result = self.judge(is_good, "cli.live.check.not_stopped");
        self.note(Level::B, "breakpoints", result);
    }

    /// Level C: the past, a search, a measurement, and the same tree once more.
    fn knows_more(&mut self) {
        let agent = self.first_agent();
        let past = match (self.may("past"), agent) {
            (false, _) => StepResult::NotOffered,
            (true, None) => self.not_tried("cli.live.check.no_agents"),
            (true, Some(agent)) => {
                let now = self.known().map_or(0, |game| game.seen.state().frame);
                self.door
                    .link
                    .ask(self.game, |seen| ((), seen.watch([], 0.0)));
                self.heard.clear();
                let watch =
                    |seen: &mut treewright_link::seen::SeenGame| ((), seen.watch([agent], 10.0));
                self.door.link.ask(self.game, watch);
                let first = self.listen(|heard| {
                    let mut earlier = keyframes(heard).filter(|keyframe| keyframe.frame < now);
                    earlier.next().map(|_| ())
                });
                self.judge(first.is_some(), "cli.live.check.no_past")
            }
        };
        self.note(Level::C, "past", past);
        let find = if self.may("find") {
            self.heard.clear();
            let condition = Condition::Name("".into());
            self.door.link.ask(self.game, |seen| seen.find(condition));
            let found = self.listen(|heard| {
                let mut all = heard.iter();
                all.find_map(|message| match message {
                    FromGame::Found(found) if found.looked >= found.of => Some(()),
                    _ => None,
                })
            });
            self.judge(found.is_some(), "cli.live.check.not_found")
        } else {
            StepResult::NotOffered
        };
        self.note(Level::C, "find", find);
        let profile = if self.may("profile") {
            self.heard.clear();
            self.say(FromEditor::Profile(Every { every: 1 }));
            let told = self.listen(|heard| {
                let mut all = heard.iter();
                all.find_map(|message| matches!(message, FromGame::Profile(_)).then_some(()))
            });
            self.say(FromEditor::Profile(Every { every: 0 }));
            self.judge(told.is_some(), "cli.live.check.no_profile")
        } else {
            StepResult::NotOffered
        };
        self.note(Level::C, "profile", profile);
        self.swaps(agent);
    }

    fn swaps(&mut self, agent: Option<u64>) {
        if !self.may("swap") {
            return self.note(Level::C, "swap", StepResult::NotOffered);
        }
        let files = self.known().and_then(|game| {
            let program = game.seen.agents().get(&agent?)?.program;
            let sources = &game.seen.tree(program)?.sources;
            let files = sources.documents.iter().chain(&sources.libraries);
            Some(files.cloned().collect())
        });
        let result = match files {
            None => self.not_tried("cli.live.check.no_files"),
            Some(files) => {
                let answer = self.order(agent, Verb::Swap(Replacing { files }));
                let is_kept = matches!(answer, Some(Answer::Swapped(swapped)) if swapped.kept > 0);
                self.judge(is_kept, "cli.live.check.not_swapped")
            }
        };
        self.note(Level::C, "swap", result);
    }

    /// Level A: it is still there after all of this.
    fn stays(&mut self) {
        let is_there = self.known().is_some_and(|game| game.end.is_none());
        let result = self.judge(is_there, "cli.live.check.gone");
        self.note(Level::A, "pong", result);
    }
}

fn is_refused(answer: Option<&Answer>) -> bool {
    matches!(answer, Some(Answer::Refused(_)))
}

/// Returns whether each parent comes before its children.
fn is_tree(program: &Program) -> bool {
    let mut nodes = program.nodes.iter().zip(0_i64..);
    !program.nodes.is_empty()
        && nodes.all(|((_, parent, _), place)| (place == 0) == (*parent == -1) && *parent < place)
}

fn keyframes(heard: &[FromGame]) -> impl Iterator<Item = &Keyframe> {
    heard.iter().filter_map(|message| match message {
        FromGame::Keyframe(keyframe) => Some(keyframe),
        _ => None,
    })
}

fn frames_of(heard: &[FromGame]) -> Vec<Frames> {
    let frames = heard.iter().filter_map(|message| match message {
        FromGame::Frames(frames) => Some(frames.clone()),
        _ => None,
    });
    frames.collect()
}

/// Returns whether frames follow a keyframe and each other, with events that the programs can have.
fn follow(keyframe: Option<&Keyframe>, heard: &[FromGame], programs: &[Arc<Program>]) -> bool {
    let Some(mut last) = keyframe.map(|keyframe| keyframe.frame) else {
        return false;
    };
    frames_of(heard).iter().all(|frames| {
        let program = programs.iter().find(|known| known.id == frames.program);
        let strange = program.map(|known| frames.unpack(known.nodes.len()).1);
        let follows = frames.first == last + 1 && frames.dt.len() == frames.e.len();
        last = (frames.first + frames.len() as u64).saturating_sub(1);
        follows && strange == Some(0)
    })
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the message about all breakpoints.
fn breakpoints(documents: &str) -> FromEditor {
    let text =
        format!(r#"{{"format":"treewright-breakpoints","version":1,"documents":{{{documents}}}}}"#);
    FromEditor::Breakpoints(Json(text.into()))
}
