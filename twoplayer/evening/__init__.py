"""An evening: more players, other orders of play, several rounds."""
