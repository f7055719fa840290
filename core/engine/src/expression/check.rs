//! Type checking, from terms to nodes. Every name must be declared, and every operator and function must accept its
//! operands. Parts that read no variable are evaluated here, once.

use std::ops::Range;

use super::error::{ExpressionError, Fault};
use super::evaluate::Evaluator;
use super::functions::{FUNCTIONS, Function, UNSUPPORTED, overload};
use super::names::Names;
use super::node::{Kind, Node, Operation};
use super::operators;
use super::syntax::{Operator, Term, TermKind};
use crate::spelling::nearest;
use crate::value::{Value, ValueType};

/// A node and the type of its value.
#[derive(Debug)]
pub(super) struct TypedNode<K> {
    pub node: Node<K>,
    pub value_type: ValueType,
}

type Checked<K> = Result<TypedNode<K>, ExpressionError>;

/// Checks terms.
pub(super) struct Checker<'a, K> {
    pub names: &'a dyn Names<K>,
}

impl<K: Copy> Checker<'_, K> {
    /// Checks a term that must have this type; an int is accepted where a float is expected.
    pub fn expect(&self, term: &Term, expected: &ValueType) -> Result<Node<K>, ExpressionError> {
        if let (TermKind::List(items), ValueType::List(element)) = (&term.kind, expected) {
            return self.list_of(items, element, expected, &term.range);
        }
        let typed = self.check(term)?;
        let found = typed.value_type.clone();
        fitted(typed, expected).ok_or_else(|| {
            let expected = expected.clone();
            fault(&term.range, Fault::WrongType { expected, found })
        })
    }

    /// Checks a list whose items must have this type.
    fn list_of(
        &self,
        items: &[Term],
        element: &ValueType,
        list: &ValueType,
        range: &Range<usize>,
    ) -> Result<Node<K>, ExpressionError> {
        let nodes = items.iter().map(|item| self.expect(item, element));
        let nodes = nodes.collect::<Result<Vec<_>, _>>()?;
        let operation = Operation::List(Kind::of(element));
        apply(operation, nodes, list.clone(), range).map(|typed| typed.node)
    }

    /// Checks a term of any type.
    pub fn check(&self, term: &Term) -> Checked<K> {
        let range = &term.range;
        match &term.kind {
            TermKind::Literal(value) => Ok(TypedNode {
                node: Node::Constant(value.clone()),
                value_type: value.value_type(),
            }),
            TermKind::Name(name) => match self.names.variable(name) {
                Some(known) => Ok(read(known)),
                None => Err(fault(range, Fault::UnknownVariable { name: name.clone() })),
            },
            TermKind::List(items) => self.list(items, range),
            TermKind::Unary(operator, operand) => self.unary(operator, operand, range),
            TermKind::Binary(operator, sides) => self.binary(operator, sides, range),
            TermKind::Chain(operator, operands) => self.chain(operator, operands, range),
            TermKind::Choice(parts) => self.choice(parts, range),
            TermKind::Index(parts) => self.index(parts, range),
            TermKind::Part(whole, part) => self.part(whole, part, range),
            TermKind::Call(name, arguments) => self.call(name, arguments, range),
        }
    }

    fn list(&self, items: &[Term], range: &Range<usize>) -> Checked<K> {
        let mut typed = Vec::with_capacity(items.len());
        for item in items {
            typed.push(self.check(item)?);
        }
        let Some(first) = typed.first() else {
            return Err(fault(range, Fault::EmptyList));
        };
        let floats = typed.iter().any(|t| t.value_type == ValueType::Float);
        let element = match &first.value_type {
            ValueType::Int if floats => ValueType::Float,
            other => other.clone(),
        };
        let mut nodes = Vec::with_capacity(typed.len());
        for (item, term) in typed.into_iter().zip(items) {
            let found = item.value_type.clone();
            let simple = !matches!(element, ValueType::List(_));
            let fitting = fitted(item, &element).filter(|_| simple);
            nodes.push(fitting.ok_or_else(|| {
                let expected = element.clone();
                fault(&term.range, Fault::MixedList { expected, found })
            })?);
        }
        let operation = Operation::List(Kind::of(&element));
        apply(operation, nodes, ValueType::List(Box::new(element)), range)
    }

    fn unary(&self, operator: &'static str, operand: &Term, range: &Range<usize>) -> Checked<K> {
        let operand = self.check(operand)?;
        let value_type = operand.value_type;
        let operation = match (operator, &value_type) {
            ("!", ValueType::Bool) => Operation::Not,
            ("-", ValueType::Int | ValueType::Float | ValueType::Vec2 | ValueType::Vec3) => {
                Operation::Negate
            }
            _ => {
                let found = value_type;
                return Err(fault(range, Fault::WrongOperand { operator, found }));
            }
        };
        apply(operation, vec![operand.node], value_type, range)
    }

    fn binary(&self, operator: &Operator, sides: &[Term; 2], range: &Range<usize>) -> Checked<K> {
        let [left, right] = sides;
        let symbol = operator.symbol;
        let left = self.check(left)?;
        let right = match (&left.value_type, symbol) {
            // An empty list next to another list takes that list's type.
            (ValueType::List(_), "==" | "!=") if is_empty_list(right) => TypedNode {
                node: self.expect(right, &left.value_type)?,
                value_type: left.value_type.clone(),
            },
            _ => self.check(right)?,
        };
        let right = widened_list(&left.value_type, symbol, right);
        let (left_type, right_type) = (left.value_type.clone(), right.value_type.clone());
        let Some(found) = operators::resolve(symbol, &left_type, &right_type) else {
            let (left, right) = (left_type, right_type);
            let wrong = Fault::WrongOperands {
                operator: symbol,
                left,
                right,
            };
            return Err(fault(&operator.range, wrong));
        };
        let sides = (fitted(left, &found.left), fitted(right, &found.right));
        let (Some(left), Some(right)) = sides else {
            let wrong = Fault::WrongOperand {
                operator: symbol,
                found: right_type,
            };
            return Err(fault(&operator.range, wrong));
        };
        let operands = if found.swapped {
            vec![right, left]
        } else {
            vec![left, right]
        };
        let (operation, operands) = without_list(found.operation, operands);
        apply(operation, operands, found.result, range)
    }

    fn chain(&self, operator: &'static str, operands: &[Term], range: &Range<usize>) -> Checked<K> {
        let operation = if operator == "&&" {
            Operation::And
        } else {
            Operation::Or
        };
        let mut nodes = Vec::with_capacity(operands.len());
        for operand in operands {
            let checked = self.check(operand)?;
            if checked.value_type != ValueType::Bool {
                let found = checked.value_type;
                return Err(fault(
                    &operand.range,
                    Fault::WrongOperand { operator, found },
                ));
            }
            nodes.push(checked.node);
        }
        apply(operation, nodes, ValueType::Bool, range)
    }

    fn choice(&self, parts: &[Term; 3], range: &Range<usize>) -> Checked<K> {
        let [condition, first, second] = parts;
        let condition = self.expect(condition, &ValueType::Bool)?;
        let (first, second) = (self.check(first)?, self.check(second)?);
        let (left, right) = (first.value_type.clone(), second.value_type.clone());
        let common = operators::common(&left, &right);
        let answers = common.and_then(|common| {
            let answers = (fitted(first, &common)?, fitted(second, &common)?);
            Some((answers, common))
        });
        let Some(((first, second), common)) = answers else {
            return Err(fault(range, Fault::DifferentAnswers { left, right }));
        };
        apply(Operation::If, vec![condition, first, second], common, range)
    }

    fn index(&self, parts: &[Term; 2], range: &Range<usize>) -> Checked<K> {
        let [list, index] = parts;
        let checked = self.check(list)?;
        let ValueType::List(element) = checked.value_type else {
            let (operator, found) = ("[ ]", checked.value_type);
            return Err(fault(&list.range, Fault::WrongOperand { operator, found }));
        };
        let index = self.expect(index, &ValueType::Int)?;
        apply(Operation::Item, vec![checked.node, index], *element, range)
    }

    fn part(&self, whole: &Term, part: &str, range: &Range<usize>) -> Checked<K> {
        if let TermKind::Name(name) = &whole.kind
            && self.names.variable(name).is_none()
            && let Some(known) = self.names.member(name, part)
        {
            return known.map(read).map_err(|why| fault(range, why));
        }
        let whole = self.check(whole)?;
        let names = match whole.value_type {
            ValueType::Vec2 => "xy",
            ValueType::Vec3 => "xyz",
            ValueType::Color => "rgba",
            _ => "",
        };
        let found = names.find(part).filter(|_| part.len() == 1);
        let Some(index) = found else {
            let (found, part) = (whole.value_type, part.to_owned());
            return Err(fault(range, Fault::NoPart { found, part }));
        };
        let operation = Operation::Component(index);
        apply(operation, vec![whole.node], ValueType::Float, range)
    }

    fn call(&self, name: &str, arguments: &[Term], range: &Range<usize>) -> Checked<K> {
        let Some(function) = FUNCTIONS.iter().find(|f| f.name == name) else {
            return self.further_call(name, arguments, range);
        };
        let mut given = Vec::with_capacity(arguments.len());
        for argument in arguments {
            given.push(self.check(argument)?);
        }
        let types: Vec<ValueType> = given.iter().map(|g| g.value_type.clone()).collect();
        let Some(found) = overload(name, &types) else {
            return Err(fault(range, wrong_arguments(function, types.iter())));
        };
        let fitted = given.into_iter().zip(&found.parameters);
        let nodes: Vec<_> = fitted
            .filter_map(|(g, wanted)| super::check::fitted(g, wanted))
            .collect();
        apply(found.operation, nodes, found.result, range)
    }
}

