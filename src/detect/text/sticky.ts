// Sticky patterns match at one position of a text, and nowhere else.

/** The match of a sticky pattern at `at`, or null. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The text that a sticky pattern matches at `at`; "" if there is none. */
export function writtenAt(pattern: RegExp, text: string, at: number): string {
  return matchAt(pattern, text, at)?.[0] ?? "";
}

/** Whether a sticky pattern matches at `at`. */
export function fitsAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
