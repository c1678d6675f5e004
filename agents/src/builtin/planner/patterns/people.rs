//! Patterns for what people decide, live through and argue about.

use interview::Importance::{High, Low, Medium};

use super::{Part, Pattern, ask};

pub(in super::super) const DECISION: Pattern = Pattern {
    angle: "One decision, taken apart: what was known, what was feared, what it cost.",
    parts: [
        Part {
            title: "Before the choice",
            goal: "What forced the decision, and what was on the table.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "What was the situation when the question of {thing} first came up?",
                        "When did you notice that {thing} would need a decision?",
                    ],
                    "Dates and names. Who felt it first?",
                ),
                ask(
                    2,
                    &["What were the alternatives, honestly told, including doing nothing?"],
                    "At least two, each with its best case.",
                ),
            ],
        },
        Part {
            title: "How it was decided",
            goal: "Who decided, on what grounds, against whom.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "Take me into the moment when {thing} got decided. Who was there, and what tipped it?",
                        "What finally settled the question of {thing} for you, and when did you know?",
                    ],
                    "One room, one day. Ask for the sentence that was said.",
                ),
                ask(
                    2,
                    &["Which argument did you not want to hear at the time?"],
                    "It is often the one that proved right.",
                ),
                ask(
                    2,
                    &["What did you know for certain about {about}, and what did you only hope?"],
                    "",
                ),
                ask(3, &["Who should have been asked and was not?"], ""),
            ],
        },
        Part {
            title: "What it cost",
            goal: "Consequences, expected and not.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "After the decision about {about}, what happened that nobody had planned for?",
                        "What did the decision about {about} cost, and who paid?",
                    ],
                    "Numbers where there are any; people where there are none.",
                ),
                ask(2, &["When did you first doubt it?"], "A scene, not a mood."),
                ask(
                    3,
                    &["What would have had to be true for the other choice to be right?"],
                    "",
                ),
            ],
        },
        Part {
            title: "With hindsight",
            goal: "The rule they would give to somebody who stands before the same choice.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "Would you decide the same way again about {about}, and why?",
                        "What would you tell somebody who faces the same choice about {about} on Monday?",
                    ],
                    "Press gently for a condition: when yes, when no.",
                ),
                ask(2, &["How do you make decisions differently since?"], ""),
            ],
        },
    ],
};

pub(in super::super) const LESSONS: Pattern = Pattern {
    angle: "The story before the lesson: what happened, hour by hour, and what it changed.",
    parts: [
        Part {
            title: "Before it broke",
            goal: "What they believed, and which warnings were there.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "Where did you stand just before {thing}? What were you proud of?",
                        "Take me to the time just before: what did you still believe about {about}?",
                    ],
                    "Set up the fall: what did success look like?",
                ),
                ask(
                    2,
                    &["Which warnings did you see and explain away?"],
                    "Exact words of the explanation.",
                ),
            ],
        },
        Part {
            title: "What happened",
            goal: "The event itself as a story, in order.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "Tell me the story of {thing}, from the first sign to the worst day.",
                        "In the story of {thing}: when did you first know that something was wrong, and what did you do in the next hour?",
                    ],
                    "Keep the order. Who said what? Do not skip to the moral.",
                ),
                ask(
                    2,
                    &["What did it cost: money, time, people?"],
                    "Figures, then faces.",
                ),
                ask(
                    2,
                    &["What was the hardest conversation you had because of it?"],
                    "",
                ),
                ask(
                    3,
                    &["What did you do that helped, without knowing that it would?"],
                    "",
                ),
            ],
        },
        Part {
            title: "Why it happened",
            goal: "Causes beneath the cause; their own share in it.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "What was the real cause behind {thing}, beneath the one that everybody names?",
                        "If it was not just bad luck, what was behind {thing}?",
                    ],
                    "Ask why a second time. Listen for their own part.",
                ),
                ask(
                    2,
                    &["Which decision of yours would you take back?"],
                    "One decision, with its date.",
                ),
                ask(3, &["Who saw it coming, and why were they not heard?"], ""),
            ],
        },
        Part {
            title: "What changed",
            goal: "What they do differently, and what they would tell others.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "What do you do differently today because of {thing}?",
                        "Which lesson from {thing} did you pay for most dearly, and was it worth the price?",
                    ],
                    "A habit that can be observed, not a principle.",
                ),
                ask(
                    2,
                    &["Which lesson do people usually draw from this that you think is wrong?"],
                    "Invite a clear opinion.",
                ),
            ],
        },
    ],
};