impl<K: Copy> Checker<'_, K> {
    /// Checks a call of a function that only these expressions have.
    fn further_call(&self, name: &str, arguments: &[Term], range: &Range<usize>) -> Checked<K> {
        let further = self.names.functions();
        let Some(function) = further.iter().find(|f| f.name == name) else {
            return Err(fault(range, unknown_function(name, further)));
        };
        let text = match arguments {
            [] => None,
            [only] => Some(self.expect(only, &ValueType::String)?),
            _ => return Err(self.wrong_arguments(function, arguments, range)),
        };
        let text = match &text {
            None => None,
            Some(Node::Constant(value)) => value.as_str(),
            Some(_) => {
                let usage = function.usage;
                return Err(fault(range, Fault::NeedsConstant { usage }));
            }
        };
        // A fault of the text is shown there.
        let place = arguments.first().map_or(range, |only| &only.range);
        match self.names.call(name, text) {
            Some(known) => known.map(read).map_err(|why| fault(place, why)),
            None => Err(self.wrong_arguments(function, arguments, range)),
        }
    }

    fn wrong_arguments(
        &self,
        function: &Function,
        arguments: &[Term],
        range: &Range<usize>,
    ) -> ExpressionError {
        let types = arguments.iter().map(|argument| self.check(argument));
        match types.collect::<Result<Vec<_>, _>>() {
            Err(error) => error,
            Ok(given) => {
                let types = given.iter().map(|given| &given.value_type);
                fault(range, wrong_arguments(function, types))
            }
        }
    }
}

