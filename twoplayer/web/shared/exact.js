// Exact numbers: fractions as pairs of BigInts, the denominator positive.
/** @typedef {[numerator: bigint, denominator: bigint]} Fraction */

/** @type {(one: bigint, other: bigint) => bigint} */
export function gcd(one, other) {
  one = one < 0n ? -one : one;
  while (other !== 0n) [one, other] = [other, one % other];
  return one;
}

/** @type {(number: Fraction) => Fraction} */
export function reduced([numerator, denominator]) {
  const divisor = gcd(numerator, denominator);
  return [numerator / divisor, denominator / divisor];
}

/** @type {(number: Fraction, added: Fraction) => Fraction} */
export function plus([numerator, denominator], [added, by]) {
  return [numerator * by + added * denominator, denominator * by];
}

/** @type {(number: Fraction, subtracted: Fraction) => Fraction} */
export function minus([numerator, denominator], [subtracted, by]) {
  return [numerator * by - subtracted * denominator, denominator * by];
}

/** @type {(one: Fraction, other: Fraction) => boolean} */
export function equal([numerator, denominator], [other, by]) {
  return numerator * by === other * denominator;
}

/** @type {(number: Fraction) => Fraction} */
export function size([numerator, denominator]) {
  return [numerator < 0n ? -numerator : numerator, denominator];
}

/** @type {(factor: bigint | number, number: Fraction) => Fraction} */
export function times(factor, [numerator, denominator]) {
  return [BigInt(factor) * numerator, denominator];
}

/** @type {(text: string) => Fraction} */
export function fractionOf(text) {
  const [numerator, denominator = "1"] = text.split("/");
  return [BigInt(numerator), BigInt(denominator)];
}

/** @type {(number: Fraction) => string} */
export function fractionText(number) {
  const [numerator, denominator] = reduced(number);
  return denominator === 1n ? `${numerator}` : `${numerator}/${denominator}`;
}

// An exact number as a decimal, rounded half to even.
/** @type {(number: Fraction, places: number) => string} */
export function decimal(number, places) {
  const [numerator, denominator] = size(number);
  const shifted = numerator * 10n ** BigInt(places);
  const down = shifted / denominator;
  const twiceLeft = 2n * (shifted % denominator);
  const up = twiceLeft > denominator || (twiceLeft === denominator && down % 2n === 1n);
  const units = down + (up ? 1n : 0n);
  const digits = units.toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const sign = number[0] < 0n && units > 0n ? "−" : "";
  return `${sign}${whole}${places ? "." : ""}${digits.slice(digits.length - places)}`;
}

// Exact numbers as decimals with as many places as it takes to tell different ones apart; none
// that is not 0 is shown as 0.
/** @type {(numbers: Fraction[], places: number) => string[]} */
export function decimals(numbers, places) {
  const different = new Set([...numbers.map(fractionText), "0"]).size;
  for (let more = places; ; more += 1) {
    const texts = numbers.map((number) => decimal(number, more));
    if (new Set([...texts, decimal([0n, 1n], more)]).size === different) return texts;
  }
}

/** @type {(one: Fraction, other: Fraction) => boolean} */
export function less(one, other) {
  return minus(one, other)[0] < 0n;
}
