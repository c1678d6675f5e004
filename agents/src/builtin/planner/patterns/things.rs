//! Patterns for what people make, use and study.

use interview::Importance::{High, Low, Medium};

use super::{Part, Pattern, ask};

pub(in super::super) const CRAFT: Pattern = Pattern {
    angle: "Knowledge of the hands: what the books on {thing} leave out.",
    parts: [
        Part {
            title: "The first time",
            goal: "How they came to {thing}, and what they could not do at the start.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "Take me back to your very first attempt: what did you not yet know about {about}?",
                        "How did you get started, and what surprised you first about {about}?",
                    ],
                    "Stay with one scene. Listen for the first thing that went wrong.",
                ),
                ask(
                    2,
                    &[
                        "Who or what taught you the most about {about}, and what exactly did you take from them?",
                    ],
                    "A person, a book, an accident: ask for the sentence that stuck.",
                ),
            ],
        },
        Part {
            title: "How it is really done",
            goal: "The steps, the signs and the judgement that experts no longer notice.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "Walk me through the last time that {thing} went well, from beginning to end.",
                        "If I watched you at {thing} for a day, what would I see you do that a beginner never does?",
                    ],
                    "Slow them down. Ask what they look at, listen to, or touch before each step.",
                ),
                ask(
                    2,
                    &[
                        "Where do beginners go wrong with {thing}, and how can you tell from the outside?",
                    ],
                    "Listen for a sign that can be seen or heard.",
                ),
                ask(
                    2,
                    &["Which rule about {about} do you break on purpose, and when?"],
                    "The exception shows the understanding.",
                ),
                ask(
                    3,
                    &["What does it feel like when it is going well?"],
                    "Let them search for the words.",
                ),
            ],
        },
        Part {
            title: "When it goes wrong",
            goal: "One real failure, and what it changed in how they work.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "Tell me about a time when {thing} went badly wrong. What happened, step by step?",
                        "Which failure with {thing} taught you the most?",
                    ],
                    "One day, one place. Do not let it become a general lesson too early.",
                ),
                ask(
                    2,
                    &["What did you change in the way you work afterwards?"],
                    "A habit, not a feeling.",
                ),
                ask(3, &["What would you still like to be better at?"], ""),
            ],
        },
        Part {
            title: "Passing it on",
            goal: "What they would hand to the next person, in one sentence if possible.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "What do you tell somebody on their first day with {thing}?",
                        "If you had ten minutes to pass on what you know about {about}, what would you say?",
                    ],
                    "Aim for one line that could end the piece.",
                ),
                ask(
                    2,
                    &["What do most people misunderstand about {about}?"],
                    "Invite a clear opinion.",
                ),
                ask(
                    3,
                    &["What has {thing} taught you about the rest of life?"],
                    "Only if the talk has warmed up.",
                ),
            ],
        },
    ],
};

pub(in super::super) const TECHNOLOGY: Pattern = Pattern {
    angle: "What it costs and what it buys, told from inside a real system, not from the brochure.",
    parts: [
        Part {
            title: "The problem before the tool",
            goal: "What was broken or missing before {thing}, and for whom.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "What were you trying to do when you first turned to {thing}, and what had failed before?",
                        "Set the stage for me: what did your system look like before {thing}?",
                    ],
                    "Listen for the pain in numbers: hours, errors, money, calls at night.",
                ),
                ask(
                    2,
                    &["Who was against {thing}, and what were their best arguments?"],
                    "Fairness to the other side.",
                ),
            ],
        },
        Part {
            title: "What it is like from inside",
            goal: "Daily reality: what works, what hurts, what nobody writes about.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "Tell me about the first real problem with {thing} that only showed up in daily use.",
                        "What broke first with {thing}, and how did you find out?",
                    ],
                    "An incident, with its hour and its people. Ask what they saw on the screen.",
                ),
                ask(
                    2,
                    &[
                        "Which part of {thing} turned out harder than you had been told, and which part easier?",
                    ],
                    "Two concrete examples, one each.",
                ),
                ask(
                    2,
                    &["Which number moved because of {thing}, and how sure are you of that?"],
                    "Look for the comparison they made, or did not make.",
                ),
                ask(
                    3,
                    &["What do you do differently now that a newcomer would find strange?"],
                    "",
                ),
            ],
        },
        Part {
            title: "The trade you made",
            goal: "Costs, limits, and the cases in which it is the wrong choice.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "What did you give up for {thing}, and was it worth it?",
                        "What is the real price of {thing}, the one that is not in any comparison table?",
                    ],
                    "People, time, hiring, attention. Ask who paid.",
                ),
                ask(
                    2,
                    &["When would you advise somebody against {thing}?"],
                    "A sharp boundary, with a reason.",
                ),
                ask(
                    3,
                    &["Which decision would be hardest to reverse by now?"],
                    "",
                ),
            ],
        },
        Part {
            title: "What lasts",
            goal: "The lesson that will still be true when the version numbers have changed.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "If you started with {thing} again tomorrow, what would you do in the first month?",
                        "What would you tell a team that is about to bet on {thing}?",
                    ],
                    "One sentence they would sign.",
                ),
                ask(
                    2,
                    &["What do people outside get wrong about {about}?"],
                    "Invite a clear opinion.",
                ),
                ask(
                    3,
                    &["Where will this be in five years, and what would prove you wrong?"],
                    "",
                ),
            ],
        },
    ],
};

