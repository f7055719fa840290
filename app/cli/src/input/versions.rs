//! Two versions of a tree that are to be compared, of which either may be a file of another tool. Knows no differences.

use std::path::Path;

use treewright_core::model::Document;
use treewright_exchange::{Comparable, ExchangeFormat};

use super::{Unusable, read_version};

/// Two versions, whose nodes have one id where they are the same.
pub struct Versions {
    /// As they are drawn.
    pub old: Document,
    pub new: Document,
    /// As they are compared, if that is otherwise.
    compared: Option<(Document, Document)>,
}

impl Versions {
    /// Reads both.
    pub fn read(old: &Path, new: &Path) -> Result<Self, Unusable> {
        let (old, new) = (read_version(old)?, read_version(new)?);
        let format = |format: Option<_>| format.unwrap_or(ExchangeFormat::Native);
        let (old_format, new_format) = (format(old.format), format(new.format));
        let (old, mut new) = (old.document, new.document);
        let compared = Comparable::of((&old, old_format), (&new, new_format));
        if let Some(ids) = compared.as_ref().and_then(|compared| compared.ids.as_ref()) {
            new = ids.given_to(&new);
        }
        Ok(Self {
            old,
            new,
            compared: compared.map(|compared| (compared.one, compared.other)),
        })
    }

    /// Both as they are compared.
    pub fn compared(&self) -> (&Document, &Document) {
        match &self.compared {
            Some((old, new)) => (old, new),
            None => (&self.old, &self.new),
        }
    }
}
