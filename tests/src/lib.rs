//! What tests and benchmarks of the workspace share: the conformance vectors and how they are run.

pub mod conformance;
