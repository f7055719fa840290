//! For the tests of single kinds: a tree from an outline, run frame by frame.
