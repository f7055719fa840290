//! Arbitrary bytes as a program and its inputs. Every start has exactly one end, run stacks are paths of the tree, results do not depend on whether
//! the run is traced, and a restored run continues as if it had never stopped.
#![no_main]

use libfuzzer_sys::fuzz_target;
use treewright_authoring::testing;

fuzz_target!(|bytes: &[u8]| testing::runs(bytes));
