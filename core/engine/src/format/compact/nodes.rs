//! Reads the nodes one after another, with what the tree demands of their order and ids.

use super::bytes::ByteReader;
use super::head::{Head, SharedTexts};
use super::{CompactError, Damage, Extent, bit};
use crate::abort::AbortType;
use crate::ids::IdText;
use crate::limits::ITEMS;
use crate::model::Override;

/// A node of a file.
pub(crate) struct CompactNode<'a> {
    /// The index of its task and parameters.
    pub kind: u32,
    pub id: IdText<'a>,
    /// Empty if it has none.
    pub name: &'a str,
    pub abort: AbortType,
    pub disabled: bool,
    pub has_overrides: bool,
    /// The place of its parent in pre-order; `None` if it is at the top.
    pub parent: Option<u32>,
    /// The number of nodes above it that ended before it: those that have no more children.
    pub closed: u32,
}

/// Reads the nodes of a file in pre-order.
pub(crate) struct CompactNodes<'h, 'a> {
    head: &'h Head<'a>,
    reader: ByteReader<'a>,
    /// The texts of overrides, and how much all nodes hold so far.
    shared: SharedTexts<'h, 'a>,
    /// The number of nodes that were read.
    place: usize,
    last_number: u64,
    /// The nodes above the next one, each with the number of its children to come.
    open: Vec<(u32, u32)>,
    /// The number of children that are still to come.
    expected: usize,
    /// The overrides of the last node that has any.
    overrides: Vec<Override>,
}

impl<'h, 'a> CompactNodes<'h, 'a> {
    pub(super) fn new(head: &'h Head<'a>, reader: ByteReader<'a>) -> Self {
        Self {
            head,
            reader,
            shared: head.shared_texts(),
            place: 0,
            last_number: 0,
            open: Vec::new(),
            expected: 0,
            overrides: Vec::new(),
        }
    }

    /// Returns the next node; `None` at the end of the file.
    ///
    /// # Errors
    /// If the file is damaged here. That ids are distinct is not checked.
    #[inline]
    pub fn next_node(&mut self) -> Result<Option<CompactNode<'a>>, Damage> {
        if self.place == self.head.node_count {
            return match (self.expected, self.reader.left()) {
                (0, 0) => Ok(None),
                (0, _) => Err(self.reader.error(CompactError::TooLong)),
                _ => Err(self.reader.error(CompactError::Tree)),
            };
        }
        let mut closed = 0;
        while self.open.pop_if(|(_, to_come)| *to_come == 0).is_some() {
            closed += 1;
        }
        let parent = self.open.last_mut().map(|(place, to_come)| {
            *to_come -= 1;
            *place
        });
        self.expected -= usize::from(parent.is_some());
        let flags = self.reader.byte()?;
        if flags & bit::UNKNOWN != 0 {
            return Err(self.reader.error(CompactError::Byte {
                found: flags.into(),
            }));
        }
        let kind = self.reader.index(self.head.kinds.len())?;
        self.shared.count(self.head.extents[kind], &self.reader)?;
        let children = self.reader.number()?;
        let limit = self.head.node_count - self.place - 1;
        if children > limit as u64 || self.expected + children as usize > limit {
            return Err(self.reader.error(CompactError::Tree));
        }
        let children = children as usize;
        let id = self.id(flags)?;
        let mut name = "";
        if flags & bit::NAMED != 0 {
            name = self.head.text(&mut self.reader)?;
            self.shared.count(Extent::of_text(name), &self.reader)?;
        }
        let has_overrides = flags & bit::OVERRIDES != 0;
        if has_overrides {
            self.overrides = self.read_overrides()?;
        }
        self.open.push((self.place as u32, children as u32));
        self.expected += children;
        self.place += 1;
        Ok(Some(CompactNode {
            kind: kind as u32,
            id,
            name,
            abort: AbortType::ALL[usize::from(flags & bit::ABORT)],
            disabled: flags & bit::DISABLED != 0,
            has_overrides,
            parent,
            closed,
        }))
    }

    #[inline]
    fn id(&mut self, flags: u8) -> Result<IdText<'a>, Damage> {
        if flags & bit::TEXT_ID != 0 {
            let id = self.head.text(&mut self.reader)?;
            self.shared.count(Extent::of_text(id), &self.reader)?;
            if id.is_empty() {
                return Err(self.reader.error(CompactError::EmptyName));
            }
            return Ok(IdText::of(id));
        }
        let step = if flags & bit::ID_STEP == 0 {
            1
        } else {
            self.reader.signed()?
        };
        self.last_number = self.last_number.wrapping_add_signed(step);
        Ok(IdText::Number(self.last_number))
    }

    /// Returns the overrides of the last node.
    pub fn take_overrides(&mut self) -> Vec<Override> {
        std::mem::take(&mut self.overrides)
    }

    fn read_overrides(&mut self) -> Result<Vec<Override>, Damage> {
        let mut overrides = Vec::new();
        for _ in 0..self.reader.count(ITEMS, 3)? {
            overrides.push(Override {
                path: self.shared.text(&mut self.reader)?,
                parameter: self.shared.text(&mut self.reader)?,
                value: self.shared.parameter_value(&mut self.reader)?,
            });
        }
        Ok(overrides)
    }
}
