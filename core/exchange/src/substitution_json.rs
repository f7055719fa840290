//! Substitution rules of BehaviorTree.CPP (its `docs/substitution_sample.json`), which replace nodes by results in
//! tests. In this program they become stand-ins of leaves. Read only; afterwards the document says what runs.

use rustc_hash::FxHashMap;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::FormatError;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Delay, Document, Node, SUBTREE, StandIn, TREE_PARAMETER};
use treewright_core::status::Status;

use crate::common::of_document;
use crate::foreign::{ForeignFault, Json, JsonKind, JsonText};

/// The longest pattern of a rule, in bytes.
const MAX_PATTERN: usize = 1_000;
/// The most paths into subtrees that are followed.
const MAX_PATHS: usize = 1_000;

/// The rules of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Substitutions {
    rules: Vec<Rule>,
}

#[derive(Clone, Debug, PartialEq)]
struct Rule {
    /// A node's path, in which `*` matches any text.
    pattern: String,
    stand_in: StandIn,
    remark: Option<treewright_core::diagnostic::TransferNote>,
}

/// The result of applying rules to a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Substituted {
    /// The leaves that a rule matches, with their stand-ins; of several rules, the first counts.
    pub leaves: Vec<(NodeId, StandIn)>,
    /// The import notes on rules that are not applied exactly.
    pub remarks: Vec<Diagnostic>,
}

/// Returns whether a file contains such rules, by how it looks.
pub fn detect(bytes: &[u8]) -> bool {
    let has = |word: &[u8]| bytes.windows(word.len()).any(|at| at == word);
    // Such files are written by hand and small.
    bytes.len() < 1_000_000 && has(b"\"SubstitutionRules\"")
}

/// Reads such rules.
///
/// # Errors
/// If it is not JSON, or not of this form.
pub fn read(bytes: &[u8]) -> Result<Substitutions, FormatError> {
    let tape = JsonText::read(bytes)?;
    let top = tape.top();
    let Some(rules) = top.get("SubstitutionRules") else {
        return Err(top.wrong(ForeignFault::NoRules));
    };
    if rules.kind() != JsonKind::Object {
        return Err(rules.wrong(ForeignFault::Rules));
    }
    let configs = top.get("TestNodeConfigs");
    let mut found = Vec::new();
    for (pattern, played_by) in rules.fields() {
        if pattern.len() > MAX_PATTERN {
            let most = MAX_PATTERN;
            return Err(played_by.wrong(ForeignFault::LongPattern { most }));
        }
        let Some(name) = played_by.text() else {
            let pattern = pattern.to_string();
            return Err(played_by.wrong(ForeignFault::NoPlayer { pattern }));
        };
        let config = configs.and_then(|configs| configs.get(&name));
        let (stand_in, remark) = match config {
            Some(config) => of_config(config, &name)?,
            // Another node of the game replaces it, whose result is unknown here.
            None => (
                StandIn::Always(Status::Success),
                Some(remarks::played_by_another(&pattern, name)),
            ),
        };
        found.push(Rule {
            pattern: pattern.into_owned(),
            stand_in,
            remark,
        });
    }
    Ok(Substitutions { rules: found })
}

fn of_config(
    config: Json<'_>,
    name: &str,
) -> Result<(StandIn, Option<treewright_core::diagnostic::TransferNote>), FormatError> {
    let status = match &*config.text_of("return_status") {
        "SUCCESS" | "" => Status::Success,
        "FAILURE" => Status::Failure,
        "RUNNING" => Status::Running,
        other => {
            let name = other.to_owned();
            return Err(config.wrong(ForeignFault::NoResult { name }));
        }
    };
    let delay = config.get("async_delay").map_or("0", Json::raw);
    let milliseconds: u32 = delay
        .parse()
        .map_err(|_| config.wrong(ForeignFault::Delay))?;
    let stand_in = match milliseconds {
        0 => StandIn::Always(status),
        some => StandIn::After(Delay::Seconds(f64::from(some) / 1000.0), status),
    };
    let scripts = [
        "return_status_script",
        "post_script",
        "success_script",
        "failure_script",
    ];
    let script = scripts.into_iter().find(|key| config.get(key).is_some());
    Ok((
        stand_in,
        script.map(|key| remarks::script_not_run(name, key)),
    ))
}

impl Substitutions {
    /// Returns the number of rules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Returns whether there is no rule.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    /// Finds the leaves of a document that the rules match: by their exact name or task, or by their path, in which `*`
    /// matches any text and `?` one letter. The path of a node in a subtree starts with the titles of the Subtree nodes
    /// through which it runs.
    pub fn of(&self, document: &Document, library: &NodeLibrary) -> Substituted {
        let mut found = Substituted::default();
        let mut used = vec![false; self.rules.len()];
        let prefixes = paths(document);
        for (head, prefixes) in prefixes {
            let nodes = document.subtree(head);
            let is_played =
                |node: &&Node| &*node.task != SUBTREE && library.can_have_stand_in(node);
            for node in nodes.filter(is_played) {
                let names = |rule: &Rule| {
                    let bare = *rule.pattern == *node.title() || *rule.pattern == *node.task;
                    let mut paths = prefixes
                        .iter()
                        .map(|prefix| format!("{prefix}{}", node.title()));
                    bare || paths.any(|path| matches(&rule.pattern, &path))
                };
                if let Some(rule) = self.rules.iter().position(names) {
                    used[rule] = true;
                    let played = self.rules[rule].stand_in.clone();
                    found.leaves.push((node.id().clone(), played));
                }
            }
        }
        for (rule, used) in self.rules.iter().zip(used) {
            let remark = if used {
                rule.remark.clone()
            } else {
                Some(remarks::names_nothing(&rule.pattern))
            };
            found.remarks.extend(remark.map(of_document));
        }
        found
    }
}

