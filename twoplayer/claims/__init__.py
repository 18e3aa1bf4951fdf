"""Claims: numbers that somebody says about a game, judged, and told what else they are."""
