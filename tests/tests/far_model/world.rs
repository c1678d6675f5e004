//! An interview with a scripted server, and what must be true of it whatever the server did.

use std::time::Duration;

use agents::model::{ModelConfig, Timeouts};
use agents::{Expert, Staff};
use interview::event::{Event, Outcome};
use interview::{AgentKind, Maker};
use prompts::Prompts;
use tests::far_model::{Act, Asked, FarModel};
use tests::talk::{Talk, interview};

pub(crate) const PLAN: &str = include_str!("../../../plans/founder.toml");

/// The agents that work in an exploratory interview and after it.
pub(crate) const AGENTS: [AgentKind; 6] = [
    AgentKind::NoteTaker,
    AgentKind::Researcher,
    AgentKind::Orchestrator,
    AgentKind::Analysis,
    AgentKind::Writer,
    AgentKind::FollowUp,
];

/// A server that is left alone stays so for the whole test; a call may take a moment and no more.
pub(crate) fn impatient() -> Timeouts {
    Timeouts {
        connect: Duration::from_secs(5),
        silence: Duration::from_millis(150),
        call: Duration::from_millis(250),
        rest: Duration::from_secs(3_600),
    }
}

/// For tests in which the server is to be waited for, on however slow a machine.
pub(crate) fn patient() -> Timeouts {
    Timeouts {
        rest: Duration::from_secs(3_600),
        ..Timeouts::default()
    }
}

pub(crate) struct World {
    pub(crate) far: FarModel,
    pub(crate) talk: Talk,
}

pub(crate) fn staff(far: &FarModel, timeouts: Timeouts) -> Staff {
    let mut config = ModelConfig::new(far.base_url());
    config.timeouts = timeouts;
    Staff::with_models(config, Prompts::bundled().unwrap()).unwrap()
}

/// A whole interview with the bundled expert, and the essay.
pub(crate) async fn held(
    timeouts: Timeouts,
    script: impl Fn(usize, &Asked) -> Act + Send + Sync + 'static,
) -> World {
    let far = FarModel::start(script).await.unwrap();
    let mut expert = Expert::bundled();
    let talk = interview(PLAN, staff(&far, timeouts), |_, question| {
        let answer = expert.answer(question, 7);
        answer.unwrap_or_else(|| "I have nothing to add to that.".to_owned())
    })
    .await
    .unwrap();
    World { far, talk }
}

impl World {
    /// The interview went its whole way and has its essay; no job was left without an answer.
    pub(crate) fn went_on(&self) -> &Self {
        assert_eq!(self.talk.count("INTERVIEW_COMPLETED"), 1);
        assert!(self.talk.count("QUESTION_ASKED") >= 6);
        assert!(self.talk.count("CANDIDATE_MESSAGE") >= 8);
        assert!(!self.talk.state.notes.key_ideas.is_empty());
        let essay = self.talk.state.essays.last().unwrap();
        assert!(essay.essay.sentences().count() >= 3);
        for report in self.talk.reports() {
            assert_eq!(report.outcome, Outcome::Ok, "{:?}", report.agent);
        }
        self
    }

    /// Every job was done by the built-in agents, and the log says so.
    pub(crate) fn by_builtin_alone(&self) -> &Self {
        for agent in AGENTS {
            self.by_builtin(agent);
        }
        let decided = self.talk.events.iter().filter_map(|recorded| {
            if let Event::DecisionMade(decision) = &recorded.event {
                Some(decision.by)
            } else {
                None
            }
        });
        assert!(
            !decided
                .collect::<Vec<_>>()
                .contains(&interview::DecidedBy::Model)
        );
        self
    }

    pub(crate) fn by_builtin(&self, agent: AgentKind) -> &Self {
        self.all_by(agent, Maker::Builtin)
    }

    pub(crate) fn by_model(&self, agent: AgentKind) -> &Self {
        self.all_by(agent, Maker::Model)
    }

    fn all_by(&self, agent: AgentKind, maker: Maker) -> &Self {
        let makers = self.talk.makers(agent);
        assert!(!makers.is_empty(), "{agent:?} did nothing");
        assert!(
            makers.iter().all(|by| *by == maker),
            "{agent:?}: {makers:?}"
        );
        self
    }

    pub(crate) fn n_asked(&self) -> usize {
        self.far.n_asked()
    }

    /// How often an answer of this kind was asked for.
    pub(crate) fn n_asked_for(&self, kind: &str) -> usize {
        let asked = self.far.asked();
        asked.iter().filter(|asked| asked.wants() == kind).count()
    }
}