fn wrong_arguments<'a>(function: &Function, types: impl Iterator<Item = &'a ValueType>) -> Fault {
    let types: Vec<String> = types.map(ToString::to_string).collect();
    Fault::WrongArguments {
        usage: function.usage,
        found: format!("({})", types.join(", ")),
    }
}

/// A variable that is read.
fn read<K>((key, value_type): (K, ValueType)) -> TypedNode<K> {
    TypedNode {
        node: Node::Variable(key),
        value_type,
    }
}

/// Applies an operation to operands. Evaluates it at once if it reads no variable.
fn apply<K: Copy>(
    operation: Operation,
    operands: Vec<Node<K>>,
    value_type: ValueType,
    range: &Range<usize>,
) -> Checked<K> {
    let constant = operands.iter().all(|o| matches!(o, Node::Constant(_)));
    let node = Node::Apply(operation, operands.into());
    if !constant {
        return Ok(TypedNode { node, value_type });
    }
    // It contains no variable to read.
    let read = |_: K| const { &Value::Bool(false) };
    match (Evaluator { read: &read }).value(Kind::of(&value_type), &node) {
        Ok(value) => Ok(TypedNode {
            node: Node::Constant(value),
            value_type,
        }),
        Err(error) => Err(fault(range, Fault::AlwaysFails { error })),
    }
}

/// Converts a node to this type: unchanged, or from int to float. `None` if neither fits.
fn fitted<K: Copy>(typed: TypedNode<K>, wanted: &ValueType) -> Option<Node<K>> {
    if typed.value_type == *wanted {
        return Some(typed.node);
    }
    match typed.node {
        Node::Constant(value) => value.coerced(wanted).map(Node::Constant),
        node if typed.value_type == ValueType::Int && *wanted == ValueType::Float => {
            Some(Node::Apply(Operation::Widen, [node].into()))
        }
        _ => None,
    }
}

/// Converts a list of ints to floats if a float is searched in it.
fn widened_list<K: Copy>(searched: &ValueType, symbol: &str, list: TypedNode<K>) -> TypedNode<K> {
    let ints = ValueType::List(Box::new(ValueType::Int));
    if symbol != "in" || *searched != ValueType::Float || list.value_type != ints {
        return list;
    }
    let floats = ValueType::List(Box::new(ValueType::Float));
    let node = match list.node {
        Node::Apply(Operation::List(_), items) => {
            let widen = |item| Node::Apply(Operation::Widen, [item].into());
            let items = items.into_iter().map(widen).collect();
            Node::Apply(Operation::List(Kind::Float), items)
        }
        Node::Constant(value) => Node::Constant(value.coerced(&floats).unwrap_or(value)),
        _ => return list,
    };
    TypedNode {
        node,
        value_type: floats,
    }
}

/// Changes `x in [a, b]` to compare `x` with each item, so that no list is created.
fn without_list<K>(operation: Operation, mut operands: Vec<Node<K>>) -> (Operation, Vec<Node<K>>) {
    let Operation::In(kind) = operation else {
        return (operation, operands);
    };
    match operands.pop() {
        Some(Node::Apply(Operation::List(_), items)) => {
            operands.extend(items);
            (Operation::InItems(kind), operands)
        }
        list => {
            operands.extend(list);
            (operation, operands)
        }
    }
}

fn is_empty_list(term: &Term) -> bool {
    matches!(&term.kind, TermKind::List(items) if items.is_empty())
}

fn unknown_function(name: &str, further: &'static [Function]) -> Fault {
    if UNSUPPORTED.contains(&name) {
        return Fault::Unsupported {
            what: name.to_owned(),
        };
    }
    let name = name.to_owned();
    let known = FUNCTIONS.iter().chain(further);
    match nearest(&name, known.map(|f| f.name)) {
        Some(meant) => Fault::UnknownFunctionMeant { name, meant },
        None => Fault::UnknownFunction { name },
    }
}

fn fault(range: &Range<usize>, fault: Fault) -> ExpressionError {
    ExpressionError::new(range.clone(), fault)
}
