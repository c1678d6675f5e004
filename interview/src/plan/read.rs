//! Turns a tree into a plan, naming everything that is wrong with it.

use std::collections::BTreeMap;
use std::fmt;

use super::fields::Fields;
use super::tree::Node;
use super::{
    Cover, Dimension, Format, Importance, PausedClock, Plan, Priority, Question, Role, Section,
};
use crate::ids::{DimensionId, QuestionId, SectionId};

/// One thing that is wrong with a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanProblem {
    /// From 1; none for plans that came as JSON.
    pub line: Option<usize>,
    /// Such as `sections[1].questions[0].priority`.
    pub path: String,
    pub message: String,
}

impl fmt::Display for PlanProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

/// Everything that is wrong with a plan, in the order of its lines.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the plan has {} problem(s)", .0.len())]
pub struct PlanProblems(pub Vec<PlanProblem>);

const TEXT_CHARS_MAX: usize = 2_000;
const ID_CHARS_MAX: usize = 80;
const SECTIONS_MAX: usize = 40;
const QUESTIONS_MAX: usize = 100;
pub(crate) const MINUTES_MAX: u32 = 480;
const SECONDS_MAX: u32 = 3_600;

const MINUTES_DEFAULT: u32 = 14;
const WARNINGS_S_DEFAULT: [u32; 2] = [120, 30];
const GRACE_S_DEFAULT: u32 = 15;
const FOLLOWUP_CAP_DEFAULT: u32 = 2;
const EXPECTED_S_DEFAULT: u32 = 60;
/// A must-ask question without a time of its own gets an equal share of the plan's, within these limits.
const MUST_EXPECTED_S: std::ops::RangeInclusive<u32> = 20..=90;

/// Where each id was written first, to name both places when it is written again.
type Seen = BTreeMap<String, Option<usize>>;

pub(super) fn plan(tree: Node) -> Result<Plan, PlanProblems> {
    let mut problems = Vec::new();
    let mut fields = Fields::of(tree, String::new(), &mut problems);
    let format = read_format(&mut fields);
    let (topic, _) = fields.required_text("topic", TEXT_CHARS_MAX);
    let research_goal = optional_text(&mut fields, "research_goal");
    let angle = optional_text(&mut fields, "angle");
    let minutes = fields.number("minutes", 1..=MINUTES_MAX);
    let mut warnings_s = fields
        .numbers("warnings_s", &(1..=SECONDS_MAX))
        .unwrap_or_else(|| WARNINGS_S_DEFAULT.to_vec());
    warnings_s.sort_unstable_by(|one, other| other.cmp(one));
    warnings_s.dedup();
    let grace_s = fields
        .number("grace_s", 0..=SECONDS_MAX)
        .unwrap_or(GRACE_S_DEFAULT);
    let clock_while_paused = fields
        .choice(
            "clock_while_paused",
            &[("runs", PausedClock::Runs), ("stops", PausedClock::Stops)],
        )
        .unwrap_or(match format {
            Format::Exploratory => PausedClock::Stops,
            Format::Structured => PausedClock::Runs,
        });
    let sections = read_sections(&mut fields, format);
    let minutes = minutes.unwrap_or_else(|| default_minutes(format, &sections));
    complain_of_time(&mut fields, format, minutes, &sections);
    fields.finish();
    if !problems.is_empty() {
        problems.sort_by_key(|problem| problem.line.unwrap_or(0));
        return Err(PlanProblems(problems));
    }
    let mut plan = Plan {
        format,
        topic,
        research_goal,
        angle,
        minutes,
        warnings_s,
        grace_s,
        clock_while_paused,
        sections: sections
            .into_iter()
            .map(|drafted| drafted.section)
            .collect(),
    };
    share_time_among_musts(&mut plan);
    Ok(plan)
}

/// A section, and where it stands.
struct DraftedSection {
    section: Section,
    line: Option<usize>,
}

fn read_format(fields: &mut Fields<'_>) -> Format {
    fields
        .choice(
            "format",
            &[
                ("exploratory", Format::Exploratory),
                ("structured", Format::Structured),
            ],
        )
        .unwrap_or_default()
}

fn optional_text(fields: &mut Fields<'_>, name: &'static str) -> String {
    fields
        .text(name, TEXT_CHARS_MAX)
        .map(|(text, _)| text)
        .unwrap_or_default()
}

fn default_minutes(format: Format, sections: &[DraftedSection]) -> u32 {
    let sum = sections
        .iter()
        .filter_map(|drafted| drafted.section.minutes)
        .sum();
    match format {
        Format::Structured if sum > 0 => sum,
        Format::Structured | Format::Exploratory => MINUTES_DEFAULT,
    }
}

