//! Why a text is no XML, a row each.

use treewright_core::format::FormatErrorKind;
use treewright_core::told;

told! {
    /// What is wrong with a text that should be XML.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum XmlFault of "xml_error" {
        /// It begins with a text.
        TextFirst = "text_first", "unexpected text before the first tag";
        /// An attribute stands twice at a tag.
        AttributeTwice {
            /// The attribute.
            name: String,
            /// Where it stands first.
            line: usize,
            /// Where in that line.
            column: usize,
        } = "attribute_twice", "attribute `{name}` occurs twice, first at line {line}, column {column}";
        /// A tag or an attribute cannot be called so.
        BadName {
            /// The name.
            name: String,
        } = "bad_name", "`{name}` is not a valid name";
        /// A name is longer than any that is read.
        LongName {
            /// The name.
            name: String,
        } = "long_name", "name `{name}` is too long";
        /// There is a character that XML does not have.
        Character {
            /// Its number.
            code: u32,
        } = "character", "the character U+{code:04X} is not allowed in XML" with [("code", format!("{code:04X}"))];
        /// A literal text stands outside of the document.
        LiteralOutside = "literal_outside", "a CDATA section is not allowed outside the root element";
        /// The declaration is not the first.
        DeclarationFirst = "declaration_first", "`<?xml` is only allowed at the very start";
        /// There is a sign of XML's own that means nothing.
        Bang = "bang", "`<!` must start a comment or a CDATA section";
        /// A tag closes another one than is open.
        Mismatch {
            /// What closes.
            found: String,
            /// What is open.
            expected: String,
        } = "mismatch", "closing tag: expected `</{expected}>`, found `</{found}>`";
        /// A tag closes something that is not open.
        ClosesNothing {
            /// What closes.
            found: String,
        } = "closes_nothing", "`</{found}>` closes nothing";
        /// An attribute has no value.
        NoValue = "no_value", "expected `=` and a value after the attribute name";
        /// There is nothing behind a sign of equality.
        EmptyValue = "empty_value", "expected a value after `=`";
        /// A value does not stand in quotes.
        Unquoted = "unquoted", "the value of an attribute must be in quotes";
        /// A value's quotes do not end.
        OpenValue = "open_value", "the value of an attribute has no closing quote";
        /// An attribute stands twice, as a reader says that does not know where.
        Duplicate = "duplicate", "an attribute occurs twice";
        /// Something that the reader of XML says in words only.
        Other(words: String) = "other", "{words}" with [];
    }
}

impl From<XmlFault> for FormatErrorKind {
    fn from(fault: XmlFault) -> Self {
        let message = fault.message();
        Self::XmlSyntax { message }
    }
}
