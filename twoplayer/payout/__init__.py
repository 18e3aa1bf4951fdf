"""The EV as a function of what a clack pays, and where it is 0."""
