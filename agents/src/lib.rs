//! The agents: what each does with a job. The built-in ones are pure functions and need nothing but the job.

mod text;
