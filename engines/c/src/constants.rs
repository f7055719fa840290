//! The numbers of the interface, with the names that they have in the header. A test compares both.

pub const TW_ABI: i32 = 1;

pub const TW_OK: i32 = 0;
pub const TW_ERROR_ARGUMENT: i32 = 1;
pub const TW_ERROR_UTF8: i32 = 2;
pub const TW_ERROR_HANDLE: i32 = 3;
pub const TW_ERROR_BUSY: i32 = 4;
pub const TW_ERROR_LOAD: i32 = 5;
pub const TW_ERROR_VARIABLE: i32 = 6;
pub const TW_ERROR_NODE: i32 = 7;
pub const TW_ERROR_SAVED: i32 = 8;
pub const TW_ERROR_CONFLICT: i32 = 9;
pub const TW_ERROR_SMALL: i32 = 10;
pub const TW_ERROR_PANIC: i32 = 11;
pub const TW_ERROR_FULL: i32 = 12;

pub const TW_NONE: i32 = 0;
pub const TW_SUCCESS: i32 = 1;
pub const TW_FAILURE: i32 = 2;
pub const TW_RUNNING: i32 = 3;
pub const TW_INACTIVE: i32 = 4;

pub const TW_NO_VALUE: i32 = 0;
pub const TW_BOOL: i32 = 1;
pub const TW_INT: i32 = 2;
pub const TW_FLOAT: i32 = 3;
pub const TW_STRING: i32 = 4;
pub const TW_VEC2: i32 = 5;
pub const TW_VEC3: i32 = 6;
pub const TW_COLOR: i32 = 7;
pub const TW_LIST: i32 = 8;

pub const TW_ACTION: i32 = 1;
pub const TW_CONDITIONAL: i32 = 2;

pub const TW_PARAMETER_VALUE: i32 = 0;
pub const TW_PARAMETER_VARIABLE: i32 = 1;
pub const TW_PARAMETER_CHOICE: i32 = 2;
pub const TW_PARAMETER_NAME: i32 = 3;

pub const TW_WAKE_EVERY_FRAME: i32 = 0;
pub const TW_WAKE_INPUTS: i32 = 1;
pub const TW_WAKE_COMPLETION: i32 = 2;

pub const TW_LOAD_STRICT: i32 = 0;
pub const TW_LOAD_ANYWAY: i32 = 1;

pub const TW_ENABLED: i32 = 0;
pub const TW_PAUSED: i32 = 1;
pub const TW_DISABLED: i32 = 2;
pub const TW_FINISHED: i32 = 3;

pub const TW_GO_ON: i32 = 0;
pub const TW_DISABLE_TREE: i32 = 1;

pub const TW_KEPT: i32 = 0;
pub const TW_PARTLY: i32 = 1;
pub const TW_RESTARTED: i32 = 2;
pub const TW_LOST: i32 = 3;

pub const TW_TRACE_ERRORS: i32 = 0;
pub const TW_TRACE_ALL: i32 = 1;

pub const TW_EVENT_START: i32 = 1;
pub const TW_EVENT_UPDATE: i32 = 2;
pub const TW_EVENT_END: i32 = 3;
pub const TW_EVENT_CHECK: i32 = 4;
pub const TW_EVENT_ABORT: i32 = 5;
pub const TW_EVENT_LOG: i32 = 6;
pub const TW_EVENT_MARK: i32 = 7;
pub const TW_EVENT_ERROR: i32 = 8;
pub const TW_EVENT_WRITE: i32 = 9;
pub const TW_EVENT_TREE_START: i32 = 10;
pub const TW_EVENT_TREE_END: i32 = 11;
pub const TW_EVENT_TREE_LOG: i32 = 12;
pub const TW_EVENT_TREE_MARK: i32 = 13;
pub const TW_EVENT_TREE_ERROR: i32 = 14;
pub const TW_EVENT_DATA: i32 = 15;
pub const TW_EVENT_DATA_DROPPED: i32 = 16;

pub const TW_SCOPE_TREE: i32 = 0;
pub const TW_SCOPE_GLOBAL: i32 = 1;

pub const TW_NO_NODE: u32 = u32::MAX;
