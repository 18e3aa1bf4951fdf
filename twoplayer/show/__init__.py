"""Results for people: tables, text, figures, the page."""
