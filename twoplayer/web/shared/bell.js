// What happens is told to whoever listens, and need not be known to who tells it: so what is drawn can
// stand on the board, and the board on nothing that is drawn.

const listening = new Map();

export function when(what, act) {
  listening.set(what, [...(listening.get(what) ?? []), act]);
}

export function ring(what, ...told) {
  for (const act of listening.get(what) ?? []) act(...told);
}