pub(in super::super) const SCIENCE: Pattern = Pattern {
    angle: "How we know what we know: doubt, evidence, and the people who do the work.",
    parts: [
        Part {
            title: "The question",
            goal: "What they want to find out about {about}, and why it took hold of them.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "What is the question about {about} that keeps you awake, in words a child would understand?",
                        "When did {thing} first take hold of you, and what did you want to know?",
                    ],
                    "Plain words. Ask again if the answer needs a dictionary.",
                ),
                ask(
                    2,
                    &["What did people believe before, and what was wrong with it?"],
                    "",
                ),
            ],
        },
        Part {
            title: "How we know",
            goal: "The evidence, its price and its holes.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "Describe the piece of work that convinced you about {about}. What did you actually see?",
                        "How does one find out anything about {about}? Take me into the room where it happens.",
                    ],
                    "Instruments, animals, ice, spreadsheets: make it visible.",
                ),
                ask(
                    2,
                    &["When were you wrong, and how did you notice?"],
                    "The most valuable answer of the talk.",
                ),
                ask(
                    2,
                    &["What is the strongest objection to your view of {about}?"],
                    "Let them argue for the other side.",
                ),
                ask(3, &["What would you measure if money were no matter?"], ""),
            ],
        },
        Part {
            title: "What follows from it",
            goal: "Consequences outside the field, and how sure we can be of them.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "What changes for the rest of us if you are right about {about}?",
                        "Who should act differently because of what you know about {about}?",
                    ],
                    "Listen for certainty: what is known, what is likely, what is hoped.",
                ),
                ask(
                    2,
                    &["Which headline about {about} makes you wince?"],
                    "Correct one popular mistake.",
                ),
                ask(3, &["What will we laugh about in fifty years?"], ""),
            ],
        },
        Part {
            title: "The person in it",
            goal: "What the work has done to the one who does it.",
            importance: Low,
            asks: &[
                ask(
                    1,
                    &["What has working on {thing} changed in how you look at the world?"],
                    "Leave a silence after it.",
                ),
                ask(
                    2,
                    &["What would you tell a young person who wants to work on this?"],
                    "",
                ),
            ],
        },
    ],
};

pub(in super::super) const GENERAL: Pattern = Pattern {
    angle: "Specific scenes before general opinions: {thing} as one person has lived it.",
    parts: [
        Part {
            title: "Where it began",
            goal: "How {thing} came into their life, and what was at stake.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "How did {thing} come into your life?",
                        "What is your own history with {thing}? Start wherever it starts for you.",
                    ],
                    "Let them choose the beginning; it tells what matters.",
                ),
                ask(
                    2,
                    &["What did you believe about {about} back then that you no longer believe?"],
                    "",
                ),
            ],
        },
        Part {
            title: "The heart of it",
            goal: "What somebody who has only read about {about} does not know.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "What is it about {thing} that can only be known from the inside?",
                        "What happens with {thing} that people who only know it from outside would never expect?",
                    ],
                    "Ask for one example at once.",
                ),
                ask(
                    2,
                    &["Describe one day or one hour with {thing} that has stayed with you."],
                    "Sounds, places, people.",
                ),
                ask(
                    2,
                    &["What is difficult about {about}, and what do you do about it?"],
                    "",
                ),
                ask(
                    3,
                    &["Who understands {about} better than you, and what do they see?"],
                    "",
                ),
            ],
        },
        Part {
            title: "Friction",
            goal: "Disagreement, cost and doubt.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "When has {thing} let you down, or you it?",
                        "Tell me about a moment when you doubted {thing}.",
                    ],
                    "A scene, then the consequence.",
                ),
                ask(
                    2,
                    &["Where do you disagree with most people who care about {about}?"],
                    "Invite a clear opinion.",
                ),
                ask(3, &["What has it cost you?"], ""),
            ],
        },
        Part {
            title: "Looking back",
            goal: "What stays.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "What has {thing} taught you that you use elsewhere?",
                        "What would be missing from your life without {thing}?",
                    ],
                    "Aim for one line that could end the piece.",
                ),
                ask(
                    2,
                    &["What is the one thing you wish more people understood about {about}?"],
                    "",
                ),
            ],
        },
    ],
};
