"""What people and programs read: text, JSON, Markdown, HTML. Nothing here decides anything."""
