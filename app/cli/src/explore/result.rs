//! What exploring a tree has found, for people and for programs.

use std::io;

use serde::Serialize;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_explore::exploration::ClaimResult;
use treewright_explore::findings::{NodeOutcome, Shown, Sight};
use treewright_explore::hazards::{Hazard, HazardKind, hazards, no_run};
use treewright_explore::names::Names;
use treewright_explore::search::Certainty;
use treewright_insight::scenario::NodeName;
use treewright_session::i18n::Texts;
use treewright_session::i18n::explored_words::{self, Possibility};
use treewright_session::workspace::exploration::{ReachedLimit, impossible};

use super::exploring::{EndedSearch, ExploredTree};
use super::written_run::WrittenRun;
use crate::colors::{BAD, FAINT, GOOD, HEADING, NOTABLE, styled};
use crate::report::Report;
use crate::{Out, Streams};

/// The most lines of a run that are shown to people.
const SHOWN_LINES: usize = 20;

/// What was found of a tree.
#[derive(Serialize)]
pub struct TreeResult {
    pub file: String,
    /// The file of the claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claims_file: Option<String>,
    /// Why the file of claims beside the tree is not used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claims_not_used: Option<Box<Report>>,
    /// How sure it is that what was not found cannot happen.
    pub sure: Sure,
    /// The number of states that were seen.
    pub states: usize,
    /// The number of frames that were run.
    pub frames_run: u64,
    #[serde(skip)]
    seconds: f64,
    /// Why nothing is proved by what was not found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_proved: Vec<WrittenReason>,
    /// Leaves of which no task library declares the task: they may return anything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undeclared: Vec<String>,
    /// Variables that the tree reads and that are never set from outside, as nodes write them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<String>,
    pub hazards: Vec<WrittenHazard>,
    pub claims: Vec<WrittenClaim>,
    /// What nodes can never do, where it follows neither from their types nor from anything else that was found.
    pub never: Vec<WrittenNever>,
    pub nodes: Vec<WrittenNode>,
    /// The scenarios that were written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<String>,
    /// What none of them shows, as no seed leads there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_covered: Vec<String>,
    /// The same variables and leaves as people read them.
    #[serde(skip)]
    own_names: Vec<String>,
    #[serde(skip)]
    undeclared_names: Vec<String>,
    #[serde(skip)]
    certainty: String,
    /// How sure it is, as a sentence.
    #[serde(skip)]
    pub heading: String,
}

/// How sure it is that what was not found cannot happen.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case", tag = "how")]
pub enum Sure {
    /// All states were seen.
    Proved,
    /// All states were seen, but it is not known everywhere whether aborts happen again and again.
    ProvedButThrashing,
    /// All states were seen of what was tried, but something was left out.
    Sampled,
    /// The assumptions end every run.
    NoRun,
    /// The assumptions end every run that was tried, but something was left out.
    NoRunTried,
    /// It does not happen within this number of frames.
    NotWithin { frames: u64, limit: &'static str },
}

/// Why nothing is proved by what was not found.
#[derive(Serialize)]
pub struct WrittenReason {
    pub code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    pub text: String,
}

#[derive(Serialize)]
pub struct WrittenHazard {
    pub code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How sure it is, if it is about what cannot happen.
    #[serde(skip)]
    sure: Option<String>,
    /// Whether it is proved, or a run shows it.
    #[serde(skip)]
    pub is_known: bool,
    /// Whether it may well be what the designer wants.
    pub mild: bool,
    /// The shortest run that shows it, if it can happen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<WrittenRun>,
}

#[derive(Serialize)]
pub struct WrittenClaim {
    pub name: String,
    pub form: &'static str,
    /// `holds`, `broken` or `open`.
    pub result: &'static str,
    /// Whether it counts as a failure: it is broken, or the assumptions end every run.
    pub failed: bool,
    /// The result in words.
    pub text: String,
    /// The shortest run that breaks it, or that shows that something can happen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<WrittenRun>,
    /// How far the search has come, if no run shows the result.
    #[serde(skip)]
    pub reasons: Vec<String>,
}

impl WrittenClaim {
    /// Returns whether it is not known if it holds: a limit was reached before, or not everything was tried.
    pub fn is_unknown(&self) -> bool {
        self.result == "open" && !self.failed
    }
}

impl WrittenHazard {
    /// Returns what is suspicious and why.
    fn with_reason(&self, texts: &Texts) -> String {
        match &self.reason {
            Some(reason) => texts.with_note(&self.text, reason),
            None => self.text.clone(),
        }
    }

