//! Sentences about what the selected composite, conditional or guard can interrupt. The rules are those of the executor; the canvas marks
//! the same nodes.

use egui::{Label, RichText, Ui};
use treewright_core::Program;
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
use treewright_core::project::Project;
use treewright_core::runtime::{Interruption, NodeIndex};
use treewright_session::i18n::Texts;
use treewright_session::workspace::document_program::DocumentProgram;
use treewright_session::workspace::open_document::Version;

use crate::icons;
use crate::panels::PanelContext;
use crate::theme::text_size;

/// The maximum number of sentences shown.
const MAX_SENTENCES: usize = 8;
/// The maximum number of nodes named in a sentence.
const MAX_NAMED: usize = 4;
/// The maximum number of sentences collected.
const MAX_COLLECTED: usize = 256;
/// The maximum number of conditions and nodes below scopes to examine: all sentences together can name a multiple of the tree.
const MAX_EXAMINED: usize = 1_000_000;

/// The key of the cached sentences: a node, the version of its document, and the language.
type CacheKey = (Version, NodeId, &'static str);

/// Cached sentences about one node: finding them walks the program.
#[derive(Default)]
pub struct Interruptions {
    key: Option<CacheKey>,
    sentences: Vec<String>,
}

impl Interruptions {
    /// Finds the sentences about a node, unless they are known.
    pub fn update(&mut self, cx: &PanelContext<'_>, node: &Node) {
        let (front, language) = (cx.front, cx.texts.language());
        let key = (front.version(), node.id().clone(), language);
        if self.key.as_ref() != Some(&key) {
            if let Some(sentences) = sentences(cx, node) {
                self.sentences = sentences;
                self.key = Some(key);
            } else if !self.is_about(&key) {
                self.sentences.clear();
            }
        }
    }

    /// Whether there is nothing to say about the node.
    pub fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }

    pub fn show(&self, ui: &mut Ui, cx: &PanelContext<'_>) {
        for sentence in &self.sentences {
            ui.horizontal_top(|ui| {
                let icon = icons::text("flash_on").size(13.0);
                ui.label(icon.color(cx.theme.abort_scope));
                let text = RichText::new(sentence).size(text_size::SMALL);
                ui.add(Label::new(text.color(cx.theme.muted)).wrap());
            });
        }
    }

    /// Whether the sentences are about this node, possibly in an older version of the document.
    fn is_about(&self, (version, node, language): &CacheKey) -> bool {
        let cached = self.key.as_ref();
        cached.is_some_and(|(v, n, l)| v.document == version.document && n == node && l == language)
    }
}

/// Returns `None` while the program is being compiled.
fn sentences(cx: &PanelContext<'_>, node: &Node) -> Option<Vec<String>> {
    let node_type = cx.library.declaration(&node.task);
    if node_type.is_none_or(|node_type| node_type.category == Category::Action) {
        return Some(Vec::new());
    }
    let Ok(compiled) = cx.front.program()? else {
        return Some(Vec::new());
    };
    let builder = SentenceBuilder {
        texts: cx.texts,
        project: &cx.front.project(),
        compiled: &compiled,
    };
    let mut result = builder.interruption_sentences(node.id());
    result.extend(builder.reactive_sentences(node.id()));
    if result.is_empty() {
        result.extend(builder.reason(cx, node));
    }
    Some(result)
}

struct SentenceBuilder<'a> {
    texts: &'a Texts,
    project: &'a Project<'a>,
    compiled: &'a DocumentProgram,
}

