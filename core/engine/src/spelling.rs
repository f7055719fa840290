//! Suggests the existing name that was probably meant by one that does not exist. Knows no names in particular.

/// Returns the name nearest to a misspelled one, if any is near enough.
///
/// ```
/// use treewright_core::spelling::nearest;
///
/// assert_eq!(nearest("Sequnce", ["Selector", "Sequence"]), Some("Sequence"));
/// assert_eq!(nearest("Teleport", ["Selector", "Sequence"]), None);
/// ```
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let plain = word.to_lowercase();
    // Up to a third of the letters may differ, but at least one must match.
    let allowed = (plain.chars().count() / 3).clamp(1, 3);
    let near = names.into_iter().filter_map(|name| {
        let distance = strsim::damerau_levenshtein(&plain, &name.to_lowercase());
        let near = distance <= allowed && distance < name.chars().count();
        near.then_some((distance, name))
    });
    near.min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn only_near_names_are_suggested() {
        let names = ["Idle", "Wait", "Selector", "UntilSuccess"];
        assert_eq!(nearest("Idel", names), Some("Idle"));
        assert_eq!(nearest("selector", names), Some("Selector"));
        assert_eq!(nearest("UntilSucces", names), Some("UntilSuccess"));
        assert_eq!(nearest("Smells", names), None);
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest("x", ["y"]), None, "nothing of it is right");
    }
}
