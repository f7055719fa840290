//! What the selected composite, conditional or guard can interrupt, in words. Which nodes those are is told by the executor's own rules; the
//! canvas paints the same.

use egui::{Label, RichText, Ui};
use treewright_core::abort::AbortType;
use treewright_core::category::Category;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
use treewright_core::project::Project;
use treewright_core::runtime::{Interruption, NodeIndex};

use crate::i18n::Texts;
use crate::icons;
use crate::panels::PanelContext;
use crate::theme::text_size;
use crate::workspace::document_program::DocumentProgram;
use crate::workspace::open_document::DocumentId;

/// The most sentences that are told.
const MOST: usize = 8;
/// The most nodes that a sentence names.
const MOST_NAMED: usize = 4;

/// The sentences about the node that was looked at last: finding them walks the program.
#[derive(Default)]
pub struct Interruptions {
    made_of: Option<(DocumentId, u64, NodeId, &'static str)>,
    sentences: Vec<String>,
}

impl Interruptions {
    /// Shows what a node can interrupt.
    pub fn show(&mut self, ui: &mut Ui, cx: &PanelContext<'_>, node: &Node) {
        let (front, language) = (cx.front, cx.texts.language());
        let key = (front.id(), front.revision(), node.id().clone(), language);
        if self.made_of.as_ref() != Some(&key) {
            self.sentences = sentences(cx, node);
            self.made_of = Some(key);
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
}

fn sentences(cx: &PanelContext<'_>, node: &Node) -> Vec<String> {
    let kind = cx.library.declaration(&node.task);
    if kind.is_none_or(|kind| kind.category == Category::Action) {
        return Vec::new();
    }
    let compiled = cx.front.program();
    let teller = Teller {
        texts: cx.texts,
        project: &cx.front.project(),
        compiled: &compiled,
    };
    let mut told = teller.tell(node.id());
    told.extend(teller.tell_of_those_that_start_again(node.id()));
    if told.is_empty() {
        return teller.reason(cx, node).into_iter().collect();
    }
    told
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
        for place in self.compiled.places(node) {
            let mut groups: Vec<(Interruption, Vec<String>)> = Vec::new();
            for one in program.interruptions_of(place) {
                let condition = self.title(one.condition);
                let same = |known: &&mut (Interruption, Vec<String>)| {
                    (known.0.scope, known.0.branch) == (one.scope, one.branch)
                        && known.0.interrupted == one.interrupted
                };
                match groups.iter_mut().find(same) {
                    Some((_, conditions)) => conditions.push(condition),
                    None => groups.push((one, vec![condition])),
                }
            }
            for (one, conditions) in groups {
                let sentence = self.sentence(&one, conditions);
                if !told.contains(&sentence) {
                    told.push(sentence);
                }
            }
        }
        if told.len() > MOST {
            let more = (told.len() - MOST).to_string();
            told.truncate(MOST);
            told.push(self.texts.tr_with("interrupts.more", &[("count", &more)]));
        }
        told
    }

    fn sentence(&self, one: &Interruption, conditions: Vec<String>) -> String {
        let names = one.interrupted.iter().map(|n| self.title(*n)).collect();
        self.texts.tr_with(
            "interrupts.sentence",
            &[
                ("nodes", &self.either(names)),
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
        for place in self.compiled.places(node) {
            let asks = program.has_conditions(place);
            let (mut child, mut at) = (None, Some(place));
            while let Some(here) = at {
                let is_last = child.is_some() && child == program.children(here).last();
                if program.revises(here) && (child.is_none() || asks && !is_last) {
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
        let place = self.compiled.places(node.id()).next();
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

    /// Names with “or” between them, the last ones counted where there are many.
    fn either(&self, mut names: Vec<String>) -> String {
        let more = names.len().saturating_sub(MOST_NAMED);
        names.truncate(MOST_NAMED);
        if more > 0 {
            let count = more.to_string();
            names.push(
                self.texts
                    .tr_with("interrupts.others", &[("count", &count)]),
            );
        }
        let last = names.pop().unwrap_or_default();
        if names.is_empty() {
            return last;
        }
        let first = names.join(&self.texts.tr("interrupts.comma"));
        let arguments = [("first", &*first), ("last", &*last)];
        self.texts.tr_with("interrupts.either", &arguments)
    }
}
