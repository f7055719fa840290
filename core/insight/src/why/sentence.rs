//! The sentences for steps: a code, the arguments for translation, and the English text.

use treewright_core::runtime::World;
use treewright_core::runtime::{EndStatus, Ground, NodeIndex, Outcome, Status};
use treewright_core::{Argument, Filled as _, Message, ParameterName, Program, ToArgument};

use super::{
    AnswerSource, BackgroundRun, EventPosition, Fact, Heard, InterruptionReason, KeyUse, KeyUser,
    NoAbort, NodeSetting, OtherNode, Reading, ReasonStep, ResultReason, Sender, StartReason,
    ValueOrigin, chosen,
};

/// The codes and their English texts.
pub const TEXTS: [(&str, &str); 135] = [
    (
        "runs_with_the_tree",
        "`{node}` has been running since the tree started in frame {frame}",
    ),
    (
        "runs_again",
        "`{node}` is running: it returned {status}, and `{parent}` runs it again",
    ),
    (
        "runs_after_abort",
        "`{node}` is running: after an abort by `{condition}`, `{parent}` continued here",
    ),
    (
        "runs_after_sibling",
        "`{node}` is running: `{sibling}` returned {status}, so `{parent}` moved on",
    ),
    (
        "runs_by_its_parent",
        "`{node}` is running: `{parent}` started it",
    ),
    (
        "runs_before_the_record",
        "`{node}` has been running since before the recording started",
    ),
    (
        "runs_chosen",
        "`{node}` is running: `{parent}` chose it {rule}",
    ),
    (
        "ran_with_the_tree",
        "`{node}` ran: it started with the tree in frame {frame}",
    ),
    (
        "ran_again",
        "`{node}` ran: it had returned {status}, and `{parent}` ran it again",
    ),
    (
        "ran_after_abort",
        "`{node}` ran: after an abort by `{condition}`, `{parent}` continued here",
    ),
    (
        "ran_after_sibling",
        "`{node}` ran: `{sibling}` returned {status}, so `{parent}` moved on",
    ),
    ("ran_by_its_parent", "`{node}` ran: `{parent}` started it"),
    (
        "ran_before_the_record",
        "`{node}` ran: it had started before the recording",
    ),
    ("ran_chosen", "`{node}` ran: `{parent}` chose it {rule}"),
    (
        "by_utility",
        "by its utility, the highest of those that have not failed",
    ),
    (
        "by_priority",
        "by its priority, the highest of those that have not failed",
    ),
    ("by_case", "because its case equals the value"),
    ("by_no_case", "because no case equals the value"),
    ("by_random_order", "in a random order"),
    ("by_turn", "because it was its turn"),
    ("by_condition", "because its condition was true"),
    ("by_chance", "by chance"),
    ("by_memory", "because it had stopped there before"),
    ("by_position", "by the position in its variable"),
    ("ended_answered", "`{node}` returned {status}"),
    ("ended_error", "`{node}` returned Failure: {why}"),
    (
        "ended_guard",
        "`{node}` returned Failure: its condition was false",
    ),
    (
        "ended_child",
        "`{node}` returned {status} because `{child}` returned {child_status}",
    ),
    (
        "ended_all_children",
        "`{node}` returned {status} because all its children returned {child_status}, `{child}` last",
    ),
    (
        "ended_on_entering",
        "`{node}` returned {status} on entry, without running a child",
    ),
    (
        "ended_key",
        "`{node}` returned {status}: it was interrupted by its key",
    ),
    (
        "ended_time_up",
        "`{node}` ended with {status}: its time was up",
    ),
    (
        "ended_limit_reached",
        "`{node}` ended with {status}: its limit was reached",
    ),
    (
        "ended_child_before",
        "`{node}` returned {status} because `{child}` had returned {child_status} in frame {frame}, and now all its children have ended",
    ),
    (
        "ended_own_rule",
        "`{node}` ended with {status} (rule of its node type)",
    ),
    (
        "ended_not_known",
        "`{node}` returned {status}; it started before the recording, so not all reasons are known",
    ),
    (
        "interrupted_when_true",
        "`{node}` was aborted: `{condition}` became true ({abort} of `{composite}`); `{scope}` continues at `{target}`",
    ),
    (
        "interrupted_when_false",
        "`{node}` was aborted: `{condition}` became false ({abort} of `{composite}`); `{scope}` continues at `{target}`",
    ),
    (
        "interrupted_ancestor",
        "`{node}` was interrupted because its ancestor `{ancestor}` ended with {status}",
    ),
    (
        "interrupted_overtaken",
        "`{node}` was interrupted because earlier sibling `{by}` in `{parent}` is running",
    ),
    (
        "interrupted_switched",
        "`{node}` was interrupted because `{parent}` switched to `{to}`",
    ),
    (
        "interrupted_key",
        "`{node}` was interrupted because its ancestor `{by}` was interrupted by its key",
    ),
    (
        "interrupted_stopped",
        "`{node}` was interrupted because the tree was stopped or restarted",
    ),
    (
        "interrupted_stopped_by",
        "`{node}` was interrupted because `{by}` stopped the tree",
    ),
    (
        "interrupted_restarted_by",
        "`{node}` was interrupted because `{by}` restarted the tree",
    ),
    (
        "stopped_the_tree",
        "`{node}` stopped the tree, which also ended it",
    ),
    (
        "restarted_the_tree",
        "`{node}` restarted the tree, which also ended it",
    ),
    (
        "interrupted_unknown",
        "`{node}` was interrupted; the recording does not contain the reason",
    ),
    (
        "not_reached_yet",
        "`{node}` was not reached yet: `{parent}` is still running its earlier child `{at}`",
    ),
    (
        "not_reached_elsewhere",
        "`{node}` is not running: `{parent}` is running `{at}`",
    ),
    (
        "not_reached_waits",
        "`{node}` is not running: `{parent}` is not running any of its children",
    ),
    (
        "passed_over",
        "`{node}` was not reached: `{parent}` returned {status} first",
    ),
    (
        "passed_over_interrupted",
        "`{node}` was not reached: `{parent}` was interrupted first",
    ),
    (
        "ended_as_remembered",
        "`{node}` returned {status} without running its child again: it remembers how that ended",
    ),
    (
        "goes_on_next_round",
        "`{node}` runs its child again in the next frame",
    ),
    ("goes_on_at", "`{node}` continues at `{at}`"),
    (
        "goes_on_waits",
        "`{node}` is running, but none of its children is",
    ),
    (
        "value_initial",
        "`{variable}` is {value}: that is its initial value",
    ),
    (
        "since_input",
        "`{variable}` became {value} later: it was set from outside before frame {frame}",
    ),
    (
        "since_node",
        "`{variable}` became {value} later: `{by}` wrote it in frame {frame}",
    ),
    (
        "since_other",
        "`{variable}` became {value} later: `{by}` of agent {agent} wrote it in frame {frame}",
    ),
    (
        "since_background",
        "`{variable}` became {value} later: a background tree wrote it in frame {frame}",
    ),
    (
        "value_input",
        "`{variable}` is {value}: it was set from outside before frame {frame}",
    ),
    (
        "value_input_changed",
        "`{variable}` changed from {was} to {value}: it was set from outside before frame {frame}",
    ),
    (
        "value_node",
        "`{variable}` is {value}: `{by}` wrote it in frame {frame}",
    ),
    (
        "value_node_changed",
        "`{variable}` changed from {was} to {value}: `{by}` wrote it in frame {frame}",
    ),
    (
        "value_other",
        "`{variable}` is {value}: `{by}` of agent {agent} wrote it in frame {frame}",
    ),
    (
        "value_other_changed",
        "`{variable}` changed from {was} to {value}: `{by}` of agent {agent} wrote it in frame {frame}",
    ),
    (
        "value_background",
        "`{variable}` is {value}: a background tree wrote it in frame {frame}",
    ),
    (
        "value_background_changed",
        "`{variable}` changed from {was} to {value}: a background tree wrote it in frame {frame}",
    ),
    (
        "value_unknown",
        "`{variable}` was written before the recording started",
    ),
    (
        "source_forced",
        "the result of `{node}` was set from outside",
    ),
    (
        "event_none",
        "`{listener}` waits for event `{event}`: none arrived while it listened",
    ),
    (
        "event_missed",
        "`{listener}` waits for event `{event}`: the last one arrived in frame {frame}, before it listened",
    ),
    (
        "event_input",
        "`{listener}` heard event `{event}`: it was sent from outside before frame {frame}",
    ),
    (
        "event_input_with",
        "`{listener}` heard event `{event}` with {payload}: it was sent from outside before frame {frame}",
    ),
    (
        "event_node",
        "`{listener}` heard event `{event}`: `{by}` sent it in frame {frame}",
    ),
    (
        "event_node_with",
        "`{listener}` heard event `{event}` with {payload}: `{by}` sent it in frame {frame}",
    ),
    (
        "event_other",
        "`{listener}` heard event `{event}`: `{by}` of agent {agent} sent it in frame {frame}",
    ),
    (
        "event_other_with",
        "`{listener}` heard event `{event}` with {payload}: `{by}` of agent {agent} sent it in frame {frame}",
    ),
    (
        "event_unknown",
        "`{listener}` heard event `{event}`; the recording does not contain who sent it",
    ),
    (
        "key_input",
        "key `{key}` of `{interrupted}` was used from outside before frame {frame}",
    ),
    (
        "key_node",
        "key `{key}` of `{interrupted}` was used by `{node}` in frame {frame}",
    ),
    ("source_timer", "`{node}` depends on its timer"),
    (
        "source_timer_since",
        "`{node}` depends on its timer, which started in frame {frame}",
    ),
    (
        "source_count",
        "`{node}` has counted since before the recording started",
    ),
    (
        "source_count_since",
        "`{node}` has counted since it started in frame {frame}",
    ),
    ("source_draw", "`{node}` depends on a random choice"),
    ("slot", "`{node}` has the slot for which `{waits}` asks"),
    (
        "slot_since",
        "`{node}` has the slot for which `{waits}` asks, since frame {frame}",
    ),
    (
        "slots_elsewhere",
        "`{node}` finds no free slot: no other node of this tree has one",
    ),
    ("settings", "settings of `{node}`: {settings}"),
    ("setting", "`{parameter}` is {value}"),
    (
        "setting_variable",
        "`{parameter}` is `{variable}` ({value})",
    ),
    ("setting_unknown", "`{parameter}` is `{variable}`"),
    ("setting_of", "`{parameter}` of `{child}` is {value}"),
    (
        "setting_variable_of",
        "`{parameter}` of `{child}` is `{variable}` ({value})",
    ),
    (
        "setting_unknown_of",
        "`{parameter}` of `{child}` is `{variable}`",
    ),
    ("variable_of_use", "{variable} ({use})"),
    ("use_in_use", "{outer} › {use}"),
    ("source_always", "`{node}` always has this result"),
    (
        "source_game",
        "the result of `{node}` is an answer of the game, or of what stands in for it",
    ),
    (
        "no_abort_none",
        "a change of `{node}` aborts nothing: `{composite}` has abort type None, so the condition is read only when it is reached",
    ),
    (
        "no_abort_nothing_above",
        "a change of `{node}` aborts nothing: only conditions below a composite abort, by the abort type of that composite",
    ),
    (
        "no_abort_rechecked",
        "`{node}` needs no abort: while `{composite}` runs, it is read again in each frame",
    ),
    (
        "no_abort_not_reached_since",
        "a change of `{node}` aborts nothing now: it is watched only after it was reached, and was not since the tree was changed before frame {frame}",
    ),
    (
        "no_abort_not_reached",
        "a change of `{node}` aborts nothing yet: it is watched only after it was reached",
    ),
    (
        "no_abort_let_go",
        "a change of `{node}` aborts nothing: `{composite}` returned {status} and, with abort type {abort}, no longer watches it",
    ),
    (
        "no_abort_let_go_interrupted",
        "a change of `{node}` aborts nothing: it is not watched since `{composite}` was interrupted",
    ),
    (
        "no_abort_fired",
        "a change of `{node}` aborts nothing: it was not reached again since it aborted",
    ),
    (
        "no_abort_restarted",
        "a change of `{node}` aborts nothing: `{composite}` has started again since, and did not reach it",
    ),
    (
        "no_abort_dropped",
        "a change of `{node}` aborts nothing: it is not watched since an abort of `{by}` let it go",
    ),
    (
        "no_abort_still_true",
        "`{node}` is watched, but has stayed true: it aborts only when it becomes false",
    ),
    (
        "no_abort_still_false",
        "`{node}` is watched, but has stayed false: it aborts only when it becomes true",
    ),
    ("no_abort_watched", "`{node}`: {prospect}"),
    (
        "in_background",
        "this node belongs to background tree `{tree}`, whose nodes are not recorded one by one",
    ),
    (
        "background_never",
        "background tree `{tree}` was not started yet",
    ),
    (
        "background_runs",
        "background tree `{tree}` runs since frame {frame}: `{node}` started it",
    ),
    (
        "background_runs_elsewhere",
        "background tree `{tree}` runs since frame {frame}: another background tree started it",
    ),
    (
        "background_ended",
        "background tree `{tree}` ended with {status} in frame {last}",
    ),
    (
        "background_ended_since",
        "background tree `{tree}`, which `{node}` started in frame {frame}, ended with {status} in frame {last}",
    ),
    (
        "background_stopped",
        "background tree `{tree}` was stopped in frame {last}",
    ),
    (
        "background_stopped_since",
        "background tree `{tree}`, which `{node}` started in frame {frame}, was stopped in frame {last}",
    ),
    (
        "background_stopped_by",
        "background tree `{tree}` was stopped by `{node}` in frame {last}",
    ),
    (
        "background_stopped_with",
        "background tree `{tree}` was stopped in frame {last} because `{node}` was interrupted",
    ),
    ("tree_ended", "the tree ended with {status}"),
    ("tree_stopped", "the tree was stopped or restarted"),
    (
        "began_again",
        "the tree had ended with {status} in frame {frame} and began again",
    ),
    (
        "began_again_stopped",
        "the tree was stopped or restarted in frame {frame} and began again",
    ),
    (
        "began_again_by",
        "`{node}` restarted the tree in frame {frame}",
    ),
    ("not_started", "the tree has not run yet"),
    (
        "not_known",
        "`{node}` has not run since the recording started; what it did before is not known",
    ),
    (
        "left_out_disabled",
        "`{node}` is disabled, so it never runs",
    ),
    (
        "left_out_below_disabled",
        "`{node}` never runs: it is below `{above}`, which is disabled",
    ),
    (
        "left_out_loose",
        "`{node}` is not connected to the root of a tree, so it never runs",
    ),
];

