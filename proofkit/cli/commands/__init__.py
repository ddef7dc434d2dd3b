"""One module per subcommand; each defines `command`, and imports the engine only when it runs."""
