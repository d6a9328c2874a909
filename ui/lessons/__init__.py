"""What one lesson alone computes, draws and says: a module a lesson, named like its page."""
