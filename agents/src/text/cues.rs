//! Cues: small phrases that show what a sentence is doing, found in one pass over it.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

/// What a phrase is a sign of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cue {
    /// Said to the interviewer, or about the interview.
    Address,
    /// Memory that failed: honest in talk, nothing to print.
    Forgotten,
    Opinion,
    Insight,
    Story,
    Feeling,
    Vague,
    Hedge,
    Contrast,
    /// Looks back on the whole, or ahead.
    Summing,
    Scene,
    Bold,
    Inward,
}

const CUES: usize = 13;

/// How often each cue stands in a sentence.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cues([u8; CUES]);

impl Cues {
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut cues = Self::default();
        let Some(automaton) = &MATCHER.automaton else {
            return cues;
        };
        for found in automaton.find_overlapping_iter(text) {
            if stands_free(text, found.start(), found.end()) {
                let cue = MATCHER.cues[found.pattern().as_usize()] as usize;
                cues.0[cue] = cues.0[cue].saturating_add(1);
            }
        }
        cues
    }

    #[must_use]
    pub fn count(&self, cue: Cue) -> u8 {
        self.0[cue as usize]
    }

    #[must_use]
    pub fn has(&self, cue: Cue) -> bool {
        self.count(cue) > 0
    }

    /// At most so many, as a number to reckon with.
    #[must_use]
    pub fn up_to(&self, cue: Cue, most: u8) -> f32 {
        f32::from(self.count(cue).min(most))
    }
}

fn stands_free(text: &str, start: usize, end: usize) -> bool {
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric());
    !letter(text[..start].chars().next_back()) && !letter(text[end..].chars().next())
}

struct Matcher {
    automaton: Option<AhoCorasick>,
    cues: Vec<Cue>,
}

static MATCHER: LazyLock<Matcher> = LazyLock::new(|| {
    let mut patterns = Vec::new();
    let mut cues = Vec::new();
    for (cue, list) in LISTS {
        for phrase in list
            .split('|')
            .map(str::trim)
            .filter(|phrase| !phrase.is_empty())
        {
            patterns.push(phrase.to_owned());
            cues.push(*cue);
            if phrase.contains('\'') {
                patterns.push(phrase.replace('\'', "’"));
                cues.push(*cue);
            }
        }
    }
    // The lists are constants far below the limits of the library; without them a text would only have no cues.
    let automaton = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .build(&patterns)
        .ok();
    Matcher { automaton, cues }
});

