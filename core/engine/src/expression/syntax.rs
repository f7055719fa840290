//! The parser: from tokens to terms with their positions. The grammar is that of CEL (<https://cel.dev>) without
//! messages and maps, parsed by precedence climbing. Knows nothing about types or about which names exist.
//!
//! The call stack is bounded, since nothing may be nested deeper than [`MAX_DEPTH`].

use std::ops::Range;

use super::MAX_DEPTH;
use super::error::{ExpressionError, Fault};
use super::scan::{Token, TokenKind, scan};
use crate::value::Value;

/// A part of an expression.
#[derive(Debug)]
pub(super) struct Term {
    pub kind: TermKind,
    /// Its position in bytes.
    pub range: Range<usize>,
    /// The nesting depth of the terms in it, itself included.
    height: usize,
}

#[derive(Debug)]
pub(super) enum TermKind {
    Literal(Value),
    Name(String),
    List(Vec<Term>),
    Unary(&'static str, Box<Term>),
    Binary(Operator, Box<[Term; 2]>),
    /// `&&` or `||` between any number of operands.
    Chain(&'static str, Vec<Term>),
    /// `condition ? first : second`
    Choice(Box<[Term; 3]>),
    /// `list[index]`
    Index(Box<[Term; 2]>),
    /// `value.component`
    Part(Box<Term>, String),
    /// `name(arguments)`, or `first.name(others)`, which is the same.
    Call(String, Vec<Term>),
}

/// An operator and its position.
#[derive(Debug)]
pub(super) struct Operator {
    pub symbol: &'static str,
    pub range: Range<usize>,
}

/// Binary operators by precedence, lowest first. All are left-associative.
const BINARY: [&[&str]; 5] = [
    &["||"],
    &["&&"],
    &["==", "!=", "<", "<=", ">", ">=", "in"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// Parses a text.
pub(super) fn parse(text: &str) -> Result<Term, ExpressionError> {
    let (tokens, error) = scan(text);
    let mut parser = Parser {
        text,
        tokens: &tokens,
        next: 0,
        depth: 0,
    };
    let parsed = parser.expression();
    match (parsed, error) {
        // If the parser fails at the end of the tokens, the cause is the error of the scanner.
        (Err(found), Some(unread)) if found.range.start >= unread.range.start => Err(unread),
        (Err(found), _) => Err(found),
        (Ok(_), Some(unread)) if parser.next == tokens.len() => Err(unread),
        (Ok(_), _) if parser.next < tokens.len() => Err(parser.unexpected()),
        (Ok(term), _) => Ok(term),
    }
}

struct Parser<'t> {
    text: &'t str,
    tokens: &'t [Token<'t>],
    next: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn expression(&mut self) -> Result<Term, ExpressionError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep(self.position()));
        }
        let mut term = self.binary(0)?;
        if self.consume("?") {
            let first = self.binary(0)?;
            self.expect(":")?;
            let second = self.expression()?;
            let range = term.range.start..second.range.end;
            let height = term.height.max(first.height).max(second.height);
            let kind = TermKind::Choice(Box::new([term, first, second]));
            term = Term::above(kind, range, height)?;
        }
        self.depth -= 1;
        Ok(term)
    }

    /// Parses operands and operators of at least this precedence level.
    fn binary(&mut self, level: usize) -> Result<Term, ExpressionError> {
        let mut left = self.unary()?;
        while let Some((symbol, found)) =
            self.binary_operator().filter(|(_, found)| *found >= level)
        {
            let spot = self.position();
            self.next += 1;
            let right = self.binary(found + 1)?;
            left = joined(
                left,
                Operator {
                    symbol,
                    range: spot,
                },
                right,
            )?;
        }
        Ok(left)
    }

    /// Returns the next token if it is a binary operator, with its precedence level.
    fn binary_operator(&self) -> Option<(&'static str, usize)> {
        let levels = BINARY.iter().enumerate();
        let mut found = levels.filter_map(|(level, among)| Some((self.operator(among)?, level)));
        found.next()
    }

    /// Returns the next token if it is one of these operators.
    fn operator(&self, among: &[&'static str]) -> Option<&'static str> {
        let found = match &self.tokens.get(self.next)?.kind {
            TokenKind::Symbol(symbol) => *symbol,
            TokenKind::Keyword(word) => *word,
            _ => return None,
        };
        among.iter().copied().find(|symbol| *symbol == found)
    }

    fn unary(&mut self) -> Result<Term, ExpressionError> {
        let start = self.position().start;
        let Some(symbol) = self.operator(&["!", "-"]) else {
            return self.member();
        };
        self.next += 1;
        if let (Some(TokenKind::Int(digits)), "-") = (self.peek(), symbol) {
            // The smallest integer has no positive counterpart, so the sign is parsed together with the digits.
            let literal = self.whole(digits, true, start)?;
            return self.suffixes(literal);
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep(start..self.position().start));
        }
        let operand = self.unary()?;
        self.depth -= 1;
        let (range, height) = (start..operand.range.end, operand.height);
        Term::above(TermKind::Unary(symbol, Box::new(operand)), range, height)
    }

    fn member(&mut self) -> Result<Term, ExpressionError> {
        let term = self.primary()?;
        self.suffixes(term)
    }

    /// Parses the suffixes of a term: `.component`, `.function(…)`, `[index]`.
    fn suffixes(&mut self, mut term: Term) -> Result<Term, ExpressionError> {
        loop {
            let start = term.range.start;
            if self.consume(".") {
                let Some(TokenKind::Name(name)) = self.peek() else {
                    return Err(self.unexpected());
                };
                let (name, spot) = (name.to_string(), self.position());
                self.next += 1;
                if self.consume("(") {
                    term = self.call(name, spot, vec![term])?;
                    continue;
                }
                let height = term.height;
                let kind = TermKind::Part(Box::new(term), name);
                term = Term::above(kind, start..spot.end, height)?;
            } else if self.consume("[") {
                let index = self.expression()?;
                let end = self.position().end;
                self.expect("]")?;
                let height = term.height.max(index.height);
                let kind = TermKind::Index(Box::new([term, index]));
                term = Term::above(kind, start..end, height)?;
            } else {
                return Ok(term);
            }
        }
    }

    fn primary(&mut self) -> Result<Term, ExpressionError> {
        let Some(token) = self.tokens.get(self.next) else {
            return Err(self.unexpected());
        };
        let range = token.range.clone();
        let kind = match &token.kind {
            TokenKind::Int(digits) => return self.whole(digits, false, range.start),
            TokenKind::Float(digits) => match digits.parse() {
                Ok(number) if f64::is_finite(number) => TermKind::Literal(Value::Float(number)),
                _ => return Err(too_large(range, digits)),
            },
            TokenKind::Text(text) => TermKind::Literal(text.as_str().into()),
            TokenKind::Keyword(word @ ("true" | "false")) => {
                TermKind::Literal(Value::Bool(*word == "true"))
            }
            TokenKind::Keyword("null") => {
                let what = "null".into();
                return Err(ExpressionError::new(range, Fault::Unsupported { what }));
            }
            TokenKind::Name(name) => {
                self.next += 1;
                if self.consume("(") {
                    return self.call(name.to_string(), range, Vec::new());
                }
                if name == "not" && self.at_operand() {
                    return Err(instead(range, "not", "!"));
                }
                return Term::above(TermKind::Name(name.to_string()), range, 0);
            }
            TokenKind::Symbol("(") => {
                self.next += 1;
                let mut inside = self.expression()?;
                inside.range = range.start..self.position().end;
                self.expect(")")?;
                return Ok(inside);
            }
            TokenKind::Symbol("[") => {
                self.next += 1;
                let (items, end) = self.items("]")?;
                let height = items.iter().map(|item| item.height).max().unwrap_or(0);
                return Term::above(TermKind::List(items), range.start..end, height);
            }
            _ => return Err(self.unexpected()),
        };
        self.next += 1;
        Term::above(kind, range, 0)
    }

    /// Parses an integer.
    fn whole(
        &mut self,
        digits: &str,
        negative: bool,
        start: usize,
    ) -> Result<Term, ExpressionError> {
        let range = start..self.position().end;
        self.next += 1;
        let sign = if negative { "-" } else { "" };
        let hex = digits.get(..2).filter(|p| p.eq_ignore_ascii_case("0x"));
        let parsed = match hex {
            Some(_) => i64::from_str_radix(&format!("{sign}{}", &digits[2..]), 16),
            None => format!("{sign}{digits}").parse(),
        };
        match parsed {
            Ok(number) => Term::above(TermKind::Literal(Value::Int(number)), range, 0),
            Err(_) => Err(too_large(range, digits)),
        }
    }

    /// Parses the arguments of a call after its opening bracket.
    fn call(
        &mut self,
        name: String,
        spot: Range<usize>,
        mut arguments: Vec<Term>,
    ) -> Result<Term, ExpressionError> {
        let start = arguments.first().map_or(spot.start, |a| a.range.start);
        let (others, end) = self.items(")")?;
        arguments.extend(others);
        let height = arguments.iter().map(|a| a.height).max().unwrap_or(0);
        Term::above(TermKind::Call(name, arguments), start..end, height)
    }

    /// Parses terms separated by commas up to this closing bracket. Returns them and the end of the bracket.
    fn items(&mut self, close: &'static str) -> Result<(Vec<Term>, usize), ExpressionError> {
        let mut items = Vec::new();
        let mut end = self.position().end;
        if !self.consume(close) {
            loop {
                items.push(self.expression()?);
                end = self.position().end;
                if self.consume(close) {
                    break;
                }
                self.expect(",")?;
            }
        }
        Ok((items, end))
    }

    fn peek(&self) -> Option<&'t TokenKind<'t>> {
        self.tokens.get(self.next).map(|token| &token.kind)
    }

    /// Returns the position of the next token, or the end of the text.
    fn position(&self) -> Range<usize> {
        let end = self.text.len();
        let token = self.tokens.get(self.next);
        token.map_or(end..end, |token| token.range.clone())
    }

    /// Consumes this symbol if it is next.
    fn consume(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Some(TokenKind::Symbol(s)) if *s == symbol);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Result<(), ExpressionError> {
        if self.consume(symbol) {
            Ok(())
        } else {
            Err(self.unexpected())
        }
    }

    /// Returns whether the next token is a name or literal.
    fn at_operand(&self) -> bool {
        !matches!(self.peek(), None | Some(TokenKind::Symbol(_)))
            && self.operator(&["in"]).is_none()
    }

    /// Returns the error for a token that is not allowed at its position.
    fn unexpected(&self) -> ExpressionError {
        let range = self.position();
        match self.peek() {
            None => ExpressionError::new(range, Fault::Incomplete),
            Some(TokenKind::Name(name)) if name == "and" => instead(range, "and", "&&"),
            Some(TokenKind::Name(name)) if name == "or" => instead(range, "or", "||"),
            Some(_) => {
                let found = self.text[range.clone()].to_owned();
                ExpressionError::new(range, Fault::Unexpected { found })
            }
        }
    }
}