fn read_sections(fields: &mut Fields<'_>, format: Format) -> Vec<DraftedSection> {
    let Some(nodes) = fields
        .list("sections", SECTIONS_MAX)
        .filter(|nodes| !nodes.is_empty())
    else {
        fields.complain(
            None,
            "sections",
            "the plan has no questions: add [[sections]] with [[sections.questions]]",
        );
        return Vec::new();
    };
    let (mut section_ids, mut question_ids) = (Seen::new(), Seen::new());
    let mut sections = Vec::new();
    for (n, node) in nodes.into_iter().enumerate() {
        let fields = fields.entry("sections", n, node);
        sections.push(read_section(
            fields,
            format,
            &mut section_ids,
            &mut question_ids,
        ));
    }
    if sections
        .iter()
        .all(|drafted| drafted.section.questions.is_empty())
    {
        fields.complain(
            None,
            "sections",
            "the plan has no questions: add [[sections.questions]] with a text",
        );
    }
    sections
}

fn read_section(
    mut fields: Fields<'_>,
    format: Format,
    section_ids: &mut Seen,
    question_ids: &mut Seen,
) -> DraftedSection {
    let line = fields.line;
    let (title, _) = fields.required_text("title", TEXT_CHARS_MAX);
    let id = SectionId::new(read_id(&mut fields, section_ids, &slug(&title)));
    let goal = optional_text(&mut fields, "goal");
    let importance = fields
        .choice(
            "importance",
            &[
                ("high", Importance::High),
                ("medium", Importance::Medium),
                ("low", Importance::Low),
            ],
        )
        .unwrap_or_default();
    let lacks_minutes = !fields.has("minutes");
    let minutes = fields.number("minutes", 1..=MINUTES_MAX);
    let followup_cap = fields
        .number("followup_cap", 0..=100)
        .unwrap_or(FOLLOWUP_CAP_DEFAULT);
    let minimum_words = fields.number("minimum_words", 0..=10_000).unwrap_or(20);
    let questions = read_questions(&mut fields, &id, question_ids);
    let dimensions = read_dimensions(&mut fields);
    let cover = read_cover(&mut fields, &dimensions);
    if format == Format::Structured {
        if lacks_minutes {
            fields.complain(
                None,
                "minutes",
                "a section of a structured interview needs its minutes",
            );
        }
        if !questions.iter().any(|it| it.role == Role::Backbone) {
            fields.complain(
                None,
                "questions",
                "a section of a structured interview needs a backbone question",
            );
        }
    }
    fields.finish();
    let section = Section {
        id,
        title,
        goal,
        importance,
        minutes,
        followup_cap,
        minimum_words,
        cover,
        questions,
        dimensions,
    };
    DraftedSection { section, line }
}

fn read_cover(fields: &mut Fields<'_>, dimensions: &[Dimension]) -> Cover {
    match fields.number_or_word("cover", "all", &(0..=100)) {
        None | Some(None) => Cover::All,
        Some(Some(number)) => {
            if usize::try_from(number).is_ok_and(|number| number > dimensions.len()) {
                let have = dimensions.len();
                fields.complain(
                    None,
                    "cover",
                    format!("asks for {number} dimensions, the section has {have}"),
                );
            }
            Cover::AtLeast(number)
        }
    }
}

fn read_questions(fields: &mut Fields<'_>, section: &SectionId, ids: &mut Seen) -> Vec<Question> {
    let nodes = fields.list("questions", QUESTIONS_MAX).unwrap_or_default();
    let mut questions = Vec::new();
    for (n, node) in nodes.into_iter().enumerate() {
        let mut fields = fields.entry("questions", n, node);
        let (text, _) = fields.required_text("text", TEXT_CHARS_MAX);
        let id = QuestionId::new(read_id(&mut fields, ids, &format!("{section}-{}", n + 1)));
        let role = fields
            .choice(
                "role",
                &[("backbone", Role::Backbone), ("followup", Role::Followup)],
            )
            .unwrap_or_default();
        let priority = read_priority(&mut fields);
        let notes = optional_text(&mut fields, "notes");
        // 0 marks "none given" until the time is shared out.
        let expected_s = fields.number("expected_s", 1..=SECONDS_MAX).unwrap_or(0);
        fields.finish();
        questions.push(Question {
            id,
            text,
            role,
            priority,
            notes,
            expected_s,
        });
    }
    questions
}

