"""Two turns: what changes hands, the solution, how it ends, how fair it is."""
