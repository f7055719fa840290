//! What the selected composite, conditional or guard can interrupt, in words. Which nodes those are is told by the executor's own rules; the
//! canvas paints the same.

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

/// The most sentences that are told.
const MOST: usize = 8;
/// The most nodes that a sentence names.
const MOST_NAMED: usize = 4;
/// The most sentences that are counted.
const MOST_COUNTED: usize = 256;
/// How many conditions and nodes below scopes are looked at for that: all sentences together can name a multiple of the tree.
const MOST_LOOKED_AT: usize = 1_000_000;

/// What sentences are about: a node of a document at a revision, in a language.
type MadeOf = (Version, NodeId, &'static str);

/// The sentences about the node that was looked at last: finding them walks the program.
#[derive(Default)]
pub struct Interruptions {
    made_of: Option<MadeOf>,
    sentences: Vec<String>,
}

impl Interruptions {
    /// Shows what a node can interrupt.
    pub fn show(&mut self, ui: &mut Ui, cx: &PanelContext<'_>, node: &Node) {
        let (front, language) = (cx.front, cx.texts.language());
        let key = (front.version(), node.id().clone(), language);
        if self.made_of.as_ref() != Some(&key) {
            if let Some(sentences) = sentences(cx, node) {
                self.sentences = sentences;
                self.made_of = Some(key);
            } else if !self.is_about(&key) {
                self.sentences.clear();
            }
        }
        for sentence in &self.sentences {
            ui.horizontal_top(|ui| {
                let icon = icons::text("flash_on").size(13.0);
                ui.label(icon.color(cx.theme.abort_scope));
                let text = RichText::new(sentence).size(text_size::SMALL);
                ui.add(Label::new(text.color(cx.theme.muted)).wrap());
            });
        }
    }

    /// Whether the sentences are about this node, as it is or was.
    fn is_about(&self, (version, node, language): &MadeOf) -> bool {
        let known = self.made_of.as_ref();
        known.is_some_and(|(v, n, l)| v.document == version.document && n == node && l == language)
    }
}

/// None while the program is compiled, by which they are told.
fn sentences(cx: &PanelContext<'_>, node: &Node) -> Option<Vec<String>> {
    let kind = cx.library.declaration(&node.task);
    if kind.is_none_or(|kind| kind.category == Category::Action) {
        return Some(Vec::new());
    }
    let Ok(compiled) = cx.front.program()? else {
        return Some(Vec::new());
    };
    let teller = Teller {
        texts: cx.texts,
        project: &cx.front.project(),
        compiled: &compiled,
    };
    let mut told = teller.tell(node.id());
    told.extend(teller.tell_of_those_that_start_again(node.id()));
    if told.is_empty() {
        told.extend(teller.reason(cx, node));
    }
    Some(told)
}

struct Teller<'a> {
    texts: &'a Texts,
    project: &'a Project<'a>,
    compiled: &'a DocumentProgram,
}

