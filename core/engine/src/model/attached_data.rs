//! The data that a stand-in attaches to each frame in which its node runs, as designers write them: a text with one
//! `name = expression` per line. Does not know what expressions mean.

use std::ops::Range;

/// A line of the text. A line that is only an expression is its own name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataLine<'t> {
    /// The name under which the value is attached.
    pub name: &'t str,
    /// The expression.
    pub expression: &'t str,
    /// The number of the line, from 1.
    pub line: usize,
    /// Where the expression is in the text, in bytes.
    pub range: Range<usize>,
}

/// Iterates over the lines that are not empty.
pub fn data_lines(text: &str) -> impl Iterator<Item = DataLine<'_>> {
    let mut start = 0;
    let lines = text.split('\n').enumerate().map(move |(index, line)| {
        let at = start;
        start += line.len() + 1;
        (index + 1, at, line)
    });
    lines.filter_map(|(line, at, content)| {
        let (name, rest) = match equals_sign(content) {
            Some(sign) => (content[..sign].trim(), sign + 1),
            None => ("", 0),
        };
        let expression = content[rest..].trim();
        let blank = content[rest..].len() - content[rest..].trim_start().len();
        let first = at + rest + blank;
        let name = if name.is_empty() { expression } else { name };
        (!name.is_empty()).then_some(DataLine {
            name,
            expression,
            line,
            range: first..first + expression.len(),
        })
    })
}

/// Returns where the name ends: at the first `=` that is not part of another operator.
fn equals_sign(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let is_alone = |at: &usize| {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        let is_operator = matches!(before, Some(b'=' | b'!' | b'<' | b'>'));
        bytes[*at] == b'=' && bytes.get(at + 1) != Some(&b'=') && !is_operator
    };
    (0..bytes.len()).find(is_alone)
}

/// Returns the text with each expression replaced by what `with` returns. Names stay, but a line that is only an expression
/// has a new name with it.
pub fn with_expressions(text: &str, with: impl Fn(&str) -> String) -> String {
    let mut changed = String::with_capacity(text.len());
    let mut done = 0;
    for line in data_lines(text) {
        changed.push_str(&text[done..line.range.start]);
        changed.push_str(&with(line.expression));
        done = line.range.end;
    }
    changed.push_str(&text[done..]);
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let lines = data_lines(text);
        lines
            .map(|line| {
                assert_eq!(&text[line.range.clone()], line.expression);
                format!("{}: {} <- {}", line.line, line.name, line.expression)
            })
            .collect()
    }

    #[test]
    fn each_line_is_a_name_and_an_expression() {
        let text =
            "distance = enemy_distance * 2\n\n  hp\nis near = d <= 2 == true\na >= b\n= 3\n距离=d";
        assert_eq!(
            read(text),
            [
                "1: distance <- enemy_distance * 2",
                "3: hp <- hp",
                "4: is near <- d <= 2 == true",
                "5: a >= b <- a >= b",
                "6: 3 <- 3",
                "7: 距离 <- d",
            ]
        );
        assert_eq!(read("a ="), ["1: a <- "], "an error of its expression");
        assert!(read(" \n").is_empty());
    }

    #[test]
    fn expressions_are_replaced_and_names_stay() {
        let text = "hp = hp + 1\n hp\n ammo\n";
        let renamed = with_expressions(text, |text| text.replace("hp", "health"));
        assert_eq!(renamed, "hp = health + 1\n health\n ammo\n");
    }
}
