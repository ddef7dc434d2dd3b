"""One module a subcommand; each defines `command`, and imports the engine only when run."""
