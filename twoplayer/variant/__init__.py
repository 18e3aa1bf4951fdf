"""What a game is: tiles, dice, covering, scoring, one die; rule sets, families, the registry."""
