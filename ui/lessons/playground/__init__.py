"""The Playground: one layer of a run, looked at from every side."""
