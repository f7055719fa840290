//! Reads what comes before the nodes: texts, settings, variables, trees, and the tasks with their parameters.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::bytes::ByteReader;
use super::nodes::CompactNodes;
use super::{CompactError, Damage, Extent, LIST_TYPE, MAGIC, VERSION, is_compact, setting, tag};
use crate::format::{FormatError, FormatErrorKind};
use crate::limits::{FIELDS, FILE_BYTES, ITEMS, JSON_VALUES, NODES};
use crate::model::{ParameterValue, Parameters, Scope, Variable};
use crate::value::{Value, ValueType};

/// All of a file except its nodes, of which the number is known.
pub(crate) struct Head<'a> {
    texts: Texts<'a>,
    pub name: &'a str,
    pub restart_when_complete: bool,
    pub has_root: bool,
    pub seed: u64,
    pub libraries: Vec<&'a str>,
    pub variables: Vec<Variable>,
    /// The names of trees, each with the place of its top node in pre-order.
    pub trees: Vec<(&'a str, usize)>,
    /// Each task with its parameters, for nodes to refer to.
    pub kinds: Vec<(Arc<str>, Parameters)>,
    /// How much each of them holds.
    pub(super) extents: Vec<Extent>,
    pub node_count: usize,
    /// The length of the longest text in bytes.
    pub longest: usize,
    nodes: ByteReader<'a>,
}

impl<'a> Head<'a> {
    /// Reads all up to the nodes.
    ///
    /// # Errors
    /// If the file is of another version, or damaged.
    pub fn read(bytes: &'a [u8]) -> Result<Self, Damage> {
        let mut reader = after_frame(bytes)?;
        let texts = Texts::read(&mut reader)?;
        reader.part = "document";
        let name = texts.text(&mut reader)?;
        let settings = reader.byte()?;
        if settings & !setting::KNOWN != 0 {
            return Err(reader.error(CompactError::Byte {
                found: settings.into(),
            }));
        }
        let seed = reader.number()?;
        let node_count = reader.count(NODES, 3)?;
        reader.part = "libraries";
        let mut libraries = Vec::new();
        for _ in 0..reader.count(ITEMS, 1)? {
            libraries.push(texts.text(&mut reader)?);
        }
        reader.part = "variables";
        let mut shared = SharedTexts::new(&texts);
        let mut variables = Vec::new();
        for _ in 0..reader.count(ITEMS, 4)? {
            variables.push(shared.variable(&mut reader)?);
        }
        reader.part = "trees";
        let mut trees = Vec::new();
        for _ in 0..reader.count(ITEMS, 2)? {
            let name = texts.name(&mut reader)?;
            trees.push((name, reader.index(node_count)?));
        }
        reader.part = "kinds";
        let (mut kinds, mut extents) = (Vec::new(), Vec::new());
        for _ in 0..reader.count(NODES, 2)? {
            let before = shared.extent;
            let task = shared.name(&mut reader)?;
            kinds.push((task, shared.parameters(&mut reader)?));
            extents.push(shared.extent.since(before));
        }
        reader.part = "nodes";
        Ok(Self {
            name,
            restart_when_complete: settings & setting::RESTART_WHEN_COMPLETE != 0,
            has_root: settings & setting::HAS_ROOT != 0,
            seed,
            libraries,
            variables,
            trees,
            kinds,
            extents,
            node_count,
            longest: texts.list.iter().map(|text| text.len()).max().unwrap_or(0),
            texts,
            nodes: reader,
        })
    }

    /// The nodes of the file in pre-order.
    pub fn nodes(&self) -> CompactNodes<'_, 'a> {
        CompactNodes::new(self, self.nodes)
    }