/// Returns the message of this code with its arguments.
pub(super) fn message(code: &'static str, arguments: Vec<(&'static str, Argument)>) -> Message {
    let text = TEXTS.iter().find(|(known, _)| *known == code);
    let mut rest = text.map_or(code, |(_, text)| text);
    let mut english = String::new();
    // Arguments may contain braces, so each part of the text is scanned once.
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let found = arguments.iter().find(|(known, _)| *known == name);
        english.push_str(before);
        english.extend(found.map(|(_, value)| value.english()));
        rest = after;
    }
    english.push_str(rest);
    Message::new("why", code, arguments, english)
}

/// Returns a status as a translatable argument.
fn status(name: &'static str) -> Argument {
    Message::word("choice", name).to_argument()
}

/// How nodes and agents are called in sentences. A function from nodes to names calls agents by their numbers.
pub trait Names {
    /// Returns the title of a node.
    fn node(&self, node: NodeIndex) -> Argument;
    /// Returns what follows the word "agent".
    fn agent(&self, by: &OtherNode) -> Argument {
        // Shown numbers are from 1.
        (by.agent.number() + 1).to_string().to_argument()
    }
}

impl<T: ToArgument, F: Fn(NodeIndex) -> T> Names for F {
    fn node(&self, node: NodeIndex) -> Argument {
        self(node).to_argument()
    }
}

