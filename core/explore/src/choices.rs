//! What was chosen in a frame, in the order in which it was asked for. A frame runs with a script; where the script ends, the first
//! alternative is taken. The next script changes the last choice that has an alternative left. Knows neither trees nor states.

/// Where a choice was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Point {
    /// The value of the input at this place.
    Input(u16),
    /// The answer of the leaf at this place of those that answer.
    Answer(u16),
    /// What the node with this index draws.
    Draw(u32),
    /// Whether the event at this place was sent before the frame.
    Event(u16),
}

/// A choice in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub point: Point,
    pub alternative: u8,
    /// How many alternatives there were.
    pub count: u8,
}

/// Returns the alternatives of a frame that stay if nothing comes from outside, without the first ones, which points have anyway. Events
/// are sent once.
pub(crate) fn held(choices: &[Choice]) -> Vec<(Point, u8)> {
    let held = choices.iter().map(|choice| match choice.point {
        Point::Event(_) => (choice.point, 0),
        point => (point, choice.alternative),
    });
    let mut held: Vec<_> = held.collect();
    // Of a point that was asked for several times, the first one counts.
    held.sort_by_key(|(point, _)| *point);
    held.dedup_by_key(|(point, _)| *point);
    held.retain(|(_, alternative)| *alternative > 0);
    held
}

/// How the choices of a frame are made.
#[derive(Debug, Default)]
pub(crate) struct Script {
    choices: Vec<Choice>,
    position: usize,
    /// The beginning of a script of which only the alternatives are known.
    known: Vec<u8>,
    /// Choices that take the alternative of an earlier frame at the same point, instead of the script's.
    held: Option<Vec<(Point, u8)>>,
}

impl Script {
    /// Begins a new tree of scripts with the empty one.
    pub fn clear(&mut self) {
        self.choices.clear();
        self.known.clear();
        self.held = None;
    }

    /// Prepares a frame with the script whose alternatives are these.
    pub fn replay(&mut self, alternatives: &[u8]) {
        self.clear();
        self.known.extend_from_slice(alternatives);
    }

    /// Goes on with a script that was next when [`Self::choices`] returned these.
    pub fn resume(&mut self, choices: &[Choice]) {
        self.clear();
        self.choices.extend_from_slice(choices);
    }

    /// Prepares frames in which each point keeps the alternative that it has in the choices of the last frame; others get the first one.
    /// Returns what is kept.
    pub fn hold(&mut self) -> &[(Point, u8)] {
        let held = held(&self.choices);
        self.choices.clear();
        self.held.insert(held)
    }

    /// Begins a frame, or begins it anew.
    pub fn begin_frame(&mut self) {
        self.position = 0;
        if self.held.is_some() {
            self.choices.clear();
        }
    }

    /// Keeps this number of choices, the first ones.
    pub fn truncate(&mut self, choices: usize) {
        self.choices.truncate(choices);
    }

    /// Returns the choices of the frame.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Returns the events that must have been sent before the frame, as far as the script says so, with what comes with each: 1 for
    /// nothing.
    pub fn sent(&self) -> impl Iterator<Item = (u16, u8)> {
        self.choices.iter().filter_map(|choice| match choice.point {
            Point::Event(event) if choice.alternative > 0 => Some((event, choice.alternative)),
            _ => None,
        })
    }

    /// Returns the alternative that is chosen at this point. One of a single alternative is no choice.
    #[inline]
    pub fn choose(&mut self, point: Point, count: usize) -> usize {
        let count = count.min(usize::from(u8::MAX)) as u8;
        if count <= 1 {
            return 0;
        }
        if let Some(held) = &self.held {
            let known = held.iter().find(|(at, _)| *at == point);
            let alternative = known.map_or(0, |(_, alternative)| *alternative);
            let alternative = alternative.min(count - 1);
            self.choices.push(Choice {
                point,
                alternative,
                count,
            });
            return usize::from(alternative);
        }
        let at = self.position;
        self.position += 1;
        if let Some(choice) = self.choices.get_mut(at) {
            debug_assert_eq!(choice.point, point, "the same script asks for the same");
            (choice.point, choice.count) = (point, count);
            return usize::from(choice.alternative.min(count - 1));
        }
        let alternative = self.known.get(at).copied().unwrap_or(0).min(count - 1);
        self.choices.push(Choice {
            point,
            alternative,
            count,
        });
        usize::from(alternative)
    }

    /// Changes to the next script, depth first. Returns false after the last one.
    pub fn advance(&mut self) -> bool {
        while let Some(last) = self.choices.last_mut() {
            if last.alternative + 1 < last.count {
                last.alternative += 1;
                return true;
            }
            self.choices.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a frame that asks for two, and for three more if the first one is not 0.
    fn run(script: &mut Script) -> String {
        script.begin_frame();
        let first = script.choose(Point::Input(0), 2);
        let mut all = vec![first];
        if first > 0 {
            all.push(script.choose(Point::Draw(7), 3));
        }
        all.push(script.choose(Point::Answer(1), 1));
        all.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn all_ways_are_tried_once() {
        let mut script = Script::default();
        let mut ways = vec![run(&mut script)];
        while script.advance() {
            ways.push(run(&mut script));
        }
        assert_eq!(ways, ["00", "100", "110", "120"]);
    }

    #[test]
    fn a_script_is_repeated_by_its_alternatives() {
        let mut script = Script::default();
        script.replay(&[1, 2]);
        assert_eq!(run(&mut script), "120");
        script.hold();
        assert_eq!(run(&mut script), "120");
    }
}
