//! Writes a document in the compact form. The same document always gives the same bytes.

use rustc_hash::FxHashMap;

use super::bytes::{push_number, push_signed};
use super::{Extent, LIST_TYPE, MAGIC, VERSION, bit, setting, tag};
use crate::abort::AbortType;
use crate::format::WriteError;
use crate::format::native::check_limits;
use crate::limits::FILE_BYTES;
use crate::model::{Document, Node, ParameterValue, Scope, Variable};
use crate::value::{Value, ValueType};

/// Returns the compact form of what runs of a document. Fields that only editors need are left out, and so are conflicts
/// and connections that a tree cannot have.
///
/// # Errors
/// Fails if a number is infinite or not a number, or if the file would exceed the limits for reading.
pub fn write(document: &Document) -> Result<Vec<u8>, WriteError> {
    check_limits(document)?;
    let mut writer = Writer::default();
    writer.texts.insert("", 0);
    let body = writer.body(document)?;
    let mut out = Vec::with_capacity(64 + body.len());
    out.extend(MAGIC);
    push_number(VERSION, &mut out);
    let length_at = out.len();
    out.extend([0; 4]);
    writer.push_texts(&mut out);
    out.extend(body);
    if out.len() > FILE_BYTES {
        return Err(WriteError::TooLarge {
            bytes: out.len(),
            limit: FILE_BYTES,
        });
    }
    let length = (out.len() - length_at - 4) as u32;
    out[length_at..length_at + 4].copy_from_slice(&length.to_le_bytes());
    Ok(out)
}

/// Collects texts and kinds while the rest is written.
#[derive(Default)]
struct Writer<'a> {
    /// The index of each text.
    texts: FxHashMap<&'a str, u64>,
    /// The texts in their order, without the empty one.
    list: Vec<&'a str>,
    /// The index of each task with its parameters, as it is written.
    kinds: FxHashMap<Vec<u8>, u64>,
    kind_bytes: Vec<u8>,
    /// How much was written, before what nodes share was found.
    extent: Extent,
}

impl<'a> Writer<'a> {
    /// Returns all that follows after the texts.
    fn body(&mut self, document: &'a Document) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::new();
        self.push_text(&document.name, &mut out);
        let mut settings = 0;
        if document.restart_when_complete {
            settings |= setting::RESTART_WHEN_COMPLETE;
        }
        if document.root().is_some() {
            settings |= setting::HAS_ROOT;
        }
        out.push(settings);
        push_number(document.seed, &mut out);
        push_number(document.node_count() as u64, &mut out);
        push_number(document.libraries.len() as u64, &mut out);
        for library in &document.libraries {
            self.push_text(library, &mut out);
        }
        push_number(document.variables.len() as u64, &mut out);
        for variable in &document.variables {
            self.push_variable(variable, &mut out);
        }
        self.push_trees(document, &mut out);
        let nodes = self.nodes(document)?;
        push_number(self.kinds.len() as u64, &mut out);
        out.extend(&self.kind_bytes);
        out.extend(nodes);
        Ok(out)
    }

    /// Trees whose top node does not exist cannot run, and are left out.
    fn push_trees(&mut self, document: &'a Document, out: &mut Vec<u8>) {
        let mut places = FxHashMap::default();
        if !document.trees.is_empty() {
            let nodes = document.pre_order().enumerate();
            places.extend(nodes.map(|(place, node)| (node.id(), place)));
        }
        let trees = document.trees.iter();
        let trees = trees.filter_map(|tree| Some((&*tree.name, *places.get(&tree.root)?)));
        let trees: Vec<(&str, usize)> = trees.collect();
        push_number(trees.len() as u64, out);
        for (name, place) in trees {
            self.push_text(name, out);
            push_number(place as u64, out);
        }
    }

    fn nodes(&mut self, document: &'a Document) -> Result<Vec<u8>, WriteError> {
        let mut out = Vec::new();
        let mut last_number = 0_u64;
        for node in document.pre_order() {
            let kind = self.kind(node);
            let number = node.id().number();
            let step = number.map(|number| number.wrapping_sub(last_number) as i64);
            let abort = AbortType::ALL.iter().position(|abort| *abort == node.abort);
            let mut flags = abort.unwrap_or_default() as u8;
            let mut set = |bit: u8, is_set: bool| flags |= if is_set { bit } else { 0 };
            set(bit::DISABLED, node.disabled);
            set(bit::NAMED, !node.name.is_empty());
            set(bit::OVERRIDES, !node.overrides.is_empty());
            set(bit::TEXT_ID, step.is_none());
            set(bit::ID_STEP, step.is_some_and(|step| step != 1));
            out.push(flags);
            push_number(kind, &mut out);
            push_number(node.children().len() as u64, &mut out);
            match step {
                None => self.push_text(node.id().as_str(), &mut out),
                Some(1) => {}
                Some(step) => push_signed(step, &mut out),
            }
            last_number = number.unwrap_or(last_number);
            if !node.name.is_empty() {
                self.push_text(&node.name, &mut out);
            }
            if !node.overrides.is_empty() {
                push_number(node.overrides.len() as u64, &mut out);
                for set in &node.overrides {
                    self.push_text(&set.path, &mut out);
                    self.push_text(&set.parameter, &mut out);
                    self.push_parameter(&set.value, &mut out);
                }
            }
            self.check_extent()?;
        }
        Ok(out)
    }