    /// Returns what is suspicious and why, and how sure it is.
    pub fn line(&self, texts: &Texts) -> String {
        let text = self.with_reason(texts);
        match &self.sure {
            Some(sure) => format!("{text} · {sure}"),
            None => text,
        }
    }
}

#[derive(Serialize)]
pub struct WrittenNever {
    pub node: String,
    pub outcome: &'static str,
    #[serde(skip)]
    text: String,
}

#[derive(Serialize)]
pub struct WrittenNode {
    pub node: String,
    pub name: String,
    /// The node that uses the tree in which it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<String>,
    #[serde(skip)]
    quoted: String,
    /// What it can do, each with the number of frames of the shortest run that shows it, and its inputs.
    pub can: Vec<WrittenOutcome>,
    /// What it cannot do, as sure as the whole result.
    pub cannot: Vec<&'static str>,
    #[serde(skip)]
    words: Vec<String>,
}

#[derive(Serialize)]
pub struct WrittenOutcome {
    pub outcome: &'static str,
    pub run: WrittenRun,
}

impl TreeResult {
    pub fn of(tree: &ExploredTree, explored: &EndedSearch, texts: &Texts) -> Self {
        let search = &explored.found.search;
        let progress = search.progress();
        let project = tree.project();
        let teller = Teller::new(&project, explored, texts);
        let found = hazards(&explored.found, teller.names);
        let undeclared = || explored.found.undeclared.iter().copied();
        Self {
            file: crate::shown(&tree.file),
            claims_file: tree
                .claims_file
                .as_ref()
                .map(|(file, _)| crate::shown(file)),
            claims_not_used: tree.claims_not_used.clone(),
            sure: teller.sure(),
            states: progress.states,
            frames_run: progress.frames_run,
            seconds: explored.seconds,
            not_proved: teller.not_proved(),
            undeclared: undeclared().map(|node| teller.id(node)).collect(),
            undeclared_names: undeclared().map(|node| teller.name(node)).collect(),
            own: explored.found.own.iter().map(ToString::to_string).collect(),
            own_names: teller.own_names(),
            hazards: found.iter().map(|hazard| teller.hazard(hazard)).collect(),
            claims: teller.claims(),
            never: teller.never(tree.tree.program_library()),
            nodes: search
                .program()
                .indices()
                .map(|node| teller.node(node))
                .collect(),
            written: Vec::new(),
            not_covered: Vec::new(),
            certainty: explored_words::certainty(texts, search.certainty()),
            heading: teller.heading(),
        }
    }

    /// Returns the file of a tree, and what is known of the claims about it.
    pub fn claims_of(
        tree: &ExploredTree,
        explored: &EndedSearch,
        texts: &Texts,
    ) -> (String, Vec<WrittenClaim>) {
        let project = tree.project();
        let teller = Teller::new(&project, explored, texts);
        (tree.file.display().to_string(), teller.claims())
    }

    /// Returns whether no claim has failed, and nothing suspicious was found.
    pub fn is_good(&self) -> bool {
        self.claims.iter().all(|claim| !claim.failed) && self.hazards.iter().all(|h| h.mild)
    }

    /// Returns whether it is known of each claim whether it holds.
    pub fn is_known(&self) -> bool {
        !self.claims.iter().any(WrittenClaim::is_unknown)
    }

    /// Returns how sure it is that what was not found cannot happen, in sentences.
    pub fn how_sure(&self) -> Vec<String> {
        let not_used = self.claims_not_used.iter();
        let not_used = not_used.map(ToString::to_string);
        let reasons = self.not_proved.iter().map(|reason| reason.text.clone());
        let heading = std::iter::once(self.heading.clone());
        not_used.chain(heading).chain(reasons).collect()
    }

