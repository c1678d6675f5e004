// What the server sends and takes: the shapes of plans, sessions and what is made of them.

export type Status = 'NOT_STARTED' | 'IN_PROGRESS' | 'PAUSED' | 'COMPLETED' | 'TERMINATED';
export type Phase = 'opening' | 'deep_dive' | 'wrap_up';
export type Format = 'exploratory' | 'structured' | 'intake';
export type Priority = 1 | 2 | 3;
export type Importance = 'high' | 'medium' | 'low';
export type Style = 'standard' | 'punchy' | 'reflective';
export type Grade = 'quoted' | 'paraphrased' | 'bridging';
export type QuestionState = 'open' | 'offered' | 'asked' | 'answered' | 'declined' | 'withdrawn';
export type Quality = 'none' | 'shallow' | 'adequate' | 'deep';
export type Level = 'not_covered' | 'partially_covered' | 'covered';
export type Action =
  | 'start' | 'answer' | 'code' | 'done' | 'ask_assistant' | 'skip' | 'withdraw'
  | 'pause' | 'resume' | 'end' | 'analyze' | 'write_essay' | 'follow_up';

export interface Question {
  id: string;
  text: string;
  role: 'backbone' | 'followup';
  priority: Priority;
  notes: string;
  expected_s: number;
}

export interface Dimension {
  id: string;
  priority: Priority;
  cues: string[];
  followups: string[];
}

export interface Section {
  id: string;
  title: string;
  goal: string;
  importance: Importance;
  minutes?: number;
  followup_cap: number;
  minimum_words: number;
  cover: 'all' | number;
  questions: Question[];
  dimensions?: Dimension[];
}

export interface Plan {
  format: Format;
  topic: string;
  research_goal: string;
  angle: string;
  minutes: number;
  warnings_s: number[];
  grace_s: number;
  clock_while_paused: 'runs' | 'stops';
  sections: Section[];
}

export interface StoredPlan {
  id: string;
  plan: Plan;
  updated_at: string;
  fit?: Fit;
}

/** Must-ask questions against the time there is, as the server counts. */
export interface Fit {
  must_ask: number;
  must_ask_s: number;
  target_s: number;
  slack_s: number;
  fits: boolean;
}

export interface RehearsedRun {
  seed: number;
  minutes: number;
  turns: number;
  answers: number;
  questions_asked: number;
  questions: number;
  musts_asked: number;
  musts: number;
  repeated_questions: number;
  sections: { section_id: string; title: string; asked: number; questions: number; quality: Quality }[];
}

export interface PlanProblem {
  path: string;
  message: string;
  line?: number | null;
}

export interface Turn {
  id: string;
  speaker: 'interviewer' | 'candidate';
  text: string;
  words: number;
  start_ms: number;
  end_ms: number;
  interrupted?: boolean;
  withdrawn?: boolean;
}

export interface Notes {
  key_ideas: { text: string; turn: string }[];
  stories: { summary: string; impact: string; turn: string }[];
  claims: { text: string; confidence: 'low' | 'medium' | 'high'; turn: string }[];
  gaps: { description: string; suggested_followup: string; turn: string }[];
  contradictions: {
    description: string;
    first_quote: string;
    first_turn: string;
    second_quote: string;
    second_turn: string;
    suggested_clarification_question: string;
  }[];
  quotable_lines: { text: string; turn: string; potential_use: string; topic: string; strength: string }[];
  possible_titles: { text: string; turn: string }[];
}

export interface ResearchItem {
  topic: string;
  kind: string;
  summary: string;
  how_to_use_in_question: string;
  priority: number;
  sources: { title: string; url: string }[];
  from_memory: boolean;
  turn: string;
}

export interface QuestionView {
  id: string;
  text: string;
  priority: Priority;
  state: QuestionState;
}

export interface SectionView {
  section_id: string;
  title: string;
  quality: Quality;
  questions: QuestionView[];
  dimensions?: { dimension: string; level: Level }[];
}

export interface Decision {
  phase: Phase;
  question: { text: string; section_id: string | null; source: string; question_id: string | null; expected_s: number };
  brief: string;
  by: 'model' | 'builtin' | 'fallback' | 'reused';
}

export interface Cost {
  tokens: number;
  cost: number;
  cap?: number | null;
  thrift?: string;
}

export interface AssistantRecord {
  query: number;
  section_id: string | null;
  asked: string;
  answered: string | null;
  violation: boolean;
}

/** A session at one moment. A participant's view lacks what is the writer's alone. */
export interface View {
  id: string;
  topic: string;
  status: Status;
  end_reason?: string | null;
  follow_up_of?: string | null;
  created_at?: string;
  format?: Format;
  phase: Phase;
  section: string | null;
  section_goal: string | null;
  elapsed_ms?: number;
  time_remaining_ms: number;
  upcoming_sections: string[];
  allowed_actions: Action[];
  current_question: { question_id: string | null; turn_id: string; text: string } | null;
  transcript: Turn[];
  notes?: Notes;
  research?: ResearchItem[];
  coverage?: SectionView[];
  decision?: Decision | null;
  activity?: Record<string, number>;
  cost?: Cost;
  essays?: { number: number; style: Style; title: string; edited_from?: number }[];
  pinned_question?: string | null;
  /** Who speaks for the interviewer, while somebody does. */
  voice?: string | null;
  recording_consent?: boolean | null;
  has_recording?: boolean;
  /** Structured: the candidate's questions to the assistant. */
  assistant?: AssistantRecord[];
  cursor: number;
}

/** What is being said at this moment, before it is a turn; null while that side is silent. */
export interface Captions {
  interviewer: string | null;
  candidate: string | null;
}

export interface LogEvent {
  event_id: number;
  at: string;
  actor: string;
  type: string;
  payload: Record<string, unknown>;
}

export interface Sentence {
  text: string;
  grade: Grade;
  sources: { turn: string; start_ms: number }[];
}

export interface Paragraph {
  heading?: string;
  pull_quote?: Sentence;
  sentences: Sentence[];
}

export interface Essay {
  style: Style;
  title: string;
  subtitle?: string;
  paragraphs: Paragraph[];
  unsupported: string[];
  quotations: { kept: number; repaired: number; removed: number };
}

export interface Finding {
  text: string;
  turns: string[];
}

export interface Analysis {
  title: string;
  main_claims: Finding[];
  themes: { name: string; description: string; turns: string[] }[];
  tensions: Finding[];
  quotes: { text: string; turn: string; potential_use: string }[];
}

export interface FollowUps {
  summary: string;
  suggested_topics: { title: string; description: string; suggested_questions: string[] }[];
  unexplored_gaps: string[];
  strengthen_areas: string[];
}

/** One event of the log, explained without a word of what was said. */
export interface TimelineEntry {
  event_id: number;
  at: string;
  actor: string;
  type: string;
  section_id: string | null;
  explanation: string;
}

export interface Replay {
  session_id: string;
  timeline: TimelineEntry[];
  transcript: Turn[];
  code_history: { at: string; section_id: string; sha256: string; source: string }[];
}

export interface EssayVersion {
  number: number;
  version: number;
  essay: Essay;
  markdown?: string;
}

export interface EssayListing {
  number: number;
  style: Style;
  title: string;
  versions: { version: number; at?: string | number }[];
}

export interface NewSession {
  id: string;
  join_url: string;
  join_token: string;
}
