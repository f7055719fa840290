//! The rows below a card's header that say in words what else decides how a node runs: abort type, condition, repetition, limits. Knows
//! nothing about painting and measuring.

use crate::i18n::Texts;
use rustc_hash::FxHashMap;
use treewright_core::abort::AbortType;
use treewright_core::library::setting;
use treewright_core::model::{Node, NodeDeclaration};

/// A row of a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardRow {
    pub kind: RowKind,
    /// One line, shortened to fit the card.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The task or its most informative settings.
    Detail,
    /// The condition, repetition or limit of a node.
    Rule,
    /// The abort type of a composite.
    Abort,
}

/// Stands for the value in a text that is filled in many times.
const PLACEHOLDER: &str = "\u{1}";

/// The texts of rows in one language. Texts with a value are looked up once, as a large document has them on thousands of cards.
pub struct RowTexts<'a> {
    texts: &'a Texts,
    around_value: FxHashMap<&'static str, (String, String)>,
}

impl<'a> RowTexts<'a> {
    pub fn new(texts: &'a Texts) -> Self {
        Self {
            texts,
            around_value: FxHashMap::default(),
        }
    }

    /// The row of a composite's abort type; `None` if it aborts nothing.
    pub fn of_abort(&self, abort: AbortType) -> Option<String> {
        let key = match abort {
            AbortType::None => return None,
            AbortType::OwnBranch => "canvas.row.abort.Self",
            AbortType::LowerPriority => "canvas.row.abort.LowerPriority",
            AbortType::Both => "canvas.row.abort.Both",
        };
        Some(self.texts.tr(key).into_owned())
    }

    /// The row of a node's rule; `None` if its task has none, or if only its parameters can describe it.
    pub fn of_rule(&mut self, node: &Node, declaration: &NodeDeclaration) -> Option<String> {
        let values = Values { node, declaration };
        let text = match &*declaration.task {
            "Guard" => {
                let condition = values.of("expression").filter(|text| !text.is_empty());
                let condition = condition.unwrap_or_else(|| "?".into());
                self.filled("canvas.row.condition", &condition)
            }
            "Repeater" => return self.repetition(&values),
            "Retry" => {
                let attempts = values.of("attempts")?;
                self.counted("canvas.row.attempts", "canvas.row.attempts_of", &attempts)
            }
            "UntilSuccess" => self.plain("canvas.row.until_success"),
            "UntilFailure" if values.is_set("succeed")? => {
                self.plain("canvas.row.until_failure_succeeds")
            }
            "KeepRunningUntilFailure" | "UntilFailure" => self.plain("canvas.row.until_failure"),
            "TimeLimit" => self.filled("canvas.row.at_most", &values.of("seconds")?),
            "RateController" => self.filled("canvas.row.at_most", &values.of("hz")?),
            "Cooldown" => self.filled("canvas.row.cooldown", &values.of("seconds")?),
            "Delay" => self.filled("canvas.row.delay", &values.of("seconds")?),
            "Service" => self.filled("canvas.row.service", &values.of("seconds")?),
            "Probability" => self.filled("canvas.row.probability", &values.of("p")?),
            "CounterLimit" => {
                let limit = values.of("limit")?;
                self.counted("canvas.row.frames", "canvas.row.frames_of", &limit)
            }
            "RunOnce" => self.plain(match values.of("afterwards").as_deref() {
                Some("Success") => "canvas.row.once.Success",
                Some("Failure") => "canvas.row.once.Failure",
                _ => "canvas.row.once.Same",
            }),
            _ => return None,
        };
        Some(text)
    }

    fn repetition(&mut self, values: &Values<'_>) -> Option<String> {
        let until_failure = values.is_set("end_on_failure")?;
        if values.is_set("forever")? {
            return Some(self.plain(if until_failure {
                "canvas.row.until_failure"
            } else {
                "canvas.row.forever"
            }));
        }
        let count = values.of("count")?;
        Some(if until_failure {
            self.counted("canvas.row.rounds", "canvas.row.rounds_of", &count)
        } else {
            self.counted("canvas.row.repeats", "canvas.row.repeats_of", &count)
        })
    }

    /// A number of times: the text `number` for a number, `named` for a variable.
    fn counted(&mut self, number: &'static str, named: &'static str, count: &str) -> String {
        match count.parse() {
            Ok(count) => self.texts.tr_count(number, count),
            Err(_) => self.filled(named, count),
        }
    }

    fn plain(&self, key: &'static str) -> String {
        self.texts.tr(key).into_owned()
    }

    /// A text with its `$value` filled in.
    fn filled(&mut self, key: &'static str, value: &str) -> String {
        let texts = self.texts;
        let (before, after) = self.around_value.entry(key).or_insert_with(|| {
            let text = texts.tr_with(key, &[("value", PLACEHOLDER)]);
            let (before, after) = text.split_once(PLACEHOLDER).unwrap_or((&text, ""));
            (before.to_owned(), after.to_owned())
        });
        format!("{before}{value}{after}")
    }
}

/// The parameters of a node as texts.
struct Values<'n> {
    node: &'n Node,
    declaration: &'n NodeDeclaration,
}

impl Values<'_> {
    /// The value or variable of a parameter, with its unit.
    fn of(&self, name: &str) -> Option<String> {
        let value = setting(self.node, self.declaration, name)?;
        let value = match value.strip_suffix(".0") {
            Some(whole) if whole.parse::<i64>().is_ok() => whole.to_owned(),
            _ => value,
        };
        let unit = self.declaration.parameter(name).map(|p| &*p.unit);
        Some(match unit {
            Some(unit) if !unit.is_empty() => format!("{value} {unit}"),
            _ => value,
        })
    }

    /// Whether a switch is on; `None` if a variable decides.
    fn is_set(&self, name: &str) -> Option<bool> {
        match setting(self.node, self.declaration, name).as_deref() {
            Some("true") => Some(true),
            Some("false") | None => Some(false),
            Some(_) => None,
        }
    }
}
