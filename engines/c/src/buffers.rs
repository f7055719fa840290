//! Memory that is handed out until the caller frees it: `tw_buffer`.

use treewright_core::value::Value;

use crate::border::{Code, Failure, Result, border};
use crate::handles::{self, Handle, Object};
use crate::memory::{Place, Str};
use crate::values::{CValue, Shown};

/// Memory that the library owns until the caller frees it: `tw_buffer`.
pub struct Buffer {
    /// What the pointers that were handed out point into. Never changed.
    _text: Option<String>,
    _value: Option<Shown>,
}

impl Object for Buffer {
    const NAME: &'static str = "buffer";
}

impl Buffer {
    /// Hands out a text, which lives as long as the buffer.
    ///
    /// # Errors
    /// If no handle is left.
    pub fn hand_out(text: String, bytes: &Place<Str>, owner: &Place<Handle<Self>>) -> Result {
        // The text's memory does not move when the text itself does.
        let shown = Str::of(&text);
        owner.set(handles::add(Self {
            _text: Some(text),
            _value: None,
        })?);
        bytes.set(shown);
        Ok(())
    }

    /// Hands out a value. Only a text or a list needs an owner; for others it becomes null.
    ///
    /// # Errors
    /// If a text or a list has no owner, or no handle is left.
    pub fn hand_out_value(
        value: &Value,
        out: &Place<CValue>,
        owner: &Place<Handle<Self>>,
    ) -> Result {
        let shown = Shown::of(value);
        let in_c = shown.value;
        if !shown.owns() {
            out.set(in_c);
            owner.set(Handle::NULL);
            return Ok(());
        }
        if !owner.is_wanted() {
            return Err(Failure::argument(
                "a text or a list needs a buffer that owns it: pass the address of a `tw_buffer *`",
            ));
        }
        owner.set(handles::add(Self {
            _text: None,
            _value: Some(shown),
        })?);
        out.set(in_c);
        Ok(())
    }
}

/// Frees a buffer; what was handed out with it is gone.
#[unsafe(no_mangle)]
pub extern "C" fn tw_buffer_free(buffer: Handle<Buffer>) -> Code {
    border(|| handles::remove(buffer))
}