impl ReasonStep {
    /// Returns the step as a sentence.
    pub fn told<W: World + ?Sized>(&self, program: &Program<W>, names: &dyn Names) -> Message {
        let name = &|node| names.node(node);
        let (code, more) = match &self.fact {
            Fact::Runs(began) => self.began_message(*began, program, name),
            Fact::Ran(began) => {
                let (code, more) = self.began_message(*began, program, name);
                (ran_code(code), more)
            }
            Fact::Ended(status, cause) => {
                let remembers = program.ground(self.node) == Some(Ground::EarlierEnd);
                let (code, mut more) = match cause {
                    ResultReason::OnEntering if remembers => ("ended_as_remembered", Vec::new()),
                    ResultReason::OwnRule => (own_rule_code(program.ground(self.node)), Vec::new()),
                    ResultReason::Child { place, .. }
                        if self.place.is_some_and(|ended| place.frame < ended.frame) =>
                    {
                        let (_, mut arguments) = cause_message(cause, name);
                        arguments.push(("frame", place.frame.to_string().to_argument()));
                        ("ended_child_before", arguments)
                    }
                    cause => cause_message(cause, name),
                };
                more.push(("status", self::status(status.name())));
                (code, more)
            }
            Fact::Interrupted(InterruptionReason::TreeStopped { by: Some(by) })
                if *by == self.node =>
            {
                match program.task(*by) {
                    "RestartTree" => ("restarted_the_tree", Vec::new()),
                    _ => ("stopped_the_tree", Vec::new()),
                }
            }
            Fact::Interrupted(why) => interruption_message(why, program, name),
            Fact::NotReached { parent, at, later } => {
                let parent = ("parent", name(*parent));
                match at {
                    Some(at) if *later => ("not_reached_yet", vec![parent, ("at", name(*at))]),
                    Some(at) => ("not_reached_elsewhere", vec![parent, ("at", name(*at))]),
                    None => ("not_reached_waits", vec![parent]),
                }
            }
            Fact::PassedOver {
                parent,
                status: EndStatus::Inactive,
            } => ("passed_over_interrupted", vec![("parent", name(*parent))]),
            Fact::PassedOver { parent, status } => (
                "passed_over",
                vec![
                    ("parent", name(*parent)),
                    ("status", self::status(status.name())),
                ],
            ),
            Fact::Value(reading) => value_message(reading, program, name(self.node), names),
            Fact::Since(reading) => since_message(reading, program, name(self.node), names),
            Fact::Source(source) => source_message(source, (self.node, self.place), names),
            Fact::Settings(settings) => {
                let task = program.task(self.node);
                let said = settings
                    .iter()
                    .map(|it| setting_message(it, task, program, names));
                (
                    "settings",
                    vec![("settings", Argument::List(said.collect()))],
                )
            }
            Fact::Background(run) => background_message(run),
            Fact::InBackground(tree) => ("in_background", vec![("tree", tree.to_argument())]),
            Fact::NoAbort(NoAbort::Dropped { by }) if *by == self.node => {
                ("no_abort_fired", Vec::new())
            }
            Fact::NoAbort(why) => no_abort_message(why, program, name),
            Fact::GoesOn { at: Some(at) } => ("goes_on_at", vec![("at", name(*at))]),
            Fact::GoesOn { at: None } if program.repeats(self.node) => {
                ("goes_on_next_round", Vec::new())
            }
            Fact::GoesOn { at: None } => ("goes_on_waits", Vec::new()),
            Fact::TreeEnded(EndStatus::Inactive) => ("tree_stopped", Vec::new()),
            Fact::TreeEnded(status) => {
                ("tree_ended", vec![("status", self::status(status.name()))])
            }
            Fact::BeganAgain { status, by } => {
                let mut arguments = Vec::from_iter(self.frame());
                let code = match (by, status) {
                    (Some(_), _) => "began_again_by",
                    (None, EndStatus::Inactive) => "began_again_stopped",
                    (None, status) => {
                        arguments.push(("status", self::status(status.name())));
                        "began_again"
                    }
                };
                (code, arguments)
            }
            Fact::NotStarted => ("not_started", Vec::new()),
            Fact::NotKnown => ("not_known", Vec::new()),
        };
        let mut arguments = vec![("node", name(self.node))];
        arguments.extend(more);
        message(code, arguments)
    }

