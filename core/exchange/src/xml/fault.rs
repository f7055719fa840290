//! XML syntax errors, one row each.

use treewright_core::format::FormatErrorKind;
use treewright_core::told;

told! {
    /// An error in a text that should be XML.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum XmlFault of "xml_error" {
        /// There is text before the first tag.
        TextFirst = "text_first", "unexpected text before the first tag";
        /// An attribute occurs twice in a tag.
        AttributeTwice {
            /// The name of the attribute.
            name: String,
            /// The line where it first occurs.
            line: usize,
            /// The column in that line.
            column: usize,
        } = "attribute_twice", "attribute `{name}` occurs twice, first at line {line}, column {column}";
        /// The name of a tag or an attribute is invalid.
        BadName {
            /// The invalid name.
            name: String,
        } = "bad_name", "`{name}` is not a valid name";
        /// A name is too long.
        LongName {
            /// The start of the name.
            name: String,
        } = "long_name", "name `{name}` is too long";
        /// There is a character that XML does not allow.
        Character {
            /// The number of the character.
            code: u32,
        } = "character", "the character U+{code:04X} is not allowed in XML" with [("code", format!("{code:04X}"))];
        /// A CDATA section is outside of the root element.
        LiteralOutside = "literal_outside", "a CDATA section is not allowed outside the root element";
        /// The declaration is not at the start.
        DeclarationFirst = "declaration_first", "`<?xml` is only allowed at the very start";
        /// `<!` starts neither a comment nor a CDATA section.
        Bang = "bang", "`<!` must start a comment or a CDATA section";
        /// A closing tag does not match the open element.
        Mismatch {
            /// The name in the closing tag.
            found: String,
            /// The name of the open element.
            expected: String,
        } = "mismatch", "closing tag: expected `</{expected}>`, found `</{found}>`";
        /// A closing tag has no open element.
        ClosesNothing {
            /// The name in the closing tag.
            found: String,
        } = "closes_nothing", "`</{found}>` closes nothing";
        /// An attribute has no value.
        NoValue = "no_value", "expected `=` and a value after the attribute name";
        /// There is nothing after an equals sign.
        EmptyValue = "empty_value", "expected a value after `=`";
        /// A value is not in quotes.
        Unquoted = "unquoted", "the value of an attribute must be in quotes";
        /// A value has no closing quote.
        OpenValue = "open_value", "the value of an attribute has no closing quote";
        /// An attribute occurs twice, from a parser that does not know where.
        Duplicate = "duplicate", "an attribute occurs twice";
        /// A message of the XML parser without a code.
        Other(words: String) = "other", "{words}" with [];
    }
}

impl From<XmlFault> for FormatErrorKind {
    fn from(fault: XmlFault) -> Self {
        let message = fault.message();
        Self::XmlSyntax { message }
    }
}
