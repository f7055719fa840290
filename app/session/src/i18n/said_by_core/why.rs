//! Every problem is explained.

use super::problems;
use crate::i18n::{LANGUAGES, keys};

#[test]
fn every_problem_says_why_it_is_one_in_every_language() {
    for (language, _) in LANGUAGES {
        let own = keys(language);
        for problem in problems() {
            let key = format!("problem_why.{}", problem.code());
            assert!(own.contains(&key), "{language} lacks {key}");
        }
    }
}