const LISTS: &[(Cue, &str)] = &[
    (
        Cue::Address,
        "good question | great question | your question | the question | you asked | you're asking | you ask | told you | if you say | i'll tell you | tell you about | to tell you | i can tell you | i could tell you | you mentioned \
        | you said | like you say | as you say | you were saying | you just said | this interview | the interview | an interview | oral history | the transcript | the recording | recording this | recorder | thank you | thanks for | nice talking \
        | talking to you | talking with you | speaking with you | talk to you | you're welcome | does that make sense | does that answer | if that makes sense | answer that | let me think | let me see | let's see \
        | where was i | what else | hold on a | wait a minute | just a second | go ahead | next question | you want me to | do you want | did you want | would you like me | i'm sorry | excuse me | you've read | you've seen | i sent you \
        | send you | email you | as you know | like i said | as i said | as i mentioned | i mentioned | i was telling you | i've talked about | i talked about | we talked about | we'll talk about | i'll talk about | we've talked | already talked about \
        | you know what i mean | if you will | i should mention | i forgot to | my answer | say that again | repeat that | off the record | i digress | back to your | get back to that | can you hear | you there \
        | how do i say | how shall i say | how should i say | what's the word | what do you call | i don't know how to | long story | you can imagine | you'd have to ask | you should talk to | you could talk to | you'll have to | have you been \
        | have you ever | have you seen | do you remember | do you know | are you familiar | you're familiar | you may have heard | you've heard | you may know | you may or may not | you may not know | you might know | you probably know | i'll give you | give you one | i have given you | i've given you | i gave you | lots of stories | one more story | another story | want to go back | wanted to go back | go back to one | you raised | you rightly | you pointed | you know who | who i mean | like you we | brief overview | about all i can | can think of | all i can think | bye-bye \
        | talked out | we can talk | get into that | go into that | your list | i'll see if | i'll send | i can send | your project | your questions | i said earlier | i said before | you're talking about | you are talking about | what you're saying | you're saying \
        | i'm happy to | i was going to say | i'm going to say | i'll say | what i'm saying | what am i | what was i | i'm rambling | i'm talking about | that i talked | nice of you | for having me | i want to say | that's all i | i was saying | i just said | i said that | what did i | you were asking | to answer",
    ),
    (
        Cue::Forgotten,
        "i don't remember | i can't remember | i don't recall | i can't recall | i'm not sure | i don't know | i forget | i've forgotten | i'm trying to remember | i'm trying to think | i couldn't tell you | don't quote me | if i remember \
        | if i recall | correct me | i'm guessing | i would have to | i'd have to look | i do not remember | i do not recall | i do not know | what was it | whatever it was | i'm blanking | not sure what | what's it called | or whatever | i can't think \
        | i couldn't remember | i really don't | i honestly don't | i have no idea | i'm not certain | i'd have to check | can't tell you | i should know  | i'm not even sure",
    ),
    (
        Cue::Opinion,
        "i think | i believe | i felt | i feel | i'd argue | should | shouldn't | the most | never | important | the hardest | the best | the worst | the biggest | the greatest | the only | what matters | the key | the truth | the point is | must | nobody | no one \
        | everyone | everybody | too many | too much | you can't | you have to | we have to | you need | we need | the real | better than | worth | wrong | matters | no reason | embarrassment | tremendous | valuable | in my view | in my opinion | to me | critical | essential \
        | difficult | impossible | amazing | incredible | terrible | wonderful | i'm convinced | i disagree | i agree | always",
    ),
    (
        Cue::Insight,
        "the reason | turned out | i realized | we realized | i learned | we learned | taught me | lesson | lessons | the problem | the challenge | challenges | the difference | in the end | instead | that's why | which is why | the trick | looking back | i used to \
        | decided | changed | the first time | surprised | remarkable | responsibility | even though | trade-off | trade-offs | because | obligation | mistake | the secret | what i didn't | i found out | we found out | it meant | it means | the fact that | what happened",
    ),
    (
        Cue::Story,
        "i remember | one day | one night | one morning | that day | that night | when i | when we | there was a | suddenly | the next day | for years | years later | my first | the day | i was born | i grew up | i was raised | i joined | i started | i went | i came | we built | we found | i worked \
        | i met | i got | i decided | i ended up | we went | we lived | we had | i had | he said | she said | they said | i said | my father | my mother | my dad | my mom | my wife | my husband | my boss | my grandfather | my grandmother | middle of the night",
    ),
    (
        Cue::Feeling,
        "proud | privilege | hope | afraid | scared | terrified | loved | love | hated | shocked | devastated | relieved | lonely | grateful | excited | anxious | disappointed | disappointment | angry | glad | happy | sad | cried | laughed | laughing | laugh | fun | joy | painful | exhausted \
        | surprised | fascinated | embarrassed | worried | homesick | fell in love | honor | lucky | fortunate | moved | heartbreaking | thrilled",
    ),
    (
        Cue::Vague,
        "thing | things | stuff | something | whatever | somehow | whatnot | etc | et cetera | and so on | and so forth | one of those | that kind of | this kind of | that sort of | various | certain | some sort | some kind",
    ),
    (
        Cue::Hedge,
        "i guess | i think | maybe | probably | i suppose | i believe | i'm sure | perhaps | or so | or something | pretty much | basically | i assume | apparently | kind of | sort of | i would say | i'd say | actually | really | just | generally speaking | i want to say",
    ),
    (
        Cue::Contrast,
        "but | on the other hand | on the one hand | i used to think | at the same time | trade-off | trade-offs | tradeoff | although | even though | however | yet | double-edged | rather than | instead of | not just | as opposed to | in spite of | despite | whereas | the downside \
        | the disadvantage | the flip side | ironically | the irony | compromise | balance between | torn | in theory | in practice | supposed to",
    ),
    (
        Cue::Summing,
        "looking back | thinking back | in the end | i learned | we learned | i hope | hopefully | privilege | proud | grateful | taught me | will always | my life | my whole life | at the end of the day | the most important | rewarding | wouldn't trade | i've always | it was worth | what matters | in my life \
        | lucky | fortunate | changed me | changed my | makes me | legacy | difference | forever | ever since | my career | my whole career | the rest of | i'm glad | i am glad | we rose | accomplishment | accomplished | good day | to this day | all those years | i believe | worth it | lesson | lessons | success",
    ),
    (
        Cue::Scene,
        "i remember | i can remember | one day | one night | one morning | that night | that day | the first time | i was standing | i was sitting | i was walking | when i was | i can still | i woke | the night | the morning | i walked | i wondered | i asked myself | middle of the night | we were all \
        | i was sent | i arrived | we arrived | the first day | i was a",
    ),
    (
        Cue::Bold,
        "never | nobody | the most | the only | the worst | the best | the hardest | the biggest | no one | no reason | absolutely | embarrassment | impossible | wrong | shocked | devastated | terrified \
        | the truth | the problem | than any | than anything | the greatest | the finest | gave up | foolish | remarkable | incredible | tremendous | must | can't afford | horribly",
    ),
    (
        Cue::Inward,
        "i felt | i feel | i think | i realized | i learned | i remember | i wonder | i wanted | i loved | my life | for me | to me | looking back | i always | i never | i hope | i was | myself | i had | i wasn't | i didn't | i knew",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cues_are_whole_words_in_any_case() {
        let cues = Cues::of("That’s a GOOD question; I don’t know who loved it.");
        assert_eq!(
            (
                cues.count(Cue::Address),
                cues.count(Cue::Forgotten),
                cues.count(Cue::Feeling)
            ),
            (1, 1, 1)
        );
        assert!(!Cues::of("The clovers bloomed.").has(Cue::Feeling));
    }
}
