// SHA-256 (FIPS 180-4), since a browser has its own only where the address of the page is safe.

const WORD = 32n;

function primes(count) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

// The first 32 bits behind the point of the roots of the first primes.
function behindThePoint(count, power) {
  return primes(count).map((prime) => {
    const most = BigInt(prime) << (WORD * power);
    let root = 0n;
    for (let bit = 1n << (WORD + 5n); bit; bit >>= 1n) {
      if ((root | bit) ** power <= most) root |= bit;
    }
    return Number(BigInt.asUintN(32, root));
  });
}

// What it begins with, and what is added in each round; found when it is asked for first.
/** @type {{ begin: number[], rounds: number[] } | null} */
let constants = null;

const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

// The digest of a text in UTF-8, as its 32 bytes.
/** @type {(text: string) => number[]} */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const message = new Uint8Array(length);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const words = new DataView(message.buffer);
  words.setUint32(length - 4, 8 * bytes.length);
  constants ??= { begin: behindThePoint(8, 2n), rounds: behindThePoint(64, 3n) };
  let state = constants.begin;
  for (let block = 0; block < length; block += 64) {
    const after = compressed(state, scheduled(words, block));
    state = state.map((word, place) => (word + after[place]) >>> 0);
  }
  return state.flatMap((word) => [24, 16, 8, 0].map((bits) => (word >>> bits) & 255));
}

function scheduled(words, block) {
  const found = Array.from({ length: 16 }, (_, place) => words.getUint32(block + 4 * place));
  for (let place = 16; place < 64; place += 1) {
    const [early, late] = [found[place - 15], found[place - 2]];
    const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const other = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    found.push((found[place - 16] + one + found[place - 7] + other) >>> 0);
  }
  return found;
}

function compressed(state, schedule) {
  let [a, b, c, d, e, f, g, h] = state;
  schedule.forEach((word, round) => {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = h + mixed + ((e & f) ^ (~e & g)) + constants.rounds[round] + word;
    const other = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + other) >>> 0, a, b, c, (d + one) >>> 0, e, f, g];
  });
  return [a, b, c, d, e, f, g, h];
}
