//! Icon names to glyphs of the icon font, and the fonts of the window. Names are those of Google's Material Symbols, as in node declarations.

use egui::{FontFamily, FontId, RichText};
use egui_material_icons::icons as glyphs;
use treewright_core::category::Category;
use treewright_core::model::NodeDeclaration;

/// The icon font at this size, for painters.
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

/// Installs the icon font in egui, and egui's own fonts with the changed symbol font.
pub fn install(ctx: &egui::Context) {
    crate::symbol_font::install(ctx);
    egui_material_icons::initialize(ctx);
}

/// The icon of a category, for tasks without their own.
pub fn of_category(category: Category) -> &'static str {
    match category {
        Category::Composite => "account_tree",
        Category::Decorator => "tune",
        Category::Conditional => "help_center",
        Category::Action => "bolt",
    }
}

/// The icon of a node type: its own if the font has it, otherwise that of its category.
pub fn of_node_type(declaration: &NodeDeclaration) -> &str {
    match find(&declaration.icon) {
        Some(_) => &declaration.icon,
        None => of_category(declaration.category),
    }
}

/// Whether a character is an icon: those of the icon font are in the private use areas of Unicode.
pub fn is_icon(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..)
}

/// The glyph of this name; a plain dot for an unknown name.
pub fn glyph(name: &str) -> &'static str {
    find(name).unwrap_or(glyphs::ICON_CIRCLE.codepoint)
}