    /// Reads a text by its index.
    #[inline]
    pub(super) fn text(&self, reader: &mut ByteReader<'a>) -> Result<&'a str, Damage> {
        self.texts.text(reader)
    }

    /// The texts, to be copied.
    pub(super) fn shared_texts(&self) -> SharedTexts<'_, 'a> {
        SharedTexts::new(&self.texts)
    }
}

/// Checks what frames each file: its size, mark, version and length. Returns what follows.
fn after_frame(bytes: &[u8]) -> Result<ByteReader<'_>, Damage> {
    let mut reader = ByteReader::new(bytes);
    if bytes.is_empty() {
        return Err(FormatError::new(FormatErrorKind::Empty).into());
    }
    if bytes.len() > FILE_BYTES {
        let kind = FormatErrorKind::TooLarge {
            bytes: bytes.len(),
            limit: FILE_BYTES,
        };
        return Err(FormatError::new(kind).into());
    }
    if !is_compact(bytes) {
        return Err(reader.error(CompactError::Mark));
    }
    reader.slice(MAGIC.len())?;
    let found = reader.number()?;
    if found != VERSION {
        let supported = VERSION;
        return Err(match found {
            0 => reader.error(CompactError::Byte { found }),
            _ => FormatError::new(FormatErrorKind::NewerVersion { found, supported }).into(),
        });
    }
    let length = u32::from_le_bytes(reader.array()?) as usize;
    if length != reader.left() {
        return Err(reader.error(if length > reader.left() {
            CompactError::EndsEarly
        } else {
            CompactError::TooLong
        }));
    }
    Ok(reader)
}

/// The texts of a file.
struct Texts<'a> {
    list: Vec<&'a str>,
}

impl<'a> Texts<'a> {
    /// Reads the lengths of all texts, and then the texts. The first one is empty, and not in the file.
    fn read(reader: &mut ByteReader<'a>) -> Result<Self, Damage> {
        reader.part = "texts";
        let count = reader.count(JSON_VALUES, 1)?;
        let mut lengths = *reader;
        for _ in 0..count {
            reader.number()?;
        }
        let total = reader.number()?;
        if total > reader.left() as u64 {
            return Err(reader.error(CompactError::EndsEarly));
        }
        let start = *reader;
        let Ok(all) = std::str::from_utf8(reader.slice(total as usize)?) else {
            return Err(start.error(CompactError::Text));
        };
        let mut list = Vec::with_capacity(count + 1);
        list.push("");
        let mut from = 0_usize;
        for _ in 0..count {
            let length = usize::try_from(lengths.number()?).unwrap_or(usize::MAX);
            let to = from.saturating_add(length);
            let Some(text) = all.get(from..to) else {
                return Err(lengths.error(CompactError::Text));
            };
            list.push(text);
            from = to;
        }
        if from != all.len() {
            return Err(lengths.error(CompactError::TooLong));
        }
        Ok(Self { list })
    }

