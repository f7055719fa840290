//! Compilation as a caller sees it: what a document becomes, and what is refused.

use super::*;
