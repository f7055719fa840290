//! Icon names to glyphs of the icon font. Names are those of Google's Material Symbols, as in node declarations.

use egui::{FontFamily, FontId, RichText};
use egui_material_icons::icons as glyphs;
use treewright_core::category::Category;
use treewright_core::model::NodeDeclaration;

/// The font of the icons at this size, for painters.
pub fn font(size: f32) -> FontId {
    FontId::new(
        size,
        FontFamily::Name(egui_material_icons::FONT_FAMILY.into()),
    )
}

/// An icon as text for widgets.
pub fn text(name: &str) -> RichText {
    RichText::new(glyph(name)).family(FontFamily::Name(egui_material_icons::FONT_FAMILY.into()))
}

/// Puts the icon font into egui.
pub fn install(ctx: &egui::Context) {
    egui_material_icons::initialize(ctx);
}

/// The icon of a category, for tasks that name none.
pub fn of_category(category: Category) -> &'static str {
    match category {
        Category::Composite => "account_tree",
        Category::Decorator => "tune",
        Category::Conditional => "help_center",
        Category::Action => "bolt",
    }
}

/// The icon of a kind: its own, or that of its category.
pub fn of_kind(declaration: &NodeDeclaration) -> &str {
    match &*declaration.icon {
        "" => of_category(declaration.category),
        icon => icon,
    }
}

macro_rules! table {
    ($($name:literal $glyph:ident),+ $(,)?) => {
        /// The glyph of this name; a plain dot for a name that is not known.
        pub fn glyph(name: &str) -> &'static str {
            match name {
                $($name => glyphs::$glyph.codepoint,)+
                _ => glyphs::ICON_CIRCLE.codepoint,
            }
        }

        /// All names that have a glyph.
        pub const NAMES: &[&str] = &[$($name),+];
    };
}