impl SentenceBuilder<'_> {
    /// One sentence per scope and set of nodes that can be interrupted there, without duplicates from several uses of the tree.
    fn interruption_sentences(&self, node: &NodeId) -> Vec<String> {
        let Some(program) = self.compiled.program() else {
            return Vec::new();
        };
        let mut result: Vec<String> = Vec::new();
        let mut left = MAX_EXAMINED;
        for place in self.compiled.places_of(node) {
            for (one, conditions) in groups(program, place, &mut left) {
                let sentence = self.sentence(&one, &conditions);
                if !result.contains(&sentence) {
                    result.push(sentence);
                }
            }
            if result.len() >= MAX_COLLECTED {
                left = 0;
            }
            if left == 0 {
                break;
            }
        }
        if result.len() > MAX_SENTENCES {
            let more = (result.len() - MAX_SENTENCES).to_string();
            result.truncate(MAX_SENTENCES);
            result.push(self.texts.tr_with("interrupts.more", &[("count", &more)]));
        }
        if left == 0 {
            result.truncate(MAX_SENTENCES);
            result.push(self.texts.tr("interrupts.many_more").into_owned());
        }
        result
    }

    fn sentence(&self, one: &Interruption, conditions: &[NodeIndex]) -> String {
        self.texts.tr_with(
            "interrupts.sentence",
            &[
                ("nodes", &self.joined_with_or(&one.interrupted)),
                ("condition", &self.joined_with_or(conditions)),
                ("scope", &self.title(one.scope)),
                ("branch", &self.title(one.branch)),
            ],
        )
    }

    /// One sentence per parent that restarts at its first child in each frame, if the result of this node can make it leave a later child.
    /// This needs no abort type.
    fn reactive_sentences(&self, node: &NodeId) -> Vec<String> {
        let Some(program) = self.compiled.program() else {
            return Vec::new();
        };
        let mut result: Vec<String> = Vec::new();
        for place in self.compiled.places_of(node) {
            let asks = program.has_conditions(place);
            let (mut child, mut at) = (None, Some(place));
            while let Some(here) = at {
                let is_last = || program.children(here).last() == child;
                if program.revises(here) && (child.is_none() || asks && !is_last()) {
                    let sentence = self.reactive_sentence(here);
                    result.extend(sentence.filter(|sentence| !result.contains(sentence)));
                }
                (child, at) = (at, program.parent(here));
            }
        }
        result
    }

    /// The sentence about a parent that restarts at its first child in each frame; `None` for other task types.
    fn reactive_sentence(&self, place: NodeIndex) -> Option<String> {
        let (document, node) = self.origin(place)?;
        let key = match &*document?.node(node)?.task {
            "ReactiveSequence" => "interrupts.reactive_sequence",
            "ReactiveSelector" => "interrupts.reactive_selector",
            "WhileDoElse" => "interrupts.while_do_else",
            _ => return None,
        };
        let title = self.title(place);
        Some(self.texts.tr_with(key, &[("composite", &title)]))
    }

    /// The reason why the node interrupts nothing; `None` if nobody would expect it to.
    fn reason(&self, cx: &PanelContext<'_>, node: &Node) -> Option<String> {
        let node_type = cx.library.declaration(&node.task)?;
        let place = self.compiled.places_of(node.id()).next();
        let program = self.compiled.program();
        let asks = match (program, place) {
            (Some(program), Some(place)) => program.has_conditions(place),
            _ => node_type.category == Category::Conditional,
        };
        if !asks {
            return None;
        }
        let texts = self.texts;
        let (Some(program), Some(place)) = (program, place) else {
            return Some(texts.tr("interrupts.does_not_run").into_owned());
        };
        let composite = if node_type.category == Category::Composite {
            Some(place)
        } else {
            program.nearest_composite(place)
        };
        let Some(composite) = composite else {
            return Some(texts.tr("interrupts.no_composite").into_owned());
        };
        if program.abort(composite) != AbortType::None {
            return Some(texts.tr("interrupts.nothing_there").into_owned());
        }
        let title = self.title(composite);
        Some(texts.tr_with("interrupts.not_watched", &[("composite", &title)]))
    }

    /// The title of a node of the program, even if it comes from another file.
    fn title(&self, place: NodeIndex) -> String {
        let Some((document, node)) = self.origin(place) else {
            return String::new();
        };
        let title = document.map(|document| self.texts.title_of(document, node));
        let title = title.unwrap_or_else(|| node.to_string());
        self.texts.tr_with("interrupts.name", &[("title", &title)])
    }

    /// The document and node that a node of the program comes from; without the document if that could not be read.
    fn origin(&self, place: NodeIndex) -> Option<(Option<&Document>, &NodeId)> {
        let origin = self.compiled.origin(self.compiled.program()?, place);
        let document = match origin.path {
            None => Some(self.project.document),
            Some(path) => self.project.get(path).and_then(Result::ok),
        };
        Some((document, origin.node))
    }

    /// The names of nodes joined with “or”; after a few names, only the number of the others.
    fn joined_with_or(&self, nodes: &[NodeIndex]) -> String {
        let first = nodes.iter().take(MAX_NAMED);
        let mut names: Vec<String> = first.map(|node| self.title(*node)).collect();
        let more = nodes.len() - names.len();
        if more > 0 {
            let count = more.to_string();
            names.push(
                self.texts
                    .tr_with("interrupts.others", &[("count", &count)]),
            );
        }
        self.texts.alternatives(&names)
    }
}

/// The interruptions because of a node of the program. Conditions that may interrupt the same nodes in the same scope are grouped. `left`
/// is the remaining budget of nodes to examine; if it is 0 at the end, the result may be incomplete.
fn groups(
    program: &Program<()>,
    place: NodeIndex,
    left: &mut usize,
) -> Vec<(Interruption, Vec<NodeIndex>)> {
    let mut groups: Vec<(Interruption, Vec<NodeIndex>)> = Vec::new();
    for one in program.interruptions_of(place, left) {
        let condition = one.condition;
        let same = |(cached, _): &&mut (Interruption, Vec<NodeIndex>)| {
            (cached.scope, cached.branch) == (one.scope, one.branch)
                && cached.interrupted == one.interrupted
        };
        match groups.iter_mut().find(same) {
            Some((_, conditions)) => conditions.push(condition),
            None => groups.push((one, vec![condition])),
        }
        if groups.len() > MAX_COLLECTED {
            *left = 0;
            break;
        }
    }
    groups
}
