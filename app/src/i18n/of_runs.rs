//! What the core says of a run, in the reader's language: why nodes ended or do not run, what observers may do.

use treewright_core::runtime::Prospect;
use treewright_core::why::Sentence;

use super::Texts;

impl Texts {
    /// Why a node ended or does not run.
    pub fn why(&self, sentence: &Sentence) -> String {
        let mut translated = sentence.clone();
        for (name, value) in &mut translated.arguments {
            match *name {
                "status" | "child_status" => *value = self.choice(value),
                "abort" => *value = self.tr(&format!("abort.{value}")).into_owned(),
                "why" => *value = self.told(value),
                _ => {}
            }
        }
        self.by_code("why", sentence.code, &translated.arguments, &translated)
    }

    /// Why an observer may or may not fire.
    pub fn prospect(&self, prospect: &Prospect<String>) -> String {
        self.by_code("prospect", prospect.code(), &prospect.arguments(), prospect)
    }
}
