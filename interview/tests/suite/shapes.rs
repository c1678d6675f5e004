//! The shape of everything that is kept. A change here is a change of the log's format.

use interview::event::*;
use interview::*;

use crate::script::{Bench, PLAN};

/// One of each event that an exploratory interview writes.
fn one_of_each() -> Vec<Event> {
    let turn_id = TurnId(2);
    let job_id = JobId(3);
    let question = NextQuestion {
        text: "You mentioned a garage. What was it like?".to_owned(),
        section_id: Some(SectionId::new("start")),
        source: QuestionSource::Gap,
        question_id: None,
        expected_s: 45,
        refers_to: Some(turn_id),
    };
    vec![
        Event::InterviewStarted(Started {}),
        Event::InterviewPaused(Paused {
            reason: PauseReason::Disconnected,
        }),
        Event::InterviewResumed(Resumed {}),
        Event::InterviewCompleted(Completed {
            reason: EndReason::ClosingDetected,
        }),
        Event::InterviewTerminated(Terminated {
            reason: TerminationReason::SystemError,
            context: "the interviewer could not speak".to_owned(),
        }),
        Event::PhaseChanged(PhaseChanged {
            phase: Phase::DeepDive,
        }),
        Event::CandidateMessage(CandidateMessage {
            turn_id,
            text: "In a garage.".into(),
            words: 3,
            section_id: None,
            late: false,
            client_id: Some(ClientId::new("m1")),
            channel: Channel::Text,
            start_ms: 1000,
            end_ms: 2200,
            withdrawn: false,
        }),
        Event::InterviewerMessage(InterviewerMessage {
            turn_id: TurnId(1),
            text: "How did it begin?".into(),
            words: 4,
            interrupted: true,
            aside: false,
            question_id: Some(QuestionId::new("q1")),
            refers_to: Some(turn_id),
            start_ms: 0,
            end_ms: 900,
        }),
        Event::TurnWithdrawn(TurnWithdrawn { turn_id }),
        Event::AgentRequested(AgentRequested {
            job_id,
            agent: AgentKind::NoteTaker,
            attempt: 1,
            deadline: Millis::VIRTUAL_START.plus(8000),
            new_from: Some(TurnId(1)),
            up_to: Some(turn_id),
            style: None,
        }),
        Event::AgentReported(Box::new(AgentReported {
            job_id,
            agent: AgentKind::Orchestrator,
            outcome: Outcome::Ok,
            by: Maker::Model,
            ms: 712,
            tokens: Some(1200),
            cached_tokens: Some(300),
            cost: Some(0.003),
            failure: None,
            refused: Some(RefusedProposal {
                why: Refusal::AskedBefore,
                proposal: Proposal {
                    question: question.clone(),
                    brief: "Gently.".to_owned(),
                },
            }),
        })),
        Event::AgentReported(Box::new(AgentReported {
            job_id,
            agent: AgentKind::Researcher,
            outcome: Outcome::Failed,
            by: Maker::Builtin,
            ms: 0,
            tokens: None,
            cached_tokens: None,
            cost: None,
            failure: Some(Failure::Reported {
                message: "no source".to_owned(),
            }),
            refused: None,
        })),
        Event::NotesMerged(Box::new(NotesMerged {
            job_id,
            notes: notes(),
        })),
        Event::ResearchAdded(research()),
        Event::DecisionMade(Box::new(DecisionMade {
            phase: Phase::DeepDive,
            question,
            brief: "Gently.".to_owned(),
            by: DecidedBy::Builtin,
        })),
        Event::VoiceConnected(VoiceConnected {
            provider: VoiceProvider::Openai,
        }),
        Event::VoiceLost(VoiceLost {
            provider: VoiceProvider::Builtin,
            reason: "the line went dead".to_owned(),
        }),
        Event::VoiceRolledOver(VoiceRolledOver {
            provider: VoiceProvider::Openai,
            reason: Some("its hour was nearly over".to_owned()),
        }),
        Event::GuidanceFailed(GuidanceFailed {
            decision: EventId(12),
            reason: "socket closed".to_owned(),
        }),
        Event::RecordingConsent(RecordingConsent { granted: true }),
        Event::QuestionPinned(QuestionPinned {
            question_id: QuestionId::new("q1"),
        }),
        Event::QuestionWithdrawn(QuestionWithdrawn {
            question_id: QuestionId::new("q2"),
        }),
        Event::TimeExtended(TimeExtended { minutes: 5 }),
        Event::EssayEdited(EssayEdited {
            of: 1,
            number: 2,
            markdown: "# Mine".into(),
        }),
        Event::GuidanceSent(GuidanceSent {
            decision: EventId(12),
        }),
        Event::QuestionAsked(QuestionAsked {
            question_id: QuestionId::new("q1"),
            turn_id: TurnId(1),
            matched: Matched::Text,
            similarity: 0.75,
        }),
        Event::QuestionDeclined(QuestionDeclined {
            question_id: Some(QuestionId::new("q1")),
        }),
        Event::ClosingDetected(ClosingDetected { turn_id }),
        Event::AnalysisWritten(Box::new(AnalysisWritten {
            job_id,
            analysis: analysis().into(),
        })),
        Event::EssayWritten(Box::new(EssayWritten {
            job_id,
            number: 1,
            essay: essay().into(),
        })),
        Event::FollowupsSuggested(Box::new(FollowupsSuggested {
            job_id,
            follow_ups: follow_ups().into(),
        })),
    ]
}