fn read_dimensions(fields: &mut Fields<'_>) -> Vec<Dimension> {
    let nodes = fields.list("dimensions", QUESTIONS_MAX).unwrap_or_default();
    let mut ids = Seen::new();
    let mut dimensions = Vec::new();
    for (n, node) in nodes.into_iter().enumerate() {
        let mut fields = fields.entry("dimensions", n, node);
        let id = DimensionId::new(read_id(
            &mut fields,
            &mut ids,
            &format!("dimension-{}", n + 1),
        ));
        let priority = read_priority(&mut fields);
        let cues = fields.texts("cues", 200);
        let followups = fields.texts("followups", TEXT_CHARS_MAX);
        fields.finish();
        dimensions.push(Dimension {
            id,
            priority,
            cues,
            followups,
        });
    }
    dimensions
}

fn read_priority(fields: &mut Fields<'_>) -> Priority {
    fields
        .number("priority", 1..=3)
        .and_then(|number| u8::try_from(number).ok())
        .and_then(|number| Priority::try_from(number).ok())
        .unwrap_or(Priority::Important)
}

/// The id that is written, or one that is made; never one that is taken.
fn read_id(fields: &mut Fields<'_>, seen: &mut Seen, made: &str) -> String {
    match fields.text("id", ID_CHARS_MAX) {
        Some((id, line)) if !id.is_empty() => {
            if id.chars().any(|c| c.is_whitespace() || c == '/') {
                fields.complain(line, "id", "an id has no spaces and no slashes");
            }
            if let Some(first) = seen.insert(id.clone(), line) {
                let place = first
                    .map(|line| format!(" (first on line {line})"))
                    .unwrap_or_default();
                fields.complain(line, "id", format!("the id “{id}” is used twice{place}"));
            }
            id
        }
        Some(_) | None => {
            let mut id = made.to_owned();
            let mut n = 1;
            while seen.contains_key(&id) {
                n += 1;
                id = format!("{made}-{n}");
            }
            seen.insert(id.clone(), fields.line);
            id
        }
    }
}

fn slug(title: &str) -> String {
    let words: Vec<String> = crate::words::words(title).take(8).collect();
    if words.is_empty() {
        "section".to_owned()
    } else {
        words.join("-")
    }
}

/// Complains when the times that were given cannot be kept.
fn complain_of_time(
    fields: &mut Fields<'_>,
    format: Format,
    minutes: u32,
    sections: &[DraftedSection],
) {
    match format {
        Format::Structured => {
            let sum: u32 = sections
                .iter()
                .filter_map(|drafted| drafted.section.minutes)
                .sum();
            if sum > minutes {
                fields.complain(
                    sections.last().and_then(|drafted| drafted.line),
                    "minutes",
                    format!("the sections take {sum} minutes together, the plan has {minutes}"),
                );
            }
        }
        Format::Exploratory => {
            let musts = || {
                sections
                    .iter()
                    .flat_map(|drafted| &drafted.section.questions)
                    .filter(|question| question.priority == Priority::Must)
            };
            let need_s: u32 = musts()
                .map(|must| must.expected_s.max(*MUST_EXPECTED_S.start()))
                .sum();
            if need_s > minutes * 60 {
                fields.complain(
                    None,
                    "minutes",
                    format!(
                        "the {} must-ask questions (priority 1) need {} minutes, the plan has {minutes}: \
                         give it more minutes, or some of them priority 2",
                        musts().count(),
                        need_s.div_ceil(60),
                    ),
                );
            }
        }
    }
}

/// Gives every question without an expected time one; must-ask questions share what the plan has.
fn share_time_among_musts(plan: &mut Plan) {
    let is_must = |question: &Question| question.priority == Priority::Must;
    let given_s: u32 = plan
        .questions()
        .map(|(_, q)| q)
        .filter(|q| is_must(q))
        .map(|q| q.expected_s)
        .sum();
    let n_waiting = plan
        .questions()
        .filter(|(_, q)| is_must(q) && q.expected_s == 0)
        .count();
    let room_s = (plan.minutes * 54).saturating_sub(given_s);
    let share_s = u32::try_from(n_waiting)
        .ok()
        .and_then(|n| room_s.checked_div(n))
        .unwrap_or(0)
        .clamp(*MUST_EXPECTED_S.start(), *MUST_EXPECTED_S.end());
    for question in plan
        .sections
        .iter_mut()
        .flat_map(|section| &mut section.questions)
    {
        if question.expected_s == 0 {
            question.expected_s = if is_must(question) {
                share_s
            } else {
                EXPECTED_S_DEFAULT
            };
        }
    }
}
