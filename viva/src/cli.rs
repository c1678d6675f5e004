//! The command line: every command, flag and default.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use interview::Style;

use crate::models::Kind;

pub(crate) const DEFAULT_ADDRESS: &str = "127.0.0.1:7373";

/// Interviews that become essays.
#[derive(Debug, Parser)]
#[command(name = "viva", version, about, disable_help_subcommand = true)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) place: Place,
    #[command(subcommand)]
    /// Without one: serve, and open the studio in the browser
    pub(crate) command: Option<Command>,
}

/// Where things are kept.
#[derive(Debug, Args)]
pub(crate) struct Place {
    /// The data directory [env: VIVA_DATA]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// sqlite:PATH or postgres://… [env: VIVA_DATABASE_URL]
    #[arg(long, global = true, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// A directory with prompts of your own in the place of the bundled ones [env: VIVA_PROMPTS]
    #[arg(long, global = true, value_name = "DIR")]
    prompts: Option<PathBuf>,
}

impl Place {
    pub(crate) fn prompts(&self) -> Option<String> {
        self.prompts.as_ref().map(|path| path.display().to_string())
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the studio: HTTP API, event streams, the interview room
    Serve(ServeArgs),
    /// Make a plan for a topic
    Plan(PlanArgs),
    /// Check a plan: every problem with its line
    Check {
        /// The plan file (TOML)
        plan: PathBuf,
    },
    /// Interview in the terminal: questions are printed, answers typed; then analysis and essay
    Interview(InterviewArgs),
    /// Try a plan on a simulated expert, in virtual time
    Rehearse(RehearseArgs),
    /// Run the engine alone in virtual time, driven by a script; prints the log
    Simulate(SimulateArgs),
    /// List sessions
    Sessions {
        #[arg(long)]
        json: bool,
    },
    /// Show the state of a session
    Show {
        #[command(flatten)]
        session: LogArg,
        #[arg(long)]
        json: bool,
    },
    /// Print the events of a session
    Log {
        #[command(flatten)]
        session: LogArg,
        /// As JSON lines
        #[arg(long)]
        json: bool,
        /// Only events after this one
        #[arg(long, value_name = "N", default_value_t = 0)]
        after: u64,
    },
    /// Fold a session's log and print the state as JSON
    Replay {
        #[command(flatten)]
        session: LogArg,
        /// The state after this event
        #[arg(long, value_name = "EVENT_ID")]
        at: Option<u64>,
        /// Decide every recorded input again and compare
        #[arg(long)]
        verify: bool,
    },
    /// Claims, themes, tensions and quotes of a finished session
    Analyze {
        #[command(flatten)]
        session: SessionArg,
        #[arg(long)]
        json: bool,
    },
    /// Write the essay of a finished session
    Essay(EssayArgs),
    /// Three ways to go on; with a choice, a new session
    FollowUp(FollowUpArgs),
    /// Read a transcript from elsewhere (.md .txt .json .srt .vtt) into a finished session
    Import(ImportArgs),
    /// Write a session's files into a directory
    Export {
        #[command(flatten)]
        session: SessionArg,
        /// Where to; made if it is not there
        #[arg(long, value_name = "DIR")]
        out: PathBuf,
    },
    /// Local speech model files: list, install, verify, remove
    Models {
        #[command(subcommand)]
        command: Option<ModelsCommand>,
    },
    /// What is configured, reachable and missing
    Doctor,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelsCommand {
    /// What is installed, and what is known by name
    List {
        #[arg(long)]
        json: bool,
    },
    /// Bring a model's files into the data directory
    Install(ModelInstallArgs),
    /// Compare installed files with their checksums
    Verify {
        /// Only this model
        name: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// Delete a model's files
    Remove { name: String },
    /// Say a sentence with the installed voice and recognise it again
    Try(ModelTryArgs),
}

#[derive(Debug, Args)]
pub(crate) struct ModelTryArgs {
    /// What to say
    pub(crate) text: Option<String>,
    /// Keep the sound, as WAV
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ModelInstallArgs {
    /// A name of the catalogue, or one of your own
    pub(crate) name: String,
    /// A file, a directory with the model's files, or an http(s) address of either
    #[arg(long, value_name = "FILE_OR_URL")]
    pub(crate) from: String,
    /// What a model that is not in the catalogue is for
    #[arg(long, value_enum)]
    pub(crate) kind: Option<Kind>,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Where to listen; other machines can reach anything but 127.0.0.1, which needs VIVA_TOKEN
    #[arg(long, value_name = "ADDR", default_value = DEFAULT_ADDRESS)]
    pub(crate) addr: String,
}

#[derive(Debug, Args)]
pub(crate) struct SessionArg {
    /// A session's id, a unique beginning of it, or `last`
    #[arg(value_name = "SESSION")]
    pub(crate) session: String,
}

#[derive(Debug, Args)]
pub(crate) struct LogArg {
    /// A session's id, a unique beginning of it, `last`, or an exported log.jsonl
    #[arg(value_name = "SESSION")]
    pub(crate) session: String,
}

#[derive(Debug, Args)]
pub(crate) struct PlanArgs {
    /// What the interview is about
    #[arg(required_unless_present = "from")]
    pub(crate) topic: Option<String>,
    /// Make the plan out of a talk: a session, or a transcript (.md .txt .json .srt .vtt)
    #[arg(long, value_name = "SESSION_OR_FILE", conflicts_with = "context")]
    pub(crate) from: Option<String>,
    /// Background: a text, or a file; more than one may be given
    #[arg(long, value_name = "TEXT_OR_FILE")]
    pub(crate) context: Vec<String>,
    #[arg(long, value_name = "N", default_value_t = 14, value_parser = clap::value_parser!(u32).range(1..=480))]
    pub(crate) minutes: u32,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct InterviewArgs {
    /// A plan file; or a session that was made or interrupted before
    #[arg(value_name = "PLAN")]
    pub(crate) plan: String,
    #[arg(long, value_enum, default_value_t)]
    pub(crate) style: StyleArg,
    /// Print one JSON value at the end, and nothing else on standard output
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) sound: SoundArgs,
}

/// A spoken interview, out of a sound file and into one.
#[derive(Debug, Args)]
pub(crate) struct SoundArgs {
    /// Speak and listen: a recording answers, and waits in its pauses while it is spoken to
    #[arg(long, requires = "recording", requires = "out")]
    pub(crate) voice: bool,
    /// The person's voice
    #[arg(
        long = "in",
        id = "recording",
        value_name = "FILE.wav",
        requires = "voice"
    )]
    pub(crate) recording: Option<PathBuf>,
    /// Write both sides to this file: the person left, the interviewer right
    #[arg(long, value_name = "FILE.wav", requires = "voice")]
    pub(crate) out: Option<PathBuf>,
    /// As fast as the speech server can
    #[arg(long, requires = "voice")]
    pub(crate) fast: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RehearseArgs {
    pub(crate) plan: PathBuf,
    /// What the expert knows: any text or transcript [default: a bundled one]
    #[arg(long, value_name = "FILE")]
    pub(crate) expert: Option<PathBuf>,
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many interviews, each with its own seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) runs: u32,
    #[arg(long, value_enum, default_value_t)]
    pub(crate) style: StyleArg,
    /// Keep the session (the first run's) in the store
    #[arg(long)]
    pub(crate) keep: bool,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SimulateArgs {
    pub(crate) plan: PathBuf,
    /// One JSON object a line, such as {"at_ms":0,"do":"start"}
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) script: PathBuf,
    /// The session's id in the log
    #[arg(long, value_name = "ID", default_value = "simulation")]
    pub(crate) session: String,
}

/// Whether an essay that was written before will do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wish {
    Standing,
    Anew,
}

#[derive(Debug, Args)]
pub(crate) struct EssayArgs {
    #[command(flatten)]
    pub(crate) session: SessionArg,
    #[arg(long, value_enum, default_value_t)]
    pub(crate) style: StyleArg,
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: EssayFormat,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Leave out factual sentences that nobody said
    #[arg(long)]
    pub(crate) strict: bool,
    /// Write it anew, though there is one
    #[arg(long, conflicts_with = "edited")]
    pub(crate) again: bool,
    /// All three styles, side by side
    #[arg(long, conflicts_with = "style")]
    pub(crate) compare: bool,
    /// Keep your own version of the essay (Markdown), and learn your style from it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["compare", "strict", "out", "format", "json"])]
    pub(crate) edited: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

impl EssayArgs {
    pub(crate) fn wish(&self) -> Wish {
        match self.again {
            true => Wish::Anew,
            false => Wish::Standing,
        }
    }

    pub(crate) fn format(&self) -> EssayFormat {
        if self.json {
            EssayFormat::Json
        } else {
            self.format
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct FollowUpArgs {
    #[command(flatten)]
    pub(crate) session: SessionArg,
    /// Take one of the three topics
    #[arg(long, value_name = "1..3", conflicts_with = "direction", value_parser = clap::value_parser!(u8).range(1..=3))]
    pub(crate) pick: Option<u8>,
    /// Take a direction of your own
    #[arg(long, value_name = "TEXT")]
    pub(crate) direction: Option<String>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    pub(crate) file: PathBuf,
    /// The plan that the interview followed
    #[arg(long, value_name = "PLAN")]
    pub(crate) plan: Option<PathBuf>,
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum StyleArg {
    #[default]
    Standard,
    Punchy,
    Reflective,
}

impl From<StyleArg> for Style {
    fn from(style: StyleArg) -> Style {
        match style {
            StyleArg::Standard => Style::Standard,
            StyleArg::Punchy => Style::Punchy,
            StyleArg::Reflective => Style::Reflective,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EssayFormat {
    #[default]
    Md,
    Html,
    Docx,
    Pdf,
    Epub,
    Json,
}