/// Returns the roots of a document's trees, each with the prefix of its nodes' paths: nothing in the main tree, and the
/// titles of the Subtree nodes through which a named tree runs. Follows at most [`MAX_PATHS`] paths, so trees that run
/// themselves terminate.
fn paths(document: &Document) -> Vec<(&NodeId, Vec<String>)> {
    let mut known: FxHashMap<&NodeId, Vec<String>> = FxHashMap::default();
    let mut waiting: Vec<(&NodeId, String)> = Vec::new();
    waiting.extend(document.root().map(|root| (root, String::new())));
    let mut count = 0;
    while let Some((head, prefix)) = waiting.pop() {
        count += 1;
        if count > MAX_PATHS {
            break;
        }
        for user in document.subtree(head).filter(|node| &*node.task == SUBTREE) {
            if let Some(tree) = document.tree(user.text_parameter(TREE_PARAMETER)) {
                waiting.push((
                    &tree.root,
                    format!("{prefix}{}/", user.own_title().unwrap_or_default()),
                ));
            }
        }
        known.entry(head).or_default().push(prefix);
    }
    let heads = document.heads();
    heads
        .map(|head| (head, known.remove(head).unwrap_or_default()))
        .collect()
}

/// Returns whether a text matches a pattern in which `*` matches any text and `?` one letter. Backtracks to the last
/// `*` only, so the time is at most the product of both lengths.
fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t) = (0, 0);
    let mut back = None;
    while t < text.len() {
        if pattern.get(p) == Some(&'*') {
            back = Some((p, t));
            p += 1;
        } else if pattern.get(p) == Some(&text[t]) || pattern.get(p) == Some(&'?') {
            p += 1;
            t += 1;
        } else if let Some((star, from)) = back {
            back = Some((star, from + 1));
            p = star + 1;
            t = from + 1;
        } else {
            return false;
        }
    }
    pattern[p..].iter().all(|sign| *sign == '*')
}

/// Import notes on rules that are not applied exactly.
pub(super) mod remarks {
    crate::common::remarks! { "substitution";
        played_by_another(pattern, name): Approximated = "`{name}` of the game replaces `{pattern}` there; here it always succeeds";
        script_not_run(name, key): Kept = "`{key}` of `{name}` does not run here";
        names_nothing(pattern): Kept = "`{pattern}` matches no leaf of this tree";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::draw;

    const RULES: &str = r#"{
        "TestNodeConfigs": {
            "Slow": {"async_delay": 2000, "return_status": "FAILURE", "post_script": "x := 1"},
            "Fast": {"return_status": "SUCCESS"}
        },
        "SubstitutionRules": {"mysub/act_?": "Slow", "talk": "Fast", "walk*": "Other", "nobody": "Fast"}
    }"#;

    fn document() -> Document {
        draw(
            "r:Sequence[n1:Wait(.name=talk) n2:Wait(.name=walk home) n3:Wait(.name=act_1) n4:Subtree(tree=Inner,.name=mysub)]
             | Inner=i:Sequence[n5:Wait(.name=act_2)]",
        )
    }

    #[test]
    fn leaves_get_the_stand_in_of_the_first_matching_rule() {
        let rules = read(RULES.as_bytes()).unwrap();
        let found = rules.of(&document(), &NodeLibrary::builtin());
        let played: Vec<(&str, String)> = found
            .leaves
            .iter()
            .map(|(id, stand_in)| (id.as_str(), stand_in.to_string()))
            .collect();
        let slow = StandIn::After(Delay::Seconds(2.0), Status::Failure).to_string();
        let fast = StandIn::Always(Status::Success).to_string();
        assert_eq!(
            played,
            [("n1", fast.clone()), ("n2", fast), ("n5", slow)],
            "act_1 lies in no subtree of that name"
        );
        let notes: Vec<String> = found.remarks.iter().map(ToString::to_string).collect();
        assert_eq!(notes.len(), 3, "{notes:?}");
        assert!(
            notes[0].contains("post_script")
                && notes[1].contains("Other")
                && notes[2].contains("nobody")
        );
    }

    #[test]
    fn a_star_matches_any_text() {
        for (pattern, text, expected) in [
            ("*", "", true),
            ("a*c", "abc", true),
            ("a*c", "ac", true),
            ("*b*", "abc", true),
            ("走*", "走路", true),
            ("a", "ab", false),
            ("a*c", "ab", false),
            ("", "a", false),
            ("*a", "b", false),
            ("a?", "a", false),
        ] {
            assert_eq!(matches(pattern, text), expected, "{pattern} {text}");
        }
        let long = "a".repeat(MAX_PATTERN);
        assert!(!matches(
            &"a*".repeat(MAX_PATTERN / 2),
            &format!("{long}b").replace('a', "c")
        ));
    }

    #[test]
    fn invalid_rules_are_refused_with_a_reason() {
        for (text, why) in [
            ("", "empty"),
            ("[]", "SubstitutionRules"),
            (r#"{"SubstitutionRules": 1}"#, "object"),
            (r#"{"SubstitutionRules": {"a": 1}}"#, "must name"),
            (
                r#"{"TestNodeConfigs": {"x": {"return_status": "MAYBE"}}, "SubstitutionRules": {"a": "x"}}"#,
                "MAYBE",
            ),
            (
                r#"{"TestNodeConfigs": {"x": {"async_delay": -1}}, "SubstitutionRules": {"a": "x"}}"#,
                "milliseconds",
            ),
        ] {
            let error = read(text.as_bytes()).unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
        }
        for end in 0..RULES.len() {
            assert!(read(&RULES.as_bytes()[..end]).is_err());
        }
    }
}