    pub fn write_human(&self, streams: &mut Streams<'_>) -> io::Result<()> {
        let texts = streams.texts;
        if let Some(warning) = &self.claims_not_used {
            warning.write_human(streams.err, texts, None)?;
        }
        let out = &mut *streams.out;
        writeln!(out, "{}", styled(HEADING, &self.file))?;
        writeln!(out, "  {}", self.heading)?;
        let (frames, seconds) = (self.frames_run.to_string(), format!("{:.1}", self.seconds));
        let arguments = [("frames", &*frames), ("seconds", &*seconds)];
        let ran = texts.tr_with("cli.explore.ran", &arguments);
        writeln!(out, "  {}", styled(FAINT, ran))?;
        for reason in &self.not_proved {
            writeln!(out, "  {}", styled(FAINT, &reason.text))?;
        }
        for (key, names) in [
            ("cli.explore.undeclared", &self.undeclared_names),
            ("cli.explore.own", &self.own_names),
        ] {
            if !names.is_empty() {
                let names = names.join(&texts.tr("list.comma"));
                let text = texts.tr_with(key, &[("names", &names)]);
                writeln!(out, "  {}", styled(FAINT, text))?;
            }
        }
        for claim in &self.claims {
            let style = if claim.failed {
                BAD
            } else if claim.is_unknown() {
                NOTABLE
            } else {
                GOOD
            };
            writeln!(out, "  {} {}", styled(style, &claim.text), claim.name)?;
            write_run(out, claim.run.as_ref(), texts)?;
        }
        for hazard in &self.hazards {
            let style = if hazard.mild { FAINT } else { NOTABLE };
            let text = styled(style, hazard.with_reason(texts));
            let sure = hazard.sure.iter().map(|sure| format!(" · {sure}"));
            writeln!(out, "  {text}{}", styled(FAINT, sure.collect::<String>()))?;
            write_run(out, hazard.run.as_ref(), texts)?;
        }
        if !self.never.is_empty() {
            writeln!(out, "  {}", styled(HEADING, texts.tr("cli.explore.never")))?;
            let sure = styled(FAINT, format!(" · {}", self.certainty));
            for never in &self.never {
                writeln!(out, "    {}{sure}", never.text)?;
            }
        }
        writeln!(out, "  {}", styled(HEADING, texts.tr("cli.explore.nodes")))?;
        for node in self.nodes.iter().filter(|node| !node.can.is_empty()) {
            writeln!(out, "  {}", node.quoted)?;
            let what = node.words.join(&texts.tr("list.comma"));
            let text = texts.tr_with("explore.it_can", &[("what", &what)]);
            writeln!(out, "    {text}")?;
        }
        for file in &self.written {
            let text = texts.tr_with("cli.explore.written", &[("file", file)]);
            writeln!(out, "  {text}")?;
        }
        for what in &self.not_covered {
            let text = texts.tr_with("explore.not_covered", &[("what", what)]);
            writeln!(out, "  {}", styled(NOTABLE, text))?;
        }
        Ok(())
    }
}

/// Writes what comes from outside in a run.
pub fn write_run(out: &mut Out, run: Option<&WrittenRun>, texts: &Texts) -> io::Result<()> {
    let Some(run) = run else {
        return Ok(());
    };
    if let Some(why) = &run.unknown {
        return writeln!(out, "    {}", styled(NOTABLE, why));
    }
    let lines = run.lines();
    for line in lines.iter().take(SHOWN_LINES) {
        writeln!(out, "    {}", styled(FAINT, line))?;
    }
    crate::report::write_more(out, texts, lines.len().saturating_sub(SHOWN_LINES))?;
    let count = usize::try_from(run.frames).unwrap_or(usize::MAX);
    let shown = texts.tr_count("cli.explore.shown_in", count);
    writeln!(out, "    {}", styled(FAINT, shown))
}

/// Tells what was found.
pub(super) struct Teller<'a> {
    project: &'a Project<'a>,
    pub explored: &'a EndedSearch,
    pub names: Names<'a>,
    pub texts: &'a Texts,
}

impl<'a> Teller<'a> {
    fn new(project: &'a Project<'a>, explored: &'a EndedSearch, texts: &'a Texts) -> Self {
        Self {
            names: explored.found.names(project),
            project,
            explored,
            texts,
        }
    }