macro_rules! table {
    ($($name:literal $glyph:ident),+ $(,)?) => {
        /// The glyph of this name, if it is known.
        fn find(name: &str) -> Option<&'static str> {
            match name {
                $($name => Some(glyphs::$glyph.codepoint),)+
                _ => None,
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
    "ad_group" ICON_AD_GROUP,
    "add" ICON_ADD,
    "add_circle" ICON_ADD_CIRCLE,
    "adjust" ICON_ADJUST,
    "agriculture" ICON_AGRICULTURE,
    "air" ICON_AIR,
    "alarm" ICON_ALARM,
    "align_horizontal_center" ICON_ALIGN_HORIZONTAL_CENTER,
    "align_horizontal_left" ICON_ALIGN_HORIZONTAL_LEFT,
    "align_horizontal_right" ICON_ALIGN_HORIZONTAL_RIGHT,
    "align_vertical_bottom" ICON_ALIGN_VERTICAL_BOTTOM,
    "align_vertical_center" ICON_ALIGN_VERTICAL_CENTER,
    "align_vertical_top" ICON_ALIGN_VERTICAL_TOP,
    "all_inclusive" ICON_ALL_INCLUSIVE,
    "alt_route" ICON_ALT_ROUTE,
    "anchor" ICON_ANCHOR,
    "arrow_back" ICON_ARROW_BACK,
    "arrow_downward" ICON_ARROW_DOWNWARD,
    "arrow_forward" ICON_ARROW_FORWARD,
    "arrow_upward" ICON_ARROW_UPWARD,
    "article" ICON_ARTICLE,
    "attach_money" ICON_ATTACH_MONEY,
    "auto_awesome" ICON_AUTO_AWESOME,
    "auto_fix_high" ICON_AUTO_FIX_HIGH,
    "auto_mode" ICON_AUTO_MODE,
    "autorenew" ICON_AUTORENEW,
    "backpack" ICON_BACKPACK,
    "backspace" ICON_BACKSPACE,
    "balance" ICON_BALANCE,
    "battery_alert" ICON_BATTERY_ALERT,
    "auto_stories" ICON_AUTO_STORIES,
    "battery_full" ICON_BATTERY_FULL,
    "bedtime" ICON_BEDTIME,
    "block" ICON_BLOCK,
    "bolt" ICON_BOLT,
    "bomb" ICON_BOMB,
    "bookmark" ICON_BOOKMARK,
    "bookmark_add" ICON_BOOKMARK_ADD,
    "bookmarks" ICON_BOOKMARKS,
    "bottom_panel_open" ICON_BOTTOM_PANEL_OPEN,
    "brightness_auto" ICON_BRIGHTNESS_AUTO,
    "bug_report" ICON_BUG_REPORT,
    "build" ICON_BUILD,
    "calculate" ICON_CALCULATE,
    "call_split" ICON_CALL_SPLIT,
    "campaign" ICON_CAMPAIGN,
    "cancel" ICON_CANCEL,
    "casino" ICON_CASINO,
    "castle" ICON_CASTLE,
    "category" ICON_CATEGORY,
    "center_focus_strong" ICON_CENTER_FOCUS_STRONG,
    "change_circle" ICON_CHANGE_CIRCLE,
    "chat" ICON_CHAT,
    "check" ICON_CHECK,
    "check_circle" ICON_CHECK_CIRCLE,
    "chevron_left" ICON_CHEVRON_LEFT,
    "chevron_right" ICON_CHEVRON_RIGHT,
    "circle" ICON_CIRCLE,
    "cleaning_services" ICON_CLEANING_SERVICES,
    "close" ICON_CLOSE,
    "close_fullscreen" ICON_CLOSE_FULLSCREEN,
    "code" ICON_CODE,
    "comment" ICON_COMMENT,
    "compare_arrows" ICON_COMPARE_ARROWS,
    "construction" ICON_CONSTRUCTION,
    "content_copy" ICON_CONTENT_COPY,
    "content_cut" ICON_CONTENT_CUT,
    "content_paste" ICON_CONTENT_PASTE,
    "content_paste_go" ICON_CONTENT_PASTE_GO,
    "contrast" ICON_CONTRAST,
    "control_point_duplicate" ICON_CONTROL_POINT_DUPLICATE,
    "conversion_path" ICON_CONVERSION_PATH,
    "cottage" ICON_COTTAGE,
    "counter_3" ICON_COUNTER_3,
    "create_new_folder" ICON_CREATE_NEW_FOLDER,
    "crisis_alert" ICON_CRISIS_ALERT,
    "dark_mode" ICON_DARK_MODE,
    "data_check" ICON_DATA_CHECK,
    "decimal_increase" ICON_DECIMAL_INCREASE,
    "delete" ICON_DELETE,
    "density_large" ICON_DENSITY_LARGE,
    "deployed_code" ICON_DEPLOYED_CODE,
    "description" ICON_DESCRIPTION,
    "diamond" ICON_DIAMOND,
    "directions_car" ICON_DIRECTIONS_CAR,
    "directions_run" ICON_DIRECTIONS_RUN,
    "directions_walk" ICON_DIRECTIONS_WALK,
    "dns" ICON_DNS,
    "done_all" ICON_DONE_ALL,
    "door_front" ICON_DOOR_FRONT,
    "door_open" ICON_DOOR_OPEN,
    "download" ICON_DOWNLOAD,
    "drag_indicator" ICON_DRAG_INDICATOR,
    "draw" ICON_DRAW,
    "drive_folder_upload" ICON_DRIVE_FOLDER_UPLOAD,
    "eco" ICON_ECO,
    "drive_file_move" ICON_DRIVE_FILE_MOVE,
    "edit" ICON_EDIT,
    "edit_note" ICON_EDIT_NOTE,
    "elevator" ICON_ELEVATOR,
    "emoji_people" ICON_EMOJI_PEOPLE,
    "error" ICON_ERROR,
    "expand_less" ICON_EXPAND_LESS,
    "expand_more" ICON_EXPAND_MORE,
    "explore" ICON_EXPLORE,
    "explosion" ICON_EXPLOSION,
    "fast_forward" ICON_FAST_FORWARD,
    "fastfood" ICON_FASTFOOD,
    "favorite" ICON_FAVORITE,
    "file_open" ICON_FILE_OPEN,
    "filter_alt" ICON_FILTER_ALT,
    "filter_center_focus" ICON_FILTER_CENTER_FOCUS,
    "filter_list" ICON_FILTER_LIST,
    "find_replace" ICON_FIND_REPLACE,
    "first_page" ICON_FIRST_PAGE,
    "fit_screen" ICON_FIT_SCREEN,
    "fitness_center" ICON_FITNESS_CENTER,
    "flag" ICON_FLAG,
    "flare" ICON_FLARE,
    "flash_on" ICON_FLASH_ON,
    "flight" ICON_FLIGHT,
    "folder" ICON_FOLDER,
    "folder_open" ICON_FOLDER_OPEN,
    "folder_special" ICON_FOLDER_SPECIAL,
    "forest" ICON_FOREST,
    "front_hand" ICON_FRONT_HAND,
    "fullscreen" ICON_FULLSCREEN,
    "function" ICON_FUNCTION,
    "grass" ICON_GRASS,
    "grid_on" ICON_GRID_ON,
    "grid_view" ICON_GRID_VIEW,
    "group" ICON_GROUP,
    "groups" ICON_GROUPS,
    "healing" ICON_HEALING,
    "hearing" ICON_HEARING,
    "help" ICON_HELP,
    "help_center" ICON_HELP_CENTER,
    "highlight_off" ICON_HIGHLIGHT_OFF,
    "hiking" ICON_HIKING,
    "history" ICON_HISTORY,
    "home" ICON_HOME,
    "home_repair_service" ICON_HOME_REPAIR_SERVICE,
    "horizontal_distribute" ICON_HORIZONTAL_DISTRIBUTE,
    "hourglass_bottom" ICON_HOURGLASS_BOTTOM,
    "hourglass_empty" ICON_HOURGLASS_EMPTY,
    "hourglass_top" ICON_HOURGLASS_TOP,
    "hub" ICON_HUB,
    "image" ICON_IMAGE,
    "info" ICON_INFO,
    "inventory_2" ICON_INVENTORY_2,
    "ios_share" ICON_IOS_SHARE,
    "key" ICON_KEY,
    "keyboard" ICON_KEYBOARD,
    "keyboard_double_arrow_right" ICON_KEYBOARD_DOUBLE_ARROW_RIGHT,
    "keyboard_return" ICON_KEYBOARD_RETURN,
    "label" ICON_LABEL,
    "language" ICON_LANGUAGE,
    "last_page" ICON_LAST_PAGE,
    "leaderboard" ICON_LEADERBOARD,
    "light_mode" ICON_LIGHT_MODE,
    "lightbulb" ICON_LIGHTBULB,
    "line_end_circle" ICON_LINE_END_CIRCLE,
    "library_add_check" ICON_LIBRARY_ADD_CHECK,
    "link" ICON_LINK,
    "link_off" ICON_LINK_OFF,
    "list" ICON_LIST,
    "list_alt" ICON_LIST_ALT,
    "local_fire_department" ICON_LOCAL_FIRE_DEPARTMENT,
    "local_hospital" ICON_LOCAL_HOSPITAL,
    "local_shipping" ICON_LOCAL_SHIPPING,
    "location_on" ICON_LOCATION_ON,
    "lock" ICON_LOCK,
    "lock_open" ICON_LOCK_OPEN,
    "login" ICON_LOGIN,
    "logout" ICON_LOGOUT,
    "looks_one" ICON_LOOKS_ONE,
    "low_priority" ICON_LOW_PRIORITY,
    "manage_search" ICON_MANAGE_SEARCH,
    "map" ICON_MAP,
    "match_case" ICON_MATCH_CASE,
    "match_word" ICON_MATCH_WORD,
    "medical_services" ICON_MEDICAL_SERVICES,
    "memory" ICON_MEMORY,
    "menu" ICON_MENU,
    "menu_book" ICON_MENU_BOOK,
    "merge" ICON_MERGE,
    "military_tech" ICON_MILITARY_TECH,
    "mood" ICON_MOOD,
    "mood_bad" ICON_MOOD_BAD,
    "more_horiz" ICON_MORE_HORIZ,
    "more_time" ICON_MORE_TIME,
    "mouse" ICON_MOUSE,
    "move_to_inbox" ICON_MOVE_TO_INBOX,
    "movie" ICON_MOVIE,
    "my_location" ICON_MY_LOCATION,
    "navigation" ICON_NAVIGATION,
    "nightlight" ICON_NIGHTLIGHT,
    "note_add" ICON_NOTE_ADD,
    "notifications" ICON_NOTIFICATIONS,
    "notifications_active" ICON_NOTIFICATIONS_ACTIVE,
    "open_in_new" ICON_OPEN_IN_NEW,
    "open_with" ICON_OPEN_WITH,
    "paid" ICON_PAID,
    "palette" ICON_PALETTE,
    "pan_tool" ICON_PAN_TOOL,
    "park" ICON_PARK,
    "pause" ICON_PAUSE,
    "pause_circle" ICON_PAUSE_CIRCLE,
    "pending" ICON_PENDING,
    "percent" ICON_PERCENT,
    "person" ICON_PERSON,
    "person_add" ICON_PERSON_ADD,
    "person_off" ICON_PERSON_OFF,
    "person_remove" ICON_PERSON_REMOVE,
    "person_search" ICON_PERSON_SEARCH,
    "pets" ICON_PETS,
    "phishing" ICON_PHISHING,
    "pin" ICON_PIN,
    "place" ICON_PLACE,
    "play_arrow" ICON_PLAY_ARROW,
    "play_circle" ICON_PLAY_CIRCLE,
    "playlist_add" ICON_PLAYLIST_ADD,
    "polyline" ICON_POLYLINE,
    "pool" ICON_POOL,
    "precision_manufacturing" ICON_PRECISION_MANUFACTURING,
    "priority_high" ICON_PRIORITY_HIGH,
    "psychology" ICON_PSYCHOLOGY,
    "public" ICON_PUBLIC,
    "question_mark" ICON_QUESTION_MARK,
    "quiz" ICON_QUIZ,
    "radar" ICON_RADAR,
    "radio_button_checked" ICON_RADIO_BUTTON_CHECKED,
    "radio_button_unchecked" ICON_RADIO_BUTTON_UNCHECKED,
    "read_more" ICON_READ_MORE,
    "record_voice_over" ICON_RECORD_VOICE_OVER,
    "redo" ICON_REDO,
    "refresh" ICON_REFRESH,
    "remove" ICON_REMOVE,
    "remove_circle" ICON_REMOVE_CIRCLE,
    "repeat" ICON_REPEAT,
    "replay" ICON_REPLAY,
    "report" ICON_REPORT,
    "restart_alt" ICON_RESTART_ALT,
    "restaurant" ICON_RESTAURANT,
    "restore" ICON_RESTORE,
    "robot_2" ICON_ROBOT_2,
    "rocket" ICON_ROCKET,
    "rocket_launch" ICON_ROCKET_LAUNCH,
    "route" ICON_ROUTE,
    "rule" ICON_RULE,
    "sailing" ICON_SAILING,
    "save" ICON_SAVE,
    "save_as" ICON_SAVE_AS,
    "schedule" ICON_SCHEDULE,
    "schema" ICON_SCHEMA,
    "school" ICON_SCHOOL,
    "science" ICON_SCIENCE,
    "search" ICON_SEARCH,
    "security" ICON_SECURITY,
    "select_all" ICON_SELECT_ALL,
    "self_improvement" ICON_SELF_IMPROVEMENT,
    "sell" ICON_SELL,
    "send" ICON_SEND,
    "sensors" ICON_SENSORS,
    "set_meal" ICON_SET_MEAL,
    "settings" ICON_SETTINGS,
    "shield" ICON_SHIELD,
    "shield_person" ICON_SHIELD_PERSON,
    "shopping_cart" ICON_SHOPPING_CART,
    "show_chart" ICON_SHOW_CHART,
    "shuffle" ICON_SHUFFLE,
    "shuffle_on" ICON_SHUFFLE_ON,
    "skip_next" ICON_SKIP_NEXT,
    "skip_previous" ICON_SKIP_PREVIOUS,
    "skull" ICON_SKULL,
    "smart_toy" ICON_SMART_TOY,
    "sort" ICON_SORT,
    "speed" ICON_SPEED,
    "sports_handball" ICON_SPORTS_HANDBALL,
    "sports_martial_arts" ICON_SPORTS_MARTIAL_ARTS,
    "sports_mma" ICON_SPORTS_MMA,
    "sports_score" ICON_SPORTS_SCORE,
    "sprint" ICON_SPRINT,
    "stack" ICON_STACK,
    "stairs" ICON_STAIRS,
    "star" ICON_STAR,
    "step_into" ICON_STEP_INTO,
    "step_out" ICON_STEP_OUT,
    "step_over" ICON_STEP_OVER,
    "sticky_note_2" ICON_STICKY_NOTE_2,
    "stop" ICON_STOP,
    "stop_circle" ICON_STOP_CIRCLE,
    "storefront" ICON_STOREFRONT,
    "straighten" ICON_STRAIGHTEN,
    "subdirectory_arrow_right" ICON_SUBDIRECTORY_ARROW_RIGHT,
    "sunny" ICON_SUNNY,
    "swap_calls" ICON_SWAP_CALLS,
    "swap_horiz" ICON_SWAP_HORIZ,
    "sword_rose" ICON_SWORD_ROSE,
    "swords" ICON_SWORDS,
    "sync" ICON_SYNC,
    "sync_alt" ICON_SYNC_ALT,
    "tag" ICON_TAG,
    "target" ICON_TARGET,
    "task_alt" ICON_TASK_ALT,
    "terminal" ICON_TERMINAL,
    "theater_comedy" ICON_THEATER_COMEDY,
    "theaters" ICON_THEATERS,
    "thumb_down" ICON_THUMB_DOWN,
    "thumb_up" ICON_THUMB_UP,
    "thunderstorm" ICON_THUNDERSTORM,
    "timeline" ICON_TIMELINE,
    "timer" ICON_TIMER,
    "toggle_off" ICON_TOGGLE_OFF,
    "toggle_on" ICON_TOGGLE_ON,
    "toll" ICON_TOLL,
    "touch_app" ICON_TOUCH_APP,
    "track_changes" ICON_TRACK_CHANGES,
    "traffic" ICON_TRAFFIC,
    "transform" ICON_TRANSFORM,
    "travel_explore" ICON_TRAVEL_EXPLORE,
    "trending_down" ICON_TRENDING_DOWN,
    "trending_up" ICON_TRENDING_UP,
    "tune" ICON_TUNE,
    "umbrella" ICON_UMBRELLA,
    "undo" ICON_UNDO,
    "unfold_less" ICON_UNFOLD_LESS,
    "unfold_more" ICON_UNFOLD_MORE,
    "vertical_align_top" ICON_VERTICAL_ALIGN_TOP,
    "vertical_distribute" ICON_VERTICAL_DISTRIBUTE,
    "vertical_split" ICON_VERTICAL_SPLIT,
    "view_sidebar" ICON_VIEW_SIDEBAR,
    "visibility" ICON_VISIBILITY,
    "visibility_off" ICON_VISIBILITY_OFF,
    "volume_off" ICON_VOLUME_OFF,
    "volume_up" ICON_VOLUME_UP,
    "warehouse" ICON_WAREHOUSE,
    "warning" ICON_WARNING,
    "water_drop" ICON_WATER_DROP,
    "waving_hand" ICON_WAVING_HAND,
    "whatshot" ICON_WHATSHOT,
    "widgets" ICON_WIDGETS,
    "work" ICON_WORK,
    "zoom_in" ICON_ZOOM_IN,
    "zoom_out" ICON_ZOOM_OUT,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_icon_is_replaced_by_that_of_the_category() {
        let mut declaration = NodeDeclaration::new("Shoot", Category::Action);
        for (icon, shown) in [("", "bolt"), ("no_such_icon", "bolt"), ("skull", "skull")] {
            declaration.icon = icon.into();
            assert_eq!(of_node_type(&declaration), shown);
        }
        assert_ne!(glyph("skull"), glyph("no_such_icon"));
    }

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