    /// The frame of the event, as an argument.
    fn frame(&self) -> Option<(&'static str, Argument)> {
        let place = self.place?;
        Some(("frame", place.frame.to_string().to_argument()))
    }

    fn began_message<W: World + ?Sized>(
        &self,
        began: StartReason,
        program: &Program<W>,
        name: &dyn Fn(NodeIndex) -> Argument,
    ) -> Parts {
        let parent = program.parent(self.node);
        let parent = || ("parent", parent.map_or_else(|| "".to_argument(), name));
        match began {
            StartReason::WithTheTree => ("runs_with_the_tree", Vec::from_iter(self.frame())),
            StartReason::Again(status) => (
                "runs_again",
                vec![parent(), ("status", self::status(status.name()))],
            ),
            StartReason::AfterAbort(condition) => (
                "runs_after_abort",
                vec![parent(), ("condition", name(condition))],
            ),
            StartReason::AfterSibling(sibling, status) => (
                "runs_after_sibling",
                vec![
                    parent(),
                    ("sibling", name(sibling)),
                    ("status", self::status(status.name())),
                ],
            ),
            StartReason::ByItsParent => ("runs_by_its_parent", vec![parent()]),
            StartReason::Chosen(rule) => {
                let rule = message(chosen::code(rule), Vec::new());
                ("runs_chosen", vec![parent(), ("rule", rule.to_argument())])
            }
            StartReason::BeforeTheRecord => ("runs_before_the_record", Vec::new()),
        }
    }
}