    /// Whether it is not known everywhere if aborts happen again and again.
    fn is_thrashing_untried(&self) -> bool {
        let mut untried = self.explored.found.search.endless().untried();
        untried.next().is_some()
    }

    fn sure(&self) -> Sure {
        match self.certainty() {
            Certainty::Proved if self.is_thrashing_untried() => Sure::ProvedButThrashing,
            Certainty::Proved => Sure::Proved,
            Certainty::Sampled => Sure::Sampled,
            Certainty::NoRun => Sure::NoRun,
            Certainty::NoRunTried => Sure::NoRunTried,
            Certainty::NotWithin { frames, .. } => Sure::NotWithin {
                frames,
                limit: self.explored.limit.unwrap_or(ReachedLimit::Stopped).code(),
            },
        }
    }

    fn certainty(&self) -> Certainty {
        self.explored.found.search.certainty()
    }

    fn heading(&self) -> String {
        let found = &self.explored.found;
        let about = (found.search.progress().states, found.claims.dt);
        let is_untried = self.is_thrashing_untried();
        explored_words::heading(self.texts, self.certainty(), about, is_untried)
    }

    fn run(&self, sight: &Sight) -> WrittenRun {
        WrittenRun::of(self, sight)
    }

    /// Names a node of the tree as scenarios do.
    pub fn scenario_name(&self, node: NodeIndex) -> NodeName {
        self.explored.found.name(self.project.document, node)
    }

    /// Names a node in a sentence.
    pub fn name(&self, node: NodeIndex) -> String {
        self.texts.quoted(&self.names.node(node))
    }

    /// Why nothing is proved: what was left out, and the limit.
    fn not_proved(&self) -> Vec<WrittenReason> {
        let found = self.explored.found.not_proved(self.project).into_iter();
        let mut reasons: Vec<WrittenReason> = found
            .map(|(node, why)| WrittenReason {
                code: why.code(),
                node: node.map(|node| self.id(node)),
                text: self.texts.sentence(&why.message()),
            })
            .collect();
        if let Some(limit) = self.explored.limit {
            reasons.push(WrittenReason {
                code: limit.code(),
                node: None,
                text: self.texts.as_sentence(&self.texts.tr(limit.key())),
            });
        }
        reasons
    }

    /// How far the search has come, in sentences.
    fn reasons(&self) -> Vec<String> {
        let not_proved = self.not_proved().into_iter().map(|reason| reason.text);
        let heading = std::iter::once(self.heading());
        let no_run = no_run(&self.explored.found);
        let no_run = no_run.map(|what| self.texts.sentence(&what.message()));
        heading.chain(no_run).chain(not_proved).collect()
    }

    fn never(&self, library: &NodeLibrary) -> Vec<WrittenNever> {
        let never = impossible(&self.explored.found, self.project, library).into_iter();
        never
            .map(|(node, never)| {
                let (name, what) = (self.name(node), self.texts.tr(never.key()));
                let arguments = [("node", &*name), ("what", &*what)];
                WrittenNever {
                    node: self.id(node),
                    outcome: never.code(),
                    text: self.texts.tr_with("cli.explore.node_never", &arguments),
                }
            })
            .collect()
    }

    fn own_names(&self) -> Vec<String> {
        let own = self.explored.found.own.iter();
        own.map(|name| self.texts.quoted(&self.names.variable(name)))
            .collect()
    }

    fn id(&self, node: NodeIndex) -> String {
        self.explored.found.search.program().id(node).to_string()
    }

