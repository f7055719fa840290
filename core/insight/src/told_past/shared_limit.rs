//! The memory that several pasts share. A past may use what the others leave, and always its equal part. Knows nothing of what is
//! kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::recording::DEFAULT_LIMIT;

/// A limit in bytes for all pasts that share it.
#[derive(Clone, Debug)]
pub struct SharedLimit(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    limit: AtomicUsize,
    used: AtomicUsize,
    pasts: AtomicUsize,
}

impl Default for SharedLimit {
    fn default() -> Self {
        Self::of(DEFAULT_LIMIT)
    }
}

impl SharedLimit {
    /// Creates a limit of `bytes` bytes for pasts that do not share it yet.
    pub fn of(bytes: usize) -> Self {
        Self(Arc::new(Shared {
            limit: AtomicUsize::new(bytes),
            used: AtomicUsize::new(0),
            pasts: AtomicUsize::new(0),
        }))
    }

    /// Changes the limit. Pasts follow when they are added to, or told to keep within it.
    pub fn set(&self, bytes: usize) {
        self.0.limit.store(bytes, Ordering::Relaxed);
    }

    /// Returns about how many bytes all that share it use.
    pub fn used(&self) -> usize {
        self.0.used.load(Ordering::Relaxed)
    }
}

/// The part of one past.
#[derive(Debug)]
pub(super) struct Part {
    of: SharedLimit,
    counted: usize,
}

impl Part {
    pub fn of(limit: &SharedLimit) -> Self {
        limit.0.pasts.fetch_add(1, Ordering::Relaxed);
        Self {
            of: limit.clone(),
            counted: 0,
        }
    }

    pub fn limit(&self) -> &SharedLimit {
        &self.of
    }

    /// Counts how many bytes this past uses now. Returns whether that is within its limit.
    pub fn count(&mut self, bytes: usize) -> bool {
        let shared = &self.of.0;
        shared.used.fetch_add(bytes, Ordering::Relaxed);
        let before = std::mem::replace(&mut self.counted, bytes);
        let all = shared.used.fetch_sub(before, Ordering::Relaxed) - before;
        let limit = shared.limit.load(Ordering::Relaxed);
        let equal = limit / shared.pasts.load(Ordering::Relaxed).max(1);
        bytes <= equal || all <= limit
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let shared = &self.of.0;
        shared.used.fetch_sub(self.counted, Ordering::Relaxed);
        shared.pasts.fetch_sub(1, Ordering::Relaxed);
    }
}
