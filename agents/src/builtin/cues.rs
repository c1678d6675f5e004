//! Turns of phrase that give a sentence away: an insight, a hedge, a verdict, a story about to begin.
//!
//! All of them are found in one pass. A cue is whole words: it is looked for in a sentence's words joined by single
//! spaces, with a space before and behind.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

/// What a turn of phrase tells about its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cue {
    /// Something was understood.
    Insight,
    /// Why something is so.
    Cause,
    /// Advice, or a rule of thumb.
    Rule,
    /// An opinion is announced.
    Opinion,
    /// The speaker is not sure.
    Hedge,
    /// The speaker does not know or does not remember.
    Ignorance,
    /// No exceptions.
    Absolute,
    /// A judgement.
    Verdict,
    /// One thing is set against another.
    Contrast,
    /// Something is compared with an image.
    Image,
    /// A moment is named.
    Moment,
    /// Something came of it.
    Impact,
    /// Looking back.
    Reflection,
    /// A story is announced and not told.
    Teaser,
    /// Something is necessary, or counts.
    Weight,
    /// Something was done without, or left out.
    Without,
    /// Things were different at another time.
    Shift,
    /// Small talk around the interview itself.
    Chat,
}

const CUES: usize = 18;

/// How often each cue was found in a sentence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cues([u8; CUES]);

impl Cues {
    pub(crate) fn has(&self, cue: Cue) -> bool {
        self.count(cue) > 0
    }

    pub(crate) fn count(&self, cue: Cue) -> u8 {
        self.0[cue as usize]
    }

    /// The cues in a sentence's words, joined by single spaces.
    pub(crate) fn find(words: &str) -> Self {
        let mut found = Self::default();
        let Some(finder) = FINDER.as_ref() else {
            return found;
        };
        for hit in finder.find_overlapping_iter(words) {
            if let Some(cue) = KINDS.get(hit.pattern().as_usize()) {
                let count = &mut found.0[*cue as usize];
                *count = count.saturating_add(1);
            }
        }
        found
    }
}

/// The turns of phrase of one kind.
pub(crate) fn phrases(cue: Cue) -> impl Iterator<Item = &'static str> {
    LISTS
        .iter()
        .filter(move |(kind, _)| *kind == cue)
        .flat_map(|(_, list)| list.split('|'))
}

static KINDS: LazyLock<Vec<Cue>> = LazyLock::new(|| {
    LISTS
        .iter()
        .flat_map(|(cue, list)| list.split('|').map(|_| *cue))
        .collect()
});

// Building fails only beyond billions of states; without cues every sentence would be a plain one.
static FINDER: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let patterns = LISTS
        .iter()
        .flat_map(|(_, list)| list.split('|'))
        .map(|phrase| format!(" {} ", phrase.trim()));
    AhoCorasick::builder()
        .match_kind(MatchKind::Standard)
        .build(patterns)
        .ok()
});