fn notes() -> Notes {
    let turn = TurnId(2);
    Notes {
        key_ideas: vec![KeyIdea {
            text: "Garages are cheap.".to_owned(),
            turn,
        }],
        stories: vec![Story {
            summary: "The flood.".to_owned(),
            impact: "They moved.".to_owned(),
            turn,
        }],
        claims: vec![Claim {
            text: "Small is fast.".to_owned(),
            confidence: Confidence::High,
            turn,
        }],
        gaps: vec![Gap {
            description: "The dark days".to_owned(),
            suggested_followup: "What were the dark days?".to_owned(),
            section_id: Some(SectionId::new("start")),
            turn,
        }],
        contradictions: vec![Contradiction {
            description: "Docs matter, docs do not".to_owned(),
            first_quote: "docs matter".to_owned(),
            first_turn: turn,
            second_quote: "we had no docs".to_owned(),
            second_turn: TurnId(4),
            suggested_clarification_question: "Which is it?".to_owned(),
        }],
        quotable_lines: vec![QuotableLine {
            text: "In a garage.".to_owned(),
            turn,
            potential_use: PotentialUse::PullQuote,
            topic: "beginnings".to_owned(),
            strength: Strength::Great,
        }],
        possible_titles: vec![Title {
            text: "In a Garage".to_owned(),
            turn,
        }],
        section_coverage: vec![SectionCoverage {
            section_id: SectionId::new("start"),
            coverage_quality: CoverageQuality::Shallow,
            key_points_covered: vec![KeyPoint {
                text: "a garage".to_owned(),
                turn,
            }],
            missing_aspects: vec!["first customers".to_owned()],
            suggested_followup: Some("Who bought it?".to_owned()),
        }],
    }
}

fn research() -> ResearchAdded {
    ResearchAdded {
        job_id: JobId(3),
        items: vec![ResearchItem {
            topic: "garages".to_owned(),
            kind: ResearchKind::Definition,
            summary: "Houses for cars.".to_owned(),
            how_to_use_in_question: "Ask why there.".to_owned(),
            priority: 2,
            sources: vec![WebSource {
                title: "Cars".to_owned(),
                url: "https://example.org/cars".to_owned(),
            }],
            from_memory: false,
            turn: TurnId(2),
        }],
        topics: vec![ResearchTopic {
            topic: "garages".to_owned(),
            kind: ResearchKind::Definition,
            why: "a term of art".to_owned(),
            turn: TurnId(2),
        }],
        source_available: true,
    }
}

fn analysis() -> Analysis {
    let turns = vec![
        TurnRef::from(TurnId(2)),
        TurnRef {
            session: Some(SessionId::new("first")),
            turn: TurnId(9),
        },
    ];
    Analysis {
        title: "In a Garage".to_owned(),
        main_claims: vec![Finding {
            text: "Small is fast.".to_owned(),
            turns: turns.clone(),
        }],
        themes: vec![Theme {
            name: "Space".to_owned(),
            description: "Room to err.".to_owned(),
            turns: turns.clone(),
        }],
        tensions: vec![Finding {
            text: "Cheap, but cold.".to_owned(),
            turns: turns.clone(),
        }],
        quotes: vec![AnalysedQuote {
            text: "In a garage.".to_owned(),
            turn: turns[0].clone(),
            potential_use: PotentialUse::Hook,
        }],
    }
}