    /// Refuses what readers refuse.
    fn check_extent(&self) -> Result<(), WriteError> {
        let (found, limit) = (self.extent, Extent::LIMIT);
        if found.values > limit.values {
            return Err(WriteError::TooMany {
                what: "values",
                count: found.values,
                limit: limit.values,
            });
        }
        if found.bytes > limit.bytes {
            return Err(WriteError::TooLarge {
                bytes: found.bytes,
                limit: limit.bytes,
            });
        }
        Ok(())
    }

    /// Returns the index of the node's task with its parameters.
    fn kind(&mut self, node: &'a Node) -> u64 {
        let mut bytes = Vec::new();
        self.push_text(&node.task, &mut bytes);
        push_number(node.parameters.len() as u64, &mut bytes);
        for (name, value) in &node.parameters {
            self.push_text(name, &mut bytes);
            self.push_parameter(value, &mut bytes);
        }
        let next = self.kinds.len() as u64;
        *self.kinds.entry(bytes).or_insert_with_key(|bytes| {
            self.kind_bytes.extend(bytes);
            next
        })
    }

    fn push_text(&mut self, text: &'a str, out: &mut Vec<u8>) {
        self.extent.bytes += text.len();
        let index = self.texts.entry(text).or_insert_with(|| {
            self.list.push(text);
            self.list.len() as u64
        });
        push_number(*index, out);
    }

    fn push_texts(&self, out: &mut Vec<u8>) {
        push_number(self.list.len() as u64, out);
        for text in &self.list {
            push_number(text.len() as u64, out);
        }
        let total: usize = self.list.iter().map(|text| text.len()).sum();
        push_number(total as u64, out);
        for text in &self.list {
            out.extend(text.as_bytes());
        }
    }

    fn push_variable(&mut self, variable: &'a Variable, out: &mut Vec<u8>) {
        self.push_text(&variable.name, out);
        let scope = Scope::ALL.iter().position(|scope| *scope == variable.scope);
        out.push(scope.unwrap_or_default() as u8);
        out.push(type_number(&variable.value_type));
        self.push_value(&variable.initial.value, out);
    }

    fn push_parameter(&mut self, value: &'a ParameterValue, out: &mut Vec<u8>) {
        match value {
            ParameterValue::Literal(literal) => self.push_value(&literal.value, out),
            ParameterValue::Variable(name) => {
                self.extent.values += 1;
                out.push(tag::VARIABLE);
                self.push_text(name, out);
            }
        }
    }

    fn push_value(&mut self, value: &'a Value, out: &mut Vec<u8>) {
        self.extent.values += 1;
        match value {
            Value::Bool(false) => out.push(tag::FALSE),
            Value::Bool(true) => out.push(tag::TRUE),
            Value::Int(number) => {
                out.push(tag::INT);
                push_signed(*number, out);
            }
            Value::Float(number) => push_floats(tag::FLOAT, &[*number], out),
            Value::String(text) => {
                out.push(tag::STRING);
                self.push_text(text, out);
            }
            Value::Vec2(vector) => push_floats(tag::VEC2, vector, out),
            Value::Vec3(vector) => push_floats(tag::VEC3, vector, out),
            Value::Color(color) => {
                out.push(tag::COLOR);
                out.extend(color.iter().flat_map(|part| part.to_le_bytes()));
            }
            Value::List(items) => {
                out.push(tag::LIST);
                push_number(items.len() as u64, out);
                for item in &**items {
                    self.push_value(item, out);
                }
            }
        }
    }
}

fn push_floats(tag: u8, numbers: &[f64], out: &mut Vec<u8>) {
    out.push(tag);
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

/// The number of a type.
fn type_number(value_type: &ValueType) -> u8 {
    match value_type {
        ValueType::List(element) => LIST_TYPE + type_number(element),
        simple => {
            let place = ValueType::SIMPLE.iter().position(|other| other == simple);
            place.unwrap_or_default() as u8
        }
    }
}
