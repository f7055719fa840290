//! Searches node types, templates and variables by a few typed letters, best match first: by their names, in every language, then by their
//! descriptions. A general fuzzy matcher accepts any letters anywhere; names of nodes are short, so here letters must begin words or follow
//! each other.

use treewright_core::library::NodeLibrary;
use treewright_core::model::{NodeDeclaration, Variable};
use treewright_session::i18n::{LANGUAGES, Texts};
use treewright_session::templates::{Template, Templates};

/// Scores of matches, from worst to best.
mod score {
    /// A word of the summary begins with the text.
    pub const SUMMARY: u32 = 100;
    /// The name of its library contains the text.
    pub const LIBRARY: u32 = 200;
    /// A word for it or its category begins with the text.
    pub const WORDS: u32 = 150;
    /// The letters occur in this order with gaps, the first one at the beginning.
    pub const SCATTERED: u32 = 300;
    /// The letters begin words, or follow each other in them.
    pub const INITIALS: u32 = 500;
    /// The name contains the text.
    pub const SUBSTRING: u32 = 600;
    /// A word of the name begins with the text.
    pub const WORD_PREFIX: u32 = 700;
    /// The name begins with the text.
    pub const PREFIX: u32 = 800;
    /// The name equals the text.
    pub const EXACT: u32 = 1000;
    /// The number of extra letters that cost one point: shorter names come first.
    pub const LETTERS_A_POINT: usize = 4;
    /// The largest deduction for extra letters.
    pub const MAX_DEDUCTION: usize = 90;
}

/// The matching node types, best first; all of them in palette order without a query.
pub fn ranked<'a>(
    library: &'a NodeLibrary,
    texts: &Texts,
    query: &str,
    accepts: impl Fn(&NodeDeclaration) -> bool,
) -> Vec<&'a NodeDeclaration> {
    let query = query.to_lowercase();
    // "stand-in" is two words, as in names.
    let words = query.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let kinds = library.declarations().filter(|kind| accepts(kind));
    if words.is_empty() {
        return kinds.collect();
    }
    let languages = LANGUAGES.map(|(code, _)| Texts::new(code));
    let mut found: Vec<(u32, &NodeDeclaration)> = kinds
        .filter_map(|kind| Some((score_of(kind, library, texts, &languages, &words)?, kind)))
        .collect();
    // The sort is stable: equal scores stay in palette order.
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let best = found.first().map_or(0, |(score, _)| *score);
    if best >= score::INITIALS {
        // If a name matches well, scattered letters in other names are not meant.
        let scattered = score::SCATTERED..score::INITIALS;
        found.retain(|(score, _)| !scattered.contains(score));
    }
    found.into_iter().map(|(_, kind)| kind).collect()
}

/// The variables whose names match well, best first; none without a query.
pub fn ranked_variables<'a>(variables: &'a [Variable], query: &str) -> Vec<&'a Variable> {
    let typed: String = query.to_lowercase().split_whitespace().collect();
    if typed.is_empty() {
        return Vec::new();
    }
    let score = |variable: &Variable| {
        let name = variable.name.replace('_', " ");
        by_name(&name, &typed.replace('_', ""))
            .filter(|score| *score >= score::WORD_PREFIX - score::MAX_DEDUCTION as u32)
    };
    let mut found: Vec<(u32, &Variable)> = variables
        .iter()
        .filter_map(|variable| Some((score(variable)?, variable)))
        .collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(_, variable)| variable).collect()
}

/// Whether the name of a node type begins with the query, in any language.
pub fn begins_with(node_type: &NodeDeclaration, query: &str) -> bool {
    let typed: String = query.to_lowercase().split_whitespace().collect();
    let titles = LANGUAGES.map(|(code, _)| Texts::new(code).task_title(&node_type.task));
    let mut names = titles.iter().map(String::as_str).chain([&*node_type.task]);
    names.any(|name| {
        let letters = letters_of(name);
        letters_match(&letters, &typed.chars().collect::<Vec<char>>())
    })
}

