//! The conditions of which an expression consists: what `&&` and `||` join.

use std::ops::Range;

use super::syntax::{Term, TermKind, parse};

/// Returns the byte ranges of the conditions that `&&` and `||` join, from left to right; the whole text if there is only one. Empty for a text that is no
/// expression.
///
/// ```
/// use treewright_core::expression::conditions;
/// let text = "hp < 3 && (!safe || alarm)";
/// let parts: Vec<&str> = conditions(text).into_iter().map(|range| &text[range]).collect();
/// assert_eq!(parts, ["hp < 3", "!safe", "alarm"]);
/// ```
pub fn conditions(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if let Ok(term) = parse(text) {
        collect(&term, &mut found);
    }
    found
}

fn collect(term: &Term, found: &mut Vec<Range<usize>>) {
    match &term.kind {
        TermKind::Chain(_, operands) => {
            for operand in operands {
                collect(operand, found);
            }
        }
        _ => found.push(term.range.clone()),
    }
}
