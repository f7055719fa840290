//! The engine of a shared page, compiled to WebAssembly: the page passes a request as a text and gets a reply as a text, both JSON.
//! What can be asked is in `page_run`. Knows no drawing and no language: sentences are codes with arguments.
//!
//! Texts pass one character at a time, as numbers, so that neither side touches the memory of the other: the functions need no
//! generated bindings, and this crate no unsafe code.

mod page_run;
mod replies;

use std::cell::RefCell;

use wasm_bindgen::prelude::wasm_bindgen;

use self::page_run::PageRun;

thread_local! {
    static TEXTS: RefCell<Texts> = RefCell::default();
}

/// The run of the page, the request that is being passed, and the reply that is being fetched.
#[derive(Default)]
struct Texts {
    run: PageRun,
    request: String,
    /// The characters that were not fetched yet, the next one last.
    reply: Vec<char>,
}

/// Adds a character to the request. What is no character is skipped.
#[wasm_bindgen]
pub fn put(character: u32) {
    TEXTS.with_borrow_mut(|texts| texts.request.extend(char::from_u32(character)));
}

/// Answers the request, and returns the number of characters of the reply.
#[wasm_bindgen]
pub fn answer() -> u32 {
    TEXTS.with_borrow_mut(|texts| {
        let request = std::mem::take(&mut texts.request);
        texts.reply = texts.run.answer(&request).chars().rev().collect();
        u32::try_from(texts.reply.len()).unwrap_or(u32::MAX)
    })
}

/// Fetches the next character of the reply; 0 after the last one.
#[wasm_bindgen]
pub fn take() -> u32 {
    TEXTS.with_borrow_mut(|texts| texts.reply.pop().map_or(0, u32::from))
}
