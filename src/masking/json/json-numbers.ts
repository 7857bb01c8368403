// Numbers of JSON that are masked: their texts, and which numbers can be told from each other. Pure.

/** From here on neighbouring integers are the same number to a JSON parser (IEEE 754, 53 bits). */
const TOO_LARGE = 2 ** 53;

/** True for a number whose integer digits have all survived JSON parsing. */
export function isExact(number: number): boolean {
  return Math.abs(number) < TOO_LARGE;
}

/** The number that a text spells as JSON.stringify would, or null. */
export function numberIn(text: string): number | null {
  const number = Number(text);
  return isExact(number) && String(number) === text ? number : null;
}
