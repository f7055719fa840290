//! Texts for files, libraries and documents that cannot be read or written.

use std::io;

use treewright_core::diagnostic::{TextPosition, visible};
use treewright_core::format::{FileContent, FormatError, WriteError};

use super::Texts;
use crate::host::claims_files::ClaimsUnusable;
use crate::host::files::{ReadError, SaveError, code_of, in_words, size, size_in_units};
use crate::host::libraries::{LibraryError as LibraryFault, LibraryProblem};
use crate::host::link::LinkError;
use crate::host::project::ReferenceError;
use crate::host::recovery::CopyFault;
use crate::host::referenced_documents::ReferencedDocumentError;

impl Texts {
    /// Describes an operating system error. English shows the system's own message; other languages show the error kind and number.
    pub fn io_error(&self, error: &io::Error) -> String {
        let number = error
            .raw_os_error()
            .map_or_else(String::new, |n| n.to_string());
        self.by_code(
            "io_error",
            code_of(error),
            &[("number", number)],
            &in_words(error),
        )
    }

    /// Describes why no games can attach.
    pub fn link_error(&self, error: &LinkError) -> String {
        match error {
            LinkError::HeldElsewhere => self.tr("door.held_elsewhere").into_owned(),
            LinkError::NoFolder => self.tr("door.no_folder").into_owned(),
            LinkError::System(why) => self.tr_with("door.system", &[("why", why)]),
        }
    }

    /// Describes why a file could not be read.
    pub fn read_error(&self, error: &ReadError) -> String {
        let mut arguments = error.arguments();
        self.tell_reason(&mut arguments, error.of_system());
        self.by_code("read_error", error.code(), &arguments, error)
    }

    /// Describes why a file of claims cannot be used.
    pub fn claims_unusable(&self, why: &ClaimsUnusable) -> String {
        match why {
            ClaimsUnusable::OtherTree(tree) => {
                self.tr_with("explore.other_tree", &[("tree", tree)])
            }
            ClaimsUnusable::Read(error) => self.read_error(error),
            ClaimsUnusable::Format(error) => self.format_error(error),
        }
    }

    /// Describes why a file could not be written.
    pub fn save_error(&self, error: &SaveError) -> String {
        let mut arguments = error.arguments();
        self.tell_reason(&mut arguments, error.of_system());
        if let SaveError::NoRoom { bytes, .. } = error {
            for (_, size) in arguments.iter_mut().filter(|(name, _)| *name == "size") {
                *size = self.size(*bytes);
            }
        }
        self.by_code("save_error", error.code(), &arguments, error)
    }

