"""Numbers become text, Markdown, JSON and the site. Imports history and releases, never JAX."""
