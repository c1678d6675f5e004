//! Voice: the wire in both directions, the providers, the recorder. Has never heard of an interview.
