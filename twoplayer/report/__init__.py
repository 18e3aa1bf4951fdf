"""Results for people: tables, text, figures, the page, and the generated reports."""
