"""Many variants: results kept in a file, and claims."""