pub(in super::super) const HISTORY: Pattern = Pattern {
    angle: "History from the ground: what it looked, sounded and felt like to someone who was there.",
    parts: [
        Part {
            title: "Before",
            goal: "Who they were and where they stood before {thing}.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "Who were you, and where were you, before {thing}?",
                        "What was an ordinary day like before {thing}?",
                    ],
                    "Place, age, people around them. Details that can be seen.",
                ),
                ask(2, &["How did you come to be part of it?"], ""),
            ],
        },
        Part {
            title: "As it happened",
            goal: "The thing itself, in scenes and in order.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "What is the first thing you remember about {about}? Take me there.",
                        "When you think of {thing}, which moment comes back first?",
                    ],
                    "Smell, light, who stood where. Let silences be.",
                ),
                ask(
                    2,
                    &["What happened next, and who was with you?"],
                    "Keep the order of events.",
                ),
                ask(
                    2,
                    &["What did you see or hear that is not in the official accounts of {thing}?"],
                    "This is why we are talking to them.",
                ),
                ask(3, &["Was there something to laugh about, even then?"], ""),
            ],
        },
        Part {
            title: "What it did to people",
            goal: "Consequences for them and for those around them.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "What changed for you and the people around you because of {thing}?",
                        "Who was never the same after {thing}, and how could one tell?",
                    ],
                    "Names, if they are willing.",
                ),
                ask(
                    2,
                    &["What was lost, and what was saved?"],
                    "Things as well as people.",
                ),
                ask(
                    3,
                    &["Whom do you think of when you think of that time?"],
                    "",
                ),
            ],
        },
        Part {
            title: "Seen from here",
            goal: "What it means to them now, and what should be remembered.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "What do people who were not there get wrong about {about}?",
                        "What should somebody born long after know about {about}?",
                    ],
                    "One sentence for the last page.",
                ),
                ask(
                    2,
                    &["How do you tell it differently today than you did back then?"],
                    "",
                ),
            ],
        },
    ],
};

pub(in super::super) const ORGANISATION: Pattern = Pattern {
    angle: "People before process: what happens between colleagues that no chart shows.",
    parts: [
        Part {
            title: "Where you stand",
            goal: "Their place in it, so that the rest can be weighed.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "Where have you seen this up close: whom are you thinking of when we talk about {about}?",
                        "Which people taught you what you know about {about}? Tell me about them.",
                    ],
                    "Size, year, who led. One real group, not groups in general.",
                ),
                ask(
                    2,
                    &["What did you believe about working together before that?"],
                    "",
                ),
            ],
        },
        Part {
            title: "How it works on a Tuesday",
            goal: "Ordinary days: who talks to whom, who decides, what is left unsaid.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "Describe an ordinary week in which one could see what you mean about {about}.",
                        "What would I notice about {about} if I sat in the corner for a day?",
                    ],
                    "Meetings, messages, who speaks first.",
                ),
                ask(
                    2,
                    &["Who decides when two people disagree, and how does everybody know?"],
                    "A case, not a rule.",
                ),
                ask(
                    2,
                    &["What number or fact would convince a sceptic about {about}?"],
                    "",
                ),
                ask(3, &["Which habit looks like waste and is not?"], ""),
            ],
        },
        Part {
            title: "When it did not work",
            goal: "A breakdown between people, and what it showed.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "Tell me about a time when things broke down with {thing}. Who was in the room?",
                        "When has the opposite been true: when did {thing} make things worse?",
                    ],
                    "Let them protect names, not events.",
                ),
                ask(
                    2,
                    &["What did you do as the one responsible, and what should you have done?"],
                    "Their own share.",
                ),
                ask(3, &["Who left, and what went with them?"], ""),
            ],
        },
        Part {
            title: "What you would build again",
            goal: "The rule of thumb they would defend.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "If you started again with {thing}, what would you do on the first day?",
                        "With {thing} in mind: what would you copy, and what would you never repeat?",
                    ],
                    "Press for one rule.",
                ),
                ask(
                    2,
                    &["What do most leaders get wrong about {about}?"],
                    "Invite a clear opinion.",
                ),
            ],
        },
    ],
};

pub(in super::super) const CONTROVERSY: Pattern = Pattern {
    angle: "A clear position, its best opponent, and the experience underneath both.",
    parts: [
        Part {
            title: "Where you come from",
            goal: "The experience under the opinion.",
            importance: Medium,
            asks: &[
                ask(
                    1,
                    &[
                        "What have you seen with your own eyes that formed your view of {thing}?",
                        "When did {thing} stop being abstract for you?",
                    ],
                    "Experience first, opinion later.",
                ),
                ask(
                    2,
                    &["What did you think before?"],
                    "A change of mind is worth a minute.",
                ),
            ],
        },
        Part {
            title: "The case",
            goal: "Their position in its strongest form.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "What exactly do you hold to be right about {about}, and why?",
                        "Make your case about {about} to somebody intelligent who has never thought about it.",
                    ],
                    "Claims one by one; ask what each stands on.",
                ),
                ask(2, &["Which fact about {about} do both sides avoid?"], ""),
                ask(
                    2,
                    &["Who gains and who loses if you get your way?"],
                    "Groups with faces.",
                ),
                ask(3, &["Where do your own allies go too far?"], ""),
            ],
        },
        Part {
            title: "The other side",
            goal: "The best objection, fairly put.",
            importance: High,
            asks: &[
                ask(
                    1,
                    &[
                        "What is the best argument against your view of {thing}, in the words of somebody who means it?",
                        "What would change your mind about {about}?",
                    ],
                    "Do not accept a caricature.",
                ),
                ask(
                    2,
                    &["When have you been wrong about {about}?"],
                    "A date and a reason.",
                ),
                ask(3, &["What can one not say in public about this?"], ""),
            ],
        },
        Part {
            title: "What should be done",
            goal: "Something that could be done next week.",
            importance: Low,
            asks: &[
                ask(
                    1,
                    &[
                        "What should be done first about {about}, and by whom?",
                        "If you had one year and the power to decide, what would you do about {about}?",
                    ],
                    "Concrete, with its price.",
                ),
                ask(
                    2,
                    &["What will people say about this argument in thirty years?"],
                    "",
                ),
            ],
        },
    ],
};