const LISTS: [(Cue, &str); CUES] = [
    (
        Cue::Insight,
        "i learned|i've learned|we learned|i realized|i realised|we realized|we realised|it turns out\
         |turned out that|the thing is|the point is|my point is|the key is|the key was|the trick is\
         |the secret is|the real reason|the real problem|the real question|what matters is\
         |what really matters|what people don't|people don't realize|people don't understand|nobody tells you\
         |the difference between|the difference is|the problem is|the problem was|the challenge is\
         |the challenge was|the lesson|the lessons|it comes down to|boils down to|at the heart of\
         |in other words|fundamentally|the truth is|what i mean is|that's when i|it dawned on me|it taught me\
         |taught me|i came to see|i came to believe|i discovered|we discovered|what surprised me\
         |the surprising thing|the interesting thing|the hardest part|the hard part|the best part\
         |the worst part|the most important|the biggest|opened my eyes|it occurred to me|what i found\
         |what we found|ultimately|the reality is|in essence|the whole idea|the idea was|the idea is\
         |the goal was|the whole point",
    ),
    (
        Cue::Cause,
        "because|that's why|which is why|the reason|so that|therefore|as a result|due to|led to|caused\
         |that means|which means|which meant|otherwise",
    ),
    (
        Cue::Rule,
        "you have to|you need to|you've got to|you should|you can't|you cannot|you don't|you never|you always\
         |if you|we should|should have|people should|make sure|never ever|don't ever|the best way\
         |the only way|one thing i",
    ),
    (
        Cue::Opinion,
        "i think|i believe|i feel like|i felt that|i would say|i'd say|i'd argue|i would argue|in my opinion\
         |in my view|my view|to me|for me|i'm convinced|i am convinced|i always thought|i personally\
         |personally|i don't think|i don't believe|i don't agree|i disagree|i hate|i love|i'm a big believer\
         |i'm proud|i prefer|i don't like|i don't trust",
    ),
    (
        Cue::Hedge,
        "i guess|must have|must've|maybe|perhaps|probably|might|might've|might have|i'm not sure|not sure|i suppose|possibly\
         |kind of|sort of|kinda|more or less|somewhat|i imagine|i assume|it seems|seemed like|seems like\
         |could be|could have been|may have|presumably|if i remember|if i recall|as far as i know\
         |i want to say|i think it was|something like|or so|or something|roughly|approximately",
    ),
    (
        Cue::Ignorance,
        "i don't know|i don't remember|i can't remember|i don't recall|i can't recall|i do not know\
         |i do not remember|i don't really know|i forget|i've forgotten|no idea|i have no idea|let me think\
         |let me see|i couldn't tell you|who knows|i can't tell you|not that i remember|not that i know\
         |i'm trying to remember",
    ),
    (
        Cue::Absolute,
        "always|never|everyone|everybody|nobody|no one|nothing|everything|every single|all the time\
         |every time|impossible|absolutely|definitely|certainly|without a doubt|no doubt|without question\
         |without exception|completely|totally|entirely|there is no|there's no|there was no|there are no\
         |there were no|the only|must be|must not|you must|we must|not a single|guaranteed|under no circumstances|every day\
         |every morning|every week",
    ),
    (
        Cue::Verdict,
        "the best|the worst|the biggest|the greatest|the hardest|the most|mistake|wrong|a disaster|disaster\
         |a failure|failed|brilliant|terrible|horrible|awful|amazing|incredible|unbelievable|beautiful\
         |crucial|essential|critical|pointless|useless|ridiculous|dangerous|unfair|shame|ashamed|proud|regret\
         |changed my life|changed everything|saved my life|broke my heart|nightmare|miracle|a gift\
         |a privilege|worth it|heartbreaking|devastating|overrated|underrated|tragedy|perfect|genius|crazy\
         |insane|stupid|a joke|hell|magic|priceless|unforgettable|embarrassment|embarrassing|disgrace|damn|crap|ass\
         |pain in|panacea|fantastic|tremendous|tremendously|lawless|terrifying|never seen|never forget|rest of my life\
         |once in a lifetime|whole career|whole careers|i love|i loved|i hate|i hated|fun",
    ),
    (
        Cue::Contrast,
        "but|not just|not only|instead|rather than|instead of|as opposed to|on the other hand|more than\
         |less than|whereas|even though|although|however|it's not|it wasn't|it isn't|isn't about|wasn't about\
         |not about|yet|versus|either or|neither|and not|not because|better than|worse than|nor|until",
    ),
    (
        Cue::Image,
        "pain in the|piece of cake|par for the course|tip of the iceberg|blood sweat and|heart and soul|house of cards\
         |drop in the bucket|needle in a haystack|out of the blue|wild west|double edged|uphill battle|fruits of\
         |rose to the occasion|the elephant|chicken and egg|light at the end|in the trenches|skin in the game|like a|like an|as if|as though|it was like|it's like|felt like|feels like|looked like|sounded like\
         |smelled like|like someone|like the|as big as|as much as",
    ),
    (
        Cue::Moment,
        "one day|one night|one morning|one evening|one time|one afternoon|the day|the night|the morning\
         |that day|that night|that morning|that summer|that winter|that year|that weekend|the first time\
         |the last time|i remember|i'll never forget|i will never forget|i can still|i still remember\
         |years ago|months ago|weeks ago|back in|when i was|when we were|when i first|when we first\
         |at that time|at that point|all of a sudden|suddenly|the next day|the next morning|the following\
         |a few days later|weeks later|months later|years later|at the time|there was a time|this one\
         |on the way|in the middle of|halfway through|the moment|right after|just after|right before|the week",
    ),
    (
        Cue::Impact,
        "as a result|ended up|that's how|that's when|from then on|from that point|from that moment|ever since\
         |since then|after that|because of that|so we|so i|changed the way|changed how|it changed\
         |that changed|made me|made us|led to|meant that|which meant|taught me|taught us|i learned|we learned\
         |i realized|we realized|i decided|we decided|finally|in the end|eventually|the result|consequently\
         |to this day|it cost|that cost|we lost|i lost|it saved|we had to|i had to",
    ),
    (
        Cue::Reflection,
        "looking back|in hindsight|in retrospect|at the end of the day|when all is said|in the end\
         |to this day|if i could|if i had to|i wish|wish i had|wish we had|what i learned|the lesson\
         |over the years|i've learned|all these years|my advice|most proud|proudest|i would do it again\
         |i'd do it again|do it all over",
    ),
    (
        Cue::Teaser,
        "whole other story|whole nother story|another story|different story|long story|story for another\
         |don't get me started|dont get me started|won't go into|won't get into|not going to go into|not get into\
         |that's a different conversation|for another day|for another time|i could tell you stories\
         |could go on|could write a book|you can imagine|things got complicated|it got complicated\
         |it's complicated|it was complicated|got ugly|got out of hand|fell apart|went wrong|went sideways\
         |went south|things happened|long story short|among other things|that's a whole|let's just say\
         |better left|for a number of reasons|for various reasons|for a lot of reasons|for many reasons\
         |for different reasons",
    ),
    (
        Cue::Weight,
        "crucial|essential|important|critical|vital|necessary|indispensable|non negotiable\
         |fundamental|never skip|comes first|come first\
         |believe in|insist on|insisted on|sacred|religious about",
    ),
    (
        Cue::Without,
        "without|no|skipped|skip|ignored|ignore|dropped|never had|never did|never wrote|didn't have|didn't do\
         |didn't write|didn't use|didn't bother|don't have|don't do|don't need|don't bother|got rid of\
         |threw out|hardly any|nothing",
    ),
    (
        Cue::Shift,
        "used to|anymore|any more|no longer|until then|at first|in the beginning|initially|originally|by then\
         |later on|later|nowadays|today|these days|now|back then|before that|after that|changed\
         |changed my mind|eventually|over time|grew|became|sometimes|except|unless|depends|at times|some of\
         |most of|usually|mostly|occasionally",
    ),
    (
        Cue::Chat,
        "thank you|thanks|to tell you|tell you about|i told you|going to tell you|you mentioned|good question|great question|nice to meet|can you hear|can you repeat\
         |could you repeat|say that again|what was the question|your question|this interview|the interview\
         |the recording|the transcript|as i said|like i said|as i mentioned|i already|you're welcome|happy to\
         |my pleasure|does that answer|answer your question|does that make sense|am i|where was i\
         |back to your|off the record",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cues_are_whole_words_and_may_overlap() {
        let cues = Cues::find(" the biggest mistake was that we never asked because ");
        assert!(cues.has(Cue::Insight) && cues.has(Cue::Verdict) && cues.has(Cue::Cause));
        assert!(cues.has(Cue::Absolute));
        assert!(!Cues::find(" everlasting nevertheless ").has(Cue::Absolute));
    }
}
