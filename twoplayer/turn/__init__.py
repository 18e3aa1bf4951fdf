"""One turn: what a throw may cover, the DAG, backward induction, and how to play."""
