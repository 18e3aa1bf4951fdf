"""Many variants: what they are worth, claims, what each rule does, what would mend a game."""
