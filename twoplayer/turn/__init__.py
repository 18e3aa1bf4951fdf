"""One turn: what a roll may cover, the DAG, backward induction, and how to play."""