/// The code of the sentence for a node that ended by the rule of its type.
fn own_rule_code(ground: Option<Ground>) -> &'static str {
    match ground {
        Some(Ground::TimeSinceStart) => "ended_time_up",
        Some(Ground::Count) => "ended_limit_reached",
        _ => "ended_own_rule",
    }
}

/// The code of the sentence for a node that has ended since, by that for one that runs.
fn ran_code(runs: &'static str) -> &'static str {
    match runs {
        "runs_with_the_tree" => "ran_with_the_tree",
        "runs_again" => "ran_again",
        "runs_after_abort" => "ran_after_abort",
        "runs_after_sibling" => "ran_after_sibling",
        "runs_by_its_parent" => "ran_by_its_parent",
        "runs_chosen" => "ran_chosen",
        _ => "ran_before_the_record",
    }
}

/// The code and the arguments of a message.
type Parts = (&'static str, Vec<(&'static str, Argument)>);

fn cause_message(cause: &ResultReason, name: &dyn Fn(NodeIndex) -> Argument) -> Parts {
    let of_child = |child: NodeIndex, status: Outcome| {
        vec![
            ("child", name(child)),
            ("child_status", self::status(status.name())),
        ]
    };
    match cause {
        ResultReason::Answered => ("ended_answered", Vec::new()),
        ResultReason::Error(why) => ("ended_error", vec![("why", why.to_argument())]),
        ResultReason::GuardRefused => ("ended_guard", Vec::new()),
        ResultReason::Child { child, status, .. } => ("ended_child", of_child(*child, *status)),
        ResultReason::AllChildren { child, status, .. } => {
            ("ended_all_children", of_child(*child, *status))
        }
        ResultReason::OnEntering => ("ended_on_entering", Vec::new()),
        ResultReason::Key => ("ended_key", Vec::new()),
        ResultReason::OwnRule => ("ended_own_rule", Vec::new()),
        ResultReason::NotKnown => ("ended_not_known", Vec::new()),
    }
}