    fn hazard(&self, hazard: &Hazard) -> WrittenHazard {
        let reason = hazard.reason.as_ref();
        let is_partial = !self.explored.found.search.gaps().is_empty();
        let sure = match &hazard.what {
            // A run shows how the tree comes there, but not that nothing from outside ends it.
            what if what.is_mild() && is_partial => {
                Some(explored_words::certainty(self.texts, Certainty::Sampled))
            }
            _ if hazard.sight.is_some() => None,
            what if what.is_no_run() => None,
            HazardKind::AlwaysTrue { .. } | HazardKind::AlwaysFalse { .. } => Some(
                explored_words::certainty_of_always(self.texts, self.certainty()),
            ),
            _ => Some(explored_words::certainty(self.texts, self.certainty())),
        };
        WrittenHazard {
            sure,
            is_known: hazard.sight.is_some()
                || matches!(self.certainty(), Certainty::Proved | Certainty::NoRun),
            code: hazard.what.code(),
            node: hazard.node.map(|node| self.id(node)),
            text: self.texts.sentence(&hazard.what.message()),
            reason: reason.map(|reason| self.texts.phrase(&reason.message())),
            mild: hazard.what.is_mild(),
            run: hazard.sight.as_ref().map(|sight| self.run(sight)),
        }
    }

    fn claims(&self) -> Vec<WrittenClaim> {
        let reasons = self.reasons();
        let claims = 0..self.explored.found.claims.claims.len();
        claims.map(|claim| self.claim(claim, &reasons)).collect()
    }

    fn claim(&self, index: usize, reasons: &[String]) -> WrittenClaim {
        let found = &self.explored.found;
        let claim = &found.claims.claims[index];
        let form = claim.says.form();
        let certainty = self.certainty();
        let (result, key, sight) = match found.result(index) {
            ClaimResult::Holds(sight) => ("holds", "cli.explore.holds", sight),
            ClaimResult::Broken(None) => ("broken", "cli.explore.impossible", None),
            ClaimResult::Broken(sight) => ("broken", "cli.explore.broken", sight),
            ClaimResult::Open => ("open", "cli.explore.open", None),
        };
        let word = self.texts.tr(key);
        let text = match (&sight, result) {
            (Some(_), _) => word.into_owned(),
            (None, "open") => {
                let known = explored_words::open_claim(self.texts, form, certainty);
                self.texts.with_note(&word, &known)
            }
            (None, _) => {
                let sure = explored_words::certainty(self.texts, certainty);
                self.texts.with_note(&word, &sure)
            }
        };
        let reasons = if sight.is_some() { &[] } else { reasons };
        WrittenClaim {
            name: claim.name.clone(),
            form: form.name(),
            result,
            failed: result == "broken" || result == "open" && certainty.is_no_run(),
            text,
            run: sight.map(|sight| self.run(&sight)),
            reasons: reasons.to_vec(),
        }
    }

    fn node(&self, node: NodeIndex) -> WrittenNode {
        let found = &self.explored.found;
        let findings = found.search.findings();
        let sight = |outcome| findings.sight(Shown::Node(node, outcome));
        let (mut can, mut cannot) = (Vec::new(), Vec::new());
        let mut words = Vec::new();
        let is_leaf = found.search.program().category(node).is_leaf();
        for outcome in explored_words::told(is_leaf, |outcome| sight(outcome).is_some()) {
            let first = sight(outcome);
            if let Some((frame, run)) = first.map(|first| (first.frame, self.run(first))) {
                let frame = frame.to_string();
                let word = self
                    .texts
                    .tr(explored_words::key(outcome, Possibility::Seen));
                let arguments = [("what", &*word), ("frame", &*frame)];
                words.push(self.texts.tr_with("cli.explore.can_in", &arguments));
                let outcome = code(outcome);
                can.push(WrittenOutcome { outcome, run });
            } else {
                cannot.push(code(outcome));
            }
        }
        let title = |node| self.texts.argument(&self.names.title(node));
        WrittenNode {
            node: self.id(node),
            name: title(node),
            inside: self.names.use_of(node).map(title),
            quoted: self.name(node),
            can,
            cannot,
            words,
        }
    }
}

/// The name of an outcome for programs.
fn code(outcome: NodeOutcome) -> &'static str {
    match outcome {
        NodeOutcome::Starts => "run",
        NodeOutcome::Succeeds => "succeed",
        NodeOutcome::Fails => "fail",
        NodeOutcome::IsInterrupted => "be_interrupted",
        NodeOutcome::IsTrue => "be_true",
        NodeOutcome::IsFalse => "be_false",
        NodeOutcome::KeepsRunning => "last",
        NodeOutcome::Aborts => "abort",
    }
}
