//! The window: canvas, panels, widgets, theme and pictures. Draws the state of the session, and requests changes to it.

mod accessible_tree;
pub mod action;
pub mod app;
mod clicked_panel;
pub mod command_table;
pub mod dialogs;
mod dispatch;
pub mod docking;
mod drawn_line;
mod editor;
mod focus_regions;
pub mod icons;
mod job_registry;
mod key_order;
mod keyboard_return;
pub mod keymap;
pub mod loss;
pub mod node_search;
pub mod panels;
pub mod picture;
mod popup_keyboard;
pub mod scene;
mod semibold;
mod services;
mod shell;
mod small_drawing;
mod symbol_font;
pub mod theme;
pub mod typed_comparison;

pub mod widgets;
pub mod window;
