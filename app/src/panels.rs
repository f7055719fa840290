//! What is drawn. Panels read and ask: they get read-only views and an action sink, and change nothing themselves.
