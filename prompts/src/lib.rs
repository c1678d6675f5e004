//! Every word that is said to a language model: prose files, each with a struct for its fields.
