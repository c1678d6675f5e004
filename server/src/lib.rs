//! The HTTP API, the event stream, the client voice socket and the embedded studio.
