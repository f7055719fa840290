//! Reads two versions of a tree to compare, either of which may be a file of another tool. Does not compare them.

use std::path::Path;

use treewright_core::model::Document;
use treewright_exchange::{Comparable, ExchangeFormat};
use treewright_session::i18n::Texts;

use super::{Unusable, read_version};

/// Two versions, in which the same node has the same id.
pub struct Versions {
    /// The older version, as it is drawn.
    pub old: Document,
    pub new: Document,
    /// The forms that are compared, if they differ from those that are drawn.
    compared: Option<(Document, Document)>,
}

impl Versions {
    /// Reads both.
    pub fn read(old: &Path, new: &Path, texts: &Texts) -> Result<Self, Unusable> {
        let (old, new) = (read_version(old, texts)?, read_version(new, texts)?);
        let format = |format: Option<_>| format.unwrap_or(ExchangeFormat::Native);
        let (old_format, new_format) = (format(old.format), format(new.format));
        let (old, mut new) = (old.document, new.document);
        let compared = Comparable::of((&old, old_format), (&new, new_format));
        if let Some(ids) = compared.as_ref().and_then(|compared| compared.ids.as_ref()) {
            new = ids.apply(&new);
        }
        Ok(Self {
            old,
            new,
            compared: compared.map(|compared| (compared.one, compared.other)),
        })
    }

    /// Returns the forms to compare.
    pub fn compared(&self) -> (&Document, &Document) {
        match &self.compared {
            Some((old, new)) => (old, new),
            None => (&self.old, &self.new),
        }
    }
}