/// The arguments that name another node: it, and its agent if that is another one.
fn other_node(by: &OtherNode, names: &dyn Names) -> Vec<(&'static str, Argument)> {
    let mut arguments = vec![("by", by.title.clone())];
    if by.is_other_agent {
        arguments.push(("agent", names.agent(by)));
    }
    arguments
}

/// Returns the name of a variable in sentences. One that belongs to the use of a tree has the id of that use before its own name in the
/// program, but its name in sentences.
fn variable_name<W: World + ?Sized>(
    variable: &str,
    program: &Program<W>,
    names: &dyn Names,
) -> Argument {
    let of_use = variable.rsplit_once('/').and_then(|(id, own)| {
        let parts = vec![
            ("variable", own.to_argument()),
            ("use", use_name(id, program, names)?),
        ];
        Some(message("variable_of_use", parts).to_argument())
    });
    of_use.unwrap_or_else(|| variable.to_argument())
}

/// Returns the title of a node that runs a tree, after those of the nodes that run the tree with that node.
fn use_name<W: World + ?Sized>(
    id: &str,
    program: &Program<W>,
    names: &dyn Names,
) -> Option<Argument> {
    let title = names.node(program.index(&id.into())?);
    let outer = id.rsplit_once('/');
    let outer = outer.and_then(|(outer, _)| use_name(outer, program, names));
    Some(match outer {
        Some(outer) => message("use_in_use", vec![("outer", outer), ("use", title)]).to_argument(),
        None => title,
    })
}

/// `writer` is the name of the node that wrote the value, if a node of the same program did.
fn value_message<W: World + ?Sized>(
    reading: &Reading,
    program: &Program<W>,
    writer: Argument,
    names: &dyn Names,
) -> Parts {
    let variable = variable_name(&reading.variable, program, names);
    let variable = ("variable", variable);
    let Some(value) = &reading.value else {
        return ("value_unknown", vec![variable]);
    };
    let was = reading.was.as_ref().filter(|was| *was != value);
    let mut arguments = vec![variable, ("value", value.to_string().to_argument())];
    arguments.extend(was.map(|was| ("was", was.to_string().to_argument())));
    let (code, changed, frame) = match reading.source {
        ValueOrigin::Initial => return ("value_initial", arguments),
        ValueOrigin::BeforeTheRecord => return ("value_unknown", arguments),
        ValueOrigin::Input(frame) => ("value_input", "value_input_changed", frame),
        ValueOrigin::Node(_, place) => {
            arguments.push(("by", writer));
            ("value_node", "value_node_changed", place.frame)
        }
        ValueOrigin::Other(ref by) => {
            arguments.extend(other_node(by, names));
            let (code, changed) = if by.is_other_agent {
                ("value_other", "value_other_changed")
            } else {
                ("value_node", "value_node_changed")
            };
            (code, changed, by.place.frame)
        }
        ValueOrigin::Background(frame) => ("value_background", "value_background_changed", frame),
    };
    arguments.push(("frame", frame.to_string().to_argument()));
    (if was.is_some() { changed } else { code }, arguments)
}

fn since_message<W: World + ?Sized>(
    reading: &Reading,
    program: &Program<W>,
    writer: Argument,
    names: &dyn Names,
) -> Parts {
    let Some(value) = &reading.value else {
        return value_message(reading, program, writer, names);
    };
    let mut arguments = vec![
        ("variable", variable_name(&reading.variable, program, names)),
        ("value", value.to_string().to_argument()),
    ];
    let (code, frame) = match reading.source {
        ValueOrigin::Input(frame) => ("since_input", frame),
        ValueOrigin::Node(_, place) => {
            arguments.push(("by", writer));
            ("since_node", place.frame)
        }
        ValueOrigin::Other(ref by) => {
            arguments.extend(other_node(by, names));
            let code = if by.is_other_agent {
                "since_other"
            } else {
                "since_node"
            };
            (code, by.place.frame)
        }
        ValueOrigin::Background(frame) => ("since_background", frame),
        // Nothing was written later.
        ValueOrigin::Initial | ValueOrigin::BeforeTheRecord => {
            return value_message(reading, program, writer, names);
        }
    };
    arguments.push(("frame", frame.to_string().to_argument()));
    (code, arguments)
}

