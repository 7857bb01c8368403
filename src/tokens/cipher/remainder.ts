// Division with remainder for the numbers of token spaces. The operator "%" calls out to a function for
// numbers of more than 31 bits, which took a tenth of the time of a permutation. Pure.

/** `number % divisor` for whole numbers from 0 to 2^53 - 1 and a divisor from 1 up, exactly. */
export function remainder(number: number, divisor: number): number {
  // The quotient may be rounded up to the next whole number; then the rest is negative.
  const rest = number - Math.floor(number / divisor) * divisor;
  return rest < 0 ? rest + divisor : rest;
}