    /// Replaces the system's message among the arguments by its translation.
    fn tell_reason(&self, arguments: &mut [(&'static str, String)], said: Option<&io::Error>) {
        let reason = arguments.iter_mut().find(|(name, _)| *name == "reason");
        if let (Some((_, reason)), Some(said)) = (reason, said) {
            *reason = self.io_error(said);
        }
    }

    fn size(&self, bytes: u64) -> String {
        let (count, unit) = size_in_units(bytes);
        self.by_code(
            "save_error",
            unit,
            &[("count", count.to_string())],
            &size(bytes),
        )
    }

    /// Describes what is wrong with a recovery copy.
    pub fn copy_fault(&self, fault: &CopyFault) -> String {
        self.by_code("copy_fault", fault.code(), &fault.arguments(), fault)
    }

    /// Describes why a text is not a valid document, and where.
    pub fn format_error(&self, error: &FormatError) -> String {
        let what = self.format_message(error);
        let Some(at) = error.position else {
            return what;
        };
        self.at_line(&what, at)
    }

    /// Why a text is not a document, without the position.
    pub fn format_message(&self, error: &FormatError) -> String {
        let what = self.visible(&error.kind.message());
        if error.path.is_empty() {
            return what;
        }
        visible(&format!("{}: {what}", error.path)).into_owned()
    }

    /// What to do about it, in a file of this kind.
    pub fn format_remedy(&self, error: &FormatError, of: FileContent) -> String {
        self.by_code(
            "format_remedy",
            error.remedy_code(of),
            &[],
            &error.remedy(of),
        )
    }

    /// What to do about a file of this kind that is too large.
    pub fn too_large_remedy(&self, of: FileContent) -> String {
        let (code, english) = of.too_large();
        self.by_code("format_remedy", code, &[], &english)
    }

    /// Like [`Texts::format_error`], followed by what to do about it in a file of this kind.
    pub fn format_error_and_remedy(&self, error: &FormatError, of: FileContent) -> String {
        let what = self.format_error(error);
        let remedy = self.format_remedy(error, of);
        let arguments = [("what", &*what), ("remedy", &*remedy)];
        self.tr_with("notice.with_remedy", &arguments)
    }

    fn at_line(&self, what: &str, at: TextPosition) -> String {
        let (line, column) = (at.line.to_string(), at.column.to_string());
        let arguments = [("what", what), ("line", &line), ("column", &column)];
        self.tr_with("notice.at_line", &arguments)
    }

    /// Describes why a reference of a document cannot be followed.
    pub fn reference_error(&self, error: &ReferenceError) -> String {
        let mut arguments = error.arguments();
        if let ReferenceError::Io { reason, .. } = error {
            self.tell_reason(&mut arguments, Some(&io::Error::from(reason.0)));
        }
        self.by_code("library_error", error.code(), &arguments, error)
    }

    /// Describes what is wrong with a task library, and where.
    pub fn library_problem(&self, problem: &LibraryProblem) -> String {
        let fault = &problem.fault;
        let what = match fault {
            LibraryFault::Read(error) => self.read_error(error),
            LibraryFault::Reference(error) => self.reference_error(error),
            LibraryFault::Format(error) => {
                self.format_error_and_remedy(error, FileContent::Library)
            }
            _ => self.library_fault(fault),
        };
        let position = problem.place.as_ref().and_then(|place| place.position);
        let what = match (fault, position) {
            (LibraryFault::Taken(_), Some(at)) => self.at_line(&what, at),
            _ => what,
        };
        let arguments = [("name", &*problem.reference), ("what", &what)];
        self.tr_with("library.problem", &arguments)
    }

    /// What is wrong with a task library, without the position and the remedy.
    pub fn library_message(&self, problem: &LibraryProblem) -> String {
        let what = match &problem.fault {
            LibraryFault::Read(error) => self.read_error(error),
            LibraryFault::Reference(error) => self.reference_error(error),
            LibraryFault::Format(error) => self.format_message(error),
            fault => self.library_fault(fault),
        };
        let arguments = [("name", &*problem.reference), ("what", &what)];
        self.tr_with("library.problem", &arguments)
    }

    fn library_fault(&self, fault: &LibraryFault) -> String {
        self.by_code("library_error", fault.code(), &fault.arguments(), fault)
    }

    /// What to do about a reference that cannot be followed.
    pub fn reference_remedy(&self, error: &ReferenceError) -> String {
        self.by_code("library_remedy", error.code(), &[], &error.remedy())
    }

    /// Describes why a referenced document cannot be read.
    pub fn document_fault(&self, fault: &ReferencedDocumentError) -> String {
        match fault {
            ReferencedDocumentError::Reference(error) => return self.reference_error(error),
            ReferencedDocumentError::Read(error) => return self.read_error(error),
            ReferencedDocumentError::Format(error) => return self.format_error(error),
            ReferencedDocumentError::TooMuch => {}
        }
        // The same can be wrong with the path of a library.
        self.by_code("library_error", fault.code(), &fault.arguments(), fault)
    }

    /// Returns what to do about the problem; `None` if its description already says so.
    pub fn library_remedy(&self, problem: &LibraryProblem) -> Option<String> {
        let fault = &problem.fault;
        match fault {
            LibraryFault::Read(_) | LibraryFault::Format(_) => None,
            _ => Some(self.by_code("library_remedy", fault.code(), &[], &fault.remedy())),
        }
    }

    /// Describes why a document cannot be serialized.
    pub fn write_error(&self, error: &WriteError) -> String {
        self.visible(&error.message())
    }
}