impl Term {
    /// Creates a term above others whose maximum height is `height`; an error if that is too deep.
    fn above(kind: TermKind, range: Range<usize>, height: usize) -> Result<Self, ExpressionError> {
        let height = height + 1;
        if height > MAX_DEPTH {
            return Err(too_deep(range));
        }
        Ok(Self {
            kind,
            range,
            height,
        })
    }
}

/// Joins two sides with an operator. Several `&&`, or several `||`, become one term.
fn joined(left: Term, operator: Operator, right: Term) -> Result<Term, ExpressionError> {
    let range = left.range.start..right.range.end;
    let height = left.height.max(right.height);
    let symbol = operator.symbol;
    if !matches!(symbol, "&&" | "||") {
        let kind = TermKind::Binary(operator, Box::new([left, right]));
        return Term::above(kind, range, height);
    }
    match left.kind {
        TermKind::Chain(of, mut operands) if of == symbol => {
            let height = (left.height - 1).max(right.height);
            operands.push(right);
            Term::above(TermKind::Chain(of, operands), range, height)
        }
        kind => {
            let left = Term { kind, ..left };
            Term::above(TermKind::Chain(symbol, vec![left, right]), range, height)
        }
    }
}

fn too_deep(range: Range<usize>) -> ExpressionError {
    ExpressionError::new(range, Fault::TooDeep { limit: MAX_DEPTH })
}

fn too_large(range: Range<usize>, digits: &str) -> ExpressionError {
    let number = digits.to_owned();
    ExpressionError::new(range, Fault::NumberTooLarge { number })
}

fn instead(range: Range<usize>, found: &str, meant: &'static str) -> ExpressionError {
    let found = found.to_owned();
    ExpressionError::new(range, Fault::WriteInstead { found, meant })
}
