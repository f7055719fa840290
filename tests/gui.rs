//! Tests of the window through its accessibility tree, without a display.

mod canvas;
mod editor;
mod renderer;
