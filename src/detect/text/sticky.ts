// Sticky patterns: what one matches at a place of a text, and nowhere else.

/** The match of a sticky pattern at `at`, or null. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** What a sticky pattern matches at `at`; "" for nothing. */
export function writtenAt(pattern: RegExp, text: string, at: number): string {
  return matchAt(pattern, text, at)?.[0] ?? "";
}

/** Whether a sticky pattern matches at `at`. */
export function fitsAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