fn essay() -> Essay {
    let sentence = |text: &str, grade| Sentence {
        text: text.to_owned(),
        grade,
        sources: vec![Source {
            turn: TurnId(2).into(),
            start_ms: 1000,
        }],
    };
    Essay {
        style: Style::Reflective,
        title: "In a Garage".to_owned(),
        subtitle: Some("How it began".to_owned()),
        paragraphs: vec![Paragraph {
            heading: Some("Space".to_owned()),
            pull_quote: Some(sentence("In a garage.", Grade::Quoted)),
            sentences: vec![
                sentence("We began in a garage.", Grade::Paraphrased),
                sentence("So.", Grade::Bridging),
            ],
        }],
        unsupported: vec!["It was 1999.".to_owned()],
        quotations: Quotations {
            kept: 1,
            repaired: 2,
            removed: 3,
            changed: vec![
                ChangedQuotation {
                    drafted: "in a big garage".to_owned(),
                    printed: Some("in a garage".to_owned()),
                },
                ChangedQuotation {
                    drafted: "I was the best".to_owned(),
                    printed: None,
                },
            ],
        },
    }
}

fn follow_ups() -> FollowUps {
    FollowUps {
        summary: "The garage.".to_owned(),
        suggested_topics: vec![FollowUpTopic {
            title: "The Dark Days".to_owned(),
            description: "Touched, not told.".to_owned(),
            suggested_questions: vec!["What happened?".to_owned()],
        }],
        unexplored_gaps: vec!["the dark days".to_owned()],
        strengthen_areas: vec!["customers".to_owned()],
    }
}

#[test]
fn every_event_has_its_shape() {
    let lines: Vec<String> = one_of_each()
        .into_iter()
        .enumerate()
        .map(|(n, event)| {
            let recorded = Recorded {
                event_id: EventId(n as u64 + 2),
                at: Millis::VIRTUAL_START,
                event,
            };
            let line = recorded.to_line().unwrap();
            assert_eq!(Recorded::from_line(&line).unwrap(), recorded);
            line
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn the_first_event_carries_the_whole_plan() {
    let bench = Bench::new(Plan::from_toml(PLAN).unwrap());
    insta::assert_snapshot!(bench.log[0].to_line().unwrap());
}

#[test]
fn the_view_has_its_shape() {
    let mut bench = Bench::new(Plan::from_toml(PLAN).unwrap());
    for line in [
        "start",
        "proposes job_1 q1",
        "asks",
        "+5",
        "heard In a garage.",
        "notes job_2 garages matter",
    ] {
        bench.run(line);
    }
    insta::assert_json_snapshot!(View::of(&bench.state, bench.now));
}

#[test]
fn guidance_reads_as_the_voice_gets_it() {
    let mut bench = Bench::new(Plan::from_toml(PLAN).unwrap());
    for line in [
        "start",
        "proposes job_1 q1",
        "asks",
        "+5",
        "heard In a garage, and those were dark days.",
    ] {
        bench.run(line);
    }
    let mut state = bench.state.clone();
    state.notes = notes().into();
    state.research = research().items.into();
    let decision = DecisionMade {
        phase: Phase::DeepDive,
        question: NextQuestion {
            text: "You mentioned “dark days”. What happened?".to_owned(),
            section_id: None,
            source: QuestionSource::Gap,
            question_id: None,
            expected_s: 60,
            refers_to: None,
        },
        brief: "Give it room.".to_owned(),
        by: DecidedBy::Builtin,
    };
    insta::assert_snapshot!(guidance::text(&state, &decision));
}

#[test]
fn a_line_of_an_unknown_type_is_named() {
    let line = r#"{"event_id":2,"at":"2026-01-01T00:00:00.000Z","actor":"system","type":"MIND_READ","payload":{}}"#;
    assert_eq!(
        Recorded::from_line(line).unwrap_err().to_string(),
        "unknown event type “MIND_READ”; the log may come from a newer version"
    );
}
