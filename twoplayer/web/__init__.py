"""The page, the explorer and the card, each one file of HTML, and their scripts."""
