// Rules as they are spelled: what stands in some of them.

export function tilesOf(spelled) {
  return spelled.split(",").flatMap((part) => {
    const [low, high] = [Number(part.split("-")[0]), Number(part.split("-").at(-1))];
    return Array.from({ length: high - low + 1 }, (_, place) => low + place);
  });
}

// The conditions of a single die: what is measured, and the most that it may be.
export function limitsOf(oneDie) {
  return [...oneDie.matchAll(/(sum|max|count) <= (-?\d+)/g)].map(([, name, limit]) => [name, limit]);
}

// The weights of a die whose sides differ in them; of any other, null.
export function loaded(weights) {
  return new Set(weights?.split(",")).size > 1 ? weights : null;
}
