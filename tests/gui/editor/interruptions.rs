//! Sentences about what the selected node can abort.

use super::studio::Studio;

/// A tree of a tool whose reactive nodes need no abort types.
const DOOR: &str = r#"<root BTCPP_format="4" main_tree_to_execute="Door"><BehaviorTree ID="Door">
  <ReactiveSequence name="guarded">
    <Sequence name="checks"><IsOpen/><Knock/></Sequence>
    <Walk/>
    <Sequence name="last"><IsDark/><Sleep/></Sequence>
  </ReactiveSequence></BehaviorTree>
  <TreeNodesModel><Condition ID="IsOpen"/><Condition ID="IsDark"/><Action ID="Knock"/><Action ID="Walk"/><Action ID="Sleep"/></TreeNodesModel>
</root>"#;

/// Returns the sentences for the node of this title in the first example.
fn sentences(studio: &mut Studio, title: &str) -> Vec<String> {
    studio.click(&format!("Outline: {title}"));
    let mut told = studio.labels_that_begin("If ");
    told.extend(studio.labels_that_begin("“"));
    // What can interrupt the node itself stands in the same panel, in lines of its own.
    told.retain(|sentence| !sentence.ends_with(" aborts this."));
    told
}

#[test]
fn a_composite_says_what_it_aborts_and_where_the_tree_continues() {
    let mut studio = Studio::started();
    assert_eq!(
        sentences(&mut studio, "Chase"),
        [
            "If “In sight?” changes while “Patrol” or “Rest” runs, this aborts it and “Guard” continues at “Chase”."
        ]
    );
    let both = sentences(&mut studio, "Attack");
    assert!(
        both.iter()
            .any(|t| t.starts_with("If “Sees enemy?” changes while “Strike” runs")),
        "{both:?}"
    );
    assert!(
        both.iter().any(|t| t.starts_with(
            "If “Sees enemy?” or “In reach?” changes while “Chase”, “Patrol” or “Rest” runs"
        )),
        "{both:?}"
    );
}

#[test]
fn a_conditional_that_is_not_watched_says_why() {
    let mut studio = Studio::started();
    studio.click("Outline: Chase > None");
    let none = sentences(&mut studio, "In sight?");
    assert_eq!(none.len(), 1, "{none:?}");
    assert!(
        none[0].starts_with("“Chase” has abort type None"),
        "{none:?}"
    );
}

#[test]
fn conditionals_below_a_reactive_parent_are_described_as_checked_every_frame() {
    let studio = Studio::empty();
    let file = studio.write("door.xml", DOOR);
    let mut studio = studio.started_again(&[file]);
    let in_each_frame = "“guarded” restarts from its first child every frame, with any abort type: a running child is interrupted as soon as an earlier one does not succeed.";
    assert_eq!(sentences(&mut studio, "guarded"), [in_each_frame]);
    assert_eq!(sentences(&mut studio, "checks"), [in_each_frame]);
    assert_eq!(sentences(&mut studio, "Is open"), [in_each_frame]);
    // Nothing is to the right of the last child, so it aborts nothing.
    let last = sentences(&mut studio, "Is dark");
    assert!(
        last.len() == 1 && last[0].starts_with("“last” has abort type None"),
        "{last:?}"
    );
}