impl Teller<'_> {
    /// A sentence for each scope and what can be interrupted there, the same one once however often the tree is used.
    fn tell(&self, node: &NodeId) -> Vec<String> {
        let Some(program) = self.compiled.program() else {
            return Vec::new();
        };
        let mut told: Vec<String> = Vec::new();
        let mut left = MOST_LOOKED_AT;
        for place in self.compiled.places_of(node) {
            for (one, conditions) in groups(program, place, &mut left) {
                let sentence = self.sentence(&one, &conditions);
                if !told.contains(&sentence) {
                    told.push(sentence);
                }
            }
            if told.len() >= MOST_COUNTED {
                left = 0;
            }
            if left == 0 {
                break;
            }
        }
        if told.len() > MOST {
            let more = (told.len() - MOST).to_string();
            told.truncate(MOST);
            told.push(self.texts.tr_with("interrupts.more", &[("count", &more)]));
        }
        if left == 0 {
            told.truncate(MOST);
            told.push(self.texts.tr("interrupts.many_more").into_owned());
        }
        told
    }

    fn sentence(&self, one: &Interruption, conditions: &[NodeIndex]) -> String {
        self.texts.tr_with(
            "interrupts.sentence",
            &[
                ("nodes", &self.either(&one.interrupted)),
                ("condition", &self.either(conditions)),
                ("scope", &self.title(one.scope)),
                ("branch", &self.title(one.branch)),
            ],
        )
    }

    /// A sentence for each parent that starts again from its first child in each frame, if what this node decides can make it leave a later child:
    /// that needs no abort type.
    fn tell_of_those_that_start_again(&self, node: &NodeId) -> Vec<String> {
        let Some(program) = self.compiled.program() else {
            return Vec::new();
        };
        let mut told: Vec<String> = Vec::new();
        for place in self.compiled.places_of(node) {
            let asks = program.has_conditions(place);
            let (mut child, mut at) = (None, Some(place));
            while let Some(here) = at {
                let is_last = || program.children(here).last() == child;
                if program.revises(here) && (child.is_none() || asks && !is_last()) {
                    let sentence = self.starts_again(here);
                    told.extend(sentence.filter(|sentence| !told.contains(sentence)));
                }
                (child, at) = (at, program.parent(here));
            }
        }
        told
    }

    /// What a parent does in each frame that starts again from its first child; none for another one.
    fn starts_again(&self, place: NodeIndex) -> Option<String> {
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

    /// Why there is nothing to tell; none where nobody would expect anything.
    fn reason(&self, cx: &PanelContext<'_>, node: &Node) -> Option<String> {
        let kind = cx.library.declaration(&node.task)?;
        let place = self.compiled.places_of(node.id()).next();
        let program = self.compiled.program();
        let asks = match (program, place) {
            (Some(program), Some(place)) => program.has_conditions(place),
            _ => kind.category == Category::Conditional,
        };
        if !asks {
            return None;
        }
        let texts = self.texts;
        let (Some(program), Some(place)) = (program, place) else {
            return Some(texts.tr("interrupts.does_not_run").into_owned());
        };
        let composite = if kind.category == Category::Composite {
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

    /// What a node of the program is called, also where it comes from another file.
    fn title(&self, place: NodeIndex) -> String {
        let Some((document, node)) = self.origin(place) else {
            return String::new();
        };
        let title = document.map(|document| self.texts.title_of(document, node));
        let title = title.unwrap_or_else(|| node.to_string());
        self.texts.tr_with("interrupts.name", &[("title", &title)])
    }

    /// The document and the node of it that a node of the program comes from; without the document if that was not read.
    fn origin(&self, place: NodeIndex) -> Option<(Option<&Document>, &NodeId)> {
        let origin = self.compiled.origin(self.compiled.program()?, place);
        let document = match origin.path {
            None => Some(self.project.document),
            Some(path) => self.project.get(path).and_then(Result::ok),
        };
        Some((document, origin.node))
    }

    /// The names of nodes with “or” between them, the last ones counted where there are many.
    fn either(&self, nodes: &[NodeIndex]) -> String {
        let first = nodes.iter().take(MOST_NAMED);
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

/// What is watched because of a node of the program, the conditions together that may interrupt the same there. `left` says how much is looked at,
/// and is nothing in the end if there may be more.
fn groups(
    program: &Program<()>,
    place: NodeIndex,
    left: &mut usize,
) -> Vec<(Interruption, Vec<NodeIndex>)> {
    let mut groups: Vec<(Interruption, Vec<NodeIndex>)> = Vec::new();
    for one in program.interruptions_of(place, left) {
        let condition = one.condition;
        let same = |(known, _): &&mut (Interruption, Vec<NodeIndex>)| {
            (known.scope, known.branch) == (one.scope, one.branch)
                && known.interrupted == one.interrupted
        };
        match groups.iter_mut().find(same) {
            Some((_, conditions)) => conditions.push(condition),
            None => groups.push((one, vec![condition])),
        }
        if groups.len() > MOST_COUNTED {
            *left = 0;
            break;
        }
    }
    groups
}
