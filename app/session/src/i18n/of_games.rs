//! Why games refuse something: in the language of the reader if the game's engine is ours, otherwise in the words of the game.

use std::collections::BTreeMap;
use std::sync::Arc;

use treewright_link::protocol::{Filling, Refused};

use super::{Texts, with_quotation_marks};

/// The values of a message by name.
type Fillings = BTreeMap<Arc<str>, Filling>;

impl Texts {
    /// Why a game did not do something, in one line, as a part of a sentence of the window.
    pub fn refused_by_game(&self, refused: &Refused) -> String {
        with_quotation_marks(&self.game_refusal(refused))
    }

    /// Why a game did not do something, in one line.
    pub fn game_refusal(&self, refused: &Refused) -> String {
        let key = (&*refused.family, &*refused.code);
        let told = self.told_by_game(key, &refused.text, &refused.with);
        let lines: Vec<&str> = told.lines().map(str::trim).collect();
        lines.join(" ")
    }

    fn told_by_game(&self, (family, code): (&str, &str), text: &str, with: &Fillings) -> String {
        let key = format!("{family}.{code}");
        if family.is_empty() || self.find_own(&key).is_none() {
            return text.to_owned();
        }
        let filled = with.iter();
        let filled: Vec<(&str, String)> = filled
            .map(|(name, filling)| (&**name, self.filled_by_game(filling)))
            .collect();
        let filled: Vec<(&str, &str)> = filled.iter().map(|(name, it)| (*name, &**it)).collect();
        self.tr_with(&key, &filled)
    }

    fn filled_by_game(&self, filling: &Filling) -> String {
        match filling {
            Filling::Text(text) => text.to_string(),
            Filling::Message(inner) => {
                let key = (&*inner.family, &*inner.code);
                self.told_by_game(key, &inner.text, &inner.with)
            }
            Filling::List(list) => {
                let list: Vec<String> = list.iter().map(|it| self.filled_by_game(it)).collect();
                self.list(&list)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(json: &str) -> Refused {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn reasons_of_our_engine_are_translated_and_those_of_others_are_shown_as_they_are() {
        let own = refused(
            r#"{"number": 1, "code": "not_compiled", "text": "the tree cannot be loaded: a (n1): no task", "family": "link_refusal", "with":
                {"why": [{"family": "link_refusal", "code": "problem_at", "text": "a (n1): no task", "with": {"place": "a (n1)", "what": "no task"}}]}}"#,
        );
        let chinese = Texts::new("zh-CN");
        assert_eq!(
            chinese.refused_by_game(&own),
            "无法加载行为树：a (n1)：no task"
        );
        let english = Texts::default().refused_by_game(&own);
        assert_eq!(english, "the tree cannot be loaded: a (n1): no task");
        let old = refused(
            r#"{"number": 1, "code": "no_such_agent", "text": "there is no such agent:\n- 7"}"#,
        );
        assert_eq!(chinese.refused_by_game(&old), "there is no such agent: - 7");
    }
}