    fn text(&self, reader: &mut ByteReader<'a>) -> Result<&'a str, Damage> {
        let index = reader.index(self.list.len())?;
        Ok(self.list[index])
    }

    /// Reads a text that must not be empty.
    fn name(&self, reader: &mut ByteReader<'a>) -> Result<&'a str, Damage> {
        let before = *reader;
        match self.text(reader)? {
            "" => Err(before.error(CompactError::EmptyName)),
            name => Ok(name),
        }
    }
}

/// The texts of a file, each copied at its first use, and what consists of them.
pub(super) struct SharedTexts<'t, 'a> {
    texts: &'t Texts<'a>,
    copies: Vec<Option<Arc<str>>>,
    /// How much was read.
    extent: Extent,
}

impl<'t, 'a> SharedTexts<'t, 'a> {
    fn new(texts: &'t Texts<'a>) -> Self {
        Self {
            texts,
            copies: Vec::new(),
            extent: Extent::default(),
        }
    }

    pub fn text(&mut self, reader: &mut ByteReader<'a>) -> Result<Arc<str>, Damage> {
        let index = reader.index(self.texts.list.len())?;
        if self.copies.len() <= index {
            self.copies.resize(index + 1, None);
        }
        let text = self.texts.list[index];
        self.count(Extent::of_text(text), reader)?;
        let copy = self.copies[index].get_or_insert_with(|| text.into());
        Ok(copy.clone())
    }

    /// Reads a text that must not be empty.
    fn name(&mut self, reader: &mut ByteReader<'a>) -> Result<Arc<str>, Damage> {
        let before = *reader;
        let name = self.text(reader)?;
        if name.is_empty() {
            return Err(before.error(CompactError::EmptyName));
        }
        Ok(name)
    }

    fn variable(&mut self, reader: &mut ByteReader<'a>) -> Result<Variable, Damage> {
        let name = self.name(reader)?;
        let before = *reader;
        let found = reader.byte()?;
        let Some(scope) = Scope::ALL.get(usize::from(found)) else {
            return Err(before.error(CompactError::Byte {
                found: found.into(),
            }));
        };
        let before = *reader;
        let found = reader.byte()?;
        let Some(value_type) = value_type(found) else {
            return Err(before.error(CompactError::Byte {
                found: found.into(),
            }));
        };
        let mut variable = Variable::new(name, value_type);
        variable.scope = *scope;
        variable.initial = self.value(reader)?.into();
        Ok(variable)
    }

    fn parameters(&mut self, reader: &mut ByteReader<'a>) -> Result<Parameters, Damage> {
        let count = reader.count(FIELDS, 2)?;
        let mut list: Vec<(Arc<str>, ParameterValue)> = Vec::with_capacity(count);
        let mut seen = FxHashSet::default();
        for _ in 0..count {
            let before = *reader;
            let name = self.text(reader)?;
            if count > 1 && !seen.insert(name.clone()) {
                let name = name.to_string();
                return Err(before.error(CompactError::Twice { name }));
            }
            list.push((name, self.parameter_value(reader)?));
        }
        Ok(Parameters::of_distinct(list))
    }

    /// Reads a constant or the name of a variable.
    pub fn parameter_value(
        &mut self,
        reader: &mut ByteReader<'a>,
    ) -> Result<ParameterValue, Damage> {
        let mut ahead = *reader;
        if ahead.byte()? == tag::VARIABLE {
            *reader = ahead;
            self.count_value(reader)?;
            return Ok(ParameterValue::Variable(self.text(reader)?));
        }
        self.value(reader).map(ParameterValue::literal)
    }

    /// Refuses a file that would take much more memory than its own size.
    #[inline]
    pub fn count(&mut self, more: Extent, reader: &ByteReader<'a>) -> Result<(), Damage> {
        self.extent.add(more).map_err(|error| reader.error(error))
    }

    fn count_value(&mut self, reader: &ByteReader<'a>) -> Result<(), Damage> {
        self.count(Extent::VALUE, reader)
    }

    fn value(&mut self, reader: &mut ByteReader<'a>) -> Result<Value, Damage> {
        let mut ahead = *reader;
        if ahead.byte()? != tag::LIST {
            return self.item(reader);
        }
        *reader = ahead;
        self.count_value(reader)?;
        let count = reader.count(ITEMS, 1)?;
        let mut items = Vec::new();
        for _ in 0..count {
            let before = *reader;
            let item = self.item(reader)?;
            let first = items.first().map(Value::value_type);
            if first.is_some_and(|first| first != item.value_type()) {
                return Err(before.error(CompactError::List));
            }
            items.push(item);
        }
        Ok(Value::List(items.into()))
    }

    /// Reads a value that is no list.
    fn item(&mut self, reader: &mut ByteReader<'a>) -> Result<Value, Damage> {
        self.count_value(reader)?;
        let before = *reader;
        let value = match reader.byte()? {
            tag::FALSE => Value::Bool(false),
            tag::TRUE => Value::Bool(true),
            tag::INT => Value::Int(reader.signed()?),
            tag::FLOAT => Value::Float(float(reader)?),
            tag::STRING => Value::String(self.text(reader)?),
            tag::VEC2 => Value::Vec2([float(reader)?, float(reader)?]),
            tag::VEC3 => Value::Vec3([float(reader)?, float(reader)?, float(reader)?]),
            tag::COLOR => {
                let mut color = [0.0; 4];
                for part in &mut color {
                    *part = f32::from_le_bytes(reader.array()?);
                }
                Value::Color(color)
            }
            tag::LIST => return Err(before.error(CompactError::List)),
            found => {
                return Err(before.error(CompactError::Byte {
                    found: found.into(),
                }));
            }
        };
        if value.is_finite() {
            Ok(value)
        } else {
            Err(before.error(CompactError::NotFinite))
        }
    }
}

fn float(reader: &mut ByteReader<'_>) -> Result<f64, Damage> {
    Ok(f64::from_le_bytes(reader.array()?))
}

/// The type with this number.
fn value_type(number: u8) -> Option<ValueType> {
    let is_list = number >= LIST_TYPE;
    let simple = usize::from(number % LIST_TYPE);
    let simple = ValueType::SIMPLE.get(simple).cloned()?;
    match (is_list, number < 2 * LIST_TYPE) {
        (false, _) => Some(simple),
        (true, true) => Some(ValueType::List(Box::new(simple))),
        (true, false) => None,
    }
}
