// What somebody has chosen for all games.

// odds: those of every move are always shown; ahead: who is ahead is; ask: tiles fall only when the
// large button is pressed; mine: the players roll dice of their own;
// coach: a move that gives much away is told at once; language: the one chosen here; moves: so many were
// made here, as far as that counts; rosa: how she plays, who plays against somebody.
export const settings = {
  odds: false, ahead: true, ask: false, mine: false, coach: false, sound: true, buzz: true, language: "", moves: 0, rosa: "best",
};