/// The matching templates, best first; all of them in their order without a query.
pub fn ranked_templates<'a>(
    templates: &'a Templates,
    texts: &Texts,
    query: &str,
) -> Vec<&'a Template> {
    let query = query.to_lowercase();
    let words: Vec<&str> = query.split_whitespace().collect();
    let score = |template: &'a Template| {
        let summary = template.summary().to_lowercase();
        let fits = |word: &str| {
            let names = templates.titles(template);
            let by_name = names.filter_map(|name| by_name(name, word)).max();
            let by_name = by_name.filter(|score| *score >= score::SUBSTRING);
            by_name.max(in_text(&summary, word).then_some(score::SUMMARY))
        };
        let each: Option<Vec<u32>> = words.iter().map(|word| fits(word)).collect();
        each.map(|scores| scores.into_iter().min().unwrap_or_default())
    };
    let all = templates.all(texts);
    let mut found: Vec<_> = all.filter_map(|t| Some((score(t)?, t))).collect();
    found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    found.into_iter().map(|(_, template)| template).collect()
}

/// The score of a node type for all words: that of the whole text, or of its worst word, whichever is higher.
fn score_of(
    kind: &NodeDeclaration,
    library: &NodeLibrary,
    texts: &Texts,
    languages: &[Texts],
    words: &[&str],
) -> Option<u32> {
    let titles = languages.iter().map(|texts| texts.task_title(&kind.task));
    let mut names: Vec<String> = titles.collect();
    names.push(kind.task.to_string());
    let together = words.concat();
    let whole = names
        .iter()
        .filter_map(|name| by_name(name, &together))
        .max();
    let summary = texts.task_summary(kind).to_lowercase();
    let from = library.library_of(&kind.task).unwrap_or_default();
    let from = from.to_lowercase();
    let each = words.iter().map(|word| {
        let name = names.iter().filter_map(|name| by_name(name, word)).max();
        let of_library = from.contains(word).then_some(score::LIBRARY);
        let does = in_text(&summary, word).then_some(score::SUMMARY);
        let by_words = languages.iter().any(|texts| {
            let key = format!("search.words.{}", kind.category.name());
            in_text(&texts.tr(&key), word) || in_text(&texts.task_words(&kind.task), word)
        });
        let by_words = by_words.then_some(score::WORDS);
        name.max(of_library).max(does).max(by_words)
    });
    let each: Option<Vec<u32>> = each.collect();
    whole.max(each.and_then(|scores| scores.into_iter().min()))
}

/// The score of a name for a lower-case text without spaces.
fn by_name(name: &str, typed: &str) -> Option<u32> {
    let letters = letters_of(name);
    let lower: String = letters.iter().map(|(letter, _)| *letter).collect();
    let starts: Vec<usize> = letters
        .iter()
        .enumerate()
        .filter_map(|(at, (_, begins))| begins.then_some(at))
        .collect();
    let typed_letters: Vec<char> = typed.chars().collect();
    let reached = |at: &usize| letters_match(&letters[*at..], &typed_letters);
    let tier = if lower == typed {
        score::EXACT
    } else if lower.starts_with(typed) {
        score::PREFIX
    } else if starts.iter().any(reached) {
        score::WORD_PREFIX
    } else if lower.contains(typed) {
        score::SUBSTRING
    } else if initials(&letters, &typed_letters) {
        score::INITIALS
    } else {
        score::SCATTERED.checked_sub(scattered(&letters, &typed_letters)?)?
            + score::MAX_DEDUCTION as u32
    };
    let longer = letters.len().saturating_sub(typed_letters.len()) / score::LETTERS_A_POINT;
    Some(tier - longer.min(score::MAX_DEDUCTION) as u32)
}

/// The lower-case letters of a name without spaces and punctuation, each with whether it begins a word.
fn letters_of(name: &str) -> Vec<(char, bool)> {
    let mut letters = Vec::with_capacity(name.len());
    let mut before = ' ';
    for letter in name.chars() {
        if letter.is_alphanumeric() {
            let begins =
                !before.is_alphanumeric() || letter.is_uppercase() && !before.is_uppercase();
            letters.extend(letter.to_lowercase().map(|small| (small, begins)));
        }
        before = letter;
    }
    letters
}

fn letters_match(letters: &[(char, bool)], typed: &[char]) -> bool {
    letters.len() >= typed.len() && letters.iter().zip(typed).all(|((l, _), t)| l == t)
}

/// Whether each typed letter begins a word or follows the previous letter: `rs` or `rsel` for `RandomSelector`.
fn initials(letters: &[(char, bool)], typed: &[char]) -> bool {
    // The indices in the name where the typed letters so far can end; few, since names are short.
    let mut ends: Vec<usize> = Vec::new();
    for (turn, wanted) in typed.iter().enumerate() {
        let fits = |at: usize| {
            let (letter, begins) = letters[at];
            let follows = ends.contains(&at.wrapping_sub(1));
            let later = turn == 0 || ends.iter().any(|end| *end < at);
            letter == *wanted && (turn > 0 && follows || begins && later)
        };
        ends = (0..letters.len()).filter(|at| fits(*at)).collect();
    }
    !ends.is_empty()
}

