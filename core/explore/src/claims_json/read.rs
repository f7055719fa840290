//! Reads files of claims.

use std::collections::BTreeSet;

use treewright_core::format::field_error::FieldError;
use treewright_core::format::json_text::{decode_json, position_of};
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::{Message, told};
use treewright_insight::file_header;
use treewright_insight::scenario::MAX_FRAMES;
use treewright_insight::scenario_json::MAX_DT;

use super::places::Places;
use super::shapes::{File, FileBefore, FileClaim, FileLimits, FileWithin};
use super::{FORMAT, VERSION};
use crate::claims::{Claim, ClaimLimits, Claims, MAX_SECONDS, MAX_STATES, Says};

told! {
    /// A problem with a file of claims, besides wrong fields.
    #[derive(Clone, Debug, PartialEq)]
    pub enum ClaimsFault of "claims_fault" {
        /// A claim says nothing, or several things.
        OneForm {
            /// The name of the claim.
            name: String,
        } = "one_form", "claim `{name}` must have exactly one of never, always, within, before and can";
        /// A claim has no name.
        NoName = "no_name", "a claim has no name: give it one";
        /// Two claims have the same name.
        SameName {
            /// The name.
            name: String,
        } = "same_name", "two claims are named `{name}`: rename one of them";
        /// A rule says twice when a variable changes.
        TwoChanges = "two_changes", "`changes` and `changes_only_when` exclude each other: remove one of them";
        /// A list of values is empty.
        NoValues = "no_values", "there must be at least one value, or leave `values` out";
        /// A list of results is empty.
        NoResults = "no_results", "there must be at least one result, or leave `results` out";
        /// A result is listed twice.
        ResultTwice = "result_twice", "a result is listed twice: remove one of them";
        /// A leaf has no time to end.
        NoFrames = "no_frames", "`max_frames` must be at least 1";
        /// A leaf that only runs cannot end.
        NeverEnds = "never_ends", "a leaf with `max_frames` must be able to return Success or Failure: add one to `results`";
        /// A limit is out of range.
        Limit {
            /// The name of the limit.
            name: &'static str,
            /// Its largest value.
            most: u64,
        } = "limit", "limit `{name}` must be from 1 to {most}";
        /// The limit of seconds is out of range.
        SecondsLimit {
            /// The largest value.
            most: f64,
        } = "seconds_limit", "limit `seconds` must be from 0 to {most}";
        /// Too many frames between cause and effect.
        MostFrames {
            /// The maximum.
            most: u64,
        } = "most_frames", "too many frames: limit {most}";
    }
}

/// Reads a file of claims.
///
/// # Errors
/// The first problem, with its location.
pub fn read(bytes: &[u8]) -> Result<Claims, FormatError> {
    let text = decode_json(bytes)?;
    let file: File = file_header::read(text, FORMAT, VERSION)?;
    let places = Places::of(text);
    let wrong = |message: Message, part: Option<&str>| FormatError {
        position: part.map(|part| position_of(text, places.offset(part))),
        ..FormatError::new(FormatErrorKind::WrongField { message })
    };
    if file.dt.is_some_and(|dt| !(0.0..=MAX_DT).contains(&dt)) {
        let most = FieldError::Seconds { most: MAX_DT };
        return Err(wrong(most.message(), places.dt()));
    }
    let limits = limits(file.limits).map_err(|why| wrong(why.message(), places.limits()))?;
    let mut inputs = Vec::new();
    for (name, input) in file.inputs {
        let rule = input.try_into();
        let rule = rule.map_err(|why: ClaimsFault| wrong(why.message(), places.input(&name)))?;
        inputs.push((name, rule));
    }
    let mut leaves = Vec::new();
    for (name, leaf) in file.leaves {
        let rule = leaf.try_into();
        let rule = rule.map_err(|why: ClaimsFault| wrong(why.message(), places.leaf(&name)))?;
        leaves.push((name, rule));
    }
    let (mut claims, mut names) = (Vec::new(), BTreeSet::new());
    for (index, claim) in file.claims.0.into_iter().enumerate() {
        let claim = claim_of(claim).and_then(|claim| {
            if names.insert(claim.name.clone()) {
                Ok(claim)
            } else {
                Err(ClaimsFault::SameName { name: claim.name })
            }
        });
        claims.push(claim.map_err(|why| wrong(why.message(), places.claim(index)))?);
    }
    Ok(Claims {
        description: file.description,
        tree: file.tree,
        dt: file.dt.unwrap_or(Claims::default().dt),
        limits,
        inputs,
        leaves,
        assumptions: file.assumptions.0,
        claims,
        schema: file.schema,
    })
}

fn limits(file: FileLimits) -> Result<ClaimLimits, ClaimsFault> {
    let counts = [
        ("frames", file.frames, MAX_FRAMES),
        ("states", file.states, MAX_STATES),
    ];
    for (name, count, most) in counts {
        if count.is_some_and(|count| !(1..=most).contains(&count)) {
            return Err(ClaimsFault::Limit { name, most });
        }
    }
    let seconds = 0.0..=MAX_SECONDS;
    if file.seconds.is_some_and(|found| !seconds.contains(&found)) {
        return Err(ClaimsFault::SecondsLimit { most: MAX_SECONDS });
    }
    Ok(ClaimLimits {
        frames: file.frames,
        states: file.states,
        seconds: file.seconds,
    })
}

fn claim_of(file: FileClaim) -> Result<Claim, ClaimsFault> {
    let name = file.name;
    if name.trim().is_empty() {
        return Err(ClaimsFault::NoName);
    }
    let within = |within: FileWithin| Says::Within {
        frames: within.frames,
        after: within.after,
        then: within.then,
    };
    let before = |before: FileBefore| Says::Before {
        first: before.first,
        then: before.then,
    };
    let forms = [
        file.never.map(Says::Never),
        file.always.map(Says::Always),
        file.within.map(within),
        file.before.map(before),
        file.can.map(Says::Can),
    ];
    let mut said = forms.into_iter().flatten();
    let (Some(says), None) = (said.next(), said.next()) else {
        return Err(ClaimsFault::OneForm { name });
    };
    if let Says::Within { frames, .. } = says
        && frames > MAX_FRAMES
    {
        return Err(ClaimsFault::MostFrames { most: MAX_FRAMES });
    }
    Ok(Claim { name, says })
}