fn no_abort_message<W: World + ?Sized>(
    why: &NoAbort,
    program: &Program<W>,
    name: &dyn Fn(NodeIndex) -> Argument,
) -> Parts {
    match why {
        NoAbort::TypeNone { composite } => ("no_abort_none", vec![("composite", name(*composite))]),
        NoAbort::NoComposite => ("no_abort_nothing_above", Vec::new()),
        NoAbort::Rechecked { composite } => {
            ("no_abort_rechecked", vec![("composite", name(*composite))])
        }
        NoAbort::NotReached => ("no_abort_not_reached", Vec::new()),
        NoAbort::NotReachedSince(frame) => (
            "no_abort_not_reached_since",
            vec![("frame", frame.to_string().to_argument())],
        ),
        NoAbort::LetGo {
            composite,
            status: EndStatus::Inactive,
            ..
        } => (
            "no_abort_let_go_interrupted",
            vec![("composite", name(*composite))],
        ),
        NoAbort::Restarted { composite } => {
            ("no_abort_restarted", vec![("composite", name(*composite))])
        }
        NoAbort::Dropped { by } => ("no_abort_dropped", vec![("by", name(*by))]),
        NoAbort::LetGo {
            composite, status, ..
        } => (
            "no_abort_let_go",
            vec![
                ("composite", name(*composite)),
                ("abort", program.abort(*composite).to_argument()),
                ("status", self::status(status.name())),
            ],
        ),
        NoAbort::Unchanged(Status::Success) => ("no_abort_still_true", Vec::new()),
        NoAbort::Unchanged(_) => ("no_abort_still_false", Vec::new()),
        NoAbort::Watched(prospect) => {
            let named = prospect.named(|node| name(*node).english().into_owned());
            let prospect = Message::new(
                "prospect",
                named.code(),
                named.arguments().to_arguments(),
                named.to_string(),
            );
            (
                "no_abort_watched",
                vec![("prospect", prospect.to_argument())],
            )
        }
    }
}

fn event_message(heard: &Heard, sender: NodeIndex, names: &dyn Names) -> Parts {
    let mut arguments = vec![
        ("listener", names.node(heard.listener)),
        ("event", heard.name.to_argument()),
    ];
    let Some(arrived) = &heard.arrived else {
        let Some(frame) = heard.missed else {
            return ("event_none", arguments);
        };
        arguments.push(("frame", frame.to_string().to_argument()));
        return ("event_missed", arguments);
    };
    let (code, with_payload, frame) = match arrived.sender {
        Sender::Input(frame) => ("event_input", "event_input_with", frame),
        Sender::Node(_, place) => {
            arguments.push(("by", names.node(sender)));
            ("event_node", "event_node_with", place.frame)
        }
        Sender::Other(ref by) => {
            arguments.extend(other_node(by, names));
            let (code, with_payload) = if by.is_other_agent {
                ("event_other", "event_other_with")
            } else {
                ("event_node", "event_node_with")
            };
            (code, with_payload, by.place.frame)
        }
        Sender::Unknown => return ("event_unknown", arguments),
    };
    arguments.push(("frame", frame.to_string().to_argument()));
    let Some(payload) = &arrived.payload else {
        return (code, arguments);
    };
    arguments.push(("payload", payload.to_string().to_argument()));
    (with_payload, arguments)
}

fn key_message(used: &KeyUse, names: &dyn Names) -> Parts {
    let (code, frame) = match used.by {
        KeyUser::Input(frame) => ("key_input", frame),
        KeyUser::Node(_, place) => ("key_node", place.frame),
    };
    let arguments = vec![
        ("interrupted", names.node(used.interrupted)),
        ("key", used.key.to_argument()),
        ("frame", frame.to_string().to_argument()),
    ];
    (code, arguments)
}

fn source_message(
    source: &AnswerSource,
    (node, place): (NodeIndex, Option<EventPosition>),
    names: &dyn Names,
) -> Parts {
    match source {
        AnswerSource::Forced => ("source_forced", Vec::new()),
        AnswerSource::Event(heard) => event_message(heard, node, names),
        AnswerSource::Key(used) => key_message(used, names),
        AnswerSource::Timer(None) => ("source_timer", Vec::new()),
        AnswerSource::Timer(Some(frame)) => (
            "source_timer_since",
            vec![("frame", frame.to_string().to_argument())],
        ),
        AnswerSource::Count(None) => ("source_count", Vec::new()),
        AnswerSource::Count(Some(frame)) => (
            "source_count_since",
            vec![("frame", frame.to_string().to_argument())],
        ),
        AnswerSource::Draw => ("source_draw", Vec::new()),
        AnswerSource::Slot(waits) => {
            let mut arguments = vec![("waits", names.node(*waits))];
            let Some(place) = place else {
                return ("slot", arguments);
            };
            arguments.push(("frame", place.frame.to_string().to_argument()));
            ("slot_since", arguments)
        }
        AnswerSource::SlotsElsewhere => ("slots_elsewhere", Vec::new()),
        AnswerSource::Always => ("source_always", Vec::new()),
        AnswerSource::Game => ("source_game", Vec::new()),
    }
}

