"""One player: the lowest score and the best clack, restarts, sequences."""
