//! What the selected node can interrupt, in words.

use super::studio::Studio;

/// The sentences about the node of this title in the first example.
fn told(studio: &mut Studio, title: &str) -> Vec<String> {
    studio.click(&format!("Outline: {title}"));
    let mut told = studio.labels_that_begin("While ");
    told.extend(studio.labels_that_begin("“"));
    told
}

#[test]
fn a_composite_says_what_it_interrupts_and_where_the_tree_goes_on() {
    let mut studio = Studio::started();
    assert_eq!(
        told(&mut studio, "Chase"),
        [
            "While “Patrol” or “Rest” runs, “In sight?” is watched: when its answer changes, what runs there is interrupted, and “Guard” goes on at “Chase”."
        ]
    );
    let both = told(&mut studio, "Attack");
    assert!(
        both.iter()
            .any(|t| t.starts_with("While “Strike” runs, “Sees enemy?”")),
        "{both:?}"
    );
    assert!(
        both.iter().any(|t| t
            .starts_with("While “Chase”, “Patrol” or “Rest” runs, “Sees enemy?” or “In reach?”")),
        "{both:?}"
    );
}

#[test]
fn a_conditional_that_is_not_watched_says_why() {
    let mut studio = Studio::started();
    studio.click("Outline: Chase");
    studio.click("Conditional abort");
    studio.click("None");
    let none = told(&mut studio, "In sight?");
    assert_eq!(none.len(), 1, "{none:?}");
    assert!(
        none[0].starts_with("“Chase” has the abort type None"),
        "{none:?}"
    );
}
