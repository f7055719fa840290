//! Commands for help and the program itself.

use super::obstacle::has_selection;
use super::{CTRL, CTRL_SHIFT, NONE, SHIFT};
use crate::action::{Action, Section, ViewAction};

rows! { Help:
    "command_palette" "terminal" 0 over_text [CTRL_SHIFT P] =>
        |_| Action::View(ViewAction::CommandPalette);
    "guide" "auto_stories" 0 over_text [NONE F1] => |_| Action::View(ViewAction::Guide);
    "tour" "explore" 1 => |_| Action::View(ViewAction::Tour(Some(0)));
    "node_reference" "menu_book" 1 => |_| Action::View(ViewAction::NodeReference(None));
    "node_help" "help" 1 over_text [SHIFT F1] => |_| Action::View(ViewAction::NodeReference(None)),
        when(has_selection);
    "key_sheet" "keyboard" 0 over_text [CTRL F1] => |_| Action::View(ViewAction::KeySheet);
    "key_settings" "tune" 0 => |_| Action::View(ViewAction::Settings(Section::Keys));
    "about" "info" 2 => |_| Action::View(ViewAction::About);
}
