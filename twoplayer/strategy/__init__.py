"""Strategies valued exactly, rules of thumb searched, games simulated."""
