//! Arbitrary bytes as XML. Reading returns parts that join to the original text, or an error. Written values read back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_exchange::xml::{Xml, escape_value};

fuzz_target!(|bytes: &[u8]| {
    let Ok(xml) = Xml::read(bytes) else {
        return;
    };
    let mut open = vec![xml.root()];
    while let Some(element) = open.pop() {
        let inside: String = element.parts().map(|part| part.source()).collect();
        assert_eq!(inside, xml.text()[element.inside()]);
        for attribute in element.attributes() {
            let written = format!("<a b=\"{}\"/>", escape_value(&attribute.value()));
            assert!(Xml::read(written.as_bytes()).is_ok());
        }
        open.extend(element.elements());
    }
});