/// A setting of a node of this type as a part of a sentence.
fn setting_message<W: World + ?Sized>(
    setting: &NodeSetting,
    task: &str,
    program: &Program<W>,
    names: &dyn Names,
) -> Argument {
    let parameter = Argument::Parameter(Box::new(ParameterName {
        task: task.into(),
        name: setting.parameter.clone(),
    }));
    let value = setting.value.as_ref().map(ToString::to_string);
    let mut arguments = vec![("parameter", parameter)];
    let variable = setting.variable.as_deref();
    arguments
        .extend(variable.map(|variable| ("variable", variable_name(variable, program, names))));
    arguments.extend(setting.child.map(|child| ("child", names.node(child))));
    let is_known = value.is_some();
    arguments.extend(value.map(|value| ("value", value.to_argument())));
    let code = match (setting.child, &setting.variable) {
        (None, None) => "setting",
        (None, Some(_)) if is_known => "setting_variable",
        (None, Some(_)) => "setting_unknown",
        (Some(_), None) => "setting_of",
        (Some(_), Some(_)) if is_known => "setting_variable_of",
        (Some(_), Some(_)) => "setting_unknown_of",
    };
    message(code, arguments).to_argument()
}

fn background_message(run: &BackgroundRun) -> Parts {
    let mut arguments = vec![("tree", run.tree.to_argument())];
    let started = run.started.map(|place| place.frame.to_string());
    arguments.extend(started.map(|frame| ("frame", frame.to_argument())));
    if let Some(stop) = run.stopped {
        arguments.push(("last", stop.place.frame.to_string().to_argument()));
        let code = if stop.was_interrupted {
            "background_stopped_with"
        } else {
            "background_stopped_by"
        };
        return (code, arguments);
    }
    let code = match (run.started, run.by, run.ended) {
        (None, _, None) => "background_never",
        (Some(_), Some(_), None) => "background_runs",
        (Some(_), None, None) => "background_runs_elsewhere",
        (_, by, Some((last, end))) => {
            arguments.push(("last", last.to_string().to_argument()));
            arguments.push(("status", status(end.name())));
            match (by, end) {
                (Some(_), EndStatus::Inactive) => "background_stopped_since",
                (None, EndStatus::Inactive) => "background_stopped",
                (Some(_), _) => "background_ended_since",
                (None, _) => "background_ended",
            }
        }
    };
    (code, arguments)
}

fn interruption_message<W: World + ?Sized>(
    why: &InterruptionReason,
    program: &Program<W>,
    name: &dyn Fn(NodeIndex) -> Argument,
) -> Parts {
    match *why {
        InterruptionReason::Abort {
            conditional,
            answer,
            scope,
            target,
            ..
        } => {
            let composite = program.nearest_composite(conditional).unwrap_or(scope);
            let code = match answer {
                Status::Success => "interrupted_when_true",
                _ => "interrupted_when_false",
            };
            let arguments = vec![
                ("condition", name(conditional)),
                ("abort", program.abort(composite).to_argument()),
                ("composite", name(composite)),
                ("scope", name(scope)),
                ("target", name(target)),
            ];
            (code, arguments)
        }
        InterruptionReason::Ancestor {
            ancestor, status, ..
        } => (
            "interrupted_ancestor",
            vec![
                ("ancestor", name(ancestor)),
                ("status", self::status(status.name())),
            ],
        ),
        InterruptionReason::Overtaken { parent, by } => (
            "interrupted_overtaken",
            vec![("parent", name(parent)), ("by", name(by))],
        ),
        InterruptionReason::Switched { parent, to } => (
            "interrupted_switched",
            vec![("parent", name(parent)), ("to", name(to))],
        ),
        InterruptionReason::Key { by } => ("interrupted_key", vec![("by", name(by))]),
        InterruptionReason::TreeStopped { by: None } => ("interrupted_stopped", Vec::new()),
        InterruptionReason::TreeStopped { by: Some(by) } => {
            let code = match program.task(by) {
                "RestartTree" => "interrupted_restarted_by",
                _ => "interrupted_stopped_by",
            };
            (code, vec![("by", name(by))])
        }
        InterruptionReason::Unknown => ("interrupted_unknown", Vec::new()),
    }
}
