//! Numbers of things in English sentences.

/// Returns a count with its noun in English: `1 node`, `2 nodes`, `3 children`. `thing` is the singular.
pub fn counted(count: usize, thing: &str) -> String {
    match (count, thing) {
        (1, _) => format!("1 {thing}"),
        (_, "child") => format!("{count} children"),
        _ => format!("{count} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::category::Category;
    use crate::diagnostic::Problem;
    use crate::ids::NodeId;
    use crate::runtime::{ProgramError, WorldCount};

    #[test]
    fn nouns_agree_with_their_count() {
        let texts = [0, 1, 2].map(|count| counted(count, "node"));
        assert_eq!(texts, ["0 nodes", "1 node", "2 nodes"]);
        assert_eq!(counted(2, "child"), "2 children");
    }

    #[test]
    fn messages_use_the_singular_for_one() {
        let count = |has| Problem::WrongChildCount {
            task: "Wait".into(),
            has,
            min: 0,
            max: 0,
        };
        let parent = ProgramError::ChildCount {
            id: NodeId::new("n1"),
            count: 1,
            category: Category::Action,
            takes: "none",
        };
        let given = WorldCount { trees: 1, given: 3 };
        let texts = [
            count(1).to_string(),
            Problem::LooseNodes { count: 1 }.to_string(),
            parent.to_string(),
            given.to_string(),
        ];
        for text in texts {
            let words: Vec<&str> = text.split_whitespace().collect();
            let wrong = words.windows(2).find(|pair| {
                pair[0] == "1" && (pair[1].ends_with('s') || pair[1].starts_with("children"))
            });
            assert_eq!(wrong, None, "{text}");
        }
        assert!(count(2).to_string().contains("found 2; remove 2"));
    }
}