table! {
    "abc" ICON_ABC,
    "ac_unit" ICON_AC_UNIT,
    "account_tree" ICON_ACCOUNT_TREE,
    "add" ICON_ADD,
    "add_circle" ICON_ADD_CIRCLE,
    "adjust" ICON_ADJUST,
    "alarm" ICON_ALARM,
    "arrow_back" ICON_ARROW_BACK,
    "arrow_downward" ICON_ARROW_DOWNWARD,
    "arrow_forward" ICON_ARROW_FORWARD,
    "arrow_upward" ICON_ARROW_UPWARD,
    "article" ICON_ARTICLE,
    "auto_awesome" ICON_AUTO_AWESOME,
    "auto_fix_high" ICON_AUTO_FIX_HIGH,
    "autorenew" ICON_AUTORENEW,
    "backspace" ICON_BACKSPACE,
    "bedtime" ICON_BEDTIME,
    "block" ICON_BLOCK,
    "bolt" ICON_BOLT,
    "bookmark" ICON_BOOKMARK,
    "brightness_auto" ICON_BRIGHTNESS_AUTO,
    "bug_report" ICON_BUG_REPORT,
    "calculate" ICON_CALCULATE,
    "call_split" ICON_CALL_SPLIT,
    "campaign" ICON_CAMPAIGN,
    "cancel" ICON_CANCEL,
    "casino" ICON_CASINO,
    "category" ICON_CATEGORY,
    "center_focus_strong" ICON_CENTER_FOCUS_STRONG,
    "change_circle" ICON_CHANGE_CIRCLE,
    "chat" ICON_CHAT,
    "check" ICON_CHECK,
    "check_circle" ICON_CHECK_CIRCLE,
    "chevron_left" ICON_CHEVRON_LEFT,
    "chevron_right" ICON_CHEVRON_RIGHT,
    "circle" ICON_CIRCLE,
    "close" ICON_CLOSE,
    "close_fullscreen" ICON_CLOSE_FULLSCREEN,
    "code" ICON_CODE,
    "comment" ICON_COMMENT,
    "conversion_path" ICON_CONVERSION_PATH,
    "content_copy" ICON_CONTENT_COPY,
    "content_cut" ICON_CONTENT_CUT,
    "content_paste" ICON_CONTENT_PASTE,
    "contrast" ICON_CONTRAST,
    "control_point_duplicate" ICON_CONTROL_POINT_DUPLICATE,
    "counter_3" ICON_COUNTER_3,
    "create_new_folder" ICON_CREATE_NEW_FOLDER,
    "dark_mode" ICON_DARK_MODE,
    "data_check" ICON_DATA_CHECK,
    "decimal_increase" ICON_DECIMAL_INCREASE,
    "delete" ICON_DELETE,
    "density_large" ICON_DENSITY_LARGE,
    "deployed_code" ICON_DEPLOYED_CODE,
    "description" ICON_DESCRIPTION,
    "directions_run" ICON_DIRECTIONS_RUN,
    "dns" ICON_DNS,
    "door_open" ICON_DOOR_OPEN,
    "drag_indicator" ICON_DRAG_INDICATOR,
    "draw" ICON_DRAW,
    "edit" ICON_EDIT,
    "edit_note" ICON_EDIT_NOTE,
    "error" ICON_ERROR,
    "explore" ICON_EXPLORE,
    "expand_less" ICON_EXPAND_LESS,
    "expand_more" ICON_EXPAND_MORE,
    "favorite" ICON_FAVORITE,
    "filter_alt" ICON_FILTER_ALT,
    "filter_center_focus" ICON_FILTER_CENTER_FOCUS,
    "fit_screen" ICON_FIT_SCREEN,
    "flag" ICON_FLAG,
    "flash_on" ICON_FLASH_ON,
    "folder" ICON_FOLDER,
    "folder_open" ICON_FOLDER_OPEN,
    "function" ICON_FUNCTION,
    "front_hand" ICON_FRONT_HAND,
    "fullscreen" ICON_FULLSCREEN,
    "grid_view" ICON_GRID_VIEW,
    "group" ICON_GROUP,
    "hearing" ICON_HEARING,
    "help" ICON_HELP,
    "help_center" ICON_HELP_CENTER,
    "highlight_off" ICON_HIGHLIGHT_OFF,
    "history" ICON_HISTORY,
    "home" ICON_HOME,
    "hourglass_bottom" ICON_HOURGLASS_BOTTOM,
    "hourglass_empty" ICON_HOURGLASS_EMPTY,
    "hub" ICON_HUB,
    "image" ICON_IMAGE,
    "info" ICON_INFO,
    "inventory_2" ICON_INVENTORY_2,
    "hourglass_top" ICON_HOURGLASS_TOP,
    "keyboard" ICON_KEYBOARD,
    "keyboard_double_arrow_right" ICON_KEYBOARD_DOUBLE_ARROW_RIGHT,
    "keyboard_return" ICON_KEYBOARD_RETURN,
    "label" ICON_LABEL,
    "language" ICON_LANGUAGE,
    "leaderboard" ICON_LEADERBOARD,
    "light_mode" ICON_LIGHT_MODE,
    "lightbulb" ICON_LIGHTBULB,
    "link" ICON_LINK,
    "link_off" ICON_LINK_OFF,
    "list" ICON_LIST,
    "list_alt" ICON_LIST_ALT,
    "location_on" ICON_LOCATION_ON,
    "lock" ICON_LOCK,
    "logout" ICON_LOGOUT,
    "looks_one" ICON_LOOKS_ONE,
    "low_priority" ICON_LOW_PRIORITY,
    "map" ICON_MAP,
    "memory" ICON_MEMORY,
    "menu" ICON_MENU,
    "menu_book" ICON_MENU_BOOK,
    "merge" ICON_MERGE,
    "more_horiz" ICON_MORE_HORIZ,
    "more_time" ICON_MORE_TIME,
    "mouse" ICON_MOUSE,
    "my_location" ICON_MY_LOCATION,
    "navigation" ICON_NAVIGATION,
    "note_add" ICON_NOTE_ADD,
    "notifications" ICON_NOTIFICATIONS,
    "notifications_active" ICON_NOTIFICATIONS_ACTIVE,
    "open_in_new" ICON_OPEN_IN_NEW,
    "palette" ICON_PALETTE,
    "pan_tool" ICON_PAN_TOOL,
    "pause" ICON_PAUSE,
    "pending" ICON_PENDING,
    "percent" ICON_PERCENT,
    "person" ICON_PERSON,
    "pets" ICON_PETS,
    "pin" ICON_PIN,
    "place" ICON_PLACE,
    "play_arrow" ICON_PLAY_ARROW,
    "play_circle" ICON_PLAY_CIRCLE,
    "playlist_add" ICON_PLAYLIST_ADD,
    "polyline" ICON_POLYLINE,
    "priority_high" ICON_PRIORITY_HIGH,
    "psychology" ICON_PSYCHOLOGY,
    "public" ICON_PUBLIC,
    "question_mark" ICON_QUESTION_MARK,
    "quiz" ICON_QUIZ,
    "radar" ICON_RADAR,
    "radio_button_checked" ICON_RADIO_BUTTON_CHECKED,
    "radio_button_unchecked" ICON_RADIO_BUTTON_UNCHECKED,
    "redo" ICON_REDO,
    "refresh" ICON_REFRESH,
    "remove" ICON_REMOVE,
    "remove_circle" ICON_REMOVE_CIRCLE,
    "repeat" ICON_REPEAT,
    "replay" ICON_REPLAY,
    "report" ICON_REPORT,
    "restart_alt" ICON_RESTART_ALT,
    "restore" ICON_RESTORE,
    "rocket_launch" ICON_ROCKET_LAUNCH,
    "route" ICON_ROUTE,
    "rule" ICON_RULE,
    "save" ICON_SAVE,
    "save_as" ICON_SAVE_AS,
    "schedule" ICON_SCHEDULE,
    "schema" ICON_SCHEMA,
    "science" ICON_SCIENCE,
    "search" ICON_SEARCH,
    "select_all" ICON_SELECT_ALL,
    "sell" ICON_SELL,
    "send" ICON_SEND,
    "sensors" ICON_SENSORS,
    "settings" ICON_SETTINGS,
    "shield" ICON_SHIELD,
    "shuffle" ICON_SHUFFLE,
    "shuffle_on" ICON_SHUFFLE_ON,
    "skip_next" ICON_SKIP_NEXT,
    "skip_previous" ICON_SKIP_PREVIOUS,
    "smart_toy" ICON_SMART_TOY,
    "sort" ICON_SORT,
    "speed" ICON_SPEED,
    "sports_martial_arts" ICON_SPORTS_MARTIAL_ARTS,
    "sports_mma" ICON_SPORTS_MMA,
    "sports_score" ICON_SPORTS_SCORE,
    "stack" ICON_STACK,
    "star" ICON_STAR,
    "stop" ICON_STOP,
    "stop_circle" ICON_STOP_CIRCLE,
    "subdirectory_arrow_right" ICON_SUBDIRECTORY_ARROW_RIGHT,
    "swap_horiz" ICON_SWAP_HORIZ,
    "swords" ICON_SWORDS,
    "sync" ICON_SYNC,
    "tag" ICON_TAG,
    "target" ICON_TARGET,
    "task_alt" ICON_TASK_ALT,
    "terminal" ICON_TERMINAL,
    "theater_comedy" ICON_THEATER_COMEDY,
    "theaters" ICON_THEATERS,
    "timeline" ICON_TIMELINE,
    "timer" ICON_TIMER,
    "toggle_off" ICON_TOGGLE_OFF,
    "toggle_on" ICON_TOGGLE_ON,
    "toll" ICON_TOLL,
    "touch_app" ICON_TOUCH_APP,
    "track_changes" ICON_TRACK_CHANGES,
    "traffic" ICON_TRAFFIC,
    "tune" ICON_TUNE,
    "undo" ICON_UNDO,
    "unfold_less" ICON_UNFOLD_LESS,
    "unfold_more" ICON_UNFOLD_MORE,
    "view_sidebar" ICON_VIEW_SIDEBAR,
    "vertical_align_top" ICON_VERTICAL_ALIGN_TOP,
    "visibility" ICON_VISIBILITY,
    "visibility_off" ICON_VISIBILITY_OFF,
    "volume_up" ICON_VOLUME_UP,
    "warning" ICON_WARNING,
    "widgets" ICON_WIDGETS,
    "zoom_in" ICON_ZOOM_IN,
    "zoom_out" ICON_ZOOM_OUT,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_builtin_node_has_its_icon() {
        for declaration in treewright_core::nodes::declarations() {
            assert!(
                NAMES.contains(&&*declaration.icon),
                "`{}` of `{}` is not in the table",
                declaration.icon,
                declaration.task
            );
        }
        for category in Category::ALL {
            assert!(NAMES.contains(&of_category(category)));
        }
    }
}