/// The number of letters between the typed ones, if the first one begins the name and the gaps are not too large.
fn scattered(letters: &[(char, bool)], typed: &[char]) -> Option<u32> {
    if typed.len() < 2 || letters.first()?.0 != typed[0] {
        return None;
    }
    let (mut at, mut gaps) = (0, 0);
    for wanted in &typed[1..] {
        let next = letters[at + 1..].iter().position(|(l, _)| l == wanted)?;
        gaps += next;
        at += next + 1;
    }
    (gaps <= typed.len() * 2).then_some(gaps as u32)
}

/// Whether a word of a text begins with `word`; for Chinese, which has no spaces, whether the text contains it.
fn in_text(text: &str, word: &str) -> bool {
    if !word.is_ascii() {
        return text.contains(word);
    }
    let long_enough = word.len() >= 3;
    long_enough
        && text
            .split(|c: char| !c.is_alphanumeric())
            .any(|w| w.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(query: &str) -> Vec<String> {
        let library = NodeLibrary::builtin();
        let found = ranked(&library, &Texts::default(), query, |_| true);
        found
            .into_iter()
            .map(|kind| kind.task.to_string())
            .collect()
    }

    fn first(query: &str) -> String {
        found(query).first().cloned().unwrap_or_default()
    }

    #[test]
    fn a_few_letters_find_the_intended_node() {
        assert_eq!(first("se"), "Sequence", "not Service, one letter shorter");
        assert_eq!(first("seq"), "Sequence");
        assert_eq!(first("sel"), "Selector");
        assert_eq!(first("wait"), "Wait");
        assert_eq!(first("cmpb"), "CompareBool");
        assert_eq!(first("inv"), "Inverter");
        assert_eq!(first("reasel"), "ReactiveSelector");
        assert_eq!(first("wfe"), "WaitForEvent");
        assert_eq!(first("set var"), "SetVariable");
        assert_eq!(first("compare float"), "CompareFloat");
    }

    #[test]
    fn scattered_letters_are_no_match() {
        assert_eq!(first("xyzzy"), "");
        assert_eq!(
            first("tre"),
            "RunTree",
            "and nothing that merely has t, r and e"
        );
        let repeater = found("repeater");
        assert_eq!(repeater[0], "Repeater");
        assert!(repeater.len() <= 2, "{repeater:?}");
        let wait = found("wait");
        assert!(wait.contains(&"RandomWait".to_owned()), "{wait:?}");
        assert!(!wait.contains(&"RunOnce".to_owned()), "{wait:?}");
    }

    #[test]
    fn matches_in_summaries_come_after_names() {
        let time = found("time");
        assert_eq!(time[0], "Timer");
        assert_eq!(time[1], "TimeLimit");
        assert!(time.contains(&"Wait".to_owned()), "{time:?}");
    }

    #[test]
    fn all_nodes_of_a_category_are_found_by_its_words() {
        for query in ["condition", "conditional", "blackboard", "条件节点"] {
            let conditions = found(query);
            assert!(conditions.contains(&"CompareBool".to_owned()), "{query}");
            assert!(!conditions.contains(&"Wait".to_owned()), "{query}");
        }
        assert_eq!(first("stand-in action"), "StandIn");
        assert!(found("action").contains(&"Wait".to_owned()));
    }

    #[test]
    fn names_are_found_in_every_language() {
        let library = NodeLibrary::builtin();
        let chinese = Texts::new("zh-CN").task_title("Sequence");
        for language in ["en", "zh-CN"] {
            let texts = Texts::new(language);
            let by_chinese = ranked(&library, &texts, &chinese, |_| true);
            assert_eq!(by_chinese[0].task, "Sequence", "{language}");
            let by_english = ranked(&library, &texts, "sequence", |_| true);
            assert_eq!(by_english[0].task, "Sequence", "{language}");
        }
    }

    #[test]
    fn an_empty_query_lists_everything_in_palette_order() {
        let library = NodeLibrary::builtin();
        let all = ranked(&library, &Texts::default(), " ", |_| true);
        assert_eq!(all.len(), library.declarations().len());
        assert_eq!(all[0].task, library.declarations().next().unwrap().task);
    }
}
