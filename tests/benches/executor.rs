//! The executor's speed compared to a yardstick and to other engines: workloads W1 to W7, cost of tracing, crowds, sleeping trees, expressions.

mod behaviortree_rs;
mod bonsai;
mod crowd;
pub mod engine;
mod expressions;
mod linear;
mod lite;
pub mod ours;
mod run;
pub mod shape;
mod sleep;
mod tracing;
mod watching;
mod yardstick;

use crate::parts::Rows;

pub fn measure(rows: &mut Rows) {
    run::measure(rows);
    watching::measure(rows);
    tracing::measure(rows);
    crowd::measure(rows);
    linear::measure(rows);
    sleep::measure(rows);
    expressions::measure(rows);
}
